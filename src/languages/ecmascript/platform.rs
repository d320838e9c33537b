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
