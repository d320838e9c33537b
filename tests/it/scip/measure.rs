//! `eval edges`: what is right, wrong, missed or unjudged by an index made by hand, and SCIP files that cannot be used.

use scip::types::{Document, PositionEncoding};
use serde_json::{Value, json};

use super::craft::{Word, document, index, write};
use crate::program::{self, Ran};
use crate::support::Repo;

const UNIT: PositionEncoding = PositionEncoding::UTF16CodeUnitOffsetFromLineStart;
const TYPES: &str = "class A:\n    size = 1\n\n    def go(self): pass\n\n\nclass B(A):\n    def go(self): pass\n\n\ndef free(): pass\n";
const USER: &str = "from types_ import A, free as f\n\n\ndef one():\n    A().go()\n    f()\n\n\ndef two(x):\n    é = A(); é.go()\n    free()\n";
const A: &str = "py pip m 1 types_/A#";
const A_GO: &str = "py pip m 1 types_/A#go().";
const B: &str = "py pip m 1 types_/B#";
const B_GO: &str = "py pip m 1 types_/B#go().";
const FREE: &str = "py pip m 1 types_/free().";

fn types() -> Document {
    let words: &[Word<'_>] = &[
        (0, "A", true, A),
        (1, "size", true, "py pip m 1 types_/A#size."),
        (3, "go", true, A_GO),
        (6, "B", true, B),
        (6, "A", false, A),
        (7, "go", true, B_GO),
        (10, "free", true, FREE),
    ];
    document("types_.py", TYPES, UNIT, words)
}

/// What a compiler says that agrees with everything but the call on line 10.
fn user() -> Document {
    let words: &[Word<'_>] = &[
        (0, "A", false, A),
        (0, "free", false, FREE),
        (3, "one", true, "py pip m 1 user/one()."),
        (4, "A", false, A),
        (4, "go", false, A_GO),
        (5, "f", false, FREE),
        (8, "two", true, "py pip m 1 user/two()."),
        (9, "A", false, A),
        (9, "go", false, B_GO),
    ];
    document("user.py", USER, UNIT, words)
}

fn repo() -> Repo {
    Repo::built(&[("types_.py", TYPES), ("user.py", USER)])
}

fn measure(repo: &Repo, documents: Vec<Document>) -> Ran {
    let file = write(&index(documents), &repo.beside("m.scip"));
    measure_by(repo, &file)
}

fn measure_by(repo: &Repo, file: &std::path::Path) -> Ran {
    let saved = repo.index_root().display().to_string();
    program::run(&mut program::smalti(["eval", "edges", "--json", "--index", &saved, "--scip", &file.display().to_string()]))
}

fn counts(measured: &Value, kind: &str) -> [u64; 5] {
    ["expected", "found", "right", "wrong", "unjudged"].map(|it| measured["languages"]["python"][kind][it].as_u64().unwrap())
}

#[test]
fn edges_are_right_wrong_or_unjudged_by_what_the_compiler_names_at_their_sites() {
    let measured = measure(&repo(), vec![types(), user()]).json();
    // Of `one`: A, go, free. Of `two`: A, go of B, which the index has as that of A; of its `free` the compiler says nothing.
    assert_eq!(counts(&measured, "call"), [5, 4, 4, 1, 0], "{measured:#}");
    assert_eq!(counts(&measured, "inherit"), [1, 1, 1, 0, 0]);
    assert_eq!(counts(&measured, "import"), [2, 2, 2, 0, 0]);
    assert_eq!(counts(&measured, "importFile"), [1, 1, 1, 0, 0]);
    assert_eq!(measured["all"]["call"]["precision"], 0.8);
    assert_eq!(measured["scip"]["documents"], 2);
    assert_eq!((&measured["scip"]["references"], &measured["scip"]["untyped"]), (&json!(8), &json!(0)));
    let rules = measured["rules"]["python"].as_object().unwrap();
    let sum = |field: &str| rules.values().map(|it| it[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("right"), sum("wrong")), (7, 1), "{rules:?}");
}

#[test]
fn an_edge_of_which_the_compiler_says_nothing_is_neither_right_nor_wrong() {
    let mut user = user();
    user.occurrences.retain(|it| it.range[0] < 9);
    let measured = measure(&repo(), vec![types(), user]).json();
    assert_eq!(counts(&measured, "call"), [3, 3, 3, 0, 2], "{measured:#}");
}

#[test]
fn an_edge_at_whose_site_the_compiler_names_what_it_defines_nowhere_is_neither() {
    let of_call_to = |symbol: &str| {
        let mut user = user();
        for it in user.occurrences.iter_mut().filter(|it| it.range == [4, 8, 10]) {
            symbol.clone_into(&mut it.symbol);
        }
        counts(&measure(&repo(), vec![types(), user]).json(), "call")
    };
    assert_eq!(of_call_to("py pip m 1 types_/Gone#go()."), [4, 3, 3, 1, 1], "of a package that is there");
    assert_eq!(of_call_to("local 7"), [4, 3, 3, 1, 1], "of the document");
    assert_eq!(of_call_to("py pip other 1 types_/A#go()."), [4, 3, 3, 2, 0], "of another package, whose definitions are elsewhere");
}

#[test]
fn an_edge_at_whose_site_the_compiler_names_what_an_import_binds_is_neither() {
    let (lib, uses) = ("module.exports = function go() {}\n", "const go = require('./lib')\nfunction run() { go() }\n");
    let words: &[Word<'_>] = &[(0, "go", true, "s npm p 1 use/go."), (1, "run", true, "s npm p 1 use/run()."), (1, "go", false, "s npm p 1 use/go.")];
    let documents = vec![document("lib.js", lib, UNIT, &[(0, "go", true, "s npm p 1 lib/go().")]), document("use.js", uses, UNIT, words)];
    let measured = measure(&Repo::built(&[("lib.js", lib), ("use.js", uses)]), documents).json();
    let call = &measured["languages"]["javascript"]["call"];
    assert_eq!((&call["expected"], &call["wrong"], &call["unjudged"]), (&json!(0), &json!(0), &json!(1)), "{measured:#}");
}

#[test]
fn what_is_defined_where_another_one_is_referred_to_means_what_that_means() {
    let lib = "function go() {}\nclass Kept { put() {} }\nmodule.exports = { go, Kept };\n";
    let uses = "const { go } = require('./lib');\nconst lib = require('./lib');\nfunction run() {\n  go();\n  lib.go();\n  new lib.Kept();\n}\n";
    let (own, kept, other, local) = ("s npm p 1 lib/go().", "s npm p 1 lib/Kept#", "s npm p 1 lib/go0:", "local 1");
    let words: &[Word<'_>] = &[
        (0, "go", true, own),
        (1, "Kept", true, kept),
        (2, "go", true, other),
        (2, "go", false, own),
        (2, "Kept", true, "s npm p 1 lib/Kept0:"),
        (2, "Kept", false, kept),
    ];
    let of_use: &[Word<'_>] = &[
        (0, "go", true, local),
        (0, "go", false, other),
        (2, "run", true, "s npm p 1 use/run()."),
        (3, "go", false, local),
        (4, "go", false, other),
        (5, "Kept", false, "s npm p 1 lib/Kept0:"),
    ];
    let documents = vec![document("lib.js", lib, UNIT, words), document("use.js", uses, UNIT, of_use)];
    let measured = measure(&Repo::built(&[("lib.js", lib), ("use.js", uses)]), documents).json();
    let counts = ["expected", "right", "wrong", "unjudged"].map(|it| measured["languages"]["javascript"]["call"][it].as_u64().unwrap());
    assert_eq!(counts, [2, 2, 0, 0], "{measured:#}");
}

#[test]
fn a_clause_that_hands_out_a_definition_is_an_import_of_it() {
    let lib = "function go() {}\nexport { go };\n";
    let go = "s npm p 1 lib/go().";
    let measured =
        measure(&Repo::built(&[("lib.js", lib)]), vec![document("lib.js", lib, UNIT, &[(0, "go", true, go), (1, "go", false, go)])]).json();
    let import = &measured["languages"]["javascript"]["import"];
    assert_eq!((&import["expected"], &import["found"], &import["wrong"]), (&json!(1), &json!(1), &json!(0)), "{measured:#}");
}

#[test]
fn a_mention_is_of_the_site_at_its_place_where_the_compiler_skips_one_of_the_same_name() {
    let uses = "from types_ import A, B\n\n\ndef one(x):\n    x.go(A().go(), B().go())\n";
    let mut user = document(
        "user.py",
        uses,
        UNIT,
        &[(0, "A", false, A), (0, "B", false, B), (3, "one", true, "py pip m 1 user/one()."), (4, "A", false, A), (4, "B", false, B)],
    );
    // Of the three calls of `go` the compiler knows the last.
    user.occurrences.push(scip::types::Occurrence { range: vec![4, 23, 25], symbol: B_GO.to_owned(), ..Default::default() });
    let measured = measure(&Repo::built(&[("types_.py", TYPES), ("user.py", uses)]), vec![types(), user]).json();
    assert_eq!(counts(&measured, "call"), [3, 3, 3, 0, 1], "{measured:#}");
}

#[test]
fn documents_of_another_text_are_refused_and_named() {
    let repo = repo();
    let moved = format!("\n\n{USER}");
    let words: &[Word<'_>] = &[(5, "one", true, "py pip m 1 user/one()."), (10, "two", true, "py pip m 1 user/two().")];
    let measured = measure(&repo, vec![types(), document("user.py", &moved, UNIT, words)]).json();
    assert_eq!(measured["scip"]["refused"], json!(["user.py"]), "{measured:#}");
    let mut other = user();
    other.text = format!("{USER}\n");
    let measured = measure(&repo, vec![types(), other]).json();
    assert_eq!(measured["scip"]["refused"], json!(["user.py"]), "by its digest: {measured:#}");
    let mut same = user();
    USER.clone_into(&mut same.text);
    let measured = measure(&repo, vec![types(), same]).json();
    assert_eq!((&measured["scip"]["refused"], &measured["scip"]["documents"]), (&json!([]), &json!(2)));
}

#[test]
fn files_that_are_no_scip_or_of_other_files_are_refused_with_a_hint() {
    let repo = repo();
    let refused = |ran: Ran, code: &str, says: &str| {
        let refusal = ran.json();
        assert_eq!((ran.exit, &refusal["error"]["code"]), (Some(2), &json!(code)), "{ran:?}");
        assert!(refusal["error"]["message"].as_str().unwrap().contains(says), "{refusal}");
        assert!(!refusal["error"]["hints"].as_array().unwrap().is_empty(), "{refusal}");
    };
    refused(measure_by(&repo, &repo.beside("nowhere.scip")), "SMALTI_E_SCIP_MALFORMED", "no SCIP file");
    let text = repo.beside("text.scip");
    std::fs::write(&text, "this is a text\n").unwrap();
    refused(measure_by(&repo, &text), "SMALTI_E_SCIP_MALFORMED", "text.scip");
    let whole = std::fs::read(write(&index(vec![types()]), &repo.beside("whole.scip"))).unwrap();
    let cut = repo.beside("cut.scip");
    std::fs::write(&cut, &whole[..whole.len() - 3]).unwrap();
    refused(measure_by(&repo, &cut), "SMALTI_E_SCIP_MALFORMED", "cut.scip");
    refused(measure(&repo, vec![document("elsewhere.py", TYPES, UNIT, &[(0, "A", true, A)])]), "SMALTI_E_USAGE", "no document");
    let moved = document("types_.py", &format!("\n{TYPES}"), UNIT, &[(1, "A", true, A)]);
    refused(measure(&repo, vec![moved]), "SMALTI_E_USAGE", "other texts");
}

#[test]
fn symbols_and_ranges_that_are_none_cost_themselves() {
    let mut user = user();
    for range in [vec![], vec![1], vec![-1, 0, 3], vec![i32::MAX, 0, i32::MAX], vec![3, 9, 2, 1]] {
        user.occurrences.push(scip::types::Occurrence { range, symbol: "no symbol".to_owned(), ..Default::default() });
    }
    let measured = measure(&repo(), vec![types(), user]).json();
    assert_eq!(counts(&measured, "call"), [5, 4, 4, 1, 0], "{measured:#}");
}
