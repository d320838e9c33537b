//! Histories on copies of real crates: the sources that cargo fetched to build this program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fastrand::Rng;

use crate::support::{Repo, contents};

/// The folder of an unpacked crate of cargo's registry, whatever its version.
fn source_of(name: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    let mut found: Vec<PathBuf> = registries
        .flatten()
        .flat_map(|registry| std::fs::read_dir(registry.path()).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| {
            let folder = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            folder.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')).is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
        })
        .collect();
    found.sort();
    found.pop()
}

/// One random change of real files.
fn change(rng: &mut Rng, files: &mut BTreeMap<String, Vec<u8>>) -> String {
    let pick = |rng: &mut Rng, files: &BTreeMap<String, Vec<u8>>| files.keys().nth(rng.usize(..files.len())).unwrap().clone();
    let path = pick(rng, files);
    match rng.usize(..8) {
        0 => {
            files.remove(&path);
            format!("delete {path}")
        }
        1 => {
            let other = pick(rng, files);
            let (lhs, rhs) = (files[&path].clone(), files[&other].clone());
            files.insert(path.clone(), rhs);
            files.insert(other.clone(), lhs);
            format!("swap {path} and {other}")
        }
        2 => {
            let text = files.remove(&path).unwrap();
            let target = path.replace(".rs", "_moved.rs");
            files.insert(target.clone(), text);
            format!("rename {path} to {target}")
        }
        3 => {
            let text = files[&path].clone();
            let target = format!("copied/{path}");
            files.insert(target.clone(), text);
            format!("copy {path} to {target}")
        }
        _ => {
            let text = String::from_utf8_lossy(&files[&path]).into_owned();
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for _ in 0..=rng.usize(..4) {
                if lines.is_empty() {
                    break;
                }
                let at = rng.usize(..lines.len());
                match rng.usize(..3) {
                    0 => drop(lines.remove(at)),
                    1 => lines[at] = lines[at].replace("fn ", "fn other_").replace("self", "this"),
                    _ => lines.insert(at, lines[rng.usize(..lines.len())].clone()),
                }
            }
            files.insert(path.clone(), lines.join("\n").into_bytes());
            format!("edit {path}")
        }
    }
}

#[test]
fn the_law_holds_on_copies_of_real_crates() {
    for (seed, name) in ["ignore", "salsa", "postcard"].into_iter().enumerate() {
        let Some(source) = source_of(name) else {
            println!("skipped: cargo's registry has no sources of `{name}` here");
            continue;
        };
        let mut files = contents(&source);
        files.retain(|name, _| [".rs", ".toml", ".md"].iter().any(|ending| name.ends_with(ending)));
        let original = files.clone();
        let repo = Repo::new();
        let mut written: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut rng = Rng::with_seed(seed as u64);
        let mut what = "first build".to_owned();
        for step in 0..=super::steps(60) / 3 {
            for path in written.keys().filter(|path| !files.contains_key(*path)) {
                repo.remove(path);
            }
            for (path, text) in files.iter().filter(|(path, text)| written.get(*path) != Some(text)) {
                repo.write(path, text);
            }
            written = files.clone();
            repo.build();
            assert_eq!(repo.difference_to_clean(&repo.options()), None, "{name}, step {step}: {what}");
            if rng.usize(..12) == 0 {
                files.clone_from(&original);
                "revert everything".clone_into(&mut what);
            } else {
                what = change(&mut rng, &mut files);
            }
        }
    }
}
