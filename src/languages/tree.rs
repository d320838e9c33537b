//! The tree as resolvers of module names see it: modules, where their names lead, and what may be asked.

use std::sync::Arc;

use crate::base::Name;
use crate::shard::config::ConfigFact;
use crate::shard::facts::{Import, Symbol};

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

/// What imports that stand elsewhere bring into a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Files whose imports count for others too, as far as they say so, sorted.
    pub files: Vec<Name>,
    /// Where modules lead that a configuration takes in whole.
    pub modules: Vec<Resolution>,
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
    /// Whether any file of a language with [`Habits::folders_are_modules`](super::semantics::Habits::folders_are_modules) lies below this folder.
    fn is_folder(&mut self, path: &str) -> bool;
    /// Whether any file of the asking family publishes into this namespace.
    fn has_namespace(&mut self, namespace: &str) -> bool;
    /// The files that define `name` at the top of a namespace, sorted.
    fn defining(&mut self, _namespace: &str, _name: &str) -> Vec<Name> {
        Vec::new()
    }
    /// The files of the asking family that carry this name, in any folder, sorted; none where so many do that the name says nothing. Languages
    /// with [`Habits::textual_includes`](super::semantics::Habits::textual_includes) alone have answers.
    fn files_named(&mut self, _name: &str) -> Vec<Name> {
        Vec::new()
    }
    /// The files of the asking family that say so of a place ([`Semantics::declared_places`](super::semantics::Semantics::declared_places)), sorted; none where so many do that the place says nothing.
    fn declaring(&mut self, _place: &str) -> Vec<Name> {
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
    /// What `find` says of a path, asked once while a file is linked: `question` names it. For what thousands of names ask of the same few files.
    fn once(&mut self, question: &'static str, path: &str, find: fn(&mut dyn Tree, &str) -> Vec<String>) -> Arc<[String]>;
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
