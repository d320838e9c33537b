//! Which of several definitions a bare name means.

use crate::reader::ids::SymbolId;
use crate::reader::index::Index;

/// Leaves constructors out whose type is there too: in many languages both have one name, and whoever names it means the type.
pub fn leave_out_constructors(index: &Index, found: &mut Vec<SymbolId>) {
    let all = found.clone();
    found.retain(|id| {
        let symbol = index.symbol(*id);
        symbol.kind != "constructor" || symbol.container.is_none_or(|container| !all.contains(&container))
    });
}
