//! What values build: `new it.Class()` where what is named holds a class, or is of a type that says what building one gives.

use super::{Args, Type, Typed, merge};
use crate::base::caps;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::{Given, is_unknown, pair};
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{CLASS, Expr, ExprId};
use crate::shard::facts::SymbolKind;

/// How many types stand above each other in which a signature is looked for.
const MAX_LEVELS: u32 = 4;

impl Linker<'_> {
    /// What the value builds that an expression stands for, by its type: the class that it is (`typeof Class`), else what signatures say that build
    /// (`new (…) => Item`, `interface Type<T> { new (…): T }`).
    pub(in crate::link) fn built_by(&mut self, frame: &Frame, value: ExprId) -> Vec<Typed> {
        if !frame.file.habits().classes.functions_build {
            return Vec::new();
        }
        let (callee, _) = self.class_built(frame, value);
        let callee = if let Expr::Apply { base, .. } = *self.expr(frame, callee) { base } else { callee };
        let mut types = Vec::new();
        for typed in self.types(frame, callee) {
            let built = match typed.ty {
                Type::Object(ty) | Type::Callable(ty) if self.is(ty, |it| it.kind.is_callable() || it.kind == SymbolKind::Class) => {
                    let plain = vec![Typed::new(Type::instance(ty), typed.rule)];
                    self.built_from(frame, value, plain)
                }
                ref ty => self.built_by_type(ty, 0).into_iter().map(|ty| Typed::new(ty, typed.rule).through(Rule::ConstructorFlow)).collect(),
            };
            merge(&mut types, built);
        }
        types
    }

    fn built_by_type(&mut self, ty: &Type, level: u32) -> Vec<Type> {
        match ty {
            Type::Object(class) if self.is(*class, |it| it.kind == SymbolKind::Class) => vec![Type::instance(*class)],
            Type::Foreign { name, args } if name == CLASS => args.iter().flat_map(Type::parts).filter(|ty| !is_unknown(ty)).cloned().collect(),
            Type::Instance { ty, args } => self.built_by_signatures(*ty, args, level),
            _ => Vec::new(),
        }
    }

    /// What the signatures of a type say that building gives, else those of the types above it.
    fn built_by_signatures(&mut self, ty: Ref, args: &Args, level: u32) -> Vec<Type> {
        let Some(file) = self.load(ty.file).filter(|_| level < MAX_LEVELS) else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let is_type = |kind: SymbolKind| matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias);
        let Some(it) = file.facts.symbol(ty.symbol).filter(|it| is_type(it.kind)) else { return Vec::new() };
        let mut given = Given::new();
        pair(&mut given, &it.generics, args);
        let frame = Frame { given: given.into(), ..Frame::facts(&file, ty.symbol) };
        let signatures = match it.ty.map(|ty| (ty, file.facts.expr(ty))) {
            Some((_, Some(Expr::AnyOf(parts)))) => parts.clone(),
            Some((ty, _)) => vec![ty],
            None => Vec::new(),
        };
        let builds = |id: &ExprId| {
            let base = file.facts.expr(*id).and_then(|it| if let Expr::Apply { base, .. } = it { file.facts.expr(*base) } else { None });
            matches!(base, Some(Expr::Literal(mark)) if mark == CLASS)
        };
        let own: Vec<ExprId> = signatures.into_iter().filter(builds).collect();
        let above = it.supertypes.iter().map(|it| it.ty).filter(|_| own.is_empty());
        let mut built = Vec::new();
        for place in own.iter().copied().chain(above).take(caps::MAX_CANDIDATES) {
            for typed in self.instances(&frame, place).into_iter().filter(|typed| !matches!(typed.ty, Type::Instance { ty: same, .. } if same == ty))
            {
                for ty in self.built_by_type(&typed.ty, level + 1) {
                    if !built.contains(&ty) {
                        built.push(ty);
                    }
                }
            }
        }
        built
    }

    /// The classes above one that extends a value whose type says what it builds: `class extends Base` where `Base: new (…) => Item`.
    pub(in crate::link) fn extended_by_value(&mut self, frame: &Frame, value: ExprId) -> Vec<Found> {
        if !matches!(self.expr(frame, value), Expr::Instance { .. }) {
            return Vec::new();
        }
        let built = self.built_by(frame, value).into_iter();
        built.filter_map(|typed| if let Type::Instance { ty, .. } = typed.ty { Some((ty, typed.rule)) } else { None }).map(found).collect()
    }
}

fn found((ty, rule): (Ref, Rule)) -> Found {
    Found { what: Denotation::Symbol(ty), rule }
}
