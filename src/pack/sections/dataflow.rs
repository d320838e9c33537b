//! Where values flow to and come from.

use super::{Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "dataflow", admits, absence: None, tables: &[Table::Dataflow] };

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Neighbor(Link::FlowsTo | Link::FlowsFrom))
}
