//! A committed index as a SCIP index: definitions and references of every file of the graph.
//!
//! A row says bytes, SCIP wants lines and columns, and an index stores no text between its chunks: so positions are taken from the work tree, each
//! file of which must have the digest that was indexed.

use std::collections::BTreeMap;
use std::path::Path;

use super::columns::{Definition, Link, Use};
use super::error::ExportError;
use super::file::FileRows;
use super::packages::Packages;
use super::tables::Table;
use crate::artifacts::edges;
use crate::artifacts::files::{self, File};
use crate::artifacts::sites;
use crate::artifacts::symbols;
use crate::base::ids::SourceHash;
use crate::base::path;
use crate::base::span::LineMap;
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::reading::Opened;
use crate::scip::message::{self, About, Draft};
use crate::scip::output::Output;
use crate::scip::vocabulary;
use crate::source::decode;

/// What is exported, and how.
pub struct Request<'a> {
    /// The work tree that was indexed.
    pub tree: &'a Path,
    /// The file to write.
    pub to: &'a Path,
    /// `Metadata.project_root`.
    pub project_root: &'a str,
    /// Put texts into documents.
    pub with_text: bool,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub documents: u64,
    pub definitions: u64,
    pub references: u64,
    pub external_symbols: u64,
}

struct Tables<'a> {
    symbols: Table<'a, Definition>,
    sites: Table<'a, Use>,
    structure: Table<'a, Link>,
    uses: [Table<'a, Link>; 3],
}

/// Writes the index of `opened` as SCIP.
///
/// # Errors
/// As [`ExportError`]; then nothing stands under the final name that was not there before.
pub fn export(host: &dyn Host, layout: &Layout, opened: &Opened, request: &Request<'_>) -> Result<Counts, ExportError> {
    let packages = Packages::read(host, layout, opened)?;
    let mut tables = Tables {
        symbols: Table::new(host, layout, opened, &symbols::ARTIFACT),
        sites: Table::new(host, layout, opened, &sites::ARTIFACT),
        structure: Table::new(host, layout, opened, &edges::STRUCTURE),
        uses: [&edges::CALL, &edges::USAGE, &edges::IMPORT].map(|artifact| Table::new(host, layout, opened, artifact)),
    };
    let mut files: Table<'_, File> = Table::new(host, layout, opened, &files::ARTIFACT);
    let mut output = Output::new(host, request.to, &message::metadata(request.project_root))?;
    let mut counts = Counts::default();
    let mut external: BTreeMap<String, String> = BTreeMap::new();
    while let Some(file) = files.row()? {
        if !file.in_graph {
            continue;
        }
        let (hash, text) = text_of(host, request.tree, &file)?;
        let map = LineMap::new(&text);
        let rows = rows(&mut tables, &file, hash, &text)?;
        let mut said = rows.say(&packages, &map);
        counts.documents += 1;
        counts.definitions += said.definitions;
        counts.references += said.references;
        external.append(&mut said.external);
        let language = vocabulary::language_of(file.language.as_deref().unwrap_or_default(), &file.path);
        let draft =
            Draft { language: &language, path: &file.path, text: &text, with_text: request.with_text, marks: said.marks, symbols: said.symbols };
        output.document(&message::document(draft, &map))?;
    }
    counts.external_symbols = external.len() as u64;
    for (symbol, name) in external {
        let about = About {
            symbol,
            kind: vocabulary::kind("", false, false),
            name,
            signature: String::new(),
            documentation: String::new(),
            enclosing: String::new(),
            implements: Vec::new(),
        };
        output.external(&message::information("", about))?;
    }
    output.finish()?;
    Ok(counts)
}

fn rows<'a>(tables: &mut Tables<'_>, file: &'a File, hash: SourceHash, text: &'a str) -> Result<FileRows<'a>, ExportError> {
    let mut uses = Vec::new();
    for table in &mut tables.uses {
        uses.append(&mut table.of(&file.path)?);
    }
    Ok(FileRows {
        path: &file.path,
        class: &file.class,
        hash,
        text,
        symbols: tables.symbols.of(&file.path)?,
        sites: tables.sites.of(&file.path)?,
        structure: tables.structure.of(&file.path)?,
        uses,
    })
}

/// The decoded text of a file, if it is the one that was indexed.
fn text_of(host: &dyn Host, tree: &Path, file: &File) -> Result<(SourceHash, String), ExportError> {
    let differs = || ExportError::Differs(file.path.clone());
    let (bytes, _) = host.read_source(&tree.join(path::decode(&file.path))).map_err(|_| differs())?;
    let hash = SourceHash::of(&bytes);
    if hash.to_string() != file.source_hash {
        return Err(differs());
    }
    Ok((hash, decode::decode(bytes).text))
}
