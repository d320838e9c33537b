//! Members that the type of a receiver lacks and types below it have.

use super::receivers::fits;
use crate::base::{Name, caps};
use crate::languages::Tier;
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::outcome::reasons::Reason;
use crate::link::outcome::rules::Rule;
use crate::link::outcome::{self, Outcome, finish};
use crate::link::types::{Type, Typed};
use crate::shard::body::Site;
use crate::shard::facts::Owner;

/// Most members of one name whose types are asked whether they are below another.
const MAX_MEMBERS: usize = 8 * caps::MAX_CANDIDATES;

/// A member that the types of a receiver lack and types below them have, where nothing reads what a test tells of a value (`if ($it instanceof Full)`), or
/// nobody checks a call before it runs: a value of a type may be of one below it.
pub(super) fn of_those_below(linker: &mut Linker<'_>, site: &Site, name: &Name, types: &[Typed]) -> Option<Outcome> {
    if linker.own.language.tier == Tier::A {
        return None;
    }
    let Some(members) = linker.members_anywhere(name) else { return Some(Outcome::left(Reason::TooManyCandidates)) };
    let mut symbols: Vec<Ref> = members.iter().copied().filter(|symbol| fits(linker, *symbol, site)).collect();
    let alone = symbols.len() == 1;
    if symbols.len() > MAX_MEMBERS {
        return Some(Outcome::left(Reason::TooManyCandidates));
    }
    symbols.retain(|symbol| {
        let Some(owner) = owner_of(linker, *symbol) else { return false };
        types.iter().any(|it| matches!(it.ty, Type::Instance { ty, .. } if linker.is_above(ty, owner)))
    });
    let (targets, _) = outcome::targets(linker, symbols.into_iter().map(|symbol| (symbol, Rule::SameName)));
    match targets.len() {
        0 => None,
        1 if alone => Some(finish(linker, site, targets, Rule::UniqueMember)),
        count if count <= caps::MAX_CANDIDATES => Some(finish(linker, site, targets, Rule::SameName)),
        _ => Some(Outcome::left(Reason::TooManyCandidates)),
    }
}

/// A member that another declaration of the type of a receiver has, which another source set compiles under the same name: what a program is built of
/// has one of them.
pub(super) fn of_other_sources(linker: &mut Linker<'_>, site: &Site, name: &Name, types: &[Typed]) -> Option<Outcome> {
    let [Typed { ty: Type::Instance { ty, .. }, .. }] = types else { return None };
    if !linker.own.habits().source_sets || linker.own.language.tier == Tier::A {
        return None;
    }
    let own = named_in_full(linker, *ty)?;
    let mut symbols = linker.members_anywhere(name)?.to_vec();
    symbols.retain(|symbol| fits(linker, *symbol, site));
    symbols.retain(|symbol| {
        let owner = owner_of(linker, *symbol);
        owner.is_some_and(|owner| owner != *ty && named_in_full(linker, owner).as_ref() == Some(&own))
    });
    let (targets, _) = outcome::targets(linker, symbols.into_iter().map(|symbol| (symbol, Rule::SameName)));
    match targets.len() {
        0 => None,
        1 => Some(finish(linker, site, targets, Rule::UniqueMember)),
        count if count <= caps::MAX_CANDIDATES => Some(finish(linker, site, targets, Rule::SameName)),
        _ => Some(Outcome::left(Reason::TooManyCandidates)),
    }
}

/// The namespace of a type, and its name there.
fn named_in_full(linker: &mut Linker<'_>, ty: Ref) -> Option<(Name, Name)> {
    let file = linker.load(ty.file)?;
    linker.asker.namespace_of(&file);
    linker.asker.looked_at(&file, ty.symbol);
    let qualified = file.facts.symbol(ty.symbol)?.qualified.clone();
    Some((file.facts.namespace.clone().unwrap_or_default(), qualified))
}

/// The type that a member stands in.
fn owner_of(linker: &mut Linker<'_>, member: Ref) -> Option<Ref> {
    let file = linker.load(member.file)?;
    match file.facts.symbol(member.symbol)?.owner {
        Owner::Symbol(owner) => Some(Ref { file: member.file, symbol: owner }),
        Owner::Extension(extension) => linker.extended_types(&file, extension).first().copied(),
        Owner::File => None,
    }
}
