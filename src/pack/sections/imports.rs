//! What the files of seeds import from within the index.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "imports",
    admits,
    lack: Lack { statement: "no imports from within the index are known", proof: Proof::Imports },
    tables: &[Table::Import],
};

fn admits(shape: Shape) -> bool {
    shape.rule == Rule::Neighbor(Link::Imports)
}
