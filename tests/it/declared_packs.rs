//! `[[pack]]` of `smalti.toml`: packs that stand in the root after a build, and follow it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use smalti::commands::declared_packs::Listing;

use crate::program::{Ran, line};
use crate::support::Repo;

const TWO: &str = "[[pack]]\nname = \"store\"\nquery = \"load_layer\"\n\n[[pack]]\nname = \"app\"\nfocus = { fileRelPath = \"app.py\" }\nintent = \"impact\"\nbudgets = { maxItems = 3 }\n";

fn repository(config: &str) -> (Repo, PathBuf) {
    let app = "from store import load_layer\n\n\ndef start():\n    return load_layer(\"x\")\n";
    let repo = Repo::of(&[("store.py", "def load_layer(name):\n    return name\n"), ("app.py", app), ("smalti.toml", config)]);
    let folder = repo.root().parent().unwrap().to_owned();
    (repo, folder)
}

fn built(folder: &Path) -> Ran {
    let ran = line(folder, "index build repo");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    ran
}

fn listing(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("repo/.smalti/context_packs.meta.json")).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    let schema = schemars::schema_for!(Listing);
    assert!(jsonschema::is_valid(schema.as_value(), &value), "{value}");
    value
}

fn stored(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder.join("repo/.smalti/packs")).into_iter().flatten().flatten();
    let files = files.map(|file| (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).unwrap()));
    let (seals, packs): (BTreeMap<_, _>, BTreeMap<_, _>) = files.partition(|(name, _)| name.ends_with(".seal.json"));
    let sealed: Vec<String> = seals.keys().map(|name| name.replace(".seal.json", "")).collect();
    assert!(packs.keys().map(|name| name.split('.').next().unwrap()).eq(sealed.iter()), "each pack has its seal: {packs:?}");
    packs
}

#[test]
fn a_build_makes_them_and_the_next_one_keeps_or_renews_them() {
    let (repo, folder) = repository(TWO);
    built(&folder);
    let first = listing(&folder);
    assert_eq!((&first["packs"][0]["name"], &first["packs"][1]["name"]), (&json!("app"), &json!("store")));
    let id = first["packs"][0]["packId"].as_str().unwrap();
    let shown = line(&folder, &format!("context-pack --read --pack-id {id} --json --repo repo")).json();
    assert_eq!((&shown["request"]["intent"], &shown["budgets"]["maxItems"]), (&json!("impact"), &json!(3)));
    assert_eq!(line(&folder, "pack verify --repo repo").exit, Some(0));
    let before = stored(&folder);
    built(&folder);
    assert_eq!((stored(&folder), listing(&folder)), (before.clone(), first.clone()), "nothing changed, nothing is written");
    repo.write("store.py", "def load_layer(name):\n    return name.strip()\n");
    built(&folder);
    let second = listing(&folder);
    assert_ne!(second["indexSignature"], first["indexSignature"]);
    assert!(stored(&folder).len() == 2 && stored(&folder).keys().all(|name| !before.contains_key(name)), "packs of the index that was are gone");
    assert_eq!(line(&folder, "pack verify --repo repo").exit, Some(0));
    let clean = line(&folder, "index verify repo --clean");
    assert_eq!(clean.exit, Some(0), "the packs are no part of what a clean build is compared with: {clean:?}");
}

#[test]
fn a_pack_that_is_asked_for_no_more_goes_and_one_written_by_hand_stays() {
    let (repo, folder) = repository(TWO);
    built(&folder);
    let own = line(&folder, "context-pack start --write --repo repo").out.trim().to_owned();
    repo.write("smalti.toml", TWO.split("\n\n").next().unwrap());
    built(&folder);
    assert_eq!(listing(&folder)["packs"].as_array().unwrap().len(), 1);
    let file = format!("{}.json", own.trim_start_matches("sha256:"));
    assert!(stored(&folder).len() == 2 && stored(&folder).contains_key(&file));
    repo.write("smalti.toml", "");
    built(&folder);
    assert!(!folder.join("repo/.smalti/context_packs.meta.json").exists() && stored(&folder).len() == 1);
}

#[test]
fn without_the_configuration_none_is_made() {
    let (_repo, folder) = repository(TWO);
    assert_eq!(line(&folder, "index build repo --no-config").exit, Some(0));
    assert!(stored(&folder).is_empty());
}

#[test]
fn what_is_no_request_is_refused_by_line_before_the_build() {
    for (config, words) in [
        ("[[pack]]\nquery = \"a\"\n", "line 1: a pack has no `name`"),
        ("\n[[pack]]\nname = \"a\"\nqeury = \"a\"\n", "line 2: the pack `a` is no request: unknown field `qeury`"),
        ("[[pack]]\nname = \"a\"\nquery = \"a\"\n[[pack]]\nname = \"a\"\nquery = \"b\"\n", "two packs are called `a`"),
        ("[[pack]]\nname = \"a\"\nquery = 3\n", "the pack `a` is no request"),
        ("pack = 3\n", "line 1"),
    ] {
        let (_repo, folder) = repository(config);
        let refused = line(&folder, "index build repo --json");
        let error = refused.json()["error"].clone();
        assert!(error["code"] == "SMALTI_E_CONFIG" && error["message"].as_str().unwrap().contains(words), "{config}: {error}");
        assert!(!folder.join("repo/.smalti/pieces/manifest.json").exists());
    }
    let (_repo, folder) = repository("[[pack]]\nname = \"a\"\nquery = \"a\"\nbudgets = { maxItems = 251 }\n");
    let refused = line(&folder, "index build repo --json").json()["error"].clone();
    assert!(
        refused["code"] == "POC_E_BUDGET_EXCEEDED" && refused["message"].as_str().unwrap().contains("the pack `a` of `smalti.toml`"),
        "{refused}"
    );
    let many: Vec<String> = (0..33).map(|n| format!("[[pack]]\nname = \"{n}\"\nquery = \"a\"\n")).collect();
    for (count, exit) in [(31, 0), (32, 0), (33, 2)] {
        let (_repo, folder) = repository(&many[..count].concat());
        assert_eq!(line(&folder, "index build repo").exit, Some(exit), "{count}");
    }
}
