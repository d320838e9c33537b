//! Who proposes candidates.

use serde::{Deserialize, Serialize};

/// A provider of seeds, as requests name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Terms of the index, scored here.
    Sparse,
    /// A provider's own full-text engine proposes.
    Fts,
    /// Vectors propose.
    Ann,
    /// Fusion of several.
    Hybrid,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 4] = [Self::Sparse, Self::Fts, Self::Ann, Self::Hybrid];

    /// The word of requests.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sparse => "sparse",
            Self::Fts => "fts",
            Self::Ann => "ann",
            Self::Hybrid => "hybrid",
        }
    }

    /// The provider of a word.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.word() == word)
    }
}
