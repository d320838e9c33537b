//! Messages of an index: what a document says, made from spans and words.

use protobuf::{EnumOrUnknown, Message, MessageField};
use scip::types::occurrence::{Typed_enclosing_range, Typed_range};
use scip::types::symbol_information::Kind;
use scip::types::{
    Document, Metadata, MultiLineRange, Occurrence, PositionEncoding, Relationship, Signature, SingleLineRange, SymbolInformation, TextEncoding,
    ToolInfo,
};

use super::vocabulary::Roles;
use crate::base::position::{Extent, extent};
use crate::base::span::{ByteSpan, LineMap};

/// The name of this program as a tool that writes indexes.
pub const TOOL: &str = "smalti";

/// A symbol at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub span: ByteSpan,
    pub symbol: String,
    pub roles: Roles,
    /// The whole definition.
    pub enclosing: Option<ByteSpan>,
}

/// What is said of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    pub symbol: String,
    pub kind: Kind,
    pub name: String,
    /// Empty where there is none.
    pub signature: String,
    /// Empty where there is none.
    pub documentation: String,
    /// The symbol it stands in; empty at the top.
    pub enclosing: String,
    /// Symbols that it extends or implements.
    pub implements: Vec<String>,
}

/// One file.
pub struct Draft<'a> {
    /// The protocol's name.
    pub language: &'a str,
    pub path: &'a str,
    pub text: &'a str,
    /// Put the text into the document.
    pub with_text: bool,
    pub marks: Vec<Mark>,
    pub symbols: Vec<About>,
}

/// The message of a document: occurrences by range and symbol, one for each pair; symbols by name, one for each. Columns count bytes of UTF-8.
pub fn document(draft: Draft<'_>, map: &LineMap) -> Document {
    let mut occurrences: Vec<(Extent, Mark)> = draft.marks.into_iter().map(|mark| (extent(map, mark.span), mark)).collect();
    occurrences.sort_by(|lhs, rhs| (lhs.0, &lhs.1.symbol, rhs.1.roles).cmp(&(rhs.0, &rhs.1.symbol, lhs.1.roles)));
    occurrences.dedup_by(|later, first| {
        let same = later.0 == first.0 && later.1.symbol == first.1.symbol;
        if same {
            first.1.roles = first.1.roles.with(later.1.roles);
            first.1.enclosing = first.1.enclosing.or(later.1.enclosing);
        }
        same
    });
    let mut symbols = draft.symbols;
    // The sort is stable: of several definitions of one symbol the first one is told of.
    symbols.sort_by(|lhs, rhs| lhs.symbol.cmp(&rhs.symbol));
    symbols.dedup_by(|later, first| later.symbol == first.symbol);
    Document {
        language: draft.language.to_owned(),
        relative_path: draft.path.to_owned(),
        occurrences: occurrences.into_iter().map(|(extent, mark)| occurrence(map, extent, mark)).collect(),
        symbols: symbols.into_iter().map(|about| information(draft.language, about)).collect(),
        text: if draft.with_text { draft.text.to_owned() } else { String::new() },
        position_encoding: PositionEncoding::UTF8CodeUnitOffsetFromLineStart.into(),
        ..Document::default()
    }
}

/// Both forms of a range are written: the typed one is the protocol's choice, the list is what older readers know.
fn occurrence(map: &LineMap, range: Extent, mark: Mark) -> Occurrence {
    let enclosing = mark.enclosing.map(|span| extent(map, span));
    Occurrence {
        range: numbers(range),
        symbol: mark.symbol,
        symbol_roles: mark.roles.0,
        enclosing_range: enclosing.map(numbers).unwrap_or_default(),
        typed_range: Some(match lines(range) {
            Lines::One(it) => Typed_range::SingleLineRange(it),
            Lines::Many(it) => Typed_range::MultiLineRange(it),
        }),
        typed_enclosing_range: enclosing.map(|range| match lines(range) {
            Lines::One(it) => Typed_enclosing_range::SingleLineEnclosingRange(it),
            Lines::Many(it) => Typed_enclosing_range::MultiLineEnclosingRange(it),
        }),
        ..Occurrence::default()
    }
}

enum Lines {
    One(SingleLineRange),
    Many(MultiLineRange),
}

fn lines(range: Extent) -> Lines {
    let (start, end) = (range.start, range.end);
    if start.line == end.line {
        Lines::One(SingleLineRange {
            line: signed(start.line),
            start_character: signed(start.column),
            end_character: signed(end.column),
            ..SingleLineRange::default()
        })
    } else {
        Lines::Many(MultiLineRange {
            start_line: signed(start.line),
            start_character: signed(start.column),
            end_line: signed(end.line),
            end_character: signed(end.column),
            ..MultiLineRange::default()
        })
    }
}

fn numbers(range: Extent) -> Vec<i32> {
    let (start, end) = (range.start, range.end);
    let mut numbers = vec![signed(start.line), signed(start.column)];
    if start.line != end.line {
        numbers.push(signed(end.line));
    }
    numbers.push(signed(end.column));
    numbers
}

/// Files of the graph are far smaller than 2 GiB.
fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The message about one symbol.
pub fn information(language: &str, about: About) -> SymbolInformation {
    let signature = Signature { language: language.to_owned(), text: about.signature, ..Signature::default() };
    let relation = |symbol| Relationship { symbol, is_implementation: true, ..Relationship::default() };
    let mut implements = about.implements;
    implements.sort();
    implements.dedup();
    SymbolInformation {
        symbol: about.symbol,
        documentation: Some(about.documentation).filter(|it| !it.is_empty()).into_iter().collect(),
        relationships: implements.into_iter().map(relation).collect(),
        kind: EnumOrUnknown::new(about.kind),
        display_name: about.name,
        signature_documentation: if signature.text.is_empty() { MessageField::none() } else { MessageField::some(signature) },
        enclosing_symbol: about.enclosing,
        ..SymbolInformation::default()
    }
}

/// The message about an index as a whole.
pub fn metadata(project_root: &str) -> Metadata {
    let tool = ToolInfo { name: TOOL.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), ..ToolInfo::default() };
    Metadata {
        tool_info: MessageField::some(tool),
        project_root: project_root.to_owned(),
        text_document_encoding: TextEncoding::UTF8.into(),
        ..Metadata::default()
    }
}

/// The bytes of a message.
pub fn bytes(message: &impl Message) -> Vec<u8> {
    // Only a message of 2 GiB or one with required fields can fail, and there is neither.
    message.write_to_bytes().unwrap_or_default()
}
