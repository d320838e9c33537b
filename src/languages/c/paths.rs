//! Qualified names: `a::B<int>::c`, with a site for each part.

use tree_sitter::Node;

use super::visitor::Visitor;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::SymbolKind;

/// The parts of a qualified name.
#[derive(Debug, Default)]
pub(super) struct Path<'tree> {
    /// Starts with `::`.
    pub global: bool,
    pub scopes: Vec<Node<'tree>>,
    pub last: Option<Node<'tree>>,
}

/// Splits a qualified name; any other node is its own last part.
pub(super) fn split(node: Node<'_>) -> Path<'_> {
    let mut path = Path::default();
    let mut current = Some(node);
    while let Some(node) = current {
        current = match node.kind() {
            "qualified_identifier" => {
                match syntax::field(node, "scope") {
                    Some(scope) => path.scopes.push(scope),
                    None => path.global |= path.scopes.is_empty(),
                }
                named_field(node)
            }
            "dependent_name" | "dependent_type" => node.named_child(0),
            _ => {
                path.last = Some(node);
                None
            }
        };
    }
    path
}

/// The `name` field that is not a keyword.
fn named_field(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.children_by_field_name("name", &mut cursor).find(Node::is_named)
}

/// The node that spells the name of a last part, without template arguments.
pub(super) fn name_node(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        "template_type" | "template_function" | "template_method" => syntax::field(node, "name").unwrap_or(node),
        "pointer_type_declarator" => super::declarators::read(node).name.unwrap_or(node),
        _ => node,
    }
}

impl<'text> Visitor<'_, 'text> {
    /// The name that a last part spells: `operator==` without blanks inside.
    pub(super) fn spelled(&self, node: Node<'_>) -> std::borrow::Cow<'text, str> {
        let text = self.slice(name_node(node));
        match node.kind() {
            "operator_name" | "destructor_name" if text.contains(char::is_whitespace) => {
                let word = text.trim_start_matches("operator").trim_start();
                let spaced = text.starts_with("operator") && word.starts_with(|c: char| c.is_alphabetic());
                let joined: String = text.split_whitespace().collect();
                if spaced { format!("operator {word}").into() } else { joined.into() }
            }
            "operator_cast" => {
                let ty = syntax::field(node, "type").map_or("", |ty| self.slice(ty));
                format!("operator {}", syntax::fold(ty)).into()
            }
            _ => text.into(),
        }
    }

    /// A name in the present scope, or in the file's where it is written `::name`.
    fn first_name(&mut self, node: Node<'_>, global: bool) -> ExprId {
        let name = self.slice(name_node(node));
        if global {
            let at = syntax::span(node).start;
            return self.b.expr(Expr::Raw { name: smol_str::format_smolstr!("::{name}"), scope: 0, at });
        }
        self.b.name(name, node.start_byte())
    }

    /// The first name of a path of several. In a type and its functions no member is meant that is called like a type or namespace.
    fn first_scope(&mut self, node: Node<'_>, global: bool) -> ExprId {
        let name = if self.cpp && !global {
            // Variables and parameters stand in front of no `::` (C++ standard, [basic.lookup.qual]).
            self.b.name_in_front(self.slice(name_node(node)), node.start_byte())
        } else {
            self.first_name(node, global)
        };
        let callable = self.b.enclosing_callable().map(|symbol| self.b.symbol_mut(symbol).kind);
        let is_parameter = || self.b.find_local(self.slice(name_node(node)), node.start_byte()).is_some();
        let inside = matches!(callable, Some(SymbolKind::Method | SymbolKind::Constructor)) || (self.record.is_some() && !is_parameter());
        let named = matches!(node.kind(), "namespace_identifier" | "identifier" | "type_identifier");
        if !self.cpp || !inside || !named || global || self.slice(node) == "std" {
            return name;
        }
        // What is applied to nothing is itself: so the link can tell that it stands in front of `::`.
        self.b.expr(Expr::Apply { base: name, args: Vec::new() })
    }

    /// Visits the scopes of a path: a site each. Gives what they denote together, `None` where there are none.
    pub(super) fn scopes(&mut self, path: &Path<'_>) -> Option<ExprId> {
        let mut base: Option<ExprId> = None;
        for scope in &path.scopes {
            let named = name_node(*scope);
            let mut target = match base {
                Some(base) => self.b.member(base, self.slice(named)),
                None => self.first_scope(*scope, path.global),
            };
            match scope.kind() {
                "decltype" => target = self.type_expr(*scope),
                "template_type" => {
                    self.site(Role::Type, named, target, None);
                    target = self.apply(target, *scope);
                }
                // What is meant of the platform is the name behind it; a file that adds to its namespace does not define it.
                _ if base.is_none() && self.slice(named) == "std" => {}
                _ => self.site(Role::Read, named, target, None),
            }
            base = Some(target);
        }
        base
    }

    /// What names denote of which each is a member of the one before it. Adds no sites: they were added where the names were visited.
    pub(super) fn quiet_path<'tree>(&mut self, names: impl IntoIterator<Item = Node<'tree>>) -> Option<ExprId> {
        let mut base: Option<ExprId> = None;
        for node in names {
            let name = self.slice(name_node(node));
            base = Some(match base {
                Some(base) => self.b.member(base, name),
                None => self.b.name(name, node.start_byte()),
            });
        }
        base
    }

    /// Visits a name of any form and gives what it denotes; `role` is that of its last part.
    pub(super) fn path(&mut self, node: Node<'_>, role: Role, args: Option<Vec<ExprId>>) -> ExprId {
        let path = split(node);
        let base = self.scopes(&path);
        let Some(last) = path.last else { return self.b.unknown() };
        let named = name_node(last);
        let target = match base {
            Some(base) => {
                let name = self.spelled(last);
                self.b.member(base, &name)
            }
            None => self.first_name(last, path.global),
        };
        self.site(role, named, target, args);
        match last.kind() {
            "template_type" => self.apply(target, last),
            "template_function" | "template_method" if role == Role::Call => self.apply(target, last),
            "template_function" | "template_method" => {
                self.template_arguments(last);
                target
            }
            _ => target,
        }
    }

    /// A generic type with its arguments.
    pub(super) fn apply(&mut self, base: ExprId, node: Node<'_>) -> ExprId {
        let args = self.template_arguments(node);
        self.b.applied(base, args)
    }

    /// Visits template arguments; gives the types among them, values as unknown.
    pub(super) fn template_arguments(&mut self, node: Node<'_>) -> Vec<ExprId> {
        let Some(list) = syntax::field(node, "arguments") else { return Vec::new() };
        if !self.descend(list) {
            return Vec::new();
        }
        let mut args = Vec::new();
        for child in syntax::children(list) {
            args.push(match child.kind() {
                "comment" => continue,
                "type_descriptor" => self.type_expr(child),
                "identifier" => {
                    let target = self.b.name(self.slice(child), child.start_byte());
                    self.site(Role::Type, child, target, None);
                    target
                }
                _ => {
                    self.value(child);
                    self.b.unknown()
                }
            });
        }
        self.ascend();
        args
    }
}
