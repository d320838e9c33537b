//! Weights of signals, written by `cargo xtask fit`. Do not edit.

use super::features::Weights;

/// In the order of `features::FILE` and `features::CHUNK`.
pub const WEIGHTS: Weights = Weights {
    file: [18667, 8520, 16701, -3279, 3275, 2291, 6550, 3275, 3275, 3275, 3275, 3275, -2296, 3275, 0, 3275, 0, 1966, 0, 4588],
    chunk: [7525, -2621, 6550, 19650, 13100, 10483, 3275, -3933, -6550, 6550, 0, -2621, 0, 10487, 0, 6550, 0, 0],
};
