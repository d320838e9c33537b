//! How every site ends, and why: what was found for it, cut down to what is meant, else the reason that there is nothing.

use std::sync::Arc;

use super::kept::keep_if_any;
use super::reasons::Reason;
use super::rules::Rule;
use super::{BUILTIN, Outcome, TargetKind, confidence};
use crate::base::score::Millionths;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Unions};
use crate::link::ask::Ref;
use crate::link::calls::held;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::members::{associated, member_names, receivers};
use crate::link::modules::{left_out, passing};
use crate::link::names::{alternatives, macros};
use crate::link::overloads::{self, role};
use crate::link::types::unions;
use crate::link::{Target, outcome};
use crate::shard::body::{Role, Site};
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Import, Imported, Owner, Symbol};

/// Settles site `index` of the linked file. `None` for purely local names.
pub fn settle(linker: &mut Linker<'_>, index: usize) -> Option<Outcome> {
    let body = linker.body;
    let site = body.sites.get(index)?;
    linker.start_site();
    let frame = linker.own_frame(place_of(linker, site));
    if is_local_use(linker, site) || macros::is_word(linker, &frame, site) {
        return None;
    }
    if let Some(outcome) = member_names::named(linker, &frame, site) {
        return Some(outcome);
    }
    let found = match site.import {
        Some(import) => match named_by_import(linker, import) {
            Ok(found) => found,
            Err(reason) => return Some(Outcome::left(reason)),
        },
        None => named_by_expression(linker, &frame, site),
    };
    let mut found = associated::declared(linker, site, found);
    if linker.ran_out() {
        return Some(Outcome::left(Reason::StepLimit));
    }
    if role::leave_itself(linker, site, &mut found) {
        return Some(Outcome::left(linker.unbound_reason(false)));
    }
    let outcome = judge(linker, site, found);
    let is_missing = outcome.reason == Reason::NoSuchMember.word();
    Some(if is_missing && linker.stopped_short() { Outcome::left(Reason::StepLimit) } else { outcome })
}

/// What an import shows, or the modules that it leads to; a reason where it asks these for what they do not have.
fn named_by_import(linker: &mut Linker<'_>, import: u32) -> Result<Vec<Found>, Reason> {
    let found = passing::shown_by_import(linker, import);
    if !found.is_empty() || linker.is_spent() {
        return Ok(found);
    }
    let own = Arc::clone(&linker.own);
    let modules = linker.import_modules(&own, import);
    let of_item = own.facts.import(import).is_some_and(|it| matches!(it.imported, Imported::Item(_)));
    // The file depends on the module all the same: `modules_of_imports`.
    let is_file = |it: &Found| matches!(it.what, Denotation::Module(Module::File { .. }));
    if of_item && !modules.is_empty() && modules.iter().all(is_file) { Err(not_found(linker, import)) } else { Ok(modules) }
}

/// Why an import brings nothing: what a value of its module holds is not always known (`const { c } = require('./a').b`).
fn not_found(linker: &Linker<'_>, import: u32) -> Reason {
    let of_value = |it: &Import| matches!(&it.imported, Imported::Item(item) if item.contains('.'));
    let is_of_value = linker.own.habits().whole_export.is_some() && linker.own.facts.import(import).is_some_and(of_value);
    if is_of_value { Reason::ReceiverUnknown } else { Reason::ImportNotFound }
}

fn named_by_expression(linker: &mut Linker<'_>, frame: &Frame, site: &Site) -> Vec<Found> {
    let found = match site.role {
        Role::Call => {
            let found = linker.denote_called(frame, site.target);
            let found = linker.without_types(frame, site, found);
            linker.or_of_pointer(frame, site.target, found)
        }
        Role::Read if site.names_method() => linker.methods_named(frame, &[site.target]).into_iter().map(|(found, _)| found).collect(),
        Role::Decorator => linker.decorator(frame, site),
        _ => linker.denote(frame, site.target),
    };
    let found = linker.by_first_argument(frame, site, found);
    let found = linker.by_receiver(site, found);
    let found = role::values_alone(linker, site, found);
    let found = role::fields_alone(linker, frame, site, found);
    let found = linker.types_before_members(frame, site, found);
    let found = role::in_namespace(linker, frame, site, found);
    let found = if site.role == Role::Type { linker.special_where_written(frame, site.target, found) } else { found };
    let open = site.role == Role::Call && linker.own.habits().textual_includes;
    if open { linker.with_argument_namespaces(frame, site, found) } else { found }
}

/// The definition from inside of which a site sees names: a type names those above it from outside of itself.
fn place_of(linker: &Linker<'_>, site: &Site) -> Option<u32> {
    let implicit = linker.own.habits().implicit_receiver;
    let heritage = matches!(site.role, Role::Extends | Role::Implements) && implicit;
    // So does what stands in front of the name of a member that is defined out of line (C++ standard, [basic.lookup.unqual]).
    let in_front = |index: u32| {
        let is_outside = linker.own.facts.symbol(index).is_some_and(|it| matches!(it.owner, Owner::Extension(_)));
        is_outside && linker.body.places.get(index as usize).is_some_and(|place| site.span.end <= place.name.start)
    };
    let in_front = implicit && linker.own.habits().textual_includes && site.enclosing.is_some_and(in_front);
    if heritage || in_front { site.enclosing.and_then(|index| linker.own.facts.around(index)) } else { site.enclosing }
}

/// Reads and writes of a local variable itself are no sites.
fn is_local_use(linker: &mut Linker<'_>, site: &Site) -> bool {
    site.role != Role::Call && (matches!(linker.body.expr(site.target), Some(Expr::Local(_))) || linker.is_parameter_by_macro(site))
}

/// What was found for a site, by kind.
#[derive(Default)]
struct Sorted {
    symbols: Vec<(Ref, Rule)>,
    modules: Vec<(Module, Rule)>,
    /// The package of the first that lies outside of the repository.
    external: Option<Name>,
    /// A local variable is among it.
    local: bool,
    /// The name may as well be a local variable that holds something else than was found.
    unsure: bool,
}

impl Sorted {
    fn of(linker: &mut Linker<'_>, site: &Site, found: Vec<Found>) -> Self {
        let mut sorted = Self::default();
        for it in found {
            match it.what {
                Denotation::Symbol(symbol) => sorted.symbols.push((symbol, it.rule)),
                Denotation::Module(module) => sorted.modules.push((module, it.rule)),
                Denotation::External { package, .. } => sorted.external = sorted.external.or(Some(package)),
                Denotation::Builtin(_) => sorted.external = sorted.external.or(Some(BUILTIN)),
                Denotation::Local(value) => {
                    sorted.local = true;
                    let frame = linker.own_frame(site.enclosing);
                    let held = held::callables(linker, &frame, value);
                    // Where types and values have names of their own, a type of the name is no value.
                    sorted.unsure |= held.is_empty() && !linker.own.habits().declarations_merge;
                    sorted.symbols.extend(held);
                }
            }
        }
        sorted
    }
}

fn judge(linker: &mut Linker<'_>, site: &Site, found: Vec<Found>) -> Outcome {
    let Sorted { mut symbols, modules, external, local, unsure } = Sorted::of(linker, site, found);
    if role::macros_apart(linker, site, &mut symbols, !modules.is_empty()) && symbols.is_empty() && external.is_none() {
        let is_builtin = linker.own.habits().is_builtin(&site.name);
        return if is_builtin { Outcome::external(BUILTIN) } else { missing(linker, site) };
    }
    // What declaration files add to a type of the language or of the platform is no value, and neither is a type that is called like a value of it.
    if matches!(site.role, Role::Call | Role::Read | Role::Write) && role::are_mere_types(linker, &symbols) {
        let is_builtin = linker.own.habits().is_builtin(&site.name);
        if is_builtin || symbols.iter().all(|(_, rule)| *rule == Rule::SameNamespace) {
            symbols.clear();
        }
        if is_builtin {
            return Outcome::external(BUILTIN);
        }
    }
    let beside = external.is_some() || !modules.is_empty();
    if beside && (role::are_placeholders(linker, &symbols) || role::is_in_front(linker, site, &symbols)) {
        symbols.clear();
    }
    if linker.are_stand_ins(site, &symbols) || role::are_read_constructors(linker, site, &symbols) {
        return Outcome::external(BUILTIN);
    }
    let mut beside_outside = external.is_some();
    if let Some(package) = &external
        && !symbols.is_empty()
        && overloads::is_of_imports(linker, site)
    {
        beside_outside = !role::are_meant_beside_outside(linker, site, &mut symbols);
        if symbols.is_empty() || overloads::none_takes(linker, site, &symbols) {
            return Outcome::external(package.clone());
        }
    }
    if !symbols.is_empty() {
        return resolved(linker, site, symbols, beside_outside, unsure);
    }
    if !modules.is_empty() && site.role != Role::Call {
        return resolved_modules(linker, site, modules);
    }
    if external.as_deref() == Some(left_out::PACKAGE) {
        return Outcome::left(Reason::NotInGraph);
    }
    if let Some(package) = external {
        return holding(linker, site).unwrap_or_else(|| Outcome::external(package));
    }
    if local {
        return Outcome::left(Reason::LocalValue);
    }
    missing(linker, site)
}

/// The variable of the file that a site names by itself and that holds a module from outside, or a part of one.
fn holding(linker: &mut Linker<'_>, site: &Site) -> Option<Outcome> {
    let Some(named @ Expr::Import(_)) = linker.body.expr(site.target) else { return None };
    if site.import.is_some() || !matches!(site.role, Role::Call | Role::Extends | Role::Read) {
        return None;
    }
    let own = Arc::clone(&linker.own);
    let holds = |it: &Symbol| it.flags.has(Flags::HOLDS_MODULE) && it.value.and_then(|value| own.facts.expr(value)) == Some(named);
    let index = own.facts.symbols.iter().position(holds)?;
    if own.language.semantics.has_declarations(&mut linker.asker, &own.path) {
        return None;
    }
    let symbol = Ref { file: linker.own_slot()?, symbol: u32::try_from(index).ok()? };
    let (targets, rule) = outcome::targets(linker, [(symbol, Rule::HeldModule)]);
    Some(outcome::finish(linker, site, targets, rule?))
}

/// The outcome by definitions; `beside_external` where something outside of the repository was found as well, `beside_local` where the name may as well be a
/// local variable that holds something else.
pub(in crate::link) fn resolved(
    linker: &mut Linker<'_>,
    site: &Site,
    symbols: Vec<(Ref, Rule)>,
    beside_external: bool,
    beside_local: bool,
) -> Outcome {
    let symbols = match chosen(linker, site, symbols) {
        Ok(symbols) => symbols,
        Err(package) => return Outcome::external(package),
    };
    let mut by_default = None;
    let alike: Vec<Ref> = symbols.iter().map(|(symbol, _)| *symbol).collect();
    let tied = if linker.are_twins(&alike) { None } else { overloads::phases::first_of_tied(linker, site, &symbols) };
    let mut first = if let Some(first) = tied {
        Some((first, confidence::FIRST_OVERLOAD))
    } else {
        by_default = linker.only_by_default(site, &symbols);
        by_default.clone().map(|only| (only, confidence::DEFAULT_BUILD))
    };
    if first.is_none() && linker.own.habits().unions == Unions::First {
        first = role::first_of_branches(linker, &symbols).map(|first| (first, confidence::FIRST_OF_UNION));
    }
    if first.is_none() && linker.own.habits().preprocessed {
        first = role::first_of_arms(linker, &symbols).map(|first| (first, confidence::FIRST_OF_ARMS));
    }
    let mut each = None;
    match unions::meant(linker, site, &symbols) {
        Some(unions::Meant::First(id, confidence)) => first = first.or(Some((id, confidence))),
        Some(unions::Meant::Each(confidence)) => each = Some(confidence),
        None => {}
    }
    let perhaps_outside = linker.is_perhaps_outside(site, &symbols);
    let unsure = alternatives::are_of_unsure_types(linker, site, &symbols);
    let unsure = if beside_external { unsure.or_else(|| alternatives::are_instead_of_imports(linker, site, &symbols)) } else { unsure };
    let (mut targets, rule) = outcome::targets(linker, symbols);
    if let Some(only) = by_default {
        // However many platforms there are, one is meant: of the others as many stay as candidates may be.
        targets.sort_by_cached_key(|(target, _)| (target.id != only, Arc::clone(&target.id)));
        targets.truncate(caps::MAX_CANDIDATES);
    }
    let named_otherwise = site.role == Role::Call && targets.iter().any(|(_, kind)| *kind == TargetKind::Alias);
    if named_otherwise && linker.own.habits().overloads && !role::declares(linker, site) {
        // What is called by another name is called by the name that stands there, whatever it builds or converts.
        targets.iter_mut().filter(|(_, kind)| *kind == TargetKind::Alias).for_each(|(_, kind)| *kind = TargetKind::Type);
    }
    let rule = rule.unwrap_or(Rule::LocalScope);
    let sure = confidence::of(linker.own.language.id, site.role, rule);
    let count = targets.len();
    // The same alias may stand for a type of the repository in one build and for a foreign one in another: nothing tells which is built.
    let beside_foreign = beside_external && linker.own.habits().preprocessed && role::is_member(linker, site);
    // Of what two imports bring, one from outside, nothing tells which takes the arguments better.
    let of_imports = overloads::is_of_imports(linker, site) || linker.is_of_chosen_imports(site);
    let beside_foreign = beside_foreign || (beside_external && of_imports);
    // Whether the variable holds the definition is not known.
    if count > 0 && (beside_foreign || perhaps_outside || (beside_local && rule < Rule::LocalFlow)) {
        return outcome::concluded(targets, rule, sure.shared(count + 1));
    }
    if let Some(unsure) = unsure {
        return outcome::concluded(targets, rule, unsure.share(sure, count));
    }
    let confidence = match (&first, each) {
        _ if count < 2 => sure,
        (_, Some(each)) => sure.min(each),
        (Some((_, likeliest)), None) => Millionths(1_000_000 - likeliest.0).shared(count - 1),
        (None, None) => sure.shared(count),
    };
    let outcome = outcome::concluded(targets, rule, confidence);
    Outcome { likeliest: first.filter(|_| outcome.targets.len() > 1), ..outcome }
}

/// Those of the definitions of a name that a site means; the package where what it means is outside of the repository.
fn chosen(linker: &mut Linker<'_>, site: &Site, symbols: Vec<(Ref, Rule)>) -> Result<Vec<(Ref, Rule)>, Name> {
    let mut instead = alternatives::macros_instead(linker, site, &symbols);
    let mut symbols = meant(linker, site, symbols);
    linker.doubt_other_block(site, &mut symbols);
    if linker.own.habits().preprocessed {
        linker.without_left_out(site, &mut symbols);
    }
    if linker.own.habits().announced {
        announced(linker, site, &mut symbols);
    }
    if (linker.own.habits().overloads || overloads::are_told(linker, &symbols))
        && let Some(package) = overloads::by_arguments(linker, site, &mut symbols)
    {
        return Err(package);
    }
    instead.retain(|(it, _)| !symbols.iter().any(|(known, _)| known == it));
    symbols.append(&mut instead);
    linker.one_of_parts(&mut symbols);
    Ok(symbols)
}

/// A name that stands alone means the typedef that announces a type; `struct T` means the type.
fn announced(linker: &mut Linker<'_>, site: &Site, symbols: &mut [(Ref, Rule)]) {
    let is_tag = matches!(linker.body.expr(site.target), Some(Expr::Apply { args, .. }) if args.is_empty());
    for (symbol, _) in symbols.iter_mut().filter(|_| !is_tag) {
        *symbol = linker.announcement(*symbol).unwrap_or(*symbol);
    }
}

/// A called type as its constructors, what is defined rather than declared, what fits the role.
pub(in crate::link) fn meant(linker: &mut Linker<'_>, site: &Site, mut symbols: Vec<(Ref, Rule)>) -> Vec<(Ref, Rule)> {
    role::without_hidden(linker, site, &mut symbols);
    if matches!(site.role, Role::Call | Role::Read | Role::Write) {
        role::without_mere_types(linker, &mut symbols);
    }
    if site.role == Role::Call {
        let mut built: Vec<(Ref, Rule)> = Vec::new();
        for (symbol, rule) in symbols {
            for it in overloads::constructors_of(linker, symbol) {
                if !built.iter().any(|(known, _)| *known == it) {
                    built.push((it, rule));
                }
            }
        }
        symbols = built;
    }
    let habits = linker.own.habits();
    let form = |linker: &Linker<'_>, symbol: Ref| {
        if habits.announced { Some(overloads::arity(linker, symbol) as u64) } else { overloads::form(linker, symbol) }
    };
    let defined: Vec<Option<u64>> = symbols.iter().filter(|(it, _)| !is_declaration(linker, *it)).map(|(it, _)| form(linker, *it)).collect();
    // Where a value has the member of each of its types, what another one only declares is meant all the same, unless its file only declares what others
    // define.
    let is_repeated = |linker: &Linker<'_>, it: Ref| {
        linker.load(it.file).is_some_and(|file| habits.declaration_files.iter().any(|ending| file.path.ends_with(ending)))
    };
    let name = |linker: &Linker<'_>, it: Ref| linker.about(it, |symbol| symbol.qualified.clone());
    let own: Vec<Option<Name>> = if habits.unions == Unions::Each {
        symbols.iter().filter(|(it, _)| !is_declaration(linker, *it)).map(|(it, _)| name(linker, *it)).collect()
    } else {
        Vec::new()
    };
    let is_of_other = |linker: &Linker<'_>, it: Ref| !own.is_empty() && !is_repeated(linker, it) && !own.contains(&name(linker, it));
    if !defined.is_empty() {
        // A declaration that takes something else is an overload: one that is defined elsewhere, or an abstract one.
        symbols.retain(|(it, _)| {
            !is_declaration(linker, *it) || is_of_other(linker, *it) || form(linker, *it).is_some_and(|own| !defined.contains(&Some(own)))
        });
    }
    if habits.preprocessed && site.role == Role::Call {
        alternatives::without_renames(linker, &mut symbols);
    }
    role::fields_for_reads(linker, site, &mut symbols);
    role::by_role(linker, site, &mut symbols);
    for (symbol, _) in &mut symbols {
        *symbol = role::accessor(linker, site, *symbol);
    }
    symbols.dedup_by_key(|(symbol, _)| *symbol);
    symbols
}

fn resolved_modules(linker: &mut Linker<'_>, site: &Site, mut modules: Vec<(Module, Rule)>) -> Outcome {
    let semantics = linker.own.language.semantics;
    keep_if_any(&mut modules, |(module, _)| !semantics.is_addition(module));
    // What a script imports is code: what files of declarations say of it stands beside.
    let habits = linker.own.habits();
    if habits.any_count.contains(&linker.own.language.id) {
        let declares = |path: &str| habits.declaration_files.iter().any(|ending| path.ends_with(ending));
        keep_if_any(&mut modules, |(module, _)| !matches!(module, Module::File { path, .. } if declares(path)));
    }
    let mut targets = Vec::new();
    let mut rule = Rule::ImportBinding;
    for (module, by) in modules {
        let id = outcome::module_target(linker, &module);
        rule = rule.weaker(by);
        if !targets.iter().any(|(target, _): &(Target, TargetKind)| target.id == id) {
            targets.push((Target { id, name: Name::default() }, TargetKind::Module));
        }
    }
    outcome::finish(linker, site, targets, rule)
}

fn is_declaration(linker: &Linker<'_>, symbol: Ref) -> bool {
    linker.is(symbol, |it| it.flags.has(Flags::DECLARATION))
}

/// A site for which nothing was found: by the name alone, where that is worth saying; else why not.
fn missing(linker: &mut Linker<'_>, site: &Site) -> Outcome {
    if let Some(import) = site.import {
        // What the path goes through is there, and an edge says so.
        return Outcome::left(if passing::passes_through_files(linker, import) { Reason::ImportNotFound } else { Reason::NoSuchModule });
    }
    // What a macro in front takes away may bear the name of one that is derived, and not the other way round.
    let derived = if site.role == Role::Decorator { macros::seen(linker, site, &site.name).filter(|it| !it.targets.is_empty()) } else { None };
    if let Some(derived) = derived {
        return derived;
    }
    if let Some(package) = role::attribute_of_outsider(linker, site) {
        return Outcome::external(package);
    }
    let target = linker.body.expr(site.target).cloned().unwrap_or(Expr::Unknown);
    match target {
        Expr::Member { base, name } => {
            let macros = macros::for_member(linker, site, &name);
            if macros.is_empty() { receivers::unknown(linker, site, base, &name) } else { resolved(linker, site, macros, false, false) }
        }
        Expr::Free(name) => macros::seen(linker, site, &name).unwrap_or_else(|| unbound(linker, site, &name)),
        Expr::Symbol(_) | Expr::Import(_) => {
            let called = if site.arg_count.is_none() { macros::seen(linker, site, &site.name) } else { None };
            let reason = if let Expr::Import(import) = target { not_found(linker, import) } else { Reason::ImportNotFound };
            called.unwrap_or_else(|| Outcome::left(reason))
        }
        // `struct name` of which nothing is known.
        Expr::Apply { base, args } if args.is_empty() && linker.own.habits().tags => {
            let tag = linker.body.expr(base).and_then(|it| if let Expr::Free(name) = it { Some(name.clone()) } else { None });
            let package = tag.and_then(|name| linker.bearing_header(&name, site.role));
            package.map_or_else(|| Outcome::left(linker.unbound_reason(true)), Outcome::external)
        }
        _ => Outcome::left(Reason::Computed),
    }
}

/// A name that nothing in the tree binds, or too much.
fn unbound(linker: &mut Linker<'_>, site: &Site, name: &Name) -> Outcome {
    if linker.has_namesakes(name) {
        return Outcome::left(Reason::TooManyCandidates);
    }
    // Among the tokens of a macro a variable may be bound by what only the macro understands.
    let perhaps_bound = linker.own.habits().textual_macros && matches!(site.role, Role::Read | Role::Write) && !name.starts_with(char::is_uppercase);
    if perhaps_bound {
        return Outcome::left(Reason::UnboundName);
    }
    if receivers::is_inherited_from_language(linker, site, name) {
        return Outcome::external(BUILTIN);
    }
    let frame = linker.own_frame(site.enclosing);
    match linker.package_bringing(&frame, name, site.role) {
        Some(package) if package == left_out::PACKAGE => Outcome::left(Reason::NotInGraph),
        Some(package) => Outcome::external(package),
        None => Outcome::left(linker.unbound_reason(false)),
    }
}
