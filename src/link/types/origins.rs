//! Where a value comes from whose type nothing tells: from something outside of the repository, from a name that nothing binds, or neither.

use std::sync::Arc;

use super::{Type, Typed};
use crate::base::Name;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::modules::left_out;
use crate::shard::body::{Local, Role};
use crate::shard::expr::{ABOVE, Expr, ExprId, REST, TAGGED, TESTED, UNTAGGED, collected_of};

/// How far a receiver is followed back to the name it comes from.
const MAX_ORIGIN: u32 = 16;

/// Whether a value is, or is reached through, a parameter of a function that was handed to a package outside of the repository: what that hands on
/// is its own more often than not.
pub(in crate::link) fn is_from_outside_callback(linker: &mut Linker<'_>, frame: &Frame, base: ExprId, depth: u32) -> bool {
    let mut origin = base;
    for _ in 0..MAX_ORIGIN {
        match *linker.expr(frame, collected_of(linker.exprs(frame), origin)) {
            Expr::Member { base: inner, .. } | Expr::At { base: inner, .. } => origin = inner,
            Expr::CallWith { .. } if is_by_macro(frame) => return false,
            Expr::Call { callee } | Expr::CallWith { callee, .. } => origin = linker.without_arguments(frame, callee),
            Expr::Element(inner) | Expr::Iterated(inner) | Expr::Unwrap(inner) => origin = inner,
            Expr::Local(local) => {
                let Some(it) = linker.body.local(local) else { return false };
                // What a test has told of another one.
                if let ([before], Some(_)) = (it.values.as_slice(), it.ty)
                    && matches!(linker.expr(frame, *before), Expr::Local(_))
                {
                    origin = *before;
                    continue;
                }
                return depth < MAX_ORIGIN && it.values.iter().any(|value| is_parameter_of_outside_callee(linker, frame, *value, depth + 1));
            }
            _ => return false,
        }
    }
    false
}

/// Whether calls that keep what they hand over are those of macros, which may make anything of it.
fn is_by_macro(frame: &Frame) -> bool {
    frame.in_body && frame.file.habits().textual_macros
}

/// Whether a value is part of what a callee takes that is external, comes from such a call itself, only wraps what it is given, or takes a foreign type there.
fn is_parameter_of_outside_callee(linker: &mut Linker<'_>, frame: &Frame, value: ExprId, depth: u32) -> bool {
    let Expr::Part { mut base, .. } = *linker.expr(frame, value) else { return false };
    // A method of an object that is handed over.
    let mut of_object = false;
    while let Expr::Member { base: object, .. } = *linker.expr(frame, base) {
        (base, of_object) = (object, true);
    }
    let Expr::Parameter { callee, index } = *linker.expr(frame, base) else { return false };
    let callee = linker.without_arguments(frame, callee);
    if !linker.step() {
        return false;
    }
    if of_object {
        let denoted = linker.denote(frame, callee);
        return !denoted.is_empty() && denoted.iter().all(|it| matches!(it.what, Denotation::Builtin(_) | Denotation::External { .. }));
    }
    let wrappers = frame.file.habits().holding.transparent;
    let wraps = match *linker.expr(frame, callee) {
        Expr::Member { base, .. } => {
            linker.denote(frame, base).iter().any(|it| matches!(&it.what, Denotation::Builtin(name) if wrappers.contains(&name.as_str())))
        }
        _ => false,
    };
    wraps
        || linker.types(frame, callee).iter().any(|typed| matches!(typed.ty, Type::External { .. }))
        || linker.takes_from_outside(frame, callee, index as usize)
        || is_brought_from_outside(linker, frame, callee)
        || is_from_outside_callback(linker, frame, callee, depth)
}

/// Whether a name is that of nothing in the repository, and an import of all that a module outside has brings it.
fn is_brought_from_outside(linker: &mut Linker<'_>, frame: &Frame, id: ExprId) -> bool {
    let Expr::Free(name) = linker.expr(frame, id) else { return false };
    let name = name.clone();
    // What headers bring is told by their library.
    if frame.file.habits().textual_includes || !linker.denote(frame, id).is_empty() {
        return false;
    }
    linker.package_bringing(frame, &name, Role::Call).is_some_and(|package| package != left_out::PACKAGE)
}

/// Whether a value is what a call gave of something that the repository does not define: a function that was handed over, a method whose name it has
/// nowhere. What collections of the language hold may be of the repository all the same.
pub(in crate::link) fn is_from_unknown_call(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, depth: u32) -> bool {
    if depth > MAX_ORIGIN || !linker.step() {
        return false;
    }
    match *linker.expr(frame, collected_of(linker.exprs(frame), id)) {
        Expr::Call { callee } | Expr::CallWith { callee, .. } => match *linker.expr(frame, linker.without_arguments(frame, callee)) {
            Expr::Local(_) => linker.types(frame, callee).is_empty(),
            Expr::Member { ref name, .. } => {
                let name = name.clone();
                !linker.is_common(&name)
                    && linker.denote(frame, callee).is_empty()
                    && linker.members_anywhere(&name).is_some_and(|members| members.is_empty())
            }
            _ => false,
        },
        Expr::Unwrap(inner) | Expr::Element(inner) | Expr::Part { base: inner, .. } => is_from_unknown_call(linker, frame, inner, depth + 1),
        Expr::Local(local) => match linker.body.local(local) {
            Some(it) => {
                it.ty.is_none() && !it.values.is_empty() && it.values.iter().all(|value| is_from_unknown_call(linker, frame, *value, depth + 1))
            }
            None => false,
        },
        _ => false,
    }
}

/// Whether a value comes, by members, calls, patterns and parameters of closures, from a type or a function of another package: it is of that package more
/// often than not. What the standard library gives may be anything, and is not counted.
pub(in crate::link) fn is_from_outside_type(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, depth: u32) -> bool {
    if depth > MAX_ORIGIN || frame.file.habits().foreign.giving_written.is_none() || !linker.step() {
        return false;
    }
    let types = linker.types(frame, id);
    if types.iter().any(|typed| matches!(&typed.ty, Type::External { package, .. } if !is_library(frame, package))) {
        return true;
    }
    if types.iter().any(|typed| holds_own(&typed.ty)) {
        return false;
    }
    match *linker.expr(frame, id) {
        Expr::CallWith { .. } if is_by_macro(frame) => false,
        Expr::Member { base: inner, .. }
        | Expr::Element(inner)
        | Expr::Iterated(inner)
        | Expr::At { base: inner, .. }
        | Expr::Unwrap(inner)
        | Expr::Part { base: inner, .. }
        | Expr::Parameter { callee: inner, .. }
        | Expr::Call { callee: inner }
        | Expr::CallWith { callee: inner, .. } => is_from_outside_type(linker, frame, linker.without_arguments(frame, inner), depth + 1),
        Expr::AnyOf(ref parts) => parts.iter().any(|part| is_from_outside_type(linker, frame, *part, depth + 1)),
        Expr::Instance { ty, .. } => is_type_outside(linker, frame, ty),
        Expr::Local(local) => match linker.body.local(local).filter(|_| frame.in_body) {
            Some(Local { ty: Some(ty), .. }) => match linker.rest_of(frame, *ty) {
                Some(value) => is_from_outside_type(linker, frame, value, depth + 1),
                None => is_type_outside(linker, frame, *ty),
            },
            Some(it) => it.values.iter().any(|value| is_from_outside_type(linker, frame, *value, depth + 1)),
            None => false,
        },
        _ => false,
    }
}

fn is_library(frame: &Frame, package: &str) -> bool {
    frame.file.habits().foreign.giving_written.is_some_and(|library| library.contains(&package))
}

/// Whether a type is one of another package with arguments among which is nothing of the repository: `Request<()>`, not `Table<Own>`.
fn is_type_outside(linker: &mut Linker<'_>, frame: &Frame, ty: ExprId) -> bool {
    let Expr::Apply { base, .. } = *linker.expr(frame, ty) else { return false };
    let is_of_others = |it: &Found| matches!(&it.what, Denotation::External { package, .. } if !is_library(frame, package));
    linker.denote(frame, base).iter().any(is_of_others) && !linker.instances(frame, ty).iter().any(|typed| holds_own(&typed.ty))
}

/// Whether a type is of the repository, or has an argument that is.
pub(in crate::link) fn holds_own(ty: &Type) -> bool {
    match ty {
        Type::Instance { .. } | Type::Object(_) | Type::Callable(_) | Type::Module(_) => true,
        Type::Foreign { args, .. } => args.iter().any(holds_own),
        Type::Tuple(parts) => parts.iter().any(holds_own),
        Type::External { .. } => false,
    }
}

/// Whether a value lies outside of the repository and nothing says what it holds.
pub(super) fn is_unspecified(typed: &Typed) -> bool {
    matches!(&typed.ty, Type::Foreign { args, .. } if args.is_empty())
}

/// The test framework that fills a parameter of a test by its name (`def test_x(monkeypatch):`), where nothing else says what it is.
pub(in crate::link) fn filled_by_framework(linker: &Linker<'_>, base: ExprId) -> Option<Name> {
    let (package, names) = linker.own.habits().fixtures;
    let Some(Expr::Local(local)) = linker.body.expr(base) else { return None };
    let it = linker.body.local(*local)?;
    let is_bare = it.parameter_of.is_some() && it.ty.is_none() && it.values.is_empty() && linker.own.of_tests;
    (is_bare && names.binary_search(&it.name.as_str()).is_ok()).then(|| Name::new_static(package))
}

/// Whether a value comes, by members and calls of methods, from a bare name that is written like a variable.
pub(in crate::link) fn is_variable(linker: &Linker<'_>, frame: &Frame, base: ExprId) -> bool {
    let mut origin = base;
    for _ in 0..MAX_ORIGIN {
        match *linker.expr(frame, origin) {
            Expr::Free(ref name) => return name.starts_with(|first: char| first.is_lowercase()),
            Expr::Call { callee } => match *linker.expr(frame, linker.without_arguments(frame, callee)) {
                Expr::Member { base, .. } => origin = base,
                _ => return false,
            },
            Expr::Member { base: inner, .. } | Expr::Element(inner) | Expr::Unwrap(inner) => origin = inner,
            _ => return false,
        }
    }
    false
}

/// Whether a value comes, by members, calls and elements, from a name that nothing binds or from an import that leads nowhere.
pub(in crate::link) fn is_from_nowhere(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, depth: u32) -> bool {
    if depth > MAX_ORIGIN {
        return false;
    }
    let id = collected_of(linker.exprs(frame), id);
    match *linker.expr(frame, id) {
        Expr::CallWith { .. } if is_by_macro(frame) => false,
        Expr::Free(_) => linker.denote(frame, id).is_empty(),
        Expr::Import(import) => {
            let own = Arc::clone(&linker.own);
            linker.import_modules(&own, import).is_empty()
        }
        Expr::Member { base: inner, .. }
        | Expr::Call { callee: inner }
        | Expr::CallWith { callee: inner, .. }
        | Expr::Element(inner)
        | Expr::Iterated(inner)
        | Expr::At { base: inner, .. }
        | Expr::Unwrap(inner)
        | Expr::Part { base: inner, .. }
        | Expr::Instance { ty: inner, .. } => is_from_nowhere(linker, frame, inner, depth + 1),
        Expr::Generic { ref name, ref bounds } if name == ABOVE => bounds.iter().all(|base| is_from_nowhere(linker, frame, *base, depth + 1)),
        // What is written with brackets, such as an array, is named by its parts.
        Expr::Apply { base: inner, ref args } => match (linker.expr(frame, inner), args.first()) {
            (Expr::Free(name), Some(part)) if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                is_from_nowhere(linker, frame, *part, depth + 1)
            }
            (Expr::Literal(mark), _) if mark == TESTED => args.last().is_some_and(|tested| is_from_nowhere(linker, frame, *tested, depth + 1)),
            (Expr::Literal(mark), Some(value)) if matches!(mark.as_str(), REST | TAGGED | UNTAGGED) => {
                is_from_nowhere(linker, frame, *value, depth + 1)
            }
            _ => is_from_nowhere(linker, frame, inner, depth + 1),
        },
        Expr::Local(local) => match linker.body.local(local) {
            Some(it) if it.ty.is_none() => !it.values.is_empty() && it.values.iter().all(|value| is_from_nowhere(linker, frame, *value, depth + 1)),
            Some(it) => it.ty.is_some_and(|ty| is_from_nowhere(linker, frame, ty, depth + 1)),
            None => false,
        },
        _ => false,
    }
}

/// The bare name that a value comes from by members, calls and elements, and what it does there.
pub(in crate::link) fn bare_origin(linker: &Linker<'_>, frame: &Frame, base: ExprId) -> Option<(Name, Role)> {
    let (mut origin, mut role) = (base, Role::Read);
    for _ in 0..MAX_ORIGIN {
        origin = match linker.expr(frame, collected_of(linker.exprs(frame), origin)) {
            Expr::Free(name) => return Some((name.clone(), role)),
            Expr::Local(local) => {
                let local = linker.body.local(*local)?;
                let left = local.ty.and_then(|ty| linker.rest_of(frame, ty));
                role = if local.ty.is_some() && left.is_none() { Role::Type } else { Role::Read };
                left.or(local.ty).or_else(|| local.values.first().copied())?
            }
            Expr::Call { callee } => {
                role = Role::Call;
                *callee
            }
            Expr::Apply { base, args } if matches!(linker.expr(frame, *base), Expr::Literal(mark) if mark == TESTED) => *args.last()?,
            other => {
                // What is called of a value is no name of its own.
                role = if matches!(other, Expr::Apply { .. } | Expr::Instance { .. }) { role } else { Role::Read };
                other.parts().next()?
            }
        };
    }
    None
}
