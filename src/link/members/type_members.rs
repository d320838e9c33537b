//! Members of types: own ones, those of extensions, those inherited, in that order.

use std::sync::Arc;

use crate::base::caps;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Linker, activity, any_defined, merge};
use crate::link::generics::specializations::specialization_around;
use crate::link::loaded::Loaded;
use crate::link::outcome::rules::Rule;
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// The members called `name` of a type; overloads stand side by side.
    pub(in crate::link) fn type_member(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let found = self.type_member_after(ty, name, 0);
        self.with_handed_on(found)
    }

    /// The definitions that members which are but names of them stand for, in place of these.
    fn with_handed_on(&mut self, mut found: Vec<Found>) -> Vec<Found> {
        for it in &mut found {
            let Denotation::Symbol(member) = it.what else { continue };
            let Some(file) = self.load(member.file).filter(|_| self.is(member, |it| it.flags.has(Flags::HANDED_ON))) else { continue };
            self.asker.looked_at(&file, member.symbol);
            let value = file.facts.symbol(member.symbol).and_then(|it| it.value).and_then(|value| file.facts.expr(value));
            if let Some(Expr::Symbol(symbol)) = value {
                self.asker.looked_at(&file, *symbol);
                it.what = Denotation::Symbol(Ref { file: member.file, symbol: *symbol });
            }
        }
        found
    }

    /// The same where `hops` steps have led to the type.
    pub(in crate::link) fn type_member_after(&mut self, ty: Ref, name: &str, hops: u32) -> Vec<Found> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        if hops > caps::MAX_LEVELS {
            self.stop_short();
            return Vec::new();
        }
        self.once(&file, ty.symbol, activity::SUPER, |linker| {
            linker.asker.looked_at(&file, ty.symbol);
            let Some(symbol) = file.facts.symbol(ty.symbol) else { return Vec::new() };
            let found = linker.own_member(ty, &file, symbol, name);
            if file.habits().classes.linearized && symbol.kind != SymbolKind::Variant {
                return linker.linearized_member(ty, name, found);
            }
            if !found.is_empty() {
                return found;
            }
            match symbol.owner {
                // A value of a variant is one of its enum.
                Owner::Symbol(owner) if symbol.kind == SymbolKind::Variant => {
                    linker.type_member_after(Ref { file: ty.file, symbol: owner }, name, hops + 1)
                }
                _ => {
                    let above = linker.inherited_after(ty, name, hops);
                    let beside = linker.of_companion(ty, &file, name, &above);
                    if beside.is_empty() { above } else { beside }
                }
            }
        })
    }

    /// The members called `name` that a type has itself, in its declaration or in extensions of it.
    pub(in crate::link) fn own_member(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol, name: &str) -> Vec<Found> {
        let is_member = |it: &Symbol| it.owner != Owner::File && !is_constructor_of(it, symbol) && !is_inside_callable(file, it);
        let members = self.asker.symbols_named((ty.file, file), &symbol.qualified, name, is_member);
        let mut found = Vec::new();
        merge(&mut found, members.into_iter().map(|it| Found::symbol(it, Rule::DeclaredType)));
        let mut found = self.only_members_of(ty, found);
        let habits = file.habits();
        if found.is_empty() && symbol.kind == SymbolKind::Enum && habits.textual_includes {
            found = self.enumerators_beside(ty, file, symbol, name);
        }
        // In a module of its own file a type has the methods of its blocks under another name than its fields.
        if found.is_empty() || (habits.fields_in_brackets && found.iter().all(|it| self.is_field(it))) {
            let more = self.extension_member(ty, &symbol.name, name);
            merge(&mut found, more);
            if found.is_empty() {
                found = self.member_of_parts(ty, file, symbol, name);
            }
            let found = self.with_renamed(ty, name, found);
            return if habits.fields_in_brackets { self.direct_first(found) } else { found };
        }
        if habits.announced {
            return self.defined_members(ty, &symbol.name, name, &found);
        }
        let mut found = self.with_other_arguments(ty, &symbol.name, name, found);
        if habits.overloads && symbol.flags.has(Flags::PART) {
            merge(&mut found, self.member_of_parts(ty, file, symbol, name));
        }
        let found = self.with_renamed(ty, name, found);
        self.direct_first(found)
    }

    /// Two types of one file may share a simple name in different inline modules: a member reached by name must belong to this one.
    pub(in crate::link) fn only_members_of(&mut self, ty: Ref, found: Vec<Found>) -> Vec<Found> {
        let mut kept = Vec::new();
        for it in found {
            let Denotation::Symbol(member) = it.what else { continue };
            let Some(file) = self.load(member.file) else { continue };
            let owner = file.facts.symbol(member.symbol).map(|symbol| symbol.owner);
            let belongs = match owner {
                Some(Owner::Symbol(index)) => index == ty.symbol || Self::same_name(&file, index, ty.symbol),
                Some(Owner::Extension(index)) => self.extended_types(&file, index).contains(&ty),
                _ => false,
            };
            if belongs {
                kept.push(it);
            }
        }
        kept
    }

    /// Merged declarations of one type (partial classes, interfaces declared twice) share a qualified name. What stands in a function or an
    /// expression and is no type with a name of its own may share it by chance, as may what a module declares for everybody and what it keeps.
    fn same_name(file: &Loaded, one: u32, other: u32) -> bool {
        if specialization_around(&file.facts, one) != specialization_around(&file.facts, other) {
            return false;
        }
        let (Some(one), Some(other)) = (file.facts.symbol(one), file.facts.symbol(other)) else { return false };
        // Classes that code makes one after another, and types of several blocks, have nothing of each other; of those that a build chooses from, what names
        // one may mean any.
        let are_apart = file.habits().classes.linearized || file.habits().method_sets;
        if are_apart && one.twin != other.twin {
            return false;
        }
        let alone = |it: &Symbol| it.flags.has(Flags::NESTED) && matches!(it.kind, SymbolKind::Variable | SymbolKind::TypeAlias);
        let global = |it: &Symbol| it.flags.has(Flags::GLOBAL);
        let around = match (one.owner, other.owner) {
            (Owner::Symbol(one), Owner::Symbol(other)) => one == other || Self::same_name(file, one, other),
            _ => true,
        };
        one.qualified == other.qualified && one.callback == other.callback && global(one) == global(other) && !alone(one) && !alone(other) && around
    }

    /// What a type says itself comes before what an interface adds that was filed under its name (`impl<T: Trait> Trait for &T`).
    fn direct_first(&self, found: Vec<Found>) -> Vec<Found> {
        let standing = |it: &Found| {
            let Denotation::Symbol(member) = it.what else { return None };
            let file = self.load(member.file)?;
            let symbol = file.facts.symbol(member.symbol)?;
            let added = match symbol.owner {
                Owner::Extension(index) => file.facts.extension(index)?.interface.is_some(),
                _ => false,
            };
            Some((symbol.kind.is_callable(), added))
        };
        let direct: Vec<bool> = found.iter().filter_map(standing).filter(|(_, added)| !added).map(|(callable, _)| callable).collect();
        found.into_iter().filter(|it| standing(it).is_none_or(|(callable, added)| !added || !direct.contains(&callable))).collect()
    }

    /// Members that a type only declares, by their definitions elsewhere.
    fn defined_members(&mut self, ty: Ref, type_name: &str, name: &str, found: &[Found]) -> Vec<Found> {
        let refs = |found: &[Found]| -> Vec<Ref> { found.iter().filter_map(|it| it.what.symbol()).collect() };
        let declared = refs(found);
        let elsewhere = self.extension_member(ty, type_name, name);
        let defined = self.defined(&declared, &refs(&elsewhere));
        defined.into_iter().map(|it| Found::symbol(it, Rule::DeclaredType)).collect()
    }

    pub(in crate::link) fn extension_member(&mut self, ty: Ref, type_name: &str, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let Some(home) = self.load(ty.file) else { return found };
        let mut members = self.asker.extension_members_of((ty.file, &home), type_name, name);
        // What a function keeps to itself no other file is told.
        if self.is(ty, |it| it.flags.has(Flags::NESTED)) {
            members.extend(self.asker.symbols_named((ty.file, &home), type_name, name, |_| true));
        }
        for member in members {
            let Some(file) = self.load(member.file) else { continue };
            let Some(symbol) = file.facts.symbol(member.symbol) else { continue };
            if let Owner::Extension(extension) = symbol.owner
                && (symbol.kind != SymbolKind::Constructor || symbol.name != type_name)
                && (member.file == ty.file || !self.is_kept_by_test(&file))
                && self.extended_types(&file, extension).contains(&ty)
            {
                merge(&mut found, [Found::symbol(member, Rule::DeclaredType)]);
            }
        }
        found
    }

    /// Members of the types above, nearest first; the first type that has any answers.
    pub(in crate::link) fn inherited(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        self.inherited_after(ty, name, 0)
    }

    fn inherited_after(&mut self, ty: Ref, name: &str, hops: u32) -> Vec<Found> {
        let (mut foreign, mut told) = (Vec::new(), Vec::new());
        let each = self.is_of_alternatives(ty);
        for above in self.bases(ty) {
            match above.what {
                Denotation::Symbol(above) if above != ty && !self.lacks_member_above(ty, above, name) => {
                    let mut found = self.type_member_after(above, name, hops + 1);
                    found.retain(|it| !self.stays_with_interface(it));
                    if self.is_fulfilled_by_language(ty, name, &found) {
                        merge(&mut foreign, [Found { what: Denotation::Builtin(name.into()), rule: Rule::DeclaredType }]);
                        continue;
                    }
                    if foreign.is_empty() || !self.is_fulfilled_outside(ty, &found) {
                        if any_defined(&found) {
                            if !each {
                                return self.most_specific(ty, name, hops, found);
                            }
                            merge(&mut told, found);
                            continue;
                        }
                        merge(&mut foreign, found);
                    }
                }
                Denotation::Module(module) => {
                    let found = self.module_member(&module, name);
                    if any_defined(&found) {
                        return found;
                    }
                }
                Denotation::External { package, name: above } if self.may_have(&package, &above, name) => {
                    merge(&mut foreign, [Found { what: Denotation::External { package, name: name.into() }, rule: Rule::DeclaredType }]);
                }
                Denotation::Builtin(above) if self.gives_member(&above, name) => {
                    merge(&mut foreign, [Found { what: Denotation::Builtin(name.into()), rule: Rule::DeclaredType }]);
                }
                _ => {}
            }
        }
        if told.is_empty() { foreign } else { told }
    }
}

/// A constructor that bears the name of its type: the name alone means the type.
fn is_constructor_of(member: &Symbol, ty: &Symbol) -> bool {
    member.kind == SymbolKind::Constructor && member.name == ty.name
}

/// A definition in the body of a function is no member of the function, nor of a type that shares its name.
fn is_inside_callable(file: &Loaded, member: &Symbol) -> bool {
    let Owner::Symbol(owner) = member.owner else { return false };
    member.flags.has(Flags::NESTED) && file.facts.symbol(owner).is_some_and(|it| it.kind.is_callable())
}
