//! Members that no declaration names: those of objects that are written out, the values of maps under their keys, the class of a value.

use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::generics::{Given, is_unknown, pair};
use crate::link::outcome::rules::Rule;
use crate::link::types::{MAX_TYPES, Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId, OBJECT};
use crate::shard::facts::{Flags, Owner};

/// Members that every value has from the language, whatever its type says of all others.
const COMMON: &[&str] = &["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"];
/// Most members of an object of which it is told what any of them holds.
const MAX_MEMBERS: usize = 16;

impl Linker<'_> {
    /// An object that is written out, with its members and their types as its arguments.
    pub(in crate::link) fn written_object(&mut self, frame: &Frame, members: &[ExprId]) -> Typed {
        let mut args = Vec::new();
        for member in members {
            if let Expr::At { base, ref key } = *self.expr(frame, *member) {
                // Of what is of several types (`A & B`), each may have the member that is asked for. What functions give that stand in it may rest on what
                // the whole is handed to.
                let held = if self.result_of_closure(frame, base).is_some() { Vec::new() } else { self.types(frame, base) };
                args.push(Type::Foreign { name: key.clone(), args: held.into_iter().map(|typed| typed.ty).collect() });
            }
        }
        Typed::new(Type::Foreign { name: Name::new_static(OBJECT), args: args.into() }, Rule::ConstructorFlow)
    }

    /// What is meant by a member of an object that is written out: the function or class that it holds, or what every object has.
    pub(in crate::link) fn member_written(&self, members: &[Type], name: &str) -> Vec<Found> {
        let Some(types) = written_member(members, name) else {
            let common = self.is_common(name).then(|| Denotation::Builtin(name.into()));
            return common.into_iter().map(|what| Found { what, rule: Rule::ConstructorFlow }).collect();
        };
        let held = types.iter().filter_map(|ty| if let Type::Callable(symbol) | Type::Object(symbol) = ty { Some(*symbol) } else { None });
        held.map(|symbol| Found::symbol(symbol, Rule::ConstructorFlow)).collect()
    }

    /// Whether a foreign type gives its members whatever names a program takes (`Record`), and this is such a name.
    pub(in crate::link) fn names_any(&self, ty: &str, name: &str) -> bool {
        self.own.habits().holding.keyed == Some(ty) && !COMMON.contains(&name)
    }

    /// Whether one of some types has members by whatever names a program gives them: a map of names, or what stands below one.
    pub(in crate::link) fn are_keyed(&mut self, types: &[Typed]) -> bool {
        let Some(keyed) = self.own.habits().holding.keyed else { return false };
        types.iter().any(|typed| match typed.ty {
            Type::Foreign { ref name, .. } => name == keyed,
            Type::Instance { ty, .. } => {
                let mut all = vec![ty];
                all.extend(self.types_above(ty));
                all.into_iter().any(|ty| self.supertypes(ty).iter().any(|above| matches!(&above.what, Denotation::Builtin(name) if name == keyed)))
            }
            _ => false,
        })
    }

    /// What a member gives that no declaration names, by what the type of the value says of all its members: an index signature, `Record`.
    pub(in crate::link) fn keyed(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        if let Some(answer) = frame.file.habits().holding.answers {
            return self.answered(frame, base, name, answer);
        }
        let Some(keyed) = frame.file.habits().holding.keyed.filter(|_| !COMMON.contains(&name)) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let values = match &typed.ty {
                Type::Foreign { name: object, args } if object == OBJECT => {
                    written_member(args, name).into_iter().flatten().filter(|it| !is_unknown(it)).cloned().collect()
                }
                Type::Foreign { name, args } if name == keyed => args.get(1).cloned().into_iter().collect(),
                Type::Instance { .. } => self.signed(&typed),
                _ => Vec::new(),
            };
            merge(&mut types, values.into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    /// What the method gives that answers for a member which a type has none of.
    fn answered(&mut self, frame: &Frame, base: ExprId, name: &str, answer: &str) -> Vec<Typed> {
        let mut types = Vec::new();
        if name.starts_with("__") {
            return types;
        }
        for typed in self.types(frame, base) {
            let Type::Instance { ty, .. } = typed.ty else { continue };
            if !self.type_member(ty, name).is_empty() {
                continue;
            }
            for function in self.type_member(ty, answer).into_iter().filter_map(|it| it.what.symbol()) {
                let given = self.given(&typed.ty, function);
                merge(&mut types, self.result_given(function, &given).into_iter().map(|it| it.through(Rule::ReturnType)));
            }
        }
        types
    }

    /// Whether a method of one of some types answers for members which it has none of.
    pub(in crate::link) fn are_answered(&mut self, types: &[Typed]) -> bool {
        let Some(answer) = self.own.habits().holding.answers else { return false };
        types.iter().any(|typed| matches!(typed.ty, Type::Instance { ty, .. } if !self.type_member(ty, answer).is_empty()))
    }

    /// What the members of an object hold that is written out as a definition, where nothing says which of them is taken. Of more than a few types, and where
    /// one is not known, nothing is told.
    pub(in crate::link) fn held_by_members(&mut self, holder: Ref) -> Vec<Type> {
        let Some(file) = self.load(holder.file) else { return Vec::new() };
        self.asker.looked_at(&file, holder.symbol);
        let Some(it) = file.facts.symbol(holder.symbol).filter(|it| it.kind.is_value() && it.ty.is_none() && it.value.is_none()) else {
            return Vec::new();
        };
        self.asker.all_of(&file, &it.qualified);
        let members = file.facts.symbols.iter().zip(0u32..).filter(|(member, _)| member.owner == Owner::Symbol(holder.symbol));
        let (mut held, mut seen) = (Vec::new(), 0);
        for (member, symbol) in members.take(MAX_MEMBERS + 1) {
            if seen == MAX_MEMBERS {
                return Vec::new();
            }
            seen += 1;
            let member_ref = Ref { symbol, ..holder };
            let is_function = member.kind.is_callable() && !member.flags.has(Flags::PROPERTY);
            let types = if is_function { vec![Type::Callable(member_ref)] } else { self.types_of_value(member_ref) };
            if types.is_empty() || types.iter().any(is_unknown) {
                return Vec::new();
            }
            for ty in types {
                if !held.contains(&ty) {
                    held.push(ty);
                }
            }
        }
        if held.len() > MAX_TYPES { Vec::new() } else { held }
    }

    fn types_of_value(&mut self, member: Ref) -> Vec<Type> {
        self.declared_or_inferred(member).into_iter().map(|typed| typed.ty).collect()
    }

    /// What all members of a value of the repository's own type are that it does not name, by a map directly above it.
    pub(in crate::link) fn signed(&mut self, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, args } = &typed.ty else { return Vec::new() };
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some(keyed) = file.habits().holding.keyed else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let Some(it) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        let mut given = Given::new();
        pair(&mut given, &it.generics, args);
        let frame = Frame { given: given.into(), ..Frame::facts(&file, ty.symbol) };
        let mut values = Vec::new();
        let is_map = |ty: ExprId| {
            let Some(Expr::Apply { base, .. }) = file.facts.expr(ty) else { return false };
            matches!(file.facts.expr(*base), Some(Expr::Free(name)) if name == keyed)
        };
        for above in it.supertypes.iter().filter(|above| is_map(above.ty)) {
            for typed in self.instances(&frame, above.ty) {
                if let Type::Foreign { name, args } = &typed.ty
                    && name == keyed
                {
                    values.extend(args.get(1).filter(|it| !is_unknown(it)).cloned());
                }
            }
        }
        values
    }

    /// The class of a value, where a member is known to be that.
    pub(in crate::link) fn class_of(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        if frame.file.habits().classes.class_of != Some(name) {
            return Vec::new();
        }
        let types = self.types(frame, base).into_iter().filter_map(|typed| match typed.ty {
            Type::Instance { ty, .. } => Some(Typed::new(Type::Object(ty), typed.rule)),
            _ => None,
        });
        types.collect()
    }
}

impl Type {
    /// Whether it is an object that is written out, with a member of this name that no definition stands for.
    pub(in crate::link) fn writes(&self, name: &str) -> bool {
        matches!(self, Self::Foreign { name: object, args } if object == OBJECT && written_member(args, name).is_some())
    }
}

/// The types of what an object that is written out holds under a name.
fn written_member<'types>(members: &'types [Type], name: &str) -> Option<&'types [Type]> {
    members.iter().find_map(|member| match member {
        Type::Foreign { name: key, args } if key == name => Some(&**args),
        _ => None,
    })
}

/// The types of what the members of an object that is written out hold, where nothing says which of them is taken.
pub(in crate::link) fn held_by_any(members: &[Type]) -> Vec<Type> {
    let mut held: Vec<Type> = Vec::new();
    if members.len() > MAX_MEMBERS {
        return held;
    }
    for member in members {
        let Type::Foreign { args, .. } = member else { return Vec::new() };
        if args.is_empty() || args.iter().any(is_unknown) {
            return Vec::new();
        }
        for ty in args.iter().filter(|ty| !held.contains(ty)).cloned().collect::<Vec<_>>() {
            held.push(ty);
        }
    }
    if held.len() > MAX_TYPES { Vec::new() } else { held }
}
