//! What the walk knows of the classes and functions around the present node.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::Walker;
use crate::base::Name;
use crate::shard::body::Place;
use crate::shard::builder::{Binding, Way};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

/// A class or function that is being walked.
pub(super) enum Frame {
    Class(ClassFrame),
    Function(FunctionFrame),
}

/// A class that is being walked.
pub(super) struct ClassFrame {
    pub symbol: u32,
    /// Its base classes: type expressions.
    pub bases: Vec<ExprId>,
    /// Methods and properties of its body: assigning to one of them in a method makes no field.
    pub methods: BTreeSet<Name>,
    pub fields: BTreeMap<Name, Holder>,
    /// Assignments in its body are enumeration members.
    pub is_enum: bool,
    /// Its methods called `test_…` are tests.
    pub is_test: bool,
}

/// A variable or field and the values assigned to it so far.
pub(super) struct Holder {
    pub symbol: u32,
    pub declared: bool,
    pub values: Vec<ExprId>,
}

/// A local of the function that is being walked.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub local: u32,
    /// Its declared type, which later assignments keep.
    pub ty: Option<ExprId>,
    /// How often an assignment has made a new local of it.
    pub rebound: u32,
}

/// A function that is being walked.
#[derive(Default)]
pub(super) struct FunctionFrame {
    /// The name of `self` or `cls`.
    pub receiver: Option<Name>,
    pub globals: BTreeSet<Name>,
    pub nonlocals: BTreeSet<Name>,
    /// The locals that straight-line code sees.
    pub locals: BTreeMap<Name, Known>,
    /// The locals that only the conditional blocks and loops around the present statement see, outermost first.
    pub blocks: Vec<BTreeMap<Name, u32>>,
    /// What was assigned that is, or was built of, what the method is called on, with what it is as a result of that.
    pub own_values: BTreeMap<ExprId, ExprId>,
    /// Locals that hold the class of what the method is called on.
    pub own_classes: BTreeSet<Name>,
    /// Decorated with `contextmanager` or `fixture`: what it yields is what `with` binds, or what a test gets.
    pub manages_context: bool,
}

impl Walker<'_, '_> {
    /// The frame of the function whose body the present statement belongs to.
    pub(super) fn function_frame(&mut self) -> Option<&mut FunctionFrame> {
        match self.frames.last_mut() {
            Some(Frame::Function(frame)) => Some(frame),
            _ => None,
        }
    }

    /// The innermost class around the present node, nested functions included.
    pub(super) fn class_frame(&self) -> Option<&ClassFrame> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Class(class) => Some(class),
            Frame::Function(_) => None,
        })
    }

    /// The frame index of the class whose receiver is called `name` here.
    pub(super) fn receiver_class(&self, name: &str) -> Option<usize> {
        let method = self.frames.iter().rposition(|frame| matches!(frame, Frame::Function(it) if it.receiver.as_deref() == Some(name)))?;
        let class = method.checked_sub(1)?;
        matches!(self.frames.get(class), Some(Frame::Class(_))).then_some(class)
    }

    /// Adds a definition under `owner` and notes it for the export flags. `nested` says whether it lies in a function body as other files see it.
    pub(super) fn define_under(&mut self, owner: Owner, nested: bool, symbol: Symbol, place: Place) -> u32 {
        self.builder.enter(owner);
        let index = self.builder.symbol(symbol, place);
        self.builder.leave();
        self.mark_stand_in(index);
        if !nested {
            let symbol = self.builder.symbol_mut(index);
            symbol.flags = Flags(symbol.flags.0 & !Flags::NESTED.0);
        }
        self.symbols.push((index, owner));
        index
    }

    /// Adds a definition under the present owner. What only `declares` a form of it is not told from what defines it.
    pub(super) fn define(&mut self, mut symbol: Symbol, place: Place, declares: bool) -> u32 {
        let owner = self.builder.owner();
        let twins = self.twins.entry(twin_key(owner, &symbol)).or_default();
        symbol.twin = *twins;
        *twins += u32::from(!declares);
        if owner == Owner::File {
            self.rivals.insert(symbol.name.clone(), true);
        }
        let index = self.builder.symbol(symbol, place);
        self.mark_stand_in(index);
        self.symbols.push((index, owner));
        index
    }

    /// Flags a definition of the module that takes the place of an import.
    fn mark_stand_in(&mut self, index: u32) {
        if self.tried.is_empty() || !self.frames.is_empty() {
            return;
        }
        let symbol = self.builder.symbol_mut(index);
        symbol.flags = symbol.flags.when(self.tried.contains(&symbol.name), Flags::STAND_IN);
    }

    /// Runs `body` as what takes the place of a branch that imports `names`, where that is at module level.
    pub(super) fn in_place_of(&mut self, names: &BTreeSet<Name>, body: impl FnOnce(&mut Self)) {
        let outer = self.tried.clone();
        if self.frames.is_empty() {
            self.tried.extend(names.iter().cloned());
        }
        body(self);
        self.tried = outer;
    }

    /// Gives variables or fields without a declared type what was assigned to them.
    pub(super) fn settle(&mut self, holders: BTreeMap<Name, Holder>) {
        for holder in holders.into_values().filter(|holder| !holder.declared) {
            let value = self.any_of(holder.values);
            if let Some(value) = value {
                self.builder.symbol_mut(holder.symbol).value = Some(value);
            }
        }
    }

    /// One expression for several; `None` for none.
    pub(super) fn any_of(&mut self, values: Vec<ExprId>) -> Option<ExprId> {
        (!values.is_empty()).then(|| self.builder.any_of(values))
    }

    /// Runs `body` as a conditional block: what it assigns is seen after it only as one possibility among others.
    pub(super) fn conditionally(&mut self, narrowed: Vec<(Name, ExprId)>, body: impl FnOnce(&mut Self)) {
        let entered = self.enter_block(narrowed);
        body(self);
        if entered {
            self.leave_block();
        }
    }

    /// Enters a conditional block of a function, and says whether there is one to leave.
    pub(super) fn enter_block(&mut self, narrowed: Vec<(Name, ExprId)>) -> bool {
        let Some(frame) = self.function_frame() else { return false };
        frame.blocks.push(BTreeMap::new());
        self.builder.open_scope(crate::shard::builder::ScopeKind::Block);
        for (name, ty) in narrowed {
            self.narrow(&name, ty, 0);
        }
        true
    }

    pub(super) fn leave_block(&mut self) {
        let left = self.function_frame().and_then(|frame| frame.blocks.pop());
        self.left_block = left.unwrap_or_default();
        self.builder.close_scope();
    }

    /// Declares that `name` is a `ty` from byte `from` to the end of the present scope.
    pub(super) fn narrow(&mut self, name: &str, ty: ExprId, from: usize) {
        if self.function_frame().is_none() {
            return;
        }
        let local = crate::shard::body::Local { name: name.into(), ty: Some(ty), values: Vec::new(), receiver: false, parameter_of: None };
        let local = self.builder.declare(local, from);
        self.note_place(local, name);
        if let Some(frame) = self.function_frame() {
            match frame.blocks.last_mut() {
                Some(block) => {
                    block.insert(name.into(), local);
                }
                None => {
                    frame.locals.insert(name.into(), Known { local, ty: None, rebound: 0 });
                }
            }
        }
    }

    /// Visits a block that is one branch of its function, and an arm of a choice.
    pub(super) fn branch(&mut self, choice: u32, narrowed: Vec<(Name, ExprId)>, body: Node<'_>) {
        self.arm(choice, body, |walker| walker.conditionally(narrowed, |walker| walker.statements(body)));
    }

    /// Runs `visit` as what visits an arm of a choice.
    pub(super) fn arm(&mut self, choice: u32, node: Node<'_>, visit: impl FnOnce(&mut Self)) {
        self.builder.open_arm(choice, node.start_byte(), node.end_byte());
        visit(self);
        self.builder.close_arm();
    }

    /// Binds a name to a definition in the scope that it stands in, and says from which byte on code that runs there has it.
    pub(super) fn bind_definition(&mut self, name: &str, symbol: u32, visible_from: usize, (at, declares): (usize, bool)) {
        let scope = self.builder.hoisting_scope();
        self.builder.bind_in(scope, name, Binding::Symbol(symbol), visible_from);
        self.builder.step(scope, name, Binding::Symbol(symbol), at, if declares { Way::Declares } else { Way::Replaces });
    }
}

/// What definitions share that only their places tell apart: owner, name, and whether it is called, a type or a value.
pub(super) fn twin_key(owner: Owner, symbol: &Symbol) -> (Option<u32>, Name, u8) {
    let owner = if let Owner::Symbol(owner) = owner { Some(owner) } else { None };
    let form = match symbol.kind {
        kind if kind.is_type() => 0,
        kind if kind.is_callable() && !symbol.flags.has(Flags::PROPERTY) => 1,
        _ => 2,
    };
    (owner, symbol.name.clone(), form)
}

/// A symbol of a name with the visibility that its underscores ask for.
pub(super) fn named_symbol(name: &str, kind: SymbolKind, member: bool) -> Symbol {
    let mut symbol = Symbol::new(name, kind);
    symbol.visibility = match name {
        _ if super::is_public(name) => Visibility::Public,
        _ if member && !name.starts_with("__") => Visibility::Protected,
        _ => Visibility::Private,
    };
    symbol
}
