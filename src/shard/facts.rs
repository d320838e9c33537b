//! Facts of one file that other files may ask for: definitions, imports, extensions. No positions, no path.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::config::ConfigFact;
use super::expr::{Expr, ExprId};
pub use super::flags::Flags;
use crate::base::Name;
use crate::base::words::words;

/// Everything a file tells the world. Two edits of a file with equal facts cost nobody else anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The declared package or namespace of the whole file (Java, Go, Kotlin); `None` elsewhere.
    pub namespace: Option<Name>,
    /// Definitions in source order. Locals are not among them; nested functions and types are.
    pub symbols: Vec<Symbol>,
    /// Blocks that add members to a type named elsewhere.
    pub extensions: Vec<Extension>,
    /// Imports and re-exports in source order.
    pub imports: Vec<Import>,
    /// Symbolic expressions reachable from the above. Holds no `Raw` and no `Local`.
    pub exprs: Vec<Expr>,
    /// What a configuration or manifest file says of its package.
    pub config: Option<Arc<ConfigFact>>,
}

words! {
    /// Kinds of definition. One vocabulary for all languages.
    pub enum SymbolKind {
        Function = "function",
        Method = "method",
        Constructor = "constructor",
        Class = "class",
        Struct = "struct",
        Enum = "enum",
        Variant = "variant",
        Union = "union",
        Trait = "trait",
        Interface = "interface",
        TypeAlias = "typeAlias",
        /// An associated or abstract type inside a trait or interface.
        AssociatedType = "associatedType",
        Constant = "constant",
        Variable = "variable",
        Field = "field",
        Property = "property",
        /// A module or namespace that stands inside the file (`mod x { … }`, `namespace x { … }`) or is declared by it (`mod x;`).
        Module = "module",
        Macro = "macro",
    }
}

impl SymbolKind {
    /// Things that can be called to run their own body.
    pub fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Constructor | Self::Macro)
    }

    /// Things that can have members and instances.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Struct | Self::Enum | Self::Union | Self::Trait | Self::Interface | Self::TypeAlias | Self::AssociatedType)
    }

    /// Trait or interface: its members are answered by implementers.
    pub fn is_abstract_type(self) -> bool {
        matches!(self, Self::Trait | Self::Interface)
    }

    /// Things that hold a value.
    pub fn is_value(self) -> bool {
        matches!(self, Self::Constant | Self::Variable | Self::Field | Self::Property | Self::Variant)
    }
}

/// Where a definition lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Owner {
    /// At the top level of the file.
    File,
    /// Inside another definition of the file: index into `Facts::symbols`, always smaller than the member's own.
    Symbol(u32),
    /// Inside an extension block: index into `Facts::extensions`.
    Extension(u32),
}

words! {
    /// Visibility as the source declares it, or as the language defaults it.
    pub enum Visibility {
        Public = "public",
        /// Within the package, crate or module tree (`pub(crate)`, Java package-private, Go lower case).
        Package = "package",
        Protected = "protected",
        Private = "private",
    }
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Param {
    pub name: Name,
    /// Declared type, as a type expression.
    pub ty: Option<ExprId>,
    /// May be left out at a call.
    pub optional: bool,
    /// Whether it is a pointer, or a reference in Rust, in languages where its type does not say so; `None` where that is not told.
    pub pointer: Option<bool>,
    /// Whether what it points or refers to is constant (C++); `None` where it does neither, or that is not told.
    pub constant: Option<bool>,
}

/// What the body of a macro does with a parameter that may be a name. Parameters are told by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Naming {
    /// It names a member of what another one stands for, a value or a type, where that is told: `(it)->field`.
    Member { param: u16, of: Option<u16> },
    /// What is called so is handed parameters, or values of the types that they name.
    Handed { to: Name, given: Vec<Option<u16>> },
    /// It stands for a value as well.
    Value { param: u16 },
    /// It is the name of the function whose body stands behind the macro, and which takes parameters of these names.
    Head { param: u16, taken: Vec<Name> },
}

/// How a type names another one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Heritage {
    Extends,
    Implements,
}

/// A type above another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Supertype {
    pub heritage: Heritage,
    pub ty: ExprId,
}

/// A generic parameter with its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Generic {
    pub name: Name,
    pub bounds: Vec<ExprId>,
    /// What it stands for where nothing is written for it: a type expression.
    pub default: Option<ExprId>,
}

/// One definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    pub name: Name,
    pub kind: SymbolKind,
    pub owner: Owner,
    /// Names of the owners and this one, joined by `.` (`Outer.Inner.method`); members of an extension start with the type's simple
    /// name, or with its qualified one where the language tells it there (C++).
    pub qualified: Name,
    pub visibility: Visibility,
    pub flags: Flags,
    pub generics: Vec<Generic>,
    pub params: Vec<Param>,
    /// Declared result type (callables), declared type (values) or aliased type (aliases), what a class is itself a value of: a type expression.
    pub ty: Option<ExprId>,
    /// What the body returns or the initializer gives, where nothing is declared: a value expression.
    pub value: Option<ExprId>,
    /// What stands in front of a function or behind its name and makes another thing of it: decorators, as an [`Expr::Tuple`], outermost first; the
    /// arguments that it is meant for in place of its template, as an [`Expr::Apply`].
    pub made: Option<ExprId>,
    pub supertypes: Vec<Supertype>,
    /// Hash of the parameter types as written, for languages with overloads; `None` elsewhere.
    pub overload: Option<u64>,
    /// Of a type in C and C++: the macros among its members that may declare some, a name a line; in Rust only that a macro may. Of a macro: the brackets in which
    /// it takes names of its own before further ones, as [`super::body::Word::within`] writes them, a place a line, with [`super::body::ALL_INSIDE`] of all in these.
    pub words: Option<Name>,
    /// Of a macro: what its body does with parameters that may be names, sorted.
    pub namings: Vec<Naming>,
    /// Hash of what the unnamed function that it stands in is handed to, where that tells such functions apart: `test('adds', () => { … })`.
    pub callback: Option<u64>,
    /// How many definitions of the file that are this one otherwise stand before it, where a build has one of them: `#[cfg(…)]`.
    pub twin: u32,
}

/// Members added to a type from outside its declaration: `impl T`, a Go receiver, `void T::f()`, `T.prototype.f = …`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extension {
    /// The extended type: a type expression.
    pub target: ExprId,
    /// The simple name of the target, under which the extension is found.
    pub target_name: Name,
    /// The interface it conforms to (`impl Trait for T`): a type expression.
    pub interface: Option<ExprId>,
    /// The simple name of the interface; `None` where the type only may have it, if it is one of the repository (`#[derive(…)]`).
    pub interface_name: Option<Name>,
    pub generics: Vec<Generic>,
    /// The inline module it stands in, by symbol index.
    pub module: Option<u32>,
}

impl Extension {
    /// Whether it adds its interface to whatever there is: its target is a type parameter of its own.
    pub fn is_unbounded(&self) -> bool {
        self.interface.is_some() && self.generics.iter().any(|it| it.name == self.target_name)
    }

    /// The same, or to whatever satisfies a bound, under whose name it is found then.
    pub fn is_blanket(&self) -> bool {
        let is_bound = |it: &Generic| self.target != ExprId(0) && it.bounds.contains(&self.target);
        self.is_unbounded() || (self.interface.is_some() && self.generics.iter().any(is_bound))
    }
}

/// What an import takes from its module.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Imported {
    /// The module itself (`import a.b as x`, `import * as ns from 'm'`, Go, C `#include`).
    Module,
    /// One member. ECMAScript's default export is the name `default`.
    Item(Name),
    /// Every visible member.
    Wildcard,
    /// Nothing; it only runs.
    SideEffect,
}

/// One imported or re-exported name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Import {
    /// The module as written, in the language's own form: `crate::a::b`, `..pkg.mod`, `./util`, `example.com/x/y`, `java.util`.
    pub module: Name,
    pub imported: Imported,
    /// The local name; empty for wildcards and side effects.
    pub binding: Name,
    /// Others that ask this file for `binding` get it (`pub use`, `export … from`, every Python module-level import).
    pub reexport: bool,
    /// Stands at the top level of the file or of an inline module (the symbol index), so others can see it.
    pub module_level: bool,
    /// The inline module or namespace it stands in.
    pub container: Option<u32>,
    /// Builds with default settings are without it.
    pub optional_build: bool,
    /// Binds its name where another import of that fails (`except ImportError: from ._slow import run`).
    pub stands_in: bool,
    /// Some builds are without it, and have what a wildcard brings under its name, or what another import does.
    pub conditional: bool,
}

impl Import {
    /// The last name of the item that is taken, as its module calls it.
    pub fn own_name(&self) -> Option<&str> {
        if let Imported::Item(item) = &self.imported { item.rsplit("::").next() } else { None }
    }
}

impl Symbol {
    /// A definition without facets. Owner and qualified name are set by the builder that takes it.
    pub fn new(name: impl Into<Name>, kind: SymbolKind) -> Self {
        Self {
            name: name.into(),
            kind,
            owner: Owner::File,
            qualified: Name::default(),
            visibility: Visibility::Public,
            flags: Flags::default(),
            generics: Vec::new(),
            params: Vec::new(),
            ty: None,
            value: None,
            supertypes: Vec::new(),
            overload: None,
            made: None,
            words: None,
            namings: Vec::new(),
            callback: None,
            twin: 0,
        }
    }
}

impl Symbol {
    /// The qualified name of what it is a member of.
    pub fn around(&self) -> Option<&str> {
        self.qualified.strip_suffix(self.name.as_str())?.strip_suffix('.')
    }
}

impl Import {
    /// An import at the top level of a file that others do not see.
    pub fn new(module: impl Into<Name>, imported: Imported, binding: impl Into<Name>) -> Self {
        Self {
            module: module.into(),
            imported,
            binding: binding.into(),
            reexport: false,
            module_level: true,
            container: None,
            optional_build: false,
            stands_in: false,
            conditional: false,
        }
    }
}

impl Facts {
    /// Whether definitions stand outside of the namespaces of the file.
    pub fn has_topmost(&self) -> bool {
        self.namespace.is_some() && self.symbols.iter().any(|it| it.flags.has(Flags::TOPMOST))
    }

    /// The definition of a number.
    pub fn symbol(&self, index: u32) -> Option<&Symbol> {
        self.symbols.get(index as usize)
    }

    /// The import of a number.
    pub fn import(&self, index: u32) -> Option<&Import> {
        self.imports.get(index as usize)
    }

    /// The block of a number that adds members to a type.
    pub fn extension(&self, index: u32) -> Option<&Extension> {
        self.extensions.get(index as usize)
    }

    /// Whether an extension is of a type that its own file defines. Those who ask for extensions of that type look there anyway, and those who ask for the
    /// extensions of another type that shares the name, as thousands may, need not. What is added to another name for a type is that type's, wherever it is:
    /// where texts are included, as `included` says, so is what is added to an alias.
    pub fn is_at_home(&self, extension: &Extension, included: bool) -> bool {
        let Some(Expr::Symbol(symbol)) = self.extended(extension) else { return false };
        let is_type = |kind| kind != SymbolKind::Module && (kind != SymbolKind::TypeAlias || !included);
        self.symbol(*symbol).is_some_and(|it| is_type(it.kind) && it.name == extension.target_name)
    }

    /// Whether a block that adds no interface may be for a type under another name for it: it is for an alias, or for what another file defines.
    pub fn may_rename(&self, extension: &Extension) -> bool {
        let is_alias = |symbol: u32| self.symbol(symbol).is_some_and(|it| it.kind == SymbolKind::TypeAlias);
        extension.interface.is_none() && !matches!(self.extended(extension), Some(Expr::Symbol(symbol)) if !is_alias(*symbol))
    }

    /// What a block is for, without arguments.
    fn extended(&self, extension: &Extension) -> Option<&Expr> {
        let mut target = self.expr(extension.target);
        while let Some(Expr::Apply { base, args }) = target
            && !args.is_empty()
        {
            target = self.expr(*base);
        }
        target
    }

    /// The expression behind an id.
    pub fn expr(&self, id: ExprId) -> Option<&Expr> {
        self.exprs.get(id.0 as usize)
    }

    /// The definition directly around a definition.
    pub fn outer_of(&self, symbol: u32) -> Option<u32> {
        if let Owner::Symbol(outer) = self.symbol(symbol)?.owner { Some(outer) } else { None }
    }

    /// What the interface that a block adds is called: as it is written there, and as an import of the file says that it calls itself.
    pub fn interface_names<'a>(&'a self, block: &'a Extension) -> impl Iterator<Item = &'a str> {
        let written = block.interface_name.as_deref();
        let renamed = self.imports.iter().filter(move |it| written == Some(it.binding.as_str())).filter_map(Import::own_name);
        written.into_iter().chain(renamed.filter(move |own| written != Some(*own)))
    }

    /// The definition around the place where a definition is written: for what extends a type, the one around the extension.
    pub fn around(&self, symbol: u32) -> Option<u32> {
        match self.symbol(symbol)?.owner {
            Owner::Extension(extension) => self.extension(extension)?.module,
            Owner::File | Owner::Symbol(_) => self.outer_of(symbol),
        }
    }

    /// The definition that has `symbol` as a member. What an alias is made of without a name (`type Rows = Array<{ id: string }>`) is no member of what that
    /// stands for.
    pub fn holder_of(&self, symbol: &Symbol) -> Option<u32> {
        let Owner::Symbol(owner) = symbol.owner else { return None };
        let nameless = symbol.kind == SymbolKind::TypeAlias && symbol.flags.has(Flags::NESTED);
        let is_part = nameless && self.symbol(owner).is_some_and(|it| it.kind == SymbolKind::TypeAlias);
        (!is_part).then_some(owner)
    }

    /// The qualified name of an owner: `""` for the file, the target's simple name for an extension.
    pub fn owner_name(&self, owner: Owner) -> &str {
        match owner {
            Owner::File => "",
            Owner::Symbol(index) => self.symbol(index).map_or("", |symbol| symbol.qualified.as_str()),
            Owner::Extension(index) => self.extension(index).map_or("", |it| it.target_name.as_str()),
        }
    }

    /// Whether any of the definitions is for every file, whatever else the file keeps to itself.
    pub fn declares_globals(&self) -> bool {
        self.symbols.iter().any(|it| it.flags.has(Flags::GLOBAL))
    }
}
