//! The edge tables: rows in order, and for every node where its edges stand, both ways.

use super::columns::{HashIndex, Strings, Words};
use super::flat::{Column, Values, flat};
use super::form::Moves;
use super::ids::{Direction, EvidenceId, FileId, Node, SymbolId};
use super::image::stored;
use super::index::Index;
use super::load::{Rows, dense};
use super::lookup;
use crate::artifacts::Artifact;
use crate::artifacts::edges::{self, Edge as Row};
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;

/// One of the edge tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Caller to callee.
    Call,
    /// What flows, to the function it flows into.
    Dataflow,
    /// File to what it makes visible.
    Export,
    /// File to what it imports.
    Import,
    /// `contains`, `defines`, `extends`, `implements`, `overrides`, `reads`, `writes`, `tests`, `mentions`.
    Structure,
    /// User to used definition.
    Usage,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 6] = [Self::Call, Self::Dataflow, Self::Export, Self::Import, Self::Structure, Self::Usage];

    /// The artifact.
    pub fn artifact(self) -> &'static Artifact {
        match self {
            Self::Call => &edges::CALL,
            Self::Dataflow => &edges::DATAFLOW,
            Self::Export => &edges::EXPORT,
            Self::Import => &edges::IMPORT,
            Self::Structure => &edges::STRUCTURE,
            Self::Usage => &edges::USAGE,
        }
    }
}

/// The least confidence of an edge that counts as a fact.
pub const LEAST: Millionths = Millionths(500_000);

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<'a> {
    pub table: Table,
    /// Its position in the table.
    pub row: u32,
    /// `call`, `usage`, `import`, `export`, `dataflow`, or the kind of structure.
    pub edge_type: &'a str,
    pub from: Node<'a>,
    pub to: Node<'a>,
    pub confidence: Millionths,
    /// The site or span that shows it.
    pub evidence: EvidenceId,
    /// The file of the evidence.
    pub file: FileId,
    /// First byte of the evidence.
    pub byte_start: u32,
    /// The rule that found the target.
    pub rule: &'a str,
}

impl<'a> Edge<'a> {
    /// The other end.
    pub fn other(&self, direction: Direction) -> Node<'a> {
        match direction {
            Direction::Out => self.to,
            Direction::In => self.from,
        }
    }

    /// Whether it counts as a fact. Below that it leads to one of several that may be meant.
    pub fn counts(&self) -> bool {
        self.confidence >= LEAST
    }

    /// Whether what stands at its source runs: all but imports by what holds tests.
    pub fn runs(&self) -> bool {
        self.rule != edges::TEST_IMPORT
    }
}

/// An edge that is only followed: its words and what it rests on are read when somebody looks it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The position of the edge in its table.
    pub row: u32,
    /// The other end.
    pub other: Node<'a>,
    pub confidence: Millionths,
}

flat! {
    /// The numbers of one row.
    #[derive(Clone, Copy, Debug)]
    struct Numbers {
        from: u32,
        to: u32,
        confidence: u32,
        evidence: EvidenceId,
        file: FileId,
        byte_start: u32,
    }
}

/// One table with its neighbours. Nodes are numbered: files, then symbols, then modules.
#[derive(Default)]
pub struct Edges {
    /// The position among all edge tables.
    table: Column<u8>,
    modules: Strings,
    by_module: HashIndex,
    types: Words,
    rules: Words,
    rows: Column<Numbers>,
    outward: Adjacency,
    inward: Adjacency,
}

stored!(Edges { table, modules, by_module, types, rules, rows, outward, inward });

/// Rows by node, ascending within a node.
#[derive(Default)]
struct Adjacency {
    starts: Column<u32>,
    rows: Column<u32>,
}

stored!(Adjacency { starts, rows });

impl Adjacency {
    fn new(nodes: usize, ends: &[u32]) -> Self {
        let starts = lookup::starts(nodes, ends.iter().copied().map(FileId));
        let mut next: Vec<u32> = starts.iter().collect();
        let mut rows = vec![0; ends.len()];
        for (row, end) in (0u32..).zip(ends) {
            let slot = &mut next[*end as usize];
            rows[*slot as usize] = row;
            *slot += 1;
        }
        Self { starts, rows: rows.into() }
    }

    fn of(&self, node: u32) -> Values<'_, u32> {
        self.rows.range(lookup::range(&self.starts, node as usize))
    }
}

#[derive(Default)]
struct Part {
    ends: Strings,
    types: Words,
    rules: Words,
    rows: Vec<Numbers>,
}

impl Part {
    fn read(index: &Index, rows: &Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self::default();
        rows.each(|row: Row<'_>| {
            let evidence = EvidenceId::parse(&row.evidence_id).ok_or_else(|| rows.corrupt(format!("`{}` is no evidenceId", row.evidence_id)))?;
            let file = index.files().known("edges", &row.path)?;
            // Ends are numbers where they are files or symbols; modules are numbered when all parts are there.
            let from = part.end(index, rows, &row.from)?;
            let to = part.end(index, rows, &row.to)?;
            part.types.push(&row.edge_type);
            part.rules.push(&row.rule);
            part.rows.push(Numbers { from, to, confidence: row.confidence.0, evidence, file, byte_start: row.byte_start });
            Ok(())
        })?;
        Ok(part)
    }

    fn end(&mut self, index: &Index, rows: &Rows<'_>, id: &str) -> Result<u32, IndexError> {
        let nowhere = || rows.corrupt(format!("`{id}` is nowhere"));
        let files = dense(index.file_count(), "files")?;
        if let Some(path) = id.strip_prefix("file:") {
            return index.find_file(path).map(|it| it.0).ok_or_else(nowhere);
        }
        if let Some(name) = id.strip_prefix("module:") {
            return self.module(index, name);
        }
        index.find_symbol(id).map(|it| files + it.0).ok_or_else(nowhere)
    }

    fn module(&mut self, index: &Index, name: &str) -> Result<u32, IndexError> {
        let number = dense(self.ends.len(), "edges")?;
        self.ends.push(name);
        dense(index.file_count() + index.symbol_count() + number as usize, "edges")
    }

    /// Some rows of an earlier form; `None` if one of them ends where the present index has nothing.
    fn of(index: &Index, moves: &Moves, edges: &Edges, rows: std::ops::Range<u32>) -> Option<Self> {
        let mut part = Self::default();
        let files = u32::try_from(index.file_count()).ok()?;
        for row in rows {
            let (at, numbers) = (row as usize, edges.rows.at(row as usize));
            let file = moves.file(numbers.file)?;
            let mut end = |number: u32| match edges.node(moves.before.files.len(), moves.before.symbols.len(), number) {
                Node::File(id) => moves.file(id).map(|it| it.0),
                Node::Symbol(id) => moves.symbol(id).map(|it| files + it.0),
                Node::Module(name) => part.module(index, name).ok(),
            };
            let (from, to) = (end(numbers.from)?, end(numbers.to)?);
            part.types.push(edges.types.get(at));
            part.rules.push(edges.rules.get(at));
            part.rows.push(Numbers { from, to, file, ..numbers });
        }
        Some(part)
    }
}

impl Edges {
    /// Reads one table. `before` is an earlier form of it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(index: &Index, table: Table, before: Option<(&Moves, &Self)>) -> Result<Self, IndexError> {
        let reuse = |rows| before.and_then(|(moves, edges)| Part::of(index, moves, edges, rows));
        let parts = index.source().parts(table.artifact(), |rows| Part::read(index, rows), reuse)?;
        let first_module = dense(index.file_count() + index.symbol_count(), table.artifact().name)?;
        let mut names: Vec<&str> = parts.iter().flat_map(|part| (0..part.ends.len()).map(|at| part.ends.get(at))).collect();
        names.sort_unstable();
        names.dedup();
        let mut modules = Strings::default();
        names.into_iter().for_each(|name| modules.push(name));
        let by_module = HashIndex::new(&modules);
        let (mut types, mut rules, mut rows) = (Words::default(), Words::default(), Vec::new());
        for part in &parts {
            types.append(&part.types);
            rules.append(&part.rules);
            let number = |end: u32| match end.checked_sub(first_module) {
                Some(local) => first_module + by_module.find(&modules, part.ends.get(local as usize)).unwrap_or(0),
                None => end,
            };
            rows.extend(part.rows.iter().map(|row| Numbers { from: number(row.from), to: number(row.to), ..*row }));
        }
        dense(rows.len(), table.artifact().name)?;
        let nodes = first_module as usize + modules.len();
        let ends = |end: fn(&Numbers) -> u32| rows.iter().map(end).collect::<Vec<_>>();
        let (outward, inward) = (Adjacency::new(nodes, &ends(|row| row.from)), Adjacency::new(nodes, &ends(|row| row.to)));
        Ok(Self { table: vec![table as u8].into(), modules, by_module, types, rules, rows: rows.into(), outward, inward })
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The edges of a node, in the order of the table: path of the evidence, byte, from, type, to.
    pub fn of<'a>(&'a self, index: &'a Index, node: Node<'_>, direction: Direction) -> impl Iterator<Item = Edge<'a>> {
        self.rows_of(index, node, direction).map(|row| self.get(index, row))
    }

    /// The same edges where nobody asks what they rest on.
    pub fn steps<'a>(&'a self, index: &'a Index, node: Node<'_>, direction: Direction) -> impl Iterator<Item = Step<'a>> {
        let (files, symbols) = (index.file_count(), index.symbol_count());
        self.rows_of(index, node, direction).map(move |row| {
            let numbers = self.rows.at(row as usize);
            let end = if direction == Direction::Out { numbers.to } else { numbers.from };
            Step { row, other: self.node(files, symbols, end), confidence: Millionths(numbers.confidence) }
        })
    }

    /// The edges of a node that are of one type, in the order of the table.
    pub fn of_type<'a>(
        &'a self,
        index: &'a Index,
        node: Node<'_>,
        direction: Direction,
        edge_type: &str,
        most: usize,
    ) -> impl Iterator<Item = Edge<'a>> {
        let rows = self.rows_of(index, node, direction).take(most);
        rows.filter(move |row| self.types.is(*row as usize, edge_type)).map(|row| self.get(index, row))
    }

    /// How many edges a node has.
    pub fn degree(&self, index: &Index, node: Node<'_>, direction: Direction) -> usize {
        self.rows_of(index, node, direction).len()
    }

    /// Every edge, in the order of the table.
    pub fn all<'a>(&'a self, index: &'a Index) -> impl Iterator<Item = Edge<'a>> {
        (0u32..).take(self.rows.len()).map(|row| self.get(index, row))
    }

    fn rows_of(&self, index: &Index, node: Node<'_>, direction: Direction) -> Values<'_, u32> {
        let files = u32::try_from(index.file_count()).unwrap_or(u32::MAX);
        let symbols = u32::try_from(index.symbol_count()).unwrap_or(u32::MAX);
        let number = match node {
            Node::File(id) => Some(id.0),
            Node::Symbol(id) => Some(files + id.0),
            Node::Module(name) => self.by_module.find(&self.modules, name).map(|number| files + symbols + number),
        };
        let adjacency = match direction {
            Direction::Out => &self.outward,
            Direction::In => &self.inward,
        };
        number.map_or(adjacency.rows.range(0..0), |number| adjacency.of(number))
    }

    /// The edge at a position.
    pub fn get<'a>(&'a self, index: &'a Index, row: u32) -> Edge<'a> {
        let at = row as usize;
        let numbers = self.rows.at(at);
        let node = |number| self.node(index.file_count(), index.symbol_count(), number);
        Edge {
            table: Table::ALL.get(self.table.at(0) as usize).copied().unwrap_or(Table::Call),
            row,
            edge_type: self.types.get(at),
            from: node(numbers.from),
            to: node(numbers.to),
            confidence: Millionths(numbers.confidence),
            evidence: numbers.evidence,
            file: numbers.file,
            byte_start: numbers.byte_start,
            rule: self.rules.get(at),
        }
    }

    fn node(&self, files: usize, symbols: usize, number: u32) -> Node<'_> {
        let number = number as usize;
        let id = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        if number < files {
            Node::File(FileId(id(number)))
        } else if number < files + symbols {
            Node::Symbol(SymbolId(id(number - files)))
        } else {
            Node::Module(self.modules.get(number - files - symbols))
        }
    }
}

impl Index {
    /// The edges of a node in several tables: in the order of `tables`, then in that of the table. The iterator is lazy, so a caller can cap it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn edges_of<'a>(
        &'a self,
        node: Node<'a>,
        direction: Direction,
        tables: &[Table],
    ) -> Result<impl Iterator<Item = Edge<'a>> + use<'a>, IndexError> {
        let loaded = tables.iter().map(|table| self.edges(*table)).collect::<Result<Vec<_>, _>>()?;
        Ok(loaded.into_iter().flat_map(move |edges| edges.of(self, node, direction)))
    }

    /// How many edges of a table end at a symbol.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn fan_in(&self, id: SymbolId, table: Table) -> Result<usize, IndexError> {
        Ok(self.edges(table)?.degree(self, Node::Symbol(id), Direction::In))
    }

    /// The edges from tests to a symbol.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn tests_of(&self, id: SymbolId) -> Result<impl Iterator<Item = Edge<'_>>, IndexError> {
        let edges = self.edges(Table::Structure)?;
        Ok(edges.of(self, Node::Symbol(id), Direction::In).filter(|edge| edge.edge_type == "tests"))
    }
}
