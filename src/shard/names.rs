//! What a name is bound to at the place where an extractor stands.

use super::body::Local;
use super::builder::{Binding, Builder, ScopeKind, index};
use super::expr::{Expr, ExprId};
use super::finish::look_up;

impl Builder<'_> {
    /// The local that `name` is bound to in the present scope chain, if the nearest binding is one. For re-assignments.
    pub fn find_local(&self, name: &str, at: usize) -> Option<u32> {
        match look_up(&self.scopes, name, self.scope, index(at)).first() {
            Some(Binding::Local(local)) => Some(*local),
            _ => None,
        }
    }

    /// The type parameter that `name` means in the present scope chain, if it means one.
    pub fn find_type_parameter(&self, name: &str, at: usize) -> Option<u32> {
        self.find_local(name, at).filter(|local| self.type_parameters.contains(local))
    }

    /// A local as far as it is known.
    pub fn local(&self, local: u32) -> Option<&Local> {
        self.body.local(local)
    }

    /// The import that a name is bound to so far.
    pub fn find_import(&self, name: &str, at: usize) -> Option<u32> {
        match look_up(&self.scopes, name, self.scope, index(at)).first() {
            Some(Binding::Import(import)) => Some(*import),
            _ => None,
        }
    }

    /// A name as the code around all functions sees it, if a definition or an import bears it there, else as it is seen here.
    pub fn name_outside(&mut self, name: &str, at: usize) -> ExprId {
        let scope = self.scope_outside();
        let outside = look_up(&self.scopes, name, scope, index(at));
        if outside.iter().all(|it| matches!(it, Binding::Local(_))) {
            return self.name(name, at);
        }
        self.expr(Expr::Raw { name: name.into(), scope, at: index(at) })
    }

    /// A name in front of `::`, where no value is meant: past a local of its name it is looked up around all functions.
    pub fn name_in_front(&mut self, name: &str, at: usize) -> ExprId {
        if self.find_local(name, at).is_none_or(|local| self.type_parameters.contains(&local)) {
            return self.name(name, at);
        }
        let scope = self.scope_outside();
        self.expr(Expr::Raw { name: name.into(), scope, at: index(at) })
    }

    /// The scope around all functions that the present one is inside of.
    fn scope_outside(&self) -> u32 {
        let mut scope = self.scope;
        let mut around = Some(scope);
        while let Some(current) = around {
            let here = &self.scopes[current as usize];
            around = here.parent;
            if here.kind == ScopeKind::Function {
                scope = here.parent.unwrap_or(scope);
            }
        }
        scope
    }
}
