//! What is fitted: that files and chunks of the answer stand before all others, by what a signal tells apart and not by what the metrics happen to count.

use smalti::reader::ids::ChunkId;
use smalti::retrieve::features::{CHUNK, FILE, Row};
use smalti::retrieve::fixed::UNIT;

use crate::data::{Asked, Sample};
use crate::softmax::{self, Choice};

/// Where the fit of files starts: equal parts. It decides the rows of the first round only.
pub const FILE_START: [i64; FILE.len()] = [UNIT.cast_signed() / 12; FILE.len()];
/// Where the fit of chunks starts: text and file, which decide which chunks of a query the first round looks at.
pub const CHUNK_START: [i64; CHUNK.len()] = {
    let mut start = [0; CHUNK.len()];
    (start[0], start[3], start[4]) = (UNIT.cast_signed() / 3, UNIT.cast_signed() / 3, UNIT.cast_signed() / 3);
    start
};
/// What weights of files and of chunks cost. Of 0.3 to 200, what holds best on repositories that were left out; it matters little.
const FILE_RIDGE: f64 = 50.0;
const CHUNK_RIDGE: f64 = 10.0;
/// The sum of positive weights: what the query names outright adds up to three.
const SUM: f64 = 1.5 * 65_536.0;

/// Fits the weights of files to all samples but those of one repository.
pub fn fit_files(samples: &[Sample<'_>], left_out: Option<usize>) -> [i64; FILE.len()] {
    let of = samples.iter().filter(|it| matches!(it.set, "full" | "nl" | "hard") && Some(it.repository) != left_out);
    let choices = of.filter_map(|sample| {
        let wanted = |row: &Row<{ FILE.len() }>| sample.gold.files().iter().flatten().any(|file| file.0 == row.id);
        choice(&sample.files, &wanted)
    });
    whole(softmax::fit(&choices.collect::<Vec<_>>(), FILE_RIDGE))
}

/// Fits the weights of chunks.
pub fn fit_chunks(samples: &[Sample<'_>], asked: &[Asked<'_>], left_out: Option<usize>) -> [i64; CHUNK.len()] {
    let of = samples.iter().filter(|it| matches!(it.set, "full" | "nl") && Some(it.repository) != left_out);
    let choices = of.filter_map(|sample| {
        let ground = &asked[sample.repository].ground;
        let wanted = |row: &Row<{ CHUNK.len() }>| {
            let chunk = ground.index.chunk(ChunkId(row.id));
            sample.gold.is_shown_by(ground, chunk.file, chunk.lines)
        };
        choice(&sample.chunks, &wanted)
    });
    whole(softmax::fit(&choices.collect::<Vec<_>>(), CHUNK_RIDGE))
}

/// `None` where nothing that is wanted is among the candidates.
fn choice<const N: usize>(rows: &[Row<N>], wanted: &dyn Fn(&Row<N>) -> bool) -> Option<Choice<N>> {
    let wanted: Vec<f64> = rows.iter().map(|row| f64::from(u8::from(wanted(row)))).collect();
    let count: f64 = wanted.iter().sum();
    let unit = |value: u64| f64::from(u32::try_from(value).unwrap_or(u32::MAX)) / 65_536.0;
    let values = |row: &Row<N>| row.values.map(|value| unit(value) * unit(row.prior));
    (count > 0.0).then(|| Choice { rows: rows.iter().map(values).collect(), wanted: wanted.iter().map(|it| it / count).collect() })
}

/// Weights in units, at a scale at which positive ones add up to the same sum whatever they were fitted to.
fn whole<const N: usize>(weights: [f64; N]) -> [i64; N] {
    let sum: f64 = weights.iter().filter(|weight| **weight > 0.0).sum();
    weights.map(|weight| rounded(weight * SUM / f64::max(sum, 1e-9)))
}

/// The nearest whole number.
fn rounded(value: f64) -> i64 {
    format!("{value:.0}").parse().unwrap_or(0)
}
