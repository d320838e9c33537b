//! One opened index: files, chunks and symbols are there at once, every other table when it is first asked for.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::census::{self, Gaps};
use super::chunks::{Chunk, Chunks};
use super::derived::Derived;
use super::edges::{Edge, Edges, Table};
use super::files::{File, Files};
use super::flat::Values;
use super::form::{self, Before, Core, Moves, Place};
use super::history::History;
use super::ids::{ChunkId, ChunkUid, FileId, SymbolId};
use super::image::{Damaged, Image, Stored};
use super::load::{Lazy, Source};
use super::risks::Risks;
use super::seals::{self, Present};
use super::sites::{Glimpse, Site, Sites};
use super::symbols::{Symbol, Symbols};
use super::terms::{Posting, Terms};
use super::texts::{AllTexts, Texts};
use super::tokens::LineTokens;
use super::vectors::Vectors;
use crate::artifacts::problems::Problem;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::reading;

/// Rule of edges that come from compiler data.
const TOOLING_RULE: &str = "scip";

/// A committed index, opened. Needs no repository and no write access.
pub struct Index {
    source: Source,
    /// The read form, where there is one.
    image: Option<Image>,
    files: Files,
    chunks: Chunks,
    symbols: Symbols,
    all_texts: Lazy<Option<AllTexts>>,
    texts: Texts,
    tokens: Lazy<Option<LineTokens>>,
    sites: Twice<Sites>,
    edges: [Lazy<Edges>; Table::ALL.len()],
    terms: Twice<Terms>,
    history: Lazy<History>,
    gaps: Lazy<Gaps>,
    problems: Lazy<Vec<Problem>>,
    pub(super) risks: Lazy<Risks>,
    vectors: Lazy<Vectors>,
    pub(super) test_modules: OnceLock<BTreeSet<SymbolId>>,
    pub derived: Derived,
}

/// A table that is checked while it is looked at, and made of pieces where the form of it turns out to be damaged.
struct Twice<T> {
    first: Lazy<T>,
    again: Lazy<T>,
}

impl<T> Default for Twice<T> {
    fn default() -> Self {
        Self { first: Lazy::default(), again: Lazy::default() }
    }
}

impl Index {
    /// Opens a root: its read form, which is made first where there is none of the present manifest and somebody may write; else its pieces, as
    /// far as they are asked for. Either gives the same answers. A reader that loses a race with a build and its collection of leftovers looks
    /// once more.
    ///
    /// # Errors
    /// [`IndexError`] as the root is missing, of another version or damaged.
    pub fn open(host: Arc<dyn Host>, layout: &Layout) -> Result<Self, IndexError> {
        let source = Source::open(Arc::clone(&host), layout)?;
        Self::of_present(source, host, layout)
    }

    /// The same where somebody has just read the manifest.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn open_known(host: Arc<dyn Host>, layout: &Layout, manifest: Manifest) -> Result<Self, IndexError> {
        let source = Source::of_known(Arc::clone(&host), layout, manifest)?;
        Self::of_present(source, host, layout)
    }

    fn of_present(source: Source, host: Arc<dyn Host>, layout: &Layout) -> Result<Self, IndexError> {
        let digest = source.manifest().digest.clone();
        match Self::of(source) {
            Err(IndexError::Corrupt { .. }) if reading::is_replaced(host.as_ref(), layout, &digest) => Self::of(Source::open(host, layout)?),
            result => result,
        }
    }

    /// Opens a root by its pieces alone, as if it could not be written.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn of_pieces(host: Arc<dyn Host>, layout: &Layout) -> Result<Self, IndexError> {
        let source = Source::open(host, layout)?;
        let (core, _) = Core::load(&source, None)?;
        Ok(Self::new(source, core, None))
    }

    /// Opens what is about to be committed to a root: its lists and pieces stand there, and `manifest` is what will name them.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn of_draft(host: Arc<dyn Host>, layout: &Layout, manifest: Manifest) -> Result<Self, IndexError> {
        Self::of(Source::of_draft(host, layout, manifest)?)
    }

    fn of(source: Source) -> Result<Self, IndexError> {
        if source.is_file() {
            let (core, _) = Core::load(&source, None)?;
            return Ok(Self::new(source, core, None));
        }
        let (host, layout, binding) = (source.host(), source.layout(), source.manifest().without_packs().binding());
        let present = Present::open(host, layout, &binding);
        let pieces = present.as_ref().and_then(|form| Place::Pieces.of(form.image()));
        let is_whole = seals::check(&source, pieces.as_ref().zip(present.as_ref()))?;
        if let Some((image, core)) = with_core(present.map(|form| form.into_image(is_whole))) {
            return Ok(Self::new(source, core, Some(image)));
        }
        let Some(guard) = form::lock(host, layout) else {
            let (core, _) = Core::load(&source, None)?;
            return Ok(Self::new(source, core, None));
        };
        // Another reader may have written it before the lock was free.
        let other = form::open(host, layout).filter(|image| *image.binding() == binding);
        if let Some((image, core)) = with_core(other) {
            return Ok(Self::new(source, core, Some(image)));
        }
        let before = form::open(host, layout).and_then(|image| Before::of(&image)).map(|(before, pieces)| {
            source.reuse(pieces);
            before
        });
        let (core, whole) = Core::load(&source, before.as_ref())?;
        let index = Self::new(source, core, None);
        let moves = before.map(|before| Moves::new(before, &index));
        let bytes = form::written(&index, moves.as_ref(), whole)?;
        drop(moves);
        // A disk that is full or takes no more costs the next reader the same work, and nobody an answer.
        let _ = index.source.host().write(&form::path(index.source.layout()), &bytes);
        drop(guard);
        match with_core(Image::open(bytes.into())) {
            Some((image, core)) => Ok(Self::new(index.source, core, Some(image))),
            None => Ok(index),
        }
    }

    fn new(source: Source, core: Core, image: Option<Image>) -> Self {
        let Core { files, chunks, symbols } = core;
        let edges = std::array::from_fn(|_| Lazy::default());
        Self {
            source,
            image,
            files,
            chunks,
            symbols,
            all_texts: Lazy::default(),
            texts: Texts::default(),
            tokens: Lazy::default(),
            sites: Twice::default(),
            edges,
            terms: Twice::default(),
            history: Lazy::default(),
            gaps: Lazy::default(),
            problems: Lazy::default(),
            risks: Lazy::default(),
            vectors: Lazy::default(),
            test_modules: OnceLock::new(),
            derived: Derived::default(),
        }
    }

    /// A table of the read form, if it is there and whole.
    fn stored<T: Stored>(&self, place: Place) -> Option<T> {
        place.of(self.image.as_ref()?)
    }

    /// Whether the answers come out of a read form.
    pub fn has_form(&self) -> bool {
        self.image.is_some()
    }

    /// Whether that is known to be whole, so that nothing of it is checked.
    pub fn is_form_known(&self) -> bool {
        self.image.as_ref().is_some_and(Image::is_known)
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

    /// Every file, in the order of the table.
    pub fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0u32..).take(self.file_count()).map(FileId)
    }

    /// Every chunk, in the order of the table.
    pub fn chunk_ids(&self) -> impl Iterator<Item = ChunkId> + use<> {
        (0u32..).take(self.chunk_count()).map(ChunkId)
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

    /// The symbols that a chunk shows best.
    pub fn shown_by(&self, chunk: ChunkId) -> impl Iterator<Item = SymbolId> {
        self.symbols.shown_in(self.file_of(chunk)).filter(move |it| it.0 == Some(chunk)).map(|it| it.1)
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
        let form = self.all_texts.get(|| Ok(self.stored(Place::Texts)))?;
        let Some(texts) = form else { return self.texts.get(self, id) };
        if let Some(text) = texts.get(&self.chunks, id) {
            return Ok(Some(text));
        }
        self.distrust();
        self.texts.get(self, id)
    }

    /// What is counted of the tokens of texts; `None` where nothing is.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn line_tokens(&self) -> Result<Option<&LineTokens>, IndexError> {
        Ok(self.tokens.get(|| Ok(self.stored(Place::Tokens)))?.as_ref())
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
        self.symbols.chunk_of(id).or_else(|| self.chunk_around(&self.symbol(id)))
    }

    /// The chunk that shows a definition: its own, else the one that covers its name.
    pub fn chunk_showing(&self, symbol: &Symbol<'_>) -> Option<ChunkId> {
        symbol.chunk.or_else(|| self.chunk_around(symbol))
    }

    /// What stands around the name of a definition. A module is its file, whatever line declares it.
    fn chunk_around(&self, symbol: &Symbol<'_>) -> Option<ChunkId> {
        if symbol.kind == "module" { None } else { self.chunk_at(symbol.file, symbol.name_line) }
    }

    /// One edge table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn edges(&self, table: Table) -> Result<&Edges, IndexError> {
        self.edges[table as usize].get(|| self.stored(Place::Edges(table)).map_or_else(|| Edges::load(self, table, None), Ok))
    }

    /// The site that an edge rests on; `None` where it rests on a span.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn site_of(&self, edge: &Edge<'_>) -> Result<Option<Site<'_>>, IndexError> {
        match self.first_sites()?.of_edge(edge) {
            Ok(site) => Ok(site),
            Err(Damaged) => Ok(self.sites_again()?.of_edge(edge).unwrap_or(None)),
        }
    }

    /// Those of the sites of a file that are wanted, in source order.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn sites_of(&self, file: FileId, is_wanted: impl Fn(&Glimpse<'_>) -> bool) -> Result<Vec<Site<'_>>, IndexError> {
        match self.first_sites()?.of_file(file, &is_wanted) {
            Ok(sites) => Ok(sites),
            Err(Damaged) => Ok(self.sites_again()?.of_file(file, &is_wanted).unwrap_or_default()),
        }
    }

    pub(super) fn first_sites(&self) -> Result<&Sites, IndexError> {
        self.sites.first.get(|| self.stored(Place::Sites).map_or_else(|| self.load_sites(), Ok))
    }

    /// The sites of the pieces, which need no check any more.
    pub(super) fn sites_again(&self) -> Result<&Sites, IndexError> {
        self.sites.again.get(|| {
            self.distrust();
            self.load_sites()
        })
    }

    fn load_sites(&self) -> Result<Sites, IndexError> {
        Sites::load(self, None).map(|(sites, _)| sites)
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

    /// The history of all files.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn histories(&self) -> Result<&History, IndexError> {
        self.history.get(|| self.stored(Place::History).map_or_else(|| History::load(&self.source, &self.files), Ok))
    }

    /// The vectors of chunks; none in a root without them.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn vectors(&self) -> Result<&Vectors, IndexError> {
        self.vectors.get(|| self.stored(Place::Vectors).map_or_else(|| Vectors::load(&self.source, &self.chunks, None), Ok))
    }

    /// The inverted terms.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn terms(&self) -> Result<&Terms, IndexError> {
        self.terms.first.get(|| self.stored(Place::Terms).map_or_else(|| self.load_terms(), Ok))
    }

    /// The chunks that hold a term in a field of their own, ascending.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn postings(&self, term: &str) -> Result<Values<'_, Posting>, IndexError> {
        if let Ok(postings) = self.terms()?.postings(term) {
            return Ok(postings);
        }
        let again = self.terms.again.get(|| {
            self.distrust();
            self.load_terms()
        })?;
        // What was made of pieces needs no check.
        again.postings(term).map_err(|Damaged| IndexError::corrupt("postings", "its read form is damaged"))
    }

    /// Makes the next reader write the form anew. Where that cannot be done it is found out again.
    fn distrust(&self) {
        let _ = self.source.host().remove(&form::path(self.source.layout()));
    }

    /// Chunks that hold any of some terms, as the full-text engine of the store ranks them; `None` where it has none.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn propose(&self, terms: &[&str], limit: usize) -> Result<Option<Vec<ChunkId>>, IndexError> {
        let proposed = self.source.provider().propose(terms, limit)?;
        Ok(proposed.map(|uids| uids.into_iter().filter_map(|uid| self.find_chunk(uid)).collect()))
    }

    fn load_terms(&self) -> Result<Terms, IndexError> {
        Terms::load(&self.source, &self.files, &self.chunks, None)
    }

    /// Files of which some part could not be read or parsed.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn gaps(&self) -> Result<&Gaps, IndexError> {
        self.gaps.get(|| self.stored(Place::Gaps).map_or_else(|| Gaps::load(&self.source, &self.files), Ok))
    }

    /// What could not be read, parsed or resolved, in the order of the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn problems(&self) -> Result<&[Problem], IndexError> {
        self.problems.get(|| census::problems(&self.source)).map(Vec::as_slice)
    }
}

/// A form whose core is whole.
fn with_core(image: Option<Image>) -> Option<(Image, Core)> {
    let image = image?;
    let core = Core::of(&image)?;
    Some((image, core))
}
