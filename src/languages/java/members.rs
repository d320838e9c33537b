//! Members of types: methods, constructors, fields, record components.

use tree_sitter::Node;

use super::parameters::Parameters;
use super::types::VALUES;
use super::{Frame, Returns, Shape, Walk, parts};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{child_of_kind, field, span};
use crate::shard::body::Place;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

impl Walk<'_, '_> {
    /// A method, or an element of an annotation type.
    pub(super) fn method(&mut self, node: Node<'_>, doc: Option<ByteSpan>) {
        let Some(name) = field(node, "name") else { return };
        if !self.descend(node) {
            return;
        }
        let word = self.word(name);
        let body = field(node, "body");
        let shape = self.frames.last().map(|frame| frame.shape);
        let modifiers = self.modifiers(node);
        let mut symbol = Symbol::new(word, if shape.is_some() { SymbolKind::Method } else { SymbolKind::Function });
        (symbol.visibility, symbol.flags) = modifiers.settle(shape.map_or(Visibility::Package, Shape::visibility));
        symbol.flags = symbol.flags.when(body.is_none(), Flags::DECLARATION).when(body.is_none() && shape == Some(Shape::Interface), Flags::ABSTRACT);
        let place = self.place(node, name, body, doc);
        let index = self.builder.symbol(symbol, place);
        self.builder.bind_in(self.method_scope(), word, Binding::Symbol(index), 0);
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Function);
        self.annotations_of(node);
        if node.kind() == "method_declaration" {
            self.annotations(node);
        }
        let generics = self.generics(node);
        let ty = field(node, "type").map(|ty| self.type_expr(ty)).map(|ty| self.with_dimensions(ty, node));
        let parameters = self.parameters(field(node, "parameters"), Some(index));
        self.throws(node);
        let test = self.is_old_style_test(word, &parameters);
        let symbol = self.builder.symbol_mut(index);
        let main = word == "main" && symbol.flags.has(Flags::STATIC) && symbol.visibility == Visibility::Public;
        symbol.flags = symbol.flags.when(main, Flags::ENTRY_POINT).when(test && symbol.flags.has(Flags::EXPORTED), Flags::TEST);
        symbol.generics = generics;
        symbol.ty = ty;
        self.take_parameters(index, parameters);
        if let Some(value) = field(node, "value") {
            self.value(value);
        }
        if let Some(body) = body {
            self.returns.push(Returns::Declared(ty));
            self.statements(body);
            self.returns.pop();
        }
        self.builder.close_scope();
        self.builder.leave();
        self.ascend();
    }

    /// A constructor. A record's compact one takes the parameters of the record's header.
    pub(super) fn constructor(&mut self, node: Node<'_>, doc: Option<ByteSpan>) {
        let Some(name) = field(node, "name") else { return };
        if !self.descend(node) {
            return;
        }
        let word = self.word(name);
        let body = field(node, "body");
        let shape = self.frames.last().map(|frame| frame.shape);
        let default = if shape == Some(Shape::Enum) { Visibility::Private } else { Visibility::Package };
        let mut symbol = Symbol::new(word, SymbolKind::Constructor);
        (symbol.visibility, symbol.flags) = self.modifiers(node).settle(default);
        let place = self.place(node, name, body, doc);
        let index = self.builder.symbol(symbol, place);
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Function);
        self.annotations_of(node);
        let generics = self.generics(node);
        self.builder.symbol_mut(index).generics = generics;
        let parameters = if node.kind() == "compact_constructor_declaration" {
            let components = self.frames.last().and_then(|frame| frame.components.clone()).unwrap_or_default();
            self.redeclare(&components, index, name.end_byte());
            components
        } else {
            self.parameters(field(node, "parameters"), Some(index))
        };
        self.throws(node);
        if let Some(frame) = self.frames.last_mut() {
            frame.constructors.push(parameters.overload());
        }
        self.take_parameters(index, parameters);
        if let Some(body) = body {
            self.statements(body);
        }
        self.builder.close_scope();
        self.builder.leave();
        self.ascend();
    }

    /// The constructor that takes the components of a record, where others stand beside it and it is not written (Java Language Specification, 8.10.4.1). A
    /// record without any is called by its own name.
    pub(super) fn canonical_constructor(&mut self, frame: Frame<'_>, record: u32) {
        let Some(components) = frame.components else { return };
        if frame.constructors.is_empty() || frame.constructors.contains(&components.overload()) {
            return;
        }
        let (name, visibility) = (self.builder.symbol_mut(record).name.clone(), self.builder.symbol_mut(record).visibility);
        let mut symbol = Symbol::new(name, SymbolKind::Constructor);
        symbol.visibility = visibility;
        let place = self.builder.place_mut(record);
        // Nothing of the text is its own, so its span is empty.
        let at = place.name.start;
        let place =
            Place { span: ByteSpan { start: at, end: at }, name: place.name, lead: at, signature: place.signature.clone(), ..Place::default() };
        let index = self.builder.symbol(symbol, place);
        self.take_parameters(index, components);
    }

    fn take_parameters(&mut self, index: u32, parameters: Parameters) {
        let symbol = self.builder.symbol_mut(index);
        symbol.overload = Some(parameters.overload());
        symbol.flags = symbol.flags.when(parameters.variadic, Flags::VARIADIC);
        symbol.params = parameters.params;
    }

    fn throws(&mut self, node: Node<'_>) {
        for child in child_of_kind(node, "throws").map(parts).unwrap_or_default() {
            self.type_expr(child);
        }
    }

    /// `JUnit` 3 finds its tests by name, in classes below `TestCase`.
    fn is_old_style_test(&mut self, name: &str, parameters: &Parameters) -> bool {
        if !name.starts_with("test") || !parameters.params.is_empty() {
            return false;
        }
        let Some(frame) = self.frames.last() else { return false };
        let symbol = frame.symbol;
        let signature = &self.builder.place_mut(symbol).signature;
        signature.split_whitespace().skip_while(|word| *word != "extends").nth(1).is_some_and(|word| word.ends_with("TestCase"))
    }

    /// Fields or constants of one declaration. Annotations and the type belong to the first of them.
    pub(super) fn fields(&mut self, node: Node<'_>, doc: Option<ByteSpan>) {
        let modifiers = self.modifiers(node);
        let shape = self.frames.last().map_or(Shape::Class, |frame| frame.shape);
        let constant = shape == Shape::Interface || (modifiers.is_final && modifiers.flags.has(Flags::STATIC));
        let declarators: Vec<Node<'_>> = parts(node).into_iter().filter(|child| child.kind() == "variable_declarator").collect();
        let mut ty = None;
        for (number, declarator) in declarators.iter().enumerate() {
            let Some(name) = field(*declarator, "name") else { continue };
            let word = self.word(name);
            let mut symbol = Symbol::new(word, if constant { SymbolKind::Constant } else { SymbolKind::Field });
            (symbol.visibility, symbol.flags) = modifiers.settle(shape.visibility());
            symbol.flags = symbol.flags.when(shape == Shape::Interface, Flags::STATIC);
            let value = field(*declarator, "value");
            let mut place = self.place(node, name, value, if number == 0 { doc } else { None });
            if declarators.len() > 1 {
                place.span = span(*declarator);
                place.lead = if number == 0 { place.lead } else { place.span.start };
            }
            let index = self.builder.symbol(symbol, place);
            self.builder.bind(word, Binding::Symbol(index), VALUES);
            self.builder.enter(Owner::Symbol(index));
            self.builder.open_scope(ScopeKind::Block);
            let declared = match ty {
                Some(ty) => ty,
                None => self.field_type(node),
            };
            ty = Some(declared);
            let declared = self.with_dimensions(declared, *declarator);
            self.builder.symbol_mut(index).ty = Some(declared);
            if let Some(value) = value {
                self.value_of_type(value, Some(declared));
            }
            self.builder.close_scope();
            self.builder.leave();
        }
    }

    fn field_type(&mut self, node: Node<'_>) -> ExprId {
        self.annotations_of(node);
        match field(node, "type") {
            Some(ty) => self.type_expr(ty),
            None => self.builder.unknown(),
        }
    }

    /// The components of a record: for each a private field and, unless the body writes it, the method that reads it.
    pub(super) fn components(&mut self, record: Node<'_>) {
        let methods = self.method_scope();
        let list = field(record, "parameters");
        // The header declares fields, not locals: its own scope ends with it.
        self.builder.open_scope(ScopeKind::Block);
        let components = self.parameters(list, None);
        self.builder.close_scope();
        let nodes = list.map(parts).unwrap_or_default().into_iter().filter(|node| matches!(node.kind(), "formal_parameter" | "spread_parameter"));
        for (node, param) in nodes.zip(&components.params) {
            let declarator = child_of_kind(node, "variable_declarator").unwrap_or(node);
            let Some(name) = field(declarator, "name") else { continue };
            let mut component = Symbol::new(param.name.clone(), SymbolKind::Field);
            component.visibility = Visibility::Private;
            component.ty = param.ty;
            let place = self.place(node, name, None, None);
            let index = self.builder.symbol(component, place);
            self.builder.bind(&param.name, Binding::Symbol(index), VALUES);
            if self.frames.last().is_some_and(|frame| frame.overloads.contains_key(param.name.as_str())) {
                continue;
            }
            let mut accessor = Symbol::new(param.name.clone(), SymbolKind::Method);
            accessor.flags = Flags::EXPORTED;
            accessor.ty = param.ty;
            accessor.overload = Some(Parameters::default().overload());
            let signature = self.builder.place_mut(index).signature.clone();
            // Nothing of the text is the accessor's own, so its span is empty.
            let at = ByteSpan::new(name.start_byte(), name.start_byte());
            let place = Place { span: at, name: span(name), lead: at.start, signature, ..Place::default() };
            let index = self.builder.symbol(accessor, place);
            self.builder.bind_in(methods, &param.name, Binding::Symbol(index), 0);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.components = Some(components);
        }
    }
}
