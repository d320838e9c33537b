//! Blocks for whatever satisfies a bound (`impl<I: Iterator> Chunks for I`): whom they give members, and what comes before these.

use std::sync::Arc;

use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::loaded::Loaded;
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::outside::LIKELY;
use crate::link::types::Type;
use crate::shard::facts::{Extension, Owner};

impl Linker<'_> {
    /// Leaves out what blocks for whatever satisfies a bound have of a value that is only known by its bounds, where one of these is the interface of the
    /// block: a bound says that the value has the interface, and not by which block (`T: Compare + Len`, `impl<T: Len> Compare for T`).
    pub(in crate::link) fn before_blankets(&mut self, frame: &Frame, found: &mut Vec<(Found, Option<Type>)>) {
        if found.len() < 2 || frame.file.habits().overriding != Overriding::Conformance {
            return;
        }
        let is_bound = |(_, of): &(Found, Option<Type>)| of.as_ref().is_some_and(|of| self.is_bound(of));
        if !found.iter().all(is_bound) {
            return;
        }
        let declaring: Vec<Name> = found.iter().filter_map(|(it, _)| self.declaring_interface(it)).collect();
        let is_by_block = |it: &Found| self.blanket_of(it).is_some_and(|interface| declaring.contains(&interface));
        keep_if_any(found, |(it, _)| !is_by_block(it));
    }

    /// What the interface is called that declares a member itself.
    pub(super) fn declaring_interface(&self, found: &Found) -> Option<Name> {
        let member = found.what.symbol()?;
        let file = self.load(member.file)?;
        let Owner::Symbol(owner) = file.facts.symbol(member.symbol)?.owner else { return None };
        file.facts.symbol(owner).filter(|it| it.kind.is_abstract_type()).map(|it| it.name.clone())
    }

    /// What the interface is called that a block for whatever satisfies a bound adds, in which a member stands.
    fn blanket_of(&self, found: &Found) -> Option<Name> {
        let (file, block) = self.block_of(found.what.symbol()?)?;
        file.facts.extension(block).filter(|it| it.is_blanket())?.interface_name.clone()
    }

    /// What interfaces give under `name` to whatever satisfies one from outside that a block adds to a type: `impl Iterator for Walk`,
    /// `impl<T: Iterator> Chunks for T`.
    pub(in crate::link) fn given_to_bounded(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        if self.own.habits().extended_foreign.is_none() || self.interfaces_declaring(name).is_none_or(|it| it.is_empty()) {
            return Vec::new();
        }
        let outside: Vec<Name> = self.supertypes(ty).iter().filter_map(|it| last_name(&it.what)).collect();
        if outside.is_empty() {
            return Vec::new();
        }
        let mut interfaces: Vec<Ref> = Vec::new();
        let mut found = Vec::new();
        for (slot, file, block) in self.blocks_giving(name) {
            let Some(target) = file.facts.extension(block).filter(|it| !it.is_unbounded()).map(|it| it.target_name.clone()) else { continue };
            if !outside.contains(&target) {
                continue;
            }
            for &above in self.added_by_blanket(slot, &file, block).iter() {
                if !interfaces.contains(&above) {
                    interfaces.push(above);
                }
                merge(&mut found, self.held_by_blanket((slot, &file, block), above, name));
            }
        }
        if interfaces.len() != 1 {
            return Vec::new();
        }
        found.into_iter().map(|it| Found { rule: Rule::DeclaredType, ..it }).collect()
    }

    /// What the one interface of the repository that has a name gives a value of the language of which all own members are known, and none is called so: a
    /// block for whatever satisfies a bound adds it, and a macro may have written how the value satisfies that.
    pub(in crate::link) fn given_to_known(&mut self, ty: &Type, name: &str) -> Vec<Found> {
        let habits = self.own.habits();
        let outer = match ty {
            Type::Foreign { name, .. } => name.trim_start_matches(LIKELY),
            Type::Tuple(parts) if parts.len() != 1 => "tuple",
            _ => return Vec::new(),
        };
        let all = habits.all_members.iter().find(|(known, _)| *known == outer).map(|(_, all)| *all);
        if habits.extended_foreign.is_none() || all.is_none_or(|all| all.binary_search(&name).is_ok()) {
            return Vec::new();
        }
        if self.memo.in_blanket {
            self.cuts += 1;
            return Vec::new();
        }
        let mut interfaces: Vec<Ref> = Vec::new();
        let mut found = Vec::new();
        for (slot, file, block) in self.blocks_giving(name) {
            if !file.facts.extension(block).is_some_and(Extension::is_blanket) {
                continue;
            }
            self.memo.in_blanket = true;
            let added = self.apart(|linker| linker.interfaces_of_blanket(slot, &file, block));
            self.memo.in_blanket = false;
            for above in added {
                if !interfaces.contains(&above) {
                    interfaces.push(above);
                }
                merge(&mut found, self.held_by_blanket((slot, &file, block), above, name));
            }
        }
        // Where a block for some type gives it the same, so may one that a macro writes.
        let members = self.asker.members_given(name).unwrap_or_default();
        let is_of_some_type = |it: &Ref| {
            let block = self.block_of(*it).and_then(|(file, block)| file.facts.extension(block).cloned());
            block.is_some_and(|it| it.interface.is_some() && !it.is_blanket())
        };
        let by_other = members.iter().any(is_of_some_type);
        let is_only = !by_other && interfaces.len() == 1 && self.interfaces_declaring(name).is_some_and(|it| it.len() == 1);
        if is_only { found } else { Vec::new() }
    }

    /// What a block for whatever satisfies a bound has under a name, else what its interface declares.
    pub(in crate::link) fn held_by_blanket(&mut self, (slot, file, block): (Slot, &Arc<Loaded>, u32), above: Ref, name: &str) -> Vec<Found> {
        let Some(it) = file.facts.extension(block) else { return Vec::new() };
        let own = self.held_by(slot, file, &it.target_name, Owner::Extension(block), name);
        if own.is_empty() { self.declared_by(above, name) } else { own }
    }
}

/// The type parameter that a block is for, which stands for the type of the value that one of its members is called on.
pub(in crate::link) fn parameter_extended(file: &Loaded, owner: Owner) -> Option<Name> {
    let Owner::Extension(block) = owner else { return None };
    let it = file.facts.extension(block).filter(|it| it.is_blanket() && file.habits().overriding == Overriding::Conformance)?;
    it.generics.iter().find(|generic| generic.name == it.target_name || generic.bounds.contains(&it.target)).map(|generic| generic.name.clone())
}

/// The last name of something from outside.
fn last_name(what: &Denotation) -> Option<Name> {
    what.name_outside().map(|name| name.rsplit("::").next().unwrap_or(name).into())
}
