//! Protocol Buffers as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "package a.b;
message User { string name = 1; map<string, Foo> m = 2; oneof x { Foo f = 3; } enum E { A = 0; } }
service S { rpc Go (User) returns (stream a.Foo); }
";
    tests::symbols(&LANGUAGE, text, "");
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"syntax = "proto3";
import "a/b.proto";
message User { Foo name = 1; }
service S { rpc Go (User) returns (stream a.Foo); }
"#;
    tests::sites(&LANGUAGE, text, "");
}
