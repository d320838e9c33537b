//! Zig as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = r#"const std = @import("std");
pub const User = struct {
  name: []const u8,
  const A = 1;
  pub fn init(a: u32) User { const x = a; return .{}; }
};
const E = enum { a, b };
fn helper() void {}
var g: u32 = 1;
test "works" { helper(); }
"#;
    tests::symbols(
        &LANGUAGE,
        text,
        "
        struct User
        field User.name
        constant User.A
        method User.init
        enum E
        variant E.a
        variant E.b
        function helper
        variable g
        function test works
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"const foo = @import("foo/bar.zig");
const User = struct {
  name: foo.Name,
  fn go(self: *User, other: foo.Bar) !void { self.go(other); try helper(self); const x = User.make(1); x.run(); }
};
fn helper(u: *User) void { for (u.items) |i| { i.go(); } }
"#;
    tests::sites(
        &LANGUAGE,
        text,
        "
        import foo/bar.zig = Import(foo/bar.zig)
        read foo = Import(foo/bar.zig)
        read Name = Import(foo/bar.zig).Name
        read User = Symbol(User)
        read foo = Import(foo/bar.zig)
        read Bar = Import(foo/bar.zig).Bar
        read self = Local(self)
        call go = Local(self).go
        read other = Local(other)
        call helper = Symbol(helper)
        read self = Local(self)
        read User = Symbol(User)
        call make = Symbol(User).make
        read x = Local(x)
        call run = Local(x).run
        read User = Symbol(User)
        read u = Local(u)
        read items = Local(u).items
        read i = Local(i)
        call go = Local(i).go
    ",
    );
}
