//! What the fit says: metrics, what holds on a repository that was left out, what each signal is worth.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use smalti::base::score::percent;
use smalti::eval::locate::{METRICS, means};
use smalti::retrieve::features::{CHUNK, FILE, Weights};
use smalti::retrieve::fitted as standing;

use crate::data::{self, Asked, Repository, Sample};
use crate::goals;

/// How often files are fitted, and chunks one round later: the signal of the folder, and which chunks are looked at, follow from the weights before.
const ROUNDS: usize = 2;

/// Metrics of one task.
pub type Measured = [Option<u64>; METRICS.len()];

/// Measures what stands, then fits, then measures what came of it.
///
/// # Errors
/// When an index cannot be read or the table cannot be written.
pub fn whole(repositories: &[Repository], asked: &[Asked<'_>], samples: &mut [Sample<'_>], words: &[String]) -> io::Result<String> {
    let has = |word: &str| words.iter().any(|it| it == word);
    let mut text = String::new();
    data::fill(samples, asked, &standing::WEIGHTS)?;
    text += &table("as it stands", &measured(samples, asked, &standing::WEIGHTS)?);
    if has("--misses") {
        text += &misses(repositories, asked, samples)?;
    }
    if has("--loo") {
        let folds = left_out(repositories, asked, samples)?;
        for (at, repository) in repositories.iter().enumerate() {
            text += &table(&format!("{} left out", repository.name), &of_fold(&folds, at));
        }
        text += &table("left out", &folds);
        data::fill(samples, asked, &standing::WEIGHTS)?;
    }
    if !has("--fit") {
        return Ok(text);
    }
    let weights = fitted(samples, asked, words)?;
    text += &format!("\nfile {:?}\nchunk {:?}\n", weights.file, weights.chunk);
    text += &table("fitted", &measured(samples, asked, &weights)?);
    if has("--drop") {
        text += &drops(samples, asked, &weights)?;
    }
    Ok(text)
}

/// Weights that are fitted to everything, written to the file of `--write=`.
///
/// # Errors
/// When an index cannot be read or the table cannot be written.
pub fn fitted(samples: &mut [Sample<'_>], asked: &[Asked<'_>], words: &[String]) -> io::Result<Weights> {
    let weights = fit(samples, asked, None)?;
    if let Some(path) = words.iter().find_map(|word| word.strip_prefix("--write=")) {
        std::fs::write(path, rust(&weights))?;
    }
    Ok(weights)
}

/// Weights of files and then of chunks, without the tasks of one repository. The rows of chunks are those of the weights of files.
fn fit(samples: &mut [Sample<'_>], asked: &[Asked<'_>], left_out: Option<usize>) -> io::Result<Weights> {
    let mut weights = Weights { file: goals::FILE_START, chunk: goals::CHUNK_START };
    for round in 0..=ROUNDS {
        data::fill(samples, asked, &weights)?;
        if round < ROUNDS {
            weights.file = goals::fit_files(samples, left_out);
        }
        if round > 0 {
            weights.chunk = goals::fit_chunks(samples, asked, left_out);
        }
    }
    data::fill(samples, asked, &weights)?;
    Ok(weights)
}

/// What holds on each repository when the weights were fitted to the others, in the order of the samples.
///
/// # Errors
/// When an index cannot be read.
pub fn left_out<'a>(repositories: &[Repository], asked: &[Asked<'_>], samples: &mut [Sample<'a>]) -> io::Result<Vec<(usize, &'a str, Measured)>> {
    let mut all = Vec::new();
    for at in 0..repositories.len() {
        let weights = fit(samples, asked, Some(at))?;
        all.extend(of_fold(&measured(samples, asked, &weights)?, at));
    }
    Ok(all)
}

fn of_fold<'a>(measured: &[(usize, &'a str, Measured)], at: usize) -> Vec<(usize, &'a str, Measured)> {
    measured.iter().filter(|it| it.0 == at).copied().collect()
}

/// The repository, the set and the metrics of every task.
fn measured<'a>(samples: &[Sample<'a>], asked: &[Asked<'_>], weights: &Weights) -> io::Result<Vec<(usize, &'a str, Measured)>> {
    samples.par_iter().map(|sample| Ok((sample.repository, sample.set, sample.measure(asked, weights)?))).collect()
}

/// Means by set.
fn table(title: &str, measured: &[(usize, &str, Measured)]) -> String {
    let mut text = format!("\n{title}\n{:6}", "");
    METRICS.iter().for_each(|name| write!(text, " {name:>12}").unwrap_or_default());
    let mut sets: Vec<&str> = measured.iter().map(|it| it.1).collect();
    sets.sort_unstable();
    sets.dedup();
    for set in sets {
        write!(text, "\n{set:6}").unwrap_or_default();
        for mean in means(measured.iter().filter(|it| it.1 == set).map(|it| &it.2)) {
            match mean {
                Some(mean) => write!(text, " {:>12}", percent(mean)),
                None => write!(text, " {:>12}", "-"),
            }
            .unwrap_or_default();
        }
    }
    text + "\n"
}

/// What is lost where a weight is zero and all others stay.
fn drops(samples: &[Sample<'_>], asked: &[Asked<'_>], weights: &Weights) -> io::Result<String> {
    let mut text = String::new();
    for (at, signal) in FILE.iter().enumerate() {
        let mut less = weights.clone();
        less.file[at] = 0;
        text += &table(&format!("files without {signal} ({})", weights.file[at]), &measured(samples, asked, &less)?);
    }
    for (at, signal) in CHUNK.iter().enumerate() {
        let mut less = weights.clone();
        less.chunk[at] = 0;
        text += &table(&format!("chunks without {signal} ({})", weights.chunk[at]), &measured(samples, asked, &less)?);
    }
    Ok(text)
}

/// Look-ups of names whose file is not the first.
fn misses(repositories: &[Repository], asked: &[Asked<'_>], samples: &[Sample<'_>]) -> io::Result<String> {
    let mut text = String::new();
    for sample in samples.iter().filter(|it| matches!(it.set, "name" | "words")) {
        if sample.measure(asked, &standing::WEIGHTS)?[0] == Some(0) {
            let index = &repositories[sample.repository].index;
            let first: Vec<&str> = sample.ranked_files(&standing::WEIGHTS.file).iter().take(3).map(|file| index.path(*file)).collect();
            writeln!(text, "{} {} `{}` in {:?}, answered {first:?}", sample.set, sample.task.id, sample.task.query, sample.task.files)
                .unwrap_or_default();
        }
    }
    Ok(text)
}

/// The table as the program reads it.
fn rust(weights: &Weights) -> String {
    format!(
        "//! Weights of signals, written by `cargo xtask fit`. Do not edit.\n\nuse super::features::Weights;\n\n/// In the order of `features::FILE` and \
         `features::CHUNK`.\npub const WEIGHTS: Weights = Weights {{\n    file: {:?},\n    chunk: {:?},\n}};\n",
        weights.file, weights.chunk
    )
}

/// Prints what was found. A reader that closed the pipe has seen enough.
pub fn print(text: &str) -> ExitCode {
    let written = io::stdout().write_all(text.as_bytes());
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says why there is nothing.
pub fn fail(cause: &io::Error) -> ExitCode {
    let written = writeln!(io::stderr(), "error: nothing was fitted: {cause}");
    if written.is_ok() { ExitCode::from(1) } else { ExitCode::from(70) }
}
