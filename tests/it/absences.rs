//! What an empty answer means: that there is none, that nobody can tell, or that what there is stands elsewhere.

use serde_json::Value;
use smalti::pack::context::facts::facts;
use smalti::pack::context::{Absence, Verdict};
use smalti::pack::engine::pack;
use smalti::pack::request::{EdgeType, Focus, PackRequest};
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
    let mut request = focus(&index, "outward");
    request.expansion.max_hops = 1;
    request.filters.exclude_paths = vec!["notes.md".to_owned()];
    let docs = pack(&index, &request).unwrap().sections.into_iter().find(|it| it.section == "docs").unwrap().absence.unwrap();
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
fn a_test_reaches_what_it_does_not_name() {
    let (_repo, index) = built(&[
        (
            "a.py",
            "def deep():\n    return 1\n\n\ndef middle():\n    return deep()\n\n\ndef shown():\n    return middle()\n\n\ndef untested():\n    return 2\n",
        ),
        ("tests/test_a.py", "from a import shown\n\n\ndef test_shown():\n    assert shown() == 1\n"),
    ]);
    let reached = "tests of deep: none names it, and 1 test reaches it through its callers, the nearest by 3 calls from tests/test_a.py";
    check(&index, ("deep", "tests"), Verdict::Elsewhere, reached);
    assert_eq!(of(&index, "untested", "tests").verdict, Verdict::None);
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

/// Definitions of one repository, and a part of what is said of their callers; an empty one where nothing can run them.
type Told = &'static [(&'static str, &'static str)];

fn check_callers(files: &[(&str, &str)], told: Told) {
    let (_repo, index) = built(files);
    for (name, part) in told {
        let absence = of(&index, name, "callers");
        let verdict = if part.is_empty() { Verdict::None } else { Verdict::Unknown };
        assert!(absence.verdict == verdict && absence.statement.contains(part), "{name}: {:?} {}", absence.verdict, absence.statement);
    }
}

#[test]
fn what_python_and_its_frameworks_run_is_in_doubt() {
    let source = "import functools\nimport threading\nfrom flask import Flask\n\napp = Flask(__name__)\n\n\n\
                  class Lock:\n    def __enter__(self):\n        return self\n\n    def calm(self):\n        return 1\n\n\n\
                  class Worker(threading.Thread):\n    def run(self):\n        pass\n\n\n\
                  class Inner(Worker):\n    def halt(self):\n        pass\n\n\n\
                  @app.route(\"/hello\")\ndef hello():\n    return 1\n\n\n\
                  @functools.lru_cache\ndef kept():\n    return 1\n\n\n\
                  def by_string():\n    \"\"\"Not told by `by_string()`.\"\"\"\n    return 1\n\n\n\
                  def lonely():\n    return 1\n\n\n\
                  def other(lonely_one):\n    \"\"\"Text of\n\n    lonely()\n    \"\"\"\n    # lonely()\n    return globals()[\"by_string\"], \"a lonely word\"\n";
    check_callers(
        &[("a.py", source)],
        &[
            ("Lock.__enter__", "the language itself may run `__enter__`"),
            ("Lock.calm", ""),
            ("Worker.run", "one of `Thread` (a.py:16)"),
            ("Inner.halt", "one of `Thread` (a.py:16)"),
            ("hello", "`route` stands at `hello` (a.py:26)"),
            ("kept", ""),
            ("by_string", "1 place holds the word, and what it means there is not known (a.py:51)"),
            ("lonely", ""),
        ],
    );
}

#[test]
fn what_traits_and_macros_of_rust_run_is_in_doubt() {
    let source = "pub struct V(i32);\nimpl std::ops::Add for V {\n    type Output = V;\n    fn add(self, o: V) -> V {\n        o\n    }\n}\n\
                  impl Drop for V {\n    fn drop(&mut self) {}\n}\nimpl V {\n    fn calm(&self) {}\n}\n\
                  trait Own {\n    fn own(&self);\n}\nimpl Own for V {\n    fn own(&self) {}\n}\n\
                  macro_rules! gen {\n    ($n:ident) => {\n        fn $n() {\n            hidden();\n        }\n    };\n}\ngen!(made);\nfn hidden() {}\n\
                  #[derive(serde::Deserialize)]\nstruct Q {\n    #[serde(default = \"dflt\")]\n    x: i32,\n}\nfn dflt() -> i32 {\n    3\n}\n\
                  #[unsafe(no_mangle)]\npub extern \"C\" fn linked() {}\n// lonely() is nowhere\nfn lonely() {}\n";
    check_callers(
        &[("Cargo.toml", "[package]\nname = \"t\"\nversion = \"0.1.0\"\n"), ("src/lib.rs", source)],
        &[
            ("V.add", "the trait `Add` (src/lib.rs:2)"),
            ("V.drop", "the trait `Drop` (src/lib.rs:8)"),
            ("V.calm", ""),
            ("V.own", ""),
            ("hidden", "what it means there is not known (src/lib.rs:23)"),
            ("dflt", "1 use beside calls may run it (src/lib.rs:31)"),
            ("linked", "linked with it"),
            ("lonely", ""),
        ],
    );
}

#[test]
fn what_java_and_go_run_through_interfaces_is_in_doubt() {
    let java = "class J implements Runnable, Comparable<J> {\n  public void run() {}\n  public int compareTo(J o) { return 0; }\n  private void calm() {}\n}\n\
                class K {\n  @org.x.Bean void made() {}\n  void quiet() {}\n  @Override public String toString() { return \"\"; }\n}\n\
                enum P {\n  A(1);\n  P(int a) {}\n}\n";
    check_callers(
        &[("J.java", java)],
        &[
            ("J.run", "one of `Runnable` (J.java:1)"),
            ("J.compareTo", "one of `Runnable`"),
            ("J.calm", ""),
            ("K.made", "`Bean` stands at `made`"),
            ("K.quiet", ""),
            ("K.toString", "the language itself may run `toString`"),
            ("P.P", "the constants of `P` run it"),
        ],
    );
    let go =
        "package g\n\ntype E struct{}\n\nfunc (e E) Error() string { return \"e\" }\n\nfunc (e E) calm() {}\n\nfunc init() {}\n\nfunc lonely() {}\n";
    check_callers(
        &[("go.mod", "module x\n\ngo 1.20\n"), ("g.go", go)],
        &[("E.Error", "an interface of another package"), ("E.calm", ""), ("init", "the language itself may run `init`"), ("lonely", "")],
    );
}

#[test]
fn what_hosts_of_scripts_run_is_in_doubt() {
    let source = "export class It {\n  toJSON() { return 1; }\n  calm() { return 2; }\n}\nexport class El extends HTMLElement {\n  grown() {}\n}\n\
                  export function unused() {}\nfunction lonely() {}\n";
    check_callers(
        &[
            ("src/t.ts", source),
            ("src/use.ts", "import { It } from './t';\nconst it: It | null = null;\nconsole.log(it);\n"),
            ("src/page.ts", "export default function handler() {}\nfunction alone() {}\n"),
        ],
        &[
            ("It.toJSON", "the language itself may run `toJSON`"),
            ("It.calm", ""),
            ("El.grown", "one of `HTMLElement` (src/t.ts:5)"),
            ("unused", ""),
            ("lonely", ""),
            ("handler", "no file of this tree imports src/page.ts"),
            ("alone", ""),
        ],
    );
}

#[test]
fn what_c_and_its_macros_run_is_in_doubt() {
    let c = "#define NAME(n) fn_##n\nstatic int fn_pasted(int a) { return a; }\nstatic int lonely(int a) { return a; }\n\
             __attribute__((constructor)) static void begins(void) {}\nint main(void) { return NAME(pasted)(2); }\n";
    check_callers(&[("c.c", c)], &[("fn_pasted", "not known (c.c:1)"), ("lonely", ""), ("begins", "linked with it"), ("main", "starts the program")]);
    let cpp = "#include <far.h>\nclass P : public Far {\n public:\n  P();\n  ~P();\n  bool operator==(const P& o) const;\n  void turn() override;\n};\n\
               P::P() {}\nP::~P() {}\nbool P::operator==(const P& o) const { return true; }\nvoid P::turn() {}\n\
               class Q {\n  void calm();\n};\nvoid Q::calm() {}\nstatic void lonely() {}\n";
    check_callers(
        &[("p.cc", cpp)],
        &[
            ("P.P", "the language itself may run `P`"),
            ("P.~P", "the language itself may run `~P`"),
            ("P.operator==", "the language itself may run `operator==`"),
            ("P.turn", "takes the place of another method"),
            ("Q.calm", ""),
            ("lonely", ""),
        ],
    );
}

#[test]
fn names_that_are_made_of_parts_are_in_doubt() {
    let visitor = "class V:\n    def visit_one(self):\n        return 1\n\n    def leave_one(self):\n        return 2\n\n\n\
                   def walk(v, kind):\n    return getattr(v, \"visit_\" + kind)()\n";
    check_callers(&[("v.py", visitor)], &[("V.visit_one", "is not known (v.py:10)"), ("V.leave_one", "")]);
    let source =
        "export function serve() {\n  return async function inner(c) {\n    return c;\n  };\n}\nfunction plain() {\n  function within() {}\n}\n";
    check_callers(&[("s.js", source)], &[("inner", "handed on where it stands"), ("within", "")]);
}

#[test]
fn who_uses_a_declaration_uses_what_it_declares() {
    let (_repo, index) = built(&[
        ("far.h", "int far_off(int a);\n"),
        ("far.c", "#include \"far.h\"\nint far_off(int a) { return a; }\n"),
        ("use.c", "#include \"far.h\"\nint user(void) { return far_off(1); }\n"),
    ]);
    for symbol in index.symbols_named("far_off") {
        let request = PackRequest { focus: Focus { symbol_id: Some(symbol.symbol_id.to_owned()), ..Focus::default() }, ..PackRequest::default() };
        let callers = pack(&index, &request).unwrap().sections.into_iter().find(|it| it.section == "callers").unwrap();
        assert!(callers.absence.as_ref().is_none_or(|it| it.verdict == Verdict::Elsewhere), "{callers:?}");
    }
}

#[test]
fn variants_of_other_systems_are_no_proof() {
    let (_repo, index) = built(&[
        ("go.mod", "module x\n\ngo 1.20\n"),
        ("t_unix.go", "//go:build unix\n\npackage g\n\nfunc halt() {}\n"),
        ("t_windows.go", "package g\n\nfunc halt() {}\n"),
        ("u.go", "package g\n\nfunc user() { halt() }\n"),
    ]);
    for symbol in index.symbols_named("halt") {
        let request = PackRequest { focus: Focus { symbol_id: Some(symbol.symbol_id.to_owned()), ..Focus::default() }, ..PackRequest::default() };
        let callers = pack(&index, &request).unwrap().sections.into_iter().find(|it| it.section == "callers").unwrap();
        assert!(callers.absence.as_ref().is_none_or(|it| it.verdict != Verdict::None), "{callers:?}");
    }
}

#[test]
fn a_call_of_the_method_above_may_run_the_one_below() {
    let source = "class Base:\n    def go(self):\n        return 1\n\n\nclass Below(Base):\n    def go(self):\n        return super().go()\n\n\n\
                  def user(base: Base):\n    return base.go()\n";
    let (_repo, index) = built(&[("a.py", source)]);
    let callers = pack(&index, &focus(&index, "Below.go")).unwrap().sections.into_iter().find(|it| it.section == "callers").unwrap();
    assert!(callers.absence.as_ref().is_none_or(|it| it.verdict == Verdict::Unknown && it.statement.contains("(a.py:12)")), "{callers:?}");
}

#[test]
fn what_reads_fields_by_itself_leaves_their_uses_open() {
    let rust = "#[derive(Debug)]\nstruct Q {\n    shown: i32,\n}\nstruct R {\n    kept: i32,\n}\n";
    let python = "from django.db import models\n\n\nclass M(models.Model):\n    title = models.CharField()\n\n\nclass N:\n    size = 1\n";
    let (_repo, index) = built(&[("Cargo.toml", "[package]\nname = \"t\"\nversion = \"0.1.0\"\n"), ("src/lib.rs", rust), ("m.py", python)]);
    for (name, part) in [("Q.shown", "`Debug` stands at `Q` (src/lib.rs:1)"), ("M.title", "one of `Model` (m.py:4)"), ("R.kept", ""), ("N.size", "")]
    {
        let absence = of(&index, name, "usages");
        let verdict = if part.is_empty() { Verdict::None } else { Verdict::Unknown };
        assert!(absence.verdict == verdict && absence.statement.contains(part), "{name}: {:?} {}", absence.verdict, absence.statement);
    }
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
    assert_eq!(tests.items.iter().map(|it| it.why.rule.as_str()).collect::<Vec<_>>(), ["test-words"]);
    assert_eq!(facts(&index, index.symbols_named("Buffer").next().unwrap().id).unwrap().tests, 1);
    assert_eq!(of(&index, "lonely", "tests").verdict, Verdict::None);
}

#[test]
fn an_example_in_a_documentation_may_be_a_test() {
    let (_repo, index) = built(&[("a.py", "def told():\n    \"\"\"Says one.\n\n    >>> told()\n    1\n    \"\"\"\n    return 1\n")]);
    let absence = of(&index, "told", "tests");
    assert!(absence.verdict == Verdict::Unknown && absence.statement.contains("holds an example"), "{}", absence.statement);
}

#[test]
fn prose_without_a_text_leaves_docs_open() {
    let (_repo, index) = built(&[
        ("a.py", "def alone():\n    return 1\n"),
        ("ChangeLog", "alone is new\n"),
        ("LICENSE", "As is.\n"),
        ("kernel.cu", "__global__ void alone() {}\n"),
        ("hooks/pre-commit", "exit 0\n"),
        ("notes.md", "# Notes\n\nSome.\n"),
        ("empty.tex", ""),
    ]);
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

#[test]
fn a_fixture_may_be_asked_for_by_the_name_of_a_parameter() {
    let files =
        [("conftest.py", "import pytest\n\n\n@pytest.fixture\ndef shop():\n    return 1\n"), ("test_a.py", "def test_a(shop):\n    assert shop\n")];
    let (_repo, index) = built(&files);
    let absence = of(&index, "shop", "usages");
    assert_eq!(absence.verdict, Verdict::Unknown, "{}", absence.statement);
    assert!(absence.statement.contains("a parameter of a test may ask for the fixture `shop` by its name"), "{}", absence.statement);
}

#[test]
fn texts_of_languages_without_a_grammar_are_looked_into() {
    let source =
        "struct Context { void setView(int view); void hidden(int view); };\nvoid Context::setView(int view) {}\nvoid Context::hidden(int view) {}\n";
    let window = "@implementation Window\n- (void)show {\n  context->setView(1);\n}\n@end\n";
    check_callers(
        &[("os/context.cpp", source), ("os/window.mm", window)],
        &[("Context.setView", "1 place holds the word, and what it means there is not known (os/window.mm:3)"), ("Context.hidden", "")],
    );
}
