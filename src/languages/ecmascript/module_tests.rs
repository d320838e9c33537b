//! Where module strings lead, in small trees.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::extract::extract;
use super::super::semantics::{Config, Module, Resolution, Semantics, Tree};
use super::{PACKAGE, TSCONFIG, habits, modules};
use crate::base::path;
use crate::shard::facts::{Import, Imported};

/// A tree of paths; those that end in `.json` have text.
struct Files {
    paths: Vec<String>,
    configs: BTreeMap<String, Arc<Config>>,
}

fn files(list: &[(&str, &str)]) -> Files {
    let mut configs = BTreeMap::new();
    for (file, text) in list {
        let language = match path::file_name(file) {
            "package.json" => &PACKAGE,
            "tsconfig.json" => &TSCONFIG,
            name if name.ends_with(".json") => &crate::languages::json::LANGUAGE,
            _ => continue,
        };
        let Some(fact) = extract(language, text).facts.config else { continue };
        configs.insert((*file).to_owned(), Arc::new(Config { path: (*file).into(), fact: *fact }));
    }
    Files { paths: list.iter().map(|(file, _)| (*file).to_owned()).collect(), configs }
}

impl Tree for Files {
    fn is_file(&mut self, path: &str) -> bool {
        self.paths.iter().any(|it| it == path)
    }
    fn is_folder(&mut self, _: &str) -> bool {
        false
    }
    fn has_namespace(&mut self, _: &str) -> bool {
        false
    }
    fn config_above(&mut self, from: &str, manager: &str) -> Option<Arc<Config>> {
        let mut folder = path::parent(from);
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
        self.configs_in(folder, manager).into_iter().next()
    }
    fn configs_in(&mut self, folder: &str, manager: &str) -> Vec<Arc<Config>> {
        self.configs.values().filter(|config| config.folder() == folder && config.fact.manager == manager).cloned().collect()
    }
    fn packages_named(&mut self, manager: &str, name: &str) -> Vec<Arc<Config>> {
        self.configs.values().filter(|config| config.fact.manager == manager && config.fact.name.as_deref() == Some(name)).cloned().collect()
    }
}

/// Where `name` leads from `from`: paths joined by a space, or a word.
fn leads(tree: &mut Files, from: &str, name: &str) -> String {
    let import = Import::new(name, Imported::Module, "x");
    match modules::Modules.module(tree, from, &import) {
        Resolution::Modules(modules) => {
            let paths: Vec<String> = modules
                .into_iter()
                .map(|module| match module {
                    Module::File { path, .. } | Module::Folder(path) | Module::Namespace(path) => path.to_string(),
                })
                .collect();
            paths.join(" ")
        }
        Resolution::External(name) => format!("external {name}"),
        Resolution::Missing(reason) => format!("missing {reason}"),
    }
}

#[test]
fn relative_names_find_their_extension() {
    let mut tree =
        files(&[("src/a.ts", ""), ("src/b.tsx", ""), ("src/d/index.js", ""), ("src/d/index.d.ts", ""), ("src/data.json", ""), ("src/a.test.ts", "")]);
    for (name, expected) in [
        ("./b", "src/b.tsx"),
        ("./b.js", "src/b.tsx"),
        ("./d", "src/d/index.d.ts"),
        ("../src/data.json", "src/data.json"),
        ("./a.test", "src/a.test.ts"),
        ("./gone", "missing no-such-file"),
        ("../../up", "missing leaves-the-root"),
        (".", "src/a.ts"),
        ("./b?raw", "src/b.tsx"),
    ] {
        assert_eq!(leads(&mut tree, "src/a.ts", name), expected, "{name}");
    }
    assert_eq!(leads(&mut tree, "src/plain.js", "./d"), "src/d/index.js src/d/index.d.ts");
}

#[test]
fn path_aliases_come_through_extended_options() {
    let mut tree = files(&[
        (
            "tsconfig.base.json",
            "{ \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@lib/*\": [\"libs/*/src\"], \"exact\": [\"libs/e.ts\"] } } }",
        ),
        ("app/tsconfig.json", "{ // own\n \"extends\": \"../tsconfig.base\", }"),
        ("libs/core/src/index.ts", ""),
        ("libs/e.ts", ""),
        ("app/main.ts", ""),
    ]);
    assert_eq!(leads(&mut tree, "app/main.ts", "@lib/core"), "libs/core/src/index.ts");
    assert_eq!(leads(&mut tree, "app/main.ts", "exact"), "libs/e.ts");
    assert_eq!(leads(&mut tree, "app/main.ts", "libs/e"), "libs/e.ts");
    assert_eq!(leads(&mut tree, "libs/e.ts", "@lib/core"), "external @lib/core");
}

#[test]
fn options_are_extended_whatever_their_file_is_called() {
    let mut tree = files(&[
        ("tsconfig.json", "{ \"extends\": [\"./config/strict.json\", \"./tsconfig.paths.json\"] }"),
        ("config/strict.json", "{ \"compilerOptions\": { \"strict\": true } }"),
        ("tsconfig.paths.json", "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"lib/*\"] } } }"),
        ("data.json", "{ \"extends\": 3, }"),
        ("lib/u.ts", ""),
        ("src/u.ts", ""),
        ("main.ts", ""),
    ]);
    assert_eq!(leads(&mut tree, "main.ts", "@/u"), "lib/u.ts");
}

#[test]
fn workspace_packages_lead_to_their_sources() {
    let mut tree = files(&[
        (
            "packages/core/package.json",
            "{ \"name\": \"@x/core\", \"main\": \"dist/index.js\", \"exports\": { \".\": { \"import\": \"./dist/index.mjs\" }, \"./sub/*\": \"./dist/sub/*.js\", \"./raw\": { \"types\": \"./gone.d.ts\", \"default\": \"./raw.js\" } }, \"imports\": { \"#in/*\": \"./src/in/*.js\" } }",
        ),
        ("packages/core/src/index.ts", ""),
        ("packages/core/src/sub/one.ts", ""),
        ("packages/core/src/in/two.ts", ""),
        ("packages/core/raw.js", ""),
        ("plain/package.json", "{ \"name\": \"plain\" }"),
        ("plain/index.js", ""),
        ("plain/lib/x.js", ""),
    ]);
    for (name, expected) in [
        ("@x/core", "packages/core/src/index.ts"),
        ("@x/core/sub/one", "packages/core/src/sub/one.ts"),
        ("@x/core/raw", "packages/core/raw.js"),
        ("@x/core/none", "missing no-such-export"),
        ("#in/two", "packages/core/src/in/two.ts"),
        ("plain", "plain/index.js"),
        ("plain/lib/x", "plain/lib/x.js"),
        ("node:fs", "external node"),
        ("fs/promises", "external node"),
        ("@scope/far/deep", "external @scope/far"),
        ("react/jsx-runtime", "external react"),
    ] {
        assert_eq!(leads(&mut tree, "packages/core/src/index.ts", name), expected, "{name}");
    }
}

#[test]
fn manifests_tell_dependencies_workspaces_and_entries() {
    let text = "{ \"name\": \"@a/b\", \"workspaces\": { \"packages\": [\"packages/*\"] }, \"dependencies\": { \"x\": \"^1\", \"y\": \"file:../y\", \"z\": \"npm:@r/eal@2\" }, \"peerDependencies\": { \"w\": \"workspace:*\" }, \"bin\": \"cli.js\", \"types\": \"index.d.ts\" }";
    let fact = extract(&PACKAGE, text).facts.config.expect("reads");
    assert_eq!(fact.name.as_deref(), Some("@a/b"));
    assert_eq!(fact.members, ["packages/*"]);
    assert_eq!(fact.dependencies.iter().map(|(name, path)| format!("{name}:{path}")).collect::<Vec<_>>(), ["w:", "x:", "y:../y", "z:"]);
    assert_eq!(fact.renames.get("z").map(smol_str::SmolStr::as_str), Some("@r/eal"));
    assert_eq!(fact.entries.get("bin:b").map(smol_str::SmolStr::as_str), Some("cli.js"));
    assert!(extract(&PACKAGE, "{ \"name\": ").body.problems.iter().any(|it| it.code.contains("P_CONFIG")));
    assert!(extract(&TSCONFIG, "[]").facts.config.is_none());
}

#[test]
fn tables_are_sorted() {
    assert!(habits::HABITS.builtins[0].is_sorted() && habits::PLATFORM.is_sorted());
    assert!(habits::HABITS.same.is_sorted() && habits::HABITS.inner.is_sorted() && habits::HABITS.transparent.is_sorted());
}
