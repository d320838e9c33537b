//! `index export`: a committed index in the formats of other tools.

use std::path::{Path, PathBuf};

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::place::{self, Place};
use super::{Answer, Command, Context, answer_schema};
use crate::base::codes;
use crate::export::scip::{self, Request};
use crate::host::{Host, Kind};
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::reading::{self, Opened};
use crate::reader::providers;
use crate::scip::documents;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "export"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<ExportAnswer>, run };

/// Write an index in another tool's format.
///
/// SQLite and LMDB files hold every row of every table, need no work tree, and answer `search` and `context-pack` as the index does: name one with
/// `--index FILE`.
///
/// Positions of a SCIP index are taken from the work tree at PATH: SCIP wants lines and columns of the text, and an index, with its texts or without, does not keep
/// what lies between its chunks. A file that changed since it was indexed is refused by name.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
    /// Write definitions and references of confidence 0.5 and above as a SCIP index.
    #[arg(long, value_name = "FILE")]
    pub scip: Option<PathBuf>,
    /// Write every row as one SQLite file with full-text search; needs a program with the feature `sqlite`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scip", "lmdb"])]
    pub sqlite: Option<PathBuf>,
    /// Write every row as one LMDB file; needs a program with the feature `lmdb`.
    #[arg(long, value_name = "FILE", conflicts_with = "scip")]
    pub lmdb: Option<PathBuf>,
    /// Put the text of each file into its document, so that a reader can prove what it belongs to.
    #[arg(long)]
    pub text: bool,
    /// The URI of the work tree in the SCIP index; the default keeps machine paths out of it.
    #[arg(long, value_name = "URI", default_value = "file:///", value_parser = uri)]
    pub project_root: String,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExportAnswer {
    Scip(ScipCounts),
    Rows(RowCounts),
}

/// What a SQLite or LMDB file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RowCounts {
    /// Of all tables.
    pub rows: u64,
}

/// What a SCIP index holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScipCounts {
    /// Occurrences that define a symbol.
    pub definitions: u64,
    /// Files of the graph.
    pub documents: u64,
    /// Symbols of packages outside.
    pub external_symbols: u64,
    /// Occurrences that refer to a symbol.
    pub references: u64,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let layout = arguments.place.layout();
    let host = context.host.as_ref();
    if arguments.scip.is_none() && arguments.sqlite.is_none() && arguments.lmdb.is_none() {
        return Err(Failure::new(&codes::USAGE, "nothing says what to write").hint("add `--scip FILE`, `--sqlite FILE` or `--lmdb FILE`"));
    }
    for to in [&arguments.scip, &arguments.sqlite, &arguments.lmdb].into_iter().flatten() {
        place::writable(host, to)?;
    }
    let opened = reading::open(host, &layout).map_err(|cause| arguments.place.failure(host, cause))?;
    for to in [&arguments.sqlite, &arguments.lmdb].into_iter().flatten() {
        let is_ours = matches!(
            providers::open(&context.host, &Layout::new(to)),
            Ok(_) | Err(IndexError::Version { .. } | IndexError::Schema { .. } | IndexError::NotSupported(..))
        );
        refuse_foreign(host, to, is_ours)?;
    }
    if let Some(to) = &arguments.scip {
        refuse_foreign(host, to, documents::each(host, to, &mut 0, |_| ()).is_ok())?;
    }
    let Some(to) = &arguments.scip else {
        let rows = match (&arguments.sqlite, &arguments.lmdb) {
            (Some(to), _) => sqlite(host, &layout, &opened, to)?,
            (None, to) => lmdb(host, &layout, &opened, to.as_deref().unwrap_or(Path::new("")))?,
        };
        return Answer::new(&ExportAnswer::Rows(RowCounts { rows }), format!("{rows} rows"), 0);
    };
    let tree = arguments.place.repository().unwrap_or(Path::new("."));
    let request = Request { tree, to, project_root: &arguments.project_root, with_text: arguments.text };
    let counts = scip::export(context.host.as_ref(), &layout, &opened, &request)?;
    let answer = ExportAnswer::Scip(ScipCounts {
        definitions: counts.definitions,
        documents: counts.documents,
        external_symbols: counts.external_symbols,
        references: counts.references,
    });
    let text = format!(
        "{} documents, {} definitions, {} references, {} symbols of other packages",
        counts.documents, counts.definitions, counts.references, counts.external_symbols
    );
    Answer::new(&answer, text, 0)
}

/// A URI has a scheme (RFC 3986, 3.1).
fn uri(text: &str) -> Result<String, String> {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    let fits =
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.chars().all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it));
    if fits { Ok(text.to_owned()) } else { Err("a URI begins with its scheme, as `file:///repository` does".to_owned()) }
}

/// An export takes the place of an export or of an empty file, never of anything else.
fn refuse_foreign(host: &dyn Host, to: &Path, is_ours: bool) -> Result<(), Failure> {
    match host.stat(to) {
        Ok((Kind::File, stat)) if stat.size > 0 && !is_ours => {
            let message = format!("`{}` exists and is no export that can be read", to.display());
            Err(Failure::new(&codes::OUT_FOREIGN, message).only_hint("name another file, or take this one away"))
        }
        _ => Ok(()),
    }
}

#[cfg(feature = "sqlite")]
fn sqlite(host: &dyn Host, layout: &Layout, opened: &Opened, to: &Path) -> Result<u64, Failure> {
    Ok(crate::export::sqlite::export(host, layout, opened, to)?)
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &dyn Host, _: &Layout, _: &Opened, _: &Path) -> Result<u64, Failure> {
    Err(IndexError::NotSupported("SQLite", "sqlite").into())
}

#[cfg(feature = "lmdb")]
fn lmdb(host: &dyn Host, layout: &Layout, opened: &Opened, to: &Path) -> Result<u64, Failure> {
    Ok(crate::export::lmdb::export(host, layout, opened, to)?)
}

#[cfg(not(feature = "lmdb"))]
fn lmdb(_: &dyn Host, _: &Layout, _: &Opened, _: &Path) -> Result<u64, Failure> {
    Err(IndexError::NotSupported("LMDB", "lmdb").into())
}
