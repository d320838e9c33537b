//! The packs that `[[pack]]` of `smalti.toml` asks for: made after each build, stored like those written by hand, listed in `context_packs.meta.json`.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::failure::Failure;
use super::{Context, stored_packs};
use crate::artifacts::jsonl;
use crate::base::codes;
use crate::governance::approvals::Approvals;
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::pack::context::ContextPack;
use crate::pack::engine::Packer;
use crate::pack::request::PackRequest;
use crate::pack::texts::Texts;
use crate::pipeline::config;
use crate::pipeline::error::BuildError;
use crate::pipeline::options::BuildOptions;
use crate::reader::index::Index;

/// Most packs that one repository may ask for.
const MAX_PACKS: usize = 32;

/// The list of declared packs in a root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Listing {
    pub index_signature: String,
    /// By name.
    pub packs: Vec<Listed>,
    /// Always `ContextPacks`.
    pub schema: String,
}

/// One declared pack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Listed {
    pub name: String,
    /// `sha256:<64 hex>`.
    pub pack_id: String,
}

/// One `[[pack]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    pub request: PackRequest,
}

/// What the repository asks for; nothing where its file is not to be read.
///
/// # Errors
/// [`Failure`] with the line at fault.
pub fn declared(host: &dyn Host, options: &BuildOptions) -> Result<Vec<Declared>, Failure> {
    if !options.config {
        return Ok(Vec::new());
    }
    let mut all: Vec<Declared> = Vec::new();
    for (line, value) in config::packs(host, &options.root)? {
        let refused = |what: String| Failure::from(BuildError::Config { line, what });
        let pack = one(value).map_err(refused)?;
        if all.iter().any(|it| it.name == pack.name) {
            return Err(refused(format!("two packs are called `{}`", pack.name)));
        }
        all.push(pack);
        if all.len() > MAX_PACKS {
            return Err(refused(format!("more than {MAX_PACKS} packs are asked for")));
        }
    }
    all.sort_by(|lhs, rhs| lhs.name.cmp(&rhs.name));
    Ok(all)
}

fn one(value: Value) -> Result<Declared, String> {
    let Value::Object(mut fields) = value else { return Err("a pack is a table".to_owned()) };
    let name = match fields.remove("name") {
        Some(Value::String(name)) if !name.trim().is_empty() => name,
        _ => return Err("a pack has no `name`".to_owned()),
    };
    let request = serde_json::from_value(Value::Object(fields)).map_err(|cause| format!("the pack `{name}` is no request: {cause}"))?;
    Ok(Declared { name, request })
}

/// Makes the declared packs of the index that stands at a root and writes those that are not there; takes away what is declared no more.
///
/// # Errors
/// [`Failure`] for a request that cannot be met, and what the disk refuses.
pub fn settle(options: &BuildOptions, context: &Context) -> Result<Vec<Listed>, Failure> {
    let (host, layout) = (context.host.as_ref(), Layout::new(&options.out));
    let wanted = declared(host, options)?;
    let before = listing(host, &layout)?;
    if wanted.is_empty() && before.is_none() {
        return Ok(Vec::new());
    }
    let (made, manifest) = context.read_index(&layout, Failure::from, |index| {
        let made = wanted.iter().map(|it| make(it, index, options, context)).collect::<Result<Vec<_>, _>>()?;
        Ok((made, index.manifest().clone()))
    })?;
    let mut listed = Vec::with_capacity(made.len());
    let mut index_signature = String::new();
    for (declared, pack) in wanted.iter().zip(made) {
        if stored_packs::read(host, &layout, &pack.pack_id).map_or(true, |(_, stored)| stored != pack) {
            stored_packs::write(host, &layout, &manifest, &pack)?;
        }
        listed.push(Listed { name: declared.name.clone(), pack_id: pack.pack_id });
        index_signature = pack.index_signature;
    }
    let path = layout.declared_packs();
    let kept: BTreeSet<&str> = listed.iter().map(|it| it.pack_id.as_str()).collect();
    for old in before.iter().flat_map(|it| &it.packs).filter(|it| !kept.contains(it.pack_id.as_str())) {
        stored_packs::remove(host, &layout, &old.pack_id)?;
    }
    if listed.is_empty() {
        host.remove(&path)?;
        return Ok(listed);
    }
    let new = Listing { index_signature, packs: listed.clone(), schema: "ContextPacks".to_owned() };
    if before.as_ref() != Some(&new) {
        host.write(&path, (jsonl::canonical(&serde_json::to_value(&new)?) + "\n").as_bytes())?;
    }
    Ok(listed)
}

/// The same for who goes on after a pack that cannot be made.
pub fn settle_or_warn(options: &BuildOptions, context: &Context) {
    if let Err(cause) = settle(options, context) {
        (context.warn)(&cause);
    }
}

fn make(declared: &Declared, index: &Index, options: &BuildOptions, context: &Context) -> Result<ContextPack, Failure> {
    let host = context.host.as_ref();
    let reading = super::place::Reading { repo: options.root.clone(), index: None, model: options.model.clone() };
    let encoder = context.encoder(&reading)?;
    let read = |path: &str| reading.read_file(host, path);
    let approvals = Approvals::read(host, &Layout::new(&options.out).approvals());
    let packer = Packer::new(index, Texts::with_files(index, &read).approved(approvals)).with_encoder(Some(&encoder));
    packer.pack(&declared.request).map_err(|cause| {
        let failure = Failure::from(cause);
        Failure { message: format!("the pack `{}` of `smalti.toml` cannot be made: {}", declared.name, failure.message), ..failure }
    })
}

/// The list of a root; `None` where it has none.
fn listing(host: &dyn Host, layout: &Layout) -> Result<Option<Listing>, Failure> {
    match host.read(&layout.declared_packs()) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes).map_err(|cause| {
            let message = format!("`context_packs.meta.json` of the root is damaged: {cause}");
            Failure::new(&codes::PACK_DAMAGED, message).only_hint("delete it and run `smalti index build`")
        })?)),
        Err(cause) if cause.not_found() => Ok(None),
        Err(cause) => Err(cause.into()),
    }
}
