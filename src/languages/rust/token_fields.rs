//! Fields among the tokens of a macro: `assert_eq!(it, Point { x: 1, y })`, and the same braces where they take a value apart.

use tree_sitter::Node;

use super::token_chains::Path;
use super::tokens::Tokens;
use super::{Walk, is_upper};
use crate::languages::syntax::{all_children, span, text};
use crate::shard::body::Role;
use crate::shard::expr::ExprId;

/// Words behind which a name in front of braces opens no literal: what they stand for ends there.
const HEADS: &[&str] = &["->", "dyn", "fn", "for", "if", "impl", "in", "match", "trait", "where", "while"];

/// One part between the commas of such braces.
enum Part<'tree> {
    /// `name: …`, or `0: …`, with what stands behind the colon.
    Named(Node<'tree>, Vec<Node<'tree>>),
    /// `name`, which is the field and what it holds at once.
    Short(Node<'tree>),
    /// `..` and what it takes the other fields from: nothing where a value is taken apart.
    Rest(Vec<Node<'tree>>),
}

/// Braces behind the name of a type.
pub(super) struct Fields<'tree> {
    parts: Vec<Part<'tree>>,
    /// A value is taken apart there.
    pub is_pattern: bool,
}

impl<'text> Walk<'_, 'text> {
    /// The fields in the braces that stand `ahead` behind a path which starts at `from`; `None` where those are a block or of the macro's own grammar.
    pub(super) fn fields_ahead<'tree>(&mut self, tokens: &Tokens<'tree>, path: &Path<'text, 'tree>, from: usize) -> Option<Fields<'tree>> {
        let tree = tokens.tree(0, "{").filter(|_| is_upper(path.name))?;
        let mut inside = all_children(tree);
        inside.retain(|it| !matches!(it.kind(), "line_comment" | "block_comment"));
        let inside = inside.get(1..inside.len().saturating_sub(1))?;
        let parts: Vec<Part<'tree>> =
            inside.split(|it| it.kind() == ",").filter(|part| !part.is_empty()).map(|part| self.part(part)).collect::<Option<_>>()?;
        let is_plain = parts.iter().all(|it| matches!(it, Part::Short(_)));
        let shouted = path.name.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_');
        if parts.is_empty() || (is_plain && (shouted || is_in_head(tokens, from, self.text))) {
            return None;
        }
        let before = from.checked_sub(1).and_then(|at| tokens.list.get(at)).map_or("", |it| it.kind());
        let is_open = parts.iter().any(|it| matches!(it, Part::Rest(rest) if rest.is_empty()));
        let behind = tokens.peek(1).map_or("", |it| text(it, self.text));
        let taken_apart = is_open || matches!(before, "let" | "|") || matches!(behind, "=>" | "if" | "|" | "=");
        // What only this macro understands may be a pattern. What nothing around holds is bound there.
        let binds = |it: &Part<'_>| match it {
            Part::Short(name) => self.builder.find_local(self.word(*name), name.start_byte()).is_none(),
            _ => false,
        };
        let is_pattern = taken_apart || (self.around.is_some() && parts.iter().any(binds));
        Some(Fields { parts, is_pattern })
    }

    fn part<'tree>(&self, part: &[Node<'tree>]) -> Option<Part<'tree>> {
        let mut part = part;
        while let [mark, tree, rest @ ..] = part
            && mark.kind() == "#"
            && tree.kind() == "token_tree"
        {
            part = rest;
        }
        let is_word = |it: &Node<'_>| it.kind() == "mutable_specifier" || text(*it, self.text) == "ref";
        match part {
            [dots, rest @ ..] if dots.kind() == ".." => Some(Part::Rest(rest.to_vec())),
            // A type alone behind the colon declares a field.
            [_, colon, ty] if colon.kind() == ":" && ty.kind() == "primitive_type" => None,
            [name, colon, rest @ ..] if colon.kind() == ":" && matches!(name.kind(), "identifier" | "integer_literal") && !rest.is_empty() => {
                let is_type = matches!(rest, [and, mark, ..] if and.kind() == "&" && mark.kind() == "'");
                (!is_type).then(|| Part::Named(*name, rest.to_vec()))
            }
            [words @ .., name] if name.kind() == "identifier" && !is_word(name) && words.iter().all(is_word) => Some(Part::Short(*name)),
            _ => None,
        }
    }

    /// Reads the fields of a value of the type `path`, or of one that is taken apart as such; gives the value.
    pub(super) fn token_fields(&mut self, tree: Node<'_>, path: ExprId, fields: Fields<'_>) -> ExprId {
        let value = if fields.is_pattern { self.builder.instance(path) } else { self.builder.built(path) };
        if !self.descend(tree) {
            return value;
        }
        self.open_brackets(tree);
        let role = if fields.is_pattern { Role::Read } else { Role::Write };
        for part in fields.parts {
            match part {
                Part::Rest(rest) => self.token_run(rest),
                Part::Named(name, rest) => {
                    let field = self.token_field(value, name, role);
                    if fields.is_pattern {
                        self.token_pattern(&mut Tokens::of(rest), Some(field));
                    } else {
                        self.token_run(rest);
                    }
                }
                Part::Short(name) => {
                    let field = self.token_field(value, name, role);
                    let word = self.word(name);
                    if fields.is_pattern {
                        self.token_variable(name, Some(field));
                    } else if self.builder.find_local(word, name.start_byte()).is_none() {
                        let target = self.builder.name(word, name.start_byte());
                        self.doubtful_read(word, span(name), target, false);
                    }
                }
            }
        }
        self.close_brackets();
        self.ascend();
        value
    }

    /// A field that is named in braces, with its site. Numbered fields have no name to be used.
    fn token_field(&mut self, value: ExprId, name: Node<'_>, role: Role) -> ExprId {
        let word = self.word(name);
        let field = self.builder.member(value, word);
        if name.kind() == "identifier" {
            self.builder.site(role, word, span(name), field, None);
        }
        field
    }
}

/// Whether the tokens in front of a path say that its braces are the body of something: `if kind == Kind::Plain { it }`.
fn is_in_head(tokens: &Tokens<'_>, from: usize, source: &str) -> bool {
    let before = tokens.list.get(..from).unwrap_or_default().iter().rev();
    let is_end = |it: &Node<'_>| matches!(it.kind(), "," | ";" | "=>") || (it.kind() == "token_tree" && text(*it, source).starts_with('{'));
    before.take_while(|it| !is_end(it)).take_while(|it| it.kind() != "let").any(|it| HEADS.contains(&text(*it, source)))
}
