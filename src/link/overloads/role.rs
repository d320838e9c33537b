//! What a role asks of a name that several definitions bear: a call of what can be called, a read of what holds a value, a type of one.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::Name;
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::link::overloads::arguments::{Argument, are_of_own_types, is_ruled_out, parameters};
use crate::link::overloads::conversions::Conversions;
use crate::shard::body::{Body, Role, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// A read of a value means a field of a type above rather than the method of its own type that is called like it.
pub(in crate::link) fn fields_for_reads(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    if !linker.own.habits().methods_apart() || !matches!(site.role, Role::Read | Role::Write) || site.name.is_empty() || site.names_method() {
        return;
    }
    if symbols.is_empty() || !symbols.iter().all(|(symbol, _)| linker.is(*symbol, |it| it.kind == SymbolKind::Method)) {
        return;
    }
    let (mut above, _) = overloads::inherited(linker, site, symbols);
    above.retain(|(symbol, _)| linker.is(*symbol, |it| it.kind == SymbolKind::Field));
    above.truncate(1);
    if !above.is_empty() {
        *symbols = above;
    }
}

/// Nothing is above itself: what a specialization derives from is another one (`struct f<A> : f<int> {`), or the template. Whether nothing else is left.
pub(in crate::link) fn leave_itself(linker: &Linker<'_>, site: &Site, found: &mut Vec<Found>) -> bool {
    let heritage = matches!(site.role, Role::Extends | Role::Implements) && linker.own.habits().specializes();
    let own = site.enclosing.zip(linker.own_slot()).map(|(symbol, file)| Denotation::Symbol(Ref { file, symbol }));
    let before = found.len();
    found.retain(|it| !heritage || Some(&it.what) != own.as_ref());
    found.is_empty() && before > 0
}

/// Where a function is no value (Java), none is what is written: of a member that methods bear too, what else is called so is meant.
pub(in crate::link) fn values_alone(linker: &mut Linker<'_>, site: &Site, mut found: Vec<Found>) -> Vec<Found> {
    if !linker.own.habits().methods_apart() || site.role != Role::Write {
        return found;
    }
    let is_method = |linker: &Linker<'_>, it: &Found| linker.is_found(it, |it| it.kind.is_callable());
    let methods: Vec<(Ref, Rule)> = found.iter().filter(|it| is_method(linker, it)).filter_map(|it| Some((it.what.symbol()?, it.rule))).collect();
    let (above, _) = overloads::inherited(linker, site, &methods);
    if !above.iter().any(|(symbol, _)| linker.is(*symbol, |it| it.kind == SymbolKind::Field)) {
        found.retain(|it| !is_method(linker, it));
    }
    found
}

/// Where a member is a method only when it is called (Rust), what is read or written behind a point is a field: of the type, or of what that stands for.
pub(in crate::link) fn fields_alone(linker: &mut Linker<'_>, frame: &Frame, site: &Site, mut found: Vec<Found>) -> Vec<Found> {
    if !linker.own.habits().fields_in_brackets || !matches!(site.role, Role::Read | Role::Write) {
        return found;
    }
    let Some(Expr::Member { base, name }) = linker.body.expr(site.target).cloned() else { return found };
    let is_method = |linker: &Linker<'_>, it: &Found| linker.is_found(it, |it| it.kind.is_callable());
    if !found.iter().any(|it| is_method(linker, it)) || !is_value(linker, frame, base) {
        return found;
    }
    found.retain(|it| !is_method(linker, it));
    if found.is_empty() {
        for typed in linker.types(frame, base) {
            merge(&mut found, linker.behind(&typed, &name).into_iter().map(|(it, _)| it));
        }
        found.retain(|it| !is_method(linker, it));
    }
    found
}

/// Whether an expression is a value, and no type or module in front of `::`. Variables and parameters of types stand side by side; the latter are written
/// like types.
fn is_value(linker: &mut Linker<'_>, frame: &Frame, id: ExprId) -> bool {
    let named = match *linker.expr(frame, id) {
        Expr::Local(local) => return linker.body.local(local).is_some_and(|it| !it.name.starts_with(char::is_uppercase)),
        Expr::Free(_) | Expr::Symbol(_) | Expr::Import(_) | Expr::Member { .. } => linker.denote(frame, id),
        Expr::Call { .. } | Expr::CallWith { .. } | Expr::Element(_) | Expr::At { .. } | Expr::Instance { .. } => return true,
        _ => return false,
    };
    !named.is_empty() && named.iter().all(|it| linker.is_found(it, |it| it.kind.is_value()))
}

/// A macro is called with `!`, and a function or module never is. What makes a macro of a function of another package stays. Gives whether any was left
/// out.
pub(in crate::link) fn macros_apart(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>, of_module: bool) -> bool {
    if site.role != Role::Call || !linker.own.habits().textual_macros || (symbols.is_empty() && !of_module) {
        return false;
    }
    // In the body of a macro the arguments of a call by a path are not counted.
    if is_member(linker, site) {
        return false;
    }
    let own = Arc::clone(&linker.own);
    let is_macro_call = site.arg_count.is_none();
    let before = symbols.len();
    symbols.retain(|(symbol, _)| {
        let Some(file) = linker.load(symbol.file) else { return true };
        let is_macro = file.facts.symbol(symbol.symbol).is_some_and(|it| it.kind == SymbolKind::Macro);
        if is_macro == is_macro_call || !is_macro_call {
            return is_macro == is_macro_call;
        }
        linker.asker.package_of(&file) != linker.asker.package_of(&own)
    });
    symbols.len() < before || (of_module && is_macro_call)
}

/// What is derived, or decorates, is a macro: no type of its name is meant (`use thiserror::Error; #[derive(Error)] enum Error { … }`), and no trait. Where
/// the language has one of the name and nothing else is called so, that is it.
fn macros_alone(site: &Site, linker: &Linker<'_>, mut found: Vec<Found>) -> Vec<Found> {
    let count = found.len();
    found.retain(|it| !linker.is_found(it, |it| it.kind.is_type()));
    if found.is_empty() && count > 0 && linker.own.habits().is_builtin(&site.name) {
        found.push(Found { what: Denotation::Builtin(site.name.clone()), rule: Rule::LocalScope });
    }
    found
}

/// Where types and values have names of their own, a type that is no value hides none: `Err(it)` is the language's where `use nom::Err` brings an enum.
/// And a function hides no module or crate of its name in front of `::`: `env::var()` beside `fn env()`.
pub(in crate::link) fn in_namespace(linker: &mut Linker<'_>, frame: &Frame, site: &Site, found: Vec<Found>) -> Vec<Found> {
    let habits = linker.own.habits();
    if habits.namespaces_apart && site.role == Role::Decorator {
        return macros_alone(site, linker, found);
    }
    if !habits.namespaces_apart || found.is_empty() || is_member(linker, site) {
        return found;
    }
    let hides_nothing: fn(&Symbol) -> bool = match site.role {
        Role::Read => is_no_value,
        Role::Call if site.arg_count.is_some() => is_no_value,
        _ => |_| false,
    };
    if habits.is_builtin(&site.name) && found.iter().all(|it| linker.is_found(it, hides_nothing)) {
        return vec![Found { what: Denotation::Builtin(site.name.clone()), rule: Rule::LocalScope }];
    }
    let found = if matches!(site.role, Role::Call | Role::Read) { linker.values_first(frame, site.target, found) } else { found };
    let symbols: Vec<(Ref, Rule)> = found.iter().filter_map(|it| Some((it.what.symbol()?, it.rule))).collect();
    if symbols.len() == found.len() && is_in_front(linker, site, &symbols) {
        let beside = linker.in_front(frame, &site.name);
        return if beside.is_empty() { found } else { beside };
    }
    found
}

/// Whether a definition has a name among types and none among values.
pub(in crate::link) fn is_no_value(it: &Symbol) -> bool {
    it.flags.has(Flags::NO_VALUE) || matches!(it.kind, SymbolKind::Enum | SymbolKind::Trait | SymbolKind::Union | SymbolKind::TypeAlias)
}

/// Leaves out classes that a variable or function of their own name and scope hides: as a type such a one is named with `class` in front (C++ standard,
/// [basic.scope.hiding]).
pub(in crate::link) fn without_hidden(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    let is_value = matches!(site.role, Role::Call | Role::Read | Role::Write);
    if symbols.len() < 2 || !is_value || !linker.own.habits().values_hide_classes() {
        return;
    }
    // In front of `::` no value is looked for.
    if fronts(linker).binary_search(&site.target.0).is_ok() {
        return;
    }
    let hides = |it: &Symbol| it.kind.is_value() || matches!(it.kind, SymbolKind::Function | SymbolKind::Method);
    let hiding: Vec<(Slot, Name)> =
        symbols.iter().filter_map(|(symbol, _)| Some((symbol.file, linker.about(*symbol, |it| hides(it).then(|| it.qualified.clone()))??))).collect();
    let is_hidden = |symbol: Ref| {
        linker.is(symbol, |it| it.kind.is_type() && it.kind != SymbolKind::TypeAlias && hiding.contains(&(symbol.file, it.qualified.clone())))
    };
    symbols.retain(|(symbol, _)| !is_hidden(*symbol));
}

/// A type and its field of one name stand side by side: a call means what can be called, a read what holds a value, a type what is one.
pub(in crate::link) fn by_role(linker: &Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    if symbols.len() < 2 {
        return;
    }
    if linker.own.habits().declarations_merge {
        merged(linker, site, symbols);
        return;
    }
    let habits = linker.own.habits();
    let apart = habits.fields_apart;
    let fits = |it: &Symbol| match site.role {
        // A macro is called with `!` and no counted arguments, and never without.
        Role::Call if habits.textual_macros && (it.kind == SymbolKind::Macro || site.arg_count.is_none()) => {
            (it.kind == SymbolKind::Macro) == site.arg_count.is_none()
        }
        // A name that stands alone is no tag: `struct config { … } config;` is read by the variable's name.
        Role::Call | Role::Read | Role::Write if habits.tags => !it.kind.is_type() || it.kind == SymbolKind::TypeAlias,
        Role::Call if habits.values_apart => !it.kind.is_value(),
        Role::Read | Role::Write if habits.values_apart => it.kind.is_value(),
        Role::Call if !apart => true,
        Role::Read | Role::Write if !apart => true,
        Role::Call => it.kind.is_type() || (it.kind.is_callable() && !it.flags.has(Flags::PROPERTY)),
        Role::Read | Role::Write => it.kind.is_value() || it.flags.has(Flags::PROPERTY),
        Role::Type | Role::Extends | Role::Implements => it.kind.is_type(),
        // What is derived is a macro, and so is an attribute, whatever trait bears its name. An import of both is told by the trait.
        Role::Decorator if habits.textual_macros => it.kind.is_callable(),
        Role::Import if habits.textual_macros => it.kind != SymbolKind::Macro,
        Role::Import | Role::Decorator => true,
    };
    // An import names all overloads of a name at once: the first stands for them.
    if site.role == Role::Import && habits.overloads && is_one_name(linker, symbols, |it| it.kind.is_callable()) {
        symbols.truncate(1);
    }
    keep_if_any(symbols, |(symbol, _)| linker.is(*symbol, fits));
}

/// Decorators of a definition that are asked whose macro they are: macros stand first.
const MAX_DECORATORS: usize = 8;

/// The package outside of the tree whose attribute macro reads a decorator that nothing binds: `#[case(1)]` and `#[case::one(1)]` below `#[rstest]`. A
/// compiler refuses such a name where no macro in front takes it away. The nearest that leads anywhere is taken for that macro.
pub(in crate::link) fn attribute_of_outsider(linker: &mut Linker<'_>, site: &Site) -> Option<Name> {
    let body = linker.body;
    if !linker.own.habits().textual_macros || !is_in_attribute(body, site) {
        return None;
    }
    let start = body.places.get(site.enclosing? as usize)?.span.start;
    let first = body.sites.partition_point(|it| it.span.start < start);
    let before = body.sites.get(first..)?.iter().take_while(|it| it.span.start < site.span.start);
    let decorators = before.filter(|it| it.role == Role::Decorator && it.enclosing == site.enclosing);
    let frame = linker.own_frame(site.enclosing);
    let led: Vec<Vec<Found>> = decorators.take(MAX_DECORATORS).map(|it| linker.denote(&frame, it.target)).filter(|found| !found.is_empty()).collect();
    led.last()?.iter().find_map(|it| if let Denotation::External { package, .. } = &it.what { Some(package.clone()) } else { None })
}

/// Whether a site is a decorator, or the name in front of one.
fn is_in_attribute(body: &Body, site: &Site) -> bool {
    let names = |it: &Site| matches!(body.expr(it.target), Some(Expr::Member { base, .. }) if *base == site.target);
    site.role == Role::Decorator
        || body
            .sites
            .get(body.sites.partition_point(|it| it.span.start <= site.span.start))
            .is_some_and(|next| next.role == Role::Decorator && names(next))
}

/// Whether a name that functions bear beside a module stands in front of `::`: only the module has anything to name there.
pub(in crate::link) fn is_in_front(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> bool {
    if site.role != Role::Read || linker.own.habits().path_separator != Some("::") {
        return false;
    }
    symbols.iter().all(|(symbol, _)| linker.is(*symbol, |it| it.kind.is_callable())) && fronts(linker).binary_search(&site.target.0).is_ok()
}

/// The expressions of the linked body that a member is named of behind the mark of paths.
fn fronts(linker: &mut Linker<'_>) -> Arc<[u32]> {
    let body = linker.body;
    let found = linker.memo.fronts.get_or_insert_with(|| {
        let bases = body.exprs.iter().filter_map(|expr| if let Expr::Member { base, .. } = expr { Some(*base) } else { None });
        let named = bases.filter(|base| body.receivers.binary_search(base).is_err());
        named.map(|base| base.0).collect::<BTreeSet<u32>>().into_iter().collect()
    });
    Arc::clone(found)
}

/// Leaves out the constructor that a call stands in which names its type by a word of the language: none calls itself so (Java Language Specification, 8.8.7.1).
pub(in crate::link) fn without_itself(linker: &Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    let around = site.enclosing.and_then(|index| linker.own.facts.symbol(index)).filter(|it| it.kind == SymbolKind::Constructor);
    let Some(around) = around.filter(|_| symbols.len() > 1 && linker.own.habits().arguments.exact_arity) else { return };
    let Owner::Symbol(class) = around.owner else { return };
    if linker.own.facts.symbol(class).is_some_and(|it| it.name != site.name) {
        let own = linker.own_slot();
        keep_if_any(symbols, |(symbol, _)| Some(symbol.file) != own || Some(symbol.symbol) != site.enclosing);
    }
}

/// Of what several imports bring under one name, some of it from outside, what the arguments tell of the repository's own: leaves out what cannot take them, and
/// says whether what is left is meant for sure, because it is written for types of the repository and they are of these (Java Language Specification, 15.12.2.5).
pub(in crate::link) fn are_meant_beside_outside(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) -> bool {
    let frame = linker.own_frame(site.enclosing);
    let written = site.args.iter().take(overloads::MAX_ARGUMENTS);
    let arguments: Vec<Argument> = written.map(|id| Argument::of(linker, &frame, *id)).collect();
    let conversions = Conversions::of(linker);
    let is_whole = site.arg_count.is_some_and(|count| usize::from(count) == arguments.len());
    let mut are_meant = is_whole;
    let mut kept = Vec::with_capacity(symbols.len());
    for (symbol, rule) in symbols.drain(..) {
        let own = parameters(linker, symbol, &arguments, true);
        if is_whole && is_ruled_out(conversions, &own, &arguments) {
            continue;
        }
        are_meant &= are_of_own_types(conversions, &own, &arguments);
        kept.push((symbol, rule));
    }
    *symbols = kept;
    are_meant && !symbols.is_empty()
}

/// Whether all are of one qualified name in one file, and something holds of each.
fn is_one_name(linker: &Linker<'_>, symbols: &[(Ref, Rule)], holds: impl Fn(&Symbol) -> bool) -> bool {
    let name = |symbol: Ref| {
        let name = linker.about(symbol, |it| holds(it).then(|| it.qualified.clone()))??;
        Some((symbol.file, name))
    };
    symbols.first().and_then(|first| name(first.0)).is_some_and(|first| symbols.iter().all(|it| name(it.0).as_ref() == Some(&first)))
}

/// Where declarations merge, what is called, built, read or written is a class, a function or a variable, and no interface of its name beside it.
pub(in crate::link) fn without_mere_types(linker: &Linker<'_>, symbols: &mut Vec<(Ref, Rule)>) {
    if symbols.len() > 1 && linker.own.habits().declarations_merge {
        keep_if_any(symbols, |(symbol, _)| linker.is(*symbol, |it| !matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias)));
    }
}

/// The first of the functions of one name that the branches of a module define (`if windows: def f … else: def f …`): the one that checkers name.
pub(in crate::link) fn first_of_branches(linker: &mut Linker<'_>, symbols: &[(Ref, Rule)]) -> Option<Arc<str>> {
    first_of(linker, symbols, |it| it.kind.is_callable())
}

/// The first of the types of one name of which each arm of a conditional defines one, where nothing tells which arm is taken: the usual case is written first.
pub(in crate::link) fn first_of_arms(linker: &mut Linker<'_>, symbols: &[(Ref, Rule)]) -> Option<Arc<str>> {
    first_of(linker, symbols, |it| it.kind.is_type() && it.flags.has(Flags::CONDITIONAL))
}

/// The first that stands in one file of several of one name, if something holds of each.
fn first_of(linker: &mut Linker<'_>, symbols: &[(Ref, Rule)], holds: impl Fn(&Symbol) -> bool) -> Option<Arc<str>> {
    let is_meant = symbols.len() > 1 && is_one_name(linker, symbols, holds);
    let first = symbols.iter().map(|(symbol, _)| *symbol).min_by_key(|symbol| symbol.symbol).filter(|_| is_meant)?;
    linker.id(first)
}

/// Declarations of one name in one file: the use tells whether the type or the value is meant, and of what merges the first of the foremost kind
/// stands for all. An import means the value.
fn merged(linker: &Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    let as_type = matches!(site.role, Role::Type | Role::Implements);
    let rank = |kind: SymbolKind| match kind {
        SymbolKind::Class => 0,
        SymbolKind::Enum => 1,
        SymbolKind::Interface | SymbolKind::TypeAlias if as_type => 2,
        kind if kind.is_callable() || kind.is_value() => 3,
        SymbolKind::Interface | SymbolKind::TypeAlias => 4,
        _ => 5,
    };
    let mut kept: Vec<(Ref, Rule, u32, (Name, bool))> = Vec::new();
    for (symbol, rule) in symbols.iter().copied() {
        let Some(file) = linker.load(symbol.file) else { continue };
        let Some(it) = file.facts.symbol(symbol.symbol) else { continue };
        let rank = rank(it.kind);
        let alone = it.flags.has(Flags::PROPERTY) || it.flags.has(Flags::NESTED);
        let named = (it.qualified.clone(), it.flags.has(Flags::GLOBAL));
        match kept.iter_mut().find(|(other, _, _, known)| !alone && other.file == symbol.file && *known == named) {
            Some(other) if (rank, symbol.symbol) < (other.2, other.0.symbol) => (other.0, other.1, other.2) = (symbol, rule, rank),
            Some(_) => {}
            None => kept.push((symbol, rule, rank, named)),
        }
    }
    *symbols = kept.into_iter().map(|(symbol, rule, ..)| (symbol, rule)).collect();
}

/// A property is read by what its name means, and written or deleted by what says so beside it. Where two functions of one name are a property together,
/// the one that takes nothing is read and the other one written.
pub(in crate::link) fn accessor(linker: &mut Linker<'_>, site: &Site, symbol: Ref) -> Ref {
    let writes = site.role == Role::Write;
    if let Some(setter) = linker.setter_of(site, symbol) {
        return setter;
    }
    let Some(file) = linker.load(symbol.file) else { return symbol };
    let Some(it) = file.facts.symbol(symbol.symbol).filter(|it| it.flags.has(Flags::PROPERTY)) else { return symbol };
    if file.habits().classes.setters_apart {
        return linker.accessor_meant(symbol, writes);
    }
    if file.habits().declarations_merge {
        let is_meant = |other: &Symbol| {
            let is_beside =
                other.owner == it.owner && other.flags.has(Flags::PROPERTY) && other.flags.has(Flags::STATIC) == it.flags.has(Flags::STATIC);
            is_beside && other.params.is_empty() != writes
        };
        if is_meant(it) {
            return symbol;
        }
        let beside = linker.asker.symbols_named((symbol.file, &file), file.facts.owner_name(it.owner), &it.name, is_meant);
        return beside.first().copied().unwrap_or(symbol);
    }
    if !writes {
        return symbol;
    }
    let taken = usize::from(site.arg_count != Some(0));
    let others = file.superseded(file.facts.owner_name(it.owner), &it.name).filter(|other| *other > symbol.symbol);
    let is_meant = |other: &Symbol| other.owner == it.owner && other.flags.has(Flags::PROPERTY) && other.params.len() == taken;
    let meant = others.filter(|other| file.facts.symbol(*other).is_some_and(is_meant)).last();
    linker.asker.looked_at(&file, symbol.symbol);
    Ref { symbol: meant.unwrap_or(symbol.symbol), ..symbol }
}

/// Whether variables only stand in for what an import that failed would have bound (`except ImportError: json = None`).
pub(in crate::link) fn are_placeholders(linker: &Linker<'_>, symbols: &[(Ref, Rule)]) -> bool {
    let stands_in = |it: &Symbol| it.kind.is_value() && it.flags.has(Flags::DECLARATION) && it.ty.is_none() && it.value.is_none();
    symbols.iter().all(|(symbol, _)| linker.is(*symbol, stands_in))
}

/// Whether symbols are all types that hold no value.
pub(in crate::link) fn are_mere_types(linker: &Linker<'_>, symbols: &[(Ref, Rule)]) -> bool {
    let is_type = |it: &Symbol| matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
    linker.own.habits().declarations_merge && !symbols.is_empty() && symbols.iter().all(|(symbol, _)| linker.is(*symbol, is_type))
}

/// Whether the member of a value that is its class is read (`it.constructor`): that is the language's, and no use of the code that builds.
pub(in crate::link) fn are_read_constructors(linker: &Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> bool {
    let classes = &linker.own.habits().classes;
    let is_read = matches!(site.role, Role::Read | Role::Write) && classes.functions_build && classes.constructors.contains(&site.name.as_str());
    is_read && !symbols.is_empty() && symbols.iter().all(|(symbol, _)| linker.is(*symbol, |it| it.kind == SymbolKind::Constructor))
}

/// Whether a called type is the declared one of a variable: `T x(1);`.
pub(in crate::link) fn declares(linker: &Linker<'_>, site: &Site) -> bool {
    let is_type = |ty: ExprId| {
        let base = linker.body.expr(ty).and_then(|it| if let Expr::Apply { base, .. } = it { Some(*base) } else { None });
        ty == site.target || base == Some(site.target)
    };
    linker.body.locals.iter().any(|local| local.ty.is_some_and(is_type))
}

/// Whether a site names a member of something.
pub(in crate::link) fn is_member(linker: &Linker<'_>, site: &Site) -> bool {
    matches!(linker.body.expr(site.target), Some(Expr::Member { .. }))
}
