//! Which index a reading verb means.

use std::path::PathBuf;

use crate::manifest::layout::{FOLDER, Layout};

/// The index to read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Place {
    /// The repository whose index is meant.
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// An index root, wherever it lies.
    #[arg(long, value_name = "ROOT")]
    pub index: Option<PathBuf>,
}

impl Place {
    /// The layout of the index.
    pub fn layout(&self) -> Layout {
        self.index.as_ref().map_or_else(|| Layout::new(&self.path.join(FOLDER)), |root| Layout::new(root))
    }
}
