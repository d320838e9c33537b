//! Context Pack v1 as the text that an agent reads: a head of a few lines, then each excerpt under its place.

use std::fmt::Write;

use super::summary::{self, Lacking};
use super::v1::{ContextPackOutput, Item, Role};
use crate::base::plain::line;
use crate::pack::excerpt::passage::Passage;
use crate::pack::excerpt::{self, Allowance, Boundary, Form, clip};
use crate::retrieve::{parts, spelling};

/// The part of the characters that may stand before the excerpts while there is a briefer way to say it: one in so many.
const HEAD_PART: u64 = 8;
/// The percentage of the characters beyond which even the brief head leaves no excerpt its place.
const MOST_OF_ALL: u64 = 75;
/// What a heading says of an item that is cut.
const CUT: &str = "(cut)";
/// Longest part of the query that is repeated, in characters.
const MAX_QUERY: usize = 120;

/// How much is said of empty sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// What each rests on.
    Whole,
    /// One line for all.
    Brief,
    /// Nothing: what was asked, how much of it is shown, and what must be known before anything is believed.
    Least,
}

/// The document. `state` is what must be known of the index before anything is believed, a line each. It ends without a newline.
fn text<S>(output: &ContextPackOutput<S>, state: &[String], head: Head) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "context_pack: {}", line(&first_line(&output.query)));
    let count = |role: Role| output.items.iter().filter(|item| item.role == role).count();
    let budget = &output.budget;
    let _ = write!(text, "{} primary, {} related; {} of {} chars", count(Role::Primary), count(Role::Related), budget.used_chars, budget.max_chars);
    if budget.dropped_items > 0 {
        let _ = write!(text, "; {} more did not fit", budget.dropped_items);
    }
    if head == Head::Least {
        text.push_str(if output.fallback_reason.is_some() { "; a fallback; notes left out" } else { "; notes left out" });
    }
    text.push('\n');
    for said in state {
        let _ = writeln!(text, "{}", line(said));
    }
    if let Some(reason) = output.fallback_reason.as_ref().filter(|_| head != Head::Least) {
        let _ = writeln!(text, "fallback: {}", line(reason));
    }
    if head != Head::Least {
        notes(&mut text, output, head);
    }
    if output.items.is_empty() && budget.dropped_items > 0 {
        let _ = writeln!(text, "no excerpt fits {} chars: ask for more", budget.max_chars);
    } else if output.items.is_empty() {
        text.push_str("nothing found: try other words, or a name or path of the repository\n");
    }
    for item in &output.items {
        let _ = writeln!(text, "\n=== {}", line(&heading(item)));
        text.push_str(&item.content);
        if !item.content.is_empty() && !item.content.ends_with('\n') {
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}

/// What was noticed on the way, and what is said of empty sections.
fn notes<S>(text: &mut String, output: &ContextPackOutput<S>, head: Head) {
    for notice in &output.notices {
        let _ = writeln!(text, "note: {}", line(notice));
    }
    for (from, to) in output.meta.trace.iter().flat_map(|it| &it.corrections) {
        let _ = writeln!(text, "note: {}", line(&spelling::told(from, to)));
    }
    for held in output.delta.iter().flat_map(summary::held) {
        let _ = writeln!(text, "{}", line(&held));
    }
    let absences = output.absences.iter().map(|(name, absence)| (name.as_str(), absence));
    let Lacking { told, rest } = if head == Head::Whole { Lacking::of(absences) } else { Lacking::folded(absences) };
    let word = if told.is_empty() { "empty" } else { "empty too" };
    for (_, absence) in told {
        let _ = writeln!(text, "{}", line(&summary::certified(absence)));
    }
    if let Some(rest) = rest {
        let _ = writeln!(text, "{word}: {rest}");
    }
}

/// How many characters of the document are no contents of items.
pub fn beside<S>(output: &ContextPackOutput<S>, state: &[String]) -> u64 {
    chars(&text(output, state, head(output, state))).saturating_sub(output.budget.used_chars)
}

/// What stands before the excerpts must not crowd them out.
fn head<S>(output: &ContextPackOutput<S>, state: &[String]) -> Head {
    let max = output.budget.max_chars;
    let before = |head: Head| {
        let document = text(output, state, head);
        chars(document.split("\n=== ").next().unwrap_or(&document))
    };
    if before(Head::Whole) * HEAD_PART <= max {
        Head::Whole
    } else if before(Head::Brief) * 100 <= max * MOST_OF_ALL {
        Head::Brief
    } else {
        Head::Least
    }
}

/// The document within the budget, headings and all: what does not fit leaves from the end of the output. Where not even the head fits, it is the head.
pub fn fitted<S>(output: &mut ContextPackOutput<S>, state: &[String]) -> String {
    let head = head(output, state);
    loop {
        let document = text(output, state, head);
        let excess = chars(&document).saturating_sub(output.budget.max_chars);
        let alone = output.items.len() == 1;
        let Some(last) = output.items.last_mut().filter(|_| excess > 0) else {
            // What it says of its own length changes that by a digit at most.
            for _ in 0..2 {
                output.budget.used_chars = chars(&text(output, state, head));
            }
            return text(output, state, head);
        };
        output.budget.truncated = true;
        if !shorten(last, excess, alone) {
            output.items.pop();
            output.budget.dropped_items += 1;
        }
    }
}

/// Cuts an item so far that `excess` characters are gone; false where it cannot be, or ends within a head or a comment without being all there is.
fn shorten(item: &mut Item, excess: u64, is_all: bool) -> bool {
    let imports = if item.imports.is_empty() { 0 } else { item.imports.iter().map(|it| it.len() + 1).sum::<usize>() + 1 };
    let (Some(head), Some(text)) = (item.content.get(..imports), item.content.get(imports..)) else { return false };
    // The heading will tell of the cut.
    let Some(left) = chars(text).checked_sub(excess + chars(CUT)) else { return false };
    let name = item.symbol.as_deref().and_then(|name| name.rsplit('.').next()).unwrap_or_default();
    let form = if item.kind.as_deref() == Some("section") { Form::Prose } else { Form::Code(name) };
    let cut = excerpt::cut(&Passage::new(text.to_owned()), form, &Allowance { bytes: u64::MAX, chars: left, tokens: u64::MAX, lines: usize::MAX });
    let says = cut.end.is_some_and(|end| matches!(end.boundary, Boundary::Statement | Boundary::Block | Boundary::Link));
    if cut.text.is_empty() || !(is_all || says) {
        return false;
    }
    item.content = format!("{head}{}", cut.text);
    item.end_line = item.start_line + u32::try_from(cut.lines).unwrap_or(1) - 1;
    item.truncated = true;
    item.id = format!("{}:{}:{}", item.file, item.start_line, item.end_line);
    true
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

/// Place, role and name of an item.
fn heading(item: &Item) -> String {
    let mut words = vec![item.id.clone(), item.role.word().to_owned()];
    words.extend(item.kind.clone());
    words.extend(item.symbol.clone());
    words.extend(item.joined.iter().map(|name| format!("+ {name}")));
    words.extend(item.copies.iter().map(|place| format!("= {place}")));
    words.extend(item.signature.as_ref().map(|signature| format!("in `{}`", clip::at_character(signature, MAX_QUERY))));
    if let Some(edges) = &item.relationship {
        words.push(format!("(by {})", edges.join(", ")));
    }
    if item.truncated {
        words.push(CUT.to_owned());
    }
    if item.stale {
        words.push("(the file has changed since it was indexed; read it)".to_owned());
    }
    words.join(" ")
}

fn first_line(query: &str) -> String {
    clip::at_character(parts::title(query), MAX_QUERY)
}
