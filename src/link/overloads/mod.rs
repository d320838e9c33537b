//! Which of several definitions of one name a site means: by what it does with the name, by its arguments.

pub(super) mod arguments;
pub(super) mod bounded;
pub(super) mod braces;
mod constant_arguments;
mod constants;
mod constructors;
pub(super) mod conversions;
pub(super) mod phases;
pub(super) mod pointers;
pub(super) mod role;
pub(super) mod shapes;
pub(super) mod signatures;

use std::sync::Arc;

use super::ask::{Ref, Slot};
use super::eval::{Denotation, Frame, Linker};
use super::loaded::Loaded;
use super::outcome::BUILTIN;
use super::outcome::kept::{keep_if_any, keep_told};
use super::outcome::rules::Rule;
use super::types::widths::wider;
use crate::base::{Name, caps};
use crate::shard::body::Site;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};
use arguments::{
    Argument, EXACT, Parameter, TAKEN, agreement, agreement_at_best, is_doubtful, is_refused, is_ruled_out, is_told, is_unboxed, parameters,
    takes_surely,
};
pub(super) use constructors::constructors_of;
use conversions::Conversions;

/// Most arguments that are compared.
pub(super) const MAX_ARGUMENTS: usize = 16;

/// How many parameters a callable has.
pub(super) fn arity(linker: &Linker<'_>, symbol: Ref) -> usize {
    linker.about(symbol, |it| it.params.len()).unwrap_or(0)
}

/// What tells a callable from its overloads, where a language has them.
pub(super) fn form(linker: &Linker<'_>, symbol: Ref) -> Option<u64> {
    let file = linker.load(symbol.file).filter(|file| file.habits().overloads)?;
    file.facts.symbol(symbol.symbol).and_then(|it| it.overload)
}

/// Whether there are several of which each is told from the others, in a language whose functions are not overloaded: what interfaces give one type for
/// different arguments of theirs.
pub(super) fn are_told(linker: &Linker<'_>, symbols: &[(Ref, Rule)]) -> bool {
    symbols.len() > 1 && symbols.iter().all(|(symbol, _)| linker.is(*symbol, |it| it.overload.is_some()))
}

/// Overloads that take the number of arguments; of those the ones whose parameters agree best with the arguments: where nothing tells them
/// apart, all of them. Where there are more than are looked at, the best of some would be a guess, and all are left. None are left, and the package
/// is given back, where what is called lies outside of the repository.
pub(super) fn by_arguments(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) -> Option<Name> {
    if symbols.len() >= caps::MAX_OVERLOADS {
        return None;
    }
    let handing = linker.with_receiver(site, symbols);
    let site = handing.as_ref().unwrap_or(site);
    if let Some(package) = linker.instead_of_taking(site, handing.as_ref(), symbols) {
        symbols.clear();
        return Some(package);
    }
    if bounded::are_of_other_values(linker, symbols) {
        keep_if_any(symbols, |(symbol, _)| site.arg_count.is_none_or(|count| accepts(linker, *symbol, count)));
        return None;
    }
    of_arguments(linker, site, symbols)
}

fn of_arguments(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) -> Option<Name> {
    if braces::built_otherwise(linker, site, symbols) {
        return None;
    }
    if linker.is_specialized_at(site, symbols) {
        symbols.iter_mut().for_each(|(_, rule)| *rule = rule.weaker(Rule::Overload));
        return None;
    }
    if let Some(count) = site.arg_count {
        if !symbols.iter().any(|(symbol, _)| accepts(linker, *symbol, count)) {
            // Where a type hides what those above have, an argument count that none of its own takes tells that it lifts theirs: `using Base::f;`.
            let (mut more, outside) = above(linker, site, symbols);
            let nearest = more.iter().position(|(symbol, _)| accepts(linker, *symbol, count));
            if nearest.is_none() && outside.is_some() && linker.own.habits().arguments.exact_arity {
                symbols.clear();
                return outside;
            }
            if nearest.is_none() && is_universal(linker, site, symbols, count) {
                symbols.clear();
                return Some(BUILTIN);
            }
            keep_owner(linker, &mut more, nearest.unwrap_or(0));
            symbols.extend(more);
        }
        keep_if_any(symbols, |(symbol, _)| accepts(linker, *symbol, count));
    }
    without_others_own(linker, symbols);
    role::without_itself(linker, site, symbols);
    constants::by_receiver(linker, site, symbols);
    constants::by_places(linker, site, symbols);
    constant_arguments::by_constants(linker, site, symbols);
    let (mut above, outside) = overloads_above(linker, site, symbols);
    let outside = outside.filter(|_| linker.own.habits().arguments.exact_arity);
    let mut is_alone = symbols.len() < 2;
    if (is_alone && above.is_empty() && outside.is_none()) || !(is_of_imports(linker, site) || are_overloads(linker, symbols)) {
        return None;
    }
    let frame = linker.own_frame(site.enclosing);
    let written = site.args.iter().take(MAX_ARGUMENTS).enumerate();
    let arguments: Vec<Argument> = written.map(|(at, id)| pointers::argument(linker, &frame, *id, site.is_pointer(at))).collect();
    if outside.is_some()
        && symbols
            .iter()
            .chain(&above)
            .all(|(symbol, _)| is_ruled_out(Conversions::of(linker), &parameters(linker, *symbol, &arguments, true), &arguments))
    {
        // What a type above from outside has under the name is all that is left.
        symbols.clear();
        return outside;
    }
    if is_alone && above.is_empty() {
        return None;
    }
    let all = symbols.clone();
    let known = arguments.iter().filter(|argument| !argument.types.is_empty()).count();
    let exact = EXACT * i32::try_from(known).unwrap_or(0);
    if phases::keep_earliest(linker, site, symbols, &mut above, &arguments) {
        is_alone = false;
        keep_owner(linker, symbols, 0);
    }
    if !is_alone {
        lists_that_fit(linker, symbols, &arguments, known);
    }
    let best = keep_closest(linker, symbols, &arguments);
    let unboxed = best < exact && leave_boxed(linker, symbols, &mut above, &arguments);
    if best < exact && !above.is_empty() && (keep_closest(linker, &mut above, &arguments) > best || unboxed) {
        keep_owner(linker, &mut above, 0);
        *symbols = above;
    } else {
        stand_beside(linker, symbols, above, &arguments);
        if is_alone && symbols.len() < 2 {
            return None;
        }
    }
    // A list of any length is tried last.
    let (lists, others): (Vec<_>, Vec<_>) = symbols.iter().copied().partition(|(symbol, _)| is_variadic(linker, *symbol));
    if !others.is_empty() && surely_taken(linker, site, &lists, &others, &arguments) {
        *symbols = others;
    }
    bounded::doubt(linker, &all, symbols, &arguments);
    symbols.iter_mut().for_each(|(_, rule)| *rule = rule.weaker(Rule::Overload));
    None
}

/// Adds those of the types above that take the arguments as well as a type's own, where nothing is known of an argument: what a type has itself comes first
/// in nothing but what it takes the place of (Java Language Specification, 15.12.2.1).
fn stand_beside(linker: &mut Linker<'_>, symbols: &mut Vec<(Ref, Rule)>, above: Vec<(Ref, Rule)>, arguments: &[Argument]) {
    if above.is_empty() || !arguments.iter().any(Argument::is_unknown) {
        return;
    }
    symbols.extend(above);
    keep_closest(linker, symbols, arguments);
}

/// Of operators those that take their operands best: `surely`, where all that is known of these is known to be taken, else where nothing is known not to be.
pub(super) fn of_operands(linker: &mut Linker<'_>, frame: &Frame, mut found: Vec<Ref>, operands: &[ExprId], surely: bool) -> Vec<Ref> {
    let conversions = Conversions::of(linker);
    let arguments: Vec<Argument> = operands.iter().take(MAX_ARGUMENTS).map(|operand| Argument::of(linker, frame, *operand)).collect();
    found.truncate(caps::MAX_OVERLOADS);
    found.retain(|symbol| {
        let own = parameters(linker, *symbol, &arguments, false);
        if surely { !is_doubtful(conversions, &own, &arguments, false) } else { !is_refused(conversions, &own, &arguments) }
    });
    let mut symbols: Vec<(Ref, Rule)> = found.into_iter().map(|symbol| (symbol, Rule::Overload)).collect();
    keep_closest(linker, &mut symbols, &arguments);
    symbols.into_iter().map(|(symbol, _)| symbol).collect()
}

/// Leaves out what is private to another file, beside what can be named: a class shares its own with those inside of it, all of one file. Where access is
/// looked at after the overload is chosen, as in C++, nothing is left out.
fn without_others_own(linker: &Linker<'_>, symbols: &mut Vec<(Ref, Rule)>) {
    if symbols.len() < 2 || !linker.own.habits().arguments.exact_arity {
        return;
    }
    let is_open = |it: &(Ref, Rule)| {
        let is_own = linker.load(it.0.file).is_some_and(|file| file.path == linker.own.path);
        is_own || !linker.is(it.0, |symbol| symbol.visibility == Visibility::Private)
    };
    keep_if_any(symbols, is_open);
}

/// Whether a callable can be called with `count` arguments, by its declaration too: a member that is defined outside of its type does not repeat the
/// defaults that stand there.
pub(super) fn accepts(linker: &mut Linker<'_>, symbol: Ref, count: u16) -> bool {
    if takes(linker, symbol, count) {
        return true;
    }
    let Some(file) = linker.load(symbol.file).filter(|file| file.habits().textual_includes) else { return false };
    let Some(it) = file.facts.symbol(symbol.symbol) else { return false };
    if usize::from(count) >= it.params.len() {
        return false;
    }
    let declares = |other: &Symbol| other.flags.has(Flags::DECLARATION) && other.overload == it.overload;
    declared_beside(linker, symbol).into_iter().any(|other| linker.is(other, declares) && takes(linker, other, count))
}

/// Whether a callable can be called with `count` arguments.
pub(super) fn takes(linker: &Linker<'_>, symbol: Ref, count: u16) -> bool {
    let Some(file) = linker.load(symbol.file) else { return false };
    file.habits().any_count.contains(&file.language.id) || names_as_many(linker, symbol, count)
}

/// Whether the parameters that a callable names take `count` arguments.
pub(super) fn names_as_many(linker: &Linker<'_>, symbol: Ref, count: u16) -> bool {
    let Some(file) = linker.load(symbol.file) else { return false };
    let Some(it) = file.facts.symbol(symbol.symbol) else { return false };
    let count = usize::from(count);
    let required = it.params.iter().filter(|param| !param.optional).count();
    if it.flags.has(Flags::VARIADIC) { count + 1 >= required } else { count >= required && count <= it.params.len() }
}

/// What is declared under the name of a function where that may be declared: in its type, or in what is seen of its namespace.
pub(super) fn declared_beside(linker: &mut Linker<'_>, symbol: Ref) -> Vec<Ref> {
    let Some(file) = linker.load(symbol.file) else { return Vec::new() };
    let Some(it) = file.facts.symbol(symbol.symbol) else { return Vec::new() };
    match it.owner {
        Owner::Extension(extension) => declared_members(linker, &file, extension, it),
        _ if it.kind == SymbolKind::Function => declared_functions(linker, &file, symbol, it),
        _ => Vec::new(),
    }
}

/// What types say themselves under the name of a member that is defined outside of them.
fn declared_members(linker: &mut Linker<'_>, file: &Arc<Loaded>, extension: u32, member: &Symbol) -> Vec<Ref> {
    let mut declared = Vec::new();
    for ty in linker.extended_types(file, extension) {
        let Some(home) = linker.load(ty.file) else { continue };
        linker.asker.looked_at(&home, ty.symbol);
        let Some(holder) = home.facts.symbol(ty.symbol) else { continue };
        declared.extend(linker.asker.symbols_named((ty.file, &home), &holder.qualified, &member.name, |_| true));
    }
    declared
}

/// What the file of a function and the files that are included here say under its name in its namespace.
fn declared_functions(linker: &mut Linker<'_>, file: &Arc<Loaded>, function: Ref, it: &Symbol) -> Vec<Ref> {
    let mut declared = linker.asker.symbols_named((function.file, file), file.facts.owner_name(it.owner), &it.name, |_| true);
    let namespace = linker.namespace_of(function).unwrap_or_default();
    let members = if namespace.is_empty() { linker.top_level("", &it.name) } else { linker.members_inside(&namespace, &it.name) };
    let files = linker.included();
    declared.extend(members.into_iter().filter(|other| other.file != function.file && files.holds(other.file)));
    declared
}

/// What types above have under the name that takes as many arguments, and that none of the overloads takes the place of; the package of a
/// type above where that is outside of the repository.
fn overloads_above(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> (Vec<(Ref, Rule)>, Option<Name>) {
    let Some(count) = site.arg_count.filter(|count| *count > 0) else { return Default::default() };
    let (mut above, outside) = inherited(linker, site, symbols);
    let (own, exact) = (Arc::clone(&linker.own), linker.own.habits().arguments.exact_arity);
    above.retain(|(symbol, _)| {
        let is_kept = exact
            && linker.is(*symbol, |it| it.visibility == Visibility::Private)
            && linker.load(symbol.file).is_some_and(|file| file.path != own.path);
        !is_kept && !linker.is_of_another_package(&own, *symbol) && takes(linker, *symbol, count)
    });
    let overriding = linker.own.habits().overriding;
    let mut below: Vec<Ref> = symbols.iter().map(|(symbol, _)| *symbol).collect();
    above.retain(|(symbol, _)| {
        let own = form(linker, *symbol);
        let is_replaced = below.iter().any(|it| form(linker, *it) == own || !signatures::same(linker, overriding, *it, vec![*symbol]).is_empty());
        below.push(*symbol);
        !is_replaced
    });
    (above, outside)
}

/// Keeps what one of the members stands beside, whose place is given.
fn keep_owner(linker: &mut Linker<'_>, members: &mut Vec<(Ref, Rule)>, at: usize) {
    let Some(wanted) = members.get(at).map(|(symbol, _)| owner_of(linker, *symbol)) else { return };
    members.retain(|(symbol, _)| owner_of(linker, *symbol) == wanted);
}

/// What a member is one of: of several blocks that add members to one type, that type.
fn owner_of(linker: &mut Linker<'_>, symbol: Ref) -> Option<(Slot, Owner)> {
    let (file, owner) = (linker.load(symbol.file)?, linker.about(symbol, |it| it.owner)?);
    let extended = match owner {
        // Where texts are included a definition out of line stands beside its declaration.
        Owner::Extension(block) if !file.habits().textual_includes => linker.extended_types(&file, block).first().copied(),
        _ => None,
    };
    Some(extended.map_or((symbol.file, owner), |it| (it.file, Owner::Symbol(it.symbol))))
}

/// Keeps the overloads whose parameters agree best with the arguments, and says how well they do.
fn keep_closest(linker: &mut Linker<'_>, symbols: &mut Vec<(Ref, Rule)>, arguments: &[Argument]) -> i32 {
    // A list of any length is tried last: what it takes one by one counts where there is nothing else.
    let lists = symbols.iter().all(|(symbol, _)| is_variadic(linker, *symbol));
    let parameters: Vec<Vec<Parameter>> = symbols.iter().map(|(symbol, _)| parameters(linker, *symbol, arguments, lists)).collect();
    let conversions = Conversions::of(linker);
    let agreements: Vec<i32> = parameters.iter().map(|own| agreement(conversions, own, &parameters, arguments)).collect();
    let best = agreements.iter().copied().max().unwrap_or(0);
    // What takes any value as it is comes behind what is written for its type (C++ standard, [over.match.best], [temp.func.order]).
    let taken_any = |own: &[Parameter]| own.iter().filter(|it| it.deduced).count();
    let at_best: Vec<i32> = parameters.iter().map(|own| agreement_at_best(conversions, own, &parameters, arguments)).collect();
    let of_best = || agreements.iter().zip(parameters.iter().zip(&at_best)).filter(|(agreement, _)| **agreement == best);
    let fewest = of_best().map(|(_, (own, _))| taken_any(own)).min().unwrap_or(0);
    let most = of_best().map(|(_, (_, at_best))| *at_best).max().unwrap_or(best);
    let mut kept = Vec::with_capacity(symbols.len());
    for (at, (symbol, _)) in symbols.iter().enumerate() {
        let own = &parameters[at];
        kept.push(if agreements[at] == best {
            taken_any(own) == fewest || !is_told(own, arguments)
        } else {
            at_best[at] > most && !is_variadic(linker, *symbol)
        });
    }
    keep_told(symbols, kept);
    best
}

/// Keeps lists of any length alone where their elements are what the arguments are taken for and nothing says that the other overloads take these. Of
/// a list that takes any value the arguments must be of its very types.
fn lists_that_fit(linker: &mut Linker<'_>, symbols: &mut Vec<(Ref, Rule)>, arguments: &[Argument], known: usize) {
    let conversions = Conversions::of(linker);
    let (mut lists, mut others): (Vec<_>, Vec<_>) = symbols.iter().copied().partition(|(symbol, _)| is_variadic(linker, *symbol));
    if known == 0 || lists.is_empty() || others.is_empty() {
        return;
    }
    let others_met: Vec<Vec<Parameter>> = others.iter().map(|(symbol, _)| parameters(linker, *symbol, arguments, false)).collect();
    lists.retain(|(symbol, _)| !is_refused(conversions, &parameters(linker, *symbol, arguments, true), arguments));
    if lists.is_empty() {
        return;
    }
    // What none of the others can take is left to the lists.
    if others_met.iter().all(|own| is_refused(conversions, own, arguments)) {
        *symbols = lists;
        return;
    }
    let any = wider(linker.own.habits().arguments.widened, "");
    let takes_any = lists.iter().any(|(symbol, _)| {
        let all = parameters(linker, *symbol, arguments, true);
        all.last().is_some_and(|last| last.wanted.iter().any(|name| any.contains(name)))
    });
    let enough = if takes_any { EXACT } else { TAKEN } * i32::try_from(known).unwrap_or(0);
    let strictly = linker.own.habits().arguments.exact_arity;
    let in_doubt = others_met.iter().all(|own| is_doubtful(conversions, own, arguments, strictly));
    if (in_doubt || (!strictly && keep_closest(linker, &mut others, arguments) <= 0)) && keep_closest(linker, &mut lists, arguments) >= enough {
        *symbols = lists;
    }
}

/// Keeps those of the types above that take the arguments as they are, where a type's own ones take a value out of an object that holds it: these are
/// tried later. Whether there are any.
fn leave_boxed(linker: &mut Linker<'_>, symbols: &[(Ref, Rule)], above: &mut Vec<(Ref, Rule)>, arguments: &[Argument]) -> bool {
    let conversions = Conversions::of(linker);
    let mut met = |symbol: Ref| parameters(linker, symbol, arguments, false);
    if !symbols.iter().all(|(symbol, _)| is_unboxed(&met(*symbol), arguments)) {
        return false;
    }
    let mut as_they_are = above.clone();
    as_they_are.retain(|(symbol, _)| {
        let own = met(*symbol);
        !is_unboxed(&own, arguments) && own.iter().zip(arguments).all(|(parameter, argument)| takes_surely(conversions, parameter, argument))
    });
    let found = !as_they_are.is_empty();
    if found {
        *above = as_they_are;
    }
    found
}

/// Whether one of the overloads without a list of any length takes the arguments for sure, or does where those with one do.
fn surely_taken(linker: &mut Linker<'_>, site: &Site, lists: &[(Ref, Rule)], others: &[(Ref, Rule)], arguments: &[Argument]) -> bool {
    if lists.is_empty() || !linker.own.habits().arguments.exact_arity {
        return true;
    }
    let conversions = Conversions::of(linker);
    let top = wider(linker.own.habits().arguments.widened, "");
    let mut met = |symbols: &[(Ref, Rule)], lists: bool| -> Vec<Vec<Parameter>> {
        symbols.iter().map(|(symbol, _)| parameters(linker, *symbol, arguments, lists)).collect()
    };
    let (of_lists, of_others) = (met(lists, true), met(others, false));
    // What nothing is known of may be an array, which is a list as it is, where the others take any value at its place. What names a method says no more.
    let takes_any = |parameter: &Parameter| parameter.wanted.is_empty() || parameter.wanted.iter().any(|name| top.contains(name));
    let is_open = arguments.last().is_some_and(|last| last.is_unknown() && last.shape.is_none())
        && lists.iter().any(|(symbol, _)| arity(linker, *symbol) == arguments.len())
        && of_others.iter().any(|own| own.last().is_some_and(takes_any));
    if is_open || site.names_method() {
        return !is_open;
    }
    of_others.iter().any(|own| {
        own.iter().zip(arguments).enumerate().all(|(at, (parameter, argument))| {
            let is_shared = || of_lists.iter().filter_map(|list| list.get(at)).all(|list| list.wanted == parameter.wanted);
            takes_surely(conversions, parameter, argument) || parameter.wanted.iter().any(|name| top.contains(name)) || is_shared()
        })
    })
}

/// Overloads of the types above, where a type's own do not hide them; the package of a type above where that is outside of the repository.
pub(super) fn inherited(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> (Vec<(Ref, Rule)>, Option<Name>) {
    let hides = |it: &Ref| linker.load(it.file).is_some_and(|file| file.habits().arguments.hidden_above);
    let hidden = symbols.first().is_some_and(|(symbol, _)| hides(symbol)) && !symbols.iter().any(|(symbol, _)| is_beside_above(linker, *symbol));
    if hidden { Default::default() } else { above(linker, site, symbols) }
}

/// Whether a member stands beside what the types above have under its name, by what its declaration says where it is defined outside of its type.
fn is_beside_above(linker: &mut Linker<'_>, symbol: Ref) -> bool {
    let says = |it: &Symbol| it.flags.has(Flags::BESIDE_ABOVE);
    if linker.is(symbol, says) {
        return true;
    }
    linker.is(symbol, |it| matches!(it.owner, Owner::Extension(_))) && declared_beside(linker, symbol).into_iter().any(|other| linker.is(other, says))
}

/// What the types above have under the name; the package of a type above where that is outside of the repository.
fn above(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> (Vec<(Ref, Rule)>, Option<Name>) {
    let Some((symbol, rule)) = symbols.first().copied() else { return Default::default() };
    let Some(file) = linker.load(symbol.file) else { return Default::default() };
    let owner = match file.facts.symbol(symbol.symbol) {
        Some(Symbol { kind: SymbolKind::Method, owner: Owner::Symbol(owner), .. }) => Some(Ref { file: symbol.file, symbol: *owner }),
        Some(Symbol { kind: SymbolKind::Method, owner: Owner::Extension(extension), .. }) if file.habits().arguments.hidden_above => {
            linker.extended_types(&file, *extension).first().copied()
        }
        _ => None,
    };
    let Some(owner) = owner else { return Default::default() };
    let mut above = Vec::new();
    let mut outside = None;
    let habits = file.habits();
    // Overloads of all levels stand side by side, unless a nearer one hides them.
    let all = habits.overloads && !habits.arguments.hidden_above;
    for it in if all { linker.all_inherited(owner, &site.name) } else { linker.inherited(owner, &site.name) } {
        match it.what {
            Denotation::Symbol(symbol) => above.push((symbol, rule)),
            Denotation::External { package, .. } => outside = outside.or(Some(package)),
            _ => {}
        }
    }
    (above, outside)
}

/// Whether a call of methods, none of which takes its arguments, means one that every object has.
fn is_universal(linker: &Linker<'_>, site: &Site, symbols: &[(Ref, Rule)], count: u16) -> bool {
    let universal = linker.own.habits().arguments.universal;
    let takes = |(name, fewest, most): &(&str, u16, u16)| *name == site.name && (*fewest..=*most).contains(&count);
    universal.iter().any(takes) && symbols.iter().all(|(symbol, _)| linker.is(*symbol, |it| it.kind == SymbolKind::Method))
}

fn is_variadic(linker: &Linker<'_>, symbol: Ref) -> bool {
    linker.is(symbol, |it| it.flags.has(Flags::VARIADIC))
}

/// Whether a call names what several imports bring under one name, all of which stands side by side (Java Language Specification, 6.4.1, 7.5.3).
pub(super) fn is_of_imports(linker: &Linker<'_>, site: &Site) -> bool {
    let Some(Expr::AnyOf(parts)) = linker.body.expr(site.target) else { return false };
    linker.own.habits().arguments.exact_arity && parts.iter().all(|part| matches!(linker.body.expr(*part), Some(Expr::Import(_))))
}

/// Whether a call hands over a number of arguments that none of the callables takes.
pub(super) fn none_takes(linker: &Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> bool {
    site.arg_count.is_some_and(|count| !symbols.iter().any(|(symbol, _)| takes(linker, *symbol, count)))
}

/// Whether all are callables of one name in one owner; functions of several open namespaces can be overloads of each other.
fn are_overloads(linker: &Linker<'_>, symbols: &[(Ref, Rule)]) -> bool {
    let mut known: Option<Name> = None;
    for (symbol, _) in symbols {
        let Some(file) = linker.load(symbol.file) else { return false };
        let Some(it) = file.facts.symbol(symbol.symbol) else { return false };
        let mut path = it.qualified.rsplit('.');
        let name = path.next().unwrap_or_default();
        let open = it.kind == SymbolKind::Function && file.habits().textual_includes;
        let owner = if open { "" } else { path.next().unwrap_or_default() };
        let owned = Name::from(format!("{owner}.{name}"));
        if it.overload.is_none() || known.as_ref().is_some_and(|known| *known != owned) {
            return false;
        }
        known = Some(owned);
    }
    true
}
