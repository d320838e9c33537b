//! Scopes, and what they bind names to.

use std::collections::BTreeMap;

use super::courses::Step;
use crate::base::Name;

/// How a scope takes part in look-ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The file itself, an inline module or a namespace.
    Module,
    /// A function body: where hoisted variables land.
    Function,
    /// A block, loop, match arm or comprehension.
    Block,
    /// A type body whose members are visible by bare name in nested functions (Java, C++).
    Class,
    /// The same of a type with types above it: what these hold comes before what stands around the body.
    HeirClass,
    /// A type body whose members are not visible by bare name in nested functions (Python, ECMAScript, Rust).
    OpaqueClass,
    /// An inline module that sees nothing of what surrounds it (Rust): look-ups end here.
    Isolated,
}

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A local variable, parameter or type parameter.
    Local(u32),
    /// A definition.
    Symbol(u32),
    /// An import.
    Import(u32),
}

#[derive(Debug)]
pub(in crate::shard) struct Bound {
    pub binding: Binding,
    pub visible_from: u32,
}

#[derive(Debug)]
pub(in crate::shard) struct Scope {
    pub parent: Option<u32>,
    pub kind: ScopeKind,
    /// The bindings of each name, in source order: a look-up costs what one name has, not what the scope holds.
    pub bounds: BTreeMap<Name, Vec<Bound>>,
    /// The arm that it was opened in.
    pub arm: u32,
    /// How code that runs in order binds each name, in source order, where a language tells.
    pub courses: BTreeMap<Name, Vec<Step>>,
}

impl Scope {
    pub fn new(parent: Option<u32>, kind: ScopeKind, arm: u32) -> Self {
        Self { parent, kind, bounds: BTreeMap::new(), arm, courses: BTreeMap::new() }
    }
}
