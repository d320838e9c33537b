//! When the types of a receiver do not tell all of their members: bounds, templates, classes below what nobody knows, macros among members.

use crate::languages::Tier;
use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::types::origins::holds_own;
use crate::link::types::parts::inner_type;
use crate::link::types::{Type, Typed};
use crate::shard::expr::{ANY, Expr, ExprId, FUNCTION, OBJECT};
use crate::shard::facts::{Flags, Symbol, SymbolKind};

/// Whether types are nothing but bounds, where a type has what all of its bounds have: the one that has the member is not seen here.
pub(super) fn are_bounds(linker: &Linker<'_>, types: &[Typed]) -> bool {
    linker.own.habits().overriding == Overriding::Conformance && types.iter().all(|typed| linker.is_bound(&typed.ty))
}

/// Whether it is not known what one of some types of templates is, or what stands above it: another name for what nothing tells (`using T = typename
/// X::type;`), a base that is an argument.
pub(super) fn are_open(linker: &mut Linker<'_>, types: &[Typed]) -> bool {
    if !linker.own.habits().specializes() {
        return false;
    }
    types.iter().any(|typed| {
        let Type::Instance { ty, .. } = typed.ty else { return false };
        with_above(linker, ty).into_iter().any(|ty| {
            let Some(file) = linker.load(ty.file) else { return true };
            linker.asker.looked_at(&file, ty.symbol);
            let Some(it) = file.facts.symbol(ty.symbol) else { return true };
            linker.asker.all_of(&file, &it.qualified);
            let named = it.supertypes.len();
            (it.kind == SymbolKind::TypeAlias && !file.has_members(ty.symbol)) || linker.supertypes(ty).len() < named
        })
    })
}

/// A type and those above it.
pub(super) fn with_above(linker: &mut Linker<'_>, ty: Ref) -> Vec<Ref> {
    let mut all = vec![ty];
    all.extend(linker.types_above(ty));
    all
}

/// Whether the language is one of those whose types are told by scope alone: properties of theirs are read like fields.
pub(super) fn is_told_by_scope(linker: &Linker<'_>) -> bool {
    linker.own.language.tier == Tier::B
}

/// Whether something stands above one of some classes that nothing is known of: a base that is a parameter, or what a call gives.
pub(super) fn are_below_unknown(linker: &mut Linker<'_>, types: &[Typed]) -> bool {
    let habits = linker.own.habits();
    if !habits.classes.linearized && !habits.declarations_merge && !is_told_by_scope(linker) {
        return false;
    }
    types.iter().any(|typed| {
        let (Type::Instance { ty, .. } | Type::Object(ty)) = typed.ty else { return false };
        let all = with_above(linker, ty);
        all.into_iter().any(|ty| linker.is(ty, |it| it.kind == SymbolKind::Class) && linker.named_above(ty).iter().any(Vec::is_empty))
    })
}

/// Whether values of one of some types are classes, of which nothing tells which.
pub(super) fn are_classes(linker: &mut Linker<'_>, types: &[Typed]) -> bool {
    let Some(topmost) = linker.own.habits().classes.of_classes else { return false };
    let is_topmost = |it: &Found| matches!(&it.what, Denotation::Builtin(name) if name == topmost);
    types.iter().any(|typed| {
        let Type::Instance { ty, .. } = typed.ty else { return false };
        with_above(linker, ty).into_iter().any(|ty| linker.supertypes(ty).iter().any(is_topmost))
    })
}

/// Whether one of some values may be given members by whoever it is handed to.
pub(super) fn are_handed(linker: &mut Linker<'_>, types: &[Typed]) -> bool {
    types.iter().any(|typed| {
        let Type::Object(ty) = typed.ty else { return false };
        let Some(file) = linker.load(ty.file) else { return false };
        linker.asker.looked_at(&file, ty.symbol);
        linker.is(ty, |it| it.flags.has(Flags::HANDED))
    })
}

/// Types of which the arguments are told otherwise, or are none.
pub(in crate::link) const NO_HOLDERS: &[&str] = &[ANY, FUNCTION, OBJECT];

impl Linker<'_> {
    /// Whether `base` is a value of a type from outside, or of one below such, with an argument that names something of the repository: what its members hold
    /// and give may be that argument (`interface Context extends Core<{ code: Own }>`).
    pub(in crate::link) fn may_hand_out(&mut self, frame: &Frame, base: ExprId) -> bool {
        let habits = frame.file.habits();
        if !habits.declarations_merge {
            return false;
        }
        let types = self.types(frame, base);
        types.iter().any(|typed| {
            let outside = match &typed.ty {
                Type::Instance { ty, args } => self.foreign_base(*ty, args),
                Type::Foreign { .. } => Some(typed.ty.clone()),
                _ => None,
            };
            let Some(Type::Foreign { name, args }) = outside else { return false };
            !NO_HOLDERS.contains(&name.as_str()) && inner_type(habits, &name, &args).is_none() && args.iter().any(holds_own)
        })
    }

    /// Whether a value is a member of such a one.
    pub(in crate::link) fn may_be_handed_out(&mut self, frame: &Frame, value: ExprId) -> bool {
        matches!(*self.expr(frame, value), Expr::Member { base, .. } if self.may_hand_out(frame, base))
    }
}

/// Whether a macro stands among the members of a type or of one above it, and nothing tells what it declares.
pub(super) fn has_macro_members(linker: &mut Linker<'_>, types: &[Typed]) -> bool {
    let is_open = |it: &Symbol| it.kind.is_type() && it.words.is_some();
    let habits = linker.own.habits();
    (habits.preprocessed || habits.textual_macros)
        && types.iter().any(|typed| {
            let (Type::Instance { ty, .. } | Type::Object(ty)) = typed.ty else { return false };
            let Some(file) = linker.load(ty.file) else { return false };
            linker.asker.looked_at(&file, ty.symbol);
            linker.is(ty, is_open) || linker.types_above(ty).into_iter().any(|above| linker.is(above, is_open))
        })
}
