//! Whether a method takes what a method of a type above takes.

use std::sync::Arc;

use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::loaded::Loaded;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Imported, Symbol, Visibility};

/// How deep arrays of arrays are compared.
const MAX_DEPTH: u32 = 8;

/// Of members of one type those whose parameters are those of `method`: as written, else where there is one such member, as far as the names of types
/// tell and up to type parameters of the type above, which stand for any type.
pub(in crate::link) fn same(linker: &mut Linker<'_>, overriding: Overriding, method: Ref, members: Vec<Ref>) -> Vec<Ref> {
    let Some((file, symbol)) = side(linker, method) else { return Vec::new() };
    let own = &file.facts.symbols[symbol];
    let mut written = Vec::new();
    let mut alike = Vec::new();
    let count = members.len();
    for member in members {
        let Some((other_file, at)) = side(linker, member) else { continue };
        let other = &other_file.facts.symbols[at];
        if overriding == Overriding::Signature && other.visibility == Visibility::Package {
            linker.asker.namespace_of(&file);
            linker.asker.namespace_of(&other_file);
            if other_file.facts.namespace != file.facts.namespace {
                continue;
            }
        }
        if own.overload.is_some() && own.overload == other.overload {
            written.push(member);
        } else if is_alike(overriding, (&file, own), (&other_file, other)) {
            alike.push(member);
        }
    }
    // Names do not tell a value from a pointer to it: where nothing else is called so, one that is written otherwise is meant.
    let is_clear = overriding == Overriding::Signature || (count == 1 && is_alone(&file, own));
    match (written.is_empty(), alike.len()) {
        (false, _) => written,
        (true, 1) if is_clear => alike,
        _ => Vec::new(),
    }
}

/// Whether two methods take the same, pointers and values told apart as far as they are.
pub(in crate::link) fn take_the_same(linker: &Linker<'_>, one: Ref, other: Ref) -> bool {
    let (Some((file, own)), Some((other_file, other))) = (side(linker, one), side(linker, other)) else { return false };
    let (own, other) = (&file.facts.symbols[own], &other_file.facts.symbols[other]);
    let point_alike = || own.params.iter().zip(&other.params).all(|(own, other)| own.pointer == other.pointer);
    is_alike(linker.own.habits().overriding, (&file, own), (&other_file, other)) && point_alike()
}

fn side(linker: &Linker<'_>, method: Ref) -> Option<(Arc<Loaded>, usize)> {
    let file = linker.load(method.file)?;
    let at = method.symbol as usize;
    file.facts.symbols.get(at)?;
    Some((file, at))
}

/// Whether no other member of its owner is called like it.
fn is_alone(file: &Loaded, symbol: &Symbol) -> bool {
    file.named(file.facts.owner_name(symbol.owner), &symbol.name).count() == 1
}

fn is_alike(overriding: Overriding, (file, own): (&Loaded, &Symbol), (other_file, other): (&Loaded, &Symbol)) -> bool {
    own.params.len() == other.params.len()
        && own.flags.has(Flags::VARIADIC) == other.flags.has(Flags::VARIADIC)
        && own.params.iter().zip(&other.params).all(|(own, other)| match (own.ty, other.ty) {
            (Some(own), Some(other)) => is_same_type(overriding, (file, own), (other_file, other), 0),
            (own, other) => own == other,
        })
}

/// Whether two types have one simple name; the arguments of arrays count, those of other generic types do not.
fn is_same_type(overriding: Overriding, own: (&Loaded, ExprId), other: (&Loaded, ExprId), depth: u32) -> bool {
    if let Some(Expr::Generic { .. }) = expr(other) {
        let is_primitive = name(own).is_some_and(|it| it.starts_with(|first: char| first.is_ascii_lowercase()));
        return overriding == Overriding::Virtual || !is_primitive;
    }
    let array = own.0.habits().arguments.array;
    match (name(own), name(other)) {
        (Some(one), Some(another)) if one == another => match (expr(own), expr(other)) {
            (Some(Expr::Apply { args: one, .. }), Some(Expr::Apply { args: another, .. })) if array == Some(name(own).unwrap_or_default()) => {
                depth < MAX_DEPTH
                    && one.len() == another.len()
                    && one.iter().zip(another).all(|(one, another)| is_same_type(overriding, (own.0, *one), (other.0, *another), depth + 1))
            }
            _ => true,
        },
        _ => false,
    }
}

fn expr((file, id): (&Loaded, ExprId)) -> Option<&Expr> {
    file.facts.expr(id)
}

/// The simple name of a type as it is written.
fn name((file, id): (&Loaded, ExprId)) -> Option<&str> {
    match expr((file, id))? {
        Expr::Free(name) | Expr::Literal(name) | Expr::Member { name, .. } | Expr::Generic { name, .. } => Some(name.trim_start_matches("::")),
        Expr::Symbol(symbol) => file.facts.symbol(*symbol).map(|it| it.name.as_str()),
        Expr::Import(import) => file.facts.import(*import).map(|it| match &it.imported {
            Imported::Item(name) => name.as_str(),
            _ => it.binding.as_str(),
        }),
        Expr::Apply { base, .. } => {
            // A base is a name: one more level is all there is.
            match expr((file, *base))? {
                Expr::Apply { .. } => None,
                _ => name((file, *base)),
            }
        }
        _ => None,
    }
}
