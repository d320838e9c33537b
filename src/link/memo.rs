//! What was worked out once while a file is linked: answers that no limit and no cycle cut short, so that none depends on who asked first.

use std::sync::Arc;

use super::ask::{Ref, Slot};
use super::eval::{Found, Frame, Linker};
use super::types::Typed;
use crate::base::Name;
use crate::base::key::{KeyMap, TextMap};
use crate::shard::expr::ExprId;

/// Most answers of one kind that are kept.
const MAX_KEPT: usize = 1 << 16;

/// An expression and all that its meaning depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The file's facts, by their address: they are held for as long as the link takes.
    file: usize,
    in_body: bool,
    enclosing: Option<u32>,
    id: u32,
}

impl Place {
    /// The place of an expression; none where its meaning depends on what type parameters stand for.
    pub(super) fn of(frame: &Frame, id: ExprId) -> Option<Self> {
        let place = || Self { file: Arc::as_ptr(&frame.file) as usize, in_body: frame.in_body, enclosing: frame.enclosing, id: id.0 };
        frame.given.is_empty().then(place)
    }
}

/// The answers so far.
#[derive(Default)]
pub(super) struct Memo {
    denoted: KeyMap<Place, Arc<[Found]>>,
    types: KeyMap<Place, Arc<[Typed]>>,
    instances: KeyMap<Place, Arc<[Typed]>>,
    /// What imports bind, by the address of the file.
    pub(super) bound: KeyMap<(usize, u32), Arc<[Found]>>,
    /// Declared or inferred types of definitions for which nothing is given.
    pub(super) declared: KeyMap<(Slot, u32), Arc<[Typed]>>,
    /// Whether members of a file can be met here.
    pub(super) admitted: KeyMap<Slot, bool>,
    /// The sites of the linked file that put something into a collection, by the variable that holds it.
    pub(super) filled: Option<KeyMap<u32, Vec<u32>>>,
    /// Members of any type by name.
    pub(super) anywhere: TextMap<Name, Option<Arc<[Ref]>>>,
}

/// One kind of answer about expressions.
pub(super) type Kept<T> = fn(&mut Memo) -> &mut KeyMap<Place, Arc<[T]>>;

pub(super) const DENOTED: Kept<Found> = |memo| &mut memo.denoted;
pub(super) const TYPES: Kept<Typed> = |memo| &mut memo.types;
pub(super) const INSTANCES: Kept<Typed> = |memo| &mut memo.instances;

impl Linker<'_> {
    /// What `find` says of an expression, asked once for each place.
    pub(super) fn known<T: Clone>(&mut self, kept: Kept<T>, frame: &Frame, id: ExprId, find: fn(&mut Self, &Frame, ExprId) -> Vec<T>) -> Vec<T> {
        if !self.step() {
            return Vec::new();
        }
        let Some(place) = Place::of(frame, id) else { return find(self, frame, id) };
        if let Some(known) = kept(&mut self.memo).get(&place) {
            return known.to_vec();
        }
        let cuts = self.cuts;
        let found = find(self, frame, id);
        let answers = kept(&mut self.memo);
        if self.cuts == cuts && answers.len() < MAX_KEPT {
            answers.insert(place, found.as_slice().into());
        }
        found
    }
}
