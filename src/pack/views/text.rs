//! Context Pack v1 as the text that an agent reads: a head of a few lines, then each excerpt under its place.

use std::fmt::Write;

use super::summary;
use super::v1::{ContextPackOutput, Item, Role};
use crate::pack::clip;
use crate::retrieve::parts;
use crate::retrieve::spelling;

/// Longest part of the query that is repeated, in characters.
const MAX_QUERY: usize = 120;

/// The document. `state` is what must be known of the index before anything is believed, a line each. It ends without a newline.
pub fn text<S>(output: &ContextPackOutput<S>, state: &[String]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "context_pack: {}", first_line(&output.query));
    let count = |role: Role| output.items.iter().filter(|item| item.role == role).count();
    let budget = &output.budget;
    let _ = write!(text, "{} primary, {} related; {} of {} chars", count(Role::Primary), count(Role::Related), budget.used_chars, budget.max_chars);
    if budget.dropped_items > 0 {
        let _ = write!(text, "; {} more did not fit", budget.dropped_items);
    }
    text.push('\n');
    for line in state {
        let _ = writeln!(text, "{line}");
    }
    if let Some(reason) = &output.fallback_reason {
        let _ = writeln!(text, "fallback: {reason}");
    }
    for notice in &output.notices {
        let _ = writeln!(text, "note: {notice}");
    }
    for (from, to) in output.meta.trace.iter().flat_map(|it| &it.corrections) {
        let _ = writeln!(text, "note: {}", spelling::told(from, to));
    }
    for line in output.delta.iter().flat_map(summary::held) {
        let _ = writeln!(text, "{line}");
    }
    for absence in output.absences.values() {
        let _ = writeln!(text, "none: {}", summary::certified(absence));
    }
    if output.items.is_empty() {
        text.push_str("nothing found: try other words, or a name or path of the repository\n");
    }
    for item in &output.items {
        let _ = writeln!(text, "\n=== {}", heading(item));
        text.push_str(&item.content);
        if !item.content.is_empty() && !item.content.ends_with('\n') {
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}

/// Place, role and name of an item.
fn heading(item: &Item) -> String {
    let mut words = vec![item.id.clone(), item.role.word().to_owned()];
    words.extend(item.kind.clone());
    words.extend(item.symbol.clone());
    if let Some(edges) = &item.relationship {
        words.push(format!("(by {})", edges.join(", ")));
    }
    if item.truncated {
        words.push("(cut)".to_owned());
    }
    if item.stale {
        words.push("(the file has changed since it was indexed; read it)".to_owned());
    }
    words.join(" ")
}

fn first_line(query: &str) -> String {
    clip::at_character(parts::title(query), MAX_QUERY)
}
