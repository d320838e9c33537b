//! Indexes of the protocol: what is exported, what is taken in.

mod export;
mod merge;
mod rules;
