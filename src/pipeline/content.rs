//! The content behind the query graph: shards from the store or from the bytes at hand, facts kept within a budget.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use super::error::BuildError;
use super::options::BuildOptions;
use super::table::FactTable;
use crate::base::ids::SourceHash;
use crate::base::key::{Class, Key};
use crate::base::labels::LabelRule;
use crate::base::path;
use crate::cache::shards::{self, ShardStore};
use crate::host::Host;
use crate::languages::{self, Language, extract};
use crate::link::ask::Slot;
use crate::link::loaded::Loaded;
use crate::link::tooling::fitted::{self, Fitted};
use crate::queries::source::{Published, ShardSource};
use crate::rows::FileRows;
use crate::scip::evidence::Evidence;
use crate::shard::Shard;
use crate::shard::body::Body;
use crate::shard::facts::Facts;
use crate::shard::publish::{self, Standing};
use crate::shard::record::Record;
use crate::source::decode;

/// Content of one session.
pub struct Content {
    host: Arc<dyn Host>,
    root: PathBuf,
    pub store: ShardStore,
    with_text: bool,
    labels: Vec<LabelRule>,
    forgotten: Option<Class>,
    /// This revision's files by slot, and who publishes what.
    revision: RwLock<Revision>,
    facts: Mutex<Cache<Loaded>>,
    /// What compilers say, as of this revision, and what of it fits.
    evidence: RwLock<Arc<Evidence>>,
    fitted: Mutex<Cache<Fitted>>,
    /// Decoded text of files that were just hashed.
    at_hand: Mutex<HashMap<Slot, String>>,
    outbox: Mutex<HashMap<Slot, FileRows>>,
    /// The first thing that made content unavailable.
    lost: Mutex<Option<BuildError>>,
    parsed: AtomicU64,
}

#[derive(Default)]
struct Revision {
    files: Vec<(Arc<str>, Option<Arc<Record>>)>,
    table: FactTable,
}

/// First in, first out, within a budget of estimated bytes.
struct Cache<T> {
    limit: u64,
    used: u64,
    loaded: HashMap<Slot, (Arc<T>, u64)>,
    order: VecDeque<Slot>,
}

/// Estimated bytes of facts in memory.
fn size_of(facts: &Facts) -> u64 {
    512 + 320 * facts.symbols.len() as u64 + 120 * facts.imports.len() as u64 + 48 * facts.exprs.len() as u64
}

impl<T> Cache<T> {
    fn new(limit: u64) -> Self {
        Self { limit, used: 0, loaded: HashMap::new(), order: VecDeque::new() }
    }

    fn get(&self, slot: Slot) -> Option<Arc<T>> {
        self.loaded.get(&slot).map(|(value, _)| Arc::clone(value))
    }

    fn insert(&mut self, slot: Slot, value: &Arc<T>, size: u64) {
        self.remove(slot);
        self.loaded.insert(slot, (Arc::clone(value), size));
        self.order.push_back(slot);
        self.used += size;
        while self.used > self.limit
            && let Some(oldest) = self.order.pop_front()
        {
            self.remove(oldest);
        }
    }

    fn clear(&mut self) {
        *self = Self::new(self.limit);
    }

    fn remove(&mut self, slot: Slot) {
        if let Some((_, size)) = self.loaded.remove(&slot) {
            self.used -= size;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Content {
    /// Content of files below the options' root, with shards in `store`.
    pub fn new(host: Arc<dyn Host>, store: ShardStore, options: &BuildOptions) -> Self {
        Self {
            host,
            root: options.root.clone(),
            store,
            // A sentence encoder reads texts, whether or not the index keeps them.
            with_text: options.text || options.model.is_some(),
            labels: options.labels.clone(),
            forgotten: options.forgotten,
            revision: RwLock::default(),
            facts: Mutex::new(Cache::new(options.facts_bytes())),
            evidence: RwLock::default(),
            fitted: Mutex::new(Cache::new(options.facts_bytes() / 2)),
            at_hand: Mutex::default(),
            outbox: Mutex::default(),
            lost: Mutex::default(),
            parsed: AtomicU64::new(0),
        }
    }

    /// Makes a file known under its slot as of the next revision.
    pub fn set_file(&self, slot: Slot, path: &Arc<str>, record: Option<&Arc<Record>>) {
        let mut revision = self.revision.write().unwrap_or_else(PoisonError::into_inner);
        let at = slot as usize;
        if revision.files.len() <= at {
            revision.files.resize(at + 1, (Arc::from(""), None));
        }
        revision.files[at] = (Arc::clone(path), record.cloned());
        lock(&self.facts).remove(slot);
        lock(&self.fitted).remove(slot);
    }

    /// Makes all files known, in the order of their slots.
    pub fn set_files(&self, files: Vec<(Arc<str>, Option<Arc<Record>>)>) {
        let mut revision = self.revision.write().unwrap_or_else(PoisonError::into_inner);
        lock(&self.facts).clear();
        lock(&self.fitted).clear();
        revision.files = files;
    }

    /// Replaces the table of publications, built in path order: publishers of a key are told in that order.
    pub fn set_table(&self, table: FactTable) {
        self.revision.write().unwrap_or_else(PoisonError::into_inner).table = table;
    }

    /// Lets go of facts that are loaded: they are read again where they are asked for.
    pub fn let_go(&self) {
        lock(&self.facts).clear();
        lock(&self.fitted).clear();
    }

    /// What compilers say, as of this revision.
    pub fn evidence(&self) -> Arc<Evidence> {
        Arc::clone(&self.evidence.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces what compilers say. Files of which they say something else now get a new record before anything is asked.
    pub fn set_evidence(&self, evidence: Evidence) {
        *self.evidence.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(evidence);
    }

    /// What fits a file of what compilers say of it: a function of its record alone.
    fn fitted_to(&self, slot: Slot, path: &str, record: &Record) -> Option<Arc<Fitted>> {
        record.tooling?;
        if let Some(fitted) = lock(&self.fitted).get(slot) {
            return Some(fitted);
        }
        let (loaded, body, text) = self.content(slot, path, record)?;
        let fitted = Arc::new(fitted::fit(self.evidence().of(path), &text, &loaded.facts, &body));
        lock(&self.fitted).insert(slot, &fitted, fitted.size());
        Some(fitted)
    }

    /// Hands over the decoded text of a file that is about to be extracted.
    pub fn hand_over(&self, slot: Slot, text: String) {
        lock(&self.at_hand).insert(slot, text);
    }

    /// Whether the shard of a record is already there.
    pub fn has_shard(&self, record: &Record) -> bool {
        match (&record.hash, &record.language) {
            (Some(hash), Some(language)) => self.store.has(&shards::key(hash, language)),
            _ => false,
        }
    }

    /// Takes the rows that were delivered.
    pub fn take_rows(&self) -> HashMap<Slot, FileRows> {
        std::mem::take(&mut *lock(&self.outbox))
    }

    /// Drops text that nobody asked for.
    pub fn clear_hand(&self) {
        lock(&self.at_hand).clear();
    }

    /// Why content was not available, if it was not.
    pub fn take_lost(&self) -> Option<BuildError> {
        lock(&self.lost).take()
    }

    fn lose(&self, cause: BuildError) {
        lock(&self.lost).get_or_insert(cause);
    }

    /// Files parsed so far.
    pub fn parsed(&self) -> u64 {
        self.parsed.load(Ordering::Relaxed)
    }

    /// The text of a file as it was hashed.
    fn text_of(&self, slot: Slot, path: &str, hash: &SourceHash) -> Option<String> {
        if let Some(text) = lock(&self.at_hand).remove(&slot) {
            return Some(text);
        }
        let read = self.host.read_source(&self.root.join(path::decode(path)));
        match read {
            Ok((bytes, _)) if SourceHash::of(&bytes) == *hash => Some(decode::decode(bytes).text),
            _ => {
                self.lose(BuildError::Unstable(path.to_owned()));
                None
            }
        }
    }

    /// Extracts a file and stores its shard.
    fn extract(&self, slot: Slot, path: &str, record: &Record, language: &'static Language) -> Option<(Shard, String)> {
        let hash = record.hash?;
        let text = self.text_of(slot, path, &hash)?;
        self.parsed.fetch_add(1, Ordering::Relaxed);
        let (shard, text) = extract::extract_hidden(language, text);
        if let Err(cause) = self.store.put(shards::key(&hash, language.id), &shard, &text) {
            self.lose(cause.into());
            return None;
        }
        Some((shard, text))
    }

    fn load_facts(&self, slot: Slot, path: &str, record: &Record) -> Option<Arc<Loaded>> {
        if let Some(loaded) = lock(&self.facts).get(slot) {
            return Some(loaded);
        }
        let language = languages::find(record.language.as_deref()?)?;
        let key = shards::key(&record.hash?, language.id);
        let facts: Facts = if self.store.has(&key) {
            if let Some(facts) = self.store.facts(&key) {
                facts
            } else {
                self.store.forget(&key);
                self.extract(slot, path, record, language)?.0.facts
            }
        } else {
            self.extract(slot, path, record, language)?.0.facts
        };
        let loaded = Arc::new(Loaded::new(path.to_owned(), language, facts));
        lock(&self.facts).insert(slot, &loaded, size_of(&loaded.facts));
        Some(loaded)
    }
}

impl ShardSource for Content {
    fn publish(&self, slot: Slot, path: &str, record: &Record) -> Published {
        let Some(loaded) = self.load_facts(slot, path, record) else { return Arc::from([]) };
        let semantics = loaded.language.semantics;
        let namespaces = semantics.namespaces(path, &loaded.facts);
        let seen = semantics.seen_namespaces(path, &loaded.facts);
        let declared = semantics.declared_places(path, &loaded.facts);
        let standing = Standing {
            path,
            language: loaded.language.id,
            family: loaded.language.family,
            namespaces: &namespaces,
            seen: &seen,
            folders: semantics.habits().folders_are_modules,
            included: semantics.habits().textual_includes,
            declared: &declared,
            // Of what is included a language of its family may ask that has more habits.
            ordered: {
                let habits = semantics.habits();
                !habits.classes.records.is_empty() || habits.textual_includes || habits.declarations_merge
            },
            renamed: semantics.habits().extended_foreign.is_some(),
        };
        let mut published = publish::publish(standing, &loaded.facts);
        if let Some(fitted) = self.fitted_to(slot, path, record) {
            published.extend(fitted.publish(&loaded.facts));
            published.sort_unstable();
        }
        published.into()
    }

    fn content(&self, slot: Slot, path: &str, record: &Record) -> Option<(Arc<Loaded>, Body, String)> {
        let loaded = self.load_facts(slot, path, record)?;
        let key = shards::key(&record.hash?, loaded.language.id);
        if let (Some(body), Some(text)) = (self.store.body(&key), self.store.text(&key)) {
            return Some((loaded, body, text));
        }
        self.store.forget(&key);
        let (shard, text) = self.extract(slot, path, record, loaded.language)?;
        Some((loaded, shard.body, text))
    }

    fn publishers(&self, key: Key) -> Vec<Slot> {
        self.revision.read().unwrap_or_else(PoisonError::into_inner).table.publishers(key)
    }

    fn publisher_count(&self, key: Key) -> usize {
        self.revision.read().unwrap_or_else(PoisonError::into_inner).table.count(key)
    }

    fn facts(&self, slot: Slot) -> Option<Arc<Loaded>> {
        let (path, record) = {
            let revision = self.revision.read().unwrap_or_else(PoisonError::into_inner);
            revision.files.get(slot as usize).cloned()?
        };
        self.load_facts(slot, &path, record.as_deref()?)
    }

    fn tooling(&self, slot: Slot) -> Option<Arc<Fitted>> {
        let (path, record) = {
            let revision = self.revision.read().unwrap_or_else(PoisonError::into_inner);
            revision.files.get(slot as usize).cloned()?
        };
        self.fitted_to(slot, &path, record.as_deref()?)
    }

    fn labels(&self) -> &[LabelRule] {
        &self.labels
    }

    fn with_text(&self) -> bool {
        self.with_text
    }

    fn forgotten(&self) -> Option<Class> {
        self.forgotten
    }

    fn deliver(&self, slot: Slot, rows: FileRows) {
        lock(&self.outbox).insert(slot, rows);
    }
}
