//! A pack request out of flags, a file, or both: flags win.

use std::path::PathBuf;

use serde::de::DeserializeOwned;

use super::Context;
use super::failure::Failure;
use crate::base::codes;
use crate::pack::limits;
use crate::pack::request::PackRequest;
use crate::pack::seeds;
use crate::reader::index::Index;

/// What a pack is to hold.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Wishes {
    /// The task: a question, an error message, a stack trace, a name, a path.
    #[arg(value_name = "TASK")]
    pub task: Option<String>,
    /// The same as a flag.
    #[arg(long, value_name = "TEXT", conflicts_with = "task")]
    pub query: Option<String>,
    /// Read the query from a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["task", "query"])]
    pub query_file: Option<PathBuf>,
    /// Read a whole request, as the pack prints it, from a file; other flags change it.
    #[arg(long, value_name = "FILE")]
    pub request: Option<PathBuf>,
    /// Files and folders whose code belongs to the task.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub files: Vec<String>,
    /// Start here: a name, a path, `path:line`, a symbolId or a chunkUid.
    #[arg(long, value_name = "WHAT")]
    pub focus: Option<String>,
    /// `answer`, `summarize`, `refactor`, `debug`, `impact` or `contract`.
    #[arg(long, value_name = "INTENT")]
    pub intent: Option<String>,
    /// Edges between a hit and what it brings in.
    #[arg(long, value_name = "N")]
    pub max_hops: Option<u32>,
    /// o200k tokens of all texts.
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u64>,
    /// Characters of all texts.
    #[arg(long, value_name = "N")]
    pub max_chars: Option<u64>,
    /// Items of all sections.
    #[arg(long, value_name = "N")]
    pub max_items: Option<u64>,
    /// Items of one section.
    #[arg(long, value_name = "N")]
    pub max_items_per_section: Option<u64>,
    /// Bytes of one text.
    #[arg(long, value_name = "N")]
    pub max_bytes_per_item: Option<u64>,
    /// Such as `2s`: a second stands for a fixed number of edges, so the answer does not depend on the machine.
    #[arg(long, alias = "budget", value_name = "TIME")]
    pub time_budget: Option<String>,
    /// Only paths that start so; may be given several times.
    #[arg(long, value_name = "PREFIX")]
    pub include: Vec<String>,
    /// No path that starts so; may be given several times.
    #[arg(long, value_name = "PREFIX")]
    pub exclude: Vec<String>,
    /// Only paths with this part, or that match this glob.
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Option<String>,
    /// Edges to walk: `call`, `usage`, `import`, `export`, `dataflow`.
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    pub edge_types: Vec<String>,
    /// `out`, `in` or `both`.
    #[arg(long, value_name = "WAY")]
    pub direction: Option<String>,
    /// `strict`, `warn` or `loose`.
    #[arg(long, value_name = "HOW")]
    pub strictness: Option<String>,
    /// With `strict`, drop what is reached without evidence.
    #[arg(long)]
    pub require_evidence: bool,
    /// `code`, `prose` or `mixed`.
    #[arg(long, value_name = "MODE")]
    pub seed_mode: Option<String>,
    /// `sparse`, `fts`, `ann` or `hybrid`.
    #[arg(long, value_name = "PROVIDER")]
    pub seed_provider: Option<String>,
    /// `seedScore`, `graphDistance`, `graphEvidence` or `hybridScore`.
    #[arg(long, value_name = "KEY")]
    pub order: Option<String>,
}

impl Wishes {
    /// The request.
    ///
    /// # Errors
    /// [`Failure`] for a word that nobody knows, a file that cannot be read, or a focus that is nowhere.
    pub fn request(&self, index: &Index, context: &Context) -> Result<PackRequest, Failure> {
        let mut request = match &self.request {
            Some(path) => super::context_pack::request_file(context, path)?,
            None => PackRequest::default(),
        };
        if let Some(query) = self.text(context)? {
            request.query = query;
        }
        if let Some(focus) = &self.focus {
            request.focus = seeds::focus(index, focus)?;
        }
        request.files.extend(self.files.iter().cloned());
        request.filters.include_paths.extend(self.include.iter().cloned());
        request.filters.exclude_paths.extend(self.exclude.iter().cloned());
        if let Some(pattern) = &self.pattern {
            request.filters.file_pattern.clone_from(pattern);
        }
        set(&mut request.intent, "--intent", self.intent.as_deref())?;
        set(&mut request.strictness, "--strictness", self.strictness.as_deref())?;
        set(&mut request.seed_mode, "--seed-mode", self.seed_mode.as_deref())?;
        set(&mut request.seed_provider, "--seed-provider", self.seed_provider.as_deref())?;
        set(&mut request.ordering.primary, "--order", self.order.as_deref())?;
        set(&mut request.expansion.direction, "--direction", self.direction.as_deref())?;
        if !self.edge_types.is_empty() {
            request.expansion.edge_types = self.edge_types.iter().map(|it| word("--edge-types", it)).collect::<Result<_, _>>()?;
        }
        request.expansion.require_evidence |= self.require_evidence;
        if let Some(hops) = self.max_hops {
            request.expansion.max_hops = hops;
        }
        self.budgets(&mut request)?;
        Ok(request)
    }

    fn budgets(&self, request: &mut PackRequest) -> Result<(), Failure> {
        let budgets = &mut request.budgets;
        budgets.max_total_tokens = self.max_tokens.or(budgets.max_total_tokens);
        budgets.max_total_chars = self.max_chars.or(budgets.max_total_chars);
        budgets.max_items = self.max_items.or(budgets.max_items);
        budgets.max_items_per_section = self.max_items_per_section.or(budgets.max_items_per_section);
        budgets.max_bytes_per_item = self.max_bytes_per_item.or(budgets.max_bytes_per_item);
        if let Some(time) = &self.time_budget {
            budgets.max_edges_read = Some(edges(time)?);
        }
        Ok(())
    }

    fn text(&self, context: &Context) -> Result<Option<String>, Failure> {
        let Some(path) = &self.query_file else { return Ok(self.task.clone().or_else(|| self.query.clone())) };
        let bytes = context.host.read(path)?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::new(&codes::USAGE, format!("the query in `{}` is not UTF-8", path.display())))?;
        Ok(Some(text))
    }
}

/// Sets a field to the value that a word names.
fn set<T: DeserializeOwned>(field: &mut T, flag: &str, text: Option<&str>) -> Result<(), Failure> {
    if let Some(text) = text {
        *field = word(flag, text)?;
    }
    Ok(())
}

/// The value that a word names; the words are those of the request's schema.
///
/// # Errors
/// [`Failure`] that names the words that are known.
pub fn word<T: DeserializeOwned>(flag: &str, text: &str) -> Result<T, Failure> {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).map_err(|cause| {
        let listed = cause.to_string();
        let known = listed.split("expected ").nth(1).unwrap_or_default().to_owned();
        Failure::new(&codes::USAGE, format!("`{flag}` does not know `{text}`")).hint(format!("it takes {known}"))
    })
}

/// Edges of a time such as `2s` or `500ms`.
fn edges(time: &str) -> Result<u64, Failure> {
    let (digits, milliseconds) = match (time.strip_suffix("ms"), time.strip_suffix('s')) {
        (Some(digits), _) => (digits, 1),
        (None, Some(digits)) => (digits, 1_000),
        (None, None) => (time, 1_000),
    };
    let number: u64 = digits.parse().map_err(|_| Failure::new(&codes::USAGE, format!("`{time}` is no time")).hint("write it as `2s` or `500ms`"))?;
    Ok((number.saturating_mul(milliseconds).saturating_mul(limits::EDGES_PER_SECOND) / 1_000).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_of_edges() {
        assert_eq!(edges("2s").unwrap(), 200_000);
        assert_eq!(edges("500ms").unwrap(), 50_000);
        assert_eq!(edges("3").unwrap(), 300_000);
        assert!(edges("soon").is_err());
    }

    #[test]
    fn an_unknown_word_names_the_known_ones() {
        let failure = word::<crate::pack::request::Intent>("--intent", "guess").unwrap_err();
        assert!(failure.hints[0].contains("impact"), "{:?}", failure.hints);
    }
}
