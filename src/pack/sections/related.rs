//! What stands around seeds, and what is left when the graph is sparse.

use super::{Lack, Proof, Section, Shape};
use crate::pack::candidate::{Link, Rule};
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section {
    name: "related",
    admits,
    lack: Lack { statement: "nothing else is known to stand near", proof: Proof::Rows },
    tables: &[Table::Structure],
};

fn admits(shape: Shape) -> bool {
    match shape.rule {
        // Nothing says of these that they test a seed, wherever they stand.
        Rule::Container | Rule::Member | Rule::SameFile | Rule::WeakHit | Rule::Mixed | Rule::Supertype | Rule::Subtype => true,
        Rule::Neighbor(Link::Replaced) | Rule::CodeMention => true,
        Rule::Neighbor(Link::Callee | Link::Implementer | Link::Uses) => shape.is_test,
        Rule::TestEdge | Rule::TestName | Rule::TestWords => !shape.is_test,
        rule => rule.is_fallback(),
    }
}
