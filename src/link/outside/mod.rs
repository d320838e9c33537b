//! What lies outside of the repository: what files declare of it, and what its functions and constants give by how they are written.

mod arguments;
mod collecting;
pub(super) mod giving;
pub(super) mod handing;
pub(super) mod results;

use std::sync::Arc;

use super::eval::{Denotation, Found, Frame, Linker, merge};
use super::loaded::Loaded;
use super::modules::led_to;
use super::outcome::rules::Rule;
use super::types::parts::side_of;
use super::types::{Type, Typed};
use crate::base::{Name, caps};
use crate::languages::semantics::{Module, Resolution};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Import, Imported, Symbol, SymbolKind};

/// Stands in front of the name of a foreign type in that of a value that a method of the type gives, which is likely one of the same type: builders are. It
/// counts for what the repository adds to the type, for nothing else.
pub(super) const LIKELY: &str = "~";

/// How names of methods begin that give something else than what they are called on.
const TURNING: &[&str] = &[
    "and", "as", "build", "collect", "copied", "entry", "expect", "find", "first", "get", "into", "is", "iter", "last", "len", "lines", "lock",
    "map", "next", "ok", "parent", "parse", "peek", "pop", "read", "remove", "send", "split", "take", "to", "try", "unwrap",
];

impl Linker<'_> {
    /// What a file that is no module itself declares for a package that lies outside: `declare module 'name' { … }`. In a module that adds to the package.
    pub(super) fn declared_outside(&mut self, file: &Arc<Loaded>, import: &Import) -> Vec<Found> {
        let Imported::Item(item) = &import.imported else { return Vec::new() };
        let declares = |it: &Symbol| it.kind == SymbolKind::Module && it.flags.has(Flags::DECLARATION);
        let mut found = Vec::new();
        for module in self.asker.top_named(&[&import.module]) {
            if self.is(module, declares) && self.is_near(file, module) {
                for step in self.as_module_or_symbol(module, Rule::ModuleMember) {
                    merge(&mut found, self.step_into(&step, item));
                }
            }
        }
        found
    }

    /// A type of a package that no file declares, by a dotted name whose first names nothing binds.
    pub(super) fn written_in_full(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<Found> {
        let mut path = Vec::new();
        let mut at = base;
        loop {
            match self.expr(frame, at) {
                Expr::Member { base, name } if path.len() < caps::MAX_HOPS as usize => {
                    path.push(name.as_str());
                    at = *base;
                }
                Expr::Free(name) => {
                    path.push(name.as_str());
                    break;
                }
                _ => return Vec::new(),
            }
        }
        path.reverse();
        let semantics = frame.file.language.semantics;
        if !semantics.is_written_in_full(&path, name) {
            return Vec::new();
        }
        let package = Module::Namespace(path.join(".").into());
        let led = semantics.child(&mut self.asker, &package, name, None);
        if matches!(led, Resolution::External(_)) { led_to(led, name, Rule::ImportBinding) } else { Vec::new() }
    }

    /// Whether a name of the linked body cannot be that of a package, where a language has packages in front of their types alone: no type is named behind it.
    pub(super) fn is_no_package(&mut self, frame: &Frame, name: Option<ExprId>) -> bool {
        let semantics = frame.file.language.semantics;
        let Some(name) = name.filter(|_| frame.in_body && semantics.is_written_in_full(&["a"], "Aa")) else { return false };
        let exprs = &self.body.exprs;
        let fronts = self.memo.before_types.get_or_insert_with(|| {
            let mut fronts = Vec::new();
            for expr in exprs {
                let Expr::Member { base, name } = expr else { continue };
                let mut at = *base;
                let mut hops = 0;
                while let Some(Expr::Member { base, .. }) = exprs.get(at.0 as usize).filter(|_| hops < caps::MAX_HOPS) {
                    (at, hops) = (*base, hops + 1);
                }
                fronts.extend(name.starts_with(char::is_uppercase).then_some(at.0));
            }
            fronts.sort_unstable();
            fronts.into()
        });
        fronts.binary_search(&name.0).is_err()
    }

    /// What calling `callee` gives, which lies outside: a value of the type that it is named of, in a wrapper or plain, or of the one type that is written
    /// for it. What else it might give is beside that.
    pub(super) fn given_outside(&mut self, frame: &Frame, callee: ExprId, written: &[ExprId], otherwise: Typed) -> Vec<Typed> {
        let built = self.of_named_type(frame, callee);
        if !built.is_empty() {
            return built;
        }
        let mut given = Vec::new();
        if let ([ty], Type::External { package, .. }) = (written, &otherwise.ty)
            && frame.file.habits().foreign.giving_written.is_some_and(|but| !but.contains(&package.as_str()))
        {
            given.extend(self.instances(frame, *ty).into_iter().map(|typed| typed.through(Rule::ReturnType)));
        }
        if let Expr::Member { base, .. } = *self.expr(frame, callee)
            && frame.file.habits().foreign.giving_written.is_some()
        {
            given.extend(self.types(frame, base).iter().find_map(|typed| self.only_argument(typed)));
        }
        given.push(self.likely_same(frame, callee, otherwise));
        given
    }

    /// What a method of a foreign type gives, as a value that is likely of the same type, unless its name says otherwise.
    fn likely_same(&mut self, frame: &Frame, callee: ExprId, otherwise: Typed) -> Typed {
        let habits = frame.file.habits();
        let (Expr::Member { base, name }, Type::External { package, name: outer }) = (self.expr(frame, callee), &otherwise.ty) else {
            return otherwise;
        };
        let turns = TURNING.binary_search(&name.split('_').next().unwrap_or_default()).is_ok();
        if turns || !outer.is_empty() || !habits.namespaces_apart || habits.extended_foreign.is_none() {
            return otherwise;
        }
        let types = self.types(frame, *base);
        let [Typed { ty: Type::External { package: of, name }, .. }] = types.as_slice() else { return otherwise };
        let name = name.trim_start_matches(LIKELY);
        if of != package || !name.starts_with(char::is_uppercase) {
            return otherwise;
        }
        Typed::new(Type::External { package: package.clone(), name: format!("{LIKELY}{name}").into() }, otherwise.rule)
    }

    /// A value of the type of the repository that is the only argument of a foreign type of whose members nothing is known, which may hand it out
    /// (`TokenSlice<Token>`).
    fn only_argument(&self, typed: &Typed) -> Option<Typed> {
        let habits = self.own.habits();
        let Type::Foreign { name, args } = &typed.ty else { return None };
        let is_function = || habits.callbacks.functional.iter().any(|(function, _)| *function == name.as_str());
        if habits.foreign.giving_written.is_none() || side_of(habits, name).is_some() || is_function() {
            return None;
        }
        let [held @ Type::Instance { .. }] = &**args else { return None };
        Some(typed.element(held.clone()))
    }

    /// The foreign type of which a path names a function or constant (`Path::new`, `StatusCode::OK`): few give anything else.
    pub(super) fn of_named_type(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        let Expr::Member { base, .. } = *self.expr(frame, id) else { return Vec::new() };
        if frame.file.habits().foreign.giving_written.is_none() {
            return Vec::new();
        }
        // What is seen through stands for what it holds.
        let transparent = frame.file.habits().holding.transparent;
        let is_type = self.denote(frame, base).iter().any(|found| match &found.what {
            Denotation::External { name, .. } => name.starts_with(char::is_uppercase) && !transparent.contains(&name.as_str()),
            Denotation::Builtin(name) => !transparent.contains(&name.as_str()),
            Denotation::Symbol(alias) => frame.file.habits().namespaces_apart && self.is(*alias, |it| it.kind == SymbolKind::TypeAlias),
            _ => false,
        });
        let is_type = is_type && self.pointer_by_alias(frame, base).is_none();
        let mut types = if is_type { self.instances(frame, base) } else { Vec::new() };
        types.retain(|typed| matches!(typed.ty, Type::External { .. } | Type::Foreign { .. }));
        types.into_iter().map(|typed| typed.through(Rule::ConstructorFlow)).collect()
    }
}

/// Whether a name from outside is spelled as types are: constants are written in capitals.
pub(super) fn names_type(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::TURNING.is_sorted());
    }
}
