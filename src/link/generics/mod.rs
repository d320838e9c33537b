//! Type parameters: what they stand for in a member, by the receiver that has it; and what a value stands for by dereferencing.

pub(super) mod bounds;
pub(super) mod functions;
pub(super) mod indexed;
pub(super) mod inference;
pub(super) mod literals;
pub(super) mod nested;
pub(super) mod specializations;
pub mod type_args;

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker, activity, merge};
use super::loaded::Loaded;
use super::members::blankets::parameter_extended;
use super::outcome::rules::Rule;
use super::types::parts::{Taken, inner_type, put_into};
use super::types::widths::topmost;
use super::types::{self, Args, Type, Typed};
use crate::base::key::TextHasher;
use crate::base::{Name, caps};
use crate::languages::Tier;
use crate::languages::semantics::Overriding;
use crate::shard::expr::{ABOVE, Expr, ExprId, HANDED, SELF};
use crate::shard::facts::{Facts, Generic, Owner, Symbol, SymbolKind};
use nested::may_name_nested;

/// What type parameters stand for, by name. `Self` stands for the type of the receiver.
pub(super) type Given = Vec<(Name, Type)>;

/// The same where an expression stands, shared by all frames of the place. Answers are looked up by it again and again, so its digest is worked out once.
#[derive(Clone, Debug, Default)]
pub struct Standing(Option<Arc<(u64, Given)>>);

impl From<Given> for Standing {
    fn from(given: Given) -> Self {
        let digest = |given: &Given| BuildHasherDefault::<TextHasher>::default().hash_one(given);
        Self((!given.is_empty()).then(|| Arc::new((digest(&given), given))))
    }
}

impl Deref for Standing {
    type Target = [(Name, Type)];

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().map_or(&[], |(_, given)| given)
    }
}

impl PartialEq for Standing {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other) || own == other,
            (own, other) => own.is_none() && other.is_none(),
        }
    }
}

impl Eq for Standing {}

impl Hash for Standing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.as_deref().map_or(0, |(digest, _)| *digest));
    }
}

/// How deep a type expression is looked through for type parameters.
const MAX_DEPTH: u32 = 8;

impl Linker<'_> {
    /// What a type parameter denotes: what is given for it, else its bounds.
    pub(super) fn denote_generic(&mut self, frame: &Frame, name: &str, bounds: &[ExprId]) -> Vec<Found> {
        if let Some((_, ty)) = frame.given.iter().find(|(known, _)| known == name) {
            let what = |ty: &Type| match ty {
                Type::Instance { ty, .. } => Some(Denotation::Symbol(*ty)),
                Type::External { package, name } => Some(Denotation::External { package: package.clone(), name: name.clone() }),
                Type::Foreign { name, .. } => Some(Denotation::Builtin(name.clone())),
                _ => None,
            };
            return ty.parts().iter().filter_map(what).map(|what| Found { what, rule: Rule::DeclaredType }).collect();
        }
        let mut found = Vec::new();
        for bound in bounds.iter().take(caps::MAX_CANDIDATES) {
            merge(&mut found, self.denote(frame, *bound));
        }
        found
    }

    /// The type that is given as an argument, as one. Of the bounds of a type parameter those of the repository: what they have the others seldom have
    /// (`I: Clone + Stream`).
    pub(super) fn argument_type(&mut self, frame: &Frame, arg: ExprId) -> Type {
        let mut found = self.instances(frame, arg);
        let habits = frame.file.habits();
        if let Some(all) = self.all_bounds(&found, habits) {
            return all;
        }
        let bounded = habits.overriding == Overriding::Conformance;
        if let Some(own) = found.iter().position(|it| bounded && matches!(it.ty, Type::Instance { .. })) {
            found.swap(0, own);
        }
        Type::one_of(found, habits.unions)
    }

    /// The types that a type parameter stands for.
    pub(super) fn generic_instances(&mut self, frame: &Frame, name: &str, bounds: &[ExprId]) -> Vec<Typed> {
        if let Some((_, ty)) = frame.given.iter().find(|(known, _)| known == name) {
            return vec![Typed::new(ty.clone(), Rule::DeclaredType)];
        }
        // What a call gives is of a type below a bound, which has more than that, where nothing tells which.
        let of_function = |it: &Symbol| it.kind.is_callable() && it.generics.iter().any(|generic| generic.name == name);
        let function = frame.enclosing.and_then(|index| frame.file.facts.symbol(index)).filter(|_| !frame.in_body);
        if frame.file.language.tier == Tier::B && function.is_some_and(of_function) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for bound in bounds.iter().take(caps::MAX_CANDIDATES) {
            types::merge(&mut found, self.instances(frame, *bound));
        }
        found
    }

    /// The bounds of a type parameter that stand where the type is declared, not where members are added to it: Go's `func (b *Box[T]) f()`.
    pub(super) fn bounds_of_extended(&mut self, frame: &Frame, name: &str) -> Vec<Typed> {
        let mut found = Vec::new();
        let facts = &frame.file.facts;
        let mut around = frame.enclosing.and_then(|it| facts.symbol(it));
        while let Some(Owner::Symbol(outer)) = around.map(|it| it.owner) {
            around = facts.symbol(outer);
        }
        let Some(Owner::Extension(index)) = around.map(|it| it.owner) else { return found };
        let generics = facts.extension(index).map(|it| it.generics.as_slice()).unwrap_or_default();
        let Some(place) = generics.iter().position(|it| it.name == name && it.bounds.is_empty()) else { return found };
        for ty in self.extended_types(&frame.file, index) {
            let Some(file) = self.load(ty.file) else { continue };
            self.asker.looked_at(&file, ty.symbol);
            let declared = file.facts.symbol(ty.symbol).and_then(|it| it.generics.get(place));
            for bound in declared.map(|it| it.bounds.as_slice()).unwrap_or_default().iter().take(caps::MAX_CANDIDATES) {
                types::merge(&mut found, self.instances(&Frame::facts(&file, ty.symbol), *bound));
            }
        }
        found
    }

    /// The arguments of a type, with what its type parameters stand for by themselves where nothing is written for them: `Box` of `class Box<T = Item>`.
    pub(super) fn with_defaults(&mut self, ty: Ref, args: &Args) -> Args {
        let Some(file) = self.load(ty.file) else { return args.clone() };
        let generics = file.facts.symbol(ty.symbol).map(|it| it.generics.as_slice()).unwrap_or_default();
        let Some(open) = generics.get(args.len()..).filter(|open| open.iter().any(|it| it.default.is_some())) else { return args.clone() };
        self.asker.looked_at(&file, ty.symbol);
        let mut given = Given::new();
        pair(&mut given, generics, args);
        let mut all = args.to_vec();
        for generic in open.iter().take(caps::MAX_CANDIDATES) {
            let frame = Frame { given: given.clone().into(), ..Frame::facts(&file, ty.symbol) };
            let default = generic.default.filter(|default| names_types(&file.facts, *default)).map(|default| {
                // A default may name the type that it stands in.
                self.once(&file, ty.symbol, activity::DEFAULT, |linker| linker.instances(&frame, default))
            });
            let default = Type::one_of(default.unwrap_or_default(), file.habits().unions);
            pair(&mut given, std::slice::from_ref(generic), std::slice::from_ref(&default));
            all.push(default);
        }
        if all.iter().all(is_unknown) { args.clone() } else { args.with_parts(all) }
    }

    /// The arguments of a type without those that may be anything where its type parameters have bounds: each is one of these, `Node<?>` of
    /// `class Node<T extends Item>`.
    pub(super) fn within_bounds(&mut self, ty: Ref, args: Args) -> Args {
        let Some(file) = self.load(ty.file) else { return args };
        let Some(topmost) = topmost(file.habits()).filter(|topmost| args.contains(topmost)) else { return args };
        self.asker.looked_at(&file, ty.symbol);
        let generics = file.facts.symbol(ty.symbol).map(|it| it.generics.as_slice()).unwrap_or_default();
        let is_bound = |at: usize| generics.get(at).is_some_and(|it| !it.bounds.is_empty());
        args.iter().enumerate().map(|(at, arg)| if *arg == topmost && is_bound(at) { Type::unknown() } else { arg.clone() }).collect()
    }

    /// What the type parameters that `member` mentions stand for where it is named without a receiver: those of the types around that inherit it.
    pub(super) fn implied(&mut self, frame: &Frame, member: Ref) -> Given {
        if !frame.file.habits().implicit_receiver {
            return Given::new();
        }
        let Some(slot) = self.slot_of(&frame.file) else { return Given::new() };
        let mut around = frame.enclosing;
        while let Some(symbol) = around {
            if frame.file.facts.symbol(symbol).is_some_and(|it| it.kind.is_type()) {
                let around = within_itself(&frame.file, Ref { file: slot, symbol });
                let mut given = self.given(&around, member);
                given.retain(|(name, _)| name != SELF);
                if !given.is_empty() {
                    return given;
                }
            }
            around = frame.file.facts.outer_of(symbol);
        }
        Given::new()
    }

    /// What the type parameters that `member` mentions stand for in a member of `receiver`.
    pub(super) fn given(&mut self, receiver: &Type, member: Ref) -> Given {
        let Some(file) = self.load(member.file) else { return Given::new() };
        let Some(it) = file.facts.symbol(member.symbol) else { return Given::new() };
        let Type::Instance { ty, args } = receiver else {
            // What an interface of the repository adds to a type from outside may give such a value again.
            let names_itself = matches!(receiver, Type::External { name, .. } if !name.is_empty());
            let mentions = || [it.ty, it.value].into_iter().flatten().any(|id| mentions_parameters(&file.facts, id, 0));
            if !names_itself || !mentions() {
                return Given::new();
            }
            let parameter = parameter_extended(&file, it.owner).map(|name| (name, receiver.clone()));
            return std::iter::once((Name::new_static(SELF), receiver.clone())).chain(parameter).collect();
        };
        let taken = it.params.iter().filter(|_| file.habits().callbacks.types_taken()).map(|param| param.ty);
        let is_in_template = |id: ExprId| file.habits().specializes() && may_name_nested(&file, id);
        let mut told = [it.ty, it.value].into_iter().chain(taken).flatten();
        // The type around is what stands for itself where nothing else is said: of it a result without a word is known already.
        let is_around = it.ty.is_none() && args.is_empty() && it.owner == Owner::Symbol(ty.symbol) && member.file == ty.file;
        // What is called on what stands above a class may give the type that this is called on.
        let accept = |name: &str| !is_around || (name != SELF && name != ABOVE);
        if !told.any(|id| mentions(&file.facts, id, &accept, 0) || is_in_template(id)) {
            return Given::new();
        }
        let mut given: Given = vec![(Name::new_static(SELF), receiver.clone())];
        match it.owner {
            Owner::Symbol(owner) => {
                self.asker.looked_at(&file, owner);
                let args = self.arguments_above(*ty, args, Ref { file: member.file, symbol: owner }, 0);
                pair(&mut given, self.parameters_of(&file, owner), &args);
            }
            Owner::Extension(index) => {
                let holder = self.extended_types(&file, index).into_iter().next();
                // What is added to another name for a type says its parameters behind that name: `impl<T> Alias<T>`.
                if let (Some(holder), Some(block)) = (holder, file.facts.extension(index))
                    && self.is(holder, |it| it.kind == SymbolKind::TypeAlias)
                {
                    let around = Frame::around(&file, block.module);
                    self.unify(&around, block.target, &[Typed::new(receiver.clone(), Rule::DeclaredType)], &mut given, 0);
                }
                let args = holder.map(|holder| self.arguments_above(*ty, args, holder, 0)).unwrap_or_default();
                given.extend(parameter_extended(&file, it.owner).map(|name| (name, receiver.clone())));
                let target = file.facts.extension(index).and_then(|it| file.facts.expr(it.target));
                if let Some(Expr::Apply { args: written, .. }) = target
                    && args.len() == written.len()
                {
                    for (written, arg) in written.iter().zip(args) {
                        if let Some(Expr::Generic { name, .. }) = file.facts.expr(*written) {
                            given.push((name.clone(), arg));
                        }
                    }
                }
            }
            Owner::File => {}
        }
        // The parameters that a template of textual includes repeats where it is defined out of line are those of the type that it adds to.
        let is_outside = matches!(it.owner, Owner::Extension(_));
        given.retain(|(name, ty)| (is_outside || !it.generics.iter().any(|own| own.name == *name)) && !is_unknown(ty));
        given
    }

    /// The arguments that a type gives a type above it.
    pub(super) fn arguments_above(&mut self, ty: Ref, args: &[Type], above: Ref, depth: u32) -> Vec<Type> {
        if ty == above {
            return args.to_vec();
        }
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        if depth >= MAX_DEPTH || !self.step() {
            return Vec::new();
        }
        let mut given = Given::new();
        pair(&mut given, self.parameters_of(&file, ty.symbol), args);
        let frame = Frame { given: given.into(), ..Frame::facts(&file, ty.symbol) };
        for supertype in it.supertypes.iter().take(caps::MAX_CANDIDATES) {
            for typed in self.instances(&frame, supertype.ty) {
                if let Type::Instance { ty: next, args } = typed.ty
                    && next != ty
                {
                    let found = self.arguments_above(next, &args, above, depth + 1);
                    if !found.is_empty() {
                        return found;
                    }
                }
            }
        }
        Vec::new()
    }

    /// The members of what `base` is, without those that take no receiver where it is a value that stands for another one (`Deref`). What a type is named
    /// by, an alias too, has them all.
    pub(super) fn member_of_value(&mut self, frame: &Frame, base: ExprId, typed: &Typed, name: &str) -> Vec<(Found, Option<Type>)> {
        let held = self.member_of(typed, name);
        let takes_none = |(it, _): &(Found, Option<Type>)| self.is_static(it);
        if !frame.file.habits().namespaces_apart || held.is_empty() || !held.iter().all(takes_none) {
            return held;
        }
        if self.denote(frame, base).iter().any(|it| self.is_found(it, |it| it.kind.is_type())) {
            return held;
        }
        let behind = self.behind(typed, name);
        if behind.is_empty() { held } else { behind }
    }

    /// Members of what a value stands for where its own type has none of the name: `type Target` of a `Deref`, `operator->`.
    pub(super) fn behind(&mut self, typed: &Typed, name: &str) -> Vec<(Found, Option<Type>)> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some((interface, member)) = file.habits().holding.dereference else { return self.of_given(&file, typed, name) };
        let above = if file.habits().specializes() { self.of_given(&file, typed, name) } else { Vec::new() };
        if !above.is_empty() {
            return above;
        }
        self.once(&file, ty.symbol, activity::DEREF, |linker| {
            let mut found: Vec<(Found, Option<Type>)> = Vec::new();
            for target in linker.results_of_ways(typed, interface, member) {
                found.extend(linker.member_of(&target, name));
            }
            found.truncate(caps::MAX_OVERLOADS);
            found
        })
    }

    /// Members of what stands above a type with the arguments of its use: `T` in `type Named<T> = T & { name: string }`, `M` in `template <class M> struct Mixed
    /// : M`.
    fn of_given(&mut self, file: &Arc<Loaded>, typed: &Typed, name: &str) -> Vec<(Found, Option<Type>)> {
        let Type::Instance { ty, args } = &typed.ty else { return Vec::new() };
        let is_face = |it: &&Symbol| match it.kind {
            SymbolKind::TypeAlias | SymbolKind::Interface => file.habits().declarations_merge,
            kind => kind.is_type() && file.habits().specializes(),
        };
        let Some(it) = file.facts.symbol(ty.symbol).filter(is_face) else { return Vec::new() };
        self.asker.looked_at(file, ty.symbol);
        let is_given = |ty: &ExprId| matches!(file.facts.expr(*ty), Some(Expr::Apply { .. })) || mentions_parameters(&file.facts, *ty, 0);
        let above: Vec<ExprId> = it.supertypes.iter().take(caps::MAX_SUPERTYPES).map(|it| it.ty).filter(is_given).collect();
        if above.is_empty() {
            return Vec::new();
        }
        let mut given = Given::new();
        pair(&mut given, &it.generics, args);
        let frame = Frame { given: given.into(), ..Frame::facts(file, ty.symbol) };
        self.once(file, ty.symbol, activity::DEREF, |linker| {
            let mut found: Vec<(Found, Option<Type>)> = Vec::new();
            for ty in above {
                for target in linker.instances(&frame, ty).into_iter().filter(|target| target.ty != typed.ty) {
                    let held = linker.member_of(&target, name).into_iter();
                    found.extend(held.filter(|(it, _)| it.what.symbol().is_some()).map(|(it, receiver)| (it.through(typed.rule), receiver)));
                }
            }
            found.truncate(caps::MAX_OVERLOADS);
            found
        })
    }

    /// What a value of the repository's own type is for methods that foreign types have: the type that it is above all a kind of, what it stands for, or
    /// an iterator.
    pub(super) fn foreign_sides(&mut self, typed: &Typed) -> Vec<Typed> {
        let Type::Instance { ty, args } = &typed.ty else { return vec![typed.clone()] };
        if let Some(base) = self.foreign_base(*ty, args) {
            return vec![Typed::new(base, typed.rule)];
        }
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let habits = file.habits();
        if let Some((interface, member)) = habits.holding.dereference {
            let targets = self.results_of_ways(typed, interface, member);
            if !targets.is_empty() {
                return targets;
            }
        }
        let given = self.iterated(typed);
        given.into_iter().map(|ty| Typed::new(put_into(habits, ty, &[habits.callbacks.mapped]), typed.rule)).collect()
    }

    /// What the members of this name are, or give, that a type has by an interface of this name; never the type itself.
    pub(super) fn results_of_ways(&mut self, typed: &Typed, interface: &str, member: &str) -> Vec<Typed> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let mut results = Vec::new();
        for way in self.ways(ty, interface, member) {
            let targets = self.result_of(&typed.ty, way).into_iter().filter(|target| target.ty != typed.ty);
            results.extend(targets.map(|target| target.through(typed.rule)));
        }
        results
    }

    /// What an element of a value of the repository's own type is, by what its type says of indexing and of loops, first of how it is taken.
    pub(super) fn held_elements(&mut self, typed: &Typed, taken: Taken) -> Vec<Type> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let habits = file.habits();
        let count = habits.holding.elements.len();
        for at in 0..count {
            let at = if taken == Taken::ByLoop { count - 1 - at } else { at };
            let (interface, member, inner) = &habits.holding.elements[at];
            // What it says of the other way comes after what the collection above it says of this one.
            if habits.classes.linearized && at == usize::from(taken == Taken::ByIndex) {
                let held = self.held_by_base(typed, taken);
                if held.is_some() {
                    return held.into_iter().collect();
                }
            }
            let mut found = Vec::new();
            let mut ways = self.ways(ty, interface, member);
            self.retain_single(&mut ways);
            for way in ways {
                for result in self.result_of(&typed.ty, way) {
                    let element = match &result.ty {
                        Type::Foreign { name, args } if *inner => inner_type(habits, name, args),
                        // What yields gives a list of what it yields.
                        Type::Tuple(parts) if *inner => {
                            found.extend(parts.iter().filter(|part| !is_unknown(part)).cloned());
                            None
                        }
                        _ if *inner => None,
                        _ => Some(result.ty),
                    };
                    found.extend(element);
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        self.signed(typed)
    }

    /// The members of this name that a type has by an interface of this name, or at all where none is named.
    pub(super) fn ways(&mut self, ty: Ref, interface: &str, member: &str) -> Vec<Ref> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        let found = if interface.is_empty() { self.type_member(ty, member) } else { self.extension_member(ty, &it.name, member) };
        let symbols = found.into_iter().filter_map(|it| it.what.symbol());
        symbols.filter(|symbol| interface.is_empty() || self.is_of_interface(*symbol, interface)).collect()
    }

    /// Whether a member stands in a block that adds the interface of this name.
    pub(super) fn is_of_interface(&self, member: Ref, interface: &str) -> bool {
        let Some((file, block)) = self.block_of(member) else { return false };
        file.facts.extension(block).is_some_and(|it| it.interface_name.as_deref() == Some(interface))
    }
}

/// Whether a type expression only names types: what it makes of them by arguments may not be seen through.
fn names_types(facts: &Facts, id: ExprId) -> bool {
    match facts.expr(id) {
        Some(Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Member { .. }) => true,
        Some(Expr::AnyOf(parts)) => parts.iter().all(|part| matches!(facts.expr(*part), Some(Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_)))),
        _ => false,
    }
}

/// Names parameters as far as arguments are given, none where there are more arguments than parameters.
pub(super) fn pair(given: &mut Given, parameters: &[Generic], args: &[Type]) {
    if args.len() <= parameters.len() {
        given.extend(parameters.iter().zip(args).filter(|(_, ty)| !is_unknown(ty)).map(|(parameter, ty)| (parameter.name.clone(), ty.clone())));
    }
}

pub(super) fn is_unknown(ty: &Type) -> bool {
    matches!(ty, Type::Foreign { name, .. } if name == "?")
}

/// Whether a type or value expression of facts mentions a type parameter.
pub(super) fn mentions_parameters(facts: &Facts, id: ExprId, depth: u32) -> bool {
    // What stands above a class is given by nobody.
    mentions(facts, id, &|name| name != ABOVE, depth)
}

/// Whether a value expression of facts mentions what stands for the type of a parameter that has none.
pub(super) fn mentions_handed(facts: &Facts, id: ExprId, depth: u32) -> bool {
    mentions(facts, id, &|name| name.starts_with(HANDED), depth)
}

pub(super) fn mentions(facts: &Facts, id: ExprId, accept: &dyn Fn(&str) -> bool, depth: u32) -> bool {
    let Some(expr) = facts.expr(id).filter(|_| depth < MAX_DEPTH) else { return false };
    match expr {
        // What stands above a class has the parameters that the class hands to it.
        Expr::Generic { name, bounds } if name == ABOVE => accept(name) || bounds.iter().any(|bound| mentions(facts, *bound, accept, depth + 1)),
        Expr::Generic { name, .. } => accept(name),
        Expr::Literal(mark) if mark == ABOVE => accept(mark),
        Expr::Parameter { .. } => false,
        whole => whole.parts().any(|part| mentions(facts, part, accept, depth + 1)),
    }
}

/// A type as it is within itself: its type parameters stand for themselves, which are of the topmost type unless they have bounds.
fn within_itself(file: &Arc<Loaded>, ty: Ref) -> Type {
    let generics = file.facts.symbol(ty.symbol).map(|it| it.generics.as_slice()).unwrap_or_default();
    let args = match topmost(file.habits()) {
        Some(topmost) => generics.iter().map(|it| if it.bounds.is_empty() { topmost.clone() } else { Type::unknown() }).collect(),
        None => Args::default(),
    };
    Type::Instance { ty, args }
}

/// Whether a name without a receiver may be one of a member of the types around: one that no scope binds, or a definition of the file in languages whose
/// types stand within themselves.
pub(super) fn is_within(frame: &Frame, named: &Expr) -> bool {
    matches!(named, Expr::Free(_)) || (matches!(named, Expr::Symbol(_)) && topmost(frame.file.habits()).is_some())
}
