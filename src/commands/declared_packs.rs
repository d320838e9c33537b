//! The packs that `[[pack]]` of `smalti.toml` asks for: how a build that knows no packs gets them made.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::Context;
use super::failure::Failure;
use crate::artifacts::context_packs::DeclaredPack;
use crate::base::codes;
use crate::embed::encoder::Encoder;
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::pack::context::ContextPack;
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::excerpt::texts::Texts;
use crate::pack::request::PackRequest;
use crate::pack::request::normal;
use crate::pipeline::error::BuildError;
use crate::pipeline::packs::{MadePacks, PackMaker, RefusedPack, WantedPack};
use crate::pipeline::summary::Summary;
use crate::reader::index::Index;

/// Makes packs of what a build is about to commit. They show what the index alone may show: a build reads no approval and no work tree for them, so
/// that it has no other inputs than a clean one.
pub const MAKER: PackMaker = PackMaker { check, make };

fn check(wanted: &WantedPack) -> Result<(), RefusedPack> {
    let request = request(wanted)?;
    normal::normalized(&request, &request.index_signature, None).map(|_| ()).map_err(|cause| refused(wanted, cause.into()))
}

fn make(host: &Arc<dyn Host>, layout: &Layout, draft: Manifest, wanted: &[WantedPack], model: Option<&Path>) -> Result<MadePacks, BuildError> {
    let index = Index::of_draft(Arc::clone(host), layout, draft)?;
    let encoder = Encoder::new(Arc::clone(host), Ok(model.map(Path::to_owned)), Arc::default());
    let packer = Packer::new(&index, Texts::of_root(&index)).with_encoder(Some(&encoder));
    let (mut rows, mut refusals) = (BTreeMap::<String, DeclaredPack>::new(), Vec::new());
    for one in wanted {
        let made = match request(one) {
            Ok(request) => packer.pack(&request),
            Err(refusal) => {
                refusals.push(refusal);
                continue;
            }
        };
        match made {
            Ok(pack) => match rows.get_mut(&pack.pack_id) {
                Some(row) => row.names.push(one.name.clone()),
                None => {
                    rows.insert(pack.pack_id.clone(), row(one, pack)?);
                }
            },
            Err(PackError::Index(cause)) => return Err(cause.into()),
            Err(cause) => refusals.push(refused(one, cause.into())),
        }
    }
    rows.values_mut().for_each(|row| row.names.sort());
    Ok(MadePacks { rows: rows.into_values().collect(), refused: refusals })
}

fn request(wanted: &WantedPack) -> Result<PackRequest, RefusedPack> {
    serde_json::from_value(wanted.request.clone()).map_err(|cause| RefusedPack {
        code: codes::CONFIG.name.to_owned(),
        hints: vec![codes::CONFIG.hint.to_owned()],
        message: format!("the pack `{}` is no request: {cause}", wanted.name),
    })
}

fn refused(wanted: &WantedPack, cause: Failure) -> RefusedPack {
    let message = format!("the pack `{}` of `smalti.toml` cannot be made: {}", wanted.name, cause.message);
    RefusedPack { code: cause.code.name.to_owned(), hints: cause.hints, message }
}

/// As its reader gets it: what it took to make is no part of it.
fn row(wanted: &WantedPack, mut pack: ContextPack) -> Result<DeclaredPack, BuildError> {
    pack.stats.timings = None;
    let value = |value: serde_json::Result<Value>| match value {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Ok(Map::new()),
        Err(cause) => Err(BuildError::Row(cause.to_string())),
    };
    Ok(DeclaredPack {
        names: vec![wanted.name.clone()],
        pack_id: pack.pack_id.clone(),
        request: value(serde_json::to_value(&pack.request))?,
        pack: value(serde_json::to_value(&pack))?,
    })
}

/// The arguments by which another build makes the packs of an index, wherever their requests came from.
pub fn arguments(row: &DeclaredPack) -> impl Iterator<Item = String> + '_ {
    row.names.iter().map(|name| {
        let mut wanted = row.request.clone();
        // The other build shall say what comes out, not be told.
        wanted.remove("indexSignature");
        wanted.insert("name".to_owned(), Value::from(name.clone()));
        Value::Object(wanted).to_string()
    })
}

/// The failures of a build's packs.
pub fn failures(summary: &Summary) -> impl Iterator<Item = Failure> + '_ {
    summary.refused_packs.iter().map(|refused| {
        let code = codes::find(&refused.code).unwrap_or(&codes::INTERNAL);
        // That of a command line is of no use to who wrote a file.
        let own = refused.hints.iter().filter(|hint| *hint != codes::USAGE.hint).cloned();
        let hints = own.chain(["mend this pack in `smalti.toml`; the index was built without it".to_owned()]).collect();
        Failure { hints, ..Failure::new(code, refused.message.clone()) }
    })
}

/// Tells of them, for who goes on after that.
pub fn warn(summary: &Summary, context: &Context) {
    failures(summary).for_each(|failure| (context.warn)(&failure));
}
