//! What a macro of one rule gives of the values that it is handed: these, what they hold, or what a function gives.

use tree_sitter::Node;

use super::Walk;
use super::habits::HABITS;
use super::macro_rules::inner;
use crate::languages::syntax::{field, text};
use crate::shard::expr::{Expr, ExprId, HANDED};

/// Most values that such a macro takes, and how deep its brackets go.
const MAX_VALUES: usize = 4;
const MAX_DEPTH: u32 = 8;

/// Variants that hold what a value is asked for.
const HOLDING: &[&str] = &["Ok", "Some"];

/// Words of what leaves the code around.
const LEAVING: &[&str] = &["break", "continue", "panic", "return", "unreachable"];

impl Walk<'_, '_> {
    /// What a macro makes of the values of its tokens, where its rules say so.
    pub(super) fn value_of_macro(&mut self, name: &str, target: ExprId, mut values: Vec<ExprId>) -> ExprId {
        if HABITS.is_builtin(name) {
            return self.builder.unknown();
        }
        values.truncate(MAX_VALUES);
        self.builder.expr(Expr::CallWith { callee: target, args: values })
    }

    /// What comes of a macro of another package is of that package, as what comes of a function is. Which other macros are meant the text of a file may
    /// tell, and functions share their names.
    pub(super) fn given_by_macro(&mut self, value: ExprId, word: &str, target: ExprId) -> ExprId {
        let is_named =
            matches!(self.builder.at(target), Expr::Member { .. }) || self.builder.imports_mut().iter().any(|it| it.binding.as_str() == word);
        let is_made = matches!(self.builder.at(value), Expr::Unknown | Expr::CallWith { .. });
        if !is_named || !is_made {
            return value;
        }
        let of_package = self.builder.call(target);
        self.builder.any_known_of([value, of_package])
    }

    /// What a macro gives, where all that it takes are values and its one rule makes something plain of them.
    pub(super) fn given_by_rules(&mut self, rules: &[Node<'_>]) -> Option<ExprId> {
        let [rule] = rules else { return None };
        let mut taken: Vec<&str> = Vec::new();
        for part in inner(field(*rule, "left")?) {
            match part.kind() {
                "token_binding_pattern" if text(field(part, "type")?, self.text) == "expr" => taken.push(text(field(part, "name")?, self.text)),
                "," | "line_comment" | "block_comment" => {}
                // A comma at the end.
                "token_repetition_pattern" if text(part, self.text).starts_with("$(,)") => {}
                _ => return None,
            }
        }
        let body: Vec<Node<'_>> = inner(field(*rule, "right")?);
        if taken.len() > MAX_VALUES { None } else { self.given_by_tokens(&body, &taken, 0) }
    }

    fn given_by_tokens(&mut self, tokens: &[Node<'_>], taken: &[&str], depth: u32) -> Option<ExprId> {
        let word = |it: &Node<'_>| text(*it, self.text);
        if depth > MAX_DEPTH {
            return None;
        }
        match tokens {
            [tree] if tree.kind() == "token_tree" => self.given_by_tokens(&inner(*tree), taken, depth + 1),
            [value] => self.handed(*value, taken),
            [value @ .., mark] if mark.kind() == "?" => {
                let value = self.given_by_tokens(value, taken, depth + 1)?;
                Some(self.builder.expr(Expr::Unwrap(value)))
            }
            [value @ .., dot, method, tree] if dot.kind() == "." && matches!(word(method), "expect" | "unwrap") && tree.kind() == "token_tree" => {
                let value = self.given_by_tokens(value, taken, depth + 1)?;
                Some(self.builder.expr(Expr::Unwrap(value)))
            }
            [first, value, arms] if word(first) == "match" && arms.kind() == "token_tree" && self.holds_or_leaves(&inner(*arms)) => {
                let value = self.handed(*value, taken)?;
                Some(self.builder.expr(Expr::Unwrap(value)))
            }
            [first, path @ .., tree] if word(first) == "$crate" && tree.kind() == "token_tree" && word(tree).starts_with('(') => {
                let mut target = self.builder.free("crate");
                for pair in path.chunks(2) {
                    let [sign, name] = pair else { return None };
                    if sign.kind() != "::" || name.kind() != "identifier" {
                        return None;
                    }
                    let name = self.word(*name);
                    target = self.builder.member(target, name);
                }
                Some(self.builder.call(target))
            }
            _ => None,
        }
    }

    /// A value that the macro is handed.
    fn handed(&mut self, token: Node<'_>, taken: &[&str]) -> Option<ExprId> {
        let at = taken.iter().position(|it| token.kind() == "metavariable" && *it == text(token, self.text))?;
        let ty = self.builder.expr(Expr::Generic { name: format!("{HANDED}{at}").into(), bounds: Vec::new() });
        Some(self.builder.instance(ty))
    }

    /// Whether the first arm of a `match` gives what a variant holds, and the others leave.
    fn holds_or_leaves(&self, arms: &[Node<'_>]) -> bool {
        let word = |it: &Node<'_>| text(*it, self.text);
        let Some(arrow) = arms.iter().position(|it| it.kind() == "=>") else { return false };
        let [.., variant, held] = &arms[..arrow] else { return false };
        let [given, comma, others @ ..] = &arms[arrow + 1..] else { return false };
        let is_same =
            held.kind() == "token_tree" && matches!(inner(*held).as_slice(), [name] if name.kind() == "identifier" && word(name) == word(given));
        is_same
            && comma.kind() == ","
            && HOLDING.contains(&word(variant))
            && others.iter().any(|it| LEAVING.iter().any(|leaving| word(it).contains(leaving)))
    }
}
