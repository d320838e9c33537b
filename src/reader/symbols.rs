//! The definitions.

use super::columns::{HashIndex, Strings, Words};
use super::files::Files;
use super::ids::{ChunkId, ChunkUid, EvidenceId, FileId, SymbolId};
use super::load::{Source, dense};
use crate::artifacts::symbols::{ARTIFACT, SymbolRow};
use crate::base::span::{Lines, Range};
use crate::manifest::error::IndexError;

/// Joins the words of lists; no identifier holds it.
const SEPARATOR: &str = "\n";

/// One definition of a symbol. A symbol may have several (declaration and body, twins under conditions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'a> {
    pub id: SymbolId,
    /// `scip:smalti …`.
    pub symbol_id: &'a str,
    pub file: FileId,
    pub kind: &'a str,
    pub name: &'a str,
    pub qualified_name: &'a str,
    pub visibility: &'a str,
    pub exported: bool,
    /// The smallest chunk that shows it.
    pub chunk: Option<ChunkId>,
    pub container: Option<SymbolId>,
    pub signature: &'a str,
    pub doc: &'a str,
    /// UTF-16 code units of the whole definition.
    pub range: Range,
    pub lines: Lines,
    /// 1-based line of the defining name.
    pub name_line: u32,
    pub branches: u32,
    pub depth: u32,
    /// Evidence of `defines` and `contains` edges to it.
    pub evidence: EvidenceId,
    flags: &'a str,
    parameters: &'a str,
    generics: &'a str,
}

impl<'a> Symbol<'a> {
    /// Facets, as the row names them.
    pub fn flags(&self) -> impl Iterator<Item = &'a str> {
        list(self.flags)
    }

    /// Whether it has a facet.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags().any(|it| it == flag)
    }

    /// Parameters by name, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'a str> {
        list(self.parameters)
    }

    /// Generic parameters by name.
    pub fn generics(&self) -> impl Iterator<Item = &'a str> {
        list(self.generics)
    }
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR).filter(|word| !word.is_empty())
}

/// Numbers of one row.
#[derive(Clone, Copy)]
struct Numbers {
    range: Range,
    lines: Lines,
    name_line: u32,
    branches: u32,
    depth: u32,
    evidence: EvidenceId,
    exported: bool,
    chunk: Option<ChunkUid>,
}

/// What belongs to a row and is found after all rows are read.
#[derive(Clone, Copy)]
struct Links {
    id: SymbolId,
    file: FileId,
    chunk: Option<ChunkId>,
    container: Option<SymbolId>,
}

/// The table as columns.
#[derive(Default)]
pub struct Symbols {
    /// The id of each symbol.
    ids: Strings,
    by_id: HashIndex,
    /// The main row of each symbol: the first that is no mere declaration, else the first.
    main: Vec<u32>,
    /// Rows by file: where each file's rows start, and their number at the end.
    starts: Vec<u32>,
    /// Rows, by name and then by position.
    by_name: Vec<u32>,
    links: Vec<Links>,
    rows: Columns,
}

#[derive(Default)]
struct Columns {
    paths: Words,
    symbol_ids: Strings,
    containers: Strings,
    names: Strings,
    qualified: Strings,
    signatures: Strings,
    docs: Strings,
    kinds: Words,
    visibilities: Words,
    flags: Words,
    parameters: Strings,
    generics: Words,
    numbers: Vec<Numbers>,
}

impl Symbols {
    /// Reads the table. `chunk_of` finds chunks by their uid.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files, chunk_of: &dyn Fn(ChunkUid) -> Option<ChunkId>) -> Result<Self, IndexError> {
        let parts = source.decode_all(&ARTIFACT, |rows| {
            let mut part = Columns::default();
            rows.each(|row: SymbolRow<'_>| {
                let chunk = match &row.chunk_uid {
                    Some(uid) => Some(ChunkUid::parse(uid).ok_or_else(|| rows.corrupt(format!("`{uid}` is no chunkUid")))?),
                    None => None,
                };
                let evidence = EvidenceId::parse(&row.evidence_id).ok_or_else(|| rows.corrupt(format!("`{}` is no evidenceId", row.evidence_id)))?;
                part.push(&row, chunk, evidence);
                Ok(())
            })?;
            Ok(part)
        })?;
        let mut columns = Columns::default();
        parts.iter().for_each(|part| columns.append(part));
        drop(parts);
        Self::connect(columns, files, chunk_of)
    }

    fn connect(mut rows: Columns, files: &Files, chunk_of: &dyn Fn(ChunkUid) -> Option<ChunkId>) -> Result<Self, IndexError> {
        dense(rows.numbers.len(), ARTIFACT.name)?;
        if [&rows.symbol_ids, &rows.signatures, &rows.docs, &rows.qualified, &rows.parameters].iter().any(|it| it.overflowed()) {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let first_rows = HashIndex::new(&rows.symbol_ids);
        let mut numbers: Vec<u32> = Vec::with_capacity(rows.numbers.len());
        let (mut ids, mut main) = (Strings::default(), Vec::new());
        for row in 0..rows.numbers.len() {
            let id = rows.symbol_ids.get(row);
            let first = first_rows.find(&rows.symbol_ids, id).map_or(row, |it| it as usize);
            if first == row {
                numbers.push(dense(ids.len(), ARTIFACT.name)?);
                ids.push(id);
                main.push(dense(row, ARTIFACT.name)?);
            } else {
                let number = numbers[first];
                numbers.push(number);
                let present = &mut main[number as usize];
                if is_declaration(&rows, *present as usize) && !is_declaration(&rows, row) {
                    *present = dense(row, ARTIFACT.name)?;
                }
            }
        }
        let by_id = HashIndex::new(&ids);
        let mut links = Vec::with_capacity(numbers.len());
        for (row, number) in numbers.into_iter().enumerate() {
            links.push(Links {
                id: SymbolId(number),
                file: files.known(ARTIFACT.name, rows.paths.get(row))?,
                chunk: rows.numbers[row].chunk.and_then(chunk_of),
                container: by_id.find(&ids, rows.containers.get(row)).map(SymbolId),
            });
        }
        let mut by_name: Vec<u32> = (0..dense(links.len(), ARTIFACT.name)?).collect();
        by_name.sort_by(|lhs, rhs| rows.names.get(*lhs as usize).cmp(rows.names.get(*rhs as usize)).then(lhs.cmp(rhs)));
        let starts = super::lookup::starts(files.len(), links.iter().map(|link| link.file));
        (rows.symbol_ids, rows.containers, rows.paths) = (Strings::default(), Strings::default(), Words::default());
        Ok(Self { ids, by_id, main, starts, by_name, links, rows })
    }

    /// Number of symbols, twins counted once.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The main definition of a symbol.
    pub fn get(&self, id: SymbolId) -> Symbol<'_> {
        self.row(self.main.get(id.index()).copied().unwrap_or(0))
    }

    /// The printed id.
    pub fn name_of(&self, id: SymbolId) -> &str {
        self.ids.get(id.index())
    }

    /// Every definition of a symbol, in the order of the table.
    pub fn definitions(&self, id: SymbolId) -> impl Iterator<Item = Symbol<'_>> {
        let file = self.links[self.main[id.index()] as usize].file;
        self.of_file(file).filter(move |row| row.id == id)
    }

    /// Every definition in a file, in the order of the table.
    pub fn of_file(&self, file: FileId) -> impl Iterator<Item = Symbol<'_>> {
        super::lookup::range(&self.starts, file.index()).map(|row| self.row(row))
    }

    /// The symbol of a printed id.
    pub fn find(&self, symbol_id: &str) -> Option<SymbolId> {
        self.by_id.find(&self.ids, symbol_id).map(SymbolId)
    }

    /// Every definition of exactly this simple name, in the order of the table.
    pub fn named(&self, name: &str) -> impl Iterator<Item = Symbol<'_>> {
        let of = |row: &u32| self.rows.names.get(*row as usize);
        let start = self.by_name.partition_point(|row| of(row) < name);
        let length = self.by_name[start..].partition_point(|row| of(row) == name);
        self.by_name[start..start + length].iter().map(|row| self.row(*row))
    }

    /// Distinct simple names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut last: Option<&str> = None;
        self.by_name.iter().map(|row| self.rows.names.get(*row as usize)).filter(move |name| {
            let new = last != Some(*name);
            last = Some(name);
            new
        })
    }

    fn row(&self, row: u32) -> Symbol<'_> {
        let index = row as usize;
        let (link, numbers) = (&self.links[index], &self.rows.numbers[index]);
        Symbol {
            id: link.id,
            symbol_id: self.ids.get(link.id.index()),
            file: link.file,
            kind: self.rows.kinds.get(index),
            name: self.rows.names.get(index),
            qualified_name: self.rows.qualified.get(index),
            visibility: self.rows.visibilities.get(index),
            exported: numbers.exported,
            chunk: link.chunk,
            container: link.container,
            signature: self.rows.signatures.get(index),
            doc: self.rows.docs.get(index),
            range: numbers.range,
            lines: numbers.lines,
            name_line: numbers.name_line,
            branches: numbers.branches,
            depth: numbers.depth,
            evidence: numbers.evidence,
            flags: self.rows.flags.get(index),
            parameters: self.rows.parameters.get(index),
            generics: self.rows.generics.get(index),
        }
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        let numbers = self.links.capacity() * size_of::<Links>() + (self.main.capacity() + self.starts.capacity() + self.by_name.capacity()) * 4;
        self.ids.bytes() + self.by_id.bytes() + self.rows.memory() + numbers
    }
}

fn is_declaration(rows: &Columns, row: usize) -> bool {
    list(rows.flags.get(row)).any(|flag| flag == "declaration")
}

impl Columns {
    fn push(&mut self, row: &SymbolRow<'_>, chunk: Option<ChunkUid>, evidence: EvidenceId) {
        self.paths.push(&row.path);
        self.symbol_ids.push(&row.symbol_id);
        self.containers.push(row.container.as_deref().unwrap_or(""));
        self.names.push(&row.name);
        self.qualified.push(&row.qualified_name);
        self.signatures.push(&row.signature);
        self.docs.push(&row.doc);
        self.kinds.push(&row.kind);
        self.visibilities.push(&row.visibility);
        self.flags.push(&row.flags.join(SEPARATOR));
        self.parameters.push(&row.parameters.join(SEPARATOR));
        self.generics.push(&row.generics.join(SEPARATOR));
        self.numbers.push(Numbers {
            range: row.range,
            lines: row.lines,
            name_line: row.name_line,
            branches: row.branches,
            depth: row.depth,
            evidence,
            exported: row.exported,
            chunk,
        });
    }

    fn append(&mut self, part: &Self) {
        self.paths.append(&part.paths);
        self.symbol_ids.append(&part.symbol_ids);
        self.containers.append(&part.containers);
        self.names.append(&part.names);
        self.qualified.append(&part.qualified);
        self.signatures.append(&part.signatures);
        self.docs.append(&part.docs);
        self.kinds.append(&part.kinds);
        self.visibilities.append(&part.visibilities);
        self.flags.append(&part.flags);
        self.parameters.append(&part.parameters);
        self.generics.append(&part.generics);
        self.numbers.extend_from_slice(&part.numbers);
    }

    fn memory(&self) -> usize {
        let strings = [&self.symbol_ids, &self.containers, &self.names, &self.qualified, &self.signatures, &self.docs, &self.parameters];
        let words = [&self.paths, &self.kinds, &self.visibilities, &self.flags, &self.generics];
        let texts = strings.iter().map(|it| it.bytes()).sum::<usize>() + words.iter().map(|it| it.bytes()).sum::<usize>();
        texts + self.numbers.capacity() * size_of::<Numbers>()
    }
}
