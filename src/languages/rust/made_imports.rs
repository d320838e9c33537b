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

/// An import: the module, what is taken of it, one item or all, and whether others get it by its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Written {
    module: Name,
    item: Option<Name>,
    reexport: bool,
}

impl Walk<'_, '_> {
    /// The imports at the top of what the rules of a macro make: of plain paths, and of lists of names behind one.
    pub(super) fn imports_written(&self, definition: Node<'_>) -> Vec<Written> {
        let mut written = Vec::new();
        for rule in children(definition).into_iter().filter(|it| it.kind() == "macro_rule") {
            let tokens = field(rule, "right").map(inner).unwrap_or_default();
            for (at, _) in tokens.iter().enumerate().filter(|(_, it)| text(**it, self.text) == "use") {
                let before = at.checked_sub(1).map_or("", |before| text(tokens[before], self.text));
                let reexport = before == "pub" || before.starts_with('(');
                let path: Vec<Node<'_>> = tokens[at + 1..].iter().take(MAX_TOKENS).copied().take_while(|it| text(*it, self.text) != ";").collect();
                if path.len() < MAX_TOKENS {
                    self.add_written(&path, reexport, &mut written);
                }
            }
        }
        written.sort();
        written.dedup();
        // Of what two modules have under one name a build takes one, by conditions.
        let is_once = |it: &Written| it.item.is_none() || written.iter().filter(|other| other.item == it.item).count() == 1;
        written.iter().filter(|it| is_once(it)).cloned().collect()
    }

    /// Adds what a path takes, the tokens of which these are: the last name of it, or each of a list.
    fn add_written(&self, path: &[Node<'_>], reexport: bool, written: &mut Vec<Written>) {
        let word = |it: &Node<'_>| text(*it, self.text);
        if path.len() % 2 != 1 || !path.iter().skip(1).step_by(2).all(|it| word(it) == "::") {
            return;
        }
        let Some((last, module)) = path.split_last() else { return };
        let names: Vec<&str> = module.iter().step_by(2).map(|it| if word(it) == "$crate" { "crate" } else { word(it) }).collect();
        let is_name = |it: &str| !it.is_empty() && it.chars().all(|c| c.is_alphanumeric() || c == '_');
        if names.is_empty() || !names.iter().all(|it| is_name(it)) {
            return;
        }
        let module: Name = names.join("::").into();
        let items: Vec<Option<Name>> = if last.kind() == "token_tree" {
            let tokens = inner(*last);
            let alone = tokens.split(|it| word(it) == ",").filter_map(|item| if let [one] = item { Some(word(one)) } else { None });
            alone.filter(|it| is_name(it) && *it != "self").map(|it| Some(it.into())).collect()
        } else if word(last) == "*" {
            vec![None]
        } else {
            Some(word(last)).filter(|it| is_name(it)).map(|it| Some(it.into())).into_iter().collect()
        };
        for item in items.into_iter().take(MAX_IMPORTS.saturating_sub(written.len())) {
            written.push(Written { module: module.clone(), item, reexport });
        }
    }

    /// Adds what an invocation of such a macro imports.
    pub(super) fn make_imports(&mut self, invocation: Node<'_>, word: &str) {
        if self.builder.enclosing_callable().is_some() {
            return;
        }
        for Written { module, item, reexport } in self.importing.get(word).cloned().unwrap_or_default() {
            let imported = item.as_ref().map_or(Imported::Wildcard, |item| Imported::Item(item.clone()));
            let binding = item.unwrap_or_default();
            self.imports_all |= imported == Imported::Wildcard;
            self.known.insert(binding.clone());
            let import = Import { container: self.module, reexport, ..Import::new(module, imported, binding.clone()) };
            let index = self.builder.import(import, span(invocation));
            self.note_import(index);
            self.builder.bind(&binding, Binding::Import(index), 0);
        }
    }
}
