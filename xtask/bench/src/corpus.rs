//! A corpus of real code that every machine with the dependencies has: crate sources of cargo's registry.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::{Edit, Tree};

/// Copies crates into `folder` until `limit` bytes are reached: the choice depends on the names of the crates that are there, nothing else.
///
/// # Errors
/// When there is no registry, or the disk refuses.
pub fn assemble(folder: &Path, limit: u64) -> io::Result<Tree> {
    let mut crates = Vec::new();
    for index in folders(&registry()?)? {
        crates.extend(folders(&index)?);
    }
    // By digest, so that a limit takes crates of all kinds instead of those at the front of the alphabet.
    crates.sort_by_key(|path| *blake3::hash(name(path).as_bytes()).as_bytes());
    crates.dedup_by_key(|path| name(path));
    let mut taken = Vec::new();
    let mut bytes = 0;
    for path in crates {
        let size = size_of(&path)?;
        if bytes + size <= limit {
            bytes += size;
            taken.push(path);
        }
    }
    let root = folder.join("tree");
    let mut names: Vec<String> = taken.iter().map(|path| name(path)).collect();
    names.sort();
    let digest = blake3::hash(names.join("\n").as_bytes()).to_hex();
    let stamp = folder.join("stamp");
    if std::fs::read_to_string(&stamp).ok().as_deref() != Some(digest.as_str()) {
        for old in [&root, &stamp].into_iter().filter(|old| old.exists()) {
            if old.is_dir() { std::fs::remove_dir_all(old)? } else { std::fs::remove_file(old)? }
        }
        for path in &taken {
            copy(path, &root.join(name(path)))?;
        }
        std::fs::write(&stamp, digest.as_str())?;
    }
    let edited = edited(&root)?;
    Ok(Tree { root, source: json!({ "crates": names.len(), "names_blake3": digest.as_str() }), edited, edit })
}

fn registry() -> io::Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    home.map(|home| home.join("registry/src")).ok_or_else(|| io::Error::other("neither CARGO_HOME nor HOME is set"))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn folders(path: &Path) -> io::Result<Vec<PathBuf>> {
    Ok(entries(path)?.into_iter().filter(|path| path.is_dir()).collect())
}

fn entries(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

fn size_of(path: &Path) -> io::Result<u64> {
    if path.is_dir() { entries(path)?.iter().map(|entry| size_of(entry)).sum() } else { Ok(path.symlink_metadata()?.len()) }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        std::fs::create_dir_all(to)?;
        for entry in entries(from)? {
            copy(&entry, &to.join(name(&entry)))?;
        }
    } else {
        std::fs::write(to, std::fs::read(from)?)?;
    }
    Ok(())
}

/// The file to edit: the largest root module below half a megabyte, which other modules of its crate use.
fn edited(root: &Path) -> io::Result<PathBuf> {
    let mut candidates = Vec::new();
    for folder in folders(root)? {
        let path = folder.join("src/lib.rs");
        let size = path.metadata().map_or(0, |it| it.len());
        if size < 512 << 10 && std::fs::read_to_string(&path).is_ok_and(|text| target(&text).is_some()) {
            candidates.push((size, path));
        }
    }
    candidates.sort();
    candidates.pop().map(|(_, path)| path).ok_or_else(|| io::Error::other("no crate of the corpus has a function to edit"))
}

/// Where the name of the first public function ends, and where its body starts.
fn target(text: &str) -> Option<(usize, usize)> {
    let start = text.find("\npub fn ")? + "\npub fn ".len();
    let end = start + text[start..].find(|character: char| !character.is_alphanumeric() && character != '_')?;
    let body = end + text[end..].find("{\n")? + 2;
    Some((end, body))
}

fn edit(text: &str, edit: Edit, number: u32) -> String {
    let Some((name, body)) = target(text) else { return text.to_owned() };
    let (at, added) = match edit {
        Edit::Body => (body, format!("    let _edit = {number};\n")),
        Edit::Name => (name, format!("_{number}")),
    };
    format!("{}{added}{}", &text[..at], &text[at..])
}
