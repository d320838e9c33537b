//! Namespaces, templates and friends.

use tree_sitter::Node;

use super::declarations::Specifiers;
use super::lexer::{Token, TokenKind, is_keyword, tokens};
use super::visitor::{Place, Visitor};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Generic, Import, Imported, Owner, Symbol, SymbolKind};

impl Visitor<'_, '_> {
    /// `namespace a::b { … }`, `namespace { … }`.
    pub(super) fn namespace(&mut self, node: Node<'_>) {
        let Some(body) = syntax::field(node, "body") else { return };
        let Some(name) = syntax::field(node, "name") else {
            let hidden = std::mem::replace(&mut self.hidden, true);
            self.items(body);
            self.hidden = hidden;
            return;
        };
        let parts = namespace_parts(name);
        let inline = syntax::has_token(node, "inline");
        let home = self.home;
        for part in &parts {
            self.open_namespace(node, (self.slice(*part), syntax::span(*part)), Some(body), inline);
        }
        let comments = std::mem::take(&mut self.comments);
        self.items(body);
        self.comments = comments;
        self.close_namespaces(parts.len());
        self.home = home;
    }

    /// Leaves the `count` innermost open namespaces.
    pub(super) fn close_namespaces(&mut self, count: usize) {
        for _ in 0..count {
            self.b.close_scope();
            self.b.leave();
            self.path.pop();
        }
    }

    /// A namespace is one symbol and one scope a file, however often it is opened.
    pub(super) fn open_namespace(&mut self, node: Node<'_>, (spelled, span): (&str, ByteSpan), body: Option<Node<'_>>, inline: bool) {
        self.path.push(spelled.to_owned());
        let path = self.path.join("::");
        if let Some((symbol, scope)) = self.namespaces.get(&path).copied() {
            self.b.enter(Owner::Symbol(symbol));
            self.b.reopen_scope(scope);
            self.home = scope;
            return;
        }
        let mut symbol = Symbol::new(spelled, SymbolKind::Module);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags();
        let place = self.place_of(node, span, body);
        let index = self.b.symbol(symbol, place);
        // Whoever opens `std` adds to a library whose other names stay outside.
        if path != "std" {
            self.bind_symbol(spelled, index);
        }
        if inline {
            // Members of an inline namespace are members of the one around it.
            let module = smol_str::format_smolstr!("::{path}");
            let outer = self.path[..self.path.len() - 1].join("::");
            let container = self.namespaces.get(&outer).map(|(symbol, _)| *symbol);
            let import = Import { container, ..self.using_import(module, Imported::Wildcard, "") };
            self.b.import(import, span);
        }
        self.b.enter(Owner::Symbol(index));
        let module = smol_str::format_smolstr!("::{path}");
        // Other files add members to a namespace, and its own names need no qualification inside.
        let own = Import { container: Some(index), ..Import::new(module, Imported::Wildcard, "") };
        self.b.import(own, span);
        let scope = self.b.open_scope(ScopeKind::Module);
        self.home = scope;
        self.namespaces.insert(path, (index, scope));
    }

    /// `namespace fs = std::filesystem;`.
    pub(super) fn namespace_alias(&mut self, node: Node<'_>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let Some(target) = syntax::parts(node).into_iter().find(|it| *it != name) else { return };
        let parts = namespace_parts(target);
        let Some((last, front)) = parts.split_last() else { return };
        let module: Vec<&str> = front.iter().map(|it| self.slice(*it)).collect();
        let module = smol_str::format_smolstr!("::{}", module.join("::"));
        let binding = self.slice(name);
        let import = self.using_import(module, Imported::Item(self.slice(*last).into()), binding);
        let index = self.b.import(import, syntax::span(node));
        self.b.bind(binding, Binding::Import(index), 0);
        self.b.import_site(index, self.slice(*last), syntax::span(*last));
    }

    /// Whether there is a template parameter for a condition alone: it has a default and no name (`typename enable<T>::type = 0`), or is what a macro makes
    /// (`ENABLE_IF(is_number<T>::value)`), which may be no part of the tree.
    fn has_condition(&self, list: Node<'_>) -> bool {
        let nameless = |parameter: &Node<'_>| match parameter.kind() {
            "optional_parameter_declaration" => syntax::field(*parameter, "declarator").is_none(),
            "optional_type_parameter_declaration" => syntax::field(*parameter, "name").is_none(),
            _ => false,
        };
        let text = self.slice(list);
        let all = tokens(text);
        let is_made = |window: &[Token]| {
            let [before, word, open] = window else { return false };
            let named =
                word.kind == TokenKind::Word && !is_keyword(word.text(text)) && !matches!(word.text(text), "alignof" | "decltype" | "noexcept");
            named && open.is(b'(') && before.is_one_of(b",<")
        };
        syntax::parts(list).iter().any(nameless) || all.windows(3).any(is_made)
    }

    /// `template <…>` with what it heads.
    pub(super) fn template(&mut self, node: Node<'_>) {
        self.b.open_scope(ScopeKind::Block);
        let mut generics = Vec::new();
        let mut current = node;
        let mut headed = None;
        let (mut bounded, mut conditioned) = (false, false);
        while current.kind() == "template_declaration" {
            if let Some(list) = syntax::field(current, "parameters") {
                self.template_parameters(list, &mut generics);
                bounded |= syntax::parts(list).iter().any(|it| it.kind() != "type_parameter_declaration");
                conditioned |= self.has_condition(list);
            }
            if let Some(clause) = syntax::child_of_kind(current, "requires_clause") {
                (bounded, conditioned) = (true, true);
                self.each(clause);
            }
            headed =
                syntax::children(current).into_iter().rfind(|it| !matches!(it.kind(), "template_parameter_list" | "requires_clause" | "comment"));
            match headed {
                Some(inner) => current = inner,
                None => break,
            }
        }
        self.generics = generics;
        self.bounded = bounded;
        self.conditioned = conditioned && headed.is_some_and(|it| matches!(it.kind(), "function_definition" | "declaration" | "field_declaration"));
        if let Some(inner) = headed {
            match inner.kind() {
                "function_definition" => self.function_definition(inner, node),
                "declaration" | "field_declaration" => self.declaration(inner, node),
                "struct_specifier" | "class_specifier" | "union_specifier" => {
                    if !self.announces(inner) {
                        self.record_specifier(inner, None, node);
                    } else if let Some(name) = self.only_specialized(node, inner) {
                        self.bodiless_template(node, inner, name);
                    }
                }
                "alias_declaration" => self.alias(inner, node),
                "concept_definition" => self.concept(inner, node),
                _ => self.visit(inner),
            }
        }
        self.generics.clear();
        self.b.close_scope();
    }

    fn template_parameters(&mut self, list: Node<'_>, generics: &mut Vec<Generic>) {
        for parameter in syntax::children(list) {
            match parameter.kind() {
                "type_parameter_declaration" | "optional_type_parameter_declaration" | "variadic_type_parameter_declaration" => {
                    let name = syntax::field(parameter, "name").or_else(|| syntax::child_of_kind(parameter, "type_identifier"));
                    let default = syntax::field(parameter, "default_type").map(|ty| self.type_expr(ty));
                    self.generic(name, default.into_iter().collect(), generics);
                }
                "template_template_parameter_declaration" => {
                    let name = syntax::children(parameter).into_iter().filter_map(|it| syntax::child_of_kind(it, "type_identifier")).next_back();
                    self.generic(name, Vec::new(), generics);
                }
                "comment" => {}
                // A value parameter; its name is bound like a local.
                _ => {
                    if let Some(param) = self.parameter(parameter, None) {
                        generics.push(Generic { name: param.name, bounds: Vec::new(), default: None });
                    }
                }
            }
        }
    }

    fn generic(&mut self, name: Option<Node<'_>>, bounds: Vec<ExprId>, generics: &mut Vec<Generic>) {
        let Some(name) = name else { return };
        let spelled = self.slice(name);
        self.b.type_parameter(spelled, bounds.clone());
        generics.push(Generic { name: spelled.into(), bounds, default: None });
    }

    /// `template class X<int>;`.
    pub(super) fn instantiation(&mut self, node: Node<'_>) {
        if let Some(ty) = syntax::field(node, "type") {
            self.type_expr(ty);
        }
        let declarator = syntax::field(node, "declarator").map(super::declarators::read);
        if let Some(declarator) = declarator {
            if let Some(name) = declarator.name {
                self.path(name, Role::Read, None);
            }
            for function in &declarator.functions {
                self.foreign_parameters(*function);
            }
        }
    }

    /// `friend class X;`, `friend void f(…) { … }`.
    pub(super) fn friend(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            match child.kind() {
                "function_definition" => self.friend_function(child),
                "declaration" => self.friend_declaration(child),
                "type_identifier" | "qualified_identifier" | "template_type" | "class_specifier" | "struct_specifier" => {
                    self.type_expr(child);
                }
                _ => {}
            }
        }
    }

    /// A friend with a body belongs to what surrounds the type.
    fn friend_function(&mut self, node: Node<'_>) {
        let Some(declarator_node) = syntax::field(node, "declarator") else { return };
        let declarator = super::declarators::read(declarator_node);
        if !declarator.is_function {
            return;
        }
        let specifiers = Specifiers { friend: true, ..self.specifiers(node) };
        let head = super::functions::Head {
            declarator: &declarator,
            specifiers,
            outer: node,
            body: syntax::field(node, "body"),
            ty: None,
            ty_node: syntax::field(node, "type"),
            pure: false,
        };
        let place = std::mem::replace(&mut self.place, Place::Top);
        self.function(node, &head);
        self.place = place;
    }

    /// A friend without a body only names types; what it declares is declared elsewhere.
    fn friend_declaration(&mut self, node: Node<'_>) {
        if let Some(ty) = syntax::field(node, "type") {
            self.type_expr(ty);
        }
        if let Some(declarator) = syntax::field(node, "declarator") {
            let declarator = super::declarators::read(declarator);
            if let Some(name) = declarator.name
                && name.kind() == "qualified_identifier"
            {
                self.path(name, Role::Read, None);
            }
            for function in &declarator.functions {
                self.foreign_parameters(*function);
            }
        }
    }
}

/// The names of `a::b::c`.
fn namespace_parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = Vec::new();
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if node.kind() == "nested_namespace_specifier" {
            let mut inner = syntax::children(node);
            inner.reverse();
            stack.extend(inner);
        } else if matches!(node.kind(), "namespace_identifier" | "identifier") {
            parts.push(node);
        }
    }
    parts
}
