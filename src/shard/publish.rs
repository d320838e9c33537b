//! The read keys under which a file's facts can be asked for, each with the digest of the answer.
//!
//! A digest covers everything a link could learn through its key: change any of it and the digest changes. Indices never
//! enter a digest, so moving a definition within its file changes nothing.

use std::collections::BTreeMap;

use serde::Serialize;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::expr::{Expr, ExprId};
use super::facts::{Extension, Facts, Flags, Generic, Import, Imported, Naming, Owner, Symbol, SymbolKind};
use crate::base::Name;
use crate::base::key::{Class, Key, TextMap, key};
use crate::base::path;

/// The namespace of macros that are seen across files without an import; no language writes one like it.
pub const MACROS: &str = "!";

/// What a file brings into an open namespace by a wildcard; no language names anything so.
pub const WHOLE: &str = "*";

/// Stands for whatever open namespace a using-declaration brings a name into; no language names one so.
pub const USED: &str = "=";

/// Stands for the target of extensions that add to whatever there is; no type is called so.
pub const ANY: &str = "*";

/// Tells what an interface gives, or a block that adds to whatever there is, from other members.
pub const GIVEN: &str = "+";

/// Whether an import brings all of one open namespace into another, `container`, for everybody who looks there.
pub fn opens_more(container: &str, import: &Import) -> bool {
    let own = |whole: &str| whole.split("::").eq(container.split('.'));
    import.imported == Imported::Wildcard && !container.is_empty() && import.module.strip_prefix("::").is_some_and(|whole| !own(whole))
}

/// Tells the name of a file that is included from a path.
pub const INCLUDED: &str = "#";

/// Tells a place that a file calls its own from a path.
pub const DECLARED: &str = ":";

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
    /// Some of its types keep their fields in an order that others read.
    pub ordered: bool,
}

/// All `(key, digest)` pairs of a file, sorted by key, one a key.
pub fn publish(standing: Standing<'_>, facts: &Facts) -> Vec<(Key, u64)> {
    let ordinals = ordinals(facts);
    let mut out = Publication { facts, digests: expr_digests(facts, &ordinals), ordinals, table: BTreeMap::new() };
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
    for extension in &facts.extensions {
        out.extension(standing, extension);
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
    digests: Vec<u64>,
    /// How many namesakes stand before each definition.
    ordinals: Vec<u32>,
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
        let digest = self.symbol_digest(symbol, has_members);
        self.say(key(Class::Name, &[standing.path, owner, &symbol.name]), digest);
        if symbol.flags.has(Flags::DEFAULT) {
            self.say(key(Class::Name, &[standing.path, owner, "default"]), digest);
        }
        // Whoever compares method sets, or reads fields by their place, asks for all of them, whatever they are called.
        let holder = if let Owner::Symbol(index) = symbol.owner { self.facts.symbol(index) } else { None };
        if holder.is_some_and(|it| it.kind == SymbolKind::Interface || (standing.ordered && it.kind.is_type())) {
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
                self.say(key(Class::TopName, &[&symbol.name]), digest);
                for namespace in standing.namespaces {
                    self.say(key(Class::Namespace, &[standing.family, namespace, &symbol.name]), digest);
                }
            }
            Owner::Extension(index) => {
                let Some(extension) = self.facts.extension(index) else { return };
                if !self.is_at_home(standing, extension) {
                    self.say(key(Class::Extension, &[standing.family, &extension.target_name, &symbol.name]), digest);
                }
                self.say(key(Class::Member, &[standing.family, &symbol.name]), digest);
                if extension.is_blanket() {
                    self.say(key(Class::Member, &[standing.family, &symbol.name, GIVEN]), digest);
                }
            }
            Owner::Symbol(index) => {
                self.say(key(Class::Member, &[standing.family, &symbol.name]), digest);
                let Some(holder) = self.facts.symbol(index) else { return };
                if holder.kind.is_abstract_type() {
                    self.say(key(Class::Member, &[standing.family, &symbol.name, GIVEN]), digest);
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
        let digest = digest_of(import);
        match import.imported {
            Imported::Wildcard => {
                self.say(key(Class::Wild, &[standing.path, container]), digest);
                if opens_more(container, import) {
                    self.say(key(Class::Namespace, &[standing.family, container, WHOLE]), digest);
                }
            }
            Imported::SideEffect => {}
            Imported::Module | Imported::Item(_) => {
                self.say(key(Class::Name, &[standing.path, container, &import.binding]), digest);
                self.affirm(key(Class::Bound, &[&import.binding]));
                if import.module.starts_with("::") {
                    self.affirm(key(Class::Namespace, &[standing.family, USED, &import.binding]));
                }
            }
        }
    }

    fn extension(&mut self, standing: Standing<'_>, extension: &Extension) {
        if extension.interface.is_none() {
            return;
        }
        let digest = self.extension_digest(extension);
        let family = standing.family;
        let conformance = if self.is_at_home(standing, extension) {
            key(Class::Conformance, &[family, standing.path, &extension.target_name])
        } else {
            key(Class::Conformance, &[family, &extension.target_name])
        };
        self.say(conformance, digest);
        let facts = self.facts;
        for interface in facts.interface_names(extension) {
            if !self.is_at_home(standing, extension) {
                self.say(key(Class::Conformance, &[family, &extension.target_name, interface]), digest);
            }
            if extension.is_blanket() {
                self.say(key(Class::Conformance, &[family, ANY, interface]), digest);
            }
        }
    }

    /// Whether an extension is of a type that its own file defines. Those who ask for extensions of that type look there anyway, and those who ask for the
    /// extensions of another type that shares the name, as thousands may, need not. What is added to another name for a type is that type's, wherever it is.
    fn is_at_home(&self, standing: Standing<'_>, extension: &Extension) -> bool {
        let mut target = self.facts.expr(extension.target);
        while let Some(Expr::Apply { base, args }) = target
            && !args.is_empty()
        {
            target = self.facts.expr(*base);
        }
        let Some(Expr::Symbol(symbol)) = target else { return false };
        let is_type = |kind| kind != SymbolKind::Module && (kind != SymbolKind::TypeAlias || !standing.included);
        self.facts.symbol(*symbol).is_some_and(|it| is_type(it.kind) && it.name == extension.target_name)
    }

    fn symbol_digest(&self, symbol: &Symbol, has_members: bool) -> u64 {
        let mut hasher = Xxh3::new();
        // An alias is what it stands for unless it has members itself, and a value what is spread into it.
        let is_asked = symbol.kind.is_value() || matches!(symbol.kind, SymbolKind::TypeAlias | SymbolKind::AssociatedType);
        hasher.update(&[symbol.kind as u8, symbol.visibility as u8, u8::from(has_members && is_asked)]);
        hasher.update(&symbol.flags.0.to_le_bytes());
        hasher.update(&symbol.overload.unwrap_or(0).to_le_bytes());
        hasher.update(&symbol.callback.unwrap_or(0).to_le_bytes());
        hasher.update(&symbol.twin.to_le_bytes());
        self.owner(&mut hasher, symbol.owner);
        if matches!(symbol.owner, Owner::Extension(_)) {
            word(&mut hasher, &symbol.qualified);
        }
        self.generics(&mut hasher, &symbol.generics);
        for param in &symbol.params {
            word(&mut hasher, &param.name);
            hasher.update(&[u8::from(param.optional), param.pointer.map_or(2, u8::from)]);
            self.optional(&mut hasher, param.ty);
        }
        hasher.update(b"|");
        self.optional(&mut hasher, symbol.ty);
        self.optional(&mut hasher, symbol.value);
        self.optional(&mut hasher, symbol.made);
        word(&mut hasher, symbol.words.as_deref().unwrap_or_default());
        symbol.namings.iter().for_each(|naming| naming_into(&mut hasher, naming));
        for supertype in &symbol.supertypes {
            hasher.update(&[supertype.heritage as u8]);
            self.expr(&mut hasher, supertype.ty);
        }
        hasher.digest()
    }

    fn extension_digest(&self, extension: &Extension) -> u64 {
        let mut hasher = Xxh3::new();
        self.extension_into(&mut hasher, extension);
        hasher.digest()
    }

    fn extension_into(&self, hasher: &mut Xxh3, extension: &Extension) {
        self.expr(hasher, extension.target);
        self.optional(hasher, extension.interface);
        // What an import calls the interface here stands in ids, and whether it is named at all says whether the type surely has it.
        match &extension.interface_name {
            Some(name) => named(hasher, b"i", name),
            None => hasher.update(b"-"),
        }
        word(hasher, &extension.target_name);
        self.generics(hasher, &extension.generics);
        if let Some(module) = extension.module {
            self.owner(hasher, Owner::Symbol(module));
        }
    }

    fn owner(&self, hasher: &mut Xxh3, owner: Owner) {
        match owner {
            Owner::File => hasher.update(b"f"),
            Owner::Symbol(index) => {
                hasher.update(b"s");
                word(hasher, self.facts.owner_name(Owner::Symbol(index)));
                // What tells owners of one name apart shapes the descriptors of symbol ids, and says whose members these are.
                let mut above = Some(index);
                while let Some((symbol, index)) = above.and_then(|index| Some((self.facts.symbol(index)?, index))) {
                    hasher.update(&[symbol.kind as u8]);
                    hasher.update(&symbol.twin.to_le_bytes());
                    let telling = symbol.flags.0 & (Flags::PROPERTY.0 | Flags::GLOBAL.0 | Flags::NESTED.0);
                    hasher.update(&telling.to_le_bytes());
                    hasher.update(&symbol.callback.unwrap_or(0).to_le_bytes());
                    hasher.update(&symbol.overload.unwrap_or(0).to_le_bytes());
                    hasher.update(&self.ordinals.get(index as usize).copied().unwrap_or(0).to_le_bytes());
                    // So do the arguments of a specialization.
                    self.optional(hasher, symbol.ty.filter(|_| symbol.flags.has(Flags::SPECIALIZED)));
                    above = match symbol.owner {
                        Owner::Symbol(next) => Some(next),
                        // And what is defined out of line.
                        Owner::Extension(index) => {
                            self.facts.extension(index).into_iter().for_each(|it| self.extension_into(hasher, it));
                            None
                        }
                        Owner::File => None,
                    };
                }
            }
            Owner::Extension(index) => {
                hasher.update(b"x");
                if let Some(extension) = self.facts.extension(index) {
                    self.extension_into(hasher, extension);
                }
            }
        }
    }

    fn generics(&self, hasher: &mut Xxh3, generics: &[Generic]) {
        for generic in generics {
            word(hasher, &generic.name);
            generic.bounds.iter().for_each(|bound| self.expr(hasher, *bound));
            self.optional(hasher, generic.default);
        }
        hasher.update(b";");
    }

    fn optional(&self, hasher: &mut Xxh3, id: Option<ExprId>) {
        match id {
            Some(id) => self.expr(hasher, id),
            None => hasher.update(b"-"),
        }
    }

    fn expr(&self, hasher: &mut Xxh3, id: ExprId) {
        hasher.update(&self.digests.get(id.0 as usize).copied().unwrap_or(0).to_le_bytes());
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

/// How many definitions of the same qualified name stand before each: an expression may mean any one of them.
fn ordinals(facts: &Facts) -> Vec<u32> {
    let mut seen: TextMap<&str, u32> = TextMap::default();
    let mut before = |name| {
        let count = seen.entry(name).or_insert(0);
        *count += 1;
        *count - 1
    };
    facts.symbols.iter().map(|symbol| before(symbol.qualified.as_str())).collect()
}

/// The structural digest of every expression. The arena holds children before parents, so one pass is enough and shared parts
/// are hashed once.
fn expr_digests(facts: &Facts, ordinals: &[u32]) -> Vec<u64> {
    let mut digests: Vec<u64> = Vec::with_capacity(facts.exprs.len());
    for expr in &facts.exprs {
        let mut hasher = Xxh3::new();
        match expr {
            Expr::Unknown | Expr::Raw { .. } | Expr::Local(_) => hasher.update(b"?"),
            Expr::Symbol(index) => {
                named(&mut hasher, b"S", facts.owner_name(Owner::Symbol(*index)));
                hasher.update(&ordinals.get(*index as usize).copied().unwrap_or(0).to_le_bytes());
            }
            Expr::Import(index) => {
                let import = facts.import(*index);
                let container = import.and_then(|it| it.container).map_or("", |container| facts.owner_name(Owner::Symbol(container)));
                named(&mut hasher, b"I", container);
                hasher.update(&import.map_or(0, digest_of).to_le_bytes());
            }
            Expr::Free(name) => named(&mut hasher, b"F", name),
            Expr::Literal(name) => named(&mut hasher, b"L", name),
            Expr::At { key, .. } => named(&mut hasher, b"K", key),
            Expr::Member { name, .. } => named(&mut hasher, b"M", name),
            Expr::Generic { name, .. } => named(&mut hasher, b"G", name),
            Expr::Call { .. } => hasher.update(b"C"),
            Expr::CallWith { .. } => hasher.update(b"W"),
            Expr::Apply { .. } => hasher.update(b"A"),
            Expr::Element(_) => hasher.update(b"E"),
            Expr::Iterated(_) => hasher.update(b"N"),
            Expr::Unwrap(_) => hasher.update(b"U"),
            Expr::Instance { built: true, .. } => hasher.update(b"B"),
            Expr::Instance { built: false, .. } => hasher.update(b"D"),
            Expr::Tuple(_) => hasher.update(b"T"),
            Expr::AnyOf(_) => hasher.update(b"O"),
            Expr::Part { index, .. } => {
                hasher.update(b"P");
                hasher.update(&index.to_le_bytes());
            }
            Expr::Parameter { index, .. } => {
                hasher.update(b"H");
                hasher.update(&index.to_le_bytes());
            }
        }
        for part in expr.parts() {
            hasher.update(&digests.get(part.0 as usize).copied().unwrap_or(0).to_le_bytes());
        }
        digests.push(hasher.digest());
    }
    digests
}

fn digest_of(import: &Import) -> u64 {
    let mut hasher = Xxh3::new();
    word(&mut hasher, &import.module);
    match &import.imported {
        Imported::Module => hasher.update(b"M"),
        Imported::Item(name) => named(&mut hasher, b"I", name),
        Imported::Wildcard => hasher.update(b"W"),
        Imported::SideEffect => hasher.update(b"S"),
    }
    hasher.update(&[u8::from(import.reexport), u8::from(import.module_level), u8::from(import.optional_build)]);
    hasher.digest()
}

fn named(hasher: &mut Xxh3, tag: &[u8], name: &str) {
    hasher.update(tag);
    word(hasher, name);
}

fn word(hasher: &mut Xxh3, text: &str) {
    hasher.update(text.as_bytes());
    hasher.update(&[0]);
}

fn naming_into(hasher: &mut Xxh3, naming: &Naming) {
    let number = |of: &Option<u16>| of.map_or(u32::MAX, u32::from).to_le_bytes();
    match naming {
        Naming::Member { param, of } => hasher.update(&[&b"m"[..], &param.to_le_bytes(), &number(of)].concat()),
        Naming::Handed { to, given } => {
            hasher.update(b"h");
            word(hasher, to);
            given.iter().for_each(|of| hasher.update(&number(of)));
            hasher.update(b"|");
        }
        Naming::Value { param } => hasher.update(&[&b"v"[..], &param.to_le_bytes()].concat()),
    }
}
