//! Two or more indexes as one. Held at a time are the path and place of every document and the documents of one path.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use protobuf::{Enum, Message};
use scip::types::{Document, Metadata, Occurrence, PositionEncoding, SymbolInformation, SymbolRole};

use super::error::ScipError;
use super::grammar::SCHEME;
use super::message;
use super::output::Output;
use super::wire::{Field, Reader};
use crate::host::Host;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub documents: u64,
    /// Paths of which more than one index spoke.
    pub shared: u64,
    pub external_symbols: u64,
}

/// Where a document lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    input: usize,
    start: u64,
    bytes: usize,
}

#[derive(Default)]
struct Inputs {
    metadata: Option<Metadata>,
    documents: BTreeMap<String, Vec<Place>>,
    external: BTreeMap<String, SymbolInformation>,
}

/// Writes what all `inputs` say to `to`: documents by path, symbols of other packages by name, the head of the first one, or of the
/// first one that this program wrote: what is not all of compilers must not pass for it. A symbol that one index
/// defines is no symbol of another package in the whole.
///
/// # Errors
/// As reading and writing; [`ScipError::Conflict`] where documents of one path are of different texts, or the indexes of different roots.
pub fn merge(host: &dyn Host, inputs: &[PathBuf], to: &Path) -> Result<Counts, ScipError> {
    let mut all = Inputs::default();
    for (number, path) in inputs.iter().enumerate() {
        scan(host, number, path, &mut all)?;
    }
    let mut output = Output::new(host, to, &all.metadata.unwrap_or_default())?;
    let mut counts = Counts::default();
    for (path, places) in all.documents {
        let mut whole: Option<Document> = None;
        counts.shared += u64::from(places.len() > 1);
        let read = |place: Place| host.read_at(&inputs[place.input], place.start, place.bytes).map(|bytes| (bytes, place.input));
        let mut documents = places.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        // Where two tell one thing otherwise, the first is believed: whichever index is named first, that is the same one.
        documents.sort();
        for (bytes, input) in documents {
            let document: Document = parse(&inputs[input], &bytes)?;
            whole = Some(match whole {
                None => document,
                Some(first) => join(first, document, &path)?,
            });
        }
        if let Some(document) = whole {
            document.symbols.iter().for_each(|it| drop(all.external.remove(&it.symbol)));
            output.document(&document)?;
            counts.documents += 1;
        }
    }
    counts.external_symbols = all.external.len() as u64;
    for symbol in all.external.values() {
        output.external(symbol)?;
    }
    output.finish()?;
    Ok(counts)
}

fn scan(host: &dyn Host, number: usize, path: &Path, all: &mut Inputs) -> Result<(), ScipError> {
    let mut reader = Reader::open(host, path)?;
    let mut met = false;
    while let Some((field, bytes)) = reader.message()? {
        match field {
            Field::Metadata => {
                met = true;
                let metadata: Metadata = parse(path, &bytes)?;
                match &all.metadata {
                    Some(first) if first.project_root != metadata.project_root => {
                        return Err(ScipError::Conflict { path: metadata.project_root, what: "their roots differ" });
                    }
                    Some(first) if first.tool_info.name != message::TOOL && metadata.tool_info.name == message::TOOL => all.metadata = Some(metadata),
                    Some(_) => {}
                    None => all.metadata = Some(metadata),
                }
            }
            Field::Document => {
                let document: Document = parse(path, &bytes)?;
                let place = Place { input: number, start: reader.offset() - bytes.len() as u64, bytes: bytes.len() };
                all.documents.entry(document.relative_path).or_default().push(place);
            }
            Field::External => {
                let symbol: SymbolInformation = parse(path, &bytes)?;
                all.external.entry(symbol.symbol.clone()).or_insert(symbol);
            }
        }
    }
    if met { Ok(()) } else { Err(ScipError::malformed(&path.display().to_string(), "it has no metadata")) }
}

/// A message from its bytes.
///
/// # Errors
/// [`ScipError::Malformed`].
pub fn parse<T: Message>(path: &Path, bytes: &[u8]) -> Result<T, ScipError> {
    T::parse_from_bytes(bytes).map_err(|cause| ScipError::malformed(&path.display().to_string(), cause.to_string()))
}

/// Two documents of one path. Columns that count in other units could only be told by the text, so they are refused.
fn join(mut first: Document, second: Document, path: &str) -> Result<Document, ScipError> {
    let refuse = |what| Err(ScipError::Conflict { path: path.to_owned(), what });
    if first.text != second.text && !first.text.is_empty() && !second.text.is_empty() {
        return refuse("their texts differ");
    }
    // Without texts, what this program found in each tells: of one text it finds the same, in a part of what it may be asked for.
    if first.text.is_empty() || second.text.is_empty() {
        let (of_first, of_second) = (defined(&first), defined(&second));
        if !of_first.is_subset(&of_second) && !of_second.is_subset(&of_first) {
            return refuse("what they define differs");
        }
    }
    if unit(&first) != unit(&second) {
        return refuse("their columns count in different units");
    }
    if first.text.is_empty() {
        first.text = second.text;
    }
    first.occurrences.extend(second.occurrences);
    first.occurrences.sort_by(|lhs, rhs| key(lhs).cmp(&key(rhs)));
    first.occurrences.dedup_by(|later, first| {
        let same = key(later) == key(first);
        if same {
            first.symbol_roles |= later.symbol_roles;
        }
        same
    });
    first.symbols.extend(second.symbols);
    first.symbols.sort_by(|lhs, rhs| lhs.symbol.cmp(&rhs.symbol));
    first.symbols.dedup_by(|later, first| {
        let same = later.symbol == first.symbol;
        if same {
            for relationship in std::mem::take(&mut later.relationships) {
                if !first.relationships.contains(&relationship) {
                    first.relationships.push(relationship);
                }
            }
        }
        same
    });
    Ok(first)
}

/// Where a definition stands, its symbol, and the range around it.
type Defined<'d> = (([i32; 4], &'d str), &'d [i32]);

/// What this program says to be defined in a document.
fn defined(document: &Document) -> BTreeSet<Defined<'_>> {
    let own = |it: &&Occurrence| it.symbol_roles & SymbolRole::Definition.value() != 0 && it.symbol.split(' ').next() == Some(SCHEME);
    document.occurrences.iter().filter(own).map(|it| (key(it), it.enclosing_range.as_slice())).collect()
}

fn unit(document: &Document) -> i32 {
    document.position_encoding.enum_value().map_or_else(|unknown| unknown, |unit: PositionEncoding| unit.value())
}

fn key(occurrence: &Occurrence) -> ([i32; 4], &str) {
    (super::occurrence::numbers(occurrence).unwrap_or_default(), &occurrence.symbol)
}
