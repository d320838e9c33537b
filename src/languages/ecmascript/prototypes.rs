//! Prototypes: members that are assigned to them, names that stand for them, and what is put above them.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::variables::{Source, bare};
use super::walk::{Receiver, Walk};
use crate::base::span::ByteSpan;
use crate::base::{Name, caps};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Extension, Flags, Heritage, Owner, Supertype, Symbol, SymbolKind};

/// What tells a field or property of a class itself from one of what it builds: of two functions that are one property the second is already told apart.
const BESIDE_BUILT: u32 = 2;

/// What takes the members that are assigned to a variable of the top level.
#[derive(Clone, Debug)]
pub(super) enum StandsFor {
    /// What a `CommonJS` module exports.
    Exports,
    /// The prototype of what has this name.
    Prototype(Name),
}

impl Walk<'_, '_> {
    /// Sees to a variable of the top level that stands for the exports, a prototype (`const proto = Child.prototype`) or an object made from one. Gives what
    /// it holds where its value is no ordinary one.
    pub(super) fn stand_in(&mut self, name: Node<'_>, value: Node<'_>, targets: &[Node<'_>]) -> Option<Source> {
        let value = bare(value);
        let variable: Name = self.of(name).into();
        if self.is_exports(value) {
            self.stand_ins.insert(variable, StandsFor::Exports);
            return Some(Source::value(self.all_exports()));
        }
        // `var exports = module.exports = { … }`: the word goes on to mean what it did. Another name is a variable with members.
        if variable == "exports" && value.kind() == "object" && !targets.is_empty() && targets.iter().all(|it| self.is_exports(*it)) {
            self.is_module = true;
            self.stand_ins.insert(variable, StandsFor::Exports);
            self.export_object(value);
            return Some(Source::value(self.all_exports()));
        }
        if let Some(above) = self.made_from(value) {
            self.value(value);
            let above = self.quiet_name(above);
            self.inherited.extend(above.map(|above| (variable, above)));
            return Some(Source::default());
        }
        let prototype =
            targets.iter().copied().chain([value]).find(|it| self.prototype_owner(*it).is_some_and(|owner| owner.kind() == "identifier"))?;
        let owner = self.prototype_owner(prototype)?;
        self.stand_ins.insert(variable, StandsFor::Prototype(self.of(owner).into()));
        if prototype == value || value.kind() != "object" {
            return None;
        }
        // `const proto = X.prototype = { … }`
        let (extension, receiver) = self.receiver_of(self.of(owner), owner.start_byte(), true);
        self.builder.enter(extension);
        self.prototype_members(value, receiver);
        self.builder.leave();
        Some(Source::default())
    }

    /// `X` of `Object.create(X.prototype)` and `Object.create(X)`.
    fn made_from<'t>(&self, value: Node<'t>) -> Option<Node<'t>> {
        let function = field(value, "function").filter(|function| value.kind() == "call_expression" && self.of(*function) == "Object.create")?;
        let free = field(function, "object").is_some_and(|object| !self.is_local(object));
        let made_from = field(value, "arguments").and_then(super::statements::first).map(bare).filter(|_| free)?;
        self.prototype_owner(made_from).or(Some(made_from))
    }

    /// What a name stands for that no local hides.
    pub(super) fn stands_for(&self, name: Node<'_>) -> Option<&StandsFor> {
        let known = self.stand_ins.get(self.of(name)).filter(|_| name.kind() == "identifier")?;
        (!self.is_local(name)).then_some(known)
    }

    /// `X` of `X.prototype`.
    pub(super) fn prototype_owner<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let property = field(node, "property").filter(|_| node.kind() == "member_expression")?;
        field(node, "object").filter(|_| self.of(property) == "prototype")
    }

    /// `X.prototype.name = …`, `X.name = function…`, `X.prototype = { … }`, `this.name = function…`.
    pub(super) fn assigned_member(&mut self, node: Node<'_>, left: Node<'_>, right: Node<'_>) -> Option<ExprId> {
        let property = field(left, "property").filter(|_| left.kind() == "member_expression")?;
        let object = field(left, "object")?;
        let value = bare(right);
        let callable = is_function(value) || value.kind() == "class";
        if let Some(itself) = self.receiver_named(object) {
            let holds = is_function(value) || (value.kind() == "object" && value.named_child_count() > 0);
            let (owner, _) = itself.owner().filter(|_| holds)?;
            if self.is_declared_above(owner) {
                return None;
            }
            // What takes the place of a method on one object is no other member of its class.
            if matches!(owner, Owner::Symbol(class) if self.methods.contains(&(class, self.of(property)))) {
                return None;
            }
            return self.member_through(node, (object, property), value, (owner, itself));
        }
        if self.of(property) == "__proto__" {
            self.inherit_from(object, value);
            return None;
        }
        let (target, prototype) = match (object.kind(), self.of(property)) {
            ("identifier", "prototype") if value.kind() == "object" => (object, true),
            ("identifier", "prototype") => {
                self.inherit(self.of(object), value);
                return None;
            }
            ("member_expression", "prototype") if value.kind() == "object" && self.held_builder(object).is_some() => (object, true),
            ("member_expression", _) => match self.prototype_owner(object) {
                Some(owner) => (owner, true),
                None if callable => return self.nested_definition(node, object, property, right),
                None => return None,
            },
            ("identifier", _) => (object, false),
            _ => return None,
        };
        if let Some(builder) = self.held_builder(target).filter(|_| prototype) {
            return Some(self.member_of_built(node, property, right, (target, builder)));
        }
        let known = target.kind() == "identifier" && !self.is_local(target);
        let (name, prototype) = self.had_by(target, prototype);
        if !known || !(callable || prototype || (self.at_module_level() && !self.known_in(Owner::File, self.of(target)).is_empty())) {
            return None;
        }
        if self.typed && !prototype && self.stands_for(target).is_none() && self.declares_otherwise(target, property) {
            return None;
        }
        self.read_holder(target);
        let (extension, receiver) = self.receiver_of(&name, target.start_byte(), prototype);
        Some(self.put_on(node, property, right, (extension, receiver), prototype))
    }

    /// Defines what is put on a prototype, or on what has one: a member, or all members of an object literal that takes the place of the prototype.
    fn put_on(&mut self, node: Node<'_>, property: Node<'_>, right: Node<'_>, (owner, receiver): (Owner, Receiver), prototype: bool) -> ExprId {
        let value = bare(right);
        self.builder.enter(owner);
        let defined = if prototype && value.kind() == "object" && self.of(property) == "prototype" {
            self.prototype_members(value, receiver);
            None
        } else {
            let index = self.member_with_value(self.of(property), span(property), span(node), right, receiver);
            let symbol = self.builder.symbol_mut(index);
            symbol.flags = symbol.flags.when(!prototype, Flags::STATIC);
            Some(index)
        };
        self.builder.leave();
        defined.map_or(self.builder.unknown(), |index| self.builder.expr(Expr::Symbol(index)))
    }

    /// What is said to have the members of `holder`, or of its prototype, and whether that is a prototype: a name may stand for one.
    pub(super) fn had_by(&self, holder: Node<'_>, prototype: bool) -> (Name, bool) {
        match self.stands_for(holder) {
            Some(StandsFor::Prototype(name)) if !prototype => (name.clone(), true),
            _ => (self.of(holder).into(), prototype),
        }
    }

    fn read_holder(&mut self, holder: Node<'_>) {
        let value = self.builder.name(self.of(holder), holder.start_byte());
        self.builder.site(Role::Read, self.of(holder), span(holder), value, None);
    }

    /// The name that has what is assigned to `X.prototype.name` or `X.name`, and whether it is the prototype that does.
    fn holder_of<'t>(&self, target: Node<'t>) -> Option<(Node<'t>, Node<'t>, bool)> {
        let property = field(target, "property").filter(|_| target.kind() == "member_expression")?;
        let object = field(target, "object")?;
        if matches!(self.of(property), "prototype" | "__proto__") {
            return None;
        }
        let (holder, prototype) = self.prototype_owner(object).map_or((object, false), |owner| (owner, true));
        (holder.kind() == "identifier" && !self.is_local(holder)).then_some((holder, property, prototype))
    }

    /// What `this` is in the function of `var own = X.prototype.name = function…`.
    pub(super) fn receiver_in(&mut self, target: Node<'_>) -> Option<Receiver> {
        let (holder, _, prototype) = self.holder_of(target)?;
        let (name, prototype) = self.had_by(holder, prototype);
        prototype.then(|| self.receiver_of(&name, holder.start_byte(), true).1)
    }

    /// `var own = X.prototype.name = …`, `var own = X.name = …`: a member that holds what the variable does. Says whether there is one.
    pub(super) fn member_alias(&mut self, target: Node<'_>, outer: ByteSpan, held: ExprId, literal: bool) -> bool {
        let Some((holder, property, prototype)) = self.holder_of(target) else { return false };
        let (name, prototype) = self.had_by(holder, prototype);
        if !(literal || prototype || (self.at_module_level() && !self.known_in(Owner::File, self.of(holder)).is_empty())) {
            return false;
        }
        self.read_holder(holder);
        let (extension, _) = self.receiver_of(&name, holder.start_byte(), prototype);
        self.builder.enter(extension);
        let mut symbol = Symbol::new(self.of(property), SymbolKind::Property);
        symbol.value = Some(held);
        symbol.flags = symbol.flags.when(!prototype, Flags::STATIC);
        let place = self.place(outer, span(property), None);
        self.define(symbol, place);
        self.builder.leave();
        true
    }

    /// Whether what is assigned to `target.property` is a member that the type of a variable of the file declares, and no other one: the program puts members
    /// on functions, classes and objects that it writes out.
    fn declares_otherwise(&mut self, target: Node<'_>, property: Node<'_>) -> bool {
        let Some(index) = self.known_in(Owner::File, self.of(target)).first().copied() else { return false };
        let variable = self.builder.symbol_mut(index);
        if !variable.kind.is_value() {
            return false;
        }
        let is_given = variable.ty.is_some() || variable.value.is_some();
        is_given || !self.known_in(Owner::Symbol(index), self.of(property)).is_empty()
    }

    /// The class or function `B` of `A.B`, where the file writes `A` out or puts `B` on it.
    fn held_builder(&mut self, node: Node<'_>) -> Option<u32> {
        let outer = field(node, "object").filter(|outer| node.kind() == "member_expression" && outer.kind() == "identifier")?;
        let inner = field(node, "property").filter(|_| !self.is_local(outer))?;
        let put = self.extensions.get(&(self.builder.enclosing(), self.of(outer).to_owned())).map(|extension| Owner::Extension(*extension));
        let written = self.known_in(Owner::File, self.of(outer)).first().map(|symbol| Owner::Symbol(*symbol));
        let held: Vec<u32> = put.into_iter().chain(written).flat_map(|owner| self.known_in(owner, self.of(inner)).to_vec()).collect();
        held.into_iter().find(|index| {
            let kind = self.builder.symbol_mut(*index).kind;
            kind.is_callable() || kind == SymbolKind::Class
        })
    }

    /// `A.B.prototype.name = …`, `A.B.prototype = { … }`: members of what `B` builds, which stands as `target`.
    fn member_of_built(&mut self, node: Node<'_>, property: Node<'_>, right: Node<'_>, (target, builder): (Node<'_>, u32)) -> ExprId {
        self.value(target);
        let owner = self.settled_owner(Owner::Symbol(builder));
        let built = self.builder.expr(Expr::Symbol(builder));
        let receiver = match owner {
            Owner::Extension(extension) => Receiver::Extended { extension, target: built },
            _ => Receiver::Instance(builder),
        };
        self.put_on(node, property, right, (owner, receiver), true)
    }

    /// `api.inner.name = function…`, where the file writes `api` and its member `inner` out.
    fn nested_definition(&mut self, node: Node<'_>, object: Node<'_>, property: Node<'_>, right: Node<'_>) -> Option<ExprId> {
        let (outer, inner) = (field(object, "object")?, field(object, "property")?);
        let known = |walk: &Self, owner, name: Node<'_>| walk.known_in(owner, walk.of(name)).first().copied();
        let outer = known(self, Owner::File, outer).filter(|_| outer.kind() == "identifier" && self.at_module_level())?;
        let inner = known(self, Owner::Symbol(outer), inner)?;
        self.value(object);
        self.builder.enter(Owner::Symbol(inner));
        let index = self.member_with_value(self.of(property), span(property), span(node), right, Receiver::Itself(inner));
        self.builder.leave();
        Some(self.builder.expr(Expr::Symbol(index)))
    }

    /// Where members go of what `name` means at byte `at`, or of its prototype, and what `this` is in them.
    pub(super) fn receiver_of(&mut self, name: &str, at: usize, prototype: bool) -> (Owner, Receiver) {
        let target = self.builder.name(name, at);
        let extension = self.extension_of(name, target);
        let receiver = if prototype { Receiver::Extended { extension, target } } else { Receiver::ExtendedItself { extension, target } };
        (Owner::Extension(extension), receiver)
    }

    /// Visits an object literal whose members are those of a prototype.
    pub(super) fn prototype_members(&mut self, object: Node<'_>, receiver: Receiver) {
        self.deeper(object, (), |walk| {
            walk.each(object, |walk, child| match child.kind() {
                "method_definition" => walk.method(child, span(child), receiver, receiver),
                "pair" => walk.pair_member(child, receiver),
                "shorthand_property_identifier" => walk.shorthand_member(child),
                _ => {
                    walk.value(child);
                }
            });
        });
    }

    /// The one extension block of a name in this file, as seen from the present owner.
    fn extension_of(&mut self, name: &str, target: ExprId) -> u32 {
        let key = (self.builder.enclosing(), name.to_owned());
        self.extension_at(key, target, name.into())
    }

    fn extension_at(&mut self, key: (Option<u32>, String), target: ExprId, name: Name) -> u32 {
        if let Some(extension) = self.extensions.get(&key) {
            return *extension;
        }
        let extension = self.builder.extension(Extension {
            target,
            target_name: name,
            interface: None,
            interface_name: None,
            generics: Vec::new(),
            module: None,
        });
        self.extensions.insert(key, extension);
        extension
    }

    /// Members of constructor functions live in an extension of it, so that they are not mistaken for functions nested in it.
    pub(super) fn settled_owner(&mut self, owner: Owner) -> Owner {
        let Owner::Symbol(index) = owner else { return owner };
        let symbol = self.builder.symbol_mut(index);
        if !symbol.kind.is_callable() {
            return owner;
        }
        let name = symbol.name.clone();
        // What a value holds under a name has members of its own beside those of the function that bears the name.
        let key = if symbol.kind == SymbolKind::Method { format!("{name} {index}") } else { name.to_string() };
        let target = self.builder.expr(Expr::Symbol(index));
        Owner::Extension(self.extension_at((None, key), target, name))
    }

    // --- what stands above ---

    /// `X.prototype = value`: where the value is made from another prototype, that one's owner is above `X`.
    fn inherit(&mut self, name: &str, value: Node<'_>) {
        let above = match value.kind() {
            "new_expression" => field(value, "constructor"),
            "call_expression" => self.made_from(value),
            _ => self.prototype_owner(value),
        };
        if let Some(above) = above.and_then(|above| self.quiet_name(above)) {
            self.inherited.push((name.into(), above));
        }
    }

    /// `X.prototype` gets the prototype `value`.
    pub(super) fn inherit_from(&mut self, prototype: Node<'_>, value: Node<'_>) {
        if let (Some(owner), Some(above)) = (self.prototype_owner(prototype), self.prototype_owner(value))
            && let Some(above) = self.quiet_name(above)
        {
            self.inherited.push((self.of(owner).into(), above));
        }
    }

    /// `inherits(X, Y)`, whoever provides it.
    pub(super) fn inherits(&mut self, call: Node<'_>, args: &[ExprId]) {
        let list = field(call, "arguments").map(syntax::children).unwrap_or_default();
        if let ([heir, _, ..], [_, above, ..]) = (list.as_slice(), args)
            && heir.kind() == "identifier"
        {
            self.inherited.push((self.of(*heir).into(), *above));
        }
    }

    /// `mixin(app, proto)`, whoever provides it: a function of the place gets the members of what follows it. Functions that are named like classes give
    /// theirs to what they build, which is told otherwise.
    pub(super) fn copied(&mut self, call: Node<'_>, args: &[ExprId]) {
        let Some(heir) = field(call, "arguments").and_then(super::statements::first).filter(|heir| heir.kind() == "identifier") else { return };
        let name = self.of(heir);
        let here = self.known_in(self.builder.owner(), name).first().copied();
        let known = here.or_else(|| if self.is_local(heir) { None } else { self.known_in(Owner::File, name).first().copied() });
        let Some(index) = known.filter(|_| !name.starts_with(char::is_uppercase)) else { return };
        let copied: Vec<ExprId> =
            args.iter().skip(1).copied().filter(|it| !matches!(self.builder.at(*it), Expr::Unknown | Expr::Literal(_))).collect();
        let symbol = self.builder.symbol_mut(index);
        if symbol.kind != SymbolKind::Function {
            return;
        }
        for ty in copied {
            if symbol.supertypes.len() < caps::MAX_CANDIDATES && symbol.supertypes.iter().all(|it| it.ty != ty) {
                symbol.supertypes.push(Supertype { heritage: Heritage::Extends, ty });
            }
        }
    }

    /// The expression of a dotted name, without sites.
    pub(super) fn quiet_name(&mut self, node: Node<'_>) -> Option<ExprId> {
        match node.kind() {
            "identifier" => Some(self.builder.name(self.of(node), node.start_byte())),
            "member_expression" => {
                let base = field(node, "object").filter(|base| base.kind() != node.kind() || self.of(*base).len() < 128)?;
                let base = self.quiet_name(base)?;
                let property = field(node, "property")?;
                Some(self.builder.member(base, self.of(property)))
            }
            _ => None,
        }
    }

    /// Puts what was told to be above a function of the file there.
    pub(super) fn settle_inherited(&mut self) {
        for (name, ty) in std::mem::take(&mut self.inherited) {
            for index in self.known_in(Owner::File, &name).to_vec() {
                let symbol = self.builder.symbol_mut(index);
                if symbol.supertypes.len() < caps::MAX_CANDIDATES && symbol.supertypes.iter().all(|it| it.ty != ty) {
                    symbol.supertypes.push(Supertype { heritage: Heritage::Extends, ty });
                }
            }
        }
    }

    /// Static members that share their name with a member of what is built have an id of their own.
    pub(super) fn settle_twins(&mut self) {
        let shared: Vec<Vec<u32>> = self.known.values().filter(|twins| twins.len() > 1).cloned().collect();
        for twins in shared {
            let (fixed, built): (Vec<u32>, Vec<u32>) = twins.into_iter().partition(|it| self.builder.symbol_mut(*it).flags.has(Flags::STATIC));
            for index in fixed.into_iter().filter(|_| !built.is_empty()) {
                let symbol = self.builder.symbol_mut(index);
                if symbol.kind.is_callable() && !symbol.flags.has(Flags::PROPERTY) {
                    symbol.overload = symbol.overload.or(Some(xxhash_rust::xxh3::xxh3_64(b"static")));
                } else {
                    symbol.twin += BESIDE_BUILT;
                }
            }
        }
    }
}
