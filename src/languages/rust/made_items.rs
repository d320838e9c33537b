//! Items that a macro of the file makes under a name it is given: `macro_rules! m { ($name:ident) => { pub fn $name() {} } }`, `m!(get);`.

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use super::macro_rules::{Given, Pattern, inner};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, children, field, fold, text};
use crate::shard::body::Place;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Extension, Flags, Owner, Symbol, SymbolKind, Visibility};

/// Most tokens of one rule's right side that are looked at, and most items of one invocation.
const MAX_TOKENS: usize = 512;
const MAX_ITEMS: usize = 1024;
/// How deep items are looked for in what a rule makes: in blocks of members, in further invocations.
const MAX_DEPTH: usize = 4;
/// How deep brackets are looked into for what becomes of a variable.
const MAX_BRACKETS: usize = 16;

/// A rule that makes items.
#[derive(Debug)]
pub(super) struct Maker {
    pattern: Pattern,
    made: Vec<Made>,
    /// The variables for names that it writes behind a path or a point alone: what is given for them names nothing where it stands.
    members: Vec<String>,
}

/// An item that one rule of a macro makes.
#[derive(Clone, Debug)]
struct Made {
    /// The variable that its name is given by.
    variable: String,
    kind: SymbolKind,
    public: bool,
    /// A function that takes `self`.
    receiver: bool,
    /// The path of the type, or result type, as far as it is one of plain names.
    ty: Vec<String>,
    /// The type whose block it is made in: `impl Status { … }`.
    within: Vec<String>,
}

impl Walk<'_, '_> {
    /// The rules of a macro, if there are any that make items of names that they are given.
    pub(super) fn made_by(&self, definition: Node<'_>) -> Vec<Maker> {
        let own = field(definition, "name").map_or("", |it| self.word(it));
        let mut makers: Vec<Maker> = Vec::new();
        let mut passing = Vec::new();
        for rule in children(definition).into_iter().filter(|it| it.kind() == "macro_rule") {
            let (Some(left), Some(right)) = (field(rule, "left"), field(rule, "right")) else { continue };
            let Some(pattern) = self.left_side(left) else { continue };
            let mut made = Vec::new();
            self.made_of(&inner(right), &[], 0, &mut made);
            made.retain(|it| pattern.names(&it.variable));
            if made.is_empty() && inner(right).windows(2).any(|pair| text(pair[0], self.text) == own && pair[1].kind() == "!") {
                passing.push(makers.len());
            }
            let mut members = pattern.variables();
            members.retain(|it| {
                let mut left = MAX_TOKENS;
                self.behind_alone(&inner(right), it, 0, &mut left) == Some(true)
            });
            makers.push(Maker { pattern, made, members });
        }
        // What a rule hands on to another one keeps its name there.
        for at in passing {
            let others = makers.iter().flat_map(|it| it.made.iter());
            let handed: Vec<Made> = others.filter(|it| makers[at].pattern.names(&it.variable)).take(1).cloned().collect();
            makers[at].made = handed;
        }
        if makers.iter().all(|it| it.made.is_empty() && it.members.is_empty()) { Vec::new() } else { makers }
    }

    /// Whether a variable stands among tokens behind a path or a point wherever it stands; `None` where it does not.
    fn behind_alone(&self, tokens: &[Node<'_>], variable: &str, depth: usize, left: &mut usize) -> Option<bool> {
        let mut behind = None;
        for (at, token) in tokens.iter().enumerate() {
            *left = left.saturating_sub(1);
            if *left == 0 {
                return Some(false);
            }
            let here = match token.kind() {
                "metavariable" if text(*token, self.text) == variable => {
                    Some(at.checked_sub(1).is_some_and(|before| matches!(tokens[before].kind(), "::" | ".")))
                }
                "token_repetition" | "token_tree" if depth < MAX_BRACKETS => self.behind_alone(&all_children(*token), variable, depth + 1, left),
                "token_repetition" | "token_tree" => Some(false),
                _ => None,
            };
            behind = match (behind, here) {
                (Some(one), Some(other)) => Some(one && other),
                (one, other) => one.or(other),
            };
        }
        behind
    }

    /// Notes the names among the tokens of an invocation that a macro of the file writes behind a path or a point.
    pub(super) fn note_members(&mut self, word: &str, tree: Node<'_>) {
        let Some(makers) = self.makers.get(word).filter(|makers| makers.iter().any(|it| !it.members.is_empty())).cloned() else { return };
        let Some((maker, given)) = makers.iter().find_map(|it| Some((it, self.names_given(&it.pattern, tree)?))) else { return };
        let is_member = |it: &&Given<'_, '_>| it.name.kind() == "identifier" && maker.members.iter().any(|member| member == it.variable);
        let places: Vec<usize> = given.iter().filter(is_member).map(|it| it.name.start_byte()).collect();
        self.named_among_tokens.extend(places);
    }

    fn made_of(&self, tokens: &[Node<'_>], within: &[String], depth: usize, made: &mut Vec<Made>) {
        let kind = |at: usize| tokens.get(at).map_or("", |it| it.kind());
        for (at, token) in tokens.iter().enumerate().take(MAX_TOKENS).filter(|_| depth < MAX_DEPTH) {
            let before = at.checked_sub(1).map_or("", kind);
            match token.kind() {
                // `<$(const $n: usize),*>`: parameters of what is made.
                "token_repetition" if matches!(before, "<" | ",") => {}
                "token_repetition" => self.made_of(&all_children(*token), within, depth + 1, made),
                "token_tree" if at > 1 && before == "!" && kind(at - 2) == "identifier" => self.made_of(&inner(*token), within, depth + 1, made),
                "impl" => {
                    let path = self.plain_path(&tokens[at + 1..]);
                    let block = tokens.get(at + path.len() * 2).filter(|it| !path.is_empty() && is_tree(**it, "{"));
                    if let Some(block) = block {
                        self.made_of(&inner(*block), &path, depth + 1, made);
                    }
                }
                word => {
                    // `*const $t` is a type, `<const $n: usize>` a parameter.
                    let named = tokens.get(at + 1).filter(|it| it.kind() == "metavariable" && !matches!(before, "*" | "<" | ","));
                    if let (Some(kind), Some(name)) = (kind_of(word), named) {
                        made.push(self.made_here(kind, &tokens[..at], *name, &tokens[at + 2..], within));
                    }
                }
            }
        }
    }

    fn made_here(&self, kind: SymbolKind, before: &[Node<'_>], name: Node<'_>, after: &[Node<'_>], within: &[String]) -> Made {
        let mut modifiers = before.iter().rev().take_while(|it| !matches!(it.kind(), ";" | "token_repetition") && !is_tree(**it, "{"));
        let public = modifiers.any(|it| matches!(it.kind(), "metavariable" | "pub"));
        let parameters = after.iter().position(|it| is_tree(*it, "(")).filter(|_| kind == SymbolKind::Function);
        let receiver = parameters.is_some_and(|at| all_children(after[at]).iter().take(4).any(|it| it.kind() == "self"));
        let typed = match kind {
            SymbolKind::Function => parameters.filter(|at| after.get(at + 1).is_some_and(|it| it.kind() == "->")).map(|at| at + 2),
            SymbolKind::Constant | SymbolKind::Variable => after.first().filter(|it| it.kind() == ":").map(|_| 1),
            _ => None,
        };
        let ty = typed.map(|at| self.plain_path(&after[at..])).unwrap_or_default();
        Made { variable: text(name, self.text).to_owned(), kind, public, receiver, ty, within: within.to_vec() }
    }

    /// The names of a path at the start of some tokens.
    fn plain_path(&self, tokens: &[Node<'_>]) -> Vec<String> {
        let mut path = Vec::new();
        for pair in tokens.chunks(2) {
            if !matches!(pair[0].kind(), "identifier" | "self" | "super" | "crate") {
                return Vec::new();
            }
            path.push(text(pair[0], self.text).to_owned());
            if pair.get(1).is_none_or(|it| it.kind() != "::") {
                break;
            }
        }
        path
    }

    /// Adds what an invocation of a macro of the file makes of the names it is given.
    pub(super) fn make_items(&mut self, invocation: Node<'_>, word: &str, tree: Node<'_>, lead: &Lead<'_>) {
        let Some(makers) = self.makers.get(word).cloned() else { return };
        let Some((maker, given)) = makers.iter().find_map(|it| Some((it, self.names_given(&it.pattern, tree)?))) else { return };
        let whole = ByteSpan::new(tree.start_byte(), tree.end_byte());
        for given in given.iter().filter(|it| it.name.kind() == "identifier").take(MAX_ITEMS) {
            for made in maker.made.iter().filter(|it| it.variable == given.variable) {
                let mut place = Place { name: ByteSpan::new(given.name.start_byte(), given.name.end_byte()), ..Place::default() };
                if given.around == whole {
                    place.span = ByteSpan::new(lead.start(invocation), invocation.end_byte());
                    place.lead = ByteSpan::new(lead.doc_start(invocation), invocation.end_byte()).start;
                    place.signature = fold(text(invocation, self.text));
                    place.doc = lead.doc(self.text);
                } else {
                    place.span = given.around;
                    place.lead = given.around.start;
                    place.signature = fold(given.around.text(self.text));
                }
                self.made_item(made, place, given);
            }
        }
    }

    fn made_item(&mut self, made: &Made, place: Place, given: &Given<'_, '_>) {
        if let (Some(target), Some(target_name)) = (self.named_type(&made.within), made.within.last()) {
            let target_name = target_name.as_str().into();
            let block = Extension { target, target_name, interface: None, interface_name: None, generics: Vec::new(), module: None };
            let block = self.builder.extension(block);
            self.builder.enter(Owner::Extension(block));
            self.selves.push(target);
            self.made_symbol(made, place, given);
            self.selves.pop();
            self.builder.leave();
        } else {
            self.made_symbol(made, place, given);
        }
    }

    fn made_symbol(&mut self, made: &Made, place: Place, given: &Given<'_, '_>) {
        let method = made.kind == SymbolKind::Function && self.in_type();
        let mut symbol = Symbol::new(self.word(given.name), if method { SymbolKind::Method } else { made.kind });
        symbol.visibility = if made.public { Visibility::Public } else { self.members.unwrap_or(Visibility::Private) };
        let exported = symbol.visibility != Visibility::Private;
        symbol.flags = symbol.flags.when(exported, Flags::EXPORTED).when(method && !made.receiver, Flags::STATIC);
        symbol.ty = self.named_type(&made.ty);
        let member = self.in_type();
        self.named_among_tokens.insert(given.name.start_byte());
        let index = self.add(symbol, place);
        if !member {
            self.bind_symbol(given.name, index);
        }
    }

    fn named_type(&mut self, path: &[String]) -> Option<ExprId> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "Self" => self.self_type(),
            "self" | "super" | "crate" => self.builder.free(first),
            first => self.item_name(first),
        };
        Some(rest.iter().fold(start, |base, name| self.builder.member(base, name)))
    }
}

pub(super) fn kind_of(keyword: &str) -> Option<SymbolKind> {
    match keyword {
        "const" => Some(SymbolKind::Constant),
        "fn" => Some(SymbolKind::Function),
        "static" => Some(SymbolKind::Variable),
        "struct" => Some(SymbolKind::Struct),
        "enum" => Some(SymbolKind::Enum),
        "trait" => Some(SymbolKind::Trait),
        "union" => Some(SymbolKind::Union),
        _ => None,
    }
}

fn is_tree(node: Node<'_>, open: &str) -> bool {
    node.kind() == "token_tree" && node.child(0).is_some_and(|it| it.kind() == open)
}
