//! Which index a reading verb means.

use std::path::PathBuf;

use crate::base::path;
use crate::host::Host;
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

/// The index that a verb with other words of its own reads.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Reading {
    /// The repository whose index is meant.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub repo: PathBuf,
    /// An index root, wherever it lies.
    #[arg(long, value_name = "ROOT", conflicts_with = "repo")]
    pub index: Option<PathBuf>,
}

impl Reading {
    /// The layout of the index.
    pub fn layout(&self) -> Layout {
        self.index.as_ref().map_or_else(|| Layout::new(&self.repo.join(FOLDER)), |root| Layout::new(root))
    }

    /// A file of the work tree by its repo-relative path; `None` for a root that is read by itself, and for a path that would leave the repository.
    pub fn read_file(&self, host: &dyn Host, file: &str) -> Option<Vec<u8>> {
        if self.index.is_some() || path::join("", file).as_deref() != Some(file) {
            return None;
        }
        host.read_source(&self.repo.join(path::decode(file))).ok().map(|(bytes, _)| bytes)
    }
}
