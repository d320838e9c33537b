//! Places only, best first: what is to be looked at, and in which order.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::pack::context::draft::Draft;
use crate::pack::request::limits;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;
use crate::retrieve::order;
use crate::retrieve::query::Query;

/// Places in files, and files on their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Locations {
    /// The graph had nothing, and files were chosen by name, place and history; left out where it had.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fallback: bool,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<String>,
    /// Files by their own ranking, which is not that of places; of a fallback without hits those that were chosen.
    pub files: Vec<String>,
    pub items: Vec<Location>,
}

/// Lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// Last line, 1-based.
    pub end: u32,
    pub file: String,
    /// First line, 1-based.
    pub start: u32,
}

/// The places of a draft: what the query found in the order in which it is worth its size, then what the graph brought in, until the tokens are spent or there
/// are as many as were asked for. The usual number of items bounds texts, and no places.
/// Most texts are not read here, so tokens are reckoned at 3.5 bytes each; long chunks are cut where `order::lines` says.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn locations(index: &Index, draft: &Draft<'_>) -> Result<Locations, IndexError> {
    let budgets = &draft.request.budgets;
    let mut left = budgets.max_total_tokens.unwrap_or(u64::MAX);
    let most = budgets.max_items.filter(|it| *it != limits::ITEMS.default).map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
    let hits = draft.hits(index);
    let is_hit = |chunk: ChunkId| hits.iter().any(|it| it.0 == chunk);
    let named = draft.seeds.iter().map(|seed| seed.chunk).filter(|chunk| !is_hit(*chunk));
    let omitted: Vec<_> = draft.delta.iter().flat_map(|it| &it.omitted).collect();
    let is_held = |chunk: ChunkId| {
        let (uid, lines) = (index.chunk(chunk).uid.to_string(), index.chunk(chunk).lines);
        omitted.iter().any(|it| it.chunk_uid == uid && it.lines == lines)
    };
    let named = named.filter(|chunk| omitted.is_empty() || !is_held(*chunk));
    let mut picked: Vec<_> = draft.picked.iter().collect();
    picked.sort_by_key(|it| it.rank);
    let brought = picked.iter().flat_map(|it| it.candidates()).map(|it| it.chunk).filter(|chunk| !is_hit(*chunk));
    // What the request names is as sure as the best of what was found, what the graph brought in is not sure at all.
    let best = hits.iter().map(|it| it.1).max().unwrap_or(1);
    let mut order: Vec<(ChunkId, u64)> = named.map(|chunk| (chunk, best)).chain(hits.iter().copied()).collect();
    for chunk in brought {
        if !order.iter().any(|it| it.0 == chunk) {
            order.push((chunk, 0));
        }
    }
    let of_seeds = draft.seeds.iter().filter_map(|seed| Some((seed.chunk, seed.symbol?)));
    let meant = picked.iter().flat_map(|it| it.candidates()).filter_map(|it| Some((it.chunk, it.symbol?))).chain(of_seeds).collect();
    let stems = Query::parse(&draft.request.query).map(|query| query.stems()).unwrap_or_default();
    let mut items = Vec::new();
    for (id, Lines { start, end }) in order::lines(index, &order, (&meant, draft.asked()), &stems)?.into_iter().take(most) {
        let chunk = index.chunk(id);
        items.push(Location { end, file: index.path(chunk.file).to_owned(), start });
        let (shown, all) = (u64::from(end + 1 - start), u64::from(chunk.lines.end + 1 - chunk.lines.start));
        // The last one may be cut by who reads it.
        let Some(rest) = left.checked_sub(u64::from(chunk.bytes) * shown / all * 2 / 7) else { break };
        left = rest;
    }
    let reason = draft.fallback_reason();
    let mut files: Vec<String> = draft.files(index).into_iter().map(|file| index.path(file).to_owned()).collect();
    if files.is_empty() && reason.is_some() {
        let mut seen = BTreeSet::new();
        files.extend(items.iter().map(|it| it.file.clone()).filter(|file| seen.insert(file.clone())));
    }
    Ok(Locations { fallback: reason.is_some(), fallback_reason: reason.map(str::to_owned), files, items })
}
