//! Interfaces of the platform that functions are handed over as, as data (Java SE 17).

/// `(interface, parameters of its method, whether that gives something)`, sorted; see [`crate::languages::habits::Callbacks::shapes`].
pub(super) const SHAPES: &[(&str, usize, bool)] = &[
    ("AutoCloseable", 0, false),
    ("BiConsumer", 2, false),
    ("BiFunction", 2, true),
    ("BiPredicate", 2, true),
    ("BinaryOperator", 2, true),
    ("BooleanSupplier", 0, true),
    ("Callable", 0, true),
    ("Closeable", 0, false),
    ("Comparable", 1, true),
    ("Comparator", 2, true),
    ("Consumer", 1, false),
    ("DoubleBinaryOperator", 2, true),
    ("DoubleConsumer", 1, false),
    ("DoubleFunction", 1, true),
    ("DoublePredicate", 1, true),
    ("DoubleSupplier", 0, true),
    ("DoubleToIntFunction", 1, true),
    ("DoubleToLongFunction", 1, true),
    ("DoubleUnaryOperator", 1, true),
    ("Executor", 1, false),
    ("FileFilter", 1, true),
    ("FilenameFilter", 2, true),
    ("Flushable", 0, false),
    ("Function", 1, true),
    ("IntBinaryOperator", 2, true),
    ("IntConsumer", 1, false),
    ("IntFunction", 1, true),
    ("IntPredicate", 1, true),
    ("IntSupplier", 0, true),
    ("IntToDoubleFunction", 1, true),
    ("IntToLongFunction", 1, true),
    ("IntUnaryOperator", 1, true),
    ("InvocationHandler", 3, true),
    ("Iterable", 0, true),
    ("LongBinaryOperator", 2, true),
    ("LongConsumer", 1, false),
    ("LongFunction", 1, true),
    ("LongPredicate", 1, true),
    ("LongSupplier", 0, true),
    ("LongToDoubleFunction", 1, true),
    ("LongToIntFunction", 1, true),
    ("LongUnaryOperator", 1, true),
    ("ObjDoubleConsumer", 2, false),
    ("ObjIntConsumer", 2, false),
    ("ObjLongConsumer", 2, false),
    ("Predicate", 1, true),
    ("PrivilegedAction", 0, true),
    ("PrivilegedExceptionAction", 0, true),
    ("Readable", 1, true),
    ("Runnable", 0, false),
    ("Supplier", 0, true),
    ("ThreadFactory", 1, true),
    ("ToDoubleBiFunction", 2, true),
    ("ToDoubleFunction", 1, true),
    ("ToIntBiFunction", 2, true),
    ("ToIntFunction", 1, true),
    ("ToLongBiFunction", 2, true),
    ("ToLongFunction", 1, true),
    ("UnaryOperator", 1, true),
    ("UncaughtExceptionHandler", 2, false),
];

#[cfg(test)]
mod tests {
    use super::SHAPES;

    #[test]
    fn rows_are_sorted_and_none_stands_twice() {
        assert!(SHAPES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
