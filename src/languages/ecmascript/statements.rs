//! Statements: blocks, branches, loops, and where narrowing takes effect.

use tree_sitter::Node;

use super::super::syntax::{self, field};
use super::habits::HABITS;
use super::narrowing::Narrowing;
use super::variables::{Binder, Source};
use super::walk::Walk;
use crate::base::caps;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, TAGGED, UNTAGGED};
use crate::shard::facts::{Flags, SymbolKind};

impl Walk<'_, '_> {
    /// Visits a statement, or whatever stands in its place.
    pub fn statement(&mut self, node: Node<'_>) {
        self.deeper(node, (), |walk| walk.statement_inside(node));
    }

    fn statement_inside(&mut self, node: Node<'_>) {
        match node.kind() {
            "import_statement" => self.import_statement(node),
            "export_statement" => self.export_statement(node),
            "import_alias" => self.import_alias(node, node),
            "statement_block" => self.block(node, &[]),
            "if_statement" => self.if_statement(node),
            "for_statement" => self.for_statement(node),
            "for_in_statement" => self.for_in_statement(node),
            "while_statement" | "do_statement" => self.loop_statement(node),
            "switch_statement" => self.switch_statement(node),
            "try_statement" | "finally_clause" | "with_statement" | "labeled_statement" => self.each(node, Self::statement),
            "catch_clause" => self.catch_clause(node),
            "return_statement" => self.return_statement(node),
            "expression_statement" | "throw_statement" => self.expression_statement(node),
            "break_statement"
            | "continue_statement"
            | "empty_statement"
            | "debugger_statement"
            | "comment"
            | "hash_bang_line"
            | "statement_identifier" => {}
            "ERROR" => self.each(node, |walk, child| {
                if child.named_child_count() > 0 {
                    walk.statement(child);
                }
            }),
            _ if self.declaration(node, node) => {}
            _ => {
                self.value(node);
            }
        }
    }

    /// Visits a declaration; `outer` is the statement around it that counts as part of it. False when it is none.
    pub fn declaration(&mut self, node: Node<'_>, outer: Node<'_>) -> bool {
        match node.kind() {
            "function_declaration" | "generator_function_declaration" => self.function_declaration(node, outer),
            "function_signature" => self.function_signature(node, outer),
            "class_declaration" | "abstract_class_declaration" => self.class_declaration(node, outer),
            "interface_declaration" => self.interface(node, outer),
            "type_alias_declaration" => self.type_alias(node, outer),
            "enum_declaration" => self.enumeration(node, outer),
            "internal_module" | "module" => self.namespace(node, outer),
            "ambient_declaration" => self.ambient(node, outer),
            "lexical_declaration" | "variable_declaration" | "using_declaration" => self.variables(node, outer),
            "import_alias" => self.import_alias(node, outer),
            _ => return false,
        }
        true
    }

    fn return_statement(&mut self, node: Node<'_>) {
        let Some(returned) = first(node) else { return };
        self.expected = self.frames.last().and_then(|frame| frame.result);
        let value = self.value(returned);
        let value = self.own_value(returned).unwrap_or(value);
        self.returned(value);
    }

    fn expression_statement(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            self.declared_by_comment(child);
            if child.kind() != "internal_module" || !self.declaration(child, node) {
                self.value(child);
            }
            // What an assertion tests holds behind it.
            if child.kind() == "call_expression"
                && field(child, "function").is_some_and(|function| self.of(function).to_ascii_lowercase().contains("assert"))
            {
                let told = self.told_by_assertion(child);
                self.narrow(&told, node.end_byte());
            }
        }
    }

    fn ambient(&mut self, node: Node<'_>, outer: Node<'_>) {
        let before = (self.ambient, self.global);
        self.ambient = true;
        self.global |= syntax::has_token(node, "global");
        for child in syntax::children(node) {
            match child.kind() {
                "statement_block" => {
                    let doc = self.doc.take();
                    self.builder.open_scope(ScopeKind::Module);
                    self.each(child, Self::statement);
                    self.builder.close_scope();
                    self.doc = doc;
                }
                "comment" | "property_identifier" => {}
                _ if self.declaration(child, outer) => {}
                _ => {
                    self.type_expr(child);
                }
            }
        }
        (self.ambient, self.global) = before;
    }

    /// Binds what the file declares for everybody in the file as well, unless it has something of that name for itself. An interface of the name of one of
    /// the language's own adds to that one.
    pub(super) fn settle_globals(&mut self) {
        let known = std::mem::take(&mut self.known);
        for ((_, _, name), symbols) in known.iter().filter(|((class, ..), _)| *class == 0) {
            let mut alone = !self.bound.contains_key(name);
            for index in symbols {
                alone &= self.builder.symbol_mut(*index).flags.has(Flags::GLOBAL);
            }
            let of_its_own = symbols.iter().any(|it| !self.builder.symbol_mut(*it).flags.has(Flags::GLOBAL));
            for index in symbols.iter().copied() {
                let symbol = self.builder.symbol_mut(index);
                if of_its_own && self.is_module && symbol.flags.has(Flags::GLOBAL) {
                    // What the file has for itself by that name is something else.
                    symbol.callback = Some(xxhash_rust::xxh3::xxh3_64(b"global"));
                }
                let is_open = symbol.flags.has(Flags::GLOBAL) || !self.is_module;
                if is_open && symbol.kind == SymbolKind::Interface && HABITS.is_builtin(name) {
                    let target = self.builder.free(name);
                    self.adds_to(target, index);
                } else if alone {
                    self.builder.bind_in(0, name, Binding::Symbol(index), 0);
                }
            }
        }
        self.known = known;
    }

    /// Visits a block with what is known of some names in it.
    pub fn block(&mut self, node: Node<'_>, narrowed: &[Narrowing]) {
        self.open_block();
        self.narrow(narrowed, 0);
        if node.kind() == "statement_block" {
            self.each(node, Self::statement);
        } else {
            self.statement(node);
        }
        self.close_block();
    }

    /// Opens a block scope.
    pub fn open_block(&mut self) {
        self.builder.open_scope(ScopeKind::Block);
        self.blocks += 1;
    }

    /// Closes it.
    pub fn close_block(&mut self) {
        self.builder.close_scope();
        self.blocks = self.blocks.saturating_sub(1);
    }

    fn if_statement(&mut self, node: Node<'_>) {
        let facts = self.condition(node);
        self.builder.open_branch();
        let consequence = field(node, "consequence");
        if let Some(consequence) = consequence {
            self.block(consequence, &facts.when_true);
        }
        self.builder.close_branch();
        match field(node, "alternative") {
            Some(alternative) => {
                for child in syntax::children(alternative) {
                    if child.kind() == "if_statement" && facts.when_false.is_empty() {
                        self.statement(child);
                    } else if child.kind() != "comment" {
                        self.block(child, &facts.when_false);
                    }
                }
            }
            None if consequence.is_some_and(leaves) => self.narrow(&facts.when_false, node.end_byte()),
            None => {}
        }
    }

    fn for_statement(&mut self, node: Node<'_>) {
        self.open_block();
        for name in ["initializer", "condition", "increment"] {
            if let Some(part) = field(node, name) {
                self.statement(part);
            }
        }
        self.loop_body(node);
        self.close_block();
    }

    fn loop_body(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        if let Some(body) = field(node, "body") {
            self.statement(body);
        }
        self.builder.close_branch();
    }

    fn for_in_statement(&mut self, node: Node<'_>) {
        let right = field(node, "right").map(|right| self.value(right));
        self.open_block();
        if let Some(left) = field(node, "left") {
            let value = match right {
                Some(right) if field(node, "operator").is_some_and(|it| it.kind() == "of") => self.builder.expr(Expr::Element(right)),
                _ => self.builder.literal("string"),
            };
            let binder = match field(node, "kind").map(|kind| kind.kind()) {
                Some("var") => Binder::Hoisted,
                Some(_) => Binder::Local { parameter_of: None },
                None => Binder::Assign,
            };
            self.pattern(left, Source::value(value), binder);
        }
        self.loop_body(node);
        self.close_block();
    }

    fn loop_statement(&mut self, node: Node<'_>) {
        let facts = self.condition(node);
        self.builder.open_branch();
        if let Some(body) = field(node, "body") {
            let narrowed = if node.kind() == "while_statement" { facts.when_true } else { Vec::new() };
            self.block(body, &narrowed);
        }
        self.builder.close_branch();
    }

    fn switch_statement(&mut self, node: Node<'_>) {
        let value = field(node, "value");
        if let Some(value) = value {
            self.value(value);
        }
        let Some(body) = field(node, "body") else { return };
        self.open_block();
        let subject = value.and_then(|value| if value.kind() == "parenthesized_expression" { first(value) } else { Some(value) });
        // The tags of all cases so far, and from where on those of the present one stand.
        let (mut tags, mut from) = (Vec::new(), 0);
        for case in syntax::children(body) {
            if !matches!(case.kind(), "switch_case" | "switch_default") {
                continue;
            }
            if case.kind() == "switch_case" {
                self.builder.open_branch();
            }
            if let Some(subject) = subject {
                let tag = field(case, "value").and_then(|value| self.tag(value));
                tags.extend(tag);
                let is_told = tag.is_some() && tags.len() - from <= caps::MAX_CANDIDATES;
                let (before, here) = tags.split_at(from);
                let narrowed = if is_told { self.tagged(subject, TAGGED, here) } else { self.tagged(subject, UNTAGGED, before) };
                if !tags.is_empty() {
                    self.narrow(&narrowed, case.start_byte());
                }
            }
            self.each(case, Self::statement);
            if syntax::children(case).pop().is_some_and(leaves) {
                from = tags.len();
            }
            if case.kind() == "switch_case" {
                self.builder.close_branch();
            }
        }
        self.close_block();
    }

    fn catch_clause(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        self.open_block();
        if let Some(parameter) = field(node, "parameter") {
            let ty = field(node, "type").and_then(|ty| self.annotation(ty));
            self.pattern(parameter, Source { ty, value: None }, Binder::Local { parameter_of: None });
        }
        if let Some(body) = field(node, "body") {
            self.statement(body);
        }
        self.close_block();
        self.builder.close_branch();
    }
}

/// The named children that are no comments.
pub(super) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    syntax::children(node).into_iter().filter(|child| child.kind() != "comment").collect()
}

/// The first of [`parts`].
pub(super) fn first(node: Node<'_>) -> Option<Node<'_>> {
    syntax::children(node).into_iter().find(|child| child.kind() != "comment")
}

/// Whether a statement never runs into the next one.
fn leaves(node: Node<'_>) -> bool {
    let last = if node.kind() == "statement_block" { syntax::children(node).pop() } else { Some(node) };
    last.is_some_and(|last| matches!(last.kind(), "return_statement" | "throw_statement" | "continue_statement" | "break_statement"))
}
