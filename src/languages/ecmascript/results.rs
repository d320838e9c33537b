//! What calls of the platform's own functions and methods give, where what they are handed tells.

use tree_sitter::Node;

use super::walk::Walk;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Owner;

/// Methods that give what they start with, their second argument.
const FROM_START: &[&str] = &["reduce", "reduceRight"];

/// Most arguments that are told of a list that is made of them.
const MAX_LISTED: usize = 16;

/// Functions of `Object` that give back their first argument.
const SAME_OBJECT: &[&str] = &["freeze", "preventExtensions", "seal"];

/// Functions of the platform that give a value like the one they are handed.
const COPYING: &[&str] = &["structuredClone"];

/// Helpers of compilers that give a module as `import` sees it, its default export as `default`.
pub(super) const INTEROP: &[&str] = &[
    "__importDefault",
    "__importStar",
    "__toESM",
    "_interopDefaultLegacy",
    "_interopRequireDefault",
    "_interopRequireWildcard",
    "_interop_require_default",
    "_interop_require_wildcard",
];

impl Walk<'_, '_> {
    /// What a method of a list gives beside what it makes: the value it starts with, which is the first of the list where none is handed over. What is
    /// written for its type parameter says so itself.
    pub(super) fn started_with(&mut self, method: &str, receiver: ExprId, args: &[ExprId], written: &[ExprId]) -> Option<ExprId> {
        if !FROM_START.contains(&method) {
            return None;
        }
        match (written, args) {
            ([ty], _) => Some(self.builder.instance(*ty)),
            ([], [_, start]) => Some(*start),
            ([], [_]) => Some(self.builder.expr(Expr::Element(receiver))),
            _ => None,
        }
    }

    /// What a function of the platform gives that copies what it is handed.
    pub(super) fn copy_of(&self, name: Node<'_>, args: &[ExprId]) -> Option<ExprId> {
        let word = self.of(name);
        let is_known = || self.is_local(name) || self.bound.contains_key(word) || !self.known_in(Owner::File, word).is_empty();
        args.first().copied().filter(|_| COPYING.contains(&word) && !is_known())
    }
    /// What functions of the platform's own objects give that give back their first argument, or what it holds.
    pub(super) fn result_of_platform(&mut self, object: &str, name: &str, args: &[ExprId]) -> Option<ExprId> {
        let value = match (object, name, args) {
            ("Object", "assign", args) => self.builder.any_known_of(args.iter().copied().take(4)),
            ("Object", same, [first, ..]) if SAME_OBJECT.contains(&same) => *first,
            ("Object", "values", [first]) | ("Array", "from", [first]) => self.collection("Array", &[], *first),
            ("Array", "from", [_, made]) => {
                let element = self.builder.call(*made);
                let list = self.builder.expr(Expr::Tuple(vec![element]));
                self.collection("Array", &[], list)
            }
            ("Array", "of", [_, ..]) => self.builder.expr(Expr::Tuple(args.iter().copied().take(MAX_LISTED).collect())),
            ("Object", "entries", [first]) => {
                let key = self.builder.free("string");
                self.collection("Map", &[key], *first)
            }
            ("Object", "fromEntries", [first]) => {
                let pair = self.builder.expr(Expr::Element(*first));
                let value = self.builder.expr(Expr::Part { base: pair, index: 1 });
                let values = self.builder.expr(Expr::Tuple(vec![value]));
                let key = self.builder.free("string");
                self.collection("Record", &[key], values)
            }
            ("Object", "keys" | "getOwnPropertyNames", [_]) => {
                let (base, key) = (self.builder.free("Array"), self.builder.free("string"));
                let ty = self.builder.expr(Expr::Apply { base, args: vec![key] });
                self.builder.instance(ty)
            }
            ("Promise", "all", [first]) => self.settled(*first, false)?,
            ("Promise", "allSettled", [first]) => self.settled(*first, true)?,
            ("Promise", "any" | "race", [first]) => {
                let one = self.builder.expr(Expr::Element(*first));
                self.builder.expr(Expr::Unwrap(one))
            }
            ("Promise", "resolve", [first]) => *first,
            _ => return None,
        };
        Some(value).filter(|value| *value != self.builder.unknown())
    }

    /// What methods of lists give that keep elements of which a function says that they are of one type.
    pub(super) fn filtered(&mut self, name: &str, told: ExprId) -> Option<ExprId> {
        let element = self.builder.instance(told);
        match name {
            "filter" => Some(self.builder.expr(Expr::Tuple(vec![element]))),
            "find" | "findLast" => Some(element),
            _ => None,
        }
    }

    /// What methods give that all functions and promises have: `f.bind(x)` is `f` again, `f.call(x)` calls it, `p.then(f)` gives what `f` gives.
    pub(super) fn result_of_method(&mut self, receiver: ExprId, name: &str, args: &[ExprId]) -> Option<ExprId> {
        let known = |walk: &Self, value: ExprId| value != walk.builder.unknown();
        match (name, args) {
            ("bind", [_, ..]) if known(self, receiver) => Some(receiver),
            ("call" | "apply", _) if known(self, receiver) => Some(self.builder.call(receiver)),
            ("then", [next, ..]) if known(self, *next) => Some(self.builder.call(*next)),
            _ => None,
        }
    }

    /// `new Set(list)`, `new Map(pairs)`: a collection of what the list holds.
    pub(super) fn collection_of(&mut self, class: &str, source: ExprId) -> Option<ExprId> {
        if source == self.builder.unknown() {
            return None;
        }
        match class {
            "Set" | "WeakSet" => Some(self.collection(class, &[], source)),
            "Map" | "WeakMap" => {
                let pair = self.builder.expr(Expr::Element(source));
                let key = self.builder.expr(Expr::Part { base: pair, index: 0 });
                let value = self.builder.expr(Expr::Part { base: pair, index: 1 });
                let values = self.builder.expr(Expr::Tuple(vec![value]));
                Some(self.collection(class, &[key], values))
            }
            _ => None,
        }
    }

    /// A collection of the elements of `source`.
    fn collection(&mut self, name: &str, keys: &[ExprId], source: ExprId) -> ExprId {
        let base = self.builder.free(name);
        let element = self.builder.expr(Expr::Element(source));
        let ty = self.builder.expr(Expr::Apply { base, args: keys.iter().copied().chain([element]).collect() });
        self.builder.instance(ty)
    }

    /// What the promises of a list come to: each of one that is written out, all alike of another. With `told`, what tells of each how it ended.
    fn settled(&mut self, list: ExprId, told: bool) -> Option<ExprId> {
        if list == self.builder.unknown() {
            return None;
        }
        let Expr::Tuple(parts) = self.builder.at(list).clone() else {
            let promise = self.builder.expr(Expr::Element(list));
            let settled = self.ended(promise, told);
            let all = self.builder.expr(Expr::Tuple(vec![settled]));
            return Some(self.collection("Array", &[], all));
        };
        let parts = parts.into_iter().map(|part| self.ended(part, told)).collect();
        Some(self.builder.expr(Expr::Tuple(parts)))
    }

    fn ended(&mut self, promise: ExprId, told: bool) -> ExprId {
        let value = self.builder.expr(Expr::Unwrap(promise));
        if !told {
            return value;
        }
        let (status, unknown) = (self.builder.literal("string"), self.builder.unknown());
        self.written_object(vec![("status", status), ("value", value), ("reason", unknown)])
    }
}
