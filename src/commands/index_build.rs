//! `index build`: brings the index of a repository up to date.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Deserialize;

use super::actions::{Action, options_schema};
use super::declared_packs;
use super::failure::Failure;
use super::parser::PROGRAM;
use super::{Answer, Command, Context, answer_schema, options};
use crate::base::codes;
use crate::base::labels::LabelRule;
use crate::base::progress::Progress;
use crate::host::Host;
use crate::pipeline::build;
use crate::pipeline::config;
use crate::pipeline::error::BuildError;
use crate::pipeline::options::BuildOptions;
use crate::pipeline::packs::WantedPack;
use crate::pipeline::session::Session;
use crate::pipeline::summary::Summary;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "build"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Summary>, run };

/// The action. What it builds is the repository of the request, where its index is looked for.
pub const ACTION: Action = Action {
    name: "index_build",
    reads: false,
    options: options_schema::<Arguments>,
    data: answer_schema::<Summary>,
    run: |options, scene| {
        let mut arguments: Arguments = options::read("index_build", options)?;
        if arguments.jobs > MAX_JOBS || arguments.max_memory.is_some_and(|size| size < MIN_MEMORY) {
            let message = format!("`jobs` is at most {MAX_JOBS} and `max_memory` at least {MIN_MEMORY}");
            return Err(Failure::new(&codes::USAGE, message));
        }
        let root = scene.reading.repository().ok_or_else(|| Failure::new(&codes::USAGE, "an index root alone has no repository to build of"))?;
        root.clone_into(&mut arguments.path);
        arguments.out.clone_from(&scene.reading.index);
        Ok(serde_json::to_value(build_once(&arguments.options(scene.context), scene.context)?)?)
    },
};

/// Bring the index of a repository up to date; only what changed is computed again.
#[derive(Clone, Debug, Default, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Arguments {
    /// The repository to index.
    #[arg(value_name = "PATH", default_value = ".")]
    #[serde(skip)]
    pub path: PathBuf,
    /// Where to write the index [default: PATH/.smalti].
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    pub out: Option<PathBuf>,
    /// Worker threads; 0 takes one per processor [default: 0].
    #[arg(long, short, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = parse_jobs)]
    pub jobs: usize,
    /// Memory to stay within, such as 512M or 2G, at least 64M; the bytes written do not depend on it. Where it could not be kept, the summary says so.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
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
    /// The folder of a sentence encoder: every chunk gets a vector, for the providers `ann` and `hybrid`. Slow: seconds for a hundred chunks.
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    pub embed_model: Option<PathBuf>,
    /// Make no vectors, even where `smalti.toml` names a model.
    #[arg(long, conflicts_with = "embed_model")]
    pub no_embed: bool,
    /// Only paths matching this glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// No path matching this glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// What matches this glob is part of the graph although it is minified or vendored; may be given several times. Code whose head says that a
    /// tool wrote it is part of it anyway.
    #[arg(long, value_name = "GLOB")]
    pub graph: Vec<String>,
    /// Take no option from `smalti.toml`.
    #[arg(long)]
    pub no_config: bool,
    /// A rule for labels as the manifest prints it, so that a clean build can be one of the same options.
    #[arg(long, value_name = "JSON", hide = true, value_parser = parse_label)]
    pub label: Vec<LabelRule>,
    /// A pack to commit with the index, as JSON: a `name` and the fields of a request, so that a clean build can make those of another.
    #[arg(long, value_name = "JSON", hide = true, value_parser = parse_pack)]
    #[serde(skip)]
    pub pack: Vec<WantedPack>,
    /// What packs call the repository, as the manifest prints it, for the same reason.
    #[arg(long, value_name = "NAME", hide = true, value_parser = parse_repo_id)]
    pub repo_id: Option<String>,
}

/// Reads a rule for labels.
///
/// # Errors
/// A sentence for the user.
pub fn parse_label(text: &str) -> Result<LabelRule, String> {
    let rule: LabelRule = serde_json::from_str(text).map_err(|cause| cause.to_string())?;
    config::check_label(&rule)?;
    Ok(rule)
}

/// Reads a pack that is asked for.
///
/// # Errors
/// A sentence for the user.
pub fn parse_pack(text: &str) -> Result<WantedPack, String> {
    let wanted = config::read_pack(serde_json::from_str(text).map_err(|cause| cause.to_string())?)?;
    (declared_packs::MAKER.check)(&wanted).map_err(|refused| refused.message)?;
    Ok(wanted)
}

/// Reads what a repository is called.
///
/// # Errors
/// A sentence for the user.
pub fn parse_repo_id(text: &str) -> Result<String, String> {
    config::check_repo_id(text).map(|()| text.to_owned())
}

/// Most worker threads that can be asked for.
const MAX_JOBS: usize = 1024;

/// Reads a number of threads.
///
/// # Errors
/// A sentence for the user.
pub fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs) if jobs <= MAX_JOBS => Ok(jobs),
        Ok(_) => Err(format!("at most {MAX_JOBS} threads are started")),
        Err(_) => Err("that is not a whole number".to_owned()),
    }
}

/// Least memory that can be asked for: the program, its grammars and one thread's work take about as much.
const MIN_MEMORY: u64 = 64 << 20;

/// Reads a limit of memory.
///
/// # Errors
/// A sentence for the user.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    match parse_size(text)? {
        size if size < MIN_MEMORY => Err(format!("no build stays within less than {}M", MIN_MEMORY >> 20)),
        size => Ok(size),
    }
}

/// Reads `512M`, `2G`, `100000`.
///
/// # Errors
/// A sentence for the user.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ if digits.is_empty() => return Err("that is not a whole number with a unit".to_owned()),
        _ => return Err(format!("`{unit}` is no unit; use K, M or G")),
    };
    if digits.is_empty() {
        return Err("that is not a whole number with a unit".to_owned());
    }
    let size = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    match size {
        Some(0) => Err("nothing can be done in no memory".to_owned()),
        Some(size) => Ok(size),
        None => Err("that is more than can be counted".to_owned()),
    }
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
        options.model.clone_from(&self.embed_model);
        options.embed = !self.no_embed;
        options.include.clone_from(&self.include);
        options.exclude.clone_from(&self.exclude);
        options.graph.clone_from(&self.graph);
        options.config = !self.no_config;
        options.labels.clone_from(&self.label);
        options.repo_id.clone_from(&self.repo_id);
        options.packs.clone_from(&self.pack);
        options.pack_maker = Some(declared_packs::MAKER);
        options.source_date_epoch = context.source_date_epoch;
        options
    }
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let summary = build_once(&arguments.options(context), context)?;
    declared_packs::warn(&summary, context);
    // A pack that cannot be made costs nothing else, and whoever waits for it must not take the build for all that was asked for.
    Answer::new(&summary, describe(&summary), u8::from(!summary.refused_packs.is_empty()))
}

/// One build in a session of its own; an index found damaged on the way is built anew once.
///
/// # Errors
/// As the build.
pub fn build_once(options: &BuildOptions, context: &Context) -> Result<Summary, Failure> {
    Ok(build_heard(options, &context.host, context.progress.as_ref())?)
}

/// The same, heard by somebody else.
///
/// # Errors
/// As the build.
pub fn build_heard(options: &BuildOptions, host: &Arc<dyn Host>, progress: &dyn Progress) -> Result<Summary, BuildError> {
    build_kept(options, host, progress).map(|(summary, _)| summary)
}

/// The same, with the session that it was built in.
///
/// # Errors
/// As the build.
pub fn build_kept(options: &BuildOptions, host: &Arc<dyn Host>, progress: &dyn Progress) -> Result<(Summary, Session), BuildError> {
    let mut session = Session::open(Arc::clone(host), options.clone())?;
    match session.build(progress) {
        Err(cause) if build::is_damage(&cause) => {
            drop(session);
            session = Session::open_anew(Arc::clone(host), options.clone(), &cause.to_string())?;
            session.build(progress).map(|summary| (summary, session))
        }
        result => result.map(|summary| (summary, session)),
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
        let _ = write!(text, "compilers  speak of {} paths, {} of them in the graph", said.documents, said.in_graph);
        let named = codes::P_SCIP_STALE.name;
        text.push_str(&match said.refused {
            0 => "\n".to_owned(),
            count => format!(", {count} refused: `{PROGRAM} index show problems --where code={named}` tells why\n"),
        });
    }
    let edges = ["call", "usage", "import", "export", "dataflow", "structure"];
    let edges = edges.iter().map(|kind| format!("{kind} {}", rows(&format!("edges_{kind}")))).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "edges      {edges}");
    if rows("vectors") > 0 {
        let _ = writeln!(text, "vectors    {}, of {} texts new to the model", rows("vectors"), summary.work.texts_embedded);
    }
    let _ = writeln!(text, "problems   {}", rows("problems"));
    let work = &summary.work;
    let _ = writeln!(
        text,
        "work       {} hashed, {} changed, {} parsed, {} linked; pieces {} written ({} bytes), {} reused",
        work.files_hashed, work.files_changed, work.files_parsed, work.edges_executed, work.pieces_written, work.bytes_written, work.pieces_reused
    );
    if !summary.refused_packs.is_empty() {
        let _ = writeln!(text, "packs      {} made, {} refused", rows("context_packs"), summary.refused_packs.len());
    }
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
        assert_eq!(parse_size("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["", "many", "M", "1T", "-1", "1.5G", "0", "0G", "1 G", "1Gi", "18446744073709551616", "17179869184G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_has_a_floor_that_is_named() {
        assert_eq!((parse_memory("64M"), parse_memory("1G")), (Ok(64 << 20), Ok(1 << 30)));
        for wrong in ["1K", "67108863", "0"] {
            assert!(parse_memory(wrong).is_err(), "{wrong}");
        }
        assert!(parse_memory("63M").unwrap_err().contains("64M"));
    }

    #[test]
    fn threads_are_counted_up_to_their_cap() {
        assert_eq!(parse_jobs("0"), Ok(0));
        assert_eq!(parse_jobs("1023"), Ok(1023));
        assert_eq!(parse_jobs("1024"), Ok(1024));
        assert!(parse_jobs("1025").is_err() && parse_jobs("-1").is_err() && parse_jobs("two").is_err());
    }
}
