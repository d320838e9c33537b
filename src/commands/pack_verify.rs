//! `pack verify`: makes stored packs again and compares bytes.

use clap::{Args as _, FromArgMatches};
use serde_json::{Value, json};

use super::failure::Failure;
use super::place::Reading;
use super::{Answer, Command, Context, stored_packs};
use crate::base::codes;
use crate::pack::engine::Packer;
use crate::pack::texts::Texts;
use crate::reader::index::Index;

/// The verb.
pub const COMMAND: Command = Command { words: &["pack", "verify"], arguments: |command| Arguments::augment_args(command), run };

/// Make stored packs again from the root and their own requests, and compare byte for byte.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub reading: Reading,
    /// Only this pack.
    #[arg(long, value_name = "ID")]
    pub pack_id: Option<String>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let (host, layout) = (context.host.as_ref(), arguments.reading.layout());
    let index = Index::open(context.host.clone(), &layout)?;
    let read = |path: &str| arguments.reading.read_file(host, path);
    let packer = Packer::new(&index, Texts::with_files(&index, &read));
    let ids = match arguments.pack_id {
        Some(id) => vec![id],
        None => stored_packs::ids(host, &layout)?,
    };
    let mut findings = Vec::new();
    for id in &ids {
        if let Some(finding) = check(&packer, context, &layout, id)? {
            findings.push((id, finding));
        }
    }
    let mut text = format!("{} packs checked, {} differ", ids.len(), findings.len());
    for (id, finding) in &findings {
        text.push_str(&format!("\n{id}: {finding}"));
    }
    let listed: Vec<Value> = findings.iter().map(|(id, finding)| json!({ "finding": finding, "packId": id })).collect();
    let exit = u8::from(!findings.is_empty());
    Ok(Answer { json: json!({ "checked": ids.len(), "findings": listed }), text, lines: false, exit })
}

/// How a stored pack differs from the one that is made now.
fn check(packer: &Packer<'_>, context: &Context, layout: &crate::manifest::layout::Layout, id: &str) -> Result<Option<String>, Failure> {
    let (stored, pack) = match stored_packs::read(context.host.as_ref(), layout, id) {
        Ok(read) => read,
        Err(failure) if failure.code == &codes::PACK_DAMAGED => return Ok(Some(failure.message)),
        Err(failure) => return Err(failure),
    };
    let made = match packer.pack(&pack.request) {
        Ok(made) => made,
        Err(cause) if cause.code() == &codes::INDEX_CORRUPT => return Err(cause.into()),
        Err(cause) => return Ok(Some(cause.to_string())),
    };
    if made.pack_id != pack.pack_id {
        return Ok(Some(format!("its request now makes pack `{}`", made.pack_id)));
    }
    let made = stored_packs::bytes(&made)?;
    if made == stored {
        return Ok(None);
    }
    let at = made.iter().zip(&stored).take_while(|(lhs, rhs)| lhs == rhs).count();
    let around = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at.saturating_sub(40).min(bytes.len())..(at + 40).min(bytes.len())]).into_owned();
    Ok(Some(format!("it differs at byte {at}: stored `{}`, made now `{}`", around(&stored), around(&made))))
}
