//! One build, stage by stage.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use salsa::Setter;

use super::detect::{self, Looked};
use super::error::BuildError;
use super::session::{self, Committed, Session};
use super::summary::Summary;
use super::table::{FactTable, KeySet, changed_keys};
use super::write::{Standing, Writer, Written};
use crate::artifacts::{ARTIFACTS, COUNT};
use crate::base::codes;
use crate::base::key::Key;
use crate::cache::columns::{self, FileColumns, TableColumn};
use crate::cache::stats::{self, Entry, Stats};
use crate::link::ask::Slot;
use crate::link::census::End;
use crate::manifest::error::IndexError;
use crate::manifest::gc;
use crate::manifest::model::{Manifest, Options};
use crate::manifest::pieces;
use crate::manifest::reading::{Opened, Stream};
use crate::manifest::state::State;
use crate::queries::database::Db;
use crate::queries::inputs::{SourceFile, bucket_of};
use crate::queries::tracked;
use crate::rows::FileRows;
use crate::source::walk::{self, WalkOptions, Walked};

/// Hears how far a build is.
pub trait Progress: Sync {
    /// A stage of `total` steps begins.
    fn stage(&self, name: &'static str, total: u64);
    /// `steps` more are done.
    fn advance(&self, steps: u64);
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &'static str, _: u64) {}
    fn advance(&self, _: u64) {}
}

struct Clock {
    last: Instant,
    stages: BTreeMap<String, u64>,
}

impl Clock {
    fn lap(&mut self, stage: &str) {
        let now = Instant::now();
        let spent = u64::try_from(now.duration_since(self.last).as_millis()).unwrap_or(u64::MAX);
        *self.stages.entry(stage.to_owned()).or_insert(0) += spent;
        self.last = now;
    }
}

/// Runs all stages on the present thread pool.
pub fn run(session: &mut Session, progress: &dyn Progress) -> Result<Summary, BuildError> {
    let mut clock = Clock { last: Instant::now(), stages: BTreeMap::new() };
    let mut summary = Summary::default();
    let before = (session.database.executions().read(), session.content.parsed());
    progress.stage("walk", 0);
    let walked = walk(session)?;
    summary.work.files_walked = walked.len() as u64;
    clock.lap("walk");
    let full = !session.load_columns_if_changed(&walked);
    let changes = detect(session, &walked, full, progress, &mut summary)?;
    clock.lap("extract");
    let options = manifest_options(session);
    if is_current(session, &options) && changes.touched.is_empty() && !full {
        settle_stats(session, changes.stats_changed)?;
        summary.unchanged = true;
    } else {
        link_and_commit(session, changes, options, full, progress, &mut clock, &mut summary)?;
    }
    let after = (session.database.executions().read(), session.content.parsed());
    summary.work.exports_executed = after.0.0 - before.0.0;
    summary.work.edges_executed = after.0.1 - before.0.1;
    summary.work.files_parsed = after.1 - before.1;
    describe(session, &mut summary);
    summary.stages_ms = clock.stages;
    Ok(summary)
}

fn walk(session: &Session) -> Result<Vec<Walked>, BuildError> {
    let options = WalkOptions {
        root: session.options.root.clone(),
        out: session.options.out.clone(),
        include: session.options.include.clone(),
        exclude: session.options.exclude.clone(),
        jobs: session.pool.current_num_threads(),
    };
    Ok(walk::walk(&options)?)
}

/// What detection found.
struct Changes {
    /// New, changed and deleted files, in path order of discovery.
    touched: Vec<Slot>,
    /// Keys published differently than before.
    delta: Vec<Key>,
    /// What touched files publish now; untouched ones publish what their columns say.
    published: BTreeMap<Slot, Arc<[(Key, u64)]>>,
    /// A stat record changed although its file did not.
    stats_changed: bool,
}

impl Session {
    /// Loads link columns where something may have changed. False if everything must be linked anew.
    fn load_columns_if_changed(&mut self, walked: &[Walked]) -> bool {
        let same = self.committed.as_ref().is_some_and(|committed| {
            committed.order.len() == walked.len()
                && walked.iter().zip(&committed.order).all(|(walked, slot)| self.files[*slot as usize].path.as_ref() == walked.path && self.is_proven(walked, *slot))
        });
        let current = is_current(self, &manifest_options(self));
        (same && current) || self.load_columns()
    }

    /// Whether a path's stat proves that its record still holds.
    fn is_proven(&self, walked: &Walked, slot: Slot) -> bool {
        let file = &self.files[slot as usize];
        let Some(record) = &file.record else { return false };
        let twin = record.problems.iter().find(|problem| problem.code == codes::P_CASE.name);
        !file.doubtful && file.stat == walked.stat && record.hash.is_some() && twin == walked.problem.as_ref()
    }
}

/// Hashes what the stat cache doubts, extracts what changed, and notes what is published differently.
fn detect(session: &mut Session, walked: &[Walked], full: bool, progress: &dyn Progress, summary: &mut Summary) -> Result<Changes, BuildError> {
    let mut changes = Changes { touched: Vec::new(), delta: Vec::new(), published: BTreeMap::new(), stats_changed: false };
    let mut seen = vec![false; session.files.len() + walked.len()];
    let mut doubted: Vec<(Slot, &Walked)> = Vec::new();
    let mut proven: Vec<Slot> = Vec::new();
    for entry in walked {
        let slot = session.slot(&entry.path);
        seen[slot as usize] = true;
        if session.is_proven(entry, slot) {
            proven.push(slot);
        } else {
            doubted.push((slot, entry));
        }
    }
    let gone: Vec<Slot> = (0u32..).zip(&session.files).filter(|(slot, file)| file.record.is_some() && !seen[*slot as usize]).map(|(slot, _)| slot).collect();
    let work = doubted.len() + if full { proven.len() } else { 0 };
    progress.stage("extract", work as u64);
    summary.work.files_hashed = doubted.len() as u64;
    let batch_bytes = session.options.batch_bytes();
    let mut rest = doubted.as_slice();
    while !rest.is_empty() {
        let (batch, tail) = rest.split_at(batch_length(rest.iter().map(|(_, walked)| walked.stat.size), batch_bytes));
        extract_batch(session, batch, full, &mut changes);
        progress.advance(batch.len() as u64);
        rest = tail;
    }
    for slot in gone {
        forget(session, slot, &mut changes);
    }
    if !detect::is_there(session.host.as_ref(), &session.options.root) {
        return Err(BuildError::RootGone(session.options.root.display().to_string()));
    }
    if full {
        for batch in proven.chunks(512) {
            publish(session, batch, &mut changes);
            progress.advance(batch.len() as u64);
        }
    }
    session.content.clear_hand();
    summary.work.files_changed = changes.touched.len() as u64;
    match session.content.lost() {
        Some(path) => Err(BuildError::Unstable(path)),
        None => Ok(changes),
    }
}

/// How many of the next files fit into one batch.
fn batch_length(sizes: impl Iterator<Item = u64>, limit: u64) -> usize {
    let mut total = 0;
    let mut count = 0;
    for size in sizes {
        total += size + 512;
        if count > 0 && total > limit {
            break;
        }
        count += 1;
    }
    count
}

fn extract_batch(session: &mut Session, batch: &[(Slot, &Walked)], full: bool, changes: &mut Changes) {
    let walked: Vec<&Walked> = batch.iter().map(|(_, walked)| *walked).collect();
    let looked = detect::look_at_all(&session.host, &walked);
    let mut fresh = Vec::new();
    for ((slot, _), looked) in batch.iter().zip(looked) {
        match looked {
            Some(looked) => {
                if settle(session, *slot, looked, changes) || full {
                    fresh.push(*slot);
                }
            }
            None => forget(session, *slot, changes),
        }
    }
    publish(session, &fresh, changes);
}

/// Takes what was read of a path. True if the file is new or changed.
fn settle(session: &mut Session, slot: Slot, looked: Looked, changes: &mut Changes) -> bool {
    let file = &mut session.files[slot as usize];
    if file.stat != looked.stat || file.doubtful != looked.doubtful {
        changes.stats_changed = true;
    }
    file.stat = looked.stat;
    file.doubtful = looked.doubtful;
    if file.record.as_deref() == Some(&looked.record) {
        return false;
    }
    let record = Arc::new(looked.record);
    file.record = Some(Arc::clone(&record));
    session.content.set_file(slot, &file.path, Some(&record));
    if let Some(text) = looked.text
        && !session.content.has_shard(&record)
    {
        session.content.hand_over(slot, text);
    }
    changes.touched.push(slot);
    true
}

/// Takes a path out of the world.
fn forget(session: &mut Session, slot: Slot, changes: &mut Changes) {
    let file = &mut session.files[slot as usize];
    if file.record.take().is_none() {
        return;
    }
    session.content.set_file(slot, &file.path, None);
    if let Some(columns) = &file.columns {
        changes.delta.extend(columns.exports.iter().map(|(key, _)| *key));
    }
    if let Some(input) = file.input {
        input.set_record(&mut session.database).to(None);
    }
    changes.published.insert(slot, Arc::from([]));
    changes.touched.push(slot);
}

/// Asks the query graph what files publish, and compares with what they published before.
fn publish(session: &mut Session, slots: &[Slot], changes: &mut Changes) {
    let inputs: Vec<(Slot, SourceFile)> = slots.iter().map(|slot| (*slot, input(session, *slot))).collect();
    let published: Vec<Arc<[(Key, u64)]>> =
        inputs.par_iter().map_with(session.database.clone(), |database, (_, input)| Arc::clone(tracked::exports(database, *input))).collect();
    for (slot, published) in slots.iter().zip(published) {
        let before = session.files[*slot as usize].columns.as_ref().map_or(&[][..], |columns| &columns.exports);
        changed_keys(before, &published, &mut changes.delta);
        changes.published.insert(*slot, published);
    }
}

/// The query graph's input of a file, made or brought up to date.
fn input(session: &mut Session, slot: Slot) -> SourceFile {
    let file = &mut session.files[slot as usize];
    match file.input {
        Some(input) => {
            if *input.record(&session.database) != file.record {
                input.set_record(&mut session.database).to(file.record.clone());
            }
            input
        }
        None => {
            let input = SourceFile::new(&session.database, slot, Arc::clone(&file.path), file.record.clone());
            file.input = Some(input);
            input
        }
    }
}

fn manifest_options(session: &Session) -> Options {
    Options { exclude: session.options.exclude.clone(), include: session.options.include.clone(), text: session.options.text }
}

/// Whether what stands on disk was made by the same rules and options.
fn is_current(session: &Session, options: &Options) -> bool {
    session.committed.as_ref().is_some_and(|committed| {
        let manifest = &committed.opened.manifest;
        manifest.is_current() && manifest.options == *options && manifest.source_date == source_date(session.options.source_date_epoch)
    })
}

/// A no-op build writes nothing but, at most, stat records that are settled now.
fn settle_stats(session: &Session, changed: bool) -> Result<(), BuildError> {
    if let (true, Some(committed)) = (changed, &session.committed) {
        write_stats(session, &committed.order, &committed.opened.manifest.digest())?;
    }
    session.content.store.flush()?;
    Ok(())
}

fn link_and_commit(
    session: &mut Session,
    changes: Changes,
    options: Options,
    full: bool,
    progress: &dyn Progress,
    clock: &mut Clock,
    summary: &mut Summary,
) -> Result<(), BuildError> {
    let order = session.live();
    set_table(session, &order, &changes);
    let delta = KeySet::new(changes.delta);
    summary.work.keys_changed = delta.keys().len() as u64;
    stamp_buckets(session, &delta);
    let dirty = dirty(session, &order, &changes.touched, &delta, full);
    summary.work.files_dirty = dirty.len() as u64;
    clock.lap("diff");
    progress.stage("link", dirty.len() as u64);
    prepare_folders(session)?;
    let (written, fresh) = write(session, &order, &dirty, &changes.published, full, progress)?;
    clock.lap("link");
    if let Some(path) = session.content.lost() {
        return Err(BuildError::Unstable(path));
    }
    commit(session, order, written, fresh, options, clock, summary)?;
    clock.lap("commit");
    Ok(())
}

fn set_table(session: &Session, order: &[Slot], changes: &Changes) {
    let published = |slot: &Slot| -> (Slot, &[(Key, u64)]) {
        let own = changes.published.get(slot).map(AsRef::as_ref);
        let stored = || session.files[*slot as usize].columns.as_ref().map(|columns| columns.exports.as_ref());
        (*slot, own.or_else(stored).unwrap_or(&[]))
    };
    session.content.set_table(FactTable::build(order.iter().map(published)));
}

/// Every bucket that holds a changed key gets a new stamp, so that the query graph knows what the driver knows.
fn stamp_buckets(session: &mut Session, delta: &KeySet) {
    let buckets: Vec<_> = session.database.buckets().to_vec();
    let mut stale: Vec<usize> = delta.keys().iter().map(|key| bucket_of(*key, buckets.len())).collect();
    stale.sort_unstable();
    stale.dedup();
    for index in stale {
        let stamp = buckets[index].stamp(&session.database);
        buckets[index].set_stamp(&mut session.database).to(stamp + 1);
    }
}

/// Changed files, and files that asked for something that is answered differently now; in path order.
fn dirty(session: &Session, order: &[Slot], touched: &[Slot], delta: &KeySet, full: bool) -> Vec<Slot> {
    let mut is_touched = vec![false; session.files.len()];
    touched.iter().for_each(|slot| is_touched[*slot as usize] = true);
    let files = &session.files;
    let is_dirty = |slot: &&Slot| {
        let reads = files[**slot as usize].columns.as_ref().map(|columns| &columns.reads);
        full || is_touched[**slot as usize] || reads.is_none_or(|reads| reads.iter().any(|key| delta.contains(*key)))
    };
    order.par_iter().filter(is_dirty).copied().collect()
}

fn prepare_folders(session: &Session) -> Result<(), BuildError> {
    let host = session.host.as_ref();
    host.create_folder(&session.layout.cache())?;
    for artifact in ARTIFACTS {
        host.create_folder(&session.layout.artifact(artifact.name))?;
    }
    if host.stat(&session.layout.gitignore()).is_err() {
        host.write(&session.layout.gitignore(), b"*\n")?;
    }
    Ok(())
}

type Fresh = BTreeMap<Slot, FileColumns>;

/// Links dirty files in batches and writes each group of rows as soon as all its files are final.
fn write(
    session: &mut Session,
    order: &[Slot],
    dirty: &[Slot],
    published: &BTreeMap<Slot, Arc<[(Key, u64)]>>,
    full: bool,
    progress: &dyn Progress,
) -> Result<(Written, Fresh), BuildError> {
    let inputs: Vec<SourceFile> = dirty.iter().map(|slot| input(session, *slot)).collect();
    let paths: Vec<Arc<str>> = session.files.iter().map(|file| Arc::clone(&file.path)).collect();
    let standing = session.committed.as_ref().filter(|_| !full).map(|committed| Standing {
        streams: &committed.opened.streams,
        order: committed.order.clone(),
        tables: session.files.iter().map(|file| file.columns.as_ref().map(|columns| columns.tables.clone())).collect(),
    });
    let mut writer = Writer::new(&session.host, &session.layout, &paths, order, standing);
    let mut position = vec![0usize; session.files.len()];
    order.iter().enumerate().for_each(|(at, slot)| position[*slot as usize] = at);
    let mut fresh = Fresh::new();
    let mut start = 0;
    while start < dirty.len() {
        let sizes = dirty[start..].iter().map(|slot| session.files[*slot as usize].record.as_ref().map_or(0, |record| record.bytes));
        let end = start + batch_length(sizes, session.options.batch_bytes() / 2);
        let stamps: Vec<Option<tracked::EdgesStamp>> =
            inputs[start..end].par_iter().map_with(session.database.clone(), |database, input| tracked::edges(database, *input).clone()).collect();
        let mut rows = session.content.take_rows();
        for (slot, stamp) in dirty[start..end].iter().zip(stamps) {
            let Some(stamp) = stamp else { continue };
            let file = &session.files[*slot as usize];
            let exports = published.get(slot).cloned().or_else(|| file.columns.as_ref().map(|columns| Arc::clone(&columns.exports)));
            let before = if full { None } else { file.columns.as_ref() };
            let Some(rows) = rows.remove(slot) else { continue };
            let columns = FileColumns { exports: exports.unwrap_or_else(|| Arc::from([])), reads: stamp.reads, tables: table_columns(&rows), census: rows.census };
            add_changed(&mut writer, *slot, before, &columns, rows);
            fresh.insert(*slot, columns);
        }
        progress.advance((end - start) as u64);
        start = end;
        writer.advance(dirty.get(start).map_or(order.len(), |next| position[*next as usize]))?;
    }
    Ok((writer.finish()?, fresh))
}

fn table_columns(rows: &FileRows) -> Box<[TableColumn]> {
    let column = |table: usize| TableColumn {
        bytes: u32::try_from(rows.bytes[table].len()).unwrap_or(u32::MAX),
        rows: rows.counts[table],
        digest: xxhash_rust::xxh3::xxh3_64(&rows.bytes[table]),
    };
    (0..COUNT).map(column).collect()
}

fn add_changed(writer: &mut Writer<'_>, slot: Slot, before: Option<&FileColumns>, after: &FileColumns, rows: FileRows) {
    for (table, bytes) in rows.bytes.into_iter().enumerate() {
        if before.is_none_or(|before| before.tables[table] != after.tables[table]) {
            writer.add(table, slot, bytes, after.tables[table].rows);
        }
    }
}

/// Writes lists, then the manifest, then caches; removes what no manifest names any more.
fn commit(session: &mut Session, order: Vec<Slot>, written: Written, fresh: Fresh, options: Options, clock: &mut Clock, summary: &mut Summary) -> Result<(), BuildError> {
    let host = Arc::clone(&session.host);
    summary.work.pieces_written = written.cost.pieces_written;
    summary.work.pieces_reused = written.reused;
    summary.work.bytes_written = written.cost.bytes_written;
    for (slot, columns) in fresh {
        session.files[slot as usize].columns = Some(columns);
    }
    let mut tables = BTreeMap::new();
    let mut streams = Vec::with_capacity(COUNT);
    for (artifact, pieces) in ARTIFACTS.iter().zip(written.pieces) {
        let (bytes, table) = pieces::list(artifact, &pieces);
        let path = session.layout.list(artifact.name, table.list_name());
        if host.stat(&path).is_err() {
            host.write(&path, &bytes)?;
        }
        tables.insert(artifact.name.to_owned(), table);
        streams.push(Stream::new(artifact.name, pieces));
    }
    let manifest = Manifest::new(tables, options, source_signature(session, &order), source_date(session.options.source_date_epoch));
    let previous = session.committed.as_ref().map(|committed| committed.opened.manifest.clone());
    // The shard store goes first: an index whose cache is ahead of it is whole, one whose cache lags is only slow.
    session.content.store.flush()?;
    if previous.as_ref() != Some(&manifest) {
        let staged = session.layout.pieces().join("manifest.json.next");
        host.write(&staged, &manifest.to_bytes())?;
        host.rename(&staged, &session.layout.manifest())?;
    }
    let digest = manifest.digest();
    session.committed = Some(Committed { opened: Opened { manifest, streams }, order, columns: true });
    let order = session.committed.as_ref().map_or(&[][..], |committed| &committed.order);
    write_stats(session, order, &digest)?;
    let live: Vec<&FileColumns> = order.iter().filter_map(|slot| session.files[*slot as usize].columns.as_ref()).collect();
    columns::write(host.as_ref(), &session.columns_path(), &digest, &session::linking_rules(session.options.text), COUNT, live.into_iter())?;
    remember(session, previous.as_ref(), clock, summary)?;
    for file in session.files.iter_mut().filter(|file| file.record.is_none()) {
        file.columns = None;
    }
    Ok(())
}

fn remember(session: &Session, previous: Option<&Manifest>, clock: &Clock, summary: &mut Summary) -> Result<(), BuildError> {
    let host = session.host.as_ref();
    let Some(committed) = &session.committed else { return Ok(()) };
    let mut state = State::read(host, &session.layout);
    state.graph_version += 1;
    state.built_at_ns = host.now_ns();
    state.durations_ms.clone_from(&clock.stages);
    if let Some(previous) = previous.filter(|previous| **previous != committed.opened.manifest) {
        state.previous_lists = previous.artifacts.iter().map(|(name, table)| (name.clone(), table.list.clone())).collect();
    }
    state.write(host, &session.layout)?;
    summary.work.leftovers_removed = gc::collect(host, &session.layout, &committed.opened.manifest, &state, true)?.files;
    Ok(())
}

fn write_stats(session: &Session, order: &[Slot], binding: &[u8; 32]) -> Result<(), BuildError> {
    let entry = |slot: &Slot| {
        let file = &session.files[*slot as usize];
        file.record.as_ref().map(|record| Entry { path: file.path.to_string(), stat: file.stat, doubtful: file.doubtful, record: record.as_ref().clone() })
    };
    let stats = Stats { rules: session::extraction_rules(), entries: order.iter().filter_map(entry).collect() };
    Ok(stats::write(session.host.as_ref(), &session.stats_path(), binding, &stats)?)
}

/// blake3 over path and source hash of every file in path order: a list is enough of a Merkle tree where leaves are one level deep.
fn source_signature(session: &Session, order: &[Slot]) -> String {
    let mut hasher = blake3::Hasher::new();
    for slot in order {
        let file = &session.files[*slot as usize];
        if let Some(hash) = file.record.as_ref().and_then(|record| record.hash) {
            hasher.update(file.path.as_bytes());
            hasher.update(&[0]);
            hasher.update(&hash.0);
        }
    }
    format!("blake3:{}", crate::base::ids::hex(hasher.finalize().as_bytes()))
}

/// RFC 3339 of seconds since 1970, by the civil calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
pub fn source_date(epoch: Option<i64>) -> String {
    let seconds = epoch.unwrap_or(0);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_shifted + 2) / 5 + 1;
    let month = if month_shifted < 10 { month_shifted + 3 } else { month_shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Fills in what the index holds now.
fn describe(session: &Session, summary: &mut Summary) {
    summary.files_by_language = session.languages();
    let Some(committed) = &session.committed else { return };
    summary.index_signature.clone_from(&committed.opened.manifest.index_signature);
    for (name, table) in &committed.opened.manifest.artifacts {
        summary.rows.insert(name.clone(), table.rows);
    }
    if committed.columns {
        for (index, end) in End::ALL.iter().enumerate() {
            let count = committed.order.iter().filter_map(|slot| session.files[*slot as usize].columns.as_ref()).map(|it| u64::from(it.census[index])).sum();
            summary.census.insert(end.word().to_owned(), count);
        }
    }
}

/// A failure that a rebuild from nothing mends.
pub fn is_damage(cause: &BuildError) -> bool {
    matches!(cause, BuildError::Index(IndexError::Corrupt { .. }))
}
