//! Functions without a name that are handed over: which interfaces they may be values of, by how many values they take and whether they give one.

use std::collections::BTreeSet;

use crate::base::{Name, caps};
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::types::Type;
use crate::link::types::widths::topmost;
use crate::shard::expr::{Expr, ExprId, FUNCTION, METHOD, NOTHING};
use crate::shard::facts::{Facts, Flags, Owner, Symbol, SymbolKind};

/// Most types that are looked at for the methods of one interface.
const MAX_ABOVE: usize = 16;

/// What the source shows of a function.
pub(in crate::link) struct Shape {
    /// The numbers of values that it may take; none where nothing tells.
    takes: Vec<usize>,
    /// It may be taken for one that gives nothing.
    nothing: bool,
    /// It may be taken for one that gives something.
    something: bool,
}

/// How a type calls a function that is handed over as a value of it.
pub(in crate::link) enum Called {
    /// Nobody knows.
    Unknown,
    /// No function is a value of it.
    Never,
    With {
        takes: usize,
        gives: bool,
    },
}

impl Shape {
    /// Whether the function may be a value of a type.
    pub(in crate::link) fn may_be(&self, called: &Called) -> bool {
        match called {
            Called::Unknown => true,
            Called::Never => false,
            Called::With { takes, gives } => {
                (self.takes.is_empty() || self.takes.contains(takes)) && if *gives { self.something } else { self.nothing }
            }
        }
    }
}

impl Linker<'_> {
    /// The shape of an argument of the linked file, in languages that hold it against interfaces.
    pub(in crate::link) fn shape_of(&mut self, frame: &Frame, argument: ExprId) -> Option<Shape> {
        if self.own.habits().callbacks.shapes.is_empty() {
            return None;
        }
        let Expr::Apply { base, args } = self.body.expr(argument)? else { return None };
        match self.body.expr(*base)? {
            Expr::Literal(name) if name == METHOD => return Some(self.shape_of_method(frame, args)),
            Expr::Literal(name) if name == FUNCTION => {}
            _ => return None,
        }
        let is_nothing = |id: &ExprId| matches!(self.body.expr(*id), Some(Expr::Literal(name)) if name == NOTHING);
        let (given, taken) = args.split_first()?;
        let something = !is_nothing(given);
        let either = taken.last().is_some_and(is_nothing);
        Some(Shape { takes: vec![taken.len() - usize::from(either)], nothing: either || !something, something })
    }

    /// The same of a method that is handed over: by a type, one of values takes such a value first (Java Language Specification, 15.12.2.1, 15.13.1).
    fn shape_of_method(&mut self, frame: &Frame, args: &[ExprId]) -> Shape {
        let any = || Shape { takes: Vec::new(), nothing: true, something: true };
        let Some(Expr::Member { base, name }) = args.first().and_then(|member| self.body.expr(*member)) else { return any() };
        let named = self.denote(frame, *base);
        let by_type = !named.is_empty() && named.iter().all(|it| self.is_found(it, |it| it.kind.is_type()));
        let mut methods = Vec::new();
        for typed in self.types(frame, *base) {
            let (Type::Instance { ty, .. } | Type::Object(ty)) = typed.ty else { return any() };
            methods.extend(self.type_member(ty, name));
            methods.extend(self.all_inherited(ty, name));
        }
        methods.retain(|it| !self.is_field(it));
        if methods.is_empty() || methods.len() >= caps::MAX_OVERLOADS {
            return any();
        }
        let mut shape = Shape { takes: Vec::new(), nothing: true, something: false };
        for method in methods {
            let Some(symbol) = method.what.symbol() else { return any() };
            let Some(file) = self.load(symbol.file) else { return any() };
            self.asker.looked_at(&file, symbol.symbol);
            let Some(it) = file.facts.symbol(symbol.symbol).filter(|it| it.kind.is_callable() && !it.flags.has(Flags::VARIADIC)) else {
                return any();
            };
            shape.takes.push(it.params.len() + usize::from(by_type && !it.flags.has(Flags::STATIC)));
            shape.something |= !gives_nothing(&file.facts, it);
        }
        shape
    }

    /// How a type calls what is handed over as a value of it.
    pub(in crate::link) fn called_by(&mut self, ty: &Type) -> Called {
        let habits = self.own.habits();
        match ty {
            Type::Instance { ty, .. } => self.called_by_own(*ty),
            Type::Foreign { name, .. } | Type::External { name, .. } => match shape_outside(habits, name) {
                Some((_, takes, gives)) => Called::With { takes, gives },
                None if is_no_function(habits, name) => Called::Never,
                None => Called::Unknown,
            },
            _ => Called::Unknown,
        }
    }

    /// The same of a type of the repository: an interface that asks for one method (Java Language Specification, 9.8).
    fn called_by_own(&mut self, ty: Ref) -> Called {
        if !self.is(ty, |it| it.kind == SymbolKind::Interface) {
            return Called::Never;
        }
        let habits = self.own.habits();
        let has_every_type =
            |name: &Name| habits.interface_members.iter().any(|(of, all)| of.is_empty() && all.binary_search(&name.as_str()).is_ok());
        // Methods that are asked for, by name and number of parameters, and whether they give something; names of those that have a body.
        let mut asked: Vec<(Name, usize, bool)> = Vec::new();
        let mut given: BTreeSet<Name> = BTreeSet::new();
        let mut outside: Vec<Name> = Vec::new();
        let mut left = vec![ty];
        let mut next = 0;
        while let Some(ty) = left.get(next).copied() {
            next += 1;
            let Some(file) = self.load(ty.file).filter(|_| next <= MAX_ABOVE && self.step()) else { return Called::Unknown };
            let Some(it) = file.facts.symbol(ty.symbol) else { return Called::Unknown };
            self.asker.looked_at(&file, ty.symbol);
            self.asker.all_of(&file, &it.qualified);
            let of_type = |it: &&Symbol| it.owner == Owner::Symbol(ty.symbol) && it.kind == SymbolKind::Method && !it.flags.has(Flags::STATIC);
            let methods: Vec<&Symbol> = file.facts.symbols.iter().filter(of_type).collect();
            for method in methods.iter().filter(|it| it.flags.has(Flags::DECLARATION) && !has_every_type(&it.name) && !given.contains(&it.name)) {
                let gives = !gives_nothing(&file.facts, method);
                let count = method.params.len();
                if !asked.iter().any(|(name, takes, _)| *name == method.name && *takes == count) {
                    asked.push((method.name.clone(), count, gives));
                }
            }
            given.extend(methods.iter().filter(|it| !it.flags.has(Flags::DECLARATION)).map(|it| it.name.clone()));
            let named = it.supertypes.len();
            let all = self.supertypes(ty);
            if all.len() < named {
                return Called::Unknown;
            }
            for above in all {
                match above.what {
                    Denotation::Symbol(above) if !left.contains(&above) => left.push(above),
                    Denotation::External { name, .. } | Denotation::Builtin(name) => outside.push(name),
                    _ => {}
                }
            }
        }
        let mut open = false;
        for name in outside.iter().filter(|name| !is_marker(habits, name)) {
            let Some((method, takes, gives)) = shape_outside(habits, name) else {
                open = true;
                continue;
            };
            if !given.iter().any(|name| name == method) && !asked.iter().any(|(name, count, _)| name == method && *count == takes) {
                asked.push((Name::new_static(method), takes, gives));
            }
        }
        match asked.as_slice() {
            [_, _, ..] => Called::Never,
            _ if open => Called::Unknown,
            [] => Called::Never,
            [(_, takes, gives)] => Called::With { takes: *takes, gives: *gives },
        }
    }
}

/// Whether a method gives nothing.
fn gives_nothing(facts: &Facts, method: &Symbol) -> bool {
    matches!(method.ty.and_then(|ty| facts.expr(ty)), Some(Expr::Free(name)) if name == NOTHING)
}

/// How an interface outside of the repository calls a function, as far as its name tells: the method, how many values that takes, whether it gives one.
fn shape_outside(habits: &Habits, name: &str) -> Option<(&'static str, usize, bool)> {
    let shapes = habits.callbacks.shapes;
    let at = shapes.binary_search_by_key(&name.rsplit('.').next().unwrap_or(name), |(name, ..)| *name).ok()?;
    shapes.get(at).map(|(_, method, takes, gives)| (*method, *takes, *gives))
}

/// Whether an interface outside of the repository asks for no method.
fn is_marker(habits: &Habits, name: &str) -> bool {
    habits.callbacks.markers.binary_search(&name.rsplit('.').next().unwrap_or(name)).is_ok()
}

/// Whether a type outside of the repository is known to be none that functions are values of.
fn is_no_function(habits: &Habits, name: &str) -> bool {
    let is_topmost = || topmost(habits).is_some_and(|ty| matches!(ty, Type::Foreign { name: topmost, .. } if topmost == name));
    habits.arguments.is_built_in(name)
        || is_marker(habits, name)
        || habits.arguments.array == Some(name)
        || habits.holding.collections.iter().any(|(collection, _)| *collection == name)
        || is_topmost()
}
