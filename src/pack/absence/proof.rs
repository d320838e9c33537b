//! What could prove an empty answer wrong: sites of a name, sites inside of a definition or a file, damaged files and prose that hold a name.

use std::collections::BTreeSet;

use crate::base::{codes, path, terms};
use crate::manifest::error::IndexError;
use crate::pack::candidate::around;
use crate::pack::context::{DoubtfulSites, ExternalSites, UnparsedFiles};
use crate::pack::seeds::Seed;
use crate::reader::census;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::reader::sites::{Fate, Glimpse, Site, Wanted};

/// Sites and files that are listed; all are counted.
const MAX_LISTED: usize = 10;
/// Places that a statement names.
const MAX_NAMED: usize = 3;
/// Chunks that hold a name and are looked at for prose and damage.
pub const MAX_POSTINGS: usize = 20_000;

/// How some sites ended.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    pub doubtful: DoubtfulSites,
    pub external: ExternalSites,
    pub resolved: u64,
}

impl Sites {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.resolved + self.external.builtin + self.external.packages + self.doubtful.counts.values().sum::<u64>()
    }

    fn add(&mut self, index: &Index, site: &Site<'_>) {
        match site.fate() {
            Fate::Resolved => self.resolved += 1,
            Fate::Doubtful => {
                *self.doubtful.counts.entry(site.outcome.to_owned()).or_insert(0) += 1;
                if self.doubtful.listed.len() < MAX_LISTED {
                    self.doubtful.listed.push(place(index, site));
                }
            }
            fate => {
                *if fate == Fate::Builtin { &mut self.external.builtin } else { &mut self.external.packages } += 1;
                if self.external.listed.len() < MAX_LISTED {
                    self.external.listed.push(outward(index, site));
                }
            }
        }
    }
}

/// The sites anywhere that use one of several names.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn named(index: &Index, names: &BTreeSet<String>) -> Result<Sites, IndexError> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut found = Sites::default();
    for site in census::doubtful_sites(index, &names)? {
        found.add(index, &site);
    }
    let count = |fate| index.count_sites(&names, fate);
    (found.external.builtin, found.external.packages, found.resolved) = (count(Fate::Builtin)?, count(Fate::Outward)?, count(Fate::Resolved)?);
    for fate in [Fate::Outward, Fate::Builtin] {
        let first = index.sites_named(&names, fate, MAX_LISTED - found.external.listed.len())?;
        found.external.listed.extend(first.iter().map(|site| outward(index, site)));
    }
    Ok(found)
}

/// The calls inside of seeds, but for those of definitions within that have chunks of their own.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn calls_in<'s>(index: &Index, seeds: impl Iterator<Item = &'s Seed>) -> Result<Sites, IndexError> {
    let mut found = Sites::default();
    for seed in seeds {
        let (chunk, lines) = (seed.chunk, seed.lines(index));
        let calls = index.wanted_sites(index.file_of(chunk), Wanted::Kind("callsite"))?;
        for site in calls.iter().filter(|site| (lines.start..=lines.end).contains(&site.line())).map(Glimpse::site) {
            if site.enclosing.is_none_or(|symbol| index.chunk_of(symbol) == Some(chunk)) {
                found.add(index, &site);
            }
        }
    }
    Ok(found)
}

/// The import statements of files.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn imports_of(index: &Index, files: &[FileId]) -> Result<Sites, IndexError> {
    let mut found = Sites::default();
    for file in files {
        index.wanted_sites(*file, Wanted::Kind("importStmt"))?.iter().for_each(|site| found.add(index, &site.site()));
    }
    Ok(found)
}

/// The files with gaps, by path.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn unparsed(index: &Index) -> Result<UnparsedFiles, IndexError> {
    let files = census::files_with_gaps(index)?;
    let listed = files.iter().take(MAX_LISTED).map(|file| index.path(*file).to_owned()).collect();
    Ok(UnparsedFiles { count: files.len() as u64, listed })
}

/// Places where a part that could not be read or parsed stands in a chunk that holds one of several names, but for chunks that `leave_out` names.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn gaps_with(index: &Index, names: &BTreeSet<String>, leave_out: &dyn Fn(ChunkId) -> bool) -> Result<Vec<String>, IndexError> {
    let gaps: BTreeSet<FileId> = census::files_with_gaps(index)?.into_iter().collect();
    if gaps.is_empty() {
        return Ok(Vec::new());
    }
    let chunks = holding(index, names)?.into_iter().filter(|chunk| gaps.contains(&index.file_of(*chunk)) && !leave_out(*chunk));
    let suspects: BTreeSet<ChunkId> = chunks.collect();
    let mut found = BTreeSet::new();
    // The table is read only where something may come of it.
    for problem in if suspects.is_empty() { &[] } else { index.problems()? } {
        let Some(file) = index.find_file(&problem.path) else { continue };
        if problem.byte_start == problem.byte_end {
            // A mark that is missing leaves no text out; a file that is no text, or too large, is left out whole.
            let is_whole = problem.code != codes::P_SYNTAX.name;
            found.extend(index.chunks_of(file).filter(|chunk| is_whole && suspects.contains(chunk)));
            continue;
        }
        let at = |byte: u32| around::chunk_at_byte(index, file, byte);
        let (Some(first), Some(last)) = (at(problem.byte_start), at(problem.byte_end.saturating_sub(1))) else { continue };
        found.extend(suspects.iter().filter(|chunk| (first..=last).contains(chunk)));
    }
    Ok(found.into_iter().map(|chunk| place_of(index, chunk)).collect())
}

/// Places of prose that hold one of several names.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn prose_with(index: &Index, names: &BTreeSet<String>) -> Result<Vec<String>, IndexError> {
    let chunks = holding(index, names)?.into_iter().filter(|chunk| index.files().is_class(index.file_of(*chunk), "prose"));
    Ok(chunks.map(|chunk| place_of(index, chunk)).collect())
}

/// Names without extension, in large letters, of texts about rights and people.
const RIGHTS: [&str; 9] = ["AUTHORS", "CODEOWNERS", "CONTRIBUTORS", "COPYING", "LICENCE", "LICENSE", "NOTICE", "PATENTS", "UNLICENSE"];

/// Files of prose that have a text here, and the paths of those that have none although they may be about the code. What is in no known language is of this
/// class too, for lack of a better word: by its name it is prose, or it is none.
pub fn prose(index: &Index) -> (u64, Vec<String>) {
    let (with, without): (Vec<FileId>, Vec<FileId>) =
        index.file_ids().filter(|file| index.files().is_class(*file, "prose")).partition(|file| index.chunks_of(*file).len() > 0);
    let bare = without.into_iter().map(|file| index.file(file)).filter(|file| file.bytes > 0 && is_prose(path::file_name(file.path)));
    (with.len() as u64, bare.map(|file| file.path.to_owned()).collect())
}

/// Whether a file is to be read by its name: by its ending, or with a capital and without one (`README`, `ChangeLog`), but not about rights and people.
fn is_prose(name: &str) -> bool {
    let is_ending = |end: &str| path::PROSE_ENDINGS.contains(&end.to_ascii_lowercase().as_str());
    let is_called = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase()) && !name.ends_with("file");
    name.rsplit_once('.').map_or_else(|| is_called(name), |(_, end)| is_ending(end)) && !RIGHTS.iter().any(|word| name.starts_with(word))
}

/// Chunks that hold one of several names as a word.
fn holding(index: &Index, names: &BTreeSet<String>) -> Result<BTreeSet<ChunkId>, IndexError> {
    let mut chunks = BTreeSet::new();
    for name in names {
        chunks.extend(index.postings(&terms::whole(name))?.take(MAX_POSTINGS).map(|it| it.chunk));
    }
    Ok(chunks)
}

/// The first of some places, and whether there are more.
pub fn places(listed: &[String]) -> String {
    let more = if listed.len() > MAX_NAMED { ", …" } else { "" };
    format!("{}{more}", listed[..listed.len().min(MAX_NAMED)].join(", "))
}

/// A number of things.
pub fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn place_of(index: &Index, chunk: ChunkId) -> String {
    format!("{}:{}", index.path(index.file_of(chunk)), index.chunks().lines(chunk).start)
}

/// Where a site stands.
pub fn place(index: &Index, site: &Site<'_>) -> String {
    format!("{}:{}", index.path(site.file), site.lines.start)
}

fn outward(index: &Index, site: &Site<'_>) -> String {
    format!("{} {}", place(index, site), site.reason.unwrap_or_default())
}
