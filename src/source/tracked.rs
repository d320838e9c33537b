//! Files that version control tracks although a `.gitignore` names them: it speaks of what is untracked, so they are source as any other.
//!
//! What `.smaltiignore` and `.ignore` say holds for them too: those speak to programs that search, not of what belongs to the repository.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::descent::{self, Descent};
use super::ignore_files::{NAMES, Rules};
use super::walk::Walked;
use crate::base::path;
use crate::host::disk::DiskHost;
use crate::host::{Host, Kind};

/// The ignore file that does not speak of tracked files.
const OF_UNTRACKED: &str = ".gitignore";

/// Finds what a descent did not meet.
pub struct Tracked<'a> {
    descent: &'a Descent<'a>,
    /// What it met, sorted.
    met: &'a [Walked],
    host: DiskHost,
    /// The rules that hold in a folder, by its relative path; `None` if nothing below it is source.
    folders: HashMap<PathBuf, Option<Rules>>,
    looked: bool,
}

impl<'a> Tracked<'a> {
    pub fn new(descent: &'a Descent<'a>, met: &'a [Walked]) -> Self {
        Self { descent, met, host: DiskHost::volatile(), folders: HashMap::new(), looked: false }
    }

    /// Those of the `tracked` paths, sorted, that are on disk and were not met. Nothing that was met is looked at again.
    pub fn unmet(&mut self, tracked: &[String]) -> Vec<Walked> {
        let (mut unmet, mut rest) = (Vec::new(), self.met.iter().peekable());
        for path in tracked {
            while rest.next_if(|walked| walked.path < *path).is_some() {}
            if rest.peek().is_none_or(|walked| walked.path != *path) {
                self.looked = true;
                unmet.extend(self.look(path));
            }
        }
        unmet
    }

    /// Whether the descent met all that was asked for.
    pub fn has_met_all(&self) -> bool {
        !self.looked
    }

    fn look(&mut self, path: &str) -> Option<Walked> {
        let relative = path::decode(path);
        let rules = self.within(relative.parent()?)?;
        if self.leaves_out(&rules, &relative, false) {
            return None;
        }
        let (kind, stat) = self.host.stat(&self.descent.root.join(&relative)).ok()?;
        descent::walked(path.to_owned(), kind, || Ok(stat))
    }

    fn leaves_out(&self, rules: &Rules, relative: &Path, is_folder: bool) -> bool {
        let is_top = relative.parent().is_some_and(|parent| parent.as_os_str().is_empty());
        relative.file_name().is_none_or(|name| self.descent.leaves_out(rules, &self.descent.root.join(relative), name, is_top, is_folder))
    }

    /// The rules that hold in a folder of the root, if what is below it can be source.
    fn within(&mut self, relative: &Path) -> Option<Rules> {
        if let Some(known) = self.folders.get(relative) {
            return known.clone();
        }
        let found = self.find_within(relative);
        self.folders.insert(relative.to_owned(), found.clone());
        found
    }

    fn find_within(&mut self, relative: &Path) -> Option<Rules> {
        let absolute = self.descent.root.join(relative);
        let mut above = Rules::default();
        if let Some(parent) = relative.parent() {
            above = self.within(parent)?;
            let is_folder = matches!(self.host.stat(&absolute), Ok((Kind::Folder, _)));
            // A folder that was met is one that could not be read to its end, or whose rules could not be.
            let is_unread = || self.met.binary_search_by(|walked| walked.path.as_str().cmp(&path::encode(relative))).is_ok();
            if !is_folder || self.leaves_out(&above, relative, true) || descent::is_index_root(&absolute) || is_unread() {
                return None;
            }
        }
        let kind = |name| self.host.stat(&absolute.join(name)).ok().map(|(kind, _)| (name, kind));
        let names = NAMES.into_iter().filter(|name| *name != OF_UNTRACKED);
        let listed: Vec<(&str, Kind)> = names.filter_map(kind).filter(|(_, kind)| *kind != Kind::Folder).collect();
        above.within(self.descent.root, &absolute, &listed).ok()
    }
}
