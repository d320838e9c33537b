//! What the pack starts from.

use super::{Section, Shape};

/// The section.
pub const SECTION: Section = Section { name: "seeds", admits, absence: None, tables: &[] };

fn admits(shape: Shape) -> bool {
    shape.rule.is_seed()
}
