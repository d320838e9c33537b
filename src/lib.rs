//! smalti indexes a code base the way a build system builds it. The rooms, in the order data flows through them.

pub mod base;
pub mod host;
pub mod source;
pub mod shard;
pub mod rules;
pub mod languages;
pub mod scip;
pub mod link;
pub mod artifacts;
pub mod history;
pub mod rows;
pub mod cache;
pub mod queries;
pub mod embed;
pub mod manifest;
pub mod pipeline;
pub mod export;
pub mod reader;
pub mod retrieve;
pub mod governance;
pub mod pack;
pub mod eval;
pub mod commands;
pub mod surfaces;
