//! Protocol Buffers as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "package a.b;
message User { string name = 1; map<string, Foo> m = 2; oneof x { Foo f = 3; } enum E { A = 0; } }
service S { rpc Go (User) returns (stream a.Foo); }
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        struct User
        field User.name
        field User.m
        field User.f
        enum User.E
        variant User.E.A
        interface S
        method S.Go
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"syntax = "proto3";
import "a/b.proto";
message User { Foo name = 1; }
service S { rpc Go (User) returns (stream a.Foo); }
"#;
    tests::sites(
        &LANGUAGE,
        text,
        "
        import a/b.proto = Import(a/b.proto:*)
        type Foo = Foo
        type User = Symbol(User)
        type Foo = Foo
    ",
    );
}
