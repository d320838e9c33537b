//! The engine: request, seeds, walk, scores, order, budgets. Pure but for the reading of pieces.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::absence::{Certifier, Known, Places};
use super::allocate::looks::Looks;
use super::allocate::{self, Manners, Sharing, Used, shortfall};
use super::candidate::walk::Caps;
use super::candidate::{Candidate, Dropped, Rule, around, composite, merge, score, walk};
use super::context::delta::Resident;
use super::context::draft::{Draft, Found, Manner, Pool};
use super::context::identity::Signatures;
use super::context::{Absence, ContextPack, EvidenceGap, PolicyNote, Verdict, compose, item};
use super::error::PackError;
use super::excerpt::texts::Texts;
use super::request::leaning::Leaning;
use super::request::{PackRequest, SeedProvider, Strictness, normal};
use super::sections::{self, BySection, SECTIONS};
use super::seeds::{self, Hit, Seed, at_line, beside, fallback, named, outright, scale};
use super::stages::{Heard, Stage};
use crate::embed::encoder::Encoder;
use crate::manifest::error::IndexError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::retrieve::query::{Query, QueryError};
use crate::retrieve::seeds::{Limits, Retriever, SeedError, Seeds};

/// Hits that are asked for: seeds come from the first, the others lend their scores to neighbors and fill what is left.
const MAX_HITS: usize = 1_000;

/// An index, ready to make packs of.
pub struct Packer<'a> {
    index: &'a Index,
    texts: Texts<'a>,
    retriever: OnceLock<Retriever<'a>>,
    encoder: Option<&'a Encoder>,
    heard: Option<Heard<'a>>,
}

/// The pack of a request, with texts of the root alone.
///
/// # Errors
/// As [`Packer::pack`].
pub fn pack(index: &Index, request: &PackRequest) -> Result<ContextPack, PackError> {
    Packer::new(index, Texts::of_root(index)).pack(request)
}

impl<'a> Packer<'a> {
    /// Nothing is read yet.
    pub fn new(index: &'a Index, texts: Texts<'a>) -> Self {
        Self { index, texts, retriever: OnceLock::new(), encoder: None, heard: None }
    }

    /// The same with a model that reads queries.
    #[must_use]
    pub fn with_encoder(self, encoder: Option<&'a Encoder>) -> Self {
        Self { encoder, ..self }
    }

    /// The same, telling of each stage that ends.
    #[must_use]
    pub fn with_stages(self, heard: Option<Heard<'a>>) -> Self {
        Self { heard, ..self }
    }

    fn tell(&self, stage: Stage) {
        if let Some(heard) = self.heard {
            heard(stage);
        }
    }

    /// What packs are made of.
    pub fn index(&self) -> &'a Index {
        self.index
    }

    /// Where texts come from.
    pub fn texts(&self) -> &Texts<'a> {
        &self.texts
    }

    /// The pack of a request.
    ///
    /// # Errors
    /// [`PackError`] for a request that cannot be met and an index that cannot be read.
    pub fn pack(&self, request: &PackRequest) -> Result<ContextPack, PackError> {
        self.texts.require()?;
        let pack = compose::compose(self, &self.draft(request, Sharing::BySection)?)?;
        self.tell(Stage::Rendering);
        Ok(pack)
    }

    /// What a pack would hold.
    ///
    /// # Errors
    /// As [`Packer::pack`].
    pub fn draft(&self, request: &PackRequest, sharing: Sharing) -> Result<Draft<'a>, PackError> {
        self.draft_in(request, Manner { sharing, leaning: Leaning::NONE, composite: false })
    }

    /// The same in a manner of the asker's.
    ///
    /// # Errors
    /// As [`Packer::pack`].
    pub fn draft_in(&self, request: &PackRequest, manner: Manner) -> Result<Draft<'a>, PackError> {
        let Manner { sharing, leaning, composite } = manner;
        let manifest = self.index.manifest();
        let request = normal::normalized(request, &manifest.index_signature, manifest.options.repo_id.as_deref())?;
        let mut answer = self.ask(&request)?;
        answer.notices.extend(seeds::without_text(self.index, &request));
        self.tell(Stage::Retrieval);
        let admitted = answer.chunks.iter().filter(|it| leaning.admits(self.index.path(self.index.file_of(it.chunk))));
        let mut hits: Vec<Hit> = admitted.map(|it| Hit { chunk: it.chunk, meant: it.meant, score: it.score.0, led: false }).collect();
        let reasons = scale::reasons(&answer.chunks);
        let asked_for = outright::named(&request, &reasons, &hits);
        let about = outright::lower(self.index, &request, &asked_for, &mut hits)?;
        answer.notices.extend(about.or_else(|| scale::beside_name(&request.query, &reasons, &mut hits)));
        leaning.weigh(self.index, &reasons, &mut hits);
        let narrowed = scale::narrowed(self.index, &request, &reasons, &mut hits);
        merge::put_definitions(self.index, &request, &mut hits);
        let mut seeds = seeds::choose(self.index, &hits, narrowed, &request)?;
        seeds::tell_providers(&mut seeds, &request, &answer.chunks);
        let mut dropped = Dropped::default();
        answer.notices.extend(named::left_out(self.index, &request, &seeds, &mut dropped));
        let asked = named::lines(self.index, &request);
        let mut found = self.find(&request, &seeds, (&hits, &asked), &mut dropped)?;
        answer.notices.extend(outright::in_doubt(self.index, &seeds, &asked_for)?);
        if seeds.is_empty() && !answer.chunks.is_empty() {
            found.fallback_reason = found.fallback_reason.map(|_| self.left_out(&request, answer.chunks.len()));
        }
        if !request.query.is_empty() || composite {
            // Retrieval ranks by recency, and so does the composite score.
            found.signatures.history.clone_from(&self.index.manifest().history_signature);
        }
        if !request.query.is_empty() && matches!(request.seed_provider, SeedProvider::Ann | SeedProvider::Hybrid) {
            found.signatures.vectors.clone_from(&self.index.manifest().vectors_signature);
        }
        found.signatures.policy = self.texts.policy_signature();
        let candidates = std::mem::take(&mut found.candidates);
        let (mut candidates, gaps) = self.check_evidence(&request, candidates, &mut dropped)?;
        if composite {
            composite::weigh(self.index, &mut candidates, &request)?;
        }
        let mut candidates = leaning.apply((self.index, &request), candidates, &hits, &mut dropped, &mut found.unfocused);
        self.tell(Stage::Scoring);
        let mut resident = Resident::of(self.index, &self.texts, &request)?;
        if let Some(resident) = &mut resident {
            candidates = resident.take(self.index, &self.texts, candidates, &mut dropped)?;
        }
        let whole = resident.as_ref().map(Resident::whole).unwrap_or_default();
        let (held, begun) = resident.as_ref().map(|it| (it.lines(self.index), it.begun())).unwrap_or_default();
        let manners = Manners { sharing, held, begun, asked };
        let delta = resident.map(|it| it.delta);
        let (notices, fallback_reason) = (answer.notices.clone(), found.fallback_reason.clone());
        let looks = Looks::new(&request.query);
        let pool = Pool { candidates, manners, looks, dropped, notices, fallback_reason };
        let (picked, left, used, dropped) = (Vec::new(), Vec::new(), Used::default(), Dropped::default());
        let mut draft = Draft { request, seeds, picked, left, held: whole, delta, used, dropped, found, gaps, answer, pool };
        self.fill(&mut draft)?;
        self.tell(Stage::Allocation);
        Ok(draft)
    }

    /// Chooses from the candidates of a draft, once more where its budgets are no longer those that it was filled for.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn fill(&self, draft: &mut Draft<'a>) -> Result<(), IndexError> {
        let pool = &mut draft.pool;
        let best = pool.candidates.first().filter(|it| it.rule.is_seed()).map(|it| it.chunk);
        draft.dropped = pool.dropped.clone();
        let offered = (pool.candidates.as_slice(), &mut pool.looks);
        let allocated = allocate::allocate(self.index, &self.texts, offered, &draft.request, &pool.manners, &mut draft.dropped)?;
        (draft.picked, draft.left, draft.used) = (allocated.picked, allocated.left, allocated.used);
        let proposed = pool.candidates.iter().any(|it| it.rule.is_fallback());
        let chosen = |reason: &String| format!("{reason}; {}", fallback::chosen(proposed, draft.picked.iter().map(|it| it.candidate.rule)));
        draft.found.fallback_reason = pool.fallback_reason.as_ref().map(chosen);
        draft.answer.notices.clone_from(&pool.notices);
        let is_left = best.filter(|best| draft.left().any(|it| it.chunk == *best));
        draft.answer.notices.extend(shortfall::told(self.index, is_left, &draft.picked));
        Ok(())
    }

    fn retriever(&self) -> Result<&Retriever<'a>, IndexError> {
        if let Some(retriever) = self.retriever.get() {
            return Ok(retriever);
        }
        let made = Retriever::new(self.index)?.with_encoder(self.encoder);
        Ok(self.retriever.get_or_init(|| made))
    }

    /// What retrieval says to the query.
    fn ask(&self, request: &PackRequest) -> Result<Seeds, PackError> {
        let query = match Query::parse(&request.query) {
            Ok(query) => query,
            // What else the request names can do without words.
            Err(QueryError::Empty | QueryError::NoWords) if !request.focus.is_empty() || !request.files.is_empty() || !request.changed.is_empty() => {
                return Ok(Seeds::default());
            }
            Err(cause) => return Err(PackError::Request(cause.to_string())),
        };
        let limits = Limits { chunks: MAX_HITS, files: MAX_HITS };
        self.retriever()?.seeds(request.seed_provider.provider(), &query, limits).map_err(|cause| match cause {
            SeedError::NotSupported(provider) => PackError::Provider(provider.word()),
            SeedError::Embed(cause) => cause.into(),
            SeedError::Index(cause) => cause.into(),
        })
    }

    /// Every candidate, scored and in order. `asked` are the lines that the request names.
    fn find(
        &self,
        request: &PackRequest,
        seeds: &[Seed],
        (hits, asked): (&[Hit], &BTreeMap<ChunkId, u32>),
        dropped: &mut Dropped,
    ) -> Result<Found<'a>, IndexError> {
        let walk = walk::walk(self.index, seeds, &request.expansion, Caps::of(&request.budgets), dropped)?;
        self.tell(Stage::Traversal);
        let mut edges_read = walk.edges_read;
        let mut scores: BTreeMap<ChunkId, u32> = hits.iter().map(|hit| (hit.chunk, hit.score)).collect();
        let walked = merge::walked(self.index, &walk, seeds, &scores)?;
        let mut found_around = around::around(self.index, seeds, request, &mut edges_read, dropped)?;
        found_around.extend(around::tests_of(self.index, &walked, request, &mut edges_read, dropped)?);
        let has_graph = !walked.is_empty() || found_around.iter().any(|it| score::rule_has_edges(it.rule));
        let mut signatures = Signatures::default();
        let (mut cause, mut from_files) = (None, Vec::new());
        if !has_graph && (request.expansion.max_hops > 0 || seeds.is_empty()) {
            let proposed = fallback::propose(self.index, seeds, &scores, &request.query)?;
            cause = Some(match (seeds.is_empty(), walk.joins_seeds) {
                (true, _) => "the query matches nothing in the index",
                (false, true) => "edges lead from seed to seed alone",
                (false, false) if walk.edges_read > 0 => "the edges at the seeds lead to nothing else that has text here",
                (false, false) => "the graph has no edges at the seeds",
            });
            if proposed.used_history {
                signatures.history.clone_from(&self.index.manifest().history_signature);
            }
            from_files = proposed.candidates;
        }
        let by_words = beside::found(self.index, self.retriever()?, seeds, request)?;
        // What edges lead to as well is shown first.
        for it in &by_words {
            let own = scores.entry(it.chunk).or_insert(0);
            *own = it.seed_score.max(*own);
        }
        // Who asks for the best seed asks for its own tests before those of its like.
        let is_of_best =
            |it: &&Candidate<'_>| it.rule == Rule::TestEdge && it.distance == 1 && seeds.first().is_some_and(|best| best.chunk == it.origin);
        let mut of_best: Vec<ChunkId> = found_around.iter().filter(is_of_best).map(|it| it.chunk).collect();
        of_best.sort_by_key(|chunk| (Reverse(scores.get(chunk).copied()), *chunk));
        of_best.dedup();
        for chunk in of_best.into_iter().take(beside::TESTS_OF_BEST) {
            let own = scores.entry(chunk).or_insert(0);
            *own = beside::OF_BEST.max(*own);
        }
        for (chunk, worth) in at_line::called(self.index, asked)? {
            let own = scores.entry(chunk).or_insert(0);
            *own = worth.max(*own);
        }
        let weak = merge::weak_hits(self.index, seeds, hits, request).filter(|it| !by_words.iter().any(|known| known.chunk == it.chunk));
        let candidates = walked.into_iter().chain(found_around).chain(weak).chain(by_words.iter().cloned()).chain(from_files);
        let all = merge::merged(self.index, seeds, candidates, &scores, request, dropped);
        Ok(Found {
            by_section: sections::counted(&all, request),
            unfocused: BySection::default(),
            max_hop: all.iter().filter(|it| !it.path.is_empty()).map(|it| it.distance).max().unwrap_or(0),
            scored: all.len() as u64,
            candidates: all,
            nodes_visited: walk.nodes_visited,
            fallback_reason: cause.map(str::to_owned),
            edges_read,
            signatures,
        })
    }

    /// Why there is no seed although so many chunks match the query.
    fn left_out(&self, request: &PackRequest, matched: usize) -> String {
        let files = self.index.file_count();
        if self.index.file_ids().any(|file| seeds::may_seed(self.index, request, file)) {
            format!("the filters of the request leave out all {matched} chunks that match the query best")
        } else {
            format!("the filters of the request leave out all {files} files of the index, {matched} matching chunks among them")
        }
    }

    /// Drops or notes what lacks evidence, as strictness says.
    fn check_evidence(
        &self,
        request: &PackRequest,
        candidates: Vec<Candidate<'a>>,
        dropped: &mut Dropped,
    ) -> Result<(Vec<Candidate<'a>>, BTreeMap<String, EvidenceGap>), IndexError> {
        let mut gaps = BTreeMap::new();
        if request.strictness != Strictness::Strict || !request.expansion.require_evidence {
            return Ok((candidates, gaps));
        }
        let mut kept = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            match item::gap(self.index, &candidate, &request.expansion)? {
                Some(gap) => {
                    gaps.insert(gap.chunk_uid.clone(), gap);
                    dropped.add("noEvidence", 1);
                }
                None => kept.push(candidate),
            }
        }
        Ok((kept, gaps))
    }

    /// What the empty sections of a draft rest on, by section.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn absences(&self, draft: &Draft<'a>) -> Result<BTreeMap<String, Absence>, IndexError> {
        let place = |it| sections::place(it, &draft.request).map(|section| (it.chunk, (section, false)));
        let mut places: Places = draft.left().filter_map(place).collect();
        places.extend(draft.picked.iter().flat_map(|it| it.candidates().map(move |shown| (shown.chunk, (it.section, true)))));
        let certifier = Certifier::new(self.index, &draft.seeds, &draft.request, places);
        // Filters leave out what matches; else there is nothing that could have anything.
        let without_seeds = if draft.answer.chunks.is_empty() { Verdict::None } else { Verdict::LeftOut };
        let nothing = draft.fallback_reason().map(|reason| (reason, without_seeds));
        let mut absences = BTreeMap::new();
        for (position, section) in SECTIONS.iter().enumerate() {
            if draft.picked.iter().any(|it| it.section == position) {
                continue;
            }
            let known = Known { all: draft.found.by_section[position], unfocused: draft.found.unfocused[position] };
            absences.insert(section.name.to_owned(), certifier.certificate(section, known, nothing)?);
        }
        Ok(absences)
    }

    /// What policy did to the files of a draft; `None` where nothing is labelled.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn policy(&self, draft: &Draft<'a>) -> Result<Option<PolicyNote>, IndexError> {
        self.policy_of(draft, &draft.picked.iter().map(|picked| self.index.file_of(picked.candidate.chunk)).collect())
    }

    /// What policy did to files; `None` where nothing is labelled.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn policy_of(&self, draft: &Draft<'a>, files: &BTreeSet<FileId>) -> Result<Option<PolicyNote>, IndexError> {
        let Some(signature) = draft.found.signatures.policy.clone() else { return Ok(None) };
        let mut decisions = Vec::new();
        for file in files {
            decisions.extend(self.texts.decision(*file)?);
        }
        decisions.sort();
        Ok(Some(PolicyNote { decisions, problem: self.texts.approvals().problem.clone(), signature }))
    }
}
