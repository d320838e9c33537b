//! Types that macros define under a name they are handed: `HEAD(clients, client);` where the body says `struct name { … }`.

use tree_sitter::Node;

use super::lexer::{TokenKind, tokens};
use super::visitor::{Place, Visitor};
use crate::base::Name;
use crate::languages::syntax;
use crate::shard::facts::{Owner, Symbol, SymbolKind};

/// Macros of `<sys/queue.h>` and `<sys/tree.h>`, which systems bring along: they take the name of the type and that of its elements.
const KNOWN: &[&str] = &["CIRCLEQ_HEAD", "LIST_HEAD", "RB_HEAD", "SIMPLEQ_HEAD", "SLIST_HEAD", "SPLAY_HEAD", "STAILQ_HEAD", "TAILQ_HEAD"];

/// The parameter of a macro that its body defines a type by.
fn tag(body: &str, params: &[Name]) -> Option<usize> {
    tokens(body).windows(3).find_map(|window| {
        let [keyword, name, open] = window else { return None };
        let defines = matches!(keyword.text(body), "struct" | "union") && name.kind == TokenKind::Word && open.is(b'{');
        params.iter().position(|param| defines && param == name.text(body))
    })
}

impl Visitor<'_, '_> {
    /// The argument by which a macro that stands as a statement defines a type.
    pub(super) fn tag_of_macro<'tree>(&self, call: Node<'tree>, callee: Node<'_>) -> Option<Node<'tree>> {
        if self.place == Place::Body || callee.kind() != "identifier" || call.parent()?.kind() != "expression_statement" {
            return None;
        }
        let given = syntax::children(syntax::field(call, "arguments")?);
        let name = self.slice(callee);
        let at = match self.bodies.get(name) {
            Some(it) => tag(it.body, &it.params)?,
            None if KNOWN.contains(&name) && given.len() == 2 => 0,
            None => return None,
        };
        given.get(at).copied().filter(|it| it.kind() == "identifier")
    }

    /// Takes the type that a macro defines.
    pub(super) fn type_of_macro(&mut self, call: Node<'_>, name: Node<'_>) {
        let spelled = Name::from(self.slice(name));
        let mut symbol = Symbol::new(spelled.clone(), SymbolKind::Struct);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags();
        let place = self.place_of(call, syntax::span(name), None);
        self.b.enter(Owner::File);
        let index = self.b.symbol(symbol, place);
        self.b.leave();
        self.bind_type(&spelled, index);
    }
}

#[cfg(test)]
mod tests {
    use super::tag;

    #[test]
    fn the_name_of_a_type_that_a_body_defines_may_be_a_parameter() {
        let params = ["name".into(), "type".into()];
        assert_eq!(tag("struct name { struct type *first; }", &params), Some(0));
        assert_eq!(tag("struct { struct type *first; }", &params), None);
        assert_eq!(tag("struct name *first", &params), None);
    }
}
