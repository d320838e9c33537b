//! Namespaces that any file may open again, and textual includes: what a file sees is what its includes reach.

pub(super) mod afar;
pub(super) mod bearing;
pub(super) mod included;
mod redeclared;
pub(super) mod usings;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, merge};
use super::loaded::Loaded;
use super::outcome::kept::keep_if_any;
use super::outcome::rules::Rule;
use super::overloads;
use super::types::Type;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, OPENED};
use crate::shard::body::{Role, Site};
use crate::shard::expr::{Expr, ExprId, TAG};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// Where the definitions of a name stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// In the linked file, or in one that it includes.
    Near,
    /// Somewhere else in the program.
    Far,
}

impl Linker<'_> {
    /// A bare name in the namespace `inner` and those around it, innermost first, then outside of all.
    pub(super) fn open_name(&mut self, inner: &str, name: &str, reach: Reach) -> Vec<Found> {
        let mut inner = inner;
        while !inner.is_empty() {
            let mut found = self.open_member(inner, name, Some(reach));
            if found.is_empty() {
                found = self.used_in(inner, name, reach);
            }
            if found.is_empty() && reach == Reach::Near {
                found = self.announced_in(inner, name);
            }
            if !found.is_empty() {
                return found;
            }
            let (outer, opener) = (inner.rsplit_once('.').map_or("", |(outer, _)| outer), inner.strip_prefix(OPENED));
            inner = outer;
            if let Some(opener) = opener.filter(|_| outer.is_empty()) {
                let found = self.opened_by(opener, name, reach);
                if !found.is_empty() {
                    return found;
                }
            }
        }
        let found = self.global_member(name, Some(reach));
        if found.is_empty() { self.used_in("", name, reach) } else { found }
    }

    /// What a name that the file answers outside of a namespace around means, where what the file includes has it in a nearer one (C++ standard,
    /// [basic.lookup.unqual]).
    pub(super) fn in_nearer_namespace(&mut self, frame: &Frame, symbol: u32) -> Vec<Found> {
        let (facts, habits) = (&frame.file.facts, frame.file.habits());
        if !habits.textual_includes || !habits.implicit_receiver || frame.enclosing.is_none() {
            return Vec::new();
        }
        let Some(it) = facts.symbol(symbol).filter(|it| it.kind != SymbolKind::Module && !it.flags.has(Flags::NESTED)) else { return Vec::new() };
        let is_open = match it.owner {
            Owner::File => true,
            Owner::Symbol(owner) => facts.symbol(owner).is_some_and(|owner| owner.kind == SymbolKind::Module),
            Owner::Extension(_) => false,
        };
        if !is_open {
            return Vec::new();
        }
        let home = Name::from(Self::module_around(&frame.file, Some(symbol)).inner());
        let inner = self.namespace_around(frame);
        let mut level = inner.as_str();
        while level.len() > home.len() && (home.is_empty() || level.strip_prefix(home.as_str()).is_some_and(|rest| rest.starts_with('.'))) {
            let mut found = self.open_member(level, &it.name, Some(Reach::Near));
            if found.is_empty() {
                found = self.announced_in(level, &it.name);
            }
            if !found.is_empty() {
                return found;
            }
            level = level.rsplit_once('.').map_or("", |(outer, _)| outer);
        }
        Vec::new()
    }

    /// A name that says where it is looked up: `::name` outside of all namespaces, `struct name` among the tags of C.
    pub(super) fn marked_name(&mut self, frame: &Frame, name: &str) -> Option<Vec<Found>> {
        if !frame.file.habits().textual_includes {
            return None;
        }
        match name.strip_prefix("::") {
            Some(global) => Some(self.global_name(frame, global)),
            None => name.strip_prefix(TAG).map(|tag| self.tagged(frame, tag)),
        }
    }

    /// A tag. Functions, variables and typedefs of its name are no tags: they neither stand for it nor hide it.
    fn tagged(&mut self, frame: &Frame, name: &str) -> Vec<Found> {
        let mut members = self.top_level("", name);
        members.retain(|member| self.is(*member, |it| it.kind.is_type() && it.kind != SymbolKind::TypeAlias));
        let near = self.seen(members.clone(), Some(Reach::Near));
        if !near.is_empty() {
            return near;
        }
        if frame.file.habits().is_builtin(name) {
            return vec![Found { what: Denotation::Builtin(name.into()), rule: Rule::LocalScope }];
        }
        self.seen(members, Some(Reach::Far))
    }

    /// A name that is looked up outside of all namespaces only, `::name`.
    fn global_name(&mut self, frame: &Frame, name: &str) -> Vec<Found> {
        let mut found = self.global_member(name, Some(Reach::Near));
        if found.is_empty() {
            found = self.through_wildcards(&Module::file(frame.file.path.as_str()), name);
        }
        if found.is_empty() && frame.file.habits().is_builtin(name) {
            return vec![Found { what: Denotation::Builtin(name.into()), rule: Rule::LocalScope }];
        }
        if found.is_empty() { self.global_member(name, Some(Reach::Far)) } else { found }
    }

    /// The namespace from which a place looks names up: that of the type or namespace a definition out of line belongs to
    /// (`void a::T::f() { … }`), else the one it stands in.
    pub(super) fn namespace_around(&mut self, frame: &Frame) -> Name {
        let mut around = frame.enclosing;
        while let Some(symbol) = around.and_then(|index| frame.file.facts.symbol(index)) {
            match symbol.owner {
                Owner::Symbol(next) if symbol.kind != SymbolKind::Module => around = Some(next),
                Owner::Extension(extension) => {
                    if let Some(inner) = self.namespace_of_extended(&frame.file, extension) {
                        return inner;
                    }
                    break;
                }
                _ => break,
            }
        }
        Self::module_around(&frame.file, frame.enclosing).inner().into()
    }

    fn namespace_of_extended(&mut self, file: &Arc<Loaded>, extension: u32) -> Option<Name> {
        let it = file.facts.extension(extension)?;
        let frame = Frame::around(file, it.module);
        match self.denote(&frame, it.target).into_iter().next()?.what {
            Denotation::Module(module) => Some(module.inner().into()),
            Denotation::Symbol(ty) => self.namespace_of(ty),
            _ => None,
        }
    }

    /// What a bare name means to a member of a type that is defined out of line: a member of the type, else, where definitions of types nest as in C++,
    /// of a type around it.
    pub(super) fn member_from_inside(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let mut found = self.type_member(ty, name);
        let mut inside = vec![ty];
        for _ in 0..caps::MAX_HOPS {
            if !found.is_empty() || inside.is_empty() {
                break;
            }
            inside = inside.into_iter().flat_map(|ty| self.types_around(ty)).take(caps::MAX_CANDIDATES).collect();
            for ty in &inside {
                merge(&mut found, self.type_member(*ty, name));
            }
        }
        found
    }

    /// The types that the definition of a type stands in, where definitions of types nest as in C++: by braces, or by its name (`class A::B {`).
    fn types_around(&mut self, ty: Ref) -> Vec<Ref> {
        let Some(file) = self.load(ty.file).filter(|it| it.habits().textual_includes) else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        match file.facts.symbol(ty.symbol).map(|it| it.owner) {
            Some(Owner::Symbol(around)) if file.facts.symbol(around).is_some_and(|it| it.kind.is_type()) => {
                vec![Ref { file: ty.file, symbol: around }]
            }
            Some(Owner::Extension(extension)) => self.extended_types(&file, extension),
            _ => Vec::new(),
        }
    }

    /// The enumerators called `name` of an enum that leaves them to what surrounds it and can be named in front of them all the same (`Color::red`).
    pub(super) fn enumerators_beside(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol, name: &str) -> Vec<Found> {
        let facts = &file.facts;
        let is_of_enum = |it: &Symbol| it.owner == symbol.owner && it.ty.is_some_and(|ty_of| facts.expr(ty_of) == Some(&Expr::Symbol(ty.symbol)));
        let enumerators =
            self.asker.symbols_named((ty.file, file), facts.owner_name(symbol.owner), name, |it| it.kind == SymbolKind::Variant && is_of_enum(it));
        let mut found = Vec::new();
        merge(&mut found, enumerators.into_iter().map(|it| Found::symbol(it, Rule::DeclaredType)));
        found
    }

    /// What stands in front of `::`: a namespace or a type, whatever member of a type around is called like it.
    pub(super) fn denote_scope(&mut self, frame: &Frame, base: ExprId) -> Vec<Found> {
        let found = self.denote(frame, base);
        let habits = frame.file.habits();
        let hidden = found.first().filter(|first| habits.textual_includes && habits.implicit_receiver && self.holds_nothing(first));
        let Some(name) = hidden.and_then(|first| self.name_of(first)) else { return found };
        let mut scopes = found.clone();
        scopes.retain(|it| !self.holds_nothing(it));
        if scopes.is_empty() {
            scopes = self.textual_name(frame, &name, None);
            scopes.retain(|it| !self.holds_nothing(it));
        }
        if scopes.is_empty() { found } else { scopes }
    }

    /// What a name means where a type is written: a member of a type around that is called like one does not stand in its place.
    pub(super) fn types_before_members(&mut self, frame: &Frame, site: &Site, found: Vec<Found>) -> Vec<Found> {
        let habits = frame.file.habits();
        let written = site.role == Role::Type && habits.textual_includes && habits.implicit_receiver;
        let is_member = |it: &Found| self.is_found(it, |it| it.owner != Owner::File) && self.holds_nothing(it);
        if !written || found.is_empty() || !found.iter().all(is_member) || matches!(self.expr(frame, site.target), Expr::Member { .. }) {
            return found;
        }
        let mut types = self.textual_name(frame, &site.name, None);
        types.retain(|it| self.is_found(it, |it| it.kind.is_type()));
        if types.is_empty() { found } else { types }
    }

    /// Whether nothing can be named inside of a definition: a function, a variable.
    fn holds_nothing(&self, found: &Found) -> bool {
        self.is_found(found, |it| it.kind.is_value() || (it.kind.is_callable() && it.kind != SymbolKind::Macro))
    }

    /// The namespace that a definition stands in.
    pub(super) fn namespace_of(&self, symbol: Ref) -> Option<Name> {
        let file = self.load(symbol.file)?;
        Some(Self::module_around(&file, Some(symbol.symbol)).inner().into())
    }

    /// Whether something is a definition outside of all namespaces and types.
    pub(super) fn is_global(&self, found: &Found) -> bool {
        self.is_found(found, |it| it.owner == Owner::File)
    }

    /// Free functions that a call by a bare name may mean besides those that its place sees: what directives at the top of the file bring,
    /// and what stands in the namespaces of the arguments' types.
    pub(super) fn with_argument_namespaces(&mut self, frame: &Frame, site: &Site, mut found: Vec<Found>) -> Vec<Found> {
        let bound = match self.expr(frame, site.target) {
            Expr::Free(name) if !name.starts_with("::") => false,
            Expr::Symbol(_) | Expr::AnyOf(_) => true,
            _ => return found,
        };
        if !found.iter().all(|it| self.is_free_function(it)) {
            return found;
        }
        if bound {
            let beside = self.overloads_included(&found);
            merge(&mut found, beside);
        }
        if !self.asker.has_members(&site.name) {
            return found;
        }
        if bound && found.iter().all(|it| self.is_global(it)) {
            merge(&mut found, self.through_wildcards(&Module::file(frame.file.path.as_str()), &site.name));
        }
        for argument in site.args.iter().take(overloads::MAX_ARGUMENTS) {
            for typed in self.types(frame, *argument) {
                if let Type::Instance { ty, .. } = typed.ty
                    && let Some(inner) = self.namespace_of(ty).filter(|inner| !inner.is_empty())
                {
                    merge(&mut found, self.open_member(&inner, &site.name, Some(Reach::Near)));
                }
            }
        }
        found
    }

    /// What included files have in the namespace of functions of the linked file that are called so: overloads of them, and no declarations of what the
    /// file defines itself.
    fn overloads_included(&mut self, found: &[Found]) -> Vec<Found> {
        let Some(first) = found.iter().find_map(|it| it.what.symbol()).filter(|it| self.own_slot() == Some(it.file)) else { return Vec::new() };
        let own = Arc::clone(&self.own);
        let Some(it) = own.facts.symbol(first.symbol).filter(|_| own.habits().overloads) else { return Vec::new() };
        let about = |it: &Found| self.about(it.what.symbol()?, |it| (it.params.len(), it.overload));
        let known: Vec<(usize, Option<u64>)> = found.iter().filter_map(about).collect();
        let inner = self.namespace_of(first).unwrap_or_default();
        let members = if inner.is_empty() { self.top_level("", &it.name) } else { self.members_inside(&inner, &it.name) };
        let members: Vec<Ref> = members.into_iter().filter(|other| other.file != first.file).collect();
        let mut beside = self.seen(members, Some(Reach::Near));
        // How a parameter is written of what is declared here and defined there may differ: what takes another number of them is another function.
        let is_other = |it: &Symbol| {
            let is_told = it.overload.is_some() && known.iter().all(|(_, overload)| it.overload != *overload);
            let declared = it.flags.has(Flags::DECLARATION);
            it.kind == SymbolKind::Function && is_told && (!declared || known.iter().all(|(count, _)| it.params.len() != *count))
        };
        beside.retain(|it| self.is_found(it, is_other));
        beside
    }

    /// What a call by a bare name means that the file answers outside of all types: inside of a type, members of it come first.
    pub(super) fn members_before_free(&mut self, frame: &Frame, id: ExprId, found: Vec<Found>) -> Vec<Found> {
        let habits = frame.file.habits();
        let global = matches!(self.expr(frame, id), Expr::AnyOf(parts) if parts.len() == 1);
        if global || !habits.textual_includes || !habits.implicit_receiver || !found.iter().all(|it| self.is_free_function(it)) {
            return found;
        }
        let names: Option<BTreeSet<Name>> = found.iter().map(|it| self.name_of(it)).collect();
        let Some(name) = names.filter(|names| names.len() == 1).and_then(|mut names| names.pop_first()) else { return found };
        let mut members = self.implicit_member(frame, &name, true);
        members.retain(|it| it.what.symbol().is_some());
        if members.is_empty() { found } else { members }
    }

    fn name_of(&self, found: &Found) -> Option<Name> {
        self.about(found.what.symbol()?, |it| it.name.clone())
    }

    fn is_free_function(&self, found: &Found) -> bool {
        self.is_found(found, |it| it.kind == SymbolKind::Function)
    }

    /// A member of a namespace, whichever file says it.
    pub(super) fn open_member(&mut self, inner: &str, name: &str, reach: Option<Reach>) -> Vec<Found> {
        if !self.step() {
            return Vec::new();
        }
        let members = self.members_inside(inner, name);
        self.seen(members, reach)
    }

    /// The definitions of a name that stand directly in a namespace.
    pub(super) fn members_inside(&mut self, inner: &str, name: &str) -> Vec<Ref> {
        let files = self.asker.has_namesakes(inner, name).then(|| self.included());
        let mut members = self.asker.members_of(inner, name, |slot| files.as_ref().is_some_and(|it| it.holds(slot)));
        members.retain(|member| self.is_in_namespace(*member));
        members
    }

    /// A definition outside of all namespaces.
    pub(super) fn global_member(&mut self, name: &str, reach: Option<Reach>) -> Vec<Found> {
        if !self.step() {
            return Vec::new();
        }
        let members = self.top_level("", name);
        self.seen(members, reach)
    }

    /// What a namespace holds under a name where texts are included: of a name that very many files define, what the included ones say.
    pub(super) fn top_level(&mut self, namespace: &str, name: &str) -> Vec<Ref> {
        let files = self.asker.has_namesakes(namespace, name).then(|| self.included());
        self.asker.namespace_near(namespace, name, |slot| files.as_ref().is_some_and(|it| it.holds(slot)))
    }

    fn is_in_namespace(&self, member: Ref) -> bool {
        let Some(file) = self.load(member.file) else { return false };
        let owner = file.facts.symbol(member.symbol).map(|it| it.owner);
        let Some(Owner::Symbol(owner)) = owner else { return false };
        file.facts.symbol(owner).is_some_and(|it| it.kind == SymbolKind::Module)
    }

    /// The near ones of some definitions of one name. Far ones count only where nothing is near, and never if they are mere declarations.
    pub(super) fn seen(&mut self, members: Vec<Ref>, reach: Option<Reach>) -> Vec<Found> {
        if members.is_empty() {
            return Vec::new();
        }
        let members = self.without_specializations(members);
        let files = self.included();
        let (mut near, far): (Vec<Ref>, Vec<Ref>) = members.into_iter().partition(|it| files.holds(it.file));
        keep_if_any(&mut near, |it| !files.is_optional(it.file));
        let far: Vec<Ref> = far.into_iter().filter(|it| self.facets(*it).is_some_and(Facets::is_public_definition)).collect();
        let (kept, rule) = match (near.is_empty(), reach) {
            (false, Some(Reach::Near) | None) => (self.defined(&near, &far), Rule::Wildcard),
            (true, Some(Reach::Far) | None) => (far, Rule::SameNamespace),
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for it in kept {
            merge(&mut found, self.as_module_or_symbol(it, rule));
        }
        self.one_module(found)
    }

    /// Declarations give way to a definition of their file, in another branch of a conditional, or else to the one that stands elsewhere.
    pub(super) fn defined(&mut self, near: &[Ref], far: &[Ref]) -> Vec<Ref> {
        let mut kept: Vec<Ref> = Vec::new();
        for it in near.iter().copied() {
            // More are not looked at, and there may be thousands.
            if kept.len() == caps::MAX_OVERLOADS {
                break;
            }
            let Some(facets) = self.facets(it) else { continue };
            let mut choice = it;
            if facets.declaration {
                let function = |it: Ref| self.is(it, |it| it.kind == SymbolKind::Function);
                let beside =
                    |other: &&Ref| other.file == it.file && self.facets(**other).is_some_and(|other| facets.may_be(other) && !other.declaration);
                if function(it) && near.iter().filter(beside).any(|other| function(*other) && self.is_built_by_default(*other)) {
                    continue;
                }
                let same = |other: &&Ref| self.facets(**other).is_some_and(|other| facets.may_be(other) && !other.declaration);
                let mut definitions: Vec<&Ref> = far.iter().filter(same).collect();
                if definitions.len() > 1 && !self.is_variant() {
                    keep_if_any(&mut definitions, |it| self.is_built_by_default(**it));
                }
                if let [one] = definitions.as_slice() {
                    choice = **one;
                }
            }
            if !kept.contains(&choice) {
                kept.push(choice);
            }
        }
        self.declared_once(kept)
    }

    /// The one typedef seen from here that announces a type of the same name, `typedef struct T T;`.
    pub(super) fn announcement(&mut self, ty: Ref) -> Option<Ref> {
        let file = self.load(ty.file)?;
        let it = file.facts.symbol(ty.symbol).filter(|it| it.kind.is_type() && it.owner == Owner::File)?;
        let members = self.top_level("", &it.name);
        if it.flags.has(Flags::DECLARATION) || members.len() < 2 {
            return None;
        }
        let files = self.included();
        let mut announced = members.into_iter().filter(|other| files.holds(other.file) && self.facets(*other).is_some_and(|it| it.declaration));
        announced.next().filter(|_| announced.next().is_none())
    }

    fn facets(&self, it: Ref) -> Option<Facets> {
        self.about(it, Facets::of)
    }

    /// A namespace is one thing however many files open it: the linked file's own opening stands for it, else the first.
    fn one_module(&mut self, found: Vec<Found>) -> Vec<Found> {
        let mut kept: Vec<Found> = Vec::new();
        for it in found {
            let Denotation::Module(Module::File { path, inner }) = &it.what else {
                kept.push(it);
                continue;
            };
            let same = |other: &&mut Found| matches!(&other.what, Denotation::Module(Module::File { inner: known, .. }) if known == inner);
            match kept.iter_mut().find(same) {
                Some(other) if *path == self.own.path.as_str() => *other = it,
                Some(_) => {}
                None => kept.push(it),
            }
        }
        kept
    }
}

/// What decides between a declaration and a definition.
#[derive(Clone, Copy, Debug)]
struct Facets {
    declaration: bool,
    local: bool,
    overload: Option<u64>,
}

impl Facets {
    fn of(symbol: &Symbol) -> Self {
        Self { declaration: symbol.flags.has(Flags::DECLARATION), local: symbol.flags.has(Flags::FILE_LOCAL), overload: symbol.overload }
    }

    /// Whether both can be the same function. What is written in C, as a header that C++ shares with it may be, has no overloads.
    fn may_be(self, other: Self) -> bool {
        self.overload.is_none() || other.overload.is_none() || self.overload == other.overload
    }

    fn is_public_definition(self) -> bool {
        !self.declaration && !self.local
    }
}
