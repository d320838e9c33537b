//! From a draft of the engine to the items of the view.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{self, Changes, Difference};
use super::document::{ChangedFile, Constraints, ItemKind, Provenance, Since, Stats, TaskItem, TaskPack, TaskSignals, VERSION};
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;
use crate::pack::allocate::Sharing;
use crate::pack::allocate::picked::Picked;
use crate::pack::candidate::{Candidate, composite, is_of_budgets};
use crate::pack::context::draft::{Draft, Manner};
use crate::pack::context::{Why, facts, identity, item};
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::excerpt::texts::{self, WITHHELD};
use crate::pack::request::leaning::Leaning;
use crate::pack::request::roles::Role;
use crate::pack::request::{PackRequest, limits, normal};
use crate::reader::ids::FileId;
use crate::reader::index::Index;
use crate::reader::tokens;

/// The part of the items that summaries and differences may take before any excerpt does: one in so many.
const ITEMS_PART: u64 = 4;
/// Changed files that are listed; all are counted.
const MAX_LISTED: usize = 200;
/// A summary is reckoned at so many tokens when candidates are looked at.
const LEAST_SUMMARY: u64 = 8;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    pub request: PackRequest,
    pub role: Role,
    pub changes: Option<Changes>,
}

/// What is left of the budgets.
#[derive(Clone, Copy, Debug)]
struct Purse {
    items: u64,
    chars: u64,
    tokens: u64,
}

impl Purse {
    /// Takes an item out; false, and nothing taken, where it does not fit.
    fn pay(&mut self, item: &TaskItem) -> bool {
        let (items, chars, tokens) =
            (self.items.checked_sub(1), self.chars.checked_sub(item.text.chars().count() as u64), self.tokens.checked_sub(item.tokens));
        let (Some(items), Some(chars), Some(tokens)) = (items, chars, tokens) else { return false };
        *self = Self { items, chars, tokens };
        true
    }
}

/// The pack.
///
/// # Errors
/// As [`Packer::pack`].
pub fn compose(packer: &Packer<'_>, asked: &Asked) -> Result<TaskPack, PackError> {
    packer.texts().require()?;
    let index = packer.index();
    let differences = match &asked.changes {
        Some(changes) => changes::differences(index, packer.texts(), changes)?,
        None => BTreeMap::new(),
    };
    let request =
        normal::normalized(&seeded(index, asked, &differences), &index.manifest().index_signature, index.manifest().options.repo_id.as_deref())?;
    let budgets = request.budgets.filled();
    let of = |value: Option<u64>| value.unwrap_or(u64::MAX);
    let max = Purse { items: of(budgets.max_items), chars: of(budgets.max_total_chars), tokens: of(budgets.max_total_tokens) };
    let draft = drafted(packer, &request, asked.role, max, &differences)?;
    let mut composer = Composer { packer, draft: &draft, purse: max, files: BTreeSet::new() };
    let items = composer.items(&differences, asked.role)?;
    let Composer { purse, files, .. } = composer;
    let mut kinds = BTreeMap::new();
    items.iter().for_each(|item| *kinds.entry(item.kind.word().to_owned()).or_insert(0) += 1);
    Ok(TaskPack {
        absences: packer.absences(&draft)?,
        constraints: Constraints {
            edges_read: draft.edges_read(),
            edges_per_second: limits::EDGES_PER_SECOND,
            max_chars: max.chars,
            max_edges_read: of(budgets.max_edges_read),
            max_items: max.items,
            max_tokens: max.tokens,
            used_chars: max.chars - purse.chars,
            used_items: items.len() as u64,
            used_tokens: max.tokens - purse.tokens,
        },
        delta: draft.delta.clone(),
        fallback: draft.fallback_reason().is_some(),
        fallback_reason: draft.fallback_reason().map(str::to_owned),
        index_signature: index.manifest().index_signature.clone(),
        notices: draft.answer.notices.clone(),
        pack_id: pack_id(&draft, &request, asked)?,
        policy: packer.policy_of(&draft, &files)?,
        since: asked.changes.as_ref().map(|changes| since(changes, &items)),
        items,
        request,
        role: asked.role,
        schema: "TaskPack".to_owned(),
        stats: stats(&draft, kinds),
        version: VERSION,
    })
}

/// The request, with what changed as its start for a review, and where it names nothing else.
fn seeded(index: &Index, asked: &Asked, differences: &BTreeMap<String, Difference>) -> PackRequest {
    let mut request = asked.request.clone();
    let nothing = request.query.trim().is_empty() && request.focus.is_empty() && request.files.is_empty();
    if let Some(changes) = asked.changes.as_ref().filter(|_| nothing || asked.role == Role::Reviewer) {
        let most = usize::try_from(limits::CHANGED.hard_cap).unwrap_or(usize::MAX).saturating_sub(request.changed.len());
        request.changed.extend(changes::changed_chunks(index, changes, differences, most));
    }
    request
}

/// The draft with room for summaries and differences; without room for summaries where everything fits.
fn drafted<'a>(
    packer: &Packer<'a>,
    request: &PackRequest,
    role: Role,
    max: Purse,
    differences: &BTreeMap<String, Difference>,
) -> Result<Draft<'a>, PackError> {
    let habits = role.habits();
    let most = max.tokens.saturating_mul(habits.diffs) / 100;
    let for_diffs = differences.values().map(|it| it.fitted(most, u64::MAX).tokens).fold(0, |sum: u64, more| sum.saturating_add(more).min(most));
    let draft = |summaries: u64, items: u64| {
        let mut narrow = request.clone();
        let share = |total: u64| total.saturating_mul(summaries) / 100;
        narrow.budgets.max_total_tokens = Some((max.tokens - for_diffs - share(max.tokens - for_diffs)).max(1));
        narrow.budgets.max_total_chars = Some((max.chars - share(max.chars)).max(1));
        narrow.budgets.max_items = Some((max.items - items).max(1));
        packer.draft_in(&narrow, Manner { sharing: Sharing::BySection, leaning: Leaning::NONE, composite: true })
    };
    let of_diffs = (differences.len() as u64).min(max.items / ITEMS_PART);
    let tight = draft(habits.summaries, max.items / ITEMS_PART)?;
    if tight.left().next().is_none() && tight.picked.iter().any(|it| it.cut.end.is_some()) {
        return draft(0, of_diffs);
    }
    Ok(tight)
}

/// Items on their way into the pack.
struct Composer<'a, 'b> {
    packer: &'b Packer<'a>,
    draft: &'b Draft<'a>,
    purse: Purse,
    /// Files that an item is of.
    files: BTreeSet<FileId>,
}

impl<'a> Composer<'a, '_> {
    fn index(&self) -> &'a Index {
        self.packer.index()
    }

    /// Everything, in the order of reading.
    fn items(&mut self, differences: &BTreeMap<String, Difference>, role: Role) -> Result<Vec<TaskItem>, IndexError> {
        let mut picked: Vec<&Picked<'a>> = self.draft.picked.iter().collect();
        picked.sort_by_key(|it| it.rank);
        let mut snippets = Vec::with_capacity(picked.len());
        for it in picked {
            let snippet = self.snippet(it)?;
            self.enter(&mut snippets, snippet);
        }
        let mut diffs = Vec::new();
        for path in self.near(&snippets, differences, role) {
            let Some(difference) = differences.get(&path) else { continue };
            let diff = self.diff(&path, difference)?;
            self.enter(&mut diffs, diff);
        }
        let mut summaries = Vec::new();
        let draft = self.draft;
        for candidate in draft.left() {
            if self.purse.items == 0 || self.purse.tokens < LEAST_SUMMARY {
                break;
            }
            let summary = self.summary(candidate)?;
            self.enter(&mut summaries, summary);
        }
        Ok(ordered(snippets, diffs, summaries, role))
    }

    /// The changed files whose differences are told, in order: those of the pack, and for a review all others too.
    fn near(&self, snippets: &[TaskItem], differences: &BTreeMap<String, Difference>, role: Role) -> Vec<String> {
        let path = |it: &Candidate<'a>| self.index().path(self.index().file_of(it.chunk)).to_owned();
        let mut paths: Vec<String> = snippets.iter().map(|it| it.file_rel_path.clone()).chain(self.draft.left().map(path)).collect();
        if role.habits().diffs_first {
            paths.extend(differences.keys().cloned());
            let class = |path: &str| self.index().find_file(path).map_or("", |file| self.index().files().class(file));
            paths.sort_by_key(|path| changes::class_order(class(path)));
        }
        let mut seen = BTreeSet::new();
        paths.retain(|path| differences.contains_key(path) && seen.insert(path.clone()));
        paths
    }

    fn enter(&mut self, items: &mut Vec<TaskItem>, item: Option<TaskItem>) {
        if let Some(item) = item.filter(|item| self.purse.pay(item)) {
            self.files.extend(self.index().find_file(&item.file_rel_path));
            items.push(item);
        }
    }

    fn snippet(&self, picked: &Picked<'a>) -> Result<Option<TaskItem>, IndexError> {
        let made = item::item(self.index(), picked, u64::MAX)?;
        let base = self.base(&picked.candidate, ItemKind::Snippet, made.signals.risks)?;
        Ok(Some(TaskItem {
            lines: made.excerpt.lines.or(base.lines),
            stale: made.excerpt.stale,
            text: made.excerpt.text,
            title: std::iter::once(made.title).chain(made.joined.into_iter().map(|it| it.title)).collect::<Vec<_>>().join("; "),
            tokens: picked.cut.tokens,
            truncated: made.excerpt.truncated,
            withheld: made.excerpt.withheld,
            reason: made.why,
            ..base
        }))
    }

    /// Signature, first sentence and counts of what is not shown; `None` for what is no definition.
    fn summary(&self, candidate: &Candidate<'a>) -> Result<Option<TaskItem>, IndexError> {
        let index = self.index();
        let chunk = index.chunk(candidate.chunk);
        let Some(id) = candidate.definition(index) else { return Ok(None) };
        let withheld = self.packer.texts().decision(chunk.file)?.is_some_and(|it| it.decision == WITHHELD);
        let base = self.base(candidate, ItemKind::Summary, item::risks(index, chunk.file, Some(id))?)?;
        let counts = base.facts.map(|it| it.to_string()).unwrap_or_default();
        let symbol = index.symbol(id);
        let head = if withheld { texts::withheld(index.file(chunk.file).source_hash) } else { facts::signature(index, id) };
        let sentence = facts::sentence(symbol.doc).filter(|_| !withheld).map(|it| format!(" — {it}")).unwrap_or_default();
        let text = format!("{head}{sentence} ({counts})");
        Ok(Some(TaskItem {
            title: symbol.qualified_name.to_owned(),
            tokens: tokens::count(&text),
            text,
            withheld,
            reason: item::why(index, candidate)?,
            ..base
        }))
    }

    fn diff(&self, path: &str, difference: &Difference) -> Result<Option<TaskItem>, IndexError> {
        let index = self.index();
        let fitted = difference.fitted(self.purse.tokens, self.purse.chars);
        let Some(file) = index.find_file(path).filter(|_| !fitted.text.is_empty() || difference.stale) else { return Ok(None) };
        let of_file = |it: &&Candidate<'a>| index.file_of(it.chunk) == file;
        let best = self.draft.picked.iter().map(|it| &it.candidate).filter(of_file).max_by_key(|it| it.hybrid_score);
        let best = best.or_else(|| self.draft.left().find(of_file));
        Ok(Some(TaskItem {
            reason: Why { evidence: Vec::new(), path: Vec::new(), rule: "changed".to_owned() },
            stale: difference.stale,
            title: path.to_owned(),
            tokens: fitted.tokens,
            text: fitted.text,
            truncated: fitted.truncated,
            withheld: difference.placeholder.is_some(),
            ..self.of_file(file, ItemKind::Diff, best, item::risks(index, file, None)?)?
        }))
    }

    /// What items of all kinds say of a candidate.
    fn base(&self, candidate: &Candidate<'a>, kind: ItemKind, risks: Vec<String>) -> Result<TaskItem, IndexError> {
        let index = self.index();
        let chunk = index.chunk(candidate.chunk);
        let symbol = candidate.definition(index);
        let of_file = self.of_file(chunk.file, kind, Some(candidate), risks)?;
        let node_id = symbol.map_or(of_file.provenance.node_id, |id| index.symbol(id).symbol_id.to_owned());
        let (chunk_uid, text_hash) = (Some(chunk.uid.to_string()), Some(chunk.text_hash.to_string()));
        Ok(TaskItem {
            facts: symbol.map(|id| facts::facts(index, id)).transpose()?,
            lines: Some(chunk.lines),
            provenance: Provenance { chunk_uid, node_id, text_hash, ..of_file.provenance },
            ..of_file
        })
    }

    /// What is said of a file, with the scores of one of its candidates.
    fn of_file(&self, file: FileId, kind: ItemKind, candidate: Option<&Candidate<'a>>, risks: Vec<String>) -> Result<TaskItem, IndexError> {
        let row = self.index().file(file);
        let signals = composite::signals(self.index(), file, candidate.and_then(|it| self.index().chunk(it.chunk).symbol))?;
        let score = |of: fn(&Candidate<'_>) -> u32| Millionths(candidate.map_or(0, of));
        Ok(TaskItem {
            facts: None,
            file_rel_path: row.path.to_owned(),
            kind,
            language_id: row.language.map(str::to_owned),
            lines: None,
            provenance: Provenance {
                chunk_uid: None,
                node_id: format!("file:{}", row.path),
                source_hash: row.source_hash.to_owned(),
                text_hash: None,
            },
            reason: Why { evidence: Vec::new(), path: Vec::new(), rule: String::new() },
            score: score(|it| it.hybrid_score),
            signals: TaskSignals {
                centrality: signals.centrality,
                evidence: score(|it| it.evidence_score),
                fan_in: signals.fan_in,
                graph_distance: candidate.map_or(0, |it| it.distance),
                recency: signals.recency,
                relevance: score(|it| it.seed_score),
                risks,
            },
            stale: false,
            text: String::new(),
            title: String::new(),
            tokens: 0,
            truncated: false,
            withheld: false,
        })
    }
}

/// Each difference behind the first excerpt of its file, or all of them first; summaries last.
fn ordered(snippets: Vec<TaskItem>, mut diffs: Vec<TaskItem>, summaries: Vec<TaskItem>, role: Role) -> Vec<TaskItem> {
    let mut items = Vec::with_capacity(snippets.len() + diffs.len() + summaries.len());
    if role.habits().diffs_first {
        items.append(&mut diffs);
    }
    for snippet in snippets {
        let own = diffs.iter().position(|it| it.file_rel_path == snippet.file_rel_path).map(|at| diffs.remove(at));
        items.push(snippet);
        items.extend(own);
    }
    items.append(&mut diffs);
    items.extend(summaries);
    items
}

fn since(changes: &Changes, items: &[TaskItem]) -> Since {
    let shown: BTreeSet<&str> = items.iter().filter(|it| it.kind == ItemKind::Diff).map(|it| it.file_rel_path.as_str()).collect();
    let file = |(path, change): (&String, &changes::Change)| ChangedFile {
        file_rel_path: path.clone(),
        shown: shown.contains(path.as_str()),
        status: change.status(),
    };
    Since {
        changed: changes.files.iter().take(MAX_LISTED).map(file).collect(),
        changed_files: changes.files.len() as u64,
        commit: changes.commit.clone(),
        revision: changes.revision.clone(),
    }
}

fn stats(draft: &Draft<'_>, kinds: BTreeMap<String, u64>) -> Stats {
    let mut dropped = draft.dropped().counts();
    // What is summed up was not left out.
    let mut summed = kinds.get(ItemKind::Summary.word()).copied().unwrap_or(0);
    dropped.retain(|reason, count| {
        let taken = if is_of_budgets(reason) { summed.min(*count) } else { 0 };
        (summed, *count) = (summed - taken, *count - taken);
        *count > 0
    });
    Stats {
        candidates: draft.scored(),
        corrections: draft.answer.corrections.iter().map(|(from, to)| [from.clone(), to.clone()]).collect(),
        dropped,
        kinds,
        seeds: draft.seeds.len() as u64,
        weights: composite::weights().map(|(name, weight)| (name.to_owned(), weight)).collect(),
    }
}

/// Over the engine's id of the whole request, the role, and both sides of every change.
fn pack_id(draft: &Draft<'_>, request: &PackRequest, asked: &Asked) -> Result<String, serde_json::Error> {
    let mut parts = vec![draft.pack_id(request)?, format!("task {:?}", asked.role)];
    if let Some(changes) = &asked.changes {
        parts.push(format!("since {}", changes.commit));
        let hash = |side: &Option<changes::Side>| side.as_ref().map_or("-", |it| it.hash.as_str()).to_owned();
        parts.extend(changes.files.iter().map(|(path, it)| format!("{path} {} {}", hash(&it.before), hash(&it.after))));
    }
    Ok(identity::digest(parts.iter().map(String::as_str)))
}
