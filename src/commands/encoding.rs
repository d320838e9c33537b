//! Which model reads queries: the one that a flag names, else the one of `smalti.toml`.

use std::path::PathBuf;

use super::Context;
use super::failure::Failure;
use super::place::Reading;
use crate::embed::encoder::Encoder;
use crate::pipeline::config;

/// The model of a command.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Encoding {
    /// The folder of the model that made the vectors of the index, for the providers `ann` and `hybrid` [default: that of `smalti.toml`].
    #[arg(long, value_name = "DIR")]
    pub embed_model: Option<PathBuf>,
}

impl Encoding {
    /// A place to read, with this model where one is named.
    pub fn at(&self, reading: &Reading) -> Reading {
        Reading { model: self.embed_model.clone(), ..reading.clone() }
    }
}

impl Context {
    /// What reads the queries of an index. Nothing is opened yet.
    ///
    /// # Errors
    /// [`Failure`] for a `smalti.toml` that cannot be used.
    pub fn encoder(&self, reading: &Reading) -> Result<Encoder, Failure> {
        let folder = match (&reading.model, reading.repository()) {
            (Some(folder), _) => Some(folder.clone()),
            (None, Some(repository)) => config::model(self.host.as_ref(), repository)?,
            (None, None) => None,
        };
        Ok(Encoder::new(self.host.clone(), folder, self.indexes.models.clone()))
    }
}
