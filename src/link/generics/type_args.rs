//! The arguments of a type, and what is left of it by the names of its members.

use std::ops::Deref;
use std::sync::Arc;

use crate::base::Name;
use crate::link::types::Type;

/// Most limits that one type keeps: further ones leave it as it is.
const MAX_LIMITS: usize = 4;

/// The parts of a type, shared by its copies: a type is handed around far more often than it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Args(Option<Arc<Shared>>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Shared {
    /// How many there are, those of parts and of limits included.
    count: usize,
    parts: Box<[Type]>,
    limits: Box<[Limit]>,
    /// What is written for associated types of an interface: `Source<Out = Item>`.
    bound: Box<[(Name, Type)]>,
}

/// What is left of a type by the names of its members: of two types with the same arguments one may have a member that the other lacks. Names are the tags
/// that members are named by, and the types whose members are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::link) enum Limit {
    /// The members that are named.
    Only(Box<[Type]>),
    /// All members but those that are named.
    Without(Box<[Type]>),
    /// All members, of types that nobody knows.
    Untyped,
}

impl Limit {
    fn names(&self) -> &[Type] {
        match self {
            Self::Only(names) | Self::Without(names) => names,
            Self::Untyped => &[],
        }
    }
}

impl Args {
    /// How many parts there are, those of parts included.
    pub(in crate::link) fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |it| it.count)
    }

    /// What is left of the members of the type that they are the arguments of.
    pub(in crate::link) fn limits(&self) -> &[Limit] {
        self.0.as_ref().map_or(&[], |it| &it.limits)
    }

    /// The type that is written for an associated type of the interface that they are the arguments of.
    pub(in crate::link) fn bound(&self, name: &str) -> Option<&Type> {
        self.0.as_ref()?.bound.iter().find(|(known, _)| known == name).map(|(_, ty)| ty)
    }

    /// The same arguments of an interface for whose associated types others are written.
    pub(in crate::link) fn binding(&self, bound: Vec<(Name, Type)>) -> Self {
        Self::made(self.to_vec(), self.limits().to_vec(), bound)
    }

    fn all_bound(&self) -> Vec<(Name, Type)> {
        self.0.as_ref().map_or_else(Vec::new, |it| it.bound.to_vec())
    }

    /// Whether nobody knows of which types the members are that are left.
    pub(in crate::link) fn is_untyped(&self) -> bool {
        self.limits().contains(&Limit::Untyped)
    }

    /// The same arguments of a type of which no more is left than this.
    pub(in crate::link) fn limited(&self, limit: &Limit) -> Self {
        let mut limits = self.limits().to_vec();
        if limits.len() >= MAX_LIMITS || limits.contains(limit) {
            return self.clone();
        }
        limits.push(limit.clone());
        Self::made(self.to_vec(), limits, self.all_bound())
    }

    /// Other arguments of the type, of which the same is left.
    pub(in crate::link) fn with_parts(&self, parts: Vec<Type>) -> Self {
        Self::made(parts, self.limits().to_vec(), self.all_bound())
    }

    fn made(parts: Vec<Type>, limits: Vec<Limit>, bound: Vec<(Name, Type)>) -> Self {
        let all = parts.iter().chain(limits.iter().flat_map(Limit::names)).chain(bound.iter().map(|(_, ty)| ty));
        let count = all.fold(parts.len() + bound.len(), |count, part| count.saturating_add(part.args().map_or(0, Self::count)));
        let is_plain = parts.is_empty() && limits.is_empty() && bound.is_empty();
        Self((!is_plain).then(|| Arc::new(Shared { count, parts: parts.into(), limits: limits.into(), bound: bound.into() })))
    }
}

impl From<Vec<Type>> for Args {
    fn from(parts: Vec<Type>) -> Self {
        Self::made(parts, Vec::new(), Vec::new())
    }
}

impl FromIterator<Type> for Args {
    fn from_iter<I: IntoIterator<Item = Type>>(parts: I) -> Self {
        parts.into_iter().collect::<Vec<_>>().into()
    }
}

impl Deref for Args {
    type Target = [Type];

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().map_or(&[], |it| &it.parts)
    }
}

impl<'a> IntoIterator for &'a Args {
    type Item = &'a Type;
    type IntoIter = std::slice::Iter<'a, Type>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
