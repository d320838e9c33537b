//! The import lines that an excerpt leans on: those of its file that bind a name it uses.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::texts::{Shown, Texts};
use crate::base::span::Lines;
use crate::base::terms;
use crate::manifest::error::IndexError;
use crate::reader::ids::FileId;
use crate::reader::index::Index;

/// Most lines of one excerpt.
const MAX_LINES: usize = 8;
/// A longer line is data, not an import that somebody reads.
const MAX_CHARS: usize = 200;

/// One line that imports.
struct Line {
    number: u32,
    /// The names it binds.
    names: Vec<String>,
    text: String,
}

/// The import lines of the files that were asked for.
pub struct Imports<'a> {
    index: &'a Index,
    texts: &'a Texts<'a>,
    files: RefCell<BTreeMap<FileId, Rc<[Line]>>>,
}

impl<'a> Imports<'a> {
    /// Nothing is read yet.
    pub fn new(index: &'a Index, texts: &'a Texts<'a>) -> Self {
        Self { index, texts, files: RefCell::default() }
    }

    /// The import lines of `file` outside of `shown` that bind a word of `text`, in source order, at most 8.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of(&self, file: FileId, shown: Lines, text: &str) -> Result<Vec<String>, IndexError> {
        let words: BTreeSet<&str> = terms::words(text).collect();
        let lines = self.lines(file)?;
        let outside = lines.iter().filter(|line| line.number < shown.start || line.number > shown.end);
        let used = outside.filter(|line| line.names.iter().any(|name| words.contains(name.as_str())));
        Ok(used.take(MAX_LINES).map(|line| line.text.clone()).collect())
    }

    /// Whether `text`, which stands at `shown`, holds nothing but import lines.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn are_all(&self, file: FileId, shown: Lines, text: &str) -> Result<bool, IndexError> {
        let lines = self.lines(file)?;
        let imports = |number: u32| lines.iter().any(|line| line.number == number);
        let mut said = (shown.start..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        Ok(!lines.is_empty() && said.all(|(number, _)| imports(number)))
    }

    fn lines(&self, file: FileId) -> Result<Rc<[Line]>, IndexError> {
        if let Some(lines) = self.files.borrow().get(&file) {
            return Ok(Rc::clone(lines));
        }
        let mut lines = BTreeMap::<u32, Line>::new();
        for site in self.index.sites().of_file(self.index, file)?.iter().filter(|site| site.role == "import") {
            let number = site.lines.start;
            if let Some(line) = lines.get_mut(&number) {
                line.names.push(site.name.to_owned());
            } else if let Some(text) = self.text(file, number)? {
                let mut names = vec![site.name.to_owned()];
                names.extend(renamed(&text).map(str::to_owned));
                lines.insert(number, Line { number, names, text });
            }
        }
        let lines: Rc<[Line]> = lines.into_values().collect();
        self.files.borrow_mut().insert(file, Rc::clone(&lines));
        Ok(lines)
    }

    /// One line of a file, without what ends a statement or an entry of a list.
    fn text(&self, file: FileId, number: u32) -> Result<Option<String>, IndexError> {
        let Some(chunk) = self.index.chunk_at(file, number) else { return Ok(None) };
        let Shown::Text(text) = self.texts.of(chunk)? else { return Ok(None) };
        let line = text.lines().nth((number - self.index.chunk(chunk).lines.start) as usize).unwrap_or("");
        let line = line.trim().trim_end_matches([';', ',']);
        Ok(Some(line.to_owned()).filter(|line| !line.is_empty() && line.chars().count() <= MAX_CHARS))
    }
}

/// The names after `as`.
fn renamed(line: &str) -> impl Iterator<Item = &str> {
    terms::words(line).zip(terms::words(line).skip(1)).filter(|(word, _)| *word == "as").map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_import_binds_the_new_name() {
        assert_eq!(renamed("import numpy as np, os as o").collect::<Vec<_>>(), ["np", "o"]);
        assert_eq!(renamed("use a::b").count(), 0);
    }
}
