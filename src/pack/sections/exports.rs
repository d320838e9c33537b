//! What the files of seeds make visible, and who imports it.

use super::{Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "exports", admits, absence: None, tables: &[Table::Export, Table::Import] };

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Neighbor(Link::Exports | Link::ExportedBy)) || (shape.exports && shape.rule == Rule::Neighbor(Link::ImportedBy))
}
