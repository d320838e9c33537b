//! What the files of seeds make visible, and who imports it.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "exports",
    admits,
    lack: Lack { statement: "no exports and no importers are known", proof: Proof::Uses },
    tables: &[Table::Export, Table::Import],
};

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Neighbor(Link::Exports | Link::ExportedBy)) || (shape.exports && shape.rule == Rule::Neighbor(Link::ImportedBy))
}
