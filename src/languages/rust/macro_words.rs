//! Words of a macro's own: names that its rules take in front of brackets and never call. `tokens!(Rule, [number(0, 3)])` calls no function `number`.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::habits::HABITS;
use super::macro_rules::inner;
use super::made_items::kind_of;
use super::{Walk, is_upper};
use crate::base::Name;
use crate::languages::syntax::{all_children, children, field, text};
use crate::shard::expr::ExprId;

/// Most tokens of one rule's right side that are looked at, and how deep their brackets go.
const MAX_TOKENS: usize = 4096;
const MAX_DEPTH: usize = 16;

/// What a rule makes of a name that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It stands behind a path or a point, or in no front of brackets.
    Named,
    /// It is handed on to the macro itself.
    HandedBack,
    /// It is called, or handed on to a macro that may call it.
    Called,
}

/// The innermost macro around a place among its tokens, and what opens the brackets around that, its own first.
#[derive(Clone, Debug)]
pub(super) struct Around {
    of: ExprId,
    within: String,
}

impl Walk<'_, '_> {
    /// Where a macro takes words of its own, as [`crate::shard::facts::Symbol::words`] has it. What a rule that opens with `@` takes the macro alone writes.
    pub(super) fn words_of_macro(&self, definition: Node<'_>) -> Option<Name> {
        let own = field(definition, "name").map_or("", |it| self.word(it));
        let (mut places, mut handed_back, mut called) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for rule in children(definition).into_iter().filter(|it| it.kind() == "macro_rule") {
            let (Some(left), Some(right)) = (field(rule, "left"), field(rule, "right")) else { continue };
            if inner(left).first().is_some_and(|it| it.kind() == "@" || text(*it, self.text).starts_with('@')) {
                continue;
            }
            for (variable, place) in self.left_side(left)?.names_in_front() {
                let mut left = MAX_TOKENS;
                let fate = self.fate(right, &variable, own, 0, &mut left);
                let found = match if left == 0 { Fate::Called } else { fate } {
                    Fate::Named => &mut places,
                    Fate::HandedBack => &mut handed_back,
                    Fate::Called => &mut called,
                };
                found.insert(place);
            }
        }
        // What one rule hands back another one may call.
        if called.is_empty() { &mut places } else { &mut called }.append(&mut handed_back);
        let bare = |place: &str| place.trim_end_matches(crate::shard::body::ALL_INSIDE).to_owned();
        let called: BTreeSet<String> = called.iter().map(|it| bare(it)).collect();
        places.retain(|it| !called.contains(&bare(it)));
        (!places.is_empty()).then(|| places.into_iter().collect::<Vec<_>>().join("\n").into())
    }

    /// What stands in a tree of tokens becomes of a variable in front of brackets.
    fn fate(&self, tree: Node<'_>, variable: &str, own: &str, depth: usize, left: &mut usize) -> Fate {
        let tokens = all_children(tree);
        let kind = |at: usize| tokens.get(at).map_or("", |it| it.kind());
        let mut fate = Fate::Named;
        for (at, token) in tokens.iter().enumerate() {
            *left = left.saturating_sub(1);
            if *left == 0 || depth > MAX_DEPTH {
                return Fate::Called;
            }
            let before = at.checked_sub(1).map_or("", kind);
            let found = match token.kind() {
                "metavariable" if text(*token, self.text) == variable => {
                    let is_named = matches!(before, "::" | ".") || kind_of(before).is_some();
                    let in_front = matches!(kind(at + 1), "token_tree" | "metavariable");
                    if in_front && !is_named { Fate::Called } else { Fate::Named }
                }
                "token_tree" | "token_repetition" => {
                    let inside = self.fate(*token, variable, own, depth + 1, left);
                    let of_macro = at.checked_sub(2).and_then(|name| tokens.get(name)).filter(|it| before == "!" && it.kind() == "identifier");
                    match of_macro.map(|it| self.word(*it)) {
                        Some(name) if inside == Fate::Called && name == own => Fate::HandedBack,
                        Some(name) if inside == Fate::Called && self.taking_words.contains(name) => Fate::Named,
                        _ => inside,
                    }
                }
                _ => Fate::Named,
            };
            fate = fate.max(found);
        }
        fate
    }

    /// Whether a macro writes a block of its own for a type that it is given: `impl $ty { … }`.
    pub(super) fn adds_members(&self, definition: Node<'_>) -> bool {
        let adds = |right: Node<'_>| {
            let tokens = inner(right);
            let begins = |at: &usize| tokens.get(*at).is_some_and(|it| text(*it, self.text) == "impl");
            let is_block = |it: &&Node<'_>| it.kind() == "token_tree" && it.child(0).is_some_and(|open| open.kind() == "{");
            (0..tokens.len()).filter(begins).any(|at| {
                let head = tokens[at..].iter().take_while(|it| it.kind() != "token_tree").map(|it| text(*it, self.text));
                let head: Vec<&str> = head.collect();
                head.iter().any(|it| it.starts_with('$')) && !head.contains(&"for") && tokens.get(at + head.len()).as_ref().is_some_and(is_block)
            })
        };
        children(definition).into_iter().filter(|it| it.kind() == "macro_rule").filter_map(|rule| field(rule, "right")).any(adds)
    }

    /// Notes the types that such a macro is given: what members they have is not known.
    pub(super) fn note_open_types(&mut self, tree: Node<'_>) {
        for token in inner(tree).into_iter().filter(|it| it.kind() == "identifier") {
            let word = self.word(token);
            if is_upper(word) {
                self.open_types.insert(word.into());
            }
        }
    }

    /// Reads among the tokens of the macro that `target` names; gives what was around.
    pub(super) fn among_tokens(&mut self, name: &str, target: ExprId) -> Option<Around> {
        let is_known = HABITS.is_builtin(name);
        std::mem::replace(&mut self.around, (!is_known).then(|| Around { of: target, within: String::new() }))
    }

    /// Reads on in brackets of the innermost macro.
    pub(super) fn open_brackets(&mut self, tree: Node<'_>) {
        if let (Some(around), Some(open)) = (&mut self.around, tree.child(0)) {
            around.within.push(open.kind().chars().next().unwrap_or_default());
        }
    }

    /// Comes back from [`Self::open_brackets`].
    pub(super) fn close_brackets(&mut self) {
        if let Some(around) = &mut self.around {
            around.within.pop();
        }
    }

    /// Says of a bare name in front of brackets which macro may take it for its own word.
    pub(super) fn perhaps_word(&mut self, name: Node<'_>) {
        if let Some(around) = &self.around {
            self.builder.word(name.start_byte(), around.of, around.within.get(1..).unwrap_or_default());
        }
    }
}
