//! The database: salsa's storage, the buckets, and the door to content.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::inputs::NameBucket;
use super::source::ShardSource;

/// How often each query ran.
#[derive(Debug, Default)]
pub struct Executions {
    pub exports: AtomicU64,
    pub edges: AtomicU64,
}

impl Executions {
    /// Counts so far: `(exports, edges)`.
    pub fn read(&self) -> (u64, u64) {
        (self.exports.load(Ordering::Relaxed), self.edges.load(Ordering::Relaxed))
    }
}

/// What a query may reach besides inputs.
#[salsa::db]
pub trait Db: salsa::Database {
    /// The door to content.
    fn source(&self) -> &dyn ShardSource;
    /// All buckets.
    fn buckets(&self) -> &[NameBucket];
    /// Counters of executions.
    fn executions(&self) -> &Executions;
}

/// The one implementation of [`Db`]. Cloning it gives another handle for another thread.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    source: Arc<dyn ShardSource>,
    buckets: Arc<[NameBucket]>,
    executions: Arc<Executions>,
}

impl Database {
    /// A database with `buckets` name buckets.
    pub fn new(source: Arc<dyn ShardSource>, buckets: usize) -> Self {
        let mut database = Self { storage: salsa::Storage::default(), source, buckets: Arc::from([]), executions: Arc::default() };
        let made: Vec<NameBucket> = (0..buckets.max(1)).map(|_| NameBucket::new(&database, 0)).collect();
        database.buckets = made.into();
        database
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn source(&self) -> &dyn ShardSource {
        self.source.as_ref()
    }

    fn buckets(&self) -> &[NameBucket] {
        &self.buckets
    }

    fn executions(&self) -> &Executions {
        &self.executions
    }
}
