//! `index build`: brings the index of a repository up to date.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::{Answer, Command, Context};
use crate::base::codes;
use crate::pipeline::build;
use crate::pipeline::options::BuildOptions;
use crate::pipeline::session::Session;
use crate::pipeline::summary::Summary;

/// The verb.
pub const COMMAND: Command = Command { words: &["index", "build"], arguments: |command| Arguments::augment_args(command), run };

/// Bring the index of a repository up to date; only what changed is computed again.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The repository to index.
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// Where to write the index [default: PATH/.smalti].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Worker threads [default: one per processor].
    #[arg(long, short, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Memory to stay within, such as 512M or 2G; the bytes written do not depend on it.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_memory: Option<u64>,
    /// Leave the text of chunks out.
    #[arg(long)]
    pub no_text: bool,
    /// Leave git history out.
    #[arg(long)]
    pub no_history: bool,
    /// A SCIP index of a compiler, made of this very text: its edges win over the link's own; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub scip: Vec<PathBuf>,
    /// Only paths matching this glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// No path matching this glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
}

/// Reads `512M`, `2G`, `100000`.
///
/// # Errors
/// A sentence for the user.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        other => return Err(format!("`{other}` is no unit; use K, M or G")),
    };
    let number: u64 = digits.parse().map_err(|_| format!("`{digits}` is not a whole number"))?;
    number.checked_mul(unit).ok_or_else(|| "that is more than can be counted".to_owned())
}

impl Arguments {
    /// The options of the session.
    pub fn options(&self, context: &Context) -> BuildOptions {
        let mut options = BuildOptions::new(self.path.clone());
        if let Some(out) = &self.out {
            options.out.clone_from(out);
        }
        options.jobs = self.jobs;
        options.max_memory = self.max_memory;
        options.text = !self.no_text;
        options.history = !self.no_history;
        options.scip.clone_from(&self.scip);
        options.include.clone_from(&self.include);
        options.exclude.clone_from(&self.exclude);
        options.source_date_epoch = context.source_date_epoch;
        options
    }
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let summary = build_once(&arguments.options(context), context)?;
    Ok(Answer { json: serde_json::to_value(&summary)?, text: describe(&summary), lines: false, exit: 0 })
}

/// One build in a session of its own; an index found damaged on the way is built anew once.
///
/// # Errors
/// As the build.
pub fn build_once(options: &BuildOptions, context: &Context) -> Result<Summary, Failure> {
    let mut session = Session::open(Arc::clone(&context.host), options.clone())?;
    match session.build(context.progress.as_ref()) {
        Err(cause) if build::is_damage(&cause) => {
            drop(session);
            let mut session = Session::open_anew(Arc::clone(&context.host), options.clone(), &cause.to_string())?;
            Ok(session.build(context.progress.as_ref())?)
        }
        result => Ok(result?),
    }
}

/// The summary for people.
pub fn describe(summary: &Summary) -> String {
    let mut text = String::new();
    for notice in &summary.notices {
        let _ = writeln!(text, "note: {notice}");
    }
    if summary.unchanged {
        let _ = writeln!(text, "nothing changed, nothing written");
    }
    let mut languages: Vec<(&String, &u64)> = summary.files_by_language.iter().collect();
    languages.sort_by(|lhs, rhs| rhs.1.cmp(lhs.1).then(lhs.0.cmp(rhs.0)));
    let list = languages.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ");
    let total: u64 = summary.files_by_language.values().sum();
    let _ = writeln!(text, "files      {total}: {list}");
    let rows = |name: &str| summary.rows.get(name).copied().unwrap_or(0);
    let _ = writeln!(text, "symbols    {}", rows("symbols"));
    let census = summary.census.iter().map(|(end, count)| format!("{end} {count}")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "sites      {}{}{census}", rows("sites"), if census.is_empty() { "" } else { ": " });
    if let Some(said) = &summary.scip {
        let _ = writeln!(text, "compilers  speak of {} paths, {} of them in the graph", said.documents, said.in_graph);
    }
    let edges = ["call", "usage", "import", "export", "dataflow", "structure"];
    let edges = edges.iter().map(|kind| format!("{kind} {}", rows(&format!("edges_{kind}")))).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "edges      {edges}");
    let _ = writeln!(text, "problems   {}", rows("problems"));
    let work = &summary.work;
    let _ = writeln!(
        text,
        "work       {} hashed, {} changed, {} parsed, {} linked; pieces {} written ({} bytes), {} reused",
        work.files_hashed, work.files_changed, work.files_parsed, work.edges_executed, work.pieces_written, work.bytes_written, work.pieces_reused
    );
    let stages = summary.stages_ms.iter().map(|(stage, spent)| format!("{stage} {spent} ms")).collect::<Vec<_>>().join(", ");
    let memory = summary.peak_memory.map_or_else(String::new, |bytes| format!("; peak memory {} MiB", bytes >> 20));
    let _ = write!(text, "time       {stages}{memory}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_units_or_refused() {
        assert_eq!(parse_size("512M"), Ok(512 << 20));
        assert_eq!(parse_size("2GiB"), Ok(2 << 30));
        assert_eq!(parse_size("77"), Ok(77));
        assert!(parse_size("many").is_err() && parse_size("1T").is_err());
    }
}
