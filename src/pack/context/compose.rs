//! From a draft to the pack that is printed.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::{BudgetsResolved, Clamped, ContextPack, ContextSection, ExplainEnvelope, FORMAT_VERSION, SCHEMA_VERSION, SeedEntry, Stats, item};
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;
use crate::pack::allocate::Used;
use crate::pack::allocate::picked::Picked;
use crate::pack::candidate::score;
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::request::{Budgets, Intent, Strictness};
use crate::pack::sections::SECTIONS;
use crate::pack::seeds::{self, Seed};
use crate::reader::index::Index;

/// The pack of a draft.
///
/// # Errors
/// [`PackError`] for an index that cannot be read.
pub(in crate::pack) fn compose<'a>(packer: &Packer<'a>, draft: &Draft<'a>) -> Result<ContextPack, PackError> {
    let index = packer.index();
    let Draft { request, seeds, picked, used, dropped, found, .. } = draft;
    let budgets = resolved(&request.budgets, used);
    let mut sections = Vec::with_capacity(SECTIONS.len());
    let mut counts = BTreeMap::new();
    let mut absences = packer.absences(draft)?;
    for (position, section) in SECTIONS.iter().enumerate() {
        let of = picked.iter().filter(|it| it.section == position);
        let items = of.map(|it| item::item(index, it, budgets.max_bytes_per_item)).collect::<Result<Vec<_>, _>>()?;
        counts.insert(section.name.to_owned(), items.len() as u64);
        sections.push(ContextSection { absence: absences.remove(section.name), items, section: section.name.to_owned() });
    }
    let explain = if request.include_explain { Some(explain(index, draft)?) } else { None };
    let manifest = index.manifest();
    Ok(ContextPack {
        budgets,
        created_at: manifest.source_date.clone(),
        delta: draft.delta.clone(),
        explain,
        fallback: found.fallback_reason.is_some(),
        fallback_reason: found.fallback_reason.clone(),
        format_version: FORMAT_VERSION,
        index_signature: manifest.index_signature.clone(),
        notices: draft.answer.notices.clone(),
        pack_id: draft.pack_id(request)?,
        policy: packer.policy(draft)?,
        request: request.clone(),
        schema: "ContextPack".to_owned(),
        schema_version: SCHEMA_VERSION.to_owned(),
        sections,
        seeds: seeds.iter().map(|seed| entry(index, seed)).collect(),
        stats: Stats {
            candidates: found.scored,
            dropped: dropped.counts(),
            edges_read: found.edges_read,
            max_hop: found.max_hop,
            nodes_visited: found.nodes_visited,
            sections: counts,
            timings: None,
        },
    })
}

fn entry(index: &Index, seed: &Seed) -> SeedEntry {
    let chunk = index.chunk(seed.chunk);
    SeedEntry {
        chunk_uid: chunk.uid.to_string(),
        file_rel_path: index.path(chunk.file).to_owned(),
        lines: chunk.lines,
        range: chunk.range,
        scores: seed.scores.iter().map(|(who, score)| ((*who).to_owned(), Millionths(*score))).collect(),
        seed_score: Millionths(seed.score),
        strong: seed.strong,
        symbol_id: seed.symbol.map(|id| index.symbol(id).symbol_id.to_owned()),
    }
}

fn explain(index: &Index, draft: &Draft<'_>) -> Result<ExplainEnvelope, IndexError> {
    let request = &draft.request;
    let weights = score::weights(request.intent);
    let mut told = BTreeMap::from([
        ("distanceScore".to_owned(), Millionths(weights.distance)),
        ("evidenceScore".to_owned(), Millionths(weights.evidence)),
        ("seedScore".to_owned(), Millionths(weights.seed)),
    ]);
    if request.intent == Intent::Impact {
        told.insert("outwardShare".to_owned(), Millionths(score::OUTWARD_SHARE));
    }
    let evidence_gaps = match request.strictness {
        Strictness::Loose => None,
        Strictness::Strict if request.expansion.require_evidence => Some(draft.gaps.values().cloned().collect()),
        _ => {
            let shown = draft.picked.iter().flat_map(Picked::candidates);
            let gaps = shown.map(|it| item::gap(index, it, &request.expansion)).collect::<Result<Vec<_>, _>>()?;
            Some(gaps.into_iter().flatten().collect())
        }
    };
    Ok(ExplainEnvelope {
        corrections: draft.answer.corrections.iter().map(|(from, to)| [from.clone(), to.clone()]).collect(),
        evidence_gaps,
        hard_rule: request.intent != Intent::Impact,
        rules: draft.rules(),
        strictness: request.strictness,
        strong_from: Millionths(seeds::strong_from(&draft.seeds)),
        weights: told,
    })
}

/// The budgets as they were obeyed. A default for sections is never more than the items of the whole pack.
fn resolved(budgets: &Budgets, used: &Used) -> BudgetsResolved {
    let filled = budgets.filled();
    let of = |value: Option<u64>| value.unwrap_or(0);
    let (items, per_section) = (of(filled.max_items), of(filled.max_items_per_section));
    let mut clamped = Vec::new();
    if per_section > items {
        clamped.push(Clamped { budget: "maxItemsPerSection".to_owned(), by: "maxItems".to_owned(), from: per_section, to: items });
    }
    BudgetsResolved {
        clamped,
        max_bytes_per_item: of(filled.max_bytes_per_item),
        max_candidates: of(filled.max_candidates),
        max_edges_read: of(filled.max_edges_read),
        max_items: items,
        max_items_per_section: per_section.min(items),
        max_nodes_visited: of(filled.max_nodes_visited),
        max_total_chars: of(filled.max_total_chars),
        max_total_tokens: of(filled.max_total_tokens),
        used_chars: used.chars,
        used_items: used.items,
        used_tokens: used.tokens,
    }
}
