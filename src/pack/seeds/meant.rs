//! Which of several definitions a bare name means, and what else is used where a definition is.

use crate::manifest::error::IndexError;
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;

/// Kinds of definitions that have members.
pub const TYPES: [&str; 6] = ["class", "enum", "interface", "struct", "trait", "union"];
/// Members of a type that are looked at, and constructors of one type.
const MAX_MEMBERS: usize = 256;
const MAX_CONSTRUCTORS: usize = 16;

/// The callable members of a type: who calls one of them hangs on the type.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn methods(index: &Index, id: SymbolId) -> Result<Vec<SymbolId>, IndexError> {
    members(index, id, |kind| matches!(kind, "method" | "constructor" | "function"))
}

/// The constructors of a type: whoever builds one calls those, and names the type.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn constructors(index: &Index, id: SymbolId) -> Result<Vec<SymbolId>, IndexError> {
    let mut found = members(index, id, |kind| kind == "constructor")?;
    found.truncate(MAX_CONSTRUCTORS);
    Ok(found)
}

fn members(index: &Index, id: SymbolId, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<SymbolId>, IndexError> {
    if !TYPES.contains(&index.symbols().kind(id)) {
        return Ok(Vec::new());
    }
    let members = index.edges(Table::Structure)?.of(index, Node::Symbol(id), Direction::Out).take(MAX_MEMBERS);
    let found = members.filter_map(|edge| match edge.to {
        Node::Symbol(member) if edge.edge_type == "contains" && is_wanted(index.symbols().kind(member)) => Some(member),
        _ => None,
    });
    Ok(found.collect())
}

/// Leaves constructors out whose type is there too: in many languages both have one name, and whoever names it means the type.
pub fn leave_out_constructors(index: &Index, found: &mut Vec<SymbolId>) {
    let all = found.clone();
    found.retain(|id| {
        let symbol = index.symbol(*id);
        symbol.kind != "constructor" || symbol.container.is_none_or(|container| !all.contains(&container))
    });
}

/// Leaves declarations out whose definition is there too, by the same full name: a header says what a source file does.
pub fn leave_out_declarations(index: &Index, found: &mut Vec<SymbolId>) {
    let all = found.clone();
    let is_declaration = |id: &SymbolId| index.symbols().has_flag(*id, "declaration");
    let name = |id: &SymbolId| index.symbol(*id).qualified_name;
    found.retain(|id| !is_declaration(id) || !all.iter().any(|other| !is_declaration(other) && name(other) == name(id)));
}

/// The chunk of the one definition of what a symbol merely declares, in files of the same class; `None` where what it says of it stands nowhere else.
pub fn definition_of(index: &Index, id: SymbolId) -> Option<(ChunkId, SymbolId)> {
    if !index.symbols().has_flag(id, "declaration") {
        return None;
    }
    let symbol = index.symbol(id);
    if !symbol.doc.is_empty() {
        return None;
    }
    let class = |file: FileId| index.files().class(file);
    let is_its = |it: &Symbol<'_>| it.qualified_name == symbol.qualified_name && !it.has_flag("declaration") && class(it.file) == class(symbol.file);
    let mut found = index.symbols_named(symbol.name).filter(is_its);
    let definition = found.next().filter(|_| found.next().is_none())?;
    Some((definition.chunk?, definition.id))
}

/// The file and the first line of a place, `path:line` or `path:line:line` as answers print it.
pub fn place(index: &Index, text: &str) -> Option<(FileId, u32)> {
    let (before, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    if let Some(file) = index.find_file(before) {
        return Some((file, last));
    }
    let (path, first) = before.rsplit_once(':')?;
    Some((index.find_file(path)?, first.parse().ok()?))
}
