//! The only way a link reaches other files: questions to the world, each written down as a read key before it is answered.

use std::cell::RefCell;
use std::sync::Arc;

use super::identity::{self, PackageOf};
use super::loaded::{Item, Loaded};
use super::members::gate::Declared;
use super::tooling::fitted;
use super::tooling::fitted::{Defined, Fitted};
use crate::base::key::{Class, Key, KeyMap, key};
use crate::base::{Name, caps, path};
use crate::languages::Language;
use crate::languages::semantics::{Config, Tree};
use crate::scip::evidence::SymbolKey;
use crate::shard::facts::Symbol;
use crate::shard::publish;

/// A file of the world. Slots are stable within one process and mean nothing outside of it.
pub type Slot = u32;

/// All files of the graph, by what they publish.
pub trait World {
    /// The files that publish something under `key`, in path order.
    fn publishers(&self, key: Key) -> Vec<Slot>;

    /// How many files publish something under `key`: what most askers need of a key that half the world publishes.
    fn publisher_count(&self, key: Key) -> usize;

    /// Notes that the present link depends on what is published under `key`.
    fn depend(&self, key: Key);

    /// What fits a file of what compilers say of it. Pure: it may change only together with the file's record or the answers to its keys.
    fn tooling(&self, _slot: Slot) -> Option<Arc<Fitted>> {
        None
    }

    /// The facts of a file. Pure: they may change only together with the answers to the keys they are published under.
    fn facts(&self, slot: Slot) -> Option<Arc<Loaded>>;

    /// As [`declared_from`](super::members::gate::declared_from) says of this world. Pure: it may change only together with what the manifests of `manager` publish of each other.
    fn declared_from(&self, manifest: &str, manager: &str) -> Arc<Declared>;

    /// A class of keys that askers do not write down. Only tests of the tests name one: dropping it must make stale rows appear.
    fn forgotten(&self) -> Option<Class> {
        None
    }
}

/// A definition somewhere in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref {
    pub file: Slot,
    /// Index into the file's `Facts::symbols`.
    pub symbol: u32,
}

/// Which files a language's own question is answered from.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    Graph,
    WithLeftOut,
    WithVendored,
}

/// Asks the world on behalf of one file and remembers what it asked.
pub struct Asker<'w> {
    world: &'w dyn World,
    pub(super) family: &'static str,
    /// What was asked, with the publishers where they were asked for: the world stands still while a file is linked.
    reads: KeyMap<Key, Option<Arc<[Slot]>>>,
    /// Facts that were looked into, held for as long as the link takes.
    files: RefCell<KeyMap<Slot, Option<Arc<Loaded>>>>,
    configs: KeyMap<Key, Arc<[Arc<Config>]>>,
    /// The nearest configuration, by the key of the folder where the search began.
    above: KeyMap<Key, Option<Arc<Config>>>,
    /// The packages of files, by the address of their facts.
    packages: KeyMap<usize, Arc<PackageOf>>,
    /// The namespaces that files see, by the keys of their paths.
    seen: KeyMap<Key, Arc<[Name]>>,
    /// What a language worked out of a file, by question, path and view.
    answers: KeyMap<Key, Arc<[String]>>,
    forgotten: Option<Class>,
}

impl<'w> Asker<'w> {
    /// An asker for a file of `language`.
    pub fn new(world: &'w dyn World, language: &'static Language) -> Self {
        Self { family: language.family, ..Self::of_no_language(world) }
    }

    /// An asker for what is alike in all languages.
    pub fn of_no_language(world: &'w dyn World) -> Self {
        Self {
            world,
            family: "",
            reads: KeyMap::default(),
            files: RefCell::default(),
            configs: KeyMap::default(),
            above: KeyMap::default(),
            packages: KeyMap::default(),
            seen: KeyMap::default(),
            answers: KeyMap::default(),
            forgotten: world.forgotten(),
        }
    }

    /// The name of a language's own question about a file.
    pub(super) fn question(question: &str, path: &str, view: View) -> Key {
        let view = match view {
            View::Graph => "",
            View::WithLeftOut => "left out",
            View::WithVendored => "vendored",
        };
        key(Class::Path, &[question, path, view])
    }

    /// The answer that was given before: what it was found from stays asked.
    pub(super) fn answered(&self, question: Key) -> Option<Arc<[String]>> {
        self.answers.get(&question).cloned()
    }

    pub(super) fn keep_answer(&mut self, question: Key, found: Vec<String>) -> Arc<[String]> {
        let found: Arc<[String]> = found.into();
        self.answers.insert(question, Arc::clone(&found));
        found
    }

    /// Everything asked so far, sorted.
    pub fn into_reads(self) -> Vec<Key> {
        let mut reads: Vec<Key> = self.reads.into_keys().collect();
        reads.sort_unstable();
        reads
    }

    /// The facts of a file. What is read from them must have been asked for by key.
    pub fn facts(&self, slot: Slot) -> Option<Arc<Loaded>> {
        if let Some(known) = self.files.borrow().get(&slot) {
            return known.clone();
        }
        let facts = self.world.facts(slot);
        self.files.borrow_mut().insert(slot, facts.clone());
        facts
    }

    pub(super) fn note(&mut self, class: Class, parts: &[&str]) -> Key {
        let key = key(class, parts);
        self.note_key(class, key);
        key
    }

    fn note_key(&mut self, class: Class, key: Key) {
        if self.forgotten != Some(class) && !self.reads.contains_key(&key) {
            self.reads.insert(key, None);
            self.world.depend(key);
        }
    }

    pub(super) fn publishers(&mut self, class: Class, parts: &[&str]) -> Arc<[Slot]> {
        let key = self.note(class, parts);
        if let Some(Some(known)) = self.reads.get(&key) {
            return Arc::clone(known);
        }
        let slots: Arc<[Slot]> = self.world.publishers(key).into();
        if let Some(read) = self.reads.get_mut(&key) {
            *read = Some(Arc::clone(&slots));
        }
        slots
    }

    pub(super) fn publisher_count(&mut self, class: Class, parts: &[&str]) -> usize {
        let key = self.note(class, parts);
        match self.reads.get(&key) {
            Some(Some(known)) => known.len(),
            _ => self.world.publisher_count(key),
        }
    }

    /// The paths of the files of the family that publish a question about paths and of which something holds, sorted; none where too many publish it.
    fn paths_where(&mut self, parts: &[&str], holds: impl Fn(&Loaded) -> bool) -> Vec<Name> {
        if self.publisher_count(Class::Path, parts) > caps::MAX_PUBLISHERS {
            return Vec::new();
        }
        let slots = self.publishers(Class::Path, parts);
        let loaded = slots.iter().filter_map(|slot| self.facts(*slot)).filter(|it| it.language.family == self.family && holds(it));
        let mut paths: Vec<Name> = loaded.map(|it| it.path.as_str().into()).collect();
        paths.sort_unstable();
        paths
    }

    /// The file at a path.
    pub fn file(&mut self, path: &str) -> Option<Slot> {
        self.publishers(Class::Path, &[path]).iter().copied().find(|slot| self.facts(*slot).is_some_and(|it| it.path == path))
    }

    /// Whether a file at this path is left out of the graph; copies of other people's code count where they are asked for. Most paths are answered
    /// by their stem: what a resolver tries differs by extension.
    pub fn is_left_out(&mut self, path: &str, vendored: bool) -> bool {
        left_out_marks(vendored).iter().any(|mark| {
            self.publisher_count(Class::LeftOut, &[mark, publish::stem(path)]) > 0 && self.publisher_count(Class::LeftOut, &[mark, path, ""]) > 0
        })
    }

    /// The same of files that make up a namespace of the asking family, as far as their paths tell.
    pub fn is_namespace_left_out(&mut self, namespace: &str, vendored: bool) -> bool {
        left_out_marks(vendored).iter().any(|mark| self.publisher_count(Class::LeftOut, &[mark, self.family, namespace, ""]) > 0)
    }

    /// What a file says under `name` inside `owner`.
    pub fn named(&mut self, file: &Loaded, owner: &str, name: &str) -> Vec<Item> {
        self.note(Class::Name, &[&file.path, owner, name]);
        file.named(owner, name).collect()
    }

    /// The definitions that a file has under `name` inside `owner`, of those that are accepted.
    pub fn symbols_named(&mut self, (slot, file): (Slot, &Loaded), owner: &str, name: &str, accept: impl Fn(&Symbol) -> bool) -> Vec<Ref> {
        let symbols = self.named(file, owner, name).into_iter().filter_map(Item::symbol);
        symbols.filter(|index| file.facts.symbol(*index).is_some_and(&accept)).map(|symbol| Ref { file: slot, symbol }).collect()
    }

    /// Notes that all members of an interface of `file` were looked at.
    pub fn all_of(&mut self, file: &Loaded, interface: &str) {
        self.note(Class::Name, &[&file.path, interface, ""]);
    }

    /// Notes that the definition `symbol` of `file` was looked at.
    pub fn looked_at(&mut self, file: &Loaded, symbol: u32) {
        if let Some(symbol) = file.facts.symbol(symbol) {
            let owner = file.facts.owner_name(symbol.owner);
            self.note(Class::Name, &[&file.path, owner, &symbol.name]);
        }
    }

    /// Notes that it was looked at which namespace a file says it is of, or whether it declares anything for everybody.
    pub fn namespace_of(&mut self, file: &Loaded) -> Key {
        self.note(Class::Path, &[&file.path])
    }

    /// The namespaces whose definitions a file sees without an import, nearest first.
    pub fn seen_namespaces(&mut self, file: &Loaded) -> Arc<[Name]> {
        let key = self.namespace_of(file);
        let seen = self.seen.entry(key).or_insert_with(|| file.language.semantics.seen_namespaces(&file.path, &file.facts).into());
        Arc::clone(seen)
    }

    /// Wildcard imports of a container of a file.
    pub fn wildcards(&mut self, file: &Loaded, container: &str) -> Vec<u32> {
        self.note(Class::Wild, &[&file.path, container]);
        file.wildcards(container).collect()
    }

    /// What a compiler's symbol is: `(file, definition)`; `None` where it is more than is looked at.
    pub fn tooling(&mut self, symbol: SymbolKey) -> Option<Vec<(Slot, Defined)>> {
        let key = fitted::key_of(symbol);
        self.note_key(Class::Tooling, key);
        let mut found = Vec::new();
        if self.world.publisher_count(key) > caps::MAX_SCIP_DEFINITIONS {
            return None;
        }
        for slot in self.world.publishers(key) {
            if let Some(fitted) = self.world.tooling(slot) {
                found.extend(fitted.definitions(symbol).take(caps::MAX_SCIP_DEFINITIONS + 1).map(|defined| (slot, defined)));
            }
            if found.len() > caps::MAX_SCIP_DEFINITIONS {
                return None;
            }
        }
        Some(found)
    }

    /// What fits the asking file of what compilers say of it.
    pub fn own_tooling(&self, slot: Slot) -> Option<Arc<Fitted>> {
        self.world.tooling(slot)
    }

    /// What is declared for the files whose nearest manifest stands at a path. It takes hundreds of answers, many the same for thousands of files, so
    /// it is found once for all of them, and a file depends on all manifests of the manager at once.
    pub fn declared_from(&mut self, manifest: &str, manager: &str) -> Arc<Declared> {
        self.note(Class::Config, &[manager, publish::DEPENDENCIES, ""]);
        self.world.declared_from(manifest, manager)
    }

    /// The package of a file of the world.
    pub fn package_of(&mut self, file: &Loaded) -> Arc<PackageOf> {
        let at = std::ptr::from_ref(file) as usize;
        if let Some(known) = self.packages.get(&at) {
            return Arc::clone(known);
        }
        let package = Arc::new(identity::package_of(self, file));
        self.packages.insert(at, Arc::clone(&package));
        package
    }

    /// The configurations published under a key whose parts decide what `accept` takes.
    fn configs(&mut self, class: Class, parts: &[&str], accept: impl Fn(&Loaded) -> bool) -> Arc<[Arc<Config>]> {
        let key = self.note(class, parts);
        if let Some(known) = self.configs.get(&key) {
            return Arc::clone(known);
        }
        let mut found = Vec::new();
        for &slot in self.publishers(class, parts).iter() {
            if let Some(loaded) = self.facts(slot)
                && accept(&loaded)
                && let Some(fact) = &loaded.facts.config
            {
                found.push(Arc::new(Config { path: loaded.path.as_str().into(), fact: Arc::clone(fact) }));
            }
        }
        let found: Arc<[_]> = found.into();
        self.configs.insert(key, Arc::clone(&found));
        found
    }
}

fn left_out_marks(vendored: bool) -> &'static [&'static str] {
    if vendored { &[publish::LEFT_OUT, publish::VENDORED] } else { &[publish::LEFT_OUT] }
}

impl Tree for Asker<'_> {
    fn is_file(&mut self, path: &str) -> bool {
        self.publisher_count(Class::Path, &[path]) > 0
    }

    fn is_folder(&mut self, path: &str) -> bool {
        self.publisher_count(Class::Path, &[path, "/"]) > 0
    }

    fn has_namespace(&mut self, namespace: &str) -> bool {
        self.publisher_count(Class::Namespace, &[self.family, namespace, ""]) > 0
    }

    fn defining(&mut self, namespace: &str, name: &str) -> Vec<Name> {
        let found = self.namespace(namespace, name);
        let mut paths: Vec<Name> = found.iter().filter_map(|it| self.facts(it.file)).map(|it| Name::from(it.path.as_str())).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    fn files_named(&mut self, name: &str) -> Vec<Name> {
        self.paths_where(&[name, publish::INCLUDED], |it| path::file_name(&it.path) == name)
    }

    fn declaring(&mut self, place: &str) -> Vec<Name> {
        let says = |it: &Loaded| it.language.semantics.declared_places(&it.path, &it.facts).iter().any(|own| own == place);
        self.paths_where(&[place, publish::DECLARED], says)
    }

    fn config_above(&mut self, path: &str, manager: &str) -> Option<Arc<Config>> {
        let mut folder = path::parent(path);
        // What was asked on the way up stays asked.
        let start = key(Class::Config, &[folder, manager]);
        if let Some(known) = self.above.get(&start) {
            return known.clone();
        }
        let found = loop {
            if let Some(config) = self.config_in(folder, manager) {
                break Some(config);
            }
            if folder.is_empty() {
                break None;
            }
            folder = path::parent(folder);
        };
        self.above.insert(start, found.clone());
        found
    }

    fn config_in(&mut self, folder: &str, manager: &str) -> Option<Arc<Config>> {
        self.configs_in(folder, manager).first().cloned()
    }

    fn configs_in(&mut self, folder: &str, manager: &str) -> Arc<[Arc<Config>]> {
        let accept =
            |loaded: &Loaded| path::parent(&loaded.path) == folder && loaded.facts.config.as_ref().is_some_and(|config| config.manager == manager);
        self.configs(Class::Config, &[folder, manager], accept)
    }

    fn packages_named(&mut self, manager: &str, name: &str) -> Arc<[Arc<Config>]> {
        self.configs(Class::PackageName, &[manager, name], |loaded| {
            loaded.facts.config.as_ref().is_some_and(|config| config.manager == manager && config.name.as_deref() == Some(name))
        })
    }

    fn once(&mut self, question: &'static str, path: &str, find: fn(&mut dyn Tree, &str) -> Vec<String>) -> Arc<[String]> {
        let key = Self::question(question, path, View::Graph);
        if let Some(known) = self.answered(key) {
            return known;
        }
        let found = find(self, path);
        self.keep_answer(key, found)
    }
}
