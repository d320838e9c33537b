//! What a pack is asked for, in the words that all surfaces share: flags, options of the Command API, arguments of a tool.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::failure::Failure;
use crate::base::codes;
use crate::pack::request::Intent;
use crate::pack::request::leaning::{Leaning, RelatedMode};

/// The text of a query, which may start with `-` as differences and the output of tests do; one word that starts with `--` is an option.
///
/// # Errors
/// For a word that is an option.
fn query(text: &str) -> Result<String, &'static str> {
    let is_option = text.strip_prefix("--").is_some_and(|rest| rest.starts_with(char::is_alphabetic)) && !text.contains(char::is_whitespace);
    if is_option { Err("an option stands where the text of the query belongs") } else { Ok(text.to_owned()) }
}

/// The question and what may answer it.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Asking {
    /// A question, an error message, a stack trace, a name or a path.
    #[arg(long, value_name = "TEXT", conflicts_with = "task", allow_hyphen_values = true, value_parser = query)]
    pub query: Option<String>,
    /// Files and folders that belong to the task.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub files: Vec<String>,
    /// Start here: a name, a path, `path:line`, the id of an item, a symbolId or a chunkUid.
    #[arg(long, value_name = "WHAT")]
    pub focus: Option<String>,
    /// What it is for: `answer`, `summarize`, `refactor`, `debug`, `impact` or `contract`.
    #[arg(long, value_name = "INTENT")]
    #[schemars(with = "Option<Intent>")]
    pub intent: Option<String>,
    /// Only paths that start so.
    #[arg(long = "include", value_name = "PREFIX")]
    pub include_paths: Vec<String>,
    /// No path that starts so.
    #[arg(long = "exclude", value_name = "PREFIX")]
    pub exclude_paths: Vec<String>,
    /// Only paths with this part, or that match this glob.
    #[arg(long = "pattern", value_name = "PATTERN")]
    pub file_pattern: Option<String>,
    /// Leave out what you hold unchanged, and tell what of it is stale: a packId, chunkUid or evidenceId.
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub have: Vec<String>,
    /// Characters of all texts; of an answer that is a text, of all of it.
    #[arg(long, value_name = "N")]
    pub max_chars: Option<u64>,
    #[command(flatten)]
    #[serde(flatten)]
    pub taste: Taste,
}

/// What only the view v1 knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Taste {
    /// Code before documents, or documents first [default: as the query asks].
    #[arg(long, value_name = "BOOL")]
    pub prefer_code: Option<bool>,
    /// `false` leaves out `*.md` and `*.mdx`.
    #[arg(long, value_name = "BOOL")]
    pub include_docs: Option<bool>,
    /// `explore` looks wide, `focus` keeps to words of the query [default: as the query asks].
    #[arg(long, value_name = "MODE")]
    #[schemars(with = "Option<RelatedMode>")]
    pub related_mode: Option<String>,
    /// `facts` (the default), `full` adds diagnostics, `minimal` is the items alone.
    #[arg(long, value_name = "MODE")]
    #[schemars(with = "Option<ResponseMode>")]
    pub response_mode: Option<String>,
    /// Say how the pack came about; not in `minimal`.
    #[arg(long)]
    pub trace: bool,
}

/// How much is said beside the items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResponseMode {
    /// Items and where the index stands.
    #[default]
    Facts,
    /// The same and how the pack came about.
    Full,
    /// Items alone.
    Minimal,
}

impl Taste {
    /// What it leans to, with what the query asks by itself where nothing is said.
    ///
    /// # Errors
    /// [`Failure`] for a word that nobody knows.
    pub fn leaning(&self, query: &str) -> Result<Leaning, Failure> {
        let mut leaning = Leaning::of_query(query);
        leaning.prefer_code = self.prefer_code.or(leaning.prefer_code);
        leaning.include_docs = self.include_docs.unwrap_or(leaning.include_docs);
        set(&mut leaning.related_mode, "--related-mode", self.related_mode.as_deref())?;
        Ok(leaning)
    }

    /// How much is said beside the items.
    ///
    /// # Errors
    /// [`Failure`] for a word that nobody knows.
    pub fn mode(&self) -> Result<ResponseMode, Failure> {
        let mut mode = ResponseMode::default();
        set(&mut mode, "--response-mode", self.response_mode.as_deref())?;
        Ok(mode)
    }
}

/// Sets a field to the value that a word names.
///
/// # Errors
/// As [`word`].
pub fn set<T: DeserializeOwned>(field: &mut T, flag: &str, text: Option<&str>) -> Result<(), Failure> {
    if let Some(text) = text {
        *field = word(flag, text)?;
    }
    Ok(())
}

/// The value that a word names; the words are those of the request's schema.
///
/// # Errors
/// [`Failure`] for a word that nobody knows, with those that there are.
pub fn word<T: DeserializeOwned>(flag: &str, text: &str) -> Result<T, Failure> {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).map_err(|cause| {
        let listed = cause.to_string();
        let known = listed.split("expected ").nth(1).unwrap_or_default().to_owned();
        Failure::new(&codes::USAGE, format!("`{flag}` does not know `{text}`")).hint(format!("it takes {known}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_wins_over_what_the_query_asks() {
        let taste = Taste { prefer_code: Some(true), related_mode: Some("focus".into()), ..Taste::default() };
        let leaning = taste.leaning("where is the README").unwrap();
        assert_eq!((leaning.prefer_code, leaning.related_mode, leaning.include_docs), (Some(true), RelatedMode::Focus, true));
        assert_eq!(Taste::default().leaning("where is the README").unwrap().prefer_code, Some(false));
    }

    #[test]
    fn an_unknown_word_names_the_known_ones() {
        let failure = word::<Intent>("--intent", "guess").unwrap_err();
        assert!(failure.hints[0].contains("impact"), "{:?}", failure.hints);
        let taste = Taste { response_mode: Some("short".into()), ..Taste::default() };
        assert!(taste.mode().unwrap_err().hints[0].contains("minimal"));
    }
}
