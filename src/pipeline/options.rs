//! What a build is asked to do.

use std::path::PathBuf;

use super::packs::{PackMaker, WantedPack};
use crate::base::key::Class;
use crate::base::labels::LabelRule;

/// The options of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// The folder to index.
    pub root: PathBuf,
    /// The index root to write.
    pub out: PathBuf,
    /// Worker threads; 0 takes one per processor.
    pub jobs: usize,
    /// Bytes of memory to stay within, as far as caches and batches can; `None` for the default.
    pub max_memory: Option<u64>,
    /// Write `chunk_text`.
    pub text: bool,
    /// Write `history`.
    pub history: bool,
    /// Only paths that match one of these globs; empty for all.
    pub include: Vec<String>,
    /// No path that matches one of these globs.
    pub exclude: Vec<String>,
    /// What matches one of these globs is part of the graph although it is minified or vendored.
    pub graph: Vec<String>,
    /// What the repository labels, by path or by secret.
    pub labels: Vec<LabelRule>,
    /// What packs call the repository; `None` leaves it `local`.
    pub repo_id: Option<String>,
    /// Packs that are committed with the index.
    pub packs: Vec<WantedPack>,
    /// Who makes them; `None` for sessions that build nothing.
    pub pack_maker: Option<PackMaker>,
    /// SCIP files whose edges win over the link's.
    pub scip: Vec<PathBuf>,
    /// The folder of the sentence encoder whose vectors are wanted; `None` for no vectors.
    pub model: Option<PathBuf>,
    /// Take the model that `smalti.toml` names, where none is asked for.
    pub embed: bool,
    /// Let `smalti.toml` speak where nothing else is asked for.
    pub config: bool,
    /// Seconds since 1970 from `SOURCE_DATE_EPOCH`, if it was set.
    pub source_date_epoch: Option<i64>,
    /// Name buckets of the query graph; more make its own invalidation finer.
    pub buckets: usize,
    /// A class of read keys that links do not write down: for tests that prove that the tests would notice.
    pub forgotten: Option<Class>,
}

impl BuildOptions {
    /// The defaults for `root`, with the index below it.
    pub fn new(root: PathBuf) -> Self {
        let out = root.join(crate::manifest::layout::FOLDER);
        Self {
            root,
            out,
            jobs: 0,
            max_memory: None,
            text: true,
            history: true,
            include: Vec::new(),
            exclude: Vec::new(),
            graph: Vec::new(),
            labels: Vec::new(),
            repo_id: None,
            packs: Vec::new(),
            pack_maker: None,
            scip: Vec::new(),
            model: None,
            embed: true,
            config: true,
            source_date_epoch: None,
            buckets: 4096,
            forgotten: None,
        }
    }

    /// Bytes that decoded facts of other files may take.
    pub fn facts_bytes(&self) -> u64 {
        self.max_memory.map_or(256 << 20, |limit| limit / 8)
    }

    /// Bytes of new shards that wait in memory.
    pub fn held_bytes(&self) -> usize {
        self.max_memory.map_or(8 << 20, |limit| usize::try_from(limit / 64).unwrap_or(usize::MAX).clamp(64 << 10, 8 << 20))
    }

    /// Bytes of source that one batch may hold.
    pub fn batch_bytes(&self) -> u64 {
        self.max_memory.map_or(16 << 20, |limit| (limit / 64).clamp(1 << 20, 16 << 20))
    }

    /// Bytes of source whose rows one batch may hold: before they are compressed, rows take up to forty times the source.
    pub fn link_batch_bytes(&self) -> u64 {
        self.max_memory.map_or(4 << 20, |limit| (limit / 512).clamp(256 << 10, 4 << 20))
    }
}
