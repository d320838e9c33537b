//! A build that found nothing to do, asked again: what stands is told without a build, and whatever changes is seen.

use std::sync::Arc;

use smalti::base::progress::Silent;
use smalti::commands::opened::OpenIndexes;
use smalti::manifest::model::Manifest;
use smalti::pipeline::session::Session;

use crate::git::Git;
use crate::support::{Repo, host};

/// A session that found nothing to do, and the digest of what stands.
fn settled(repo: &Repo) -> (Session, String) {
    let mut session = Session::open(host(), repo.options()).unwrap();
    assert!(session.build(&Silent).unwrap().unchanged);
    session.settle();
    (session, Manifest::read(host().as_ref(), &repo.layout()).unwrap().digest)
}

/// Builds until the stats of all files prove what they hold: those that are too young are read again.
fn until_proven(repo: &Repo) {
    while repo.build().work.files_hashed > 0 {
        host().pause();
    }
}

/// A repository of two modules whose ignore file says this, committed and indexed; `None` where there is no git.
fn committed(ignored: &str) -> Option<(Repo, Git)> {
    let repo = Repo::of(&[("a.py", "def one(): pass\n"), ("b.py", "def two(): one()\n"), (".gitignore", ignored)]);
    let git = Git::init(&repo.root())?;
    git.commit("one");
    until_proven(&repo);
    Some((repo, git))
}

/// What is done to a repository, and undone.
type Change<'a> = (&'a str, &'a dyn Fn(), &'a dyn Fn());

#[test]
fn what_stands_is_told_and_what_changes_is_seen() {
    let Some((repo, git)) = committed("c.py\n") else { return };
    let (mut session, digest) = settled(&repo);
    assert!(session.still_stands(&digest) && session.still_stands(&digest), "nothing has changed");
    assert!(!session.still_stands("blake3:other"), "another index stands there");
    repo.write("c.py", "what is ignored is no source\n");
    assert!(session.still_stands(&digest));
    let changes: [Change<'_>; 6] = [
        ("a file that is new", &|| repo.write("d.py", ""), &|| repo.remove("d.py")),
        ("options that changed", &|| repo.write("smalti.toml", "[index]\nexclude = [\"b.py\"]\n"), &|| repo.remove("smalti.toml")),
        ("rules that changed", &|| repo.write(".ignore", "b.py\n"), &|| repo.remove(".ignore")),
        ("an ignore file of the root that is gone", &|| std::fs::remove_file(repo.layout().gitignore()).unwrap(), &|| {
            std::fs::write(repo.layout().gitignore(), "*\n").unwrap();
        }),
        ("a commit", &|| drop(git.run(&["commit", "--quiet", "--allow-empty", "--message", "two"])), &|| {
            drop(git.run(&["reset", "--quiet", "HEAD~1"]));
        }),
        ("a file that changed", &|| repo.write("a.py", "def other(): pass\n"), &|| {}),
    ];
    for (what, change, back) in changes {
        assert!(session.still_stands(&digest), "before {what}");
        change();
        assert!(!session.still_stands(&digest), "{what}");
        back();
    }
}

#[cfg(unix)]
#[test]
fn a_link_keeps_nothing_from_standing_until_it_is_none() {
    use std::os::unix::fs::symlink;
    let repo = Repo::of(&[("a.py", "def one(): pass\n")]);
    let link = repo.root().join("b.py");
    symlink("a.py", &link).unwrap();
    repo.build();
    let is_proven = || {
        host().pause();
        repo.build().work.files_hashed == 0
    };
    assert!((0..200).any(|_| is_proven()), "of a link there is nothing to read again");
    let (mut session, digest) = settled(&repo);
    assert!(session.still_stands(&digest));
    std::fs::remove_file(&link).unwrap();
    symlink("elsewhere", &link).unwrap();
    assert!(session.still_stands(&digest), "a link is a link");
    std::fs::remove_file(&link).unwrap();
    repo.write("b.py", "def two(): one()\n");
    assert!(!session.still_stands(&digest));
    repo.build();
    repo.check_clean();
}

#[test]
fn what_git_tracks_is_asked_again_where_its_files_changed() {
    let Some((repo, git)) = committed("b.py\n") else { return };
    let (mut session, digest) = settled(&repo);
    assert!(session.still_stands(&digest), "`b.py` is ignored and not tracked");
    git.run(&["add", "--force", "b.py"]);
    assert!(!session.still_stands(&digest), "what is tracked is source");
    git.run(&["reset", "--quiet"]);
    assert!(session.still_stands(&digest));
    git.run(&["checkout", "--quiet", "-b", "other"]);
    assert!(session.still_stands(&digest), "another branch of the same commit");
    git.run(&["commit", "--quiet", "--allow-empty", "--message", "two"]);
    assert!(!session.still_stands(&digest), "a commit on it");
}

#[test]
fn a_piece_that_is_gone_is_seen() {
    let repo = Repo::built(&[("a.py", "def one(): pass\n")]);
    until_proven(&repo);
    let (mut session, digest) = settled(&repo);
    assert!(session.still_stands(&digest));
    let folder = repo.layout().artifact("symbols");
    let piece = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::remove_file(piece).unwrap();
    assert!(!session.still_stands(&digest));
}

#[test]
fn a_manifest_of_the_same_bytes_is_read_once() {
    let repo = Repo::built(&[("a.py", "def one(): pass\n")]);
    let (open, host) = (OpenIndexes::default(), host());
    let read = || open.manifest(host.as_ref(), &repo.layout()).unwrap();
    let (first, again) = (read(), read());
    assert!(Arc::ptr_eq(&first, &again));
    repo.write("b.py", "def two(): pass\n");
    repo.build();
    assert!(read().digest != first.digest, "another build has another");
    std::fs::write(repo.layout().manifest(), "{").unwrap();
    assert!(open.manifest(host.as_ref(), &repo.layout()).is_err());
}
