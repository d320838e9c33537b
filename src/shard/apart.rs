//! Definitions of one name of which not all can be meant at a place: a build takes one arm of a conditional, and a macro may be defined anew.

use std::collections::BTreeMap;

use super::builder::Binding;
use super::facts::SymbolKind;

/// What a name is looked for as: definitions of one name and one class are in each other's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Macro,
    Called,
    Type,
    Value,
}

impl Class {
    /// That of a kind; `None` for modules, which are one however often they are opened.
    pub fn of(kind: SymbolKind) -> Option<Self> {
        Some(match kind {
            SymbolKind::Module => return None,
            SymbolKind::Macro => Self::Macro,
            kind if kind.is_callable() => Self::Called,
            kind if kind.is_type() => Self::Type,
            _ => Self::Value,
        })
    }
}

/// What tells such definitions apart.
#[derive(Debug, Default)]
pub struct Apart {
    /// Where an arm of a conditional begins, and where what stands around it goes on: `(byte, arm)`, sorted.
    pub turns: Vec<(u32, u32)>,
    /// What holds in each arm, those around it included: `(what is asked, the answer)`, sorted. What stands outside of all conditionals is the first.
    pub arms: Vec<Vec<(u32, u32)>>,
    /// Where macros that are defined more than once begin to be in force, and the directives that end that: `(byte, arm)`.
    pub in_force: BTreeMap<u32, (u32, Vec<(u32, u32)>)>,
    /// The definitions of macros, sorted: names in them are looked up where the macros are used.
    pub bodies: Vec<(u32, u32)>,
    /// How each arm stands in the one around it, parallel to `arms`.
    pub levels: Vec<Level>,
    /// Where other files are included, sorted.
    pub includes: Vec<u32>,
}

/// How an arm stands in the one around it.
#[derive(Clone, Debug, Default)]
pub struct Level {
    pub around: u32,
    /// Its conditional, and its place among the arms of that.
    pub own: (u32, u32),
    /// Answers that tell by themselves that it is taken; none where no answers do.
    pub by: Vec<(u32, u32)>,
    /// Every build with default settings takes it, or it is there to keep the file from being read twice.
    pub sure: bool,
}

impl Apart {
    /// The innermost arm around a byte.
    pub fn arm_at(&self, at: u32) -> u32 {
        let after = self.turns.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).and_then(|index| self.turns.get(index)).map_or(0, |(_, arm)| *arm)
    }

    /// What holds in an arm.
    pub fn held_in(&self, arm: u32) -> &[(u32, u32)] {
        self.arms.get(arm as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether no build takes both of two arms.
    pub fn exclude_each_other(&self, one: u32, other: u32) -> bool {
        let (mut one, mut other) = (self.held_in(one), self.held_in(other));
        while let ([(asked, answer), rest @ ..], [(also_asked, also_answered), others @ ..]) = (one, other) {
            if asked == also_asked && answer != also_answered {
                return true;
            }
            let (left, right) = (asked <= also_asked, also_asked <= asked);
            one = if left { rest } else { one };
            other = if right { others } else { other };
        }
        false
    }

    /// Whether nothing tells that a build takes an arm.
    pub fn is_conditional(&self, mut arm: u32) -> bool {
        while let Some(level) = self.levels.get(arm as usize).filter(|_| arm > 0) {
            if !level.sure {
                return true;
            }
            arm = level.around;
        }
        false
    }

    /// Whether a build that takes the arm `here` takes `arm` as well.
    fn is_taken_with(&self, mut arm: u32, here: u32) -> bool {
        let here = self.held_in(here);
        while let Some(level) = self.levels.get(arm as usize).filter(|_| arm > 0) {
            let told = !level.by.is_empty() && level.by.iter().all(|held| here.contains(held));
            if !level.sure && !told && !here.contains(&level.own) {
                return false;
            }
            arm = level.around;
        }
        true
    }

    /// Whether nothing tells that a build has any of the definitions that a name is bound to at a byte, of which `at_of` says where each stands and whether
    /// it is a macro. What excludes each other leaves one, and so does what is there without a condition.
    pub(super) fn is_in_doubt(&self, bindings: &[Binding], at: u32, at_of: impl Fn(u32) -> (u32, bool)) -> bool {
        if self.levels.len() < 2 && self.includes.is_empty() {
            return false;
        }
        let here = self.arm_at(at);
        let mut arms: Vec<u32> = Vec::new();
        let mut anew = false;
        for binding in bindings {
            let Binding::Symbol(symbol) = *binding else { continue };
            let (start, is_macro) = at_of(symbol);
            let arm = self.arm_at(start);
            let next = self.includes.get(self.includes.partition_point(|include| *include <= start));
            anew |= is_macro && next.is_some_and(|include| *include < at);
            if self.is_taken_with(arm, here) || arms.iter().any(|other| self.exclude_each_other(*other, arm)) {
                return anew && bindings.len() == 1;
            }
            arms.push(arm);
        }
        !arms.is_empty()
    }

    /// Whether a macro is in force at a byte: it is not where a directive has ended it that is taken wherever the macro and that byte both are.
    fn is_in_force(&self, symbol: u32, at: u32) -> bool {
        let Some((start, ends)) = self.in_force.get(&symbol) else { return true };
        let (own, here) = (self.held_in(self.arm_at(*start)), self.held_in(self.arm_at(at)));
        let is_taken = |arm: u32| self.held_in(arm).iter().all(|held| own.contains(held) || here.contains(held));
        *start <= at && !ends.iter().any(|(end, arm)| *end <= at && is_taken(*arm))
    }

    /// Leaves of what a name is bound to what can be meant at a byte, where that is something. `defined_at` says where definitions stand.
    pub(super) fn keep_meant(&self, bindings: &mut Vec<Binding>, at: u32, defined_at: impl Fn(u32) -> u32) {
        if bindings.len() < 2 || (self.turns.is_empty() && self.in_force.is_empty()) {
            return;
        }
        let here = self.arm_at(at);
        let body = self.bodies.partition_point(|(start, _)| *start <= at).checked_sub(1).and_then(|index| self.bodies.get(index));
        let any_time = body.is_some_and(|(_, end)| at < *end);
        let is_meant = |binding: &Binding| {
            let Binding::Symbol(symbol) = *binding else { return true };
            (any_time || self.is_in_force(symbol, at)) && !self.exclude_each_other(self.arm_at(defined_at(symbol)), here)
        };
        if bindings.iter().any(is_meant) {
            bindings.retain(is_meant);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart() -> Apart {
        let arms = vec![vec![], vec![(0, 0), (1, 1)], vec![(0, 1), (1, 0)], vec![(1, 1), (2, 0)]];
        Apart { turns: vec![(10, 1), (20, 2), (30, 0), (40, 3), (50, 0)], arms, ..Apart::default() }
    }

    #[test]
    fn arms_exclude_each_other_that_answer_one_question_otherwise() {
        let apart = apart();
        assert_eq!([5, 10, 25, 35, 45, 55].map(|at| apart.arm_at(at)), [0, 1, 2, 0, 3, 0]);
        assert!(apart.exclude_each_other(1, 2) && apart.exclude_each_other(3, 2) && apart.exclude_each_other(2, 3));
        assert!(!apart.exclude_each_other(1, 3) && !apart.exclude_each_other(0, 2));
    }

    #[test]
    fn what_cannot_be_meant_goes_unless_nothing_else_is_there() {
        let mut apart = apart();
        let kept = |apart: &Apart, at: u32| {
            let mut bindings = vec![Binding::Symbol(0), Binding::Symbol(1)];
            apart.keep_meant(&mut bindings, at, |symbol| [12, 22][symbol as usize]);
            bindings
        };
        assert_eq!(kept(&apart, 45), [Binding::Symbol(0)]);
        assert_eq!(kept(&apart, 25), [Binding::Symbol(1)]);
        assert_eq!(kept(&apart, 60).len(), 2);
        apart.in_force = BTreeMap::from([(0, (12, vec![(55, 0)])), (1, (55, Vec::new()))]);
        assert_eq!(kept(&apart, 60), [Binding::Symbol(1)]);
        assert_eq!(kept(&apart, 25).len(), 2);
        apart.bodies = vec![(58, 70)];
        assert_eq!(kept(&apart, 60).len(), 2);
    }
}
