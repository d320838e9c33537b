//! What makes the next build fast and may be deleted at any time: stat records, shards by content, vectors by text, link columns.
//!
//! Owns: binary files under `cache/`, each in an envelope that binds it to a manifest and a checksum.
//! Never: a fact that is not recomputable. Invariant: a damaged or foreign file reads as absent.

pub mod columns;
pub mod envelope;
pub mod shards;
pub mod stats;
pub mod vectors;
