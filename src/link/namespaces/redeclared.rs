//! Declarations of one thing in several included files: what a text with its includes declares again is what it declared first (C11 6.7, C++ [basic.def]).

use crate::link::ask::Ref;
use crate::link::eval::Linker;
use crate::link::loaded::Loaded;
use crate::shard::expr::{Expr, ExprId, TAG};
use crate::shard::facts::{Flags, Symbol, SymbolKind};
use crate::shard::publish::stem;

/// Deepest parts of two written types that are held against each other.
const MAX_DEPTH: u32 = 8;

impl Linker<'_> {
    /// Of what several files declare alike, what comes first where the includes of the linked file are put in their places.
    pub(super) fn declared_once(&mut self, kept: Vec<Ref>) -> Vec<Ref> {
        let mut kept = self.of_own_header(kept);
        let again = |first: &Ref| kept.iter().any(|other| other.file != first.file && self.is_redeclared(*first, *other));
        if kept.len() < 2 || !kept.iter().any(again) {
            return kept;
        }
        let Some(own) = self.own_slot() else { return kept };
        let order = self.included().in_order(own);
        let place = |it: &Ref| (order.get(&it.file).copied().unwrap_or(usize::MAX), it.file);
        let all = kept.clone();
        kept.retain(|it| !all.iter().any(|other| other.file != it.file && place(other) < place(it) && self.is_redeclared(*other, *it)));
        kept
    }

    /// Of types of one name that several headers define, of which each build includes one, the one whose header belongs to the linked file by its path.
    fn of_own_header(&self, mut kept: Vec<Ref>) -> Vec<Ref> {
        if kept.len() < 2 {
            return kept;
        }
        let named = |it: &Ref| self.about(*it, |it| it.kind.is_type().then(|| it.qualified.clone())).flatten();
        let first = named(&kept[0]);
        let is_own = |it: &Ref| self.load(it.file).is_some_and(|file| stem(&file.path) == stem(&self.own.path));
        if first.is_some() && kept.iter().all(|it| named(it) == first) && kept.iter().filter(|it| is_own(it)).count() == 1 {
            kept.retain(is_own);
        }
        kept
    }

    /// Whether two definitions of different files declare one thing, and neither defines it.
    fn is_redeclared(&self, first: Ref, other: Ref) -> bool {
        let (Some(in_first), Some(in_other)) = (self.load(first.file), self.load(other.file)) else { return false };
        let (Some(it), Some(again)) = (in_first.facts.symbol(first.symbol), in_other.facts.symbol(other.symbol)) else { return false };
        let local = |it: &Symbol| it.flags.has(Flags::FILE_LOCAL);
        if it.kind != again.kind || it.qualified != again.qualified || local(it) || local(again) {
            return false;
        }
        if it.kind == SymbolKind::TypeAlias {
            return it.generics.len() == again.generics.len() && written_alike((&in_first, it.ty), (&in_other, again.ty), MAX_DEPTH);
        }
        let declared = |it: &Symbol| it.flags.has(Flags::DECLARATION);
        declared(it) && declared(again) && it.overload == again.overload
    }
}

/// Whether two files write types alike, whatever binds the names in each.
fn written_alike(first: (&Loaded, Option<ExprId>), other: (&Loaded, Option<ExprId>), depth: u32) -> bool {
    let (Some(one), Some(two), Some(depth)) = (first.1, other.1, depth.checked_sub(1)) else { return first.1.is_none() && other.1.is_none() };
    let (Some(left), Some(right)) = (first.0.facts.expr(one), other.0.facts.expr(two)) else { return false };
    match (name_of(first.0, left), name_of(other.0, right)) {
        (Some(left), Some(right)) => return left == right,
        (None, None) => {}
        _ => return false,
    }
    let alike = std::mem::discriminant(left) == std::mem::discriminant(right);
    let same_words = match (left, right) {
        (Expr::Member { name, .. }, Expr::Member { name: again, .. }) | (Expr::Literal(name), Expr::Literal(again)) => name == again,
        (Expr::Apply { .. }, Expr::Apply { .. }) | (Expr::Tuple(_), Expr::Tuple(_)) | (Expr::Element(_), Expr::Element(_)) => true,
        _ => false,
    };
    let (left, right): (Vec<ExprId>, Vec<ExprId>) = (left.parts().collect(), right.parts().collect());
    let parts_alike = || left.iter().zip(&right).all(|(one, two)| written_alike((first.0, Some(*one)), (other.0, Some(*two)), depth));
    alike && same_words && left.len() == right.len() && parts_alike()
}

/// The name that an expression is, where it is a name alone.
fn name_of<'f>(file: &'f Loaded, expr: &'f Expr) -> Option<&'f str> {
    match expr {
        Expr::Free(name) => Some(name.trim_start_matches(TAG)),
        Expr::Symbol(index) => file.facts.symbol(*index).map(|it| it.name.as_str()),
        Expr::Import(index) => file.facts.import(*index).map(|it| it.binding.as_str()),
        Expr::AnyOf(parts) => parts.first().and_then(|first| file.facts.expr(*first)).and_then(|it| name_of(file, it)),
        _ => None,
    }
}
