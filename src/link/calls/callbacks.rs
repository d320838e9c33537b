//! Functions that are handed over: what their parameters are, by what the place that takes them declares.
//!
//! The types of such places are walked as expressions, part by part: an interface with many call signatures is never evaluated as a whole.

use std::sync::Arc;

use crate::base::caps;
use crate::link::ask::Ref;
use crate::link::calls::taking::part_as_written;
use crate::link::eval::{Denotation, Frame, Linker, activity};
use crate::link::generics::{Given, mentions_parameters, pair};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{BY_NAME, Expr, ExprId, FUNCTION, INDEXED, SLICE};
use crate::shard::facts::{Flags, SymbolKind};

/// What a place declares of the value that it takes.
#[derive(Clone)]
pub(super) enum Declared {
    /// A value of the type that an expression spells.
    Type(Frame, ExprId),
    /// A value with the parameters and the result of this function.
    Function(Ref),
    /// One with those of a function without a name.
    Written(Frame, ExprId),
}

impl Declared {
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Type(frame, id), Self::Type(other_frame, other)) => {
                id == other && frame.in_body == other_frame.in_body && Arc::ptr_eq(&frame.file, &other_frame.file) && frame.given == other_frame.given
            }
            (Self::Function(one), Self::Function(other)) => one == other,
            (Self::Written(frame, id), Self::Written(other_frame, other)) => id == other && Arc::ptr_eq(&frame.file, &other_frame.file),
            _ => false,
        }
    }
}

pub(super) fn collect(found: &mut Vec<Declared>, more: impl IntoIterator<Item = Declared>) {
    for it in more {
        if found.len() < caps::MAX_CANDIDATES && !found.iter().any(|other| other.is(&it)) {
            found.push(it);
        }
    }
}

/// Whether a type is one of the repository, or made of one.
pub(in crate::link) fn leads_to_repository(ty: &Type) -> bool {
    match ty {
        Type::Instance { .. } | Type::Object(_) | Type::Callable(_) => true,
        Type::Foreign { args: parts, .. } | Type::Tuple(parts) => parts.iter().any(leads_to_repository),
        Type::External { .. } | Type::Module(_) => false,
    }
}

impl Linker<'_> {
    /// What a call of `callee` takes as its parameter `index`.
    pub(in crate::link) fn parameter_types(&mut self, frame: &Frame, callee: ExprId, index: usize) -> Vec<Typed> {
        let declared = self.parameter(frame, callee, index);
        if index == 0 && declared.is_empty() && !frame.file.habits().foreign.taken_first.is_empty() {
            return self.taken_by_component(frame, callee);
        }
        self.values_of(declared)
    }

    /// Whether parameter `index` of a callee is of a type from outside of the repository.
    pub(in crate::link) fn takes_from_outside(&mut self, frame: &Frame, callee: ExprId, index: usize) -> bool {
        self.parameter(frame, callee, index).into_iter().any(|it| match it {
            Declared::Type(frame, ty) => self.instances(&frame, ty).iter().any(|typed| matches!(typed.ty, Type::External { .. })),
            Declared::Function(_) | Declared::Written(..) => false,
        })
    }

    /// Part `index` of a function that a place takes: what it returns, then its parameters.
    pub(in crate::link) fn handed_types(&mut self, frame: &Frame, base: ExprId, index: usize) -> Vec<Typed> {
        let declared = self.declared(frame, base);
        let parts = self.parts(declared, index);
        self.values_of(parts)
    }

    /// What calling a value of a declared function type gives, by its call signatures.
    pub(in crate::link) fn result_types(&mut self, frame: &Frame, callee: ExprId, values: &[(Typed, Given)]) -> Vec<Typed> {
        if !frame.file.habits().callbacks.typed {
            return Vec::new();
        }
        let mut called = Vec::new();
        for (typed, _) in values {
            if let Type::Instance { ty, args } = &typed.ty {
                collect(&mut called, self.signatures_given(*ty, args));
            }
        }
        let called = if let Some(meant) = self.written_signatures_meant(frame, callee, &called) {
            meant
        } else {
            collect(&mut called, self.declared(frame, callee));
            called
        };
        let results = self.parts(called, 0);
        self.values_of(results).into_iter().map(|typed| typed.through(Rule::ReturnType)).collect()
    }

    /// What is of the repository or leads to it: of anything else the name of a member may say more.
    fn values_of(&mut self, declared: Vec<Declared>) -> Vec<Typed> {
        let mut types = Vec::new();
        for it in declared {
            match it {
                Declared::Type(frame, ty) => merge(&mut types, self.instances(&frame, ty)),
                Declared::Function(function) => merge(&mut types, [Typed::new(Type::Callable(function), Rule::DeclaredType)]),
                Declared::Written(frame, id) => merge(&mut types, self.types(&frame, id)),
            }
        }
        types.retain(|typed| leads_to_repository(&typed.ty));
        types.into_iter().map(|typed| typed.through(Rule::DeclaredType)).collect()
    }

    /// What is declared of the value that an expression stands for.
    pub(super) fn declared(&mut self, frame: &Frame, id: ExprId) -> Vec<Declared> {
        if !self.step() {
            return Vec::new();
        }
        match *self.expr(frame, id) {
            Expr::Instance { ty, .. } => vec![Declared::Type(frame.clone(), self.class_built(frame, ty).0)],
            Expr::Parameter { callee, index } => self.parameter(frame, callee, index as usize),
            Expr::Call { callee } => self.declared_by_call(frame, callee, None),
            Expr::CallWith { callee, ref args } => self.declared_by_call(frame, callee, Some(args)),
            Expr::Apply { base, .. } if self.mark(frame, base) == Some(FUNCTION) => vec![Declared::Written(frame.clone(), id)],
            Expr::Part { base, index } => {
                let whole = self.declared(frame, base);
                self.parts(whole, index as usize)
            }
            Expr::Unwrap(base) => self.declared(frame, base),
            Expr::At { base, ref key } if key == SLICE => self.declared(frame, base),
            Expr::Element(base) => {
                let mut found = Vec::new();
                for whole in self.declared(frame, base) {
                    if let Declared::Type(frame, ty) = whole {
                        collect(&mut found, self.elements_of_type(&frame, ty));
                    }
                }
                found
            }
            Expr::AnyOf(ref parts) => {
                let mut found = Vec::new();
                for part in parts.iter().take(caps::MAX_CANDIDATES) {
                    collect(&mut found, self.declared(frame, *part));
                }
                found
            }
            Expr::Local(local) if frame.in_body => {
                let ty = self.body.local(local).and_then(|it| it.ty);
                ty.map(|ty| Declared::Type(frame.clone(), ty)).into_iter().collect()
            }
            Expr::Member { .. } | Expr::Symbol(_) | Expr::Import(_) => {
                let mut found = match self.expr(frame, id) {
                    Expr::Member { base, name } => self.declared_by_mapping(frame, *base, name),
                    _ => Vec::new(),
                };
                let named = if found.is_empty() { self.denote(frame, id) } else { Vec::new() };
                for symbol in named.into_iter().filter_map(|it| it.what.symbol()) {
                    collect(&mut found, self.declared_of(symbol));
                }
                if let (true, Expr::Member { base, .. }, Some(_)) = (found.is_empty(), self.expr(frame, id), frame.file.habits().holding.keyed) {
                    for whole in self.declared(frame, *base) {
                        if let Declared::Type(frame, ty) = whole {
                            collect(&mut found, self.values_of_map(&frame, ty));
                        }
                    }
                }
                found
            }
            _ => Vec::new(),
        }
    }

    /// What a definition declares of its value.
    pub(super) fn declared_of(&mut self, symbol: Ref) -> Vec<Declared> {
        let Some(file) = self.load(symbol.file) else { return Vec::new() };
        self.asker.looked_at(&file, symbol.symbol);
        let Some(it) = file.facts.symbol(symbol.symbol) else { return Vec::new() };
        if it.kind.is_callable() && !it.flags.has(Flags::PROPERTY) {
            return vec![Declared::Function(symbol)];
        }
        if it.kind.is_type() {
            return Vec::new();
        }
        let frame = Frame::facts(&file, symbol.symbol);
        match (it.ty, it.value) {
            (Some(ty), _) => vec![Declared::Type(frame, ty)],
            (None, Some(value)) => self.once(&file, symbol.symbol, activity::DECLARED, |linker| linker.declared(&frame, value)),
            (None, None) => Vec::new(),
        }
    }

    /// What a call of `callee` declares of its parameter `index`.
    fn parameter(&mut self, frame: &Frame, callee: ExprId, index: usize) -> Vec<Declared> {
        let (callee, index) = match *self.expr(frame, callee) {
            Expr::At { base, ref key } if index == BY_NAME as usize => match self.place_named(frame, base, key) {
                Some(index) => (base, index),
                None => return Vec::new(),
            },
            _ => (callee, index),
        };
        let (callee, wanted) = self.callee_and_wanted(frame, callee);
        let (callee, written) = match self.expr(frame, callee) {
            Expr::Apply { base, .. } if index == 0 && self.takes_as_written(frame, *base) => return vec![Declared::Type(frame.clone(), callee)],
            Expr::Apply { base, args } => (*base, args.clone()),
            _ => (callee, Vec::new()),
        };
        let mut called = Vec::new();
        let mut found = Vec::new();
        // A member that is named alone takes what the types around give those that they inherit it from.
        let callees = if let Expr::Member { base, name } = self.expr(frame, callee) {
            self.member_types(frame, callee, *base, name)
        } else {
            let typed = self.types_called(frame, callee);
            let given = |linker: &mut Self, typed: &Typed| if let Type::Callable(it) = typed.ty { linker.implied(frame, it) } else { Given::new() };
            typed.into_iter().map(|typed| (typed.clone(), given(self, &typed))).collect()
        };
        for (typed, mut given) in self.signatures_taking(frame, callee, callees, index) {
            if let Type::Callable(function) = typed.ty
                && frame.in_body
                && self.is_generic(function)
            {
                given.extend(self.given_as_type_arguments(frame, function, &written));
                // What the arguments beside it give the type parameters of the function itself.
                self.told_by_wanted(frame, function, wanted, &mut given);
                given = self.shown(frame, callee, function, &given, None, index);
            }
            match typed.ty {
                // What the receiver gives the type parameters around its member.
                Type::Callable(function) if !given.is_empty() => {
                    collect(&mut found, self.part_given(function, index + 1, given));
                }
                Type::Callable(function) => collect(&mut called, [Declared::Function(function)]),
                Type::Object(class) => {
                    for constructor in self.constructors_taking(callee, class) {
                        match self.given_to_constructor(frame, (callee, &written), (class, constructor), index) {
                            Some(given) => collect(&mut found, self.part_given(constructor, index + 1, given)),
                            None => collect(&mut called, [Declared::Function(constructor)]),
                        }
                    }
                }
                Type::Instance { ty, ref args } => collect(&mut called, self.signatures_given(ty, args)),
                _ => {}
            }
        }
        // A value of a plain function type is known by its declaration only; the overloads that are not meant are declared too.
        let is_chosen = !called.is_empty() && frame.in_body && frame.file.habits().overloads;
        let own = if is_chosen { Vec::new() } else { self.declared(frame, callee) };
        collect(&mut called, own.into_iter().filter(|_| found.is_empty()));
        collect(&mut found, self.parts(called, index + 1));
        if found.is_empty() { self.put_into(frame, callee, index) } else { found }
    }

    /// The call signatures of an interface, else the types above it, which may have some: the other parts of an intersection.
    fn signatures(&mut self, ty: Ref) -> Vec<Declared> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        if !matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias) {
            return Vec::new();
        }
        let above = it.supertypes.iter().map(|above| above.ty).filter(|_| it.ty.is_none()).take(caps::MAX_CANDIDATES);
        it.ty.into_iter().chain(above).map(|signatures| Declared::Type(Frame::facts(&file, ty.symbol), signatures)).collect()
    }

    /// The same where the type parameters of the interface stand for what is given.
    fn signatures_given(&mut self, ty: Ref, args: &[Type]) -> Vec<Declared> {
        let mut signatures = self.signatures(ty);
        if args.is_empty() {
            return signatures;
        }
        for it in &mut signatures {
            let Declared::Type(frame, _) = it else { continue };
            let mut given = Given::new();
            if let Some(it) = frame.file.facts.symbol(ty.symbol) {
                pair(&mut given, &it.generics, args);
            }
            frame.given = given.into();
        }
        signatures
    }

    /// What functions return (part 0) or take.
    fn parts(&mut self, functions: Vec<Declared>, index: usize) -> Vec<Declared> {
        let mut found = Vec::new();
        for function in functions {
            let parts = match function {
                Declared::Type(frame, ty) => self.parts_of_type(&frame, ty, index),
                Declared::Function(function) => self.part_given(function, index, Given::new()),
                Declared::Written(frame, id) => match self.expr(&frame, id) {
                    Expr::Apply { args, .. } if index > 0 => {
                        let part = args.get(index).filter(|part| !matches!(self.expr(&frame, **part), Expr::Unknown));
                        part.map(|part| Declared::Type(frame.clone(), *part)).into_iter().collect()
                    }
                    Expr::Apply { args, .. } => args.first().copied().map(|given| self.declared(&frame, given)).unwrap_or_default(),
                    _ => Vec::new(),
                },
            };
            collect(&mut found, parts);
        }
        found
    }

    /// What a function returns (part 0) or takes where the type parameters around it stand for what is given.
    pub(super) fn part_given(&mut self, function: Ref, index: usize, given: Given) -> Vec<Declared> {
        let Some(file) = self.load(function.file) else { return Vec::new() };
        self.asker.looked_at(&file, function.symbol);
        let Some(it) = file.facts.symbol(function.symbol) else { return Vec::new() };
        let frame = Frame { given: given.into(), ..Frame::facts(&file, function.symbol) };
        let Some(index) = index.checked_sub(1) else { return it.ty.map(|ty| Declared::Type(frame, ty)).into_iter().collect() };
        let last = it.params.len().saturating_sub(1);
        let variadic = it.flags.has(Flags::VARIADIC) && index >= last;
        let Some(ty) = it.params.get(if variadic { last } else { index }).and_then(|param| param.ty) else {
            // What the variable is declared to be that it is the value of.
            let mut found = Vec::new();
            let declared = it.supertypes.iter().filter(|_| it.kind == SymbolKind::Function && file.habits().declarations_merge);
            for above in declared.take(caps::MAX_CANDIDATES) {
                let parts = self.once(&file, function.symbol, activity::DECLARED, |linker| {
                    let declared = linker.declared(&frame, above.ty);
                    linker.parts(declared, index + 1)
                });
                collect(&mut found, parts);
            }
            return found;
        };
        if variadic { self.elements_of_type(&frame, ty) } else { vec![Declared::Type(frame, ty)] }
    }

    /// A part of the function types that a type expression stands for.
    pub(super) fn parts_of_type(&mut self, frame: &Frame, ty: ExprId, index: usize) -> Vec<Declared> {
        if !self.step() {
            return Vec::new();
        }
        let given = self.given_functions(frame, ty);
        if !given.is_empty() {
            return self.parts(given, index);
        }
        let (named, args) = match *self.expr(frame, ty) {
            Expr::Apply { base, ref args } => (base, args.as_slice()),
            Expr::AnyOf(ref parts) | Expr::Generic { bounds: ref parts, .. } => {
                let mut found = Vec::new();
                for part in parts.iter().take(2 * caps::MAX_CANDIDATES) {
                    collect(&mut found, self.parts_of_type(frame, *part, index));
                }
                return found;
            }
            // The type of a value: `Options['handler']`.
            Expr::Element(base) if matches!(self.expr(frame, base), Expr::Tuple(parts) if parts.len() == 1) => {
                let value = self.expr(frame, base).parts().next();
                let declared = value.map(|value| self.declared(frame, value)).unwrap_or_default();
                return self.parts(declared, index);
            }
            Expr::Element(base) => {
                let elements = self.elements_of_type(frame, base);
                return self.parts(elements, index);
            }
            _ => (ty, &[][..]),
        };
        match self.mark(frame, named) {
            Some(FUNCTION) => return self.part_of_written(frame, args, index),
            Some(INDEXED) => return self.parts_of_indexed(frame, args, index),
            _ => {}
        }
        let habits = frame.file.habits();
        let (wrappers, functional, taking) = (habits.holding.wrappers, habits.callbacks.functional, habits.callbacks.taking);
        let mut found = Vec::new();
        for it in self.denote(frame, named) {
            let more = match it.what {
                Denotation::Symbol(symbol) => {
                    let named = self.parts_of_named(frame, symbol, args, index);
                    if named.is_empty() && !functional.is_empty() { self.parts_of_interface(frame, symbol, args, index) } else { named }
                }
                Denotation::Builtin(name) | Denotation::External { name, .. } if functional.iter().any(|(interface, _)| *interface == name) => {
                    let known = functional.iter().find(|(interface, _)| *interface == name).map_or(&[][..], |(_, parts)| *parts);
                    let part = index.checked_sub(1).and_then(|index| known.get(index)).and_then(|part| args.get(*part));
                    part.map(|part| Declared::Type(frame.clone(), *part)).into_iter().collect()
                }
                // What it takes is written as a list in front of what it gives: `Callable[[Item], bool]`.
                Denotation::Builtin(name) | Denotation::External { name, .. }
                    if functional.is_empty() && habits.functions.contains(&name.as_str()) =>
                {
                    let part = match (index.checked_sub(1), args) {
                        (None, [.., result]) => Some(*result),
                        (Some(place), [taken, _]) => match self.expr(frame, *taken) {
                            Expr::Tuple(places) => places.get(place).copied(),
                            _ => None,
                        },
                        _ => None,
                    };
                    part.map(|part| Declared::Type(frame.clone(), part)).into_iter().collect()
                }
                Denotation::External { package, name } if !taking.is_empty() => {
                    let part = part_as_written(taking, &package, &name, index).and_then(|part| args.get(part));
                    part.map(|part| Declared::Type(frame.clone(), *part)).into_iter().collect()
                }
                Denotation::Builtin(name) | Denotation::External { name, .. } if wrappers.contains(&name.as_str()) => {
                    args.first().map(|inner| self.parts_of_type(frame, *inner, index)).unwrap_or_default()
                }
                _ => Vec::new(),
            };
            collect(&mut found, more);
        }
        found
    }

    /// A part of the function that a member is which a type parameter names.
    fn parts_of_indexed(&mut self, frame: &Frame, args: &[ExprId], index: usize) -> Vec<Declared> {
        let mut found = Vec::new();
        for (member, given) in self.members_indexed(frame, args) {
            for declared in self.declared_of(member) {
                let parts = match declared {
                    Declared::Function(function) => self.part_given(function, index, given.clone()),
                    Declared::Type(inside, ty) => self.parts_of_type(&Frame { given: given.clone().into(), ..inside }, ty, index),
                    written @ Declared::Written(..) => self.parts(vec![written], index),
                };
                collect(&mut found, parts);
            }
        }
        found
    }

    /// A part of a function type that is written out with these parts.
    fn part_of_written(&mut self, frame: &Frame, parts: &[ExprId], index: usize) -> Vec<Declared> {
        let last = parts.len().saturating_sub(1);
        let Some(part) = parts.get(index.min(last)) else { return Vec::new() };
        match *self.expr(frame, *part) {
            // The element of a list of any length, which takes all that follows, each at its place where all have one.
            Expr::Element(list) => match self.expr(frame, list) {
                Expr::Tuple(places) if !places.iter().any(|place| matches!(self.expr(frame, *place), Expr::Element(_))) => {
                    places.get(index - index.min(last)).map(|place| Declared::Type(frame.clone(), *place)).into_iter().collect()
                }
                // What another function takes.
                Expr::Apply { base, args } if self.is_list_of_taken(frame, *base) => {
                    let taken = args.first().copied();
                    taken.map(|function| self.parts_of_type(frame, function, index - index.min(last) + 1)).unwrap_or_default()
                }
                Expr::Apply { base, args } if self.mark(frame, *base) == Some(INDEXED) => self.place_of_indexed(frame, args, index - index.min(last)),
                _ => self.elements_of_type(frame, list),
            },
            _ if index > last => Vec::new(),
            _ => vec![Declared::Type(frame.clone(), *part)],
        }
    }

    /// The functions that are given for a type parameter.
    fn given_functions(&mut self, frame: &Frame, ty: ExprId) -> Vec<Declared> {
        let Expr::Generic { name, .. } = self.expr(frame, ty) else { return Vec::new() };
        let given = frame.given.iter().find(|(known, _)| known == name).map(|(_, ty)| ty.clone());
        let mut found = Vec::new();
        for part in given.iter().flat_map(Type::parts) {
            match part {
                Type::Instance { ty, args } => collect(&mut found, self.signatures_given(*ty, args)),
                Type::Callable(function) => collect(&mut found, [Declared::Function(*function)]),
                _ => {}
            }
        }
        found
    }

    /// Whether a foreign type is the list of what the function takes that is its argument.
    fn is_list_of_taken(&self, frame: &Frame, base: ExprId) -> bool {
        matches!(self.expr(frame, base), Expr::Free(name) if frame.file.habits().callbacks.taken == Some(name.as_str()))
    }

    /// A part of the function type that a named type spells, where its type parameters stand for `args`.
    fn parts_of_named(&mut self, from: &Frame, symbol: Ref, args: &[ExprId], index: usize) -> Vec<Declared> {
        let mut found = Vec::new();
        for signatures in self.signatures(symbol) {
            let Declared::Type(mut frame, ty) = signatures else { continue };
            let file = Arc::clone(&frame.file);
            if let Some(it) = file.facts.symbol(symbol.symbol).filter(|_| mentions_parameters(&file.facts, ty, 0)) {
                frame.given = self.standing_for(from, &it.generics, args).into();
            }
            collect(&mut found, self.once(&file, symbol.symbol, activity::ALIAS, |linker| linker.parts_of_type(&frame, ty, index)));
        }
        found
    }
}
