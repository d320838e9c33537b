//! reStructuredText: titles by their underlines, roles, literals and the directives that document definitions.

#[cfg(test)]
mod tests;

use super::sections::Sections;
use super::{Line, lines, paragraphs};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::builder::Builder;

/// Tells the sections and mentions of a text.
pub(super) fn extract(builder: &mut Builder<'_>) {
    sections(builder);
    for (start, paragraph) in paragraphs(builder.text()) {
        mentions(builder, start, paragraph);
    }
}

/// The signs that docutils takes for underlines.
const MARKS: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
/// What `.. directive:: name` documents, `auto` and domains (`py:`) left out.
const DOCUMENTING: &[&str] = &[
    "class",
    "function",
    "method",
    "classmethod",
    "staticmethod",
    "exception",
    "attribute",
    "data",
    "decorator",
    "property",
    "type",
    "struct",
    "macro",
    "member",
];

/// Tells the sections of a text whose titles are underlined. A title follows a blank line, or its own overline.
pub(super) fn sections(builder: &mut Builder<'_>) {
    let lines = lines(builder.text());
    let mut sections = Sections::default();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        if let Some((title, length)) = heading(&lines, index) {
            sections.heading(builder, line.start, title);
            index += length;
            continue;
        }
        // A text of one endless paragraph is cut between lines.
        sections.part(builder, line.start, paragraph_end(&lines, index));
        index += 1;
    }
    sections.finish(builder);
}

/// The end of the paragraph that a line starts, or of a line within one.
fn paragraph_end(lines: &[Line<'_>], index: usize) -> usize {
    let starts = index.checked_sub(1).and_then(|before| lines.get(before)).is_none_or(|line| line.is_blank());
    let end = if starts { lines[index..].iter().position(|line| line.is_blank()).map_or(lines.len(), |length| index + length) } else { index + 1 };
    let last = end.saturating_sub(1).max(index);
    lines.get(last).map_or(0, |line| line.start + line.text.len())
}

/// The title that starts at a line, with its overline if it has one, and how many lines it takes.
fn heading<'t>(lines: &[Line<'t>], index: usize) -> Option<(&'t str, usize)> {
    let after_blank = index.checked_sub(1).and_then(|before| lines.get(before)).is_none_or(|line| line.is_blank());
    if !after_blank {
        return None;
    }
    let at = |offset: usize| lines.get(index + offset).map(|line| line.text);
    let first = at(0)?;
    let is_title = |text: &str| text.chars().any(char::is_alphanumeric);
    let fits = |underline: &str, title: &str| underline.len() >= title.trim().chars().count().clamp(2, 4);
    if is_line(first) {
        let (title, under) = (at(1)?, at(2)?);
        return (under == first && is_title(title) && fits(under, title)).then(|| (title.trim(), 3));
    }
    let under = at(1)?;
    (is_title(first) && !first.starts_with([' ', '\t']) && is_line(under) && fits(under, first)).then_some((first, 2))
}

/// Whether a line repeats one sign and nothing else.
fn is_line(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| MARKS.contains(first) && chars.all(|other| other == first)) && text.len() > 1
}

/// Names in literals and roles (`` :class:`~lib.Name` ``), and what a directive documents.
fn mentions(builder: &mut Builder<'_>, start: usize, paragraph: &str) {
    let text = builder.text();
    let mut found: Vec<(usize, &str)> = Vec::new();
    for (offset, inner) in syntax::backticked(paragraph) {
        let is_link = paragraph[offset + inner.len()..].trim_start_matches('`').starts_with('_');
        if !is_link && let Some((within, name)) = target(inner) {
            found.push((start + offset + within, name));
        }
    }
    for line in lines(paragraph) {
        if let Some((offset, name)) = documented(line.text) {
            found.push((start + line.start + offset, name));
        }
    }
    found.sort_unstable();
    for (at, name) in found {
        debug_assert_eq!(text.get(at..at + name.len()), Some(name));
        builder.mention(name, ByteSpan::new(at, at + name.len()));
    }
}

/// What a literal or the text of a role names: `lib.f`, `~lib.f`, `!lib.f`, `title <lib.f>`.
fn target(inner: &str) -> Option<(usize, &str)> {
    let from = inner.rfind('<').filter(|_| inner.ends_with('>')).map_or(0, |open| open + 1);
    let written = inner[from..].trim_end_matches('>');
    let bare = written.trim_start_matches(['~', '!', '.']);
    let name = syntax::name_in_code(bare)?;
    Some((from + written.len() - bare.len(), name))
}

/// The definition that `.. py:autoclass:: lib.Name` documents.
fn documented(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start().strip_prefix(".. ")?;
    let (directive, argument) = rest.split_once("::")?;
    let directive = directive.rsplit(':').next()?;
    if !DOCUMENTING.contains(&directive.strip_prefix("auto").unwrap_or(directive)) {
        return None;
    }
    let argument = argument.trim();
    let head = argument.split(['(', ' ']).next()?;
    let name = syntax::name_in_code(head)?;
    Some((line.len() - argument.len(), name))
}
