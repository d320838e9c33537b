//! What a query names and the index does not hold. Hits are still the best there are, and say nothing of that by themselves.

use std::collections::BTreeSet;

use super::bm25f::rarity;
use super::fixed;
use super::places;
use super::query::{Group, Query, in_code_style};
use super::speech::is_speech;
use super::stem;
use crate::base::{path, terms};
use crate::reader::error::ReadError;
use crate::reader::index::Index;

/// Names and files that are told, each.
const MAX_TOLD: usize = 4;

/// Words that are nowhere are told where they weigh more than this part of all, as a divisor: where each of a few words says much, and of any number.
const TOLD_OF_FEW: u64 = 4;
const TOLD_OF_MANY: u64 = 2;
/// So many words are few.
const FEW_WORDS: usize = 4;

/// Shortest word that is told to be nowhere.
const LEAST_LETTERS: usize = 3;

/// One sentence for each name and file of the query that is nowhere in the index, and one for quoted text where `quote_found` says that none was met.
/// `corrected` are names that others were taken for, which is told elsewhere.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn notices(index: &Index, query: &Query, corrected: &[(String, String)], quote_found: bool) -> Result<Vec<String>, ReadError> {
    let mut notices = Vec::new();
    let of_file = |name: &str| query.places.iter().any(|place| place.path.contains(name));
    let is_corrected = |name: &str| corrected.iter().any(|(from, _)| from == name);
    // Lines of a link to a hosted file.
    let is_line = |name: &str| name.strip_prefix('L').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let names = query.asked.iter().map(String::as_str).filter(|name| !is_line(name) && !is_corrected(name) && !of_file(name));
    let mut told = 0;
    for name in names {
        if told < MAX_TOLD && !is_known(index, name)? {
            told += 1;
            notices.push(format!("`{name}` is nowhere in this index; what is found shares parts of it, or other words of the query"));
        }
    }
    let is_defined = |name: &str| index.symbols().folding_to(&terms::folded(name)).next().is_some();
    if let Some(name) = only_name(query).filter(|name| told == 0 && !is_corrected(name) && !is_defined(name))
        && is_written(index, name)?
    {
        notices.push(format!("no definition of this index is called `{name}`; it stands in text alone"));
    }
    // A query that names or quotes something is about that.
    let is_plain = query.names.is_empty() && query.quoted.is_empty();
    let unheard = if is_plain { unheard(index, query)? } else { Vec::new() };
    if !unheard.is_empty() {
        let stand = if unheard.len() == 1 { "stands" } else { "stand" };
        notices.push(format!("`{}` {stand} nowhere in this index; what is found has only the other words of the query", unheard.join("`, `")));
    }
    // What is quoted with other words is a text that may hold anything. Frames of a stack trace lead through files of other packages as a matter of course, and what has no ending of a file is none more often than not.
    let is_quoted = |path: &str| query.quoted.iter().any(|it| it.contains(char::is_whitespace) && it.contains(path));
    let is_absent = |path: &str| is_file_name(index, path) && !is_member(index, path) && !is_quoted(path);
    let files = query.places.iter().filter(|place| place.function.is_none() && is_absent(&place.path) && !places::is_known(index, place));
    notices.extend(files.take(MAX_TOLD).map(|place| format!("no file of this index is called `{}`", place.path)));
    for place in &query.places {
        if let Some((path, lines)) = places::beyond(index, place) {
            notices.push(format!("`{path}` has no line {}: it ends with line {lines}", place.line.unwrap_or(0)));
        }
    }
    if !query.quoted.is_empty() && !quote_found {
        notices.push("the quoted text stands as such in none of the chunks that match its words best".to_owned());
    }
    Ok(notices)
}

/// The words of the first line of a query that no text and no path holds in any form, where they weigh a good part of the whole: of a long sentence a word that
/// is nowhere says nothing.
fn unheard(index: &Index, query: &Query) -> Result<Vec<String>, ReadError> {
    let terms = index.terms()?;
    let forms = |group: &Group| terms.starting_with(stem::start(&group.stem)).filter(|term| stem::stem(term) == group.stem).collect::<Vec<_>>();
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let plain: BTreeSet<String> = query.text.split_whitespace().map(plain).collect();
    // A part of a path, of a name or of a word with an apostrophe is no word, and what is written in two words elsewhere is no absence.
    let is_word =
        |term: &String| term.len() >= LEAST_LETTERS && plain.contains(term) && index.symbols().folding_to(&terms::folded(term)).next().is_none();
    let is_absent = |group: &&Group| group.in_title && group.exact.iter().all(&is_word) && forms(group).is_empty();
    let absent: Vec<&Group> = query.groups.iter().filter(is_absent).collect();
    // Where words of requests were searched for, that no other is there is told.
    if absent.is_empty() || query.groups.iter().flat_map(|group| &group.exact).any(|term| is_speech(term)) {
        return Ok(Vec::new());
    }
    let all = index.chunk_ids().count() as u64;
    let mut weights = (0u64, 0u64);
    for group in &query.groups {
        let mut holding = 0;
        for term in forms(group) {
            holding += index.postings(term)?.count() as u64;
        }
        let weight = fixed::times(group.weight, rarity(all, holding.min(all)));
        *(if absent.contains(&group) { &mut weights.0 } else { &mut weights.1 }) += weight;
    }
    let as_written = |term: &String| query.words.iter().find(|word| word.to_lowercase() == *term).unwrap_or(term).clone();
    let part = if query.groups.len() <= FEW_WORDS { TOLD_OF_FEW } else { TOLD_OF_MANY };
    let told = if weights.0.saturating_mul(part) > weights.0 + weights.1 { MAX_TOLD } else { 0 };
    Ok(absent.iter().flat_map(|group| &group.exact).take(told).map(as_written).collect())
}

/// The name in code style that is the whole query.
fn only_name(query: &Query) -> Option<&str> {
    let [names] = query.names.as_slice() else { return None };
    let [name] = names.as_slice() else { return None };
    (in_code_style(name) && query.text.trim_matches(['`', '(', ')']) == name).then_some(name)
}

/// Whether what looks like the name of a file is a member behind what holds it (`res.send`).
fn is_member(index: &Index, text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or(text);
    index.symbols_named(last).any(|symbol| symbol.qualified_name == text)
}

/// Whether a path ends like files of the index do.
fn is_file_name(index: &Index, named: &str) -> bool {
    let ending = |path: &str| path::file_name(path).rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let Some(named) = ending(named) else { return false };
    index.file_ids().any(|file| ending(index.path(file)).is_some_and(|it| it == named))
}

/// Whether a name stands in any text or path in letters of any case, or is that of a definition but for case and separators.
pub(super) fn is_known(index: &Index, name: &str) -> Result<bool, ReadError> {
    Ok(is_written(index, name)? || index.symbols().folding_to(&terms::folded(name)).next().is_some())
}

/// Whether a name stands in any text or path in letters of any case.
pub(super) fn is_written(index: &Index, name: &str) -> Result<bool, ReadError> {
    let mut whole = None;
    // The first term of a word is the word itself.
    terms::terms_of(name, &mut |term| {
        whole.get_or_insert_with(|| term.to_owned());
    });
    let Some(whole) = whole else { return Ok(true) };
    Ok(index.postings(&whole)?.next().is_some() || index.terms()?.path_files(&whole).next().is_some())
}
