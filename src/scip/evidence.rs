//! What compilers say of files, as compact as a link needs it: per path which symbol stands where.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use scip::types::{Document, PositionEncoding};
use xxhash_rust::xxh3::Xxh3;

use super::documents;
use super::error::ScipError;
use super::grammar;
use super::message;
use super::occurrence;
use super::vocabulary::Roles;
use crate::base::ids::hex;
use crate::base::position::{Extent, Unit};
use crate::base::{Name, path};
use crate::host::Host;

/// The name of a symbol within one build: a hash of its text, of local ones with their path.
pub type SymbolKey = u64;

/// A symbol that a document names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol {
    pub key: SymbolKey,
    /// The name of its last descriptor, or what the document displays; empty where neither is known.
    pub name: Name,
    /// The package it belongs to; empty for local ones.
    pub package: Name,
    /// Known in its document alone.
    pub local: bool,
}

/// A symbol at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    pub extent: Extent,
    pub symbol: SymbolKey,
    pub defines: bool,
}

/// What one compiler says of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Testimony {
    /// What columns count; `None` where the document does not say.
    pub unit: Option<Unit>,
    /// blake3 of the text, where the document holds it.
    pub text: Option<[u8; 32]>,
    /// Sorted.
    pub spots: Vec<Spot>,
    /// Sorted by key, each once.
    pub symbols: Vec<Symbol>,
    /// Some range of it is none.
    pub broken: bool,
    /// Over all of the above.
    pub digest: u64,
}

impl Testimony {
    /// What is known of a symbol.
    pub fn symbol(&self, key: SymbolKey) -> Option<&Symbol> {
        self.symbols.binary_search_by_key(&key, |it| it.key).ok().and_then(|at| self.symbols.get(at))
    }
}

/// All that the SCIP files of a build say.
#[derive(Debug, Default)]
pub struct Evidence {
    /// By path, in the order of their digests, none twice.
    testimonies: BTreeMap<String, Vec<Arc<Testimony>>>,
    /// `blake3:<64 hex>` of each file, sorted, none twice.
    pub digests: Vec<String>,
}

impl Evidence {
    /// Reads `files`; which one is named first makes no difference.
    ///
    /// # Errors
    /// As [`ScipError`], naming the file at fault.
    pub fn read(host: &dyn Host, files: &[PathBuf]) -> Result<Self, ScipError> {
        let mut evidence = Self::default();
        let mut digests = BTreeSet::new();
        let mut count = 0;
        for file in files {
            digests.insert(format!("blake3:{}", hex(&evidence.add(host, file, &mut count)?)));
        }
        for testimonies in evidence.testimonies.values_mut() {
            testimonies.sort_by_key(|it| it.digest);
            testimonies.dedup_by_key(|it| it.digest);
        }
        evidence.digests = digests.into_iter().collect();
        Ok(evidence)
    }

    fn add(&mut self, host: &dyn Host, file: &Path, count: &mut usize) -> Result<[u8; 32], ScipError> {
        let head = documents::each(host, file, count, |document| {
            // What leads out of the root is of no file below it.
            let leads_out = Path::new(&document.relative_path).components().any(|it| it == Component::ParentDir);
            let at = if leads_out { document.relative_path.clone() } else { path::encode(Path::new(&document.relative_path)) };
            self.testimonies.entry(at).or_default().push(Arc::new(testimony(document)));
        })?;
        // What a link found out would come back to it as a compiler's word.
        if head.tool == message::TOOL { Err(ScipError::Own(file.display().to_string())) } else { Ok(head.digest) }
    }

    /// What is said of a path.
    pub fn of(&self, path: &str) -> &[Arc<Testimony>] {
        self.testimonies.get(path).map_or(&[], Vec::as_slice)
    }

    /// A digest of what is said of a path; `None` where nothing is.
    pub fn stamp(&self, path: &str) -> Option<u64> {
        let testimonies = self.testimonies.get(path)?;
        let mut hasher = Xxh3::new();
        testimonies.iter().for_each(|it| hasher.update(&it.digest.to_le_bytes()));
        Some(hasher.digest())
    }

    /// Every path that something is said of.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.testimonies.keys().map(String::as_str)
    }
}

/// A document without what a link does not need.
fn testimony(document: &Document) -> Testimony {
    let mut symbols: BTreeMap<SymbolKey, Symbol> = BTreeMap::new();
    let mut keys: BTreeMap<&str, SymbolKey> = BTreeMap::new();
    let mut spots = Vec::with_capacity(document.occurrences.len());
    let mut broken = false;
    for it in document.occurrences.iter().filter(|it| !it.symbol.is_empty()) {
        let Some(extent) = occurrence::extent(it) else {
            broken = true;
            continue;
        };
        let key = *keys.entry(&it.symbol).or_insert_with(|| {
            let key = key_of(&document.relative_path, &it.symbol);
            symbols.insert(key, symbol(key, &it.symbol));
            key
        });
        let roles = Roles(it.symbol_roles);
        spots.push(Spot { extent, symbol: key, defines: roles.has(Roles::DEFINITION) || roles.has(Roles::FORWARD) });
    }
    for about in document.symbols.iter().filter(|about| !about.display_name.is_empty()) {
        if let Some(symbol) = keys.get(about.symbol.as_str()).and_then(|key| symbols.get_mut(key)) {
            symbol.name = about.display_name.as_str().into();
        }
    }
    spots.sort_unstable();
    spots.dedup();
    let unit = match document.position_encoding.enum_value() {
        Ok(PositionEncoding::UTF8CodeUnitOffsetFromLineStart) => Some(Unit::Utf8),
        Ok(PositionEncoding::UTF16CodeUnitOffsetFromLineStart) => Some(Unit::Utf16),
        Ok(PositionEncoding::UTF32CodeUnitOffsetFromLineStart) => Some(Unit::Utf32),
        _ => None,
    };
    let text = (!document.text.is_empty()).then(|| *blake3::hash(document.text.as_bytes()).as_bytes());
    let mut testimony = Testimony { unit, text, spots, symbols: symbols.into_values().collect(), broken, digest: 0 };
    testimony.digest = digest(&testimony);
    testimony
}

/// The key of a symbol that a document at `path` names.
pub fn key_of(path: &str, text: &str) -> SymbolKey {
    let mut hasher = Xxh3::new();
    if grammar::is_local(text) {
        hasher.update(path.as_bytes());
        hasher.update(&[0]);
    }
    hasher.update(text.as_bytes());
    hasher.digest()
}

fn symbol(key: SymbolKey, text: &str) -> Symbol {
    Symbol { key, name: grammar::name(text).into(), package: grammar::package(text).1.into(), local: grammar::is_local(text) }
}

fn digest(testimony: &Testimony) -> u64 {
    let mut hasher = Xxh3::new();
    let unit = testimony.unit.map_or(0, |unit| match unit {
        Unit::Utf8 => 1,
        Unit::Utf16 => 2,
        Unit::Utf32 => 3,
    });
    hasher.update(&[unit, u8::from(testimony.broken), u8::from(testimony.text.is_some())]);
    hasher.update(&testimony.text.unwrap_or_default());
    for spot in &testimony.spots {
        for number in [spot.extent.start.line, spot.extent.start.column, spot.extent.end.line, spot.extent.end.column] {
            hasher.update(&number.to_le_bytes());
        }
        hasher.update(&spot.symbol.to_le_bytes());
        hasher.update(&[u8::from(spot.defines)]);
    }
    for symbol in &testimony.symbols {
        hasher.update(&symbol.key.to_le_bytes());
        for text in [&symbol.name, &symbol.package] {
            hasher.update(&text.len().to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    hasher.digest()
}
