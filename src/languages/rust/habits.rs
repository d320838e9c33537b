//! Rust's prelude and the shapes of its standard library, as data.

use super::containers::{
    ADAPTORS, COLLECTIONS, HANDING, HANDING_ENTRIES, INNER, ITERATORS, KEPT, MAPPING, PASSING, SAME, TRANSPARENT, TURNS, VIEWS, WRAPPERS,
};
use super::foreign_members::{EVERYWHERE, FOREIGN_MEMBERS, GIVEN_TO_ALL, ITERATOR, STR};
use super::imports::ALL_MACROS;
use crate::languages::habits::{Arguments, Callbacks, Classes, Foreign, Holding};
use crate::languages::semantics::{Construction, Habits, Overriding};
use crate::shard::expr::FUNCTION;

/// Where the parameters of a function type stand among its arguments: behind what it returns.
const PARAMETERS: &[usize] = &[1, 2, 3, 4, 5, 6];

/// What a name is that nothing else binds where a module of the standard library is imported whole. There types are written in upper case, but for
/// what processors bring along.
fn library(module: &str, name: &str) -> Option<&'static str> {
    let (package, inner) = module.split_once("::")?;
    let package = ["alloc", "core", "std"].into_iter().find(|it| *it == package)?;
    (name.starts_with(char::is_uppercase) || inner.starts_with("arch::")).then_some(package)
}

/// The habits of Rust.
pub static HABITS: Habits = Habits {
    path_separator: Some("::"),
    textual_macros: true,
    all_macros: ALL_MACROS,
    namespaces_apart: true,
    locals_told: true,
    fields_in_brackets: true,
    private_imports: true,
    overriding: Overriding::Conformance,
    foreign_members: FOREIGN_MEMBERS,
    interface_members: &[
        ("", GIVEN_TO_ALL),
        ("BufRead", &["lines", "read_line", "read_until", "split"]),
        ("DoubleEndedIterator", &["next_back", "nth_back", "rev", "rfind", "rfold", "try_rfold"]),
        ("ExactSizeIterator", &["len"]),
        ("Iterator", ITERATOR),
        ("Read", &["by_ref", "bytes", "chain", "read_exact", "read_to_end", "read_to_string", "read_vectored", "take"]),
        ("Write", &["by_ref", "flush", "write_all", "write_char", "write_fmt", "write_vectored"]),
    ],
    all_members: &[(FUNCTION, EVERYWHERE), ("bool", EVERYWHERE), ("str", STR), ("tuple", EVERYWHERE)],
    foreign: Foreign {
        known_members: KNOWN_MEMBERS,
        passing: PASSING,
        converting: &[("as_mut", "AsMut"), ("as_ref", "AsRef"), ("borrow", "Borrow"), ("into", "Into")],
        filling: &["insert", "push", "push_back", "push_front"],
        keeps_first: &["map_err", "or_else"],
        turns: TURNS,
        giving_written: Some(&["alloc", "core", "std"]),
        // `parse` is what a command line derives.
        derived: &["default", "parse", "parse_from"],
        same: SAME,
        inner: INNER,
        ..Foreign::NONE
    },
    library: Some(library),
    fields_apart: true,
    arguments: Arguments { references_apart: true, ..Arguments::NONE },
    callbacks: Callbacks {
        shapes: &[],
        markers: &[],
        taken: None,
        typed: true,
        functional: &[("Fn", PARAMETERS), ("FnMut", PARAMETERS), ("FnOnce", PARAMETERS), ("fn", PARAMETERS)],
        handing: HANDING,
        handing_entries: HANDING_ENTRIES,
        handed_by: Some(("Iterator", "Item")),
        mapping: MAPPING,
        mapped: "Iterator",
    },
    holding: Holding {
        dereference: Some(("Deref", "Target")),
        ranges: &["Range", "RangeFrom", "RangeFull", "RangeInclusive", "RangeTo", "RangeToInclusive"],
        futures: &[("IntoFuture", "Output"), ("Future", "Output")],
        elements: &[("Index", "Output", false), ("Iterator", "Item", false), ("IntoIterator", "Item", false)],
        entries: true,
        lists_apart: false,
        transparent: TRANSPARENT,
        kept: KEPT,
        wrappers: WRAPPERS,
        collections: COLLECTIONS,
        views: VIEWS,
        iterators: ITERATORS,
        adaptors: ADAPTORS,
        ..Holding::NONE
    },
    extended_foreign: Some(&[("OsString", "OsStr"), ("PathBuf", "Path"), ("String", "str"), ("Vec", "slice"), ("array", "slice")]),
    classes: Classes { construction: Construction::Call, ..Classes::NONE },
    builtins: &[BUILT_IN],
    managers: &["cargo"],
    ..Habits::PLAIN
};

const KNOWN_MEMBERS: &[(&str, &str, &str)] = &[
    ("as_os_str", "", "OsStr"),
    ("as_path", "", "Path"),
    ("as_str", "", "str"),
    ("leading_zeros", "", "u32"),
    ("len", "", "usize"),
    ("to_ascii_lowercase", "", "String"),
    ("to_ascii_uppercase", "", "String"),
    ("to_lowercase", "", "String"),
    ("to_path_buf", "", "PathBuf"),
    ("to_string", "", "String"),
    ("to_uppercase", "", "String"),
    ("trailing_zeros", "", "u32"),
    ("trim", "", "str"),
    ("trim_end", "", "str"),
    ("trim_end_matches", "", "str"),
    ("trim_matches", "", "str"),
    ("trim_start", "", "str"),
    ("trim_start_matches", "", "str"),
];

/// The prelude of edition 2024, primitive types, and the macros and derives of the standard library, by bytes.
const BUILT_IN: &[&str] = &[
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
    "align_of",
    "align_of_val",
    "array",
    "assert",
    "assert_eq",
    "assert_ne",
    "bool",
    "cfg",
    "char",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "drop",
    "env",
    "eprint",
    "eprintln",
    "f128",
    "f16",
    "f32",
    "f64",
    "file",
    "fn",
    "format",
    "format_args",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "include",
    "include_bytes",
    "include_str",
    "is_aarch64_feature_detected",
    "is_x86_feature_detected",
    "isize",
    "line",
    "matches",
    "module_path",
    "offset_of",
    "option_env",
    "panic",
    "print",
    "println",
    "size_of",
    "size_of_val",
    "slice",
    "str",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "unimplemented",
    "unreachable",
    "usize",
    "vec",
    "write",
    "writeln",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_none_stands_twice() {
        assert!(BUILT_IN.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", BUILT_IN.windows(2).find(|pair| pair[0] >= pair[1]));
    }
}
