//! Members that interfaces declare: what a use of an associated type names beside what it stands for, and which of several `<S as T>::f` means.

use std::sync::Arc;

use super::eval::{Denotation, Found, Frame, Linker, merge};
use super::types::Type;
use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::shard::body::{Role, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Owner, SymbolKind};

impl Linker<'_> {
    /// Of associated types of one name that several blocks give a type, inside of one of them its own is meant: `Self::Output`.
    pub(super) fn of_own_block(&self, frame: &Frame, found: &mut Vec<(Found, Option<Type>)>) {
        let facts = &frame.file.facts;
        let owner = frame.enclosing.filter(|_| found.len() > 1).and_then(|it| facts.symbol(it)).map(|it| it.owner);
        let Some(block @ Owner::Extension(_)) = owner else { return };
        let is_own = |found: &Found| match found.what {
            Denotation::Symbol(symbol) if self.load(symbol.file).is_some_and(|file| Arc::ptr_eq(&file, &frame.file)) => {
                facts.symbol(symbol.symbol).is_some_and(|it| it.kind == SymbolKind::AssociatedType && it.owner == block)
            }
            _ => false,
        };
        if found.iter().any(|(it, _)| is_own(it)) {
            found.retain(|(it, _)| is_own(it));
        }
    }

    /// Of members of one name that several blocks give a type, the one of the interface that is named beside the type: `<S as T>::f`.
    pub(super) fn of_named_interface(&mut self, frame: &Frame, base: ExprId, found: &mut Vec<(Found, Option<Type>)>) {
        if found.len() < 2 || frame.file.habits().overriding != Overriding::Conformance {
            return;
        }
        let Expr::AnyOf(parts) = self.expr(frame, base) else { return };
        let [_, interface] = parts.as_slice() else { return };
        let named: Vec<Name> = self.denote(frame, *interface).iter().filter_map(|it| self.interface_name(it)).collect();
        let [interface] = named.as_slice() else { return };
        let is_meant = |it: &Found| it.what.symbol().is_some_and(|member| self.is_of_interface(member, interface));
        if found.iter().any(|(it, _)| is_meant(it)) {
            found.retain(|(it, _)| is_meant(it));
        }
    }
}

/// A type that a block gives an interface's name for one (`type Item = …` in `impl Iterator for T`) is told by the interface: whoever writes
/// `Self::Item` names what that declares. What the name stands for is another matter, which types are evaluated by.
pub(super) fn declared(linker: &mut Linker<'_>, site: &Site, found: Vec<Found>) -> Vec<Found> {
    if site.role != Role::Type {
        return found;
    }
    let mut declared = Vec::new();
    for it in found {
        let above = of_interface(linker, &it);
        merge(&mut declared, if above.is_empty() { vec![it] } else { above });
    }
    declared
}

/// What an interface declares under the name of an associated type of a block that adds the interface; nothing where it is anything else.
fn of_interface(linker: &mut Linker<'_>, found: &Found) -> Vec<Found> {
    let Denotation::Symbol(symbol) = found.what else { return Vec::new() };
    let Some(file) = linker.load(symbol.file) else { return Vec::new() };
    let Some(it) = file.facts.symbol(symbol.symbol).filter(|it| it.kind == SymbolKind::AssociatedType) else { return Vec::new() };
    let Owner::Extension(block) = it.owner else { return Vec::new() };
    let Some(block) = file.facts.extension(block) else { return Vec::new() };
    let Some(interface) = block.interface else { return Vec::new() };
    linker.asker.looked_at(&file, symbol.symbol);
    let mut above = Vec::new();
    for interface in linker.denote(&Frame::around(&file, block.module), interface) {
        let members = match interface.what {
            Denotation::Symbol(ty) => linker.type_member(ty, &it.name).into_iter().filter(|it| is_declared(linker, it)).collect(),
            Denotation::External { package, .. } => {
                vec![Found { what: Denotation::External { package, name: it.name.clone() }, rule: interface.rule }]
            }
            Denotation::Builtin(_) => vec![Found { what: Denotation::Builtin(it.name.clone()), rule: interface.rule }],
            _ => Vec::new(),
        };
        merge(&mut above, members.into_iter().map(|it| it.through(found.rule)));
    }
    above
}

/// Whether a member is an associated type in the declaration of its interface.
fn is_declared(linker: &Linker<'_>, found: &Found) -> bool {
    linker.is_found(found, |it| it.kind == SymbolKind::AssociatedType && matches!(it.owner, Owner::Symbol(_)))
}
