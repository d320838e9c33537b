//! The lines of unified differences that tell their form: heads of hunks, names of files.

/// `@@ -a,b +c,d @@`: the first line, from 1, and the number of lines, before and after. Where nothing stands, the line before it.
pub fn ranges(line: &str) -> Option<[(usize, usize); 2]> {
    let mut words = line.strip_prefix("@@ ")?.split(' ');
    let mut range = |mark: char| -> Option<(usize, usize)> {
        let text = words.next()?.strip_prefix(mark)?;
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    Some([range('-')?, range('+')?])
}

/// The paths before and after, without the letters that tools put before them; `None` for `/dev/null`. Letters are two different ones: both paths of a
/// patch without any may begin with a folder `a`.
pub fn paths(before: &str, after: &str) -> (Option<String>, Option<String>) {
    let [before, after] =
        [before, after].map(|text| text.split('\t').next().unwrap_or(text).trim_end()).map(|text| (text != "/dev/null").then_some(text));
    let is_lettered = match (before.map(letter), after.map(letter)) {
        (Some(Some(before)), Some(Some(after))) => before != after,
        (Some(letter), None) | (None, Some(letter)) => letter.is_some(),
        _ => false,
    };
    let bare = |text: &str| if is_lettered { text[2..].to_owned() } else { text.to_owned() };
    (before.map(bare), after.map(bare))
}

/// What stands before a path: `a/`, `b/`, or what git writes with `diff.mnemonicPrefix`.
fn letter(path: &str) -> Option<char> {
    let mut chars = path.chars();
    chars.next().filter(|letter| "abciow".contains(*letter) && chars.next() == Some('/'))
}
