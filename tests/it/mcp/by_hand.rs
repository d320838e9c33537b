//! What the server answers, message by message.

use serde_json::{Value, json};

use super::session::Session;
use crate::program::{run, smalti};
use crate::support::{Repo, host};

fn repository() -> Repo {
    Repo::of(&[
        ("core.py", "def load(name):\n    return open(name)\n"),
        ("app.py", "from core import load\n\n\ndef start():\n    return load(\"x\")\n"),
    ])
}

fn names(session: &mut Session) -> Vec<String> {
    let listed = session.request("tools/list", &json!({}));
    listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_call_builds_the_index_and_answers_text_and_progress_comes_before_it() {
    let repo = repository();
    let mut session = Session::of(&repo.root(), &[]);
    let params = json!({"name": "context_pack", "arguments": {"query": "load"}, "_meta": {"progressToken": "p-1"}});
    let answer = session.request("tools/call", &params);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("context_pack: load\n") && text.contains("index: current, brought up to date in "), "{text}");
    assert!(text.contains("=== core.py:1:2 primary function load\ndef load(name):"), "{text}");
    let progress: Vec<&Value> = session.heard.iter().filter(|it| it["method"] == "notifications/progress").collect();
    let steps: Vec<f64> = progress.iter().map(|it| it["params"]["progress"].as_f64().unwrap()).collect();
    assert!(steps.len() >= 3 && steps.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", session.heard);
    assert!(progress.iter().all(|it| it["params"]["progressToken"] == "p-1"));
    session.heard.clear();
    let again = session.call("context_pack", &json!({"query": "load"})).unwrap();
    assert!(again.contains("\nindex: current\n") && session.heard.is_empty(), "who asks for no progress hears none: {:?}", session.heard);
    session.close();
}

#[test]
fn a_budget_of_characters_holds_for_the_whole_text() {
    let function = |n: u32| format!("def load_{n}(name):\n    \"\"\"Loads {n}.\"\"\"\n    return open(name, {n})\n\n\n");
    let functions = (0..40).map(function).collect::<Vec<_>>().concat();
    let repo = Repo::of(&[("core.py", &functions)]);
    let mut session = Session::of(&repo.root(), &[]);
    let mut shown = 0;
    for most in [200u64, 300, 500, 800, 1_200, 2_000, 4_000] {
        let text = session.call("context_pack", &json!({"query": "load", "max_chars": most})).unwrap();
        let count = text.chars().count() as u64;
        assert!(count <= most, "{count} of {most}:\n{text}");
        assert!(text.contains(&format!("; {count} of {most} chars")), "its head says how long it is: {text}");
        assert!(text.matches("\ndef load_").count() >= shown, "{text}");
        shown = text.matches("\ndef load_").count();
    }
    assert!(shown > 10, "{shown}");
    // Not even the head fits: it says so, and is the least there is.
    let least = session.call("context_pack", &json!({"query": "load", "maxChars": 10})).unwrap();
    assert!(least.contains("no excerpt fits 10 chars: ask for more") && !least.contains("==="), "{least}");
    session.close();
}

#[cfg(unix)]
#[test]
fn a_name_of_a_file_forges_no_line() {
    let repo = Repo::of(&[("a\n=== core.py:1:9 primary\u{202e}.py", "def load(name):\n    return open(name)\n")]);
    let mut session = Session::of(&repo.root(), &["--tools", "all"]);
    let text = session.call("context_pack", &json!({"query": "load"})).unwrap();
    assert!(text.contains("=== a\\u000a=== core.py:1:9 primary\\u202e.py:1:2 primary function load\n"), "{text}");
    assert_eq!(text.matches("\n=== ").count(), 1, "{text}");
    let found = session.call("search", &json!({"query": "load"})).unwrap();
    assert!(!found.contains("\n=== ") && !found.contains('\u{202e}'), "{found}");
    let made = session.call("context_pack.create", &json!({"query": "load"})).unwrap();
    assert!(!made.contains("\n=== ") && !made.contains('\u{202e}'), "{made}");
    // Programs get the name itself, and may write ids as answers do.
    let id = made.lines().next().unwrap().strip_prefix("packId: ").unwrap().to_owned();
    let got: Value = serde_json::from_str(&session.call("context_pack.get", &json!({"packId": id})).unwrap()).unwrap();
    assert!(got["sections"][0]["items"][0]["fileRelPath"].as_str().unwrap().starts_with("a\n==="), "{got}");
    session.close();
}

#[test]
fn few_tools_are_shown_unless_all_are_asked_for() {
    let repo = repository();
    let mut session = Session::of(&repo.root(), &[]);
    assert_eq!(names(&mut session), ["context_pack"]);
    let hidden = session.request("tools/call", &json!({"name": "search", "arguments": {"query": "load"}}));
    assert!(hidden["error"]["message"].as_str().unwrap().contains("--tools all"), "{hidden}");
    session.close();
    let mut session = Session::of(&repo.root(), &["--tools", "all"]);
    assert_eq!(names(&mut session), ["codegraph_context", "context_pack", "context_pack.create", "context_pack.get", "search"]);
    assert!(session.call("search", &json!({"query": "load", "limit": 1})).unwrap().contains("core.py:1-2  load"));
    let graph: Value = serde_json::from_str(&session.call("codegraph_context", &json!({"base_entities": ["core.py-core-load"]})).unwrap()).unwrap();
    assert_eq!((&graph["entities"][1]["isgl1_key"], &graph["size_status"]), (&json!("app.py-app-start"), &json!("minimal")));
    let (code, text) = session.call("codegraph_context", &json!({"base_entities": ["core.py-core-load"], "change_type": "mend"})).unwrap_err();
    assert!(code == "SMALTI_E_USAGE" && text.contains("`change_type` does not know") && !text.contains("--"), "{text}");
    let created = session.call("context_pack.create", &json!({"query": "load", "max_items": 5})).unwrap();
    let id = created.lines().next().unwrap().strip_prefix("packId: ").unwrap().to_owned();
    let got: Value = serde_json::from_str(&session.call("context_pack.get", &json!({"pack_id": id})).unwrap()).unwrap();
    assert_eq!((got["packId"].as_str(), got["request"]["budgets"]["maxItems"].as_u64()), (Some(id.as_str()), Some(5)));
    assert!(session.call("context_pack.get", &json!({"pack_id": id, "markdown": true})).unwrap().contains("```python\ndef load"));
    for (arguments, code) in [(json!({"pack_id": "sha256:1"}), "SMALTI_E_PACK_UNKNOWN"), (json!({}), "SMALTI_E_USAGE")] {
        assert_eq!(session.call("context_pack.get", &arguments).unwrap_err().0, code);
    }
    assert_eq!(session.call("context_pack.create", &json!({"query": "load", "trace": true})).unwrap_err().0, "SMALTI_E_USAGE");
    session.close();
}

#[test]
fn modes_say_more_or_less_and_never_hide_that_an_answer_is_stale() {
    let repo = repository();
    repo.build();
    let mut session = Session::of(&repo.root(), &[]);
    let mut ask = |arguments: Value| session.call("context_pack", &arguments).unwrap();
    assert!(ask(json!({"query": "load", "response_mode": "full"})).contains("\ntrace: {\"candidates\":"));
    let minimal = ask(json!({"query": "load", "response_mode": "minimal", "trace": true}));
    assert!(!minimal.contains("index:") && !minimal.contains("trace:"), "{minimal}");
    repo.write("late.py", "def late():\n    return 1\n");
    for mode in ["minimal", "facts", "full"] {
        let stale = ask(json!({"query": "load", "response_mode": mode, "auto_index": false}));
        assert!(stale.contains("index: STALE, 1 added (late.py)"), "{mode}: {stale}");
    }
    assert!(ask(json!({"query": "late"})).contains("=== late.py:1:2 primary"));
}

#[test]
fn an_index_that_is_replaced_is_seen_at_once() {
    let repo = repository();
    repo.build();
    let mut session = Session::of(&repo.root(), &[]);
    let without = json!({"query": "load", "auto_index": false});
    assert!(session.call("context_pack", &without).unwrap().contains("return open(name)"));
    for round in 0..3 {
        repo.write("core.py", format!("def load(name):\n    return name + {round}\n"));
        repo.build();
        let text = session.call("context_pack", &without).unwrap();
        assert!(text.contains(&format!("return name + {round}")) && text.contains("index: current"), "{text}");
    }
    std::fs::remove_dir_all(repo.index_root()).unwrap();
    let (code, text) = session.call("context_pack", &without).unwrap_err();
    assert!(code == "POC_E_INDEX_MISSING" && text.contains("index build"), "{text}");
    assert!(session.call("context_pack", &json!({"query": "load"})).unwrap().contains("return name + 2"));
}

#[test]
fn codes_are_stable_and_wrong_arguments_can_be_mended() {
    let repo = repository();
    repo.build();
    let mut session = Session::of(&repo.root(), &[]);
    for (arguments, wanted, part) in [
        (json!({"query": "load", "max_chars": 2_000_001}), "POC_E_BUDGET_EXCEEDED", "2000000"),
        (json!({"query": "a".repeat(65_537)}), "POC_E_BUDGET_EXCEEDED", "65536"),
        (json!({"qeury": "load"}), "SMALTI_E_USAGE", "did you mean `query`?"),
        (json!({"query": 7}), "SMALTI_E_USAGE", "the option `query`"),
        (json!({"query": "load", "auto_index": "yes"}), "SMALTI_E_USAGE", "the option `auto_index`"),
        (json!({"query": "load", "path": 7}), "SMALTI_E_USAGE", "the option `path`"),
        (json!({}), "SMALTI_E_USAGE", "names nothing"),
        (json!({"query": "load", "focus": "nobody"}), "SMALTI_E_FOCUS_UNKNOWN", "nobody"),
        (json!({"query": "load", "path": "/"}), "SMALTI_E_ROOT_OUTSIDE", "outside"),
        (json!({"query": "load", "path": ".."}), "SMALTI_E_ROOT_OUTSIDE", "outside"),
        (json!({"query": "load", "path": "nowhere"}), "SMALTI_E_ROOT_MISSING", "does not exist"),
    ] {
        let (code, text) = session.call("context_pack", &arguments).unwrap_err();
        assert!(code == wanted && text.contains(part), "{arguments}: {text}");
    }
    let path = repo.root().join(".smalti/pieces/manifest.json");
    let manifest = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, manifest.replace("\"formatVersion\":1", "\"formatVersion\":99")).unwrap();
    for auto_index in [false, true] {
        let (code, text) = session.call("context_pack", &json!({"query": "load", "auto_index": auto_index})).unwrap_err();
        assert_eq!(code, "POC_E_CONTRACT_VERSION", "{text}");
    }
}

#[test]
fn what_breaks_the_protocol_does_not_break_the_session() {
    let repo = repository();
    repo.build();
    let mut session = Session::of(&repo.root(), &[]);
    for line in [&b"{"[..], b"not json", b"\xff\xfe\xfd", b"", b"[]", b"{\"jsonrpc\":\"2.0\"}"] {
        session.send(line);
    }
    let unknown = session.request("tools/call", &json!({"name": "grep", "arguments": {}}));
    assert!(unknown["error"]["code"] == -32602 && unknown["error"]["message"].as_str().unwrap().contains("context_pack"), "{unknown}");
    assert!(session.request("tools/nothing", &json!({}))["error"]["code"].is_i64());
    for params in [json!({"name": "context_pack", "arguments": []}), json!({})] {
        assert_eq!(session.request("tools/call", &params)["error"]["code"], -32602);
    }
    let huge = json!({"jsonrpc": "2.0", "id": "huge", "method": "tools/call", "params": {"name": "context_pack", "arguments": {"query": "x".repeat(17 << 20)}}});
    session.send(huge.to_string().as_bytes());
    assert!(session.call("context_pack", &json!({"query": "load"})).unwrap().contains("core.py:1:2"));
    session.close();
}

#[test]
fn two_calls_at_once_are_both_answered_and_one_builds() {
    let repo = repository();
    let mut session = Session::of(&repo.root(), &[]);
    let params = |query: &str| json!({"name": "context_pack", "arguments": {"query": query}});
    let ids = ["load", "start", "open"].map(|query| session.ask("tools/call", &params(query)));
    let mut texts = std::collections::BTreeMap::new();
    while texts.len() < ids.len() {
        let message = session.receive();
        texts.insert(message["id"].as_u64().unwrap(), message["result"]["content"][0]["text"].as_str().unwrap().to_owned());
    }
    assert_eq!(texts.values().filter(|text| text.contains("brought up to date")).count(), 1, "{texts:#?}");
    assert!(texts.values().all(|text| text.contains("index: current")), "{texts:#?}");
}

#[test]
fn a_build_that_nobody_waits_for_any_more_commits_nothing() {
    let repo = Repo::new();
    for number in 0..400 {
        let body: Vec<String> = (0..150).map(|at| format!("def f{number}_{at}(x):\n    return x + {at}\n\n\n")).collect();
        repo.write(&format!("m{number}.py"), body.concat());
    }
    let mut session = Session::of(&repo.root(), &[]);
    let short = json!({"query": "f1_1", "auto_index_budget_ms": 1});
    let (code, text) = session.call("context_pack", &short).unwrap_err();
    assert!(code == "POC_E_INDEX_MISSING" && text.contains("stopped after 100 ms, its budget") && text.contains("gets further"), "{text}");
    assert!(!repo.root().join(".smalti/pieces/manifest.json").exists());
    let call = json!({"name": "context_pack", "arguments": {"query": "f1_1"}, "_meta": {"progressToken": 1}});
    let id = session.ask("tools/call", &call);
    assert_eq!(session.receive()["method"], "notifications/progress");
    session
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "enough"}}).to_string().as_bytes());
    assert_eq!(names(&mut session), ["context_pack"], "the session goes on");
    let text = session.call("context_pack", &json!({"query": "f1_1", "auto_index_budget_ms": 120_000})).unwrap();
    assert!(text.contains("m1.py"), "{text}");
    session.close();
}

#[test]
fn roots_come_from_the_client_where_the_server_has_none() {
    let repo = repository();
    let mut session = Session::open(&[], &json!({"roots": {}}));
    let id = session.ask("tools/call", &json!({"name": "context_pack", "arguments": {"query": "load"}}));
    let question = session.receive();
    assert_eq!(question["method"], "roots/list");
    let uri = format!("file://{}", repo.root().display());
    session.send(json!({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [{"uri": uri}]}}).to_string().as_bytes());
    let answer = session.answer(id);
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("core.py:1:2"), "{answer:#}");
    let mut session = Session::open(&[], &json!({}));
    let (code, text) = session.call("context_pack", &json!({"query": "load"})).unwrap_err();
    assert!(code == "SMALTI_E_ROOT_MISSING" && text.contains("--repo"), "{text}");
    // What nobody has called a repository is not indexed because a call names it.
    let other = repository();
    let (code, text) = session.call("context_pack", &json!({"query": "load", "path": other.root()})).unwrap_err();
    assert!(code == "SMALTI_E_ROOT_MISSING" && text.contains("smalti index build"), "{text}");
    assert!(!other.index_root().exists());
    assert!(session.call("context_pack", &json!({"query": "load", "path": repo.root()})).unwrap().contains("core.py:1:2"));
}

#[test]
fn roots_that_a_client_has_and_does_not_tell_bind_a_call_no_less() {
    let repo = repository();
    let deny = json!({"error": {"code": -32000, "message": "no"}});
    let elsewhere = json!({"result": {"roots": [{"uri": "vscode-remote://host/a"}]}});
    for mut told in [deny, elsewhere] {
        let mut session = Session::open(&[], &json!({"roots": {}}));
        let id = session.ask("tools/call", &json!({"name": "context_pack", "arguments": {"query": "load", "path": repo.root()}}));
        let question = session.receive();
        told["jsonrpc"] = json!("2.0");
        told["id"] = question["id"].clone();
        session.send(told.to_string().as_bytes());
        let answer = session.answer(id);
        assert_eq!(answer["result"]["structuredContent"]["error"]["code"], "SMALTI_E_ROOT_MISSING", "{answer:#}");
    }
}

#[test]
fn what_a_tool_goes_on_after_is_told_beside_its_answer() {
    let repo = repository();
    repo.build();
    std::fs::write(repo.index_root().join("approvals.jsonl"), "nonsense\n").unwrap();
    let mut session = Session::of(&repo.root(), &["--tools", "all"]);
    let answer = session.request("tools/call", &json!({"name": "context_pack.create", "arguments": {"query": "load"}}));
    let content = &answer["result"]["content"];
    assert!(content[0]["text"].as_str().unwrap().starts_with("packId: "), "{answer:#}");
    assert!(content[1]["text"].as_str().unwrap().contains("SMALTI_E_APPROVALS"), "{answer:#}");
    session.close();
}

#[test]
fn a_saved_root_is_read_without_its_repository() {
    let repo = repository();
    repo.build();
    let mut session = Session::of(&repo.index_root(), &[]);
    let text = session.call("context_pack", &json!({"query": "load"})).unwrap();
    assert!(text.contains("index: a saved root") && text.contains("core.py:1:2"), "{text}");
    assert!(!text.contains("not brought up to date"), "{text}");
}

#[test]
fn a_server_for_nothing_does_not_start() {
    let ran = run(&mut smalti(["mcp", "--repo", "/no/such/folder"]));
    assert!(ran.exit == Some(2) && ran.err.contains("SMALTI_E_ROOT_MISSING"), "{ran:?}");
    let ended = run(&mut smalti(["mcp"]));
    assert_eq!((ended.exit, ended.out.as_str(), ended.err.as_str()), (Some(0), "", ""), "an input that ends at once is no failure");
}

#[test]
fn half_a_character_is_answered_like_any_other_text() {
    let repo = repository();
    let mut session = Session::of(&repo.root(), &[]);
    session.send(br#"{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"context_pack","arguments":{"query":"load \ud83d"}}}"#);
    let answer = session.answer(77);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("context_pack: load \u{fffd}") && text.contains("core.py:1:2"), "{text}");
}

#[test]
fn a_call_waits_for_the_build_of_another_process() {
    let repo = repository();
    repo.build();
    let mut session = Session::of(&repo.root(), &[]);
    repo.write("late.py", "def late():\n    return 1\n");
    let lock = host().try_lock(&repo.root().join(".smalti/lock")).unwrap().unwrap();
    let arguments = |budget: u64| json!({"name": "context_pack", "arguments": {"query": "late", "auto_index_budget_ms": budget}});
    let id = session.ask("tools/call", &arguments(300));
    let text = session.answer(id)["result"]["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("index: STALE") && text.contains("SMALTI_E_INDEX_LOCKED"), "no longer than its budget: {text}");
    let id = session.ask("tools/call", &arguments(120_000));
    // Whoever is answered meanwhile shows that the call waits.
    assert_eq!(session.request("ping", &json!({}))["result"], json!({}));
    drop(lock);
    let text = session.answer(id)["result"]["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("index: current, brought up to date") && text.contains("late.py:1:2"), "{text}");
}
