//! How good answers are: metrics over data sets with known answers.
//!
//! Owns: the format of data sets, metrics. Never: reads a file itself, chooses weights. Invariant: metrics are integers and do not depend on the order of tasks.

pub mod budgets;
pub mod edges;
pub mod ground;
pub mod locate;
pub mod meeting;
pub mod task;
