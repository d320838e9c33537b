//! Methods that are told apart by whether what they are called on is constant (C++ standard, [over.match.funcs], [dcl.type.cv]).

use super::signatures;
use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::types::Type;
use crate::shard::body::{RECEIVER, Site};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Symbol, SymbolKind};

/// Most steps from a value to what it is a part of, and from a name of a type to what it stands for.
pub(super) const MAX_STEPS: u32 = 8;

/// Leaves out what is not meant for a receiver of which it is told whether it is constant: of a constant one methods that may change it, of another one those
/// that do not beside one that may and takes the same.
pub(in crate::link) fn by_receiver(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    let any = |linker: &Linker<'_>, flag: Flags| symbols.iter().any(|(symbol, _)| linker.is(*symbol, |it| it.flags.has(flag)));
    if symbols.len() < 2 || !linker.own.habits().textual_includes || !any(linker, Flags::SHARING) || !any(linker, Flags::CHANGING) {
        return;
    }
    let frame = linker.own_frame(site.enclosing);
    match of_receiver(linker, &frame, site.target, site.is_pointer(RECEIVER), MAX_STEPS) {
        Some(true) => {
            keep_if_any(symbols, |(symbol, _)| !linker.is(*symbol, |it| it.flags.has(Flags::CHANGING)));
        }
        Some(false) => {
            let changing: Vec<Ref> = symbols.iter().map(|(it, _)| *it).filter(|it| linker.is(*it, |it| it.flags.has(Flags::CHANGING))).collect();
            symbols.retain(|(it, _)| {
                let shares = linker.is(*it, |it| it.flags.has(Flags::SHARING));
                !shares || !changing.iter().any(|other| signatures::take_the_same(linker, *it, *other))
            });
        }
        None => {}
    }
}

/// Of overloads that take the same but for a reference to what nobody needs any more leaves those that an argument is meant for which is told to have a place
/// of its own or to have none (C++ standard, [over.ics.rank]); one that a class is made of has none.
pub(in crate::link) fn by_places(linker: &mut Linker<'_>, site: &Site, symbols: &mut Vec<(Ref, Rule)>) {
    let moves = |linker: &Linker<'_>, it: Ref| linker.is(it, |it| it.flags.has(Flags::TAKES_MOVED));
    let (moving, others): (Vec<Ref>, Vec<Ref>) = symbols.iter().map(|(it, _)| *it).partition(|it| moves(linker, *it));
    if moving.is_empty() || others.is_empty() || !linker.own.habits().textual_includes {
        return;
    }
    let mut left_out = Vec::new();
    for moving in moving {
        let alike = others.iter().copied().filter(|other| signatures::take_the_same(linker, moving, *other));
        let alike: Vec<Ref> = alike.collect();
        match if alike.is_empty() { None } else { is_placed(linker, site, moving) } {
            Some(true) => left_out.push(moving),
            Some(false) => left_out.extend(alike),
            None => {}
        }
    }
    keep_if_any(symbols, |(symbol, _)| !left_out.contains(symbol));
}

/// Whether the argument that meets the only parameter of a class has a place of its own.
fn is_placed(linker: &mut Linker<'_>, site: &Site, function: Ref) -> Option<bool> {
    let file = linker.load(function.file)?;
    linker.asker.looked_at(&file, function.symbol);
    let params = &file.facts.symbol(function.symbol)?.params;
    let frame = Frame::facts(&file, function.symbol);
    let mut of_classes = Vec::new();
    for (at, param) in params.iter().enumerate().filter(|(_, param)| param.pointer != Some(true)) {
        let types = param.ty.map(|ty| linker.instances(&frame, ty)).unwrap_or_default();
        let is_number = types.iter().all(|it| matches!(&it.ty, Type::Foreign { name, .. } if linker.own.habits().arguments.is_built_in(name)));
        if types.is_empty() || !is_number {
            of_classes.push(at);
        }
    }
    let [at] = of_classes.as_slice() else { return None };
    if let Some(placed) = site.is_placed(*at) {
        return Some(placed);
    }
    let argument = *site.args.get(*at)?;
    let own = linker.own_frame(site.enclosing);
    let (Expr::Call { callee } | Expr::CallWith { callee, .. }) = *linker.expr(&own, argument) else { return None };
    is_result_placed(linker, &own, callee)
}

/// Whether what a call gives has a place of its own: it is no value that is made for the call.
pub(super) fn is_result_placed(linker: &mut Linker<'_>, own: &Frame, callee: ExprId) -> Option<bool> {
    let mut told = Vec::new();
    for it in linker.denote(own, callee) {
        let symbol = it.what.symbol()?;
        let file = linker.load(symbol.file)?;
        linker.asker.looked_at(&file, symbol.symbol);
        let it = file.facts.symbol(symbol.symbol)?;
        told.push(match it.kind {
            kind if kind.is_type() || kind == SymbolKind::Constructor => Some(false),
            kind if kind.is_callable() && it.flags.has(Flags::OF_VALUE) => {
                // Another name may be one for a reference.
                let ty = it.ty.map(|ty| of_type(linker, &Frame::facts(&file, symbol.symbol), ty, MAX_STEPS));
                matches!(ty, Some(Of::Itself)).then_some(false)
            }
            kind if kind.is_callable() => said(it.flags, Flags::OF_CONSTANT, Flags::OF_CHANGING).map(|_| true),
            _ => None,
        });
    }
    shared(&told)
}

/// Whether what a member is named of is constant; `through` says whether the member stands behind an arrow.
fn of_receiver(linker: &mut Linker<'_>, frame: &Frame, named: ExprId, through: Option<bool>, steps: u32) -> Option<bool> {
    match *linker.expr(frame, named) {
        Expr::Member { base, .. } => {
            // `Base::f()` is called on what the method around is called on.
            let is_type = |linker: &Linker<'_>, what: &Denotation| what.symbol().is_some_and(|it| linker.is(it, |it| it.kind.is_type()));
            let denoted = linker.denote(frame, base);
            if denoted.iter().any(|it| is_type(linker, &it.what)) {
                of_method_around(linker, frame)
            } else {
                of_value(linker, frame, base, through, steps)
            }
        }
        Expr::Apply { base, .. } => of_receiver(linker, frame, base, through, steps.checked_sub(1)?),
        Expr::Free(_) | Expr::Symbol(_) | Expr::AnyOf(_) => of_method_around(linker, frame),
        _ => None,
    }
}

/// Whether what the method around a place is called on is constant.
fn of_method_around(linker: &Linker<'_>, frame: &Frame) -> Option<bool> {
    let around = frame.file.facts.symbol(frame.enclosing?)?;
    match around.kind {
        SymbolKind::Constructor => Some(false),
        SymbolKind::Method => said(around.flags, Flags::SHARING, Flags::CHANGING),
        _ => None,
    }
    .filter(|_| frame.in_body && linker.own.path == frame.file.path)
}

/// What one of two flags says.
pub(super) fn said(flags: Flags, yes: Flags, no: Flags) -> Option<bool> {
    if flags.has(yes) { Some(true) } else { flags.has(no).then_some(false) }
}

/// Whether a value is constant, or what it points to.
pub(super) fn of_value(linker: &mut Linker<'_>, frame: &Frame, value: ExprId, through: Option<bool>, steps: u32) -> Option<bool> {
    let steps = steps.checked_sub(1).filter(|_| linker.step())?;
    match *linker.expr(frame, value) {
        Expr::Local(local) => {
            let it = linker.body.local(local)?;
            if it.receiver {
                return of_method_around(linker, frame);
            }
            let constant = linker.body.is_constant(local)?;
            match it.ty {
                // `auto` may stand for a pointer, which says nothing of what it points to.
                None => (through == Some(false)).then_some(constant),
                Some(_) if constant => Some(true),
                Some(ty) => of_type(linker, frame, ty, steps).told(false),
            }
        }
        Expr::Instance { built: true, .. } => Some(false),
        Expr::Call { callee } | Expr::CallWith { callee, .. } => {
            let results = called(linker, frame, callee, steps);
            shared(&results)
        }
        // What brackets give is what the class says of them.
        Expr::Element(base) => {
            let found = linker.members(frame, base, &Name::new_static("operator[]"));
            let methods: Option<Vec<Ref>> = found.iter().map(|(it, _)| it.what.symbol()).collect();
            let results = results_for(linker, methods?, |linker| of_value(linker, frame, base, None, steps), steps);
            shared(&results)
        }
        Expr::Member { base, .. } => of_names(linker, frame, value, |linker| of_value(linker, frame, base, None, steps), steps),
        Expr::Free(_) | Expr::Symbol(_) => of_names(linker, frame, value, |linker| of_method_around(linker, frame), steps),
        _ => None,
    }
}

/// The same of what a name may denote, `holder` being whether what holds it is.
fn of_names(linker: &mut Linker<'_>, frame: &Frame, named: ExprId, holder: impl FnOnce(&mut Linker<'_>) -> Option<bool>, steps: u32) -> Option<bool> {
    let found = linker.denote(frame, named);
    let mut told = Vec::with_capacity(found.len());
    let mut is_part = false;
    for it in found {
        let symbol = it.what.symbol()?;
        let file = linker.load(symbol.file)?;
        linker.asker.looked_at(&file, symbol.symbol);
        let it = file.facts.symbol(symbol.symbol).filter(|it| it.kind.is_value())?;
        let own = match it.ty {
            Some(ty) if !it.flags.has(Flags::OF_CONSTANT) => of_type(linker, &Frame::facts(&file, symbol.symbol), ty, steps),
            _ => Of::Itself,
        };
        let own = match own {
            Of::Itself => said(it.flags, Flags::OF_CONSTANT, Flags::OF_CHANGING),
            Of::Unknown => return None,
            Of::Constant(constant) => Some(constant),
        };
        let is_held = it.kind == SymbolKind::Field && !it.flags.has(Flags::STATIC);
        is_part |= is_held && own.is_none();
        told.push(if is_held { own } else { own.or(Some(false)) });
    }
    let holder = if is_part { holder(linker) } else { None };
    let told: Vec<Option<bool>> = told.into_iter().map(|own| own.or(holder)).collect();
    shared(&told)
}

/// Of each function that a call may mean whether its result is constant.
fn called(linker: &mut Linker<'_>, frame: &Frame, callee: ExprId, steps: u32) -> Vec<Option<bool>> {
    let found: Vec<Option<Ref>> = linker.denote(frame, callee).iter().map(|it| it.what.symbol()).collect();
    let Some(symbols) = found.into_iter().collect::<Option<Vec<Ref>>>() else { return Vec::new() };
    results_for(linker, symbols, |linker| of_receiver(linker, frame, callee, None, steps), steps)
}

/// The same of functions of which some may be left out by what they are called on.
fn results_for(
    linker: &mut Linker<'_>,
    mut symbols: Vec<Ref>,
    receiver: impl FnOnce(&mut Linker<'_>) -> Option<bool>,
    steps: u32,
) -> Vec<Option<bool>> {
    let has = |linker: &Linker<'_>, it: Ref, flag: Flags| linker.is(it, |it| it.flags.has(flag));
    let is_open = symbols.iter().any(|it| has(linker, *it, Flags::SHARING)) && symbols.iter().any(|it| has(linker, *it, Flags::CHANGING));
    if let Some(constant) = if is_open { receiver(linker) } else { None } {
        let left_out = if constant { Flags::CHANGING } else { Flags::SHARING };
        keep_if_any(&mut symbols, |it| !has(linker, *it, left_out));
    }
    symbols.into_iter().map(|symbol| of_result(linker, symbol, steps)).collect()
}

fn of_result(linker: &mut Linker<'_>, function: Ref, steps: u32) -> Option<bool> {
    let file = linker.load(function.file)?;
    linker.asker.looked_at(&file, function.symbol);
    let it: &Symbol = file.facts.symbol(function.symbol)?;
    if it.kind.is_type() || it.kind == SymbolKind::Constructor {
        return Some(false);
    }
    let ty = it.ty.filter(|_| it.kind.is_callable())?;
    if it.flags.has(Flags::OF_CONSTANT) {
        return Some(true);
    }
    let changes = said(it.flags, Flags::OF_CONSTANT, Flags::OF_CHANGING)?;
    of_type(linker, &Frame::facts(&file, function.symbol), ty, steps).told(changes)
}

/// What the name of a type says of what its values are, or point to.
enum Of {
    /// It is that of a class.
    Itself,
    /// It is another name for what is constant, or for a pointer or reference to that, or for one to what may change.
    Constant(bool),
    Unknown,
}

impl Of {
    fn told(self, itself: bool) -> Option<bool> {
        match self {
            Self::Itself => Some(itself),
            Self::Constant(constant) => Some(constant),
            Self::Unknown => None,
        }
    }
}

fn of_type(linker: &mut Linker<'_>, frame: &Frame, ty: ExprId, steps: u32) -> Of {
    let Some(steps) = steps.checked_sub(1).filter(|_| linker.step()) else { return Of::Unknown };
    let named = match *linker.expr(frame, ty) {
        Expr::Generic { .. } | Expr::Local(_) => return Of::Unknown,
        Expr::Apply { base, .. } => base,
        _ => ty,
    };
    let found = linker.denote(frame, named);
    let mut said_by = Vec::new();
    for it in &found {
        let Some(symbol) = it.what.symbol() else { return Of::Unknown };
        let Some(file) = linker.load(symbol.file) else { return Of::Unknown };
        linker.asker.looked_at(&file, symbol.symbol);
        let Some(it) = file.facts.symbol(symbol.symbol) else { return Of::Unknown };
        said_by.push(match (it.kind, said(it.flags, Flags::OF_CONSTANT, Flags::OF_CHANGING), it.ty) {
            (SymbolKind::Class | SymbolKind::Struct | SymbolKind::Union | SymbolKind::Enum, ..) => None,
            (SymbolKind::TypeAlias, Some(constant), _) => Some(constant),
            (SymbolKind::TypeAlias, None, Some(behind)) => match of_type(linker, &Frame::facts(&file, symbol.symbol), behind, steps) {
                Of::Itself => None,
                Of::Constant(constant) => Some(constant),
                Of::Unknown => return Of::Unknown,
            },
            _ => return Of::Unknown,
        });
    }
    match said_by.split_first() {
        None => Of::Unknown,
        Some((first, rest)) if rest.iter().all(|it| it == first) => first.map_or(Of::Itself, Of::Constant),
        Some(_) => Of::Unknown,
    }
}

/// What all of some answers say.
fn shared(told: &[Option<bool>]) -> Option<bool> {
    let (first, rest) = told.split_first()?;
    first.filter(|_| rest.iter().all(|it| it == first))
}
