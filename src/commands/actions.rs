//! What programs may ask for by name: one line in [`ACTIONS`] for each verb that answers them. Its options are those of the verb.

use schemars::Schema;
use serde_json::Value;

use super::failure::Failure;
use super::index_state::IndexState;
use super::place::Reading;
use super::{Context, codegraph_context, context_pack, eval_retrieval, index_build, index_status, search};

/// One action.
pub struct Action {
    /// As requests name it.
    pub name: &'static str,
    /// It answers from an index that is there, so a policy for stale ones counts.
    pub reads: bool,
    /// The JSON Schema of its options.
    pub options: fn() -> Schema,
    /// The JSON Schema of its data.
    pub data: fn() -> Schema,
    /// Runs it.
    pub run: fn(Value, &Scene<'_>) -> Result<Value, Failure>,
}

/// Where an action runs.
pub struct Scene<'a> {
    pub context: &'a Context,
    pub reading: Reading,
    /// The standing of the index, for actions that read.
    pub state: Option<IndexState>,
}

/// Every action that is there.
pub static ACTIONS: &[Action] =
    &[codegraph_context::ACTION, context_pack::ACTION, eval_retrieval::ACTION, index_build::ACTION, index_status::ACTION, search::ACTION];

/// Actions that requests may name and that this version does not have.
pub const TO_COME: &[&str] = &["diagram", "evidence_fetch", "impact", "meaning_focus", "meaning_pack", "trace"];

/// The JSON Schema of options as they are read.
pub fn options_schema<T: schemars::JsonSchema>() -> Schema {
    schemars::schema_for!(T)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_action_is_there_and_to_come() {
        assert!(ACTIONS.windows(2).all(|pair| pair[0].name < pair[1].name), "the table is sorted");
        assert!(TO_COME.iter().all(|name| ACTIONS.iter().all(|action| action.name != *name)));
    }
}
