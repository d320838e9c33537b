//! The certificate of an empty answer: what was searched, what could not be read, how the uses of the same names ended.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::candidate::Rule;
use super::context::{Absence, DoubtfulSites, ExternalSites, UnparsedFiles};
use super::filter;
use super::identity;
use super::meant;
use super::request::{Direction, EdgeType, PackRequest};
use super::sections::{self, SECTIONS, Section, Shape};
use super::seeds::Seed;
use crate::manifest::error::IndexError;
use crate::reader::census;
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, Direction as Way, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::sites::{Fate, Site};

/// Seeds whose names are looked for.
const MAX_NAMES: usize = 3;
/// Sites and files that are listed; all are counted.
const MAX_LISTED: usize = 10;

/// Tables that a search looks through.
const SEARCHED: [&str; 4] = ["chunk_meta", "files", "postings", "symbols"];

/// The section of each candidate, and whether it is shown there.
pub type Places = BTreeMap<ChunkId, (usize, bool)>;

/// Writes the certificates of one pack. Sites and problems are looked through once, and only if a section is empty.
pub struct Certifier<'a> {
    index: &'a Index,
    request: &'a PackRequest,
    seeds: &'a [Seed],
    places: Places,
    /// The simple names of the definitions that the best seeds show.
    names: BTreeSet<String>,
    looked_at: OnceCell<(NamedSites, UnparsedFiles)>,
}

/// How the sites of some names ended.
#[derive(Clone)]
struct NamedSites {
    doubtful: DoubtfulSites,
    external: ExternalSites,
    resolved: u64,
}

impl<'a> Certifier<'a> {
    /// Nothing is looked at yet.
    pub fn new(index: &'a Index, seeds: &'a [Seed], request: &'a PackRequest, places: Places) -> Self {
        Self { index, request, seeds, places, names: names(index, seeds), looked_at: OnceCell::new() }
    }

    /// What an empty section rests on, of whose candidates `known` were left out, `unfocused` of them for want of a word of the query; `None` for
    /// sections whose emptiness says nothing.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn certificate(&self, section: &Section, known: u64, unfocused: u64) -> Result<Option<Absence>, IndexError> {
        let (Some(statement), name) = (section.absence, section.name) else { return Ok(None) };
        let without_a_look = if !is_searched(section, self.request) {
            Some(format!("{name}: not searched, `expansion` leaves it out"))
        } else if known > 0 && unfocused == known {
            Some(format!("{name}: {known} are known, and none holds a word of the query: `related_mode` focus leaves them out"))
        } else if known > 0 {
            let held = if self.request.have.is_empty() { "" } else { " without being held already" };
            let without = if unfocused > 0 { format!("; {unfocused} of them hold no word of the query") } else { String::new() };
            Some(format!("{name}: {known} are known, and none fits the budgets and filters{held}{without}"))
        } else if self.names.is_empty() {
            Some(format!("{name}: no seed is a definition that could have any"))
        } else {
            None
        };
        if let Some(statement) = without_a_look {
            return Ok(Some(bare(self.index, section, statement)));
        }
        let listed = self.names.iter().cloned().collect::<Vec<_>>();
        let (sites, unparsed) = self.look()?.clone();
        let denied = || format!("{statement} of {}{}", listed.join(", "), self.reservation(section, &sites.external));
        let statement = self.elsewhere(section)?.unwrap_or_else(denied);
        let mut absence = with(bare(self.index, section, statement), sites);
        absence.unparsed_files = unparsed;
        absence.names = listed;
        for table in section.tables.iter().filter(|table| is_walked(**table, self.request)) {
            absence.searched.insert(table.artifact().name.to_owned(), self.index.edges(*table)?.len() as u64);
        }
        Ok(Some(absence))
    }

    /// What is known of the best seeds and belongs to another section, or to none: it must not count as absent. `None` where no row leads to them.
    fn elsewhere(&self, section: &Section) -> Result<Option<String>, IndexError> {
        let mut met: BTreeMap<String, BTreeSet<Option<ChunkId>>> = BTreeMap::new();
        for symbol in self.used()? {
            for table in section.tables.iter().filter(|table| !matches!(table, Table::Structure)) {
                for edge in self.index.edges(*table)?.of(self.index, Node::Symbol(symbol), Way::In).filter(|edge| edge.from != Node::Symbol(symbol)) {
                    if let Some((chunk, place)) = self.place(section, edge.from) {
                        met.entry(place).or_default().insert(chunk);
                    }
                }
            }
        }
        let places: Vec<String> = met.iter().map(|(place, chunks)| format!("{} {place}", chunks.len())).collect();
        // Others may bear the same simple name.
        let names: BTreeSet<&str> = definitions(self.seeds).map(|id| self.index.symbol(id).qualified_name).filter(|name| !name.is_empty()).collect();
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        Ok((!places.is_empty()).then(|| format!("{}: known of {names} are {}", section.name, places.join(", "))))
    }

    /// What is used where the definitions of the best seeds are.
    fn used(&self) -> Result<Vec<SymbolId>, IndexError> {
        let mut used = Vec::new();
        for symbol in definitions(self.seeds) {
            used.push(symbol);
            used.extend(meant::constructors(self.index, symbol)?);
        }
        Ok(used)
    }

    /// The chunk of a node that an edge leads from, and where it is to be found instead of a section; `None` for what the section does not lack.
    fn place(&self, section: &Section, node: Node<'_>) -> Option<(Option<ChunkId>, String)> {
        let (chunk, file) = match node {
            Node::Symbol(from) => (self.index.symbol(from).chunk, self.index.symbol(from).file),
            Node::File(file) => (self.index.chunks_of(file).next(), file),
            Node::Module(_) => return None,
        };
        let is_test = chunk.map_or_else(|| self.index.files().is_class(file, "test"), |chunk| sections::is_test(self.index, chunk, file));
        let of_tests = (section.admits)(Shape { rule: Rule::TestEdge, is_test: true, exports: false });
        // What is no test is none that a section of tests lacks.
        if of_tests && !is_test {
            return None;
        }
        let is_seed = self.seeds.iter().any(|seed| Some(seed.chunk) == chunk);
        let place = match chunk.and_then(|chunk| self.places.get(&chunk)) {
            _ if is_seed => "among the seeds".to_owned(),
            Some((section, true)) => format!("in the section {}", SECTIONS.get(*section).map_or("", |it| it.name)),
            Some((_, false)) => "left out for want of room".to_owned(),
            None if !filter::admits_file(&self.request.filters, self.index, file) => "left out by filters".to_owned(),
            None if is_test && !of_tests => "in tests".to_owned(),
            None => "left out for what little they say".to_owned(),
        };
        Some((chunk, place))
    }

    /// What a denial does not know: a call that is written for another package's method runs the one that stands in for it, and says nothing of it. A function
    /// is what is written, so only sites that lead to packages, where its own tree may be meant, say anything of it.
    fn reservation(&self, section: &Section, external: &ExternalSites) -> String {
        if !matches!(section.tables.first(), Some(Table::Call | Table::Usage)) {
            return String::new();
        }
        let is_method = definitions(self.seeds).any(|id| self.index.symbol(id).kind == "method");
        let count = if is_method { external.builtin + external.packages } else { external.packages };
        let (sites, runs) = match count {
            0 => return String::new(),
            1 => ("1 site of this name is".to_owned(), ", and runs what stands in for it"),
            _ => (format!("{count} sites of these names are"), ", and run what stands in for it"),
        };
        let first = external.listed.first().map_or("", String::as_str);
        let place = if count == 1 { first.to_owned() } else { format!("{first}, …") };
        format!("; {sites} taken for what is not of this tree ({place}){}", if is_method { runs } else { "" })
    }

    fn look(&self) -> Result<&(NamedSites, UnparsedFiles), IndexError> {
        if let Some(looked_at) = self.looked_at.get() {
            return Ok(looked_at);
        }
        let found = (named(self.index, &self.names)?, unparsed(self.index)?);
        Ok(self.looked_at.get_or_init(|| found))
    }
}

/// The certificate of a search that found nothing: what it looked through, and what uses the words without a definition to show for it.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn of_search(index: &Index, names: &BTreeSet<String>, statement: String) -> Result<Absence, IndexError> {
    let tables = SEARCHED.iter().filter_map(|name| Some((*name, index.manifest().artifacts.get(*name)?)));
    let absence = Absence {
        names: names.iter().cloned().collect(),
        searched: tables.map(|(name, table)| (name.to_owned(), table.rows)).collect(),
        unparsed_files: unparsed(index)?,
        ..over(index, &SEARCHED, statement)
    };
    Ok(with(absence, named(index, names)?))
}

fn with(absence: Absence, sites: NamedSites) -> Absence {
    Absence { doubtful_sites: sites.doubtful, external_sites: sites.external, resolved_sites: sites.resolved, ..absence }
}

fn bare(index: &Index, section: &Section, statement: String) -> Absence {
    let names: Vec<&str> = section.tables.iter().map(|table| table.artifact().name).collect();
    over(index, &names, statement)
}

fn over(index: &Index, tables: &[&str], statement: String) -> Absence {
    let manifest = index.manifest();
    let lists = tables.iter().filter_map(|name| manifest.artifacts.get(*name)).map(|table| table.list.as_str());
    let scope = identity::digest(std::iter::once(manifest.source_signature.as_str()).chain(lists));
    Absence {
        doubtful_sites: DoubtfulSites::default(),
        external_sites: ExternalSites::default(),
        names: Vec::new(),
        resolved_sites: 0,
        scope,
        searched: BTreeMap::new(),
        statement,
        unparsed_files: UnparsedFiles::default(),
    }
}

/// Whether the request's expansion walks what a section holds.
fn is_searched(section: &Section, request: &PackRequest) -> bool {
    let expansion = &request.expansion;
    let walks = |edge_type: EdgeType| expansion.edge_types.contains(&edge_type) && expansion.max_hops > 0;
    match section.tables.first() {
        Some(Table::Call) => walks(EdgeType::Call) && expansion.direction != Direction::Out,
        Some(Table::Usage) => walks(EdgeType::Usage) || walks(EdgeType::Import),
        // Tests are told by links of their own; those at a distance, by calls.
        _ => expansion.max_hops > 0,
    }
}

/// Whether the request's expansion walks the edges of a table, as far as it chooses among tables.
fn is_walked(table: Table, request: &PackRequest) -> bool {
    let edge_types = &request.expansion.edge_types;
    match table {
        Table::Call => edge_types.contains(&EdgeType::Call),
        Table::Usage => edge_types.contains(&EdgeType::Usage),
        Table::Import => edge_types.contains(&EdgeType::Import),
        _ => true,
    }
}

/// The definitions that the best seeds show.
fn definitions(seeds: &[Seed]) -> impl Iterator<Item = SymbolId> {
    seeds.iter().filter_map(|seed| seed.symbol).take(MAX_NAMES)
}

fn names(index: &Index, seeds: &[Seed]) -> BTreeSet<String> {
    definitions(seeds).map(|id| index.symbol(id).name.to_owned()).filter(|name| !name.is_empty()).collect()
}

fn named(index: &Index, names: &BTreeSet<String>) -> Result<NamedSites, IndexError> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let place = |site: &Site<'_>| format!("{}:{}", index.path(site.file), site.lines.start);
    let mut doubtful = DoubtfulSites::default();
    for site in census::doubtful_sites(index, &names)? {
        *doubtful.counts.entry(site.outcome.to_owned()).or_insert(0) += 1;
        if doubtful.listed.len() < MAX_LISTED {
            doubtful.listed.push(place(&site));
        }
    }
    let count = |fate| index.count_sites(&names, fate);
    let mut external = ExternalSites { builtin: count(Fate::Builtin)?, packages: count(Fate::Outward)?, listed: Vec::new() };
    for fate in [Fate::Outward, Fate::Builtin] {
        let first = index.sites_named(&names, fate, MAX_LISTED - external.listed.len())?;
        external.listed.extend(first.iter().map(|site| format!("{} {}", place(site), site.reason.unwrap_or_default())));
    }
    Ok(NamedSites { doubtful, external, resolved: count(Fate::Resolved)? })
}

fn unparsed(index: &Index) -> Result<UnparsedFiles, IndexError> {
    let files = census::files_with_gaps(index)?;
    let listed = files.iter().take(MAX_LISTED).map(|file| index.path(*file).to_owned()).collect();
    Ok(UnparsedFiles { count: files.len() as u64, listed })
}
