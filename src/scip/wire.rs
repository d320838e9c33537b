//! The outermost level of an index on the wire: a row of length-delimited messages, read one at a time from anywhere in any size of file.

use std::path::Path;

use super::error::ScipError;
use crate::base::caps;
use crate::host::real::real;
use crate::host::{Host, Kind};

/// What a message of an index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Metadata = 1,
    Document = 2,
    External = 3,
}

/// Wire types of the format: how long a value is.
const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const DELIMITED: u64 = 2;
const FIXED32: u64 = 5;

/// Bytes that are read at once.
const SLICE: usize = 1 << 20;

/// Appends one message.
pub fn push(buffer: &mut Vec<u8>, field: Field, message: &[u8]) {
    push_varint(buffer, (field as u64) << 3 | DELIMITED);
    push_varint(buffer, message.len() as u64);
    buffer.extend_from_slice(message);
}

fn push_varint(buffer: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        buffer.push(u8::try_from(value & 0x7f).unwrap_or(0) | 0x80);
        value >>= 7;
    }
    buffer.push(u8::try_from(value).unwrap_or(0));
}

/// Reads the messages of an index file in their order.
pub struct Reader<'a> {
    host: &'a dyn Host,
    path: &'a Path,
    place: String,
    /// Offset in the file of `held`.
    offset: u64,
    held: Vec<u8>,
    /// Bytes of `held` that were taken.
    taken: usize,
    hasher: blake3::Hasher,
}

impl<'a> Reader<'a> {
    /// A reader of the file at `path`.
    ///
    /// # Errors
    /// [`ScipError::Missing`], or [`ScipError::Malformed`] for what is not a file: an index is read in parts, which a pipe does not have.
    pub fn open(host: &'a dyn Host, path: &'a Path) -> Result<Self, ScipError> {
        let place = path.display().to_string();
        match host.stat(&real(path)) {
            Ok((Kind::File, _)) => {}
            Ok((Kind::Folder, _)) => return Err(ScipError::malformed(&place, "it is a folder")),
            Ok((Kind::Link | Kind::Other, _)) => {
                return Err(ScipError::malformed(&place, "it is a pipe or a device, and only a file can be read in parts"));
            }
            Err(cause) if cause.not_found() => return Err(ScipError::Missing(place)),
            Err(cause) => return Err(cause.into()),
        }
        Ok(Self { host, path, place, offset: 0, held: Vec::new(), taken: 0, hasher: blake3::Hasher::new() })
    }

    /// The next message with what it is; fields that this program does not know are passed over. `None` at the end.
    ///
    /// # Errors
    /// [`ScipError::Missing`], [`ScipError::Malformed`], [`ScipError::TooLarge`], or what the disk refuses.
    pub fn message(&mut self) -> Result<Option<(Field, Vec<u8>)>, ScipError> {
        loop {
            if self.fill(1)? == 0 {
                return Ok(None);
            }
            let tag = self.varint()?;
            let field = match tag >> 3 {
                1 => Some(Field::Metadata),
                2 => Some(Field::Document),
                3 => Some(Field::External),
                0 => return Err(self.malformed("it starts a field without a number")),
                _ => None,
            };
            let length = match tag & 7 {
                VARINT if field.is_none() => {
                    self.varint()?;
                    0
                }
                FIXED64 if field.is_none() => 8,
                FIXED32 if field.is_none() => 4,
                DELIMITED => self.varint()?,
                _ => return Err(self.malformed("a field has a type that an index does not have")),
            };
            if length > caps::MAX_SCIP_MESSAGE_BYTES {
                let what = format!("a message of {length} bytes; the most is {}", caps::MAX_SCIP_MESSAGE_BYTES);
                return Err(ScipError::too_large(&self.place, what));
            }
            let bytes = self.take(usize::try_from(length).unwrap_or(usize::MAX))?;
            if let Some(field) = field {
                return Ok(Some((field, bytes)));
            }
        }
    }

    /// Where in the file the message ends that was read last.
    pub fn offset(&self) -> u64 {
        self.offset + self.taken as u64
    }

    /// The digest of all that was read: of the whole file once [`Self::message`] has said `None`.
    pub fn digest(&self) -> [u8; 32] {
        *self.hasher.finalize().as_bytes()
    }

    fn malformed(&self, what: &str) -> ScipError {
        ScipError::malformed(&self.place, format!("at byte {}, {what}", self.offset()))
    }

    /// Makes `count` bytes ready where the file has them, and says how many are.
    fn fill(&mut self, count: usize) -> Result<usize, ScipError> {
        while self.held.len() - self.taken < count {
            if self.taken > 0 {
                self.held.drain(..self.taken);
                self.offset += self.taken as u64;
                self.taken = 0;
            }
            let missing = (count - self.held.len()).clamp(SLICE, 16 * SLICE);
            let at = self.offset + self.held.len() as u64;
            let slice = self.host.read_at(self.path, at, missing)?;
            if slice.is_empty() {
                break;
            }
            self.hasher.update(&slice);
            self.held.extend_from_slice(&slice);
        }
        Ok((self.held.len() - self.taken).min(count))
    }

    fn varint(&mut self) -> Result<u64, ScipError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            if self.fill(1)? == 0 {
                return Err(self.malformed("it ends inside of a number"));
            }
            let byte = self.held[self.taken];
            self.taken += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.malformed("a number does not end"))
    }

    fn take(&mut self, length: usize) -> Result<Vec<u8>, ScipError> {
        if self.fill(length)? < length {
            return Err(self.malformed("it ends inside of a message"));
        }
        let bytes = self.held[self.taken..self.taken + length].to_vec();
        self.taken += length;
        Ok(bytes)
    }
}
