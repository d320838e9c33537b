//! Digests of the sources that extract, of those that link, of those that read and of those that make packs, and the versions of the grammars, for cache keys and the manifest.

use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

fn main() {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let grammars = grammars(&lock);
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-env=SMALTI_GRAMMARS={grammars}");
    let extraction = digest(&["src/base", "src/shard", "src/rules", "src/languages", "src/source"], &grammars);
    println!("cargo::rustc-env=SMALTI_EXTRACTION={extraction:032x}");
    let linking = digest(&["src/link", "src/rows", "src/artifacts", "src/history", "src/rules", "src/scip"], "");
    println!("cargo::rustc-env=SMALTI_LINKING={linking:032x}");
    let embedding = digest(&["src/embed"], "");
    println!("cargo::rustc-env=SMALTI_EMBEDDING={embedding:032x}");
    let reading = digest(&["src/base", "src/artifacts", "src/reader", "o200k/src"], "");
    println!("cargo::rustc-env=SMALTI_READING={reading:032x}");
    let packing = digest(
        &["src/base", "src/rules", "src/artifacts", "src/manifest", "src/reader", "src/retrieve", "src/governance", "src/pack", "o200k/src"],
        "",
    );
    println!("cargo::rustc-env=SMALTI_PACKING={packing:032x}");
}

/// `name version` of every grammar and the parser, comma-separated, as the lock file has them.
fn grammars(lock: &str) -> String {
    let mut found = Vec::new();
    let mut name = "";
    for line in lock.lines() {
        if let Some(value) = line.strip_prefix("name = ") {
            name = value.trim_matches('"');
        } else if let Some(version) = line.strip_prefix("version = ")
            && name.starts_with("tree-sitter")
        {
            found.push(format!("{name} {}", version.trim_matches('"')));
        }
    }
    found.join(",")
}

fn digest(folders: &[&str], extra: &str) -> u128 {
    let mut hasher = Xxh3::new();
    hasher.update(extra.as_bytes());
    for folder in folders {
        println!("cargo::rerun-if-changed={folder}");
        for file in files(Path::new(folder)) {
            hasher.update(file.to_string_lossy().as_bytes());
            hasher.update(&fs::read(&file).unwrap_or_default());
        }
    }
    hasher.digest128()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
