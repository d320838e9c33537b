//! Members that a place does not see: what is private to another module is passed over for what an interface, or what the value stands for, has of the
//! name (Rust).

use crate::languages::semantics::{Overriding, Resolution};
use crate::link::ask::Ref;
use crate::link::eval::{Found, Frame, Linker, merge};
use crate::link::types::{Type, Typed};
use crate::shard::facts::{Flags, Visibility};

/// Members, each with the type of the receiver that has it.
type Members = Vec<(Found, Option<Type>)>;

impl Linker<'_> {
    /// Members called `name` as compilers look for them: among what the place sees alone, as long as there is any of that.
    pub(in crate::link) fn without_kept(&mut self, frame: &Frame, name: &str, found: Members) -> Members {
        if frame.file.habits().overriding != Overriding::Conformance {
            return found;
        }
        let mut seen: Members = Vec::with_capacity(found.len());
        for (it, receiver) in found {
            let beside = match it.what.symbol() {
                Some(member) if self.is_kept_from(frame, member) => self.beside_kept(member, (&it, receiver.as_ref()), name),
                _ => Vec::new(),
            };
            let beside = if beside.is_empty() { vec![(it, receiver)] } else { beside };
            for it in beside {
                if !seen.iter().any(|(other, _)| other.what == it.0.what) {
                    seen.push(it);
                }
            }
        }
        seen
    }

    /// Whether a member is private to a module that a place stands outside of, or to the module above that. What an interface asks for is seen wherever the
    /// interface is.
    fn is_kept_from(&mut self, frame: &Frame, member: Ref) -> bool {
        let Some((file, block)) = self.block_of(member) else { return false };
        let is_own = file.facts.extension(block).is_some_and(|it| it.interface.is_none());
        let is_near = self.is(member, |it| it.flags.has(Flags::NEAR));
        if !is_own || !(is_near || self.is(member, |it| it.visibility == Visibility::Private)) {
            return false;
        }
        self.asker.looked_at(&file, member.symbol);
        let home = Self::module_around(&file, Some(member.symbol));
        let here = Self::module_around(&frame.file, frame.enclosing);
        if !is_near {
            return home != here && !self.stands_in(&frame.file, &here, &home);
        }
        let Resolution::Modules(above) = file.language.semantics.around(&mut self.asker, &home) else { return false };
        !above.is_empty() && above.iter().all(|it| *it != here && !self.stands_in(&frame.file, &here, it))
    }

    /// What interfaces give the type of a private member under its name, else what a value of the type stands for has of it.
    fn beside_kept(&mut self, member: Ref, (found, receiver): (&Found, Option<&Type>), name: &str) -> Members {
        let Some((file, block)) = self.block_of(member) else { return Vec::new() };
        let types = match receiver {
            Some(Type::Instance { ty, .. } | Type::Object(ty)) => vec![*ty],
            _ => self.extended_types(&file, block),
        };
        let mut beside = Vec::new();
        for ty in types {
            let Some(type_name) = self.about(ty, |it| it.name.clone()) else { continue };
            let mut given = self.extension_member(ty, &type_name, name);
            given.retain(|it| it.what.symbol().is_some_and(|it| self.is_of_any_interface(it)));
            if given.is_empty() {
                given = self.inherited(ty, name);
                given.retain(|it| it.what.symbol().is_some());
            }
            merge(&mut beside, given);
        }
        if let (true, Some(receiver @ Type::Instance { .. })) = (beside.is_empty(), receiver) {
            let mut behind = self.behind(&Typed::new(receiver.clone(), found.rule), name);
            behind.retain(|(it, _)| it.what.symbol().is_some_and(|it| it != member));
            return behind;
        }
        beside.into_iter().map(|it| (it.through(found.rule), receiver.cloned())).collect()
    }

    fn is_of_any_interface(&self, member: Ref) -> bool {
        self.block_of(member).is_some_and(|(file, block)| file.facts.extension(block).is_some_and(|it| it.interface.is_some()))
    }
}
