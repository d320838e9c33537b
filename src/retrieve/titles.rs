//! Titles of tests as their runners print those that fail: `1) title:`, `● suite › title`, `✖ title (3ms)`, `not ok 3 - title`.

use super::query::MAX_MARKS;

/// What runners write in front of a test that failed.
const MARKS: [&str; 10] = ["● ", "✖ ", "✕ ", "× ", "✘ ", "✗ ", "(fail) ", "[fail]: ", "FAIL ", "not ok "];
/// What stands between the title of a suite and that of a test in it.
const WITHIN: [&str; 2] = [" › ", " > "];
/// Shorter ones are words.
const LEAST_BYTES: usize = 4;

/// The titles that a text prints as those of tests that failed, the first of them.
pub(super) fn of_failed(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim();
        let title = if let Some(numbered) = numbered(line) {
            // What is not yet the test is a suite around it, and stands alone on its line.
            let below = lines.clone().map(str::trim).take_while(|it| !it.is_empty()).find_map(|it| it.strip_suffix(':'));
            Some(numbered.strip_suffix(':').or(below).unwrap_or(numbered))
        } else {
            marked(line)
        };
        let title = title.map(own).filter(|it| it.len() >= LEAST_BYTES && found.len() < MAX_MARKS && !found.iter().any(|known| known == it));
        found.extend(title.map(str::to_owned));
    }
    found
}

/// What stands behind `3) `.
fn numbered(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(") ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(rest)
}

/// What stands behind the marks of a failure, or before ` ... FAILED`.
fn marked(line: &str) -> Option<&str> {
    let mut rest = line;
    while let Some(behind) = MARKS.iter().find_map(|mark| rest.strip_prefix(mark)) {
        rest = behind.trim_start();
    }
    if rest.len() == line.len() {
        return line.rsplit_once(" ... FAILED").map(|(title, _)| title);
    }
    // TAP: `not ok 3 - title`
    let counted = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    Some(counted.strip_prefix(" - ").unwrap_or(rest))
}

/// The title of the test alone: without the suites around it and the time that it took.
fn own(title: &str) -> &str {
    let mut title = title.trim_end_matches(['─', '━', ' ']);
    let before_time = title.rsplit_once(' ').filter(|(_, last)| is_time(last));
    title = before_time.map_or(title, |(before, _)| before.trim_end());
    // `(3 ms)`
    title = title.rsplit_once(" (").filter(|(_, number)| before_time.is_some() && is_number(number)).map_or(title, |(before, _)| before);
    WITHIN.iter().fold(title, |title, between| title.rsplit_once(between).map_or(title, |(_, last)| last)).trim()
}

/// `12ms`, `(12.5ms)`, `[1s]`, and the end of `(12 ms)`.
fn is_time(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', '[', ']']);
    let number = bare.strip_suffix("ms").or(bare.strip_suffix('s'));
    number.is_some_and(|number| is_number(number) || (number.is_empty() && word.ends_with([')', ']'])))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_read_as_runners_print_them() {
        let check = |text: &str, expected: &[&str]| assert_eq!(of_failed(text), expected, "{text}");
        check("  1) should keep the order:\n     Error: no", &["should keep the order"]);
        check("  1) ctx.body\n       when null is given\n         should respond with 204:\n\n      Error: no", &["should respond with 204"]);
        check("    2) sets a header (12ms)", &["sets a header"]);
        check("  ● Router › when nested › finds the route (3 ms)", &["finds the route"]);
        check(" FAIL  src/router.test.ts > Router > finds the route", &["finds the route"]);
        check("   × src/router.test.ts > Router > finds the route 12ms", &["finds the route"]);
        check("✖ finds the route (1.25ms)", &["finds the route"]);
        check("not ok 3 - finds the route", &["finds the route"]);
        check("  ✘ [fail]: finds the route", &["finds the route"]);
        check("(fail) Router > finds the route [0.12ms]", &["finds the route"]);
        check("  1) [chromium] › a.spec.ts:3:1 › Router › finds the route ─────", &["finds the route"]);
        check("finds the route ... FAILED (5ms)", &["finds the route"]);
        check("it failed (as 1) is said\nand more", &[]);
        check("● x", &[]);
    }
}
