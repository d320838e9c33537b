//! The repository's own text files.

use std::io;
use std::path::Path;

use crate::Finding;

/// Where our own text lives; fixtures and stored pieces are data.
const FOLDERS: &[&str] = &["src", "xtask", "tests", "examples", "docs", "contracts", ".github", ".ci", ".cargo"];
/// Folders that hold what was built or is data, at any depth.
const SKIPPED: &[&str] = &["target", "fixtures", "pieces", "snapshots", ".smalti"];
/// What is text.
const EXTENSIONS: &[&str] = &["rs", "md", "toml", "scm", "yml", "yaml", "json"];

/// One text file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct File {
    /// Relative to the repository, `/`-separated.
    pub path: String,
    pub text: String,
}

impl File {
    /// Whether it is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, extension)| extension == "rs")
    }

    /// Whether the whole file is built for tests alone: `tests.rs`, `module_tests.rs`, `tests_of_x.rs`, or below a folder `tests`.
    pub fn is_test(&self) -> bool {
        let mut segments = self.path.split('/');
        let stem = segments.next_back().and_then(|name| name.strip_suffix(".rs")).unwrap_or_default();
        stem == "tests" || stem.ends_with("_tests") || stem.starts_with("tests_") || segments.any(|segment| segment == "tests")
    }
}

/// Every text file, by path.
///
/// # Errors
/// What the disk refused.
pub fn files(root: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for name in names(root)? {
        let path = root.join(&name);
        if path.is_file() {
            take(&path, name, &mut files)?;
        } else if FOLDERS.contains(&name.as_str()) {
            collect(&path, &name, &mut files)?;
        }
    }
    files.sort();
    Ok(files)
}

/// The text of one file among these.
///
/// # Errors
/// A finding where it is not among them.
pub fn source<'a>(files: &'a [File], path: &str) -> Result<&'a str, Finding> {
    files.iter().find(|file| file.path == path).map(|file| file.text.as_str()).ok_or_else(|| Finding::new(path, 0, "is not there"))
}

/// The names in a folder, sorted; empty when there is no such folder.
///
/// # Errors
/// What the disk refused.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> io::Result<()> {
    for name in names(folder)? {
        let (path, relative) = (folder.join(&name), format!("{prefix}/{name}"));
        if path.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                collect(&path, &relative, files)?;
            }
        } else {
            take(&path, relative, files)?;
        }
    }
    Ok(())
}

fn take(path: &Path, relative: String, files: &mut Vec<File>) -> io::Result<()> {
    if relative.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension)) {
        files.push(File { text: std::fs::read_to_string(path)?, path: relative });
    }
    Ok(())
}
