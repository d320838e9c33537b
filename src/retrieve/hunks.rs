//! Differences that stand in a query as tools print them: the lines that they change are places, and what only tells their form is nothing to search for.

use super::mentions::PlaceName;
use super::query::MAX_MARKS;
use crate::base::unified;

/// The places that a text names as the lines of differences, and the text without the lines that are there for tools alone; the text as it is, where it holds no
/// difference.
pub(super) fn read(text: &str) -> (Vec<PlaceName>, Option<String>) {
    let mut places: Vec<PlaceName> = Vec::new();
    let mut kept = Vec::new();
    let mut reader = Reader::default();
    for line in text.lines() {
        if !reader.is_form(line) {
            kept.push(line);
        }
        let place = reader.changed.take().filter(|it| places.len() < MAX_MARKS && !places.contains(it));
        places.extend(place);
    }
    let rest = (!places.is_empty()).then(|| kept.join("\n"));
    (places, rest)
}

/// Where in a difference a line stands.
#[derive(Default)]
struct Reader {
    /// What a file was called, as it is written.
    before: Option<String>,
    /// The file of the hunks that follow.
    file: Option<String>,
    /// Line of the file as it becomes, and lines of the hunk that are still to come, before and after.
    at: usize,
    left: (usize, usize),
    /// The line above was changed.
    in_change: bool,
    /// The first of the changed lines that a line opened.
    changed: Option<PlaceName>,
}

impl Reader {
    /// Takes one line; whether it only tells the form of a difference.
    fn is_form(&mut self, line: &str) -> bool {
        if self.left != (0, 0) && self.is_in_hunk(line) {
            return false;
        }
        self.left = (0, 0);
        if let Some(name) = line.strip_prefix("--- ") {
            self.before = Some(name.to_owned());
            return true;
        }
        if let Some(name) = line.strip_prefix("+++ ") {
            // A part that was copied may lack the line above.
            let before = self.before.take().unwrap_or_else(|| "/dev/null".to_owned());
            self.file = unified::paths(&before, name).1;
            return true;
        }
        if let Some([(_, before), (at, after)]) = unified::ranges(line) {
            (self.at, self.left, self.in_change) = (at, (before, after), false);
            return true;
        }
        let is_commit = line.strip_prefix("commit ").is_some_and(|id| id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit()));
        is_commit || ["diff --git ", "index ", "Author: ", "Date:   ", "new file mode ", "similarity index "].iter().any(|it| line.starts_with(it))
    }

    /// Takes a line of a hunk, unless it is none.
    fn is_in_hunk(&mut self, line: &str) -> bool {
        let (before, after) = match line.bytes().next() {
            None | Some(b' ') => (1, 1),
            Some(b'-') => (1, 0),
            Some(b'+') => (0, 1),
            Some(b'\\') => return true,
            Some(_) => return false,
        };
        let (Some(old), Some(new)) = (self.left.0.checked_sub(before), self.left.1.checked_sub(after)) else { return false };
        self.left = (old, new);
        let is_change = before != after;
        if is_change && !self.in_change {
            self.changed = self.file.clone().map(|path| PlaceName { path, line: u32::try_from(self.at.max(1)).ok(), function: None });
        }
        self.in_change = is_change;
        self.at = self.at.saturating_add(after);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "commit 0123456789012345678901234567890123456789\nAuthor: A <a@b.c>\nDate:   Mon\n\n    Fix the lid\n\ndiff --git a/src/lid.rs b/src/lid.rs\nindex 1..2 100644\n--- a/src/lid.rs\n+++ b/src/lid.rs\n@@ -10,4 +10,5 @@ fn lid() {\n a\n-b\n+c\n+d\n e\n f\n@@ -40 +41 @@\n-x\n+y\n--- a/gone.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\nDone.\n";

    #[test]
    fn changed_lines_are_places_and_the_form_is_no_text() {
        let (places, rest) = read(DIFF);
        let told: Vec<(&str, Option<u32>)> = places.iter().map(|it| (it.path.as_str(), it.line)).collect();
        assert_eq!(told, [("src/lid.rs", Some(11)), ("src/lid.rs", Some(41))]);
        assert_eq!(rest.unwrap(), "\n    Fix the lid\n\n a\n-b\n+c\n+d\n e\n f\n-x\n+y\n-z\nDone.");
    }

    #[test]
    fn what_is_no_difference_stays_as_it_is() {
        assert_eq!(read("Author: me\n+++ and --- are signs\n@@ x @@\nindex of it"), (Vec::new(), None));
        // Cut off in the middle.
        let (places, _) = read("+++ b/a.rs\n@@ -1,9 +1,9 @@\n a\n+b");
        assert_eq!(places[0].line, Some(2));
    }
}
