//! Files that a query asks for whatever their class: those it names by their paths, and documents where it is about documents. Among these the class says
//! nothing.

use std::collections::BTreeSet;

use super::fixed::{self, UNIT};
use super::places::Place;
use super::query::Query;
use super::vocabulary::Vocabulary;
use super::weights;
use crate::base::terms;
use crate::reader::ids::{ChunkId, FileId};

/// What a query about documents names.
const DOCUMENT_WORDS: &[&str] = &["readme", "docs", "documentation", "tutorial", "changelog", "guide"];

/// How a text says where an answer is to be looked for.
const IN_DOCUMENTS: &[&str] = &["docs of", "documentation of", "in the docs", "in the documentation", "in the readme", "tutorial on"];
/// A text of no more words that say something is about all of them.
const FEW_WORDS: usize = 3;

/// The files of one query that count in full.
#[derive(Clone, Debug, Default)]
pub struct Lifted {
    files: BTreeSet<FileId>,
    documents: bool,
}

impl Lifted {
    /// What a query lifts, by the places of it that are there.
    pub fn of(vocabulary: &Vocabulary<'_>, query: &Query, places: &[Place]) -> Self {
        let is_aside = |file: &FileId| vocabulary.file_priors[file.index()] < UNIT;
        let files = places.iter().filter(|place| place.titled).map(|place| place.file).filter(is_aside).collect();
        Self { files, documents: is_about_documents(&query.title) }
    }

    /// What a file counts, in units.
    pub fn file_prior(&self, vocabulary: &Vocabulary<'_>, file: FileId) -> u64 {
        if self.is_lifted(vocabulary, file) { UNIT } else { vocabulary.file_priors[file.index()] }
    }

    /// What a chunk counts, in units.
    pub fn chunk_prior(&self, vocabulary: &Vocabulary<'_>, chunk: ChunkId) -> u64 {
        if self.is_lifted(vocabulary, vocabulary.index.file_of(chunk)) { UNIT } else { vocabulary.chunk_priors[chunk.index()] }
    }

    /// What the query names by its path adds to a file: above all signals where the class would keep it down.
    pub fn named_file(&self, file: FileId) -> u64 {
        if self.files.contains(&file) { weights::FURTHER_LINE } else { weights::NAMED_FILE }
    }

    /// What a file that is asked for by its class or path adds to its parts and itself, by how much these say of the query: code that says as much comes
    /// behind.
    pub fn adds(&self, vocabulary: &Vocabulary<'_>, file: FileId, own: u64) -> u64 {
        let most = if self.files.contains(&file) { weights::FURTHER_LINE } else { weights::QUOTED };
        if self.is_lifted(vocabulary, file) { fixed::times(most, own) } else { 0 }
    }

    fn is_lifted(&self, vocabulary: &Vocabulary<'_>, file: FileId) -> bool {
        self.files.contains(&file) || (self.documents && vocabulary.index.files().is_class(file, "prose"))
    }
}

/// Whether a text asks for documents: it names one, or it begins or ends with what says so, or has little else. What only mentions them is about something else.
pub fn is_about_documents(text: &str) -> bool {
    let lower = text.to_lowercase();
    if lower.split_whitespace().any(|word| is_markdown(word.trim_end_matches(['.', ',', '?', ':', '`', '"']))) {
        return true;
    }
    let words: Vec<&str> = terms::words(&lower).filter(|word| !terms::is_common(word)).collect();
    let is_said = |word: &&str| DOCUMENT_WORDS.contains(word);
    let in_few = words.len() <= FEW_WORDS && words.iter().any(is_said);
    in_few || words.first().is_some_and(is_said) || words.last().is_some_and(is_said) || IN_DOCUMENTS.iter().any(|it| lower.contains(it))
}

/// `*.md` and `*.mdx`, however they are written.
pub fn is_markdown(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    lower.ends_with(".md") || lower.ends_with(".mdx")
}
