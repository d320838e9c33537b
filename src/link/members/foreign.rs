//! Members that the repository adds to types of the language and its library: `impl Clean for Path`.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Name, caps};
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::loaded::Loaded;
use crate::link::members::openness::is_told_by_scope;
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::outside::LIKELY;
use crate::link::types::{Args, Type};
use crate::shard::expr::Expr;
use crate::shard::facts::{Extension, Flags, Import, Owner, SymbolKind};
use crate::shard::publish::ANY;

/// Most blocks for whatever there is that are looked through for one name.
const MAX_BLANKETS: usize = 256;

impl Linker<'_> {
    /// What extensions of the repository add under `name` to a foreign type, or to what it stands for (`Vec<T>` for `[T]`). Nothing where the language's
    /// own types have such a member: that one is meant.
    pub(in crate::link) fn added_to_foreign(&mut self, ty: &str, name: &str) -> Vec<Found> {
        let habits = self.own.habits();
        let stands_for = match habits.extended_foreign {
            Some(known) => known,
            None if (habits.declarations_merge || is_told_by_scope(self)) && self.asker.has_members(name) => &[],
            None => return Vec::new(),
        };
        if habits.callbacks.functional.iter().any(|(function, _)| *function == ty) {
            return self.added_to_functions(name);
        }
        let all = habits.all_members.iter().find(|(known, _)| *known == ty).map_or(habits.foreign_members, |(_, all)| all);
        if all.binary_search(&name).is_ok() {
            return Vec::new();
        }
        let mut target = ty;
        for _ in 0..2 {
            let found = self.added_to(target, name);
            if !found.is_empty() {
                return found;
            }
            match stands_for.iter().find(|(outer, _)| *outer == target) {
                Some((_, inner)) => target = inner,
                None => break,
            }
        }
        Vec::new()
    }

    /// What interfaces give under `name` to whatever can be called (`impl<F: Fn(&str)> Parser for F`): functions, closures, parameters that are called.
    fn added_to_functions(&mut self, name: &str) -> Vec<Found> {
        let habits = self.own.habits();
        let mut found = Vec::new();
        if habits.extended_foreign.is_none() || self.have_all_functions(name) {
            return found;
        }
        for (function, _) in habits.callbacks.functional {
            merge(&mut found, self.added_to(function, name));
        }
        found
    }

    pub(in crate::link) fn added_to(&mut self, target: &str, name: &str) -> Vec<Found> {
        let key = (Name::from(target), Name::from(name));
        self.remembered(|memo| &mut memo.added_to_foreign, key, |linker| linker.find_added_to(target, name))
    }

    fn find_added_to(&mut self, target: &str, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        for member in self.asker.extension_members(target, name) {
            let Some(file) = self.load(member.file) else { continue };
            let Some(it) = file.facts.symbol(member.symbol) else { continue };
            // One of the repository's own types may share the name, and what is put on one object its likes have not.
            if let Owner::Extension(extension) = it.owner
                && !self.is_kept_by_test(&file)
                && !(file.habits().classes.functions_build && it.flags.has(Flags::STATIC))
                && self.may_extend(member.file)
                && self.is_of_foreign(&file, extension, target)
            {
                merge(&mut found, [Found::symbol(member, Rule::DeclaredType)]);
            }
        }
        if found.is_empty() {
            found = self.added_to_names_of(target, name);
        }
        if !found.is_empty() {
            return found;
        }
        // What the interface itself gives all that have it.
        for above in self.interfaces_giving(target, name) {
            let mut held = self.type_member_after(above, name, 1);
            held.retain(|it| it.what.symbol().is_some());
            merge(&mut found, held);
        }
        found
    }

    /// Whether the linked file can meet what a file adds to foreign types. Where declarations merge, what one package declares is so for all.
    fn may_extend(&mut self, file: Slot) -> bool {
        self.own.habits().extended_foreign.is_none() || self.admits_of(file)
    }

    /// Whether a member of a value from outside is one of an interface that is not seen where it is named, so that the value's own is meant.
    pub(in crate::link) fn is_out_of_sight(&mut self, frame: &Frame, ty: &Type, found: &Found) -> bool {
        let Denotation::Symbol(member) = found.what else { return false };
        if !frame.file.habits().namespaces_apart || !matches!(ty, Type::External { .. } | Type::Foreign { .. } | Type::Tuple(_)) {
            return false;
        }
        let Some(file) = self.load(member.file).filter(|file| !Arc::ptr_eq(file, &frame.file)) else { return false };
        let owner = file.facts.symbol(member.symbol).map(|it| it.owner);
        let interface = match owner {
            Some(Owner::Extension(block)) => file.facts.extension(block).and_then(|it| it.interface_name.clone()),
            Some(Owner::Symbol(owner)) => interface_called(&file, owner),
            _ => None,
        };
        let Some(interface) = interface else { return false };
        let names = |it: &Import| it.own_name() == Some(interface.as_str());
        !frame.file.facts.imports.iter().any(names) && self.packaged_name(frame, &interface, false).is_empty()
    }

    /// The interfaces of the repository that it adds to a foreign type and that may have a member, in the order of the blocks that do.
    fn interfaces_giving(&mut self, target: &str, name: &str) -> Vec<Ref> {
        // Where extensions of interfaces add to these, what declares a member is not all that has it.
        let are_declared = self.own.habits().extended_foreign.is_some() && !self.own.habits().implicit_receiver;
        let blocks = match self.interfaces_declaring(name).filter(|_| are_declared) {
            Some(declaring) => declaring.iter().flat_map(|interface| self.asker.adding(target, interface)).collect(),
            None => self.asker.conformances(target),
        };
        let mut interfaces = Vec::new();
        let mut looked_through = 0;
        for (slot, file, extension) in self.in_order(blocks) {
            let Some(it) = file.facts.extension(extension) else { continue };
            let Some(interface) = it.interface.filter(|_| self.may_extend(slot)) else { continue };
            looked_through += 1;
            if looked_through > caps::MAX_CANDIDATES {
                break;
            }
            let named = |linker: &mut Self| {
                if !linker.is_of_foreign(&file, extension, target) {
                    return Vec::new();
                }
                linker.denote(&Frame::around(&file, it.module), interface).into_iter().filter_map(|above| above.what.symbol()).collect()
            };
            interfaces.extend(self.remembered(|memo| &mut memo.foreign_interfaces, (slot, extension), named));
        }
        interfaces
    }

    /// Blocks by the paths of their files, then by what they add, and where that is the same by their places: nothing tells a reader that blocks of several
    /// interfaces have changed places.
    fn in_order(&self, blocks: Vec<(Slot, u32)>) -> Vec<(Slot, Arc<Loaded>, u32)> {
        let mut blocks: Vec<_> = blocks.into_iter().filter_map(|(slot, block)| Some((slot, self.load(slot)?, block))).collect();
        let interface = |file: &Loaded, block: u32| file.facts.extension(block).and_then(|it| it.interface_name.clone());
        blocks.sort_by_cached_key(|(_, file, block)| (file.path.clone(), interface(file, *block), *block));
        blocks.dedup_by_key(|(slot, _, block)| (*slot, *block));
        blocks
    }

    /// What the interfaces are called that declare a member of this name; `None` where they are too many.
    pub(in crate::link) fn interfaces_declaring(&mut self, name: &str) -> Option<Arc<[Name]>> {
        if let Some(known) = self.memo.declaring.get(name) {
            return known.clone();
        }
        let found: Option<BTreeSet<Name>> = self.asker.members_given(name).map(|members| {
            let owner = |member: Ref| {
                let file = self.load(member.file)?;
                match file.facts.symbol(member.symbol)?.owner {
                    Owner::Symbol(owner) => interface_called(&file, owner),
                    _ => None,
                }
            };
            members.into_iter().filter_map(owner).collect()
        });
        let found: Option<Arc<[Name]>> = found.map(|names| names.into_iter().collect());
        self.memo.declaring.insert(name.into(), found.clone());
        found
    }

    /// What is added to a foreign type under another name that the repository has for it: `type Req = http::Request<Body>; impl Clean for Req`.
    fn added_to_names_of(&mut self, target: &str, name: &str) -> Vec<Found> {
        self.members_of_blocks(name, |linker, file, (slot, block)| linker.may_extend(slot) && linker.is_of_name_for(file, block, target))
    }

    /// Whether a block extends what an alias of the repository stands for, and that is a type from outside which is called so.
    fn is_of_name_for(&mut self, file: &Arc<Loaded>, extension: u32, target: &str) -> bool {
        let extended = self.extended_types(file, extension);
        let is_alias = |it: &Ref| file.habits().extended_foreign.is_some() && self.is(*it, |it| it.kind == SymbolKind::TypeAlias);
        !extended.is_empty()
            && extended.iter().all(is_alias)
            && extended.into_iter().flat_map(|alias| self.instances_of_symbol(alias, &Args::default())).any(|typed| match &typed.ty {
                Type::Foreign { name, .. } | Type::External { name, .. } => name.trim_start_matches(LIKELY) == target,
                _ => false,
            })
    }

    /// Whether a block extends no type of the repository. Where any name may be extended, what stands for a value of one file is not foreign.
    fn is_of_foreign(&mut self, file: &Arc<Loaded>, extension: u32, target: &str) -> bool {
        if !self.extended_types(file, extension).is_empty() {
            return self.is_of_name_for(file, extension, target);
        }
        let target = file.facts.extension(extension).filter(|_| file.habits().declarations_merge);
        target.is_none_or(|it| self.denote(&Frame::around(file, it.module), it.target).iter().any(|found| found.what.is_outside()))
    }

    /// What a test puts on a prototype is none of what other code runs.
    pub(in crate::link) fn is_kept_by_test(&self, file: &Loaded) -> bool {
        file.habits().classes.functions_build && file.of_tests && !self.own.of_tests
    }

    /// Members called `name` of a value that is not of the repository: what the repository adds to its type, then to whatever there is.
    pub(in crate::link) fn member_of_foreign(&mut self, ty: &Type, name: &str) -> Vec<Found> {
        let added = match ty {
            Type::Foreign { .. } | Type::External { .. } => self.added_to_named(ty, name),
            Type::Callable(_) => self.added_to_functions(name),
            // Where declarations merge, what is written out in brackets is a list.
            Type::Tuple(_) if self.own.habits().declarations_merge => self.added_to_foreign(self.own.habits().callbacks.mapped, name),
            // One part alone stands for all parts of a chain of iterators too.
            Type::Tuple(parts) if parts.len() != 1 => {
                let mut added = self.added_to_foreign("tuple", name);
                keep_if_any(&mut added, |it| self.is_of_parts(it, parts.len()));
                added
            }
            _ => Vec::new(),
        };
        if !added.is_empty() {
            return added;
        }
        let given = self.given_to_all(name);
        if given.is_empty() { self.given_to_known(ty, name) } else { given }
    }

    /// The same of what it adds to the foreign type itself, where that is known.
    pub(in crate::link) fn added_to_named(&mut self, ty: &Type, name: &str) -> Vec<Found> {
        match ty {
            Type::Foreign { name: outer, .. } | Type::External { name: outer, .. } if !outer.is_empty() => {
                self.added_to_foreign(outer.trim_start_matches(LIKELY), name)
            }
            _ => Vec::new(),
        }
    }

    /// Whether a member is added to tuples of this many parts.
    fn is_of_parts(&self, found: &Found, count: usize) -> bool {
        let Denotation::Symbol(member) = found.what else { return false };
        let Some((file, block)) = self.block_of(member) else { return false };
        let target = file.facts.extension(block).and_then(|it| file.facts.expr(it.target));
        matches!(target, Some(Expr::Tuple(parts)) if parts.len() == count)
    }

    /// What interfaces give under `name` to whatever there is, or to whatever satisfies an interface from outside. What satisfies that is not known, so
    /// this is asked for last, and only where a single interface has the name.
    pub(in crate::link) fn given_to_all(&mut self, name: &str) -> Vec<Found> {
        if self.own.habits().extended_foreign.is_none() || self.is_common(name) {
            return Vec::new();
        }
        self.remembered(|memo| &mut memo.given_to_all, Name::from(name), |linker| linker.find_given_to_all(name))
    }

    fn find_given_to_all(&mut self, name: &str) -> Vec<Found> {
        // What such a block is for is no matter of other such blocks.
        if self.memo.in_blanket {
            self.cuts += 1;
            return Vec::new();
        }
        let mut interfaces: Vec<Ref> = Vec::new();
        let mut found = Vec::new();
        for (slot, file, extension) in self.blocks_giving(name) {
            let added = self.added_by_blanket(slot, &file, extension);
            if added.is_empty() {
                continue;
            }
            for &above in added.iter() {
                let held = self.held_by_blanket((slot, &file, extension), above, name);
                if held.is_empty() {
                    continue;
                }
                if !interfaces.contains(&above) {
                    interfaces.push(above);
                }
                merge(&mut found, held);
            }
        }
        if interfaces.len() == 1 { found } else { Vec::new() }
    }

    /// The blocks for whatever there is that hold `name`, or add an interface called as one that declares it, in the order of their paths and texts.
    pub(super) fn blocks_giving(&mut self, name: &str) -> Vec<(Slot, Arc<Loaded>, u32)> {
        let mut blocks = Vec::new();
        for member in self.asker.members_given(name).unwrap_or_default() {
            if let Some((file, block)) = self.block_of(member)
                && file.facts.extension(block).is_some_and(Extension::is_blanket)
            {
                blocks.push((member.file, block));
            }
        }
        for interface in self.interfaces_declaring(name).iter().flat_map(|names| names.iter()) {
            blocks.extend(self.asker.adding(ANY, interface));
        }
        let mut blocks = self.in_order(blocks);
        if blocks.len() > MAX_BLANKETS {
            blocks.truncate(MAX_BLANKETS);
            self.give_up();
        }
        blocks
    }

    /// The interfaces of the repository that a block adds to whatever there is, where the linked file can meet them.
    pub(super) fn added_by_blanket(&mut self, slot: Slot, file: &Arc<Loaded>, extension: u32) -> Arc<[Ref]> {
        if let Some(known) = self.memo.blankets.get(&(slot, extension)) {
            return Arc::clone(known);
        }
        self.memo.in_blanket = true;
        let found: Arc<[Ref]> = self.apart(|linker| linker.find_added_by_blanket(slot, file, extension)).into();
        self.memo.in_blanket = false;
        self.memo.blankets.insert((slot, extension), Arc::clone(&found));
        found
    }

    fn find_added_by_blanket(&mut self, slot: Slot, file: &Arc<Loaded>, extension: u32) -> Vec<Ref> {
        let Some(it) = file.facts.extension(extension) else { return Vec::new() };
        // What satisfies an interface of the repository is known, and has this by it.
        if !it.is_unbounded() && !self.extended_types(file, extension).is_empty() {
            return Vec::new();
        }
        self.interfaces_of_blanket(slot, file, extension)
    }

    /// The interfaces of the repository that a block for whatever there is, or whatever satisfies a bound, adds where the linked file can meet them.
    pub(super) fn interfaces_of_blanket(&mut self, slot: Slot, file: &Arc<Loaded>, extension: u32) -> Vec<Ref> {
        let Some(it) = file.facts.extension(extension) else { return Vec::new() };
        let Some(interface) = it.interface else { return Vec::new() };
        // Few values are functions, and tests give nothing to other code.
        let of_functions = self.own.habits().callbacks.functional.iter().any(|(name, _)| *name == it.target_name);
        if of_functions || (file.of_tests && !self.own.of_tests) || !self.admits_of(slot) {
            return Vec::new();
        }
        let above = self.denote(&Frame::around(file, it.module), interface);
        above.into_iter().filter_map(|above| above.what.symbol()).filter(|above| self.admits(*above)).collect()
    }

    /// What an interface itself declares under a name.
    pub(super) fn declared_by(&mut self, interface: Ref, name: &str) -> Vec<Found> {
        let Some(file) = self.load(interface.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(interface.symbol) else { return Vec::new() };
        self.held_by(interface.file, &file, &it.qualified, Owner::Symbol(interface.symbol), name)
    }

    pub(super) fn held_by(&mut self, slot: Slot, file: &Arc<Loaded>, owner_name: &Name, owner: Owner, name: &str) -> Vec<Found> {
        let held = self.asker.symbols_named((slot, file), owner_name, name, |it| it.owner == owner);
        held.into_iter().map(|it| Found::symbol(it, Rule::UniqueMember)).collect()
    }
}

/// The name of the symbol `owner` of a file, if that is an interface.
fn interface_called(file: &Loaded, owner: u32) -> Option<Name> {
    file.facts.symbol(owner).filter(|it| it.kind.is_abstract_type()).map(|it| it.name.clone())
}
