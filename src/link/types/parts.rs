//! Types of parts of values: elements of collections, what wrappers hold, places of tuples, entries of maps.

use super::marks::function_giving;
use super::{Args, Type, Typed, merge};
use crate::base::{Name, caps, sorted};
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::{Given, is_unknown, pair};
use crate::link::members::undeclared::held_by_any;
use crate::link::outcome::rules::Rule;
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId, FUNCTION, OBJECT};
use crate::shard::facts::SymbolKind;

/// How a part of a value is taken: a type may give loops something else than it holds under an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::link) enum Taken {
    ByIndex,
    ByLoop,
}

impl Linker<'_> {
    pub(in crate::link) fn elements(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        // What has one part alone holds whatever that may be (`typeof f` of a function and a namespace).
        if let Expr::Tuple(parts) = self.expr(frame, base)
            && let [one] = parts.as_slice()
        {
            merge(&mut types, self.types(frame, *one).into_iter().map(|it| it.through(Rule::ElementType)));
            return types;
        }
        for typed in self.types(frame, base) {
            let elements = self.holds(frame, &typed, Taken::ByIndex);
            merge(&mut types, elements.into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    /// What a value of a type holds, as it is taken.
    pub(in crate::link) fn holds(&mut self, frame: &Frame, typed: &Typed, taken: Taken) -> Vec<Type> {
        let habits = frame.file.habits();
        match &typed.ty {
            Type::Foreign { name, args } if name == OBJECT => held_by_any(args),
            Type::Foreign { name, args } => inner_type(habits, name, args).into_iter().collect(),
            Type::Tuple(parts) => parts.to_vec(),
            Type::External { package, .. } => vec![Type::outside(package)],
            Type::Object(holder) if habits.holding.keyed.is_some() && taken == Taken::ByIndex => self.held_by_members(*holder),
            Type::Instance { .. } => {
                let mut held = self.held_elements(typed, taken);
                if held.is_empty() {
                    held.extend(self.held_by_base(typed, taken));
                }
                if held.is_empty() && habits.holding.plain_arrays { vec![typed.ty.clone()] } else { held }
            }
            Type::Object(class) if habits.classes.linearized => {
                // With arguments behind it a class is still that class (`Box[int]`); a loop over it says nothing.
                let generic = || (taken == Taken::ByIndex && self.is(*class, |it| it.kind == SymbolKind::Class)).then(|| typed.ty.clone());
                self.enumerated(&typed.ty).or_else(generic).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What naming a part of an enumeration gives is a value of it.
    pub(in crate::link) fn enumerated(&self, ty: &Type) -> Option<Type> {
        let Type::Object(symbol) = *ty else { return None };
        self.is(symbol, |it| it.kind == SymbolKind::Enum).then(|| Type::instance(symbol))
    }

    /// What a value of the repository's own type holds, as it is taken, by the collection from outside of it that it is a kind of.
    pub(in crate::link) fn held_by_base(&mut self, typed: &Typed, taken: Taken) -> Option<Type> {
        let Type::Instance { ty, args } = &typed.ty else { return None };
        let habits = self.load(ty.file)?.habits();
        let Some(Type::Foreign { name, args }) = self.foreign_base(*ty, args) else { return None };
        // A loop over a map takes its keys, in languages where it takes anything else than what is held.
        let takes_keys = taken == Taken::ByLoop && habits.classes.linearized && habits.holding.collections.contains(&(name.as_str(), 1));
        if takes_keys { args.first().cloned() } else { inner_type(habits, &name, &args) }
    }

    /// The generic type of another package that a type of the repository is above all a kind of, with its arguments (`class Nodes extends
    /// ArrayList<Node>`), looked for upwards.
    pub(in crate::link) fn foreign_base(&mut self, ty: Ref, args: &[Type]) -> Option<Type> {
        let (mut at, mut args) = (ty, Args::from(args.to_vec()));
        for _ in 0..caps::MAX_HOPS {
            let file = self.load(at.file)?;
            self.asker.looked_at(&file, at.symbol);
            let it = file.facts.symbol(at.symbol)?;
            let mut given = Given::new();
            pair(&mut given, &it.generics, &args);
            let frame = Frame { given: given.into(), ..Frame::facts(&file, at.symbol) };
            let mut own = None;
            for supertype in it.supertypes.iter().take(caps::MAX_CANDIDATES) {
                for typed in self.instances(&frame, supertype.ty) {
                    match typed.ty {
                        Type::Foreign { ref args, .. } if !args.is_empty() => return Some(typed.ty),
                        Type::Instance { ty, args } => own = own.or(Some((ty, args))),
                        _ => {}
                    }
                }
            }
            (at, args) = own?;
        }
        None
    }

    /// What a type stands for that a foreign collection names for its elements (`vector<T>::iterator`).
    pub(in crate::link) fn element_instances(&mut self, frame: &Frame, collection: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        if habits.holding.element_types.binary_search(&name).is_err() {
            return Vec::new();
        }
        let mut types = Vec::new();
        for typed in self.instances(frame, collection) {
            if let Type::Foreign { name, args } = &typed.ty {
                merge(&mut types, inner_type(habits, name, args).map(|ty| typed.element(ty)));
            }
        }
        types
    }

    /// The type of `base.first` or `base.second`. What points into a map stands for the value there, its second part.
    pub(in crate::link) fn pair_part(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let index = match name {
            "first" => 0,
            "second" => 1,
            _ => return Vec::new(),
        };
        let mut types = Vec::new();
        if !frame.file.habits().holding.pairs {
            return types;
        }
        if index == 0 {
            types = self.keys(frame, base, 0);
            if !types.is_empty() {
                return types;
            }
        }
        for typed in self.types(frame, base) {
            let part = match &typed.ty {
                Type::Foreign { name, args } if name == "pair" => args.get(index).cloned(),
                Type::Foreign { .. } if index == 1 => Some(typed.ty.clone()),
                Type::Instance { ty, .. } if index == 1 && [name, "operator->"].iter().all(|it| self.type_member(*ty, it).is_empty()) => {
                    Some(typed.ty.clone())
                }
                _ => None,
            };
            merge(&mut types, part.map(|ty| typed.element(ty)));
        }
        types
    }

    /// The keys of the map that a value points into, or that it is an entry of.
    fn keys(&mut self, frame: &Frame, entry: ExprId, hops: u32) -> Vec<Typed> {
        if hops > caps::MAX_HOPS || !self.step() {
            return Vec::new();
        }
        let holding = &frame.file.habits().holding;
        match *self.expr(frame, entry) {
            Expr::Local(local) if frame.in_body => match self.body.local(local) {
                Some(Local { ty: Some(ty), .. }) => match *self.expr(frame, *ty) {
                    Expr::Member { base, ref name } if holding.element_types.binary_search(&name.as_str()).is_ok() => {
                        let maps = self.instances(frame, base);
                        self.keys_of(frame, maps, false)
                    }
                    _ => Vec::new(),
                },
                Some(it) => {
                    let values = it.values.iter().take(caps::MAX_CANDIDATES);
                    values.map(|value| self.keys(frame, *value, hops + 1)).find(|keys| !keys.is_empty()).unwrap_or_default()
                }
                None => Vec::new(),
            },
            Expr::Call { callee } | Expr::CallWith { callee, .. } => match *self.expr(frame, callee) {
                Expr::Member { base, ref name } if holding.pointing.binary_search(&name.as_str()).is_ok() => {
                    let maps = self.types(frame, base);
                    self.keys_of(frame, maps, false)
                }
                _ => Vec::new(),
            },
            Expr::Element(map) => {
                let maps = self.types(frame, map);
                self.keys_of(frame, maps, true)
            }
            Expr::Unwrap(inner) => self.keys(frame, inner, hops + 1),
            _ => Vec::new(),
        }
    }

    /// The keys of maps. What may be taken by an index rather than by a loop is the value there, which may have a first part of its own.
    fn keys_of(&mut self, frame: &Frame, maps: Vec<Typed>, indexed: bool) -> Vec<Typed> {
        let collections = frame.file.habits().holding.collections;
        let mut keys = Vec::new();
        for typed in maps {
            let Type::Foreign { name, args } = &typed.ty else { continue };
            let (Some(key), Some(value), true) = (args.first(), args.get(1), collections.contains(&(name.as_str(), 1))) else { continue };
            let has_first = match value {
                Type::Instance { ty, .. } => !self.type_member(*ty, "first").is_empty(),
                Type::Foreign { name, .. } => name == "pair",
                _ => true,
            };
            if !(indexed && has_first) {
                merge(&mut keys, [typed.element(key.clone())]);
            }
        }
        keys
    }

    /// The type of `base.name` where that is of a type argument of a generic type outside of the repository, as the habits tell.
    pub(in crate::link) fn part_outside(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let giving = self.giving_part(frame, base, name);
        if giving.is_empty() { self.part_by(frame, base, name, frame.file.habits().foreign.parts) } else { giving }
    }

    /// The same by a table of such members.
    pub(in crate::link) fn part_by(
        &mut self,
        frame: &Frame,
        base: ExprId,
        name: &str,
        parts: &'static [(&'static str, &'static str, &'static str, usize)],
    ) -> Vec<Typed> {
        let known = || sorted::under(parts, name, |(member, ..)| *member);
        let mut types = Vec::new();
        if known().next().is_none() {
            return self.known_constant(frame, base, name);
        }
        for typed in self.types(frame, base) {
            let (outer, package) = match &typed.ty {
                Type::Foreign { .. } => (Some(typed.ty.clone()), None),
                Type::Instance { ty, args } => {
                    // What the repository's own type has of the name itself is meant.
                    let held = self.type_member(*ty, name);
                    let [Found { what: Denotation::External { package, .. }, .. }] = held.as_slice() else { continue };
                    (self.foreign_base(*ty, args), Some(package.clone()))
                }
                _ => continue,
            };
            let Some(Type::Foreign { name: outer, args }) = outer else { continue };
            let fits = |of: &str, ty: &str| ty == outer && package.as_deref().is_none_or(|package| package == of);
            let index = known().find(|(_, of, ty, _)| fits(of, ty)).map(|it| it.3);
            let part = index.and_then(|index| args.get(index)).filter(|part| !is_unknown(part));
            merge(&mut types, part.map(|ty| Typed::new(ty.clone(), typed.rule).through(Rule::DeclaredType)));
        }
        types
    }

    /// The function that a member of a generic type outside of the repository is which gives one of its type arguments, as the habits tell.
    pub(in crate::link) fn giving_part(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let giving = frame.file.habits().foreign.giving_parts;
        if sorted::under(giving, name, |(member, ..)| *member).next().is_none() {
            return Vec::new();
        }
        let given = self.part_by(frame, base, name, giving).into_iter();
        given.map(|typed| Typed { ty: function_giving(typed.ty.clone()), ..typed }).collect()
    }

    /// Whether an expression names such a member.
    pub(in crate::link) fn is_part_outside(&mut self, frame: &Frame, id: ExprId) -> bool {
        matches!(*self.expr(frame, id), Expr::Member { base, ref name } if !self.part_outside(frame, base, name).is_empty())
    }

    pub(in crate::link) fn unwrapped(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let habits = frame.file.habits();
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let awaited = if habits.holding.awaited.is_some() { self.awaited(&typed) } else { self.waited_for(&typed) };
            if !awaited.is_empty() {
                merge(&mut types, awaited);
                continue;
            }
            if let Some(held) = self.wrapped_by_base(habits, &typed) {
                merge(&mut types, [held]);
                continue;
            }
            // Where nobody knows whether a reference leads to it, what it stands for may be meant as well.
            let targets = self.dereferenced(&typed);
            merge(&mut types, unwrap(habits, typed));
            merge(&mut types, targets);
        }
        types
    }

    /// What a value of the repository's own type holds that is a kind of wrapper from outside of it (`interface Reply extends Promise<Text>`).
    fn wrapped_by_base(&mut self, habits: &Habits, typed: &Typed) -> Option<Typed> {
        let Type::Instance { ty, args } = &typed.ty else { return None };
        let base = self.foreign_base(*ty, args)?;
        let is_wrapper = matches!(&base, Type::Foreign { name, .. } if habits.holding.wrappers.contains(&name.as_str()));
        if is_wrapper { unwrap(habits, Typed { ty: base, ..typed.clone() }) } else { None }
    }

    pub(in crate::link) fn part_types(&mut self, frame: &Frame, base: ExprId, index: usize) -> Vec<Typed> {
        if frame.file.habits().callbacks.types_taken() {
            let handed = self.handed_types(frame, base, index);
            if !handed.is_empty() {
                return handed;
            }
            let held = self.handed_by_foreign(frame, base, index);
            if !held.is_empty() {
                return held;
            }
        }
        // What a function gets that is handed over may be told in several ways.
        let told = if let Expr::AnyOf(parts) = self.expr(frame, base) { parts.as_slice() } else { std::slice::from_ref(&base) };
        for part in told {
            if let Expr::Element(entries) | Expr::Iterated(entries) = *self.expr(frame, *part) {
                let entries = self.entry_types(frame, entries, index);
                if !entries.is_empty() {
                    return entries;
                }
            }
        }
        let habits = frame.file.habits();
        let collections = habits.holding.collections;
        let is_named = matches!(self.expr(frame, base), Expr::Local(_) | Expr::Symbol(_) | Expr::Import(_) | Expr::Member { .. });
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let part = match &typed.ty {
                Type::Tuple(parts) => parts.get(index).cloned(),
                Type::Foreign { name, args } if matches!(name.as_str(), "pair" | "tuple" | "Tuple") => args.get(index).cloned(),
                // The error of a result.
                Type::Foreign { name, args } if index == 1 && habits.holding.wrappers.contains(&name.as_str()) => args.get(1).cloned(),
                // By any number or name, one that has members by any name gives what these are.
                Type::Foreign { name, args } if habits.holding.keyed == Some(name.as_str()) => args.get(1).cloned(),
                // Taking a map apart gives its keys.
                Type::Foreign { name, args } if index == 0 && collections.contains(&(name.as_str(), 1)) => args.first().cloned(),
                // A function in a list takes nothing that is told of the list.
                Type::Foreign { name, args } if habits.holding.lists_apart && collections.contains(&(name.as_str(), 0)) => {
                    args.first().filter(|it| is_named || !matches!(it, Type::Foreign { name, .. } if name == FUNCTION)).cloned()
                }
                Type::External { package, .. } => Some(Type::outside(package)),
                Type::Instance { ty, .. } if habits.specializes() => self.taken_apart(*ty, &typed, index).into_iter().next(),
                Type::Instance { ty, .. } if !habits.classes.records.is_empty() => {
                    let recorded = self.recorded(*ty, &typed, &index.to_string()).into_iter().next();
                    recorded.or_else(|| self.held_in_place(&typed, index))
                }
                _ => None,
            };
            merge(&mut types, part.map(|ty| Typed::new(ty, typed.rule)));
        }
        types
    }

    /// What a value of the repository's own type holds in a place, by the tuple or the collection from outside of it that it is a kind of.
    fn held_in_place(&mut self, typed: &Typed, index: usize) -> Option<Type> {
        let Type::Instance { ty, args } = &typed.ty else { return None };
        match self.foreign_base(*ty, args) {
            Some(Type::Tuple(parts)) => parts.get(index).cloned(),
            Some(Type::Foreign { name, args }) if matches!(name.as_str(), "tuple" | "Tuple") && args.len() > 1 => args.get(index).cloned(),
            _ => self.held_by_base(typed, Taken::ByLoop),
        }
    }

    /// The keys (part 0) or values of a map whose entries a loop takes apart.
    fn entry_types(&mut self, frame: &Frame, map: ExprId, index: usize) -> Vec<Typed> {
        let habits = frame.file.habits();
        let mut types = Vec::new();
        for typed in self.types(frame, map).into_iter().filter(|_| habits.holding.entries) {
            if let Type::Foreign { name, args } = &typed.ty
                && habits.holding.collections.contains(&(name.as_str(), 1))
                && let Some(part) = args.get(index)
            {
                merge(&mut types, [typed.element(part.clone())]);
            }
        }
        types
    }
}

/// The list of what a list holds, with what the lists among that hold in their place.
pub(in crate::link) fn flattened(habits: &Habits, held: &[Type]) -> Option<Type> {
    let list = |name: &str| habits.holding.collections.contains(&(name, 0));
    let mut parts = Vec::new();
    for ty in held.iter().flat_map(Type::parts) {
        match ty {
            Type::Tuple(inner) => parts.extend(inner.iter().flat_map(Type::parts).cloned()),
            Type::Foreign { name, args } if list(name) => parts.extend(args.iter().flat_map(Type::parts).cloned()),
            _ => parts.push(ty.clone()),
        }
    }
    let parts = parts.into_iter().map(|ty| Typed::new(ty, Rule::ElementType)).collect();
    let held = Type::one_of(parts, habits.unions);
    (!is_unknown(&held)).then(|| Type::Foreign { name: habits.callbacks.mapped.into(), args: vec![held].into() })
}

/// These of the arguments of a type, as one type; none where one of them is not written.
pub(in crate::link) fn sides_of(args: &[Type], sides: &[usize]) -> Option<Type> {
    let parts: Option<Vec<Type>> = sides.iter().map(|side| args.get(*side).cloned()).collect();
    parts.map(|mut parts| if parts.len() == 1 { parts.remove(0) } else { Type::Tuple(parts.into()) })
}

/// A value of a type in foreign wrappers and collections of these names, the outermost first.
pub(in crate::link) fn put_into(habits: &Habits, ty: Type, names: &[&'static str]) -> Type {
    names.iter().rev().fold(ty, |held, name| {
        let mut args = vec![Type::unknown(); side_of(habits, name).unwrap_or(0)];
        args.push(held);
        Type::Foreign { name: Name::new_static(name), args: args.into() }
    })
}

/// The argument of a foreign wrapper or collection that is what it holds.
pub(in crate::link) fn side_of(habits: &Habits, name: &str) -> Option<usize> {
    let side = habits.holding.collections.iter().find(|(collection, _)| *collection == name).map(|(_, side)| *side);
    side.or_else(|| habits.holding.wrappers.contains(&name).then_some(0))
}

/// What a wrapper holds, or anything else itself.
pub(in crate::link) fn unwrap(habits: &Habits, typed: Typed) -> Option<Typed> {
    match &typed.ty {
        Type::Foreign { name, args } if habits.holding.wrappers.contains(&name.as_str()) => {
            args.first().filter(|ty| !is_unknown(ty)).map(|ty| typed.element(ty.clone()))
        }
        _ => Some(typed),
    }
}

/// The element or wrapped type of a foreign generic type.
pub(in crate::link) fn inner_type(habits: &Habits, name: &str, args: &[Type]) -> Option<Type> {
    match side_of(habits, name) {
        Some(side) => args.get(side).cloned(),
        None => habits.holding.texts.contains(&name).then(|| Type::foreign(name.into())),
    }
}
