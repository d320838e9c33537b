//! What generated code rests on, held against the index and against what its author was shown.

pub mod document;
pub mod judge;
pub mod seen;
