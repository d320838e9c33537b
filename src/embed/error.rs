//! Why a model cannot be used.

use crate::base::codes::{self, Code};
use crate::host::HostError;

/// What is wrong with a model folder, or with the program that should run it.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    #[error("this program was built without the feature `embed`, so it runs no model")]
    NotBuilt,
    #[error("the model folder `{folder}` has no file `{file}`")]
    Missing { folder: String, file: &'static str },
    #[error("`{file}` of the model folder `{folder}` cannot be used: {what}")]
    Unusable { folder: String, file: &'static str, what: String },
    #[error("the model in `{folder}` is of another architecture: {what}")]
    Foreign { folder: String, what: String },
    #[error("the vectors of the index need the model that made them to read a query, and no model folder is named")]
    Unnamed,
    #[error("nobody can tell which model reads queries: {0}")]
    Config(String),
    #[error("the model in `{folder}` is `{found}`, and the vectors of the index are of `{wanted}`")]
    Differs { folder: String, found: String, wanted: String },
    #[error("a text cannot be taken apart by the model's tokenizer: {0}")]
    Text(String),
    #[error(transparent)]
    Host(#[from] HostError),
}

impl EmbedError {
    /// No model is named; a program that could run none says that instead.
    pub fn unnamed() -> Self {
        if cfg!(feature = "embed") { Self::Unnamed } else { Self::NotBuilt }
    }

    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::NotBuilt => &codes::NOT_SUPPORTED,
            Self::Missing { .. } | Self::Unusable { .. } | Self::Foreign { .. } | Self::Unnamed | Self::Text(_) => &codes::MODEL,
            Self::Config(_) => &codes::CONFIG,
            Self::Differs { .. } => &codes::MODEL_DIFFERS,
            Self::Host(_) => &codes::DISK,
        }
    }

    /// What to do next, where the code's own hint says too little.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NotBuilt => Some("build it with `cargo build --release --features embed`, or ask for `sparse`"),
            Self::Unnamed => Some("name it with `--embed-model DIR`, or in `smalti.toml`: `[embed]` with `model = \"DIR\"`"),
            _ => None,
        }
    }
}
