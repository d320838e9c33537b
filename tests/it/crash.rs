//! A build that dies, or finds the disk full, at any write leaves the index before or the index after, whole.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use smalti::artifacts::ARTIFACTS;
use smalti::base::codes;
use smalti::host::disk::DiskHost;
use smalti::host::fault::{Fault, FaultHost};
use smalti::manifest::error::IndexError;
use smalti::manifest::layout::Layout;
use smalti::manifest::model::Manifest;
use smalti::manifest::reading::Stream;
use smalti::manifest::state::State;
use smalti::manifest::{gc, reading, verify};
use smalti::pipeline::options::BuildOptions;

use crate::hosts::Meddling;
use crate::support::{Repo, build, build_on, contents, difference};

const BEFORE: &[(&str, &str)] = &[
    ("Cargo.toml", "[package]\nname = \"a\"\n"),
    ("src/lib.rs", "pub mod m;\npub fn f() { m::g(); }\n"),
    ("src/m.rs", "pub fn g() { h(); }\nfn h() {}\n"),
    ("p/__init__.py", "from .a import C\n"),
    ("p/a.py", "class C:\n    def go(self): self.stop()\n    def stop(self): pass\n"),
    ("go.mod", "module m\n"),
    ("x.go", "package m\nfunc F() { G() }\n"),
    ("y.go", "package m\nfunc G() {}\n"),
    ("smalti.toml", "[[pack]]\nname = \"steps\"\nquery = \"g\"\nbudgets = { maxItems = 3 }\n"),
];

fn edit(repo: &Repo) {
    repo.write("src/m.rs", "pub fn g() { other(); }\nfn other() {}\n");
    repo.write("p/b.py", "from .a import C\nC().go()\n");
    repo.remove("y.go");
}

/// Runs the second build of a repository on a host that fails at write `at`, and checks what is left.
fn check(first: bool, fault: Fault, at: u64) -> bool {
    let repo = Repo::of(BEFORE);
    let root = repo.index_root();
    let layout = Layout::new(&root);
    let plain = DiskHost::volatile();
    if !first {
        repo.build();
        edit(&repo);
    }
    let old = Manifest::read(&plain, &layout).ok();
    let host = Arc::new(FaultHost::new(DiskHost::volatile(), at, fault));
    let result = build_on(Arc::clone(&host) as _, &repo.options());
    let reached = host.writes() >= at;
    if let (true, Err(cause)) = (fault == Fault::Full && reached, &result) {
        assert_eq!(cause.code().name, codes::DISK_FULL.name, "write {at}");
    }
    match reading::open(&plain, &layout) {
        Ok(opened) => {
            let whole = verify::verify(&plain, &layout, &opened).unwrap();
            assert_eq!(whole.listed, Vec::<String>::new(), "{fault:?} at write {at}");
            if result.is_ok() {
                assert_ne!(Some(&opened.manifest), old.as_ref());
            }
        }
        Err(IndexError::Missing(_)) => assert!(first && result.is_err(), "{fault:?} at write {at}: the index is gone"),
        Err(cause) => panic!("{fault:?} at write {at}: {cause}"),
    }
    repo.build();
    assert_eq!(repo.difference_to_clean(&repo.options()), None, "{fault:?} at write {at}, then a good build");
    let manifest = Manifest::read(&plain, &layout).unwrap();
    repo.write("p/c.py", "def late(): pass\n");
    repo.build();
    let state = State::read(&plain, &layout).unwrap();
    let present = Manifest::read(&plain, &layout).unwrap();
    assert_ne!(present, manifest);
    assert_eq!(gc::collect(&plain, &layout, &present, &state, false).unwrap().files, 0, "{fault:?} at write {at}: leftovers after a writing build");
    reached
}

/// Every write boundary of a build, until one is past its last write.
fn check_all(first: bool, fault: Fault) {
    let reached = (1..500).take_while(|at| check(first, fault, *at)).count();
    assert!(reached > 10, "only {reached} writes were met");
}

#[test]
fn a_second_build_that_dies_at_any_write_leaves_a_whole_index() {
    check_all(false, Fault::Crash);
}

#[test]
fn a_second_build_that_dies_within_any_write_leaves_a_whole_index() {
    check_all(false, Fault::Torn);
}

#[test]
fn a_second_build_that_finds_the_disk_full_at_any_write_leaves_a_whole_index() {
    check_all(false, Fault::Full);
}

#[test]
fn a_first_build_that_dies_at_any_write_leaves_no_index_or_a_whole_one() {
    check_all(true, Fault::Crash);
    check_all(true, Fault::Torn);
}

#[test]
fn a_build_that_finds_the_lock_taken_says_so_and_changes_nothing() {
    use smalti::host::Host;
    let repo = Repo::built(BEFORE);
    edit(&repo);
    let layout = repo.layout();
    let before = Manifest::read(&DiskHost::volatile(), &layout).unwrap();
    let held = DiskHost::volatile().try_lock(&layout.lock()).unwrap();
    assert!(held.is_some());
    let refused = build(&repo.options()).unwrap_err();
    assert_eq!(refused.code().name, codes::INDEX_LOCKED.name);
    assert_eq!(Manifest::read(&DiskHost::volatile(), &layout).unwrap(), before);
    drop(held);
    repo.build();
}

#[test]
fn two_builds_at_once_leave_an_index_that_equals_a_clean_one() {
    let repo = Repo::of(BEFORE);
    let options = repo.options();
    let results: Vec<_> = std::thread::scope(|scope| {
        let builds: Vec<_> = (0..4).map(|_| scope.spawn(|| build(&options))).collect();
        builds.into_iter().map(|build| build.join().unwrap()).collect()
    });
    assert!(results.iter().any(Result::is_ok));
    for cause in results.into_iter().filter_map(Result::err) {
        assert_eq!(cause.code().name, codes::INDEX_LOCKED.name, "{cause}");
    }
    repo.check_clean();
}

#[test]
fn every_damaged_file_is_refused_or_rebuilt() {
    let repo = Repo::built(BEFORE);
    let root = repo.index_root();
    let clean = repo.beside("clean");
    build(&BuildOptions { out: clean.clone(), ..repo.options() }).unwrap();
    for file in files(&root).iter().filter(|file| file.file_name().is_some_and(|name| name != "lock" && name != ".gitignore")) {
        let whole = std::fs::read(file).unwrap();
        for damaged in damages(&whole) {
            std::fs::write(file, &damaged).unwrap();
            let signed = file.starts_with(root.join("pieces"));
            assert!(!signed || is_refused(&root), "{} damaged and not noticed", file.display());
            repo.build();
            assert!(!is_refused(&root), "{} is carried on", file.display());
            assert_eq!(difference(&root, &clean), None, "{}", file.display());
            if file.exists() {
                std::fs::write(file, &whole).unwrap();
            }
        }
    }
}

#[test]
fn a_damaged_history_of_the_root_is_told_and_mended_by_the_next_build() {
    let repo = Repo::built(BEFORE);
    let path = repo.layout().state();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let opened = reading::open(&DiskHost::volatile(), &repo.layout()).unwrap();
    let findings = verify::verify(&DiskHost::volatile(), &repo.layout(), &opened).unwrap();
    assert_eq!(findings.damaged, 1, "{:?}", findings.listed);
    let before = repo.index_text();
    let summary = repo.build();
    assert!(!summary.unchanged && summary.notices.iter().any(|it| it.contains("history was damaged")), "{:?}", summary.notices);
    assert_eq!(summary.work.bytes_written, 0);
    assert_eq!(repo.index_text(), before);
    assert_eq!(State::read(&DiskHost::volatile(), &repo.layout()).unwrap().graph_version, 1);
    assert!(repo.build().unchanged);
}

#[test]
fn a_damaged_leftover_of_an_earlier_build_is_not_taken_for_the_piece_it_is_named_after() {
    let repo = Repo::built(BEFORE);
    let root = repo.index_root();
    let clean = repo.beside("clean");
    build(&BuildOptions { out: clean.clone(), ..repo.options() }).unwrap();
    let earlier = files(&root.join("pieces"));
    let (edited, text) = BEFORE[0];
    repo.write(edited, format!("{text}\n\n"));
    repo.build();
    let layout = Layout::new(&root);
    let present = reading::open(&DiskHost::volatile(), &layout).unwrap();
    let mut named = vec![layout.manifest()];
    for (artifact, stream) in ARTIFACTS.iter().zip(&present.streams) {
        named.push(layout.list(artifact.name, present.manifest.artifacts[artifact.name].list_name()));
        named.extend(stream.pieces().iter().map(|piece| layout.piece(artifact.name, &piece.file)));
    }
    let leftovers: Vec<_> = earlier.iter().filter(|file| !named.contains(file)).collect();
    assert!(leftovers.iter().any(|file| file.extension().is_some_and(|it| it == "list")), "a list is left over");
    for file in leftovers {
        let bytes = std::fs::read(file).unwrap();
        std::fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
    }
    repo.write(edited, text);
    repo.build();
    assert!(!is_refused(&root));
    assert_eq!(difference(&root, &clean), None);
}

fn damages(whole: &[u8]) -> Vec<Vec<u8>> {
    let mut damages = vec![Vec::new(), whole[..whole.len() / 2].to_vec()];
    for part in [0, 1, 2] {
        let mut flipped = whole.to_vec();
        if let Some(byte) = flipped.get_mut(whole.len() * part / 3) {
            *byte ^= 1;
            damages.push(flipped);
        }
    }
    damages.retain(|damaged| damaged != whole);
    damages
}

/// Whether opening or checking the root finds damage.
fn is_refused(root: &Path) -> bool {
    let host = DiskHost::volatile();
    let layout = Layout::new(root);
    match reading::open(&host, &layout) {
        Ok(opened) => verify::verify(&host, &layout, &opened).unwrap().count > 0,
        Err(IndexError::Corrupt { .. } | IndexError::Version { .. } | IndexError::Schema { .. } | IndexError::Missing(_)) => true,
        Err(cause) => panic!("{cause}"),
    }
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    contents(folder).into_keys().map(|name| folder.join(name)).collect()
}

/// Names of what happens to files of an index, in order: `settled` for all that reach the disk at once.
fn watched(repo: &Repo) -> (Vec<String>, Vec<String>) {
    let (written, settled) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let host = {
        let (written, all, settled) = (Arc::clone(&written), Arc::clone(&written), Arc::clone(&settled));
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Meddling {
            write: Box::new(move |path| {
                written.lock().unwrap().push(name(path));
                Ok(())
            }),
            settle: Box::new(move |files| {
                all.lock().unwrap().push("settled".to_owned());
                settled.lock().unwrap().extend(files.iter().map(|path| name(path)));
            }),
            ..Meddling::new()
        }
    };
    build_on(Arc::new(host), &repo.options()).unwrap();
    let taken = |names: &Mutex<Vec<String>>| names.lock().unwrap().clone();
    (taken(&written), taken(&settled))
}

#[test]
fn a_manifest_names_only_pieces_that_are_on_the_disk() {
    let repo = Repo::of(BEFORE);
    let pieces = || {
        let opened = reading::open(&DiskHost::volatile(), &repo.layout()).unwrap();
        let names = opened.streams.iter().flat_map(Stream::pieces).map(|piece| piece.file.clone());
        names.collect::<BTreeSet<_>>()
    };
    let check = |before: &BTreeSet<String>| {
        let (written, settled) = watched(&repo);
        let turn = |name: &str| written.iter().position(|it| it == name).unwrap();
        assert!(turn("settled") < turn("manifest.json.next"));
        let new: BTreeSet<String> = pieces().difference(before).cloned().collect();
        assert!(!new.is_empty());
        assert_eq!(settled.into_iter().collect::<BTreeSet<_>>(), new);
        assert!(new.iter().filter(|name| written.contains(name)).all(|name| turn(name) < turn("settled")));
        (written, new)
    };
    let (_, first) = check(&BTreeSet::new());
    edit(&repo);
    let (_, second) = check(&first);
    // A piece that an ended build left may never have reached the disk: it is written by nobody now, and settled all the same.
    let layout = repo.layout();
    std::fs::remove_file(layout.manifest()).unwrap();
    let (written, third) = check(&BTreeSet::new());
    assert!(second.iter().all(|name| third.contains(name) && !written.contains(name)));
}
