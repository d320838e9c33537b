//! `critic`: what a change rests on that its pack did not show, what it made up, and whom it forgot.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use smalti::commands::answer_schema;
use smalti::pack::critic::document::Review;

use crate::git::Git;
use crate::program::{line, run, run_in, smalti};
use crate::support::{Repo, check_fits};

const STORE: &str =
    "def load_layer(name):\n    return name\n\n\ndef save_layer(name):\n    return name\n\n\ndef drop_layer(name):\n    return name\n";
const APP: &str =
    "from store import drop_layer, load_layer\n\n\ndef start():\n    return load_layer(\"x\")\n\n\ndef clear():\n    return drop_layer(\"x\")\n";

fn repository() -> (Repo, PathBuf) {
    let repo = Repo::of(&[("store.py", STORE), ("app.py", APP), ("other.py", "def unrelated():\n    return 1\n"), (".gitignore", ".smalti\n")]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    (repo, folder)
}

fn review(folder: &Path, words: &[&str], exit: i32) -> Value {
    let ran = run(smalti(["critic", "--json", "--repo", "repo"]).args(words).current_dir(folder));
    assert_eq!(ran.exit, Some(exit), "{ran:?}");
    let review = ran.json();
    check_fits("a review", &answer_schema::<Review>(), &review);
    review
}

fn findings(review: &Value) -> Vec<(&str, &str, u64)> {
    review["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["kind"].as_str().unwrap(), it["name"].as_str().unwrap(), it["line"].as_u64().unwrap()))
        .collect()
}

/// A patch out of the differences of texts, as another tool would print it.
fn patch(repo: &Repo, path: &str, before: &str, after: &str) {
    let hunks: Vec<String> = smalti::pack::context::diff::hunks(before, after).iter().map(smalti::pack::context::diff::Hunk::text).collect();
    repo.write(path, after);
    std::fs::write(repo.beside("one.diff"), format!("--- a/{path}\n+++ b/{path}\n{}", hunks.concat())).unwrap();
}

#[test]
fn a_dependency_that_the_pack_did_not_show_is_missing() {
    let (repo, folder) = repository();
    let pack = |view: &str, words: &[&str]| {
        let ran = run(smalti(["context-pack", "--json", "--repo", "repo", "--view", view]).args(words).current_dir(&folder));
        let path = repo.beside(&format!("{view}.json"));
        std::fs::write(&path, ran.out).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let seen: Vec<String> = ["000", "v1", "task"].iter().map(|view| pack(view, &["unrelated", "--max-items", "1"])).collect();
    patch(&repo, "other.py", "def unrelated():\n    return 1\n", "from store import save_layer\n\n\ndef unrelated():\n    return save_layer(1)\n");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    for pack in &seen {
        let review = review(&folder, &["--diff", "one.diff", "--pack", pack], 1);
        assert_eq!(findings(&review), [("missingDependency", "save_layer", 5)], "{pack}");
        assert_eq!((&review["dependencies"], &review["findings"][0]["places"]), (&json!({"all": 1, "shown": 0}), &json!(["store.py:5"])));
    }
    let better = pack("task", &["save_layer"]);
    let better = review(&folder, &["--diff", "one.diff", "--pack", &better], 0);
    assert_eq!((&better["dependencies"], &better["counts"]), (&json!({"all": 1, "shown": 1}), &json!({})));
    assert!(better["packId"].as_str().unwrap().starts_with("sha256:"));
    let without = review(&folder, &["--diff", "one.diff"], 0);
    assert_eq!((&without["dependencies"], &without["packId"]), (&json!({"all": 1, "shown": null}), &Value::Null));
}

#[test]
fn a_stored_pack_is_known_by_its_id() {
    let (repo, folder) = repository();
    let id = line(&folder, "context-pack save_layer --repo repo --write").out.trim().to_owned();
    patch(&repo, "other.py", "def unrelated():\n    return 1\n", "from store import save_layer\n\n\ndef unrelated():\n    return save_layer(1)\n");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    assert_eq!(review(&folder, &["--diff", "one.diff", "--pack-id", &id], 0)["packId"], json!(id));
}

#[test]
fn made_up_names_forgotten_users_and_removed_definitions_are_found() {
    let (repo, folder) = repository();
    let after = STORE
        .replace("def load_layer(name):", "def load_layer(name, mode):")
        .replace("def drop_layer(name):\n    return name\n", "def keep():\n    return load_leyer(1)\n");
    patch(&repo, "store.py", STORE, &after);
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let review = review(&folder, &["--diff", "one.diff"], 1);
    assert_eq!(findings(&review), [("unknownName", "load_leyer", 10), ("removedInUse", "drop_layer", 1), ("untouchedUser", "load_layer", 1)]);
    assert_eq!(review["findings"][2]["places"], json!(["app.py:5"]));
    assert!(review["findings"][1]["places"].as_array().unwrap().contains(&json!("app.py:9")), "{review:#}");
    let text = run_in(&folder, ["critic", "--repo", "repo", "--diff", "one.diff"]);
    assert!(text.out.contains("store.py:10: unknownName: nothing that is known is called `load_leyer`"), "{text:?}");
}

#[test]
fn users_beyond_those_that_are_listed_are_counted() {
    let user =
        (0..9).fold("from store import load_layer\n".to_owned(), |text, n| text + &format!("\n\ndef use_{n}():\n    return load_layer({n})\n"));
    let store = "def load_layer(name):\n    return name\n";
    let repo = Repo::of(&[("store.py", store), ("user.py", &user), (".gitignore", ".smalti\n")]);
    let folder = repo.folder();
    patch(&repo, "store.py", store, &store.replace("(name)", "(name, mode)"));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let finding = &review(&folder, &["--diff", "one.diff"], 1)["findings"][0];
    let listed = finding["places"].as_array().unwrap().len() as u64;
    assert!(
        listed < 10 && finding["message"].to_string().contains(&format!("{} places", listed + finding["placesLeft"].as_u64().unwrap())),
        "{finding}"
    );
    let text = run_in(&folder, ["critic", "--repo", "repo", "--diff", "one.diff"]).out;
    assert!(text.contains(&format!(" and {} more", finding["placesLeft"])), "{text}");
}

#[test]
fn a_removed_member_is_missed_where_others_of_its_name_stand() {
    const KEEPER: &str = "class Keeper:\n    def start(self):\n        return 1\n\n    def stop(self):\n        return 2\n";
    let other = "class Other:\n    def stop(self):\n        return 3\n\n\ndef other(it: Other):\n    return it.stop()\n";
    let user = "from keeper import Keeper\n\n\ndef use(it: Keeper, any):\n    any.stop()\n    return it.stop()\n";
    let repo = Repo::of(&[("keeper.py", KEEPER), ("other.py", other), ("user.py", user), (".gitignore", ".smalti\n")]);
    let folder = repo.folder();
    patch(&repo, "keeper.py", KEEPER, &KEEPER.replace("def stop(self)", "def halt(self)"));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let review = review(&folder, &["--diff", "one.diff"], 1);
    assert_eq!(findings(&review), [("removedInUse", "Keeper.stop", 1)]);
    assert_eq!(review["findings"][0]["places"], json!(["user.py:6"]), "the receiver on line 5 may be another");
}

#[test]
fn a_change_that_is_all_there_is_has_no_finding() {
    let (repo, folder) = repository();
    patch(&repo, "app.py", APP, &APP.replace("return load_layer(\"x\")", "first = load_layer(\"y\")\n    return first"));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let review = review(&folder, &["--diff", "one.diff"], 0);
    assert_eq!(
        (&review["findings"], &review["changed"]),
        (&json!([]), &json!({"definitions": 1, "files": 1, "lines": 2, "removedDefinitions": 0, "removedLines": 1}))
    );
}

#[test]
fn commits_are_changes_too() {
    let (repo, folder) = repository();
    let Some(git) = Git::init(&repo.root()) else { return };
    git.commit("first");
    repo.write("store.py", STORE.replace("def load_layer(name):", "def load_layer(name, mode):"));
    repo.remove("other.py");
    git.commit("second");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let found = review(&folder, &["--since", "HEAD~1"], 1);
    assert_eq!(findings(&found), [("untouchedUser", "load_layer", 1)]);
    let changed = &found["changed"];
    assert_eq!((&changed["files"], &changed["removedLines"], &changed["removedDefinitions"]), (&json!(2), &json!(3), &json!(1)), "{changed}");
    assert_eq!(review(&folder, &["--since", "HEAD"], 0)["changed"]["files"], 0);
    repo.write("store.py", "def load_layer():\n    return 1\n");
    // Nothing is known of what is not indexed, so that it must not pass.
    let late = review(&folder, &["--since", "HEAD"], 3);
    assert_eq!((&late["stale"], &late["findings"]), (&json!(["store.py"]), &json!([])));
}

#[test]
fn what_is_no_change_or_no_pack_is_refused() {
    let (repo, folder) = repository();
    std::fs::write(repo.beside("prose"), "no patch\n").unwrap();
    std::fs::write(repo.beside("cut"), "--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,2 @@\n a\n").unwrap();
    std::fs::write(repo.beside("other"), "--- a/app.py\n+++ b/app.py\n@@ -1,1 +1,1 @@\n-a\n+b\n").unwrap();
    std::fs::write(repo.beside("away"), "--- a/../x\n+++ b/../x\n@@ -1,1 +1,1 @@\n-a\n+b\n").unwrap();
    std::fs::write(repo.beside("latin"), b"caf\xe9").unwrap();
    for (words, code) in [
        (&["--diff", "prose"][..], "SMALTI_E_USAGE"),
        (&["--diff", "cut"], "SMALTI_E_USAGE"),
        (&["--diff", "latin"], "SMALTI_E_USAGE"),
        (&["--diff", "other"], "SMALTI_E_SOURCE_DIFFERS"),
        (&["--diff", "away"], "SMALTI_E_SOURCE_DIFFERS"),
        (&[], "SMALTI_E_USAGE"),
        (&["--diff", "other", "--pack", "prose"], "SMALTI_E_USAGE"),
        (&["--diff", "other", "--pack-id", "sha256:0"], "SMALTI_E_PACK_UNKNOWN"),
        (&["--since", "nowhere"], "SMALTI_E_USAGE"),
    ] {
        let ran = run(smalti(["critic", "--json", "--repo", "repo"]).args(words).current_dir(&folder));
        assert_eq!(ran.json()["error"]["code"], code, "{words:?}: {ran:?}");
    }
    let alone = run_in(&folder, ["critic", "--json", "--index", "repo/.smalti", "--diff", "other"]);
    assert_eq!(alone.json()["error"]["code"], "POC_E_NOT_SUPPORTED");
}

#[test]
fn names_are_judged_where_the_index_knows_them_all() {
    let kotlin = "class Box(val x: Int)\n\nfun open(b: Box): Int {\n    return b.x\n}\n";
    let made = "# This file is an amalgamation of others.\ndef made_one():\n    return 1\n";
    let repo = Repo::of(&[("a.kt", kotlin), ("made.py", made), ("use.py", "from made import made_one\n\nmade_one()\n"), (".gitignore", ".smalti\n")]);
    let folder = repo.folder();
    patch(&repo, "a.kt", kotlin, &kotlin.replace("b.x", "invented(b).x"));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let of_kotlin = review(&folder, &["--diff", "one.diff"], 0);
    assert_eq!((&of_kotlin["findings"], &of_kotlin["namesNotJudged"]), (&json!([]), &json!(["a.kt"])));
    patch(&repo, "made.py", made, &made.replace("return 1", "return 2"));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let of_made = review(&folder, &["--diff", "one.diff"], 0);
    assert_eq!((&of_made["findings"], &of_made["namesNotJudged"]), (&json!([]), &json!(["made.py"])));
}
