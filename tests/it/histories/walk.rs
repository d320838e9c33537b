//! Random histories: one repository, changed step by step, built incrementally and from nothing after each.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fastrand::Rng;
use smalti::base::progress::Silent;
use smalti::pipeline::options::BuildOptions;
use smalti::pipeline::session::Session;

use super::compiler;
use super::sources::{SLOTS, text};
use crate::support::{Repo, build, host};

/// How the incremental side builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A new session for each build, as the command does.
    Fresh,
    /// One session for all builds, as a watcher does.
    LongLived,
}

pub struct History {
    repo: Repo,
    rng: Rng,
    mode: Mode,
    session: Option<Session>,
    /// Contents by path.
    files: BTreeMap<String, Vec<u8>>,
    /// An earlier state to go back to.
    earlier: BTreeMap<String, Vec<u8>>,
    jobs: usize,
    /// A compiler is asked.
    compiled: bool,
    /// Every text is read by this model.
    model: Option<PathBuf>,
}

impl History {
    pub fn new(seed: u64, mode: Mode) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut files = BTreeMap::new();
        for (kind, paths) in SLOTS {
            for path in *paths {
                files.insert((*path).to_owned(), text(kind, &mut rng).into_bytes());
            }
        }
        let history = Self {
            repo: Repo::new(),
            rng,
            mode,
            session: None,
            earlier: files.clone(),
            files: BTreeMap::new(),
            jobs: 2,
            compiled: mode == Mode::LongLived,
            model: None,
        };
        let mut history = Self { files, ..history };
        history.write_all(&BTreeMap::new());
        compiler::falls_silent(&history.said());
        history.build();
        history
    }

    /// The same with vectors of every chunk.
    #[cfg(feature = "embed")]
    pub fn with_model(seed: u64, mode: Mode) -> Self {
        let mut history = Self::new(seed, mode);
        let folder = history.repo.beside("model");
        crate::tiny_model::TinyModel::new(seed).write(&folder);
        history.model = Some(folder);
        history.session = None;
        history.build();
        history
    }

    /// Makes one random change, builds, and says what it was.
    pub fn step(&mut self) -> String {
        let before = self.files.clone();
        let what = self.change();
        self.write_all(&before);
        self.build();
        what
    }

    /// The first difference to a clean build of the present state.
    pub fn difference(&self) -> Option<String> {
        self.repo.difference_to_clean(&self.options())
    }

    fn out(&self) -> PathBuf {
        self.repo.index_root()
    }

    /// What a compiler says.
    fn said(&self) -> PathBuf {
        self.repo.beside("said.scip")
    }

    fn options(&self) -> BuildOptions {
        // Many buckets: the query graph's own idea of what is stale is then as fine as the driver's.
        let buckets = if self.mode == Mode::LongLived { 1 << 12 } else { 16 };
        let scip = if self.compiled { vec![self.said()] } else { Vec::new() };
        BuildOptions { jobs: self.jobs, buckets, scip, model: self.model.clone(), ..self.repo.options() }
    }

    fn build(&mut self) {
        match self.mode {
            Mode::Fresh => {
                let summary = build(&self.options()).unwrap();
                assert_eq!(summary.work.files_dirty, summary.work.edges_executed, "driver and query graph disagree");
            }
            Mode::LongLived => {
                let options = self.options();
                let session = self.session.get_or_insert_with(|| Session::open(host(), options).unwrap());
                let summary = session.build(&Silent).unwrap();
                assert_eq!(summary.work.files_dirty, summary.work.edges_executed, "driver and query graph disagree");
            }
        }
    }

    fn pick_path(&mut self) -> String {
        // What is no configuration any more would end the history.
        let paths: Vec<&String> = self.files.keys().filter(|path| *path != smalti::pipeline::config::FILE).collect();
        paths[self.rng.usize(..paths.len())].clone()
    }

    fn change(&mut self) -> String {
        let path = self.pick_path();
        match self.rng.usize(..23) {
            0..=3 => {
                let text = self.fresh_text(&path);
                self.files.insert(path.clone(), text);
                format!("rewrite {path}")
            }
            4 => {
                self.edit_line(&path);
                format!("edit a line of {path}")
            }
            5 => {
                let mut text = b"// a comment\n\n".to_vec();
                text.extend_from_slice(&self.files[&path]);
                self.files.insert(path.clone(), text);
                format!("comment above {path}")
            }
            6 if self.files.len() > 4 => {
                self.files.remove(&path);
                format!("delete {path}")
            }
            7 | 8 => {
                let (kind, paths) = SLOTS[self.rng.usize(..SLOTS.len())];
                let path = paths[self.rng.usize(..paths.len())].to_owned();
                let text = text(kind, &mut self.rng).into_bytes();
                self.files.insert(path.clone(), text);
                format!("add {path}")
            }
            9 => self.swap(&path),
            10 => self.rename(&path),
            11 => self.move_folder(),
            12 => {
                std::mem::swap(&mut self.files, &mut self.earlier);
                "revert to an earlier state".to_owned()
            }
            13 => {
                self.earlier = self.files.clone();
                self.touch(&path);
                format!("touch {path}")
            }
            14 => self.corrupt_cache(),
            15 => {
                self.jobs = 1 + self.rng.usize(..4);
                format!("{} jobs", self.jobs)
            }
            16 => self.configure(),
            17 => self.type_cycle(),
            18 | 19 => self.compile(),
            20 | 21 => self.behead(&path),
            _ => self.forget_compiler(),
        }
    }

    /// Writes, changes or removes the repository's own configuration.
    fn configure(&mut self) -> String {
        const GLOBS: &[&str] = &["py", "*.rs", "go/**", "ts/src", "c", "*.md"];
        let mut text = "[index]\n".to_owned();
        let glob = |rng: &mut Rng| GLOBS[rng.usize(..GLOBS.len())];
        match self.rng.usize(..8) {
            0 => {
                self.files.remove(smalti::pipeline::config::FILE);
                return "no configuration".to_owned();
            }
            1 => text += &format!("include = [\"{}\", \"{}\"]\n", glob(&mut self.rng), glob(&mut self.rng)),
            2 => text += "text = false\n",
            3 => text += "history = false\n",
            4 | 5 => text += &format!("exclude = [\"{}\"]\n", glob(&mut self.rng)),
            _ => {}
        }
        text += &self.packs();
        let what = format!("configure {text:?}");
        self.files.insert(smalti::pipeline::config::FILE.to_owned(), text.into_bytes());
        what
    }

    /// Requests for packs, of which some may be for a file that is not there.
    fn packs(&mut self) -> String {
        const QUERIES: &[&str] = &["query = \"f0\"", "query = \"C1 g0\"\nintent = \"impact\"", "focus = { fileRelPath = \"py/p/a.py\" }"];
        let mut text = String::new();
        // A build with packs takes several times as long.
        for name in 0..self.rng.usize(..6).saturating_sub(3) {
            text += &format!("[[pack]]\nname = \"{name}\"\n{}\nbudgets = {{ maxItems = 4 }}\n", QUERIES[self.rng.usize(..QUERIES.len())]);
        }
        text
    }

    fn fresh_text(&mut self, path: &str) -> Vec<u8> {
        let kind = SLOTS.iter().find(|(_, paths)| paths.contains(&path)).map_or("prose", |(kind, _)| kind);
        text(kind, &mut self.rng).into_bytes()
    }

    fn edit_line(&mut self, path: &str) {
        let text = String::from_utf8_lossy(&self.files[path]).into_owned();
        let mut lines: Vec<&str> = text.lines().collect();
        if !lines.is_empty() {
            let index = self.rng.usize(..lines.len());
            if self.rng.bool() {
                lines.remove(index);
            } else {
                let line = lines[index];
                lines.insert(index, line);
            }
        }
        self.files.insert(path.to_owned(), (lines.join("\n") + "\n").into_bytes());
    }

    /// Gives a file the first line of another text of its kind, where namespaces and packages are named, and leaves all else.
    fn behead(&mut self, path: &str) -> String {
        let fresh = self.fresh_text(path);
        let head = fresh.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        let old = &self.files[path];
        let rest = old.iter().position(|byte| *byte == b'\n').map_or(&[][..], |end| &old[end + 1..]);
        let text = [head, rest].concat();
        self.files.insert(path.to_owned(), text);
        format!("another first line of {path}")
    }

    fn swap(&mut self, path: &str) -> String {
        let other = self.pick_path();
        let (lhs, rhs) = (self.files[path].clone(), self.files[&other].clone());
        self.files.insert(path.to_owned(), rhs);
        self.files.insert(other.clone(), lhs);
        format!("swap {path} and {other}")
    }

    fn rename(&mut self, path: &str) -> String {
        let all: Vec<&str> = SLOTS.iter().flat_map(|(_, paths)| paths.iter().copied()).collect();
        let target = all[self.rng.usize(..all.len())].to_owned();
        if let Some(text) = self.files.remove(path) {
            self.files.insert(target.clone(), text);
        }
        format!("rename {path} to {target}")
    }

    fn move_folder(&mut self) -> String {
        let (from, to) =
            [("ra/src/", "rb/src/"), ("py/p/sub/", "py/p/"), ("go/a/", "go/b/"), ("ts/src/", "ts/lib/"), ("c/include/", "c/")][self.rng.usize(..5)];
        let (from, to) = if self.rng.bool() { (from, to) } else { (to, from) };
        let moved: Vec<String> = self.files.keys().filter(|path| path.starts_with(from) && !path[from.len()..].contains('/')).cloned().collect();
        for path in moved {
            if let Some(text) = self.files.remove(&path) {
                self.files.insert(format!("{to}{}", &path[from.len()..]), text);
            }
        }
        format!("move {from} to {to}")
    }

    fn touch(&self, path: &str) {
        let full = self.repo.root().join(path);
        if let Ok(text) = std::fs::read(&full) {
            std::fs::write(full, text).unwrap();
        }
    }

    /// Truncates, flips or deletes one file of the cache.
    fn corrupt_cache(&mut self) -> String {
        let names = ["stats.bin", "links.bin", "links.changes.bin", "shards.idx", "shards.pack"];
        let path = self.out().join("cache").join(names[self.rng.usize(..names.len())]);
        let Ok(mut bytes) = std::fs::read(&path) else { return "nothing".to_owned() };
        let how = self.rng.usize(..3);
        match how {
            0 => std::fs::remove_file(&path).unwrap(),
            1 => {
                bytes.truncate(bytes.len() / 2);
                std::fs::write(&path, bytes).unwrap();
            }
            _ if !bytes.is_empty() => {
                let at = self.rng.usize(..bytes.len());
                bytes[at] ^= 1 << self.rng.usize(..8);
                std::fs::write(&path, bytes).unwrap();
            }
            _ => {}
        }
        // A session that lives on does not look at these files again until it writes them.
        format!("corrupt {} ({how})", path.file_name().unwrap().to_string_lossy())
    }

    /// `f` returns `g()`, `g` returns `h()`, `h` returns `f()`: across three files, made or broken.
    fn type_cycle(&mut self) -> String {
        let made = self.rng.bool();
        let last =
            if made { "from p.a import f0\ndef f2():\n    return f0()\n" } else { "class C0:\n    def g0(self): pass\ndef f2():\n    return C0()\n" };
        let file =
            |next: &str, own: usize, other: usize| format!("from p.{next} import f{other}\ndef f{own}():\n    return f{other}()\nf{own}().g0()\n");
        self.files.insert("py/p/a.py".to_owned(), file("b", 0, 1).into_bytes());
        self.files.insert("py/p/b.py".to_owned(), file("c", 1, 2).into_bytes());
        self.files.insert("py/p/c.py".to_owned(), format!("{last}f2().g0()\n").into_bytes());
        if made { "make a cycle of types".to_owned() } else { "break the cycle of types".to_owned() }
    }

    /// A compiler says something of the files as they stand, most of it true.
    fn compile(&mut self) -> String {
        self.compiled = true;
        compiler::speaks(&self.out(), &self.repo.root(), &self.said(), &mut self.rng)
    }

    /// A session that lives on keeps its options, so there the compiler says nothing; a new one is not given its file.
    fn forget_compiler(&mut self) -> String {
        if self.mode == Mode::LongLived || self.rng.bool() {
            compiler::falls_silent(&self.said());
            return "the compiler falls silent".to_owned();
        }
        self.compiled = !self.compiled;
        format!("a compiler is asked: {}", self.compiled)
    }

    fn write_all(&mut self, before: &BTreeMap<String, Vec<u8>>) {
        for path in before.keys().filter(|path| !self.files.contains_key(*path)) {
            self.repo.remove(path);
        }
        for (path, text) in &self.files {
            if before.get(path) != Some(text) {
                self.repo.write(path, text);
            }
        }
    }
}
