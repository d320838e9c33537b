//! ISGL1 keys: `path-module-Name`, where the module is the last folder, or the file's own name where that folder is only a root of sources.

use crate::base::path;
use crate::pack::error::PackError;
use crate::pack::excerpt::clip;
use crate::pack::seeds::meant;
use crate::reader::ids::{FileId, SymbolId};
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;
use crate::retrieve::names;

/// Folders that name no module.
const ROOTS: &[&str] = &["", "src", "lib", "app", "source"];
/// Candidates and near names that an error lists.
const MAX_LISTED: usize = 10;
/// Files beside one that is to be created, and definitions of each, that stand for its place.
const MAX_BESIDE: usize = 8;
/// Definitions that stand for a place.
const MAX_AROUND: usize = 24;

/// The key of a definition. Members carry the names of what holds them; further definitions of one name in a file carry how many are before them: `+1`.
pub fn key(index: &Index, symbol: &Symbol<'_>) -> String {
    let file = index.path(symbol.file);
    let before = index.symbols_of(symbol.file).take_while(|it| it.id < symbol.id).filter(|it| it.qualified_name == symbol.qualified_name).count();
    let nth = if before == 0 { String::new() } else { format!("+{before}") };
    format!("{file}-{}-{}{nth}", module(file), symbol.qualified_name)
}

/// The folders between the root of sources and the file, by name.
pub fn module_path(file: &str) -> Vec<String> {
    let folders: Vec<&str> = path::parent(file).split('/').filter(|it| !it.is_empty()).collect();
    let start = folders.iter().rposition(|it| ROOTS.contains(it)).map_or(0, |at| at + 1);
    folders[start..].iter().map(|it| (*it).to_owned()).collect()
}

fn module(file: &str) -> &str {
    let folder = path::file_name(path::parent(file));
    if ROOTS.contains(&folder) {
        let name = path::file_name(file);
        return name.split_once('.').map_or(name, |(stem, _)| stem);
    }
    folder
}

/// The definition that a key, a `symbolId`, a place or a plain name means.
///
/// # Errors
/// [`PackError::Focus`] where there is none, [`PackError::Ambiguous`] where there are several.
pub fn find(index: &Index, text: &str) -> Result<SymbolId, PackError> {
    if let Some(symbol) = index.find_symbol(text) {
        return Ok(symbol);
    }
    // The name starts behind the last `-` that some file's path and module end at; the path itself may hold more of them.
    let mut found: Vec<SymbolId> = Vec::new();
    for (at, _) in text.match_indices('-') {
        let Some(file) = index.find_file(&text[..at]) else { continue };
        let rest = &text[at + 1..];
        let Some(name) = rest.strip_prefix(module(index.path(file))).and_then(|rest| rest.strip_prefix('-')) else { continue };
        let exact =
            |name: &str| -> Vec<SymbolId> { index.symbols_of(file).filter(|symbol| symbol.qualified_name == name).map(|symbol| symbol.id).collect() };
        found.extend(exact(name));
        if found.is_empty()
            && let Some((name, nth)) = name.rsplit_once('+')
            && let Some(one) = nth.parse().ok().and_then(|nth: usize| exact(name).get(nth).copied())
        {
            return Ok(one);
        }
        if found.is_empty() {
            // The seed's own keys name a member by its last name alone.
            found.extend(index.symbols_of(file).filter(|symbol| symbol.name == name).map(|symbol| symbol.id));
        }
    }
    if found.is_empty() {
        // A plain name is as good as a key where it names one definition.
        let last = text.rsplit(['.', ':']).next().unwrap_or(text);
        found.extend(index.symbols_named(last).filter(|it| it.name == text || it.qualified_name == text).map(|it| it.id));
    }
    if let Some((file, line)) = meant::place(index, text).filter(|_| found.is_empty()) {
        // What an answer shows in one place is what its chunk shows.
        found.extend(index.chunk_at(file, line).and_then(|chunk| index.chunks().symbol(chunk)));
    }
    found.sort_unstable();
    found.dedup();
    meant::leave_out_constructors(index, &mut found);
    meant::leave_out_declarations(index, &mut found);
    match found.as_slice() {
        [] if index.find_file(text).is_some() => Err(PackError::File { path: shortened(text), keys: keys_of(index, text) }),
        [] => Err(PackError::Focus { focus: shortened(text), nearest: near(index, text) }),
        [one] => Ok(*one),
        several => {
            let candidates = several.iter().take(MAX_LISTED).map(|id| index.symbol(*id).symbol_id.to_owned()).collect();
            Err(PackError::Ambiguous { key: shortened(text), count: several.len(), candidates, places: Vec::new() })
        }
    }
}

/// Whether a key says where it belongs: to a file that is there, or to a folder that has files.
pub fn has_place(index: &Index, key: &str) -> bool {
    around(index, key).next().is_some()
}

/// What stands where a key of nothing yet will: the outermost definitions of its file, or of the files beside it.
pub fn around<'a>(index: &'a Index, key: &str) -> impl Iterator<Item = SymbolId> + use<'a> {
    let ends: Vec<&str> = key.match_indices('-').map(|(at, _)| &key[..at]).collect();
    let mut files: Vec<FileId> = ends.iter().rev().find_map(|path| index.find_file(path)).into_iter().collect();
    if files.is_empty() {
        // The path is of a file that is to be created too.
        let folder = ends.iter().map(|path| path::parent(path)).find(|folder| !folder.is_empty()).unwrap_or("/").to_owned();
        files.extend(index.file_ids().filter(|file| path::parent(index.path(*file)) == folder).take(MAX_BESIDE));
    }
    let outermost = |symbol: &Symbol<'_>| symbol.qualified_name == symbol.name;
    files.into_iter().flat_map(move |file| index.symbols_of(file).filter(outermost).take(MAX_BESIDE).map(|symbol| symbol.id)).take(MAX_AROUND)
}

/// Keys of what a file defines, the first ones.
fn keys_of(index: &Index, path: &str) -> Vec<String> {
    let symbols = index.find_file(path).into_iter().flat_map(|file| index.symbols_of(file));
    symbols.take(MAX_LISTED).map(|symbol| key(index, &symbol)).collect()
}

/// Keys of definitions with the name that a key ends in: those of the file that it names before others, then those that are spelled alike.
fn near(index: &Index, text: &str) -> Vec<String> {
    let name = text.rsplit(['-', '.', ':']).next().unwrap_or(text);
    let mut named: Vec<Symbol<'_>> = index.symbols_named(name).collect();
    if named.is_empty() {
        named = names::alike(index.symbols(), name).into_iter().flat_map(|name| index.symbols_named(name)).collect();
    }
    named.sort_by_key(|symbol| !text.starts_with(index.path(symbol.file)));
    named.dedup_by_key(|symbol| symbol.id);
    named.iter().take(MAX_LISTED).map(|symbol| key(index, symbol)).collect()
}

/// An input as a message can hold it.
fn shortened(text: &str) -> String {
    clip::at_character(text, 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_those_of_the_seed() {
        assert_eq!(module("src/models/user.rs"), "models");
        assert_eq!(module("src/database.rs"), "database");
        assert_eq!(module("src/traits/database.rs"), "traits");
        assert_eq!(module("main.py"), "main");
        assert_eq!(module_path("src/models/user.rs"), ["models"]);
        assert_eq!(module_path("crates/a/src/b/c.rs"), ["b"]);
        assert!(module_path("src/database.rs").is_empty());
    }
}
