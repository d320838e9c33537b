//! Symbolic values and types of nodes, put together from what the query says of each.

use std::collections::HashMap;

use tree_sitter::Node;

use super::matches::{Compiled, Found, bare};
use super::vocabulary::{Head, Part};
use super::{Tags, generics};
use crate::base::caps;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::builder::Builder;
use crate::shard::counted::counted;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Import, Imported, Owner, SymbolKind};

/// What nodes mean.
pub struct Values<'a, 'tree> {
    pub tags: &'a Tags,
    pub compiled: &'a Compiled,
    pub found: &'a [Found<'tree>],
    pub forms: &'a HashMap<usize, usize>,
    /// Values that were asked for already: a chain of members is walked once.
    known: HashMap<usize, ExprId>,
    /// Imports that are values, by the node of their path.
    imports: HashMap<usize, u32>,
    /// The types around, the innermost last.
    pub own: Vec<ExprId>,
}

impl<'a, 'tree> Values<'a, 'tree> {
    /// Meanings by `forms`.
    pub fn new(tags: &'a Tags, compiled: &'a Compiled, found: &'a [Found<'tree>], forms: &'a HashMap<usize, usize>) -> Self {
        Self { tags, compiled, found, forms, known: HashMap::new(), imports: HashMap::new(), own: Vec::new() }
    }

    /// The value of a node, as seen from the present scope.
    pub fn value(&mut self, builder: &mut Builder<'_>, node: Node<'tree>) -> ExprId {
        self.value_within(builder, node, 0)
    }

    pub(super) fn value_within(&mut self, builder: &mut Builder<'_>, node: Node<'tree>, depth: u32) -> ExprId {
        if depth > caps::MAX_CHAIN {
            return builder.unknown();
        }
        if let Some(known) = self.known.get(&node.id()) {
            return *known;
        }
        let Some(form) = self.forms.get(&node.id()).and_then(|index| self.found.get(*index)) else { return builder.unknown() };
        let value = match form.head {
            Head::Receiver => builder.name(self.tags.manner.receiver, node.start_byte()),
            Head::Parent => builder.name(self.tags.manner.parent, node.start_byte()),
            Head::Around => around(builder),
            Head::Import => self.imported(builder, form),
            Head::Literal => {
                let ty = self.compiled.property(form.pattern, "type").unwrap_or("");
                builder.literal(ty)
            }
            Head::Typed => match form.part(Part::Type) {
                Some(ty) => {
                    let ty = self.value_within(builder, ty, depth + 1);
                    if ty == builder.unknown() { ty } else { builder.instance(ty) }
                }
                None => builder.free(bare(node, builder.text()).0),
            },
            Head::Holding => match form.part(Part::Value) {
                Some(held) => {
                    let held = self.value_within(builder, held, depth + 1);
                    let behind = self.compiled.property(form.pattern, "behind").map(|_| builder.unknown());
                    let base = builder.free(self.compiled.property(form.pattern, "type").unwrap_or_default());
                    builder.expr(Expr::Apply { base, args: behind.into_iter().chain([held]).collect() })
                }
                None => builder.unknown(),
            },
            Head::Element => match form.part(Part::Value) {
                Some(inner) => {
                    let inner = self.value_within(builder, inner, depth + 1);
                    builder.expr(Expr::Element(inner))
                }
                None => builder.unknown(),
            },
            Head::Unwrapped => match form.part(Part::Value) {
                Some(inner) => {
                    let inner = self.value_within(builder, inner, depth + 1);
                    builder.expr(Expr::Unwrap(inner))
                }
                None => builder.unknown(),
            },
            Head::Same => {
                if let Some(inner) = form.part(Part::Value) {
                    self.value_within(builder, inner, depth + 1)
                } else {
                    // A parameter that the language names is no name of anything else.
                    let name = bare(node, builder.text()).0;
                    let is_named = builder.find_local(name, node.start_byte()).is_some();
                    if is_named { builder.name(name, node.start_byte()) } else { builder.unknown() }
                }
            }
            Head::Reference { role, builds } => {
                let target = self.target_within(builder, form, depth + 1);
                let target = self.applied_within(builder, form, target, depth + 1);
                let variable = self.compiled.property(form.pattern, "unless") == Some("local")
                    && builder.find_local(bare(form.name(), builder.text()).0, node.start_byte()).is_some();
                match role {
                    _ if variable => target,
                    _ if builds => builder.built(target),
                    Role::Call => builder.call(target),
                    _ => target,
                }
            }
            _ => builder.unknown(),
        };
        self.known.insert(node.id(), value);
        value
    }

    /// What the name of a reference denotes: the name itself, or a member of what stands before it.
    pub fn target(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) -> ExprId {
        self.target_within(builder, found, 0)
    }

    /// `#set! own` says that the type around is meant.
    fn target_within(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, depth: u32) -> ExprId {
        let node = found.name();
        let (name, _) = bare(node, builder.text());
        let types = found.part(Part::Types).filter(|_| self.tags.manner.habits.types_by_count);
        let name = counted(name, types.map_or(0, generics::count));
        let name = name.as_str();
        if self.compiled.property(found.pattern, "own").is_some()
            && let Some(own) = self.own.last()
        {
            return *own;
        }
        if let Some(receiver) = found.part(Part::Receiver) {
            let base = self.value_within(builder, receiver, depth);
            return builder.member(base, name);
        }
        let is_type = matches!(found.head, Head::Reference { role: Role::Type | Role::Extends | Role::Implements, .. });
        let at = node.start_byte();
        // A type parameter is a local.
        let passes = is_type && builder.find_local(name, at).is_none();
        builder.name(name, if passes { 0 } else { at })
    }

    /// What an import gives that is a value (`#set! value`). It is told once, whoever asks first.
    pub fn imported(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) -> ExprId {
        let node = found.part(Part::Module).unwrap_or(found.node);
        if let Some(index) = self.imports.get(&node.id()) {
            return builder.expr(Expr::Import(*index));
        }
        let (module, span) = bare(node, builder.text());
        let imported = self.compiled.property(found.pattern, "item").map_or(Imported::Module, |item| Imported::Item(item.into()));
        let module_level = builder.enclosing_callable().is_none();
        let index = builder.import(Import { module_level, ..Import::new(module, imported, "") }, syntax::span(found.node));
        builder.import_site(index, module, span);
        self.imports.insert(node.id(), index);
        builder.expr(Expr::Import(index))
    }

    /// What a type node denotes; nothing where the query does not say.
    pub fn ty(&mut self, builder: &mut Builder<'_>, node: Node<'tree>) -> Option<ExprId> {
        let ty = self.value(builder, node);
        (ty != builder.unknown()).then_some(ty)
    }
}

/// The innermost type around the present place that is no other name for one.
fn around(builder: &mut Builder<'_>) -> ExprId {
    let mut owner = builder.owner();
    while let Owner::Symbol(index) = owner {
        let symbol = builder.symbol_mut(index);
        // In a function it may be a type without a name.
        if symbol.kind.is_callable() {
            break;
        }
        if symbol.kind.is_type() && symbol.kind != SymbolKind::TypeAlias {
            return builder.expr(Expr::Symbol(index));
        }
        owner = symbol.owner;
    }
    builder.unknown()
}
