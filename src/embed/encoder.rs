//! The model that reads queries: opened when the first one must be read, and kept.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::EmbedError;
use super::model::Model;
use crate::host::{Host, Stat};

/// The model that was opened last, for all who ask for the same folder as it looks now.
#[derive(Default)]
pub struct Shelf {
    kept: Mutex<Option<Kept>>,
}

struct Kept {
    folder: PathBuf,
    looks: Vec<Stat>,
    model: Arc<Model>,
}

impl Shelf {
    fn open(&self, host: &dyn Host, folder: &PathBuf) -> Result<Arc<Model>, EmbedError> {
        let looks = Model::files(host, folder)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.folder == *folder && kept.looks == looks) {
            return Ok(Arc::clone(&kept.model));
        }
        let model = Arc::new(Model::open(host, folder)?);
        *kept = Some(Kept { folder: folder.clone(), looks, model: Arc::clone(&model) });
        Ok(model)
    }
}

/// Reads queries.
pub struct Encoder {
    host: Arc<dyn Host>,
    folder: Result<Option<PathBuf>, String>,
    shelf: Arc<Shelf>,
}

impl Encoder {
    /// One by the model in a folder. Without a folder, and where nobody can tell which, it reads nothing, and says so when it is asked.
    pub fn new(host: Arc<dyn Host>, folder: Result<Option<PathBuf>, String>, shelf: Arc<Shelf>) -> Self {
        Self { host, folder, shelf }
    }

    /// The vector of a query among vectors of the model of a digest.
    ///
    /// # Errors
    /// [`EmbedError`] where no model is named, where it cannot be used, and where it is another one.
    pub fn read(&self, wanted: &str, text: &str) -> Result<Vec<i8>, EmbedError> {
        let folder = self.folder.as_ref().map_err(|cause| EmbedError::Config(cause.clone()))?;
        let Some(folder) = folder else { return Err(EmbedError::unnamed()) };
        let model = self.shelf.open(self.host.as_ref(), folder)?;
        if model.digest() != wanted {
            let folder = folder.display().to_string();
            return Err(EmbedError::Differs { folder, found: model.digest().to_owned(), wanted: wanted.to_owned() });
        }
        model.embed(text)
    }
}
