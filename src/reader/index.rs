//! One opened index. Files, chunks and symbols are read at once; every other table when it is first asked for.

use std::sync::Arc;

use super::census;
use super::chunks::{Chunk, Chunks};
use super::edges::{Edge, Edges, Table};
use super::files::{File, Files};
use super::history::{FileHistory, History};
use super::ids::{ChunkId, ChunkUid, Direction, FileId, Node, SymbolId};
use super::load::{Lazy, Source};
use super::risks::Risks;
use super::sites::{Site, Sites};
use super::symbols::{Symbol, Symbols};
use super::terms::Terms;
use super::texts::Texts;
use crate::artifacts::problems::Problem;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;

/// Rule of edges that come from compiler data.
const TOOLING_RULE: &str = "scip";

/// A committed index, opened. Needs no repository and no write access.
pub struct Index {
    source: Source,
    files: Files,
    chunks: Chunks,
    symbols: Symbols,
    texts: Texts,
    sites: Sites,
    edges: [Lazy<Edges>; Table::ALL.len()],
    terms: Lazy<Terms>,
    history: Lazy<History>,
    problems: Lazy<Vec<Problem>>,
    risks: Lazy<Risks>,
}

impl Index {
    /// Opens a root. Every piece is checked against its digest when it is read.
    ///
    /// # Errors
    /// [`IndexError`] as the root is missing, of another version or damaged.
    pub fn open(host: Arc<dyn Host>, layout: &Layout) -> Result<Self, IndexError> {
        let source = Source::open(host, layout)?;
        let files = Files::load(&source)?;
        let mut chunks = Chunks::load(&source, &files)?;
        let symbols = Symbols::load(&source, &files, &|uid| chunks.find(uid))?;
        chunks.join(&|symbol_id| symbols.find(symbol_id));
        let (texts, sites) = (Texts::new(&source), Sites::new(&source));
        let edges = std::array::from_fn(|_| Lazy::default());
        let (terms, history, problems, risks) = (Lazy::default(), Lazy::default(), Lazy::default(), Lazy::default());
        Ok(Self { source, files, chunks, symbols, texts, sites, edges, terms, history, problems, risks })
    }

    /// The manifest: signatures, options, source date.
    pub fn manifest(&self) -> &Manifest {
        self.source.manifest()
    }

    /// Where pieces are read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Number of files.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// Number of chunks.
    pub fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// Number of symbols, twins counted once.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The table of files.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The table of definitions.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The table of chunks.
    pub fn chunks(&self) -> &Chunks {
        &self.chunks
    }

    /// The sites.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// One file.
    pub fn file(&self, id: FileId) -> File<'_> {
        self.files.get(id)
    }

    /// The path of a file.
    pub fn path(&self, id: FileId) -> &str {
        self.files.path(id)
    }

    /// The file of a repo-relative path.
    pub fn find_file(&self, path: &str) -> Option<FileId> {
        self.files.find(path)
    }

    /// One chunk.
    pub fn chunk(&self, id: ChunkId) -> Chunk<'_> {
        self.chunks.get(id)
    }

    /// The file of a chunk.
    pub fn file_of(&self, id: ChunkId) -> FileId {
        self.chunks.file(id)
    }

    /// The chunk of a uid.
    pub fn find_chunk(&self, uid: ChunkUid) -> Option<ChunkId> {
        self.chunks.find(uid)
    }

    /// The chunks of a file, in the order of the table.
    pub fn chunks_of(&self, file: FileId) -> impl ExactSizeIterator<Item = ChunkId> + Clone + use<> {
        self.chunks.of_file(file)
    }

    /// The smallest chunk that covers a 1-based line of a file.
    pub fn chunk_at(&self, file: FileId, line: u32) -> Option<ChunkId> {
        self.chunks.at(file, line)
    }

    /// The text of a chunk; `None` in a root built without text.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn text(&self, id: ChunkId) -> Result<Option<&str>, IndexError> {
        self.texts.get(self, id)
    }

    /// The main definition of a symbol: the first that is no mere declaration, else the first.
    pub fn symbol(&self, id: SymbolId) -> Symbol<'_> {
        self.symbols.get(id)
    }

    /// Every definition of a symbol.
    pub fn definitions(&self, id: SymbolId) -> impl Iterator<Item = Symbol<'_>> {
        self.symbols.definitions(id)
    }

    /// The symbol of a printed id.
    pub fn find_symbol(&self, symbol_id: &str) -> Option<SymbolId> {
        self.symbols.find(symbol_id)
    }

    /// Every definition of exactly this simple name, in the order of the table.
    pub fn symbols_named(&self, name: &str) -> impl Iterator<Item = Symbol<'_>> {
        self.symbols.named(name)
    }

    /// Every definition in a file, in the order of the table.
    pub fn symbols_of(&self, file: FileId) -> impl Iterator<Item = Symbol<'_>> {
        self.symbols.of_file(file)
    }

    /// The chunk that shows a symbol best: that of its main definition.
    pub fn chunk_of(&self, id: SymbolId) -> Option<ChunkId> {
        self.symbol(id).chunk
    }

    /// One edge table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn edges(&self, table: Table) -> Result<&Edges, IndexError> {
        self.edges[table as usize].get(|| Edges::load(self, table))
    }

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

    /// The site that an edge rests on; `None` where it rests on a span.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn site_of(&self, edge: &Edge<'_>) -> Result<Option<Site<'_>>, IndexError> {
        self.sites.of_edge(self, edge)
    }

    /// What an edge rests on: `callsite`, `identifier`, `importStmt`, `span` or `tooling`.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn evidence_kind(&self, edge: &Edge<'_>) -> Result<&str, IndexError> {
        if edge.rule == TOOLING_RULE {
            return Ok("tooling");
        }
        Ok(self.site_of(edge)?.map_or("span", |site| site.kind))
    }

    /// What commits say of a file; `None` where there is no history of it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn history(&self, file: FileId) -> Result<Option<&FileHistory>, IndexError> {
        Ok(self.histories()?.of(file))
    }

    /// The history of all files.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn histories(&self) -> Result<&History, IndexError> {
        self.history.get(|| History::load(&self.source, &self.files))
    }

    /// The inverted terms.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn terms(&self) -> Result<&Terms, IndexError> {
        self.terms.get(|| Terms::load(&self.source, &self.files, &self.chunks))
    }

    /// What could not be read, parsed or resolved, in the order of the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn problems(&self) -> Result<&[Problem], IndexError> {
        self.problems.get(|| census::problems(&self.source)).map(Vec::as_slice)
    }

    /// What asks for care.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn risks(&self) -> Result<&Risks, IndexError> {
        self.risks.get(|| Risks::load(&self.source, &self.files))
    }

    /// Whether a file bears a label. Costs nothing where the repository labels none.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn is_labelled(&self, file: FileId, label: &str) -> Result<bool, IndexError> {
        if self.manifest().options.labels.iter().all(|rule| rule.label != label) {
            return Ok(false);
        }
        Ok(self.risks()?.is_labelled(file, label))
    }

    /// Memory of all columns that are loaded, in bytes.
    pub fn memory(&self) -> usize {
        let edges = self.edges.iter().filter_map(Lazy::peek).map(Edges::memory).sum::<usize>();
        let derived =
            self.terms.peek().map_or(0, Terms::memory) + self.history.peek().map_or(0, History::memory) + self.risks.peek().map_or(0, Risks::memory);
        self.files.memory() + self.chunks.memory() + self.symbols.memory() + self.texts.memory() + self.sites.memory() + edges + derived
    }
}
