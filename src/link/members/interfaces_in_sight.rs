//! Methods that several interfaces give one type under one name: what is meant is that of the interface which the place sees (Rust).

use std::sync::Arc;

use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::types::Type;
use crate::shard::facts::{Flags, SymbolKind};

impl Linker<'_> {
    /// Leaves of methods that several interfaces give a type those of the interfaces which the place sees; all of them where it is not known to see any, with
    /// the bodies that interfaces give themselves.
    pub(in crate::link) fn of_interface_in_sight(&mut self, frame: &Frame, name: &Name, found: &mut Vec<(Found, Option<Type>)>) {
        let Some((first, Some(receiver @ Type::Instance { ty, .. }))) = found.first() else { return };
        let (first, receiver, ty) = (first.clone(), receiver.clone(), *ty);
        if !frame.in_body || frame.file.habits().overriding != Overriding::Conformance {
            return;
        }
        if self.interfaces_declaring(name).is_none_or(|it| it.len() < 2) || self.is(ty, |it| it.kind.is_abstract_type()) {
            return;
        }
        let is_of_type = |(_, of): &(Found, Option<Type>)| matches!(of, Some(Type::Instance { ty: other, .. }) if *other == ty);
        let members: Vec<Option<Ref>> = found.iter().map(|it| it.0.what.symbol().filter(|_| is_of_type(it))).collect();
        if !members.iter().all(|it| it.is_some_and(|member| self.interface_asking(member).is_some())) {
            return;
        }
        let key = (ty, name.clone());
        let given =
            self.apart(|linker| linker.remembered(|memo| &mut memo.given_by_interfaces, key, |linker| linker.find_given_by_interfaces(ty, name)));
        let mut interfaces: Vec<Ref> = given.iter().map(|(interface, _)| *interface).collect();
        interfaces.sort_unstable();
        interfaces.dedup();
        if interfaces.len() < 2 {
            return;
        }
        let seen: Vec<Ref> = interfaces.iter().copied().filter(|it| self.sees_interface(frame, *it)).collect();
        let meant = given.into_iter().filter(|(interface, _)| seen.is_empty() || seen.contains(interface));
        *found = meant.map(|(_, member)| (Found::symbol(member, first.rule), Some(receiver.clone()))).collect();
    }

    /// The interfaces that give a type methods of a name, each with what it gives: what a block for the type says, else its own body.
    fn find_given_by_interfaces(&mut self, ty: Ref, name: &str) -> Vec<(Ref, Ref)> {
        let mut given: Vec<(Ref, Ref)> = Vec::new();
        let is_method = |linker: &Self, it: Ref| linker.is(it, |it| it.kind == SymbolKind::Method && !it.flags.has(Flags::STATIC));
        for member in self.member_itself(ty, name).into_iter().filter_map(|it| it.what.symbol()) {
            if let (true, Some(interface)) = (is_method(self, member), self.interface_asking(member)) {
                given.push((interface, member));
            }
        }
        let by_blocks = given.len();
        for above in self.bases(ty).into_iter().filter_map(|it| it.what.symbol()) {
            if given[..by_blocks].iter().any(|(interface, _)| *interface == above) {
                continue;
            }
            for member in self.member_itself(above, name).into_iter().filter_map(|it| it.what.symbol()) {
                if is_method(self, member) && self.interface_asking(member) == Some(above) && !given.contains(&(above, member)) {
                    given.push((above, member));
                }
            }
        }
        given
    }

    /// Whether an interface is in scope at a place: its module or a function around names it, under any name, or takes it in.
    fn sees_interface(&mut self, frame: &Frame, interface: Ref) -> bool {
        let key = (frame.enclosing, interface);
        if let Some(known) = self.memo.seen_interfaces.get(&key) {
            return *known;
        }
        let seen = self.apart(|linker| linker.find_sees_interface(frame, interface));
        self.memo.seen_interfaces.insert(key, seen);
        seen
    }

    fn find_sees_interface(&mut self, frame: &Frame, interface: Ref) -> bool {
        let Some(name) = self.about(interface, |it| it.name.clone()) else { return false };
        let file = Arc::clone(&frame.file);
        let here = Self::module_around(&file, frame.enclosing);
        let is_it = |it: &Found| it.what == Denotation::Symbol(interface);
        if self.module_member(&here, &name).iter().any(is_it) || self.in_function_wildcards(frame, &name).iter().any(is_it) {
            return true;
        }
        for (import, index) in file.facts.imports.iter().zip(0u32..).filter(|(import, _)| import.own_name() == Some(name.as_str())) {
            let is_near =
                if import.module_level { Self::module_around(&file, import.container) == here } else { self.is_import_around(frame, index) };
            if is_near && self.denote_import(&file, index).iter().any(is_it) {
                return true;
            }
        }
        false
    }

    /// Whether an import of the linked file stands in a function around a place.
    pub(super) fn is_import_around(&self, frame: &Frame, import: u32) -> bool {
        let written = self.body.sites.iter().find(|site| site.import == Some(import)).and_then(|site| site.enclosing);
        let mut around = frame.enclosing;
        while let Some(function) = around {
            if written == Some(function) {
                return true;
            }
            around = frame.file.facts.outer_of(function);
        }
        false
    }
}
