//! What git says, between two builds: the checked-out commit, the log behind it, and which rows of `history` and `commits` stand.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::build::{self, Fresh};
use super::error::BuildError;
use super::session::Session;
use super::write::Writer;
use crate::artifacts;
use crate::base::date;
use crate::base::progress::Progress;
use crate::cache::columns::{FileColumns, TableColumn};
use crate::cache::envelope::{self, Content};
use crate::history::error::HistoryError;
use crate::history::head::{self, Head};
use crate::history::log::{self, Log};
use crate::link::ask::Slot;
use crate::rows::FileRows;
use crate::rows::history::{self, OfFile, TABLES};

/// The folders outside of a root in which files change where its commit does: whoever waits for changes looks there too.
pub fn folders_beside(root: &Path) -> Vec<PathBuf> {
    head::deciding_folders(root)
}

/// The session's knowledge of git.
#[derive(Default)]
pub struct Past {
    head: Option<Head>,
    /// The log behind `head`, once it was needed; afterwards that of an earlier commit.
    log: Option<Log>,
    /// A repository that cannot be read has no history.
    readable: bool,
    /// What the rows on disk were made of; `None` if that is unknown.
    standing: Option<Basis>,
}

/// What these rows depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Basis {
    /// [`Head::key`]; `None` where there is no history.
    head: Option<[u8; 32]>,
    /// Digest of the walked paths.
    paths: u64,
}

impl Past {
    fn key(&self) -> Option<[u8; 32]> {
        self.head.as_ref().filter(|_| self.readable).map(Head::key)
    }

    /// There is a history, even if it knows none of the files.
    pub fn is_there(&self) -> bool {
        self.key().is_some()
    }

    /// Whether the rows on disk are those of the checked-out commit.
    pub fn is_current(&self) -> bool {
        self.standing.is_some_and(|standing| standing.head == self.key())
    }

    /// Whether the rows on disk are known to be those of another commit than the checked-out one.
    pub fn has_moved(&self) -> bool {
        self.standing.is_some_and(|standing| standing.head != self.key())
    }

    /// RFC 3339: `SOURCE_DATE_EPOCH`, else the time of the checked-out commit, else 1970.
    pub fn source_date(&self, epoch: Option<i64>) -> String {
        date::rfc3339(epoch.or_else(|| self.head.as_ref().map(|head| head.seconds)).unwrap_or(0))
    }
}

/// Looks at the repository as it is now. What cannot be read is said and counts as no history.
pub fn look(session: &mut Session, progress: &dyn Progress) {
    look_at_head(session);
    if session.past.is_there() && !session.past.is_current() {
        read_log(session, progress);
    }
}

/// The same without the log behind the checked-out commit.
pub fn look_at_head(session: &mut Session) {
    let found = head::find(&session.options.root);
    let past = &mut session.past;
    past.readable = session.options.history && found.is_ok();
    match found {
        Ok(head) => past.head = head,
        Err(cause) => {
            past.head = None;
            session.notices.push(format!("git history is left out: {cause}"));
        }
    }
    if session.past.standing.is_none() {
        session.past.standing = stored_basis(session);
    }
    if let Some(head) = session.past.head.as_ref().filter(|head| session.past.readable && head.is_shallow()) {
        let edge = if head.edge() == 1 { "commit".to_owned() } else { format!("{} commits", head.edge()) };
        let notice = format!("the clone is shallow: history stops at the {edge} where it was cut");
        session.notices.push(notice);
    }
}

/// Reads the log of the checked-out commit; commits that were read before are taken from memory or cache.
fn read_log(session: &mut Session, progress: &dyn Progress) {
    let Some(head) = session.past.head.clone().filter(|_| session.past.readable) else { return };
    let known = session.past.log.take().or_else(|| stored_log(session));
    match log::read(&head, known.as_ref(), progress) {
        Ok(log) => session.past.log = Some(log),
        // The build asks for itself and ends.
        Err(HistoryError::Stopped) => {}
        Err(cause) => {
            session.past.readable = false;
            session.notices.push(format!("git history is left out: {cause}"));
        }
    }
}

/// New rows by file; or those on disk.
pub struct PastRows {
    /// `None` if the rows on disk stand.
    rows: Option<BTreeMap<Slot, OfFile>>,
    basis: Basis,
}

/// The rows for the files in `order`.
///
/// # Errors
/// When a row cannot be serialized, or nobody waits any more.
pub fn rows(session: &mut Session, order: &[Slot], full: bool, progress: &dyn Progress) -> Result<PastRows, BuildError> {
    let walked: Vec<Slot> = order.iter().copied().filter(|slot| is_walked(session, *slot)).collect();
    let paths = digest(walked.iter().map(|slot| session.files[*slot as usize].path.as_ref()));
    let wanted = session.past.key();
    if !full && session.past.standing == Some(Basis { head: wanted, paths }) {
        return Ok(PastRows { rows: None, basis: Basis { head: wanted, paths } });
    }
    if wanted.is_some() && session.past.log.as_ref().map(|log| log.key) != wanted {
        read_log(session, progress);
        build::go_on(session, progress)?;
    }
    let mut rows = BTreeMap::new();
    if let (Some(log), true) = (&session.past.log, session.past.is_there()) {
        let paths: Vec<&str> = walked.iter().map(|slot| session.files[*slot as usize].path.as_ref()).collect();
        let made = history::rows(log, &paths).map_err(|cause| BuildError::Row(cause.to_string()))?;
        rows.extend(made.into_iter().map(|(position, of_file)| (walked[position], of_file)));
    }
    Ok(PastRows { rows: Some(rows), basis: Basis { head: session.past.key(), paths } })
}

impl PastRows {
    /// Adds a linked file's rows to those it has of itself.
    pub fn join(&mut self, slot: Slot, own: &mut FileRows) {
        let of_file = self.rows.as_mut().and_then(|rows| rows.remove(&slot));
        for (table, (bytes, count)) in tables().zip(of_file.into_iter().flatten()) {
            own.counts[table] = count;
            own.bytes[table] = bytes;
        }
    }

    /// Where rows stand, a linked file keeps those it has.
    pub fn keep(&self, before: Option<&FileColumns>, after: &mut FileColumns) {
        if self.rows.is_none() {
            for table in tables() {
                after.tables[table] = before.map_or_else(TableColumn::default, |before| before.tables[table]);
            }
        }
    }

    /// Hands over what changed of files that are not linked.
    pub fn add_unlinked(&mut self, writer: &mut Writer<'_>, session: &Session, unlinked: impl Iterator<Item = Slot>, fresh: &mut Fresh) {
        let Some(rows) = &mut self.rows else { return };
        for slot in unlinked {
            let Some(before) = &session.files[slot as usize].columns else { continue };
            let mut after = Cow::Borrowed(before);
            for (table, (bytes, count)) in tables().zip(rows.remove(&slot).unwrap_or_default()) {
                let column = column(&bytes, count);
                if before.tables[table] != column {
                    after.to_mut().tables[table] = column;
                    writer.add(table, slot, bytes, count);
                }
            }
            if let Cow::Owned(after) = after {
                fresh.insert(slot, after);
            }
        }
    }

    /// Remembers what the rows were made of, once they are committed.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn settle(&self, session: &mut Session, binding: &[u8; 32]) -> Result<(), BuildError> {
        let host = session.host.as_ref();
        session.past.standing = Some(self.basis);
        let cache = session.layout.cache();
        envelope::write_value(host, &cache, Content::Head, binding, &self.basis)?;
        // What a commit changed belongs to no manifest: the log is bound to the rules by which it was read.
        if let Some(log) = session.past.log.as_ref().filter(|_| self.rows.is_some()) {
            envelope::write_value(host, &cache, Content::Commits, &log_rules(), log)?;
        }
        Ok(())
    }
}

/// Its bytes were read, so that it has a row in `files`.
fn is_walked(session: &Session, slot: Slot) -> bool {
    session.files[slot as usize].record.as_ref().is_some_and(|record| record.hash.is_some())
}

fn digest<'a>(paths: impl Iterator<Item = &'a str>) -> u64 {
    let mut hasher = xxhash_rust::xxh3::Xxh3::new();
    for path in paths {
        hasher.update(path.as_bytes());
        hasher.update(&[0]);
    }
    hasher.digest()
}

fn column(bytes: &[u8], rows: u32) -> TableColumn {
    TableColumn { bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX), rows, digest: xxhash_rust::xxh3::xxh3_64(bytes) }
}

/// Where the tables of a history stand among all.
fn tables() -> impl Iterator<Item = usize> {
    TABLES.iter().map(|artifact| artifacts::position(artifact))
}

fn stored_basis(session: &Session) -> Option<Basis> {
    let binding = session.committed.as_ref()?.opened.manifest.binding();
    envelope::read_value(session.host.as_ref(), &session.layout.cache(), Content::Head, &binding)
}

fn stored_log(session: &Session) -> Option<Log> {
    envelope::read_value(session.host.as_ref(), &session.layout.cache(), Content::Commits, &log_rules())
}

/// The digest under which a stored log holds.
fn log_rules() -> [u8; 32] {
    *blake3::hash(env!("SMALTI_LINKING").as_bytes()).as_bytes()
}
