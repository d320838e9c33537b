//! Symbol ids: SCIP symbol strings made of the package and the path of names to a definition.

use super::ask::Asker;
use super::loaded::Loaded;
use crate::base::Name;
use crate::languages::semantics::Tree;
use crate::scip::grammar::{self, push_name};
use crate::shard::counted::COUNT;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Extension, Facts, Flags, Owner, Symbol, SymbolKind};

/// The package a file belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageOf {
    /// `cargo`, `npm`, …; `.` where no manifest names one.
    pub manager: Name,
    /// `.` where no manifest names one.
    pub name: Name,
    /// The package's folder, `""` at the top.
    pub root: Name,
}

/// The package of a file: the nearest manifest of its language's managers that declares a name.
pub fn package_of(asker: &mut Asker<'_>, file: &Loaded) -> PackageOf {
    for manager in file.habits().managers {
        if let Some(config) = asker.config_above(&file.path, manager)
            && let Some(name) = &config.fact.name
        {
            return PackageOf { manager: (*manager).into(), name: name.clone(), root: config.folder().into() };
        }
    }
    PackageOf { manager: ".".into(), name: ".".into(), root: Name::default() }
}

/// The part of the ids of a file's definitions that they share: scheme, package and the descriptors of its path.
pub fn prefix(asker: &mut Asker<'_>, file: &Loaded) -> String {
    let package = asker.package_of(file);
    grammar::file(&package.manager, &package.name, &package.root, &file.path)
}

/// The id of a definition: the file's prefix, the descriptors of its owners, its own.
/// Where templates are `specialized`, members that are defined of one with some arguments are not those that it has with others.
pub fn symbol_id(prefix: &str, facts: &Facts, symbol: u32, specialized: bool) -> String {
    let mut id = String::from(prefix);
    let (owners, extension) = chain(facts, Some(symbol));
    if let Some(extension) = extension {
        let (modules, _) = chain(facts, extension.module);
        modules.iter().rev().for_each(|module| push_descriptor(&mut id, facts, module));
        match written_arguments(facts, extension).filter(|_| specialized) {
            Some(written) => push_name(&mut id, &format!("{}<{written}>", extension.target_name)),
            None => push_name(&mut id, &extension.target_name),
        }
        id.push('#');
        if let Some(interface) = &extension.interface_name {
            id.push('[');
            push_name(&mut id, interface);
            id.push(']');
        }
    }
    owners.iter().rev().for_each(|it| push_descriptor(&mut id, facts, it));
    id
}

/// A definition and those around it, innermost first, up to the file or to the extension that all of them stand in.
fn chain(facts: &Facts, symbol: Option<u32>) -> (Vec<&Symbol>, Option<&Extension>) {
    let mut chain = Vec::new();
    let mut next = symbol;
    while let Some(it) = next.and_then(|index| facts.symbol(index)) {
        chain.push(it);
        next = match it.owner {
            Owner::Symbol(index) => Some(index),
            Owner::File => None,
            Owner::Extension(index) => return (chain, facts.extension(index)),
        };
    }
    (chain, None)
}

/// What stands in angle brackets behind the name of the template that members are defined of, where it is for some types alone.
fn written_arguments(facts: &Facts, extension: &Extension) -> Option<String> {
    let Expr::Apply { args, .. } = facts.expr(extension.target)? else { return None };
    let names: Option<Vec<&str>> = args.iter().map(|arg| type_name(facts, *arg)).collect();
    names.filter(|names| !names.is_empty()).map(|names| names.join(",").replace(' ', "_"))
}

/// The simple name of a type; `None` where it is none that a template can be special for.
pub(super) fn type_name(facts: &Facts, ty: ExprId) -> Option<&str> {
    match facts.expr(ty)? {
        Expr::Free(name) | Expr::Literal(name) | Expr::Member { name, .. } => Some(name.trim_start_matches("::")),
        Expr::Symbol(symbol) => facts.symbol(*symbol).map(|it| it.name.as_str()),
        Expr::Import(import) => facts.import(*import).map(|it| it.own_name().unwrap_or(&it.binding)),
        _ => None,
    }
}

/// The arguments of a template that a definition is special for, as they are written.
fn special_arguments<'f>(facts: &'f Facts, symbol: &Symbol) -> &'f str {
    let ty = symbol.ty.filter(|_| symbol.flags.has(Flags::SPECIALIZED)).and_then(|ty| facts.expr(ty));
    let Some(Expr::Apply { base, .. }) = ty else { return "" };
    if let Some(Expr::Literal(written)) = facts.expr(*base) { written } else { "" }
}

fn push_descriptor(id: &mut String, facts: &Facts, symbol: &Symbol) {
    // Unnamed functions have no descriptor of their own, and one file may define a name in many of them.
    if let Some(hash) = symbol.callback {
        id.push_str(&format!("callback({hash:016x})."));
    }
    let is_called = symbol.kind.is_callable() && symbol.kind != SymbolKind::Macro && !symbol.flags.has(Flags::PROPERTY);
    // What is called has a place for it in its brackets.
    let twin = if symbol.twin == 0 { String::new() } else { format!("+{}", symbol.twin) };
    let in_name = if is_called { "" } else { twin.as_str() };
    match (special_arguments(facts, symbol), in_name) {
        // What tells types of one name apart stands in their ids as it does where a build has one of several definitions.
        ("", "") if symbol.flags.has(Flags::COUNTED) && symbol.kind.is_type() => push_name(id, &symbol.name.replace(COUNT, "+")),
        ("", "") => push_name(id, symbol.shown()),
        (written, number) => push_name(id, &format!("{}{written}{number}", symbol.name)),
    }
    match symbol.kind {
        SymbolKind::Module => id.push('/'),
        SymbolKind::Macro => id.push('!'),
        kind if kind.is_type() => id.push('#'),
        _ if is_called => {
            let overload = symbol.overload.map_or_else(String::new, |hash| format!("{hash:016x}"));
            id.push_str(&format!("({overload}{twin})."));
        }
        _ => id.push('.'),
    }
}

/// The id of a file as a node.
pub fn file_id(path: &str) -> String {
    format!("file:{path}")
}

/// The id of a module that is no single file. The top folder has no name of its own: it is `.`, as a package there is.
pub fn module_id(name: &str) -> String {
    format!("module:{}", if name.is_empty() { "." } else { name })
}
