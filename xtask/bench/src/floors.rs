//! What no index can do without, done as barely as possible: parse, walk and stat, hash.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ignore::{WalkBuilder, WalkState};
use rayon::prelude::*;
use smalti::languages::{self, Language};
use smalti::pipeline::detect;
use tree_sitter::Parser;

use crate::program;

/// CPU seconds of each floor, and how much it handled.
pub struct Floors {
    pub parse: f64,
    pub walk_stat: f64,
    pub hash: f64,
    pub files: u64,
    pub bytes: u64,
    /// Files and bytes that a build parses.
    pub parsed_files: u64,
    pub parsed_bytes: u64,
}

/// Measures all floors of a tree. Short ones are repeated, and the mean counts.
///
/// # Errors
/// What the disk refuses.
pub fn measure(root: &Path, rounds: u32) -> io::Result<Floors> {
    let paths = walk(root);
    let (walk_stat, _) = timed(rounds, || walk(root).len())?;
    let (hash, bytes) = timed(1, || hash(&paths))?;
    let texts = parsed_texts(root, &paths);
    let (parse, ()) = timed(1, || parse(&texts))?;
    Ok(Floors {
        parse,
        walk_stat,
        hash,
        files: paths.len() as u64,
        bytes,
        parsed_files: texts.len() as u64,
        parsed_bytes: texts.iter().map(|(_, text)| text.len() as u64).sum(),
    })
}

fn timed<T>(rounds: u32, work: impl Fn() -> T) -> io::Result<(f64, T)> {
    let before = program::own_seconds()?;
    for _ in 1..rounds {
        work();
    }
    let result = work();
    Ok(((program::own_seconds()? - before) / f64::from(rounds), result))
}

/// Every file by the ignore rules of a build, each looked at.
fn walk(root: &Path) -> Vec<PathBuf> {
    let found: Mutex<Vec<PathBuf>> = Mutex::default();
    let mut builder = WalkBuilder::new(root);
    builder.hidden(false).parents(false).git_global(false).git_exclude(false).require_git(false).threads(rayon::current_num_threads());
    builder.build_parallel().run(|| {
        Box::new(|entry| {
            if let Ok(entry) = entry
                && entry.file_type().is_some_and(|kind| kind.is_file())
                && entry.metadata().is_ok()
            {
                found.lock().unwrap_or_else(PoisonError::into_inner).push(entry.into_path());
            }
            WalkState::Continue
        })
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Reads and hashes every file; returns the bytes.
fn hash(paths: &[PathBuf]) -> u64 {
    let one = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap_or_default();
        std::hint::black_box(blake3::hash(&bytes));
        bytes.len() as u64
    };
    paths.par_iter().map(one).sum()
}

/// The texts that a build parses.
fn parsed_texts(root: &Path, paths: &[PathBuf]) -> Vec<(&'static Language, String)> {
    let one = |path: &PathBuf| {
        let relative = path.strip_prefix(root).ok()?.to_str()?;
        let (record, text) = detect::record(relative, std::fs::read(path).ok()?, Vec::new(), false);
        let language = languages::find(record.language.as_deref()?).filter(|language| language.grammar.is_some())?;
        Some((language, text?))
    };
    paths.par_iter().filter_map(one).collect()
}

/// Parses every text with one parser a thread, and drops the tree.
fn parse(texts: &[(&'static Language, String)]) {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    }
    texts.par_iter().for_each(|(language, text)| {
        PARSER.with_borrow_mut(|parser| {
            if let Some(grammar) = language.grammar
                && parser.set_language(&grammar()).is_ok()
            {
                std::hint::black_box(parser.parse(text, None));
            }
        });
    });
}
