//! Chains of names among the tokens of a macro: paths, members, generic arguments.

use tree_sitter::Node;

use super::references::token_references;
use super::tokens::Tokens;
use super::{Walk, is_primitive, is_upper};
use crate::languages::syntax::{all_children, span, text};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, SLICE};

/// A path read from tokens.
pub(super) struct Path<'text, 'tree> {
    pub target: ExprId,
    pub name: &'text str,
    pub last: Node<'tree>,
    pub single: bool,
}

impl<'text> Walk<'_, 'text> {
    /// `a::b::c` from the present token on, generic arguments passed over. Sites are written for all segments but the last.
    pub(super) fn token_path<'tree>(&mut self, tokens: &mut Tokens<'tree>, first: Node<'tree>) -> Path<'text, 'tree> {
        let mut last = first;
        let mut name = self.word(first);
        let rooted = tokens.before() == "::";
        let mut single = true;
        tokens.at += 1;
        let mut target = None;
        while tokens.kind(0) == "::" {
            if tokens.kind(1) == "<" {
                tokens.at += 1;
                self.token_generics(tokens);
                continue;
            }
            let Some(next) = tokens.peek(1).filter(|next| matches!(next.kind(), "identifier" | "super" | "self" | "crate" | "default" | "union"))
            else {
                break;
            };
            let base = self.token_qualifier(target, last, rooted);
            name = self.word(next);
            last = next;
            single = false;
            target = Some(self.builder.member(base, name));
            tokens.at += 2;
        }
        let target = match target {
            Some(target) => target,
            None if name == "Self" => self.self_type(),
            None if last.kind() == "metavariable" => self.metavariable(last),
            None if rooted => self.builder.free(name),
            // Types and constants are written in upper case and macros apart, so only the rest can name a local.
            None if is_upper(name) || tokens.kind(0) == "!" => self.item_name(name),
            None => self.builder.name(name, last.start_byte()),
        };
        Path { target, name, last, single }
    }

    /// `<T as Trait>::name` from the present token on, where `T` and `Trait` are plain paths; nothing is read where they are not.
    pub(super) fn token_bracketed<'tree>(&mut self, tokens: &mut Tokens<'tree>) -> Option<Path<'text, 'tree>> {
        let mut end = plain_path(tokens, 1)?;
        if tokens.kind(end) == "as" {
            end = plain_path(tokens, end + 1)?;
        }
        if tokens.kind(end) != ">" || tokens.kind(end + 1) != "::" || tokens.kind(end + 2) != "identifier" {
            return None;
        }
        let close = tokens.at + end;
        let mut types = Vec::new();
        while tokens.at < close {
            tokens.at += 1;
            let Some(first) = tokens.peek(0).filter(|_| tokens.at < close) else { continue };
            let path = self.token_path(tokens, first);
            if !is_primitive(path.name) && path.name != "Self" {
                self.builder.site(Role::Type, path.name, span(path.last), path.target, None);
            }
            types.push(path.target);
        }
        let base = self.builder.any_of(types);
        let last = tokens.peek(2)?;
        let name = self.word(last);
        tokens.at += 3;
        let target = self.builder.member(base, name);
        Some(Path { target, name, last, single: false })
    }

    /// A segment in front of `::`, with its site.
    fn token_qualifier(&mut self, target: Option<ExprId>, node: Node<'_>, rooted: bool) -> ExprId {
        let name = self.word(node);
        let target = match (target, node.kind()) {
            (Some(target), _) => target,
            (None, "crate" | "super" | "self") => return self.builder.free(name),
            (None, "metavariable") => return self.metavariable(node),
            (None, _) if name == "Self" => return self.self_type(),
            (None, _) if rooted => self.builder.free(name),
            (None, _) => self.item_name(name),
        };
        if !is_primitive(name) && !matches!(node.kind(), "super" | "self") {
            let role = if is_upper(name) { Role::Type } else { Role::Read };
            self.builder.site(role, name, span(node), target, None);
        }
        target
    }

    /// `<…>` from the present token on, up to its end; plain types in it get their sites.
    fn token_generics(&mut self, tokens: &mut Tokens<'_>) {
        let mut open = 0i32;
        while let Some(token) = tokens.peek(0) {
            match token.kind() {
                "<" => open += 1,
                "<<" => open += 2,
                ">" => open -= 1,
                ">>" => open -= 2,
                ";" | "{" => return,
                "token_tree" => self.token_types(token),
                "identifier" | "crate" | "self" | "super" => {
                    self.token_type_path(tokens, token);
                    continue;
                }
                _ => {}
            }
            tokens.at += 1;
            if open <= 0 {
                return;
            }
        }
    }

    /// The plain types among the tokens of a tuple or an array of types.
    fn token_types(&mut self, tree: Node<'_>) {
        if !self.descend(tree) {
            return;
        }
        let mut tokens = Tokens::of(all_children(tree));
        while let Some(token) = tokens.peek(0) {
            match token.kind() {
                "token_tree" => self.token_types(token),
                "identifier" | "crate" | "self" | "super" => {
                    self.token_type_path(&mut tokens, token);
                    continue;
                }
                _ => {}
            }
            tokens.at += 1;
        }
        self.ascend();
    }

    /// The sites of a path among tokens where only types stand, from its first name on.
    fn token_type_path<'tree>(&mut self, tokens: &mut Tokens<'tree>, first: Node<'tree>) {
        // Arguments of paths may hold further paths.
        if tokens.kind(1) != "::" || !self.descend(first) {
            if first.kind() == "identifier" && tokens.before() != "::" {
                self.token_named_type(first);
            }
            tokens.at += 1;
            return;
        }
        let path = self.token_path(tokens, first);
        self.ascend();
        if path.single {
            self.token_named_type(first);
        } else if path.last.kind() == "identifier" {
            self.builder.site(Role::Type, path.name, span(path.last), path.target, None);
        }
    }

    /// The site of a name among tokens where only types stand.
    pub(super) fn token_named_type(&mut self, token: Node<'_>) {
        let name = self.word(token);
        if is_upper(name) && name != "Self" {
            let target = self.item_name(name);
            self.builder.site(Role::Type, name, span(token), target, None);
        }
    }

    /// `.field`, `.method(…)`, `?`, `[…]` after a value.
    pub(super) fn token_members(&mut self, tokens: &mut Tokens<'_>, mut value: ExprId) -> ExprId {
        loop {
            if tokens.kind(0) == "?" {
                value = self.builder.expr(Expr::Unwrap(value));
                tokens.at += 1;
            } else if let Some(tree) = tokens.tree(0, "[") {
                let is_range = all_children(tree).iter().any(|it| matches!(it.kind(), ".." | "..="));
                self.token_tree(tree);
                value = self.builder.expr(if is_range { Expr::At { base: value, key: SLICE.into() } } else { Expr::Element(value) });
                tokens.at += 1;
            } else if tokens.kind(0) == "." {
                let Some(name) = tokens.peek(1) else { return value };
                match name.kind() {
                    "identifier" | "union" | "default" | "primitive_type" => {
                        tokens.at += 2;
                        value = self.token_member(tokens, value, name);
                    }
                    "integer_literal" => {
                        tokens.at += 2;
                        value = self.numbered_field(value, text(name, self.text));
                    }
                    "await" => {
                        tokens.at += 2;
                        value = self.builder.expr(Expr::Unwrap(value));
                    }
                    _ => return value,
                }
            } else {
                return value;
            }
        }
    }

    fn token_member(&mut self, tokens: &mut Tokens<'_>, base: ExprId, node: Node<'_>) -> ExprId {
        let name = self.word(node);
        let target = self.builder.member(base, name);
        if tokens.kind(0) == "::" && tokens.kind(1) == "<" {
            tokens.at += 1;
            self.token_generics(tokens);
        }
        // What the macro writes behind something else is no member of this.
        let is_moved = self.named_among_tokens.contains(&node.start_byte());
        let Some(tree) = tokens.tree(0, "(") else {
            if is_moved {
                return self.builder.unknown();
            }
            self.builder.site(Role::Read, name, span(node), target, None);
            return target;
        };
        tokens.at += 1;
        let arguments = self.token_arguments(tree, Some(target).filter(|_| !is_moved));
        if is_moved {
            return self.builder.unknown();
        }
        self.builder.token_call(name, span(node), target, Some(arguments));
        self.tell_references(None, &token_references(tree));
        self.builder.call(target)
    }
}

/// How far ahead the first token behind the plain path is that starts `ahead`.
fn plain_path(tokens: &Tokens<'_>, ahead: usize) -> Option<usize> {
    let is_segment = |ahead: usize| matches!(tokens.kind(ahead), "identifier" | "primitive_type" | "crate" | "self" | "super");
    let mut end = ahead;
    while is_segment(end) && tokens.kind(end + 1) == "::" {
        end += 2;
    }
    is_segment(end).then_some(end + 1)
}

/// What a path is used for, by what follows it.
pub(super) fn role_of(tokens: &Tokens<'_>, path: &Path<'_, '_>) -> Role {
    let called = tokens.tree(0, "(").is_some() || (tokens.kind(0) == "!" && tokens.kind(1) == "token_tree");
    let shouted = path.name.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_');
    if called {
        Role::Call
    } else if tokens.tree(0, "{").is_some() && is_upper(path.name) && !shouted {
        Role::Type
    } else {
        Role::Read
    }
}
