//! The sites: evidence of edges, decoded piece by piece when asked for.

use super::columns::Words;
use super::edges::Edge;
use super::ids::{EvidenceId, FileId, SymbolId};
use super::index::Index;
use super::load::{Lazy, Rows, Source};
use super::texts::pieces_of;
use crate::artifacts::sites::{ARTIFACT, SiteRow};
use crate::base::span::{ByteSpan, Lines};
use crate::manifest::error::IndexError;

/// A place where a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site<'a> {
    pub evidence: EvidenceId,
    pub file: FileId,
    /// `callsite`, `identifier`, `importStmt`.
    pub kind: &'a str,
    pub name: &'a str,
    /// Bytes of the used name in the decoded text.
    pub span: ByteSpan,
    pub lines: Lines,
    /// The innermost definition around it.
    pub enclosing: Option<SymbolId>,
    /// `resolved`, `candidates`, `external`, `dynamic`, `unresolved`.
    pub outcome: &'a str,
    /// `call`, `type`, `read`, `write`, `import`, `decorator`, `extends`, `implements`.
    pub role: &'a str,
    /// The external package, or why it is not resolved.
    pub reason: Option<&'a str>,
    pub rule: Option<&'a str>,
}

/// The pieces of `sites` that were asked for.
pub struct Sites {
    parts: Vec<Lazy<Part>>,
}

#[derive(Clone, Copy)]
struct Numbers {
    evidence: EvidenceId,
    file: FileId,
    span: ByteSpan,
    lines: Lines,
    enclosing: Option<SymbolId>,
}

#[derive(Default)]
struct Part {
    numbers: Vec<Numbers>,
    kinds: Words,
    names: Words,
    outcomes: Words,
    roles: Words,
    reasons: Words,
    rules: Words,
}

impl Sites {
    /// None decoded yet.
    pub fn new(source: &Source) -> Self {
        Self { parts: source.pieces(&ARTIFACT).iter().map(|_| Lazy::default()).collect() }
    }

    fn part<'a>(&'a self, index: &Index, at: usize) -> Result<&'a Part, IndexError> {
        let source = index.source();
        self.parts[at].get(|| source.decode(&ARTIFACT, &source.pieces(&ARTIFACT)[at], |rows| Part::read(index, rows)))
    }

    /// The sites of a file, in source order.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of_file<'a>(&'a self, index: &Index, file: FileId) -> Result<Vec<Site<'a>>, IndexError> {
        let mut sites = Vec::new();
        for at in pieces_of(index.source().pieces(&ARTIFACT), index.path(file)) {
            let part = self.part(index, at)?;
            let start = part.numbers.partition_point(|row| row.file < file);
            let length = part.numbers[start..].partition_point(|row| row.file == file);
            sites.extend((start..start + length).map(|row| part.site(row)));
        }
        Ok(sites)
    }

    /// The site that an edge rests on; `None` where it rests on a span: a definition, a mention.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of_edge<'a>(&'a self, index: &Index, edge: &Edge<'_>) -> Result<Option<Site<'a>>, IndexError> {
        let key = (edge.file, edge.byte_start);
        for at in pieces_of(index.source().pieces(&ARTIFACT), index.path(edge.file)) {
            let part = self.part(index, at)?;
            let start = part.numbers.partition_point(|row| (row.file, row.span.start) < key);
            let length = part.numbers[start..].partition_point(|row| (row.file, row.span.start) == key);
            if let Some(row) = (start..start + length).find(|row| part.numbers[*row].evidence == edge.evidence) {
                return Ok(Some(part.site(row)));
            }
        }
        Ok(None)
    }

    /// Calls `each` with every site of the index, in the order of the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn each<'a>(&'a self, index: &Index, mut each: impl FnMut(Site<'a>)) -> Result<(), IndexError> {
        for at in 0..self.parts.len() {
            let part = self.part(index, at)?;
            (0..part.numbers.len()).for_each(|row| each(part.site(row)));
        }
        Ok(())
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        let of = |part: &Part| {
            let words = [&part.kinds, &part.names, &part.outcomes, &part.roles, &part.reasons, &part.rules];
            part.numbers.capacity() * size_of::<Numbers>() + words.iter().map(|it| it.bytes()).sum::<usize>()
        };
        self.parts.iter().filter_map(Lazy::peek).map(of).sum()
    }
}

impl Part {
    fn read(index: &Index, rows: &Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self::default();
        rows.each(|row: SiteRow<'_>| {
            let evidence = EvidenceId::parse(&row.evidence_id).ok_or_else(|| rows.corrupt(format!("`{}` is no evidenceId", row.evidence_id)))?;
            part.numbers.push(Numbers {
                evidence,
                file: index.files().known(ARTIFACT.name, &row.path)?,
                span: ByteSpan { start: row.byte_start, end: row.byte_end },
                lines: row.lines,
                enclosing: row.enclosing.as_deref().and_then(|id| index.find_symbol(id)),
            });
            part.kinds.push(&row.kind);
            part.names.push(&row.name);
            part.outcomes.push(&row.outcome);
            part.roles.push(&row.role);
            part.reasons.push(row.reason.as_deref().unwrap_or(""));
            part.rules.push(row.rule.as_deref().unwrap_or(""));
            Ok(())
        })?;
        Ok(part)
    }

    fn site(&self, row: usize) -> Site<'_> {
        let numbers = &self.numbers[row];
        let word = |word| Some(word).filter(|word: &&str| !word.is_empty());
        Site {
            evidence: numbers.evidence,
            file: numbers.file,
            kind: self.kinds.get(row),
            name: self.names.get(row),
            span: numbers.span,
            lines: numbers.lines,
            enclosing: numbers.enclosing,
            outcome: self.outcomes.get(row),
            role: self.roles.get(row),
            reason: word(self.reasons.get(row)),
            rule: word(self.rules.get(row)),
        }
    }
}
