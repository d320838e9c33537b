//! Members that a type may have from outside of the repository where nothing here says so (Rust): what an interface of another package gives all types, and
//! what a macro of another package makes of what it is given.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::outcome::Outcome;
use crate::link::outcome::reasons::Reason;
use crate::link::types::{Type, Typed};
use crate::shard::body::{Role, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Imported;

/// Who may have given a type a member that nothing here declares.
#[derive(Debug, Default)]
struct Givers {
    packages: BTreeSet<Name>,
    /// One of them is not told.
    unknown: bool,
}

/// What a member is that none of some types has, if one of them may have it from outside: of the package that alone can have given it, else of nobody knows
/// whom.
pub(in crate::link) fn given_outside(linker: &mut Linker<'_>, site: &Site, types: &[Typed]) -> Option<Outcome> {
    if linker.own.habits().overriding != Overriding::Conformance || !linker.own.habits().textual_macros {
        return None;
    }
    let mut givers = Givers::default();
    for typed in types {
        let (Type::Instance { ty, .. } | Type::Object(ty)) = typed.ty else { continue };
        makers(linker, ty, &mut givers);
    }
    // A field is of the type itself.
    if site.role == Role::Call {
        let frame = linker.own_frame(site.enclosing);
        interfaces_in_sight(linker, &frame, &mut givers);
    }
    let mut packages = givers.packages.into_iter();
    match (packages.next(), packages.next(), givers.unknown) {
        (None, _, false) => None,
        (Some(package), None, false) => Some(Outcome::external(package)),
        _ => Some(Outcome::left(Reason::ReceiverUnknown)),
    }
}

/// The packages whose macros a type derives, and macros of the repository that it does, whose members no file holds.
fn makers(linker: &mut Linker<'_>, ty: Ref, givers: &mut Givers) {
    let Some(file) = linker.load(ty.file) else { return };
    linker.asker.looked_at(&file, ty.symbol);
    let Some(symbol) = file.facts.symbol(ty.symbol) else { return };
    for (slot, extension) in linker.asker.conformances_of((ty.file, &file), &symbol.name) {
        let Some(file) = linker.load(slot) else { continue };
        if !linker.extended_types(&file, extension).contains(&ty) {
            continue;
        }
        let Some(it) = file.facts.extension(extension).filter(|it| it.interface_name.is_none()) else { continue };
        let Some(interface) = it.interface else { continue };
        let denoted = linker.denote(&Frame::around(&file, it.module), interface);
        givers.unknown |= denoted.is_empty();
        // What some macros make is known, and was looked through.
        for found in denoted.into_iter().filter(|it| !linker.is_making(it)).collect::<Vec<_>>() {
            match found.what {
                Denotation::External { package, .. } => givers.add(linker, package),
                Denotation::Symbol(symbol) => givers.unknown |= !linker.is(symbol, |it| it.kind.is_abstract_type()),
                _ => {}
            }
        }
    }
}

/// The packages from which the file takes in something by an import that stands where the place sees it and that nothing in the file names: an interface is
/// brought in for its members alone. What a wildcard brings may be one.
fn interfaces_in_sight(linker: &mut Linker<'_>, frame: &Frame, givers: &mut Givers) {
    let file = Arc::clone(&frame.file);
    let here = Linker::module_around(&file, frame.enclosing);
    let named = named_imports(linker);
    for (import, index) in file.facts.imports.iter().zip(0u32..) {
        let is_brought = match &import.imported {
            Imported::Item(name) => {
                let own = name.rsplit("::").next().unwrap_or(name);
                own.starts_with(|first: char| first.is_uppercase()) && !named.contains(&index)
            }
            Imported::Wildcard => true,
            Imported::Module | Imported::SideEffect => false,
        };
        let is_near = import.module_level && Linker::module_around(&file, import.container) == here;
        if !is_brought || !(is_near || linker.is_import_around(frame, index)) {
            continue;
        }
        for found in linker.denote_import(&file, index) {
            if let Denotation::External { package, .. } = found.what {
                givers.add(linker, package);
            }
        }
    }
}

/// The imports of the linked file that something besides themselves names.
fn named_imports(linker: &mut Linker<'_>) -> Arc<BTreeSet<u32>> {
    if let Some(known) = &linker.memo.named_imports {
        return Arc::clone(known);
    }
    let body = &linker.body;
    let import_of = |expr: &Expr| if let Expr::Import(import) = expr { Some(*import) } else { None };
    let at = |id: ExprId| body.exprs.get(id.0 as usize);
    let in_facts = linker.own.facts.exprs.iter().filter_map(import_of);
    let in_parts = body.exprs.iter().flat_map(Expr::parts).filter_map(|part| at(part).and_then(import_of));
    let in_sites = body.sites.iter().filter(|it| it.import.is_none()).filter_map(|it| at(it.target).and_then(import_of));
    let named = Arc::new(in_facts.chain(in_parts).chain(in_sites).collect::<BTreeSet<u32>>());
    linker.memo.named_imports = Some(Arc::clone(&named));
    named
}

impl Givers {
    /// The library gives what the language's own tables hold.
    fn add(&mut self, linker: &Linker<'_>, package: Name) {
        let library = linker.own.habits().foreign.giving_written.unwrap_or_default();
        if !library.contains(&package.as_str()) {
            self.packages.insert(package);
        }
    }
}
