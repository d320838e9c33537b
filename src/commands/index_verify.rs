//! `index verify`: checks an index against itself, and with `--clean` against a build from nothing.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::declared_packs;
use super::failure::{ErrorBody, Failure};
use super::place::Place;
use super::{Answer, Command, Context, answer_schema};
use crate::artifacts::ARTIFACTS;
use crate::base::codes;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::reading::{self, Opened};
use crate::manifest::verify::{self, Findings};
use crate::manifest::{pieces, state::State};
use crate::pipeline::{config, freshness};
use crate::reader::load::Source;
use crate::reader::packs;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "verify"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<VerifyAnswer>, run };

/// Check an index: digests, orders, references; with `--clean`, against a build from nothing.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
    /// Build the repository from nothing in another process, with another number of threads, and compare byte for byte.
    #[arg(long)]
    pub clean: bool,
    /// A SCIP index that the index was built with, for `--clean`; may be given several times.
    #[arg(long, value_name = "FILE", requires = "clean")]
    pub scip: Vec<PathBuf>,
    /// The model that made the vectors of the index, for `--clean` [default: that of `smalti.toml`].
    #[arg(long, value_name = "DIR", requires = "clean")]
    pub embed_model: Option<PathBuf>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyAnswer {
    /// Whether the index equals a build from nothing; null where that was not asked for.
    pub clean: Option<bool>,
    /// Findings that are damaged files.
    pub damaged: u64,
    /// The first difference to a build from nothing.
    pub difference: Option<String>,
    pub finding_count: u64,
    /// The first findings, at most 50.
    pub findings: Vec<String>,
    /// 0 where the root's own history is damaged, which is a finding.
    pub graph_version: u64,
    pub rows: u64,
    /// Whether the repository has changed since the index was built, which explains a difference; null where there is none.
    pub stale: Option<bool>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let (place, host) = (&arguments.place, context.host.as_ref());
    let layout = place.layout();
    if arguments.clean && place.repository().is_none() {
        Manifest::read(host, &layout).map_err(|cause| place.failure(host, cause))?;
        let failure = Failure::new(&codes::USAGE, "`--clean` builds a repository from nothing, and none is named beside the index root");
        return Err(failure.only_hint("name it: `smalti index verify --clean PATH --index ROOT`"));
    }
    let Some((opened, findings)) = check(host, &layout).map_err(|cause| place.failure(host, cause))? else {
        let failure = Failure::new(&codes::INDEX_STALE, "builds replaced the index again and again while it was checked");
        return Err(failure.only_hint("type the command again when no build runs"));
    };
    let root = place.repository().unwrap_or(Path::new("."));
    let difference =
        if arguments.clean { clean((root, &arguments.scip, arguments.embed_model.as_deref()), context, &opened, &layout)? } else { None };
    let stale = match &difference {
        Some(_) => Some(!freshness::look(&context.host, root, layout.root(), context.source_date_epoch)?.is_current()),
        None => None,
    };
    let answer = VerifyAnswer {
        clean: arguments.clean.then_some(difference.is_none() && findings.damaged == 0),
        damaged: findings.damaged,
        difference,
        finding_count: findings.count,
        findings: findings.listed,
        graph_version: State::read(host, &layout).unwrap_or_default().graph_version,
        rows: findings.rows,
        stale,
    };
    let exit = match &answer {
        VerifyAnswer { damaged: 1.., .. } => codes::INDEX_CORRUPT.exit,
        VerifyAnswer { finding_count: 1.., .. } | VerifyAnswer { difference: Some(_), .. } => codes::VERIFY_DIFFERS.exit,
        _ => 0,
    };
    if let Some(failure) = fault(&answer) {
        (context.warn)(&failure);
    }
    let line = place.build_line(host, &opened.manifest.options);
    Answer::new(&answer, describe(&answer, line.as_deref()), exit)
}

/// What is wrong with the index, with what to do about it. A repository that has changed since explains what differs.
fn fault(answer: &VerifyAnswer) -> Option<Failure> {
    match answer {
        VerifyAnswer { damaged: damaged @ 1.., .. } => Some(Failure::new(&codes::INDEX_CORRUPT, format!("{damaged} files of the index are damaged"))),
        VerifyAnswer { finding_count: found @ 1.., .. } => Some(Failure::new(&codes::VERIFY_DIFFERS, format!("{found} findings"))),
        VerifyAnswer { difference: Some(_), stale: Some(false), .. } => {
            Some(Failure::new(&codes::VERIFY_DIFFERS, "the index differs from a clean build of the same files"))
        }
        _ => None,
    }
}

/// How often a root is checked that builds replace meanwhile.
const ATTEMPTS: u32 = 3;

/// Opens and checks a root; again if builds have replaced what was being read. `None` where they never let it be.
fn check(host: &dyn Host, layout: &Layout) -> Result<Option<(Opened, Findings)>, IndexError> {
    for _ in 0..ATTEMPTS {
        let (opened, findings) = reading::read_with(host, layout, |opened| verify::verify(host, layout, opened))?;
        if findings.damaged == 0 || !reading::is_replaced(host, layout, &opened.manifest.digest) {
            return Ok(Some((opened, findings)));
        }
    }
    Ok(None)
}

/// `line` builds the index anew.
fn describe(answer: &VerifyAnswer, line: Option<&str>) -> String {
    let mut text = format!("{} rows checked, {} findings", answer.rows, answer.finding_count);
    for finding in &answer.findings {
        let _ = write!(text, "\n{finding}");
    }
    match &answer.difference {
        Some(difference) => {
            let _ = write!(text, "\ndiffers from a clean build: {difference}");
            match (answer.stale, line) {
                (Some(true), Some(line)) => {
                    let _ = write!(text, "\nthe repository has changed since the index was built: type `{line}`, then verify again");
                }
                _ => text.push_str("\nthe repository has not changed since the index was built: please report it"),
            }
        }
        None if answer.clean == Some(false) => text.push_str("\nits manifest is that of a clean build, but some of its files are damaged"),
        None if answer.clean.is_some() => text.push_str("\nequal to a clean build, byte for byte"),
        None => {}
    }
    text
}

/// A folder that goes when it is dropped.
struct Scratch {
    host: Arc<dyn Host>,
    path: PathBuf,
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left behind, it costs only space in the system's own temporary folder.
        let _ = self.host.remove_folder(&self.path);
    }
}

/// The first difference to a build from nothing, if there is one.
fn clean(
    (root, scip, model): (&Path, &[PathBuf], Option<&Path>),
    context: &Context,
    opened: &Opened,
    layout: &Layout,
) -> Result<Option<String>, Failure> {
    let path = context.scratch.join(format!("smalti-verify-{}-{}", process::id(), context.host.now_ns()));
    let scratch = Scratch { host: Arc::clone(&context.host), path };
    let options = &opened.manifest.options;
    let mut command = process::Command::new(&context.program);
    // By the options that the index was built with, wherever they came from.
    command.args(["index", "build"]).arg(root).arg("--out").arg(&scratch.path).args(["--jobs", "3", "--quiet", "--json", "--no-config"]);
    if !options.text {
        command.arg("--no-text");
    }
    if !options.history {
        command.arg("--no-history");
    }
    for (flag, globs) in [("--include", &options.include), ("--exclude", &options.exclude), ("--graph", &options.graph)] {
        for glob in globs {
            command.arg(format!("{flag}={glob}"));
        }
    }
    for rule in &options.labels {
        command.arg("--label").arg(serde_json::to_string(rule)?);
    }
    if let Some(name) = &options.repo_id {
        command.arg(format!("--repo-id={name}"));
    }
    for row in packs::all(&Source::open(Arc::clone(&context.host), layout)?)? {
        for argument in declared_packs::arguments(&row) {
            command.arg(format!("--pack={argument}"));
        }
    }
    for file in scip {
        command.arg("--scip").arg(file);
    }
    if scip.is_empty() && !options.scip.is_empty() {
        return Err(
            Failure::new(&codes::USAGE, "the index was built with SCIP files, which a clean build needs too").hint("name them with `--scip FILE`")
        );
    }
    if opened.manifest.embedding.is_some() {
        let named = config::model(context.host.as_ref(), root)?;
        let Some(model) = model.map(Path::to_owned).or(named) else {
            let message = "the index was built with a model, which a clean build needs too";
            return Err(Failure::new(&codes::USAGE, message).hint("name it with `--embed-model DIR`"));
        };
        command.arg("--embed-model").arg(model);
    }
    let output = command.output().map_err(|cause| Failure::new(&codes::INTERNAL, format!("cannot start the clean build: {cause}")))?;
    if !output.status.success() {
        return Err(refused(&output));
    }
    let clean_layout = Layout::new(&scratch.path);
    let clean = reading::open(context.host.as_ref(), &clean_layout)?;
    first_difference(context.host.as_ref(), (layout, opened), (&clean_layout, &clean))
}

/// Why the clean build failed, in its own words and with its own code where it could still say so.
fn refused(output: &process::Output) -> Failure {
    let said = serde_json::from_slice::<serde_json::Value>(&output.stdout).ok();
    let error = said.and_then(|mut said| serde_json::from_value::<ErrorBody>(said["error"].take()).ok());
    match error.as_ref().and_then(|error| Some((codes::find(&error.code)?, error))) {
        Some((code, error)) => {
            let mut failure = Failure::new(code, format!("the clean build failed: {}", error.message));
            failure.hints.clone_from(&error.hints);
            failure.with_details(error.details.clone())
        }
        None => Failure::new(&codes::INTERNAL, format!("the clean build failed: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// The first row, or part of the manifest, that differs.
fn first_difference(host: &dyn Host, this: (&Layout, &Opened), clean: (&Layout, &Opened)) -> Result<Option<String>, Failure> {
    for (index, artifact) in ARTIFACTS.iter().enumerate() {
        let (lhs, rhs) = (this.1.streams[index].pieces(), clean.1.streams[index].pieces());
        if lhs == rhs {
            continue;
        }
        let at = lhs.iter().zip(rhs).position(|(lhs, rhs)| lhs != rhs).unwrap_or(lhs.len().min(rhs.len()));
        let read = |layout: &Layout, list: &[pieces::Piece]| match list.get(at) {
            Some(piece) => pieces::read_piece(host, layout, artifact.name, piece),
            None => Ok(Vec::new()),
        };
        // A damaged piece differs, whatever it held.
        let mine = match read(this.0, lhs) {
            Err(IndexError::Corrupt { place, what }) => return Ok(Some(format!("{}: `{place}` is damaged: {what}", artifact.name))),
            rows => rows?,
        };
        let (mine, theirs) = (String::from_utf8_lossy(&mine).into_owned(), String::from_utf8_lossy(&read(clean.0, rhs)?).into_owned());
        let rows = mine.lines().zip(theirs.lines()).find(|(mine, theirs)| mine != theirs);
        let (mine, theirs) =
            rows.unwrap_or((mine.lines().nth(theirs.lines().count()).unwrap_or(""), theirs.lines().nth(mine.lines().count()).unwrap_or("")));
        return Ok(Some(format!("{}: this index has `{mine}`, a clean build `{theirs}`", artifact.name)));
    }
    if this.1.manifest == clean.1.manifest {
        return Ok(None);
    }
    let (mine, theirs) = (serde_json::to_value(&this.1.manifest)?, serde_json::to_value(&clean.1.manifest)?);
    let derived = ["artifacts", "digest", "indexSignature", "historySignature", "vectorsSignature"];
    let part = mine.as_object().into_iter().flatten().find(|(name, value)| !derived.contains(&name.as_str()) && theirs.get(name) != Some(value));
    Ok(Some(match part {
        Some((name, value)) => format!("manifest.json: `{name}` of this index is {value}, of a clean build {}", theirs[name]),
        None => "manifest.json: same rows, other signatures".to_owned(),
    }))
}
