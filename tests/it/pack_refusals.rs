//! Bad input to every verb that answers from an index: each gives a code and says what to do.

use serde_json::Value;
use smalti::manifest::model::Manifest;

use crate::program::{Ran, run_in};
use crate::support::{self, Repo};

const FILES: &[(&str, &str)] = &[
    ("core.py", "import shop\n\n\ndef load(name):\n    return shop.open(name)\n"),
    (
        "shop.py",
        "class Door:\n    def close(self):\n        return 1\n\n\nclass Till:\n    def close(self):\n        return 2\n\n\ndef open(name):\n    return Door()\n",
    ),
];

fn ask(repo: &Repo, words: &[&str]) -> Ran {
    run_in(&repo.root(), words.iter().copied().chain(["--json"]))
}

/// The refusal of a line by its exit and code, with a hint.
#[track_caller]
fn refuse(repo: &Repo, words: &[&str], exit: i32, code: &str) -> Value {
    let ran = ask(repo, words);
    let shown = words.iter().map(|word| word.get(..40).unwrap_or(word)).collect::<Vec<_>>();
    assert_eq!(ran.exit, Some(exit), "{shown:?}: {ran:?}");
    let error = ran.json()["error"].clone();
    assert_eq!(error["code"], code, "{shown:?}: {error}");
    assert!(!error["hints"].as_array().unwrap().is_empty(), "{shown:?}: {error}");
    error
}

/// Every verb that asks an index something, with a question that it can answer.
const READERS: &[&[&str]] = &[&["search", "load"], &["context-pack", "load"], &["codegraph-context", "core.py-core-load"], &["pack", "verify"]];

#[test]
fn queries_that_cannot_be_asked_are_refused_by_every_view() {
    let repo = Repo::built(FILES);
    let long = repo.beside("long.txt");
    std::fs::write(&long, "load ".repeat(210_000)).unwrap();
    let foreign = repo.beside("foreign.txt");
    std::fs::write(&foreign, b"\xff\xfe load").unwrap();
    for view in ["000", "v1", "locate"] {
        for query in ["", " \n\t", "?! ...", "\u{200b}"] {
            refuse(&repo, &["context-pack", query, "--view", view], 2, "SMALTI_E_USAGE");
        }
        for (file, code) in [(&long, "POC_E_BUDGET_EXCEEDED"), (&foreign, "SMALTI_E_USAGE")] {
            refuse(&repo, &["context-pack", "--query-file", &file.display().to_string(), "--view", view], 2, code);
        }
        let gone = repo.beside("gone.txt").display().to_string();
        let error = refuse(&repo, &["context-pack", "--query-file", &gone, "--view", view], 2, "SMALTI_E_USAGE");
        assert!(error["message"].as_str().unwrap().contains("gone.txt"), "{error}");
    }
}

#[test]
fn regular_expressions_are_read_as_their_words() {
    let repo = Repo::built(FILES);
    for query in [r"def\s+load\(", "(load|open){1,", "^.*load.*$", "[load", r"load\"] {
        let ran = ask(&repo, &["context-pack", query, "--view", "locate"]);
        assert_eq!(ran.exit, Some(0), "{query}: {ran:?}");
        assert_eq!(ran.json()["items"][0]["file"], "core.py", "{query}: {ran:?}");
    }
}

#[test]
fn a_focus_that_is_nowhere_or_in_two_places_is_refused_with_what_may_be_meant() {
    let repo = Repo::built(FILES);
    for focus in ["nothing", "core.py:900", "shop.py:0", "none.py", "scip:smalti none", "xxh64:0000000000000000", "xxh64:zz", ""] {
        refuse(&repo, &["context-pack", "--focus", focus], 2, "SMALTI_E_FOCUS_UNKNOWN");
    }
    let error = refuse(&repo, &["context-pack", "--focus", "close"], 2, "SMALTI_E_AMBIGUOUS");
    let hints = error["hints"].to_string();
    assert!(hints.contains(" (Door.close)") && hints.contains(" (Till.close)"), "{error}");
    let place = hints.split_once("candidates: ").unwrap().1.split(' ').next().unwrap();
    assert_eq!(ask(&repo, &["context-pack", "--focus", place]).exit, Some(0), "{place}");
    assert!(error["details"]["candidates"].to_string().contains("Door#close"), "{error}");
    assert_eq!(ask(&repo, &["context-pack", "--focus", "Till.close"]).exit, Some(0));
    refuse(&repo, &["context-pack", "load", "--files", "none.py"], 2, "SMALTI_E_FOCUS_UNKNOWN");
}

#[test]
fn a_pack_that_is_not_stored_is_refused_whatever_its_id_looks_like() {
    let repo = Repo::built(FILES);
    for id in ["sha256:0000000000000000000000000000000000000000000000000000000000000000", "sha256:", "", "..", "/etc/passwd", "x\ny"] {
        refuse(&repo, &["context-pack", "--read", "--pack-id", id], 2, "SMALTI_E_PACK_UNKNOWN");
        refuse(&repo, &["pack", "verify", "--pack-id", id], 2, "SMALTI_E_PACK_UNKNOWN");
    }
}

#[test]
fn each_hard_cap_is_met_at_itself_and_refused_above() {
    let repo = Repo::built(FILES);
    let caps = [
        ("--max-hops", 4),
        ("--max-items", 250),
        ("--max-items-per-section", 80),
        ("--max-bytes-per-item", 64_000),
        ("--max-chars", 2_000_000),
        ("--max-tokens", 500_000),
    ];
    for (flag, cap) in caps {
        let asked = |value: u64| ["context-pack", "load", flag].map(str::to_owned).into_iter().chain([value.to_string()]).collect::<Vec<_>>();
        let (at, above) = (asked(cap), asked(cap + 1));
        assert_eq!(ask(&repo, &at.iter().map(String::as_str).collect::<Vec<_>>()).exit, Some(0), "{flag}");
        let error = refuse(&repo, &above.iter().map(String::as_str).collect::<Vec<_>>(), 2, "POC_E_BUDGET_EXCEEDED");
        assert!(error["message"].as_str().unwrap().contains(&cap.to_string()), "{error}");
    }
}

#[test]
fn a_root_of_another_version_is_refused_by_every_reader() {
    let repo = Repo::built(FILES);
    let manifest = repo.root().join(".smalti/pieces/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    for (from, to) in [("\"formatVersion\":1", "\"formatVersion\":2"), ("\"formatVersion\":1", "\"formatVersion\":0")] {
        assert!(text.contains(from), "{text}");
        std::fs::write(&manifest, text.replace(from, to)).unwrap();
        for words in READERS {
            refuse(&repo, words, 4, "POC_E_CONTRACT_VERSION");
        }
    }
}

#[test]
fn a_table_of_another_schema_version_is_refused_by_every_reader_and_written_anew_by_a_build() {
    let repo = Repo::built(FILES);
    let layout = repo.layout();
    let manifest = Manifest::read(support::host().as_ref(), &layout).unwrap();
    for (name, version) in [("symbols", "1.1.0"), ("chunk_text", "0.9.0")] {
        let mut tables = manifest.artifacts.clone();
        tables.get_mut(name).unwrap().schema_version = version.to_owned();
        let (source, date) = (manifest.source_signature.clone(), manifest.source_date.clone());
        let signed = Manifest::new(tables, manifest.options.clone(), source, date, manifest.history_signature.is_some(), None);
        std::fs::write(layout.manifest(), signed.to_bytes()).unwrap();
        for words in READERS {
            let error = refuse(&repo, words, 4, "POC_E_CONTRACT_VERSION");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(name) && message.contains(version), "{error}");
        }
    }
    repo.build();
    READERS.iter().for_each(|words| assert_eq!(ask(&repo, words).exit, Some(0), "{words:?}"));
    assert_eq!(std::fs::read(layout.manifest()).unwrap(), manifest.to_bytes());
}

#[test]
fn a_manifest_of_another_schema_version_is_refused_with_its_version() {
    let repo = Repo::built(FILES);
    let manifest = repo.root().join(".smalti/pieces/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let at = text.find("\"schema\":\"IndexManifest\",\"schemaVersion\":\"1.0.0\"").unwrap();
    std::fs::write(&manifest, text[..at].to_owned() + &text[at..].replacen("1.0.0", "1.7.0", 1)).unwrap();
    for words in READERS {
        let error = refuse(&repo, words, 4, "POC_E_CONTRACT_VERSION");
        assert!(error["message"].as_str().unwrap().contains("1.7.0"), "{error}");
    }
}

#[test]
fn a_tampered_or_missing_piece_is_named_by_every_reader() {
    let repo = Repo::built(FILES);
    for words in READERS {
        assert_eq!(ask(&repo, words).exit, Some(0), "{words:?}");
    }
    let folder = repo.root().join(".smalti/pieces/chunk_text");
    let piece = std::fs::read_dir(folder).unwrap().flatten().map(|it| it.path()).find(|it| it.extension().is_some_and(|it| it == "zst")).unwrap();
    let good = std::fs::read(&piece).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    for bytes in [Some(flipped), Some(good[..good.len() - 1].to_vec()), Some(Vec::new()), None] {
        match bytes {
            Some(bytes) => std::fs::write(&piece, bytes).unwrap(),
            None => std::fs::remove_file(&piece).unwrap(),
        }
        for words in READERS {
            let error = refuse(&repo, words, 4, "SMALTI_E_INDEX_CORRUPT");
            assert!(error["message"].as_str().unwrap().contains("chunk_text"), "{error}");
        }
    }
}

#[test]
fn a_file_that_changed_since_is_still_shown_as_it_was_indexed() {
    let repo = Repo::built(FILES);
    let before = ask(&repo, &["context-pack", "load"]).out;
    repo.write("core.py", "def load(name):\n    return None\n");
    assert_eq!(ask(&repo, &["context-pack", "load"]).out, before, "a root with texts answers by itself");
    let v1 = ask(&repo, &["context-pack", "load", "--view", "v1"]).json();
    assert_eq!(v1["meta"]["index_state"]["state"], "stale", "{}", v1["meta"]["index_state"]);
}

#[test]
fn a_query_may_start_as_output_of_tests_does_and_an_option_is_none() {
    let repo = Repo::built(FILES);
    let ran = ask(&repo, &["context-pack", "--query", "--- FAIL: load (0.00s)", "--no-ledger"]);
    assert_eq!((ran.exit, ran.json()["seeds"][0]["fileRelPath"].as_str()), (Some(0), Some("core.py")), "{ran:?}");
    let error = refuse(&repo, &["context-pack", "--query", "--summary"], 2, "SMALTI_E_USAGE");
    assert!(error["message"].as_str().unwrap().contains("an option stands where the text of the query belongs"), "{error}");
}
