//! The rules of the format, each a function that says what breaks it.
//!
//! From the messages' own documentation: 1 the head names tool, root and encoding; 2 paths are canonical, sorted and unique; 3 a document says its
//! language and what columns count; 4 symbols are of the grammar and print as they are; 5 ranges are whole, in both forms alike, and lie in the text;
//! 6 occurrences are sorted and none stands twice; 7 roles are known and go together; 8 what is defined is told of once and what is told of is
//! defined; 9 what is referred to is known, a local symbol in its own document; 10 an enclosing range encloses; 11 relationships and owners are known
//! symbols; 12 a defining range holds the name.

use std::collections::{BTreeMap, BTreeSet};

use scip::symbol::{format_symbol, parse_symbol};
use scip::types::occurrence::{Typed_enclosing_range, Typed_range};
use scip::types::symbol_information::Kind;
use scip::types::{Document, Index, Occurrence, PositionEncoding, TextEncoding};
use smalti::base::position::{Extent, Position, Unit, span};
use smalti::base::span::{ByteSpan, LineMap};

/// Decoded texts by path.
pub type Texts = BTreeMap<String, String>;

const DEFINITION: i32 = 1;
const FORWARD: i32 = 64;

/// All that is wrong with an index.
pub fn broken(index: &Index, texts: &Texts) -> Vec<String> {
    let mut wrong = Vec::new();
    head(index, &mut wrong);
    paths(index, &mut wrong);
    let known = known(index, &mut wrong);
    for document in &index.documents {
        let at = &document.relative_path;
        let Some(text) = texts.get(at) else {
            wrong.push(format!("2 {at}: no such file"));
            continue;
        };
        let mut say = |rule: u32, what: String| wrong.push(format!("{rule} {at}: {what}"));
        if document.language.is_empty() || document.position_encoding.enum_value() != Ok(PositionEncoding::UTF8CodeUnitOffsetFromLineStart) {
            say(3, "no language, or columns of no unit".to_owned());
        }
        occurrences(document, text, &mut say);
        symbols(document, text, &known, &mut say);
    }
    wrong
}

fn head(index: &Index, wrong: &mut Vec<String>) {
    let metadata = &index.metadata;
    let tool = &metadata.tool_info;
    if tool.name.is_empty() || tool.version.is_empty() {
        wrong.push("1 no tool".to_owned());
    }
    if !metadata.project_root.starts_with("file:///") {
        wrong.push(format!("1 the root `{}` is no URI", metadata.project_root));
    }
    if metadata.text_document_encoding.enum_value() != Ok(TextEncoding::UTF8) {
        wrong.push("1 no encoding".to_owned());
    }
}

fn paths(index: &Index, wrong: &mut Vec<String>) {
    for document in &index.documents {
        let path = &document.relative_path;
        if path.contains('\\') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            wrong.push(format!("2 `{path}` is not canonical"));
        }
    }
    if !index.documents.windows(2).all(|pair| pair[0].relative_path < pair[1].relative_path) {
        wrong.push("2 paths are not sorted, or stand twice".to_owned());
    }
}

/// Every symbol that the index tells of.
fn known(index: &Index, wrong: &mut Vec<String>) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for about in index.documents.iter().flat_map(|it| &it.symbols).chain(&index.external_symbols) {
        if !about.symbol.starts_with("local ") && !known.insert(about.symbol.clone()) {
            wrong.push(format!("8 `{}` is told of twice", about.symbol));
        }
        check_symbol(&about.symbol, &mut |what| wrong.push(format!("4 {what}")));
    }
    known
}

fn check_symbol(symbol: &str, say: &mut dyn FnMut(String)) {
    match parse_symbol(symbol) {
        Ok(parsed) if parsed.descriptors.is_empty() => say(format!("`{symbol}` has no descriptor")),
        Ok(parsed) => {
            let printed = format_symbol(parsed);
            if printed != symbol {
                say(format!("`{symbol}` prints as `{printed}`"));
            }
        }
        Err(cause) => say(format!("`{symbol}`: {cause:?}")),
    }
}

fn extent(numbers: &[i32]) -> Option<Extent> {
    let at = |index: usize| numbers.get(index).and_then(|it| u32::try_from(*it).ok());
    let start = Position { line: at(0)?, column: at(1)? };
    let end = match numbers.len() {
        3 => Position { line: start.line, column: at(2)? },
        4 => Position { line: at(2)?, column: at(3)? },
        _ => return None,
    };
    Some(Extent { start, end })
}

fn typed(occurrence: &Occurrence) -> Vec<i32> {
    match &occurrence.typed_range {
        Some(Typed_range::SingleLineRange(it)) => vec![it.line, it.start_character, it.end_character],
        Some(Typed_range::MultiLineRange(it)) => vec![it.start_line, it.start_character, it.end_line, it.end_character],
        _ => Vec::new(),
    }
}

fn typed_enclosing(occurrence: &Occurrence) -> Vec<i32> {
    match &occurrence.typed_enclosing_range {
        Some(Typed_enclosing_range::SingleLineEnclosingRange(it)) => vec![it.line, it.start_character, it.end_character],
        Some(Typed_enclosing_range::MultiLineEnclosingRange(it)) => vec![it.start_line, it.start_character, it.end_line, it.end_character],
        _ => Vec::new(),
    }
}

/// The span of an occurrence in its text.
fn place(text: &str, map: &LineMap, numbers: &[i32]) -> Option<ByteSpan> {
    span(map, text, extent(numbers)?, Unit::Utf8)
}

fn occurrences(document: &Document, text: &str, say: &mut dyn FnMut(u32, String)) {
    let map = LineMap::new(text);
    let mut last: Option<(Extent, &str)> = None;
    for it in &document.occurrences {
        check_symbol(&it.symbol, &mut |what| say(4, what));
        let inside = place(text, &map, &it.range);
        if inside.is_none() || typed(it) != it.range {
            say(5, format!("{:?} of `{}` is no range of the text", it.range, it.symbol));
        }
        let key = extent(&it.range).map(|extent| (extent, it.symbol.as_str()));
        if last >= key {
            say(6, format!("{:?} of `{}` is out of order or stands twice", it.range, it.symbol));
        }
        last = key;
        if it.symbol_roles & !0x7f != 0 || it.symbol_roles & (DEFINITION | FORWARD) == DEFINITION | FORWARD {
            say(7, format!("roles {:#x} of `{}`", it.symbol_roles, it.symbol));
        }
        if !it.enclosing_range.is_empty() {
            let encloses = place(text, &map, &it.enclosing_range).zip(inside).is_some_and(|(outer, inner)| outer.covers(inner));
            if !encloses || typed_enclosing(it) != it.enclosing_range {
                say(10, format!("{:?} does not enclose {:?}", it.enclosing_range, it.range));
            }
        }
    }
}

fn symbols(document: &Document, text: &str, known: &BTreeSet<String>, say: &mut dyn FnMut(u32, String)) {
    let map = LineMap::new(text);
    let defined = |symbol: &str| document.occurrences.iter().find(|it| it.symbol == symbol && it.symbol_roles & (DEFINITION | FORWARD) != 0);
    let told: BTreeSet<&str> = document.symbols.iter().map(|it| it.symbol.as_str()).collect();
    for it in &document.occurrences {
        let is_known = if it.symbol.starts_with("local ") { defined(&it.symbol).is_some() } else { known.contains(&it.symbol) };
        if !is_known {
            say(9, format!("`{}` is defined nowhere", it.symbol));
        }
        if it.symbol_roles & (DEFINITION | FORWARD) != 0 && !told.contains(it.symbol.as_str()) {
            say(8, format!("`{}` is defined and not told of", it.symbol));
        }
    }
    for about in &document.symbols {
        let Some(definition) = defined(&about.symbol) else {
            say(8, format!("`{}` is told of and not defined", about.symbol));
            continue;
        };
        let name = place(text, &map, &definition.range).map(|span| span.text(text));
        let is_file = about.kind.enum_value() == Ok(Kind::File) && definition.range == [0, 0, 0];
        let is_nameless = about.display_name == "typeLiteral" && name == Some("{");
        if !is_file && !is_nameless && !name.is_some_and(|name| name.contains(about.display_name.as_str()) && !about.display_name.is_empty()) {
            say(12, format!("`{}` at {:?}, where `{}` stands", about.display_name, definition.range, name.unwrap_or("nothing")));
        }
        let unknown = |symbol: &str| symbol == about.symbol || !known.contains(symbol);
        if !about.enclosing_symbol.is_empty() && unknown(&about.enclosing_symbol) {
            say(11, format!("`{}` stands in `{}`", about.symbol, about.enclosing_symbol));
        }
        for relationship in &about.relationships {
            let says = relationship.is_definition || relationship.is_implementation || relationship.is_reference || relationship.is_type_definition;
            if !says || unknown(&relationship.symbol) {
                say(11, format!("`{}` is related to `{}`", about.symbol, relationship.symbol));
            }
        }
    }
}
