//! Why the history of a repository cannot be read.

use gix::Error;

/// A repository that is there and cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("the repository cannot be opened: {0}")]
    Open(Error),
    #[error("its `.git` leads to no repository that git would open")]
    Dangling,
    #[error("the checked-out commit cannot be read: {0}")]
    Head(Error),
    #[error("the list of tracked files cannot be read: {0}")]
    Tracked(Error),
    #[error("the edge of the shallow clone cannot be read: {0}")]
    Shallow(Error),
    #[error("the commit {id} cannot be read: {cause}")]
    Commit { id: gix::ObjectId, cause: Error },
    #[error("the tree of the commit {id} cannot be read: {cause}")]
    Tree { id: gix::ObjectId, cause: Error },
    #[error("the tree of the commit {id} is no tree that could be checked out: {what}")]
    Damaged { id: gix::ObjectId, what: String },
    #[error("nobody waits for it any more")]
    Stopped,
}
