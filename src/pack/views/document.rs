//! A pack for people and prompts, as Markdown with the texts in fences.

use std::fmt::Write;

use super::summary;
use crate::pack::context::{ContextItem, ContextPack};

/// The document. It ends without a newline.
pub fn document(pack: &ContextPack, explain: bool) -> String {
    summary::document(pack, &|text, item| {
        summary::write_item(text, item, explain);
        write_text(text, item);
    })
}

fn write_text(text: &mut String, item: &ContextItem) {
    if item.excerpt.text.is_empty() {
        return;
    }
    let fence = fence(&item.excerpt.text);
    let _ = writeln!(text, "\n{fence}{}\n{}\n{fence}\n", item.language_id.as_deref().unwrap_or(""), item.excerpt.text);
}

/// A fence that no line of the text is.
pub fn fence(text: &str) -> String {
    let longest = text.lines().map(|line| line.trim_start().bytes().take_while(|byte| *byte == b'`').count()).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
