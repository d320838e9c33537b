//! Arms of conditionals: which of the definitions of one name exclude each other, and which macros are in force where.

use std::collections::{BTreeMap, BTreeSet};

use super::directives::asks_for;
use super::lexer::{Token, TokenKind, tokens};
use super::records::marked;
use super::visitor::Visitor;
use crate::base::Name;
use crate::shard::apart::{Apart, Class, Level};
use crate::shard::builder::Binding;
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// Most conditionals in each other of which something is known to hold.
const MAX_NESTED: usize = 32;
/// How many later directives on a macro are looked at for the one that ends it.
const MAX_CHANGES: usize = 64;
/// How many arms with a definition of one name are told apart.
const MAX_TWINS: usize = 64;

/// A conditional that is open.
struct Chain<'text> {
    /// The arm around it.
    around: u32,
    nested: usize,
    asked: u32,
    arms: u32,
    /// What its first arm asks for, where the file itself does not change that.
    first: Option<(&'text str, String, bool)>,
}

/// What directives tell as far as they are read.
#[derive(Default)]
struct Reader<'text> {
    apart: Apart,
    questions: BTreeMap<(&'text str, String), u32>,
    count: u32,
    changed: BTreeSet<&'text str>,
    /// The macros that are not defined yet where arms are taken, as the conditions of these say.
    absent: BTreeMap<u32, String>,
}

impl<'text> Reader<'text> {
    /// What a condition asks for and whether that is to hold; `None` where the file may change the answer on its way.
    fn question(&self, condition: &'text str) -> Option<(&'text str, String, bool)> {
        if words(condition).any(|word| self.changed.contains(word)) {
            return None;
        }
        match asks_for(condition) {
            Some((name, defined)) => Some(("defined", name, defined)),
            None => Some(("", condition.split(|c: char| c.is_whitespace() || c == '\\').collect(), true)),
        }
    }

    fn number(&mut self, kind: &'text str, asked: String) -> u32 {
        let next = self.count;
        let number = *self.questions.entry((kind, asked)).or_insert(next);
        self.count += u32::from(number == next);
        number
    }

    /// Opens the next arm of a conditional, behind the directive that ends at `end`; `is_rest` where it is what is left of all.
    fn arm(&mut self, chain: &mut Chain<'text>, own: Option<(&'text str, String, bool)>, is_rest: bool, end: u32) {
        let mut held = self.apart.held_in(chain.around).to_vec();
        let mut level = Level { around: chain.around, own: (chain.asked, chain.arms), by: Vec::new(), sure: false };
        if chain.nested < MAX_NESTED {
            let mut hold = |asked: u32, answer: u32| {
                if !held.iter().any(|(known, _)| *known == asked) {
                    held.push((asked, answer));
                }
            };
            hold(chain.asked, chain.arms);
            if let Some((kind, asked, expected)) = chain.first.clone() {
                let answer = (self.number(kind, asked), u32::from(expected == (chain.arms == 0)));
                hold(answer.0, answer.1);
                level.by.push(answer);
            }
            if let Some((kind, asked, expected)) = own {
                let answer = (self.number(kind, asked), u32::from(expected));
                hold(answer.0, answer.1);
                level.by.push(answer);
            }
            // Of what stands further down these answers are not all.
            let count = if chain.arms == 0 || is_rest { 1 } else { 2 };
            if chain.arms > 1 || level.by.len() != count {
                level.by.clear();
            }
        }
        held.sort_unstable();
        chain.arms += 1;
        self.apart.turns.push((end, index(self.apart.arms.len())));
        self.apart.arms.push(held);
        self.apart.levels.push(level);
    }
}

/// What the directives of a text say.
struct Directives<'text> {
    apart: Apart,
    /// Where each macro is defined or taken back.
    changes: BTreeMap<&'text str, Vec<u32>>,
    /// The macros of which arms say that they are not defined yet.
    absent: BTreeMap<u32, String>,
}

fn read<'text>(text: &'text str, all: &[Token]) -> Directives<'text> {
    let directives = || all.iter().filter(|it| it.kind == TokenKind::Directive).map(|it| (it, line(text, it)));
    let mut changes: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut reader = Reader::default();
    reader.apart.arms.push(Vec::new());
    reader.apart.levels.push(Level::default());
    for (token, line) in directives() {
        if line.starts_with("include") {
            reader.apart.includes.push(index(token.start));
        }
        let defines = line.starts_with("define");
        let Some(name) = line.strip_prefix("define").or_else(|| line.strip_prefix("undef")).and_then(|rest| words(rest).next()) else { continue };
        changes.entry(name).or_default().push(index(token.start));
        reader.changed.insert(name);
        if defines {
            reader.apart.bodies.push((index(token.start), index(token.end)));
        }
    }
    let mut open: Vec<Chain<'_>> = Vec::new();
    let mut last_closed = None;
    for (token, line) in directives() {
        let (start, end) = (index(token.start), index(token.end));
        if let Some(condition) = line.strip_prefix("if") {
            let around = reader.apart.turns.last().map_or(0, |(_, arm)| *arm);
            let mut chain = Chain { around, nested: open.len(), asked: reader.count, arms: 0, first: reader.question(condition) };
            reader.count += 1;
            if let Some((name, false)) = asks_for(condition) {
                reader.absent.insert(index(reader.apart.arms.len()), name);
            }
            reader.arm(&mut chain, None, false, end);
            open.push(chain);
        } else if let Some(rest) = line.strip_prefix("el")
            && let Some(mut chain) = open.pop()
        {
            reader.apart.turns.push((start, chain.around));
            let own = rest.strip_prefix("if").and_then(|condition| reader.question(condition));
            reader.arm(&mut chain, own, rest.starts_with("se"), end);
            open.push(chain);
        } else if line.starts_with("endif")
            && let Some(chain) = open.pop()
        {
            reader.apart.turns.push((start, chain.around));
            last_closed = (chain.asked == 0).then_some(start);
        }
    }
    // What keeps a file from being read twice stands around all of it.
    let guard = reader.absent.get(&1).filter(|name| {
        let mut lines = directives().map(|(_, line)| line).filter(|line| !line.starts_with("pragma")).skip(1);
        lines.next().and_then(|line| line.strip_prefix("define")).and_then(|rest| words(rest).next()) == Some(name.as_str())
    });
    let ends_last = last_closed.is_some() && directives().next_back().map(|(token, _)| index(token.start)) == last_closed;
    if let (Some(_), true, Some(level)) = (guard, ends_last, reader.apart.levels.get_mut(1)) {
        level.sure = true;
    }
    Directives { apart: reader.apart, changes, absent: reader.absent }
}

/// A directive without its mark.
fn line<'text>(text: &'text str, token: &Token) -> &'text str {
    token.text(text).trim_start_matches('#').trim_start()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// What definitions share that only the arms they stand in tell apart.
type Likeness = (Option<u32>, Name, Class, Option<u64>);

impl Visitor<'_, '_> {
    /// Numbers the definitions of one name of which a build has one at a time, and says where each of them is meant.
    pub(super) fn tell_twins(&mut self) {
        let all = tokens(self.text);
        if !all.iter().any(|it| it.kind == TokenKind::Directive) {
            return;
        }
        let Directives { mut apart, changes, absent } = read(self.text, &all);
        for at in &self.taken {
            let arm = apart.arm_at(index(*at));
            if let Some(level) = apart.levels.get_mut(arm as usize) {
                level.sure = true;
            }
        }
        let mut macros: BTreeMap<Name, Vec<(u32, u32)>> = BTreeMap::new();
        let mut known: BTreeMap<Likeness, Vec<u32>> = BTreeMap::new();
        let mut declared: Vec<(u32, Likeness, u32)> = Vec::new();
        for symbol in 0..index(self.b.symbol_count()) {
            let Some((likeness, is_declaration)) = self.likeness(symbol) else { continue };
            let at = self.b.place_mut(symbol).name.start;
            let arm = apart.arm_at(at);
            if likeness.2 == Class::Macro {
                let alike = macros.entry(likeness.1).or_default();
                self.b.symbol_mut(symbol).twin = index(alike.len());
                alike.push((at, symbol));
            } else if is_declaration {
                declared.push((symbol, likeness, arm));
            } else {
                let arms = known.entry(likeness).or_default();
                let number = arms.iter().position(|it| *it == arm).unwrap_or_else(|| {
                    if arms.len() < MAX_TWINS {
                        arms.push(arm);
                    }
                    arms.len() - 1
                });
                self.b.symbol_mut(symbol).twin = index(number);
            }
        }
        // What is declared and defined in one arm is one thing.
        for (symbol, likeness, arm) in declared {
            let number = known.get(&likeness).and_then(|arms| arms.iter().position(|it| *it == arm));
            self.b.symbol_mut(symbol).twin = index(number.unwrap_or(0));
        }
        for (name, alike) in macros.iter().filter(|(_, alike)| alike.len() > 1) {
            let changes = changes.get(name.as_str()).map_or(&[][..], Vec::as_slice);
            for (at, symbol) in alike {
                apart.in_force.insert(*symbol, (*at, ends(&apart, *at, changes)));
            }
        }
        self.tell_macros(&apart, &macros);
        self.tell_conditional(&apart, &absent);
        self.b.tell_apart(apart);
    }

    /// Marks the definitions that a build has or a macro of their name in their place, and the members of such types: `#ifdef HAVE_ITEM`,
    /// `#define own_item item`, `#else`, `struct own_item {`.
    fn tell_macros(&mut self, apart: &Apart, macros: &BTreeMap<Name, Vec<(u32, u32)>>) {
        let mut tags: BTreeSet<u32> = BTreeSet::new();
        for symbol in 0..index(self.b.symbol_count()) {
            let it = self.b.symbol_mut(symbol);
            let (kind, optional, owner, name) = (it.kind, it.flags.has(Flags::OPTIONAL_BUILD), it.owner, it.name.clone());
            if matches!(kind, SymbolKind::Macro | SymbolKind::Module) {
                continue;
            }
            if let Owner::Symbol(owner) = owner {
                let owner = self.b.symbol_mut(owner);
                let of_type = owner.kind.is_type() && (owner.flags.has(Flags::OR_MACRO) || owner.flags.has(Flags::OF_OR_MACRO));
                let it = self.b.symbol_mut(symbol);
                it.flags = it.flags.when(of_type, Flags::OF_OR_MACRO);
            }
            let alike = macros.get(&name).map_or(&[][..], Vec::as_slice);
            let arm = if alike.is_empty() { 0 } else { apart.arm_at(self.b.place_mut(symbol).name.start) };
            for (at, other) in alike.iter().take(MAX_TWINS) {
                let other_one = self.b.symbol_mut(*other);
                // A name that is called is taken by a macro with parameters too. By default a build may be known to be without the macro.
                let takes_place = kind.is_callable() || (other_one.params.is_empty() && !other_one.flags.has(Flags::VARIADIC));
                let left_out = other_one.flags.has(Flags::OPTIONAL_BUILD) && !optional;
                if !takes_place || left_out || !apart.exclude_each_other(apart.arm_at(*at), arm) {
                    continue;
                }
                let it = self.b.symbol_mut(symbol);
                it.flags = it.flags.with(Flags::OR_MACRO);
                if kind.is_type() && owner == Owner::File && !self.cpp && tags.insert(*other) {
                    // What looks for the tag finds the macro where that may be in force.
                    self.b.bind_in(0, &marked(&name), Binding::Symbol(*other), 0);
                }
            }
        }
    }

    /// Marks the definitions that a build need not have, and the macros among them that only stand in for what may be defined already.
    fn tell_conditional(&mut self, apart: &Apart, absent: &BTreeMap<u32, String>) {
        for symbol in 0..index(self.b.symbol_count()) {
            let arm = apart.arm_at(self.b.place_mut(symbol).name.start);
            if arm == 0 {
                continue;
            }
            let it = self.b.symbol_mut(symbol);
            it.flags = it.flags.when(apart.is_conditional(arm), Flags::CONDITIONAL);
            let stands_in = it.kind == SymbolKind::Macro && absent.get(&arm).is_some_and(|name| it.name == name.as_str());
            it.flags = it.flags.when(stands_in, Flags::STAND_IN);
        }
    }

    fn likeness(&mut self, symbol: u32) -> Option<(Likeness, bool)> {
        let it = self.b.symbol_mut(symbol);
        let class = Class::of(it.kind)?;
        let (name, overload, is_declaration) = (it.qualified.clone(), it.overload, it.flags.has(Flags::DECLARATION));
        let owner = if let Owner::Symbol(owner) = it.owner { Some(owner) } else { None };
        let owner = owner.filter(|owner| self.b.symbol_mut(*owner).kind != SymbolKind::Module);
        Some(((owner, name, class, overload), is_declaration))
    }
}

/// The directives that may end a macro which is defined at a byte, up to the first that is taken wherever the definition is.
fn ends(apart: &Apart, at: u32, changes: &[u32]) -> Vec<(u32, u32)> {
    let own = apart.held_in(apart.arm_at(at));
    let later = changes.partition_point(|it| *it <= at);
    let mut found = Vec::new();
    for change in changes[later..].iter().take(MAX_CHANGES) {
        let arm = apart.arm_at(*change);
        found.push((*change, arm));
        if apart.held_in(arm).iter().all(|held| own.contains(held)) {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arms(text: &str) -> Vec<Vec<(u32, u32)>> {
        read(text, &tokens(text)).apart.arms
    }

    #[test]
    fn arms_of_one_conditional_differ_and_those_on_one_condition_are_alike() {
        let found = arms("#ifdef A\n#elif defined(B)\n#else\n#endif\n#if !defined(A)\n#endif\n#if defined(B)\n#endif\n");
        assert_eq!(
            found,
            [vec![], vec![(0, 0), (1, 1)], vec![(0, 1), (1, 0), (2, 1)], vec![(0, 2), (1, 0)], vec![(1, 0), (3, 0)], vec![(2, 1), (4, 0)]]
        );
    }

    #[test]
    fn what_the_file_changes_itself_tells_of_its_own_conditional_alone() {
        let found = arms("#ifndef A\n#define A\n#endif\n#ifdef A\n#endif\n");
        assert_eq!(found, [vec![], vec![(0, 0)], vec![(1, 0)]]);
    }

    #[test]
    fn a_macro_ends_where_it_is_taken_back_wherever_it_was_taken() {
        let text = "#define A 1\n#ifdef B\n#undef A\n#endif\n#undef A\n";
        let Directives { apart, changes, .. } = read(text, &tokens(text));
        assert_eq!(ends(&apart, 0, &changes["A"]), [(21, 1), (37, 0)]);
    }
}
