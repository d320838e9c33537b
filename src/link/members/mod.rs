//! What `base.name` names: by what `base` denotes, else by the types of its values.

mod accessors;
pub(super) mod additions;
pub(super) mod ancestors;
pub(super) mod associated;
mod below;
pub(super) mod blankets;
pub(super) mod blocks;
pub(super) mod defaults;
pub(super) mod foreign;
mod fulfilled;
pub mod gate;
mod interfaces_in_sight;
mod made_outside;
pub(super) mod member_names;
pub(super) mod method_sets;
pub mod mixins;
pub(super) mod of_pointers;
pub(super) mod open_values;
pub(super) mod openness;
pub mod overrides;
pub(super) mod receivers;
pub(super) mod sight;
mod taken;
pub(super) mod type_members;
pub(super) mod undeclared;

use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, any_defined, merge};
use super::modules::left_out;
use super::outcome::kept::keep_if_any;
use super::outcome::rules::Rule;
use super::types::{Args, Type, Typed};
use crate::base::{Name, caps};
use crate::shard::expr::{ANY, Expr, ExprId, FUNCTION, OBJECT};
use crate::shard::facts::SymbolKind;

impl Linker<'_> {
    /// What `base.name` names.
    pub(super) fn denote_member(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<Found> {
        self.members(frame, base, name).into_iter().map(|(found, _)| found).collect()
    }

    /// What `base.name` names, each with the type of the receiver that it is a member of, where there is one.
    pub(super) fn members(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        if let Some(found) = self.of_wanted(frame, base, name) {
            return found;
        }
        let found = self.all_members(frame, base, name);
        self.without_kept(frame, name, found)
    }

    fn all_members(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let mut steps = self.denote(frame, base);
        if steps.iter().any(|it| it.what.is_outside()) && self.may_be_handed_out(frame, base) {
            steps.retain(|it| !it.what.is_outside());
        }
        let own = self.of_own_type(frame, &steps, name);
        if !own.is_empty() {
            return own;
        }
        let mut named = if steps.is_empty() { self.written_in_full(frame, base, name) } else { Vec::new() };
        let mut plain = !named.is_empty();
        for step in steps {
            plain |= !matches!(step.what, Denotation::Local(_));
            merge(&mut named, self.member_of_denoted(frame, base, &step, name));
        }
        let is_told = plain && !named.is_empty();
        let mut found: Vec<(Found, Option<Type>)> = named.into_iter().map(|it| (it, None)).collect();
        if is_told {
            self.of_arguments_outside(frame, base, name, &mut found);
            return found;
        }
        self.add_members_of_types(frame, base, name, &mut found);
        // What is only taken to be of the repository may be anything else: where it has the name, it is.
        if frame.file.habits().foreign.giving_written.is_some() {
            keep_if_any(&mut found, |(it, _)| it.what.symbol().is_some());
        }
        self.first_above(frame, base, name, &mut found);
        self.of_template(frame, base, &mut found);
        self.of_defined_type(frame, &mut found);
        if found.is_empty() {
            found = self.members_of_own_value(frame, base, name);
        }
        if found.is_empty() {
            found = self.members_by_accessors(frame, base, name);
        }
        // What a program puts on a function comes before what all functions have.
        let is_common = |(it, _): &(Found, Option<Type>)| matches!(it.what, Denotation::Builtin(_));
        if found.iter().all(is_common) && frame.file.habits().whole_export.is_some() {
            let beside = self.beside_wholes(frame, base, name);
            if !beside.is_empty() {
                return beside;
            }
        }
        if found.is_empty() {
            found = self.members_of_specializations(frame, base, name);
        }
        if !found.iter().any(|(it, _)| it.what.symbol().is_some()) {
            let asked = self.members_by_clauses(frame, base, name);
            found = if asked.is_empty() { found } else { asked };
        }
        self.of_arguments_outside(frame, base, name, &mut found);
        self.of_interface_in_sight(frame, name, &mut found);
        self.without_other_blocks(frame, base, &mut found);
        self.of_own_block(frame, base, &mut found);
        self.before_blankets(frame, &mut found);
        self.of_named_interface(frame, base, name, &mut found);
        self.or_taking(frame, base, name, &mut found);
        found
    }

    /// What `name` is behind something that `base` denotes.
    fn member_of_denoted(&mut self, frame: &Frame, base: ExprId, step: &Found, name: &Name) -> Vec<Found> {
        match step.what {
            Denotation::Module(ref module) => {
                let held = self.step_into(step, name);
                let beside = held.is_empty() && self.is_partly_left_out(module);
                if beside { vec![left_out::named(name).through(step.rule)] } else { held }
            }
            // What the habits know the type of has the members of that.
            Denotation::External { .. } if self.is_part_outside(frame, base) => Vec::new(),
            Denotation::External { name: ref outer, .. } => {
                let mut added = self.added_to_foreign(outer, name);
                if added.is_empty() && outer.starts_with(char::is_uppercase) {
                    for typed in self.of_named_type(frame, base) {
                        added.extend(self.added_to_named(&typed.ty, name));
                    }
                }
                let ty = Type::foreign(outer.clone());
                added.retain(|it| !self.is_itself(frame, &ty, it));
                if added.is_empty() { self.step_into(step, name) } else { added }
            }
            Denotation::Symbol(value) => {
                let own = self.own_of_value(value, name);
                let beside = own.is_empty() && frame.file.habits().namespaces_apart && matches!(self.expr(frame, base), Expr::Symbol(_));
                if beside { self.beside_function(frame, value, name) } else { own }
            }
            Denotation::Builtin(ref object) if self.own.habits().global_objects.contains(&object.as_str()) => {
                self.declared_for_all(&frame.file, name)
            }
            _ => Vec::new(),
        }
    }

    /// Adds what the types of the value `base` have under a name.
    fn add_members_of_types(&mut self, frame: &Frame, base: ExprId, name: &Name, found: &mut Vec<(Found, Option<Type>)>) {
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
    }

    /// Members with each of the types that have them: what several parts of a union have from one type above gives of each what that one is.
    pub(in crate::link) fn of_each_part(
        &mut self,
        frame: &Frame,
        (base, name): (ExprId, &Name),
        mut members: Vec<(Found, Option<Type>)>,
    ) -> Vec<(Found, Option<Type>)> {
        let types = if members.is_empty() { Vec::new() } else { self.types(frame, base) };
        for typed in types.iter().filter(|_| types.len() > 1) {
            for it in self.member_of_value(frame, base, typed, name) {
                let is_member = members.iter().any(|(other, of)| other.what == it.0.what && of.is_some());
                if is_member && members.len() < caps::MAX_OVERLOADS && !members.iter().any(|(other, of)| other.what == it.0.what && *of == it.1) {
                    members.push(it);
                }
            }
        }
        members
    }

    /// What files that export one thing as a whole put on it under a name.
    fn beside_wholes(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let mut beside = Vec::new();
        for step in self.denote(frame, base) {
            if let Denotation::Symbol(value) = step.what {
                beside.extend(self.beside_whole(value, name).into_iter().map(|it| (it.through(step.rule), None)));
            }
        }
        beside
    }

    /// The definitions that a called expression names.
    pub fn denote_called(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        match *self.expr(frame, id) {
            Expr::Member { base, ref name } => {
                let members = self.called_members(frame, base, name);
                self.probed(frame, id, members).into_iter().map(|(found, _)| found).collect()
            }
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
                let given = self.of_base_given(typed, name);
                if !given.is_empty() {
                    return given;
                }
                let found = self.type_member(*ty, name);
                if !any_defined(&found) {
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
                let found = self.or_given_to_all(*ty, found, name);
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
                self.or_given_to_all(*ty, found, name)
            }
            Type::Module(module) => self.module_member(module, name),
            Type::Foreign { name: object, args } if object == OBJECT => self.member_written(args, name),
            Type::Foreign { name: object, .. } if object == ANY || self.names_any(object, name) => return Vec::new(),
            Type::Callable(function) if self.takes_members(&typed.ty) => {
                let own = self.put_on(*function, name);
                if own.is_empty() && self.have_all_functions(name) {
                    vec![Found { what: Denotation::Builtin(name.into()), rule: typed.rule }]
                } else {
                    own
                }
            }
            Type::Foreign { name: function, args } if function == FUNCTION && !args.is_empty() && self.takes_members(&typed.ty) => {
                let added = self.member_of_foreign(&typed.ty, name);
                let own = self.have_all_functions(name).then(|| outside(typed, name));
                if added.is_empty() { own.into_iter().collect() } else { added }
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
    fn or_given_to_all(&mut self, ty: Ref, found: Vec<Found>, name: &str) -> Vec<Found> {
        if any_defined(&found) {
            return found;
        }
        let mut given = self.given_to_bounded(ty, name);
        if given.is_empty() {
            given = self.given_to_all(name);
        }
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
        if !any_defined(&found) {
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
        if found.is_empty() {
            found = self.constructors_by_name(ty, name);
        }
        // A path leads to no field: `Bucket::key` is the method beside it.
        if self.own.habits().fields_in_brackets && !found.iter().all(|it| self.is_field(it)) {
            found.retain(|it| !self.is_field(it));
        }
        found.into_iter().map(|it| it.through(Rule::StaticMember)).collect()
    }
}

/// A member of a type that is not of the repository.
fn outside(typed: &Typed, name: &str) -> Found {
    let what = match &typed.ty {
        Type::External { package, .. } => Denotation::External { package: package.clone(), name: name.into() },
        _ => Denotation::Builtin(name.into()),
    };
    Found { what, rule: typed.rule }
}
