//! The phases in which overloads are tried: as the arguments are, then with values put into objects and taken out of them, then as lists of any length
//! (Java Language Specification, 15.12.2).

use std::sync::Arc;

use super::arguments::{Argument, Parameter, STRANGER, likeness, parameters};
use super::conversions::Conversions;
use super::is_variadic;
use crate::languages::habits::Arithmetic;
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::outcome::kept::keep_told;
use crate::link::outcome::rules::Rule;
use crate::link::types::widths::wider;
use crate::shard::body::Site;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Flags;

const STRICT: u8 = 1;
const LOOSE: u8 = 2;
const LIST: u8 = 3;
const NEVER: u8 = 4;

/// The phase in which an overload is met at the earliest, and the one in which it is for sure.
#[derive(Clone, Copy)]
struct Phases {
    earliest: u8,
    surely: u8,
}

impl Phases {
    fn of(earliest: u8, surely: u8) -> Self {
        Self { earliest, surely }
    }

    fn and(self, other: Self) -> Self {
        Self { earliest: self.earliest.max(other.earliest), surely: self.surely.max(other.surely) }
    }
}

/// Leaves out of overloads and of those of the types above what is met in a later phase than another one of them is for sure. Where none of a type's own
/// is left, the others take their place; whether they do.
pub(in crate::link) fn keep_earliest(
    linker: &mut Linker<'_>,
    site: &Site,
    symbols: &mut Vec<(Ref, Rule)>,
    above: &mut Vec<(Ref, Rule)>,
    arguments: &[Argument],
) -> bool {
    let arithmetic = linker.own.habits().arguments.arithmetic;
    let is_whole = site.arg_count.is_some_and(|count| usize::from(count) == arguments.len() && site.args.len() == arguments.len());
    if arithmetic.plain.is_empty() || !is_whole {
        return false;
    }
    let values: Vec<bool> = site.args.iter().map(|id| is_value(linker, *id)).collect();
    let mut of = |symbols: &[(Ref, Rule)]| -> Vec<Phases> {
        symbols.iter().map(|(symbol, _)| phases(linker, &arithmetic, *symbol, arguments, &values)).collect()
    };
    let (own, others) = (of(symbols), of(above));
    let first = own.iter().chain(&others).map(|it| it.surely).min().unwrap_or(NEVER);
    let is_met = |it: Phases| first == NEVER || it.earliest <= first;
    keep_told(symbols, own.into_iter().map(is_met));
    keep_told(above, others.into_iter().map(is_met));
    let is_above = symbols.is_empty();
    if is_above {
        std::mem::swap(symbols, above);
    }
    is_above
}

/// Whether an argument is a value whatever it is: what names a method is none, and is written as a member is that is read.
fn is_value(linker: &Linker<'_>, id: ExprId) -> bool {
    matches!(linker.body.expr(id), Some(Expr::Local(_) | Expr::Call { .. } | Expr::CallWith { .. } | Expr::Instance { .. } | Expr::Element(_)))
}

fn phases(linker: &mut Linker<'_>, arithmetic: &Arithmetic, symbol: Ref, arguments: &[Argument], values: &[bool]) -> Phases {
    let (count, is_list) = linker.about(symbol, |it| (it.params.len(), it.flags.has(Flags::VARIADIC))).unwrap_or_default();
    if is_list {
        // An array may take the place of the list.
        let as_array = count == arguments.len() && arguments.last().is_none_or(|last| !last.is_plain());
        return Phases::of(if as_array { STRICT } else { LIST }, NEVER);
    }
    let conversions = Conversions::of(linker);
    let top = wider(linker.own.habits().arguments.widened, "");
    let own = parameters(linker, symbol, arguments, false);
    if own.len() != arguments.len() {
        return Phases::of(STRICT, NEVER);
    }
    let met = own.iter().zip(arguments).zip(values).map(|((parameter, argument), is_value)| {
        let takes_all = parameter.variable || (!parameter.wanted.is_empty() && parameter.wanted.iter().all(|name| top.contains(name)));
        met(conversions, arithmetic, parameter, argument, takes_all, *is_value)
    });
    met.fold(Phases::of(STRICT, STRICT), Phases::and)
}

fn met(conversions: Conversions, arithmetic: &Arithmetic, parameter: &Parameter, argument: &Argument, takes_all: bool, is_value: bool) -> Phases {
    let is_known = !parameter.wanted.is_empty() || takes_all;
    if argument.null {
        return match (parameter.primitive, is_known) {
            (true, _) => Phases::of(NEVER, NEVER),
            (false, known) => Phases::of(STRICT, if known { STRICT } else { NEVER }),
        };
    }
    if argument.shape.is_some() || !is_known {
        return Phases::of(STRICT, NEVER);
    }
    if argument.types.is_empty() || argument.own.is_empty() {
        // Whatever it is, it is an object or is put into one.
        return Phases::of(STRICT, if takes_all && is_value { LOOSE } else { NEVER });
    }
    let plain = argument.own.iter().filter(|name| arithmetic.is_plain(name)).count();
    let is_mixed = plain > 0 && plain < argument.own.len();
    let phase = if (plain > 0) == parameter.primitive { STRICT } else { LOOSE };
    let likeness = if takes_all { None } else { Some(likeness(conversions, parameter, argument)) };
    match likeness {
        _ if is_mixed => Phases::of(STRICT, NEVER),
        // What names a method is of no type that is named.
        None if is_value || argument.own.iter().all(|name| !parameter.wanted.contains(name)) => Phases::of(phase, phase),
        Some(likeness) if likeness > 0 => Phases::of(phase, phase),
        Some(likeness) if likeness <= STRANGER => Phases::of(NEVER, NEVER),
        _ => Phases::of(STRICT, NEVER),
    }
}

/// The id of the first that is declared of overloads that nothing tells apart.
pub(in crate::link) fn first_of_tied(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> Option<Arc<str>> {
    let tied = symbols.len() > 1 && linker.own.habits().overloads && symbols.iter().all(|(_, rule)| *rule == Rule::Overload);
    if !tied {
        return None;
    }
    let mut places = Vec::new();
    for (symbol, _) in symbols {
        // Of what one owner has under a name the order can be asked for, of what several have it cannot.
        let owner = linker.about(*symbol, |it| it.qualified.clone())?;
        let file = linker.load(symbol.file)?;
        // What is written in a type and what is defined for it elsewhere have one name, and are asked for apart.
        let asked = linker.about(*symbol, |it| file.facts.owner_name(it.owner).to_owned())?;
        places.push(((file.path.clone(), owner, asked), *symbol));
    }
    // What hands a call on to an overload of its own name hardly calls itself; a list of any length is tried last, and what a type has itself is nearer.
    let own = symbols.first().and_then(|(first, _)| linker.about(*first, |it| (first.file, it.owner)));
    let strict = linker.own.habits().arguments.exact_arity;
    let behind = |it: Ref| {
        let is_around = Some(it.symbol) == site.enclosing && Some(it.file) == linker.own_slot();
        let is_above = strict && linker.about(it, |symbol| (it.file, symbol.owner)) != own;
        (is_around, strict && is_variadic(linker, it), is_above)
    };
    places.sort_by(|lhs, rhs| (behind(lhs.1), &lhs.0, lhs.1.symbol).cmp(&(behind(rhs.1), &rhs.0, rhs.1.symbol)));
    places.first().and_then(|(_, first)| linker.id(*first))
}
