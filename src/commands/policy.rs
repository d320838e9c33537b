//! What is done about an index that is behind its repository before somebody answers from it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Context;
use super::failure::Failure;
use super::index_state::{self, IndexStanding, IndexState};
use super::place::Reading;
use super::refresh;
use crate::base::codes;
use crate::manifest::error::IndexError;

/// Budget of a build that an answer waits for, in milliseconds, where nobody names one.
pub const DEFAULT_REINDEX_MS: u64 = 15_000;
/// No such budget is smaller.
pub const LEAST_REINDEX_MS: u64 = 100;
/// No such budget is larger.
pub const MOST_REINDEX_MS: u64 = 120_000;

/// The options of the policy, beside those of the action.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Policy {
    /// What to do about a stale index: `allow` answers, `warn` (the default) answers and warns, `refresh` builds first, `fail` refuses.
    pub stale_policy: StalePolicy,
    /// With `refresh`, milliseconds that a build may take [default: 15000], clamped to 100..120000.
    pub max_reindex_ms: Option<u64>,
}

/// What to do about a stale index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StalePolicy {
    /// Answer from it.
    Allow,
    /// Answer from it and warn.
    #[default]
    Warn,
    /// Bring it up to date first, as far as the budget allows.
    Refresh,
    /// Refuse.
    Fail,
}

/// A budget in milliseconds within its bounds.
pub fn clamped(budget_ms: Option<u64>) -> u64 {
    budget_ms.unwrap_or(DEFAULT_REINDEX_MS).clamp(LEAST_REINDEX_MS, MOST_REINDEX_MS)
}

impl Policy {
    /// The standing of the index, after it was brought up to date if that is the policy.
    ///
    /// # Errors
    /// [`Failure`] for an index that cannot be read, other than one that is not there.
    pub fn standing(&self, context: &Context, reading: &Reading) -> Result<IndexState, Failure> {
        let (layout, repository) = (reading.layout(), reading.repository());
        match (self.stale_policy, repository) {
            (StalePolicy::Refresh, Some(root)) => refresh::refresh(context, root, &layout, clamped(self.max_reindex_ms)),
            (StalePolicy::Refresh, None) => {
                let state = index_state::look(context, &layout, None)?;
                Ok(IndexState { reindex: Some(refresh::no_repository(clamped(self.max_reindex_ms))), ..state })
            }
            (_, Some(root)) if refresh::stands(context, root, &layout)? => index_state::current(context, &layout),
            _ => index_state::look(context, &layout, repository),
        }
    }

    /// Whether somebody may answer from an index that stands so.
    ///
    /// # Errors
    /// [`Failure`] where there is no index, or the policy is to fail and the index is stale or has nothing that it could be compared with.
    pub fn check(&self, state: &IndexState, context: &Context, reading: &Reading) -> Result<(), Failure> {
        let missing = || reading.failure(context.host.as_ref(), IndexError::Missing(reading.layout().root().display().to_string()));
        if let Some(failure) = refresh::no_index(state, missing) {
            return Err(failure);
        }
        if state.state == IndexStanding::Unknown && self.stale_policy == StalePolicy::Fail {
            let why = "a saved root alone does not know whether it is stale: there is no repository to compare it with";
            return Err(Failure::new(&codes::NOT_SUPPORTED, why).only_hint("name the repository, or ask with `stale_policy` `allow`"));
        }
        if state.state == IndexStanding::Stale && self.stale_policy == StalePolicy::Fail {
            let why = format!("the index is stale: {}", state.stale_reasons.join("; "));
            return Err(Failure::new(&codes::INDEX_STALE, why).hint("ask again with `stale_policy` `refresh`"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_clamped_at_both_ends() {
        let all = [None, Some(0), Some(99), Some(100), Some(101), Some(119_999), Some(120_000), Some(120_001), Some(u64::MAX)].map(clamped);
        assert_eq!(all, [15_000, 100, 100, 100, 101, 119_999, 120_000, 120_000, 120_000]);
    }
}
