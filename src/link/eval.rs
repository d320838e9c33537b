//! What an expression names: the walk from a symbolic expression to definitions, one bounded step at a time.

use std::sync::Arc;

use super::ask::{Asker, Ref, Slot};
use super::fitted::Fitted;
use super::gate::Declared;
use super::generics::Given;
use super::identity;
use super::inference::Calls;
use super::loaded::Loaded;
use super::memo::{self, Memo};
use super::namespaces::{Included, Reach};
use super::roots;
use super::rules::Rule;
use crate::base::key::{Key, KeyMap, TextMap};
use crate::base::{Name, caps, path};
use crate::languages::semantics::{Module, Resolution};
use crate::shard::body::Body;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Owner, SymbolKind, Visibility};

/// What a name can denote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denotation {
    Symbol(Ref),
    Module(Module),
    /// Something in a package outside the repository; `name` is the last name of the path to it.
    External {
        package: Name,
        name: Name,
    },
    /// Part of the language or its prelude.
    Builtin(Name),
    /// A local variable of the linked file.
    Local(u32),
}

/// A denotation and the rule that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub what: Denotation,
    pub rule: Rule,
}

impl Found {
    /// A definition found by `rule`.
    pub fn symbol(symbol: Ref, rule: Rule) -> Self {
        Self { what: Denotation::Symbol(symbol), rule }
    }

    /// The same thing by a rule no more certain than `rule`.
    #[must_use]
    pub fn through(mut self, rule: Rule) -> Self {
        self.rule = self.rule.weaker(rule);
        self
    }
}

/// Where an expression stands: which arena it lives in and what surrounds it.
#[derive(Clone)]
pub struct Frame {
    pub file: Arc<Loaded>,
    /// The expression lives in the body of the linked file rather than in facts.
    pub in_body: bool,
    /// The innermost definition around it.
    pub enclosing: Option<u32>,
    /// What type parameters stand for.
    pub given: Given,
}

impl Frame {
    /// The frame of facts of `file`, as seen from `symbol`.
    pub fn facts(file: &Arc<Loaded>, symbol: u32) -> Self {
        Self::around(file, Some(symbol))
    }

    /// The frame of facts of `file` inside of a definition, or at its top level.
    pub fn around(file: &Arc<Loaded>, enclosing: Option<u32>) -> Self {
        Self { file: Arc::clone(file), in_body: false, enclosing, given: Given::new() }
    }
}

/// The state of linking one file.
pub struct Linker<'w> {
    pub asker: Asker<'w>,
    pub own: Arc<Loaded>,
    pub body: &'w Body,
    /// The part that ids of a file share, by slot.
    prefixes: KeyMap<Slot, Arc<str>>,
    ids: KeyMap<(Slot, u32), Arc<str>>,
    /// The modules that each import names, what each name is inside each module (with what is there by folder layout
    /// alone, or without), and what through the wildcards of each. Only what no limit and
    /// no cycle cut short is kept, so an answer does not depend on who asked first.
    pub(super) imported: KeyMap<(usize, u32), Arc<[Found]>>,
    pub(super) members: TextMap<(Module, Name, bool), Arc<[Found]>>,
    pub(super) wild: KeyMap<(usize, Key), Arc<[Found]>>,
    /// Where the first name of a path leads from a module, as a language has it: a pure question to the world.
    pub(super) roots: TextMap<(&'static str, Module, Name), Resolution>,
    pub(super) memo: Memo,
    /// How often an evaluation was cut short.
    pub(super) cuts: u32,
    /// The lowest place in `active` of what a walk through names met again.
    pub(super) met: usize,
    /// What is looked through, or was, on behalf of a search through wildcards that still goes on, with the place in `active` where that began.
    pub(super) explored: KeyMap<(usize, Key), usize>,
    own_slot: Option<Slot>,
    /// Expressions and imports whose evaluation is under way: meeting one again is a cycle and says nothing.
    pub(super) active: Vec<(usize, u32, u8)>,
    /// What the includes of the linked file reach.
    pub(super) included: Included,
    /// What the package of the linked file declares, once that was asked.
    pub(super) declared: Option<Declared>,
    /// Which calls there are, once their arguments were asked for.
    pub(super) calls: Option<Calls>,
    steps: u32,
    bounded: u32,
}

/// Kinds of evaluation that can meet themselves.
pub(super) mod activity {
    pub const IMPORT: u8 = 0;
    pub const RESULT: u8 = 1;
    pub const LOCAL: u8 = 2;
    pub const WILDCARD: u8 = 3;
    pub const ALIAS: u8 = 4;
    pub const SUPER: u8 = 5;
    pub const DEREF: u8 = 6;
    pub const DECLARED: u8 = 7;
    pub const MADE: u8 = 8;
}

impl<'w> Linker<'w> {
    /// A linker for `own`.
    pub fn new(mut asker: Asker<'w>, own: Arc<Loaded>, body: &'w Body) -> Self {
        let own_slot = asker.file(&own.path);
        Self {
            asker,
            own,
            body,
            prefixes: KeyMap::default(),
            ids: KeyMap::default(),
            imported: KeyMap::default(),
            members: TextMap::default(),
            wild: KeyMap::default(),
            roots: TextMap::default(),
            memo: Memo::default(),
            cuts: 0,
            met: usize::MAX,
            explored: KeyMap::default(),
            own_slot,
            active: Vec::new(),
            included: Included::default(),
            declared: None,
            calls: None,
            steps: 0,
            bounded: 0,
        }
    }

    /// Ends the link and gives back what was asked.
    pub fn into_reads(self) -> Vec<Key> {
        self.asker.into_reads()
    }

    /// Sites given up at the step limit.
    pub fn bounded(&self) -> u32 {
        self.bounded
    }

    /// Starts a new site: its steps count from zero.
    pub fn start_site(&mut self) {
        self.steps = 0;
        self.active.clear();
    }

    /// Whether the present site ran into its step limit; counts it once.
    pub fn ran_out(&mut self) -> bool {
        let out = self.steps > caps::MAX_LINK_STEPS;
        self.bounded += u32::from(out);
        out
    }

    /// Counts what was left undone at another limit.
    pub(super) fn give_up(&mut self) {
        self.bounded += 1;
    }

    pub(super) fn step(&mut self) -> bool {
        self.steps += 1;
        let goes_on = self.steps <= caps::MAX_LINK_STEPS && self.active.len() < 64;
        self.cuts += u32::from(!goes_on);
        goes_on
    }

    /// The slot of the linked file.
    pub fn own_slot(&self) -> Option<Slot> {
        self.own_slot
    }

    /// What fits the linked file of what compilers say of it.
    pub fn own_tooling(&self) -> Option<Arc<Fitted>> {
        self.own_slot.and_then(|slot| self.asker.own_tooling(slot))
    }

    /// The slot of a file.
    pub fn slot_of(&mut self, file: &Loaded) -> Option<Slot> {
        if file.path == self.own.path { self.own_slot } else { self.asker.file(&file.path) }
    }

    /// The facts behind a slot; the linked file's own without a detour.
    pub fn load(&self, slot: Slot) -> Option<Arc<Loaded>> {
        if self.own_slot == Some(slot) { Some(Arc::clone(&self.own)) } else { self.asker.facts(slot) }
    }

    /// The id of a definition.
    pub fn id(&mut self, target: Ref) -> Option<Arc<str>> {
        let file = self.load(target.file)?;
        Some(self.id_in(&file, target.symbol))
    }

    /// The id of a definition of `file`.
    pub fn id_in(&mut self, file: &Arc<Loaded>, symbol: u32) -> Arc<str> {
        let slot = self.slot_of(file).unwrap_or(Slot::MAX);
        if let Some(id) = self.ids.get(&(slot, symbol)) {
            return Arc::clone(id);
        }
        let prefix = if let Some(prefix) = self.prefixes.get(&slot) {
            Arc::clone(prefix)
        } else {
            let prefix: Arc<str> = identity::prefix(&mut self.asker, file).into();
            self.prefixes.insert(slot, Arc::clone(&prefix));
            prefix
        };
        self.asker.looked_at(file, symbol);
        let id: Arc<str> = identity::symbol_id(&prefix, &file.facts, symbol).into();
        self.ids.insert((slot, symbol), Arc::clone(&id));
        id
    }

    /// The frame of the linked file's own body.
    pub fn own_frame(&self, enclosing: Option<u32>) -> Frame {
        Frame { in_body: true, ..Frame::around(&self.own, enclosing) }
    }

    /// The expression behind an id.
    pub fn expr(&self, frame: &Frame, id: ExprId) -> Expr {
        let arena = if frame.in_body { &self.body.exprs } else { &frame.file.facts.exprs };
        arena.get(id.0 as usize).cloned().unwrap_or(Expr::Unknown)
    }

    /// The definitions that an expression names.
    pub fn denote(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        self.known(memo::DENOTED, frame, id, Self::find_denoted)
    }

    fn find_denoted(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        match self.expr(frame, id) {
            Expr::Local(local) if frame.in_body => vec![Found { what: Denotation::Local(local), rule: Rule::LocalScope }],
            Expr::Symbol(symbol) => self.denote_symbol(frame, symbol),
            Expr::Import(import) => self.denote_import(&frame.file, import),
            Expr::Free(name) => self.denote_free(frame, &name),
            Expr::Member { base, name } => self.denote_member(frame, base, &name),
            Expr::Apply { base, args } if args.is_empty() => self.denote_scope(frame, base),
            Expr::Apply { base, .. } => self.denote(frame, base),
            Expr::Generic { name, bounds } => self.denote_generic(frame, &name, bounds),
            Expr::AnyOf(parts) => {
                let mut found = Vec::new();
                for part in self.parts_by_default(frame, parts).into_iter().take(caps::MAX_OVERLOADS) {
                    merge(&mut found, self.denote(frame, part));
                }
                found
            }
            Expr::Literal(name) => vec![Found { what: Denotation::Builtin(name), rule: Rule::LocalScope }],
            _ => Vec::new(),
        }
    }

    fn denote_symbol(&mut self, frame: &Frame, symbol: u32) -> Vec<Found> {
        let Some(slot) = self.slot_of(&frame.file) else { return Vec::new() };
        let file = Arc::clone(&frame.file);
        self.asker.looked_at(&file, symbol);
        let Some(it) = file.facts.symbols.get(symbol as usize) else { return Vec::new() };
        if it.kind == SymbolKind::Module {
            return self.module_symbol(&file, symbol).into_iter().collect();
        }
        vec![Found::symbol(Ref { file: slot, symbol }, Rule::LocalScope)]
    }

    /// A name that no scope of its file binds.
    fn denote_free(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let habits = frame.file.language.semantics.habits();
        if let Some(found) = self.marked_name(frame, name) {
            return found;
        }
        let implicit = if habits.implicit_receiver { self.implicit_member(frame, name) } else { Vec::new() };
        let inside = |it: &Found| !matches!(it.what, Denotation::External { .. } | Denotation::Builtin(_));
        if implicit.iter().any(inside) {
            return implicit;
        }
        let found = if habits.textual_includes { self.textual_name(frame, name) } else { self.packaged_name(frame, name) };
        // A type above that is not of the repository may have a member of any name: only where nothing else is called so is it meant.
        if found.is_empty() { implicit } else { found }
    }

    /// A bare name in a language of includes and open namespaces.
    pub(super) fn textual_name(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
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
            let more = self.through_wildcards(&Module::file(path), name, 0);
            merge(&mut used, more);
        }
        if used.is_empty() {
            used = self.inner_wildcard(frame, name);
        }
        if used.is_empty() {
            used = self.behind_macro(frame, name, Reach::Near);
        }
        if !used.is_empty() {
            return used;
        }
        if frame.file.language.semantics.habits().is_builtin(name) {
            return vec![Found { what: Denotation::Builtin(name.clone()), rule: Rule::LocalScope }];
        }
        let library = self.library_name(frame, name);
        if !library.is_empty() {
            return library;
        }
        let far = self.open_name(&inner, name, Reach::Far);
        if far.is_empty() { self.behind_macro(frame, name, Reach::Far) } else { far }
    }

    /// A bare name in a language of imports and packages.
    fn packaged_name(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let semantics = frame.file.language.semantics;
        let habits = semantics.habits();
        let module = Self::module_around(&frame.file, frame.enclosing);
        if !semantics.is_path_keyword(name) {
            let found = self.unqualified(frame, &module, name);
            if !found.is_empty() {
                return found;
            }
        }
        match self.root_seen(frame, &module, name) {
            Resolution::Missing(_) => {
                let wild = self.inner_wildcard(frame, name);
                let mut found = if wild.is_empty() { self.self_named(frame, name) } else { wild };
                if found.is_empty() && habits.is_builtin(name) {
                    found.push(Found { what: Denotation::Builtin(name.clone()), rule: Rule::LocalScope });
                }
                if found.is_empty() { self.library_name(frame, name) } else { found }
            }
            led => roots::found(led, name),
        }
    }

    /// What the wildcard imports inside of functions bring into the linked file under a name that nothing else binds.
    fn inner_wildcard(&mut self, frame: &Frame, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        if !frame.in_body {
            return found;
        }
        for &import in &frame.file.inner_wildcards {
            let more = self.once(&frame.file, import, activity::WILDCARD, |linker| {
                let mut found = Vec::new();
                for target in linker.import_modules(&frame.file, import) {
                    merge(&mut found, linker.step_into(&target, name));
                }
                found
            });
            merge(&mut found, more.into_iter().map(|it| it.through(Rule::Wildcard)).collect());
        }
        found
    }

    /// A module that an import of the file binds under the name it gives itself.
    fn self_named(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        self.asker.named(&frame.file, "", "");
        let file = &frame.file;
        match file.language.semantics.self_named(&mut self.asker, &file.path, &file.facts, name) {
            Resolution::Modules(modules) => {
                modules.into_iter().map(|module| Found { what: Denotation::Module(module), rule: Rule::ImportBinding }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What wildcard imports bring under a name, else what the namespaces hold that the file sees.
    fn unqualified(&mut self, frame: &Frame, module: &Module, name: &Name) -> Vec<Found> {
        let mut found = self.through_wildcards(module, name, 0);
        if !found.is_empty() {
            return found;
        }
        for namespace in self.asker.seen_namespaces(&frame.file).iter() {
            for symbol in self.asker.namespace(namespace, name) {
                if self.is_visible(&frame.file, symbol) && self.is_near(&frame.file, symbol) && !self.is_for_tests(&frame.file, symbol) {
                    merge(&mut found, self.as_module_or_symbol(symbol, Rule::SameNamespace).into_iter().collect());
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// A bare name that may be a member of the types around it.
    pub(super) fn implicit_member(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let mut foreign = Vec::new();
        let mut around = frame.enclosing;
        while let Some(index) = around {
            let Some(symbol) = frame.file.facts.symbols.get(index as usize) else { break };
            let (owner, kind) = (symbol.owner, symbol.kind);
            let mut found = if kind.is_type() {
                match self.slot_of(&frame.file) {
                    Some(slot) => {
                        let mut found = self.type_member(Ref { file: slot, symbol: index }, name, 0);
                        found.retain(|it| !self.is_kept_by_another(it, &symbol.qualified));
                        found
                    }
                    None => Vec::new(),
                }
            } else {
                Vec::new()
            };
            if let (Owner::Extension(extension), false) = (owner, found.iter().any(|it| matches!(it.what, Denotation::Symbol(_)))) {
                for ty in self.extended_types(&frame.file, extension) {
                    merge(&mut found, self.member_from_inside(ty, name));
                }
            }
            if found.iter().any(|it| matches!(it.what, Denotation::Symbol(_))) {
                return found.into_iter().map(|it| it.through(Rule::ImplicitSelf)).collect();
            }
            merge(&mut foreign, found);
            around = if let Owner::Symbol(next) = owner { Some(next) } else { None };
        }
        foreign
    }

    /// Whether a member is private to a type other than the one of this qualified name: what is private is not inherited.
    fn is_kept_by_another(&self, found: &Found, ty: &str) -> bool {
        let Denotation::Symbol(member) = found.what else { return false };
        let Some(file) = self.load(member.file) else { return false };
        let symbol = file.facts.symbols.get(member.symbol as usize);
        symbol.is_some_and(|it| {
            // What is defined out of line names its type without the namespaces around.
            let ty = if matches!(it.owner, Owner::Extension(_)) { ty.rsplit('.').next().unwrap_or(ty) } else { ty };
            it.visibility == Visibility::Private && file.facts.owner_name(it.owner) != ty
        })
    }

    /// The types that an extension block of `file` adds members to.
    pub(super) fn extended_types(&mut self, file: &Arc<Loaded>, extension: u32) -> Vec<Ref> {
        let Some(it) = file.facts.extensions.get(extension as usize) else { return Vec::new() };
        let frame = Frame::around(file, it.module);
        self.denote(&frame, it.target)
            .into_iter()
            .filter_map(|found| match found.what {
                Denotation::Symbol(symbol) => Some(symbol),
                _ => None,
            })
            .collect()
    }

    /// Other code does not see what tests define, though it is in the same namespace.
    fn is_for_tests(&self, from: &Loaded, symbol: Ref) -> bool {
        !path::is_test(&from.path) && self.load(symbol.file).is_some_and(|file| path::is_test(&file.path))
    }

    /// A definition found in another file that is private to that file cannot be meant.
    fn is_visible(&mut self, from: &Loaded, symbol: Ref) -> bool {
        let Some(file) = self.load(symbol.file) else { return false };
        let flags = file.facts.symbols.get(symbol.symbol as usize).map(|it| it.flags);
        file.path == from.path || flags.is_some_and(|flags| !flags.has(crate::shard::facts::Flags::FILE_LOCAL))
    }
}

/// Adds what is not there yet.
pub(super) fn merge(found: &mut Vec<Found>, more: Vec<Found>) {
    for it in more {
        if found.len() < caps::MAX_OVERLOADS && !found.iter().any(|other| other.what == it.what) {
            found.push(it);
        }
    }
}
