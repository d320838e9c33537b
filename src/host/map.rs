//! Files as memory: bytes that the system pages in when they are looked at.

use std::fs::File;
use std::ops::Deref;

/// The bytes of a file, read or mapped.
#[derive(Debug)]
pub struct Bytes(Inner);

#[derive(Debug)]
enum Inner {
    Read(Vec<u8>),
    Mapped(memmap2::Mmap),
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Inner::Read(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Inner::Read(bytes) => bytes,
            Inner::Mapped(map) => map,
        }
    }
}

/// Maps an open file for reading.
///
/// # Errors
/// What the operating system refuses.
#[expect(unsafe_code, reason = "a file is mapped without a copy only so")]
pub fn map(file: &File) -> std::io::Result<Bytes> {
    // SAFETY: a map is sound while nobody changes or shortens the file under it. What is mapped is a file of the cache that this program writes
    // under another name, in full, and then renames: a new form is a new file, and the old one lives on under those who map it. Nothing here ever
    // opens such a file for writing, so only a stranger who writes into the cache by hand can break this; one who shortens the file ends the
    // readers of that moment with a bus error, and never gives them other bytes. The file is held open by the map, and read-only.
    let map = unsafe { memmap2::Mmap::map(file)? };
    Ok(Bytes(Inner::Mapped(map)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_file_outlives_one_that_takes_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let (path, next) = (folder.path().join("form"), folder.path().join("next"));
        std::fs::write(&path, vec![7u8; 100_000]).unwrap();
        let bytes = map(&File::open(&path).unwrap()).unwrap();
        std::fs::write(&next, b"short").unwrap();
        std::fs::rename(&next, &path).unwrap();
        assert!(bytes.len() == 100_000 && bytes.iter().all(|byte| *byte == 7));
        assert_eq!(&*map(&File::open(&path).unwrap()).unwrap(), b"short");
    }
}
