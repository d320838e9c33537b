//! What members give of which nothing is written, where it is worked out of a value of the type that has them: `class Box<T> { first() { return this.all[0]; } }`.

use super::{MAX_DEPTH, SELF};
use crate::link::eval::{Frame, Linker};
use crate::link::types::{Type, Typed};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Facts, Owner, Symbol};

impl Linker<'_> {
    /// A value of the type around a member, as it is where something is known of the receiver that has the member: with the arguments which that gives it.
    pub(in crate::link) fn with_receiver_args(&mut self, frame: &Frame, (named, built): (ExprId, bool), types: &mut [Typed]) {
        if built || frame.in_body || !matches!(self.expr(frame, named), Expr::Symbol(_)) {
            return;
        }
        let Some((_, Type::Instance { ty: receiver, args })) = frame.given.iter().find(|(name, _)| name == SELF) else { return };
        let (receiver, known) = (*receiver, args.clone());
        for typed in types {
            if let Type::Instance { ty, args } = &mut typed.ty
                && args.is_empty()
            {
                let of_receiver = self.arguments_above(receiver, &known, *ty, 0);
                *args = of_receiver.into_iter().collect();
            }
        }
    }
}

/// Whether what a member gives, of which nothing is written, is worked out of a value of the generic type around.
pub(super) fn is_of_own(facts: &Facts, member: &Symbol) -> bool {
    let Owner::Symbol(owner) = member.owner else { return false };
    let is_generic = facts.symbol(owner).is_some_and(|it| !it.generics.is_empty());
    is_generic && member.ty.is_none() && member.value.is_some_and(|value| leans_on(facts, value, owner, 0))
}

/// Whether an expression starts somewhere from a value of a type of the file.
fn leans_on(facts: &Facts, id: ExprId, ty: u32, depth: u32) -> bool {
    let Some(expr) = facts.expr(id).filter(|_| depth < MAX_DEPTH) else { return false };
    matches!(expr, Expr::Instance { ty: named, built: false } if facts.expr(*named) == Some(&Expr::Symbol(ty)))
        || expr.parts().any(|part| leans_on(facts, part, ty, depth + 1))
}
