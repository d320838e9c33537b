//! Lua as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = "local M = {}
function M.go(a) local x = 1 end
function M:meth() end
local function helper(x) end
M.f = function(a) end
M.size = 1
local n = 1
G = 2
return M
";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        class M
        method M.go
        method M.meth
        function helper
        method M.f
        field M.size
        variable n
        variable G
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"local M = {}
local util = require("foo.util")
function M.go(a)
  local x = util.new(a)
  x:run(1)
  return x.y
end
function M:meth() self:go(); M.go(self.z); helper(1) end
for i, v in ipairs(t) do v:go() end
M.k = 1
return M
"#;
    tests::sites(
        &LANGUAGE,
        text,
        "
        import foo.util = Import(foo.util:default)
        read M = Symbol(M)
        read util = Import(foo.util:default)
        call new = Import(foo.util:default).new
        read a = Local(a)
        read x = Local(x)
        call run = Local(x).run
        read x = Local(x)
        read y = Local(x).y
        read M = Symbol(M)
        call go = Local(self).go
        read M = Symbol(M)
        call go = Symbol(M).go
        read z = Local(self).z
        call helper = helper
        call ipairs = ipairs
        read t = t
        read v = Local(v)
        call go = Local(v).go
        read M = Symbol(M)
        read M = Symbol(M)
    ",
    );
}
