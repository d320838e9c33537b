//! What answers say of an index that is not all of it: files that changed, a root without texts, hops that are not wanted, names that two things share.

use serde_json::Value;

use crate::git::Git;
use crate::program::{Ran, run, run_in, smalti};
use crate::support::Repo;

const FILES: &[(&str, &str)] = &[
    ("core.py", "\"\"\"What is loaded.\"\"\"\n\n\ndef load(name):\n    return open(name)\n"),
    ("app.py", "from core import load\n\n\ndef start():\n    return load(\"x\")\n"),
];

fn ask(repo: &Repo, words: &[&str]) -> Ran {
    run_in(&repo.root(), words)
}

#[test]
fn files_that_changed_since_the_build_are_told_beside_the_answer() {
    let repo = Repo::built(FILES);
    let verbs: [&[&str]; 6] = [
        &["search", "load"],
        &["context-pack", "load"],
        &["context-pack", "load", "--view", "task"],
        &["context-pack", "load", "--view", "locate"],
        &["context-pack", "load", "--write"],
        &["codegraph-context", "load"],
    ];
    let before: Vec<Ran> = verbs.iter().map(|words| ask(&repo, words)).collect();
    assert!(before.iter().all(|ran| ran.exit == Some(0) && ran.err.is_empty()), "{before:?}");
    repo.write("core.py", "def load(name):\n    return None\n");
    for (words, before) in verbs.iter().zip(&before) {
        let ran = ask(&repo, words);
        assert!(ran.err.contains("SMALTI_P_CHANGED") && ran.err.contains("1 changed") && ran.err.contains("`core.py`"), "{words:?}: {ran:?}");
        assert_eq!((ran.exit, &ran.out), (Some(0), &before.out), "the answer itself is the index's: {words:?}");
        let alone = run_in(&repo.root(), words.iter().copied().chain(["--index", ".smalti"]));
        assert!(alone.err.is_empty(), "{alone:?}");
    }
    let id = before[4].out.trim();
    assert!(ask(&repo, &["context-pack", "--read", "--pack-id", id]).err.contains("SMALTI_P_CHANGED"));
}

#[test]
fn a_root_without_texts_alone_makes_no_pack_of_empty_items() {
    let repo = Repo::of(FILES);
    assert_eq!(ask(&repo, &["index", "build", "--no-text", "--quiet"]).exit, Some(0));
    for view in ["000", "v1", "task"] {
        let ran = ask(&repo, &["context-pack", "load", "--view", view, "--index", ".smalti", "--json"]);
        assert_eq!((ran.exit, ran.json()["error"]["code"].as_str()), (Some(2), Some("POC_E_NOT_SUPPORTED")), "{view}: {ran:?}");
        assert_eq!(ask(&repo, &["context-pack", "load", "--view", view]).exit, Some(0), "the repository has them");
    }
    let places = ask(&repo, &["context-pack", "load", "--view", "locate", "--index", ".smalti", "--json"]).json();
    assert_eq!(places["items"][0]["file"], "core.py");
}

#[test]
fn without_hops_a_pack_holds_hits_alone() {
    let repo = Repo::built(FILES);
    let distances = |hops: &str| -> Vec<u64> {
        let pack = ask(&repo, &["context-pack", "--focus", "load", "--max-hops", hops, "--json"]).json();
        let items = pack["sections"].as_array().unwrap().iter().flat_map(|it| it["items"].as_array().unwrap());
        items.map(|item| item["scores"]["graphDistance"].as_u64().unwrap()).collect()
    };
    assert!(distances("1").contains(&1));
    assert_eq!(distances("0"), [0]);
}

#[test]
fn the_name_of_a_type_means_the_type_and_not_its_constructor() {
    let repo = Repo::built(&[(
        "src/main/java/shop/Door.java",
        "package shop;\n\nclass Door {\n    Door() {}\n\n    Door(int width) {}\n\n    void shut() {}\n}\n",
    )]);
    let ran = ask(&repo, &["context-pack", "--focus", "Door", "--json"]);
    assert!(ran.exit == Some(0) && ran.json()["request"]["focus"]["symbolId"].as_str().unwrap().ends_with("Door#"), "{ran:?}");
    let answer = ask(&repo, &["codegraph-context", "Door", "--json"]).json();
    assert_eq!(answer["query_context"]["base_entities"], serde_json::json!(["src/main/java/shop/Door.java-shop-Door"]));
    let refused = ask(&repo, &["codegraph-context", "src/main/java/shop/Door.java", "--json"]).json();
    let hints = refused["error"]["hints"].to_string();
    assert!(refused["error"]["code"] == "SMALTI_E_USAGE" && hints.contains("src/main/java/shop/Door.java-shop-Door.shut"), "{refused}");
}

#[test]
fn callers_of_what_a_method_overrides_are_its_own() {
    let repo = Repo::built(&[(
        "shapes.py",
        "class Shape:\n    def draw(self):\n        pass\n\n\nclass Square(Shape):\n    def draw(self):\n        return 1\n\n\ndef show(shape: Shape):\n    shape.draw()\n",
    )]);
    let answer = ask(&repo, &["codegraph-context", "Square.draw", "--json"]).json();
    let usage = |name: &str| -> Value {
        let entities = answer["entities"].as_array().unwrap().iter();
        entities.filter(|it| it["isgl1_key"].as_str().unwrap().ends_with(name)).map(|it| it["lsp_metadata"]["usage_analysis"].clone()).next().unwrap()
    };
    let usage = usage("Square.draw");
    assert_eq!((usage["references"].as_u64(), &usage["call_sites"]), (Some(1), &serde_json::json!(["shapes.py"])), "{answer}");
}

#[test]
fn a_stored_pack_is_read_as_it_is_or_not_at_all() {
    let repo = Repo::built(FILES);
    let id = ask(&repo, &["context-pack", "load", "--write"]).out.trim().to_owned();
    assert_eq!(ask(&repo, &["context-pack", "--read", "--pack-id", &id, "--summary"]).exit, Some(0));
    for (more, named) in [(&["--view", "v1"][..], "`--view`"), (&["--max-tokens", "5"], "`--max-tokens`"), (&["other"], "a task")] {
        let words: Vec<&str> = ["context-pack", "--read", "--pack-id", &id, "--json"].iter().chain(more).copied().collect();
        let error = ask(&repo, &words).json()["error"].clone();
        assert!(error["code"] == "SMALTI_E_USAGE" && error["message"].as_str().unwrap().contains(named), "{error}");
    }
}

#[test]
fn a_commit_that_changes_no_file_leaves_stored_packs_as_they_are() {
    let repo = Repo::of(FILES);
    let Some(git) = Git::init(&repo.root()) else { return };
    git.commit("all");
    repo.build();
    assert_eq!(ask(&repo, &["context-pack", "load", "--write"]).exit, Some(0));
    git.run(&["commit", "--quiet", "--allow-empty", "--message", "nothing"]);
    repo.build();
    let verified = ask(&repo, &["pack", "verify"]);
    assert_eq!(verified.exit, Some(0), "{verified:?}");
}

#[test]
fn a_pack_without_the_text_of_a_changed_file_does_not_take_the_place_of_a_whole_one() {
    let repo = Repo::of(FILES);
    assert_eq!(ask(&repo, &["index", "build", "--no-text", "--quiet"]).exit, Some(0));
    assert_eq!(ask(&repo, &["context-pack", "load", "--write"]).exit, Some(0));
    repo.write("core.py", "def load(name):\n    return None\n");
    let ran = ask(&repo, &["context-pack", "load", "--write", "--json"]);
    assert_eq!((ran.exit, ran.json()["error"]["code"].as_str()), (Some(3), Some("SMALTI_E_INDEX_STALE")), "{ran:?}");
    repo.write("core.py", FILES[0].1);
    assert_eq!(ask(&repo, &["pack", "verify"]).exit, Some(0));
}

#[test]
fn a_file_of_a_task_may_be_named_by_its_absolute_path() {
    let repo = Repo::built(FILES);
    let absolute = repo.root().join("core.py").display().to_string();
    let files = |path: &str| ask(&repo, &["context-pack", "load", "--files", path, "--json"]).json()["request"]["files"].clone();
    assert_eq!(files(&absolute), serde_json::json!(["core.py"]));
    assert_eq!(files("core.py"), files(&absolute));
    assert_eq!(ask(&repo, &["context-pack", "load", "--files", "/etc/hosts"]).exit, Some(2));
}

#[test]
#[cfg(unix)]
fn an_export_gives_the_rights_that_any_new_file_gets() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = Repo::built(FILES);
    let plain = repo.beside("plain");
    std::fs::write(&plain, "").unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for flag in ["--sqlite", "--lmdb"] {
        let file = repo.beside("index.db");
        let ran = run(smalti(["index", "export", flag]).arg(&file).current_dir(repo.root()));
        if ran.err.contains("POC_E_NOT_SUPPORTED") {
            println!("skipped: this program was built without {flag}");
            continue;
        }
        assert_eq!((ran.exit, mode(&file)), (Some(0), mode(&plain)), "{flag}: {ran:?}");
        std::fs::remove_file(&file).unwrap();
    }
}
