//! Where the files of an index root stand.

use std::path::{Path, PathBuf};

use crate::base::store;

/// The folder name below a repository.
pub const FOLDER: &str = store::FOLDER;

/// An index root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    root: PathBuf,
}

impl Layout {
    /// The layout below `root`.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// The root itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of everything that is signed.
    pub fn pieces(&self) -> PathBuf {
        self.root.join(store::PIECES)
    }

    /// The commit point.
    pub fn manifest(&self) -> PathBuf {
        self.pieces().join(store::MANIFEST_FILE)
    }

    /// The piece list of an artifact, by the first 16 digits of its digest.
    pub fn list(&self, artifact: &str, digest: &str) -> PathBuf {
        self.pieces().join(format!("{artifact}.{digest}.list"))
    }

    /// The folder of an artifact's pieces.
    pub fn artifact(&self, artifact: &str) -> PathBuf {
        self.pieces().join(artifact)
    }

    /// One piece.
    pub fn piece(&self, artifact: &str, file: &str) -> PathBuf {
        self.artifact(artifact).join(file)
    }

    /// The folder of what may be deleted.
    pub fn cache(&self) -> PathBuf {
        self.root.join("cache")
    }

    /// The folder of packs that were written by hand.
    pub fn packs(&self) -> PathBuf {
        self.root.join("packs")
    }

    /// The list of the packs in `context_packs`, by name.
    pub fn declared_packs(&self) -> PathBuf {
        self.root.join("context_packs.meta.json")
    }

    /// What may be shown although it is labelled.
    pub fn approvals(&self) -> PathBuf {
        self.root.join("approvals.jsonl")
    }

    /// What was retrieved.
    pub fn ledger(&self) -> PathBuf {
        self.root.join("ledger.jsonl")
    }

    /// This root's own history.
    pub fn state(&self) -> PathBuf {
        self.root.join("state.json")
    }

    /// The advisory lock.
    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    /// Keeps the root out of git.
    pub fn gitignore(&self) -> PathBuf {
        self.root.join(".gitignore")
    }
}
