//! A build that found nothing to do, asked again: what stands is told without a build, and whatever changes is seen.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use smalti::base::progress::Silent;
use smalti::commands::opened::OpenIndexes;
use smalti::host::Host;
use smalti::manifest::model::Manifest;
use smalti::pipeline::session::Session;

use crate::git::Git;
use crate::hosts::Meddling;
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

#[cfg(target_os = "linux")]
#[test]
fn what_a_walk_found_is_looked_at_without_a_walk_and_every_change_is_seen() {
    let files = [
        ("a.py", "def one(): pass\n"),
        ("deep/b.py", "def two(): pass\n"),
        ("deep/er/c.py", "def three(): pass\n"),
        ("kept/d.txt", "nothing of it is source\n"),
        ("kept/.gitignore", ".gitignore\n*.txt\n"),
        (".gitignore", "build/\n"),
        ("build/e.py", "def made(): pass\n"),
    ];
    let repo = Repo::of(&files);
    let root = repo.root();
    if !smalti::host::file_system::tells_changes_of_folders(&root) {
        println!("skipped: the folders of this file system may not tell what changed in them");
        return;
    }
    std::fs::create_dir_all(root.join("empty")).unwrap();
    let Some(git) = Git::init(&root) else { return };
    git.commit("one");
    // An hour ahead, everything is old enough to prove something; a moment is enough for two looks to differ.
    let host = Arc::new(Meddling { ahead_ns: 3_600_000_000_000, ..Meddling::new() });
    let tick = || host.pause();
    let mut session = Session::open(Arc::clone(&host) as _, repo.options()).unwrap();
    session.build(&Silent).unwrap();
    assert!(session.build(&Silent).unwrap().unchanged);
    session.settle();
    let digest = Manifest::read(host.as_ref(), &repo.layout()).unwrap().digest;
    let looks = |session: &mut Session| {
        let before = host.looks.load(Ordering::SeqCst);
        assert!(session.still_stands(&digest));
        host.looks.load(Ordering::SeqCst) - before
    };
    let changes: [Change<'_>; 9] = [
        ("a file beside others", &|| repo.write("deep/new.py", ""), &|| repo.remove("deep/new.py")),
        ("a file where none was", &|| repo.write("empty/new.py", ""), &|| repo.remove("empty/new.py")),
        ("a file where nothing is source", &|| repo.write("kept/new.py", ""), &|| repo.remove("kept/new.py")),
        ("a folder with a file", &|| repo.write("deep/new/f.py", ""), &|| std::fs::remove_dir_all(root.join("deep/new")).unwrap()),
        ("a name that changed", &|| std::fs::rename(root.join("deep/er"), root.join("deep/est")).unwrap(), &|| {
            std::fs::rename(root.join("deep/est"), root.join("deep/er")).unwrap();
        }),
        ("rules that no file of the graph holds", &|| repo.write("kept/.gitignore", ".gitignore\n"), &|| {
            repo.write("kept/.gitignore", ".gitignore\n*.txt\n");
        }),
        ("a file that is gone", &|| std::fs::rename(root.join("deep/b.py"), repo.beside("b.py")).unwrap(), &|| {
            std::fs::rename(repo.beside("b.py"), root.join("deep/b.py")).unwrap();
        }),
        ("a file that became a link", &|| relink(&root.join("a.py"), &repo.beside("a.py")), &|| {
            std::fs::remove_file(root.join("a.py")).unwrap();
            std::fs::rename(repo.beside("a.py"), root.join("a.py")).unwrap();
        }),
        ("a file of other bytes", &|| repo.write("deep/er/c.py", "def other(): pass\n"), &|| {}),
    ];
    for (what, change, back) in changes {
        // The first look may have to walk, and remembers how it looked.
        tick();
        assert!(session.still_stands(&digest) || session.build(&Silent).is_ok_and(|it| it.unchanged), "before {what}");
        session.settle();
        let walked = looks(&mut session);
        let looked = looks(&mut session);
        assert!(looked > walked, "before {what}: every file is looked at, {looked} after {walked}");
        repo.write("build/e.py", format!("# {what}\n"));
        assert_eq!(looks(&mut session), looked, "{what}: what is ignored tells nothing");
        tick();
        change();
        assert!(!session.still_stands(&digest), "{what}");
        back();
    }
}

/// Moves a file elsewhere and leaves a link to it.
#[cfg(target_os = "linux")]
fn relink(file: &std::path::Path, elsewhere: &std::path::Path) {
    std::fs::rename(file, elsewhere).unwrap();
    std::os::unix::fs::symlink(elsewhere, file).unwrap();
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

#[test]
fn what_another_session_built_in_between_is_seen() {
    let repo = Repo::of(&[("a.py", "def f(): pass\n"), ("b.py", "from a import f\ndef g(): f()\n")]);
    let mut session = Session::open(host(), repo.options()).unwrap();
    session.build(&Silent).unwrap();
    // What it built last is what stands in the tree, and not what stands in the index.
    repo.write("a.py", "def other(): pass\n");
    repo.build();
    repo.write("a.py", "def f(): pass\n");
    session.build(&Silent).unwrap();
    repo.check_clean();
    // Pieces that it knew are gone.
    for round in 0..3 {
        repo.write("a.py", format!("def f(): pass\ndef more_{round}(): f()\n"));
        repo.build();
    }
    repo.write("a.py", "def f(): pass\n");
    repo.write("b.py", "from a import f\ndef h(): f()\n");
    session.build(&Silent).unwrap();
    repo.check_clean();
    // And so are some that no edit touches.
    std::fs::remove_dir_all(repo.layout().artifact("packages")).unwrap();
    repo.write("b.py", "from a import f\ndef i(): f()\n");
    session.build(&Silent).unwrap();
    repo.check_clean();
}
