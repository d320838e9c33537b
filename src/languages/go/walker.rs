//! The state of one walk: the builder, what is known of locals, and the guard on depth.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tree_sitter::Node;

use crate::base::Name;
use crate::languages::syntax;
use crate::shard::body::{Local, Role};
use crate::shard::builder::{Builder, ScopeKind};
use crate::shard::expr::ExprId;

/// What the syntax of a type says of its parts, so that `range` and calls of closures need no link.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Sequence,
    Map {
        key: ExprId,
    },
    Channel,
    /// With the result type, `None` without results.
    Function {
        result: Option<ExprId>,
    },
}

/// What a scope of a function says of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// A variable, parameter or constant.
    Value { local: u32, shape: Option<Shape> },
    /// A type parameter or a type declared in the function.
    Type,
}

/// What the top level of the file declares under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Top {
    Function,
    Type,
    Value,
}

/// Walks one file.
pub(super) struct Walker<'walk, 'text> {
    pub(super) builder: &'walk mut Builder<'text>,
    pub(super) text: &'text str,
    /// The name in the package clause.
    pub(super) package: &'text str,
    /// Names that imports bind.
    pub(super) imports: BTreeSet<Name>,
    /// What the top level declares.
    pub(super) top: BTreeMap<&'text str, Top>,
    /// Types of the top level that are lists and maps.
    pub(super) containers: BTreeSet<&'text str>,
    /// What stands in front of a dot anywhere in the file, once an import has asked.
    pub(super) qualifiers: Option<BTreeSet<&'text str>>,
    /// Shapes of type and value expressions.
    pub(super) shapes: BTreeMap<ExprId, Shape>,
    /// Anonymous types met so far inside each definition, to number them.
    pub(super) anonymous: BTreeMap<(Option<u32>, &'static str), u32>,
    /// The call that was walked last, and what it hands over.
    pub(super) last_call: Option<(ExprId, Vec<ExprId>)>,
    scopes: Vec<HashMap<&'text str, Known>>,
}

impl<'walk, 'text> Walker<'walk, 'text> {
    pub(super) fn new(builder: &'walk mut Builder<'text>) -> Self {
        let text = builder.text();
        Self {
            builder,
            text,
            package: "",
            imports: BTreeSet::new(),
            top: BTreeMap::new(),
            containers: BTreeSet::new(),
            qualifiers: None,
            shapes: BTreeMap::new(),
            anonymous: BTreeMap::new(),
            last_call: None,
            scopes: Vec::new(),
        }
    }

    pub(super) fn text_of(&self, node: Node<'_>) -> &'text str {
        syntax::text(node, self.text)
    }

    // --- depth ---

    /// One level down ([`Builder::descend`]).
    pub(super) fn descend(&mut self, node: Node<'_>) -> bool {
        self.builder.descend(syntax::span(node), format_args!("nested deeper than extraction follows"))
    }

    pub(super) fn ascend(&mut self) {
        self.builder.ascend();
    }

    // --- scopes ---

    /// Opens a scope inside a function or around type parameters.
    pub(super) fn open(&mut self, kind: ScopeKind) {
        self.builder.open_scope(kind);
        self.scopes.push(HashMap::new());
    }

    pub(super) fn close(&mut self) {
        self.builder.close_scope();
        self.scopes.pop();
    }

    /// Whether the present place is at the top level of the file.
    pub(super) fn at_top(&self) -> bool {
        self.scopes.is_empty()
    }

    /// What the scopes of the enclosing functions say of a name.
    pub(super) fn known(&self, name: &str) -> Option<Known> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// The variable of this name that the innermost scope itself declares.
    pub(super) fn known_here(&self, name: &str) -> Option<u32> {
        match self.scopes.last()?.get(name)? {
            Known::Value { local, .. } => Some(*local),
            Known::Type => None,
        }
    }

    /// Whether a function's scope binds the name to a variable.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        matches!(self.known(name), Some(Known::Value { .. }))
    }

    pub(super) fn note(&mut self, name: &'text str, known: Known) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, known);
        }
    }

    /// Declares a variable of the present scope, visible from byte `from` on.
    pub(super) fn declare(&mut self, name: &'text str, ty: Option<ExprId>, value: Option<ExprId>, from: usize) -> Option<u32> {
        let shape = ty.or(value).and_then(|id| self.shapes.get(&id).copied());
        let local = Local { name: name.into(), ty, values: value.into_iter().collect(), receiver: false, parameter_of: None };
        self.declare_local(name, local, shape, from)
    }

    /// Declares a variable of which the caller knows all. Blank and empty names bind nothing.
    pub(super) fn declare_local(&mut self, name: &'text str, local: Local, shape: Option<Shape>, from: usize) -> Option<u32> {
        if name.is_empty() || name == "_" {
            return None;
        }
        let local = self.builder.declare(local, from);
        self.note(name, Known::Value { local, shape });
        Some(local)
    }

    // --- sites and shapes ---

    /// A use of the bare name that `node` is.
    pub(super) fn bare(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let name = self.text_of(node);
        if name == "_" || name.is_empty() {
            return self.builder.unknown();
        }
        let target = self.named(name, node.start_byte());
        self.builder.site(role, name, syntax::span(node), target, None);
        target
    }

    /// A bare name at byte `at`, with the shape of the variable that it is.
    pub(super) fn named(&mut self, name: &str, at: usize) -> ExprId {
        let target = self.builder.name(name, at);
        if let Some(Known::Value { shape, .. }) = self.known(name) {
            self.shape(target, shape);
        }
        target
    }

    /// A use of the member that `node` names.
    pub(super) fn member_site(&mut self, base: ExprId, node: Node<'_>, role: Role) -> ExprId {
        let name = self.text_of(node);
        let target = self.builder.member(base, name);
        self.builder.site(role, name, syntax::span(node), target, None);
        target
    }

    /// Notes the shape of an expression.
    pub(super) fn shape(&mut self, id: ExprId, shape: Option<Shape>) {
        if let Some(shape) = shape
            && id != self.builder.unknown()
        {
            self.shapes.insert(id, shape);
        }
    }

    /// A value declared to be of a type, with the type's shape.
    pub(super) fn instance(&mut self, ty: ExprId) -> ExprId {
        let value = self.builder.instance(ty);
        self.shape(value, self.shapes.get(&ty).copied());
        value
    }

    /// A value that the source builds of a type, with the type's shape.
    pub(super) fn built(&mut self, ty: ExprId) -> ExprId {
        let value = self.builder.built(ty);
        self.shape(value, self.shapes.get(&ty).copied());
        value
    }

    /// The expression of a word of the language that no source name can equal.
    pub(super) fn word(&mut self, word: &'static str) -> ExprId {
        self.builder.name(word, 0)
    }
}
