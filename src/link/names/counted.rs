//! Names of types that tell how many type parameters they have: what lies outside of the repository goes by its plain name.

use crate::base::Name;
use crate::link::ask::{Asker, Ref};
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::shard::counted::{counted, plain};
use crate::shard::expr::{Expr, ExprId};

/// Most type parameters of a type that text means which does not tell their number.
const MOST: usize = 4;

impl Linker<'_> {
    /// What a name leads to, where that lies outside under its plain name.
    pub(in crate::link) fn without_counts(&mut self, frame: &Frame, id: ExprId, mut found: Vec<Found>) -> Vec<Found> {
        let habits = frame.file.habits();
        if !habits.types_by_count {
            return found;
        }
        let uncounted = |name: &mut Name| {
            let short = plain(name);
            if short.len() < name.len() {
                *name = short.into();
            }
        };
        for it in &mut found {
            if let Denotation::Builtin(name) | Denotation::External { name, .. } = &mut it.what {
                uncounted(name);
            }
        }
        let Expr::Free(name) = self.expr(frame, id) else { return found };
        let short = plain(name);
        if !found.is_empty() || short.len() == name.len() {
            return found;
        }
        // What is no type may be a function with its type arguments, which are not part of its name.
        let mut methods = self.denote_free(frame, &short.into(), id);
        methods.retain(|it| self.is_method(it));
        if methods.is_empty() && habits.is_builtin(short) {
            methods.push(Found { what: Denotation::Builtin(short.into()), rule: Rule::LocalScope });
        }
        methods
    }
}

impl Asker<'_> {
    /// Definitions that `names` lead to where the first is a type of some number of type parameters, in a file that has it at its top level.
    pub(in crate::link) fn top_counted(&mut self, slot: u32, names: &[&str]) -> Vec<Ref> {
        let Some(file) = self.facts(slot).filter(|it| it.habits().types_by_count) else { return Vec::new() };
        let mut found = Vec::new();
        for count in 1..=MOST {
            let first = counted(names.first().copied().unwrap_or_default(), count);
            let mut path = vec![first.as_str()];
            path.extend(names.iter().skip(1));
            let Some((name, owners)) = path.split_last() else { continue };
            found.extend(self.symbols_named((slot, &file), &owners.join("."), name, |_| true));
        }
        found
    }
}
