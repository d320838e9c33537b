//! Names to definitions: the pure function from one shard and the facts it asks for to the outcome of each of its sites.
//!
//! Owns: name resolution, receiver types, rules and their confidence, symbol ids.
//! Never: another file's link. A chain across files is followed here, step by step, each step a read key.
//! Invariant: equal shard and equal answers to the read keys give an equal result; every site ends in the census.
//!
//! The walk of one expression is `eval`; what it asks of other files goes through `ask`. It is made of what a name means (`names`), where it comes from
//! (`modules`, `namespaces`, `outside`), what a value is (`types`, `generics`), what it has (`members`), what a call of it gives and which of several
//! definitions it means (`calls`, `overloads`). `outcome` says how a site ends and how sure that is, `tooling` lets compilers have the last word.

pub mod ask;
pub mod calls;
mod cycles;
pub mod eval;
pub mod generics;
pub mod identity;
pub mod loaded;
pub mod members;
mod memo;
mod mentions;
mod modules;
mod named_tests;
mod names;
mod namespaces;
pub mod outcome;
mod outside;
mod overloads;
mod owners;
pub mod tooling;
pub mod types;

use std::sync::Arc;

use crate::base::Name;
use crate::base::key::Key;
use crate::base::problem::Problem;
use crate::shard::body::Body;
use crate::shard::config::OwnerRule;
use ask::{Asker, World};
use calls::flow;
use loaded::Loaded;
use members::{method_sets, overrides};
use modules::passing;
use names::expansions;
use outcome::{Outcome, census, foreigners, rules};

/// What linking one file gives.
#[derive(Debug, Default)]
pub struct Linked {
    /// Parallel to `Body::sites`; `None` for names that are purely local and no site at all.
    pub outcomes: Vec<Option<Outcome>>,
    /// Symbol ids, parallel to `Facts::symbols`.
    pub symbol_ids: Vec<Arc<str>>,
    /// Ids of the types that each extension adds to, parallel to `Facts::extensions`.
    pub extended: Vec<Vec<Arc<str>>>,
    /// Modules that imports of single items name: `(site index, module id, the rule)`.
    pub imported: Vec<(u32, Arc<str>, rules::Rule)>,
    /// Re-exported definitions: `(import index, target id)`.
    pub exports: Vec<(u32, Arc<str>)>,
    /// Values that flow into calls: `(site index, from id, to id, confidence)`.
    pub flows: Vec<flow::Flow>,
    /// The package the file belongs to: `(manager, name, root)`.
    pub package: Arc<identity::PackageOf>,
    /// Who answers for the package that the file declares, if it declares one.
    pub owners: Vec<OwnerRule>,
    /// Functions that calls of macros stand for: `(site index, id of the function)`.
    pub expanded: Vec<(u32, Arc<str>)>,
    /// Types that satisfy an interface of the file by their methods alone: `(symbol index of the interface, id of the type)`.
    pub satisfied: Vec<(u32, Arc<str>)>,
    /// Methods of such types and what they stand for: `(symbol index of the interface's method, id of the type's method)`.
    pub supplied: Vec<(u32, Arc<str>)>,
    /// What methods replace in types above.
    pub overrides: Vec<overrides::Override>,
    /// Names that prose mentions, resolved: `(mention index, target id)`.
    pub mentions: Vec<(u32, Arc<str>)>,
    /// Names that macros of other files give to definitions: `(symbol index, name)`.
    pub names: Vec<(u32, Name)>,
    /// Definitions that tests are named after: `(symbol index of the test, target id)`.
    pub named_tests: Vec<(u32, Arc<str>)>,
    /// Every question asked, sorted, without repeats; negative answers included.
    pub reads: Vec<Key>,
    /// Compiler data that does not fit the file, and what it contradicts.
    pub problems: Vec<Problem>,
    /// Sites given up at the step limit.
    pub bounded: u32,
}

/// Links one file.
pub fn link(world: &dyn World, own: &Arc<Loaded>, body: &Body) -> Linked {
    let mut asker = Asker::new(world, own.language);
    let package = asker.package_of(own);
    let mut linked = Linked { package, owners: owners::owners(&mut asker, own), ..Linked::default() };
    let mut linker = eval::Linker::new(asker, Arc::clone(own), body);
    linked.symbol_ids = (0..own.facts.symbols.len()).map(|index| linker.id_in(own, u32::try_from(index).unwrap_or(u32::MAX))).collect();
    for index in 0..own.facts.extensions.len() {
        linker.start_site();
        let types = linker.extended_types(own, u32::try_from(index).unwrap_or(u32::MAX));
        linked.extended.push(types.into_iter().filter_map(|ty| linker.id(ty)).collect());
    }
    let mut court = tooling::Court::of(&linker);
    for (index, site) in body.sites.iter().enumerate() {
        let outcome = census::settle(&mut linker, index);
        linked.outcomes.push(match (&mut court, outcome) {
            (Some(court), Some(outcome)) => Some(court.settle(&mut linker, site, outcome)),
            (_, outcome) => outcome,
        });
    }
    foreigners::doubt(&linker, &mut linked.outcomes);
    linked.problems = court.map(tooling::Court::problems).unwrap_or_default();
    linked.imported = passing::modules_of_imports(&mut linker);
    linked.exports = passing::exports(&mut linker);
    linked.expanded = expansions::expansions(&mut linker, &linked.outcomes);
    (linked.satisfied, linked.supplied) = method_sets::satisfied(&mut linker);
    linked.overrides = overrides::overrides(&mut linker);
    linked.mentions = mentions::mentions(&mut linker);
    linked.names = linker.names_by_macros();
    linked.named_tests = named_tests::named(&mut linker);
    linked.flows = flow::flows(&mut linker, &linked.outcomes);
    linked.bounded = linker.bounded();
    linked.reads = linker.into_reads();
    linked
}

/// A definition that an edge can point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// A symbol id, or `file:<path>`.
    pub id: Arc<str>,
    /// The definition's own name.
    pub name: Name,
}
