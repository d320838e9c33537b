//! From a query to scored candidates: chunks and files, each with its reasons.
//!
//! Owns: what a query says, scoring, the weights of signals.
//! Never: reads a piece, allots a budget. Invariant: scores are integers, and equal scores are ordered by id.

pub mod absent;
mod bare_frames;
pub mod beside;
pub mod bm25f;
mod columns;
mod commits;
pub mod evidence;
pub mod features;
pub mod fitted;
pub mod fixed;
mod frame_forms;
mod frames;
pub mod fusion;
mod hunks;
pub mod lifted;
pub mod mentions;
pub mod messages;
pub mod names;
pub mod nearest;
pub mod order;
pub mod parts;
mod phrases;
pub mod places;
pub mod provider;
pub mod query;
pub mod seeds;
pub mod signals;
pub mod speech;
pub mod spelling;
pub mod stem;
pub mod stems;
mod titles;
mod top;
pub mod vocabulary;
pub mod weights;
pub mod window;
