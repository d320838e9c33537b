//! What everybody who writes Lua takes for granted: built-in names and members of standard types.

use crate::languages::habits::Classes;
use crate::languages::semantics::Habits;

/// Lua's habits.
pub static HABITS: Habits = Habits {
    loose_members: true,
    classes: Classes { constructors: &["new"], ..Classes::NONE },
    builtins: &[BUILTINS],
    foreign_members: FOREIGN_MEMBERS,
    ..Habits::PLAIN
};

/// Names that no file needs to define.
const BUILTINS: &[&str] = &[
    "_ENV",
    "_G",
    "_VERSION",
    "arg",
    "assert",
    "bit",
    "bit32",
    "collectgarbage",
    "coroutine",
    "debug",
    "dofile",
    "error",
    "getfenv",
    "getmetatable",
    "io",
    "ipairs",
    "jit",
    "load",
    "loadfile",
    "loadstring",
    "math",
    "module",
    "next",
    "ngx",
    "os",
    "package",
    "pairs",
    "pcall",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "require",
    "select",
    "setfenv",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "unpack",
    "utf8",
    "vim",
    "xpcall",
];

/// Members of standard types: alone they say nothing about the receiver.
const FOREIGN_MEMBERS: &[&str] = &[
    "byte", "char", "close", "concat", "find", "flush", "format", "gmatch", "gsub", "insert", "len", "lines", "lower", "match", "open", "read",
    "remove", "rep", "reverse", "seek", "sort", "sub", "unpack", "upper", "write",
];
