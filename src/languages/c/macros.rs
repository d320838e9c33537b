//! Macro definitions and what their bodies call.

use tree_sitter::Node;

use super::lexer::{SCOPE, Token, TokenKind, is_keyword, tokens};
use super::listed::MacroBody;
use super::visitor::Visitor;
use super::{macro_functions, member_names, names};
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Param, Symbol, SymbolKind};

impl Visitor<'_, '_> {
    /// `#define NAME value`, `#define NAME(a, b) body`.
    pub(super) fn macro_definition(&mut self, node: Node<'_>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let value = syntax::field(node, "value");
        let mut symbol = Symbol::new(self.slice(name), SymbolKind::Macro);
        // `#define call prefixed_call`: by default the name is what else is called so.
        let renames = syntax::field(node, "parameters").is_none() && value.is_some_and(|it| names::is_usable(self.slice(it).trim()));
        symbol.flags = Flags::EXPORTED.when(self.on_demand && renames, Flags::OPTIONAL_BUILD);
        let parameters = syntax::field(node, "parameters").map(syntax::children).unwrap_or_default();
        for parameter in parameters.iter().filter(|it| it.kind() == "identifier") {
            symbol.params.push(Param { name: self.slice(*parameter).into(), ty: None, optional: false, pointer: None, constant: None });
        }
        if syntax::field(node, "parameters").is_some_and(|list| syntax::has_token(list, "...")) {
            symbol.flags = symbol.flags.with(Flags::VARIADIC);
        }
        if !self.b.is_optional() {
            let plain = value.filter(|_| syntax::field(node, "parameters").is_none()).map(|it| self.slice(it));
            self.said.define(self.slice(name), plain, !self.unsure);
        }
        let params: Vec<crate::base::Name> = symbol.params.iter().map(|param| param.name.clone()).collect();
        symbol.namings = value.map(|it| member_names::namings(self.slice(it), &params)).unwrap_or_default();
        let place = self.place_of(node, syntax::span(name), value);
        // Macros know no scopes: wherever it stands, the rest of the program sees it.
        self.b.enter(Owner::File);
        let index = self.b.symbol(symbol, place);
        self.b.leave();
        self.b.bind_in(0, self.slice(name), crate::shard::builder::Binding::Symbol(index), 0);
        if let Some(value) = value {
            self.b.enter(Owner::Symbol(index));
            self.macro_body(value, &params);
            let expansion = self.expansion(value, &params);
            self.b.symbol_mut(index).value = expansion;
            self.b.leave();
            if !params.is_empty() {
                let it = MacroBody { params: params.clone(), body: self.slice(value), start: value.start_byte() };
                self.bodies.insert(self.slice(name).into(), it);
            }
            if params.is_empty() {
                self.keep_plain_macro(self.slice(name), self.slice(value));
                self.plain_macro(node, self.slice(name), index, value);
            } else if let Some(head) = macro_functions::head(self.slice(value), params) {
                let namings = &mut self.b.symbol_mut(index).namings;
                namings.extend(head.naming());
                namings.sort_unstable();
                self.heads.insert(self.slice(name).into(), head);
            }
        }
    }

    /// `#undef NAME`.
    pub(super) fn end_of_macro(&mut self, node: Node<'_>) {
        let is_undef = syntax::field(node, "directive").is_some_and(|it| self.slice(it).ends_with("undef"));
        if let (true, false, Some(name)) = (is_undef, self.b.is_optional(), syntax::field(node, "argument")) {
            self.said.undefine(self.slice(name).trim(), !self.unsure);
        }
    }

    /// What a call of the macro gives where its body is nothing but another name, or calls and members one behind the other, in brackets or not: that of
    /// what stands behind the `=` of a declaration too (`static Bench* NAME = (Register(#f))`).
    fn expansion(&mut self, value: Node<'_>, params: &[crate::base::Name]) -> Option<ExprId> {
        let (body, offset) = (self.slice(value), value.start_byte());
        let tokens: Vec<Token> = tokens(body).into_iter().filter(|token| !token.is(b'\\')).collect();
        let mut inner = initializer(&tokens).unwrap_or(&tokens);
        while let [open, rest @ .., close] = inner
            && open.is(b'(')
            && close.is(b')')
            && closes(inner) == Some(inner.len() - 1)
        {
            inner = rest;
        }
        let (global, mut rest) = match inner {
            [scope, rest @ ..] if scope.is(SCOPE) => (true, rest),
            _ => (false, inner),
        };
        let (first, behind) = rest.split_first()?;
        let word = first.text(body);
        if first.kind != TokenKind::Word || !names::is_usable(word) || params.iter().any(|param| param == word) {
            return None;
        }
        let at = ByteSpan::new(offset + first.start, offset + first.end).start;
        let mut value = if global {
            self.b.expr(Expr::Raw { name: smol_str::format_smolstr!("::{word}"), scope: 0, at })
        } else {
            self.b.name(word, offset + first.start)
        };
        rest = behind;
        let mut called = rest.is_empty();
        if called {
            value = self.b.call(value);
        }
        while let [mark, behind @ ..] = rest {
            let (member, further) = match behind {
                _ if mark.is(b'(') => {
                    value = self.b.call(value);
                    called = true;
                    rest = rest.get(closes(rest)? + 1..)?;
                    continue;
                }
                [arrow, name, further @ ..] if mark.is(b'-') && arrow.is(b'>') => (name, further),
                [name, further @ ..] if mark.is(b'.') || (mark.is(SCOPE) && !called) => (name, further),
                _ => return None,
            };
            if member.kind != TokenKind::Word {
                return None;
            }
            value = self.b.member(value, member.text(body));
            rest = further;
        }
        called.then_some(value)
    }

    /// Calls in the tokens of a body. A parameter that is called names nothing.
    fn macro_body(&mut self, value: Node<'_>, params: &[crate::base::Name]) {
        let body = self.slice(value);
        let offset = value.start_byte();
        let tokens = tokens(body);
        for (position, token) in tokens.iter().enumerate() {
            let word = token.text(body);
            let called = tokens.get(position + 1).is_some_and(|next| next.is(b'('));
            let pasted = is_pasted(&tokens, position);
            if token.kind != TokenKind::Word || !called || pasted || !names::is_usable(word) || params.iter().any(|param| param == word) {
                continue;
            }
            let member = position
                .checked_sub(1)
                .is_some_and(|before| tokens[before].is(b'.') || (tokens[before].is(b'>') && before > 0 && tokens[before - 1].is(b'-')));
            let target = if member {
                let unknown = self.b.unknown();
                self.b.member(unknown, word)
            } else {
                self.name_in_macro(&tokens[..=position], (body, offset), params)
            };
            self.b.site(Role::Call, word, ByteSpan::new(offset + token.start, offset + token.end), target, None);
        }
    }

    /// What the name at the end of some tokens names, with what qualifies it. Of a parameter it is unknown what that names.
    fn name_in_macro(&mut self, tokens: &[Token], (body, offset): (&str, usize), params: &[crate::base::Name]) -> ExprId {
        let Some((global, words)) = path_backwards(tokens, body) else {
            let unknown = self.b.unknown();
            return tokens.last().map_or(unknown, |last| self.b.member(unknown, last.text(body)));
        };
        let mut named: Option<ExprId> = None;
        for word in words.iter().rev() {
            let (text, at) = (word.text(body), offset + word.start);
            named = Some(match named {
                Some(base) => self.b.member(base, text),
                None if params.iter().any(|param| param == text) => self.b.unknown(),
                None if global => {
                    let at = ByteSpan::new(at, at).start;
                    self.b.expr(Expr::Raw { name: smol_str::format_smolstr!("::{text}"), scope: 0, at })
                }
                None => self.b.name(text, at),
            });
        }
        named.unwrap_or(self.b.unknown())
    }
}

/// The words of `a::b::name`, which some tokens end with, last word first, and whether `::` stands in front of them; `None` where one of them is more than
/// a word: `list<int>::name`.
fn path_backwards(tokens: &[Token], body: &str) -> Option<(bool, Vec<Token>)> {
    let (name, mut before) = tokens.split_last()?;
    let mut words = vec![*name];
    while let [rest @ .., mark] = before
        && mark.is(SCOPE)
    {
        match rest.split_last() {
            // Behind a cast `::` begins a name, behind `decltype(x)` it does not.
            Some((it, _)) if it.is(b'>') || (it.is(b')') && body.contains("decltype")) => return None,
            Some((it, further)) if it.kind == TokenKind::Word && !is_keyword(it.text(body)) => {
                words.push(*it);
                before = further;
            }
            _ => return Some((true, words)),
        }
    }
    Some((false, words))
}

/// What stands behind the `=` of a declaration.
fn initializer(tokens: &[Token]) -> Option<&[Token]> {
    let mut depth = 0_i32;
    let equals = tokens.iter().position(|token| {
        depth += i32::from(token.is_one_of(b"({[")) - i32::from(token.is_one_of(b")}]"));
        depth == 0 && token.is(b'=')
    })?;
    let (declared, behind) = (tokens.get(..equals)?, tokens.get(equals + 1..)?);
    let named = declared.last().is_some_and(|last| last.kind == TokenKind::Word || last.is(b')'));
    let declares = named && declared.len() > 1 && declared[0].kind == TokenKind::Word && !declared.iter().any(|token| token.is_one_of(b".-{"));
    let behind = if let [rest @ .., last] = behind
        && last.is(b';')
    {
        rest
    } else {
        behind
    };
    (declares && !behind.first().is_some_and(|token| token.is(b'='))).then_some(behind)
}

/// The position of the bracket that closes the first token, which opens one.
fn closes(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_u32;
    for (position, token) in tokens.iter().enumerate() {
        depth += u32::from(token.is(b'('));
        if token.is(b')') {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(position);
            }
        }
    }
    None
}

/// Next to `##`: half a name.
fn is_pasted(tokens: &[Token], position: usize) -> bool {
    let is = |index: Option<usize>| index.and_then(|index| tokens.get(index)).is_some_and(|token| token.is(b'#'));
    is(position.checked_sub(1)) || is(Some(position + 1))
}
