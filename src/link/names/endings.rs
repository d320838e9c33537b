//! Names that are written without what the definition's own name ends with.

use crate::base::Name;
use crate::link::eval::{Found, Frame, Linker};
use crate::shard::body::Site;

impl Linker<'_> {
    /// What is written in front of a definition: the type of the whole name before one of the name alone, as compilers look for both.
    pub(in crate::link) fn decorator(&mut self, frame: &Frame, site: &Site) -> Vec<Found> {
        let ending = self.own.habits().decorator_ending;
        if !ending.is_empty() {
            let whole = Name::from(format!("{}{ending}", site.name));
            let mut found = self.denote_free(frame, &whole, site.target);
            found.retain(|it| self.is_found(it, |it| it.kind.is_type()));
            if !found.is_empty() {
                return found;
            }
        }
        self.denote_with_macros(frame, site.target)
    }
}
