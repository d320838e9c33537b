//! What functions of Rust's standard library give of what they are handed, as data.

use crate::languages::semantics::Giving::{self, Argument, Holding, View, Written};

/// Functions by bytes, each with the type or the module that it is named by. Pointers are read as what they lead to.
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("as_ref", "Arc", Argument),
    ("as_ref", "Rc", Argument),
    ("clone", "Clone", Argument),
    ("downgrade", "Arc", Holding("Weak")),
    ("downgrade", "Rc", Holding("Weak")),
    ("from", "NonNull", Holding("NonNull")),
    ("from_raw", "Arc", Argument),
    ("from_raw", "Box", Argument),
    ("from_raw", "Rc", Argument),
    ("get_mut", "Arc", Holding("Option")),
    ("get_mut", "Pin", Argument),
    ("get_mut", "Rc", Holding("Option")),
    ("get_or_init", "OnceCell", Written("")),
    ("get_or_init", "OnceLock", Written("")),
    ("identity", "convert", Argument),
    ("into_inner", "Arc", Holding("Option")),
    ("into_inner", "Box", Argument),
    ("into_inner", "ManuallyDrop", Argument),
    ("into_inner", "Pin", Argument),
    ("into_inner", "Rc", Holding("Option")),
    ("into_pin", "Box", Argument),
    ("into_raw", "Arc", Argument),
    ("into_raw", "Box", Argument),
    ("into_raw", "Rc", Argument),
    ("leak", "Box", Argument),
    ("make_mut", "Arc", Argument),
    ("make_mut", "Rc", Argument),
    ("new", "Lazy", Written("")),
    ("new", "LazyCell", Written("")),
    ("new", "LazyLock", Written("")),
    ("new", "ManuallyDrop", Argument),
    ("new_unchecked", "NonNull", Holding("NonNull")),
    ("once", "iter", Holding("Iterator")),
    ("once_with", "iter", Written("Iterator")),
    ("read", "ptr", Argument),
    ("repeat", "iter", Holding("Iterator")),
    ("repeat_with", "iter", Written("Iterator")),
    ("spawn", "thread", Written("JoinHandle")),
    ("successors", "iter", View("Iterator", 0)),
    ("take", "ManuallyDrop", Argument),
    ("try_unwrap", "Arc", Holding("Result")),
    ("try_unwrap", "Rc", Holding("Result")),
    ("unwrap_or_clone", "Arc", Argument),
    ("unwrap_or_clone", "Rc", Argument),
];

#[cfg(test)]
mod tests {
    use super::GIVING;

    #[test]
    fn functions_are_sorted() {
        assert!(GIVING.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1)));
    }
}
