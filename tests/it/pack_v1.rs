//! `context-pack --view v1`: one list of excerpts as programs read it, and as text.

use serde_json::Value;
use smalti::commands::answer_schema;
use smalti::commands::index_state::IndexState;
use smalti::pack::views::v1::ContextPackOutput;

use crate::program::{Ran, run, smalti};
use crate::support::{Repo, check_fits};

const FILES: &[(&str, &str)] = &[
    ("src/store.py", "import json\nfrom pathlib import Path\n\n\ndef load_layer(name):\n    return json.loads(Path(name).read_text())\n"),
    ("src/app.py", "from store import load_layer\n\n\ndef start():\n    return load_layer(\"x\")\n\n\ndef stop():\n    return None\n"),
    ("tests/test_store.py", "from store import load_layer\n\n\ndef test_load_layer():\n    assert load_layer(\"x\") == {}\n"),
    ("README.md", "# Layers\n\nCall `load_layer` to load a layer.\n"),
    ("docs/more.mdx", "# More\n\nA layer is loaded with load_layer.\n"),
];

fn ask(repo: &Repo, words: &[&str]) -> Ran {
    let root = repo.root();
    run(smalti(["context-pack", "--view", "v1", "--repo", root.to_str().unwrap()]).args(words))
}

/// The answer, once it fits its schema and keeps its promises.
fn check(repo: &Repo, words: &[&str]) -> Value {
    let ran = ask(repo, &[words, &["--json"]].concat());
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let answer = ran.json();
    check_fits("a pack", &answer_schema::<ContextPackOutput<IndexState>>(), &answer);
    let mut used = 0;
    for item in answer["items"].as_array().unwrap() {
        let (file, content) = (item["file"].as_str().unwrap(), item["content"].as_str().unwrap());
        let line = |field: &str| usize::try_from(item[field].as_u64().unwrap()).unwrap();
        let (start, end) = (line("start_line"), line("end_line"));
        assert_eq!(item["id"].as_str().unwrap(), format!("{file}:{start}:{end}"));
        used += content.chars().count() as u64;
        let imports: Vec<&str> = item["imports"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let head = if imports.is_empty() { String::new() } else { imports.join("\n") + "\n\n" };
        let text = std::fs::read_to_string(repo.root().join(file)).unwrap();
        let lines: Vec<&str> = text.lines().skip(start - 1).take(end - start + 1).collect();
        assert_eq!(content.strip_prefix(&head).unwrap().trim_end(), lines.join("\n").trim_end(), "{item:#}");
    }
    let budget = &answer["budget"];
    assert_eq!(budget["used_chars"].as_u64(), Some(used));
    assert!(used <= budget["max_chars"].as_u64().unwrap(), "{budget}");
    answer
}

fn files(answer: &Value, role: &str) -> Vec<String> {
    let items = answer["items"].as_array().unwrap().iter().filter(|item| item["role"] == role);
    items.map(|item| item["file"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_name_gives_its_definition_first_with_the_imports_that_it_uses() {
    let repo = Repo::built(FILES);
    let answer = check(&repo, &["load_layer"]);
    assert_eq!((answer["version"].as_u64(), answer["query"].as_str()), (Some(1), Some("load_layer")));
    assert_eq!((answer["model_id"].as_str(), answer["profile"].as_str()), (Some("none"), Some("sparse")));
    let first = &answer["items"][0];
    assert_eq!(first["id"], "src/store.py:5:6");
    assert_eq!((&first["role"], &first["symbol"], &first["type"]), (&"primary".into(), &"load_layer".into(), &"function".into()));
    assert_eq!(first["imports"].to_string(), r#"["import json","from pathlib import Path"]"#);
    assert!(first["content"].as_str().unwrap().starts_with("import json\nfrom pathlib import Path\n\ndef load_layer(name):\n"));
    assert_eq!((first.get("distance"), first["score"].as_f64()), (None, Some(1.0)));
    assert_eq!((answer["fallback"].as_bool(), answer.get("fallback_reason")), (Some(false), None));
}

#[test]
fn a_word_of_a_comment_uses_no_import() {
    let code = "var http = require('node:http')\n\n// see http://example.org\nfunction location(url) {\n  return url + 'http'\n}\n\nfunction serve(port) {\n  return http.createServer(port)\n}\n";
    let repo = Repo::built(&[("lib/app.js", code)]);
    for (name, imports) in [("location", "[]"), ("serve", r#"["var http = require('node:http')"]"#)] {
        let answer = check(&repo, &["--focus", name]);
        let item = answer["items"].as_array().unwrap().iter().find(|it| it["symbol"] == name).unwrap();
        assert_eq!(item["imports"].to_string(), imports, "{item:#}");
    }
}

#[test]
fn imports_stand_with_what_uses_them_and_alone_only_where_there_is_nothing_else() {
    let repo = Repo::built(&[("zoo/__init__.py", "from zoo.cage import Cage\n"), ("zoo/cage.py", "import os\n\n\nclass Cage:\n    door = os.sep\n")]);
    let ids = |query: &str| -> Vec<String> {
        check(&repo, &[query])["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    };
    let own: Vec<String> = ids("zoo/cage.py").into_iter().filter(|id| id.starts_with("zoo/cage.py")).collect();
    assert_eq!(own, ["zoo/cage.py:4:5"]);
    assert_eq!(ids("zoo/__init__.py")[0], "zoo/__init__.py:1:1");
}

#[test]
fn what_the_graph_brings_in_is_related_and_says_by_which_edges() {
    let repo = Repo::built(FILES);
    let answer = check(&repo, &["--focus", "store.load_layer"]);
    let start = answer["items"].as_array().unwrap().iter().find(|item| item["symbol"] == "start").unwrap().clone();
    assert_eq!((start["role"].as_str(), start["distance"].as_u64()), (Some("related"), Some(1)));
    assert_eq!(start["relationship"].to_string(), r#"["call"]"#);
}

#[test]
fn filters_decide_before_the_budget_does() {
    let repo = Repo::built(FILES);
    assert_eq!(files(&check(&repo, &["load layer", "--include", "src/app"]), "primary"), ["src/app.py"]);
    let answer = check(&repo, &["load layer", "--exclude", "src", "--exclude", "docs", "--exclude", "README"]);
    assert!(files(&answer, "primary").iter().chain(&files(&answer, "related")).all(|file| file.starts_with("tests/")), "{answer}");
    let answer = check(&repo, &["load layer", "--pattern", "*.md"]);
    assert_eq!(files(&answer, "primary"), ["README.md"]);
    assert!(check(&repo, &["load layer", "--pattern", "test_"])["items"].as_array().unwrap().iter().all(|it| it["file"] == "tests/test_store.py"));
}

#[test]
fn documents_come_last_first_or_not_at_all() {
    let repo = Repo::built(FILES);
    let is_document = |file: &String| file.ends_with(".md") || file.ends_with(".mdx");
    for (code_first, roles) in [("true", ["primary", "related"]), ("false", ["primary", "related"])] {
        let answer = check(&repo, &["load a layer", "--prefer-code", code_first]);
        let mut documents = 0;
        for role in roles {
            let order: Vec<bool> = files(&answer, role).iter().map(|file| is_document(file) == (code_first == "true")).collect();
            documents += files(&answer, role).iter().filter(|file| is_document(file)).count();
            assert!(order.is_sorted(), "{code_first} {role}: {answer:#}");
        }
        assert!(documents > 0, "{answer:#}");
    }
    let answer = check(&repo, &["load a layer", "--include-docs", "false"]);
    assert!(!answer["items"].as_array().unwrap().is_empty());
    assert!(!files(&answer, "primary").iter().chain(&files(&answer, "related")).any(is_document), "{answer:#}");
    assert_eq!(files(&check(&repo, &["what does README.md say of layers"]), "primary")[0], "README.md");
}

#[test]
fn focus_keeps_what_holds_a_word_of_the_query_and_explore_the_rest_too() {
    let repo = Repo::built(&[
        ("a.py", "from b import helper\n\n\ndef frobnicate():\n    return helper()\n"),
        ("b.py", "def helper():\n    return 1\n"),
        ("c.py", "from a import frobnicate\n\n\ndef caller():\n    return frobnicate()\n"),
    ]);
    let symbols = |mode: &[&str]| -> Vec<String> {
        let answer = check(&repo, &[&["frobnicate"], mode].concat());
        answer["items"].as_array().unwrap().iter().map(|item| item["symbol"].as_str().unwrap_or("").to_owned()).collect()
    };
    let wide = symbols(&["--related-mode", "explore"]);
    assert!(wide.contains(&"helper".to_owned()) && wide.contains(&"caller".to_owned()), "{wide:?}");
    let near = symbols(&["--related-mode", "focus"]);
    assert!(!near.contains(&"helper".to_owned()) && near.contains(&"caller".to_owned()), "{near:?}");
    assert_eq!(symbols(&[]), near, "a name is looked for by itself");
}

#[test]
fn a_small_budget_is_kept_and_says_what_it_cost() {
    let repo = Repo::built(FILES);
    let whole = check(&repo, &["load_layer"]);
    assert_eq!((whole["budget"]["max_chars"].as_u64(), whole["budget"]["dropped_items"].as_u64()), (Some(20_000), Some(0)));
    for chars in ["1", "40", "100", "150", "200"] {
        let small = check(&repo, &["load_layer", "--related-mode", "explore", "--max-chars", chars]);
        assert_eq!(small["budget"]["truncated"], true, "{small:#}");
    }
    let refused = ask(&repo, &["load_layer", "--max-chars", "2000001"]);
    assert!(refused.exit == Some(2) && refused.err.contains("POC_E_BUDGET_EXCEEDED") && refused.err.contains("2000000"), "{refused:?}");
    check(&repo, &["load_layer", "--max-chars", "2000000"]);
    check(&repo, &["load_layer", "--max-chars", "1999999"]);
}

#[test]
fn a_text_spends_its_characters_while_anything_waits() {
    let function = |n: usize| {
        let body = (0..8 + n * 3 % 17).fold(String::new(), |text, line| text + &format!("    layer_{line} = paint(layer, {line}, name)\n"));
        format!("def paint_layer_{n}(layer, name):\n    \"\"\"Paints layer {n}.\"\"\"\n{body}    return name\n\n\n")
    };
    let files: Vec<(String, String)> =
        (0..6).map(|file| (format!("src/paint_{file}.py"), (0..4).fold(String::new(), |text, n| text + &function(file * 4 + n)))).collect();
    let repo = Repo::built(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    let mut packs = 0;
    for chars in [800, 1_500, 3_000, 6_000] {
        for query in ["paint a layer", "paint_layer_7", "what is the name of a layer"] {
            let text = ask(&repo, &[query, "--max-chars", &chars.to_string()]).out;
            let told = text.lines().nth(1).unwrap();
            let used: usize = told.split("; ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            assert!(used <= chars && text.trim_end().chars().count().abs_diff(used) <= 1, "{told}");
            if told.contains("did not fit") {
                packs += 1;
                assert!(used * 100 >= chars * 85, "{query}, {chars}: {told}");
            }
        }
    }
    assert!(packs >= 6, "only {packs} packs left something out");
}

#[test]
fn an_answer_says_where_the_index_stands_unless_it_is_to_be_minimal() {
    let repo = Repo::built(FILES);
    let fresh = check(&repo, &["load_layer"]);
    let state = &fresh["meta"]["index_state"];
    assert_eq!((state["state"].as_str(), state["stale_reasons"].to_string(), &state["reindex"]), (Some("current"), "[]".into(), &Value::Null));
    assert!(state["watermark"].as_str().unwrap().starts_with("blake3:") && state["graph_version"] == 1);
    repo.write("src/late.py", "X = 1\n");
    repo.write("src/store.py", FILES[0].1);
    let stale = check(&repo, &["load_layer"]);
    assert_eq!(stale["meta"]["index_state"]["state"], "stale");
    assert_eq!(stale["meta"]["index_state"]["changes"].to_string(), r#"{"added":1,"changed":0,"first":["src/late.py"],"removed":0}"#);
    assert_eq!(stale["meta"].get("trace"), None);
    let text = ask(&repo, &["load_layer"]).out;
    assert!(text.contains("index: STALE, 1 added (src/late.py)"), "{text}");
    let full = check(&repo, &["load_layer", "--response-mode", "full"]);
    assert_eq!(full["meta"]["trace"]["leaning"]["related_mode"], "focus");
    assert_eq!(check(&repo, &["load_layer", "--trace"])["meta"]["trace"], full["meta"]["trace"]);
    let minimal = check(&repo, &["load_layer", "--response-mode", "minimal", "--trace"]);
    assert_eq!((minimal["meta"].to_string(), &minimal["items"]), ("{}".to_owned(), &full["items"]));
}

#[test]
fn a_root_alone_cannot_be_compared_and_says_so() {
    let repo = Repo::built(FILES);
    let root = repo.index_root();
    let ran = run(&mut smalti(["context-pack", "load_layer", "--view", "v1", "--json", "--index", root.to_str().unwrap()]));
    assert_eq!(ran.json()["meta"]["index_state"]["state"], "unknown");
    assert_eq!(ran.json()["items"], check(&repo, &["load_layer"])["items"]);
}

#[test]
fn text_for_people_names_every_place_once() {
    let repo = Repo::built(FILES);
    let ran = ask(&repo, &["load_layer"]);
    assert!(ran.out.starts_with("context_pack: load_layer\n"), "{}", ran.out);
    assert!(ran.out.contains("\n=== src/store.py:5:6 primary function load_layer\nimport json\n"), "{}", ran.out);
    let nothing = ask(&repo, &["zzzyqq", "--include", "nowhere"]);
    assert!(nothing.out.contains("nothing found"), "{}", nothing.out);
}

#[test]
fn wishes_of_one_view_are_refused_by_the_others() {
    let repo = Repo::built(FILES);
    let root = repo.root();
    let refused = run(&mut smalti(["context-pack", "load_layer", "--prefer-code", "true", "--repo", root.to_str().unwrap()]));
    assert!(refused.exit == Some(2) && refused.err.contains("add `--view v1`"), "{refused:?}");
    let refused = ask(&repo, &["load_layer", "--summary"]);
    assert!(refused.exit == Some(2) && refused.err.contains("SMALTI_E_USAGE"), "{refused:?}");
    let refused = ask(&repo, &["load_layer", "--response-mode", "short"]);
    assert!(refused.exit == Some(2) && refused.err.contains("`facts`"), "{refused:?}");
}

#[test]
fn a_query_for_documents_starts_from_documents_however_loudly_code_says_its_words() {
    let repo = Repo::of(FILES);
    repo.write("src/readme.py", "README = 1\n\n\ndef readme(README):\n    \"\"\"README of README.\"\"\"\n    return README + readme(README)\n");
    repo.build();
    for query in ["README", "the readme"] {
        let answer = check(&repo, &[query]);
        let first = &answer["items"][0];
        assert_eq!((&first["file"], &first["role"]), (&"README.md".into(), &"primary".into()), "{query}: {answer:#}");
        assert!(answer["items"].as_array().unwrap().iter().any(|item| item["file"] == "src/readme.py"), "{query}");
    }
}
