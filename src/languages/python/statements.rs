//! Statements: what opens a branch, what binds a name, and in which order their parts are seen.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::Walker;
use super::assignments::Assigned;
use crate::base::Name;
use crate::languages::syntax::{self, field, fields, first_part, parts};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, FIRST};

/// Most conditions of one statement whose failing is told to what stands behind them.
const MAX_NARROWED: usize = 16;

/// The newest minor version of the language that code is taken to be checked for: what asks for a newer one may be left out.
const NEWEST_MINOR: u32 = 13;

impl Walker<'_, '_> {
    /// Visits the statements directly below a node.
    pub(super) fn statements(&mut self, node: Node<'_>) {
        for child in parts(node) {
            self.statement(child);
        }
    }

    /// Visits one statement, or whatever a broken region shows in its place.
    pub(super) fn statement(&mut self, node: Node<'_>) {
        self.deeper(node, (), |walker| match node.kind() {
            "function_definition" => walker.function(node, node),
            "class_definition" => walker.class(node, node),
            "decorated_definition" => walker.decorated(node),
            "import_statement" | "future_import_statement" | "import_from_statement" => walker.import(node),
            "assignment" | "augmented_assignment" => {
                walker.assignment(node);
            }
            "expression_statement" => walker.expression_statement(node),
            "return_statement" => walker.return_statement(node),
            "if_statement" => walker.if_statement(node),
            "for_statement" => walker.for_statement(node),
            "while_statement" => walker.while_statement(node),
            "try_statement" => walker.try_statement(node),
            "with_statement" => walker.with_statement(node),
            "match_statement" => walker.match_statement(node),
            "assert_statement" => walker.assert_statement(node),
            "global_statement" | "nonlocal_statement" => walker.outer_names(node),
            "type_alias_statement" => walker.type_alias_statement(node),
            "block" | "else_clause" | "finally_clause" => walker.statements(node),
            "delete_statement" => walker.delete_statement(node),
            _ => {
                walker.value(node);
            }
        });
    }

    fn expression_statement(&mut self, node: Node<'_>) {
        for child in parts(node) {
            match child.kind() {
                "assignment" | "augmented_assignment" => {
                    self.assignment(child);
                }
                "call" => {
                    self.note_all_call(child);
                    self.setup_call(child);
                    self.value(child);
                }
                _ => {
                    self.value(child);
                }
            }
        }
    }

    fn return_statement(&mut self, node: Node<'_>) {
        for child in parts(node) {
            let function = self.builder.enclosing_callable().filter(|_| child.kind() == "lambda");
            let result = function.and_then(|function| self.builder.symbol_mut(function).ty);
            self.expected = result.map(|ty| self.builder.instance(ty));
            let value = self.value(child);
            if child.kind() != "none" {
                let value = self.own_value(child).or_else(|| self.own_local(child)).or_else(|| self.given_local(child)).unwrap_or(value);
                let value = self.kept(value);
                self.builder.returns(value);
            }
        }
    }

    /// `del it.name` asks what deletes a property: it is a write that hands over nothing.
    fn delete_statement(&mut self, node: Node<'_>) {
        for target in parts(node).into_iter().flat_map(|it| if it.kind() == "expression_list" { parts(it) } else { vec![it] }) {
            let (Some(object), Some(name)) = (field(target, "object"), field(target, "attribute")) else {
                self.value(target);
                continue;
            };
            let base = self.value(object);
            let text = self.text(name);
            let member = self.builder.member(base, text);
            self.builder.site(Role::Write, text, syntax::span(name), member, Some(Vec::new()));
        }
    }

    fn assert_statement(&mut self, node: Node<'_>) {
        let children = parts(node);
        for child in &children {
            self.value(*child);
        }
        if let Some(condition) = children.first() {
            for (name, ty) in self.narrowings(*condition, true) {
                self.narrow(&name, ty, node.end_byte());
            }
        }
    }

    fn outer_names(&mut self, node: Node<'_>) {
        let names: Vec<&str> = parts(node).into_iter().map(|name| self.text(name)).collect();
        let global = node.kind() == "global_statement";
        if let Some(frame) = self.function_frame() {
            let set = if global { &mut frame.globals } else { &mut frame.nonlocals };
            set.extend(names.into_iter().map(Into::into));
        }
    }

    fn if_statement(&mut self, node: Node<'_>) {
        let Some(condition) = field(node, "condition") else { return self.statements(node) };
        let alternatives = fields(node, "alternative");
        let otherwise = alternatives.first().filter(|it| it.kind() == "else_clause").and_then(|it| field(*it, "body"));
        let names = |walker: &Self, block: Option<Node<'_>>| block.map_or_else(BTreeSet::new, |block| walker.imported_names(block));
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        let holds = self.holds_today(condition);
        match holds {
            Some(true) => after = names(self, field(node, "consequence")),
            Some(false) => before = names(self, otherwise),
            None => {}
        }
        let choice = self.builder.choice();
        let mut ends = Vec::new();
        self.in_place_of(&before, |walker| walker.left_out(holds == Some(false), |walker| walker.tested_branch(choice, node, condition, &mut ends)));
        self.in_place_of(&after, |walker| {
            walker.left_out(holds == Some(true), |walker| {
                walker.alternatives(choice, &alternatives, condition, &mut ends);
            });
        });
        self.after_branches(node, &alternatives);
        self.joined(node, &ends, alternatives.last().is_some_and(|it| it.kind() == "else_clause"));
    }

    /// What stands behind a condition, each in turn where none before it holds.
    fn alternatives(&mut self, choice: u32, alternatives: &[Node<'_>], condition: Node<'_>, ends: &mut Vec<BTreeMap<Name, u32>>) {
        let (mut failed, mut entered) = (Some(condition), 0);
        for alternative in alternatives {
            let mut narrowed = failed.filter(|_| entered < MAX_NARROWED).map_or_else(Vec::new, |failed| self.narrowings(failed, false));
            failed = field(*alternative, "condition");
            if failed.is_some() {
                // A condition that asks for something of the module reads it.
                narrowed.retain(|(name, _)| name.contains('.') || self.builder.find_local(name, alternative.start_byte()).is_some());
            }
            if !narrowed.is_empty() {
                entered += usize::from(self.enter_block(narrowed));
            }
            if let Some(own) = failed {
                self.tested_branch(choice, *alternative, own, ends);
            } else {
                self.branch(choice, Vec::new(), *alternative);
                let goes_on = !field(*alternative, "body").is_some_and(leaves);
                ends.extend(goes_on.then(|| std::mem::take(&mut self.left_block)));
            }
        }
        for _ in 0..entered {
            self.leave_block();
        }
    }

    /// After branches some of which leave: no condition of these holds, as long as no branch before goes on.
    fn after_branches(&mut self, node: Node<'_>, alternatives: &[Node<'_>]) {
        let mut goes_on = false;
        for tested in std::iter::once(&node).chain(alternatives) {
            let Some(condition) = field(*tested, "condition") else { return };
            if !field(*tested, "consequence").is_some_and(leaves) {
                goes_on = true;
                continue;
            }
            for (name, ty) in self.narrowings(condition, false) {
                if !goes_on {
                    self.narrow(&name, ty, node.end_byte());
                } else if !name.contains('.') {
                    // It may as well be what it was.
                    let was = self.builder.name(&name, condition.start_byte());
                    let was = self.remaining(was, Vec::new());
                    let either = self.builder.any_of(vec![was, ty]);
                    self.narrow(&name, either, node.end_byte());
                }
            }
        }
    }

    /// Runs `body` as what no checker of types looks at, where that is so.
    fn left_out(&mut self, is_so: bool, body: impl FnOnce(&mut Self)) {
        let around = self.builder.set_optional(false);
        self.builder.set_optional(around || is_so);
        body(self);
        self.builder.set_optional(around);
    }

    /// What a checker of types says of a condition that only asks for the version of the language, the system, or whether one checks: that the version is
    /// new, and the system Linux.
    fn holds_today(&self, condition: Node<'_>) -> Option<bool> {
        match condition.kind() {
            "identifier" | "attribute" => {
                let is_checked = self.text(condition).rsplit('.').next() == Some("TYPE_CHECKING");
                is_checked.then_some(true)
            }
            "not_operator" => {
                let inner = field(condition, "argument").filter(|it| matches!(it.kind(), "identifier" | "attribute"))?;
                self.holds_today(inner).map(|holds| !holds)
            }
            "comparison_operator" => {
                let sides = parts(condition);
                let [asked, other] = sides.as_slice() else { return None };
                let operator = fields(condition, "operators").first()?.kind();
                let system = match self.text(*asked) {
                    "sys.version_info" => {
                        let mut numbers = self.text(*other).trim_matches(['(', ')']).split(',').map(|it| it.trim().parse::<u32>().unwrap_or(0));
                        if (numbers.next(), numbers.next()) > (Some(3), Some(NEWEST_MINOR)) {
                            return None;
                        }
                        return match operator {
                            ">=" | ">" => Some(true),
                            "<" | "<=" => Some(false),
                            _ => None,
                        };
                    }
                    "sys.platform" => "linux",
                    "os.name" => "posix",
                    _ => return None,
                };
                let is_it = self.text(*other).trim_matches(['"', '\'']) == system;
                match operator {
                    "==" => Some(is_it),
                    "!=" => Some(!is_it),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A condition and what runs where it holds. What that knows at its end is added to `ends` where it goes on.
    fn tested_branch(&mut self, choice: u32, node: Node<'_>, condition: Node<'_>, ends: &mut Vec<BTreeMap<Name, u32>>) {
        self.value(condition);
        self.builder.open_branch();
        if let Some(consequence) = field(node, "consequence") {
            let narrowed = self.narrowings(condition, true);
            self.branch(choice, narrowed, consequence);
            ends.extend((!leaves(consequence)).then(|| std::mem::take(&mut self.left_block)));
        }
        self.builder.close_branch();
    }

    fn for_statement(&mut self, node: Node<'_>) {
        let value = field(node, "right").map(|right| self.value(right));
        let element = value.map(|value| self.iterated(value));
        self.builder.open_branch();
        let choice = self.builder.choice();
        self.conditionally(Vec::new(), |walker| {
            if let Some(left) = field(node, "left") {
                walker.target(left, Assigned::bound(element, node, left.end_byte()));
            }
            if let Some(body) = field(node, "body") {
                walker.arm(choice, body, |walker| walker.statements(body));
            }
        });
        self.builder.close_branch();
        self.after_loop(node);
    }

    fn while_statement(&mut self, node: Node<'_>) {
        let condition = field(node, "condition");
        if let Some(condition) = condition {
            self.value(condition);
        }
        self.builder.open_branch();
        if let Some(body) = field(node, "body") {
            let narrowed = condition.map_or_else(Vec::new, |condition| self.narrowings(condition, true));
            let choice = self.builder.choice();
            self.branch(choice, narrowed, body);
        }
        self.builder.close_branch();
        self.after_loop(node);
    }

    /// The `else` of a loop, which runs behind it.
    fn after_loop(&mut self, node: Node<'_>) {
        if let Some(alternative) = field(node, "alternative") {
            let choice = self.builder.choice();
            self.branch(choice, Vec::new(), alternative);
        }
    }

    fn try_statement(&mut self, node: Node<'_>) {
        let mut names = field(node, "body").map_or_else(BTreeSet::new, |body| self.imported_names(body));
        let otherwise = parts(node).into_iter().find(|it| it.kind() == "else_clause").and_then(|it| field(it, "body"));
        names.extend(otherwise.into_iter().flat_map(|body| self.imported_names(body)));
        let choice = self.builder.choice();
        for child in parts(node) {
            match child.kind() {
                "except_clause" => {
                    self.in_place_of(&names, |walker| walker.arm(choice, child, |walker| walker.except_clause(child)));
                }
                "finally_clause" => self.statements(child),
                "block" => self.branch(choice, Vec::new(), child),
                // What runs where nothing was raised runs behind the body.
                _ => {
                    let after = self.builder.choice();
                    self.branch(after, Vec::new(), child);
                }
            }
        }
    }

    fn except_clause(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        self.conditionally(Vec::new(), |walker| {
            let mut caught = None;
            for child in parts(node) {
                match child.kind() {
                    "block" => walker.statements(child),
                    "as_pattern" => {
                        let children = parts(child);
                        if let Some(ty) = children.first() {
                            walker.value(*ty);
                            caught = Some(walker.quiet_type(*ty));
                        }
                        if let Some(alias) = field(child, "alias") {
                            walker.caught(alias, caught);
                        }
                    }
                    _ if field(node, "alias") == Some(child) => walker.caught(child, caught),
                    _ => {
                        walker.value(child);
                        caught = Some(walker.quiet_type(child));
                    }
                }
            }
        });
        self.builder.close_branch();
    }

    fn caught(&mut self, alias: Node<'_>, ty: Option<ExprId>) {
        let value = ty.map(|ty| self.builder.instance(ty));
        self.target(alias, Assigned::bound(value, alias, alias.end_byte()));
    }

    fn with_statement(&mut self, node: Node<'_>) {
        let asynchronous = syntax::has_token(node, "async");
        for clause in parts(node) {
            if clause.kind() == "with_clause" {
                for item in parts(clause) {
                    self.with_item(item, asynchronous);
                }
            } else {
                self.statements(clause);
            }
        }
    }

    fn with_item(&mut self, item: Node<'_>, asynchronous: bool) {
        let Some(value) = field(item, "value") else { return self.statements(item) };
        if value.kind() != "as_pattern" {
            self.value(value);
            return;
        }
        let Some(context) = first_part(value) else { return };
        let manager = self.value(context);
        if let Some(alias) = field(value, "alias") {
            let entered = self.entered(manager, asynchronous);
            self.target(alias, Assigned::bound(Some(entered), item, item.end_byte()));
            self.keeps_raised(context, alias, item.end_byte());
        }
    }

    /// What entering a manager gives.
    pub(super) fn entered(&mut self, manager: ExprId, asynchronous: bool) -> ExprId {
        let enter = self.builder.member(manager, if asynchronous { "__aenter__" } else { "__enter__" });
        let mut entered = self.builder.call(enter);
        if asynchronous {
            entered = self.builder.expr(Expr::Unwrap(entered));
        }
        // What gives itself may say so where nobody looks.
        let first = self.builder.literal(FIRST);
        self.builder.expr(Expr::Apply { base: first, args: vec![entered, manager] })
    }

    /// `with pytest.raises(T) as caught:` keeps what is raised as `caught.value`, `with self.assertRaises(T) as caught:` as `caught.exception`.
    fn keeps_raised(&mut self, context: Node<'_>, alias: Node<'_>, from: usize) {
        let Some(function) = field(context, "function").filter(|_| context.kind() == "call") else { return };
        let member = match self.text(function).rsplit('.').next().unwrap_or("") {
            "raises" => "value",
            "assertRaises" | "assertRaisesRegex" => "exception",
            _ => return,
        };
        let Some(ty) = field(context, "arguments").and_then(first_part) else { return };
        let ty = self.quiet_type(ty);
        let name = format!("{}.{member}", self.text(alias));
        self.narrows_members = true;
        self.narrow(&name, ty, from);
    }
}

/// Whether control never leaves a block at its end.
pub(super) fn leaves(block: Node<'_>) -> bool {
    let last = parts(block).pop();
    last.is_some_and(|last| matches!(last.kind(), "return_statement" | "raise_statement" | "continue_statement" | "break_statement"))
}
