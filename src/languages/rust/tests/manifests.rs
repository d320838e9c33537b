//! `Cargo.toml`.

use std::sync::Arc;

use crate::languages::extract::extract;
use crate::languages::rust::MANIFEST;
use crate::shard::config::ConfigFact;

fn read(text: &str) -> ConfigFact {
    Arc::unwrap_or_clone(extract(&MANIFEST, text).facts.config.expect("a manifest is read"))
}

#[test]
fn all_kinds_of_dependencies_count() {
    let fact = read(
        "[package]\nname = \"a-b\"\n[dependencies]\nserde = \"1\"\nours = { path = \"../ours/\" }\nalias = { package = \"real\", version = \"1\" }\nshared.workspace = true\n\
         [dev-dependencies]\nours = \"1\"\n[build-dependencies]\ncc = \"1\"\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\nshared = { path = \"shared\" }",
    );
    assert_eq!((fact.manager.as_str(), fact.name.as_deref()), ("cargo", Some("a-b")));
    let dependencies: Vec<(&str, &str)> = fact.dependencies.iter().map(|(name, place)| (name.as_str(), place.as_str())).collect();
    assert_eq!(dependencies, [("alias", ""), ("cc", ""), ("libc", ""), ("ours", "../ours"), ("serde", ""), ("shared", "shared")]);
    assert_eq!(fact.renames.get("alias").map(smol_str::SmolStr::as_str), Some("real"));
    assert_eq!(fact.members, ["crates/*"]);
}

#[test]
fn named_targets_are_entries() {
    let fact = read(
        "[package]\nname = \"tool\"\n[lib]\nname = \"tools\"\npath = \"lib/mod.rs\"\n[[bin]]\nname = \"tool\"\n[[bin]]\nname = \"other\"\n[[test]]\nname = \"it\"\npath = \"./t/it.rs\"",
    );
    let entries: Vec<String> = fact.entries.iter().map(|(name, place)| format!("{name}={place}")).collect();
    assert_eq!(entries, ["bin:other=src/bin/other.rs", "bin:tool=src/main.rs", "lib=lib/mod.rs", "lib:tools=lib/mod.rs", "test:it=t/it.rs"]);
}

#[test]
fn a_broken_manifest_is_a_problem() {
    assert!(extract(&MANIFEST, "[package]\nname = 5\n").body.problems[0].message.contains("no package"));
    let shard = extract(&MANIFEST, "[package\nname = ");
    assert!(shard.facts.config.is_none());
    assert_eq!(shard.body.problems.first().map(|problem| problem.code.as_str()), Some("SMALTI_P_CONFIG"));
}
