//! One task of a retrieval data set: a query and the places that answer it. Data sets are JSON Lines, one task a line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One query with its answer. Paths are relative to the repository, lines 1-based and inclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Every file that answers it.
    pub files: Vec<String>,
    pub id: String,
    pub query: String,
    /// Single places that a change touched.
    #[serde(default)]
    pub sites: Vec<Span>,
    /// Definitions that answer it.
    #[serde(default)]
    pub symbols: Vec<Definition>,
}

impl Task {
    /// Why nothing can be measured by it.
    fn fault(&self) -> Option<&'static str> {
        let mut lines = self.sites.iter().map(|it| (it.start, it.end)).chain(self.symbols.iter().map(|it| (it.start, it.end)));
        if self.files.is_empty() {
            return Some("it names no file that answers it");
        }
        lines.any(|(start, end)| start == 0 || end < start).then_some("lines count from 1, and the last is not before the first")
    }
}

/// Lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Span {
    pub end: u32,
    pub file: String,
    pub start: u32,
}

/// Lines of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    pub end: u32,
    pub file: String,
    /// It is a function or method; else a type.
    pub function: bool,
    pub start: u32,
}

/// Why a data set cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    #[error("line {line} is no task: {cause}")]
    Line { line: usize, cause: String },
    #[error("there is no task")]
    Empty,
}

/// The tasks of a text; empty lines are skipped.
///
/// # Errors
/// [`TaskError`] for the first line that is no task, and for a text without any.
pub fn parse(text: &str) -> Result<Vec<Task>, TaskError> {
    let mut tasks = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
        let fault = |cause: String| TaskError::Line { line: index + 1, cause };
        let task: Task = serde_json::from_str(line).map_err(|cause| fault(cause.to_string()))?;
        task.fault().map_or(Ok(()), |cause| Err(fault(cause.to_owned())))?;
        tasks.push(task);
    }
    if tasks.is_empty() { Err(TaskError::Empty) } else { Ok(tasks) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_lines_and_a_broken_one_is_named() {
        let good = r#"{"id":"a","query":"q","files":["x.rs"],"symbols":[{"file":"x.rs","start":1,"end":2,"function":true}]}"#;
        assert_eq!(parse(&format!("\n{good}\n")).unwrap()[0].symbols[0].end, 2);
        assert!(matches!(parse(&format!("{good}\n{{")), Err(TaskError::Line { line: 2, .. })));
        assert_eq!(parse("\n"), Err(TaskError::Empty));
        for bad in [
            r#"{"id":"a","query":"q","files":[]}"#,
            r#"{"id":"a","query":"q","files":["x.rs"],"sites":[{"file":"x.rs","start":9,"end":3}]}"#,
            r#"{"id":"a","query":"q","files":["x.rs"],"symbols":[{"file":"x.rs","start":0,"end":3,"function":true}]}"#,
        ] {
            assert!(matches!(parse(bad), Err(TaskError::Line { line: 1, .. })), "{bad}");
        }
    }
}
