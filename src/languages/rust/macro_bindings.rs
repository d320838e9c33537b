//! Names that a macro of the file binds as it is told: `macro_rules! with { ($s:expr, $i:ident => $e:expr) => {{ let $i = $s.inner(); $e }} }` makes a variable of `it` in
//! `with!(self, it => it.part)`.

use tree_sitter::Node;

use super::Walk;
use super::macro_rules::{Pattern, inner};
use crate::languages::syntax::{children, field, text};
use crate::shard::body::Local;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

/// How deep brackets are looked into for what binds a name, and most members of a value.
const MAX_DEPTH: u32 = 4;
const MAX_MEMBERS: usize = 8;

/// The one rule of a macro that binds a name.
#[derive(Debug)]
pub(super) struct Binder {
    pattern: Pattern,
    /// The variable of the name, and the one that stands in front of what the name is bound to.
    name: String,
    value: String,
    /// The members of that, each with whether it is called.
    members: Vec<(String, bool)>,
    /// The name is bound to each of what that holds.
    each: bool,
}

impl Walk<'_, '_> {
    /// What the only rule of a macro binds.
    pub(super) fn binder(&self, definition: Node<'_>) -> Option<Binder> {
        let rules: Vec<Node<'_>> = children(definition).into_iter().filter(|it| it.kind() == "macro_rule").collect();
        let [rule] = rules.as_slice() else { return None };
        let pattern = self.left_side(field(*rule, "left")?)?;
        self.binder_among(&inner(field(*rule, "right")?), 0).map(|binder| Binder { pattern, ..binder })
    }

    fn binder_among(&self, tokens: &[Node<'_>], depth: u32) -> Option<Binder> {
        if depth > MAX_DEPTH {
            return None;
        }
        let word = |at: usize| tokens.get(at).map_or("", |it| text(*it, self.text));
        let variable = |at: usize| tokens.get(at).filter(|it| it.kind() == "metavariable").map(|it| text(*it, self.text).to_owned());
        for (at, token) in tokens.iter().enumerate() {
            if token.kind() == "token_tree" {
                let found = self.binder_among(&inner(*token), depth + 1);
                if found.is_some() {
                    return found;
                }
            }
            let opens = word(at);
            let mut ahead = at + 1 + usize::from(opens == "let" && word(at + 1) == "mut");
            let sign = match opens {
                "let" => "=",
                "for" => "in",
                _ => continue,
            };
            let (Some(name), Some(value)) = (variable(ahead).filter(|_| word(ahead + 1) == sign), variable(ahead + 2)) else { continue };
            ahead += 3;
            let mut members = Vec::new();
            while word(ahead) == "." && tokens.get(ahead + 1).is_some_and(|it| it.kind() == "identifier") && members.len() < MAX_MEMBERS {
                let is_called = tokens.get(ahead + 2).is_some_and(|it| it.kind() == "token_tree" && text(*it, self.text).starts_with('('));
                members.push((word(ahead + 1).to_owned(), is_called));
                ahead += 2 + usize::from(is_called);
            }
            let is_whole = if opens == "let" { word(ahead) == ";" } else { tokens.get(ahead).is_some_and(|it| it.kind() == "token_tree") };
            if is_whole {
                return Some(Binder { pattern: Pattern::default(), name, value, members, each: opens == "for" });
            }
        }
        None
    }

    /// Declares, in a scope of their own, the names that an invocation of such a macro gives it.
    pub(super) fn bind_given(&mut self, word: &str, tree: Node<'_>) {
        let Some(binder) = self.binders.get(word).cloned() else { return };
        let Some(given) = self.names_given(&binder.pattern, tree) else { return };
        let token = |variable: &str| given.iter().find(|it| it.variable == variable).map(|it| it.name);
        let name = token(&binder.name).filter(|it| it.kind() == "identifier");
        let value = token(&binder.value).filter(|it| matches!(it.kind(), "identifier" | "self"));
        let (Some(name), Some(value)) = (name, value) else { return };
        let mut bound: ExprId = self.builder.name(self.word(value), value.start_byte());
        for (member, is_called) in &binder.members {
            bound = self.builder.member(bound, member);
            if *is_called {
                bound = self.builder.call(bound);
            }
        }
        if binder.each {
            bound = self.builder.expr(Expr::Element(bound));
        }
        self.builder.open_scope(ScopeKind::Block);
        let local = Local { name: self.word(name).into(), ty: None, values: vec![bound], receiver: false, parameter_of: None };
        self.builder.declare(local, name.start_byte().max(1));
    }

    /// Ends what the tokens of a macro were read in.
    pub(super) fn end_tokens(&mut self, scope: u32) {
        self.takes_parameters = false;
        if self.builder.scope() != scope {
            self.builder.close_scope();
        }
    }
}
