//! Functions, methods with their receivers, and function literals.

use tree_sitter::Node;

use super::walker::{Known, Walker};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::{Local, Role};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Extension, Flags, Generic, Owner, SymbolKind};

/// The receiver of a method as written: `(s *Store[K])`.
struct Receiver<'tree> {
    name: Option<Node<'tree>>,
    /// The node of the type's simple name.
    base: Node<'tree>,
    /// Names given to the type's parameters.
    arguments: Vec<Node<'tree>>,
}

impl Walker<'_, '_> {
    pub(super) fn function_declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let symbol = self.callable(node, name, SymbolKind::Function, lead);
        let text = self.text_of(name);
        // `init` may stand many times in a file and cannot be named.
        if text != "_" && text != "init" {
            self.builder.bind(text, Binding::Symbol(symbol), 0);
        }
        self.open(ScopeKind::Function);
        self.builder.enter(Owner::Symbol(symbol));
        let generics = self.generics_of(node);
        self.builder.symbol_mut(symbol).generics = generics;
        self.signature(symbol, node);
        self.flag_function(symbol, text, node);
        self.body(node);
        self.builder.leave();
        self.close();
    }

    /// A method extends the type of its receiver, wherever in the package that type stands.
    pub(super) fn method_declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let Some(receiver) = syntax::field(node, "receiver").and_then(receiver) else { return };
        // Outside of its scope: `func (w *w) m()` is a method of the type.
        let target = self.builder.name(self.text_of(receiver.base), receiver.base.start_byte());
        self.open(ScopeKind::Function);
        let generics: Vec<Generic> =
            receiver.arguments.iter().map(|argument| Generic { name: self.text_of(*argument).into(), bounds: Vec::new(), default: None }).collect();
        let mut args = Vec::new();
        for argument in &receiver.arguments {
            let text = self.text_of(*argument);
            args.push(if text == "_" {
                self.builder.unknown()
            } else {
                self.note(text, Known::Type);
                self.builder.type_parameter(text, Vec::new());
                self.builder.name(text, argument.start_byte())
            });
        }
        let base = self.text_of(receiver.base);
        let named = target;
        let target = if args.is_empty() { named } else { self.builder.expr(Expr::Apply { base: named, args }) };
        let extension =
            self.builder.extension(Extension { target, target_name: base.into(), interface: None, interface_name: None, generics, module: None });
        self.builder.enter(Owner::Extension(extension));
        let symbol = self.callable(node, name, SymbolKind::Method, lead);
        self.builder.enter(Owner::Symbol(symbol));
        self.builder.site(Role::Type, base, syntax::span(receiver.base), named, None);
        if let Some(name) = receiver.name {
            let text = self.text_of(name);
            self.declare_local(text, Local { name: text.into(), ty: Some(target), values: Vec::new(), receiver: true, parameter_of: None }, None, 0);
        }
        self.signature(symbol, node);
        self.body(node);
        self.builder.leave();
        self.builder.leave();
        self.close();
    }

    fn callable(&mut self, node: Node<'_>, name: Node<'_>, kind: SymbolKind, lead: Option<ByteSpan>) -> u32 {
        let mut place = self.place(node, name, lead);
        place.signature = syntax::signature(node, syntax::field(node, "body"), self.text);
        // Without a body it is as much a definition: the body is in assembly, and no other place of the same build declares it.
        self.define(name, kind, place)
    }

    fn flag_function(&mut self, symbol: u32, name: &str, node: Node<'_>) {
        let parameters = syntax::field(node, "parameters").map_or("", |list| self.text_of(list));
        let entry = name == "main" && self.package == "main";
        let test = is_test(name, parameters);
        let definition = self.builder.symbol_mut(symbol);
        definition.flags = definition.flags.when(entry, Flags::ENTRY_POINT).when(test, Flags::TEST);
    }

    /// Parameters and body share one scope in Go.
    fn body(&mut self, node: Node<'_>) {
        if let Some(body) = syntax::field(node, "body") {
            self.statements(body);
        }
    }

    /// `func(…) … { … }` as a value.
    pub(super) fn function_literal(&mut self, node: Node<'_>) -> ExprId {
        self.open(ScopeKind::Function);
        let (_, result) = self.head(None, node);
        self.body(node);
        self.close();
        let ty = self.function_of(result);
        self.instance(ty)
    }
}

fn receiver(list: Node<'_>) -> Option<Receiver<'_>> {
    let declaration = syntax::child_of_kind(list, "parameter_declaration")?;
    let mut base = syntax::field(declaration, "type")?;
    let mut arguments = Vec::new();
    loop {
        match base.kind() {
            "type_identifier" => return Some(Receiver { name: syntax::field(declaration, "name"), base, arguments }),
            "generic_type" => {
                let list = syntax::field(base, "type_arguments")?;
                let names = syntax::children(list).into_iter().filter_map(|argument| syntax::child_of_kind(argument, "type_identifier"));
                arguments = names.collect();
                base = syntax::field(base, "type")?;
            }
            "pointer_type" | "parenthesized_type" => base = *syntax::parts(base).first()?,
            _ => return None,
        }
    }
}

/// The rules of `go test`: the name's form and the parameter's type.
fn is_test(name: &str, parameters: &str) -> bool {
    let inner = parameters.trim_matches(['(', ')']).trim().trim_end_matches(',');
    let ty = inner.split_whitespace().next_back().unwrap_or("");
    for (prefix, expected) in [("Test", "*testing.T"), ("Benchmark", "*testing.B"), ("Fuzz", "*testing.F"), ("Example", "")] {
        if let Some(rest) = name.strip_prefix(prefix) {
            let form = !rest.chars().next().is_some_and(char::is_lowercase);
            return form && (ty == expected || (name == "TestMain" && ty == "*testing.M"));
        }
    }
    false
}
