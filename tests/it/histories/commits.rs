//! Random histories of a git repository: commits, amends, resets, branches, merges and repacking, built incrementally and from nothing after each.

use fastrand::Rng;
use smalti::base::progress::Silent;
use smalti::pipeline::session::Session;

use super::walk::Mode;
use crate::git::Git;
use crate::support::{Repo, host};

const PATHS: &[&str] = &["a.py", "b.py", "src/lib.rs", "src/one.rs", "src/two.rs", "docs/read.md", "go/x.go", "go/y.go", "data.bin"];

pub struct CommitHistory {
    repo: Repo,
    git: Git,
    rng: Rng,
    mode: Mode,
    session: Option<Session>,
    number: usize,
}

impl CommitHistory {
    /// `None` where there is no git.
    pub fn new(seed: u64, mode: Mode) -> Option<Self> {
        let repo = Repo::new();
        let git = Git::init(&repo.root())?;
        let mut history = Self { repo, git, rng: Rng::with_seed(seed), mode, session: None, number: 0 };
        history.build();
        PATHS.iter().for_each(|path| history.edit(path));
        history.git.commit("first");
        history.build();
        Some(history)
    }

    /// Makes one random change, builds, and says what it was.
    pub fn step(&mut self) -> String {
        self.number += 1;
        let what = self.change();
        self.build();
        what
    }

    /// The first difference to a clean build of the present state.
    pub fn difference(&self) -> Option<String> {
        self.repo.difference_to_clean(&self.repo.options())
    }

    /// Rows of history that the index holds.
    pub fn rows(&self) -> usize {
        self.repo.rows("history").len()
    }

    fn build(&mut self) {
        if self.mode == Mode::Fresh {
            self.session = None;
        }
        let options = self.repo.options();
        let session = self.session.get_or_insert_with(|| Session::open(host(), options).unwrap());
        let summary = session.build(&Silent).unwrap();
        assert_eq!(summary.work.files_dirty, summary.work.edges_executed, "driver and query graph disagree");
        assert!(session.build(&Silent).unwrap().unchanged, "a second build finds something to do");
    }

    fn edit(&mut self, path: &str) {
        let number = self.rng.u16(..);
        self.repo.write(path, format!("def f{number}(): pass\n"));
    }

    fn edit_some(&mut self) {
        for _ in 0..=self.rng.usize(..3) {
            let path = PATHS[self.rng.usize(..PATHS.len())];
            self.edit(path);
        }
    }

    fn change(&mut self) -> String {
        let number = self.number;
        match self.rng.usize(..16) {
            0..=3 => {
                self.edit_some();
                self.git.commit("change");
                "commit".to_owned()
            }
            4 => {
                self.edit_some();
                "edit without a commit".to_owned()
            }
            5 => {
                self.edit_some();
                self.git.run(&["add", "--all"]);
                self.git.run(&["commit", "--quiet", "--amend", "--allow-empty", "--message", "amended"]);
                "amend".to_owned()
            }
            6 => {
                self.git.commit("aside");
                let target = format!("HEAD~{}", 1 + self.rng.usize(..3));
                let done = self.git.try_run(&["reset", "--quiet", "--hard", &target]);
                format!("reset to {target}: {done:?}")
            }
            7 => {
                self.git.commit("aside");
                self.git.run(&["checkout", "--quiet", "-b", &format!("branch{number}"), "HEAD"]);
                "new branch".to_owned()
            }
            8 | 9 => {
                self.git.commit("aside");
                let branch = self.any_branch();
                self.git.run(&["checkout", "--quiet", &branch]);
                format!("switch to {branch}")
            }
            10 => {
                self.repo.write(&format!("new/n{number}.py"), "def g(): pass\n");
                self.edit_some();
                self.git.commit("new file");
                "new file committed".to_owned()
            }
            11 => {
                self.git.run(&["gc", "--quiet", "--prune=now"]);
                "gc".to_owned()
            }
            12 => {
                self.git.run(&["repack", "-a", "-d", "--quiet"]);
                self.git.run(&["pack-refs", "--all"]);
                "repack".to_owned()
            }
            13 => {
                self.git.commit("aside");
                let branch = self.any_branch();
                let done = self.git.try_run(&["merge", "--quiet", "--no-ff", "--strategy=recursive", "-Xours", "--message", "merge", &branch]);
                if done.is_err() {
                    self.git.run(&["reset", "--quiet", "--hard", "HEAD"]);
                }
                format!("merge {branch}: {}", done.is_ok())
            }
            14 => {
                self.git.run(&["checkout", "--quiet", "--detach"]);
                "detach".to_owned()
            }
            _ => self.corrupt(),
        }
    }

    fn any_branch(&mut self) -> String {
        let branches = self.git.run(&["for-each-ref", "--format=%(refname:short)", "refs/heads"]);
        let branches: Vec<&str> = branches.lines().collect();
        branches[self.rng.usize(..branches.len())].to_owned()
    }

    /// Removes, truncates or flips a file of the cache that is about git.
    fn corrupt(&mut self) -> String {
        let name = ["head.bin", "commits.bin"][self.rng.usize(..2)];
        let path = self.repo.root().join(".smalti/cache").join(name);
        let how = self.rng.usize(..3);
        let mut bytes = std::fs::read(&path).unwrap();
        match how {
            0 => std::fs::remove_file(&path).unwrap(),
            1 => std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap(),
            _ => {
                let at = self.rng.usize(..bytes.len());
                bytes[at] ^= 1 << self.rng.usize(..8);
                std::fs::write(&path, bytes).unwrap();
            }
        }
        format!("corrupt {name} ({how})")
    }
}
