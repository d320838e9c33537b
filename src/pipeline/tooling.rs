//! What compilers say enters a build: SCIP files are read, and every file of which they say something else than before counts as changed.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::error::BuildError;
use super::session::Session;
use super::summary::{Said, Summary};
use crate::artifacts::ARTIFACTS;
use crate::artifacts::problems::{self, Problem};
use crate::base::codes;
use crate::link::ask::Slot;
use crate::manifest::error::IndexError;
use crate::manifest::pieces;
use crate::scip::evidence::Evidence;
use crate::shard::record::Record;

impl Session {
    /// Reads the SCIP files of the options.
    ///
    /// # Errors
    /// A file that is missing, is none, or is too large.
    pub(super) fn look_at_tooling(&self) -> Result<(), BuildError> {
        if !self.options.scip.is_empty() {
            self.content.set_evidence(Evidence::read(self.host.as_ref(), &self.options.scip)?);
        }
        Ok(())
    }

    /// The digest of what is said of a file; only files of the graph can be spoken of.
    pub(super) fn stamp(&self, slot: Slot, record: &Record) -> Option<u64> {
        let file = &self.files[slot as usize];
        if record.in_graph { self.content.evidence().stamp(&file.path) } else { None }
    }

    /// Takes note of what is said now of a file whose bytes did not change. True if that is something else than before.
    pub(super) fn restate(&mut self, slot: Slot) -> bool {
        let Some(record) = self.files[slot as usize].record.clone() else { return false };
        let tooling = self.stamp(slot, &record);
        if tooling == record.tooling {
            return false;
        }
        let record = Arc::new(Record { tooling, ..record.as_ref().clone() });
        let file = &mut self.files[slot as usize];
        file.record = Some(Arc::clone(&record));
        self.content.set_file(slot, &file.path, Some(&record));
        true
    }

    /// Counts what was said, if anybody was asked.
    ///
    /// # Errors
    /// What the disk refuses, or a damaged piece of `problems`.
    pub(super) fn count_said(&mut self, summary: &mut Summary) -> Result<(), IndexError> {
        if !self.options.scip.is_empty() {
            let spoken_of = self.files.iter().filter_map(|file| file.record.as_ref()).filter(|record| record.tooling.is_some()).count();
            let evidence = self.content.evidence();
            let documents = evidence.paths().count();
            if let (0, Some(first)) = (spoken_of, evidence.paths().next()) {
                let what = format!("none of the {documents} paths that the SCIP files speak of is in the graph (`{first}` is the first)");
                self.notices.push(format!("{what}: make them at the root of what is indexed"));
            }
            summary.scip = Some(Said { documents: documents as u64, in_graph: spoken_of as u64, refused: self.refused()?.len() as u64 });
        }
        Ok(())
    }

    /// The files whose problems tell that compiler data was refused.
    fn refused(&self) -> Result<BTreeSet<String>, IndexError> {
        let mut paths = BTreeSet::new();
        let Some(committed) = &self.committed else { return Ok(paths) };
        let name = problems::ARTIFACT.name;
        for piece in ARTIFACTS.iter().zip(&committed.opened.streams).filter(|(it, _)| it.name == name).flat_map(|(_, stream)| stream.pieces()) {
            let rows = pieces::read_piece(self.host.as_ref(), &self.layout, name, piece)?;
            for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                let row: Problem = serde_json::from_slice(line).map_err(|cause| IndexError::corrupt(&piece.file, cause.to_string()))?;
                if row.code == codes::P_SCIP_STALE.name {
                    paths.insert(row.path);
                }
            }
        }
        Ok(paths)
    }
}
