//! The repository passes its own checks, and `new` makes what the checks accept.

use std::path::{Path, PathBuf};

use xtask::{Call, VERBS, new, queries, tidy, tree};

/// As cargo names it to what it runs: a path that was compiled in is that of whichever clone built into this target first.
fn root() -> PathBuf {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into()));
    package.parent().unwrap_or(Path::new(".")).to_owned()
}

/// Verbs that build or measure the program instead of reading its text; the golden outputs have their own test.
const NOT_OF_TEXT: &[&str] = &["bench", "calibrate", "ctags", "edges", "fit", "pieces", "queries", "replay"];

#[test]
fn every_check_of_the_text_passes_here() {
    for verb in VERBS.iter().filter(|verb| !NOT_OF_TEXT.contains(&verb.name)) {
        let report = (verb.run)(&root(), &Call { check: true, words: Vec::new() }).unwrap();
        let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert!(findings.is_empty(), "`cargo xtask {}` says:\n{}", verb.name, findings.join("\n"));
    }
}

#[test]
fn continuous_integration_is_one_script_that_runs_every_check() {
    let text = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    assert!(text(".github/workflows/ci.yml").contains("run: .ci/run\n"));
    let script = text(".ci/run");
    let verbs = script.lines().find_map(|line| line.strip_prefix("for verb in ")?.strip_suffix("; do")).unwrap();
    let checks = VERBS.iter().map(|verb| verb.name).filter(|name| !NOT_OF_TEXT.contains(name) || *name == "queries");
    for check in checks {
        assert!(verbs.split(' ').any(|verb| verb == check), "`.ci/run` does not run {check}");
    }
    for step in ["cargo fmt --all --check", "cargo clippy --workspace --all-targets", "cargo doc", "cargo test --workspace"] {
        assert!(script.contains(step), "`.ci/run` does not run {step}");
    }
}

#[test]
fn every_query_is_used_and_speaks_the_vocabulary() {
    let files = tree::files(&root()).unwrap();
    assert!(files.iter().filter(|file| file.path.ends_with(".scm")).count() > 10);
    let findings: Vec<String> = queries::check(&files).iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "`cargo xtask queries` says:\n{}", findings.join("\n"));
}

#[test]
fn a_new_language_is_tidy_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let languages = folder.path().join("src/languages");
    std::fs::create_dir_all(&languages).unwrap();
    let before = "//! L.\n\npub mod ada;\npub mod extract;\n\npub static LANGUAGES: &[&Language] = &[\n    &ada::LANGUAGE,\n];\n";
    std::fs::write(languages.join("mod.rs"), before).unwrap();
    let words = vec!["language".to_owned(), "cobol".to_owned()];
    let dry = new::run(folder.path(), &Call { check: true, words: words.clone() }).unwrap();
    assert!(dry.findings.is_empty() && !languages.join("cobol").exists());
    let call = Call { check: false, words };
    assert_eq!(new::run(folder.path(), &call).unwrap().findings, []);
    let after = "//! L.\n\npub mod ada;\npub mod cobol;\npub mod extract;\n\npub static LANGUAGES: &[&Language] = &[\n    &ada::LANGUAGE,\n    &cobol::LANGUAGE,\n];\n";
    assert_eq!(std::fs::read_to_string(languages.join("mod.rs")).unwrap(), after);
    assert_eq!(tidy::check(&tree::files(folder.path()).unwrap()), []);
    assert_eq!(new::run(folder.path(), &call).unwrap().findings.len(), 1, "twice is refused");
}

#[test]
fn every_table_takes_a_new_entry() {
    for word in ["language", "artifact", "command"] {
        let words = vec![word.to_owned(), "qqq_new".to_owned()];
        let report = new::run(&root(), &Call { check: true, words }).unwrap();
        assert_eq!(report.findings, [], "{word}");
        assert!(report.notes.len() >= 3, "{word}: {:?}", report.notes);
    }
}

#[test]
fn an_entry_of_a_sorted_table_goes_to_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let commands = folder.path().join("src/commands");
    std::fs::create_dir_all(&commands).unwrap();
    let table = |entries: &str| format!("//! C.\n\npub mod alpha;\npub mod omega;\n\npub static COMMANDS: &[Command] = &[\n{entries}];\n");
    std::fs::write(commands.join("mod.rs"), table("    alpha::COMMAND,\n    omega::COMMAND,\n")).unwrap();
    let call = Call { check: false, words: vec!["command".to_owned(), "middle".to_owned()] };
    assert_eq!(new::run(folder.path(), &call).unwrap().findings, []);
    let after = table("    alpha::COMMAND,\n    middle::COMMAND,\n    omega::COMMAND,\n").replace("pub mod omega", "pub mod middle;\npub mod omega");
    assert_eq!(std::fs::read_to_string(commands.join("mod.rs")).unwrap(), after);
    assert_eq!(tidy::check(&tree::files(folder.path()).unwrap()), []);
}
