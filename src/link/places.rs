//! What stands at places of a value: what a loop over it takes, what is held where a number or a key says so.

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, any_defined};
use super::generics::{Given, is_unknown, pair};
use super::parts::{Taken, sides_of};
use super::rules::Rule;
use super::types::{Args, MAX_TYPES, Type, Typed, merge};
use crate::base::Name;
use crate::languages::habits::Holding;
use crate::languages::semantics::Overriding;
use crate::shard::expr::{
    ABOVE, COLLECTED, Expr, ExprId, FACE, FIRST, FUNCTION, INDEXED, OBJECT, OPERATED, OTHERWISE, PROMOTED, REST, SIGN, SLICE, TAGGED, TARGET, TESTED,
    UNTAGGED,
};
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// Members that every value has from the language, whatever its type says of all others.
const COMMON: &[&str] = &["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"];
/// How far above a type the kind of record is looked for that it is.
const MAX_ABOVE: u32 = 8;

impl Linker<'_> {
    /// What a loop over a value takes: the keys of a map, the members of an enumeration, else what the value holds.
    pub(super) fn looped(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            merge(&mut types, self.taken_by_loop(frame, &typed).into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    fn taken_by_loop(&mut self, frame: &Frame, typed: &Typed) -> Vec<Type> {
        let Holding { collections, entries, .. } = frame.file.habits().holding;
        match &typed.ty {
            // What counts the places of an array is no part of it (Go).
            Type::Foreign { name, .. } if name == "[]" && frame.file.habits().method_sets => Vec::new(),
            Type::Foreign { name, args } if !entries && collections.contains(&(name.as_str(), 1)) => args.first().cloned().into_iter().collect(),
            _ => {
                let begun = self.begun(frame, typed);
                if begun.is_empty() { self.holds(frame, typed, Taken::ByLoop) } else { begun }
            }
        }
    }

    /// A collection of what a loop over a value takes: of the kind that is named, unless the value is a plain collection itself.
    fn collected(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let habits = frame.file.habits();
        let [value, kind] = args else { return Vec::new() };
        let Expr::Literal(kind) = self.expr(frame, *kind) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, *value) {
            let is_plain = match &typed.ty {
                Type::Foreign { name, .. } => !habits.holding.collections.contains(&(name.as_str(), 1)),
                Type::Instance { .. } => false,
                _ => true,
            };
            if is_plain {
                merge(&mut types, [typed]);
                continue;
            }
            let taken = self.taken_by_loop(frame, &typed).into_iter().map(|ty| Typed::new(ty, typed.rule)).collect();
            let held = Type::one_of(taken, habits.unions);
            let args = if is_unknown(&held) { Args::default() } else { vec![held].into() };
            merge(&mut types, [Typed::new(Type::Foreign { name: kind.clone(), args }, typed.rule)]);
        }
        types
    }

    /// What a loop takes out of a value of the repository that says where it begins: what its `begin` points to (C++ standard, stmt.ranged).
    fn begun(&mut self, frame: &Frame, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        if !frame.file.habits().specializes() {
            return Vec::new();
        }
        let mut held = Vec::new();
        for begin in self.type_member(ty, "begin").into_iter().filter_map(|it| it.what.symbol()).take(MAX_TYPES) {
            let given = self.given(&typed.ty, begin);
            for place in self.result_given(begin, &given) {
                let behind = self.pointed_to(&place);
                held.extend(if behind.is_empty() { vec![place.ty] } else { behind });
            }
        }
        held
    }

    /// What the operator of a value of the repository gives that takes what is behind a pointer.
    fn pointed_to(&mut self, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let mut behind = Vec::new();
        for operator in self.type_member(ty, "operator*").into_iter().filter_map(|it| it.what.symbol()).take(MAX_TYPES) {
            if self.is(operator, |it| it.kind.is_callable() && it.params.is_empty()) {
                let given = self.given(&typed.ty, operator);
                behind.extend(self.result_given(operator, &given).into_iter().map(|it| it.ty));
            }
        }
        behind
    }

    /// What a value holds under a number or a key that is written out.
    pub(super) fn placed(&mut self, frame: &Frame, base: ExprId, key: &str) -> Vec<Typed> {
        if frame.file.habits().overriding == Overriding::Conformance {
            match key {
                TARGET => return self.targets(frame, base),
                SLICE => return self.sliced(frame, base),
                _ => {}
            }
            if let Some(method) = key.strip_prefix(SIGN) {
                return self.turned_by(frame, base, method);
            }
        }
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let part = match &typed.ty {
                Type::Tuple(parts) => key.parse().ok().and_then(|index: usize| parts.get(index)).cloned().into_iter().collect(),
                Type::Instance { ty, .. } => self.recorded(*ty, &typed, key),
                _ => Vec::new(),
            };
            let found = if part.is_empty() { self.holds(frame, &typed, Taken::ByIndex) } else { part };
            merge(&mut types, found.into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    /// The types of the field that a record keeps at this place: by its number where records are tuples, by its name where they are maps.
    pub(super) fn recorded(&mut self, ty: Ref, typed: &Typed, key: &str) -> Vec<Type> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let position = key.parse::<usize>().ok();
        let kinds = file.habits().classes.records;
        let mut fields = Vec::new();
        for (kind, numbered) in kinds {
            if *numbered != position.is_some() {
                continue;
            }
            let Some(record) = self.record_above(ty, kind, 0) else { continue };
            if let Some(position) = position {
                fields.extend(self.field_at(record, position));
            } else {
                let found = self.type_member(ty, key);
                fields.extend(found.into_iter().filter_map(|it| it.what.symbol()));
            }
        }
        let mut types = Vec::new();
        for field in fields {
            let given = self.given(&typed.ty, field);
            merge(&mut types, self.declared_given(field, &given));
        }
        types.into_iter().map(|typed| typed.ty).collect()
    }

    /// The types of the field with this number where a type is taken apart that has none from above (C++ standard, dcl.struct.bind).
    pub(super) fn taken_apart(&mut self, ty: Ref, typed: &Typed, position: usize) -> Vec<Type> {
        if self.is(ty, |it| !it.supertypes.is_empty()) {
            return Vec::new();
        }
        let Some(field) = self.field_at(ty, position) else { return Vec::new() };
        let given = self.given(&typed.ty, field);
        self.declared_given(field, &given).into_iter().map(|typed| typed.ty).collect()
    }

    /// The declared field of a type that has this number.
    fn field_at(&mut self, record: Ref, position: usize) -> Option<Ref> {
        let file = self.load(record.file)?;
        let it = file.facts.symbol(record.symbol)?;
        self.asker.all_of(&file, &it.qualified);
        let is_field = |index: &u32| {
            let member = &file.facts.symbols[*index as usize];
            member.owner == Owner::Symbol(record.symbol)
                && member.kind == SymbolKind::Field
                && member.ty.is_some()
                && !member.flags.has(Flags::STATIC)
        };
        let count = u32::try_from(file.facts.symbols.len()).unwrap_or(u32::MAX);
        let symbol = (record.symbol + 1..count).filter(is_field).nth(position)?;
        Some(Ref { file: record.file, symbol })
    }

    /// The type itself or the nearest one above it that names a foreign type of this name directly above it.
    fn record_above(&mut self, ty: Ref, kind: &str, hops: u32) -> Option<Ref> {
        if hops > MAX_ABOVE || !self.step() {
            return None;
        }
        let above = self.supertypes(ty);
        if above.iter().any(|it| matches!(&it.what, Denotation::External { name, .. } if name == kind)) {
            return Some(ty);
        }
        above.into_iter().find_map(|it| match it.what {
            Denotation::Symbol(above) if above != ty => self.record_above(above, kind, hops + 1),
            _ => None,
        })
    }

    /// What naming a part of an enumeration gives is a value of it.
    pub(super) fn enumerated(&self, ty: &Type) -> Option<Type> {
        let Type::Object(symbol) = *ty else { return None };
        self.is(symbol, |it| it.kind == SymbolKind::Enum).then(|| Type::instance(symbol))
    }

    /// What a call of a method gives that shows one side of a map, or its entries: `keys`, `values`, `iter`.
    pub(super) fn viewed(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        let Some((_, view, sides)) = habits.holding.views.iter().find(|(method, ..)| *method == name) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let of_base = match &typed.ty {
                Type::Instance { ty, args } if !self.has_own(*ty, name) => self.foreign_base(*ty, args),
                _ => None,
            };
            if let Type::Foreign { name, args } = of_base.as_ref().unwrap_or(&typed.ty)
                && habits.holding.collections.contains(&(name.as_str(), 1))
                && let Some(shown) = sides_of(args, sides)
            {
                merge(&mut types, [Typed::new(Type::Foreign { name: Name::new_static(view), args: vec![shown].into() }, typed.rule)]);
            }
        }
        types
    }

    /// The class of a value, where a member is known to be that.
    pub(super) fn class_of(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        if frame.file.habits().classes.class_of != Some(name) {
            return Vec::new();
        }
        let types = self.types(frame, base).into_iter().filter_map(|typed| match typed.ty {
            Type::Instance { ty, .. } => Some(Typed::new(Type::Object(ty), typed.rule)),
            _ => None,
        });
        types.collect()
    }

    /// The mark that is applied in place of a type, if it is one.
    pub(super) fn mark(&self, frame: &Frame, base: ExprId) -> Option<&'static str> {
        let Expr::Literal(name) = self.expr(frame, base) else { return None };
        [FUNCTION, OBJECT, FACE, REST, ABOVE, FIRST, OTHERWISE, TAGGED, TESTED, UNTAGGED, OPERATED, PROMOTED, COLLECTED, INDEXED]
            .into_iter()
            .find(|mark| name == *mark)
    }

    /// The types of a value that a mark and what it is applied to spell. Of a function that is written where it is handed over, the place tells more.
    pub(super) fn marked(&mut self, frame: &Frame, base: ExprId, args: &[ExprId]) -> Vec<Typed> {
        match self.mark(frame, base) {
            Some(OBJECT) => vec![self.written_object(frame, args)],
            Some(REST) => self.rest(frame, args),
            Some(TESTED) => self.tested_for(frame, args),
            Some(ABOVE) => self.all_above(frame, args),
            Some(FIRST) => self.first_known(frame, args),
            Some(TAGGED) => self.left_by_tags(frame, args, true),
            Some(UNTAGGED) => self.left_by_tags(frame, args, false),
            Some(OTHERWISE) => self.otherwise(frame, args),
            Some(OPERATED) => self.operated(frame, args),
            Some(PROMOTED) => self.promoted(frame, args),
            Some(COLLECTED) => self.collected(frame, args),
            Some(INDEXED) => self.indexed(frame, args),
            _ => Vec::new(),
        }
    }

    fn first_known(&mut self, frame: &Frame, values: &[ExprId]) -> Vec<Typed> {
        let mut all = Vec::new();
        for value in values {
            let types = self.types(frame, *value);
            if types.iter().any(|typed| !matches!(typed.ty, Type::External { .. } | Type::Foreign { .. })) {
                return types;
            }
            merge(&mut all, types);
        }
        all
    }

    fn otherwise(&mut self, frame: &Frame, values: &[ExprId]) -> Vec<Typed> {
        let [given, other] = values else { return Vec::new() };
        let types = self.types(frame, *given);
        if types.iter().any(|it| !is_unknown(&it.ty)) {
            return types;
        }
        let named = match *self.expr(frame, *given) {
            Expr::Call { callee } | Expr::CallWith { callee, .. } => callee,
            _ => *given,
        };
        if any_defined(&self.denote(frame, named)) { types } else { self.types(frame, *other) }
    }

    /// An object that is written out, with its members and their types as its arguments.
    fn written_object(&mut self, frame: &Frame, members: &[ExprId]) -> Typed {
        let mut args = Vec::new();
        for member in members {
            if let Expr::At { base, ref key } = *self.expr(frame, *member) {
                // Of what is of several types (`A & B`), each may have the member that is asked for.
                args.push(Type::Foreign { name: key.clone(), args: self.types(frame, base).into_iter().map(|typed| typed.ty).collect() });
            }
        }
        Typed::new(Type::Foreign { name: Name::new_static(OBJECT), args: args.into() }, Rule::ConstructorFlow)
    }

    /// What is meant by a member of an object that is written out: the function or class that it holds, or what every object has.
    pub(super) fn member_written(&self, members: &[Type], name: &str) -> Vec<Found> {
        let Some(types) = written_member(members, name) else {
            let common = self.is_common(name).then(|| Denotation::Builtin(name.into()));
            return common.into_iter().map(|what| Found { what, rule: Rule::ConstructorFlow }).collect();
        };
        let held = types.iter().filter_map(|ty| if let Type::Callable(symbol) | Type::Object(symbol) = ty { Some(*symbol) } else { None });
        held.map(|symbol| Found::symbol(symbol, Rule::ConstructorFlow)).collect()
    }

    /// What a member gives that no declaration names, by what the type of the value says of all its members: an index signature, `Record`.
    pub(super) fn keyed(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let Some(keyed) = frame.file.habits().holding.keyed.filter(|_| !COMMON.contains(&name)) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let values = match &typed.ty {
                Type::Foreign { name: object, args } if object == OBJECT => {
                    written_member(args, name).into_iter().flatten().filter(|it| !is_unknown(it)).cloned().collect()
                }
                Type::Foreign { name, args } if name == keyed => args.get(1).cloned().into_iter().collect(),
                Type::Instance { .. } => self.signed(&typed),
                _ => Vec::new(),
            };
            merge(&mut types, values.into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    /// What all members of a value of the repository's own type are that it does not name, by a map directly above it.
    pub(super) fn signed(&mut self, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, args } = &typed.ty else { return Vec::new() };
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some(keyed) = file.habits().holding.keyed else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        let mut given = Given::new();
        pair(&mut given, &it.generics, args);
        let frame = Frame { given: given.into(), ..Frame::facts(&file, ty.symbol) };
        let mut values = Vec::new();
        let is_map = |ty: ExprId| {
            let Some(Expr::Apply { base, .. }) = file.facts.expr(ty) else { return false };
            matches!(file.facts.expr(*base), Some(Expr::Free(name)) if name == keyed)
        };
        for above in it.supertypes.iter().filter(|above| is_map(above.ty)) {
            for typed in self.instances(&frame, above.ty) {
                if let Type::Foreign { name, args } = &typed.ty
                    && name == keyed
                {
                    values.extend(args.get(1).filter(|it| !is_unknown(it)).cloned());
                }
            }
        }
        values
    }

    /// What waiting for a value of the repository's own type gives, by the method of it that says so: what the generator returns that it makes.
    pub(super) fn awaited(&mut self, typed: &Typed) -> Vec<Typed> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let Some((method, side)) = self.load(ty.file).and_then(|file| file.habits().holding.awaited) else { return Vec::new() };
        let mut types = Vec::new();
        for found in self.type_member(ty, method) {
            let Denotation::Symbol(method) = found.what else { continue };
            let given = self.given(&typed.ty, method);
            for result in self.result_given(method, &given) {
                if let Type::Foreign { args, .. } = &result.ty
                    && let Some(part) = args.get(side).filter(|it| !is_unknown(it))
                {
                    merge(&mut types, [Typed::new(part.clone(), typed.rule).through(Rule::ReturnType)]);
                }
            }
        }
        types
    }

    /// What a value of the repository's own type gives that is a future, or is turned into one, by what its type says of that.
    pub(super) fn waited_for(&mut self, typed: &Typed) -> Vec<Typed> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let futures = self.own.habits().holding.futures;
        for (interface, member) in futures {
            let mut types = Vec::new();
            for way in self.ways(ty, interface, member) {
                let given = self.given(&typed.ty, way);
                merge(&mut types, self.result_given(way, &given).into_iter().map(|it| it.through(typed.rule).through(Rule::ReturnType)));
            }
            if !types.is_empty() {
                return types;
            }
        }
        Vec::new()
    }
}

impl Type {
    /// Whether it is an object that is written out, with a member of this name that no definition stands for.
    pub(super) fn writes(&self, name: &str) -> bool {
        matches!(self, Self::Foreign { name: object, args } if object == OBJECT && written_member(args, name).is_some())
    }
}

/// The types of what an object that is written out holds under a name.
fn written_member<'types>(members: &'types [Type], name: &str) -> Option<&'types [Type]> {
    members.iter().find_map(|member| match member {
        Type::Foreign { name: key, args } if key == name => Some(&**args),
        _ => None,
    })
}
