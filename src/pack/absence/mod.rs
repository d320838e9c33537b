//! The certificate of an empty answer: whether it means that there is none, what that rests on, and what could not be told.

mod grounds;
mod others;
pub mod proof;
mod reached;
mod unnamed;
mod words;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::candidate::{Rule, score};
use super::context::{Absence, DoubtfulSites, ExternalSites, UnparsedFiles, Verdict, identity};
use super::request::{Direction, EdgeType, PackRequest, SeedMode, Strictness, filter};
use super::sections::{self, Proof, SECTIONS, Section, Shape};
use super::seeds::{Seed, meant};
use crate::manifest::error::IndexError;
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{ChunkId, Direction as Way, FileId, Node, SymbolId};
use crate::reader::index::Index;
use grounds::Grounds;
use proof::{Sites, counted, places};

/// Seeds whose names are looked for, and that are looked into.
const MAX_NAMES: usize = 3;
/// Edges of one definition or file that are looked at.
const MAX_EDGES: usize = 2_000;

/// Tables that a search looks through.
const SEARCHED: [&str; 4] = ["chunk_meta", "files", "postings", "symbols"];

/// The section of each candidate, and whether it is shown there.
pub type Places = BTreeMap<ChunkId, (usize, bool)>;

/// What became of the candidates of an empty section.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    pub all: u64,
    /// Of them, those that hold no word of the query where that is asked for.
    pub unfocused: u64,
}

/// Writes the certificates of one pack. Sites and problems are looked through once, and only if a section is empty.
pub struct Certifier<'a> {
    index: &'a Index,
    request: &'a PackRequest,
    seeds: &'a [Seed],
    places: Places,
    /// The simple names of the definitions that the best seeds show.
    names: BTreeSet<String>,
    looked_at: OnceCell<(Sites, UnparsedFiles)>,
}

/// A statement and what it means.
type Told = (String, Verdict);

impl<'a> Certifier<'a> {
    /// Nothing is looked at yet.
    pub fn new(index: &'a Index, seeds: &'a [Seed], request: &'a PackRequest, places: Places) -> Self {
        Self { index, request, seeds, places, names: names(index, seeds), looked_at: OnceCell::new() }
    }

    /// What an empty section rests on. `nothing` is why there is no seed at all, and what that means.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn certificate(&self, section: &Section, known: Known, nothing: Option<(&str, Verdict)>) -> Result<Absence, IndexError> {
        if let Some((statement, verdict)) = self.without_a_look(section, known, nothing)? {
            return Ok(Absence { statement, verdict, ..bare(self.index, section) });
        }
        let (sites, names) = match section.lack.proof {
            Proof::Uses | Proof::Mentions => (self.look()?.0.clone(), self.names.iter().cloned().collect()),
            Proof::Calls => (proof::calls_in(self.index, self.seeds.iter().take(MAX_NAMES))?, self.titles()),
            Proof::Imports => (proof::imports_of(self.index, &self.files())?, self.paths()),
            Proof::Rows => (Sites::default(), self.titles()),
        };
        let reached = || if section.name == "tests" { self.reached() } else { Ok(None) };
        let (statement, verdict) = match self.elsewhere(section)?.map_or_else(reached, |it| Ok(Some(it)))? {
            Some(statement) => (statement, Verdict::Elsewhere),
            None => self.denial(section, &sites)?,
        };
        let unparsed_files = if section.lack.proof == Proof::Rows { UnparsedFiles::default() } else { self.look()?.1.clone() };
        let mut absence = with(Absence { names, statement, unparsed_files, verdict, ..bare(self.index, section) }, sites);
        for table in section.tables.iter().filter(|table| is_walked(**table, self.request)) {
            absence.searched.insert(table.artifact().name.to_owned(), self.index.edges(*table)?.len() as u64);
        }
        Ok(absence)
    }

    /// What is said of a section without a look at sites: nobody searched, or what is known is left out.
    fn without_a_look(&self, section: &Section, known: Known, nothing: Option<(&str, Verdict)>) -> Result<Option<Told>, IndexError> {
        let (name, count) = (section.name, known.all);
        if let Some((reason, verdict)) = nothing.filter(|_| self.seeds.is_empty()) {
            return Ok(Some((format!("{name}: none, because {reason}"), verdict)));
        }
        if !is_searched(section, self.request) {
            return Ok(Some((format!("{name}: not searched, {}", asked_for(section)), Verdict::NotSearched)));
        }
        if count > 0 && known.unfocused == count {
            let statement = format!("{name}: {count} are known, and none holds a word of the query: `related_mode` focus leaves them out");
            return Ok(Some((statement, Verdict::LeftOut)));
        }
        let waits = || self.places.values().any(|(at, _)| SECTIONS.get(*at).is_some_and(|it| it.name == name));
        if count > 0 && known.unfocused == 0 && self.request.have.is_empty() && !waits() {
            let (and, verdict) = if self.request.strictness == Strictness::Strict && self.request.expansion.require_evidence {
                ("all of them lack the evidence that is asked for, or stand in other items", Verdict::LeftOut)
            } else {
                ("other items show them, or there is no word in them", Verdict::Elsewhere)
            };
            return Ok(Some((format!("{name}: {count} are known, and {and}"), verdict)));
        }
        if count > 0 {
            let held = if self.request.have.is_empty() { "" } else { " without being held already" };
            let without = if known.unfocused > 0 { format!("; {} of them hold no word of the query", known.unfocused) } else { String::new() };
            let statement = format!("{name}: {count} are known, and none fits the budgets and filters{held}{without}");
            return Ok(Some((statement, Verdict::LeftOut)));
        }
        let wants_definition = !matches!(section.lack.proof, Proof::Imports | Proof::Rows);
        if wants_definition && self.names.is_empty() {
            let calls = if section.lack.proof == Proof::Calls { proof::calls_in(self.index, self.seeds.iter().take(MAX_NAMES))?.all() } else { 0 };
            // What stands between definitions may call something, and edges of files are not walked for it.
            return Ok(Some(if calls > 0 {
                (format!("{name}: no seed is a definition; {} in them are not followed", counted(calls, "call")), Verdict::NotSearched)
            } else {
                (format!("{name}: no seed is a definition that could have any"), Verdict::None)
            }));
        }
        Ok(None)
    }

    /// That nothing is known, what that rests on, and what could prove it wrong.
    fn denial(&self, section: &Section, sites: &Sites) -> Result<Told, IndexError> {
        let statement = section.lack.statement;
        let Grounds { of, doubts, proven } = self.grounds(section, sites)?;
        let join = if section.lack.proof == Proof::Rows { " " } else { " of " };
        let of = if of.is_empty() { "what was found".to_owned() } else { of };
        let denied = format!("{statement}{join}{of}");
        Ok(match (doubts.is_empty(), proven.is_empty()) {
            (true, true) => (denied, Verdict::None),
            (true, false) => (format!("{denied}: {proven}"), Verdict::None),
            (false, _) => (format!("{denied}; {}", doubts.join("; ")), Verdict::Unknown),
        })
    }

    /// Sites that nobody could resolve.
    fn in_doubt(&self, sites: &Sites, what: &str, of: &str) -> Option<String> {
        let count = sites.doubtful.counts.values().sum::<u64>();
        let whose = match (of, self.names.len()) {
            ("of", 1) => "of this name",
            ("of", _) => "of these names",
            _ => "in it",
        };
        let be = if count == 1 { "is" } else { "are" };
        (count > 0).then(|| format!("{} {whose} {be} in doubt ({})", counted(count, what), places(&sites.doubtful.listed)))
    }

    /// Uses of what is called that are no calls as rows know them: a value that is handed on, or what stands in the tokens of a macro, may be run.
    fn may_be_run(&self, section: &Section) -> Result<Option<String>, IndexError> {
        if !matches!(section.name, "callers" | "tests") {
            return Ok(None);
        }
        let mut found = BTreeSet::new();
        for symbol in self.used()? {
            for edge in self.index.edges(Table::Usage)?.of(self.index, Node::Symbol(symbol), Way::In).take(MAX_EDGES) {
                let (Some(site), true) = (self.index.site_of(&edge)?, edge.from != Node::Symbol(symbol)) else { continue };
                if matches!(site.role, "call" | "read" | "decorator") && (section.name == "callers" || self.is_of_test(edge.from)) {
                    found.insert((site.file, site.lines.start));
                }
            }
        }
        let listed: Vec<String> = found.iter().map(|(file, line)| format!("{}:{line}", self.index.path(*file))).collect();
        Ok((!listed.is_empty()).then(|| format!("{} beside calls may run it ({})", counted(listed.len() as u64, "use"), places(&listed))))
    }

    /// Why the definitions of the best seeds may be used without being named.
    fn unnamed(&self, section: &Section) -> Result<Option<String>, IndexError> {
        for symbol in definitions(self.seeds) {
            if let Some(doubt) = unnamed::doubt(self.index, symbol, section.name, &|node| self.is_of_test(node))? {
                return Ok(Some(doubt));
            }
        }
        Ok(None)
    }

    /// What is known of the best seeds and belongs to another section, or to none: it must not count as absent. `None` where no row leads to them.
    fn elsewhere(&self, section: &Section) -> Result<Option<String>, IndexError> {
        let (nodes, way) = match section.lack.proof {
            Proof::Uses if section.name == "exports" => (self.files().into_iter().map(Node::File).collect(), Way::In),
            Proof::Uses => (self.used()?.into_iter().map(Node::Symbol).collect(), Way::In),
            Proof::Calls => (definitions(self.seeds).map(Node::Symbol).collect(), Way::Out),
            Proof::Imports => (self.files().into_iter().map(Node::File).collect::<Vec<_>>(), Way::Out),
            Proof::Mentions | Proof::Rows => return Ok(None),
        };
        let mut nodes: Vec<(Node<'_>, Option<String>)> = nodes.into_iter().map(|node| (node, None)).collect();
        if way == Way::In && section.name != "exports" {
            // Who uses a declaration uses what it declares.
            let twins = definitions(self.seeds).flat_map(|id| others::twins(self.index, &self.index.symbol(id)));
            nodes.extend(twins.map(|it| (Node::Symbol(it.id), Some(format!("of it in {}", self.index.path(it.file))))));
        }
        let mut met: BTreeMap<String, BTreeSet<Option<ChunkId>>> = BTreeMap::new();
        for (node, twin) in nodes {
            for table in section.tables.iter().filter(|table| !matches!(table, Table::Structure)) {
                let edges = self.index.edges(*table)?.of(self.index, node, way).filter(|edge| edge.other(way) != node);
                let is_walked = is_walked(*table, self.request);
                for (chunk, place) in edges.take(MAX_EDGES).filter_map(|edge: Edge<'_>| self.place(section, edge.other(way), is_walked)) {
                    let is_shown = chunk.is_some_and(|chunk| self.places.contains_key(&chunk));
                    met.entry(twin.clone().filter(|_| !is_shown).unwrap_or(place)).or_default().insert(chunk);
                }
            }
        }
        let places: Vec<String> = met.iter().map(|(place, chunks)| format!("{} {place}", chunks.len())).collect();
        // Others may bear the same simple name.
        let of = if matches!(section.lack.proof, Proof::Imports) || section.name == "exports" { self.paths() } else { self.titles() };
        Ok((!places.is_empty()).then(|| format!("{}: known of {} are {}", section.name, of.join(", "), places.join(", "))))
    }

    /// Tests that reach the definitions of the best seeds without naming them, or else what tests import of them.
    fn reached(&self) -> Result<Option<String>, IndexError> {
        let used = self.used()?;
        let mut told = reached::told(self.index, &used, &|node| self.is_of_test(node))?;
        if told.is_none() {
            told = reached::imported(self.index, &used)?;
        }
        Ok(told.map(|told| format!("tests of {}: {told}", self.titles().join(", "))))
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

    fn chunk_and_file(&self, node: Node<'_>) -> Option<(Option<ChunkId>, FileId)> {
        match node {
            Node::Symbol(from) => Some((self.index.symbols().chunk_of(from), self.index.symbols().file_of(from))),
            Node::File(file) => Some((self.index.chunks_of(file).next(), file)),
            Node::Module(_) => None,
        }
    }

    fn is_of_test(&self, node: Node<'_>) -> bool {
        self.chunk_and_file(node).is_some_and(|(chunk, file)| {
            chunk.map_or_else(|| self.index.files().is_class(file, "test"), |chunk| sections::is_test(self.index, chunk, file))
        })
    }

    /// The chunk of a node that an edge leads to, and where it is to be found instead of a section; `None` for what the section does not lack.
    fn place(&self, section: &Section, node: Node<'_>, is_walked: bool) -> Option<(Option<ChunkId>, String)> {
        let (chunk, file) = self.chunk_and_file(node)?;
        let is_test = self.is_of_test(node);
        let of_tests = (section.admits)(Shape { rule: Rule::TestEdge, is_test: true, exports: false });
        // What is no test is none that a section of tests lacks.
        if of_tests && !is_test {
            return None;
        }
        let is_seed = self.seeds.iter().any(|seed| Some(seed.chunk) == chunk);
        let tells_tests = section.lack.proof == Proof::Uses && !of_tests;
        let place = match chunk.and_then(|chunk| self.places.get(&chunk)) {
            _ if is_seed => "among the seeds".to_owned(),
            Some((section, true)) => format!("in the section {}", SECTIONS.get(*section).map_or("", |it| it.name)),
            Some((_, false)) => "left out for want of room".to_owned(),
            None if !filter::admits_file(&self.request.filters, self.index, file) => "left out by filters".to_owned(),
            None if !is_walked => "left out by `expansion`".to_owned(),
            None if section.lack.proof == Proof::Imports => "named by no seed".to_owned(),
            None if is_test && tells_tests => "in tests".to_owned(),
            None => "left out for what little they say".to_owned(),
        };
        Some((chunk, place))
    }

    /// What a denial does not know: a call that is written for another package's method runs the one that stands in for it, and says nothing of it. A function
    /// is what is written, so only sites that lead to packages, where its own tree may be meant, say anything of it.
    fn reservation(&self, section: &Section, external: &ExternalSites) -> Option<String> {
        if !matches!(section.tables.first(), Some(Table::Call | Table::Usage)) {
            return None;
        }
        let is_method = definitions(self.seeds).any(|id| self.index.symbols().kind(id) == "method");
        let count = if is_method { external.builtin + external.packages } else { external.packages };
        let (sites, runs) = match count {
            0 => return None,
            1 => ("1 site of this name is".to_owned(), ", and runs what stands in for it"),
            _ => (format!("{count} sites of these names are"), ", and run what stands in for it"),
        };
        let first = external.listed.first().map_or("", String::as_str);
        let place = if count == 1 { first.to_owned() } else { format!("{first}, …") };
        Some(format!("{sites} taken for what is not of this tree ({place}){}", if is_method { runs } else { "" }))
    }

    fn look(&self) -> Result<&(Sites, UnparsedFiles), IndexError> {
        if let Some(looked_at) = self.looked_at.get() {
            return Ok(looked_at);
        }
        let found = (proof::named(self.index, &self.names)?, proof::unparsed(self.index)?);
        Ok(self.looked_at.get_or_init(|| found))
    }

    /// The chunks of the best seeds.
    fn chunks(&self) -> Vec<ChunkId> {
        self.seeds.iter().take(MAX_NAMES).map(|seed| seed.chunk).collect()
    }

    /// Their files, each once.
    fn files(&self) -> Vec<FileId> {
        let mut files: Vec<FileId> = self.chunks().into_iter().map(|chunk| self.index.file_of(chunk)).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    fn paths(&self) -> Vec<String> {
        self.files().into_iter().map(|file| self.index.path(file).to_owned()).collect()
    }

    /// The full names of the definitions of the best seeds.
    fn titles(&self) -> Vec<String> {
        let names: BTreeSet<&str> = definitions(self.seeds).map(|id| self.index.symbol(id).qualified_name).filter(|name| !name.is_empty()).collect();
        names.into_iter().map(str::to_owned).collect()
    }
}

/// What it rests on that nothing is known of a section for one definition; `None` for one without a chunk.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn of_definition(index: &Index, id: SymbolId, section: &str) -> Result<Option<Absence>, IndexError> {
    let (Some(chunk), Some(section)) = (index.chunk_of(id), SECTIONS.iter().find(|it| it.name == section)) else { return Ok(None) };
    let seed = Seed { chunk, symbol: Some(id), rule: Rule::Focus, score: score::ONE, scores: BTreeMap::new(), strong: true };
    let (request, seeds) = (PackRequest::default(), [seed]);
    Certifier::new(index, &seeds, &request, Places::new()).certificate(section, Known::default(), None).map(Some)
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
        statement,
        unparsed_files: proof::unparsed(index)?,
        verdict: Verdict::None,
        ..over(index, &SEARCHED)
    };
    Ok(with(absence, proof::named(index, names)?))
}

fn with(absence: Absence, sites: Sites) -> Absence {
    Absence { doubtful_sites: sites.doubtful, external_sites: sites.external, resolved_sites: sites.resolved, ..absence }
}

fn bare(index: &Index, section: &Section) -> Absence {
    let names: Vec<&str> = section.tables.iter().map(|table| table.artifact().name).collect();
    over(index, &names)
}

/// A certificate over some tables that says nothing yet.
pub fn over(index: &Index, tables: &[&str]) -> Absence {
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
        statement: String::new(),
        unparsed_files: UnparsedFiles::default(),
        verdict: Verdict::Unknown,
    }
}

/// Whether the request's expansion walks what a section holds.
fn is_searched(section: &Section, request: &PackRequest) -> bool {
    let expansion = &request.expansion;
    let walks = |edge_type: EdgeType| expansion.edge_types.contains(&edge_type) && expansion.max_hops > 0;
    match (section.name, section.lack.proof) {
        ("seeds", _) => true,
        ("callers", _) => walks(EdgeType::Call) && expansion.direction != Direction::Out,
        ("callees", _) => walks(EdgeType::Call) && expansion.direction != Direction::In,
        ("usages", _) => (walks(EdgeType::Usage) || walks(EdgeType::Import)) && expansion.direction != Direction::Out,
        ("imports", _) => walks(EdgeType::Import) && expansion.direction != Direction::In,
        ("exports", _) => walks(EdgeType::Export) || (expansion.include_exports && walks(EdgeType::Import)),
        ("dataflow", _) => walks(EdgeType::Dataflow),
        (_, Proof::Mentions) => request.seed_mode != SeedMode::Code && expansion.max_hops > 0,
        // Tests are told by links of their own; those at a distance, by calls.
        _ => expansion.max_hops > 0,
    }
}

/// What would have to be asked for.
fn asked_for(section: &Section) -> &'static str {
    match section.name {
        "docs" => "`expansion` or `seedMode` leaves it out",
        _ => "`expansion` leaves it out",
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
    definitions(seeds).map(|id| index.symbols().simple_name(id).to_owned()).filter(|name| !name.is_empty()).collect()
}
