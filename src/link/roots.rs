//! The first name of a path: what a language's own rules make of it, and what the whole package calls so.

use std::sync::Arc;

use super::eval::{Found, Frame, Linker};
use super::loaded::{Item, Loaded};
use super::modules::led_to;
use super::rules::Rule;
use crate::base::Name;
use crate::languages::Language;
use crate::languages::semantics::{Module, Resolution};
use crate::shard::facts::Imported;

impl Linker<'_> {
    /// Where the first name of a path leads from a module.
    pub(super) fn root(&mut self, language: &Language, from: &Module, name: &Name) -> Resolution {
        let question = (language.id, from.clone(), name.clone());
        if let Some(known) = self.roots.get(&question) {
            return known.clone();
        }
        let mut resolution = language.semantics.root(&mut self.asker, from, name);
        if matches!(resolution, Resolution::Missing(_))
            && let Some(package) = self.in_prelude(language, from, name)
        {
            resolution = package;
        }
        self.roots.insert(question, resolution.clone());
        resolution
    }

    /// The same as a place in a file sees it: by its module, else by the namespaces that the file is of.
    pub(super) fn root_seen(&mut self, frame: &Frame, module: &Module, name: &Name) -> Resolution {
        let mut led = self.root(frame.file.language, module, name);
        for namespace in self.asker.seen_namespaces(&frame.file).iter() {
            if !matches!(led, Resolution::Missing(_)) {
                break;
            }
            led = self.root(frame.file.language, &Module::Namespace(namespace.clone()), name);
        }
        led
    }

    /// The package that all modules of the package of `from` call `name`.
    fn in_prelude(&mut self, language: &Language, from: &Module, name: &str) -> Option<Resolution> {
        let Resolution::Modules(roots) = language.semantics.prelude(&mut self.asker, from) else { return None };
        for root in roots {
            let Module::File { path, .. } = &root else { continue };
            let Some(file) = self.asker.file(path).and_then(|slot| self.load(slot)) else { continue };
            for item in self.asker.named(&file, "", name) {
                let Item::Import(import) = item else { continue };
                let Some(imported) = file.facts.imports.get(import as usize).filter(|it| language.semantics.brings_to_all(it)) else { continue };
                let Imported::Item(package) = &imported.imported else { continue };
                match language.semantics.root(&mut self.asker, &root, package) {
                    Resolution::Missing(_) => {}
                    led => return Some(led),
                }
            }
        }
        None
    }

    /// The package that an import names that stands for a whole one.
    pub(super) fn package_named(&mut self, file: &Arc<Loaded>, around: &Module, name: &Name) -> Vec<Found> {
        found(file.language.semantics.root(&mut self.asker, around, name), name)
    }
}

/// What the first name of a path denotes.
pub(super) fn found(led: Resolution, name: &Name) -> Vec<Found> {
    let rule = if matches!(led, Resolution::External(_)) { Rule::ImportBinding } else { Rule::ModuleMember };
    led_to(led, name, rule)
}
