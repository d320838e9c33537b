//! What methods and constants of types outside of the repository give, as the habits tell by the type.

use crate::base::{Name, sorted};
use crate::languages::habits::Made;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::is_unknown;
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId};

/// Most types that one stands for in turn: `PathBuf` for `Path`.
const MAX_BEHIND: usize = 2;

impl Linker<'_> {
    /// What calling `callee` gives, a method of a type outside of the repository that the habits know.
    pub(in crate::link) fn known_result(&mut self, frame: &Frame, callee: ExprId) -> Vec<Typed> {
        let Expr::Member { base, ref name } = *self.expr(frame, callee) else { return Vec::new() };
        let mut known = self.known_of_types(frame, base, name);
        if known.is_empty() {
            known = self.made_by_its_type(frame, base, name);
        }
        if known.is_empty() {
            return known;
        }
        let found = self.denote_called(frame, callee);
        if found.is_empty() || !found.iter().all(|it| it.what.is_outside()) { Vec::new() } else { known }
    }

    /// What `base.name` is, a constant of such a type.
    pub(in crate::link) fn known_constant(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let is_constant = name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase);
        if !is_constant {
            return Vec::new();
        }
        let known = self.known_of_types(frame, base, name);
        if known.is_empty() { self.made_by_its_type(frame, base, name) } else { known }
    }

    /// A value of the type outside of the repository that `base` names, where the habits say that this is what it has by that name.
    fn made_by_its_type(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let factories = frame.file.habits().foreign.factories;
        if factories.is_empty() {
            return Vec::new();
        }
        let of_type = |it: Found| {
            let (package, outside) = match it.what {
                Denotation::External { package, name } => (package, name),
                Denotation::Builtin(name) => (Name::default(), name),
                _ => return None,
            };
            let outside = outside.rsplit('.').next().unwrap_or_default();
            let at = factories.binary_search_by(|(ty, ..)| (*ty).cmp(outside)).ok()?;
            let (ty, _, _) = factories.get(at).filter(|(_, of, names)| is_within(&package, of) && names.binary_search(&name).is_ok())?;
            let ty = Name::new_static(ty);
            Some(if package.is_empty() { Type::foreign(ty) } else { Type::External { package, name: ty } })
        };
        let ty = self.denote(frame, base).into_iter().find_map(of_type);
        ty.map(|ty| Typed::new(ty, Rule::ReturnType)).into_iter().collect()
    }

    fn known_of_types(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        let known = || sorted::under(habits.foreign.results, name, |(member, ..)| *member);
        let mut types = Vec::new();
        if known().next().is_none() {
            return types;
        }
        for typed in self.types(frame, base) {
            let outer = match &typed.ty {
                Type::Foreign { name, .. } | Type::External { name, .. } => name.as_str(),
                _ => continue,
            };
            let stands_for = habits.extended_foreign.unwrap_or_default();
            let behind = |outer: &&str| stands_for.iter().find(|(other, _)| other == outer).map(|(_, inner)| *inner);
            let mut names = std::iter::successors(Some(outer), behind).take(1 + MAX_BEHIND);
            let made = names.find_map(|outer| known().find(|(_, types, _)| types.contains(&outer)));
            let made = made.and_then(|(.., made)| made_of(*made, &typed.ty));
            merge(&mut types, made.map(|ty| Typed::new(ty, typed.rule).through(Rule::ReturnType)));
        }
        types
    }
}

/// Whether a package is the one of a name, or one below it; the language itself has none.
fn is_within(package: &str, of: &str) -> bool {
    package.strip_prefix(of).is_some_and(|below| below.is_empty() || (!of.is_empty() && below.starts_with('.')))
}

/// The type that something is made of which is called on a value of another one.
pub(super) fn made_of(made: Made, own: &Type) -> Option<Type> {
    match made {
        Made::Same => Some(own.clone()).filter(|ty| !is_unknown(ty)),
        Made::Held => own.args().and_then(|args| args.first()).filter(|ty| !is_unknown(ty)).cloned(),
        Made::Plain(name) => Some(Type::foreign(Name::new_static(name))),
        Made::In(name, held) => Some(Type::Foreign { name: Name::new_static(name), args: vec![made_of(*held, own)?].into() }),
        Made::Pair(first, second) => Some(Type::Tuple(vec![made_of(*first, own)?, made_of(*second, own)?].into())),
        Made::Joined(held, name) => {
            let Type::Foreign { args, .. } = own else { return None };
            let holds = matches!(args.first(), Some(Type::Foreign { name, .. }) if held.contains(&name.as_str()));
            holds.then(|| Type::foreign(Name::new_static(name)))
        }
    }
}
