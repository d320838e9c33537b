//! Members of types: own ones, those of extensions, those inherited, in that order.

use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, activity, merge};
use super::left_out;
use super::loaded::{Item, Loaded};
use super::rules::Rule;
use super::specializations::specialization_around;
use super::types::{Args, Type, Typed};
use crate::base::{Name, caps};
use crate::shard::expr::{Expr, ExprId, OBJECT};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// What `base.name` names.
    pub(super) fn denote_member(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<Found> {
        self.members(frame, base, name).into_iter().map(|(found, _)| found).collect()
    }

    /// What `base.name` names, each with the type of the receiver that it is a member of, where there is one.
    pub(super) fn members(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let found = self.all_members(frame, base, name);
        self.without_kept(frame, name, found)
    }

    fn all_members(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let steps = self.denote(frame, base);
        let own = self.of_own_type(frame, &steps, name);
        if !own.is_empty() {
            return own;
        }
        let mut found = if steps.is_empty() { self.written_in_full(frame, base, name) } else { Vec::new() };
        let mut plain = !found.is_empty();
        for step in steps {
            plain |= !matches!(step.what, Denotation::Local(_));
            match step.what {
                Denotation::Module(ref module) => {
                    let held = self.step_into(&step, name);
                    let beside = held.is_empty() && self.is_partly_left_out(module);
                    merge(&mut found, if beside { vec![left_out::named(name).through(step.rule)] } else { held });
                }
                // What the habits know the type of has the members of that.
                Denotation::External { .. } if self.is_part_outside(frame, base) => {}
                Denotation::External { name: ref outer, .. } => {
                    let mut added = self.added_to_foreign(outer, name);
                    if added.is_empty() && outer.starts_with(char::is_uppercase) {
                        for typed in self.of_named_type(frame, base) {
                            added.extend(self.added_to_named(&typed.ty, name));
                        }
                    }
                    let ty = Type::foreign(outer.clone());
                    added.retain(|it| !self.is_itself(frame, &ty, it));
                    merge(&mut found, if added.is_empty() { self.step_into(&step, name) } else { added });
                }
                Denotation::Symbol(value) => {
                    let own = self.own_of_value(value, name);
                    let beside = own.is_empty() && frame.file.habits().namespaces_apart && matches!(self.expr(frame, base), Expr::Symbol(_));
                    merge(&mut found, if beside { self.beside_function(frame, value, name) } else { own });
                }
                _ => {}
            }
        }
        let named = plain && !found.is_empty();
        let mut found: Vec<(Found, Option<Type>)> = found.into_iter().map(|it| (it, None)).collect();
        if named {
            return found;
        }
        for typed in self.types(frame, base) {
            for it in self.member_of_value(frame, base, &typed, name) {
                // What a function that is added to a foreign type calls by its own name there is what that type has.
                let elsewhere = self.is_itself(frame, &typed.ty, &it.0) || self.is_out_of_sight(frame, &typed.ty, &it.0);
                let it = if elsewhere { (outside(&typed, name), None) } else { it };
                if found.len() < caps::MAX_OVERLOADS && !found.iter().any(|(other, _)| other.what == it.0.what) {
                    found.push(it);
                }
            }
        }
        // What is only taken to be of the repository may be anything else: where it has the name, it is.
        if frame.file.habits().foreign.giving_written.is_some() && found.iter().any(|(it, _)| it.what.symbol().is_some()) {
            found.retain(|(it, _)| it.what.symbol().is_some());
        }
        self.first_above(frame, base, name, &mut found);
        self.of_template(frame, base, &mut found);
        self.of_defined_type(frame, &mut found);
        if found.is_empty() {
            found = self.members_of_own_value(frame, base, name);
        }
        // What a program puts on a function comes before what all functions have.
        let is_common = |(it, _): &(Found, Option<Type>)| matches!(it.what, Denotation::Builtin(_));
        if found.iter().all(is_common) && frame.file.habits().whole_export.is_some() {
            let mut beside = Vec::new();
            for step in self.denote(frame, base) {
                if let Denotation::Symbol(value) = step.what {
                    beside.extend(self.beside_whole(value, name).into_iter().map(|it| (it.through(step.rule), None)));
                }
            }
            if !beside.is_empty() {
                return beside;
            }
        }
        if found.is_empty() {
            found = self.members_of_specializations(frame, base, name);
        }
        self.without_other_blocks(frame, base, &mut found);
        self.of_own_block(frame, &mut found);
        self.of_named_interface(frame, base, name, &mut found);
        found
    }

    /// The definitions that a called expression names.
    pub fn denote_called(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        match *self.expr(frame, id) {
            Expr::Member { base, ref name } => self.called_members(frame, base, name).into_iter().map(|(found, _)| found).collect(),
            Expr::Free(ref name) => {
                let found = self.denote(frame, id);
                self.called_names(frame, name, found)
            }
            Expr::Symbol(symbol) => {
                let found = self.denote(frame, id);
                let Some(name) = frame.file.facts.symbol(symbol).map(|it| it.name.clone()) else { return found };
                let module = Self::module_around(&frame.file, frame.enclosing);
                let brought = self.beside_module(&module, &frame.file, &name, &found, 0);
                if brought.is_empty() { self.members_before_free(frame, id, found) } else { brought }
            }
            Expr::AnyOf(_) => {
                let found = self.denote(frame, id);
                self.members_before_free(frame, id, found)
            }
            _ => self.denote(frame, id),
        }
    }

    /// What a call of `base.name` names: where a type has but a field of the name, the method of a type above.
    pub(super) fn called_members(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let mut members = self.members(frame, base, name);
        // What is called is never a field beside it: `(self.run)()` calls what one holds (Rust), and no field holds what is called (Java).
        if frame.file.habits().fields_apart && !members.iter().all(|(found, _)| self.is_field(found)) {
            members.retain(|(found, _)| !self.is_field(found));
        }
        if !frame.file.habits().fields_apart || members.is_empty() || !members.iter().all(|(found, _)| self.is_field(found)) {
            return members;
        }
        let mut above = Vec::new();
        for typed in self.types(frame, base) {
            if let Type::Instance { ty, .. } | Type::Object(ty) = typed.ty {
                above.extend(self.methods_above(ty, name, 0).into_iter().map(|it| (it.through(typed.rule), Some(typed.ty.clone()))));
            }
        }
        above.truncate(caps::MAX_OVERLOADS);
        if above.is_empty() { members } else { above }
    }

    /// The same for a call of a bare name.
    pub(super) fn called_names(&mut self, frame: &Frame, name: &Name, found: Vec<Found>) -> Vec<Found> {
        if !frame.file.habits().methods_apart() || found.is_empty() || !found.iter().all(|it| self.is_field(it)) {
            return found;
        }
        let Some(slot) = self.slot_of(&frame.file) else { return found };
        let mut around = frame.enclosing;
        while let Some(symbol) = around {
            if frame.file.facts.symbol(symbol).is_some_and(|it| it.kind.is_type()) {
                let ty = Ref { file: slot, symbol };
                let mut held = self.type_member(ty, name);
                held.retain(|it| !self.is_field(it));
                let above = if held.is_empty() { self.methods_above(ty, name, 0) } else { held };
                if !above.is_empty() {
                    return above.into_iter().map(|it| it.through(Rule::ImplicitSelf)).collect();
                }
            }
            around = frame.file.facts.outer_of(symbol);
        }
        let mut brought = self.through_wildcards(&Self::module_around(&frame.file, None), name);
        brought.retain(|it| !self.is_field(it));
        if brought.is_empty() { found } else { brought }
    }

    pub(super) fn is_field(&self, found: &Found) -> bool {
        self.is_found(found, |it| it.kind == SymbolKind::Field)
    }

    /// The members called `name` of a value of a type, each with the type that has it.
    pub(super) fn member_of(&mut self, typed: &Typed, name: &str) -> Vec<(Found, Option<Type>)> {
        let mut receiver = None;
        let found = match &typed.ty {
            Type::Instance { args, .. } if self.lacks_member(args, name) => return Vec::new(),
            Type::Instance { ty, .. } => {
                let found = self.type_member(*ty, name);
                if !found.iter().any(|it| it.what.symbol().is_some()) {
                    let added = self.added_to_aliases(*ty, name);
                    if !added.is_empty() {
                        return added.into_iter().map(|it| (it.through(typed.rule), Some(typed.ty.clone()))).collect();
                    }
                    let behind = self.behind(typed, name);
                    if !behind.is_empty() {
                        return behind;
                    }
                }
                receiver = Some(typed.ty.clone());
                let found = self.or_given_to_all(found, name);
                self.of_instances(*ty, name, found)
            }
            Type::Object(ty) => {
                let mut found = self.static_member(*ty, name);
                if found.is_empty() {
                    let spread = self.spread_member(*ty, name);
                    if !spread.is_empty() {
                        return spread;
                    }
                }
                found = self.of_class_itself(*ty, name, found);
                receiver = if self.of_metaclass(*ty, name, &mut found) { None } else { Some(Type::instance(*ty)) };
                // The name of a type without fields is its value.
                self.or_given_to_all(found, name)
            }
            Type::Module(module) => self.module_member(module, name),
            Type::Foreign { name: object, args } if object == OBJECT => self.member_written(args, name),
            Type::Callable(function) if self.takes_members(&typed.ty) => {
                let own = self.put_on(*function, name);
                if own.is_empty() && self.have_all_functions(name) {
                    vec![Found { what: Denotation::Builtin(name.into()), rule: typed.rule }]
                } else {
                    own
                }
            }
            Type::External { .. } | Type::Foreign { .. } | Type::Callable(_) | Type::Tuple(_) => {
                let added = self.member_of_foreign(&typed.ty, name);
                receiver = Some(typed.ty.clone()).filter(|it| self.own.habits().namespaces_apart && matches!(it, Type::External { .. }));
                if added.is_empty() { vec![outside(typed, name)] } else { added }
            }
        };
        found.into_iter().map(|it| (it.through(typed.rule), receiver.clone())).collect()
    }

    /// What is found, unless it is no definition and blocks for whatever there is have the name.
    fn or_given_to_all(&mut self, found: Vec<Found>, name: &str) -> Vec<Found> {
        if found.iter().any(|it| it.what.symbol().is_some()) {
            return found;
        }
        let given = self.given_to_all(name);
        if given.is_empty() { found } else { given }
    }

    /// Whether a member that is added to a foreign type is the function that asks for it.
    fn is_itself(&self, frame: &Frame, ty: &Type, found: &Found) -> bool {
        let Denotation::Symbol(symbol) = found.what else { return false };
        let foreign = matches!(ty, Type::External { .. } | Type::Foreign { .. });
        foreign && frame.enclosing == Some(symbol.symbol) && self.load(symbol.file).is_some_and(|file| Arc::ptr_eq(&file, &frame.file))
    }

    /// A member of a type that is named itself, or by an alias.
    pub(super) fn static_member(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let mut found = self.type_member(ty, name);
        // What an alias has from outside, by what is added to it, hides nothing of the type behind it.
        if !found.iter().any(|it| it.what.symbol().is_some()) {
            for aliased in self.follow_alias(Found::symbol(ty, Rule::StaticMember)) {
                if let Denotation::Symbol(aliased) = aliased.what
                    && aliased != ty
                {
                    merge(&mut found, self.type_member(aliased, name));
                }
            }
        }
        if found.is_empty() {
            // What stands for a type of another package has its members.
            for typed in self.instances_of_symbol(ty, &Args::default()) {
                if matches!(typed.ty, Type::External { .. } | Type::Foreign { .. }) {
                    merge(&mut found, self.member_of(&typed, name).into_iter().map(|(it, _)| it));
                }
            }
        }
        // A path leads to no field: `Bucket::key` is the method beside it.
        if self.own.habits().fields_in_brackets && !found.iter().all(|it| self.is_field(it)) {
            found.retain(|it| !self.is_field(it));
        }
        found.into_iter().map(|it| it.through(Rule::StaticMember)).collect()
    }

    /// The members called `name` of a type; overloads stand side by side.
    pub(super) fn type_member(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        self.type_member_after(ty, name, 0)
    }

    /// The same where `hops` steps have led to the type.
    pub(super) fn type_member_after(&mut self, ty: Ref, name: &str, hops: u32) -> Vec<Found> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        if hops > caps::MAX_LEVELS {
            self.cuts += 1;
            return Vec::new();
        }
        self.once(&file, ty.symbol, activity::SUPER, |linker| {
            linker.asker.looked_at(&file, ty.symbol);
            let Some(symbol) = file.facts.symbol(ty.symbol) else { return Vec::new() };
            let found = linker.own_member(ty, &file, symbol, name);
            if file.habits().classes.linearized && symbol.kind != SymbolKind::Variant {
                return linker.linearized_member(ty, name, found);
            }
            if !found.is_empty() {
                return found;
            }
            match symbol.owner {
                // A value of a variant is one of its enum.
                Owner::Symbol(owner) if symbol.kind == SymbolKind::Variant => {
                    linker.type_member_after(Ref { file: ty.file, symbol: owner }, name, hops + 1)
                }
                _ => {
                    let above = linker.inherited_after(ty, name, hops);
                    let beside = linker.of_companion(ty, &file, name, &above);
                    if beside.is_empty() { above } else { beside }
                }
            }
        })
    }

    /// The members called `name` that a type has itself, in its declaration or in extensions of it.
    pub(super) fn own_member(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        for item in self.asker.named(file, &symbol.qualified, name) {
            if let Item::Symbol(member) = item
                && file
                    .facts
                    .symbols
                    .get(member as usize)
                    .is_some_and(|it| it.owner != Owner::File && !is_constructor_of(it, symbol) && !is_inside_callable(file, it))
            {
                merge(&mut found, [Found::symbol(Ref { file: ty.file, symbol: member }, Rule::DeclaredType)]);
            }
        }
        let mut found = self.only_members_of(ty, found);
        let habits = file.habits();
        if found.is_empty() && symbol.kind == SymbolKind::Enum && habits.textual_includes {
            found = self.enumerators_beside(ty, file, symbol, name);
        }
        // In a module of its own file a type has the methods of its blocks under another name than its fields.
        if found.is_empty() || (habits.fields_in_brackets && found.iter().all(|it| self.is_field(it))) {
            let more = self.extension_member(ty, &symbol.name, name);
            merge(&mut found, more);
            if found.is_empty() {
                found = self.member_of_parts(ty, file, symbol, name);
            }
            return if habits.fields_in_brackets { self.direct_first(found) } else { found };
        }
        if habits.announced {
            return self.defined_members(ty, &symbol.name, name, &found);
        }
        let found = self.with_other_arguments(ty, &symbol.name, name, found);
        self.direct_first(found)
    }

    /// Two types of one file may share a simple name in different inline modules: a member reached by name must belong to this one.
    fn only_members_of(&mut self, ty: Ref, found: Vec<Found>) -> Vec<Found> {
        let mut kept = Vec::new();
        for it in found {
            let Denotation::Symbol(member) = it.what else { continue };
            let Some(file) = self.load(member.file) else { continue };
            let owner = file.facts.symbol(member.symbol).map(|symbol| symbol.owner);
            let belongs = match owner {
                Some(Owner::Symbol(index)) => index == ty.symbol || Self::same_name(&file, index, ty.symbol),
                Some(Owner::Extension(index)) => self.extended_types(&file, index).contains(&ty),
                _ => false,
            };
            if belongs {
                kept.push(it);
            }
        }
        kept
    }

    /// Merged declarations of one type (partial classes, interfaces declared twice) share a qualified name. What stands in a function or an
    /// expression and is no type with a name of its own may share it by chance, as may what a module declares for everybody and what it keeps.
    fn same_name(file: &Loaded, one: u32, other: u32) -> bool {
        if specialization_around(&file.facts, one) != specialization_around(&file.facts, other) {
            return false;
        }
        let (Some(one), Some(other)) = (file.facts.symbol(one), file.facts.symbol(other)) else { return false };
        // Classes that code makes one after another have nothing of each other; of those that a build chooses from, what names one may mean any.
        if file.habits().classes.linearized && one.twin != other.twin {
            return false;
        }
        let alone = |it: &Symbol| it.flags.has(Flags::NESTED) && matches!(it.kind, SymbolKind::Variable | SymbolKind::TypeAlias);
        let global = |it: &Symbol| it.flags.has(Flags::GLOBAL);
        let around = match (one.owner, other.owner) {
            (Owner::Symbol(one), Owner::Symbol(other)) => one == other || Self::same_name(file, one, other),
            _ => true,
        };
        one.qualified == other.qualified && one.callback == other.callback && global(one) == global(other) && !alone(one) && !alone(other) && around
    }

    /// What a type says itself comes before what an interface adds that was filed under its name (`impl<T: Trait> Trait for &T`).
    fn direct_first(&self, found: Vec<Found>) -> Vec<Found> {
        let standing = |it: &Found| {
            let Denotation::Symbol(member) = it.what else { return None };
            let file = self.load(member.file)?;
            let symbol = file.facts.symbol(member.symbol)?;
            let added = match symbol.owner {
                Owner::Extension(index) => file.facts.extension(index)?.interface.is_some(),
                _ => false,
            };
            Some((symbol.kind.is_callable(), added))
        };
        let direct: Vec<bool> = found.iter().filter_map(standing).filter(|(_, added)| !added).map(|(callable, _)| callable).collect();
        found.into_iter().filter(|it| standing(it).is_none_or(|(callable, added)| !added || !direct.contains(&callable))).collect()
    }

    /// Members that a type only declares, by their definitions elsewhere.
    fn defined_members(&mut self, ty: Ref, type_name: &str, name: &str, found: &[Found]) -> Vec<Found> {
        let refs = |found: &[Found]| -> Vec<Ref> { found.iter().filter_map(|it| it.what.symbol()).collect() };
        let declared = refs(found);
        let elsewhere = self.extension_member(ty, type_name, name);
        let defined = self.defined(&declared, &refs(&elsewhere));
        defined.into_iter().map(|it| Found::symbol(it, Rule::DeclaredType)).collect()
    }

    pub(super) fn extension_member(&mut self, ty: Ref, type_name: &str, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let Some(home) = self.load(ty.file) else { return found };
        let mut members = self.asker.extension_members_of((ty.file, &home), type_name, name);
        // What a function keeps to itself no other file is told.
        if self.is(ty, |it| it.flags.has(Flags::NESTED)) {
            let items = self.asker.named(&home, type_name, name).into_iter();
            members.extend(items.filter_map(|item| if let Item::Symbol(symbol) = item { Some(Ref { file: ty.file, symbol }) } else { None }));
        }
        for member in members {
            let Some(file) = self.load(member.file) else { continue };
            let Some(symbol) = file.facts.symbol(member.symbol) else { continue };
            if let Owner::Extension(extension) = symbol.owner
                && (symbol.kind != SymbolKind::Constructor || symbol.name != type_name)
                && (member.file == ty.file || !self.is_kept_by_test(&file))
                && self.extended_types(&file, extension).contains(&ty)
            {
                merge(&mut found, [Found::symbol(member, Rule::DeclaredType)]);
            }
        }
        found
    }

    /// Members of the types above, nearest first; the first type that has any answers.
    pub(super) fn inherited(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        self.inherited_after(ty, name, 0)
    }

    fn inherited_after(&mut self, ty: Ref, name: &str, hops: u32) -> Vec<Found> {
        let (mut foreign, mut told) = (Vec::new(), Vec::new());
        let each = self.is_of_alternatives(ty);
        for above in self.bases(ty) {
            match above.what {
                Denotation::Symbol(above) if above != ty && !self.lacks_member_above(ty, above, name) => {
                    let mut found = self.type_member_after(above, name, hops + 1);
                    found.retain(|it| !self.stays_with_interface(it));
                    if foreign.is_empty() || !self.is_fulfilled_outside(ty, &found) {
                        if found.iter().any(|it| it.what.symbol().is_some()) {
                            if !each {
                                return self.most_specific(ty, name, hops, found);
                            }
                            merge(&mut told, found);
                            continue;
                        }
                        merge(&mut foreign, found);
                    }
                }
                Denotation::Module(module) => {
                    let found = self.module_member(&module, name);
                    if found.iter().any(|it| it.what.symbol().is_some()) {
                        return found;
                    }
                }
                Denotation::External { package, .. } => {
                    merge(&mut foreign, [Found { what: Denotation::External { package, name: name.into() }, rule: Rule::DeclaredType }]);
                }
                Denotation::Builtin(above) if self.gives_member(&above, name) => {
                    merge(&mut foreign, [Found { what: Denotation::Builtin(name.into()), rule: Rule::DeclaredType }]);
                }
                _ => {}
            }
        }
        if told.is_empty() { foreign } else { told }
    }
}

/// A constructor that bears the name of its type: the name alone means the type.
fn is_constructor_of(member: &Symbol, ty: &Symbol) -> bool {
    member.kind == SymbolKind::Constructor && member.name == ty.name
}

/// A definition in the body of a function is no member of the function, nor of a type that shares its name.
fn is_inside_callable(file: &Loaded, member: &Symbol) -> bool {
    let Owner::Symbol(owner) = member.owner else { return false };
    member.flags.has(Flags::NESTED) && file.facts.symbol(owner).is_some_and(|it| it.kind.is_callable())
}

/// A member of a type that is not of the repository.
fn outside(typed: &Typed, name: &str) -> Found {
    let what = match &typed.ty {
        Type::External { package, .. } => Denotation::External { package: package.clone(), name: name.into() },
        _ => Denotation::Builtin(name.into()),
    };
    Found { what, rule: typed.rule }
}
