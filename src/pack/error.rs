//! Why there is no pack.

use serde_json::{Map, Value, json};

use crate::base::codes::{self, Code};
use crate::embed::error::EmbedError;
use crate::manifest::error::IndexError;

/// What ends a request without a pack.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("the request asks for {value} of `{name}`; the hard cap is {cap}")]
    Budget { name: &'static str, value: u64, cap: u64 },
    /// `context_size_exceeded` of the seed.
    #[error("the base entities alone take {attempted} tokens, more than the `--size-limit` of {limit}")]
    ContextSize { limit: u64, attempted: u64 },
    #[error("{0}")]
    Request(String),
    #[error("`{focus}` is nowhere in this index")]
    Focus {
        focus: String,
        /// What it may have meant.
        nearest: Vec<String>,
    },
    #[error("the key `{key}` names {count} definitions")]
    Ambiguous {
        key: String,
        count: usize,
        /// The first ones, by `symbolId`.
        candidates: Vec<String>,
        /// The same as people name them; empty where that is how they are named.
        places: Vec<String>,
    },
    #[error("the request is for index `{wanted}`; this one is `{found}`")]
    Signature { wanted: String, found: String },
    #[error("the seed provider `{0}` is not available in this root")]
    Provider(&'static str),
    #[error("this root holds no texts, and no repository is at hand to take them from")]
    NoText,
    #[error("`{path}` is a file, and a key names a definition")]
    File {
        path: String,
        /// Keys of what it defines, the first ones.
        keys: Vec<String>,
    },
    #[error("no pack `{id}` is stored in this root")]
    Unknown { id: String, stored: usize },
    #[error("the stored pack `{id}` is damaged: {what}")]
    Damaged { id: String, what: String },
    #[error("what may be shown is not what it was when the stored pack `{id}` was made")]
    Policy { id: String },
    #[error("what was made cannot be written as JSON: {0}")]
    Unwritten(#[from] serde_json::Error),
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl PackError {
    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Budget { .. } => &codes::BUDGET_EXCEEDED,
            Self::Request(_) | Self::File { .. } | Self::ContextSize { .. } => &codes::USAGE,
            Self::Focus { .. } => &codes::FOCUS_UNKNOWN,
            Self::Ambiguous { .. } => &codes::AMBIGUOUS,
            Self::Signature { .. } => &codes::SIGNATURE,
            Self::Provider(_) | Self::NoText => &codes::NOT_SUPPORTED,
            Self::Unknown { .. } => &codes::PACK_UNKNOWN,
            Self::Damaged { .. } => &codes::PACK_DAMAGED,
            Self::Policy { .. } => &codes::POLICY,
            Self::Unwritten(_) => &codes::INTERNAL,
            Self::Embed(cause) => cause.code(),
            Self::Index(cause) => cause.code(),
        }
    }

    /// What to do next, beyond the hint of the code.
    pub fn hints(&self) -> Vec<String> {
        match self {
            Self::Focus { nearest, .. } if !nearest.is_empty() => vec![format!("nearest: {}", nearest.join(", "))],
            Self::Ambiguous { count, candidates, places, .. } => {
                let listed = if places.is_empty() { candidates } else { places };
                let left = count.saturating_sub(listed.len());
                let more = if left == 0 { String::new() } else { format!(" and {left} more") };
                vec![format!("candidates: {}{more}", listed.join(", "))]
            }
            Self::ContextSize { attempted, .. } => vec![format!("raise `--size-limit` to {attempted} or more, or name fewer entities")],
            Self::NoText => vec!["name the repository with `--repo`, ask for `--view locate`, or build the index without `--no-text`".to_owned()],
            Self::File { keys, .. } if keys.is_empty() => vec!["it defines nothing; `context-pack --focus` starts at a file".to_owned()],
            Self::File { keys, .. } => vec![format!("it defines: {}; `context-pack --focus` starts at a file", keys.join(", "))],
            Self::Unknown { stored, .. } => vec![format!("packs that are stored in this root: {stored}")],
            Self::Provider("ann" | "hybrid") => vec!["run `smalti index build --embed-model DIR`, or use `--seed-provider sparse`".to_owned()],
            Self::Embed(cause) => cause.hint().map(str::to_owned).into_iter().collect(),
            Self::Provider("fts") => {
                vec!["write an index that has it with `smalti index export --sqlite FILE` and name it with `--index FILE`, or use `--seed-provider sparse`".to_owned()]
            }
            Self::Provider(_) => vec!["use `--seed-provider sparse`".to_owned()],
            _ => Vec::new(),
        }
    }

    /// The values that the message and the hints speak of, by name.
    pub fn details(&self) -> Map<String, Value> {
        let details = match self {
            Self::Budget { name, value, cap } => json!({"asked": value, "cap": cap, "name": name}),
            Self::Focus { focus, nearest } => json!({"missing": [focus], "nearest": nearest}),
            Self::Ambiguous { key, count, candidates, .. } => json!({"candidates": candidates, "count": count, "key": key}),
            Self::Signature { wanted, found } => json!({"found": found, "wanted": wanted}),
            Self::Unknown { id, stored } => json!({"id": id, "stored": stored}),
            _ => Value::Null,
        };
        match details {
            Value::Object(details) => details,
            _ => Map::new(),
        }
    }
}
