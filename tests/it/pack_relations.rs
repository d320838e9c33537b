//! Which relation brings an item in, where several could, and which bring in nothing.

use smalti::pack::context::ContextPack;
use smalti::pack::engine::pack;
use smalti::pack::request::{EdgeType, Intent, PackRequest, SeedMode};

use crate::packs::{built, focus};

/// Titles and rules of a section.
fn shown(pack: &ContextPack, section: &str) -> Vec<(String, String)> {
    let section = pack.sections.iter().find(|it| it.section == section).unwrap();
    section.items.iter().map(|it| (it.title.clone(), it.why.rule.clone())).collect()
}

fn check(pack: &ContextPack, section: &str, title: &str, is_there: bool) {
    let items = shown(pack, section);
    assert_eq!(items.iter().any(|it| it.0.contains(title)), is_there, "{title} in {section}: {items:?}");
}

#[test]
fn who_calls_a_seed_is_a_caller_whatever_else_it_uses() {
    let core = "class Basket:\n    size = 0\n\n\ndef pack_up(basket):\n    return basket\n";
    let send = "from core import Basket, pack_up\n\n\ndef send(basket: Basket):\n    return pack_up(basket)\n";
    let (_repo, index) = built(&[("core.py", core), ("send.py", send)]);
    let pack = pack(&index, &PackRequest { files: vec!["core.py".to_owned()], ..PackRequest::default() }).unwrap();
    check(&pack, "callers", "send", true);
    check(&pack, "usages", "send", false);
}

#[test]
fn what_a_file_imports_for_its_other_definitions_says_nothing_of_a_seed() {
    let utils = "from compat import strip\n\n\ndef plain(name):\n    return name + name\n\n\ndef other(text):\n    return strip(text)\n";
    let (_repo, index) = built(&[
        ("utils.py", utils),
        ("compat.py", "def strip(text):\n    return text\n"),
        ("test_compat.py", "from compat import strip\n\n\ndef test_strip():\n    assert strip(1)\n"),
    ]);
    let pack = pack(&index, &focus(&index, "plain")).unwrap();
    check(&pack, "tests", "test_strip", false);
    check(&pack, "imports", "strip", false);
    let tests = pack.sections.iter().find(|it| it.section == "tests").unwrap();
    assert!(tests.absence.as_ref().unwrap().statement.starts_with("no tests are known of plain"));
}

#[test]
fn the_line_that_requires_a_module_is_not_shown_for_what_is_called_of_it() {
    let code = "const slugs = require('slugs')\nfunction helper(a) {\n  return a + 'x'\n}\nfunction first(a) {\n  return slugs(helper(a))\n}\nmodule.exports = first\n";
    let (_repo, index) = built(&[("package.json", "{\"name\": \"a\", \"dependencies\": {\"slugs\": \"1\"}}"), ("index.js", code)]);
    let pack = pack(&index, &focus(&index, "first")).unwrap();
    check(&pack, "callees", "helper", true);
    check(&pack, "callees", "slugs", false);
}

#[test]
fn what_the_query_finds_is_not_told_by_an_edge_that_may_mean_another() {
    let mut files: Vec<(String, String)> = (0..13)
        .map(|at| {
            (
                format!("s{at:02}.py"),
                format!("def retry_delay(it):\n    \"\"\"Retry after a delay.\"\"\"\n    retry = delay = {at}\n    return it.retry(retry, delay)\n"),
            )
        })
        .collect();
    let class = |name: &str| format!("class {name}:\n    def retry(self, delay, limit):\n        return delay + limit\n\n\n");
    files.push(("ways.py".to_owned(), class("First") + &class("Second")));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (_repo, index) = built(&files);
    let pack = pack(&index, &PackRequest { query: "retry delay".to_owned(), ..PackRequest::default() }).unwrap();
    let ways: Vec<(String, String)> = pack
        .sections
        .iter()
        .flat_map(|it| &it.items)
        .filter(|it| it.file_rel_path == "ways.py")
        .map(|it| (it.title.clone(), it.why.rule.clone()))
        .collect();
    assert!(!ways.is_empty() && ways.iter().all(|it| it.1 == "weak-hit"), "{ways:?}");
}

#[test]
fn the_tests_of_what_a_seed_calls_are_shown() {
    let (_repo, index) = built(&[
        ("first.py", "from second import helper\n\n\ndef first(a):\n    return helper(a)\n"),
        ("second.py", "def helper(a):\n    return a + a\n"),
        ("test_second.py", "from second import helper\n\n\ndef test_helper():\n    assert helper(1) == 2\n"),
    ]);
    let pack = pack(&index, &focus(&index, "first")).unwrap();
    check(&pack, "tests", "test_helper", true);
    assert_eq!(shown(&pack, "tests")[0].1, "test-edge");
}

#[test]
fn what_helps_tests_beside_it_is_no_caller() {
    let code = "pub fn work() -> u32 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    fn worked() -> u32 {\n        work()\n    }\n\n    #[test]\n    fn works() {\n        assert_eq!(worked(), 1);\n    }\n}\n";
    let (_repo, index) = built(&[("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n"), ("src/lib.rs", code)]);
    let pack = pack(&index, &focus(&index, "work")).unwrap();
    check(&pack, "callers", "worked", false);
    check(&pack, "tests", "worked", true);
}

#[test]
fn a_file_that_is_imported_is_not_shown_by_what_its_tests_share() {
    let uses: String =
        (0..6).map(|number| format!("    fn f{number}(it: &Systems) -> u32 {{\n        it.first\n    }}\n\n")).collect::<Vec<_>>().concat();
    let tests = format!(
        "#[cfg(test)]\nmod tests {{\n    pub struct Systems {{\n        pub first: u32,\n    }}\n\n{uses}    #[test]\n    fn works() {{\n        assert_eq!(f0(&Systems {{ first: 1 }}), 1);\n    }}\n}}\n"
    );
    let (_repo, index) = built(&[
        ("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", "mod schedule;\nuse crate::schedule;\n\npub fn start() -> u32 {\n    schedule::run()\n}\n"),
        ("src/schedule.rs", &format!("pub fn run() -> u32 {{\n    1\n}}\n\n{tests}")),
    ]);
    let mut request = focus(&index, "start");
    request.expansion.edge_types = vec![EdgeType::Import];
    let pack = pack(&index, &request).unwrap();
    check(&pack, "imports", "run", true);
    check(&pack, "imports", "Systems", false);
}

#[test]
fn docs_are_prose_and_what_a_comment_names_is_related() {
    let code =
        "def register(name):\n    return name\n\n\ndef before(name):\n    \"\"\"Like :func:`register`, but earlier.\"\"\"\n    return name + name\n";
    let (_repo, index) = built(&[("core.py", code)]);
    let pack = pack(&index, &focus(&index, "register")).unwrap();
    assert_eq!(shown(&pack, "docs"), []);
    assert_eq!(shown(&pack, "related"), [("def before(name)".to_owned(), "mention".to_owned())]);
}

#[test]
fn the_weights_that_are_told_give_the_scores_of_an_impact() {
    let code = "def helper(a):\n    return a\n\n\ndef first(a):\n    return helper(a)\n";
    let (_repo, index) = built(&[("core.py", code)]);
    let mut request = focus(&index, "first");
    (request.intent, request.include_explain) = (Intent::Impact, true);
    let pack = pack(&index, &request).unwrap();
    let weights = &pack.explain.as_ref().unwrap().weights;
    let callee = &pack.sections.iter().find(|it| it.section == "callees").unwrap().items[0].scores;
    let product = |lhs: u32, rhs: u32| u64::from(lhs) * u64::from(rhs);
    let sum = product(weights["seedScore"].0, callee.seed_score.0)
        + product(weights["distanceScore"].0, 1_000_000 / (1 + callee.graph_distance))
        + product(weights["evidenceScore"].0, callee.evidence_score.0);
    assert_eq!(u64::from(callee.hybrid_score.0), sum / 1_000_000 * u64::from(weights["outwardShare"].0) / 1_000_000);
}

#[test]
fn documents_are_seeds_where_filters_leave_out_the_code() {
    let (_repo, index) = built(&[
        ("src/tile.py", "def tile_frame(tile):\n    \"\"\"Frames a tile.\"\"\"\n    return tile\n"),
        ("docs/conf.py", "tile = 1\n"),
        ("docs/guide.md", "# Tiles\n\nHow a tile frame is made of a tile.\n"),
    ]);
    let mut request = PackRequest { query: "tile frame".to_owned(), ..PackRequest::default() };
    request.filters.exclude_paths = vec!["src".to_owned()];
    let pack = pack(&index, &request).unwrap();
    let paths: Vec<&str> = pack.seeds.iter().map(|seed| seed.file_rel_path.as_str()).collect();
    assert!(paths.contains(&"docs/guide.md"), "{paths:?}");
    assert!(pack.seeds.iter().all(|seed| seed.seed_score.0 > 0), "{:?}", pack.seeds);
    let prose =
        smalti::pack::engine::pack(&index, &PackRequest { query: "tile frame".to_owned(), seed_mode: SeedMode::Prose, ..PackRequest::default() })
            .unwrap();
    assert_eq!(prose.seeds.iter().map(|seed| (seed.file_rel_path.as_str(), seed.seed_score.0)).collect::<Vec<_>>(), [("docs/guide.md", 1_000_000)]);
}

#[test]
fn the_ending_of_a_path_is_no_name_of_other_files() {
    let names = ["a.py", "b.py", "sub/near.py", "sub/ff.py"];
    let files: Vec<(&str, &str)> = names.into_iter().map(|name| (name, "def lone(text):\n    return text.strip().lower()\n")).collect();
    let (_repo, index) = built(&files);
    let pack = pack(&index, &PackRequest { query: "sub/ff.py:1".to_owned(), ..PackRequest::default() }).unwrap();
    let found: Vec<(&str, &str)> =
        pack.sections.iter().flat_map(|it| &it.items).map(|it| (it.file_rel_path.as_str(), it.why.rule.as_str())).collect();
    assert!(pack.fallback && found.contains(&("sub/near.py", "file-name")), "{found:?}");
    assert!(!found.iter().any(|it| it.1 == "file-name" && !it.0.starts_with("sub")), "{found:?}");
}

#[test]
fn a_method_of_a_type_that_is_found_comes_with_it_if_the_query_speaks_of_it() {
    let code = "/// Fills lines of a buffer.\npub struct LineBuffer {\n    size: usize,\n}\n\nimpl LineBuffer {\n    pub fn fill_lines(&mut self) -> usize {\n        let lines = self.size;\n        lines + 1\n    }\n\n    pub fn other(&mut self) -> usize {\n        self.size\n    }\n}\n";
    let (_repo, index) = built(&[("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n"), ("src/lib.rs", code)]);
    let mut request = focus(&index, "LineBuffer");
    request.query = "fill lines".to_owned();
    request.expansion.include_same_file_neighbors = false;
    request.budgets.max_items_per_section = Some(1);
    let pack = pack(&index, &request).unwrap();
    assert_eq!(shown(&pack, "related"), [("LineBuffer: pub fn fill_lines(&mut self) -> usize".to_owned(), "member".to_owned())]);
}

#[test]
fn of_code_outside_of_definitions_the_place_of_use_is_shown() {
    let list: String = (0..40).fold(String::new(), |list, number| list + &format!("register(\"{number}\", None)\n"));
    let uses = format!("from core import register, send\n\n{list}\nif True:\n    register(\"send\", send)\n\n{list}");
    let (_repo, index) = built(&[("core.py", "def send(a):\n    return a\n\n\ndef register(name, a):\n    return a\n"), ("table.py", &uses)]);
    let mut request = focus(&index, "send");
    request.budgets.max_total_tokens = Some(60);
    let pack = pack(&index, &request).unwrap();
    let item = pack.sections.iter().flat_map(|it| &it.items).find(|it| it.file_rel_path == "table.py").unwrap();
    assert!(item.excerpt.text.starts_with("if True:\n    register(\"send\", send)\n"), "{:?}", item.excerpt);
}

#[test]
fn a_test_is_found_by_the_words_of_the_query_and_the_names_of_seeds() {
    let (_repo, index) = built(&[
        ("lib/split_row.js", "function splitRow(text) {\n  return text.split(\"|\").filter(Boolean)\n}\n\nmodule.exports = splitRow\n"),
        (
            "test/rows.js",
            "const run = require('./runner')\n\ndescribe('rows', () => {\n  it('should split a row and drop empty parts', () => {\n    run('split row').expect(['a'])\n  })\n})\n",
        ),
        (
            "test/columns.js",
            "const run = require('./runner')\n\ndescribe('columns', () => {\n  it('should merge two columns', () => {\n    run('merge').expect(['a'])\n  })\n})\n",
        ),
        ("docs/rows.md", "# Rows\n\nTo split a row means to cut it at each bar; empty parts are dropped.\n"),
        ("History.md", "# 2.0\n\n- split row drops empty parts of a row\n"),
    ]);
    let pack = pack(&index, &PackRequest { query: "split row drops empty parts".to_owned(), ..PackRequest::default() }).unwrap();
    let of = |section: &str| -> Vec<(String, String)> {
        let section = pack.sections.iter().find(|it| it.section == section).unwrap();
        section.items.iter().map(|it| (it.file_rel_path.clone(), it.why.rule.clone())).collect()
    };
    assert_eq!(of("tests"), [("test/rows.js".to_owned(), "test-words".to_owned())]);
    assert_eq!(of("docs")[0], ("docs/rows.md".to_owned(), "prose-hit".to_owned()));
}

#[test]
fn the_tests_of_a_common_helper_say_nothing_of_who_calls_it() {
    let users: String = (0..9).map(|number| format!("def use{number}(a):\n    return helper(a)\n\n\n")).collect::<Vec<_>>().concat();
    let (_repo, index) = built(&[
        ("first.py", "from second import helper\n\n\ndef first(a):\n    return helper(a)\n"),
        ("second.py", &format!("def helper(a):\n    return a + a\n\n\n{users}")),
        ("test_second.py", "from second import helper\n\n\ndef test_helper():\n    assert helper(1) == 2\n"),
    ]);
    let pack = pack(&index, &focus(&index, "first")).unwrap();
    check(&pack, "tests", "test_helper", false);
}

#[test]
fn usages_are_who_uses_a_seed_and_what_it_uses_stands_with_what_it_calls() {
    let core = "from kinds import Basket\n\n\ndef send(basket: Basket):\n    return basket\n\n\nHANDLERS = {\"send\": send}\n";
    let kinds = "class Basket:\n    size = 0\n    owner = \"nobody\"\n";
    let table = "from core import send\n\n\ndef table():\n    handlers = {\"send\": send}\n    return handlers\n";
    let (_repo, index) = built(&[("core.py", core), ("kinds.py", kinds), ("table.py", table)]);
    let pack = pack(&index, &focus(&index, "send")).unwrap();
    check(&pack, "usages", "table", true);
    check(&pack, "usages", "Basket", false);
    check(&pack, "callees", "Basket", true);
    let rules = [("usages", "table", "used-by"), ("callees", "Basket", "uses")];
    for (section, title, rule) in rules {
        assert!(shown(&pack, section).iter().any(|it| it.0.contains(title) && it.1 == rule), "{:?}", shown(&pack, section));
    }
}

#[test]
fn what_a_list_holds_is_not_used_by_who_uses_the_list() {
    let utils = "export function noop(value) {\n  return value\n}\n\nexport function merge(one, other) {\n  return one + other\n}\n\nexport const all = { noop, merge }\n";
    let user = "import { all } from './utils.js'\n\nexport function pick(name) {\n  return all[name]\n}\n";
    let (_repo, index) = built(&[("utils.js", utils), ("user.js", user)]);
    let pack = pack(&index, &focus(&index, "pick")).unwrap();
    for section in ["callees", "usages", "related"] {
        check(&pack, section, "function merge", false);
    }
}

#[test]
fn a_guess_among_many_is_no_caller_and_a_sure_call_is() {
    let classes: String = (0..4)
        .map(|number| format!("class K{number}:\n    def parse(self, text):\n        return text + \"{number}\"\n\n\n"))
        .collect::<Vec<_>>()
        .concat();
    let uses = "from kinds import K1\n\n\ndef sure():\n    return K1().parse(\"a\")\n\n\ndef guess(scale):\n    return scale.parse(\"a\")\n";
    let (_repo, index) = built(&[("kinds.py", &classes), ("uses.py", uses)]);
    for intent in [Intent::Answer, Intent::Impact] {
        let mut request = focus(&index, "K1.parse");
        request.intent = intent;
        let pack = pack(&index, &request).unwrap();
        check(&pack, "callers", "sure", true);
        check(&pack, "callers", "guess", false);
    }
}

#[test]
fn no_test_is_a_callee() {
    let core = "class Stream:\n    def read(self):\n        return \"\"\n\n\ndef load(stream: Stream):\n    return stream.read()\n";
    let test = "from core import Stream, load\n\n\nclass Fake(Stream):\n    def read(self):\n        return \"a\"\n\n\ndef test_load():\n    assert load(Fake()) == \"a\"\n";
    let (_repo, index) = built(&[("core.py", core), ("test_core.py", test)]);
    let pack = pack(&index, &focus(&index, "load")).unwrap();
    let callees = pack.sections.iter().find(|it| it.section == "callees").unwrap();
    assert!(!callees.items.is_empty() && callees.items.iter().all(|it| it.file_rel_path == "core.py"), "{:?}", callees.items);
}

#[test]
fn of_an_imported_file_what_the_seed_names_is_shown() {
    let tool = "def early():\n    return 0\n\n\ndef popular():\n    return 1\n\n\ndef late():\n    return 2\n\n\nclass Box:\n    def size(self):\n        return 3\n";
    let (_repo, index) = built(&[
        ("tool.py", tool),
        ("one.py", "from tool import popular\n\n\ndef first():\n    return popular()\n"),
        ("two.py", "from tool import popular\n\n\ndef second():\n    return popular()\n"),
        ("late.py", "import tool\n\n\ndef commence():\n    return tool.late()\n"),
        ("bare.py", "import tool\n\n\ndef hand_on():\n    return tool\n"),
        ("other.py", "import tool\n\n\ndef measure(it):\n    return tool, it.size()\n"),
    ]);
    for (name, expected) in [("commence", &["def late()"][..]), ("hand_on", &[]), ("measure", &[])] {
        let mut request = focus(&index, name);
        request.expansion.edge_types = vec![EdgeType::Import];
        let pack = pack(&index, &request).unwrap();
        let titles: Vec<String> = shown(&pack, "imports").into_iter().map(|it| it.0).collect();
        assert_eq!(titles, expected, "{name}");
    }
}

#[test]
fn behind_an_import_stands_what_defines_a_name_that_is_handed_on() {
    let (_repo, index) = built(&[
        ("src/all.ts", "export * from './near';\nimport { helper } from './far';\nexport const most = helper(1);\n"),
        ("src/near.ts", "export function wanted(a: number): number {\n  return a + 1;\n}\n"),
        ("src/far.ts", "export function helper(a: number): number {\n  return a + 2;\n}\n"),
        ("src/start.ts", "import * as all from './all';\n\nexport function start(): number {\n  return all.wanted(1);\n}\n"),
    ]);
    let mut request = focus(&index, "start");
    request.expansion.edge_types = vec![EdgeType::Import];
    let pack = pack(&index, &request).unwrap();
    check(&pack, "imports", "helper", false);
    check(&pack, "imports", "most", false);
}

#[test]
fn what_is_called_at_a_line_that_is_named_comes_first() {
    let helper = |at: usize| format!("def helper_{at}(a):\n    b = a + {at}\n    c = b * a - {at}\n    return [a, b, c]\n\n\n");
    let (helpers, calls): (String, String) = (0..9).map(|at| (helper(at), format!("    a = helper_{at}(a)\n"))).unzip();
    let core = format!("from lib import *\n\n\ndef work(a):\n{calls}    return a\n");
    let (_repo, index) = built(&[("core.py", &core), ("lib.py", &helpers)]);
    for at in [1, 6] {
        let line = core.lines().position(|it| it.contains(&format!("= helper_{at}("))).unwrap() + 1;
        let pack = pack(&index, &PackRequest { query: format!("core.py:{line}"), ..PackRequest::default() }).unwrap();
        let callees = shown(&pack, "callees");
        assert!(callees[0].0.contains(&format!("helper_{at}")), "{callees:?}");
    }
}
