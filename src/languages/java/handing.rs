//! Which methods of the platform hand what to the functions among their arguments, as data.

/// Methods of collections, streams, optionals and maps that hand their elements to a function, sorted.
pub(super) const ELEMENT_METHODS: &[&str] = &[
    "allMatch",
    "anyMatch",
    "dropWhile",
    "filter",
    "flatMap",
    "forEach",
    "forEachOrdered",
    "ifPresent",
    "ifPresentOrElse",
    "map",
    "mapMulti",
    "mapToDouble",
    "mapToInt",
    "mapToLong",
    "mapToObj",
    "max",
    "merge",
    "min",
    "noneMatch",
    "peek",
    "reduce",
    "removeIf",
    "replaceAll",
    "sort",
    "sorted",
    "takeWhile",
];

/// Of these, what they are handed is made for their elements: `sorted(Comparator.comparing(x -> …))`, `filter(Predicate.not(x -> …))`.
pub(super) const GATHERING_METHODS: &[&str] =
    &["allMatch", "anyMatch", "collect", "dropWhile", "filter", "max", "min", "noneMatch", "removeIf", "sort", "sorted", "takeWhile"];

/// The types whose makers these are, sorted: a declared type tells what they are made for.
pub(super) const MAKERS: &[&str] = &["Collectors", "Comparator", "Predicate"];

/// Collections that a comparator of their elements, or of their keys, is handed to, sorted.
pub(super) const COMPARING: &[&str] =
    &["ConcurrentSkipListMap", "ConcurrentSkipListSet", "PriorityBlockingQueue", "PriorityQueue", "TreeMap", "TreeSet"];

/// Makers of comparators, conditions and collectors that hand the elements to the functions they take, sorted.
pub(super) const GATHERERS: &[&str] = &[
    "averagingDouble",
    "averagingInt",
    "averagingLong",
    "comparing",
    "comparingDouble",
    "comparingInt",
    "comparingLong",
    "groupingBy",
    "groupingByConcurrent",
    "not",
    "partitioningBy",
    "summingDouble",
    "summingInt",
    "summingLong",
    "thenComparing",
    "thenComparingDouble",
    "thenComparingInt",
    "thenComparingLong",
    "toConcurrentMap",
    "toMap",
];

/// With two parameters, these hand the key first (maps) and the element second.
pub(super) const KEYED_METHODS: &[&str] = &["forEach", "replaceAll"];

/// With two parameters, these hand what went wrong second.
pub(super) const FAILING_METHODS: &[&str] = &["whenComplete", "whenCompleteAsync"];

/// Methods of conditions that are put together with others of the same.
pub(super) const TESTING_METHODS: &[&str] = &["and", "or"];

/// Methods of futures and references that hand what they wrap to a function, sorted.
pub(super) const WRAPPED_METHODS: &[&str] = &[
    "accumulateAndGet",
    "getAndAccumulate",
    "getAndUpdate",
    "thenAccept",
    "thenAcceptAsync",
    "thenApply",
    "thenApplyAsync",
    "thenCompose",
    "thenComposeAsync",
    "updateAndGet",
    "whenComplete",
    "whenCompleteAsync",
];

/// What the functions among the arguments of a call are handed of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// What it gives, or is built by, as a function: the call gives that as well.
    Given,
    /// The value itself: the call gives that as well.
    Itself,
    /// Its elements.
    Elements,
    /// What it gives as a function, and the call gives something else.
    Key,
}

/// Which functions those are: their places, each with whether the second of two parameters takes something else.
pub(super) type Folding = (Of, &'static [(usize, bool)]);

/// Methods of the platform of which that is so: the name of the type in front of the method where only one has it, and how many arguments there are at least.
pub(super) const FOLDING: &[(&str, &str, usize, Folding)] = &[
    ("collect", "", 3, (Of::Given, &[(1, true), (2, false)])),
    ("comparing", "", 2, (Of::Key, &[(1, false)])),
    ("max", "Collections", 2, (Of::Elements, &[(1, false)])),
    ("min", "Collections", 2, (Of::Elements, &[(1, false)])),
    ("of", "Collector", 3, (Of::Given, &[(1, true), (2, false), (3, false)])),
    ("parallelSort", "Arrays", 2, (Of::Elements, &[(1, false), (3, false)])),
    ("reduce", "", 3, (Of::Itself, &[(1, true), (2, false)])),
    ("sort", "Arrays", 2, (Of::Elements, &[(1, false), (3, false)])),
    ("sort", "Collections", 2, (Of::Elements, &[(1, false)])),
    ("thenComparing", "", 2, (Of::Key, &[(1, false)])),
];
