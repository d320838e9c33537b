//! From a query to scored candidates.
//!
//! Owns: terms of queries, scoring, the weights of signals.
//! Never: reads a piece; a budget of output. Invariant: scores are integers, and equal scores are ordered by id.
