//! What is used where a definition is: its declarations, its variants for other systems, and the methods whose place it takes.

use std::collections::BTreeSet;

use super::proof;
use crate::base::path;
use crate::manifest::error::IndexError;
use crate::reader::dispatch;
use crate::reader::edges::Table;
use crate::reader::ids::{Direction, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;

/// Others of one definition.
const MAX_OTHERS: usize = 16;
/// Edges of one definition that are looked at.
const MAX_EDGES: usize = 2_000;

/// The other declarations and definitions of what a file of C or C++ declares or defines: who uses one of them uses all.
pub fn twins<'a>(index: &'a Index, symbol: &Symbol<'a>) -> Vec<Symbol<'a>> {
    let is_declared = symbol.has_flag("declaration");
    // Two that are defined in two files are no twins: each file may have its own.
    let mut found = namesakes(index, symbol);
    found.retain(|it| is_of_c(index, it) && (is_declared || it.has_flag("declaration")));
    found
}

/// Where methods are called whose place a definition takes: such a call may run it. Only from nodes that are `wanted`.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn through(index: &Index, id: SymbolId, wanted: &dyn Fn(Node<'_>) -> bool) -> Result<Option<String>, IndexError> {
    let own: Vec<SymbolId> = std::iter::once(id).chain(twins(index, &index.symbol(id)).into_iter().map(|it| it.id)).collect();
    let mut found = BTreeSet::new();
    for id in &own {
        for edge in &dispatch::methods(index, *id, Direction::Out)?.edges {
            found.extend(calls(index, edge.to, &own, wanted)?);
        }
    }
    Ok(told(&found, "of the method whose place it takes may run it"))
}

/// Where a definition is called that stands in for this one on other systems: which of them is meant is a matter of conditions.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn chosen(index: &Index, id: SymbolId, wanted: &dyn Fn(Node<'_>) -> bool) -> Result<Option<String>, IndexError> {
    let symbol = index.symbol(id);
    let is_variant = |it: &Symbol<'_>| match index.files().language(symbol.file) {
        // A package has one definition of a name on each system, and so has what is linked.
        Some("go") => true,
        Some("c" | "cpp") => symbol.exported && it.exported,
        Some("rust") => symbol.container.is_some() && it.container.is_some(),
        _ => false,
    };
    let mut found = BTreeSet::new();
    for it in namesakes(index, &symbol).iter().filter(|it| is_variant(it)) {
        found.extend(calls(index, Node::Symbol(it.id), &[id], wanted)?);
    }
    Ok(told(&found, "of another definition of this full name may mean it on some system"))
}

fn told(found: &BTreeSet<String>, what: &str) -> Option<String> {
    let found: Vec<String> = found.iter().cloned().collect();
    (!found.is_empty()).then(|| format!("{} {what} ({})", proof::counted(found.len() as u64, "call"), proof::places(&found)))
}

/// Places that call a node, but for those in some definitions.
fn calls(index: &Index, node: Node<'_>, but: &[SymbolId], wanted: &dyn Fn(Node<'_>) -> bool) -> Result<Vec<String>, IndexError> {
    let mut found = Vec::new();
    for call in index.edges(Table::Call)?.of(index, node, Direction::In).take(MAX_EDGES) {
        if wanted(call.from) && !matches!(call.from, Node::Symbol(from) if but.contains(&from)) {
            found.extend(index.site_of(&call)?.map(|site| proof::place(index, &site)));
        }
    }
    Ok(found)
}

/// Other definitions that are called the same: in C by all that an id says behind the file, else by the full name, in the same folder.
fn namesakes<'a>(index: &'a Index, symbol: &Symbol<'a>) -> Vec<Symbol<'a>> {
    let of_c = is_of_c(index, symbol);
    let folder = |it: &Symbol<'a>| index.path(it.file).rsplit_once('/').map_or("", |(folder, _)| folder);
    let language = index.files().language(symbol.file);
    let own = tail(index, symbol);
    let by_tail = |it: &Symbol<'a>| !own.is_empty() && tail(index, it) == own;
    let is_same = |it: &Symbol<'a>| {
        let by_name = || it.qualified_name == symbol.qualified_name && folder(it) == folder(symbol) && index.files().language(it.file) == language;
        it.id != symbol.id && if of_c { is_of_c(index, it) && by_tail(it) } else { by_name() }
    };
    let mut found: Vec<Symbol<'a>> = index.symbols_named(symbol.name).filter(is_same).take(MAX_OTHERS).collect();
    found.dedup_by_key(|it| it.id);
    found
}

fn is_of_c(index: &Index, symbol: &Symbol<'_>) -> bool {
    matches!(index.files().language(symbol.file), Some("c" | "cpp"))
}

/// What an id says behind the file: the same in all files.
fn tail<'a>(index: &Index, symbol: &Symbol<'a>) -> &'a str {
    let file = format!("`{}`/", path::file_name(index.path(symbol.file)));
    symbol.symbol_id.split_once(file.as_str()).map_or("", |(_, tail)| tail)
}
