//! Function templates that are there only where a condition on their arguments holds: what the condition says is not read, so that none of them is told to
//! be meant where another overload takes the arguments as well (C++ standard, [temp.constr], [temp.deduct]).

use super::arguments::{Argument, is_ruled_out, parameters};
use super::conversions::Conversions;
use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::outcome::rules::Rule;
use crate::shard::facts::{Flags, Owner};

/// Puts back what takes the arguments too, where all that is left are such templates; `all` are those that take the number of arguments.
pub(super) fn doubt(linker: &mut Linker<'_>, all: &[(Ref, Rule)], symbols: &mut Vec<(Ref, Rule)>, arguments: &[Argument]) {
    let is_bounded = |linker: &Linker<'_>, symbol: Ref| linker.is(symbol, |it| it.flags.has(Flags::BOUNDED));
    if symbols.is_empty() || symbols.len() == all.len() || !symbols.iter().all(|(symbol, _)| is_bounded(linker, *symbol)) {
        return;
    }
    let conversions = Conversions::of(linker);
    for (symbol, rule) in all.iter().copied() {
        let known = symbols.iter().any(|(other, _)| *other == symbol);
        // A class may take values of other types by a constructor of its own.
        if !known && !is_ruled_out(conversions, &parameters(linker, symbol, arguments, false), arguments) {
            symbols.push((symbol, rule));
        }
    }
}

/// Whether some members stand where others do not, and only those values of their type have them whose type arguments are of some kind
/// (`extension Wrapper where Base: View`): the arguments of a call do not tell which these are.
pub(super) fn are_of_other_values(linker: &Linker<'_>, symbols: &[(Ref, Rule)]) -> bool {
    let is_added = |symbol: Ref| linker.is(symbol, |it| it.flags.has(Flags::BOUNDED) && matches!(it.owner, Owner::Extension(_)));
    symbols.windows(2).any(|pair| pair[0].0.file != pair[1].0.file) && symbols.iter().any(|(symbol, _)| is_added(*symbol))
}
