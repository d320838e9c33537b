//! Calls by the path of an interface: `Latch::set(&latch)` means what the type of its first argument has.

use super::ask::Ref;
use super::eval::{Denotation, Found, Frame, Linker};
use super::types::Type;
use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::shard::body::{Role, Site};
use crate::shard::expr::Expr;
use crate::shard::facts::Flags;

impl Linker<'_> {
    /// What a call means that names a method by its interface and hands over the receiver: what a block of the receiver's type says for that
    /// interface, where the type is known and there is such a block. Of all other calls what is found stays.
    pub(super) fn by_first_argument(&mut self, frame: &Frame, site: &Site, found: Vec<Found>) -> Vec<Found> {
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
        let takes_receiver = |way: &Ref| self.is(*way, |it| it.kind.is_callable() && !it.flags.has(Flags::STATIC));
        let meant: Vec<Found> = ways.into_iter().filter(takes_receiver).map(|way| Found::symbol(way, typed.rule)).collect();
        if meant.is_empty() { found } else { meant }
    }

    /// The members of this name that blocks of the repository add to a foreign type for an interface of this name, or to what it stands for.
    fn foreign_ways(&mut self, foreign: &str, interface: &str, name: &str) -> Vec<Ref> {
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
    pub(super) fn interface_name(&self, found: &Found) -> Option<Name> {
        match &found.what {
            Denotation::Symbol(symbol) => self.about(*symbol, |it| it.kind.is_abstract_type().then(|| it.name.clone())).flatten(),
            Denotation::External { name, .. } | Denotation::Builtin(name) => Some(name.clone()),
            Denotation::Module(_) | Denotation::Local(_) => None,
        }
    }
}
