//! What wildcard imports bring into a module: a search through modules, each of which is looked through once.

use std::sync::Arc;

use super::{Sought, left_out};
use crate::base::key::{Class, key};
use crate::base::{Name, caps};
use crate::languages::Tier;
use crate::languages::semantics::{Module, Offer, Resolution};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, activity, merge};
use crate::link::loaded::{Item, Loaded};
use crate::link::namespaces::usings::directives_before;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::role::is_no_value;
use crate::shard::body::Role;
use crate::shard::facts::{Import, SymbolKind};
use crate::shard::publish;

/// Whether an import of the open namespace `inner` takes in all of another one.
fn takes_in_another(inner: &str, import: &Import) -> bool {
    import.module.starts_with("::") && (inner.is_empty() || publish::opens_more(inner, import))
}

impl Linker<'_> {
    /// What `name` is inside of a module through its wildcard imports.
    pub(in crate::link) fn through_wildcards(&mut self, module: &Module, name: &str) -> Vec<Found> {
        self.through_wildcards_from(module, name, 0, true)
    }

    /// The same as others have it of the module, where `hops` steps have led there.
    pub(in crate::link) fn through_wildcards_after(&mut self, module: &Module, name: &str, hops: u32) -> Vec<Found> {
        self.through_wildcards_from(module, name, hops, false)
    }

    fn through_wildcards_from(&mut self, module: &Module, name: &str, hops: u32, inside: bool) -> Vec<Found> {
        let Module::File { path, inner } = module else { return Vec::new() };
        let file = if *path == self.own.path.as_str() {
            Arc::clone(&self.own)
        } else {
            match self.file_at(path) {
                Some(file) => file,
                None => return Vec::new(),
            }
        };
        if file.language.semantics.is_path_keyword(name) {
            return Vec::new();
        }
        // A module that is there by the layout of folders has a name that nobody says.
        if !file.language.semantics.is_offered(name, Offer::Layout) && !self.asker.is_said(name) {
            return Vec::new();
        }
        // Elsewhere it is one question, whoever asks it.
        let inside = inside || !file.language.semantics.keeps_imports();
        let asked: &[&str] = if inside { &[inner, name] } else { &[inner, name, "from outside"] };
        let at = (Arc::as_ptr(&file) as usize, key(Class::Wild, asked));
        if let Some(known) = self.memo.wild.get(&at) {
            return known.to_vec();
        }
        // What this module has to give, the search that went through it before has found.
        if let Some(place) = self.explored.get(&at) {
            self.met.add(*place);
            return Vec::new();
        }
        let (cuts, depth) = (self.cuts, self.active.len());
        self.explored.insert(at, depth);
        let (found, is_whole) = self.whole(|linker| linker.find_through_wildcards((module, &file), name, hops, inside));
        if is_whole {
            self.memo.wild.insert(at, found.as_slice().into());
        }
        // Searches that began here are over; one that began further out goes on, and need not come here again.
        self.explored.retain(|_, place| *place < depth);
        if !is_whole && self.cuts == cuts {
            self.explored.insert(at, self.met.lowest());
        }
        found
    }

    /// What `name` is through what any file brings into an open namespace, the file of `module` first.
    pub(in crate::link) fn brought_into(&mut self, module: &Module, name: &str, hops: u32) -> Vec<Found> {
        let mut found = self.through_wildcards_after(module, name, hops);
        let Module::File { path, inner } = module else { return found };
        if inner.is_empty() || !found.is_empty() {
            return found;
        }
        for other in self.asker.bringing_into(inner) {
            if other != *path {
                merge(&mut found, self.through_wildcards_after(&Module::File { path: other, inner: inner.clone() }, name, hops));
            }
        }
        found
    }

    fn find_through_wildcards(&mut self, (module, file): (&Module, &Arc<Loaded>), name: &str, hops: u32, inside: bool) -> Vec<Found> {
        let (inner, semantics) = (module.inner(), file.language.semantics);
        let textual = semantics.habits().textual_includes;
        let sought = if semantics.is_offered(name, Offer::Layout) { Sought::Any } else { Sought::Written };
        let mut found = Vec::new();
        let is_left_out = |import: u32| file.facts.import(import).is_some_and(|it| it.optional_build);
        let is_whole = |import: u32| file.facts.import(import).is_some_and(|it| semantics.is_whole(it));
        let mut imports = self.asker.wildcards(file, inner);
        imports.sort_by_key(|import| (is_left_out(*import), !is_whole(*import)));
        let mut of_whole = false;
        for import in imports {
            if !inside && file.facts.import(import).is_some_and(|it| !it.reexport) {
                continue;
            }
            // What is defined in a part comes before what is imported.
            let whole = is_whole(import);
            if of_whole && !whole && !found.is_empty() {
                break;
            }
            of_whole |= whole;
            // What a default build leaves out brings nothing beside what it keeps.
            if !found.is_empty() && is_left_out(import) && !self.is_variant() {
                break;
            }
            // What includes reach is looked up by name, and what a namespace has itself is known.
            if textual && file.facts.import(import).is_some_and(|it| !takes_in_another(inner, it)) {
                continue;
            }
            for target in self.wildcard_targets(file, import) {
                let more = match &target.what {
                    Denotation::Module(target)
                        if target == module || (textual && matches!(target, Module::File { inner: it, .. } if it == inner)) =>
                    {
                        Vec::new()
                    }
                    Denotation::Module(target) if self.lacks(target, name, sought) => Vec::new(),
                    // What a module keeps to itself is not followed: it may lead back here, from each of very many modules.
                    Denotation::Module(target) if !whole && self.withholds(target, module, name) => Vec::new(),
                    Denotation::Module(target) => self.within(file, import, |linker| {
                        let held = linker.taken_in(target, module, name, (hops, sought));
                        if whole && inside && held.is_empty() {
                            return linker.through_wildcards_from(target, name, hops + 1, true);
                        }
                        let inherits = held.is_empty() && semantics.habits().implicit_receiver && !textual;
                        if inherits { linker.inherited_of_type(target, name, hops) } else { held }
                    }),
                    // What a type has from outside of the repository says nothing of a name that is not known.
                    Denotation::Symbol(symbol) => self.within(file, import, |linker| {
                        let mut held = linker.taken_of_type(*symbol, name);
                        held.retain(|it| it.what.symbol().is_some());
                        held
                    }),
                    _ => Vec::new(),
                };
                merge(&mut found, more.into_iter().map(|it| it.through(Rule::Wildcard)));
            }
        }
        found
    }

    /// What is sought of `name` in a module that another one takes in whole. Where types and values have names of their own, a type that is no value leaves
    /// the values to what the module itself takes in.
    fn taken_in(&mut self, target: &Module, by: &Module, name: &str, (hops, sought): (u32, Sought)) -> Vec<Found> {
        let mut held = self.member(target, name, hops, sought);
        let Module::File { path, .. } = target else { return held };
        let is_apart = self.own.habits().namespaces_apart && !held.is_empty();
        if !is_apart || !held.iter().all(|it| self.is_found(it, is_no_value)) {
            return held;
        }
        let Some(file) = self.file_at(path) else { return held };
        if self.stands_in(&file, by, target) || self.passes_on(&file, target, name) {
            let mut values = self.through_wildcards_after(target, name, hops + 1);
            values.retain(|it| self.is_found(it, |it| !is_no_value(it) && (it.kind.is_value() || it.kind == SymbolKind::Function)));
            merge(&mut held, values);
        }
        held
    }

    /// What an import of all of a type takes in under a name. Of an enum that are, where a language says so, its variants and nothing that is added to it:
    /// types above it, of which there may be very many, are not asked.
    pub(in crate::link) fn taken_of_type(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let file = self.load(ty.file).filter(|_| self.own.habits().namespaces_apart);
        let Some((file, it)) =
            file.as_ref().and_then(|file| Some((file, file.facts.symbol(ty.symbol)?))).filter(|(_, it)| it.kind == SymbolKind::Enum)
        else {
            return self.static_member(ty, name);
        };
        self.asker.looked_at(file, ty.symbol);
        let variants = self.asker.symbols_named((ty.file, file), &it.qualified, name, |it| it.kind == SymbolKind::Variant);
        let found = variants.into_iter().map(|it| Found::symbol(it, Rule::DeclaredType).through(Rule::StaticMember)).collect();
        self.only_members_of(ty, found)
    }

    /// The modules that a wildcard import takes in. What is known of that costs no step: a module may take in thousands.
    fn wildcard_targets(&mut self, file: &Arc<Loaded>, import: u32) -> Vec<Found> {
        let (file, import) = &self.alike(file, import);
        let import = *import;
        match self.memo.imported.get(&(Arc::as_ptr(file) as usize, import)) {
            Some(known) => known.to_vec(),
            None => self.once(file, import, activity::WILDCARD, |linker| linker.import_modules(file, import)),
        }
    }

    /// The first import that was met of those that take in the same as one does: what a path of open namespaces leads to depends on where it stands and on
    /// nothing else, and hundreds of files may write the same one.
    fn alike(&mut self, file: &Arc<Loaded>, import: u32) -> (Arc<Loaded>, u32) {
        let own = || (Arc::clone(file), import);
        let Some(it) = file.facts.import(import).filter(|it| file.habits().textual_includes && it.module.len() > "::".len()) else {
            return own();
        };
        if !it.module_level || !it.module.starts_with("::") {
            return own();
        }
        // Where it stands is also behind what.
        let mut module = it.module.to_string();
        directives_before(file, import).for_each(|(_, before)| module.extend([" ", before.module.as_str()]));
        let at = (Name::from(Self::module_around(file, it.container).inner()), module.into());
        self.memo.taking.entry(at).or_insert_with(own).clone()
    }

    /// Whether a module plainly has no `name`: it neither says it nor takes in all that another has. The same would come out of [`Linker::member`], at the
    /// price of a step.
    fn lacks(&mut self, module: &Module, name: &str, sought: Sought) -> bool {
        let Module::File { path, inner } = module else { return false };
        let Some(file) = self.file_at(path) else { return false };
        let (habits, semantics) = (file.habits(), file.language.semantics);
        if habits.textual_includes || habits.implicit_receiver || !self.asker.named(&file, inner, name).is_empty() {
            return false;
        }
        self.asker.wildcards(&file, inner).is_empty()
            && !semantics.is_macro_root(&mut self.asker, module)
            && (sought == Sought::Written || matches!(self.led(|tree| semantics.child(tree, module, name, None)), Resolution::Missing(_)))
    }

    /// What a module that has no `name` hands on of a package outside of the tree, where it hands on all of one such package alone: who names the module
    /// means something that is there.
    pub(in crate::link) fn handed_on(&mut self, module: &Module, name: &str) -> Vec<Found> {
        let Module::File { path, inner } = module else { return Vec::new() };
        let Some(file) = self.file_at(path).filter(|it| !it.habits().textual_includes) else { return Vec::new() };
        if self.declares_module(&file, inner, name) {
            return Vec::new();
        }
        // Who asks while that is being found out is part of a cycle: what the module takes in may be named through itself.
        let at = (Arc::as_ptr(&file) as usize, key(Class::Wild, &[inner, "", "handed on"]));
        if let Some(place) = self.explored.get(&at) {
            self.met.add(*place);
            return Vec::new();
        }
        self.explored.insert(at, self.active.len());
        let handing = self.remembered(|memo| &mut memo.handing, module.clone(), |linker| linker.find_handing(&file, inner).into_iter().collect());
        self.explored.remove(&at);
        let named = handing.into_iter().map(|package| Found { what: Denotation::External { package, name: name.into() }, rule: Rule::Wildcard });
        named.collect()
    }

    fn find_handing(&mut self, file: &Arc<Loaded>, inner: &str) -> Option<Name> {
        let mut handing: Option<Name> = None;
        for import in self.asker.wildcards(file, inner) {
            if !file.facts.import(import).is_some_and(|it| it.reexport) {
                continue;
            }
            // What the path of the import leads through may be handed on by the same import.
            for target in self.wildcard_targets(file, import) {
                let Denotation::External { package, .. } = target.what else { continue };
                if handing.replace(package.clone()).is_some_and(|other| other != package) {
                    return None;
                }
            }
        }
        handing
    }

    /// What the type that a module stands for has from those above it.
    fn inherited_of_type(&mut self, module: &Module, name: &str, hops: u32) -> Vec<Found> {
        let Module::File { path, inner } = module else { return Vec::new() };
        let (outer, last) = inner.rsplit_once('.').unwrap_or(("", inner));
        let holder = Module::File { path: path.clone(), inner: outer.into() };
        let types = if last.is_empty() { Vec::new() } else { self.member(&holder, last, hops + 1, Sought::Written) };
        let mut found = Vec::new();
        for ty in types {
            if let Denotation::Symbol(ty) = ty.what {
                let held = self.static_member(ty, name);
                merge(&mut found, held.into_iter().filter(|it| it.what.symbol().is_some()));
            }
        }
        found
    }

    /// The wildcard imports of the module around, and of the linked file those inside of functions.
    pub(super) fn wildcards_in_sight(&mut self, frame: &Frame) -> Vec<u32> {
        let around = Self::module_around(&frame.file, frame.enclosing);
        let mut imports = self.asker.wildcards(&frame.file, around.inner());
        if frame.in_body {
            imports.extend(&frame.file.function_wildcards);
        }
        imports
    }

    /// A name that nothing in the repository has and a module of the standard library that is imported whole is known to have.
    pub(in crate::link) fn library_name(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let Some(library) = frame.file.habits().library else { return Vec::new() };
        let imports = self.wildcards_in_sight(frame);
        // What a header may bring is asked last: `package_bringing`.
        let textual = frame.file.habits().textual_includes;
        let modules = imports.iter().filter_map(|it| frame.file.facts.import(*it)).map(|it| &it.module);
        let what = match modules.filter(|module| !textual || module.starts_with("::")).find_map(|module| library(module, name)) {
            None => return Vec::new(),
            Some("") => Denotation::Builtin(name.clone()),
            Some(package) => Denotation::External { package: Name::new_static(package), name: name.clone() },
        };
        vec![Found { what, rule: Rule::Wildcard }]
    }

    /// The same among all that the includes of the linked file reach: a header that is known to have the name, one whose name the name bears, else one that
    /// is left out of the graph.
    fn brought_by_included(&mut self, name: &str, role: Role) -> Option<Name> {
        let (habits, reached) = (self.own.habits(), self.included());
        let outside = || reached.outside.headers.iter();
        let known = habits.library.and_then(|library| outside().find_map(|(header, _)| library(header, name)));
        let left_out = || outside().find(|(_, package)| package == left_out::PACKAGE).map(|(_, package)| package.clone());
        known.map(Name::new_static).or_else(|| self.bearing_header(name, role)).or_else(left_out)
    }

    /// The package outside of the tree that brings a name which nothing else binds, by an import of all that a module of it has; empty where several may
    /// and nothing tells which. `role` is what the name does.
    pub(in crate::link) fn package_bringing(&mut self, frame: &Frame, name: &str, role: Role) -> Option<Name> {
        let habits = frame.file.habits();
        if habits.textual_includes {
            let includes = self.asker.wildcards(&frame.file, "");
            let modules = includes.iter().filter_map(|it| frame.file.facts.import(*it)).map(|it| &it.module);
            let known = modules.filter(|module| !module.starts_with("::")).find_map(|module| (habits.library?)(module, name)).map(Name::new_static);
            return known.or_else(|| self.brought_by_included(name, role));
        }
        for namespace in self.asker.seen_namespaces(&frame.file).iter().filter(|it| !it.is_empty()) {
            if self.asker.is_namespace_left_out(namespace, true) {
                return Some(Name::new_static(left_out::PACKAGE));
            }
        }
        if self.is_beside_left_out(&frame.file) {
            return Some(Name::new_static(left_out::PACKAGE));
        }
        let mut packages: Vec<Name> = Vec::new();
        for (file, import) in self.bringing_in_sight(frame) {
            let semantics = file.language.semantics;
            let may_bring =
                |it: &Import| (habits.brings)(&it.module, name) && (semantics.is_offered(name, Offer::Indirect) || semantics.is_whole(it));
            if !file.facts.import(import).is_some_and(may_bring) {
                continue;
            }
            for target in self.import_modules(&file, import) {
                if let Denotation::External { package, .. } = target.what {
                    if frame.file.language.tier != Tier::B {
                        return Some(package);
                    }
                    packages.push(package);
                }
            }
        }
        packages.extend(self.shared_outside(&frame.file));
        packages.sort_unstable();
        packages.dedup();
        if packages.iter().any(|it| it == left_out::PACKAGE) {
            return Some(Name::new_static(left_out::PACKAGE));
        }
        // Of several any may have it: it is of none that could be named.
        if packages.len() > 1 { Some(Name::default()) } else { packages.pop() }
    }

    /// Whether `from` keeps what it holds under `name` from a module that imports everything of it.
    fn withholds(&mut self, from: &Module, to: &Module, name: &str) -> bool {
        let Module::File { path, inner } = from else { return false };
        let Some(file) = self.file_at(path) else { return false };
        let semantics = file.language.semantics;
        let items = self.asker.named(&file, inner, name);
        let offers = |item: &Item| match item {
            Item::Symbol(symbol) => file.facts.symbol(*symbol).is_some_and(|it| semantics.is_offered(name, Offer::Symbol(it))),
            Item::Import(import) => file.facts.import(*import).is_some_and(|it| semantics.is_offered(name, Offer::Import(it))),
        };
        // What it imports for itself may also be in what it hands on.
        let is_kept = |item: &Item| match item {
            Item::Symbol(_) => false,
            Item::Import(import) => semantics.keeps_imports() && file.facts.import(*import).is_some_and(|it| !it.reexport),
        };
        let offered = if items.iter().all(is_kept) {
            semantics.is_offered(name, Offer::Indirect) && self.passes_on(&file, from, name)
        } else {
            items.iter().any(offers)
        };
        !offered && !self.stands_in(&file, to, from)
    }

    /// Whether a module may have for others a name that it does not say: not where all that it takes in whole is for itself alone, as each of a hundred
    /// modules takes in the hub that hands on all of them.
    fn passes_on(&mut self, file: &Arc<Loaded>, module: &Module, name: &str) -> bool {
        let semantics = file.language.semantics;
        let wildcards = self.asker.wildcards(file, module.inner());
        let offered = |it: &u32| file.facts.import(*it).is_some_and(|it| semantics.is_offered(name, Offer::Import(it)));
        wildcards.is_empty() || wildcards.iter().any(offered) || semantics.is_macro_root(&mut self.asker, module)
    }

    /// Whether a module is `outer` or stands somewhere inside it, where the language has it see all of it.
    pub(in crate::link) fn stands_in(&mut self, file: &Loaded, module: &Module, outer: &Module) -> bool {
        let mut at = module.clone();
        for _ in 0..caps::MAX_HOPS {
            let Resolution::Modules(around) = file.language.semantics.around(&mut self.asker, &at) else { return false };
            if around.contains(outer) {
                return true;
            }
            let Some(next) = around.into_iter().next() else { return false };
            at = next;
        }
        false
    }
}
