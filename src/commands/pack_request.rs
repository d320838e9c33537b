//! A pack request out of flags, a file, or both: flags win.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

use super::asking::{Asking, set, word};
use super::failure::Failure;
use super::held;
use super::place::Reading;
use super::task_view::Occasion;
use super::{Context, question};
use crate::base::codes;
use crate::pack::request::limits;
use crate::pack::request::{Direction, EdgeType, PackRequest, Primary, SeedMode, SeedProvider, Strictness};
use crate::pack::seeds;
use crate::reader::index::Index;

/// What a pack is to hold.
#[derive(Clone, Debug, Default, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Wishes {
    /// The task: a question, an error message, a stack trace, a name, a path.
    #[arg(value_name = "TASK")]
    #[serde(skip)]
    pub task: Option<String>,
    /// Read the query from a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["task", "query"])]
    #[serde(skip)]
    pub query_file: Option<PathBuf>,
    /// Read a whole request, as the pack prints it, from a file; other flags change it.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub request: Option<PathBuf>,
    #[command(flatten)]
    #[serde(flatten)]
    pub asking: Asking,
    #[command(flatten)]
    #[serde(flatten)]
    pub occasion: Occasion,
    /// Edges between a hit and what it brings in.
    #[arg(long, value_name = "N")]
    pub max_hops: Option<u32>,
    /// o200k tokens of all texts.
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u64>,
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
    /// Edges to walk: `call`, `usage`, `import`, `export`, `dataflow`.
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    #[schemars(with = "Vec<EdgeType>")]
    pub edge_types: Vec<String>,
    /// `out`, `in` or `both`.
    #[arg(long, value_name = "WAY")]
    #[schemars(with = "Option<Direction>")]
    pub direction: Option<String>,
    /// `strict`, `warn` or `loose`.
    #[arg(long, value_name = "HOW")]
    #[schemars(with = "Option<Strictness>")]
    pub strictness: Option<String>,
    /// With `strict`, drop what is reached without evidence.
    #[arg(long)]
    pub require_evidence: bool,
    /// `code`, `prose` or `mixed`.
    #[arg(long, value_name = "MODE")]
    #[schemars(with = "Option<SeedMode>")]
    pub seed_mode: Option<String>,
    /// `sparse`, `fts`, `ann` or `hybrid`.
    #[arg(long, value_name = "PROVIDER")]
    #[schemars(with = "Option<SeedProvider>")]
    pub seed_provider: Option<String>,
    /// `seedScore`, `graphDistance`, `graphEvidence` or `hybridScore`.
    #[arg(long, value_name = "KEY")]
    #[schemars(with = "Option<Primary>")]
    pub order: Option<String>,
}

impl Wishes {
    /// The request.
    ///
    /// # Errors
    /// [`Failure`] for a word that nobody knows, a file that cannot be read, or a focus that is nowhere.
    pub fn request(&self, index: &Index, reading: &Reading, context: &Context) -> Result<PackRequest, Failure> {
        let mut request = match &self.request {
            Some(path) => super::context_pack::request_file(context, path)?,
            None => PackRequest::default(),
        };
        if let Some(query) = self.text(context)? {
            request.query = query;
        }
        if let Some(focus) = &self.asking.focus {
            match (seeds::focus(index, focus), seeds::folder(index, &reading.below(focus))) {
                // A folder is as many places as it has files.
                (Err(_), Some(folder)) => request.files.push(folder),
                (found, _) => request.focus = found?,
            }
        }
        request.have.extend(held::held(&self.asking.have, index, context)?);
        request.files.extend(self.asking.files.iter().map(|path| reading.below(path)));
        request.filters.include_paths.extend(self.asking.include_paths.iter().cloned());
        request.filters.exclude_paths.extend(self.asking.exclude_paths.iter().cloned());
        if let Some(pattern) = &self.asking.file_pattern {
            request.filters.file_pattern.clone_from(pattern);
        }
        set(&mut request.intent, "--intent", self.asking.intent.as_deref())?;
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
        budgets.max_total_chars = self.asking.max_chars.or(budgets.max_total_chars);
        budgets.max_items = self.max_items.or(budgets.max_items);
        budgets.max_items_per_section = self.max_items_per_section.or(budgets.max_items_per_section);
        budgets.max_bytes_per_item = self.max_bytes_per_item.or(budgets.max_bytes_per_item);
        if let Some(time) = &self.time_budget {
            budgets.max_edges_read = Some(edges(time)?);
        }
        Ok(())
    }

    fn text(&self, context: &Context) -> Result<Option<String>, Failure> {
        let Some(path) = &self.query_file else { return Ok(self.task.clone().or_else(|| self.asking.query.clone())) };
        question::text_of(context, path).map(Some)
    }
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
}
