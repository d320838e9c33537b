//! One pass over the matches in source order: containers by nesting of spans, and what stands in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tree_sitter::Node;

use super::matches::{Compiled, Found, bare, forms};
use super::values::Values;
use super::vocabulary::{Head, Part};
use super::{Tags, definitions, events};
use crate::base::Name;
use crate::base::caps;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::{Chunk, Role};
use crate::shard::builder::{Builder, ScopeKind};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Extension, Flags, Heritage, Owner, Supertype, SymbolKind};

/// What a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// A definition by index.
    Symbol(u32, SymbolKind),
    Extension(ExprId),
    Scope(ScopeKind),
    Branch,
}

/// A container whose end is not reached yet.
#[derive(Debug)]
pub struct Frame {
    pub end: usize,
    pub inside: Inside,
    /// Parameter types as written, for languages with overloads.
    pub types: String,
}

/// The state of the walk.
pub struct Walk<'a, 'tree> {
    pub tags: &'a Tags,
    pub compiled: &'a Compiled,
    pub values: Values<'a, 'tree>,
    pub frames: Vec<Frame>,
    pub comments: Vec<ByteSpan>,
    pub namespace: Option<String>,
    /// Namespaces of the file that end, where definitions stand outside of all of them.
    pub spaces: Vec<Node<'tree>>,
    /// Variables of scripts that are definitions already: assigning again defines nothing.
    pub assigned: BTreeSet<(u32, String)>,
    /// Definitions at the top of the file, by name.
    pub top: BTreeMap<String, u32>,
    /// How many definitions that no name leads to are called the same so far, by what stands around them.
    pub titles: HashMap<(Owner, String), u32>,
    /// Where the last property ends that is added to a type, and that type.
    pub added: Option<(usize, ExprId)>,
    /// Names before this byte belong to an import, a namespace or something that is no use.
    silent_until: usize,
    /// Chunks so far, and where the last one ends.
    chunks: usize,
    chunked: u32,
}

/// Most chunks of one file of data.
const MAX_CHUNKS: usize = 256;

/// Tells the builder all that `compiled` finds below `root`.
pub fn walk(tags: &Tags, compiled: &Compiled, builder: &mut Builder<'_>, root: Node<'_>) {
    let found = compiled.run(builder, root);
    let forms = forms(compiled, &found);
    let mut comments: Vec<ByteSpan> = found.iter().filter(|it| it.head == Head::Comment).map(|it| syntax::span(it.node)).collect();
    comments.sort_unstable_by_key(|span| (span.start, span.end));
    let mut walk = Walk {
        tags,
        compiled,
        values: Values::new(tags, compiled, &found, &forms),
        frames: Vec::new(),
        comments,
        namespace: None,
        spaces: spaces_beside_definitions(&found),
        assigned: BTreeSet::new(),
        top: BTreeMap::new(),
        titles: HashMap::new(),
        added: None,
        silent_until: 0,
        chunks: 0,
        chunked: 0,
    };
    for event in events::events(compiled, &found, builder.text()) {
        walk.close(builder, event.start as usize);
        walk.visit(builder, &found[event.found]);
    }
    walk.close(builder, usize::MAX);
    definitions::pair_accessors(builder);
}

/// The namespaces of a file, where these end and definitions stand outside of them.
fn spaces_beside_definitions<'tree>(found: &[Found<'tree>]) -> Vec<Node<'tree>> {
    let spaces: Vec<Node<'tree>> = found.iter().filter(|it| it.head == Head::Namespace).map(|it| it.node).collect();
    let ends = spaces.first().is_some_and(|first| syntax::field(*first, "body").is_some());
    let is_topmost = |it: &Found<'_>| matches!(it.head, Head::Definition(_)) && !stands_in(&spaces, it.node);
    if ends && found.iter().any(is_topmost) { spaces } else { Vec::new() }
}

fn stands_in(spaces: &[Node<'_>], node: Node<'_>) -> bool {
    spaces.iter().any(|space| (space.start_byte()..space.end_byte()).contains(&node.start_byte()))
}

impl<'tree> Walk<'_, 'tree> {
    fn visit(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        match found.head {
            Head::Definition(kind) => self.definition(builder, found, kind),
            Head::Extension => self.extension(builder, found),
            Head::Local => self.local(builder, found),
            Head::Pattern => self.pattern(builder, found),
            Head::Parameter => self.parameter(builder, found),
            Head::TypeParameter => self.type_parameter(builder, found),
            Head::Bound => self.bound(builder, found),
            Head::Scope(kind) => {
                if self.room(builder, found.node) {
                    let receiver = self.receiver_of(found.node);
                    builder.open_scope(kind);
                    if let Some(target) = receiver {
                        self.receiver(builder, target, false);
                    }
                    self.push(found.node, Inside::Scope(kind));
                }
            }
            Head::Branch => {
                builder.open_branch();
                self.push(found.node, Inside::Branch);
            }
            Head::Reference { role, .. } => self.reference(builder, found, role),
            Head::Import => {
                self.import(builder, found);
                self.silence(found.node);
            }
            Head::Namespace => self.namespace(builder, found),
            Head::Default => {
                let (name, _) = bare(found.name(), builder.text());
                if let Some(index) = self.top.get(name) {
                    let flags = &mut builder.symbol_mut(*index).flags;
                    *flags = flags.with(Flags::DEFAULT).with(Flags::EXPORTED);
                }
            }
            Head::Chunk => self.chunk(builder, found),
            Head::Ignore => self.silence(found.node),
            Head::Return => {
                if let Some(value) = found.part(Part::Value) {
                    let value = self.values.value(builder, value);
                    builder.returns(value);
                }
            }
            Head::Comment
            | Head::Receiver
            | Head::Parent
            | Head::Around
            | Head::Literal
            | Head::Typed
            | Head::Element
            | Head::Holding
            | Head::Unwrapped
            | Head::Same => {}
        }
    }

    /// The type whose present object a scope has that stands in no function: what reads and sets a property, what runs when one is built.
    fn receiver_of(&self, node: Node<'_>) -> Option<ExprId> {
        if self.tags.manner.handed_blocks {
            return None;
        }
        if let Some((end, target)) = self.added
            && node.start_byte() < end
        {
            return Some(target);
        }
        match self.frames.iter().rev().map(|frame| frame.inside).find(|inside| *inside != Inside::Branch)? {
            Inside::Symbol(_, kind) if kind.is_type() || kind.is_value() => self.values.own.last().copied(),
            Inside::Extension(target) => Some(target),
            _ => None,
        }
    }

    /// Past the cap the last chunk takes what follows.
    fn chunk(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>) {
        let name = syntax::fold(bare(found.name(), builder.text()).0);
        let span = syntax::span(found.node);
        if span.start < self.chunked {
            return;
        }
        self.chunked = span.end;
        self.chunks += 1;
        if self.chunks <= MAX_CHUNKS {
            let kind = Name::new_static("section");
            builder.chunk(Chunk { kind, name: name.into(), symbol: None, span });
        } else {
            builder.extend_chunk(span.end);
        }
    }

    /// Whether a definition stands outside of the namespaces of a file that has some.
    pub fn is_topmost(&self, node: Node<'tree>) -> bool {
        !self.spaces.is_empty() && !stands_in(&self.spaces, node)
    }

    /// Names inside `node` are no uses.
    pub fn silence(&mut self, node: Node<'_>) {
        self.silent_until = self.silent_until.max(node.end_byte());
    }

    /// Whether one more container may be opened; says so once where not.
    pub fn room(&self, builder: &mut Builder<'_>, node: Node<'_>) -> bool {
        let room = self.frames.len() < caps::MAX_DEPTH as usize;
        if !room {
            builder.too_deep(syntax::span(node), format_args!("containers are nested too deeply"));
        }
        room
    }

    pub fn push(&mut self, node: Node<'_>, inside: Inside) {
        self.frames.push(Frame { end: node.end_byte(), inside, types: String::new() });
    }

    /// Closes the containers that end at or before `at`.
    fn close(&mut self, builder: &mut Builder<'_>, at: usize) {
        while let Some(frame) = self.frames.pop_if(|frame| frame.end <= at) {
            if matches!(frame.inside, Inside::Extension(_)) || matches!(frame.inside, Inside::Symbol(_, kind) if kind.is_type()) {
                self.values.own.pop();
            }
            match frame.inside {
                Inside::Branch => builder.close_branch(),
                Inside::Scope(_) => builder.close_scope(),
                Inside::Symbol(..) | Inside::Extension(_) => {
                    builder.close_scope();
                    builder.leave();
                }
            }
            if let Inside::Symbol(index, kind) = frame.inside
                && kind.is_callable()
                && self.tags.manner.habits.overloads
            {
                builder.symbol_mut(index).overload = Some(xxhash_rust::xxh3::xxh3_64(frame.types.as_bytes()));
            }
        }
    }

    /// The innermost type or extension around the present place.
    pub fn innermost_type(&self) -> Option<Inside> {
        self.frames.iter().rev().map(|frame| frame.inside).find(|inside| match inside {
            Inside::Symbol(_, kind) => kind.is_type(),
            Inside::Extension(_) => true,
            _ => false,
        })
    }

    /// The innermost definition or extension around the present place.
    pub fn innermost_owner(&self) -> Option<Inside> {
        self.frames.iter().rev().map(|frame| frame.inside).find(|inside| matches!(inside, Inside::Symbol(..) | Inside::Extension(_)))
    }

    /// Variables here belong to a function or a block.
    pub fn in_code(&self) -> bool {
        let holder = self.frames.iter().rev().map(|frame| frame.inside).find(|inside| *inside != Inside::Branch);
        match holder {
            Some(Inside::Symbol(_, kind)) => kind.is_callable(),
            Some(Inside::Scope(_)) => true,
            _ => false,
        }
    }

    fn reference(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, role: Role) {
        let (name, span) = bare(found.name(), builder.text());
        if name.is_empty() || (span.start as usize) < self.silent_until {
            return;
        }
        // A bare name that may be a call or a variable is a call if no variable is called so.
        if self.compiled.property(found.pattern, "unless") == Some("local") && builder.find_local(name, span.start as usize).is_some() {
            return;
        }
        let target = self.values.target(builder, found);
        let args = if role == Role::Call { found.part(Part::Arguments).and_then(|list| self.arguments(builder, list)) } else { None };
        if let Role::Extends | Role::Implements = role {
            let applied = self.values.applied(builder, found, target);
            self.supertype(builder, role, (applied, name));
        }
        builder.site(role, name, span, target, args);
    }

    fn supertype(&self, builder: &mut Builder<'_>, role: Role, (ty, name): (ExprId, &str)) {
        // What an extension says to stand above a type is told by a block of its own.
        if let (Some(Inside::Extension(_)), Owner::Extension(block)) = (self.innermost_type(), builder.owner())
            && let Some(block) = builder.facts().extension(block).cloned()
        {
            builder.extension(Extension { interface: Some(ty), interface_name: Some(name.into()), ..block });
            return;
        }
        if let Some(Inside::Symbol(index, _)) = self.innermost_type() {
            let heritage = if role == Role::Extends { Heritage::Extends } else { Heritage::Implements };
            let supertypes = &mut builder.symbol_mut(index).supertypes;
            if supertypes.len() < caps::MAX_SUPERTYPES {
                supertypes.push(Supertype { heritage, ty });
            }
        }
    }

    /// The values of an argument list; nothing where a spread hides their number.
    fn arguments(&mut self, builder: &mut Builder<'_>, list: Node<'tree>) -> Option<Vec<ExprId>> {
        let mut args = Vec::new();
        for child in syntax::children(list) {
            if child.is_extra() {
                continue;
            }
            let spread = |kind: &str| ["splat", "spread", "variadic_unpacking", "vararg"].iter().any(|word| kind.contains(word));
            if spread(child.kind()) || child.named_child(0).is_some_and(|inner| spread(inner.kind())) {
                return None;
            }
            // What stands in another node than its own value is told by that; a function or a sum is not its last part.
            let wrapped = child.kind().contains("argument") && !self.values.forms.contains_key(&child.id());
            let inner = child.named_child_count().checked_sub(1).and_then(|last| child.named_child(u32::try_from(last).unwrap_or(0)));
            let node = if wrapped { inner.unwrap_or(child) } else { child };
            // More values than these are not kept, but they count.
            let value = if args.len() < caps::MAX_VALUES { self.values.value(builder, node) } else { builder.unknown() };
            args.push(value);
        }
        Some(args)
    }
}
