//! Feature tests.
