//! The first name of a path: what a language's own rules make of it, and what the whole package calls so.

use std::sync::Arc;

use crate::base::Name;
use crate::languages::Language;
use crate::languages::semantics::{Module, Resolution};
use crate::link::eval::{Found, Frame, Linker, merge};
use crate::link::loaded::{Item, Loaded};
use crate::link::memo::Roots;
use crate::link::modules::{Sought, led_to};
use crate::link::outcome::rules::Rule;
use crate::shard::facts::{Import, Imported};

/// What stands in front of a path that begins outside of all modules.
pub(in crate::link) const OUTERMOST: &str = "::";

impl Linker<'_> {
    /// Where the first name of a path leads from a module.
    pub(in crate::link) fn root(&mut self, language: &Language, from: &Module, name: &Name) -> Resolution {
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

    /// The first name of a path that begins outside of all modules: a package, or what the own one holds at its root (Rust before the edition of 2018).
    pub(in crate::link) fn outermost(&mut self, language: &Language, from: &Module, name: &Name, sought: Sought) -> Vec<Found> {
        let mut held = found(self.root(language, from, name), name);
        if held.is_empty() {
            for (root, _) in self.preludes(language, from).iter() {
                merge(&mut held, self.member(root, name, 0, sought));
            }
        }
        held
    }

    /// The same as a place in a file sees it: by its module, else by the namespaces that the file is of.
    pub(in crate::link) fn root_seen(&mut self, frame: &Frame, module: &Module, name: &Name) -> Resolution {
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
        for (root, file) in self.preludes(language, from).iter() {
            for item in self.asker.named(file, "", name) {
                let Item::Import(import) = item else { continue };
                let Some(imported) = file.facts.import(import).filter(|it| language.semantics.brings_to_all(it)) else { continue };
                let Imported::Item(package) = &imported.imported else { continue };
                match language.semantics.root(&mut self.asker, root, package) {
                    Resolution::Missing(_) => {}
                    led => return Some(led),
                }
            }
        }
        None
    }

    /// The macros called `name` of packages whose macros the roots of the package of the linked file take in (`#[macro_use] extern crate name;`); what stands for
    /// the first such package outside of the tree where none in it has one.
    pub(in crate::link) fn macros_taken_in(&mut self, name: &Name) -> Vec<Found> {
        let own = Arc::clone(&self.own);
        let (language, all) = (own.language, own.habits().all_macros);
        let (mut macros, mut outside) = (Vec::new(), Vec::new());
        for (root, file) in self.preludes(language, &Module::file(own.path.as_str())).iter() {
            for item in self.asker.named(file, "", all) {
                let Item::Import(import) = item else { continue };
                let Some(Imported::Item(package)) = file.facts.import(import).map(|it| &it.imported) else { continue };
                match self.root(language, root, package) {
                    Resolution::Modules(modules) => {
                        for module in &modules {
                            let Module::File { path, .. } = module else { continue };
                            let Some(file) = self.file_at(path) else { continue };
                            merge(&mut macros, self.exported_macros(&file, module, name));
                        }
                    }
                    led @ Resolution::External(_) if outside.is_empty() => outside = found(led, name),
                    _ => {}
                }
            }
        }
        if macros.is_empty() { outside } else { macros }
    }

    /// The roots of the package of a module, with the files that they are.
    fn preludes(&mut self, language: &Language, from: &Module) -> Roots {
        if let Some(known) = self.memo.preludes.get(&(language.id, from.clone())) {
            return Arc::clone(known);
        }
        let roots = match language.semantics.prelude(&mut self.asker, from) {
            Resolution::Modules(roots) => roots,
            _ => Vec::new(),
        };
        let loaded = |root: Module| {
            let Module::File { path, .. } = &root else { return None };
            let file = self.file_at(path)?;
            Some((root, file))
        };
        let found: Roots = roots.into_iter().filter_map(loaded).collect();
        self.memo.preludes.insert((language.id, from.clone()), Arc::clone(&found));
        found
    }

    /// The package that an import names that stands for a whole one.
    pub(in crate::link) fn package_named(&mut self, file: &Arc<Loaded>, around: &Module, name: &Name) -> Vec<Found> {
        found(file.language.semantics.root(&mut self.asker, around, name), name)
    }
}

/// What the first name of a path denotes.
pub(in crate::link) fn found(led: Resolution, name: &Name) -> Vec<Found> {
    let rule = if matches!(led, Resolution::External(_)) { Rule::ImportBinding } else { Rule::ModuleMember };
    led_to(led, name, rule)
}

/// The names of a module that is walked name by name: where the language says so, and where a C++ `using` starts with `::`. Elsewhere the first keeps that.
pub(in crate::link) fn path_of(file: &Loaded, import: &Import) -> Option<Vec<Name>> {
    let (own, outermost) = (file.habits().path_separator, import.module.starts_with(OUTERMOST));
    let separator = own.or(outermost.then_some(OUTERMOST))?;
    let mut names: Vec<Name> = import.module.split(separator).filter(|part| !part.is_empty()).map(Name::from).collect();
    if let (true, Some(_), Some(first)) = (outermost, own, names.first_mut()) {
        *first = format!("{OUTERMOST}{first}").into();
    }
    Some(names)
}
