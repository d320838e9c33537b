//! Types of values, as far as declarations, constructors and results show them.

pub(super) mod arithmetic;
pub(super) mod building;
pub(super) mod dereferences;
pub(super) mod faces;
pub(super) mod instances;
pub(super) mod marks;
pub(super) mod operators;
pub(super) mod origins;
pub(super) mod overloaded;
pub(super) mod parts;
pub(super) mod places;
pub(super) mod records;
pub(super) mod unions;
pub(super) mod waiting;
pub(super) mod widths;

use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, activity};
use super::generics;
pub use super::generics::type_args::Args;
use super::generics::{Given, is_unknown};
use super::memo;
use super::outcome::rules::Rule;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Unions};
use crate::shard::expr::{ANY, Expr, ExprId, NULL, TEXT};
use crate::shard::facts::{Flags, Owner, SymbolKind};
use origins::is_unspecified;
use overloaded::{merge_named, most_types};

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An instance of a type of the repository, with its generic arguments where they are known.
    Instance {
        ty: Ref,
        args: Args,
    },
    /// The type itself as a value.
    Object(Ref),
    /// A function or method.
    Callable(Ref),
    Module(Module),
    /// Something of an external package; `name` is that of the type where it is written, else empty.
    External {
        package: Name,
        name: Name,
    },
    /// A type that is not of the repository, by simple name, with its generic arguments.
    Foreign {
        name: Name,
        args: Args,
    },
    Tuple(Args),
}

impl Type {
    /// A value of a type of the repository whose arguments are not known.
    pub(super) fn instance(ty: Ref) -> Self {
        Self::Instance { ty, args: Args::default() }
    }

    /// A value of a type that is not of the repository and whose arguments are not known.
    pub(super) fn foreign(name: Name) -> Self {
        Self::Foreign { name, args: Args::default() }
    }

    /// A value of an external package whose type is not written.
    pub(super) fn outside(package: &Name) -> Self {
        Self::External { package: package.clone(), name: Name::default() }
    }

    /// Its arguments, or the parts of a tuple.
    pub(super) fn args(&self) -> Option<&Args> {
        match self {
            Self::Instance { args, .. } | Self::Foreign { args, .. } | Self::Tuple(args) => Some(args),
            _ => None,
        }
    }

    /// Leaves `left` parts of it; of others nothing is known any more.
    fn cut(&mut self, left: &mut usize) {
        let (Self::Instance { args: parts, .. } | Self::Foreign { args: parts, .. } | Self::Tuple(parts)) = self else { return };
        if let Some(rest) = left.checked_sub(parts.count()) {
            *left = rest;
            return;
        }
        let mut cut = parts.to_vec();
        for part in &mut cut {
            match left.checked_sub(1) {
                Some(rest) => {
                    *left = rest;
                    part.cut(left);
                }
                None => *part = Self::unknown(),
            }
        }
        *parts = parts.with_parts(cut);
    }

    /// The type of one text alone, by its tag.
    pub(super) fn text(tag: &Name) -> Self {
        Self::Foreign { name: Name::new_static("string"), args: vec![Self::foreign(tag.clone())].into() }
    }

    /// The same without the texts, numbers and truth values that are the only ones of it.
    pub(super) fn widened(self) -> Self {
        match self {
            Self::Foreign { name, .. } if LITERAL.contains(&name.as_str()) => Self::foreign(name),
            other => other,
        }
    }

    /// What nothing is known of.
    pub(super) fn unknown() -> Self {
        Self::foreign(Name::new_static("?"))
    }

    /// Whatever a program says that a value is.
    pub(super) fn anything() -> Self {
        Self::foreign(Name::new_static(ANY))
    }

    /// What stands as one argument for values of one of these types, where a language has unions; else the first of them.
    pub(super) fn one_of(types: Vec<Typed>, unions: Unions) -> Self {
        let mut parts: Vec<Self> = types.into_iter().map(|typed| typed.ty).collect();
        if unions == Unions::Either {
            parts.truncate(1);
        } else {
            parts.retain(|ty| !is_unknown(ty));
        }
        match parts.len() {
            0 => Self::unknown(),
            1 => parts.remove(0),
            _ => Self::Foreign { name: Name::new_static(EITHER), args: parts.into() },
        }
    }

    /// What stands as one argument for values that are of all of these types.
    pub(super) fn all_of(parts: Args) -> Self {
        Self::Foreign { name: Name::new_static(EITHER), args: parts }
    }

    /// The types that values of this one may have.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Foreign { args, .. } if self.is_union() => args,
            one => std::slice::from_ref(one),
        }
    }

    fn is_union(&self) -> bool {
        matches!(self, Self::Foreign { name, .. } if name == EITHER)
    }
}

/// Types whose arguments are the only values of theirs that are meant.
pub(super) const LITERAL: &[&str] = &["boolean", "number", "string"];

/// The name of a union where it is an argument: as the type of a value it stands for its parts.
const EITHER: &str = "|";

/// A type and the rule that showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    pub ty: Type,
    pub rule: Rule,
}

impl Typed {
    pub(super) fn new(ty: Type, rule: Rule) -> Self {
        Self { ty, rule }
    }

    pub(super) fn through(mut self, rule: Rule) -> Self {
        self.rule = self.rule.weaker(rule);
        self
    }

    /// What a value of this type holds.
    pub(super) fn element(&self, ty: Type) -> Self {
        Self::new(ty, self.rule).through(Rule::ElementType)
    }
}

/// Most types that one value is given.
pub(in crate::link) const MAX_TYPES: usize = caps::MAX_CANDIDATES;

pub(super) fn merge(types: &mut Vec<Typed>, more: impl IntoIterator<Item = Typed>) {
    for it in more {
        if types.len() < MAX_TYPES && !types.iter().any(|other| other.ty == it.ty) {
            types.push(it);
        }
    }
}

/// The same types, none of which has more parts than one may have.
pub(super) fn bounded(mut types: Vec<Typed>) -> Vec<Typed> {
    for typed in &mut types {
        let mut left = caps::MAX_TYPE_PARTS;
        typed.ty.cut(&mut left);
    }
    types
}

/// Types with the parts of unions in the place of these.
pub(super) fn apart(types: Vec<Typed>) -> Vec<Typed> {
    if !types.iter().any(|typed| typed.ty.is_union()) {
        return types;
    }
    let mut all = Vec::new();
    for typed in types {
        merge(&mut all, typed.ty.parts().iter().map(|part| Typed::new(part.clone(), typed.rule)));
    }
    all
}

impl Linker<'_> {
    /// The types that the value of an expression may have.
    pub fn types(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        self.known(memo::TYPES, frame, id, |linker, frame, id| {
            let mut types = linker.find_types(frame, id);
            if frame.file.habits().method_sets {
                types = linker.with_defining(types);
            }
            let mut types = bounded(apart(types));
            // Of what nobody knows, nothing is said.
            types.retain(|typed| !is_unknown(&typed.ty));
            types
        })
    }

    fn find_types(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        match *self.expr(frame, id) {
            Expr::Unknown | Expr::Raw { .. } => Vec::new(),
            Expr::Local(local) => self.local_types(frame, local),
            Expr::Call { callee } => self.call_types(frame, callee, None),
            Expr::CallWith { callee, ref args } => self.call_types(frame, callee, Some(args)),
            Expr::Instance { ty, built } => {
                let types = self.instances(frame, ty);
                if built && types.is_empty() {
                    return self.built_by(frame, ty);
                }
                if built { self.built_from(frame, ty, types) } else { types.into_iter().map(|it| it.through(Rule::DeclaredType)).collect() }
            }
            Expr::Element(base) => self.elements(frame, base),
            Expr::Iterated(base) => self.looped(frame, base),
            Expr::At { base, ref key } => self.placed(frame, base, key),
            Expr::Unwrap(base) => self.unwrapped(frame, base),
            Expr::Tuple(ref parts) => {
                let parts = parts.iter().take(caps::MAX_TUPLE_PARTS).map(|part| self.first_type(frame, *part)).collect();
                vec![Typed::new(Type::Tuple(parts), Rule::DeclaredType)]
            }
            Expr::Part { base, index } => self.part_types(frame, base, index as usize),
            Expr::Parameter { callee, index } => self.parameter_types(frame, callee, index as usize),
            Expr::AnyOf(ref parts) => {
                let overloads = frame.file.habits().overloads;
                let is_named = |part: &ExprId| matches!(self.expr(frame, *part), Expr::Symbol(_) | Expr::Import(_));
                let most = if overloads && parts.iter().all(is_named) { caps::MAX_OVERLOADS } else { MAX_TYPES };
                let mut types = Vec::new();
                for part in self.values_by_default(frame, parts).into_iter().take(most) {
                    merge_named(overloads, &mut types, self.types(frame, part));
                }
                self.widest_alone(frame, types)
            }
            Expr::Literal(ref name) if name == NULL => Vec::new(),
            Expr::Literal(ref name) if name.starts_with(TEXT) => vec![Typed::new(Type::text(name), Rule::ConstructorFlow)],
            Expr::Literal(ref name) => vec![Typed::new(Type::foreign(name.clone()), Rule::ConstructorFlow)],
            Expr::Member { base, ref name } => self.types_of_member(frame, id, base, name),
            Expr::Apply { base, ref args } if self.mark(frame, base).is_some() => self.marked(frame, base, args),
            Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Apply { .. } | Expr::Generic { .. } => self.types_of_name(frame, id),
        }
    }

    /// The types of the value that `id`, which is `base.name`, gives.
    fn types_of_member(&mut self, frame: &Frame, id: ExprId, base: ExprId, name: &Name) -> Vec<Typed> {
        let class = self.class_of(frame, base, name);
        if !class.is_empty() {
            return class;
        }
        let part = self.pair_part(frame, base, name);
        if !part.is_empty() {
            return part;
        }
        let part = self.part_outside(frame, base, name);
        if !part.is_empty() {
            return part;
        }
        let types: Vec<Typed> = self.member_types(frame, id, base, name).into_iter().map(|(typed, _)| typed).collect();
        let types = self.read_by_accessors(frame, base, name, types);
        let is_constant = name.starts_with(char::is_uppercase) && !types.is_empty() && types.iter().all(|it| matches!(it.ty, Type::External { .. }));
        let of_type = if is_constant { self.of_named_type(frame, id) } else { Vec::new() };
        if !of_type.is_empty() {
            return of_type;
        }
        let keyed = if types.iter().all(is_unspecified) { self.keyed(frame, base, name) } else { Vec::new() };
        if keyed.is_empty() { types } else { keyed }
    }

    /// The types of the values that a name, with or without type arguments, denotes.
    fn types_of_name(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        let named = self.expr(frame, id);
        let mut types = Vec::new();
        let found = self.denote(frame, id);
        if let Some(known) = self.known_outside(frame, id, &found) {
            return vec![known];
        }
        for found in self.by_default(found) {
            let given = match found.what {
                Denotation::Symbol(member) if generics::is_within(frame, named) => self.implied(frame, member),
                _ => Given::new(),
            };
            merge_named(frame.file.habits().overloads, &mut types, self.types_of_found(frame, &found, &given));
        }
        if matches!(named, Expr::Apply { .. }) && frame.file.habits().classes.linearized {
            // An enumeration takes no type arguments: brackets behind it name one of its values.
            for typed in &mut types {
                typed.ty = self.enumerated(&typed.ty).unwrap_or(typed.ty.clone());
            }
        }
        types
    }

    /// The types of `base.name`, each with what the type parameters of its definition stand for there.
    pub(super) fn member_types(&mut self, frame: &Frame, id: ExprId, base: ExprId, name: &Name) -> Vec<(Typed, Given)> {
        if !self.step() {
            return Vec::new();
        }
        let members = self.members(frame, base, name);
        let members = self.uncalled_members(frame, id, members);
        let members = self.of_each_part(frame, (base, name), members);
        self.types_of_members(frame, id, members)
    }

    /// The types of the members that `id` names, each with what the type parameters of its definition stand for there.
    pub(super) fn types_of_members(&mut self, frame: &Frame, id: ExprId, members: Vec<(Found, Option<Type>)>) -> Vec<(Typed, Given)> {
        let found: Vec<Found> = members.iter().map(|(found, _)| found.clone()).collect();
        if let Some(known) = self.known_outside(frame, id, &found) {
            return vec![(known, Given::new())];
        }
        if found.iter().any(|it| it.what.is_outside()) && self.may_be_handed_out(frame, id) {
            return Vec::new();
        }
        let mut types: Vec<(Typed, Given)> = Vec::new();
        let kept = self.by_default(found);
        let overloads = frame.file.habits().overloads;
        let is_typed = |receiver: &Option<Type>| !receiver.as_ref().and_then(Type::args).is_some_and(Args::is_untyped);
        for (found, receiver) in members.into_iter().filter(|(found, receiver)| kept.contains(found) && is_typed(receiver)) {
            let mut given = match (&found.what, receiver) {
                (Denotation::Symbol(member), Some(receiver)) => self.given(&receiver, *member),
                _ => Given::new(),
            };
            self.take_receiver(frame, id, &mut given);
            for typed in self.types_of_found(frame, &found, &given) {
                // A method that several types have from one above gives of each what that one is.
                let is_same = |(other, of): &(Typed, Given)| other.ty == typed.ty && (*of == given || !matches!(typed.ty, Type::Callable(_)));
                if types.len() < most_types(overloads, &typed.ty) && !types.iter().any(is_same) {
                    types.push((typed, given.clone()));
                }
            }
        }
        if types.is_empty() { self.of_mapping(frame, id) } else { types }
    }

    /// The type of the value of an expression as one, the first where unions do not count, or the unknown one.
    pub(super) fn first_type(&mut self, frame: &Frame, id: ExprId) -> Type {
        let types = self.types(frame, id);
        self.as_one(types, frame.file.habits())
    }

    fn local_types(&mut self, frame: &Frame, local: u32) -> Vec<Typed> {
        let Some(it) = self.body.local(local).filter(|_| frame.in_body) else { return Vec::new() };
        let own = Arc::clone(&self.own);
        self.once(&own, local, activity::LOCAL, |linker| {
            let stays = linker.own.habits().types_stay;
            if let Some(ty) = it.ty {
                let rule = if it.receiver { Rule::SelfMember } else { Rule::DeclaredType };
                let types = linker.told_of(frame, it, ty);
                // What a test, or a declaration of the receiver, may tell of a value takes the place of what it is otherwise, where it does tell.
                let is_said_else = !it.values.is_empty() && (it.receiver || linker.is_tested(frame, ty));
                if !types.is_empty() || !(is_said_else || matches!(linker.expr(frame, ty), Expr::Element(_))) {
                    let types = linker.assigned(frame, it, types);
                    return types.into_iter().map(|typed| typed.through(rule)).collect();
                }
            }
            let mut types = linker.filled(frame, local);
            if types.is_empty() {
                for value in &it.values {
                    merge(&mut types, linker.types(frame, *value));
                    if stays && !types.is_empty() {
                        break;
                    }
                }
            }
            if types.is_empty() {
                types = linker.as_above(it);
            }
            if types.is_empty() { linker.filled_by_name(it) } else { types }
        })
    }

    /// The types of the value that a name denotes.
    pub(super) fn types_of_found(&mut self, frame: &Frame, found: &Found, given: &Given) -> Vec<Typed> {
        match &found.what {
            Denotation::Local(local) => self.local_types(frame, *local),
            Denotation::Module(module) => vec![Typed::new(Type::Module(module.clone()), found.rule)],
            Denotation::External { package, .. } => vec![Typed::new(Type::outside(package), found.rule)],
            Denotation::Builtin(name) => {
                let known = frame.file.habits().foreign.type_of_variable(name);
                let ty = known.map_or_else(|| name.clone(), Name::new_static);
                vec![Typed::new(Type::foreign(ty), found.rule)]
            }
            Denotation::Symbol(symbol) => self.types_of_symbol(*symbol, given).into_iter().map(|typed| typed.through(found.rule)).collect(),
        }
    }

    /// The types of the value that a definition holds.
    pub(super) fn types_of_symbol(&mut self, symbol: Ref, given: &Given) -> Vec<Typed> {
        let Some(file) = self.load(symbol.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(symbol.symbol) else { return Vec::new() };
        let property = it.flags.has(Flags::PROPERTY);
        if it.kind == SymbolKind::Variant {
            return self.variant_types(symbol);
        }
        if it.kind.is_callable() && !property {
            let made = self.made_of(symbol, it.made);
            // Where macros have names of their own, none is a value.
            let is_value = it.kind != SymbolKind::Macro || !file.habits().namespaces_apart;
            return if made.is_empty() && is_value { vec![Typed::new(Type::Callable(symbol), Rule::LocalScope)] } else { made };
        }
        let made = if property { self.made_property(symbol, it.made) } else { Vec::new() };
        if !made.is_empty() {
            return made;
        }
        if it.kind.is_type() {
            return vec![Typed::new(Type::Object(symbol), Rule::LocalScope)];
        }
        let types = self.declared_given(symbol, given);
        let spreads = || file.habits().classes.functions_build && it.value.is_some() && file.has_members(symbol.symbol);
        if it.kind.is_value() && it.ty.is_none() && (types.is_empty() || spreads()) {
            // An object whose members are definitions of their own (`const api = { get() {} }`), beside those that it takes from others (`...base`).
            return vec![Typed::new(Type::Object(symbol), Rule::LocalScope)];
        }
        match file.habits().classes.read_by {
            // What is read through its own method is held by the class.
            Some(method) if matches!(it.owner, Owner::Symbol(_)) && !it.flags.has(Flags::OF_INSTANCE) => self.read_through(types, method),
            _ => types,
        }
    }

    /// What reading a member of these types gives where a method of theirs decides it.
    pub(super) fn read_through(&mut self, types: Vec<Typed>, method: &str) -> Vec<Typed> {
        let mut read = Vec::new();
        for typed in types {
            let ways = match typed.ty {
                Type::Instance { ty, .. } => self.type_member(ty, method),
                _ => Vec::new(),
            };
            let mut results = Vec::new();
            for found in ways {
                let Denotation::Symbol(way) = found.what else { continue };
                merge(&mut results, self.result_of(&typed.ty, way));
            }
            merge(&mut read, if results.is_empty() { vec![typed] } else { results });
        }
        read
    }

    /// The declared type of a definition, else what its value shows.
    pub(in crate::link) fn declared_or_inferred(&mut self, symbol: Ref) -> Vec<Typed> {
        self.declared_given(symbol, &Given::new())
    }

    /// The same where type parameters stand for what is given.
    pub(super) fn declared_given(&mut self, symbol: Ref, given: &Given) -> Vec<Typed> {
        if !given.is_empty() {
            let key = (symbol, given.clone().into());
            return self.remembered(|memo| &mut memo.declared_given, key, |linker| linker.find_declared(symbol, given));
        }
        self.remembered(|memo| &mut memo.declared, symbol, |linker| linker.find_declared(symbol, given))
    }

    fn find_declared(&mut self, symbol: Ref, given: &Given) -> Vec<Typed> {
        let Some(file) = self.load(symbol.file) else { return Vec::new() };
        self.asker.looked_at(&file, symbol.symbol);
        let Some(it) = file.facts.symbol(symbol.symbol) else { return Vec::new() };
        let frame = Frame { given: given.clone().into(), ..Frame::facts(&file, symbol.symbol) };
        self.once(&file, symbol.symbol, activity::RESULT, |linker| match (it.ty, it.value) {
            (Some(ty), _) => linker.instances(&frame, ty).into_iter().map(|typed| typed.through(Rule::DeclaredType)).collect(),
            (None, Some(value)) => linker.types(&frame, value),
            (None, None) => Vec::new(),
        })
    }
}
