//! A build that nobody waits for any more: it ends before its next file, commits nothing, and what it parsed is kept.

use std::sync::atomic::{AtomicU64, Ordering};

use smalti::base::progress::Progress;
use smalti::pipeline::error::BuildError;
use smalti::pipeline::options::BuildOptions;
use smalti::pipeline::session::Session;
use smalti::pipeline::summary::Summary;

use crate::git::Git;
use crate::support::{self, Repo, build};

/// Waits until it was asked so many times.
struct Patience {
    asked: AtomicU64,
    until: u64,
}

impl Progress for Patience {
    fn stage(&self, _: &'static str, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.until
    }
}

/// One build, and how often it asked.
fn build_until(options: &BuildOptions, until: u64) -> (Result<Summary, BuildError>, u64) {
    let patience = Patience { asked: AtomicU64::new(0), until };
    let result = Session::open(support::host(), options.clone()).unwrap().build(&patience);
    (result, patience.asked.into_inner())
}

#[test]
fn a_build_that_is_stopped_anywhere_ends_before_the_next_file_or_commit() {
    const FILES: u64 = 20;
    const COMMITS: u64 = 10;
    let repo = Repo::new();
    let Some(git) = Git::init(&repo.root()) else { return };
    for number in 0..FILES {
        repo.write(&format!("m{number}.py"), format!("def f{number}():\n    return {number}\n"));
        if number >= FILES - COMMITS {
            git.commit("more");
        }
    }
    let options = |out: &str| BuildOptions { jobs: 1, out: repo.beside(out), ..repo.options() };
    let (result, most) = build_until(&options("whole"), u64::MAX);
    assert_eq!(result.unwrap().work.files_walked, FILES);
    // Each commit is read; each file is looked at, published and linked.
    assert!(most >= COMMITS + 3 * FILES, "{most}");
    for until in 0..most {
        let out = format!("stopped{until}");
        let (result, asked) = build_until(&options(&out), until);
        assert!(matches!(result, Err(BuildError::Stopped)), "{until}: {result:?}");
        assert!(asked <= until + 2, "it went on for {} questions after it was told at {until}", asked - until);
        assert!(!options(&out).out.join("pieces/manifest.json").exists(), "{until}");
        if until % 17 == 0 || until + 1 == most {
            let summary = build(&options(&out)).unwrap();
            assert!(until < COMMITS + 2 * FILES + 2 || summary.work.files_parsed == 0, "{until}: {:?}", summary.work);
            assert_eq!(support::difference(&options(&out).out, &options("whole").out), None, "{until}");
        }
    }
}
