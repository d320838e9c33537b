//! How people and programs reach the commands.

pub mod cli;
#[cfg(feature = "mcp")]
mod mcp;
pub mod progress;
mod usage;
