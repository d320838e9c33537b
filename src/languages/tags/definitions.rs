//! Definitions, variables and parameters.

use std::collections::HashSet;

use tree_sitter::Node;

use super::matches::{Found, bare};
use super::vocabulary::Part;
use super::walk::{Inside, Walk};
use super::{heads, titles};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::builder::{Binding, Builder, ScopeKind};
use crate::shard::counted::COUNT;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Extension, Flags, Owner, Param, Symbol, SymbolKind, Visibility};

impl<'tree> Walk<'_, 'tree> {
    pub fn definition(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, kind: SymbolKind) {
        let (name, span) = bare(found.name(), builder.text());
        // Some definitions have a name that is not written.
        let compiled = self.compiled;
        let name = compiled.property(found.pattern, "name").unwrap_or(name);
        let counted = self.counted(builder, found, kind, name);
        let name = counted.as_deref().unwrap_or(name);
        if titles::is_titled(compiled, found) {
            self.titled(builder, found, (name, span));
            return;
        }
        let member = self.compiled.property(found.pattern, "member").is_some();
        let kind = self.or_constant(builder, found, kind);
        if name.is_empty() || !self.room(builder, found.node) {
            return;
        }
        if kind.is_value() && !member && self.in_code() {
            self.local(builder, found);
            return;
        }
        if kind.is_value() && self.tags.manner.hoisted && !self.assigned.insert((builder.scope(), name.to_owned())) {
            return;
        }
        let extension = found.part(Part::Receiver).map(|receiver| {
            // `#set! receiver` names what values of any type are of, where a type parameter stands for them.
            if let Some(all) = compiled.property(found.pattern, "receiver") {
                return (builder.free(all), all.into());
            }
            let target = self.values.value(builder, receiver);
            (target, last_name(syntax::text(receiver, builder.text())))
        });
        let owner = if member { self.innermost_type() } else { self.innermost_owner() };
        match (&extension, owner) {
            (Some((target, name)), _) => {
                let around = builder.owner();
                let extension = builder.extension(plain_extension(*target, name.clone()));
                if kind.is_type()
                    && let Some(path) = found.part(Part::Receiver)
                {
                    let holder = path_from(builder.facts().owner_name(around), syntax::text(path, builder.text()));
                    builder.holder(extension, holder);
                }
                builder.enter(Owner::Extension(extension));
            }
            (None, Some(Inside::Symbol(index, _))) if member => builder.enter(Owner::Symbol(index)),
            _ => {}
        }
        let entered = extension.is_some() || (member && matches!(owner, Some(Inside::Symbol(..))));
        let in_type =
            extension.is_some() || matches!(owner, Some(Inside::Extension(_))) || matches!(owner, Some(Inside::Symbol(_, kind)) if kind.is_type());
        let index = self.symbol(builder, found, settled(kind, in_type), (name, span));
        if self.is_unbound(found) {
            self.told_apart(builder, index, name);
        }
        if entered {
            builder.leave();
        }
        if member {
            let flags = &mut builder.symbol_mut(index).flags;
            flags.0 &= !Flags::NESTED.0;
        } else if extension.is_none() && kind != SymbolKind::Constructor && !self.is_unbound(found) {
            // The name of a constructor is that of its type; types look from byte 0 and pass members by that hold values.
            let from = usize::from(matches!(settled(kind, in_type), SymbolKind::Field | SymbolKind::Property));
            builder.bind(name, Binding::Symbol(index), from);
            if owner.is_none() {
                self.top.insert(name.to_owned(), index);
            }
        }
        if kind.is_value() {
            let is_added = extension.is_some();
            self.added = extension.map(|(target, _)| (found.node.end_byte(), target)).or(self.added);
            self.typed(builder, found, index);
            // What reads it names members of the type that it is added to, of which nothing else stands around.
            if is_added || matches!(owner, Some(Inside::Extension(_))) {
                builder.enter(Owner::Symbol(index));
                builder.open_scope(ScopeKind::Block);
                self.push(found.node, Inside::Symbol(index, kind));
            }
            return;
        }
        self.enter(builder, found, index, extension.map(|(target, _)| target), owner.filter(|_| in_type));
        self.typed(builder, found, index);
    }

    pub fn symbol(&self, builder: &mut Builder<'_>, found: &Found<'tree>, kind: SymbolKind, (name, span): (&str, ByteSpan)) -> u32 {
        let text = builder.text();
        let manner = &self.tags.manner;
        let place = heads::place(found, span, text, &self.comments);
        let head = text.get(found.node.start_byte()..span.start as usize).unwrap_or("");
        let (visibility, flags) = heads::modifiers(self.tags, head);
        let mut symbol = Symbol::new(name, kind);
        symbol.visibility = visibility.or_else(|| self.visibility(found)).unwrap_or(manner.visibility);
        let has = |flag: &str| self.compiled.property(found.pattern, "flag").is_some_and(|flags| flags.split(' ').any(|it| it == flag));
        let top = builder.owner() == Owner::File;
        let handed = top && manner.handed_blocks && self.frames.iter().any(|frame| frame.inside == Inside::Scope(ScopeKind::Block));
        let test = kind.is_callable() && manner.test_prefixes.iter().any(|prefix| name.starts_with(prefix));
        symbol.flags = flags
            .when(has("static"), Flags::STATIC)
            .when(has("test"), Flags::TEST)
            .when(has("default"), Flags::DEFAULT)
            .when(has("handed-on"), Flags::HANDED_ON)
            .when(has("bounded"), Flags::BOUNDED)
            .when(top && self.is_topmost(found.node), Flags::TOPMOST)
            .when(has("declaration"), Flags::DECLARATION)
            .when(has("property") || has("setter"), Flags::PROPERTY)
            .when(has("setter"), Flags::SETTER)
            .when(test, Flags::TEST)
            .when(name.contains(COUNT) && (found.part(Part::Types).is_some() || kind == SymbolKind::Constructor), Flags::COUNTED)
            .when(kind.is_callable() && !self.compiled.parameters, Flags::VARIADIC)
            .when(kind.is_callable() && manner.entry_points.contains(&name), Flags::ENTRY_POINT)
            .when(handed, Flags::FILE_LOCAL)
            .when(self.is_reopened(builder, kind), Flags::PART)
            .when(top && !handed && symbol.visibility != Visibility::Private, Flags::EXPORTED);
        syntax::mention_quoted(builder, place.lead as usize, text.get(place.lead as usize..place.span.start as usize).unwrap_or(""));
        builder.symbol(symbol, place)
    }

    /// Whether other files may go on with a type.
    fn is_reopened(&self, builder: &mut Builder<'_>, kind: SymbolKind) -> bool {
        let in_open = |builder: &mut Builder<'_>| match builder.owner() {
            Owner::Symbol(owner) => builder.symbol_mut(owner).flags.has(Flags::PART),
            // What a path names is there already.
            Owner::Extension(_) => true,
            Owner::File => false,
        };
        self.tags.manner.habits.reopened && (kind == SymbolKind::Trait || (kind == SymbolKind::Class && in_open(builder)))
    }

    fn visibility(&self, found: &Found<'tree>) -> Option<Visibility> {
        match self.compiled.property(found.pattern, "visibility")? {
            "private" => Some(Visibility::Private),
            "protected" => Some(Visibility::Protected),
            "package" => Some(Visibility::Package),
            _ => Some(Visibility::Public),
        }
    }

    /// Opens what a definition that is no value holds.
    pub fn enter(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, index: u32, extended: Option<ExprId>, owner: Option<Inside>) {
        let kind = builder.symbol_mut(index).kind;
        let scope = match kind {
            SymbolKind::Module => ScopeKind::Module,
            kind if kind.is_callable() => ScopeKind::Function,
            _ if self.tags.manner.habits.implicit_receiver || self.tags.manner.lexical => ScopeKind::Class,
            _ => ScopeKind::OpaqueClass,
        };
        builder.enter(Owner::Symbol(index));
        builder.open_scope(scope);
        self.push(found.node, Inside::Symbol(index, kind));
        if kind.is_type() {
            let own = builder.expr(Expr::Symbol(index));
            self.values.own.push(own);
        }
        if kind.is_callable() {
            let of_class = builder.symbol_mut(index).flags.has(Flags::STATIC);
            let target = match (extended, owner) {
                (Some(target), _) | (None, Some(Inside::Extension(target))) => Some(target),
                (None, Some(Inside::Symbol(index, _))) => {
                    self.parent(builder, index);
                    Some(builder.expr(Expr::Symbol(index)))
                }
                _ => None,
            };
            if let Some(target) = target {
                self.receiver(builder, target, of_class);
            }
        }
    }

    pub fn receiver(&self, builder: &mut Builder<'_>, target: ExprId, of_class: bool) {
        let name = self.tags.manner.receiver;
        if !name.is_empty() {
            let (ty, values) = if of_class { (None, vec![target]) } else { (Some(target), Vec::new()) };
            builder.declare(Local { name: name.into(), ty, values, receiver: true, parameter_of: None }, 0);
        }
    }

    fn parent(&self, builder: &mut Builder<'_>, index: u32) {
        let name = self.tags.manner.parent;
        let above: Vec<ExprId> = builder.symbol_mut(index).supertypes.iter().take(8).map(|it| it.ty).collect();
        if !name.is_empty() && !above.is_empty() {
            let values = above.into_iter().map(|ty| builder.instance(ty)).collect();
            builder.declare(Local { name: name.into(), ty: None, values, receiver: true, parameter_of: None }, 0);
        }
    }

    /// Declared type and initial value, as seen from inside.
    fn typed(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, index: u32) {
        let ty = found.part(Part::Type).and_then(|node| self.values.ty(builder, node));
        let tag = if builder.symbol_mut(index).kind.is_callable() { "@return" } else { "@var" };
        let ty = ty.or_else(|| self.told_type(builder, found, tag));
        let value = found.part(Part::Value).map(|node| self.values.value(builder, node)).filter(|value| *value != builder.unknown());
        let unknown = builder.unknown();
        let symbol = builder.symbol_mut(index);
        // A property of which nothing says what it holds is no object whose members are all told.
        let is_open = symbol.kind == SymbolKind::Property && value.is_none();
        symbol.ty = ty.or(is_open.then_some(unknown));
        symbol.value = value;
    }

    pub fn extension(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        if !self.room(builder, found.node) {
            return;
        }
        let node = found.name();
        let target = self.values.value(builder, node);
        let extension = builder.extension(plain_extension(target, last_name(syntax::text(node, builder.text()))));
        builder.enter(Owner::Extension(extension));
        let scope = if self.tags.manner.habits.implicit_receiver { ScopeKind::Class } else { ScopeKind::OpaqueClass };
        builder.open_scope(scope);
        self.push(found.node, Inside::Extension(target));
        self.values.own.push(target);
    }

    pub fn local(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let mut local = self.declared(builder, found, None);
        if found.part(Part::Value).is_some() && local.ty.is_none() {
            local.ty = self.told_type(builder, found, "@var");
        }
        if local.name.is_empty() {
            return;
        }
        if self.tags.manner.hoisted {
            let value = local.values.first().copied();
            builder.assign_hoisted(&local.name, local.ty, value);
        } else {
            let value = found.part(Part::Value).map_or(0, |value| value.end_byte());
            builder.declare(local, found.name().end_byte().max(value));
        }
    }

    pub fn parameter(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let holder = self.frames.iter().rposition(|frame| !matches!(frame.inside, Inside::Branch | Inside::Scope(ScopeKind::Block)));
        let callable = holder.and_then(|frame| match self.frames[frame].inside {
            Inside::Symbol(index, kind) if kind.is_callable() => Some((frame, index)),
            _ => None,
        });
        let mut local = self.declared(builder, found, callable.map(|(_, index)| index));
        if let (Some((_, index)), None) = (callable, local.ty) {
            local.ty = self.told_parameter(builder, found, index);
        }
        if local.name.is_empty() {
            return;
        }
        if let Some((frame, index)) = callable {
            let written = found.part(Part::Type).map_or("", |node| syntax::text(node, builder.text()));
            self.frames[frame].types.push_str(written);
            self.frames[frame].types.push(',');
            let flag = self.compiled.property(found.pattern, "flag");
            let param = Param { name: local.name.clone(), ty: local.ty, optional: flag == Some("optional"), pointer: None, constant: None };
            let symbol = builder.symbol_mut(index);
            symbol.flags = symbol.flags.when(flag == Some("variadic"), Flags::VARIADIC).when(flag == Some("receiver"), Flags::TAKES_RECEIVER);
            symbol.params.push(param);
        }
        builder.declare(local, 0);
    }

    /// `#set! else "constant"`: another name for a type of which nothing is known is a value like any other.
    fn or_constant(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, kind: SymbolKind) -> SymbolKind {
        let is_open = self.compiled.property(found.pattern, "else").is_some();
        let is_known = !is_open || found.part(Part::Type).is_some_and(|node| self.values.ty(builder, node).is_some());
        if is_known { kind } else { SymbolKind::Constant }
    }

    /// `#set! bound "never"`: what is defined is not found by its bare name.
    fn is_unbound(&self, found: &Found<'tree>) -> bool {
        self.compiled.property(found.pattern, "bound") == Some("never")
    }

    /// A variable or parameter. `#set! from` says that it has an `element` of its value or what a `loop` takes of it, or, with `callee`, what the call in
    /// `@value` hands to the closure that has the parameter.
    fn declared(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, parameter_of: Option<u32>) -> Local {
        let (name, _) = bare(found.name(), builder.text());
        let ty = found.part(Part::Type).and_then(|node| self.values.ty(builder, node));
        let mut values = Vec::new();
        if let Some(value) = found.part(Part::Value) {
            let given = self.values.value(builder, value);
            values.push(match self.compiled.property(found.pattern, "from") {
                Some("element") => builder.expr(Expr::Element(given)),
                Some("loop") => builder.expr(Expr::Iterated(given)),
                Some(_) => handed(builder, (given, value), found.name()),
                None => given,
            });
        }
        Local { name: name.into(), ty, values, receiver: false, parameter_of }
    }
}

/// Whoever asks for the name of a property that two definitions of a file make up means what reads it.
pub fn pair_accessors(builder: &mut Builder<'_>) {
    let symbols = &builder.facts().symbols;
    let is_property = |it: &&Symbol| it.flags.has(Flags::PROPERTY) && it.kind.is_callable();
    let readers: HashSet<(Owner, &Name)> =
        symbols.iter().filter(is_property).filter(|it| !it.flags.has(Flags::SETTER)).map(|it| (it.owner, &it.name)).collect();
    let paired = |it: &Symbol| it.flags.has(Flags::SETTER) && readers.contains(&(it.owner, &it.name));
    let setters: Vec<u32> = symbols.iter().zip(0u32..).filter(|(it, _)| paired(it)).map(|(_, index)| index).collect();
    for setter in setters {
        let symbol = builder.symbol_mut(setter);
        symbol.flags = symbol.flags.with(Flags::SUPERSEDED);
        symbol.twin = 1;
    }
}

/// What a parameter of a function is given that is an argument of a call.
fn handed(builder: &mut Builder<'_>, (value, call): (ExprId, Node<'_>), name: Node<'_>) -> ExprId {
    let Expr::Call { callee } = *builder.at(value) else { return builder.unknown() };
    let parameter = name.parent().filter(|parent| parent.child_count() == 1).unwrap_or(name);
    // What stands behind a label is an argument with it: the one that is in the list of the call.
    let is_argument = |node: &Node<'_>| node.parent().and_then(|list| list.parent()) == Some(call);
    let argument = std::iter::successors(Some(parameter), Node::parent).find(is_argument);
    let (Some(argument), Some(index)) = (argument.and_then(place_of), place_of(parameter)) else { return builder.unknown() };
    let base = builder.expr(Expr::Parameter { callee, index: argument });
    builder.expr(Expr::Part { base, index })
}

/// Which of the named nodes around it a node is.
fn place_of(node: Node<'_>) -> Option<u32> {
    let place = syntax::children(node.parent()?).iter().position(|it| *it == node)?;
    u32::try_from(place).ok()
}

/// Functions of types are methods, their variables are fields.
pub fn settled(kind: SymbolKind, in_type: bool) -> SymbolKind {
    match kind {
        SymbolKind::Function if in_type => SymbolKind::Method,
        SymbolKind::Variable if in_type => SymbolKind::Field,
        kind => kind,
    }
}

/// The qualified name of what a path leads to that is written inside of `around`: what stands there comes before what is called so further out.
fn path_from(around: &str, path: &str) -> Name {
    let plain: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    match plain.strip_prefix("::") {
        Some(global) => global.replace("::", ".").into(),
        None if around.is_empty() => plain.replace("::", ".").into(),
        None => smol_str::format_smolstr!("{around}.{}", plain.replace("::", ".")),
    }
}

fn plain_extension(target: ExprId, name: Name) -> Extension {
    Extension { target, target_name: name, interface: None, interface_name: None, generics: Vec::new(), module: None }
}

/// The last name of `A.B`, `a::b<C>`.
fn last_name(written: &str) -> Name {
    let head = written.split(['<', '[', '(', ' ', '?']).next().unwrap_or(written);
    head.rsplit(['.', ':', '\\']).next().unwrap_or(head).into()
}
