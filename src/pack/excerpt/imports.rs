//! The import lines that an excerpt leans on: those of its file that bind a name it uses.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::texts::{Shown, Texts};
use crate::base::span::Lines;
use crate::base::terms;
use crate::manifest::error::IndexError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::reader::sites::Wanted;

/// Most lines of one excerpt.
const MAX_LINES: usize = 8;
/// Brackets around a line that are looked for.
const MAX_DEPTH: usize = 4;
/// Lines between a line and the bracket around it.
const MAX_STATEMENT: usize = 60;
/// A longer line is data, not an import that somebody reads.
const MAX_CHARS: usize = 200;

/// One line that imports.
struct Line {
    number: u32,
    /// The names it binds.
    names: Vec<String>,
    text: String,
}

impl Line {
    /// Adds a name that it binds; what is only handed on (`export { a as b }`) is bound for others.
    fn bind(&mut self, name: &str) {
        let hands_on =
            self.text.strip_prefix("export").is_some_and(|rest| rest.starts_with([' ', '{', '*']) && !rest.trim_start().starts_with("import"));
        if !hands_on {
            self.names.push(name.to_owned());
        }
    }
}

/// The imports of one file.
struct File {
    lines: Vec<Line>,
    /// Where each of their names is used, as far as sites tell.
    uses: BTreeMap<String, Vec<u32>>,
}

/// The import lines of the files that were asked for.
pub struct Imports<'a> {
    index: &'a Index,
    texts: &'a Texts<'a>,
    files: RefCell<BTreeMap<FileId, Rc<File>>>,
}

impl<'a> Imports<'a> {
    /// Nothing is read yet.
    pub fn new(index: &'a Index, texts: &'a Texts<'a>) -> Self {
        Self { index, texts, files: RefCell::default() }
    }

    /// The import lines of `file` outside of `shown` that bind a word of `text`, in source order, at most 8. A word of a comment or a string uses nothing.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of(&self, file: FileId, shown: Lines, text: &str) -> Result<Vec<String>, IndexError> {
        let imports = self.lines(file)?;
        // Within macros no site tells of a use.
        let is_used = |name: &&str| imports.uses.get(*name).is_none_or(|lines| lines.iter().any(|line| (shown.start..=shown.end).contains(line)));
        let outside = || imports.lines.iter().filter(|line| line.number < shown.start || line.number > shown.end);
        // A text has many words, and few of them are bound.
        let bound: BTreeSet<&str> = outside().flat_map(|line| &line.names).map(String::as_str).filter(is_used).collect();
        if bound.is_empty() {
            return Ok(Vec::new());
        }
        let words: BTreeSet<&str> = terms::words(text).filter(|word| bound.contains(word)).collect();
        let used = outside().filter(|line| line.names.iter().any(|name| words.contains(name.as_str())));
        Ok(used.take(MAX_LINES).map(|line| line.text.clone()).collect())
    }

    /// Whether `text`, which stands at `shown`, holds nothing but import lines.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn are_all(&self, file: FileId, shown: Lines, text: &str) -> Result<bool, IndexError> {
        let file = self.lines(file)?;
        let imports = |number: u32| file.lines.iter().any(|line| line.number == number);
        let mut said = (shown.start..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        Ok(!file.lines.is_empty() && said.all(|(number, _)| imports(number)))
    }

    fn lines(&self, file: FileId) -> Result<Rc<File>, IndexError> {
        if let Some(known) = self.files.borrow().get(&file) {
            return Ok(Rc::clone(known));
        }
        let mut lines = BTreeMap::<u32, Line>::new();
        let mut last = None;
        for site in self.index.wanted_sites(file, Wanted::Imports)? {
            let number = site.line();
            if let Some(line) = lines.get_mut(&number) {
                line.bind(site.name());
            } else if let Some(text) = self.text(file, number, &mut last)? {
                let mut line = Line { number, names: Vec::new(), text };
                line.bind(site.name());
                let renamed: Vec<String> = renamed(&line.text).map(str::to_owned).collect();
                renamed.iter().for_each(|name| line.bind(name));
                lines.insert(number, line);
            }
        }
        let lines: Vec<Line> = lines.into_values().collect();
        let names: BTreeSet<&str> = lines.iter().flat_map(|line| &line.names).map(String::as_str).collect();
        let mut uses = BTreeMap::<String, Vec<u32>>::new();
        for site in self.index.wanted_sites(file, Wanted::Uses(&names))? {
            match uses.get_mut(site.name()) {
                Some(lines) => lines.push(site.line()),
                None => drop(uses.insert(site.name().to_owned(), vec![site.line()])),
            }
        }
        let imports = Rc::new(File { lines, uses });
        self.files.borrow_mut().insert(file, Rc::clone(&imports));
        Ok(imports)
    }

    /// One line of a file as a statement of its own. `last` is the text around the line before it, which most often is around this one too.
    fn text(&self, file: FileId, number: u32, last: &mut Option<(ChunkId, Shown)>) -> Result<Option<String>, IndexError> {
        let Some(chunk) = self.index.chunk_at(file, number) else { return Ok(None) };
        if last.as_ref().is_none_or(|(of, _)| *of != chunk) {
            *last = Some((chunk, self.texts.of(chunk)?));
        }
        let Some((_, Shown::Text(passage))) = last else { return Ok(None) };
        let lines: Vec<&str> = passage.text().lines().collect();
        let line = statement(&lines, (number - self.index.chunk(chunk).lines.start) as usize);
        Ok(Some(line).filter(|line| !line.is_empty() && line.chars().count() <= MAX_CHARS))
    }
}

/// The line at `at` without what ends it, and, where it stands in brackets that other lines open, with what opens and closes them.
fn statement(lines: &[&str], at: usize) -> String {
    let bare = |line: &str| line.trim().trim_end_matches([';', ',']).to_owned();
    let Some(line) = lines.get(at) else { return String::new() };
    // Blank lines part groups within brackets, where lines are indented; elsewhere they end what stands above.
    let grouped = line.starts_with([' ', '\t']);
    let mut text = bare(line);
    let (mut above, mut below) = (at, at);
    for _ in 0..MAX_DEPTH {
        let open = |line: &str| line.trim_end().ends_with(['{', '(', '[']);
        let close = |line: &str| line.trim_start().starts_with(['}', ')', ']']);
        let Some(opener) = around(&mut lines[above.saturating_sub(MAX_STATEMENT)..above].iter().rev().copied(), (&open, &close), grouped) else {
            break;
        };
        let Some(closer) = around(&mut lines.iter().skip(below + 1).take(MAX_STATEMENT).copied(), (&close, &open), grouped) else { break };
        text = format!("{}{text}{}", lines[above - 1 - opener].trim(), bare(lines[below + 1 + closer]));
        (above, below) = (above - 1 - opener, below + 1 + closer);
    }
    text
}

/// Whether a line opens or closes a bracket.
type IsLine<'a> = &'a dyn Fn(&str) -> bool;

/// How many lines on stands the bracket that the present place is inside of; `None` where a statement ends before.
fn around(lines: &mut dyn Iterator<Item = &str>, (wanted, other): (IsLine<'_>, IsLine<'_>), grouped: bool) -> Option<usize> {
    let mut depth = 0usize;
    for (away, line) in lines.enumerate() {
        match (wanted(line), other(line)) {
            (true, false) if depth == 0 => return Some(away),
            (true, false) => depth -= 1,
            (false, true) => depth += 1,
            _ if depth == 0 && (line.trim_end().ends_with(';') || (line.trim().is_empty() && !grouped)) => return None,
            _ => {}
        }
    }
    None
}

/// The names after `as`.
fn renamed(line: &str) -> impl Iterator<Item = &str> {
    terms::words(line).zip(terms::words(line).skip(1)).filter(|(word, _)| *word == "as").map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: &str, expected: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|it| it.trim() == line).unwrap();
        assert_eq!(statement(&lines, at), expected);
    }

    #[test]
    fn a_line_in_brackets_is_told_with_them() {
        check("use a;\nuse std::{\n    io,\n    path::{Path, PathBuf},\n};\nuse b;\n", "path::{Path, PathBuf},", "use std::{path::{Path, PathBuf}}");
        check("use std::{\n    io::{\n        Read,\n    },\n    path::Path,\n};\n", "Read,", "use std::{io::{Read}}");
        check("use std::{\n    io::{\n        Read,\n    },\n    path::Path,\n};\n", "path::Path,", "use std::{path::Path}");
        check("import {\n  a,\n  b\n} from \"x\";\n", "a,", "import {a} from \"x\"");
        check("package p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n", "\"os\"", "import (\"os\")");
        check("import (\n\t\"fmt\"\n\n\t\"example.org/a\"\n)\n", "\"fmt\"", "import (\"fmt\")");
        check("f(\n\nimport os\n\n)\n", "import os", "import os");
        check("from x import (\n    a,\n    b,\n)\n", "b,", "from x import (b)");
        check("import os\nimport re\n", "import re", "import re");
        check("fn f() {\n    g();\n}\nuse a::b;\n", "use a::b;", "use a::b");
    }

    #[test]
    fn what_is_handed_on_is_bound_for_others() {
        let bound = |text: &str| {
            let mut line = Line { number: 1, names: Vec::new(), text: text.to_owned() };
            line.bind("a");
            !line.names.is_empty()
        };
        assert!(bound("import {a} from './b'") && bound("export import a") && bound("exporter = a"));
        assert!(!bound("export {a as b}") && !bound("export * as a from './b'") && !bound("export type {a} from './b'"));
    }

    #[test]
    fn a_renamed_import_binds_the_new_name() {
        assert_eq!(renamed("import numpy as np, os as o").collect::<Vec<_>>(), ["np", "o"]);
        assert_eq!(renamed("use a::b").count(), 0);
    }
}
