//! What an expression names: the walk from a symbolic expression to definitions, one bounded step at a time.

use std::sync::Arc;

use super::ask::{Asker, Ref, Slot};
pub(super) use super::cycles::activity;
use super::cycles::{Places, UnderWay};
use super::generics::{Standing, inference::Calls};
use super::identity;
use super::loaded::Loaded;
use super::members::gate::Declared;
use super::memo::{self, Memo};
use super::namespaces::included::Reached;
use super::outcome::rules::Rule;
use super::tooling::fitted::Fitted;
use crate::base::key::{Key, KeyMap, TextMap};
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Resolution};
use crate::shard::body::Body;
use crate::shard::expr::{BUILT, Expr, ExprId};
use crate::shard::facts::{Owner, Symbol, SymbolKind};

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

impl Denotation {
    /// The definition of the repository that it is.
    pub fn symbol(&self) -> Option<Ref> {
        if let Self::Symbol(symbol) = self { Some(*symbol) } else { None }
    }

    /// The last name of what the language or a package outside of the repository has.
    pub(super) fn name_outside(&self) -> Option<&Name> {
        match self {
            Self::Builtin(name) | Self::External { name, .. } => Some(name),
            _ => None,
        }
    }

    pub(super) fn is_outside(&self) -> bool {
        self.name_outside().is_some()
    }
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
    pub given: Standing,
}

impl Frame {
    /// The frame of facts of `file`, as seen from `symbol`.
    pub fn facts(file: &Arc<Loaded>, symbol: u32) -> Self {
        Self::around(file, Some(symbol))
    }

    /// The frame of facts of `file` inside of a definition, or at its top level.
    pub fn around(file: &Arc<Loaded>, enclosing: Option<u32>) -> Self {
        Self { file: Arc::clone(file), in_body: false, enclosing, given: Standing::default() }
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
    /// Where the first name of a path leads from a module, as a language has it: a pure question to the world.
    pub(super) roots: TextMap<(&'static str, Module, Name), Resolution>,
    pub(super) memo: Memo,
    /// How often an evaluation was cut short.
    pub(super) cuts: u32,
    /// The places in `active` of what was met again, a bit each.
    pub(super) met: Places,
    /// What is looked through, or was, on behalf of a search through wildcards that still goes on, with the place in `active` where that began.
    pub(super) explored: KeyMap<(usize, Key), usize>,
    own_slot: Option<Slot>,
    /// Expressions and imports whose evaluation is under way: meeting one again is a cycle and says nothing.
    pub(super) active: Vec<UnderWay>,
    /// What the includes of the linked file reach, once that was asked.
    pub(super) included: Option<Arc<Reached>>,
    /// What the package of the linked file declares, once that was asked.
    pub(super) declared: Option<Arc<Declared>>,
    /// Which calls there are, once their arguments were asked for.
    pub(super) calls: Option<Calls>,
    /// How many evaluations began so far.
    pub(super) begun: u64,
    steps: u32,
    /// Evaluations of expressions that wait for each other.
    nested: u32,
    /// Whether a limit of depth kept something from being looked at for the present site.
    too_deep: bool,
    bounded: u32,
}

/// The part of a site's steps that one piece of brief work may take.
const BRIEF: u32 = 4;

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
            roots: TextMap::default(),
            memo: Memo::default(),
            cuts: 0,
            met: Places::default(),
            explored: KeyMap::default(),
            own_slot,
            active: Vec::new(),
            begun: 0,
            included: None,
            declared: None,
            calls: None,
            steps: 0,
            nested: 0,
            too_deep: false,
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
        self.nested = 0;
        self.too_deep = false;
        self.active.clear();
        self.memo.forget_passing();
    }

    /// Whether the present site ran into its step limit.
    pub fn is_spent(&self) -> bool {
        self.steps > caps::MAX_LINK_STEPS
    }

    /// Leaves undone what lies too deep.
    pub(super) fn stop_short(&mut self) {
        self.cuts += 1;
        self.too_deep = true;
    }

    /// Whether that happened at the present site, and counts a site where it did: what is not there may lie deeper.
    pub(super) fn stopped_short(&mut self) -> bool {
        self.bounded += u32::from(self.too_deep);
        self.too_deep
    }

    /// Whether the present site ran into its step limit, and counts a site that did: to be asked once a site.
    pub fn ran_out(&mut self) -> bool {
        let out = self.is_spent();
        self.bounded += u32::from(out);
        out
    }

    /// Counts what was left undone at another limit.
    pub(super) fn give_up(&mut self) {
        self.bounded += 1;
    }

    pub(super) fn step(&mut self) -> bool {
        self.steps += 1;
        if self.active.len() >= caps::MAX_UNDER_WAY {
            self.stop_short();
            return false;
        }
        let goes_on = !self.is_spent();
        self.cuts += u32::from(!goes_on);
        goes_on
    }

    /// Runs work that is worth few steps: where they do not do, nothing is found, and the site goes on with what is left to it.
    pub(super) fn briefly<T: Default>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.steps;
        let start = before.max(caps::MAX_LINK_STEPS - caps::MAX_LINK_STEPS / BRIEF);
        self.steps = start;
        let done = work(self);
        let is_spent = self.is_spent();
        let taken = self.steps.saturating_sub(start).min(caps::MAX_LINK_STEPS / BRIEF);
        self.steps = before.saturating_add(taken);
        if is_spent { T::default() } else { done }
    }

    /// Whether the present site has taken but a small part of its steps so far: what is worth few of them is left undone elsewhere.
    pub(super) fn has_steps_to_spare(&self) -> bool {
        self.steps <= caps::MAX_LINK_STEPS / (2 * BRIEF)
    }

    /// Goes one evaluation deeper; each success is paired with [`Self::unnest`]. A site for which that is too deep is given up: what a chain is not
    /// followed to the end for must not be guessed.
    pub(super) fn nest(&mut self) -> bool {
        let goes_on = self.nested < caps::MAX_NESTED;
        if goes_on {
            self.nested += 1;
        } else {
            self.cuts += 1;
            self.steps = caps::MAX_LINK_STEPS + 1;
        }
        goes_on
    }

    /// Comes back from [`Self::nest`].
    pub(super) fn unnest(&mut self) {
        self.nested -= 1;
    }

    /// Runs work that all sites have use of, as if nothing else were under way: what it gives does not depend on who asked first, and nothing of it
    /// counts against the one who did.
    pub(super) fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (std::mem::take(&mut self.active), std::mem::take(&mut self.explored), std::mem::take(&mut self.met));
        let (steps, cuts, too_deep) = (std::mem::take(&mut self.steps), self.cuts, self.too_deep);
        let done = work(self);
        (self.active, self.explored, self.met) = outer;
        (self.steps, self.cuts, self.too_deep) = (steps, cuts, too_deep);
        done
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

    /// The facts of the file at a path.
    pub(super) fn file_at(&mut self, path: &str) -> Option<Arc<Loaded>> {
        self.asker.file(path).and_then(|slot| self.load(slot))
    }

    /// What `look` sees of a definition.
    pub(super) fn about<T>(&self, symbol: Ref, look: impl FnOnce(&Symbol) -> T) -> Option<T> {
        self.load(symbol.file)?.facts.symbol(symbol.symbol).map(look)
    }

    /// Whether something holds of a definition.
    pub(super) fn is(&self, symbol: Ref, holds: impl FnOnce(&Symbol) -> bool) -> bool {
        self.about(symbol, holds).unwrap_or(false)
    }

    /// Whether something is a definition of which something holds.
    pub(super) fn is_found(&self, found: &Found, holds: impl FnOnce(&Symbol) -> bool) -> bool {
        found.what.symbol().is_some_and(|symbol| self.is(symbol, holds))
    }

    /// The block that adds a member to a type, where it stands in one: its file and its number there.
    pub(super) fn block_of(&self, member: Ref) -> Option<(Arc<Loaded>, u32)> {
        let file = self.load(member.file)?;
        match file.facts.symbol(member.symbol)?.owner {
            Owner::Extension(block) => Some((file, block)),
            Owner::File | Owner::Symbol(_) => None,
        }
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
        let id: Arc<str> = identity::symbol_id(&prefix, &file.facts, symbol, file.habits().specializes()).into();
        self.ids.insert((slot, symbol), Arc::clone(&id));
        id
    }

    /// The frame of the linked file's own body.
    pub fn own_frame(&self, enclosing: Option<u32>) -> Frame {
        Frame { in_body: true, ..Frame::around(&self.own, enclosing) }
    }

    /// The expression behind an id.
    pub fn expr<'f>(&self, frame: &'f Frame, id: ExprId) -> &'f Expr
    where
        'w: 'f,
    {
        self.exprs(frame).get(id.0 as usize).unwrap_or(&Expr::Unknown)
    }

    /// The expressions where an expression stands.
    pub(super) fn exprs<'f>(&self, frame: &'f Frame) -> &'f [Expr]
    where
        'w: 'f,
    {
        if frame.in_body { &self.body.exprs } else { &frame.file.facts.exprs }
    }

    /// The definitions that an expression names.
    pub fn denote(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        self.known(memo::DENOTED, frame, id, |linker, frame, id| {
            let found = linker.denote_with_macros(frame, id);
            let found = linker.without_counts(frame, id, found);
            let mut found = linker.with_other_arms(frame, id, found);
            // What a member is named of behind a point is a value: a module of its name is not meant.
            if frame.in_body && frame.file.habits().namespaces_apart && linker.body.receivers.binary_search(&id).is_ok() {
                found.retain(|it| !matches!(it.what, Denotation::Module(_)));
            }
            // A macro that bears the name of a type is meant by nobody but who derives it.
            if found.len() > 1 && frame.file.habits().namespaces_apart && found.iter().any(|it| linker.is_found(it, |it| it.kind.is_type())) {
                found.retain(|it| !linker.is_found(it, |it| it.kind == SymbolKind::Macro));
            }
            linker.values_where_called(frame, id, found)
        })
    }

    /// The same with macros that bear the name of a type.
    pub(super) fn denote_with_macros(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        match *self.expr(frame, id) {
            Expr::Local(local) if frame.in_body => vec![Found { what: Denotation::Local(local), rule: Rule::LocalScope }],
            Expr::Symbol(symbol) => {
                let mut near = self.nearer_variants(frame, id);
                if near.is_empty() {
                    near = self.in_nearer_namespace(frame, symbol);
                }
                if near.is_empty() { self.denote_symbol(frame, symbol) } else { near }
            }
            Expr::Import(import) => {
                let near = self.nearer_variants(frame, id);
                if !near.is_empty() {
                    return near;
                }
                let found = self.denote_import(&frame.file, import);
                let found = self.with_other_builds(&frame.file, import, found);
                let found = self.added_to_present(frame, found);
                self.without_methods(frame, id, import, found)
            }
            Expr::Free(ref name) => self.denote_free(frame, name, id),
            Expr::Member { base, ref name } => {
                let members = self.members(frame, base, name);
                self.uncalled_members(frame, id, members).into_iter().map(|(found, _)| found).collect()
            }
            Expr::Apply { ref args, .. } if self.is_method_named(frame, id) => {
                self.methods_named(frame, args).into_iter().map(|(found, _)| found).collect()
            }
            Expr::Apply { base, ref args } if args.is_empty() => self.denote_scope(frame, base),
            Expr::Apply { base, ref args } if self.mark(frame, base) == Some(BUILT) => {
                args.first().map(|class| self.denote(frame, *class)).unwrap_or_default()
            }
            Expr::Apply { base, ref args } => self.denote_applied(frame, base, args),
            Expr::Generic { ref name, ref bounds } => self.denote_generic(frame, name, bounds),
            Expr::AnyOf(ref parts) => {
                let mut found = Vec::new();
                // A name from outside of all namespaces, `::name`: no nearer one is meant.
                if let (true, [only]) = (frame.file.habits().textual_includes, parts.as_slice())
                    && let Expr::Symbol(symbol) = *self.expr(frame, *only)
                {
                    return self.denote_symbol(frame, symbol);
                }
                for part in self.parts_by_default(frame, parts).into_iter().take(caps::MAX_OVERLOADS) {
                    merge(&mut found, self.denote(frame, part));
                }
                found
            }
            Expr::Literal(ref name) => vec![Found { what: Denotation::Builtin(name.clone()), rule: Rule::LocalScope }],
            _ => Vec::new(),
        }
    }

    fn denote_symbol(&mut self, frame: &Frame, symbol: u32) -> Vec<Found> {
        let Some(slot) = self.slot_of(&frame.file) else { return Vec::new() };
        let file = Arc::clone(&frame.file);
        self.asker.looked_at(&file, symbol);
        let Some(it) = file.facts.symbol(symbol) else { return Vec::new() };
        if it.kind == SymbolKind::Module {
            return self.module_symbol(&file, symbol);
        }
        vec![Found::symbol(Ref { file: slot, symbol }, Rule::LocalScope)]
    }

    /// The types that an extension block of `file` adds members to.
    pub(super) fn extended_types(&mut self, file: &Arc<Loaded>, extension: u32) -> Vec<Ref> {
        let Some(it) = file.facts.extension(extension) else { return Vec::new() };
        let frame = Frame::around(file, it.module);
        let named = self.denote(&frame, it.target);
        // Elsewhere what is added to an alias is found by its name.
        let aliases = file.habits().textual_includes;
        let mut types = Vec::new();
        for found in named {
            let Denotation::Symbol(symbol) = found.what else { continue };
            let is_alias = aliases && self.is(symbol, |it| it.kind == SymbolKind::TypeAlias);
            let behind = if is_alias { self.follow_alias(found) } else { vec![found] };
            types.extend(behind.into_iter().filter_map(|found| match found.what {
                Denotation::Symbol(symbol) if !self.is(symbol, |it| it.kind == SymbolKind::Macro) => Some(symbol),
                _ => None,
            }));
        }
        self.specialized_alone(&frame, it.target, types)
    }
}

/// Whether any of what was found is a definition.
pub(super) fn any_defined(found: &[Found]) -> bool {
    found.iter().any(|it| it.what.symbol().is_some())
}

/// Adds what is not there yet.
pub(super) fn merge(found: &mut Vec<Found>, more: impl IntoIterator<Item = Found>) {
    for it in more {
        if found.len() < caps::MAX_OVERLOADS && !found.iter().any(|other| other.what == it.what) {
            found.push(it);
        }
    }
}
