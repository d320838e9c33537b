//! What calls of the platform's own functions and methods give, where what they are handed tells.

use super::walk::Walk;
use crate::shard::expr::{Expr, ExprId};

/// Methods that give what they start with, their second argument.
const FROM_START: &[&str] = &["reduce", "reduceRight"];

/// Functions of `Object` that give back their first argument.
const SAME_OBJECT: &[&str] = &["freeze", "preventExtensions", "seal"];

/// What a method gives beside what it makes: the value it starts with.
pub(super) fn started_with(method: &str, args: &[ExprId]) -> Option<ExprId> {
    args.get(1).copied().filter(|_| args.len() == 2 && FROM_START.contains(&method))
}

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
            ("Object", "entries", [first]) => {
                let key = self.builder.free("string");
                self.collection("Map", &[key], *first)
            }
            ("Promise", "all", [first]) => self.settled(*first)?,
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

    /// What the promises of a list come to: each of one that is written out, all alike of another.
    fn settled(&mut self, list: ExprId) -> Option<ExprId> {
        if list == self.builder.unknown() {
            return None;
        }
        let Expr::Tuple(parts) = self.builder.at(list).clone() else {
            let promise = self.builder.expr(Expr::Element(list));
            let settled = self.builder.expr(Expr::Unwrap(promise));
            let all = self.builder.expr(Expr::Tuple(vec![settled]));
            return Some(self.collection("Array", &[], all));
        };
        let parts = parts.into_iter().map(|part| self.builder.expr(Expr::Unwrap(part))).collect();
        Some(self.builder.expr(Expr::Tuple(parts)))
    }
}
