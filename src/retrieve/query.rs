//! What a query says: terms by weight, names in code style, places, quoted text.

use std::collections::{BTreeMap, BTreeSet};

use super::fixed;
use super::frames;
use super::parts::{self, Part};
use super::speech::is_speech;
use super::stem::stem;
use super::weights;
use crate::base::terms;

/// Longest query in bytes.
pub const MAX_BYTES: usize = 64 << 10;
/// Most distinct stems that count; the heaviest, then the first, are kept.
pub const MAX_GROUPS: usize = 256;
/// A title of fewer stems leaves what follows its weight.
const LEAST_IN_TITLE: usize = 2;
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

/// A place that the query names: a path or the end of one, perhaps with a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceName {
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// The function that a frame of a stack trace names with the place, with its qualifiers: `org.acme.Main.run`.
    pub function: Option<String>,
}

/// A query, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// As it was given, without white space around.
    pub text: String,
    /// Without the most common English words, those of requests and bare numbers; in the order they were met.
    pub groups: Vec<Group>,
    /// Names in code style, as written, each with its qualifiers: `["Foo", "bar"]` of `Foo::bar`.
    pub names: Vec<Vec<String>>,
    /// In the order they were met, but for frames of a Python trace: of any trace the innermost comes first.
    pub places: Vec<PlaceName>,
    /// Words with hyphens inside, as files are called in some languages.
    pub hyphenated: Vec<String>,
    /// Text in double quotes.
    pub quoted: Vec<String>,
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
        let parts = parts::parts(trimmed);
        let said = joined(&parts, |part| part <= Part::Prose);
        let names = names(&said);
        let query = Self {
            text: trimmed.to_owned(),
            groups: groups(&parts, &names),
            names,
            places: places(&said, &joined(&parts, |part| part > Part::Prose)),
            hyphenated: hyphenated(&said),
            quoted: quoted(&said),
            words: terms::words(&said).take(MAX_GROUPS).map(str::to_owned).collect(),
        };
        if query.words.is_empty() && query.groups.is_empty() && query.places.is_empty() { Err(QueryError::NoWords) } else { Ok(query) }
    }

    /// The sum of all weights.
    pub fn weight(&self) -> u64 {
        self.groups.iter().map(|group| group.weight).sum()
    }
}

/// The lines of the chosen parts.
fn joined(parts: &[(Part, &str)], chosen: impl Fn(Part) -> bool) -> String {
    parts.iter().filter(|(part, _)| chosen(*part)).map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

fn groups(parts: &[(Part, &str)], names: &[Vec<String>]) -> Vec<Group> {
    let mut order: Vec<Group> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut all_common = true;
    // `only` is a word of requests, and the class `Only` is none.
    let named: BTreeSet<String> = names.iter().flatten().map(|name| name.to_lowercase()).collect();
    for keep_common in [false, true] {
        for (part, line) in parts {
            terms::terms(line, &mut |term| {
                if !keep_common && says_nothing(term) && !named.contains(term) {
                    return;
                }
                all_common = false;
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
        // A query of such words alone is about them.
        if !all_common {
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

/// A common word, one of requests, or a bare number, which is that of an issue or a version more often than one in code.
fn says_nothing(term: &str) -> bool {
    terms::is_common(term) || is_speech(term) || term.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a text into runs of what names and paths are made of.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '/' | '-' | '>' | '+' | '@' | '\\' | '(' | ')' | '#' | '$' | '~');
    text.split(move |c: char| !inside(c)).filter(|token| !token.is_empty())
}

fn names(text: &str) -> Vec<Vec<String>> {
    let ticked: Vec<&str> = text.split('`').skip(1).step_by(2).filter(|it| it.len() <= 80 && !it.contains('\n')).collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    let single = terms::words(text).count() == 1;
    for token in tokens(text) {
        let called = token.contains("()");
        let in_ticks = ticked.iter().any(|it| it.contains(token));
        for part in token.split(['/', '(', ')', '@', '+', '\\', '~', '$']) {
            let path: Vec<String> = part.split([':', '.', '#', '>', '-']).filter(|it| is_identifier(it)).map(str::to_owned).collect();
            let joined = part.contains("::") || part.contains("->") || part.contains('.') || part.contains('#');
            let wanted = path.iter().any(|it| in_code_style(it)) || (joined && path.len() > 1) || called || in_ticks || single;
            if wanted && !path.is_empty() && !found.contains(&path) && found.len() < MAX_MARKS {
                found.push(path);
            }
        }
    }
    found
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

/// Tokens that are a file name or path, with the line behind a colon or as `#L3`, in `File "x.py", line 3` or in `x.java:3`. Beside what is said only
/// those with a line count: frames are worth following wherever they stand, the files that a sample includes are not.
fn places(said: &str, beside: &str) -> Vec<PlaceName> {
    let mut found: Vec<PlaceName> = Vec::new();
    let mut outermost_first: Vec<usize> = Vec::new();
    let mut above = "";
    for (line, is_said) in said.lines().map(|line| (line, true)).chain(beside.lines().map(|line| (line, false))) {
        let python = line.trim_start().strip_prefix("File \"").and_then(|rest| {
            let (path, rest) = rest.split_once('"')?;
            let number = rest.split("line ").nth(1)?;
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            let function = number.split_once(", in ").and_then(|(_, function)| frames::qualified_name(function));
            Some(PlaceName { path: normal_path(path)?, line: digits.parse().ok(), function })
        });
        let function = frames::called(line, above);
        above = line;
        let plain = tokens(line).flat_map(|token| token.split(['(', ')'])).filter_map(place);
        let plain = plain.map(|place| PlaceName { function: function.clone().filter(|_| place.line.is_some()), ..place });
        let is_python = python.is_some();
        for place in python.into_iter().chain(plain) {
            let known = found.iter().any(|it| it.path == place.path && (it.line == place.line || place.line.is_none()));
            if !known && (is_said || place.line.is_some()) && found.len() < MAX_MARKS {
                outermost_first.extend(is_python.then_some(found.len()));
                found.push(place);
            }
        }
    }
    // All others print the innermost frame first.
    let half = outermost_first.len() / 2;
    outermost_first.iter().zip(outermost_first.iter().rev()).take(half).for_each(|(lhs, rhs)| found.swap(*lhs, *rhs));
    found
}

fn place(token: &str) -> Option<PlaceName> {
    let token = token.trim_matches(|c: char| matches!(c, '.' | ':' | '#' | '>' | '-' | '~' | '$'));
    let token = linked(token).unwrap_or(token);
    let (token, anchor) = token.split_once('#').map_or((token, None), |(path, anchor)| (path, Some(anchor)));
    let mut parts = token.split(':');
    let path = parts.next()?;
    // `C:\x.rs:3`
    let drive = path.len() == 1 && token[1..].starts_with(":\\");
    let path = if drive { parts.next()? } else { path };
    let line = parts.next().or(anchor).and_then(line_number);
    let path = normal_path(path)?;
    let name = crate::base::path::file_name(&path);
    let extension = name.rsplit_once('.').map(|(stem, extension)| !stem.is_empty() && is_extension(extension));
    if extension == Some(true) || (path.contains('/') && !path.contains("//")) { Some(PlaceName { path, line, function: None }) } else { None }
}

/// The path of a link to a file of a hosted repository: `https://host/owner/name/blob/main/src/a.rs#L3`.
fn linked(token: &str) -> Option<&str> {
    let rest = token.strip_prefix("https://").or_else(|| token.strip_prefix("http://"))?;
    let (_, path) = ["/blob/", "/blame/", "/raw/", "/tree/"].iter().find_map(|kind| rest.split_once(kind))?;
    path.split_once('/').map(|(_revision, path)| path)
}

/// The first line of `3`, `L3`, `L3-L9`.
fn line_number(text: &str) -> Option<u32> {
    let text = text.strip_prefix('L').unwrap_or(text);
    let digits = text.find(|c: char| !c.is_ascii_digit()).map_or(text, |at| if text[at..].starts_with('-') { &text[..at] } else { "" });
    digits.parse().ok().filter(|line| *line > 0)
}

fn is_extension(text: &str) -> bool {
    (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// With forward slashes, without leading `./`, `../` and `/`; `None` where nothing is left.
fn normal_path(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    if parts.is_empty() { None } else { Some(parts.join("/")) }
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

/// What is to be known of how a query is read: whether it looks like a regular expression.
pub fn notices(text: &str) -> Vec<String> {
    let regex = looks_like_regex(text).then_some("the query looks like a regular expression; its words were searched for");
    regex.map(str::to_owned).into_iter().collect()
}

fn looks_like_regex(text: &str) -> bool {
    [".*", ".+", "\\w", "\\d", "\\s", "\\b", "(?:", "[^", "[a-z", "(.)", "|^", ")$"].iter().any(|mark| text.contains(mark)) || repeats_group(text)
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
        for text in ["f(a)*b", "a[i]+1", "what does read() do?", "Box<dyn Fn()+Send>", "void (*f)(int)", "(a) + b", "fn f(){}", "C++ (or C)"] {
            assert!(notices(text).is_empty(), "{text}");
        }
        assert_eq!(Query::parse("who is it").unwrap().groups.len(), 3);
        let many = (0..MAX_GROUPS + 50).fold(String::new(), |text, number| text + "w" + &number.to_string() + "x ");
        assert_eq!(Query::parse(&many).unwrap().groups.len(), MAX_GROUPS);
    }
}
