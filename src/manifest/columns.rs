//! Rows as flat columns, for stores that have columns: one a field, one a part of `lines` and `range`, JSON text for what repeats. Follows the schema of
//! a table, and leads back to the very bytes of a row.

use serde_json::Value;

use crate::artifacts::Artifact;

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Integer,
    /// A share between 0 and 1.
    Number,
    /// 0 or 1.
    Bool,
    /// JSON text of an array or object.
    Json,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// In snake case; `from` and `to`, which are words of SQL, become `from_id` and `to_id`.
    pub name: String,
    pub kind: Kind,
    /// The field of the row.
    field: String,
    /// The part of the field, where it has parts.
    part: Option<String>,
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Text(String),
    Integer(i64),
    Number(f64),
}

/// The columns of a table, in the order of canonical JSON.
pub fn columns(artifact: &Artifact) -> Vec<Column> {
    let schema = (artifact.schema)();
    let schema = schema.as_value();
    let mut columns = Vec::new();
    for (field, shape) in schema["properties"].as_object().into_iter().flatten() {
        let target = shape["$ref"].as_str().and_then(|reference| schema.pointer(reference.trim_start_matches('#'))).unwrap_or(shape);
        let parts = target["properties"].as_object().filter(|parts| parts.values().all(|part| part["type"] == "integer"));
        match parts {
            Some(parts) => columns.extend(parts.keys().map(|part| Column {
                name: format!("{}_{}", snake(field), snake(part)),
                kind: Kind::Integer,
                field: field.clone(),
                part: Some(part.clone()),
            })),
            None => columns.push(Column { name: snake(field), kind: kind(target), field: field.clone(), part: None }),
        }
    }
    columns
}

fn kind(shape: &Value) -> Kind {
    let is = |name: &str| shape["type"] == name || shape["type"].as_array().is_some_and(|types| types.iter().any(|it| it == name));
    let kinds = [("string", Kind::Text), ("integer", Kind::Integer), ("number", Kind::Number), ("boolean", Kind::Bool)];
    kinds.into_iter().find(|(name, _)| is(name)).map_or(Kind::Json, |(_, kind)| kind)
}

fn snake(field: &str) -> String {
    let mut name = String::new();
    for character in field.chars() {
        if character.is_uppercase() {
            name.push('_');
        }
        name.extend(character.to_lowercase());
    }
    if matches!(name.as_str(), "from" | "to") { name + "_id" } else { name }
}

/// The cells of a row; `None` where it is not of the table.
pub fn cells(columns: &[Column], row: &Value) -> Option<Vec<Cell>> {
    columns
        .iter()
        .map(|column| {
            let field = row.get(&column.field)?;
            let value = column.part.as_ref().map_or(Some(field), |part| field.get(part))?;
            Some(match (column.kind, value) {
                (_, Value::Null) => Cell::Null,
                (Kind::Text, Value::String(text)) => Cell::Text(text.clone()),
                (Kind::Integer, value) => Cell::Integer(value.as_i64()?),
                (Kind::Number, value) => Cell::Number(value.as_f64()?),
                (Kind::Bool, value) => Cell::Integer(i64::from(value.as_bool()?)),
                (Kind::Json, value) => Cell::Text(crate::artifacts::jsonl::canonical(value)),
                (Kind::Text, _) => return None,
            })
        })
        .collect()
}

/// Appends the row that cells were made of, with its newline.
pub fn push_row(columns: &[Column], cells: &[Cell], into: &mut Vec<u8>) {
    let mut open: Option<&str> = None;
    into.push(b'{');
    for (at, (column, cell)) in columns.iter().zip(cells).enumerate() {
        let goes_on = column.part.is_some() && open == Some(column.field.as_str());
        if open.is_some() && !goes_on {
            into.push(b'}');
            open = None;
        }
        if at > 0 {
            into.push(b',');
        }
        if !goes_on {
            push_text(&column.field, into);
            into.push(b':');
        }
        if let Some(part) = &column.part {
            if !goes_on {
                into.push(b'{');
                open = Some(&column.field);
            }
            push_text(part, into);
            into.push(b':');
        }
        push_cell(column.kind, cell, into);
    }
    into.extend_from_slice(if open.is_some() { b"}}\n" } else { b"}\n" });
}

fn push_cell(kind: Kind, cell: &Cell, into: &mut Vec<u8>) {
    match (kind, cell) {
        (_, Cell::Null) => into.extend_from_slice(b"null"),
        (Kind::Json, Cell::Text(text)) => into.extend_from_slice(text.as_bytes()),
        (_, Cell::Text(text)) => push_text(text, into),
        (Kind::Bool, Cell::Integer(value)) => into.extend_from_slice(if *value == 0 { b"false" } else { b"true" }),
        (_, Cell::Integer(value)) => into.extend_from_slice(value.to_string().as_bytes()),
        // Canonical JSON prints whole numbers without a fraction; everything else prints shortest either way.
        (_, Cell::Number(value)) => into.extend_from_slice(value.to_string().as_bytes()),
    }
}

fn push_text(text: &str, into: &mut Vec<u8>) {
    // A string can always be written.
    let _ = serde_json::to_writer(into, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts::{ARTIFACTS, chunk_meta, edges};

    #[test]
    fn names_are_those_of_sql_and_parts_have_columns_of_their_own() {
        let names: Vec<String> = columns(&edges::CALL).into_iter().map(|column| column.name).collect();
        assert_eq!(names, ["byte_start", "confidence", "evidence_id", "from_id", "path", "rule", "to_id", "type"]);
        let names: Vec<String> = columns(&chunk_meta::ARTIFACT).into_iter().map(|column| column.name).collect();
        assert!(["chunk_uid", "lines_end", "lines_start", "range_start", "symbol_id"].iter().all(|name| names.iter().any(|it| it == name)));
        for artifact in ARTIFACTS {
            let mut names: Vec<String> = columns(artifact).into_iter().map(|column| column.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), columns(artifact).len(), "{}", artifact.name);
        }
    }

    #[test]
    fn a_row_comes_back_byte_for_byte() {
        for (artifact, row) in [
            (edges::CALL, r#"{"byteStart":3,"confidence":0.93,"evidenceId":"ev:0","from":"a","path":"p","rule":"r","to":"é\n\"","type":"call"}"#),
            (edges::CALL, r#"{"byteStart":3,"confidence":1,"evidenceId":"ev:0","from":"a","path":"p","rule":"r","to":"b","type":"call"}"#),
            (edges::CALL, r#"{"byteStart":3,"confidence":0.0001,"evidenceId":"ev:0","from":"a","path":"p","rule":"r","to":"b","type":"call"}"#),
            (
                chunk_meta::ARTIFACT,
                r#"{"bytes":1,"chunkUid":"x","doc":"","kind":"function","lines":{"end":2,"start":1},"name":"n","path":"p","range":{"end":9,"start":0},"symbolId":null,"textHash":"h","tokenCount":4}"#,
            ),
        ] {
            let columns = columns(&artifact);
            let cells = cells(&columns, &serde_json::from_str(row).unwrap()).unwrap();
            let mut back = Vec::new();
            push_row(&columns, &cells, &mut back);
            assert_eq!(String::from_utf8(back).unwrap(), format!("{row}\n"));
        }
    }
}
