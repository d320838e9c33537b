//! Tests that are calls: `it('opens', () => { … })`, `test.only('opens', async t => { … })`, `test.each(rows)('opens %s', row => { … })`. Each is a definition
//! by its title, as a test function of another language is by its name: what the function calls the test reaches, and it has a text of its own.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::variables::bare;
use super::walk::{Receiver, Walk};
use crate::base::span::ByteSpan;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Symbol, SymbolKind, Visibility};

/// Words of Mocha, Jest, Vitest, Jasmine, AVA, tap, `node:test`, Deno and others that take the title of a test and what it does. Sorted.
const TESTS: &[&str] = &["fit", "it", "specify", "test", "xit", "xtest"];
/// What runners have beside their words that take the same (`test.only`). Sorted.
const VARIANTS: &[&str] = &[
    "concurrent",
    "each",
    "extend",
    "fails",
    "failing",
    "fixme",
    "for",
    "only",
    "runIf",
    "sequential",
    "serial",
    "skip",
    "skipIf",
    "slow",
    "test",
    "todo",
];
/// Objects whose `test` is such a word.
const RUNNERS: &[&str] = &["Deno", "QUnit"];
/// Longer chains of variants are none.
const MAX_CHAIN: usize = 6;
/// Longer titles are texts of another kind.
const MAX_TITLE: usize = 400;

impl Walk<'_, '_> {
    /// The title of the test that a call is, and the position among its arguments of what the test does.
    pub(super) fn test_of<'t>(&self, call: Node<'t>, arguments: &[Node<'t>]) -> Option<(Node<'t>, usize)> {
        let title =
            arguments.first().filter(|title| matches!(title.kind(), "string" | "template_string") && title.byte_range().len() <= MAX_TITLE)?;
        let body = arguments.iter().position(|it| is_function(bare(*it)))?;
        // One that bears a name is a definition by that already.
        let is_unnamed = field(bare(arguments[body]), "name").is_none();
        (is_unnamed && self.is_runner(field(call, "function")?)).then_some((*title, body))
    }

    fn is_runner(&self, callee: Node<'_>) -> bool {
        let mut at = bare(callee);
        for _ in 0..MAX_CHAIN {
            match at.kind() {
                "identifier" => return TESTS.binary_search(&self.of(at)).is_ok(),
                // `test.each(rows)(…)`
                "call_expression" => match field(at, "function") {
                    Some(function) if function.kind() == "member_expression" => at = function,
                    _ => return false,
                },
                "member_expression" => {
                    let (Some(object), Some(property)) = (field(at, "object"), field(at, "property")) else { return false };
                    if RUNNERS.contains(&self.of(object)) {
                        return self.of(property) == "test";
                    }
                    if VARIANTS.binary_search(&self.of(property)).is_err() {
                        return false;
                    }
                    at = bare(object);
                }
                _ => return false,
            }
        }
        false
    }

    /// Visits what a test does, under a definition that bears the title of the test.
    pub(super) fn test_function(&mut self, (call, title): (Node<'_>, Node<'_>), function: Node<'_>, hints: &[ExprId], around: Option<u64>) -> ExprId {
        let inner = ByteSpan::new(title.start_byte() + 1, title.end_byte().saturating_sub(1).max(title.start_byte() + 1));
        let text = syntax::fold(inner.text(self.text));
        if text.is_empty() {
            return self.function_value(function, hints).0;
        }
        // A title of one word would be the name of something else.
        let text = if text.contains(' ') { text } else { format!("test {text}") };
        let outer = statement_of(call);
        let place = self.place(span(outer), inner, field(function, "body"));
        let mut symbol = Symbol::new(&text, SymbolKind::Function);
        symbol.flags = Self::callable_flags(function).with(Flags::TEST);
        symbol.visibility = Visibility::Private;
        symbol.callback = around;
        let index = self.builder.symbol(symbol, place);
        let inside = std::mem::replace(&mut self.callback, around);
        self.told_apart(index, call);
        self.callback = inside;
        self.callable(function, Some(index), Some(Receiver::Unknown), hints);
        self.builder.unknown()
    }
}

/// The statement that a call is, else the call.
fn statement_of(call: Node<'_>) -> Node<'_> {
    call.parent().filter(|parent| parent.kind() == "expression_statement").unwrap_or(call)
}
