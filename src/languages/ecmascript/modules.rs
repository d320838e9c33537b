//! Where module strings lead: relative paths, path aliases, workspace packages, the platform, the registry.

use super::super::semantics::{Config, Habits, Module, Offer, Resolution, Semantics, Tree};
use super::packages;
use super::paths;
use crate::base::{Name, path};
use crate::shard::facts::{Facts, Flags, Import, Owner, Symbol, SymbolKind, Visibility};

/// Extensions that an import may leave out, sources first.
const SOURCES: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
/// Endings of declarations beside a file that may have sources as well, and how these end: `x.d.mts` says nothing of an `x.js`.
const DECLARATIONS: &[(&str, &str)] = &[("d.ts", ""), ("d.mts", ".mjs"), ("d.cts", ".cjs")];
/// What an import may call a file by the name of its build, and the extensions that the file may have, sources first.
const BUILDS: &[(&str, &[&str])] =
    &[(".js", &["ts", "tsx", "js", "jsx"]), (".jsx", &["ts", "tsx", "js", "jsx"]), (".mjs", &["mts", "mjs"]), (".cjs", &["cts", "cjs"])];

/// Semantics of TypeScript and JavaScript.
pub(super) struct Modules;

/// The namespace of what is declared for everybody.
const GLOBAL: &str = "<global>";
/// The namespace that scripts share: files that are no modules run in one scope.
const SCRIPT: &str = "<script>";

/// Whether a file is no module: it takes nothing in and hands nothing out.
fn is_script(facts: &Facts) -> bool {
    let exports = |it: &Symbol| it.owner == Owner::File && it.kind != SymbolKind::Module && it.flags.has(Flags::EXPORTED);
    // A test is of nobody else in a script as well.
    let in_file = |it: &Symbol| it.owner == Owner::File && !it.flags.has(Flags::NESTED) && !it.flags.has(Flags::TEST);
    let kept = |it: &Symbol| in_file(it) && it.visibility == Visibility::Private;
    // What a module that is declared here takes in or hands out makes none of the file.
    facts.imports.iter().all(|it| it.container.is_some()) && !facts.symbols.iter().any(|it| exports(it) || kept(it))
}

/// The package with declarations of the platform.
const PLATFORM_TYPES: &str = "@types/node";
/// Most manifests that are looked at for it, from the nearest on upwards.
const MAX_MANIFESTS: usize = 16;

/// The nearest manifest around a file that declares a dependency on declarations of the platform.
fn typed_by(tree: &mut dyn Tree, path: &str) -> Option<String> {
    let mut place = path.to_owned();
    for _ in 0..MAX_MANIFESTS {
        let manifest = tree.config_above(&place, "npm")?;
        if manifest.fact.dependencies.contains_key(PLATFORM_TYPES) {
            return Some(manifest.path.to_string());
        }
        if manifest.folder().is_empty() {
            return None;
        }
        manifest.folder().clone_into(&mut place);
    }
    None
}

impl Semantics for Modules {
    fn habits(&self) -> &'static Habits {
        &super::habits::HABITS
    }

    /// Compilers know the platform by a package of declarations. Who declares that one works with types, and has those of other packages as well. In TypeScript
    /// `require` is a function of any result.
    fn has_declarations(&self, tree: &mut dyn Tree, path: &str) -> bool {
        !is_typed(path) && !tree.once("declarations of the platform", path, |tree, path| typed_by(tree, path).into_iter().collect()).is_empty()
    }

    /// What a declaration file declares that is no module is seen everywhere, so is what a module declares to be; what another script
    /// defines, by scripts.
    fn namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        if facts.declares_globals() {
            return vec![Name::new_static(GLOBAL)];
        }
        match (is_script(facts), path.ends_with(".d.ts")) {
            (true, true) => vec![Name::new_static(GLOBAL)],
            (true, false) => vec![Name::new_static(SCRIPT)],
            (false, _) => Vec::new(),
        }
    }

    fn seen_namespaces(&self, _path: &str, facts: &Facts) -> Vec<Name> {
        let mut seen = vec![Name::new_static(GLOBAL)];
        if is_script(facts) {
            seen.push(Name::new_static(SCRIPT));
        }
        seen
    }

    /// Whatever is exported, but for the default export.
    fn is_offered(&self, name: &str, offer: Offer<'_>) -> bool {
        name != "default"
            && match offer {
                Offer::Symbol(symbol) => self.is_nameable(symbol),
                Offer::Import(import) => import.reexport,
                Offer::Indirect | Offer::Layout => true,
            }
    }

    /// Top-level definitions of a module are its own unless they are exported; types may be named in comments all the same. What stands in
    /// a function or an expression at the top level is reached from there alone.
    fn is_nameable(&self, symbol: &Symbol) -> bool {
        let open = symbol.visibility != Visibility::Private || symbol.kind.is_type();
        symbol.flags.has(Flags::EXPORTED) || symbol.owner != Owner::File || (open && !symbol.flags.has(Flags::NESTED))
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let mut led = lead(tree, from, import);
        // TypeScript knows what has both by its declarations alone.
        if let Resolution::Modules(modules) | Resolution::Guessed(modules) = &mut led
            && is_typed(from)
            && modules.iter().any(is_declaration)
        {
            modules.retain(is_declaration);
        }
        // What runs is led to what runs, unless the configuration says that declarations stand for it.
        if let Resolution::Modules(modules) = &mut led
            && is_script_file(from)
            && modules.iter().all(is_declaration)
            && paths::aliases(tree, from).targets(&import.module).is_empty()
        {
            let code = code_of(tree, from, &import.module);
            if !code.is_empty() {
                *modules = code.into_iter().map(Module::file).collect();
            }
        }
        led
    }
}

/// The code of a package that is named, or of one whose folder is.
fn code_of(tree: &mut dyn Tree, from: &str, name: &str) -> Vec<String> {
    if name.starts_with('.') {
        let manifest = path::join(path::parent(from), name).and_then(|folder| tree.config_in(&folder, "npm"));
        return manifest.map_or_else(Vec::new, |manifest| packages::code(tree, &manifest, ""));
    }
    let (package, subpath) = packages::split(name);
    let manifests = tree.packages_named("npm", package);
    manifests.iter().map(|manifest| packages::code(tree, manifest, subpath)).find(|files| !files.is_empty()).unwrap_or_default()
}

/// Where an import leads.
fn lead(tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
    let name = import.module.as_str();
    if name == "." {
        return Resolution::file(from);
    }
    let name = name.split(['?', '!']).next().unwrap_or(name);
    if name.is_empty() {
        return Resolution::Missing("empty-module-name");
    }
    if name.starts_with("./") || name.starts_with("../") || name == ".." {
        return match path::join(path::parent(from), name) {
            Some(target) => found(at(tree, &target)),
            None => Resolution::Missing("leaves-the-root"),
        };
    }
    if name.starts_with('/') {
        return Resolution::Missing("absolute-path");
    }
    if let Some((scheme, _)) = name.split_once(':') {
        return match scheme {
            "node" | "bun" | "deno" | "cloudflare" => Resolution::External(scheme.into()),
            "http" | "https" | "data" | "file" | "blob" => Resolution::Missing("url"),
            _ => Resolution::External(name.into()),
        };
    }
    if name.starts_with('#') {
        let files = packages::internal(tree, from, name);
        if !files.is_empty() {
            return found(files);
        }
    }
    bare(tree, from, name)
}

/// Whether a file is of TypeScript.
fn is_typed(path: &str) -> bool {
    [".ts", ".tsx", ".mts", ".cts"].iter().any(|extension| path.ends_with(extension))
}

/// Whether a file is of JavaScript.
fn is_script_file(path: &str) -> bool {
    [".js", ".jsx", ".mjs", ".cjs"].iter().any(|extension| path.ends_with(extension))
}

/// Whether a module is a declaration file.
fn is_declaration(module: &Module) -> bool {
    matches!(module, Module::File { path, .. } if declares(path))
}

/// Whether a file declares what another one holds.
pub(super) fn declares(path: &str) -> bool {
    DECLARATIONS.iter().any(|(extension, _)| path.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.')))
}

/// A name that is no path: an alias, a platform module, a package of the workspace or of the registry.
fn bare(tree: &mut dyn Tree, from: &str, name: &str) -> Resolution {
    let aliases = paths::aliases(tree, from);
    let targets = aliases.targets(name);
    for target in &targets {
        let files = at(tree, target);
        if !files.is_empty() {
            return found(files);
        }
    }
    let top = name.split('/').next().unwrap_or(name);
    if super::habits::PLATFORM.binary_search(&top).is_ok() {
        return Resolution::External("node".into());
    }
    if let Some(base) = &aliases.base
        && let Some(target) = path::join(base, name)
    {
        let files = at(tree, &target);
        if !files.is_empty() {
            return found(files);
        }
    }
    let (package, subpath) = packages::split(name);
    let manifests = tree.packages_named("npm", package);
    for manifest in manifests.iter() {
        let files = packages::entry(tree, manifest, subpath);
        if !files.is_empty() {
            return found(files);
        }
    }
    if !manifests.is_empty() {
        return Resolution::Missing("no-such-export");
    }
    for target in paths::bundled(tree, from, name) {
        let files = at(tree, &target);
        if !files.is_empty() {
            return found(files);
        }
    }
    // Bundlers alias `@` and `~` to the sources by a convention older than any configuration we can read. One that is read stands before it.
    if let Some(rest) = name.strip_prefix("@/").or_else(|| name.strip_prefix("~/")) {
        if !targets.is_empty() {
            return Resolution::Missing("no-such-file");
        }
        let folder = tree.config_above(from, "npm").map_or_else(String::new, |manifest| manifest.folder().to_owned());
        let target = path::join(&folder, &format!("src/{rest}")).unwrap_or_default();
        let files = at(tree, &target);
        return match found(files) {
            Resolution::Modules(modules) => Resolution::Guessed(modules),
            led => led,
        };
    }
    if package.is_empty() || package.starts_with('#') { Resolution::Missing("no-such-alias") } else { Resolution::External(package.into()) }
}

fn found(files: Vec<String>) -> Resolution {
    if files.is_empty() {
        return Resolution::Missing("no-such-file");
    }
    Resolution::Modules(files.into_iter().map(Module::file).collect())
}

/// The files that a path without a certain extension names: the file, or the folder's entry.
pub(super) fn at(tree: &mut dyn Tree, target: &str) -> Vec<String> {
    let files = file(tree, target);
    if !files.is_empty() {
        return files;
    }
    if let Some(manifest) = tree.config_in(target, "npm") {
        let files = packages::main(tree, &manifest);
        if !files.is_empty() {
            return files;
        }
    }
    let index = if target.is_empty() { "index".to_owned() } else { format!("{target}/index") };
    file(tree, &index)
}

/// The file at a path as written, with the extension it left out, or with the one its build would give it.
pub(super) fn file(tree: &mut dyn Tree, target: &str) -> Vec<String> {
    if target.is_empty() {
        return Vec::new();
    }
    for (built, sources) in BUILDS {
        if let Some(stem) = target.strip_suffix(built) {
            return first_of(tree, stem, sources);
        }
    }
    if path::file_name(target).contains('.') && tree.is_file(target) {
        return vec![target.to_owned()];
    }
    let files = first_of(tree, target, SOURCES);
    if !files.is_empty() {
        return files;
    }
    let json = format!("{target}.json");
    if tree.is_file(&json) { vec![json] } else { Vec::new() }
}

/// The first source that exists, with the declarations beside it where it is JavaScript.
fn first_of(tree: &mut dyn Tree, stem: &str, extensions: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    for extension in extensions {
        let candidate = format!("{stem}.{extension}");
        if tree.is_file(&candidate) {
            files.push(candidate);
            if extension.contains('t') {
                return files;
            }
            break;
        }
    }
    for (extension, declared) in DECLARATIONS {
        let candidate = format!("{stem}.{extension}");
        if files.iter().all(|file| file.ends_with(declared)) && tree.is_file(&candidate) {
            files.push(candidate);
            break;
        }
    }
    files
}

/// The path of something written in a configuration file.
pub(super) fn beside(config: &Config, relative: &str) -> Option<String> {
    path::join(config.folder(), relative)
}
