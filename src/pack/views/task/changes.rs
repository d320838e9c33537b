//! Changed files and their differences, as far as tokens and policy allow.

use std::collections::{BTreeMap, BTreeSet};

use super::document::Status;
use crate::base::labels::SENSITIVE;
use crate::manifest::error::IndexError;
use crate::pack::context::diff;
use crate::pack::excerpt::texts::{self, Texts, WITHHELD};
use crate::reader::index::Index;
use crate::reader::tokens;

/// What changed since a commit.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// As it was named.
    pub revision: String,
    /// In hexadecimal.
    pub commit: String,
    pub files: BTreeMap<String, Change>,
}

/// One file. Texts hold no secret.
#[derive(Clone, Debug)]
pub struct Change {
    pub before: Option<Side>,
    pub after: Option<Side>,
    /// The file is no longer the one that was indexed.
    pub stale: bool,
}

/// A file as it stands on one side.
#[derive(Clone, Debug)]
pub struct Side {
    /// `blake3:<64 hex>`.
    pub hash: String,
    pub text: Option<String>,
}

/// The difference of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Hunks, in order, each ended by a line end.
    pub hunks: Vec<String>,
    /// Lines of the file as it is that changed, from 1.
    pub touched: BTreeSet<u32>,
    /// What stands there instead of hunks.
    pub placeholder: Option<String>,
    pub stale: bool,
}

/// A difference as far as it fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fitted {
    pub text: String,
    pub tokens: u64,
    pub truncated: bool,
}

impl Change {
    /// What happened.
    pub fn status(&self) -> Status {
        match (&self.before, &self.after) {
            (None, _) => Status::Added,
            (Some(_), Some(_)) => Status::Modified,
            (Some(_), None) => Status::Deleted,
        }
    }

    /// The texts of both sides, of a file that was modified.
    fn texts(&self) -> Option<(&Side, &str, &str)> {
        let (before, after) = (self.before.as_ref()?, self.after.as_ref()?);
        Some((before, before.text.as_deref()?, after.text.as_deref()?))
    }
}

/// The differences of the modified files that the index knows, by path. What both sides say alike, and what is no text, has none.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn differences(index: &Index, texts: &Texts<'_>, changes: &Changes) -> Result<BTreeMap<String, Difference>, IndexError> {
    let mut all = BTreeMap::new();
    for (path, change) in &changes.files {
        let (Some(file), Some((side, before, after))) = (index.find_file(path), change.texts()) else { continue };
        // Nobody who approved the file as it is saw it as it was.
        let hidden = match texts.decision(file)? {
            Some(decision) if decision.decision == WITHHELD => Some(decision.hash),
            Some(_) if !texts.approvals().allow(SENSITIVE, &side.hash) => Some(side.hash.clone()),
            _ => None,
        };
        let hunks = diff::hunks(before, after);
        let touched = hunks.iter().flat_map(diff::Hunk::touched).collect();
        let difference = match hidden {
            Some(hash) => Difference { placeholder: Some(texts::withheld(&hash)), ..Difference::default() },
            None if change.stale => Difference { stale: true, ..Difference::default() },
            None => Difference { hunks: hunks.iter().map(diff::Hunk::text).collect(), ..Difference::default() },
        };
        // Lines of a file that is no longer the indexed one say nothing of its chunks.
        let difference = if change.stale { difference } else { Difference { touched, ..difference } };
        if difference.stale || difference.placeholder.is_some() || !difference.hunks.is_empty() {
            all.insert(path.clone(), difference);
        }
    }
    Ok(all)
}

/// The chunks that changed: of modified files those that hold a changed line, of added files all. Code first, then by path, at most `most`.
pub fn changed_chunks(index: &Index, changes: &Changes, differences: &BTreeMap<String, Difference>, most: usize) -> Vec<String> {
    let mut chunks = Vec::new();
    for (path, change) in changes.files.iter().filter(|(_, change)| !change.stale) {
        let Some(file) = index.find_file(path) else { continue };
        let order = class_order(index.files().class(file));
        match (change.status(), differences.get(path)) {
            (Status::Added, _) => chunks.extend(index.chunks_of(file).map(|chunk| (order, chunk))),
            (Status::Modified, Some(it)) => chunks.extend(it.touched.iter().filter_map(|line| Some((order, index.chunk_at(file, *line)?)))),
            _ => {}
        }
    }
    chunks.sort_unstable();
    chunks.dedup();
    chunks.into_iter().take(most).map(|(_, chunk)| index.chunk(chunk).uid.to_string()).collect()
}

/// Code before tests, tests before what describes and configures them.
pub fn class_order(class: &str) -> usize {
    ["code", "test", "prose", "config"].iter().position(|it| *it == class).unwrap_or(4)
}

impl Difference {
    /// The first hunks that fit, each whole, or the placeholder.
    pub fn fitted(&self, max_tokens: u64, max_chars: u64) -> Fitted {
        let mut fitted = Fitted::default();
        for part in self.placeholder.iter().chain(&self.hunks) {
            let text = format!("{}{part}", fitted.text);
            let count = tokens::count(&text);
            if count > max_tokens || text.chars().count() as u64 > max_chars {
                fitted.truncated = true;
                break;
            }
            (fitted.text, fitted.tokens) = (text, count);
        }
        fitted.text.truncate(fitted.text.trim_end_matches('\n').len());
        fitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_are_whole_or_not_there() {
        let hunks = vec!["@@ -1,1 +1,1 @@\n-a\n+b\n".to_owned(), "@@ -9,1 +9,1 @@\n-c\n+d\n".to_owned()];
        let both = Difference { hunks, ..Difference::default() };
        let all = both.fitted(u64::MAX, u64::MAX);
        assert_eq!((all.text.lines().count(), all.truncated), (6, false));
        let exact = both.fitted(all.tokens, u64::MAX);
        assert_eq!((exact.text.lines().count(), exact.truncated), (6, false));
        let less = both.fitted(all.tokens - 1, u64::MAX);
        assert_eq!((less.text.as_str(), less.truncated), ("@@ -1,1 +1,1 @@\n-a\n+b", true));
        assert_eq!(both.fitted(1, u64::MAX), Fitted { truncated: true, ..Fitted::default() });
        assert!(both.fitted(u64::MAX, 30).text.ends_with("+b"));
    }
}
