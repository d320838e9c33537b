//! Arguments held against parameters: what is known of both, and how well they agree.

use super::conversions::{Conversions, ENUMERATED};
use super::pointers;
use super::shapes::{Called, Shape};
use crate::base::Name;
use crate::languages::habits::{Arithmetic, Foreign};
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::members::blocks::is_primitive;
use crate::link::outcome::rules::Rule;
use crate::link::types::widths::{element_of_array, is_nameless, names_above, own_name, wider};
use crate::link::types::{Type, Typed, arithmetic};
use crate::shard::expr::{Expr, ExprId, NULL, OPERATED};
use crate::shard::facts::Flags;

/// What is known of an argument.
#[derive(Default)]
pub(in crate::link) struct Argument {
    /// The names of its types, nearest first.
    pub(in crate::link) types: Vec<Name>,
    /// Its types themselves, without those above them, and what an enumeration counts as.
    pub(in crate::link) own: Vec<Name>,
    /// The packages of those outside of the repository.
    packages: Vec<Name>,
    /// The source says the type: what else it is known by may be the name of a foreign member.
    declared: bool,
    /// All its types lie outside of the repository.
    outside: bool,
    /// All that its types are taken for is known.
    built_in: bool,
    /// No type is derived from any of its types, and all that these are taken for is known.
    last: bool,
    /// A type of it or above it lies outside of the repository, and what is above that is not known.
    open: bool,
    /// It is no value at all.
    pub(in crate::link) null: bool,
    /// It is a function without a name.
    pub(in crate::link) shape: Option<Shape>,
    /// Whether it is a pointer, where that is told.
    pointer: Option<bool>,
}

impl Argument {
    pub(in crate::link) fn of(linker: &mut Linker<'_>, frame: &Frame, id: ExprId) -> Self {
        if matches!(linker.body.expr(id), Some(Expr::Literal(name)) if name == NULL) {
            return Self { null: true, ..Self::default() };
        }
        let shape = linker.shape_of(frame, id);
        if shape.is_some() {
            return Self { shape, ..Self::default() };
        }
        let habits = linker.own.habits();
        let widened = habits.arguments.widened;
        if is_unbounded(linker, id) {
            // A value of a type parameter without bounds is one of the topmost type, as far as overloads go.
            return Self { types: wider(widened, ""), declared: true, outside: true, built_in: true, ..Self::default() };
        }
        let mut types = match turned(linker, frame, id) {
            Some(ty) => vec![Typed::new(ty, Rule::ReturnType)],
            None => of_field(linker, frame, id).unwrap_or_else(|| linker.types(frame, id)),
        };
        // Of what is known only to lie outside of the repository it is not known what it is taken for.
        let is_vague = |typed: &Typed| is_nameless(&typed.ty) || is_function_name(habits, &typed.ty);
        if habits.arguments.exact_arity && (types.iter().any(is_vague) || is_as_called_on(linker, frame, id, &types)) {
            return Self::default();
        }
        let arithmetic = &habits.arguments.arithmetic;
        if arithmetic::is_plain(arithmetic, &types) {
            if !linker.is_told(frame, id) {
                return Self::default();
            }
            if types.len() > 1 && types.iter().all(|typed| is_number(arithmetic, &typed.ty)) {
                // Numbers of several types are one of the widest of these.
                let Some(chosen) = arithmetic::chosen(arithmetic, &types) else { return Self::default() };
                types = vec![Typed::new(Type::foreign(Name::new_static(chosen)), Rule::ReturnType)];
            }
        }
        if habits.holding.plain_arrays {
            // An array is handed over as a pointer to its first element, and pointers stand for what they point to.
            let elements: Vec<Typed> = types.iter().filter_map(first_element).collect();
            types.splice(0..0, elements);
        }
        let known = |ty: &Type| match ty {
            Type::Instance { .. } => true,
            Type::External { .. } => !is_nameless(ty),
            Type::Foreign { name, .. } => habits.arguments.is_built_in(name) || habits.arguments.array == Some(name),
            _ => false,
        };
        let declared = is_declared(linker, id) || (!types.is_empty() && types.iter().all(|typed| known(&typed.ty)));
        let outside = declared && !types.is_empty() && types.iter().all(|typed| matches!(typed.ty, Type::External { .. } | Type::Foreign { .. }));
        let built_in =
            |ty: &Type| matches!(ty, Type::Foreign { name, .. } if habits.arguments.is_built_in(name) || habits.arguments.array == Some(name));
        let built_in = types.iter().all(|typed| built_in(&typed.ty));
        let finals = habits.arguments.finals;
        let last = built_in && declared && types.iter().all(|typed| matches!(&typed.ty, Type::Foreign { name, .. } if finals.are(name)));
        let packages = packages(&types);
        let mut open = false;
        let mut names: Vec<Vec<Name>> = types.iter().map(|typed| names_above(linker, &typed.ty, &mut open)).collect();
        let own = names.iter().flat_map(|names| names.iter().take(1).chain(names.iter().filter(|name| **name == ENUMERATED))).cloned().collect();
        // Of a value that may be of several types (`a ? b : c`) a parameter must take each.
        if habits.arguments.exact_arity && names.len() > 1 {
            let others = names.split_off(1);
            names.iter_mut().for_each(|first| first.retain(|name| others.iter().all(|other| other.contains(name))));
        }
        Self { types: names.concat(), own, packages, declared, outside, built_in, last, open, null: false, shape: None, pointer: None }
    }
}

impl Argument {
    /// The same where it is told whether it is a pointer.
    pub(in crate::link) fn pointing(self, pointer: Option<bool>) -> Self {
        Self { pointer, ..self }
    }

    /// Whether nothing is known of its type.
    pub(in crate::link) fn is_unknown(&self) -> bool {
        self.types.is_empty()
    }

    /// Whether its types are known and none of them is an array.
    pub(in crate::link) fn is_plain(&self) -> bool {
        (self.declared || !self.open) && !self.own.is_empty() && !self.own.iter().any(|name| name.ends_with(']'))
    }
}

/// What an array of C points to.
fn first_element(typed: &Typed) -> Option<Typed> {
    match &typed.ty {
        Type::Foreign { name, args } if name == "[]" => args.first().map(|element| Typed::new(element.clone(), typed.rule)),
        _ => None,
    }
}

/// The type of what a method of the standard library gives of which the value is otherwise spoken of as of the one that it is called on, for what both hold:
/// the iterator of a list.
fn turned(linker: &mut Linker<'_>, frame: &Frame, id: ExprId) -> Option<Type> {
    let (base, name) = method_called(linker, id)?;
    let (_, ty) = linker.own.habits().arguments.turned.iter().find(|(method, _)| *method == name)?;
    let types = linker.types(frame, id);
    if !is_spoken_of_as(linker, frame, base, &types) {
        return None;
    }
    // An array is known for itself: what an enumeration has by `values()`.
    let is_turned = |ty: &Type| matches!(ty, Type::Foreign { .. } | Type::External { .. }) && element_of_array(linker, ty).is_none();
    (!types.is_empty() && types.iter().all(|typed| is_turned(&typed.ty)))
        .then(|| if ty.is_empty() { Type::outside(&Name::default()) } else { Type::foreign(Name::new_static(ty)) })
}

/// The types of the field that an argument names, where methods beside it bear the name, which is not called.
fn of_field(linker: &mut Linker<'_>, frame: &Frame, id: ExprId) -> Option<Vec<Typed>> {
    let Expr::Member { base, name } = linker.body.expr(id).filter(|_| linker.own.habits().methods_apart())? else { return None };
    let mut members = linker.members(frame, *base, name);
    let count = members.len();
    members.retain(|(it, _)| linker.is_field(it));
    let is_beside = !members.is_empty() && members.len() < count;
    is_beside.then(|| linker.types_of_members(frame, id, members).into_iter().map(|(typed, _)| typed).collect())
}

/// The value and the method of it that an argument calls.
fn method_called(linker: &Linker<'_>, id: ExprId) -> Option<(ExprId, Name)> {
    let (Expr::Call { callee } | Expr::CallWith { callee, .. }) = linker.body.expr(id)? else { return None };
    let Expr::Member { base, name } = linker.body.expr(*callee)? else { return None };
    Some((*base, name.clone()))
}

/// Whether an argument is what a method outside of the repository gives of which nothing is known but what it is called on.
fn is_as_called_on(linker: &mut Linker<'_>, frame: &Frame, id: ExprId, types: &[Typed]) -> bool {
    let Some((base, name)) = method_called(linker, id) else { return false };
    let Foreign { known_members, giving, results, same, .. } = linker.own.habits().foreign;
    let is_known = results.iter().any(|it| it.0 == name) || giving.iter().any(|it| it.0 == name);
    if is_known || same.contains(&name.as_str()) || known_members.iter().any(|it| it.0 == name) {
        return false;
    }
    is_spoken_of_as(linker, frame, base, types)
}

/// Whether one of these types, but for its arguments, is one of a value that a method is called on.
fn is_spoken_of_as(linker: &mut Linker<'_>, frame: &Frame, base: ExprId, types: &[Typed]) -> bool {
    let outer = |typed: &Typed| match &typed.ty {
        Type::Foreign { name, .. } | Type::External { name, .. } => Some(name.clone()),
        _ => None,
    };
    let called_on: Vec<Name> = linker.types(frame, base).iter().filter_map(outer).collect();
    types.iter().filter_map(outer).any(|name| called_on.contains(&name))
}

/// Whether a type from outside bears the name of what a call names, which is no type: types of the language are known one by one.
fn is_function_name(habits: &Habits, ty: &Type) -> bool {
    let Type::Foreign { name, .. } = ty else { return false };
    is_primitive(name) && habits.arguments.array != Some(name) && !habits.arguments.is_built_in(name)
}

fn is_number(arithmetic: &Arithmetic, ty: &Type) -> bool {
    matches!(ty, Type::Foreign { name, .. } if arithmetic.rank(name).is_some())
}

/// Whether the source itself says the type of a value.
fn is_declared(linker: &Linker<'_>, argument: ExprId) -> bool {
    match linker.body.expr(argument) {
        Some(Expr::Literal(_) | Expr::Instance { .. }) => true,
        Some(Expr::Local(local)) => linker.body.local(*local).is_some_and(|local| local.ty.is_some()),
        // What an operator gives that no class says anything of is of the type of its operand.
        Some(Expr::Apply { base, args }) if matches!(linker.body.expr(*base), Some(Expr::Literal(mark)) if mark == OPERATED) => {
            args.first().is_some_and(|target| matches!(linker.body.expr(*target), Some(Expr::Member { base, .. }) if is_declared(linker, *base)))
        }
        _ => false,
    }
}

/// Whether an argument is a variable whose type is a type parameter that takes any type.
fn is_unbounded(linker: &Linker<'_>, argument: ExprId) -> bool {
    let local = |id: ExprId| match linker.body.expr(id) {
        Some(Expr::Local(local)) => linker.body.local(*local),
        _ => None,
    };
    let is_ranked = !wider(linker.own.habits().arguments.widened, "").is_empty();
    is_ranked && local(argument).and_then(|it| it.ty).and_then(local).is_some_and(|parameter| parameter.ty.is_none() && parameter.values.is_empty())
}

/// What is known of a parameter.
#[derive(Default)]
pub(in crate::link) struct Parameter {
    /// The simple names of its types.
    pub(in crate::link) wanted: Vec<Name>,
    /// The packages of those outside of the repository.
    packages: Vec<Name>,
    /// What its values are taken for, its own types first.
    above: Vec<Name>,
    /// Nothing can be derived from its types but what is known to be taken for them.
    closed: bool,
    /// All its types are arrays.
    arrays: bool,
    /// No value at all is none of its values.
    pub(in crate::link) primitive: bool,
    /// All its types are of the repository.
    inside: bool,
    /// A type of it lies outside of the repository, so what is derived from it is not known.
    open: bool,
    /// Its type is a type parameter of the callable itself that any type may stand for.
    pub(in crate::link) variable: bool,
    /// The type parameter that its type is, where numbers convert.
    pub(in crate::link) generic: Option<Name>,
    /// That stands for the type of whatever the callable is given.
    pub(in crate::link) deduced: bool,
    /// It is one of a list of any length, each of which may be of a type of its own.
    listed: bool,
    /// Whether it is a pointer, where that is told.
    pointer: Option<bool>,
    /// How a function that is handed over as each of its types is called; asked of those that meet one.
    called: Vec<Called>,
}

/// The parameters of a callable that arguments meet; with `lists`, the last one is met by all that are left, as an array or one by one.
pub(in crate::link) fn parameters(linker: &mut Linker<'_>, symbol: Ref, arguments: &[Argument], lists: bool) -> Vec<Parameter> {
    let Some(file) = linker.load(symbol.file) else { return Vec::new() };
    let Some(it) = file.facts.symbol(symbol.symbol) else { return Vec::new() };
    let frame = Frame::facts(&file, symbol.symbol);
    let habits = file.habits();
    let mut known = Vec::new();
    let list = it.params.last().filter(|_| lists);
    for (index, argument) in arguments.iter().enumerate() {
        let Some(param) = it.params.get(index).or(list) else { break };
        let mut types = param.ty.map(|ty| linker.instances(&frame, ty)).unwrap_or_default();
        if list.is_some() && index + 1 >= it.params.len() {
            let held = types.iter().filter_map(|typed| element_of_array(linker, &typed.ty).map(|ty| Typed::new(ty.clone(), typed.rule)));
            let held: Vec<Typed> = held.collect();
            types.extend(held);
        }
        // What is met one by one, if at all, is not what its array is.
        let apart = !lists && it.flags.has(Flags::VARIADIC) && index + 1 >= it.params.len();
        let called = match (argument.shape.is_some(), apart) {
            (false, _) => Vec::new(),
            (true, false) => types.iter().map(|typed| linker.called_by(&typed.ty)).collect(),
            (true, true) => {
                let held: Vec<Type> = types.iter().filter_map(|typed| element_of_array(linker, &typed.ty).cloned()).collect();
                if held.is_empty() { vec![Called::Unknown] } else { held.iter().map(|ty| linker.called_by(ty)).collect() }
            }
        };
        let wanted: Vec<Name> = types.iter().filter_map(|typed| own_name(linker, &typed.ty)).collect();
        let closed = wanted.iter().all(|name| habits.arguments.is_built_in(name));
        let primitive = closed && wanted.iter().any(|name| is_primitive(name) && !name.ends_with(']'));
        let arrays = habits.arguments.array.is_some() && !apart && !wanted.is_empty() && wanted.iter().all(|name| name.ends_with(']'));
        let inside = !wanted.is_empty() && types.iter().all(|typed| matches!(typed.ty, Type::Instance { .. }));
        let open = types.iter().any(|typed| matches!(typed.ty, Type::External { .. }));
        let above = types.iter().flat_map(|typed| names_above(linker, &typed.ty, &mut false)).collect();
        let is_own = |name: &Name| it.generics.iter().any(|own| own.name == *name);
        let variable = wanted.is_empty() && param.ty.and_then(|ty| type_parameter(&file.facts.exprs, ty)).is_some_and(|name| is_own(&name));
        let generic = param.ty.filter(|_| !habits.arguments.numbers.is_empty()).and_then(|ty| type_parameter(&file.facts.exprs, ty));
        let pointer = pointers::told(linker, &frame, param.ty, param.pointer);
        let deduced = generic.is_some() && it.flags.has(Flags::DEDUCED);
        known.push(Parameter {
            wanted,
            packages: packages(&types),
            above,
            closed,
            arrays,
            primitive,
            inside,
            open,
            variable,
            generic,
            deduced,
            listed: it.flags.has(Flags::VARIADIC) && index + 1 >= it.params.len(),
            pointer,
            called,
        });
    }
    known
}

fn type_parameter(exprs: &[Expr], ty: ExprId) -> Option<Name> {
    if let Expr::Generic { name, .. } = exprs.get(ty.0 as usize)? { Some(name.clone()) } else { None }
}

/// How well the parameters of a callable agree with the types of arguments; unknown types say nothing.
pub(in crate::link) fn agreement(conversions: Conversions, own: &[Parameter], all: &[Vec<Parameter>], arguments: &[Argument]) -> i32 {
    agreement_with(conversions, own, all, arguments, |parameter, _| parameter.deduced)
}

/// The same if every type parameter stands for the numbers that it meets: which of them do so, conditions tell that are not read. Of other values they
/// leave out those that something else is written for, more often than not.
pub(in crate::link) fn agreement_at_best(conversions: Conversions, own: &[Parameter], all: &[Vec<Parameter>], arguments: &[Argument]) -> i32 {
    let stands =
        |parameter: &Parameter, argument: &Argument| parameter.deduced || (parameter.wanted.is_empty() && conversions.are_numbers(&argument.own));
    agreement_with(conversions, own, all, arguments, stands)
}

fn agreement_with(
    conversions: Conversions,
    own: &[Parameter],
    all: &[Vec<Parameter>],
    arguments: &[Argument],
    stands: impl Fn(&Parameter, &Argument) -> bool,
) -> i32 {
    let met = own.iter().zip(arguments).enumerate();
    met.map(|(index, (parameter, argument))| {
        if parameter.generic.is_some() && stands(parameter, argument) {
            return deduced(conversions, own, arguments, index);
        }
        if parameter.wanted.is_empty() {
            return 0;
        }
        if argument.null {
            return if parameter.primitive { STRANGER } else { narrowness(parameter, all.iter().filter_map(|other| other.get(index))) };
        }
        likeness(conversions, parameter, argument)
    })
    .sum()
}

/// Whether all arguments are known that parameters take by type parameters: what is written for the types of these may fit better.
pub(in crate::link) fn is_told(own: &[Parameter], arguments: &[Argument]) -> bool {
    own.iter().zip(arguments).all(|(parameter, argument)| !parameter.deduced || !argument.types.is_empty())
}

/// How well a parameter agrees that is of the type of its argument: as well as can be, unless another one of that type parameter meets another type.
fn deduced(conversions: Conversions, own: &[Parameter], arguments: &[Argument], index: usize) -> i32 {
    let of = |index: usize| arguments.get(index).and_then(|it| it.own.first());
    let (Some(parameter), Some(ty)) = (own.get(index), of(index)) else { return 0 };
    if parameter.listed {
        return EXACT;
    }
    let mut others = (0..own.len()).filter(|other| own[*other].generic == parameter.generic).filter_map(of);
    if others.all(|other| conversions.may_be_same(other, ty)) { EXACT } else { STRANGER }
}

/// How well a parameter agrees with an argument that is a value.
pub(in crate::link) fn likeness(conversions: Conversions, parameter: &Parameter, argument: &Argument) -> i32 {
    if let Some(shape) = &argument.shape {
        // What a parameter may take says nothing, what it cannot take rules it out.
        return if parameter.called.iter().any(|called| shape.may_be(called)) { 0 } else { STRANGER };
    }
    let pointing = parameter.pointer.zip(argument.pointer);
    if conversions.keep_references_apart() && pointing.is_some_and(|(wanted, given)| wanted != given) {
        return STRANGER;
    }
    if argument.types.is_empty() {
        return 0;
    }
    if let Some(likeness) = pointing.and_then(|(wanted, given)| pointers::likeness(conversions, (wanted, &parameter.wanted), (given, &argument.own)))
    {
        return likeness;
    }
    let closest = conversions.closest(&argument.own, &parameter.wanted).map(|away| EXACT - away);
    let top = argument.types.last();
    let named = match argument.types.iter().position(|name| parameter.wanted.contains(name)) {
        // Everything is taken for the topmost type, and for what else this is nobody knows.
        Some(at) if at > 0 && argument.open && argument.types.get(at) == top => 0,
        // Nearer is better, and anything is better than a stranger; what nothing can be derived from takes none.
        Some(at) => EXACT - i32::try_from(at).unwrap_or(FARTHEST).min(FARTHEST) - i32::from(are_apart(&argument.packages, &parameter.packages)),
        None if argument.declared && parameter.closed => STRANGER,
        None if argument.last && !parameter.wanted.iter().any(|name| name.ends_with(']') || conversions.finals_may_be(name)) => STRANGER,
        // No class is an array, whatever else is above it.
        None if parameter.arrays && argument.is_plain() => STRANGER,
        // What is not of the repository is derived from nothing in it.
        None if argument.outside && parameter.inside => STRANGER,
        None if parameter.open && !argument.built_in => 0,
        None if argument.open && !parameter.inside && !parameter.closed => 0,
        None => -1,
    };
    let likeness = closest.map_or(named, |closest| closest.max(named));
    // What is not known to be no pointer, or a class, may be made of one.
    let is_open = argument.pointer == Some(true) && parameter.pointer.is_none() && !conversions.keep_references_apart();
    if is_open { likeness.max(-1) } else { likeness }
}

/// Whether a callable takes an argument that is an object for the primitive value that it holds.
pub(in crate::link) fn is_unboxed(own: &[Parameter], arguments: &[Argument]) -> bool {
    let is_object = |argument: &Argument| argument.types.first().is_some_and(|name| !is_primitive(name));
    own.iter().zip(arguments).any(|(parameter, argument)| parameter.primitive && is_object(argument))
}

/// Whether a parameter takes an argument whatever else is known: type parameters and types that are not known take any.
pub(in crate::link) fn takes_surely(conversions: Conversions, parameter: &Parameter, argument: &Argument) -> bool {
    parameter.wanted.is_empty() || if argument.null { !parameter.primitive } else { likeness(conversions, parameter, argument) > 0 }
}

/// Whether all parameters are of types of the repository that the arguments are known to be of.
pub(in crate::link) fn are_of_own_types(conversions: Conversions, own: &[Parameter], arguments: &[Argument]) -> bool {
    let is_of = |(parameter, argument): (&Parameter, &Argument)| parameter.inside && !argument.null && likeness(conversions, parameter, argument) > 0;
    !arguments.is_empty() && own.len() == arguments.len() && own.iter().zip(arguments).all(is_of)
}

/// Whether a callable cannot take the arguments, as far as their types are known.
pub(in crate::link) fn is_refused(conversions: Conversions, own: &[Parameter], arguments: &[Argument]) -> bool {
    own.iter().zip(arguments).any(|(parameter, argument)| {
        !parameter.wanted.is_empty() && if argument.null { parameter.primitive } else { likeness(conversions, parameter, argument) <= STRANGER }
    })
}

/// Whether a callable cannot take one of the arguments, whose type is known for sure, in the place of a parameter whose values are all known.
pub(in crate::link) fn is_ruled_out(conversions: Conversions, own: &[Parameter], arguments: &[Argument]) -> bool {
    own.iter().zip(arguments).any(|(parameter, argument)| {
        let is_told = argument.declared && argument.shape.is_none() && !argument.null && !parameter.wanted.is_empty();
        // No type from outside is one of the repository, where no class is made of the values of another one.
        is_told
            && (parameter.closed || argument.last || (argument.outside && parameter.inside && conversions.make_no_classes()))
            && likeness(conversions, parameter, argument) <= STRANGER
    })
}

/// Whether nothing says that a callable takes one of the arguments whose type is known; with `strictly`, whether something says that it does not.
pub(in crate::link) fn is_doubtful(conversions: Conversions, own: &[Parameter], arguments: &[Argument], strictly: bool) -> bool {
    let known = own.iter().zip(arguments).filter(|(parameter, argument)| !parameter.wanted.is_empty() && !argument.types.is_empty());
    known.into_iter().any(|(parameter, argument)| likeness(conversions, parameter, argument) < i32::from(!strictly))
}

/// The packages of types outside of the repository.
fn packages(types: &[Typed]) -> Vec<Name> {
    let package = |typed: &Typed| if let Type::External { package, .. } = &typed.ty { Some(package.clone()) } else { None };
    types.iter().filter_map(package).collect()
}

/// Whether types of one name are of packages that have none in common.
fn are_apart(one: &[Name], other: &[Name]) -> bool {
    !one.is_empty() && !other.is_empty() && !one.iter().any(|package| other.contains(package))
}

/// An argument of the very type of its parameter.
pub(in crate::link) const EXACT: i32 = 16;

/// The least of an argument of a type that is taken for its parameter's, however far above.
pub(in crate::link) const TAKEN: i32 = EXACT - FARTHEST;

/// Types farther above than this are as far as this.
const FARTHEST: i32 = 12;

/// An argument that a parameter cannot take.
pub(in crate::link) const STRANGER: i32 = -16;

/// How many of the others at its place a parameter is narrower than: of what takes any value the narrowest is meant.
fn narrowness<'p>(parameter: &Parameter, others: impl Iterator<Item = &'p Parameter>) -> i32 {
    let wider = others.filter(|other| parameter.wanted != other.wanted && other.wanted.iter().any(|name| parameter.above.contains(name)));
    i32::try_from(wider.count().min(8)).unwrap_or(0)
}
