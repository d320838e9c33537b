//! What measuring needs of an index: the cost of every line, and the functions that a place names.

use crate::base::span::Lines;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Kinds of symbols that are functions.
const FUNCTIONS: &[&str] = &["function", "method", "constructor", "macro"];

/// An index as metrics see it.
pub struct Ground<'a> {
    pub index: &'a Index,
    /// Tokens of every line of every file, at 3.5 bytes each; 0 for lines that no chunk shows.
    costs: Vec<Vec<u32>>,
    /// Functions that are in no other, by file and then by line.
    functions: Vec<(FileId, Lines)>,
    /// Where the functions of each file start, and their number at the end.
    starts: Vec<usize>,
}

impl<'a> Ground<'a> {
    /// Reads the texts of an index. `None` where it was built without.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn new(index: &'a Index) -> Result<Option<Self>, ReadError> {
        let mut costs = vec![Vec::new(); index.file_count()];
        for id in (0u32..).take(index.chunk_count()).map(ChunkId) {
            let Some(text) = index.text(id)? else { return Ok(None) };
            let chunk = index.chunk(id);
            let of_file: &mut Vec<u32> = &mut costs[chunk.file.index()];
            for (number, line) in (chunk.lines.start..).zip(text.lines()) {
                let at = number as usize;
                if of_file.len() <= at {
                    of_file.resize(at + 1, 0);
                }
                let tokens = (line.len() as u64 + 1) * 2;
                of_file[at] = of_file[at].max(u32::try_from(tokens.div_ceil(7)).unwrap_or(u32::MAX));
            }
        }
        let (mut functions, mut starts): (Vec<(FileId, Lines)>, Vec<usize>) = (Vec::new(), Vec::new());
        for file in (0u32..).take(index.file_count()).map(FileId) {
            starts.push(functions.len());
            let all = index.symbols_of(file).filter(|it| FUNCTIONS.contains(&it.kind));
            let mut lines: Vec<Lines> = all.map(|it| it.lines).collect();
            lines.sort_by_key(|it| (it.start, std::cmp::Reverse(it.end)));
            let mut last = 0;
            for it in lines {
                if it.end > last {
                    functions.push((file, it));
                    last = it.end;
                }
            }
        }
        starts.push(functions.len());
        Ok(Some(Self { index, costs, functions, starts }))
    }

    /// Tokens of a line.
    pub fn cost(&self, file: FileId, line: u32) -> u32 {
        self.costs[file.index()].get(line as usize).copied().unwrap_or(0)
    }

    /// Number of lines of a file.
    pub fn line_count(&self, file: FileId) -> usize {
        self.costs[file.index()].len()
    }

    fn of_file(&self, file: FileId) -> impl Iterator<Item = (usize, Lines)> + '_ {
        let range = self.starts[file.index()]..self.starts[file.index() + 1];
        range.map(|at| (at, self.functions[at].1))
    }

    /// The functions that a place names: the one it lies in, else those it covers by half, in order.
    pub fn named_by(&self, file: FileId, lines: Lines) -> Vec<usize> {
        let inside = |it: &(usize, Lines)| it.1.start <= lines.start && lines.end <= it.1.end;
        if let Some((at, _)) = self.of_file(file).find(inside) {
            return vec![at];
        }
        let covered = |it: &(usize, Lines)| overlap(it.1, lines) * 2 > it.1.end - it.1.start;
        self.of_file(file).filter(covered).map(|it| it.0).collect()
    }

    /// The function that fills given lines best.
    pub fn function_at(&self, file: FileId, lines: Lines) -> Option<usize> {
        let all = self.of_file(file).filter(|it| overlap(it.1, lines) > 0);
        all.max_by_key(|it| (overlap(it.1, lines), std::cmp::Reverse(it.0))).map(|it| it.0)
    }
}

/// Number of lines in common.
fn overlap(lhs: Lines, rhs: Lines) -> u32 {
    (lhs.end.min(rhs.end) + 1).saturating_sub(lhs.start.max(rhs.start))
}
