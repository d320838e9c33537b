//! What the language and browsers bring along: members of functions, and variables.

/// Variables of browsers (<https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object>): programs add members to their types.
pub(super) const VARIABLES: &[(&str, &str)] = &[
    ("console", "Console"),
    ("document", "Document"),
    ("history", "History"),
    ("localStorage", "Storage"),
    ("location", "Location"),
    ("navigator", "Navigator"),
    ("performance", "Performance"),
    ("screen", "Screen"),
    ("self", "Window"),
    ("sessionStorage", "Storage"),
    ("window", "Window"),
];

/// What every function has from `Function.prototype` and `Object.prototype`, sorted by bytes.
#[rustfmt::skip]
pub(super) const OF_FUNCTIONS: &[&str] = &[
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "apply", "arguments", "bind", "call", "caller",
    "constructor", "hasOwnProperty", "isPrototypeOf", "length", "name", "propertyIsEnumerable", "prototype", "toLocaleString", "toString", "valueOf",
];

/// Methods that give what they are called on, or one of its kind that holds the same.
#[rustfmt::skip]
pub(super) const SAME: &[&str] = &[
    "catch", "concat", "copyWithin", "entries", "fill", "filter", "finally", "reverse", "slice", "sort", "splice", "toReversed", "toSorted",
    "toSpliced", "values", "with",
];

/// Lists and sets number what they hold.
pub(super) const TURNS: &[(&str, &[&str], &[&str])] = &[("entries", &["Array", "ReadonlyArray", "ReadonlySet", "Set"], &["Map"])];

/// Methods of lists, sets and maps that put arguments into them: the first of these, and the last.
pub(super) const PUTTING: &[(&str, u32, u32)] =
    &[("add", 0, 0), ("fill", 0, 0), ("push", 0, u32::MAX), ("set", 1, 1), ("splice", 2, u32::MAX), ("unshift", 0, u32::MAX)];

/// What compilers of components take in every module that they are given: the runes of Svelte, the macros of Vue. Sorted by bytes.
#[rustfmt::skip]
pub(super) const COMPILED: &[&str] = &[
    "$bindable", "$derived", "$effect", "$host", "$inspect", "$props", "$state", "defineEmits", "defineExpose", "defineModel", "defineOptions",
    "defineProps", "defineSlots", "withDefaults",
];
