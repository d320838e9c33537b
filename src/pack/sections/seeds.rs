//! What the pack starts from.

use super::{Lack, Proof, Section, Shape};

/// The section.
pub const SECTION: Section =
    Section { name: "seeds", admits, lack: Lack { statement: "nothing is known that matches", proof: Proof::Rows }, tables: &[] };

fn admits(shape: Shape) -> bool {
    shape.rule.is_seed()
}
