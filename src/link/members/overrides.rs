//! Methods that take the place of methods of types above: what a call through a base or an interface may run.
//!
//! A method replaces the nearest ones of its name: those that none of the others it replaces replaces in turn. Each is told in the file of the
//! method that replaces, which asks for the types above it anyway.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ancestors::MAX_ANCESTORS;
use crate::base::caps;
use crate::base::key::KeyMap;
use crate::base::score::Millionths;
use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::loaded::{Item, Loaded};
use crate::link::outcome::confidence;
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::signatures;
use crate::shard::body::Role;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

/// A method of the linked file that takes the place of another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Override {
    /// Index of the method's symbol.
    pub method: u32,
    /// Id of the method that it replaces.
    pub replaced: Arc<str>,
    /// The rule that led to the type above; of several the one that assumes most.
    pub rule: Rule,
    pub confidence: Millionths,
}

/// A type above, the rule that led to it, and the types that it names itself.
#[derive(Clone, Debug)]
struct Above {
    ty: Ref,
    rule: Rule,
    over: Vec<Ref>,
}

/// Types above a type while they are collected, by type; and in which order they were left.
#[derive(Default)]
struct Climb {
    types: KeyMap<Ref, (Rule, Vec<Ref>)>,
    left: Vec<Ref>,
    /// Some were left out.
    cut: bool,
}

struct Search<'s, 'w> {
    linker: &'s mut Linker<'w>,
    overriding: Overriding,
    /// The types above each type, each before those above it.
    lines: KeyMap<Ref, Arc<[Above]>>,
    /// The interface of each extension block.
    interfaces: KeyMap<u32, Arc<[Above]>>,
    lookups: usize,
    found: Vec<Override>,
}

/// What the methods of the linked file replace, sorted. Files and types with more to look up than is allowed are counted as given up.
pub fn overrides(linker: &mut Linker<'_>) -> Vec<Override> {
    let own = Arc::clone(&linker.own);
    let overriding = own.habits().overriding;
    let Some(slot) = linker.own_slot().filter(|_| overriding != Overriding::Never) else { return Vec::new() };
    let mut search = Search { linker, overriding, lines: KeyMap::default(), interfaces: KeyMap::default(), lookups: 0, found: Vec::new() };
    for (symbol, index) in own.facts.symbols.iter().zip(0u32..) {
        if !is_replaceable(overriding, own.habits().classes.linearized, symbol) || symbol.owner == Owner::File {
            continue;
        }
        if search.lookups >= caps::MAX_OVERRIDE_LOOKUPS {
            search.linker.give_up();
            break;
        }
        search.linker.start_site();
        search.method(Ref { file: slot, symbol: index }, symbol);
        search.linker.ran_out();
    }
    let mut found = search.found;
    found.sort();
    found.dedup_by(|later, first| (later.method, &later.replaced) == (first.method, &first.replaced));
    found
}

/// Whether a member can replace, and be replaced, as far as it alone tells.
fn is_replaceable(overriding: Overriding, linearized: bool, symbol: &Symbol) -> bool {
    let is_kept = match overriding {
        Overriding::Never => true,
        // An interface has no member that its implementers do not have.
        Overriding::Conformance => false,
        // Private virtual methods are replaced like others.
        Overriding::Virtual => symbol.flags.has(Flags::STATIC),
        // What is called through a class is looked up like what is called through an instance.
        Overriding::Name if linearized => symbol.visibility == Visibility::Private,
        Overriding::Name | Overriding::Signature => symbol.visibility == Visibility::Private || symbol.flags.has(Flags::STATIC),
    };
    !is_kept && !symbol.flags.has(Flags::SUPERSEDED) && matches!(symbol.kind, SymbolKind::Method | SymbolKind::Function)
}

/// Whether a member is but a signature of one with a body that stands beside it.
fn is_signature(file: &Loaded, symbol: &Symbol) -> bool {
    let has_body = |item| match item {
        Item::Symbol(other) => file.facts.symbol(other).is_some_and(|it| it.owner == symbol.owner && !it.flags.has(Flags::DECLARATION)),
        Item::Import(_) => false,
    };
    symbol.flags.has(Flags::DECLARATION) && file.named(file.facts.owner_name(symbol.owner), &symbol.name).any(has_body)
}

impl Search<'_, '_> {
    fn method(&mut self, method: Ref, symbol: &Symbol) {
        let own = Arc::clone(&self.linker.own);
        if own.habits().classes.constructors.contains(&symbol.name.as_str()) || (self.overriding == Overriding::Name && is_signature(&own, symbol)) {
            return;
        }
        match symbol.owner {
            Owner::File => {}
            // What a trait asks for is asked for beside what those above it ask for.
            Owner::Symbol(_) if self.overriding == Overriding::Conformance => {}
            Owner::Symbol(owner) => {
                let ty = Ref { file: method.file, symbol: owner };
                if !self.is_defined_elsewhere(ty, method, symbol) {
                    let line = self.line(ty);
                    self.replaced(method, symbol, &line);
                }
            }
            Owner::Extension(extension) if self.overriding == Overriding::Conformance => {
                let line = self.interface(extension);
                self.replaced(method, symbol, &line);
            }
            Owner::Extension(extension) => {
                for ty in self.linker.extended_types(&own, extension) {
                    let line = self.line(ty);
                    self.replaced(method, symbol, &line);
                }
            }
        }
    }

    /// Whether a method is but declared here: the file that defines it tells what it replaces.
    fn is_defined_elsewhere(&mut self, ty: Ref, method: Ref, symbol: &Symbol) -> bool {
        self.overriding == Overriding::Virtual && self.defined(ty, method, symbol) != method
    }

    /// The definition of a member of `ty` that may be but declared.
    fn defined(&mut self, ty: Ref, member: Ref, symbol: &Symbol) -> Ref {
        if self.overriding != Overriding::Virtual || !symbol.flags.has(Flags::DECLARATION) {
            return member;
        }
        let Some(name) = self.linker.about(ty, |it| it.name.clone()) else { return member };
        let elsewhere = self.linker.extension_member(ty, &name, &symbol.name);
        let elsewhere: Vec<Ref> = elsewhere.into_iter().filter_map(|it| it.what.symbol()).collect();
        self.linker.defined(&[member], &elsewhere).first().copied().unwrap_or(member)
    }

    /// Adds the nearest of what a method replaces.
    fn replaced(&mut self, method: Ref, symbol: &Symbol, line: &[Above]) {
        let mut hidden: BTreeSet<Ref> = BTreeSet::new();
        for above in line {
            if hidden.contains(&above.ty) {
                continue;
            }
            if !self.look() {
                self.linker.give_up();
                return;
            }
            let members = self.members(method, symbol, above.ty);
            if members.is_empty() || (self.overriding == Overriding::Virtual && !self.is_virtual(&members, (method, symbol), above, line)) {
                continue;
            }
            hide(above, line, &mut hidden);
            for member in members {
                self.add(method, member, above);
            }
        }
    }

    fn add(&mut self, method: Ref, member: Ref, above: &Above) {
        let Some(file) = self.linker.load(member.file) else { return };
        let Some(symbol) = file.facts.symbol(member.symbol) else { return };
        let member = self.defined(above.ty, member, symbol);
        let confidence = confidence::of(self.linker.own.language.id, Role::Implements, above.rule);
        if confidence >= confidence::THRESHOLD
            && let Some(replaced) = self.linker.id(member)
        {
            self.found.push(Override { method: method.symbol, replaced, rule: above.rule, confidence });
        }
    }

    /// Whether one of the members is virtual because it says so or because it replaces what is.
    fn is_virtual(&mut self, members: &[Ref], (method, symbol): (Ref, &Symbol), above: &Above, line: &[Above]) -> bool {
        let mut over: BTreeSet<Ref> = BTreeSet::new();
        hide(above, line, &mut over);
        let mut members = members.to_vec();
        for further in line.iter().filter(|it| over.contains(&it.ty)) {
            if !self.look() {
                return false;
            }
            members.extend(self.members(method, symbol, further.ty));
        }
        members.iter().any(|member| self.linker.is(*member, |it| it.flags.has(Flags::VIRTUAL)))
    }

    /// The members of a type above that a method would replace.
    fn members(&mut self, method: Ref, symbol: &Symbol, above: Ref) -> Vec<Ref> {
        let Some(file) = self.linker.load(above.file) else { return Vec::new() };
        self.linker.asker.looked_at(&file, above.symbol);
        let Some(ty) = file.facts.symbol(above.symbol) else { return Vec::new() };
        let linearized = file.habits().classes.linearized;
        let is_member = |it: &Symbol| it.owner == Owner::Symbol(above.symbol) && is_replaceable(self.overriding, linearized, it);
        let mut members = self.linker.asker.symbols_named((above.file, &file), &ty.qualified, &symbol.name, is_member);
        members.retain(|member| *member != method);
        // What reads a property stands for what reads it above.
        if symbol.flags.has(Flags::PROPERTY) && file.habits().declarations_merge {
            keep_if_any(&mut members, |member| self.linker.is(*member, |it| it.params.is_empty() == symbol.params.is_empty()));
        }
        match self.overriding {
            Overriding::Signature | Overriding::Virtual => signatures::same(self.linker, self.overriding, method, members),
            _ => members,
        }
    }

    fn look(&mut self) -> bool {
        self.lookups += 1;
        self.lookups <= caps::MAX_OVERRIDE_LOOKUPS
    }

    /// The interface that an extension block implements.
    fn interface(&mut self, extension: u32) -> Arc<[Above]> {
        if let Some(known) = self.interfaces.get(&extension) {
            return Arc::clone(known);
        }
        let own = Arc::clone(&self.linker.own);
        let block = own.facts.extension(extension);
        let named = block.and_then(|it| it.interface.map(|interface| (Frame::around(&own, it.module), interface)));
        let found = named.map(|(frame, interface)| self.linker.denote(&frame, interface)).unwrap_or_default();
        let line: Arc<[Above]> = self.meant(found).into_iter().map(|(ty, rule)| Above { ty, rule, over: Vec::new() }).collect();
        self.interfaces.insert(extension, Arc::clone(&line));
        line
    }

    /// The types above a type: by the language's own order, else by one in which each comes before those above it.
    fn line(&mut self, ty: Ref) -> Arc<[Above]> {
        if let Some(known) = self.lines.get(&ty) {
            return Arc::clone(known);
        }
        let mut climb = Climb::default();
        self.climb(ty, Rule::LocalScope, &mut climb);
        let mut order: Vec<Ref> = climb.left.iter().rev().copied().collect();
        if climb.cut {
            self.linker.give_up();
        }
        if order.len() > 2 && self.linker.own.habits().classes.linearized {
            let line = self.linker.linearization(ty);
            order = line.into_iter().filter_map(|it| it.symbol()).collect();
        }
        let above = |it: &Ref| climb.types.get(it).map(|(rule, over)| Above { ty: *it, rule: *rule, over: over.clone() });
        let line: Arc<[Above]> = order.iter().filter(|it| **it != ty).filter_map(above).collect();
        self.lines.insert(ty, Arc::clone(&line));
        line
    }

    fn climb(&mut self, ty: Ref, rule: Rule, climb: &mut Climb) {
        let Some(file) = self.linker.load(ty.file) else { return };
        self.linker.asker.looked_at(&file, ty.symbol);
        self.linker.start_site();
        let named = self.linker.named_above(ty);
        climb.cut |= self.linker.is_spent();
        let over: Vec<(Ref, Rule)> = named.into_iter().flat_map(|found| self.meant(found)).collect();
        climb.types.insert(ty, (rule, over.iter().map(|(above, _)| *above).collect()));
        // They are left in the opposite order, so the one that is named first comes to stand first.
        for (above, by) in over.into_iter().rev() {
            if climb.types.contains_key(&above) {
                continue;
            }
            if climb.types.len() >= MAX_ANCESTORS {
                climb.cut = true;
                return;
            }
            self.climb(above, rule.weaker(by), climb);
        }
        climb.left.push(ty);
    }

    /// The type that a name means. Several are one where declarations merge, and none where one would be a guess.
    fn meant(&self, found: Vec<Found>) -> Vec<(Ref, Rule)> {
        let mut types = Vec::new();
        for it in found {
            let Denotation::Symbol(ty) = it.what else { continue };
            let Some(file) = self.linker.load(ty.file) else { continue };
            if let Some(symbol) = file.facts.symbol(ty.symbol).filter(|it| it.kind.is_type()) {
                types.push((ty, it.rule, symbol.flags.has(Flags::DECLARATION), symbol.qualified.clone()));
            }
        }
        let merges = self.linker.own.habits().declarations_merge;
        if !merges {
            keep_if_any(&mut types, |(_, _, declared, _)| !declared);
        }
        if types.len() > 1 && !(merges && types.iter().all(|it| it.3 == types[0].3)) {
            types.clear();
        }
        types.into_iter().map(|(ty, rule, ..)| (ty, rule)).collect()
    }
}

/// Marks all types above one of a line.
fn hide(above: &Above, line: &[Above], hidden: &mut BTreeSet<Ref>) {
    let mut open = above.over.clone();
    while let Some(ty) = open.pop() {
        if hidden.insert(ty)
            && let Some(next) = line.iter().find(|it| it.ty == ty)
        {
            open.extend(next.over.iter().copied());
        }
    }
}
