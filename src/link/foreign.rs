//! Members that the repository adds to types of the language and its library: `impl Clean for Path`.

use super::eval::{Denotation, Found, Frame, Linker, merge};
use super::rules::Rule;
use crate::base::caps;
use crate::shard::facts::Owner;

impl Linker<'_> {
    /// What extensions of the repository add under `name` to a foreign type, or to what it stands for (`Vec<T>` for `[T]`). Nothing where the language's
    /// own types have such a member: that one is meant.
    pub(super) fn added_to_foreign(&mut self, ty: &str, name: &str) -> Vec<Found> {
        let habits = self.own.language.semantics.habits();
        let Some(stands_for) = habits.extended_foreign else { return Vec::new() };
        if habits.foreign_members.binary_search(&name).is_ok() {
            return Vec::new();
        }
        let mut target = ty;
        for _ in 0..2 {
            let found = self.added_to(target, name);
            if !found.is_empty() {
                return found;
            }
            match stands_for.iter().find(|(outer, _)| *outer == target) {
                Some((_, inner)) => target = inner,
                None => break,
            }
        }
        Vec::new()
    }

    fn added_to(&mut self, target: &str, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        for member in self.asker.extension_members(target, name) {
            let Some(file) = self.load(member.file) else { continue };
            let owner = file.facts.symbols.get(member.symbol as usize).map(|it| it.owner);
            // One of the repository's own types may share the name.
            if let Some(Owner::Extension(extension)) = owner
                && self.extended_types(&file, extension).is_empty()
            {
                merge(&mut found, vec![Found::symbol(member, Rule::DeclaredType)]);
            }
        }
        if !found.is_empty() {
            return found;
        }
        // What the interface itself gives all that have it.
        for (slot, extension) in self.asker.conformances(target).into_iter().take(caps::MAX_CANDIDATES) {
            let Some(file) = self.load(slot) else { continue };
            let Some(it) = file.facts.extensions.get(extension as usize) else { continue };
            let Some(interface) = it.interface.filter(|_| self.extended_types(&file, extension).is_empty()) else { continue };
            for above in self.denote(&Frame::around(&file, it.module), interface) {
                if let Denotation::Symbol(above) = above.what {
                    let mut held = self.type_member(above, name, 1);
                    held.retain(|it| matches!(it.what, Denotation::Symbol(_)));
                    merge(&mut found, held);
                }
            }
        }
        found
    }
}
