//! Statics among the tokens of a macro: `lazy_static! { static ref ALL: Vec<Rule> = rules(); }`, `thread_local! { static SEEN: Cell<u8> = … }`.

use tree_sitter::{Node, Range};

use super::attributes::Lead;
use super::tokens::Tokens;
use super::{LANGUAGE, Walk, is_upper};
use crate::base::caps;
use crate::languages::extract::parse_part;
use crate::languages::syntax::{children, field, text};
use crate::shard::builder::Binding;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, SymbolKind};

impl Walk<'_, '_> {
    /// Reads `static NAME: … = …;` from the present token on, whatever else the macro makes of it; `false` where that is not what stands there.
    pub(super) fn token_static(&mut self, tokens: &mut Tokens<'_>) -> bool {
        let Some(start) = tokens.peek(0).filter(|_| self.item_macros < caps::MAX_ITEM_MACROS) else { return false };
        let reference = tokens.peek(1).filter(|token| text(*token, self.text) == "ref");
        let ahead = if reference.is_some() || tokens.kind(1) == "mutable_specifier" { 2 } else { 1 };
        let is_named = tokens.peek(ahead).is_some_and(|name| name.kind() == "identifier" && is_upper(self.word(name)));
        if !is_named || tokens.kind(ahead + 1) != ":" {
            return false;
        }
        let mut length = ahead + 1;
        while !matches!(tokens.kind(length), "" | ";" | ")" | "]" | "}") {
            length += 1;
        }
        length += usize::from(tokens.kind(length) == ";");
        let Some(last) = tokens.peek(length - 1) else { return false };
        let before = tokens.at.checked_sub(1).and_then(|at| tokens.list.get(at)).copied();
        let public = match before.map(|it| it.kind()) {
            Some("token_tree") => tokens.at.checked_sub(2).and_then(|at| tokens.list.get(at)).copied(),
            _ => before,
        };
        let first = public.filter(|it| it.kind() == "pub").unwrap_or(start);
        let part =
            Range { start_byte: first.start_byte(), end_byte: last.end_byte(), start_point: first.start_position(), end_point: last.end_position() };
        let read = self.static_in(part, reference);
        tokens.at += if read { length } else { 0 };
        read
    }

    fn static_in(&mut self, part: Range, reference: Option<Node<'_>>) -> bool {
        let mut text = self.masked.take().unwrap_or_else(|| self.text.to_owned());
        if let Some(reference) = reference {
            text.replace_range(reference.byte_range(), "   ");
        }
        let tree = LANGUAGE.grammar.and_then(|grammar| parse_part(&grammar(), &text, part));
        self.masked = Some(text);
        let Some(tree) = tree else { return false };
        let item = children(tree.root_node()).into_iter().find(|it| it.kind() == "static_item");
        let Some((item, name, ty)) = item.and_then(|item| Some((item, field(item, "name")?, field(item, "type")?))) else { return false };
        if ty.has_error() {
            return false;
        }
        let value = field(item, "value");
        let index = self.define(item, name, SymbolKind::Variable, &Lead::default(), value);
        let (scope, word) = (self.macro_scope.unwrap_or_else(|| self.builder.scope()), self.word(name));
        self.known.insert(word.into());
        self.builder.bind_in(scope, word, Binding::Symbol(index), 0);
        self.item_macros += 1;
        let members = self.members.take();
        self.builder.enter(Owner::Symbol(index));
        let ty = self.type_expr(ty);
        if let Some(value) = value {
            self.value(value);
        }
        self.builder.leave();
        self.members = members;
        self.item_macros -= 1;
        let ty = self.kept_in(ty, reference.is_some());
        let symbol = self.builder.symbol_mut(index);
        symbol.ty = Some(ty);
        symbol.flags = symbol.flags.with(Flags::STATIC);
        true
    }

    /// What a static is that a macro is given with this type: it may wrap it.
    fn kept_in(&mut self, ty: ExprId, reference: bool) -> ExprId {
        if reference {
            // Read as if it were of its type.
            ty
        } else if self.keeps_locally {
            let library = self.builder.free("std");
            let module = self.builder.member(library, "thread");
            let key = self.builder.member(module, "LocalKey");
            self.builder.applied(key, vec![ty])
        } else {
            self.builder.unknown()
        }
    }
}
