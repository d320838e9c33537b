//! Module tests.
