//! Definitions in arms of conditionals: what a build has in their place that does not take the arm, in a file that is included or outside of the tree.

use std::sync::Arc;

use crate::base::Name;
use crate::languages::habits::Bearing;
use crate::languages::semantics::MADE;
use crate::link::ask::Ref;
use crate::link::eval::{Found, Frame, Linker, merge};
use crate::link::loaded::Item;
use crate::link::namespaces::usings::MAX_OPENING;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::role::is_member;
use crate::shard::apart::Class;
use crate::shard::body::Site;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// What a name means that the linked file binds, with what included files define under it where a build need not have what the file does.
    pub(in crate::link) fn with_other_arms(&mut self, frame: &Frame, id: ExprId, mut found: Vec<Found>) -> Vec<Found> {
        if !frame.in_body || self.body.perhaps.binary_search(&id).is_err() {
            return found;
        }
        let Some(own) = found.iter().find_map(|it| it.what.symbol()).filter(|it| self.own_slot() == Some(it.file)) else { return found };
        let others = self.in_other_arms(own);
        merge(&mut found, others.into_iter().map(|it| Found::symbol(it, Rule::Wildcard)));
        found
    }

    /// Definitions of included files, and those of others that they declare, that a build may have in place of one of the linked file.
    fn in_other_arms(&mut self, own: Ref) -> Vec<Ref> {
        let file = Arc::clone(&self.own);
        let Some(it) = file.facts.symbol(own.symbol) else { return Vec::new() };
        let members = match it.owner {
            Owner::File => self.top_level("", &it.name),
            Owner::Symbol(around) if file.facts.symbol(around).is_some_and(|it| it.kind == SymbolKind::Module) => {
                let inner = self.namespace_of(own).unwrap_or_default();
                self.members_inside(&inner, &it.name)
            }
            _ => return Vec::new(),
        };
        let is_sure = !it.flags.has(Flags::CONDITIONAL);
        let replaces = |other: &Symbol| {
            // What stands in for what is missing leaves alone what is there.
            let stands_in = other.kind == SymbolKind::Macro && other.flags.has(Flags::STAND_IN);
            let is_alike = Class::of(other.kind) == Class::of(it.kind) && (it.overload.is_none() || it.overload == other.overload);
            (is_alike || other.kind == SymbolKind::Macro) && !(is_sure && stands_in)
        };
        let files = self.included();
        let members = members.into_iter().filter(|other| other.file != own.file && self.is(*other, replaces));
        let (near, far): (Vec<Ref>, Vec<Ref>) = members.partition(|other| files.holds(other.file));
        let far: Vec<Ref> = far.into_iter().filter(|it| self.is(*it, |it| !it.flags.has(Flags::FILE_LOCAL))).collect();
        let mut others = self.defined(&near, &far);
        others.retain(|it| !self.is(*it, |it| it.flags.has(Flags::DECLARATION)));
        others
    }

    /// Whether a build may mean by a name what is outside of the tree, because all that was found for it stands in arms of conditionals: a macro of a
    /// header, in whose absence the tree defines its own, or what `using std::f;` brings in another arm.
    pub(in crate::link) fn is_perhaps_outside(&mut self, site: &Site, symbols: &[(Ref, Rule)]) -> bool {
        let habits = self.own.habits();
        if !habits.preprocessed || symbols.is_empty() || !symbols.iter().all(|(it, _)| self.is(*it, |it| it.flags.has(Flags::CONDITIONAL))) {
            return false;
        }
        let own = self.own_slot();
        let told = |it: &(Ref, Rule)| Some(it.0.file) == own;
        if symbols.iter().any(told) && self.body.perhaps.binary_search(&site.target).is_err() {
            return false;
        }
        let (first, name) = (symbols[0].0, site.name.clone());
        let all = |holds: fn(&Symbol) -> bool| symbols.iter().all(|(it, _)| self.is(*it, holds));
        let (global, macros) = (all(|it| it.owner == Owner::File), all(|it| it.kind == SymbolKind::Macro));
        // In C++ most names of the library are those of a namespace.
        let of_library = global && (!habits.overloads || (macros && !name.contains(|c: char| c.is_ascii_lowercase())));
        if of_library && !is_member(self, site) && habits.is_builtin(&name) {
            return true;
        }
        if macros {
            let bears = |written: &Name| habits.bearing.is_some_and(|bearing| matches!(bearing(written, &name), Bearing::Part | Bearing::Whole));
            return all(|it| it.flags.has(Flags::STAND_IN)) && self.included().outside.written().any(bears);
        }
        if !habits.overloads || !all(|it| it.kind == SymbolKind::Function || it.kind.is_type()) {
            return false;
        }
        let inner = self.namespace_of(first).unwrap_or_default();
        self.is_used_from_outside(&inner, &name)
    }

    /// Whether the linked file, or one that it includes, says that a name of a namespace is that of another one, which the tree does not define.
    fn is_used_from_outside(&mut self, inner: &str, name: &str) -> bool {
        let users = self.asker.using(name);
        let files = self.included();
        for slot in users.iter().copied().filter(|slot| files.holds(*slot)).take(MAX_OPENING) {
            let Some(file) = self.load(slot) else { continue };
            for item in self.asker.named(&file, inner, name) {
                let Item::Import(import) = item else { continue };
                // What a macro may name is of the file.
                let may_be_named = file.facts.import(import).is_some_and(|it| it.module.starts_with(MADE));
                if !may_be_named && self.denote_import(&file, import).iter().all(|it| it.what.is_outside()) {
                    return true;
                }
            }
        }
        false
    }
}
