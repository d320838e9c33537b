//! Definitions of one name of which a build has one: those under `#[cfg(…)]` and in blocks that macros choose between.

use std::collections::BTreeMap;

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Walk;
use super::attributes::Lead;
use crate::base::Name;
use crate::shard::apart::Class;
use crate::shard::body;
use crate::shard::builder::Builder;
use crate::shard::facts::{Owner, Symbol, SymbolKind};

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

/// The conditions around what stands behind attributes.
#[derive(Clone, Copy)]
pub(super) struct Around {
    condition: u64,
    /// A default build leaves it out.
    is_optional: bool,
}

impl Walk<'_, '_> {
    /// Goes into what stands behind attributes; gives what held around it, to be set again.
    pub(super) fn enter(&mut self, lead: &Lead<'_>) -> Around {
        let around = Around { condition: self.condition, is_optional: self.builder.set_optional(false) };
        self.builder.set_optional(around.is_optional || lead.is_left_out(self.text));
        for condition in lead.conditions(self.text) {
            self.condition = numbered(condition, self.condition);
        }
        around
    }

    /// Comes back from there.
    pub(super) fn leave(&mut self, around: Around) {
        self.condition = around.condition;
        self.builder.set_optional(around.is_optional);
    }

    /// Adds a definition under the conditions that hold here.
    pub(super) fn add(&mut self, symbol: Symbol, place: body::Place) -> u32 {
        let index = self.builder.symbol(symbol, place);
        if self.condition != 0 {
            self.conditional.push((index, self.condition));
        }
        index
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
