//! Values that only code outside of the repository knows: no member of the repository is meant by its name alone.

use crate::scoping::{CARGO, calls, sure};
use crate::support::Repo;

#[test]
fn what_outsiders_hand_over_is_theirs_however_deep_the_calls_nest() {
    let own = "class Inst { constructor() { this.q = [] } after(f) { this.q.push(f) } }\nmodule.exports = { Inst }\n";
    let test = "const t = require('node:test')\nconst { Inst } = require('../lib/inst')\nfunction outer() { t.test('a', (t) => { t.test('b', (t) => { t.after(1) \
                }) }) }\nfunction mine(x) { x.after(1) }\nfunction made() { const i = new Inst(); i.after(1) }\n";
    let files = [("package.json", "{\"name\":\"z\",\"version\":\"1.0.0\"}"), ("lib/inst.js", own), ("lib/use.js", test)];
    sure(&files, "outer(", &[]);
    sure(&files, "/mine(", &["Inst#after("]);
    sure(&files, "/made(", &["Inst#constructor(", "Inst#after("]);
}

#[test]
fn a_closure_that_a_wrapper_holds_may_be_called_by_anybody() {
    let lib = "pub struct Own; impl Own { pub fn location(&self) {} }\nfn hook() { std::panic::set_hook(Box::new(|info| { info.location(); })); }\nfn guess(it: &mut \
               crate::Gone) { keep(|own| { own.location(); }); }\nfn keep<F>(f: F) {}\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/hook(", &[]);
    sure(&[CARGO, ("src/lib.rs", lib)], "/guess(", &["/keep(", "Own#location("]);
}

#[test]
fn an_alias_of_a_foreign_type_has_the_members_of_that_type() {
    let manifest = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nhttp = \"1\"\n");
    let lib = "pub type Req<T = u8> = http::Request<T>;\npub type Map = http::HeaderMap;\npub struct Own; impl Own { pub fn header(self) -> Own { self } }\nfn run() { \
               Req::<u8>::builder().header(); Req::builder().uri(1).header(); Map::new().header(); }\n";
    assert!(calls(&[manifest, ("src/lib.rs", lib)], "/run(").is_empty());
}

/// How the calls of `name` end.
fn ends(files: &[(&str, &str)], name: &str) -> Vec<String> {
    let repo = Repo::built(files);
    let sites = repo.rows("sites").into_iter().filter(|row| row["name"] == name && row["role"] == "call");
    sites.map(|row| format!("{} {}", row["outcome"].as_str().unwrap(), row["reason"].as_str().unwrap_or_default())).collect()
}

#[test]
fn a_name_that_nothing_binds_is_of_the_package_that_is_imported_whole() {
    let test = "import static org.junit.jupiter.api.Assertions.*;\nimport java.util.*;\nclass T { void run(Own o) { assertEquals(1, o.size()); assertThat(o).isTrue(); } }\nclass \
                Own { int size() { return 1; } boolean isTrue() { return true; } }\n";
    let files = [("T.java", test)];
    assert_eq!(ends(&files, "assertEquals"), ["external org.junit.jupiter"]);
    assert_eq!(ends(&files, "isTrue"), ["external org.junit.jupiter"]);
    let bare = [("T.java", "import java.util.*;\nclass T { void run() { gone(); } }\n")];
    assert_eq!(ends(&bare, "gone"), ["unresolved unbound-name"]);
    let manifest = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nanstyle = \"1\"\n");
    let lib = "pub use anstyle::*;\nmacro_rules! own { () => {} }\npub struct Own; impl Own { pub fn bold(&self) {} }\nfn run() { Style::new().bold(); let s = Style::new(); \
               s.bold(); own!(); }\n";
    assert_eq!(ends(&[manifest, ("src/lib.rs", lib)], "bold"), ["external anstyle", "external anstyle"]);
    assert_eq!(ends(&[manifest, ("src/lib.rs", lib)], "own"), ["resolved "]);
    let module = "from outside import *\n\n\ndef run():\n    given(1)\n    _kept(1)\n";
    let files = [("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"outside\"]\n"), ("a.py", module)];
    assert_eq!(ends(&files, "given"), ["external outside"]);
    assert_eq!(ends(&files, "_kept"), ["unresolved unbound-name"]);
}

#[test]
fn what_a_module_has_of_one_package_alone_is_of_that_package() {
    let manifest = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nglam = \"1\"\nother = \"1\"\n");
    let user = "use crate::math::{Own, Vec2};\nfn run() { Vec2::zero(); crate::math::Vec3::zero(); crate::math::inner::Vec4::one(); crate::two::Gone::two(); \
                Own::own(); }\n";
    let files = [
        manifest,
        ("src/lib.rs", "pub mod math;\npub mod two;\nmod user;\n"),
        ("src/math.rs", "pub use glam::*;\npub mod inner { use glam::*; }\npub struct Own;\nimpl Own { pub fn own() {} }\n"),
        ("src/two.rs", "pub use self::nowhere::*;\npub use glam::*;\npub use other::*;\n"),
        ("src/user.rs", user),
    ];
    assert_eq!(ends(&files, "zero"), ["external glam", "external glam"]);
    assert_eq!(ends(&files, "own"), ["resolved "]);
    assert!(ends(&files, "two")[0].starts_with("unresolved"), "either package may have it");
    assert!(ends(&files, "one")[0].starts_with("unresolved"), "what a module takes in for itself it does not hand on");
    let barrel = "export * from 'outside';\n";
    let files = [
        ("package.json", "{\"name\":\"z\",\"dependencies\":{\"outside\":\"1\"}}"),
        ("src/barrel.ts", barrel),
        ("src/user.ts", "import { given } from './barrel';\nexport function run() { given(); }\n"),
    ];
    assert_eq!(ends(&files, "given"), ["external outside"]);
}

#[test]
fn a_name_in_c_that_nothing_defines_is_of_the_library_whose_name_it_bears() {
    let used = "#include \"http.h\"\nvoid run(void) { curl_easy_init(); own_init(); SSL_new(0); }\n";
    let files = [("http.h", "#include <curl/curl.h>\n#include <openssl/ssl.h>\n"), ("a.c", used)];
    assert_eq!(ends(&files, "curl_easy_init"), ["external curl"]);
    assert_eq!(ends(&files, "SSL_new"), ["external openssl"]);
    assert_eq!(ends(&files, "own_init"), ["unresolved unread-header"]);
    let own = [files[0], files[1], ("curl.c", "void curl_easy_init(void) {}\n")];
    assert_eq!(ends(&own, "curl_easy_init"), ["resolved "], "what the tree defines comes first");
}

#[test]
fn an_interface_of_the_language_gives_its_members_to_types_that_satisfy_it() {
    let lib = "pub struct It; impl Iterator for It { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\npub struct Own;\nfn run(it: It, own: Own) { it.count(); own.into(); \
               own.filter(1); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert_eq!(ends(&files, "count"), ["external builtin"]);
    assert_eq!(ends(&files, "into"), ["external builtin"]);
    assert_eq!(ends(&files, "filter"), ["unresolved no-such-member"]);
}

#[test]
fn pieces_of_a_text_are_text() {
    let module = "class Own:\n    def shout(self): ...\n    def isalnum(self): ...\n\n\ndef run(name: str):\n    for c in name:\n        c.isalnum()\n    return [c.isalnum() for c in \
                  name]\n";
    assert_eq!(ends(&[("a.py", module)], "isalnum"), ["external builtin", "external builtin"]);
}

#[test]
fn what_headers_of_tests_and_smart_pointers_have_is_of_no_file_of_the_tree() {
    let test = "#include <memory>\n#include \"gtest/gtest.h\"\nnamespace n {\nstruct Own { void flush(); };\nTEST(A, B) { std::unique_ptr<Own> it(new Own()); it->flush(); it.reset(); \
                ASSERT_EQ(1, gone()); EXPECT_OWN(1); }\n}\n";
    let files = [("t.cc", test), ("own.h", "#define EXPECT_OWN(x) (x)\n")];
    assert_eq!(ends(&files, "ASSERT_EQ"), ["external googletest"]);
    assert_eq!(ends(&files, "reset"), ["external builtin"]);
    assert_eq!(ends(&files, "EXPECT_OWN"), ["resolved "]);
    assert_eq!(ends(&files, "gone"), ["unresolved unread-header"]);
    assert_eq!(ends(&[("CMakeLists.txt", "function(own)\nendfunction()\nown()\nset(X 1)\ngone()\n")], "set"), ["external builtin"]);
}

#[test]
fn what_an_object_holds_is_of_all_types_that_it_is_declared_to_be() {
    let script = "import { Store } from 'redux'\ninterface Own { own(): void; dispatch2(): void }\ntype Both = Own & Store<1>\ndeclare function make(): Both\nfunction setup() { const s = \
                  make(); const held = { count: 1, store: s }; return held }\nfunction run() { const r = setup(); r.store.dispatch(1); r.store.own() }\n";
    let files = [("package.json", "{\"name\":\"q\",\"dependencies\":{\"redux\":\"5\"}}"), ("a.ts", script)];
    assert!(ends(&files, "dispatch").iter().all(|it| it.starts_with("external")), "{:?}", ends(&files, "dispatch"));
    assert_eq!(ends(&files, "own"), ["resolved "]);
}

#[test]
fn macros_of_a_package_that_is_taken_in_with_them_are_seen_in_all_files() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"v\", \"t\"]\n"),
        ("v/Cargo.toml", "[package]\nname = \"v-iew\"\n"),
        ("v/src/lib.rs", "#[macro_use]\npub mod macros;\n"),
        ("v/src/macros.rs", "#[macro_export]\nmacro_rules! current { () => {} }\nmacro_rules! kept { () => {} }\n"),
        ("t/Cargo.toml", "[package]\nname = \"t\"\n[dependencies]\nv-iew = { path = \"../v\" }\nlog = \"1\"\n"),
        ("t/src/lib.rs", "#[macro_use]\nextern crate v_iew;\n#[macro_use] extern crate log;\nmod m;\n"),
        ("t/src/m.rs", "fn run() { current!(); kept!(); info!(\"\"); }\n"),
        ("u/Cargo.toml", "[package]\nname = \"u\"\n[dependencies]\nv-iew = { path = \"../v\" }\n"),
        ("u/src/lib.rs", "extern crate v_iew;\nfn run() { current!(); }\n"),
    ];
    assert_eq!(ends(&files, "current"), ["resolved ", "unresolved unbound-name"]);
    assert_eq!(ends(&files, "kept"), ["external log"]);
    assert_eq!(ends(&files, "info"), ["external log"]);
}

#[test]
fn what_a_collection_of_the_library_holds_is_not_of_the_library() {
    let text = |made: &str, held: &str| {
        format!(
            "import collections\nimport queue\nfrom collections import deque\nclass A:\n    def go(self): pass\nclass B:\n    def go(self): pass\ndef f(x, items):\n    c = {made}\n    c.put(x)\n    {held}.go()\n"
        )
    };
    for (made, held) in [
        ("collections.OrderedDict()", "c['a']"),
        ("collections.OrderedDict(items)", "c.get('a')"),
        ("collections.ChainMap()", "c.pop('a')"),
        ("queue.Queue()", "c.get()"),
        ("deque()", "c.popleft()"),
        ("deque(items, 4)", "c[0]"),
    ] {
        let lib = text(made, held);
        assert_eq!(ends(&[("lib.py", &lib)], "go"), ["candidates "], "{made} {held}");
        let of_library = ends(&[("lib.py", &lib)], "put")[0].starts_with("external");
        assert!(of_library || made.contains("items"), "{made}");
    }
    let lib = text("deque([A()])", "c.pop()");
    assert_eq!(ends(&[("lib.py", &lib)], "go"), ["resolved "]);
}
