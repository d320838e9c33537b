//! Labelled files are shown to nobody without an approval, and every retrieval leaves a line.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{line, run, smalti};
use crate::support::{Repo, check_fits};

const TEXT: &str = "def open_vault(pin):\n    combination = [4, 8, 15]\n    return combination\n";

fn repository() -> (Repo, PathBuf) {
    let repo = Repo::of(&[
        ("auth/vault.py", TEXT),
        ("main.py", "from auth.vault import open_vault\n\n\ndef enter(pin):\n    return open_vault(pin)\n"),
        ("smalti.toml", "[[governance.labels]]\nlabel = \"security-sensitive\"\npaths = [\"auth\"]\n"),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    (repo, folder)
}

fn pack(folder: &Path) -> Value {
    line(folder, "context-pack open_vault --repo repo --json").json()
}

/// The items of a file.
fn items<'a>(pack: &'a Value, path: &str) -> Vec<&'a Value> {
    let items = pack["sections"].as_array().unwrap().iter().flat_map(|section| section["items"].as_array().unwrap());
    items.filter(|item| item["fileRelPath"] == path).collect()
}

fn approve(folder: &Path, more: &[&str]) -> crate::program::Ran {
    run(smalti(["approve", "--repo", "repo", "--json"]).args(more).current_dir(folder))
}

#[test]
fn a_labelled_file_is_shown_only_while_its_approval_stands() {
    let (repo, folder) = repository();
    let hidden = pack(&folder);
    assert!(!hidden.to_string().contains("combination"), "{hidden}");
    let withheld = items(&hidden, "auth/vault.py");
    assert!(!withheld.is_empty() && withheld.iter().all(|item| item["excerpt"]["withheld"] == true), "{hidden}");
    assert!(withheld[0]["excerpt"]["text"].as_str().unwrap().starts_with("[withheld: security-sensitive blake3:"));
    assert_eq!(hidden["policy"]["decisions"][0]["decision"], "withheld");
    assert!(items(&hidden, "main.py").iter().any(|item| item["excerpt"]["text"].as_str().unwrap().contains("enter")));

    let ran = approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "the task is about it"]);
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let shown = pack(&folder);
    assert!(shown.to_string().contains("combination") && shown["policy"]["decisions"][0]["decision"] == "shown");
    assert_ne!(shown["packId"], hidden["packId"]);

    let ran = approve(&folder, &["auth/vault.py", "--who", "Bob", "--why", "done", "--revoke"]);
    assert_eq!(ran.json()["standing"], serde_json::json!([]));
    assert_eq!(pack(&folder), hidden);

    approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "again"]);
    repo.write("auth/vault.py", format!("{TEXT}\n\nX = 1\n"));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    assert!(!pack(&folder).to_string().contains("combination"), "an edit ends an approval");
}

#[test]
fn a_stored_pack_is_shown_only_under_the_policy_it_was_made_under() {
    let (repo, folder) = repository();
    let policy = std::fs::read_to_string(repo.root().join("smalti.toml")).unwrap();
    let store = || line(&folder, "context-pack open_vault --repo repo --write").out.trim_end().to_owned();
    let read = |id: &str| line(&folder, &format!("context-pack --read --pack-id {id} --repo repo --json"));
    let refused = |id: &str| {
        for form in ["--json", "--summary", "--explain"] {
            let ran = line(&folder, &format!("context-pack --read --pack-id {id} --repo repo {form}"));
            assert_eq!(ran.exit, Some(5), "{form} {ran:?}");
            let said = format!("{}{}", ran.out, ran.err);
            assert!(said.contains("SMALTI_E_POLICY") && said.contains("--write") && !said.contains("combination"), "{form} {said}");
        }
        let verified = line(&folder, "pack verify --repo repo --json");
        assert!(verified.out.contains(id) && !verified.out.contains("combination"), "{verified:?}");
    };
    // Stored before anything was labelled.
    repo.write("smalti.toml", "");
    line(&folder, "index build repo");
    let open = store();
    assert!(read(&open).out.contains("combination"));
    repo.write("smalti.toml", &policy);
    line(&folder, "index build repo");
    refused(&open);
    let hidden = store();
    assert!(read(&hidden).exit == Some(0) && !read(&hidden).out.contains("combination"));
    // Stored while an approval stood.
    approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "review"]);
    let shown = store();
    assert!(read(&shown).out.contains("combination"));
    approve(&folder, &["auth/vault.py", "--who", "Bob", "--why", "done", "--revoke"]);
    refused(&shown);
    assert_eq!(line(&folder, "pack verify --repo repo").exit, Some(5));
    assert_eq!(read(&hidden).exit, Some(0));
    // Approvals that nobody understands allow nothing, and a pack of nothing allowed stays what it is.
    std::fs::write(repo.root().join(".smalti/approvals.jsonl"), "nonsense\n").unwrap();
    refused(&shown);
    assert_eq!(read(&hidden).exit, Some(0));
    // Without the index nobody knows what may be shown.
    std::fs::remove_file(repo.root().join(".smalti/pieces/manifest.json")).unwrap();
    let ran = read(&hidden);
    assert!(ran.exit == Some(3) && ran.out.contains("POC_E_INDEX_MISSING"), "{ran:?}");
}

#[test]
fn reading_a_stored_pack_leaves_a_line() {
    let (repo, folder) = repository();
    let id = line(&folder, "context-pack open_vault --repo repo --write --no-ledger").out.trim_end().to_owned();
    line(&folder, &format!("context-pack --read --pack-id {id} --repo repo --no-ledger"));
    line(&folder, &format!("context-pack --read --pack-id {id} --repo repo"));
    let ledger = std::fs::read_to_string(repo.root().join(".smalti/ledger.jsonl")).unwrap();
    assert_eq!(ledger.lines().count(), 1, "{ledger}");
    assert_eq!(serde_json::from_str::<Value>(&ledger).unwrap()["packId"], id.as_str());
}

#[test]
fn approvals_that_cannot_be_understood_allow_nothing_and_are_told_of() {
    let (repo, folder) = repository();
    approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "review"]);
    assert!(pack(&folder).to_string().contains("combination"));
    let path = repo.root().join(".smalti/approvals.jsonl");
    let good = std::fs::read_to_string(&path).unwrap();
    for bad in ["nonsense\n", "{\"action\":\"approve\"}\n", "{\"action\""] {
        std::fs::write(&path, format!("{good}{bad}")).unwrap();
        let ran = line(&folder, "context-pack open_vault --repo repo --json");
        assert!(ran.exit == Some(0) && ran.err.contains("SMALTI_E_APPROVALS") && ran.err.contains("no approval counts"), "{ran:?}");
        assert!(!ran.out.contains("combination") && ran.json()["policy"]["problem"].is_string(), "{bad}");
        let refused = approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "review"]);
        assert_eq!(refused.json()["error"]["code"], "SMALTI_E_APPROVALS", "nothing is added to what cannot be read");
    }
}

#[test]
fn an_approval_says_who_and_why_and_is_of_a_labelled_file() {
    let (repo, folder) = repository();
    for (arguments, code, words) in [
        (&["auth/vault.py", "--who", "Ann"][..], "SMALTI_E_USAGE", "--why"),
        (&["auth/vault.py", "--why", "x", "--who", " "], "SMALTI_E_USAGE", "--who"),
        (&["main.py", "--who", "Ann", "--why", "x"], "SMALTI_E_USAGE", "needs no approval"),
        (&["none.py", "--who", "Ann", "--why", "x"], "SMALTI_E_FOCUS_UNKNOWN", "none.py"),
        (&["auth/vault.py", "--who", "Ann", "--why", "x", "--revoke"], "SMALTI_E_USAGE", "was not approved"),
    ] {
        let error = approve(&folder, arguments).json()["error"].clone();
        assert_eq!(error["code"], code, "{arguments:?}");
        assert!(error.to_string().contains(words), "{error}");
    }
    let listed = approve(&folder, &[]).json();
    assert_eq!(listed, serde_json::json!({ "standing": [], "written": [] }));
    // An approval of a text that the file has no more is shown as that, and can be taken back.
    let list = || line(&folder, "approve --repo repo").out;
    assert_eq!(approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "x"]).exit, Some(0));
    assert!(!list().contains("no file has this text now"), "{}", list());
    repo.write("auth/vault.py", "def open_vault():\n    return 'another'\n");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    assert!(list().contains("Ann: x (no file has this text now)"), "{}", list());
    assert_eq!(approve(&folder, &["auth/vault.py", "--who", "Ann", "--why", "y", "--revoke"]).exit, Some(0));
    assert_eq!(list(), "nothing is approved\n");
}

#[test]
fn every_retrieval_leaves_a_line_unless_it_is_not_to() {
    let (repo, folder) = repository();
    let path = repo.root().join(".smalti/ledger.jsonl");
    let made = pack(&folder);
    line(&folder, "context-pack open_vault --repo repo --no-ledger");
    let ledger = std::fs::read_to_string(&path).unwrap();
    assert_eq!(ledger.lines().count(), 1, "{ledger}");
    let entry: Value = serde_json::from_str(&ledger).unwrap();
    check_fits("an entry", &schemars::schema_for!(smalti::governance::ledger::Entry), &entry);
    assert_eq!((&entry["packId"], &entry["indexSignature"]), (&made["packId"], &made["indexSignature"]));
    assert_eq!((entry["fallback"].as_bool(), entry["graphVersion"].as_u64()), (Some(false), Some(1)));
    assert_eq!(entry["decisions"][0]["path"], "auth/vault.py");
    line(&folder, "context-pack open_vault --repo repo --view v1");
    let ledger = std::fs::read_to_string(&path).unwrap();
    let listed: Value = serde_json::from_str(ledger.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&listed["decisions"], &listed["policySignature"]), (&entry["decisions"], &entry["policySignature"]));
    line(&folder, "search open_vault --repo repo");
    line(&folder, "search open_vault --repo repo --no-ledger");
    let ledger = std::fs::read_to_string(&path).unwrap();
    let searched: Value = serde_json::from_str(ledger.lines().nth(2).unwrap()).unwrap();
    assert_eq!((ledger.lines().count(), searched["verb"].as_str(), &searched["packId"]), (3, Some("search"), &Value::Null));
    let verified = line(&folder, "index verify --clean repo");
    assert_eq!(verified.exit, Some(0), "{verified:?}");
    // What stands where the ledger should makes it unwritable for every user.
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let ran = line(&folder, "context-pack open_vault --repo repo --json");
    assert!(ran.exit == Some(0) && ran.err.contains("no ledger was written") && ran.err.contains("SMALTI_P_LEDGER"), "{ran:?}");
    assert_eq!(ran.json()["packId"], made["packId"]);
}

#[test]
fn a_root_without_text_hides_secrets_of_the_work_tree_too() {
    let secret = ["gh", "p_", "aa7Zk2Vb9XwR4tN8sLc3Hm6Yp1Df5GjT0uE7"].concat();
    let repo = Repo::of(&[("a.py", &format!("def connect():\n    return \"{secret}\"\n"))]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo --no-text").exit, Some(0));
    let pack = line(&folder, "context-pack connect --repo repo --json");
    assert!(!pack.out.contains(&secret) && pack.out.contains("SECRET_") && !pack.out.contains("\"stale\""), "{pack:?}");
}

#[test]
fn a_label_that_is_newer_than_the_index_withholds_at_once() {
    let (repo, folder) = repository();
    let policy = std::fs::read_to_string(repo.root().join("smalti.toml")).unwrap();
    repo.write("smalti.toml", "");
    line(&folder, "index build repo");
    let stored = line(&folder, "context-pack open_vault --repo repo --write").out.trim_end().to_owned();
    assert!(pack(&folder).to_string().contains("combination"));
    repo.write("smalti.toml", &policy);
    let ran = line(&folder, "context-pack open_vault --repo repo --json");
    assert!(!ran.out.contains("combination") && ran.err.contains("rules for labels in `smalti.toml` are newer than the index"), "{ran:?}");
    assert!(ran.json()["policy"]["decisions"][0]["decision"] == "withheld");
    for view in ["v1", "task"] {
        let ran = line(&folder, &format!("context-pack open_vault --repo repo --json --view {view}"));
        assert!(ran.exit == Some(0) && !ran.out.contains("combination"), "{view} {ran:?}");
    }
    let read = line(&folder, &format!("context-pack --read --pack-id {stored} --repo repo --json"));
    assert_eq!(read.exit, Some(5), "{read:?}");
    // A policy that cannot be read may withhold anything.
    repo.write("smalti.toml", "[[governance.labels]]\nlabel = ");
    let ran = line(&folder, "context-pack open_vault --repo repo --json");
    assert!(ran.exit != Some(0) && !ran.out.contains("combination"), "{ran:?}");
    // A root that is read by itself has the rules that it was built with.
    repo.write("smalti.toml", "");
    assert!(line(&folder, "context-pack open_vault --index repo/.smalti --json").out.contains("combination"));
}
