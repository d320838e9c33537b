//! A committed index as one SQLite file: a table an artifact, a column a field, indexes for the ways people and programs ask, and a full-text table.

use std::path::Path;

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params, params_from_iter};

use super::error::ExportError;
use super::store;
use crate::artifacts::postings::{self, Postings};
use crate::artifacts::{ARTIFACTS, Artifact};
use crate::host::Host;
use crate::manifest::columns::{self, Cell, Kind};
use crate::manifest::full_text::{self, Digest};
use crate::manifest::layout::Layout;
use crate::manifest::reading::Opened;

/// Most times that one term of a field is told to the full-text engine.
const MAX_REPEATS: u32 = 8;

/// Columns that rows are looked up by.
const LOOKUPS: &[(&str, &str)] = &[
    ("files", "path"),
    ("chunk_meta", "path, range_start"),
    ("chunk_meta", "chunk_uid"),
    ("chunk_meta", "symbol_id"),
    ("chunk_text", "chunk_uid"),
    ("symbols", "symbol_id"),
    ("symbols", "name"),
    ("symbols", "path"),
    ("sites", "path, byte_start"),
    ("sites", "name"),
    ("sites", "evidence_id"),
    ("postings", "chunk_uid"),
    ("problems", "path"),
    ("history", "path"),
    ("commits", "commit_id"),
];

/// Tables whose rows are edges; the view `edges` is all of them.
const EDGES: &[&str] = &["edges_call", "edges_dataflow", "edges_export", "edges_import", "edges_structure", "edges_usage"];

/// Writes an index as SQLite; gives the number of rows.
///
/// # Errors
/// As [`ExportError`]; then nothing stands under the final name that was not there before.
pub fn export(host: &dyn Host, layout: &Layout, opened: &Opened, to: &Path) -> Result<u64, ExportError> {
    let path = store::under_way(host, to)?;
    let written = write(host, layout, opened, &path);
    store::finish(host, &path, to, written)
}

fn write(host: &dyn Host, layout: &Layout, opened: &Opened, path: &Path) -> Result<u64, ExportError> {
    let mut connection = Connection::open(path)?;
    // Nobody else sees the file before it is whole, so it needs no journal.
    connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;")?;
    let transaction = connection.transaction()?;
    about(&transaction, opened)?;
    let mut rows = 0;
    for artifact in ARTIFACTS {
        rows += table(&transaction, (host, layout, opened), artifact)?;
    }
    for (number, (table, columns)) in LOOKUPS.iter().enumerate() {
        transaction.execute(&format!("CREATE INDEX {table}_by_{number} ON {table} ({columns})"), [])?;
    }
    for table in EDGES {
        transaction.execute_batch(&format!("CREATE INDEX {table}_out ON {table} (from_id); CREATE INDEX {table}_in ON {table} (to_id);"))?;
    }
    let all: Vec<String> = EDGES.iter().map(|table| format!("SELECT '{table}' AS artifact, * FROM {table}")).collect();
    transaction.execute(&format!("CREATE VIEW edges AS {}", all.join(" UNION ALL ")), [])?;
    terms(&transaction, (host, layout, opened))?;
    transaction.commit()?;
    seal(&connection)?;
    connection.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA optimize;")?;
    connection.close().map_err(|(_, cause)| cause)?;
    Ok(rows)
}

/// The manifest and the lists of pieces: what makes the rows of this file those of one index, and shows when they are not.
fn about(connection: &Connection, opened: &Opened) -> Result<(), ExportError> {
    connection.execute_batch(
        "CREATE TABLE smalti_manifest (json TEXT NOT NULL);
         CREATE TABLE smalti_pieces (artifact TEXT NOT NULL, position INTEGER NOT NULL, blake3 TEXT NOT NULL, bytes INTEGER NOT NULL,
             file TEXT NOT NULL, first_key TEXT NOT NULL, last_key TEXT NOT NULL, rows INTEGER NOT NULL, stored_blake3 TEXT NOT NULL,
             stored_bytes INTEGER NOT NULL, PRIMARY KEY (artifact, position)) WITHOUT ROWID;",
    )?;
    let json = String::from_utf8_lossy(&opened.manifest.to_bytes()).into_owned();
    connection.execute("INSERT INTO smalti_manifest VALUES (?1)", [json])?;
    let mut insert = connection.prepare("INSERT INTO smalti_pieces VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
    for (artifact, stream) in ARTIFACTS.iter().zip(&opened.streams) {
        for (position, it) in (0i64..).zip(stream.pieces()) {
            let [bytes, rows, stored] = [it.bytes, it.rows, it.stored_bytes].map(u64::cast_signed);
            insert.execute(params![artifact.name, position, it.blake3, bytes, it.file, it.first_key, it.last_key, rows, it.stored_blake3, stored])?;
        }
    }
    Ok(())
}

/// One table. Its `id` counts rows from one, in the order of the artifact.
fn table(connection: &Connection, root: (&dyn Host, &Layout, &Opened), artifact: &Artifact) -> Result<u64, ExportError> {
    let columns = columns::columns(artifact);
    let declared = |kind: Kind| match kind {
        Kind::Text | Kind::Json => "TEXT",
        Kind::Integer | Kind::Bool => "INTEGER",
        Kind::Number => "REAL",
    };
    let names: Vec<String> = columns.iter().map(|column| format!("\"{}\" {}", column.name, declared(column.kind))).collect();
    connection.execute(&format!("CREATE TABLE \"{}\" (id INTEGER PRIMARY KEY, {})", artifact.name, names.join(", ")), [])?;
    let places = vec!["?"; columns.len() + 1].join(", ");
    let mut insert = connection.prepare(&format!("INSERT INTO \"{}\" VALUES ({places})", artifact.name))?;
    let mut again = Vec::new();
    store::each_row(root, artifact, |number, row| {
        let differs = || ExportError::Row { path: artifact.name.to_owned(), what: "its columns do not say what it says".to_owned() };
        let parsed = serde_json::from_slice(row).map_err(|cause| ExportError::Row { path: artifact.name.to_owned(), what: cause.to_string() })?;
        let cells = columns::cells(&columns, &parsed).ok_or_else(differs)?;
        again.clear();
        columns::push_row(&columns, &cells, &mut again);
        if again.strip_suffix(b"\n") != Some(row) {
            return Err(differs());
        }
        let values = cells.into_iter().map(|cell| match cell {
            Cell::Null => Sql::Null,
            Cell::Text(text) => Sql::Text(text),
            Cell::Integer(value) => Sql::Integer(value),
            Cell::Number(value) => Sql::Real(value),
        });
        insert.execute(params_from_iter(std::iter::once(Sql::Integer(number.cast_signed() + 1)).chain(values)))?;
        Ok(())
    })
}

/// The full-text table: the terms of each chunk by field, under the `id` of the chunk in `chunk_meta`.
fn terms(connection: &Connection, root: (&dyn Host, &Layout, &Opened)) -> Result<(), ExportError> {
    connection.execute_batch(
        "CREATE VIRTUAL TABLE chunk_fts USING fts5(name, path, signature, doc, body, content = '', tokenize = \"unicode61 remove_diacritics 0 tokenchars '_'\")",
    )?;
    let mut chunk = connection.prepare("SELECT id FROM chunk_meta WHERE chunk_uid = ?1")?;
    let mut insert = connection.prepare("INSERT INTO chunk_fts (rowid, name, path, signature, doc, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    store::each_row(root, &postings::ARTIFACT, |_, row| {
        let parsed =
            serde_json::from_slice(row).map_err(|cause| ExportError::Row { path: postings::ARTIFACT.name.to_owned(), what: cause.to_string() });
        let row: Postings<'_> = parsed?;
        let id: i64 = chunk.query_row([&row.chunk_uid], |found| found.get(0))?;
        let [name, path, signature, doc, body] = [&row.name, &*row.path_terms, &row.signature, &row.doc, &row.body].map(|frequencies| {
            let mut text = String::new();
            for (term, count) in frequencies.iter() {
                (0..count.min(MAX_REPEATS)).for_each(|_| text.extend([term, " "]));
            }
            text
        });
        insert.execute(params![id, name, path, signature, doc, body])?;
        Ok(())
    })?;
    Ok(())
}

/// Says what the full-text table holds, once it is written: the engine keeps back a part of it until then.
fn seal(connection: &Connection) -> Result<(), ExportError> {
    let mut digest = Digest::default();
    for part in full_text::PARTS {
        let mut statement = connection.prepare(part)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            digest.row(row.get(0)?, row.get_ref(1)?.as_bytes().map_err(rusqlite::Error::from)?);
        }
    }
    connection.execute(&format!("CREATE TABLE {} (blake3 TEXT NOT NULL)", full_text::DIGEST), [])?;
    connection.execute(&format!("INSERT INTO {} VALUES (?1)", full_text::DIGEST), [digest.text()])?;
    Ok(())
}
