//! One LMDB file: `manifest`, `pieces/<artifact>`, and every row of every table by `<artifact>/` and its number in eight bytes, big end first.
//!
//! Behind the pages stands a seal over all of them: LMDB itself follows whatever a damaged page points to.

use std::path::Path;

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvFlags, EnvOpenOptions, WithoutTls};

use super::Provider;
use super::places::Places;
use crate::artifacts::Artifact;
use crate::base::store;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::Opened;
use crate::reader::ids::ChunkUid;

/// An opened file.
pub struct Lmdb {
    env: Env<WithoutTls>,
    places: Places,
}

impl Lmdb {
    /// Opens a file for reading, after its seal was checked.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] for a file that is not as it was written or cannot be opened; one process opens a file once at a time.
    #[expect(unsafe_code, reason = "LMDB is a memory map")]
    pub fn open(host: &dyn Host, path: &Path) -> Result<Self, IndexError> {
        let places = Places::of(path);
        let bytes = host.map(path)?;
        if !store::is_sealed(&bytes) {
            return Err(places.corrupt("it is not as `index export --lmdb` left it"));
        }
        let size = bytes.len();
        drop(bytes);
        let mut options = EnvOpenOptions::new().read_txn_without_tls();
        options.map_size(size.next_multiple_of(1 << 16));
        // SAFETY: flags that leave out the lock and the folder are sound for a file that nobody writes. A map is sound while nobody changes the file
        // under it: an export is written under another name, sealed, and renamed into place, and is never opened for writing again; the seal shows
        // that all pages are the ones that were written. A stranger who writes into the file by hand while it is open can break this.
        let env = unsafe { options.flags(EnvFlags::READ_ONLY | EnvFlags::NO_SUB_DIR | EnvFlags::NO_LOCK).open(path) };
        let env = env.map_err(|cause| places.corrupt(cause))?;
        Ok(Self { env, places })
    }

    fn database(&self) -> Result<Database<'_, Bytes, Bytes>, heed::Error> {
        let opened = self.env.open_databases_and_commit(self.env.read_txn()?, |opener, transaction| {
            opener.open_database::<Bytes, Bytes>(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
        })?;
        match opened {
            CommitOrAbort::Commit(Some(database)) => Ok(database),
            CommitOrAbort::Commit(None) | CommitOrAbort::Abort(()) => Err(heed::Error::Mdb(heed::MdbError::NotFound)),
        }
    }

    fn value(&self, key: &[u8]) -> Result<Vec<u8>, heed::Error> {
        let database = self.database()?;
        let transaction = self.env.read_txn()?;
        Ok(database.get(&transaction, key)?.unwrap_or_default().to_vec())
    }

    fn read(&self, artifact: &Artifact, first: u64, count: u64) -> Result<Vec<u8>, heed::Error> {
        let database = self.database()?;
        let transaction = self.env.read_txn()?;
        let (start, end) = (store::row_key(artifact.name, first), store::row_key(artifact.name, first + count));
        let range = (std::ops::Bound::Included(start.as_slice()), std::ops::Bound::Excluded(end.as_slice()));
        let mut bytes = Vec::new();
        for row in database.range(&transaction, &range)? {
            bytes.extend_from_slice(row?.1);
            bytes.push(b'\n');
        }
        Ok(bytes)
    }
}

impl Provider for Lmdb {
    fn manifest(&self) -> Result<Manifest, IndexError> {
        Manifest::parse(&self.value(store::MANIFEST).map_err(|cause| self.places.corrupt(cause))?, self.places.file())
    }

    fn lists(&self, manifest: &Manifest) -> Result<Opened, IndexError> {
        self.places.lists(manifest, |artifact| {
            let list = self.value(&store::list_key(artifact.name)).map_err(|cause| self.places.corrupt(cause))?;
            pieces::parse_list(&list, self.places.file())
        })
    }

    fn rows(&self, artifact: &Artifact, piece: &Piece) -> Result<Vec<u8>, IndexError> {
        self.places.rows(artifact, piece, |first| self.read(artifact, first, piece.rows).map_err(|cause| self.places.corrupt(cause)))
    }

    fn propose(&self, _: &[&str], _: usize) -> Result<Option<Vec<ChunkUid>>, IndexError> {
        Ok(None)
    }
}
