//! `pack verify`: makes stored packs again and compares bytes.

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::encoding::Encoding;
use super::failure::Failure;
use super::place::Reading;
use super::stored_packs::{Origin, StoredPack};
use super::{Answer, Command, Context, answer_schema, stored_packs};
use crate::base::codes::{self, Code};
use crate::governance::approvals::Approvals;
use crate::pack::context::ContextPack;
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::excerpt::texts::Texts;
use crate::reader::index::Index;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["pack", "verify"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Verified>, run };

/// What can be wrong with a stored pack, the gravest first.
const FINDINGS: [&Code; 7] =
    [&codes::PACK_DAMAGED, &codes::POLICY, &codes::SIGNATURE, &codes::PACK_DIFFERS, &codes::MODEL_DIFFERS, &codes::MODEL, &codes::NOT_SUPPORTED];

/// Make stored packs again from the root and their own requests, and compare byte for byte.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Only this pack.
    #[arg(long, value_name = "ID")]
    pub pack_id: Option<String>,
}

/// The answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Verified {
    pub checked: u64,
    pub findings: Vec<Finding>,
}

/// A stored pack that is not what its request makes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// A row of the table of codes; the exit code is that of the gravest.
    pub code: String,
    pub finding: String,
    pub pack_id: String,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let (host, layout) = (context.host.as_ref(), arguments.reading.layout());
    let ids = match arguments.pack_id {
        Some(id) => vec![id],
        None => stored_packs::all_ids(context, &layout)?,
    };
    // Packs are read before the index is open: some engines open a file only once in a process.
    let stored: Vec<_> = ids.iter().map(|id| stored_packs::read(context, &layout, id)).collect();
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| arguments.reading.failure(host, cause))?;
    let read = |path: &str| arguments.reading.read_file(host, path);
    let encoder = context.encoder(&arguments.encoding.at(&arguments.reading));
    let texts = Texts::with_files(&index, arguments.reading.work_tree(&read)).approved(Approvals::read(host, &layout.approvals()));
    let texts = texts.labelled(arguments.reading.labels_since(&index, context)?);
    let packers = Packers {
        written: Packer::new(&index, texts).with_encoder(Some(&encoder)),
        declared: Packer::new(&index, Texts::of_root(&index)).with_encoder(Some(&encoder)),
    };
    let mut findings = Vec::new();
    for (id, stored) in ids.iter().zip(stored) {
        if let Some((code, finding)) = check(&packers, id, stored)? {
            findings.push(Finding { code: code.name.to_owned(), finding, pack_id: id.clone() });
        }
    }
    let mut text = format!("{} packs checked, {} findings", ids.len(), findings.len());
    for finding in &findings {
        text.push_str(&format!("\n{}: {} ({})", finding.pack_id, finding.finding, finding.code));
    }
    let exit = FINDINGS.iter().find(|code| findings.iter().any(|finding| finding.code == code.name)).map_or(0, |code| code.exit);
    Answer::new(&Verified { checked: ids.len() as u64, findings }, text, exit)
}

/// What makes packs again as they were made.
struct Packers<'a> {
    written: Packer<'a>,
    declared: Packer<'a>,
}

/// How a stored pack differs from the one that is made now.
fn check(packers: &Packers<'_>, id: &str, stored: Result<StoredPack, Failure>) -> Result<Option<(&'static Code, String)>, Failure> {
    let StoredPack { bytes: stored, origin, pack } = match stored {
        Ok(read) => read,
        Err(failure) if failure.code == &codes::PACK_DAMAGED => return Ok(Some((failure.code, failure.message))),
        Err(failure) => return Err(failure),
    };
    let packer = if origin == Origin::Declared { &packers.declared } else { &packers.written };
    let made = match packer.pack(&pack.request) {
        // A commit that changes no file dates the index anew, and nothing else in it.
        Ok(made) => ContextPack { created_at: pack.created_at.clone(), ..made },
        Err(cause) if [&codes::INDEX_CORRUPT, &codes::CONFIG, &codes::DISK].contains(&cause.code()) => return Err(cause.into()),
        Err(cause @ PackError::Signature { .. }) => return Ok(Some((cause.code(), cause.to_string()))),
        // What cannot be made here tells nothing of the pack.
        Err(cause @ (PackError::Embed(_) | PackError::Provider(_))) if FINDINGS.contains(&cause.code()) => {
            let hints: String = cause.hints().iter().flat_map(|hint| ["; ", hint.as_str()]).collect();
            return Ok(Some((cause.code(), format!("it cannot be made again: {cause}{hints}"))));
        }
        Err(cause) => return Ok(Some((&codes::PACK_DIFFERS, cause.to_string()))),
    };
    let policy = |pack: &ContextPack| pack.policy.as_ref().map(|policy| policy.signature.clone());
    if policy(&made) != policy(&pack) {
        let cause = PackError::Policy { id: id.to_owned() };
        return Ok(Some((cause.code(), cause.to_string())));
    }
    let differs = |what: String| Ok(Some((&codes::PACK_DIFFERS, what)));
    if made.pack_id != pack.pack_id {
        return differs(format!("its request now makes pack `{}`", made.pack_id));
    }
    let made = stored_packs::bytes(&made)?;
    if made == stored {
        return Ok(None);
    }
    let at = made.iter().zip(&stored).take_while(|(lhs, rhs)| lhs == rhs).count();
    let around = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at.saturating_sub(40).min(bytes.len())..(at + 40).min(bytes.len())]).into_owned();
    differs(format!("it differs at byte {at}: stored `{}`, made now `{}`", around(&stored), around(&made)))
}
