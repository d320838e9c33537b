//! `codegraph-context`: interfaces and relationships within a limit, and never any code.

use std::path::PathBuf;

use serde_json::Value;

use crate::git::Git;
use crate::program::{Ran, line, run, run_in, smalti};
use crate::support::Repo;

const USER: &str = "/// A user in the system. Has a profile.\npub struct User {\n    pub id: u64,\n    name: String,\n}\n\nimpl User {\n    /// Makes one.\n    pub fn new(id: u64) -> Self {\n        let secret_body = 1;\n        User { id, name: crate::names::fresh(secret_body) }\n    }\n}\n";

fn repository() -> (Repo, PathBuf) {
    let mut calls = String::from("use crate::models::user::User;\n\n");
    for n in 0..40 {
        let doc = format!("/// Handles request {n}. It is long and says much that nobody needs to know.\n");
        calls.push_str(&format!("{doc}pub fn handle_{n}() -> User {{\n    User::new({n})\n}}\n\n"));
    }
    let repo = Repo::of(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"),
        ("src/lib.rs", "pub mod handlers;\npub mod models;\npub mod names;\n"),
        ("src/models/mod.rs", "pub mod user;\n"),
        ("src/models/user.rs", USER),
        (
            "src/names.rs",
            "pub fn fresh(seed: u32) -> String {\n    deep(seed)\n}\n\nfn deep(seed: u32) -> String {\n    deeper(seed)\n}\n\nfn deeper(seed: u32) -> String {\n    format!(\"{seed}\")\n}\n\npub const LIMIT: u32 = 4711;\n",
        ),
        ("src/handlers.rs", &calls),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    (repo, folder)
}

const NEW: &str = "src/models/user.rs-models-User.new";

fn ask(folder: &PathBuf, arguments: &[&str]) -> Ran {
    run(smalti(["codegraph-context", "--repo", "repo", "--json"]).args(arguments).current_dir(folder))
}

fn keys(answer: &Value) -> Vec<(String, u64)> {
    let of = |entity: &Value| (entity["isgl1_key"].as_str().unwrap().to_owned(), entity["dependency_level"].as_u64().unwrap());
    answer["entities"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn everything_within_the_hops_is_in_when_it_fits_and_no_code_is() {
    let (_repo, folder) = repository();
    let ran = ask(&folder, &[NEW]);
    let answer = ran.json();
    let keys = keys(&answer);
    assert_eq!(keys[0], (NEW.to_owned(), 0));
    let reached = |key: &str, level: u64| keys.contains(&(key.to_owned(), level));
    assert!(reached("src/names.rs-names-fresh", 1) && reached("src/names.rs-names-deep", 2), "{keys:?}");
    assert!((0..40).all(|n| reached(&format!("src/handlers.rs-handlers-handle_{n}"), 1)), "{keys:?}");
    assert!(!keys.iter().any(|(key, _)| key.ends_with("deeper")), "three hops away");
    assert!(!ran.out.contains("secret_body") && !ran.out.contains("4711") && !ran.out.contains("format!"));
    assert_eq!(
        (&answer["optimization_info"]["excluded_count"], &answer["optimization_info"]["truncation_applied"]),
        (&Value::from(0), &Value::from(false))
    );
    let entity = &answer["entities"][0];
    assert!(entity["interface_signature"]["signature"]["text"].as_str().unwrap().contains("fn new(id: u64) -> Self"), "{entity}");
    assert_eq!(entity["interface_signature"]["module_path"], serde_json::json!(["models"]));
    assert_eq!(
        (&entity["tdd_classification"]["test_coverage_estimate"], &entity["tdd_classification"]["critical_path"]),
        (&Value::Null, &Value::from(true))
    );
    assert_eq!(entity["lsp_metadata"]["source"], "inferred");
    let relationships = answer["relationships"].as_array().unwrap();
    assert!(
        relationships.iter().any(|it| it["dependent"] == NEW && it["dependency"] == "src/names.rs-names-fresh" && it["relationship_type"] == "calls")
    );
    // The count is of the very text that is printed.
    let printed = smalti::reader::tokens::count(ran.out.trim_end());
    assert_eq!(answer["token_count"], printed);
    assert_eq!(ask(&folder, &[NEW]).out, ran.out, "equal requests have equal answers");
}

#[test]
fn what_does_not_fit_is_left_out_in_the_order_of_priorities() {
    let (_repo, folder) = repository();
    for limit in ["2000", "4000", "9000"] {
        let ran = ask(&folder, &[NEW, "--size-limit", limit, "--hop-depth", "3"]);
        let answer = ran.json();
        assert!(smalti::reader::tokens::count(ran.out.trim_end()) <= limit.parse().unwrap(), "{limit}");
        let keys = keys(&answer);
        assert_eq!(keys[0].1, 0, "the base is always in");
        assert!(keys.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{keys:?}");
        let info = &answer["optimization_info"];
        assert_eq!(info["truncation_applied"], true, "{limit}");
        assert!(info["excluded_count"].as_u64().unwrap() > 0 || info["truncation_steps"].to_string().contains("compress"), "{info}");
    }
    let status = |limit: &str| ask(&folder, &[NEW, "--size-limit", limit]).json()["size_status"].as_str().unwrap().to_owned();
    assert_eq!((status("2000").as_str(), status("100000").as_str()), ("exceeded", "optimal"));
    assert_eq!(ask(&folder, &["src/names.rs-names-deeper", "--hop-depth", "0"]).json()["size_status"], "minimal");
}

#[test]
fn the_key_of_a_cache_follows_the_request_and_the_index() {
    let (repo, folder) = repository();
    let key = |arguments: &[&str]| ask(&folder, arguments).json()["cache_key"].as_str().unwrap().to_owned();
    let first = key(&[NEW]);
    assert!(first.starts_with("ctx_") && first.ends_with("_2_edit_100000"), "{first}");
    for other in [
        &[NEW, "--hop-depth", "1"][..],
        &[NEW, "--change-type", "delete"],
        &[NEW, "--size-limit", "99999"],
        &["src/names.rs-names-deep"],
        &[NEW, "--focus-areas", "test_interfaces"],
    ] {
        assert_ne!(key(other), first, "{other:?}");
    }
    repo.write("src/names.rs", "pub fn fresh(seed: u32) -> String {\n    seed.to_string()\n}\n");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    assert_ne!(key(&[NEW]), first);
}

#[test]
fn what_cannot_be_answered_is_refused_with_what_to_do() {
    let repo = Repo::of(&[
        ("twice.py", "class A:\n    def go(self): pass\n\n\nclass B:\n    def go(self): pass\n"),
        ("a-b.py", "def c(): pass\n"),
        ("settings.py", "def load_settings(): pass\n"),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let long = "x-".repeat(500_000);
    let many: Vec<&str> = std::iter::repeat_n("twice.py-twice-A", 51).collect();
    let long_argument = long[..100_000].to_owned();
    for (arguments, code, words) in [
        (&["twice.py-twice-go"][..], "SMALTI_E_AMBIGUOUS", "candidates: scip:"),
        (&["twice.py-twice-gone"], "SMALTI_E_FOCUS_UNKNOWN", "gone"),
        (&["elsewhere.py-x-go"], "SMALTI_E_FOCUS_UNKNOWN", "nearest: twice.py-twice-A.go"),
        (&["settings.py-settings-load_setings"], "SMALTI_E_FOCUS_UNKNOWN", "nearest: settings.py-settings-load_settings"),
        (&["twice.py"], "SMALTI_E_USAGE", "it defines: twice.py-twice-A"),
        (&["go"], "SMALTI_E_AMBIGUOUS", "candidates: scip:"),
        (&["A.gone"], "SMALTI_E_FOCUS_UNKNOWN", "nowhere"),
        (&[""], "SMALTI_E_FOCUS_UNKNOWN", "nowhere"),
        (&[long_argument.as_str()], "SMALTI_E_FOCUS_UNKNOWN", "…"),
        (&["twice.py-twice-A", "--hop-depth", "5"], "POC_E_BUDGET_EXCEEDED", "cap is 4"),
        (&["twice.py-twice-A", "--size-limit", "100001"], "POC_E_BUDGET_EXCEEDED", "cap is 100000"),
        (&["twice.py-twice-A", "--size-limit", "499"], "SMALTI_E_USAGE", "least is 500"),
        (&["twice.py-twice-A", "--change-type", "mend"], "SMALTI_E_USAGE", "refactor"),
        (&["twice.py-twice-A", "--focus-areas", "all"], "SMALTI_E_USAGE", "test_interfaces"),
        (many.as_slice(), "POC_E_BUDGET_EXCEEDED", "cap is 50"),
    ] {
        let error = ask(&folder, arguments).json()["error"].clone();
        assert_eq!(error["code"], code, "{:?}: {error}", arguments[0].get(..20));
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(keys(&ask(&folder, &["a-b.py-a-b-c"]).json()), [("a-b.py-a-b-c".to_owned(), 0)], "a path may hold the mark between parts");
    for (name, key) in [("A", "twice.py-twice-A"), ("B.go", "twice.py-twice-B.go"), ("load_settings", "settings.py-settings-load_settings")] {
        let answer = ask(&folder, &[name]).json();
        assert_eq!(answer["query_context"]["base_entities"], serde_json::json!([key]), "a name that one definition has is as good as its key");
    }
    assert_eq!(ask(&folder, &["twice.py-twice-A", "--hop-depth", "4", "--size-limit", "2000"]).exit, Some(0), "at the cap");
    let small = ask(&folder, &["twice.py-twice-A", "--size-limit", "500"]).json();
    assert!(small["error"]["message"].as_str().unwrap().contains("the base entities alone take"), "{small}");
    assert!(small["error"]["hints"][0].as_str().unwrap().contains("raise `--size-limit` to"), "{small}");
}

#[test]
fn what_is_to_be_created_is_told_by_what_stands_where_it_will() {
    let (_repo, folder) = repository();
    for (key, expected) in [
        ("src/names.rs-names-newest", vec!["src/names.rs-names-deep", "src/names.rs-names-deeper", "src/names.rs-names-fresh"]),
        ("src/models/order.rs-models-Order", vec!["src/models/user.rs-models-User"]),
    ] {
        assert_eq!(ask(&folder, &[key]).json()["error"]["code"], "SMALTI_E_FOCUS_UNKNOWN", "only a creation may name what is not there");
        let answer = ask(&folder, &[key, "--change-type", "create"]).json();
        assert_eq!(answer["query_context"]["to_be_created"], serde_json::json!([key]), "{answer}");
        assert_eq!(answer["query_context"]["base_entities"], serde_json::json!([key]));
        let near: Vec<String> = keys(&answer).into_iter().filter(|it| it.1 == 0).map(|it| it.0).collect();
        assert!(expected.iter().all(|it| near.iter().any(|key| key == it)), "{near:?}");
    }
    let nowhere = ask(&folder, &["gone/place.rs-gone-It", "--change-type", "create"]).json();
    assert_eq!(nowhere["error"]["code"], "SMALTI_E_FOCUS_UNKNOWN");
}

#[test]
fn a_labelled_file_tells_no_signature_without_an_approval() {
    let repo = Repo::of(&[
        ("vault.py", "def open_vault(pin=\"combination\"):\n    \"\"\"Opens by combination.\"\"\"\n    return pin\n"),
        ("smalti.toml", "[[governance.labels]]\nlabel = \"security-sensitive\"\npaths = [\"vault.py\"]\n"),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let hidden = ask(&folder, &["vault.py-vault-open_vault"]);
    assert!(hidden.exit == Some(0) && !hidden.out.contains("combination"), "{hidden:?}");
    run_in(&folder, ["approve", "vault.py", "--who", "Ann", "--why", "review", "--repo", "repo"]);
    let shown = ask(&folder, &["vault.py-vault-open_vault"]);
    assert!(shown.out.contains("combination"), "{shown:?}");
    assert_ne!(shown.json()["cache_key"], hidden.json()["cache_key"]);
}

#[test]
fn changed_interfaces_that_matter_are_told_wherever_they_are() {
    let users: Vec<String> = (0..12).map(|n| format!("def user_{n}(x):\n    return scale(x)\n\n\n")).collect();
    let base = "def scale(x):\n    return x\n\n\ndef lone(x):\n    return x\n";
    let repo = Repo::of(&[
        ("base.py", base),
        ("users.py", &format!("from base import scale\n\n\n{}", users.concat())),
        ("far.py", "def far():\n    return near()\n\n\ndef near():\n    return 1\n"),
        (".gitignore", ".smalti\n"),
    ]);
    let Some(git) = Git::init(&repo.root()) else { return };
    git.commit("first");
    let folder = repo.folder();
    let asked = |arguments: &[&str]| {
        assert_eq!(line(&folder, "index build repo").exit, Some(0));
        ask(&folder, &[&["far.py-far-far", "--hop-depth", "1"], arguments].concat())
    };
    // A body is nobody's interface, and who uses `lone` can be counted on one hand.
    repo.write("base.py", base.replace("return x\n\n\ndef lone(x)", "return x + 1\n\n\ndef lone(x, y)"));
    repo.write("test_far.py", "from far import near\n\n\ndef test_near():\n    assert near() == 1\n");
    repo.write("far.py", "def far():\n    return near() + 1\n\n\ndef near():\n    return 1\n");
    let both = [("far.py-far-far".to_owned(), 0), ("far.py-far-near".to_owned(), 1)];
    assert_eq!(keys(&asked(&[]).json()), both, "without a revision nothing is known to have changed");
    let answer = asked(&["--since", "HEAD"]).json();
    assert_eq!(keys(&answer), [&both[..], &[("test_far.py-test_far-test_near".to_owned(), 2)]].concat());
    let changes: Vec<&Value> = answer["entities"].as_array().unwrap().iter().map(|it| &it["change"]).collect();
    assert_eq!(changes, [&Value::from("body"), &Value::Null, &Value::from("added")]);
    assert_eq!(answer["query_context"]["base_revision"].as_str().unwrap().len(), 40);
    assert!(!answer["optimization_info"]["unsupported"].to_string().contains("base_revision"));
    repo.write("base.py", base.replace("def scale(x)", "def scale(x, factor=1)"));
    let answer = asked(&["--since", "HEAD"]).json();
    assert!(keys(&answer).contains(&("base.py-base-scale".to_owned(), 2)), "{answer:#}");
    assert!(!keys(&asked(&["--since", "HEAD", "--focus-areas", "test_interfaces"]).json()).iter().any(|it| it.0.contains("scale")));
    // An edit after the index was built is not what was indexed.
    repo.write("base.py", format!("{base}\n\nLATE = 1\n"));
    let late = ask(&folder, &["far.py-far-far", "--since", "HEAD"]).json();
    assert_eq!(late["optimization_info"]["stale_files"], serde_json::json!(["base.py"]));
    let refused = |arguments: &[&str]| ask(&folder, arguments).json()["error"]["code"].as_str().unwrap().to_owned();
    assert_eq!(refused(&["far.py-far-far", "--since", "nowhere"]), "SMALTI_E_USAGE");
    let saved = run_in(&folder, ["codegraph-context", "far.py-far-far", "--since", "HEAD", "--index", "repo/.smalti", "--json"]);
    assert_eq!(saved.json()["error"]["code"], "POC_E_NOT_SUPPORTED");
}

#[test]
fn what_is_asked_about_keeps_its_detail_as_long_as_it_fits() {
    let (_repo, folder) = repository();
    let user = "src/models/user.rs-models-User";
    let answer = ask(&folder, &[user, "--size-limit", "4000"]).json();
    assert!(answer["optimization_info"]["truncation_steps"].to_string().contains("compress signatures"), "{answer:#}");
    let names = |entity: &Value| entity["interface_signature"]["signature"]["fields"].as_array().map_or(0, Vec::len);
    let entities = answer["entities"].as_array().unwrap();
    assert_eq!((names(&entities[0]), entities[0]["lsp_metadata"].is_object(), entities[1]["lsp_metadata"].is_null()), (2, true, true));
}

#[test]
fn definitions_of_one_name_in_a_file_have_keys_of_their_own() {
    let repo = Repo::built(&[(
        "src/Shape.java",
        "class Shape {\n    int area() {\n        return area(1);\n    }\n\n    int area(int scale) {\n        return scale;\n    }\n}\n",
    )]);
    let folder = repo.root().parent().unwrap().to_owned();
    let answer = ask(&folder, &["src/Shape.java-Shape-Shape"]).json();
    let (first, second) = ("src/Shape.java-Shape-Shape.area", "src/Shape.java-Shape-Shape.area+1");
    let keys: Vec<String> = keys(&answer).into_iter().map(|it| it.0).collect();
    assert!([first, second].iter().all(|key| keys.iter().filter(|it| it == key).count() == 1), "{keys:?}");
    let calls = answer["relationships"].as_array().unwrap().iter().filter(|it| it["relationship_type"] == "calls");
    assert_eq!(calls.map(|it| (it["dependent"].as_str(), it["dependency"].as_str())).collect::<Vec<_>>(), [(Some(first), Some(second))]);
    assert_eq!(ask(&folder, &[second]).json()["entities"][0]["isgl1_key"], second);
}

#[test]
fn entities_leave_room_for_how_they_hang_together() {
    let methods: String = (0..120)
        .map(|n| format!("    def step_{n}(self, first, second):\n        return self.step_{}(second, first)\n\n", (n + 1) % 120))
        .collect::<Vec<_>>()
        .concat();
    let repo = Repo::built(&[("wide.py", &format!("class Wide:\n{methods}"))]);
    let folder = repo.root().parent().unwrap().to_owned();
    let answer = ask(&folder, &["wide.py-wide-Wide", "--size-limit", "20000"]).json();
    let told: Vec<&Value> = answer["relationships"].as_array().unwrap().iter().flat_map(|it| [&it["dependent"], &it["dependency"]]).collect();
    for entity in answer["entities"].as_array().unwrap() {
        assert!(told.contains(&&entity["isgl1_key"]), "{} stands there without a reason", entity["isgl1_key"]);
    }
    assert!(answer["optimization_info"]["excluded_relationships"].as_u64() > Some(0), "{}", answer["optimization_info"]);
}

#[test]
fn a_repository_that_is_not_there_is_no_changed_file() {
    let (_repo, folder) = repository();
    for words in ["codegraph-context User.new", "context-pack fresh", "search fresh"] {
        let ran = line(&folder, &format!("{words} --index repo/.smalti --repo gone"));
        assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_MISSING)"), "{words}: {ran:?}");
    }
}

#[test]
fn a_test_without_a_name_counts_and_what_no_test_is_known_of_is_no_low_risk() {
    let repo = Repo::of(&[
        ("package.json", "{\n  \"name\": \"shop\"\n}\n"),
        ("lib/send.js", "exports.send = function send (a) {\n  return a + a\n}\n\nexports.lone = function lone (a) {\n  return a\n}\n"),
        (
            "test/send.test.js",
            "const { send } = require('../lib/send')\n\ndescribe('send', () => {\n  it('should send', () => {\n    expect(send(1)).toBe(2)\n  })\n})\n",
        ),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let of = |place: &str| {
        let told = &ask(&folder, &[place]).json()["entities"][0]["tdd_classification"];
        (told["tests"].as_u64().unwrap(), told["change_risk"].as_str().unwrap().to_owned())
    };
    assert_eq!(of("lib/send.js:1"), (1, "low".to_owned()));
    assert_eq!(of("lib/send.js:5"), (0, "medium".to_owned()));
}

#[test]
fn who_uses_a_type_is_not_reached_by_a_change_of_one_of_its_methods() {
    let repo = Repo::of(&[(
        "box.py",
        "class Base:\n    pass\n\n\nclass Box(Base):\n    def open(self):\n        return 1\n\n    def shut(self):\n        return 2\n\n\ndef opens(box: Box):\n    return box.open()\n\n\ndef holds(box: Box):\n    return box\n",
    )]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let keys = keys(&ask(&folder, &["Box.open"]).json());
    let reached = |name: &str| keys.iter().any(|(key, _)| key.ends_with(name));
    assert!(reached("Box") && reached("Base") && reached("opens") && !reached("holds") && !reached("shut"), "{keys:?}");
}

#[test]
fn a_second_hop_goes_on_in_the_direction_of_the_first() {
    let repo = Repo::of(&[(
        "cursor.py",
        "class Store:\n    def read(self):\n        return load()\n\n\nclass Disk(Store):\n    def read(self):\n        return seek()\n\n\ndef load():\n    return 1\n\n\ndef seek():\n    return 2\n\n\ndef back(store: Store):\n    return store.read()\n\n\ndef key(store: Store):\n    return back(store) + beep()\n\n\ndef screen(store: Store):\n    return key(store)\n\n\ndef other(store: Store):\n    return store.read()\n\n\ndef beep():\n    return 3\n",
    )]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let of = |name: &str| {
        let keys = keys(&ask(&folder, &[name]).json());
        move |name: &str| keys.iter().find(|(key, _)| key.ends_with(name)).map(|(_, level)| *level)
    };
    let level = of("cursor.py-cursor-back");
    assert_eq!([level("Store.read"), level("cursor-load"), level("Disk.read")], [Some(1), Some(2), Some(2)], "what it needs, and what may run");
    assert_eq!([level("cursor-key"), level("cursor-screen")], [Some(1), Some(2)], "who is reached");
    assert_eq!([level("cursor-other"), level("cursor-beep")], [None, None], "who needs the same, and what else a user needs");
    // Who calls the method that is stood in for may run this one.
    let level = of("Disk.read");
    assert_eq!([level("Store.read"), level("cursor-back"), level("cursor-load")], [Some(1), Some(2), None]);
}
