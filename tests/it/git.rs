//! Repositories of git for tests: the program itself, with fixed people and dates and no configuration but the repository's own.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A work tree that the git program writes.
pub struct Git {
    root: PathBuf,
    clock: Cell<i64>,
}

impl Git {
    /// A new repository at `root`; `None`, with the reason printed, where there is no git.
    #[expect(clippy::print_stdout, reason = "who runs the tests should know what they did not show")]
    pub fn init(root: &Path) -> Option<Self> {
        if Command::new("git").arg("--version").output().is_err() {
            println!("skipped: the git program is not on the path");
            return None;
        }
        std::fs::create_dir_all(root).unwrap();
        let git = Self::at(root);
        git.run(&["init", "--quiet", "--initial-branch=main"]);
        Some(git)
    }

    /// A repository that is there.
    pub fn at(root: &Path) -> Self {
        Self { root: root.to_owned(), clock: Cell::new(1_700_000_000) }
    }

    /// Runs git; each call is a minute later than the one before. Returns what it printed.
    pub fn run(&self, arguments: &[&str]) -> String {
        self.try_run(arguments).unwrap_or_else(|cause| panic!("git {arguments:?}: {cause}"))
    }

    /// The same where git may refuse.
    pub fn try_run(&self, arguments: &[&str]) -> Result<String, String> {
        self.clock.set(self.clock.get() + 60);
        let date = format!("{} +0200", self.clock.get());
        let output = Command::new("git")
            .args(["-c", "gc.auto=0", "-c", "protocol.file.allow=always", "-c", "advice.detachedHead=false"])
            .args(arguments)
            .current_dir(&self.root)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_TERMINAL_PROMPT", "0")])
            .envs([
                ("GIT_AUTHOR_NAME", "A"),
                ("GIT_AUTHOR_EMAIL", "a@example.org"),
                ("GIT_COMMITTER_NAME", "C"),
                ("GIT_COMMITTER_EMAIL", "c@example.org"),
            ])
            .envs([("GIT_AUTHOR_DATE", &date), ("GIT_COMMITTER_DATE", &date)])
            .output()
            .map_err(|cause| cause.to_string())?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// Commits everything there is.
    pub fn commit(&self, message: &str) {
        self.run(&["add", "--all"]);
        self.run(&["commit", "--quiet", "--allow-empty", "--message", message]);
    }

    pub fn root(&self) -> &Path {
        &self.root
    }
}
