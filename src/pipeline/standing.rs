//! A session that found nothing to do, asked again: whether a build would still find nothing. It looks and writes nothing, and in doubt it says no.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::build;
use super::config;
use super::detect;
use super::past;
use super::session::Session;
use crate::artifacts::ARTIFACTS;
use crate::cache::stats;
use crate::history::{head, tracked};
use crate::host::{Kind, Stat};

/// How things looked when there was nothing to do.
pub struct Settled {
    /// The folders of pieces, and the root's own history.
    index: Vec<Option<Stat>>,
    /// `None` where git must be asked each time.
    git: Option<Git>,
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
        self.settled = Some(Settled { index: self.looks(), git });
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
        let walked = if let Some(tracked) = known {
            pool.install(|| build::walk_with(self, tracked))
        } else {
            past::look_at_head(self);
            pool.install(|| build::walk(self))
        };
        let stands = walked.is_ok_and(|walked| self.finds_nothing_to_do(&walked)) && detect::is_there(self.host.as_ref(), &self.options.root);
        if stands && asks {
            // Git rewrites its files for many reasons: what it says now need not be asked next time.
            self.settle();
        }
        stands
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
    fn looks(&self) -> Vec<Option<Stat>> {
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
        self.host.stat(path).ok().map(|(_, stat)| stat)
    }
}
