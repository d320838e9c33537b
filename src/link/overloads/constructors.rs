//! What builds values of a type, where the type is called.

use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// A called type means its constructors, if it declares any.
pub(in crate::link) fn constructors_of(linker: &mut Linker<'_>, symbol: Ref) -> Vec<Ref> {
    let Some(file) = linker.load(symbol.file) else { return vec![symbol] };
    let Some(it) = file.facts.symbol(symbol.symbol) else { return vec![symbol] };
    if !it.kind.is_type() {
        return vec![symbol];
    }
    let names = file.habits().classes.constructors;
    let is_constructor =
        |it: &Symbol| it.owner == Owner::Symbol(symbol.symbol) && (it.kind == SymbolKind::Constructor || names.contains(&it.name.as_str()));
    let mut found = Vec::new();
    for name in names.iter().copied().chain(std::iter::once(it.name.as_str())) {
        found.extend(linker.asker.symbols_named((symbol.file, &file), &it.qualified, name, is_constructor));
    }
    if it.flags.has(Flags::PART) {
        found.extend(linker.constructors_of_parts(symbol, &file, it));
    }
    if found.is_empty() { vec![symbol] } else { found }
}
