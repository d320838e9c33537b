//! What an empty answer means: that there is none, that nobody can tell, or that what there is stands elsewhere.

use serde_json::Value;
use smalti::pack::context::{Absence, Verdict};
use smalti::pack::engine::pack;
use smalti::pack::facts::facts;
use smalti::pack::request::{EdgeType, PackRequest};
use smalti::reader::index::Index;

use crate::packs::{built, focus};
use crate::program::{line, run, smalti};
use crate::support::Repo;

/// The certificate of a section of the pack that starts at a definition.
fn of(index: &Index, name: &str, section: &str) -> Absence {
    let pack = pack(index, &focus(index, name)).unwrap();
    let section = pack.sections.into_iter().find(|it| it.section == section).unwrap();
    section.absence.unwrap_or_else(|| panic!("{} of {name} has items", section.section))
}

fn check(index: &Index, (name, section): (&str, &str), verdict: Verdict, statement: &str) {
    let absence = of(index, name, section);
    assert_eq!((absence.statement.as_str(), absence.verdict), (statement, verdict));
}

#[test]
fn every_empty_section_says_what_that_means() {
    let (_repo, index) = built(&[
        ("a.py", "import os\n\n\ndef alone():\n    return 1\n\n\ndef outward():\n    return os.getcwd()\n\n\ndef lost(it):\n    return it.gone()\n"),
        ("b.py", "from nowhere import x\n\n\ndef calm():\n    return x\n"),
        ("notes.md", "# Notes\n\nWhat `outward` says is told here.\n"),
    ]);
    for name in ["alone", "outward", "lost", "calm"] {
        let pack = pack(&index, &focus(&index, name)).unwrap();
        for section in &pack.sections {
            assert_eq!(section.items.is_empty(), section.absence.is_some(), "{name}: {}", section.section);
        }
    }
    check(&index, ("alone", "callers"), Verdict::None, "no callers are known of alone: nothing uses this name");
    check(&index, ("alone", "callees"), Verdict::None, "no callees are known of alone: there is no call in it");
    check(&index, ("outward", "callees"), Verdict::None, "no callees are known of outward: all calls in it (1) lead out of this tree");
    check(&index, ("lost", "callees"), Verdict::Unknown, "no callees are known of lost; 1 call in it is in doubt (a.py:13)");
    check(&index, ("alone", "imports"), Verdict::None, "no imports from within the index are known of a.py: all imports (1) lead out of this tree");
    check(&index, ("alone", "docs"), Verdict::None, "no docs are known of alone: none of 1 file of prose holds the word");
    check(&index, ("alone", "dataflow"), Verdict::NotSearched, "dataflow: not searched, `expansion` leaves it out");
    let docs = of(&index, "outward", "docs");
    assert_eq!(docs.verdict, Verdict::Unknown, "the word stands in prose, and a word in small letters may mean anything: {}", docs.statement);
    assert!(docs.statement.contains("notes.md:1"), "{}", docs.statement);
}

#[test]
fn what_a_macro_holds_or_is_handed_on_may_run() {
    let (_repo, index) = built(&[
        ("Cargo.toml", "[package]\nname = \"t\"\nversion = \"0.1.0\"\n"),
        (
            "src/lib.rs",
            "pub fn parse(a: u32) -> u32 {\n    a\n}\n\npub fn handed() {}\n\npub fn hand() {\n    take(handed)\n}\n\nfn take(f: fn()) {\n    f()\n}\n",
        ),
        (
            "tests/prop.rs",
            "use t::parse;\nproptest! {\n    #[test]\n    fn holds(a in 0u32..10) {\n        prop_assert_eq!(parse(a), a);\n    }\n}\n",
        ),
    ]);
    check(&index, ("parse", "callers"), Verdict::Unknown, "no callers are known of parse; 1 use beside calls may run it (tests/prop.rs:5)");
    check(&index, ("handed", "callers"), Verdict::Unknown, "no callers are known of handed; 1 use beside calls may run it (src/lib.rs:8)");
    assert_eq!(of(&index, "handed", "tests").verdict, Verdict::None, "who hands it on is no test");
}

#[test]
fn a_damaged_file_that_holds_the_name_leaves_it_open() {
    let (_repo, index) = built(&[
        ("a.py", "def lonely():\n    return 1\n\n\ndef other():\n    return 2\n"),
        ("broken.py", "def half(:\n    x = = lonely(\n\n\ndef whole():\n    return 1\n"),
    ]);
    let absence = of(&index, "lonely", "callers");
    assert!(absence.verdict == Verdict::Unknown && absence.statement.contains("broken.py"), "{}", absence.statement);
    assert_eq!(of(&index, "other", "callers").verdict, Verdict::None, "a damaged file without the name proves nothing");
}

#[test]
fn without_a_start_nothing_hangs_on_anything() {
    let (_repo, index) = built(&[("a.py", "def alone():\n    return 1\n")]);
    let verdict = |request: &PackRequest| pack(&index, request).unwrap().sections[0].absence.as_ref().map(|it| it.verdict);
    let nothing = PackRequest { query: "zebra".to_owned(), ..PackRequest::default() };
    assert_eq!(verdict(&nothing), Some(Verdict::None));
    let mut filtered = PackRequest { query: "alone".to_owned(), ..PackRequest::default() };
    filtered.filters.exclude_paths = vec!["a.py".to_owned()];
    assert_eq!(verdict(&filtered), Some(Verdict::LeftOut));
}

#[test]
fn a_graph_of_interfaces_says_what_its_base_lacks() {
    let repo = Repo::of(&[("a.py", "def alone():\n    return gone()\n\n\ndef used():\n    return 1\n\n\ndef user():\n    return used()\n")]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let ask = |words: &[&str]| {
        let ran = run(smalti(["codegraph-context", "--repo", "repo", "--json"]).args(words).current_dir(&folder));
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        ran.json()
    };
    let lacks = |answer: &Value| -> Vec<(String, String)> {
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        answer["absences"].as_array().unwrap().iter().map(|it| (word(&it["lacks"]), word(&it["verdict"]))).collect()
    };
    let own = |words: &[(&str, &str)]| words.iter().map(|(lacks, verdict)| ((*lacks).to_owned(), (*verdict).to_owned())).collect::<Vec<_>>();
    let alone = ask(&["alone"]);
    assert_eq!(lacks(&alone), own(&[("callers", "none"), ("callees", "unknown"), ("usages", "none"), ("tests", "none")]));
    assert!(alone["absences"][1]["statement"].as_str().unwrap().ends_with("1 call in it is in doubt (a.py:2)"), "{alone:#}");
    assert_eq!(lacks(&ask(&["used"])), own(&[("callees", "none"), ("usages", "none"), ("tests", "none")]));
    // In a small document they make room.
    let small = ask(&["alone", "--size-limit", "900"]);
    let told = small["absences"].as_array().unwrap().len() as u64;
    assert_eq!(told + small["optimization_info"]["excluded_absences"].as_u64().unwrap_or(0), 4, "{small:#}");
    assert!(told < 4 && small["token_count"].as_u64() <= Some(900));
}

#[test]
fn a_test_that_uses_something_without_a_call_is_one() {
    let (_repo, index) = built(&[
        ("lib.py", "class Buffer:\n    size = 1\n\n\ndef lonely():\n    return 1\n"),
        ("test_other.py", "from lib import Buffer\n\n\ndef test_size():\n    assert Buffer.size == 1\n"),
    ]);
    let mut request = focus(&index, "Buffer");
    request.expansion.edge_types = vec![EdgeType::Call];
    let calls = pack(&index, &request).unwrap();
    let tests = calls.sections.into_iter().find(|it| it.section == "tests").unwrap();
    let absence = tests.absence.unwrap();
    assert!(absence.verdict == Verdict::Elsewhere && absence.statement.starts_with("tests: known of Buffer are 1 "), "{}", absence.statement);
    assert_eq!(facts(&index, index.symbols_named("Buffer").next().unwrap().id).unwrap().tests, 1);
    assert_eq!(of(&index, "lonely", "tests").verdict, Verdict::None);
}

#[test]
fn prose_without_a_text_leaves_docs_open() {
    let (_repo, index) =
        built(&[("a.py", "def alone():\n    return 1\n"), ("ChangeLog", "alone is new\n"), ("notes.md", "# Notes\n\nSome.\n"), ("empty.tex", "")]);
    check(&index, ("alone", "docs"), Verdict::Unknown, "no docs are known of alone; 1 file of prose has no text here (ChangeLog)");
}

#[test]
fn a_path_in_a_query_without_a_text_is_told() {
    let (_repo, index) = built(&[("src/builtin.jq", "def map(f): [.[] | f];\n"), ("src/builtin.c", "int builtin(void) { return 1; }\n")]);
    let notices = |query: &str| {
        let pack = pack(&index, &PackRequest { query: query.to_owned(), ..PackRequest::default() }).unwrap();
        pack.notices.into_iter().filter(|it| it.contains("has no text")).collect::<Vec<_>>()
    };
    let told = ["`src/builtin.jq` has no text in this index, so nothing of it is shown"];
    assert_eq!(notices("what does `src/builtin.jq:1` do?"), told);
    assert_eq!(notices("builtin.jq"), told);
    assert_eq!(notices("src/builtin.c"), Vec::<String>::new());
}
