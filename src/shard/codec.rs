//! Shards as bytes: postcard, each half a zstd frame of level 1, so that others can read facts without bodies.

use std::cell::Cell;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Shard;
use super::body::Body;
use super::facts::Facts;
use crate::base::frame;

/// Decompressed halves above this are refused: no shard within the caps comes near.
const MAX_HALF_BYTES: usize = 1 << 30;

/// A shard's two halves as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The facts.
    pub facts: Vec<u8>,
    /// The body.
    pub body: Vec<u8>,
}

/// A stored half that does not decode: the store is damaged or from another extractor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a stored shard does not decode: {0}")]
pub struct DecodeError(String);

/// Encodes both halves.
///
/// # Errors
/// Never for shards made by a builder; the codec's own refusals are passed on.
pub fn encode(shard: &Shard) -> Result<Encoded, DecodeError> {
    Ok(Encoded { facts: pack(&shard.facts)?, body: pack(&shard.body)? })
}

/// Decodes the facts.
///
/// # Errors
/// When the bytes are not a facts half.
pub fn facts(bytes: &[u8]) -> Result<Facts, DecodeError> {
    unpack(bytes)
}

/// Decodes the body.
///
/// # Errors
/// When the bytes are not a body half.
pub fn body(bytes: &[u8]) -> Result<Body, DecodeError> {
    unpack(bytes)
}

thread_local! {
    /// The buffer that one half after the other is encoded into.
    static PLAIN: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Bytes that a thread keeps for the next half.
const MAX_KEPT: usize = 4 << 20;

fn pack<T: Serialize>(half: &T) -> Result<Vec<u8>, DecodeError> {
    let mut buffer = PLAIN.take();
    buffer.clear();
    let plain = postcard::to_extend(half, buffer).map_err(|cause| DecodeError(cause.to_string()))?;
    let packed = frame::compress(&plain, 1).map_err(|cause| DecodeError(cause.to_string()));
    if plain.capacity() <= MAX_KEPT {
        PLAIN.set(plain);
    }
    packed
}

fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    let plain = frame::decompress(bytes, MAX_HALF_BYTES).map_err(|cause| DecodeError(cause.to_string()))?;
    postcard::from_bytes(&plain).map_err(|cause| DecodeError(cause.to_string()))
}
