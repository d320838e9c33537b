//! `eval edges`: how right the edges of an index are, by a SCIP index of the same files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::place::Reading;
use super::{Answer, Command, Context, answer_schema};
use crate::base::codes;
use crate::base::score::Millionths;
use crate::eval::edges::{self, Kind, RuleScores, Scores};
use crate::eval::meeting::Meeting;
use crate::reader::index::Index;
use crate::scip::message;
use crate::scip::references::Compiler;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["eval", "edges"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Measured>, run };

/// Measure how right the edges are, by a SCIP index of the same files.
///
/// Precision, recall and F1 per language and kind of edge, and precision per rule, of edges of confidence 0.5 and above. An edge is a pair: the outermost
/// function around a use (else the innermost type, else the file) and the definition it leads to, counted once. Constructors count as their class, overloads
/// of one type as one; fields, variants, parameters, local variables and macros of C are left out, and so are edges to files or definitions that the SCIP
/// index does not have.
///
/// SCIP has references and no kinds of edges: whether one is a call, a base type, an import or another use is told by the site of this index at that
/// place. So `call` is recall of calls that the index saw as calls; a reference at which it has no site counts as `reference` alone, whose recall is of
/// everything. An edge at whose sites the SCIP index has no reference, or only one to what it defines nowhere although it is of a package that it
/// defines something of, is neither right nor wrong: indexers skip code that they do not build, and name what they have not seen. Nor is one where it
/// names the variable that an import binds (`const f = require('./f')`): that is no answer to what the import leads to.
/// A name that is defined where another one of the same spelling is referred to (`module.exports = { f }`, `const { f } = api`) means what that means,
/// unless it is a definition of this index or a member of a type.
/// Of an index that was built with the same SCIP file this measures the file against itself; the rule `scip` tells.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The SCIP index, made of the text that was indexed.
    #[arg(long, value_name = "FILE")]
    pub scip: PathBuf,
    #[command(flatten)]
    pub reading: Reading,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Measured {
    pub index_signature: String,
    /// Over all languages.
    pub all: BTreeMap<Kind, Scores>,
    /// By language of the file that an edge starts in, then by kind.
    pub languages: BTreeMap<String, BTreeMap<Kind, Scores>>,
    /// By language, then by the rule that found an edge.
    pub rules: BTreeMap<String, BTreeMap<String, RuleScores>>,
    pub scip: Source,
}

/// The SCIP index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Source {
    /// `blake3:<64 hex>` of the file.
    pub digest: String,
    /// The name of the tool that wrote it.
    pub tool: String,
    /// Documents by which edges were measured.
    pub documents: u64,
    /// Documents of files that the index does not have.
    pub foreign: u64,
    /// Paths of documents that are of another text, and were not used.
    pub refused: Vec<String>,
    /// References to definitions of its own.
    pub references: u64,
    /// Those of them at which the index has no site.
    pub untyped: u64,
    /// Edges of the index that are left out: it does not have their target.
    pub unlisted: u64,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let host = context.host.as_ref();
    let layout = arguments.reading.layout();
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| arguments.reading.failure(host, cause))?;
    let compiler = Compiler::read(host, &arguments.scip)?;
    let meeting = Meeting::new(&index, &compiler)?;
    if meeting.files.is_empty() {
        return Err(nothing_fits(&arguments, &meeting));
    }
    let measured = edges::measure(&meeting)?;
    let mut all: BTreeMap<Kind, Scores> = BTreeMap::new();
    for (kind, scores) in measured.languages.values().flatten() {
        let sum = all.entry(*kind).or_default();
        *sum = sum.with(scores);
    }
    let answer = Measured {
        index_signature: index.manifest().index_signature.clone(),
        all,
        languages: measured.languages,
        rules: measured.rules,
        scip: Source {
            digest: compiler.digest.clone(),
            tool: compiler.tool.clone(),
            documents: meeting.files.len() as u64,
            foreign: meeting.foreign,
            refused: meeting.refused.clone(),
            references: measured.references,
            untyped: measured.untyped,
            unlisted: measured.unlisted,
        },
    };
    Answer::new(&answer, table(&answer), 0)
}

fn nothing_fits(arguments: &Arguments, meeting: &Meeting<'_>) -> Failure {
    let name = arguments.scip.display();
    match meeting.refused.first() {
        Some(path) => Failure::new(&codes::USAGE, format!("the SCIP index `{name}` is of other texts than the index, `{path}` among them"))
            .only_hint("run its indexer and `smalti index build` on one work tree"),
        None => {
            Failure::new(&codes::USAGE, format!("no document of the SCIP index `{name}` is of a file of the index ({} are not)", meeting.foreign))
                .only_hint("make it at the root of the repository: its paths have to be those that `smalti index show files` prints")
        }
    }
}

/// One line for each language and kind that has edges, then one for each rule.
fn table(answer: &Measured) -> String {
    let mut lines = vec![format!(
        "{:12} {:11} {:>8} {:>7} {:>7} {:>7} {:>8}  {:>5} {:>5} {:>5}",
        "language", "edges", "expected", "found", "right", "wrong", "unjudged", "P", "R", "F1"
    )];
    let languages = answer.languages.iter().map(|(language, kinds)| (language.as_str(), kinds));
    for (language, kinds) in languages.chain([("all", &answer.all)]) {
        for (kind, it) in kinds.iter().filter(|(_, it)| it.expected + it.right + it.wrong > 0) {
            lines.push(format!(
                "{language:12} {:11} {:8} {:7} {:7} {:7} {:8}  {} {} {}",
                word(*kind),
                it.expected,
                it.found,
                it.right,
                it.wrong,
                it.unjudged,
                percent(it.precision),
                percent(it.recall),
                percent(it.f1)
            ));
        }
    }
    lines.push(String::new());
    for (language, rules) in &answer.rules {
        for (rule, it) in rules {
            lines.push(format!(
                "{language:12} by {rule:18} right {:7} wrong {:6} unjudged {:7}  P {}",
                it.right,
                it.wrong,
                it.unjudged,
                percent(it.precision)
            ));
        }
    }
    let scip = &answer.scip;
    lines.push(String::new());
    lines.push(format!(
        "{} documents, {} of files that are not indexed, {} of another text; {} references, {} of them without a site; {} edges to what SCIP does not define",
        scip.documents,
        scip.foreign,
        scip.refused.len(),
        scip.references,
        scip.untyped,
        scip.unlisted
    ));
    if scip.tool == message::TOOL {
        lines.push(format!("the SCIP index was written by {} itself: it says nothing of how right the edges are", scip.tool));
    }
    lines.extend(scip.refused.iter().map(|path| format!("of another text: {path}")));
    lines.join("\n")
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Call => "call",
        Kind::Use => "use",
        Kind::Inherit => "inherit",
        Kind::Import => "import",
        Kind::ImportFile => "importFile",
        Kind::Reference => "reference",
    }
}

/// Percent with one digit.
fn percent(value: Option<Millionths>) -> String {
    value.map_or_else(|| "    -".to_owned(), |it| format!("{:>3}.{}", (it.0 + 500) / 10_000, (it.0 + 500) / 1000 % 10))
}
