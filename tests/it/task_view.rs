//! `context-pack --view task`: excerpts, summaries and differences for somebody in a role, under policy, with a line in the ledger.

use std::path::PathBuf;

use serde_json::{Value, json};
use smalti::commands::answer_schema;
use smalti::pack::views::task::document::TaskPack;
use smalti::reader::tokens;

use crate::git::Git;
use crate::program::{Ran, line, run, run_in, smalti};
use crate::support::{Repo, check_fits};

const STORE: &str = "import json\nfrom pathlib import Path\n\n\ndef load_layer(name):\n    \"\"\"Reads a layer. Raises if there is none.\"\"\"\n    return json.loads(Path(name).read_text())\n";
const APP: &str = "from store import load_layer\n\n\ndef start():\n    return load_layer(\"x\")\n\n\ndef stop():\n    return None\n";

const FILES: &[(&str, &str)] = &[
    ("src/store.py", STORE),
    ("src/app.py", APP),
    ("tests/test_store.py", "from store import load_layer\n\n\ndef test_load_layer():\n    assert load_layer(\"x\") == {}\n"),
    ("README.md", "# Layers\n\nCall `load_layer` to load a layer.\n"),
];

fn built(files: &[(&str, &str)]) -> (Repo, PathBuf) {
    let repo = Repo::of(files);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    (repo, folder)
}

fn ask(folder: &PathBuf, words: &[&str]) -> Ran {
    run(smalti(["context-pack", "--view", "task", "--repo", "repo"]).args(words).current_dir(folder))
}

/// The pack, once it fits its schema and keeps its promises.
fn check(folder: &PathBuf, words: &[&str]) -> Value {
    let ran = ask(folder, &[words, &["--json"]].concat());
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let pack = ran.json();
    check_fits("a pack", &answer_schema::<TaskPack>(), &pack);
    let (mut used, mut chars) = (0, 0);
    for item in items(&pack) {
        let text = item["text"].as_str().unwrap();
        assert_eq!(item["tokens"], tokens::count(text), "{item}");
        used += tokens::count(text);
        chars += text.chars().count();
        assert!(!item["reason"]["rule"].as_str().unwrap().is_empty() && item["provenance"]["sourceHash"].as_str().unwrap().starts_with("blake3:"));
    }
    let constraints = &pack["constraints"];
    assert_eq!((&constraints["usedTokens"], &constraints["usedChars"]), (&json!(used), &json!(chars)));
    for what in ["Tokens", "Chars", "Items"] {
        assert!(constraints[format!("used{what}")].as_u64() <= constraints[format!("max{what}")].as_u64(), "{constraints}");
    }
    assert_eq!(ask(folder, &[words, &["--json"]].concat()).out, ran.out, "equal requests have equal packs");
    pack
}

fn items(pack: &Value) -> &Vec<Value> {
    pack["items"].as_array().unwrap()
}

fn of_kind<'a>(pack: &'a Value, kind: &str) -> Vec<&'a Value> {
    items(pack).iter().filter(|item| item["kind"] == kind).collect()
}

#[test]
fn a_task_over_several_files_brings_what_it_depends_on_with_its_provenance() {
    let (_repo, folder) = built(FILES);
    let pack = check(&folder, &["start the app", "--files", "src/app.py"]);
    assert_eq!((&pack["role"], &pack["fallback"]), (&json!("coder"), &json!(false)));
    let store =
        items(&pack).iter().find(|item| item["fileRelPath"] == "src/store.py" && item["title"].as_str().unwrap().contains("load_layer")).unwrap();
    assert_eq!((&store["reason"]["rule"], &store["reason"]["path"][0]["edgeType"]), (&json!("call-neighbor"), &json!("call")));
    let provenance = &store["provenance"];
    assert!(provenance["nodeId"].as_str().unwrap().starts_with("scip:smalti ") && provenance["chunkUid"].as_str().unwrap().starts_with("xxh64:"));
    assert_eq!(store["facts"], json!({"callees": 0, "callers": 2, "tests": 1, "users": 0}));
    assert!(store["signals"]["fanIn"].as_u64() >= Some(2), "{store}");
}

#[test]
fn what_does_not_fit_is_summed_up_from_facts() {
    let calls: Vec<String> =
        (0..60).map(|n| format!("def use_{n}():\n    \"\"\"Use number {n}. More.\"\"\"\n    return load_layer({n})\n\n\n")).collect();
    let (_repo, folder) = built(&[("store.py", STORE), ("uses.py", &format!("from store import load_layer\n\n\n{}", calls.concat()))]);
    let pack = check(&folder, &["load_layer", "--max-tokens", "600", "--role", "planner"]);
    let (snippets, summaries) = (of_kind(&pack, "snippet"), of_kind(&pack, "summary"));
    assert!(!snippets.is_empty() && summaries.len() > 3, "{:#}", pack["stats"]);
    let text =
        summaries.iter().find(|item| item["title"] == "use_30" || item["text"].as_str().unwrap().contains("def use_")).unwrap()["text"].as_str();
    assert!(text.unwrap().contains(" — Use number ") && text.unwrap().ends_with("(0 callers, 1 callee)"), "{text:?}");
    let last_snippet = items(&pack).iter().rposition(|item| item["kind"] == "snippet").unwrap();
    assert!(items(&pack)[last_snippet + 1..].iter().all(|item| item["kind"] == "summary"), "summaries stand last");
    let coder = check(&folder, &["load_layer", "--max-tokens", "600", "--role", "coder"]);
    assert!(of_kind(&coder, "summary").len() < summaries.len(), "who plans sees more in fewer words");
    let told = ask(&folder, &["load_layer", "--max-tokens", "600", "--role", "coder"]).out;
    assert!(told.contains("Candidates without a place: ") && coder["stats"]["dropped"].get("budget").is_none(), "{:#}", coder["stats"]);
    for pack in [&pack, &coder] {
        let constraints = &pack["constraints"];
        assert!(constraints["usedTokens"].as_u64().unwrap() * 100 >= constraints["maxTokens"].as_u64().unwrap() * 85, "{constraints}");
    }
}

#[test]
fn every_budget_holds_at_its_bound() {
    let (_repo, folder) = built(FILES);
    for items in ["1", "2", "3", "4", "5"] {
        assert!(check(&folder, &["load_layer", "--max-items", items])["constraints"]["usedItems"].as_u64().unwrap() <= items.parse().unwrap());
    }
    for tokens in ["1", "20", "40", "80"] {
        check(&folder, &["load_layer", "--max-tokens", tokens]);
        check(&folder, &["load_layer", "--max-chars", tokens]);
    }
    let budget = check(&folder, &["load_layer", "--budget", "2s"]);
    assert_eq!((&budget["constraints"]["maxEdgesRead"], &budget["constraints"]["edgesPerSecond"]), (&json!(200_000), &json!(100_000)));
    let edges = |time: &str| check(&folder, &["load_layer", "--budget", time])["constraints"]["edgesRead"].as_u64().unwrap();
    assert!(edges("0ms") <= 1 && edges("2s") > 1);
    let error = ask(&folder, &["load_layer", "--budget", "21s", "--json"]).json()["error"].clone();
    assert_eq!(error["code"], "POC_E_BUDGET_EXCEEDED");
}

#[test]
fn a_role_decides_what_comes_first_and_an_intent_wins_over_it() {
    let (_repo, folder) = built(FILES);
    for (role, intent) in [("planner", "summarize"), ("coder", "answer"), ("reviewer", "impact"), ("tester", "contract"), ("debugger", "debug")] {
        let pack = check(&folder, &["load_layer", "--role", role]);
        assert_eq!((&pack["role"], &pack["request"]["intent"]), (&json!(role), &json!(intent)));
    }
    assert_eq!(check(&folder, &["load_layer", "--role", "planner", "--intent", "debug"])["request"]["intent"], "debug");
    let id = |role: &str| check(&folder, &["load_layer", "--intent", "debug", "--role", role])["packId"].clone();
    assert_ne!(id("planner"), id("coder"));
    let refused = ask(&folder, &["load_layer", "--role", "boss"]);
    assert!(refused.exit == Some(2) && refused.err.contains("`reviewer`"), "{refused:?}");
}

#[test]
fn without_edges_files_are_chosen_by_name_and_the_pack_says_so() {
    let (_repo, folder) = built(&[("notes/layers.md", "# Layers\n\nThey are read.\n"), ("notes/tiles.md", "# Tiles\n\nThey are not.\n")]);
    let pack = check(&folder, &["layers"]);
    assert!(pack["fallback"] == true && pack["fallbackReason"].is_string(), "{pack}");
    assert!(items(&pack).iter().any(|item| item["fileRelPath"] == "notes/tiles.md"), "neighbors of the folder are there");
    assert!(ask(&folder, &["layers"]).out.contains("**Fallback**"));
    let ledger = std::fs::read_to_string(folder.join("repo/.smalti/ledger.jsonl")).unwrap();
    let entry: Value = serde_json::from_str(ledger.lines().next().unwrap()).unwrap();
    assert_eq!((&entry["packId"], &entry["fallback"]), (&pack["packId"], &json!(true)));
}

#[test]
fn nothing_found_is_told_with_what_was_searched() {
    let (_repo, folder) = built(FILES);
    let pack = check(&folder, &["stop", "--focus", "stop", "--max-items", "1"]);
    let absences = pack["absences"].as_object().unwrap();
    assert!(absences["callers"]["statement"].as_str().unwrap().starts_with("no callers are known"), "{absences:?}");
    assert!(absences["callers"]["searched"]["edges_call"].as_u64() > Some(0) && absences["callers"]["scope"].is_string());
    assert!(ask(&folder, &["stop", "--focus", "stop", "--max-items", "1"]).out.contains("## callers\n\nnone: no callers are known"));
}

/// A repository of two commits, with an edit that is not committed; indexed.
fn changed() -> Option<(Repo, PathBuf)> {
    let repo = Repo::of(FILES);
    let git = Git::init(&repo.root())?;
    repo.write(".gitignore", ".smalti\n");
    repo.write("old.py", "def gone():\n    return 1\n");
    git.commit("first");
    repo.remove("old.py");
    repo.write("new.py", "def fresh():\n    return 1\n");
    git.commit("second");
    repo.write("src/store.py", STORE.replace("Path(name).read_text()", "Path(name).read_text(encoding=\"utf-8\")"));
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    Some((repo, folder))
}

#[test]
fn differences_are_those_of_the_work_tree_to_the_commit() {
    let Some((repo, folder)) = changed() else { return };
    let pack = check(&folder, &["load_layer", "--since", "HEAD~1"]);
    let listed: Vec<(&str, &str)> = pack["since"]["changed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["fileRelPath"].as_str().unwrap(), file["status"].as_str().unwrap()))
        .collect();
    assert_eq!(listed, [("new.py", "added"), ("old.py", "deleted"), ("src/store.py", "modified")]);
    let diffs = of_kind(&pack, "diff");
    assert_eq!((diffs.len(), &diffs[0]["fileRelPath"]), (1, &json!("src/store.py")));
    assert_eq!(
        diffs[0]["text"],
        "@@ -4,4 +4,4 @@\n \n def load_layer(name):\n     \"\"\"Reads a layer. Raises if there is none.\"\"\"\n-    return json.loads(Path(name).read_text())\n+    return json.loads(Path(name).read_text(encoding=\"utf-8\"))"
    );
    let at = |wanted: &str| items(&pack).iter().position(|item| item["kind"] == wanted && item["fileRelPath"] == "src/store.py").unwrap();
    assert_eq!(at("diff"), at("snippet") + 1, "a difference stands behind what it changed");
    let none = check(&folder, &["load_layer", "--since", "main", "--exclude", "src/store.py"]);
    assert!(of_kind(&none, "diff").is_empty() && none["since"]["changedFiles"] == 1, "what filters leave out shows no difference");
    assert_ne!(check(&folder, &["load_layer", "--since", "HEAD"])["packId"], pack["packId"]);
    // An edit after the index was built is not what was indexed.
    repo.write("src/store.py", format!("{STORE}\n\nLATE = 1\n"));
    let late = check(&folder, &["load_layer", "--since", "HEAD"]);
    assert!(!late.to_string().contains("LATE") && of_kind(&late, "diff")[0]["stale"] == true, "{late:#}");
}

#[test]
fn a_review_starts_from_what_changed() {
    let Some((_repo, folder)) = changed() else { return };
    let pack = check(&folder, &["--role", "reviewer", "--since", "HEAD~1"]);
    assert_eq!(items(&pack)[0]["kind"], "diff");
    let rule = |title: &str| items(&pack).iter().find(|item| item["title"].as_str().unwrap().contains(title)).unwrap()["reason"]["rule"].clone();
    assert_eq!((rule("def load_layer"), rule("def fresh"), rule("def start")), (json!("changed"), json!("changed"), json!("call-neighbor")));
    assert_eq!(pack["request"]["changed"].as_array().unwrap().len(), 2, "{:#}", pack["request"]);
    let both = ask(&folder, &["--since", "HEAD~1", "--index", "repo/.smalti"]);
    assert!(both.exit == Some(0) && both.out.contains("3 files changed since `HEAD~1`"), "a root is read with its repository: {both:?}");
}

#[test]
fn a_revision_that_is_nowhere_is_refused() {
    let Some((_repo, folder)) = changed() else { return };
    for name in ["nosuch", "HEAD~9", "HEAD^2", "HEAD~x", "", "00"] {
        let error = ask(&folder, &["load_layer", "--json", "--since", name]).json()["error"].clone();
        assert!(error["code"] == "SMALTI_E_USAGE" && error["message"].as_str().unwrap().contains("names no commit"), "{name}: {error}");
    }
    for name in ["main~1", "HEAD^", "HEAD^1", "HEAD~1^0"] {
        assert_eq!(check(&folder, &["load_layer", "--since", name])["since"]["changedFiles"], 3, "{name}");
    }
    let commit = check(&folder, &["load_layer", "--since", "HEAD"])["since"]["commit"].as_str().unwrap().to_owned();
    assert_eq!(check(&folder, &["load_layer", "--since", &commit[..7]])["since"]["commit"], json!(commit));
    let alone = run_in(&folder, ["context-pack", "load_layer", "--view", "task", "--since", "HEAD", "--json", "--index", "repo/.smalti"]);
    assert_eq!(alone.json()["error"]["code"], "POC_E_NOT_SUPPORTED");
    let (_plain, plain) = built(FILES);
    assert_eq!(ask(&plain, &["load_layer", "--json", "--since", "HEAD"]).json()["error"]["code"], "SMALTI_E_USAGE");
}

#[test]
fn a_labelled_file_shows_neither_text_nor_summary_nor_difference_without_an_approval() {
    let text = "def open_vault(pin=\"combination\"):\n    \"\"\"Opens by combination.\"\"\"\n    return pin\n";
    let repo = Repo::of(&[
        ("vault.py", text),
        ("main.py", "from vault import open_vault\n\n\ndef enter(pin):\n    return open_vault(pin)\n"),
        ("smalti.toml", "[[governance.labels]]\nlabel = \"security-sensitive\"\npaths = [\"vault.py\"]\n"),
        (".gitignore", ".smalti\n"),
    ]);
    let Some(git) = Git::init(&repo.root()) else { return };
    git.commit("first");
    repo.write("vault.py", text.replace("    return", "    # combination\n    return"));
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let hidden = check(&folder, &["enter open_vault", "--since", "HEAD"]);
    assert!(!hidden.to_string().contains("combination"), "{hidden:#}");
    let of_vault: Vec<&Value> = items(&hidden).iter().filter(|item| item["fileRelPath"] == "vault.py").collect();
    assert!(of_vault.len() == 2 && of_vault.iter().all(|item| item["withheld"] == true && item["text"].as_str().unwrap().starts_with("[withheld:")));
    assert!(of_vault.iter().all(|item| item["signals"]["risks"] == json!(["security-sensitive"])), "{of_vault:#?}");
    let tight = check(&folder, &["enter", "--max-tokens", "30", "--role", "planner"]);
    assert!(!tight.to_string().contains("combination"), "{tight:#}");
    assert_eq!(hidden["policy"]["decisions"][0]["decision"], "withheld");
    run_in(&folder, ["approve", "vault.py", "--who", "Ann", "--why", "review", "--repo", "repo"]);
    let shown = check(&folder, &["enter open_vault", "--since", "HEAD"]);
    assert!(of_kind(&shown, "snippet").iter().any(|item| item["text"].as_str().unwrap().contains("# combination")));
    assert_eq!(of_kind(&shown, "diff")[0]["withheld"], true, "nobody approved the file as it was");
    assert_ne!(shown["packId"], hidden["packId"]);
    let ledger = std::fs::read_to_string(folder.join("repo/.smalti/ledger.jsonl")).unwrap();
    let entry: Value = serde_json::from_str(ledger.lines().next_back().unwrap()).unwrap();
    assert_eq!(entry["decisions"], shown["policy"]["decisions"]);
}

#[test]
fn a_secret_of_the_past_is_hidden_in_a_difference() {
    let secret = ["gh", "p_", "aa7Zk2Vb9XwR4tN8sLc3Hm6Yp1Df5GjT0uE7"].concat();
    let repo = Repo::of(&[("a.py", &format!("def connect():\n    return \"{secret}\"\n")), (".gitignore", ".smalti\n")]);
    let Some(git) = Git::init(&repo.root()) else { return };
    git.commit("first");
    repo.write("a.py", "import os\n\n\ndef connect():\n    return os.environ[\"KEY\"]\n");
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let pack = check(&folder, &["connect", "--since", "HEAD"]);
    let diff = of_kind(&pack, "diff")[0]["text"].as_str().unwrap();
    assert!(!pack.to_string().contains(&secret) && diff.contains("-    return \"SECRET_"), "{diff}");
}

#[test]
fn people_read_markdown_with_or_without_the_texts() {
    let (_repo, folder) = built(FILES);
    let whole = ask(&folder, &["load_layer"]);
    assert!(whole.out.starts_with("# load_layer\n\nFor a coder: ") && whole.out.contains("\n```python\ndef load_layer(name):"), "{}", whole.out);
    let short = ask(&folder, &["load_layer", "--summary"]);
    assert!(short.out.contains("2 callers") && !short.out.contains("```") && short.out.len() < whole.out.len(), "{}", short.out);
    assert!(ask(&folder, &["load_layer", "--explain"]).out.contains("  - call: `scip:smalti"));
    for (words, hint) in
        [(&["load_layer", "--prefer-code", "true"][..], "--view v1"), (&["load_layer", "--timings"], "view 000"), (&[], "names nothing")]
    {
        let refused = ask(&folder, words);
        assert!(refused.exit == Some(2) && refused.err.contains(hint), "{refused:?}");
    }
    let other = run_in(&folder, ["context-pack", "load_layer", "--role", "coder", "--repo", "repo"]);
    assert!(other.exit == Some(2) && other.err.contains("add `--view task`"), "{other:?}");
}

#[test]
fn what_is_central_or_recent_stands_before_its_equal() {
    let users: Vec<String> = (0..9).map(|n| format!("def user_{n}():\n    return tile_b()\n\n\n")).collect();
    let (_repo, folder) = built(&[
        ("tile.py", "def tile():\n    return 1\n"),
        ("a.py", "def tile_a():\n    return 1\n"),
        ("b.py", "def tile_b():\n    return 1\n"),
        ("users.py", &format!("from b import tile_b\n\n\n{}", users.concat())),
    ]);
    let found = run(smalti(["search", "tile", "--repo", "repo", "--json"]).current_dir(&folder)).json();
    let names: Vec<&str> = found["chunks"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).take(3).collect();
    assert_eq!(names, ["tile", "tile_a", "tile_b"], "by text alone");
    let pack = check(&folder, &["tile"]);
    let of = |name: &str| items(&pack).iter().find(|item| item["title"] == format!("def {name}()")).unwrap().clone();
    let (plain, central) = (of("tile_a"), of("tile_b"));
    assert!(central["signals"]["centrality"].as_f64() > plain["signals"]["centrality"].as_f64() && central["signals"]["fanIn"] == 9);
    assert_eq!(plain["signals"]["recency"], Value::Null, "no commit is known");
    let position = |name: &str| items(&pack).iter().position(|item| item["title"] == format!("def {name}()")).unwrap();
    assert!(position("tile_b") < position("tile_a"), "{pack:#}");
}
