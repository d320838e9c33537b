//! Rows of chunks and symbols.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use xxhash_rust::xxh64::xxh64;

use super::tokens::tokens;
use super::vocabulary::Vocabulary;
use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::chunk_meta::{self, ChunkMeta};
use crate::artifacts::chunk_text::{self, ChunkText};
use crate::artifacts::postings::{self, Frequencies, Postings};
use crate::artifacts::symbols::{self, SymbolRow};
use crate::base::ids::{chunk_uid, evidence_id, tagged};
use crate::base::span::{ByteSpan, LineMap};
use crate::shard::body::Chunk;
use crate::shard::expr::Expr;
use crate::shard::facts::{Facts, Flags, Owner, Symbol, Visibility};

/// The chunk that shows each symbol, by symbol index.
pub type ChunksOf = BTreeMap<u32, Showing>;

/// What shows a symbol.
#[derive(Default)]
pub struct Showing {
    chunk_uid: String,
    spans: Vec<ByteSpan>,
}

/// Pushes the chunks of a file.
pub fn chunk_rows(rows: &mut FileRows, input: &FileInput<'_>, graph: &GraphInput<'_>, map: &LineMap) -> Result<ChunksOf, serde_json::Error> {
    let mut seen: BTreeMap<(&str, &str, u64), u32> = BTreeMap::new();
    let mut chunks_of = ChunksOf::new();
    let mut chunks = Vec::with_capacity(graph.body.chunks.len());
    for chunk in &graph.body.chunks {
        let text = chunk.span.text(graph.text);
        let digest = xxh64(text.as_bytes(), 0);
        let ordinal = seen.entry((&chunk.kind, &chunk.name, digest)).or_insert(0);
        let uid = chunk_uid(input.path, &chunk.kind, &chunk.name, digest, *ordinal);
        *ordinal += 1;
        if let Some(symbol) = chunk.symbol {
            let showing = chunks_of.entry(symbol).or_default();
            showing.chunk_uid.clone_from(&uid);
            showing.spans.push(chunk.span);
        }
        chunks.push((chunk, text, digest, uid));
    }
    posting_rows(rows, input, graph, &chunks)?;
    chunks.sort_by(|lhs, rhs| (lhs.0.span.start, &lhs.3).cmp(&(rhs.0.span.start, &rhs.3)));
    for (chunk, text, digest, uid) in chunks {
        let range = map.range(chunk.span);
        let symbol = chunk.symbol.map(|index| index as usize);
        rows.push(
            &chunk_meta::ARTIFACT,
            &ChunkMeta {
                bytes: chunk.span.len(),
                chunk_uid: uid.as_str().into(),
                doc: symbol.and_then(|index| graph.body.places.get(index)).map_or("", |place| place.doc.as_str()).into(),
                kind: chunk.kind.as_str().into(),
                lines: map.lines(chunk.span),
                name: chunk.name.as_str().into(),
                path: input.path.into(),
                range,
                symbol_id: symbol.and_then(|index| graph.linked.symbol_ids.get(index)).map(|id| id.as_ref().into()),
                text_hash: tagged("xxh64:", digest).into(),
                token_count: tokens(text),
            },
        )?;
        if graph.with_text {
            let row = ChunkText { chunk_uid: uid.into(), path: input.path.into(), range, text: text.into() };
            rows.push(&chunk_text::ARTIFACT, &row)?;
        }
    }
    Ok(chunks_of)
}

/// A chunk with its text, the digest of the text and its id.
type Shown<'a> = (&'a Chunk, &'a str, u64, String);

/// Pushes the terms of each chunk.
fn posting_rows(rows: &mut FileRows, input: &FileInput<'_>, graph: &GraphInput<'_>, chunks: &[Shown<'_>]) -> Result<(), serde_json::Error> {
    let path_terms = Arc::new(Frequencies::of(input.path));
    let mut order: Vec<&Shown<'_>> = chunks.iter().collect();
    order.sort_by(|lhs, rhs| lhs.3.cmp(&rhs.3));
    let mut vocabulary = Vocabulary::default();
    let mut counted = Vec::with_capacity(order.len());
    for (chunk, text, _, _) in &order {
        let place = chunk.symbol.and_then(|index| graph.body.places.get(index as usize));
        let (doc, signature) = place.map_or(("", ""), |place| (&place.doc, &place.signature));
        counted.push([text, doc, &chunk.name, signature].map(|text| vocabulary.count(text)));
    }
    let mut vocabulary = vocabulary.sorted();
    for ((.., uid), counted) in order.into_iter().zip(&counted) {
        let [body, doc, name, signature] = counted.each_ref().map(|counted| vocabulary.frequencies(counted));
        let row =
            Postings { body, chunk_uid: uid.as_str().into(), doc, name, path: input.path.into(), path_terms: Arc::clone(&path_terms), signature };
        rows.push(&postings::ARTIFACT, &row)?;
    }
    Ok(())
}

/// The evidence id of a definition and the byte where it starts.
pub type Defined = (String, u32);

/// Pushes the definitions of a file and returns what shows each, by symbol index. What is defined twice at one place (`typedef int t, t;`) is one row.
pub fn symbol_rows(
    rows: &mut FileRows,
    input: &FileInput<'_>,
    graph: &GraphInput<'_>,
    map: &LineMap,
    chunks_of: &ChunksOf,
) -> Result<Vec<Defined>, serde_json::Error> {
    let facts = &graph.loaded.facts;
    let mut defined: Vec<Defined> = Vec::with_capacity(facts.symbols.len());
    let key = |index: u32| (graph.body.places[index as usize].span.start, &graph.linked.symbol_ids[index as usize]);
    let mut order: Vec<u32> = (0u32..).take(facts.symbols.len()).collect();
    order.sort_by_key(|index| (key(*index), *index));
    for place in &graph.body.places {
        defined.push((evidence_id("span", input.path, place.name.start, place.name.end, &input.hash), place.name.start));
    }
    let mut last: Option<u32> = None;
    for index in order {
        if let Some(first) = last.filter(|last| key(*last) == key(index)) {
            defined[index as usize] = defined[first as usize].clone();
            continue;
        }
        last = Some(index);
        let symbol = &facts.symbols[index as usize];
        let place = &graph.body.places[index as usize];
        let named = &graph.linked.names;
        let called = named.binary_search_by_key(&index, |it| it.0).map_or_else(|_| symbol.shown(), |at| named[at].1.as_str());
        let row = SymbolRow {
            branches: place.branches,
            chunk_uid: nearest_chunk(graph, chunks_of, index).map(Cow::from),
            container: container(graph, symbol).map(Cow::from),
            depth: place.depth,
            doc: place.doc.as_str().into(),
            evidence_id: defined[index as usize].0.as_str().into(),
            exported: symbol.flags.has(Flags::EXPORTED),
            flags: flag_words(symbol.flags),
            generics: symbol.generics.iter().map(|it| it.name.as_str().into()).collect(),
            kind: symbol.kind.word().into(),
            lines: map.lines(place.span),
            name: called.into(),
            name_line: map.line(place.name.start),
            parameters: symbol.params.iter().map(|it| it.name.as_str().into()).collect(),
            path: input.path.into(),
            qualified_name: qualified(facts, symbol, called),
            range: map.range(place.span),
            signature: place.signature.as_str().into(),
            symbol_id: graph.linked.symbol_ids[index as usize].as_ref().into(),
            visibility: visibility(symbol).word().into(),
        };
        rows.push(&symbols::ARTIFACT, &row)?;
    }
    Ok(defined)
}

/// What is defined inside of a function is seen there alone, whatever its language takes for granted elsewhere.
fn visibility(symbol: &Symbol) -> Visibility {
    let local = symbol.flags.has(Flags::NESTED) && symbol.kind.is_callable() && symbol.visibility == Visibility::Public;
    if local { Visibility::Private } else { symbol.visibility }
}

/// The chunk of a definition, else of the nearest one around it, else the smallest that covers it.
fn nearest_chunk<'a>(graph: &GraphInput<'_>, chunks_of: &'a ChunksOf, index: u32) -> Option<&'a str> {
    let name = graph.body.places[index as usize].name;
    let mut next = Some(index);
    while let Some(symbol) = next {
        if let Some(showing) = chunks_of.get(&symbol).filter(|it| it.spans.iter().any(|span| span.covers(name))) {
            return Some(&showing.chunk_uid);
        }
        next = graph.loaded.facts.outer_of(symbol);
    }
    None
}

/// The qualified name of a definition that is called so.
fn qualified<'a>(facts: &'a Facts, symbol: &'a Symbol, called: &str) -> Cow<'a, str> {
    match symbol.qualified.strip_suffix(symbol.name.as_str()) {
        Some(around) if called != symbol.shown() => Cow::from(format!("{around}{called}")),
        _ => facts.shown(symbol),
    }
}

fn container<'a>(graph: &'a GraphInput<'_>, symbol: &Symbol) -> Option<&'a str> {
    match symbol.owner {
        Owner::File => None,
        Owner::Symbol(index) => graph.linked.symbol_ids.get(index as usize).map(AsRef::as_ref),
        Owner::Extension(index) => {
            // The extended type where it stands in the same file; elsewhere `contains` edges tell.
            let target = graph.loaded.facts.extension(index)?.target;
            match graph.loaded.facts.expr(target)? {
                Expr::Symbol(index) => graph.linked.symbol_ids.get(*index as usize).map(AsRef::as_ref),
                _ => None,
            }
        }
    }
}

fn flag_words(flags: Flags) -> Vec<Cow<'static, str>> {
    const WORDS: [(Flags, &str); 15] = [
        (Flags::ABSTRACT, "abstract"),
        (Flags::ASYNC, "async"),
        (Flags::CLASS_METHOD, "classMethod"),
        (Flags::CONST, "const"),
        (Flags::DECLARATION, "declaration"),
        (Flags::DEFAULT, "default"),
        (Flags::ENTRY_POINT, "entryPoint"),
        (Flags::GENERATOR, "generator"),
        (Flags::HOLDS_MODULE, symbols::HOLDS_MODULE),
        (Flags::NESTED, "nested"),
        (Flags::PROPERTY, "property"),
        (Flags::STATIC, "static"),
        (Flags::TEST, "test"),
        (Flags::UNSAFE, "unsafe"),
        (Flags::VARIADIC, "variadic"),
    ];
    WORDS.iter().filter(|(flag, _)| flags.has(*flag)).map(|(_, word)| Cow::from(*word)).collect()
}
