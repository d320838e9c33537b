//! A committed index in the formats of other tools.
//!
//! Owns: the walk over all tables at once, file by file. Never: writes into an index root.
//! Invariant: what is held at a time are pieces and the rows of one file, and the path of every file.

mod columns;
pub mod error;
mod file;
mod packages;
mod tables;

pub mod scip;
