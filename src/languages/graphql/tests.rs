//! GraphQL as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "type User implements Node { id: ID! posts(first: Int): [Post] }
enum E { A }
input I { x: Int }
union U = A | B
extend type User { age: Int }
query Q { user { ...F } }
fragment F on User { id }
";
    tests::symbols(&LANGUAGE, text, "");
}

#[test]
fn uses_keep_their_receivers() {
    let text = "type User implements Node { posts: [Post!] @old }
extend type User { age: Int }
query Q { user { ...F } }
fragment F on User { id }
";
    tests::sites(&LANGUAGE, text, "");
}
