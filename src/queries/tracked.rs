//! The tracked queries.

#![expect(clippy::needless_pass_by_value, reason = "a query owns its arguments: they are its key")]

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::database::Db;
use super::inputs::{SourceFile, bucket_of};
use super::source::Published;
use crate::base::Name;
use crate::base::key::{self, Key};
use crate::languages;
use crate::link;
use crate::link::ask::{Slot, World};
use crate::link::loaded::Loaded;
use crate::link::members::gate::{self, Declared};
use crate::link::tooling::fitted::Fitted;
use crate::rows::{self, FileInput, GraphInput};
use crate::shard::publish;
use crate::shard::record::Record;
use crate::source::classify::Class;

/// What a file publishes: the firewall between its bytes and everybody else.
///
/// Invalidated by the file's record (its bytes, class or language, what compilers say of it). Keyed by the file. An equal publication stops here: an edit
/// that changes no fact reaches no other file.
#[salsa::tracked(returns(ref))]
pub fn exports(db: &dyn Db, file: SourceFile) -> Published {
    db.executions().exports.fetch_add(1, Ordering::Relaxed);
    match file.record(db) {
        Some(record) if record.in_graph => db.source().publish(file.slot(db), file.path(db), record),
        Some(record) => left_out(file.path(db), record),
        None => Arc::from([]),
    }
}

/// What is published of a file that is not in the graph.
fn left_out(path: &str, record: &Record) -> Published {
    let language = record.language.as_deref().and_then(languages::find);
    let namespaces = language.map_or_else(Vec::new, |language| language.semantics.namespaces_of_path(path));
    let mark = if record.class == Class::Vendored.word() { publish::VENDORED } else { publish::LEFT_OUT };
    publish::publish_left_out(path, mark, language.map_or("", |language| language.family), &namespaces).into()
}

/// Links a file: hands its rows to the source, and gives every key that the link asked, sorted.
///
/// Invalidated by the file's record and by the buckets of every key that its link asked, negative answers included. Keyed by
/// the file. Nobody reads it but the driver.
#[salsa::tracked(returns(ref))]
pub fn edges(db: &dyn Db, file: SourceFile) -> Option<Arc<[Key]>> {
    db.executions().edges.fetch_add(1, Ordering::Relaxed);
    let record = file.record(db).as_ref()?;
    let slot = file.slot(db);
    let path = file.path(db);
    let input = FileInput {
        path,
        hash: record.hash.unwrap_or(crate::base::ids::SourceHash([0; 32])),
        walked: record.hash.is_some(),
        bytes: record.bytes,
        class: &record.class,
        class_reason: &record.class_reason,
        language: record.language.as_deref(),
        lines: record.lines,
        problems: &record.problems,
        secrets: &record.secrets,
        labels: db.source().labels(),
    };
    let content = if record.in_graph { Some(db.source().content(slot, path, record)?) } else { None };
    let (rows, reads) = match &content {
        None => (rows::rows(&input, None).ok()?, Vec::new()),
        Some((loaded, body, text)) => {
            let linked = link::link(&TrackedWorld::new(db), loaded, body);
            let graph = GraphInput { loaded, body, text, linked: &linked, with_text: db.source().with_text() };
            (rows::rows(&input, Some(&graph)).ok()?, linked.reads)
        }
    };
    db.source().deliver(slot, rows);
    Some(reads.into())
}

/// What is declared for the files whose nearest manifest stands at a path.
///
/// Invalidated by the buckets of the manifests that it leads to, and of those that it asks for and that are not there. Keyed by the manifest: thousands of
/// files share one.
#[salsa::tracked(returns(ref))]
fn declared_from(db: &dyn Db, manifest: Name, manager: Name) -> Arc<Declared> {
    Arc::new(gate::declared_from(&TrackedWorld::new(db), &manifest, &manager))
}

/// The world as a query sees it: every question depends on its bucket.
struct TrackedWorld<'db> {
    db: &'db dyn Db,
    /// The buckets that this query depends on already. Many keys share one, and the graph needs to hear of it once.
    met: RefCell<Vec<bool>>,
}

impl<'db> TrackedWorld<'db> {
    fn new(db: &'db dyn Db) -> Self {
        Self { db, met: RefCell::new(vec![false; db.buckets().len()]) }
    }
}

impl World for TrackedWorld<'_> {
    fn publishers(&self, key: Key) -> Vec<Slot> {
        self.db.source().publishers(key)
    }

    fn publisher_count(&self, key: Key) -> usize {
        self.db.source().publisher_count(key)
    }

    fn depend(&self, key: Key) {
        let buckets = self.db.buckets();
        let bucket = bucket_of(key, buckets.len());
        if !std::mem::replace(&mut self.met.borrow_mut()[bucket], true) {
            let _ = buckets[bucket].stamp(self.db);
        }
    }

    fn tooling(&self, slot: Slot) -> Option<Arc<Fitted>> {
        self.db.source().tooling(slot)
    }

    fn facts(&self, slot: Slot) -> Option<Arc<Loaded>> {
        self.db.source().facts(slot)
    }

    fn declared_from(&self, manifest: &str, manager: &str) -> Arc<Declared> {
        Arc::clone(declared_from(self.db, manifest.into(), manager.into()))
    }

    fn forgotten(&self) -> Option<key::Class> {
        self.db.source().forgotten()
    }
}
