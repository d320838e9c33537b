//! `pubspec.yaml`: the package, what it depends on, the members of a workspace.

use tree_sitter::{Node, Tree};

use crate::base::Name;
use crate::languages::yaml::{self, tree};
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// Sections of packages that are depended on.
const DEPENDENCIES: &[&str] = &["dependencies", "dev_dependencies", "dependency_overrides"];

/// Tells the builder what YAML shows of it, and what it says of its package.
pub(super) fn extract(builder: &mut Builder<'_>) {
    let tree = yaml::read(builder);
    let fact = read(tree.as_ref().map(Tree::root_node), builder.text());
    builder.config(fact);
}

fn read(root: Option<Node<'_>>, text: &str) -> ConfigFact {
    let mut fact = ConfigFact { manager: super::modules::PUB.into(), ..ConfigFact::default() };
    for (key, value) in root.map(tree::pairs).unwrap_or_default() {
        let (Some(key), Some(value)) = (tree::scalar(key, text), value) else { continue };
        match key {
            "name" => fact.name = tree::scalar(value, text).map(Name::from),
            "workspace" => fact.members.extend(tree::items(value).into_iter().filter_map(|it| tree::scalar(it, text)).map(Name::from)),
            key if DEPENDENCIES.contains(&key) => {
                for (package, source) in tree::pairs(value) {
                    let Some(package) = tree::scalar(package, text) else { continue };
                    let place = fact.dependencies.entry(package.into()).or_default();
                    if let Some(path) = source.and_then(|source| tree::value(source, "path", text)).and_then(|path| tree::scalar(path, text)) {
                        *place = path.into();
                    }
                }
            }
            _ => {}
        }
    }
    fact
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> ConfigFact {
        let parsed = crate::languages::extract::parse(&tree_sitter_yaml::LANGUAGE.into(), text).unwrap();
        read(Some(parsed.root_node()), text)
    }

    #[test]
    fn brackets_over_several_lines_and_keys_in_quotes_are_read() {
        let fact = read_text(
            "'name': me\ndependencies: {\n  \"own\": {\n    path: ../own\n  },\n  http: ^1.0.0 }\nworkspace: [a, 'b']\ndescription: |\n  name: no\n",
        );
        assert_eq!(fact.name.as_deref(), Some("me"));
        let dependencies: Vec<_> = fact.dependencies.iter().map(|(name, place)| (name.as_str(), place.as_str())).collect();
        assert_eq!(dependencies, [("http", ""), ("own", "../own")]);
        assert_eq!(fact.members, ["a", "b"]);
    }

    #[test]
    fn a_package_its_dependencies_and_the_members_of_a_workspace_are_read() {
        let fact = read_text(
            "# c\nname: \"me\" # d\nenvironment:\n  sdk: ^3.0.0\ndependencies:\n  http: ^1.0.0\n  own:\n    path: ../own\n  flutter:\n    sdk: flutter\ndev_dependencies:\n  near: {path: '../near'}\nworkspace:\n  - pkgs/a\n  - \
             pkgs/b\nflutter:\n  name: no\n",
        );
        assert_eq!(fact.name.as_deref(), Some("me"));
        let dependencies: Vec<_> = fact.dependencies.iter().map(|(name, place)| (name.as_str(), place.as_str())).collect();
        assert_eq!(dependencies, [("flutter", ""), ("http", ""), ("near", "../near"), ("own", "../own")]);
        assert_eq!(fact.members, ["pkgs/a", "pkgs/b"]);
    }
}
