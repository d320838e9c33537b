//! Canonical JSON (RFC 8785) and rows of it. Nobody else formats JSON that is signed.

mod sorting;
mod writer;

use serde::Serialize;
use serde_json::Value;

use writer::RowWriter;

/// Appends a row and its newline. The row type's fields stand in canonical order.
///
/// # Errors
/// When a row cannot be serialized, which no row type of this crate can cause.
pub fn push_row<T: Serialize>(buffer: &mut Vec<u8>, row: &T) -> Result<(), serde_json::Error> {
    row.serialize(&mut RowWriter::<false>::new(buffer))?;
    buffer.push(b'\n');
    Ok(())
}

/// Bytes that there is room for before an answer is written.
const ROOM: usize = 1 << 20;

/// What a [`Value`] of an answer prints, without the tree: an answer may be long, and each text of it would be copied.
///
/// # Errors
/// When it cannot be serialized, which no answer type can cause.
pub fn printed<T: Serialize + ?Sized>(answer: &T) -> Result<String, serde_json::Error> {
    // Nobody pays for room that is not written to, and to grow a long answer copies it each time.
    let mut buffer = Vec::with_capacity(ROOM);
    let written = answer.serialize(&mut RowWriter::<true>::new(&mut buffer)).ok().and_then(|()| String::from_utf8(buffer).ok());
    // Some shapes only a tree has.
    written.map_or_else(|| Ok(serde_json::to_value(answer)?.to_string()), Ok)
}

/// The canonical text of any value: keys sorted by UTF-16 code units, no white space.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by(|lhs, rhs| lhs.0.encode_utf16().cmp(rhs.0.encode_utf16()));
            text.push('{');
            for (index, (name, value)) in entries.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(&Value::String(name.clone()), text);
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        leaf => text.push_str(&leaf.to_string()),
    }
}

/// The rows of canonical JSONL, without their newlines.
pub fn lines(rows: &[u8]) -> impl Iterator<Item = &[u8]> {
    rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_sorts_keys_and_keeps_short_numbers() {
        let value: Value = serde_json::from_str(r#"{ "b": [1, 0.93, "é\n"], "a": null, "A": {} }"#).unwrap();
        assert_eq!(canonical(&value), "{\"A\":{},\"a\":null,\"b\":[1,0.93,\"é\\n\"]}");
    }
}
