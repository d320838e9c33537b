//! `match` statements: class patterns narrow the subject, captures bind locals.

use tree_sitter::Node;

use super::Walker;
use super::assignments::Assigned;
use crate::base::Name;
use crate::languages::syntax::{self, field, fields, first_part, parts};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// What a pattern is matched against: its value and, where it is a plain name, that name.
#[derive(Clone, Copy)]
struct Subject<'text> {
    name: Option<&'text str>,
    value: ExprId,
}

impl<'text> Walker<'_, 'text> {
    /// A `match` statement.
    pub(super) fn match_statement(&mut self, node: Node<'_>) {
        let nodes = fields(node, "subject");
        let values: Vec<ExprId> = nodes.iter().map(|subject| self.value(*subject)).collect();
        let subject = match (nodes.as_slice(), values.as_slice()) {
            ([one], [value]) => Subject { name: (one.kind() == "identifier").then(|| self.text(*one)), value: *value },
            _ => Subject { name: None, value: self.builder.expr(Expr::Tuple(values)) },
        };
        let choice = self.builder.choice();
        for clause in field(node, "body").map_or_else(Vec::new, parts) {
            if clause.kind() != "case_clause" {
                self.statement(clause);
                continue;
            }
            self.builder.open_branch();
            self.arm(choice, clause, |walker| walker.conditionally(Vec::new(), |walker| walker.case(clause, subject)));
            self.builder.close_branch();
        }
    }

    fn case(&mut self, clause: Node<'_>, subject: Subject<'text>) {
        let patterns: Vec<Node<'_>> = parts(clause).into_iter().filter(|child| child.kind() == "case_pattern").collect();
        for (index, pattern) in patterns.iter().enumerate() {
            let part = if patterns.len() == 1 { subject } else { self.part(subject, index) };
            self.pattern(*pattern, part);
        }
        if let Some(guard) = field(clause, "guard") {
            self.statements(guard);
        }
        if let Some(body) = field(clause, "consequence") {
            self.statements(body);
        }
    }

    fn part(&mut self, subject: Subject<'_>, index: usize) -> Subject<'text> {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Subject { name: None, value: self.builder.expr(Expr::Part { base: subject.value, index }) }
    }

    fn pattern(&mut self, node: Node<'_>, subject: Subject<'text>) {
        self.deeper(node, (), |walker| match node.kind() {
            "case_pattern" | "union_pattern" => {
                for inner in parts(node) {
                    walker.pattern(inner, subject);
                }
            }
            "as_pattern" => walker.as_case(node, subject),
            "class_pattern" => walker.class_pattern(node, subject),
            "list_pattern" | "tuple_pattern" => {
                for (index, inner) in parts(node).into_iter().enumerate() {
                    let part = walker.part(subject, index);
                    walker.pattern(inner, part);
                }
            }
            "dict_pattern" => {
                let element = walker.builder.expr(Expr::Element(subject.value));
                let element = Subject { name: None, value: element };
                for inner in parts(node) {
                    walker.pattern(inner, element);
                }
            }
            "splat_pattern" => {
                for inner in parts(node) {
                    walker.capture(inner, None);
                }
            }
            "dotted_name" => walker.dotted_pattern(node, subject),
            "identifier" => walker.capture(node, Some(subject.value)),
            _ => {
                walker.value(node);
            }
        });
    }

    fn as_case(&mut self, node: Node<'_>, subject: Subject<'text>) {
        let children = parts(node);
        let [pattern, name] = children.as_slice() else { return };
        self.pattern(*pattern, subject);
        let mut inner = *pattern;
        while let Some(only) = first_part(inner).filter(|_| inner.kind() == "case_pattern") {
            inner = only;
        }
        let ty = if inner.kind() == "class_pattern" { first_part(inner).map(|class| self.dotted(class)) } else { None };
        let value = ty.map_or(subject.value, |ty| self.builder.instance(ty));
        self.capture(*name, Some(value));
    }

    /// `Class(attribute=pattern)`: the subject is an instance of the class.
    fn class_pattern(&mut self, node: Node<'_>, subject: Subject<'text>) {
        let children = parts(node);
        let Some((class, arguments)) = children.split_first() else { return };
        let ty = self.path_site(*class, Role::Type);
        if let Some(name) = subject.name {
            self.narrow(name, ty, 0);
        }
        let value = self.builder.instance(ty);
        let by_place = super::special::is_type_name(self.text(*class).rsplit('.').next().unwrap_or(""));
        for (index, argument) in arguments.iter().enumerate() {
            let inner = parts(*argument);
            let keyword = inner.first().copied().filter(|it| it.kind() == "keyword_pattern");
            let Some(keyword) = keyword else {
                // The fields of a record stand in the order of their declarations.
                let part = if by_place { self.builder.expr(Expr::At { base: value, key: index.to_string().into() }) } else { self.builder.unknown() };
                self.pattern(*argument, Subject { name: None, value: part });
                continue;
            };
            let sides = parts(keyword);
            let [attribute, pattern] = sides.as_slice() else { continue };
            let name: Name = self.text(*attribute).into();
            let member = self.builder.member(value, &name);
            self.builder.site(Role::Read, &name, syntax::span(*attribute), member, None);
            self.pattern(*pattern, Subject { name: None, value: member });
        }
    }

    /// A single name captures; a dotted one is compared with.
    fn dotted_pattern(&mut self, node: Node<'_>, subject: Subject<'_>) {
        match parts(node).as_slice() {
            [name] => self.capture(*name, Some(subject.value)),
            _ => {
                self.path_site(node, Role::Read);
            }
        }
    }

    fn capture(&mut self, name: Node<'_>, value: Option<ExprId>) {
        if self.text(name) != "_" {
            self.target(name, Assigned::bound(value, name, name.end_byte()));
        }
    }

    /// Sites for the segments of a dotted name, the last one in a role of its own.
    fn path_site(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let segments = parts(node);
        let mut path = self.builder.unknown();
        for (index, segment) in segments.iter().enumerate() {
            let text = self.text(*segment);
            path = if index == 0 { self.builder.name(text, segment.start_byte()) } else { self.builder.member(path, text) };
            let role = if index + 1 == segments.len() { role } else { Role::Read };
            self.builder.site(role, text, syntax::span(*segment), path, None);
        }
        path
    }
}
