//! Places as texts write them: paths and ends of paths, with a line behind a colon, in parentheses, as `#L3` or in words.

use super::columns::Columns;
use super::query::{MAX_MARKS, in_code_style, tokens};
use super::{bare_frames, frames};
use crate::base::path;

/// A place that the query names: a path or the end of one, perhaps with a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceName {
    /// Empty where a frame tells a function and no place.
    pub path: String,
    /// 1-based where it is one: 0 and what no file reaches are kept as they were written.
    pub line: Option<u32>,
    /// The function that a frame of a stack trace names with the place, with its qualifiers: `org.acme.Main.run`.
    pub function: Option<String>,
}

/// Words between a file and its line: `x.go, line 3`, `x.php on line 3`.
const BEFORE_LINE: [&str; 3] = ["at", "in", "on"];

/// Tokens that are a file name or path, with the line behind a colon or as `#L3`, in `File "x.py", line 3`, `x.java:3`, `x.ts(3,1)`, `x.go, line 3`. Beside what
/// is said only those with a line count: frames are worth following wherever they stand, the files that a sample includes are not.
pub(super) fn places(said: &str, beside: &str) -> Vec<PlaceName> {
    let mut found: Vec<PlaceName> = Vec::new();
    let mut outermost_first: Vec<usize> = Vec::new();
    let mut above = "";
    let mut columns = Columns::default();
    let lines: Vec<(&str, bool)> = said.lines().map(|line| (line, true)).chain(beside.lines().map(|line| (line, false))).collect();
    for (at, (line, is_said)) in lines.iter().copied().enumerate() {
        let python = of_python(line);
        let below = lines[at + 1..].iter().map(|(line, _)| line.trim()).find(|line| !line.is_empty() && *line != "Stack trace:");
        let function = frames::called(line, above, below.unwrap_or_default());
        above = line;
        let colons = with_colons(line);
        let worded = if python.is_some() { Vec::new() } else { in_words(line) };
        let apart = columns.read(line);
        let plain = apart.into_iter().chain(worded).chain(tokens(&colons).flat_map(|token| token.split(['(', ')'])).filter_map(place));
        let of_frame = |place: &PlaceName| place.function.clone().or_else(|| function.clone().filter(|_| place.line.is_some()));
        let is_python = python.is_some();
        let before = found.len();
        for place in python.into_iter().chain(plain.map(|place| PlaceName { function: of_frame(&place), ..place })) {
            let known = found.iter().any(|it| it.path == place.path && (it.line == place.line || place.line.is_none()));
            if !known && (is_said || place.line.is_some()) && found.len() < MAX_MARKS {
                outermost_first.extend(is_python.then_some(found.len()));
                found.push(place);
            }
        }
        if !found[before..].iter().any(|it| it.line.is_some()) {
            bare_frames::functions(line).into_iter().for_each(|function| push_bare(&mut found, function));
        }
    }
    bare_frames::listed(beside.lines(), in_code_style).into_iter().for_each(|function| push_bare(&mut found, function));
    // All others print the innermost frame first.
    let half = outermost_first.len() / 2;
    outermost_first.iter().zip(outermost_first.iter().rev()).take(half).for_each(|(lhs, rhs)| found.swap(*lhs, *rhs));
    found
}

fn push_bare(found: &mut Vec<PlaceName>, function: String) {
    if found.len() < MAX_MARKS && !found.iter().any(|it| it.function.as_ref() == Some(&function)) {
        found.push(PlaceName { path: String::new(), line: None, function: Some(function) });
    }
}

/// `File "x.py", line 3, in run`
fn of_python(line: &str) -> Option<PlaceName> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once('"')?;
    let number = rest.split("line ").nth(1)?;
    let digits = number.find(|c: char| !c.is_ascii_digit()).map_or(number, |end| &number[..end]);
    let function = number.split_once(", in ").and_then(|(_, function)| frames::qualified_name(function));
    Some(PlaceName { path: normal_path(path)?, line: line_number(digits), function })
}

/// A line of a text with the lines of places behind colons: those of `x.php(3)`, `x.ts(3,1)` and `x.cs:line 3`.
fn with_colons(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, inside)) = rest.split_once('(') {
        text.push_str(before);
        let place = inside.split_once(')').filter(|(numbers, behind)| {
            let is_number = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
            has_ending(before) && numbers.split(',').map(str::trim).all(is_number) && !behind.starts_with([';', '.'])
        });
        rest = if let Some((numbers, behind)) = place {
            text.push(':');
            text.push_str(numbers.split(',').next().unwrap_or(numbers));
            behind
        } else {
            text.push('(');
            inside
        };
    }
    text.push_str(rest);
    // Maven: `x.java:[12,17]`
    text.replace(":line ", ":").replace(":[", ":")
}

/// Whether a text ends in the name of a file.
pub(super) fn has_ending(text: &str) -> bool {
    text.rsplit_once('.')
        .is_some_and(|(stem, ending)| is_extension(ending) && stem.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-')))
}

/// `x.go, line 3`, `x.php on line 3`, `line 3 of x.c`
fn in_words(line: &str) -> Vec<PlaceName> {
    let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches(['"', '\'', '`', '(', ')', ',', ';'])).collect();
    let at = |position: Option<usize>| position.and_then(|position| words.get(position)).copied();
    let mut found = Vec::new();
    for (position, _) in words.iter().enumerate().filter(|(_, word)| word.eq_ignore_ascii_case("line")) {
        let Some(number) = at(Some(position + 1)).map(|word| word.trim_end_matches(['.', ':'])) else { continue };
        let before = at(position.checked_sub(1)).filter(|word| !BEFORE_LINE.contains(word)).or_else(|| at(position.checked_sub(2)));
        let behind = at(Some(position + 2)).filter(|word| matches!(*word, "of" | "in")).and_then(|_| at(Some(position + 3)));
        let file = [before, behind].into_iter().flatten().map(|word| word.trim_end_matches(['.', ':'])).find(|word| has_ending(word));
        let place = file.and_then(place).filter(|it| it.line.is_none());
        found.extend(place.zip(line_number(number)).map(|(place, line)| PlaceName { line: Some(line), ..place }));
    }
    found
}

/// The place that a token is.
pub(super) fn place(token: &str) -> Option<PlaceName> {
    let token = token.trim_matches(|c: char| matches!(c, '.' | ':' | '#' | '>' | '-' | '~' | '$'));
    let linked = linked(token);
    let served = if linked.is_none() { served(token) } else { None };
    let (function, token) = served.unwrap_or((None, linked.unwrap_or(token)));
    let (token, anchor) = token.split_once('#').map_or((token, None), |(path, anchor)| (path, Some(anchor)));
    let mut parts = token.split(':');
    let path = parts.next()?;
    // `C:\x.rs:3`
    let drive = path.len() == 1 && token[1..].starts_with([':']) && token[2..].starts_with(['\\', '/']);
    let path = if drive { parts.next()? } else { path };
    let line = parts.next().or(anchor).and_then(line_number);
    if served.is_some() && line.is_none() {
        return None;
    }
    let path = normal_path(path)?;
    let name = path::file_name(&path);
    let extension = name.rsplit_once('.').map(|(stem, extension)| !stem.is_empty() && is_extension(extension));
    let function = function.and_then(frames::qualified_name);
    // `App\Zip->open` is a call.
    if path.contains("->") {
        return None;
    }
    if extension == Some(true) || (path.contains('/') && !path.contains("//") && frames::without_subtest(&path) == path) {
        Some(PlaceName { path, line, function })
    } else {
        None
    }
}

/// The path of a link to a file of a hosted repository: `https://host/owner/name/blob/main/src/a.rs#L3`.
fn linked(token: &str) -> Option<&str> {
    let rest = token.strip_prefix("https://").or_else(|| token.strip_prefix("http://"))?;
    let (_, path) = ["/blob/", "/blame/", "/raw/", "/tree/"].iter().find_map(|kind| rest.split_once(kind))?;
    path.split_once('/').map(|(_revision, path)| path)
}

/// The path of a file that a browser or bundler runs, behind the function that ran: `run@http://host/src/a.ts:3:1`, `webpack-internal:///./src/a.ts:3:1`.
fn served(token: &str) -> Option<(Option<&str>, &str)> {
    let (head, rest) = token.split_once("://")?;
    let (_host, path) = rest.split_once('/')?;
    Some((head.rsplit_once('@').map(|(function, _)| function), path))
}

/// The first line of `3`, `L3`, `L3-L9`; what is too large for any file is still a number.
fn line_number(text: &str) -> Option<u32> {
    let text = text.strip_prefix('L').unwrap_or(text);
    let digits = text.find(|c: char| !c.is_ascii_digit()).map_or(text, |at| if text[at..].starts_with('-') { &text[..at] } else { "" });
    if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(u32::MAX)) }
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
