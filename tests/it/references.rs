//! `index verify` finds every kind of broken reference in an index whose digests all fit.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use smalti::artifacts::{ARTIFACTS, find, jsonl};
use smalti::manifest::layout::Layout;
use smalti::manifest::model::{Manifest, Table};
use smalti::manifest::pieces::{self, Group, Piece};
use smalti::manifest::reading;
use smalti::manifest::verify::{self, Findings};

use crate::program::line;
use crate::support::{Repo, host};

/// Names everything that can be named: containers, chunks, sites, all kinds of edges, problems, mentions.
fn repository() -> Repo {
    Repo::built(&[
        ("pkg/__init__.py", "from .shapes import Shape\n"),
        ("pkg/shapes.py", "class Shape:\n    def area(self):\n        return self.side()\n\n    def side(self):\n        return 2\n"),
        ("main.py", "from pkg import Shape\n\n\ndef run(shape: Shape):\n    return shape\n\n\nrun(Shape().area())\n"),
        ("broken.py", "def f(:\n"),
        ("raw.rs", "pub unsafe fn raw() {}\n"),
        ("README.md", "See `Shape`.\n"),
    ])
}

type Rows = BTreeMap<&'static str, Vec<Value>>;

fn rows(layout: &Layout) -> (Manifest, Rows) {
    let opened = reading::open(host().as_ref(), layout).unwrap();
    let mut tables = Rows::new();
    for (artifact, stream) in ARTIFACTS.iter().zip(&opened.streams) {
        let rows = tables.entry(artifact.name).or_default();
        for piece in stream.pieces() {
            let text = pieces::read_piece(host().as_ref(), layout, artifact.name, piece).unwrap();
            rows.extend(String::from_utf8(text).unwrap().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    (opened.manifest, tables)
}

/// Writes one table as the program would, with digests that fit.
fn write(layout: &Layout, name: &str, rows: &[Value]) -> (Vec<Piece>, Table) {
    let (_, artifact) = find(name).unwrap();
    let mut bytes = Vec::new();
    let mut files: Vec<(&str, usize, u32)> = Vec::new();
    for row in rows {
        let line = jsonl::canonical(row) + "\n";
        bytes.extend_from_slice(line.as_bytes());
        files.push((row["path"].as_str().unwrap(), line.len(), 1));
    }
    let (pieces, _) = pieces::write_group(host().as_ref(), layout, artifact, &Group { rows: &bytes, files: &files }).unwrap();
    let (list, table) = pieces::list(artifact, &pieces).unwrap();
    host().write(&layout.list(name, table.list_name()), &list).unwrap();
    (pieces, table)
}

/// Rewrites the index with changed rows; every digest is that of what stands there.
fn tamper(root: &Path, change: &dyn Fn(&mut Rows)) {
    let layout = Layout::new(root);
    let (manifest, mut tables) = rows(&layout);
    change(&mut tables);
    let artifacts = tables.iter().map(|(name, rows)| ((*name).to_owned(), write(&layout, name, rows).1)).collect();
    let with_history = manifest.history_signature.is_some();
    let changed = Manifest::new(artifacts, manifest.options, manifest.source_signature, manifest.source_date, with_history, manifest.embedding);
    host().write(&layout.manifest(), &changed.to_bytes()).unwrap();
}

fn findings(root: &Path) -> Findings {
    let layout = Layout::new(root);
    let opened = reading::open(host().as_ref(), &layout).unwrap();
    verify::verify(host().as_ref(), &layout, &opened).unwrap()
}

/// Checks that a change of rows is found, in these words.
#[track_caller]
fn check(change: impl Fn(&mut Rows), words: &str) {
    let repo = repository();
    let root = repo.index_root();
    tamper(&root, &change);
    let findings = findings(&root);
    assert!(findings.listed.iter().any(|finding| finding.contains(words)), "{words}: {:#?}", findings.listed);
    assert_eq!(findings.damaged, 0);
}

/// The first row with a text in a column.
#[track_caller]
fn row<'a>(rows: &'a mut Rows, table: &str, column: &str, value: &str) -> &'a mut Value {
    rows.get_mut(table).unwrap().iter_mut().find(|row| row[column].as_str().is_some_and(|text| text.contains(value))).unwrap()
}

#[test]
fn an_index_that_is_only_written_again_has_no_findings() {
    let repo = repository();
    let root = repo.index_root();
    let before = rows(&Layout::new(&root));
    tamper(&root, &|_| {});
    assert_eq!(findings(&root).listed, Vec::<String>::new());
    assert_eq!(rows(&Layout::new(&root)).1, before.1);
    for table in [
        "edges_call",
        "edges_dataflow",
        "edges_export",
        "edges_import",
        "edges_structure",
        "edges_usage",
        "problems",
        "repo_graph",
        "risks",
        "postings",
    ] {
        assert!(!before.1[table].is_empty(), "the repository shows no {table}");
    }
}

#[test]
fn an_import_of_the_top_folder_names_it() {
    let repo = Repo::built(&[("a.py", "from . import b\nfrom . import missing\n"), ("b.py", "")]);
    assert_eq!(findings(&repo.index_root()).listed, Vec::<String>::new());
    assert!(repo.rows("edges_import").iter().any(|edge| edge["to"] == "module:."));
}

#[test]
fn a_row_of_a_file_that_is_not_there_is_found() {
    for table in ["chunk_meta", "chunk_text", "sites", "symbols", "postings", "edges_call", "repo_graph"] {
        check(|rows| row(rows, table, "path", "shapes.py")["path"] = json!("pkg/zzz.py"), &format!("{table}: `pkg/zzz.py` is not in `files`"));
    }
    let gone = |rows: &mut Rows| rows.get_mut("files").unwrap().retain(|row| row["path"] != "pkg/shapes.py");
    check(gone, "symbols: `pkg/shapes.py` is not in `files`");
    check(gone, "`sourceSignature` is that of other files");
}

#[test]
fn a_chunk_that_is_not_there_is_found() {
    let other = json!("xxh64:0000000000000000");
    for table in ["chunk_text", "symbols", "postings"] {
        check(|rows| row(rows, table, "path", "shapes.py")["chunkUid"] = other.clone(), &format!("{table}: no chunk xxh64:0000000000000000"));
    }
    check(|rows| row(rows, "chunk_text", "text", "side")["text"] = json!("other text"), "is another one");
}

#[test]
fn a_symbol_that_is_not_there_is_found() {
    let other = json!("scip:smalti . . . nobody().");
    check(|rows| row(rows, "chunk_meta", "symbolId", "area")["symbolId"] = other.clone(), "chunk_meta: no symbol `scip:smalti . . . nobody().`");
    check(|rows| row(rows, "symbols", "container", "Shape")["container"] = other.clone(), "symbols: no symbol `scip:smalti . . . nobody().`");
    check(|rows| row(rows, "risks", "symbolId", "raw")["symbolId"] = other.clone(), "risks: no symbol `scip:smalti . . . nobody().`");
    check(|rows| row(rows, "sites", "enclosing", "area")["enclosing"] = other.clone(), "sites: no symbol `scip:smalti . . . nobody().`");
    for table in ["edges_call", "edges_dataflow", "edges_export", "edges_import", "edges_structure", "edges_usage"] {
        for end in ["from", "to"] {
            check(|rows| rows.get_mut(table).unwrap()[0][end] = other.clone(), &format!("{table}: `scip:smalti . . . nobody().` is nowhere"));
        }
    }
    check(|rows| row(rows, "repo_graph", "node_id", "area")["node_id"] = other.clone(), "repo_graph: `scip:smalti . . . nobody().` is nowhere");
    let node = |rows: &mut Rows| {
        let nodes = rows.get_mut("repo_graph").unwrap();
        let with_edges = nodes.iter_mut().find(|row| !row["edges"].as_array().unwrap().is_empty()).unwrap();
        with_edges["edges"][0]["to"] = other.clone();
    };
    check(node, "repo_graph: `scip:smalti . . . nobody().` is nowhere");
    let gone = |rows: &mut Rows| rows.get_mut("symbols").unwrap().retain(|row| row["name"] != "side");
    check(gone, "edges_call: `scip:");
}

#[test]
fn an_end_of_an_edge_that_is_no_node_is_found() {
    for end in ["file:pkg/zzz.py", "chunk:xxh64:0000000000000000", "", "module:"] {
        check(|rows| rows.get_mut("edges_usage").unwrap()[0]["to"] = json!(end), &format!("edges_usage: `{end}` is nowhere"));
    }
}

#[test]
fn a_symbol_of_two_files_is_found() {
    let twice = |rows: &mut Rows| {
        let id = row(rows, "symbols", "name", "area")["symbolId"].clone();
        row(rows, "symbols", "name", "run")["symbolId"] = id;
    };
    check(twice, "stands in `main.py` and in `pkg/shapes.py`");
}

#[test]
fn evidence_that_is_not_there_is_found() {
    for table in ["edges_call", "edges_dataflow", "edges_import", "edges_structure", "edges_usage"] {
        let change = |rows: &mut Rows| {
            let rows = rows.get_mut(table).unwrap();
            let edge = rows.iter_mut().find(|row| row["type"] != "mentions").unwrap();
            edge["evidenceId"] = json!("ev:0000000000000000");
        };
        check(change, &format!("{table}: evidence ev:0000000000000000"));
    }
    check(|rows| rows.get_mut("edges_export").unwrap()[0]["evidenceId"] = json!(""), "edges_export: evidence ");
    let gone = |rows: &mut Rows| rows.get_mut("sites").unwrap().retain(|row| row["kind"] != "callsite");
    check(gone, "edges_call: evidence ev:");
}

#[test]
fn a_site_that_does_not_belong_to_the_bytes_of_its_file_is_found() {
    check(|rows| row(rows, "sites", "kind", "callsite")["byteEnd"] = json!(7), "is not evidence of the bytes of");
    let other = json!(format!("blake3:{}", "0".repeat(64)));
    check(|rows| row(rows, "files", "path", "shapes.py")["sourceHash"] = other.clone(), "is not evidence of the bytes of `pkg/shapes.py`");
    check(|rows| row(rows, "files", "path", "shapes.py")["sourceHash"] = json!("md5:0"), "`pkg/shapes.py` has no source hash");
}

#[test]
fn problems_that_are_not_counted_are_found() {
    check(|rows| rows.get_mut("problems").unwrap().clear(), "files: `broken.py` has another number of problems than it says");
    check(|rows| row(rows, "files", "path", "main.py")["problemCount"] = json!(1), "files: `main.py` has another number of problems");
}

#[test]
fn a_file_that_changed_with_one_that_is_not_there_is_found() {
    let history = |rows: &mut Rows| {
        let row = json!({
            "changes": 1, "coChanged": [{ "path": "gone.py", "weight": 1 }], "lastChange": null, "path": "main.py", "shallow": false
        });
        rows.get_mut("history").unwrap().push(row);
    };
    check(history, "history: `gone.py`, which changed with `main.py`, is not in `files`");
    let commits = |rows: &mut Rows| {
        let row = json!({
            "changed": 1, "commitId": "c0ffee", "path": "main.py", "paths": ["main.py", "gone.py"], "terms": [], "time": "2023-11-14T22:16:20Z"
        });
        rows.get_mut("commits").unwrap().push(row);
    };
    check(commits, "commits: `gone.py`, which `c0ffee` changed, is not in `files`");
}

#[test]
fn rows_out_of_order_or_twice_are_found() {
    check(|rows| rows.get_mut("symbols").unwrap().reverse(), "is out of order or stands twice");
    check(
        |rows| {
            let rows = rows.get_mut("sites").unwrap();
            rows.insert(0, rows[0].clone());
        },
        "is out of order or stands twice",
    );
}

#[test]
fn a_list_that_says_other_than_its_pieces_hold_is_found() {
    let repo = repository();
    let root = repo.index_root();
    let layout = Layout::new(&root);
    for wrong in ["rows", "firstKey", "lastKey"] {
        let (manifest, tables) = rows(&layout);
        let (mut pieces, _) = write(&layout, "symbols", &tables["symbols"]);
        match wrong {
            "rows" => pieces[0].rows += 1,
            "firstKey" => pieces[0].first_key = "a".to_owned(),
            _ => pieces[0].last_key = "z".to_owned(),
        }
        let (list, table) = pieces::list(find("symbols").unwrap().1, &pieces).unwrap();
        host().write(&layout.list("symbols", table.list_name()), &list).unwrap();
        let mut artifacts = manifest.artifacts.clone();
        artifacts.insert("symbols".to_owned(), table);
        let changed =
            Manifest::new(artifacts, manifest.options.clone(), manifest.source_signature.clone(), manifest.source_date.clone(), false, None);
        host().write(&layout.manifest(), &changed.to_bytes()).unwrap();
        let findings = findings(&root);
        assert!(findings.listed.iter().any(|it| it.contains("does not hold the rows that its list says")), "{wrong}: {:?}", findings.listed);
        host().write(&layout.manifest(), &manifest.to_bytes()).unwrap();
    }
}

#[test]
fn a_manifest_that_says_other_than_its_lists_is_found() {
    let repo = repository();
    let root = repo.index_root();
    let layout = Layout::new(&root);
    let (manifest, _) = rows(&layout);
    let mut artifacts = manifest.artifacts.clone();
    artifacts.get_mut("symbols").unwrap().rows += 1;
    let changed = Manifest::new(artifacts, manifest.options.clone(), manifest.source_signature.clone(), manifest.source_date.clone(), false, None);
    host().write(&layout.manifest(), &changed.to_bytes()).unwrap();
    assert_eq!(findings(&root).listed, ["symbols: its list does not add up to what the manifest says"]);
}

#[test]
fn findings_exit_with_1_and_a_clean_build_shows_the_first_row_that_differs() {
    let repo = repository();
    let folder = repo.folder();
    let root = repo.index_root();
    tamper(&root, &|rows| row(rows, "sites", "enclosing", "area")["enclosing"] = json!("scip:nobody"));
    let ran = line(&folder, "index verify repo");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    assert!(ran.out.contains("1 findings\nsites: no symbol `scip:nobody` around `ev:"), "{ran:?}");
    let repo = repository();
    let folder = repo.folder();
    let root = repo.index_root();
    // A row that refers to nothing wrong, and is wrong all the same.
    tamper(&root, &|rows| row(rows, "symbols", "name", "side")["signature"] = json!("def side(other)"));
    assert_eq!(line(&folder, "index verify repo").exit, Some(0));
    let ran = line(&folder, "index verify --clean repo");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    let (_, rest) = ran.out.split_once("differs from a clean build: symbols: this index has `").unwrap();
    let (mine, rest) = rest.split_once("`, a clean build `").unwrap();
    let (theirs, rest) = rest.split_once("`\n").unwrap();
    let (mine, theirs): (Value, Value) = (serde_json::from_str(mine).unwrap(), serde_json::from_str(theirs).unwrap());
    assert_eq!((&mine["signature"], &theirs["signature"]), (&json!("def side(other)"), &json!("def side(self)")));
    assert_eq!(rest, "the repository has not changed since the index was built: please report it\n");
    let json = line(&folder, "index verify --clean --json repo").json();
    assert_eq!((&json["clean"], &json["stale"], &json["findingCount"]), (&json!(false), &json!(false), &json!(0)));
}
