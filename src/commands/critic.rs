//! `critic`: holds generated code against the index and against the pack that its author had.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::place::Reading;
use super::{Answer, Command, Context, answer_schema, question, stored_packs, task_view};
use crate::base::codes;
use crate::base::ids::SourceHash;
use crate::base::plain;
use crate::pack::context::diff;
use crate::pack::context::diff::Hunk;
use crate::pack::critic::document::Review;
use crate::pack::critic::judge;
use crate::pack::critic::judge::{Change, ChangedFile};
use crate::pack::critic::seen::Seen;
use crate::pack::request::patch;
use crate::pack::request::patch::FilePatch;
use crate::pack::views::task::changes::Side;
use crate::pipeline::definitions::definitions;
use crate::reader::index::Index;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["critic"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Review>, run };

/// Say what a change rests on that its pack did not show, which names it made up, and whose users it forgot. Index the repository with the change first.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The change is what differs from this commit, branch or tag.
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
    /// The change is this unified difference, which the work tree already holds; `-` for standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "since")]
    pub diff: Option<PathBuf>,
    /// What the author was shown: a pack as JSON, of the view 000, `task` or v1.
    #[arg(long, value_name = "FILE")]
    pub pack: Option<PathBuf>,
    /// The same: a pack that is stored in the root.
    #[arg(long, value_name = "ID", conflicts_with = "pack")]
    pub pack_id: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let (host, layout) = (context.host.as_ref(), arguments.reading.layout());
    let seen = seen(&arguments, context)?;
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| arguments.reading.failure(host, cause))?;
    let change = match (&arguments.since, &arguments.diff) {
        (Some(name), _) => since(name, &index, &arguments.reading, context)?,
        (None, Some(path)) => applied(path, &index, &arguments.reading, context)?,
        (None, None) => return Err(Failure::new(&codes::USAGE, "there is no change").hint("name it with `--since REV` or `--diff FILE`")),
    };
    let review = judge::judge(&index, &change, seen.as_ref())?;
    // Of a change that is not indexed nothing is known: no finding is then no answer.
    let unknown = if review.stale.is_empty() { 0 } else { codes::INDEX_STALE.exit };
    let exit = if review.findings.is_empty() { unknown } else { 1 };
    Answer::new(&review, words(&review), exit)
}

fn seen(arguments: &Arguments, context: &Context) -> Result<Option<Seen>, Failure> {
    let bytes = match (&arguments.pack, &arguments.pack_id) {
        (Some(path), _) => question::bytes_of(context, path)?,
        (None, Some(id)) => stored_packs::read(context, &arguments.reading.layout(), id)?.bytes,
        (None, None) => return Ok(None),
    };
    let refused =
        |cause: String| Failure::new(&codes::USAGE, format!("the pack cannot be read: {cause}")).hint("make it with `smalti context-pack … --json`");
    let pack = serde_json::from_slice(&bytes).map_err(|cause| refused(cause.to_string()))?;
    Seen::of(&pack).map(Some).map_err(refused)
}

/// What changed since a commit.
fn since(name: &str, index: &Index, reading: &Reading, context: &Context) -> Result<Change, Failure> {
    let changes = task_view::changes(name, index, reading, context)?;
    let text = |side: &Option<Side>| side.as_ref().and_then(|it| it.text.clone());
    let file = |(path, it): (&String, &crate::pack::views::task::changes::Change)| {
        let before = text(&it.before);
        let (touched, removed) = size(before.as_deref().unwrap_or(""), text(&it.after).as_deref().unwrap_or(""));
        let known = it.before.is_none() || before.is_some();
        let before = known.then(|| before.map(|text| definitions(path, &text)).unwrap_or_default());
        (path.clone(), ChangedFile { touched, removed, before, stale: it.stale })
    };
    Ok(Change { source: format!("since {}", changes.commit), files: changes.files.iter().map(file).collect() })
}

/// The lines of the text as it is that changed, and how many of the text as it was are gone.
fn size(before: &str, after: &str) -> (BTreeSet<u32>, u64) {
    let hunks = diff::hunks(before, after);
    let removed = hunks.iter().flat_map(|it| &it.lines).filter(|line| line.starts_with('-')).count();
    (hunks.iter().flat_map(Hunk::touched).collect(), removed as u64)
}

/// What a patch changed that the work tree holds.
fn applied(path: &Path, index: &Index, reading: &Reading, context: &Context) -> Result<Change, Failure> {
    if reading.repository().is_none() {
        let message = "a saved root alone does not know the files that a patch changed";
        return Err(Failure::new(&codes::NOT_SUPPORTED, message).hint("name the repository with `--repo PATH`"));
    }
    let bytes = if path == Path::new("-") { (context.hear)(patch::MAX_BYTES)? } else { question::bytes_of(context, path)? };
    if bytes.len() > patch::MAX_BYTES {
        return Err(Failure::new(&codes::BUDGET_EXCEEDED, format!("the patch has more than {} bytes", patch::MAX_BYTES)));
    }
    let refused = |cause: String| Failure::new(&codes::USAGE, cause);
    let text = String::from_utf8(bytes).map_err(|_| refused("the patch is not UTF-8".to_owned()))?;
    let patches = patch::parse(&text).map_err(refused)?;
    if patches.is_empty() {
        return Err(refused("the patch changes no file".to_owned()).hint("it must be a unified difference, as `git diff` prints it"));
    }
    let mut files = BTreeMap::new();
    for patch in &patches {
        files.extend(changed(patch, index, reading, context)?);
    }
    Ok(Change { source: "diff".to_owned(), files })
}

/// The file that one part of a patch changed, and the one that it took away.
fn changed(patch: &FilePatch, index: &Index, reading: &Reading, context: &Context) -> Result<Vec<(String, ChangedFile)>, Failure> {
    let mut files = Vec::new();
    let before = match &patch.after {
        None => patch.deleted(),
        Some(path) => {
            let differs = |what: &str| {
                Failure::new(&codes::SOURCE_DIFFERS, format!("the work tree does not hold what the patch makes of `{path}`: {what}"))
                    .only_hint("apply the patch, run `smalti index build`, and ask again")
            };
            let bytes = reading.read_file(context.host.as_ref(), path).ok_or_else(|| differs("there is no such file"))?;
            let indexed = index.find_file(path).map(|file| index.file(file).source_hash);
            let stale = indexed.is_none_or(|hash| hash != SourceHash::of(&bytes).to_string());
            let after = String::from_utf8_lossy(&bytes).into_owned();
            let before = patch.undone(&after).map_err(|cause| differs(&cause))?;
            let before = if patch.before.is_some() { before } else { String::new() };
            let own = if patch.before.as_ref() == Some(path) { definitions(path, &before) } else { BTreeMap::new() };
            let (touched, removed) = size(&before, &after);
            files.push((path.clone(), ChangedFile { touched, removed, before: Some(own), stale }));
            before
        }
    };
    if let Some(path) = patch.before.as_ref().filter(|path| Some(*path) != patch.after.as_ref()) {
        // What was only moved is gone from no one.
        let removed = if patch.after.is_none() { before.lines().count() as u64 } else { 0 };
        files.push((path.clone(), ChangedFile { removed, before: Some(definitions(path, &before)), ..ChangedFile::default() }));
    }
    Ok(files)
}

/// The review for people.
fn words(review: &Review) -> String {
    let changed = &review.changed;
    let mut lines = vec![format!(
        "{} lines of {} definitions in {} files changed; {} lines and {} definitions are gone",
        changed.lines, changed.definitions, changed.files, changed.removed_lines, changed.removed_definitions
    )];
    let shown = review.dependencies.shown.map(|part| format!("; the pack shows {} % of them", part.0 / 10_000)).unwrap_or_default();
    lines.push(format!("they rest on {} other definitions{shown}", review.dependencies.all));
    for path in &review.stale {
        lines.push(format!(
            "stale: {path} is not what was indexed, and nothing is said of it; run `smalti index build` ({})",
            codes::INDEX_STALE.name
        ));
    }
    if let Some(first) = review.names_not_judged.first() {
        let others = review.names_not_judged.len() - 1;
        let more = if others == 0 { String::new() } else { format!(" and in {others} other files") };
        lines.push(format!("not judged: whether a name in {first}{more} is made up or gone; the index does not know all names there"));
    }
    for finding in &review.findings {
        let more = if finding.places_left == 0 { String::new() } else { format!(" and {} more", finding.places_left) };
        let places = if finding.places.is_empty() { String::new() } else { format!(": {}{more}", finding.places.join(", ")) };
        lines.push(format!("{}:{}: {}: {}{places}", finding.file_rel_path, finding.line, finding.kind.word(), finding.message));
    }
    if review.findings_left > 0 {
        lines.push(format!("and {} more", review.findings_left));
    }
    let lines: Vec<_> = lines.iter().map(|it| plain::line(it)).collect();
    lines.join("\n")
}
