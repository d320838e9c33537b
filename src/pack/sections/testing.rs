//! Tests that reach a seed, and files named as its test.

use super::{Section, Shape};
use crate::pack::candidate::Rule;
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "tests", admits, absence: Some("no tests are known"), tables: &[Table::Structure, Table::Call] };

fn admits(shape: Shape) -> bool {
    let reaches = matches!(shape.rule, Rule::Neighbor(_) | Rule::Mixed | Rule::TestEdge | Rule::TestName | Rule::Subtype | Rule::Supertype);
    shape.is_test && reaches
}
