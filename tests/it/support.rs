//! Repositories and builds for tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use smalti::artifacts::ARTIFACTS;
use smalti::base::progress::Silent;
use smalti::commands::declared_packs::MAKER;
use smalti::host::Host;
use smalti::host::disk::DiskHost;
use smalti::manifest::layout::Layout;
use smalti::manifest::{pieces, reading};
use smalti::pipeline::error::BuildError;
use smalti::pipeline::options::BuildOptions;
use smalti::pipeline::session::Session;
use smalti::pipeline::summary::Summary;
use smalti::reader::index::Index;

/// A throw-away repository.
pub struct Repo {
    folder: tempfile::TempDir,
}

impl Repo {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A repository of these files.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let repo = Self::new();
        files.iter().for_each(|(path, text)| repo.write(path, text));
        repo
    }

    /// The same with its index.
    pub fn built(files: &[(&str, &str)]) -> Self {
        let repo = Self::of(files);
        repo.build();
        repo
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("repo")
    }

    /// The folder in which the repository stands as `repo`.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// A folder beside the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.root().join(path)).unwrap();
    }

    pub fn options(&self) -> BuildOptions {
        BuildOptions { jobs: 2, pack_maker: Some(MAKER), ..BuildOptions::new(self.root()) }
    }

    /// Builds in a fresh session.
    pub fn build(&self) -> Summary {
        build(&self.options()).unwrap()
    }

    /// Where its index is if nobody says otherwise.
    pub fn index_root(&self) -> PathBuf {
        self.root().join(".smalti")
    }

    pub fn layout(&self) -> Layout {
        Layout::new(&self.index_root())
    }

    pub fn open(&self) -> Index {
        Index::open(host(), &self.layout()).unwrap()
    }

    /// [`index_text`] of its index.
    pub fn index_text(&self) -> BTreeMap<String, String> {
        index_text(&self.index_root())
    }

    /// The rows of an artifact.
    pub fn rows(&self, artifact: &str) -> Vec<Value> {
        self.index_text()[artifact].lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The first difference between the index of these options and one that is built from nothing.
    pub fn difference_to_clean(&self, options: &BuildOptions) -> Option<String> {
        let clean = self.beside("clean");
        let _ = std::fs::remove_dir_all(&clean);
        build(&BuildOptions { out: clean.clone(), jobs: 1, ..options.clone() }).unwrap();
        difference(&options.out, &clean)
    }

    /// Checks the law: the index is, byte for byte, what a build from nothing gives.
    #[track_caller]
    pub fn check_clean(&self) {
        assert_eq!(self.difference_to_clean(&self.options()), None);
    }
}

/// A host whose writes are left to the system.
pub fn host() -> Arc<dyn Host> {
    Arc::new(DiskHost::volatile())
}

/// One build in a fresh session; a damaged index is built anew, as the command does.
pub fn build(options: &BuildOptions) -> Result<Summary, BuildError> {
    build_on(host(), options)
}

/// The same on a host of the test's.
pub fn build_on(host: Arc<dyn Host>, options: &BuildOptions) -> Result<Summary, BuildError> {
    let mut session = Session::open(Arc::clone(&host), options.clone())?;
    match session.build(&Silent) {
        Err(cause) if smalti::pipeline::build::is_damage(&cause) => Session::open_anew(host, options.clone(), &cause.to_string())?.build(&Silent),
        result => result,
    }
}

/// Everything that is signed, as text by name: each artifact's rows, and the manifest.
pub fn index_text(root: &Path) -> BTreeMap<String, String> {
    let host = DiskHost::volatile();
    let layout = Layout::new(root);
    let opened = reading::open(&host, &layout).unwrap();
    let mut text = BTreeMap::new();
    for (artifact, stream) in ARTIFACTS.iter().zip(&opened.streams) {
        let mut rows = String::new();
        for piece in stream.pieces() {
            rows.push_str(&String::from_utf8(pieces::read_piece(&host, &layout, artifact.name, piece).unwrap()).unwrap());
        }
        text.insert(artifact.name.to_owned(), rows);
    }
    text.insert("manifest".to_owned(), String::from_utf8(opened.manifest.to_bytes()).unwrap());
    text
}

/// All files below a folder with their bytes, by their paths from there.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![(folder.to_owned(), String::new())]);
    while let Some((folder, prefix)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            } else {
                files.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

/// Fails unless a value fits a schema.
#[track_caller]
pub fn check_fits(what: &str, schema: &schemars::Schema, value: &Value) {
    if let Some(error) = jsonschema::validator_for(schema.as_value()).unwrap().iter_errors(value).next() {
        panic!("{what}: {error}: {value:#}");
    }
}

/// The first row in which two indexes differ.
pub fn difference(lhs: &Path, rhs: &Path) -> Option<String> {
    let (lhs, rhs) = (index_text(lhs), index_text(rhs));
    for (name, mine) in &lhs {
        let theirs = &rhs[name];
        if mine != theirs {
            let row = mine.lines().zip(theirs.lines()).find(|(mine, theirs)| mine != theirs);
            let counts = (mine.lines().count(), theirs.lines().count());
            return Some(format!("{name} {counts:?}: {row:#?}"));
        }
    }
    None
}
