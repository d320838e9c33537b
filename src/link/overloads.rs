//! Which of several definitions of one name a site means: by what it does with the name, by its arguments.

use super::ask::Ref;
use super::census;
use super::eval::{Denotation, Frame, Linker};
use super::rules::Rule;
use super::types::Type;
use crate::base::{Name, caps};
use crate::shard::body::{Role, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Symbol, SymbolKind};

/// Most arguments that are compared.
pub(super) const MAX_ARGUMENTS: usize = 6;

/// A type and its field of one name stand side by side: a call means what can be called, a read what holds a value, a type what is one.
pub(super) fn by_role(linker: &Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    if symbols.len() < 2 {
        return;
    }
    let apart = linker.own.language.semantics.habits().fields_apart;
    let fits = |it: &Symbol| match site.role {
        Role::Call if !apart => true,
        Role::Read | Role::Write if !apart => true,
        Role::Call => it.kind.is_type() || (it.kind.is_callable() && !it.flags.has(Flags::PROPERTY)),
        Role::Read | Role::Write => it.kind.is_value() || it.flags.has(Flags::PROPERTY),
        Role::Type | Role::Extends | Role::Implements => it.kind.is_type(),
        Role::Import | Role::Decorator => true,
    };
    let is_meant = |symbol: Ref| linker.load(symbol.file).is_some_and(|file| file.facts.symbols.get(symbol.symbol as usize).is_some_and(fits));
    if symbols.iter().any(|(symbol, _)| is_meant(*symbol)) {
        symbols.retain(|(symbol, _)| is_meant(*symbol));
    }
}

/// Overloads that take the number of arguments; of those the ones whose parameters agree best with the arguments: where nothing tells them
/// apart, all of them. Where there are more than are looked at, the best of some would be a guess, and all are left.
pub(super) fn by_arguments(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    if symbols.len() >= caps::MAX_OVERLOADS {
        return;
    }
    if let Some(count) = site.arg_count
        && symbols.iter().any(|(symbol, _)| census::takes(linker, *symbol, count))
    {
        symbols.retain(|(symbol, _)| census::takes(linker, *symbol, count));
    }
    if symbols.len() < 2 || !are_overloads(linker, symbols) {
        return;
    }
    let frame = linker.own_frame(site.enclosing);
    let arguments: Vec<Argument> = site
        .args
        .iter()
        .take(MAX_ARGUMENTS)
        .map(|argument| {
            let types = linker.types(&frame, *argument);
            Argument { types: types.iter().flat_map(|typed| names(linker, &typed.ty)).collect(), declared: is_declared(linker, *argument) }
        })
        .collect();
    let agreements: Vec<i32> = symbols.iter().map(|(symbol, _)| agreement(linker, *symbol, &arguments)).collect();
    let best = agreements.iter().copied().max().unwrap_or(0);
    let mut agreements = agreements.into_iter();
    symbols.retain(|_| agreements.next() == Some(best));
    // A list of any length is tried last.
    if symbols.iter().any(|(symbol, _)| !is_variadic(linker, *symbol)) {
        symbols.retain(|(symbol, _)| !is_variadic(linker, *symbol));
    }
    symbols.iter_mut().for_each(|(_, rule)| *rule = rule.weaker(Rule::Overload));
}

/// What is known of an argument.
struct Argument {
    /// The names of its types, nearest first.
    types: Vec<Name>,
    /// The source says the type: what else it is known by may be the name of a foreign member.
    declared: bool,
}

/// Whether the source itself says the type of a value.
fn is_declared(linker: &Linker<'_>, argument: ExprId) -> bool {
    match linker.body.exprs.get(argument.0 as usize) {
        Some(Expr::Literal(_) | Expr::Instance { .. }) => true,
        Some(Expr::Local(local)) => linker.body.locals.get(*local as usize).is_some_and(|local| local.ty.is_some()),
        _ => false,
    }
}

fn is_variadic(linker: &Linker<'_>, symbol: Ref) -> bool {
    let file = linker.load(symbol.file);
    file.is_some_and(|file| file.facts.symbols.get(symbol.symbol as usize).is_some_and(|it| it.flags.has(Flags::VARIADIC)))
}

/// Whether all are callables of one name in one owner; functions of several open namespaces can be overloads of each other.
fn are_overloads(linker: &Linker<'_>, symbols: &[(Ref, Rule)]) -> bool {
    let mut known: Option<Name> = None;
    for (symbol, _) in symbols {
        let Some(file) = linker.load(symbol.file) else { return false };
        let Some(it) = file.facts.symbols.get(symbol.symbol as usize) else { return false };
        let mut path = it.qualified.rsplit('.');
        let name = path.next().unwrap_or_default();
        let open = it.kind == SymbolKind::Function && file.language.semantics.habits().textual_includes;
        let owner = if open { "" } else { path.next().unwrap_or_default() };
        let owned = Name::from(format!("{owner}.{name}"));
        if it.overload.is_none() || known.as_ref().is_some_and(|known| *known != owned) {
            return false;
        }
        known = Some(owned);
    }
    true
}

/// How well the parameters of a callable agree with the types of arguments; unknown types say nothing.
fn agreement(linker: &mut Linker<'_>, symbol: Ref, arguments: &[Argument]) -> i32 {
    let Some(file) = linker.load(symbol.file) else { return 0 };
    let Some(it) = file.facts.symbols.get(symbol.symbol as usize) else { return 0 };
    let frame = Frame::facts(&file, symbol.symbol);
    let mut agreement = 0;
    let widened = file.language.semantics.habits().widened;
    for (param, argument) in it.params.iter().zip(arguments) {
        let Some(ty) = param.ty.filter(|_| !argument.types.is_empty()) else { continue };
        let types = linker.instances(&frame, ty);
        let wanted: Vec<Name> = types.iter().filter_map(|typed| own_name(linker, &typed.ty)).collect();
        if wanted.is_empty() {
            continue;
        }
        let at = argument.types.iter().position(|name| wanted.contains(name));
        agreement += match at {
            // Nearer is better, and anything is better than a stranger; what nothing can be derived from takes none.
            Some(at) => 16 - i32::try_from(at.min(12)).unwrap_or(12),
            None if argument.declared && wanted.iter().all(|name| widened.iter().any(|(closed, _)| closed == name)) => -16,
            None => -1,
        };
    }
    agreement
}

/// The simple name of a type, then those of the types directly above it.
fn names(linker: &mut Linker<'_>, ty: &Type) -> Vec<Name> {
    let mut names: Vec<Name> = own_name(linker, ty).into_iter().collect();
    let widened = linker.own.language.semantics.habits().widened;
    if let Type::Foreign { name, .. } = ty {
        names.extend(wider(widened, name));
    }
    if let Type::Instance { ty, .. } = ty {
        for above in linker.supertypes(*ty) {
            match above.what {
                Denotation::Symbol(above) => names.extend(own_name(linker, &Type::Instance { ty: above, args: Vec::new() })),
                Denotation::External { name, .. } | Denotation::Builtin(name) => names.push(name),
                _ => {}
            }
        }
    }
    names.extend(wider(widened, ""));
    names
}

/// What values of the built-in type `narrow` are taken for, by the habits of the language.
fn wider(widened: &[(&str, &'static [&'static str])], narrow: &str) -> Vec<Name> {
    let found = widened.iter().find(|(name, _)| *name == narrow).map_or(&[][..], |(_, wider)| *wider);
    found.iter().map(|name| Name::new_static(name)).collect()
}

fn own_name(linker: &Linker<'_>, ty: &Type) -> Option<Name> {
    match ty {
        Type::Instance { ty, .. } => {
            let file = linker.load(ty.file)?;
            file.facts.symbols.get(ty.symbol as usize).map(|it| it.name.clone())
        }
        Type::Foreign { name, .. } => Some(name.clone()),
        _ => None,
    }
}
