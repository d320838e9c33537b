//! Functions without a name that are handed over: which interfaces they may be values of, by how many values they take and whether they give one.

use std::collections::BTreeSet;

use crate::base::Name;
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Linker};
use crate::link::types::Type;
use crate::link::types::widths::topmost;
use crate::shard::expr::{Expr, ExprId, FUNCTION, NOTHING};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// Most types that are looked at for the methods of one interface.
const MAX_ABOVE: usize = 16;

/// What the source shows of a function.
pub(in crate::link) struct Shape {
    takes: usize,
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
            Called::With { takes, gives } => self.takes == *takes && if *gives { self.something } else { self.nothing },
        }
    }
}

impl Linker<'_> {
    /// The shape of an argument of the linked file, in languages that hold it against interfaces.
    pub(in crate::link) fn shape_of(&self, argument: ExprId) -> Option<Shape> {
        if self.own.habits().callbacks.shapes.is_empty() {
            return None;
        }
        let Expr::Apply { base, args } = self.body.expr(argument)? else { return None };
        if !matches!(self.body.expr(*base)?, Expr::Literal(name) if name == FUNCTION) {
            return None;
        }
        let is_nothing = |id: &ExprId| matches!(self.body.expr(*id), Some(Expr::Literal(name)) if name == NOTHING);
        let (given, taken) = args.split_first()?;
        let something = !is_nothing(given);
        let either = taken.last().is_some_and(is_nothing);
        Some(Shape { takes: taken.len() - usize::from(either), nothing: either || !something, something })
    }

    /// How a type calls what is handed over as a value of it.
    pub(in crate::link) fn called_by(&mut self, ty: &Type) -> Called {
        let habits = self.own.habits();
        match ty {
            Type::Instance { ty, .. } => self.called_by_own(*ty),
            Type::Foreign { name, .. } | Type::External { name, .. } => match shape_outside(habits, name) {
                Some((takes, gives)) => Called::With { takes, gives },
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
                let gives = !matches!(method.ty.and_then(|ty| file.facts.expr(ty)), Some(Expr::Free(name)) if name == NOTHING);
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
        match (asked.as_slice(), outside.as_slice()) {
            ([], []) | ([_, _, ..], _) => Called::Never,
            ([(_, takes, gives)], []) => Called::With { takes: *takes, gives: *gives },
            ([], [one]) if given.is_empty() => match shape_outside(habits, one) {
                Some((takes, gives)) => Called::With { takes, gives },
                None => Called::Unknown,
            },
            _ => Called::Unknown,
        }
    }
}

/// How an interface outside of the repository calls a function, as far as its name tells.
fn shape_outside(habits: &Habits, name: &str) -> Option<(usize, bool)> {
    let shapes = habits.callbacks.shapes;
    let at = shapes.binary_search_by_key(&name.rsplit('.').next().unwrap_or(name), |(name, ..)| *name).ok()?;
    Some((shapes[at].1, shapes[at].2))
}

/// Whether a type outside of the repository is known to be none that functions are values of.
fn is_no_function(habits: &Habits, name: &str) -> bool {
    let is_topmost = || topmost(habits).is_some_and(|ty| matches!(ty, Type::Foreign { name: topmost, .. } if topmost == name));
    habits.arguments.is_built_in(name)
        || habits.arguments.array == Some(name)
        || habits.holding.collections.iter().any(|(collection, _)| *collection == name)
        || is_topmost()
}
