//! Context packs: what an engineer would hand to a colleague, within a budget, with the reason of every item.
//!
//! Owns: requests, expansion, scores, order, budgets, excerpts, explanations, views.
//! Never: reads a clock, draws a lot, or looks at anything but the index it is given.
//! Invariant: equal index and equal request give equal bytes.
//!
//! The `engine` leads from a `request` to `seeds`, from these by a walk over edges and by what stands around them to a `candidate` each, from these by budgets
//! to what is shown (`allocate`) and how much of it (`excerpt`), and to the pack (`context`), which `views` print. `sections` says what a pack is made of,
//! `absence` what is not there, and `critic` looks at a change with a pack at hand.

pub mod absence;
pub mod allocate;
pub mod candidate;
pub mod context;
pub mod critic;
pub mod engine;
pub mod error;
pub mod excerpt;
pub mod request;
pub mod sections;
pub mod seeds;
pub mod stages;
pub mod views;
