//! What is said of a definition without showing it: its signature, the first sentence of its documentation, and who calls, is called and tests.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::manifest::error::IndexError;
use crate::pack::excerpt::clip;
use crate::pack::seeds::meant;
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;

/// Edges of one definition that are counted.
const MAX_COUNTED: usize = 2_000;
/// Longest sentence, in characters.
const MAX_SENTENCE: usize = 200;
/// Longest signature, in characters.
const MAX_SIGNATURE: usize = 240;

/// Counts of one definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Facts {
    /// Definitions that it calls.
    pub callees: u64,
    /// Definitions that call it.
    pub callers: u64,
    /// Tests that call, use or test it themselves.
    pub tests: u64,
    /// Definitions that use it other than by a call.
    pub users: u64,
    /// Definitions that may call or use it and may mean another one; left out where there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub doubtful: u64,
}

/// Whether a count says nothing, so that it is left out.
pub fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Counts the edges of a definition that count as facts, of each kind among the first 2 000. Who builds a type calls one of its constructors.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn facts(index: &Index, id: SymbolId) -> Result<Facts, IndexError> {
    let mut used = meant::constructors(index, id)?;
    used.insert(0, id);
    let others = |tables: &[Table], direction: Direction, counts: bool| -> Result<BTreeSet<SymbolId>, IndexError> {
        let mut others = BTreeSet::new();
        let ends = if direction == Direction::In { used.len() } else { 1 };
        for of in &used[..ends] {
            let edges = index.edges_of(Node::Symbol(*of), direction, tables)?.take(MAX_COUNTED).filter(|edge| edge.counts() == counts);
            others.extend(edges.filter_map(|edge| match edge.other(direction) {
                Node::Symbol(other) if other != id => Some(other),
                _ => None,
            }));
        }
        Ok(others)
    };
    let count = |table: Table, direction: Direction| others(&[table], direction, true).map(|it| it.len() as u64);
    let sure = others(&[Table::Call, Table::Usage], Direction::In, true)?;
    let doubtful = others(&[Table::Call, Table::Usage], Direction::In, false)?.difference(&sure).count() as u64;
    // A test that only names something, as that of a type does, is one as well.
    let (mut tests, mut files) = (BTreeSet::new(), BTreeSet::new());
    for of in &used {
        for edge in index.tests_of(*of)?.take(MAX_COUNTED).filter(Edge::counts) {
            match edge.from {
                Node::Symbol(test) => _ = tests.insert(test),
                Node::File(file) => _ = files.insert(file),
                Node::Module(_) => {}
            }
        }
        let users = index.edges_of(Node::Symbol(*of), Direction::In, &[Table::Call, Table::Usage])?.take(MAX_COUNTED);
        tests.extend(users.filter(Edge::counts).filter_map(|edge| match edge.from {
            Node::Symbol(it) if it != id && index.symbols().has_flag(it, "test") => Some(it),
            _ => None,
        }));
    }
    Ok(Facts {
        callees: count(Table::Call, Direction::Out)?,
        callers: count(Table::Call, Direction::In)?,
        tests: number_of_tests(index, &tests, files),
        users: count(Table::Usage, Direction::In)?,
        doubtful,
    })
}

/// How many tests there are, where tests without names count as their file: not beside a test of that file that has one.
pub fn number_of_tests(index: &Index, tests: &BTreeSet<SymbolId>, mut files: BTreeSet<FileId>) -> u64 {
    for test in tests {
        files.remove(&index.symbols().file_of(*test));
    }
    (tests.len() + files.len()) as u64
}

/// The head of a definition in one line.
pub fn signature(index: &Index, id: SymbolId) -> String {
    let symbol = index.symbol(id);
    let head = symbol.signature.split_whitespace().collect::<Vec<_>>().join(" ");
    clip::at_word(if head.is_empty() { symbol.qualified_name } else { &head }, MAX_SIGNATURE)
}

/// The first sentence of a documentation, in one line; `None` where there is none.
pub fn sentence(doc: &str) -> Option<String> {
    // A blank line ends a sentence that nobody ended.
    let first = doc.trim().split("\n\n").next().unwrap_or("");
    let words = first.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(clip::at_word(clip::sentence(&words), MAX_SENTENCE)).filter(|it| !it.is_empty())
}

impl std::fmt::Display for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = |count: u64, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        write!(f, "{}, {}", word(self.callers, "caller"), word(self.callees, "callee"))?;
        for (count, one) in [(self.users, "other user"), (self.tests, "test")] {
            if count > 0 {
                write!(f, ", {}", word(count, one))?;
            }
        }
        if self.doubtful > 0 {
            write!(f, ", {} in doubt", self.doubtful)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_with_its_point_or_paragraph() {
        assert_eq!(sentence("Reads a\nline. And more.").as_deref(), Some("Reads a line."));
        assert_eq!(sentence("  Reads v1.2 of it\n\nMore.").as_deref(), Some("Reads v1.2 of it"));
        assert_eq!(sentence(" \n"), None);
        assert!(sentence(&"word ".repeat(90)).is_some_and(|it| it.ends_with("word…") && it.chars().count() <= MAX_SENTENCE + 1));
    }

    #[test]
    fn counts_are_told_in_words() {
        let facts = Facts { callees: 0, callers: 1, tests: 2, users: 0, doubtful: 0 };
        assert_eq!(facts.to_string(), "1 caller, 0 callees, 2 tests");
        assert_eq!(Facts { doubtful: 7, ..facts }.to_string(), "1 caller, 0 callees, 2 tests, 7 in doubt");
    }
}
