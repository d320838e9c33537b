//! `index verify`: checks an index against itself, and with `--clean` against a build from nothing.

use std::fmt::Write;
use std::path::PathBuf;
use std::process;

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context};
use crate::artifacts::ARTIFACTS;
use crate::base::codes;
use crate::manifest::layout::Layout;
use crate::manifest::reading::{self, Opened};
use crate::manifest::verify::{self, Findings};
use crate::manifest::{pieces, state::State};

/// The verb.
pub const COMMAND: Command = Command { words: &["index", "verify"], arguments: |command| Arguments::augment_args(command), run };

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
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let layout = arguments.place.layout();
    let opened = reading::open(context.host.as_ref(), &layout)?;
    let findings = verify::verify(context.host.as_ref(), &layout, &opened)?;
    let difference = if arguments.clean { clean(&arguments, context, &opened, &layout)? } else { None };
    let mut text = report(&findings);
    match &difference {
        Some(difference) => {
            let _ = write!(text, "\ndiffers from a clean build: {difference}");
        }
        None if arguments.clean => text.push_str("\nequal to a clean build, byte for byte"),
        None => {}
    }
    let json = serde_json::json!({
        "clean": arguments.clean.then_some(difference.is_none()),
        "difference": difference,
        "findings": findings.listed,
        "findingCount": findings.count,
        "graphVersion": State::read(context.host.as_ref(), &layout).graph_version,
        "rows": findings.rows,
    });
    let exit = u8::from(findings.count > 0 || difference.is_some());
    Ok(Answer { json, text, lines: false, exit })
}

fn report(findings: &Findings) -> String {
    let mut text = format!("{} rows checked, {} findings", findings.rows, findings.count);
    for finding in &findings.listed {
        let _ = write!(text, "\n{finding}");
    }
    text
}

/// A folder that goes when it is dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left behind, it costs only space in the system's own temporary folder.
        let _ = process::Command::new("rm").arg("-rf").arg(&self.0).status();
    }
}

/// The first difference to a build from nothing, if there is one.
fn clean(arguments: &Arguments, context: &Context, opened: &Opened, layout: &Layout) -> Result<Option<String>, Failure> {
    let scratch = Scratch(context.scratch.join(format!("smalti-verify-{}-{}", process::id(), context.host.now_ns())));
    let options = &opened.manifest.options;
    let mut command = process::Command::new(&context.program);
    command.args(["index", "build"]).arg(&arguments.place.path).arg("--out").arg(&scratch.0).args(["--jobs", "3", "--json", "--quiet"]);
    if !options.text {
        command.arg("--no-text");
    }
    if !options.history {
        command.arg("--no-history");
    }
    for (flag, globs) in [("--include", &options.include), ("--exclude", &options.exclude)] {
        for glob in globs {
            command.arg(flag).arg(glob);
        }
    }
    for file in &arguments.scip {
        command.arg("--scip").arg(file);
    }
    if arguments.scip.is_empty() && !options.scip.is_empty() {
        return Err(
            Failure::new(&codes::USAGE, "the index was built with SCIP files, which a clean build needs too").hint("name them with `--scip FILE`")
        );
    }
    let output = command.output().map_err(|cause| Failure::new(&codes::INTERNAL, format!("cannot start the clean build: {cause}")))?;
    if !output.status.success() {
        return Err(Failure::new(&codes::INTERNAL, format!("the clean build failed: {}", String::from_utf8_lossy(&output.stderr).trim())));
    }
    let clean_layout = Layout::new(&scratch.0);
    let clean = reading::open(context.host.as_ref(), &clean_layout)?;
    first_difference(context, (layout, opened), (&clean_layout, &clean))
}

fn first_difference(context: &Context, this: (&Layout, &Opened), clean: (&Layout, &Opened)) -> Result<Option<String>, Failure> {
    for (index, artifact) in ARTIFACTS.iter().enumerate() {
        let (lhs, rhs) = (this.1.streams[index].pieces(), clean.1.streams[index].pieces());
        if lhs == rhs {
            continue;
        }
        let at = lhs.iter().zip(rhs).position(|(lhs, rhs)| lhs != rhs).unwrap_or(lhs.len().min(rhs.len()));
        let read = |layout: &Layout, list: &[pieces::Piece]| match list.get(at) {
            Some(piece) => pieces::read_piece(context.host.as_ref(), layout, artifact.name, piece),
            None => Ok(Vec::new()),
        };
        let (lhs, rhs) = (read(this.0, lhs)?, read(clean.0, rhs)?);
        let (lhs, rhs) = (String::from_utf8_lossy(&lhs).into_owned(), String::from_utf8_lossy(&rhs).into_owned());
        let row = lhs.lines().zip(rhs.lines()).find(|(lhs, rhs)| lhs != rhs);
        let row = row.or_else(|| Some((lhs.lines().nth(rhs.lines().count()).unwrap_or(""), rhs.lines().nth(lhs.lines().count()).unwrap_or(""))));
        let (mine, theirs) = row.unwrap_or_default();
        return Ok(Some(format!("{}: this index has `{mine}`, a clean build `{theirs}`", artifact.name)));
    }
    if this.1.manifest != clean.1.manifest {
        return Ok(Some("manifest.json: same rows, other header".to_owned()));
    }
    Ok(None)
}
