//! Pointers of the library that hold a value and have methods themselves: these come before those of the value (Rust: `Rc<T>::clone`).

use super::eval::{Denotation, Found, Frame, Linker};
use super::parts::side_of;
use super::types::Type;
use crate::languages::habits::Holder;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::SymbolKind;

/// How far a value is followed back to where its type is written.
const MAX_WAY: u32 = 6;

impl Linker<'_> {
    /// Puts the method of the pointer that holds the value `base` in the place of the value's own of that name, where the pointer has it.
    pub(super) fn of_holder(&mut self, frame: &Frame, base: ExprId, name: &str, found: &mut Vec<(Found, Option<Type>)>) {
        let holders = frame.file.habits().holding.holders;
        if holders.is_empty() || !found.iter().any(|(it, _)| holders.iter().any(|holder| self.is_of_holder(holder, it, name))) {
            return;
        }
        let Some(holder) = self.holder_around(frame, base, 0) else { return };
        let mut members: Vec<(Found, Option<Type>)> = Vec::with_capacity(found.len());
        for (it, receiver) in found.drain(..) {
            let it = if self.is_of_holder(holder, &it, name) {
                (Found { what: Denotation::Builtin(name.into()), rule: it.rule }, None)
            } else {
                (it, receiver)
            };
            if !members.iter().any(|(other, _)| other.what == it.0.what) {
                members.push(it);
            }
        }
        *found = members;
    }

    /// Whether a pointer has itself what is a member of its value: always, or because its value is of an interface of the library.
    fn is_of_holder(&mut self, holder: &Holder, found: &Found, name: &str) -> bool {
        let Some(member) = found.what.symbol().filter(|it| self.is(*it, |it| it.kind.is_callable())) else { return false };
        if holder.always.contains(&name) {
            return true;
        }
        let Some((file, block)) = self.block_of(member) else { return false };
        let Some(it) = file.facts.extension(block) else { return false };
        let is_named = it.interface_name.as_deref().is_some_and(|interface| holder.interfaces.contains(&interface));
        let Some(interface) = it.interface.filter(|_| is_named) else { return false };
        let above = self.denote(&Frame::around(&file, it.module), interface);
        !above.is_empty() && above.iter().all(|it| it.what.is_outside())
    }

    /// The pointer that a value is, as far as that is written.
    fn holder_around(&mut self, frame: &Frame, id: ExprId, depth: u32) -> Option<&'static Holder> {
        if depth > MAX_WAY || !self.step() {
            return None;
        }
        match *self.expr(frame, id) {
            Expr::Local(local) if frame.in_body => {
                let it = self.body.local(local)?;
                if let (None, Some(value)) = (it.ty, it.values.first()) {
                    return self.holder_around(frame, *value, depth + 1);
                }
            }
            Expr::Call { callee } | Expr::CallWith { callee, .. } => {
                if let Expr::Member { base, ref name } = *self.expr(frame, self.without_type_arguments(frame, callee)) {
                    match self.holder_named(frame, base) {
                        Some(holder) if holder.makers.contains(&name.as_str()) => return Some(holder),
                        None if name == CLONE => return self.holder_around(frame, base, depth + 1),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        let (frame, ty) = self.written_type(frame, id, depth)?;
        self.holder_written(&frame, ty, depth)
    }

    /// The type expression that a value is declared with, or that what it is a part of is.
    fn written_type(&mut self, frame: &Frame, id: ExprId, depth: u32) -> Option<(Frame, ExprId)> {
        if depth > MAX_WAY || !self.step() {
            return None;
        }
        let found = match *self.expr(frame, id) {
            Expr::Local(local) if frame.in_body => {
                let it = self.body.local(local)?;
                return match it.ty {
                    Some(ty) => Some((frame.clone(), ty)),
                    None => self.written_type(frame, *it.values.first()?, depth + 1),
                };
            }
            Expr::Element(whole) | Expr::Iterated(whole) | Expr::Unwrap(whole) => {
                let (frame, ty) = self.written_type(frame, whole, depth + 1)?;
                let Expr::Apply { base, ref args } = *self.expr(&frame, ty) else { return None };
                let named = self.denote(&frame, base);
                let side = side_of(frame.file.habits(), named.first()?.what.name_outside()?)?;
                let part = *args.get(side)?;
                return Some((frame, part));
            }
            Expr::Member { .. } | Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) => self.denote(frame, id),
            Expr::Call { callee } | Expr::CallWith { callee, .. } => {
                let callee = self.without_type_arguments(frame, callee);
                self.denote_called(frame, callee)
            },
            _ => return None,
        };
        let [found] = found.as_slice() else { return None };
        let symbol = found.what.symbol()?;
        let file = self.load(symbol.file)?;
        self.asker.looked_at(&file, symbol.symbol);
        let ty = file.facts.symbol(symbol.symbol).filter(|it| it.kind.is_value() || it.kind.is_callable())?.ty?;
        Some((Frame::facts(&file, symbol.symbol), ty))
    }

    /// The pointer that a type expression is of, by another name for it too.
    fn holder_written(&mut self, frame: &Frame, ty: ExprId, depth: u32) -> Option<&'static Holder> {
        if depth > MAX_WAY || !self.step() {
            return None;
        }
        let named = match *self.expr(frame, ty) {
            Expr::Apply { base, ref args } if !args.is_empty() => base,
            Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Member { .. } => ty,
            _ => return None,
        };
        let holder = self.holder_named(frame, named);
        if holder.is_some() {
            return holder;
        }
        let found = self.denote(frame, named);
        let [Found { what: Denotation::Symbol(alias), .. }] = found.as_slice() else { return None };
        let file = self.load(alias.file)?;
        self.asker.looked_at(&file, alias.symbol);
        let behind = file.facts.symbol(alias.symbol).filter(|it| it.kind == SymbolKind::TypeAlias)?.ty?;
        self.holder_written(&Frame::facts(&file, alias.symbol), behind, depth + 1)
    }

    fn without_type_arguments(&self, frame: &Frame, callee: ExprId) -> ExprId {
        if let Expr::Apply { base, .. } = self.expr(frame, callee) { *base } else { callee }
    }

    fn holder_named(&mut self, frame: &Frame, named: ExprId) -> Option<&'static Holder> {
        let holders = frame.file.habits().holding.holders;
        let found = self.denote(frame, named);
        let name = found.first()?.what.name_outside()?;
        holders.iter().find(|it| it.name == name)
    }
}

/// What gives a value of the type that it is called on.
const CLONE: &str = "clone";
