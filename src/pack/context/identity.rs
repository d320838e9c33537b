//! The id of a pack and the key of its cache.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::artifacts::jsonl;
use crate::base::ids::hex;
use crate::pack::request::PackRequest;

/// What, besides the rows of the index, a pack was ranked or redacted by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    /// Of `history`, where recency or co-change was used.
    pub history: Option<String>,
    /// Of the rules for labels and the approvals, where anything is labelled.
    pub policy: Option<String>,
    /// Of `vectors`, where they took part.
    pub vectors: Option<String>,
}

/// `sha256:<64 hex>` over the index's signature and the normalised request.
///
/// # Errors
/// A request that cannot be serialized, which none of its fields can cause: without its text it would be equal to others.
pub fn cache_key(request: &PackRequest) -> Result<String, serde_json::Error> {
    let mut hasher = Sha256::new();
    hasher.update(request.index_signature.as_bytes());
    hasher.update(jsonl::canonical(&serde_json::to_value(request)?).as_bytes());
    Ok(printed(hasher))
}

/// `sha256:<64 hex>` over the index's signature, the further signatures that took part, and the normalised request without `indexRoot`.
///
/// # Errors
/// As [`cache_key`].
pub fn pack_id(request: &PackRequest, signatures: &Signatures) -> Result<String, serde_json::Error> {
    let mut value = serde_json::to_value(request)?;
    if let Value::Object(fields) = &mut value {
        fields.remove("indexRoot");
    }
    let mut hasher = Sha256::new();
    hasher.update(request.index_signature.as_bytes());
    for (name, signature) in [("history", &signatures.history), ("policy", &signatures.policy), ("vectors", &signatures.vectors)] {
        if let Some(signature) = signature {
            hasher.update(format!("\n{name} {signature}").as_bytes());
        }
    }
    hasher.update(b"\n");
    hasher.update(jsonl::canonical(&value).as_bytes());
    Ok(printed(hasher))
}

/// `sha256:<64 hex>` over parts, each ended by a line end.
pub fn digest<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(b"\n");
    }
    printed(hasher)
}

fn printed(hasher: Sha256) -> String {
    format!("sha256:{}", hex(&hasher.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_of(request: &PackRequest, signatures: &Signatures) -> String {
        pack_id(request, signatures).unwrap()
    }

    #[test]
    fn every_field_but_the_root_changes_the_id() {
        let base = PackRequest { query: "a".into(), index_signature: "blake3:1".into(), ..PackRequest::default() };
        let id = id_of(&base, &Signatures::default());
        assert_eq!(id.len(), 7 + 64);
        assert_eq!(id, id_of(&PackRequest { index_root: "/x".into(), ..base.clone() }, &Signatures::default()));
        let others = [
            PackRequest { query: "b".into(), ..base.clone() },
            PackRequest { index_signature: "blake3:2".into(), ..base.clone() },
            PackRequest { files: vec!["a".into()], ..base.clone() },
        ];
        for other in &others {
            assert_ne!(id_of(other, &Signatures::default()), id);
            assert_ne!(cache_key(other).unwrap(), cache_key(&base).unwrap());
        }
        let history = Signatures { history: Some("h".into()), ..Signatures::default() };
        let policy = Signatures { policy: Some("h".into()), ..Signatures::default() };
        assert_ne!(id_of(&base, &history), id);
        assert!(![id, id_of(&base, &history)].contains(&id_of(&base, &policy)));
    }

    #[test]
    fn the_digest_is_sha256() {
        assert_eq!(hex(&Sha256::digest(b"abc"))[..16], *"ba7816bf8f01cfea");
    }
}
