//! What everybody who writes Elixir takes for granted: built-in names and members of standard types.

use crate::languages::semantics::{Habits};

/// Elixir's habits.
pub static HABITS: Habits = Habits {
    implicit_receiver: false,
    constructors: &[],
    builtins: BUILTINS,
    foreign_members: FOREIGN_MEMBERS,
    ..Habits::PLAIN
};

/// Names that no file needs to define.
const BUILTINS: &[&str] = &[
    "Agent", "Application", "Atom", "Base", "Bitwise", "Code", "Date", "DateTime", "Ecto", "Enum", "ExUnit", "Exception", "File", "Float",
    "Function", "GenServer", "IO", "Integer", "Kernel", "Keyword", "List", "Logger", "Macro", "Map", "MapSet", "Mix", "Module", "NaiveDateTime",
    "Node", "Path", "Process", "Protocol", "Range", "Regex", "Registry", "Stream", "String", "StringIO", "Supervisor", "System", "Task", "Time",
    "Tuple", "URI", "Version", "abs", "and", "apply", "assert", "assert_raise", "binding", "byte_size", "defexception", "defoverridable", "div",
    "elem", "exit", "false", "function_exported?", "get_in", "hd", "in", "inspect", "is_atom", "is_binary", "is_bitstring", "is_boolean",
    "is_float", "is_function", "is_integer", "is_list", "is_map", "is_map_key", "is_nil", "is_number", "is_pid", "is_reference", "is_tuple",
    "length", "make_ref", "map_size", "match?", "max", "min", "nil", "node", "not", "or", "pop_in", "put_elem", "put_in", "raise", "refute",
    "rem", "reraise", "round", "self", "send", "sigil_r", "spawn", "spawn_link", "struct", "struct!", "super", "tap", "then", "throw", "tl",
    "to_charlist", "to_string", "true", "trunc", "tuple_size", "update_in", "var!", "when",
];

/// Members of standard types: alone they say nothing about the receiver.
const FOREIGN_MEMBERS: &[&str] = &[
    "call", "cast", "delete", "fetch", "fetch!", "get", "init", "new", "put", "start_link", "update", "update!",
];
