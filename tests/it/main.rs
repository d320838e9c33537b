//! The one integration test binary; modules mirror the rooms.

mod histories;
mod support;
