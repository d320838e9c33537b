//! What stands around seeds without being a step of the walk: tests, prose that mentions them, the type around a method, the methods of a type, families
//! of types, neighbors in the file.

use std::collections::BTreeMap;

use super::steps::Steps;
use super::{Candidate, Dropped, Link, Rule, score};
use crate::base::path;
use crate::manifest::error::IndexError;
use crate::pack::request::{PackRequest, SeedMode};
use crate::pack::seeds::{Seed, meant};
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{ChunkId, Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;

/// Edges of structure that are read of one node.
const MAX_EDGES: usize = 64;
/// Edges of one type that are looked through for its members.
const MAX_MEMBERS: usize = 256;
/// Kinds of definitions that hold a value.
const VALUES: &[&str] = &["constant", "field", "property", "variable"];
/// A callee that more edges than these call is a common helper: what tests it says nothing of the seed.
const FEW_CALLERS: usize = 8;
/// Neighbors of seeds whose tests are looked for.
const MAX_TESTED: usize = 256;
/// Files that are looked at for the test of one file by name.
const MAX_TEST_FILES: usize = 4;

/// A neighbor that was found around a seed.
#[derive(Clone, Copy)]
struct Found<'a> {
    chunk: ChunkId,
    symbol: Option<SymbolId>,
    rule: Rule,
    edge: Option<Edge<'a>>,
}

/// Everything around the seeds. Counts the edges that are read.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn around<'a>(
    index: &'a Index,
    seeds: &[Seed],
    request: &PackRequest,
    edges_read: &mut u64,
    dropped: &mut Dropped,
) -> Result<Vec<Candidate<'a>>, IndexError> {
    let mut candidates = Vec::new();
    // What lies around a seed is one hop away from it.
    if request.expansion.max_hops == 0 {
        return Ok(candidates);
    }
    let cap = request.budgets.max_edges_read.unwrap_or(u64::MAX);
    for seed in seeds {
        let mut found = Vec::new();
        let file = index.file_of(seed.chunk);
        let shown: Vec<SymbolId> = seed.shows(index).collect();
        let reached_by = seed.reached_by(index)?;
        for symbol in &reached_by {
            if !structure(index, *symbol, request, (edges_read, cap), &mut found)? {
                dropped.add("edgesRead", 1);
            }
        }
        for symbol in &shown {
            container(index, *symbol, &mut found)?;
            if !members(index, *symbol, (edges_read, cap), &mut found)? {
                dropped.add("edgesRead", 1);
            }
            for constructor in meant::constructors(index, *symbol)?.into_iter().filter(|it| !reached_by.contains(it)) {
                if !structure(index, constructor, request, (edges_read, cap), &mut found)? {
                    dropped.add("edgesRead", 1);
                }
            }
        }
        if !found.iter().any(|it| it.rule == Rule::TestEdge) {
            named_tests(index, index.derived.get(|| Ok(tests_by_stem(index)))?.as_ref(), file, &shown, &mut found);
        }
        if request.expansion.include_same_file_neighbors {
            same_file(index, seed.chunk, &mut found);
        }
        candidates.extend(found.into_iter().filter(|it| it.chunk != seed.chunk).map(|it| candidate(index, seed, it)));
    }
    Ok(candidates)
}

/// The tests of callers one step away from a seed, and of callees that few others call: whoever is shown those wants to know what runs them. What is walked to comes first to last.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn tests_of<'a>(
    index: &'a Index,
    walked: &[Candidate<'a>],
    request: &PackRequest,
    edges_read: &mut u64,
    dropped: &mut Dropped,
) -> Result<Vec<Candidate<'a>>, IndexError> {
    let mut candidates = Vec::new();
    // A test of a neighbor is two hops away from the seed.
    if request.expansion.max_hops < 2 {
        return Ok(candidates);
    }
    let edges = index.edges(Table::Structure)?;
    let cap = request.budgets.max_edges_read.unwrap_or(u64::MAX);
    let calls = index.edges(Table::Call)?;
    let is_own = |symbol: SymbolId| calls.degree(index, Node::Symbol(symbol), Direction::In) <= FEW_CALLERS;
    let tested = walked.iter().filter(|it| it.distance == 1).filter_map(|it| Some((it, it.symbol?))).filter(|(near, symbol)| match near.rule {
        Rule::Neighbor(Link::Caller) => true,
        Rule::Neighbor(Link::Callee) => is_own(*symbol),
        _ => false,
    });
    for (near, symbol) in tested.take(MAX_TESTED) {
        for edge in edges.of(index, Node::Symbol(symbol), Direction::In).take(MAX_EDGES) {
            if *edges_read >= cap {
                dropped.add("edgesRead", 1);
                return Ok(candidates);
            }
            *edges_read += 1;
            let Some(chunk) = Some(edge.from).filter(|_| edge.edge_type == "tests" && edge.runs()).and_then(|from| match from {
                Node::Symbol(id) => index.chunk_of(id),
                Node::File(file) => chunk_at_byte(index, file, edge.byte_start),
                Node::Module(_) => None,
            }) else {
                continue;
            };
            candidates.push(Candidate {
                path: near.path.and(index, &edge),
                origin: near.chunk,
                distance: 2,
                evidence_score: score::product(near.evidence_score, edge.confidence.0),
                ..Candidate::unlinked(chunk, index.chunks().symbol(chunk), Rule::TestEdge, near.seed_score)
            });
        }
    }
    Ok(candidates)
}

fn candidate<'a>(index: &'a Index, seed: &Seed, found: Found<'a>) -> Candidate<'a> {
    Candidate {
        path: found.edge.map_or_else(Steps::default, |edge| Steps::default().and(index, &edge)),
        origin: seed.chunk,
        evidence_score: found.edge.map_or(0, |edge| edge.confidence.0),
        ..Candidate::unlinked(found.chunk, found.symbol, found.rule, seed.score)
    }
}

/// Tests, mentions and families of types. False where the cap on edges came first.
fn structure<'a>(
    index: &'a Index,
    symbol: SymbolId,
    request: &PackRequest,
    (edges_read, cap): (&mut u64, u64),
    found: &mut Vec<Found<'a>>,
) -> Result<bool, IndexError> {
    let edges = index.edges(Table::Structure)?;
    for direction in [Direction::In, Direction::Out] {
        let of = edges.of(index, Node::Symbol(symbol), direction);
        for edge in of.take(MAX_EDGES) {
            if *edges_read >= cap {
                return Ok(false);
            }
            *edges_read += 1;
            let rule = match (edge.edge_type, direction) {
                // What an import stands beside need not run what it brings; what does, has an edge of its own.
                ("tests", Direction::In) if edge.runs() => Rule::TestEdge,
                ("mentions", Direction::In) if request.seed_mode != SeedMode::Code => Rule::Mention,
                ("extends" | "implements", Direction::In) => Rule::Subtype,
                ("extends" | "implements", Direction::Out) => Rule::Supertype,
                _ => continue,
            };
            let (chunk, symbol) = match edge.other(direction) {
                Node::Symbol(id) => (index.chunk_of(id), Some(id)),
                Node::File(file) => (chunk_at_byte(index, file, edge.byte_start), None),
                Node::Module(_) => (None, None),
            };
            let is_prose = |chunk: ChunkId| index.files().is_class(index.file_of(chunk), "prose");
            found.extend(chunk.map(|chunk| {
                let rule = if rule == Rule::Mention && !is_prose(chunk) { Rule::CodeMention } else { rule };
                Found { chunk, symbol, rule, edge: Some(edge) }
            }));
        }
    }
    Ok(true)
}

/// The type or function that a definition belongs to, by the edge that says so.
fn container<'a>(index: &'a Index, symbol: SymbolId, found: &mut Vec<Found<'a>>) -> Result<(), IndexError> {
    let Some(container) = index.symbols().container(symbol) else { return Ok(()) };
    let Some(chunk) = index.symbols().chunk_of(container).filter(|chunk| !is_opening(index, *chunk)) else { return Ok(()) };
    let mut edges = index.edges(Table::Structure)?.of(index, Node::Symbol(symbol), Direction::In);
    let edge = edges.find(|edge| edge.edge_type == "contains" && edge.from == Node::Symbol(container));
    found.push(Found { chunk, symbol: Some(container), rule: Rule::Container, edge });
    Ok(())
}

/// The members of a type, each by the edge that says so: what shows a type need not show what it does. A value has those of the types without a name that it
/// is made of, which are written in it. False where the cap on edges came first.
fn members<'a>(index: &'a Index, symbol: SymbolId, (edges_read, cap): (&mut u64, u64), found: &mut Vec<Found<'a>>) -> Result<bool, IndexError> {
    let kind = |symbol: SymbolId| index.symbols().kind(symbol);
    let is_type = meant::TYPES.contains(&kind(symbol));
    if !is_type && !VALUES.contains(&kind(symbol)) {
        return Ok(true);
    }
    for edge in index.edges(Table::Structure)?.of(index, Node::Symbol(symbol), Direction::Out).take(MAX_MEMBERS) {
        if *edges_read >= cap {
            return Ok(false);
        }
        *edges_read += 1;
        let Node::Symbol(part) = edge.to else { continue };
        if edge.edge_type != "contains" {
            continue;
        }
        if !is_type {
            if meant::TYPES.contains(&kind(part)) && !members(index, part, (&mut *edges_read, cap), found)? {
                return Ok(false);
            }
        } else if let Some(chunk) = index.chunk_of(part).filter(|_| matches!(kind(part), "method" | "constructor" | "function")) {
            found.push(Found { chunk, symbol: Some(part), rule: Rule::Member, edge: Some(edge) });
        }
    }
    Ok(true)
}

/// The opening line of a type whose members are chunks of their own: its name, which theirs say too.
fn is_opening(index: &Index, chunk: ChunkId) -> bool {
    const WORDS_AND_MARKS: u32 = 4;
    index.chunks().token_count(chunk) < WORDS_AND_MARKS
}

/// The chunk that holds a byte of a file. Chunks tell UTF-16 units, which are never more than bytes, so in files with wide characters before
/// it the chunk may be a later one: the last that starts at or before the byte.
pub fn chunk_at_byte(index: &Index, file: FileId, byte: u32) -> Option<ChunkId> {
    index.chunks_of(file).take_while(|id| index.chunks().range(*id).start <= byte).last()
}

/// The files of tests by their stem in small letters.
struct Tests(BTreeMap<String, Vec<FileId>>);

fn tests_by_stem(index: &Index) -> Tests {
    let mut tests: BTreeMap<String, Vec<FileId>> = BTreeMap::new();
    for id in index.file_ids() {
        if index.files().is_class(id, "test") {
            tests.entry(path::stem(index.path(id)).to_lowercase()).or_default().push(id);
        }
    }
    Tests(tests)
}

/// How the files of tests are named after what they test, in small letters.
const TEST_NAMES: [&str; 11] = ["test_*", "*_test", "*_tests", "*.test", "*.tests", "*.spec", "*_spec", "*test", "*tests", "*spec", "*it"];

/// Tests by the name of their file. Of such a file, what is named like a seed.
fn named_tests(index: &Index, tests: &Tests, file: FileId, shown: &[SymbolId], found: &mut Vec<Found<'_>>) {
    let stem = path::stem(index.path(file)).to_lowercase();
    let names: Vec<String> = shown.iter().map(|id| index.symbols().simple_name(*id).to_lowercase()).filter(|name| name.len() > 2).collect();
    let stems = TEST_NAMES.map(|form| form.replace('*', &stem));
    for test in stems.iter().filter_map(|stem| tests.0.get(stem)).flatten().take(MAX_TEST_FILES) {
        let named = index.chunks_of(*test).find(|id| {
            let name = index.chunk(*id).name.to_lowercase();
            names.iter().any(|it| name.contains(it.as_str()))
        });
        found.extend(named.map(|chunk| Found { chunk, symbol: index.chunks().symbol(chunk), rule: Rule::TestName, edge: None }));
    }
}

/// The definitions before and behind a seed.
fn same_file(index: &Index, seed: ChunkId, found: &mut Vec<Found<'_>>) {
    // What stands between definitions is mostly the frame around them.
    let shows = |id: &ChunkId| *id == seed || index.chunks().symbol(*id).is_some() || index.files().is_class(index.file_of(seed), "prose");
    let chunks: Vec<ChunkId> = index.chunks_of(index.file_of(seed)).filter(shows).collect();
    let Some(at) = chunks.iter().position(|id| *id == seed) else { return };
    let near = [at.checked_sub(1), Some(at + 1)];
    for chunk in near.into_iter().flatten().filter_map(|at| chunks.get(at)) {
        found.push(Found { chunk: *chunk, symbol: index.chunks().symbol(*chunk), rule: Rule::SameFile, edge: None });
    }
}
