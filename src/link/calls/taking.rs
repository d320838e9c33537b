//! What functions are handed where type arguments are written for the callee, and where a foreign type or function takes them whose arguments tell; the
//! constructors that a call means, and the one function of an interface.

use crate::base::{caps, sorted};
use crate::link::ask::Ref;
use crate::link::calls::callbacks::{Declared, collect};
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::generics::{Given, is_unknown, pair};
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId, FUNCTION, WANTED};
use crate::shard::facts::{Flags, Generic, Owner, Symbol, SymbolKind};

/// Which type argument parameter `index`, counted from one, of the function has that a type outside is, or that a function outside takes.
pub(in crate::link) fn part_as_written(
    taking: &'static [(&'static str, &'static str, &'static [usize])],
    package: &str,
    name: &str,
    index: usize,
) -> Option<usize> {
    let (_, _, parts) = sorted::under(taking, name, |(known, ..)| *known).find(|(_, of, _)| *of == package)?;
    parts.get(index.checked_sub(1)?).copied()
}

impl Linker<'_> {
    /// Which parameter of what is called bears a name.
    pub(super) fn place_named(&mut self, frame: &Frame, callee: ExprId, name: &str) -> Option<usize> {
        for typed in self.types_called(frame, callee) {
            let functions = match typed.ty {
                Type::Callable(function) => vec![function],
                Type::Object(class) => self.constructors(class),
                _ => Vec::new(),
            };
            for function in functions {
                let Some(file) = self.load(function.file) else { continue };
                self.asker.looked_at(&file, function.symbol);
                let place = file.facts.symbol(function.symbol).and_then(|it| it.params.iter().position(|param| param.name == name));
                if place.is_some() {
                    return place;
                }
            }
        }
        None
    }

    /// A place of the list of what a function takes that is a member which a type parameter names: `(...args: Events[K]) => void`.
    pub(super) fn place_of_indexed(&mut self, frame: &Frame, args: &[ExprId], place: usize) -> Vec<Declared> {
        let mut found = Vec::new();
        for (member, given) in self.members_indexed(frame, args) {
            for declared in self.declared_of(member) {
                if let Declared::Type(inside, list) = declared
                    && let Expr::Tuple(parts) = self.expr(&inside, list)
                    && let Some(part) = parts.get(place).copied()
                {
                    found.push(Declared::Type(Frame { given: given.clone().into(), ..inside }, part));
                }
            }
        }
        found
    }

    /// Whether a callee is a function outside that hands what is written for its type parameters to the function that it takes first.
    pub(super) fn takes_as_written(&mut self, frame: &Frame, callee: ExprId) -> bool {
        let taking = frame.file.habits().callbacks.taking;
        let is_one = |found: &Denotation| match found {
            Denotation::External { package, name } => part_as_written(taking, package, name, 1).is_some(),
            _ => false,
        };
        !taking.is_empty() && self.denote_called(frame, callee).iter().any(|it| is_one(&it.what))
    }

    /// What is called, and the value that is expected of the call where that is said with it.
    pub(super) fn callee_and_wanted(&self, frame: &Frame, callee: ExprId) -> (ExprId, Option<ExprId>) {
        match self.expr(frame, callee) {
            Expr::Apply { base, args } if self.mark(frame, *base) == Some(WANTED) => match args.as_slice() {
                [callee, wanted] => (*callee, Some(*wanted)),
                _ => (callee, None),
            },
            _ => (callee, None),
        }
    }

    /// Notes what type parameters of a function stand for where a value is expected of its call.
    pub(super) fn told_by_wanted(&mut self, frame: &Frame, function: Ref, wanted: Option<ExprId>, given: &mut Given) {
        let Some(file) = self.load(function.file) else { return };
        let (Some(wanted), Some(Some(result))) = (wanted, file.facts.symbol(function.symbol).map(|it| it.ty)) else { return };
        let inside = Frame::facts(&file, function.symbol);
        // What has the same members as its argument is wanted of that.
        let result = match self.expr(&inside, result) {
            Expr::Apply { base, args } => {
                let holding = &file.habits().holding;
                let is_same = |name: &str| holding.transparent.contains(&name) && !holding.wrappers.contains(&name);
                let same = self.denote(&inside, *base).iter().any(|it| it.what.name_outside().is_some_and(|name| is_same(name)));
                args.first().copied().filter(|_| same).unwrap_or(result)
            }
            _ => result,
        };
        let types = self.types(frame, wanted);
        self.unify(&inside, result, &types, given, 0);
    }

    /// What the one function takes whose type an expression spells, each parameter as one type; of a class what it is handed that stands first among the
    /// arguments of the type outside that it is above all a kind of.
    pub(in crate::link) fn taken_by(&mut self, frame: &Frame, function: ExprId) -> Vec<Type> {
        let types = self.instances(frame, function);
        let [typed] = types.as_slice() else { return Vec::new() };
        let function = match typed.ty {
            Type::Foreign { ref name, .. } if name == FUNCTION => return self.taken_as_written(frame, function),
            Type::Callable(function) => function,
            Type::Object(class) => {
                let base = self.foreign_base(class, &[]);
                return base.as_ref().and_then(Type::args).and_then(|args| args.first()).cloned().into_iter().collect();
            }
            _ => return Vec::new(),
        };
        let Some(file) = self.load(function.file) else { return Vec::new() };
        self.asker.looked_at(&file, function.symbol);
        let Some(it) = file.facts.symbol(function.symbol) else { return Vec::new() };
        let inside = Frame::facts(&file, function.symbol);
        let mut taken = Vec::new();
        for param in it.params.iter().take(caps::MAX_TUPLE_PARTS) {
            taken.push(param.ty.map_or_else(Type::unknown, |ty| self.first_instance(&inside, ty)));
        }
        taken
    }

    /// What is declared of what a call gives, where that takes what the function takes that is handed over: what is written for its type parameter, else that
    /// function.
    pub(super) fn declared_by_call(&mut self, frame: &Frame, callee: ExprId, handed: Option<&[ExprId]>) -> Vec<Declared> {
        let handing_on = frame.file.habits().callbacks.handing_on;
        let named = if let Expr::Apply { base, .. } = *self.expr(frame, callee) { base } else { callee };
        let gives_on = |it: &Denotation| matches!(it, Denotation::External { package, name } if handing_on.iter().any(|(function, of)| function == name && of == package));
        if handing_on.is_empty() || !self.denote_called(frame, named).iter().any(|it| gives_on(&it.what)) {
            return Vec::new();
        }
        if named != callee && self.takes_as_written(frame, named) {
            return vec![Declared::Type(frame.clone(), callee)];
        }
        let own = if frame.in_body { self.arguments(named) } else { Vec::new() };
        handed.unwrap_or(&own).first().map(|function| self.declared(frame, *function)).unwrap_or_default()
    }

    /// What a method of a foreign collection takes as its argument `index` that puts it there: what is declared of what the collection holds.
    pub(super) fn put_into(&mut self, frame: &Frame, callee: ExprId, index: usize) -> Vec<Declared> {
        let Expr::Member { base, ref name } = *self.expr(frame, callee) else { return Vec::new() };
        let putting = frame.file.habits().callbacks.putting;
        let puts = |(method, first, last): &(&str, u32, u32)| method == name && (*first as usize..=*last as usize).contains(&index);
        let mut found = Vec::new();
        for whole in if putting.iter().any(puts) { self.declared(frame, base) } else { Vec::new() } {
            if let Declared::Type(inside, ty) = whole {
                collect(&mut found, self.elements_of_type(&inside, ty));
            }
        }
        found
    }

    /// What a class is handed that stands first among the arguments of the type outside that it is above all a kind of (`Component<Props>`).
    pub(super) fn taken_by_component(&mut self, frame: &Frame, callee: ExprId) -> Vec<Typed> {
        let parts = frame.file.habits().foreign.parts;
        let mut taken = Vec::new();
        for typed in self.types_called(frame, callee) {
            let Type::Object(class) = typed.ty else { continue };
            let base = self.foreign_base(class, &[]);
            let Some(Type::Foreign { name, args }) = base else { continue };
            // What is said of its members by the same argument says that it is handed them.
            if parts.iter().any(|(_, _, ty, at)| *ty == name && *at == 0) {
                merge(&mut taken, args.first().filter(|it| !is_unknown(it)).map(|it| Typed::new(it.clone(), typed.rule)));
            }
        }
        taken
    }

    /// What a function takes whose type is written, behind other names for it too, up to what says nothing.
    fn taken_as_written(&mut self, frame: &Frame, function: ExprId) -> Vec<Type> {
        let mut taken = Vec::new();
        for index in 1..=caps::MAX_TUPLE_PARTS {
            let mut types = Vec::new();
            for declared in self.parts_of_type(frame, function, index) {
                if let Declared::Type(frame, ty) = declared {
                    merge(&mut types, self.instances(&frame, ty));
                }
            }
            if types.is_empty() {
                break;
            }
            taken.push(Type::one_of(types, frame.file.habits().unions));
        }
        taken
    }

    /// What the type parameters of a function stand for that a call writes arguments for.
    pub(super) fn given_as_type_arguments(&mut self, frame: &Frame, function: Ref, written: &[ExprId]) -> Given {
        if written.is_empty() {
            return Given::new();
        }
        let generics = self.about(function, |it| it.generics.clone()).unwrap_or_default();
        self.standing_for(frame, &generics, written)
    }

    /// What type parameters stand for where types are written for them.
    pub(super) fn standing_for(&mut self, frame: &Frame, parameters: &[Generic], args: &[ExprId]) -> Given {
        let mut given = Given::new();
        for (parameter, arg) in parameters.iter().zip(args) {
            given.push((parameter.name.clone(), self.first_instance(frame, *arg)));
        }
        given.retain(|(_, ty)| !is_unknown(ty));
        given
    }

    /// The constructors that a class has or inherits.
    pub(in crate::link) fn constructors(&mut self, class: Ref) -> Vec<Ref> {
        let Some(names) = self.load(class.file).map(|file| file.habits().classes.constructors) else { return Vec::new() };
        if names.is_empty() {
            return overloads::constructors_of(self, class);
        }
        let found: Vec<_> = names.iter().flat_map(|name| self.type_member(class, name)).collect();
        found.into_iter().filter_map(|it| it.what.symbol()).collect()
    }

    /// The constructors of a class that take as many arguments as the call of `callee` in the linked file hands over, else all of them.
    pub(super) fn constructors_taking(&mut self, callee: ExprId, class: Ref) -> Vec<Ref> {
        let mut constructors = self.constructors(class);
        let count = self.call_of(callee).and_then(|site| site.arg_count);
        if let Some(count) = count {
            keep_if_any(&mut constructors, |constructor| overloads::takes(self, *constructor, count));
        }
        if constructors.len() > 1
            && self.own.habits().overloads
            && let Some(site) = self.call_of(callee)
        {
            let mut meant: Vec<(Ref, Rule)> = constructors.iter().map(|it| (*it, Rule::Overload)).collect();
            if overloads::by_arguments(self, site, &mut meant).is_none() && !meant.is_empty() {
                constructors = meant.into_iter().map(|it| it.0).collect();
            }
        }
        constructors
    }

    /// What the type parameters of a class stand for where one of its constructors is called: the types that are written for them, else what the arguments
    /// in front of the one at `index` show. `None` where nothing does.
    pub(super) fn given_to_constructor(
        &mut self,
        frame: &Frame,
        (callee, written): (ExprId, &[ExprId]),
        (class, constructor): (Ref, Ref),
        index: usize,
    ) -> Option<Given> {
        if !frame.in_body || !self.is_generic(class) {
            return None;
        }
        let mut given = Given::new();
        if written.is_empty() {
            given = self.shown(frame, callee, constructor, &given, None, index);
        } else {
            let file = self.load(class.file)?;
            self.asker.looked_at(&file, class.symbol);
            let args: Vec<Type> = written.iter().map(|ty| self.first_instance(frame, *ty)).collect();
            pair(&mut given, &file.facts.symbol(class.symbol)?.generics, &args);
        }
        (!given.is_empty()).then_some(given)
    }

    /// A part of the one method without a body that an interface of the repository has, where its type parameters stand for `args`.
    pub(super) fn parts_of_interface(&mut self, frame: &Frame, symbol: Ref, args: &[ExprId], index: usize) -> Vec<Declared> {
        let Some(method) = self.function_of_interface(symbol) else { return Vec::new() };
        let Some(generics) = self.about(symbol, |it| it.generics.clone()) else { return Vec::new() };
        let given = self.standing_for(frame, &generics, args);
        self.part_given(method, index, given)
    }

    /// The one method without a body that an interface of the repository has.
    pub(in crate::link) fn function_of_interface(&mut self, symbol: Ref) -> Option<Ref> {
        let file = self.load(symbol.file)?;
        let it = file.facts.symbol(symbol.symbol).filter(|it| it.kind == SymbolKind::Interface)?;
        self.asker.looked_at(&file, symbol.symbol);
        self.asker.all_of(&file, &it.qualified);
        let is_abstract = |member: &Symbol| {
            member.owner == Owner::Symbol(symbol.symbol) && member.kind == SymbolKind::Method && member.flags.has(Flags::DECLARATION)
        };
        let mut methods = file.facts.symbols.iter().zip(0u32..).filter(|(member, _)| is_abstract(member)).map(|(_, index)| index);
        let (Some(method), None) = (methods.next(), methods.next()) else { return None };
        Some(Ref { file: symbol.file, symbol: method })
    }
}
