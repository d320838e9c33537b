//! Who calls a seed, directly, through others, or as the method that it takes the place of.

use super::{Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "callers", admits, absence: Some("no callers are known"), tables: &[Table::Call, Table::Structure] };

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Neighbor(Link::Caller | Link::CalledThrough)) && !shape.is_test
}
