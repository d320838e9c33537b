//! Macros that are seen without an import, and the words that macros take for their own.

use std::sync::Arc;

use crate::base::score::Millionths;
use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::namespaces::Reach;
use crate::link::outcome::rules::Rule;
use crate::link::outcome::{Outcome, concluded, confidence, finish, target};
use crate::shard::body::{ALL_INSIDE, Role, Site, SiteKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Symbol, SymbolKind};

impl Linker<'_> {
    /// The macros of a name in the package, or else in those whose macros it takes in, and by which rule. What is derived is never of the package itself.
    fn macros_seen(&mut self, name: &Name, derived: bool) -> (Vec<Found>, Rule) {
        let own = Arc::clone(&self.own);
        let package = self.asker.package_of(&own);
        let mut found = Vec::new();
        let named = if derived { Vec::new() } else { self.asker.macros(name) };
        for symbol in named.into_iter().take(4 * caps::MAX_CANDIDATES) {
            let Some(file) = self.load(symbol.file) else { continue };
            if self.asker.package_of(&file) == package {
                merge(&mut found, [Found::symbol(symbol, Rule::SameNamespace)]);
            }
        }
        if found.is_empty() { (self.macros_taken_in(name), Rule::Wildcard) } else { (found, Rule::SameNamespace) }
    }

    /// The macros that a called expression names.
    pub(in crate::link) fn macros_called(&mut self, frame: &Frame, id: ExprId) -> Arc<[Ref]> {
        if let Some(known) = self.memo.macros_called.get(&id) {
            return Arc::clone(known);
        }
        let mut found = self.denote_called(frame, id);
        if let (true, Expr::Free(name)) = (found.is_empty(), self.expr(frame, id)) {
            let name = name.clone();
            found = self.macros_seen(&name, false).0;
        }
        let macros = found.into_iter().filter_map(|it| it.what.symbol()).filter(|it| self.is(*it, |it| it.kind == SymbolKind::Macro));
        let macros: Arc<[Ref]> = macros.collect();
        self.memo.macros_called.insert(id, Arc::clone(&macros));
        macros
    }
}

/// The one macro of that name in the package, or in one whose macros it takes in, where macros are seen without an import.
pub(in crate::link) fn seen(linker: &mut Linker<'_>, site: &Site, name: &Name) -> Option<Outcome> {
    let derived = site.role == Role::Decorator;
    if !(derived || site.role == Role::Call) || !linker.own.habits().textual_macros {
        return None;
    }
    let (found, rule) = linker.macros_seen(name, derived);
    let (mut targets, mut symbols) = (Vec::new(), Vec::new());
    for found in found {
        match found.what {
            Denotation::Symbol(symbol) => {
                symbols.push((symbol, rule));
                targets.extend(target(linker, symbol));
            }
            // Which of the packages outside a macro is derived of, nothing tells.
            Denotation::External { package, .. } if !derived => return Some(Outcome::external(package)),
            _ => {}
        }
    }
    targets.dedup_by(|one, other| one.0.id == other.0.id);
    if targets.is_empty() {
        return None;
    }
    let Some(only) = linker.only_by_default(site, &symbols) else { return Some(finish(linker, site, targets, rule)) };
    let others = Millionths(1_000_000 - confidence::DEFAULT_BUILD.0).shared(targets.len().saturating_sub(1).max(1));
    Some(Outcome { likeliest: Some((only, confidence::DEFAULT_BUILD)), ..concluded(targets, rule, others) })
}

/// The macros in reach that stand where a type has no member of the name, as the preprocessor knows no members: `#define flags callback.flags` makes
/// something of `it->flags`.
pub(in crate::link) fn for_member(linker: &mut Linker<'_>, site: &Site, name: &Name) -> Vec<(Ref, Rule)> {
    if !linker.own.habits().preprocessed {
        return Vec::new();
    }
    let found = linker.global_member(name, Some(Reach::Near));
    let symbols = found.into_iter().filter_map(|it| Some((it.what.symbol()?, it.rule)));
    let expands = |it: &Symbol| it.kind == SymbolKind::Macro && (site.role == Role::Call || (it.params.is_empty() && !it.flags.has(Flags::VARIADIC)));
    let mut macros: Vec<(Ref, Rule)> = symbols.filter(|(symbol, _)| linker.is(*symbol, expands)).collect();
    // What stands in for a member of the platform says nothing where the platform has it.
    if macros.iter().any(|(symbol, _)| !linker.is_built_by_default(*symbol)) {
        macros.clear();
    }
    macros
}

/// Whether what looks like a call among the tokens of a macro is a word of that macro's own: `tokens!(Rule, [number(0, 3)])` calls no function `number`.
pub(in crate::link) fn is_word(linker: &mut Linker<'_>, frame: &Frame, site: &Site) -> bool {
    if site.role != Role::Call || site.kind != SiteKind::Identifier {
        return false;
    }
    let words = &linker.body.words;
    let Some(word) = words.binary_search_by_key(&site.span.start, |it| it.at).ok().and_then(|at| words.get(at)) else { return false };
    let macros = linker.macros_called(frame, word.of);
    !macros.is_empty() && macros.iter().all(|it| linker.is(*it, |it| it.words.as_deref().is_some_and(|places| takes(places, &word.within))))
}

/// Whether a macro takes words at one of these places where a name stands within some brackets.
fn takes(places: &str, within: &str) -> bool {
    places.lines().any(|place| match place.strip_suffix(ALL_INSIDE) {
        Some(place) => within.strip_prefix(place).is_some_and(|inner| inner.is_empty() || inner.starts_with('(')),
        None => within == place,
    })
}

#[cfg(test)]
mod tests {
    use super::takes;

    #[test]
    fn words_stand_in_the_brackets_of_the_rule_and_where_it_takes_anything_inside_of_theirs() {
        assert!(takes("[", "[") && !takes("[", "") && !takes("[", "[(") && !takes("[", "[["));
        assert!(takes("[*", "[") && takes("[*", "[([") && !takes("[*", "[[") && !takes("[*", "("));
        // A macro may take words directly, and an empty place is one.
        assert!(takes("*", "") && takes("*", "([") && !takes("*", "["));
    }
}
