//! What functions outside of the repository give of what a call hands over, as the habits tell.

use crate::base::{Name, sorted};
use crate::languages::semantics::Giving;
use crate::link::calls::taking::part_as_written;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::{Given, is_unknown};
use crate::link::outcome::rules::Rule;
use crate::link::outside::results::made_of;
use crate::link::types::arithmetic::as_object;
use crate::link::types::parts::{inner_type, unwrap};
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Imported;

impl<'w> Linker<'w> {
    /// What calling `callee` gives of the arguments and the receiver of the call, where it names nothing of the repository.
    pub(in crate::link) fn given_back(&mut self, frame: &Frame, callee: ExprId, written: &[ExprId], handed: Option<&[ExprId]>) -> Vec<Typed> {
        let giving = frame.file.habits().foreign.giving;
        let typed = frame.file.habits().callbacks.typed;
        if giving.is_empty() || !(frame.in_body || typed) {
            return Vec::new();
        }
        let (callee, written) = self.called_at_last(frame, callee, written);
        let (base, holder, name) = match *self.expr(frame, callee) {
            Expr::Member { base, ref name } => (Some(base), Name::default(), name.clone()),
            Expr::Import(import) => match frame.file.facts.import(import).map(|it| &it.imported) {
                Some(Imported::Item(item)) => {
                    let (path, name) = item.rsplit_once('.').unwrap_or(("", item));
                    (None, path.rsplit('.').next().unwrap_or(path).into(), name.into())
                }
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        for (_, owner, what) in sorted::under(giving, name.as_str(), |(member, ..)| *member) {
            // Facts keep what a call hands over only where that may tell what it gives.
            let by_receiver = matches!(what, Giving::Part(_) | Giving::Entries(_) | Giving::Collected | Giving::Reduced(_));
            let is_written = matches!(what, Giving::Written(_) | Giving::Each(_) | Giving::Folded | Giving::Of(_));
            if !frame.in_body && !is_written && (handed.is_none() || by_receiver) {
                continue;
            }
            let of_package = |it: &Found| matches!(&it.what, Denotation::External { package, .. } if package == owner);
            let is_of_package = typed && self.denote_called(frame, callee).iter().any(of_package);
            let of_alias = |it: Found| it.what.name_outside().is_some_and(|name| name == owner);
            let by_alias = !is_of_package && base.and_then(|base| self.pointer_by_alias(frame, base)).is_some_and(of_alias);
            let is_of_owner = is_of_package || by_alias || self.is_of_owner(frame, base, &holder, owner);
            if !is_of_owner || !self.lies_outside(frame, callee, *what, by_alias) {
                continue;
            }
            let types = match (base, *what) {
                (_, Giving::Of(made)) => made_of(made, &Type::unknown()).map(|ty| Typed::new(ty, Rule::ReturnType)).into_iter().collect(),
                (_, Giving::Written(outer)) => self.given_as_written(frame, callee, written, handed, (owner, outer)),
                (_, Giving::Each(names)) => self.each_as_written(frame, written, names),
                (_, Giving::Folded) => self.given_as_folded(frame, callee, written, handed, owner),
                (Some(base), Giving::Part(_) | Giving::Entries(_)) => self.given_by_receiver(frame, base, *what),
                (Some(base), Giving::Collected) => self.collected_of(frame, base, callee),
                (Some(base), Giving::Reduced(whole)) => self.reduced_of(frame, base, callee, whole),
                _ => {
                    let own = if frame.in_body { self.arguments(callee) } else { Vec::new() };
                    self.given_by_arguments(frame, handed.unwrap_or(&own), *what)
                }
            };
            if !types.is_empty() {
                return types.into_iter().map(|typed| typed.through(Rule::ReturnType)).collect();
            }
        }
        Vec::new()
    }

    /// What is called in truth, with what is written for its type parameters: `create<T>()` hands nothing over but asks to be called again.
    fn called_at_last<'a>(&self, frame: &'a Frame, callee: ExprId, written: &'a [ExprId]) -> (ExprId, &'a [ExprId])
    where
        'w: 'a,
    {
        let Expr::Call { callee: inner } = *self.expr(frame, callee) else { return (callee, written) };
        match *self.expr(frame, inner) {
            Expr::Apply { base, ref args } if written.is_empty() && !matches!(self.expr(frame, base), Expr::Literal(_)) => (base, args),
            _ => (callee, written),
        }
    }

    /// Whether what a call names is of a type outside that is called `owner`: `base` or what is imported from names it, or `base` is a value of it.
    fn is_of_owner(&mut self, frame: &Frame, base: Option<ExprId>, holder: &str, owner: &str) -> bool {
        if owner.is_empty() || holder == owner {
            return true;
        }
        let Some(base) = base else { return false };
        self.denote(frame, base).iter().any(|it| it.what.name_outside().is_some_and(|name| name == owner))
            || self.types(frame, base).iter().any(|typed| matches!(&typed.ty, Type::Foreign { name, .. } if name == owner))
    }

    /// What is found nowhere lies outside only where its receiver says so, or what it is named by, which `is_told`.
    fn lies_outside(&mut self, frame: &Frame, callee: ExprId, what: Giving, is_told: bool) -> bool {
        let found = self.denote_called(frame, callee);
        let outside = found.iter().all(|it| it.what.is_outside());
        outside && (!found.is_empty() || is_told || matches!(what, Giving::Part(_) | Giving::Entries(_)))
    }

    fn given_by_arguments(&mut self, frame: &Frame, arguments: &[ExprId], what: Giving) -> Vec<Typed> {
        let Some(first) = arguments.first() else { return Vec::new() };
        match what {
            Giving::Argument => self.types(frame, *first),
            Giving::Holding(name) => self.holding(frame, name, arguments).into_iter().collect(),
            Giving::Named(generic) => self.part_of(frame, *first, 0, |name, ty| (name == generic).then_some(ty)),
            Giving::Held(part) => self.part_of(frame, *first, part, |_, ty| Some(ty)),
            Giving::View(name, part) => {
                let of = |ty| Type::Foreign { name: Name::new_static(name), args: vec![ty].into() };
                self.part_of(frame, *first, part, |_, ty| Some(of(ty)))
            }
            Giving::Elements(name, apart) => {
                let of = |ty: Type| match apart.iter().find(|(element, _)| matches!(&ty, Type::Foreign { name, .. } if name == element)) {
                    Some((_, name)) => Type::foreign(Name::new_static(name)),
                    None => Type::Foreign { name: Name::new_static(name), args: vec![ty].into() },
                };
                self.part_of(frame, *first, 0, |_, ty| Some(of(ty)))
            }
            Giving::Number(said) => self.widest_of(frame, arguments, said),
            Giving::Yielding(name) => {
                let habits = frame.file.habits();
                let given = self.given_by_value(frame, *first, true).into_iter().filter_map(|typed| unwrap(habits, typed));
                given.map(|typed| Typed::new(in_types(&[name], typed.ty), typed.rule)).collect()
            }
            Giving::Part(_)
            | Giving::Entries(_)
            | Giving::Written(_)
            | Giving::Each(_)
            | Giving::Folded
            | Giving::Of(_)
            | Giving::Collected
            | Giving::Reduced(_) => Vec::new(),
        }
    }

    /// What is written for the type parameter of a function, else what its first argument is or gives, in what it gives that in.
    fn given_as_written(
        &mut self,
        frame: &Frame,
        callee: ExprId,
        written: &[ExprId],
        handed: Option<&[ExprId]>,
        (package, outer): (&'static str, &'static str),
    ) -> Vec<Typed> {
        let types = if let Some(ty) = written.first() {
            self.instances(frame, *ty)
        } else {
            let own = if frame.in_body { self.arguments(callee) } else { Vec::new() };
            let first = handed.unwrap_or(&own).first().copied();
            first.map(|first| self.given_by_value(frame, first, outer.is_empty())).unwrap_or_default()
        };
        let ty = Type::one_of(types, frame.file.habits().unions);
        if is_unknown(&ty) {
            return Vec::new();
        }
        let ty = match outer {
            "" => return vec![Typed::new(ty, Rule::ReturnType)],
            "[]" => {
                let setter = frame.file.habits().foreign.setter.map(|names| in_types(&names, ty.clone()));
                Type::Tuple(vec![ty, setter.unwrap_or_else(|| Type::outside(&Name::new_static(package)))].into())
            }
            outer => in_types(&outer.split('<').collect::<Vec<_>>(), ty),
        };
        vec![Typed::new(ty, Rule::ReturnType)]
    }

    /// Generic types of these names, as one list, of what is written for the only type parameter of a function.
    fn each_as_written(&mut self, frame: &Frame, written: &[ExprId], names: &[&str]) -> Vec<Typed> {
        let [ty] = written else { return Vec::new() };
        let ty = self.first_instance(frame, *ty);
        if is_unknown(&ty) {
            return Vec::new();
        }
        vec![Typed::new(Type::Tuple(names.iter().map(|name| in_types(&[name], ty.clone())).collect()), Rule::ReturnType)]
    }

    /// What is folded by a function that is handed over, as the first part of a list.
    fn given_as_folded(&mut self, frame: &Frame, callee: ExprId, written: &[ExprId], handed: Option<&[ExprId]>, package: &'static str) -> Vec<Typed> {
        let taking = frame.file.habits().callbacks.taking;
        let mut types = Vec::new();
        for typed in written.first().map(|ty| self.instances(frame, *ty)).unwrap_or_default() {
            let folded = match &typed.ty {
                Type::Foreign { name, args } => match part_as_written(taking, package, name, 1) {
                    Some(part) => args.get(part).cloned(),
                    None => Some(typed.ty.clone()),
                },
                Type::Callable(_) | Type::External { .. } => None,
                ty => Some(ty.clone()),
            };
            merge(&mut types, folded.filter(|ty| !is_unknown(ty)).map(|ty| Typed::new(ty, typed.rule)));
        }
        if types.is_empty() {
            let own = if frame.in_body { self.arguments(callee) } else { Vec::new() };
            let handed = handed.unwrap_or(&own);
            types = handed.first().map(|first| self.given_by_value(frame, *first, true)).unwrap_or_default();
            if let (true, Some(start)) = (types.is_empty(), handed.get(1)) {
                types = self.types(frame, *start);
            }
        }
        let ty = Type::one_of(types, frame.file.habits().unions);
        if is_unknown(&ty) {
            return Vec::new();
        }
        vec![Typed::new(Type::Tuple(vec![ty, Type::outside(&Name::new_static(package))].into()), Rule::ReturnType)]
    }

    /// What a function that is handed over gives; of another value, unless only functions are taken, its type.
    fn given_by_value(&mut self, frame: &Frame, value: ExprId, only_functions: bool) -> Vec<Typed> {
        if let Some(result) = self.result_of_closure(frame, value) {
            return self.types(frame, result);
        }
        let mut types = Vec::new();
        for typed in self.types(frame, value) {
            match typed.ty {
                Type::Callable(function) => merge(&mut types, self.result_given(function, &Given::new())),
                _ if only_functions => {}
                _ => merge(&mut types, [typed]),
            }
        }
        types
    }

    /// What `made` makes of the name of the foreign type that an expression has and of one of its arguments.
    fn part_of(&mut self, frame: &Frame, id: ExprId, part: usize, made: impl Fn(&Name, Type) -> Option<Type>) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, id) {
            let Some(Type::Foreign { name, args }) = self.outside(&typed.ty) else { continue };
            let held = args.get(part).filter(|ty| !is_unknown(ty)).cloned();
            merge(&mut types, held.and_then(|ty| made(&name, ty)).map(|ty| Typed::new(ty, typed.rule)));
        }
        types
    }

    /// The type itself, or what is above it outside of the repository.
    fn outside(&mut self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Instance { ty, args } => self.foreign_base(*ty, args),
            ty => Some(ty.clone()),
        }
    }

    /// A generic type of what is handed over, one argument a value or one a key and one a value. Where they are not all of one type, what it holds is
    /// what they have in common, which they do not tell.
    fn holding(&mut self, frame: &Frame, name: &str, arguments: &[ExprId]) -> Option<Typed> {
        let habits = frame.file.habits();
        let held = habits.holding.collections.iter().find(|(collection, _)| *collection == name).map_or(0, |(_, held)| *held);
        let arithmetic = &habits.arguments.arithmetic;
        let mut args: Vec<Type> = arguments.iter().map(|argument| as_object(arithmetic, self.first_type(frame, *argument))).collect();
        // An array takes the place of a list of any length.
        if let [Type::Foreign { name: array, args: elements }] = args.as_slice()
            && habits.arguments.array == Some(array)
            && !habits.holding.wrappers.contains(&name)
        {
            args = elements.to_vec();
        }
        let parts = args.get(..=held).unwrap_or_default().to_vec();
        let alike = !parts.is_empty() && args.chunks(parts.len()).all(|chunk| chunk == parts);
        let known = alike && !parts.last().is_none_or(is_unknown);
        // Which type it is tells overloads apart, whatever it holds.
        let bare = habits.arguments.exact_arity;
        let args = if known { parts } else { Vec::new() };
        (known || bare).then(|| Typed::new(Type::Foreign { name: name.into(), args: args.into() }, Rule::ReturnType))
    }

    /// What the parts of `base` come to, by a function that makes one of two: of the type that it begins with, or of theirs, where there may be none in `whole`.
    fn reduced_of(&mut self, frame: &Frame, base: ExprId, callee: ExprId, whole: &'static str) -> Vec<Typed> {
        let habits = frame.file.habits();
        let arguments = self.arguments(callee);
        if let [start, _, ..] = arguments.as_slice() {
            let types = self.types(frame, *start);
            if !types.is_empty() {
                return types;
            }
        }
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let Type::Foreign { name, args } = &typed.ty else { continue };
            let held = inner_type(habits, name, args).map(|held| if arguments.len() == 1 { in_types(&[whole], held) } else { held });
            merge(&mut types, held.map(|ty| typed.element(ty)));
        }
        types
    }

    fn given_by_receiver(&mut self, frame: &Frame, base: ExprId, what: Giving) -> Vec<Typed> {
        let habits = frame.file.habits();
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let Some(Type::Foreign { name, args }) = self.outside(&typed.ty) else { continue };
            let given = match what {
                Giving::Part(index) => args.get(index).filter(|ty| !is_unknown(ty)).cloned(),
                Giving::Entries(names) if habits.holding.collections.contains(&(name.as_str(), 1)) => {
                    names.iter().rev().fold(args.to_vec(), |args, name| vec![Type::Foreign { name: Name::new_static(name), args: args.into() }]).pop()
                }
                _ => None,
            };
            merge(&mut types, given.map(|ty| Typed::new(ty, typed.rule)));
        }
        types
    }
}

/// A type as the argument of generic types outside of the repository, each of which is the argument of the one before.
fn in_types(names: &[&str], ty: Type) -> Type {
    names.iter().rev().fold(ty, |held, name| Type::Foreign { name: (*name).into(), args: vec![held].into() })
}
