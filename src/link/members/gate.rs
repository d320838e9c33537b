//! The boundary between packages: whose members may be meant where nothing but a name speaks for them.
//!
//! What a source names (a path, an alias, an import) is believed across any boundary: compilers follow it too, and workspaces are full of it.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crate::base::{Name, path};
use crate::languages::semantics::{Config, Tree};
use crate::link::ask::{Asker, Ref, Slot, World};
use crate::link::eval::Linker;
use crate::link::identity::PackageOf;
use crate::link::loaded::Loaded;
use crate::shard::facts::{Flags, SymbolKind};

/// Most manifests that are looked at for one, and most dependencies of one of them.
const MAX_MANIFESTS: usize = 128;
const MAX_DEPENDENCIES: usize = 256;

/// Managers whose manifests are programs: what they declare is not all known, so nothing is held against it.
const UNTOLD: &[&str] = &[".", "gradle"];

/// The names of packages whose members code of one package can meet, beside its own: those that its manifest or one of a folder above declares,
/// and those that these packages declare in turn, for what a dependency hands out is often a dependency's of its own.
pub type Declared = BTreeSet<Name>;

impl Linker<'_> {
    /// What is declared for everybody is so for one package, those in its folder and those that depend on it where packages come together in one
    /// repository (TypeScript). Of a module it is what says so itself. What a script defines does not hide what the platform has, and an interface adds to
    /// that.
    pub(in crate::link) fn is_near(&mut self, from: &Arc<Loaded>, symbol: Ref) -> bool {
        let habits = from.habits();
        if !habits.declarations_merge {
            return true;
        }
        let Some(file) = self.load(symbol.file) else { return false };
        let Some(it) = file.facts.symbol(symbol.symbol) else { return false };
        let defines = (it.kind.is_callable() || it.kind.is_value()) && !it.flags.has(Flags::DECLARATION);
        let stands_back = (defines || it.kind == SymbolKind::Interface) && habits.is_builtin(&it.name);
        self.asker.namespace_of(&file);
        if stands_back || (file.declares_globals && !it.flags.has(Flags::GLOBAL)) {
            return false;
        }
        let (ours, theirs) = (self.asker.package_of(from), self.asker.package_of(&file));
        ours == theirs || path::is_under(&from.path, &theirs.root) || (ours.manager == theirs.manager && self.depends(from, &theirs))
    }

    /// Whether the manifests of a file declare a package.
    fn depends(&mut self, from: &Arc<Loaded>, package: &PackageOf) -> bool {
        if UNTOLD.contains(&package.manager.as_str()) {
            return false;
        }
        if from.path != self.own.path {
            return declared(&mut self.asker, from, &package.manager).contains(&package.name);
        }
        let asker = &mut self.asker;
        self.declared.get_or_insert_with(|| declared(asker, from, &package.manager)).contains(&package.name)
    }

    /// Whether a definition is of a package whose members can be met here. Those of packages that no manifest names can.
    pub(in crate::link) fn admits(&mut self, symbol: Ref) -> bool {
        self.admits_of(symbol.file)
    }

    /// The same of whatever a file defines.
    pub(in crate::link) fn admits_of(&mut self, file: Slot) -> bool {
        if let Some(known) = self.memo.admitted.get(&file) {
            return *known;
        }
        let admitted = self.finds_admitted(file);
        self.memo.admitted.insert(file, admitted);
        admitted
    }

    /// Whether another file than the linked one may use what a file defines.
    pub(in crate::link) fn admits_from(&mut self, from: &Arc<Loaded>, file: Slot) -> bool {
        if Arc::ptr_eq(from, &self.own) {
            return self.admits_of(file);
        }
        let Some(file) = self.load(file) else { return true };
        match told(&mut self.asker, from, &file) {
            Ok(admitted) => admitted,
            Err((ours, theirs)) => declared(&mut self.asker, from, &ours.manager).contains(&theirs.name),
        }
    }

    fn finds_admitted(&mut self, file: Slot) -> bool {
        let Some(file) = self.load(file) else { return true };
        let own = Arc::clone(&self.own);
        match told(&mut self.asker, &own, &file) {
            Ok(admitted) => admitted,
            Err((ours, theirs)) => {
                let asker = &mut self.asker;
                self.declared.get_or_insert_with(|| declared(asker, &own, &ours.manager)).contains(&theirs.name)
            }
        }
    }
}

/// Whether a file may use what another one defines, where their packages tell; these, where what is declared has to.
fn told(asker: &mut Asker<'_>, from: &Loaded, file: &Loaded) -> Result<bool, (Arc<PackageOf>, Arc<PackageOf>)> {
    let (ours, theirs) = (asker.package_of(from), asker.package_of(file));
    let is_told = ours == theirs || ours.manager != theirs.manager || UNTOLD.contains(&ours.manager.as_str());
    if is_told { Ok(true) } else { Err((ours, theirs)) }
}

/// What is declared for a file: it depends on its nearest manifest alone.
fn declared(asker: &mut Asker<'_>, file: &Loaded, manager: &str) -> Arc<Declared> {
    asker.config_above(&file.path, manager).map_or_else(Arc::default, |nearest| asker.declared_from(&nearest.path, manager))
}

/// What is declared for the files whose nearest manifest stands at `path`: by it, by those of the folders above, and by the packages of the repository
/// that they lead to, breadth first.
pub fn declared_from(world: &dyn World, path: &str, manager: &str) -> Declared {
    let mut asker = Asker::of_no_language(world);
    let mut names = Declared::new();
    let mut asked = BTreeSet::new();
    let mut waiting: VecDeque<Arc<Config>> = manifests_above(&mut asker, path, manager).into();
    let mut met: BTreeSet<Name> = waiting.iter().map(|config| config.path.clone()).collect();
    while let Some(config) = waiting.pop_front() {
        for package in declare(&mut asker, &config, &mut names, &mut asked) {
            if met.len() < MAX_MANIFESTS && met.insert(package.path.clone()) {
                waiting.push_back(package);
            }
        }
    }
    names
}

/// The manifests in the folder of a path and all above, nearest first.
fn manifests_above(asker: &mut Asker<'_>, path: &str, manager: &str) -> Vec<Arc<Config>> {
    let mut manifests: Vec<Arc<Config>> = Vec::new();
    let mut place = path.to_owned();
    while let Some(config) = asker.config_above(&place, manager).filter(|_| manifests.len() < MAX_MANIFESTS) {
        config.folder().clone_into(&mut place);
        manifests.push(config);
        if place.is_empty() {
            break;
        }
    }
    manifests
}

/// Takes the names that a manifest declares; gives the packages of the repository among them that were not asked for by the same name before.
fn declare(asker: &mut Asker<'_>, config: &Config, names: &mut Declared, asked: &mut BTreeSet<Name>) -> Vec<Arc<Config>> {
    let mut packages = Vec::new();
    for (alias, place) in config.fact.dependencies.iter().take(MAX_DEPENDENCIES) {
        let name = config.fact.renames.get(alias).unwrap_or(alias);
        // One that is told by its folder may bear another name there.
        let beside = (!place.is_empty()).then(|| path::join(config.folder(), place)).flatten();
        let found = match beside.and_then(|folder| asker.config_in(&folder, &config.fact.manager)) {
            Some(package) => Arc::from([package]),
            None if !asked.insert(name.clone()) => continue,
            None => asker.packages_named(&config.fact.manager, name),
        };
        names.insert(name.clone());
        names.extend(found.iter().filter_map(|package| package.fact.name.clone()));
        packages.extend(found.iter().cloned());
    }
    packages
}
