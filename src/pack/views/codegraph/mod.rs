//! `CodeGraphContext`: the interfaces around some definitions, and how they hang together, under a limit of tokens. No code of any body, ever.

pub mod changed;
pub mod compose;
mod declared;
pub mod describe;
pub mod document;
pub mod keys;
pub mod reach;
