//! What a pointer of the library has itself: it is seen through for every other member, and these are never those of what it points to.

use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::shard::body::{RECEIVER, SiteKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// How many variables, fields, aliases and calls a pointer is followed through.
const MAX_STEPS: u32 = 8;

impl Linker<'_> {
    /// The pointer's own member where a called one is of what a pointer of the library points to, by what declares the value; what was found where
    /// nothing declares a pointer. What a block gives the pointer itself comes before what it points to has.
    pub(in crate::link) fn or_of_pointer(&mut self, frame: &Frame, callee: ExprId, found: Vec<Found>) -> Vec<Found> {
        let table = frame.file.habits().holding.kept;
        let Expr::Member { base, ref name } = *self.expr(frame, callee) else { return found };
        if let (true, Some(pointer)) = (found.is_empty(), self.pointer_by_alias(frame, base)) {
            let what = match pointer.what {
                Denotation::External { package, .. } => Denotation::External { package, name: name.clone() },
                _ => Denotation::Builtin(name.clone()),
            };
            return vec![Found { what, rule: Rule::StaticMember }];
        }
        let is_kept = table.iter().any(|(_, methods)| methods.contains(&name.as_str()));
        if table.is_empty() || !found.iter().any(|it| it.what.symbol().is_some()) {
            return found;
        }
        let name = name.clone();
        if !is_kept {
            let mut forwarding = self.forwarding(frame, base, &name, &found);
            if forwarding.is_empty() {
                forwarding = self.of_own_reference(frame, (callee, base), &name, &found);
            }
            return if forwarding.is_empty() { found } else { forwarding };
        }
        let pointer = self.pointer(frame, base, 0).filter(|pointer| keeps(table, pointer, &name));
        match pointer.map(|it| it.what) {
            Some(Denotation::External { package, .. }) => vec![Found { what: Denotation::External { package, name }, rule: Rule::DeclaredType }],
            Some(Denotation::Builtin(_)) => vec![Found { what: Denotation::Builtin(name), rule: Rule::DeclaredType }],
            _ => found,
        }
    }

    /// What a block for any pointer of the library gives under a name, where an interface was found to ask for it of what a value points to, and the value
    /// is such a pointer: a call looks at the pointer first (`impl<S: Service + ?Sized> Service for Box<S>`).
    pub(in crate::link) fn forwarding(&mut self, frame: &Frame, base: ExprId, name: &Name, found: &[Found]) -> Vec<Found> {
        let [only] = found else { return Vec::new() };
        let Some(interface) = only.what.symbol().and_then(|member| self.interface_asking(member)) else { return Vec::new() };
        let pointer = self.pointer(frame, base, 0);
        let Some(pointer) = pointer.as_ref().and_then(|it| it.what.name_outside()) else { return Vec::new() };
        let mut blocks = self.added_to(pointer, name);
        // Inside of such a block it is what the pointer points to that is called.
        let around = frame.enclosing.and_then(|it| frame.file.facts.symbol(it)).map(|it| it.owner);
        let is_around = |linker: &Self, it: Ref| linker.own_slot() == Some(it.file) && linker.about(it, |it| it.owner) == around;
        blocks.retain(|it| {
            let block = it.what.symbol().filter(|it| !is_around(self, *it));
            block.is_some_and(|it| self.interface_asking(it) == Some(interface) && self.is_for_any(it, interface))
        });
        blocks.into_iter().map(|it| it.through(only.rule)).collect()
    }

    /// What a block for references to whatever has an interface gives under a name, where that interface was found to ask for it of what the receiver `self`
    /// refers to, and the reference itself is nearer: a method that takes `&self` is called on `&mut self` by a reference to that, before what it refers to
    /// is looked at, and on a reference to a reference as it stands (The Rust Reference, Method-call expressions).
    fn of_own_reference(&mut self, frame: &Frame, (callee, base): (ExprId, ExprId), name: &Name, found: &[Found]) -> Vec<Found> {
        let ([only], Expr::Local(local)) = (found, self.expr(frame, base)) else { return Vec::new() };
        // What `*` takes off is not told by the expression. Among the tokens of a macro nothing says so.
        let site = self.call_of(callee).filter(|_| frame.in_body);
        if !site.is_some_and(|it| it.kind == SiteKind::Identifier || it.is_pointer(RECEIVER) == Some(true)) {
            return Vec::new();
        }
        let Some(function) = self.body.local(*local).filter(|it| frame.in_body && it.receiver).and_then(|it| it.parameter_of) else {
            return Vec::new();
        };
        let has = |symbol: Option<&Symbol>, flag: Flags| symbol.is_some_and(|it| it.flags.has(flag));
        let around = frame.file.facts.symbol(function);
        let is_twice = has(around, Flags::FOR_REFERENCE) && has(around, Flags::SHARING);
        let wanted = match (has(around, Flags::CHANGING), is_twice) {
            (true, _) => Flags::FOR_CHANGING,
            (false, true) => Flags::FOR_REFERENCE,
            (false, false) => return Vec::new(),
        };
        let Some(member) = only.what.symbol().filter(|it| self.is(*it, |it| it.flags.has(Flags::SHARING))) else { return Vec::new() };
        let Some(interface) = self.interface_asking(member) else { return Vec::new() };
        let Some((bound, home)) = self.about(interface, |it| it.name.clone()).zip(self.load(interface.file)) else { return Vec::new() };
        let mut blocks = self.asker.extension_members_of((interface.file, &home), &bound, name);
        blocks.retain(|it| {
            let fits =
                |it: &Symbol| it.flags.has(wanted.with(Flags::SHARING)) && it.flags.has(Flags::FOR_CHANGING) == (wanted == Flags::FOR_CHANGING);
            self.is(*it, fits) && self.interface_asking(*it) == Some(interface)
        });
        blocks.into_iter().map(|it| Found::symbol(it, only.rule)).collect()
    }

    /// The interface of the repository that asks for a member: the one that declares it, or that the block around it adds.
    pub(in crate::link) fn interface_asking(&mut self, member: Ref) -> Option<Ref> {
        let file = self.load(member.file)?;
        match file.facts.symbol(member.symbol)?.owner {
            Owner::Symbol(owner) => {
                let is_interface = file.facts.symbol(owner).is_some_and(|it| it.kind.is_abstract_type());
                is_interface.then_some(Ref { file: member.file, symbol: owner })
            }
            Owner::Extension(block) => {
                let block = file.facts.extension(block)?;
                let named = self.denote(&Frame::around(&file, block.module), block.interface?);
                named.first().and_then(|it| it.what.symbol())
            }
            Owner::File => None,
        }
    }

    /// Whether the block around a member is for whatever has the interface that the block adds, or for all there is. What is asked for something else may not
    /// be what is pointed to, but the pointer that `Pin` holds.
    fn is_for_any(&mut self, member: Ref, interface: Ref) -> bool {
        let Some((file, block)) = self.block_of(member) else { return false };
        let Some(target) = file.facts.extension(block).and_then(|it| file.facts.expr(it.target)) else { return false };
        let Expr::Apply { args, .. } = target else { return false };
        let around = Frame::facts(&file, member.symbol);
        args.iter().all(|arg| {
            let Some(Expr::Generic { bounds, .. }) = file.facts.expr(*arg) else { return false };
            let asks = |linker: &mut Self, bound: ExprId| linker.denote(&around, bound).iter().any(|it| it.what == Denotation::Symbol(interface));
            bounds.is_empty() || bounds.iter().any(|bound| asks(self, *bound))
        })
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
            // A field that is named by its number.
            Expr::AnyOf(ref parts) => match parts.as_slice() {
                [named, part] if matches!(self.expr(frame, *part), Expr::Part { .. }) => self.pointer(frame, *named, depth + 1),
                _ => None,
            },
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
        // Of aliases that stand for one another in different builds all must lead to pointers that have the same.
        let mut pointer: Option<Found> = None;
        for alias in found {
            let (frame, alias) = self.type_of_only(&[alias], |it| it.kind == SymbolKind::TypeAlias)?;
            let behind = self.pointer_type(&frame, alias, depth + 1)?;
            if pointer.as_ref().is_some_and(|it| kept_by(table, it) != kept_by(table, &behind)) {
                return None;
            }
            pointer = pointer.or(Some(behind));
        }
        pointer
    }

    /// The pointer of the library that the repository has another name for, where an expression is that name.
    pub(in crate::link) fn pointer_by_alias(&mut self, frame: &Frame, named: ExprId) -> Option<Found> {
        if frame.file.habits().holding.kept.is_empty() {
            return None;
        }
        let path = self.without_arguments(frame, named);
        let found = self.denote(frame, path);
        let is_alias = |it: &Found| self.is_found(it, |it| it.kind == SymbolKind::TypeAlias);
        if found.is_empty() || !found.iter().all(is_alias) {
            return None;
        }
        self.pointer_type(frame, named, 0)
    }
}

/// The method by which a pointer gives another one of its kind.
const COPY: &str = "clone";

type Kept = &'static [(&'static str, &'static [&'static str])];

fn is_pointer(table: Kept, found: &Found) -> bool {
    found.what.name_outside().is_some_and(|name| table.iter().any(|(pointer, _)| pointer == name))
}

fn kept_by(table: Kept, found: &Found) -> Option<&'static [&'static str]> {
    let name = found.what.name_outside()?;
    table.iter().find(|(pointer, _)| pointer == name).map(|(_, methods)| *methods)
}

fn keeps(table: Kept, found: &Found, method: &str) -> bool {
    let Some(name): Option<&Name> = found.what.name_outside() else { return false };
    table.iter().any(|(pointer, methods)| pointer == name && methods.contains(&method))
}
