//! Makes the symbolic expressions of one file: what languages share of them is said here once.

use super::{Builder, index};
use crate::base::caps;
use crate::shard::expr::{Expr, ExprId, FUNCTION};

/// Arguments of a call that facts keep.
pub(in crate::shard) const KEPT_ARGUMENTS: usize = 4;

impl Builder<'_> {
    /// The expression that says nothing.
    pub fn unknown(&self) -> ExprId {
        ExprId(0)
    }

    /// Adds an expression. Past the file's limit everything is unknown.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        let depth = match &expr {
            // The bounds of a type parameter are no links of its chain.
            Expr::Generic { .. } => 0,
            chain => chain.parts().map(|part| self.depth(part)).max().unwrap_or(0),
        } + 1;
        if depth > caps::MAX_BODY_CHAIN {
            return self.unknown();
        }
        if self.body.exprs.len() >= caps::MAX_EXPRS {
            self.limit("symbolic expressions");
            return self.unknown();
        }
        let id = ExprId(index(self.body.exprs.len()));
        self.body.exprs.push(expr);
        self.chain.push(depth);
        id
    }

    /// An expression that was added before.
    pub fn at(&self, id: ExprId) -> &Expr {
        self.body.expr(id).unwrap_or(&Expr::Unknown)
    }

    fn depth(&self, id: ExprId) -> u32 {
        self.chain.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// A name that stands at byte `at` in the present scope.
    pub fn name(&mut self, name: &str, at: usize) -> ExprId {
        let scope = self.scope;
        self.expr(Expr::Raw { name: name.into(), scope, at: index(at) })
    }

    /// The same of a value where types have names of their own: a type parameter of the name hides nothing.
    pub fn value_name(&mut self, name: &str, at: usize) -> ExprId {
        let scope = self.scope_of_value(name);
        self.expr(Expr::Raw { name: name.into(), scope, at: index(at) })
    }

    /// Says that `id`, a name, stands in front of a `.` where modules and types stand in front of another mark.
    pub fn receiver(&mut self, id: ExprId) {
        self.body.receivers.push(id);
    }

    /// `base.name`.
    pub fn member(&mut self, base: ExprId, name: &str) -> ExprId {
        self.expr(Expr::Member { base, name: name.into() })
    }

    /// What calling `callee` returns.
    pub fn call(&mut self, callee: ExprId) -> ExprId {
        self.expr(Expr::Call { callee })
    }

    /// A value declared to be of type `ty`.
    pub fn instance(&mut self, ty: ExprId) -> ExprId {
        self.expr(Expr::Instance { ty, built: false })
    }

    /// A value that a constructor of `ty` built.
    pub fn built(&mut self, ty: ExprId) -> ExprId {
        self.expr(Expr::Instance { ty, built: true })
    }

    /// A literal of a built-in type.
    pub fn literal(&mut self, ty: &str) -> ExprId {
        self.expr(Expr::Literal(ty.into()))
    }

    /// A name that no scope of the file answers: one of the language, its library or another package.
    pub fn free(&mut self, name: &str) -> ExprId {
        self.expr(Expr::Free(name.into()))
    }

    /// `base` with type arguments; `base` itself where none are written.
    pub fn applied(&mut self, base: ExprId, args: Vec<ExprId>) -> ExprId {
        if args.is_empty() { base } else { self.expr(Expr::Apply { base, args }) }
    }

    /// What calling `callee` returns where type arguments may be written for it: `make::<T>()`, `Use.<T>f()`.
    pub fn generic_call(&mut self, callee: ExprId, written: Vec<ExprId>) -> ExprId {
        let callee = self.applied(callee, written);
        self.call(callee)
    }

    /// A call with what it hands over, as facts keep it where that may tell what it gives: the values of names, calls and types.
    pub fn kept_call(&mut self, callee: ExprId, handed: impl IntoIterator<Item = ExprId>) -> Option<ExprId> {
        let unknown = self.unknown();
        let mut args = Vec::new();
        for arg in handed.into_iter().take(KEPT_ARGUMENTS) {
            let tells = matches!(self.at(arg), Expr::Raw { .. } | Expr::Member { .. } | Expr::Call { .. } | Expr::Instance { .. });
            args.push(if tells { arg } else { unknown });
        }
        let tells = args.iter().any(|arg| *arg != unknown);
        tells.then(|| self.expr(Expr::CallWith { callee, args }))
    }

    /// A function without a name as a value: it is known by what it gives.
    pub fn function_giving(&mut self, given: ExprId) -> ExprId {
        let base = self.literal(FUNCTION);
        self.applied(base, vec![given])
    }

    /// Any of several expressions, the unknown among them; the first few count.
    pub fn any_of(&mut self, exprs: impl IntoIterator<Item = ExprId>) -> ExprId {
        let mut several = Vec::new();
        for expr in exprs {
            if several.len() < caps::MAX_CANDIDATES && !several.contains(&expr) {
                several.push(expr);
            }
        }
        match several.as_slice() {
            [] => self.unknown(),
            [one] => *one,
            _ => self.expr(Expr::AnyOf(several)),
        }
    }

    /// Any of those expressions that tell something.
    pub fn any_known_of(&mut self, exprs: impl IntoIterator<Item = ExprId>) -> ExprId {
        let unknown = self.unknown();
        self.any_of(exprs.into_iter().filter(|expr| *expr != unknown))
    }
}
