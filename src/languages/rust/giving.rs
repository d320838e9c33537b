//! What functions of Rust's standard library give of what they are handed, as data.

use crate::languages::habits::Made::{In, Pair, Plain};
use crate::languages::semantics::Giving::{self, Argument, Holding, Of, View, Written};

/// Functions by bytes, each with the type or the module that it is named by. Pointers are read as what they lead to.
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("align_of", "mem", Of(Plain("usize"))),
    ("align_of_val", "mem", Of(Plain("usize"))),
    ("args", "env", Of(In("Iterator", &Plain("String")))),
    ("args_os", "env", Of(In("Iterator", &Plain("OsString")))),
    ("as_ref", "Arc", Argument),
    ("as_ref", "Rc", Argument),
    ("canonicalize", "fs", Of(In("Result", &Plain("PathBuf")))),
    ("clone", "Arc", Argument),
    ("clone", "Clone", Argument),
    ("clone", "Rc", Argument),
    ("current_dir", "env", Of(In("Result", &Plain("PathBuf")))),
    ("current_exe", "env", Of(In("Result", &Plain("PathBuf")))),
    ("downgrade", "Arc", Holding("Weak")),
    ("downgrade", "Rc", Holding("Weak")),
    ("from", "Arc", Argument),
    ("from", "Box", Argument),
    ("from", "NonNull", Holding("NonNull")),
    ("from", "Rc", Argument),
    ("from_raw", "Arc", Argument),
    ("from_raw", "Box", Argument),
    ("from_raw", "Rc", Argument),
    ("from_utf8", "str", Of(In("Result", &Plain("str")))),
    ("from_utf8_lossy", "String", Of(Plain("str"))),
    ("from_utf8_unchecked", "str", Of(Plain("str"))),
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
    ("new", "Arc", Argument),
    ("new", "Box", Argument),
    ("new", "Lazy", Written("")),
    ("new", "LazyCell", Written("")),
    ("new", "LazyLock", Written("")),
    ("new", "ManuallyDrop", Argument),
    ("new", "Rc", Argument),
    ("new_unchecked", "NonNull", Holding("NonNull")),
    ("once", "iter", Holding("Iterator")),
    ("once_with", "iter", Written("Iterator")),
    ("pin", "Arc", Argument),
    ("pin", "Box", Argument),
    ("pin", "Rc", Argument),
    ("read", "fs", Of(In("Result", &In("Vec", &Plain("u8"))))),
    ("read", "ptr", Argument),
    ("read_link", "fs", Of(In("Result", &Plain("PathBuf")))),
    ("read_to_string", "fs", Of(In("Result", &Plain("String")))),
    ("read_to_string", "io", Of(In("Result", &Plain("String")))),
    ("repeat", "iter", Holding("Iterator")),
    ("repeat_with", "iter", Written("Iterator")),
    ("size_of", "mem", Of(Plain("usize"))),
    ("size_of_val", "mem", Of(Plain("usize"))),
    ("spawn", "thread", Written("JoinHandle")),
    ("successors", "iter", View("Iterator", 0)),
    ("take", "ManuallyDrop", Argument),
    ("temp_dir", "env", Of(Plain("PathBuf"))),
    ("try_unwrap", "Arc", Holding("Result")),
    ("try_unwrap", "Rc", Holding("Result")),
    ("unwrap_or_clone", "Arc", Argument),
    ("unwrap_or_clone", "Rc", Argument),
    ("var", "env", Of(In("Result", &Plain("String")))),
    ("var_os", "env", Of(In("Option", &Plain("OsString")))),
    ("vars", "env", Of(In("Iterator", &Pair(&Plain("String"), &Plain("String"))))),
];

#[cfg(test)]
mod tests {
    use super::GIVING;

    #[test]
    fn functions_are_sorted() {
        assert!(GIVING.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1)));
    }
}
