//! SQL as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "CREATE TABLE users (id INT PRIMARY KEY, name TEXT);
CREATE VIEW adults AS SELECT * FROM users;
CREATE FUNCTION f() RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql;
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        struct users
        field users.id
        field users.name
        struct adults
        function f
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "CREATE TABLE users (id INT);
SELECT count(u.id) FROM users u JOIN orders ON true;
INSERT INTO users (id) VALUES (1);
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        call count = count
        type users = Symbol(users)
        type orders = orders
        type users = Symbol(users)
    ",
    );
}
