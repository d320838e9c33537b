//! Imports that a macro of the file writes where it is called among items: `macro_rules! m { () => { use super::*; … } }`, `mod of_bytes { m!(); }`.

use tree_sitter::Node;

use super::Walk;
use super::macro_rules::inner;
use crate::base::Name;
use crate::languages::syntax::{children, field, span, text};
use crate::shard::builder::Binding;
use crate::shard::facts::{Import, Imported};

/// Most tokens of a path, and most imports of one macro.
const MAX_TOKENS: usize = 32;
const MAX_IMPORTS: usize = 16;

/// The module and what is taken of it: one item, or all.
pub(super) type Written = (Name, Option<Name>);

impl Walk<'_, '_> {
    /// The imports at the top of what the rules of a macro make, of plain paths.
    pub(super) fn imports_written(&self, definition: Node<'_>) -> Vec<Written> {
        let mut written = Vec::new();
        for rule in children(definition).into_iter().filter(|it| it.kind() == "macro_rule") {
            let tokens = field(rule, "right").map(inner).unwrap_or_default();
            for (at, _) in tokens.iter().enumerate().filter(|(_, it)| text(**it, self.text) == "use") {
                let path: Vec<&str> = tokens[at + 1..].iter().take(MAX_TOKENS).map(|it| text(*it, self.text)).take_while(|it| *it != ";").collect();
                let is_plain = path.len() < MAX_TOKENS && path.iter().skip(1).step_by(2).all(|it| *it == "::") && path.len() % 2 == 1;
                let names: Vec<&str> = path.into_iter().step_by(2).map(|it| if it == "$crate" { "crate" } else { it }).collect();
                let (Some((last, module)), true) = (names.split_last(), is_plain) else { continue };
                let is_name = |it: &str| it.chars().all(|c| c.is_alphanumeric() || c == '_');
                if written.len() < MAX_IMPORTS && !module.is_empty() && module.iter().all(|it| is_name(it)) && (is_name(last) || *last == "*") {
                    let item = (*last != "*").then(|| (*last).into());
                    written.push((module.join("::").into(), item));
                }
            }
        }
        written.sort();
        written.dedup();
        written
    }

    /// Adds what an invocation of such a macro imports.
    pub(super) fn make_imports(&mut self, invocation: Node<'_>, word: &str) {
        if self.builder.enclosing_callable().is_some() {
            return;
        }
        for (module, item) in self.importing.get(word).cloned().unwrap_or_default() {
            let imported = item.as_ref().map_or(Imported::Wildcard, |item| Imported::Item(item.clone()));
            let binding = item.unwrap_or_default();
            self.imports_all |= imported == Imported::Wildcard;
            self.known.insert(binding.clone());
            let import = Import { container: self.module, ..Import::new(module, imported, binding.clone()) };
            let index = self.builder.import(import, span(invocation));
            self.note_import(index);
            self.builder.bind(&binding, Binding::Import(index), 0);
        }
    }
}
