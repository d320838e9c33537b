//! Puts matches in the order of the source, and lets one match speak for each name.

use std::collections::{BTreeMap, BTreeSet};

use super::matches::{Compiled, Found, bare};
use super::titles;
use super::vocabulary::{Head, Part};

/// One step of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// Where it stands: what contains others at its start, what names something at the name.
    pub start: u32,
    rank: u8,
    /// The end, counted down, so that the outer one of two containers comes first.
    inner: u32,
    pattern: usize,
    /// Index into the matches.
    pub found: usize,
}

/// Pattern, fewer parts, index of a match: the least one speaks.
type Voice = (usize, usize, usize);

/// What speaks for a name.
#[derive(Clone, Copy, Default)]
struct Voices {
    definition: Option<Voice>,
    /// The definition makes a member of what is a parameter too.
    member: bool,
    local: Option<Voice>,
    reference: Option<Voice>,
}

/// The steps of the walk, in order.
pub fn events(compiled: &Compiled, found: &[Found<'_>], text: &str) -> Vec<Event> {
    let mut names: BTreeMap<(u32, u32), Voices> = BTreeMap::new();
    let mut imports: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut aliases: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut events = Vec::new();
    for (index, it) in found.iter().enumerate() {
        let voice = |slot: &mut Option<Voice>| {
            // Of two matches of one pattern the one that captured more says more.
            let mine = (it.pattern, usize::MAX - it.parts.len(), index);
            *slot = Some(slot.map_or(mine, |other| other.min(mine)));
        };
        let (_, span) = bare(it.name(), text);
        let key = (span.start, span.end);
        match it.head {
            Head::Definition(_) => {
                let voices = names.entry(key).or_default();
                voices.member = compiled.property(it.pattern, "member").is_some();
                voice(&mut voices.definition);
            }
            Head::Local | Head::Parameter | Head::TypeParameter => voice(&mut names.entry(key).or_default().local),
            Head::Reference { .. } => voice(&mut names.entry(key).or_default().reference),
            // An optional alias makes two matches of one import.
            Head::Import => {
                let site = it.part(Part::Item).or_else(|| it.part(Part::Module)).unwrap_or(it.node);
                let best = imports.entry((site.start_byte(), site.end_byte())).or_insert(index);
                let says = |index: usize| (found[index].parts.len(), usize::MAX - found[index].pattern);
                if says(*best) < says(index) {
                    *best = index;
                }
                aliases.extend(it.part(Part::Alias).map(|alias| bare(alias, text).1).map(|span| (span.start, span.end)));
            }
            Head::Comment => {}
            head if head.is_value() => {}
            _ => events.push(event((compiled, found), index, span.start, span.end)),
        }
    }
    events.extend(imports.into_values().map(|index| event((compiled, found), index, 0, 0)));
    for ((start, end), voices) in names.into_iter().filter(|(span, _)| !aliases.contains(span)) {
        let definition = voices.definition.map(|(_, _, index)| index);
        let local = voices.local.map(|(_, _, index)| index).filter(|_| definition.is_none() || voices.member);
        let reference = voices.reference.map(|(_, _, index)| index).filter(|_| definition.is_none() && local.is_none());
        for index in [definition, local, reference].into_iter().flatten() {
            events.push(event((compiled, found), index, start, end));
        }
    }
    events.sort_unstable();
    events
}

fn event((compiled, found): (&Compiled, &[Found<'_>]), index: usize, name_start: u32, name_end: u32) -> Event {
    let it = &found[index];
    let rank = match it.head {
        Head::Namespace | Head::Import | Head::Ignore => 0,
        Head::Extension => 1,
        Head::Definition(kind) if !kind.is_value() => 2,
        Head::Scope(_) => 3,
        Head::Branch | Head::Chunk | Head::Pattern => 4,
        Head::Definition(_) => 5,
        Head::Local | Head::Parameter | Head::TypeParameter => 6,
        _ => 7,
    };
    let (start, end) = if rank <= 4 {
        let at = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        let start = if rank == 2 && titles::is_titled(compiled, it) { titles::start(it) } else { it.node.start_byte() };
        (at(start), at(it.node.end_byte()))
    } else {
        (name_start, name_end)
    };
    Event { start, rank, inner: u32::MAX - end, pattern: it.pattern, found: index }
}
