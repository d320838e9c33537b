//! Who calls a seed, directly or through others.

use super::{Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "callers", admits, absence: Some("no callers are known"), tables: &[Table::Call] };

fn admits(shape: Shape) -> bool {
    shape.rule == Rule::Neighbor(Link::Caller) && !shape.is_test
}
