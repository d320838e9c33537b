//! Who asks for a task's context: what each role wants to see first. One row a role.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Intent;

/// Who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Decides what is to be done: much of the repository in few words.
    Planner,
    /// Writes the change: what it is made of and what it leans on, as text.
    #[default]
    Coder,
    /// Looks at a change: what hangs on it, and the change itself first.
    Reviewer,
    /// Writes tests: what is promised to others.
    Tester,
    /// Looks for a fault: who calls what.
    Debugger,
}

/// What a role stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Where the request names none.
    pub intent: Intent,
    /// Percent of the tokens that summaries may take.
    pub summaries: u64,
    /// Percent of the tokens that differences may take.
    pub diffs: u64,
    /// Differences stand before all else instead of behind the texts they change.
    pub diffs_first: bool,
}

const fn habits(intent: Intent, summaries: u64, diffs: u64, diffs_first: bool) -> Habits {
    Habits { intent, summaries, diffs, diffs_first }
}

impl Role {
    /// What it stands for.
    pub fn habits(self) -> Habits {
        match self {
            Self::Planner => habits(Intent::Summarize, 40, 15, false),
            Self::Coder => habits(Intent::Answer, 10, 25, false),
            Self::Reviewer => habits(Intent::Impact, 15, 45, true),
            Self::Tester => habits(Intent::Contract, 15, 25, false),
            Self::Debugger => habits(Intent::Debug, 10, 25, false),
        }
    }
}
