//! Rows of sites and of the six edge tables.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::definitions::Defined;
use super::edge_rules::{ARGUMENT_FLOW, EXTENSION, EdgeRule, MACRO_EXPANSION, METHOD_SET, SYNTAX, TEST_IMPORT, TEST_NAME};
use super::nodes::Nodes;
use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::Artifact;
use crate::artifacts::edges::{self, Edge};
use crate::artifacts::sites::{self, SiteRow};
use crate::base::ids::evidence_id;
use crate::base::span::{ByteSpan, LineMap};
use crate::link::identity::file_id;
use crate::link::outcome::rules::Rule;
use crate::link::outcome::{Outcome, TargetKind};
use crate::shard::body::{Role, Site, SiteKind};
use crate::shard::facts::{Flags, Owner, Symbol};

const TABLES: [&Artifact; 6] = [&edges::CALL, &edges::DATAFLOW, &edges::EXPORT, &edges::IMPORT, &edges::STRUCTURE, &edges::USAGE];

/// The edges of one file as they are collected, and where each can be shown.
struct Edges<'a> {
    input: &'a FileInput<'a>,
    graph: &'a GraphInput<'a>,
    /// The id of the file as a node.
    file: &'a str,
    /// What shows each definition.
    definitions: &'a [Defined],
    /// The evidence id of each site.
    sites: &'a [String],
    /// It is a file of tests, and none of them is a definition: callbacks of `it(…)`, say.
    of_unnamed_tests: bool,
    /// What holds tests: the modules and types around them.
    holders: BTreeSet<u32>,
    /// Of a file of tests without names, the functions that are handed to what runs them (`test('beta', testBeta)`).
    handed: BTreeSet<u32>,
    tables: [Vec<Edge<'a>>; 6],
}

/// An evidence id and the byte where it starts.
type Evidence<'a> = (Cow<'a, str>, u32);

impl<'a> Edges<'a> {
    fn add(&mut self, table: &Artifact, edge_type: &'static str, from: &'a str, to: &'a str, evidence: Evidence<'a>, by: EdgeRule) {
        let Some(index) = TABLES.iter().position(|it| it.name == table.name) else { return };
        self.tables[index].push(Edge {
            byte_start: evidence.1,
            confidence: by.1,
            evidence_id: evidence.0,
            from: from.into(),
            path: self.input.path.into(),
            rule: by.0.into(),
            to: to.into(),
            edge_type: edge_type.into(),
        });
    }

    /// A definition, shown at its name.
    fn definition(&self, index: usize) -> Evidence<'a> {
        let (evidence, start) = &self.definitions[index];
        (evidence.as_str().into(), *start)
    }

    fn site(&self, index: usize) -> Evidence<'a> {
        (self.sites[index].as_str().into(), self.graph.body.sites[index].span.start)
    }

    fn span(&self, span: ByteSpan) -> Evidence<'a> {
        (evidence_id("span", self.input.path, span.start, span.end, &self.input.hash).into(), span.start)
    }

    /// What a site's edges start from: the definition around it, else the file.
    fn around(&self, site: &Site) -> &'a str {
        enclosing(self.graph, site).map_or(self.file, |id| id)
    }

    /// The test that a site stands in, also by functions inside of it. In a file of tests none of which is a definition, what stands in no function
    /// is of a test: of the file, or of the type around it.
    fn test_around(&self, site: &Site) -> Option<&'a str> {
        let facts = &self.graph.loaded.facts;
        let within = std::iter::successors(site.enclosing, |index| facts.outer_of(*index)).take(facts.symbols.len());
        let mut in_function = false;
        for index in within {
            let Some(symbol) = facts.symbol(index) else { break };
            in_function |= symbol.kind.is_callable();
            let is_test = symbol.flags.has(Flags::TEST) || self.handed.contains(&index);
            if is_test && (symbol.kind.is_callable() || Some(index) == site.enclosing) {
                return self.graph.linked.symbol_ids.get(index as usize).map(AsRef::as_ref);
            }
        }
        (self.of_unnamed_tests && !in_function).then(|| self.around(site))
    }

    /// Whom an import serves that only tests see: the file of tests, or the module or type of tests that it stands in.
    fn tests_that_import(&self, site: &Site) -> Option<&'a str> {
        if self.input.class == "test" {
            return Some(self.file);
        }
        let of_tests = site.enclosing.filter(|index| self.holders.contains(index));
        of_tests.and_then(|index| self.graph.linked.symbol_ids.get(index as usize)).map(AsRef::as_ref)
    }
}

/// Pushes sites and edges. `definitions` holds what shows each definition.
pub fn push(
    rows: &mut FileRows,
    input: &FileInput<'_>,
    graph: &GraphInput<'_>,
    map: &LineMap,
    definitions: &[Defined],
) -> Result<(), serde_json::Error> {
    let site_evidence = site_rows(rows, input, graph, map)?;
    let file = file_id(input.path);
    let facts = &graph.loaded.facts;
    let tests = || facts.symbols.iter().filter(|it| it.flags.has(Flags::TEST));
    let of_unnamed_tests = input.class == "test" && tests().next().is_none();
    let mut edges = Edges {
        input,
        graph,
        file: &file,
        definitions,
        sites: &site_evidence,
        of_unnamed_tests,
        holders: tests().filter_map(|it| if let Owner::Symbol(owner) = it.owner { Some(owner) } else { None }).collect(),
        handed: if of_unnamed_tests { handed(graph) } else { BTreeSet::new() },
        tables: std::array::from_fn(|_| Vec::new()),
    };
    structure(&mut edges);
    uses(&mut edges);
    exports(&mut edges);
    mentions(&mut edges);
    named_tests(&mut edges);
    overrides(&mut edges);
    let mut nodes = Nodes::new(graph, map, &file);
    for (table, mut list) in TABLES.iter().zip(edges.tables) {
        list.sort_by(|lhs, rhs| lhs.order().cmp(&rhs.order()).then(rhs.confidence.cmp(&lhs.confidence)));
        list.dedup_by(|later, first| later.order() == first.order());
        nodes.add(&list);
        for edge in &list {
            rows.push(table, edge)?;
        }
    }
    nodes.push(rows, input, &file)
}

/// Pushes the sites and returns the evidence id of each, in the order of the body.
fn site_rows(rows: &mut FileRows, input: &FileInput<'_>, graph: &GraphInput<'_>, map: &LineMap) -> Result<Vec<String>, serde_json::Error> {
    let sites = &graph.body.sites;
    let ids: Vec<String> = sites.iter().map(|site| evidence_id(site.kind.word(), input.path, site.span.start, site.span.end, &input.hash)).collect();
    let mut order: Vec<usize> = (0..sites.len()).filter(|index| graph.linked.outcomes[*index].is_some()).collect();
    order.sort_by_key(|index| (sites[*index].span.start, &ids[*index], sites[*index].role));
    order.dedup_by_key(|index| &ids[*index]);
    for index in order {
        let site = &sites[index];
        let Some(outcome) = &graph.linked.outcomes[index] else { continue };
        rows.count(outcome.end);
        let row = SiteRow {
            byte_end: site.span.end,
            byte_start: site.span.start,
            enclosing: enclosing(graph, site).map(|id| id.as_ref().into()),
            evidence_id: ids[index].as_str().into(),
            kind: site.kind.word().into(),
            lines: map.lines(site.span),
            name: site.name.as_str().into(),
            outcome: outcome.end.word().into(),
            path: input.path.into(),
            reason: Some(outcome.reason.as_str()).filter(|reason| !reason.is_empty()).map(Cow::from),
            role: site.role.word().into(),
            rule: outcome.rule.map(|rule| rule.word().into()),
        };
        rows.push(&sites::ARTIFACT, &row)?;
    }
    Ok(ids)
}

fn enclosing<'a>(graph: &'a GraphInput<'_>, site: &Site) -> Option<&'a Arc<str>> {
    site.enclosing.and_then(|index| graph.linked.symbol_ids.get(index as usize))
}

/// The types that extension blocks make conform to an interface, by the site that names the interface. Each such block has one, in source order.
fn conformers<'a>(graph: &'a GraphInput<'_>) -> BTreeMap<usize, &'a [Arc<str>]> {
    let facts = &graph.loaded.facts;
    let in_type = |site: &Site| site.enclosing.and_then(|index| facts.symbol(index)).is_some_and(|it| it.kind.is_type());
    let is_named = |(_, site): &(usize, &Site)| site.role == Role::Implements && !in_type(site);
    let sites: Vec<usize> = graph.body.sites.iter().enumerate().filter(is_named).map(|(index, _)| index).collect();
    let blocks: Vec<&[Arc<str>]> = facts
        .extensions
        .iter()
        .zip(&graph.linked.extended)
        .filter(|(extension, _)| extension.interface_name.is_some())
        .map(|(_, types)| types.as_slice())
        .collect();
    if sites.len() == blocks.len() { sites.into_iter().zip(blocks).collect() } else { BTreeMap::new() }
}

/// What the uses of names show: calls, imports, heritage, and the rest.
fn uses(edges: &mut Edges<'_>) {
    let graph = edges.graph;
    let conformers = conformers(graph);
    for (index, (site, outcome)) in graph.body.sites.iter().zip(&graph.linked.outcomes).enumerate() {
        let Some(outcome) = outcome else { continue };
        match conformers.get(&index) {
            Some(types) if !types.is_empty() => types.iter().for_each(|ty| site_edges(edges, index, outcome, ty)),
            _ => site_edges(edges, index, outcome, edges.around(site)),
        }
    }
    for (site, module, rule) in &graph.linked.imported {
        let evidence = edges.site(*site as usize);
        edges.add(&edges::IMPORT, "import", edges.file, module, evidence, (rule.word(), rule.confidence()));
    }
    for flow in &graph.linked.flows {
        let evidence = edges.site(flow.site as usize);
        edges.add(&edges::DATAFLOW, "dataflow", &flow.from, &flow.to, evidence, (ARGUMENT_FLOW.0, flow.confidence));
    }
    for (site, function) in &graph.linked.expanded {
        let from = edges.around(&graph.body.sites[*site as usize]);
        edges.add(&edges::CALL, "call", from, function, edges.site(*site as usize), MACRO_EXPANSION);
    }
}

/// Whether a definition is a variable of the file that holds a module from elsewhere: whoever calls that tests nothing of the repository.
fn holds_module(graph: &GraphInput<'_>, id: &str) -> bool {
    let symbols = graph.loaded.facts.symbols.iter().zip(&graph.linked.symbol_ids);
    symbols.filter(|(it, _)| it.flags.has(Flags::HOLDS_MODULE)).any(|(_, own)| own.as_ref() == id)
}

fn site_edges<'a>(edges: &mut Edges<'a>, index: usize, outcome: &'a Outcome, from: &'a str) {
    let (graph, file, evidence) = (edges.graph, edges.file, edges.site(index));
    let site = &graph.body.sites[index];
    let rule = outcome.rule.map_or("", Rule::word);
    let test = if site.role == Role::Call { edges.test_around(site) } else { None };
    for (target, kind) in &outcome.targets {
        let mut add = |table: &Artifact, edge_type: &'static str, from: &'a str| {
            edges.add(table, edge_type, from, &target.id, evidence.clone(), (rule, outcome.confidence_of(&target.id)));
        };
        match site.role {
            Role::Call => {
                if site.kind == SiteKind::Callsite && *kind != TargetKind::Alias {
                    add(&edges::CALL, "call", from);
                } else {
                    add(&edges::USAGE, "usage", from);
                }
                if let Some(test) = test.filter(|_| *kind != TargetKind::Value || !holds_module(graph, &target.id)) {
                    add(&edges::STRUCTURE, "tests", test);
                }
            }
            // A clause that hands on what the file itself defines imports nothing: its `export` edge tells.
            Role::Import if site.import.is_none() && graph.linked.symbol_ids.contains(&target.id) => {}
            Role::Import => {
                add(&edges::IMPORT, "import", file);
                if let Some(test) = edges.tests_that_import(site).filter(|_| !matches!(kind, TargetKind::Alias | TargetKind::Module)) {
                    edges.add(&edges::STRUCTURE, "tests", test, &target.id, evidence.clone(), TEST_IMPORT);
                }
            }
            Role::Extends => add(&edges::STRUCTURE, "extends", from),
            Role::Implements => add(&edges::STRUCTURE, "implements", from),
            Role::Decorator => {
                add(&edges::USAGE, "usage", from);
                if site.kind == SiteKind::Callsite && !matches!(kind, TargetKind::Alias | TargetKind::Module) {
                    add(&edges::CALL, "call", from);
                }
            }
            Role::Type => add(&edges::USAGE, "usage", from),
            Role::Read | Role::Write => {
                add(&edges::USAGE, "usage", from);
                if *kind == TargetKind::Value {
                    add(&edges::STRUCTURE, if site.role == Role::Read { "reads" } else { "writes" }, from);
                }
            }
        }
    }
}

/// `defines` from the file to its top level, `contains` from each definition to its members.
fn structure(edges: &mut Edges<'_>) {
    let (graph, file) = (edges.graph, edges.file);
    for (index, symbol) in graph.loaded.facts.symbols.iter().enumerate() {
        let to = &graph.linked.symbol_ids[index];
        let evidence = edges.definition(index);
        match symbol.owner {
            Owner::File => edges.add(&edges::STRUCTURE, "defines", file, to, evidence, SYNTAX),
            Owner::Symbol(owner) => {
                edges.add(&edges::STRUCTURE, "contains", &graph.linked.symbol_ids[owner as usize], to, evidence, SYNTAX);
            }
            Owner::Extension(extension) => {
                edges.add(&edges::STRUCTURE, "defines", file, to, evidence.clone(), SYNTAX);
                for target in graph.linked.extended.get(extension as usize).into_iter().flatten() {
                    edges.add(&edges::STRUCTURE, "contains", target, to, evidence.clone(), EXTENSION);
                }
            }
        }
    }
}

/// Types and methods to the interfaces and methods that they take the place of, at the definition that says so: the method that replaces, or where
/// methods alone satisfy an interface, what the interface has.
fn overrides(edges: &mut Edges<'_>) {
    let linked = edges.graph.linked;
    for (interface, ty) in &linked.satisfied {
        let evidence = edges.definition(*interface as usize);
        edges.add(&edges::STRUCTURE, "implements", ty, &linked.symbol_ids[*interface as usize], evidence, METHOD_SET);
    }
    for it in &linked.overrides {
        let method = &linked.symbol_ids[it.method as usize];
        edges.add(&edges::STRUCTURE, "overrides", method, &it.replaced, edges.definition(it.method as usize), (it.rule.word(), it.confidence));
    }
    for (wanted, method) in &linked.supplied {
        let evidence = edges.definition(*wanted as usize);
        edges.add(&edges::STRUCTURE, "overrides", method, &linked.symbol_ids[*wanted as usize], evidence, METHOD_SET);
    }
}

/// The functions of a file of tests that are tests though nothing says so: its top level names them without calling them, or a program begins with them.
fn handed(graph: &GraphInput<'_>) -> BTreeSet<u32> {
    let facts = &graph.loaded.facts;
    let at_top = |site: &Site| site.role == Role::Read && site.enclosing.is_none();
    let named = graph.body.sites.iter().zip(&graph.linked.outcomes).filter(|(site, _)| at_top(site));
    let ids: BTreeSet<&str> =
        named.filter_map(|(_, outcome)| outcome.as_ref()).flat_map(|it| &it.targets).map(|(target, _)| target.id.as_ref()).collect();
    let is_handed = |index: &u32| graph.linked.symbol_ids.get(*index as usize).is_some_and(|id| ids.contains(id.as_ref()));
    // Where a program is the test, it is what runs first (`main` of a test file of Dart).
    let runs = |it: &Symbol| it.owner == Owner::File && (it.flags.has(Flags::ENTRY_POINT) || it.name == "main");
    let callables = facts.symbols.iter().zip(0u32..).filter(|(it, _)| it.kind.is_callable());
    callables.filter(|(it, index)| runs(it) || is_handed(index)).map(|(_, index)| index).collect()
}

/// Tests to what they are named after, shown at the name of the test.
fn named_tests(edges: &mut Edges<'_>) {
    let linked = edges.graph.linked;
    for (test, to) in &linked.named_tests {
        let evidence = edges.definition(*test as usize);
        edges.add(&edges::STRUCTURE, "tests", &linked.symbol_ids[*test as usize], to, evidence, TEST_NAME);
    }
}

/// What prose in the file mentions.
fn mentions(edges: &mut Edges<'_>) {
    let graph = edges.graph;
    for (mention, to) in &graph.linked.mentions {
        let evidence = edges.span(graph.body.mentions[*mention as usize].span);
        edges.add(&edges::STRUCTURE, "mentions", edges.file, to, evidence, (Rule::Mention.word(), Rule::Mention.confidence()));
    }
}

/// What the file makes visible: its own exported top level, at the clause that hands it out where there is one, and what it re-exports.
fn exports(edges: &mut Edges<'_>) {
    let (graph, file) = (edges.graph, edges.file);
    let mut clauses: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, (site, outcome)) in graph.body.sites.iter().zip(&graph.linked.outcomes).enumerate() {
        if let Some(outcome) = outcome.as_ref().filter(|_| site.role == Role::Import && site.import.is_none()) {
            for (target, _) in &outcome.targets {
                clauses.entry(&target.id).or_insert(index);
            }
        }
    }
    for (index, symbol) in graph.loaded.facts.symbols.iter().enumerate() {
        if symbol.owner == Owner::File && symbol.flags.has(Flags::EXPORTED) {
            let id = &graph.linked.symbol_ids[index];
            let shown = clauses.get(id.as_ref()).map_or_else(|| edges.definition(index), |site| edges.site(*site));
            edges.add(&edges::EXPORT, "export", file, id, shown, SYNTAX);
        }
    }
    for (import, to) in &graph.linked.exports {
        let site = graph.body.sites.iter().position(|site| site.import == Some(*import));
        let shown = site.map_or_else(|| edges.span(graph.body.import_spans[*import as usize]), |site| edges.site(site));
        edges.add(&edges::EXPORT, "export", file, to, shown, (Rule::ReExport.word(), Rule::ReExport.confidence()));
    }
}
