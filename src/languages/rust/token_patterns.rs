//! Patterns among the tokens of a macro: `matches!(it, Shape::Round { radius } if radius > 1)`.

use tree_sitter::Node;

use super::token_chains::role_of;
use super::tokens::{KEYWORDS, Tokens};
use super::{Walk, is_primitive, is_upper};
use crate::languages::syntax::{all_children, span, text};
use crate::shard::body::{Local, Role};
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId, TESTED};

/// Macros that hold a value against a pattern.
pub(super) const MATCHING: &[&str] = &["assert_matches", "debug_assert_matches", "matches"];

impl Walk<'_, '_> {
    /// The tokens of a macro that holds a value against a pattern, what a guard and texts behind that say among them.
    pub(super) fn token_match(&mut self, tree: Node<'_>) {
        let tokens = Tokens::of(all_children(tree));
        let inside = tokens.list.get(1..tokens.list.len().saturating_sub(1)).unwrap_or_default();
        let Some(comma) = inside.iter().position(|it| it.kind() == ",") else {
            self.token_tree(tree);
            return;
        };
        if !self.descend(tree) {
            return;
        }
        self.open_brackets(tree);
        let (value, pattern) = (&inside[..comma], &inside[comma + 1..]);
        let end = pattern.iter().position(|it| it.kind() == "," || text(*it, self.text) == "if").unwrap_or(pattern.len());
        let value = match self.token_values(value.to_vec()).as_slice() {
            [value] => *value,
            _ => self.builder.unknown(),
        };
        self.builder.open_scope(ScopeKind::Block);
        self.token_pattern(&mut Tokens::of(pattern[..end].to_vec()), Some(value));
        self.token_run(pattern.get(end + 1..).unwrap_or_default().to_vec());
        self.builder.close_scope();
        self.close_brackets();
        self.ascend();
    }

    /// Binds the names of a pattern that takes `value` apart in the present scope.
    pub(super) fn token_pattern(&mut self, tokens: &mut Tokens<'_>, value: Option<ExprId>) {
        while let Some(token) = tokens.peek(0) {
            match token.kind() {
                "identifier" | "self" | "super" | "crate" | "metavariable" => self.pattern_of_path(tokens, token, value),
                "token_tree" => {
                    self.parts_of_pattern(token, |walk, index| {
                        let base = value?;
                        Some(walk.builder.expr(if index.is_some() { Expr::Part { base, index: index? } } else { Expr::Element(base) }))
                    });
                    tokens.at += 1;
                }
                _ => tokens.at += 1,
            }
        }
    }

    fn pattern_of_path<'tree>(&mut self, tokens: &mut Tokens<'tree>, first: Node<'tree>, value: Option<ExprId>) {
        let is_path = tokens.kind(1) == "::" || first.kind() != "identifier";
        if !is_path && !is_upper(self.word(first)) && tokens.tree(1, "(").is_none() {
            self.token_variable(first, value);
            tokens.at += 1;
            return;
        }
        let from = tokens.at;
        let path = self.token_path(tokens, first);
        if tokens.kind(0) == "!" {
            return;
        }
        let fields = self.fields_ahead(tokens, &path, from);
        let role = if fields.is_some() { Role::Type } else { role_of(tokens, &path) };
        // What takes a value apart calls nothing.
        let role = if role == Role::Call { Role::Read } else { role };
        if path.name != "Self" && !is_primitive(path.name) && path.last.kind() == "identifier" {
            self.builder.site(role, path.name, span(path.last), path.target, None);
        }
        let Some(tree) = tokens.peek(0).filter(|it| it.kind() == "token_tree") else { return };
        tokens.at += 1;
        if let Some(mut fields) = fields {
            fields.is_pattern = true;
            let ty = self.matched_as(path.target, value);
            self.token_fields(tree, ty, fields);
            return;
        }
        let word = if path.single { path.name } else { "" };
        let unknown = self.builder.unknown();
        let matched = value.unwrap_or(unknown);
        let ty = self.matched_as(path.target, value);
        self.parts_of_pattern(tree, |walk, index| {
            Some(match (word, index?) {
                ("Some" | "Ok", _) => walk.builder.expr(Expr::Unwrap(matched)),
                ("Err", _) => walk.builder.expr(Expr::Part { base: matched, index: 1 }),
                (_, index) => {
                    let base = walk.builder.instance(ty);
                    walk.builder.member(base, &index.to_string())
                }
            })
        });
    }

    /// The patterns between the commas of brackets, each with what `part` says of its place: none in square ones, where places are not told apart.
    fn parts_of_pattern(&mut self, tree: Node<'_>, part: impl Fn(&mut Self, Option<u32>) -> Option<ExprId>) {
        if !self.descend(tree) {
            return;
        }
        let inside = all_children(tree);
        let is_round = inside.first().is_some_and(|it| it.kind() == "(");
        let inside = inside.get(1..inside.len().saturating_sub(1)).unwrap_or_default();
        // Behind `..` places are counted from the other end.
        let mut is_told = true;
        for (tokens, index) in inside.split(|it| it.kind() == ",").zip(0u32..) {
            is_told &= !matches!(tokens, [only] if only.kind() == "..");
            let value = if is_told || !is_round { part(self, is_round.then_some(index)) } else { None };
            self.token_pattern(&mut Tokens::of(tokens.to_vec()), value);
        }
        self.ascend();
    }

    /// A type as which a value is matched.
    fn matched_as(&mut self, path: ExprId, value: Option<ExprId>) -> ExprId {
        match value.filter(|it| *it != self.builder.unknown()) {
            Some(value) => {
                let mark = self.builder.literal(TESTED);
                self.builder.applied(mark, vec![value, path])
            }
            None => path,
        }
    }

    /// A variable that a pattern binds in the present scope, with what it holds as far as that is known.
    pub(super) fn token_variable(&mut self, token: Node<'_>, value: Option<ExprId>) -> Option<u32> {
        let name = self.word(token);
        if is_upper(name) || KEYWORDS.contains(&name) {
            return None;
        }
        let local = Local { name: name.into(), ty: None, values: value.into_iter().collect(), receiver: false, parameter_of: None };
        Some(self.builder.declare(local, token.start_byte().max(1)))
    }
}
