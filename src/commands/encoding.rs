//! Which model reads queries: the one that a flag names, else the one of `smalti.toml`.

use std::path::PathBuf;

use super::Context;
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
    /// What reads the queries of an index. Nothing is opened yet: most queries are read by nobody, and need no `smalti.toml` that can be used.
    pub fn encoder(&self, reading: &Reading) -> Encoder {
        let folder = match (&reading.model, reading.repository()) {
            (Some(folder), _) => Ok(Some(folder.clone())),
            (None, Some(repository)) => config::model(self.host.as_ref(), repository).map_err(|cause| cause.to_string()),
            (None, None) => Ok(None),
        };
        Encoder::new(self.host.clone(), folder, self.indexes.models.clone())
    }
}
