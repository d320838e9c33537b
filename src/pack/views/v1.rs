//! Context Pack v1: one list of excerpts, hits first, within a budget of characters.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::score::Millionths;
use crate::base::words::words;
use crate::manifest::error::IndexError;
use crate::pack::allocate::Sharing;
use crate::pack::allocate::picked::Picked;
use crate::pack::context::delta::Delta;
use crate::pack::context::draft::{Draft, Manner};
use crate::pack::context::{Absence, PolicyNote};
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::excerpt::imports::Imports;
use crate::pack::request::leaning::Leaning;
use crate::pack::request::{PackRequest, SeedProvider, limits};
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Version of the shape of the answer.
pub const VERSION: u32 = 1;
/// Characters of all contents where nobody asks for another number.
pub const MAX_CHARS: u64 = 20_000;
/// No model took part.
const NO_MODEL: &str = "none";
/// The part of the characters that import lines may take before any excerpt does: one in so many.
const IMPORTS_PART: u64 = 20;
/// The part of the characters of a text that headings are reckoned at before there is any: one in so many.
const HEADINGS_PART: u64 = 10;
/// So often items are chosen at most.
const ROUNDS: usize = 4;
/// Less than this part of the characters is not spent, in percent.
const SPENT: u64 = 85;
/// A token of code has no fewer characters than this, so that sections share tokens as they would share characters.
const CHARS_PER_TOKEN: u64 = 3;

/// The answer. `S` is what a surface knows of the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ContextPackOutput")]
pub struct ContextPackOutput<S> {
    /// Always 1.
    pub version: u32,
    pub query: String,
    /// The embedding model that proposed candidates, `none` where none did.
    pub model_id: String,
    /// Who proposed candidates: `sparse`, `fts`, `ann`, `hybrid`.
    pub profile: String,
    /// The graph had nothing, and files were chosen by name, place and history.
    pub fallback: bool,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<String>,
    /// What is to be known of how the query was read; left out where nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// What the query found first, then what belongs to it; each the best first.
    pub items: Vec<Item>,
    pub budget: Budget,
    pub meta: Meta<S>,
    /// By section: what stands behind "no callers", "no usages", "no tests"; nothing in the view for `minimal` answers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub absences: BTreeMap<String, Absence>,
    /// What the caller holds of the pack; left out where it holds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<Delta>,
    /// What policy did to its files, for the ledger: this view has no place for it, and withheld contents say so themselves.
    #[serde(skip)]
    pub policy: Option<PolicyNote>,
}

/// One excerpt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// `path:start_line:end_line`.
    pub id: String,
    pub role: Role,
    /// Repo-relative.
    pub file: String,
    /// First line that is shown, 1-based.
    pub start_line: u32,
    /// Last line that is shown, 1-based.
    pub end_line: u32,
    /// Qualified name of the definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Qualified names of other definitions whose texts stand before or behind in the same excerpt, by place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<String>,
    /// Other places that hold the very same text, as `file:start:end` of all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
    /// The signature of the definition in one line, where the excerpt opens behind its head: for the heading of its text.
    #[serde(skip)]
    pub signature: Option<String>,
    /// Kind of the definition, else of the chunk.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    pub score: Millionths,
    /// Import lines of the file that bind names of the excerpt.
    pub imports: Vec<String>,
    /// The imports and an empty line where there are any, then lines `start_line` to `end_line`.
    pub content: String,
    /// Edges that lead here from a hit, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relationship: Option<Vec<String>>,
    /// Edges between this and the nearest hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The excerpt ends before the definition does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The root holds no text, and the file is not the one that was indexed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

words! {
    /// Why an item is there.
    #[derive(JsonSchema)]
    pub enum Role {
        /// The query found it, or the request names it.
        Primary = "primary",
        /// It belongs to what was found.
        Related = "related",
    }
}

/// What was allowed and spent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    pub max_chars: u64,
    /// Characters of all contents.
    pub used_chars: u64,
    /// Something was cut or left out for want of characters or items.
    pub truncated: bool,
    /// Candidates that did not fit.
    pub dropped_items: u64,
}

/// What is known beside the items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meta<S> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_state: Option<S>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

/// How the pack came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// Candidates that were scored.
    pub candidates: u64,
    /// Names of the query that are not there, each with the one that was taken instead.
    pub corrections: Vec<(String, String)>,
    /// What did not get in, by reason.
    pub dropped: BTreeMap<String, u64>,
    pub leaning: Leaning,
    /// Items by the rule that brought them in.
    pub rules: BTreeMap<String, u64>,
    pub seeds: u64,
}

/// Writes what a surface says beside the contents of items, and tells how many characters count of that.
pub type Beside<'f, S> = &'f dyn Fn(&mut ContextPackOutput<S>) -> u64;

/// The answer to a request. Of its budgets, `maxTotalChars` is 20 000 where it is not set. What stands beside the contents of a text depends on the items, so
/// they are chosen anew until both fit and little is left.
///
/// # Errors
/// As [`Packer::pack`].
pub fn output<S>(
    packer: &Packer<'_>,
    request: &PackRequest,
    leaning: Leaning,
    (beside, is_text): (Beside<'_, S>, bool),
) -> Result<ContextPackOutput<S>, PackError> {
    packer.texts().require()?;
    let max_chars = request.budgets.max_total_chars.unwrap_or(MAX_CHARS);
    limits::TOTAL_CHARS.check(max_chars)?;
    let mut wanted = request.clone();
    let room = if is_text { max_chars - max_chars / HEADINGS_PART } else { max_chars };
    wanted.budgets.max_total_chars = Some(room - max_chars / IMPORTS_PART);
    let tokens = (max_chars / CHARS_PER_TOKEN).clamp(1, limits::TOTAL_TOKENS.hard_cap);
    wanted.budgets.max_total_tokens = wanted.budgets.max_total_tokens.or(Some(tokens));
    // Shares of sections would keep documents small even where they are to come first.
    let sharing = if leaning.prefer_code == Some(false) { Sharing::ByRank } else { Sharing::BySection };
    let mut draft = packer.draft_in(&wanted, Manner { sharing, leaning, composite: false })?;
    let imports = Imports::new(packer.index(), packer.texts());
    let mut output = filled((packer, &imports), &draft, leaning, (max_chars, room))?;
    let mut before = None;
    // The best of all rounds: the head may be briefer beside other items, so that they need not draw near to one another.
    let mut best: Option<(u64, ContextPackOutput<S>)> = None;
    for round in 1..=ROUNDS {
        let told = beside(&mut output);
        let (used, waits) = (output.budget.used_chars + told, output.budget.dropped_items > 0);
        let is_spent = used <= max_chars && (!waits || used * 100 >= max_chars * SPENT);
        if !is_text || round == ROUNDS || is_spent || before.replace(used) == Some(used) {
            let own = value(&output, used);
            return Ok(best.filter(|it| is_text && it.0 > own).map_or(output, |it| it.1));
        }
        // By as much as was too much or too little.
        let given = draft.request.budgets.max_total_chars.unwrap_or(max_chars);
        draft.request.budgets.max_total_chars = Some((given + max_chars).saturating_sub(used).max(1));
        packer.fill(&mut draft)?;
        let next = filled((packer, &imports), &draft, leaning, (max_chars, max_chars.saturating_sub(told)))?;
        let last = std::mem::replace(&mut output, next);
        let own = value(&last, used);
        if best.as_ref().is_none_or(|it| it.0 < own) {
            best = Some((own, last));
        }
    }
    Ok(output)
}

/// How good a text is of which `used` characters are no more than it may have: the fuller the better. What is too long will be cut, and a single item may be
/// lost by that.
fn value<S>(output: &ContextPackOutput<S>, used: u64) -> u64 {
    let max = output.budget.max_chars;
    match output.items.len() {
        0 => 0,
        _ if used <= max => used,
        1 => 1,
        _ => max * SPENT / 100,
    }
}

/// The answer that a draft gives, with contents of at most `room` characters.
fn filled<'a, S>(
    (packer, imports): (&Packer<'a>, &Imports<'_>),
    draft: &Draft<'a>,
    leaning: Leaning,
    (max_chars, room): (u64, u64),
) -> Result<ContextPackOutput<S>, PackError> {
    let items = items((packer, imports), draft, room)?;
    let dropped_items = draft.left().count() as u64;
    let truncated = dropped_items > 0 || draft.picked.iter().any(|it| it.cut.end.is_some());
    let used_chars = items.iter().map(|item| chars(&item.content)).sum();
    Ok(ContextPackOutput {
        version: VERSION,
        query: draft.request.query.clone(),
        model_id: model_id(packer.index(), draft.request.seed_provider),
        profile: draft.request.seed_provider.word().to_owned(),
        fallback: draft.fallback_reason().is_some(),
        fallback_reason: draft.fallback_reason().map(str::to_owned),
        notices: draft.answer.notices.clone(),
        items,
        budget: Budget { max_chars, used_chars, truncated, dropped_items },
        absences: packer.absences(draft)?,
        delta: draft.delta.clone(),
        meta: Meta { index_state: None, trace: Some(trace(draft, leaning)) },
        policy: packer.policy(draft)?,
    })
}

fn model_id(index: &Index, provider: SeedProvider) -> String {
    let asked = index.manifest().embedding.as_ref().filter(|_| matches!(provider, SeedProvider::Ann | SeedProvider::Hybrid));
    asked.map_or(NO_MODEL, |embedding| &embedding.model).to_owned()
}

fn items((packer, imports): (&Packer<'_>, &Imports<'_>), draft: &Draft<'_>, max_chars: u64) -> Result<Vec<Item>, IndexError> {
    let mut picked: Vec<&Picked<'_>> = draft.picked.iter().collect();
    picked.sort_by_key(|it| (!it.candidate.rule.is_seed(), it.rank));
    let file = |it: &Picked<'_>| packer.index().file_of(it.candidate.chunk);
    let mut bare = Vec::with_capacity(picked.len());
    for it in &picked {
        let Some(lines) = it.lines.filter(|_| packer.index().chunk(it.candidate.chunk).symbol.is_none()) else { continue };
        if imports.are_all(file(it), lines, &it.cut.text)? {
            bare.push(it.rank);
        }
    }
    // Imports stand with what uses them; alone they are worth their place only where the file has nothing else to show.
    let files: BTreeSet<FileId> = picked.iter().filter(|it| !bare.contains(&it.rank)).map(|it| file(it)).collect();
    picked.retain(|it| !bare.contains(&it.rank) || !files.contains(&file(it)));
    let mut left = max_chars.saturating_sub(picked.iter().map(|it| chars(&it.cut.text)).sum());
    picked.into_iter().map(|it| item(packer, imports, it, &mut left)).collect()
}

/// One item, with its imports if `left` characters hold them.
fn item(packer: &Packer<'_>, imports: &Imports<'_>, picked: &Picked<'_>, left: &mut u64) -> Result<Item, IndexError> {
    let (index, candidate) = (packer.index(), &picked.candidate);
    let chunk = index.chunk(candidate.chunk);
    let symbol = candidate.definition(index).map(|id| index.symbol(id));
    let lines = picked.lines.unwrap_or(chunk.lines);
    let mut bound = imports.of(chunk.file, lines, &picked.cut.text)?;
    let mut head = bound.join("\n");
    if !head.is_empty() {
        head.push_str("\n\n");
    }
    if let Some(rest) = left.checked_sub(chars(&head)) {
        *left = rest;
    } else {
        bound.clear();
        head.clear();
    }
    let role = if candidate.rule.is_seed() { Role::Primary } else { Role::Related };
    let file = index.path(chunk.file).to_owned();
    let edges: Vec<String> = candidate.path.edges()?.iter().map(|edge| edge.edge_type.to_owned()).collect();
    let kind = symbol.map_or(chunk.kind, |it| it.kind);
    let name = symbol.map_or(chunk.name, |it| it.qualified_name);
    Ok(Item {
        id: format!("{file}:{}:{}", lines.start, lines.end),
        role,
        file,
        start_line: lines.start,
        end_line: lines.end,
        symbol: Some(name.to_owned()).filter(|name| !name.is_empty()),
        joined: picked.joined.iter().filter_map(|it| it.definition(index)).map(|id| index.symbol(id).qualified_name.to_owned()).collect(),
        copies: picked.copies.iter().map(|it| place(index, it.chunk)).collect(),
        signature: symbol.filter(|_| picked.opens_late && chunk.symbol.is_some()).map(|it| words(it.signature)).filter(|it| !it.is_empty()),
        kind: Some(kind.to_owned()).filter(|kind| !kind.is_empty()),
        score: Millionths(candidate.hybrid_score),
        imports: bound,
        content: head + &picked.cut.text,
        relationship: if role == Role::Related { Some(if edges.is_empty() { vec![candidate.rule.word().to_owned()] } else { edges }) } else { None },
        distance: if role == Role::Related { Some(candidate.distance) } else { None },
        truncated: picked.is_partial(),
        stale: picked.stale,
    })
}

fn trace(draft: &Draft<'_>, leaning: Leaning) -> Trace {
    Trace {
        candidates: draft.scored(),
        corrections: draft.answer.corrections.clone(),
        dropped: draft.dropped().counts(),
        leaning,
        rules: draft.rules(),
        seeds: draft.seeds.len() as u64,
    }
}

/// A text in one line.
/// All of a chunk as a place.
fn place(index: &Index, chunk: ChunkId) -> String {
    let chunk = index.chunk(chunk);
    format!("{}:{}:{}", index.path(chunk.file), chunk.lines.start, chunk.lines.end)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}
