//! What a pointer of the library has itself: it is seen through for every other member, and these are never those of what it points to.

use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Symbol, SymbolKind};

/// How many variables, fields, aliases and calls a pointer is followed through.
const MAX_STEPS: u32 = 8;

impl Linker<'_> {
    /// The pointer's own member where a called one is of what a pointer of the library points to, by what declares the value; what was found where
    /// nothing declares a pointer.
    pub(in crate::link) fn or_of_pointer(&mut self, frame: &Frame, callee: ExprId, found: Vec<Found>) -> Vec<Found> {
        let table = frame.file.habits().holding.kept;
        let Expr::Member { base, ref name } = *self.expr(frame, callee) else { return found };
        let is_kept = table.iter().any(|(_, methods)| methods.contains(&name.as_str()));
        if !is_kept || !found.iter().any(|it| it.what.symbol().is_some()) {
            return found;
        }
        let name = name.clone();
        let pointer = self.pointer(frame, base, 0).filter(|pointer| keeps(table, pointer, &name));
        match pointer.map(|it| it.what) {
            Some(Denotation::External { package, .. }) => vec![Found { what: Denotation::External { package, name }, rule: Rule::DeclaredType }],
            Some(Denotation::Builtin(_)) => vec![Found { what: Denotation::Builtin(name), rule: Rule::DeclaredType }],
            _ => found,
        }
    }

    /// The type of the library that a value is a pointer of.
    fn pointer(&mut self, frame: &Frame, value: ExprId, depth: u32) -> Option<Found> {
        if depth > MAX_STEPS || !self.step() {
            return None;
        }
        match *self.expr(frame, value) {
            Expr::Local(local) => {
                let it = self.body.local(local).filter(|_| frame.in_body)?;
                match (it.ty, it.values.as_slice()) {
                    (Some(ty), _) => self.pointer_type(frame, ty, depth),
                    (None, [only]) => self.pointer(frame, *only, depth + 1),
                    _ => None,
                }
            }
            Expr::Call { callee } | Expr::CallWith { callee, .. } => self.made_pointer(frame, callee, depth),
            Expr::Member { .. } | Expr::Free(_) | Expr::Symbol(_) | Expr::Import(_) => {
                let found = self.denote(frame, value);
                self.declared_pointer(&found, false, depth)
            }
            _ => None,
        }
    }

    /// The same of what a call gives.
    fn made_pointer(&mut self, frame: &Frame, callee: ExprId, depth: u32) -> Option<Found> {
        let callee = self.without_arguments(frame, callee);
        if let Expr::Member { base, ref name } = *self.expr(frame, callee)
            && name == COPY
            && let Some(pointer) = self.pointer(frame, base, depth + 1).filter(|it| keeps(frame.file.habits().holding.kept, it, COPY))
        {
            return Some(pointer);
        }
        let found = self.denote(frame, callee);
        self.declared_pointer(&found, true, depth)
    }

    /// The same of what the only definition found is declared to be, or of a function to give.
    fn declared_pointer(&mut self, found: &[Found], called: bool, depth: u32) -> Option<Found> {
        let (frame, ty) = self.type_of_only(found, |it| it.kind.is_callable() == called && !it.kind.is_type())?;
        self.pointer_type(&frame, ty, depth + 1)
    }

    /// The type expression of the only definition found, if that is what is asked for, and where it stands.
    fn type_of_only(&mut self, found: &[Found], fits: impl Fn(&Symbol) -> bool) -> Option<(Frame, ExprId)> {
        let [only] = found else { return None };
        let Ref { file: slot, symbol } = only.what.symbol()?;
        let file = self.load(slot)?;
        self.asker.looked_at(&file, symbol);
        let ty = file.facts.symbol(symbol).filter(|it| fits(it))?.ty?;
        Some((Frame::facts(&file, symbol), ty))
    }

    /// What arguments are written for, if any are.
    pub(in crate::link) fn without_arguments(&self, frame: &Frame, id: ExprId) -> ExprId {
        if let Expr::Apply { base, .. } = *self.expr(frame, id) { base } else { id }
    }

    /// The type of the library that a type expression names, by other names too.
    fn pointer_type(&mut self, frame: &Frame, ty: ExprId, depth: u32) -> Option<Found> {
        if depth > MAX_STEPS || !self.step() {
            return None;
        }
        let named = self.without_arguments(frame, ty);
        let found = self.denote(frame, named);
        let table = frame.file.habits().holding.kept;
        if let Some(pointer) = found.iter().find(|it| is_pointer(table, it)) {
            return Some(pointer.clone());
        }
        let (frame, alias) = self.type_of_only(&found, |it| it.kind == SymbolKind::TypeAlias)?;
        self.pointer_type(&frame, alias, depth + 1)
    }
}

/// The method by which a pointer gives another one of its kind.
const COPY: &str = "clone";

type Kept = &'static [(&'static str, &'static [&'static str])];

fn is_pointer(table: Kept, found: &Found) -> bool {
    found.what.name_outside().is_some_and(|name| table.iter().any(|(pointer, _)| pointer == name))
}

fn keeps(table: Kept, found: &Found, method: &str) -> bool {
    let Some(name): Option<&Name> = found.what.name_outside() else { return false };
    table.iter().any(|(pointer, methods)| pointer == name && methods.contains(&method))
}
