//! `package.json` and `tsconfig.json`: from text to what they say of their package.

use serde_json::{Map, Value};

use super::jsonc;
use super::paths::SHARED;
use crate::base::span::ByteSpan;
use crate::base::{Name, codes};
use crate::shard::builder::Builder;
use crate::shard::config::{ConfigFact, NAMELESS};

/// Conditions of an `exports` map, best first: sources before what is built of them.
const CONDITIONS: &[&str] = &["source", "types", "import", "default", "require", "node"];
/// Nested conditions deeper than this are not followed.
const DEEPEST: u32 = 8;

/// Reads `package.json`.
pub(super) fn package(builder: &mut Builder<'_>) {
    let Some(manifest) = read(builder) else { return };
    let name = text(&manifest, "name");
    if name.is_none() && manifest.get("name").is_some_and(|it| !it.is_null()) {
        builder.problem(&codes::P_CONFIG, ByteSpan::default(), NAMELESS.to_owned());
    }
    let mut fact = ConfigFact { manager: "npm".into(), name: name.clone(), ..ConfigFact::default() };
    for kind in ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] {
        for (dependency, version) in object(&manifest, kind) {
            dependency_of(&mut fact, dependency, version.as_str().unwrap_or(""));
        }
    }
    let workspaces = manifest.get("workspaces");
    fact.members = strings(workspaces.and_then(|it| it.get("packages")).or(workspaces));
    for (field, entry) in [("main", "main"), ("module", "module"), ("typings", "types"), ("types", "types"), ("source", "source")] {
        if let Some(path) = text(&manifest, field) {
            fact.entries.insert(entry.into(), path);
        }
    }
    match manifest.get("bin") {
        Some(Value::String(path)) => {
            let simple = name.as_deref().map_or("", |name| name.rsplit('/').next().unwrap_or(name));
            fact.entries.insert(smol_str::format_smolstr!("bin:{simple}"), path.into());
        }
        Some(Value::Object(bins)) => {
            for (bin, path) in bins.iter().filter_map(|(bin, path)| Some((bin, path.as_str()?))) {
                fact.entries.insert(smol_str::format_smolstr!("bin:{bin}"), path.into());
            }
        }
        _ => {}
    }
    exports(&mut fact, manifest.get("exports"));
    for (alias, targets) in object(&manifest, "imports") {
        fact.aliases.insert(alias.into(), all_targets(targets));
    }
    builder.config(fact);
}

/// A dependency with its local path, if the version names one, and its real name, if it is renamed.
fn dependency_of(fact: &mut ConfigFact, name: &str, version: &str) {
    let path = ["file:", "link:", "portal:", "workspace:"].iter().find_map(|scheme| version.strip_prefix(scheme)).unwrap_or("");
    let local = if path.starts_with(['.', '/']) || version.starts_with("file:") || version.starts_with("link:") { path } else { "" };
    if let Some(real) = version.strip_prefix("npm:") {
        let end = real.char_indices().skip(1).find(|(_, it)| *it == '@').map_or(real.len(), |(at, _)| at);
        fact.renames.insert(name.into(), real[..end].into());
    }
    let slot = fact.dependencies.entry(name.into()).or_default();
    if slot.is_empty() {
        *slot = local.into();
    }
}

/// `exports`: the best target of each subpath, and all of them where there are several.
fn exports(fact: &mut ConfigFact, exports: Option<&Value>) {
    let Some(exports) = exports else { return };
    let subpaths: Vec<(&str, &Value)> = match exports {
        Value::Object(map) if map.keys().any(|key| key.starts_with('.')) => map.iter().map(|(key, value)| (key.as_str(), value)).collect(),
        other => vec![(".", other)],
    };
    for (subpath, value) in subpaths {
        let targets = all_targets(value);
        let key = smol_str::format_smolstr!("exports:{subpath}");
        if let Some(first) = targets.first() {
            fact.entries.insert(key.clone(), first.clone());
        }
        if targets.len() > 1 {
            fact.aliases.insert(key, targets);
        }
    }
}

/// The paths that a value of a map of conditions leads to, best first.
fn all_targets(value: &Value) -> Vec<Name> {
    let mut found = Vec::new();
    targets_of(value, 0, &mut found);
    found
}

fn targets_of(value: &Value, depth: u32, found: &mut Vec<Name>) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::String(path) => {
            if !found.iter().any(|it| it == path.as_str()) {
                found.push(path.into());
            }
        }
        Value::Array(all) => all.iter().for_each(|it| targets_of(it, depth + 1, found)),
        Value::Object(conditions) => {
            let known = CONDITIONS.iter().filter_map(|condition| conditions.get(*condition));
            let others = conditions.iter().filter(|(condition, _)| !CONDITIONS.contains(&condition.as_str())).map(|(_, value)| value);
            known.chain(others).for_each(|it| targets_of(it, depth + 1, found));
        }
        _ => {}
    }
}

/// Reads `tsconfig.json` and its kin. `manager` tells the files of one folder apart.
pub(super) fn options(builder: &mut Builder<'_>, manager: &'static str) {
    if let Some(config) = read(builder) {
        builder.config(options_of(&config, manager));
    }
}

/// The same of a file that may be something else altogether: nobody is told what it lacks.
pub(super) fn shared_options(builder: &mut Builder<'_>) {
    if let Ok(Value::Object(config)) = jsonc::parse(builder.text()) {
        builder.config(options_of(&config, SHARED));
    }
}

fn options_of(config: &Map<String, Value>, manager: &'static str) -> ConfigFact {
    let compiler = object(config, "compilerOptions");
    let mut fact = ConfigFact { manager: manager.into(), ..ConfigFact::default() };
    fact.base = compiler.get("baseUrl").and_then(Value::as_str).map(Name::from);
    fact.extends = match config.get("extends") {
        Some(Value::String(one)) => vec![one.into()],
        several => strings(several),
    };
    fact.aliases = object(compiler, "paths").iter().map(|(pattern, targets)| (pattern.into(), strings(Some(targets)))).collect();
    let references = config.get("references").and_then(Value::as_array);
    fact.references = references.into_iter().flatten().filter_map(|it| it.get("path")?.as_str().map(Name::from)).collect();
    fact.source_roots = strings(compiler.get("rootDirs"));
    fact
}

fn read(builder: &mut Builder<'_>) -> Option<Map<String, Value>> {
    match jsonc::parse(builder.text()) {
        Ok(Value::Object(map)) => Some(map),
        Ok(_) => {
            builder.problem(&codes::P_CONFIG, ByteSpan::default(), "is not a JSON object".to_owned());
            None
        }
        Err(cause) => {
            builder.problem(&codes::P_CONFIG, ByteSpan::default(), format!("does not read as JSON: {cause}"));
            None
        }
    }
}

fn text(map: &Map<String, Value>, key: &str) -> Option<Name> {
    map.get(key).and_then(Value::as_str).map(Name::from)
}

fn object<'a>(map: &'a Map<String, Value>, key: &str) -> &'a Map<String, Value> {
    static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    map.get(key).and_then(Value::as_object).unwrap_or(&EMPTY)
}

/// The strings of a list; none of anything else.
fn strings(list: Option<&Value>) -> Vec<Name> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(Name::from).collect()
}
