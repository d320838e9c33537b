//! Indexes as a compiler would make them, by hand: symbols at words of lines.

use std::path::{Path, PathBuf};

use protobuf::{Message, MessageField};
use scip::types::{Document, Index, Metadata, Occurrence, PositionEncoding, ToolInfo};

/// What a compiler says of a word: on which line from zero, which word, whether it is defined there, as which symbol.
pub type Word<'a> = (usize, &'a str, bool, &'a str);

/// The document that says `words` of `text`, columns in `unit`.
pub fn document(path: &str, text: &str, unit: PositionEncoding, words: &[Word<'_>]) -> Document {
    let mut document = Document { relative_path: path.to_owned(), position_encoding: unit.into(), ..Document::default() };
    for (line, word, defines, symbol) in words {
        let head = text.split('\n').nth(*line).unwrap().split_once(word).unwrap().0;
        let start = columns(head, unit);
        let numbers = [i32::try_from(*line).unwrap(), start, start + columns(word, unit)];
        document.occurrences.push(Occurrence {
            range: numbers.to_vec(),
            symbol: (*symbol).to_owned(),
            symbol_roles: i32::from(*defines),
            ..Occurrence::default()
        });
    }
    document
}

fn columns(text: &str, unit: PositionEncoding) -> i32 {
    let count = match unit {
        PositionEncoding::UTF8CodeUnitOffsetFromLineStart => text.len(),
        PositionEncoding::UTF32CodeUnitOffsetFromLineStart => text.chars().count(),
        _ => text.encode_utf16().count(),
    };
    i32::try_from(count).unwrap()
}

/// An index of documents.
pub fn index(documents: Vec<Document>) -> Index {
    let tool = ToolInfo { name: "by hand".to_owned(), ..ToolInfo::default() };
    let metadata = Metadata { tool_info: MessageField::some(tool), project_root: "file:///".to_owned(), ..Metadata::default() };
    Index { metadata: MessageField::some(metadata), documents, ..Index::default() }
}

/// Puts what an index says into the mouth of a compiler.
pub fn retold(mut index: Index) -> Index {
    index.metadata = self::index(Vec::new()).metadata;
    index
}

/// Writes an index and says where.
pub fn write(index: &Index, to: &Path) -> PathBuf {
    std::fs::write(to, index.write_to_bytes().unwrap()).unwrap();
    to.to_owned()
}
