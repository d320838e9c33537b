//! The query graph: what a file's shard, published facts and edges depend on, and when each is computed again.
//!
//! Owns: salsa. Never: the disk, a global. Everything comes in through [`inputs`] or the content-addressed [`source::ShardSource`].
//! Invariant: a query is a thin wrapper over a pure function of another room.

pub mod database;
pub mod inputs;
pub mod source;
pub mod tracked;
