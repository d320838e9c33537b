//! Places whose line stands apart from their file, as build tools and linters print them: `x.js 12:5-9`, `x.js: message (12:5)`, and a path above lines that
//! begin with `12:5`.

use super::mentions::{PlaceName, has_ending, place};

/// Reads the lines of a text one by one.
#[derive(Default)]
pub(super) struct Columns {
    /// The file that stands alone on a line above.
    above: Option<PlaceName>,
}

impl Columns {
    /// The place that a line tells.
    pub(super) fn read(&mut self, line: &str) -> Option<PlaceName> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (first, last) = (*words.first()?, *words.last()?);
        let file = |word: &str| Some(word).filter(|word| has_ending(word)).and_then(place).filter(|it| it.line.is_none());
        let at = |file: PlaceName, line: u32| PlaceName { line: Some(line), ..file };
        if words.len() == 1 {
            self.above = file(first);
            return None;
        }
        if let Some(number) = numbered(first).filter(|_| line.starts_with(char::is_whitespace)) {
            return self.above.clone().map(|above| at(above, number));
        }
        self.above = None;
        let pair = words.windows(2).find_map(|pair| Some(at(file(pair[0])?, numbered(pair[1])?)));
        let behind = || {
            let named = words.iter().find_map(|word| file(word.strip_suffix(':')?))?;
            Some(at(named, numbered(last.strip_prefix('(')?.strip_suffix(')')?)?))
        };
        pair.or_else(behind)
    }
}

/// The line of `12:5`, `12:5-9` and `12:5-13:2`.
fn numbered(word: &str) -> Option<u32> {
    let (line, column) = word.split_once(':')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = column.split(['-', ':']);
    (is_number(line) && parts.clone().count() <= 3 && parts.into_iter().all(is_number)).then(|| line.parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::query::Query;

    #[test]
    fn places_are_read_as_tools_print_them() {
        let check = |text: &str, path: &str, line: u32| {
            let places = Query::parse(text).unwrap().places;
            assert!(places.iter().any(|it| it.path == path && it.line == Some(line)), "{text}: {places:?}");
        };
        check("ERROR in ./lib/x.js 12:5-9", "lib/x.js", 12);
        check("SyntaxError: /app/x.js: Unexpected token (12:5)", "app/x.js", 12);
        check("/app/src/x.js\n  12:7  error  'a' is not defined  no-undef", "app/src/x.js", 12);
        check("[ERROR] /ci/x/Foo.java:[12,17] cannot find symbol", "ci/x/Foo.java", 12);
        assert!(Query::parse("at 12:30 x.js was fine").unwrap().places.iter().all(|it| it.line.is_none()));
    }
}
