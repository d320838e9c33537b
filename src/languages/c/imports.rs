//! Includes and using-declarations.

use tree_sitter::Node;

use super::visitor::{Place, Visitor};
use crate::base::Name;
use crate::languages::syntax;
use crate::shard::builder::Binding;
use crate::shard::facts::{Import, Imported};

impl Visitor<'_, '_> {
    /// `#include "x.h"`, `#include <x.h>`: all that the file says, and says on.
    pub(super) fn include(&mut self, node: Node<'_>) {
        let Some(path) = syntax::field(node, "path") else { return };
        if !matches!(path.kind(), "string_literal" | "system_lib_string") {
            self.value(path);
            return;
        }
        let written = self.slice(path);
        let import = Import { reexport: true, ..Import::new(written, Imported::Wildcard, "") };
        let span = syntax::span(path);
        let index = self.b.import(import, syntax::span(node));
        self.b.import_site(index, written.trim_matches(['"', '<', '>']), span);
    }

    /// `using a::b;`, `using namespace a::b;`. The module is the path of names, marked by `::` in front.
    pub(super) fn using(&mut self, node: Node<'_>) {
        let Some(target) =
            syntax::children(node).into_iter().find(|it| matches!(it.kind(), "identifier" | "qualified_identifier" | "type_identifier"))
        else {
            return;
        };
        let compact: String = self.slice(target).split_whitespace().collect();
        let written = compact.trim_start_matches("::");
        let whole = syntax::has_token(node, "namespace");
        if self.place == Place::Record && !whole {
            // `using Base::f;` lifts a member of a base: the name is found through the base anyway, and stands beside the type's own ones.
            if let (Some(record), Some((_, name))) = (&mut self.record, written.rsplit_once("::")) {
                record.lifted.insert(name.into());
            }
            self.path(target, crate::shard::body::Role::Read, None);
            return;
        }
        let (module, imported, binding) = if whole {
            (written, Imported::Wildcard, "")
        } else if let Some((module, name)) = written.rsplit_once("::") {
            (module, Imported::Item(name.into()), name)
        } else {
            return;
        };
        let module = smol_str::format_smolstr!("::{}", self.absolute(module));
        let import = self.using_import(module, imported, binding);
        let index = self.b.import(import, syntax::span(node));
        self.b.bind(binding, Binding::Import(index), 0);
        let last = super::declarators::last_segment(target).unwrap_or(target);
        let name = self.slice(last);
        self.b.import_site(index, name, syntax::span(last));
    }

    pub(super) fn using_import(&self, module: Name, imported: Imported, binding: &str) -> Import {
        let container = self.namespaces.get(&self.path.join("::")).map(|(symbol, _)| *symbol);
        let top = self.place == Place::Top;
        Import { reexport: top, module_level: top, container, ..Import::new(module, imported, binding) }
    }

    /// A path of namespaces from the top, where the file shows that it starts inside an open one.
    fn absolute(&self, path: &str) -> String {
        let first = path.split("::").next().unwrap_or("");
        for depth in (1..=self.path.len()).rev() {
            let outer = self.path[..depth].join("::");
            if self.namespaces.contains_key(&format!("{outer}::{first}")) {
                return format!("{outer}::{path}");
            }
        }
        path.to_owned()
    }
}
