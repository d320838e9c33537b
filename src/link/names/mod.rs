//! Bare names: what a name means that no scope of its file binds.

pub(super) mod alternatives;
pub(super) mod arms;
pub(super) mod beside;
pub(super) mod counted;
pub(super) mod definitions;
pub(super) mod endings;
pub(super) mod expansions;
pub(super) mod globals;
pub(super) mod imported_extensions;
pub(super) mod injected;
pub(super) mod macros;
pub(super) mod made;
pub(super) mod methods;
pub(super) mod reopened;
pub(super) mod roots;
pub(super) mod values;
pub(super) mod variants;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, activity, any_defined, merge};
use super::loaded::{Loaded, called};
use super::modules::led_to;
use super::namespaces::Reach;
use super::outcome::rules::Rule;
use crate::base::Name;
use crate::languages::semantics::{Module, Overriding, Resolution};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

impl Linker<'_> {
    /// A name that no scope of its file binds.
    pub(super) fn denote_free(&mut self, frame: &Frame, name: &Name, id: ExprId) -> Vec<Found> {
        let called = self.is_called(frame, id);
        let habits = frame.file.habits();
        if let Some(found) = self.marked_name(frame, name) {
            return found;
        }
        let implicit = if habits.implicit_receiver { self.implicit_member(frame, name, called) } else { Vec::new() };
        let inside = |it: &Found| !it.what.is_outside();
        if implicit.iter().any(inside) {
            return implicit;
        }
        let injected = self.injected_name(frame, name);
        if !injected.is_empty() {
            return injected;
        }
        let found = if habits.textual_includes { self.textual_name(frame, name, Some(id)) } else { self.name_at(frame, name, called, Some(id)) };
        // A type above that is not of the repository may have a member of any name: only where nothing else is called so is it meant.
        if found.is_empty() { implicit } else { found }
    }

    /// A bare name in a language of includes and open namespaces.
    pub(super) fn textual_name(&mut self, frame: &Frame, name: &Name, id: Option<ExprId>) -> Vec<Found> {
        let inner = self.namespace_around(frame);
        let found = self.open_name(&inner, name, Reach::Near);
        let path: Name = frame.file.path.as_str().into();
        let mut level = inner.clone();
        while found.is_empty() && !level.is_empty() {
            let used = self.brought_into(&Module::File { path: path.clone(), inner: level.clone() }, name, 0);
            if !used.is_empty() {
                return used;
            }
            level = level.rsplit_once('.').map_or_else(Name::default, |(outer, _)| outer.into());
        }
        // What a directive at the top brings stands beside what is global, but gives way to the namespaces around.
        let mut used = found;
        if used.iter().all(|it| self.is_global(it)) {
            merge(&mut used, self.through_wildcards(&Module::file(path), name));
        }
        if used.is_empty() {
            used = self.through_function_wildcards(frame, name, None);
        }
        if used.is_empty() {
            used = self.behind_macro(frame, name, Reach::Near);
        }
        if used.is_empty() {
            used = self.brought_to_top(name);
        }
        if !used.is_empty() {
            return used;
        }
        if frame.file.habits().is_builtin(name) {
            return vec![Found { what: Denotation::Builtin(name.clone()), rule: Rule::LocalScope }];
        }
        let library = self.library_name(frame, name);
        if !library.is_empty() {
            return library;
        }
        let far = self.far_name(frame, &inner, name, id);
        if far.is_empty() { self.behind_macro(frame, name, Reach::Far) } else { far }
    }

    /// Whether an expression may name a method without a value of its own: it is called, or methods are not apart.
    pub(super) fn is_called(&mut self, frame: &Frame, id: ExprId) -> bool {
        if !frame.file.habits().methods_apart() {
            return true;
        }
        if !frame.in_body {
            return frame.file.is_called(id.0);
        }
        self.is_called_in_body(id)
    }

    /// Whether an expression of the linked body is called.
    pub(super) fn is_called_in_body(&mut self, id: ExprId) -> bool {
        let exprs = &self.body.exprs;
        self.memo.called.get_or_insert_with(|| called(exprs)).binary_search(&id.0).is_ok()
    }

    /// Where a member is written as a method only when it is called, what is not called is a field and no method of its name.
    pub(super) fn uncalled_members<T>(&mut self, frame: &Frame, id: ExprId, mut members: Vec<(Found, T)>) -> Vec<(Found, T)> {
        let habits = frame.file.habits();
        let is_value = |linker: &Self, it: &Found| {
            if habits.values_apart { linker.is_found(it, |it| it.kind.is_value()) } else { linker.is_field(it) }
        };
        let is_told = (habits.fields_in_brackets || habits.values_apart) && members.len() > 1 && members.iter().any(|(it, _)| is_value(self, it));
        if is_told && !self.is_callee(frame, id) {
            members.retain(|(it, _)| is_value(self, it));
        }
        members
    }

    /// What an import brings under a name: where that is but methods, what is not called means what it would without the import, and what is called a
    /// method of the types around, if they have one (Java Language Specification, 6.4.1).
    pub(super) fn without_methods(&mut self, frame: &Frame, id: ExprId, import: u32, mut found: Vec<Found>) -> Vec<Found> {
        if found.iter().all(|it| !self.is_method(it)) {
            return found;
        }
        let Some(import) = frame.file.facts.import(import) else { return found };
        if self.is_called(frame, id) {
            let is_hidden = frame.file.habits().implicit_receiver && found.iter().all(|it| self.is_method(it));
            let mut around = if is_hidden { self.implicit_member(frame, &import.binding, true) } else { Vec::new() };
            around.retain(|it| self.is_method(it));
            return if around.is_empty() { found } else { around };
        }
        found.retain(|it| !self.is_method(it));
        if found.is_empty() { self.packaged_name(frame, &import.binding, false) } else { found }
    }

    pub(super) fn is_method(&self, found: &Found) -> bool {
        self.is_found(found, |it| it.kind.is_callable())
    }

    /// A bare name in a language of imports and packages. Where it is not called, no method is meant.
    pub(super) fn packaged_name(&mut self, frame: &Frame, name: &Name, called: bool) -> Vec<Found> {
        self.name_at(frame, name, called, None)
    }

    /// The same where the expression is known that the name stands in.
    fn name_at(&mut self, frame: &Frame, name: &Name, called: bool, at: Option<ExprId>) -> Vec<Found> {
        let semantics = frame.file.language.semantics;
        let habits = semantics.habits();
        let module = Self::module_around(&frame.file, frame.enclosing);
        if !semantics.is_path_keyword(name) {
            let near = self.nearest_wildcard(frame, name, at);
            if !near.is_empty() {
                return near;
            }
            let mut found = self.unqualified(frame, &module, name);
            found.retain(|it| called || !self.is_method(it));
            if !found.is_empty() {
                return found;
            }
        }
        match self.root_seen(frame, &module, name) {
            Resolution::Missing(_) => {
                let wild = self.through_function_wildcards(frame, name, at);
                let mut found = if wild.is_empty() { self.self_named(frame, name) } else { wild };
                if found.is_empty() && habits.is_builtin(name) {
                    found.push(Found { what: Denotation::Builtin(name.clone()), rule: Rule::LocalScope });
                }
                if found.is_empty() { self.library_name(frame, name) } else { found }
            }
            _ if self.is_no_package(frame, at) => self.library_name(frame, name),
            led => roots::found(led, name),
        }
    }

    /// What a name means in front of `::` that a function of the file bears too.
    pub(super) fn in_front(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let mut found = self.packaged_name(frame, name, true);
        found.retain(|it| !self.is_method(it));
        found
    }

    /// What the wildcard imports inside of functions bring into the linked file under a name that nothing else binds.
    fn through_function_wildcards(&mut self, frame: &Frame, name: &str, at: Option<ExprId>) -> Vec<Found> {
        if !frame.in_body {
            return Vec::new();
        }
        if !frame.file.habits().namespaces_apart {
            return self.through_imports(&frame.file, &frame.file.function_wildcards, name);
        }
        let imports = self.in_sight(frame, at);
        self.through_imports(&frame.file, &imports, name)
    }

    /// The wildcard imports inside of blocks that a name of the linked file sees, innermost first; where it is not known which name that is, those of the
    /// functions around.
    fn in_sight(&mut self, frame: &Frame, at: Option<ExprId>) -> Vec<u32> {
        if let Some(at) = at {
            let in_sight = &self.body.in_sight;
            let found = in_sight.binary_search_by_key(&at, |(id, _)| *id).ok().and_then(|found| in_sight.get(found));
            return found.map(|(_, imports)| imports.clone()).unwrap_or_default();
        }
        if frame.file.function_wildcards.is_empty() {
            return Vec::new();
        }
        let by_function = self.wildcards_by_function();
        let mut imports = Vec::new();
        let mut around = frame.enclosing;
        while let Some(function) = around {
            imports.extend(by_function.get(&function).into_iter().flatten());
            around = frame.file.facts.outer_of(function);
        }
        imports
    }

    /// The same of those that stand in a function around: they come before what the module has by others.
    pub(super) fn nearest_wildcard(&mut self, frame: &Frame, name: &str, at: Option<ExprId>) -> Vec<Found> {
        let file = &frame.file;
        let mut found = Vec::new();
        if !frame.in_body || !file.habits().namespaces_apart || file.function_wildcards.is_empty() {
            return found;
        }
        // Inner blocks hide what outer ones bring; what lies outside may have any name.
        for import in self.in_sight(frame, at) {
            found = self.through_imports(file, &[import], name);
            found.retain(|it| !it.what.is_outside());
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// What a wildcard import inside of a function around brings under a name that the module binds further out: variants (`use Command::*;` beside
    /// `pub use get::Get;`), and of an item what is a function or a type as it is. An enum that bears the name of one of its own variants may stand for
    /// itself, by `Self`.
    pub(super) fn nearer_variants(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        let facts = &frame.file.facts;
        let (name, own) = match *self.expr(frame, id) {
            _ if !frame.in_body || frame.file.function_wildcards.is_empty() => return Vec::new(),
            Expr::Symbol(symbol) => match facts.symbol(symbol).filter(|it| !it.flags.has(Flags::NESTED)) {
                Some(it) => (it.name.clone(), Some(symbol)),
                None => return Vec::new(),
            },
            Expr::Import(import) => match facts.import(import).filter(|it| it.module_level) {
                Some(it) => (it.binding.clone(), None),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let mut found = self.nearest_wildcard(frame, &name, Some(id));
        let hidden = own.and_then(|own| facts.symbol(own));
        let is_alike =
            |it: &Symbol| hidden.is_some_and(|own| (own.kind.is_callable() && it.kind == own.kind) || (own.kind.is_type() && it.kind.is_type()));
        let is_nearer =
            |it: &Symbol| if it.kind == SymbolKind::Variant { own.is_none_or(|own| it.owner != Owner::Symbol(own)) } else { is_alike(it) };
        found.retain(|it| self.is_found(it, is_nearer));
        // What brings the item itself hides nothing.
        let slot = self.slot_of(&frame.file);
        let own = slot.zip(own).map(|(file, symbol)| Denotation::Symbol(Ref { file, symbol }));
        if found.iter().any(|it| Some(&it.what) == own.as_ref()) {
            found.clear();
        }
        found
    }

    /// The wildcard imports inside of each function of the linked file that has some.
    fn wildcards_by_function(&mut self) -> Arc<BTreeMap<u32, Vec<u32>>> {
        let (sites, inner) = (&self.body.sites, &self.own.function_wildcards);
        let found = self.memo.wildcards_by_function.get_or_insert_with(|| {
            let mut found: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for site in sites {
                if let (Some(import), Some(function)) = (site.import, site.enclosing)
                    && inner.binary_search(&import).is_ok()
                {
                    found.entry(function).or_default().push(import);
                }
            }
            Arc::new(found)
        });
        Arc::clone(found)
    }

    /// What the wildcard imports of the functions around bring under a name.
    pub(super) fn in_function_wildcards(&mut self, frame: &Frame, name: &str) -> Vec<Found> {
        let imports = self.in_sight(frame, None);
        self.through_imports(&frame.file, &imports, name)
    }

    fn through_imports(&mut self, file: &Arc<Loaded>, imports: &[u32], name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        for &import in imports {
            let more = self.once(file, import, activity::WILDCARD, |linker| {
                let mut found = Vec::new();
                for target in linker.import_modules(file, import) {
                    let held = match target.what {
                        Denotation::Symbol(ty) => linker.taken_of_type(ty, name),
                        _ => linker.step_into(&target, name),
                    };
                    merge(&mut found, held);
                }
                found
            });
            merge(&mut found, more.into_iter().map(|it| it.through(Rule::Wildcard)));
        }
        found
    }

    /// A module that an import of the file binds under the name it gives itself.
    fn self_named(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        self.asker.named(&frame.file, "", "");
        self.asker.wildcards(&frame.file, "");
        let file = &frame.file;
        let named = file.language.semantics.self_named(&mut self.asker, &file.path, &file.facts, name);
        led_to(named, name, Rule::ImportBinding)
    }

    /// What the namespaces hold that the file sees, else what wildcard imports bring under a name: a package's own class comes before one that `import p.*`
    /// would bring (Java Language Specification, 6.4.1).
    fn unqualified(&mut self, frame: &Frame, module: &Module, name: &Name) -> Vec<Found> {
        let mut found = Vec::new();
        for namespace in self.asker.seen_namespaces(&frame.file).iter() {
            let symbols = self.asker.namespace(namespace, name);
            for symbol in self.of_own_sources(&frame.file, namespace, symbols) {
                if self.is_visible(&frame.file, symbol) && self.is_near(&frame.file, symbol) && !self.is_for_tests(&frame.file, symbol) {
                    merge(&mut found, self.as_module_or_symbol(symbol, Rule::SameNamespace));
                }
            }
            if !found.is_empty() {
                return self.foremost_parts(found);
            }
        }
        let found = self.through_wildcards(module, name);
        if found.is_empty() { self.through_shared(&frame.file, name) } else { found }
    }

    /// Whether more files define a bare name for the linked file than are looked into.
    pub(super) fn has_namesakes(&mut self, name: &str) -> bool {
        let own = Arc::clone(&self.own);
        let of_all = own.habits().textual_includes.then_some("");
        let seen = self.asker.seen_namespaces(&own);
        of_all.into_iter().chain(seen.iter().map(Name::as_str)).any(|namespace| self.asker.has_namesakes(namespace, name))
    }

    /// A bare name that may be a member of the types around it. Where it is not called, no method is meant, but a field of a type above may be.
    pub(super) fn implicit_member(&mut self, frame: &Frame, name: &Name, called: bool) -> Vec<Found> {
        let mut foreign = Vec::new();
        // From inside of a static type no method of a value around is called (Java Language Specification, 8.1.3, 15.12.3).
        let strict = frame.file.habits().arguments.exact_arity;
        let (mut in_static, mut in_type) = (false, false);
        let mut around = frame.enclosing;
        while let Some(index) = around {
            let Some(symbol) = frame.file.facts.symbol(index) else { break };
            let (owner, kind) = (symbol.owner, symbol.kind);
            let mut found = if kind.is_type() {
                match self.slot_of(&frame.file) {
                    Some(slot) => {
                        let ty = Ref { file: slot, symbol: index };
                        let mut found = self.type_member(ty, name);
                        if !called && !found.is_empty() && found.iter().all(|it| self.is_method(it)) {
                            found = self.all_inherited(ty, name);
                            found.retain(|it| it.what.symbol().is_some() && !self.is_method(it));
                            found.truncate(1);
                        }
                        found.retain(|it| called || !self.is_method(it));
                        found.retain(|it| !self.is_kept_by_another(it, &symbol.qualified));
                        found.retain(|it| it.what.symbol().is_none_or(|member| !self.is_of_another_package(&frame.file, member)));
                        found
                    }
                    None => Vec::new(),
                }
            } else {
                Vec::new()
            };
            // A type that is opened by a path sees nothing of what the path leads to.
            let by_path = kind.is_type() && frame.file.habits().reopened;
            if let (Owner::Extension(extension), false) = (owner, any_defined(&found) || by_path) {
                for ty in self.extended_types(&frame.file, extension) {
                    merge(&mut found, self.member_from_inside(ty, name));
                }
            }
            if in_type && kind.is_type() && frame.file.habits().reopened {
                found.retain(|it| self.is_found(it, |it| it.kind.is_type() || it.kind == SymbolKind::Constant));
            }
            in_type |= kind.is_type();
            if in_static {
                found.retain(|it| !self.is_method(it) || self.is_found(it, |it| it.flags.has(Flags::STATIC)));
            }
            if any_defined(&found) {
                return found.into_iter().map(|it| it.through(Rule::ImplicitSelf)).collect();
            }
            merge(&mut foreign, found);
            let is_static = symbol.flags.has(Flags::STATIC) || matches!(kind, SymbolKind::Enum | SymbolKind::Interface);
            in_static |= strict && kind.is_type() && is_static;
            around = if let Owner::Symbol(next) = owner { Some(next) } else { None };
        }
        foreign
    }

    /// Whether a member is private to a type other than the one of this qualified name: what is private is not inherited.
    fn is_kept_by_another(&self, found: &Found, ty: &str) -> bool {
        let Denotation::Symbol(member) = found.what else { return false };
        let Some(file) = self.load(member.file) else { return false };
        let symbol = file.facts.symbol(member.symbol);
        symbol.is_some_and(|it| {
            // What is defined out of line names its type without the namespaces around.
            let ty = if matches!(it.owner, Owner::Extension(_)) { ty.rsplit('.').next().unwrap_or(ty) } else { ty };
            it.visibility == Visibility::Private && file.facts.owner_name(it.owner) != ty
        })
    }

    /// Whether only the package of a member sees it, and `from` is of another one.
    pub(super) fn is_of_another_package(&mut self, from: &Arc<Loaded>, member: Ref) -> bool {
        if from.habits().overriding != Overriding::Signature || !self.is(member, |it| it.visibility == Visibility::Package) {
            return false;
        }
        let Some(file) = self.load(member.file).filter(|file| file.path != from.path) else { return false };
        self.asker.namespace_of(from);
        self.asker.namespace_of(&file);
        file.facts.namespace != from.facts.namespace
    }

    /// Other code does not see what tests define, though it is in the same namespace.
    fn is_for_tests(&self, from: &Loaded, symbol: Ref) -> bool {
        !from.of_tests && self.load(symbol.file).is_some_and(|file| file.of_tests)
    }

    /// A definition found in another file that is private to that file cannot be meant.
    fn is_visible(&mut self, from: &Loaded, symbol: Ref) -> bool {
        let Some(file) = self.load(symbol.file) else { return false };
        let flags = file.facts.symbol(symbol.symbol).map(|it| it.flags);
        file.path == from.path || flags.is_some_and(|flags| !flags.has(Flags::FILE_LOCAL))
    }
}
