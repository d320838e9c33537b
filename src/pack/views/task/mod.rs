//! The context of a task for somebody in a role: excerpts, summaries of what did not fit, and differences, in one order, each with where it comes from.

pub mod changes;
pub mod compose;
pub mod document;
pub mod markdown;
