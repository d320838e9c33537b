//! The repository passes its own checks, and `new` makes what the checks accept.

use std::path::Path;

use xtask::{Call, VERBS, new, tidy, tree};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Verbs that build or measure the program instead of reading its text; the golden outputs have their own test.
const NOT_OF_TEXT: &[&str] = &["bench", "calibrate", "ctags", "edges", "pieces"];

#[test]
fn every_check_of_the_text_passes_here() {
    for verb in VERBS.iter().filter(|verb| !NOT_OF_TEXT.contains(&verb.name)) {
        let report = (verb.run)(root(), &Call { check: true, words: Vec::new() }).unwrap();
        let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert!(findings.is_empty(), "`cargo xtask {}` says:\n{}", verb.name, findings.join("\n"));
    }
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
