//! Rust's prelude and the shapes of its standard library, as data.

use crate::languages::semantics::{Construction, Habits};

/// The habits of Rust.
pub static HABITS: Habits = Habits {
    path_separator: Some("::"),
    construction: Construction::Call,
    transparent: &[
        "Arc", "ArcSwap", "Box", "Cow", "LazyCell", "LazyLock", "ManuallyDrop", "MutexGuard", "Pin", "Rc", "Ref", "RefMut", "RwLockReadGuard",
        "RwLockWriteGuard", "Wrapping",
    ],
    wrappers: &[
        "ControlFlow", "Future", "IoResult", "JoinHandle", "MaybeUninit", "NonNull", "Option", "Poll", "Result", "Reverse",
    ],
    collections: &[
        ("ArrayVec", 0), ("BTreeMap", 1), ("BTreeSet", 0), ("BinaryHeap", 0), ("DashMap", 1),
        ("DoubleEndedIterator", 0), ("Drain", 0), ("ExactSizeIterator", 0), ("FxHashMap", 1), ("FxHashSet", 0), ("FxIndexMap", 1),
        ("FxIndexSet", 0), ("HashMap", 1), ("HashSet", 0), ("IndexMap", 1), ("IndexSet", 0), ("IntoIter", 0), ("IntoIterator", 0), ("Iter", 0),
        ("IterMut", 0), ("Iterator", 0), ("LinkedList", 0), ("Option", 0), ("Peekable", 0), ("Receiver", 0), ("SmallVec", 0),
        ("Stream", 0), ("ThinVec", 0), ("Vec", 0), ("VecDeque", 0), ("array", 0), ("slice", 0),
    ],
    same: &[
        "as_deref", "as_deref_mut", "as_mut", "as_mut_slice", "as_ref", "as_slice", "by_ref", "chain", "chunks", "clone",
        "cloned", "collect", "context", "copied", "cycle", "deref", "deref_mut", "drain", "entry", "filter", "fuse", "inspect", "inspect_err",
        "into_boxed_slice", "into_iter", "into_par_iter", "iter", "iter_mut", "lock", "map_err", "ok", "ok_or", "ok_or_else", "or", "or_else",
        "par_iter", "peekable", "read", "rev", "skip", "skip_while", "step_by", "take", "take_while", "to_owned", "to_vec", "try_lock", "values",
        "values_mut", "with_context", "write",
    ],
    inner: &[
        "back", "back_mut", "borrow", "borrow_mut", "expect", "expect_err", "find", "first", "first_mut", "front", "front_mut", "get",
        "get_mut", "get_or_init", "get_or_insert_with", "get_unchecked", "insert", "into_inner", "last", "last_mut", "load", "max", "max_by_key",
        "min", "min_by_key", "next", "next_back", "nth", "or_default", "or_insert", "or_insert_with", "peek", "peek_mut", "pop", "pop_back",
        "pop_front", "recv", "remove", "replace", "swap_remove", "try_recv", "unwrap", "unwrap_or", "unwrap_or_default", "unwrap_or_else",
        "unwrap_unchecked", "upgrade",
    ],
    builtins: BUILT_IN,
    managers: &["cargo"],
    ..Habits::PLAIN
};

/// The prelude of edition 2024, primitive types, and the macros and derives of the standard library, by bytes.
const BUILT_IN: &[&str] = &[
    "AsMut", "AsRef", "AsyncFn", "AsyncFnMut", "AsyncFnOnce", "Box", "Clone", "Copy", "Debug", "Default", "DoubleEndedIterator", "Drop", "Eq",
    "Err", "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From", "FromIterator", "Future", "Hash", "Into", "IntoFuture", "IntoIterator",
    "Iterator", "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd", "Result", "Send", "Sized", "Some", "String", "Sync", "ToOwned",
    "ToString", "TryFrom", "TryInto", "Unpin", "Vec", "align_of", "align_of_val", "array", "assert", "assert_eq", "assert_ne", "bool", "cfg",
    "char", "column", "compile_error", "concat", "dbg", "debug_assert", "debug_assert_eq", "debug_assert_ne", "drop", "env", "eprint",
    "eprintln", "f128", "f16", "f32", "f64", "file", "fn", "format", "format_args", "i128", "i16", "i32", "i64", "i8", "include", "include_bytes",
    "include_str", "is_aarch64_feature_detected", "is_x86_feature_detected", "isize", "line", "matches", "module_path", "offset_of",
    "option_env", "panic", "print", "println", "size_of", "size_of_val", "slice", "str", "stringify", "thread_local", "todo", "try", "u128",
    "u16", "u32", "u64", "u8", "unimplemented", "unreachable", "usize", "vec", "write", "writeln",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_hold_nothing_twice() {
        for list in [HABITS.transparent, HABITS.wrappers, HABITS.same, HABITS.inner, HABITS.builtins] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", list.windows(2).find(|pair| pair[0] >= pair[1]));
        }
        assert!(HABITS.collections.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
