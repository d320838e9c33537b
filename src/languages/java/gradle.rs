//! Reads Gradle build and settings files line by line: included projects, dependencies, source folders. Programs are not run, so what
//! they compute is not seen.

use crate::base::Name;
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// Ends of the names of dependency configurations, in lower case.
const CONFIGURATIONS: &[&str] =
    &["annotationprocessor", "api", "compile", "compileonly", "implementation", "kapt", "ksp", "provided", "runtime", "runtimeonly"];

/// Tells the builder what a build or settings file says.
pub(super) fn extract(builder: &mut Builder<'_>) {
    let text = builder.text();
    builder.config(fact(text));
}

fn fact(text: &str) -> ConfigFact {
    let mut fact = ConfigFact { manager: "gradle".into(), ..ConfigFact::default() };
    let mut commented = false;
    // A list of included projects goes on as long as its lines end in a comma or its bracket is open.
    let mut including = false;
    for line in text.lines() {
        let line = without_comments(line, &mut commented);
        let line = line.trim();
        let head = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').next().unwrap_or("");
        let inclusion = matches!(head, "include" | "includeBuild" | "includeFlat");
        if inclusion || (including && !line.is_empty()) {
            for project in strings(line) {
                fact.members.push(folder_of(project));
            }
            including = line.ends_with([',', '(']);
        } else if head == "rootProject.name" {
            fact.name = strings(line).first().map(|name| Name::from(*name));
        } else if line.contains("srcDir") {
            fact.source_roots.extend(strings(line).into_iter().map(Name::from));
        } else if is_configuration(head) {
            dependency(line, &mut fact);
        }
    }
    fact
}

fn is_configuration(head: &str) -> bool {
    let head = head.to_ascii_lowercase();
    CONFIGURATIONS.iter().any(|end| head.ends_with(end))
}

/// `implementation "g:a:v"`, `api project(":x")`, `api(projects.x)`, `compile group: 'g', name: 'a'`.
fn dependency(line: &str, fact: &mut ConfigFact) {
    let strings = strings(line);
    let name = if line.contains("project(") || line.contains("project (") {
        strings.iter().find(|it| it.starts_with(':')).map(|it| (*it).to_owned())
    } else if line.contains("group:") || line.contains("group =") {
        strings.get(..2).map(|pair| pair.join(":"))
    } else if let Some((_, accessor)) = line.split_once("projects.") {
        Some(project_of(accessor))
    } else {
        strings.iter().find_map(|it| {
            let mut parts = it.split(':');
            let (group, artifact) = (parts.next()?, parts.next()?);
            let plain = |part: &str| !part.is_empty() && !part.contains([' ', '$', '/']);
            (plain(group) && plain(artifact)).then(|| format!("{group}:{artifact}"))
        })
    };
    if let Some(name) = name {
        fact.dependencies.insert(name.into(), Name::default());
    }
}

/// The folder of a project path: `:a:b` is `a/b`.
fn folder_of(project: &str) -> Name {
    project.trim_start_matches(':').replace(':', "/").into()
}

/// The project path behind a type-safe accessor: `projects.lib.myCore` is `:lib:my-core`.
fn project_of(accessor: &str) -> String {
    let mut path = String::from(":");
    for c in accessor.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '_')) {
        match c {
            '.' => path.push(':'),
            c if c.is_uppercase() => {
                path.push('-');
                path.extend(c.to_lowercase());
            }
            c => path.push(c),
        }
    }
    path
}

/// The quoted strings of a line.
fn strings(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(open) = rest.find(['"', '\'']) {
        let quote = if rest[open..].starts_with('"') { '"' } else { '\'' };
        let inner = &rest[open + 1..];
        let Some(close) = inner.find(quote) else { break };
        found.push(&inner[..close]);
        rest = &inner[close + 1..];
    }
    found
}

/// A line without `//` and `/* */` comments; `commented` says whether one is still open.
fn without_comments(line: &str, commented: &mut bool) -> String {
    let mut kept = String::new();
    let mut quote = None;
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        if *commented {
            let Some(end) = rest.find("*/") else { return kept };
            *commented = false;
            rest = &rest[end + 2..];
            continue;
        }
        if quote.is_none() {
            if rest.starts_with("//") {
                return kept;
            }
            if rest.starts_with("/*") {
                *commented = true;
                rest = &rest[2..];
                continue;
            }
        }
        if matches!(next, '"' | '\'') {
            quote = match quote {
                None => Some(next),
                Some(open) if open == next => None,
                other => other,
            };
        }
        kept.push(next);
        rest = &rest[next.len_utf8()..];
    }
    kept
}
