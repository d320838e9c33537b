//! Type parameters, what bounds them, and type arguments behind names.

use tree_sitter::Node;

use super::matches::{Found, bare};
use super::values::Values;
use super::vocabulary::{Head, Part};
use super::walk::{Inside, Walk};
use crate::base::{Name, caps};
use crate::languages::syntax;
use crate::shard::builder::Builder;
use crate::shard::counted::counted;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Generic, Symbol, SymbolKind};

/// How many types a list of type parameters or arguments has: `<>` has one that is not written, `<,>` two.
pub fn count(list: Node<'_>) -> usize {
    1 + syntax::all_children(list).iter().filter(|it| it.kind() == ",").count()
}

impl<'tree> Walk<'_, 'tree> {
    /// What a definition is called whose type parameters, or those of the type that it builds, are part of its name.
    pub(super) fn counted(&self, builder: &mut Builder<'_>, found: &Found<'tree>, kind: SymbolKind, name: &str) -> Option<Name> {
        if let Some(types) = found.part(Part::Types) {
            return Some(counted(name, count(types)));
        }
        let Some(Inside::Symbol(ty, _)) = self.innermost_type().filter(|_| kind == SymbolKind::Constructor) else { return None };
        let ty = builder.symbol_mut(ty);
        (ty.shown() == name).then(|| ty.name.clone())
    }

    pub fn type_parameter(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let (name, _) = bare(found.name(), builder.text());
        let bound = found.part(Part::Type).and_then(|node| self.values.ty(builder, node));
        let bounds: Vec<ExprId> = bound.into_iter().collect();
        builder.type_parameter(name, bounds.clone());
        if let Some(symbol) = self.taking_types(builder)
            && symbol.generics.len() < caps::MAX_VALUES
        {
            symbol.generics.push(Generic { name: name.into(), bounds, default: None });
        }
    }

    /// A bound that stands apart from the parameter that it is of.
    pub fn bound(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let (name, span) = bare(found.name(), builder.text());
        let Some(bound) = found.part(Part::Type).and_then(|node| self.values.ty(builder, node)) else { return };
        let Some(local) = builder.find_local(name, span.start as usize) else { return };
        builder.one_more_bound(local, bound);
        if let Some(generic) = self.taking_types(builder).and_then(|symbol| symbol.generics.iter_mut().find(|it| it.name == name)) {
            generic.bounds.push(bound);
        }
    }

    /// The definition that type parameters here are of, where it is a type or can be called.
    fn taking_types<'b>(&self, builder: &'b mut Builder<'_>) -> Option<&'b mut Symbol> {
        match self.frames.last()?.inside {
            Inside::Symbol(index, kind) if kind.is_type() || kind.is_callable() => Some(builder.symbol_mut(index)),
            _ => None,
        }
    }
}

impl<'tree> Values<'_, 'tree> {
    /// What a name denotes with the type arguments behind it. `#set! held` says that what a type means alone tells nothing of values that are held.
    pub fn applied(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, target: ExprId) -> ExprId {
        self.applied_within(builder, found, target, 0)
    }

    pub(super) fn applied_within(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, target: ExprId, depth: u32) -> ExprId {
        let is_type = matches!(found.head, Head::Reference { .. });
        let Some(types) = found.part(Part::Types).filter(|_| is_type) else { return target };
        let written: Vec<Node<'tree>> = syntax::children(types);
        let mut args: Vec<ExprId> = Vec::new();
        for it in written.into_iter().take(caps::MAX_VALUES) {
            let form = self.forms.get(&it.id()).and_then(|index| self.found.get(*index));
            let is_unsaid = form.is_some_and(|form| self.compiled.property(form.pattern, "held").is_some());
            args.push(if is_unsaid { builder.unknown() } else { self.value_within(builder, it, depth) });
        }
        if args.is_empty() { target } else { builder.expr(Expr::Apply { base: target, args }) }
    }
}
