//! A session: everything the driver knows between two builds of one root. A one-shot build is a session with one build.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::build;
use super::config;
use super::content::Content;
use super::detect;
use super::error::BuildError;
use super::options::BuildOptions;
use super::packs;
use super::past::Past;
use super::standing::Settled;
use super::summary::Summary;
use super::vectors::Vectors;
use crate::artifacts::COUNT;
use crate::base::ids::SourceHash;
use crate::base::key::TextMap;
use crate::base::progress::Progress;
use crate::cache::columns::{self, FileColumns};
use crate::cache::shards::ShardStore;
use crate::cache::stats;
use crate::host::real::real;
use crate::host::{Host, HostError, Kind, Stat};
use crate::link::ask::Slot;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::reading::{self, Opened};
use crate::manifest::state::State;
use crate::queries::database::Database;
use crate::queries::inputs::SourceFile;
use crate::queries::source::ShardSource;
use crate::shard::record::Record;
use crate::source::admitted::Admitted;

const OTHER_RULES: &str = "what is read of files is chosen otherwise than before; every file is read again";
const UNUSABLE_STATS: &str = "the stat cache was not usable; every file is read again";

/// One path the session has met. Slots are never given to another path.
pub struct FileState {
    pub path: Arc<str>,
    pub stat: Stat,
    pub doubtful: bool,
    /// `None` for a path that is gone.
    pub record: Option<Arc<Record>>,
    /// Columns as committed; `None` for files that were not part of the last commit.
    pub columns: Option<FileColumns>,
    /// Where these stand in the base of the cache's columns; `None` where they changed since.
    pub place: Option<u32>,
    pub input: Option<SourceFile>,
}

/// What stands on disk.
pub struct Committed {
    pub opened: Opened,
    /// Slots in path order.
    pub order: Vec<Slot>,
    /// Columns of all its files are loaded.
    pub columns: bool,
    /// This very program's rules made its rows.
    pub by_present_rules: bool,
}

/// The digest of a manifest, and how the folders of its pieces look: a piece that goes or comes changes its folder.
type Standing = ([u8; 32], Vec<Option<Stat>>);

/// The state of one root.
pub struct Session {
    pub(super) host: Arc<dyn Host>,
    /// What the caller asked for.
    pub(super) asked: BuildOptions,
    /// The same with what `smalti.toml` says.
    pub(super) options: BuildOptions,
    pub(super) layout: Layout,
    /// What is in the graph whatever its class.
    pub(super) admitted: Admitted,
    pub(super) pool: Arc<rayon::ThreadPool>,
    pub(super) content: Arc<Content>,
    pub(super) database: Database,
    pub(super) files: Vec<FileState>,
    pub(super) slots: TextMap<Arc<str>, Slot>,
    pub(super) committed: Option<Committed>,
    /// What stood on disk when all this was read; `None` where there was no index.
    seen: Option<Standing>,
    /// When all pieces were known to be whole.
    pub(super) sealed_ns: i64,
    /// Pieces that changed since were read, and the stat cache does not say so yet.
    pub(super) resealed: bool,
    /// The root's own history was found damaged, and no build has written it since.
    pub(super) history_lost: bool,
    /// What was found damaged.
    pub(super) damage: Option<(String, String)>,
    pub(super) notices: Vec<String>,
    pub(super) past: Past,
    pub(super) vectors: Vectors,
    /// By what the packs on disk were made; `None` if that is unknown.
    pub(super) packs: Option<packs::Standing>,
    /// The base of the cache's columns; `None` where there is none, or it was not read.
    pub(super) base: Option<columns::Base>,
    /// How things looked when there was nothing to do; `None` where nobody asked for that.
    pub(super) settled: Option<Settled>,
}

impl Session {
    /// Opens the index of a root, if there is one, with its caches.
    ///
    /// # Errors
    /// When the root is missing, `smalti.toml` cannot be used, or the output folder holds something foreign or of another version.
    pub fn open(host: Arc<dyn Host>, mut asked: BuildOptions) -> Result<Self, BuildError> {
        // An index root that is a link could lie anywhere: a repository may have brought it along.
        if matches!(host.stat(&asked.out), Ok((Kind::Link, _))) {
            return Err(IndexError::Linked(asked.out.display().to_string()).into());
        }
        asked.root = real(&asked.root);
        asked.out = real(&asked.out);
        // A working folder that was deleted can still be looked at, but has no path any more.
        if !asked.root.is_absolute() || !matches!(host.stat(&asked.root), Ok((Kind::Folder, _))) {
            return Err(BuildError::RootMissing(asked.root.display().to_string()));
        }
        if detect::is_inside_of_git(host.as_ref(), &asked.root) {
            return Err(BuildError::RootInsideOfGit(asked.root.display().to_string()));
        }
        if is_inside_of_index(host.as_ref(), &asked.root) {
            return Err(BuildError::RootInsideOfIndex(asked.root.display().to_string()));
        }
        let options = config::settle(host.as_ref(), &asked)?;
        let admitted = Admitted::new(&options.root, &options.graph)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.jobs)
            .stack_size(64 << 20)
            .build()
            .map_err(|cause| BuildError::Threads(cause.to_string()))?;
        let layout = Layout::new(&options.out);
        refuse_foreign(host.as_ref(), &layout)?;
        let store = ShardStore::open(Arc::clone(&host), &layout.cache(), options.held_bytes());
        let content = Arc::new(Content::new(Arc::clone(&host), store, &options));
        let source: Arc<dyn ShardSource> = Arc::clone(&content) as Arc<dyn ShardSource>;
        let database = Database::new(source, options.buckets);
        let mut session = Self {
            host,
            asked,
            options,
            layout,
            admitted,
            pool: Arc::new(pool),
            content,
            database,
            files: Vec::new(),
            slots: TextMap::default(),
            committed: None,
            seen: None,
            sealed_ns: 0,
            resealed: false,
            history_lost: false,
            damage: None,
            notices: Vec::new(),
            past: Past::default(),
            vectors: Vectors::default(),
            packs: None,
            base: None,
            settled: None,
        };
        session.seen = session.standing();
        session.load()?;
        Ok(session)
    }

    fn standing(&self) -> Option<Standing> {
        let bytes = self.host.read(&self.layout.manifest()).ok()?;
        Some((*blake3::hash(&bytes).as_bytes(), self.looks()))
    }

    /// Opens a root whose index turned out to be damaged as if there were none.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_anew(host: Arc<dyn Host>, options: BuildOptions, cause: &str) -> Result<Self, BuildError> {
        let mut session = Self::open(host, options)?;
        session.committed = None;
        session.notices = vec![format!("the index was damaged and is built anew: {cause}")];
        for file in &mut session.files {
            (file.columns, file.place) = (None, None);
            file.doubtful = true;
        }
        Ok(session)
    }

    /// Runs one build.
    ///
    /// # Errors
    /// As [`BuildError`]; the index on disk is then the one before. A session whose build failed must be dropped.
    pub fn build(&mut self, progress: &dyn Progress) -> Result<Summary, BuildError> {
        let started_ns = self.host.now_ns();
        // A session that lives on must see what one that starts now would see.
        if config::settle(self.host.as_ref(), &self.asked)? != self.options {
            *self = Self::open(Arc::clone(&self.host), self.asked.clone())?;
        }
        // The index may lie below the root: making its folders again would bring a deleted root back, empty.
        if !detect::is_there(self.host.as_ref(), &self.options.root) {
            return Err(BuildError::RootGone(self.options.root.display().to_string()));
        }
        // What compilers say can be refused, and a build that is refused leaves no folder behind.
        self.look_at_tooling()?;
        // The shard store grows while files are extracted, long before anything is committed.
        if self.host.stat(&self.layout.cache()).is_err() {
            self.host.create_own_folder(&self.layout.cache())?;
        }
        let lock = self.host.try_lock(&self.layout.lock())?;
        let Some(_lock) = lock else {
            return Err(IndexError::Locked(self.layout.root().display().to_string()).into());
        };
        // Somebody else may have built since: what pieces there are now, only the disk tells.
        let standing = self.standing();
        if standing.is_some() && standing != self.seen {
            *self = Self::open(Arc::clone(&self.host), self.asked.clone())?;
            self.look_at_tooling()?;
        }
        let pool = Arc::clone(&self.pool);
        let mut summary = pool.install(|| build::run(self, progress))?;
        self.seen = self.standing();
        summary.stages_ms.insert("total".to_owned(), build::milliseconds(started_ns, self.host.now_ns()));
        summary.peak_memory = self.host.peak_memory();
        summary.processor_seconds = self.host.processor_seconds();
        summary.notices = std::mem::take(&mut self.notices);
        if let (Some(limit), Some(peak)) = (self.options.max_memory, summary.peak_memory)
            && peak > limit
        {
            summary.notices.push(format!("the limit of {} MiB could not be kept: the peak was {} MiB", limit >> 20, peak.div_ceil(1 << 20)));
        }
        Ok(summary)
    }

    /// Reads manifest and stat cache. What cannot be trusted is left out and said.
    fn load(&mut self) -> Result<(), BuildError> {
        let opened = match reading::open(self.host.as_ref(), &self.layout) {
            Ok(opened) => opened,
            Err(IndexError::Missing(_)) => return Ok(()),
            Err(IndexError::Corrupt { place, what }) => {
                self.note_damage(place, what);
                return Ok(());
            }
            Err(cause) => return Err(cause.into()),
        };
        if let Err(IndexError::Corrupt { place, what }) = State::read(self.host.as_ref(), &self.layout) {
            self.history_lost = true;
            self.notices.push(format!("the root's own history was damaged, and its graph version counts from 1 again: `{place}`: {what}"));
        }
        let binding = opened.manifest.binding();
        let stats = stats::read(self.host.as_ref(), &self.layout.cache(), &binding);
        let known = stats.is_some();
        let Some(stats) = stats.filter(|stats| stats.head.rules == extraction_rules(&self.options)) else {
            self.notices.push(if known { OTHER_RULES } else { UNUSABLE_STATS }.to_owned());
            return Ok(());
        };
        let now_ns = self.host.now_ns();
        match self.pool.install(|| reading::check_touched(self.host.as_ref(), &self.layout, &opened, stats.head.sealed_ns)) {
            Ok(()) => {
                self.resealed = opened.newest_ns > stats.head.sealed_ns;
                self.sealed_ns = if self.resealed { stats::seal(now_ns) } else { stats.head.sealed_ns };
            }
            Err(IndexError::Corrupt { place, what }) => {
                self.note_damage(place, what);
                return Ok(());
            }
            Err(cause) => return Err(cause.into()),
        }
        let by_present_rules = stats.head.linking == linking_rules(&self.options);
        let mut order = Vec::with_capacity(stats.head.entries);
        self.files.reserve(stats.head.entries);
        for (slot, entry) in (0..).zip(stats.entries()) {
            let Ok(entry) = entry else {
                self.files.clear();
                self.notices.push(UNUSABLE_STATS.to_owned());
                return Ok(());
            };
            let record = Some(Arc::new(entry.record.into_owned()));
            let (path, stat, doubtful) = (entry.path.into(), entry.stat, entry.doubtful);
            self.files.push(FileState { path, stat, doubtful, record, columns: None, place: None, input: None });
            order.push(slot);
        }
        self.content.set_files(self.files.iter().map(|file| (Arc::clone(&file.path), file.record.clone())).collect());
        self.committed = Some(Committed { opened, order, columns: false, by_present_rules });
        Ok(())
    }

    fn note_damage(&mut self, place: String, what: String) {
        self.notices.push(format!("the index was damaged and is built anew: `{place}`: {what}"));
        self.damage = Some((place, what));
    }

    /// The slot of a path, new ones at the end.
    pub(super) fn slot(&mut self, path: &str) -> Slot {
        // Where nothing changed, nobody asks: the files of a cache are entered when somebody does.
        let unentered = self.slots.len()..self.files.len();
        for (slot, file) in (0u32..).zip(&self.files).skip(unentered.start).take(unentered.len()) {
            self.slots.insert(Arc::clone(&file.path), slot);
        }
        if let Some(slot) = self.slots.get(path) {
            return *slot;
        }
        let path: Arc<str> = path.into();
        let slot = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.slots.insert(Arc::clone(&path), slot);
        self.files.push(FileState { path, stat: Stat::default(), doubtful: true, record: None, columns: None, place: None, input: None });
        slot
    }

    /// The hash of a slot's file as it was last read.
    pub(super) fn hash(&self, slot: Slot) -> Option<SourceHash> {
        self.files[slot as usize].record.as_ref()?.hash
    }

    /// Loads the link columns of what stands on disk, if they are usable.
    pub(super) fn load_columns(&mut self) -> bool {
        let Some(committed) = &mut self.committed else { return false };
        if committed.columns {
            return true;
        }
        let (binding, rules) = (committed.opened.manifest.binding(), linking_rules(&self.options));
        let bound = columns::Bound { binding: &binding, rules: &rules, tables: COUNT };
        let Some(stored) = columns::read(self.host.as_ref(), &self.layout.cache(), bound, committed.order.len()) else { return false };
        self.base = Some(stored.base);
        for (slot, (columns, place)) in committed.order.iter().zip(stored.columns) {
            let file = &mut self.files[*slot as usize];
            (file.columns, file.place) = (Some(columns), place);
        }
        committed.columns = true;
        true
    }

    /// What the root remembers of its builds; nothing where that was damaged.
    pub(super) fn history(&self) -> Result<State, BuildError> {
        if self.history_lost { Ok(State::default()) } else { Ok(State::read(self.host.as_ref(), &self.layout)?) }
    }

    /// Live slots in path order.
    pub(super) fn live(&self) -> Vec<Slot> {
        let mut live: Vec<Slot> = (0u32..).zip(&self.files).filter(|(_, file)| file.record.is_some()).map(|(slot, _)| slot).collect();
        live.sort_unstable_by(|lhs, rhs| self.files[*lhs as usize].path.cmp(&self.files[*rhs as usize].path));
        live
    }

    /// Walked files by language name.
    pub(super) fn languages(&self) -> BTreeMap<String, u64> {
        let mut ids: BTreeMap<&str, u64> = BTreeMap::new();
        for record in self.files.iter().filter_map(|file| file.record.as_ref()).filter(|record| record.hash.is_some()) {
            *ids.entry(record.language.as_deref().unwrap_or_default()).or_insert(0) += 1;
        }
        let mut languages = BTreeMap::new();
        for (id, count) in ids {
            let name = crate::languages::find(id).map_or("other", |language| language.name);
            *languages.entry(name.to_owned()).or_insert(0) += count;
        }
        languages
    }
}

/// The digest under which records of the stat cache hold: another extractor may class or detect differently.
pub fn extraction_rules(options: &BuildOptions) -> [u8; 32] {
    *blake3::hash(format!("{} {:?}", env!("SMALTI_EXTRACTION"), options.graph).as_bytes()).as_bytes()
}

/// The digest under which link columns hold.
pub fn linking_rules(options: &BuildOptions) -> [u8; 32] {
    let BuildOptions { text, labels, .. } = options;
    *blake3::hash(format!("{} {} {text} {labels:?}", env!("SMALTI_EXTRACTION"), env!("SMALTI_LINKING")).as_bytes()).as_bytes()
}

/// What an index root holds.
const OURS: &[&str] = &["pieces", "packs", "cache", "state.json", "lock", ".gitignore", "approvals.jsonl", "ledger.jsonl", "context_packs.meta.json"];

/// Whether a folder is an index root or lies in one. A repository that keeps the pieces of an index among its files is none.
fn is_inside_of_index(host: &dyn Host, folder: &Path) -> bool {
    folder.ancestors().any(|folder| {
        let manifest = Layout::new(folder).manifest();
        matches!(host.stat(&manifest), Ok((Kind::File, _))) && host.list(folder).is_ok_and(|names| names.iter().all(|name| is_ours(name)))
    })
}

fn is_ours(name: &str) -> bool {
    OURS.contains(&name) || name.ends_with(".tmp")
}

/// A folder that holds anything but an index is not written into.
fn refuse_foreign(host: &dyn Host, layout: &Layout) -> Result<(), BuildError> {
    let names = match host.stat(layout.root()) {
        Ok((Kind::Folder, _)) => host.list(layout.root())?,
        Ok(_) => return Err(IndexError::Foreign(layout.root().display().to_string()).into()),
        Err(cause) if cause.not_found() => return refuse_below_a_file(host, layout.root()),
        Err(cause) => return Err(cause.into()),
    };
    if names.iter().any(|name| !is_ours(name)) {
        return Err(IndexError::Foreign(layout.root().display().to_string()).into());
    }
    // Told before anything is written.
    for path in names.iter().map(|name| layout.root().join(name)) {
        let is_folder = [layout.pieces(), layout.cache(), layout.packs()].contains(&path);
        match host.stat(&path) {
            Ok((Kind::Link, _)) if is_folder => return Err(IndexError::from(HostError::Link { path }).into()),
            Ok((Kind::Folder, _)) if !is_folder => return Err(IndexError::Blocked(path.display().to_string()).into()),
            // Whoever opens a pipe waits for its other end.
            Ok((Kind::Other, _)) if path == layout.lock() => return Err(IndexError::Foreign(path.display().to_string()).into()),
            _ => {}
        }
    }
    refuse_folders_in_cache(host, layout)
}

/// A new index root is made in a folder.
fn refuse_below_a_file(host: &dyn Host, root: &Path) -> Result<(), BuildError> {
    let above = root.ancestors().skip(1).find_map(|place| host.stat(place).ok().map(|(kind, _)| (place, kind)));
    match above {
        Some((place, kind)) if kind != Kind::Folder => Err(IndexError::Foreign(place.display().to_string()).into()),
        _ => Ok(()),
    }
}

/// All of the cache lies flat: what bears the name of a file and is a folder would be told when the index is written already.
fn refuse_folders_in_cache(host: &dyn Host, layout: &Layout) -> Result<(), BuildError> {
    let cache = layout.cache();
    for name in host.list(&cache).unwrap_or_default().iter().filter(|name| name.contains('.')) {
        let path = cache.join(name);
        if matches!(host.stat(&path), Ok((Kind::Folder, _))) {
            return Err(IndexError::Blocked(path.display().to_string()).into());
        }
    }
    Ok(())
}
