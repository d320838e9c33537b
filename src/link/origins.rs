//! Where a value comes from whose type nothing tells: from something outside of the repository, or not.

use super::eval::{Denotation, Found, Frame, Linker};
use super::receivers::{MAX_ORIGIN, without_arguments};
use super::types::Type;
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId};

/// Whether a value is, or is reached through, a parameter of a function that was handed to a package outside of the repository: what that hands on
/// is its own more often than not.
pub(super) fn is_from_outside_callback(linker: &mut Linker<'_>, frame: &Frame, base: ExprId, depth: u32) -> bool {
    let mut origin = base;
    for _ in 0..MAX_ORIGIN {
        match *linker.expr(frame, origin) {
            Expr::Member { base: inner, .. } | Expr::At { base: inner, .. } => origin = inner,
            Expr::Call { callee } | Expr::CallWith { callee, .. } => origin = without_arguments(linker, callee),
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

/// Whether a value is part of what a callee takes that is external, comes from such a call itself, only wraps what it is given, or takes a foreign type there.
fn is_parameter_of_outside_callee(linker: &mut Linker<'_>, frame: &Frame, value: ExprId, depth: u32) -> bool {
    let Expr::Part { base, .. } = *linker.expr(frame, value) else { return false };
    let Expr::Parameter { callee, index } = *linker.expr(frame, base) else { return false };
    if !linker.step() {
        return false;
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
        || is_from_outside_callback(linker, frame, callee, depth)
}

/// Whether a value is what a call gave of something that the repository does not define: a function that was handed over, a method whose name it has
/// nowhere. What collections of the language hold may be of the repository all the same.
pub(super) fn is_from_unknown_call(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, depth: u32) -> bool {
    if depth > MAX_ORIGIN || !linker.step() {
        return false;
    }
    match *linker.expr(frame, id) {
        Expr::Call { callee } | Expr::CallWith { callee, .. } => match *linker.expr(frame, without_arguments(linker, callee)) {
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
pub(super) fn is_from_outside_type(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, depth: u32) -> bool {
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
        Expr::Member { base: inner, .. }
        | Expr::Element(inner)
        | Expr::Iterated(inner)
        | Expr::At { base: inner, .. }
        | Expr::Unwrap(inner)
        | Expr::Part { base: inner, .. }
        | Expr::Parameter { callee: inner, .. }
        | Expr::Call { callee: inner }
        | Expr::CallWith { callee: inner, .. } => is_from_outside_type(linker, frame, without_arguments(linker, inner), depth + 1),
        Expr::AnyOf(ref parts) => parts.iter().any(|part| is_from_outside_type(linker, frame, *part, depth + 1)),
        Expr::Instance { ty, .. } => is_type_outside(linker, frame, ty),
        Expr::Local(local) => match linker.body.local(local).filter(|_| frame.in_body) {
            Some(Local { ty: Some(ty), .. }) => is_type_outside(linker, frame, *ty),
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
fn holds_own(ty: &Type) -> bool {
    match ty {
        Type::Instance { .. } | Type::Object(_) | Type::Callable(_) | Type::Module(_) => true,
        Type::Foreign { args, .. } => args.iter().any(holds_own),
        Type::Tuple(parts) => parts.iter().any(holds_own),
        Type::External { .. } => false,
    }
}
