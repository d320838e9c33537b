//! Names that code binds as it runs: what one means at a place depends on what stands above it, and on which of the arms of a condition run at all.

use super::{Binding, Builder, index};

/// Most bindings of one name that are looked back through for one use of it.
const MAX_STEPS: usize = 64;

/// One binding of a name by code that runs in order.
#[derive(Debug)]
pub(in crate::shard) struct Step {
    /// What it is bound to; a definition with all that declare its forms.
    pub bindings: Vec<Binding>,
    /// From which byte on.
    pub at: u32,
    arm: u32,
    way: Way,
}

/// How a binding stands to what its name is bound to above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It takes the place of that.
    Replaces,
    /// It only declares a form of a definition that is still to come.
    Declares,
    /// It is made of that and may still be it.
    Wraps,
}

/// A block that may run or not.
#[derive(Debug)]
struct Arm {
    parent: u32,
    /// Arms of one choice never run both.
    choice: u32,
    depth: u32,
    start: u32,
    end: u32,
}

/// The arms of a file; the first is what always runs.
#[derive(Debug)]
pub(in crate::shard) struct Arms {
    /// In source order.
    all: Vec<Arm>,
    open: u32,
    choices: u32,
}

impl Arms {
    pub fn new() -> Self {
        Self { all: vec![Arm { parent: 0, choice: 0, depth: 0, start: 0, end: u32::MAX }], open: 0, choices: 0 }
    }

    /// The innermost one that is open.
    pub fn open(&self) -> u32 {
        self.open
    }

    /// The innermost one around a byte.
    fn around(&self, at: u32) -> u32 {
        let mut arm = self.all.partition_point(|it| it.start <= at).saturating_sub(1);
        while self.all[arm].end <= at {
            arm = self.all[arm].parent as usize;
        }
        index(arm)
    }

    fn parent(&self, arm: u32) -> u32 {
        self.all[arm as usize].parent
    }

    fn depth(&self, arm: u32) -> u32 {
        self.all[arm as usize].depth
    }

    /// Whether whatever runs in the one runs in the other.
    fn encloses(&self, outer: u32, mut inner: u32) -> bool {
        while self.depth(inner) > self.depth(outer) {
            inner = self.parent(inner);
        }
        inner == outer
    }

    /// Whether the two are, or lie in, different arms of one choice.
    fn excludes(&self, mut one: u32, mut other: u32) -> bool {
        let (mut below_one, mut below_other) = (None, None);
        while one != other {
            if self.depth(one) >= self.depth(other) {
                below_one = Some(one);
                one = self.parent(one);
            } else {
                below_other = Some(other);
                other = self.parent(other);
            }
        }
        match (below_one, below_other) {
            (Some(one), Some(other)) => self.all[one as usize].choice == self.all[other as usize].choice,
            _ => false,
        }
    }
}

/// What a name is bound to at byte `at` by the steps that code takes in a scope that was opened in `arm`; where that is `None`, when all has run.
/// Nothing, where nothing of it stands above.
pub(in crate::shard) fn course(arms: &Arms, steps: &[Step], arm: u32, at: Option<u32>) -> Option<Vec<Binding>> {
    let count = at.map_or(steps.len(), |at| steps.partition_point(|it| it.at <= at));
    let around = at.map_or(arm, |at| arms.around(at));
    let mut live: Vec<&Step> = Vec::new();
    for step in steps.get(..count)?.iter().rev().take(MAX_STEPS) {
        if arms.excludes(step.arm, around) {
            continue;
        }
        if !live.iter().any(|later| later.way != Way::Wraps && arms.encloses(later.arm, step.arm)) {
            live.push(step);
        }
        if step.way != Way::Wraps && arms.encloses(step.arm, around) {
            break;
        }
    }
    let mut found: Vec<Binding> = Vec::new();
    for binding in live.iter().rev().flat_map(|it| &it.bindings) {
        if !found.contains(binding) {
            found.push(*binding);
        }
    }
    (!found.is_empty()).then_some(found)
}

impl Builder<'_> {
    /// Whether code that runs in `scope` has defined `name` so far.
    pub fn has_defined(&self, scope: u32, name: &str) -> bool {
        let steps = self.scopes[scope as usize].courses.get(name);
        steps.is_some_and(|steps| steps.iter().rev().take(MAX_STEPS).any(|it| it.bindings.iter().any(|it| matches!(it, Binding::Symbol(_)))))
    }

    /// A new choice between arms.
    pub fn choice(&mut self) -> u32 {
        self.arms.choices += 1;
        self.arms.choices
    }

    /// Runs `body` as an arm of a choice, which lies between two bytes.
    pub fn open_arm(&mut self, choice: u32, start: usize, end: usize) {
        let parent = self.arms.open;
        let depth = self.arms.depth(parent) + 1;
        let arm = Arm { parent, choice, depth, start: index(start), end: index(end) };
        self.arms.open = index(self.arms.all.len());
        self.arms.all.push(arm);
    }

    /// Ends the innermost arm.
    pub fn close_arm(&mut self) {
        self.arms.open = self.arms.parent(self.arms.open);
    }

    /// Says that code which runs in order binds `name` in `scope` from byte `at` on. What only declares a form of a definition stands beside that.
    pub fn step(&mut self, scope: u32, name: &str, binding: Binding, at: usize, way: Way) {
        let (arm, at) = (self.arms.open, index(at));
        let steps = self.scopes[scope as usize].courses.entry(name.into()).or_default();
        match steps.last_mut() {
            Some(last) if last.way == Way::Declares && last.arm == arm => {
                last.bindings.push(binding);
                last.way = way;
            }
            Some(last) if last.arm == arm && last.bindings.as_slice() == [binding] => {}
            last => {
                let at = last.map_or(at, |last| at.max(last.at));
                steps.push(Step { bindings: vec![binding], at, arm, way });
            }
        }
    }
}
