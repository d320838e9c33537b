//! Types of which only some members are left: `Omit<T, 'a'>`, `Pick<T, K>`.

use super::{Type, Typed};
use crate::base::caps;
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::generics::type_args::{Args, Limit};
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{Expr, ExprId, KEYS, TEXT};
use crate::shard::facts::SymbolKind;

impl Linker<'_> {
    /// Types of which those members alone are left that these expressions name (`keeps`), or those that they do not.
    pub(in crate::link) fn left_by_names(&mut self, frame: &Frame, types: Vec<Typed>, names: &[ExprId], keeps: bool) -> Vec<Typed> {
        let limits = self.limits(frame, names, keeps);
        types.into_iter().map(|typed| limited(typed, &limits)).collect()
    }

    /// What has the members of a type, whatever these are.
    pub(in crate::link) fn faces(&mut self, frame: &Frame, whole: ExprId) -> Vec<Typed> {
        let mut types = self.instances(frame, whole);
        types.retain(|typed| matches!(typed.ty, Type::Instance { .. }));
        types.into_iter().map(|typed| limited(typed, &[Limit::Untyped])).collect()
    }

    /// What expressions of names leave of a type. Names without others (`Exclude<keyof T, 'a'>`) are two limits.
    fn limits(&mut self, frame: &Frame, names: &[ExprId], keeps: bool) -> Vec<Limit> {
        if let [one] = names
            && let Expr::Apply { base, args } = self.expr(frame, *one)
            && let [whole, others @ ..] = args.as_slice()
            && keeps
        {
            let without = frame.file.habits().holding.without;
            if self.denote(frame, *base).iter().any(|it| it.what.name_outside().is_some_and(|name| without.contains(&name.as_str()))) {
                let mut limits = self.limits(frame, &[*whole], true);
                limits.extend(self.limits(frame, others, false));
                return limits;
            }
        }
        let mut all: Vec<Type> = Vec::new();
        for name in names {
            for typed in self.instances(frame, *name) {
                let told: Vec<Type> = match typed.ty {
                    Type::Foreign { args, .. } if !args.is_empty() => args.to_vec(),
                    other => vec![other],
                };
                all.extend(told.into_iter().filter(|it| !all.contains(it)).collect::<Vec<_>>());
            }
        }
        vec![if keeps { Limit::Only(all.into()) } else { Limit::Without(all.into()) }]
    }

    /// Whether a type with these arguments is left without its member of a name.
    pub(in crate::link) fn lacks_member(&mut self, args: &Args, name: &str) -> bool {
        args.limits().iter().any(|limit| match limit {
            Limit::Only(names) => self.are_names_of(names, name) == Some(false),
            Limit::Without(names) => self.are_names_of(names, name) == Some(true),
            Limit::Untyped => false,
        })
    }

    /// Whether a member is among the named ones; `None` where nobody knows.
    fn are_names_of(&mut self, names: &[Type], member: &str) -> Option<bool> {
        let mut open = names.is_empty();
        for ty in names {
            match ty {
                Type::Foreign { name, args } if name == KEYS => {
                    for of in args.iter().flat_map(Type::parts) {
                        let held = self.member_of(&Typed::new(of.clone(), Rule::DeclaredType), member);
                        if held.iter().any(|(it, _)| it.what.symbol().is_some()) {
                            return Some(true);
                        }
                        open |= !matches!(of, Type::Instance { .. } | Type::Object(_)) || !held.is_empty();
                    }
                    open |= args.is_empty();
                }
                Type::Foreign { name, .. } => match name.strip_prefix(TEXT) {
                    Some(text) if text == member => return Some(true),
                    Some(_) => {}
                    None => open = true,
                },
                _ => open = true,
            }
        }
        (!open).then_some(false)
    }

    /// Whether a type names one above it of which it has all but some members, a member of this name among them.
    pub(in crate::link) fn lacks_member_above(&mut self, ty: Ref, above: Ref, name: &str) -> bool {
        let Some(file) = self.load(ty.file).filter(|file| !file.habits().holding.by_name.is_empty()) else { return false };
        let Some(it) = file.facts.symbols.get(ty.symbol as usize) else { return false };
        if !matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias) {
            return false;
        }
        let applied = |ty: &ExprId| matches!(file.facts.exprs.get(ty.0 as usize), Some(Expr::Apply { .. }));
        let frame = Frame::facts(&file, ty.symbol);
        let (mut lacking, mut whole) = (false, false);
        for named in it.supertypes.iter().take(caps::MAX_SUPERTYPES).map(|it| it.ty) {
            if !applied(&named) {
                continue;
            }
            for typed in self.instances(&frame, named) {
                if let Type::Instance { ty: other, args } = &typed.ty
                    && *other == above
                {
                    let lacks = self.lacks_member(args, name);
                    lacking |= lacks;
                    whole |= !lacks;
                }
            }
        }
        lacking && !whole
    }
}

fn limited(mut typed: Typed, limits: &[Limit]) -> Typed {
    if let Type::Instance { args, .. } = &mut typed.ty {
        *args = limits.iter().fold(args.clone(), |args, limit| args.limited(limit));
    }
    typed
}
