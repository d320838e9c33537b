//! Tests that reach a seed, and files named as its test.

use super::{Section, Shape};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "tests", admits, absence: Some("no tests are known"), tables: &[Table::Structure, Table::Call] };

fn admits(shape: &Shape) -> bool {
    shape.is_test && !shape.rule.is_seed()
}
