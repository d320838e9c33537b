//! What calls give: results of functions, instances of called types, and what the standard library is known to return.

pub(super) mod callbacks;
pub(super) mod decorators;
pub(super) mod dispatch;
pub(super) mod fixtures;
pub mod flow;
pub(super) mod held;
mod holding;
mod itself;
mod meant;
mod signatures;
pub(super) mod taking;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker};
use super::generics::{self, Given, is_unknown, mentions_parameters};
use super::outcome::rules::Rule;
use super::outside::names_type;
use super::types::parts::{flattened, inner_type, put_into, side_of};
use super::types::{MAX_TYPES, Type, Typed, merge};
use crate::base::{Name, sorted};
use crate::languages::semantics::{Construction, ENUMERATION, Habits, Unions};
use crate::shard::expr::{Expr, ExprId, FUNCTION};
use crate::shard::facts::{Flags, Imported, Owner, Symbol, SymbolKind};

/// The wrapper that is asked for methods of what ends a chain.
const OPTION: &str = "Option";

/// One call: what is called, the types that are written for its type parameters, and what it hands over where that is written down with it.
struct Call<'a> {
    callee: ExprId,
    written: &'a [ExprId],
    handed: Option<&'a [ExprId]>,
}

impl Linker<'_> {
    /// What calling `callee` gives. `handed` is what the call hands over where that is written down with it.
    pub(super) fn call_types(&mut self, frame: &Frame, callee: ExprId, handed: Option<&[ExprId]>) -> Vec<Typed> {
        // `f<T>(…)`, `f::<T>(…)`, `Box[T](…)`.
        let (callee, written) = match *self.expr(frame, callee) {
            Expr::Apply { base, ref args } if !matches!(self.expr(frame, base), Expr::Literal(_)) => (base, args.as_slice()),
            _ => (callee, &[][..]),
        };
        if let Some(special) = self.special_built(frame, callee, written) {
            return vec![Typed::new(Type::instance(special), Rule::ConstructorFlow)];
        }
        if let Some(told) = self.told_without_callee(frame, callee, written, handed) {
            return told;
        }
        let callees = self.callees(frame, callee);
        let callees = self.with_signatures(callees);
        let callees = self.without_implementations(frame, callees);
        let callees = self.called_by_receiver(frame, callee, callees);
        let callees = self.meant_by_call(frame, callee, handed, callees);
        if callees.iter().all(|(typed, _)| matches!(typed.ty, Type::Instance { .. } | Type::Foreign { .. })) {
            let results = self.result_types(frame, callee, &callees);
            if !results.is_empty() {
                return results;
            }
        }
        let call = Call { callee, written, handed };
        let mut types = Vec::new();
        for (typed, given) in callees {
            let mut result = self.given_by_callee(frame, &call, &typed, &given);
            result.retain(|it| !types.iter().any(|known: &Typed| known.ty == it.ty));
            // Where overloads that nothing tells apart give more types than one value may have, what some of them give says nothing of the value.
            if frame.file.habits().overloads && types.len() + result.len() > MAX_TYPES {
                return Vec::new();
            }
            merge(&mut types, result.into_iter().map(|it| it.through(typed.rule)));
        }
        types
    }

    /// What a call gives where how it is written tells that; `None` where its callee does.
    fn told_without_callee(&mut self, frame: &Frame, callee: ExprId, written: &[ExprId], handed: Option<&[ExprId]>) -> Option<Vec<Typed>> {
        if let Some(given) = handed.and_then(|handed| self.given_by_macros(frame, callee, handed)) {
            return Some(given);
        }
        let closures = self.results_of_local(frame, callee);
        if !closures.is_empty() {
            return Some(closures);
        }
        let given = self.given_back(frame, callee, written, handed);
        if !given.is_empty() {
            return Some(given);
        }
        let Expr::Member { base, ref name } = *self.expr(frame, callee) else { return None };
        let known = self.known_result(frame, callee);
        if !known.is_empty() {
            return Some(known);
        }
        let sliced = self.sliced_by_call(frame, callee, base, name);
        if !sliced.is_empty() {
            return Some(sliced);
        }
        let itself = self.itself_compared(frame, callee, base, name);
        if !itself.is_empty() {
            return Some(itself);
        }
        let itself = self.itself_by_base(frame, base, name);
        if !itself.is_empty() {
            return Some(itself);
        }
        let foreign = self.foreign_call(frame, base, name, handed);
        if !foreign.is_empty() || self.gives_what_nobody_knows(frame, base, name) {
            return Some(self.kept_by_test(frame, callee, name, handed, foreign));
        }
        let mapped = self.mapped(frame, callee, base, name);
        if !mapped.is_empty() {
            return Some(mapped);
        }
        let derived = self.derived(frame, base, name);
        (!derived.is_empty()).then_some(derived)
    }

    /// What is called, each with what the type parameters of its definition stand for there.
    pub(super) fn callees(&mut self, frame: &Frame, callee: ExprId) -> Vec<(Typed, Given)> {
        let called = self.expr(frame, callee);
        if let Expr::Member { base, name } = called {
            let class = self.class_of(frame, *base, name);
            if class.is_empty() {
                let part = self.giving_part(frame, *base, name);
                if !part.is_empty() {
                    return part.into_iter().map(|typed| (typed, Given::new())).collect();
                }
                let members = self.called_members(frame, *base, name);
                let members = self.probed(frame, callee, members);
                let members = self.of_each_part(frame, (*base, name), members);
                let callees = self.types_of_members(frame, callee, members);
                if !callees.is_empty() {
                    return callees;
                }
                return self.keyed(frame, *base, name).into_iter().map(|typed| (typed, Given::new())).collect();
            }
            return class.into_iter().map(|typed| (typed, Given::new())).collect();
        }
        let is_within = generics::is_within(frame, called);
        let mut callees = Vec::new();
        for typed in self.types_called(frame, callee) {
            let given = match typed.ty {
                Type::Callable(function) if is_within => self.implied(frame, function),
                _ => Given::new(),
            };
            callees.push((typed, given));
        }
        callees
    }

    /// What one of the callees of a call gives.
    fn given_by_callee(&mut self, frame: &Frame, call: &Call<'_>, callee: &Typed, given: &Given) -> Vec<Typed> {
        let habits = frame.file.habits();
        match &callee.ty {
            Type::Callable(function) => {
                let mut given = self.inferred(frame, call.callee, *function, given, call.handed);
                self.take_written(frame, *function, call.written, &mut given);
                self.stand_alone(frame, call.callee, *function, &mut given);
                self.result_given(*function, &given).into_iter().map(|it| it.through(Rule::ReturnType)).collect()
            }
            // `Err(it)` where an enum is called so too.
            Type::Object(ty) if habits.namespaces_apart && self.is(*ty, |it| matches!(it.kind, SymbolKind::Enum | SymbolKind::Trait)) => Vec::new(),
            // `using text = basic_text<char>; text("x")`
            Type::Object(ty)
                if (habits.specializes() || habits.classes.construction == Construction::Call)
                    && self.is(*ty, |it| it.kind == SymbolKind::TypeAlias) =>
            {
                self.instances(frame, call.callee).into_iter().map(|it| it.through(Rule::ConstructorFlow)).collect()
            }
            Type::Object(ty) if habits.classes.construction == Construction::Call => {
                let args = self.built_with(frame, call.callee, *ty, call.written, call.handed);
                let built = Type::Instance { ty: *ty, args: args.into() };
                let made = self.made_anew(*ty, &built);
                if made.is_empty() { vec![Typed::new(built, Rule::ConstructorFlow)] } else { made }
            }
            // A variant called with its fields, or an instance that can be called: the latter is not known to give itself.
            Type::Instance { ty, .. } => {
                let types = self.called_instance(&callee.ty, *ty);
                self.with_fields_of_variant(frame, (call.callee, call.written, call.handed), types)
            }
            Type::External { package, .. } => self.given_outside(frame, call.callee, call.written, Typed::new(Type::outside(package), callee.rule)),
            Type::Foreign { name, args } if habits.functions.contains(&name.as_str()) && !args.is_empty() => {
                args.last().filter(|it| !is_unknown(it)).map(|it| Typed::new(it.clone(), Rule::ReturnType)).into_iter().collect()
            }
            Type::Foreign { name, .. } if habits.arguments.array == Some(name) => vec![callee.clone()],
            // What can be called and says what it gives: `f: impl Fn(Part) -> Whole`.
            Type::Foreign { name, args } if habits.callbacks.gives_first(name) => {
                args.first().filter(|it| !is_unknown(it)).map(|it| Typed::new(it.clone(), Rule::ReturnType)).into_iter().collect()
            }
            // What a function gives whose type is known no further is no function.
            Type::Foreign { name, args } if name == FUNCTION => {
                args.first().filter(|it| !is_unknown(it)).map(|it| Typed::new(it.clone(), Rule::ReturnType)).into_iter().collect()
            }
            Type::Foreign { name, .. } => self.given_outside(frame, call.callee, call.written, Typed::new(Type::foreign(name.clone()), callee.rule)),
            _ => Vec::new(),
        }
    }

    /// What the method gives that makes the values of a class, where it says so itself and not that they are of the class (Python's `__new__`).
    fn made_anew(&mut self, ty: Ref, built: &Type) -> Vec<Typed> {
        let mut types = Vec::new();
        let Some(file) = self.load(ty.file) else { return types };
        let Some(maker) = file.habits().classes.maker.filter(|maker| self.asker.has_members(maker)) else { return types };
        self.asker.looked_at(&file, ty.symbol);
        for found in self.type_member(ty, maker) {
            let Some(method) = found.what.symbol().filter(|it| self.is(*it, |it| it.kind.is_callable() && it.ty.is_some())) else {
                return Vec::new();
            };
            merge(&mut types, self.result_of(built, method).into_iter().map(|it| it.through(Rule::ReturnType)));
        }
        let is_own = |typed: &Typed| matches!(typed.ty, Type::Instance { ty: other, .. } if other == ty);
        if types.iter().all(is_own) { Vec::new() } else { types }
    }

    /// What the type parameters of a function stand for where types are written for them.
    fn take_written(&mut self, frame: &Frame, function: Ref, written: &[ExprId], given: &mut Given) {
        let Some(file) = self.load(function.file).filter(|_| !written.is_empty()) else { return };
        let tells = |it: &&Symbol| it.ty.or(it.value).is_some_and(|result| mentions_parameters(&file.facts, result, 0));
        let Some(it) = file.facts.symbol(function.symbol).filter(tells) else { return };
        for (parameter, ty) in it.generics.iter().zip(written) {
            let ty = self.first_instance(frame, *ty);
            if !is_unknown(&ty) {
                given.retain(|(name, _)| *name != parameter.name);
                given.push((parameter.name.clone(), ty));
            }
        }
    }

    /// Beside a function that a name of its own scope led to alone, the signatures that it implements.
    fn with_signatures(&mut self, mut callees: Vec<(Typed, Given)>) -> Vec<(Typed, Given)> {
        let [(Typed { ty: Type::Callable(function), rule }, given)] = callees.as_slice() else { return callees };
        let (function, rule, given) = (*function, *rule, given.clone());
        let Some(file) = self.load(function.file).filter(|file| file.habits().declarations_merge) else { return callees };
        let Some(it) = file.facts.symbol(function.symbol) else { return callees };
        // What a function keeps to itself no other file is told.
        let told = !it.flags.has(Flags::NESTED) || self.own_slot() == Some(function.file);
        if it.kind != SymbolKind::Function || it.flags.has(Flags::DECLARATION) || !told {
            return callees;
        }
        let is_signature =
            |other: &Symbol| other.kind == it.kind && other.flags.has(Flags::DECLARATION) && other.owner == it.owner && other.callback == it.callback;
        for signature in self.asker.symbols_named((function.file, &file), file.facts.owner_name(it.owner), &it.name, is_signature) {
            callees.push((Typed::new(Type::Callable(signature), rule), given.clone()));
        }
        callees
    }

    fn called_instance(&mut self, receiver: &Type, ty: Ref) -> Vec<Typed> {
        let member = self.load(ty.file).and_then(|file| file.habits().classes.called);
        if let Some(member) = member {
            let mut types = Vec::new();
            for found in self.type_member(ty, member) {
                let Denotation::Symbol(method) = found.what else { continue };
                merge(&mut types, self.result_of(receiver, method).into_iter().map(|it| it.through(Rule::ReturnType)));
            }
            return types;
        }
        if self.is(ty, |it| it.kind == SymbolKind::Enum) { vec![Typed::new(Type::instance(ty), Rule::ConstructorFlow)] } else { Vec::new() }
    }

    /// What a method of a value gives, by what the type of the value is made with.
    pub(super) fn result_of(&mut self, receiver: &Type, method: Ref) -> Vec<Typed> {
        let given = self.given(receiver, method);
        self.result_given(method, &given)
    }

    /// What a function returns where its type parameters stand for what is given.
    pub(super) fn result_given(&mut self, function: Ref, given: &Given) -> Vec<Typed> {
        let Some(file) = self.load(function.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(function.symbol) else { return Vec::new() };
        if it.kind == SymbolKind::Constructor
            && let Owner::Symbol(owner) = it.owner
        {
            let ty = Ref { file: function.file, symbol: owner };
            return vec![Typed::new(Type::instance(ty), Rule::ConstructorFlow)];
        }
        self.declared_given(function, given)
    }

    /// Methods of foreign wrappers and collections whose result the habits tell.
    fn foreign_call(&mut self, frame: &Frame, base: ExprId, name: &str, handed: Option<&[ExprId]>) -> Vec<Typed> {
        let viewed = self.viewed(frame, base, name);
        if !viewed.is_empty() {
            return viewed;
        }
        let habits = frame.file.habits();
        let converted = self.converted(frame, base, name);
        if !converted.is_empty() {
            return converted;
        }
        let known = &habits.foreign;
        let passes = known.passing.contains(&name);
        let turns = known.turns.iter().any(|(method, ..)| *method == name) || known.flattening.contains(&name);
        if !passes && !turns && !known.same.contains(&name) && !known.inner.contains(&name) {
            return Vec::new();
        }
        let mut types = Vec::new();
        let mut of_foreign = false;
        let receivers = self.types(frame, base);
        if self.is_of_own_bound(&receivers, name) {
            return types;
        }
        for typed in receivers {
            if let Type::Instance { ty, .. } = typed.ty
                && passes
                && (!known.passing_held.contains(&name) || self.iterated(&typed).is_empty())
                && !self.has_by_any_name(ty, name)
                && !self.behind(&typed, name).iter().any(|(it, _)| it.what.symbol().is_some())
            {
                merge(&mut types, [typed.clone().through(Rule::ReturnType)]);
                of_foreign = true;
                continue;
            }
            // What waits is not told apart from what it gives.
            if let Type::Instance { ty, .. } = typed.ty
                && habits.waits_unseen()
                && habits.holding.wrapper_members.contains(&name)
                && !self.has_by_any_name(ty, name)
            {
                merge(&mut types, [typed.clone().through(Rule::ReturnType)]);
                of_foreign = true;
                continue;
            }
            let sides = match typed.ty {
                Type::Instance { ty, .. } if self.has_by_any_name(ty, name) => {
                    // Of a union each type gives what it does.
                    let own = if habits.unions == Unions::Either { Vec::new() } else { self.given_by_own(&typed, ty, name) };
                    merge(&mut types, own);
                    continue;
                }
                _ => self.foreign_sides(&typed),
            };
            let given: Vec<Typed> = sides.iter().flat_map(|side| given_by_foreign(habits, side, name)).collect();
            of_foreign |= !given.is_empty();
            merge(&mut types, given);
        }
        if of_foreign && known.joining.contains(&name) {
            let is_collection = |typed: &Typed| match &typed.ty {
                Type::Foreign { name, .. } => habits.holding.collections.iter().any(|(collection, _)| collection == name),
                ty => matches!(ty, Type::Tuple(_)),
            };
            for other in handed.unwrap_or_default() {
                let joined = self.types(frame, *other);
                merge(&mut types, joined.into_iter().filter(is_collection));
            }
        }
        if of_foreign { types } else { Vec::new() }
    }

    /// What the methods of this name give that a type of the repository has.
    fn given_by_own(&mut self, typed: &Typed, ty: Ref, name: &str) -> Vec<Typed> {
        let mut types = Vec::new();
        for method in self.type_member(ty, name).into_iter().filter_map(|it| it.what.symbol()) {
            if self.is(method, |it| it.kind.is_callable()) {
                merge(&mut types, self.result_of(&typed.ty, method).into_iter().map(|it| it.through(typed.rule).through(Rule::ReturnType)));
            }
        }
        types
    }

    /// Whether a method gives what a collection holds, and nothing says what that is: `{}.get(key)` is no value of the language for that.
    fn gives_what_nobody_knows(&mut self, frame: &Frame, base: ExprId, name: &str) -> bool {
        let habits = frame.file.habits();
        if !habits.foreign.inner.contains(&name) && !habits.foreign.turns.iter().any(|(method, ..)| *method == name) {
            return false;
        }
        let is_open = |typed: &Typed| match &typed.ty {
            Type::Foreign { name, args } => side_of(habits, name).is_some_and(|side| args.get(side).is_none_or(is_unknown)),
            _ => false,
        };
        let types = self.types(frame, base);
        !types.is_empty() && types.iter().all(is_open)
    }

    /// What a value of an interface is turned into that says so by its argument: `from.into()` where `from: impl Into<Input>`.
    fn converted(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        let mut types = Vec::new();
        if !habits.foreign.converting.iter().any(|(method, _)| *method == name) {
            return types;
        }
        for typed in self.types(frame, base) {
            if let Type::Foreign { name: interface, args } = &typed.ty
                && habits.foreign.converting.contains(&(name, interface))
                && let Some(given) = args.first().filter(|given| !is_unknown(given))
            {
                merge(&mut types, [Typed::new(given.clone(), typed.rule).through(Rule::ReturnType)]);
            }
        }
        types
    }

    /// The type of a member that lies outside of the repository, where the habits know it: `Double.NaN`, what `x.toString` gives.
    pub(super) fn known_outside(&mut self, frame: &Frame, id: ExprId, found: &[Found]) -> Option<Typed> {
        let habits = frame.file.habits();
        let (known, array) = (habits.foreign.known_members, habits.arguments.array);
        if known.is_empty() || !found.iter().all(|it| it.what.is_outside()) {
            return None;
        }
        // What is named by itself is of every value, or of the type that it is imported from.
        let (base, holder, name) = match self.expr(frame, id) {
            Expr::Member { base, name } => (Some(*base), "", name.as_str()),
            Expr::Free(name) if habits.arguments.exact_arity && !found.is_empty() => (None, "Object", name.as_str()),
            Expr::Import(import) if habits.arguments.exact_arity && !found.is_empty() => {
                match frame.file.facts.import(*import).map(|it| &it.imported) {
                    Some(Imported::Item(item)) => item.rsplit_once('.').map(|(path, name)| (None, path.rsplit('.').next().unwrap_or(path), name))?,
                    _ => return None,
                }
            }
            _ => return None,
        };
        for (_, owner, ty) in sorted::under(known, name, |(member, ..)| *member) {
            let fits = match (*owner, base) {
                (owner, None) => owner == holder,
                (owner, Some(base)) => self.is_known_of(frame, base, owner, found),
            };
            if fits {
                let element = |linker: &mut Self| base.and_then(|base| linker.enumeration_of(frame, base)).map_or_else(Type::unknown, Type::instance);
                let ty = match (ty.strip_suffix("[]"), array) {
                    (Some(""), Some(array)) => Type::Foreign { name: Name::new_static(array), args: vec![element(self)].into() },
                    (Some(element), Some(array)) => {
                        Type::Foreign { name: Name::new_static(array), args: vec![Type::foreign(Name::new_static(element))].into() }
                    }
                    _ => Type::foreign(Name::new_static(ty)),
                };
                return Some(Typed::new(ty, Rule::ReturnType));
            }
        }
        None
    }

    /// Whether a member of a value or a type that lies outside is the one that the habits know of an owner.
    fn is_known_of(&mut self, frame: &Frame, base: ExprId, owner: &str, found: &[Found]) -> bool {
        let exact = frame.file.habits().arguments.exact_arity;
        match owner {
            // Those that go by their name alone are of values.
            "" => {
                let is_type = |it: &Found| it.what.name_outside().is_some_and(|name| names_type(name));
                // What is written out goes by the name of its type, and is a value.
                let is_literal = matches!(self.expr(frame, base), Expr::Literal(_));
                !found.is_empty() && (!exact || is_literal || !self.denote(frame, base).iter().any(is_type))
            }
            // Every type has the members of the topmost one.
            "Object" => true,
            ENUMERATION => self.enumeration_of(frame, base).is_some(),
            owner => self.denote(frame, base).iter().any(|it| match &it.what {
                Denotation::Builtin(name) => name == owner,
                // The simple name of a class tells it apart where the platform's are imported one by one.
                Denotation::External { name, .. } => exact && name.rsplit('.').next() == Some(owner),
                _ => false,
            }),
        }
    }

    /// The enumeration that a value is of, or that it is itself.
    fn enumeration_of(&mut self, frame: &Frame, id: ExprId) -> Option<Ref> {
        self.types(frame, id).into_iter().find_map(|typed| match typed.ty {
            Type::Instance { ty, .. } | Type::Object(ty) => self.enumeration(ty),
            _ => None,
        })
    }
}

/// What a method of a foreign type gives, or of a list that is written out, each part of which may be the one.
fn given_by_foreign(habits: &Habits, typed: &Typed, name: &str) -> Vec<Typed> {
    let known = &habits.foreign;
    let (outer, held) = match &typed.ty {
        // One part alone stands for a chain of iterators, and for what ends it too.
        Type::Tuple(parts) => (OPTION, parts.to_vec()),
        // Of what gives its members any name, a method is one of those.
        Type::Foreign { name, .. } if habits.holding.keyed == Some(name.as_str()) => return Vec::new(),
        Type::Foreign { name, args } => (name.as_str(), inner_type(habits, name, args).into_iter().collect()),
        // What may wrap it is not told apart from a value of another package.
        Type::External { .. } if known.giving_written.is_some() && known.passing.contains(&name) => return vec![typed.clone()],
        _ => return Vec::new(),
    };
    if known.flattening.contains(&name) {
        return flattened(habits, &held).map(|ty| Typed::new(ty, typed.rule)).into_iter().collect();
    }
    let turned = known.turns.iter().find(|(method, of, _)| *method == name && (of.is_empty() || of.contains(&outer)));
    if let Some((.., into)) = turned.filter(|_| side_of(habits, outer).is_some()) {
        return held.into_iter().map(|ty| typed.element(put_into(habits, ty, into))).collect();
    }
    if known.inner.contains(&name) && !held.is_empty() {
        return held.into_iter().map(|ty| typed.element(ty)).collect();
    }
    // What something else holds, or that it holds anything, nobody knows.
    match &typed.ty {
        Type::Foreign { name: outer, args } if known.keeps_first.contains(&name) => {
            let args = args.iter().take(1).cloned().collect();
            vec![Typed::new(Type::Foreign { name: outer.clone(), args }, typed.rule)]
        }
        Type::Tuple(_) => vec![typed.clone()],
        _ if known.same.contains(&name) => vec![typed.clone()],
        _ => Vec::new(),
    }
}
