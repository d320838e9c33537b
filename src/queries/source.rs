//! The one door of the query graph to content: shards by content, and the index of what files publish.

use std::sync::Arc;

use crate::base::key::{Class, Key};
use crate::base::labels::LabelRule;
use crate::link::ask::Slot;
use crate::link::loaded::Loaded;
use crate::link::tooling::fitted::Fitted;
use crate::rows::FileRows;
use crate::shard::body::Body;
use crate::shard::record::Record;

/// What a file publishes: `(key, digest)`, sorted by key.
pub type Published = Arc<[(Key, u64)]>;

/// Supplies content to queries.
///
/// Everything here is determined by what the query graph already depends on: shards by the digest in the file's record, facts of other
/// files by the bucket stamps of the keys they were asked under. So an answer can be cached or thrown away at any time.
pub trait ShardSource: Send + Sync {
    /// Makes sure that the shard of a file of the graph is in the store, and returns what it publishes. An empty publication means that the
    /// content could not be had; the driver has noted why and will not commit.
    fn publish(&self, slot: Slot, path: &str, record: &Record) -> Published;

    /// The whole shard of a file of the graph with its decoded text.
    fn content(&self, slot: Slot, path: &str, record: &Record) -> Option<(Arc<Loaded>, Body, String)>;

    /// The files that publish something under a key, in path order.
    fn publishers(&self, key: Key) -> Vec<Slot>;

    /// How many files publish something under a key.
    fn publisher_count(&self, key: Key) -> usize;

    /// The facts of a file as of this revision.
    fn facts(&self, slot: Slot) -> Option<Arc<Loaded>>;

    /// What fits a file as of this revision of what compilers say of it.
    fn tooling(&self, slot: Slot) -> Option<Arc<Fitted>>;

    /// The rules by which files are labelled. Like [`ShardSource::with_text`] they are of the session, and another set of them makes every row anew.
    fn labels(&self) -> &[LabelRule];

    /// Whether rows carry text.
    fn with_text(&self) -> bool;

    /// See [`crate::link::ask::World::forgotten`].
    fn forgotten(&self) -> Option<Class>;

    /// Takes the rows of a file whose edges were computed. Rows are not kept in the graph: they are on disk wherever they did not change.
    fn deliver(&self, slot: Slot, rows: FileRows);
}
