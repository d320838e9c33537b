//! What is maximized: whole hits at the ranks that count, and reciprocal ranks, so that near misses pull too.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use smalti::eval::locate::ONE;
use smalti::retrieve::features::{CHUNK, FILE, Weights};

use crate::ascent;
use crate::data::{Asked, Sample};

/// Where the fit of files starts: what is known to matter, in equal hundredths of one.
pub const FILE_START: [i64; FILE.len()] = hundredths([30, 0, 30, 5, 5, 10, 10, 5, 5, 5, 5, 5]);
/// Where the fit of chunks starts.
pub const CHUNK_START: [i64; CHUNK.len()] = hundredths([30, 0, 10, 30, 20, 10, 5, 0, -10, 10]);

const fn hundredths<const N: usize>(mut values: [i64; N]) -> [i64; N] {
    let mut at = 0;
    while at < N {
        values[at] *= 655;
        at += 1;
    }
    values
}

/// Sets that weights are fitted to.
pub fn counts(sample: &Sample<'_>) -> bool {
    matches!(sample.set, "full" | "nl" | "hard")
}

/// Fits the weights of files to all samples but those of one repository.
pub fn fit_files(samples: &[Sample<'_>], left_out: Option<usize>) -> [i64; FILE.len()] {
    let used: Vec<&Sample<'_>> = samples.iter().filter(|it| counts(it) && Some(it.repository) != left_out).collect();
    let value = |weights: &[i64; FILE.len()]| used.par_iter().map(|sample| of_files(sample, weights)).sum::<u64>() * 1000 - cost(weights);
    ascent::climb(FILE_START, &value)
}

/// A weight must earn its place.
fn cost<const N: usize>(weights: &[i64; N]) -> u64 {
    weights.iter().map(|weight| weight.unsigned_abs()).sum::<u64>() * 1000
}

fn of_files(sample: &Sample<'_>, weights: &[i64; FILE.len()]) -> u64 {
    let scores: Vec<(u64, u32)> = sample.files.iter().map(|row| (row.score(weights), row.id)).collect();
    let ranks = sample.gold.files().iter().map(|file| {
        let own = file.and_then(|file| scores.iter().find(|it| it.1 == file.0));
        own.map(|own| scores.iter().filter(|it| (it.0, std::cmp::Reverse(it.1)) > (own.0, std::cmp::Reverse(own.1))).count() as u64)
    });
    let ranks: Vec<Option<u64>> = ranks.collect();
    let worst = ranks.iter().map(|rank| rank.unwrap_or(10_000)).max().unwrap_or(10_000);
    let reciprocal = ranks.iter().flatten().map(|rank| ONE / (rank + 2)).sum::<u64>() * 2 / (ranks.len().max(1) as u64);
    let at = |k: u64| if worst < k { ONE } else { 0 };
    at(1) + at(5) * 2 + at(3) / 2 + at(8) / 2 + reciprocal + 4 * ONE / (worst + 4)
}

/// Fits the weights of chunks.
pub fn fit_chunks(samples: &[Sample<'_>], asked: &[Asked<'_>], files: &Weights, left_out: Option<usize>) -> [i64; CHUNK.len()] {
    let used: Vec<&Sample<'_>> = samples.iter().filter(|it| matches!(it.set, "full" | "nl") && Some(it.repository) != left_out).collect();
    let value = |weights: &[i64; CHUNK.len()]| {
        let weights = Weights { file: files.file, chunk: *weights };
        used.par_iter().map(|sample| of_chunks(sample, asked, &weights)).sum::<u64>() * 1000 - cost(&weights.chunk)
    };
    ascent::climb(CHUNK_START, &value)
}

fn of_chunks(sample: &Sample<'_>, asked: &[Asked<'_>], weights: &Weights) -> u64 {
    let asked = &asked[sample.repository];
    let places = sample.places(asked.ground.index, &weights.chunk);
    let [functions, recall, small, large] = sample.gold.measure_places(&asked.ground, &places).map(|value| value.unwrap_or(0));
    functions * 3 / 2 + recall + small * 3 / 2 + large
}
