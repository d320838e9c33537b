//! Definitions of one name of which each build compiles one: by platform, by tags.

use std::sync::Arc;

use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, any_defined, merge};
use crate::link::loaded::{Item, Loaded};
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::shard::body::Site;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, SymbolKind};

impl Linker<'_> {
    /// Whether a build with default settings compiles a definition. What was looked up of it by name says so too.
    pub(in crate::link) fn is_built_by_default(&self, symbol: Ref) -> bool {
        let Some(file) = self.load(symbol.file) else { return true };
        file.facts.symbol(symbol.symbol).is_none_or(|it| file.language.semantics.is_built_by_default(&file.path, it))
    }

    /// Whether the linked file is itself one that only some builds compile: it may mean what stands beside it.
    pub(in crate::link) fn is_variant(&self) -> bool {
        let symbols = &self.own.facts.symbols;
        !symbols.is_empty() && symbols.iter().all(|it| !self.own.language.semantics.is_built_by_default(&self.own.path, it))
    }

    /// What a build with default settings compiles, where that is some and not all of what was found.
    pub(in crate::link) fn by_default(&self, mut found: Vec<Found>) -> Vec<Found> {
        let is_default = |it: &Found| !matches!(it.what, Denotation::Symbol(symbol) if !self.is_built_by_default(symbol));
        if found.len() > 1 && !self.is_variant() {
            keep_if_any(&mut found, is_default);
        }
        found
    }

    /// Of some imports and modules of a file that may stand for one another, those that a build with default settings has, where that is some and
    /// not all of them. Definitions stay: of them a weight decides.
    pub(in crate::link) fn items_by_default<T: Copy>(&self, file: &Loaded, items: &mut Vec<T>, item_of: impl Fn(T) -> Option<Item>) {
        let is_left_out = |item: Item| match item {
            Item::Import(import) => file.facts.import(import).is_some_and(|it| it.optional_build),
            Item::Symbol(symbol) => file.facts.symbol(symbol).is_some_and(|it| it.kind == SymbolKind::Module && it.flags.has(Flags::OPTIONAL_BUILD)),
        };
        let left_out = |it: &T| item_of(*it).is_some_and(is_left_out);
        let count = items.iter().filter(|it| left_out(it)).count();
        if count > 0 && count < items.len() && !self.is_variant() {
            items.retain(|it| !left_out(it));
        }
    }

    /// Whether definitions that a build with default settings leaves out only stand in for what the platform brings under the name there
    /// (`#ifdef _WIN32`, `#define unlink _unlink`), and a site does not stand in what is left out too.
    pub(in crate::link) fn are_stand_ins(&self, site: &Site, symbols: &[(Ref, Rule)]) -> bool {
        let habits = self.own.habits();
        if symbols.is_empty() || !habits.preprocessed || !habits.is_builtin(&site.name) {
            return false;
        }
        let is_member = matches!(self.body.expr(site.target), Some(Expr::Member { .. }));
        !is_member && !self.is_in_left_out(site) && !self.is_variant() && symbols.iter().all(|(symbol, _)| !self.is_built_by_default(*symbol))
    }

    /// Whether a site stands in a definition that a build with default settings leaves out.
    pub(in crate::link) fn is_in_left_out(&self, site: &Site) -> bool {
        let own = site.enclosing.and_then(|index| self.own.facts.symbol(index));
        own.is_some_and(|it| !self.own.language.semantics.is_built_by_default(&self.own.path, it))
    }

    /// Takes what a build with default settings leaves out from among several definitions that it may have.
    pub(in crate::link) fn without_left_out(&self, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
        let count = symbols.iter().filter(|(symbol, _)| self.is_built_by_default(*symbol)).count();
        if count > 1 && count < symbols.len() && !self.is_variant() && !self.is_in_left_out(site) {
            symbols.retain(|(symbol, _)| self.is_built_by_default(*symbol));
        }
    }

    /// What a build with default settings has of expressions of a file.
    pub(in crate::link) fn parts_by_default(&mut self, frame: &Frame, parts: &[ExprId]) -> Vec<ExprId> {
        let mut parts = self.without_fallbacks(frame, parts);
        self.items_by_default(&frame.file, &mut parts, |part| self.item_of(frame, part));
        parts
    }

    /// The same of expressions whose values are asked for: of definitions, too, only those that are built.
    pub(in crate::link) fn values_by_default(&mut self, frame: &Frame, parts: &[ExprId]) -> Vec<ExprId> {
        let mut parts = self.parts_by_default(frame, parts);
        let (file, semantics) = (&frame.file, frame.file.language.semantics);
        let is_built = |part: &ExprId| match *self.expr(frame, *part) {
            Expr::Symbol(symbol) => file.facts.symbol(symbol).is_none_or(|it| semantics.is_built_by_default(&file.path, it)),
            _ => true,
        };
        if parts.len() > 1 && !self.is_variant() {
            keep_if_any(&mut parts, is_built);
        }
        parts
    }

    /// Expressions of a file without what stands in for an import of them.
    pub(in crate::link) fn without_fallbacks(&mut self, frame: &Frame, parts: &[ExprId]) -> Vec<ExprId> {
        let items: Vec<(ExprId, Option<Item>)> = parts.iter().map(|part| (*part, self.item_of(frame, *part))).collect();
        self.imports_first(&frame.file, items, |(_, item)| item).into_iter().map(|(part, _)| part).collect()
    }

    fn item_of(&self, frame: &Frame, part: ExprId) -> Option<Item> {
        match *self.expr(frame, part) {
            Expr::Import(import) => Some(Item::Import(import)),
            Expr::Symbol(symbol) => Some(Item::Symbol(symbol)),
            _ => None,
        }
    }

    /// Of what a file binds a name to in turn: where an import leads out of the repository, the definitions that only stand in for it are not meant;
    /// where it leads to a definition, the imports are not that do.
    pub(in crate::link) fn imports_first<T: Copy>(&mut self, file: &Arc<Loaded>, mut items: Vec<T>, item_of: impl Fn(T) -> Option<Item>) -> Vec<T> {
        let stands_in = |it: &T| match item_of(*it) {
            Some(Item::Symbol(symbol)) => file.facts.symbol(symbol).is_some_and(|it| it.flags.has(Flags::STAND_IN)),
            Some(Item::Import(import)) => file.facts.import(import).is_some_and(|it| it.stands_in),
            None => false,
        };
        if items.len() < 2 || !items.iter().any(stands_in) {
            return items;
        }
        let is_import = |it: &T| matches!(item_of(*it), Some(Item::Import(_)));
        let firsts =
            items.iter().filter(|it| !stands_in(it)).filter_map(|it| if let Some(Item::Import(import)) = item_of(*it) { Some(import) } else { None });
        for import in firsts.collect::<Vec<u32>>() {
            let found = self.denote_import(file, import);
            if any_defined(&found) {
                items.retain(|it| !(is_import(it) && stands_in(it)));
                break;
            }
            if !found.is_empty() && found.iter().all(|it| it.what.is_outside()) {
                items.retain(|it| is_import(it) || !stands_in(it));
                break;
            }
        }
        items
    }

    /// What an import brings that some builds are without, and beside it what wildcards bring under its name in these.
    pub(in crate::link) fn with_other_builds(&mut self, file: &Arc<Loaded>, import: u32, found: Vec<Found>) -> Vec<Found> {
        self.with_other_builds_after(file, import, found, 0)
    }

    /// The same where `hops` steps have led to the module of the import.
    pub(in crate::link) fn with_other_builds_after(&mut self, file: &Arc<Loaded>, import: u32, mut found: Vec<Found>, hops: u32) -> Vec<Found> {
        let Some(it) = file.facts.import(import).filter(|it| it.conditional && it.module_level) else { return found };
        if any_defined(&found) {
            let around = Self::module_around(file, it.container);
            merge(&mut found, self.through_wildcards_after(&around, &it.binding, hops));
        }
        found
    }

    /// Whether a site names what imports bring of which each is of some builds alone.
    pub(in crate::link) fn is_of_chosen_imports(&self, site: &Site) -> bool {
        let Some(Expr::AnyOf(parts)) = self.body.expr(site.target) else { return false };
        let import = |part: &ExprId| match self.body.expr(*part) {
            Some(Expr::Import(import)) => self.own.facts.import(*import),
            _ => None,
        };
        parts.iter().all(|part| import(part).is_some_and(|it| it.conditional))
    }

    /// Whether definitions are one but for the build that has each: all have the same names around them.
    pub(in crate::link) fn are_twins(&self, symbols: &[Ref]) -> bool {
        let named = |symbol: &Ref| self.about(*symbol, |it| (symbol.file, it.qualified.clone()));
        let Some(first) = symbols.first().and_then(named) else { return false };
        symbols.iter().any(|it| self.is(*it, |it| it.twin > 0)) && symbols.iter().all(|it| named(it).as_ref() == Some(&first))
    }

    /// The id of the one definition of several that a build with default settings compiles.
    pub(in crate::link) fn only_by_default(&mut self, site: &Site, symbols: &[(Ref, Rule)]) -> Option<Arc<str>> {
        if symbols.len() < 2 || self.is_variant() || (self.own.habits().preprocessed && self.is_in_left_out(site)) {
            return None;
        }
        let mut built = symbols.iter().filter(|(symbol, _)| self.is_built_by_default(*symbol)).map(|(symbol, _)| *symbol);
        match (built.next(), built.next()) {
            (Some(only), None) => self.id(only),
            _ => None,
        }
    }
}
