//! Tests that reach a seed, and files named as its test.

use super::{Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "tests", admits, absence: Some("no tests are known"), tables: &[Table::Structure, Table::Call] };

fn admits(shape: Shape) -> bool {
    // A file that only imports another need not reach any of it.
    let by_name_alone = matches!(shape.rule, Rule::Neighbor(Link::Imports | Link::ImportedBy | Link::Exports | Link::ExportedBy));
    let reaches = matches!(shape.rule, Rule::Neighbor(_) | Rule::Mixed | Rule::TestEdge | Rule::TestName | Rule::Subtype | Rule::Supertype);
    shape.is_test && reaches && !by_name_alone
}
