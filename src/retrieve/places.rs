//! Places that a query names, found in the index: a path by its longest ending that files have, and a file by its name where that is the whole query.

use super::mentions::PlaceName;
use super::query::Query;
use crate::base::path;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;

/// Most files that one ending stands for: of `src/main.rs` a repository of many programs has more, and each is as likely as any.
const MAX_FILES: usize = 4;

/// Folders of code that any project may have.
const ANYWHERE: [&str; 8] = ["app", "include", "internal", "lib", "library", "main", "src", "test"];

/// Most definitions that the function of a frame stands for.
const MAX_FUNCTIONS: usize = 8;

/// Most definitions that a function of a frame stands for that is told by its name alone: one, or one for each of two systems.
const MAX_ALONE: usize = 2;

/// A place that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: FileId,
    /// The chunk at the line.
    pub chunk: Option<ChunkId>,
    /// Position among the places of the query: 0 is the first. Of a whole query, folders below the highest file of that name.
    pub order: usize,
    /// The whole query is the name or path of the file.
    pub whole: bool,
    /// The line that the query names, where the chunk has it.
    pub line: Option<u32>,
    /// The title names it.
    pub titled: bool,
}

/// The places of a query that are there.
pub fn find(index: &Index, query: &Query) -> Vec<Place> {
    let mut places = whole(index, &query.text);
    if !places.is_empty() {
        return places;
    }
    for name in &query.places {
        let order = places.last().map_or(0, |it| it.order + 1);
        let files = if name.path.is_empty() { Vec::new() } else { meant(index, name) };
        if files.is_empty() {
            // What stands in a bundle or an installed package may be code of this repository all the same.
            let lone = |function: &String| if name.path.is_empty() { only_functions(index, function) } else { Vec::new() };
            for chunk in name.function.iter().flat_map(|function| functions(index, function).into_iter().chain(lone(function))) {
                if !places.iter().any(|it| it.chunk == Some(chunk)) {
                    places.push(Place { file: index.file_of(chunk), chunk: Some(chunk), order, whole: false, line: None, titled: false });
                }
            }
        }
        for file in files {
            let chunk = name.line.and_then(|line| framed(index, file, line, name.function.as_deref()));
            if !places.iter().any(|it| it.file == file && it.chunk == chunk) {
                let has = |line: &u32| chunk.map(|chunk| index.chunks().lines(chunk)).is_some_and(|it| (it.start..=it.end).contains(line));
                let titled = query.title.contains(path::file_name(&name.path));
                places.push(Place { file, chunk, order, whole: false, line: name.line.filter(has), titled });
            }
        }
    }
    for word in &query.hyphenated {
        if let Some(file) = only_file(index, word).filter(|file| !places.iter().any(|it| it.file == *file)) {
            let order = places.last().map_or(0, |it| it.order + 1);
            places.push(Place { file, chunk: None, order, whole: false, line: None, titled: false });
        }
    }
    places
}

/// The files that a place with its line means. Every project has a `src/time.rs` or two, and a trace leads through several projects: where folders contradict, only
/// a function of that name in a file that reaches so far makes it this one.
fn meant(index: &Index, name: &PlaceName) -> Vec<FileId> {
    let mut files = files_ending_with(index, &name.path);
    if let Some(line) = name.line {
        files.retain(|file| agrees(index.path(*file), &name.path) || (reaches(index, *file, line) && holds(index, *file, name.function.as_deref())));
    }
    files
}

/// Whether the folders of two paths say the same: one is an ending of the other, or they share one that tells projects apart.
fn agrees(file: &str, named: &str) -> bool {
    let common: Vec<&str> = file.rsplit('/').zip(named.rsplit('/')).take_while(|(lhs, rhs)| lhs == rhs).map(|it| it.0).collect();
    let is_whole = |path: &str| path.split('/').count() == common.len();
    is_whole(file) || is_whole(named) || common.iter().skip(1).any(|folder| !ANYWHERE.contains(folder))
}

/// Whether a file has a line; of what was not decoded nobody knows.
fn reaches(index: &Index, file: FileId, line: u32) -> bool {
    line > 0 && index.file(file).lines.is_none_or(|lines| line <= lines)
}

/// Whether a definition of a file is called as a frame says.
fn holds(index: &Index, file: FileId, function: Option<&str>) -> bool {
    let Some(last) = function.and_then(|it| it.rsplit('.').next()) else { return false };
    index.symbols_named(last).any(|symbol| symbol.file == file)
}

/// The first file that a place names without having its line, with how many lines it has; `None` where the place is there or its function is.
pub fn beyond<'a>(index: &'a Index, name: &PlaceName) -> Option<(&'a str, u32)> {
    let line = name.line?;
    let files = meant(index, name);
    if files.iter().any(|file| framed(index, *file, line, name.function.as_deref()).is_some()) {
        return None;
    }
    let file = *files.first().filter(|file| !reaches(index, **file, line))?;
    Some((index.path(file), index.file(file).lines?))
}

/// The one file of code whose name without endings is a word.
fn only_file(index: &Index, word: &str) -> Option<FileId> {
    let is_called = |file: &FileId| path::file_name(index.path(*file)).split('.').next() == Some(word) && index.files().class(*file) == "code";
    let mut files = index.file_ids().filter(is_called);
    files.next().filter(|_| files.next().is_none())
}

/// The chunk that says what a file is: the type of its name, else the first.
fn head(index: &Index, file: FileId) -> Option<ChunkId> {
    let name = path::file_name(index.path(file)).split('.').next().unwrap_or("");
    let chunks = index.symbols_named(name).filter(|it| it.file == file && it.container.is_none()).filter_map(|it| it.chunk);
    let mut types = chunks.filter(|chunk| index.chunks().is_kind(*chunk, "type"));
    types.next().or_else(|| index.chunks_of(file).next())
}

/// Files of which a text is the path, an ending of it, or the name with or without what follows its first dot; none where there are too many of the name.
fn whole(index: &Index, text: &str) -> Vec<Place> {
    if text.contains(char::is_whitespace) {
        return Vec::new();
    }
    let mut files = files_ending_with(index, text.trim_start_matches("./"));
    if files.is_empty() {
        let bears = |file: &FileId| is_name(path::file_name(index.path(*file)), text);
        files = index.file_ids().filter(bears).take(MAX_FILES + 1).collect();
    }
    if files.len() > MAX_FILES {
        return Vec::new();
    }
    let depth = |file: &FileId| index.path(*file).matches('/').count();
    let least = files.iter().map(depth).min().unwrap_or(0);
    files
        .into_iter()
        .map(|file| Place { file, chunk: head(index, file), order: depth(&file) - least, whole: true, line: None, titled: true })
        .collect()
}

/// Whether a text is the name of a file or its stem, in letters of any case.
fn is_name(name: &str, text: &str) -> bool {
    let stem = name.find('.').filter(|at| *at > 0).map_or(name, |at| &name[..at]);
    [name, stem].into_iter().any(|it| it.eq_ignore_ascii_case(text))
}

/// Files whose path ends with as many last segments of `named` as any does; at least the file name. None where there are so many that it tells nothing.
fn files_ending_with(index: &Index, named: &str) -> Vec<FileId> {
    if let Some(file) = index.find_file(named) {
        return vec![file];
    }
    let name = path::file_name(named);
    let same: Vec<FileId> = index.file_ids().filter(|file| path::file_name(index.path(*file)) == name).collect();
    let common = |file: &FileId| index.path(*file).rsplit('/').zip(named.rsplit('/')).take_while(|(lhs, rhs)| lhs == rhs).count();
    let most = same.iter().map(common).max().unwrap_or(0);
    // A bare folder or module path (`a/b`) is no file name by itself.
    if most == 0 || (most == 1 && !name.contains('.')) {
        return Vec::new();
    }
    let ending: Vec<FileId> = same.into_iter().filter(|file| common(file) == most).collect();
    if ending.len() > MAX_FILES { Vec::new() } else { ending }
}

/// Whether any file may be meant by a place.
pub fn is_known(index: &Index, name: &PlaceName) -> bool {
    !name.path.is_empty() && !meant(index, name).is_empty()
}

/// The chunks of the functions whose qualified names end like that of a frame, holder included, in as many names as any does; none where there are too many.
fn functions(index: &Index, function: &str) -> Vec<ChunkId> {
    let last = function.rsplit('.').next().unwrap_or(function);
    let common = |name: &str| name.rsplit('.').zip(function.rsplit('.')).take_while(|(lhs, rhs)| lhs == rhs).count();
    let named: Vec<(usize, ChunkId)> = index.symbols_named(last).filter_map(|it| Some((common(it.qualified_name), it.chunk?))).collect();
    let most = named.iter().map(|it| it.0).max().unwrap_or(0);
    let mut chunks: Vec<ChunkId> = named.into_iter().filter(|it| it.0 == most).map(|it| it.1).collect();
    chunks.sort_unstable();
    chunks.dedup();
    // A name without its holder may be anybody's.
    if most < 2 || chunks.len() > MAX_FUNCTIONS { Vec::new() } else { chunks }
}

/// The chunks of the function that a frame names by its own name alone, where that tells enough.
fn only_functions(index: &Index, function: &str) -> Vec<ChunkId> {
    if function.contains('.') {
        return Vec::new();
    }
    let defines = |it: &Symbol<'_>| matches!(it.kind, "function" | "method") && !it.has_flag("declaration");
    let mut chunks: Vec<ChunkId> = index.symbols_named(function).filter(defines).filter_map(|it| it.chunk).collect();
    chunks.sort_unstable();
    chunks.dedup();
    if chunks.len() > MAX_ALONE { Vec::new() } else { chunks }
}

/// The chunk that a frame means: the one at its line, unless another is called as the frame says and that one is not. Lines move from version to version,
/// functions keep their names.
fn framed(index: &Index, file: FileId, line: u32, function: Option<&str>) -> Option<ChunkId> {
    let at = if reaches(index, file, line) { nearest(index, file, line) } else { None };
    let Some(function) = function.and_then(|it| it.rsplit('.').next()) else { return at };
    let bears = |chunk: &ChunkId| index.chunk(*chunk).name.rsplit('.').next() == Some(function);
    // A function inside of another one has no chunk of its own.
    let holds = |chunk: &ChunkId| {
        index.shown_by(*chunk).map(|it| index.symbol(it)).any(|it| it.name == function && (it.lines.start..=it.lines.end).contains(&line))
    };
    if at.as_ref().is_some_and(|chunk| bears(chunk) || holds(chunk)) {
        return at;
    }
    let distance = |chunk: &ChunkId| index.chunk(*chunk).lines.start.abs_diff(line);
    index.chunks_of(file).filter(bears).min_by_key(distance).or(at)
}

/// The chunk at a line, else the last one that starts before it.
fn nearest(index: &Index, file: FileId, line: u32) -> Option<ChunkId> {
    index.chunk_at(file, line).or_else(|| index.chunks_of(file).filter(|chunk| index.chunk(*chunk).lines.start <= line).last())
}
