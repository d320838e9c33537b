//! What methods of foreign types hand to the functions that they take, and what they make of the results.

use crate::base::key::KeyMap;
use crate::languages::semantics::{Construction, Habits, Mapping};
use crate::link::ask::Ref;
use crate::link::calls::callbacks::leads_to_repository;
use crate::link::eval::{Frame, Linker, any_defined};
use crate::link::generics::{Given, is_unknown};
use crate::link::outcome::rules::Rule;
use crate::link::types::parts::inner_type;
use crate::link::types::{Args, Type, Typed, merge};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, FUNCTION, METHOD, NOTHING};

/// Most sites that are asked what they put into one collection.
const MAX_FILLS: usize = 4;
/// The same where all of them must put the same.
const MAX_FILLS_ALIKE: usize = 16;

impl Linker<'_> {
    /// What the parameter `index`, counted from one, of a function is where the method of a foreign type takes it as its argument `place`.
    pub(in crate::link) fn handed_by_foreign(&mut self, frame: &Frame, place: ExprId, index: usize) -> Vec<Typed> {
        let Expr::Parameter { callee, index: argument } = *self.expr(frame, place) else { return Vec::new() };
        if (argument, index) == (0, 1) {
            let before = self.set_by(frame, callee);
            if !before.is_empty() {
                return before;
            }
        }
        let Expr::Member { base, ref name } = *self.expr(frame, self.without_arguments(frame, callee)) else { return Vec::new() };
        let habits = frame.file.habits();
        let is_failing = |(method, place, _): &&(&str, usize, &str)| method == name && *place == argument as usize;
        if let Some((.., wrapper)) = habits.callbacks.failing.iter().find(is_failing) {
            return if index == 1 { self.failed(frame, base, wrapper) } else { Vec::new() };
        }
        if (argument, index) == (1, 1) && habits.callbacks.accumulating.contains(&name.as_str()) {
            return self.started_with(frame, callee, base, name);
        }
        if !habits.callbacks.handing.contains(&(name.as_str(), index)) {
            return Vec::new();
        }
        let handing_entries =
            |outer: &str, name: &str| habits.callbacks.handing_entries.contains(&name) && habits.holding.collections.contains(&(outer, 1));
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let held = match &typed.ty {
                Type::Foreign { name: outer, args } if handing_entries(outer, name) => args.get(index - 1).cloned().into_iter().collect(),
                _ => self.held(habits, &typed, name),
            };
            merge(&mut types, held.into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    /// What a function sets that may be handed a function of what was there before.
    fn set_by(&mut self, frame: &Frame, callee: ExprId) -> Vec<Typed> {
        let foreign = &frame.file.habits().foreign;
        let Some([setter, action]) = foreign.setter else { return Vec::new() };
        if let Expr::Member { base, name } = self.expr(frame, callee) {
            let set = self.part_by(frame, *base, name, foreign.setting);
            if !set.is_empty() {
                return set;
            }
        }
        let held = |ty: &Type, outer: &str| match ty {
            Type::Foreign { name, args } if name == outer => args.first().cloned(),
            _ => None,
        };
        let mut types = Vec::new();
        for typed in self.types(frame, callee) {
            let set = held(&typed.ty, setter).and_then(|taken| held(&taken, action)).filter(|ty| !is_unknown(ty));
            merge(&mut types, set.iter().flat_map(Type::parts).map(|ty| Typed::new(ty.clone(), typed.rule)));
        }
        types
    }

    /// What the foreign method `callee` starts with that hands the function it takes what this gave before: `fold(Sum::new(), |sum, it| …)`. A plain number is
    /// of whatever type the function wants, and what is empty tells nothing.
    fn started_with(&mut self, frame: &Frame, callee: ExprId, base: ExprId, name: &str) -> Vec<Typed> {
        if !self.has_from_outside(frame, base, name) {
            return Vec::new();
        }
        let Some(start) = self.arguments(callee).first().copied() else { return Vec::new() };
        let mut types = self.types(frame, start);
        types.retain(|typed| leads_to_repository(&typed.ty));
        types
    }

    /// Whether a value is of known types none of which defines a method of this name itself.
    fn has_from_outside(&mut self, frame: &Frame, base: ExprId, name: &str) -> bool {
        let receivers = self.types(frame, base);
        !receivers.is_empty() && !receivers.iter().any(|typed| matches!(typed.ty, Type::Instance { ty, .. } if self.has_own(ty, name)))
    }

    /// What calling such a method gives: what it starts with, else what the function gives.
    fn folded(&mut self, frame: &Frame, callee: ExprId, base: ExprId, name: &str) -> Vec<Typed> {
        let started = self.started_with(frame, callee, base, name);
        if !started.is_empty() {
            return started.into_iter().map(|typed| typed.through(Rule::ReturnType)).collect();
        }
        let is_foreign = self.has_from_outside(frame, base, name);
        let Some(function) = self.arguments(callee).get(1).copied().filter(|_| is_foreign) else { return Vec::new() };
        let mut given = self.given_by(frame, function);
        given.retain(|typed| leads_to_repository(&typed.ty));
        given.into_iter().map(|typed| typed.through(Rule::ReturnType)).collect()
    }

    /// What failed of values of a foreign type that holds either that or something else.
    fn failed(&mut self, frame: &Frame, base: ExprId, wrapper: &str) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            if let Type::Foreign { name, args } = &typed.ty
                && name == wrapper
                && let [_, failed] = &args[..]
            {
                merge(&mut types, [typed.element(failed.clone())]);
            }
        }
        types
    }

    /// What a value holds that has a foreign method of this name.
    fn held(&mut self, habits: &Habits, typed: &Typed, method: &str) -> Vec<Type> {
        match &typed.ty {
            Type::Foreign { name, args } => inner_type(habits, name, args).into_iter().collect(),
            Type::Tuple(parts) => parts.to_vec(),
            Type::External { package, .. } => vec![Type::outside(package)],
            Type::Instance { ty, args } if !self.has_own(*ty, method) => {
                let mut elements = self.iterated(typed);
                if let Some(Type::Foreign { name, args }) = self.foreign_base(*ty, args).filter(|_| elements.is_empty()) {
                    elements.extend(inner_type(habits, &name, &args));
                }
                // A wrapper is not always told apart from what it holds.
                if elements.is_empty() { vec![typed.ty.clone()] } else { elements }
            }
            _ => Vec::new(),
        }
    }

    /// What calling a foreign method gives that maps what its receiver holds by the function it takes.
    pub(in crate::link) fn mapped(&mut self, frame: &Frame, callee: ExprId, base: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        if habits.callbacks.folding.contains(&name) && frame.in_body {
            return self.folded(frame, callee, base, name);
        }
        let Some((_, mapping)) = habits.callbacks.mapping.iter().find(|(method, _)| *method == name).filter(|_| frame.in_body) else {
            return Vec::new();
        };
        let arguments = self.arguments(callee);
        // What takes no function takes apart what is held as it is (`flatten`).
        let is_bare = arguments.is_empty() && *mapping == Mapping::Elements;
        let hands_on = *mapping == Mapping::Held && arguments.iter().any(|argument| self.hands_on(frame, *argument));
        let arguments = arguments.into_iter().rev().filter(|_| !hands_on);
        let given = arguments.map(|argument| self.given_by(frame, argument)).find(|it| !it.is_empty());
        if given.is_none() && !is_bare && !hands_on {
            return Vec::new();
        }
        let mut types = Vec::new();
        for receiver in self.types(frame, base) {
            let results = match &given {
                Some(results) => results.clone(),
                None => self.held(habits, &receiver, name).into_iter().map(|ty| receiver.element(ty)).collect(),
            };
            let collection = match &receiver.ty {
                Type::Foreign { name, .. } if habits.holding.wrappers.contains(&name.as_str()) => Some(name.clone()),
                Type::Foreign { name, .. } if habits.holding.collections.iter().any(|(collection, _)| *collection == name) => {
                    Some(habits.callbacks.mapped.into())
                }
                Type::Tuple(_) => Some(habits.callbacks.mapped.into()),
                Type::Instance { ty, .. } if habits.callbacks.handed_by.is_some() && !self.has_own(*ty, name) => {
                    if self.iterated(&receiver).is_empty() { None } else { Some(habits.callbacks.mapped.into()) }
                }
                _ => continue,
            };
            let is_list = |name: &str| habits.holding.collections.contains(&(name, 0));
            for typed in results {
                let held = match (mapping, &typed.ty) {
                    (Mapping::Unwrapped, Type::Foreign { name, args }) if habits.holding.wrappers.contains(&name.as_str()) => args.first().cloned(),
                    // Where it may give a list or what goes into one, what is no list goes in.
                    (Mapping::Elements, Type::Foreign { name, .. }) if habits.waits_unseen() && !is_list(name) => Some(typed.ty.clone()),
                    (Mapping::Elements, Type::Instance { .. }) if habits.waits_unseen() => Some(typed.ty.clone()),
                    (Mapping::Elements, Type::Tuple(parts)) if habits.waits_unseen() => {
                        let parts = parts.iter().map(|part| Typed::new(part.clone(), typed.rule)).collect();
                        Some(Type::one_of(parts, habits.unions)).filter(|held| !is_unknown(held))
                    }
                    (Mapping::Elements, Type::Foreign { name, args }) => inner_type(habits, name, args),
                    (Mapping::Elements, _) => self.iterated(&typed).into_iter().next(),
                    _ => Some(typed.ty.clone()),
                };
                let Some(held) = held else { continue };
                let ty = match &collection {
                    Some(name) if *mapping != Mapping::Plain => Type::Foreign { name: name.clone(), args: vec![held].into() },
                    _ => held,
                };
                merge(&mut types, [Typed::new(ty, typed.rule.weaker(receiver.rule)).through(Rule::ReturnType)]);
            }
        }
        types
    }

    /// Whether a function from outside that is handed over gives what it takes: `map(Clone::clone)`.
    fn hands_on(&mut self, frame: &Frame, argument: ExprId) -> bool {
        let Expr::Member { ref name, .. } = *self.expr(frame, argument) else { return false };
        if !frame.file.habits().foreign.passing.contains(&name.as_str()) {
            return false;
        }
        let found = self.denote(frame, argument);
        !found.is_empty() && found.iter().all(|it| it.what.is_outside())
    }

    /// A value of a type, by a function that derives and foreign interfaces add to it.
    pub(in crate::link) fn derived(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        if !frame.file.habits().foreign.derived.contains(&name) {
            return Vec::new();
        }
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            if let Type::Object(ty) = typed.ty
                && !self.has_own(ty, name)
            {
                // Of an alias it is the type behind it that has the function, or is given it.
                let behind = self.instances_of_symbol(ty, &Args::default()).into_iter().filter(|it| matches!(it.ty, Type::Instance { .. }));
                merge(&mut types, behind.map(|it| it.through(typed.rule).through(Rule::ConstructorFlow)));
            }
        }
        types
    }

    /// What a collection holds that a variable of the linked file was given empty, by what is put into it.
    pub(in crate::link) fn filled(&mut self, frame: &Frame, local: u32) -> Vec<Typed> {
        let habits = frame.file.habits();
        let Some([value]) = self.body.local(local).map(|it| it.values.as_slice()).filter(|_| !habits.foreign.filling.is_empty()) else {
            return Vec::new();
        };
        let Some((collection, held)) = self.built_empty(frame, *value) else { return Vec::new() };
        if habits.foreign.filled_alike {
            return self.briefly(|linker| linker.filled_alike(frame, local, collection, held));
        }
        for put in self.fills(local) {
            let Some(parts) = self.body.sites.get(put as usize).map(|site| site.args.as_slice()) else { continue };
            let Some(parts) = parts.len().checked_sub(held + 1).and_then(|from| parts.get(from..)) else { continue };
            let args: Vec<Type> = parts.iter().map(|part| self.first_type(frame, *part)).collect();
            if !args.last().is_none_or(is_unknown) {
                return vec![Typed::new(Type::Foreign { name: (*collection).into(), args: args.into() }, Rule::ConstructorFlow)];
            }
        }
        Vec::new()
    }

    /// The collection that a value is built as with nothing in it, and which of its arguments says what it holds.
    fn built_empty(&mut self, frame: &Frame, value: ExprId) -> Option<(&'static str, usize)> {
        let habits = frame.file.habits();
        let collection = |name: &str| habits.holding.collections.iter().find(|(collection, _)| *collection == name).copied();
        let named = match *self.expr(frame, value) {
            Expr::Literal(ref name) => return collection(name).filter(|_| habits.foreign.filled_alike),
            Expr::Call { callee } => match *self.expr(frame, callee) {
                Expr::Member { base, .. } if !habits.foreign.filled_alike => base,
                _ if habits.foreign.filled_alike && habits.classes.construction == Construction::Call => {
                    self.call_of(callee).filter(|site| site.arg_count == Some(0))?;
                    callee
                }
                _ => return None,
            },
            Expr::Instance { ty, built: true } if habits.foreign.filled_alike => {
                let ty = self.named_alone(frame, ty);
                self.call_of(ty).filter(|site| site.arg_count == Some(0))?;
                ty
            }
            _ => return None,
        };
        self.denote(frame, named).iter().find_map(|found| collection(found.what.name_outside()?))
    }

    /// The type that is built, without arguments that tell nothing.
    fn named_alone(&self, frame: &Frame, ty: ExprId) -> ExprId {
        match self.expr(frame, ty) {
            Expr::Apply { base, args } if args.iter().all(|it| matches!(self.expr(frame, *it), Expr::Unknown)) => *base,
            _ => ty,
        }
    }

    /// What such a collection holds where all that is put into it is of one known type.
    fn filled_alike(&mut self, frame: &Frame, local: u32, collection: &'static str, held: usize) -> Vec<Typed> {
        let mut told: Option<Vec<Type>> = None;
        let fills = self.fills(local);
        // What a parameter holds callers say.
        if fills.len() >= MAX_FILLS_ALIKE || self.body.local(local).is_none_or(|it| it.parameter_of.is_some()) {
            return Vec::new();
        }
        for put in fills {
            let parts = self.body.sites.get(put as usize).map_or(&[][..], |site| site.args.as_slice());
            // A list takes any number of elements at once, a map a key and a value.
            if parts.is_empty() || (held > 0 && parts.len() != held + 1) {
                return Vec::new();
            }
            for each in parts.chunks(held + 1) {
                let args: Vec<Type> = each.iter().map(|part| self.first_type(frame, *part)).collect();
                let alike = told.as_ref().is_none_or(|told| told.last() == args.last());
                if !alike || args.last().is_none_or(is_unknown) {
                    return Vec::new();
                }
                told = told.or(Some(args));
            }
        }
        told.map(|args| Typed::new(Type::Foreign { name: collection.into(), args: args.into() }, Rule::ConstructorFlow)).into_iter().collect()
    }

    /// The sites of the linked file that put something into what a variable holds.
    fn fills(&mut self, local: u32) -> Vec<u32> {
        let (body, filling) = (self.body, self.own.habits().foreign.filling);
        let filled = self.memo.filled.get_or_insert_with(|| {
            let mut filled: KeyMap<u32, Vec<u32>> = KeyMap::default();
            for (site, index) in body.sites.iter().zip(0u32..).filter(|(site, _)| site.role == Role::Call) {
                if let Some(Expr::Member { base, name }) = body.expr(site.target)
                    && filling.contains(&name.as_str())
                    && let Some(Expr::Local(local)) = body.expr(*base)
                {
                    filled.entry(*local).or_default().push(index);
                }
            }
            filled
        });
        let most = if self.own.habits().foreign.filled_alike { MAX_FILLS_ALIKE } else { MAX_FILLS };
        filled.get(&local).map(|sites| sites.iter().copied().take(most).collect()).unwrap_or_default()
    }

    /// What a function gives that is handed over: a closure, or one that is named.
    pub(super) fn given_by(&mut self, frame: &Frame, argument: ExprId) -> Vec<Typed> {
        if let Some(result) = self.result_of_closure(frame, argument) {
            return self.types(frame, result);
        }
        let built = frame.file.habits().classes.construction == Construction::Call;
        let named = self.given_by_method(frame, argument);
        if !named.is_empty() {
            return named;
        }
        let mut given = Vec::new();
        for typed in self.types(frame, argument) {
            let results = match typed.ty {
                Type::Callable(function) => self.result_given(function, &Given::new()),
                Type::Object(ty) if built => vec![Typed::new(Type::instance(ty), Rule::ConstructorFlow)],
                Type::External { .. } | Type::Foreign { .. } => self.of_named_type(frame, argument),
                _ => Vec::new(),
            };
            merge(&mut given, results.into_iter().map(|it| it.through(typed.rule)));
        }
        given
    }

    /// What a closure gives that is written as an argument.
    pub(in crate::link) fn result_of_closure(&self, frame: &Frame, argument: ExprId) -> Option<ExprId> {
        let Expr::Apply { base, args } = self.expr(frame, argument) else { return None };
        let Expr::Literal(mark) = self.expr(frame, *base) else { return None };
        if mark == METHOD {
            // Of methods that are named it is asked what they give, of constructors it is told.
            return args.first().copied().filter(|built| matches!(self.expr(frame, *built), Expr::Instance { .. }));
        }
        let is_function = mark == FUNCTION;
        let is_nothing = |given: &ExprId| matches!(self.expr(frame, *given), Expr::Literal(name) if name == NOTHING);
        // Where the types of what it takes stand behind it, what it gives may not be told.
        let is_open = |given: &ExprId| args.len() > 1 && matches!(self.expr(frame, *given), Expr::Unknown);
        let gives = |given: &ExprId| !(is_nothing(given) || is_open(given) && frame.file.habits().declarations_merge);
        args.first().copied().filter(|given| is_function && gives(given))
    }

    /// What a value of the repository's own type gives as an iterator.
    pub(in crate::link) fn iterated(&mut self, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let Some((interface, member)) = self.load(ty.file).and_then(|file| file.habits().callbacks.handed_by) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for way in self.ways(ty, interface, member) {
            found.extend(self.result_of(&typed.ty, way).into_iter().map(|it| it.ty));
        }
        found
    }

    /// Whether a type of the repository has a member of this name itself.
    pub(in crate::link) fn has_own(&mut self, ty: Ref, name: &str) -> bool {
        any_defined(&self.type_member(ty, name))
    }
}
