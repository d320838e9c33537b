//! A small tree for resolvers, and where names lead in it, in words.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::{Name, path};
use crate::languages::extract::extract;
use crate::languages::semantics::{Config, Module, Resolution, Tree};
use crate::languages::{Language, detect};
use crate::shard::facts::{Import, Imported};

/// A tree that answers as that of a repository with these files would.
#[derive(Debug, Default)]
pub struct Files {
    paths: BTreeSet<String>,
    /// What the files publish into, whatever their language.
    namespaces: BTreeSet<Name>,
    /// The files that call a place their own, by place.
    declaring: BTreeMap<String, BTreeSet<Name>>,
    /// By path.
    configs: BTreeMap<String, Arc<Config>>,
}

impl Files {
    /// Files of which the path alone counts, and files with their text.
    pub fn new(paths: &[&str], texts: &[(&str, &str)]) -> Self {
        let mut files = Self { paths: paths.iter().map(|it| (*it).to_owned()).collect(), ..Self::default() };
        for (path, text) in texts {
            files.paths.insert((*path).to_owned());
            let Some(language) = detect(path, text) else { continue };
            let facts = extract(language, text).facts;
            files.namespaces.extend(language.semantics.namespaces(path, &facts));
            for place in language.semantics.declared_places(path, &facts) {
                files.declaring.entry(place).or_default().insert((*path).into());
            }
            if let Some(fact) = facts.config {
                files.configs.insert((*path).to_owned(), Arc::new(Config { path: (*path).into(), fact }));
            }
        }
        files
    }

    /// Where an import of `module` leads from a file.
    pub fn leads(&mut self, language: &Language, from: &str, module: &str) -> String {
        leads(language.semantics.module(self, from, &Import::new(module, Imported::Module, "x")))
    }
}

impl Tree for Files {
    fn is_file(&mut self, path: &str) -> bool {
        self.paths.contains(path)
    }

    fn is_folder(&mut self, path: &str) -> bool {
        let is_module = |file: &str| detect(file, "").is_some_and(|language| language.semantics.habits().folders_are_modules);
        self.paths.iter().any(|file| file != path && path::is_under(file, path) && is_module(file))
    }

    fn has_namespace(&mut self, namespace: &str) -> bool {
        self.namespaces.contains(namespace)
    }

    fn files_named(&mut self, name: &str) -> Vec<Name> {
        self.paths.iter().filter(|file| path::file_name(file) == name).map(Name::from).collect()
    }

    fn declaring(&mut self, place: &str) -> Vec<Name> {
        self.declaring.get(place).into_iter().flatten().cloned().collect()
    }

    fn config_above(&mut self, path: &str, manager: &str) -> Option<Arc<Config>> {
        let mut folder = path::parent(path);
        loop {
            if let Some(config) = self.config_in(folder, manager) {
                return Some(config);
            }
            if folder.is_empty() {
                return None;
            }
            folder = path::parent(folder);
        }
    }

    fn config_in(&mut self, folder: &str, manager: &str) -> Option<Arc<Config>> {
        self.configs_in(folder, manager).first().cloned()
    }

    fn configs_in(&mut self, folder: &str, manager: &str) -> Arc<[Arc<Config>]> {
        self.configs.values().filter(|it| it.fact.manager == manager && it.folder() == folder).cloned().collect()
    }

    fn packages_named(&mut self, manager: &str, name: &str) -> Arc<[Arc<Config>]> {
        self.configs.values().filter(|it| it.fact.manager == manager && it.fact.name.as_deref() == Some(name)).cloned().collect()
    }

    fn once(&mut self, _question: &'static str, path: &str, find: fn(&mut dyn Tree, &str) -> Vec<String>) -> Arc<[String]> {
        find(self, path).into()
    }
}

/// A resolution in words: `path` of a file, `path#inline.module`, `path/` of a folder, `package name`, with a space between several; `external name`,
/// `missing reason`.
pub fn leads(resolution: Resolution) -> String {
    let one = |module: Module| match module {
        Module::File { path, inner } if inner.is_empty() => path.to_string(),
        Module::File { path, inner } => format!("{path}#{inner}"),
        Module::Folder(path) => format!("{path}/"),
        Module::Namespace(name) => format!("package {name}"),
    };
    match resolution {
        Resolution::Modules(modules) => modules.into_iter().map(one).collect::<Vec<_>>().join(" "),
        Resolution::Guessed(modules) => format!("perhaps {}", modules.into_iter().map(one).collect::<Vec<_>>().join(" ")),
        Resolution::External(name) => format!("external {name}"),
        Resolution::Missing(reason) => format!("missing {reason}"),
    }
}
