//! Members of a type that a type parameter names: `M[K]`, where a call tells of which text `K` is.

use super::{Given, is_unknown};
use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::generics::type_args::Args;
use crate::link::members::undeclared::held_by_any;
use crate::link::outcome::rules::Rule;
use crate::link::types::{MAX_TYPES, Type, Typed, merge};
use crate::shard::expr::{ExprId, KEYS, OBJECT, TEXT};
use crate::shard::facts::{Owner, Symbol, SymbolKind};

/// Most members of a type of which it is told what any of them is.
const MAX_HELD: usize = 32;

/// Which members of which types are meant.
#[derive(Default)]
struct Named {
    names: Vec<Name>,
    whole: Vec<Typed>,
    /// Any of their members.
    all: bool,
}

impl Linker<'_> {
    /// What the members of a type are that are named by the texts which another type has.
    pub(in crate::link) fn indexed(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let Named { names, whole, all } = self.named_in(frame, args);
        let mut types = Vec::new();
        for typed in whole.iter().filter(|_| all) {
            merge(&mut types, self.held_under_any_name(typed).into_iter().map(|it| it.through(Rule::DeclaredType)));
        }
        for typed in &whole {
            if let Type::Foreign { name: object, args } = &typed.ty
                && object == OBJECT
            {
                let held = args.iter().filter(|member| matches!(member, Type::Foreign { name, .. } if names.contains(name)));
                let held = held.filter_map(Type::args).flat_map(|types| types.iter().cloned());
                merge(&mut types, held.map(|ty| Typed::new(ty, Rule::DeclaredType)));
            }
        }
        for (member, given) in self.members_named(&names, &whole) {
            merge(&mut types, self.types_of_symbol(member, &given).into_iter().map(|typed| typed.through(Rule::DeclaredType)));
        }
        types
    }

    /// The members themselves, as far as they are definitions, each with what type parameters stand for in it.
    pub(in crate::link) fn members_indexed(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<(Ref, Given)> {
        let Named { names, whole, .. } = self.named_in(frame, args);
        self.members_named(&names, &whole)
    }

    /// The texts that name members, and the types of which they are members.
    fn named_in(&mut self, frame: &Frame, args: &[ExprId]) -> Named {
        let [whole, index] = args else { return Named::default() };
        let mut names = Vec::new();
        let mut all = false;
        for typed in self.instances(frame, *index) {
            let texts = typed.ty.args().map_or(&[][..], |args| args);
            all |= texts.iter().any(|text| matches!(text, Type::Foreign { name, .. } if name == KEYS));
            names.extend(
                texts.iter().filter_map(|text| if let Type::Foreign { name, .. } = text { name.strip_prefix(TEXT).map(Name::from) } else { None }),
            );
        }
        names.truncate(caps::MAX_CANDIDATES);
        let whole = if names.is_empty() && !all { Vec::new() } else { self.instances(frame, *whole) };
        Named { names, whole, all }
    }

    /// What a member of a type is of which nothing says which one it is: of the first that are of different types.
    fn held_under_any_name(&mut self, typed: &Typed) -> Vec<Typed> {
        let (ty, args) = match &typed.ty {
            Type::Foreign { name, args } if name == OBJECT => return held_by_any(args).into_iter().map(|ty| typed.element(ty)).collect(),
            Type::Object(holder) => return self.held_by_members(*holder).into_iter().map(|ty| typed.element(ty)).collect(),
            Type::Instance { ty, args } => (*ty, args),
            _ => return Vec::new(),
        };
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let is_written = |it: &&Symbol| matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
        let Some(it) = file.facts.symbol(ty.symbol).filter(is_written) else { return Vec::new() };
        self.asker.all_of(&file, &it.qualified);
        let mut types = Vec::new();
        let members = file.facts.symbols.iter().zip(0u32..).filter(|(member, _)| member.owner == Owner::Symbol(ty.symbol));
        for symbol in members.map(|(_, symbol)| symbol).take(MAX_HELD) {
            let member = Ref { symbol, ..ty };
            let given = self.given(&typed.ty, member);
            let held = self.types_of_symbol(member, &given);
            merge(&mut types, held.into_iter().filter(|held| !self.lacks_named(args, member, held)));
        }
        types.truncate(MAX_TYPES);
        types
    }

    /// Whether a type that is left with some members of another is left without this one, or it is of no known type.
    fn lacks_named(&mut self, args: &Args, member: Ref, held: &Typed) -> bool {
        is_unknown(&held.ty) || self.about(member, |it| it.name.clone()).is_none_or(|name| self.lacks_member(args, &name))
    }

    fn members_named(&mut self, names: &[Name], whole: &[Typed]) -> Vec<(Ref, Given)> {
        let mut members = Vec::new();
        for typed in whole.iter().filter(|typed| matches!(typed.ty, Type::Instance { .. })) {
            for name in names {
                for (found, receiver) in self.member_of(typed, name) {
                    let Some(member) = found.what.symbol() else { continue };
                    let given = receiver.map(|receiver| self.given(&receiver, member)).unwrap_or_default();
                    members.push((member, given));
                }
            }
        }
        members.truncate(caps::MAX_CANDIDATES);
        members
    }
}
