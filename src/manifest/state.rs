//! `state.json`: this root's own history. Never signed, never read by readers of rows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::IndexError;
use super::layout::Layout;
use crate::host::Host;

/// What a root remembers of its builds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct State {
    /// Nanoseconds since 1970 of the last build that wrote.
    pub built_at_ns: i64,
    /// Sites by outcome in the index with `index_signature`.
    pub census: BTreeMap<String, u64>,
    /// Milliseconds of each stage of that build.
    pub durations_ms: BTreeMap<String, u64>,
    /// Raised by every build that writes.
    pub graph_version: u64,
    /// The operating system that it was built on; no machine's own name.
    pub host: String,
    /// The index that all this is about; another one stands there after a crash.
    pub index_signature: String,
    /// The lists of the manifest before the present one, by artifact: gc keeps their pieces.
    pub previous_lists: BTreeMap<String, String>,
}

impl State {
    /// The state of a root; the default one where there is none.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] where it is damaged, or what the disk refuses.
    pub fn read(host: &dyn Host, layout: &Layout) -> Result<Self, IndexError> {
        Self::bytes(host, layout)?.map_or_else(|| Ok(Self::default()), |bytes| Self::parse(&bytes, &layout.state().display().to_string()))
    }

    /// The bytes that stand at a root, unchecked; `None` where there are none.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn bytes(host: &dyn Host, layout: &Layout) -> Result<Option<Vec<u8>>, IndexError> {
        match host.read(&layout.state()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(cause) if cause.not_found() => Ok(None),
            Err(cause) => Err(cause.into()),
        }
    }

    /// Checks the bytes of a state.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`].
    pub fn parse(bytes: &[u8], place: &str) -> Result<Self, IndexError> {
        serde_json::from_slice(bytes).map_err(|cause| IndexError::corrupt(place, cause.to_string()))
    }

    /// Writes the state.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn write(&self, host: &dyn Host, layout: &Layout) -> Result<(), IndexError> {
        let text = serde_json::to_vec_pretty(self).unwrap_or_default();
        Ok(host.write(&layout.state(), &text)?)
    }
}
