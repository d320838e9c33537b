//! Readers while builds run: they see one index or another, never half of one, and try once more when they lose a race.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use smalti::host::Host;
use smalti::manifest::error::IndexError;
use smalti::manifest::layout::Layout;
use smalti::manifest::{pieces, reading, verify};

use crate::hosts::Meddling;
use crate::support::{Repo, host};

/// Changes every piece and builds, three times: what stood before is then collected.
fn replace(repo: &Repo, round: usize) {
    for turn in 0..3 {
        repo.write("a.py", format!("def f{round}_{turn}(): pass\n"));
        repo.build();
    }
}

fn repository() -> Arc<Repo> {
    let repo = Repo::built(&[("a.py", "def f(): pass\n")]);
    Arc::new(repo)
}

/// A host that replaces the index right before a reader reads its first file after the manifest, as often as `times` says.
fn racing(repo: &Arc<Repo>, times: usize, is_target: fn(&Path) -> bool) -> (Meddling, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let (repo, counted) = (Arc::clone(repo), Arc::clone(&count));
    let meddle = move |path: &Path| {
        if is_target(path) && counted.load(Ordering::SeqCst) < times {
            let round = counted.fetch_add(1, Ordering::SeqCst);
            replace(&repo, round);
        }
        Ok(())
    };
    (Meddling { read: Box::new(meddle), ..Meddling::new() }, count)
}

fn is_list(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "list")
}

fn is_piece(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "zst")
}

/// The symbols of the index, read as a verb reads them.
fn symbols(host: &dyn Host, layout: &Layout) -> Result<String, IndexError> {
    let (index, artifact) = smalti::artifacts::find("symbols").unwrap();
    let read = |opened: &reading::Opened| {
        let mut rows = Vec::new();
        for piece in opened.streams[index].pieces() {
            rows.extend(pieces::read_piece(host, layout, artifact.name, piece)?);
        }
        Ok(String::from_utf8(rows).unwrap())
    };
    reading::read_with(host, layout, read).map(|(_, rows)| rows)
}

#[test]
fn a_reader_that_loses_a_race_tries_once_more() {
    for is_target in [is_list, is_piece] {
        let repo = repository();
        let layout = repo.layout();
        let (racing, count) = racing(&repo, 1, is_target);
        let rows = symbols(&racing, &layout).unwrap();
        assert!(rows.contains("f0_2"), "{rows}");
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }
}

#[test]
fn a_reader_that_loses_twice_says_so() {
    let repo = repository();
    let layout = repo.layout();
    let (racing, count) = racing(&repo, 9, is_piece);
    let cause = symbols(&racing, &layout).unwrap_err();
    assert!(matches!(cause, IndexError::Corrupt { .. }), "{cause}");
    assert_eq!(count.load(Ordering::SeqCst), 2, "once, and once more");
}

#[test]
fn a_damaged_index_that_nobody_replaces_is_not_read_twice() {
    let repo = repository();
    let layout = repo.layout();
    let list = std::fs::read_dir(layout.pieces()).unwrap().map(|entry| entry.unwrap().path()).find(|path| is_list(path)).unwrap();
    std::fs::remove_file(list).unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let meddle = move |path: &Path| {
        counted.fetch_add(usize::from(is_list(path)), Ordering::SeqCst);
        Ok(())
    };
    let counting = Meddling { read: Box::new(meddle), ..Meddling::new() };
    assert!(matches!(reading::open(&counting, &layout), Err(IndexError::Corrupt { .. })));
    let once = count.load(Ordering::SeqCst);
    assert!((1..=smalti::artifacts::COUNT).contains(&once), "{once}");
}

#[test]
fn readers_beside_a_writer_always_see_a_whole_index() {
    let repo = repository();
    let layout = repo.layout();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..15 {
                replace(&repo, round);
            }
            done.store(true, Ordering::SeqCst);
        });
        let mut reads = 0;
        while !done.load(Ordering::SeqCst) || reads == 0 {
            match reading::read_with(host().as_ref(), &layout, |opened| verify::verify(host().as_ref(), &layout, opened)) {
                // Damage that is only that a later build removed the piece is told by another manifest that stands there now.
                Ok((opened, findings)) => {
                    let replaced = reading::is_replaced(host().as_ref(), &layout, &opened.manifest.digest);
                    assert!(findings.count == 0 || replaced, "{:?}", findings.listed);
                }
                // Lost twice: what it looked for is gone, never half there.
                Err(cause) => assert!(matches!(&cause, IndexError::Corrupt { what, .. } if what == "it is missing"), "{cause}"),
            }
            reads += 1;
        }
    });
    let opened = reading::open(host().as_ref(), &layout).unwrap();
    assert_eq!(verify::verify(host().as_ref(), &layout, &opened).unwrap().count, 0);
    repo.check_clean();
}
