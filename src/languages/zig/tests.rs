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
        function works
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
        import foo/bar.zig = import foo/bar.zig
        read foo = import foo/bar.zig
        read Name = import foo/bar.zig.Name
        read User = `User`
        read foo = import foo/bar.zig
        read Bar = import foo/bar.zig.Bar
        read self = local self
        call go = local self.go
        read other = local other
        call helper = `helper`
        read self = local self
        read User = `User`
        call make = `User`.make
        read x = local x
        call run = local x.run
        read User = `User`
        read u = local u
        read items = local u.items
        read i = local i
        call go = local i.go
    ",
    );
}
