//! Where imports lead in a small tree, and what manifests say.

use std::sync::Arc;

use super::{LANGUAGE, MANIFEST, habits};
use crate::base::Name;
use crate::languages::extract::extract;
use crate::languages::semantics::Module;
use crate::languages::testing::tree::{Files, leads};
use crate::shard::config::ConfigFact;

fn manifest(text: &str) -> ConfigFact {
    Arc::unwrap_or_clone(extract(&MANIFEST, text).facts.config.expect("a manifest says something"))
}

#[test]
fn relative_imports_count_levels_from_the_folder() {
    let mut tree = Files::new(&["p/__init__.py", "p/a.py", "p/q/__init__.py", "p/q/b.py"], &[]);
    assert_eq!(tree.leads(&LANGUAGE, "p/q/b.py", "."), "p/q/__init__.py");
    assert_eq!(tree.leads(&LANGUAGE, "p/q/b.py", "..a"), "p/a.py");
    assert_eq!(tree.leads(&LANGUAGE, "p/__init__.py", ".q.b"), "p/q/b.py");
    assert_eq!(tree.leads(&LANGUAGE, "p/a.py", ".gone"), "missing no-such-module");
    assert_eq!(tree.leads(&LANGUAGE, "p/a.py", "....x"), "missing beyond-top");
}

#[test]
fn absolute_imports_count_from_the_roots_of_the_manifest() {
    let mut tree = Files::new(
        &["lib/pkg/__init__.py", "lib/pkg/sub.py", "lib/pkg/json.py", "src/other.py", "tests/helper.py", "tests/test_a.py", "space/deep/x.py"],
        &[("pyproject.toml", "[project]\nname='pkg'\n[tool.setuptools.packages.find]\nwhere=['lib']\n")],
    );
    assert_eq!(tree.leads(&LANGUAGE, "tests/test_a.py", "pkg.sub"), "lib/pkg/sub.py");
    assert_eq!(tree.leads(&LANGUAGE, "tests/test_a.py", "other"), "src/other.py");
    assert_eq!(tree.leads(&LANGUAGE, "tests/test_a.py", "helper"), "tests/helper.py");
    assert_eq!(tree.leads(&LANGUAGE, "lib/pkg/sub.py", "json"), "external json");
    assert_eq!(tree.leads(&LANGUAGE, "tests/test_a.py", "space.deep"), "space/deep/");
    assert_eq!(tree.leads(&LANGUAGE, "tests/test_a.py", "pkg.gone"), "missing no-such-module");
    assert_eq!(tree.leads(&LANGUAGE, "tests/test_a.py", "numpy.linalg"), "external numpy");
}

#[test]
fn a_script_does_not_import_the_folder_that_it_stands_in() {
    let paths = ["example/trio/client.py", "example/trio/shared.py", "src/space/deep/a.py", "src/space/other/b.py"];
    for manifests in [&[][..], &[("pyproject.toml", "[project]\nname='space'\n")][..]] {
        let mut tree = Files::new(&paths, manifests);
        assert_eq!(tree.leads(&LANGUAGE, "example/trio/client.py", "trio"), "external trio");
        assert_eq!(tree.leads(&LANGUAGE, "example/trio/client.py", "shared"), "example/trio/shared.py");
        assert_eq!(tree.leads(&LANGUAGE, "src/space/deep/a.py", "space.other.b"), "src/space/other/b.py");
        assert_eq!(tree.leads(&LANGUAGE, "src/space/deep/a.py", "space.deep"), "src/space/deep/");
    }
}

#[test]
fn a_namespace_package_hides_neither_the_platform_nor_the_package_that_it_is_a_part_of() {
    let manifest = "[project]\nname='poem'\ndependencies=['poem-core']\n";
    let paths = ["src/poem/poem.py", "src/poem/factory.py", "src/poem/json/__init__.py", "src/poem/config/__init__.py", "src/poem/config/config.py"];
    let mut tree = Files::new(&paths, &[("pyproject.toml", manifest)]);
    assert_eq!(tree.leads(&LANGUAGE, "src/poem/factory.py", "poem.core.factory"), "external poem");
    assert_eq!(tree.leads(&LANGUAGE, "src/poem/factory.py", "poem.poem"), "src/poem/poem.py");
    assert_eq!(tree.leads(&LANGUAGE, "src/poem/config/config.py", "json"), "external json");
    assert_eq!(tree.leads(&LANGUAGE, "src/poem/config/config.py", "factory"), "external factory");
    // Folders of scripts that nothing installs are none, and what the platform has is not in a folder above.
    let paths = ["tools/run.py", "tools/json.py", "tools/deep/go.py", "tools/util.py"];
    let mut tree = Files::new(&paths, &[("pyproject.toml", manifest)]);
    assert_eq!(tree.leads(&LANGUAGE, "tools/run.py", "json"), "tools/json.py");
    assert_eq!(tree.leads(&LANGUAGE, "tools/deep/go.py", "json"), "external json");
    assert_eq!(tree.leads(&LANGUAGE, "tools/deep/go.py", "util"), "tools/util.py");
}

#[test]
fn other_packages_of_the_repository_are_found_by_name_and_dependency() {
    let mut tree = Files::new(
        &["a/src/acme_a/__init__.py", "b/acme/core.py", "b/acme/__init__.py"],
        &[("a/pyproject.toml", "[project]\nname='acme-a'\ndependencies=['Acme.Core>=1']\n"), ("b/pyproject.toml", "[project]\nname='acme_core'\n")],
    );
    assert_eq!(tree.leads(&LANGUAGE, "a/src/acme_a/__init__.py", "acme.core"), "b/acme/core.py");
    assert_eq!(tree.leads(&LANGUAGE, "b/acme/core.py", "acme_a"), "a/src/acme_a/__init__.py");
}

#[test]
fn submodules_are_children_of_packages_and_folders() {
    let mut tree = Files::new(&["p/__init__.py", "p/m.py", "p/n/x.py", "p/s.pyi"], &[]);
    let mut child = |parent: Module, name: &str| leads(LANGUAGE.semantics.child(&mut tree, &parent, name, None));
    assert_eq!(child(Module::file("p/__init__.py"), "m"), "p/m.py");
    assert_eq!(child(Module::file("p/__init__.py"), "s"), "p/s.pyi");
    assert_eq!(child(Module::file("p/__init__.py"), "n"), "p/n/");
    assert_eq!(child(Module::Folder("p/n".into()), "x"), "p/n/x.py");
    assert_eq!(child(Module::file("p/m.py"), "x"), "missing no-such-module");
}

#[test]
fn pyproject_names_package_dependencies_roots_and_scripts() {
    let fact = manifest(
        "[project]\nname='My.Pkg'\ndependencies=['Foo_Bar[x]>=1; python_version<\"4\"', 'loc @ file:../loc']\n[project.optional-dependencies]\ndev=['pytest']\n\
         [project.scripts]\nrun='my.cli:main'\n[tool.poetry]\npackages=[{include='x', from='source'}]\n[tool.poetry.dependencies]\npython='^3'\nsib={path='../sib'}\n\
         [tool.hatch.build.targets.wheel]\npackages=['src/my']\n[tool.uv.workspace]\nmembers=['libs/*']\n",
    );
    assert_eq!(fact.name.as_deref(), Some("my-pkg"));
    let dependencies: Vec<(&str, &str)> = fact.dependencies.iter().map(|(name, path)| (name.as_str(), path.as_str())).collect();
    assert_eq!(dependencies, [("foo-bar", ""), ("loc", "../loc"), ("pytest", ""), ("sib", "../sib")]);
    assert_eq!(fact.entries.get("script:run").map(Name::as_str), Some("my.cli:main"));
    assert_eq!(fact.source_roots, ["source", "src"]);
    assert_eq!(fact.members, ["libs/*"]);
}

#[test]
fn packages_of_one_workspace_are_dependencies_however_they_are_listed() {
    let fact = manifest(
        "[project]\nname='top'\ndynamic=['dependencies']\n[tool.hatch.metadata.hooks.uv-dynamic-versioning]\ndependencies=['alib=={{version}}']\n\
         [tool.uv.sources]\nblib={workspace=true}\nelsewhere={git='https://host.example/x'}\n",
    );
    assert_eq!(fact.dependencies.keys().map(Name::as_str).collect::<Vec<_>>(), ["alib", "blib"]);
}

#[test]
fn setup_cfg_is_read_with_continued_lines() {
    let fact = manifest(
        "# c\n[metadata]\nname = My_Pkg\n[options]\npackage_dir =\n    = src\ninstall_requires =\n    foo>=1\n    # no\n    Bar ; python_version < '3'\n[options.packages.find]\nwhere = src\n\
         [options.entry_points]\nconsole_scripts =\n    run = my.cli:main\n",
    );
    assert_eq!((fact.manager.as_str(), fact.name.as_deref()), ("pypi", Some("my-pkg")));
    assert_eq!(fact.dependencies.keys().map(Name::as_str).collect::<Vec<_>>(), ["bar", "foo"]);
    assert_eq!(fact.source_roots, ["src"]);
    assert_eq!(fact.entries.get("script:run").map(Name::as_str), Some("my.cli:main"));
}

#[test]
fn setup_py_is_read_where_it_is_literal() {
    let source = "from setuptools import setup, find_packages\nsetup(name='My_Pkg', package_dir={'': 'src'}, packages=find_packages('src'),\n  install_requires=['foo>=1'], extras_require={'x': ['bar']}, entry_points={'console_scripts': ['run=my.cli:main']})\n";
    let fact = extract(&LANGUAGE, source).facts.config.expect("the call is read");
    assert_eq!(fact.name.as_deref(), Some("my-pkg"));
    assert_eq!(fact.dependencies.keys().map(Name::as_str).collect::<Vec<_>>(), ["bar", "foo"]);
    assert_eq!(fact.source_roots, ["src"]);
    assert_eq!(fact.entries.get("script:run").map(Name::as_str), Some("my.cli:main"));
    assert!(extract(&LANGUAGE, "setup(name='x')\n").facts.config.is_none());
}

#[test]
fn broken_manifests_are_problems_and_tool_options_are_nothing() {
    assert_eq!(extract(&MANIFEST, "[project]\nname = \n").body.problems[0].code, "SMALTI_P_CONFIG");
    assert!(extract(&MANIFEST, "[project]\nname = []\n").body.problems[0].message.contains("no package"));
    assert!(extract(&MANIFEST, "[tool.black]\nline-length = 100\n").facts.config.is_none());
    assert!(extract(&MANIFEST, "[flake8]\nmax-line-length = 100\n").facts.config.is_none());
    for garbage in ["\0\u{fffd}[", "[", "[[", "=", "é", ""] {
        extract(&MANIFEST, garbage);
    }
}

#[test]
fn lists_that_are_searched_are_sorted() {
    let sorted = |list: &[&str]| list.windows(2).all(|pair| pair[0] < pair[1]);
    let habits = LANGUAGE.semantics.habits();
    assert!(sorted(habits.foreign.same) && sorted(habits.foreign.inner) && sorted(habits::STANDARD_LIBRARY));
    assert!(habits.holding.collections.windows(2).all(|pair| pair[0].0 < pair[1].0));
}
