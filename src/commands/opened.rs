//! Indexes and models that are open. A root is opened once and stays open as long as its manifest stands: who asks again sees what stands there now.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Context;
use super::failure::Failure;
use crate::base::codes;
use crate::embed::encoder::Shelf;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::reading;
use crate::reader::index::Index;
use crate::reader::load;

/// Most roots that stay open; the one that was asked for longest ago goes first.
const MAX_OPEN: usize = 4;

/// Open indexes, the one that was asked for last at the end.
#[derive(Default)]
pub struct OpenIndexes {
    open: Mutex<Vec<(PathBuf, Arc<Index>)>>,
    building: Mutex<()>,
    /// The model that reads queries.
    pub models: Arc<Shelf>,
}

impl OpenIndexes {
    /// Waits until no other call of this process builds: two that want the same index would lock each other out.
    pub fn one_build(&self) -> MutexGuard<'_, ()> {
        self.building.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index that stands at a root now.
    ///
    /// # Errors
    /// [`IndexError`] as the root is missing, of another version or damaged.
    pub fn at(&self, host: &Arc<dyn Host>, layout: &Layout) -> Result<Arc<Index>, IndexError> {
        if load::is_file(host.as_ref(), layout) {
            // Some engines open a file only once in a process, so none stays open.
            return Ok(Arc::new(Index::open(Arc::clone(host), layout)?));
        }
        let manifest = Manifest::read(host.as_ref(), layout)?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = open.iter().position(|(root, _)| root == layout.root()).map(|at| open.remove(at).1);
        let index = match known.filter(|index| index.manifest().digest == manifest.digest) {
            Some(index) => index,
            None => Arc::new(Index::open(Arc::clone(host), layout)?),
        };
        open.push((layout.root().to_owned(), Arc::clone(&index)));
        if open.len() > MAX_OPEN {
            open.remove(0);
        }
        Ok(index)
    }
}

impl Context {
    /// Reads the index of a root; once more if a piece went missing because builds replaced the index meanwhile.
    ///
    /// # Errors
    /// What `failure` makes of an index that cannot be opened, or what `read` says.
    pub fn read_index<T>(
        &self,
        layout: &Layout,
        failure: impl Fn(IndexError) -> Failure,
        mut read: impl FnMut(&Index) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let index = self.indexes.at(&self.host, layout).map_err(&failure)?;
        match read(&index) {
            Err(cause) if cause.code == &codes::INDEX_CORRUPT && reading::is_replaced(self.host.as_ref(), layout, &index.manifest().digest) => {
                read(self.indexes.at(&self.host, layout).map_err(&failure)?.as_ref())
            }
            result => result,
        }
    }
}
