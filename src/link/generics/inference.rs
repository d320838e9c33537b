//! What type parameters of a function stand for by the arguments of a call.

use super::{Given, is_unknown, mentions_handed, mentions_parameters};
use crate::base::Name;
use crate::base::key::KeyMap;
use crate::languages::semantics::{Overriding, Unions};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::types::arithmetic::as_object;
use crate::link::types::{Args, Type, Typed};
use crate::shard::body::{Role, Site};
use crate::shard::expr::{CLASS, Expr, ExprId, FUNCTION};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// Arguments that are looked at.
const MAX_ARGUMENTS: usize = 8;
/// How deep the types of parameters are looked into.
const MAX_DEPTH: u32 = 8;

/// The calls of the linked file: index into `Body::sites` by what is called.
pub(in crate::link) type Calls = KeyMap<u32, u32>;

impl<'w> Linker<'w> {
    /// What is given for a call of `function`, and what its arguments add. Known are the arguments of the linked file, and those that facts
    /// write down with a call (`handed`).
    pub(in crate::link) fn inferred(&mut self, frame: &Frame, callee: ExprId, function: Ref, given: &Given, handed: Option<&[ExprId]>) -> Given {
        let is_shown = frame.in_body || handed.is_some() || self.receiver_taken(frame, callee, function).is_some();
        let Some(file) = self.load(function.file).filter(|_| is_shown) else { return given.clone() };
        let Some(it) = file.facts.symbol(function.symbol) else { return given.clone() };
        // What is given without a word of what it is may be of them all the same.
        let told = it.ty.or(it.value).is_some_and(|told| mentions_parameters(&file.facts, told, 0));
        if told || it.value.is_some_and(|value| mentions_handed(&file.facts, value, 0)) {
            self.shown(frame, callee, function, given, handed, MAX_ARGUMENTS)
        } else {
            given.clone()
        }
    }

    /// What is given, and what the arguments of a call add, whatever the function gives. Of functions that are handed over the first `heard` arguments alone
    /// tell: what one takes must not be asked of what it gives.
    pub(in crate::link) fn shown(
        &mut self,
        frame: &Frame,
        callee: ExprId,
        function: Ref,
        given: &Given,
        handed: Option<&[ExprId]>,
        heard: usize,
    ) -> Given {
        let mut given = given.clone();
        let Some(file) = self.load(function.file) else { return given };
        let Some(it) = file.facts.symbol(function.symbol) else { return given };
        let inside = Frame::facts(&file, function.symbol);
        let own = |linker: &mut Self| if frame.in_body { linker.arguments(callee) } else { Vec::new() };
        let mut arguments = handed.map_or_else(|| own(self), <[ExprId]>::to_vec);
        if let Some(receiver) = self.receiver_taken(frame, callee, function) {
            arguments.insert(0, receiver);
        }
        if let ([call], true) = (arguments.as_slice(), it.params.len() > 1 && file.habits().method_sets) {
            self.spread(frame, *call, (&inside, it), &mut given);
        }
        for (index, argument) in arguments.into_iter().take(MAX_ARGUMENTS).enumerate() {
            let last = it.params.len().saturating_sub(1);
            let listed = it.flags.has(Flags::VARIADIC) && index >= last && file.habits().arguments.array.is_some();
            let Some(ty) = it.params.get(if listed { last } else { index }).and_then(|param| param.ty) else { continue };
            if !mentions_parameters(&file.facts, ty, 0) || index >= heard && self.result_of_closure(frame, argument).is_some() {
                continue;
            }
            let ty = if listed { self.met_one_by_one(frame, argument, (&inside, ty)) } else { ty };
            self.told_by_argument(frame, argument, (&inside, ty), &mut given);
        }
        self.told_by_bounds(&inside, &it.generics, &mut given);
        given
    }

    /// The type that an argument of a list is met by: that of what the list holds, unless the argument is the list.
    fn met_one_by_one(&mut self, frame: &Frame, argument: ExprId, (inside, ty): (&Frame, ExprId)) -> ExprId {
        let Expr::Apply { args, .. } = self.expr(inside, ty) else { return ty };
        let Some(held) = args.first().copied() else { return ty };
        let array = inside.file.habits().arguments.array;
        let is_list = |typed: &Typed| matches!(&typed.ty, Type::Foreign { name, .. } if Some(name.as_str()) == array);
        if self.types(frame, argument).iter().any(is_list) { ty } else { held }
    }

    /// Notes what the parameters that a type mentions stand for where a value is handed over for it.
    fn told_by_argument(&mut self, frame: &Frame, argument: ExprId, (inside, ty): (&Frame, ExprId), given: &mut Given) {
        let closure = self.result_of_closure(frame, argument);
        // Of several types what is a function is taken for that one among them.
        let of_functions = match self.expr(inside, ty) {
            Expr::AnyOf(parts) if closure.is_some() => parts.as_slice(),
            _ => std::slice::from_ref(&ty),
        };
        let mut told = false;
        if let Some(result) = self.given_by_functional(inside, ty, 0) {
            let types = self.results_handed(frame, (argument, closure));
            self.unify(inside, result, &types, given, 0);
            told = !types.is_empty() && !matches!(self.expr(inside, ty), Expr::Generic { .. });
        }
        for part in of_functions.iter().take(MAX_ARGUMENTS) {
            if let Some((taken, types)) = self.told_by_result(frame, (argument, closure), inside, *part) {
                self.unify(inside, taken, &types, given, 0);
                told = true;
            }
        }
        if !told {
            let types = self.types(frame, argument);
            self.unify(inside, ty, &types, given, 0);
        }
    }

    /// Of a function that is handed over where one is asked for it is the result that tells: what stands for that in the type of the parameter, and what it is.
    fn told_by_result(
        &mut self,
        frame: &Frame,
        (argument, closure): (ExprId, Option<ExprId>),
        inside: &Frame,
        ty: ExprId,
    ) -> Option<(ExprId, Vec<Typed>)> {
        let Expr::Apply { base, ref args } = *self.expr(inside, ty) else { return None };
        if matches!(self.expr(inside, base), Expr::Literal(name) if name == FUNCTION) {
            let types = match closure {
                Some(result) => self.types(frame, result),
                None => self.results_of_named(frame, argument),
            };
            return Some((*args.first()?, types));
        }
        if let Some(result) = closure.filter(|_| self.gives_last(inside, base)) {
            return Some((*args.last()?, self.types(frame, result)));
        }
        // An interface of the repository whose one method gives what one of its arguments is.
        let is_named = closure.is_none() && self.is_method_named(frame, argument);
        let at = if closure.is_some() || is_named { self.given_by_interface(inside, base) } else { None };
        let taken = *args.get(at?)?;
        let types = match closure {
            Some(result) => self.types(frame, result),
            None => self.results_of_named(frame, argument),
        };
        Some((taken, types))
    }

    /// Which of its arguments the one method without a body gives that an interface of the repository has, where functions are handed over as values of such.
    fn given_by_interface(&mut self, frame: &Frame, base: ExprId) -> Option<usize> {
        if frame.file.habits().callbacks.functional.is_empty() {
            return None;
        }
        for found in self.denote(frame, base) {
            let Some(interface) = found.what.symbol() else { continue };
            let Some(method) = self.function_of_interface(interface) else { continue };
            let file = self.load(interface.file)?;
            let name = match file.facts.expr(file.facts.symbol(method.symbol)?.ty?)? {
                Expr::Generic { name, .. } => name.clone(),
                _ => return None,
            };
            return file.facts.symbol(interface.symbol)?.generics.iter().position(|generic| generic.name == name);
        }
        None
    }

    /// The same of what a call of several results hands over, one to each parameter: `must(open())` (The Go Programming Language Specification, Calls).
    fn spread(&mut self, frame: &Frame, call: ExprId, (inside, function): (&Frame, &Symbol), given: &mut Given) {
        for typed in self.types(frame, call) {
            let Type::Tuple(parts) = typed.ty else { continue };
            for (param, part) in function.params.iter().zip(parts.iter()) {
                if let Some(ty) = param.ty.filter(|ty| mentions_parameters(&inside.file.facts, *ty, 0)) {
                    self.unify(inside, ty, &[Typed::new(part.clone(), typed.rule)], given, 0);
                }
            }
        }
    }

    /// Values that `new` builds, with what the arguments there show of their type parameters where none are written.
    pub(in crate::link) fn built_from(&mut self, frame: &Frame, ty: ExprId, mut types: Vec<Typed>) -> Vec<Typed> {
        let (ty, handed) = self.class_built(frame, ty);
        let (callee, is_written) = match *self.expr(frame, ty) {
            Expr::Apply { base, ref args } => (base, !args.is_empty()),
            _ => (ty, false),
        };
        if let Some(fields) = handed.filter(|_| frame.file.habits().fields_in_brackets) {
            return self.written_out(frame, callee, types, fields);
        }
        for typed in &mut types {
            if let Type::Instance { ty, args } = &mut typed.ty
                && (!is_written || args.iter().all(is_unknown))
            {
                let shown = self.built_with(frame, callee, *ty, &[], handed);
                // What nothing is handed to tells of cannot be anything but what it is by itself.
                if !shown.is_empty() || !frame.in_body || !self.arguments(callee).is_empty() {
                    *args = shown.into();
                }
            }
        }
        types.into_iter().map(|it| it.through(Rule::ConstructorFlow)).collect()
    }

    /// What the type parameters of a class stand for in a value that a call of it builds: types that are written for them, else what the arguments of its
    /// constructor show. None where nothing shows.
    pub(in crate::link) fn built_with(
        &mut self,
        frame: &Frame,
        callee: ExprId,
        class: Ref,
        written: &[ExprId],
        handed: Option<&[ExprId]>,
    ) -> Vec<Type> {
        let Some(file) = self.load(class.file) else { return Vec::new() };
        self.asker.looked_at(&file, class.symbol);
        if file.facts.symbol(class.symbol).is_none_or(|it| it.generics.is_empty()) {
            return Vec::new();
        }
        if !written.is_empty() {
            return written.iter().map(|ty| self.first_instance(frame, *ty)).collect();
        }
        if !frame.in_body && handed.is_none() {
            return Vec::new();
        }
        if file.habits().fields_in_brackets {
            return self.told_in_order(frame, class, Args::default(), callee, handed).to_vec();
        }
        self.shown_by_constructors(class, |linker, constructor| linker.shown(frame, callee, constructor, &Given::new(), handed, usize::MAX))
    }

    /// What the type parameters of a class stand for by what is shown for the parameters of its constructor. None where nothing is.
    pub(in crate::link) fn shown_by_constructors(&mut self, class: Ref, shown: impl Fn(&mut Self, Ref) -> Given) -> Vec<Type> {
        let Some(file) = self.load(class.file) else { return Vec::new() };
        self.asker.looked_at(&file, class.symbol);
        let generics = file.facts.symbol(class.symbol).map(|it| it.generics.as_slice()).unwrap_or_default();
        for constructor in if generics.is_empty() { Vec::new() } else { self.constructors(class) } {
            let given = shown(self, constructor);
            let given = self.shown_above(class, constructor, given);
            let stands_for = |name: &Name| given.iter().find(|(known, _)| known == name).map(|(_, ty)| ty.clone());
            let args: Vec<Type> = generics.iter().map(|generic| stands_for(&generic.name).unwrap_or_else(Type::unknown)).collect();
            if args.iter().any(|ty| !is_unknown(ty)) {
                return args;
            }
        }
        Vec::new()
    }

    /// What is shown for the parameters of a type above a class whose constructor it has, as what the parameters of the class stand for.
    fn shown_above(&mut self, class: Ref, constructor: Ref, given: Given) -> Given {
        let holder = self.about(constructor, |it| it.owner);
        let Some(Owner::Symbol(symbol)) = holder.filter(|_| !given.is_empty()) else { return given };
        let holder = Ref { file: constructor.file, symbol };
        let Some(file) = self.load(class.file).filter(|_| holder != class) else { return given };
        let Some(generics) = self.about(holder, |it| it.generics.clone()).filter(|generics| !generics.is_empty()) else { return given };
        let stands_for = |name: &Name| given.iter().find(|(known, _)| known == name).map_or_else(Type::unknown, |(_, ty)| ty.clone());
        let args = generics.iter().map(|generic| stands_for(&generic.name)).collect();
        let above = Typed::new(Type::Instance { ty: holder, args }, Rule::ConstructorFlow);
        let inside = Frame::facts(&file, class.symbol);
        let mut own = Given::new();
        for supertype in file.facts.symbol(class.symbol).map(|it| it.supertypes.as_slice()).unwrap_or_default().iter().take(MAX_ARGUMENTS) {
            self.unify(&inside, supertype.ty, std::slice::from_ref(&above), &mut own, 0);
        }
        own
    }

    /// What the one function gives that is handed over by its name, where that does not depend on what it takes.
    fn results_of_named(&mut self, frame: &Frame, argument: ExprId) -> Vec<Typed> {
        let named = self.given_by_method(frame, argument);
        if !named.is_empty() {
            return named;
        }
        let types = self.types(frame, argument);
        let [Typed { ty: Type::Callable(function), rule }] = types.as_slice() else { return Vec::new() };
        let is_plain = self.is(*function, |it| it.generics.is_empty() && it.kind != SymbolKind::Constructor);
        if is_plain { self.result_given(*function, &Given::new()).into_iter().map(|it| it.through(*rule)).collect() } else { Vec::new() }
    }

    /// Whether a foreign type is that of functions, with what they give as its last argument.
    pub(in crate::link) fn gives_last(&mut self, frame: &Frame, base: ExprId) -> bool {
        let functions = frame.file.habits().functions;
        let is_one = |it: &Found| it.what.name_outside().is_some_and(|name| functions.contains(&name.as_str()));
        !functions.is_empty() && self.denote(frame, base).iter().any(is_one)
    }

    /// The arguments of the call of `callee` in the linked file.
    pub(in crate::link) fn arguments(&mut self, callee: ExprId) -> Vec<ExprId> {
        self.call_of(callee).map(|site| site.args.clone()).unwrap_or_default()
    }

    /// The call of `callee` in the linked file.
    pub(in crate::link) fn call_of(&mut self, callee: ExprId) -> Option<&'w Site> {
        let body = self.body;
        let calls = self.calls.get_or_insert_with(|| {
            let calls = (0u32..).zip(&body.sites).filter(|(_, site)| matches!(site.role, Role::Call | Role::Decorator) && site.arg_count.is_some());
            calls.map(|(index, site)| (site.target.0, index)).collect()
        });
        calls.get(&callee.0).and_then(|index| body.sites.get(*index as usize))
    }

    /// Notes what the parameters that a type mentions stand for in a value of one of these types. What is given already stays.
    pub(in crate::link) fn unify(&mut self, frame: &Frame, ty: ExprId, types: &[Typed], given: &mut Given, depth: u32) {
        if depth > MAX_DEPTH || !self.step() {
            return;
        }
        match *self.expr(frame, ty) {
            Expr::Generic { ref name, ref bounds } => {
                let habits = frame.file.habits();
                let all = self.all_bounds(types, habits);
                let told = types.len() == 1 || habits.unions == Unions::Each || all.is_some();
                if told && !given.iter().any(|(known, _)| known == name) {
                    let ty = all.unwrap_or_else(|| Type::one_of(types.to_vec(), habits.unions));
                    // Only what is to be a text, or the name of a member, stands for the very one that is handed over.
                    let ty = if bounds.is_empty() { ty.widened() } else { ty };
                    given.push((name.clone(), as_object(&frame.file.habits().arguments.arithmetic, ty)));
                    given.retain(|(_, ty)| !is_unknown(ty));
                }
            }
            Expr::AnyOf(ref parts) => {
                // A bare parameter is whatever the others are not (`T | T[]`).
                let is_bare = |part: &&ExprId| matches!(self.expr(frame, **part), Expr::Generic { .. });
                let (bare, others): (Vec<&ExprId>, Vec<&ExprId>) = parts.iter().take(MAX_ARGUMENTS).partition(is_bare);
                for part in others.into_iter().chain(bare) {
                    self.unify(frame, *part, types, given, depth + 1);
                }
            }
            Expr::Apply { base, ref args } => {
                let [typed] = types else { return };
                let aliased = self.behind_alias(frame, base, typed, depth);
                let parts = if aliased.is_empty() { self.parts_given(frame, base, &typed.ty, args.len()) } else { aliased };
                for (arg, part) in args.iter().zip(parts) {
                    self.unify(frame, *arg, &[Typed::new(part, typed.rule)], given, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// The arguments with which a type is what the generic alias `base` stands for, or what the signatures of an interface of that name spell.
    fn behind_alias(&mut self, frame: &Frame, base: ExprId, typed: &Typed, depth: u32) -> Vec<Type> {
        for found in self.denote(frame, base) {
            let Denotation::Symbol(alias) = found.what else { continue };
            let Some(file) = self.load(alias.file) else { continue };
            self.asker.looked_at(&file, alias.symbol);
            let Some(it) = file.facts.symbol(alias.symbol) else { continue };
            let is_alias = match it.kind {
                SymbolKind::TypeAlias => true,
                SymbolKind::Interface => !matches!(typed.ty, Type::Instance { .. }),
                _ => false,
            };
            let Some(ty) = it.ty.filter(|_| is_alias && !it.generics.is_empty()) else { continue };
            let mut given = Given::new();
            self.unify(&Frame::facts(&file, alias.symbol), ty, std::slice::from_ref(typed), &mut given, depth + 1);
            let stands_for = |name: &Name| given.iter().find(|(known, _)| known == name).map_or_else(Type::unknown, |(_, ty)| ty.clone());
            return it.generics.iter().map(|it| stands_for(&it.name)).collect();
        }
        Vec::new()
    }

    /// The `count` arguments with which a type is the generic type `base`.
    fn parts_given(&mut self, frame: &Frame, base: ExprId, ty: &Type, count: usize) -> Vec<Type> {
        if let (Expr::Free(name) | Expr::Literal(name), Type::Object(class)) = (self.expr(frame, base), ty)
            && name == CLASS
        {
            return vec![Type::instance(*class)];
        }
        let habits = frame.file.habits();
        for found in self.denote(frame, base) {
            match (found.what, ty) {
                (Denotation::Symbol(generic), Type::Instance { ty, args }) => return self.arguments_above(*ty, args, generic, 0),
                (Denotation::Builtin(name) | Denotation::External { name, .. }, Type::Foreign { name: outer, args }) if name == *outer => {
                    // What a function takes may be left open, and what it gives stands last.
                    let open = if habits.functions.contains(&name.as_str()) { count.saturating_sub(args.len()) } else { 0 };
                    return std::iter::repeat_n(Type::unknown(), open).chain(args.iter().cloned()).collect();
                }
                // Pointers of the library are read as what they point to.
                (Denotation::Builtin(name) | Denotation::External { name, .. }, _)
                    if habits.overriding == Overriding::Conformance && habits.holding.transparent.contains(&name.as_str()) =>
                {
                    return vec![ty.clone()];
                }
                // What waits is not told apart from what it gives.
                (Denotation::Builtin(name), _) if habits.waits_unseen() && habits.holding.wrappers.contains(&name.as_str()) => {
                    return match ty {
                        Type::Foreign { name, args } if habits.holding.wrappers.contains(&name.as_str()) => args.to_vec(),
                        ty => vec![ty.clone()],
                    };
                }
                (Denotation::Builtin(name) | Denotation::External { name, .. }, Type::Foreign { name: function, args })
                    if function == FUNCTION && habits.functions.contains(&name.as_str()) =>
                {
                    let mut parts = vec![Type::unknown(); count.saturating_sub(1)];
                    parts.extend(args.first().cloned());
                    return parts;
                }
                // Whoever takes a collection of some kind takes one of another kind that is told apart by the same of its arguments.
                (Denotation::Builtin(name) | Denotation::External { name, .. }, Type::Foreign { name: outer, args }) => {
                    let side = |wanted: &str| habits.holding.collections.iter().find(|(known, _)| *known == wanted).map(|(_, side)| *side);
                    if side(&name).is_some() && side(&name) == side(outer) {
                        return args.to_vec();
                    }
                }
                (Denotation::Builtin(name) | Denotation::External { name, .. }, Type::Tuple(parts)) => {
                    let alike = parts.windows(2).all(|pair| pair[0] == pair[1]);
                    if habits.holding.collections.contains(&(name.as_str(), 0)) && alike {
                        return parts.iter().take(1).cloned().collect();
                    }
                }
                (Denotation::Builtin(name), Type::Callable(function)) if name == FUNCTION => {
                    return vec![Type::one_of(self.result_given(*function, &Given::new()), habits.unions)];
                }
                // Of a function it is what it gives that stands last, of a class what building one gives.
                (Denotation::Builtin(name) | Denotation::External { name, .. }, Type::Object(_) | Type::Callable(_))
                    if habits.functions.contains(&name.as_str()) =>
                {
                    let given = match ty {
                        Type::Callable(function) => Some(Type::one_of(self.result_given(*function, &Given::new()), habits.unions)),
                        Type::Object(class) => Some(Type::instance(*class)),
                        _ => None,
                    };
                    let mut parts = vec![Type::unknown(); count.saturating_sub(1)];
                    parts.extend(given);
                    return parts;
                }
                _ => {}
            }
        }
        Vec::new()
    }
}
