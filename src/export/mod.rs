//! A committed index in the formats of other tools.
//!
//! Owns: the walk over all tables at once, file by file. Never: writes into an index root.
//! Invariant: what is held at a time are pieces and the rows of one file, and the path of every file.

mod columns;
pub mod error;
mod file;
mod packages;
#[cfg(any(feature = "lmdb", feature = "sqlite"))]
mod store;
mod tables;

#[cfg(feature = "lmdb")]
pub mod lmdb;
pub mod scip;
#[cfg(feature = "sqlite")]
pub mod sqlite;
