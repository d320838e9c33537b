//! What a seed calls.

use super::{Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "callees", admits, absence: None, tables: &[Table::Call] };

fn admits(shape: Shape) -> bool {
    shape.rule == Rule::Neighbor(Link::Callee) && !shape.is_test
}
