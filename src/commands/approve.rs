//! `approve`: allows labelled files to be shown, says what is allowed, takes it back.

use std::collections::BTreeSet;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::place::{Reading, of_a_file};
use super::{Answer, Command, Context, answer_schema};
use crate::artifacts::jsonl;
use crate::base::codes;
use crate::base::date;
use crate::base::labels::SENSITIVE;
use crate::base::plain;
use crate::governance::approvals::{Action, Approval, Approvals};
use crate::reader::ids::FileId;
use crate::reader::index::Index;
use crate::reader::load;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["approve"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Approved>, run };

/// Allow files that are labelled `security-sensitive` to be shown in packs, as they are now: an edit ends the approval.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Files of the index; none to list what is approved.
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Who approves.
    #[arg(long, value_name = "NAME", requires = "files")]
    pub who: Option<String>,
    /// Why.
    #[arg(long, value_name = "TEXT", requires = "files")]
    pub why: Option<String>,
    /// Take the approval of these files back.
    #[arg(long, requires = "files")]
    pub revoke: bool,
    #[command(flatten)]
    pub reading: Reading,
}

/// What is approved after what was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approved {
    /// Every approval that stands, by policy and hash.
    pub standing: Vec<Approval>,
    /// Lines that were written now.
    pub written: Vec<Approval>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let (host, layout) = (context.host.as_ref(), arguments.reading.layout());
    if load::is_file(host, &layout) {
        return Err(of_a_file(layout.root()));
    }
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| arguments.reading.failure(host, cause))?;
    let path = layout.approvals();
    let standing = understood(Approvals::read(host, &path))?;
    let written = lines(&arguments, &index, &standing, context)?;
    let mut text = String::new();
    for line in &written {
        text.push_str(&jsonl::canonical(&serde_json::to_value(line)?));
        text.push('\n');
    }
    if !written.is_empty() {
        host.append(&path, text.as_bytes())?;
    }
    let standing: Vec<Approval> = understood(Approvals::read(host, &path))?.standing().cloned().collect();
    // An approval is of one text, and whoever reads the list must see which of them still open a file.
    let texts: BTreeSet<&str> = (0..u32::try_from(index.file_count()).unwrap_or(u32::MAX)).map(|id| index.file(FileId(id)).source_hash).collect();
    let ended = |it: &Approval| if texts.contains(it.hash.as_str()) { "" } else { " (no file has this text now)" };
    let mut shown: Vec<String> = standing.iter().map(|it| format!("{}  {}  {}: {}{}", it.path, it.hash, it.who, it.why, ended(it))).collect();
    if shown.is_empty() {
        shown.push("nothing is approved".to_owned());
    }
    let shown: Vec<_> = shown.iter().map(|it| plain::line(it)).collect();
    Answer::new(&Approved { standing, written }, shown.join("\n"), 0)
}

/// Approvals that can be added to.
fn understood(approvals: Approvals) -> Result<Approvals, Failure> {
    match &approvals.problem {
        Some(problem) => Err(unreadable(problem)),
        None => Ok(approvals),
    }
}

/// What a root's approvals are when they cannot be understood.
pub fn unreadable(problem: &str) -> Failure {
    Failure::new(&codes::APPROVALS, format!("`approvals.jsonl` cannot be understood, so no approval counts: {problem}"))
}

/// The lines that are to be written.
fn lines(arguments: &Arguments, index: &Index, standing: &Approvals, context: &Context) -> Result<Vec<Approval>, Failure> {
    if arguments.files.is_empty() {
        return Ok(Vec::new());
    }
    let said = |text: &Option<String>, flag: &str| match text.as_deref().map(str::trim) {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(Failure::new(&codes::USAGE, format!("an approval needs `{flag}`")).only_hint(format!("add `{flag} TEXT`"))),
    };
    let (who, why) = (said(&arguments.who, "--who")?, said(&arguments.why, "--why")?);
    let action = if arguments.revoke { Action::Revoke } else { Action::Approve };
    let at = date::rfc3339(context.host.now_ns() / 1_000_000_000);
    let mut lines = Vec::new();
    for path in &arguments.files {
        let present = index.find_file(path).map(|file| (file, index.file(file).source_hash.to_owned()));
        let mut hashes: BTreeSet<String> = BTreeSet::new();
        if arguments.revoke {
            // Of every text that the file ever had: one of them may come back.
            hashes.extend(standing.standing().filter(|it| it.path == *path && it.policy == SENSITIVE).map(|it| it.hash.clone()));
            hashes.extend(present.as_ref().map(|(_, hash)| hash.clone()).filter(|hash| standing.allow(SENSITIVE, hash)));
        }
        if hashes.is_empty() {
            let Some((file, hash)) = present else {
                return Err(Failure::new(&codes::FOCUS_UNKNOWN, format!("no file `{path}` is in this index")));
            };
            if arguments.revoke {
                return Err(Failure::new(&codes::USAGE, format!("`{path}` was not approved")).only_hint("type `smalti approve` to see what is"));
            }
            if !index.is_labelled(file, SENSITIVE)? {
                return Err(Failure::new(&codes::USAGE, format!("`{path}` is not labelled `{SENSITIVE}`, so it needs no approval"))
                    .only_hint("type `smalti index show risks --where kind=label` to see what is labelled"));
            }
            // Approving twice says nothing new.
            hashes.extend(Some(hash).filter(|hash| !standing.allow(SENSITIVE, hash)));
        }
        lines.extend(hashes.into_iter().map(|hash| Approval {
            action,
            at: at.clone(),
            hash,
            path: path.clone(),
            policy: SENSITIVE.to_owned(),
            who: who.clone(),
            why: why.clone(),
        }));
    }
    Ok(lines)
}
