//! C#: types, members, namespaces and `using`.

mod directives;
mod habits;
mod modules;
mod project;

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::extract::report_instead;
use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};
use crate::shard::builder::Builder;
use crate::shard::facts::Visibility;

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner {
        receiver: "this",
        parent: "base",
        habits: &habits::HABITS,
        visibility: Visibility::Package,
        test_marks: &["[Fact", "[Theory", "[Test", "[TestMethod"],
        entry_points: &["Main"],
        ..Manner::PLAIN
    },
);

/// C#.
pub static LANGUAGE: Language = Language {
    id: "csharp",
    name: "C#",
    tier: Tier::B,
    family: "csharp",
    extensions: &["cs", "csx"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_c_sharp::LANGUAGE.into()),
    extract,
    semantics: &modules::CSharp,
};

/// Projects, and what those of a folder share.
pub static PROJECT: Language = Language {
    id: "csharp-project",
    name: "XML",
    tier: Tier::C,
    family: "config",
    extensions: &["csproj", "props", "targets"],
    file_names: &[],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| project::extract(builder),
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(tree) = root.and_then(|root| directives::one_branch(builder.text(), root)) else { return TAGS.extract(builder, root) };
    report_instead(builder, tree.root_node());
    TAGS.extract(builder, Some(tree.root_node()));
}
