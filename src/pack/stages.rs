//! The stages of a pack, told as they end to whoever takes the time: a pack itself knows no clock.

use crate::base::words::words;

words! {
    /// A part of the work.
    pub enum Stage {
        /// The index is opened and the request read.
        Opening = "opening",
        /// What the query finds.
        Retrieval = "retrieval",
        /// The walk over edges.
        Traversal = "traversal",
        /// Candidates are scored and put in order.
        Scoring = "scoring",
        /// Candidates are given room, and texts are cut.
        Allocation = "allocation",
        /// Items, reasons and certificates.
        Rendering = "rendering",
    }
}

/// Who hears of the end of each stage.
pub type Heard<'a> = &'a (dyn Fn(Stage) + Sync);
