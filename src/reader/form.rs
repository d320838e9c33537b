//! The read form of a root: where it lies, who writes it, and how a new one takes over what an old one has.

use std::path::PathBuf;

use super::census::Gaps;
use super::chunks::Chunks;
use super::edges::{Edges, Table};
use super::files::Files;
use super::history::History;
use super::ids::{ChunkId, FileId, SymbolId};
use super::image::{Draft, Image, Stored};
use super::index::Index;
use super::load::Source;
use super::seals::PieceRows;
use super::sites::Sites;
use super::symbols::Symbols;
use super::terms::Terms;
use super::texts::AllTexts;
use super::tokens::LineTokens;
use super::vectors::Vectors;
use crate::host::{Guard, Host};
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;

/// The file below `cache/`.
const FILE: &str = "read-form";
/// Held by the one reader that writes.
const LOCK: &str = "read-form.lock";

/// The tables of a form, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Pieces,
    Files,
    Chunks,
    Symbols,
    Edges(Table),
    Terms,
    History,
    Sites,
    Gaps,
    Vectors,
    /// Missing in a root without text.
    Texts,
    /// The same.
    Tokens,
}

impl Place {
    /// The position in the file.
    pub fn position(self) -> usize {
        match self {
            Self::Pieces => 0,
            Self::Files => 1,
            Self::Chunks => 2,
            Self::Symbols => 3,
            Self::Edges(table) => 4 + table as usize,
            Self::Terms => 4 + Table::ALL.len(),
            Self::History => 5 + Table::ALL.len(),
            Self::Sites => 6 + Table::ALL.len(),
            Self::Gaps => 7 + Table::ALL.len(),
            Self::Vectors => 8 + Table::ALL.len(),
            Self::Texts => 9 + Table::ALL.len(),
            Self::Tokens => 10 + Table::ALL.len(),
        }
    }

    /// This table of a form; `None` where it is missing or damaged.
    pub fn of<T: Stored>(self, image: &Image) -> Option<T> {
        image.table(self.position())
    }
}

/// Tables that all others name rows of.
pub struct Core {
    pub files: Files,
    pub chunks: Chunks,
    pub symbols: Symbols,
}

impl Core {
    /// Those of a form, if they are whole.
    pub fn of(image: &Image) -> Option<Self> {
        Some(Self { files: Place::Files.of(image)?, chunks: Place::Chunks.of(image)?, symbols: Place::Symbols.of(image)? })
    }

    /// Those of the pieces; false if a row names what is nowhere.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, before: Option<&Before>) -> Result<(Self, bool), IndexError> {
        let files = Files::load(source, before.map(|it| &it.files))?;
        let mut chunks = Chunks::load(source, &files, before)?;
        let (symbols, symbols_whole) = Symbols::load(source, &files, &chunks, before)?;
        let chunks_whole = chunks.join(&|id| symbols.find(id));
        Ok((Self { files, chunks, symbols }, symbols_whole && chunks_whole))
    }
}

/// The form of an earlier manifest.
pub struct Before {
    pub image: Image,
    pub files: Files,
    pub chunks: Chunks,
    pub symbols: Symbols,
}

impl Before {
    /// The form in a file, with its pieces, if these can be taken over.
    pub fn of(image: &Image) -> Option<(Self, PieceRows)> {
        let (pieces, core) = (Place::Pieces.of(image)?, Core::of(image)?);
        Some((Self { image: image.clone(), files: core.files, chunks: core.chunks, symbols: core.symbols }, pieces))
    }
}

/// Where the rows of an earlier form are now.
pub struct Moves {
    pub before: Before,
    files: Vec<Option<FileId>>,
    chunks: Vec<Option<ChunkId>>,
    symbols: Vec<Option<SymbolId>>,
}

impl Moves {
    /// From an earlier form to an index.
    pub fn new(before: Before, index: &Index) -> Self {
        let ids = |count: usize| (0u32..).take(count);
        let files = ids(before.files.len()).map(|id| index.find_file(before.files.path(FileId(id)))).collect();
        let chunks = ids(before.chunks.len()).map(|id| index.find_chunk(before.chunks.get(ChunkId(id)).uid)).collect();
        let symbols = ids(before.symbols.len()).map(|id| index.find_symbol(before.symbols.name_of(SymbolId(id)))).collect();
        Self { before, files, chunks, symbols }
    }

    /// Where a file is now.
    pub fn file(&self, id: FileId) -> Option<FileId> {
        self.files.get(id.index()).copied().flatten()
    }

    /// Where a chunk is now.
    pub fn chunk(&self, id: ChunkId) -> Option<ChunkId> {
        self.chunks.get(id.index()).copied().flatten()
    }

    /// Where a symbol is now.
    pub fn symbol(&self, id: SymbolId) -> Option<SymbolId> {
        self.symbols.get(id.index()).copied().flatten()
    }

    fn table<T: Stored>(&self, place: Place) -> Option<(&Self, T)> {
        Some((self, place.of(&self.before.image)?))
    }
}

/// The file of a root's form.
pub fn path(layout: &Layout) -> PathBuf {
    layout.cache().join(FILE)
}

/// The form of a root, whatever manifest it belongs to.
pub fn open(host: &dyn Host, layout: &Layout) -> Option<Image> {
    Image::open(host.map(&path(layout)).ok()?)
}

/// The right to write into the cache of readers; `None` where another has it or nobody may write.
pub fn lock(host: &dyn Host, layout: &Layout) -> Option<Box<dyn Guard>> {
    host.create_own_folder(&layout.cache()).ok()?;
    host.try_lock(&layout.cache().join(LOCK)).ok()?
}

/// The bytes of the form of an index that was read from pieces. `whole` says that its core names nothing that is nowhere.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn written(index: &Index, moves: Option<&Moves>, whole: bool) -> Result<Vec<u8>, IndexError> {
    let source = index.source();
    let sites_before = moves.and_then(|moves| moves.table::<Sites>(Place::Sites));
    let (sites, sites_whole) = Sites::load(index, sites_before.as_ref().map(|(moves, it)| (*moves, it)))?;
    let mut draft = Draft::default();
    draft.table(&PieceRows::of(source, whole && sites_whole)?);
    draft.table(index.files());
    draft.table(index.chunks());
    draft.table(index.symbols());
    for table in Table::ALL {
        let before = moves.and_then(|moves| moves.table::<Edges>(Place::Edges(table)));
        draft.table(&Edges::load(index, table, before.as_ref().map(|(moves, it)| (*moves, it)))?);
    }
    let terms_before = moves.and_then(|moves| moves.table::<Terms>(Place::Terms));
    draft.table(&Terms::load(source, index.files(), index.chunks(), terms_before.as_ref().map(|(moves, it)| (*moves, it)))?);
    draft.table(&History::load(source, index.files())?);
    draft.table(&sites);
    drop(sites);
    draft.table(&Gaps::load(source, index.files())?);
    let vectors_before: Option<Vectors> = moves.and_then(|moves| Place::Vectors.of(&moves.before.image));
    draft.table(&Vectors::load(source, index.chunks(), vectors_before.as_ref())?);
    let texts_before = moves.and_then(|moves| moves.table::<AllTexts>(Place::Texts));
    if let Some(texts) = AllTexts::load(source, index.chunks(), texts_before.as_ref().map(|(moves, it)| (*moves, it)))? {
        draft.table(&texts);
        let tokens_before = moves.and_then(|moves| moves.table::<LineTokens>(Place::Tokens));
        if let Some(tokens) = LineTokens::of(&texts, index.chunks(), tokens_before.as_ref().map(|(moves, it)| (*moves, it))) {
            draft.table(&tokens);
        }
    }
    Ok(draft.finish(&source.manifest().without_packs().binding()))
}
