//! The names of `java.lang` and the shapes of the standard library, as data.

use crate::languages::semantics::{Construction, Habits};

/// The habits of Java.
pub static HABITS: Habits = Habits {
    implicit_receiver: true,
    construction: Construction::Explicit,
    wrappers: &[
        "AtomicReference", "Callable", "CompletableFuture", "CompletionStage", "Future", "Lazy", "ListenableFuture", "Optional", "Provider",
        "Reference", "SoftReference", "Supplier", "ThreadLocal", "WeakReference",
    ],
    collections: &[
        ("AbstractCollection", 0), ("AbstractList", 0), ("AbstractMap", 1), ("AbstractQueue", 0), ("AbstractSequentialList", 0),
        ("AbstractSet", 0), ("ArrayBlockingQueue", 0), ("ArrayDeque", 0), ("ArrayList", 0), ("BaseStream", 0), ("BlockingDeque", 0),
        ("BlockingQueue", 0), ("Collection", 0), ("ConcurrentHashMap", 1), ("ConcurrentLinkedDeque", 0), ("ConcurrentLinkedQueue", 0),
        ("ConcurrentMap", 1), ("ConcurrentNavigableMap", 1), ("ConcurrentSkipListMap", 1), ("ConcurrentSkipListSet", 0),
        ("CopyOnWriteArrayList", 0), ("CopyOnWriteArraySet", 0), ("DelayQueue", 0), ("Deque", 0), ("DirectoryStream", 0), ("Entry", 1),
        ("EnumMap", 1), ("EnumSet", 0), ("Enumeration", 0), ("HashMap", 1), ("HashSet", 0), ("Hashtable", 1), ("IdentityHashMap", 1),
        ("ImmutableCollection", 0), ("ImmutableList", 0), ("ImmutableMap", 1), ("ImmutableSet", 0), ("ImmutableSortedMap", 1),
        ("ImmutableSortedSet", 0), ("Iterable", 0), ("Iterator", 0), ("LinkedBlockingDeque", 0), ("LinkedBlockingQueue", 0),
        ("LinkedHashMap", 1), ("LinkedHashSet", 0), ("LinkedList", 0), ("List", 0), ("ListIterator", 0), ("Map", 1), ("Multiset", 0),
        ("NavigableMap", 1), ("NavigableSet", 0), ("Optional", 0), ("PriorityBlockingQueue", 0), ("PriorityQueue", 0), ("Queue", 0),
        ("SequencedCollection", 0), ("SequencedMap", 1), ("SequencedSet", 0), ("ServiceLoader", 0), ("Set", 0), ("SortedMap", 1),
        ("SortedSet", 0), ("Spliterator", 0), ("Stack", 0), ("Stream", 0), ("TransferQueue", 0), ("TreeMap", 1), ("TreeSet", 0),
        ("Vector", 0), ("WeakHashMap", 1), ("array", 0),
    ],
    same: &[
        "asIterator", "clone", "concat", "descendingIterator", "descendingSet", "distinct", "dropWhile", "elements", "filter", "findAny",
        "findFirst", "headMap", "headSet", "iterator", "limit", "listIterator", "onClose", "or", "parallel", "parallelStream", "reversed",
        "sequential", "skip", "sorted", "spliterator", "stream", "subList", "subMap", "subSet", "tailMap", "tailSet", "takeWhile", "toArray",
        "toList", "unordered", "values", "whenComplete",
    ],
    inner: &[
        "call", "ceiling", "compute", "computeIfAbsent", "computeIfPresent", "element", "elementAt", "first", "firstElement", "floor",
        "get", "getAndSet", "getFirst", "getLast", "getNow", "getOrDefault", "getPlain", "getValue", "higher", "join", "last",
        "lastElement", "lower", "merge", "next", "nextElement", "orElse", "orElseGet", "orElseThrow", "peek", "peekFirst", "peekLast",
        "poll", "pollFirst", "pollLast", "pop", "previous", "putIfAbsent", "remove", "removeFirst", "removeLast", "replace", "setValue",
        "take", "takeFirst", "takeLast",
    ],
    builtins: BUILT_IN,
    overloads: true,
    managers: &["maven", "gradle"],
    file_scoped: false,
    ..Habits::PLAIN
};

/// Types of `java.lang`, primitive types, and the methods that every object has.
const BUILT_IN: &[&str] = &[
        "AbstractMethodError", "Appendable", "ArithmeticException", "ArrayIndexOutOfBoundsException", "ArrayStoreException", "AssertionError",
        "AutoCloseable", "Boolean", "BootstrapMethodError", "Byte", "CharSequence", "Character", "Class", "ClassCastException",
        "ClassCircularityError", "ClassFormatError", "ClassLoader", "ClassNotFoundException", "ClassValue", "CloneNotSupportedException",
        "Cloneable", "Comparable", "Deprecated", "Double", "Enum", "EnumConstantNotPresentException", "Error", "Exception",
        "ExceptionInInitializerError", "Float", "FunctionalInterface", "IllegalAccessError", "IllegalAccessException",
        "IllegalArgumentException", "IllegalCallerException", "IllegalMonitorStateException", "IllegalStateException",
        "IllegalThreadStateException", "IncompatibleClassChangeError", "IndexOutOfBoundsException", "InheritableThreadLocal",
        "InstantiationError", "InstantiationException", "Integer", "InternalError", "InterruptedException", "Iterable",
        "LayerInstantiationException", "LinkageError", "Long", "MatchException", "Math", "Module", "ModuleLayer", "NegativeArraySizeException",
        "NoClassDefFoundError", "NoSuchFieldError", "NoSuchFieldException", "NoSuchMethodError", "NoSuchMethodException", "NullPointerException",
        "Number", "NumberFormatException", "Object", "OutOfMemoryError", "Override", "Package", "Process", "ProcessBuilder", "ProcessHandle",
        "Readable", "Record", "ReflectiveOperationException", "Runnable", "Runtime", "RuntimeException", "RuntimePermission", "SafeVarargs",
        "ScopedValue", "SecurityException", "SecurityManager", "Short", "StackOverflowError", "StackTraceElement", "StackWalker", "StrictMath",
        "String", "StringBuffer", "StringBuilder", "StringIndexOutOfBoundsException", "SuppressWarnings", "System", "Thread", "ThreadDeath",
        "ThreadGroup", "ThreadLocal", "Throwable", "TypeNotPresentException", "UnknownError", "UnsatisfiedLinkError",
        "UnsupportedClassVersionError", "UnsupportedOperationException", "VerifyError", "VirtualMachineError", "Void", "WrongThreadException",
        "array", "boolean", "byte", "char", "clone", "double", "equals", "finalize", "float", "getClass", "hashCode", "int", "long", "notify",
        "notifyAll", "short", "toString", "void", "wait",
];
