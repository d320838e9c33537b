//! `pubspec.yaml`: the package, what it depends on, the members of a workspace.

use crate::languages::yaml;
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// Tells the builder what YAML shows of it, and what it says of its package.
pub(super) fn extract(builder: &mut Builder<'_>) {
    (yaml::LANGUAGE.extract)(builder, None);
    let fact = read(builder.text());
    builder.config(fact);
}

/// Keys at the left, and those of the blocks below them that matter; whatever else there is, is passed over.
fn read(text: &str) -> ConfigFact {
    let mut fact = ConfigFact { manager: super::modules::PUB.into(), ..ConfigFact::default() };
    let mut section = "";
    // The dependency that is being read, and how far in it stands.
    let mut package: Option<(&str, usize)> = None;
    for line in text.lines() {
        let inner = uncommented(line).trim();
        if inner.is_empty() {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let (key, value) = inner.split_once(':').map_or((inner, ""), |(key, value)| (unquoted(key), value.trim()));
        if indent == 0 && !inner.starts_with('-') {
            (section, package) = (key, None);
            if key == "name" && !value.is_empty() {
                fact.name = Some(unquoted(value).into());
            }
            continue;
        }
        match section {
            "dependencies" | "dev_dependencies" | "dependency_overrides" => {
                let path = match package {
                    Some((_, outer)) if indent > outer => (key == "path").then_some(value),
                    _ => {
                        package = Some((key, indent));
                        value.strip_prefix('{').and_then(|it| it.split_once("path:")).map(|(_, path)| path.trim_end_matches('}'))
                    }
                };
                if let Some((name, _)) = package {
                    let place = fact.dependencies.entry(name.into()).or_default();
                    if let Some(path) = path {
                        *place = unquoted(path).into();
                    }
                }
            }
            "workspace" => fact.members.extend(inner.strip_prefix('-').map(|member| unquoted(member).into())),
            _ => {}
        }
    }
    fact
}

fn uncommented(line: &str) -> &str {
    let comment = line.match_indices('#').map(|(at, _)| at).find(|at| line[..*at].ends_with(|it: char| it.is_whitespace()) || *at == 0);
    comment.map_or(line, |at| &line[..at])
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_its_dependencies_and_the_members_of_a_workspace_are_read() {
        let fact = read(
            "# c\nname: \"me\" # d\nenvironment:\n  sdk: ^3.0.0\ndependencies:\n  http: ^1.0.0\n  own:\n    path: ../own\n  flutter:\n    sdk: flutter\ndev_dependencies:\n  near: {path: '../near'}\nworkspace:\n  - pkgs/a\n- \
             pkgs/b\nflutter:\n  name: no\n",
        );
        assert_eq!(fact.name.as_deref(), Some("me"));
        let dependencies: Vec<_> = fact.dependencies.iter().map(|(name, place)| (name.as_str(), place.as_str())).collect();
        assert_eq!(dependencies, [("flutter", ""), ("http", ""), ("near", "../near"), ("own", "../own")]);
        assert_eq!(fact.members, ["pkgs/a", "pkgs/b"]);
    }
}
