//! What stands around seeds, and what is left when the graph is sparse.

use super::{Section, Shape};
use crate::pack::candidate::Rule;
use crate::reader::edges::Table;

/// The section.
pub const SECTION: Section = Section { name: "related", admits, absence: None, tables: &[Table::Structure] };

fn admits(shape: &Shape) -> bool {
    !shape.is_test
        && match shape.rule {
            Rule::Mixed | Rule::Container | Rule::Supertype | Rule::Subtype | Rule::SameFile | Rule::WeakHit | Rule::TestEdge | Rule::TestName => {
                true
            }
            rule => rule.is_fallback(),
        }
}
