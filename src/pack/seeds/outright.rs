//! A definition that the query names outright is half a focus: what only the other words find, and nothing leads to from there, comes behind what hangs on it.

use std::collections::BTreeSet;

use super::scale::{self, Reasons};
use super::{Hit, Seed, near};
use crate::manifest::error::IndexError;
use crate::pack::absence::proof;
use crate::pack::candidate::Rule;
use crate::pack::request::PackRequest;
use crate::reader::census;
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, SymbolId};
use crate::reader::index::Index;
use crate::retrieve::query::Query;

/// More definitions than these are no subject but a list.
const MOST: usize = 3;
/// What the best of the other hits scores, in millionths: it is no strong seed.
const ASIDE: u32 = 450_000;

/// The few hits that the query names in ticks or with what has them. Who writes a name without may mean what the other words are about as well.
pub fn named(request: &PackRequest, reasons: &Reasons<'_>, hits: &[Hit]) -> Vec<(ChunkId, Option<SymbolId>)> {
    let is_named = |hit: &&Hit| reasons.get(&hit.chunk).is_some_and(|of| of.iter().any(|it| it.signal == "named"));
    let as_code = |query: &Query| !(query.ticked.is_empty() && query.qualified.is_empty());
    let mut named: Vec<_> = hits.iter().filter(is_named).collect();
    // What matches half as well as the best is not what the query is about.
    let half = hits.first().map_or(0, |first| first.score.div_ceil(2));
    if named.len() > MOST || named.iter().any(|hit| hit.score < half) || !Query::parse(&request.query).is_ok_and(|query| as_code(&query)) {
        named.clear();
    }
    named.into_iter().map(|hit| (hit.chunk, hit.meant)).collect()
}

/// Lowers the hits that nothing leads to from what the query names; the sentence that tells so.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn lower(index: &Index, request: &PackRequest, named: &[(ChunkId, Option<SymbolId>)], hits: &mut [Hit]) -> Result<Option<String>, IndexError> {
    if !request.focus.is_empty() || named.is_empty() {
        return Ok(None);
    }
    let (chunks, _) = near(index, named, request)?;
    let is_aside = |hit: &&Hit| !named.iter().any(|it| it.0 == hit.chunk) && !chunks.contains_key(&hit.chunk);
    let aside: BTreeSet<ChunkId> = hits.iter().filter(is_aside).map(|hit| hit.chunk).collect();
    for hit in hits.iter_mut().filter(|hit| !named.iter().any(|it| it.0 == hit.chunk)) {
        hit.led = chunks.get(&hit.chunk).is_some_and(|has| hit.score < *has);
    }
    let told = scale::at_most(hits, &aside, ASIDE);
    Ok(told.then(|| "the query names a definition; what only its other words find counts less than what hangs on it".to_owned()))
}

/// The sites that may use the best seed as well and are not known to, where the request asks for it by its name and some uses are known: a list that is not
/// empty looks whole.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn in_doubt(index: &Index, seeds: &[Seed], named: &[(ChunkId, Option<SymbolId>)]) -> Result<Option<String>, IndexError> {
    let is_asked = |seed: &&Seed| seed.rule == Rule::Focus || named.iter().any(|it| it.0 == seed.chunk);
    let Some(symbol) = seeds.first().filter(is_asked).and_then(|seed| seed.symbol) else { return Ok(None) };
    if index.fan_in(symbol, Table::Call)? + index.fan_in(symbol, Table::Usage)? == 0 {
        return Ok(None);
    }
    let name = index.symbol(symbol).name;
    let sites = census::doubtful_sites(index, &[name])?;
    let listed: Vec<String> = sites.iter().take(MOST).map(|site| proof::place(index, site)).collect();
    let (are, more) = (if sites.len() == 1 { "site of the name is" } else { "sites of the name are" }, if sites.len() > MOST { ", …" } else { "" });
    Ok((!sites.is_empty()).then(|| format!("{} {are} in doubt and may use `{name}` as well ({}{more})", sites.len(), listed.join(", "))))
}
