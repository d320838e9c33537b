//! Definitions in whose place a build may have a macro of their name: `#ifdef HAVE_ITEM`, `#define own_item item`, `#else`, `struct own_item {`.

use crate::base::caps;
use crate::base::score::Millionths;
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::outcome::confidence;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::role::is_member;
use crate::shard::body::{Role, Site};
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Symbol, SymbolKind};

/// The macros of which a build may have one in place of definitions that were found, and the variables that are declared where it has not the macro that was.
pub(in crate::link) fn macros_instead(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> Vec<(Ref, Rule)> {
    let mut macros: Vec<(Ref, Rule)> = Vec::new();
    if !linker.own.habits().preprocessed {
        return macros;
    }
    let or_macro = |symbol: Ref| linker.is(symbol, |it| it.flags.has(Flags::OR_MACRO));
    let unsure: Vec<(Ref, Rule)> = symbols.iter().copied().filter(|(symbol, _)| or_macro(*symbol)).take(caps::MAX_CANDIDATES).collect();
    for (symbol, rule) in unsure {
        let Some(file) = linker.load(symbol.file) else { continue };
        let Some(name) = file.facts.symbol(symbol.symbol).map(|it| it.name.clone()) else { continue };
        // What the file itself binds a name to is what may be meant where the name stands.
        let bound = if is_own(linker, symbol) && !is_member(linker, site) { Some(bound_here(linker, site)) } else { None };
        for found in linker.asker.symbols_named((symbol.file, &file), "", &name, |it| takes_place(it, site.role)) {
            let is_bound = bound.as_ref().is_none_or(|bound| bound.contains(&found.symbol));
            if is_bound && !macros.iter().any(|(other, _)| *other == found) {
                macros.push((found, rule));
            }
        }
    }
    // What is declared beside a macro may have given way to its definition in another file.
    let seen = symbols.iter().copied().filter(|(symbol, _)| linker.is(*symbol, |it| takes_place(it, site.role))).take(caps::MAX_CANDIDATES);
    for (symbol, rule) in seen.collect::<Vec<_>>() {
        let Some(file) = linker.load(symbol.file).filter(|_| !macros.iter().any(|(other, _)| *other == symbol)) else { continue };
        let Some(name) = file.facts.symbol(symbol.symbol).map(|it| it.name.clone()) else { continue };
        // A variable that is but declared in the other arm was not looked for, since the file has the macro.
        let declared = |it: &Symbol| it.kind.is_value() && it.flags.has(Flags::DECLARATION);
        let is_left_out = !linker.is_built_by_default(symbol);
        let is_other = |it: &Symbol| it.flags.has(Flags::OR_MACRO) || (is_left_out && declared(it));
        let others = linker.asker.symbols_named((symbol.file, &file), "", &name, is_other);
        if others.is_empty() {
            continue;
        }
        macros.push((symbol, rule));
        macros.extend(others.into_iter().filter(|it| linker.is(*it, declared)).map(|it| (it, rule)));
    }
    macros
}

/// Which builds are without some members, because a macro stands in the place of their type there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::link) enum Unsure {
    /// Some, and nothing tells which.
    Some,
    /// Those with default settings.
    Usual,
}

impl Unsure {
    /// How sure each of some members is, of a rule that is as sure as that where all builds have them.
    pub(in crate::link) fn share(self, sure: Millionths, count: usize) -> Millionths {
        match self {
            Self::Some => sure.shared(count + 1),
            Self::Usual => Millionths(1_000_000 - confidence::DEFAULT_BUILD.0).shared(count),
        }
    }
}

/// Whether definitions are all members of types in whose place a build may have macros.
pub(in crate::link) fn are_of_unsure_types(linker: &Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> Option<Unsure> {
    let of_unsure = |symbol: Ref| linker.is(symbol, |it| it.flags.has(Flags::OF_OR_MACRO));
    if symbols.is_empty() || !symbols.iter().all(|(symbol, _)| of_unsure(*symbol)) {
        return None;
    }
    let is_built = symbols.iter().any(|(symbol, _)| linker.is_built_by_default(*symbol));
    Some(if is_built || linker.is_variant() || linker.is_in_left_out(site) { Unsure::Some } else { Unsure::Usual })
}

/// Which builds have an import in the place of definitions, where imports stand under conditions that these deny.
pub(in crate::link) fn are_instead_of_imports(linker: &Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> Option<Unsure> {
    let is_instead = |symbol: Ref| linker.is(symbol, |it| it.flags.has(Flags::CONDITIONAL));
    if linker.own.habits().preprocessed || symbols.is_empty() || !symbols.iter().all(|(symbol, _)| is_instead(*symbol)) {
        return None;
    }
    let is_built = symbols.iter().any(|(symbol, _)| linker.is_built_by_default(*symbol));
    Some(if is_built || linker.is_variant() || linker.is_in_left_out(site) { Unsure::Some } else { Unsure::Usual })
}

/// A macro without parameters that gives a function of its own name another one: whoever calls it means the function.
pub(in crate::link) fn without_renames(linker: &Linker<'_>, symbols: &mut Vec<(Ref, Rule)>) {
    let is_function = |it: &Symbol| it.kind.is_callable() && it.kind != SymbolKind::Macro;
    let is_rename = |it: &Symbol| it.kind == SymbolKind::Macro && takes_nothing(it);
    if symbols.iter().any(|(symbol, _)| linker.is(*symbol, is_function)) {
        symbols.retain(|(symbol, _)| !linker.is(*symbol, is_rename));
    }
}

/// Whether the preprocessor puts something in place of a name that plays a role.
fn takes_place(it: &Symbol, role: Role) -> bool {
    it.kind == SymbolKind::Macro && (role == Role::Call || takes_nothing(it))
}

fn takes_nothing(it: &Symbol) -> bool {
    it.params.is_empty() && !it.flags.has(Flags::VARIADIC)
}

fn is_own(linker: &Linker<'_>, symbol: Ref) -> bool {
    linker.load(symbol.file).is_some_and(|file| std::sync::Arc::ptr_eq(&file, &linker.own))
}

/// The definitions of the linked file that it binds the name at a site to.
fn bound_here(linker: &Linker<'_>, site: &Site) -> Vec<u32> {
    let tagged = match linker.body.expr(site.target) {
        Some(Expr::Apply { base, args }) if args.is_empty() => *base,
        _ => site.target,
    };
    let parts = match linker.body.expr(tagged) {
        Some(Expr::AnyOf(parts)) => parts.as_slice(),
        _ => &[],
    };
    parts.iter().filter_map(|part| if let Some(Expr::Symbol(symbol)) = linker.body.expr(*part) { Some(*symbol) } else { None }).collect()
}
