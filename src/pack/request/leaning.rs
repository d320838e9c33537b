//! Code or documents, near or wide: what an asker leans to beyond what a request says. A pack of seed 000's form leans nowhere.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PackRequest;
use crate::pack::candidate::{Candidate, Dropped};
use crate::pack::sections::{self, BySection};
use crate::pack::seeds::Hit;
use crate::pack::seeds::scale::{self, Reasons};
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;
use crate::retrieve::lifted::{self, is_markdown};
use crate::retrieve::query::Query;

/// How far from the hits a pack may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RelatedMode {
    /// Whatever the graph brings in.
    Explore,
    /// Only what holds a word of the query itself.
    Focus,
}

/// What an asker leans to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leaning {
    /// `true` ranks code, tests and configuration before documents, `false` documents first, null neither.
    pub prefer_code: Option<bool>,
    /// `false` leaves out `*.md` and `*.mdx`.
    pub include_docs: bool,
    pub related_mode: RelatedMode,
}

impl Leaning {
    /// Leaning nowhere.
    pub const NONE: Self = Self { prefer_code: None, include_docs: true, related_mode: RelatedMode::Explore };

    /// What a query leans to by itself: to documents if it asks for them, to code and its own words if it is a name or a path.
    pub fn of_query(query: &str) -> Self {
        if lifted::is_about_documents(query) {
            return Self { prefer_code: Some(false), ..Self::NONE };
        }
        // One word, or code style alone: who types that wants this very thing.
        let parsed = Query::parse(query).ok();
        let is_name = parsed.is_some_and(|it| query.split_whitespace().count() == 1 && !(it.names.is_empty() && it.places.is_empty()));
        if is_name { Self { prefer_code: Some(true), include_docs: true, related_mode: RelatedMode::Focus } } else { Self::NONE }
    }

    /// Whether a path may appear.
    pub fn admits(self, path: &str) -> bool {
        self.include_docs || !is_markdown(path)
    }

    /// Scores hits by this leaning: where documents come first, the best of them scores as the best hit does, so that code which says the words louder
    /// cannot keep them from being seeds.
    pub fn weigh(self, index: &Index, reasons: &Reasons<'_>, hits: &mut [Hit]) {
        if self.prefer_code != Some(false) {
            return;
        }
        let documents: BTreeSet<ChunkId> = hits.iter().map(|hit| hit.chunk).filter(|chunk| is_document(index, *chunk)).collect();
        let best = hits.iter().map(|hit| hit.score).max().unwrap_or(0);
        if !documents.is_empty() {
            scale::level(hits, reasons, &documents, best);
        }
    }

    /// Leaves out and reorders candidates, which are in order. What is left out is counted, and what focus leaves out by section too.
    pub fn apply<'a>(
        self,
        (index, request): (&Index, &PackRequest),
        candidates: Vec<Candidate<'a>>,
        hits: &[Hit],
        dropped: &mut Dropped,
        unfocused: &mut BySection,
    ) -> Vec<Candidate<'a>> {
        let before = candidates.len();
        let path = |it: &Candidate<'_>| index.path(index.file_of(it.chunk));
        let mut kept: Vec<Candidate<'a>> = candidates.into_iter().filter(|it| self.admits(path(it))).collect();
        dropped.add("filtered", (before - kept.len()) as u64);
        let before = kept.len();
        // Without hits there is no word to hold.
        if self.related_mode == RelatedMode::Focus && !hits.is_empty() {
            let found: BTreeSet<ChunkId> = hits.iter().map(|hit| hit.chunk).collect();
            let known = sections::counted(&kept, request);
            kept.retain(|it| it.rule.is_seed() || it.rule.is_fallback() || found.contains(&it.chunk));
            let focused = sections::counted(&kept, request);
            *unfocused = std::array::from_fn(|section| known[section] - focused[section]);
        }
        dropped.add("unfocused", (before - kept.len()) as u64);
        if let Some(code_first) = self.prefer_code {
            kept.sort_by_key(|it| is_document(index, it.chunk) == code_first);
        }
        kept
    }
}

fn is_document(index: &Index, chunk: ChunkId) -> bool {
    let file = index.file_of(chunk);
    index.files().is_class(file, "prose") || is_markdown(index.path(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_leans_to_what_it_asks_for() {
        let of = |query: &str| (Leaning::of_query(query).prefer_code, Leaning::of_query(query).related_mode);
        for query in ["README", "where are the docs of the parser?", "a tutorial", "what does CHANGES.md say?", "guide.mdx"] {
            assert_eq!(of(query), (Some(false), RelatedMode::Explore), "{query}");
        }
        for query in ["EmbeddingCache", "crates/vector-store/src/corpus.rs", "corpus.rs:12", "read_piece"] {
            assert_eq!(of(query), (Some(true), RelatedMode::Focus), "{query}");
        }
        for query in ["how is a tile framed", "who calls read_piece and why"] {
            assert_eq!(of(query), (None, RelatedMode::Explore), "{query}");
        }
    }

    #[test]
    fn documents_are_told_by_their_names() {
        let without = Leaning { include_docs: false, ..Leaning::NONE };
        assert!(without.admits("src/md.rs") && !without.admits("docs/A.MD") && !without.admits("b.mdx") && Leaning::NONE.admits("b.mdx"));
    }
}
