//! A session that found nothing to do, asked again: whether a build would still find nothing. It looks and writes nothing, and in doubt it says no.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::build;
use super::config;
use super::detect;
use super::past;
use super::session::{FileState, Session};
use crate::artifacts::ARTIFACTS;
use crate::base::{codes, path};
use crate::cache::stats;
use crate::history::{head, tracked};
use crate::host::file_system;
use crate::host::{Host, Kind, Stat};

/// Looks that one thread takes at a time: fewer cost less than to hand them over.
const LOOKS: usize = 64;

/// How things looked when there was nothing to do.
pub struct Settled {
    /// The folders of pieces, and the root's own history.
    index: Vec<Option<Stat>>,
    /// `None` where git must be asked each time.
    git: Option<Git>,
    /// The folders and ignore files that decide what a walk finds; `None` where only a walk tells it.
    walked: Option<Vec<(PathBuf, Stat)>>,
}

/// What git said, and how the files looked that decide it.
struct Git {
    looks: Vec<(PathBuf, Stat)>,
    tracked: Vec<String>,
}

impl Session {
    /// Notes how things look. To be called when a build has found nothing to do.
    pub fn settle(&mut self) {
        let git = self.ask_git();
        self.settled = Some(Settled { index: self.looks(), git, walked: None });
        self.notices.clear();
    }

    /// Whether a build would find nothing to do either, where the index with this digest of its manifest stands on disk.
    pub fn still_stands(&mut self, digest: &str) -> bool {
        let committed = self.committed.as_ref().is_some_and(|committed| committed.opened.manifest.digest == digest);
        let stands = committed && self.has_only_files() && self.is_settled() && self.is_unmoved();
        // Whoever asks again hears them again from a build.
        self.notices.clear();
        stands
    }

    /// Whether nothing but the files of the root decides what stands in the index.
    fn has_only_files(&self) -> bool {
        let options = &self.options;
        let plain = options.packs.is_empty() && options.model.is_none() && options.scip.is_empty();
        plain && self.look(&self.layout.declared_packs()).is_none()
    }

    /// Whether options and index are those that the session found.
    fn is_settled(&self) -> bool {
        let same = config::settle(self.host.as_ref(), &self.asked).is_ok_and(|options| options == self.options);
        same && self.look(&self.layout.gitignore()).is_some() && self.settled.as_ref().is_some_and(|before| before.index == self.looks())
    }

    /// Whether the root has the files and the commit that are in the index.
    fn is_unmoved(&mut self) -> bool {
        let git = self.settled.as_ref().and_then(|settled| settled.git.as_ref());
        let known = git.filter(|git| git.looks.iter().all(|(path, look)| self.look_of_git(path) == Some(*look))).map(|git| git.tracked.clone());
        let (pool, asks) = (Arc::clone(&self.pool), known.is_none());
        if !asks && self.looks_as_walked() {
            return true;
        }
        let began_ns = self.host.now_ns();
        let found = if let Some(tracked) = known {
            pool.install(|| build::walk_with(self, tracked))
        } else {
            past::look_at_head(self);
            pool.install(|| build::walk(self))
        };
        let Ok(found) = found else { return false };
        let stands = self.finds_nothing_to_do(&found.files) && detect::is_there(self.host.as_ref(), &self.options.root);
        if stands && asks {
            // Git rewrites its files for many reasons: what it says now need not be asked next time.
            self.settle();
        }
        let walked = if stands { self.looks_of(found.deciding, began_ns) } else { None };
        if let Some(settled) = &mut self.settled {
            settled.walked = walked;
        }
        stands
    }

    /// Whether a walk would find what the last one found, and that is what was committed. Nothing is listed and no rule is applied: each folder,
    /// ignore file and file is looked at once.
    fn looks_as_walked(&self) -> bool {
        let Some(walked) = self.settled.as_ref().and_then(|settled| settled.walked.as_ref()) else { return false };
        let Some(committed) = &self.committed else { return false };
        let (host, files, root) = (self.host.as_ref(), &self.files, &self.options.root);
        let is_same = |file: &FileState| match &file.record {
            // What is no file was told by its folder.
            Some(record) if record.hash.is_none() => !record.problems.iter().any(|problem| problem.code == codes::P_UNREADABLE.name),
            Some(_) => !file.doubtful && look(host, &root.join(path::decode(&file.path))) == Some(file.stat),
            None => false,
        };
        self.pool.install(|| {
            walked.par_iter().with_min_len(LOOKS).all(|(path, before)| look(host, path) == Some(*before))
                && committed.order.par_iter().with_min_len(LOOKS).all(|slot| is_same(&files[*slot as usize]))
        })
    }

    /// How what decided a walk looks now, if that will tell of any change since the walk began.
    fn looks_of(&self, deciding: Option<Vec<PathBuf>>, began_ns: i64) -> Option<Vec<(PathBuf, Stat)>> {
        let looked = deciding?.into_iter().map(|path| match self.host.stat(&path) {
            Ok((Kind::Folder, _)) if !file_system::tells_changes_of_folders(&path) => None,
            Ok((_, stat)) if !stats::is_doubtful(&stat, began_ns) => Some((path, stat)),
            _ => None,
        });
        looked.collect()
    }

    /// What git says, if that stands as long as some files look as they do now. What was written a moment ago may be written again and look the same.
    fn ask_git(&mut self) -> Option<Git> {
        let files = head::deciding_files(&self.options.root)?;
        let looks: Option<Vec<(PathBuf, Stat)>> = files.into_iter().map(|file| self.look_of_git(&file).map(|look| (file, look))).collect();
        let now_ns = self.host.now_ns();
        let looks = looks.filter(|looks| !looks.iter().any(|(_, look)| stats::is_doubtful(look, now_ns)))?;
        let tracked = tracked::paths(&self.options.root).ok()?;
        past::look_at_head(self);
        self.past.is_current().then_some(Git { looks, tracked })
    }

    /// A piece that goes or comes changes its folder.
    pub(super) fn looks(&self) -> Vec<Option<Stat>> {
        let folders = ARTIFACTS.iter().map(|artifact| self.look(&self.layout.artifact(artifact.name)));
        folders.chain([self.look(&self.layout.pieces()), self.look(&self.layout.state())]).collect()
    }

    /// How a file of git looks, of a folder only which one it is, and nothing of what is not there; `None` for a link, which does not tell what it leads to.
    fn look_of_git(&self, path: &Path) -> Option<Stat> {
        match self.host.stat(path) {
            Ok((Kind::Link, _)) => None,
            Ok((Kind::Folder, stat)) => Some(Stat { inode: stat.inode, ..Stat::default() }),
            Ok((_, stat)) => Some(stat),
            Err(_) => Some(Stat::default()),
        }
    }

    fn look(&self, path: &Path) -> Option<Stat> {
        look(self.host.as_ref(), path)
    }
}

fn look(host: &dyn Host, path: &Path) -> Option<Stat> {
    host.stat(path).ok().map(|(_, stat)| stat)
}
