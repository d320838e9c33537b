//! Members of receivers whose type nothing tells: what their names alone say, and when they say nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::link::ask::Ref;
use crate::link::outcome::kept::keep_told;

use crate::base::{Name, caps};
use crate::languages::Tier;
use crate::languages::semantics::{ENUMERATION, Module, VALUE_TYPE};
use crate::link::calls::held::is_of_interface;
use crate::link::eval::{Denotation, Found, Linker};
use crate::link::members::openness::{
    are_below_unknown, are_bounds, are_classes, are_handed, are_open, has_macro_members, is_told_by_scope, with_above,
};
use crate::link::members::{below, made_outside, taken};
use crate::link::modules::{left_out, passing};
use crate::link::outcome::reasons::Reason;
use crate::link::outcome::rules::Rule;
use crate::link::outcome::{self, BUILTIN, Outcome, finish, target};
use crate::link::overloads::{names_as_many, role, takes};
use crate::link::types::origins::{
    bare_origin, filled_by_framework, is_from_nowhere, is_from_outside_callback, is_from_outside_type, is_from_unknown_call, is_variable,
};
use crate::link::types::{Type, Typed};
use crate::shard::body::{Role, Site, SiteKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// What a member means of a receiver whose type nothing tells: the only member called so, a candidate among few, or nothing.
pub(in crate::link) fn unknown(linker: &mut Linker<'_>, site: &Site, base: ExprId, name: &Name) -> Outcome {
    let frame = linker.own_frame(site.enclosing);
    let denoted = linker.denote(&frame, base);
    let mut types = linker.types(&frame, base);
    let anything = Type::anything();
    let is_anything = types.iter().any(|it| it.ty == anything);
    types.retain(|it| it.ty != anything && !is_bare_field(linker, &it.ty));
    if types.iter().any(|it| it.ty.writes(name)) {
        return Outcome::left(Reason::LocalValue);
    }
    // More may be put on it than stands where it is written.
    let open = !types.is_empty() && types.iter().all(|it| linker.takes_members(&it.ty));
    if !types.is_empty() && !open {
        let outcome = of_types(linker, site, (base, name), &denoted, &types);
        // Of what is said to be anything it is not known what it has.
        let is_missing = outcome.reason == Reason::NoSuchMember.word();
        return if is_anything && is_missing { Outcome::left(Reason::ReceiverUnknown) } else { outcome };
    }
    // A field or variable that nothing declares holds what it is given, like a parameter; what is read of a variable of a module may be of anything.
    let is_call = site.role == Role::Call;
    let is_told_nothing =
        |it: &Found| linker.is_found(it, |it| (it.kind == SymbolKind::Field || (is_call && is_variable_kind(it))) && it.ty.is_none());
    let of_fields = !denoted.is_empty() && denoted.iter().all(is_told_nothing);
    if types.is_empty() && linker.may_be_handed_out(&frame, base) {
        return by_name(linker, site, name, &types, true);
    }
    if !open && !of_fields && denoted.iter().any(|it| !matches!(it.what, Denotation::Local(_))) {
        let reads = |it: &Found| linker.own.habits().classes.setters_apart && linker.is_found(it, |it| it.flags.has(Flags::PROPERTY));
        let held = denoted.iter().all(|it| reads(it) || matches!(it.what, Denotation::Symbol(symbol) if is_value(linker, symbol)));
        return match (is_of_language(linker, name, &denoted), held) {
            (true, _) => Outcome::external(BUILTIN),
            (false, true) => Outcome::left(Reason::ReceiverUnknown),
            (false, false) if linker.own.habits().loose_members || is_open_module(linker, &denoted) => Outcome::left(Reason::ReceiverUnknown),
            (false, false) if may_be_opened_outside(linker, &denoted) => Outcome::left(Reason::UnreadHeader),
            (false, false) => Outcome::left(Reason::NoSuchMember),
        };
    }
    // A name that nothing here binds comes from outside, and so does what it gives.
    // Among the tokens of a macro a variable may be bound by what only the macro understands.
    let in_macro = site.kind == SiteKind::Identifier && site.role == Role::Call && linker.own.habits().textual_macros;
    if !(in_macro && is_variable(linker, &frame, base)) && is_from_nowhere(linker, &frame, base, 0) {
        return match bare_origin(linker, &frame, base).and_then(|(name, role)| linker.package_bringing(&frame, &name, role)) {
            Some(package) if package == left_out::PACKAGE => Outcome::left(Reason::NotInGraph),
            Some(package) => Outcome::external(package),
            None => Outcome::left(Reason::ReceiverUndefined),
        };
    }
    if is_of_language(linker, name, &denoted) && linker.members_anywhere(name).is_some_and(|members| members.is_empty()) {
        return Outcome::external(BUILTIN);
    }
    if linker.is_common(name) {
        return Outcome::left(Reason::ReceiverUnknown);
    }
    if let Some(package) = filled_by_framework(linker, base) {
        return Outcome::external(package);
    }
    let handed = is_from_outside_callback(linker, &frame, base, 0) || is_from_outside_type(linker, &frame, base, 0);
    by_name(linker, site, name, &types, handed)
}

/// Whether a namespace may be opened by a header too that the tree does not hold.
fn may_be_opened_outside(linker: &mut Linker<'_>, denoted: &[Found]) -> bool {
    let is_namespace = |it: &Found| matches!(&it.what, Denotation::Module(Module::File { inner, .. }) if !inner.is_empty());
    denoted.iter().any(is_namespace) && linker.unbound_reason(false) == Reason::UnreadHeader
}

/// Whether one of some modules may have members of any name, which a macro that stands in it defines; or which it holds as data.
fn is_open_module(linker: &mut Linker<'_>, denoted: &[Found]) -> bool {
    let own = Arc::clone(&linker.own);
    denoted.iter().any(|it| {
        if passing::is_data(linker, &own, &it.what) {
            return true;
        }
        let Denotation::Module(Module::File { path, inner }) = &it.what else { return false };
        let Some(file) = linker.file_at(path).filter(|_| !inner.is_empty()) else { return false };
        let modules = (0u32..).zip(&file.facts.symbols).filter(|(_, it)| it.kind == SymbolKind::Module && it.qualified == *inner);
        let mut is_open = false;
        for (index, module) in modules.take(caps::MAX_CANDIDATES) {
            linker.asker.looked_at(&file, index);
            is_open |= module.flags.has(Flags::OPEN);
        }
        is_open
    })
}

fn is_variable_kind(it: &Symbol) -> bool {
    matches!(it.kind, SymbolKind::Variable | SymbolKind::Constant)
}

/// Whether a type is but that a field or variable holds a value, of which nothing is known.
fn is_bare_field(linker: &mut Linker<'_>, ty: &Type) -> bool {
    let Type::Object(field) = *ty else { return false };
    let Some(file) = linker.load(field.file) else { return false };
    let is_property = |it: &Symbol| it.kind == SymbolKind::Property && is_told_by_scope(linker);
    let is_bare = |it: &&Symbol| (it.kind == SymbolKind::Field || is_variable_kind(it) || is_property(it)) && it.ty.is_none();
    let Some(it) = file.facts.symbol(field.symbol).filter(is_bare) else { return false };
    linker.asker.looked_at(&file, field.symbol);
    linker.asker.all_of(&file, &it.qualified);
    !file.has_members(field.symbol)
}

/// The same of a receiver whose types are known and have no such member.
fn of_types(linker: &mut Linker<'_>, site: &Site, (base, name): (ExprId, &Name), denoted: &[Found], types: &[Typed]) -> Outcome {
    if let Some(outcome) = of_bound(linker, site, types, name).or_else(|| of_bound_outside(linker, site, types, name)) {
        return outcome;
    }
    let frame = linker.own_frame(site.enclosing);
    let of_wrapper = linker.own.habits().holding.wrapper_members.contains(&name.as_str());
    let inherited = linker.are_below_language(types, name);
    let reads_methods = is_told_by_scope(linker) || linker.own.habits().classes.functions_build;
    if of_wrapper
        || inherited
        || is_of_language(linker, name, denoted)
        || ((site.role == Role::Call || reads_methods) && has_from_language(linker, types, name))
        || linker.have_as_functions(types, name)
    {
        Outcome::external(BUILTIN)
    } else if !linker.keyed(&frame, base, name).is_empty() || linker.are_keyed(types) {
        Outcome::left(Reason::LocalValue)
    } else if linker.are_members_left_out(types) {
        Outcome::left(Reason::NotInGraph)
    } else if linker.own.habits().loose_members
        || has_macro_members(linker, types)
        || are_bounds(linker, types)
        || are_open(linker, types)
        || are_below_unknown(linker, types)
        || is_open_module(linker, denoted)
        || are_classes(linker, types)
        || are_handed(linker, types)
        || linker.are_answered(types)
    {
        Outcome::left(Reason::ReceiverUnknown)
    } else if may_be_opened_outside(linker, denoted) {
        Outcome::left(Reason::UnreadHeader)
    } else {
        let outcome = made_outside::given_outside(linker, site, types).or_else(|| below::of_other_sources(linker, site, name, types));
        let outcome = outcome.or_else(|| below::of_those_below(linker, site, name, types));
        let outcome = outcome.or_else(|| taken::taken_outside(linker, site, name));
        outcome.unwrap_or(Outcome::left(Reason::NoSuchMember))
    }
}

/// A member of what stands for an associated type, which further bounds than its own may give members (`where I::Item: AsChar`): the one that an
/// interface declares under that name, where only one does.
fn of_bound(linker: &mut Linker<'_>, site: &Site, types: &[Typed], name: &Name) -> Option<Outcome> {
    if site.role != Role::Call || !types.iter().all(|typed| open_type(linker, typed).is_some()) || linker.is_common(name) {
        return None;
    }
    let mut declared = linker.members_anywhere(name)?.to_vec();
    declared.retain(|symbol| is_of_interface(linker, *symbol) && fits(linker, *symbol, site));
    match declared.as_slice() {
        [only] if linker.admits(*only) => {
            let found = target(linker, *only)?;
            Some(finish(linker, site, vec![found], Rule::UniqueMember))
        }
        _ => None,
    }
}

/// What a type that stands for an associated type of nothing known is.
fn open_type(linker: &Linker<'_>, typed: &Typed) -> Option<Ref> {
    let Type::Instance { ty, .. } = typed.ty else { return None };
    linker.is(ty, |it| it.kind == SymbolKind::AssociatedType && it.ty.is_none()).then_some(ty)
}

/// The same where what bounds it is not of the repository and has what nothing of the repository has: `type Iter: Iterator`.
fn of_bound_outside(linker: &mut Linker<'_>, site: &Site, types: &[Typed], name: &Name) -> Option<Outcome> {
    // Marks such as `Send` have no members: of the library only what it has under the name counts.
    let is_of_library = linker.own.habits().foreign_members.binary_search(&name.as_str()).is_ok();
    let library = linker.own.habits().foreign.giving_written.unwrap_or_default();
    let mut package = None;
    for typed in types.iter().filter(|_| site.role == Role::Call) {
        let ty = open_type(linker, typed)?;
        let above = linker.supertypes(ty).into_iter();
        let outside = above.filter_map(|above| match above.what {
            Denotation::External { package, .. } if is_of_library || !library.contains(&package.as_str()) => Some(package),
            Denotation::Builtin(_) if is_of_library => Some(BUILTIN),
            _ => None,
        });
        package = Some(outside.last()?);
    }
    package.map(Outcome::external)
}

/// The same by the name of the member alone. `handed` says that the receiver is likely not of the repository; `types` are those that take more members
/// than are written.
fn by_name(linker: &mut Linker<'_>, site: &Site, name: &Name, types: &[Typed], handed: bool) -> Outcome {
    let Some(members) = linker.members_anywhere(name) else { return Outcome::left(Reason::TooManyCandidates) };
    let mut symbols = members.to_vec();
    symbols.retain(|symbol| fits(linker, *symbol, site) && !types.iter().any(|it| linker.is_built_member(&it.ty, *symbol)));
    let is_known = !symbols.is_empty();
    let own = Arc::clone(&linker.own);
    symbols.retain(|symbol| linker.admits(*symbol) && (!linker.takes_receiver(*symbol) || linker.is_taking_in_sight(&own, *symbol)));
    without_declared_twins(linker, &mut symbols);
    without_declarations(linker, &mut symbols);
    for symbol in &mut symbols {
        *symbol = role::accessor(linker, site, *symbol);
    }
    symbols.dedup();
    let only = symbols.first().copied();
    // Where any number of arguments is legal, another than the parameters is still a sign that something else is called.
    let differs = |only: Ref| site.arg_count.is_some_and(|count| !names_as_many(linker, only, count + u16::from(linker.takes_receiver(only))));
    // What hands a call on to something else is called as that is.
    let is_itself = |only: Ref| Some(only.file) == linker.own_slot() && Some(only.symbol) == site.enclosing;
    let is_called_otherwise = site.role == Role::Call && only.is_some_and(|only| differs(only) || is_itself(only));
    // Of definitions that differ by the build alone each build has one.
    let is_one = is_known && linker.are_twins(&symbols);
    let symbols = symbols.into_iter().take(4 * caps::MAX_CANDIDATES);
    let (targets, _) = outcome::targets(linker, symbols.map(|symbol| (symbol, Rule::SameName)));
    match if is_one { targets.len().min(1) } else { targets.len() } {
        0 if is_known => Outcome::left(Reason::UndeclaredDependency),
        0 => Outcome::left(if types.is_empty() { Reason::ReceiverUnknown } else { Reason::LocalValue }),
        1 if handed
            || is_of_all(name)
            || is_dependent(linker, site)
            || only.is_some_and(|only| !is_telling(linker, site, only) || is_of_anything(linker, site, only)) =>
        {
            // Little speaks for it, and how it is called speaks against it.
            if is_called_otherwise {
                return Outcome::left(if types.is_empty() { Reason::ReceiverUnknown } else { Reason::LocalValue });
            }
            finish(linker, site, targets, Rule::SameName)
        }
        1 if is_called_otherwise => finish(linker, site, targets, Rule::SameName),
        1 => finish(linker, site, targets, Rule::UniqueMember),
        count if count <= caps::MAX_CANDIDATES => finish(linker, site, targets, Rule::SameName),
        _ => Outcome::left(Reason::TooManyCandidates),
    }
}

/// A member of which nothing but the name is known: the only one that includes reach, else what all of them say.
pub(in crate::link) fn by_reach(linker: &mut Linker<'_>, site: &Site) -> Outcome {
    let reached = linker.included();
    let mut near = linker.members_anywhere(&site.name).map(|it| it.to_vec()).unwrap_or_default();
    near.retain(|it| reached.holds(it.file) && linker.is(*it, |it| it.kind == SymbolKind::Field));
    let only = if let [only] = near.as_slice() { target(linker, *only) } else { None };
    match only {
        Some(found) => finish(linker, site, vec![found], Rule::UniqueMember),
        None => by_name(linker, site, &site.name, &[], false),
    }
}

/// A member that is declared in its type and defined outside of it is one, and stands where it is defined (C++).
fn without_declarations(linker: &Linker<'_>, symbols: &mut Vec<Ref>) {
    if symbols.len() < 2 || !linker.own.habits().textual_includes {
        return;
    }
    let told = |symbol: Ref| -> Option<(bool, Name, Option<u64>)> {
        let file = linker.load(symbol.file)?;
        let it = file.facts.symbol(symbol.symbol)?;
        let owner = match it.owner {
            Owner::File => return None,
            Owner::Symbol(owner) => file.facts.symbol(owner)?.name.clone(),
            Owner::Extension(extension) => file.facts.extension(extension)?.target_name.rsplit("::").next().unwrap_or_default().into(),
        };
        Some((it.flags.has(Flags::DECLARATION), owner, it.overload))
    };
    let all: Vec<_> = symbols.iter().map(|symbol| told(*symbol)).collect();
    let is_defined = |(declared, owner, overload): &(bool, Name, Option<u64>)| {
        *declared && all.iter().flatten().any(|(other, of, form)| !other && of == owner && form == overload)
    };
    keep_told(symbols, all.iter().map(|it| !it.as_ref().is_some_and(is_defined)));
}

/// What a script calls is code: of its members those that a file of declarations repeats, for a type of the same name, are left out. What is typed knows
/// the declarations of such a type alone.
fn without_declared_twins(linker: &Linker<'_>, symbols: &mut Vec<Ref>) {
    let habits = linker.own.habits();
    if symbols.len() < 2 || habits.declaration_files.is_empty() {
        return;
    }
    let asks_code = habits.any_count.contains(&linker.own.language.id);
    // Which of the two the script of a component is written in is not known here.
    if !asks_code && !matches!(linker.own.language.tier, Tier::A) {
        return;
    }
    let owner = |symbol: Ref| -> Option<(bool, Name)> {
        let file = linker.load(symbol.file)?;
        let owner = match file.facts.symbol(symbol.symbol)?.owner {
            Owner::File => return None,
            Owner::Symbol(owner) => file.facts.symbol(owner)?.name.clone(),
            Owner::Extension(extension) => file.facts.extension(extension)?.target_name.clone(),
        };
        let is_declared = habits.declaration_files.iter().any(|ending| file.path.ends_with(ending));
        let is_script = habits.any_count.contains(&file.language.id);
        (is_declared || is_script || asks_code).then_some((is_declared, owner))
    };
    let owners: Vec<Option<(bool, Name)>> = symbols.iter().map(|symbol| owner(*symbol)).collect();
    let wanted: BTreeSet<&Name> = owners.iter().flatten().filter(|(declared, _)| *declared != asks_code).map(|(_, owner)| owner).collect();
    keep_told(symbols, owners.iter().map(|it| it.as_ref().is_none_or(|(declared, owner)| *declared != asks_code || !wanted.contains(owner))));
}

/// Whether every value has a member from the language, or a property that the receiver names has it as one.
fn is_of_language(linker: &Linker<'_>, name: &Name, denoted: &[Found]) -> bool {
    let classes = &linker.own.habits().classes;
    let is_property = |it: &Found| linker.is_found(it, |it| it.flags.has(Flags::PROPERTY));
    classes.of_all.binary_search(&name.as_str()).is_ok()
        || (classes.of_properties.contains(&name.as_str()) && !denoted.is_empty() && denoted.iter().all(is_property))
}

/// Whether values of these types have a member from the language, or from an interface of it that all of them satisfy.
fn has_from_language(linker: &mut Linker<'_>, types: &[Typed], name: &str) -> bool {
    let given = linker.own.habits().interface_members;
    let interfaces: Vec<&str> = given.iter().filter(|(_, members)| members.binary_search(&name).is_ok()).map(|(interface, _)| *interface).collect();
    !interfaces.is_empty()
        && types.iter().all(|typed| match typed.ty {
            Type::Instance { ty, .. } | Type::Object(ty) => {
                interfaces.contains(&"")
                    || is_below_one(linker, ty, &interfaces)
                    || (interfaces.contains(&ENUMERATION) && linker.enumeration(ty).is_some())
                    || (interfaces.contains(&VALUE_TYPE) && linker.is(ty, |it| matches!(it.kind, SymbolKind::Struct | SymbolKind::Enum)))
            }
            _ => false,
        })
}

/// Whether one of the types above a type is one of these that lie outside of the repository.
fn is_below_one(linker: &mut Linker<'_>, ty: Ref, wanted: &[&str]) -> bool {
    let is_one = |it: &Found| it.what.name_outside().is_some_and(|name| wanted.contains(&name.as_str()));
    // What is embedded has what is embedded in it (Go).
    let all = if linker.own.habits().method_sets { with_above(linker, ty) } else { vec![ty] };
    all.into_iter().any(|ty| linker.supertypes(ty).iter().any(is_one))
}

/// Whether a type around a call that names no receiver has what is called from the language: `ordinal()` in an enumeration.
pub(in crate::link) fn is_inherited_from_language(linker: &mut Linker<'_>, site: &Site, name: &str) -> bool {
    let own = Arc::clone(&linker.own);
    let Some(slot) = linker.own_slot().filter(|_| site.role == Role::Call && own.habits().implicit_receiver) else { return false };
    let mut around = site.enclosing;
    while let Some(symbol) = around {
        let is_type = own.facts.symbol(symbol).is_some_and(|it| it.kind.is_type() || it.kind == SymbolKind::Variant);
        let typed = Typed::new(Type::instance(Ref { file: slot, symbol }), Rule::ImplicitSelf);
        if is_type && has_from_language(linker, &[typed], name) {
            return true;
        }
        around = own.facts.outer_of(symbol);
    }
    false
}

/// Whether a definition is a variable, constant or field: what it holds is another matter.
fn is_value(linker: &Linker<'_>, symbol: Ref) -> bool {
    linker.is(symbol, |it| !it.kind.is_callable() && !it.kind.is_type() && it.kind != SymbolKind::Module)
}

/// Whether the name of the only member called so says that it is meant. It does not where the member belongs to one object rather than to a type
/// (`const api = { get() {} }`, an anonymous class) or to the class itself, where it is code of tests and the site is not, and where a test, or whatever
/// reads a field of an interface, never names the type, not even by the name of the receiver: what has such a field may be any object. Of 44 such reads
/// in two repositories of TypeScript 11 were wrong, one of them of a type that was named.
fn is_telling(linker: &mut Linker<'_>, site: &Site, member: Ref) -> bool {
    let Some(file) = linker.load(member.file) else { return false };
    let Some(it) = file.facts.symbol(member.symbol) else { return false };
    let mut loose = false;
    let (owner, named) = match it.owner {
        Owner::File => return true,
        Owner::Symbol(index) => match file.facts.symbol(index) {
            Some(owner) => {
                loose = matches!(owner.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
                (has_instances(owner), owner.shown().into())
            }
            None => return false,
        },
        Owner::Extension(index) => (true, file.facts.extension(index).map(|it| it.target_name.clone()).unwrap_or_default()),
    };
    let is_named_after = |linker: &Linker<'_>| receiver_name(linker, site).is_some_and(|receiver| resembles(&receiver, &named));
    // What an ECMAScript class builds has no static members: only something that is called like the class may be the class.
    if linker.own.habits().classes.functions_build && it.flags.has(Flags::STATIC) && !is_named_after(linker) {
        return false;
    }
    if !owner || file.path == linker.own.path {
        return owner;
    }
    match (linker.own.of_tests, file.of_tests) {
        (false, true) => false,
        (in_test, of_test) if loose || (in_test && !of_test) => {
            site.role == Role::Call || linker.body.sites.iter().any(|site| site.name == named) || is_named_after(linker)
        }
        _ => true,
    }
}

/// Whether a field that is read may be that of anything, where nothing declares what values are: the only one of its name is of a class of tests that
/// the receiver is not called after, or the receiver is what something outside of the repository gave.
fn is_of_anything(linker: &mut Linker<'_>, site: &Site, member: Ref) -> bool {
    if !linker.own.habits().classes.untyped || !matches!(site.role, Role::Read | Role::Write) {
        return false;
    }
    let Some(file) = linker.load(member.file) else { return false };
    let Some(it) = file.facts.symbol(member.symbol).filter(|it| it.kind == SymbolKind::Field) else { return false };
    let owner = match it.owner {
        Owner::Symbol(owner) => file.facts.symbol(owner).map(|owner| Name::from(owner.shown())),
        _ => None,
    };
    let is_named_after = match (receiver_name(linker, site), owner) {
        (Some(receiver), Some(owner)) => receiver.len() > 2 && resembles(&receiver, &owner),
        _ => false,
    };
    if is_named_after {
        return false;
    }
    let Some(Expr::Member { base, .. }) = linker.body.expr(site.target) else { return false };
    let frame = linker.own_frame(site.enclosing);
    file.of_tests || is_from_unknown_call(linker, &frame, *base, 0)
}

/// Whether a type is sought in a type parameter (`typename T::rep`): whatever the parameter stands for has a type of that name, most of them from outside.
fn is_dependent(linker: &Linker<'_>, site: &Site) -> bool {
    let is_type = matches!(site.role, Role::Type | Role::Extends) && linker.own.habits().textual_includes;
    let of_local = |base: ExprId| matches!(linker.body.expr(base), Some(Expr::Local(_)));
    is_type && matches!(linker.body.expr(site.target), Some(Expr::Member { base, .. }) if of_local(*base))
}

/// Whether objects of every type may have a member of this name (`__dict__`).
fn is_of_all(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// The last name of what a member is taken of.
fn receiver_name(linker: &Linker<'_>, site: &Site) -> Option<Name> {
    let Some(Expr::Member { base, .. }) = linker.body.expr(site.target) else { return None };
    match linker.body.expr(*base)? {
        Expr::Local(local) => linker.body.local(*local).map(|local| local.name.clone()),
        Expr::Free(name) | Expr::Member { name, .. } => Some(name.clone()),
        _ => None,
    }
}

/// Whether a variable is called after a type: `app`, `flask_app` and `a` after `App`.
fn resembles(variable: &str, ty: &str) -> bool {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let (variable, ty) = (plain(variable), plain(ty));
    !variable.is_empty() && (ty.starts_with(&variable) || variable.ends_with(&ty) || (variable.len() > 2 && ty.ends_with(&variable)))
}

/// Types, variants and functions that construct have many instances; one object, a module and an anonymous class (`Runnable$1`) have not.
fn has_instances(owner: &Symbol) -> bool {
    let numbered = owner.name.rsplit_once('$').is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    (owner.kind.is_type() && !numbered) || owner.kind.is_callable() || owner.kind == SymbolKind::Variant
}

/// Whether a member can be what a site names: callables are called with a number of arguments they take, values are read.
pub(super) fn fits(linker: &Linker<'_>, symbol: Ref, site: &Site) -> bool {
    let Some(file) = linker.load(symbol.file) else { return false };
    let Some(it) = file.facts.symbol(symbol.symbol) else { return false };
    let callable = it.kind.is_callable() && !it.flags.has(Flags::PROPERTY);
    if site.role != Role::Call {
        return !callable;
    }
    if !callable {
        return false;
    }
    site.arg_count.is_none_or(|count| takes(linker, symbol, count + u16::from(linker.takes_receiver(symbol))))
}
