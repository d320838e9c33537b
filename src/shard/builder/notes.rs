//! What few languages have to say of names beside what they stand for.

use std::collections::BTreeSet;

use super::{Builder, index};
use crate::base::span::ByteSpan;
use crate::base::{Name, caps};
use crate::shard::apart::Apart;
use crate::shard::body::{Clause, Word};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner};

impl Builder<'_> {
    /// Says what is asked of an associated type within a definition or a block of members.
    pub fn clause(&mut self, within: ByteSpan, name: &str, bounds: Vec<ExprId>) {
        if self.body.clauses.len() < caps::MAX_SYMBOLS {
            self.body.clauses.push(Clause { within, name: name.into(), bounds });
        }
    }

    /// Says of a local variable, the last that was declared, whether it is constant, or what it points to.
    pub fn tell_constant(&mut self, local: u32, constant: bool) {
        if self.body.constants.last().is_none_or(|(last, _)| *last < local) {
            self.body.constants.push((local, constant));
        }
    }

    /// Says of definitions of one name where which of them are not meant.
    pub fn tell_apart(&mut self, apart: Apart) {
        self.apart = apart;
    }

    /// Says that what a call hands over may tell what it gives, wherever a definition is made of that.
    pub fn keep_handed(&mut self) {
        self.keeps_handed = true;
    }

    /// Says that an import of all that a module has holds in the present scope alone.
    pub fn only_here(&mut self, import: u32) {
        self.block_wildcards.entry(self.scope).or_default().push(import);
    }

    /// Says that the name that starts at `at`, in front of brackets, may be a word of the macro `of`, among whose tokens it stands in such brackets.
    pub fn word(&mut self, at: usize, of: ExprId, within: &str) {
        if self.body.words.len() < caps::MAX_SITES {
            self.body.words.push(Word { at: index(at), of, within: within.into() });
        }
    }

    /// Marks the methods of a type that stand beside what the types above have, by their names.
    pub fn stand_beside_above(&mut self, ty: u32, names: &BTreeSet<Name>) {
        let own = self.facts.symbols.iter_mut().skip(ty as usize).filter(|it| it.owner == Owner::Symbol(ty) && names.contains(&it.name));
        own.for_each(|it| it.flags = it.flags.with(Flags::BESIDE_ABOVE));
    }
}
