//! What decorators make of functions: what they declare to give back, where their type parameters stand for what they are handed.

use crate::base::caps;
use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker, activity};
use crate::link::generics::{Given, is_unknown, mentions_parameters};
use crate::link::outcome::kept::keep_told;
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::SymbolKind;

/// How many other names for the type of a decorator are followed, and how deep two types are compared.
const MAX_DEPTH: u32 = 4;

impl Linker<'_> {
    /// What stands in the place of a function by its decorators, which are written down outermost first; none where they leave a function that gives what
    /// it does by itself, as far as is known.
    pub(in crate::link) fn made_of(&mut self, function: Ref, made: Option<ExprId>) -> Vec<Typed> {
        let (Some(made), Some(file)) = (made, self.load(function.file)) else { return Vec::new() };
        self.asker.looked_at(&file, function.symbol);
        let frame = Frame::facts(&file, function.symbol);
        let Expr::Tuple(decorators) = self.expr(&frame, made) else { return Vec::new() };
        let own = vec![Typed::new(Type::Callable(function), Rule::LocalScope)];
        let types = self.once(&file, function.symbol, activity::MADE, |linker| {
            decorators.iter().rev().fold(own.clone(), |handed, decorator| linker.decorated(&frame, *decorator, handed))
        });
        if types == own { Vec::new() } else { types.into_iter().map(|typed| typed.through(Rule::ReturnType)).collect() }
    }

    /// What reading a property gives that is made of a function by further decorators, where that is another thing than what the function gives.
    pub(in crate::link) fn made_property(&mut self, function: Ref, made: Option<ExprId>) -> Vec<Typed> {
        let Some(habits) = self.load(function.file).map(|file| file.habits()) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.made_of(function, made) {
            let method = habits.classes.read_by.unwrap_or_default();
            if let Type::Instance { ty, .. } = typed.ty
                && self.type_member(ty, method).iter().all(|it| self.is_found(it, |it| it.ty.is_some()))
            {
                // What is not declared calls the function. Of the class it gives itself, and of all else only what is known counts.
                let read = self.read_through(vec![typed.clone()], method);
                merge(&mut types, read.into_iter().filter(|it| matches!(it.ty, Type::Instance { ty: other, .. } if other != ty)));
            }
            let result = result_of(habits, &typed.ty).map(|ty| Typed::new(ty.clone(), typed.rule));
            merge(&mut types, result);
        }
        types
    }

    /// What a decorator gives for what it is handed: that itself, where nothing else is known.
    fn decorated(&mut self, frame: &Frame, decorator: ExprId, handed: Vec<Typed>) -> Vec<Typed> {
        if !self.step() {
            return handed;
        }
        let spelled = match *self.expr(frame, decorator) {
            Expr::Call { callee } | Expr::CallWith { callee, .. } => self.given_by_made(frame, callee, &handed),
            _ => Vec::new(),
        };
        let mut given = if spelled.is_empty() { self.given_by_named(frame, decorator, &handed) } else { spelled };
        let habits = frame.file.habits();
        given.retain(|typed| matches!(typed.ty, Type::Instance { .. }) || is_function(habits, &typed.ty));
        if given.is_empty() || given.iter().any(|typed| self.stays(habits, typed, &handed)) { handed } else { given }
    }

    /// Whether a function that a decorator gives may be the one that it is handed: it gives the same, or what nobody knows.
    fn stays(&mut self, habits: &Habits, given: &Typed, handed: &[Typed]) -> bool {
        if !is_function(habits, &given.ty) {
            return false;
        }
        let Some(result) = result_of(habits, &given.ty).filter(|result| !is_open(habits, result)) else { return true };
        let mut before = Vec::new();
        for typed in handed {
            match &typed.ty {
                Type::Callable(function) => merge(&mut before, self.result_given(*function, &Given::new())),
                ty => merge(&mut before, result_of(habits, ty).map(|ty| Typed::new(ty.clone(), typed.rule))),
            }
        }
        Type::one_of(before, habits.unions) == *result
    }

    /// What a decorator gives that a call of `callee` makes, by the type of function that this declares to give.
    fn given_by_made(&mut self, frame: &Frame, callee: ExprId, handed: &[Typed]) -> Vec<Typed> {
        let callees = self.callees(frame, callee);
        let mut types = Vec::new();
        for (typed, given) in self.without_implementations(frame, callees) {
            let Type::Callable(maker) = typed.ty else { continue };
            let Some(file) = self.load(maker.file) else { continue };
            self.asker.looked_at(&file, maker.symbol);
            let Some(ty) = file.facts.symbol(maker.symbol).and_then(|it| it.ty) else { continue };
            let inside = Frame { given: given.into(), ..Frame::facts(&file, maker.symbol) };
            merge(&mut types, self.given_by_spelled(&inside, ty, handed, 0));
        }
        types
    }

    /// What a function of the type that an expression spells gives for what it is handed.
    fn given_by_spelled(&mut self, frame: &Frame, ty: ExprId, handed: &[Typed], depth: u32) -> Vec<Typed> {
        if depth > MAX_DEPTH || !self.step() {
            return Vec::new();
        }
        let mut types = Vec::new();
        match *self.expr(frame, ty) {
            Expr::Apply { base, ref args } if self.gives_last(frame, base) => {
                let Some((given, taken)) = args.split_last() else { return types };
                let mut standing = frame.given.to_vec();
                if let Some(Expr::Tuple(taken)) = taken.first().map(|list| self.expr(frame, *list))
                    && let Some(first) = taken.first()
                {
                    if self.is_same(frame, *first, *given, 0) {
                        return handed.to_vec();
                    }
                    self.unify(frame, *first, handed, &mut standing, 0);
                }
                types = self.instances(&Frame { given: standing.into(), ..frame.clone() }, *given);
            }
            Expr::AnyOf(ref parts) => {
                for part in parts.iter().take(caps::MAX_CANDIDATES) {
                    merge(&mut types, self.given_by_spelled(frame, *part, handed, depth + 1));
                }
            }
            Expr::Symbol(_) | Expr::Import(_) | Expr::Member { .. } => {
                for found in self.denote(frame, ty) {
                    let Denotation::Symbol(named) = found.what else { continue };
                    let Some(file) = self.load(named.file) else { continue };
                    self.asker.looked_at(&file, named.symbol);
                    let Some(it) = file.facts.symbol(named.symbol).filter(|it| it.kind.is_type()) else { continue };
                    let given = match it.ty.filter(|_| it.kind == SymbolKind::TypeAlias) {
                        Some(ty) => self.given_by_spelled(&Frame::facts(&file, named.symbol), ty, handed, depth + 1),
                        None => self.given_by_type(&Type::instance(named), &Given::new(), handed),
                    };
                    merge(&mut types, given);
                }
            }
            _ => {}
        }
        types
    }

    /// What a decorator that is named, or that is a value, gives. Of overloads those count that take functions, where some do.
    fn given_by_named(&mut self, frame: &Frame, decorator: ExprId, handed: &[Typed]) -> Vec<Typed> {
        let callees = self.callees(frame, decorator);
        let mut callees = self.without_implementations(frame, callees);
        if callees.len() > 1 {
            let take: Vec<bool> = callees.iter().map(|(typed, _)| self.takes_functions(&typed.ty)).collect();
            if take.contains(&true) {
                keep_told(&mut callees, take);
            }
        }
        let mut types = Vec::new();
        for (typed, given) in callees {
            merge(&mut types, self.given_by_type(&typed.ty, &given, handed));
        }
        types
    }

    /// Whether the first parameter of a function is declared to be a function or whatever it is.
    fn takes_functions(&mut self, decorator: &Type) -> bool {
        let Type::Callable(function) = *decorator else { return false };
        let Some(file) = self.load(function.file) else { return false };
        let Some(ty) = file.facts.symbol(function.symbol).and_then(|it| it.params.first()?.ty) else { return false };
        let frame = Frame::facts(&file, function.symbol);
        matches!(self.expr(&frame, ty), Expr::Generic { .. }) || self.instances(&frame, ty).iter().any(|typed| is_function(file.habits(), &typed.ty))
    }

    /// What calling a value of a type gives for what it is handed.
    fn given_by_type(&mut self, decorator: &Type, given: &Given, handed: &[Typed]) -> Vec<Typed> {
        match *decorator {
            Type::Callable(function) => self.given_for(function, given, handed),
            Type::Object(class) => {
                let args = self.shown_by_constructors(class, |linker, constructor| linker.standing_for_handed(constructor, &Given::new(), handed));
                vec![Typed::new(Type::Instance { ty: class, args: args.into() }, Rule::ConstructorFlow)]
            }
            Type::Instance { ty, .. } => {
                let Some(method) = self.load(ty.file).and_then(|file| file.habits().classes.called) else { return Vec::new() };
                let mut types = Vec::new();
                for found in self.type_member(ty, method) {
                    let Denotation::Symbol(method) = found.what else { continue };
                    let given = self.given(decorator, method);
                    merge(&mut types, self.given_for(method, &given, handed));
                }
                types
            }
            _ => Vec::new(),
        }
    }

    /// What a function gives that is handed another one.
    fn given_for(&mut self, decorator: Ref, given: &Given, handed: &[Typed]) -> Vec<Typed> {
        let Some(file) = self.load(decorator.file) else { return Vec::new() };
        self.asker.looked_at(&file, decorator.symbol);
        let Some(it) = file.facts.symbol(decorator.symbol) else { return Vec::new() };
        let Some(ty) = it.ty else {
            // A function that its body gives stands for the one that it is handed.
            let types = self.result_given(decorator, given);
            return if types.iter().any(|typed| is_function(file.habits(), &typed.ty)) { Vec::new() } else { types };
        };
        let frame = Frame::facts(&file, decorator.symbol);
        if it.params.first().and_then(|it| it.ty).is_some_and(|taken| self.is_same(&frame, taken, ty, 0)) {
            return handed.to_vec();
        }
        let given = if mentions_parameters(&file.facts, ty, 0) { self.standing_for_handed(decorator, given, handed) } else { given.clone() };
        self.result_given(decorator, &given)
    }

    /// What type parameters stand for where the first parameter of a function takes what it is handed.
    fn standing_for_handed(&mut self, function: Ref, given: &Given, handed: &[Typed]) -> Given {
        let mut given = given.clone();
        let Some(file) = self.load(function.file) else { return given };
        if let Some(ty) = file.facts.symbol(function.symbol).and_then(|it| it.params.first()?.ty) {
            self.unify(&Frame::facts(&file, function.symbol), ty, handed, &mut given, 0);
        }
        given
    }

    /// Whether two types are written alike: what gives back the type that it takes gives back what it is handed.
    fn is_same(&self, frame: &Frame, one: ExprId, other: ExprId, depth: u32) -> bool {
        if one == other {
            return true;
        }
        match (self.expr(frame, one), self.expr(frame, other)) {
            (Expr::Unknown, _) => false,
            (Expr::Apply { .. }, Expr::Apply { .. }) | (Expr::Tuple(_), Expr::Tuple(_)) if depth < MAX_DEPTH => {
                let (one, other) = (self.expr(frame, one), self.expr(frame, other));
                one.parts().count() == other.parts().count()
                    && one.parts().zip(other.parts()).all(|(one, other)| self.is_same(frame, one, other, depth + 1))
            }
            (Expr::Generic { name, .. }, Expr::Generic { name: other, .. }) => name == other,
            // One thing may be imported twice, by two names.
            (Expr::Import(one), Expr::Import(other)) => match (frame.file.facts.import(*one), frame.file.facts.import(*other)) {
                (Some(one), Some(other)) => one.module == other.module && one.imported == other.imported,
                _ => false,
            },
            (one, other) => one == other,
        }
    }
}

fn is_function(habits: &Habits, ty: &Type) -> bool {
    match ty {
        Type::Callable(_) => true,
        Type::Foreign { name, .. } => habits.functions.contains(&name.as_str()),
        _ => false,
    }
}

/// What a function gives whose type is written.
fn result_of<'t>(habits: &Habits, ty: &'t Type) -> Option<&'t Type> {
    if let Type::Foreign { args, .. } = ty
        && is_function(habits, ty)
    {
        args.last()
    } else {
        None
    }
}

/// Whether nothing is known of a value, or of what it comes to.
fn is_open(habits: &Habits, ty: &Type) -> bool {
    let wraps = |name: &str| habits.holding.wrappers.contains(&name);
    is_unknown(ty) || matches!(ty, Type::Foreign { name, args } if wraps(name) && args.iter().all(is_unknown))
}
