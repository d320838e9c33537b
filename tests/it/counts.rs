//! Work follows the change, by counts.

use std::sync::Arc;

use smalti::cache::stats;
use smalti::host::disk::DiskHost;
use smalti::host::fault::{Fault, FaultHost};
use smalti::manifest::model::Manifest;
use smalti::pipeline::summary::Work;

use crate::support::{Repo, build_on};

/// `count` modules that import the one before them; the last third reads `shared`.
fn chain(count: usize) -> Repo {
    let repo = Repo::new();
    repo.write("p/__init__.py", "");
    repo.write("p/base.py", "def shared():\n    return 1\n\n\ndef own():\n    return 2\n");
    for number in 0..count {
        let uses = if number % 3 == 0 { "from p.base import shared\nshared()\n" } else { "from p.base import own\nown()\n" };
        repo.write(&format!("p/m{number}.py"), format!("{uses}def f{number}():\n    return {number}\n"));
    }
    repo
}

fn work(repo: &Repo) -> Work {
    repo.build().work
}

/// Rows of every path but one.
fn rows_without(repo: &Repo, path: &str) -> Vec<String> {
    let marker = format!("\"path\":\"{path}\"");
    let text = repo.index_text();
    text.iter()
        .filter(|(name, _)| *name != "manifest")
        .flat_map(|(_, rows)| rows.lines())
        .filter(|row| !row.contains(&marker))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_body_edit_parses_and_links_one_file() {
    let repo = chain(20);
    work(&repo);
    repo.write("p/base.py", "def shared():\n    return 1\n\n\ndef own():\n    value = 3\n    print(value)\n    return 2\n");
    let work = work(&repo);
    assert_eq!((work.files_changed, work.files_parsed, work.files_dirty, work.edges_executed, work.keys_changed), (1, 1, 1, 1, 0));
}

#[test]
fn a_comment_above_a_function_rewrites_no_other_files_rows() {
    let repo = chain(20);
    work(&repo);
    let before = rows_without(&repo, "p/base.py");
    repo.write("p/base.py", "# Said before.\n\ndef shared():\n    return 1\n\n\ndef own():\n    return 2\n");
    let work = work(&repo);
    assert_eq!((work.files_parsed, work.edges_executed), (1, 1));
    assert_eq!(rows_without(&repo, "p/base.py"), before);
}

#[test]
fn renaming_an_exported_function_links_the_files_that_read_its_name() {
    for scale in [1, 2, 4] {
        let repo = chain(21 * scale);
        work(&repo);
        repo.write("p/base.py", "def renamed():\n    return 1\n\n\ndef own():\n    return 2\n");
        let work = work(&repo);
        assert_eq!(work.files_parsed, 1);
        assert_eq!(work.edges_executed, 7 * scale as u64 + 1, "the file itself and every third of {}", 21 * scale);
    }
}

#[test]
fn a_touched_file_costs_a_hash_and_nothing_else() {
    let repo = chain(5);
    work(&repo);
    let text = std::fs::read(repo.root().join("p/base.py")).unwrap();
    repo.write("p/base.py", text);
    let work = work(&repo);
    assert_eq!((work.files_changed, work.files_parsed, work.edges_executed, work.pieces_written), (0, 0, 0, 0));
}

#[test]
fn a_build_with_nothing_to_do_writes_nothing_but_settled_stats() {
    let repo = chain(5);
    work(&repo);
    let host = Arc::new(FaultHost::new(DiskHost::volatile(), 0, Fault::Crash));
    let summary = build_on(Arc::clone(&host) as _, &repo.options()).unwrap();
    assert!(summary.unchanged);
    assert!(host.writes() <= 1, "{} writes", host.writes());
}

#[test]
fn a_moved_file_is_not_parsed_again() {
    let repo = chain(5);
    work(&repo);
    let text = std::fs::read(repo.root().join("p/m1.py")).unwrap();
    repo.remove("p/m1.py");
    repo.write("p/deep/moved.py", text);
    let work = work(&repo);
    assert_eq!((work.files_changed, work.files_parsed), (2, 0));
}

#[test]
fn an_index_that_another_linker_made_is_linked_anew_and_nothing_is_parsed() {
    let repo = chain(5);
    work(&repo);
    assert!(repo.build().unchanged);
    let layout = repo.layout();
    let host = DiskHost::volatile();
    let binding = Manifest::read(&host, &layout).unwrap().binding();
    let stats = stats::read(&host, &layout.cache(), &binding).unwrap();
    let mut head = stats.head;
    head.linking[0] ^= 1;
    stats::write(&host, &layout.cache(), &binding, head, stats.entries().map(Result::unwrap)).unwrap();
    std::fs::remove_file(layout.cache().join("links.bin")).unwrap();
    let summary = repo.build();
    assert!(!summary.unchanged);
    assert_eq!((summary.work.files_parsed, summary.work.edges_executed), (0, 7));
    assert!(repo.build().unchanged);
}

#[test]
fn an_edit_writes_the_columns_of_what_it_changed_and_leaves_those_of_the_others_alone() {
    let repo = chain(20);
    work(&repo);
    let cache = repo.layout().cache();
    let columns = || std::fs::read(cache.join("links.bin")).unwrap();
    let base = columns();
    for (number, text) in [(1, "x = 1\n"), (2, "y = 2\n")] {
        repo.write(&format!("p/m{number}.py"), text);
        assert_eq!(work(&repo).edges_executed, 1, "the build before left columns that hold");
        assert!(columns() == base);
    }
    std::fs::remove_file(repo.root().join("p/m1.py")).unwrap();
    work(&repo);
    repo.write("p/m2.py", "z = 3\n");
    assert_eq!(work(&repo).edges_executed, 1);
    std::fs::remove_file(cache.join("links.changes.bin")).unwrap();
    repo.write("p/m2.py", "z = 4\n");
    assert_eq!(work(&repo).edges_executed, 21, "without them nobody knows what the others read");
    assert!(columns() != base);
    repo.check_clean();
}
