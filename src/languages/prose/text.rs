//! Plain text: underlined titles, names in backticks.

use super::{paragraphs, rst};
use crate::languages::syntax;
use crate::shard::builder::Builder;

/// Tells the sections and mentions of a text.
pub(super) fn extract(builder: &mut Builder<'_>) {
    rst::sections(builder);
    mentions(builder);
}

/// Names in backticks.
pub(super) fn mentions(builder: &mut Builder<'_>) {
    for (start, paragraph) in paragraphs(builder.text()) {
        syntax::mention_quoted(builder, start, paragraph);
    }
}
