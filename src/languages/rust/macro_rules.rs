//! Left sides of macro rules, and which tokens of an invocation their variables stand for.

use std::rc::Rc;

use tree_sitter::Node;

use super::Walk;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, field, text};
use crate::shard::body::ALL_INSIDE;

/// Most tokens of an invocation that are held against rules, over all of its parts.
const MAX_STEPS: usize = 20_000;
/// Deepest nesting of a left side.
const MAX_DEPTH: usize = 8;

/// One part of a left side.
#[derive(Clone, Debug)]
enum Part {
    Token(String),
    /// Tokens in brackets that open like this.
    Tree(&'static str, Vec<Part>),
    Variable {
        name: String,
        fragment: String,
    },
    Repeated {
        parts: Vec<Part>,
        separator: String,
        once: bool,
    },
}

/// A left side.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern(Vec<Part>);

impl Pattern {
    /// Whether a variable stands for a name.
    pub fn names(&self, variable: &str) -> bool {
        fn holds(parts: &[Part], variable: &str) -> bool {
            parts.iter().any(|part| match part {
                Part::Token(_) => false,
                Part::Tree(_, parts) | Part::Repeated { parts, .. } => holds(parts, variable),
                Part::Variable { name, fragment } => name == variable && fragment == "ident",
            })
        }
        holds(&self.0, variable)
    }
    /// The variables for names.
    pub fn variables(&self) -> Vec<String> {
        fn add(parts: &[Part], found: &mut Vec<String>) {
            for part in parts {
                match part {
                    Part::Token(_) => {}
                    Part::Tree(_, parts) | Part::Repeated { parts, .. } => add(parts, found),
                    Part::Variable { name, fragment } if fragment == "ident" => found.push(name.clone()),
                    Part::Variable { .. } => {}
                }
            }
        }
        let mut found = Vec::new();
        add(&self.0, &mut found);
        found
    }

    /// The variables for names that stand in front of round brackets, or of one tree of tokens, each with what opens the brackets around it; a mark behind
    /// them where what is in those further brackets is any token.
    pub fn names_in_front(&self) -> Vec<(String, String)> {
        fn add(parts: &[Part], place: &str, found: &mut Vec<(String, String)>) {
            for (at, part) in parts.iter().enumerate() {
                match (part, parts.get(at + 1)) {
                    (Part::Tree(open, inside), _) => add(inside, &format!("{place}{open}"), found),
                    (Part::Repeated { parts, .. }, _) => add(parts, place, found),
                    (Part::Variable { name, fragment }, Some(Part::Tree("(", _))) if fragment == "ident" => {
                        found.push((name.clone(), place.to_owned()));
                    }
                    (Part::Variable { name, fragment }, Some(Part::Variable { fragment: next, .. })) if fragment == "ident" && next == "tt" => {
                        found.push((name.clone(), format!("{place}{ALL_INSIDE}")));
                    }
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        add(&self.0, "", &mut found);
        found
    }
}

/// A name, or one token in the place of a value or a pattern, that an invocation gives to a variable.
#[derive(Clone, Copy)]
pub(super) struct Given<'a, 'tree> {
    pub variable: &'a str,
    pub name: Node<'tree>,
    /// The innermost repeated part that it stands in, else all that is given.
    pub around: ByteSpan,
}

impl Walk<'_, '_> {
    /// Notes what a macro of the file does where it is called.
    pub(super) fn note_rules(&mut self, definition: Node<'_>, word: &str) {
        let imports = self.imports_written(definition);
        if !imports.is_empty() {
            self.importing.insert(word.into(), imports);
        }
        let written = self.written_by(definition);
        if !written.is_empty() {
            self.writers.insert(word.into(), written);
        }
        if let Some(binder) = self.binder(definition) {
            self.binders.insert(word.into(), Rc::new(binder));
        }
        let made = self.made_by(definition);
        if !made.is_empty() {
            self.makers.insert(word.into(), made.into());
        }
    }

    /// The left side of a rule; `None` where it is nested too deeply.
    pub(super) fn left_side(&self, left: Node<'_>) -> Option<Pattern> {
        self.left_parts(&inner(left), 0).map(Pattern)
    }

    fn left_parts(&self, tokens: &[Node<'_>], depth: usize) -> Option<Vec<Part>> {
        if depth > MAX_DEPTH {
            return None;
        }
        tokens.iter().filter(|it| !is_comment(**it)).map(|it| self.left_part(*it, depth)).collect()
    }

    fn left_part(&self, token: Node<'_>, depth: usize) -> Option<Part> {
        let word = |token: Node<'_>| text(token, self.text).to_owned();
        Some(match token.kind() {
            "token_binding_pattern" => Part::Variable { name: word(field(token, "name")?), fragment: word(field(token, "type")?) },
            "token_tree_pattern" => Part::Tree(token.child(0)?.kind(), self.left_parts(&inner(token), depth + 1)?),
            "token_repetition_pattern" => {
                let tokens = all_children(token);
                let close = tokens.iter().rposition(|it| it.kind() == ")")?;
                let mark = tokens.last()?;
                let separator = self.text.get(tokens[close].end_byte()..mark.start_byte())?.trim().to_owned();
                Part::Repeated { parts: self.left_parts(tokens.get(2..close)?, depth + 1)?, separator, once: mark.kind() == "?" }
            }
            _ => Part::Token(word(token)),
        })
    }

    /// The names that an invocation gives to variables for names; `None` where it does not fit.
    pub(super) fn names_given<'a, 'tree>(&self, pattern: &'a Pattern, tree: Node<'tree>) -> Option<Vec<Given<'a, 'tree>>> {
        let mut fit = Fit { text: self.text, given: Vec::new(), steps: 0 };
        let around = ByteSpan::new(tree.start_byte(), tree.end_byte());
        fit.whole(&pattern.0, tree, around).map(|()| fit.given)
    }
}

/// An invocation held against a left side. Like compilers, this never goes back on a variable.
struct Fit<'a, 'tree, 'text> {
    text: &'text str,
    given: Vec<Given<'a, 'tree>>,
    steps: usize,
}

impl<'a, 'tree> Fit<'a, 'tree, '_> {
    fn whole(&mut self, parts: &'a [Part], tree: Node<'tree>, around: ByteSpan) -> Option<()> {
        let tokens: Vec<Node<'tree>> = inner(tree).into_iter().filter(|it| !is_comment(*it)).collect();
        (self.run(parts, &tokens, 0, &[], around)? == tokens.len()).then_some(())
    }

    /// Where the parts end that begin `at` a token; `behind` is what may follow them.
    fn run(&mut self, parts: &'a [Part], tokens: &[Node<'tree>], mut at: usize, behind: &[&str], around: ByteSpan) -> Option<usize> {
        for (index, part) in parts.iter().enumerate() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            let token = tokens.get(at);
            at = match part {
                Part::Token(word) => (text(*token?, self.text) == word).then_some(at + 1)?,
                Part::Tree(open, parts) => {
                    let tree = token.filter(|it| it.kind() == "token_tree" && it.child(0).is_some_and(|it| it.kind() == *open))?;
                    self.whole(parts, *tree, around)?;
                    at + 1
                }
                Part::Variable { name, fragment } => {
                    if fragment == "ident" {
                        let name_node = token.filter(|it| matches!(it.kind(), "identifier" | "self"))?;
                        self.given.push(Given { variable: name, name: *name_node, around });
                    }
                    let end = self.end_of(fragment, tokens, at, &firsts(&parts[index + 1..], behind))?;
                    if let (true, Some(only)) = (matches!(fragment.as_str(), "expr" | "pat" | "pat_param") && end == at + 1, token) {
                        self.given.push(Given { variable: name, name: *only, around });
                    }
                    end
                }
                Part::Repeated { parts: repeated, separator, once } => {
                    let mut next = firsts(&parts[index + 1..], behind);
                    next.extend(if separator.is_empty() { firsts(repeated, &[]) } else { vec![separator.as_str()] });
                    self.repeated((repeated, separator, *once), tokens, at, &next)
                }
            };
        }
        Some(at)
    }

    fn repeated(&mut self, (parts, separator, once): (&'a [Part], &'a str, bool), tokens: &[Node<'tree>], mut at: usize, behind: &[&str]) -> usize {
        let mut start = at;
        while let Some(first) = tokens.get(start) {
            let known = self.given.len();
            let around = ByteSpan::new(first.start_byte(), first.end_byte());
            let Some(end) = self.run(parts, tokens, start, behind, around).filter(|end| *end > start) else {
                self.given.truncate(known);
                break;
            };
            let end_byte = tokens[end - 1].end_byte();
            for it in self.given[known..].iter_mut().filter(|it| it.around == around) {
                it.around = ByteSpan::new(first.start_byte(), end_byte);
            }
            at = end;
            start = end;
            if once {
                break;
            }
            if !separator.is_empty() {
                if tokens.get(end).is_none_or(|it| text(*it, self.text) != separator) {
                    break;
                }
                start += 1;
            }
        }
        at
    }

    /// Where what a variable stands for ends.
    fn end_of(&mut self, fragment: &str, tokens: &[Node<'tree>], at: usize, next: &[&str]) -> Option<usize> {
        let kind = |at: usize| tokens.get(at).map_or("", |it| it.kind());
        match fragment {
            "vis" => Some(match kind(at) {
                "pub" if kind(at + 1) == "token_tree" => at + 2,
                "pub" => at + 1,
                _ => at,
            }),
            "ident" | "tt" | "block" => tokens.get(at).map(|_| at + 1),
            "lifetime" => (kind(at) == "'").then_some(at + 2),
            "literal" => {
                let at = if kind(at) == "-" { at + 1 } else { at };
                kind(at).ends_with("_literal").then_some(at + 1)
            }
            _ => {
                let mut end = at;
                let mut open = 0i32;
                while let Some(token) = tokens.get(end) {
                    self.steps += 1;
                    open += match token.kind() {
                        "<" => 1,
                        ">" => -1,
                        _ => 0,
                    };
                    let opening = token.child(0).filter(|_| token.kind() == "token_tree");
                    let word = opening.map_or_else(|| text(*token, self.text), |it| it.kind());
                    if end > at && (open <= 0 || fragment == "expr") && next.contains(&word) {
                        break;
                    }
                    end += 1;
                }
                (end > at && self.steps <= MAX_STEPS).then_some(end)
            }
        }
    }
}

/// The tokens that parts, and what is behind them, may begin with.
fn firsts<'a>(parts: &'a [Part], behind: &[&'a str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for part in parts {
        match part {
            Part::Token(word) => found.push(word.as_str()),
            Part::Tree(open, _) => found.push(open),
            Part::Variable { fragment, .. } if fragment == "vis" => {
                found.push("pub");
                continue;
            }
            Part::Variable { .. } => {}
            Part::Repeated { parts, .. } => {
                found.extend(firsts(parts, &[]));
                continue;
            }
        }
        return found;
    }
    found.extend(behind);
    found
}

/// What stands between the brackets of a tree.
pub(super) fn inner(tree: Node<'_>) -> Vec<Node<'_>> {
    let mut tokens = all_children(tree);
    tokens.pop();
    tokens.drain(..tokens.len().min(1));
    tokens
}

fn is_comment(node: Node<'_>) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}
