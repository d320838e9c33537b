//! What packs show of what is asked for: the line, the code behind its documentation, a small type with its constructor, definitions rather than declarations.

use smalti::pack::allocate::Sharing;
use smalti::pack::context::draft::Draft;
use smalti::pack::context::{ContextItem, ContextPack};
use smalti::pack::engine::{Packer, pack};
use smalti::pack::excerpt::texts::Texts;
use smalti::pack::request::{Intent, PackRequest};
use smalti::pack::seeds;
use smalti::pack::views::{locate, summary};

use crate::packs::{built, focus};

fn asking(query: &str) -> PackRequest {
    PackRequest { query: query.to_owned(), ..PackRequest::default() }
}

fn items(pack: &ContextPack) -> impl Iterator<Item = &ContextItem> {
    pack.sections.iter().flat_map(|section| &section.items)
}

/// The titles of a section, in order.
fn titles(pack: &ContextPack, section: &str) -> Vec<String> {
    pack.sections.iter().find(|it| it.section == section).unwrap().items.iter().map(|item| item.title.clone()).collect()
}

#[test]
fn a_line_that_is_asked_for_is_shown_however_long_its_function_is() {
    let body = (2..=300).fold(String::new(), |text, line| text + &format!("    value_{line} = measure(value, {line})\n"));
    let (_repo, index) = built(&[("src/serving.py", &format!("def serve(value):\n{body}")), ("src/other.py", "def other():\n    return 1\n")]);
    let trace =
        "Traceback (most recent call last):\n  File \"/app/src/serving.py\", line 250, in serve\n    value_250 = measure(value, 250)\nValueError: no";
    let of_focus = PackRequest { focus: seeds::focus(&index, "src/serving.py:250").unwrap(), ..PackRequest::default() };
    for mut request in [asking("src/serving.py:250"), asking(trace), of_focus] {
        for tokens in [60, 400, 32_000] {
            request.budgets.max_total_tokens = Some(tokens);
            let pack = pack(&index, &request).unwrap();
            let shows = |item: &ContextItem| item.excerpt.text.contains("value_250 = ");
            assert!(items(&pack).any(shows), "{tokens}: {request:?} {:?}", items(&pack).map(|it| it.excerpt.lines).collect::<Vec<_>>());
        }
        let draft = Packer::new(&index, Texts::of_root(&index)).draft(&request, Sharing::ByRank).unwrap();
        let places = locate::locations(&index, &draft).unwrap().items;
        assert!(places[..2].iter().any(|it| it.file == "src/serving.py" && it.start <= 250 && 250 <= it.end), "{places:?}");
    }
}

#[test]
fn the_best_hit_is_not_shown_by_its_documentation_alone() {
    let words =
        (0..120).fold(String::new(), |text, n| text + &format!("    Word {n} of how a rule is matched against a path and what comes of it.\n"));
    let body = (0..20).fold(String::new(), |text, n| text + &format!("    part_{n} = take(path, {n})\n"));
    let code = format!("def match_rule(path):\n    \"\"\"Matches a rule.\n\n{words}    \"\"\"\n{body}    return part_0\n");
    let (_repo, index) = built(&[("rules.py", &code), ("other.py", "def other():\n    return 1\n")]);
    for mut request in [asking("how is a rule matched against a path"), focus(&index, "match_rule")] {
        for tokens in [300, 32_000] {
            request.budgets.max_total_tokens = Some(tokens);
            let pack = pack(&index, &request).unwrap();
            let first = items(&pack).next().unwrap();
            assert!(first.excerpt.text.starts_with("    part_0 = take(path, 0)\n"), "{}", first.excerpt.text);
            assert!(first.title.contains("def match_rule(path)") && first.excerpt.truncated);
        }
    }
}

const JAVA: &str = "package a;\n\n/** Prints. */\npublic class JsonPrinter extends Printer {\n  public JsonPrinter() { super(true); }\n  private boolean first;\n  public void print(String text) { out(text); }\n}\n";

#[test]
fn a_small_type_is_shown_whole_though_its_constructor_is_a_hit_too() {
    let (_repo, index) = built(&[
        ("a/JsonPrinter.java", JAVA),
        ("a/Printer.java", "package a;\n\nclass Printer {\n  Printer(boolean b) {}\n  void out(String s) {}\n}\n"),
    ]);
    for query in ["json printer", "JsonPrinter", "print json first"] {
        let pack = pack(&index, &asking(query)).unwrap();
        let shown = items(&pack).find(|it| it.excerpt.text.contains("private boolean first;"));
        assert!(shown.is_some_and(|it| it.excerpt.text.contains("JsonPrinter() {")), "{query}: {:#?}", titles(&pack, "seeds"));
        let named = shown.iter().flat_map(|it| &it.joined).filter(|it| it.title.contains("JsonPrinter()")).count();
        assert_eq!(named, 1, "{query}: what stands in it is named with it");
    }
}

#[test]
fn a_definition_stands_for_its_declaration() {
    let header = "class Runner {\n public:\n  Runner(int a, int b, int c, int d, int e);\n  // Of the run.\n  int state_of_the_run_that_is_kept_here_for_all_of_them;\n  int predict_rounds(int seen, int wanted, int allowed_at_most, int more);\n  int other_rounds(int seen);\n};\nint warm_up_rounds(int seen);\n";
    let source = "#include \"runner.h\"\n\nint warm_up_rounds(int seen) {\n  int left = seen * 2;\n  return left + 1;\n}\n\nint main() { return warm_up_rounds(3); }\n";
    let (_repo, index) =
        built(&[("runner.h", header), ("runner.cc", source), ("use.cc", "#include \"runner.h\"\n\nint use(int a) { return warm_up_rounds(a); }\n")]);
    for request in [asking("how many warm up rounds are seen"), focus(&index, "use")] {
        let pack = pack(&index, &request).unwrap();
        let of = |path: &str| items(&pack).filter(|it| it.file_rel_path == path && it.title.contains("warm_up_rounds")).count();
        assert_eq!((of("runner.cc"), of("runner.h")), (1, 0), "{:?}", items(&pack).map(|it| &it.title).collect::<Vec<_>>());
    }
}

#[test]
fn the_headline_of_a_focus_is_its_name_and_place() {
    let (_repo, index) = built(&[("shop.py", "class Shop:\n    def sell(self):\n        return self\n")]);
    let headline = |what: &str| {
        let request = PackRequest { focus: seeds::focus(&index, what).unwrap(), ..PackRequest::default() };
        summary::summary(&pack(&index, &request).unwrap(), false).lines().next().unwrap().to_owned()
    };
    assert_eq!(headline("Shop"), "# Shop (shop.py:1)");
    assert_eq!(headline("shop.py:3"), "# shop.py:3");
    assert_eq!(headline("shop.py"), "# shop.py");
}

const MATCHER: &[(&str, &str)] = &[
    (
        "src/zoo/matcher.py",
        "class StateMatcher:\n    \"\"\"Matches states.\"\"\"\n\n    def __init__(self):\n        self.states = []\n        self.names = {}\n\n    def add(self, state):\n        self.states.append(state)\n        self.names[state.name] = state\n        return state\n\n    def find(self, name):\n        found = self.names.get(name)\n        return found or self.states\n",
    ),
    (
        "src/zoo/map.py",
        "from zoo.matcher import StateMatcher\n\n\nclass Map:\n    def __init__(self):\n        self.matcher = StateMatcher()\n\n    def enter(self, state):\n        found = self.matcher.add(state)\n        return found\n",
    ),
    ("src/zoo/far.py", "from zoo.map import Map\n\n\ndef far():\n    return Map()\n"),
    ("src/zoo/__init__.py", ""),
    ("tests/test_machine.py", "def test_state_of_the_machine():\n    state = 1\n    assert state\n"),
    ("tests/test_named.py", "def test_that_speaks_of_it():\n    name = \"StateMatcher\"\n    assert name\n"),
    ("README.md", "# Running the machine\n\nThe state of an application is kept.\n"),
];

#[test]
fn a_type_in_focus_is_reached_by_who_calls_its_methods() {
    let (_repo, index) = built(MATCHER);
    for intent in [Intent::Answer, Intent::Impact] {
        let pack = pack(&index, &PackRequest { intent, ..focus(&index, "StateMatcher") }).unwrap();
        let callers = titles(&pack, "callers");
        assert!(callers.iter().any(|it| it.contains("def enter")), "{callers:?}");
        let far: Vec<&ContextItem> = items(&pack).filter(|it| it.file_rel_path == "src/zoo/far.py" && it.why.rule == "import-neighbor").collect();
        assert!(far.is_empty(), "{far:#?}");
    }
}

#[test]
fn beside_a_focus_alone_tests_and_prose_must_hold_its_whole_name() {
    let (_repo, index) = built(MATCHER);
    let pack = pack(&index, &focus(&index, "StateMatcher")).unwrap();
    let by_words: Vec<&str> =
        items(&pack).filter(|it| matches!(it.why.rule.as_str(), "test-words" | "prose-hit")).map(|it| it.file_rel_path.as_str()).collect();
    assert_eq!(by_words, ["tests/test_named.py"]);
}

#[test]
fn tests_of_the_best_seed_come_before_those_of_its_like() {
    let code = "def parse_options_header(value):\n    parts = value.split(';')\n    return parts\n\n\ndef dump_options_header(value):\n    parts = ';'.join(value)\n    return parts\n\n\ndef dump_header(value):\n    parts = ','.join(value)\n    return parts\n";
    let test = |name: &str, n: u32| format!("def test_{name}_{n}():\n    value = {name}('attachment filename foo {n}')\n    assert value\n\n\n");
    let others = (0..3).fold(String::new(), |text, n| text + &test("dump_options_header", n) + &test("dump_header", n));
    let imports = "from headers import dump_header, dump_options_header, parse_options_header\n\n\n";
    let own = (0..3).fold(String::new(), |text, n| text + &format!("def test_quoted_{n}():\n    assert parse_options_header('x')\n\n\n"));
    let (_repo, index) = built(&[("headers.py", code), ("tests/test_headers.py", &format!("{imports}{others}{own}"))]);
    let pack = pack(&index, &asking("fix: parse_options_header fails on an attachment with a filename")).unwrap();
    let tests = titles(&pack, "tests");
    assert!(tests[..3].iter().all(|it| it.contains("test_quoted")), "{tests:?}");
}

#[test]
fn who_chooses_again_for_other_budgets_looks_through_no_text_again() {
    let body = (0..300).fold(String::new(), |text, n| text + &format!("    step_{n} = take(path, {n})\n"));
    let code = format!("def walk_all(path):\n{body}    remembers_redirects(path)\n{body}    return path\n");
    let (_repo, index) = built(&[("walking.py", &code), ("other.py", "def other():\n    return 1\n")]);
    let packer = Packer::new(&index, Texts::of_root(&index));
    let mut request = asking("walk_all remembers redirects");
    let mut draft = packer.draft(&request, Sharing::BySection).unwrap();
    let looks = draft.looks();
    assert!(looks > 0);
    for chars in [9_000, 3_000, 6_000] {
        request.budgets.max_total_chars = Some(chars);
        draft.request.budgets.max_total_chars = Some(chars);
        packer.fill(&mut draft).unwrap();
        assert_eq!(draft.looks(), looks, "{chars}");
        let shown = |draft: &Draft<'_>| draft.picked.iter().map(|it| (it.rank, it.lines, it.cut.clone())).collect::<Vec<_>>();
        assert_eq!(shown(&draft), shown(&packer.draft(&request, Sharing::BySection).unwrap()), "{chars}");
    }
}

#[test]
fn the_same_text_of_two_places_is_shown_once_and_both_are_named() {
    let body = (0..12).fold(String::new(), |text, n| text + &format!("    part_{n} = strip(keys, {n})\n"));
    let code = format!("def strip_unknown(keys):\n{body}    return part_0\n");
    let other = "def other():\n    return 1\n";
    let (_repo, index) = built(&[("src/kinds.py", &code), ("copy/kinds.py", &format!("\n\n{code}")), ("src/other.py", other)]);
    let pack = pack(&index, &asking("how are unknown keys stripped")).unwrap();
    let shown: Vec<&ContextItem> = items(&pack).filter(|it| it.excerpt.text.contains("part_11 = strip(keys, 11)")).collect();
    let [item] = shown.as_slice() else { panic!("{} items show it", shown.len()) };
    let places: Vec<(&str, u32)> =
        item.copies.iter().map(|it| (it.file_rel_path.as_str(), it.lines.start)).chain([(item.file_rel_path.as_str(), item.lines.start)]).collect();
    assert!(places.len() == 2 && places.contains(&("src/kinds.py", 1)) && places.contains(&("copy/kinds.py", 3)), "{places:?}");
    assert!(summary::summary(&pack, false).contains("the same text: `"));
}

#[test]
fn a_function_that_is_cut_shows_the_part_that_speaks_of_the_query() {
    let filler = |from: u32| (from..from + 40).fold(String::new(), |text, n| text + &format!("    value_{n} = measure(value, {n})\n"));
    let decides = "    if upload.failed and attempts < limit:\n        retry(upload)\n        return decide_retry(upload, attempts)\n";
    let code = format!("def upload_all(value):\n{}{decides}{}    return value\n", filler(0), filler(40));
    let (_repo, index) = built(&[("src/uploads.py", &code), ("src/other.py", "def other():\n    return 1\n")]);
    let mut request = asking("where is the retry of a failed upload decided");
    for tokens in [500, 32_000] {
        request.budgets.max_total_tokens = Some(tokens);
        let pack = pack(&index, &request).unwrap();
        assert!(items(&pack).any(|it| it.excerpt.text.contains("return decide_retry(")), "{tokens}");
    }
}

#[test]
fn what_one_item_cannot_hold_goes_on_in_further_ones() {
    let body = (2..=400).fold(String::new(), |text, line| text + &format!("    value_{line} = measure(value, {line})\n"));
    let code = format!("def serve(value):\n{body}\n\ndef measure(value, line):\n    return value\n");
    let (_repo, index) = built(&[("serving.py", &code)]);
    for request in [focus(&index, "serve"), asking("serve")] {
        let whole = pack(&index, &request).unwrap();
        let parts: Vec<&ContextItem> = items(&whole).filter(|it| it.title.contains("def serve")).collect();
        let lines: Vec<_> = parts.iter().map(|it| it.excerpt.lines.unwrap()).collect();
        assert!(parts.len() > 2 && parts.iter().all(|it| it.excerpt.text.len() as u64 <= whole.budgets.max_bytes_per_item), "{lines:?}");
        assert!(lines.windows(2).all(|pair| pair[1].start == pair[0].end + 1) && lines[0].start == 1, "{lines:?}");
        assert_eq!((lines.last().unwrap().end, parts.last().unwrap().excerpt.truncated), (400, false));
        let text: Vec<&str> = parts.iter().map(|it| it.excerpt.text.as_str()).collect();
        assert_eq!(text.join("\n"), format!("def serve(value):\n{}", body.trim_end()));
    }
    // In a small pack, and in places that others need, only so much of it is shown.
    let mut small = focus(&index, "serve");
    small.budgets.max_total_tokens = Some(2_000);
    let small = pack(&index, &small).unwrap();
    assert!(small.budgets.used_tokens <= 2_000 && items(&small).filter(|it| it.title.contains("def serve")).count() == 2);
    let mut single = focus(&index, "serve");
    single.budgets.max_items = Some(1);
    assert_eq!(items(&pack(&index, &single).unwrap()).count(), 1);
}

#[test]
fn what_stands_before_a_late_opening_is_shown_where_there_is_room() {
    let filler = |from: u32| (from..from + 60).fold(String::new(), |text, line| text + &format!("    value_{line} = measure(value, {line})\n"));
    let speaking = "    if is_proxy(value):\n        redirect_proxy(value)\n        return proxy_redirect(value)\n";
    let code = format!("def serve(value):\n{}{}{speaking}{}", filler(2), filler(62), filler(200));
    let (_repo, index) = built(&[("serving.py", &code), ("other.py", "def other():\n    return 1\n")]);
    let whole = pack(&index, &asking("redirect proxy serve")).unwrap();
    let lines: Vec<_> = items(&whole).filter(|it| it.title.contains("def serve")).map(|it| it.excerpt.lines.unwrap()).collect();
    assert!(lines.len() > 1 && lines[0].start > 1 && lines.iter().any(|it| it.start == 1), "{lines:?}");
    // Whoever asks for it by its name alone reads it from its first line.
    let named = pack(&index, &asking("serve")).unwrap();
    assert_eq!(items(&named).next().unwrap().excerpt.lines.unwrap().start, 1);
}

#[test]
fn one_text_is_shown_once_whatever_the_section() {
    let helper = "def helper(value):\n    first = value + 1\n    second = first * 2\n    return first + second\n";
    let a = format!("{helper}\n\ndef start(value):\n    return helper(value) + other(value)\n\n\ndef other(value):\n    return value - 1\n");
    let (_repo, index) = built(&[("a.py", &a), ("b.py", helper)]);
    let shown = pack(&index, &asking("start helper")).unwrap();
    let with_helper: Vec<&ContextItem> = items(&shown).filter(|it| it.excerpt.text.contains("def helper")).collect();
    let copies: usize = with_helper.iter().map(|it| it.copies.len()).sum();
    assert_eq!((with_helper.len(), copies), (1, 1), "{:?}", with_helper.iter().map(|it| (&it.file_rel_path, &it.title)).collect::<Vec<_>>());
}
