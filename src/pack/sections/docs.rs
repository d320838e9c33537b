//! Prose that mentions a seed or matches the query.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::Rule;
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section =
    Section { name: "docs", admits, lack: Lack { statement: "no docs are known", proof: Proof::Mentions }, tables: &[Table::Structure] };

fn admits(shape: Shape) -> bool {
    matches!(shape.rule, Rule::Mention | Rule::Prose)
}
