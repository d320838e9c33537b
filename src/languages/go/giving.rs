//! Functions of the standard library that give something of what a call hands over, as data.

use crate::languages::semantics::Giving;

/// `(member, owner, what)`, sorted; see [`crate::languages::habits::Foreign::giving`].
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("All", "maps", Giving::Argument),
    ("All", "slices", Giving::Argument),
    ("Backward", "slices", Giving::Argument),
    ("Clip", "slices", Giving::Argument),
    ("Clone", "maps", Giving::Argument),
    ("Clone", "slices", Giving::Argument),
    ("Collect", "slices", Giving::View("[]", 0)),
    ("Compact", "slices", Giving::Argument),
    ("CompactFunc", "slices", Giving::Argument),
    ("Concat", "slices", Giving::Argument),
    ("Delete", "slices", Giving::Argument),
    ("DeleteFunc", "slices", Giving::Argument),
    ("Grow", "slices", Giving::Argument),
    ("Insert", "slices", Giving::Argument),
    ("Keys", "maps", Giving::View("Seq", 0)),
    ("Max", "slices", Giving::Held(0)),
    ("MaxFunc", "slices", Giving::Held(0)),
    ("Min", "slices", Giving::Held(0)),
    ("MinFunc", "slices", Giving::Held(0)),
    ("Or", "cmp", Giving::Argument),
    ("Repeat", "slices", Giving::Argument),
    ("Replace", "slices", Giving::Argument),
    ("Sorted", "slices", Giving::View("[]", 0)),
    ("SortedFunc", "slices", Giving::View("[]", 0)),
    ("SortedStableFunc", "slices", Giving::View("[]", 0)),
    ("Values", "maps", Giving::View("Seq", 1)),
    ("Values", "slices", Giving::View("Seq", 0)),
];

#[cfg(test)]
mod tests {
    use super::GIVING;

    #[test]
    fn rows_are_sorted_by_member_and_none_stands_twice() {
        assert!(GIVING.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1)));
    }
}
