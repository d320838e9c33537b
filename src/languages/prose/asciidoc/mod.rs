//! `AsciiDoc`: titles by their marks, outside of delimited blocks.

#[cfg(test)]
mod tests;

use super::sections::Sections;
use super::{lines, text};
use crate::languages::syntax;
use crate::shard::builder::Builder;

/// Tells the sections and mentions of a text.
pub(super) fn extract(builder: &mut Builder<'_>) {
    sections(builder);
    text::mentions(builder);
}

/// Lines of four and more of one of these open a block that the same line closes; titles inside are text.
const FENCES: &[char] = &['-', '.', '+', '/', '=', '*', '_'];

fn sections(builder: &mut Builder<'_>) {
    let mut sections = Sections::default();
    let mut fence: Option<&str> = None;
    let mut start = 0;
    for line in lines(builder.text()) {
        let end = line.start + line.text.len();
        if is_fence(line.text) {
            match fence {
                Some(open) if open == line.text => fence = None,
                Some(_) => {}
                None => fence = Some(line.text),
            }
        } else if fence.is_none()
            && let Some(title) = title(line.text)
        {
            sections.heading(builder, line.start, &title);
            start = line.start;
        }
        if line.is_blank() && fence.is_none() {
            start = end;
        }
        sections.part(builder, start, end);
    }
    sections.finish(builder);
}

fn is_fence(text: &str) -> bool {
    text.len() >= 4 && FENCES.iter().any(|mark| text.chars().all(|c| c == *mark))
}

fn title(line: &str) -> Option<String> {
    let text = line.trim_start_matches('=');
    let level = line.len() - text.len();
    let text = text.strip_prefix(' ')?.trim();
    ((1..=6).contains(&level) && !text.is_empty()).then(|| syntax::fold(&text.replace('`', "")))
}
