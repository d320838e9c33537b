//! Packs that were written into a root: `packs/<64 hex>.json`, canonical JSON, one line.

use std::path::PathBuf;

use super::failure::Failure;
use crate::artifacts::jsonl;
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::pack::context::ContextPack;
use crate::pack::error::PackError;

const SUFFIX: &str = ".json";

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

/// Writes a pack and returns its path below the root.
///
/// # Errors
/// What the disk refuses.
pub fn write(host: &dyn Host, layout: &Layout, pack: &ContextPack) -> Result<String, Failure> {
    let digits = digits(&pack.pack_id).ok_or_else(|| unknown(host, layout, &pack.pack_id))?;
    let path = file(layout, digits);
    host.create_folder(&layout.packs())?;
    host.write(&path, &bytes(pack)?)?;
    Ok(format!("packs/{digits}{SUFFIX}"))
}

/// Takes a pack away, if it is there.
///
/// # Errors
/// What the disk refuses.
pub fn remove(host: &dyn Host, layout: &Layout, id: &str) -> Result<(), Failure> {
    let Some(digits) = digits(id) else { return Ok(()) };
    match host.remove(&file(layout, digits)) {
        Err(cause) if !cause.not_found() => Err(cause.into()),
        _ => Ok(()),
    }
}

/// The bytes of a stored pack and what they say.
///
/// # Errors
/// [`PackError::Unknown`] for an id that is not stored, [`PackError::Damaged`] for a file that is no pack of this id.
pub fn read(host: &dyn Host, layout: &Layout, id: &str) -> Result<(Vec<u8>, ContextPack), Failure> {
    let digits = digits(id).ok_or_else(|| unknown(host, layout, id))?;
    let stored = match host.read(&file(layout, digits)) {
        Ok(bytes) => bytes,
        Err(cause) if cause.not_found() => return Err(unknown(host, layout, id)),
        Err(cause) => return Err(cause.into()),
    };
    let damaged = |what: String| Failure::from(PackError::Damaged { id: id.to_owned(), what });
    let pack: ContextPack = serde_json::from_slice(&stored).map_err(|cause| damaged(cause.to_string()))?;
    if pack.pack_id != id {
        return Err(damaged(format!("it is pack `{}`", pack.pack_id)));
    }
    if bytes(&pack)? != stored {
        return Err(damaged("it is not in canonical form".to_owned()));
    }
    Ok((stored, pack))
}

/// The ids of all stored packs, sorted.
///
/// # Errors
/// What the disk refuses.
pub fn ids(host: &dyn Host, layout: &Layout) -> Result<Vec<String>, Failure> {
    let names = host.list(&layout.packs())?;
    let ids = names.iter().filter_map(|name| name.strip_suffix(SUFFIX)).map(|digits| format!("sha256:{digits}"));
    Ok(ids.filter(|id| digits(id).is_some()).collect())
}

fn file(layout: &Layout, digits: &str) -> PathBuf {
    layout.packs().join(format!("{digits}{SUFFIX}"))
}

/// The 64 digits of an id. Anything else is no file name either.
fn digits(id: &str) -> Option<&str> {
    let digits = id.strip_prefix("sha256:")?;
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (digits.len() == 64 && digits.bytes().all(hex)).then_some(digits)
}

fn unknown(host: &dyn Host, layout: &Layout, id: &str) -> Failure {
    let stored = ids(host, layout).map_or(0, |ids| ids.len());
    PackError::Unknown { id: id.to_owned(), stored }.into()
}
