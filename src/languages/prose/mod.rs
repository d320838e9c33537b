//! Prose without a grammar: reStructuredText, `AsciiDoc` and plain text, read line by line. Sections are chunks; names in code style are mentions.

mod asciidoc;
mod rst;
pub mod sections;
mod text;

use super::semantics::NoModules;
use super::{Language, Tier};

/// reStructuredText.
pub static RST: Language = Language {
    id: "restructuredtext",
    name: "reStructuredText",
    tier: Tier::C,
    family: "prose",
    extensions: &["rst", "rest"],
    file_names: &[],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| rst::extract(builder),
    semantics: &NoModules,
};

/// `AsciiDoc`.
pub static ASCIIDOC: Language = Language {
    id: "asciidoc",
    name: "AsciiDoc",
    tier: Tier::C,
    family: "prose",
    extensions: &["adoc", "asciidoc"],
    file_names: &[],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| asciidoc::extract(builder),
    semantics: &NoModules,
};

/// Plain text.
pub static TEXT: Language = Language {
    id: "text",
    name: "plain text",
    tier: Tier::C,
    family: "prose",
    extensions: &["txt"],
    file_names: &["README", "CHANGELOG", "CHANGES", "NEWS", "HISTORY", "INSTALL", "TODO", "HACKING"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| text::extract(builder),
    semantics: &NoModules,
};

/// One line of a text.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// Its first byte.
    start: usize,
    /// Without its end and the blanks before it.
    text: &'t str,
}

impl Line<'_> {
    fn is_blank(self) -> bool {
        self.text.is_empty()
    }
}

/// The lines of a text.
fn lines(text: &str) -> Vec<Line<'_>> {
    let starts = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(Line { start, text: line.trim_end() })
    });
    starts.collect()
}

/// The paragraphs of a text: lines between blank ones, each with its first byte. A backtick that is left open costs one of them.
fn paragraphs(text: &str) -> Vec<(usize, &str)> {
    let lines = lines(text);
    let groups = lines.split(|line| line.is_blank());
    let spans = groups.filter_map(|group| Some((group.first()?.start, group.last()?)));
    spans.map(|(start, last)| (start, &text[start..last.start + last.text.len()])).collect()
}
