//! `Package.swift`: the package, its targets and what it depends on, as far as calls say so in literals.

use tree_sitter::Node;

use super::modules::{SWIFTPM, TARGET};
use crate::base::Name;
use crate::languages::syntax::{all_children, child_of_kind, children, field, text};
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// Functions that make targets.
const TARGETS: &[&str] = &["executableTarget", "macro", "plugin", "target", "testTarget"];

/// Tells the builder what a file says of its package, where it imports what describes packages.
pub(super) fn extract(builder: &mut Builder<'_>, root: Node<'_>) {
    let source = builder.text();
    if !source.contains("import PackageDescription") {
        return;
    }
    let mut fact = ConfigFact { manager: SWIFTPM.into(), ..ConfigFact::default() };
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.kind() == "call_expression" {
            call(node, source, &mut fact);
        }
        open.extend(all_children(node));
    }
    builder.config(fact);
}

fn call(node: Node<'_>, source: &str, fact: &mut ConfigFact) {
    let Some(suffix) = child_of_kind(node, "call_suffix").and_then(|suffix| child_of_kind(suffix, "value_arguments")) else { return };
    let callee = children(node).first().map_or("", |callee| text(*callee, source));
    let function = callee.rsplit('.').next().unwrap_or(callee);
    let argument = |wanted: &str| children(suffix).into_iter().find_map(|argument| labelled(argument, wanted, source));
    match function {
        "Package" => fact.name = argument("name").map(Name::from).or_else(|| fact.name.take()),
        "package" => {
            let path = argument("path").unwrap_or_default();
            let told = argument("name").or_else(|| argument("url")).unwrap_or(path);
            let name = told.trim_end_matches('/').rsplit('/').next().map_or(told, |last| last.trim_end_matches(".git"));
            fact.dependencies.insert(name.into(), path.into());
        }
        function if TARGETS.contains(&function) => {
            let Some(name) = argument("name") else { return };
            let place = fact.entries.entry(format!("{TARGET}{name}").into()).or_default();
            // What depends on a target names it in the same way.
            if let Some(path) = argument("path") {
                *place = path.into();
            }
        }
        _ => {}
    }
}

/// The text that an argument of this label is.
fn labelled<'text>(argument: Node<'_>, label: &str, source: &'text str) -> Option<&'text str> {
    let is_named = field(argument, "name").is_some_and(|it| text(it, source) == label);
    let value = field(argument, "value").filter(|value| is_named && value.kind() == "line_string_literal")?;
    Some(text(value, source).trim_matches('"'))
}
