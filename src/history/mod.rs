//! Git facts: the commit that is checked out, which files the newest commits changed together, and which files are tracked.
//!
//! Owns: every look into a repository. Never: the network, another program, configuration outside the repository, a float.
//! Invariant: what is read is a function of the checked-out commit, the commits reachable from it, the edge of a shallow clone and the list of tracked files.

pub mod changes;
pub mod error;
pub mod head;
pub mod log;
pub mod revision;
pub mod tracked;
