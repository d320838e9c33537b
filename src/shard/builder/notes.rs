//! What few languages have to say of names beside what they stand for.

use super::{Builder, index};
use crate::base::caps;
use crate::shard::apart::Apart;
use crate::shard::body::Word;
use crate::shard::expr::ExprId;

impl Builder<'_> {
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
}
