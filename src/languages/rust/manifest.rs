//! `Cargo.toml`: packages, dependencies, targets, workspaces.

use toml::{Table, Value};

use crate::base::span::ByteSpan;
use crate::base::{Name, codes};
use crate::shard::builder::Builder;
use crate::shard::config::{ConfigFact, NAMELESS};

/// Tables that hold dependencies, in a package and in each of its `target` tables.
const DEPENDENCY_TABLES: &[&str] = &["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"];

/// Target tables and the kind and folder of each.
const TARGETS: &[(&str, &str, &str)] =
    &[("bin", "bin", "src/bin"), ("example", "example", "examples"), ("test", "test", "tests"), ("bench", "bench", "benches")];

/// Tells the builder what a manifest says; a broken one is a problem.
pub fn extract(builder: &mut Builder<'_>) {
    match builder.text().parse::<Table>() {
        Ok(manifest) => {
            let package = table(&manifest, "package").or_else(|| table(&manifest, "project"));
            if package.and_then(|it| it.get("name")).is_some_and(|name| !name.is_str()) {
                builder.problem(&codes::P_CONFIG, ByteSpan::default(), NAMELESS.to_owned());
            }
            builder.config(read(&manifest));
        }
        Err(cause) => {
            let span = cause.span().map_or(ByteSpan::default(), |span| ByteSpan::new(span.start, span.end));
            builder.problem(&codes::P_CONFIG, span, format!("not a manifest: {}", cause.message()));
        }
    }
}

fn read(manifest: &Table) -> ConfigFact {
    let mut fact = ConfigFact { manager: Name::new_static("cargo"), ..ConfigFact::default() };
    let package = table(manifest, "package").or_else(|| table(manifest, "project"));
    fact.name = package.and_then(|package| string(package, "name")).map(Name::from);
    for name in DEPENDENCY_TABLES {
        dependencies(table(manifest, name), &mut fact);
    }
    for target in table(manifest, "target").into_iter().flat_map(Table::values).filter_map(Value::as_table) {
        for name in DEPENDENCY_TABLES {
            dependencies(table(target, name), &mut fact);
        }
    }
    if let Some(workspace) = table(manifest, "workspace") {
        dependencies(table(workspace, "dependencies"), &mut fact);
        fact.members = strings(workspace, "members");
    }
    if let Some(its) = package {
        entries(manifest, package, &mut fact);
        // What inherits its edition is newer than that.
        if its.get("edition").is_none_or(|edition| edition.as_str() == Some(FIRST_EDITION)) {
            fact.source_roots.push(CRATE);
        }
    }
    fact
}

/// The root from which names of imports count too in the first edition.
pub(super) const CRATE: Name = Name::new_static("crate");
/// What a package is of that names none.
const FIRST_EDITION: &str = "2015";

/// Adds the dependencies of one table. Of several entries of one name the one with a path counts.
fn dependencies(list: Option<&Table>, fact: &mut ConfigFact) {
    for (key, value) in list.into_iter().flatten() {
        let details = value.as_table();
        let place = details.and_then(|details| string(details, "path")).unwrap_or("");
        let known = fact.dependencies.entry(key.into()).or_default();
        if known.is_empty() {
            *known = place.trim_end_matches('/').into();
        }
        if let Some(real) = details.and_then(|details| string(details, "package")).filter(|real| real != key) {
            fact.renames.entry(key.into()).or_insert_with(|| real.into());
        }
    }
}

/// In front of a folder whose files are no targets unless they are named.
pub(super) const NOT_FOUND: &str = "undiscovered:";

/// The targets that are named; those found by layout alone are not in the manifest.
fn entries(manifest: &Table, package: Option<&Table>, fact: &mut ConfigFact) {
    if let Some(library) = table(manifest, "lib") {
        let place = string(library, "path").unwrap_or("src/lib.rs");
        fact.entries.insert("lib".into(), place.into());
        if let Some(name) = string(library, "name") {
            fact.entries.insert(format!("lib:{name}").into(), place.into());
        }
    }
    if let Some(build) = package.and_then(|package| string(package, "build")) {
        fact.entries.insert("build".into(), build.into());
    }
    for (list, kind, folder) in TARGETS {
        // `autotests = false`: only what is named is a target.
        if package.and_then(|package| package.get(&format!("auto{kind}{}", if *kind == "bench" { "es" } else { "s" }))).and_then(Value::as_bool)
            == Some(false)
        {
            fact.entries.insert(format!("{NOT_FOUND}{folder}").into(), "false".into());
        }
        for target in manifest.get(*list).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table) {
            let Some(name) = string(target, "name") else { continue };
            let main = *kind == "bin" && fact.name.as_deref() == Some(name);
            let guess = if main { "src/main.rs".to_owned() } else { format!("{folder}/{name}.rs") };
            let place = string(target, "path").map_or(guess, |place| place.trim_start_matches("./").to_owned());
            fact.entries.insert(format!("{kind}:{name}").into(), place.into());
        }
    }
}

fn table<'a>(parent: &'a Table, key: &str) -> Option<&'a Table> {
    parent.get(key).and_then(Value::as_table)
}

fn string<'a>(parent: &'a Table, key: &str) -> Option<&'a str> {
    parent.get(key).and_then(Value::as_str)
}

fn strings(parent: &Table, key: &str) -> Vec<Name> {
    parent.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(Name::from).collect()
}
