//! Imports that count in files which do not write them: those of the parts of one library, those that a project shares.

use std::sync::Arc;

use crate::base::Name;
use crate::languages::semantics::{Module, Resolution, Shared};
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::loaded::{Item, Loaded};
use crate::link::modules::led_to;
use crate::link::outcome::rules::Rule;

impl Linker<'_> {
    pub(in crate::link) fn shared(&mut self, file: &Arc<Loaded>) -> Option<Arc<Shared>> {
        let at = Arc::as_ptr(file) as usize;
        if let Some(known) = self.memo.shared.get(&at) {
            return known.clone();
        }
        let shared = file.language.semantics.shared(&mut self.asker, &file.path).map(Arc::new);
        self.memo.shared.insert(at, shared.clone());
        shared
    }

    /// What `name` is in a file by imports that others share with it.
    pub(in crate::link) fn through_shared(&mut self, file: &Arc<Loaded>, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let Some(shared) = self.shared(file) else { return found };
        for path in &shared.files {
            let Some(other) = self.file_at(path) else { continue };
            for item in self.asker.named(&other, "", name) {
                if let Item::Import(import) = item
                    && other.facts.import(import).is_some_and(|it| it.reexport)
                {
                    merge(&mut found, self.denote_import(&other, import));
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
        for path in &shared.files {
            merge(&mut found, self.through_wildcards_after(&Module::file(path.clone()), name, 0));
        }
        for led in shared.modules.iter().cloned() {
            for target in led_to(led, name, Rule::Wildcard) {
                if let Denotation::Module(module) = target.what {
                    merge(&mut found, self.module_member(&module, name).into_iter().map(|it| it.through(Rule::Wildcard)));
                }
            }
        }
        found
    }

    /// The wildcard imports that may bring a name into a file, each with the file that writes it.
    pub(in crate::link) fn bringing_in_sight(&mut self, frame: &Frame) -> Vec<(Arc<Loaded>, u32)> {
        let own = &frame.file;
        let semantics = own.language.semantics;
        let mut imports: Vec<(Arc<Loaded>, u32)> = self.wildcards_in_sight(frame).into_iter().map(|it| (Arc::clone(own), it)).collect();
        for at in 0..imports.len() {
            let (file, import) = imports[at].clone();
            if !file.facts.import(import).is_some_and(|it| semantics.is_whole(it)) {
                continue;
            }
            for target in self.import_modules(&file, import) {
                let Denotation::Module(Module::File { path, .. }) = target.what else { continue };
                let Some(other) = self.file_at(&path) else { continue };
                imports.extend(self.asker.wildcards(&other, "").into_iter().map(|it| (Arc::clone(&other), it)));
            }
        }
        let shared = self.shared(own).map_or_else(Vec::new, |it| it.files.clone());
        for path in shared {
            let Some(other) = self.file_at(&path) else { continue };
            let handed = self.asker.wildcards(&other, "").into_iter();
            imports.extend(handed.filter(|it| other.facts.import(*it).is_some_and(|it| it.reexport)).map(|it| (Arc::clone(&other), it)));
        }
        imports
    }

    /// The packages outside of the tree that a configuration takes in whole for a file.
    pub(super) fn shared_outside(&mut self, file: &Arc<Loaded>) -> Vec<Name> {
        let Some(shared) = self.shared(file) else { return Vec::new() };
        let outside = |led: &Resolution| if let Resolution::External(package) = led { Some(package.clone()) } else { None };
        shared.modules.iter().filter_map(outside).collect()
    }
}
