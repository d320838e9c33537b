//! The name of a class inside of those that derive from it: it is a member of the class and inherited like one (C++ standard, [class.pre]).

use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, activity};
use crate::link::members::ancestors::MAX_ANCESTORS;
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::shard::facts::Owner;

impl Linker<'_> {
    /// The types around a place that are called so, or those above them.
    pub(in crate::link) fn injected_name(&mut self, frame: &Frame, name: &Name) -> Vec<Found> {
        let habits = frame.file.habits();
        if !habits.textual_includes || !habits.implicit_receiver {
            return Vec::new();
        }
        let Some(slot) = self.slot_of(&frame.file) else { return Vec::new() };
        let mut around = frame.enclosing;
        while let Some(index) = around {
            let Some(symbol) = frame.file.facts.symbol(index) else { break };
            let mut inside = Vec::new();
            if symbol.kind.is_type() && !symbol.supertypes.is_empty() {
                inside.push(Ref { file: slot, symbol: index });
            }
            if let Owner::Extension(extension) = symbol.owner {
                inside.extend(self.extended_types(&frame.file, extension));
            }
            for ty in inside {
                // Its own name hides what it inherits.
                if self.is(ty, |it| it.name == *name) {
                    return vec![Found::symbol(ty, Rule::ImplicitSelf)];
                }
                let mut above = self.types_above(ty);
                above.retain(|it| self.is(*it, |it| it.name == *name));
                if !above.is_empty() {
                    return above.into_iter().map(|it| Found::symbol(it, Rule::ImplicitSelf)).collect();
                }
            }
            around = frame.file.facts.around(index);
        }
        Vec::new()
    }

    /// What the name of a class means behind its own name and `::`: its constructors (C++ standard, [class.qual]).
    pub(in crate::link) fn constructors_by_name(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let Some(file) = self.load(ty.file).filter(|file| file.habits().textual_includes && file.habits().implicit_receiver) else {
            return Vec::new();
        };
        if file.facts.symbol(ty.symbol).is_none_or(|it| it.name != name) {
            return Vec::new();
        }
        self.asker.looked_at(&file, ty.symbol);
        let mut classes: Vec<Ref> = self.follow_alias(Found::symbol(ty, Rule::StaticMember)).into_iter().filter_map(|it| it.what.symbol()).collect();
        if classes.is_empty() {
            classes.push(ty);
        }
        let built = classes.into_iter().flat_map(|class| overloads::constructors_of(self, class));
        built.map(|it| Found::symbol(it, Rule::StaticMember)).collect()
    }

    /// The types above a type, nearest first.
    pub(in crate::link) fn types_above(&mut self, ty: Ref) -> Vec<Ref> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        self.remembered(|memo| &mut memo.above, ty, |linker| linker.once(&file, ty.symbol, activity::ABOVE, |linker| linker.find_above(ty)))
    }

    fn find_above(&mut self, ty: Ref) -> Vec<Ref> {
        let mut met = vec![ty];
        let mut at = 0;
        while let Some(next) = met.get(at).copied().filter(|_| at < MAX_ANCESTORS && self.step()) {
            at += 1;
            for above in self.supertypes(next) {
                if let Denotation::Symbol(above) = above.what
                    && !met.contains(&above)
                    && self.is(above, |it| it.kind.is_type())
                {
                    met.push(above);
                }
            }
        }
        met.split_off(1)
    }
}
