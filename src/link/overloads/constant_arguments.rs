//! Functions that are told apart by whether what a parameter points or refers to is constant (C++ standard, [over.ics.rank]): `f(T *)` and `f(const T *)`.

use super::arguments::{Argument, parameters, takes_surely};
use super::constants::{self, MAX_STEPS};
use super::conversions::Conversions;
use super::{pointers, signatures};
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::shard::body::Site;
use crate::shard::expr::Expr;
use crate::shard::facts::Flags;

/// Most overloads that are compared with each other; of more nothing is told.
const MAX_COMPARED: usize = 64;

/// What a function says of its parameters.
struct Taken {
    symbol: Ref,
    constant: Vec<Option<bool>>,
    /// How many type parameters it has.
    generics: usize,
}

/// Of overloads that take the same but for `const` leaves those that the arguments are meant for which are told to be constant or to change.
pub(in crate::link) fn by_constants(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    if !(2..=MAX_COMPARED).contains(&symbols.len()) || !linker.own.habits().textual_includes || !linker.own.habits().overloads {
        return;
    }
    let taken: Vec<Taken> = symbols.iter().filter_map(|(symbol, _)| taken(linker, *symbol)).collect();
    let mut left_out = Vec::new();
    for one in &taken {
        for other in &taken {
            let Some(places) = more_constant(one, other) else { continue };
            if !signatures::take_the_same(linker, one.symbol, other.symbol) {
                continue;
            }
            let told: Vec<Option<bool>> = places.into_iter().map(|at| of_argument(linker, site, at, one)).collect();
            if told.contains(&Some(true)) {
                left_out.push(one.symbol);
            } else if told.iter().all(|told| *told == Some(false)) {
                left_out.push(other.symbol);
            }
        }
    }
    if !left_out.is_empty() {
        keep_if_any(symbols, |(symbol, _)| !left_out.contains(symbol));
    }
}

fn taken(linker: &mut Linker<'_>, symbol: Ref) -> Option<Taken> {
    let file = linker.load(symbol.file)?;
    linker.asker.looked_at(&file, symbol.symbol);
    // Which arguments a condition leaves to a template is not known.
    let it = file.facts.symbol(symbol.symbol).filter(|it| !it.flags.has(Flags::BOUNDED))?;
    Some(Taken { symbol, constant: it.params.iter().map(|param| param.constant).collect(), generics: it.generics.len() })
}

/// The places of parameters that `other` takes as constant and `one` does not, where they are alike in all else.
fn more_constant(one: &Taken, other: &Taken) -> Option<Vec<usize>> {
    if one.constant.len() != other.constant.len() || one.generics != other.generics {
        return None;
    }
    let mut places = Vec::new();
    for (at, pair) in one.constant.iter().zip(&other.constant).enumerate() {
        match pair {
            (Some(false), Some(true)) => places.push(at),
            (own, other) if own == other => {}
            _ => return None,
        }
    }
    (!places.is_empty()).then_some(places)
}

/// Whether the argument that meets a parameter is constant, or what it points to: what has no place of its own is taken as constant alone. One that may
/// change is told where it is of the very type, since what a value is converted to has no place either.
fn of_argument(linker: &mut Linker<'_>, site: &Site, at: usize, function: &Taken) -> Option<bool> {
    let id = *site.args.get(at)?;
    let frame = linker.own_frame(site.enclosing);
    let file = linker.load(function.symbol.file)?;
    let takes_pointer = file.facts.symbol(function.symbol.symbol)?.params.get(at)?.pointer?;
    let argument = pointers::argument(linker, &frame, id, site.is_pointer(at));
    let placed = site.is_placed(at);
    if placed == Some(false) && argument.own.iter().any(|name| name.ends_with("[]")) {
        // A text that is written out.
        return Some(true);
    }
    if !takes_pointer {
        let placed = placed.or_else(|| match *linker.expr(&frame, id) {
            Expr::Call { callee } | Expr::CallWith { callee, .. } => constants::is_result_placed(linker, &frame, callee),
            Expr::Instance { built, .. } => Some(!built),
            Expr::Local(_) | Expr::Member { .. } | Expr::Free(_) | Expr::Symbol(_) | Expr::Element(_) => Some(true),
            _ => None,
        })?;
        if !placed {
            return Some(true);
        }
    }
    let constant = constants::of_value(linker, &frame, id, None, MAX_STEPS)?;
    if constant {
        return Some(true);
    }
    let mut arguments: Vec<Argument> = std::iter::repeat_with(Argument::default).take(at).collect();
    arguments.push(argument);
    let parameters = parameters(linker, function.symbol, &arguments, false);
    let parameter = parameters.get(at)?;
    let argument = arguments.get(at)?;
    let is_of_type =
        if parameter.wanted.is_empty() { parameter.generic.is_some() } else { takes_surely(Conversions::of(linker), parameter, argument) };
    is_of_type.then_some(false)
}
