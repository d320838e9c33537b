//! The definitions.

use super::chunks::Chunks;
use super::columns::{HashIndex, Strings, Words};
use super::files::Files;
use super::flat::{Column, flat};
use super::form::Before;
use super::ids::{ChunkId, ChunkUid, EvidenceId, FileId, SymbolId};
use super::image::stored;
use super::load::{Rows, Source, dense};
use crate::artifacts::symbols::{ARTIFACT, HOLDS_MODULE, SymbolRow};
use crate::base::span::{Lines, Range};
use crate::base::terms;
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
    // As one character it is found at once; to look for a text takes preparation.
    text.split(SEPARATOR.chars().next().unwrap_or('\n')).filter(|word| !word.is_empty())
}

flat! {
    /// The numbers of one row.
    #[derive(Clone, Copy, Debug)]
    struct Numbers {
        id: SymbolId,
        file: FileId,
        chunk: Option<ChunkId>,
        container: Option<SymbolId>,
        range: [u32; 2],
        lines: [u32; 2],
        name_line: u32,
        branches: u32,
        depth: u32,
        evidence: EvidenceId,
        exported: bool,
    }
}

/// The table as columns.
#[derive(Default)]
pub struct Symbols {
    /// The id of each symbol.
    ids: Strings,
    by_id: HashIndex,
    /// The main row of each symbol: the first that is no mere declaration, else the first.
    main: Column<u32>,
    /// Rows by file: where each file's rows start, and their number at the end.
    starts: Column<u32>,
    /// Rows, by name and then by position.
    by_name: Column<u32>,
    numbers: Column<Numbers>,
    /// Names without case and separators, sorted.
    folded: Strings,
    /// The letters of each.
    letters: Column<u64>,
    /// A row of every name that folds to each, by name.
    folded_starts: Column<u32>,
    folded_rows: Column<u32>,
    rows: Columns,
}

stored!(Symbols { ids, by_id, main, starts, by_name, numbers, folded, letters, folded_starts, folded_rows, rows });

/// What rows say in words.
#[derive(Default)]
struct Columns {
    names: Strings,
    qualified: Strings,
    signatures: Strings,
    docs: Strings,
    kinds: Words,
    visibilities: Words,
    flags: Words,
    parameters: Strings,
    generics: Words,
}

stored!(Columns { names, qualified, signatures, docs, kinds, visibilities, flags, parameters, generics });

/// Rows as they are read, ends not yet joined.
#[derive(Default)]
struct Part {
    paths: Words,
    symbol_ids: Strings,
    containers: Strings,
    chunks: Vec<Option<ChunkUid>>,
    numbers: Vec<Numbers>,
    rows: Columns,
}

impl Symbols {
    /// Reads the table; false if a chunk or container that a row names is nowhere.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files, chunks: &Chunks, before: Option<&Before>) -> Result<(Self, bool), IndexError> {
        let parts = source.parts(&ARTIFACT, Part::read, |rows| before.map(|before| Part::of(before, rows)))?;
        let mut all = Part::default();
        for part in &parts {
            all.paths.append(&part.paths);
            all.symbol_ids.append(&part.symbol_ids);
            all.containers.append(&part.containers);
            all.chunks.extend_from_slice(&part.chunks);
            all.numbers.extend_from_slice(&part.numbers);
            all.rows.append(&part.rows);
        }
        drop(parts);
        Self::connect(all, files, chunks)
    }

    fn connect(part: Part, files: &Files, chunks: &Chunks) -> Result<(Self, bool), IndexError> {
        let Part { paths, symbol_ids, containers, chunks: uids, mut numbers, rows } = part;
        let count = dense(numbers.len(), ARTIFACT.name)?;
        if [&symbol_ids, &rows.signatures, &rows.docs, &rows.qualified, &rows.parameters].iter().any(|it| it.overflowed()) {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let first_rows = HashIndex::new(&symbol_ids);
        let (mut ids, mut main) = (Strings::default(), Vec::new());
        for row in 0..numbers.len() {
            let id = symbol_ids.get(row);
            let first = first_rows.find(&symbol_ids, id).map_or(row, |it| it as usize);
            if first == row {
                numbers[row].id = SymbolId(dense(ids.len(), ARTIFACT.name)?);
                ids.push(id);
                main.push(dense(row, ARTIFACT.name)?);
            } else {
                numbers[row].id = numbers[first].id;
                let present = &mut main[numbers[first].id.index()];
                if is_declaration(&rows, *present as usize) && !is_declaration(&rows, row) {
                    *present = dense(row, ARTIFACT.name)?;
                }
            }
        }
        let by_id = HashIndex::new(&ids);
        let mut whole = true;
        for (row, numbers) in numbers.iter_mut().enumerate() {
            numbers.file = files.known(ARTIFACT.name, paths.get(row))?;
            numbers.chunk = uids[row].and_then(|uid| chunks.find(uid));
            numbers.container = by_id.find(&ids, containers.get(row)).map(SymbolId);
            whole &= numbers.chunk.is_some() == uids[row].is_some() && (numbers.container.is_some() || containers.get(row).is_empty());
        }
        // Whoever asks for a name means no variable that holds a module from elsewhere: any number of files have one.
        let mut by_name: Vec<u32> = (0..count).filter(|row| !has_flag(&rows, *row as usize, HOLDS_MODULE)).collect();
        by_name.sort_by(|lhs, rhs| rows.names.get(*lhs as usize).cmp(rows.names.get(*rhs as usize)).then(lhs.cmp(rhs)));
        let starts = super::lookup::starts(files.len(), numbers.iter().map(|it| it.file));
        let all = Self { ids, by_id, main: main.into(), starts, by_name: by_name.into(), numbers: numbers.into(), rows, ..Self::default() };
        Ok((all.with_folded(), whole))
    }

    fn with_folded(self) -> Self {
        let mut names: Vec<(String, u32)> = Vec::new();
        for row in &self.by_name {
            let name = self.rows.names.get(row as usize);
            if names.last().is_none_or(|(_, last)| self.rows.names.get(*last as usize) != name) {
                names.push((terms::folded(name), row));
            }
        }
        // Names are sorted, and those that fold alike stay so.
        names.sort_by(|lhs, rhs| lhs.0.cmp(&rhs.0));
        let (mut folded, mut letters, mut starts) = (Strings::default(), Vec::new(), vec![]);
        for (at, (text, _)) in (0u32..).zip(&names) {
            if folded.is_empty() || folded.get(folded.len() - 1) != text {
                folded.push(text);
                letters.push(letters_of(text));
                starts.push(at);
            }
        }
        starts.push(u32::try_from(names.len()).unwrap_or(u32::MAX));
        let rows = names.into_iter().map(|(_, row)| row).collect::<Vec<_>>();
        Self { folded, letters: letters.into(), folded_starts: starts.into(), folded_rows: rows.into(), ..self }
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
        self.row(self.main.at(id.index()))
    }

    /// The simple name of a symbol. Reads nothing else of its row.
    pub fn simple_name(&self, id: SymbolId) -> &str {
        self.rows.names.get(self.main.at(id.index()) as usize)
    }

    /// The file of the main definition of a symbol.
    pub fn file_of(&self, id: SymbolId) -> FileId {
        self.numbers.at(self.main.at(id.index()) as usize).file
    }

    /// The kind of the main definition of a symbol.
    pub fn kind(&self, id: SymbolId) -> &str {
        self.rows.kinds.get(self.main.at(id.index()) as usize)
    }

    /// The lines of the main definition of a symbol, and that of its name.
    pub fn lines(&self, id: SymbolId) -> (Lines, u32) {
        let numbers = self.numbers.at(self.main.at(id.index()) as usize);
        (Lines { start: numbers.lines[0], end: numbers.lines[1] }, numbers.name_line)
    }

    /// The printed id.
    pub fn name_of(&self, id: SymbolId) -> &str {
        self.ids.get(id.index())
    }

    /// Every definition of a symbol, in the order of the table.
    pub fn definitions(&self, id: SymbolId) -> impl Iterator<Item = Symbol<'_>> {
        let file = self.numbers.at(self.main.at(id.index()) as usize).file;
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
        let (of, count) = (|row: &u32| self.rows.names.bytes(*row as usize), u32::try_from(self.by_name.len()).unwrap_or(u32::MAX));
        let start = self.by_name.partition_point(0..count, |row| of(row) < name.as_bytes());
        let end = self.by_name.partition_point(start..count, |row| of(row) == name.as_bytes());
        self.by_name.range(start..end).map(|row| self.row(row))
    }

    /// Distinct simple names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut last: Option<&str> = None;
        self.by_name.iter().map(|row| self.rows.names.get(row as usize)).filter(move |name| {
            let new = last != Some(*name);
            last = Some(name);
            new
        })
    }

    /// The names that are `folded` without case and separators, sorted.
    pub fn folding_to(&self, folded: &str) -> impl Iterator<Item = &str> {
        self.names_of(self.folded.search(folded))
    }

    /// The folded names that may be reached from `folded` by at most `most` edits, and the names of each.
    pub fn folded_near<'a>(&'a self, folded: &str, most: usize) -> impl Iterator<Item = (&'a str, Vec<&'a str>)> {
        let wanted = letters_of(folded);
        // An edit brings at most one letter in and takes at most one out.
        let near = move |letters: u64| [wanted & !letters, letters & !wanted].iter().all(|other| other.count_ones() as usize <= most);
        let found = self.letters.iter().enumerate().filter(move |(_, letters)| near(*letters));
        found.map(|(at, _)| (self.folded.get(at), self.names_of(Some(at)).collect()))
    }

    fn names_of(&self, folded: Option<usize>) -> impl Iterator<Item = &str> {
        let rows = folded.map_or(0..0, |at| super::lookup::range(&self.folded_starts, at));
        self.folded_rows.range(rows).map(|row| self.rows.names.get(row as usize))
    }

    /// The chunk that shows a symbol best: that of its main definition.
    pub fn chunk_of(&self, id: SymbolId) -> Option<ChunkId> {
        self.numbers.at(self.main.at(id.index()) as usize).chunk
    }

    /// The chunk that shows each definition, and its symbol, of a file.
    pub fn shown_in(&self, file: FileId) -> impl Iterator<Item = (Option<ChunkId>, SymbolId)> {
        let rows = super::lookup::range(&self.starts, file.index());
        self.numbers.range(rows).map(|it| (it.chunk, it.id))
    }

    /// Whether the main definition of a symbol has a facet.
    pub fn has_flag(&self, id: SymbolId, flag: &str) -> bool {
        list(self.rows.flags.get(self.main.at(id.index()) as usize)).any(|it| it == flag)
    }

    /// Whether others may use a symbol.
    pub fn is_exported(&self, id: SymbolId) -> bool {
        self.numbers.at(self.main.at(id.index()) as usize).exported
    }

    /// What a symbol belongs to.
    pub fn container(&self, id: SymbolId) -> Option<SymbolId> {
        self.numbers.at(self.main.at(id.index()) as usize).container
    }

    /// Tells of any symbol whether its main definition has a facet.
    pub fn with_flag(&self, flag: &str) -> impl Fn(SymbolId) -> bool {
        // There are few sets of facets, and many symbols.
        let flags = &self.rows.flags;
        let having: Vec<bool> = (0..flags.distinct.len()).map(|at| list(flags.distinct.get(at)).any(|it| it == flag)).collect();
        move |id| having.get(flags.rows.at(self.main.at(id.index()) as usize) as usize) == Some(&true)
    }

    fn row(&self, row: u32) -> Symbol<'_> {
        let index = row as usize;
        let numbers = self.numbers.at(index);
        Symbol {
            id: numbers.id,
            symbol_id: self.ids.get(numbers.id.index()),
            file: numbers.file,
            kind: self.rows.kinds.get(index),
            name: self.rows.names.get(index),
            qualified_name: self.rows.qualified.get(index),
            visibility: self.rows.visibilities.get(index),
            exported: numbers.exported,
            chunk: numbers.chunk,
            container: numbers.container,
            signature: self.rows.signatures.get(index),
            doc: self.rows.docs.get(index),
            range: Range { start: numbers.range[0], end: numbers.range[1] },
            lines: Lines { start: numbers.lines[0], end: numbers.lines[1] },
            name_line: numbers.name_line,
            branches: numbers.branches,
            depth: numbers.depth,
            evidence: numbers.evidence,
            flags: self.rows.flags.get(index),
            parameters: self.rows.parameters.get(index),
            generics: self.rows.generics.get(index),
        }
    }
}

/// A bit for every letter and digit of a folded name; others share one.
fn letters_of(folded: &str) -> u64 {
    folded.chars().fold(0, |bits, c| {
        bits | match c {
            'a'..='z' => 1 << (c as u32 - 'a' as u32),
            '0'..='9' => 1 << (26 + c as u32 - '0' as u32),
            _ => 1 << 36,
        }
    })
}

fn is_declaration(rows: &Columns, row: usize) -> bool {
    has_flag(rows, row, "declaration")
}

fn has_flag(rows: &Columns, row: usize, flag: &str) -> bool {
    list(rows.flags.get(row)).any(|it| it == flag)
}

impl Part {
    fn read(rows: &Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self::default();
        rows.each(|row: SymbolRow<'_>| {
            let chunk = match &row.chunk_uid {
                Some(uid) => Some(ChunkUid::parse(uid).ok_or_else(|| rows.corrupt(format!("`{uid}` is no chunkUid")))?),
                None => None,
            };
            let evidence = EvidenceId::parse(&row.evidence_id).ok_or_else(|| rows.corrupt(format!("`{}` is no evidenceId", row.evidence_id)))?;
            part.paths.push(&row.path);
            part.symbol_ids.push(&row.symbol_id);
            part.containers.push(row.container.as_deref().unwrap_or(""));
            part.chunks.push(chunk);
            part.rows.push(&row);
            part.numbers.push(Numbers {
                id: SymbolId(0),
                file: FileId(0),
                chunk: None,
                container: None,
                range: [row.range.start, row.range.end],
                lines: [row.lines.start, row.lines.end],
                name_line: row.name_line,
                branches: row.branches,
                depth: row.depth,
                evidence,
                exported: row.exported,
            });
            Ok(())
        })?;
        Ok(part)
    }

    /// Some rows of an earlier form.
    fn of(before: &Before, rows: std::ops::Range<u32>) -> Self {
        let (symbols, mut part) = (&before.symbols, Self::default());
        for row in rows {
            let (at, numbers) = (row as usize, symbols.numbers.at(row as usize));
            part.paths.push(before.files.path(numbers.file));
            part.symbol_ids.push(symbols.name_of(numbers.id));
            part.containers.push(numbers.container.map_or("", |id| symbols.name_of(id)));
            part.chunks.push(numbers.chunk.map(|id| before.chunks.get(id).uid));
            part.numbers.push(numbers);
            part.rows.copy(&symbols.rows, at);
        }
        part
    }
}

impl Columns {
    fn push(&mut self, row: &SymbolRow<'_>) {
        self.names.push(&row.name);
        self.qualified.push(&row.qualified_name);
        self.signatures.push(&row.signature);
        self.docs.push(&row.doc);
        self.kinds.push(&row.kind);
        self.visibilities.push(&row.visibility);
        self.flags.push(&row.flags.join(SEPARATOR));
        self.parameters.push(&row.parameters.join(SEPARATOR));
        self.generics.push(&row.generics.join(SEPARATOR));
    }

    fn copy(&mut self, from: &Self, at: usize) {
        self.names.push(from.names.get(at));
        self.qualified.push(from.qualified.get(at));
        self.signatures.push(from.signatures.get(at));
        self.docs.push(from.docs.get(at));
        self.kinds.push(from.kinds.get(at));
        self.visibilities.push(from.visibilities.get(at));
        self.flags.push(from.flags.get(at));
        self.parameters.push(from.parameters.get(at));
        self.generics.push(from.generics.get(at));
    }

    fn append(&mut self, part: &Self) {
        self.names.append(&part.names);
        self.qualified.append(&part.qualified);
        self.signatures.append(&part.signatures);
        self.docs.append(&part.docs);
        self.kinds.append(&part.kinds);
        self.visibilities.append(&part.visibilities);
        self.flags.append(&part.flags);
        self.parameters.append(&part.parameters);
        self.generics.append(&part.generics);
    }
}
