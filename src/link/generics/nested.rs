//! Types inside of templates: their members are of the arguments of what they stand in (`template <class T> struct List { struct Node { T value; }; };`).

use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::is_unknown;
use crate::link::loaded::Loaded;
use crate::link::types::{Args, Type, Typed};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Facts, Generic, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// The type parameters that members of a type may mention: its own, those of the enumeration that it is a variant
    /// of, or else those of the template that it stands in.
    pub(in crate::link) fn parameters_of<'f>(&mut self, file: &'f Loaded, symbol: u32) -> &'f [Generic] {
        let mut at = symbol;
        for _ in 0..caps::MAX_LEVELS {
            let Some(it) = file.facts.symbol(at) else { break };
            if let (SymbolKind::Variant, Owner::Symbol(owner)) = (it.kind, it.owner) {
                self.asker.looked_at(file, owner);
                at = owner;
                continue;
            }
            if !it.generics.is_empty() || !file.habits().specializes() {
                return &it.generics;
            }
            let Some(outer) = around(&file.facts, it) else { break };
            self.asker.looked_at(file, outer);
            at = outer;
        }
        &[]
    }

    /// The arguments of a type that a template holds where it is named in that, as far as the parameters of the template stand for something there.
    pub(in crate::link) fn args_of_place(&mut self, frame: &Frame, found: &Found) -> Args {
        let Denotation::Symbol(symbol) = found.what else { return Args::default() };
        if frame.given.is_empty() {
            return Args::default();
        }
        let Some(file) = self.load(symbol.file).filter(|file| file.habits().specializes()) else { return Args::default() };
        let is_nested = |it: &Symbol| it.kind.is_type() && it.generics.is_empty() && around(&file.facts, it).is_some();
        if !file.facts.symbol(symbol.symbol).is_some_and(is_nested) {
            return Args::default();
        }
        let parameters = self.parameters_of(&file, symbol.symbol);
        let known = |parameter: &Generic| frame.given.iter().find(|(name, _)| *name == parameter.name).map(|(_, ty)| ty.clone());
        if parameters.iter().any(|it| known(it).is_some()) {
            parameters.iter().map(|it| known(it).unwrap_or_else(Type::unknown)).collect()
        } else {
            Args::default()
        }
    }

    /// Members of the arguments that stand above a template: `template <class M> struct Mixed : M`. What it has itself hides theirs.
    pub(in crate::link) fn of_base_given(&mut self, typed: &Typed, name: &str) -> Vec<(Found, Option<Type>)> {
        let Type::Instance { ty, args } = &typed.ty else { return Vec::new() };
        let Some(file) = self.load(ty.file).filter(|file| !args.is_empty() && file.habits().specializes()) else { return Vec::new() };
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        let above = it.supertypes.iter().take(caps::MAX_SUPERTYPES).filter_map(|it| match file.facts.expr(it.ty) {
            Some(Expr::Generic { name, .. }) => Some(name),
            _ => None,
        });
        let above: Vec<&Name> = above.collect();
        if above.is_empty() || !self.step() {
            return Vec::new();
        }
        self.asker.looked_at(&file, ty.symbol);
        if !self.member_itself(*ty, name).is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for parameter in above {
            let Some(at) = it.generics.iter().position(|it| it.name == *parameter) else { continue };
            // What the last of them stands for may be many types: `template <class... Ms> struct Mixed : Ms...`.
            let end = if at + 1 == it.generics.len() { args.len() } else { at + 1 };
            for given in
                args.get(at..end).unwrap_or_default().iter().filter(|given| !is_unknown(given) && **given != typed.ty).take(caps::MAX_CANDIDATES)
            {
                found.extend(self.member_of(&Typed::new(given.clone(), typed.rule), name));
            }
        }
        found.truncate(caps::MAX_OVERLOADS);
        found
    }

    /// Whether a type stands in a template, as whose arguments it has none of its own.
    pub(in crate::link) fn is_inside_of(&mut self, ty: Ref, template: Ref) -> bool {
        let Some(file) = self.load(ty.file).filter(|_| ty.file == template.file) else { return false };
        let Some(it) = file.facts.symbol(ty.symbol).filter(|it| it.kind.is_type() && it.generics.is_empty()) else { return false };
        around(&file.facts, it) == Some(template.symbol)
    }
}

/// The type that a definition stands in.
fn around(facts: &Facts, it: &Symbol) -> Option<u32> {
    match it.owner {
        Owner::Symbol(outer) => facts.symbol(outer).filter(|it| it.kind.is_type()).map(|_| outer),
        _ => None,
    }
}

/// Whether a type expression may name a type that stands in another one.
pub(in crate::link) fn may_name_nested(file: &Loaded, id: ExprId) -> bool {
    matches!(file.facts.expr(id), Some(Expr::Symbol(_) | Expr::Free(_) | Expr::Member { .. }))
}
