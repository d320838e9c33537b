//! Pointers and values, references too, held against parameters of the one and the other kind, where types stand for both.

use super::arguments::{Argument, STRANGER};
use super::conversions::Conversions;
use crate::base::Name;
use crate::languages::habits::Arguments;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::types::Type;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, SymbolKind};

/// What any pointer is taken for.
const ANY: &str = "void";
/// The number that a pointer is taken for.
const TRUTH: &str = "bool";
/// The likeness of what is converted, of what is where there is nothing better, and of what a class may convert, though nothing says that it does.
const CONVERTED: i32 = 2;
const LAST: i32 = 1;
const PERHAPS: i32 = -1;

/// How far a pointer or a value goes with a parameter of which it is told whether they are pointers, each with the names of its types, as
/// `arguments::likeness` counts it (C++ standard, conv); `None` where their types say it.
pub(in crate::link) fn likeness(conversions: Conversions, (wanted, parameter): (bool, &[Name]), (given, argument): (bool, &[Name])) -> Option<i32> {
    if conversions.keep_references_apart() {
        return None;
    }
    let numbers = |types: &[Name]| conversions.are_numbers(types);
    match (wanted, given) {
        (false, false) => None,
        (true, false) => Some(if numbers(argument) { STRANGER } else { PERHAPS }),
        (false, true) => {
            // A text that is written out is taken for what its own type says.
            let is_text = argument.iter().any(|name| name.ends_with("[]"));
            let other = match () {
                () if parameter.iter().any(|name| name == TRUTH) => LAST,
                () if numbers(parameter) => return Some(STRANGER),
                () => PERHAPS,
            };
            (!is_text).then_some(other)
        }
        (true, true) if parameter.iter().any(|name| name == ANY) => argument.iter().all(|name| name != ANY).then_some(CONVERTED),
        (true, true) => {
            let same = argument.iter().any(|one| parameter.iter().any(|other| conversions.may_be_same(one, other)));
            (numbers(parameter) && numbers(argument) && !same).then_some(STRANGER)
        }
    }
}

/// Whether a value is a pointer, as `pointer` says: not where it is said to be none, and its type may stand for one.
pub(in crate::link) fn told(linker: &mut Linker<'_>, frame: &Frame, ty: Option<ExprId>, pointer: Option<bool>) -> Option<bool> {
    pointer.filter(|is_pointer| *is_pointer || ty.is_some_and(|ty| is_plain(linker, frame, ty)))
}

/// The same of an argument. What is no variable says itself what it is.
pub(in crate::link) fn of_argument(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, pointer: Option<bool>) -> Option<bool> {
    let ty = match linker.body.expr(id) {
        Some(Expr::Local(local)) => linker.body.local(*local).and_then(|it| it.ty),
        _ => None,
    };
    if ty.is_some() { told(linker, frame, ty, pointer) } else { pointer }
}

/// The same of what a function gives or a name stands for, by its declaration.
fn of_given(linker: &mut Linker<'_>, frame: &Frame, id: ExprId) -> Option<bool> {
    let habits = linker.own.habits();
    let named = match *linker.body.expr(id)? {
        Expr::Call { callee } | Expr::CallWith { callee, .. } => callee,
        Expr::Member { .. } | Expr::Free(_) | Expr::Symbol(_) => id,
        _ => return None,
    };
    if !habits.textual_includes || !habits.overloads {
        return None;
    }
    let is_call = named != id;
    let mut told = None;
    for found in linker.denote(frame, named) {
        let symbol = found.what.symbol()?;
        let file = linker.load(symbol.file)?;
        linker.asker.looked_at(&file, symbol.symbol);
        let it = file.facts.symbol(symbol.symbol).filter(|it| it.kind.is_callable() == is_call)?;
        let is_written = !is_call || [Flags::OF_VALUE, Flags::OF_CONSTANT, Flags::OF_CHANGING].iter().any(|flag| it.flags.has(*flag));
        let own = if it.flags.has(Flags::OF_POINTER) {
            Some(true)
        } else {
            self::told(linker, &Frame::facts(&file, symbol.symbol), it.ty.filter(|_| is_written), Some(false))
        };
        if own.is_none() || told.is_some_and(|told| own != Some(told)) {
            return None;
        }
        told = own;
    }
    told
}

/// What is known of an argument, and whether it is a pointer. A letter that a function gives or a field holds is a text as often as not: its type is spoken
/// of without the `*`.
pub(in crate::link) fn argument(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, pointer: Option<bool>) -> Argument {
    let argument = Argument::of(linker, frame, id);
    let pointer = of_argument(linker, frame, id, pointer);
    let is_given = matches!(linker.body.expr(id), Some(Expr::Call { .. } | Expr::CallWith { .. } | Expr::Member { .. }));
    let pointer = if pointer.is_none() { of_given(linker, frame, id) } else { pointer };
    if pointer.is_none() && is_given && Conversions::of(linker).are_letters(&argument.own) {
        return Argument::default();
    }
    argument.pointing(pointer)
}

/// Whether a type is of no pointers: what another name, or a type parameter, stands for may be one.
fn is_plain(linker: &mut Linker<'_>, frame: &Frame, ty: ExprId) -> bool {
    if matches!(linker.expr(frame, ty), Expr::Generic { .. } | Expr::Local(_)) {
        return false;
    }
    let is_other_name = |linker: &Linker<'_>, what: &Denotation| {
        what.symbol().is_some_and(|symbol| linker.is(symbol, |it| matches!(it.kind, SymbolKind::TypeAlias | SymbolKind::Macro)))
    };
    if linker.denote(frame, ty).iter().any(|found| is_other_name(linker, &found.what)) {
        return false;
    }
    let Arguments { numbers, references_apart, .. } = frame.file.habits().arguments;
    let types = linker.instances(frame, ty);
    let is_known = |ty: &Type| match ty {
        Type::Instance { .. } => true,
        // What another package declares may be another name.
        Type::Foreign { .. } | Type::Tuple(_) if references_apart => true,
        Type::Foreign { name, .. } => numbers.iter().any(|(number, _)| number == name),
        _ => false,
    };
    !types.is_empty() && types.iter().all(|typed| is_known(&typed.ty))
}
