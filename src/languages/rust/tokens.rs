//! Macro invocations: the macro is called, and its tokens are read for the names they use.

use tree_sitter::Node;

use super::references::token_references;
use super::token_chains::{Path, role_of};
use super::token_parts::Parts;
use super::token_patterns::MATCHING;
use super::{Walk, is_primitive, is_upper};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, child_of_kind, field, span, text};
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Owner;

/// Macros whose tokens are program text to be made, not run.
const QUOTING: &[&str] = &["parse_quote", "parse_quote_spanned", "quote", "quote_spanned", "stringify"];

/// Words that tree-sitter takes for identifiers inside token trees.
pub(super) const KEYWORDS: &[&str] = &["_", "box", "dyn", "else", "extern", "in", "macro_rules", "move", "mut", "raw", "ref", "try", "yield"];

/// Words in front of a name that is being defined.
const DEFINING: &[&str] = &["enum", "fn", "mod", "struct", "trait", "type", "union", "'", "macro_rules"];

/// A token tree as a list with a read position.
pub(super) struct Tokens<'tree> {
    pub list: Vec<Node<'tree>>,
    pub at: usize,
}

impl<'tree> Tokens<'tree> {
    fn new(tree: Node<'tree>) -> Self {
        Self::of(all_children(tree))
    }

    pub fn of(mut list: Vec<Node<'tree>>) -> Self {
        list.retain(|token| !matches!(token.kind(), "line_comment" | "block_comment"));
        Self { list, at: 0 }
    }

    pub fn peek(&self, ahead: usize) -> Option<Node<'tree>> {
        self.list.get(self.at + ahead).copied()
    }

    pub fn kind(&self, ahead: usize) -> &'static str {
        self.peek(ahead).map_or("", |token| token.kind())
    }

    pub fn before(&self) -> &'static str {
        self.at.checked_sub(1).and_then(|at| self.list.get(at)).map_or("", |token| token.kind())
    }

    /// The token tree `ahead`, if it opens with `mark`.
    pub fn tree(&self, ahead: usize, mark: &str) -> Option<Node<'tree>> {
        self.peek(ahead).filter(|token| token.kind() == "token_tree" && token.child(0).is_some_and(|open| open.kind() == mark))
    }
}

/// A bare word that may or may not be a name.
pub(super) struct Doubtful {
    name: Name,
    span: ByteSpan,
    target: ExprId,
    enclosing: Option<u32>,
    /// A member of it is named: whatever the macro is, this is a value.
    is_receiver: bool,
}

impl<'text> Walk<'_, 'text> {
    pub(super) fn macro_invocation(&mut self, node: Node<'_>) -> ExprId {
        self.invocation(node).0
    }

    /// What a macro gives that a member is named of.
    pub(super) fn macro_receiver(&mut self, node: Node<'_>) -> ExprId {
        let (value, called) = self.invocation(node);
        called.map_or(value, |(word, target)| self.given_by_macro(value, word, target))
    }

    /// What an invocation gives, the name of its macro, and what that names.
    fn invocation(&mut self, node: Node<'_>) -> (ExprId, Option<(&'text str, ExprId)>) {
        let Some(name) = field(node, "macro") else { return (self.builder.unknown(), None) };
        let (word, target) = self.macro_call(name);
        let Some(tree) = child_of_kind(node, "token_tree") else { return (self.builder.unknown(), None) };
        let around = self.macro_scope.replace(self.builder.scope());
        let scope = self.builder.scope();
        self.begin_tokens(word, tree);
        let value = self.macro_tokens(word, target, tree);
        self.end_tokens(scope);
        self.macro_scope = around;
        (value, Some((word, target)))
    }

    /// The site of a macro's call; gives its last name and what it names.
    pub(super) fn macro_call(&mut self, name: Node<'_>) -> (&'text str, ExprId) {
        let last = field(name, "name").unwrap_or(name);
        let target = if name.kind() == "scoped_identifier" { self.scoped(name).0 } else { self.item_name(self.word(name)) };
        let word = self.word(last);
        self.builder.site(Role::Call, word, span(last), target, None);
        (word, target)
    }

    /// The tokens given to the macro `name`, and what it gives where the standard library says so.
    fn macro_tokens(&mut self, name: &str, target: ExprId, tree: Node<'_>) -> ExprId {
        if QUOTING.contains(&name) {
            self.interpolations(tree);
            return self.builder.unknown();
        }
        self.note_members(name, tree);
        let around = std::mem::replace(&mut self.keeps_locally, name == "thread_local");
        let outer = self.among_tokens(name, target);
        let mut values = if MATCHING.contains(&name) {
            self.token_match(tree);
            Vec::new()
        } else {
            self.token_tree(tree)
        };
        self.around = outer;
        self.keeps_locally = around;
        match name {
            "vec" => {
                values.truncate(8);
                let ty = self.builder.free("Vec");
                self.holding(ty, values)
            }
            "dbg" => values.first().copied().unwrap_or_else(|| self.builder.unknown()),
            "format" => {
                let ty = self.builder.free("String");
                self.builder.instance(ty)
            }
            "write" | "writeln" => {
                let library = self.builder.free("std");
                let module = self.builder.member(library, "fmt");
                let ty = self.builder.member(module, "Result");
                let unit = self.builder.expr(Expr::Tuple(Vec::new()));
                let ty = self.builder.applied(ty, vec![unit]);
                self.builder.instance(ty)
            }
            "matches" => self.builder.literal("bool"),
            "concat" | "env" | "file" | "include_str" | "stringify" => self.builder.literal("str"),
            _ => self.value_of_macro(name, target, values),
        }
    }

    /// `#name` inside quoted tokens is a variable; the rest is text.
    fn interpolations(&mut self, tree: Node<'_>) {
        if !self.descend(tree) {
            return;
        }
        let mut marked = false;
        for token in all_children(tree) {
            match token.kind() {
                "identifier" if marked => {
                    let name = self.word(token);
                    let target = self.builder.name(name, token.start_byte());
                    self.builder.site(Role::Read, name, span(token), target, None);
                }
                "token_tree" => self.interpolations(token),
                _ => {}
            }
            marked = token.kind() == "#";
        }
        self.ascend();
    }

    /// The right side of a macro rule: only paths from `$crate` are sure to mean something.
    pub(super) fn template(&mut self, tree: Node<'_>) {
        if !self.descend(tree) {
            return;
        }
        let mut tokens = Tokens::new(tree);
        while let Some(token) = tokens.peek(0) {
            match token.kind() {
                "metavariable" if text(token, self.text) == "$crate" && tokens.kind(1) == "::" => {
                    let path = self.token_path(&mut tokens, token);
                    let role = role_of(&tokens, &path);
                    self.builder.site(role, path.name, span(path.last), path.target, None);
                    continue;
                }
                "token_tree" | "token_repetition" => self.template(token),
                _ => {}
            }
            tokens.at += 1;
        }
        self.ascend();
    }

    /// Reads a token tree; the result has a value for each part between commas.
    pub(super) fn token_tree(&mut self, tree: Node<'_>) -> Vec<ExprId> {
        self.token_arguments(tree, None)
    }

    /// The same of the arguments of `callee`, which says what the parameters of closures among them take.
    pub(super) fn token_arguments(&mut self, tree: Node<'_>, callee: Option<ExprId>) -> Vec<ExprId> {
        if !self.descend(tree) {
            return Vec::new();
        }
        self.open_brackets(tree);
        let values = self.token_list(Tokens::new(tree), callee);
        self.close_brackets();
        self.ascend();
        values
    }

    /// Reads tokens that stand beside each other.
    pub(super) fn token_run(&mut self, tokens: Vec<Node<'_>>) {
        self.token_values(tokens);
    }

    /// The same; gives a value for each part between commas.
    pub(super) fn token_values(&mut self, tokens: Vec<Node<'_>>) -> Vec<ExprId> {
        if tokens.is_empty() { Vec::new() } else { self.token_list(Tokens::of(tokens), None) }
    }

    fn token_list(&mut self, mut tokens: Tokens<'_>, callee: Option<ExprId>) -> Vec<ExprId> {
        let mut parts = Parts::default();
        self.builder.open_scope(ScopeKind::Block);
        let takes_parameters = std::mem::take(&mut self.takes_parameters);
        // The variable whose value is being read.
        let mut given = None;
        while let Some(token) = tokens.peek(0) {
            match token.kind() {
                "identifier" | "self" | "super" | "crate" | "primitive_type" | "metavariable" => {
                    if takes_parameters {
                        self.token_parameter(&tokens);
                    }
                    if let Some(value) = self.token_chain(&mut tokens) {
                        parts.add(value);
                    }
                    continue;
                }
                "token_tree" | "token_repetition" => {
                    let inner = self.token_tree(token);
                    let value = if inner.len() == 1 { inner[0] } else { self.builder.expr(Expr::Tuple(inner.into_iter().take(8).collect())) };
                    tokens.at += 1;
                    let value = self.token_members(&mut tokens, value);
                    parts.add(value);
                    continue;
                }
                ";" => {
                    if let (Some(local), Some(value)) = (given.take(), parts.alone().filter(|_| parts.range.is_none())) {
                        self.builder.assign(local, None, Some(value));
                    }
                    self.end_part(&mut parts);
                }
                "=" if given.is_some() && parts.pieces == 0 => {}
                "," | "=>" => self.end_part(&mut parts),
                ".." | "..=" => parts.bound(token.kind() == "..="),
                "integer_literal" => {
                    let value = self.number(token, "i32");
                    parts.add(value);
                }
                "<" => match self.token_bracketed(&mut tokens) {
                    Some(path) => {
                        let from = tokens.at;
                        let value = self.token_use(&mut tokens, &path, from);
                        parts.add(value);
                        continue;
                    }
                    None => parts.pieces += 1,
                },
                "'" | "enum" | "fn" | "mod" | "struct" | "trait" | "type" | "union" if tokens.kind(1) == "identifier" => tokens.at += 1,
                "#" if tokens.kind(1) == "token_tree" => tokens.at += 1,
                "let" => {
                    self.end_part(&mut parts);
                    given = self.token_let(&mut tokens);
                }
                "static" if self.token_static(&mut tokens) => continue,
                "|" if starts_closure(self.opener(&tokens)) => {
                    let index = u32::try_from(parts.values.len()).unwrap_or(u32::MAX);
                    let place = callee.map(|callee| self.builder.expr(Expr::Parameter { callee, index }));
                    self.token_closure(&mut tokens, place);
                }
                "string_literal" | "raw_string_literal" | "char_literal" => {
                    let value = self.quoted(token);
                    tokens.at += 1;
                    let value = self.token_members(&mut tokens, value);
                    parts.add(value);
                    continue;
                }
                "(" | ")" | "[" | "]" | "{" | "}" | "&" | "mutable_specifier" => {}
                _ => parts.pieces += 1,
            }
            tokens.at += 1;
        }
        self.end_part(&mut parts);
        self.builder.close_scope();
        parts.values
    }

    /// A path with the members, calls and marks after it. `None` when the name is no use of anything: a label, a field name.
    fn token_chain(&mut self, tokens: &mut Tokens<'_>) -> Option<ExprId> {
        let first = tokens.peek(0)?;
        let word = self.word(first);
        let is_constant = tokens.before() == "const" && tokens.kind(1) == "=";
        // A module may be called by the word of `&raw const`.
        let is_word = KEYWORDS.contains(&word) && !(word == "raw" && tokens.kind(1) == "::");
        if is_constant || self.named_among_tokens.contains(&first.start_byte()) || DEFINING.contains(&tokens.before()) || is_word {
            tokens.at += 1;
            return None;
        }
        let before = tokens.before();
        if first.kind() == "self" && tokens.kind(1) != "::" {
            tokens.at += 1;
            let value = self.self_among(first);
            return Some(self.token_members(tokens, value));
        }
        let from = tokens.at;
        let path = self.token_path(tokens, first);
        if path.single && first.kind() == "identifier" {
            let named = tokens.kind(0) == ":" || (tokens.kind(0) == "=" && matches!(before, "," | "(" | "[" | "{" | ""));
            if named || (before == "." && word != "self") {
                return None;
            }
        }
        if tokens.kind(0) == "!" && tokens.kind(1) == "token_tree" {
            self.builder.token_call(path.name, span(path.last), path.target, None);
            let tree = tokens.peek(1)?;
            tokens.at += 2;
            self.format_string(path.name, tree);
            let mut value = self.macro_tokens(path.name, path.target, tree);
            if tokens.kind(0) == "." {
                value = self.given_by_macro(value, path.name, path.target);
            }
            return Some(self.token_members(tokens, value));
        }
        Some(self.token_use(tokens, &path, from))
    }

    /// Uses a path that starts at `from` by what follows it: called, built, or read.
    fn token_use<'tree>(&mut self, tokens: &mut Tokens<'tree>, path: &Path<'text, 'tree>, from: usize) -> ExprId {
        let hidden = path.single && (is_primitive(path.name) || path.last.kind() != "identifier");
        let value = if let Some(tree) = tokens.tree(0, "(") {
            tokens.at += 1;
            let arguments = self.token_arguments(tree, Some(path.target));
            let held = arguments.first().copied();
            // Behind no expression stands an arrow: `recv(r) -> message` is of the macro's own grammar.
            let hidden = hidden || tokens.kind(0) == "->";
            if !hidden {
                if path.single {
                    self.perhaps_word(path.last);
                }
                self.builder.token_call(path.name, span(path.last), path.target, Some(arguments));
                self.tell_references(None, &token_references(tree));
            }
            match self.wrapped(path.name, held.filter(|_| path.single)) {
                Some(wrapped) => wrapped,
                None => self.builder.call(path.target),
            }
        } else if let (Some(tree), Some(fields)) = (tokens.peek(0), self.fields_ahead(tokens, path, from)) {
            tokens.at += 1;
            if !hidden && path.name != "Self" {
                self.builder.site(Role::Type, path.name, span(path.last), path.target, None);
            }
            self.token_fields(tree, path.target, fields)
        } else {
            let role = role_of(tokens, path);
            if path.single && role == Role::Read {
                if tokens.kind(0) == "." {
                    self.builder.receiver(path.target);
                }
                if !hidden && path.name != "Self" {
                    let is_receiver = tokens.kind(0) == "." && tokens.kind(1) == "identifier";
                    self.doubtful_read(path.name, span(path.last), path.target, is_receiver);
                }
            } else if !hidden && path.name != "Self" {
                self.builder.site(role, path.name, span(path.last), path.target, None);
            }
            if role == Role::Type && tokens.tree(0, "{").is_some() { self.builder.built(path.target) } else { path.target }
        };
        self.token_members(tokens, value)
    }

    /// The token before the present one; `move` is a word.
    fn opener(&self, tokens: &Tokens<'_>) -> &'static str {
        let moved = tokens.at.checked_sub(1).and_then(|at| tokens.list.get(at)).is_some_and(|token| text(*token, self.text) == "move");
        if moved { "move" } else { tokens.before() }
    }

    /// A bare word in a macro's tokens may be a name or mean something to the macro alone. Those written like constants count as names;
    /// the others do if the file turns out to define or import such a name, or may import it with all of a module.
    pub(super) fn doubtful_read(&mut self, name: &str, span: ByteSpan, target: ExprId, is_receiver: bool) {
        if is_upper(name) && name.len() > 1 {
            self.builder.site(Role::Read, name, span, target, None);
        } else {
            let enclosing = self.builder.enclosing();
            self.doubtful.push(Doubtful { name: name.into(), span, target, enclosing, is_receiver });
        }
    }

    /// Adds the doubtful reads of names that the file knows, or may know.
    pub(super) fn settle_doubtful(&mut self) {
        for doubtful in std::mem::take(&mut self.doubtful) {
            if self.known.contains(&doubtful.name) || (doubtful.is_receiver && self.imports_all) {
                self.builder.enter(doubtful.enclosing.map_or(Owner::File, Owner::Symbol));
                self.builder.site(Role::Read, &doubtful.name, doubtful.span, doubtful.target, None);
                self.builder.leave();
            }
        }
    }
}

/// Whether a `|` after this token opens the parameters of a closure.
fn starts_closure(before: &str) -> bool {
    matches!(before, "" | "(" | "[" | "{" | "," | "=" | "=>" | ";" | "&&" | "||" | "return" | "move")
}
