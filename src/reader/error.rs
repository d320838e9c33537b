//! Failures of reading, under the name by which the rooms above the reader know them.

use crate::manifest::error::IndexError;

/// Why an index cannot be read. Rooms that know only files through the reader need not know who wrote them.
pub type ReadError = IndexError;
