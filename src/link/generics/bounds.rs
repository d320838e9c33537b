//! Several bounds of one type parameter: a value of it is of all of them at once, and so is whatever else is of the parameter (`fn next(&self) -> Self`); and
//! what parameters are that nothing tells.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Name, caps};
use crate::languages::semantics::{Habits, Overriding};
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::generics::{Given, mentions, mentions_parameters};
use crate::link::outcome::rules::Rule;
use crate::link::types::parts::{Taken, sides_of};
use crate::link::types::widths::topmost;
use crate::link::types::{Args, Type, Typed};
use crate::shard::expr::{BOUND, Expr, ExprId, SELF};
use crate::shard::facts::{Flags, Generic, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// The types that a value may have as one: the first where unions do not count, but for bounds, all of which hold.
    pub(in crate::link) fn as_one(&self, types: Vec<Typed>, habits: &Habits) -> Type {
        self.all_bounds(&types, habits).unwrap_or_else(|| Type::one_of(types, habits.unions))
    }

    /// Interfaces of the repository as one type, where the types of a value are nothing else of it: where types conform by blocks, a value has one type, and
    /// is of several interfaces only by the bounds of a parameter.
    pub(in crate::link) fn all_bounds(&self, types: &[Typed], habits: &Habits) -> Option<Type> {
        if types.len() < 2 || habits.overriding != Overriding::Conformance {
            return None;
        }
        let own: Args =
            types.iter().map(|typed| &typed.ty).filter(|ty| matches!(ty, Type::Instance { .. })).take(caps::MAX_CANDIDATES).cloned().collect();
        (own.len() > 1 && own.iter().all(|ty| self.is_bound(ty))).then(|| Type::all_of(own))
    }

    /// Whether a call of a function by its path may tell what type parameters stand for: its own, or those of the block around it where no value is called on.
    pub(in crate::link) fn is_generic(&self, function: Ref) -> bool {
        let Some(file) = self.load(function.file) else { return false };
        let Some(it) = file.facts.symbol(function.symbol) else { return false };
        let of_block = |block: u32| file.facts.extension(block).is_some_and(|it| !it.generics.is_empty());
        // Where type variables are declared apart from what names them, their places tell.
        let takes_one = || it.params.iter().filter_map(|param| param.ty).any(|ty| mentions_parameters(&file.facts, ty, 0));
        !it.generics.is_empty()
            || (file.habits().variables_of_types && takes_one())
            || matches!(it.owner, Owner::Extension(block) if it.flags.has(Flags::STATIC) && of_block(block))
    }

    /// Notes what parameters stand for that the bounds of others bind to an associated type of theirs: `X: Visitable<Map = M>` where `X` is known.
    pub(in crate::link) fn told_by_bounds(&mut self, inside: &Frame, generics: &[Generic], given: &mut Given) {
        if inside.file.habits().overriding != Overriding::Conformance {
            return;
        }
        for generic in generics.iter().take(caps::MAX_CANDIDATES) {
            let Some(known) = given.iter().find(|(name, _)| *name == generic.name).map(|(_, ty)| ty.clone()) else { continue };
            for bound in generic.bounds.iter().take(caps::MAX_CANDIDATES) {
                let Expr::Apply { base, ref args } = *self.expr(inside, *bound) else { continue };
                let interfaces = self.denote(inside, base);
                let Some(interface) = interfaces.first().and_then(|it| self.interface_name(it)) else { continue };
                for arg in args {
                    let Expr::At { base: bound, ref key } = *self.expr(inside, *arg) else { continue };
                    let Some(name) = key.strip_prefix(BOUND).filter(|_| mentions_parameters(&inside.file.facts, bound, 0)) else { continue };
                    let types = self.types_for(inside, &known, &interface, name);
                    self.unify(inside, bound, &types, given, 0);
                }
            }
        }
    }

    /// What the associated type of this name is that an interface has for a type, one of the library too that a loop goes over.
    fn types_for(&mut self, inside: &Frame, ty: &Type, interface: &str, name: &str) -> Vec<Typed> {
        if let Type::Instance { ty: own, .. } = *ty {
            let ways = self.ways(own, interface, name);
            let types: Vec<Typed> = ways.into_iter().flat_map(|way| self.result_of(ty, way)).collect();
            if !types.is_empty() {
                return types;
            }
        }
        let habits = inside.file.habits();
        let is_taken_by_loop = habits.callbacks.handed_by.is_some_and(|(_, item)| item == name)
            && habits.holding.elements.iter().any(|(known, member, _)| *known == interface && *member == name);
        if !is_taken_by_loop {
            return Vec::new();
        }
        let typed = Typed::new(ty.clone(), Rule::DeclaredType);
        let held = match ty {
            Type::Instance { .. } => self.iterated(&typed),
            Type::Foreign { name, args } if habits.holding.collections.contains(&(name.as_str(), 1)) => sides_of(args, &[0, 1]).into_iter().collect(),
            // Of parts that are written out any may be the one.
            Type::Tuple(parts) if parts.len() != 1 => Vec::new(),
            _ => self.holds(inside, &typed, Taken::ByLoop),
        };
        held.into_iter().map(|ty| typed.element(ty)).collect()
    }

    /// Whether a type is only known by what bounds it: an interface, or an associated type that stands for nothing known.
    pub(in crate::link) fn is_bound(&self, ty: &Type) -> bool {
        let is_open = |it: &Symbol| it.kind.is_abstract_type() || (it.kind == SymbolKind::AssociatedType && it.ty.is_none());
        matches!(ty, Type::Instance { ty, .. } if self.is(*ty, is_open))
    }

    /// What the type of the receiver of `id` stands for in a member of one of the types that the receiver has: the type below where a type above is
    /// named, all bounds where the member is of one of them.
    pub(in crate::link) fn take_receiver(&mut self, frame: &Frame, id: ExprId, given: &mut Given) {
        let at = given.iter().position(|(name, _)| name == SELF);
        if let Some(below) = self.type_below(frame, id) {
            match at {
                Some(at) => given[at].1 = below,
                None => given.push((Name::new_static(SELF), below)),
            }
            return;
        }
        let Some(at) = at else { return };
        let Expr::Member { base, .. } = *self.expr(frame, id) else { return };
        if frame.file.habits().overriding != Overriding::Conformance || !self.is_bound(&given[at].1) {
            return;
        }
        let types = self.types(frame, base);
        if let Some(all) = self.all_bounds(&types, frame.file.habits())
            && all.parts().contains(&given[at].1)
        {
            given[at].1 = all;
        }
    }

    /// What type parameters of a function stand for that no argument can tell, where a member is named of what a call of it gives: what surrounds the call does
    /// not tell them there, and they are of the topmost type (Java Language Specification, 15.12, 18.5.1).
    pub(in crate::link) fn stand_alone(&mut self, frame: &Frame, callee: ExprId, function: Ref, given: &mut Given) {
        let Some(topmost) = topmost(frame.file.habits()).filter(|_| frame.in_body) else { return };
        let Some(file) = self.load(function.file) else { return };
        let Some(it) = file.facts.symbol(function.symbol).filter(|it| !it.generics.is_empty()) else { return };
        let mentioned = |id: ExprId, name: &Name| mentions(&file.facts, id, &|it| it == name.as_str(), 0);
        let is_open = |generic: &&Generic| {
            let is_known = given.iter().any(|(name, _)| *name == generic.name);
            let is_told = it.params.iter().filter_map(|param| param.ty).any(|ty| mentioned(ty, &generic.name));
            generic.bounds.is_empty() && !is_known && !is_told && it.ty.is_some_and(|ty| mentioned(ty, &generic.name))
        };
        let open: Vec<Name> = it.generics.iter().filter(is_open).map(|it| it.name.clone()).collect();
        if !open.is_empty() && self.calls_with_members().binary_search(&callee.0).is_ok() {
            given.extend(open.into_iter().map(|name| (name, topmost.clone())));
        }
    }

    /// What the linked body calls to name a member of what that gives, in order.
    fn calls_with_members(&mut self) -> Arc<[u32]> {
        let body = self.body;
        let found = self.memo.called_for_members.get_or_insert_with(|| {
            let bases = body.exprs.iter().filter_map(|expr| if let Expr::Member { base, .. } = expr { body.expr(*base) } else { None });
            let called = bases.filter_map(|base| match base {
                Expr::Call { callee } | Expr::CallWith { callee, .. } => Some(callee.0),
                _ => None,
            });
            called.collect::<BTreeSet<u32>>().into_iter().collect()
        });
        Arc::clone(found)
    }
}
