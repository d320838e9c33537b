//! Words of requests and commit messages: what is to be done, never where. In code they are rare, so their rarity would speak for whatever happens to hold them.

use std::borrow::Cow;

/// Verbs of change in their forms, and adverbs that come with them; sorted.
const SPEECH: &[&str] = &[
    "add",
    "added",
    "adding",
    "adds",
    "allow",
    "allows",
    "avoid",
    "avoids",
    "because",
    "better",
    "change",
    "changed",
    "changes",
    "correct",
    "correctly",
    "ensure",
    "ensures",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "however",
    "implement",
    "implements",
    "improve",
    "improved",
    "improves",
    "instead",
    "introduce",
    "introduced",
    "just",
    "made",
    "make",
    "makes",
    "making",
    "more",
    "need",
    "needed",
    "needs",
    "now",
    "only",
    "previously",
    "properly",
    "provide",
    "provides",
    "refactor",
    "regression",
    "remove",
    "removed",
    "removes",
    "removing",
    "support",
    "supports",
    "update",
    "updated",
    "updates",
    "use",
    "used",
    "uses",
    "using",
    "works",
];

/// Whether a lower-case term says what is to be done and not where.
pub fn is_speech(term: &str) -> bool {
    SPEECH.binary_search(&term).is_ok()
}

/// Ends of words that are short for words which say nothing: what stands behind the apostrophe of `it's`, `they're`.
const SHORT_ENDS: &[&str] = &["d", "ll", "m", "re", "s", "ve"];
/// Abbreviations of prose, without their last dot.
const SHORT_WORDS: &[&str] = &["e.g", "etc", "i.e", "vs"];

/// A line of prose without contractions and abbreviations, whose pieces (`doesn`, `t`, `e`, `g`) are rare in code and would speak for whatever holds them.
pub fn without_contractions(line: &str) -> Cow<'_, str> {
    let is_mark = |c: char| !c.is_alphanumeric();
    let is_short = |word: &str| SHORT_WORDS.contains(&word.trim_matches(is_mark).to_ascii_lowercase().as_str());
    if !line.contains(['\'', '\u{2019}']) && !line.split_whitespace().any(is_short) {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    for piece in line.split_inclusive(char::is_whitespace) {
        if is_short(piece) {
            plain.push(' ');
        } else {
            uncontracted(piece, &mut plain);
        }
    }
    Cow::Owned(plain)
}

/// Adds a word without what an apostrophe shortens of it; all of `doesn't`, which is short for two words that say nothing.
fn uncontracted(word: &str, plain: &mut String) {
    let apostrophes = word.match_indices(['\'', '\u{2019}']);
    for (at, mark) in apostrophes {
        let (before, behind) = (&word[..at], &word[at + mark.len()..]);
        let end = behind.find(|c: char| !c.is_alphanumeric()).unwrap_or(behind.len());
        let (short, rest) = behind.split_at(end);
        let stem = before.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        if stem == before.len() || rest.starts_with(['\'', '\u{2019}']) {
            continue;
        }
        let short = short.to_ascii_lowercase();
        let negates = short == "t" && before.ends_with(['n', 'N']);
        if negates || SHORT_ENDS.contains(&short.as_str()) {
            plain.push_str(if negates { &before[..stem] } else { before });
            plain.push(' ');
            plain.push_str(rest);
            return;
        }
    }
    plain.push_str(word);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_requests_are_sorted_and_nouns_of_programs_are_none_of_them() {
        assert!(SPEECH.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(is_speech("fix") && is_speech("refactor"));
        assert!(!["handle", "commit", "patch", "case", "work"].into_iter().any(is_speech));
    }

    #[test]
    fn contractions_and_abbreviations_of_prose_say_nothing() {
        for (line, plain) in [
            ("the client's transport doesn't close", "the client  transport   close"),
            ("It\u{2019}s (isn\u{2019}t) so", "It  ( ) so"),
            ("a port, e.g. localhost, etc.", "a port,  localhost,  "),
            ("`'s'` and 'text' and o'clock", "`'s'` and 'text' and o'clock"),
            ("plain words", "plain words"),
        ] {
            assert_eq!(without_contractions(line), plain);
        }
    }
}
