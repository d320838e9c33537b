//! Packs that were written into a root: `packs/<64 hex>.json`, canonical JSON, one line, and beside each its seal, `<64 hex>.seal.json`. Those that a
//! build put into the index are found by their ids as well.
//!
//! A stored pack holds text, so it is shown only under the policy that it was made under: what was labelled or revoked since then must not leave by it.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::parser::PROGRAM;
use super::place::{Reading, of_a_file};
use super::retrieval::{Recording, Retrieval};
use super::{Context, context_pack};
use crate::artifacts::jsonl;
use crate::base::codes;
use crate::host::{Host, HostError};
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::pack::context::ContextPack;
use crate::pack::context::identity;
use crate::pack::context::identity::Signatures;
use crate::pack::error::PackError;
use crate::pack::excerpt::texts::Texts;
use crate::reader::load::{self, Source};
use crate::reader::packs;

const SUFFIX: &str = ".json";
const SEAL_SUFFIX: &str = ".seal.json";

/// What shows that a stored pack is as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seal {
    /// `sha256:<64 hex>` of the bytes of the pack's file.
    pub digest: String,
    /// The history by which the pack was ranked: a part of its id that the pack does not say. Null where none was.
    pub history_signature: Option<String>,
    /// The vectors by which it was ranked; left out where none were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors_signature: Option<String>,
}

impl Seal {
    /// The seal of a pack's bytes.
    ///
    /// # Errors
    /// [`PackError::Damaged`] where the id of the pack is that of no request of this index.
    fn of(pack: &ContextPack, bytes: &[u8], manifest: &Manifest) -> Result<Self, PackError> {
        let digest = digest_of(bytes);
        let (history, vectors) = (&manifest.history_signature, &manifest.vectors_signature);
        let seals = [(&None, &None), (history, &None), (&None, vectors), (history, vectors)].map(|(history, vectors)| Self {
            digest: digest.clone(),
            history_signature: history.clone(),
            vectors_signature: vectors.clone(),
        });
        let what = || "its id is not that of its request".to_owned();
        for seal in seals {
            if seal.id_of(pack)? == pack.pack_id {
                return Ok(seal);
            }
        }
        Err(PackError::Damaged { id: pack.pack_id.clone(), what: what() })
    }

    /// The id that the request of a pack has under this seal.
    fn id_of(&self, pack: &ContextPack) -> Result<String, serde_json::Error> {
        let policy = pack.policy.as_ref().map(|policy| policy.signature.clone());
        identity::pack_id(&pack.request, &Signatures { history: self.history_signature.clone(), policy, vectors: self.vectors_signature.clone() })
    }

    fn bytes(&self) -> Result<Vec<u8>, Failure> {
        Ok((jsonl::canonical(&serde_json::to_value(self)?) + "\n").into_bytes())
    }
}

/// `sha256:<64 hex>` of a file of one line.
fn digest_of(bytes: &[u8]) -> String {
    identity::digest(String::from_utf8_lossy(bytes).strip_suffix('\n').into_iter())
}

/// The bytes of a pack: canonical JSON and a newline. Timings are no part of it.
///
/// # Errors
/// When a pack cannot be serialized, which none of its fields can cause.
pub fn bytes(pack: &ContextPack) -> Result<Vec<u8>, Failure> {
    let mut pack = pack.clone();
    pack.stats.timings = None;
    let mut text = jsonl::canonical(&serde_json::to_value(&pack)?);
    text.push('\n');
    Ok(text.into_bytes())
}

/// Writes a pack of the index of `manifest`, and its seal, and returns its path below the root.
///
/// # Errors
/// `SMALTI_E_INDEX_STALE` where a text could not be shown because its file is another than was indexed: the id says nothing of files, so such a pack would take the
/// place of a whole one; what the disk refuses.
pub fn write(host: &dyn Host, layout: &Layout, manifest: &Manifest, pack: &ContextPack) -> Result<String, Failure> {
    if load::is_file(host, layout) {
        return Err(of_a_file(layout.root()));
    }
    if let Some(item) = pack.sections.iter().flat_map(|section| &section.items).find(|item| item.excerpt.stale) {
        return Err(Failure::new(
            &codes::INDEX_STALE,
            format!("`{}` is not what was indexed, so a pack without its text is not stored", item.file_rel_path),
        ));
    }
    let digits = digits(&pack.pack_id).ok_or_else(|| PackError::Unknown { id: pack.pack_id.clone(), stored: 0 })?;
    let path = file(layout, digits);
    let bytes = bytes(pack)?;
    let seal = Seal::of(pack, &bytes, manifest)?;
    host.create_own_folder(&layout.packs())?;
    // A pack is there once its file is, and then its seal is there too.
    host.write(&seal_file(layout, digits), &seal.bytes()?)?;
    host.write(&path, &bytes)?;
    Ok(format!("packs/{digits}{SUFFIX}"))
}

/// Where a stored pack stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In `packs/`: somebody wrote it.
    Written,
    /// In `context_packs`: a build made it, of this index, and showed nothing that is labelled.
    Declared,
}

/// A stored pack.
pub struct StoredPack {
    /// As [`bytes`] makes them.
    pub bytes: Vec<u8>,
    pub origin: Origin,
    pub pack: ContextPack,
}

/// A stored pack as it may be shown now, told to the ledger as a retrieval by `verb`.
///
/// # Errors
/// As [`read`]; [`PackError::Policy`] where labels or approvals are others than when it was made; what keeps the index from being read, because
/// without it nobody knows what may be shown.
pub fn shown(context: &Context, reading: &Reading, verb: &'static str, recording: Recording, id: &str) -> Result<ContextPack, Failure> {
    let (host, layout) = (context.host.as_ref(), reading.layout());
    let retrieval = Retrieval::start(context, reading, verb, recording);
    let StoredPack { pack, origin, .. } = read(context, &layout, id)?;
    context.read_index(
        &layout,
        |cause| reading.failure(host, cause),
        |index| {
            let texts = Texts::of_root(index).approved(retrieval.approvals()).labelled(reading.labels_since(index, context)?);
            let present = texts.policy_signature();
            if origin == Origin::Written && pack.policy.as_ref().map(|policy| &policy.signature) != present.as_ref() {
                return Err(PackError::Policy { id: id.to_owned() }.into());
            }
            if index.manifest().index_signature != pack.index_signature {
                let hint =
                    format!("`{PROGRAM} context-pack` with the same request and `--have {id}` says what of it still stands and gives the rest");
                let message = "the index was built anew since this pack was made";
                (context.warn)(&Failure::new(&codes::P_CHANGED, message).only_hint(hint));
            }
            retrieval.record(index, context_pack::told_of(&pack.request, Some(&pack))?);
            Ok(pack.clone())
        },
    )
}

/// A stored pack. What it says is not to be shown as it is: [`shown`] asks policy.
///
/// # Errors
/// [`PackError::Unknown`] for an id that is not stored, [`PackError::Damaged`] for a file that is not the pack that was written under this id.
pub fn read(context: &Context, layout: &Layout, id: &str) -> Result<StoredPack, Failure> {
    let host = context.host.as_ref();
    let id = meant(context, layout, id)?;
    let id = id.as_str();
    let digits = digits(id).ok_or_else(|| unknown(context, layout, id))?;
    let damaged = |what: String| Failure::from(PackError::Damaged { id: id.to_owned(), what });
    // What stands in the place of a file is no reason to look at no other pack.
    let file_of = |path: PathBuf, what: &str| match host.read(&path) {
        Err(cause) if cause.is_no_file() => Err(damaged(format!("{what} is not a regular file"))),
        read => found(read),
    };
    let stored = if load::is_file(host, layout) { None } else { file_of(file(layout, digits), "it")? };
    let Some(stored) = stored else {
        // A root whose index is gone has its written packs still.
        let row = match Source::open(Arc::clone(&context.host), layout) {
            Ok(source) => packs::find(&source, id)?,
            Err(IndexError::Missing(_)) => None,
            Err(cause) => return Err(cause.into()),
        };
        let row = row.ok_or_else(|| unknown(context, layout, id))?;
        let pack: ContextPack = serde_json::from_value(row.pack.into()).map_err(|cause| damaged(cause.to_string()))?;
        return Ok(StoredPack { bytes: bytes(&pack)?, origin: Origin::Declared, pack });
    };
    let pack: ContextPack = serde_json::from_slice(&stored).map_err(|cause| damaged(cause.to_string()))?;
    if pack.pack_id != id {
        return Err(damaged(format!("it is pack `{}`", pack.pack_id)));
    }
    if bytes(&pack)? != stored {
        return Err(damaged("it is not in canonical form".to_owned()));
    }
    let Some(seal) = file_of(seal_file(layout, digits), "its seal")? else { return Err(damaged("its seal is not there".to_owned())) };
    let seal = serde_json::from_slice::<Seal>(&seal).map_err(|cause| damaged(format!("its seal says nothing: {cause}")))?;
    if digest_of(&stored) != seal.digest {
        return Err(damaged("its bytes are not those that were sealed".to_owned()));
    }
    if seal.id_of(&pack)? != id || pack.request.index_signature != pack.index_signature {
        return Err(damaged("its id is not that of its request".to_owned()));
    }
    Ok(StoredPack { bytes: stored, origin: Origin::Written, pack })
}

/// The id of a pack that is named by its id, by the digits of it alone, or as `smalti.toml` names it; anything else as it is.
fn meant(context: &Context, layout: &Layout, named: &str) -> Result<String, Failure> {
    if digits(named).is_some() {
        return Ok(named.to_owned());
    }
    let full = format!("sha256:{named}");
    if digits(&full).is_some() {
        return Ok(full);
    }
    let declared = match Source::open(Arc::clone(&context.host), layout) {
        Ok(source) => packs::all(&source)?,
        Err(IndexError::Missing(_)) => Vec::new(),
        Err(cause) => return Err(cause.into()),
    };
    let of_name = declared.into_iter().find(|row| row.names.iter().any(|name| name == named));
    Ok(of_name.map_or_else(|| named.to_owned(), |row| row.pack_id))
}

fn found(read: Result<Vec<u8>, HostError>) -> Result<Option<Vec<u8>>, Failure> {
    match read {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if cause.not_found() => Ok(None),
        Err(cause) => Err(cause.into()),
    }
}

/// The ids of all packs of a root, sorted: those that were written and those of its index.
///
/// # Errors
/// What the disk refuses, and damage of the index.
pub fn all_ids(context: &Context, layout: &Layout) -> Result<Vec<String>, Failure> {
    let mut all = if load::is_file(context.host.as_ref(), layout) { Vec::new() } else { ids(context.host.as_ref(), layout)? };
    match Source::open(Arc::clone(&context.host), layout) {
        Ok(source) => all.extend(packs::all(&source)?.into_iter().map(|row| row.pack_id)),
        Err(IndexError::Missing(_)) => {}
        Err(cause) => return Err(cause.into()),
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The ids of the packs that were written, sorted.
///
/// # Errors
/// What the disk refuses.
fn ids(host: &dyn Host, layout: &Layout) -> Result<Vec<String>, Failure> {
    let names = host.list(&layout.packs())?;
    let ids = names.iter().filter_map(|name| name.strip_suffix(SUFFIX)).map(|digits| format!("sha256:{digits}"));
    Ok(ids.filter(|id| digits(id).is_some()).collect())
}

fn file(layout: &Layout, digits: &str) -> PathBuf {
    layout.packs().join(format!("{digits}{SUFFIX}"))
}

fn seal_file(layout: &Layout, digits: &str) -> PathBuf {
    layout.packs().join(format!("{digits}{SEAL_SUFFIX}"))
}

/// The 64 digits of an id. Anything else is no file name either.
fn digits(id: &str) -> Option<&str> {
    let digits = id.strip_prefix("sha256:")?;
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (digits.len() == 64 && digits.bytes().all(hex)).then_some(digits)
}

fn unknown(context: &Context, layout: &Layout, id: &str) -> Failure {
    let stored = all_ids(context, layout).map_or(0, |ids| ids.len());
    PackError::Unknown { id: id.to_owned(), stored }.into()
}
