//! The stages of a pack, told as they end to whoever takes the time: a pack itself knows no clock.

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The index is opened and the request read.
    Opening,
    /// What the query finds.
    Retrieval,
    /// The walk over edges.
    Traversal,
    /// Candidates are scored and put in order.
    Scoring,
    /// Candidates are given room, and texts are cut.
    Allocation,
    /// Items, reasons and certificates.
    Rendering,
}

impl Stage {
    /// The word of the statistics.
    pub fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Retrieval => "retrieval",
            Self::Traversal => "traversal",
            Self::Scoring => "scoring",
            Self::Allocation => "allocation",
            Self::Rendering => "rendering",
        }
    }
}

/// Who hears of the end of each stage.
pub type Heard<'a> = &'a (dyn Fn(Stage) + Sync);
