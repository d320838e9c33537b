//! The judgment: edges and sites on changed lines, and what hangs on what changed.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Changed, Dependencies, Finding, FindingKind, Review};
use super::seen::Seen;
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;
use crate::reader::census;
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::sites::{Glimpse, Site};

/// Findings that are listed; all are counted.
const MAX_LISTED: usize = 200;
/// Places of the other end that one finding lists.
const MAX_PLACES: usize = 5;
/// Edges of one definition that are read.
const MAX_EDGES: usize = 2_000;
/// Why a site is unresolved where the name is nowhere it could be; other reasons say that nobody knows where to look.
const MADE_UP: &[&str] = &["import-not-found", "no-such-member", "no-such-module", "receiver-undefined", "unbound-name"];
/// Why a site is unresolved whose receiver or module is known, and has no such name.
const LACKING: &[&str] = &["import-not-found", "no-such-member"];
/// Languages in which it was measured against compilers that names that lead nowhere are nowhere; of others what is in scope is known in part alone.
const NAMES_KNOWN: &[&str] = &["c", "cpp", "go", "java", "javascript", "python", "rust", "svelte", "tsx", "typescript", "vue"];
/// Tables whose edges are dependencies between definitions.
const TABLES: &[Table] = &[Table::Call, Table::Usage, Table::Structure];

/// A changed file.
#[derive(Clone, Debug, Default)]
pub struct ChangedFile {
    /// Lines of the file as it is that changed, from 1.
    pub touched: BTreeSet<u32>,
    /// Lines of the file as it was that are gone.
    pub removed: u64,
    /// What it defined before, by qualified name, with heads; `None` where that is not known.
    pub before: Option<BTreeMap<String, String>>,
    /// It is not what was indexed.
    pub stale: bool,
}

/// What is judged: changed files by path; those that are gone have no touched line.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub source: String,
    pub files: BTreeMap<String, ChangedFile>,
}

/// The review of a change, with what its author was shown.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn judge(index: &Index, change: &Change, seen: Option<&Seen>) -> Result<Review, IndexError> {
    let mut judge = Judge {
        index,
        change,
        seen,
        files: BTreeMap::new(),
        findings: BTreeSet::new(),
        gone: BTreeSet::new(),
        needed: BTreeMap::new(),
        not_judged: BTreeSet::new(),
    };
    judge.files = change.files.iter().filter(|(_, it)| !it.stale).filter_map(|(path, it)| Some((index.find_file(path)?, it))).collect();
    let known: Vec<(FileId, &ChangedFile)> = judge.files.iter().map(|(file, it)| (*file, *it)).collect();
    let mut definitions = 0;
    for (file, changed) in known {
        definitions += index.symbols_of(file).filter(|it| touches(changed, it.lines.start, it.lines.end)).count() as u64;
        judge.dependencies(file, changed)?;
        judge.unknown_names(file, changed)?;
        judge.untouched_users(file, changed)?;
    }
    judge.removed()?;
    let dependencies = judge.missing();
    let mut counts = BTreeMap::new();
    judge.findings.iter().for_each(|finding| *counts.entry(finding.kind.word().to_owned()).or_insert(0) += 1);
    Ok(Review {
        changed: Changed {
            definitions,
            files: change.files.len() as u64,
            lines: change.files.values().map(|it| it.touched.len() as u64).sum(),
            removed_definitions: judge.gone.len() as u64,
            removed_lines: change.files.values().map(|it| it.removed).sum(),
        },
        counts,
        dependencies,
        findings_left: judge.findings.len().saturating_sub(MAX_LISTED) as u64,
        findings: judge.findings.into_iter().take(MAX_LISTED).collect(),
        index_signature: index.manifest().index_signature.clone(),
        names_not_judged: judge.not_judged.into_iter().collect(),
        pack_id: seen.and_then(|it| it.pack_id.clone()),
        source: change.source.clone(),
        stale: change.files.iter().filter(|(_, it)| it.stale).map(|(path, _)| path.clone()).collect(),
    })
}

fn touches(changed: &ChangedFile, start: u32, end: u32) -> bool {
    changed.touched.range(start..=end.max(start)).next().is_some()
}

struct Judge<'a> {
    index: &'a Index,
    change: &'a Change,
    seen: Option<&'a Seen>,
    files: BTreeMap<FileId, &'a ChangedFile>,
    findings: BTreeSet<Finding>,
    /// Qualified names of definitions that no changed file has any longer.
    gone: BTreeSet<&'a str>,
    /// Definitions that changed lines rest on, with the first such line.
    needed: BTreeMap<SymbolId, (FileId, u32)>,
    /// Changed files in whose languages unknown names tell nothing.
    not_judged: BTreeSet<String>,
}

impl<'a> Judge<'a> {
    /// Whether a line of a file changed.
    fn is_touched(&self, file: FileId, line: u32) -> bool {
        self.files.get(&file).is_some_and(|it| it.touched.contains(&line))
    }

    /// The line that an edge stands at.
    fn line(&self, edge: &Edge<'a>) -> Result<Option<u32>, IndexError> {
        Ok(self.index.site_of(edge)?.map(|site| site.lines.start))
    }

    /// What the changed lines of a file call, use, extend and implement outside of themselves.
    fn dependencies(&mut self, file: FileId, changed: &ChangedFile) -> Result<(), IndexError> {
        let nodes = self.index.symbols_of(file).filter(|it| touches(changed, it.lines.start, it.lines.end)).map(|it| Node::Symbol(it.id));
        for node in nodes.chain([Node::File(file)]) {
            for edge in self.index.edges_of(node, Direction::Out, TABLES)?.take(MAX_EDGES) {
                let Node::Symbol(target) = edge.to else { continue };
                let depends = edge.counts() && !matches!(edge.edge_type, "contains" | "defines" | "tests");
                let Some(line) = self.line(&edge)?.filter(|line| depends && self.is_touched(edge.file, *line)) else { continue };
                let symbol = self.index.symbol(target);
                if self.is_touched(symbol.file, symbol.name_line) {
                    continue;
                }
                let first = self.needed.entry(target).or_insert((edge.file, line));
                *first = (*first).min((edge.file, line));
            }
        }
        Ok(())
    }

    /// Names on changed lines that nothing defines.
    fn unknown_names(&mut self, file: FileId, changed: &ChangedFile) -> Result<(), IndexError> {
        let language = self.index.files().language(file).unwrap_or_default();
        if !NAMES_KNOWN.contains(&language) {
            let has_sites = !self.index.sites_of(file, |site: &Glimpse<'_>| changed.touched.contains(&site.line()))?.is_empty();
            self.not_judged.extend(has_sites.then(|| self.index.path(file).to_owned()));
            return Ok(());
        }
        let on_changed = |site: &Glimpse<'_>| site.has_outcome("unresolved") && changed.touched.contains(&site.line());
        for site in self.index.sites_of(file, on_changed)? {
            let reason = site.reason.unwrap_or("unresolved");
            if !MADE_UP.contains(&reason) {
                continue;
            }
            // What the repository already used and nobody could resolve either is no invention of this change.
            let used_before = census::doubtful_sites(self.index, &[site.name])?.iter().any(|it| !self.is_touched(it.file, it.lines.start));
            if !used_before {
                let message = format!("nothing that is known is called `{}` ({reason})", site.name);
                self.find(FindingKind::UnknownName, file, site.lines.start, site.name, &BTreeSet::new(), None, message);
            }
        }
        Ok(())
    }

    /// Users of definitions whose head changed, as far as they stand on lines that did not.
    fn untouched_users(&mut self, file: FileId, changed: &ChangedFile) -> Result<(), IndexError> {
        let Some(before) = &changed.before else { return Ok(()) };
        let index = self.index;
        for symbol in index.symbols_of(file) {
            let head = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let Some(old) = before.get(symbol.qualified_name).filter(|old| head(old) != head(symbol.signature)) else { continue };
            // Several definitions of one name cannot be told apart by it.
            if old.is_empty() || index.symbols_of(file).filter(|it| it.qualified_name == symbol.qualified_name).count() > 1 {
                continue;
            }
            let mut places = BTreeSet::new();
            for edge in index.edges_of(Node::Symbol(symbol.id), Direction::In, &[Table::Call, Table::Usage])?.take(MAX_EDGES) {
                if edge.counts()
                    && let Some(line) = self.line(&edge)?.filter(|line| !self.is_touched(edge.file, *line))
                {
                    places.insert((index.path(edge.file), line));
                }
            }
            if !places.is_empty() {
                let message = format!("the head of `{}` changed; {} places that use it did not", symbol.qualified_name, places.len());
                let (line, name, id) = (symbol.name_line, symbol.qualified_name, Some(symbol.id));
                self.find(FindingKind::UntouchedUser, file, line, name, &places, id, message);
            }
        }
        Ok(())
    }

    /// Definitions that are gone, by simple name, where somebody still uses one.
    fn removed(&mut self) -> Result<(), IndexError> {
        for (path, changed) in self.change.files.iter().filter(|(_, it)| !it.stale) {
            let file = self.index.find_file(path);
            // Nothing is known of what stands in it: a tool wrote it, say.
            if file.is_some_and(|file| !self.index.file(file).in_graph) {
                self.not_judged.insert(path.clone());
                continue;
            }
            let stands = |name: &str| file.is_some_and(|file| self.index.symbols_of(file).any(|it| it.qualified_name == name));
            let gone: Vec<&'a String> = changed.before.iter().flatten().map(|(name, _)| name).filter(|name| !stands(name)).collect();
            for name in gone {
                // What moved to another changed file is not gone.
                let moved = || self.files.keys().any(|file| self.index.symbols_of(*file).any(|it| it.qualified_name == name));
                if !self.gone.contains(name.as_str()) && !moved() {
                    self.gone.insert(name);
                }
                let simple = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
                if simple.is_empty() {
                    continue;
                }
                // Where another definition is called so as well it may be meant, but for places that name whose they mean, and that has none.
                let is_shared = self.index.symbols_named(simple).next().is_some();
                let uses_it =
                    |it: &&Site<'_>| it.outcome == "unresolved" && (!is_shared || it.reason.is_some_and(|reason| LACKING.contains(&reason)));
                let sites = census::doubtful_sites(self.index, &[simple])?;
                let users: BTreeSet<(&str, u32)> = sites.iter().filter(uses_it).map(|it| (self.index.path(it.file), it.lines.start)).collect();
                if !users.is_empty() {
                    let message = format!("`{name}` is gone; {} places still use the name", users.len());
                    let finding = Finding {
                        kind: FindingKind::RemovedInUse,
                        file_rel_path: path.clone(),
                        line: 1,
                        name: name.clone(),
                        places: listed(&users),
                        places_left: left(&users),
                        symbol_id: None,
                        message,
                    };
                    self.findings.insert(finding);
                }
            }
        }
        Ok(())
    }

    /// Finds what the pack did not show of what is needed.
    fn missing(&mut self) -> Dependencies {
        let all = self.needed.len() as u64;
        let Some(seen) = self.seen else { return Dependencies { all, shown: None } };
        let needed = std::mem::take(&mut self.needed);
        let mut shown = 0u64;
        for (target, (file, line)) in needed {
            let symbol = self.index.symbol(target);
            if seen.shows(self.index, target, self.files.contains_key(&symbol.file)) {
                shown += 1;
                continue;
            }
            let place = BTreeSet::from([(self.index.path(symbol.file), symbol.name_line)]);
            let message = format!("the change rests on `{}`, which the pack did not show", symbol.qualified_name);
            self.find(FindingKind::MissingDependency, file, line, symbol.qualified_name, &place, Some(target), message);
        }
        let part = (shown * 1_000_000).checked_div(all).and_then(|part| u32::try_from(part).ok());
        Dependencies { all, shown: part.map(Millionths) }
    }

    #[expect(clippy::too_many_arguments, reason = "a finding has as many parts, and this is where they are put together")]
    fn find(
        &mut self,
        kind: FindingKind,
        file: FileId,
        line: u32,
        name: &str,
        places: &BTreeSet<(&str, u32)>,
        symbol: Option<SymbolId>,
        message: String,
    ) {
        let finding = Finding {
            kind,
            file_rel_path: self.index.path(file).to_owned(),
            line,
            name: name.to_owned(),
            places: listed(places),
            places_left: left(places),
            symbol_id: symbol.map(|id| self.index.symbol(id).symbol_id.to_owned()),
            message,
        };
        self.findings.insert(finding);
    }
}

/// The first places, as `path:line`.
fn listed(places: &BTreeSet<(&str, u32)>) -> Vec<String> {
    places.iter().take(MAX_PLACES).map(|(path, line)| format!("{path}:{line}")).collect()
}

/// How many places are not listed.
fn left(places: &BTreeSet<(&str, u32)>) -> u64 {
    places.len().saturating_sub(MAX_PLACES) as u64
}
