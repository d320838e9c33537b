//! Renderings of a pack. None adds anything that the engine does not know.

pub mod codegraph;
pub mod document;
pub mod locate;
pub mod summary;
pub mod task;
pub mod text;
pub mod v1;
