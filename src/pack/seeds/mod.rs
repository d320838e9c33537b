//! The seeds: what the query finds, the focus, the files that the request names, what changed.

pub(super) mod at_line;
pub mod beside;
pub mod fallback;
pub mod meant;
pub mod named;
pub mod outright;
pub mod scale;

use std::collections::{BTreeMap, BTreeSet};

use super::candidate::score::ONE;
use super::candidate::walk::Caps;
use super::candidate::{Dropped, Rule, score, walk};
use super::error::PackError;
use super::request::{Focus, PackRequest, SeedMode, filter};
use crate::base::path;
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::reader::ids::{ChunkId, ChunkUid, FileId, Node, SymbolId};
use crate::reader::index::Index;
use crate::retrieve::names;
use crate::retrieve::seeds::ChunkSeed;

/// Hits that become seeds; the others stay candidates.
const QUERY_SEEDS: usize = 12;
/// Of one file, while others have hits half as good as the best.
const SEEDS_OF_FILE: usize = 4;
/// A hit below this part of the best that may be one is no seed, in millionths.
const SEED_FLOOR: u32 = 200_000;
/// Words of a query that are looked for among the paths.
const PATHS_OF_QUERY: usize = 16;
/// Definitions and files that a refusal names.
const NEAREST: usize = 5;
/// Definitions of one name that a refusal names.
const CANDIDATES: usize = 12;
/// What the best chunk of a named file, the second and any other score when the query finds them less: who names a file means it, if not all of it.
const NAMED_SCORES: [u32; 3] = [ONE, 600_000, 500_000];
/// How much less than the one before it each chunk of named files scores, and how many do.
const NAMED_STEP: u32 = 1_000;
const NAMED_STEPS: u32 = 150;
/// What changed code scores when the query does not find it.
const CHANGED_SCORE: u32 = 800_000;
/// What changed tests, documents and configuration score: they follow from the code.
const CHANGED_BESIDE_SCORE: u32 = 300_000;

/// A chunk that the query finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub chunk: ChunkId,
    /// The definition that the query names, where the chunk shows none of its own, or one that it does not name.
    pub meant: Option<SymbolId>,
    /// Millionths; the best has one.
    pub score: u32,
    /// More of it comes from what the query names, by edges, than its words give: it is no seed, and the walk brings it in.
    pub led: bool,
}

/// One seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    pub chunk: ChunkId,
    pub symbol: Option<SymbolId>,
    pub rule: Rule,
    /// The best of what the request names and the provider that was asked.
    pub score: u32,
    /// By who proposed it.
    pub scores: BTreeMap<&'static str, u32>,
    /// At least half as good as the best.
    pub strong: bool,
}

impl Seed {
    /// The definitions that it stands for: of a chunk that is another's the one in focus, with what lies in it; else what its chunk shows, and the one that is
    /// meant.
    pub fn shows(&self, index: &Index) -> impl Iterator<Item = SymbolId> {
        let own = index.chunks().symbol(self.chunk);
        let meant = self.symbol.filter(|it| Some(*it) != own);
        let is_its = move |it: SymbolId| own.is_none() || meant.is_none() || index.containers(it).any(|of| Some(of) == meant);
        meant.into_iter().chain(index.shown_by(self.chunk).filter(move |it| Some(*it) != meant && is_its(*it)))
    }

    /// What others reach it by: what it shows, and, of a type that the request names, its methods.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn reached_by(&self, index: &Index) -> Result<Vec<SymbolId>, IndexError> {
        let mut all: Vec<SymbolId> = self.shows(index).collect();
        if let Some(id) = self.symbol.filter(|_| self.rule == Rule::Focus) {
            all.extend(meant::methods(index, id)?);
        }
        let mut known = BTreeSet::new();
        all.retain(|it| known.insert(*it));
        Ok(all)
    }

    /// The lines of its chunk that are its own: those of the definition in focus, where its chunk is another's.
    pub fn lines(&self, index: &Index) -> Lines {
        let inner = self.symbol.filter(|it| index.chunks().symbol(self.chunk).is_some_and(|own| own != *it));
        inner.map_or_else(|| index.chunks().lines(self.chunk), |it| index.symbols().lines(it).0)
    }
}

/// Whether a file may appear under the filters and the seed mode of a request.
pub fn may_seed(index: &Index, request: &PackRequest, file: FileId) -> bool {
    let is_prose = || index.files().is_class(file, "prose");
    let of_mode = match request.seed_mode {
        SeedMode::Code => !is_prose(),
        SeedMode::Prose => is_prose(),
        SeedMode::Mixed => true,
    };
    of_mode && filter::admits_file(&request.filters, index, file)
}

/// The seeds of a normalised request, best first, at most as many as a section holds. Hits are `narrowed` where others score better that may be no seeds.
///
/// # Errors
/// [`PackError::Focus`] where the focus or a named file is nowhere.
pub fn choose(index: &Index, hits: &[Hit], narrowed: bool, request: &PackRequest) -> Result<Vec<Seed>, PackError> {
    let scores: BTreeMap<ChunkId, u32> = hits.iter().map(|hit| (hit.chunk, hit.score)).collect();
    let score_of = |chunk: ChunkId| scores.get(&chunk).copied().unwrap_or(0);
    let mut seeds: BTreeMap<ChunkId, Seed> = BTreeMap::new();
    let mut add = |chunk: ChunkId, symbol: Option<SymbolId>, rule: Rule, who: &'static str, score: u32| {
        let seed = seeds.entry(chunk).or_insert_with(|| {
            // What is in focus, or named outright, is meant, whoever's chunk shows it.
            let symbol = symbol.or_else(|| index.chunks().symbol(chunk));
            Seed { chunk, symbol, rule, score: 0, scores: BTreeMap::new(), strong: false }
        });
        seed.scores.insert(who, score);
        seed.score = seed.score.max(score);
        seed.symbol = seed.symbol.or(symbol);
        // What the request names outright is the better reason.
        if rule == Rule::Focus || (matches!(rule, Rule::File | Rule::Changed) && seed.rule != Rule::Focus) {
            seed.rule = rule;
        }
    };
    let steps = || (0..).map(|at: u32| at.min(NAMED_STEPS) * NAMED_STEP);
    let focus = focused(index, &request.focus, &scores)?;
    let near = if focus.is_empty() { None } else { Some(near(index, &focus, request)?) };
    for ((chunk, symbol), less) in focus.into_iter().zip(steps()) {
        add(chunk, symbol, Rule::Focus, "focus", ONE - less);
    }
    for ((chunk, before), less) in named::parts(index, &request.files, &scores)?.into_iter().zip(steps()) {
        let named = NAMED_SCORES.get(before).or(NAMED_SCORES.last()).copied().unwrap_or(0);
        add(chunk, None, Rule::File, "files", score_of(chunk).max(named - less));
    }
    for text in &request.changed {
        let chunk = ChunkUid::parse(text).and_then(|uid| index.find_chunk(uid)).ok_or_else(|| unknown(index, text))?;
        let least = if index.files().is_class(index.file_of(chunk), "code") { CHANGED_SCORE } else { CHANGED_BESIDE_SCORE };
        add(chunk, None, Rule::Changed, "changed", score_of(chunk).max(least));
    }
    let provider = request.seed_provider.word();
    let is_near =
        |hit: &Hit| near.as_ref().is_none_or(|(chunks, files)| chunks.contains_key(&hit.chunk) || files.contains(&index.file_of(hit.chunk)));
    let fit: Vec<&Hit> = hits.iter().filter(|hit| !hit.led && may_seed(index, request, index.file_of(hit.chunk)) && is_near(hit)).collect();
    // The best of those that may be seeds: what filters leave out says nothing about the others.
    let best = fit.iter().map(|hit| hit.score).max().unwrap_or(0);
    let floors = floors(index, &fit, narrowed);
    let class = |hit: &Hit| index.files().class(index.file_of(hit.chunk));
    let is_fit = |hit: &&Hit| floors.get(class(hit)).is_some_and(|floor| hit.score >= *floor);
    for hit in seated(index, fit.iter().copied().filter(is_fit), best.div_ceil(2)) {
        add(hit.chunk, hit.meant, Rule::Query, provider, hit.score);
    }
    let mut seeds: Vec<Seed> = seeds.into_values().collect();
    seeds.sort_by(|lhs, rhs| rhs.score.cmp(&lhs.score).then(lhs.chunk.cmp(&rhs.chunk)));
    seeds.truncate(usize::try_from(request.budgets.max_items_per_section.unwrap_or(u64::MAX)).unwrap_or(usize::MAX));
    let half = strong_from(&seeds);
    seeds.iter_mut().for_each(|seed| seed.strong = seed.score >= half);
    Ok(seeds)
}

/// The least score of a seed in files of each class. Classes differ in what they score for the same words, which is right where all of them may answer. Where
/// filters leave out what matches best, a stray file of a better class says nothing about the others, so each is measured by its own best.
fn floors<'a>(index: &'a Index, fit: &[&Hit], each_by_itself: bool) -> BTreeMap<&'a str, u32> {
    let mut floors: BTreeMap<&str, u32> = BTreeMap::new();
    for hit in fit {
        let best = floors.entry(index.files().class(index.file_of(hit.chunk))).or_insert(0);
        *best = (*best).max(hit.score);
    }
    let all = floors.values().copied().max().unwrap_or(0);
    floors.values_mut().for_each(|best| *best = score::product(if each_by_itself { *best } else { all }, SEED_FLOOR).max(u32::from(all > 0)));
    floors
}

/// The hits that become seeds: the best, but of one file no more than a few while others have hits of at least `strong`. A file that matches in all its parts
/// would leave no place to another that matches as well.
fn seated<'h>(index: &Index, hits: impl Iterator<Item = &'h Hit>, strong: u32) -> impl Iterator<Item = &'h Hit> {
    let mut seats: BTreeMap<FileId, usize> = BTreeMap::new();
    let (first, second): (Vec<&Hit>, Vec<&Hit>) = hits.partition(|hit| {
        let taken = seats.entry(index.file_of(hit.chunk)).or_insert(0);
        *taken += 1;
        *taken <= SEEDS_OF_FILE && hit.score >= strong
    });
    first.into_iter().chain(second).take(QUERY_SEEDS)
}

/// Says of a seed that the query found what each provider says of it.
pub fn tell_providers(seeds: &mut [Seed], request: &PackRequest, found: &[ChunkSeed]) {
    let asked = request.seed_provider.word();
    for seed in seeds.iter_mut().filter(|seed| seed.scores.contains_key(asked)) {
        for (provider, score) in found.iter().filter(|it| it.chunk == seed.chunk).flat_map(|it| &it.by_provider) {
            seed.scores.insert(provider.word(), score.0);
        }
    }
}

/// The least score of a strong seed: half of the best.
pub fn strong_from(seeds: &[Seed]) -> u32 {
    seeds.iter().map(|seed| seed.score).max().map_or(0, |best| best.div_ceil(2))
}

fn focused(index: &Index, focus: &Focus, hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<(ChunkId, Option<SymbolId>)>, PackError> {
    if let Some(text) = &focus.symbol_id {
        let symbol = index.find_symbol(text).ok_or_else(|| unknown(index, text))?;
        let chunk = index.chunk_of(symbol).ok_or_else(|| unknown(index, text))?;
        return Ok(vec![(chunk, Some(symbol))]);
    }
    if let Some(text) = &focus.chunk_uid {
        let chunk = ChunkUid::parse(text).and_then(|uid| index.find_chunk(uid)).ok_or_else(|| unknown(index, text))?;
        return Ok(vec![(chunk, None)]);
    }
    let Some(text) = &focus.file_rel_path else { return Ok(Vec::new()) };
    index.find_file(text).ok_or_else(|| unknown(index, text))?;
    Ok(named::parts(index, std::slice::from_ref(text), hits)?.into_iter().map(|(chunk, _)| (chunk, None)).collect())
}

/// The chunks that the walk reaches from a focus, each with what it has of the score of that, and the files of the focus. Beside a focus, what only the words of
/// a query find is another matter.
fn near(
    index: &Index,
    focus: &[(ChunkId, Option<SymbolId>)],
    request: &PackRequest,
) -> Result<(BTreeMap<ChunkId, u32>, BTreeSet<FileId>), IndexError> {
    let seed = |(chunk, symbol): &(ChunkId, Option<SymbolId>)| {
        let symbol = symbol.or(index.chunks().symbol(*chunk));
        Seed { chunk: *chunk, symbol, rule: Rule::Focus, score: ONE, scores: BTreeMap::new(), strong: true }
    };
    let seeds: Vec<Seed> = focus.iter().map(seed).collect();
    let walk = walk::walk(index, &seeds, &request.expansion, Caps::of(&request.budgets), &mut Dropped::default())?;
    let mut chunks = BTreeMap::new();
    for (_, visit) in walk.reached() {
        // By paths that mix relations nearly everything can be reached.
        let (Node::Symbol(id), Some(rule)) = (visit.node, visit.rule.filter(|rule| *rule != Rule::Mixed)) else { continue };
        if let Some(chunk) = index.chunk_of(id) {
            let has = chunks.entry(chunk).or_insert(0);
            *has = score::inherited(ONE, visit.hop, rule, 0).max(*has);
        }
    }
    Ok((chunks, focus.iter().map(|(chunk, _)| index.file_of(*chunk)).collect()))
}

/// One sentence for each file that a request names, in its query too, and that has no chunk: a pack can show nothing of it.
pub fn without_text(index: &Index, request: &PackRequest) -> Vec<String> {
    let is_bare = |file: FileId| index.chunks_of(file).next().is_none();
    let named = request.focus.file_rel_path.iter().chain(&request.files).filter_map(|path| index.find_file(path));
    let mut bare: Vec<FileId> = named.filter(|file| is_bare(*file)).collect();
    for path in paths_in(&request.query).take(PATHS_OF_QUERY) {
        // Where several files end so, one with a text may be meant.
        let ends = |file: &FileId| index.path(*file).strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        let meant: Vec<FileId> = index.find_file(path).map_or_else(|| index.file_ids().filter(ends).collect(), |file| vec![file]);
        if meant.iter().all(|file| is_bare(*file)) {
            bare.extend(meant);
        }
    }
    let mut told = BTreeSet::new();
    bare.retain(|file| told.insert(*file));
    bare.into_iter().take(NEAREST).map(|file| format!("`{}` has no text in this index, so nothing of it is shown", index.path(file))).collect()
}

/// The words of a query that are paths or names of files, as far as their form tells; a line behind them is none of it.
fn paths_in(query: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| !(c.is_alphanumeric() || "._-/".contains(c));
    let words = query.split_whitespace().filter_map(move |word| word.trim_matches(is_mark).split(':').next());
    words.map(|word| word.trim_start_matches("./").trim_end_matches(['.', '/'])).filter(|word| word.contains(['.', '/']))
}

/// The failure for a focus that is nowhere, with what may have been meant.
pub fn unknown(index: &Index, text: &str) -> PackError {
    let last = text.trim_end_matches(['.', '#', '(', ')', ':']).rsplit(['/', '#', '.', ':', '`']).next().unwrap_or(text);
    let name = path::file_name(text);
    let files = index.file_ids().map(|id| index.path(id)).filter(|it| path::file_name(it) == name || path::stem(it) == name).map(str::to_owned);
    let symbols = index.symbols_named(last).map(|symbol| symbol.symbol_id.to_owned());
    let mut nearest: Vec<String> = files.chain(symbols).take(NEAREST).collect();
    if nearest.is_empty() {
        let alike = names::alike(index.symbols(), last).into_iter().flat_map(|name| index.symbols_named(name));
        nearest.extend(alike.map(|symbol| symbol.symbol_id.to_owned()).take(NEAREST));
    }
    PackError::Focus { focus: text.to_owned(), nearest }
}

/// The folder of the index that a path means.
pub fn folder(index: &Index, text: &str) -> Option<String> {
    let plain = text.trim_start_matches("./").trim_end_matches('/');
    let is_folder = !plain.is_empty() && index.file_ids().any(|file| index.path(file) != plain && path::is_under(index.path(file), plain));
    is_folder.then(|| plain.to_owned())
}

/// What a word of the command line means as a focus: a symbolId, a chunkUid, a path, `path:line`, or the name of one definition.
///
/// # Errors
/// [`PackError::Focus`] where it is nowhere, [`PackError::Ambiguous`] where it means several definitions.
pub fn focus(index: &Index, text: &str) -> Result<Focus, PackError> {
    let symbol = |id: &str| Focus { symbol_id: Some(id.to_owned()), ..Focus::default() };
    if text.starts_with("scip:") {
        return Ok(symbol(text));
    }
    if text.starts_with("xxh64:") {
        return Ok(Focus { chunk_uid: Some(text.to_owned()), ..Focus::default() });
    }
    let plain = text.trim_start_matches("./");
    if index.find_file(plain).is_some() {
        return Ok(Focus { file_rel_path: Some(plain.to_owned()), ..Focus::default() });
    }
    if let Some((file, line)) = meant::place(index, plain) {
        let chunk = index.chunk_at(file, line).ok_or_else(|| unknown(index, text))?;
        return Ok(Focus { chunk_uid: Some(index.chunk(chunk).uid.to_string()), line: Some(line), ..Focus::default() });
    }
    let path: Vec<String> = text.replace("::", ".").split(['.', '#', '/']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let mut found: Vec<SymbolId> = names::of_path(index, &path).iter().map(|it| it.id).collect();
    found.dedup();
    meant::leave_out_constructors(index, &mut found);
    meant::leave_out_declarations(index, &mut found);
    match found.as_slice() {
        [] => Err(unknown(index, text)),
        [one] => Ok(symbol(index.symbol(*one).symbol_id)),
        several => {
            let candidates = several.iter().take(CANDIDATES).map(|it| index.symbol(*it).symbol_id.to_owned()).collect();
            let places = several.iter().take(CANDIDATES).map(|it| told(index, *it)).collect();
            Err(PackError::Ambiguous { key: text.to_owned(), count: several.len(), candidates, places })
        }
    }
}

/// A definition by the place that `--focus` takes, with its name, if its chunk begins on that line; else by its `symbolId`.
fn told(index: &Index, id: SymbolId) -> String {
    let (symbol, line) = (index.symbol(id), index.symbols().lines(id).0.start);
    let is_shown = index.chunk_at(symbol.file, line).is_some_and(|chunk| index.chunks().symbol(chunk) == Some(id));
    if is_shown { format!("{}:{line} ({})", index.path(symbol.file), symbol.qualified_name) } else { symbol.symbol_id.to_owned() }
}
