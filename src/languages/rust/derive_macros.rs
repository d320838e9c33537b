//! Derive macros: a function that `#[proc_macro_derive(Name)]` makes one of bears another name than what is derived.

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{child_of_kind, children, field, fold, span, text};
use crate::shard::body::{Place, Role};
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

impl Walk<'_, '_> {
    /// The macro that `function`, the definition behind `lead`, is one of. Nothing else in its crate can name it.
    pub(super) fn derive_macro(&mut self, function: u32, function_name: Node<'_>, lead: &Lead<'_>) {
        for item in &lead.attributes {
            let Some(attribute) = child_of_kind(*item, "attribute") else { continue };
            if attribute.named_child(0).is_none_or(|path| text(path, self.text) != "proc_macro_derive") {
                continue;
            }
            let arguments = field(attribute, "arguments").map(children).unwrap_or_default();
            let Some(name) = arguments.into_iter().find(|it| it.kind() == "identifier") else { continue };
            let mut symbol = Symbol::new(self.word(name), SymbolKind::Macro);
            symbol.visibility = Visibility::Public;
            symbol.flags = symbol.flags.with(Flags::EXPORTED);
            let whole = ByteSpan::new(item.start_byte(), item.end_byte());
            let place = Place {
                span: whole,
                name: span(name),
                lead: whole.start,
                signature: fold(text(*item, self.text)),
                doc: lead.doc(self.text),
                ..Place::default()
            };
            let index = self.builder.symbol(symbol, place);
            // Whoever derives it runs the function.
            self.builder.enter(Owner::Symbol(index));
            let (target, unknown) = (self.builder.expr(Expr::Symbol(function)), self.builder.unknown());
            let word = self.word(function_name);
            self.builder.site(Role::Call, word, span(function_name), target, Some(vec![unknown]));
            self.builder.leave();
        }
    }
}
