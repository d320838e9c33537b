//! Constants and variables, at the top level and in functions, and the order of a file.

use tree_sitter::Node;

use super::documents;
use super::walker::{Top, Walker};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::builder::Binding;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Extension, SymbolKind};

/// Type and values that a `const` line without either takes from the line above.
#[derive(Clone, Debug, Default)]
struct Inherited {
    ty: Option<ExprId>,
    values: Vec<ExprId>,
}

/// One line of a `const`, `var` or `type` declaration.
pub(super) struct Spec<'tree> {
    pub(super) node: Node<'tree>,
    /// What its definitions show: all of a declaration that has no parentheses.
    pub(super) whole: Node<'tree>,
    /// The comments above it.
    pub(super) lead: Option<ByteSpan>,
}

/// The specs of a declaration. Comments above one without parentheses, `lead`, are those of its only spec.
pub(super) fn specs(declaration: Node<'_>, lead: Option<ByteSpan>) -> Vec<Spec<'_>> {
    let grouped = syntax::has_token(declaration, "(");
    let mut found = Vec::new();
    for (node, own) in documents::documented(declaration) {
        match node.kind() {
            "const_spec" | "var_spec" | "type_spec" | "type_alias" if grouped => found.push(Spec { node, whole: node, lead: own }),
            "const_spec" | "var_spec" | "type_spec" | "type_alias" => found.push(Spec { node, whole: declaration, lead: own.or(lead) }),
            "var_spec_list" => found.extend(specs(node, None)),
            _ => {}
        }
    }
    found
}

impl Walker<'_, '_> {
    /// The whole file.
    pub(super) fn file(&mut self, root: Node<'_>) {
        self.survey(root);
        for (node, lead) in documents::documented(root) {
            self.declaration(node, lead);
        }
    }

    /// Notes what the top level declares before anything is walked.
    fn survey(&mut self, root: Node<'_>) {
        let mut open = syntax::children(root);
        while let Some(node) = open.pop() {
            let top = match node.kind() {
                "function_declaration" => Top::Function,
                "type_spec" | "type_alias" => Top::Type,
                "const_spec" | "var_spec" => Top::Value,
                "type_declaration" | "const_declaration" | "var_declaration" | "var_spec_list" => {
                    open.extend(syntax::children(node));
                    continue;
                }
                _ => continue,
            };
            let of_type = if node.kind() == "type_spec" { syntax::field(node, "type") } else { None };
            if of_type.is_some_and(|it| matches!(it.kind(), "map_type" | "slice_type" | "array_type")) {
                self.containers.extend(syntax::fields(node, "name").into_iter().map(|name| syntax::text(name, self.text)));
            }
            for name in syntax::fields(node, "name") {
                self.top.insert(self.text_of(name), top);
            }
        }
    }

    /// A declaration of the file, or what else the grammar lets stand there.
    pub(super) fn declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        match node.kind() {
            "package_clause" => {
                // No symbol stands for the package, but its comment may mention names.
                self.document(lead);
                self.package_clause(node);
            }
            "import_declaration" => self.import_declaration(node),
            "function_declaration" => self.function_declaration(node, lead),
            "method_declaration" => self.method_declaration(node, lead),
            "type_declaration" => self.type_declaration(node, lead),
            "const_declaration" => self.const_declaration(node, lead),
            "var_declaration" => self.var_declaration(node, lead),
            "ERROR" => self.broken(node),
            _ => self.statement(node),
        }
    }

    /// The readable parts of a region that does not parse.
    pub(super) fn broken(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        for (child, lead) in documents::documented(node) {
            if child.named_child_count() > 0 {
                self.declaration(child, lead);
            }
        }
        self.ascend();
    }

    /// `const X = …` or `const ( … )`.
    fn const_declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        let mut inherited = Inherited::default();
        for spec in specs(node, lead) {
            self.value_spec(&spec, SymbolKind::Constant, Some(&mut inherited));
        }
    }

    /// `var x …` or `var ( … )`.
    fn var_declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        for spec in specs(node, lead) {
            self.value_spec(&spec, SymbolKind::Variable, None);
        }
    }

    fn value_spec(&mut self, spec: &Spec<'_>, kind: SymbolKind, inherited: Option<&mut Inherited>) {
        // Older forms of the grammar put the commas between names into the field too.
        let names: Vec<Node<'_>> = syntax::fields(spec.node, "name").into_iter().filter(|name| name.kind() == "identifier").collect();
        if self.at_top() {
            self.top_level_values(spec, &names, kind, inherited);
        } else {
            let (ty, values) = self.declared(spec.node, &names, inherited);
            for (position, name) in names.iter().enumerate() {
                let text = self.text_of(*name);
                self.declare(text, ty, values.get(position).copied(), spec.node.end_byte());
            }
        }
    }

    fn top_level_values(&mut self, spec: &Spec<'_>, names: &[Node<'_>], kind: SymbolKind, inherited: Option<&mut Inherited>) {
        let mut symbols = Vec::new();
        for name in names {
            if self.text_of(*name) == "_" {
                symbols.push(None);
                continue;
            }
            let mut place = self.place(spec.whole, *name, spec.lead);
            place.signature = syntax::signature(spec.whole, composite_body(spec.node), self.text);
            let symbol = self.define(*name, kind, place);
            self.builder.bind(self.text_of(*name), Binding::Symbol(symbol), 0);
            symbols.push(Some(symbol));
        }
        if symbols.iter().all(Option::is_none) && self.conformance(spec.node) {
            return;
        }
        let (ty, values) = match symbols.iter().flatten().next() {
            Some(first) => self.within(*first, |walker| walker.declared(spec.node, names, inherited)),
            None => self.declared(spec.node, names, inherited),
        };
        for (position, symbol) in symbols.into_iter().enumerate() {
            if let Some(symbol) = symbol {
                let definition = self.builder.symbol_mut(symbol);
                (definition.ty, definition.value) = (ty, values.get(position).copied());
            }
        }
    }

    /// Declared type and values of a spec, one value a name.
    fn declared(&mut self, spec: Node<'_>, names: &[Node<'_>], inherited: Option<&mut Inherited>) -> (Option<ExprId>, Vec<ExprId>) {
        let ty = syntax::field(spec, "type").map(|ty| self.type_expr(ty));
        let values = syntax::field(spec, "value").map_or_else(Vec::new, |list| self.values_for(names.len(), list));
        match inherited {
            Some(above) if ty.is_none() && values.is_empty() => (above.ty, above.values.clone()),
            Some(above) => {
                *above = Inherited { ty, values: values.clone() };
                (ty, values)
            }
            None => (ty, values),
        }
    }

    /// `var _ I = (*T)(nil)` and its like say that T implements I. Whether `spec` is one; then it is recorded.
    fn conformance(&mut self, spec: Node<'_>) -> bool {
        let (Some(interface), Some(values)) = (syntax::field(spec, "type"), syntax::field(spec, "value")) else { return false };
        let [value] = syntax::children(values)[..] else { return false };
        let Some(implementer) = built_type(value, self.text) else { return false };
        let Some(interface_name) = simple_name(interface) else { return false };
        let (interface_name, target_name) = (self.text_of(interface_name).into(), self.text_of(implementer).into());
        let interface = self.type_expr_as(interface, Role::Implements);
        // The value's own walk adds the sites; this expression is only looked up.
        let target = self.builder.name(self.text_of(implementer), implementer.start_byte());
        self.values_for(1, values);
        self.builder.extension(Extension {
            target,
            target_name,
            interface: Some(interface),
            interface_name: Some(interface_name),
            generics: Vec::new(),
            module: None,
        });
        true
    }
}

/// The name of the type of this package that an expression makes: `(*T)(nil)`, `&T{}`, `T{}`, `new(T)`.
fn built_type<'tree>(value: Node<'tree>, text: &str) -> Option<Node<'tree>> {
    let value = bare_operand(value);
    let named = match value.kind() {
        "composite_literal" => syntax::field(value, "type")?,
        "call_expression" => {
            let function = syntax::field(value, "function")?;
            match function.kind() {
                "identifier" if syntax::text(function, text) == "new" => syntax::field(value, "arguments")?.named_child(0)?,
                "parenthesized_expression" => bare_operand(function),
                _ => return None,
            }
        }
        _ => return None,
    };
    matches!(named.kind(), "identifier" | "type_identifier").then_some(named)
}

/// What stands behind parentheses, `&` and `*`.
fn bare_operand(mut node: Node<'_>) -> Node<'_> {
    while let Some(inner) = match node.kind() {
        "unary_expression" => syntax::field(node, "operand"),
        "parenthesized_expression" => node.named_child(0),
        _ => None,
    } {
        node = inner;
    }
    node
}

fn simple_name(ty: Node<'_>) -> Option<Node<'_>> {
    match ty.kind() {
        "type_identifier" => Some(ty),
        "qualified_type" => syntax::field(ty, "name"),
        "generic_type" => simple_name(syntax::field(ty, "type")?),
        _ => None,
    }
}

/// Where the long part of an initializer starts.
fn composite_body(spec: Node<'_>) -> Option<Node<'_>> {
    let first = syntax::field(spec, "value")?.named_child(0)?;
    let literal = if first.kind() == "unary_expression" { syntax::field(first, "operand")? } else { first };
    matches!(literal.kind(), "composite_literal" | "func_literal").then(|| syntax::field(literal, "body"))?
}
