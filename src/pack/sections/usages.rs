//! Uses of seeds other than calls, and what seeds use. Who imports a seed stands here where exports are not asked for.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "usages",
    admits,
    lack: Lack { statement: "no usages beside calls are known", proof: Proof::Uses },
    tables: &[Table::Usage, Table::Import],
};

fn admits(shape: Shape) -> bool {
    let is_used = shape.rule == Rule::Neighbor(Link::UsedBy) && !shape.is_test;
    is_used || (!shape.exports && shape.rule == Rule::Neighbor(Link::ImportedBy))
}
