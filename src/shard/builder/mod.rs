//! Collects what an extractor sees while it walks one syntax tree: definitions, scopes, bindings, sites.
//!
//! Names are written down with the scope they stand in and resolved when the whole file has been seen ([`super::finish`]): order does not matter.
//! Scopes and what they bind are in `scopes`, uses of names in `sites`; the symbolic expressions that stand for types and values are made in `exprs`.

mod courses;
mod exprs;
mod notes;
mod scopes;
mod sites;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;
use std::sync::Arc;

pub use courses::Way;
pub(super) use courses::{Arms, course};
pub(super) use exprs::KEPT_ARGUMENTS;
pub use scopes::{Binding, ScopeKind};
pub(super) use scopes::{Bound, Scope};

use super::apart::Apart;
use super::body::{Body, Mention, Place};
use super::config::ConfigFact;
use super::expr::{Expr, ExprId};
use super::facts::{Extension, Facts, Flags, Import, Owner, Symbol};
use crate::base::codes::Code;
use crate::base::problem::Problem;
use crate::base::span::ByteSpan;
use crate::base::{Name, caps, codes};

/// Collects one file. Every limit ends in one problem per file.
#[derive(Debug)]
pub struct Builder<'text> {
    pub(super) text: &'text str,
    pub(super) facts: Facts,
    pub(super) body: Body,
    pub(super) scopes: Vec<Scope>,
    /// Values returned by each callable, by symbol.
    pub(super) returns: Vec<(u32, ExprId)>,
    pub(super) scope: u32,
    owners: Vec<Owner>,
    /// The qualified names of what extensions extend, as far as they are told.
    holders: BTreeMap<u32, Name>,
    chain: Vec<u32>,
    nesting: Vec<(u32, u32)>,
    limited: bool,
    /// Levels of the syntax tree above the present one.
    depth: u32,
    too_deep: bool,
    /// What is added now is left out of builds with default settings.
    pub(super) optional: bool,
    pub(super) late: bool,
    /// What values of definitions call keeps what it hands over.
    pub(super) keeps_handed: bool,
    /// Which definitions of one name are not meant where.
    pub(super) apart: Apart,
    pub(super) type_parameters: BTreeSet<u32>,
    /// Imports of all that a module has, by the block that they are written in.
    pub(super) block_wildcards: BTreeMap<u32, Vec<u32>>,
    /// The arms of what chooses which code runs.
    pub(super) arms: Arms,
}

impl<'text> Builder<'text> {
    /// A builder for one decoded file.
    pub fn new(text: &'text str) -> Self {
        Self {
            text,
            facts: Facts::default(),
            body: Body { exprs: vec![Expr::Unknown], ..Body::default() },
            scopes: vec![Scope::new(None, ScopeKind::Module, 0)],
            returns: Vec::new(),
            scope: 0,
            owners: Vec::new(),
            holders: BTreeMap::new(),
            chain: vec![0],
            nesting: Vec::new(),
            limited: false,
            depth: 0,
            too_deep: false,
            optional: false,
            late: false,
            keeps_handed: false,
            apart: Apart::default(),
            type_parameters: BTreeSet::new(),
            block_wildcards: BTreeMap::new(),
            arms: Arms::new(),
        }
    }

    /// From inside of a nested function a name means whatever the function around it ever binds it to, not what it was last bound to above (Python).
    pub fn see_surroundings_late(&mut self) {
        self.late = true;
    }

    /// The decoded text.
    pub fn text(&self) -> &'text str {
        self.text
    }

    /// Sets the declared package or namespace of the file.
    pub fn set_namespace(&mut self, namespace: impl Into<Name>) {
        self.facts.namespace = Some(namespace.into());
    }

    // --- depth ---

    /// Goes one level down the syntax tree; `false` where extraction ends ([`Self::too_deep`]). Each success is paired with [`Self::ascend`].
    pub fn descend(&mut self, at: ByteSpan, message: Arguments<'_>) -> bool {
        let follows = self.depth < caps::MAX_DEPTH;
        if follows {
            self.depth += 1;
        } else {
            self.too_deep(at, message);
        }
        follows
    }

    /// Comes back from [`Self::descend`].
    pub fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Says, once a file, that what stands at `at` is nested deeper than is followed.
    pub fn too_deep(&mut self, at: ByteSpan, message: Arguments<'_>) {
        if !self.too_deep {
            self.too_deep = true;
            self.problem(&codes::P_DEPTH, at, message.to_string());
        }
    }

    // --- definitions and imports ---

    /// Adds a definition under the present owner and returns its index. Does not bind its name: see [`Self::bind`].
    pub fn symbol(&mut self, mut symbol: Symbol, place: Place) -> u32 {
        symbol.owner = self.owner();
        symbol.flags = symbol.flags.when(self.optional, Flags::OPTIONAL_BUILD);
        let holder = if let Owner::Extension(extension) = symbol.owner { self.holders.get(&extension) } else { None };
        let owner = holder.map_or_else(|| self.facts.owner_name(symbol.owner), Name::as_str);
        symbol.qualified = if owner.is_empty() { symbol.name.clone() } else { smol_str::format_smolstr!("{owner}.{}", symbol.name) };
        if self.owners.iter().any(|owner| matches!(owner, Owner::Symbol(index) if self.facts.symbols[*index as usize].kind.is_callable())) {
            symbol.flags = symbol.flags.with(Flags::NESTED);
        }
        if self.facts.symbols.len() >= caps::MAX_SYMBOLS {
            self.limit("definitions");
            return index(self.facts.symbols.len() - 1);
        }
        self.facts.symbols.push(symbol);
        self.body.places.push(place);
        self.nesting.push((0, 0));
        index(self.facts.symbols.len() - 1)
    }

    /// The definition at `index`, to complete it.
    pub fn symbol_mut(&mut self, index: u32) -> &mut Symbol {
        &mut self.facts.symbols[index as usize]
    }

    /// Tells apart from their likes the callables that an extension holds, of the definitions from `first` on.
    pub fn overload(&mut self, extension: u32, first: usize, hash: u64) {
        let own = self.facts.symbols.iter_mut().skip(first).filter(|it| it.owner == Owner::Extension(extension) && it.kind.is_callable());
        own.for_each(|it| it.overload = Some(hash));
    }

    /// What the file has told so far.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// How many definitions there are so far.
    pub fn symbol_count(&self) -> usize {
        self.facts.symbols.len()
    }

    /// The place of the definition at `index`, to complete it.
    pub fn place_mut(&mut self, index: u32) -> &mut Place {
        &mut self.body.places[index as usize]
    }

    /// Adds an extension block and returns its index.
    pub fn extension(&mut self, mut extension: Extension) -> u32 {
        extension.module = self.owners.iter().rev().find_map(|owner| match owner {
            Owner::Symbol(index) => Some(*index),
            _ => None,
        });
        self.facts.extensions.push(extension);
        index(self.facts.extensions.len() - 1)
    }

    /// Tells the qualified name of what an extension extends, of which its members are.
    pub fn holder(&mut self, extension: u32, qualified: Name) {
        self.holders.insert(extension, qualified);
    }

    /// Makes `owner` the owner of what is added until [`Self::leave`].
    pub fn enter(&mut self, owner: Owner) {
        self.owners.push(owner);
    }

    /// Ends the innermost owner.
    pub fn leave(&mut self) {
        self.owners.pop();
    }

    /// The present owner.
    pub fn owner(&self) -> Owner {
        self.owners.last().copied().unwrap_or(Owner::File)
    }

    /// The innermost definition around the present place.
    pub fn enclosing(&self) -> Option<u32> {
        self.owners.iter().rev().find_map(|owner| match owner {
            Owner::Symbol(index) => Some(*index),
            _ => None,
        })
    }

    /// The innermost function, method or constructor around the present place.
    pub fn enclosing_callable(&self) -> Option<u32> {
        self.owners.iter().rev().find_map(|owner| match owner {
            Owner::Symbol(index) if self.facts.symbols[*index as usize].kind.is_callable() => Some(*index),
            _ => None,
        })
    }

    /// Notes a value that the enclosing callable returns.
    pub fn returns(&mut self, value: ExprId) {
        if let Some(symbol) = self.enclosing_callable() {
            self.returns.push((symbol, value));
        }
    }

    /// Adds an import and returns its index. Does not bind its name.
    pub fn import(&mut self, mut import: Import, statement: ByteSpan) -> u32 {
        import.optional_build |= self.optional;
        self.facts.imports.push(import);
        self.body.import_spans.push(statement);
        index(self.facts.imports.len() - 1)
    }

    /// The imports so far, to complete them.
    pub fn imports_mut(&mut self) -> &mut [Import] {
        &mut self.facts.imports
    }

    // --- the rest ---

    /// Counts a branching construct of the enclosing callable, nested in those still open.
    pub fn open_branch(&mut self) {
        if let Some(symbol) = self.enclosing_callable() {
            let (open, deepest) = &mut self.nesting[symbol as usize];
            *open += 1;
            *deepest = (*deepest).max(*open);
            let deepest = *deepest;
            let place = &mut self.body.places[symbol as usize];
            place.branches += 1;
            place.depth = deepest;
        }
    }

    /// Ends the innermost branching construct.
    pub fn close_branch(&mut self) {
        if let Some(symbol) = self.enclosing_callable() {
            let (open, _) = &mut self.nesting[symbol as usize];
            *open = open.saturating_sub(1);
        }
    }

    /// Counts a branching construct of the enclosing callable that nests nothing: `&&`, `||`.
    pub fn count_branch(&mut self) {
        if let Some(symbol) = self.enclosing_callable() {
            self.body.places[symbol as usize].branches += 1;
        }
    }

    /// Adds a mention of a name in prose.
    pub fn mention(&mut self, name: &str, span: ByteSpan) {
        if self.body.mentions.len() >= caps::MAX_MENTIONS {
            self.limit("mentions");
            return;
        }
        self.body.mentions.push(Mention { name: name.into(), span });
    }

    /// Sets what a manifest or configuration file says.
    pub fn config(&mut self, config: ConfigFact) {
        self.facts.config = Some(Arc::new(config));
    }

    /// Adds a problem.
    pub fn problem(&mut self, code: &Code, span: ByteSpan, message: String) {
        self.body.problems.push(Problem { code: code.name.into(), span, message });
    }

    /// Notes a block of unsafe code.
    pub fn unsafe_block(&mut self, span: ByteSpan) {
        self.body.unsafe_blocks.push(span);
    }

    /// Takes back the problems of a code, where a second look found the text sound.
    pub fn forget_problems(&mut self, code: &Code) {
        self.body.problems.retain(|problem| problem.code != code.name);
    }

    fn limit(&mut self, what: &str) {
        if !self.limited {
            self.limited = true;
            self.problem(&codes::P_LIMIT, ByteSpan::default(), format!("more {what} than are kept of one file"));
        }
    }
}

/// Counts are capped far below `u32::MAX`.
pub(super) fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
