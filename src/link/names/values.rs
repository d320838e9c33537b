//! Types and values that have names of their own: what is called is a value, and a type of its name hides none.

use crate::base::Name;
use crate::link::eval::{Found, Frame, Linker};
use crate::link::outcome::kept::keep_if_any;
use crate::link::overloads::role::is_no_value;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::SymbolKind;

impl Linker<'_> {
    /// What a called name means of what was found for it: what is a value, if need be one that is brought from further out than a type of the name
    /// (`Text(1)` beside `struct Text { … }` and `use Event::*;`).
    pub(in crate::link) fn values_where_called(&mut self, frame: &Frame, id: ExprId, found: Vec<Found>) -> Vec<Found> {
        let is_apart = frame.in_body && frame.file.habits().namespaces_apart;
        if is_apart && self.is_callee(frame, id) { self.values_first(frame, id, found) } else { found }
    }

    /// The same of what is known to stand for a value, such as what is called among the tokens of a macro.
    pub(in crate::link) fn values_first(&mut self, frame: &Frame, id: ExprId, mut found: Vec<Found>) -> Vec<Found> {
        let count = found.iter().filter(|it| self.is_found(it, is_no_value)).count();
        if count > 0 && count == found.len() {
            let brought = self.values_brought(frame, id);
            return if brought.is_empty() { found } else { brought };
        }
        if count > 0 {
            keep_if_any(&mut found, |it| !self.is_found(it, is_no_value));
        }
        found
    }

    /// The values that wildcard imports bring under the name that an expression of the linked file is.
    fn values_brought(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        let name: Option<Name> = match *self.expr(frame, id) {
            Expr::Free(ref name) => Some(name.clone()),
            Expr::Symbol(symbol) => frame.file.facts.symbol(symbol).map(|it| it.name.clone()),
            Expr::Import(import) => frame.file.facts.import(import).map(|it| it.binding.clone()),
            _ => None,
        };
        let Some(name) = name else { return Vec::new() };
        let mut brought = self.nearest_wildcard(frame, &name, Some(id));
        self.keep_values(&mut brought);
        if brought.is_empty() {
            brought = self.through_wildcards(&Self::module_around(&frame.file, frame.enclosing), &name);
            self.keep_values(&mut brought);
        }
        brought
    }

    fn keep_values(&self, found: &mut Vec<Found>) {
        found.retain(|it| self.is_found(it, |it| !is_no_value(it) && !matches!(it.kind, SymbolKind::Macro | SymbolKind::Module)));
    }
}
