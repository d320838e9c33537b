//! Methods of the standard library, of test frameworks and of containers that give something of what a call hands over, as data.

use crate::languages::habits::Made;
use crate::languages::semantics::Giving;

/// What a class literal names.
const OF_CLASS: Giving = Giving::Named("Class");

/// One entry of a map, and all of them.
const ENTRY: Giving = Giving::Entries(&["Entry"]);
const ENTRIES: Giving = Giving::Entries(&["Set", "Entry"]);

/// What arithmetic gives of numbers, a whole one of one that has a fraction, and a letter or its code.
const COUNTED: Giving = Giving::Number(&[("byte", "int"), ("short", "int"), ("char", "int")]);
const ROUNDED: Giving = Giving::Number(&[("byte", "int"), ("short", "int"), ("char", "int"), ("long", "int"), ("float", "int"), ("double", "long")]);
const LETTER: Giving = Giving::Number(&[("byte", "int"), ("short", "int")]);

/// What says what a mock does, and hands over the mock next.
const STUBBER: Giving = Giving::Of(Made::Plain("Stubber"));
const BDD_STUBBER: Giving = Giving::Of(Made::Plain("BDDStubber"));

/// Places of files.
const PATH: Giving = Giving::Of(Made::Plain("Path"));
const PATHS: Giving = Giving::Of(Made::In("Stream", &Made::Plain("Path")));

/// Streams of numbers are types of their own.
const NUMBERED: &[(&str, &str)] = &[("double", "DoubleStream"), ("int", "IntStream"), ("long", "LongStream")];

/// `(member, owner, what)`, sorted; see [`crate::languages::habits::Foreign::giving`].
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("abs", "Math", COUNTED),
    ("absExact", "Math", COUNTED),
    ("adapt", "", OF_CLASS),
    ("addExact", "Math", COUNTED),
    ("apply", "BiFunction", Giving::Part(2)),
    ("apply", "BinaryOperator", Giving::Part(0)),
    ("apply", "Function", Giving::Part(1)),
    ("apply", "UnaryOperator", Giving::Part(0)),
    ("asList", "Arrays", Giving::Holding("List")),
    ("asSubclass", "Class", Giving::Argument),
    ("assertThrows", "", OF_CLASS),
    ("assertThrowsExactly", "", OF_CLASS),
    ("call", "Callable", Giving::Part(0)),
    ("cast", "Class", Giving::Part(0)),
    ("ceilingEntry", "", ENTRY),
    ("checkNotNull", "Preconditions", Giving::Argument),
    ("collect", "", Giving::Collected),
    ("completedFuture", "CompletableFuture", Giving::Holding("CompletableFuture")),
    ("concat", "Stream", Giving::Argument),
    ("copy", "Files", PATH),
    ("copyOf", "Arrays", Giving::Argument),
    ("copyOf", "ImmutableList", Giving::Argument),
    ("copyOf", "ImmutableMap", Giving::Argument),
    ("copyOf", "ImmutableSet", Giving::Argument),
    ("copyOf", "List", Giving::Argument),
    ("copyOf", "Map", Giving::Argument),
    ("copyOf", "Set", Giving::Argument),
    ("copyOfRange", "Arrays", Giving::Argument),
    ("createDirectories", "Files", PATH),
    ("createDirectory", "Files", PATH),
    ("createFile", "Files", PATH),
    ("createMock", "", OF_CLASS),
    ("createNiceMock", "", OF_CLASS),
    ("createTempDirectory", "Files", PATH),
    ("createTempFile", "File", Giving::Of(Made::Plain("File"))),
    ("createTempFile", "Files", PATH),
    ("decrementExact", "Math", COUNTED),
    ("doAnswer", "Mockito", STUBBER),
    ("doAnswer", "Stubber", STUBBER),
    ("doCallRealMethod", "Mockito", STUBBER),
    ("doCallRealMethod", "Stubber", STUBBER),
    ("doNothing", "Mockito", STUBBER),
    ("doNothing", "Stubber", STUBBER),
    ("doReturn", "Mockito", STUBBER),
    ("doReturn", "Stubber", STUBBER),
    ("doThrow", "Mockito", STUBBER),
    ("doThrow", "Stubber", STUBBER),
    ("entry", "Map", Giving::Holding("Entry")),
    ("entrySet", "", ENTRIES),
    ("expectThrows", "", OF_CLASS),
    ("firstEntry", "", ENTRY),
    ("firstNonNull", "MoreObjects", Giving::Argument),
    ("floorDiv", "Math", COUNTED),
    ("floorEntry", "", ENTRY),
    ("generate", "Stream", Giving::Written("Stream")),
    ("get", "Path", PATH),
    ("get", "Paths", PATH),
    ("getAnnotation", "", OF_CLASS),
    ("getBean", "", OF_CLASS),
    ("getDeclaredAnnotation", "", OF_CLASS),
    ("getFirst", "Iterables", Giving::Held(0)),
    ("getInstance", "", OF_CLASS),
    ("getKey", "Entry", Giving::Part(0)),
    ("getLast", "Iterables", Giving::Held(0)),
    ("getOnlyElement", "Iterables", Giving::Held(0)),
    ("given", "BDDStubber", Giving::Argument),
    ("higherEntry", "", ENTRY),
    ("incrementExact", "Math", COUNTED),
    ("iterate", "Stream", Giving::Written("Stream")),
    ("lastEntry", "", ENTRY),
    ("lines", "Files", Giving::Of(Made::In("Stream", &Made::Plain("String")))),
    ("list", "Files", PATHS),
    ("lowerEntry", "", ENTRY),
    ("mapToObj", "", Giving::Written("Stream")),
    ("max", "Collections", Giving::Held(0)),
    ("max", "Math", COUNTED),
    ("min", "Collections", Giving::Held(0)),
    ("min", "Math", COUNTED),
    ("mock", "", OF_CLASS),
    ("move", "Files", PATH),
    ("multiplyExact", "Math", COUNTED),
    ("negateExact", "Math", COUNTED),
    ("newBufferedReader", "Files", Giving::Of(Made::Plain("BufferedReader"))),
    ("newBufferedWriter", "Files", Giving::Of(Made::Plain("BufferedWriter"))),
    ("newInputStream", "Files", Giving::Of(Made::Plain("InputStream"))),
    ("newInstance", "Class", Giving::Part(0)),
    ("newOutputStream", "Files", Giving::Of(Made::Plain("OutputStream"))),
    ("of", "EnumSet", Giving::Holding("EnumSet")),
    ("of", "ImmutableList", Giving::Holding("List")),
    ("of", "ImmutableSet", Giving::Holding("Set")),
    ("of", "List", Giving::Holding("List")),
    ("of", "Map", Giving::Holding("Map")),
    ("of", "Optional", Giving::Holding("Optional")),
    ("of", "Set", Giving::Holding("Set")),
    ("of", "Stream", Giving::Holding("Stream")),
    ("ofNullable", "Optional", Giving::Holding("Optional")),
    ("ofNullable", "Stream", Giving::Holding("Stream")),
    ("pollFirstEntry", "", ENTRY),
    ("pollLastEntry", "", ENTRY),
    ("readAllBytes", "Files", Giving::Of(Made::In("array", &Made::Plain("byte")))),
    ("readAllLines", "Files", Giving::Of(Made::In("List", &Made::Plain("String")))),
    ("readString", "Files", Giving::Of(Made::Plain("String"))),
    ("reduce", "Stream", Giving::Reduced("Optional")),
    ("requireNonNull", "Objects", Giving::Argument),
    ("requireNonNullElse", "Objects", Giving::Argument),
    ("requireNonNullElseGet", "Objects", Giving::Argument),
    ("round", "Math", ROUNDED),
    ("singleton", "Collections", Giving::Holding("Set")),
    ("singletonList", "Collections", Giving::Holding("List")),
    ("singletonMap", "Collections", Giving::Holding("Map")),
    ("size", "Files", Giving::Of(Made::Plain("long"))),
    ("spy", "Mockito", Giving::Argument),
    ("stream", "Arrays", Giving::Elements("Stream", NUMBERED)),
    ("submit", "", Giving::Written("Future")),
    ("subtractExact", "Math", COUNTED),
    ("supplyAsync", "CompletableFuture", Giving::Written("CompletableFuture")),
    ("synchronizedCollection", "Collections", Giving::Argument),
    ("synchronizedList", "Collections", Giving::Argument),
    ("synchronizedMap", "Collections", Giving::Argument),
    ("synchronizedSet", "Collections", Giving::Argument),
    ("toArray", "", Giving::Argument),
    ("toLowerCase", "Character", LETTER),
    ("toTitleCase", "Character", LETTER),
    ("toUpperCase", "Character", LETTER),
    ("unmodifiableCollection", "Collections", Giving::Argument),
    ("unmodifiableList", "Collections", Giving::Argument),
    ("unmodifiableMap", "Collections", Giving::Argument),
    ("unmodifiableSet", "Collections", Giving::Argument),
    ("unwrap", "", OF_CLASS),
    ("verify", "Mockito", Giving::Argument),
    ("walk", "Files", PATHS),
    ("when", "Stubber", Giving::Argument),
    ("will", "BDDMockito", BDD_STUBBER),
    ("will", "BDDStubber", BDD_STUBBER),
    ("willAnswer", "BDDMockito", BDD_STUBBER),
    ("willAnswer", "BDDStubber", BDD_STUBBER),
    ("willCallRealMethod", "BDDMockito", BDD_STUBBER),
    ("willCallRealMethod", "BDDStubber", BDD_STUBBER),
    ("willDoNothing", "BDDMockito", BDD_STUBBER),
    ("willDoNothing", "BDDStubber", BDD_STUBBER),
    ("willReturn", "BDDMockito", BDD_STUBBER),
    ("willReturn", "BDDStubber", BDD_STUBBER),
    ("willThrow", "BDDMockito", BDD_STUBBER),
    ("willThrow", "BDDStubber", BDD_STUBBER),
    ("withInitial", "ThreadLocal", Giving::Written("ThreadLocal")),
    ("write", "Files", PATH),
    ("writeString", "Files", PATH),
];

#[cfg(test)]
mod tests {
    use super::GIVING;

    #[test]
    fn rows_are_sorted_by_member_and_none_stands_twice() {
        assert!(GIVING.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1)));
    }
}
