//! Symbolic expressions: what a name, a value or a type *would* denote, written down without knowing any other file.
//!
//! One arena serves values and types alike. `Instance(T)` turns a type expression into a value of that type, so
//! `x: Foo` and `x = new Foo()` both give `x` the expression `Instance(Foo)`.

use serde::{Deserialize, Serialize};

use crate::base::Name;

/// Index into the arena the expression lives in ([`super::facts::Facts::exprs`] or [`super::body::Body::exprs`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExprId(pub u32);

/// The literal that is a value of every type but the primitive ones.
pub const NULL: &str = "null";

/// The generic type of functions: what they return, then what they take.
pub const FUNCTION: &str = "=>";

/// The generic type of classes as values: what building one gives.
pub const CLASS: &str = "type";

/// Applied to a class and to values: the class, of which one is built with these.
pub const BUILT: &str = "new";

/// What a function gives that gives nothing, where functions are told apart by it: behind what one takes where it may do either.
pub const NOTHING: &str = "void";

/// Applied to the members of an object that is written out, each an [`Expr::At`] of its value.
pub const OBJECT: &str = "{}";

/// Applied to a value and to types: what of the value's types is left where a test for these types has failed.
pub const REST: &str = "\\";

/// Applied to a value and to a type: a value of that type, with the arguments that the value's own types tell of it.
pub const TESTED: &str = "&";

/// Applied to the declared type of a variable and to what it is given: of that type, what these values are.
pub const GIVEN: &str = ":=";

/// Applied to a value and to an [`Expr::At`] of tags and a member: those of the value's types whose member may hold one of the tags.
pub const TAGGED: &str = "==";

/// The same: those whose member may hold something else.
pub const UNTAGGED: &str = "!=";

/// Applied to a type, as the argument of texts: the names of its members.
pub const KEYS: &str = "keyof";

/// Applied to a type: one that has its members, which are of types that nobody knows. Behind it may stand a type parameter and the type that each member is
/// of where that stands for its name.
pub const FACE: &str = "{?}";

/// Applied to a type and to the texts that a member of it may be named by: the type of that member.
pub const INDEXED: &str = "[]'";

/// What stands in front of a text where that is a tag. A value of such a literal is that text.
pub const TEXT: &str = "'";

/// Applied to a value: what it is, or anything else that it is used as (a cast to `any`).
pub const ANY: &str = "(any)";

/// Applied to a class: a value of the types above it, whose members are looked for in the order in which they stand above that class. As the name of a
/// type parameter that nothing is given for: the only type above the class around.
pub const ABOVE: &str = "^";

/// Applied to values: the first of them that is known to be of a type of the repository, else any.
pub const FIRST: &str = "?";

/// Applied to a place of a value and to what was just put there: the latter where that is of the repository, else what the place holds by itself.
pub const PUT: &str = "<=";

/// Applied to what a function of the language may give and to what it is told to give else: the latter where nothing of the repository is called and
/// nothing is known of the former.
pub const OTHERWISE: &str = "?:";

/// Applied to a value and its member that bears the name of an operator, then to what stands behind the operator: what the operator gives. Where the value
/// is from outside of the repository, that is.
pub const OPERATED: &str = "operator";

/// Applied to a member: the method of that name, which is handed over and not called, where fields have names of their own. Applied to what is unknown where
/// it is a constructor.
pub const METHOD: &str = "::";

/// As the key of a place: what a value stands for that no reference leads to, by dereferencing it.
pub const TARGET: &str = "*";

/// What stands in front of the name of a method, as the key of a place, where a sign in front of a value stands for that method.
pub const SIGN: &str = "-";

/// As the key of a place: the part of a value that a range tells.
pub const SLICE: &str = "[..]";

/// What stands in front of the name of an associated type, as the key of a place, where the arguments of an interface bind it to the type that is placed so:
/// behind them, the types themselves among them.
pub const BOUND: &str = "=";

/// Applied to values: what arithmetic gives of them.
pub const PROMOTED: &str = "+";

/// Applied to a value and to the name of a kind of collection: one of that kind with what a loop over the value takes.
pub const COLLECTED: &str = "[*]";

/// Applied to an interface and to a value: the interface as it is for the type of that value, in front of a function whose place wants such a value. Applied
/// to what is called, of a parameter: where such a value is wanted of the call.
pub const WANTED: &str = "<-";

/// What stands in front of the name of a parameter, as a type parameter that stands for whatever a call hands over: unlike any that a source can name.
pub const HANDED: &str = "=";

/// What stands in front of a name that is looked up among the tags of C, whatever word the source says: `struct`, `union`, `enum`.
pub const TAG: &str = "struct ";

/// The type parameter that stands for the type of the receiver.
pub const SELF: &str = "Self";

/// As the index of an [`Expr::Parameter`]: the one that bears the name which is the key of the place ([`Expr::At`]) that stands where the callee does.
pub const BY_NAME: u32 = u32::MAX;

/// One symbolic expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expr {
    /// Nothing is known.
    Unknown,
    /// A name as written, with the scope and byte where it stands. Exists only while a file is being extracted.
    Raw { name: Name, scope: u32, at: u32 },
    /// A local variable or parameter: index into `Body::locals`. Never occurs in facts.
    Local(u32),
    /// A definition of this file: index into `Facts::symbols`.
    Symbol(u32),
    /// What an import of this file binds: index into `Facts::imports`.
    Import(u32),
    /// A name that no scope of this file binds: builtins, wildcard imports, same-package names, inherited members. `::f` is the `f` outside of all
    /// namespaces, [`TAG`] marks a tag of C.
    Free(Name),
    /// `base.name`, `base::name`, `base->name`.
    Member { base: ExprId, name: Name },
    /// What calling `callee` returns.
    Call { callee: ExprId },
    /// The same where what the call hands over may tell: facts keep no calls of their own.
    CallWith { callee: ExprId, args: Vec<ExprId> },
    /// A value of the type that `ty` denotes. `built` when it comes from a constructor rather than a declaration.
    Instance { ty: ExprId, built: bool },
    /// A generic type with its arguments: `Vec<T>`, `list[T]`, `Promise<T>`.
    Apply { base: ExprId, args: Vec<ExprId> },
    /// An element of a collection: the loop variable of `for`, `base[i]`.
    Element(ExprId),
    /// What a loop over the value takes, in languages where that may be other than what a place of it holds: the keys of a map.
    Iterated(ExprId),
    /// What stands in the value at a place that is written out: `pair[0]`, `record["name"]`.
    At { base: ExprId, key: Name },
    /// One wrapper removed: `await e`, `e?`, `e!`, a dereference.
    Unwrap(ExprId),
    /// A tuple or list of known parts.
    Tuple(Vec<ExprId>),
    /// Part `index` of a tuple.
    Part { base: ExprId, index: u32 },
    /// Any of these, where the source has several assignments or branches.
    AnyOf(Vec<ExprId>),
    /// A value of a built-in type that a literal shows: `"str"`, `"int"`, `"list"`, in the language's own words.
    Literal(Name),
    /// What `callee` takes as its parameter `index`.
    Parameter { callee: ExprId, index: u32 },
    /// A type parameter: what is given under its name, else any of its bounds. In bodies it is a local of its bounds.
    Generic { name: Name, bounds: Vec<ExprId> },
}

impl Expr {
    /// The expressions that it is made of: what it starts from, then all else in source order.
    pub fn parts(&self) -> impl Iterator<Item = ExprId> + '_ {
        let (base, rest): (Option<ExprId>, &[ExprId]) = match self {
            Self::Unknown | Self::Raw { .. } | Self::Local(_) | Self::Symbol(_) | Self::Import(_) | Self::Free(_) | Self::Literal(_) => (None, &[]),
            Self::Member { base, .. }
            | Self::Call { callee: base }
            | Self::Instance { ty: base, .. }
            | Self::Element(base)
            | Self::Iterated(base)
            | Self::At { base, .. }
            | Self::Unwrap(base)
            | Self::Part { base, .. }
            | Self::Parameter { callee: base, .. } => (Some(*base), &[]),
            Self::CallWith { callee: base, args } | Self::Apply { base, args } => (Some(*base), args.as_slice()),
            Self::Tuple(parts) | Self::AnyOf(parts) | Self::Generic { bounds: parts, .. } => (None, parts.as_slice()),
        };
        base.into_iter().chain(rest.iter().copied())
    }
}

/// The value that a collection is made of by [`COLLECTED`], or that is used as anything by [`ANY`]; of anything else itself.
pub fn collected_of(exprs: &[Expr], id: ExprId) -> ExprId {
    let at = |id: ExprId| exprs.get(id.0 as usize);
    match at(id) {
        Some(Expr::Apply { base, args }) if matches!(at(*base), Some(Expr::Literal(mark)) if mark == COLLECTED || mark == ANY) => {
            args.first().copied().unwrap_or(id)
        }
        _ => id,
    }
}
