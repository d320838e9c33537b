//! A committed index, opened: tables as compact columns with dense ids, and what is derived from them.
//!
//! Owns: decoding of pieces, dense ids, lookups, neighbours, the inverted form of terms.
//! Never: writes; names a dense id outside the process; trusts a piece before its digest is checked.
//! Invariant: dense ids follow the order of the tables, so equal roots give equal ids; nothing depends on how rows are cut into pieces.

pub mod census;
pub mod chunks;
pub mod columns;
pub mod edges;
pub mod error;
pub mod files;
pub mod history;
pub mod ids;
pub mod index;
pub mod load;
pub mod lookup;
pub mod risks;
pub mod sites;
pub mod symbols;
pub mod terms;
pub mod texts;
