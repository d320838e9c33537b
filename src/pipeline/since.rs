//! What changed in a work tree since a commit: the files of an index, and those of the commit that are gone.

use std::path::Path;

use crate::base::caps::MAX_PARSE_BYTES;
use crate::base::ids::SourceHash;
use crate::base::path;
use crate::history::error::HistoryError;
use crate::history::revision;
use crate::host::Host;
use crate::rules::hiding;
use crate::source::decode::{self, Encoding};

/// Changed files whose texts are read; the others are only named.
pub const MAX_TEXTS: usize = 500;

/// A repository that is there and cannot be compared with.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SinceError(#[from] HistoryError);

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// The commit that is compared with, in hexadecimal.
    pub commit: String,
    /// By path.
    pub changes: Vec<Change>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: String,
    /// In the commit; `None` where it has none. Secrets are hidden.
    pub before: Option<Side>,
    /// In the index; `None` where it has none. Secrets are hidden.
    pub after: Option<Side>,
    /// The file is no longer the one that was indexed.
    pub stale: bool,
}

/// A file as it stands on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// `blake3:<64 hex>` of its bytes; `git:<hex>` for what a partial clone does not have.
    pub hash: String,
    /// `None` where it is no text, not there, too large, or one of too many.
    pub text: Option<String>,
}

/// What changed between the commit that `name` means and `indexed` files, which are paths with their hash; `None` where nothing is called so.
///
/// # Errors
/// When the repository cannot be read.
pub fn since(host: &dyn Host, root: &Path, name: &str, indexed: &[(&str, &str)]) -> Result<Option<Since>, SinceError> {
    let Some(revision) = revision::find(root, name)? else { return Ok(None) };
    let mut changes = Vec::new();
    let mut texts = 0;
    for (file, hash) in indexed {
        let Ok((bytes, _)) = host.read_source(&root.join(path::decode(file))) else { continue };
        if revision.holds(file, &bytes) == Some(true) {
            continue;
        }
        texts += 1;
        let is_read = texts <= MAX_TEXTS;
        let before = revision.read(file).map(|read| read.map_or_else(|object| absent(&object), |bytes| side(bytes, is_read)));
        let after = side(bytes, is_read);
        let stale = after.hash != *hash;
        changes.push(Change { path: (*file).to_owned(), before, after: Some(after), stale });
    }
    for file in revision.paths().filter(|file| indexed.binary_search_by(|(path, _)| path.cmp(file)).is_err()) {
        let gone = host.stat(&root.join(path::decode(file))).is_err_and(|cause| cause.not_found());
        if gone && let Some(read) = revision.read(file) {
            let before = read.map_or_else(|object| absent(&object), |bytes| side(bytes, true));
            changes.push(Change { path: file.to_owned(), before: Some(before), after: None, stale: false });
        }
    }
    changes.sort_by(|lhs, rhs| lhs.path.cmp(&rhs.path));
    Ok(Some(Since { commit: revision.commit, changes }))
}

fn absent(object: &str) -> Side {
    Side { hash: format!("git:{object}"), text: None }
}

fn side(bytes: Vec<u8>, is_read: bool) -> Side {
    let hash = SourceHash::of(&bytes).to_string();
    let decoded = Some(bytes).filter(|bytes| is_read && bytes.len() as u64 <= MAX_PARSE_BYTES).map(decode::decode);
    let text = decoded.filter(|it| it.encoding != Encoding::Binary).map(|it| hiding::hide(it.text).0);
    Side { hash, text }
}
