//! `pyproject.toml`: the package, what it depends on, where its modules start.

use toml::{Table, Value};

use crate::base::span::ByteSpan;
use crate::base::{Name, codes};
use crate::shard::builder::Builder;
use crate::shard::config::{ConfigFact, NAMELESS};

/// Reads either kind of manifest; which one it is shows in its section headers, for extraction knows no path.
pub(super) fn extract(builder: &mut Builder<'_>) {
    let text = builder.text();
    if !looks_like_pyproject(text) {
        if let Some(fact) = super::setup_cfg::read(text) {
            builder.config(fact);
        }
        return;
    }
    match text.parse::<Table>() {
        Ok(table) => {
            let named = at(&table, &["project"]).or_else(|| at(&table, &["tool", "poetry"])).and_then(|project| project.get("name"));
            if named.is_some_and(|name| !name.is_str()) {
                builder.problem(&codes::P_CONFIG, ByteSpan::default(), NAMELESS.to_owned());
            }
            let fact = read(&table);
            // Tool options alone must not stand in front of a `setup.cfg` or `setup.py` beside them.
            if fact != blank() {
                builder.config(fact);
            }
        }
        Err(cause) => {
            let span = cause.span().map_or_else(ByteSpan::default, |span| ByteSpan::new(span.start, span.end));
            builder.problem(&codes::P_CONFIG, span, cause.message().to_owned());
        }
    }
}

/// Whether the first section that tells is one of `pyproject.toml`. A file without sections counts as one.
fn looks_like_pyproject(text: &str) -> bool {
    for line in text.lines() {
        let Some(header) = line.trim().strip_prefix('[') else { continue };
        let name = header.trim_start_matches('[').split(']').next().unwrap_or("").trim();
        let own = name.starts_with("tool.") || name.starts_with("project") || matches!(name, "build-system" | "dependency-groups" | "tool");
        return own || header.starts_with('[');
    }
    !text.lines().any(|line| line.contains('=') && line.parse::<Table>().is_err())
}

/// A manifest of Python that says nothing.
pub(super) fn blank() -> ConfigFact {
    ConfigFact { manager: "pypi".into(), ..ConfigFact::default() }
}

fn read(table: &Table) -> ConfigFact {
    let mut fact = blank();
    if let Some(project) = at(table, &["project"]) {
        project_table(project, &mut fact);
    }
    if let Some(poetry) = at(table, &["tool", "poetry"]) {
        poetry_table(poetry, &mut fact);
    }
    if let Some(groups) = at(table, &["dependency-groups"]) {
        for group in groups.values() {
            requirements(group, &mut fact);
        }
    }
    source_roots(table, &mut fact);
    uv_table(table, &mut fact);
    fact.source_roots.dedup();
    fact
}

/// The table at a path of keys.
fn at<'table>(table: &'table Table, path: &[&str]) -> Option<&'table Table> {
    path.iter().try_fold(table, |table, key| table.get(*key)?.as_table())
}

/// A string, or the strings of a list.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn project_table(project: &Table, fact: &mut ConfigFact) {
    fact.name = name_of(project);
    if let Some(dependencies) = project.get("dependencies") {
        requirements(dependencies, fact);
    }
    for extra in at(project, &["optional-dependencies"]).into_iter().flat_map(Table::values) {
        requirements(extra, fact);
    }
    for scripts in ["scripts", "gui-scripts"] {
        scripts_table(project, scripts, fact);
    }
}

fn name_of(table: &Table) -> Option<Name> {
    Some(normalize(table.get("name")?.as_str()?).into())
}

fn scripts_table(table: &Table, key: &str, fact: &mut ConfigFact) {
    for (name, target) in at(table, &[key]).into_iter().flatten() {
        let target = target.as_str().or_else(|| target.get("reference").and_then(Value::as_str));
        if let Some(target) = target {
            fact.entries.insert(script(name), target.into());
        }
    }
}

/// The key of a script among entries.
pub(super) fn script(name: &str) -> Name {
    smol_str::format_smolstr!("script:{name}")
}

fn requirements(list: &Value, fact: &mut ConfigFact) {
    for requirement in strings(list) {
        requirement_into(requirement, fact);
    }
}

/// Adds one PEP 508 requirement, with its path where it names a local one.
pub(super) fn requirement_into(requirement: &str, fact: &mut ConfigFact) {
    let requirement = requirement.trim();
    let end = requirement.find(|it: char| !it.is_ascii_alphanumeric() && !"-_.".contains(it)).unwrap_or(requirement.len());
    let name = normalize(&requirement[..end]);
    if name.is_empty() {
        return;
    }
    let url = requirement[end..].split_once('@').map_or("", |(_, url)| url.split(';').next().unwrap_or("").trim());
    let path = url.strip_prefix("file:").map_or("", |path| path.trim_start_matches("//"));
    let path = if path.starts_with('/') { "" } else { path };
    let slot = fact.dependencies.entry(name.into()).or_default();
    if slot.is_empty() {
        *slot = path.into();
    }
}

fn poetry_table(poetry: &Table, fact: &mut ConfigFact) {
    fact.name = fact.name.take().or_else(|| name_of(poetry));
    let mut tables: Vec<&Table> = ["dependencies", "dev-dependencies"].iter().filter_map(|key| at(poetry, &[key])).collect();
    tables.extend(at(poetry, &["group"]).into_iter().flat_map(Table::values).filter_map(|group| at(group.as_table()?, &["dependencies"])));
    for (name, requirement) in tables.into_iter().flatten().filter(|(name, _)| name.as_str() != "python") {
        let path = requirement.get("path").and_then(Value::as_str).unwrap_or("");
        fact.dependencies.insert(normalize(name).into(), path.into());
    }
    scripts_table(poetry, "scripts", fact);
    for package in poetry.get("packages").and_then(Value::as_array).into_iter().flatten() {
        fact.source_roots.extend(package.get("from").and_then(Value::as_str).map(Name::from));
    }
}

/// Where build back ends and test runners are told that modules start.
fn source_roots(table: &Table, fact: &mut ConfigFact) {
    let setuptools = at(table, &["tool", "setuptools"]);
    if let Some(folders) = setuptools.and_then(|it| at(it, &["package-dir"])) {
        package_folders(folders.iter().filter_map(|(package, folder)| Some((package.as_str(), folder.as_str()?))), fact);
    }
    let listed = [
        (&["tool", "setuptools", "packages", "find"][..], "where"),
        (&["tool", "pdm", "build"], "package-dir"),
        (&["tool", "pdm"], "package-dir"),
        (&["tool", "maturin"], "python-source"),
        (&["tool", "hatch", "build"], "sources"),
        (&["tool", "hatch", "build", "targets", "wheel"], "sources"),
        (&["tool", "uv", "build-backend"], "module-root"),
        (&["tool", "pytest", "ini_options"], "pythonpath"),
    ];
    for (path, key) in listed {
        if let Some(value) = at(table, path).and_then(|it| it.get(key)) {
            fact.source_roots.extend(strings(value).into_iter().map(Name::from));
        }
    }
    let wheel = at(table, &["tool", "hatch", "build", "targets", "wheel"]).and_then(|it| it.get("packages"));
    for package in wheel.map_or_else(Vec::new, strings) {
        if package.contains('/') {
            fact.source_roots.push(crate::base::path::parent(package.trim_end_matches('/')).into());
        }
    }
    let backend = at(table, &["build-system"]).and_then(|it| it.get("build-backend")?.as_str());
    if backend.is_some_and(|backend| backend.starts_with("flit")) {
        fact.source_roots.push("src".into());
    }
}

/// `package-dir`: the empty package names a root, a named one the parent of its folder where the names agree, else an alias.
pub(super) fn package_folders<'text>(folders: impl Iterator<Item = (&'text str, &'text str)>, fact: &mut ConfigFact) {
    for (package, folder) in folders {
        let path = package.replace('.', "/");
        if package.is_empty() {
            fact.source_roots.push(folder.into());
        } else if let Some(root) = folder.trim_end_matches('/').strip_suffix(path.as_str()) {
            fact.source_roots.push(root.trim_end_matches('/').into());
        } else {
            fact.aliases.insert(package.into(), vec![folder.into()]);
        }
    }
}

fn uv_table(table: &Table, fact: &mut ConfigFact) {
    if let Some(members) = at(table, &["tool", "uv", "workspace"]).and_then(|it| it.get("members")) {
        fact.members.extend(strings(members).into_iter().map(Name::from));
    }
    for (name, source) in at(table, &["tool", "uv", "sources"]).into_iter().flatten() {
        let path = source.get("path").and_then(Value::as_str);
        let is_member = source.get("workspace").and_then(Value::as_bool) == Some(true);
        match fact.dependencies.get_mut(normalize(name).as_str()) {
            Some(slot) => *slot = path.map_or_else(|| std::mem::take(slot), Name::from),
            // Who says where a package of the same workspace comes from depends on it, though a build hook writes the list.
            None if is_member => _ = fact.dependencies.insert(normalize(name).into(), Name::default()),
            None => {}
        }
    }
    for hook in at(table, &["tool", "hatch", "metadata", "hooks"]).into_iter().flat_map(Table::values) {
        hook.get("dependencies").into_iter().for_each(|list| requirements(list, fact));
    }
}

/// A distribution name as package indexes compare it: lower case, runs of `-`, `_`, `.` folded to one `-`.
pub(super) fn normalize(name: &str) -> String {
    let mut normal = String::new();
    for part in name.trim().split(['-', '_', '.']).filter(|part| !part.is_empty()) {
        if !normal.is_empty() {
            normal.push('-');
        }
        normal.push_str(&part.to_ascii_lowercase());
    }
    normal
}
