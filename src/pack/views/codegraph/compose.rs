//! From a request to a document that fits its limit: what must be in first, then what there is room for.

use std::collections::{BTreeMap, BTreeSet};

use super::changed::{Base, Extent};
use super::describe::{self, Detail, Measured, Shelf};
use super::document::{
    ChangeType, CodeGraphContext, Entity, FocusArea, Lack, MAX_BASES, MAX_HOPS, MAX_TOKENS, MIN_TOKENS, OptimizationInfo, QueryContext, Relationship,
    RelationshipContext, Unsupported, VERSION,
};
use super::keys;
use super::reach::{self, Reach};
use crate::artifacts::jsonl;
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;
use crate::pack::absence;
use crate::pack::context::{facts, identity};
use crate::pack::error::PackError;
use crate::pack::excerpt::texts::Texts;
use crate::reader::ids::{Direction, SymbolId};
use crate::reader::index::Index;
use crate::reader::tokens;

/// The part of the limit that entities leave to relationships beyond the one that leads to each of them, in percent.
const RELATIONSHIPS: u64 = 10;
/// Tokens of a relationship, more or less: an entity takes that much room for the one that leads to it.
const RELATIONSHIP: u64 = 75;
/// Hops up to which all that stands between two entities is told before anything farther away.
const NEAR: u32 = 2;
/// The part of the limit that absences may take, in percent.
const ABSENCES: u64 = 10;
/// Base entities whose absences are told.
const MAX_CERTIFIED: usize = 8;
/// The part of the limit that is kept free because parts that are counted one by one may count for more together, in thousandths.
const JOINTS: u64 = 5;
/// Entities that are named among the excluded.
const MAX_EXCLUDED: usize = 20;
/// Relationships that are looked at.
const MAX_RELATIONSHIPS: usize = 20_000;

/// Fields that no row supports.
const UNSUPPORTED: &[(&str, &str)] = &[
    (
        "interface_signature.signature.return_type",
        "where the head, or the 400 bytes of it that a row keeps, does not state it: types that only a compiler would infer are in no row",
    ),
    ("interface_signature.signature.parameters.type", "where the head, or the 400 bytes of it that a row keeps, does not state it"),
    ("interface_signature.signature.fields.type", "where the declaration does not state it"),
    ("tdd_classification.test_coverage_estimate", "no coverage is measured; `tests` counts the tests that call, use or test an entity themselves"),
    ("lsp_metadata.type_information", "imported indexes of compilers bring edges and no types"),
    ("relationships.context.implementation_location", "rows hold the place of an edge's evidence by byte; `evidence_id` names it"),
];
/// The one that a request can mend.
const NO_REVISION: (&str, &str) = ("query_context.base_revision", "changed interfaces and tests need a base revision, and the request names none");
/// Counts of one document: a count has as many digits as the one before, nearly always.
const MAX_COUNTS: usize = 4;
/// Methods of an interface that are named.
const MAX_METHODS: usize = 32;

/// A definition that may get in.
struct Candidate {
    id: SymbolId,
    level: u32,
    /// 1 always, 2 where there is room, 3 last.
    priority: u8,
    relevance: Millionths,
    change: Option<Extent>,
    measured: Measured,
}

/// The document of a request; `base` is what changed since its base revision.
///
/// # Errors
/// [`PackError`] for a request past its caps, a key that names nothing or several things, and an index that cannot be read.
pub fn compose(index: &Index, texts: &Texts<'_>, request: &QueryContext, base: &Base) -> Result<CodeGraphContext, PackError> {
    check(request)?;
    let mut request = request.clone();
    let (mut bases, mut anchors) = (BTreeSet::new(), BTreeSet::new());
    for key in std::mem::take(&mut request.base_entities) {
        match keys::find(index, &key) {
            Ok(symbol) => {
                if bases.insert(symbol) {
                    request.base_entities.push(keys::key(index, &index.symbol(symbol)));
                }
            }
            // What is to be created is told by what stands where it will.
            Err(PackError::Focus { .. }) if request.change_type == ChangeType::Create && keys::has_place(index, &key) => {
                anchors.extend(keys::around(index, &key));
                request.to_be_created.push(key);
            }
            Err(cause) => return Err(cause),
        }
    }
    request.to_be_created.sort_unstable();
    request.to_be_created.dedup();
    request.base_entities.extend_from_slice(&request.to_be_created);
    request.focus_areas.sort_unstable();
    request.focus_areas.dedup();
    let starts: Vec<SymbolId> = bases.union(&anchors).copied().collect();
    let reach = reach::reach(index, &starts, request.hop_depth, request.change_type)?;
    let mut candidates = candidates(index, &reach, &request, base)?;
    candidates.sort_by_key(|it| !bases.contains(&it.id));
    let lacks = lacks(index, &bases, &request)?;
    let frame = {
        let bare = Chosen { entities: Vec::new(), tokens: 0, steps: Vec::new(), must: 0 };
        // Where not even the frame fits, the answer with what must be in says by how much.
        finish(index, texts, request.clone(), (&bases, base), (&candidates, &reach, &lacks), bare, (Vec::new(), 0))
            .map_or(request.size_limit, |it| it.token_count)
    };
    let room = request.size_limit.saturating_sub(frame + request.size_limit * JOINTS / 1_000);
    let of_entities = room.saturating_sub(request.size_limit * RELATIONSHIPS / 100);
    let chosen = choose(&Shelf::new(index, texts), &candidates, (bases.len(), of_entities))?;
    // What the entities leave over is for the relationships between them.
    let relationships = relationships(index, &candidates[..chosen.entities.len()], room.saturating_sub(chosen.tokens))?;
    finish(index, texts, request, (&bases, base), (&candidates, &reach, &lacks), chosen, relationships)
}

fn check(request: &QueryContext) -> Result<(), PackError> {
    for (name, value, cap) in [
        ("size_limit", request.size_limit, MAX_TOKENS),
        ("hop_depth", u64::from(request.hop_depth), u64::from(MAX_HOPS)),
        ("base_entities", request.base_entities.len() as u64, MAX_BASES as u64),
    ] {
        if value > cap {
            return Err(PackError::Budget { name, value, cap });
        }
    }
    if request.size_limit < MIN_TOKENS {
        return Err(PackError::Request(format!("`--size-limit` is {}; the least is {MIN_TOKENS}", request.size_limit)));
    }
    if request.base_entities.is_empty() {
        return Err(PackError::Request("no base entity is named".to_owned()));
    }
    Ok(())
}

/// What was reached or changed, the most important first. The order is total: it ends in the id.
fn candidates(index: &Index, reach: &Reach, request: &QueryContext, base: &Base) -> Result<Vec<Candidate>, IndexError> {
    let wanted = |test: bool| {
        let area = if test { FocusArea::TestInterfaces } else { FocusArea::NonTestInterfaces };
        request.focus_areas.is_empty() || request.focus_areas.contains(&area)
    };
    let beyond = base.extents.keys().filter(|id| !reach.levels.contains_key(id)).map(|id| (*id, request.hop_depth + 1));
    let mut candidates = Vec::new();
    for (id, level) in reach.levels.iter().map(|(id, level)| (*id, *level)).chain(beyond) {
        let change = base.extents.get(&id).copied();
        let measured = describe::measure(index, id)?;
        // What a change of what others see of it breaks is always told.
        let tells = change.is_some_and(Extent::is_interface) && (measured.critical || measured.is_test);
        if level > 0 && !wanted(measured.is_test) || level > request.hop_depth && !tells {
            continue;
        }
        let priority = match level {
            0 | 1 => 1,
            _ if tells => 1,
            2 => 2,
            _ => 3,
        };
        candidates.push(Candidate { id, level, priority, relevance: describe::relevance(level, &measured), change, measured });
    }
    candidates.sort_by_key(|it| (it.priority, it.level, std::cmp::Reverse((it.relevance, it.measured.references)), it.id));
    Ok(candidates)
}

/// The first candidates, as entities.
struct Chosen {
    entities: Vec<Entity>,
    /// Of all entities, each with its comma.
    tokens: u64,
    steps: Vec<String>,
    /// How many are of priority 1.
    must: usize,
}

/// As many candidates as fit, in the most detail in which all that matter fit. What is asked about, the first `bases`, keeps its detail as long as it
/// fits itself, and is never left out.
fn choose(shelf: &Shelf<'_>, candidates: &[Candidate], (bases, room): (usize, u64)) -> Result<Chosen, IndexError> {
    let count = |wanted: &dyn Fn(&Candidate) -> bool| candidates.iter().take_while(|it| wanted(it)).count();
    let (important, must) = (count(&|it| it.priority < 3), count(&|it| it.priority < 2));
    let mut steps = Vec::new();
    let mut chosen = Vec::new();
    for (of_bases, detail, step) in [
        (Detail::Full, Detail::Full, ""),
        (Detail::Full, Detail::Compressed, "compress signatures, leave out LSP metadata"),
        (Detail::Full, Detail::Brief, "truncate documentation"),
        (Detail::Brief, Detail::Brief, "compress base entities"),
    ] {
        if detail == of_bases && detail == Detail::Brief && chosen.len() >= bases {
            break;
        }
        if !step.is_empty() {
            steps.push(step.to_owned());
        }
        let least = if of_bases == Detail::Brief { bases } else { 0 };
        chosen = fitting(shelf, candidates, (of_bases, detail), (least, room))?;
        if chosen.len() == candidates.len() {
            break;
        }
        if steps.is_empty() {
            steps.push("remove priority 3".to_owned());
        }
        if chosen.len() >= important {
            break;
        }
    }
    if chosen.len() < important {
        steps.push("remove priority 2".to_owned());
    }
    Ok(Chosen { tokens: chosen.iter().map(size).sum(), entities: chosen, steps, must })
}

/// The first candidates whose tokens fit, and `least` of them in any case, in the detail of bases and of all others.
fn fitting(
    shelf: &Shelf<'_>,
    candidates: &[Candidate],
    (of_bases, detail): (Detail, Detail),
    (least, room): (usize, u64),
) -> Result<Vec<Entity>, IndexError> {
    let mut used = 0;
    let mut entities = Vec::new();
    for it in candidates {
        let entity = shelf.entity(it.id, it.level, &it.measured, if it.level == 0 { of_bases } else { detail })?;
        let entity = Entity { change: it.change, ..entity };
        used += size(&entity) + if it.level == 0 { 0 } else { RELATIONSHIP };
        if used > room && entities.len() >= least {
            break;
        }
        entities.push(entity);
    }
    Ok(entities)
}

/// o200k tokens of a part as it is printed, in canonical form, with the comma behind it.
fn size<T: serde::Serialize>(part: &T) -> u64 {
    tokens_of(part) + 1
}

fn tokens_of<T: serde::Serialize>(part: &T) -> u64 {
    serde_json::to_value(part).map_or(0, |value| tokens::count(&jsonl::canonical(&value)))
}

/// Says in a document how many tokens it has, this said, and returns it. `is_whole` if all that must be in is in.
fn count(document: &mut CodeGraphContext, is_whole: bool) -> u64 {
    let mut count = document.query_context.size_limit;
    for _ in 0..MAX_COUNTS {
        document.token_count = count;
        let status = match count {
            _ if !is_whole => "exceeded",
            0..5_000 => "minimal",
            5_000..=80_000 => "optimal",
            _ => "large",
        };
        status.clone_into(&mut document.size_status);
        count = tokens_of(document);
        if count == document.token_count {
            break;
        }
    }
    document.token_count = count;
    count
}

/// Relationships between what is in, what is near and strong first, and how many of those that were looked at were left out.
fn relationships(index: &Index, included: &[Candidate], budget: u64) -> Result<(Vec<Relationship>, u64), IndexError> {
    let levels: BTreeMap<SymbolId, u32> = included.iter().map(|it| (it.id, it.level)).collect();
    let keys: BTreeMap<SymbolId, String> = included.iter().map(|it| (it.id, keys::key(index, &index.symbol(it.id)))).collect();
    let key = |id| keys.get(&id).cloned().unwrap_or_default();
    // With whether one end is far, and the levels of both.
    let mut found: BTreeMap<(SymbolId, SymbolId, &str), (bool, u32, Relationship)> = BTreeMap::new();
    for it in included {
        for (edge, word, other) in reach::dependencies(index, it.id, Direction::Out)? {
            let Some(level) = levels.get(&other) else { continue };
            if found.len() >= MAX_RELATIONSHIPS {
                break;
            }
            // Of several sites the first with the most confidence shows the relationship.
            if found.get(&(it.id, other, word)).is_some_and(|(_, _, known)| edge.confidence <= known.strength) {
                continue;
            }
            let relationship = Relationship {
                dependent: key(it.id),
                dependency: key(other),
                relationship_type: word.to_owned(),
                strength: edge.confidence,
                context: RelationshipContext {
                    evidence_id: edge.evidence.to_string(),
                    file: index.path(edge.file).to_owned(),
                    trait_methods: if matches!(word, "extends" | "implements") { methods(index, other)? } else { Vec::new() },
                },
            };
            found.insert((it.id, other, word), (it.level.max(*level) > NEAR, it.level + level, relationship));
        }
    }
    let mut all: Vec<_> = found.into_iter().collect();
    all.sort_by_key(|(key, (_, levels, relationship))| (*levels, std::cmp::Reverse(relationship.strength), *key));
    // One of each entity first, so that none stands there without a reason.
    let mut told = BTreeSet::new();
    let (mut ordered, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|((from, to, _), _)| {
        let (is_new_source, is_new_target) = (told.insert(*from), told.insert(*to));
        is_new_source || is_new_target
    });
    ordered.extend(rest);
    ordered.sort_by_key(|(_, (is_far, _, _))| *is_far);
    let (mut used, mut kept, all) = (0, Vec::new(), ordered.len());
    for (_, (_, _, relationship)) in ordered {
        used += size(&relationship);
        if used > budget {
            break;
        }
        kept.push(relationship);
    }
    let left_out = all - kept.len();
    Ok((kept, left_out as u64))
}

/// The methods of a type, by name.
fn methods(index: &Index, of: SymbolId) -> Result<Vec<String>, IndexError> {
    let members =
        reach::dependencies(index, of, Direction::Out)?.filter(|(_, word, _)| *word == "contains").map(|(_, _, member)| index.symbol(member));
    let names: BTreeSet<&str> = members.filter(|member| member.kind == "method").map(|member| member.name).take(MAX_METHODS).collect();
    Ok(names.into_iter().map(str::to_owned).collect())
}

/// What the first base entities lack.
fn lacks(index: &Index, bases: &BTreeSet<SymbolId>, request: &QueryContext) -> Result<Vec<Lack>, IndexError> {
    let mut lacks = Vec::new();
    // What is not there yet has nothing, and nothing is asked of what is walked no step from.
    for id in bases.iter().take(if request.hop_depth == 0 { 0 } else { MAX_CERTIFIED }) {
        let facts = facts::facts(index, *id)?;
        let counts = [("callers", facts.callers), ("callees", facts.callees), ("usages", facts.users), ("tests", facts.tests)];
        for (name, _) in counts.into_iter().filter(|(_, count)| *count == 0) {
            let absence = absence::of_definition(index, *id, name)?;
            let isgl1_key = keys::key(index, &index.symbol(*id));
            lacks.extend(absence.map(|it| Lack { isgl1_key, lacks: name.to_owned(), statement: it.statement, verdict: it.verdict }));
        }
    }
    Ok(lacks)
}

fn finish(
    index: &Index,
    texts: &Texts<'_>,
    request: QueryContext,
    (bases, base): (&BTreeSet<SymbolId>, &Base),
    (candidates, reach, lacks): (&[Candidate], &Reach, &[Lack]),
    chosen: Chosen,
    (relationships, left_out): (Vec<Relationship>, u64),
) -> Result<CodeGraphContext, PackError> {
    let Chosen { entities, mut steps, must, .. } = chosen;
    if left_out > 0 {
        steps.push("limit relationships".to_owned());
    }
    let left = &candidates[entities.len()..];
    let told = {
        let most = request.size_limit * ABSENCES / 100;
        let sums = lacks.iter().scan(0, |sum, lack| {
            *sum += size(lack);
            Some(*sum)
        });
        sums.take_while(|sum| *sum <= most).count()
    };
    let policy = texts.policy_signature().unwrap_or_default();
    let ids: BTreeSet<&str> = bases.iter().map(|id| index.symbol(*id).symbol_id).collect();
    let words = request.focus_areas.iter().map(|area| if *area == FocusArea::TestInterfaces { "tests" } else { "others" });
    let stale = base.stale.iter().map(String::as_str);
    let snapshot = [index.manifest().index_signature.as_str(), policy.as_str(), base.commit.as_str()];
    let created = request.to_be_created.iter().map(String::as_str);
    let entities_hash = identity::digest(ids.into_iter().chain(created).chain(words).chain(snapshot).chain(stale));
    let unsupported = UNSUPPORTED.iter().chain(request.base_revision.is_none().then_some(&NO_REVISION));
    let cache_key = format!("ctx_{}_{}_{}_{}", &entities_hash[7..39], request.hop_depth, request.change_type.word(), request.size_limit);
    let mut document = CodeGraphContext {
        version: VERSION.to_owned(),
        generated_at: index.manifest().source_date.clone(),
        cache_key,
        index_signature: index.manifest().index_signature.clone(),
        token_count: 0,
        size_status: "exceeded".to_owned(),
        query_context: request,
        entities,
        relationships,
        absences: lacks[..told].to_vec(),
        optimization_info: OptimizationInfo {
            excluded_entities: left.iter().take(MAX_EXCLUDED).map(|it| keys::key(index, &index.symbol(it.id))).collect(),
            excluded_count: left.len() as u64,
            excluded_absences: (lacks.len() - told) as u64,
            excluded_relationships: left_out,
            truncation_applied: !steps.is_empty(),
            truncation_steps: steps,
            prioritization_strategy: "blast_radius".to_owned(),
            walk_bounded: reach.bounded,
            edges_read: reach.edges_read,
            stale_files: base.stale.clone(),
            unsupported: unsupported.map(|(field, reason)| Unsupported { field: (*field).to_owned(), reason: (*reason).to_owned() }).collect(),
        },
    };
    settle(&mut document, bases.len(), must)?;
    Ok(document)
}

/// Counts the whole document, its count included, and, should the frame have made it too large, takes relationships, names of the excluded and then entities from its end,
/// but never one of the `bases`.
fn settle(document: &mut CodeGraphContext, bases: usize, must: usize) -> Result<(), PackError> {
    let limit = document.query_context.size_limit;
    loop {
        let is_whole = document.entities.len() >= must;
        let count = count(document, is_whole);
        if count <= limit {
            return Ok(());
        }
        let info = &mut document.optimization_info;
        if document.relationships.pop().is_some() {
            info.excluded_relationships += 1;
        } else if info.excluded_entities.pop().is_none() {
            if document.entities.len() <= bases {
                return Err(PackError::ContextSize { limit, attempted: count });
            }
            document.entities.pop();
            document.optimization_info.excluded_count += 1;
        }
        document.optimization_info.truncation_applied = true;
    }
}
