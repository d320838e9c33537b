//! Positions and bodies of one file: what its own rows and links need, and nobody else.

use serde::{Deserialize, Serialize};

use super::expr::{Expr, ExprId};
use crate::base::problem::Problem;
use crate::base::secret::Secret;
use crate::base::span::ByteSpan;
use crate::base::words::words;
use crate::base::{Name, caps};

/// The private half of a shard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Positions and row-only facets, parallel to `Facts::symbols`.
    pub places: Vec<Place>,
    /// Spans of the statements, parallel to `Facts::imports`.
    pub import_spans: Vec<ByteSpan>,
    /// Uses of names, in source order.
    pub sites: Vec<Site>,
    /// Local variables and parameters.
    pub locals: Vec<Local>,
    /// Locals of which it is told whether they are constant, or what they point or refer to (C++); sorted.
    pub constants: Vec<(u32, bool)>,
    /// Symbolic expressions of sites and locals.
    pub exprs: Vec<Expr>,
    /// Those of them that are names of values, told by the `.` that follows, where paths of modules and types have a mark of their own; sorted.
    /// Local variables are left out.
    pub receivers: Vec<ExprId>,
    /// Calls of bare names among the tokens of macros that may take them for words of their own, in source order.
    pub words: Vec<Word>,
    /// Names that stand where imports of all that a module has are in sight which are written in blocks, with these; by name.
    pub in_sight: Vec<(ExprId, Vec<u32>)>,
    /// Names that the file binds to definitions in arms of conditionals, and that stand where a build need not have taken these; to macros, and behind an
    /// include that may define them anew. Sorted.
    pub perhaps: Vec<ExprId>,
    /// What is asked of associated types where they stand, in source order.
    pub clauses: Vec<Clause>,
    /// Chunks in source order.
    pub chunks: Vec<Chunk>,
    /// Names that prose mentions in code style.
    pub mentions: Vec<Mention>,
    /// What could not be read or parsed.
    pub problems: Vec<Problem>,
    /// Blocks of unsafe code.
    pub unsafe_blocks: Vec<ByteSpan>,
    /// Secrets that were hidden before the text was looked at, in order.
    pub secrets: Vec<Secret>,
    /// Size of the decoded text in bytes.
    pub text_bytes: u32,
    /// Lines of the decoded text.
    pub lines: u32,
}

impl Body {
    /// The expression behind an id.
    pub fn expr(&self, id: ExprId) -> Option<&Expr> {
        self.exprs.get(id.0 as usize)
    }

    /// Whether a local variable is constant, or what it points to, where that is told.
    pub fn is_constant(&self, local: u32) -> Option<bool> {
        let at = self.constants.binary_search_by_key(&local, |(local, _)| *local).ok()?;
        self.constants.get(at).map(|(_, constant)| *constant)
    }

    /// The local variable of a number.
    pub fn local(&self, index: u32) -> Option<&Local> {
        self.locals.get(index as usize)
    }
}

/// Where a definition stands and what only its row shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The whole definition, attributes and decorators included, doc comment excluded.
    pub span: ByteSpan,
    /// The defining name.
    pub name: ByteSpan,
    /// Where the doc comment in front starts; `span.start` where there is none.
    pub lead: u32,
    /// The head without the body, white space folded; at most 400 bytes.
    pub signature: String,
    /// Doc comment or docstring without comment marks; at most 4 KiB.
    pub doc: String,
    /// Branching constructs in the body.
    pub branches: u32,
    /// Deepest nesting of branching constructs.
    pub depth: u32,
}

words! {
    /// What a site is, as contract 1 names it.
    pub enum SiteKind {
        Callsite = "callsite",
        Identifier = "identifier",
        ImportStmt = "importStmt",
    }
}

words! {
    /// What a site does with the name.
    pub enum Role {
        /// Calls or constructs.
        Call = "call",
        /// Names a type in an annotation, cast, generic argument or literal head.
        Type = "type",
        /// Reads a value, or names a callable without calling it.
        Read = "read",
        /// Assigns to it.
        Write = "write",
        /// Imports it; `Site::import` is set.
        Import = "import",
        /// Decorates or annotates a definition with it.
        Decorator = "decorator",
        /// Extends it.
        Extends = "extends",
        /// Implements it.
        Implements = "implements",
    }
}

/// The bit of [`Site::pointers`] and [`Site::values`] that tells of a receiver, behind those of arguments.
pub const RECEIVER: usize = 7;

/// A place where a name is used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Site {
    pub kind: SiteKind,
    pub role: Role,
    /// The used name (the last segment of a path or member access).
    pub name: Name,
    /// The span of that name; for imports of the imported name or, failing that, the statement.
    pub span: ByteSpan,
    /// The innermost definition around it: index into `Facts::symbols`.
    pub enclosing: Option<u32>,
    /// What the site names, in `Body::exprs`.
    pub target: ExprId,
    /// The import this site stands for: index into `Facts::imports`.
    pub import: Option<u32>,
    /// Arguments as value expressions, for calls; at most 32 are kept. Behind those of a list in braces (`T{a, b}`) stands an unknown one more. What names a
    /// method that it hands over has an unknown one as well.
    pub args: Vec<ExprId>,
    /// Number of arguments written; `None` where a spread makes it unknown or the site is no call.
    pub arg_count: Option<u16>,
    /// Which of the first arguments are told to be pointers, a bit each, in languages whose types do not say so; [`RECEIVER`] is that of what a method is
    /// called on, which is one where the method stands behind an arrow.
    pub pointers: u8,
    /// Which of them are told to be none.
    pub values: u8,
    /// Which of the first arguments are told to have a place of their own, a bit each, in languages where overloads are told apart by that (C++).
    pub placed: u8,
    /// Which of them are told to have none.
    pub passing: u8,
    /// Some arguments say which parameter they are for, and stand in any order.
    pub named: bool,
}

impl Site {
    /// Whether an argument is told to be a pointer or to be none.
    pub fn is_pointer(&self, argument: usize) -> Option<bool> {
        let has = |bits: u8| u32::try_from(argument).ok().and_then(|at| 1u8.checked_shl(at)).is_some_and(|bit| bits & bit != 0);
        if has(self.pointers) { Some(true) } else { has(self.values).then_some(false) }
    }

    /// Whether an argument is told to have a place of its own or to have none.
    pub fn is_placed(&self, argument: usize) -> Option<bool> {
        let has = |bits: u8| u32::try_from(argument).ok().and_then(|at| 1u8.checked_shl(at)).is_some_and(|bit| bits & bit != 0);
        if has(self.placed) { Some(true) } else { has(self.passing).then_some(false) }
    }

    /// Whether it names a method that it hands over and does not call, where fields have names of their own (`T::m`).
    pub fn names_method(&self) -> bool {
        self.role == Role::Read && self.arg_count.is_none() && !self.args.is_empty()
    }

    /// Whether the arguments stand in braces.
    pub fn is_listed(&self) -> bool {
        self.arg_count.is_some_and(|count| self.args.len() > usize::from(count).min(caps::MAX_VALUES))
    }
}

/// Behind the place of words: what stands in brackets behind them is of the same kind.
pub const ALL_INSIDE: char = '*';

/// A name in front of brackets among the tokens of a macro.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// Where the name starts.
    pub at: u32,
    /// The innermost macro, in `Body::exprs`.
    pub of: ExprId,
    /// What opens the brackets around it, from those of the macro inwards, without them.
    pub within: Name,
}

/// What a definition, or a block of members, asks of an associated type of its type parameters: `where I::Item: Show`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clause {
    /// The definition or the block.
    pub within: ByteSpan,
    /// The associated type.
    pub name: Name,
    /// Type expressions, in `Body::exprs`.
    pub bounds: Vec<ExprId>,
}

/// A local variable or parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Local {
    pub name: Name,
    /// Declared type: a type expression.
    pub ty: Option<ExprId>,
    /// Assigned values, in source order; at most eight are kept.
    pub values: Vec<ExprId>,
    /// The receiver of a method: `self`, `this`.
    pub receiver: bool,
    /// A parameter of this function: index into `Facts::symbols`.
    pub parameter_of: Option<u32>,
}

/// A piece of a file that is shown as one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// `function`, `type`, `section`, `module`: see [`super::chunks`].
    pub kind: Name,
    /// Qualified name of the definition, heading of the section, empty for module-level code.
    pub name: Name,
    /// The definition it shows: index into `Facts::symbols`.
    pub symbol: Option<u32>,
    /// With the doc comment in front.
    pub span: ByteSpan,
}

/// A name that prose mentions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mention {
    pub name: Name,
    pub span: ByteSpan,
}
