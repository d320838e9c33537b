//! Indexes of the protocol: what is exported, what is taken in.

pub mod craft;
pub mod export;
mod import;
mod indexers;
mod measure;
mod merge;
mod rules;
