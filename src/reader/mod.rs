//! A committed index, opened: tables as compact columns with dense ids, and what is derived from them.
//!
//! Owns: decoding of pieces, dense ids, lookups, neighbours, the inverted form of terms; the read form, which is all of that in one mapped file of the
//! cache.
//! Never: names a dense id outside the process; trusts a piece before its digest is checked, or a part of the read form before its sum is; writes
//! anything but the read form.
//! Invariant: dense ids follow the order of the tables, so equal roots give equal ids; nothing depends on how rows are cut into pieces, nor on
//! whether an answer comes out of pieces or out of the read form.

pub mod census;
pub mod chunks;
pub mod columns;
pub mod commits;
pub mod derived;
pub mod containers;
pub mod dispatch;
pub mod edges;
pub mod error;
pub mod files;
pub mod flat;
pub mod form;
pub mod history;
pub mod ids;
pub mod image;
pub mod index;
pub mod load;
pub mod lookup;
pub mod packs;
pub mod providers;
pub mod risks;
pub mod seals;
pub mod sites;
pub mod symbols;
pub mod terms;
pub mod texts;
pub mod tokens;
pub mod vectors;
