//! Members that a type has from several interfaces above it: which of them takes the place of the others.

use super::ancestors::MAX_ANCESTORS;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Linker};
use crate::shard::facts::{Owner, SymbolKind};

impl Linker<'_> {
    /// What a type has under a name from the first interface above it that has any, unless another one has it too and lies below the one that says it: that
    /// takes its place, in whatever order the two are named (Java Language Specification, 8.4.8).
    pub(in crate::link) fn most_specific(&mut self, ty: Ref, name: &str, hops: u32, mut found: Vec<Found>) -> Vec<Found> {
        let Some(mut holder) = self.interface_of(&found) else { return found };
        let above = self.bases(ty);
        if above.len() < 2 {
            return found;
        }
        for other in above.into_iter().filter_map(|it| it.what.symbol()).filter(|other| *other != ty) {
            let mut more = self.type_member_after(other, name, hops + 1);
            more.retain(|it| !self.stays_with_interface(it));
            if let Some(own) = self.interface_of(&more).filter(|own| *own != holder)
                && self.is_above(holder, own)
            {
                (holder, found) = (own, more);
            }
        }
        found
    }

    /// The interface that has the first of some members.
    fn interface_of(&self, found: &[Found]) -> Option<Ref> {
        let member = found.iter().find_map(|it| it.what.symbol())?;
        let file = self.load(member.file).filter(|file| file.habits().methods_apart())?;
        let Owner::Symbol(owner) = file.facts.symbol(member.symbol)?.owner else { return None };
        (file.facts.symbol(owner)?.kind == SymbolKind::Interface).then_some(Ref { file: member.file, symbol: owner })
    }

    /// Whether a type is above another one.
    pub(super) fn is_above(&mut self, above: Ref, below: Ref) -> bool {
        let mut met = vec![below];
        let mut next = 0;
        while let Some(ty) = met.get(next).copied().filter(|_| met.len() < MAX_ANCESTORS && self.step()) {
            next += 1;
            for it in self.supertypes(ty) {
                match it.what {
                    Denotation::Symbol(it) if it == above => return true,
                    Denotation::Symbol(it) if !met.contains(&it) => met.push(it),
                    _ => {}
                }
            }
        }
        false
    }
}
