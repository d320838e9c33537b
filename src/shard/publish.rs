//! The read keys under which a file's facts can be asked for, each with the digest of the answer.
//!
//! A digest covers everything a link could learn through its key: change any of it and the digest changes (the room `digests`).

use std::collections::BTreeMap;

use serde::Serialize;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::digests::{self, Digests, named, word};
use super::facts::{Extension, Facts, Flags, Import, Imported, Owner, Symbol, SymbolKind};
use crate::base::Name;
use crate::base::key::{Class, Key, key};
use crate::base::path;

/// The namespace of macros that are seen across files without an import; no language writes one like it.
pub const MACROS: &str = "!";

/// What a file brings into an open namespace by a wildcard; no language names anything so.
pub const WHOLE: &str = "*";

/// Stands for whatever open namespace a using-declaration brings a name into; no language names one so.
pub const USED: &str = "=";

/// Stands for what an open namespace holds that a file declares and does not define, and begins the module of the import that says so; no language names
/// a module so.
pub const ANNOUNCED: &str = "::^";

/// Stands for the target of extensions that add to whatever there is; no type is called so.
pub const ANY: &str = "*";

/// Tells what an interface gives, or a block that adds to whatever there is, from other members.
pub const GIVEN: &str = "+";

/// Tells what a block gives a type under another name for it, or may; no member is called so.
pub const RENAMED: &str = "=";

/// Whether an import brings all of one open namespace into another, `container`, for everybody who looks there.
pub fn opens_more(container: &str, import: &Import) -> bool {
    let own = |whole: &str| whole.split("::").eq(container.split('.'));
    import.imported == Imported::Wildcard && !container.is_empty() && import.module.strip_prefix("::").is_some_and(|whole| !own(whole))
}

/// Tells the name of a file that is included from a path.
pub const INCLUDED: &str = "#";

/// Tells a place that a file calls its own from a path.
pub const DECLARED: &str = ":";

/// Tells functions that are called like members of what they take first from other members.
pub const TAKING: &str = "(";

/// What the manifests of one manager say of each other.
pub const DEPENDENCIES: &str = "dependencies";

/// Marks what is left out of the graph, and what of it is a copy of other people's code.
pub const LEFT_OUT: &str = "left-out";
pub const VENDORED: &str = "vendored";

/// A path without its last extension, folders included.
pub fn stem(path: &str) -> &str {
    let name = path::file_name(path);
    let length = name.rfind('.').filter(|at| *at > 0).map_or(0, |at| name.len() - at);
    &path[..path.len() - length]
}

/// All `(key, digest)` pairs of a file that is left out of the graph, sorted by key: that it is there, and the namespaces of its family that its
/// path alone puts it in.
pub fn publish_left_out(path: &str, mark: &str, family: &str, namespaces: &[Name]) -> Vec<(Key, u64)> {
    let mut keys = vec![key(Class::LeftOut, &[mark, stem(path)]), key(Class::LeftOut, &[mark, path, ""])];
    keys.extend(namespaces.iter().map(|namespace| key(Class::LeftOut, &[mark, family, namespace, ""])));
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter().map(|key| (key, 1)).collect()
}

/// How a file takes part in the world besides its facts.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Repo-relative path.
    pub path: &'a str,
    /// Id of the language it is extracted as.
    pub language: &'a str,
    /// The language's family.
    pub family: &'a str,
    /// Namespaces its top-level names are visible in.
    pub namespaces: &'a [Name],
    /// Namespaces whose names it sees.
    pub seen: &'a [Name],
    /// Ancestor folders count as modules.
    pub folders: bool,
    /// Other files take its text by its name.
    pub included: bool,
    /// Places that it calls its own.
    pub declared: &'a [String],
    /// Others read which members some of its types have, or in which order these keep their fields.
    pub ordered: bool,
    /// Blocks may add members to a type under another name for it.
    pub renamed: bool,
}

/// All `(key, digest)` pairs of a file, sorted by key, one a key.
pub fn publish(standing: Standing<'_>, facts: &Facts) -> Vec<(Key, u64)> {
    let mut out = Publication { facts, has_topmost: facts.has_topmost(), digests: Digests::of(facts), table: BTreeMap::new() };
    out.say(key(Class::Path, &[standing.path]), file_digest(standing, facts));
    if standing.folders {
        let mut folder = path::parent(standing.path);
        while !folder.is_empty() {
            out.say(key(Class::Path, &[folder, "/"]), 1);
            folder = path::parent(folder);
        }
    }
    if standing.included {
        out.say(key(Class::Path, &[path::file_name(standing.path), INCLUDED]), 1);
    }
    for place in standing.declared {
        out.affirm(key(Class::Path, &[place, DECLARED]));
    }
    for namespace in standing.namespaces {
        out.say(key(Class::Namespace, &[standing.family, namespace, ""]), 1);
    }
    for (symbol, has_members) in facts.symbols.iter().zip(with_members(facts)) {
        out.symbol(standing, symbol, has_members);
    }
    for import in &facts.imports {
        out.import(standing, import);
    }
    for (extension, index) in facts.extensions.iter().zip(0..) {
        out.extension(standing, (extension, index));
    }
    if let Some(config) = &facts.config {
        let digest = serialized_digest(config.as_ref());
        out.say(key(Class::Config, &[path::parent(standing.path), &config.manager]), digest);
        let leads = serialized_digest(&(&config.name, &config.dependencies, &config.renames));
        out.say(key(Class::Config, &[&config.manager, DEPENDENCIES, ""]), leads);
        if let Some(name) = &config.name {
            out.say(key(Class::PackageName, &[&config.manager, name]), digest);
        }
    }
    out.table.into_iter().collect()
}

fn serialized_digest(value: &impl Serialize) -> u64 {
    postcard::to_stdvec(value).map_or(0, |bytes| xxh3_64(&bytes))
}

struct Publication<'a> {
    facts: &'a Facts,
    /// Some definitions stand outside of the namespaces of the file.
    has_topmost: bool,
    digests: Digests<'a>,
    table: BTreeMap<Key, u64>,
}

impl Publication<'_> {
    /// Mixes one more fact, in source order, into the answer under `key`.
    fn say(&mut self, key: Key, digest: u64) {
        let slot = self.table.entry(key).or_insert(0);
        *slot = slot.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ digest;
    }

    /// Answers "yes" under `key`, however often.
    fn affirm(&mut self, key: Key) {
        self.table.insert(key, 1);
    }

    fn symbol(&mut self, standing: Standing<'_>, symbol: &Symbol, has_members: bool) {
        let owner = self.facts.owner_name(symbol.owner);
        let digest = self.digests.symbol(symbol, has_members);
        self.say(key(Class::Name, &[standing.path, owner, &symbol.name]), digest);
        if symbol.flags.has(Flags::DEFAULT) {
            self.say(key(Class::Name, &[standing.path, owner, "default"]), digest);
        }
        // Whoever compares method sets, reads fields by their place or what any member of an object holds asks for all of them, whatever they are called.
        let holder = if let Owner::Symbol(index) = symbol.owner { self.facts.symbol(index) } else { None };
        if holder.is_some_and(|it| {
            matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias) || it.kind.is_value() || (standing.ordered && it.kind.is_type())
        }) {
            self.say(key(Class::Name, &[standing.path, owner, ""]), digest ^ xxh3_64(symbol.name.as_bytes()));
        }
        if symbol.flags.has(Flags::NESTED) {
            self.affirm(key(Class::Bound, &[&symbol.name]));
            return;
        }
        if symbol.kind == SymbolKind::Macro && standing.namespaces.is_empty() {
            self.say(key(Class::Namespace, &[standing.family, MACROS, &symbol.name]), digest);
        }
        match symbol.owner {
            Owner::File => {
                self.say(key(Class::TopName, &[symbol.shown()]), digest);
                for namespace in standing.namespaces {
                    if !self.has_topmost || !namespace.is_empty() || symbol.flags.has(Flags::TOPMOST) {
                        self.say(key(Class::Namespace, &[standing.family, namespace, &symbol.name]), digest);
                    }
                }
            }
            Owner::Extension(index) => {
                let Some(extension) = self.facts.extension(index) else { return };
                if !self.facts.is_at_home(extension, standing.included) {
                    self.say(key(Class::Extension, &[standing.family, &extension.target_name, &symbol.name]), digest);
                }
                self.say(key(Class::Member, &[standing.family, &symbol.name]), digest);
                // A type that its path names is one with those of its name in what the path leads to.
                if let Some(around) = symbol.around().filter(|_| symbol.flags.has(Flags::PART)) {
                    for namespace in standing.namespaces {
                        self.say(key(Class::Namespace, &[standing.family, namespace, around, &symbol.name]), digest);
                    }
                }
                if extension.is_blanket() {
                    self.say(key(Class::Member, &[standing.family, &symbol.name, GIVEN]), digest);
                }
                if standing.renamed && self.facts.may_rename(extension) {
                    self.say(key(Class::Member, &[standing.family, &symbol.name, RENAMED]), digest);
                }
            }
            Owner::Symbol(index) => {
                self.say(key(Class::Member, &[standing.family, &symbol.name]), digest);
                if symbol.flags.has(Flags::TAKES_RECEIVER) {
                    self.say(key(Class::Member, &[standing.family, &symbol.name, TAKING]), digest);
                }
                let Some(holder) = self.facts.symbol(index) else { return };
                if holder.kind.is_abstract_type() {
                    self.say(key(Class::Member, &[standing.family, &symbol.name, GIVEN]), digest);
                }
                if holder.flags.has(Flags::PART) {
                    for namespace in standing.namespaces {
                        self.say(key(Class::Namespace, &[standing.family, namespace, owner, &symbol.name]), digest);
                    }
                }
                // A namespace inside of a file goes on in other files where files have namespaces at all.
                if holder.kind == SymbolKind::Module && !standing.namespaces.is_empty() {
                    self.say(key(Class::Namespace, &[standing.family, owner, &symbol.name]), digest);
                }
            }
        }
    }

    fn import(&mut self, standing: Standing<'_>, import: &Import) {
        if !import.module_level {
            return;
        }
        let container = import.container.map_or("", |index| self.facts.owner_name(Owner::Symbol(index)));
        let digest = digests::of_import(import);
        match import.imported {
            Imported::Wildcard => {
                self.say(key(Class::Wild, &[standing.path, container]), digest);
                if opens_more(container, import) {
                    self.say(key(Class::Namespace, &[standing.family, container, WHOLE]), digest);
                }
            }
            Imported::SideEffect => {
                if let Some(name) = import.module.strip_prefix(ANNOUNCED) {
                    self.affirm(key(Class::Namespace, &[standing.family, ANNOUNCED, container, name]));
                }
            }
            Imported::Module | Imported::Item(_) => {
                self.say(key(Class::Name, &[standing.path, container, &import.binding]), digest);
                self.affirm(key(Class::Bound, &[&import.binding]));
                if import.module.starts_with("::") {
                    self.affirm(key(Class::Namespace, &[standing.family, USED, &import.binding]));
                }
            }
        }
    }

    fn extension(&mut self, standing: Standing<'_>, (extension, index): (&Extension, u32)) {
        if extension.interface.is_none() {
            return;
        }
        let digest = self.digests.extension(index);
        let family = standing.family;
        let is_at_home = self.facts.is_at_home(extension, standing.included);
        // Whoever asks the file itself gets all in their order, however they name the type.
        self.say(key(Class::Conformance, &[family, standing.path, &extension.target_name]), digest);
        if !is_at_home {
            self.say(key(Class::Conformance, &[family, &extension.target_name]), digest);
        }
        let facts = self.facts;
        for interface in facts.interface_names(extension) {
            if !is_at_home {
                self.say(key(Class::Conformance, &[family, &extension.target_name, interface]), digest);
            }
            if extension.is_blanket() {
                self.say(key(Class::Conformance, &[family, ANY, interface]), digest);
            }
        }
    }
}

/// What is asked of a file as a whole: its language, where its top-level names are seen and looked up, whether any of them is for everybody.
fn file_digest(standing: Standing<'_>, facts: &Facts) -> u64 {
    let mut hasher = Xxh3::new();
    word(&mut hasher, standing.language);
    standing.namespaces.iter().for_each(|namespace| word(&mut hasher, namespace));
    standing.seen.iter().for_each(|namespace| named(&mut hasher, b"<", namespace));
    hasher.update(&[u8::from(facts.declares_globals())]);
    if let Some(namespace) = &facts.namespace {
        named(&mut hasher, b"=", namespace);
    }
    hasher.digest()
}

/// Whether a definition has members of its own, by symbol.
fn with_members(facts: &Facts) -> Vec<bool> {
    let mut found = vec![false; facts.symbols.len()];
    for owner in facts.symbols.iter().filter_map(|symbol| facts.holder_of(symbol)) {
        if let Some(has) = found.get_mut(owner as usize) {
            *has = true;
        }
    }
    found
}
