//! How people and programs reach the commands.

pub mod cli;
pub mod progress;
mod usage;
