//! Definitions that a query names: by name, by qualified name, spelled out in words, or nearly.

use std::collections::{BTreeMap, BTreeSet};

use super::absent;
use super::fixed::{self, UNIT};
use super::query::{Query, in_code_style};
use super::vocabulary::Vocabulary;
use super::weights;
use crate::base::path;
use crate::base::terms::folded;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;
use crate::reader::symbols::{Symbol, Symbols};

/// Most words of a name that is spelled out.
const MAX_SPELLED: usize = 6;
/// Shortest name that is taken for a slip of another, in characters.
const SHORTEST_SLIP: usize = 4;
/// Length from which on two slips are forgiven.
const TWO_SLIPS: usize = 9;
/// Most definitions that one name stands for.
const MAX_DEFINITIONS: usize = 200;
/// Most names of a query that are compared with all names there are; the first that are not there.
const MAX_SLIPS: usize = 8;
/// Most names that one slip stands for.
const MAX_CORRECTIONS: usize = 3;

/// Most definitions beside the code that a name means.
pub const MAX_ASIDE: usize = 3;

/// File names that stand for their folder.
const IN_FOLDER: &[&str] = &["__init__", "index", "lib", "main", "mod"];

/// A definition that the query names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    pub symbol: SymbolId,
    pub chunk: ChunkId,
    /// A share of one that falls with the number of definitions of the name, and by what the file counts, in units.
    pub share: u64,
    /// How well the chunk shows what was named, in units, whatever the file counts.
    pub fit: u64,
    /// The whole query is this name.
    pub whole: bool,
    /// It is the one definition of a name that stands in the title in ticks, with the name of what it is a part of, or as nothing but code is written.
    pub ticked: bool,
    /// The title asks for its name, which nothing that counts in full bears: a test, mostly.
    pub aside: bool,
}

/// What the query names.
#[derive(Clone, Debug, Default)]
pub struct NamedDefinitions {
    pub found: Vec<Named>,
    /// Names that are not there, and those that were taken instead.
    pub corrections: Vec<(String, String)>,
}

impl NamedDefinitions {
    /// The definition that is named best in each chunk that shows none of its own, and the one that is named outright, as a method of an interface may be, in a
    /// chunk whose own is not.
    pub fn meant(&self, index: &Index) -> BTreeMap<ChunkId, SymbolId> {
        let own = |it: &Named| index.chunks().symbol(it.chunk);
        let outright = |it: &&Named| it.whole || it.ticked;
        let own_named: BTreeSet<ChunkId> = self.found.iter().filter(outright).filter(|it| own(it) == Some(it.symbol)).map(|it| it.chunk).collect();
        let mut best: BTreeMap<ChunkId, &Named> = BTreeMap::new();
        for it in self.found.iter().filter(|it| own(it).is_none() || (outright(it) && !own_named.contains(&it.chunk))) {
            let known = best.entry(it.chunk).or_insert(it);
            if (it.whole, it.share) > (known.whole, known.share) {
                *known = it;
            }
        }
        best.into_iter().map(|(chunk, it)| (chunk, it.symbol)).collect()
    }
}

/// The definitions that a query names.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn find(vocabulary: &Vocabulary<'_>, query: &Query) -> Result<NamedDefinitions, ReadError> {
    let index = vocabulary.index;
    let mut result = NamedDefinitions::default();
    let whole = folded(&query.words.join(""));
    let mut slips = MAX_SLIPS;
    for path in &query.names {
        let Some(last) = path.last() else { continue };
        let is_whole = folded(&path.join("")) == whole;
        let mut symbols = of_path(index, path);
        if symbols.is_empty()
            && let [suite, test] = path.as_slice()
        {
            // Test runners say `Suite.Name` of what a macro defines as `Suite_Name`.
            symbols.extend(index.symbols_named(&format!("{suite}_{test}")));
        }
        // Nothing but code is written so, and a definition stands just there.
        let is_met = !symbols.is_empty() && query.qualified.contains(path);
        if symbols.is_empty() {
            symbols.extend(index.symbols_named(last));
        }
        if symbols.is_empty() {
            // The same name in other letters is no slip.
            symbols = index.symbols().folding_to(&folded(last)).flat_map(|name| index.symbols_named(name)).collect();
        }
        // A plain word, or one that texts hold, is written as it is meant.
        let is_name = is_whole || path.len() > 1 || in_code_style(last);
        if symbols.is_empty() && slips > 0 && is_name && !absent::is_written(index, last)? {
            slips -= 1;
            for name in alike(index.symbols(), last).into_iter().take(MAX_CORRECTIONS) {
                result.corrections.push((last.clone(), name.to_owned()));
                symbols.extend(index.symbols_named(name));
            }
        }
        let titled = query.titled.contains(path) && (path.len() > 1 || in_code_style(last) || query.ticked.contains(path));
        let titled = titled || is_met;
        let is_code = query.titled.contains(path) && in_code_style(last);
        let written = Written { name: last, whole: is_whole, ticked: is_met || is_code || query.ticked.contains(path), titled };
        push(vocabulary, &symbols, written, &mut result.found);
    }
    spelled(vocabulary, query, &whole, &mut result.found);
    settle(vocabulary, query, &mut result.found);
    Ok(result)
}

/// The names nearest to one that is not there, by edit distance and then by name; none that are further than the length forgives.
pub fn alike<'a>(symbols: &'a Symbols, name: &str) -> Vec<&'a str> {
    let folded_name = folded(name);
    let wanted: Vec<char> = folded_name.chars().collect();
    let most = match wanted.len() {
        0..SHORTEST_SLIP => return Vec::new(),
        length if length < TWO_SLIPS => 1,
        _ => 2,
    };
    let mut best: Vec<(usize, &'a str)> = Vec::new();
    for (folded, names) in symbols.folded_near(&folded_name, most) {
        if folded.len() + 4 * most < wanted.len() || folded.chars().count().abs_diff(wanted.len()) > most {
            continue;
        }
        let candidate: Vec<char> = folded.chars().collect();
        if let Some(distance) = distance(&wanted, &candidate, most) {
            best.extend(names.into_iter().map(|name| (distance, name)));
        }
    }
    best.sort_unstable();
    let least = best.first().map_or(0, |it| it.0);
    best.into_iter().take_while(|it| it.0 == least).map(|it| it.1).collect()
}

/// Names that are spelled out: runs of words that make one up. Words that are names themselves were found before.
fn spelled(vocabulary: &Vocabulary<'_>, query: &Query, whole: &str, found: &mut Vec<Named>) {
    let index = vocabulary.index;
    let mut add = |run: &str| {
        for name in index.symbols().folding_to(run) {
            let symbols: Vec<Symbol<'_>> = index.symbols_named(name).collect();
            push(vocabulary, &symbols, Written { name: "", whole: run == whole, ticked: false, titled: false }, found);
        }
    };
    for start in 0..query.words.len() {
        let mut run = String::new();
        for (count, word) in query.words[start..].iter().take(MAX_SPELLED).enumerate() {
            run.push_str(&folded(word));
            if count > 0 || run == whole {
                add(&run);
            }
        }
    }
    if query.words.len() > MAX_SPELLED {
        add(whole);
    }
}

/// Definitions of a name, by its parts: of those of its last part the ones whose place has most of its last parts in common with it, and those whose own qualified
/// name is part of it whole; none where only the last of several parts is met.
pub fn of_path<'a>(index: &'a Index, path: &[String]) -> Vec<Symbol<'a>> {
    let Some(last) = path.last() else { return Vec::new() };
    let all = index.symbols_named(last);
    if path.len() < 2 {
        return all.collect();
    }
    let met: Vec<(Symbol<'a>, (usize, bool))> = all.map(|symbol| (symbol, in_common(index, &symbol, path))).filter(|it| it.1.0 > 1).collect();
    let most = met.iter().map(|it| it.1.0).max().unwrap_or(0);
    met.into_iter().filter(|(_, (parts, is_whole))| *parts == most || *is_whole).map(|it| it.0).collect()
}

/// How many of the last parts of a name the place of a definition has too, modules of its file included, and whether its own qualified name, of several parts, is
/// among them whole.
fn in_common(index: &Index, symbol: &Symbol<'_>, name: &[String]) -> (usize, bool) {
    let same = |lhs: &str, rhs: &String| lhs == rhs || (lhs.contains('-') && lhs.replace('-', "_") == *rhs);
    let own = symbol.qualified_name.split('.').rev().zip(name.iter().rev()).take_while(|(lhs, rhs)| same(lhs, rhs)).count();
    let is_whole = own == symbol.qualified_name.split('.').count();
    if !is_whole {
        return (own, false);
    }
    let file = index.path(symbol.file);
    let stem = Some(path::stem(file)).filter(|stem| !IN_FOLDER.contains(stem));
    let modules = stem.into_iter().chain(path::parent(file).rsplit('/'));
    let above = modules.zip(name.iter().rev().skip(own)).take_while(|(lhs, rhs)| same(lhs, rhs)).count();
    (own + above, own > 1)
}

/// How a query has a name.
#[derive(Clone, Copy)]
struct Written<'a> {
    /// Empty where it is spelled out.
    name: &'a str,
    /// It is the whole query.
    whole: bool,
    /// It stands in the title in ticks by itself, behind the name of what has it, or as nothing but code is written.
    ticked: bool,
    /// The title asks for it, and no plain word is written so.
    titled: bool,
}

/// Adds the definitions of one name.
fn push(vocabulary: &Vocabulary<'_>, symbols: &[Symbol<'_>], written: Written<'_>, found: &mut Vec<Named>) {
    let counts = |it: &&Symbol<'_>| match it.chunk {
        Some(chunk) => vocabulary.chunk_priors[chunk.index()] == UNIT,
        None => it.kind != "module" && vocabulary.file_priors[it.file.index()] == UNIT,
    };
    // Overloads are one, and who names a type does not ask which of its constructors is meant.
    let others: BTreeSet<&str> = symbols.iter().filter(|it| it.kind != "constructor").map(|it| it.qualified_name).collect();
    let of_type = |it: &Symbol<'_>| it.kind == "constructor" && built(it).is_some_and(|built| others.contains(built));
    let one_each: BTreeSet<(FileId, &str)> = symbols.iter().filter(counts).filter(|it| !of_type(it)).map(|it| (it.file, it.qualified_name)).collect();
    let counting = one_each.len();
    let aside = written.titled && counting == 0 && symbols.len() <= MAX_ASIDE;
    let share = fixed::ratio(UNIT, fixed::sqrt(counting.max(1) as u64 * UNIT));
    for symbol in symbols.iter().take(MAX_DEFINITIONS) {
        let Some(chunk) = vocabulary.index.chunk_showing(symbol) else { continue };
        let is_second = of_type(symbol);
        let ticked = written.ticked && counting == 1 && !is_second;
        let fit = fit(vocabulary, symbol, chunk, written.name);
        if let Some(present) = found.iter_mut().find(|it| it.symbol == symbol.id && it.chunk == chunk) {
            (present.whole, present.fit) = (present.whole | written.whole, present.fit.max(fit));
            (present.ticked, present.aside) = (present.ticked | ticked, present.aside | aside);
        } else {
            let share = if is_second { fixed::times(share, weights::WORSE_NAME) } else { share };
            let share = fixed::times(fixed::times(share, vocabulary.chunk_priors[chunk.index()]), fit);
            found.push(Named { symbol: symbol.id, chunk, share, fit, whole: written.whole, ticked, aside });
        }
    }
}

/// The qualified name of what a member that bears its name is the constructor of.
fn built<'a>(symbol: &Symbol<'a>) -> Option<&'a str> {
    symbol.qualified_name.strip_suffix(symbol.name)?.strip_suffix('.')
}

/// Lets definitions of the whole query stand back behind those that bear the name better: as it is written, else without underscores that mark the internal;
/// and constructors behind their type, whose name they bear.
fn settle(vocabulary: &Vocabulary<'_>, query: &Query, found: &mut [Named]) {
    let symbols = vocabulary.index.symbols();
    let types: BTreeSet<SymbolId> = found.iter().filter(|it| it.whole && symbols.kind(it.symbol) != "constructor").map(|it| it.symbol).collect();
    let is_second = |it: &Named| symbols.kind(it.symbol) == "constructor" && symbols.container(it.symbol).is_some_and(|of| types.contains(&of));
    let grade = |it: &Named| {
        let name = symbols.simple_name(it.symbol);
        let written = query.names.iter().any(|path| path.last().is_some_and(|last| last == name));
        (if written { 2 } else { u8::from(is_plain(name)) }, !is_second(it))
    };
    let leads = |it: &&Named| it.whole && it.fit >= weights::SPELLED && vocabulary.chunk_priors[it.chunk.index()] == UNIT;
    let best = found.iter().filter(leads).map(grade).max().unwrap_or_default();
    for it in found.iter_mut().filter(|it| it.whole && grade(it) < best) {
        it.fit = fixed::times(it.fit, weights::WORSE_NAME);
    }
}

/// Whether underscores only part words.
fn is_plain(name: &str) -> bool {
    !name.starts_with('_') && !name.ends_with('_') && !name.contains("__")
}

fn fit(vocabulary: &Vocabulary<'_>, symbol: &Symbol<'_>, chunk: ChunkId, written: &str) -> u64 {
    let mut fit = UNIT;
    if symbol.has_flag("declaration") {
        fit = fixed::times(fit, weights::DECLARATION);
    }
    // What is written as it is called wins whether it has a chunk of its own or not; of what is only spelled out, what has one comes first.
    let shown = vocabulary.index.chunks().symbol(chunk);
    if shown.map_or(symbol.name != written, |shown| shown != symbol.id) {
        fit = fixed::times(fit, weights::INSIDE);
    }
    if symbol.name != written {
        fit = fixed::times(fit, weights::SPELLED);
    }
    fit
}

/// The optimal string alignment distance (insert, delete, replace, swap neighbours), if it is at most `most`.
pub(super) fn distance(lhs: &[char], rhs: &[char], most: usize) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=rhs.len()).collect();
    for (row, left) in lhs.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, right) in rhs.iter().enumerate() {
            let replace = last[column] + usize::from(left != right);
            let mut least = replace.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && *left == rhs[column - 1] && lhs[row - 1] == *right {
                least = least.min(before[column - 1] + 1);
            }
            next.push(least);
        }
        if next.iter().all(|it| *it > most) {
            return None;
        }
        (before, last) = (last, next);
    }
    last.last().copied().filter(|it| *it <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_slips_of_the_hand() {
        let check = |lhs: &str, rhs: &str, most: usize| {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            distance(&chars(lhs), &chars(rhs), most)
        };
        assert_eq!(check("engine", "engine", 1), Some(0));
        assert_eq!(check("engnie", "engine", 1), Some(1));
        assert_eq!(check("enginee", "engine", 1), Some(1));
        assert_eq!(check("angin", "engine", 1), None);
        assert_eq!(check("angin", "engine", 2), Some(2));
    }
}
