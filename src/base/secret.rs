//! A secret that was found in a text.

use serde::{Deserialize, Serialize};

use super::Name;
use super::span::ByteSpan;

/// Where a secret stood. Of its text nothing is kept but a short digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret {
    /// The rule that saw it.
    pub rule: Name,
    pub span: ByteSpan,
    /// The first eight hexadecimal digits of the BLAKE3 digest of the secret: tells two secrets apart, and is too short to stand for one.
    pub hash: Name,
}

/// A secret of a text that nothing else is kept of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spotted {
    pub secret: Secret,
    /// 1-based, where it starts.
    pub line: u32,
}
