//! Who proposes candidates.

use crate::base::words::words;

words! {
    /// A provider of seeds, as requests name it.
    pub enum Provider {
        /// Terms of the index, scored here.
        Sparse = "sparse",
        /// A provider's own full-text engine proposes.
        Fts = "fts",
        /// Vectors propose.
        Ann = "ann",
        /// Fusion of several.
        Hybrid = "hybrid",
    }
}

impl Provider {
    /// The provider of a word.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.word() == word)
    }
}
