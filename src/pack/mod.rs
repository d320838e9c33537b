//! Context packs: what an engineer would hand to a colleague, within a budget, with the reason of every item.
//!
//! Owns: requests, expansion, scores, order, budgets, excerpts, explanations, views.
//! Never: reads a clock, draws a lot, or looks at anything but the index it is given.
//! Invariant: equal index and equal request give equal bytes.

pub mod absence;
pub mod allocate;
pub mod around;
mod at_line;
pub mod beside;
pub mod candidate;
mod clip;
mod compose;
pub mod composite;
pub mod context;
pub mod critic;
pub mod delta;
pub mod diff;
pub mod draft;
pub mod engine;
pub mod error;
pub mod excerpt;
pub mod facts;
pub mod fallback;
pub mod filter;
mod finish;
pub mod identity;
pub mod imports;
pub mod item;
pub mod leaning;
pub mod limits;
pub mod lines;
mod looks;
pub mod meant;
pub mod merge;
pub mod named;
pub mod normal;
mod opening;
pub mod order;
mod parts;
pub mod passage;
pub mod patch;
pub mod picked;
pub mod request;
pub mod roles;
pub mod scale;
pub mod score;
pub mod sections;
pub mod seeds;
pub mod shortfall;
pub mod stages;
mod strong;
mod surplus;
mod taken_in;
pub mod texts;
pub mod views;
pub mod walk;
