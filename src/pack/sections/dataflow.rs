//! Where values flow to and come from.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section =
    Section { name: "dataflow", admits, lack: Lack { statement: "no flow of values is known", proof: Proof::Calls }, tables: &[Table::Dataflow] };

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Neighbor(Link::FlowsTo | Link::FlowsFrom))
}
