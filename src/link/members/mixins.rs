//! Classes that a function makes of others, where one extends what a call gives: `class A extends Mix(Base)`.

use crate::base::caps;
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::outcome::rules::Rule;
use crate::link::types::Type;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Heritage, SymbolKind};

/// Most calls of which one is an argument of another.
const MAX_MIXED: u32 = 8;

impl Linker<'_> {
    /// The classes that a call gives which is extended: the one that the function returns, and those among the arguments where that one extends what it
    /// is handed.
    pub(in crate::link) fn mixed(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        let mut classes = Vec::new();
        if matches!(self.expr(frame, id), Expr::Call { .. } | Expr::CallWith { .. }) {
            self.mix(frame, id, 0, &mut classes);
        }
        classes
    }

    fn mix(&mut self, frame: &Frame, id: ExprId, depth: u32, classes: &mut Vec<Found>) {
        if depth > MAX_MIXED || !self.step() {
            return;
        }
        let args = match self.expr(frame, id) {
            Expr::Call { .. } => Vec::new(),
            Expr::CallWith { args, .. } => args.clone(),
            _ => {
                let meant = self.classes_of(frame, id);
                merge(classes, meant);
                return;
            }
        };
        let mut returned = self.classes_of(frame, id);
        returned.iter_mut().for_each(|it| it.rule = Rule::ReturnType);
        let handed = !returned.is_empty() && returned.iter().all(|it| self.extends_parameter(it));
        merge(classes, returned);
        if handed {
            for arg in args.into_iter().take(caps::MAX_CANDIDATES) {
                self.mix(frame, arg, depth + 1, classes);
            }
        }
    }

    /// The classes that a value is.
    fn classes_of(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        let types = self.types(frame, id).into_iter();
        let classes = types.filter_map(|typed| if let Type::Object(ty) = typed.ty { Some(Found::symbol(ty, typed.rule)) } else { None });
        classes.filter(|it| self.is_found(it, |it| it.kind == SymbolKind::Class)).collect()
    }

    /// Whether a class extends what its file knows by no definition or import: a parameter of the function that makes it, or what a call of it gives.
    fn extends_parameter(&mut self, class: &Found) -> bool {
        let Denotation::Symbol(ty) = class.what else { return false };
        let Some(file) = self.load(ty.file) else { return false };
        self.asker.looked_at(&file, ty.symbol);
        let Some(it) = file.facts.symbol(ty.symbol) else { return false };
        let known = |id: ExprId| matches!(file.facts.expr(id), Some(Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Member { .. }));
        it.supertypes.iter().any(|it| it.heritage == Heritage::Extends && !known(it.ty))
    }
}
