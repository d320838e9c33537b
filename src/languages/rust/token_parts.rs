//! What stands between the commas of a macro's tokens.

use super::Walk;
use crate::shard::expr::{Expr, ExprId};

/// Values of the parts between commas, as far as each part is one chain of names.
#[derive(Default)]
pub(super) struct Parts {
    pub values: Vec<ExprId>,
    pub value: Option<ExprId>,
    pub pieces: usize,
    /// In front of what has been read of the part: whether its range has a start, whether its end belongs to it, and the start as far as it is known.
    pub range: Option<(bool, bool, Option<ExprId>)>,
}

impl Parts {
    pub fn add(&mut self, value: ExprId) {
        self.value = Some(value);
        self.pieces += 1;
    }

    pub fn alone(&self) -> Option<ExprId> {
        self.value.filter(|_| self.pieces == 1)
    }

    pub fn bound(&mut self, closed: bool) {
        self.range = Some((self.pieces > 0, closed, self.alone()));
        (self.value, self.pieces) = (None, 0);
    }
}

impl Walk<'_, '_> {
    /// Ends a part; one without tokens is none.
    pub(super) fn end_part(&mut self, parts: &mut Parts) {
        let value = match parts.range.take() {
            Some((from, closed, start)) => {
                // A plain number says less of a bound than the other end does.
                let mut bounds: Vec<ExprId> = start.into_iter().chain(parts.alone()).collect();
                bounds.sort_by_key(|it| matches!(self.builder.at(*it), Expr::Literal(name) if name == "i32"));
                Some(self.ranged(from, parts.pieces > 0, closed, bounds))
            }
            None if parts.pieces > 0 => Some(parts.alone().unwrap_or_else(|| self.builder.unknown())),
            None => None,
        };
        parts.values.extend(value);
        (parts.value, parts.pieces) = (None, 0);
    }
}
