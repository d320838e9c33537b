//! Module naming by data, for languages whose imports name files or declared namespaces and nothing else.

use crate::base::{Name, path};
use crate::languages::semantics::{Habits, Module, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Flags, Import, Imported, Symbol};

/// Most folders above a file in which an import is looked for.
const MAX_ROOTS: usize = 12;

/// How a language's imports name files.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// What stands for `/` in a module string besides itself.
    pub separator: &'static str,
    /// What may follow the string: `""`, `.rb`, `/init.lua`.
    pub endings: &'static [&'static str],
    /// Every import is relative to the file, whether it starts with a dot or not.
    pub relative: bool,
    /// Folders, below those above the file, where imports that are not relative start. Empty: such imports name no file.
    pub roots: &'static [&'static str],
    /// Roots hold no roots: below a folder that is called like one, folders are no places where imports start.
    pub outermost: bool,
    /// What has no extension names a package.
    pub packages: bool,
}

impl Files {
    /// Imports never name files.
    pub const NONE: Self = Self { separator: "", endings: &[], relative: false, roots: &[], outermost: false, packages: false };
}

/// Which definitions a file sees without an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spaces {
    /// Its own.
    Own,
    /// Those of all files of the family.
    Global,
    /// Those of all files of its folder.
    Folder,
    /// Those of its declared namespace, and with `outer` of the namespaces around it. Of namespaces that are `shared` packages declare parts: what the tree
    /// declares nothing of, below a namespace that it has, is of another one, for no import goes through a type there.
    Declared { separator: &'static str, outer: bool, shared: bool },
}

/// Module naming of one language.
#[derive(Debug)]
pub struct Modules {
    pub habits: &'static Habits,
    pub files: Files,
    pub spaces: Spaces,
}

impl Semantics for Modules {
    fn habits(&self) -> &'static Habits {
        self.habits
    }

    fn namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        match self.spaces {
            Spaces::Own => Vec::new(),
            Spaces::Global => vec![Name::default()],
            Spaces::Folder => vec![path::parent(path).into()],
            Spaces::Declared { .. } => {
                let topmost = facts.has_topmost().then(Name::default);
                std::iter::once(facts.namespace.clone().unwrap_or_default()).chain(topmost).collect()
            }
        }
    }

    fn seen_namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        let mut seen = self.namespaces(path, facts);
        if let (Spaces::Declared { separator, outer: true, .. }, Some(own)) = (self.spaces, &facts.namespace) {
            seen.extend(own.rmatch_indices(separator).map(|(at, _)| Name::from(&own[..at])));
            seen.push(Name::default());
        }
        seen
    }

    fn is_nameable(&self, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::FILE_LOCAL)
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let module = import.module.as_str();
        if module == "." {
            return Resolution::file(from);
        }
        if let Some(file) = self.file(tree, from, module) {
            return Resolution::file(file);
        }
        // `use RuntimeException;` brings what needs no import elsewhere.
        let named = if let Imported::Item(item) = &import.imported { item } else { &import.binding };
        if module.is_empty() && self.habits.is_builtin(named) && tree.defining("", named).is_empty() {
            return Resolution::External("builtin".into());
        }
        match self.spaces {
            Spaces::Declared { separator, shared, .. } => declared(tree, (module, import), separator, shared),
            Spaces::Global if module.is_empty() => Resolution::Modules(vec![Module::Namespace(Name::default())]),
            _ if self.names_file(module) => Resolution::Missing("no-such-file"),
            _ => Resolution::External(first(module, &["/", self.files.separator]).into()),
        }
    }
}

impl Modules {
    /// The file that a module string names.
    fn file(&self, tree: &mut dyn Tree, from: &str, module: &str) -> Option<String> {
        let files = &self.files;
        if files.endings.is_empty() || module.is_empty() {
            return None;
        }
        let replaced = !files.separator.is_empty() && !module.starts_with('.');
        let wanted = if replaced { module.replace(files.separator, "/") } else { module.to_owned() };
        let wanted = wanted.trim_start_matches('/');
        let folder = path::parent(from);
        if (files.relative || wanted.starts_with("./") || wanted.starts_with("../"))
            && let Some(found) = existing(tree, folder, wanted, files.endings)
        {
            return Some(found);
        }
        let mut above = folder;
        for _ in 0..MAX_ROOTS {
            let inside = |root: &str| files.outermost && above.split('/').any(|folder| folder == root);
            let within = files.outermost && !above.is_empty() && files.roots.contains(&path::file_name(above));
            let is_root = |root: &str| !within && (!root.is_empty() || !files.roots.iter().any(|it| !it.is_empty() && inside(it)));
            for root in files.roots.iter().filter(|root| is_root(root)) {
                if let Some(root) = path::join(above, root)
                    && let Some(found) = existing(tree, &root, wanted, files.endings)
                {
                    return Some(found);
                }
            }
            if above.is_empty() {
                break;
            }
            above = path::parent(above);
        }
        None
    }

    /// The string says that it names a file.
    fn names_file(&self, module: &str) -> bool {
        if self.files.packages && !path::file_name(module).contains('.') {
            return false;
        }
        let ends = self.files.endings.iter().any(|ending| !ending.is_empty() && module.ends_with(ending));
        let any = (self.files.relative || self.files.outermost) && self.files.endings.contains(&"");
        !module.contains(':') && (module.starts_with('.') || any || ends)
    }
}

fn existing(tree: &mut dyn Tree, folder: &str, wanted: &str, endings: &[&str]) -> Option<String> {
    endings.iter().find_map(|ending| path::join(folder, &format!("{wanted}{ending}")).filter(|path| !path.is_empty() && tree.is_file(path)))
}

/// A namespace of the repository, or a package of somebody else.
fn declared(tree: &mut dyn Tree, (module, import): (&str, &Import), separator: &str, shared: bool) -> Resolution {
    if import.imported == Imported::Module && module.is_empty() {
        return Resolution::Missing("no-such-module");
    }
    // `using A.B` and `use A\B` name the namespace and perhaps what is in it; only what files declare is one.
    if tree.has_namespace(module) {
        return Resolution::Modules(vec![Module::Namespace(module.into())]);
    }
    if let Some((at, _)) = module.rmatch_indices(separator).find(|(at, _)| *at > 0 && tree.has_namespace(&module[..*at])) {
        // What a type in it holds: `import p.T.member`.
        let inner: Vec<&str> = module[at + separator.len()..].split(separator).collect();
        let files = tree.defining(&module[..at], inner[0]);
        if files.is_empty() && shared {
            return Resolution::External(module[..at + separator.len() + inner[0].len()].into());
        }
        if files.is_empty() {
            return Resolution::Missing("no-such-namespace");
        }
        let inner = Name::from(inner.join("."));
        return Resolution::Modules(files.into_iter().map(|path| Module::File { path, inner: inner.clone() }).collect());
    }
    match first(module, &[separator]) {
        "" => Resolution::Missing("no-such-module"),
        package => Resolution::External(package.into()),
    }
}

fn first<'text>(module: &'text str, separators: &[&str]) -> &'text str {
    let end = separators.iter().filter(|it| !it.is_empty()).filter_map(|separator| module.find(separator)).min();
    end.map_or(module, |end| &module[..end])
}
