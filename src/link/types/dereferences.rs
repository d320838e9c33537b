//! What a value gives by a sign in front of it or a range behind it: by dereferencing it, by the methods that signs stand for, by a range of its places.

use super::parts::{put_into, unwrap};
use super::{Type, Typed, merge};
use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::generics::Given;
use crate::link::identity::type_name;
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{Expr, ExprId, SELF};

/// How often what a value stands for is taken for what that stands for.
const MAX_TARGETS: u32 = 4;

impl Linker<'_> {
    /// What a value stands for that no reference leads to: what its type says of that, where the type itself is declared for it. What another name stands for
    /// may be a reference.
    pub(in crate::link) fn targets(&mut self, frame: &Frame, value: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, value) {
            let targets = self.dereferenced(&typed);
            if targets.is_empty() || !self.is_declared_as(frame, value, &typed) {
                merge(&mut types, unwrap(frame.file.habits(), typed));
            }
            merge(&mut types, targets);
        }
        types
    }

    /// What a value of the repository's own type stands for by an interface that says so.
    pub(in crate::link) fn dereferenced(&mut self, typed: &Typed) -> Vec<Typed> {
        let dereference = self.own.habits().holding.dereference.filter(|(interface, _)| !interface.is_empty());
        dereference.map(|(interface, member)| self.results_of_ways(typed, interface, member)).unwrap_or_default()
    }

    /// Whether the declaration of a variable names the type that it is of.
    fn is_declared_as(&mut self, frame: &Frame, value: ExprId, typed: &Typed) -> bool {
        let (Expr::Local(local), Type::Instance { ty, .. }) = (self.expr(frame, value), &typed.ty) else { return false };
        let Some(mut declared) = self.body.local(*local).filter(|_| frame.in_body).and_then(|it| it.ty) else { return false };
        // Pointers of the library are written around it.
        for _ in 0..MAX_TARGETS {
            let (named, inner) = match self.expr(frame, declared) {
                Expr::Apply { base, args } => (*base, args.first().copied()),
                _ => (declared, None),
            };
            if self.denote(frame, named).iter().any(|it| it.what == Denotation::Symbol(*ty)) {
                return true;
            }
            let Some(inner) = inner else { break };
            declared = inner;
        }
        false
    }

    /// What a sign in front of a value gives: what the method of its type says that the sign stands for. What is not of the repository keeps its type.
    pub(in crate::link) fn turned_by(&mut self, frame: &Frame, value: ExprId, method: &str) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, value) {
            let Type::Instance { ty, .. } = typed.ty else {
                merge(&mut types, [typed]);
                continue;
            };
            let mut ways: Vec<Ref> = self.type_member(ty, method).into_iter().filter_map(|it| it.what.symbol()).collect();
            ways.retain(|way| self.is(*way, |it| it.kind.is_callable()));
            if ways.is_empty() && self.gives_itself(&typed, method, 0) {
                merge(&mut types, [typed]);
                continue;
            }
            for way in ways {
                merge(&mut types, self.result_of(&typed.ty, way).into_iter().map(|it| it.through(typed.rule).through(Rule::ReturnType)));
            }
        }
        types
    }

    /// Whether an interface, or one above it, says that the method of a foreign interface gives what it is called on: `trait Scalar: Neg<Output = Self>`.
    fn gives_itself(&mut self, typed: &Typed, method: &str, depth: u32) -> bool {
        let Type::Instance { ty, .. } = typed.ty else { return false };
        let Some(file) = self.load(ty.file) else { return false };
        let Some(it) = file.facts.symbol(ty.symbol).filter(|it| it.kind.is_abstract_type()) else { return false };
        if depth >= MAX_TARGETS || !self.step() {
            return false;
        }
        self.asker.looked_at(&file, ty.symbol);
        let given: Given = vec![(Name::new_static(SELF), typed.ty.clone())];
        let frame = Frame { given: given.into(), ..Frame::facts(&file, ty.symbol) };
        let above: Vec<Typed> = it.supertypes.iter().take(caps::MAX_SUPERTYPES).flat_map(|above| self.instances(&frame, above.ty)).collect();
        above.into_iter().any(|above| match &above.ty {
            Type::Foreign { name, args } => name.eq_ignore_ascii_case(method) && args.last() == Some(&typed.ty),
            Type::Instance { ty: other, .. } => *other != ty && self.gives_itself(&above, method, depth + 1),
            _ => false,
        })
    }

    /// A part of a value that a range tells: what its type says of ranges, or what it stands for says. A list or text of the language gives a part of what it
    /// stands for, which is of the same type as its parts: `String` text, `Vec` a slice.
    pub(in crate::link) fn sliced(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            merge(&mut types, self.slices_of(typed, 0));
        }
        types
    }

    /// The part of a list from outside that a method gives which is handed a range for a place: `list.get(1..)`.
    pub(in crate::link) fn sliced_by_call(&mut self, frame: &Frame, callee: ExprId, base: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        let Some((_, wrapped)) = habits.holding.slicing.iter().find(|(method, _)| *method == name).filter(|_| frame.in_body) else {
            return Vec::new();
        };
        let arguments = self.arguments(callee);
        let places = if let [place] = arguments.as_slice() { self.types(frame, *place) } else { Vec::new() };
        let is_range = |typed: &Typed| match &typed.ty {
            Type::Foreign { name, .. } | Type::External { name, .. } => habits.holding.ranges.contains(&name.as_str()),
            _ => false,
        };
        if places.is_empty() || !places.iter().all(is_range) {
            return Vec::new();
        }
        let mut lists = self.types(frame, base);
        lists.retain(|typed| matches!(typed.ty, Type::Foreign { .. }));
        let mut parts = Vec::new();
        for list in lists {
            merge(&mut parts, self.slices_of(list, 0).into_iter().map(|part| Typed::new(put_into(habits, part.ty, wrapped), part.rule)));
        }
        parts
    }

    fn slices_of(&mut self, typed: Typed, depth: u32) -> Vec<Typed> {
        if let Type::Foreign { name, args } = &typed.ty {
            let stands_for = self.own.habits().extended_foreign.unwrap_or_default().iter().find(|(outer, _)| outer == name);
            let ty = stands_for.map(|(_, inner)| Type::Foreign { name: Name::new_static(inner), args: args.clone() });
            return vec![ty.map_or_else(|| typed.clone(), |ty| Typed::new(ty, typed.rule))];
        }
        let Type::Instance { ty, .. } = typed.ty else { return vec![typed] };
        let Some((interface, member, _)) = self.own.habits().holding.elements.first() else { return Vec::new() };
        let mut slices = Vec::new();
        let mut ways = self.ways(ty, interface, member);
        ways.retain(|way| self.is_by_range(*way));
        for way in ways {
            merge(&mut slices, self.result_of(&typed.ty, way).into_iter().map(|result| typed.element(result.ty)));
        }
        if slices.is_empty() && depth < MAX_TARGETS {
            for target in self.dereferenced(&typed) {
                merge(&mut slices, self.slices_of(target, depth + 1));
            }
        }
        slices
    }

    /// Of what a type says of its places, what it says of those that a number or a key tells, where it says both.
    pub(in crate::link) fn retain_single(&self, ways: &mut Vec<Ref>) {
        if ways.len() > 1 && !ways.iter().all(|way| self.is_by_range(*way)) {
            ways.retain(|way| !self.is_by_range(*way));
        }
    }

    /// Whether a member stands in a block that adds an interface for places that a range tells: `impl Index<Range<usize>> for T`.
    fn is_by_range(&self, way: Ref) -> bool {
        let Some((file, block)) = self.block_of(way) else { return false };
        let facts = &file.facts;
        let argument = || match facts.expr(facts.extension(block)?.interface?)? {
            Expr::Apply { args, .. } => match facts.expr(*args.first()?)? {
                Expr::Apply { base, .. } => type_name(facts, *base),
                _ => type_name(facts, args[0]),
            },
            _ => None,
        };
        argument().is_some_and(|name| file.habits().holding.ranges.contains(&name))
    }
}
