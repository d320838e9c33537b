//! The Command API as programs use it: one JSON object in, one out.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use smalti::commands::actions::ACTIONS;
use smalti::commands::answer_schema;
use smalti::commands::batch::BatchAnswer;
use smalti::commands::envelope::CommandResponse;

use crate::program::{self, Ran, smalti};
use crate::scip::craft;
use crate::support::{Repo, check_fits};

fn repository() -> Repo {
    Repo::of(&[
        ("core.py", "def load(name):\n    return open(name)\n"),
        ("app.py", "from core import load\n\n\ndef start():\n    return load(\"x\")\n"),
    ])
}

/// What the program answers to these bytes.
fn send(folder: &Path, request: &[u8]) -> Ran {
    let mut child = smalti(["command"]).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may have read enough before it has read all.
    let _ = child.stdin.take().unwrap().write_all(request);
    Ran::of(child.wait_with_output().unwrap())
}

/// The answer to a request, once it and its data fit their schemas.
fn check(repo: &Repo, request: &Value) -> Value {
    let ran = send(&repo.root(), request.to_string().as_bytes());
    let answer = ran.json();
    check_fits("a response", &answer_schema::<CommandResponse>(), &answer);
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["status"] == "ok", ran.exit == Some(0), "{answer:#}");
    assert_eq!(answer["data"].is_null(), answer["status"] == "error", "{answer:#}");
    if let Some(action) = ACTIONS.iter().find(|action| request["action"] == action.name && answer["status"] == "ok") {
        check_fits(action.name, &(action.data)(), &answer["data"]);
    }
    answer
}

fn ask(repo: &Repo, action: &str, options: &Value) -> Value {
    check(repo, &json!({"version": 1, "action": action, "options": options, "request_id": "r-1"}))
}

fn code(answer: &Value) -> &str {
    assert!(!answer["error"]["hints"].as_array().unwrap().is_empty(), "{answer:#}");
    answer["error"]["code"].as_str().unwrap()
}

#[test]
fn every_action_answers_in_one_envelope() {
    let repo = repository();
    let built = ask(&repo, "index_build", &json!({"no_history": true}));
    assert_eq!((&built["request_id"], &built["data"]["unchanged"]), (&"r-1".into(), &false.into()));
    assert_eq!((&built["meta"]["index_state"]["state"], &built["meta"]["graph_version"]), (&"current".into(), &1.into()));
    assert_eq!(built["meta"]["root_fingerprint"].as_str().unwrap().len(), 16);
    let pack = ask(&repo, "context_pack", &json!({"query": "load", "max_chars": 900, "include_paths": ["core"]}));
    assert_eq!((&pack["data"]["items"][0]["id"], &pack["data"]["budget"]["max_chars"]), (&"core.py:1:2".into(), &900.into()));
    assert_eq!(pack["data"]["meta"]["index_state"], pack["meta"]["index_state"]);
    assert_eq!(pack["meta"]["root_fingerprint"], built["meta"]["root_fingerprint"]);
    let hits = ask(&repo, "search", &json!({"query": "load", "limit": 1}));
    assert_eq!((&hits["data"]["chunks"][0]["path"], hits["data"]["chunks"].as_array().unwrap().len()), (&"core.py".into(), 1));
    let status = ask(&repo, "index_status", &json!({}));
    assert_eq!((&status["data"]["state"], &status["data"]["options"]["history"]), (&"current".into(), &false.into()));
}

#[test]
fn eval_measures_tasks_as_the_verb_measures_a_file_of_them() {
    let repo = repository();
    repo.build();
    let task = json!({"files": ["core.py"], "id": "a", "query": "load", "sites": [], "symbols": []});
    let answer = ask(&repo, "eval", &json!({"tasks": [task]}));
    assert_eq!((&answer["data"]["tasks"], &answer["data"]["metrics"]["acc@1"]), (&json!(1), &json!(1)), "{answer:#}");
    let file = repo.beside("tasks.jsonl");
    std::fs::write(&file, format!("{task}\n")).unwrap();
    let words = ["eval", "retrieval", "--json", "--data", file.to_str().unwrap()];
    assert_eq!(program::run_in(&repo.root(), words).json(), answer["data"]);
    for (options, wanted) in [
        (json!({}), "SMALTI_E_USAGE"),
        (json!({"tasks": [{"id": "a"}]}), "SMALTI_E_USAGE"),
        (json!({"tasks": [task], "provider": "guess"}), "SMALTI_E_USAGE"),
        (json!({"tasks": [task], "provider": "ann"}), "POC_E_NOT_SUPPORTED"),
        (json!({"tasks": [task], "kind": "meaning"}), "POC_E_NOT_SUPPORTED"),
    ] {
        assert_eq!(code(&ask(&repo, "eval", &options)), wanted, "{options}");
    }
}

#[test]
fn a_path_names_a_repository_or_a_root() {
    let repo = repository();
    repo.build();
    let elsewhere = tempfile::tempdir().unwrap();
    for (path, state) in [(repo.root(), "current"), (repo.index_root(), "unknown")] {
        let request = json!({"version": 1, "action": "search", "options": {"query": "load"}, "path": path});
        let answer = send(elsewhere.path(), request.to_string().as_bytes()).json();
        assert_eq!((&answer["status"], &answer["meta"]["index_state"]["state"]), (&"ok".into(), &state.into()), "{answer:#}");
    }
    let with = |policy: &str| {
        let options = json!({"query": "load", "stale_policy": policy});
        let request = json!({"version": 1, "action": "search", "options": options, "path": repo.index_root()});
        send(elsewhere.path(), request.to_string().as_bytes()).json()
    };
    let kept = with("refresh");
    let reindex = &kept["meta"]["index_state"]["reindex"];
    assert_eq!((&kept["status"], &reindex["result"], &reindex["error"]["code"]), (&"ok".into(), &"skipped".into(), &"POC_E_NOT_SUPPORTED".into()));
    assert!(kept["meta"]["warnings"][0].as_str().unwrap().contains("no repository to build of"), "{kept:#}");
    assert_eq!(code(&with("fail")), "POC_E_NOT_SUPPORTED", "nobody knows whether it is stale");
    let request = json!({"version": 1, "action": "index_build", "path": repo.index_root()});
    assert_eq!(code(&send(elsewhere.path(), request.to_string().as_bytes()).json()), "SMALTI_E_USAGE");
}

#[test]
fn policies_decide_about_a_stale_index() {
    let repo = repository();
    repo.build();
    repo.write("late.py", "def late():\n    return 1\n");
    let with = |policy: &str| ask(&repo, "search", &json!({"query": "late", "stale_policy": policy}));
    let allowed = with("allow");
    assert_eq!((&allowed["meta"]["index_state"]["state"], allowed["meta"]["warnings"].to_string()), (&"stale".into(), "[]".to_owned()));
    let warned = with("warn");
    assert!(warned["meta"]["warnings"][0].as_str().unwrap().contains("STALE, 1 added (late.py)"), "{warned:#}");
    assert_eq!(ask(&repo, "search", &json!({"query": "late"}))["meta"]["warnings"], warned["meta"]["warnings"], "to warn is the default");
    let failed = with("fail");
    assert_eq!((code(&failed), &failed["meta"]["index_state"]["state"]), ("SMALTI_E_INDEX_STALE", &"stale".into()));
    let fresh = with("refresh");
    assert_eq!(fresh["data"]["chunks"][0]["path"], "late.py");
    let reindex = &fresh["meta"]["index_state"]["reindex"];
    assert_eq!((&reindex["result"], &reindex["performed"], &reindex["budget_ms"]), (&"built".into(), &true.into(), &15_000.into()));
    assert_eq!(with("refresh")["meta"]["index_state"]["reindex"]["result"], "unchanged");
    assert_eq!(with("fail")["status"], "ok");
}

#[test]
fn a_missing_index_is_refused_or_built() {
    let repo = repository();
    for policy in ["allow", "warn", "fail"] {
        let answer = ask(&repo, "context_pack", &json!({"query": "load", "stale_policy": policy}));
        assert_eq!((code(&answer), &answer["meta"]["index_state"]["state"]), ("POC_E_INDEX_MISSING", &"missing".into()));
    }
    let answer = ask(&repo, "context_pack", &json!({"query": "load", "stale_policy": "refresh", "max_reindex_ms": 60_000}));
    assert_eq!((&answer["status"], &answer["meta"]["index_state"]["reindex"]["result"]), (&"ok".into(), &"built".into()));
}

#[test]
fn compiler_data_is_not_lost_to_a_refresh() {
    let repo = repository();
    repo.build();
    let scip = repo.beside("one.scip");
    let root = repo.root();
    craft::write(&craft::index(Vec::new()), &scip);
    let made = program::run(&mut smalti(["index", "build", root.to_str().unwrap(), "--scip", scip.to_str().unwrap()]));
    assert_eq!(made.exit, Some(0), "{made:?}");
    repo.write("late.py", "");
    let answer = ask(&repo, "search", &json!({"query": "load", "stale_policy": "refresh"}));
    let state = &answer["meta"]["index_state"];
    assert_eq!((&state["state"], &state["reindex"]["result"], &state["reindex"]["attempted"]), (&"stale".into(), &"skipped".into(), &false.into()));
    assert!(answer["meta"]["warnings"].to_string().contains("compiler data"), "{answer:#}");
}

#[test]
fn a_refresh_keeps_what_is_labelled_withheld_and_the_repository_its_name() {
    let repo = repository();
    repo.write("smalti.toml", "repo_id = \"vaults\"\n[[governance.labels]]\nlabel = \"security-sensitive\"\npaths = [\"core.py\"]\n");
    ask(&repo, "index_build", &json!({"no_history": true}));
    repo.write("late.py", "def late():\n    return 1\n");
    let answer = ask(&repo, "context_pack", &json!({"query": "load late", "view": "000", "stale_policy": "refresh"}));
    assert_eq!(answer["meta"]["index_state"]["reindex"]["result"], "built");
    assert_eq!(answer["data"]["request"]["repoId"], "vaults");
    let items = answer["data"]["sections"].as_array().unwrap().iter().flat_map(|section| section["items"].as_array().unwrap());
    let labelled: Vec<&Value> = items.filter(|item| item["fileRelPath"] == "core.py").collect();
    assert!(!labelled.is_empty() && labelled.iter().all(|item| item["excerpt"]["withheld"] == true), "{answer}");
}

#[test]
fn a_refresh_keeps_to_the_options_that_the_index_was_built_with() {
    let repo = repository();
    ask(&repo, "index_build", &json!({"no_text": true, "exclude": ["app.py"]}));
    repo.write("late.py", "def late():\n    return 1\n");
    let answer = ask(&repo, "context_pack", &json!({"query": "late", "stale_policy": "refresh"}));
    assert_eq!(answer["data"]["items"][0]["file"], "late.py");
    let options = &ask(&repo, "index_status", &json!({}))["data"]["options"];
    assert_eq!((&options["text"], options["exclude"].to_string()), (&false.into(), r#"["app.py"]"#.to_owned()));
    repo.write("smalti.toml", "[index]\ntext = true\n");
    ask(&repo, "search", &json!({"query": "late", "stale_policy": "refresh"}));
    let options = &ask(&repo, "index_status", &json!({}))["data"]["options"];
    assert_eq!((&options["text"], options["exclude"].to_string()), (&true.into(), "[]".to_owned()), "a changed smalti.toml speaks");
}

#[test]
fn a_batch_hands_answers_on() {
    let repo = repository();
    repo.build();
    let items = json!([
        {"id": "find", "action": "search", "options": {"query": "load", "limit": 2}},
        {"id": "pack", "action": "context_pack", "options": {"files": [{"$ref": "#/items/find/data/files/*/path"}], "query": {"$ref": "#/items/find/data/chunks/0/name"}}},
        {"id": "lost", "action": "search", "options": {"query": {"$ref": "#/items/nobody/data"}}},
        {"id": "build", "action": "index_build"},
        {"id": "last", "action": "search", "options": {"query": "start"}},
    ]);
    let answer = ask(&repo, "batch", &json!({"items": items}));
    check_fits("a batch", &answer_schema::<BatchAnswer>(), &answer["data"]);
    let outcomes = answer["data"]["items"].as_array().unwrap();
    let statuses: Vec<&str> = outcomes.iter().map(|it| it["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "ok", "error", "error", "ok"], "{answer:#}");
    assert_eq!(outcomes[1]["data"]["query"], "load");
    assert_eq!((&outcomes[2]["error"]["code"], &outcomes[3]["error"]["code"]), (&"SMALTI_E_USAGE".into(), &"POC_E_NOT_SUPPORTED".into()));
    let answer = ask(&repo, "batch", &json!({"items": items, "stop_on_error": true}));
    assert_eq!(answer["data"]["items"].as_array().unwrap().len(), 3);
    let many = |count: usize| -> Value { (0..count).map(|at| json!({"id": at.to_string(), "action": "nothing"})).collect() };
    assert_eq!(ask(&repo, "batch", &json!({"items": many(31)}))["status"], "ok");
    assert_eq!(ask(&repo, "batch", &json!({"items": many(32)}))["status"], "ok");
    assert_eq!(code(&ask(&repo, "batch", &json!({"items": many(33)}))), "POC_E_BUDGET_EXCEEDED");
    assert_eq!(code(&ask(&repo, "batch", &json!({"items": []}))), "SMALTI_E_USAGE");
    assert_eq!(code(&ask(&repo, "batch", &json!({"items": [{"id": "a", "action": "search"}, {"id": "a", "action": "search"}]}))), "SMALTI_E_USAGE");
}

#[test]
fn what_is_not_there_and_what_is_wrong_are_told_apart() {
    let repo = repository();
    repo.build();
    for action in ["meaning_pack", "meaning_focus", "evidence_fetch", "trace", "impact", "diagram"] {
        assert_eq!(code(&ask(&repo, action, &json!({}))), "POC_E_NOT_SUPPORTED", "{action}");
    }
    let typo = ask(&repo, "serach", &json!({}));
    assert_eq!((code(&typo), &typo["error"]["hints"][0]), ("SMALTI_E_USAGE", &"did you mean `search`?".into()));
    for (action, options, part) in [
        ("search", json!({"qeury": "load"}), "no option `qeury`"),
        ("search", json!({"query": "load", "limit": "ten"}), "the option `limit`"),
        ("search", json!({"query": "load", "stale_policy": "maybe"}), "the option `stale_policy`"),
        ("search", json!({"query": "load", "max_reindex_ms": 5}), "`refresh`"),
        ("search", json!({"query": ""}), "empty"),
        ("context_pack", json!({}), "names nothing"),
        ("context_pack", json!({"query": "load", "related_mode": "near"}), "does not know `near`"),
        ("codegraph_context", json!({}), "no base entity"),
        ("codegraph_context", json!({"base_entities": ["a"], "hops": 1}), "no option `hops`"),
        ("index_build", json!({"out": "/tmp/elsewhere"}), "no option `out`"),
        ("index_build", json!({"jobs": 1025}), "at most 1024"),
        ("index_status", json!({"stale_policy": "fail"}), "no option `stale_policy`"),
    ] {
        let answer = ask(&repo, action, &options);
        assert_eq!(code(&answer), "SMALTI_E_USAGE", "{answer:#}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(part), "{answer:#}");
    }
    assert_eq!(code(&ask(&repo, "context_pack", &json!({"query": "load", "max_chars": 2_000_001}))), "POC_E_BUDGET_EXCEEDED");
    let many = ask(&repo, "search", &json!({"query": "load", "limit": 1001}));
    assert_eq!((code(&many), &many["error"]["details"]), ("POC_E_BUDGET_EXCEEDED", &json!({"asked": 1001, "cap": 1000, "name": "limit"})));
    let deep = ask(&repo, "codegraph_context", &json!({"base_entities": ["a"], "hop_depth": 9}));
    assert_eq!(deep["error"]["details"], json!({"asked": 9, "cap": 4, "name": "hop_depth"}));
    let hint = |answer: &Value| answer["error"]["hints"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(hint(&ask(&repo, "search", &json!({"query": ""}))), "see the schema of the options", "no flags are spoken of where there are none");
}

#[test]
fn broken_requests_get_an_envelope_too() {
    let repo = repository();
    repo.build();
    for (request, wanted) in [
        (&b""[..], "SMALTI_E_USAGE"),
        (b"{", "SMALTI_E_USAGE"),
        (b"[]", "SMALTI_E_USAGE"),
        (b"[1,\"index_status\",{},null,null]", "SMALTI_E_USAGE"),
        (b"\xff\xfe", "SMALTI_E_USAGE"),
        (b"{\"version\":1}", "SMALTI_E_USAGE"),
        (b"{\"version\":1,\"action\":\"search\",\"strange\":1}", "SMALTI_E_USAGE"),
        (b"{\"version\":1,\"action\":\"search\",\"options\":[]}", "SMALTI_E_USAGE"),
        (b"{\"version\":\"1\",\"action\":\"search\"}", "SMALTI_E_USAGE"),
        (b"{\"version\":2,\"do\":\"search\"}", "POC_E_CONTRACT_VERSION"),
    ] {
        let ran = send(&repo.root(), request);
        let answer = ran.json();
        check_fits("a refusal", &answer_schema::<CommandResponse>(), &answer);
        assert_eq!((code(&answer), ran.exit != Some(0)), (wanted, true), "{}", String::from_utf8_lossy(request));
    }
    let padded = |length: usize| {
        let request = br#"{"version":1,"action":"index_status"}"#;
        [&request[..], &vec![b' '; length - request.len()]].concat()
    };
    for (length, wanted) in [((4 << 20) - 1, "ok"), (4 << 20, "ok"), ((4 << 20) + 1, "error")] {
        assert_eq!(send(&repo.root(), &padded(length)).json()["status"], wanted);
    }
    let deep = "[".repeat(100_000);
    assert_eq!(code(&send(&repo.root(), deep.as_bytes()).json()), "SMALTI_E_USAGE");
}

#[test]
fn a_pack_comes_in_the_view_that_is_asked_for_and_without_what_is_held() {
    let repo = repository();
    repo.write("smalti.toml", "[[pack]]\nname = \"core\"\nquery = \"load\"\n");
    ask(&repo, "index_build", &json!({"no_history": true}));
    assert!(repo.root().join(".smalti/context_packs.meta.json").exists(), "every build makes the packs that are declared");
    let task = ask(&repo, "context_pack", &json!({"query": "load", "view": "task", "role": "reviewer"}));
    assert_eq!((&task["data"]["schema"], &task["data"]["request"]["intent"]), (&"TaskPack".into(), &"impact".into()));
    let whole = ask(&repo, "context_pack", &json!({"query": "load", "view": "000"}));
    let held = whole["data"]["sections"][0]["items"][0]["chunkUid"].clone();
    for view in ["v1", "task", "000"] {
        let delta = ask(&repo, "context_pack", &json!({"query": "load", "view": view, "have": [held]}));
        assert_eq!(delta["data"]["delta"]["omitted"][0]["chunkUid"], held, "{view}");
    }
    assert_eq!(ask(&repo, "context_pack", &json!({"query": "load", "view": "locate"}))["data"]["items"][0]["file"], "core.py");
    for options in [json!({"view": "all"}), json!({"role": "coder"}), json!({"view": "task", "trace": true}), json!({"view": "task", "role": "boss"})]
    {
        let mut options = options.clone();
        options["query"] = "load".into();
        assert_eq!(code(&ask(&repo, "context_pack", &options)), "SMALTI_E_USAGE", "{options}");
    }
}
