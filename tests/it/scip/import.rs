//! Compiler edges in a build: they win, what they contradict is listed, what does not fit is refused and named.

use std::path::PathBuf;

use scip::types::{Document, PositionEncoding};
use serde_json::Value;
use smalti::base::caps::MAX_SCIP_DEFINITIONS;
use smalti::pipeline::options::BuildOptions;
use smalti::pipeline::summary::Summary;
use smalti::scip::merge::merge;

use super::craft::{Word, document, index, retold, write};
use super::export::{export_of, read};
use crate::program;
use crate::support::{Repo, build, host, index_text};

const UNIT: PositionEncoding = PositionEncoding::UTF16CodeUnitOffsetFromLineStart;
const TYPES: &str = "class A:\n    def go(self): pass\n\n\nclass B:\n    def go(self): pass\n";
const USER: &str = "from types_ import A\n\n\ndef f(x):\n    é = '𝄞'; x.go()\n\n\ndef g():\n    A().go()\n";
const A_GO: &str = "py pip m 1 types_/A#go().";
const B_GO: &str = "py pip m 1 types_/B#go().";

fn repo() -> Repo {
    Repo::of(&[("types_.py", TYPES), ("user.py", USER)])
}

fn types() -> Document {
    let words: &[Word<'_>] =
        &[(0, "A", true, "py pip m 1 types_/A#"), (1, "go", true, A_GO), (4, "B", true, "py pip m 1 types_/B#"), (5, "go", true, B_GO)];
    document("types_.py", TYPES, UNIT, words)
}

fn user(unit: PositionEncoding, words: &[Word<'_>]) -> Document {
    document("user.py", USER, unit, words)
}

fn build_with(repo: &Repo, files: &[PathBuf]) -> Summary {
    build(&BuildOptions { scip: files.to_vec(), ..repo.options() }).unwrap()
}

/// Outcome, rule and targets of the call on a line of `user.py`.
fn call(repo: &Repo, line: u64, name: &str) -> (String, String, Vec<String>) {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let sites = repo.rows("sites");
    let site =
        sites.iter().find(|row| row["path"] == "user.py" && row["lines"]["start"] == line && row["name"] == name && row["role"] == "call").unwrap();
    let edges = repo.rows("edges_call").into_iter().filter(|row| row["evidenceId"] == site["evidenceId"]);
    (text(site, "outcome"), text(site, "rule"), edges.map(|row| text(&row, "to")).collect())
}

fn problems(repo: &Repo, code: &str) -> Vec<String> {
    repo.rows("problems").iter().filter(|row| row["code"] == code).map(|row| row["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_compiler_decides_where_the_link_can_only_guess_and_wins_where_they_differ() {
    let repo = repo();
    repo.build();
    assert_eq!(call(&repo, 5, "go").0, "candidates");
    assert_eq!(call(&repo, 9, "go").2, ["scip:smalti . . . `types_.py`/A#go()."]);
    let said = user(UNIT, &[(4, "go", false, B_GO), (8, "go", false, B_GO)]);
    let summary = build_with(&repo, &[write(&index(vec![types(), said]), &repo.beside("m.scip"))]);
    assert_eq!(summary.scip.map(|said| (said.documents, said.in_graph)), Some((2, 2)));
    for line in [5, 9] {
        assert_eq!(call(&repo, line, "go"), ("resolved".to_owned(), "scip".to_owned(), vec!["scip:smalti . . . `types_.py`/B#go().".to_owned()]));
    }
    let listed = problems(&repo, "SMALTI_P_SCIP_DISAGREES");
    assert_eq!(listed.len(), 1, "a candidate that is right is no contradiction: {listed:?}");
    assert!(listed[0].contains("A#go") && listed[0].contains("B#go"), "{listed:?}");
}

#[test]
fn of_several_definitions_with_one_symbol_the_link_knows_which_is_meant() {
    let repo = repo();
    let both = "py pip m 1 types_/go().";
    let types = document("types_.py", TYPES, UNIT, &[(1, "go", true, both), (5, "go", true, both)]);
    let said = user(UNIT, &[(4, "go", false, both), (8, "go", false, both)]);
    build_with(&repo, &[write(&index(vec![types, said]), &repo.beside("m.scip"))]);
    assert_eq!(call(&repo, 5, "go").0, "candidates");
    let (outcome, rule, targets) = call(&repo, 9, "go");
    assert!(outcome == "resolved" && rule != "scip" && targets == ["scip:smalti . . . `types_.py`/A#go()."], "{rule} {targets:?}");
}

#[test]
fn a_definition_that_covers_a_whole_text_is_the_file() {
    let text = "import types_\n\n\ndef f():\n    return types_\n";
    let repo = repo();
    repo.write("of.py", text);
    let module = "py pip m 1 types_/";
    let mut types = document("types_.py", TYPES, UNIT, &[(0, "A", true, module)]);
    types.occurrences[0].range = vec![0, 0, 6, 0];
    let said = document("of.py", text, UNIT, &[(0, "types_", false, module), (4, "types_", false, module)]);
    build_with(&repo, &[write(&index(vec![types, said]), &repo.beside("m.scip"))]);
    let sites = repo.rows("sites");
    let of: Vec<&Value> = sites.iter().filter(|row| row["path"] == "of.py" && row["name"] == "types_").collect();
    assert!(of.len() == 2 && of.iter().all(|row| row["outcome"] == "resolved"), "{of:#?}");
    assert_eq!(problems(&repo, "SMALTI_P_SCIP_DISAGREES"), Vec::<String>::new());
}

#[test]
fn columns_are_read_in_the_unit_that_a_document_names_and_found_out_where_it_names_none() {
    for unit in [
        PositionEncoding::UTF8CodeUnitOffsetFromLineStart,
        PositionEncoding::UTF16CodeUnitOffsetFromLineStart,
        PositionEncoding::UTF32CodeUnitOffsetFromLineStart,
        PositionEncoding::UnspecifiedPositionEncoding,
    ] {
        let repo = repo();
        let said = user(unit, &[(4, "go", false, B_GO)]);
        build_with(&repo, &[write(&index(vec![types(), said]), &repo.beside("m.scip"))]);
        assert_eq!(call(&repo, 5, "go").1, "scip", "{unit:?}");
    }
}

#[test]
fn what_a_compiler_knows_to_lie_outside_or_to_be_local_is_no_edge() {
    let repo = repo();
    let said = user(UNIT, &[(3, "x", true, "local 1"), (4, "go", false, "py pip other 1 b/C#go()."), (8, "go", false, "local 1")]);
    build_with(&repo, &[write(&index(vec![types(), said]), &repo.beside("m.scip"))]);
    assert_eq!(call(&repo, 5, "go"), ("external".to_owned(), "scip".to_owned(), Vec::new()));
    assert_eq!(call(&repo, 9, "go"), ("dynamic".to_owned(), "scip".to_owned(), Vec::new()));
}

#[test]
fn a_document_of_another_text_is_refused_by_hash_and_the_link_stands() {
    for with_text in [false, true] {
        let repo = repo();
        let mut said = user(UNIT, &[(3, "f", true, "py pip m 1 user/f()."), (8, "go", false, B_GO)]);
        if with_text {
            said.text = USER.to_owned();
        }
        let file = write(&index(vec![types(), said]), &repo.beside("m.scip"));
        let edited = if with_text { format!("{USER}# more\n") } else { format!("# more\n{USER}") };
        repo.write("user.py", edited);
        let said = build_with(&repo, std::slice::from_ref(&file)).scip.unwrap();
        assert_eq!((said.documents, said.in_graph, said.refused), (2, 2, 1));
        let line = if with_text { 9 } else { 10 };
        assert_eq!(call(&repo, line, "go").2, ["scip:smalti . . . `types_.py`/A#go()."]);
        let refused = problems(&repo, "SMALTI_P_SCIP_STALE");
        assert!(refused.len() == 1 && refused[0].contains("blake3:"), "{refused:?}");
        repo.write("user.py", USER);
        build_with(&repo, &[file]);
        assert_eq!((call(&repo, 9, "go").1.as_str(), problems(&repo, "SMALTI_P_SCIP_STALE").len()), ("scip", 0));
    }
}

#[test]
fn a_symbol_whose_document_is_refused_is_not_taken_for_one_of_another_package() {
    let repo = repo();
    let said = user(UNIT, &[(8, "go", false, B_GO)]);
    let file = write(&index(vec![types(), said]), &repo.beside("m.scip"));
    repo.write("types_.py", format!("# more\n{TYPES}"));
    build_with(&repo, &[file]);
    assert_eq!(call(&repo, 9, "go").0, "resolved");
}

#[test]
fn which_file_comes_first_changes_no_byte_and_no_file_leaves_no_trace() {
    let repo = repo();
    repo.build();
    let plain = repo.index_text();
    assert!(!plain["manifest"].contains("\"scip\""), "an index without compilers is as it was");
    let one = write(&index(vec![types()]), &repo.beside("1.scip"));
    let two = write(&index(vec![user(UNIT, &[(4, "go", false, B_GO)])]), &repo.beside("2.scip"));
    build_with(&repo, &[one.clone(), two.clone()]);
    let said = repo.index_text();
    assert!(said["manifest"].contains("\"scip\":[\"blake3:"));
    assert!(build_with(&repo, &[two.clone(), one, two]).unchanged);
    repo.build();
    assert_eq!(repo.index_text(), plain);
}

#[test]
fn only_files_of_which_something_else_is_said_are_linked_again() {
    let repo = repo();
    repo.write("other.py", "def h(x):\n    x.go()\n");
    let to = repo.beside("m.scip");
    let said = |symbol| write(&index(vec![types(), user(UNIT, &[(4, "go", false, symbol)])]), &to);
    build_with(&repo, &[said(A_GO)]);
    let summary = build_with(&repo, &[said(B_GO)]);
    assert_eq!((summary.work.files_hashed, summary.work.files_dirty, summary.work.files_parsed), (summary.work.files_hashed, 1, 0));
    // Who asked for a symbol is linked again when it is defined elsewhere.
    let moved: &[Word<'_>] = &[(1, "go", true, B_GO)];
    let file = write(&index(vec![document("types_.py", TYPES, UNIT, moved), user(UNIT, &[(4, "go", false, B_GO)])]), &to);
    assert_eq!(build_with(&repo, &[file]).work.files_dirty, 2);
    assert_eq!(call(&repo, 5, "go").2, ["scip:smalti . . . `types_.py`/A#go()."]);
}

#[test]
fn an_index_agrees_with_its_own_export() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        BuildOptions { out: folder.path().join("index"), jobs: 2, history: false, ..BuildOptions::new(program::here().join("fixtures/repos/atlas")) };
    build(&options).unwrap();
    let to = folder.path().join("own.scip");
    export_of(&options.out, &options.root, &to, true).unwrap();
    write(&retold(read(&to)), &to);
    build(&BuildOptions { scip: vec![to], ..options.clone() }).unwrap();
    let text = index_text(&options.out);
    let disputed: Vec<&str> = text["problems"].lines().filter(|row| row.contains("SMALTI_P_SCIP")).collect();
    assert_eq!(disputed, Vec::<&str>::new());
    let by_compiler = text["edges_call"].lines().filter(|row| row.contains("\"rule\":\"scip\"")).count();
    assert!(by_compiler * 10 > text["edges_call"].lines().count() * 7, "{by_compiler}");
}

#[test]
fn what_smalti_wrote_itself_is_refused_alone_and_merged() {
    let repo = repo();
    repo.build();
    let before = repo.index_text();
    let own = repo.beside("own.scip");
    export_of(&repo.index_root(), &repo.root(), &own, false).unwrap();
    let mut said = index(vec![document("other.py", "", PositionEncoding::UTF8CodeUnitOffsetFromLineStart, &[])]);
    said.metadata.as_mut().unwrap().project_root = read(&own).metadata.project_root.clone();
    let said = write(&said, &repo.beside("m.scip"));
    let both = [repo.beside("1.scip"), repo.beside("2.scip")];
    merge(host().as_ref(), &[own.clone(), said.clone()], &both[0]).unwrap();
    merge(host().as_ref(), &[said.clone(), own.clone()], &both[1]).unwrap();
    for file in [&own, &both[0], &both[1]] {
        let refused = build(&BuildOptions { scip: vec![said.clone(), file.clone()], ..repo.options() }).unwrap_err();
        assert_eq!(refused.code().name, "SMALTI_E_SCIP_OWN", "{}", file.display());
    }
    assert_eq!(repo.index_text(), before);
}

#[test]
fn names_that_no_text_holds_stand_where_the_link_invents_them() {
    let repo = Repo::of(&[
        ("c.cpp", "struct { int a; } s;\nint f() { return s.a; }\n"),
        ("k.kt", "class A {\n    companion object {\n        fun make() = A()\n    }\n}\n"),
        ("g.go", "package g\n\nvar table = []struct{ name string }{{\"a\"}}\n"),
    ]);
    repo.build();
    let to = repo.beside("own.scip");
    export_of(&repo.index_root(), &repo.root(), &to, false).unwrap();
    build_with(&repo, &[write(&retold(read(&to)), &to)]);
    assert_eq!(problems(&repo, "SMALTI_P_SCIP_STALE"), Vec::<String>::new());
    // What is called otherwise now tells of another text, as ever.
    repo.write("c.cpp", "struct { int a; } s;\nint g() { return s.a; }\n");
    build_with(&repo, &[to]);
    assert_eq!(problems(&repo, "SMALTI_P_SCIP_STALE").len(), 1);
}

#[test]
fn a_name_that_an_indexer_made_up_stands_beside_one_that_the_text_holds() {
    const TEXT: &str = "class A(val foo: Int)\n";
    let getter: Word<'_> = (0, "foo", true, "k . . . A#getFoo().");
    for (words, refused) in [(&[getter, (0, "foo", true, "k . . . A#foo.")][..], 0), (&[getter], 1)] {
        let repo = Repo::of(&[("a.kt", TEXT)]);
        build_with(&repo, &[write(&index(vec![document("a.kt", TEXT, UNIT, words)]), &repo.beside("m.scip"))]);
        assert_eq!(problems(&repo, "SMALTI_P_SCIP_STALE").len(), refused);
    }
}

#[test]
fn an_edit_that_moves_no_line_is_seen_where_names_no_longer_stand() {
    const TEXT: &str = "export class A { go() {} onlyA() {} }\nexport class B {}\nlet one = new A();\n";
    let words =
        [(0, "A", true, "ts . . . A#"), (0, "onlyA", true, "ts . . . A#onlyA()."), (1, "B", true, "ts . . . B#"), (2, "A", false, "ts . . . A#")];
    let cases = [
        (TEXT.to_owned(), 0),
        // One letter fewer: what is behind it stands one place before.
        (TEXT.replace("onlyA", "on12"), 1),
        (TEXT.replace("new A", "new B"), 0),
        // What an import or a variable is called here says nothing of what it is called where it is defined.
        (TEXT.replace("new A", "new C"), 0),
    ];
    for (text, refused) in cases {
        let repo = Repo::of(&[("a.ts", text.as_str())]);
        let mut said = document("a.ts", TEXT, UNIT, &words);
        said.text = String::new();
        build_with(&repo, &[write(&index(vec![said]), &repo.beside("m.scip"))]);
        assert_eq!(problems(&repo, "SMALTI_P_SCIP_STALE").len(), refused, "{text}");
        let told = repo.rows("sites").iter().any(|row| row["rule"] == "scip");
        assert_eq!(told, refused == 0 && !text.contains("new B"), "{text}");
    }
}

#[test]
fn what_a_compiler_did_not_find_or_found_in_an_installed_copy_leaves_the_link_as_it_is() {
    let unfound = user(
        UNIT,
        &[(0, "A", true, "local 0"), (3, "f", true, "py pip m 1 user/f()."), (8, "A", false, "local 0"), (8, "go", false, "py pip m 1 gone/go().")],
    );
    let copy = user(UNIT, &[(3, "f", true, "py pip user 1 user/f()."), (8, "go", false, "py pip My_Types 1 types_/A#go().")]);
    for said in [unfound, copy] {
        let repo = repo();
        repo.write("pyproject.toml", "[project]\nname = \"my-types\"\n");
        build_with(&repo, &[write(&index(vec![types(), said]), &repo.beside("m.scip"))]);
        assert_eq!(call(&repo, 9, "go").0, "resolved");
        assert_eq!(problems(&repo, "SMALTI_P_SCIP_DISAGREES"), Vec::<String>::new());
    }
}

#[test]
fn an_index_of_other_files_is_told() {
    for path in ["elsewhere.py", "../types_.py"] {
        let repo = repo();
        let said = document(path, TYPES, UNIT, &[(0, "A", true, "py pip m 1 types_/A#")]);
        let summary = build_with(&repo, &[write(&index(vec![said]), &repo.beside("m.scip"))]);
        assert!(summary.notices.iter().any(|it| it.contains("none of the 1 paths") && it.contains(path)), "{:?}", summary.notices);
    }
    let repo = repo();
    let summary = build_with(&repo, &[write(&index(vec![types()]), &repo.beside("m.scip"))]);
    assert_eq!(summary.notices, Vec::<String>::new());
}

#[test]
fn a_symbol_with_more_definitions_than_are_looked_at_leaves_the_link_as_it_is_and_is_reported() {
    for (count, told) in [(MAX_SCIP_DEFINITIONS - 1, false), (MAX_SCIP_DEFINITIONS, true)] {
        let repo = repo();
        let mut documents = vec![types(), user(UNIT, &[(8, "go", false, A_GO)])];
        for at in 0..count {
            let (path, text) = (format!("more/m{at}.py"), "class A:\n    def go(self): pass\n");
            repo.write(&path, text);
            documents.push(document(&path, text, UNIT, &[(1, "go", true, A_GO)]));
        }
        build_with(&repo, &[write(&index(documents), &repo.beside("m.scip"))]);
        assert_eq!(
            call(&repo, 9, "go"),
            ("resolved".to_owned(), "constructor-flow".to_owned(), vec!["scip:smalti . . . `types_.py`/A#go().".to_owned()])
        );
        assert_eq!(problems(&repo, "SMALTI_P_SCIP_CROWDED").len(), usize::from(told), "{count}");
    }
}

#[test]
fn a_file_that_is_none_stops_the_build_and_leaves_the_index() {
    let repo = repo();
    let good = write(&index(vec![types()]), &repo.beside("good.scip"));
    build_with(&repo, std::slice::from_ref(&good));
    let before = repo.index_text();
    let whole = std::fs::read(&good).unwrap();
    let bad = repo.beside("bad.scip");
    for bytes in [
        Vec::new(),
        whole[..whole.len() - 3].to_vec(),
        b"no index at all\n".to_vec(),
        [&whole[..], &[0x12, 0x05, 0xff, 0xff, 0xff, 0xff, 0x7f]].concat(),
    ] {
        std::fs::write(&bad, bytes).unwrap();
        let refused = build(&BuildOptions { scip: vec![good.clone(), bad.clone()], ..repo.options() }).unwrap_err();
        assert_eq!(refused.code().name, "SMALTI_E_SCIP_MALFORMED");
        assert!(refused.to_string().contains("bad.scip"), "{refused}");
    }
    assert_eq!(repo.index_text(), before);
}

#[test]
fn ranges_of_nowhere_and_paths_that_leave_the_root_cost_their_document() {
    let repo = repo();
    let mut broken = user(UNIT, &[(8, "go", false, B_GO)]);
    broken.occurrences[0].range = vec![-1, 0];
    let mut outside = types();
    outside.relative_path = "../types_.py".to_owned();
    let mut far = types();
    far.occurrences[0].range = vec![i32::MAX, 0, i32::MAX];
    build_with(&repo, &[write(&index(vec![broken, outside, far]), &repo.beside("m.scip"))]);
    assert_eq!(problems(&repo, "SMALTI_P_SCIP_STALE").len(), 2);
    assert_eq!(call(&repo, 9, "go").0, "resolved");
}

#[test]
fn disagreements_are_listed_up_to_a_cap_and_counted_beyond() {
    let cap = smalti::base::caps::MAX_DISAGREEMENTS;
    for count in [cap - 1, cap, cap + 1] {
        let calls: String = (0..count).map(|_| "    A().go()\n").collect();
        let text = format!("from types_ import A\ndef f():\n{calls}");
        let repo = Repo::of(&[("types_.py", TYPES), ("user.py", &text)]);
        let words: Vec<Word<'_>> = (0..count).map(|line| (line + 2, "go", false, B_GO)).collect();
        build_with(&repo, &[write(&index(vec![types(), document("user.py", &text, UNIT, &words)]), &repo.beside("m.scip"))]);
        let listed = problems(&repo, "SMALTI_P_SCIP_DISAGREES");
        assert_eq!(listed.len(), count, "{listed:?}");
        assert_eq!(listed.iter().any(|it| it.contains("1 more sites")), count > cap);
    }
}
