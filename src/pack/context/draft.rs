//! What is known of a pack before anything is printed.

use std::collections::{BTreeMap, BTreeSet};

use super::EvidenceGap;
use super::delta::Delta;
use super::identity::{self, Signatures};
use crate::pack::allocate::looks::Looks;
use crate::pack::allocate::picked::Picked;
use crate::pack::allocate::{Manners, Sharing, Used};
use crate::pack::candidate::{Candidate, Dropped};
use crate::pack::request::leaning::Leaning;
use crate::pack::request::{PackRequest, filter};
use crate::pack::sections::BySection;
use crate::pack::seeds::{self, Seed};
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::retrieve::order;
use crate::retrieve::seeds::Seeds;

/// Everything that is known before anything is printed.
pub struct Draft<'a> {
    /// In normal form.
    pub request: PackRequest,
    pub seeds: Vec<Seed>,
    /// By section, then by rank.
    pub picked: Vec<Picked<'a>>,
    /// What budgets left out, by position among the candidates.
    pub(in crate::pack) left: Vec<usize>,
    /// Chunks that the caller holds whole.
    pub(in crate::pack) held: BTreeSet<ChunkId>,
    /// What the caller holds; `None` where it holds nothing.
    pub delta: Option<Delta>,
    pub(in crate::pack) used: Used,
    pub(in crate::pack) dropped: Dropped,
    pub(in crate::pack) found: Found<'a>,
    pub(in crate::pack) gaps: BTreeMap<String, EvidenceGap>,
    /// What retrieval says to the query.
    pub answer: Seeds,
    pub(in crate::pack) pool: Pool<'a>,
}

/// What allocation chooses from, kept for those who choose again.
pub(in crate::pack) struct Pool<'a> {
    pub(in crate::pack) candidates: Vec<Candidate<'a>>,
    pub(in crate::pack) manners: Manners,
    pub(in crate::pack) looks: Looks,
    /// What was left out and told before.
    pub(in crate::pack) dropped: Dropped,
    pub(in crate::pack) notices: Vec<String>,
    pub(in crate::pack) fallback_reason: Option<String>,
}

/// How a draft is made of a request.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub sharing: Sharing,
    pub leaning: Leaning,
    /// Recency, centrality and labels have a say in the order.
    pub composite: bool,
}

/// Candidates and how they were come by.
pub(in crate::pack) struct Found<'a> {
    pub(in crate::pack) candidates: Vec<Candidate<'a>>,
    pub(in crate::pack) edges_read: u64,
    pub(in crate::pack) nodes_visited: u64,
    pub(in crate::pack) fallback_reason: Option<String>,
    pub(in crate::pack) signatures: Signatures,
    /// Candidates by section, before budgets.
    pub(in crate::pack) by_section: BySection,
    /// What focus left out of them.
    pub(in crate::pack) unfocused: BySection,
    pub(in crate::pack) max_hop: u32,
    pub(in crate::pack) scored: u64,
}

impl<'a> Draft<'a> {
    /// What budgets left out, in order.
    pub fn left(&self) -> impl Iterator<Item = &Candidate<'a>> {
        self.left.iter().filter_map(|at| self.pool.candidates.get(*at))
    }

    /// What the query found and may be shown, with scores in millionths, in the order of a pack that pays for size.
    pub fn hits(&self, index: &Index) -> Vec<(ChunkId, u64)> {
        let worth = order::pack(index, &self.answer.chunks).into_iter();
        worth.filter(|it| !self.held.contains(&it.0) && seeds::may_seed(index, &self.request, index.file_of(it.0))).collect()
    }

    /// Files as retrieval ranks them on their own.
    pub fn files(&self, index: &Index) -> Vec<FileId> {
        self.answer.files.iter().map(|it| it.file).filter(|file| filter::admits_file(&self.request.filters, index, *file)).collect()
    }

    /// What did not get in, by reason.
    pub fn dropped(&self) -> &Dropped {
        &self.dropped
    }

    /// Why file heuristics filled the draft, if they did.
    pub fn fallback_reason(&self) -> Option<&str> {
        self.found.fallback_reason.as_deref()
    }

    /// Lines that the request names, the first of each chunk.
    pub fn asked(&self) -> &BTreeMap<ChunkId, u32> {
        &self.pool.manners.asked
    }

    /// How many texts were looked through for where their excerpts open.
    pub fn looks(&self) -> u64 {
        self.pool.looks.count()
    }

    /// Candidates that were scored.
    pub fn scored(&self) -> u64 {
        self.found.scored
    }

    /// Edges that were read.
    pub fn edges_read(&self) -> u64 {
        self.found.edges_read
    }

    /// What was spent.
    pub fn used(&self) -> Used {
        self.used
    }

    /// The id of a pack that answers `request` with this draft: of the index, of what took part, and of the request.
    ///
    /// # Errors
    /// As [`identity::pack_id`].
    pub fn pack_id(&self, request: &PackRequest) -> Result<String, serde_json::Error> {
        identity::pack_id(request, &self.found.signatures)
    }

    /// Items by the rule that brought them in.
    pub fn rules(&self) -> BTreeMap<String, u64> {
        let mut rules = BTreeMap::new();
        for picked in &self.picked {
            *rules.entry(picked.candidate.rule.word().to_owned()).or_insert(0) += 1;
        }
        rules
    }
}
