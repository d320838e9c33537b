//! The bytes and the digest of one source file. What is hashed is what is parsed: the file is read once.

use std::path::Path;

use crate::base::caps;
use crate::base::ids::SourceHash;
use crate::host::error::HostError;
use crate::host::{Host, Stat};

/// Tries at a large file that changes while it is hashed.
const TRIES: usize = 3;

/// One file as it stood at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    pub hash: SourceHash,
    pub stat: Stat,
    /// `None` above [`caps::MAX_READ_BYTES`]: such a file was hashed block by block.
    pub bytes: Option<Vec<u8>>,
}

/// Reads and hashes a regular file.
///
/// # Errors
/// What [`Host::read_source`] refuses, except size.
pub fn load(host: &dyn Host, path: &Path) -> Result<Loaded, HostError> {
    match host.read_source(path, caps::MAX_READ_BYTES) {
        Ok((bytes, stat)) => Ok(Loaded { hash: SourceHash::of(&bytes), stat, bytes: Some(bytes) }),
        Err(HostError::TooLarge { .. }) => stream(host, path),
        Err(error) => Err(error),
    }
}

fn stream(host: &dyn Host, path: &Path) -> Result<Loaded, HostError> {
    for _ in 0..TRIES {
        let mut hasher = blake3::Hasher::new();
        let read = host.stream_source(path, &mut |block| {
            hasher.update(block);
        });
        match read {
            Ok(stat) => return Ok(Loaded { hash: SourceHash(*hasher.finalize().as_bytes()), stat, bytes: None }),
            Err(HostError::Unstable { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Err(HostError::Unstable { path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    #[test]
    fn streamed_and_held_files_have_the_same_digest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        DiskHost.write_new(&path, &vec![b'x'; 600_000]).unwrap();
        let held = load(&DiskHost, &path).unwrap();
        let streamed = stream(&DiskHost, &path).unwrap();
        assert_eq!((held.hash, held.stat), (streamed.hash, streamed.stat));
        assert!(held.bytes.is_some() && streamed.bytes.is_none());
    }
}
