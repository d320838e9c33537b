//! The model that reads queries: opened when the first one must be read, and kept.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::EmbedError;
use super::model::Model;
use crate::host::{Host, Stat};

/// The model that was opened last, for all who ask for the same folder as it looks now.
#[derive(Default)]
pub struct Shelf {
    kept: Mutex<Option<(PathBuf, Vec<Stat>, Arc<Model>)>>,
}

impl Shelf {
    fn open(&self, host: &dyn Host, folder: &PathBuf) -> Result<Arc<Model>, EmbedError> {
        let looks = Model::files(host, folder)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, before, model)) = kept.as_ref()
            && (path, before) == (folder, &looks)
        {
            return Ok(Arc::clone(model));
        }
        let model = Arc::new(Model::open(host, folder)?);
        *kept = Some((folder.clone(), looks, Arc::clone(&model)));
        Ok(model)
    }
}

/// Reads queries.
pub struct Encoder {
    host: Arc<dyn Host>,
    folder: Option<PathBuf>,
    shelf: Arc<Shelf>,
}

impl Encoder {
    /// One by the model in a folder; without a folder it reads nothing, and says so when it is asked.
    pub fn new(host: Arc<dyn Host>, folder: Option<PathBuf>, shelf: Arc<Shelf>) -> Self {
        Self { host, folder, shelf }
    }

    /// The vector of a query among vectors of the model of a digest.
    ///
    /// # Errors
    /// [`EmbedError`] where no model is named, where it cannot be used, and where it is another one.
    pub fn read(&self, wanted: &str, text: &str) -> Result<Vec<i8>, EmbedError> {
        let Some(folder) = &self.folder else { return Err(EmbedError::unnamed()) };
        let model = self.shelf.open(self.host.as_ref(), folder)?;
        if model.digest() != wanted {
            let folder = folder.display().to_string();
            return Err(EmbedError::Differs { folder, found: model.digest().to_owned(), wanted: wanted.to_owned() });
        }
        model.embed(text)
    }
}
