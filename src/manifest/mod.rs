//! The committed form of an index: piece files, piece lists, the manifest that names them, and what keeps them whole.
//!
//! Owns: layout of the index root, commit order, verification, collection of leftovers.
//! Never: what rows mean. Invariant: the manifest is renamed into place last; whatever it names is complete and on disk.

pub mod columns;
pub mod error;
pub mod full_text;
pub mod gc;
pub mod layout;
pub mod model;
pub mod pieces;
pub mod reading;
pub mod references;
pub mod state;
pub mod verify;
