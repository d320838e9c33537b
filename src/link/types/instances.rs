//! Instances: the values that a type expression stands for.

use std::sync::Arc;

use super::marks::function_giving;
use super::parts::{Taken, sides_of, unwrap};
use super::widths::topmost;
use super::{Args, MAX_TYPES, Type, Typed, apart, bounded, merge};
use crate::base::{Name, caps};
use crate::languages::semantics::Module;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, activity};
use crate::link::generics::{Given, is_unknown, mentions_parameters, pair};
use crate::link::memo;
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{BUILT, Expr, ExprId, FACE, FUNCTION};
use crate::shard::facts::{Flags, Owner, SymbolKind};

impl Linker<'_> {
    /// The instances of the type that a type expression denotes.
    pub fn instances(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        self.known(memo::INSTANCES, frame, id, |linker, frame, id| bounded(apart(linker.find_instances(frame, id))))
    }

    /// The type that a type expression denotes as one, the first where unions do not count, or the unknown one.
    pub(in crate::link) fn first_instance(&mut self, frame: &Frame, id: ExprId) -> Type {
        let types = self.instances(frame, id);
        self.as_one(types, frame.file.habits())
    }

    fn find_instances(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        match *self.expr(frame, id) {
            Expr::Apply { base, ref args } => self.applied(frame, base, args),
            Expr::AnyOf(ref parts) => {
                let mut types = Vec::new();
                for part in self.without_fallbacks(frame, parts).into_iter().take(MAX_TYPES) {
                    merge(&mut types, self.instances(frame, part));
                }
                types
            }
            Expr::Tuple(ref parts) => {
                let parts = parts.iter().take(caps::MAX_TUPLE_PARTS).map(|part| self.first_instance(frame, *part)).collect();
                vec![Typed::new(Type::Tuple(parts), Rule::DeclaredType)]
            }
            // The type of what an element of a value wraps.
            Expr::Unwrap(base) if matches!(self.expr(frame, base), Expr::Element(_)) => self.types(frame, id),
            Expr::Unwrap(base) => self.instances(frame, base),
            // The type of a value, or of what one holds.
            Expr::Element(_) | Expr::At { .. } => {
                let mut types = self.types(frame, id);
                types.retain(|typed| !is_unknown(&typed.ty));
                types
            }
            Expr::Local(local) if frame.in_body => self.bound_instances(frame, local),
            Expr::Instance { ty, .. } => self.instances(frame, ty),
            Expr::Generic { ref name, ref bounds } => self.generic_instances(frame, name, bounds),
            ref expr => {
                let mut types = if let Expr::Member { base, name } = expr { self.element_instances(frame, *base, name) } else { Vec::new() };
                if let (true, Expr::Member { base, name }) = (types.is_empty(), expr) {
                    types = self.bound_to(frame, *base, name);
                }
                if !types.is_empty() {
                    return types;
                }
                for found in self.denote(frame, id) {
                    let around = self.instances_of_alias_around(frame, &found);
                    if !around.is_empty() {
                        merge(&mut types, around);
                        continue;
                    }
                    let inner = if let Expr::Member { base, .. } = expr { self.instances_of_inner(frame, *base, &found) } else { Vec::new() };
                    let args = if inner.is_empty() { self.args_of_place(frame, &found) } else { Args::default() };
                    merge(&mut types, if inner.is_empty() { self.instances_of_found(&found, &args) } else { inner });
                }
                types
            }
        }
    }

    /// The enumeration that a type is, or that has it as one of its values.
    pub(in crate::link) fn enumeration(&self, ty: Ref) -> Option<Ref> {
        let file = self.load(ty.file)?;
        let it = file.facts.symbol(ty.symbol)?;
        match (it.kind, it.owner) {
            (SymbolKind::Enum, _) => Some(ty),
            (SymbolKind::Variant, Owner::Symbol(owner)) => Some(Ref { file: ty.file, symbol: owner }),
            _ => None,
        }
    }

    /// A template of textual includes with arguments that are written where it is named, whose members are of these: `Box<Item>::make()`.
    pub(in crate::link) fn template_with_arguments(&mut self, frame: &Frame, id: ExprId) -> Option<Type> {
        let habits = frame.file.habits();
        let Expr::Apply { args, .. } = self.expr(frame, id) else { return None };
        if args.is_empty() || !habits.specializes() {
            return None;
        }
        let with_arguments = |ty: &Type| matches!(ty, Type::Instance { args, .. } if !args.is_empty());
        self.instances(frame, id).into_iter().map(|typed| typed.ty).find(with_arguments)
    }

    /// Whether what a member of a template is depends on arguments of that.
    fn takes_arguments(&self, found: &Found) -> bool {
        let Some((symbol, file)) = found.what.symbol().and_then(|symbol| Some((symbol, self.load(symbol.file)?))) else { return false };
        let it = file.facts.symbol(symbol.symbol).filter(|it| matches!(it.owner, Owner::Symbol(_)));
        it.is_some_and(|it| [it.ty, it.value].into_iter().flatten().any(|id| mentions_parameters(&file.facts, id, 0)))
    }

    /// Notes the arguments that are written for a template with its members.
    pub(in crate::link) fn of_template(&mut self, frame: &Frame, base: ExprId, found: &mut [(Found, Option<Type>)]) {
        let written = if found.iter().any(|(it, _)| self.takes_arguments(it)) { self.template_with_arguments(frame, base) } else { None };
        let Some(Type::Instance { ty: template, .. }) = &written else { return };
        for (_, receiver) in found {
            if matches!(receiver, Some(Type::Instance { ty, .. }) if ty == template) {
                receiver.clone_from(&written);
            }
        }
    }

    /// The instances of a type inside of a template, or of an alias there whose parameters it mentions.
    fn instances_of_inner(&mut self, frame: &Frame, base: ExprId, found: &Found) -> Vec<Typed> {
        let Denotation::Symbol(alias) = found.what else { return Vec::new() };
        if frame.file.habits().specializes()
            && let Some(Type::Instance { ty, args }) = self.template_with_arguments(frame, base)
            && self.is_inside_of(alias, ty)
            && !self.is(alias, |it| it.kind == SymbolKind::TypeAlias)
        {
            return self.instances_of_found(found, &args);
        }
        if !self.is(alias, |it| it.kind == SymbolKind::TypeAlias) || !self.takes_arguments(found) {
            return Vec::new();
        }
        let Some(template) = self.template_with_arguments(frame, base) else { return Vec::new() };
        let given = self.given(&template, alias);
        let (Some(Some(ty)), Some(file), false) = (self.about(alias, |it| it.ty), self.load(alias.file), given.is_empty()) else { return Vec::new() };
        let frame = Frame { given: given.into(), ..Frame::facts(&file, alias.symbol) };
        self.once(&file, alias.symbol, activity::ALIAS, |linker| linker.instances(&frame, ty))
    }

    /// The instances of an alias that a template gives its own type parameters by, as one of its members names it: `value_type get();`.
    fn instances_of_alias_around(&mut self, frame: &Frame, found: &Found) -> Vec<Typed> {
        if frame.given.is_empty() || !frame.file.habits().specializes() {
            return Vec::new();
        }
        let Some((alias, file)) = found.what.symbol().and_then(|alias| Some((alias, self.load(alias.file)?))) else { return Vec::new() };
        if !Arc::ptr_eq(&file, &frame.file) || !self.takes_arguments(found) {
            return Vec::new();
        }
        let Some(it) = file.facts.symbol(alias.symbol).filter(|it| it.kind == SymbolKind::TypeAlias) else { return Vec::new() };
        let (Some(ty), Owner::Symbol(owner)) = (it.ty, it.owner) else { return Vec::new() };
        let mut around = frame.enclosing;
        while around.is_some_and(|place| place != owner) {
            around = around.and_then(|place| file.facts.outer_of(place));
        }
        if around.is_none() {
            return Vec::new();
        }
        self.asker.looked_at(&file, alias.symbol);
        let frame = Frame { given: frame.given.clone(), ..Frame::facts(&file, alias.symbol) };
        self.once(&file, alias.symbol, activity::ALIAS, |linker| linker.instances(&frame, ty))
    }

    /// A type parameter stands for its bounds.
    fn bound_instances(&mut self, frame: &Frame, local: u32) -> Vec<Typed> {
        let Some(it) = self.body.local(local) else { return Vec::new() };
        let own = Arc::clone(&self.own);
        let own_habits = own.habits();
        if let Some((_, ty)) = frame.given.iter().find(|(known, _)| *known == it.name) {
            return vec![Typed::new(ty.clone(), Rule::DeclaredType)];
        }
        self.once(&own, local, activity::LOCAL, |linker| {
            let mut types = linker.bounds_of_extended(frame, &it.name);
            for bound in &it.values {
                let mut built = linker.instances(frame, *bound);
                if built.is_empty() {
                    built = linker.built_by_value(frame, *bound);
                }
                merge(&mut types, built);
            }
            if types.is_empty() && it.values.is_empty() {
                types.extend(topmost(own_habits).map(|ty| Typed::new(ty, Rule::DeclaredType)));
            }
            types
        })
    }

    /// The instances of a class that a call gives: `K = make(); new K()`.
    fn built_by_value(&mut self, frame: &Frame, value: ExprId) -> Vec<Typed> {
        if !matches!(self.expr(frame, value), Expr::Call { .. } | Expr::CallWith { .. }) {
            return Vec::new();
        }
        let held = self.types(frame, value).into_iter();
        held.filter_map(|typed| if let Type::Object(ty) = typed.ty { Some(Typed::new(Type::instance(ty), typed.rule)) } else { None }).collect()
    }

    fn applied(&mut self, frame: &Frame, base: ExprId, args: &[ExprId]) -> Vec<Typed> {
        match self.mark(frame, base) {
            // Of what a function takes each part is asked for by itself.
            Some(FUNCTION) => {
                let given = args.first().filter(|_| frame.file.habits().holds_functions()).map(|given| self.first_instance(frame, *given));
                let function = match given.filter(|given| !is_unknown(given)) {
                    Some(given) => function_giving(given),
                    None => Type::foreign(Name::new_static(FUNCTION)),
                };
                return vec![Typed::new(function, Rule::DeclaredType)];
            }
            Some(BUILT) => return args.first().map(|class| self.instances(frame, *class)).unwrap_or_default(),
            Some(FACE) => return args.first().map(|whole| self.faces(frame, *whole)).unwrap_or_default(),
            Some(_) => return self.marked(frame, base, args),
            None => {}
        }
        let habits = frame.file.habits();
        let (args, bound) = self.without_bound(frame, args);
        let mut given: Option<Args> = None;
        let mut types = Vec::new();
        for found in self.denote_applied(frame, base, args) {
            if let (Denotation::Symbol(_), false) = (&found.what, bound.is_empty()) {
                merge(&mut types, self.binding_instances(frame, &found, args, bound));
                continue;
            }
            let named = |names: &[&str]| found.what.name_outside().is_some_and(|name| names.contains(&name.as_str()));
            if named(habits.holding.transparent) {
                let mut inner = args.first().map(|first| self.instances(frame, *first)).unwrap_or_default();
                if named(habits.holding.wrappers) {
                    inner = inner.into_iter().filter_map(|typed| unwrap(habits, typed)).collect();
                }
                if let Some((_, keeps)) = habits.holding.by_name.iter().find(|(name, _)| named(&[*name])) {
                    inner = self.left_by_names(frame, inner, args.get(1..).unwrap_or_default(), *keeps);
                }
                merge(&mut types, inner);
                continue;
            }
            if let (true, [whole, others @ ..]) = (named(habits.holding.without) || named(habits.holding.within), args) {
                merge(&mut types, self.part_of_type(frame, *whole, others, named(habits.holding.within)));
                continue;
            }
            if named(habits.classes.built) {
                let objects =
                    args.first().map(|class| self.instances(frame, *class)).unwrap_or_default().into_iter().filter_map(|typed| match typed.ty {
                        Type::Object(ty) => Some(Typed::new(Type::instance(ty), typed.rule)),
                        _ => None,
                    });
                merge(&mut types, objects);
                continue;
            }
            if named(habits.results) {
                let results = args.first().map(|function| self.results_of_type(frame, *function)).unwrap_or_default();
                merge(&mut types, results);
                continue;
            }
            if named(habits.foreign.taken_first) || habits.callbacks.taken.is_some_and(|taken| named(&[taken])) {
                let taken = args.first().map(|function| self.taken_by(frame, *function)).unwrap_or_default();
                if !taken.is_empty() {
                    let first = named(habits.foreign.taken_first);
                    let first = if first { taken.into_iter().next().unwrap_or_else(Type::unknown) } else { Type::Tuple(taken.into()) };
                    merge(&mut types, apart(vec![Typed::new(first, Rule::DeclaredType)]));
                    continue;
                }
            }
            let given: &Args =
                given.get_or_insert_with(|| args.iter().take(caps::MAX_TUPLE_PARTS).map(|arg| self.argument_type(frame, *arg)).collect());
            if let Some(held) = self.given_by_iterator(frame, &found, given) {
                merge(&mut types, [Typed::new(Type::Foreign { name: habits.callbacks.mapped.into(), args: vec![held].into() }, found.rule)]);
                continue;
            }
            merge(&mut types, self.instances_of_found(&found, given));
        }
        types
    }

    /// What a function type gives, by the types that an expression stands for.
    fn results_of_type(&mut self, frame: &Frame, function: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.instances(frame, function) {
            match typed.ty {
                Type::Callable(function) => {
                    merge(&mut types, self.result_given(function, &Given::new()).into_iter().map(|it| it.through(Rule::ReturnType)));
                }
                Type::Foreign { name, args } if name == FUNCTION => {
                    let given = args.iter().flat_map(Type::parts);
                    merge(&mut types, given.map(|ty| Typed::new(ty.clone(), typed.rule).through(Rule::ReturnType)));
                }
                _ => {}
            }
        }
        types
    }

    /// What a foreign iterator gives whose arguments are those of the map that it goes over, or another iterator.
    fn given_by_iterator(&mut self, frame: &Frame, found: &Found, args: &[Type]) -> Option<Type> {
        let holding = &frame.file.habits().holding;
        let name = found.what.name_outside()?;
        if let Some((_, sides)) = holding.iterators.iter().find(|(iterator, _)| args.len() == 2 && *iterator == name.as_str()) {
            return sides_of(args, sides);
        }
        let inner = args.first().filter(|_| holding.adaptors.contains(&name.as_str()))?;
        self.holds(frame, &Typed::new(inner.clone(), found.rule), Taken::ByLoop).into_iter().next().or_else(|| Some(Type::unknown()))
    }

    pub(in crate::link) fn instances_of_found(&mut self, found: &Found, args: &Args) -> Vec<Typed> {
        match &found.what {
            Denotation::External { package, name } if self.own.habits().classes.unsaid.contains(&(package.as_str(), name.as_str())) => Vec::new(),
            Denotation::Builtin(name) | Denotation::External { name, .. } if !args.is_empty() => {
                vec![Typed::new(Type::Foreign { name: name.clone(), args: args.clone() }, found.rule)]
            }
            Denotation::Builtin(name) => vec![Typed::new(Type::foreign(name.clone()), found.rule)],
            Denotation::External { package, name } => {
                vec![Typed::new(Type::External { package: package.clone(), name: name.clone() }, found.rule)]
            }
            Denotation::Symbol(symbol) => {
                let args = self.with_defaults(*symbol, args);
                let args = self.within_bounds(*symbol, args);
                let types = self.instances_of_symbol(*symbol, &args);
                types.into_iter().map(|typed| typed.through(found.rule)).collect()
            }
            Denotation::Module(module @ Module::File { .. }) if self.own.habits().files_are_types => {
                vec![Typed::new(Type::Module(module.clone()), found.rule)]
            }
            Denotation::Module(_) | Denotation::Local(_) => Vec::new(),
        }
    }

    pub(in crate::link) fn instances_of_symbol(&mut self, symbol: Ref, args: &Args) -> Vec<Typed> {
        let Some(file) = self.load(symbol.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(symbol.symbol) else { return Vec::new() };
        if let (SymbolKind::TypeAlias | SymbolKind::AssociatedType, Some(ty)) = (it.kind, it.ty) {
            let mut given = Given::new();
            pair(&mut given, &it.generics, args);
            let frame = Frame { given: given.into(), ..Frame::facts(&file, symbol.symbol) };
            let mut aliased = self.once(&file, symbol.symbol, activity::ALIAS, |linker| linker.instances(&frame, ty));
            // A type that is defined by another one has methods of its own, wherever its package writes them, beside what the other is made of. What stands
            // in it are types without a name that it is made of; of another name for a type it is that type which counts.
            let by_methods = file.habits().method_sets;
            // One of several types, some of which are written out where it stands: what it has of its own is theirs.
            if file.habits().declarations_merge && file.has_members(symbol.symbol) {
                // The same of what it is beside values: of classes and modules (`typeof Class & { own: Item }`).
                aliased.retain(|typed| matches!(typed.ty, Type::Instance { .. } | Type::Object(_) | Type::Module(_)));
                aliased.insert(0, Typed::new(Type::Instance { ty: symbol, args: args.clone() }, Rule::LocalScope));
                return aliased;
            }
            if !aliased.is_empty() && (by_methods || !file.has_members(symbol.symbol)) {
                if by_methods {
                    let place = if it.flags.has(Flags::OTHER_NAME) { aliased.len() } else { 0 };
                    aliased.insert(place, Typed::new(Type::Instance { ty: symbol, args: args.clone() }, Rule::LocalScope));
                }
                return aliased;
            }
        }
        if it.kind == SymbolKind::Variant {
            return vec![Typed::new(Type::Instance { ty: symbol, args: args.clone() }, Rule::LocalScope)];
        }
        // `new f()` gives an object with the members of `f.prototype`.
        let functions_build = file.habits().classes.functions_build;
        // `new held.Item()` where `get Item() { return Item; }` builds what the property gives.
        let is_property = functions_build && it.flags.has(Flags::PROPERTY);
        if it.kind.is_type() || (functions_build && !is_property && matches!(it.kind, SymbolKind::Function | SymbolKind::Method)) {
            return vec![Typed::new(Type::Instance { ty: symbol, args: args.clone() }, Rule::LocalScope)];
        }
        if is_property || (it.kind.is_value() && it.value.is_some()) {
            // `Alias = SomeClass`: the value is a type, and its instances are meant.
            let held = if is_property { self.types_of_symbol(symbol, &Given::new()) } else { self.declared_or_inferred(symbol) };
            let objects = held.into_iter().filter_map(|typed| match typed.ty {
                Type::Object(ty) => Some(Typed::new(Type::Instance { ty, args: args.clone() }, typed.rule)),
                Type::Callable(ty) if functions_build => Some(Typed::new(Type::Instance { ty, args: args.clone() }, typed.rule)),
                _ => None,
            });
            let objects: Vec<Typed> = objects.collect();
            return if objects.is_empty() { self.instances_outside(symbol, args) } else { objects };
        }
        Vec::new()
    }

    /// `Alias = package.SomeClass`: the instances of a type of another package that a variable holds.
    fn instances_outside(&mut self, variable: Ref, args: &Args) -> Vec<Typed> {
        let Some(file) = self.load(variable.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(variable.symbol) else { return Vec::new() };
        let (None, Some(value)) = (it.ty, it.value) else { return Vec::new() };
        let frame = Frame::facts(&file, variable.symbol);
        self.once(&file, variable.symbol, activity::ALIAS, |linker| {
            let named = linker.denote(&frame, value).into_iter().filter(|found| matches!(found.what, Denotation::External { .. }));
            named.flat_map(|found| linker.instances_of_found(&found, args)).collect()
        })
    }

    /// The type behind an alias, or the thing itself.
    pub(in crate::link) fn follow_alias(&mut self, found: Found) -> Vec<Found> {
        let Denotation::Symbol(symbol) = found.what else { return vec![found] };
        let rule = found.rule;
        let instances = self.instances_of_symbol(symbol, &Args::default());
        if instances.is_empty() {
            return vec![found];
        }
        instances.into_iter().map(|typed| named(typed.ty, rule).unwrap_or_else(|| found.clone())).collect()
    }

    /// The types that a type expression names, behind aliases. Where declarations merge, what other types are made of by an alias with arguments or by one
    /// of the language's own (`Omit<Base, 'x'>`) has their members.
    pub(in crate::link) fn named_types(&mut self, frame: &Frame, id: ExprId) -> Vec<Found> {
        let found = self.denote(frame, id);
        let habits = frame.file.habits();
        let is_made = |it: &Found| match &it.what {
            Denotation::Symbol(symbol) => self.is(*symbol, |it| it.kind == SymbolKind::TypeAlias),
            what => what.name_outside().is_some_and(|name| habits.holding.transparent.contains(&name.as_str())),
        };
        if habits.declarations_merge && matches!(self.expr(frame, id), Expr::Apply { .. }) && found.iter().any(is_made) {
            let types: Vec<Found> = self.instances(frame, id).into_iter().filter_map(|typed| named(typed.ty, typed.rule)).collect();
            if !types.is_empty() {
                return types;
            }
        }
        let mut mixed = if habits.declarations_merge { self.mixed(frame, id) } else { Vec::new() };
        if mixed.is_empty() && found.is_empty() {
            mixed = self.extended_by_value(frame, id);
        }
        if mixed.is_empty() { found.into_iter().flat_map(|it| self.follow_alias(it)).collect() } else { mixed }
    }

    /// A variant is a value of the enum around it, which is what it says itself where it is a name of what surrounds the enum.
    pub(super) fn variant_types(&mut self, variant: Ref) -> Vec<Typed> {
        let Some(file) = self.load(variant.file) else { return Vec::new() };
        let Some(it) = file.facts.symbol(variant.symbol) else { return Vec::new() };
        let of_enum = |owner: u32| file.facts.symbol(owner).is_some_and(|it| it.kind == SymbolKind::Enum);
        match it.owner {
            owner if file.habits().textual_includes && it.ty.is_some() && !matches!(owner, Owner::Symbol(owner) if of_enum(owner)) => {
                self.declared_or_inferred(variant)
            }
            Owner::Symbol(owner) => {
                let ty = Ref { file: variant.file, symbol: owner };
                vec![Typed::new(Type::instance(ty), Rule::ConstructorFlow)]
            }
            _ => Vec::new(),
        }
    }
}

/// What a type is a value of, where that has a name of its own.
fn named(ty: Type, rule: Rule) -> Option<Found> {
    let what = match ty {
        Type::Instance { ty, .. } => Denotation::Symbol(ty),
        Type::External { package, name } => Denotation::External { package, name },
        // `typeof module`: its exports are members.
        Type::Module(module) => Denotation::Module(module),
        _ => return None,
    };
    Some(Found { what, rule })
}
