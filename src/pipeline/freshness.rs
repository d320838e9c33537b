//! Whether an index still says what its repository says: found by looking, without writing anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::BuildError;
use super::options::BuildOptions;
use super::session::Session;
use super::{build, detect, extract, packs, past};
use crate::artifacts::{self, ARTIFACTS};
use crate::base::ids::SourceHash;
use crate::base::progress::Silent;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::pieces;
use crate::manifest::reading::{self, Opened};
use crate::source::walk::Walked;

/// Most paths that are named of each kind.
const MAX_NAMED: usize = 10;

/// How a repository differs from its index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Freshness {
    /// Paths that the index does not know.
    pub added: Paths,
    /// Paths whose content is another, or which could be read before and cannot now, or the other way round.
    pub changed: Paths,
    /// What makes a build necessary beside files, in words.
    pub reasons: Vec<String>,
    /// Paths that only the index knows.
    pub removed: Paths,
}

/// Some paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Paths {
    pub count: u64,
    /// The first ones in path order, at most 10.
    pub first: Vec<String>,
}

impl Paths {
    fn add(&mut self, path: &str) {
        self.count += 1;
        if self.first.len() < MAX_NAMED {
            self.first.push(path.to_owned());
        }
    }
}

impl Freshness {
    /// A build would find nothing to do.
    pub fn is_current(&self) -> bool {
        self.added.count + self.changed.count + self.removed.count == 0 && self.reasons.is_empty()
    }
}

/// Compares the repository at `root` with the index at `out`, by the options that the index was built with.
///
/// # Errors
/// When there is no usable index, or the repository cannot be walked.
pub fn look(host: &Arc<dyn Host>, root: &Path, out: &Path, source_date_epoch: Option<i64>) -> Result<Freshness, BuildError> {
    let opened = reading::open(host.as_ref(), &Layout::new(out))?;
    let wanted = opened.manifest.options.clone();
    let options = BuildOptions {
        out: out.to_owned(),
        text: wanted.text,
        history: wanted.history,
        include: wanted.include,
        exclude: wanted.exclude,
        graph: wanted.graph,
        labels: wanted.labels,
        repo_id: wanted.repo_id,
        // What the file says now shows as a change of that file.
        config: false,
        source_date_epoch,
        ..BuildOptions::new(root.to_owned())
    };
    let known = known(host.as_ref(), &Layout::new(out), &opened)?;
    let mut session = Session::open(Arc::clone(host), options)?;
    if let Some((place, what)) = session.damage.take() {
        return Err(IndexError::corrupt(place, what).into());
    }
    let pool = Arc::clone(&session.pool);
    pool.install(|| compare(&mut session, &opened, &known))
}

/// The source hash of every path of the index; `None` for paths that have only problems.
fn known(host: &dyn Host, layout: &Layout, opened: &Opened) -> Result<BTreeMap<String, Option<String>>, IndexError> {
    let mut known = BTreeMap::new();
    for name in [artifacts::problems::ARTIFACT.name, artifacts::files::ARTIFACT.name] {
        let Some(index) = ARTIFACTS.iter().position(|artifact| artifact.name == name) else { continue };
        for piece in opened.streams[index].pieces() {
            let rows = pieces::read_piece(host, layout, name, piece)?;
            for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                let row: serde_json::Value = serde_json::from_slice(line).map_err(|cause| IndexError::corrupt(&piece.file, cause.to_string()))?;
                let text = |field: &str| row[field].as_str().map(str::to_owned);
                known.insert(text("path").unwrap_or_default(), text("sourceHash"));
            }
        }
    }
    Ok(known)
}

fn compare(session: &mut Session, opened: &Opened, known: &BTreeMap<String, Option<String>>) -> Result<Freshness, BuildError> {
    let mut freshness = Freshness::default();
    let walked = build::walk(session)?.files;
    past::look(session, &Silent);
    freshness.reasons = reasons(session, opened);
    let mut gone: BTreeSet<&str> = known.keys().map(String::as_str).collect();
    let (mut changed, mut doubted) = (Vec::new(), Vec::new());
    for entry in &walked {
        let slot = session.slot(&entry.path);
        gone.remove(entry.path.as_str());
        match known.get(&entry.path) {
            None => freshness.added.add(&entry.path),
            Some(hash) if session.is_proven(entry, slot) && session.hash(slot).map(|it| it.to_string()) == *hash => {}
            Some(hash) => doubted.push((entry, hash)),
        }
    }
    gone.into_iter().for_each(|path| freshness.removed.add(path));
    let mut rest = doubted.as_slice();
    while !rest.is_empty() {
        let length = extract::batch_length(rest.iter().map(|(walked, _)| walked.stat.size), session.options.batch_bytes());
        let (batch, tail) = rest.split_at(length);
        let paths: Vec<&Walked> = batch.iter().map(|(walked, _)| *walked).collect();
        for ((walked, hash), looked) in batch.iter().zip(detect::look_at_all(session, &paths, &Silent)?) {
            let present = looked.map(|looked| looked.record.hash.as_ref().map(SourceHash::to_string));
            match present {
                None => freshness.removed.add(&walked.path),
                Some(present) if present == **hash => {}
                Some(_) => changed.push(walked.path.as_str()),
            }
        }
        rest = tail;
    }
    changed.into_iter().for_each(|path| freshness.changed.add(path));
    Ok(freshness)
}

fn reasons(session: &Session, opened: &Opened) -> Vec<String> {
    let manifest = &opened.manifest;
    let mut reasons = Vec::new();
    let by_present_rules = session.committed.as_ref().is_none_or(|committed| committed.by_present_rules);
    if !manifest.is_current() || !by_present_rules {
        reasons.push("it was made by the rules of another version".to_owned());
    }
    let date = session.past.source_date(session.options.source_date_epoch);
    if manifest.source_date != date {
        reasons.push(format!("its source date is {}, now it is {date}", manifest.source_date));
    }
    if packs::have_moved(session) {
        reasons.push("its packs were asked for otherwise, or made by the rules of another version".to_owned());
    }
    if session.history_lost {
        reasons.push("the root's own history was damaged".to_owned());
    }
    if session.past.has_moved() {
        reasons.push("its history is that of another commit".to_owned());
    }
    reasons
}
