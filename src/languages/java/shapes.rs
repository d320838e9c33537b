//! Interfaces of the platform that functions are handed over as, as data (Java SE 17).

/// `(interface, its method, parameters of that, whether it gives something)`, sorted; see [`crate::languages::habits::Callbacks::shapes`].
pub(super) const SHAPES: &[(&str, &str, usize, bool)] = &[
    ("AutoCloseable", "close", 0, false),
    ("BiConsumer", "accept", 2, false),
    ("BiFunction", "apply", 2, true),
    ("BiPredicate", "test", 2, true),
    ("BinaryOperator", "apply", 2, true),
    ("BooleanSupplier", "getAsBoolean", 0, true),
    ("Callable", "call", 0, true),
    ("Closeable", "close", 0, false),
    ("Comparable", "compareTo", 1, true),
    ("Comparator", "compare", 2, true),
    ("Consumer", "accept", 1, false),
    ("DoubleBinaryOperator", "applyAsDouble", 2, true),
    ("DoubleConsumer", "accept", 1, false),
    ("DoubleFunction", "apply", 1, true),
    ("DoublePredicate", "test", 1, true),
    ("DoubleSupplier", "getAsDouble", 0, true),
    ("DoubleToIntFunction", "applyAsInt", 1, true),
    ("DoubleToLongFunction", "applyAsLong", 1, true),
    ("DoubleUnaryOperator", "applyAsDouble", 1, true),
    ("Executor", "execute", 1, false),
    ("FileFilter", "accept", 1, true),
    ("FilenameFilter", "accept", 2, true),
    ("Flushable", "flush", 0, false),
    ("Function", "apply", 1, true),
    ("IntBinaryOperator", "applyAsInt", 2, true),
    ("IntConsumer", "accept", 1, false),
    ("IntFunction", "apply", 1, true),
    ("IntPredicate", "test", 1, true),
    ("IntSupplier", "getAsInt", 0, true),
    ("IntToDoubleFunction", "applyAsDouble", 1, true),
    ("IntToLongFunction", "applyAsLong", 1, true),
    ("IntUnaryOperator", "applyAsInt", 1, true),
    ("InvocationHandler", "invoke", 3, true),
    ("Iterable", "iterator", 0, true),
    ("LongBinaryOperator", "applyAsLong", 2, true),
    ("LongConsumer", "accept", 1, false),
    ("LongFunction", "apply", 1, true),
    ("LongPredicate", "test", 1, true),
    ("LongSupplier", "getAsLong", 0, true),
    ("LongToDoubleFunction", "applyAsDouble", 1, true),
    ("LongToIntFunction", "applyAsInt", 1, true),
    ("LongUnaryOperator", "applyAsLong", 1, true),
    ("ObjDoubleConsumer", "accept", 2, false),
    ("ObjIntConsumer", "accept", 2, false),
    ("ObjLongConsumer", "accept", 2, false),
    ("Predicate", "test", 1, true),
    ("PrivilegedAction", "run", 0, true),
    ("PrivilegedExceptionAction", "run", 0, true),
    ("Readable", "read", 1, true),
    ("Runnable", "run", 0, false),
    ("Supplier", "get", 0, true),
    ("ThreadFactory", "newThread", 1, true),
    ("ToDoubleBiFunction", "applyAsDouble", 2, true),
    ("ToDoubleFunction", "applyAsDouble", 1, true),
    ("ToIntBiFunction", "applyAsInt", 2, true),
    ("ToIntFunction", "applyAsInt", 1, true),
    ("ToLongBiFunction", "applyAsLong", 2, true),
    ("ToLongFunction", "applyAsLong", 1, true),
    ("UnaryOperator", "apply", 1, true),
    ("UncaughtExceptionHandler", "uncaughtException", 2, false),
];

/// See [`crate::languages::habits::Callbacks::markers`].
pub(super) const MARKERS: &[&str] = &["Cloneable", "EventListener", "RandomAccess", "Remote", "Serializable"];

#[cfg(test)]
mod tests {
    use super::SHAPES;

    #[test]
    fn rows_are_sorted_and_none_stands_twice() {
        assert!(SHAPES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
