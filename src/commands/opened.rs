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
use crate::manifest::state::State;
use crate::pipeline::options::BuildOptions;
use crate::pipeline::session::Session;
use crate::reader::index::Index;
use crate::reader::load;

/// Most roots that stay open; the one that was asked for longest ago goes first.
const MAX_OPEN: usize = 4;

/// Open indexes, the one that was asked for last at the end.
#[derive(Default)]
pub struct OpenIndexes {
    open: Mutex<Vec<(PathBuf, Arc<Index>)>>,
    manifests: Mutex<Vec<Read<Manifest>>>,
    states: Mutex<Vec<Read<State>>>,
    /// Builds that found nothing to do, by their options.
    settled: Mutex<Vec<(BuildOptions, Session)>>,
    building: Mutex<()>,
    /// The model that reads queries.
    pub models: Arc<Shelf>,
}

impl OpenIndexes {
    /// Waits until no other call of this process builds: two that want the same index would lock each other out.
    pub fn one_build(&self) -> MutexGuard<'_, ()> {
        self.building.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The manifest that stands at a root now. One of the same bytes is not read twice.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub fn manifest(&self, host: &dyn Host, layout: &Layout) -> Result<Arc<Manifest>, IndexError> {
        let place = layout.manifest().display().to_string();
        read(&self.manifests, layout, Manifest::bytes(host, layout)?, |bytes| Manifest::parse(bytes, &place))
    }

    /// The same of an index that may be one file of an engine.
    ///
    /// # Errors
    /// As [`load::manifest`].
    pub fn manifest_of_any(&self, host: &Arc<dyn Host>, layout: &Layout) -> Result<Arc<Manifest>, IndexError> {
        if load::is_file(host.as_ref(), layout) { load::manifest(host, layout).map(Arc::new) } else { self.manifest(host.as_ref(), layout) }
    }

    /// What a root remembers of its builds now, in the same manner.
    ///
    /// # Errors
    /// As [`State::read`].
    pub fn state(&self, host: &dyn Host, layout: &Layout) -> Result<Arc<State>, IndexError> {
        let Some(bytes) = State::bytes(host, layout)? else { return Ok(Arc::default()) };
        let place = layout.state().display().to_string();
        read(&self.states, layout, bytes, |bytes| State::parse(bytes, &place))
    }

    /// Whether a build of these options is known to find nothing to do: an earlier one found nothing, and nothing has changed since.
    pub fn is_settled(&self, host: &dyn Host, options: &BuildOptions) -> bool {
        let Ok(manifest) = self.manifest(host, &Layout::new(&options.out)) else { return false };
        let known = take(&mut self.settled.lock().unwrap_or_else(PoisonError::into_inner), |(of, _)| of == options);
        let Some((options, mut session)) = known else { return false };
        let stands = session.still_stands(&manifest.digest);
        if stands {
            put(&mut self.settled.lock().unwrap_or_else(PoisonError::into_inner), (options, session));
        }
        stands
    }

    /// Keeps what a build of these options knows that found nothing to do.
    pub fn keep(&self, options: &BuildOptions, mut session: Session) {
        session.settle();
        put(&mut self.settled.lock().unwrap_or_else(PoisonError::into_inner), (options.clone(), session));
    }

    /// The next build looks at everything.
    fn forget(&self, layout: &Layout) {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner).retain(|(options, _)| options.out != layout.root());
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
        let manifest = self.manifest(host.as_ref(), layout)?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = take(&mut open, |(root, _)| root == layout.root()).map(|(_, index)| index);
        let index = match known.filter(|index| index.manifest().digest == manifest.digest) {
            Some(index) => index,
            None => Arc::new(Index::open_known(Arc::clone(host), layout, manifest.as_ref().clone())?),
        };
        put(&mut open, (layout.root().to_owned(), Arc::clone(&index)));
        Ok(index)
    }
}

/// What a file of a root said, with its bytes.
struct Read<T> {
    root: PathBuf,
    bytes: Vec<u8>,
    value: Arc<T>,
}

fn read<T>(
    known: &Mutex<Vec<Read<T>>>,
    layout: &Layout,
    bytes: Vec<u8>,
    parse: impl FnOnce(&[u8]) -> Result<T, IndexError>,
) -> Result<Arc<T>, IndexError> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let value = match take(&mut known, |it| it.root == layout.root()).filter(|it| it.bytes == bytes) {
        Some(same) => same.value,
        None => Arc::new(parse(&bytes)?),
    };
    put(&mut known, Read { root: layout.root().to_owned(), bytes, value: Arc::clone(&value) });
    Ok(value)
}

/// Takes out what was put in.
fn take<T>(all: &mut Vec<T>, is_wanted: impl Fn(&T) -> bool) -> Option<T> {
    all.iter().position(is_wanted).map(|at| all.remove(at))
}

/// Puts one more at the end.
fn put<T>(all: &mut Vec<T>, one: T) {
    all.push(one);
    if all.len() > MAX_OPEN {
        all.remove(0);
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
        let result = read(&index);
        if result.as_ref().is_err_and(|cause| cause.code == &codes::INDEX_CORRUPT) {
            self.indexes.forget(layout);
        }
        match result {
            Err(cause) if cause.code == &codes::INDEX_CORRUPT && reading::is_replaced(self.host.as_ref(), layout, &index.manifest().digest) => {
                read(self.indexes.at(&self.host, layout).map_err(&failure)?.as_ref())
            }
            result => result,
        }
    }
}
