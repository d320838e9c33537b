//! JSON with comments and trailing commas, as configuration files are written.

use serde_json::Value;

/// Reads a value; comments and trailing commas are blanked out first.
///
/// # Errors
/// What the JSON reader says.
pub(super) fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&plain(text.trim_start_matches('\u{feff}')))
}

/// `text` with comments and trailing commas replaced by spaces.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Where the last comma stands that only white space has followed so far.
    let mut comma: Option<usize> = None;
    while let Some(first) = rest.chars().next() {
        let taken = if first == '"' {
            let end = string_end(rest);
            out.push_str(&rest[..end]);
            comma = None;
            end
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            match first {
                ',' => comma = Some(out.len()),
                ']' | '}' => {
                    if let Some(at) = comma.take() {
                        out.replace_range(at..=at, " ");
                    }
                }
                _ if first.is_whitespace() => {}
                _ => comma = None,
            }
            out.push(first);
            first.len_utf8()
        };
        rest = &rest[taken..];
    }
    out
}

/// One past the closing quote of the string that starts `text`.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_no_part_of_the_value() {
        let value = parse("{ // a\n \"a\": [1, 2, /* x, */ ], \"url\": \"http://x/*y*/,]\", }").expect("reads");
        assert_eq!(value, serde_json::json!({ "a": [1, 2], "url": "http://x/*y*/,]" }));
        assert!(parse("{ \"é").is_err());
    }
}
