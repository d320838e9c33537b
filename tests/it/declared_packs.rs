//! `[[pack]]` of `smalti.toml`: packs that are committed with the index, and follow it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use smalti::artifacts::context_packs::DeclaredPack;
use smalti::pack::context::ContextPack;
use smalti::pipeline::listing::Listing;

use crate::program::{self, Ran, line, run_in};
use crate::support::{Repo, check_fits, contents};

const TWO: &str = "[[pack]]\nname = \"store\"\nquery = \"load_layer\"\n\n[[pack]]\nname = \"app\"\nfocus = { fileRelPath = \"app.py\" }\nintent = \"impact\"\nbudgets = { maxItems = 3 }\n";

fn repository(config: &str) -> (Repo, PathBuf) {
    let app = "from store import load_layer\n\n\ndef start():\n    return load_layer(\"x\")\n";
    let repo = Repo::of(&[("store.py", "def load_layer(name):\n    return name\n"), ("app.py", app), ("smalti.toml", config)]);
    let folder = repo.folder();
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
    check_fits("the listing", &schemars::schema_for!(Listing), &value);
    value
}

/// The rows of `context_packs`, each as its schema says.
fn rows(folder: &Path) -> Vec<Value> {
    let rows = line(folder, "index show context_packs repo --json").json()["rows"].as_array().unwrap().clone();
    let (row, pack) = (schemars::schema_for!(DeclaredPack), schemars::schema_for!(ContextPack));
    for it in &rows {
        check_fits("a row", &row, it);
        check_fits("a pack", &pack, &it["pack"]);
    }
    rows
}

#[test]
fn a_build_commits_them_and_the_next_one_keeps_or_renews_them() {
    let (repo, folder) = repository(TWO);
    built(&folder);
    let (first, before) = (listing(&folder), rows(&folder));
    assert_eq!((&first["packs"][0]["name"], &first["packs"][1]["name"]), (&json!("app"), &json!("store")));
    let id = first["packs"][0]["packId"].as_str().unwrap();
    let shown = line(&folder, &format!("context-pack --read --pack-id {id} --json --repo repo")).json();
    assert_eq!((&shown["request"]["intent"], &shown["budgets"]["maxItems"]), (&json!("impact"), &json!(3)));
    let row = before.iter().find(|row| row["packId"] == id).unwrap();
    assert_eq!((&row["pack"], &row["request"], &row["names"]), (&shown, &shown["request"], &json!(["app"])));
    assert!(before.windows(2).all(|pair| pair[0]["packId"].as_str() < pair[1]["packId"].as_str()));
    assert_eq!(line(&folder, "pack verify --repo repo --json").json()["checked"], 2);
    let pieces = repo.index_root().join("pieces");
    let all = contents(&pieces);
    let again = line(&folder, "index build repo --json").json();
    assert_eq!((&again["unchanged"], &again["rows"]["contextPacks"].is_null()), (&json!(true), &true));
    assert_eq!((contents(&pieces), listing(&folder)), (all, first.clone()), "nothing changed, nothing is written");
    repo.write("store.py", "def load_layer(name):\n    return name.strip()\n");
    built(&folder);
    let (second, after) = (listing(&folder), rows(&folder));
    assert_ne!(second["indexSignature"], first["indexSignature"]);
    assert!(after.len() == 2 && after.iter().all(|row| before.iter().all(|old| old["packId"] != row["packId"])), "each is of the index at hand");
    assert_eq!(line(&folder, "pack verify --repo repo").exit, Some(0));
    for verb in ["index verify repo", "index verify repo --clean"] {
        let verified = line(&folder, verb);
        assert_eq!(verified.exit, Some(0), "{verified:?}");
    }
    assert_eq!(line(&folder, &format!("context-pack --read --pack-id {id} --repo repo --json")).json()["error"]["code"], "SMALTI_E_PACK_UNKNOWN");
}

#[test]
fn the_signature_of_the_index_does_not_know_them() {
    let (repo, folder) = repository(TWO);
    repo.write("smalti.toml", "");
    let signature = || line(&folder, "index build repo --json --exclude smalti.toml").json()["indexSignature"].clone();
    let bare = signature();
    repo.write("smalti.toml", TWO);
    assert_eq!((signature(), rows(&folder).len()), (bare.clone(), 2), "a request that no file tells of is seen all the same");
    assert_eq!(line(&folder, "index status repo").exit, Some(0));
    repo.write("smalti.toml", TWO.replace("load_layer", "start"));
    let status = line(&folder, "index status repo");
    assert!(status.exit == Some(3) && status.out.contains("packs were asked for otherwise"), "{status:?}");
    let (names, before) = (rows(&folder), signature());
    assert_eq!((before, rows(&folder).len()), (bare.clone(), 2));
    assert_ne!(rows(&folder), names, "another request is another pack");
    repo.write("smalti.toml", "");
    assert_eq!((signature(), rows(&folder).len()), (bare, 0));
    assert!(!folder.join("repo/.smalti/context_packs.meta.json").exists());
}

#[test]
fn one_request_of_two_names_is_one_pack() {
    let (_repo, folder) = repository("[[pack]]\nname = \"b\"\nquery = \"load_layer\"\n[[pack]]\nname = \"a\"\nquery = \" load_layer \"\n");
    built(&folder);
    assert_eq!((rows(&folder).len(), &rows(&folder)[0]["names"]), (1, &json!(["a", "b"])));
    assert_eq!(listing(&folder)["packs"].as_array().unwrap().len(), 2);
    assert_eq!(line(&folder, "index verify repo --clean").exit, Some(0));
}

#[test]
fn a_pack_that_is_asked_for_no_more_goes_and_one_written_by_hand_stays() {
    let (repo, folder) = repository(TWO);
    built(&folder);
    let own = line(&folder, "context-pack start --write --repo repo").out.trim().to_owned();
    repo.write("smalti.toml", TWO.split("\n\n").next().unwrap());
    built(&folder);
    assert_eq!((listing(&folder)["packs"].as_array().unwrap().len(), rows(&folder).len()), (1, 1));
    let file = format!("{}.json", own.trim_start_matches("sha256:"));
    assert!(folder.join("repo/.smalti/packs").join(&file).exists());
    repo.write("smalti.toml", "");
    built(&folder);
    assert!(!folder.join("repo/.smalti/context_packs.meta.json").exists() && rows(&folder).is_empty());
    assert!(folder.join("repo/.smalti/packs").join(&file).exists());
    assert_eq!(line(&folder, "index gc repo").exit, Some(0));
    built(&folder);
}

#[test]
fn a_pack_that_this_index_cannot_make_is_told_of_by_every_build_and_costs_nothing_else() {
    let (repo, folder) = repository(TWO);
    built(&folder);
    repo.remove("app.py");
    for _ in 0..2 {
        let built = line(&folder, "index build repo --json");
        let refused = built.json()["refusedPacks"][0].clone();
        assert!(refused["code"] == "SMALTI_E_FOCUS_UNKNOWN" && refused["message"].as_str().unwrap().contains("the pack `app`"), "{refused}");
        assert!(built.exit == Some(1) && built.err.contains("mend this pack in `smalti.toml`"), "{built:?}");
        assert_eq!((rows(&folder).len(), &rows(&folder)[0]["names"]), (1, &json!(["store"])), "the others stand");
    }
    let told = line(&folder, "index build repo");
    assert!(told.exit == Some(1) && told.out.contains("packs      1 made, 1 refused"), "{told:?}");
    assert!(line(&folder, "index show files repo --where path=app.py").out.is_empty(), "and so does the index");
    assert_eq!(line(&folder, "index verify repo --clean").exit, Some(0));
}

#[test]
fn what_is_labelled_is_in_none_of_them_whatever_was_approved() {
    let labels = "\n[[governance.labels]]\nlabel = \"security-sensitive\"\npaths = [\"store.py\"]\n";
    let (_repo, folder) = repository(&format!("{TWO}{labels}"));
    built(&folder);
    let (before, id) = (rows(&folder), listing(&folder)["packs"][1]["packId"].as_str().unwrap().to_owned());
    assert!(!before.iter().any(|row| row["pack"].to_string().contains("return name")), "{before:?}");
    let approved = run_in(&folder, ["approve", "--repo", "repo", "store.py", "--who", "Ann", "--why", "the task"]);
    assert_eq!(approved.exit, Some(0), "{approved:?}");
    built(&folder);
    assert_eq!(rows(&folder), before);
    assert_eq!(line(&folder, &format!("context-pack --read --pack-id {id} --repo repo")).exit, Some(0), "it shows less than it may");
    assert_eq!(line(&folder, "pack verify --repo repo").exit, Some(0));
    assert_eq!(line(&folder, "index verify repo --clean").exit, Some(0));
}

#[test]
fn they_are_found_by_id_in_a_root_that_is_far_from_its_repository() {
    let (_repo, folder) = repository(TWO);
    built(&folder);
    let id = listing(&folder)["packs"][0]["packId"].as_str().unwrap().to_owned();
    let here = line(&folder, &format!("context-pack --read --pack-id {id} --json --repo repo")).out;
    let name = listing(&folder)["packs"][0]["name"].as_str().unwrap().to_owned();
    for named in [name.as_str(), id.strip_prefix("sha256:").unwrap()] {
        assert_eq!(line(&folder, &format!("context-pack --read --pack-id {named} --json --repo repo")).out, here, "{named}");
    }
    let unknown = line(&folder, "context-pack --read --pack-id nobody --json --repo repo");
    assert_eq!(unknown.json()["error"]["code"], "SMALTI_E_PACK_UNKNOWN");
    std::fs::rename(folder.join("repo/.smalti"), folder.join("saved")).unwrap();
    std::fs::remove_dir_all(folder.join("saved/cache")).unwrap();
    assert_eq!(line(&folder, &format!("context-pack --read --pack-id {id} --json --index saved")).out, here);
    assert_eq!(line(&folder, "pack verify --index saved --json").json()["checked"], 2);
    let delta = line(&folder, &format!("context-pack load_layer --have {id} --json --index saved")).json();
    assert!(!delta["delta"]["omitted"].as_array().unwrap().is_empty(), "{delta}");
}

#[test]
fn without_the_configuration_none_is_made() {
    let (_repo, folder) = repository(TWO);
    assert_eq!(line(&folder, "index build repo --no-config").exit, Some(0));
    assert!(rows(&folder).is_empty());
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

#[test]
fn the_page_of_the_configuration_is_one_that_is_taken() {
    let page = std::fs::read_to_string(program::here().join("docs/configuration.md")).unwrap();
    let (_, rest) = page.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    // A model is a folder of weights, and `main.rs` is what the second pack starts at.
    let example = example.replace("[embed]\n", "").replace("model = \"models/minilm\"\n", "");
    let repo = Repo::of(&[("smalti.toml", example.as_str()), ("src/main.rs", "fn main() { write_piece(); }\nfn write_piece() {}\n")]);
    let folder = repo.folder();
    built(&folder);
    let names: Vec<Value> = listing(&folder)["packs"].as_array().unwrap().iter().map(|pack| pack["name"].clone()).collect();
    assert_eq!(names, [json!("entry"), json!("storage")]);
    assert_eq!(line(&folder, "pack verify --repo repo --json").json()["checked"], 2);
}
