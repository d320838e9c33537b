//! What a query says: terms by weight, names in code style, places, quoted text.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::fixed;
use super::frames;
use super::hunks;
use super::mentions::{self, PlaceName};
use super::parts::{self, Part};
use super::speech::{is_speech, without_contractions};
use super::stem::stem;
use super::stems::Stems;
use super::titles;
use super::weights;
use crate::base::terms;

/// Longest query in bytes.
pub const MAX_BYTES: usize = 64 << 10;
/// Most distinct stems that count; the heaviest, then the first, are kept.
pub const MAX_GROUPS: usize = 256;
/// A title of fewer stems leaves what follows its weight.
const LEAST_IN_TITLE: usize = 2;
/// Longest text in ticks that holds names, in bytes; longer ones are samples.
const MAX_TICKED: usize = 80;
/// Most names, places and quoted texts of each kind; the first are kept.
pub const MAX_MARKS: usize = 64;

/// Why a query cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("the query is empty")]
    Empty,
    #[error("the query has {0} bytes, more than {MAX_BYTES}")]
    TooLong(usize),
    #[error("the query holds no word to search for")]
    NoWords,
}

/// Terms of one stem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub stem: String,
    /// Grows with occurrences and with standing in the first line, in units.
    pub weight: u64,
    /// It stands in the first line.
    pub in_title: bool,
    /// The terms as the query has them, sorted.
    pub exact: Vec<String>,
}

/// A query, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// As it was given, without white space around.
    pub text: String,
    /// Its first line that says something.
    pub title: String,
    /// The title and all prose.
    pub said: String,
    /// Without the most common English words, those of requests and bare numbers; in the order they were met.
    pub groups: Vec<Group>,
    /// Names in code style, as written, each with its qualifiers: `["Foo", "bar"]` of `Foo::bar`.
    pub names: Vec<Vec<String>>,
    /// Of the names those that the writer asks for by themselves.
    pub asked: BTreeSet<String>,
    /// The names that stand in ticks by themselves in the title.
    pub ticked: Vec<Vec<String>>,
    /// The names of several parts in the title: `["Foo", "bar"]` of `Foo.bar`.
    pub qualified: Vec<Vec<String>>,
    /// The names of the title that the writer asks for by themselves.
    pub titled: Vec<Vec<String>>,
    /// In the order they were met, but for frames of a Python trace: of any trace the innermost comes first.
    pub places: Vec<PlaceName>,
    /// Words with hyphens inside, as files are called in some languages.
    pub hyphenated: Vec<String>,
    /// Text in double quotes.
    pub quoted: Vec<String>,
    /// Titles of tests that failed, as runners print them.
    pub failed: Vec<String>,
    /// The plain words in order, for names that are spelled out.
    pub words: Vec<String>,
}

impl Query {
    /// Takes a text apart.
    ///
    /// # Errors
    /// [`QueryError`] for a text that is empty, too long or without words.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Err(QueryError::Empty);
        }
        if text.len() > MAX_BYTES {
            return Err(QueryError::TooLong(text.len()));
        }
        let query = Self::of(trimmed, Kept::Places);
        if query.words.is_empty() && query.groups.is_empty() && query.places.is_empty() { Err(QueryError::NoWords) } else { Ok(query) }
    }

    /// The same query with the words of requests, for where all others are nowhere; `None` where there are none.
    #[must_use]
    pub fn with_speech(&self) -> Option<Self> {
        let query = Self::of(&self.text, Kept::Speech);
        (query.groups.len() > self.groups.len()).then_some(query)
    }

    fn of(text: &str, kept: Kept) -> Self {
        let plain = without_escapes(text);
        let (mut places, rest) = hunks::read(&plain);
        let plain = rest.map_or(plain, Cow::Owned);
        let parts = parts::parts(&plain);
        let said = joined(&parts, |part| part <= Part::Prose);
        let Names { all, asked, .. } = names(&said);
        let title = joined(&parts, |part| part == Part::Title);
        let Names { all: mut titled, asked: asked_in_title, ticked, qualified } = names(&title);
        titled.retain(|path| path.last().is_some_and(|last| asked_in_title.contains(last)));
        let quoted = quoted(&said);
        // Of a file whose changed lines are told nothing else is meant.
        let others = mentions::places(&said, &joined(&parts, |part| part > Part::Prose));
        let is_new = |it: &PlaceName| it.line.is_some() || !places.iter().any(|place| place.path == it.path);
        places.extend(others.into_iter().filter(is_new).collect::<Vec<_>>());
        Self {
            text: text.to_owned(),
            groups: groups(&parts, &all, &quoted, kept),
            names: all,
            asked,
            ticked,
            qualified,
            titled,
            title,
            places,
            hyphenated: hyphenated(&said),
            quoted,
            failed: titles::of_failed(&plain),
            said: said.clone(),
            words: terms::words(&said).take(MAX_GROUPS).map(str::to_owned).collect(),
        }
    }

    /// The stems of all words that count.
    pub fn stems(&self) -> Stems {
        self.groups.iter().map(|group| group.stem.clone()).collect()
    }
}

/// The lines of the chosen parts.
fn joined(parts: &[(Part, &str)], chosen: impl Fn(Part) -> bool) -> String {
    parts.iter().filter(|(part, _)| chosen(*part)).map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

/// Which words of a query count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    /// What says where.
    Places,
    /// What is to be done, too.
    Speech,
    All,
}

fn groups(parts: &[(Part, &str)], names: &[Vec<String>], quoted: &[String], kept: Kept) -> Vec<Group> {
    let mut order: Vec<Group> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    // `only` is a word of requests, and the class `Only` is none; nor is what the writer quotes.
    let named: BTreeSet<String> = names.iter().flatten().map(|name| name.to_lowercase()).collect();
    let mut literal: BTreeSet<String> = BTreeSet::new();
    quoted.iter().for_each(|text| terms::terms(text, &mut |term| literal.extend([term.to_owned()])));
    // A query of other words alone is about them.
    for kept in [kept, Kept::Speech, Kept::All] {
        let counts = |term: &str| named.contains(term) || !says_nothing(term, if literal.contains(term) { kept.max(Kept::Speech) } else { kept });
        for (part, line) in parts {
            let line = if *part == Part::Code { Cow::Borrowed(*line) } else { without_contractions(line) };
            terms::terms(&line, &mut |term| {
                if !counts(term) {
                    return;
                }
                let stem = stem(term);
                let at = *known.entry(stem.clone()).or_insert_with(|| {
                    order.push(Group { stem, weight: 0, in_title: false, exact: Vec::new() });
                    order.len() - 1
                });
                let group = &mut order[at];
                group.weight += weights::part(*part);
                group.in_title |= *part == Part::Title;
                if let Err(place) = group.exact.binary_search_by(|it| it.as_str().cmp(term)) {
                    group.exact.insert(place, term.to_owned());
                }
            });
        }
        if !order.is_empty() {
            break;
        }
    }
    order.iter_mut().for_each(|group| group.weight = fixed::sqrt(group.weight));
    let (title, body): (Vec<&mut Group>, Vec<&mut Group>) = order.iter_mut().partition(|group| group.in_title);
    let sum = |groups: &[&mut Group]| groups.iter().map(|group| group.weight).sum::<u64>();
    let (of_title, of_body) = (sum(&title), sum(&body));
    if title.len() >= LEAST_IN_TITLE && of_body > weights::MOST_BELOW * of_title {
        body.into_iter().for_each(|group| group.weight = fixed::scaled(group.weight, weights::MOST_BELOW * of_title, of_body).max(1));
    }
    if order.len() > MAX_GROUPS {
        let mut weights: Vec<u64> = order.iter().map(|group| group.weight).collect();
        weights.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        let least = weights[MAX_GROUPS - 1];
        let above = order.iter().filter(|group| group.weight > least).count();
        let mut room = MAX_GROUPS - above;
        order.retain(|group| {
            let keep = group.weight > least || (group.weight == least && room > 0);
            room -= usize::from(keep && group.weight == least);
            keep
        });
    }
    order
}

/// A common word, or a bare number, which is that of an issue or a version more often than one in code; one of requests, unless these count.
fn says_nothing(term: &str, kept: Kept) -> bool {
    let is_number = || term.bytes().all(|byte| byte.is_ascii_digit());
    match kept {
        Kept::Places => terms::is_common(term) || is_speech(term) || is_number(),
        Kept::Speech => terms::is_common(term) || is_number(),
        Kept::All => false,
    }
}

/// Splits a text into runs of what names and paths are made of.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '/' | '-' | '>' | '+' | '@' | '\\' | '(' | ')' | '#' | '$' | '~');
    text.split(move |c: char| !inside(c)).filter(|token| !token.is_empty())
}

#[derive(Default)]
struct Names {
    all: Vec<Vec<String>>,
    asked: BTreeSet<String>,
    ticked: Vec<Vec<String>>,
    qualified: Vec<Vec<String>>,
}

/// The names of a text. What stands in a path, is a mere qualifier or the number of a version may be anybody's: nobody asks for it.
fn names(text: &str) -> Names {
    // Of a sample in ticks the words that say nothing are none of its names.
    let mut alone_in: BTreeMap<&str, bool> = BTreeMap::new();
    for (token, alone) in ticked(text).flat_map(|it| tokens(it).map(move |token| (token, token.len() == it.trim().len()))) {
        *alone_in.entry(token).or_insert(false) |= alone;
    }
    let mut names = Names::default();
    let single = terms::words(text).count() == 1;
    for token in tokens(text) {
        let called = token.contains("()");
        let alone = alone_in.get(token).copied();
        let in_ticks = alone.is_some_and(|alone| alone || !terms::is_common(&token.to_lowercase()));
        let token = frames::without_subtest(behind_file(frames::in_object(token)));
        let is_path = token.contains(['/', '\\']);
        let is_place = mentions::place(token).is_some();
        let token = without_receiver_mark(token);
        for part in token.split(['/', '(', ')', '@', '+', '\\', '~', '$']) {
            let named = part.split([':', '.', '#', '>', '-']).filter(|it| is_identifier(it) && !frames::is_hash(it));
            let path: Vec<String> = named.map(str::to_owned).collect();
            let by_code = part.contains("::") || part.contains("->") || part.contains('#');
            let joined = by_code || part.contains('.');
            let wanted = path.iter().any(|it| in_code_style(it)) || (joined && path.len() > 1) || called || in_ticks || single;
            if let Some(last) = path.last().filter(|_| wanted && names.all.len() < MAX_MARKS && !names.all.contains(&path)) {
                let means_it = in_code_style(last) || (!is_place && !is_version(last) && (by_code || called || alone == Some(true)));
                names.asked.extend((single || (means_it && !is_path)).then(|| last.clone()));
                names.ticked.extend((alone == Some(true) && !is_path && !token.starts_with('-')).then(|| path.clone()));
                let is_qualified = joined && path.len() > 1 && !is_path && !is_version(last);
                names.qualified.extend(is_qualified.then(|| path.clone()));
                names.all.push(path);
            }
        }
    }
    names
}

/// `Command).Execute`, which is left of a method as Go writes it, `(*Command).Execute`, as `Command.Execute`.
fn without_receiver_mark(token: &str) -> Cow<'_, str> {
    match token.split_once(").") {
        Some((receiver, method)) if is_identifier(receiver) => Cow::Owned(format!("{receiver}.{method}")),
        _ => Cow::Borrowed(token),
    }
}

/// What stands behind the path of a file, as pytest names its tests: `TestA::test_b` of `tests/test_a.py::TestA::test_b`.
fn behind_file(token: &str) -> &str {
    token.split_once("::").filter(|(file, rest)| !rest.is_empty() && mentions::place(file).is_some()).map_or(token, |(_, rest)| rest)
}

/// What stands in ticks, or between a tick and an apostrophe, as older programs quote; each within one line.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .flat_map(|line| {
            let mut rest = line;
            std::iter::from_fn(move || {
                let (_, inside) = rest.split_once('`')?;
                let closes = |(at, mark): &(usize, char)| *mark == '`' || (*mark == '\'' && !inside[at + 1..].starts_with(char::is_alphanumeric));
                let end = inside.char_indices().find(closes)?.0;
                rest = &inside[end + 1..];
                Some(&inside[..end])
            })
        })
        .filter(|it| it.len() <= MAX_TICKED)
}

/// `v2`, `v11`
fn is_version(word: &str) -> bool {
    word.strip_prefix(['v', 'V']).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_identifier(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_alphanumeric() || c == '_') && !word.starts_with(|c: char| c.is_numeric())
}

/// Snake case, camel case or a leading underscore.
pub(super) fn in_code_style(word: &str) -> bool {
    let mut last_small = false;
    let camel = word.chars().any(|c| {
        let turn = last_small && c.is_uppercase();
        last_small = c.is_lowercase();
        turn
    });
    camel || word.trim_end_matches('_').contains('_')
}

fn hyphenated(text: &str) -> Vec<String> {
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| word.contains('-') && word.split('-').all(is_plain));
    let mut found: Vec<String> = words.take(MAX_MARKS).map(str::to_ascii_lowercase).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The quotes of a Python frame are those of a path.
    for line in text.lines().filter(|line| !line.trim_start().starts_with("File \"")) {
        for part in line.split('"').skip(1).step_by(2).map(str::trim) {
            if (4..=200).contains(&part.len()) && found.len() < MAX_MARKS && !found.iter().any(|it| it == part) {
                found.push(part.to_owned());
            }
        }
    }
    found
}

/// What is to be known of how a query is read: whether it looks like a regular expression, and whether it has only words that stand everywhere.
pub fn notices(text: &str) -> Vec<String> {
    let regex = looks_like_regex(text).then_some("the query looks like a regular expression; its words were searched for");
    let mut words = terms::words(text).peekable();
    let is_empty = regex.is_none() && words.peek().is_some() && words.all(|word| terms::is_common(&word.to_lowercase()));
    let empty = is_empty.then_some("the query has only words that say nothing about code; they were searched for all the same");
    regex.into_iter().chain(empty).map(str::to_owned).collect()
}

fn looks_like_regex(text: &str) -> bool {
    text.split_whitespace().any(is_of_regex) || repeats_group(text)
}

/// Whether a word holds what only a regular expression does.
fn is_of_regex(word: &str) -> bool {
    const MARKS: [&str; 12] = [".*", ".+", "\\w", "\\d", "\\s", "\\b", "(?:", "[^", "[a-z", "(.)", "|^", ")$"];
    MARKS.iter().any(|mark| word.contains(mark)) && !is_windows_path(word)
}

/// A text whose regular expressions are without what stands for classes and borders of words, which would be letters of the words beside it.
fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') || !looks_like_regex(text) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let mut rest = if is_of_regex(word) { word } else { "" };
        plain.push_str(&word[..word.len() - rest.len()]);
        while let Some((before, behind)) = rest.split_once('\\') {
            plain.push_str(before);
            plain.push(' ');
            rest = behind.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(behind);
        }
        plain.push_str(rest);
    }
    Cow::Owned(plain)
}

/// `C:\src\x.go:3`, `src\x.go`: folders behind a drive, or a file at the end of folders.
fn is_windows_path(word: &str) -> bool {
    let word = word.trim_matches(|c: char| matches!(c, '"' | '\'' | '`' | '(' | ')' | ',' | ';'));
    let is_drive = |head: &str| head.len() == 2 && head.starts_with(|c: char| c.is_ascii_alphabetic()) && head.ends_with(':');
    let is_segment = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '@'));
    let Some((folders, file)) = word.rsplit_once('\\') else { return false };
    let folders: Vec<&str> = folders.split('\\').collect();
    let is_absolute = folders.first().copied().is_some_and(is_drive);
    let file = file.split([':', '(']).next().unwrap_or(file);
    folders[usize::from(is_absolute)..].iter().all(|part| is_segment(part)) && is_segment(file) && (is_absolute || file.contains('.'))
}

/// Whether a group or class is repeated where an expression ends or a group does: `(a+)+)`, `[ab]*`; in code an operand would follow.
fn repeats_group(text: &str) -> bool {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([')', '(', '[', '|', '\\', '$', '?', '^']);
    text.match_indices([')', ']']).any(|(at, _)| text[at + 1..].strip_prefix(['+', '*']).is_some_and(ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart() {
        let query = Query::parse("Fix the `Foo::bar` crash in readHTTPHeader\n\nsee src/net/http.rs:42 and \"no such host\"").unwrap();
        assert_eq!(query.names[..2], [vec!["Foo".to_owned(), "bar".to_owned()], vec!["readHTTPHeader".to_owned()]]);
        assert_eq!(query.places, [PlaceName { path: "src/net/http.rs".to_owned(), line: Some(42), function: None }]);
        assert_eq!(query.quoted, ["no such host"]);
        let crash = query.groups.iter().find(|group| group.stem == "crash").unwrap();
        let host = query.groups.iter().find(|group| group.stem == "host").unwrap();
        assert!(crash.in_title && !host.in_title && crash.weight > host.weight);
        assert!(!query.groups.iter().any(|group| matches!(group.stem.as_str(), "the" | "fix")));
        assert_eq!(Query::parse("fix").unwrap().groups[0].stem, "fix");
        assert_eq!(Query::parse("404").unwrap().groups[0].stem, "404");
    }

    #[test]
    fn odd_texts_are_answered_or_refused() {
        assert_eq!(Query::parse(" \n\t"), Err(QueryError::Empty));
        assert_eq!(Query::parse("?! ..."), Err(QueryError::NoWords));
        assert_eq!(Query::parse(&"a ".repeat(MAX_BYTES / 2)).map(|query| query.groups.len()), Ok(1));
        assert_eq!(Query::parse(&"a".repeat(MAX_BYTES + 1)), Err(QueryError::TooLong(MAX_BYTES + 1)));
        for text in ["fn .*_test\\(", "^fromJson.*\\(", "((a+)+)+", "([a-c]|x)*$"] {
            assert_eq!(notices(text).len(), 1, "{text}");
        }
        for text in [
            "f(a)*b",
            "a[i]+1",
            "what does read() do?",
            "Box<dyn Fn()+Send>",
            "C:\\src\\docs\\cobra\\x.go:320",
            "at src\\deps\\x.ts(3,1): error",
            "void (*f)(int)",
            "(a) + b",
            "fn f(){}",
            "C++ (or C)",
        ] {
            assert!(notices(text).is_empty(), "{text}");
        }
        let words = |text: &str| Query::parse(text).unwrap().words;
        assert_eq!(words("\\bcommit\\s*\\(\\d+"), ["commit"]);
        assert_eq!(words("src\\build.go reads"), ["src", "build", "go", "reads"]);
        assert_eq!(Query::parse("who is it").unwrap().groups.len(), 3);
        assert!(notices("Who is it?")[0].contains("say nothing about code") && notices("who is it, fix").is_empty());
        let many = (0..MAX_GROUPS + 50).fold(String::new(), |text, number| text + "w" + &number.to_string() + "x ");
        assert_eq!(Query::parse(&many).unwrap().groups.len(), MAX_GROUPS);
    }
}
