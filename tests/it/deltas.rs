//! Delta packs: what the caller holds unchanged is left out, what is stale is named; and "none" always comes with what was searched.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use smalti::commands::answer_schema;
use smalti::commands::context_pack::PackAnswer;

use crate::program::{Ran, line, run, run_in, smalti};
use crate::support::{Repo, check_fits};

const STORE: &str = "def load_layer(name):\n    return open(name)\n";
const APP: &str = "from store import load_layer\n\n\ndef start():\n    return load_layer(\"x\")\n\n\ndef again():\n    return load_layer(\"y\")\n";

fn repository() -> (Repo, PathBuf) {
    let repo = Repo::of(&[("store.py", STORE), ("app.py", APP)]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    (repo, folder)
}

fn ask(folder: &Path, words: &[&str]) -> Ran {
    run(smalti(["context-pack", "load_layer", "--repo", "repo"]).args(words).current_dir(folder))
}

fn check(folder: &Path, words: &[&str]) -> Value {
    let ran = ask(folder, &[words, &["--json"]].concat());
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let pack = ran.json();
    check_fits("a pack", &answer_schema::<PackAnswer>(), &pack);
    pack
}

/// The items of the view 000 as file, chunkUid and evidence of the path.
fn items(pack: &Value) -> Vec<(String, String, Option<String>)> {
    let sections = pack["sections"].as_array().unwrap().iter().flat_map(|section| section["items"].as_array().unwrap());
    let text = |value: &Value| value.as_str().map(str::to_owned);
    sections
        .map(|item| (text(&item["fileRelPath"]).unwrap(), text(&item["chunkUid"]).unwrap(), text(&item["why"]["path"][0]["evidenceId"])))
        .collect()
}

#[test]
fn what_is_held_unchanged_is_left_out_and_counted() {
    let (_repo, folder) = repository();
    let whole = check(&folder, &[]);
    assert_eq!(whole["delta"], Value::Null);
    let (_, held, _) = items(&whole).into_iter().find(|(file, _, _)| file == "store.py").unwrap();
    let delta = check(&folder, &["--have", &held]);
    assert!(items(&delta).iter().all(|(_, uid, _)| *uid != held) && items(&delta).len() == items(&whole).len() - 1);
    let tokens = smalti::reader::tokens::count(STORE.trim_end());
    assert_eq!((&delta["delta"]["residentChunks"], &delta["delta"]["residentTokens"]), (&json!(1), &json!(tokens)));
    assert_eq!(delta["delta"]["omitted"][0]["chunkUid"], json!(held));
    assert_eq!((&delta["stats"]["dropped"]["held"], &delta["delta"]["stale"]), (&json!(1), &json!([])));
    assert_ne!(delta["packId"], whole["packId"]);
    assert!(delta["budgets"]["usedTokens"].as_u64() < whole["budgets"]["usedTokens"].as_u64());
}

#[test]
fn what_shares_an_excerpt_is_held_with_it() {
    let app = format!("{APP}\n\ndef last():\n    return load_layer(\"z\")\n");
    let repo = Repo::of(&[("store.py", STORE), ("app.py", &app)]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let pack = check(&folder, &["--max-items", "3"]);
    let of_callers = &pack["sections"][1]["items"];
    assert_eq!((of_callers.as_array().unwrap().len(), of_callers[0]["joined"].as_array().unwrap().len()), (1, 2), "{pack:#}");
    assert_eq!(of_callers[0]["excerpt"]["text"], app.split_once("\n\n\n").unwrap().1.trim_end());
    let id = ask(&folder, &["--max-items", "3", "--write"]).out.trim().to_owned();
    assert_eq!(line(&folder, "pack verify --repo repo --pack-id ID".replace("ID", &id).as_str()).exit, Some(0));
    let same = check(&folder, &["--have", &id]);
    assert!(!items(&same).iter().any(|it| it.0 == "store.py") && same["sections"][1]["items"] == json!([]), "{same:#}");
}

#[test]
fn a_stored_pack_is_held_as_a_whole_and_an_edit_makes_a_part_of_it_stale() {
    let (repo, folder) = repository();
    let id = ask(&folder, &["--write"]).out.trim().to_owned();
    let same = check(&folder, &["--have", &id]);
    assert!(items(&same).is_empty(), "{same:#}");
    let absent = &same["sections"][1]["absence"]["statement"];
    assert!(absent.as_str().unwrap().contains("without being held already"), "{absent}");
    repo.write("app.py", APP.replace("\"y\"", "\"z\""));
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let next = check(&folder, &["--have", &id]);
    let files: Vec<String> = items(&next).into_iter().map(|(file, _, _)| file).collect();
    assert_eq!(files, ["app.py"], "only what changed is sent again: {next:#}");
    assert_eq!(
        (&next["delta"]["stale"][0]["fileRelPath"], &next["delta"]["stale"][0]["reason"]),
        (&json!("app.py"), &json!("it changed, or its file holds it no more"))
    );
    // What was left to the caller once stays with the caller.
    let second = ask(&folder, &["--have", &id, "--write"]).out.trim().to_owned();
    assert!(items(&check(&folder, &["--have", &second])).is_empty());
    assert_eq!(
        line(&folder, "pack verify --repo repo --pack-id ID".replace("ID", &second).as_str()).exit,
        Some(0),
        "a delta is made again from its own request"
    );
    repo.remove("app.py");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let gone = check(&folder, &["--have", &second]);
    assert!(gone["delta"]["stale"].as_array().unwrap().iter().any(|it| it["reason"] == "its file is gone"), "{gone:#}");
}

#[test]
fn of_what_was_cut_the_shown_lines_are_held_and_the_rest_is_sent_once() {
    let body = (0..40).fold(String::new(), |body, number| body + "    step_" + &number.to_string() + "(text)\n");
    let repo = Repo::of(&[("long.py", format!("def load_layer(text):\n{body}").as_str())]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let bytes = ["--max-bytes-per-item", "300", "--max-items", "1"];
    let shown = |pack: &Value| {
        let items: Vec<Value> = pack["sections"].as_array().unwrap().iter().flat_map(|it| it["items"].as_array().unwrap().clone()).collect();
        assert!(items.len() < 2, "{pack:#}");
        items.first().map(|item| item["excerpt"].clone()).unwrap_or_default()
    };
    let (mut ids, mut text, mut next) = (Vec::new(), String::new(), 1);
    for round in 0..4 {
        let have: Vec<&str> = ids.last().map(String::as_str).into_iter().flat_map(|id| ["--have", id]).collect();
        let pack = check(&folder, &[&bytes[..], &have[..]].concat());
        let excerpt = shown(&pack);
        if round == 3 {
            assert_eq!(excerpt, Value::Null, "all of it is held: {pack:#}");
            assert_eq!(pack["delta"]["omitted"][0]["lines"], json!({"start": 1, "end": 41}));
            break;
        }
        assert_eq!((&excerpt["lines"]["start"], &excerpt["truncated"]), (&json!(next), &json!(round < 2)), "{pack:#}");
        if round > 0 {
            assert_eq!(pack["delta"]["omitted"][0]["lines"], json!({"start": 1, "end": next - 1}));
            let tokens = smalti::reader::tokens::count(text.trim_end());
            assert_eq!((&pack["delta"]["residentTokens"], &pack["delta"]["omitted"][0]["tokens"]), (&json!(tokens), &json!(tokens)));
        }
        text.push_str(excerpt["text"].as_str().unwrap());
        text.push('\n');
        next = excerpt["lines"]["end"].as_u64().unwrap() + 1;
        ids.push(ask(&folder, &[&bytes[..], &have[..], &["--write"][..]].concat()).out.trim().to_owned());
        let verified = line(&folder, &format!("pack verify --repo repo --pack-id {}", ids.last().unwrap()));
        assert_eq!(verified.exit, Some(0), "{verified:?}");
    }
    assert_eq!(text, format!("def load_layer(text):\n{body}"));
}

#[test]
fn what_goes_on_does_not_begin_with_nothing() {
    let repo = Repo::of(&[("long.py", "def load_layer(text):\n    first(text)\n\n\n    second(text)\n    third(text)\n")]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let bytes = ["--max-bytes-per-item", "40", "--max-items", "1"];
    let id = ask(&folder, &[&bytes[..], &["--write"]].concat()).out.trim().to_owned();
    let pack = check(&folder, &["--have", &id]);
    let excerpt = &pack["sections"][0]["items"][0]["excerpt"];
    assert_eq!((&excerpt["text"], &excerpt["lines"]["start"]), (&json!("    second(text)\n    third(text)"), &json!(5)), "{pack:#}");
}

#[test]
fn what_was_shown_from_the_middle_on_is_not_held_from_the_start() {
    let tests = |from: u32, to: u32| {
        (from..to).fold(String::new(), |text, at| text + &format!("  it('brushes horse {at}', () => {{\n    expect(brush({at})).toBe({at})\n  }})\n"))
    };
    let text = format!(
        "describe('the stable', () => {{\n{}  it('calls load_layer for a horse', () => {{\n    expect(load_layer('horse')).toBe(1)\n  }})\n{}}})\n",
        tests(0, 60),
        tests(60, 80)
    );
    let repo = Repo::of(&[("test/stable.test.js", text.as_str())]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let (mut ids, mut shown): (Vec<String>, Vec<(u64, u64)>) = (Vec::new(), Vec::new());
    let number = |value: &Value| value.as_u64().unwrap();
    for round in 0..4 {
        let have: Vec<&str> = ids.iter().flat_map(|id| ["--have", id.as_str()]).collect();
        let words = [&["--max-tokens", "200"], &have[..]].concat();
        let pack = check(&folder, &words);
        for omitted in pack["delta"]["omitted"].as_array().into_iter().flatten() {
            let lines = number(&omitted["lines"]["start"])..=number(&omitted["lines"]["end"]);
            assert!(lines.clone().all(|at| shown.iter().any(|(start, end)| (*start..=*end).contains(&at))), "{round}: {lines:?} of {shown:?}");
        }
        let items = pack["sections"].as_array().unwrap().iter().flat_map(|it| it["items"].as_array().unwrap());
        shown.extend(items.map(|it| &it["excerpt"]["lines"]).filter(|it| !it.is_null()).map(|it| (number(&it["start"]), number(&it["end"]))));
        assert!(round > 0 || shown.iter().any(|(start, _)| *start > 100), "it is shown from its middle on: {shown:?}");
        ids.push(ask(&folder, &[&words[..], &["--write"]].concat()).out.trim().to_owned());
    }
}

#[test]
fn evidence_stands_for_the_chunk_it_is_of() {
    let (_repo, folder) = repository();
    let whole = check(&folder, &["--focus", "load_layer"]);
    let (_, uid, evidence) = items(&whole).into_iter().find(|(_, _, evidence)| evidence.is_some()).unwrap();
    let delta = check(&folder, &["--focus", "load_layer", "--have", &evidence.unwrap()]);
    assert_eq!(delta["delta"]["omitted"][0]["chunkUid"], json!(uid), "{delta:#}");
    assert!(items(&delta).iter().all(|(_, it, _)| *it != uid));
    let strange = check(&folder, &["--have", "ev:0000000000000000", "xxh64:0000000000000000"]);
    assert_eq!(strange["delta"]["stale"].as_array().unwrap().len(), 2);
    assert_eq!(strange["delta"]["residentTokens"], 0);
}

#[test]
fn every_view_leaves_out_what_is_held() {
    let (_repo, folder) = repository();
    let held: Vec<String> = items(&check(&folder, &[])).into_iter().filter(|(file, _, _)| file == "store.py").map(|(_, uid, _)| uid).collect();
    for view in ["v1", "task", "locate"] {
        let pack = check(&folder, &["--view", view, "--have", &held[0]]);
        let files: Vec<&Value> =
            pack["items"].as_array().unwrap().iter().map(|it| if view == "task" { &it["fileRelPath"] } else { &it["file"] }).collect();
        assert!(!files.is_empty() && files.iter().all(|file| **file == "app.py"), "{view}: {pack:#}");
        if view != "locate" {
            assert_eq!(pack["delta"]["omitted"][0]["fileRelPath"], "store.py");
            let text = ask(&folder, &["--view", view, "--have", &held[0]]).out;
            assert!(text.contains("held: 1 chunks of") && text.contains("are left out"), "{text}");
        }
    }
}

#[test]
fn places_of_a_fallback_say_that_they_are_one() {
    let repo = Repo::of(&[("a.py", STORE)]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let chosen = run_in(&folder, ["context-pack", "a zebra", "--view", "locate", "--repo", "repo"]).json();
    assert_eq!((&chosen["fallback"], &chosen["files"]), (&json!(true), &json!(["a.py"])), "{chosen:#}");
    assert!(chosen["fallbackReason"].as_str().is_some_and(|it| it.contains("files were chosen")), "{chosen:#}");
}

#[test]
fn what_cannot_be_held_is_refused() {
    let (_repo, folder) = repository();
    for (id, code) in [
        ("nonsense", "SMALTI_E_USAGE"),
        ("xxh64:1", "SMALTI_E_USAGE"),
        ("ev:XYZ", "SMALTI_E_USAGE"),
        ("", "SMALTI_E_USAGE"),
        ("sha256:0", "SMALTI_E_PACK_UNKNOWN"),
    ] {
        assert_eq!(ask(&folder, &["--json", "--have", id]).json()["error"]["code"], code, "{id}");
    }
}

#[test]
fn no_callers_is_an_answer_with_a_certificate_in_the_view_v1_too() {
    let (_repo, folder) = repository();
    let pack = |words: &[&str]| {
        run(smalti(["context-pack", "again", "--focus", "again", "--view", "v1", "--repo", "repo"]).args(words).current_dir(&folder))
    };
    let absences = pack(&["--json"]).json()["absences"].clone();
    assert!(absences["callers"]["statement"].as_str().unwrap().starts_with("no callers are known of again"), "{absences}");
    assert!(absences["callers"]["scope"].as_str().unwrap().starts_with("sha256:"));
    let told = pack(&[]).out;
    let certificate = told.lines().find(|line| line.starts_with("none: no callers are known of again"));
    assert!(certificate.is_some_and(|line| line.contains(" (searched ")), "{told}");
    assert_eq!(pack(&["--json", "--response-mode", "minimal"]).json()["absences"], Value::Null);
}
