//! Members of a union: a value that is of one of several types has the member of each.

use std::sync::Arc;

use super::{Args, LITERAL, MAX_TYPES, Type, Typed, merge};
use crate::base::Name;
use crate::base::score::Millionths;
use crate::languages::semantics::{Overriding, Unions};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::generics::{Given, is_unknown};
use crate::link::outcome::confidence;
use crate::link::outcome::rules::Rule;
use crate::link::overloads::role;
use crate::shard::body::{Local, Site};
use crate::shard::expr::{Expr, ExprId, KEYS, OBJECT};
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// Which of the members of a union are meant.
pub(in crate::link) enum Meant {
    /// This one more often than not, with that confidence.
    First(Arc<str>, Millionths),
    /// Each of them, with no more than that confidence.
    Each(Millionths),
}

impl Linker<'_> {
    /// The types that the declaration of a local, or a test, tells of it.
    pub(in crate::link) fn told_of(&mut self, frame: &Frame, local: &Local, ty: ExprId) -> Vec<Typed> {
        let mut types = self.told_by_test(frame, ty);
        match *self.expr(frame, ty) {
            // Inside of a type its parameters stand for whatever it is used with.
            Expr::Symbol(_) if local.receiver => types.iter_mut().for_each(|typed| {
                if let Type::Instance { args, .. } = &mut typed.ty {
                    *args = Args::default();
                }
            }),
            _ => {}
        }
        types
    }

    /// The types that a type expression stands for, or the result of a test tells. What holds them without being a test tells nothing, and what a function of
    /// another package tells of what it looks at nobody knows.
    fn told_by_test(&mut self, frame: &Frame, ty: ExprId) -> Vec<Typed> {
        let mut types = self.instances(frame, ty);
        if let Expr::Element(test) = *self.expr(frame, ty)
            && matches!(self.expr(frame, test), Expr::Call { .. } | Expr::CallWith { .. })
        {
            let of_test = frame.file.habits().holding.test;
            types.retain(|typed| !matches!(&typed.ty, Type::External { name, .. } if name.is_empty()));
            let is_test = |typed: &Typed| of_test.is_empty() || matches!(&typed.ty, Type::Foreign { name, .. } if name == of_test);
            if !types.is_empty() && !self.types(frame, test).iter().any(is_test) {
                types.clear();
            }
        }
        types
    }

    /// Which of the declared types of a local the values are of that it is assigned; all of them where that is not known of each value.
    pub(in crate::link) fn assigned(&mut self, frame: &Frame, local: &Local, declared: Vec<Typed>) -> Vec<Typed> {
        let narrows = match frame.file.habits().unions {
            Unions::Either => false,
            Unions::First => true,
            Unions::Each => declared.len() > 1,
        };
        // What a test has told is what the value is, and not what it may be assigned.
        let is_tested = matches!(local.ty.map(|ty| self.expr(frame, ty)), Some(Expr::Apply { base, .. }) if self.mark(frame, *base).is_some());
        if !narrows || is_tested || (local.parameter_of.is_some() && !local.receiver) || local.values.is_empty() {
            return declared;
        }
        self.narrowed(frame, &local.values, declared)
    }

    /// What a variable of a declared type is by the values that it is given.
    pub(in crate::link) fn of_declared(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let [ty, values @ ..] = args else { return Vec::new() };
        let declared = self.instances(frame, *ty);
        self.narrowed(frame, values, declared)
    }

    /// Those of some declared types that values are of, or are below; all of them where that is not known of each value.
    fn narrowed(&mut self, frame: &Frame, values: &[ExprId], declared: Vec<Typed>) -> Vec<Typed> {
        // Of types from outside it is not known what is below them: whoever gives a value of another type knows it.
        let knows = frame.file.habits().unions == Unions::First && !declared.is_empty();
        let all_outside = knows && declared.iter().all(|it| matches!(it.ty, Type::External { .. } | Type::Foreign { .. }));
        let mut types = Vec::new();
        for value in values {
            let given = self.types(frame, *value);
            if given.is_empty() {
                return declared;
            }
            for typed in given {
                let Type::Instance { ty, .. } = typed.ty else { return declared };
                let same = declared.iter().find(|it| matches!(it.ty, Type::Instance { ty: other, .. } if other == ty)).cloned();
                let is_below = all_outside || self.is_below_any(ty, &declared) || self.is_below_outside(ty, &declared);
                let narrower = same.or_else(|| is_below.then(|| typed.clone()));
                let Some(narrower) = narrower else { return declared };
                merge(&mut types, [narrower]);
            }
        }
        types
    }

    /// Whether one of the types above a type is of the package that all of some declared types are of, which lie outside of the repository.
    fn is_below_outside(&mut self, ty: Ref, declared: &[Typed]) -> bool {
        let mut packages = declared.iter().map(|typed| if let Type::External { package, .. } = &typed.ty { Some(package.clone()) } else { None });
        let Some(Some(package)) = packages.next() else { return false };
        if !packages.all(|other| other.as_ref() == Some(&package)) {
            return false;
        }
        let mut own = vec![ty];
        own.extend(self.types_above(ty));
        own.into_iter().any(|it| {
            let above = self.supertypes(it);
            above.iter().any(|above| matches!(&above.what, Denotation::External { package: other, .. } if *other == package))
        })
    }

    /// Whether one of several types is above an alias, each of which may be the one: `Base & (Cat | Dog)`.
    pub(in crate::link) fn is_of_alternatives(&mut self, ty: Ref) -> bool {
        let Some(file) = self.load(ty.file) else { return false };
        let alias = file.facts.symbol(ty.symbol).filter(|it| it.kind == SymbolKind::TypeAlias && !it.supertypes.is_empty());
        let Some(alias) = alias else { return false };
        // What stands above it by the name of an alias may be several types too.
        alias.supertypes.iter().any(|above| matches!(file.facts.expr(above.ty), Some(Expr::AnyOf(_))))
            || (file.habits().declarations_merge && self.supertypes(ty).len() > alias.supertypes.len())
    }

    /// The type that a member stands in.
    fn holder_of(&self, member: Ref) -> Option<Ref> {
        match self.about(member, |it| it.owner)? {
            Owner::Symbol(owner) => Some(Ref { file: member.file, symbol: owner }),
            Owner::File | Owner::Extension(_) => None,
        }
    }

    /// The types of a value but for those that a test was for, and what is below them.
    pub(in crate::link) fn rest(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let [value, tested @ ..] = args else { return Vec::new() };
        let tested: Vec<Typed> = tested.iter().flat_map(|tested| self.told_by_test(frame, *tested)).collect();
        let mut types = self.types(frame, *value);
        types.retain(|typed| !self.is_any_of(&typed.ty, &tested));
        types
    }

    /// The types that a type expression stands for which are of these others (`kept`), or which are not.
    pub(in crate::link) fn part_of_type(&mut self, frame: &Frame, whole: ExprId, others: &[ExprId], kept: bool) -> Vec<Typed> {
        let others: Vec<Typed> = others.iter().flat_map(|other| self.instances(frame, *other)).collect();
        let mut types = self.instances(frame, whole);
        types.retain(|typed| {
            if self.is_any_of(&typed.ty, &others) {
                return kept;
            }
            self.has_written(typed, &others).is_none_or(|has| has == kept)
        });
        types
    }

    /// Whether the members of a type hold what one of some object types says of them that are written out, by their tags; `None` where that is not told.
    fn has_written(&mut self, typed: &Typed, others: &[Typed]) -> Option<bool> {
        let mut told = Some(false);
        for other in others {
            let Type::Foreign { name: object, args: members } = &other.ty else { continue };
            let is_tag = |ty: &&Type| matches!(ty, Type::Foreign { name, args } if LITERAL.contains(&name.as_str()) && !args.is_empty());
            let mut has = if object == OBJECT && !members.is_empty() { Some(true) } else { Some(false) };
            for member in members.iter().filter(|_| object == OBJECT) {
                let Type::Foreign { name: key, args: held } = member else { continue };
                let wanted: Vec<&Type> = held.iter().filter(is_tag).flat_map(|ty| ty.args().into_iter().flat_map(|args| args.iter())).collect();
                let tags = if wanted.is_empty() { None } else { self.tags(typed, key) };
                has = match (has, tags) {
                    (Some(has), Some(tags)) => Some(has && tags.iter().all(|tag| wanted.contains(&tag))),
                    (Some(false), None) => Some(false),
                    _ => None,
                };
            }
            match has {
                Some(true) => return Some(true),
                Some(false) => {}
                None => told = None,
            }
        }
        told
    }

    /// The types that a test was for, each with the arguments that the value is known to have with it: of a `W | list[W]` that is a `list`, the elements.
    pub(in crate::link) fn tested_for(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let [value, tested] = args else { return Vec::new() };
        let tested = self.told_by_test(frame, *tested);
        let is_open = tested.iter().any(|typed| self.takes_more(&typed.ty));
        let known = if is_open { self.types(frame, *value) } else { Vec::new() };
        let mut types = Vec::new();
        for typed in tested {
            let mut told: Vec<Typed> = known.iter().filter(|it| has_more_arguments(&it.ty, &typed.ty)).cloned().collect();
            told.extend(known.iter().filter_map(|it| Some(Typed::new(self.of_variant(&typed.ty, &it.ty)?, it.rule))));
            // What is known to be more than what is asked for stays, and only what is known to be less becomes it.
            let mut is_less = false;
            for it in &known {
                let (Type::Instance { ty, .. }, Type::Instance { ty: asked, .. }) = (&it.ty, &typed.ty) else { continue };
                let (ty, asked) = (*ty, *asked);
                if ty == asked {
                    is_less |= told.is_empty();
                } else if self.is_below_any(ty, std::slice::from_ref(&typed)) {
                    merge(&mut told, [it.clone()]);
                } else {
                    is_less |= self.is_below_any(asked, std::slice::from_ref(it));
                }
            }
            if is_less {
                merge(&mut told, [typed.clone()]);
            }
            if told.is_empty() {
                let beside = self.classes_beside(&known, &typed);
                // Of two classes, the one that stands first answers in Python; in TypeScript both do where both can.
                let declared_first = frame.file.habits().unions == Unions::First;
                let (first, last) = if declared_first { (beside, vec![typed]) } else { (vec![typed], beside) };
                merge(&mut types, first.into_iter().chain(last));
            } else {
                merge(&mut types, told);
            }
        }
        types
    }

    /// The classes that a value is known to be of beside one that it was tested for, where none of them is above or below that: it is then of one below both.
    fn classes_beside(&self, known: &[Typed], tested: &Typed) -> Vec<Typed> {
        let is_class = |typed: &Typed| matches!(typed.ty, Type::Instance { ty, .. } if self.is(ty, |it| it.kind == SymbolKind::Class));
        if !matches!(tested.ty, Type::Instance { .. }) || !known.iter().all(is_class) { Vec::new() } else { known.to_vec() }
    }

    /// Whether a type may have arguments that it is named without, as far as a language tells by its declaration.
    fn takes_more(&mut self, ty: &Type) -> bool {
        let Type::Instance { ty, args } = ty else { return true };
        let Some(file) = self.load(ty.file).filter(|file| file.habits().overriding == Overriding::Conformance) else { return true };
        self.asker.looked_at(&file, ty.symbol);
        args.is_empty() && !self.parameters_of(&file, ty.symbol).is_empty()
    }

    /// A variant that is named without arguments, with those of the enumeration of a value.
    fn of_variant(&self, variant: &Type, value: &Type) -> Option<Type> {
        let (Type::Instance { ty, args: none }, Type::Instance { ty: of, args }) = (variant, value) else { return None };
        let is_its = none.is_empty() && !args.is_empty() && ty != of && self.enumeration(*ty) == Some(*of);
        is_its.then(|| Type::Instance { ty: *ty, args: args.clone() })
    }

    /// Whether a type is one of these, with whatever arguments where they have none, or below one.
    fn is_any_of(&mut self, ty: &Type, others: &[Typed]) -> bool {
        match ty {
            Type::Instance { ty, .. } => self.is_below_any(*ty, others),
            _ => others.iter().any(|it| it.ty == *ty || has_more_arguments(ty, &it.ty)),
        }
    }

    /// What a method outside of the repository gives that keeps what the function says yes to which it takes: of that what a yes tells.
    pub(in crate::link) fn kept_by_test(
        &mut self,
        frame: &Frame,
        callee: ExprId,
        name: &str,
        handed: Option<&[ExprId]>,
        mut given: Vec<Typed>,
    ) -> Vec<Typed> {
        let habits = frame.file.habits();
        if !habits.foreign.keeping.contains(&name) || !(frame.in_body || handed.is_some()) {
            return given;
        }
        let own = if handed.is_none() { self.arguments(callee) } else { Vec::new() };
        let [test] = handed.unwrap_or(&own) else { return given };
        let types = if self.result_of_closure(frame, *test).is_some() { Vec::new() } else { self.types(frame, *test) };
        let [Typed { ty: Type::Callable(function), .. }] = types.as_slice() else { return given };
        let mut told: Vec<Typed> = Vec::new();
        for typed in self.result_given(*function, &Given::new()) {
            if let Type::Foreign { name, args } = &typed.ty
                && name == habits.holding.test
            {
                merge(&mut told, args.iter().flat_map(Type::parts).filter(|ty| !is_unknown(ty)).map(|ty| Typed::new(ty.clone(), typed.rule)));
            }
        }
        if told.is_empty() {
            return given;
        }
        let mut kept = |types: Vec<Typed>| {
            let left: Vec<Typed> = types.into_iter().filter(|typed| self.is_any_of(&typed.ty, &told)).collect();
            if left.is_empty() { told.clone() } else { left }
        };
        let is_list = |typed: &Typed| match &typed.ty {
            Type::Foreign { name, .. } => habits.holding.collections.iter().any(|(list, _)| list == name),
            ty => matches!(ty, Type::Tuple(_)),
        };
        if !given.iter().all(is_list) {
            return kept(given);
        }
        for typed in &mut given {
            let rule = typed.rule;
            let of = |types: &[Type]| -> Vec<Typed> { types.iter().flat_map(Type::parts).map(|ty| Typed::new(ty.clone(), rule)).collect() };
            typed.ty = match &typed.ty {
                Type::Foreign { name, args } => match args.split_last() {
                    Some((held, keys)) => {
                        let held = Type::one_of(kept(of(std::slice::from_ref(held))), habits.unions);
                        Type::Foreign { name: name.clone(), args: keys.iter().cloned().chain([held]).collect() }
                    }
                    None => continue,
                },
                Type::Tuple(parts) => Type::Tuple(kept(of(parts)).into_iter().map(|it| it.ty).collect()),
                _ => continue,
            };
        }
        given
    }

    /// The types of a value whose member may hold one of the tags that were tested for (`holds`), or something else.
    pub(in crate::link) fn left_by_tags(&mut self, frame: &Frame, args: &[ExprId], holds: bool) -> Vec<Typed> {
        let [value, member] = args else { return Vec::new() };
        let types = self.types(frame, *value);
        let Expr::At { base, ref key } = *self.expr(frame, *member) else { return types };
        if types.len() < 2 {
            return types;
        }
        let wanted: Vec<Type> = self.instances(frame, base).into_iter().map(|it| it.ty).collect();
        let mut left = types.clone();
        left.retain(|typed| match self.tags(typed, key) {
            Some(tags) if holds => tags.iter().any(|tag| wanted.contains(tag)),
            Some(tags) => !tags.iter().all(|tag| wanted.contains(tag)),
            None => true,
        });
        // More types than are told may have been the ones.
        if left.is_empty() && types.len() < MAX_TYPES { types } else { left }
    }

    /// What a member of a type may hold, where that is one of some tags.
    fn tags(&mut self, typed: &Typed, member: &str) -> Option<Vec<Type>> {
        let Type::Instance { ty, args } = &typed.ty else { return None };
        // What is left out of a type stands in what it is put beside.
        if self.lacks_member(args, member) {
            return None;
        }
        let mut held = Vec::new();
        for found in self.type_member(*ty, member) {
            held.extend(self.declared_or_inferred(found.what.symbol()?));
        }
        let mut tags = Vec::new();
        for typed in held {
            match typed.ty {
                Type::Instance { ty, .. } if self.is(ty, |it| it.kind == SymbolKind::Variant) => tags.push(typed.ty),
                Type::Foreign { name, args } if !args.is_empty() && LITERAL.contains(&name.as_str()) => {
                    tags.extend(args.iter().cloned());
                }
                _ => return None,
            }
        }
        let is_told = |tag: &Type| !matches!(tag, Type::Foreign { name, .. } if name == KEYS) && !is_unknown(tag);
        (!tags.is_empty() && tags.iter().all(is_told)).then_some(tags)
    }

    /// Of the types of several values, one of which it is, those that none of the others is above: what checkers make of the branches of one expression.
    pub(super) fn widest_alone(&mut self, frame: &Frame, types: Vec<Typed>) -> Vec<Typed> {
        if types.len() < 2 || frame.file.habits().unions != Unions::Each || !types.iter().all(|typed| matches!(typed.ty, Type::Instance { .. })) {
            return types;
        }
        let above: Vec<Vec<Ref>> = types.iter().map(|typed| self.above(typed)).collect();
        let is_below = |typed: &Typed, above: &[Ref]| matches!(&typed.ty, Type::Instance { ty, .. } if above.contains(ty));
        let is_narrower = |index: usize| types.iter().enumerate().any(|(other, typed)| other != index && is_below(typed, &above[index]));
        let left: Vec<Typed> = types.iter().enumerate().filter(|(index, _)| !is_narrower(*index)).map(|(_, typed)| typed.clone()).collect();
        if left.is_empty() { types } else { left }
    }

    /// The types above that of a value, without itself.
    fn above(&mut self, typed: &Typed) -> Vec<Ref> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        self.linearization(ty).iter().filter_map(Denotation::symbol).filter(|it| *it != ty).collect()
    }

    pub(in crate::link) fn is_below_any(&mut self, ty: Ref, declared: &[Typed]) -> bool {
        let above = self.linearization(ty);
        declared.iter().any(|it| matches!(it.ty, Type::Instance { ty: other, .. } if above.contains(&Denotation::Symbol(other))))
    }

    /// Whether a definition runs: a function, or a property that one answers.
    fn runs(&self, symbol: Ref) -> bool {
        self.is(symbol, |it| it.kind.is_callable() || it.flags.has(Flags::PROPERTY))
    }
}

/// Whether a type is another one of which no arguments are told, with some.
fn has_more_arguments(ty: &Type, bare: &Type) -> bool {
    match (ty, bare) {
        (Type::Instance { ty, args }, Type::Instance { ty: other, args: none }) => ty == other && !args.is_empty() && none.is_empty(),
        (Type::Foreign { name, args }, Type::Foreign { name: other, args: none }) => name == other && !args.is_empty() && none.is_empty(),
        _ => false,
    }
}

/// What the language's compilers name of the members that `symbols` are; `None` where they are anything else than members of several types, one each.
pub(in crate::link) fn meant(linker: &mut Linker<'_>, site: &Site, symbols: &[(Ref, Rule)]) -> Option<Meant> {
    let unions = linker.own.habits().unions;
    if symbols.len() < 2 || unions == Unions::Either {
        return None;
    }
    let Some(Expr::Member { base, name }) = linker.body.expr(site.target).cloned() else { return None };
    let frame = linker.own_frame(site.enclosing);
    let members = linker.members(&frame, base, &name);
    let mut seen: Vec<(Ref, Ref)> = Vec::new();
    let mut names: Vec<(Name, &str, bool)> = Vec::new();
    let mut holders: Vec<Ref> = Vec::new();
    for (found, receiver) in members {
        // A test that is not seen here has told it from values of the language, or these have the member as well.
        if matches!(found.what, Denotation::Builtin(_)) && unions == Unions::Each {
            continue;
        }
        let (Denotation::Symbol(member), Some(Type::Instance { ty, .. })) = (found.what, receiver) else { return None };
        let holder = if linker.is_of_alternatives(ty) { linker.holder_of(member)? } else { ty };
        let member = role::accessor(linker, site, member);
        // What a union writes out several times stands for one of its types.
        if holders.contains(&holder) {
            continue;
        }
        holders.push(holder);
        let file = linker.load(holder.file)?;
        let it = file.facts.symbol(holder.symbol)?;
        let (name, is_unnamed) = (it.name.clone(), file.habits().declarations_merge && it.flags.has(Flags::NESTED));
        // Types of one name are one type that several files tell of, as are a program's and those that a declaration file gives it. What stands in another
        // type without a name is none of them.
        if names.iter().any(|(other, language, unnamed)| (*other == name && !(is_unnamed && *unnamed)) || *language != file.language.id) {
            return None;
        }
        names.push((name, file.language.id, is_unnamed));
        seen.push((member, ty));
    }
    if symbols.len() != seen.len() || !symbols.iter().all(|(symbol, _)| seen.iter().any(|(member, _)| member == symbol)) {
        return None;
    }
    match unions {
        // Of fields it is most often a tag among them that tells the types apart where they stand.
        Unions::First if !seen.iter().all(|(member, _)| linker.runs(*member)) => None,
        Unions::First => linker.id(seen.first()?.0).map(|first| Meant::First(first, confidence::FIRST_OF_UNION)),
        Unions::Each | Unions::Either => Some(Meant::Each(confidence::MEMBER_OF_UNION)),
    }
}
