//! The inputs: source files and name buckets.

use std::sync::Arc;

use salsa::Setter;

use super::database::Database;
use crate::base::key::Key;
use crate::shard::record::Record;

/// One walked path. A deleted one keeps its slot with no record, because inputs cannot be taken back.
#[salsa::input]
pub struct SourceFile {
    /// The driver's number of the file.
    #[returns(copy)]
    pub slot: u32,
    /// Repo-relative path.
    #[returns(ref)]
    pub path: Arc<str>,
    /// What is known of it; `None` for a path that is gone.
    #[returns(ref)]
    pub record: Option<Arc<Record>>,
}

/// What is published under the keys that fall into one bucket, as a stamp that changes whenever any of it does.
#[salsa::input]
pub struct NameBucket {
    #[returns(copy)]
    pub stamp: u64,
}

impl SourceFile {
    /// Makes `record` what is known of the file, if it is not already.
    pub fn update(self, database: &mut Database, record: Option<Arc<Record>>) {
        if *self.record(database) != record {
            self.set_record(database).to(record);
        }
    }
}

impl NameBucket {
    /// Marks the content of the bucket as changed.
    pub fn touch(self, database: &mut Database) {
        let stamp = self.stamp(database);
        self.set_stamp(database).to(stamp + 1);
    }
}

/// The bucket of a key.
pub fn bucket_of(key: Key, buckets: usize) -> usize {
    usize::try_from(key % buckets as u64).unwrap_or(0)
}
