//! The read form: the same answers as from pieces, whoever damages, shares or deletes it; and no more work than the change asks for.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use smalti::base::span::Lines;
use smalti::host::Host;
use smalti::manifest::error::IndexError;
use smalti::pack::engine::pack;
use smalti::pack::request::PackRequest;
use smalti::pack::seeds;
use smalti::reader::census;
use smalti::reader::edges::Table;
use smalti::reader::ids::{ChunkId, Direction, FileId, Node};
use smalti::reader::index::Index;
use smalti::reader::sites::{Glimpse, Site, Wanted};
use smalti::retrieve::provider::Provider;
use smalti::retrieve::query::Query;
use smalti::retrieve::seeds::{Limits, Retriever};

use crate::hosts::{Meddling, refusal};
use crate::support::{Repo, host};

const MODULES: usize = 40;

/// Modules that import and call each other, with tests, prose, a broken file, and a name that is nowhere.
fn repo() -> Repo {
    let repo = Repo::new();
    repo.write("p/__init__.py", "");
    repo.write("README.md", "# Frames\n\nA frame keeps `read_frame`.\n");
    repo.write("p/broken.py", "def half(:\n");
    repo.write(
        "p/base.py",
        "class Frame:\n    \"\"\"One frame of bytes — é𝄞.\"\"\"\n\n    def read_frame(self, limit):\n        return self.missing(limit)\n",
    );
    for number in 0..MODULES {
        let text = format!(
            "from p.base import Frame\nimport os.path\n\n\ndef load{number}(path):\n    \"\"\"Loads frames number {number}.\"\"\"\n    frame = Frame()\n    return frame.read_frame(os.path.join(path, \"{number}\"))\n"
        );
        repo.write(&format!("p/m{number}.py"), text);
        repo.write(
            &format!("tests/test_m{number}.py"),
            format!("from p.m{number} import load{number}\n\n\ndef test_it():\n    load{number}(\"x\")\n"),
        );
    }
    repo
}

fn form(repo: &Repo) -> PathBuf {
    smalti::reader::form::path(&repo.layout())
}

/// A host whose clock is an hour ahead, so that what was just written counts as settled; it counts the pieces that are read.
fn counting() -> (Arc<dyn Host>, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let read = move |path: &std::path::Path| {
        counted.fetch_add(usize::from(path.extension().is_some_and(|it| it == "zst" || it == "list")), Ordering::SeqCst);
        Ok(())
    };
    (Arc::new(Meddling { read: Box::new(read), ahead_ns: 3_600_000_000_000, ..Meddling::new() }), count)
}

/// A host that lets nobody write.
fn read_only() -> Arc<dyn Host> {
    Meddling::at_write(|path| Err(refusal("create", path, ErrorKind::ReadOnlyFilesystem)))
}

/// Everything that an index answers, as text.
fn answers(index: &Index) -> String {
    let mut said = Vec::new();
    let retriever = Retriever::new(index).unwrap();
    for query in ["how is a frame read", "load7", "laod12", "p/m3.py:5", "the `Frame.read_frame` of \"frames number\"", "missing", "test it"] {
        let found = retriever.seeds(Provider::Sparse, &Query::parse(query).unwrap(), Limits { chunks: 30, files: 30 }).unwrap();
        said.push(format!("{found:?}"));
        let made = pack(index, &PackRequest { query: query.to_owned(), ..PackRequest::default() }).unwrap();
        said.push(serde_json::to_string(&made).unwrap());
    }
    let request = PackRequest { focus: seeds::focus(index, "read_frame").unwrap(), ..PackRequest::default() };
    said.push(serde_json::to_string(&pack(index, &request).unwrap()).unwrap());
    for file in (0u32..).take(index.file_count()).map(FileId) {
        said.push(format!("{:?} {:?}", index.file(file), index.sites_of(file, |_| true).unwrap()));
        for table in Table::ALL {
            for direction in [Direction::In, Direction::Out] {
                said.extend(index.edges_of(Node::File(file), direction, &[table]).unwrap().map(|edge| format!("{edge:?}")));
            }
        }
        for symbol in index.symbols_of(file) {
            said.push(format!("{symbol:?}"));
            said.extend(index.edges_of(Node::Symbol(symbol.id), Direction::In, &Table::ALL).unwrap().map(|edge| format!("{edge:?}")));
        }
    }
    said.extend((0u32..).take(index.chunk_count()).map(|id| format!("{:?} {:?}", index.chunk(ChunkId(id)), index.text(ChunkId(id)).unwrap())));
    said.push(format!("{:?}", census::doubtful_sites(index, &["missing", "join"]).unwrap()));
    said.push(format!("{:?}", census::files_with_gaps(index).unwrap()));
    said.join("\n")
}

#[test]
fn every_answer_is_the_one_that_pieces_give() {
    let repo = repo();
    repo.build();
    let of_pieces = Index::of_pieces(host(), &repo.layout()).unwrap();
    assert!(!of_pieces.has_form() && !form(&repo).exists());
    let expected = answers(&of_pieces);
    let (first, second) = (repo.open(), repo.open());
    assert!(first.has_form() && second.has_form());
    assert!(first.source().converted() > 0 && second.source().converted() == 0);
    assert!(answers(&first) == expected && answers(&second) == expected);
}

#[test]
fn sites_are_chosen_by_numbers_as_they_would_be_by_words() {
    type IsWanted<'a> = &'a dyn Fn(&Site<'_>) -> bool;
    let repo = repo();
    repo.build();
    let names = BTreeSet::from(["Frame", "frame", "read_frame", "nowhere"]);
    let lines = Lines { start: 5, end: 8 };
    let cases: [(Wanted<'_>, IsWanted<'_>); 4] = [
        (Wanted::Imports, &|it| it.role == "import" && it.enclosing.is_none()),
        (Wanted::Uses(&names), &|it| it.role != "import" && names.contains(it.name)),
        (Wanted::Kind("callsite"), &|it| it.kind == "callsite"),
        (Wanted::Within(lines), &|it| (lines.start..=lines.end).contains(&it.lines.start)),
    ];
    for index in [Box::new(Index::of_pieces(host(), &repo.layout()).unwrap()), Box::new(repo.open())] {
        for (wanted, is_wanted) in cases {
            let mut count = 0;
            for file in (0u32..).take(index.file_count()).map(FileId) {
                let mut expected = index.sites_of(file, |_| true).unwrap();
                expected.retain(is_wanted);
                let found: Vec<Site<'_>> = index.wanted_sites(file, wanted).unwrap().iter().map(Glimpse::site).collect();
                assert_eq!(found, expected, "{wanted:?}");
                count += found.len();
            }
            assert!(count > 0, "{wanted:?}");
        }
    }
}

#[test]
fn a_present_form_opens_no_piece_and_no_list() {
    let repo = repo();
    repo.build();
    drop(repo.open());
    let (host, count) = counting();
    // The first reader with an old enough root seals it.
    drop(Index::open(Arc::clone(&host), &repo.layout()).unwrap());
    count.store(0, Ordering::SeqCst);
    answers(&Index::open(host, &repo.layout()).unwrap());
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

#[test]
fn a_form_that_stands_as_it_did_is_checked_once() {
    let repo = repo();
    repo.build();
    let expected = answers(&repo.open());
    let (host, _) = counting();
    let open = || Index::open(Arc::clone(&host), &repo.layout()).unwrap();
    // The first reader seals the pieces, the next one the form with them.
    assert_eq!([(); 3].map(|()| open().is_form_known()), [false, true, true]);
    assert_eq!(answers(&open()), expected);
    let (path, mut bytes) = (form(&repo), std::fs::read(form(&repo)).unwrap());
    let good = bytes.clone();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(!open().is_form_known() && !Index::open(read_only(), &repo.layout()).unwrap().is_form_known());
    assert_eq!(answers(&open()), expected);
    std::fs::write(path.with_extension("next"), good).unwrap();
    std::fs::rename(path.with_extension("next"), &path).unwrap();
    assert_eq!([(); 2].map(|()| open().is_form_known()), [true, true]);
}

#[test]
fn an_edit_converts_the_pieces_that_it_changed_and_gives_the_form_of_a_clean_start() {
    let repo = repo();
    repo.build();
    let all = repo.open();
    let whole = {
        let fresh = Index::of_pieces(host(), &repo.layout()).unwrap();
        smalti::artifacts::ARTIFACTS.iter().map(|artifact| fresh.source().pieces(artifact).unwrap().len() as u64).sum::<u64>()
    };
    assert!(all.source().converted() <= whole && whole > 30);
    drop(all);
    let edits: [(&str, &str); 4] = [
        ("p/m7.py", "def load7(path):\n    return path\n"),
        ("p/base.py", "class Frame:\n    def read_frame(self, limit, more=None):\n        return limit\n\n    def close(self):\n        pass\n"),
        ("a/first.py", "from p.m1 import load1\n\n\ndef first():\n    return load1(\"a\")\n"),
        ("p/m7.py", ""),
    ];
    for (number, (path, text)) in edits.into_iter().enumerate() {
        repo.write(path, text);
        if number == 3 {
            repo.remove("p/m9.py");
        }
        repo.build();
        let after = repo.open();
        assert!(after.source().converted() < whole / 2, "{path}: {} of {whole}", after.source().converted());
        let grown = std::fs::read(form(&repo)).unwrap();
        assert_eq!(answers(&after), answers(&Index::of_pieces(host(), &repo.layout()).unwrap()));
        drop(after);
        std::fs::remove_dir_all(repo.layout().cache()).unwrap();
        drop(repo.open());
        assert!(grown == std::fs::read(form(&repo)).unwrap(), "{path}");
    }
}

#[test]
fn no_damaged_foreign_or_older_form_is_believed() {
    let repo = Repo::built(&[
        ("a.py", "def frame(text):\n    \"\"\"Frames text.\"\"\"\n    return missing(text)\n"),
        ("b.py", "from a import frame\n\n\ndef use():\n    return frame(\"x\")\n"),
    ]);
    let small = |index: &Index| {
        let made = pack(index, &PackRequest { query: "frame of text".to_owned(), ..PackRequest::default() }).unwrap();
        let sites: Vec<_> = (0u32..).take(index.file_count()).map(|file| format!("{:?}", index.sites_of(FileId(file), |_| true).unwrap())).collect();
        format!("{} {sites:?} {:?}", serde_json::to_string(&made).unwrap(), census::doubtful_sites(index, &["missing"]).unwrap())
    };
    let expected = small(&Index::of_pieces(host(), &repo.layout()).unwrap());
    drop(repo.open());
    let path = form(&repo);
    let good = std::fs::read(&path).unwrap();
    let check = |bytes: &[u8], what: &str| {
        std::fs::write(path.with_extension("next"), bytes).unwrap();
        std::fs::rename(path.with_extension("next"), &path).unwrap();
        assert_eq!(small(&repo.open()), expected, "{what}");
        // Whoever found the damage out made room for a whole form.
        drop(repo.open());
    };
    for at in (0..good.len()).step_by(23) {
        let mut flipped = good.clone();
        flipped[at] ^= 1 << (at % 8);
        check(&flipped, &format!("byte {at} is flipped"));
    }
    for at in [0, 1, 63, 64, 200, good.len() / 2, good.len() - 1] {
        check(&good[..at], &format!("cut at {at}"));
    }
    check(&[good.as_slice(), b"x"].concat(), "longer");
    let other = Repo::built(&[("a.py", "def other():\n    return 1\n")]);
    drop(other.open());
    check(&std::fs::read(form(&other)).unwrap(), "of another root");
    assert_eq!(std::fs::read(&path).unwrap(), good);
}

#[test]
fn without_write_access_answers_are_the_same_and_nothing_is_written() {
    let repo = repo();
    repo.build();
    std::fs::remove_dir_all(repo.layout().cache()).unwrap();
    let index = Index::open(read_only(), &repo.layout()).unwrap();
    assert!(!index.has_form());
    let expected = answers(&index);
    assert!(!repo.layout().cache().exists());
    // A form that somebody else wrote serves those who may not write.
    assert_eq!(answers(&repo.open()), expected);
    let index = Index::open(read_only(), &repo.layout()).unwrap();
    assert!(index.has_form() && index.source().converted() == 0);
    assert_eq!(answers(&index), expected);
}

#[test]
fn a_full_disk_costs_the_form_and_no_answer() {
    let repo = repo();
    repo.build();
    let full = Meddling::at_write(|path| {
        let is_form = path.file_name().is_some_and(|name| name == "read-form");
        if is_form { Err(refusal("write", path, ErrorKind::StorageFull)) } else { Ok(()) }
    });
    let index = Index::open(full, &repo.layout()).unwrap();
    assert!(!form(&repo).exists());
    assert_eq!(answers(&index), answers(&Index::of_pieces(host(), &repo.layout()).unwrap()));
}

#[test]
fn a_piece_that_is_damaged_later_is_found_though_no_answer_needs_it() {
    let repo = repo();
    repo.build();
    let (host, _) = counting();
    drop(Index::open(Arc::clone(&host), &repo.layout()).unwrap());
    drop(Index::open(Arc::clone(&host), &repo.layout()).unwrap());
    for artifact in ["files", "postings", "repo_graph"] {
        let piece = std::fs::read_dir(repo.layout().artifact(artifact)).unwrap().next().unwrap().unwrap().path();
        let good = std::fs::read(&piece).unwrap();
        let mut bad = good.clone();
        bad[good.len() / 2] ^= 4;
        std::fs::write(&piece, bad).unwrap();
        let refused = Index::open(Arc::clone(&host), &repo.layout()).err();
        assert!(matches!(&refused, Some(IndexError::Corrupt { place, .. }) if place.ends_with(".zst")), "{artifact}: {refused:?}");
        std::fs::remove_file(&piece).unwrap();
        assert!(matches!(Index::open(Arc::clone(&host), &repo.layout()).err(), Some(IndexError::Corrupt { .. })));
        std::fs::write(&piece, good).unwrap();
        drop(Index::open(Arc::clone(&host), &repo.layout()).unwrap());
    }
}

#[test]
fn readers_share_a_form_with_each_other_and_with_builds() {
    let repo = repo();
    repo.build();
    let versions: Vec<String> = (0..4).map(|turn| format!("def load7(path):\n    return [path, {turn}]\n")).collect();
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..12 {
                        match Index::open(host(), &repo.layout()) {
                            Ok(index) => {
                                let load = index.symbols_named("load7").next().and_then(|symbol| symbol.chunk).unwrap();
                                let text = index.text(load).map(|text| text.unwrap().to_owned());
                                let lost = matches!(&text, Err(IndexError::Corrupt { what, .. }) if what == "it is missing");
                                assert!(lost || text.as_ref().is_ok_and(|text| text.starts_with("def load7(path):")), "{text:?}");
                            }
                            // Lost twice to builds that follow each other: what it looked for is gone, never half there.
                            Err(cause) => assert!(matches!(&cause, IndexError::Corrupt { what, .. } if what == "it is missing"), "{cause}"),
                        }
                    }
                })
            })
            .collect();
        for text in &versions {
            repo.write("p/m7.py", text);
            repo.build();
        }
        readers.into_iter().for_each(|reader| reader.join().unwrap());
    });
    assert_eq!(answers(&repo.open()), answers(&Index::of_pieces(host(), &repo.layout()).unwrap()));
}
