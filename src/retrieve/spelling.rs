//! Words of a query that stand nowhere in an index, and what they were most likely meant to be: with a slip of the hand a query finds nothing of its best
//! word, and other words decide.

use super::absent;
use super::names;
use super::query::{Query, in_code_style};
use super::stem::stem;
use super::vocabulary::Vocabulary;
use crate::base::terms;
use crate::reader::error::ReadError;
use crate::reader::tokens;

/// Shortest plain word that is mended, in letters.
const SHORTEST: usize = 5;
/// Letters from which on two slips are forgiven.
const TWO_SLIPS: usize = 9;
/// Most words of a query that are looked for among all words there are.
const MAX_MENDED: usize = 8;

/// A query as it was most likely meant, and which words were taken for which others.
pub struct Mended {
    pub query: Query,
    pub corrections: Vec<(String, String)>,
}

/// The sentence that tells of a correction.
pub fn told(from: &str, to: &str) -> String {
    format!("`{from}` is nowhere in this index; `{to}` was searched for")
}

/// The query with each word that stands nowhere replaced by the one nearest to it; `None` where there is nothing to mend, or several are as near.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn mended(vocabulary: &Vocabulary<'_>, query: &Query) -> Result<Option<Mended>, ReadError> {
    let mut corrections: Vec<(String, String)> = Vec::new();
    let mut left = MAX_MENDED;
    // What stands around frames of a stack trace was written by a program.
    let is_trace = query.places.iter().any(|it| it.function.is_some());
    for word in &query.words {
        if left == 0 {
            break;
        }
        if corrections.iter().any(|(from, _)| from == word) || (is_trace && !in_code_style(word)) || !may_be_a_slip(vocabulary, word)? {
            continue;
        }
        left -= 1;
        let instead =
            if in_code_style(word) { nearest_name(vocabulary, word) } else { nearest_word(vocabulary, word)?.filter(|it| may_stand_for(word, it)) };
        corrections.extend(instead.map(|instead| (word.clone(), instead)));
    }
    if corrections.is_empty() {
        return Ok(None);
    }
    let mut text = String::new();
    let mut from = 0;
    for word in terms::words(&query.text) {
        let Some(at) = query.text[from..].find(word).map(|at| at + from) else { continue };
        text.push_str(&query.text[from..at]);
        text.push_str(corrections.iter().find(|(slip, _)| slip == word).map_or(word, |(_, instead)| instead));
        from = at + word.len();
    }
    text.push_str(&query.text[from..]);
    Ok(Query::parse(&text).ok().map(|query| Mended { query, corrections }))
}

/// Whether a word is long enough, made of letters, and stands nowhere, nor any other form of it.
fn may_be_a_slip(vocabulary: &Vocabulary<'_>, word: &str) -> Result<bool, ReadError> {
    let is_of_letters = word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    if !is_of_letters || word.len() < SHORTEST {
        return Ok(false);
    }
    let is_known = !vocabulary.of_stem(&stem(&word.to_ascii_lowercase())).is_empty() || absent::is_known(vocabulary.index, word)?;
    Ok(!is_known)
}

/// Whether a plain word that the index does not hold may be meant for another one. One that many people write is what it is: that it is nowhere is an answer
/// then. But people also write `recieve`: letters may have changed places.
fn may_stand_for(word: &str, other: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    !is_common(word) || letters(word) == letters(other)
}

/// Whether a tokenizer, whose vocabulary is what is frequent in text and code, has a word in one piece.
fn is_common(word: &str) -> bool {
    tokens::count(&format!(" {}", word.to_ascii_lowercase())) == 1
}

/// The only name that is nearest to a name; of those that differ in case and separators alone the one that is written most like it.
fn nearest_name(vocabulary: &Vocabulary<'_>, name: &str) -> Option<String> {
    let alike = names::alike(vocabulary.index.symbols(), name);
    let [first, rest @ ..] = alike.as_slice() else { return None };
    if rest.iter().any(|it| terms::folded(it) != terms::folded(first)) {
        return None;
    }
    let letters = |text: &str| text.chars().collect::<Vec<char>>();
    let differs = |other: &&&str| names::distance(&letters(name), &letters(other), name.len()).unwrap_or(usize::MAX);
    alike.iter().min_by_key(|other| (differs(other), **other)).map(|it| (*it).to_owned())
}

/// A bit for every letter of a term; all else shares one.
fn letters(term: &str) -> u32 {
    term.bytes().fold(0, |bits, byte| bits | if byte.is_ascii_lowercase() { 1 << (byte - b'a') } else { 1 << 26 })
}

/// The word nearest to one, with the same first letter, which hands hardly ever miss; of several the one that most chunks hold.
fn nearest_word(vocabulary: &Vocabulary<'_>, word: &str) -> Result<Option<String>, ReadError> {
    let folded = word.to_ascii_lowercase();
    let wanted: Vec<char> = folded.chars().collect();
    let most = if wanted.len() < TWO_SLIPS { 1 } else { 2 };
    let mut best: Option<(usize, std::cmp::Reverse<usize>, &str)> = None;
    let letters = letters(&folded);
    // An edit brings at most one letter in and takes at most one out.
    let is_near = |other: u32| [letters & !other, other & !letters].iter().all(|differing| differing.count_ones() as usize <= most);
    let near = |term: &&str| term.len().abs_diff(folded.len()) <= most && term.is_ascii() && is_near(self::letters(term));
    for term in vocabulary.terms.starting_with(&folded[..1]).filter(near) {
        let candidate: Vec<char> = term.chars().collect();
        let Some(distance) = names::distance(&wanted, &candidate, most) else { continue };
        let held = vocabulary.index.postings(term)?.count();
        if held > 0 {
            let found = (distance, std::cmp::Reverse(held), term);
            best = Some(best.map_or(found, |known| known.min(found)));
        }
    }
    Ok(best.map(|(_, _, term)| term.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_people_write_are_no_slips_unless_letters_changed_places() {
        for (word, other) in [("contract", "contact"), ("stack", "stock"), ("Mutex", "muted")] {
            assert!(!may_stand_for(word, other), "{word}");
        }
        for (slip, meant) in
            [("proxxy", "proxy"), ("redirct", "redirect"), ("certficate", "certificate"), ("hanlder", "handler"), ("recieve", "receive")]
        {
            assert!(may_stand_for(slip, meant), "{slip}");
        }
    }
}
