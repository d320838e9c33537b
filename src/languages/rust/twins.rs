//! Definitions of one name of which a build has one: those under `#[cfg(…)]` and in blocks that macros choose between.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::attributes::Lead;
use super::{Walk, configuration};
use crate::base::{Name, caps};
use crate::shard::apart::Class;
use crate::shard::body;
use crate::shard::builder::Builder;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// What two definitions share that only their conditions tell apart.
type Likeness = (Place, Name, Class, Option<u64>);

/// Where a definition stands: modules and blocks for one type are the same however often they are opened.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Module(Name),
    Definition(u32),
    /// The module, the type, the trait.
    Block(Name, Name, Option<Name>),
}

/// Definitions and imports that stand under conditions, each with these.
#[derive(Default)]
pub(super) struct Choices<'text> {
    items: Vec<(u32, Vec<&'text str>)>,
    imports: Vec<(u32, Vec<&'text str>)>,
}

/// The conditions around what stands behind attributes.
#[derive(Clone, Copy)]
pub(super) struct Around {
    condition: u64,
    /// How many conditions there were.
    count: usize,
    /// A default build leaves it out.
    is_optional: bool,
}

impl Walk<'_, '_> {
    /// Goes into what stands behind attributes; gives what held around it, to be set again.
    pub(super) fn enter(&mut self, lead: &Lead<'_>) -> Around {
        let around = Around { condition: self.condition, count: self.conditions.len(), is_optional: self.builder.set_optional(false) };
        self.builder.set_optional(around.is_optional || lead.is_left_out(self.text));
        for condition in lead.conditions(self.text) {
            self.condition = numbered(condition, self.condition);
            self.conditions.push(condition);
        }
        around
    }

    /// Comes back from there.
    pub(super) fn leave(&mut self, around: Around) {
        self.condition = around.condition;
        self.conditions.truncate(around.count);
        self.builder.set_optional(around.is_optional);
    }

    /// Adds a definition under the conditions that hold here.
    pub(super) fn add(&mut self, symbol: Symbol, place: body::Place) -> u32 {
        let index = self.builder.symbol(symbol, place);
        if self.condition != 0 {
            self.conditional.push((index, self.condition));
        }
        if !self.conditions.is_empty() && self.builder.enclosing_callable().is_none() {
            self.choices.items.push((index, self.conditions.clone()));
        }
        index
    }

    /// Notes an import under the conditions that hold here.
    pub(super) fn note_import(&mut self, index: u32) {
        if !self.conditions.is_empty() {
            // Those of the module around hold wherever its names are seen.
            let is_sure = self.conditions.iter().skip(self.of_module).all(|it| configuration::holds(it) == Some(true));
            if let Some(import) = self.builder.imports_mut().get_mut(index as usize) {
                import.conditional = !is_sure;
            }
            self.choices.imports.push((index, self.conditions.clone()));
        }
    }

    /// Marks definitions in whose place other builds have an import of their name, and what these have as members.
    pub(super) fn tell_choices(&mut self) {
        let Choices { items, imports } = std::mem::take(&mut self.choices);
        let facts = self.builder.facts();
        let qualified = |module: u32| facts.symbol(module).map(|it| it.qualified.clone()).unwrap_or_default();
        let mut imported: BTreeMap<(Name, Name), Vec<Vec<&str>>> = BTreeMap::new();
        for (index, conditions) in imports {
            let Some(it) = facts.import(index).filter(|it| it.module_level && !it.binding.is_empty()) else { continue };
            imported.entry((it.container.map(qualified).unwrap_or_default(), it.binding.clone())).or_default().push(conditions);
        }
        let mut chosen = BTreeSet::new();
        for (index, conditions) in items.into_iter().filter(|_| !imported.is_empty()) {
            let Some(it) = facts.symbol(index).filter(|it| it.kind != SymbolKind::Macro) else { continue };
            let module = match it.owner {
                Owner::File => Name::default(),
                Owner::Symbol(owner) if facts.symbol(owner).is_some_and(|it| it.kind == SymbolKind::Module) => qualified(owner),
                Owner::Symbol(_) | Owner::Extension(_) => continue,
            };
            let others = imported.get(&(module, it.name.clone()));
            if others.into_iter().flatten().take(caps::MAX_CANDIDATES).any(|other| gives_way(&conditions, other)) {
                chosen.insert(index);
            }
        }
        for index in (0..self.builder.symbol_count()).map_while(|it| u32::try_from(it).ok()).filter(|_| !chosen.is_empty()) {
            let symbol = self.builder.symbol_mut(index);
            if chosen.contains(&index) || matches!(symbol.owner, Owner::Symbol(owner) if chosen.contains(&owner)) {
                symbol.flags = symbol.flags.with(Flags::CONDITIONAL);
            }
        }
    }

    /// Numbers the definitions that are the same but for their conditions.
    pub(super) fn tell_twins(&mut self) {
        let mut seen: BTreeMap<Likeness, Vec<u64>> = BTreeMap::new();
        for (index, condition) in std::mem::take(&mut self.conditional) {
            let Some(likeness) = likeness(self.builder, index) else { continue };
            let known = seen.entry(likeness).or_default();
            let number = known.iter().position(|it| *it == condition).unwrap_or_else(|| {
                known.push(condition);
                known.len() - 1
            });
            self.builder.symbol_mut(index).twin = u32::try_from(number).unwrap_or(u32::MAX);
        }
    }
}

/// Whether builds without what stands under some conditions have what stands under others: both together no build meets, or default builds meet the others
/// alone.
fn gives_way(own: &[&str], other: &[&str]) -> bool {
    let is_left_out = own.iter().any(|it| configuration::holds(it) == Some(false));
    let both: Vec<&str> = own.iter().chain(other).copied().collect();
    configuration::exclude(&both) || (is_left_out && other.iter().all(|it| configuration::holds(it) == Some(true)))
}

/// The conditions in the block at `index` of those that a macro chooses between.
pub(super) fn choice(around: u64, tokens: Node<'_>, index: usize) -> u64 {
    numbered(&format!("{}:{index}", tokens.start_byte()), around)
}

fn numbered(condition: &str, around: u64) -> u64 {
    let written: String = condition.split_whitespace().collect();
    // Zero stands for no condition.
    xxh3_64_with_seed(written.as_bytes(), around).max(1)
}

fn likeness(builder: &Builder<'_>, index: u32) -> Option<Likeness> {
    let facts = builder.facts();
    let it = facts.symbol(index)?;
    let qualified = |module: Option<u32>| module.and_then(|module| facts.symbol(module)).map_or_else(Name::default, |it| it.qualified.clone());
    let place = match it.owner {
        Owner::File => Place::Module(Name::default()),
        Owner::Symbol(owner) if facts.symbol(owner)?.kind == SymbolKind::Module => Place::Module(qualified(Some(owner))),
        Owner::Symbol(owner) => Place::Definition(owner),
        Owner::Extension(extension) => {
            let block = facts.extension(extension)?;
            Place::Block(qualified(block.module), block.target_name.clone(), block.interface_name.clone())
        }
    };
    let class = Class::of(it.kind)?;
    Some((place, it.name.clone(), class, it.overload))
}
