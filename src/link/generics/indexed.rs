//! Members of a type that a type parameter names: `M[K]`, where a call tells of which text `K` is.

use super::Given;
use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{ExprId, OBJECT, TEXT};

impl Linker<'_> {
    /// What the members of a type are that are named by the texts which another type has.
    pub(in crate::link) fn indexed(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let (names, whole) = self.named_in(frame, args);
        let mut types = Vec::new();
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
        let (names, whole) = self.named_in(frame, args);
        self.members_named(&names, &whole)
    }

    /// The texts that name members, and the types of which they are members.
    fn named_in(&mut self, frame: &Frame, args: &[ExprId]) -> (Vec<Name>, Vec<Typed>) {
        let [whole, index] = args else { return Default::default() };
        let mut names = Vec::new();
        for typed in self.instances(frame, *index) {
            let texts = typed.ty.args().map_or(&[][..], |args| args);
            names.extend(
                texts.iter().filter_map(|text| if let Type::Foreign { name, .. } = text { name.strip_prefix(TEXT).map(Name::from) } else { None }),
            );
        }
        names.truncate(caps::MAX_CANDIDATES);
        let whole = if names.is_empty() { Vec::new() } else { self.instances(frame, *whole) };
        (names, whole)
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
