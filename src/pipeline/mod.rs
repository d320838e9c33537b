//! The order of a build: walk, hash, extract, diff, link, write, commit.
//!
//! Owns: the driver that decides what is dirty, and the session that keeps it for the next build.
//! Never: what a fact or a row means. Invariant: what is committed equals a clean build of the same inputs, byte for byte.

pub mod build;
pub mod commit;
pub mod config;
pub mod content;
pub mod definitions;
pub mod detect;
pub mod error;
pub mod extract;
pub mod freshness;
pub mod listing;
pub mod options;
pub mod packs;
pub mod past;
pub mod session;
pub mod standing;
pub mod since;
pub mod summary;
pub mod table;
mod tooling;
pub mod vectors;
pub mod write;
