//! The reader: what a committed root says, whoever opens it and however its rows are cut.

use std::collections::BTreeSet;

use smalti::manifest::error::IndexError;
use smalti::manifest::layout::Layout;
use smalti::reader::census;
use smalti::reader::edges::Table;
use smalti::reader::ids::{ChunkId, Direction, FileId, Node, SymbolId};
use smalti::reader::index::Index;
use smalti::reader::terms::Field;

use crate::support::{Repo, host};

const LIB: &str = "//! Greets.\n\nmod other;\n\n/// Says hello to someone.\npub fn greet(name: &str) -> String {\n    other::polish(name)\n}\n\npub struct Guest {\n    pub name: String,\n}\n\nimpl Guest {\n    pub fn welcome(&self) -> String {\n        greet(&self.name)\n    }\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn greets() {\n        super::greet(\"é𝄞\");\n    }\n}\n";

fn repo() -> Repo {
    Repo::of(&[
        ("Cargo.toml", "[package]\nname = \"hello\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", LIB),
        ("src/other.rs", "use std::fmt::Debug;\n\npub fn polish(name: &str) -> String {\n    unknown(name);\n    name.to_owned()\n}\n"),
        ("src/broken.rs", "pub fn half( {\n"),
    ])
}

fn symbol(index: &Index, name: &str) -> SymbolId {
    index.symbols_named(name).next().unwrap_or_else(|| panic!("no symbol is called {name}")).id
}

#[test]
fn every_row_is_found_again_by_its_ids() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let rows = repo.rows("symbols");
    let distinct: BTreeSet<&str> = rows.iter().map(|row| row["symbolId"].as_str().unwrap()).collect();
    assert_eq!(index.symbol_count(), distinct.len());
    for row in &rows {
        let id = index.find_symbol(row["symbolId"].as_str().unwrap()).unwrap();
        let found = index.definitions(id).find(|it| u64::from(it.range.start) == row["range"]["start"].as_u64().unwrap()).unwrap();
        assert_eq!(
            (found.name, found.signature, found.doc),
            (row["name"].as_str().unwrap(), row["signature"].as_str().unwrap(), row["doc"].as_str().unwrap())
        );
        assert_eq!(found.container.map(|it| index.symbol(it).symbol_id), row["container"].as_str());
        assert_eq!(found.chunk.map(|it| index.chunk(it).uid.to_string()).as_deref(), row["chunkUid"].as_str());
        assert_eq!(found.evidence.to_string(), row["evidenceId"].as_str().unwrap());
        assert_eq!(
            found.parameters().collect::<Vec<_>>(),
            row["parameters"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect::<Vec<_>>()
        );
    }
    let texts = repo.rows("chunk_text");
    assert_eq!(index.chunk_count(), texts.len());
    for row in &texts {
        let uid = smalti::reader::ids::ChunkUid::parse(row["chunkUid"].as_str().unwrap()).unwrap();
        let id = index.find_chunk(uid).unwrap();
        assert_eq!(index.text(id).unwrap(), row["text"].as_str());
        assert_eq!(index.path(index.file_of(id)), row["path"].as_str().unwrap());
    }
    for row in repo.rows("files") {
        let file = index.file(index.find_file(row["path"].as_str().unwrap()).unwrap());
        assert_eq!((Some(file.class), file.source_hash), (row["class"].as_str(), row["sourceHash"].as_str().unwrap()));
    }
    assert_eq!(index.find_file("src/none.rs"), None);
}

#[test]
fn the_head_of_a_large_type_ends_where_its_types_begin_and_is_a_piece_at_most() {
    let body = |count: usize| (0..count).fold(String::new(), |body, number| body + &format!("    LIMIT_{number} = {number}\n"));
    let method = "    def go(self):\n        return 1\n";
    let outer = format!("class Outer:\n    a = 1\n\n    class Inner:\n        b = 2\n\n{}\n{method}", body(300));
    let repo = Repo::built(&[("outer.py", &outer), ("flat.py", &format!("class Flat:\n{}", body(1_000)))]);
    let index = repo.open();
    let lines = |name: &str| index.chunk(index.symbols_named(name).next().unwrap().chunk.unwrap()).lines;
    assert_eq!((lines("Outer").start, lines("Outer").end), (1, 3));
    let flat = lines("Flat");
    assert!(flat.start == 1 && (300..700).contains(&flat.end), "{flat:?}");
    let last = index.symbols_named("LIMIT_999").next().unwrap();
    let piece = index.chunk(index.chunk_at(last.file, last.name_line).unwrap()).lines;
    assert!(piece.start > flat.end, "what stands behind the head is a piece of its own");
}

#[test]
fn a_line_belongs_to_the_smallest_chunk_around_it() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let file = index.find_file("src/lib.rs").unwrap();
    let name = |line: u32| index.chunk_at(file, line).map(|chunk| index.chunk(chunk).name);
    assert_eq!((name(7), name(15), name(11)), (Some("greet"), Some("Guest.welcome"), Some("Guest")));
    assert_eq!(name(10_000), None);
}

#[test]
fn edges_are_found_from_both_ends_with_their_evidence() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let (greet, welcome) = (symbol(&index, "greet"), symbol(&index, "welcome"));
    let callers: Vec<_> = index.edges_of(Node::Symbol(greet), Direction::In, &[Table::Call]).unwrap().collect();
    assert!(callers.iter().any(|edge| edge.from == Node::Symbol(welcome)));
    assert_eq!(callers.len(), index.fan_in(greet, Table::Call).unwrap());
    for edge in &callers {
        let site = index.site_of(edge).unwrap().unwrap();
        assert_eq!((site.name, index.evidence_kind(edge).unwrap()), ("greet", "callsite"));
        assert!(index.edges_of(edge.from, Direction::Out, &[Table::Call]).unwrap().any(|other| other == *edge));
    }
    let tests: Vec<_> = index.tests_of(greet).unwrap().map(|edge| edge.from).collect();
    assert_eq!(tests, [Node::Symbol(symbol(&index, "greets"))]);
    let defined = index.edges_of(Node::Symbol(greet), Direction::In, &[Table::Structure]).unwrap().find(|edge| edge.edge_type == "defines").unwrap();
    assert_eq!(index.evidence_kind(&defined).unwrap(), "span");
}

#[test]
fn every_edge_row_is_an_edge_and_stands_at_both_its_ends() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let print = |node: Node<'_>| match node {
        Node::File(file) => format!("file:{}", index.path(file)),
        Node::Symbol(symbol) => index.symbol(symbol).symbol_id.to_owned(),
        Node::Module(name) => format!("module:{name}"),
    };
    for table in Table::ALL {
        let rows = repo.rows(table.artifact().name);
        let edges: Vec<_> = index.edges(table).unwrap().all(&index).collect();
        assert_eq!(rows.len(), edges.len());
        for (row, edge) in rows.iter().zip(&edges) {
            let expected = [&row["from"], &row["to"], &row["type"], &row["rule"], &row["evidenceId"]].map(|it| it.as_str().unwrap().to_owned());
            assert_eq!(expected, [print(edge.from), print(edge.to), edge.edge_type.to_owned(), edge.rule.to_owned(), edge.evidence.to_string()]);
            assert!(index.edges(table).unwrap().of(&index, edge.from, Direction::Out).any(|it| it == *edge));
            assert!(index.edges(table).unwrap().of(&index, edge.to, Direction::In).any(|it| it == *edge));
        }
    }
}

#[test]
fn absence_names_what_was_not_resolved_and_not_parsed() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let doubtful = census::doubtful_sites(&index, &["unknown"]).unwrap();
    assert_eq!(doubtful.iter().map(|it| it.outcome).collect::<Vec<_>>(), ["unresolved"]);
    assert!(census::doubtful_sites(&index, &["greet"]).unwrap().is_empty());
    let gaps: Vec<&str> = census::files_with_gaps(&index).unwrap().into_iter().map(|file| index.path(file)).collect();
    assert_eq!(gaps, ["src/broken.rs"]);
}

#[test]
fn inverted_terms_are_the_postings() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let terms = index.terms().unwrap();
    let mut count = 0;
    for row in repo.rows("postings") {
        let chunk = index.find_chunk(smalti::reader::ids::ChunkUid::parse(row["chunkUid"].as_str().unwrap()).unwrap()).unwrap();
        for (field, name) in Field::ALL.into_iter().zip(["name", "signature", "doc", "body"]) {
            let mut length = 0;
            for (term, occurrences) in row[name].as_object().unwrap() {
                let posting = terms.postings(term).unwrap().find(|posting| posting.chunk == chunk).unwrap();
                assert_eq!(u64::from(posting.count(field)), occurrences.as_u64().unwrap(), "{term}");
                length += posting.count(field);
                count += 1;
            }
            assert_eq!(terms.length(chunk, field), length);
        }
        for term in row["pathTerms"].as_object().unwrap().keys() {
            assert!(terms.path_files(term).any(|file| file == index.file_of(chunk)));
        }
    }
    let found: usize = terms
        .starting_with("")
        .map(|term| terms.postings(term).unwrap().map(|it| Field::ALL.iter().filter(|field| it.count(**field) > 0).count()).sum::<usize>())
        .sum();
    assert_eq!(found, count);
    assert_eq!(terms.postings("nosuchterm").unwrap().len(), 0);
}

#[test]
fn dense_ids_follow_the_order_of_the_tables() {
    let repo = repo();
    repo.build();
    let index = repo.open();
    let paths: Vec<&str> = (0u32..).take(index.file_count()).map(|file| index.path(FileId(file))).collect();
    assert!(paths.windows(2).all(|pair| pair[0] < pair[1]));
    let keys: Vec<_> =
        (0u32..).take(index.chunk_count()).map(ChunkId).map(|id| index.chunk(id)).map(|it| (it.file, it.range.start, it.uid)).collect();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn a_root_without_text_says_so_and_one_elsewhere_answers_the_same() {
    let repo = repo();
    let options = smalti::pipeline::options::BuildOptions { text: false, ..repo.options() };
    crate::support::build(&options).unwrap();
    let index = repo.open();
    assert!(index.chunk_count() > 0);
    assert!((0u32..).take(index.chunk_count()).all(|chunk| index.text(ChunkId(chunk)).unwrap().is_none()));
    let elsewhere = repo.beside("copy");
    std::fs::create_dir_all(&elsewhere).unwrap();
    std::fs::rename(repo.root().join(".smalti/pieces"), elsewhere.join("pieces")).unwrap();
    let copy = Index::open(host(), &Layout::new(&elsewhere)).unwrap();
    assert_eq!((copy.chunk_count(), copy.symbol_count()), (index.chunk_count(), index.symbol_count()));
}

#[test]
fn missing_and_damaged_roots_are_refused() {
    let repo = repo();
    let layout = repo.layout();
    assert!(matches!(Index::open(host(), &layout).err(), Some(IndexError::Missing(_))));
    repo.build();
    for artifact in ["symbols", "edges_call", "postings", "chunk_text", "sites"] {
        let folder = layout.artifact(artifact);
        let piece = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let whole = std::fs::read(&piece).unwrap();
        let mut damaged = whole.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0x40;
        std::fs::write(&piece, &damaged).unwrap();
        let result = Index::open(host(), &layout).and_then(|index| {
            index.edges(Table::Call)?;
            index.terms()?;
            census::doubtful_sites(&index, &["x"])?;
            (0u32..).take(index.chunk_count()).try_for_each(|chunk| index.text(ChunkId(chunk)).map(|_| ()))
        });
        assert!(matches!(result, Err(IndexError::Corrupt { .. })), "{artifact}: {result:?}");
        std::fs::write(&piece, whole).unwrap();
    }
}

#[test]
fn what_is_defined_twice_at_one_place_is_one_row() {
    let files = [
        ("a.c", "typedef int t, t, *t;\n"),
        ("a.js", "var [_, _] = f();\nvar { m, m } = z;\n"),
        ("a.lua", "local _, _, x = string.find(a, b)\n"),
        ("b.go", "package b\n\nvar a, a = 1, 2\n\ntype T struct{ f, f int }\n"),
        ("Dockerfile", "FROM a\nARG X X\n"),
    ];
    let repo = Repo::built(&files);
    let ran = crate::program::line(&repo.folder(), "index verify repo");
    assert!(ran.exit == Some(0) && ran.out.contains(", 0 findings"), "{ran:?}");
    let rows = repo.rows("symbols");
    assert_eq!(rows.iter().filter(|row| row["path"] == "a.c").count(), 1, "{rows:#?}");
    assert_eq!(rows.iter().filter(|row| row["path"] == "a.js" && row["name"] == "m").count(), 1);
}
