//! Terms of code and prose: whole identifiers and their parts, lower case.

/// Longest term in bytes; longer words are data, not names.
const MAX_BYTES: usize = 64;

/// English words that say nothing about code.
const COMMON: &[&str] = &[
    "a", "also", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "could", "do", "does", "for", "from", "had", "has", "have", "how",
    "i", "if", "in", "into", "is", "it", "its", "may", "not", "of", "on", "or", "our", "should", "so", "such", "than", "that", "the", "their",
    "then", "there", "these", "they", "this", "to", "was", "we", "were", "when", "where", "which", "while", "who", "will", "with", "would", "you",
    "your",
];

/// Whether a lower-case term says nothing about code.
pub fn is_common(term: &str) -> bool {
    COMMON.binary_search(&term).is_ok()
}

/// A name without case and separators: `read_HTTPHeader2` and `readHttpHeader2` are one.
pub fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Calls `each` with every term of `text`, in order: each run of letters, digits and `_` whole, then its parts where it has several
/// (`readHTTPHeader_v2` gives `readhttpheader_v2`, `read`, `http`, `header`, `v`, `2`).
pub fn terms(text: &str, each: &mut dyn FnMut(&str)) {
    words(text).for_each(|word| terms_of(word, each));
}

/// The runs of letters, digits and `_` of a text that are short enough to be names.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = skip(text, at, false);
        at = skip(text, start, true);
        (start < at).then(|| &text[start..at])
    })
    .filter(|word| word.len() <= MAX_BYTES)
}

/// The run of ASCII letters, digits and `_` around a byte of it.
pub fn word_around(line: &str, at: usize) -> std::ops::Range<usize> {
    let at = at.min(line.len());
    let (before, behind) = line.as_bytes().split_at(at);
    let is_of_word = |byte: &&u8| OF_WORD[**byte as usize] == Some(true);
    at - before.iter().rev().take_while(is_of_word).count()..at + behind.iter().take_while(is_of_word).count()
}

/// What a byte is, where that alone tells: of a word, or not.
const OF_WORD: [Option<bool>; 256] = {
    let mut table = [None; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = Some(byte.is_ascii_alphanumeric() || byte == b'_');
        byte += 1;
    }
    table
};

/// The first offset from `at` on where a run of word characters, or of others, ends.
fn skip(text: &str, mut at: usize, words: bool) -> usize {
    while let Some(byte) = text.as_bytes().get(at) {
        let (word, length) = match OF_WORD[*byte as usize] {
            Some(word) => (word, 1),
            None => text[at..].chars().next().map_or((false, 1), |c| (c.is_alphanumeric(), c.len_utf8())),
        };
        if word != words {
            break;
        }
        at += length;
    }
    at
}

/// The first term of a word: the whole of it.
pub fn whole(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).collect::<String>().trim_matches('_').to_owned()
}

/// Calls `each` with the terms of one word that is no longer than a name.
pub fn terms_of_name(word: &str, each: &mut dyn FnMut(&str)) {
    if word.len() <= MAX_BYTES {
        terms_of(word, each);
    }
}

/// Calls `each` with the terms of one word.
pub fn terms_of(word: &str, each: &mut dyn FnMut(&str)) {
    // Most words are one part that is written as its own term.
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        each(word);
        return;
    }
    let lower = if word.is_ascii() { word.to_ascii_lowercase() } else { word.chars().flat_map(char::to_lowercase).collect() };
    let whole = lower.trim_matches('_');
    if !whole.is_empty() {
        each(whole);
        parts(word, whole, each);
    }
}

/// The parts of a word, unless it is one part itself.
fn parts(word: &str, whole: &str, each: &mut dyn FnMut(&str)) {
    let mut part = String::new();
    let mut last = Kind::Mark;
    let mut characters = word.chars().peekable();
    let mut flush = |part: &mut String| {
        if !part.is_empty() && part != whole {
            each(part);
        }
        part.clear();
    };
    while let Some(character) = characters.next() {
        let kind = Kind::of(character);
        let next = characters.peek().map_or(Kind::Mark, |next| Kind::of(*next));
        // A capital opens a part after a small letter, and the last of several capitals does before one.
        let opens = match (last, kind) {
            (Kind::Small, Kind::Capital) => true,
            (Kind::Capital, Kind::Capital) => next == Kind::Small,
            (Kind::Capital, Kind::Small) => false,
            (before, now) => before != now,
        };
        if opens {
            flush(&mut part);
        }
        if kind != Kind::Mark {
            part.extend(character.to_lowercase());
        }
        last = kind;
    }
    flush(&mut part);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Small,
    Capital,
    Digit,
    Mark,
}

impl Kind {
    fn of(character: char) -> Self {
        if character.is_numeric() {
            Self::Digit
        } else if character.is_uppercase() {
            Self::Capital
        } else if character.is_alphabetic() {
            Self::Small
        } else {
            Self::Mark
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        terms(text, &mut |term| found.push(term.to_owned()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_word_is_found_around_any_byte_of_it() {
        let check = |line: &str, at: usize, expected: &str| assert_eq!(&line[word_around(line, at)], expected, "{line} {at}");
        for at in 2..8 {
            check("a read_x2(b)", at, "read_x2");
        }
        check("word", 0, "word");
        check("a (b)", 2, "");
        check("a", 9, "a");
    }

    #[test]
    fn folding_leaves_letters_and_digits() {
        assert_eq!(folded("read_HTTPHeader2"), "readhttpheader2");
    }

    #[test]
    fn common_words_are_sorted() {
        assert!(COMMON.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn identifiers_are_kept_whole_and_in_parts() {
        check("readHTTPHeader_v2", &["readhttpheader_v2", "read", "http", "header", "v", "2"]);
        check("plain words", &["plain", "words"]);
        check("__init__(self)", &["init", "self"]);
        check("SCREAMING_CASE", &["screaming_case", "screaming", "case"]);
        check("Straße, Größe", &["straße", "größe"]);
        check("  -- ", &[]);
    }
}
