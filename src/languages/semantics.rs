//! What a language tells the link: how modules are named and found, and the habits of its type system as data.

pub use super::habits::Construction;
use super::habits::{Arguments, Bearing, Callbacks, Classes, Foreign, Holding, Made};
pub use super::tree::{Config, Module, Offer, Resolution, Shared, Tree};
use crate::base::{Name, path};
use crate::shard::facts::{Facts, Flags, Import, Symbol};

/// Begins the name of the namespace of what stands behind a macro that opens one; the rest is the macro's name.
pub const OPENED: &str = "!";

/// Begins the module of a name that a macro of another file may give to a definition: behind it stands which of the things that it is handed the name is,
/// then, behind a blank, what the macro is called.
pub const MADE: &str = "::(";

/// What makes a method take the place of one of a type above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overriding {
    /// Nothing does, or what does is told otherwise ([`Habits::method_sets`]).
    Never,
    /// It stands in a block that implements the interface for a type (Rust).
    Conformance,
    /// Its name (Python, ECMAScript).
    Name,
    /// Its name and the types of its parameters (Java).
    Signature,
    /// The same, where that is virtual or replaces what is (C++).
    Virtual,
}

/// What a method makes of the results of the function that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// They take the place of what the receiver holds.
    Held,
    /// What they wrap does.
    Unwrapped,
    /// Their elements do.
    Elements,
    /// One of them is given itself.
    Plain,
}

/// What a function outside of the repository gives of what a call hands over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giving {
    /// Its first argument.
    Argument,
    /// A generic type of this name outside of the repository, of what it is handed.
    Holding(&'static str),
    /// What its first argument names, a value of this generic type: `T` of a `Class<T>`.
    Named(&'static str),
    /// The type argument of its receiver with this number.
    Part(usize),
    /// The type argument of its first argument with this number.
    Held(usize),
    /// A generic type of this name outside of the repository, of the type argument of its first argument with this number.
    View(&'static str, usize),
    /// A generic type of this name outside of the repository, of what its first argument holds, or the type that has this beside it.
    Elements(&'static str, &'static [(&'static str, &'static str)]),
    /// Its first argument, or what its receiver holds, in this, where there is a function alone.
    Reduced(&'static str),
    /// Of a map the last of these generic types, with the type arguments of its receiver, which those before it hold.
    Entries(&'static [&'static str]),
    /// The type that is written for its type parameter, else that of its first argument or of what this gives as a function: plain (`""`), as the first
    /// part of a list (`"[]"`), behind which stands what sets it, or as the argument of generic types of these names, each the argument of the one before.
    Written(&'static str),
    /// A list of generic types of these names, each of what is written for its type parameter.
    Each(&'static [&'static str]),
    /// A generic type of this name outside of the repository, of what its first argument gives in a wrapper, a function that is handed over.
    Yielding(&'static str),
    /// The first part of a list: what its first argument gives, a function that is handed the same, else its second argument; what is written for its type
    /// parameter where that is such a function type, or the type itself.
    Folded,
    /// The widest number of what it is handed, or what these say of that one.
    Number(&'static [(&'static str, &'static str)]),
    /// Whatever it is handed, a value of a type.
    Of(Made),
    /// What its first argument makes of what its receiver holds, a call of one of [`super::habits::Foreign::collectors`].
    Collected,
}

/// Which member is meant of a value that is of one of several types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unions {
    /// One of them, and nothing says which.
    Either,
    /// That of the first type, as far as compilers tell.
    First,
    /// That of each.
    Each,
}

/// What is above every enumeration (Java).
pub const ENUMERATION: &str = "Enum";

/// Stands for all structures and enumerations among the interfaces that give members: what may be missing is asked whether it is there.
pub const VALUE_TYPE: &str = "ValueType";

/// Habits of a language's names and types, as data.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Bare names reach members of the enclosing types and their supertypes (Java, C++).
    pub implicit_receiver: bool,
    /// Modules, and types inside of them, are opened again in any file; of the methods around, a bare name reaches those of the innermost type alone (Ruby).
    pub reopened: bool,
    /// Functions that are added to types stand in packages, and are imported from there by their names (Kotlin).
    pub imported_extensions: bool,
    /// Functions that take a value first are called like members of it, where their namespace is opened (C#).
    pub receivers_taken: bool,
    /// What the names of types end with that are written in front of definitions without it: `[Obsolete]` is `ObsoleteAttribute` (C#). Empty elsewhere.
    pub decorator_ending: &'static str,
    /// Types that every value is of, by the names that functions which are called like members write.
    pub of_any_value: &'static [&'static str],
    /// Whoever has a value may put members on it, so none is said to be missing (Lua).
    pub loose_members: bool,
    /// Folders without a file of their own are modules (Python).
    pub folders_are_modules: bool,
    /// Module strings are paths of names, taken apart by this separator and walked name by name (Rust).
    pub path_separator: Option<&'static str>,
    /// Any file may open a namespace again, and sees what its includes reach (C, C++).
    pub textual_includes: bool,
    /// Macros are text that is replaced before anything is read: one may stand for a function or rename it, and what an alias stands for is for a build to
    /// say (C, C++).
    pub preprocessed: bool,
    /// What is defined is announced elsewhere, and not word for word: by its name and the number of its parameters it is one (C, C++).
    pub announced: bool,
    /// Extensions of files that are compiled by themselves: what others see of them headers declare (C, C++).
    pub compiled: &'static [&'static str],
    /// What nothing declares may be called all the same (C).
    pub undeclared_calls: bool,
    /// Packages of headers whose names are known one by one (C, C++).
    pub known_libraries: &'static [&'static str],
    /// Names of types behind `struct`, `union` and `enum` are apart from all others (C).
    pub tags: bool,
    /// A declaration may name an alias of a type for what it declares, which is no call of it: `Alias it(x);` (C, C++).
    pub aliases_declare: bool,
    /// Classes as values: how they build, and how what they build is called, read and taken apart.
    pub classes: Classes,
    /// Values that hold others: wrappers, collections, maps, texts.
    pub holding: Holding,
    /// Given a module of the standard library that is imported whole and a name, the package of what the name is there, as far as that is known; an empty
    /// one where it belongs to the language.
    pub library: Option<fn(&str, &str) -> Option<&'static str>>,
    /// How the arguments of a call choose among overloads.
    pub arguments: Arguments,
    /// Whether importing all of a module that is outside of the tree may bring a name: the module as it is written, the name.
    pub brings: fn(&str, &str) -> bool,
    /// How much a header, as it is written, says of a name that it may declare; `None` where nothing is called after headers.
    pub bearing: Option<fn(&str, &str) -> Bearing>,
    /// Members that types have from an interface of the language or its standard library that they satisfy, by its name; those under an empty one every
    /// type has, those under [`ENUMERATION`] every enumeration, those under [`VALUE_TYPE`] every structure and enumeration. Lists of names, each sorted by bytes.
    pub interface_members: &'static [(&'static str, &'static [&'static str])],
    /// Generic types of functions whose last argument is what a call gives (`Callable`).
    pub functions: &'static [&'static str],
    /// A module that is a file is a type too, whose values have what it defines (Zig).
    pub files_are_types: bool,
    /// Which member of a union is meant.
    pub unions: Unions,
    /// Generic types that stand for what the function type that they are given returns (`ReturnType`).
    pub results: &'static [&'static str],
    /// What a module imports for itself no other package can name (Rust).
    pub private_imports: bool,
    /// What methods and functions of foreign types give, by their names.
    pub foreign: Foreign,
    /// Functions that are handed over: what takes them, what it hands them, what it makes of their results.
    pub callbacks: Callbacks,
    /// The repository may add members to foreign types: names of those that stand for others, whose members they have (`Vec` for `slice`).
    pub extended_foreign: Option<&'static [(&'static str, &'static str)]>,
    /// Whether a type satisfies an interface is decided by its methods alone (Go).
    pub method_sets: bool,
    /// Of types of one qualified name in several modules, or source sets of one, a file sees those that are compiled with it (Maven, Gradle).
    pub source_sets: bool,
    /// Interfaces of the language and its standard library: package (empty for the language), name, names of the methods; sorted.
    pub interfaces: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// What makes a method take the place of one of a type above.
    pub overriding: Overriding,
    /// Names of the object whose members are what programs declare for everybody (`globalThis`).
    pub global_objects: &'static [&'static str],
    /// Free names that belong to the language or its prelude: tables, each sorted by bytes.
    pub builtins: &'static [&'static [&'static str]],
    /// Member names that the standard library's own types carry (`get`, `push`, `append`), sorted by bytes: alone they say nothing about the receiver.
    pub foreign_members: &'static [&'static str],
    /// Types of the language all of whose members are known, with these, sorted; [`crate::shard::expr::FUNCTION`] stands for functions.
    pub all_members: &'static [(&'static str, &'static [&'static str])],
    /// Parameters that a test framework fills by their name alone, and the package that does (pytest's own fixtures), sorted by bytes.
    pub fixtures: (&'static str, &'static [&'static str]),
    /// The file whose functions may fill parameters of the tests in its folder and those below it (`conftest.py`), and the name under which a file lists others.
    pub fixture_file: (&'static str, &'static str),
    /// The name under which a module publishes a value that stands for the whole of it (`module.exports = f`).
    pub whole_export: Option<&'static str>,
    /// Macros are seen in the text after them, across files, without an import (Rust).
    pub textual_macros: bool,
    /// The binding of imports at the root of a package that bring all macros of another one into all of its files.
    pub all_macros: &'static str,
    /// A type may have a field and a method of one name (Java, Rust).
    pub fields_apart: bool,
    /// A type may have a value and a function of one name: what is read is the value, and what is called the function (Kotlin, PHP).
    pub values_apart: bool,
    /// A variable keeps the type of its first value, whatever else is assigned to it.
    pub types_stay: bool,
    /// All that a variable inside of a function is ever given is told: one of a single value never holds anything else (Rust).
    pub locals_told: bool,
    /// How they are written tells the two apart: what a field holds is called in brackets, and no path leads to a field (Rust).
    pub fields_in_brackets: bool,
    /// Modules, values and macros may have one name, and none of them hides another (Rust).
    pub namespaces_apart: bool,
    /// Declarations of one name in one file are one thing: types, values and namespaces of it are told apart by use only (TypeScript).
    pub declarations_merge: bool,
    /// Type parameters are declared apart from the functions that take them: `T = TypeVar("T")` (Python).
    pub variables_of_types: bool,
    /// Overloads are told apart by the number of arguments.
    pub overloads: bool,
    /// So are types by that of their type parameters, which facts keep behind their names: see [`crate::shard::counted`] (C#).
    pub types_by_count: bool,
    /// Of the languages that share these habits those whose functions are called with any number of arguments, by their ids (JavaScript).
    pub any_count: &'static [&'static str],
    /// How paths of files end that only declare what others define (`.d.ts`).
    pub declaration_files: &'static [&'static str],
    /// Packages whose types give those below them methods that give a value of what they are called on, with these.
    pub itself: &'static [(&'static str, &'static [&'static str])],
    /// Types of the language whose values are of no other type but those behind them, which take them as well: what tells signatures apart.
    pub plain: &'static [(&'static str, &'static [&'static str])],
    /// Package managers whose configuration names a file's package, in order of preference.
    pub managers: &'static [&'static str],
}

impl Habits {
    /// A language of which nothing is known: everything by file and scope.
    pub const PLAIN: Self = Self {
        plain: &[],
        itself: &[],
        implicit_receiver: false,
        reopened: false,
        imported_extensions: false,
        receivers_taken: false,
        decorator_ending: "",
        of_any_value: &[],
        loose_members: false,
        folders_are_modules: false,
        files_are_types: false,
        path_separator: None,
        textual_includes: false,
        preprocessed: false,
        announced: false,
        compiled: &[],
        undeclared_calls: false,
        known_libraries: &[],
        tags: false,
        aliases_declare: false,
        classes: Classes::NONE,
        holding: Holding::NONE,
        library: None,
        arguments: Arguments::NONE,
        brings: |_, _| true,
        bearing: None,
        interface_members: &[],
        functions: &[],
        unions: Unions::Either,
        results: &[],
        foreign: Foreign::NONE,
        callbacks: Callbacks::NONE,
        extended_foreign: None,
        method_sets: false,
        interfaces: &[],
        overriding: Overriding::Never,
        private_imports: false,
        source_sets: false,
        global_objects: &[],
        builtins: &[],
        foreign_members: &[],
        all_members: &[],
        fixtures: ("", &[]),
        fixture_file: ("", ""),
        whole_export: None,
        textual_macros: false,
        all_macros: "",
        fields_apart: false,
        values_apart: false,
        types_stay: false,
        locals_told: false,
        fields_in_brackets: false,
        namespaces_apart: false,
        declarations_merge: false,
        variables_of_types: false,
        overloads: false,
        types_by_count: false,
        any_count: &[],
        declaration_files: &[],
        managers: &[],
    };

    /// Whether a method hides neither a type nor a value of its name: only what is called is one (Java).
    pub fn methods_apart(&self) -> bool {
        self.fields_apart && self.implicit_receiver
    }

    /// Whether arguments of templates may choose a specialization, as those of generic types do not.
    pub fn specializes(&self) -> bool {
        self.textual_includes && self.overloads
    }

    /// Whether a variable or function hides the class of its name in one scope (C++).
    pub fn values_hide_classes(&self) -> bool {
        self.textual_includes && self.overloads
    }

    /// Whether functions without a name are values like others, and are known by what they give (ECMAScript, Python).
    pub fn holds_functions(&self) -> bool {
        self.classes.functions_build || self.callbacks.nameless_typed
    }

    /// Whether what is waited for is not told apart from what it gives (ECMAScript).
    pub fn waits_unseen(&self) -> bool {
        self.classes.functions_build
    }

    /// Whether a free name belongs to the language or its prelude.
    pub fn is_builtin(&self, name: &str) -> bool {
        self.builtins.iter().any(|table| table.binary_search(&name).is_ok())
    }
}

/// Module naming of one language. All methods are pure but for what they ask of the tree.
pub trait Semantics: Sync {
    /// The habits of the language.
    fn habits(&self) -> &'static Habits;

    /// The namespaces of its family that a file's top-level definitions are visible in without an import (a Go folder with its package name, a
    /// Java package, the C linker's single one). Empty where files are modules.
    fn namespaces(&self, _path: &str, _facts: &Facts) -> Vec<Name> {
        Vec::new()
    }

    /// Those of [`Self::namespaces`] that the path alone tells, as imports ask for them.
    fn namespaces_of_path(&self, _path: &str) -> Vec<Name> {
        Vec::new()
    }

    /// The namespaces whose definitions a file sees without an import, nearest first.
    fn seen_namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        self.namespaces(path, facts)
    }

    /// The namespace of a file that others of it may be left out of the graph of, by their paths.
    fn namespace_beside(&self, _path: &str, _facts: &Facts) -> Option<Name> {
        None
    }

    /// Whether a module only adds to another one that is imported with it, which an import and its name mean.
    fn is_addition(&self, _module: &Module) -> bool {
        false
    }

    /// Where the module of an import leads. Asked with the whole string; not asked of languages with a path separator.
    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution;

    /// Whether a name leads where the language says, whatever imports and modules hold: `self`, `super`, `crate`.
    fn is_path_keyword(&self, _name: &str) -> bool {
        false
    }

    /// Whether other modules get what a module holds under `name` when they import everything of it.
    fn is_offered(&self, _name: &str, _offer: Offer<'_>) -> bool {
        true
    }

    /// Whether what a file takes in whole is its own alone, but by imports that say so: `import` beside `export` (Dart), `using` beside `global using` (C#).
    fn keeps_imports(&self) -> bool {
        false
    }

    /// Whether an import makes one of two files: each sees all of the other (`part`, `part of` in Dart).
    fn is_whole(&self, _import: &Import) -> bool {
        false
    }

    /// Whether declarations of one type in two files may make it up together, as those marked [`Flags::PART`] do: not with what a test opens.
    fn are_parts(&self, _tree: &mut dyn Tree, _one: &str, other: &str) -> bool {
        !path::is_test(other)
    }

    /// Whether who reads a file has declarations of what its packages from elsewhere hold, so that a variable that holds such a module
    /// ([`Flags::HOLDS_MODULE`]) means the module.
    fn has_declarations(&self, _tree: &mut dyn Tree, _path: &str) -> bool {
        true
    }

    /// What imports of others bring into a file that does not write them.
    fn shared(&self, _tree: &mut dyn Tree, _path: &str) -> Option<Shared> {
        None
    }

    /// Whether other modules can name a definition of a module at all.
    fn is_nameable(&self, _symbol: &Symbol) -> bool {
        true
    }

    /// Whether a build with default settings compiles a definition of this file.
    fn is_built_by_default(&self, _path: &str, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::OPTIONAL_BUILD)
    }

    /// The module that calls itself `name` and that a file imports without saying so: by an import of a module with an empty binding.
    fn self_named(&self, _tree: &mut dyn Tree, _path: &str, _facts: &Facts, _name: &str) -> Resolution {
        Resolution::Missing("unbound")
    }

    /// Paths, without an extension, of what belongs to a file by its own words where the layout of folders tells nothing: what lies there asks for it
    /// by [`Tree::declaring`].
    fn declared_places(&self, _path: &str, _facts: &Facts) -> Vec<String> {
        Vec::new()
    }

    /// The modules directly around a module, where what stands inside sees all that they hold.
    fn around(&self, _tree: &mut dyn Tree, _module: &Module) -> Resolution {
        Resolution::Missing("no-parent-module")
    }

    /// Whether a dotted name that ends in `name` and starts with names that nothing binds, `path`, is one of a type behind that of its package:
    /// `okhttp3.Response`.
    fn is_written_in_full(&self, _path: &[&str], _name: &str) -> bool {
        false
    }

    /// Where the first name of a path leads if no scope binds it: `crate`, `super`, `self`, an external crate, a package.
    /// `from` is the module it stands in.
    fn root(&self, _tree: &mut dyn Tree, _from: &Module, _name: &str) -> Resolution {
        Resolution::Missing("unbound")
    }

    /// Whether imports of a file begin at the root of its package where no name that they see is called so.
    fn imports_from_root(&self, _tree: &mut dyn Tree, _path: &str) -> bool {
        false
    }

    /// Modules whose imports may give a name to another package for every module of the package that `_from` is of; see [`Self::brings_to_all`].
    fn prelude(&self, _tree: &mut dyn Tree, _from: &Module) -> Resolution {
        Resolution::Missing("unbound")
    }

    /// Whether an import of such a module does so.
    fn brings_to_all(&self, _import: &Import) -> bool {
        false
    }

    /// Whether exported macros of a package are members of this module, in whatever file they stand.
    fn is_macro_root(&self, _tree: &mut dyn Tree, _module: &Module) -> bool {
        false
    }

    /// The module called `name` inside `parent`, where modules are found by folder layout rather than by a binding: `pkg.sub`, `mod name;`.
    /// `place` is an explicit path given by the source (`#[path = "…"]`).
    fn child(&self, _tree: &mut dyn Tree, _parent: &Module, _name: &str, _place: Option<&str>) -> Resolution {
        Resolution::Missing("no-such-module")
    }
}

/// Semantics of files that import nothing.
#[derive(Debug)]
pub struct NoModules;

impl Semantics for NoModules {
    fn habits(&self) -> &'static Habits {
        &Habits::PLAIN
    }

    fn module(&self, _: &mut dyn Tree, _: &str, _: &Import) -> Resolution {
        Resolution::Missing("no-modules")
    }
}
