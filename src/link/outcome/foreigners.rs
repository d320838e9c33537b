//! Names that the linked file also calls on values from outside: that one definition alone bears such a name says little of the others.

use std::collections::BTreeSet;

use super::rules::Rule;
use super::{End, Outcome, finish};
use crate::base::Name;
use crate::link::eval::Linker;
use crate::shard::body::{Body, Role};
use crate::shard::expr::{Expr, ExprId};

/// Most names in a row that are looked through for what the first of them is.
const MAX_NAMES: usize = 8;

/// Of what is called by such a name and found by the name alone, the only definition becomes a candidate. Of 71 calls in a repository that shares names with
/// its libraries 59 meant these. Where types are declared a name tells more: of 15 such calls in a repository of TypeScript those that were read meant the only
/// definition.
pub(in crate::link) fn doubt(linker: &Linker<'_>, outcomes: &mut [Option<Outcome>]) {
    let body = linker.body;
    let by_name_alone = |outcome: &Outcome| outcome.end == End::Resolved && outcome.rule == Some(Rule::UniqueMember);
    let mut wanted: BTreeSet<&Name> = BTreeSet::new();
    for (site, outcome) in body.sites.iter().zip(&*outcomes) {
        if site.role == Role::Call && outcome.as_ref().is_some_and(by_name_alone) {
            wanted.insert(&site.name);
        }
    }
    if wanted.is_empty() || !linker.own.habits().classes.untyped {
        return;
    }
    let mut foreign: BTreeSet<&Name> = BTreeSet::new();
    for (site, outcome) in body.sites.iter().zip(&*outcomes) {
        let is_outside = outcome.as_ref().is_some_and(|outcome| outcome.end == End::External);
        if site.role == Role::Call && is_outside && wanted.contains(&site.name) && is_of_value(body, site.target) {
            foreign.insert(&site.name);
        }
    }
    for (site, outcome) in body.sites.iter().zip(outcomes) {
        if let Some(outcome) = outcome
            && site.role == Role::Call
            && foreign.contains(&site.name)
            && by_name_alone(outcome)
        {
            *outcome = finish(linker, site, std::mem::take(&mut outcome.targets), Rule::SameName);
        }
    }
}

/// Whether what is called is a member of a value, as far as the file tells, and not what a module has.
fn is_of_value(body: &Body, target: ExprId) -> bool {
    let Some(Expr::Member { base, .. }) = body.expr(target) else { return false };
    let mut base = *base;
    for _ in 0..MAX_NAMES {
        match body.expr(base) {
            Some(Expr::Member { base: inner, .. }) => base = *inner,
            Some(Expr::Import(_) | Expr::Free(_)) | None => return false,
            Some(_) => return true,
        }
    }
    true
}
