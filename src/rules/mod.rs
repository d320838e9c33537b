//! Rules kept as data: what a text must not show, and how it is recognized. One line in [`secrets::RULES`] adds one.
//!
//! Owns: patterns, thresholds, placeholders. Never: a file, a row, a language.
//! Invariant: what is found is a function of the text alone, in time linear in it.

pub mod entropy;
pub mod hiding;
pub mod secrets;
