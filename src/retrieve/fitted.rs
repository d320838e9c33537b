//! Weights of signals, fitted to tasks with known answers.

use super::features::Weights;

/// In the order of `features::FILE` and `features::CHUNK`. Fitted on 2026-11-21, before there was `cargo xtask fit`, as a linear model under a softmax: of
/// files over the files of a repository, of chunks over the 400 best of each query, on 810 queries: 270 changes of seven repositories, each as full text,
/// without paths, and without names. All gold files first, and among the first five: 47.4 and 75.6 percent of full texts on the data it was fitted on.
pub const WEIGHTS: Weights = Weights {
    file: [30785, -20960, 0, 17685, 1965, 3930, 8515, 8515, 9170, 4585, 5895, 5240, 5240],
    chunk: [12445, -12445, 6550, 24235, 24235, 6550, 5895, -5240, -9825, 8515, 0],
};
