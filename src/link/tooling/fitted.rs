//! What compilers say of a file, held against the file itself: their ranges as spans of its text, their definitions as definitions of its facts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use crate::base::key::{Class, Key, key};
use crate::base::position::{self, Unit};
use crate::base::span::{ByteSpan, LineMap};
use crate::base::{Name, sorted};
use crate::scip::evidence::{Spot, Symbol, SymbolKey, Testimony};
use crate::shard::body::Body;
use crate::shard::facts::Facts;

/// What a compiler's definition is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Defined {
    /// Index into `Facts::symbols`.
    Symbol(u32),
    /// The file itself.
    File,
    /// Something that has no row of its own: a parameter, a local variable.
    Unlisted,
    /// In a text that is not this one, or bound by an import that the compiler could not follow.
    Unknown,
}

/// What fits a file of all that is said of it.
#[derive(Debug, Default)]
pub struct Fitted {
    /// Sorted, none twice.
    definitions: Vec<(SymbolKey, Defined)>,
    /// Sorted, none twice.
    uses: Vec<(ByteSpan, SymbolKey)>,
    /// By key, of what fits.
    symbols: BTreeMap<SymbolKey, Symbol>,
    /// Packages of what the file defines.
    packages: Vec<Name>,
    /// Why something that is said was refused, one sentence each.
    pub refused: Vec<String>,
}

/// Holds each testimony against the text. One with the text in it must be of this very text; of any other every range must lie in the text, and
/// every definition with a plain name must stand where that name stands, or where what is made up stands (`is_made_up`). A use at a
/// word that names another definition of the testimony is left out: some indexers name a class at its slots.
pub fn fit(testimonies: &[Arc<Testimony>], text: &str, facts: &Facts, body: &Body) -> Fitted {
    let map = LineMap::new(text);
    let mut named: BTreeMap<ByteSpan, Vec<u32>> = BTreeMap::new();
    for (place, index) in body.places.iter().zip(0u32..).take(facts.symbols.len()) {
        named.entry(place.name).or_default().push(index);
    }
    let mut fitted = Fitted::default();
    let invents = |span: ByteSpan, name: &str| {
        named.get(&span).is_some_and(|indices| indices.iter().any(|index| facts.symbol(*index).is_some_and(|it| it.name == name)))
    };
    // What an import binds may be called otherwise where it is defined.
    let is_bound = |word: &str| facts.imports.iter().any(|it| it.binding == word);
    for testimony in testimonies {
        match spans(testimony, text, &map, (&invents, &is_bound)) {
            Ok(spans) => fitted.take(testimony, (&spans, text.len()), (&named, &body.import_spans)),
            Err(why) => {
                fitted.refused.push(why);
                fitted.definitions.extend(testimony.spots.iter().filter(|it| it.defines).map(|it| (it.symbol, Defined::Unknown)));
            }
        }
    }
    fitted.definitions.sort_unstable();
    fitted.definitions.dedup();
    fitted.uses.sort_unstable();
    fitted.uses.dedup();
    fitted.packages.sort_unstable();
    fitted.packages.dedup();
    fitted
}

/// What the facts of a text tell: whether they define something of a name at a place that does not say it, and whether an import binds a word.
type OfText<'a> = (&'a dyn Fn(ByteSpan, &str) -> bool, &'a dyn Fn(&str) -> bool);

/// The span of each spot, of none that is left out; or why the testimony is of another text.
fn spans(testimony: &Testimony, text: &str, map: &LineMap, of_text: OfText<'_>) -> Result<Vec<Option<ByteSpan>>, String> {
    if testimony.broken {
        return Err("a range of it is none".to_owned());
    }
    if let Some(digest) = testimony.text
        && digest != *blake3::hash(text.as_bytes()).as_bytes()
    {
        return Err(format!("it is of the text `blake3:{}`", crate::base::ids::hex(&digest)));
    }
    // A document that does not say what its columns count is taken at the word of the text: the first unit in which everything stands in its place.
    let units: &[Unit] = match &testimony.unit {
        Some(unit) => std::slice::from_ref(unit),
        None => &[Unit::Utf16, Unit::Utf8, Unit::Utf32],
    };
    let mut why = Err(String::new());
    for unit in units {
        why = spans_in(testimony, (text, map), *unit, of_text);
        if why.is_ok() {
            break;
        }
    }
    why
}

fn spans_in(
    testimony: &Testimony,
    (text, map): (&str, &LineMap),
    unit: Unit,
    (invents, is_bound): OfText<'_>,
) -> Result<Vec<Option<ByteSpan>>, String> {
    let mut spans = Vec::with_capacity(testimony.spots.len());
    let known: BTreeSet<&str> = testimony.symbols.iter().filter(|it| !it.local && is_plain(&it.name)).map(|it| it.name.as_str()).collect();
    for spot in &testimony.spots {
        let line = spot.extent.start.line + 1;
        let Some(span) = position::span(map, text, spot.extent, unit) else {
            return Err(format!("a range that begins in line {line} reaches outside of its lines or of the text"));
        };
        let word = span.text(text);
        let symbol = testimony.symbol(spot.symbol).filter(|symbol| !symbol.local && is_plain(&symbol.name) && symbol.name != word);
        if let Some(symbol) = symbol.filter(|_| !word.is_empty()) {
            let is_cut_off = || is_plain(word) || is_cut(word, &symbol.name);
            if spot.defines && is_cut_off() && !invents(span, &symbol.name) && !is_made_up(testimony, spot, word) {
                return Err(format!("`{}` does not stand at its place in line {line}", symbol.name));
            }
            if !spot.defines && word.len() == symbol.name.len() && known.contains(word) && !is_bound(word) {
                spans.push(None);
                continue;
            }
        }
        spans.push(Some(span));
    }
    Ok(spans)
}

/// Whether a definition's name is one that no text holds, at a place that is in its text all the same: another definition stands there by the word that
/// is read there, as a property does whose getter has a symbol of its own. What has no name in the language (a companion, a struct of one variable) stands
/// at a word of the language, and only the facts of the text can tell that.
fn is_made_up(testimony: &Testimony, spot: &Spot, word: &str) -> bool {
    let start = testimony.spots.partition_point(|it| it.extent < spot.extent);
    let beside = testimony.spots[start..].iter().take_while(|it| it.extent == spot.extent);
    beside.filter(|it| it.defines).filter_map(|it| testimony.symbol(it.symbol)).any(|symbol| !symbol.local && symbol.name == word)
}

/// A name that stands in a text as it is, so that another one in its place tells of another text.
fn is_plain(name: &str) -> bool {
    name.chars().all(|it| it.is_alphanumeric() || it == '_') && name.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

/// Whether what stands in the place of a plain name is as long as the name and no word: the text has moved below it. What is quoted or marked (`'a b'`,
/// `@it`, `r#in`) is no such thing.
fn is_cut(text: &str, name: &str) -> bool {
    let has_word = text.split(|it: char| !it.is_alphanumeric() && it != '_').any(|part| part == name);
    text.len() == name.len() && !has_word && !text.starts_with(['"', '\'', '`', '[', '@', ':', '$', '#'])
}

impl Fitted {
    fn take(
        &mut self,
        testimony: &Testimony,
        (spans, length): (&[Option<ByteSpan>], usize),
        (named, imports): (&BTreeMap<ByteSpan, Vec<u32>>, &[ByteSpan]),
    ) {
        for (spot, span) in testimony.spots.iter().zip(spans).filter_map(|(spot, span)| Some((spot, span.as_ref()?))) {
            if !spot.defines {
                self.uses.push((*span, spot.symbol));
                continue;
            }
            match named.get(span) {
                Some(indices) => self.definitions.extend(indices.iter().map(|index| (spot.symbol, Defined::Symbol(*index)))),
                // The file itself is defined at its start, or by all of its text.
                None if span.start == 0 && (span.end == 0 || span.end as usize >= length) => self.definitions.push((spot.symbol, Defined::File)),
                None if imports.iter().any(|import| import.covers(*span)) => self.definitions.push((spot.symbol, Defined::Unknown)),
                None => self.definitions.push((spot.symbol, Defined::Unlisted)),
            }
            if let Some(symbol) = testimony.symbol(spot.symbol).filter(|symbol| !symbol.local) {
                self.packages.push(symbol.package.clone());
            }
        }
        self.symbols.extend(testimony.symbols.iter().map(|symbol| (symbol.key, symbol.clone())));
    }

    /// What a symbol is in this file.
    pub fn definitions(&self, symbol: SymbolKey) -> impl Iterator<Item = Defined> + '_ {
        sorted::under(&self.definitions, symbol, |(key, _)| *key).map(|(_, defined)| *defined)
    }

    /// The symbols that stand at exactly this place.
    pub fn uses(&self, span: ByteSpan) -> impl Iterator<Item = &Symbol> + '_ {
        sorted::under(&self.uses, span, |(at, _)| *at).filter_map(|(_, key)| self.symbols.get(key))
    }

    /// Whether the file itself belongs to a package.
    pub fn is_of(&self, package: &str) -> bool {
        self.packages.iter().any(|own| own == package)
    }

    /// What others can ask of the file: under each symbol that it defines, which definition that is.
    pub fn publish(&self, facts: &Facts) -> Vec<(Key, u64)> {
        let mut published: BTreeMap<Key, Xxh3> = BTreeMap::new();
        let mut twins: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
        for (symbol, index) in facts.symbols.iter().zip(0u32..) {
            twins.entry((facts.owner_name(symbol.owner), &symbol.name)).or_default().push(index);
        }
        for (symbol, defined) in &self.definitions {
            if self.symbols.get(symbol).is_some_and(|it| it.local) {
                continue;
            }
            let hasher = published.entry(key_of(*symbol)).or_default();
            match defined {
                Defined::File => hasher.update(b"file"),
                Defined::Unlisted => hasher.update(b"unlisted"),
                Defined::Unknown => hasher.update(b"unknown"),
                Defined::Symbol(index) => {
                    let Some(it) = facts.symbol(*index) else { continue };
                    let owner = facts.owner_name(it.owner);
                    // An index means nothing outside of this text: which of its namesakes a definition is, is what can be asked.
                    let number = twins.get(&(owner, it.name.as_str())).and_then(|all| all.iter().position(|other| other == index));
                    hasher.update(format!("symbol\0{owner}\0{}\0{number:?}", it.name).as_bytes());
                }
            }
        }
        published.into_iter().map(|(key, hasher)| (key, hasher.digest())).collect()
    }

    /// Bytes of memory, about.
    pub fn size(&self) -> u64 {
        64 * (self.definitions.len() + self.uses.len() + 2 * self.symbols.len()) as u64
    }
}

/// The read key of a compiler's symbol.
pub fn key_of(symbol: SymbolKey) -> Key {
    key(Class::Tooling, &[&format!("{symbol:016x}")])
}
