//! One candidate a chunk: what was walked to, what stands around, what the query found besides, scored and in order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::walk::{Visit, Walk};
use super::{Candidate, Dropped, Link, Rule, around, order, score};
use crate::base::key::KeyMap;
use crate::manifest::error::IndexError;
use crate::pack::request::{PackRequest, SeedMode, filter};
use crate::pack::sections;
use crate::pack::seeds::{self, Hit, Seed, beside, meant, named};
use crate::reader::edges::{Edge, LEAST};
use crate::reader::ids::{ChunkId, FileId, Node, SymbolId};
use crate::reader::index::Index;

/// A weaker hit is not worth a place of its own.
const WEAK_FLOOR: u32 = 100_000;
/// A list of changes names everything and explains nothing: its score is divided by this.
const CHANGELOG_PART: u32 = 4;
/// A chunk with fewer words and marks than these says little.
pub const WORDS_AND_MARKS: u32 = 12;
/// One with fewer than these is an alias: two names and the word or mark between them.
const MARKS_OF_ALIAS: u32 = 5;
/// Few requests have more candidates, and who knows that moves none.
const USUAL: usize = 1_024;
/// Definitions of a file that are looked at for the most used one.
const MAX_DEFINITIONS: usize = 256;

/// The candidates of a walk. `hits` are scores by chunk.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn walked<'a>(index: &'a Index, walk: &Walk<'a>, seeds: &[Seed], hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<Candidate<'a>>, IndexError> {
    walk.reached().filter_map(|(position, visit)| reached(index, walk, (position, visit), seeds, hits).transpose()).collect()
}

fn reached<'a>(
    index: &'a Index,
    walk: &Walk<'a>,
    (position, visit): (usize, &Visit<'a>),
    seeds: &[Seed],
    hits: &BTreeMap<ChunkId, u32>,
) -> Result<Option<Candidate<'a>>, IndexError> {
    let (Some(seed), Some(rule)) = (seeds.get(visit.seed), visit.rule) else { return Ok(None) };
    let path = walk.path(index, position);
    let of_file = if matches!(visit.node, Node::File(_)) { path.last()? } else { None };
    let Some((chunk, symbol)) = shown(index, (walk, visit), (rule, of_file.as_ref()), hits)? else { return Ok(None) };
    // A definition with a chunk of its own is shown from its head on, wherever in it the use stands.
    let last = if index.chunks().symbol(chunk).is_none() { path.last()? } else { None };
    let last = last.filter(|edge| edge.from == visit.node && edge.file == index.file_of(chunk));
    let line = last.map(|edge| index.site_of(&edge)).transpose()?.flatten().map(|site| site.lines.start);
    let whole = index.chunks().lines(chunk);
    Ok(Some(Candidate {
        path,
        line: line.filter(|line| (whole.start..=whole.end).contains(line)),
        origin: seed.chunk,
        distance: visit.hop,
        evidence_score: visit.confidence,
        ..Candidate::unlinked(chunk, symbol, rule, visit.lent)
    }))
}

/// The chunk that shows a node. Of a file that calls or uses something outside of its definitions it is where it does. Of others it is their best hit, else
/// the first chunk; of one that is imported, what the seed names.
fn shown<'a>(
    index: &'a Index,
    (walk, visit): (&Walk<'a>, &Visit<'a>),
    (rule, last): (Rule, Option<&Edge<'_>>),
    hits: &BTreeMap<ChunkId, u32>,
) -> Result<Option<(ChunkId, Option<SymbolId>)>, IndexError> {
    Ok(match visit.node {
        Node::File(file) if last.is_some_and(|edge| edge.file == file && matches!(edge.edge_type, "call" | "usage")) => {
            last.and_then(|edge| around::chunk_at_byte(index, file, edge.byte_start)).map(|chunk| (chunk, None))
        }
        Node::Symbol(id) => index.chunk_of(id).map(|chunk| (chunk, Some(id))),
        Node::File(file) if rule == Rule::Neighbor(Link::Imports) => imported(index, file, (walk, visit), hits)?.map(|chunk| (chunk, None)),
        Node::File(file) => of_file(index, file, hits).map(|chunk| (chunk, None)),
        Node::Module(_) => None,
    })
}

fn score_of(hits: &BTreeMap<ChunkId, u32>, chunk: ChunkId) -> u32 {
    hits.get(&chunk).copied().filter(|score| *score >= WEAK_FLOOR).unwrap_or(0)
}

/// Of a file that imports a seed its head says how, unless it holds a hit.
fn of_file(index: &Index, file: FileId, hits: &BTreeMap<ChunkId, u32>) -> Option<ChunkId> {
    index.chunks_of(file).min_by_key(|id| (Reverse(score_of(hits, *id)), *id))
}

/// Of the definitions of an imported file that the seed names the best hit, else the most used: what else it holds says nothing of the seed.
fn imported<'a>(
    index: &'a Index,
    file: FileId,
    (walk, visit): (&Walk<'a>, &Visit<'a>),
    hits: &BTreeMap<ChunkId, u32>,
) -> Result<Option<ChunkId>, IndexError> {
    let named = index.symbols().shown_in(file).take(MAX_DEFINITIONS).filter(|(_, id)| walk.names(index, visit, *id));
    let chunks: BTreeSet<ChunkId> = named.filter_map(|(chunk, _)| chunk).collect();
    if chunks.is_empty() {
        return Ok(None);
    }
    let users = named::users(index, file, MAX_DEFINITIONS)?;
    // What tests share says nothing of what a file is there for.
    let key = |chunk: &ChunkId| (score_of(hits, *chunk), !sections::is_test(index, *chunk, file), users.get(chunk).copied(), Reverse(*chunk));
    Ok(chunks.into_iter().max_by_key(key))
}

/// Puts definitions in the place of declarations that the query found, where they may be shown: what a source file does says more than that a header tells of it.
pub fn put_definitions(index: &Index, request: &PackRequest, hits: &mut Vec<Hit>) {
    let mut known = BTreeSet::new();
    for hit in hits.iter_mut() {
        let definition = index.chunks().symbol(hit.chunk).and_then(|id| meant::definition_of(index, id));
        if let Some((chunk, _)) = definition.filter(|it| seeds::may_seed(index, request, index.file_of(it.0))) {
            hit.chunk = chunk;
        }
    }
    hits.retain(|hit| known.insert(hit.chunk));
}

/// Hits that are no seeds.
pub fn weak_hits<'a>(index: &'a Index, chosen: &[Seed], hits: &[Hit], request: &PackRequest) -> impl Iterator<Item = Candidate<'a>> {
    let fit = hits.iter().filter(|hit| hit.score >= WEAK_FLOOR && seeds::may_seed(index, request, index.file_of(hit.chunk)));
    let half = seeds::strong_from(chosen);
    let chosen: BTreeSet<ChunkId> = chosen.iter().map(|seed| seed.chunk).collect();
    fit.filter(move |hit| !chosen.contains(&hit.chunk) && !is_frame(index, hit.chunk)).map(move |hit| {
        let prose = index.files().is_class(index.file_of(hit.chunk), "prose") && request.seed_mode != SeedMode::Code;
        let rule = if prose { Rule::Prose } else { Rule::WeakHit };
        // Beside a focus nothing speaks for them but words.
        let score = if request.focus.is_empty() { hit.score } else { score::product(hit.score, score::BARE_SHARE) };
        // What is only one hit too many for a seed is as near to the query as one.
        let distance = u32::from(score < half);
        Candidate { distance, ..Candidate::unlinked(hit.chunk, hit.meant.or_else(|| index.chunks().symbol(hit.chunk)), rule, score) }
    })
}

/// What little stands between definitions: the opening line of a block, its last brace.
pub fn is_frame(index: &Index, chunk: ChunkId) -> bool {
    index.chunks().is_kind(chunk, "module") && index.chunks().token_count(chunk) < WORDS_AND_MARKS
}

/// A line or so of what a seed leans on or stands near that takes the place of nothing else: the head of a type whose members stand elsewhere, an alias, a
/// member that hands something on. The value of a constant is worth a line, and who uses a seed is told however short it is.
pub fn says_nothing(index: &Index, candidate: &Candidate<'_>) -> bool {
    let leans = matches!(candidate.rule, Rule::Neighbor(Link::Callee | Link::Implementer | Link::Uses | Link::Imports | Link::Replaced));
    let is_near = matches!(candidate.rule, Rule::Container | Rule::Member | Rule::Supertype | Rule::Subtype | Rule::SameFile | Rule::WeakHit);
    let is_value = |symbol: SymbolId| matches!(index.symbols().kind(symbol), "constant" | "variable");
    (leans || is_near) && index.chunks().token_count(candidate.chunk) < WORDS_AND_MARKS && !candidate.definition(index).is_some_and(is_value)
}

/// A line or so that says nothing of its own: where steps of several kinds lead, and the aliases of a seed.
fn is_scrap(index: &Index, candidate: &Candidate<'_>) -> bool {
    let least = match candidate.rule {
        Rule::Mixed => WORDS_AND_MARKS,
        Rule::Neighbor(Link::Caller | Link::UsedBy) => MARKS_OF_ALIAS,
        _ => 0,
    };
    index.chunks().token_count(candidate.chunk) < least
}

/// Seeds and candidates, one a chunk, filtered, scored, in order, at most as many as are kept. `hits` are scores by chunk.
pub fn merged<'a>(
    index: &'a Index,
    seeds: &[Seed],
    candidates: impl Iterator<Item = Candidate<'a>>,
    hits: &BTreeMap<ChunkId, u32>,
    request: &PackRequest,
    dropped: &mut Dropped,
) -> Vec<Candidate<'a>> {
    let mut all: Vec<Candidate<'a>> = Vec::with_capacity(USUAL);
    all.extend(seeds.iter().map(of_seed));
    all.iter_mut().for_each(|candidate| score::settle(candidate, request.intent));
    let mut places: KeyMap<ChunkId, usize> = all.iter().enumerate().map(|(at, it)| (it.chunk, at)).collect();
    for mut candidate in candidates {
        if let Some((chunk, symbol)) = candidate.definition(index).and_then(|id| meant::definition_of(index, id))
            && candidate.line.is_none()
        {
            candidate.origin = if candidate.origin == candidate.chunk { chunk } else { candidate.origin };
            (candidate.chunk, candidate.symbol) = (chunk, Some(symbol));
        }
        if !filter::admits_file(&request.filters, index, index.file_of(candidate.chunk)) {
            dropped.add("filtered", 1);
            continue;
        }
        if candidate.origin != candidate.chunk {
            let own = hits.get(&candidate.chunk).copied().unwrap_or(0);
            let origin = if is_bare(index, &candidate) { candidate.seed_score / 2 } else { candidate.seed_score };
            candidate.seed_score = score::inherited(score::product(origin, score::surety(&candidate)), candidate.distance, candidate.rule, own);
        }
        if matches!(candidate.rule, Rule::Prose | Rule::Mention) && beside::is_changelog(index.path(index.file_of(candidate.chunk))) {
            candidate.seed_score /= CHANGELOG_PART;
        }
        score::settle(&mut candidate, request.intent);
        match places.get(&candidate.chunk).and_then(|at| all.get_mut(*at)) {
            Some(known) if known.rule.is_seed() => {}
            Some(known) => {
                let seed_score = known.seed_score.max(candidate.seed_score);
                let has_edges = score::rule_has_edges(known.rule) && score::rule_has_edges(candidate.rule);
                if better(&candidate, known) {
                    *known = candidate;
                }
                // Of two relations the stronger one is told; the other counts all the same.
                if has_edges {
                    known.seed_score = seed_score;
                    score::settle(known, request.intent);
                }
            }
            None => {
                places.insert(candidate.chunk, all.len());
                all.push(candidate);
            }
        }
    }
    let before = all.len();
    all.retain(|candidate| score::is_relevant(candidate, request.intent) && !is_scrap(index, candidate));
    dropped.add("belowFloor", (before - all.len()) as u64);
    let before = all.len();
    // The head of a file that imports says nothing once what it does with the import is there.
    let files: BTreeSet<FileId> = all.iter().filter(|it| it.symbol.is_some()).map(|it| index.file_of(it.chunk)).collect();
    let is_head = |it: &Candidate<'_>| it.symbol.is_none() && matches!(it.rule, Rule::Neighbor(Link::Imports | Link::ImportedBy) | Rule::Mixed);
    all.retain(|candidate| !is_head(candidate) || !files.contains(&index.file_of(candidate.chunk)));
    dropped.add("duplicate", (before - all.len()) as u64);
    order::sort(index, &mut all, request.ordering.primary, request.intent);
    let cap = usize::try_from(request.budgets.max_candidates.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    dropped.add("candidates", all.len().saturating_sub(cap) as u64);
    all.truncate(cap);
    all.iter_mut().for_each(|it| it.is_test = sections::is_test(index, it.chunk, index.file_of(it.chunk)));
    all
}

/// Whether a call or use leads to a mere declaration: what a method is to do says less than what does it. What `overrides` lead to pays for that already.
fn is_bare(index: &Index, candidate: &Candidate<'_>) -> bool {
    let dispatched = matches!(candidate.rule, Rule::Neighbor(Link::Implementer | Link::Replaced | Link::CalledThrough));
    !dispatched && score::rule_has_edges(candidate.rule) && candidate.symbol.is_some_and(|symbol| index.symbols().has_flag(symbol, "declaration"))
}

/// Of two reasons for one chunk: the edge that counts as a fact speaks louder than the guess, then the nearer, then the stronger relation, then the better score.
fn better(candidate: &Candidate<'_>, known: &Candidate<'_>) -> bool {
    // That a path of several kinds leads to a test says less than that it speaks of what is asked for.
    match (candidate.rule, known.rule) {
        (Rule::TestWords, Rule::Mixed) => return true,
        (Rule::Mixed, Rule::TestWords) => return false,
        _ => {}
    }
    let is_fact = |it: &Candidate<'_>| score::rule_has_edges(it.rule) && score::surety(it) >= LEAST.0;
    let key = |it: &Candidate<'_>| (is_fact(it), Reverse(it.distance), it.rule.strength(), it.hybrid_score);
    key(candidate) > key(known)
}

fn of_seed<'a>(seed: &Seed) -> Candidate<'a> {
    Candidate { distance: 0, evidence_score: score::ONE, strong: seed.strong, ..Candidate::unlinked(seed.chunk, seed.symbol, seed.rule, seed.score) }
}
