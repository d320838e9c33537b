//! The first half of a build: which files changed, what they publish now, and which answers are different for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::build;
use super::detect::{self, Looked};
use super::error::BuildError;
use super::session::Session;
use super::summary::Summary;
use super::table::changed_keys;
use crate::base::codes;
use crate::base::key::Key;
use crate::base::progress::Progress;
use crate::link::ask::Slot;
use crate::queries::database::Database;
use crate::queries::inputs::SourceFile;
use crate::queries::tracked;
use crate::source::walk::{self, Walked};

/// What detection found.
pub struct Changes {
    /// New, changed and deleted files, in path order of discovery.
    pub touched: Vec<Slot>,
    /// Keys published differently than before.
    pub delta: Vec<Key>,
    /// What touched files publish now; untouched ones publish what their columns say.
    pub published: BTreeMap<Slot, Arc<[(Key, u64)]>>,
    /// A stat record changed although its file did not.
    pub stats_changed: bool,
}

impl Session {
    /// Loads link columns where something may have changed. False if everything must be linked anew.
    pub(super) fn load_columns_if_changed(&mut self, walked: &[Walked]) -> bool {
        self.finds_nothing_to_do(walked) || self.load_columns()
    }

    /// Whether these paths, by their stats alone, are the committed ones, and all else is as it was committed.
    pub(super) fn finds_nothing_to_do(&self, walked: &[Walked]) -> bool {
        let same = self.committed.as_ref().is_some_and(|committed| {
            committed.order.len() == walked.len()
                && walked
                    .iter()
                    .zip(&committed.order)
                    .all(|(walked, slot)| self.files[*slot as usize].path.as_ref() == walked.path && self.is_proven(walked, *slot))
        });
        same && build::is_current(self, &build::manifest_options(self))
    }

    /// Whether a path's stat proves that its record still holds.
    pub(super) fn is_proven(&self, walked: &Walked, slot: Slot) -> bool {
        let file = &self.files[slot as usize];
        let Some(record) = &file.record else { return false };
        if !walk::is_read(walked) {
            // Of a link or a device nothing is known but what the walk says.
            return record.hash.is_none() && walked.problem.iter().map(Box::as_ref).eq(&record.problems);
        }
        let twin = record.problems.iter().find(|problem| problem.code == codes::P_CASE.name);
        !file.doubtful && file.stat == walked.stat && record.hash.is_some() && twin == walked.problem.as_deref()
    }
}

/// Hashes what the stat cache doubts, extracts what changed, and notes what is published differently.
///
/// # Errors
/// When the root vanished, or content changed between hashing and extracting.
pub fn detect(session: &mut Session, walked: &[Walked], full: bool, progress: &dyn Progress, summary: &mut Summary) -> Result<Changes, BuildError> {
    let mut changes = Changes { touched: Vec::new(), delta: Vec::new(), published: BTreeMap::new(), stats_changed: false };
    let mut seen = vec![false; session.files.len() + walked.len()];
    let mut doubted: Vec<(Slot, &Walked)> = Vec::new();
    let mut proven: Vec<Slot> = Vec::new();
    let order = session.committed.as_ref().map_or_else(Vec::new, |committed| committed.order.clone());
    let mut expected = order.into_iter().peekable();
    for entry in walked {
        // Both are in path order, so nearly every path is the next one that was committed.
        while expected.next_if(|slot| session.files[*slot as usize].path.as_ref() < entry.path.as_str()).is_some() {}
        let known = expected.next_if(|slot| session.files[*slot as usize].path.as_ref() == entry.path);
        let slot = known.unwrap_or_else(|| session.slot(&entry.path));
        seen[slot as usize] = true;
        if session.is_proven(entry, slot) {
            proven.push(slot);
        } else {
            doubted.push((slot, entry));
        }
    }
    let (restated, proven): (Vec<Slot>, Vec<Slot>) = proven.into_iter().partition(|slot| session.restate(*slot));
    changes.touched.extend(&restated);
    let gone: Vec<Slot> =
        (0u32..).zip(&session.files).filter(|(slot, file)| file.record.is_some() && !seen[*slot as usize]).map(|(slot, _)| slot).collect();
    note_replacement(session, gone.len());
    let work = doubted.len() + if full { proven.len() } else { 0 };
    progress.stage("extract", work as u64);
    summary.work.files_hashed = doubted.iter().filter(|(_, walked)| walk::is_read(walked)).count() as u64;
    let batch_bytes = session.options.batch_bytes();
    let mut rest = doubted.as_slice();
    while !rest.is_empty() {
        let (batch, tail) = rest.split_at(batch_length(rest.iter().map(|(_, walked)| walked.stat.size), batch_bytes));
        let extracted = extract_batch(session, batch, full, &mut changes, progress);
        build::kept(session, extracted)?;
        progress.advance(batch.len() as u64);
        rest = tail;
    }
    for slot in gone {
        forget(session, slot, &mut changes);
    }
    if !detect::is_there(session.host.as_ref(), &session.options.root) {
        return Err(BuildError::RootGone(session.options.root.display().to_string()));
    }
    for batch in restated.chunks(512) {
        let published = publish(session, batch, &mut changes, progress);
        build::kept(session, published)?;
    }
    if full {
        for batch in proven.chunks(512) {
            let published = publish(session, batch, &mut changes, progress);
            build::kept(session, published)?;
            progress.advance(batch.len() as u64);
        }
    }
    session.content.clear_hand();
    summary.work.files_changed = changes.touched.len() as u64;
    match session.content.take_lost() {
        Some(cause) => Err(cause),
        None => Ok(changes),
    }
}

/// Tells that next to nothing of what the index held is left: whoever names the index of another repository with `--out` loses that one.
fn note_replacement(session: &mut Session, gone: usize) {
    let held = session.committed.as_ref().map_or(0, |committed| committed.order.len());
    if held >= 10 && gone * 10 >= held * 9 {
        session.notices.push(format!(
            "{gone} of the {held} files that the index held are gone: if it was of another repository, name another folder with `--out`"
        ));
    }
}

/// How many of the next files fit into one batch.
pub fn batch_length(sizes: impl Iterator<Item = u64>, limit: u64) -> usize {
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

fn extract_batch(
    session: &mut Session,
    batch: &[(Slot, &Walked)],
    full: bool,
    changes: &mut Changes,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
    let walked: Vec<&Walked> = batch.iter().map(|(_, walked)| *walked).collect();
    let looked = detect::look_at_all(session, &walked, progress)?;
    let mut fresh = Vec::new();
    for ((slot, _), looked) in batch.iter().zip(looked) {
        match looked {
            Some(mut looked) => {
                looked.record.tooling = session.stamp(*slot, &looked.record);
                if settle(session, *slot, looked, changes) || full {
                    fresh.push(*slot);
                }
            }
            None => forget(session, *slot, changes),
        }
    }
    publish(session, &fresh, changes, progress)
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
        input.update(&mut session.database, None);
    }
    changes.published.insert(slot, Arc::from([]));
    changes.touched.push(slot);
}

/// Asks the query graph what files publish, and compares with what they published before.
fn publish(session: &mut Session, slots: &[Slot], changes: &mut Changes, progress: &dyn Progress) -> Result<(), BuildError> {
    let inputs: Vec<(Slot, SourceFile)> = slots.iter().map(|slot| (*slot, input(session, *slot))).collect();
    let ask = |database: &mut Database, (_, input): &(Slot, SourceFile)| {
        if progress.is_stopped() { Err(BuildError::Stopped) } else { Ok(Arc::clone(tracked::exports(database, *input))) }
    };
    let published: Vec<Arc<[(Key, u64)]>> = inputs.par_iter().map_with(session.database.clone(), ask).collect::<Result<_, _>>()?;
    for (slot, published) in slots.iter().zip(published) {
        let before = session.files[*slot as usize].columns.as_ref().map_or(&[][..], |columns| &columns.exports);
        changed_keys(before, &published, &mut changes.delta);
        changes.published.insert(*slot, published);
    }
    Ok(())
}

/// The query graph's input of a file, made or brought up to date.
pub fn input(session: &mut Session, slot: Slot) -> SourceFile {
    let file = &mut session.files[slot as usize];
    if let Some(input) = file.input {
        input.update(&mut session.database, file.record.clone());
        input
    } else {
        let input = SourceFile::new(&session.database, slot, Arc::clone(&file.path), file.record.clone());
        file.input = Some(input);
        input
    }
}
