//! From text to a vector, by a sentence encoder that lies in a local folder. Opt-in: without the feature `embed` no model can be opened, and that is said.
//!
//! Owns: which folders hold a model that can be run, the encoder's arithmetic, the model's digest.
//! Never: an index, the network, the arithmetic of a platform.
//! Invariant: a text and a model give the same vector on every machine, alone or among others, in any order, on any number of threads: sums of products
//! are sums of integers, and every other sum of floats has one written order, without fused operations and without a system's `exp`.

#[cfg(feature = "embed")]
mod arithmetic;
#[cfg(feature = "embed")]
mod bert;
pub mod encoder;
pub mod error;
#[cfg(feature = "embed")]
mod folder;
#[cfg(feature = "embed")]
mod linear;
pub mod model;
