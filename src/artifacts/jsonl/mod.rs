//! Canonical JSON (RFC 8785) and rows of it. Nobody else formats JSON that is signed.

mod writer;

use serde::Serialize;
use serde_json::Value;

use writer::RowWriter;

/// Appends a row and its newline. The row type's fields stand in canonical order.
///
/// # Errors
/// When a row cannot be serialized, which no row type of this crate can cause.
pub fn push_row<T: Serialize>(buffer: &mut Vec<u8>, row: &T) -> Result<(), serde_json::Error> {
    row.serialize(&mut RowWriter::new(buffer))?;
    buffer.push(b'\n');
    Ok(())
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
