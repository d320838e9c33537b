//! Values that are written out with their fields: what the type parameters of their types stand for, by what these hold.

use super::{Given, is_unknown, mentions_parameters, pair};
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Args, Type, Typed};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Owner, Symbol, SymbolKind};

/// Most fields that are looked at.
const MAX_FIELDS: usize = 8;

impl Linker<'_> {
    /// Values of a type that is written out with these fields, or of the enumeration whose variant is: `Pair { left, right: make() }`.
    pub(in crate::link) fn written_out(&mut self, frame: &Frame, callee: ExprId, mut types: Vec<Typed>, fields: &[ExprId]) -> Vec<Typed> {
        let fields: Vec<(&str, ExprId)> = fields
            .iter()
            .filter_map(|field| match self.expr(frame, *field) {
                Expr::At { base, key } => Some((key.as_str(), *base)),
                _ => None,
            })
            .collect();
        for typed in &mut types {
            let Type::Instance { ty: holder, ref args } = typed.ty else { continue };
            let args = if args.is_empty() { self.written_around(frame, callee) } else { args.clone() };
            let args = self.told_by_fields(frame, holder, args, &fields);
            if !args.is_empty() {
                typed.ty = Type::Instance { ty: self.enumeration(holder).unwrap_or(holder), args };
            }
        }
        types.into_iter().map(|it| it.through(Rule::ConstructorFlow)).collect()
    }

    /// The arguments of a type whose values are called for by their fields in order: `Pair(left, right)`.
    pub(in crate::link) fn told_in_order(&mut self, frame: &Frame, holder: Ref, args: Args, callee: ExprId, handed: Option<&[ExprId]>) -> Args {
        let values = match handed {
            Some(handed) => handed.to_vec(),
            None if frame.in_body => self.arguments(callee),
            None => Vec::new(),
        };
        let names: Vec<String> = (0..values.len().min(MAX_FIELDS)).map(|place| place.to_string()).collect();
        let fields: Vec<(&str, ExprId)> = names.iter().map(String::as_str).zip(values).collect();
        self.told_by_fields(frame, holder, args, &fields)
    }

    /// Values of an enumeration that calling one of its variants gives, with what the fields of that tell.
    pub(in crate::link) fn with_fields_of_variant(
        &mut self,
        frame: &Frame,
        (callee, written, handed): (ExprId, &[ExprId], Option<&[ExprId]>),
        mut types: Vec<Typed>,
    ) -> Vec<Typed> {
        for typed in &mut types {
            let Type::Instance { ty: whole, ref args } = typed.ty else { continue };
            let is_told = !args.is_empty() || self.is(whole, |it| it.kind != SymbolKind::Enum || it.generics.is_empty());
            if is_told || !frame.file.habits().fields_in_brackets {
                continue;
            }
            let mut variants: Vec<Ref> = self.denote(frame, callee).into_iter().filter_map(|it| it.what.symbol()).collect();
            variants.retain(|it| {
                let is_variant = |it: &Symbol| it.kind == SymbolKind::Variant && it.owner == Owner::Symbol(whole.symbol);
                it.file == whole.file && self.is(*it, is_variant)
            });
            let [variant] = variants.as_slice() else { continue };
            let args = match written {
                [] => self.written_around(frame, callee),
                written => written.iter().map(|ty| self.first_instance(frame, *ty)).collect(),
            };
            typed.ty = Type::Instance { ty: whole, args: self.told_in_order(frame, *variant, args, callee, handed) };
        }
        types
    }

    /// The arguments that are written for the type in front of a name: `Either::<Left, Right>::Left`.
    fn written_around(&mut self, frame: &Frame, named: ExprId) -> Args {
        let Expr::Member { base, .. } = *self.expr(frame, named) else { return Args::default() };
        let Expr::Apply { args, .. } = self.expr(frame, base) else { return Args::default() };
        args.iter().map(|ty| self.first_instance(frame, *ty)).collect()
    }

    /// The arguments of a type, with what these fields of a value of it hold for those that are not known.
    fn told_by_fields(&mut self, frame: &Frame, holder: Ref, args: Args, fields: &[(&str, ExprId)]) -> Args {
        let Some(file) = self.load(holder.file) else { return args };
        self.asker.looked_at(&file, holder.symbol);
        let parameters = self.parameters_of(&file, holder.symbol);
        let Some(owner) = file.facts.symbol(holder.symbol).filter(|_| !parameters.is_empty()) else { return args };
        let mut given = Given::new();
        pair(&mut given, parameters, &args);
        for (name, value) in fields.iter().take(MAX_FIELDS) {
            let is_field = |it: &Symbol| it.kind == SymbolKind::Field && it.owner == Owner::Symbol(holder.symbol);
            let found = self.asker.symbols_named((holder.file, &file), &owner.qualified, name, is_field);
            let [field] = found.as_slice() else { continue };
            let ty = file.facts.symbol(field.symbol).and_then(|it| it.ty).filter(|ty| mentions_parameters(&file.facts, *ty, 0));
            let Some(ty) = ty else { continue };
            let types = self.types(frame, *value);
            self.unify(&Frame::facts(&file, field.symbol), ty, &types, &mut given, 0);
        }
        let stands_for = |name| given.iter().find(|(known, _)| known == name).map_or_else(Type::unknown, |(_, ty)| ty.clone());
        let told: Vec<Type> = parameters.iter().map(|it| stands_for(&it.name)).collect();
        if told.iter().all(is_unknown) { args } else { args.with_parts(told) }
    }
}
