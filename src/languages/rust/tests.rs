//! Tests of Rust extraction.
