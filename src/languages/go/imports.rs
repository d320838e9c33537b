//! The package clause and imports.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::walker::Walker;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::builder::Binding;
use crate::shard::facts::{Import, Imported};

impl<'text> Walker<'_, 'text> {
    pub(super) fn package_clause(&mut self, node: Node<'_>) {
        if let Some(name) = syntax::child_of_kind(node, "package_identifier") {
            self.package = self.text_of(name);
            self.builder.set_namespace(self.package);
        }
    }

    pub(super) fn import_declaration(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            match child.kind() {
                "import_spec" => self.import_spec(child),
                "import_spec_list" => {
                    syntax::children(child).into_iter().filter(|spec| spec.kind() == "import_spec").for_each(|spec| self.import_spec(spec));
                }
                _ => {}
            }
        }
    }

    fn import_spec(&mut self, node: Node<'_>) {
        let Some(path) = syntax::field(node, "path") else { return };
        let module = self.text_of(path).trim_matches(['"', '`']);
        if module.is_empty() {
            return;
        }
        let alias = syntax::field(node, "name");
        let mut names: Vec<&'text str> = Vec::new();
        let mut unnamed = false;
        let imported = match alias.map(|alias| alias.kind()) {
            Some("dot") => Imported::Wildcard,
            Some("blank_identifier") => Imported::SideEffect,
            Some(_) => {
                names.extend(alias.map(|alias| self.text_of(alias)));
                Imported::Module
            }
            None => {
                let likely = self.likely_names(module);
                names = likely.names;
                unnamed = !likely.used;
                Imported::Module
            }
        };
        let binding = names.iter().copied().find(|name| syntax::is_identifier(name)).or(names.first().copied()).unwrap_or("");
        let shown = if binding.is_empty() { last_segment(module) } else { binding };
        let place = ByteSpan::new(path.start_byte() + 1, path.end_byte().saturating_sub(1));
        let import = Import::new(module, imported, binding);
        // Imports are used: where no likely name is, the package calls itself by another, which only its own files tell.
        if unnamed {
            self.builder.import(Import { binding: Name::default(), ..import.clone() }, syntax::span(node));
        }
        let index = self.builder.import(import, syntax::span(node));
        for name in names.iter().filter(|name| syntax::is_identifier(name)) {
            self.builder.bind(name, Binding::Import(index), 0);
            self.imports.insert((*name).into());
        }
        self.builder.import_site(index, shown, place);
    }

    /// The names an import without alias may bind: of several guesses those that the file uses, if it uses any.
    fn likely_names(&mut self, module: &'text str) -> Likely<'text> {
        let names = package_names(module);
        let text = self.text;
        let used = self.qualifiers.get_or_insert_with(|| qualifiers(text));
        let seen: Vec<&str> = names.iter().copied().filter(|name| used.contains(name)).collect();
        if seen.is_empty() { Likely { names, used: used.is_empty() } } else { Likely { names: seen, used: true } }
    }
}

/// What an import without alias may bind.
struct Likely<'text> {
    names: Vec<&'text str>,
    /// Whether the file uses one of them, or no package at all.
    used: bool,
}

/// Identifiers in front of a dot: what a file may use as a package.
fn qualifiers(text: &str) -> BTreeSet<&str> {
    let part = |it: char| it.is_alphanumeric() || it == '_';
    let mut found = BTreeSet::new();
    for (dot, _) in text.match_indices('.') {
        let before = &text[..dot];
        let start = before.char_indices().rev().take_while(|(_, it)| part(*it)).last().map_or(dot, |(at, _)| at);
        if start < dot && !before[..start].ends_with(['.', '/', '"']) {
            found.insert(&before[start..]);
        }
    }
    found
}

/// What a package may be called by its import path, likeliest first. The path's last segment is the custom; where it is no identifier the real
/// name is what is left without version and the affixes that repositories carry.
pub(super) fn package_names(path: &str) -> Vec<&str> {
    let last = last_segment(path);
    let mut names = vec![last];
    if syntax::is_identifier(last) {
        // `k8s.io/api/core/v1` holds a package `v1`, `example.com/m/v2` one called `m`.
        names.extend(path.rsplit('/').next().filter(|written| is_version(written) && *written != last));
        return names;
    }
    let mut add = |name| {
        if syntax::is_identifier(name) && !names.contains(&name) {
            names.push(name);
        }
    };
    let bare = last.strip_suffix(".go").unwrap_or(last);
    add(bare);
    add(bare.strip_prefix("go-").or(bare.strip_prefix("go.")).unwrap_or(bare));
    add(bare.strip_suffix("-go").or(bare.strip_suffix("-golang")).unwrap_or(bare));
    add(bare.rsplit(['-', '.']).next().unwrap_or(bare));
    add(bare.split(['-', '.']).next().unwrap_or(bare));
    names
}

/// The last segment without a major version: `b` of `a/b/v2`, `yaml` of `gopkg.in/yaml.v3`.
pub(super) fn last_segment(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    let (rest, last) = path.rsplit_once('/').unwrap_or(("", path));
    let last = if is_version(last) && !rest.is_empty() { rest.rsplit('/').next().unwrap_or(rest) } else { last };
    match last.rsplit_once('.') {
        Some((name, version)) if is_version(version) && !name.is_empty() => name,
        _ => last,
    }
}

/// `v2` and the like, as a segment of an import path.
pub(super) fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
