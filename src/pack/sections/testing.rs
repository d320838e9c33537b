//! Tests that reach a seed, and files named as its test.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "tests",
    admits,
    lack: Lack { statement: "no tests are known", proof: Proof::Uses },
    tables: &[Table::Structure, Table::Call, Table::Usage],
};

fn admits(shape: Shape) -> bool {
    // That a test imports a file, or can be reached somehow, does not say that it runs any of it.
    let reaches =
        matches!(shape.rule, Rule::Neighbor(Link::Caller | Link::CalledThrough | Link::UsedBy) | Rule::TestEdge | Rule::TestName | Rule::TestWords);
    shape.is_test && reaches
}
