//! What a type is built by where the number of arguments does not tell it: a list in braces, another value of the type itself (C++).

use super::arguments::{Argument, is_doubtful, parameters};
use super::conversions::Conversions;
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::link::types::Type;
use crate::shard::body::Site;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Owner, SymbolKind};

/// The type of the library that a list in braces is taken for.
const LIST: &str = "initializer_list";
/// Types that a pointer of any type is taken for.
const OF_ANY_POINTER: &[&str] = &["bool", "void"];

/// Whether what a call builds is told by more than the number of its arguments, and chosen then: constructors that take a list come before all others
/// (C++ standard, [over.match.list]), and of the type itself comes a copy that it does not declare.
pub(in crate::link) fn built_otherwise(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) -> bool {
    let Some(count) = site.arg_count.filter(|count| *count > 0 && linker.own.habits().textual_includes) else { return false };
    let constructs = |linker: &Linker<'_>, symbol: Ref| linker.is(symbol, |it| it.kind == SymbolKind::Constructor);
    let Some(first) = symbols.first().map(|(symbol, _)| *symbol).filter(|_| symbols.iter().all(|(symbol, _)| constructs(linker, *symbol))) else {
        return false;
    };
    let frame = linker.own_frame(site.enclosing);
    let args: Vec<ExprId> = site.args.iter().take(usize::from(count)).copied().collect();
    if let ([only], Some(class)) = (args.as_slice(), class_of(linker, first))
        && is_of(linker, &frame, *only, class)
    {
        return is_copied(linker, &frame, *only, class, symbols);
    }
    site.is_listed() && take_list(linker, &frame, &args, count, symbols)
}

/// The class that a constructor which stands in it builds.
fn class_of(linker: &Linker<'_>, constructor: Ref) -> Option<Ref> {
    match linker.about(constructor, |it| it.owner)? {
        Owner::Symbol(symbol) => Some(Ref { file: constructor.file, symbol }),
        _ => None,
    }
}

fn is_of(linker: &mut Linker<'_>, frame: &Frame, argument: ExprId, class: Ref) -> bool {
    let types = linker.types(frame, argument);
    !types.is_empty() && types.iter().all(|typed| matches!(typed.ty, Type::Instance { ty, .. } if ty == class))
}

/// Whether nothing that the class declares takes a value of its own, and the type is left for the constructors.
fn is_copied(linker: &mut Linker<'_>, frame: &Frame, argument: ExprId, class: Ref, symbols: &mut Vec<(Ref, Rule)>) -> bool {
    let argument = [Argument::of(linker, frame, argument)];
    for (symbol, _) in symbols.clone() {
        if !overloads::accepts(linker, symbol, 1) {
            continue;
        }
        let own = parameters(linker, symbol, &[Argument::default()], true);
        let takes_any = own.first().is_none_or(|it| it.wanted.is_empty() || it.wanted.iter().any(|name| OF_ANY_POINTER.contains(&name.as_str())));
        if takes_any || !is_doubtful(Conversions::of(linker), &own, &argument, false) {
            return false;
        }
    }
    symbols.truncate(1);
    symbols.iter_mut().for_each(|(symbol, _)| *symbol = class);
    true
}

/// Leaves the constructors that take a list, and beside them those that take as many arguments where nothing says that these are what the list holds.
fn take_list(linker: &mut Linker<'_>, frame: &Frame, args: &[ExprId], count: u16, symbols: &mut Vec<(Ref, Rule)>) -> bool {
    let mut lists = Vec::new();
    let mut others = Vec::new();
    let mut held = Vec::new();
    for (symbol, rule) in symbols.iter().copied() {
        let elements = listed(linker, symbol);
        if let Some(elements) = elements {
            lists.push((symbol, rule));
            held.extend(elements);
        } else if overloads::accepts(linker, symbol, count) {
            others.push((symbol, rule));
        }
    }
    if lists.is_empty() {
        return false;
    }
    let fits = lists.len() == 1
        && usize::from(count) == args.len()
        && args.iter().all(|argument| {
            let types = linker.types(frame, *argument);
            !types.is_empty() && types.iter().all(|typed| held.contains(&typed.ty))
        });
    if !fits {
        lists.extend(others);
    }
    *symbols = lists;
    true
}

/// What the list holds that a constructor takes, if it takes one and nothing else.
fn listed(linker: &mut Linker<'_>, constructor: Ref) -> Option<Vec<Type>> {
    let file = linker.load(constructor.file)?;
    let it = file.facts.symbol(constructor.symbol)?;
    let (first, rest) = it.params.split_first()?;
    let ty = first.ty.filter(|_| rest.iter().all(|param| param.optional))?;
    let types = linker.instances(&Frame::facts(&file, constructor.symbol), ty);
    types.into_iter().find_map(|typed| match typed.ty {
        Type::Foreign { name, args } if name == LIST => Some(args.to_vec()),
        Type::External { name, .. } if name == LIST => Some(Vec::new()),
        _ => None,
    })
}
