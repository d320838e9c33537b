//! Scopes, and what they bind names to.

use std::collections::BTreeMap;

use super::courses::Step;
use super::{Builder, index};
use crate::base::{Name, caps};
use crate::shard::body::Local;
use crate::shard::expr::ExprId;

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

impl Builder<'_> {
    /// Opens a scope inside the present one and returns its index.
    pub fn open_scope(&mut self, kind: ScopeKind) -> u32 {
        let scope = index(self.scopes.len());
        self.scopes.push(Scope::new(Some(self.scope), kind, self.arms.open()));
        self.scope = scope;
        scope
    }

    /// Adds a scope beside the present chain without entering it, for names that live in a space of their own (Java's methods, which
    /// variables of the same name do not hide). Names are looked up in it by `Expr::Raw` with its index.
    pub fn add_scope(&mut self, parent: Option<u32>, kind: ScopeKind) -> u32 {
        self.scopes.push(Scope::new(parent, kind, self.arms.open()));
        index(self.scopes.len() - 1)
    }

    /// Closes the present scope.
    pub fn close_scope(&mut self) {
        self.scope = self.scopes[self.scope as usize].parent.unwrap_or(0);
    }

    /// Makes a scope that was closed the present one again: namespaces are opened many times. It must stand in the present scope.
    pub fn reopen_scope(&mut self, scope: u32) {
        self.scope = scope;
    }

    /// The present scope.
    pub fn scope(&self) -> u32 {
        self.scope
    }

    /// The innermost scope of a kind that holds hoisted variables: a function, a type body or the file.
    pub fn hoisting_scope(&self) -> u32 {
        let mut scope = self.scope;
        while self.scopes[scope as usize].kind == ScopeKind::Block {
            scope = self.scopes[scope as usize].parent.unwrap_or(0);
        }
        scope
    }

    /// Binds `name` in `scope` from byte `visible_from` on; 0 binds it for the whole scope. A later binding of one name hides an earlier one
    /// if both are locals; bindings of other kinds stand side by side.
    pub fn bind_in(&mut self, scope: u32, name: &str, binding: Binding, visible_from: usize) {
        if !name.is_empty() {
            let bound = Bound { binding, visible_from: index(visible_from) };
            self.scopes[scope as usize].bounds.entry(name.into()).or_default().push(bound);
        }
    }

    /// Takes the callables called `name` out of `scope`, for whoever has more of them than this file can tell.
    pub fn unbind_callables(&mut self, scope: u32, name: &str) {
        let symbols = &self.facts.symbols;
        if let Some(bounds) = self.scopes[scope as usize].bounds.get_mut(name) {
            bounds.retain(|it| !matches!(it.binding, Binding::Symbol(symbol) if symbols[symbol as usize].kind.is_callable()));
        }
    }

    /// Binds `name` in the present scope.
    pub fn bind(&mut self, name: &str, binding: Binding, visible_from: usize) {
        self.bind_in(self.scope, name, binding, visible_from);
    }

    /// Adds a local without binding it.
    pub fn add_local(&mut self, local: Local) -> u32 {
        self.body.locals.push(local);
        index(self.body.locals.len() - 1)
    }

    /// Adds a block-scoped local (`let`, `:=`, a parameter) and binds it in the present scope from `visible_from` on.
    pub fn declare(&mut self, local: Local, visible_from: usize) -> u32 {
        let name = local.name.clone();
        let local = self.add_local(local);
        self.bind(&name, Binding::Local(local), visible_from);
        local
    }

    /// Notes an assignment to a function-scoped local (Python, `var`), which it creates in the hoisting scope where it is not bound there yet.
    pub fn assign_hoisted(&mut self, name: &str, ty: Option<ExprId>, value: Option<ExprId>) -> u32 {
        let scope = self.hoisting_scope();
        let found = self.scopes[scope as usize].bounds.get(name).into_iter().flatten().find_map(|bound| match bound.binding {
            Binding::Local(local) => Some(local),
            _ => None,
        });
        let local = found.unwrap_or_else(|| {
            let local = self.add_local(Local { name: name.into(), ty: None, values: Vec::new(), receiver: false, parameter_of: None });
            self.bind_in(scope, name, Binding::Local(local), 0);
            local
        });
        self.assign(local, ty, value);
        local
    }

    /// Adds a declared type or an assigned value to a local.
    pub fn assign(&mut self, local: u32, ty: Option<ExprId>, value: Option<ExprId>) {
        if let Some(local) = self.body.locals.get_mut(local as usize) {
            local.ty = local.ty.or(ty);
            if let Some(value) = value
                && local.values.len() < caps::MAX_ASSIGNED
            {
                local.values.push(value);
            }
        }
    }

    /// Makes one bound take the place of those of a type parameter.
    pub fn bound_anew(&mut self, parameter: u32, bound: ExprId) {
        if let Some(local) = self.body.locals.get_mut(parameter as usize) {
            local.values = vec![bound];
        }
    }

    /// The scope from which a value of a name is looked up: outside of those that have but type parameters of it.
    pub(super) fn scope_of_value(&self, name: &str) -> u32 {
        let is_parameter = |it: &Bound| matches!(it.binding, Binding::Local(local) if self.type_parameters.contains(&local));
        let (mut from, mut at) = (self.scope, Some(self.scope).filter(|_| !self.type_parameters.is_empty()));
        while let Some(scope) = at.and_then(|at| self.scopes.get(at as usize)) {
            at = scope.parent;
            match scope.bounds.get(name) {
                Some(bounds) if !bounds.iter().all(is_parameter) => break,
                Some(_) => from = at.unwrap_or(from),
                None => {}
            }
        }
        from
    }

    /// Adds a bound to those of a type parameter.
    pub fn one_more_bound(&mut self, parameter: u32, bound: ExprId) {
        if let Some(local) = self.body.locals.get_mut(parameter as usize)
            && local.values.len() < caps::MAX_ASSIGNED
        {
            local.values.push(bound);
        }
    }

    /// Binds a type parameter to its bounds: used as a type, it stands for any of them.
    pub fn type_parameter(&mut self, name: &str, bounds: Vec<ExprId>) {
        let local = self.add_local(Local { name: name.into(), ty: None, values: bounds, receiver: false, parameter_of: None });
        self.type_parameters.insert(local);
        self.bind(name, Binding::Local(local), 0);
    }
}
