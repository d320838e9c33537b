//! What the includes of a file reach, inside of the tree and out of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::usings::MAX_OPENING;
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Resolution};
use crate::link::ask::Slot;
use crate::link::eval::Linker;
use crate::link::loaded::Loaded;

/// The linked file and the files that its includes reach.
#[derive(Debug)]
pub(in crate::link) struct Reached {
    files: BTreeSet<Slot>,
    /// What each of them includes, in the order of its text.
    includes: BTreeMap<Slot, Vec<Slot>>,
    /// Those that only a build with other than default settings reaches, from a file that a default build compiles.
    optional: BTreeSet<Slot>,
    /// Those that bring all of a namespace to the top, besides the linked one.
    pub(in crate::link) opening: Vec<Name>,
    pub(in crate::link) outside: Outside,
    /// A file of the tree is included that is not there: what declares something may be missing.
    pub(in crate::link) misses: bool,
}

/// What lies outside of the tree.
#[derive(Debug, Default)]
pub(in crate::link) struct Outside {
    /// What is included from there: `(as it is written, package)`.
    pub(in crate::link) headers: BTreeSet<(Name, Name)>,
    /// What is included and not there.
    missing: BTreeSet<Name>,
}

impl Outside {
    /// The headers, as they are written, whether they are there or not.
    pub(in crate::link) fn written(&self) -> impl Iterator<Item = &Name> {
        self.headers.iter().map(|(written, _)| written).chain(&self.missing)
    }

    /// Whether a header is included of which it is not known what it declares.
    pub(in crate::link) fn is_unread(&self, known_libraries: &[&str]) -> bool {
        !self.missing.is_empty() || self.headers.iter().any(|(_, package)| !known_libraries.contains(&package.as_str()))
    }
}

impl Reached {
    pub(in crate::link) fn holds(&self, file: Slot) -> bool {
        self.files.contains(&file)
    }

    /// Whether a file is among those that only a build with other than default settings reaches.
    pub(in crate::link) fn is_optional(&self, file: Slot) -> bool {
        self.optional.contains(&file)
    }

    pub(in crate::link) fn files(&self) -> impl Iterator<Item = Slot> + '_ {
        self.files.iter().copied()
    }

    /// The files in the order in which the includes of `from` bring them to their end: what a file includes comes before what it says itself.
    pub(in crate::link) fn in_order(&self, from: Slot) -> BTreeMap<Slot, usize> {
        let mut order = BTreeMap::new();
        let mut met = BTreeSet::from([from]);
        let mut open = vec![(from, 0)];
        while let Some((file, next)) = open.last_mut() {
            let inner = self.includes.get(file).and_then(|it| it.get(*next));
            *next += 1;
            match inner {
                Some(inner) if met.insert(*inner) => open.push((*inner, 0)),
                Some(_) => {}
                None => {
                    order.insert(*file, order.len());
                    open.pop();
                }
            }
        }
        order
    }
}

impl Linker<'_> {
    /// What the includes of the linked file reach: first without those that a default build leaves out, then with them.
    pub(in crate::link) fn included(&mut self) -> Arc<Reached> {
        if let Some(files) = &self.included {
            return Arc::clone(files);
        }
        let own = Arc::clone(&self.own);
        let mut files: BTreeSet<Slot> = self.slot_of(&own).into_iter().collect();
        let mut usual = BTreeSet::new();
        let mut outside = Outside::default();
        let mut opening = Vec::new();
        let mut open = vec![own];
        let mut put_off = Vec::new();
        let mut includes: BTreeMap<Slot, Vec<Slot>> = BTreeMap::new();
        loop {
            while let Some(file) = open.pop() {
                let from = self.slot_of(&file);
                if opening.len() < MAX_OPENING && !Arc::ptr_eq(&file, &self.own) && file.opens_top() {
                    opening.push(file.path.as_str().into());
                }
                for (path, optional) in self.includes_of(&file, &mut outside) {
                    if let (Some(from), Some(slot)) = (from, self.asker.file(&path)) {
                        includes.entry(from).or_default().push(slot);
                    }
                    if optional && usual.is_empty() {
                        put_off.push(path);
                    } else {
                        open.extend(self.reached(&path, &mut files));
                    }
                }
            }
            if put_off.is_empty() {
                break;
            }
            usual.clone_from(&files);
            for path in std::mem::take(&mut put_off) {
                open.extend(self.reached(&path, &mut files));
            }
        }
        let optional = if usual.is_empty() || self.is_variant() { BTreeSet::new() } else { files.difference(&usual).copied().collect() };
        // What a build writes about itself declares nothing.
        let misses = outside.missing.iter().any(|it| !it.contains("config"));
        let files = Arc::new(Reached { files, includes, optional, opening, outside, misses });
        self.included = Some(Arc::clone(&files));
        files
    }

    /// The file at a path, where it is reached for the first time and not too many are already.
    fn reached(&mut self, path: &str, files: &mut BTreeSet<Slot>) -> Option<Arc<Loaded>> {
        if files.len() >= caps::MAX_INCLUDED {
            return None;
        }
        let slot = self.asker.file(path)?;
        if files.insert(slot) { self.load(slot) } else { None }
    }

    /// The files that a file includes, each with whether a default build leaves the include out. What lies outside of the tree goes to `outside`.
    pub(in crate::link) fn includes_of(&mut self, file: &Arc<Loaded>, outside: &mut Outside) -> Vec<(Name, bool)> {
        let mut paths = Vec::new();
        for import in self.asker.wildcards(file, "") {
            let Some(import) = file.facts.import(import).filter(|it| !it.module.starts_with("::")) else { continue };
            match self.led(|tree| file.language.semantics.module(tree, &file.path, import)) {
                Resolution::Modules(modules) => paths.extend(modules.into_iter().filter_map(|module| match module {
                    Module::File { path, .. } => Some((path, import.optional_build)),
                    _ => None,
                })),
                Resolution::External(package) => {
                    outside.headers.insert((import.module.clone(), package));
                }
                Resolution::Missing(_) => {
                    outside.missing.insert(import.module.clone());
                }
                Resolution::Guessed(_) => {}
            }
        }
        paths
    }
}
