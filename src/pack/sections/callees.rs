//! What a seed leans on: what it calls, what such a call may run, and what else it uses.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "callees",
    admits,
    lack: Lack { statement: "no callees are known", proof: Proof::Calls },
    tables: &[Table::Call, Table::Structure],
};

fn admits(shape: Shape) -> bool {
    // What a call may run in a test is made for the test.
    matches!(shape.rule, Rule::Neighbor(Link::Callee | Link::Implementer | Link::Uses)) && !shape.is_test
}
