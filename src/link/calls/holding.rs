//! What lists, maps and mapped types declare of what they hold, walked as expressions.

use super::callbacks::{Declared, collect};
use crate::base::{Name, caps};
use crate::link::eval::{Frame, Linker, activity};
use crate::link::generics::Given;
use crate::link::outcome::rules::Rule;
use crate::link::types::{Args, Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId, FACE, TEXT};

impl Linker<'_> {
    /// What a mapped type declares of the member that an expression names.
    pub(super) fn declared_by_mapping(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Declared> {
        let is_place = matches!(
            self.expr(frame, base),
            Expr::Instance { .. } | Expr::Parameter { .. } | Expr::Part { .. } | Expr::Element(_) | Expr::AnyOf(_) | Expr::Member { .. }
        );
        let mut found = Vec::new();
        for whole in if is_place { self.declared(frame, base) } else { Vec::new() } {
            if let Declared::Type(inside, ty) = whole {
                collect(&mut found, self.mapped_member(&inside, ty, name));
            }
        }
        found
    }

    /// What the mapped type that a type expression spells, or names, says of a member.
    fn mapped_member(&mut self, frame: &Frame, ty: ExprId, name: &str) -> Vec<Declared> {
        if !self.step() {
            return Vec::new();
        }
        let (named, args) = match *self.expr(frame, ty) {
            Expr::Apply { base, ref args } => (base, args.as_slice()),
            Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Member { .. } => (ty, &[][..]),
            _ => return Vec::new(),
        };
        if let (Some(mark), [_, key, value]) = (self.mark(frame, named), args) {
            let key = self.name_of_parameter(frame, *key).filter(|_| mark == FACE);
            return key.map(|key| Declared::Type(standing_for_name(frame, key, name), *value)).into_iter().collect();
        }
        let mut found = Vec::new();
        for it in self.denote(frame, named) {
            if it.what.name_outside().is_some_and(|outer| gives_members(frame, outer)) {
                collect(&mut found, args.first().map(|inner| self.mapped_member(frame, *inner, name)).unwrap_or_default());
                continue;
            }
            let Some(alias) = it.what.symbol() else { continue };
            let Some(file) = self.load(alias.file) else { continue };
            self.asker.looked_at(&file, alias.symbol);
            let Some(it) = file.facts.symbol(alias.symbol).filter(|it| it.kind.is_type()) else { continue };
            let spelled = it.ty.into_iter().chain(it.supertypes.iter().map(|above| above.ty));
            let is_mapped = |ty: &ExprId| matches!(file.facts.expr(*ty), Some(Expr::Apply { .. }));
            let spelled: Vec<ExprId> = spelled.filter(is_mapped).take(caps::MAX_CANDIDATES).collect();
            if spelled.is_empty() {
                continue;
            }
            let inside = Frame { given: self.standing_for(frame, &it.generics, args).into(), ..Frame::facts(&file, alias.symbol) };
            for ty in spelled {
                collect(&mut found, self.once(&file, alias.symbol, activity::ALIAS, |linker| linker.mapped_member(&inside, ty, name)));
            }
        }
        found
    }

    /// The types of a member of what only has the members of another type, where it is declared what each of these is: `{ [K in keyof T]: Box<T[K]> }`.
    pub(in crate::link) fn of_mapping(&mut self, frame: &Frame, id: ExprId) -> Vec<(Typed, Given)> {
        let Expr::Member { base, ref name } = *self.expr(frame, id) else { return Vec::new() };
        let is_face = |typed: &Typed| typed.ty.args().is_some_and(Args::is_untyped);
        if frame.file.habits().holding.by_name.is_empty() || !self.types(frame, base).iter().any(is_face) {
            return Vec::new();
        }
        let mut types = Vec::new();
        for whole in self.declared(frame, base) {
            let Declared::Type(inside, ty) = whole else { continue };
            for said in self.mapped_member(&inside, ty, name) {
                if let Declared::Type(inside, ty) = said {
                    merge(&mut types, self.instances(&inside, ty).into_iter().map(|it| it.through(Rule::DeclaredType)));
                }
            }
        }
        types.into_iter().map(|typed| (typed, Given::new())).collect()
    }

    fn name_of_parameter(&self, frame: &Frame, key: ExprId) -> Option<Name> {
        match self.expr(frame, key) {
            Expr::Generic { name, .. } => Some(name.clone()),
            Expr::Local(local) if frame.in_body => self.body.local(*local).map(|it| it.name.clone()),
            _ => None,
        }
    }

    /// What all members of a map are, by its type: `Record<string, Handler>`, an index signature, or another name for one of these.
    pub(super) fn values_of_map(&mut self, frame: &Frame, ty: ExprId) -> Vec<Declared> {
        if self.is_map(frame, ty) {
            return self.elements_of_type(frame, ty);
        }
        let (named, args) = match *self.expr(frame, ty) {
            Expr::Apply { base, ref args } => (base, args.as_slice()),
            _ => (ty, &[][..]),
        };
        let mut found = Vec::new();
        for it in self.denote(frame, named) {
            if let (true, Some(inner)) = (it.what.name_outside().is_some_and(|name| gives_members(frame, name)), args.first()) {
                collect(&mut found, self.values_of_map(frame, *inner));
                continue;
            }
            let Some(symbol) = it.what.symbol() else { continue };
            let Some(file) = self.load(symbol.file) else { continue };
            self.asker.looked_at(&file, symbol.symbol);
            let Some(it) = file.facts.symbol(symbol.symbol).filter(|it| it.kind.is_type()) else { continue };
            let inside = Frame { given: self.standing_for(frame, &it.generics, args).into(), ..Frame::facts(&file, symbol.symbol) };
            for map in it.ty.into_iter().chain(it.supertypes.iter().map(|above| above.ty)).take(caps::MAX_CANDIDATES) {
                if self.is_map(&inside, map) {
                    collect(&mut found, self.elements_of_type(&inside, map));
                }
            }
        }
        found
    }

    fn is_map(&self, frame: &Frame, ty: ExprId) -> bool {
        let Expr::Apply { base, .. } = self.expr(frame, ty) else { return false };
        matches!(self.expr(frame, *base), Expr::Free(name) if frame.file.habits().holding.keyed == Some(name.as_str()))
    }

    /// What the values of a list type are.
    pub(super) fn elements_of_type(&mut self, frame: &Frame, ty: ExprId) -> Vec<Declared> {
        if !self.step() {
            return Vec::new();
        }
        match self.expr(frame, ty) {
            Expr::Instance { ty, .. } => self.elements_of_type(frame, *ty),
            Expr::Tuple(parts) => parts.iter().map(|part| Declared::Type(frame.clone(), *part)).collect(),
            Expr::Apply { base, args } => {
                let collections = frame.file.habits().holding.collections;
                let Expr::Free(name) = self.expr(frame, *base) else { return Vec::new() };
                let side = collections.iter().find(|(list, _)| list == name).map(|(_, side)| *side);
                side.and_then(|side| args.get(side)).map(|element| Declared::Type(frame.clone(), *element)).into_iter().collect()
            }
            Expr::AnyOf(parts) | Expr::Generic { bounds: parts, .. } => {
                let mut found = Vec::new();
                for part in parts.iter().take(caps::MAX_CANDIDATES) {
                    collect(&mut found, self.elements_of_type(frame, *part));
                }
                found
            }
            _ => Vec::new(),
        }
    }
}

/// A frame in which a type parameter stands for the name of a member.
fn standing_for_name(frame: &Frame, parameter: Name, name: &str) -> Frame {
    let mut given: Given = frame.given.to_vec();
    given.retain(|(known, _)| *known != parameter);
    given.push((parameter, Type::text(&format!("{TEXT}{name}").into())));
    Frame { given: given.into(), ..frame.clone() }
}

/// Whether a generic type of the language has the members of its argument as they are.
fn gives_members(frame: &Frame, name: &str) -> bool {
    let holding = &frame.file.habits().holding;
    holding.transparent.contains(&name) && !holding.wrappers.contains(&name) && !holding.by_name.iter().any(|(known, _)| *known == name)
}
