//! The edge tables: rows in order, and for every node where its edges stand, both ways.

use super::columns::{HashIndex, Strings, Words};
use super::ids::{Direction, EvidenceId, FileId, Node};
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
    /// `contains`, `defines`, `extends`, `implements`, `reads`, `writes`, `tests`, `mentions`.
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

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<'a> {
    pub table: Table,
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
}

#[derive(Clone, Copy)]
struct Numbers {
    from: u32,
    to: u32,
    confidence: Millionths,
    evidence: EvidenceId,
    file: FileId,
    byte_start: u32,
}

/// One table with its neighbours. Nodes are numbered: files, then symbols, then modules.
pub struct Edges {
    table: Table,
    modules: Strings,
    by_module: HashIndex,
    types: Words,
    rules: Words,
    rows: Vec<Numbers>,
    outward: Adjacency,
    inward: Adjacency,
}

/// Rows by node, ascending within a node.
struct Adjacency {
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Adjacency {
    fn new(nodes: usize, ends: &[u32]) -> Self {
        let starts = lookup::starts(nodes, ends.iter().copied().map(FileId));
        let mut next = starts.clone();
        let mut rows = vec![0; ends.len()];
        for (row, end) in (0u32..).zip(ends) {
            let slot = &mut next[*end as usize];
            rows[*slot as usize] = row;
            *slot += 1;
        }
        Self { starts, rows }
    }

    fn of(&self, node: u32) -> &[u32] {
        let range = lookup::range(&self.starts, node as usize);
        self.rows.get(range.start as usize..range.end as usize).unwrap_or(&[])
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
            part.rows.push(Numbers { from, to, confidence: row.confidence, evidence, file, byte_start: row.byte_start });
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
            let number = dense(self.ends.len(), "edges")?;
            self.ends.push(name);
            return dense(index.file_count() + index.symbol_count() + number as usize, "edges");
        }
        index.find_symbol(id).map(|it| files + it.0).ok_or_else(nowhere)
    }
}

impl Edges {
    /// Reads one table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(index: &Index, table: Table) -> Result<Self, IndexError> {
        let parts = index.source().decode_all(table.artifact(), |rows| Part::read(index, rows))?;
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
        Ok(Self { table, modules, by_module, types, rules, rows, outward, inward })
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
        self.rows_of(index, node, direction).iter().map(|row| self.edge(index, *row))
    }

    /// How many edges a node has.
    pub fn degree(&self, index: &Index, node: Node<'_>, direction: Direction) -> usize {
        self.rows_of(index, node, direction).len()
    }

    /// Every edge, in the order of the table.
    pub fn all<'a>(&'a self, index: &'a Index) -> impl Iterator<Item = Edge<'a>> {
        (0u32..).take(self.rows.len()).map(|row| self.edge(index, row))
    }

    fn rows_of(&self, index: &Index, node: Node<'_>, direction: Direction) -> &[u32] {
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
        number.map_or(&[], |number| adjacency.of(number))
    }

    fn edge<'a>(&'a self, index: &'a Index, row: u32) -> Edge<'a> {
        let at = row as usize;
        let numbers = &self.rows[at];
        Edge {
            table: self.table,
            edge_type: self.types.get(at),
            from: self.node(index, numbers.from),
            to: self.node(index, numbers.to),
            confidence: numbers.confidence,
            evidence: numbers.evidence,
            file: numbers.file,
            byte_start: numbers.byte_start,
            rule: self.rules.get(at),
        }
    }

    fn node(&self, index: &Index, number: u32) -> Node<'_> {
        let (number, files, symbols) = (number as usize, index.file_count(), index.symbol_count());
        let id = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        if number < files {
            Node::File(FileId(id(number)))
        } else if number < files + symbols {
            Node::Symbol(super::ids::SymbolId(id(number - files)))
        } else {
            Node::Module(self.modules.get(number - files - symbols))
        }
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        let ends = [&self.outward, &self.inward].iter().map(|it| (it.starts.capacity() + it.rows.capacity()) * 4).sum::<usize>();
        self.modules.bytes() + self.by_module.bytes() + self.types.bytes() + self.rules.bytes() + ends + self.rows.capacity() * size_of::<Numbers>()
    }
}
