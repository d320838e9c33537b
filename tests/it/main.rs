//! The one integration test binary; modules mirror the rooms.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod histories;
mod link;
mod support;
