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
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class User
        field User.id
        field User.posts
        enum E
        variant E.A
        struct I
        field I.x
        union U
        field User.age
        function Q
        function F
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "type User implements Node { posts: [Post!] @old }
extend type User { age: Int }
query Q { user { ...F } }
fragment F on User { id }
";
    tests::sites(
        &LANGUAGE,
        text,
        "
        implements Node = Node
        type Post = Post
        decorator old = old
        type User = Symbol(User)
        type Int = Int
        call F = Symbol(F)
        type User = Symbol(User)
    ",
    );
}
