//! Names in an index root and in an index that is kept as one file of keys and values, and the seal behind that.

use xxhash_rust::xxh3::xxh3_64;

/// The folder of an index root below its repository.
pub const FOLDER: &str = ".smalti";
/// The folder of everything that is signed, below an index root.
pub const PIECES: &str = "pieces";
/// The manifest, in that folder.
pub const MANIFEST_FILE: &str = "manifest.json";
/// What a manifest says that it is.
pub const MANIFEST_SCHEMA: &str = "IndexManifest";
/// The key of the manifest.
pub const MANIFEST: &[u8] = b"manifest";
const MAGIC: &[u8; 8] = b"SMALTISE";
/// Bytes of a seal.
pub const SEAL: usize = 24;

/// The key of the list of an artifact's pieces.
pub fn list_key(artifact: &str) -> Vec<u8> {
    format!("pieces/{artifact}").into_bytes()
}

/// The key of a row, counted from zero. Keys are ordered as rows are.
pub fn row_key(artifact: &str, number: u64) -> Vec<u8> {
    let mut key = format!("{artifact}/").into_bytes();
    key.extend_from_slice(&number.to_be_bytes());
    key
}

/// What is written behind the bytes of a file that is finished: a mark, their number and their sum.
pub fn seal(bytes: &[u8]) -> Vec<u8> {
    let mut seal = MAGIC.to_vec();
    seal.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    seal.extend_from_slice(&xxh3_64(bytes).to_le_bytes());
    seal
}

/// Whether a file ends with the seal of what stands before it.
pub fn is_sealed(file: &[u8]) -> bool {
    file.split_at_checked(file.len().saturating_sub(SEAL)).is_some_and(|(bytes, end)| end == seal(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_holds_for_the_very_bytes_only() {
        let file = [b"pages".as_slice(), &seal(b"pages")].concat();
        assert!(is_sealed(&file));
        for at in 0..file.len() {
            let mut flipped = file.clone();
            flipped[at] ^= 1;
            assert!(!is_sealed(&flipped) && !is_sealed(&file[..at]));
        }
    }

    #[test]
    fn rows_are_ordered_by_number_within_their_table() {
        assert!(row_key("a", 255) < row_key("a", 256) && row_key("a", u64::MAX) < row_key("b", 0));
    }
}
