//! What a language tells the link: how modules are named and found, and the habits of its type system as data.

use std::sync::Arc;

use crate::base::Name;
use crate::shard::config::ConfigFact;
use crate::shard::facts::{Facts, Import, Symbol};

/// Begins the name of the namespace of what stands behind a macro that opens one; the rest is the macro's name.
pub const OPENED: &str = "!";

/// A module as other code can name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Module {
    /// A file, or the inline module `inner` (qualified name, `""` for the file itself) inside it.
    File { path: Name, inner: Name },
    /// A set of files that share one namespace of the language's family: a Go folder, a Java package.
    Namespace(Name),
    /// A folder that is a package without a file of its own (Python).
    Folder(Name),
}

impl Module {
    /// The qualified name of the inline module; `""` for everything else.
    pub fn inner(&self) -> &str {
        match self {
            Self::File { inner, .. } => inner,
            Self::Namespace(_) | Self::Folder(_) => "",
        }
    }

    /// The top level of a file.
    pub fn file(path: impl Into<Name>) -> Self {
        Self::File { path: path.into(), inner: Name::default() }
    }
}

/// Where a module name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Into the repository. Several where the language merges them (`a.ts` and `a.d.ts`, build variants), at most eight.
    Modules(Vec<Module>),
    /// The same by a habit of tools, where no configuration that is read says so.
    Guessed(Vec<Module>),
    /// Into a package that is not part of the repository. The name is the package as its manager knows it, `std` names included.
    External(Name),
    /// Nowhere; the reason is a short kebab-case word for the census.
    Missing(&'static str),
}

impl Resolution {
    /// Leads to one file.
    pub fn file(path: impl Into<Name>) -> Self {
        Self::Modules(vec![Module::file(path)])
    }
}

/// A configuration file with its path.
#[derive(Debug, PartialEq, Eq)]
pub struct Config {
    /// Repo-relative path of the file.
    pub path: Name,
    /// What it says.
    pub fact: Arc<ConfigFact>,
}

impl Config {
    /// The folder it stands in.
    pub fn folder(&self) -> &str {
        crate::base::path::parent(&self.path)
    }
}

/// What a resolver may ask of the tree. Every question becomes a read key, so ask only what the answer depends on.
pub trait Tree {
    /// Whether the graph holds a file at this repo-relative path.
    fn is_file(&mut self, path: &str) -> bool;
    /// Whether any file of a language with [`Habits::folders_are_modules`] lies below this folder.
    fn is_folder(&mut self, path: &str) -> bool;
    /// Whether any file of the asking family publishes into this namespace.
    fn has_namespace(&mut self, namespace: &str) -> bool;
    /// The files that define `name` at the top of a namespace, sorted.
    fn defining(&mut self, _namespace: &str, _name: &str) -> Vec<Name> {
        Vec::new()
    }
    /// The files of the asking family that carry this name, in any folder, sorted; none where so many do that the name says nothing. Languages
    /// with [`Habits::textual_includes`] alone have answers.
    fn files_named(&mut self, _name: &str) -> Vec<Name> {
        Vec::new()
    }
    /// The configuration of `manager` in the nearest folder at or above that of `path`.
    fn config_above(&mut self, path: &str, manager: &str) -> Option<Arc<Config>>;
    /// The configuration of `manager` in exactly this folder.
    fn config_in(&mut self, folder: &str, manager: &str) -> Option<Arc<Config>>;
    /// All configurations of `manager` in exactly this folder, by path.
    fn configs_in(&mut self, folder: &str, manager: &str) -> Arc<[Arc<Config>]> {
        self.config_in(folder, manager).into_iter().collect()
    }
    /// The configuration files of `manager` that declare a package of this name, by path.
    fn packages_named(&mut self, manager: &str, name: &str) -> Arc<[Arc<Config>]>;
}

/// What stands under a name in a module, as another module asks for it.
#[derive(Clone, Copy, Debug)]
pub enum Offer<'a> {
    Symbol(&'a Symbol),
    Import(&'a Import),
    /// Nothing of the module's own: what its wildcard imports bring.
    Indirect,
    /// A module that nothing names: it is there by folder layout alone.
    Layout,
}

/// How a call of a type is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// Calling a type makes an instance (Python, Rust tuple structs, Kotlin), a conversion among them (Go).
    Call,
    /// Only the extractor's `built` expressions do.
    Explicit,
}

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
    /// Of a map the last of these generic types, with the type arguments of its receiver, which those before it hold.
    Entries(&'static [&'static str]),
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

/// Habits of a language's names and types, as data.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Bare names reach members of the enclosing types and their supertypes (Java, C++).
    pub implicit_receiver: bool,
    /// Folders without a file of their own are modules (Python).
    pub folders_are_modules: bool,
    /// Module strings are paths of names, taken apart by this separator and walked name by name (Rust).
    pub path_separator: Option<&'static str>,
    /// Any file may open a namespace again, and sees what its includes reach (C, C++).
    pub textual_includes: bool,
    pub construction: Construction,
    /// Names of members that construct: `__init__`, `constructor`.
    pub constructors: &'static [&'static str],
    /// The member that calling an instance calls (`__call__`).
    pub called: Option<&'static str>,
    /// The member of what a member of a class holds that decides what reading it gives (`__get__`).
    pub read_by: Option<&'static str>,
    /// Members are looked for in all types above by one order in which each comes before those above it, and one whose type is declared stands before
    /// one of a type below that only has a value (Python).
    pub linearized: bool,
    /// Generic wrappers whose members are those of their first argument (`Box`, `Rc`, `Optional`), or of what that wraps where they are `wrappers` too
    /// (`Awaited`).
    pub transparent: &'static [&'static str],
    /// Given a module of the standard library that is imported whole and a name, the package of what the name is there, as far as that is known; an empty
    /// one where it belongs to the language.
    pub library: Option<fn(&str, &str) -> Option<&'static str>>,
    /// Interfaces of the standard library and what is above them: the same of types that others may satisfy.
    pub widened_interfaces: &'static [(&'static str, &'static [&'static str])],
    /// Types of text, which hold pieces of their own type (`for c in name`).
    pub texts: &'static [&'static str],
    /// Whether importing all of a module that is outside of the tree may bring a name: the module as it is written, the name.
    pub brings: fn(&str, &str) -> bool,
    /// Members that types have from an interface of the language or its standard library that they satisfy, by its name; those under an empty one every
    /// type has. Lists of names, each sorted by bytes.
    pub interface_members: &'static [(&'static str, &'static [&'static str])],
    /// Generic types of functions whose last argument is what a call gives (`Callable`).
    pub functions: &'static [&'static str],
    /// Which member of a union is meant.
    pub unions: Unions,
    /// Generic types that stand for what the class builds whose type they are given (`InstanceType`).
    pub built: &'static [&'static str],
    /// The generic map whose members are its keys (`Record`); an index signature is one of these above its type.
    pub keyed: Option<&'static str>,
    /// The member of a value that is its class (`__class__`).
    pub class_of: Option<&'static str>,
    /// The method that says what waiting for a value gives, and the argument of what it returns that is that (`__await__`).
    pub awaited: Option<(&'static str, usize)>,
    /// Foreign types that make those below them records, and whether their fields go by number, in the order of the source, or by name.
    pub records: &'static [(&'static str, bool)],
    /// Methods of maps that give one side of them, the collection that they give it as, and the argument of the map that is that side.
    pub views: &'static [(&'static str, &'static str, usize)],
    /// Generic types that stand for what the function type that they are given returns (`ReturnType`).
    pub results: &'static [&'static str],
    /// Generic wrappers that `Unwrap` removes (`Option`, `Result`, `Promise`, `Awaitable`).
    pub wrappers: &'static [&'static str],
    /// Methods of wrappers that are not told apart from what they hold: where that has none of the name, the wrapper's is meant (`then`).
    pub wrapper_members: &'static [&'static str],
    /// Generic collections and the index of the argument their elements have (`("Vec", 0)`, `("HashMap", 1)`, `("dict", 0)`).
    pub collections: &'static [(&'static str, usize)],
    /// What a value stands for by dereferencing: the interface that says so and its associated type, or the operator that gives it and no interface.
    pub dereference: Option<(&'static str, &'static str)>,
    /// What an element of a value is, first answer first: the interface and its associated type, or the operator and no interface; and whether that is
    /// itself a collection.
    pub elements: &'static [(&'static str, &'static str, bool)],
    /// A loop over a map takes its entries (Rust, C++), not its keys.
    pub entries: bool,
    /// What a module imports for itself no other package can name (Rust).
    pub private_imports: bool,
    /// Types that collections name for their elements and for what points to them, by bytes (`vector<T>::iterator`).
    pub element_types: &'static [&'static str],
    /// Whether a pair, and what points into a map, has its parts as fields `first` and `second`.
    pub pairs: bool,
    /// Lists are taken apart by position (ECMAScript, Python): each part is an element.
    pub lists_apart: bool,
    /// Methods of foreign types that return their receiver (`clone`, `as_ref`, `iter`).
    pub same: &'static [&'static str],
    /// Those of them that keep the first of its type's arguments alone (`map_err`).
    pub keeps_first: &'static [&'static str],
    /// Methods among `same` after which a wrapper or collection is one of another name, with that.
    pub turns: &'static [(&'static str, &'static str)],
    /// Methods that every type may have from the standard library and that give the value again, plain (`clone`) or out of a wrapper that is not
    /// told apart from what it holds (`map.get(key).unwrap()`).
    pub passing: &'static [&'static str],
    /// Methods of foreign types that hand the function they take what their receiver holds, and the number of its parameter that takes it, sorted.
    pub handing: &'static [(&'static str, usize)],
    /// The interface whose implementers have these methods, and its associated type that says what they hold.
    pub handed_by: Option<(&'static str, &'static str)>,
    /// Methods of foreign types that give what the function they take gives, and how.
    pub mapping: &'static [(&'static str, Mapping)],
    /// The foreign type of what mapping a collection gives.
    pub mapped: &'static str,
    /// Methods of interfaces that give what the interface's first argument says (`Into<T>`), with the interface.
    pub converting: &'static [(&'static str, &'static str)],
    /// Methods that put their last argument, or their last two as key and value, into a collection that was built empty.
    pub filling: &'static [&'static str],
    /// The repository may add members to foreign types: names of those that stand for others, whose members they have (`Vec` for `slice`).
    pub extended_foreign: Option<&'static [(&'static str, &'static str)]>,
    /// Functions that derives and foreign interfaces add to a type and that give a value of it.
    pub derived: &'static [&'static str],
    /// Whether a type satisfies an interface is decided by its methods alone (Go).
    pub method_sets: bool,
    /// Interfaces of the language and its standard library: package (empty for the language), name, names of the methods; sorted.
    pub interfaces: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// What makes a method take the place of one of a type above.
    pub overriding: Overriding,
    /// Methods of foreign types that return the wrapped value or an element (`unwrap`, `get`, `pop`).
    pub inner: &'static [&'static str],
    /// Free names that belong to the language or its prelude: tables, each sorted by bytes.
    pub builtins: &'static [&'static [&'static str]],
    /// Member names that the standard library's own types carry (`get`, `push`, `append`), sorted by bytes: alone they say nothing about the receiver.
    pub foreign_members: &'static [&'static str],
    /// Types of the language all of whose members are known, with these, sorted; [`crate::shard::expr::FUNCTION`] stands for functions.
    pub all_members: &'static [(&'static str, &'static [&'static str])],
    /// Parameters that a test framework fills by their name alone, and the package that does (pytest's own fixtures), sorted by bytes.
    pub fixtures: (&'static str, &'static [&'static str]),
    /// Members outside of the repository and the built-in types of what they hold or return, `(member, owner, type)`, sorted. An owner is a built-in
    /// name, `Object` for members of every type, `""` for members of any type that lies outside; of types `T[]` is an array.
    pub known_members: &'static [(&'static str, &'static str, &'static str)],
    /// `new f()` gives an object with the members of `f.prototype`, and functions and objects take members while the program runs (ECMAScript).
    pub functions_build: bool,
    /// Functions outside of the repository that give something of what a call hands over, `(member, owner, what)`, sorted. An owner is the simple name of
    /// a type outside, `""` for members of any.
    pub giving: &'static [(&'static str, &'static str, Giving)],
    /// The name under which a module publishes a value that stands for the whole of it (`module.exports = f`).
    pub whole_export: Option<&'static str>,
    /// Macros are seen in the text after them, across files, without an import (Rust).
    pub textual_macros: bool,
    /// What a place that takes a function declares types its parameters (ECMAScript).
    pub typed_callbacks: bool,
    /// A type may have a field and a method of one name (Java, Rust).
    pub fields_apart: bool,
    /// Declarations of one name in one file are one thing: types, values and namespaces of it are told apart by use only (TypeScript).
    pub declarations_merge: bool,
    /// Overloads are told apart by the number of arguments.
    pub overloads: bool,
    /// Interfaces outside of the repository that a function is handed over as, and which of their arguments its parameters have, sorted. Where there
    /// are any, an interface with one method without a body is such an interface (Java).
    pub functional: &'static [(&'static str, &'static [usize])],
    /// A call gives each parameter its argument, but for the last that takes a list: what takes another number is not called (Java).
    pub exact_arity: bool,
    /// The generic type that stands for arrays, which are told apart by their elements (Java).
    pub array: Option<&'static str>,
    /// What a value of a built-in type is taken for where no overload takes it as it is, nearest first; `""` stands for values of every type.
    pub widened: &'static [(&'static str, &'static [&'static str])],
    /// Package managers whose configuration names a file's package, in order of preference.
    pub managers: &'static [&'static str],
}

impl Habits {
    /// A language of which nothing is known: everything by file and scope.
    pub const PLAIN: Self = Self {
        implicit_receiver: false,
        folders_are_modules: false,
        path_separator: None,
        textual_includes: false,
        construction: Construction::Explicit,
        constructors: &[],
        called: None,
        read_by: None,
        linearized: false,
        transparent: &[],
        library: None,
        widened_interfaces: &[],
        texts: &[],
        brings: |_, _| true,
        interface_members: &[],
        functions: &[],
        unions: Unions::Either,
        built: &[],
        keyed: None,
        class_of: None,
        awaited: None,
        records: &[],
        views: &[],
        results: &[],
        wrappers: &[],
        collections: &[],
        dereference: None,
        passing: &[],
        handing: &[],
        handed_by: None,
        mapping: &[],
        mapped: "",
        filling: &[],
        converting: &[],
        extended_foreign: None,
        derived: &[],
        method_sets: false,
        interfaces: &[],
        overriding: Overriding::Never,
        elements: &[],
        entries: false,
        private_imports: false,
        element_types: &[],
        pairs: false,
        lists_apart: false,
        same: &[],
        keeps_first: &[],
        turns: &[],
        inner: &[],
        builtins: &[],
        foreign_members: &[],
        all_members: &[],
        fixtures: ("", &[]),
        functions_build: false,
        wrapper_members: &[],
        whole_export: None,
        textual_macros: false,
        typed_callbacks: false,
        fields_apart: false,
        declarations_merge: false,
        overloads: false,
        exact_arity: false,
        functional: &[],
        array: None,
        widened: &[],
        known_members: &[],
        giving: &[],
        managers: &[],
    };

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

    /// Whether other modules can name a definition of a module at all.
    fn is_nameable(&self, _symbol: &Symbol) -> bool {
        true
    }

    /// Whether a build with default settings compiles a definition of this file.
    fn is_built_by_default(&self, _path: &str, _symbol: &Symbol) -> bool {
        true
    }

    /// The module that calls itself `name` and that a file imports without saying so: by an import of a module with an empty binding.
    fn self_named(&self, _tree: &mut dyn Tree, _path: &str, _facts: &Facts, _name: &str) -> Resolution {
        Resolution::Missing("unbound")
    }

    /// The modules directly around a module, where what stands inside sees all that they hold.
    fn around(&self, _tree: &mut dyn Tree, _module: &Module) -> Resolution {
        Resolution::Missing("no-parent-module")
    }

    /// Where the first name of a path leads if no scope binds it: `crate`, `super`, `self`, an external crate, a package.
    /// `from` is the module it stands in.
    fn root(&self, _tree: &mut dyn Tree, _from: &Module, _name: &str) -> Resolution {
        Resolution::Missing("unbound")
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
