//! A linear model under a softmax: the chance that a candidate is wanted grows with its score. Its loss is convex, so there is one answer, the same from any
//! start; only basic arithmetic is used, so it is the same on every machine.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Most steps; about ten are needed.
const STEPS: usize = 40;
/// What is less than this ends the search, for a step and along it.
const SHORTEST: f64 = 1e-6;

/// One query: its candidates and which of them are wanted.
pub struct Choice<const N: usize> {
    /// Signals of each candidate, dampened by what it counts.
    pub rows: Vec<[f64; N]>,
    /// Shares of one.
    pub wanted: Vec<f64>,
}

/// Gradient and curvature of the loss.
struct Slope<const N: usize> {
    first: [f64; N],
    second: [[f64; N]; N],
}

/// The weights of least loss. `ridge` is what the square of a weight costs, in deviations of its signal (A. E. Hoerl and R. W. Kennard, "Ridge regression", 1970).
/// By Newton's method.
pub fn fit<const N: usize>(choices: &[Choice<N>], ridge: f64) -> [f64; N] {
    let deviations = deviations(choices);
    let cost = |at: usize| ridge * deviations[at] * deviations[at];
    let mut weights = [0.0; N];
    let mut here = whole_slope(choices, &weights, &cost);
    for _ in 0..STEPS {
        let step = solve(here.second, here.first);
        let descent = dot(&here.first, &step);
        let mut share = 1.0;
        loop {
            let mut next = weights;
            next.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= share * step);
            let there = whole_slope(choices, &next, &cost);
            // The slope along a line only grows: where it rises again as steeply as half of where it fell, the step went too far.
            if -dot(&there.first, &step) <= descent / 2.0 || share < SHORTEST {
                (weights, here) = (next, there);
                break;
            }
            share /= 2.0;
        }
        if descent < SHORTEST {
            break;
        }
    }
    weights
}

/// The slope over all queries, with what weights cost.
fn whole_slope<const N: usize>(choices: &[Choice<N>], weights: &[f64; N], cost: &dyn Fn(usize) -> f64) -> Slope<N> {
    let slopes: Vec<Slope<N>> = choices.par_iter().map(|choice| slope(choice, weights)).collect();
    let mut sum = Slope { first: [0.0; N], second: [[0.0; N]; N] };
    // In order: sums of floats depend on it.
    for slope in &slopes {
        for row in 0..N {
            sum.first[row] += slope.first[row];
            (0..N).for_each(|column| sum.second[row][column] += slope.second[row][column]);
        }
    }
    for (at, weight) in weights.iter().enumerate() {
        sum.first[at] += cost(at) * weight;
        sum.second[at][at] += cost(at);
    }
    sum
}

fn dot<const N: usize>(lhs: &[f64; N], rhs: &[f64; N]) -> f64 {
    lhs.iter().zip(rhs).map(|(lhs, rhs)| lhs * rhs).sum()
}

/// The standard deviation of each signal over all candidates; one for a signal that is the same everywhere, so that nothing is made of its noise.
fn deviations<const N: usize>(choices: &[Choice<N>]) -> [f64; N] {
    let (mut sums, mut squares, mut count) = ([0.0; N], [0.0; N], 0.0);
    for row in choices.iter().flat_map(|choice| &choice.rows) {
        count += 1.0;
        for at in 0..N {
            sums[at] += row[at];
            squares[at] += row[at] * row[at];
        }
    }
    let mut deviations = [0.0; N];
    for at in 0..N {
        let mean = sums[at] / f64::max(count, 1.0);
        let variance = squares[at] / f64::max(count, 1.0) - mean * mean;
        deviations[at] = if variance > 1e-9 { variance.sqrt() } else { 1.0 };
    }
    deviations
}

fn slope<const N: usize>(choice: &Choice<N>, weights: &[f64; N]) -> Slope<N> {
    let scores: Vec<f64> = choice.rows.iter().map(|row| row.iter().zip(weights).map(|(value, weight)| value * weight).sum()).collect();
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| exp(score - best)).collect();
    let all: f64 = powers.iter().sum();
    let mut slope = Slope { first: [0.0; N], second: [[0.0; N]; N] };
    let mut mean = [0.0; N];
    for ((row, power), wanted) in choice.rows.iter().zip(&powers).zip(&choice.wanted) {
        let chance = power / all;
        for at in 0..N {
            mean[at] += chance * row[at];
            slope.first[at] += (chance - wanted) * row[at];
            (0..=at).for_each(|other| slope.second[at][other] += chance * row[at] * row[other]);
        }
    }
    for at in 0..N {
        for other in 0..=at {
            slope.second[at][other] -= mean[at] * mean[other];
            slope.second[other][at] = slope.second[at][other];
        }
    }
    slope
}

/// Solves a symmetric system by elimination with the largest pivot of each column.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for column in 0..N {
        let pivot = (column..N).max_by(|lhs, rhs| matrix[*lhs][column].abs().total_cmp(&matrix[*rhs][column].abs())).unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..N {
            let factor = matrix[row][column] / matrix[column][column];
            let above = matrix[column];
            matrix[row].iter_mut().zip(above).skip(column).for_each(|(value, above)| *value -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// `e` to a power of at most zero, as the limit of `(1 + x/n)^n` for n of 2^24: the platform's own differs between systems in the last bit.
fn exp(x: f64) -> f64 {
    let base = 1.0 + x / 16_777_216.0;
    (0..24).fold(base, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_close_to_the_real_ones() {
        for (x, millionths) in [(0.0, 1_000_000.0), (-1.0, 367_879.4), (-2.0, 135_335.3), (-5.0, 6_737.9)] {
            assert!((exp(x) * 1e6 - millionths).abs() < 1.0, "{x}: {}", exp(x));
        }
    }

    #[test]
    fn what_tells_wanted_candidates_apart_gets_the_weight_and_noise_none() {
        // The first signal holds for the wanted one in three of four queries, the second for every candidate, the third for none.
        let choice =
            |wanted: usize| Choice { rows: vec![[1.0, 1.0, 0.0], [0.0, 1.0, 0.0]], wanted: (0..2).map(|at| f64::from(at == wanted)).collect() };
        let choices = [choice(0), choice(0), choice(0), choice(1)];
        let [first, second, third] = fit(&choices, 1e-6);
        // ln 3: the odds are three to one.
        assert!((first - 1.098_612).abs() < 1e-3 && second.abs() < 1e-6 && third.abs() < 1e-6, "{first} {second} {third}");
        let [held, ..] = fit(&choices, 4.0);
        assert!(held > 0.0 && held < first / 2.0, "{held}");
    }
}
