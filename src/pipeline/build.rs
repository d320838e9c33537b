//! One build, stage by stage.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::commit;
use super::error::BuildError;
use super::extract::{self, Changes};
use super::listing;
use super::packs;
use super::past::{self, PastRows};
use super::session::Session;
use super::summary::Summary;
use super::table::{FactTable, KeySet};
use super::vectors;
use super::write::{Standing, Writer, Written};
use crate::artifacts::{ARTIFACTS, COUNT};
use crate::base::key::Key;
use crate::base::progress::Progress;
use crate::cache::columns::{FileColumns, TableColumn};
use crate::history::tracked as git;
use crate::host::Host;
use crate::link::ask::Slot;
use crate::link::outcome::End;
use crate::manifest::error::IndexError;
use crate::manifest::model::Options;
use crate::queries::database::{Database, Db};
use crate::queries::inputs::{SourceFile, bucket_of};
use crate::queries::tracked;
use crate::rows::FileRows;
use crate::source::walk::{self, Found, WalkOptions};

pub struct Clock<'a> {
    host: &'a dyn Host,
    last_ns: i64,
    pub stages: BTreeMap<String, u64>,
}

impl<'a> Clock<'a> {
    fn start(host: &'a dyn Host) -> Self {
        Self { host, last_ns: host.now_ns(), stages: BTreeMap::new() }
    }

    fn lap(&mut self, stage: &str) {
        let now_ns = self.host.now_ns();
        *self.stages.entry(stage.to_owned()).or_insert(0) += milliseconds(self.last_ns, now_ns);
        self.last_ns = now_ns;
    }
}

/// Whole milliseconds between two times of the host's clock.
pub fn milliseconds(from_ns: i64, to_ns: i64) -> u64 {
    u64::try_from((to_ns - from_ns) / 1_000_000).unwrap_or(0)
}

/// Runs all stages on the present thread pool.
///
/// # Errors
/// As [`BuildError`]; nothing is committed then.
pub fn run(session: &mut Session, progress: &dyn Progress) -> Result<Summary, BuildError> {
    let host = Arc::clone(&session.host);
    let mut clock = Clock::start(host.as_ref());
    let mut summary = Summary::default();
    let before = (session.database.executions().read(), session.content.parsed());
    let spilled = session.content.store.appended();
    progress.stage("walk", 0);
    let walked = walk(session)?.files;
    summary.work.files_walked = walked.len() as u64;
    past::look(session, progress);
    go_on(session, progress)?;
    vectors::look(session)?;
    note_losses(session);
    packs::look(session);
    clock.lap("walk");
    // Another model has another vector for every text.
    let full = !session.load_columns_if_changed(&walked) || has_other_model(session);
    let changes = extract::detect(session, &walked, full, progress, &mut summary)?;
    summary.work.spilled_bytes = session.content.store.appended() - spilled;
    clock.lap("extract");
    let options = manifest_options(session);
    if is_current(session, &options) && changes.touched.is_empty() && !full {
        settle_stats(session, changes.stats_changed || session.resealed)?;
        session.resealed = false;
        summary.unchanged = true;
    } else {
        link_and_commit(session, changes, options, full, progress, &mut clock, &mut summary)?;
    }
    let after = (session.database.executions().read(), session.content.parsed());
    summary.work.exports_executed = after.0.0 - before.0.0;
    summary.work.edges_executed = after.0.1 - before.0.1;
    summary.work.files_parsed = after.1 - before.1;
    summary.work.texts_embedded = session.vectors.embedded();
    describe(session, &mut summary)?;
    summary.stages_ms = clock.stages;
    Ok(summary)
}

/// Gives up if nobody waits any more. What was parsed is kept, so that the next build need not do it again.
///
/// # Errors
/// [`BuildError::Stopped`], or what the disk refuses.
pub fn go_on(session: &Session, progress: &dyn Progress) -> Result<(), BuildError> {
    if !progress.is_stopped() {
        return Ok(());
    }
    session.content.store.flush()?;
    Err(BuildError::Stopped)
}

/// The result of a step that asked between files whether anybody waits. What was parsed until then is kept.
///
/// # Errors
/// What the step says, or what the disk refuses.
pub fn kept<T>(session: &Session, result: Result<T, BuildError>) -> Result<T, BuildError> {
    if matches!(result, Err(BuildError::Stopped)) {
        session.content.store.flush()?;
    }
    result
}

/// The files of the session's root as they are now. Tracked files that cannot be told from others are said to be left out.
///
/// # Errors
/// As the walk.
pub fn walk(session: &mut Session) -> Result<Found, BuildError> {
    let tracked = git::paths(&session.options.root).unwrap_or_else(|cause| {
        session.notices.push(format!("files that git tracks although a `.gitignore` names them are left out: {cause}"));
        Vec::new()
    });
    walk_with(session, tracked)
}

/// The same where it is known which paths git tracks.
///
/// # Errors
/// As the walk.
pub fn walk_with(session: &mut Session, tracked: Vec<String>) -> Result<Found, BuildError> {
    let options = WalkOptions {
        root: session.options.root.clone(),
        out: session.options.out.clone(),
        include: session.options.include.clone(),
        exclude: session.options.exclude.clone(),
        tracked,
    };
    let found = walk::walk(&options)?;
    if found.files.is_empty() {
        let globs = !options.include.is_empty() || !options.exclude.is_empty();
        let cause =
            if globs { "the globs of this build and its ignore files leave none" } else { "it holds none, or its ignore files name them all" };
        session.notices.push(format!("no file of `{}` is indexed: {cause}", options.root.display()));
    }
    Ok(found)
}

/// The options that the manifest records.
pub fn manifest_options(session: &Session) -> Options {
    let options = &session.options;
    Options {
        exclude: options.exclude.clone(),
        graph: options.graph.clone(),
        history: options.history,
        include: options.include.clone(),
        labels: options.labels.clone(),
        repo_id: options.repo_id.clone(),
        scip: session.content.evidence().digests.clone(),
        text: options.text,
    }
}

/// Whether what stands on disk was made by the same rules and options.
pub fn is_current(session: &Session, options: &Options) -> bool {
    session.committed.as_ref().is_some_and(|committed| {
        let manifest = &committed.opened.manifest;
        let same_date = manifest.source_date == session.past.source_date(session.options.source_date_epoch);
        committed.by_present_rules
            && manifest.is_current()
            && manifest.options == *options
            && manifest.embedding.as_ref() == session.vectors.wanted()
            && same_date
            && session.past.is_current()
            && packs::are_current(session)
            && !session.history_lost
    })
}

/// Tells of what the index holds and this build was not asked for: an index does not remember the files that it was made with.
fn note_losses(session: &mut Session) {
    let Some(committed) = &session.committed else { return };
    let (manifest, options) = (&committed.opened.manifest, &session.options);
    let losses = [
        (manifest.embedding.is_some() && options.model.is_none() && options.embed, "vectors", "--embed-model DIR"),
        (!manifest.options.scip.is_empty() && options.scip.is_empty(), "compiler data", "--scip FILE"),
    ];
    for (_, what, flag) in losses.into_iter().filter(|(is_lost, ..)| *is_lost) {
        session.notices.push(format!("the index held {what}, and this build was asked for none: `{flag}` brings them back"));
    }
}

fn has_other_model(session: &Session) -> bool {
    session.committed.as_ref().is_some_and(|committed| committed.opened.manifest.embedding.as_ref() != session.vectors.wanted())
}

/// A no-op build writes nothing but, at most, stat records and a seal that are settled now, and the ignore file that somebody deleted.
fn settle_stats(session: &Session, changed: bool) -> Result<(), BuildError> {
    keep_out_of_git(session)?;
    listing::settle(session)?;
    if let (true, Some(committed)) = (changed, &session.committed) {
        commit::write_stats(session, &committed.order, &committed.opened.manifest.binding())?;
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
    clock: &mut Clock<'_>,
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
    let history = past::rows(session, &order, full, progress)?;
    let output = write(session, &order, &dirty, &changes.published, history, full, progress)?;
    clock.lap("link");
    if session.options.max_memory.is_some() {
        session.content.let_go();
    }
    if let Some(cause) = session.content.take_lost() {
        return Err(cause);
    }
    go_on(session, progress)?;
    commit::commit(session, order, output, options, clock, summary)?;
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
        buckets[index].touch(&mut session.database);
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
    for artifact in ARTIFACTS {
        host.create_own_folder(&session.layout.artifact(artifact.name))?;
    }
    keep_out_of_git(session)
}

fn keep_out_of_git(session: &Session) -> Result<(), BuildError> {
    let (host, path) = (session.host.as_ref(), session.layout.gitignore());
    if host.stat(&path).is_err() {
        host.write(&path, b"*\n")?;
    }
    Ok(())
}

/// Columns of the files that were linked.
pub type Fresh = BTreeMap<Slot, FileColumns>;

/// What a build has written and has not committed yet.
pub struct Output {
    pub written: Written,
    pub fresh: Fresh,
    pub history: PastRows,
}

/// Links dirty files in batches and writes each group of rows as soon as all its files are final.
fn write(
    session: &mut Session,
    order: &[Slot],
    dirty: &[Slot],
    published: &BTreeMap<Slot, Arc<[(Key, u64)]>>,
    mut history: PastRows,
    full: bool,
    progress: &dyn Progress,
) -> Result<Output, BuildError> {
    let inputs: Vec<SourceFile> = dirty.iter().map(|slot| extract::input(session, *slot)).collect();
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
    let mut unlinked = order.to_vec();
    unlinked.retain(|slot| dirty.binary_search_by_key(&position[*slot as usize], |slot| position[*slot as usize]).is_err());
    history.add_unlinked(&mut writer, session, unlinked.into_iter(), &mut fresh);
    let mut start = 0;
    while start < dirty.len() {
        let sizes = dirty[start..].iter().map(|slot| session.files[*slot as usize].record.as_ref().map_or(0, |record| record.bytes));
        let end = start + extract::batch_length(sizes, session.options.link_batch_bytes());
        let asked = kept(session, link(session, &inputs[start..end], progress))?;
        let mut rows = session.content.take_rows();
        let is_read = vectors::join(session, &dirty[start..end], &mut rows, progress)?;
        for (slot, reads) in dirty[start..end].iter().zip(asked) {
            let Some(reads) = reads else { continue };
            let file = &session.files[*slot as usize];
            let exports = published.get(slot).cloned().or_else(|| file.columns.as_ref().map(|columns| Arc::clone(&columns.exports)));
            let before = if full { None } else { file.columns.as_ref() };
            let Some(mut rows) = rows.remove(slot) else { continue };
            history.join(*slot, &mut rows);
            let mut columns =
                FileColumns { exports: exports.unwrap_or_else(|| Arc::from([])), reads, tables: table_columns(&rows), census: rows.census };
            history.keep(before, &mut columns);
            add_changed(&mut writer, *slot, before, &columns, rows);
            fresh.insert(*slot, columns);
        }
        match dirty.len() - end {
            _ if !is_read => progress.advance((end - start) as u64),
            0 => {}
            left => progress.stage("link", left as u64),
        }
        start = end;
        writer.advance(dirty.get(start).map_or(order.len(), |next| position[*next as usize]))?;
    }
    Ok(Output { written: writer.finish()?, fresh, history })
}

/// Links a batch of files and gives what each asked; their rows wait in the content.
fn link(session: &Session, inputs: &[SourceFile], progress: &dyn Progress) -> Result<Vec<Option<Arc<[Key]>>>, BuildError> {
    let ask = |database: &mut Database, input: &SourceFile| {
        if progress.is_stopped() { Err(BuildError::Stopped) } else { Ok(tracked::edges(database, *input).clone()) }
    };
    inputs.par_iter().map_with(session.database.clone(), ask).collect()
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

/// Fills in what the index holds now.
fn describe(session: &mut Session, summary: &mut Summary) -> Result<(), BuildError> {
    session.count_said(summary)?;
    summary.refused_packs = session.packs.iter().flat_map(|standing| standing.refused.clone()).collect();
    summary.files_by_language = session.languages();
    let Some(committed) = &session.committed else { return Ok(()) };
    summary.index_signature.clone_from(&committed.opened.manifest.index_signature);
    for (name, table) in &committed.opened.manifest.artifacts {
        summary.rows.insert(name.clone(), table.rows);
    }
    summary.census = if committed.columns { census(session) } else { remembered_census(session) };
    Ok(())
}

/// Sites by outcome, of all files.
pub fn census(session: &Session) -> BTreeMap<String, u64> {
    let order = session.committed.iter().flat_map(|committed| &committed.order);
    let columns: Vec<&FileColumns> = order.filter_map(|slot| session.files[*slot as usize].columns.as_ref()).collect();
    let count = |index: usize| columns.iter().map(|it| u64::from(it.census[index])).sum();
    End::ALL.iter().enumerate().map(|(index, end)| (end.word().to_owned(), count(index))).collect()
}

/// The same as the last build that wrote counted them: a build with nothing to do does not load what it would count.
fn remembered_census(session: &Session) -> BTreeMap<String, u64> {
    let state = session.history().unwrap_or_default();
    let present = session.committed.as_ref().map(|committed| committed.opened.manifest.index_signature.as_str());
    if present == Some(state.index_signature.as_str()) { state.census } else { BTreeMap::new() }
}

/// A failure that a rebuild from nothing mends.
pub fn is_damage(cause: &BuildError) -> bool {
    matches!(cause, BuildError::Index(IndexError::Corrupt { .. }))
}
