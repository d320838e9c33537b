//! What stands in an index is found: constants outside of definitions, quoted text, words of requests. What does not stand there is not taken for it.

use smalti::reader::index::Index;
use smalti::retrieve::provider::Provider;
use smalti::retrieve::query::Query;
use smalti::retrieve::seeds::{Limits, Retriever, Seeds};

use crate::program;
use crate::support::Repo;

/// A module of so many constants that one of them is a small part, with what uses one, and a test that says its name more often.
fn constants() -> Repo {
    let many = (0..40).fold(String::new(), |text, number| text + &format!("FILLER_{number} = {number}\n"));
    Repo::built(&[
        (
            "src/limits.py",
            &format!(
                "{many}\n# The most that a basket holds.\nBASKET_LIMIT = 7\n{}\n\ndef fill(basket):\n    return basket[:BASKET_LIMIT]\n",
                many.replace("FILLER", "MORE")
            ),
        ),
        ("src/shop.go", "package shop\n\nconst (\n\tOpenHour = 9\n\tCloseHour = 18\n)\n\nfunc isOpen(hour int) bool { return hour >= OpenHour }\n"),
        ("src/notes.md", "# Notes\n\nBASKET_LIMIT BASKET_LIMIT BASKET_LIMIT OpenHour OpenHour OpenHour\n"),
    ])
}

fn seeds(index: &Index, query: &str) -> Seeds {
    let limits = Limits { chunks: 20, files: 20 };
    Retriever::new(index).unwrap().seeds(Provider::Sparse, &Query::parse(query).unwrap(), limits).unwrap()
}

/// Whether the first hit shows a line of a file.
fn check_first(index: &Index, query: &str, path: &str, line: u32) {
    let seeds = seeds(index, query);
    let first = index.chunk(seeds.chunks.first().unwrap_or_else(|| panic!("{query}: {:?}", seeds.notices)).chunk);
    let (found, lines) = (index.path(first.file), first.lines);
    assert!(found == path && lines.start <= line && line <= lines.end, "{query}: {found} {lines:?}");
}

#[test]
fn a_constant_outside_of_definitions_wins_by_its_name() {
    let repo = constants();
    let index = repo.open();
    for query in ["BASKET_LIMIT", "basket limit", "`BASKET_LIMIT`"] {
        check_first(&index, query, "src/limits.py", 43);
    }
    check_first(&index, "OpenHour", "src/shop.go", 4);
}

#[test]
fn a_pack_shows_a_constant_around_its_own_lines_and_who_uses_it() {
    let repo = constants();
    let folder = repo.folder();
    for asking in ["--focus BASKET_LIMIT", "BASKET_LIMIT"] {
        let ran = program::line(&folder, &format!("context-pack {asking} --repo repo --max-tokens 200 --json --no-ledger"));
        let pack = ran.json();
        let items: Vec<&serde_json::Value> = pack["sections"].as_array().unwrap().iter().flat_map(|it| it["items"].as_array().unwrap()).collect();
        let text = |of: &serde_json::Value| of["excerpt"]["text"].as_str().unwrap_or_default().to_owned();
        assert!(text(items[0]).starts_with("# The most that a basket holds.\nBASKET_LIMIT = 7"), "{asking}: {ran:?}");
        assert_eq!(items[0]["excerpt"]["lines"]["start"], 42, "{asking}");
        assert!(items.iter().any(|it| text(it).contains("basket[:BASKET_LIMIT]")), "{asking}: {ran:?}");
    }
    // A function that uses one leads to it.
    let ran = program::line(&folder, "context-pack --focus isOpen --repo repo --json --no-ledger");
    assert!(ran.out.contains("OpenHour = 9") && ran.json()["fallback"] != true, "{ran:?}");
}

#[test]
fn a_pack_that_opens_inside_of_a_chunk_holds_no_first_line_of_it() {
    let repo = constants();
    let folder = repo.folder();
    let first = program::line(&folder, "context-pack --focus BASKET_LIMIT --repo repo --max-tokens 200 --write --json --no-ledger").json();
    let id = first["packId"].as_str().unwrap();
    let next = program::line(&folder, &format!("context-pack FILLER_3 --repo repo --have {id} --json --no-ledger"));
    assert!(next.out.contains("FILLER_3 = 3"), "{next:?}");
}

#[test]
fn words_of_requests_count_where_no_other_word_is_there() {
    let repo = Repo::built(&[("a.py", "def support(x):\n    return x\n\n\ndef other(x):\n    \"\"\"It allows to wait.\"\"\"\n    return x\n")]);
    let index = repo.open();
    check_first(&index, "support frobnitz", "a.py", 1);
    let notices = seeds(&index, "support frobnitz").notices;
    assert_eq!(notices, ["no other word of the query is in this index; `support` was searched for"]);
    check_first(&index, "fix grammar: \"allows to\"", "a.py", 6);
    assert!(seeds(&index, "fix grammar: \"allows to\"").notices.is_empty());
    assert!(seeds(&index, "support other").notices.is_empty());
}

#[test]
fn folders_that_contradict_make_another_file_of_the_same_name() {
    let body = "def wait(x):\n    return x\n\n\ndef parse(x):\n    return x\n";
    let repo = Repo::built(&[("src/filter/time.py", body), ("src/core.py", body)]);
    let index = repo.open();
    let named = |query: &str| {
        let seeds = seeds(&index, query);
        seeds.chunks.iter().find(|it| it.reasons.iter().any(|it| it.signal == "named-line")).map(|it| index.chunk(it.chunk).name.to_owned())
    };
    // Its folders are others, and so is its length.
    assert_eq!(named("thread 'main' panicked at library/std/src/time.py:601:31:"), None);
    assert_eq!(named("thread 'main' panicked at library/std/src/time.py:2:31:"), None);
    assert_eq!(named("  File \"/opt/env/other/time.py\", line 5, in parse"), Some("parse".to_owned()));
    assert_eq!(named("  File \"/opt/env/other/time.py\", line 5, in nobody"), None);
    assert_eq!(named("panicked at src/filter/time.py:2:31:"), Some("wait".to_owned()));
    assert_eq!(named("panicked at /home/me/program/src/filter/time.py:5:1"), Some("parse".to_owned()));
    assert_eq!(named("see filter/time.py:5"), Some("parse".to_owned()));
}

#[test]
fn a_line_that_no_file_has_is_told() {
    let repo = Repo::built(&[("src/core.py", "def wait(x):\n    return x\n")]);
    let index = repo.open();
    for (query, line) in [("src/core.py:99999", 99_999), ("src/core.py:0", 0), ("core.py:99999999999", u32::MAX)] {
        let seeds = seeds(&index, query);
        assert_eq!(seeds.notices, [format!("`src/core.py` has no line {line}: it ends with line 2")], "{query}");
        assert!(seeds.chunks.iter().flat_map(|it| &it.reasons).all(|it| it.signal != "named-line"), "{query}");
    }
    // Functions keep their names when lines move.
    let moved = seeds(&index, "  File \"src/core.py\", line 40, in wait");
    assert!(moved.notices.is_empty() && moved.chunks[0].reasons[0].signal == "named-line", "{moved:?}");
}

#[test]
fn what_frames_and_paths_are_made_of_is_no_name() {
    let repo = Repo::built(&[("src/core.rb", "class Api\n  def call!(env)\n    env\n  end\n\n  def wait\n    1\n  end\nend\n")]);
    let index = repo.open();
    for query in [
        "undefined method `wait' for nil\n\tfrom src/core.rb:7:in `block in call!'\n\tfrom src/other.rb:9:in `wait'",
        "   at System.Run(String wait) in C:\\work\\Foo.cs:line 12",
        "wait: node:internal/v11/loader.mjs:12 of `v11.0.0` in System.Exception",
    ] {
        assert_eq!(seeds(&index, query).notices, Vec::<String>::new(), "{query}");
    }
    assert!(seeds(&index, "wait for `nobody`").notices[0].starts_with("`nobody` is nowhere"));
    // The line has moved, and the function is called as it was.
    check_first(&index, "src/core.rb:7:in 'call!'", "src/core.rb", 2);
    check_first(&index, "src/core.rb:7:in `block in Api#call!'", "src/core.rb", 2);
}

#[test]
fn a_slip_that_is_corrected_is_not_said_to_stand_in_text() {
    let repo = Repo::built(&[("a.py", "def consume_value(x):\n    return x\n")]);
    let index = repo.open();
    let seeds = seeds(&index, "consume_valeu");
    assert_eq!((seeds.corrections.len(), seeds.notices), (1, Vec::new()));
}

#[test]
fn the_one_definition_in_ticks_leads_a_report_without_a_title() {
    let other = |number: usize| {
        format!(
            "def option_help_brackets_{number}(text):\n    \"\"\"When the brackets of an option are doubled by help.\"\"\"\n    return text\n\n\n"
        )
    };
    let repo = Repo::built(&[
        ("types.py", "class Choice:\n    def convert(self, value):\n        return value\n"),
        ("other.py", &(0..12).map(other).collect::<String>()),
    ]);
    let report = "### Describe the bug\n\nWhen I use `--help` with a `Choice` option the brackets are doubled.\n\n### Environment\n\n- Python 3.12\n";
    check_first(&repo.open(), report, "types.py", 1);
    let ran = program::run_in(&repo.folder(), ["context-pack", report, "--repo", "repo", "--no-ledger"]);
    assert!(ran.out.starts_with("# When I use `--help` with a `Choice` option"), "{ran:?}");
}

#[test]
fn a_folder_may_be_the_focus() {
    let repo = Repo::built(&[("src/shop/a.py", "def a():\n    return 1\n"), ("src/b.py", "def b():\n    return 1\n")]);
    let ran = program::line(&repo.folder(), "context-pack --focus src/shop --repo repo --max-hops 0 --no-ledger");
    assert!(ran.exit == Some(0) && ran.out.contains("def a()") && !ran.out.contains("def b()"), "{ran:?}");
}

#[test]
fn a_type_comes_before_its_constructors() {
    let class = "/** Prints. */\npublic class JsonPrinter extends Printer {\n  /** Makes one. */\n  public JsonPrinter() { super(true); }\n  /** Makes another. */\n  public JsonPrinter(int a) { super(a > 1); }\n  private boolean first;\n  public void print(String text) { out(text); }\n}\n";
    let repo =
        Repo::built(&[("JsonPrinter.java", class), ("Printer.java", "class Printer {\n  Printer(boolean b) {}\n  void out(String s) {}\n}\n")]);
    let index = repo.open();
    for query in ["JsonPrinter", "json printer"] {
        let seeds = seeds(&index, query);
        let kinds: Vec<&str> = seeds.chunks.iter().take(3).map(|it| index.chunk(it.chunk).kind).collect();
        assert_eq!(kinds[0], "type", "{query}");
        assert!(kinds[1..].contains(&"function"), "{query}: its constructors are hits all the same");
    }
}

#[test]
fn words_around_a_trace_and_texts_in_quotes_are_taken_as_they_are() {
    let code = "package a\n\nfunc run() {\n\tstock := 1\n\tprintln(stock)\n}\n";
    let repo = Repo::built(&[("run.go", code), ("notes.txt", "stock\n")]);
    let index = repo.open();
    let trace = "stack trace: panic: runtime error\n\na.run(0x1)\n\t/srv/run.go:4 +0x1d\n";
    assert!(seeds(&index, trace).corrections.is_empty());
    assert_eq!(seeds(&index, "stockk of run").corrections, [("stockk".to_owned(), "stock".to_owned())]);
    assert!(seeds(&index, "stack of run").corrections.is_empty(), "a word that people write is no slip");
    let quoted = seeds(&index, "run fails on \"attachment; filename*=UTF-8''foo%20bar.txt\"");
    assert!(!quoted.notices.iter().any(|it| it.contains("bar.txt")), "{:?}", quoted.notices);
    assert!(seeds(&index, "run reads bar.txt").notices.iter().any(|it| it.contains("`bar.txt`")));
}

/// Code whose words say more than the tests and documents beside it.
fn beside_code() -> Repo {
    Repo::built(&[
        (
            "src/proxy.py",
            "def proxy_error_fails(proxy):\n    \"\"\"The proxy error that fails.\"\"\"\n    return proxy.error\n\n\ndef send_docs(stream):\n    return stream\n",
        ),
        ("tests/test_proxy.py", "class TestProxy:\n    def test_proxy_error(self):\n        assert True\n"),
        ("docs/guide.rst", "Advanced\n========\n\nUploads\n-------\n\nStream an upload.\n"),
        (
            "src/modules.go",
            "package p\n\nfunc GetModule(name string) error {\n\treturn fmt.Errorf(\"module not registered: %s\", name)\n}\n\nfunc RegisteredModules(module string) []string { return registered[module] }\n",
        ),
    ])
}

#[test]
fn a_test_that_is_named_is_found_whatever_else_is_said() {
    let repo = beside_code();
    let index = repo.open();
    for query in [
        "test_proxy_error",
        "test_proxy_error fails",
        "why does `test_proxy_error` fail",
        "FAILED tests/test_proxy.py::TestProxy::test_proxy_error",
        "TestProxy.test_proxy_error:2 expected a",
    ] {
        check_first(&index, query, "tests/test_proxy.py", 2);
    }
}

#[test]
fn a_document_that_is_named_by_its_path_leads() {
    let repo = beside_code();
    let index = repo.open();
    check_first(&index, "streaming an upload in docs/guide.rst", "docs/guide.rst", 7);
    // What only mentions documents is about code.
    check_first(&index, "the guide to nothing: send_docs of a stream fails", "src/proxy.py", 6);
}

#[test]
fn a_file_that_is_named_shows_the_type_of_its_name_first() {
    let licence = "// Licensed to whoever reads it.\n".repeat(12);
    let class =
        |name: &str| format!("{licence}\nnamespace App;\n\n/// <summary>Keeps it.</summary>\npublic class {name} {{\n    public int Size;\n}}\n");
    let repo = Repo::built(&[
        ("src/Log.cs", &class("Log")),
        ("src/Sinks.cs", &class("Sink")),
        ("src/Use.cs", "namespace App;\nclass Use { Log log; Sink sink; }\n"),
    ]);
    let index = repo.open();
    check_first(&index, "Log.cs", "src/Log.cs", 16);
    check_first(&index, "Sinks.cs", "src/Sinks.cs", 1);
}

#[test]
fn a_message_that_is_pasted_leads_to_where_it_is_made() {
    let repo = beside_code();
    check_first(&repo.open(), "module not registered: http.handlers.foo", "src/modules.go", 3);
}

#[test]
fn a_name_behind_the_name_of_its_type_wins_without_ticks() {
    let more = (0..8).fold(String::new(), |text, at| {
        text + &format!("// Change{at} breaks the state of what it changes: the state changes, and what breaks is state.\nfunc changeState{at}(state int) int {{ return state }}\n\n")
    });
    let repo = Repo::built(&[
        ("raft.go", "package raft\n\ntype Raft struct{ at int }\n\nfunc (r *Raft) State() int { return r.at }\n"),
        ("change.go", &format!("package raft\n\n{more}")),
    ]);
    let index = repo.open();
    check_first(&index, "what breaks when I change Raft.State", "raft.go", 5);
    // Of no such type there is a state.
    assert_eq!(index.path(index.chunk(seeds(&index, "what breaks when I change Boat.State").chunks[0].chunk).file), "change.go");
}

#[test]
fn a_method_of_an_interface_that_is_named_is_what_is_called() {
    let repo = Repo::built(&[
        ("log.go", "package raft\n\ntype LogStore interface {\n\tGetLog(at int) int\n\tStoreLog(at int)\n}\n"),
        ("raft.go", "package raft\n\nfunc process(in LogStore) int {\n\treturn in.GetLog(1)\n}\n"),
        ("save.go", "package raft\n\nfunc save(in LogStore) {\n\tin.StoreLog(1)\n}\n"),
    ]);
    let index = repo.open();
    let first = seeds(&index, "who calls LogStore.GetLog").chunks[0].clone();
    assert_eq!(first.meant.map(|it| index.symbol(it).qualified_name), Some("LogStore.GetLog"));
    let ran = program::run_in(&repo.folder(), ["context-pack", "--query", "who calls LogStore.GetLog", "--repo", "repo", "--json", "--no-ledger"]);
    let pack = ran.json();
    assert!(pack["seeds"][0]["symbolId"].as_str().is_some_and(|it| it.ends_with("LogStore#GetLog().")), "{ran:?}");
}

#[test]
fn a_frame_of_a_function_inside_of_another_is_at_its_line() {
    let repo = Repo::built(&[(
        "starlette/routing.py",
        "def request_response(func):\n    async def app(scope):\n        async def inner():\n            return func(scope)\n        return await inner()\n    return app\n\n\nclass Router:\n    async def app(self, scope):\n        return scope\n",
    )]);
    check_first(&repo.open(), "File \"/usr/lib/python3/site-packages/starlette/routing.py\", line 5, in app", "starlette/routing.py", 1);
}

#[test]
fn a_quoted_text_that_only_tests_hold_wins() {
    let repo = Repo::built(&[
        (
            "src/response.js",
            "// Overwrite the content type, which a response should have.\nexport function overwrite(content, type) { return content + type }\n",
        ),
        ("__tests__/redirect.test.js", "it('should overwrite content-type', () => { redirect() })\n"),
    ]);
    let index = repo.open();
    check_first(&index, "\"should overwrite content-type\"", "__tests__/redirect.test.js", 1);
    check_first(&index, "where does the test \"should overwrite content-type\" come from", "__tests__/redirect.test.js", 1);
    // What code holds is asked for before tests.
    check_first(&index, "\"content\"", "src/response.js", 2);
}

#[test]
fn tests_are_found_as_their_runners_call_them() {
    let repo = Repo::built(&[
        ("re2.cc", "// Hex numbers, failed tests.\nint Hex(int ms) { return ms; }\nint UnHex(int failed) { return failed; }\n"),
        ("re2_test.cc", "TEST(RE2, HexTests) {\n  Hex(1);\n}\n"),
        ("parse.go", "package parse\n\n// Parse of empty input fails.\nfunc Parse(empty int) int { return empty }\n"),
        (
            "parse_test.go",
            "package parse\n\nimport \"testing\"\n\nfunc TestParse(t *testing.T) {\n\tt.Run(\"empty input\", func(t *testing.T) { Parse(1) })\n}\n",
        ),
    ]);
    let index = repo.open();
    check_first(&index, "[  FAILED  ] RE2.HexTests (3 ms)", "re2_test.cc", 1);
    check_first(&index, "--- FAIL: TestParse/empty_input (0.00s)", "parse_test.go", 5);
}

#[test]
fn tests_are_found_by_the_titles_that_runners_of_javascript_print() {
    let repo = Repo::built(&[
        (
            "src/response.js",
            "// When a body is null, the response status should be 204: respond with a body.\nexport function respond(body, status) { return body || status }\n",
        ),
        (
            "__tests__/body.test.js",
            "describe('ctx.body', () => {\n  describe('when null is given', () => {\n    it('should respond with 204', () => { respond(null) })\n  })\n})\n",
        ),
    ]);
    let index = repo.open();
    for printed in [
        "  1) ctx.body\n       when null is given\n         should respond with 204:\n\n      AssertionError: 204 of a body",
        "  ● ctx.body › when null is given › should respond with 204 (3 ms)",
        "✖ should respond with 204 (1.25ms)",
        "not ok 3 - should respond with 204",
        "it fails:\n```\n × __tests__/body.test.js > ctx.body > when null is given > should respond with 204 12ms\n```\n",
    ] {
        check_first(&index, printed, "__tests__/body.test.js", 3);
    }
}

#[test]
fn the_changed_lines_of_a_difference_are_places() {
    let filler = (0..60).fold(String::new(), |text, at| text + &format!("def other_{at}(lid):\n    return lid + {at}\n\n\n"));
    let repo = Repo::built(&[("src/lid.py", &format!("{filler}def shut(box):\n    box.open = False\n    return box\n"))]);
    let line = filler.lines().count() + 2;
    let diff = format!(
        "commit 0123456789012345678901234567890123456789\nAuthor: A <a@b.c>\n\n    Lids of other boxes\n\ndiff --git a/src/lid.py b/src/lid.py\n--- a/src/lid.py\n+++ b/src/lid.py\n@@ -{},3 +{},3 @@ def shut(box):\n def shut(box):\n-    box.open = None\n+    box.open = False\n     return box\n",
        line - 1,
        line - 1,
    );
    check_first(&repo.open(), &diff, "src/lid.py", u32::try_from(line).unwrap());
}

#[test]
fn a_class_that_is_named_wins_beside_its_constructors_and_an_overloaded_method_as_one() {
    let filler =
        (0..6).fold(String::new(), |text, at| text + &format!("    Object scalar{at}(Object change) {{\n        return change;\n    }}\n\n"));
    let class = format!(
        "package a;\n\npublic class ScalarConverter {{\n    private ScalarConverter() {{\n    }}\n\n    ScalarConverter(int change) {{\n    }}\n\n{filler}    Object toScalar(int it) {{\n        return it;\n    }}\n\n    Object toScalar(String it) {{\n        return it;\n    }}\n}}\n"
    );
    let repo = Repo::built(&[("src/main/java/a/ScalarConverter.java", class.as_str())]);
    let index = repo.open();
    check_first(&index, "what hangs on `ScalarConverter`", "src/main/java/a/ScalarConverter.java", 3);
    check_first(&index, "what hangs on `toScalar`", "src/main/java/a/ScalarConverter.java", 35);
}

#[test]
fn a_function_of_a_trace_without_places_is_found() {
    let repo = Repo::built(&[
        ("src/display.rs", "pub struct Display;\n\nimpl Display {\n    pub fn draw(&self) -> u32 {\n        1\n    }\n}\n"),
        ("src/screen.rs", "/// Draws alacritty, and draws.\npub fn draws(alacritty: u32) -> u32 {\n    alacritty\n}\n"),
        ("htop.c", "int Process_sort(int a) {\n  return a;\n}\n\nint sort_htop(int htop) {\n  return htop;\n}\n"),
    ]);
    let index = repo.open();
    check_first(&index, "   9: 0x107c2 - alacritty::display::Display::draw::hea44554fd00e94d2d", "src/display.rs", 4);
    check_first(&index, "./htop(Process_sort+0x1b)[0x55d]", "htop.c", 1);
}

#[test]
fn a_frame_without_a_place_leads_to_its_function() {
    let repo = Repo::built(&[
        ("src/grid.c", "int grid_empty(void)\n{\n\treturn 1;\n}\n\nint grid_reset(int a)\n{\n\treturn grid_empty() + a;\n}\n"),
        (
            "src/screen.c",
            "int grid_reset(int a);\n\nint screen_init(int a)\n{\n\treturn grid_reset(a);\n}\n\nint screen_reset(int a)\n{\n\treturn grid_reset(a) + 1;\n}\n",
        ),
        (
            "Store.cs",
            "namespace Acme\n{\n    class Store\n    {\n        int Load(string key)\n        {\n            return Read(key);\n        }\n\n        int Read(string key)\n        {\n            return 1;\n        }\n    }\n}\n",
        ),
    ]);
    let index = repo.open();
    let title = "Crash on start of screen_init\n\n";
    for frames in [
        "#0  0x00007f12 in abort () from /lib/libc.so.6\n#1  0x0000555a in grid_reset ()\n#2  0x0000555b in screen_reset ()\n",
        "==7==    by 0x10F: grid_reset (in /usr/bin/x)\n==7==    by 0x11F: screen_reset (in /usr/bin/x)\n",
        "```\n0   libc    0x0000000104 abort + 44\n1   x       0x0000000108 grid_reset + 12\n2   x    0x000000010c screen_reset + 8\n```\n",
        "```\nabort\n  grid_reset\n  screen_reset\n```\n",
    ] {
        check_first(&index, &format!("{title}{frames}"), "src/grid.c", 6);
    }
    check_first(&index, "System.NullReferenceException\n   at Acme.Store.Read(String key)\n   at Acme.Store.Load(String key)\n", "Store.cs", 10);
}

#[test]
fn texts_of_languages_without_a_grammar_are_found() {
    let repo = Repo::built(&[
        ("Main.hs", "module Main where\n\nfrobnicate x = x + 1\n"),
        ("web/retry.html.erb", "<% if error_backtrace %>\n<pre><%= error_backtrace %></pre>\n<% end %>\n"),
        ("notes.unheard-of", "frobnicate\n"),
    ]);
    let index = repo.open();
    check_first(&index, "frobnicate", "Main.hs", 1);
    check_first(&index, "backtrace of the error", "web/retry.html.erb", 1);
    let rows = repo.rows("files");
    let language = |path: &str| rows.iter().find(|row| row["path"] == path).unwrap()["language"].clone();
    assert_eq!(language("Main.hs"), "haskell");
    assert_eq!(language("notes.unheard-of"), serde_json::Value::Null);
}
