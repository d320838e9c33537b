//! Modules that are in the tree and not in the graph: minified, vendored, copied, too large, or of no known language.
//!
//! Nothing is known of what they hold, so to a link they are what packages outside of the repository are; only the census tells them apart. They are
//! asked for after all else led nowhere: a source always wins over what was made of it.

use std::sync::Arc;

use crate::base::Name;
use crate::languages::semantics::{Config, Module, Resolution, Tree};
use crate::link::ask::{Asker, View};
use crate::link::eval::{Denotation, Found, Linker};
use crate::link::loaded::Loaded;
use crate::link::modules::led_to;
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed};

/// What stands for the package of such a module; no package manager has a name like it.
pub const PACKAGE: &str = "\0left-out";

/// The tree with what is left out of the graph.
struct Wider<'a, 'w> {
    asker: &'a mut Asker<'w>,
    /// With copies of other people's code: where a name is known to be of a package, that says more.
    vendored: bool,
}

impl Tree for Wider<'_, '_> {
    fn is_file(&mut self, path: &str) -> bool {
        self.asker.is_file(path) || self.asker.is_left_out(path, self.vendored)
    }

    fn is_folder(&mut self, path: &str) -> bool {
        self.asker.is_folder(path)
    }

    fn has_namespace(&mut self, namespace: &str) -> bool {
        self.asker.has_namespace(namespace) || self.asker.is_namespace_left_out(namespace, self.vendored)
    }

    fn defining(&mut self, namespace: &str, name: &str) -> Vec<Name> {
        self.asker.defining(namespace, name)
    }

    fn files_named(&mut self, name: &str) -> Vec<Name> {
        self.asker.files_named(name)
    }

    fn declaring(&mut self, place: &str) -> Vec<Name> {
        self.asker.declaring(place)
    }

    fn config_above(&mut self, path: &str, manager: &str) -> Option<Arc<Config>> {
        self.asker.config_above(path, manager)
    }

    fn config_in(&mut self, folder: &str, manager: &str) -> Option<Arc<Config>> {
        self.asker.config_in(folder, manager)
    }

    fn configs_in(&mut self, folder: &str, manager: &str) -> Arc<[Arc<Config>]> {
        self.asker.configs_in(folder, manager)
    }

    fn packages_named(&mut self, manager: &str, name: &str) -> Arc<[Arc<Config>]> {
        self.asker.packages_named(manager, name)
    }

    fn once(&mut self, question: &'static str, path: &str, find: fn(&mut dyn Tree, &str) -> Vec<String>) -> Arc<[String]> {
        let view = if self.vendored { View::WithVendored } else { View::WithLeftOut };
        let key = Asker::question(question, path, view);
        if let Some(known) = self.asker.answered(key) {
            return known;
        }
        let found = find(self, path);
        self.asker.keep_answer(key, found)
    }
}

/// What a module may hold under `name` of which a part is left out.
pub(in crate::link) fn named(name: &Name) -> Found {
    Found { what: Denotation::External { package: Name::new_static(PACKAGE), name: name.clone() }, rule: Rule::ModuleMember }
}

impl Linker<'_> {
    /// Whether something of a module is left out of the graph, beside what is in it.
    pub(in crate::link) fn is_partly_left_out(&mut self, module: &Module) -> bool {
        matches!(module, Module::Namespace(namespace) if self.asker.is_namespace_left_out(namespace, true))
    }

    /// Whether other files of the package that a file is of are left out of the graph, as far as paths tell.
    pub(in crate::link) fn is_beside_left_out(&mut self, file: &Loaded) -> bool {
        self.asker.namespace_of(file);
        let namespace = file.language.semantics.namespace_beside(&file.path, &file.facts);
        namespace.is_some_and(|namespace| self.asker.is_namespace_left_out(&namespace, true))
    }

    /// The same of the package of one of some types, or of one that stands directly above it: of its members not all are known.
    pub(in crate::link) fn are_members_left_out(&mut self, types: &[Typed]) -> bool {
        types.iter().any(|typed| {
            let (Type::Instance { ty, .. } | Type::Object(ty)) = typed.ty else { return false };
            let above = self.supertypes(ty).into_iter().filter_map(|it| it.what.symbol());
            let files: Vec<_> = std::iter::once(ty).chain(above).filter_map(|it| self.load(it.file)).collect();
            files.iter().any(|file| self.is_beside_left_out(file))
        })
    }

    /// Where a question leads: into the graph, else to what is left out of it, else where it says.
    pub(in crate::link) fn led(&mut self, ask: impl Fn(&mut dyn Tree) -> Resolution) -> Resolution {
        let found = ask(&mut self.asker);
        let vendored = match found {
            Resolution::Modules(_) | Resolution::Guessed(_) => return found,
            Resolution::External(_) => false,
            Resolution::Missing(_) => true,
        };
        match ask(&mut Wider { asker: &mut self.asker, vendored }) {
            Resolution::Modules(_) | Resolution::Guessed(_) => Resolution::External(PACKAGE.into()),
            _ => found,
        }
    }

    /// The module called `name` inside of one that is no file, as the language of the linked file has it.
    pub(super) fn child_of(&mut self, module: &Module, name: &str) -> Vec<Found> {
        let semantics = self.own.language.semantics;
        led_to(self.led(|tree| semantics.child(tree, module, name, None)), name, Rule::ModuleMember)
    }
}
