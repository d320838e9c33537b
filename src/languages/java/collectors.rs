//! What the platform's collectors make of what a stream holds, as data.

use crate::languages::habits::Collector;

/// `(name, what)`, sorted; see [`crate::languages::habits::Foreign::collectors`].
pub(super) const COLLECTORS: &[(&str, Collector)] = &[
    ("collectingAndThen", Collector::Then),
    ("counting", Collector::Plain("Long")),
    ("groupingBy", Collector::Grouped("Map", None, "List")),
    ("groupingByConcurrent", Collector::Grouped("ConcurrentMap", None, "List")),
    ("identity", Collector::Itself),
    ("joining", Collector::Plain("String")),
    ("mapping", Collector::Through),
    ("partitioningBy", Collector::Grouped("Map", Some("Boolean"), "List")),
    ("toCollection", Collector::In("Collection")),
    ("toConcurrentMap", Collector::Mapped("ConcurrentMap")),
    ("toList", Collector::In("List")),
    ("toMap", Collector::Mapped("Map")),
    ("toSet", Collector::In("Set")),
    ("toUnmodifiableList", Collector::In("List")),
    ("toUnmodifiableMap", Collector::Mapped("Map")),
    ("toUnmodifiableSet", Collector::In("Set")),
];

#[cfg(test)]
mod tests {
    use super::COLLECTORS;

    #[test]
    fn rows_are_sorted_and_none_stands_twice() {
        assert!(COLLECTORS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
