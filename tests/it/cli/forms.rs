//! PATH, `--repo` and `--index`; `--where` and `--limit`; status; gc; completions and manual pages.

use super::repository;
use crate::program::{line, run_in};

#[test]
fn every_reading_verb_takes_a_path_a_repo_or_an_index_root() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    for verb in ["status", "verify", "gc", "show symbols", "verify --clean"] {
        let outputs: Vec<String> = ["repo", "--repo repo", "--index repo/.smalti repo", "--index=repo/.smalti --repo=repo"]
            .iter()
            .map(|place| line(&folder, &format!("index {verb} {place}")).shown(&folder))
            .collect();
        assert!(outputs[0].starts_with("exit 0\n"), "{verb}: {}", outputs[0]);
        assert!(outputs.iter().all(|output| *output == outputs[0]), "{verb}: {outputs:#?}");
        let inside = run_in(&repo.root(), format!("index {verb}").split(' '));
        assert_eq!(inside.shown(&folder), outputs[0], "{verb} in the repository itself");
    }
    let both = line(&folder, "index show files repo --repo repo");
    assert_eq!(both.exit, Some(2), "{both:?}");
}

#[test]
fn an_index_root_answers_the_same_wherever_it_is_copied() {
    let (repo, folder) = repository();
    line(&folder, "index build repo --out saved");
    assert!(!repo.index_root().exists());
    std::fs::rename(folder.join("saved"), folder.join("elsewhere")).unwrap();
    std::fs::remove_dir_all(folder.join("elsewhere/cache")).unwrap();
    std::fs::remove_dir_all(repo.root()).unwrap();
    let ran = line(&folder, "index show symbols --index elsewhere");
    assert!(ran.exit == Some(0) && ran.out.contains("\"name\":\"f\""), "{ran:?}");
    assert_eq!(line(&folder, "index verify --index elsewhere").exit, Some(0));
    let ran = line(&folder, "index verify --clean --index elsewhere");
    assert!(ran.exit == Some(2) && ran.err.contains("`smalti index verify --clean PATH --index ROOT`"), "the present folder is not meant: {ran:?}");
    let ran = line(&folder, "index status --index elsewhere");
    assert!(ran.exit == Some(0) && ran.out.contains("nothing to compare with: name its repository beside `--index`"), "{ran:?}");
}

#[test]
fn rows_are_chosen_by_fields_and_counted_by_a_limit() {
    let (_repo, folder) = repository();
    line(&folder, "index build repo");
    let rows = |words: &str| line(&folder, &format!("index show {words} repo")).out.lines().count();
    let all = rows("sites");
    assert_eq!(all, 2, "the import and the call");
    assert_eq!(rows(&format!("sites --limit {}", all - 1)), all - 1);
    assert_eq!(rows(&format!("sites --limit {all}")), all);
    assert_eq!(rows(&format!("sites --limit {}", all + 1)), all);
    assert_eq!(rows("sites --limit 0"), 0);
    let calls = rows("sites --where kind=callsite");
    assert_eq!((calls, rows("sites --where kind=callsite --where path=a.py"), rows("sites --where kind=callsite --where path=b.py")), (1, 1, 0));
    assert_eq!(rows("symbols --where lines.start=1 --where exported=true"), 1);
    assert_eq!(rows("symbols --where lines.start=7"), 0);
    // One row of a list is enough.
    assert_eq!((rows("repo_graph --where edges.type=call"), rows("repo_graph --where edges.type=none")), (1, 0));
    let refused = line(&folder, "index show repo_graph repo --where edges.typ=call");
    assert!(refused.exit == Some(2) && refused.err.contains("--where edges.type=call"), "{}", refused.err);
    let json = line(&folder, "index show sites --json --limit 1 repo").json();
    assert_eq!((json["rows"].as_array().map(Vec::len), &json["more"]), (Some(1), &serde_json::Value::Bool(true)));
    let json = line(&folder, &format!("index show sites --json --limit {all} repo")).json();
    assert_eq!((json["rows"].as_array().map(Vec::len), &json["more"]), (Some(all), &serde_json::Value::Bool(false)));
}

#[test]
fn status_tells_what_a_build_would_change() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    let status = || line(&folder, "index status --json repo").json();
    assert_eq!(status()["state"], "current");
    repo.write("b.py", std::fs::read(repo.root().join("b.py")).unwrap());
    assert_eq!(status()["state"], "current", "a touched file is the same file");
    repo.write("b.py", "def f():\n    return 2\n");
    repo.write("new/c.py", "");
    repo.remove("a.py");
    // What it says does not hang on a cache.
    for cached in [true, false] {
        if !cached {
            std::fs::remove_dir_all(repo.root().join(".smalti/cache")).unwrap();
        }
        let json = status();
        assert_eq!(json["state"], "stale");
        for (kind, path) in [("added", "new/c.py"), ("changed", "b.py"), ("removed", "a.py")] {
            assert_eq!(json["changes"][kind], serde_json::json!({ "count": 1, "first": [path] }), "{kind}, cached: {cached}");
        }
    }
    let text = line(&folder, "index status repo").out;
    assert!(text.contains("  1 changed: b.py\n") && text.ends_with("type `smalti index build repo` to bring it up to date\n"), "{text}");
    line(&folder, "index build repo");
    assert_eq!(status()["state"], "current");
    line(&folder, "index build repo --no-text --exclude new");
    assert_eq!(status()["state"], "current", "an index is compared by the options it was built with");
    let before = repo.index_text();
    assert_eq!(line(&folder, "index verify --clean repo").exit, Some(0));
    assert_eq!(repo.index_text(), before);
    // Who types what it says has no more in the index than before.
    repo.write("b.py", "");
    let text = line(&folder, "index status repo").out;
    assert!(text.ends_with("type `smalti index build repo --exclude=new --no-text` to bring it up to date\n"), "{text}");
    repo.write("smalti.toml", "[index]\nexclude = [\"new\"]\ntext = false\n");
    line(&folder, "index build repo");
    repo.write("b.py", "x = 1\n");
    let text = line(&folder, "index status repo").out;
    assert!(text.ends_with("type `smalti index build repo` to bring it up to date\n"), "{text}");
}

#[test]
fn gc_removes_what_the_last_two_manifests_do_not_name() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    let pieces = repo.root().join(".smalti/pieces");
    let stray = pieces.join("files/0000000000000000.jsonl.zst");
    std::fs::write(&stray, "left over").unwrap();
    std::fs::write(pieces.join("files.0000000000000000.list"), "").unwrap();
    let status = line(&folder, "index status repo");
    assert!(status.exit == Some(0) && status.out.ends_with("\n2 leftover files, 9 bytes: `smalti index gc` removes them\n"), "{status:?}");
    let ran = line(&folder, "index gc --dry-run repo");
    assert_eq!(ran.out, "2 files, 9 bytes would be removed\n");
    assert!(stray.exists());
    let json = line(&folder, "index gc --json repo").json();
    assert_eq!(json, serde_json::json!({ "bytes": 9, "dryRun": false, "files": 2 }));
    assert!(!stray.exists());
    // The pieces of the manifest before the present one stay for readers that hold it.
    let first = std::fs::read(pieces.join("manifest.json")).unwrap();
    repo.write("b.py", "def f():\n    return 2\n");
    line(&folder, "index build repo");
    assert_eq!(line(&folder, "index gc repo").out, "0 files, 0 bytes removed\n");
    let second = std::fs::read(pieces.join("manifest.json")).unwrap();
    std::fs::write(pieces.join("manifest.json"), first).unwrap();
    assert_eq!(line(&folder, "index verify --index repo/.smalti").exit, Some(0), "the manifest before is whole");
    std::fs::write(pieces.join("manifest.json"), second).unwrap();
    assert_eq!(line(&folder, "index verify repo").exit, Some(0));
}

#[test]
fn gc_waits_for_nobody() {
    use smalti::host::Host;
    use smalti::host::disk::DiskHost;
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    let held = DiskHost::volatile().try_lock(&repo.root().join(".smalti/lock")).unwrap();
    assert!(held.is_some());
    for verb in ["gc", "build"] {
        let ran = line(&folder, &format!("index {verb} repo"));
        assert!(ran.exit == Some(3) && ran.err.contains("SMALTI_E_INDEX_LOCKED"), "{ran:?}");
    }
    assert_eq!(line(&folder, "index verify repo").exit, Some(0), "readers take no lock");
}

#[test]
fn completions_know_every_verb_in_every_shell() {
    let (_repo, folder) = repository();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = line(&folder, &format!("completions {shell}"));
        assert_eq!(ran.exit, Some(0));
        for word in ["smalti", "verify", "watch", "max-memory", "completions"] {
            assert!(ran.out.contains(word), "{shell} does not know {word}");
        }
    }
    let ran = line(&folder, "completions bsh");
    assert!(ran.exit == Some(2) && ran.err.contains("did you mean `smalti completions bash`?"), "{ran:?}");
}

#[test]
fn there_is_a_manual_page_for_every_verb() {
    let (_repo, folder) = repository();
    let json = line(&folder, "man --json pages").json();
    let commands = smalti::commands::COMMANDS;
    let groups = commands.iter().filter(|command| command.words.len() > 1).map(|command| format!("smalti-{}.1", command.words[0]));
    let mut expected: Vec<String> = commands.iter().map(|command| format!("smalti-{}.1", command.words.join("-"))).chain(groups).collect();
    expected.push("smalti.1".to_owned());
    expected.sort();
    expected.dedup();
    assert_eq!(json["files"], serde_json::json!(expected));
    for name in expected {
        let page = std::fs::read_to_string(folder.join("pages").join(&name)).unwrap();
        assert!(page.contains(".TH ") && page.contains(".SH NAME"), "{name}");
    }
    let page = std::fs::read_to_string(folder.join("pages/smalti-index-build.1")).unwrap();
    assert!(page.contains("max\\-memory"), "{page}");
}
