//! The sites: evidence of edges, and by name how each ended.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::columns::{HashIndex, Strings, Words};
use super::edges::Edge;
use super::flat::{Column, flat};
use super::form::Moves;
use super::ids::{EvidenceId, FileId, SymbolId};
use super::image::{Damaged, Draft, Sampled, Sections, Stored, stored};
use super::index::Index;
use super::load::{Rows, dense};
use super::lookup;
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

/// Words of one row: kind, name, outcome, role, reason, rule.
const WORDS: usize = 6;
/// Where some of them stand.
const KIND: usize = 0;
const NAME: usize = 1;
const OUTCOME: usize = 2;
const ROLE: usize = 3;
const REASON: usize = 4;

flat! {
    /// The numbers of one row.
    #[derive(Clone, Copy, Debug)]
    struct Numbers {
        evidence: EvidenceId,
        file: FileId,
        span: [u32; 2],
        lines: [u32; 2],
        enclosing: Option<SymbolId>,
        words: [u32; WORDS],
    }
}

/// The table as columns.
#[derive(Default)]
pub struct Sites {
    /// Looked at file by file, and checked so by `sums`.
    numbers: Sampled<Column<Numbers>>,
    /// Rows by file.
    starts: Column<u32>,
    /// Of the rows of each file.
    sums: Column<u64>,
    checked: Checked,
    words: Strings,
    by_word: HashIndex,
    /// Where the rows of each name and fate start in `named`.
    named_starts: Column<u32>,
    /// All rows by name, then by fate.
    named: Column<u32>,
}

stored!(Sites { numbers, starts, sums, checked, words, by_word, named_starts, named });

/// The files whose rows are what was written, as far as they were looked at: edges of one file are asked for one by one.
#[derive(Default)]
struct Checked(OnceLock<Vec<AtomicBool>>);

impl Checked {
    fn is_whole(&self, file: usize, files: usize, look: impl FnOnce() -> bool) -> bool {
        let known = self.0.get_or_init(|| (0..files).map(|_| AtomicBool::default()).collect()).get(file);
        let whole = known.is_some_and(|known| known.load(Relaxed)) || look();
        if let Some(known) = known {
            known.store(whole, Relaxed);
        }
        whole
    }
}

impl Stored for Checked {
    fn write(&self, _draft: &mut Draft) {}

    fn read(_sections: &mut Sections<'_>) -> Option<Self> {
        Some(Self::default())
    }
}

/// A site that is only looked at: its words are not read unless they are asked for, which costs more than all else about it.
pub struct Glimpse<'a> {
    sites: &'a Sites,
    numbers: Numbers,
}

impl<'a> Glimpse<'a> {
    /// All of it.
    pub fn site(&self) -> Site<'a> {
        self.sites.of_numbers(self.numbers)
    }

    /// Its first line.
    pub fn line(&self) -> u32 {
        self.numbers.lines[0]
    }

    /// As [`Site::name`].
    pub fn name(&self) -> &'a str {
        self.sites.words.get(self.numbers.words[NAME] as usize)
    }

    /// Whether [`Site::outcome`] is this.
    pub fn has_outcome(&self, outcome: &str) -> bool {
        self.is(OUTCOME, outcome)
    }

    /// Whether [`Site::role`] is this.
    pub fn has_role(&self, role: &str) -> bool {
        self.is(ROLE, role)
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.sites.words.bytes(self.numbers.words[at] as usize) == word.as_bytes()
    }
}

/// What the end of a site says of where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nobody knows: `candidates`, `dynamic`, `unresolved`.
    Doubtful,
    /// `external`, to a package outside of the tree.
    Outward,
    /// `external`, to what the language brings along.
    Builtin,
    /// To a definition: `resolved`.
    Resolved,
}

/// Sites of a file that are told by numbers alone: to read the words of every site costs more than all else about them.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'n> {
    /// What is imported outside of definitions: inside, imports hold for these alone.
    Imports,
    /// Where one of several names is used other than by an import.
    Uses(&'n BTreeSet<&'n str>),
    /// All of one kind, as [`Site::kind`] says it.
    Kind(&'n str),
    /// What starts on some lines.
    Within(Lines),
}

impl Site<'_> {
    /// What its end says of where it leads.
    pub fn fate(&self) -> Fate {
        Fate::of(self.outcome, self.reason.unwrap_or(""))
    }
}

impl Fate {
    const COUNT: u32 = 4;

    fn of(outcome: &str, reason: &str) -> Self {
        match (outcome, reason) {
            ("resolved", _) => Self::Resolved,
            ("external", "builtin") => Self::Builtin,
            ("external", _) => Self::Outward,
            _ => Self::Doubtful,
        }
    }
}

/// Rows as they are read, words by number in the order they were met.
#[derive(Default)]
struct Part {
    words: Words,
    numbers: Vec<Numbers>,
    whole: bool,
}

impl Sites {
    /// Reads the table; false if a definition that a row names is nowhere. `before` is an earlier form of it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(index: &Index, before: Option<(&Moves, &Self)>) -> Result<(Self, bool), IndexError> {
        let reuse = |rows| before.and_then(|(moves, sites)| Part::of(moves, sites, rows));
        let parts = index.source().parts(&ARTIFACT, |rows| Part::read(index, rows), reuse)?;
        let (mut words, mut numbers, mut whole) = (Words::default(), Vec::new(), true);
        for part in parts {
            let first = words.rows.len();
            words.append(&part.words);
            whole &= part.whole;
            for (row, it) in part.numbers.iter().enumerate() {
                let of_row = std::array::from_fn(|at| words.rows.at(first + row * WORDS + at));
                numbers.push(Numbers { words: of_row, ..*it });
            }
        }
        dense(numbers.len(), ARTIFACT.name)?;
        let starts = lookup::starts(index.file_count(), numbers.iter().map(|it| it.file));
        let words = words.distinct;
        if words.overflowed() {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let fate = |it: &Numbers| Fate::of(words.get(it.words[OUTCOME] as usize), words.get(it.words[REASON] as usize));
        let groups: Vec<u32> = numbers.iter().map(|it| it.words[NAME] * Fate::COUNT + fate(it) as u32).collect();
        let (named_starts, named) = lookup::grouped(words.len() * Fate::COUNT as usize, &groups);
        let mut sites =
            Self { by_word: HashIndex::new(&words), words, numbers: Sampled(numbers.into()), starts, named_starts, named, ..Self::default() };
        sites.sums = (0..index.file_count()).map(|file| sites.numbers.0.sum(lookup::range(&sites.starts, file))).collect::<Vec<_>>().into();
        Ok((sites, whole))
    }

    /// The rows of a file.
    fn rows(&self, file: FileId) -> Result<std::ops::Range<u32>, Damaged> {
        let rows = lookup::range(&self.starts, file.index());
        let look = || self.numbers.0.sum(rows.clone()) == self.sums.at(file.index());
        let whole = self.numbers.0.is_known() || self.checked.is_whole(file.index(), self.sums.len(), look);
        if whole { Ok(rows) } else { Err(Damaged) }
    }

    /// Those of the sites of a file that are wanted, in source order.
    ///
    /// # Errors
    /// [`Damaged`] where the read form is.
    pub fn of_file(&self, file: FileId, is_wanted: &dyn Fn(&Glimpse<'_>) -> bool) -> Result<Vec<Site<'_>>, Damaged> {
        let glimpses = self.numbers.0.range(self.rows(file)?).map(|numbers| Glimpse { sites: self, numbers });
        Ok(glimpses.filter(is_wanted).map(|it| self.of_numbers(it.numbers)).collect())
    }

    /// Those of the sites of a file that are wanted, in source order, to be looked at.
    ///
    /// # Errors
    /// [`Damaged`] where the read form is.
    pub fn wanted(&self, file: FileId, wanted: Wanted<'_>) -> Result<Vec<Glimpse<'_>>, Damaged> {
        let numbers = self.numbers.0.range(self.rows(file)?);
        let import = self.by_word.find(&self.words, "import");
        let is_import = |it: &Numbers| Some(it.words[ROLE]) == import;
        let found: Vec<Numbers> = match wanted {
            Wanted::Imports => numbers.filter(|it| is_import(it) && it.enclosing.is_none()).collect(),
            Wanted::Uses(names) => {
                let mut of_names: Vec<u32> = names.iter().filter_map(|name| self.by_word.find(&self.words, name)).collect();
                of_names.sort_unstable();
                numbers.filter(|it| of_names.binary_search(&it.words[NAME]).is_ok() && !is_import(it)).collect()
            }
            Wanted::Kind(kind) => {
                let kind = self.by_word.find(&self.words, kind);
                numbers.filter(|it| Some(it.words[KIND]) == kind).collect()
            }
            Wanted::Within(lines) => numbers.filter(|it| (lines.start..=lines.end).contains(&it.lines[0])).collect(),
        };
        Ok(found.into_iter().map(|numbers| Glimpse { sites: self, numbers }).collect())
    }

    /// The site that an edge rests on; `None` where it rests on a span: a definition, a mention.
    ///
    /// # Errors
    /// [`Damaged`] where the read form is.
    pub fn of_edge(&self, edge: &Edge<'_>) -> Result<Option<Site<'_>>, Damaged> {
        let rows = self.rows(edge.file)?;
        let start = self.numbers.0.partition_point(rows.clone(), |row| row.span[0] < edge.byte_start);
        let mut same = self.numbers.0.range(start..rows.end).take_while(|row| row.span[0] == edge.byte_start);
        Ok(same.position(|row| row.evidence == edge.evidence).map(|at| self.site(start + u32::try_from(at).unwrap_or(0))))
    }

    /// The first sites that use one of several names and met a fate, in the order of the table.
    ///
    /// # Errors
    /// [`Damaged`] where the read form is.
    pub fn named(&self, names: &[&str], fate: Fate, limit: usize) -> Result<Vec<Site<'_>>, Damaged> {
        let mut rows: Vec<u32> = self.groups(names, fate).flat_map(|rows| self.named.range(rows).take(limit)).collect();
        rows.sort_unstable();
        rows.dedup();
        rows.truncate(limit);
        let mut last = None;
        let mut sites = Vec::with_capacity(rows.len());
        for row in rows {
            // Until its file is checked, a row may say anything; so the file is found by the row's place.
            let at = self.starts.partition_point(0..u32::try_from(self.starts.len()).unwrap_or(u32::MAX), |start| *start <= row);
            let file = FileId(at.saturating_sub(1));
            if last != Some(file) {
                self.rows(file)?;
                last = Some(file);
            }
            sites.push(self.site(row));
        }
        Ok(sites)
    }

    /// How many sites use one of several names, none of them twice, and met a fate.
    pub fn count_named(&self, names: &[&str], fate: Fate) -> u64 {
        self.groups(names, fate).map(|rows| rows.len() as u64).sum()
    }

    /// Ranges of `named`, one a name.
    fn groups(&self, names: &[&str], fate: Fate) -> impl Iterator<Item = std::ops::Range<u32>> {
        let words = names.iter().filter_map(|name| self.by_word.find(&self.words, name));
        words.map(move |word| lookup::range(&self.named_starts, (word * Fate::COUNT + fate as u32) as usize))
    }

    fn site(&self, row: u32) -> Site<'_> {
        self.of_numbers(self.numbers.0.at(row as usize))
    }

    fn of_numbers(&self, numbers: Numbers) -> Site<'_> {
        let [kind, name, outcome, role, reason, rule] = numbers.words.map(|word| self.words.get(word as usize));
        let given = |word| Some(word).filter(|word: &&str| !word.is_empty());
        Site {
            evidence: numbers.evidence,
            file: numbers.file,
            kind,
            name,
            span: ByteSpan { start: numbers.span[0], end: numbers.span[1] },
            lines: Lines { start: numbers.lines[0], end: numbers.lines[1] },
            enclosing: numbers.enclosing,
            outcome,
            role,
            reason: given(reason),
            rule: given(rule),
        }
    }
}

impl Index {
    /// Those of the sites of a file that are wanted, in source order, to be looked at.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn wanted_sites(&self, file: FileId, wanted: Wanted<'_>) -> Result<Vec<Glimpse<'_>>, IndexError> {
        match self.first_sites()?.wanted(file, wanted) {
            Ok(sites) => Ok(sites),
            Err(Damaged) => Ok(self.sites_again()?.wanted(file, wanted).unwrap_or_default()),
        }
    }

    /// The first sites that use one of several names and met a fate, in the order of the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn sites_named(&self, names: &[&str], fate: Fate, limit: usize) -> Result<Vec<Site<'_>>, IndexError> {
        match self.first_sites()?.named(names, fate, limit) {
            Ok(sites) => Ok(sites),
            Err(Damaged) => Ok(self.sites_again()?.named(names, fate, limit).unwrap_or_default()),
        }
    }

    /// How many sites use one of several names, none of them given twice, and met a fate.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn count_sites(&self, names: &[&str], fate: Fate) -> Result<u64, IndexError> {
        Ok(self.first_sites()?.count_named(names, fate))
    }
}

impl Part {
    fn read(index: &Index, rows: &Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self { whole: true, ..Self::default() };
        rows.each(|row: SiteRow<'_>| {
            let evidence = EvidenceId::parse(&row.evidence_id).ok_or_else(|| rows.corrupt(format!("`{}` is no evidenceId", row.evidence_id)))?;
            let enclosing = row.enclosing.as_deref().and_then(|id| index.find_symbol(id));
            part.whole &= enclosing.is_some() == row.enclosing.is_some();
            part.numbers.push(Numbers {
                evidence,
                file: index.files().known(ARTIFACT.name, &row.path)?,
                span: [row.byte_start, row.byte_end],
                lines: [row.lines.start, row.lines.end],
                enclosing,
                words: [0; WORDS],
            });
            let (reason, rule) = (row.reason.as_deref().unwrap_or(""), row.rule.as_deref().unwrap_or(""));
            [&row.kind, &row.name, &row.outcome, &row.role, reason, rule].into_iter().for_each(|word| part.words.push(word));
            Ok(())
        })?;
        Ok(part)
    }

    /// Some rows of an earlier form; `None` where it is damaged or the present index lacks what a row names.
    fn of(moves: &Moves, sites: &Sites, rows: std::ops::Range<u32>) -> Option<Self> {
        let mut part = Self { whole: true, ..Self::default() };
        let mut last = None;
        for row in rows {
            let numbers = sites.numbers.0.at(row as usize);
            if last != Some(numbers.file) {
                let of_file = sites.rows(numbers.file).ok()?;
                if !of_file.contains(&row) {
                    return None;
                }
                last = Some(numbers.file);
            }
            let enclosing = match numbers.enclosing {
                Some(id) => Some(moves.symbol(id)?),
                None => None,
            };
            part.numbers.push(Numbers { file: moves.file(numbers.file)?, enclosing, ..numbers });
            numbers.words.iter().for_each(|word| part.words.push(sites.words.get(*word as usize)));
        }
        Some(part)
    }
}
