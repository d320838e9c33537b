//! From a folder to decoded, classified files.
//!
//! Owns: which paths are walked, what class a file has, how bytes become text.
//! Never: syntax. Invariant: only the repository's own rules decide, so every checkout is walked alike.

pub mod admitted;
pub mod classify;
pub mod decode;
mod descent;
pub mod globs;
mod ignore_files;
mod tracked;
pub mod walk;

#[cfg(test)]
mod walk_tests;
