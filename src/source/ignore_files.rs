//! Ignore files: which of them may be opened, and what those of a folder and of all above it say of a path.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::decode::decode;
use crate::base::caps;
use crate::host::disk::DiskHost;
use crate::host::{Host, Kind};

/// Files whose lines name what is not indexed, in any folder. What one of them says of a path goes before all that a later one says.
pub const NAMES: [&str; 3] = [".smaltiignore", ".ignore", ".gitignore"];

/// The rules that hold in a folder.
#[derive(Clone, Default)]
pub struct Rules(Option<Arc<Level>>);

/// The ignore files of one folder that has any.
struct Level {
    above: Rules,
    /// The globs of each, by [`NAMES`], in parts: what a later part says of a path goes before what an earlier one says.
    files: [Vec<Gitignore>; NAMES.len()],
}

impl Rules {
    /// The rules that hold in a folder below, given which ignore files are listed in it.
    ///
    /// # Errors
    /// The name of one that must not be opened, or cannot be read, or is too large: walking its folder by no rules could index what must not be.
    pub fn within(&self, root: &Path, folder: &Path, listed: &[(&'static str, Kind)]) -> Result<Self, &'static str> {
        if listed.is_empty() {
            return Ok(self.clone());
        }
        let mut files = [const { Vec::new() }; NAMES.len()];
        for (name, kind) in listed {
            let path = folder.join(name);
            if !is_fit(root, &path, *kind) {
                return Err(name);
            }
            // One byte more than allowed tells that it is larger.
            let bytes = match DiskHost::volatile().read_at(&path, 0, caps::MAX_IGNORE_BYTES + 1) {
                Ok(bytes) if bytes.len() > caps::MAX_IGNORE_BYTES => return Err(name),
                Ok(bytes) => bytes,
                Err(cause) if cause.not_found() => continue,
                Err(_) => return Err(name),
            };
            if let Some(place) = NAMES.iter().position(|known| known == name) {
                files[place] = globs(folder, &path, &lines(&bytes)).ok_or(*name)?;
            }
        }
        Ok(Self(Some(Arc::new(Level { above: self.clone(), files }))))
    }

    /// Whether a path, absolute and below the folder, is ignored. The deepest file of a name that speaks of it decides for that name.
    pub fn ignore(&self, path: &Path, is_folder: bool) -> bool {
        let mut verdicts = [None; NAMES.len()];
        let mut level = self.0.as_ref();
        while let Some(at) = level {
            for (verdict, file) in verdicts.iter_mut().zip(&at.files).filter(|(verdict, _)| verdict.is_none()) {
                let matched = file.iter().rev().map(|part| part.matched(path, is_folder)).find(|matched| !matched.is_none());
                *verdict = matched.map(|matched| matched.is_ignore());
            }
            level = at.above.0.as_ref();
        }
        verdicts.into_iter().flatten().next().unwrap_or(false)
    }
}

/// The globs of an ignore file in as few parts as can be compiled; `None` where a line by itself is too large for that.
fn globs(folder: &Path, path: &Path, lines: &[Cow<'_, str>]) -> Option<Vec<Gitignore>> {
    let mut builder = GitignoreBuilder::new(folder);
    let of_git = path.ends_with(".gitignore");
    for line in lines {
        let line = if of_git { as_git_reads(line) } else { Cow::Borrowed(line.as_ref()) };
        // Lines that are no globs mean nothing, as for git.
        let _ = builder.add_line(Some(path.to_owned()), &line);
    }
    if let Ok(globs) = builder.build() {
        return Some(vec![globs]);
    }
    let (first, second) = lines.split_at_checked(lines.len() / 2).filter(|(first, _)| !first.is_empty())?;
    let mut parts = globs(folder, path, first)?;
    parts.extend(globs(folder, path, second)?);
    Some(parts)
}

/// The classes of characters that a bracket may name, and what they stand for among the bytes of ASCII. None begins with `!`, which would turn it round.
const CLASSES: [(&str, &str); 12] = [
    ("[:alnum:]", "0-9A-Za-z"),
    ("[:alpha:]", "A-Za-z"),
    ("[:blank:]", " \t"),
    ("[:cntrl:]", "\u{1}-\u{1f}\u{7f}"),
    ("[:digit:]", "0-9"),
    ("[:graph:]", "\"-~!"),
    ("[:lower:]", "a-z"),
    ("[:print:]", " -~"),
    ("[:punct:]", ":-@[-`{-~!-/"),
    ("[:space:]", " \t-\r"),
    ("[:upper:]", "A-Z"),
    ("[:xdigit:]", "0-9A-Fa-f"),
];

/// A line with what git means by it and the globs here do not: braces are characters like others, brackets may name classes, and a tab at the end counts.
fn as_git_reads(line: &str) -> Cow<'_, str> {
    let ends_in_tab = line.ends_with('\t');
    if !ends_in_tab && !line.contains(['{', '}']) && !line.contains("[:") {
        return Cow::Borrowed(line);
    }
    let mut read = String::new();
    let (mut escaped, mut bracket) = (false, false);
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if bracket && let Some((class, bytes)) = CLASSES.iter().find(|(class, _)| rest.starts_with(class)) {
            read.push_str(bytes);
            rest = &rest[class.len()..];
            continue;
        }
        match first {
            _ if escaped => {}
            '[' if !bracket => bracket = true,
            ']' => bracket = false,
            '{' | '}' if !bracket => read.push('\\'),
            _ => {}
        }
        escaped = first == '\\' && !escaped;
        read.push(first);
        rest = &rest[first.len_utf8()..];
    }
    if ends_in_tab {
        read.pop();
        read.push_str("[\t]");
    }
    Cow::Owned(read)
}

/// The lines of an ignore file in whatever encoding it is. A line that is no UTF-8 is read as Latin-1 by itself, so that it costs no other.
fn lines(bytes: &[u8]) -> Vec<Cow<'_, str>> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return decode(bytes.to_vec()).text.lines().map(|line| Cow::Owned(line.to_owned())).collect();
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.map(|line| std::str::from_utf8(line).map_or_else(|_| line.iter().copied().map(char::from).collect(), Cow::Borrowed)).collect()
}

/// Whether an ignore file may be opened: a pipe would hold the walk for ever, a device feed it without end, and a link lead out of the root.
fn is_fit(root: &Path, path: &Path, kind: Kind) -> bool {
    if kind != Kind::Link {
        return kind == Kind::File;
    }
    match (path.canonicalize(), root.canonicalize()) {
        (Ok(target), Ok(root)) => target.starts_with(root) && target.is_file(),
        // A dangling link is opened by nobody.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_git_mean_what_git_means() {
        let read = |line: &str| as_git_reads(line).into_owned();
        assert_eq!(read("*.{py,x}"), "*.\\{py,x\\}");
        assert_eq!(read("\\{a}"), "\\{a\\}");
        assert_eq!(read("[[:alpha:]_][^{}].py"), "[A-Za-z_][^{}].py");
        assert_eq!(read("a\t"), "a[\t]");
        assert_eq!(read("[:alpha:]*.rs"), "[:alpha:]*.rs");
        let ignores = |line: &str, path: &str| {
            let folder = Path::new("/r");
            let parts = globs(folder, &folder.join(".gitignore"), &[Cow::Borrowed(line)]).unwrap();
            parts.iter().any(|part| part.matched(folder.join(path), false).is_ignore())
        };
        assert!(!ignores("*.{py,x}", "a.py") && ignores("*.{py,x}", "a.{py,x}"));
        assert!(ignores("[[:alpha:]][[:digit:]].py", "b/a1.py") && !ignores("[[:alpha:]][[:digit:]].py", "11.py"));
        assert!(ignores("x[[:graph:]]y", "x!y") && !ignores("x[[:graph:]]y", "x y"));
        assert!(ignores("x[[:punct:]]y", "x{y") && ignores("x[[:punct:]]y", "x]y") && !ignores("x[[:punct:]]y", "xay"));
        assert!(ignores("a\t", "a\t") && !ignores("a\t", "a"));
    }
}
