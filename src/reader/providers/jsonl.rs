//! The pieces of an index root.

use std::sync::Arc;

use super::Provider;
use crate::artifacts::Artifact;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::{self, Opened};
use crate::reader::ids::ChunkUid;

/// An index root.
pub struct Jsonl {
    host: Arc<dyn Host>,
    layout: Layout,
}

impl Jsonl {
    /// The root at a place. Nothing is read yet.
    pub fn new(host: Arc<dyn Host>, layout: &Layout) -> Self {
        Self { host, layout: layout.clone() }
    }
}

impl Provider for Jsonl {
    fn manifest(&self) -> Result<Manifest, IndexError> {
        Manifest::read(self.host.as_ref(), &self.layout)
    }

    fn lists(&self, manifest: &Manifest) -> Result<Opened, IndexError> {
        reading::open_manifest(self.host.as_ref(), &self.layout, manifest.clone())
    }

    fn rows(&self, artifact: &Artifact, piece: &Piece) -> Result<Vec<u8>, IndexError> {
        pieces::read_piece(self.host.as_ref(), &self.layout, artifact.name, piece)
    }

    fn propose(&self, _: &[&str], _: usize) -> Result<Option<Vec<ChunkUid>>, IndexError> {
        Ok(None)
    }
}
