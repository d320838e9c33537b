//! Who calls a seed, directly, through others, or as the method that it takes the place of.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "callers",
    admits,
    lack: Lack { statement: "no callers are known", proof: Proof::Uses },
    tables: &[Table::Call, Table::Structure],
};

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Neighbor(Link::Caller | Link::CalledThrough)) && !shape.is_test
}
