//! Calls that what they hand over decides: by the path of an interface, `Latch::set(&latch)` means what the type of its first argument has, and a receiver
//! that is a reference means what blocks for references give.

use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::Given;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::{names_as_many, pointers};
use crate::link::types::{Type, Typed};
use crate::shard::body::{RECEIVER, Role, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Symbol};

impl Linker<'_> {
    /// What a call means that names a method by its interface and hands over the receiver: what a block of the receiver's type says for that
    /// interface, where the type is known and there is such a block. Of all other calls what is found stays.
    pub(in crate::link) fn by_first_argument(&mut self, frame: &Frame, site: &Site, found: Vec<Found>) -> Vec<Found> {
        let conforms = self.own.habits().overriding == Overriding::Conformance;
        let Some(first) = site.args.first().copied().filter(|_| conforms && site.role == Role::Call) else { return found };
        let Expr::Member { base, ref name } = *self.expr(frame, site.target) else { return found };
        // `Self::set(&other)` in an interface means the implementer's own, whatever is handed over.
        if matches!(self.expr(frame, base), Expr::Generic { .. }) {
            return found;
        }
        let denoted = self.denote(frame, base);
        let [named] = denoted.as_slice() else { return found };
        let Some(interface) = self.interface_name(named) else { return found };
        let types = self.types(frame, first);
        // Which of several types a value has nobody knows here.
        let [typed] = types.as_slice() else { return found };
        let ways = match &typed.ty {
            Type::Instance { ty, .. } => self.ways(*ty, &interface, name),
            // A number without a suffix is of whatever type it is handed to.
            Type::Foreign { .. } if matches!(self.expr(frame, first), Expr::Literal(_)) => Vec::new(),
            Type::Foreign { name: foreign, .. } | Type::External { name: foreign, .. } => self.foreign_ways(foreign, &interface, name),
            _ => Vec::new(),
        };
        // What a block for references takes by a reference is handed over behind two of them, which no type shows.
        let is_behind = |it: &Symbol| it.flags.has(Flags::FOR_REFERENCE) && !it.flags.has(Flags::OF_REFERENCE);
        let takes_receiver = |way: &Ref| self.is(*way, |it| it.kind.is_callable() && !it.flags.has(Flags::STATIC) && !is_behind(it));
        let mut meant: Vec<Found> = ways.into_iter().filter(takes_receiver).map(|way| Found::symbol(way, typed.rule)).collect();
        if let (true, Some(foreign), Type::Instance { ty, .. }) = (meant.is_empty(), named.what.name_outside(), &typed.ty)
            && found.iter().all(|it| it.what.is_outside())
        {
            let ways = self.foreign_ways_taking(foreign, name, *ty).into_iter();
            meant = ways.map(|way| Found::symbol(way, Rule::StaticMember.weaker(typed.rule))).collect();
        }
        let meant = if meant.is_empty() { found } else { meant };
        // By a path nothing is looked through: what a pointer has itself is meant.
        let name = name.clone();
        let forwarding = self.forwarding(frame, first, &name, &meant);
        if forwarding.is_empty() { meant } else { forwarding }
    }

    /// Which of these a call means, of methods that blocks for a type and blocks for references to it give by value: the receiver tells, where it is told what
    /// it is (`map.into_iter()`).
    fn of_receiver(&mut self, site: &Site, methods: &[Option<Ref>]) -> Option<Vec<bool>> {
        let takes = |method: &Option<Ref>| method.is_some_and(|method| self.is(method, |it| it.flags.has(Flags::OF_REFERENCE)));
        let by_reference: Vec<bool> = methods.iter().map(takes).collect();
        let is_open = by_reference.contains(&true) && by_reference.contains(&false);
        let Expr::Member { base, .. } = self.body.expr(site.target).filter(|_| is_open)? else { return None };
        let frame = self.own_frame(site.enclosing);
        let is_reference = pointers::of_argument(self, &frame, *base, site.is_pointer(RECEIVER))?;
        Some(by_reference.into_iter().map(|it| it == is_reference).collect())
    }

    /// What a call of a method means of what its name leads to, as far as the receiver tells.
    pub(in crate::link) fn by_receiver(&mut self, site: &Site, mut found: Vec<Found>) -> Vec<Found> {
        let methods: Vec<Option<Ref>> = found.iter().map(|it| it.what.symbol()).collect();
        if let Some(meant) = self.of_receiver(site, &methods) {
            let mut meant = meant.into_iter();
            found.retain(|_| meant.next().unwrap_or(true));
        }
        found
    }

    /// The same of what may be called.
    pub(in crate::link) fn called_by_receiver(&mut self, frame: &Frame, callee: ExprId, mut callees: Vec<(Typed, Given)>) -> Vec<(Typed, Given)> {
        let method = |(typed, _): &(Typed, Given)| if let Type::Callable(method) = typed.ty { Some(method) } else { None };
        let methods: Vec<Option<Ref>> = callees.iter().map(method).collect();
        let site = if frame.in_body && methods.len() > 1 { self.call_of(callee) } else { None };
        if let Some(meant) = site.and_then(|site| self.of_receiver(site, &methods)) {
            let mut meant = meant.into_iter();
            callees.retain(|_| meant.next().unwrap_or(true));
        }
        callees
    }

    /// Of a method that a type has itself and those that interfaces give it under the name what a call means (The Rust Reference, Method-call expressions):
    /// what takes the number of arguments, and what takes the receiver as it is before what takes a reference to it, or what it refers to.
    pub(in crate::link) fn probed(&mut self, frame: &Frame, callee: ExprId, members: Vec<(Found, Option<Type>)>) -> Vec<(Found, Option<Type>)> {
        let [(own, Some(Type::Instance { ty, .. }))] = members.as_slice() else { return members };
        let (Some(method), ty, rule) = (own.what.symbol(), *ty, own.rule) else { return members };
        let conforms = frame.in_body && frame.file.habits().overriding == Overriding::Conformance;
        if !conforms || !self.is_inherent(own) || !self.is(method, |it| it.kind.is_callable() && !it.flags.has(Flags::STATIC)) {
            return members;
        }
        let Some((name, asked)) = self.about(ty, |it| it.name.clone()).zip(self.about(method, |it| it.name.clone())) else { return members };
        let mut given = self.extension_member(ty, &name, &asked);
        given.retain(|it| !self.is_inherent(it) && self.is_found(it, |it| it.kind.is_callable() && !it.flags.has(Flags::STATIC)));
        let Some(site) = self.call_of(callee).filter(|_| !given.is_empty()) else { return members };
        let Expr::Member { base, .. } = *self.expr(frame, callee) else { return members };
        let takes = |linker: &Self, method: Ref| site.arg_count.is_none_or(|count| names_as_many(linker, method, count));
        given.retain(|it| it.what.symbol().is_some_and(|it| takes(self, it)));
        let receiver = members[0].1.clone();
        let mut meant: Vec<_> = given.into_iter().map(|it| (it.through(rule), receiver.clone())).collect();
        if meant.is_empty() {
            return members;
        }
        if !takes(self, method) {
            return meant;
        }
        let by_value = |linker: &Self, it: &Found| linker.is_found(it, |it| it.flags.has(Flags::BY_VALUE));
        let is_reference = pointers::of_argument(self, frame, base, site.is_pointer(RECEIVER));
        match (is_reference, by_value(self, own)) {
            (Some(false), false) => {
                meant.retain(|(it, _)| by_value(self, it));
                if meant.is_empty() { members } else { meant }
            }
            // Behind a reference to what may change, its own method comes first.
            (Some(true), true) => {
                meant.retain(|(it, _)| !by_value(self, it));
                members.into_iter().chain(meant).collect()
            }
            _ => members,
        }
    }

    /// The functions without a receiver that blocks of the repository give a foreign type for an argument of an interface, where that is a type of the
    /// repository and what they take first: `Vec::from(own)` by `impl From<Own> for Vec<u8>`.
    fn foreign_ways_taking(&mut self, foreign: &str, name: &str, first: Ref) -> Vec<Ref> {
        let mut ways = self.asker.extension_members(foreign, name);
        ways.retain(|way| {
            let told = self.is(*way, |it| it.overload.is_some() && it.flags.has(Flags::STATIC));
            told && self.admits_of(way.file) && self.is_added_to_foreign(*way) && self.takes_first(*way, first)
        });
        ways
    }

    /// Whether the first parameter of a function is of a type of the repository.
    fn takes_first(&mut self, function: Ref, first: Ref) -> bool {
        let Some(file) = self.load(function.file) else { return false };
        self.asker.looked_at(&file, function.symbol);
        let ty = file.facts.symbol(function.symbol).and_then(|it| it.params.first()).and_then(|it| it.ty);
        let types = ty.map(|ty| self.instances(&Frame::facts(&file, function.symbol), ty)).unwrap_or_default();
        matches!(types.as_slice(), [Typed { ty: Type::Instance { ty, .. }, .. }] if *ty == first)
    }

    /// The members of this name that blocks of the repository add to a foreign type for an interface of this name, or to what it stands for.
    pub(in crate::link) fn foreign_ways(&mut self, foreign: &str, interface: &str, name: &str) -> Vec<Ref> {
        let Some(stands_for) = self.own.habits().extended_foreign else { return Vec::new() };
        let inner = stands_for.iter().find(|(outer, _)| *outer == foreign).map(|(_, inner)| *inner);
        for target in std::iter::once(foreign).chain(inner) {
            let mut ways = self.asker.extension_members(target, name);
            ways.retain(|way| self.is_of_interface(*way, interface) && self.is_added_to_foreign(*way));
            if !ways.is_empty() {
                return ways;
            }
        }
        Vec::new()
    }

    /// Whether a member stands in a block for a type that is not of the repository.
    fn is_added_to_foreign(&mut self, member: Ref) -> bool {
        self.block_of(member).is_some_and(|(file, block)| self.extended_types(&file, block).is_empty())
    }

    /// The name of the interface that something is, as far as it can be one.
    pub(in crate::link) fn interface_name(&self, found: &Found) -> Option<Name> {
        match &found.what {
            Denotation::Symbol(symbol) => self.about(*symbol, |it| it.kind.is_abstract_type().then(|| it.name.clone())).flatten(),
            Denotation::External { name, .. } | Denotation::Builtin(name) => Some(name.clone()),
            Denotation::Module(_) | Denotation::Local(_) => None,
        }
    }
}
