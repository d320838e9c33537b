//! The Source Code Intelligence Protocol: reading and writing indexes in it.
//!
//! Owns: the `scip` messages and their wire format, the grammar of symbols, ranges as they are written there.
//! Never: what a row or a site is. Invariant: an index is read and written one message at a time; equal input gives equal bytes.

pub mod documents;
pub mod error;
pub mod evidence;
pub mod grammar;
pub mod merge;
pub mod message;
pub mod occurrence;
pub mod output;
pub mod references;
pub mod vocabulary;
pub mod wire;
