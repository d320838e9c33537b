//! How people and programs reach the commands.

pub mod cli;
#[cfg(feature = "mcp")]
mod mcp;
mod plain;
pub mod progress;
mod usage;
