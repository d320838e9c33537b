//! What the types of values are called, and those above them: what arguments and parameters are held against each other by.

use super::Type;
use crate::base::Name;
use crate::languages::habits::Arguments;
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Linker};
use crate::link::members::blocks::is_primitive;
use crate::link::outside::LIKELY;
use crate::link::overloads::conversions::ENUMERATED;
use crate::shard::facts::SymbolKind;

/// Types above one that are looked at.
const MAX_ABOVE: usize = 8;

/// The simple name of a type, then those of the types above it, nearest first. `open` where what is above one that lies outside is not known.
pub(in crate::link) fn names_above(linker: &mut Linker<'_>, ty: &Type, open: &mut bool) -> Vec<Name> {
    let Habits { arguments: Arguments { widened, widened_interfaces: interfaces, exact_arity, .. }, .. } = *linker.own.habits();
    if let Some(element) = element_of_array(linker, ty) {
        let mut names = names_above(linker, element, open);
        // An array of a primitive type is taken for no other array.
        let primitive = |name: &Name| is_primitive(name) && !name.ends_with(']');
        let alone = names.first().is_some_and(primitive);
        names.truncate(if alone { 1 } else { names.len() });
        names.retain(|name| alone || (!primitive(name) && name != "?"));
        names.iter_mut().for_each(|name| *name = Name::from(format!("{name}[]")));
        names.extend(wider(widened, ""));
        return names;
    }
    let mut names: Vec<Name> = own_name(linker, ty).into_iter().collect();
    if let Type::Foreign { name, .. } | Type::External { name, .. } = ty {
        names.extend(wider(widened, name));
        names.extend(wider(interfaces, name));
        *open |= exact_arity && !is_top(widened, name) && names.len() < 2;
    }
    let mut left: Vec<Ref> = if let Type::Instance { ty, .. } = ty { vec![*ty] } else { Vec::new() };
    if !linker.own.habits().arguments.numbers.is_empty() && left.iter().any(|it| linker.is(*it, |it| it.kind == SymbolKind::Enum)) {
        names.push(ENUMERATED);
    }
    let mut next = 0;
    while let Some(ty) = left.get(next).copied().filter(|_| next < MAX_ABOVE) {
        next += 1;
        for above in linker.supertypes(ty) {
            match above.what {
                Denotation::Symbol(above) if !left.contains(&above) => {
                    left.push(above);
                    names.extend(own_name(linker, &Type::instance(above)));
                }
                Denotation::External { name, .. } | Denotation::Builtin(name) => {
                    let above = [wider(widened, &name), wider(interfaces, &name)].concat();
                    *open |= exact_arity && above.is_empty() && !is_top(widened, &name);
                    names.push(name);
                    names.extend(above);
                }
                _ => {}
            }
        }
    }
    names.extend(wider(widened, ""));
    names
}

/// The type of what may be of any, in languages that have a topmost one.
pub(in crate::link) fn topmost(habits: &Habits) -> Option<Type> {
    let Arguments { widened, exact_arity, .. } = habits.arguments;
    wider(widened, "").into_iter().next().filter(|_| exact_arity).map(Type::foreign)
}

/// Whether a type is the topmost one.
fn is_top(widened: &[(&str, &'static [&'static str])], name: &str) -> bool {
    wider(widened, "").iter().any(|top| top == name)
}

/// What values of the built-in type `narrow` are taken for, by the habits of the language.
pub(in crate::link) fn wider(widened: &[(&str, &'static [&'static str])], narrow: &str) -> Vec<Name> {
    let found = widened.iter().find(|(name, _)| *name == narrow).map_or(&[][..], |(_, wider)| *wider);
    found.iter().map(|name| Name::new_static(name)).collect()
}

/// What stands in front of the name of a type of the repository, where one from outside may bear it too: `Stream` beside `java.util.stream.Stream`.
const INSIDE: char = '.';

/// What tells a type from others: of one inside a type that one's name too, `JsonParser.Feature` beside `JsonGenerator.Feature`. Types of textual
/// includes may be defined out of line, where their own name is all that both places have in common.
pub(in crate::link) fn own_name(linker: &Linker<'_>, ty: &Type) -> Option<Name> {
    match ty {
        Type::Instance { ty, .. } => {
            let habits = linker.load(ty.file)?.habits();
            let (textual, exact) = (habits.textual_includes, habits.arguments.exact_arity);
            linker.about(*ty, |it| match (textual, exact) {
                (true, _) => it.name.clone(),
                (false, true) => Name::from(format!("{INSIDE}{}", it.qualified)),
                (false, false) => it.qualified.clone(),
            })
        }
        Type::Foreign { name, .. } => match element_of_array(linker, ty) {
            Some(element) => {
                let top = || wider(linker.own.habits().arguments.widened, "").into_iter().next();
                own_name(linker, element).filter(|name| name != "?").or_else(top).map(|name| Name::from(format!("{name}[]")))
            }
            None => Some(name.clone()),
        },
        Type::External { name, .. } if !is_nameless(ty) => Some(name.clone()),
        // Tuples are told apart by how many parts they have; a list of one stands for others too.
        Type::Tuple(parts) if parts.len() != 1 && linker.own.habits().arguments.references_apart => {
            Some(Name::from(format!("({})", ",".repeat(parts.len().saturating_sub(1)))))
        }
        _ => None,
    }
}

/// What the elements of an array are.
pub(in crate::link) fn element_of_array<'t>(linker: &Linker<'_>, ty: &'t Type) -> Option<&'t Type> {
    match ty {
        Type::Foreign { name, args } if linker.own.habits().arguments.array == Some(name) => args.first(),
        _ => None,
    }
}

/// Whether all that is known of a type is where it lies.
pub(in crate::link) fn is_nameless(ty: &Type) -> bool {
    matches!(ty, Type::External { name, .. } if name.is_empty() || name.starts_with(LIKELY))
}
