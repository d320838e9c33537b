//! Which of the signatures of one function a call means where a language tries them one after another: the first that takes what the call hands over.

use super::callbacks::Declared;
use crate::base::caps;
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::generics::{Given, is_unknown};
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::link::types::parts::{inner_type, side_of};
use crate::link::types::{LITERAL, Type, Typed};
use crate::shard::expr::{Expr, ExprId, FUNCTION, KEYS, OBJECT};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

/// Arguments that are looked at.
const MAX_ARGUMENTS: usize = 8;
/// Most members of a type that are looked for in another one.
const MAX_MEMBERS: usize = 32;
/// How deep the arguments of types are held against each other.
const MAX_DEPTH: u32 = 4;

/// Whether a place takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Never,
    Perhaps,
    Surely,
}

/// What a signature has at the place of an argument.
enum Place {
    /// Whatever is handed over is taken.
    Open,
    /// Nothing is known of it.
    Unknown,
    Types(Vec<Typed>),
}

/// The first of several that surely takes what is handed over, and those before it that may; all where none does.
fn first_fitting<T>(several: Vec<T>, fits: &[Fit]) -> Vec<T> {
    if fits.iter().all(|fit| *fit == Fit::Never) {
        return several;
    }
    let sure = fits.iter().position(|fit| *fit == Fit::Surely).unwrap_or(fits.len());
    let kept = several.into_iter().zip(fits).enumerate().filter(|(at, (_, fit))| *at <= sure && **fit != Fit::Never);
    kept.map(|(_, (it, _))| it).collect()
}

impl Linker<'_> {
    /// Of the signatures of one function those that a call may mean which hands over `args`. Of what it hands over as argument `asked`, and of functions
    /// behind that, nothing is asked.
    pub(super) fn signatures_meant(
        &mut self,
        frame: &Frame,
        callees: Vec<(Typed, Given)>,
        args: &[ExprId],
        asked: Option<usize>,
    ) -> Vec<(Typed, Given)> {
        let Some(mut signatures) = self.signatures_of_one(&callees) else { return callees };
        signatures.sort_by_key(|(at, _)| *at);
        let given = self.handed_over(frame, args, asked);
        let mut ordered = Vec::with_capacity(callees.len());
        let mut fits = Vec::with_capacity(callees.len());
        for (_, index) in signatures {
            let Some((typed, parameters)) = callees.get(index) else { continue };
            let Type::Callable(function) = typed.ty else { continue };
            fits.push(self.fit_of_function(function, parameters, &given));
            ordered.push((typed.clone(), parameters.clone()));
        }
        first_fitting(ordered, &fits)
    }

    /// Of the signatures of what a call names those that it may mean, for what they take as parameter `asked`.
    pub(super) fn signatures_taking(&mut self, frame: &Frame, callee: ExprId, callees: Vec<(Typed, Given)>, asked: usize) -> Vec<(Typed, Given)> {
        // What a function takes that is handed over is told by the overload that is meant; the function shows how many values it takes.
        if frame.in_body && frame.file.habits().overloads {
            return self.meant_by_call(frame, callee, None, callees);
        }
        if callees.len() < 2 || !frame.in_body || !frame.file.habits().declarations_merge {
            return callees;
        }
        let Some((site, count)) = self.call_of(callee).and_then(|site| Some((site, site.arg_count?))) else { return callees };
        let mut callees = self.without_implementations(frame, callees);
        keep_if_any(&mut callees, |(typed, _)| !matches!(typed.ty, Type::Callable(function) if !overloads::takes(self, function, count)));
        self.signatures_meant(frame, callees, &site.args, Some(asked))
    }

    /// The same of signatures that a type writes out; `None` where there are not several.
    pub(super) fn written_signatures_meant(&mut self, frame: &Frame, callee: ExprId, declared: &[Declared]) -> Option<Vec<Declared>> {
        if !frame.in_body || !frame.file.habits().declarations_merge {
            return None;
        }
        let mut signatures = Vec::new();
        for it in declared {
            let Declared::Type(inside, ty) = it else { return None };
            let parts = match self.expr(inside, *ty) {
                Expr::AnyOf(parts) => parts.as_slice(),
                _ => std::slice::from_ref(ty),
            };
            signatures.extend(parts.iter().take(caps::MAX_CANDIDATES).map(|part| (inside.clone(), *part)));
        }
        let is_signature = |linker: &Self, (inside, ty): &(Frame, ExprId)| matches!(linker.expr(inside, *ty), Expr::Apply { base, .. } if matches!(linker.expr(inside, *base), Expr::Literal(mark) if mark == FUNCTION));
        if signatures.len() < 2 || !signatures.iter().all(|it| is_signature(self, it)) {
            return None;
        }
        let args = self.call_of(callee).filter(|site| site.arg_count.is_some())?.args.clone();
        let given = self.handed_over(frame, &args, None);
        let fits: Vec<Fit> = signatures.iter().map(|(inside, ty)| self.fit_of_written(inside, *ty, &given)).collect();
        Some(first_fitting(signatures, &fits).into_iter().map(|(inside, ty)| Declared::Type(inside, ty)).collect())
    }

    /// The places of callees that are all signatures of one function, with those in the list; `None` where they are anything else.
    fn signatures_of_one(&self, callees: &[(Typed, Given)]) -> Option<Vec<(u32, usize)>> {
        let mut places = Vec::new();
        let mut first = None;
        for (index, (typed, _)) in callees.iter().enumerate() {
            let Type::Callable(function) = typed.ty else { return None };
            let file = self.load(function.file)?;
            let it = file
                .facts
                .symbol(function.symbol)
                .filter(|it| it.overload.is_some() && it.flags.has(Flags::DECLARATION) || it.flags.has(Flags::SIGNATURE))?;
            let named = (function.file, it.qualified.clone(), it.flags.has(Flags::STATIC));
            if *first.get_or_insert_with(|| named.clone()) != named {
                return None;
            }
            places.push((function.symbol, index));
        }
        (places.len() > 1).then_some(places)
    }

    /// The types of what a call hands over, empty where they are not known or not asked for.
    fn handed_over(&mut self, frame: &Frame, args: &[ExprId], asked: Option<usize>) -> Vec<Vec<Typed>> {
        let mut given = Vec::new();
        for (index, arg) in args.iter().take(MAX_ARGUMENTS).enumerate() {
            let closure = self.result_of_closure(frame, *arg).is_some();
            let is_asked = asked.is_some_and(|asked| index == asked || (index > asked && closure));
            given.push(match (closure, is_asked) {
                (_, true) => Vec::new(),
                // What a function gives is asked for where it tells anything alone.
                (true, false) => vec![Typed::new(Type::foreign(FUNCTION.into()), Rule::DeclaredType)],
                (false, false) => self.types(frame, *arg),
            });
        }
        given
    }

    fn fit_of_function(&mut self, function: Ref, given: &Given, handed: &[Vec<Typed>]) -> Fit {
        let Some(file) = self.load(function.file) else { return Fit::Perhaps };
        self.asker.looked_at(&file, function.symbol);
        let Some(it) = file.facts.symbol(function.symbol) else { return Fit::Perhaps };
        let inside = Frame { given: given.clone().into(), ..Frame::facts(&file, function.symbol) };
        let last = it.params.len().saturating_sub(1);
        let variadic = it.flags.has(Flags::VARIADIC);
        // What is written as a value is one of those of its type, and nothing says which.
        let is_written = |ty: ExprId| {
            let parts = if let Some(Expr::AnyOf(parts)) = file.facts.expr(ty) { parts.as_slice() } else { std::slice::from_ref(&ty) };
            it.flags.has(Flags::SIGNATURE) && parts.iter().any(|part| matches!(file.facts.expr(*part), Some(Expr::Literal(_))))
        };
        let mut fit = Fit::Surely;
        for (index, types) in handed.iter().enumerate() {
            let is_list = variadic && index >= last;
            let place = match it.params.get(if is_list { last } else { index }).and_then(|param| param.ty) {
                Some(ty) if !is_written(ty) => self.place_of(&inside, ty, is_list),
                _ => Place::Unknown,
            };
            fit = fit.min(self.fit_at(&place, types, file.habits()));
        }
        fit
    }

    fn fit_of_written(&mut self, inside: &Frame, ty: ExprId, handed: &[Vec<Typed>]) -> Fit {
        let Expr::Apply { ref args, .. } = *self.expr(inside, ty) else { return Fit::Perhaps };
        let taken = args.get(1..).unwrap_or_default();
        let is_list = |linker: &Self, at: &ExprId| matches!(linker.expr(inside, *at), Expr::Element(_));
        let mut fit = Fit::Surely;
        for (index, types) in handed.iter().enumerate() {
            let place = match taken.get(index) {
                Some(ty) if !is_list(self, ty) => self.place_of(inside, *ty, false),
                None if taken.last().is_none_or(|last| !is_list(self, last)) => return Fit::Never,
                _ => Place::Unknown,
            };
            fit = fit.min(self.fit_at(&place, types, inside.file.habits()));
        }
        fit
    }

    /// What a type expression of a parameter says, or its elements where it is a list of all that follow.
    fn place_of(&mut self, inside: &Frame, ty: ExprId, is_list: bool) -> Place {
        if let Expr::Generic { name, bounds } = self.expr(inside, ty)
            && bounds.is_empty()
            && !inside.given.iter().any(|(known, _)| known == name)
        {
            return Place::Open;
        }
        let types = self.instances(inside, ty);
        // Of a union each part must be known: what is left out of it may be what takes the value.
        let parts = if let Expr::AnyOf(parts) = self.expr(inside, ty) { parts.as_slice() } else { &[] };
        let is_open = parts.iter().any(|part| self.instances(inside, *part).is_empty());
        if types.is_empty() || is_open {
            return Place::Unknown;
        }
        if !is_list {
            return Place::Types(types);
        }
        let habits = inside.file.habits();
        let element = |typed: &Typed| match &typed.ty {
            Type::Foreign { name, args } => inner_type(habits, name, args).filter(|held| !is_unknown(held)).map(|held| Typed::new(held, typed.rule)),
            _ => None,
        };
        let held: Option<Vec<Typed>> = types.iter().map(element).collect();
        held.map_or(Place::Unknown, Place::Types)
    }

    /// Whether a place takes a value of whichever of some types.
    fn fit_at(&mut self, place: &Place, given: &[Typed], habits: &'static Habits) -> Fit {
        let taken = match place {
            Place::Open => return Fit::Surely,
            Place::Types(taken) if !given.is_empty() => taken,
            _ => return Fit::Perhaps,
        };
        let mut fit = Fit::Surely;
        for typed in given {
            let best = taken.iter().map(|taken| self.fit(&typed.ty, &taken.ty, habits, 0)).max();
            fit = fit.min(best.unwrap_or(Fit::Perhaps));
        }
        fit
    }

    fn fit(&mut self, given: &Type, taken: &Type, habits: &'static Habits, depth: u32) -> Fit {
        let anything = Type::anything();
        if is_unknown(given) || *given == anything || is_unknown(taken) || depth > MAX_DEPTH {
            return Fit::Perhaps;
        }
        if let Some(fit) = self.fit_of_listed(given, taken, habits) {
            return fit;
        }
        match (plain(given), plain(taken)) {
            (Some(own), Some(other)) => return fit_of_plain(own, other, given, taken),
            (Some(own), None) => return self.fit_of_plain_value(own, taken, habits),
            (None, Some(_)) => return if self.is_no_plain_value(given, habits) { Fit::Never } else { Fit::Perhaps },
            (None, None) => {}
        }
        match (given, taken) {
            (Type::Instance { ty, args }, Type::Instance { ty: other, args: others }) if ty == other => {
                if args == others || others.is_empty() {
                    Fit::Surely
                } else {
                    self.fit_of_all(args, others, habits, depth)
                }
            }
            (Type::Instance { ty, .. }, Type::Instance { ty: other, .. }) => self.fit_of_types(*ty, *other, habits),
            (Type::Foreign { name, args }, Type::Foreign { name: other, args: others }) if name == other && name != FUNCTION && name != OBJECT => {
                if args == others || others.is_empty() {
                    Fit::Surely
                } else {
                    self.fit_of_all(args, others, habits, depth)
                }
            }
            (Type::Tuple(parts), Type::Foreign { name, args }) if name == habits.callbacks.mapped => {
                let Some(element) = args.first() else { return Fit::Perhaps };
                parts.iter().map(|part| self.fit_of_parts(part, element, habits, depth)).min().unwrap_or(Fit::Perhaps)
            }
            (Type::Tuple(_) | Type::Foreign { .. } | Type::Callable(_), Type::Instance { ty, .. }) => {
                let is_made = matches!(given, Type::Tuple(_) | Type::Callable(_))
                    || matches!(given, Type::Foreign { name, .. } if name == FUNCTION || side_of(habits, name).is_some());
                if is_made && self.is(*ty, |it| it.kind == SymbolKind::Class) { Fit::Never } else { Fit::Perhaps }
            }
            _ => Fit::Perhaps,
        }
    }

    /// Whether a place takes a value where one of the two types is among those of the language whose values are of no other; `None` where that does not tell.
    fn fit_of_listed(&mut self, given: &Type, taken: &Type, habits: &'static Habits) -> Option<Fit> {
        if habits.plain.is_empty() {
            return None;
        }
        let listed = |ty: &Type| match ty {
            Type::Foreign { name, .. } => habits.plain.iter().find(|(plain, _)| name == plain),
            _ => None,
        };
        if matches!(taken, Type::Foreign { name, .. } if name == habits.classes.topmost) {
            return Some(Fit::Surely);
        }
        match (listed(given), listed(taken)) {
            (Some((own, takers)), Some((other, _))) => Some(if own == other || takers.contains(other) { Fit::Surely } else { Fit::Never }),
            (Some(_), None) => match taken {
                Type::Instance { ty, .. } => self.is(*ty, |it| matches!(it.kind, SymbolKind::Class | SymbolKind::Enum)).then_some(Fit::Never),
                Type::Tuple(_) | Type::Callable(_) => Some(Fit::Never),
                _ => None,
            },
            (None, Some(_)) => match given {
                // What stands above a class outside of the repository may be that.
                Type::Instance { ty, .. } => {
                    let mut all = vec![*ty];
                    all.extend(self.types_above(*ty));
                    let is_outside = |linker: &mut Self, ty: Ref| linker.supertypes(ty).iter().any(|above| above.what.symbol().is_none());
                    let is_open = all.into_iter().any(|ty| is_outside(self, ty));
                    (!is_open && self.is(*ty, |it| it.kind == SymbolKind::Class)).then_some(Fit::Never)
                }
                Type::Tuple(_) | Type::Callable(_) | Type::Object(_) => Some(Fit::Never),
                _ => None,
            },
            (None, None) => None,
        }
    }

    /// Whether arguments of a type stand for those of another, one by one.
    fn fit_of_all(&mut self, given: &[Type], taken: &[Type], habits: &'static Habits, depth: u32) -> Fit {
        if given.len() != taken.len() {
            return Fit::Perhaps;
        }
        given.iter().zip(taken).map(|(given, taken)| self.fit_of_parts(given, taken, habits, depth)).min().unwrap_or(Fit::Perhaps)
    }

    fn fit_of_parts(&mut self, given: &Type, taken: &Type, habits: &'static Habits, depth: u32) -> Fit {
        let each = given.parts().iter().map(|part| taken.parts().iter().map(|taken| self.fit(part, taken, habits, depth + 1)).max());
        each.map(|fit| fit.unwrap_or(Fit::Perhaps)).min().unwrap_or(Fit::Perhaps)
    }

    /// Whether a place of a type that is no plain one takes a plain value: not where that type has members of its own, or is one of the language's that
    /// holds others.
    fn fit_of_plain_value(&mut self, own: &str, taken: &Type, habits: &'static Habits) -> Fit {
        match taken {
            Type::Instance { ty, .. } => {
                let is_class = self.is(*ty, |it| it.kind == SymbolKind::Class);
                let is_interface = self.is(*ty, |it| it.kind == SymbolKind::Interface);
                let has_own =
                    |members: &[(Symbol, Ref)]| members.iter().any(|(it, _)| habits.foreign_members.binary_search(&it.name.as_str()).is_err());
                if is_class || (is_interface && has_own(&self.first_members(*ty))) { Fit::Never } else { Fit::Perhaps }
            }
            Type::Tuple(_) | Type::Callable(_) => Fit::Never,
            Type::Foreign { name, .. } if name == FUNCTION || name == habits.callbacks.mapped => Fit::Never,
            Type::Foreign { name, .. } if habits.holding.wrappers.contains(&name.as_str()) => Fit::Never,
            Type::Foreign { name, .. } if side_of(habits, name).is_some() && !habits.holding.texts.contains(&own) => Fit::Never,
            _ => Fit::Perhaps,
        }
    }

    /// Whether a value is none of the language's plain ones.
    fn is_no_plain_value(&self, given: &Type, habits: &Habits) -> bool {
        match given {
            Type::Instance { ty, .. } => self.is(*ty, |it| matches!(it.kind, SymbolKind::Class | SymbolKind::Interface)),
            Type::Tuple(_) | Type::Callable(_) | Type::Object(_) => true,
            Type::Foreign { name, .. } => name == FUNCTION || name == OBJECT || side_of(habits, name).is_some(),
            Type::External { .. } | Type::Module(_) => false,
        }
    }

    /// Whether a value of a type is taken for one of another: it is below that, or may have all of its members.
    fn fit_of_types(&mut self, ty: Ref, other: Ref, habits: &Habits) -> Fit {
        if self.is_below_any(ty, &[Typed::new(Type::instance(other), Rule::DeclaredType)]) {
            return Fit::Surely;
        }
        let kind = |linker: &Self, ty: Ref| linker.about(ty, |it| it.kind);
        let (own, wanted) = (kind(self, ty), kind(self, other));
        let has_members = |kind: Option<SymbolKind>| matches!(kind, Some(SymbolKind::Class | SymbolKind::Interface));
        if !has_members(own) || !has_members(wanted) {
            return Fit::Perhaps;
        }
        // Where types go by their names, a class takes what is below it.
        if !habits.plain.is_empty() && wanted == Some(SymbolKind::Class) {
            return Fit::Never;
        }
        for (member, _) in self.first_members(other) {
            if member.flags.has(Flags::MAY_LACK) || member.flags.has(Flags::STATIC) || member.kind == SymbolKind::Constructor {
                continue;
            }
            // What a class keeps to itself no other one has.
            let is_kept = wanted == Some(SymbolKind::Class) && member.visibility != Visibility::Public;
            if is_kept || self.type_member(ty, &member.name).is_empty() {
                return Fit::Never;
            }
        }
        Fit::Perhaps
    }

    /// The first members that a type declares itself.
    fn first_members(&mut self, ty: Ref) -> Vec<(Symbol, Ref)> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        self.asker.all_of(&file, &it.qualified);
        let members = file.facts.symbols.iter().zip(0u32..).filter(|(member, _)| member.owner == Owner::Symbol(ty.symbol));
        members.take(MAX_MEMBERS).map(|(member, symbol)| (member.clone(), Ref { symbol, ..ty })).collect()
    }
}

/// The name of a type whose values are plain ones of the language.
fn plain(ty: &Type) -> Option<&'static str> {
    let Type::Foreign { name, .. } = ty else { return None };
    LITERAL.iter().copied().find(|plain| name == plain)
}

fn fit_of_plain(own: &str, other: &str, given: &Type, taken: &Type) -> Fit {
    let tags = |ty: &Type| ty.args().map(|args| args.to_vec()).unwrap_or_default();
    let (given, taken) = (tags(given), tags(taken));
    let is_open = |tags: &[Type]| tags.iter().any(|tag| is_unknown(tag) || matches!(tag, Type::Foreign { name, .. } if name == KEYS));
    match () {
        () if own != other => Fit::Never,
        () if taken.is_empty() => Fit::Surely,
        () if given.is_empty() || is_open(&taken) || is_open(&given) => Fit::Perhaps,
        () if given.iter().all(|tag| taken.contains(tag)) => Fit::Surely,
        () => Fit::Never,
    }
}
