//! Ids, paths, spans, scores, codes and caps: the vocabulary every room shares.
//!
//! Owns: newtypes with a written form. Never: reads a file, a clock or the environment.
//! Invariant: every type here prints the same bytes on every machine.

pub mod caps;
pub mod codes;
pub mod date;
pub mod frame;
pub mod glob;
pub mod ids;
pub mod key;
pub mod labels;
pub mod origins;
pub mod path;
pub mod plain;
pub mod position;
pub mod problem;
pub mod progress;
pub mod score;
pub mod secret;
pub mod sorted;
pub mod span;
pub mod store;
pub mod terms;
pub mod unified;
pub mod words;

/// A name as it stands in source text: short, immutable, cheap to clone.
pub type Name = smol_str::SmolStr;
