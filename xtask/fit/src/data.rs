//! The repositories of a data set, opened, and the rows of signals of every task.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use smalti::base::span::Lines;
use smalti::eval::ground::Ground;
use smalti::eval::locate::{Answer, Gold, METRICS};
use smalti::eval::task::{self, Task};
use smalti::host::disk::DiskHost;
use smalti::manifest::layout::Layout;
use smalti::reader::ids::{ChunkId, FileId};
use smalti::reader::index::Index;
use smalti::retrieve::features::{CHUNK, FILE, Row, Weights};
use smalti::retrieve::order;
use smalti::retrieve::query::Query;
use smalti::retrieve::seeds::Retriever;

/// Chunks of a task that are kept, by the weights that the fit starts from.
const MAX_CHUNKS: usize = 500;
/// Chunks that are packed.
const MAX_PACKED: usize = 160;

/// One repository with its tasks.
pub struct Repository {
    pub name: String,
    pub index: Index,
    /// Name of a set and its tasks.
    pub sets: Vec<(String, Vec<Task>)>,
}

/// A repository, ready to be asked.
pub struct Asked<'a> {
    pub retriever: Retriever<'a>,
    pub ground: Ground<'a>,
}

/// One task with its rows.
pub struct Sample<'a> {
    pub repository: usize,
    pub set: &'a str,
    pub task: &'a Task,
    pub query: Query,
    pub gold: Gold,
    pub files: Vec<Row<{ FILE.len() }>>,
    pub chunks: Vec<Row<{ CHUNK.len() }>>,
}

/// Opens every folder of `folder`: `root/` is an index root, each `NAME.jsonl` a set of tasks.
///
/// # Errors
/// When something cannot be read.
pub fn open(folder: &Path) -> io::Result<Vec<Repository>> {
    let mut folders: Vec<_> = std::fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
    folders.sort();
    folders.iter().filter(|path| path.join("root").is_dir()).map(|path| repository(path)).collect()
}

fn repository(path: &Path) -> io::Result<Repository> {
    let index = Index::open(Arc::new(DiskHost::volatile()), &Layout::new(&path.join("root"))).map_err(io::Error::other)?;
    let mut sets = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(path)?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "jsonl")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sets.push((name, task::parse(&std::fs::read_to_string(file)?).map_err(io::Error::other)?));
    }
    Ok(Repository { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), index, sets })
}

/// Reads what asking needs.
///
/// # Errors
/// When an index cannot be read or has no text.
pub fn asked(repository: &Repository) -> io::Result<Asked<'_>> {
    let retriever = Retriever::new(&repository.index).map_err(io::Error::other)?;
    let ground = Ground::new(&repository.index).map_err(io::Error::other)?;
    Ok(Asked { retriever, ground: ground.ok_or_else(|| io::Error::other("an index without text cannot be measured"))? })
}

/// Every task, without rows.
///
/// # Errors
/// When a query cannot be asked.
pub fn samples<'a>(repositories: &'a [Repository], asked: &[Asked<'a>]) -> io::Result<Vec<Sample<'a>>> {
    let mut all = Vec::new();
    for (at, repository) in repositories.iter().enumerate() {
        for (set, tasks) in &repository.sets {
            for task in tasks {
                let query = Query::parse(&task.query).map_err(|cause| io::Error::other(format!("task `{}`: {cause}", task.id)))?;
                let gold = Gold::new(&asked[at].ground, task);
                all.push(Sample { repository: at, set, task, query, gold, files: Vec::new(), chunks: Vec::new() });
            }
        }
    }
    Ok(all)
}

/// Fills in the rows, which depend on weights: those of chunks and the signal of the folder on the scores of files.
///
/// # Errors
/// When an index cannot be read.
pub fn fill(samples: &mut [Sample<'_>], asked: &[Asked<'_>], weights: &Weights) -> io::Result<()> {
    samples.par_iter_mut().try_for_each(|sample| {
        let retriever = &asked[sample.repository].retriever;
        let evidence = retriever.evidence(&sample.query).map_err(io::Error::other)?;
        sample.files = retriever.file_rows(&evidence, &weights.file);
        let scores: Vec<(u32, u64)> = sample.files.iter().map(|row| (row.id, row.score(&weights.file))).collect();
        let mut rows = retriever.chunk_rows(&evidence, &scores);
        rows.sort_by_key(|row| (std::cmp::Reverse(row.score(&weights.chunk)), row.id));
        rows.truncate(MAX_CHUNKS);
        sample.chunks = rows;
        Ok(())
    })
}

impl Sample<'_> {
    /// The files by score.
    pub fn ranked_files(&self, weights: &[i64; FILE.len()]) -> Vec<FileId> {
        let mut order: Vec<(std::cmp::Reverse<u64>, u32)> = self.files.iter().map(|row| (std::cmp::Reverse(row.score(weights)), row.id)).collect();
        order.sort_unstable();
        order.into_iter().map(|it| FileId(it.1)).collect()
    }

    /// The places in the order of a pack.
    ///
    /// # Errors
    /// When texts cannot be read.
    pub fn places(&self, index: &Index, weights: &[i64; CHUNK.len()]) -> io::Result<Vec<(FileId, Lines)>> {
        let scored: Vec<(ChunkId, u64)> = self.chunks.iter().map(|row| (ChunkId(row.id), row.score(weights))).collect();
        let mut order = order::by_worth(index, &scored);
        order.truncate(MAX_PACKED);
        let lines = order::lines(index, &order, (&BTreeMap::new(), &BTreeMap::new()), &self.query.stems()).map_err(io::Error::other)?;
        Ok(lines.into_iter().map(|(chunk, lines)| (index.file_of(chunk), lines)).collect())
    }

    /// Every metric under weights.
    ///
    /// # Errors
    /// When texts cannot be read.
    pub fn measure(&self, asked: &[Asked<'_>], weights: &Weights) -> io::Result<[Option<u64>; METRICS.len()]> {
        let asked = &asked[self.repository];
        let (files, places) = (self.ranked_files(&weights.file), self.places(asked.ground.index, &weights.chunk)?);
        Ok(self.gold.measure(&asked.ground, &Answer { files: &files, places: &places }))
    }
}
