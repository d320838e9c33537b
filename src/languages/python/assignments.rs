//! Assignments: which of them define variables, fields and enumeration members, and which only give a local another value.

use tree_sitter::Node;

use super::Walker;
use super::frames::{Frame, Holder, Known, named_symbol};
use super::types::{Meaning, untyped};
use crate::base::{Name, caps};
use crate::languages::syntax::{self, field, fields, first_part, parts};
use crate::shard::body::{Local, Place, Role};
use crate::shard::builder::{Binding, Way};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// Most assignments of one name in one function that are told apart; later ones only add possibilities, so that a look-up stays short.
const MAX_REBOUND: u32 = 64;

/// Most calls around a name that is bound to what they make of it.
const MAX_WRAPPED: usize = 4;

/// What is assigned to a target, and by which statement.
#[derive(Clone, Copy)]
pub(super) struct Assigned<'tree> {
    pub ty: Option<ExprId>,
    pub value: Option<ExprId>,
    pub statement: Node<'tree>,
    /// From which byte on the name has the value.
    pub from: usize,
    /// Makes a variable at module level and a field in a class body, as loops and `with` do not.
    pub defines: bool,
}

impl<'tree> Assigned<'tree> {
    /// A name bound by a loop, `with`, `except` or a pattern.
    pub(super) fn bound(value: Option<ExprId>, statement: Node<'tree>, from: usize) -> Self {
        Self { ty: None, value, statement, from, defines: false }
    }

    fn part(self, value: Option<ExprId>) -> Self {
        Self { ty: None, value, ..self }
    }
}

impl Walker<'_, '_> {
    /// Visits an assignment and returns the assigned value.
    pub(super) fn assignment(&mut self, node: Node<'_>) -> Option<ExprId> {
        if node.kind() == "augmented_assignment" {
            return self.augmented(node);
        }
        if self.alias_assignment(node) {
            return None;
        }
        let mut targets = Vec::new();
        let mut meaning = Meaning::Nothing;
        let mut last = node;
        let right = loop {
            targets.extend(field(last, "left"));
            if let Some(ty) = field(last, "type") {
                let told = self.meaning(ty);
                meaning = if self.text(ty).ends_with("TypeAlias") { Meaning::Nothing } else { told };
            }
            match field(last, "right") {
                Some(next) if next.kind() == "assignment" => last = next,
                right => break right,
            }
        };
        if matches!(meaning, Meaning::Nothing) {
            meaning = self.commented(node.end_byte());
        }
        let place = targets.first().copied().filter(|_| targets.len() == 1);
        let mut value = right.map(|right| self.value_of_place(right, meaning, place));
        if right.is_some_and(|right| right.kind() == "none") {
            value = None;
        }
        if let Some(value) = value
            && let Some(own) = right.and_then(|right| self.own_value(right))
            && let Some(frame) = self.function_frame()
        {
            frame.own_values.insert(value, own);
        }
        let of_class = right.is_some_and(|right| self.is_own_class(right));
        for target in targets.iter().filter(|it| it.kind() == "identifier") {
            let name = self.text(*target);
            let Some(frame) = self.function_frame() else { break };
            if of_class {
                frame.own_classes.insert(name.into());
            } else {
                frame.own_classes.remove(name);
            }
        }
        let (ty, class) = meaning.declares();
        self.note_all(&targets, right);
        let value = class.or(value);
        for target in targets {
            self.target(target, Assigned { ty, value, statement: node, from: node.end_byte(), defines: true });
        }
        value
    }

    /// The value of what is assigned to a place: functions without a name in it take what the place wants that takes them.
    fn value_of_place(&mut self, right: Node<'_>, meaning: Meaning, place: Option<Node<'_>>) -> ExprId {
        if matches!(right.kind(), "lambda" | "dictionary" | "list") {
            let place = place.filter(|it| it.kind() == "attribute");
            let wanted = match meaning.expr() {
                Some(ty) => Some(self.builder.instance(ty)),
                None => place.map(|place| self.quiet_type(place)),
            };
            self.expected = wanted;
        }
        let value = self.value(right);
        self.expected = None;
        value
    }

    fn augmented(&mut self, node: Node<'_>) -> Option<ExprId> {
        let value = field(node, "right").map(|right| self.value(right));
        let left = field(node, "left")?;
        if left.kind() != "identifier" {
            self.target(left, Assigned::bound(None, node, node.end_byte()));
            return value;
        }
        self.note_all(&[left], field(node, "right"));
        let name = self.text(left);
        let local = matches!(self.frames.last(), Some(Frame::Function(frame)) if !frame.globals.contains(name));
        if !local {
            let target = self.builder.name(name, left.start_byte());
            self.builder.site(Role::Write, name, syntax::span(left), target, None);
        }
        if let Some(right) = value {
            self.update(node, left, right);
        }
        value
    }

    /// Binds or writes one target, taking patterns apart.
    pub(super) fn target(&mut self, node: Node<'_>, assigned: Assigned<'_>) {
        self.deeper(node, (), |walker| match node.kind() {
            "identifier" => walker.assign_name(node, assigned),
            "attribute" => walker.assign_member(node, assigned),
            "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list" => walker.assign_parts(node, assigned),
            "parenthesized_expression" | "as_pattern_target" => {
                for inner in parts(node) {
                    walker.target(inner, assigned);
                }
            }
            "list_splat_pattern" | "list_splat" => {
                for inner in parts(node) {
                    walker.target(inner, assigned.part(assigned.value));
                }
            }
            _ => {
                let held = walker.value(node);
                let kept = assigned.value.is_some_and(|value| node.kind() == "subscript" && walker.put(node, (held, value), assigned.from));
                if !kept && node.kind() == "subscript" {
                    walker.widen_member(node, None, held);
                }
                let holder = field(node, "value").filter(|it| node.kind() == "subscript" && it.kind() == "identifier");
                if let (Some(holder), Some(value)) = (holder, assigned.value) {
                    walker.put_into(holder, value);
                }
            }
        });
    }

    fn assign_parts(&mut self, node: Node<'_>, assigned: Assigned<'_>) {
        let mut after_splat = false;
        let targets = parts(node);
        for (index, part) in targets.iter().copied().enumerate() {
            let splat = matches!(part.kind(), "list_splat_pattern" | "list_splat");
            after_splat |= splat;
            let behind = targets.len() - index - 1;
            let value = assigned.value.map(|base| match u32::try_from(index) {
                _ if splat => self.rest_of(base, index, behind),
                Ok(index) if !after_splat => self.builder.expr(Expr::Part { base, index }),
                _ => self.builder.expr(Expr::Element(base)),
            });
            self.target(part, assigned.part(value));
        }
    }

    /// What is left of a value without what stands in front and behind. Of what is written out that is told; else it is one of its kind.
    fn rest_of(&mut self, value: ExprId, front: usize, behind: usize) -> ExprId {
        let Expr::Tuple(parts) = self.builder.at(value) else { return value };
        let rest = parts.len().checked_sub(behind).filter(|_| parts.len() < caps::MAX_CANDIDATES).and_then(|end| parts.get(front..end));
        match rest.unwrap_or_default() {
            [] => value,
            rest => {
                let rest = rest.to_vec();
                self.builder.expr(Expr::Tuple(rest))
            }
        }
    }

    /// `object.name = …`: a field of the class where the object is the receiver.
    fn assign_member(&mut self, node: Node<'_>, assigned: Assigned<'_>) {
        let (Some(object), Some(name)) = (field(node, "object"), field(node, "attribute")) else { return };
        let base = self.value(object);
        let text = self.text(name);
        let member = self.builder.member(base, text);
        if !assigned.value.is_some_and(|value| self.put(node, (member, value), assigned.from)) {
            self.widen_member(node, assigned.ty, assigned.value.unwrap_or(member));
        }
        let class = if object.kind() == "identifier" { self.receiver_class(self.text(object)) } else { None };
        let value = assigned.value.map(|value| if class.is_some() { self.kept(value) } else { value });
        let assigned = Assigned { value, ..assigned };
        if let Some(class) = class
            && self.field_of(class, name, assigned)
        {
            return;
        }
        self.builder.site(Role::Write, text, syntax::span(name), member, None);
    }

    fn assign_name(&mut self, node: Node<'_>, assigned: Assigned<'_>) {
        let name = self.text(node);
        match self.frames.last() {
            Some(Frame::Class(_)) if assigned.defines => {
                let assigned = Assigned { value: assigned.value.map(|value| self.kept(value)), ..assigned };
                let class = self.frames.len() - 1;
                if !self.field_of(class, node, assigned) {
                    self.write_name(node);
                }
            }
            Some(Frame::Function(frame)) if frame.globals.contains(name) => self.variable(node, assigned),
            Some(Frame::Function(frame)) if frame.nonlocals.contains(name) => {
                self.write_name(node);
                if let Some(local) = self.builder.find_local(name, node.start_byte()) {
                    self.builder.assign(local, assigned.ty, assigned.value);
                }
            }
            Some(Frame::Function(_)) => self.assign_local(name, assigned),
            None if assigned.defines || self.variables.contains_key(name) => self.variable(node, assigned),
            _ => {
                let local = self.builder.assign_hoisted(name, assigned.ty, assigned.value);
                let scope = self.builder.hoisting_scope();
                self.builder.step(scope, name, Binding::Local(local), assigned.from, Way::Replaces);
            }
        }
    }

    /// `type(value).name = …`, which the grammar takes for the statement that names a type.
    pub(super) fn class_assignment(&mut self, node: Node<'_>, left: Node<'_>, right: Node<'_>) {
        self.value(untyped(right));
        self.class_target(left, node.child(0), Role::Write);
    }

    /// What is assigned to behind the word `type`.
    fn class_target(&mut self, node: Node<'_>, word: Option<Node<'_>>, role: Role) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walker| match node.kind() {
            "type" => first_part(node).map_or(unknown, |inner| walker.class_target(inner, word, role)),
            "parenthesized_expression" => {
                let value = walker.value(node);
                if let Some(word) = word {
                    let target = walker.builder.name("type", word.start_byte());
                    walker.builder.site(Role::Call, "type", syntax::span(word), target, Some(vec![value]));
                }
                first_part(node).map_or(value, |subject| walker.class_of(subject, value))
            }
            "attribute" | "member_type" => {
                let children = parts(node);
                let (Some(base), Some(name)) = (children.first(), children.last()) else { return unknown };
                let base = walker.class_target(*base, word, Role::Read);
                let text = walker.text(*name);
                let member = walker.builder.member(base, text);
                walker.builder.site(role, text, syntax::span(*name), member, None);
                member
            }
            "subscript" => {
                let base = field(node, "value").map_or(unknown, |base| walker.class_target(base, word, Role::Read));
                for subscript in fields(node, "subscript") {
                    walker.value(subscript);
                }
                walker.builder.expr(Expr::Element(base))
            }
            _ => walker.value(node),
        })
    }

    fn write_name(&mut self, node: Node<'_>) {
        let name = self.text(node);
        let target = self.builder.name(name, node.start_byte());
        self.builder.site(Role::Write, name, syntax::span(node), target, None);
    }

    /// Gives a local a value. Straight-line code replaces what the local was; a conditional block does so for itself and adds a possibility outside.
    pub(super) fn assign_local(&mut self, name: &str, assigned: Assigned<'_>) {
        let scope = self.builder.hoisting_scope();
        let Some(frame) = self.function_frame() else { return };
        let known = frame.locals.get(name).copied();
        let conditional = !frame.blocks.is_empty();
        let wrapping = if self.builder.has_defined(scope, name) { self.wrapped(name, assigned) } else { None };
        let assigned = Assigned { value: wrapping.or(assigned.value), ..assigned };
        let ty = assigned.ty.or(known.and_then(|known| known.ty));
        let fresh = Local { name: name.into(), ty, values: assigned.value.into_iter().collect(), receiver: false, parameter_of: None };
        let rebound = known.map_or(0, |known| known.rebound + 1);
        let local = match known {
            None => self.builder.assign_hoisted(name, assigned.ty, assigned.value),
            Some(known) if conditional || wrapping.is_some() || rebound > MAX_REBOUND => {
                // What a method is called on stays that outside of the block.
                if !self.builder.local(known.local).is_some_and(|it| it.receiver) {
                    self.builder.assign(known.local, assigned.ty, assigned.value);
                }
                known.local
            }
            Some(_) => {
                let local = self.builder.add_local(fresh.clone());
                self.builder.bind_in(scope, name, Binding::Local(local), assigned.from);
                local
            }
        };
        if conditional {
            self.unsettle(name);
        }
        self.builder.step(scope, name, Binding::Local(local), assigned.from, if wrapping.is_some() { Way::Wraps } else { Way::Replaces });
        if let Some(frame) = self.function_frame() {
            frame.locals.insert(name.into(), Known { local, ty, rebound });
        }
        if conditional && rebound <= MAX_REBOUND {
            self.assign_in_block(name, assigned, fresh);
        }
    }

    /// The value of a name that is bound to what a call makes of it (`Class = decorate(Class)`): as likely what it was.
    fn wrapped(&mut self, name: &str, assigned: Assigned<'_>) -> Option<ExprId> {
        let is_name = |it: Node<'_>| it.kind() == "identifier" && self.text(it) == name;
        let mut call = field(assigned.statement, "right").filter(|_| field(assigned.statement, "left").is_some_and(is_name))?;
        for _ in 0..MAX_WRAPPED {
            let handed = field(call, "arguments").filter(|_| call.kind() == "call").map_or_else(Vec::new, parts);
            let handed: Vec<Node<'_>> = handed.into_iter().map(|it| field(it, "value").unwrap_or(it)).collect();
            if let Some(own) = handed.iter().find(|it| is_name(**it)) {
                let before = self.builder.name(name, own.start_byte());
                return self.any_of(assigned.value.into_iter().chain([before]).collect());
            }
            call = handed.into_iter().find(|it| it.kind() == "call")?;
        }
        None
    }

    fn assign_in_block(&mut self, name: &str, assigned: Assigned<'_>, local: Local) {
        let Some(frame) = self.function_frame() else { return };
        let inner = frame.blocks.len().saturating_sub(1);
        let outer: Vec<u32> = frame.blocks.iter().take(inner).filter_map(|block| block.get(name).copied()).collect();
        for outer in outer {
            self.builder.assign(outer, None, assigned.value);
        }
        let local = self.builder.declare(local, assigned.from);
        if let Some(block) = self.function_frame().and_then(|frame| frame.blocks.last_mut()) {
            block.insert(name.into(), local);
        }
    }

    /// A module-level variable: a definition the first time, a write afterwards.
    fn variable(&mut self, node: Node<'_>, assigned: Assigned<'_>) {
        let assigned = Assigned { value: assigned.value.map(|value| self.kept(value)), ..assigned };
        let name = self.text(node);
        let defined = self.rivals.get(name) == Some(&true);
        // Beside one of another system the variable of the present one is a definition of its own.
        let left_out = self.variables.get(name).map(|it| it.symbol).filter(|it| self.builder.symbol_mut(*it).flags.has(Flags::OPTIONAL_BUILD));
        let other = left_out.filter(|_| !self.builder.is_optional()).and_then(|_| self.variables.remove(name));
        let is_other = other.is_some();
        self.settle(other.into_iter().map(|holder| (name.into(), holder)).collect());
        if !is_other && (defined || self.variables.contains_key(name)) {
            // `Class = decorate(Class)` and its like change what is defined already.
            self.write_name(node);
            if let Some(holder) = self.variables.get(name).filter(|_| !self.tried.contains(name)) {
                let symbol = self.builder.symbol_mut(holder.symbol);
                symbol.flags = Flags(symbol.flags.0 & !Flags::STAND_IN.0);
            }
        } else {
            let kind = if is_constant(name) { SymbolKind::Constant } else { SymbolKind::Variable };
            let mut symbol = named_symbol(name, kind, false);
            symbol.ty = assigned.ty;
            symbol.twin = u32::from(is_other);
            let place = self.assigned_place(node, assigned.statement);
            let symbol = self.define_under(Owner::File, false, symbol, place);
            self.builder.bind_in(0, name, Binding::Symbol(symbol), 0);
            if self.frames.is_empty() {
                self.builder.step(0, name, Binding::Symbol(symbol), assigned.from, Way::Replaces);
            }
            self.variables.insert(name.into(), Holder { symbol, declared: assigned.ty.is_some(), values: Vec::new() });
        }
        if let Some(holder) = self.variables.get_mut(name) {
            let symbol = holder.fill(assigned);
            self.declare_late(symbol, assigned.ty);
        }
    }

    /// A field of the class at frame index `class`. `false` where the name is no new field and the target is an ordinary write.
    pub(super) fn field_of(&mut self, class: usize, node: Node<'_>, assigned: Assigned<'_>) -> bool {
        let name: Name = self.text(node).into();
        let (in_body, from) = (class + 1 == self.frames.len(), assigned.from);
        let Some(Frame::Class(frame)) = self.frames.get_mut(class) else { return false };
        if let Some(holder) = frame.fields.get_mut(&name) {
            let symbol = holder.fill(assigned);
            self.declare_late(symbol, assigned.ty);
            return false;
        }
        if !in_body && frame.methods.contains(&name) {
            return false;
        }
        let owner = frame.symbol;
        let variant = frame.is_enum && in_body && assigned.ty.is_none() && !name.starts_with('_');
        let nested = self.builder.symbol_mut(owner).flags.has(Flags::NESTED);
        let mut symbol = named_symbol(&name, if variant { SymbolKind::Variant } else { SymbolKind::Field }, true);
        symbol.ty = if variant { Some(self.builder.expr(Expr::Symbol(owner))) } else { assigned.ty };
        symbol.flags = symbol.flags.when(!in_body, Flags::OF_INSTANCE);
        let declared = symbol.ty.is_some();
        let place = self.assigned_place(node, assigned.statement);
        let symbol = self.define_under(Owner::Symbol(owner), nested, symbol, place);
        if in_body {
            // `Name = Name` takes the outer one.
            self.builder.bind(&name, Binding::Symbol(symbol), from);
            let scope = self.builder.scope();
            self.builder.step(scope, &name, Binding::Symbol(symbol), from, Way::Replaces);
        }
        if let Some(Frame::Class(frame)) = self.frames.get_mut(class) {
            let mut holder = Holder { symbol, declared, values: Vec::new() };
            holder.fill(assigned);
            frame.fields.insert(name, holder);
        }
        true
    }

    /// A declared type that comes with a later assignment than the first.
    fn declare_late(&mut self, symbol: u32, ty: Option<ExprId>) {
        let symbol = self.builder.symbol_mut(symbol);
        symbol.ty = symbol.ty.or(ty);
    }

    /// The place of a variable or field that a statement defines.
    pub(super) fn assigned_place(&self, name: Node<'_>, statement: Node<'_>) -> Place {
        let span = syntax::span(statement);
        let (lead, doc) = self.comment_above(statement);
        Place { span, name: syntax::span(name), lead, signature: syntax::fold(self.text(statement)), doc, ..Place::default() }
    }
}

impl Holder {
    /// Notes one more assignment and returns the symbol.
    fn fill(&mut self, assigned: Assigned<'_>) -> u32 {
        self.declared |= assigned.ty.is_some();
        if self.values.len() < caps::MAX_CANDIDATES {
            self.values.extend(assigned.value);
        }
        self.symbol
    }
}

/// Upper case with at least one letter.
fn is_constant(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}
