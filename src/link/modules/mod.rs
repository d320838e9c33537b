//! Modules: what an import binds, what a module holds, and the chains of re-exports between them.

mod dotted;
pub(super) mod left_out;
pub(super) mod passing;
mod shared;
mod source_sets;
pub(super) mod wildcards;

use std::sync::Arc;

use super::ask::{Ref, Slot};
use super::eval::{Denotation, Found, Linker, activity, merge};
use super::generics::Given;
use super::loaded::{Item, Loaded};
use super::names::roots::{self, OUTERMOST, path_of};
use super::namespaces::Reach;
use super::outcome::rules::Rule;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, OPENED, Resolution};
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Imported, Owner, SymbolKind};

/// What of a name is sought inside a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sought {
    /// Whatever it is.
    Any,
    /// The same, but for the modules that are there by folder layout alone.
    Written,
    /// What a path leads on from: beside a module, nothing else that has its name. A hub of a hundred modules that hands on all that each of them has
    /// would be searched through for the name of each.
    Leading,
}

impl Linker<'_> {
    /// What an import binds.
    pub fn denote_import(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        self.remembered(|memo| &mut memo.bound, (Arc::as_ptr(file) as usize, import), |linker| linker.find_bound(file, import))
    }

    fn find_bound(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        self.once(file, import, activity::IMPORT, |linker| {
            let Some(it) = file.facts.import(import) else { return Vec::new() };
            if let Some(made) = linker.made_by_macro(file, import) {
                return made;
            }
            let around = Self::module_around(file, it.container);
            let found = match &it.imported {
                Imported::Item(name) => linker.imported_item(file, import, &around, name),
                Imported::Module => linker.whole_modules(file, import),
                _ => linker.import_modules(file, import),
            };
            let outside =
                file.habits().declarations_merge && !found.is_empty() && found.iter().all(|it| matches!(it.what, Denotation::External { .. }));
            let declared = if outside { linker.declared_outside(file, it) } else { Vec::new() };
            let found = if declared.is_empty() { found } else { declared };
            found.into_iter().map(|found| found.through(Rule::ImportBinding)).collect()
        })
    }

    /// The modules that an import names, or the values that stand for the whole of them.
    fn whole_modules(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        let modules = self.import_modules(file, import);
        let Some(name) = file.habits().whole_export else { return modules };
        let mut found = Vec::new();
        for it in modules {
            let whole = if let Denotation::Module(module) = &it.what { self.module_member(module, name) } else { Vec::new() };
            merge(&mut found, if whole.is_empty() { vec![it] } else { whole });
        }
        found
    }

    fn imported_item(&mut self, file: &Arc<Loaded>, import: u32, around: &Module, item: &Name) -> Vec<Found> {
        let Some(it) = file.facts.import(import) else { return Vec::new() };
        if file.language.semantics.brings_to_all(it) {
            return self.package_named(file, around, item);
        }
        if let Some(mut segments) = path_of(file, it) {
            let own = self.type_of_function(file, import, &segments).map(|own| self.step_into(&own, item)).unwrap_or_default();
            if !own.is_empty() {
                return own;
            }
            segments.push(item.clone());
            return self.walk_path(file, around, &segments, Sought::Any);
        }
        let mut found = Vec::new();
        for base in self.import_modules(file, import) {
            let here = self.walk_dotted(&base, item);
            merge(&mut found, if here.is_empty() { self.added_in(&base, item) } else { here });
        }
        if !found.is_empty() || file.habits().whole_export.is_none() {
            return found;
        }
        let whole = self.whole_modules(file, import);
        // A default import of a module without a default export takes what stands for the whole module; others are members of that value, if it is no data.
        if item == "default" || whole.iter().all(|it| passing::is_data(self, file, &it.what)) { whole } else { self.members_of_values(whole, item) }
    }

    /// The members at the end of a path that starts at values which stand for whole modules.
    fn members_of_values(&mut self, values: Vec<Found>, path: &str) -> Vec<Found> {
        let mut here = values;
        for part in path.split('.') {
            let mut next = Vec::new();
            for step in here {
                let Denotation::Symbol(value) = step.what else { continue };
                let own = self.own_of_value(value, part);
                if !own.is_empty() {
                    merge(&mut next, own);
                    continue;
                }
                for typed in self.types_of_symbol(value, &Given::new()) {
                    merge(&mut next, self.member_of(&typed, part).into_iter().map(|(found, _)| found));
                }
            }
            here = next;
        }
        here
    }

    /// What `name` is of the module that a value stands for the whole of: `module.exports = api; module.exports.name = …`.
    pub(super) fn beside_whole(&mut self, value: Ref, name: &str) -> Vec<Found> {
        let Some(file) = self.load(value.file) else { return Vec::new() };
        let Some(whole) = file.habits().whole_export else { return Vec::new() };
        let module = Module::file(file.path.as_str());
        let stands = self.module_member(&module, whole).iter().any(|it| it.what == Denotation::Symbol(value));
        if stands { self.module_member(&module, name) } else { Vec::new() }
    }

    /// The modules that an import names, without the item.
    pub fn import_modules(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        self.remembered(|memo| &mut memo.imported, (Arc::as_ptr(file) as usize, import), |linker| linker.find_import_modules(file, import))
    }

    fn find_import_modules(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        let Some(it) = file.facts.import(import) else { return Vec::new() };
        if let Some(segments) = path_of(file, it) {
            let around = Self::module_around(file, it.container);
            return if file.language.semantics.brings_to_all(it) {
                Vec::new()
            } else if segments.is_empty() {
                vec![Found { what: Denotation::Module(around), rule: Rule::ModuleMember }]
            } else if let Some(own) = self.type_of_function(file, import, &segments) {
                vec![own]
            } else {
                let found = self.walk_path(file, &around, &segments, Sought::Leading);
                if found.is_empty() { self.through_directives(file, import, &segments) } else { found }
            };
        }
        let name = if let Imported::Item(name) = &it.imported { name } else { &it.module };
        led_to(self.led(|tree| file.language.semantics.module(tree, &file.path, it)), name, Rule::ImportBinding)
    }

    /// The type that a function keeps to itself and that an import inside of it names: `enum Kind { … } use Kind::*;`.
    fn type_of_function(&mut self, file: &Arc<Loaded>, import: u32, segments: &[Name]) -> Option<Found> {
        let ([name], Some(slot)) = (segments, self.own_slot()) else { return None };
        let is_inner = file.facts.import(import).is_some_and(|it| !it.module_level);
        if !is_inner || !file.habits().namespaces_apart || !Arc::ptr_eq(file, &self.own) {
            return None;
        }
        let mut around = self.body.sites.iter().find(|site| site.import == Some(import)).and_then(|site| site.enclosing);
        while let Some(function) = around {
            let owner = file.facts.symbol(function)?.qualified.clone();
            let types = self.asker.symbols_named((slot, file), &owner, name, |it| it.kind.is_type() && it.flags.has(Flags::NESTED));
            if let Some(ty) = types.first() {
                return Some(Found::symbol(*ty, Rule::ModuleMember));
            }
            around = file.facts.outer_of(function);
        }
        None
    }

    /// What an import of an item depends on: the module it names and, where a path leads name by name, every module and type on the way.
    pub fn passed(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        let Some(it) = file.facts.import(import) else { return Vec::new() };
        let mut found = Vec::new();
        match path_of(file, it) {
            // There a path goes through namespaces, not through files.
            Some(_) if file.habits().textual_includes => {}
            Some(segments) => {
                let around = Self::module_around(file, it.container);
                for end in 1..=segments.len() {
                    if !file.language.semantics.is_path_keyword(&segments[end - 1]) {
                        found.extend(self.walk_path(file, &around, &segments[..end], Sought::Any));
                    }
                }
            }
            None => found = self.import_modules(file, import),
        }
        found
    }

    /// Walks `a::b::c` name by name, the first one as seen from `around`; `last` is what is sought under the last one.
    pub(super) fn walk_path(&mut self, file: &Arc<Loaded>, around: &Module, segments: &[Name], last: Sought) -> Vec<Found> {
        let Some((first, rest)) = segments.split_first() else { return Vec::new() };
        let sought = |left: &[Name]| if left.is_empty() { last } else { Sought::Leading };
        let textual = file.habits().textual_includes;
        if textual && first.starts_with(OPENED) {
            return vec![Found { what: Denotation::Module(Module::Namespace(first.clone())), rule: Rule::ModuleMember }];
        }
        let mut here = if textual {
            self.open_path(around, first)
        } else if let Some(outermost) = first.strip_prefix(OUTERMOST) {
            self.outermost(file.language, around, &outermost.into(), sought(rest))
        } else if file.language.semantics.is_path_keyword(first) {
            Vec::new()
        } else {
            self.member(around, first, 0, sought(rest))
        };
        if !rest.is_empty() && file.habits().namespaces_apart {
            // A macro or a function may be called like a crate, and leads to nothing.
            here.retain(|it| self.leads_on(it));
        }
        if here.is_empty() {
            here = roots::found(self.root(file.language, around, first), first);
        }
        if here.is_empty() && file.language.semantics.imports_from_root(&mut self.asker, &file.path) {
            here = self.outermost(file.language, around, first, sought(rest));
        }
        if here.is_empty() && textual && file.habits().is_builtin(first) {
            // `using std::map;` where nothing adds to the language's own namespace.
            here = vec![Found { what: Denotation::Builtin(first.clone()), rule: Rule::ModuleMember }];
        }
        for (at, segment) in rest.iter().enumerate() {
            // A macro of another package may share its name with a module, and only a module leads on.
            if here.iter().any(|step| matches!(step.what, Denotation::Module(_))) {
                here.retain(|step| !matches!(step.what, Denotation::External { .. }));
            }
            let mut next = Vec::new();
            for step in here {
                merge(&mut next, self.step_towards(&step, segment, sought(&rest[at + 1..])));
            }
            here = next;
        }
        here
    }

    /// Whether something can stand in front of `::`.
    fn leads_on(&self, found: &Found) -> bool {
        found.what.symbol().is_none_or(|symbol| self.is(symbol, |it| it.kind.is_type()))
    }

    /// The first name of a path of namespaces, as seen from one of them.
    fn open_path(&mut self, around: &Module, first: &str) -> Vec<Found> {
        let near = self.open_name(around.inner(), first, Reach::Near);
        if near.is_empty() { self.open_name(around.inner(), first, Reach::Far) } else { near }
    }

    /// One name further into a module, a type or an external package.
    pub(super) fn step_into(&mut self, step: &Found, name: &str) -> Vec<Found> {
        self.step_towards(step, name, Sought::Any)
    }

    fn step_towards(&mut self, step: &Found, name: &str, sought: Sought) -> Vec<Found> {
        let deeper = match &step.what {
            Denotation::Module(module) => {
                let found = self.member(module, name, 0, sought);
                if !found.is_empty() {
                    found
                } else if self.extends_builtin(module) {
                    vec![Found { what: Denotation::Builtin(name.into()), rule: step.rule }]
                } else {
                    self.handed_on(module, name)
                }
            }
            Denotation::Symbol(symbol) => self.static_member(*symbol, name),
            Denotation::External { package, .. } => {
                vec![Found { what: Denotation::External { package: package.clone(), name: name.into() }, rule: step.rule }]
            }
            Denotation::Builtin(_) => vec![Found { what: Denotation::Builtin(name.into()), rule: step.rule }],
            Denotation::Local(_) => Vec::new(),
        };
        let through = if step.rule == Rule::LocalScope { Rule::ModuleMember } else { step.rule };
        deeper.into_iter().map(|it| it.through(through)).collect()
    }

    /// Whether a namespace is one of the language's own, to which the repository adds (`namespace std { … }`): what it lacks here it has there.
    fn extends_builtin(&self, module: &Module) -> bool {
        let habits = self.own.habits();
        let first = module.inner().split('.').next().unwrap_or_default();
        habits.textual_includes && !first.is_empty() && habits.is_builtin(first)
    }

    /// What `name` is inside a module.
    pub fn module_member(&mut self, module: &Module, name: &str) -> Vec<Found> {
        self.member(module, name, 0, Sought::Any)
    }

    /// What is sought of `name` inside a module.
    pub(super) fn member(&mut self, module: &Module, name: &str, hops: u32, sought: Sought) -> Vec<Found> {
        if hops > caps::MAX_HOPS || !self.step() {
            self.cuts += 1;
            return Vec::new();
        }
        let sought = if sought == Sought::Leading && !self.own.habits().namespaces_apart { Sought::Any } else { sought };
        let at = (module.clone(), Name::from(name), sought);
        self.remembered(|memo| &mut memo.members, at, |linker| linker.find_member(module, name, hops, sought))
    }

    fn find_member(&mut self, module: &Module, name: &str, hops: u32, sought: Sought) -> Vec<Found> {
        let layout = sought != Sought::Written;
        match module {
            Module::File { path, inner } => {
                let Some(slot) = self.asker.file(path) else { return Vec::new() };
                let Some(file) = self.load(slot) else { return Vec::new() };
                if !inner.is_empty() && file.habits().textual_includes {
                    // A namespace may be opened here by its name and there by a macro. What is not included comes last.
                    let mut found = self.open_member(inner, name, Some(Reach::Near));
                    if found.iter().all(|it| matches!(it.what, Denotation::Module(_))) {
                        merge(&mut found, self.used_in(inner, name, Reach::Near));
                        merge(&mut found, self.brought_into(module, name, hops));
                    }
                    return if found.is_empty() { self.open_member(inner, name, Some(Reach::Far)) } else { found };
                }
                let mut found = self.file_member(slot, &file, inner, name, hops);
                if !found.is_empty() {
                    if sought != Sought::Leading {
                        let more = self.beside_module(module, &file, name, &found, hops);
                        merge(&mut found, more);
                    }
                    return found;
                }
                // A module that is declared is what its name means in a path, whether its file is there or not.
                if sought == Sought::Leading && self.declares_module(&file, inner, name) {
                    return found;
                }
                let mut found = self.through_wildcards_after(module, name, hops);
                if found.is_empty() {
                    found = self.exported_macros(&file, module, name);
                }
                if !found.is_empty() || !layout {
                    return found;
                }
                let child = self.led(|tree| file.language.semantics.child(tree, module, name, None));
                led_to(child, name, Rule::ModuleMember)
            }
            Module::Namespace(namespace) => {
                if namespace.starts_with(OPENED) {
                    // Whole files stand behind the macro, and parts of files.
                    let mut symbols = self.top_level(namespace, name);
                    symbols.extend(self.members_inside(namespace, name));
                    return self.seen(symbols, None);
                }
                let mut found = Vec::new();
                let (own, symbols) = (Arc::clone(&self.own), self.asker.namespace(namespace, name));
                for symbol in self.of_own_sources(&own, namespace, symbols) {
                    merge(&mut found, self.as_module_or_symbol(symbol, Rule::ModuleMember));
                }
                if found.is_empty() && layout { self.child_of(module, name) } else { found }
            }
            Module::Folder(_) => self.child_of(module, name),
        }
    }

    /// Whether a module says that `name` is a module inside of it.
    pub(super) fn declares_module(&mut self, file: &Loaded, inner: &str, name: &str) -> bool {
        let is_module = |symbol: u32| file.facts.symbol(symbol).is_some_and(|it| it.kind == SymbolKind::Module);
        self.asker.named(file, inner, name).into_iter().any(|item| matches!(item, Item::Symbol(symbol) if is_module(symbol)))
    }

    /// What wildcards bring under the name of a module, and the exported macros of the name: where modules, values and macros have names of their own,
    /// a module hides none of them (`mod peek; pub use peek::*;`).
    pub(super) fn beside_module(&mut self, module: &Module, file: &Arc<Loaded>, name: &str, found: &[Found], hops: u32) -> Vec<Found> {
        if !file.habits().namespaces_apart {
            return Vec::new();
        }
        // `pub use derive::Name;` beside `pub use part::*;` with a trait `Name`.
        let are_macros = found.iter().all(|it| self.is_found(it, |it| it.kind == SymbolKind::Macro));
        if !are_macros && !found.iter().all(|it| matches!(it.what, Denotation::Module(_))) {
            return Vec::new();
        }
        let mut brought = self.through_wildcards_after(module, name, hops);
        brought.retain(|it| self.is_found(it, |it| if are_macros { it.kind.is_type() } else { it.kind == SymbolKind::Function }));
        if !are_macros {
            merge(&mut brought, self.exported_macros(file, module, name));
        }
        brought
    }

    /// The exported macros called `name` of the package whose root a module of `file` is.
    pub(super) fn exported_macros(&mut self, file: &Arc<Loaded>, module: &Module, name: &str) -> Vec<Found> {
        let semantics = file.language.semantics;
        if !semantics.habits().textual_macros || !semantics.is_macro_root(&mut self.asker, module) {
            return Vec::new();
        }
        let package = self.asker.package_of(file);
        let mut found = Vec::new();
        for symbol in self.asker.macros(name).into_iter().take(4 * caps::MAX_CANDIDATES) {
            let Some(other) = self.load(symbol.file) else { continue };
            let is_exported = other.facts.symbol(symbol.symbol).is_some_and(|it| it.flags.has(Flags::EXPORTED));
            if is_exported && self.asker.package_of(&other) == package {
                found.push(Found::symbol(symbol, Rule::ModuleMember));
            }
        }
        found
    }

    /// Whether an import of another package is for that package alone.
    fn is_kept_inside(&mut self, file: &Arc<Loaded>, import: u32) -> bool {
        let private = file.facts.import(import).is_some_and(|it| !it.reexport);
        if !private || !file.habits().private_imports {
            return false;
        }
        let own = Arc::clone(&self.own);
        self.asker.package_of(file) != self.asker.package_of(&own)
    }

    fn file_member(&mut self, slot: Slot, file: &Arc<Loaded>, inner: &str, name: &str, hops: u32) -> Vec<Found> {
        let mut found = Vec::new();
        let items = self.asker.named(file, inner, name);
        let mut items = self.imports_first(file, items, Some);
        self.items_by_default(file, &mut items, Some);
        for item in items {
            match item {
                Item::Symbol(symbol) if !file.facts.symbol(symbol).is_some_and(|it| file.language.semantics.is_nameable(it)) => {}
                Item::Symbol(symbol) => {
                    let what = self.as_module_or_symbol(Ref { file: slot, symbol }, Rule::ModuleMember);
                    merge(&mut found, what);
                }
                Item::Import(import) if self.is_kept_inside(file, import) => {}
                Item::Import(import) if hops < caps::MAX_HOPS => {
                    let more = self.denote_import(file, import);
                    let more = self.with_other_builds_after(file, import, more, hops);
                    merge(&mut found, more.into_iter().map(|it| it.through(Rule::ReExport)));
                }
                Item::Import(_) => self.cuts += 1,
            }
        }
        found
    }

    /// A definition, or what it stands for as a module.
    pub(super) fn as_module_or_symbol(&mut self, symbol: Ref, rule: Rule) -> Vec<Found> {
        let Some(file) = self.load(symbol.file) else { return Vec::new() };
        match file.facts.symbol(symbol.symbol) {
            None => Vec::new(),
            Some(it) if it.kind == SymbolKind::Module => self.module_symbol(&file, symbol.symbol),
            Some(_) => vec![Found::symbol(symbol, rule)],
        }
    }

    /// The module that a `Module` definition stands for: several where the configuration of a build chooses its file.
    pub(super) fn module_symbol(&mut self, file: &Arc<Loaded>, symbol: u32) -> Vec<Found> {
        self.asker.looked_at(file, symbol);
        let Some(it) = file.facts.symbol(symbol) else { return Vec::new() };
        if it.flags.has(Flags::OUT_OF_LINE) {
            let place = it.value.and_then(|id| match file.facts.expr(id) {
                Some(Expr::Literal(place)) => Some(place.clone()),
                _ => None,
            });
            let parent = Self::module_of_owner(file, it.owner);
            let mut found =
                led_to(self.led(|tree| file.language.semantics.child(tree, &parent, &it.name, place.as_deref())), &it.name, Rule::ModuleMember);
            // `name.rs` comes before `name/mod.rs`.
            if place.is_none() {
                found.truncate(1);
            }
            return found;
        }
        let module = Module::File { path: file.path.as_str().into(), inner: it.qualified.clone() };
        vec![Found { what: Denotation::Module(module), rule: Rule::ModuleMember }]
    }

    /// The module that a definition of `file` stands in, itself included.
    pub(super) fn module_around(file: &Loaded, symbol: Option<u32>) -> Module {
        symbol.map_or_else(|| Module::file(file.path.as_str()), |index| Self::module_of_owner(file, Owner::Symbol(index)))
    }

    fn module_of_owner(file: &Loaded, owner: Owner) -> Module {
        let mut owner = owner;
        loop {
            match owner {
                Owner::File => return Module::file(file.path.as_str()),
                Owner::Extension(index) => {
                    owner = file.facts.extension(index).and_then(|it| it.module).map_or(Owner::File, Owner::Symbol);
                }
                Owner::Symbol(index) => match file.facts.symbol(index) {
                    Some(symbol) if symbol.kind == SymbolKind::Module && !symbol.flags.has(Flags::OUT_OF_LINE) => {
                        return Module::File { path: file.path.as_str().into(), inner: symbol.qualified.clone() };
                    }
                    Some(symbol) => owner = symbol.owner,
                    None => return Module::file(file.path.as_str()),
                },
            }
        }
    }
}

/// What a question for `name` led to, by one rule.
pub(super) fn led_to(resolution: Resolution, name: &str, rule: Rule) -> Vec<Found> {
    match resolution {
        Resolution::Modules(modules) => modules.into_iter().map(|module| Found { what: Denotation::Module(module), rule }).collect(),
        Resolution::Guessed(modules) => led_to(Resolution::Modules(modules), name, rule.weaker(Rule::Convention)),
        Resolution::External(package) => vec![Found { what: Denotation::External { package, name: name.into() }, rule }],
        Resolution::Missing(_) => Vec::new(),
    }
}
