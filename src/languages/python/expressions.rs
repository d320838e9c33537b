//! Values: each expression is visited once, leaves its sites, and gives what it would evaluate to.

use tree_sitter::Node;

use super::Walker;
use super::assignments::Assigned;
use crate::base::{Name, caps};
use crate::languages::syntax::{self, field, fields, first_part, is_identifier, parts};
use crate::shard::body::{Local, Role};
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

impl Walker<'_, '_> {
    /// Visits an expression and returns its symbolic value.
    pub(super) fn value(&mut self, node: Node<'_>) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walker| walker.shallow_value(node))
    }

    fn shallow_value(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            "identifier" => self.identifier(node),
            "attribute" => self.attribute(node),
            "call" => self.call_as(node, Role::Call),
            "subscript" => self.subscript(node),
            "string" | "concatenated_string" => self.string(node),
            "integer" => self.builder.literal("int"),
            "float" => self.builder.literal("float"),
            "true" | "false" => self.builder.literal("bool"),
            "none" => self.builder.literal("None"),
            "comment" | "ellipsis" | "pass_statement" | "break_statement" | "continue_statement" => self.builder.unknown(),
            "comparison_operator" | "not_operator" => {
                self.each(node);
                self.builder.literal("bool")
            }
            "boolean_operator" => self.boolean(node),
            "binary_operator" => self.binary(node),
            "conditional_expression" => self.conditional(node),
            "parenthesized_expression" => self.last(node),
            "unary_operator" => self.unary(node),
            "await" => {
                let inner = self.last(node);
                self.builder.expr(Expr::Unwrap(inner))
            }
            "list" | "set" => self.collection(node),
            "tuple" | "expression_list" | "pattern_list" => {
                let mut values = self.each(node);
                values.truncate(caps::MAX_VALUES);
                self.builder.expr(Expr::Tuple(values))
            }
            "dictionary" => self.dictionary(node),
            "list_splat" => {
                let inner = self.last(node);
                self.iterated(inner)
            }
            "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => self.comprehension(node),
            "lambda" => self.lambda(node),
            "yield" => self.yields(node),
            "named_expression" => self.walrus(node),
            "keyword_argument" => field(node, "value").map_or(self.builder.unknown(), |value| self.value(value)),
            "assignment" | "augmented_assignment" => self.assignment(node).unwrap_or(self.builder.unknown()),
            "as_pattern" => self.as_pattern(node),
            _ => {
                // Statements that a broken region holds, interpolations, slices and the like.
                self.statements(node);
                self.builder.unknown()
            }
        }
    }

    fn each(&mut self, node: Node<'_>) -> Vec<ExprId> {
        parts(node).into_iter().map(|part| self.value(part)).collect()
    }

    /// The value of the last part; all are visited.
    fn last(&mut self, node: Node<'_>) -> ExprId {
        self.each(node).pop().unwrap_or(self.builder.unknown())
    }

    /// A bare name. The receiver is known to be a local and leaves no site.
    fn identifier(&mut self, node: Node<'_>) -> ExprId {
        let name = self.text(node);
        let target = self.builder.name(name, node.start_byte());
        if self.receiver_class(name).is_none() {
            self.builder.site(Role::Read, name, syntax::span(node), target, None);
        }
        target
    }

    fn attribute(&mut self, node: Node<'_>) -> ExprId {
        let target = self.read_as(node, Role::Read);
        let object = field(node, "object").filter(|object| object.kind() == "identifier");
        let name = field(node, "attribute").map_or("", |name| self.text(name));
        if name == "__class__"
            && let Some(object) = object
            && self.receiver_class(self.text(object)).is_some()
        {
            return self.own_class().unwrap_or(target);
        }
        self.narrowed_member(node).unwrap_or(target)
    }

    /// A call, as a call or as a decorator.
    pub(super) fn call_as(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let Some(function) = field(node, "function") else { return self.builder.unknown() };
        if role == Role::Call
            && let Some(value) = self.cast(node, function)
        {
            return value;
        }
        let mut receiver = None;
        let (target, name) = match function.kind() {
            "identifier" => (self.builder.name(self.text(function), function.start_byte()), Some(function)),
            "attribute" => {
                let (Some(object), Some(name)) = (field(function, "object"), field(function, "attribute")) else { return self.builder.unknown() };
                let base = self.value(object);
                receiver = Some(base);
                (self.builder.member(base, self.text(name)), Some(name))
            }
            "subscript" if self.builds_generic(function) => {
                let class = field(function, "value").unwrap_or(function);
                (self.subscripted(function, Self::named_quietly), Some(field(class, "attribute").unwrap_or(class)))
            }
            _ => (self.value(function), None),
        };
        let arguments = field(node, "arguments");
        let (values, countable) = arguments.map_or((Vec::new(), true), |arguments| self.arguments(function, target, receiver, arguments));
        self.put_by_call(function, &values);
        let special = self.special_call(function, arguments, &values, target);
        let handed = if countable { values.clone() } else { Vec::new() };
        let counted = countable.then_some(values);
        // What is called is the class, whatever it is made with.
        let called = match self.builder.at(target) {
            Expr::Apply { base, .. } if function.kind() == "subscript" => *base,
            _ => target,
        };
        match name {
            Some(name) if role == Role::Decorator => self.builder.decorator(self.text(name), syntax::span(name), called, true, counted),
            Some(name) => {
                self.builder.site(role, self.text(name), syntax::span(name), called, counted);
                if arguments.is_some_and(|it| parts(it).iter().any(|argument| argument.kind() == "keyword_argument")) {
                    self.builder.told_named();
                }
            }
            None => {}
        }
        if let Some(special) = special {
            return special;
        }
        // `Box[T](…)` builds a `Box[T]`.
        if function.kind() == "subscript" && matches!(self.builder.at(target), Expr::Apply { .. }) {
            return self.builder.built(target);
        }
        let call = self.builder.call(target);
        self.last_call = Some((call, target, handed));
        call
    }

    /// `base[…]`: a generic type where the base is written like one, else an element.
    fn subscript(&mut self, node: Node<'_>) -> ExprId {
        let target = self.subscripted(node, Self::value);
        self.narrowed_member(node).unwrap_or(target)
    }

    /// Whether a subscript that is called names a generic class with its arguments: `Box[T](…)`.
    fn builds_generic(&self, node: Node<'_>) -> bool {
        let Some(base) = field(node, "value").filter(|it| matches!(it.kind(), "identifier" | "attribute")) else { return false };
        let plain = |it: &Node<'_>| !matches!(it.kind(), "slice" | "string" | "integer");
        super::special::is_type_name(self.text(base).rsplit('.').next().unwrap_or("")) && fields(node, "subscript").iter().all(plain)
    }

    /// What a dotted name is, with sites for all of it but the last.
    fn named_quietly(&mut self, node: Node<'_>) -> ExprId {
        match (field(node, "object"), field(node, "attribute")) {
            (Some(object), Some(name)) => {
                let base = self.value(object);
                self.builder.member(base, self.text(name))
            }
            _ => self.builder.name(self.text(node), node.start_byte()),
        }
    }

    fn subscripted(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self, Node<'_>) -> ExprId) -> ExprId {
        let Some(base_node) = field(node, "value") else { return self.builder.unknown() };
        let base = read(self, base_node);
        let subscripts = fields(node, "subscript");
        let values: Vec<ExprId> = subscripts.iter().map(|subscript| self.value(*subscript)).collect();
        if subscripts.first().is_some_and(|first| first.kind() == "slice") {
            return base;
        }
        let name = self.text(base_node).rsplit('.').next().unwrap_or("");
        let key = match subscripts.as_slice() {
            [only] => self.written_key(*only),
            _ => None,
        };
        let may_be_type = matches!(base_node.kind(), "identifier" | "attribute") && super::special::is_generic_name(name);
        match key {
            // A type in quotes stands behind the generic types of the language.
            Some((_, true)) if may_be_type && super::types::takes_types(name) => self.builder.expr(Expr::Apply { base, args: values }),
            Some((key, _)) => self.builder.expr(Expr::At { base, key }),
            None if may_be_type => self.builder.expr(Expr::Apply { base, args: values }),
            None => self.builder.expr(Expr::Element(base)),
        }
    }

    /// A number or a string that is written as a subscript, and whether it is a string.
    fn written_key(&self, node: Node<'_>) -> Option<(Name, bool)> {
        match node.kind() {
            "integer" => Some((self.text(node).into(), false)),
            "string" => {
                let key = super::docs::string_content(node).text(self.text);
                is_identifier(key).then(|| (key.into(), true))
            }
            _ => None,
        }
    }

    fn string(&mut self, node: Node<'_>) -> ExprId {
        self.statements(node);
        let first = first_part(node).filter(|_| node.kind() == "concatenated_string").unwrap_or(node);
        let prefix = self.text(first).split(['"', '\'']).next().unwrap_or("");
        self.builder.literal(if prefix.contains(['b', 'B']) { "bytes" } else { "str" })
    }

    /// `a and b or c`: left-nested chains are walked in a loop; what a test on the left proves holds on the right.
    fn boolean(&mut self, node: Node<'_>) -> ExprId {
        let mut rights = Vec::new();
        let mut left = node;
        while left.kind() == "boolean_operator" {
            let (Some(next), Some(right)) = (field(left, "left"), field(left, "right")) else { break };
            rights.push((left, next, right));
            left = next;
        }
        let mut values = if left == node { Vec::new() } else { vec![self.value(left)] };
        for (whole, before, right) in rights.into_iter().rev() {
            if let Some(function) = self.builder.enclosing_callable() {
                self.builder.place_mut(function).branches += 1;
            }
            let holds = field(whole, "operator").is_some_and(|operator| operator.kind() == "and");
            let narrowed = self.narrowings(before, holds);
            let mut value = self.builder.unknown();
            self.conditionally(narrowed, |walker| value = walker.value(right));
            if holds {
                values.clear();
            }
            values.push(value);
        }
        self.builder.any_of(values)
    }

    fn conditional(&mut self, node: Node<'_>) -> ExprId {
        let children = parts(node);
        let [then, condition, otherwise] = children.as_slice() else {
            self.each(node);
            return self.builder.unknown();
        };
        self.value(*condition);
        self.builder.open_branch();
        let mut values = Vec::new();
        for (side, holds) in [(*then, true), (*otherwise, false)] {
            let narrowed = self.narrowings(*condition, holds);
            let mut value = self.builder.unknown();
            self.conditionally(narrowed, |walker| value = walker.value(side));
            if side.kind() != "none" {
                values.push(value);
            }
        }
        self.builder.close_branch();
        self.builder.any_of(values)
    }

    fn collection(&mut self, node: Node<'_>) -> ExprId {
        let mut telling = false;
        let mut values = Vec::new();
        let wanted = self.wanted_inside();
        for part in parts(node) {
            self.expect(part, wanted);
            let value = self.value(part);
            telling |= !is_literal(part);
            values.push(value);
        }
        self.known_parts(values, telling, node.kind())
    }

    /// A collection of known parts; of literals alone one of the built-in type `word`.
    fn known_parts(&mut self, mut values: Vec<ExprId>, telling: bool, word: &str) -> ExprId {
        if !telling || values.is_empty() {
            return self.builder.literal(word);
        }
        values.truncate(caps::MAX_CANDIDATES);
        self.builder.expr(Expr::Tuple(values))
    }

    /// What the place that takes a collection wants of what that holds.
    fn wanted_inside(&mut self) -> Option<ExprId> {
        let whole = self.expected.take()?;
        Some(self.builder.expr(Expr::Element(whole)))
    }

    /// Notes what is wanted of a part, where that may be or hold a function without a name.
    fn expect(&mut self, part: Node<'_>, wanted: Option<ExprId>) {
        self.expected = wanted.filter(|_| matches!(part.kind(), "lambda" | "dictionary" | "list"));
    }

    fn dictionary(&mut self, node: Node<'_>) -> ExprId {
        let mut telling = false;
        let mut values = Vec::new();
        let wanted = self.wanted_inside();
        for part in parts(node) {
            if part.kind() != "pair" {
                self.value(part);
                continue;
            }
            if let Some(key) = field(part, "key") {
                self.value(key);
            }
            if let Some(value) = field(part, "value") {
                telling |= !is_literal(value);
                self.expect(value, wanted);
                values.push(self.value(value));
            }
        }
        self.known_parts(values, telling, "dict")
    }

    /// Comprehensions: the clauses bind locals of a scope of their own; the first source is seen outside of it.
    fn comprehension(&mut self, node: Node<'_>) -> ExprId {
        let clauses = parts(node);
        let first = clauses.iter().find(|clause| clause.kind() == "for_in_clause").and_then(|clause| field(*clause, "right"));
        let mut outside = first.map(|source| self.value(source));
        self.builder.open_scope(ScopeKind::Block);
        let mut narrowed = Vec::new();
        for clause in clauses {
            match clause.kind() {
                "for_in_clause" => {
                    let source = outside.take().or_else(|| field(clause, "right").map(|right| self.value(right)));
                    self.for_in_clause(clause, source);
                }
                "if_clause" => {
                    self.builder.open_branch();
                    self.statements(clause);
                    self.builder.close_branch();
                    if let Some(condition) = first_part(clause) {
                        narrowed.extend(self.narrowings(condition, true));
                    }
                }
                _ => {}
            }
        }
        self.builder.open_scope(ScopeKind::Block);
        for (name, ty) in narrowed {
            self.builder.declare(Local { name, ty: Some(ty), values: Vec::new(), receiver: false, parameter_of: None }, 0);
        }
        let value = match field(node, "body") {
            Some(pair) if pair.kind() == "pair" => self.each(pair).pop(),
            Some(body) => Some(self.value(body)),
            None => None,
        };
        self.builder.close_scope();
        self.builder.close_scope();
        self.builder.expr(Expr::Tuple(value.into_iter().collect()))
    }

    fn for_in_clause(&mut self, clause: Node<'_>, source: Option<ExprId>) {
        let element = source.map(|source| self.iterated(source));
        self.builder.open_branch();
        self.builder.close_branch();
        if let Some(left) = field(clause, "left") {
            self.comprehension_target(left, element);
        }
    }

    fn comprehension_target(&mut self, node: Node<'_>, value: Option<ExprId>) {
        if node.kind() == "identifier" {
            let values = value.into_iter().collect();
            self.builder.declare(Local { name: self.text(node).into(), ty: None, values, receiver: false, parameter_of: None }, 0);
            return;
        }
        if !matches!(node.kind(), "pattern_list" | "tuple_pattern" | "list_pattern" | "list_splat_pattern") {
            self.value(node);
            return;
        }
        let splat = node.kind() == "list_splat_pattern";
        for (index, part) in parts(node).into_iter().enumerate() {
            let known = value.filter(|_| !splat).zip(u32::try_from(index).ok());
            let value = known.map(|(base, index)| self.builder.expr(Expr::Part { base, index }));
            self.deeper(part, (), |walker| walker.comprehension_target(part, value));
        }
    }

    fn walrus(&mut self, node: Node<'_>) -> ExprId {
        let value = field(node, "value").map_or(self.builder.unknown(), |value| self.value(value));
        if let Some(name) = field(node, "name") {
            self.target(name, Assigned::bound(Some(value), node, node.end_byte()));
        }
        value
    }

    /// `value as name` outside of `with` and `except`, as broken regions show it.
    fn as_pattern(&mut self, node: Node<'_>) -> ExprId {
        let value = first_part(node).map_or(self.builder.unknown(), |inner| self.value(inner));
        if let Some(alias) = field(node, "alias") {
            self.target(alias, Assigned::bound(Some(value), node, node.end_byte()));
        }
        value
    }
}

/// Whether a value is written out and of a built-in type.
pub(super) fn is_literal(node: Node<'_>) -> bool {
    matches!(node.kind(), "string" | "concatenated_string" | "integer" | "float" | "true" | "false" | "none")
}
