//! What imports pass through, and what a file makes visible without defining it.

use std::sync::Arc;

use crate::base::caps;
use crate::languages::semantics::Module;
use crate::link::eval::{Denotation, Found, Linker};
use crate::link::loaded::Loaded;
use crate::link::outcome::rules::Rule;
use crate::link::outcome::{TargetKind, module_target, target};
use crate::shard::facts::Imported;

/// The modules and types that imports of single items go through: a file depends on the module it names, wherever the item is defined.
pub fn modules_of_imports(linker: &mut Linker<'_>) -> Vec<(u32, Arc<str>, Rule)> {
    let own = Arc::clone(&linker.own);
    let body = linker.body;
    let mut modules = Vec::new();
    for (site, index) in body.sites.iter().zip(0u32..) {
        let Some(import) = site.import else { continue };
        if !own.facts.import(import).is_some_and(|it| matches!(it.imported, Imported::Item(_)) && !it.module.is_empty()) {
            continue;
        }
        linker.start_site();
        let by_name = own.habits().path_separator.is_some();
        for passed in linker.passed(&own, import).into_iter().take(caps::MAX_CANDIDATES) {
            match passed.what {
                Denotation::Module(ref module) if is_depended_on(linker, module) => {
                    let rule = if passed.rule == Rule::Convention { passed.rule } else { Rule::ImportBinding };
                    modules.push((index, module_target(linker, module), rule));
                }
                Denotation::Symbol(ty) if by_name => {
                    let passed = target(linker, ty).filter(|(_, kind)| *kind == TargetKind::Type);
                    modules.extend(passed.map(|(it, _)| (index, it.id, Rule::ImportBinding)));
                }
                _ => {}
            }
        }
    }
    modules
}

/// Whether a file depends on a module that an import of it goes through.
fn is_depended_on(linker: &Linker<'_>, module: &Module) -> bool {
    let by_name = linker.own.habits().path_separator.is_some();
    matches!(module, Module::File { path, inner } if (by_name || inner.is_empty()) && path.as_str() != &*linker.own.path)
}

/// Whether something is a file of another kind of language than the one that imports it: data, whose members nothing tells.
pub fn is_data(linker: &mut Linker<'_>, from: &Loaded, what: &Denotation) -> bool {
    let Denotation::Module(Module::File { path, inner }) = what else { return false };
    inner.is_empty() && linker.file_at(path).is_some_and(|file| file.language.family != from.language.family)
}

/// Whether an import of a single item goes through another file of the tree.
pub fn passes_through_files(linker: &mut Linker<'_>, import: u32) -> bool {
    let own = Arc::clone(&linker.own);
    let of_item = own.facts.import(import).is_some_and(|it| matches!(it.imported, Imported::Item(_)) && !it.module.is_empty());
    of_item && linker.passed(&own, import).iter().any(|it| matches!(&it.what, Denotation::Module(module) if is_depended_on(linker, module)))
}

/// What the clause of an import shows: what it denotes, but where a module hands on the value of another file as its own, the module.
pub fn shown_by_import(linker: &mut Linker<'_>, import: u32) -> Vec<Found> {
    let own = Arc::clone(&linker.own);
    let mut found = linker.denote_import(&own, import);
    let is_whole = own.facts.import(import).is_some_and(|it| it.imported == Imported::Module);
    if !is_whole || own.habits().whole_export.is_none() {
        return found;
    }
    let modules = linker.import_modules(&own, import);
    let is_one = |path: &str| modules.iter().any(|it| matches!(&it.what, Denotation::Module(Module::File { path: own, .. }) if own == path));
    found.retain(|it| match it.what {
        Denotation::Module(_) => true,
        Denotation::Symbol(symbol) => linker.load(symbol.file).is_some_and(|held| is_one(&held.path)),
        _ => false,
    });
    if found.is_empty() { modules } else { found }
}

/// What the file makes visible to others without defining it.
pub fn exports(linker: &mut Linker<'_>) -> Vec<(u32, Arc<str>)> {
    let own = Arc::clone(&linker.own);
    let mut exports = Vec::new();
    for (_, index) in own.facts.imports.iter().zip(0u32..).filter(|(import, _)| import.reexport && import.module_level) {
        linker.start_site();
        for found in linker.denote_import(&own, index).into_iter().take(caps::MAX_CANDIDATES) {
            let id = match found.what {
                Denotation::Symbol(symbol) => linker.id(symbol),
                Denotation::Module(module) => Some(module_target(linker, &module)),
                _ => None,
            };
            exports.extend(id.map(|id| (index, id)));
        }
    }
    exports.sort();
    exports.dedup();
    exports
}
