//! Pieces: one zstd frame of rows each, named by the digest of the rows; and the lists that name pieces.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::IndexError;
use super::layout::Layout;
use super::model::Table;
use crate::artifacts::{Artifact, MAX_PIECE_BYTES, jsonl};
use crate::base::frame;
use crate::base::ids::hex;
use crate::base::span::newlines;
use crate::host::{Host, HostError};

/// zstd level of pieces. Rows repeat themselves: level 3 makes them 3 % smaller for half as much time again.
const LEVEL: i32 = 1;

/// One line of a piece list. Fields stand in the order of canonical JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Piece {
    /// `blake3:<64 hex>` of the rows.
    pub blake3: String,
    /// Bytes of the rows.
    pub bytes: u64,
    /// File name inside the artifact's folder.
    pub file: String,
    /// Path of the first row.
    pub first_key: String,
    /// Path of the last row.
    pub last_key: String,
    pub rows: u64,
    /// `blake3:<64 hex>` of the stored frame.
    pub stored_blake3: String,
    pub stored_bytes: u64,
}

/// What writing one group cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub pieces_written: u64,
    pub bytes_written: u64,
}

/// The rows of one group, with the paths they belong to.
pub struct Group<'a> {
    pub rows: &'a [u8],
    /// `(path, bytes, rows)` of each file, in order; files without rows left out.
    pub files: &'a [(&'a str, usize, u32)],
}

/// Writes a group as one piece, or as several cut at row boundaries when it is too large. A piece that is there already is not written again.
/// The host settles what this placed before a manifest names it.
///
/// # Errors
/// What the disk refuses.
pub fn write_group(host: &dyn Host, layout: &Layout, artifact: &Artifact, group: &Group<'_>) -> Result<(Vec<Piece>, Cost), IndexError> {
    let mut pieces = Vec::new();
    let mut cost = Cost::default();
    let mut start = 0;
    while start < group.rows.len() {
        let end = cut(group.rows, start);
        let rows = &group.rows[start..end];
        let raw = blake3::hash(rows);
        let name = hex(raw.as_bytes());
        let file = format!("{}.jsonl.zst", &name[..16]);
        let path = layout.piece(artifact.name, &file);
        let frame = frame::compress(rows, LEVEL).map_err(|cause| IndexError::corrupt(&file, cause.to_string()))?;
        // A leftover of an earlier build may be damaged: what stands there counts only if it is what would be written.
        if host.read(&path).map_or(true, |stored| stored != frame) {
            host.place(&path, &frame)?;
            cost.pieces_written += 1;
            cost.bytes_written += frame.len() as u64;
        }
        pieces.push(Piece {
            blake3: format!("blake3:{name}"),
            bytes: rows.len() as u64,
            file,
            first_key: path_at(group, start).to_owned(),
            last_key: path_at(group, end - 1).to_owned(),
            rows: count_rows(group, start, end),
            stored_blake3: format!("blake3:{}", hex(blake3::hash(&frame).as_bytes())),
            stored_bytes: frame.len() as u64,
        });
        start = end;
    }
    Ok((pieces, cost))
}

/// The end of the piece that starts at `start`: the last row boundary within the limit, at least one row.
fn cut(rows: &[u8], start: usize) -> usize {
    let limit = start + MAX_PIECE_BYTES;
    if limit >= rows.len() {
        return rows.len();
    }
    let newline = |range: &[u8], reverse: bool| {
        if reverse { range.iter().rposition(|byte| *byte == b'\n') } else { range.iter().position(|byte| *byte == b'\n') }
    };
    if let Some(last) = newline(&rows[start..limit], true) {
        return start + last + 1;
    }
    newline(&rows[limit..], false).map_or(rows.len(), |next| limit + next + 1)
}

/// Rows between two offsets of the group.
fn count_rows(group: &Group<'_>, start: usize, end: usize) -> u64 {
    if start == 0 && end == group.rows.len() {
        return group.files.iter().map(|(_, _, rows)| u64::from(*rows)).sum();
    }
    newlines(&group.rows[start..end]).count() as u64
}

/// The path whose rows cover an offset of the group.
fn path_at<'a>(group: &Group<'a>, offset: usize) -> &'a str {
    let mut end = 0;
    for (path, bytes, _) in group.files {
        end += bytes;
        if offset < end {
            return path;
        }
    }
    ""
}

/// The canonical bytes of a list, and the table entry that names it.
///
/// # Errors
/// When a line cannot be serialized, which no piece can cause.
pub fn list(artifact: &Artifact, pieces: &[Piece]) -> Result<(Vec<u8>, Table), IndexError> {
    let mut bytes = Vec::new();
    for piece in pieces {
        jsonl::push_row(&mut bytes, piece).map_err(|cause| IndexError::corrupt(artifact.name, cause.to_string()))?;
    }
    let table = Table {
        bytes: pieces.iter().map(|piece| piece.bytes).sum(),
        list: format!("blake3:{}", hex(blake3::hash(&bytes).as_bytes())),
        pieces: pieces.len() as u64,
        rows: pieces.iter().map(|piece| piece.rows).sum(),
        schema_version: artifact.schema_version.to_owned(),
    };
    Ok((bytes, table))
}

/// Damage where nothing or no file stands; else the refusal itself.
fn unread(place: &str, cause: HostError) -> IndexError {
    match cause {
        cause if cause.not_found() => IndexError::corrupt(place, "it is missing"),
        cause if cause.is_no_file() => IndexError::corrupt(place, "it is not a regular file"),
        cause => cause.into(),
    }
}

/// Reads and checks the list that a table names.
///
/// # Errors
/// [`IndexError::Corrupt`] or what the disk refuses.
pub fn read_list(host: &dyn Host, layout: &Layout, artifact: &str, table: &Table) -> Result<Vec<Piece>, IndexError> {
    let path = layout.list(artifact, table.list_name());
    let place = path.display().to_string();
    let bytes = host.read(&path).map_err(|cause| unread(&place, cause))?;
    if format!("blake3:{}", hex(blake3::hash(&bytes).as_bytes())) != table.list {
        return Err(IndexError::corrupt(&place, "its digest does not match the manifest"));
    }
    parse_list(&bytes, &place)
}

/// The pieces of a list.
///
/// # Errors
/// [`IndexError::Corrupt`] for a line that is no piece.
pub fn parse_list(bytes: &[u8], place: &str) -> Result<Vec<Piece>, IndexError> {
    let corrupt = |cause: &dyn std::fmt::Display| IndexError::corrupt(place, cause.to_string());
    // Checked once: of bytes, every string of every line would be.
    let text = std::str::from_utf8(bytes).map_err(|cause| corrupt(&cause))?;
    let lines = text.split('\n').filter(|line| !line.is_empty());
    lines.map(|line| Piece::plain(line).map_or_else(|| serde_json::from_str(line).map_err(|cause| corrupt(&cause)), Ok)).collect()
}

impl Piece {
    /// The piece of a line as [`list`] writes it, with nothing escaped; `None` for any other, which may be a piece all the same. A build with nothing
    /// to do reads tens of thousands of lines, and JSON of any form takes thrice as long.
    fn plain(line: &str) -> Option<Self> {
        let mut line = Plain(line);
        let piece = Self {
            blake3: line.text("{\"blake3\":")?,
            bytes: line.number(",\"bytes\":")?,
            file: line.text(",\"file\":")?,
            first_key: line.text(",\"firstKey\":")?,
            last_key: line.text(",\"lastKey\":")?,
            rows: line.number(",\"rows\":")?,
            stored_blake3: line.text(",\"storedBlake3\":")?,
            stored_bytes: line.number(",\"storedBytes\":")?,
        };
        (line.0 == "}").then_some(piece)
    }
}

/// What is left of a line.
struct Plain<'a>(&'a str);

impl Plain<'_> {
    fn text(&mut self, name: &str) -> Option<String> {
        let (value, rest) = self.0.strip_prefix(name)?.strip_prefix('"')?.split_once('"')?;
        self.0 = rest;
        value.bytes().all(|byte| byte >= b' ' && byte != b'\\').then(|| value.to_owned())
    }

    fn number(&mut self, name: &str) -> Option<u64> {
        let rest = self.0.strip_prefix(name)?;
        let (digits, rest) = rest.split_at(rest.bytes().position(|byte| !byte.is_ascii_digit())?);
        self.0 = rest;
        if digits.len() > 1 && digits.starts_with('0') { None } else { digits.parse().ok() }
    }
}

/// Checks rows against the digest of their piece.
///
/// # Errors
/// [`IndexError::Corrupt`].
pub fn check_rows(rows: &[u8], piece: &Piece, place: &str) -> Result<(), IndexError> {
    if format!("blake3:{}", hex(blake3::hash(rows).as_bytes())) != piece.blake3 {
        return Err(IndexError::corrupt(place, "its digest does not match its list"));
    }
    Ok(())
}

/// Reads and checks the rows of one piece.
///
/// # Errors
/// [`IndexError::Corrupt`] or what the disk refuses.
pub fn read_piece(host: &dyn Host, layout: &Layout, artifact: &str, piece: &Piece) -> Result<Vec<u8>, IndexError> {
    let path = layout.piece(artifact, &piece.file);
    let place = path.display().to_string();
    let frame = host.read(&path).map_err(|cause| unread(&place, cause))?;
    let size = usize::try_from(piece.bytes).unwrap_or(usize::MAX).min(1 << 31);
    let rows = frame::decompress(&frame, size).map_err(|cause| IndexError::corrupt(&place, cause.to_string()))?;
    check_rows(&rows, piece, &place)?;
    Ok(rows)
}

/// Checks the stored bytes of one piece.
///
/// # Errors
/// [`IndexError::Corrupt`] or what the disk refuses.
pub fn check_stored(host: &dyn Host, layout: &Layout, artifact: &str, piece: &Piece) -> Result<(), IndexError> {
    let path = layout.piece(artifact, &piece.file);
    let place = path.display().to_string();
    let stored = host.read(&path).map_err(|cause| unread(&place, cause))?;
    if format!("blake3:{}", hex(blake3::hash(&stored).as_bytes())) != piece.stored_blake3 {
        return Err(IndexError::corrupt(place, "its stored bytes do not match its list"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts::files;

    fn piece(key: &str) -> Piece {
        let digest = format!("blake3:{}", hex(&[7; 32]));
        Piece {
            blake3: digest.clone(),
            bytes: 120,
            file: "0707070707070707.jsonl.zst".to_owned(),
            first_key: key.to_owned(),
            last_key: format!("{key}/z"),
            rows: 0,
            stored_blake3: digest,
            stored_bytes: u64::MAX,
        }
    }

    #[test]
    fn a_list_is_read_as_it_was_written_whatever_its_keys() {
        let pieces: Vec<Piece> = ["src/a.rs", "", "a \"b\"", "a\\x0a", "é\u{202e}", "a\tb"].into_iter().map(piece).collect();
        let (bytes, _) = list(&files::ARTIFACT, &pieces).unwrap();
        assert_eq!(parse_list(&bytes, "here").unwrap(), pieces);
        let plain: Vec<bool> = std::str::from_utf8(&bytes).unwrap().lines().map(|line| Piece::plain(line).is_some()).collect();
        assert_eq!(plain, [true, true, false, false, true, false], "what has escapes is left to the library");
    }

    #[test]
    fn what_is_no_piece_is_refused_and_what_is_written_otherwise_is_one() {
        let (bytes, _) = list(&files::ARTIFACT, &[piece("a")]).unwrap();
        let line = String::from_utf8(bytes).unwrap();
        for wrong in [
            line.replace(":120", ":0120"),
            line.replace(":120", ":-1"),
            line.replace(":120", ":18446744073709551616"),
            line.replace('}', ""),
            line.replace('}', "}}"),
            line.replace("\"a\"", "\"\u{1}\""),
        ] {
            assert!(matches!(parse_list(wrong.as_bytes(), "here"), Err(IndexError::Corrupt { .. })), "{wrong}");
        }
        assert_eq!(parse_list(line.replace(':', ": ").replace("blake3: 0", "blake3:0").as_bytes(), "here").unwrap(), [piece("a")]);
    }
}
