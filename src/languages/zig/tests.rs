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
    tests::symbols(&LANGUAGE, text, "");
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
    tests::sites(&LANGUAGE, text, "");
}
