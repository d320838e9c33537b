//! A model, opened.

use std::path::Path;

#[cfg(feature = "embed")]
use super::bert::Bert;
use super::error::EmbedError;
#[cfg(feature = "embed")]
use super::folder;
use crate::host::{Host, Stat};

/// Most word pieces of a text that are read, the two marks around it included. What lies behind them does not count.
pub const MAX_PIECES: usize = 128;
/// Most bytes of a text that are taken apart: no text of 128 word pieces that people write is longer.
#[cfg(feature = "embed")]
const MAX_TEXT: usize = 16 << 10;

/// A sentence encoder that is ready to run.
pub struct Model {
    digest: String,
    dimensions: usize,
    #[cfg(feature = "embed")]
    tokenizer: tokenizers::Tokenizer,
    #[cfg(feature = "embed")]
    bert: Bert,
}

impl Model {
    /// `blake3:<64 hex>` over the rules of this room and the files that decide what a vector is.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }
}

#[cfg(feature = "embed")]
impl Model {
    /// Opens a folder with `config.json`, `tokenizer.json` and `model.safetensors` of a BERT encoder whose vectors are means over word pieces.
    ///
    /// # Errors
    /// [`EmbedError`] as a file is missing or damaged, or says something that this encoder does not do.
    pub fn open(host: &dyn Host, path: &Path) -> Result<Self, EmbedError> {
        let folder::Opened { digest, tokenizer, bert } = folder::open(host, path)?;
        Ok(Self { digest, dimensions: bert.dimensions(), tokenizer, bert })
    }

    /// What the files look like that decide what a vector is. Another look means another model, or the same one once more.
    ///
    /// # Errors
    /// [`EmbedError`] for a file that is missing or none.
    pub fn files(host: &dyn Host, path: &Path) -> Result<Vec<Stat>, EmbedError> {
        folder::files(host, path)
    }

    /// The vector of a text: the mean over its word pieces of the encoder's last layer, each component as a share of the largest, 127 for all of it.
    /// Its length says nothing; angles between vectors do.
    ///
    /// # Errors
    /// [`EmbedError::Text`].
    pub fn embed(&self, text: &str) -> Result<Vec<i8>, EmbedError> {
        let head = &text[..text.floor_char_boundary(MAX_TEXT)];
        let encoding = self.tokenizer.encode(head, true).map_err(|cause| EmbedError::Text(cause.to_string()))?;
        Ok(to_bytes(&self.bert.mean(encoding.get_ids())))
    }
}

#[cfg(not(feature = "embed"))]
impl Model {
    /// No model can be opened.
    ///
    /// # Errors
    /// [`EmbedError::NotBuilt`].
    pub fn open(_: &dyn Host, _: &Path) -> Result<Self, EmbedError> {
        Err(EmbedError::NotBuilt)
    }

    /// No model can be opened, so nobody looks.
    ///
    /// # Errors
    /// [`EmbedError::NotBuilt`].
    pub fn files(_: &dyn Host, _: &Path) -> Result<Vec<Stat>, EmbedError> {
        Err(EmbedError::NotBuilt)
    }

    /// No model can be opened, so nobody asks.
    ///
    /// # Errors
    /// [`EmbedError::NotBuilt`].
    pub fn embed(&self, _: &str) -> Result<Vec<i8>, EmbedError> {
        Err(EmbedError::NotBuilt)
    }
}

/// Every component as a share of the largest, rounded half away from zero.
#[cfg(feature = "embed")]
fn to_bytes(values: &[f32]) -> Vec<i8> {
    let largest = super::arithmetic::largest(values);
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "a cast saturates, and shares of the largest lie within 127.5")]
    let byte = |value: &f32| (value * scale + 0.5f32.copysign(*value)) as i8;
    values.iter().map(byte).collect()
}
