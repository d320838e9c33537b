//! A committed index as one LMDB file: the manifest, the lists of pieces, and every row under its table and number. A seal stands behind the pages.

use std::path::Path;

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvFlags, EnvOpenOptions, RwTxn};

use super::error::ExportError;
use super::store;
use crate::artifacts::ARTIFACTS;
use crate::base::store as names;
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::pieces;
use crate::manifest::reading::Opened;

/// Room for pages beyond the rows themselves.
const ROOM: u64 = 64 << 20;

/// Writes an index as LMDB; gives the number of rows.
///
/// # Errors
/// As [`ExportError`]; then nothing stands under the final name that was not there before.
pub fn export(host: &dyn Host, layout: &Layout, opened: &Opened, to: &Path) -> Result<u64, ExportError> {
    let path = store::under_way(host, to)?;
    // A file that LMDB makes is its owner's alone; one that is there keeps the rights that a file gets here.
    host.write(&path, &[])?;
    let written = write(host, layout, opened, &path).and_then(|rows| {
        host.append(&path, &names::seal(&host.map(&path)?))?;
        Ok(rows)
    });
    store::finish(host, &path, to, written)
}

#[expect(unsafe_code, reason = "LMDB is a memory map")]
fn write(host: &dyn Host, layout: &Layout, opened: &Opened, path: &Path) -> Result<u64, ExportError> {
    let bytes: u64 = opened.manifest.artifacts.values().map(|table| table.bytes + 64 * table.rows).sum();
    let mut options = EnvOpenOptions::new();
    // A page holds one row of more than half its size, so that rows may take twice their bytes.
    options.map_size(usize::try_from((3 * bytes + ROOM).next_multiple_of(1 << 16)).unwrap_or(usize::MAX));
    // SAFETY: without a lock, one process may have the file open: it is a new one under a name of this export, which nobody else looks at before it
    // is renamed. The map is private to this function, and gone before the file is read again.
    let env: Env = unsafe { options.flags(EnvFlags::NO_SUB_DIR | EnvFlags::NO_LOCK).open(path)? };
    let created = env.create_databases_and_commit(env.write_txn()?, |opener, transaction| {
        opener.create_database::<Bytes, Bytes>(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
    })?;
    let CommitOrAbort::Commit(database) = created else { return Ok(0) };
    let mut transaction = env.write_txn()?;
    let rows = put(&database, &mut transaction, (host, layout, opened))?;
    transaction.commit()?;
    Ok(rows)
}

fn put(database: &Database<'_, Bytes, Bytes>, transaction: &mut RwTxn<'_>, root: (&dyn Host, &Layout, &Opened)) -> Result<u64, ExportError> {
    let opened = root.2;
    database.put(transaction, names::MANIFEST, &opened.manifest.to_bytes())?;
    let mut rows = 0;
    for (artifact, stream) in ARTIFACTS.iter().zip(&opened.streams) {
        let (list, _) = pieces::list(artifact, stream.pieces())?;
        database.put(transaction, &names::list_key(artifact.name), &list)?;
        rows += store::each_row(root, artifact, |number, row| Ok(database.put(transaction, &names::row_key(artifact.name, number), row)?))?;
    }
    Ok(rows)
}
