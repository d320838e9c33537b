//! Variables that patterns bind, however deep they stand in them.

use super::matches::Found;
use super::walk::Walk;
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::builder::Builder;

/// Most nodes of one pattern that are looked at.
const MAX_NODES: usize = 2_048;

impl<'tree> Walk<'_, 'tree> {
    /// `#set! variable` says which kind of node is a variable, `#set! left` which operators bind on their left only, and `#set! fixed` which one stands before a
    /// variable that is bound already. What is called is none.
    pub fn pattern(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let text = builder.text();
        let variable = self.compiled.property(found.pattern, "variable").unwrap_or("identifier");
        let left = self.compiled.property(found.pattern, "left").unwrap_or("");
        let fixed = self.compiled.property(found.pattern, "fixed");
        let mut names: Vec<(usize, &str)> = Vec::new();
        let (mut open, mut seen) = (vec![found.node], 0);
        while let Some(node) = open.pop().filter(|_| seen < MAX_NODES) {
            seen += 1;
            let name = syntax::text(node, text);
            if node.kind() == variable {
                // What is only a mark binds nothing.
                names.extend(Some((node.end_byte(), name)).filter(|_| name != "_" && !name.starts_with("__")));
                continue;
            }
            let operator = syntax::field(node, "operator").map(|operator| syntax::text(operator, text));
            if operator.is_some() && operator == fixed {
                continue;
            }
            let called = syntax::field(node, "target");
            match syntax::field(node, "left").filter(|_| operator.is_some_and(|operator| left.split(' ').any(|it| it == operator))) {
                Some(bound) => open.push(bound),
                None => open.extend(syntax::children(node).into_iter().filter(|child| Some(*child) != called)),
            }
        }
        names.sort_unstable();
        for (end, name) in names {
            if self.tags.manner.hoisted {
                builder.assign_hoisted(name, None, None);
            } else {
                builder.declare(Local { name: name.into(), ty: None, values: Vec::new(), receiver: false, parameter_of: None }, end);
            }
        }
    }
}
