//! Queries of a data set against one index: CPU milliseconds of warm ones in this process, and of a fresh process against the cheapest verb there is.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use smalti::eval::task::{self, Task};
use smalti::host::disk::DiskHost;
use smalti::manifest::layout::Layout;
use smalti::pack::engine::Packer;
use smalti::pack::excerpt::texts::Texts;
use smalti::pack::request::PackRequest;
use smalti::reader::ids::FileId;
use smalti::reader::index::Index;
use smalti::retrieve::provider::Provider;
use smalti::retrieve::query::Query;
use smalti::retrieve::seeds::{Limits, Retriever};

use crate::program;

/// Queries that a fresh process is started for.
const FRESH: usize = 10;

/// Measures the queries of a data set, each `rounds` times. Milliseconds are means.
///
/// # Errors
/// When the index or the data cannot be read, or the program fails.
pub fn measure(root: &Path, data: &Path, rounds: u32) -> io::Result<Value> {
    let tasks = task::parse(&std::fs::read_to_string(data)?).map_err(io::Error::other)?;
    let index = Index::open(Arc::new(DiskHost::volatile()), &Layout::new(root)).map_err(io::Error::other)?;
    let lines: u64 = (0u32..).take(index.file_count()).filter_map(|file| index.file(FileId(file)).lines).map(u64::from).sum();
    let retriever = Retriever::new(&index).map_err(io::Error::other)?;
    let packer = Packer::new(&index, Texts::of_root(&index));
    let search = |task: &Task| {
        let query = Query::parse(&task.query).map_err(io::Error::other)?;
        let seeds = retriever.seeds(Provider::Sparse, &query, Limits { chunks: 10, files: 10 }).map_err(io::Error::other)?;
        Ok(seeds.chunks.len())
    };
    let pack = |task: &Task| {
        let request = PackRequest { query: task.query.clone(), ..PackRequest::default() };
        Ok(serde_json::to_vec(&packer.pack(&request).map_err(io::Error::other)?)?.len())
    };
    let show: Vec<Vec<&str>> = vec![vec!["index", "show", "files", "--limit", "1"]; FRESH];
    let packs: Vec<Vec<&str>> = tasks.iter().take(FRESH).map(|task| vec!["context-pack", "--json", "--no-ledger", &task.query]).collect();
    let (show, pack_of_fresh) = (fresh(root, &show, rounds)?, fresh(root, &packs, rounds)?);
    Ok(json!({
        "chunks": index.chunk_count(),
        "fresh_pack_ms": rounded(pack_of_fresh),
        "fresh_pack_over_show": rounded(pack_of_fresh / show.max(f64::MIN_POSITIVE)),
        "fresh_show_ms": rounded(show),
        "lines": lines,
        "queries": tasks.len(),
        "warm_pack_ms": rounded(warm(&tasks, rounds, &pack)?),
        "warm_search_ms": rounded(warm(&tasks, rounds, &search)?),
    }))
}

/// Mean CPU milliseconds of a task, in the best of several rounds. The system brings its count up to date now and then, so it is asked but once a round. The
/// first round also reads what is read but once.
fn warm(tasks: &[Task], rounds: u32, answer: &dyn Fn(&Task) -> io::Result<usize>) -> io::Result<f64> {
    let mut least = f64::MAX;
    for _ in 0..=rounds {
        let before = program::thread_seconds()?;
        for task in tasks {
            std::hint::black_box(answer(task)?);
        }
        least = least.min((program::thread_seconds()? - before) * 1000.0);
    }
    Ok(least / f64::from(u32::try_from(tasks.len().max(1)).unwrap_or(u32::MAX)))
}

/// Mean CPU milliseconds of a process. The system counts them exactly and tells them in hundredths of seconds, so it is asked but once for all.
fn fresh(root: &Path, calls: &[Vec<&str>], rounds: u32) -> io::Result<f64> {
    let before = program::children_seconds()?;
    for _ in 0..rounds {
        calls.iter().try_for_each(|words| program::read(root, words))?;
    }
    let runs = f64::from(rounds) * f64::from(u32::try_from(calls.len()).unwrap_or(u32::MAX));
    Ok((program::children_seconds()? - before) * 1000.0 / runs.max(1.0))
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
