//! Tests that are calls: `it "opens" do … end`, `test("opens") { … }`. Each is a definition by its title, as a test function is by its name: what it calls the
//! test reaches, and it has a text of its own.

use super::definitions::settled;
use super::matches::{Compiled, Found};
use super::vocabulary::Part;
use super::walk::{Inside, Walk};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::builder::Builder;
use crate::shard::facts::SymbolKind;

/// Longer titles are texts of another kind.
const MAX_TITLE: usize = 400;

/// `#set! title` says that a definition has a title where others have a name.
pub fn is_titled(compiled: &Compiled, found: &Found<'_>) -> bool {
    compiled.property(found.pattern, "title").is_some()
}

/// Where what belongs to a test begins: the word that makes it one is called by what stands around it.
pub fn start(found: &Found<'_>) -> usize {
    found.part(Part::Body).unwrap_or_else(|| found.name()).start_byte()
}

impl<'tree> Walk<'_, 'tree> {
    /// Opens a test. No name leads to it; equal titles of one definition around are told apart by their order.
    pub fn titled(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, (title, span): (&str, ByteSpan)) {
        let text = syntax::fold(title);
        if text.is_empty() || title.len() > MAX_TITLE || !self.room(builder, found.node) {
            return;
        }
        // A title of one word would be the name of something else.
        let text = if text.contains(' ') { text } else { format!("test {text}") };
        let owner = self.innermost_owner();
        let in_type = match owner {
            Some(Inside::Symbol(_, kind)) => kind.is_type(),
            Some(Inside::Extension(_)) => true,
            _ => false,
        };
        let index = self.symbol(builder, found, settled(SymbolKind::Function, in_type), (&text, span));
        self.told_apart(builder, index, &text);
        self.enter(builder, found, index, None, owner.filter(|_| in_type));
    }

    /// Tells what no name leads to from what stands beside it and is called the same: by their order.
    pub fn told_apart(&mut self, builder: &mut Builder<'_>, index: u32, name: &str) {
        let met = self.titles.entry((builder.owner(), name.to_owned())).or_default();
        builder.symbol_mut(index).twin = *met;
        *met += 1;
    }
}
