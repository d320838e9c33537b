//! What one file says: facts that others may ask for, apart from positions and bodies that only the file itself uses.
//!
//! Owns: the language-neutral vocabulary that every extractor speaks and every link reads.
//! Never: a path, another file, a syntax tree.
//! Invariant: equal bytes, language and extractor give an equal shard.

pub mod apart;
pub mod body;
pub mod builder;
pub mod chunks;
pub mod codec;
pub mod config;
pub mod counted;
mod digests;
pub mod expr;
pub mod facts;
pub mod finish;
pub mod flags;
pub mod names;
pub mod publish;
pub mod record;
mod sight;

use serde::{Deserialize, Serialize};

/// All that is known of one file from its bytes alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// What other files may ask for. Free of positions.
    pub facts: facts::Facts,
    /// Sites, locals, positions, chunks: what only this file's own rows and links need.
    pub body: body::Body,
}
