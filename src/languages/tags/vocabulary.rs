//! The capture names that queries may use, and what each means.

use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::facts::SymbolKind;

/// What one match of a pattern says. Every pattern has exactly one such capture, its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    Definition(SymbolKind),
    /// A block that adds members to the type in `@name`.
    Extension,
    /// A variable, in the scope it stands in.
    Local,
    /// A pattern: each name in it that is one binds a variable.
    Pattern,
    /// A variable that is a parameter of the innermost callable.
    Parameter,
    /// A type parameter of the innermost definition, with its bound as `@type`.
    TypeParameter,
    /// The name of a type parameter for which one more bound is told apart, in `@type`.
    Bound,
    Scope(ScopeKind),
    /// A construct that counts towards the branches of a callable.
    Branch,
    /// A use of a name. `builds` where the value is an instance of what is named.
    Reference {
        role: Role,
        builds: bool,
    },
    Import,
    /// The namespace of the whole file.
    Namespace,
    /// A comment: documentation where it stands right above a definition.
    Comment,
    /// The present object.
    Receiver,
    /// The present object as one of the type above.
    Parent,
    /// The type around.
    Around,
    /// A literal; the property `type` says of what.
    Literal,
    /// A type that the language has a word for, or an expression of the type in `@type`: no name stands there.
    Typed,
    /// A collection of what `@value` is: the property `type` says of which type, `behind` that a type stands in front of it.
    Holding,
    /// An element of `@value`.
    Element,
    /// What is left of `@value` when one wrapper is taken off.
    Unwrapped,
    /// An expression whose value, or a type whose meaning, is that of the node in `@value`.
    Same,
    /// A statement that gives `@value` back to the caller.
    Return,
    /// A piece of data that is shown as one, under its name.
    Chunk,
    /// The name of the definition that importing the file gives.
    Default,
    /// A name that is no use of anything.
    Ignore,
}

impl Head {
    /// Whether it says nothing but what a node means as a value or a type.
    pub fn is_value(self) -> bool {
        matches!(
            self,
            Self::Receiver | Self::Parent | Self::Around | Self::Literal | Self::Typed | Self::Element | Self::Holding | Self::Unwrapped | Self::Same
        )
    }
}

/// What else a pattern may capture, for its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The name; the head itself where it is missing.
    Name,
    /// What stands before the name: `receiver.name`.
    Receiver,
    /// The argument list of a call.
    Arguments,
    /// The list of type arguments behind a name; of type parameters of a definition, where their number is part of what a type is called.
    Types,
    /// The declared type.
    Type,
    /// The assigned or wrapped value.
    Value,
    /// The path of an import, as written.
    Module,
    /// The imported name.
    Item,
    /// The name that an import binds.
    Alias,
    /// Documentation that is part of the definition.
    Doc,
    /// The body, where its field is not called `body`.
    Body,
}

/// Meaning of a capture name; `None` for names that only serve predicates (they start with `_`) and for misspelt ones.
pub fn meaning(name: &str) -> Option<Result<Head, Part>> {
    head(name).map(Ok).or_else(|| part(name).map(Err))
}

fn head(name: &str) -> Option<Head> {
    if let Some(kind) = name.strip_prefix("definition.") {
        return definition(kind).map(Head::Definition);
    }
    if let Some(role) = name.strip_prefix("reference.") {
        return reference(role);
    }
    Some(match name {
        "extension" => Head::Extension,
        "local.definition" => Head::Local,
        "local.parameter" => Head::Parameter,
        "local.type" => Head::TypeParameter,
        "local.bound" => Head::Bound,
        "local.pattern" => Head::Pattern,
        "scope" => Head::Scope(ScopeKind::Block),
        "scope.function" => Head::Scope(ScopeKind::Function),
        "branch" => Head::Branch,
        "import" => Head::Import,
        "namespace" => Head::Namespace,
        "comment" => Head::Comment,
        "value.receiver" => Head::Receiver,
        "value.parent" => Head::Parent,
        "value.around" => Head::Around,
        "value.literal" => Head::Literal,
        "value.typed" => Head::Typed,
        "value.holding" => Head::Holding,
        "value.element" => Head::Element,
        "value.same" => Head::Same,
        "value.unwrapped" => Head::Unwrapped,
        "return" => Head::Return,
        "chunk" => Head::Chunk,
        "export.default" => Head::Default,
        "ignore" => Head::Ignore,
        _ => return None,
    })
}

fn definition(kind: &str) -> Option<SymbolKind> {
    Some(match kind {
        "function" => SymbolKind::Function,
        "method" => SymbolKind::Method,
        "constructor" => SymbolKind::Constructor,
        "class" => SymbolKind::Class,
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "variant" => SymbolKind::Variant,
        "union" => SymbolKind::Union,
        "trait" => SymbolKind::Trait,
        "interface" => SymbolKind::Interface,
        "type" => SymbolKind::TypeAlias,
        "constant" => SymbolKind::Constant,
        "variable" => SymbolKind::Variable,
        "field" => SymbolKind::Field,
        "property" => SymbolKind::Property,
        "module" => SymbolKind::Module,
        "macro" => SymbolKind::Macro,
        _ => return None,
    })
}

fn reference(role: &str) -> Option<Head> {
    let (role, builds) = match role {
        "call" => (Role::Call, false),
        // What `new X(…)` names.
        "class" => (Role::Call, true),
        "type" => (Role::Type, false),
        "read" => (Role::Read, false),
        "write" => (Role::Write, false),
        "decorator" => (Role::Decorator, false),
        "extends" => (Role::Extends, false),
        "implementation" => (Role::Implements, false),
        _ => return None,
    };
    Some(Head::Reference { role, builds })
}

fn part(name: &str) -> Option<Part> {
    Some(match name {
        "name" => Part::Name,
        "receiver" => Part::Receiver,
        "arguments" => Part::Arguments,
        "types" => Part::Types,
        "type" => Part::Type,
        "value" => Part::Value,
        "import.module" => Part::Module,
        "import.name" => Part::Item,
        "import.alias" => Part::Alias,
        "doc" => Part::Doc,
        "body" => Part::Body,
        _ => return None,
    })
}
