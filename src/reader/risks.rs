//! Risk flags by file.

use std::collections::BTreeMap;

use super::files::Files;
use super::ids::FileId;
use super::index::Index;
use super::load::{Rows, Source};
use crate::artifacts::risks::{ARTIFACT, Risk as Row};
use crate::manifest::error::IndexError;

/// One flag of a file or of a line in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// `generated`, `label`, `secret`, `unsafe`.
    pub kind: Box<str>,
    /// From 1; `None` where the whole file is meant.
    pub line: Option<u32>,
    pub name: Box<str>,
}

/// The table by file. Empty in a root that holds none.
#[derive(Clone, Debug, Default)]
pub struct Risks {
    files: BTreeMap<FileId, Vec<Flag>>,
}

impl Risks {
    /// Reads the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files) -> Result<Self, IndexError> {
        let parts = source.parts(
            &ARTIFACT,
            |rows: &Rows<'_>| {
                let mut part = Vec::new();
                rows.each(|row: Row<'_>| {
                    let flag = Flag { kind: row.kind.into(), line: row.line, name: row.name.into() };
                    part.push((files.known(ARTIFACT.name, &row.path)?, flag));
                    Ok(())
                })?;
                Ok(part)
            },
            |_| None,
        )?;
        let mut risks = Self::default();
        for (file, flag) in parts.into_iter().flatten() {
            risks.files.entry(file).or_default().push(flag);
        }
        Ok(risks)
    }

    /// The flags of a file, in the order of the table.
    pub fn of(&self, file: FileId) -> &[Flag] {
        self.files.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Whether a file bears a label.
    pub fn is_labelled(&self, file: FileId, label: &str) -> bool {
        self.of(file).iter().any(|flag| flag.kind.as_ref() == "label" && flag.name.as_ref() == label)
    }
}

impl Index {
    /// What asks for care.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn risks(&self) -> Result<&Risks, IndexError> {
        self.risks.get(|| Risks::load(self.source(), self.files()))
    }

    /// Whether a file bears a label. Costs nothing where the repository labels none.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn is_labelled(&self, file: FileId, label: &str) -> Result<bool, IndexError> {
        if self.manifest().options.labels.iter().all(|rule| rule.label != label) {
            return Ok(false);
        }
        Ok(self.risks()?.is_labelled(file, label))
    }
}
