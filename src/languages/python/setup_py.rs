//! `setup.py`: what a call of setuptools' `setup` says in literals.

use tree_sitter::Node;

use super::Walker;
use super::docs::string_content;
use super::manifest::{blank, normalize, package_folders, requirement_into, script};
use crate::languages::syntax::{field, first_part, parts};
use crate::shard::config::ConfigFact;

impl Walker<'_, '_> {
    /// Reads a module-level call of `setup` where the file imports a tool that has one.
    pub(super) fn setup_call(&mut self, call: Node<'_>) {
        let function = field(call, "function").map_or("", |function| self.text(function));
        let imported = self.rivals.contains_key("setuptools") || self.rivals.contains_key("setup");
        if !self.frames.is_empty() || !matches!(function, "setup" | "setuptools.setup") || !imported {
            return;
        }
        let mut fact = blank();
        for argument in field(call, "arguments").map_or_else(Vec::new, parts) {
            if let (Some(name), Some(value)) = (field(argument, "name"), field(argument, "value")) {
                self.setup_argument(self.text(name), value, &mut fact);
            }
        }
        if fact.name.is_some() || !fact.dependencies.is_empty() || !fact.source_roots.is_empty() {
            fact.source_roots.dedup();
            self.builder.config(fact);
        }
    }

    fn setup_argument(&self, name: &str, value: Node<'_>, fact: &mut ConfigFact) {
        match name {
            "name" => fact.name = self.strings(value).first().map(|name| normalize(name).into()),
            "install_requires" | "tests_require" | "extras_require" => {
                self.strings(value).into_iter().for_each(|requirement| requirement_into(requirement, fact));
            }
            "package_dir" => {
                let pairs =
                    parts(value).into_iter().filter_map(|pair| Some((self.literal(field(pair, "key")?)?, self.literal(field(pair, "value")?)?)));
                package_folders(pairs, fact);
            }
            "packages" if value.kind() == "call" => {
                let first = field(value, "arguments").and_then(first_part);
                let place = first.and_then(|first| match field(first, "name") {
                    Some(name) => field(first, "value").filter(|_| self.text(name) == "where"),
                    None => Some(first),
                });
                fact.source_roots.extend(place.and_then(|place| self.literal(place)).map(Into::into));
            }
            "entry_points" => {
                for (name, target) in self.strings(value).into_iter().filter_map(|line| line.split_once('=')) {
                    fact.entries.insert(script(name.trim()), target.trim().into());
                }
            }
            _ => {}
        }
    }

    fn literal(&self, node: Node<'_>) -> Option<&str> {
        (node.kind() == "string").then(|| string_content(node).text(self.text))
    }

    /// The strings of a literal, those of dictionary values included.
    fn strings(&self, value: Node<'_>) -> Vec<&str> {
        let mut found = Vec::new();
        let mut open = vec![value];
        while let Some(node) = open.pop() {
            match node.kind() {
                "string" => found.push(string_content(node).text(self.text)),
                "list" | "tuple" | "dictionary" | "set" => open.extend(parts(node).into_iter().rev()),
                "pair" => open.extend(field(node, "value")),
                _ => {}
            }
        }
        found
    }
}
