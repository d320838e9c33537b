//! Unified differences as tools print them: which files they change, and the text as it was before they were applied.

use crate::base::unified::{self, paths};
use crate::pack::context::diff::Hunk;

/// Bytes of the largest patch.
pub const MAX_BYTES: usize = 16 << 20;

/// What a patch does to one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilePatch {
    /// Repo-relative; `None` for a file that it makes.
    pub before: Option<String>,
    /// Repo-relative; `None` for a file that it deletes.
    pub after: Option<String>,
    hunks: Vec<Hunk>,
}

/// The files of a patch, in its order.
///
/// # Errors
/// A sentence that names the line at fault, from 1.
pub fn parse(text: &str) -> Result<Vec<FilePatch>, String> {
    let mut files: Vec<FilePatch> = Vec::new();
    let mut before = None;
    let mut left = (0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        if left != (0, 0) {
            let Some(hunk) = files.last_mut().and_then(|file| file.hunks.last_mut()) else { continue };
            take(hunk, line, &mut left).ok_or_else(|| format!("line {number} of the patch is in a hunk and has no mark"))?;
        } else if let Some(name) = line.strip_prefix("--- ") {
            before = Some(name);
        } else if let (Some(name), Some(old)) = (line.strip_prefix("+++ "), before.take()) {
            let (before, after) = paths(old, name);
            files.push(FilePatch { before, after, hunks: Vec::new() });
        } else if line.starts_with("@@ ") {
            let fault = || format!("line {number} of the patch is no head of a hunk");
            let hunk = head(line).ok_or_else(fault)?;
            left = (hunk.before_lines, hunk.after_lines);
            files.last_mut().ok_or_else(|| format!("line {number} of the patch is of no file"))?.hunks.push(hunk);
        }
    }
    if left != (0, 0) {
        return Err("the last hunk of the patch is cut short".to_owned());
    }
    Ok(files)
}

/// Takes one line of a hunk; `left` counts those that are still to come, before and after.
fn take(hunk: &mut Hunk, line: &str, left: &mut (usize, usize)) -> Option<()> {
    // A tool that strips ends leaves nothing of an empty line of context.
    let (mark, line) = match line.chars().next() {
        None => (' ', " "),
        Some(mark) => (mark, line),
    };
    let (before, after) = match mark {
        ' ' => (1, 1),
        '-' => (1, 0),
        '+' => (0, 1),
        '\\' => return Some(()),
        _ => return None,
    };
    *left = (left.0.checked_sub(before)?, left.1.checked_sub(after)?);
    hunk.lines.push(line.to_owned());
    Some(())
}

/// The hunk of a head, without its lines.
fn head(line: &str) -> Option<Hunk> {
    let [(before, before_lines), (after, after_lines)] = unified::ranges(line)?;
    Some(Hunk { before, before_lines, after, after_lines, lines: Vec::new() })
}

impl FilePatch {
    /// The text before the patch, out of the text after it.
    ///
    /// # Errors
    /// A sentence where the text is not the one that the patch leaves behind.
    pub fn undone(&self, after: &str) -> Result<String, String> {
        let lines: Vec<&str> = after.lines().collect();
        let (mut made, mut at) = (Vec::new(), 0);
        for hunk in &self.hunks {
            let start = if hunk.after_lines == 0 { hunk.after } else { hunk.after.saturating_sub(1) };
            made.extend(lines.get(at..start).ok_or("its hunks are out of order")?.iter().map(|it| (*it).to_owned()));
            at = start;
            for line in &hunk.lines {
                let (mark, text) = line.split_at(1);
                if mark != "-" {
                    if lines.get(at).is_none_or(|it| it.trim_end() != text.trim_end()) {
                        return Err(format!("line {} is not the one that the patch leaves there", at + 1));
                    }
                    at += 1;
                }
                if mark != "+" {
                    made.push(text.to_owned());
                }
            }
        }
        made.extend(lines.get(at..).unwrap_or_default().iter().map(|it| (*it).to_owned()));
        Ok(made.join("\n") + "\n")
    }

    /// The text of a file that the patch deletes.
    pub fn deleted(&self) -> String {
        let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.starts_with('-'));
        lines.map(|line| format!("{}\n", &line[1..])).collect::<Vec<_>>().concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "diff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n@@ -1,3 +1,3 @@ def f\n a\n-b\n+B\n c\n@@ -9 +9,2 @@\n-i\n+I\n+J\n\\ No newline at end of file\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+n\n--- a/old.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-o\n-p\n";

    #[test]
    fn a_patch_is_taken_back() {
        let files = parse(PATCH).unwrap();
        let names: Vec<_> = files.iter().map(|file| (file.before.as_deref(), file.after.as_deref())).collect();
        assert_eq!(names, [(Some("x.py"), Some("x.py")), (None, Some("new.py")), (Some("old.py"), None)]);
        assert_eq!(files[0].undone("a\nB\nc\nd\ne\nf\ng\nh\nI\nJ\n").unwrap(), "a\nb\nc\nd\ne\nf\ng\nh\ni\n");
        assert!(files[0].undone("a\nb\nc\n").unwrap_err().contains("line 2"));
        assert_eq!((files[1].undone("n\n").unwrap().as_str(), files[2].deleted().as_str()), ("\n", "o\np\n"));
    }

    #[test]
    fn letters_before_paths_come_in_pairs() {
        for (before, after, expected) in [
            ("a/x", "b/x", (Some("x"), Some("x"))),
            ("i/x\t1970", "w/x", (Some("x"), Some("x"))),
            ("a/x", "a/x", (Some("a/x"), Some("a/x"))),
            ("src/x", "src/x", (Some("src/x"), Some("src/x"))),
            ("/dev/null", "b/x", (None, Some("x"))),
            ("a/x", "/dev/null", (Some("x"), None)),
        ] {
            let (before, after) = paths(before, after);
            assert_eq!((before.as_deref(), after.as_deref()), expected);
        }
    }

    #[test]
    fn what_our_own_hunks_say_is_taken_back_too() {
        let (before, after) = ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n5\n6\n7\n8\n9\n10\n");
        let hunks: Vec<String> = crate::pack::context::diff::hunks(before, after).iter().map(Hunk::text).collect();
        let files = parse(&format!("--- a/n\n+++ b/n\n{}", hunks.concat())).unwrap();
        assert_eq!(files[0].undone(after).unwrap(), before);
    }

    #[test]
    fn what_is_no_patch_is_refused_by_line() {
        for (text, words) in [
            ("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n", "cut short"),
            ("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\nxa\n", "line 4"),
            ("@@ -1 +1 @@\n-a\n+b\n", "line 1"),
            ("--- a/x\n+++ b/x\n@@ one @@\n", "line 3"),
        ] {
            assert!(parse(text).unwrap_err().contains(words), "{text}");
        }
        assert_eq!(parse("no patch at all\n").unwrap(), []);
    }
}
