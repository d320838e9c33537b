//! What everybody who writes Dart takes for granted: built-in names and members of standard types.

use crate::languages::semantics::{Construction, Habits};

/// Dart's habits.
pub static HABITS: Habits = Habits {
    implicit_receiver: true,
    constructors: &[],
    builtins: BUILTINS,
    foreign_members: FOREIGN_MEMBERS,
    construction: Construction::Call,
    wrappers: &["Future"],
    collections: &[("Iterable", 0), ("List", 0), ("Map", 1), ("Set", 0), ("Stream", 0)],
    ..Habits::PLAIN
};

/// Names that no file needs to define.
const BUILTINS: &[&str] = &[
    "AssertionError", "BigInt", "BuildContext", "Comparable", "Completer", "Container", "DateTime", "Deprecated", "Directory", "Duration",
    "Enum", "Error", "Exception", "Expando", "File", "FormatException", "Function", "Future", "Iterable", "Iterator", "JsonEncoder", "List",
    "Map", "MapEntry", "Match", "Never", "Null", "Object", "Pattern", "Platform", "Process", "Queue", "Random", "RangeError", "Record",
    "RegExp", "Set", "Sink", "StackTrace", "StateError", "Stopwatch", "Stream", "StreamController", "StreamSubscription", "String",
    "StringBuffer", "StringSink", "Symbol", "Timer", "Type", "Uint8List", "UnimplementedError", "UnsupportedError", "Uri", "Zone", "assert",
    "bool", "deprecated", "double", "dynamic", "expect", "group", "identical", "int", "jsonDecode", "jsonEncode", "max", "min", "num",
    "override", "print", "required", "setUp", "tearDown", "test", "utf8", "void",
];

/// Members of standard types: alone they say nothing about the receiver.
const FOREIGN_MEMBERS: &[&str] = &[
    "add", "addAll", "any", "cancel", "catchError", "clear", "close", "codeUnitAt", "compareTo", "complete", "contains", "containsKey",
    "current", "elementAt", "endsWith", "entries", "every", "expand", "first", "firstWhere", "fold", "forEach", "from", "future", "hashCode",
    "indexOf", "insert", "isEmpty", "isNotEmpty", "iterator", "join", "keys", "last", "length", "listen", "map", "moveNext", "name", "of",
    "padLeft", "parse", "putIfAbsent", "readAsString", "reduce", "remove", "removeAt", "removeWhere", "replaceAll", "reversed", "runtimeType",
    "single", "skip", "sort", "split", "startsWith", "stream", "sublist", "substring", "take", "then", "toInt", "toList", "toLowerCase",
    "toSet", "toString", "toUpperCase", "trim", "values", "whenComplete", "where", "write", "writeln",
];
