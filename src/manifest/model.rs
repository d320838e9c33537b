//! The manifest and its signatures.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::IndexError;
use super::layout::Layout;
use crate::artifacts::{ARTIFACTS, commits, context_packs, history, jsonl, vectors};
use crate::base::ids::hex;
use crate::base::labels::LabelRule;
use crate::base::store::MANIFEST_SCHEMA;
use crate::host::Host;

/// The version of the form of the manifest itself.
const MANIFEST_SCHEMA_VERSION: &str = "1.0.0";
/// The version of the layout and of this file.
pub const FORMAT_VERSION: u64 = 1;
/// Raised when the same bytes are extracted differently.
pub const EXTRACTION_VERSION: &str = "44";
/// Raised when the same facts are linked differently.
pub const LINKING_VERSION: &str = "46";

/// What readers trust.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Manifest {
    pub artifacts: BTreeMap<String, Table>,
    /// `blake3:<64 hex>` over this file in canonical form with an empty `digest`.
    pub digest: String,
    /// What made `vectors`; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedding: Option<Embedding>,
    pub format_version: u64,
    /// `blake3:<64 hex>` over the lists of `commits` and `history`; null where there is none. Commits that change no file leave the other signatures alone.
    pub history_signature: Option<String>,
    /// `blake3:<64 hex>` over semantics, options and every piece list but those of `commits`, `context_packs`, `history` and `vectors`.
    pub index_signature: String,
    pub options: Options,
    /// Always `IndexManifest`.
    pub schema: String,
    pub schema_version: String,
    /// RFC 3339, UTC.
    pub source_date: String,
    /// `blake3:<64 hex>` over path and source hash of every file.
    pub source_signature: String,
    pub tool: Tool,
    /// `blake3:<64 hex>` over the model and the list of `vectors`; left out where there are none. Another model leaves the other signatures alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors_signature: Option<String>,
}

/// The sentence encoder that made `vectors`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Embedding {
    /// Components of a vector.
    pub dimensions: u32,
    /// `blake3:<64 hex>` of the model's files and of the rules by which it is run.
    pub model: String,
}

/// Who wrote it and by which rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tool {
    /// Always `smalti`.
    pub name: String,
    pub semantics: Semantics,
}

/// The rules by which rows were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Semantics {
    pub extraction: String,
    /// `name version` of every grammar.
    pub grammars: Vec<String>,
    pub linking: String,
}

impl Semantics {
    /// Those of this program.
    pub fn current() -> Self {
        Self {
            extraction: EXTRACTION_VERSION.to_owned(),
            grammars: env!("SMALTI_GRAMMARS").split(',').map(str::to_owned).collect(),
            linking: LINKING_VERSION.to_owned(),
        }
    }
}

/// The options that change rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    pub exclude: Vec<String>,
    /// Globs of what is part of the graph although it is minified or vendored; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graph: Vec<String>,
    /// `commits` and `history` are written where there is a repository.
    pub history: bool,
    pub include: Vec<String>,
    /// How files are labelled; left out where there is no rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelRule>,
    /// What packs call the repository; left out where it has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repo_id: Option<String>,
    /// `blake3:<64 hex>` of each SCIP file whose edges are in the index, sorted; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scip: Vec<String>,
    /// `chunk_text` is written.
    pub text: bool,
}

/// One table of the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Table {
    /// Bytes of all rows.
    pub bytes: u64,
    /// `blake3:<64 hex>` of the piece list.
    pub list: String,
    pub pieces: u64,
    pub rows: u64,
    pub schema_version: String,
}

impl Table {
    /// The 16 digits that name the list file.
    pub fn list_name(&self) -> &str {
        let hex = self.list.strip_prefix("blake3:").unwrap_or(&self.list);
        hex.get(..16).unwrap_or(hex)
    }
}

impl Manifest {
    /// A manifest over finished tables.
    pub fn new(
        artifacts: BTreeMap<String, Table>,
        options: Options,
        source_signature: String,
        source_date: String,
        with_history: bool,
        embedding: Option<Embedding>,
    ) -> Self {
        let semantics = Semantics::current();
        let index_signature = index_signature(&artifacts, &options, &semantics);
        let history_signature = if with_history { history_signature(&artifacts) } else { None };
        let vectors_signature = embedding.as_ref().and_then(|embedding| vectors_signature(&artifacts, embedding));
        let mut manifest = Self {
            artifacts,
            digest: String::new(),
            embedding,
            format_version: FORMAT_VERSION,
            history_signature,
            index_signature,
            options,
            schema: MANIFEST_SCHEMA.to_owned(),
            schema_version: MANIFEST_SCHEMA_VERSION.to_owned(),
            source_date,
            source_signature,
            tool: Tool { name: "smalti".to_owned(), semantics },
            vectors_signature,
        };
        manifest.digest = manifest.own_digest();
        manifest
    }

    /// The same with the table of packs, which are made of the index that all other tables are.
    #[must_use]
    pub fn with_packs(mut self, table: Table) -> Self {
        self.artifacts.insert(context_packs::ARTIFACT.name.to_owned(), table);
        self.digest = self.own_digest();
        self
    }

    /// The same without it: what packs are made of, and what the read form belongs to.
    #[must_use]
    pub fn without_packs(&self) -> Self {
        let mut bare = self.clone();
        if bare.artifacts.remove(context_packs::ARTIFACT.name).is_some() {
            bare.digest = bare.own_digest();
        }
        bare
    }

    /// The digest of everything but the digest.
    fn own_digest(&self) -> String {
        let bare = Self { digest: String::new(), ..self.clone() };
        format!("blake3:{}", hex(blake3::hash(&bare.to_bytes()).as_bytes()))
    }

    /// The canonical bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let value = serde_json::to_value(self).unwrap_or_default();
        let mut text = jsonl::canonical(&value);
        text.push('\n');
        text.into_bytes()
    }

    /// The digest that caches are bound to.
    pub fn binding(&self) -> [u8; 32] {
        *blake3::hash(&self.to_bytes()).as_bytes()
    }

    /// Reads and checks the manifest of a root.
    ///
    /// # Errors
    /// [`IndexError::Missing`], [`IndexError::Version`], [`IndexError::Corrupt`], [`IndexError::Foreign`], or what the disk refuses.
    pub fn read(host: &dyn Host, layout: &Layout) -> Result<Self, IndexError> {
        Self::parse(&Self::bytes(host, layout)?, &layout.manifest().display().to_string())
    }

    /// The bytes that stand at a root, unchecked.
    ///
    /// # Errors
    /// [`IndexError::Missing`] or what the disk refuses.
    pub fn bytes(host: &dyn Host, layout: &Layout) -> Result<Vec<u8>, IndexError> {
        let path = layout.manifest();
        host.read(&path).map_err(|cause| match cause {
            cause if cause.not_found() => IndexError::Missing(layout.root().display().to_string()),
            cause if cause.is_no_file() => IndexError::no_file(host, &path, &path.display().to_string()),
            cause => cause.into(),
        })
    }

    /// Checks the bytes of a manifest, wherever they were kept.
    ///
    /// # Errors
    /// [`IndexError::Version`], [`IndexError::Corrupt`], or [`IndexError::Foreign`] where it is the JSON of something else.
    pub fn parse(bytes: &[u8], place: &str) -> Result<Self, IndexError> {
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|cause| IndexError::corrupt(place, cause.to_string()))?;
        let found = value.get("formatVersion").and_then(serde_json::Value::as_u64);
        let Some(found) = found else {
            // A manifest is renamed into place, so that no part of one is whole; and what rots in one takes away a word, never both.
            let is_another = value.get("schema").and_then(serde_json::Value::as_str) != Some(MANIFEST_SCHEMA);
            let damaged = || IndexError::corrupt(place, "it does not say which format version it has");
            return Err(if is_another { IndexError::Foreign(place.to_owned()) } else { damaged() });
        };
        if found != FORMAT_VERSION {
            return Err(IndexError::Version { place: place.to_owned(), found, known: FORMAT_VERSION });
        }
        if let Some(found) = value.get("schemaVersion").and_then(serde_json::Value::as_str).filter(|found| *found != MANIFEST_SCHEMA_VERSION) {
            let (place, what, found) = (place.to_owned(), "a manifest".to_owned(), found.to_owned());
            return Err(IndexError::Schema { place, what, found, known: MANIFEST_SCHEMA_VERSION });
        }
        let manifest: Self = serde_json::from_value(value).map_err(|cause| IndexError::corrupt(place, cause.to_string()))?;
        let is_canonical = manifest.to_bytes() == bytes;
        let digest = if is_canonical { digest_within(bytes, &manifest.digest) } else { None };
        if digest.unwrap_or_else(|| manifest.own_digest()) != manifest.digest {
            return Err(IndexError::corrupt(place, "its digest does not match its content"));
        }
        if !is_canonical {
            return Err(IndexError::corrupt(place, "it is not in canonical form"));
        }
        let history = &manifest.history_signature;
        if history.is_some() && *history != history_signature(&manifest.artifacts) {
            return Err(IndexError::corrupt(place, "the signature of its history does not match its content"));
        }
        let of_vectors = manifest.embedding.as_ref().and_then(|embedding| vectors_signature(&manifest.artifacts, embedding));
        if manifest.vectors_signature != of_vectors {
            return Err(IndexError::corrupt(place, "the signature of its vectors does not match its content"));
        }
        if index_signature(&manifest.artifacts, &manifest.options, &manifest.tool.semantics) != manifest.index_signature {
            return Err(IndexError::corrupt(place, "its signature does not match its content"));
        }
        Ok(manifest)
    }

    /// Whether this program can read every table that is there. Only a build takes any: it writes them anew.
    ///
    /// # Errors
    /// [`IndexError::Schema`] with the first one that is of another version; `place` is where the manifest was read.
    pub fn check_tables(&self, place: &str) -> Result<(), IndexError> {
        for artifact in ARTIFACTS {
            match self.artifacts.get(artifact.name) {
                Some(table) if table.schema_version != artifact.schema_version => {
                    return Err(IndexError::Schema {
                        place: place.to_owned(),
                        what: format!("the table `{}`", artifact.name),
                        found: table.schema_version.clone(),
                        known: artifact.schema_version,
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether this program would write the same tables by the same rules.
    pub fn is_current(&self) -> bool {
        self.tool.semantics == Semantics::current()
            && ARTIFACTS.iter().all(|it| self.artifacts.get(it.name).is_some_and(|table| table.schema_version == it.schema_version))
    }
}

/// The digest of canonical bytes without the one that stands in them, without writing them again; `None` where that does not stand there once.
fn digest_within(bytes: &[u8], digest: &str) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (before, behind) = text.split_once(&format!(r#""digest":"{digest}""#))?;
    let mut hasher = blake3::Hasher::new();
    for part in [before, r#""digest":"""#, behind] {
        hasher.update(part.as_bytes());
    }
    (!behind.contains(digest)).then(|| format!("blake3:{}", hex(hasher.finalize().as_bytes())))
}

/// Tables that another signature or none covers: commits change history, and models change vectors, while every file stays as it is; packs are made of a signed index.
const UNSIGNED: [&str; 4] = [commits::ARTIFACT.name, context_packs::ARTIFACT.name, history::ARTIFACT.name, vectors::ARTIFACT.name];

fn index_signature(artifacts: &BTreeMap<String, Table>, options: &Options, semantics: &Semantics) -> String {
    let mut hasher = blake3::Hasher::new();
    let rules = serde_json::json!({ "options": options, "semantics": semantics });
    hasher.update(jsonl::canonical(&rules).as_bytes());
    for (name, table) in artifacts.iter().filter(|(name, _)| !UNSIGNED.contains(&name.as_str())) {
        hasher.update(format!("\n{name} {} {}", table.schema_version, table.list).as_bytes());
    }
    format!("blake3:{}", hex(hasher.finalize().as_bytes()))
}

/// The signature of what commits change while every file stays as it is.
fn history_signature(artifacts: &BTreeMap<String, Table>) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    for name in [commits::ARTIFACT.name, history::ARTIFACT.name] {
        let table = artifacts.get(name)?;
        hasher.update(format!("{name} {} {}\n", table.schema_version, table.list).as_bytes());
    }
    Some(format!("blake3:{}", hex(hasher.finalize().as_bytes())))
}

/// The signature of `vectors`, which another model changes while every file stays as it is.
fn vectors_signature(artifacts: &BTreeMap<String, Table>, embedding: &Embedding) -> Option<String> {
    let name = vectors::ARTIFACT.name;
    let table = artifacts.get(name)?;
    let Embedding { dimensions, model } = embedding;
    let digest = blake3::hash(format!("{name} {} {} {model} {dimensions}", table.schema_version, table.list).as_bytes());
    Some(format!("blake3:{}", hex(digest.as_bytes())))
}
