//! Rows of sites and of the six edge tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::nodes::Nodes;
use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::Artifact;
use crate::artifacts::edges::{self, Edge};
use crate::artifacts::sites::{self, SiteRow};
use crate::base::ids::evidence_id;
use crate::base::score::Millionths;
use crate::base::span::LineMap;
use crate::link::census::{Outcome, TargetKind};
use crate::link::identity::file_id;
use crate::link::rules::Rule;
use crate::shard::body::{Role, Site, SiteKind};
use crate::shard::facts::{Flags, Owner};

const TABLES: [&Artifact; 6] = [&edges::CALL, &edges::DATAFLOW, &edges::EXPORT, &edges::IMPORT, &edges::STRUCTURE, &edges::USAGE];

struct Edges<'a> {
    input: &'a FileInput<'a>,
    tables: [Vec<Edge>; 6],
}

impl Edges<'_> {
    fn add(&mut self, table: &Artifact, edge_type: &str, from: &str, to: &str, evidence: (&str, u32), by: (&str, Millionths)) {
        let Some(index) = TABLES.iter().position(|it| it.name == table.name) else { return };
        self.tables[index].push(Edge {
            byte_start: evidence.1,
            confidence: by.1,
            evidence_id: evidence.0.to_owned(),
            from: from.to_owned(),
            path: self.input.path.to_owned(),
            rule: by.0.to_owned(),
            to: to.to_owned(),
            edge_type: edge_type.to_owned(),
        });
    }
}

/// Pushes sites and edges. `evidence` holds the evidence id of each definition.
pub fn push(rows: &mut FileRows, input: &FileInput<'_>, graph: &GraphInput<'_>, map: &LineMap, evidence: &[String]) -> Result<(), serde_json::Error> {
    let mut edges = Edges { input, tables: std::array::from_fn(|_| Vec::new()) };
    let site_evidence = site_rows(rows, input, graph, map)?;
    let file = file_id(input.path);
    structure(&mut edges, graph, evidence, &file);
    let conformers = conformers(graph);
    for (index, site) in graph.body.sites.iter().enumerate() {
        if let Some(outcome) = &graph.linked.outcomes[index] {
            match conformers.get(&index) {
                Some(types) if !types.is_empty() => {
                    for ty in *types {
                        site_edges(&mut edges, graph, site, outcome, &site_evidence[index], ty);
                    }
                }
                _ => {
                    let from = enclosing(graph, site).map_or(file.as_str(), |id| id);
                    site_edges(&mut edges, graph, site, outcome, &site_evidence[index], from);
                }
            }
        }
    }
    for (index, module) in &graph.linked.imported {
        let site = &graph.body.sites[*index as usize];
        let evidence = (site_evidence[*index as usize].as_str(), site.span.start);
        edges.add(&edges::IMPORT, "import", &file, module, evidence, (Rule::ImportBinding.word(), Rule::ImportBinding.confidence()));
    }
    for flow in &graph.linked.flows {
        let site = &graph.body.sites[flow.site as usize];
        let evidence = (site_evidence[flow.site as usize].as_str(), site.span.start);
        edges.add(&edges::DATAFLOW, "dataflow", &flow.from, &flow.to, evidence, ("argument-flow", flow.confidence));
    }
    exports(&mut edges, graph, evidence, &file, &site_evidence);
    for (mention, to) in &graph.linked.mentions {
        let span = graph.body.mentions[*mention as usize].span;
        let id = evidence_id("span", input.path, span.start, span.end, &input.hash);
        edges.add(&edges::STRUCTURE, "mentions", &file, to, (&id, span.start), (Rule::Mention.word(), Rule::Mention.confidence()));
    }
    let mut nodes = Nodes::new(graph, &file);
    for (table, mut list) in TABLES.iter().zip(edges.tables) {
        list.sort_by(|lhs, rhs| lhs.order().cmp(&rhs.order()).then(rhs.confidence.cmp(&lhs.confidence)));
        list.dedup_by(|later, first| later.order() == first.order());
        nodes.add(&list);
        for edge in &list {
            rows.push(table, edge)?;
        }
    }
    nodes.push(rows, input, graph, map, &file)
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
            enclosing: enclosing(graph, site).map(ToString::to_string),
            evidence_id: ids[index].clone(),
            kind: site.kind.word().to_owned(),
            lines: map.lines(site.span),
            name: site.name.to_string(),
            outcome: outcome.end.word().to_owned(),
            path: input.path.to_owned(),
            reason: Some(outcome.reason.to_string()).filter(|reason| !reason.is_empty()),
            role: site.role.word().to_owned(),
            rule: outcome.rule.map(|rule| rule.word().to_owned()),
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
    let in_type = |site: &Site| site.enclosing.and_then(|index| facts.symbols.get(index as usize)).is_some_and(|it| it.kind.is_type());
    let is_named = |(_, site): &(usize, &Site)| site.role == Role::Implements && !in_type(site);
    let sites: Vec<usize> = graph.body.sites.iter().enumerate().filter(is_named).map(|(index, _)| index).collect();
    let blocks: Vec<&[Arc<str>]> = facts
        .extensions
        .iter()
        .zip(&graph.linked.extended)
        .filter(|(extension, _)| extension.interface.is_some())
        .map(|(_, types)| types.as_slice())
        .collect();
    if sites.len() == blocks.len() { sites.into_iter().zip(blocks).collect() } else { BTreeMap::new() }
}

fn site_edges(edges: &mut Edges<'_>, graph: &GraphInput<'_>, site: &Site, outcome: &Outcome, evidence_id: &str, from: &str) {
    let evidence = (evidence_id, site.span.start);
    let rule = outcome.rule.map_or("", Rule::word);
    let file = file_id(edges.input.path);
    let from_test = site.enclosing.and_then(|index| graph.loaded.facts.symbols.get(index as usize)).is_some_and(|it| it.flags.has(Flags::TEST));
    for (target, kind) in &outcome.targets {
        let mut add =
            |table: &Artifact, edge_type: &str, from: &str| edges.add(table, edge_type, from, &target.id, evidence, (rule, outcome.confidence));
        match site.role {
            Role::Call => {
                if site.kind == SiteKind::Callsite {
                    add(&edges::CALL, "call", from);
                } else {
                    add(&edges::USAGE, "usage", from);
                }
                if from_test {
                    add(&edges::STRUCTURE, "tests", from);
                }
            }
            Role::Import => add(&edges::IMPORT, "import", &file),
            Role::Extends => add(&edges::STRUCTURE, "extends", from),
            Role::Implements => add(&edges::STRUCTURE, "implements", from),
            Role::Decorator => {
                add(&edges::USAGE, "usage", from);
                if site.arg_count.is_some() && *kind == TargetKind::Callable {
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
fn structure(edges: &mut Edges<'_>, graph: &GraphInput<'_>, evidence: &[String], file: &str) {
    for (index, symbol) in graph.loaded.facts.symbols.iter().enumerate() {
        let start = graph.body.places[index].name.start;
        let to = &graph.linked.symbol_ids[index];
        let evidence = (evidence[index].as_str(), start);
        match symbol.owner {
            Owner::File => edges.add(&edges::STRUCTURE, "defines", file, to, evidence, ("syntax", Millionths::ONE)),
            Owner::Symbol(owner) => {
                edges.add(&edges::STRUCTURE, "contains", &graph.linked.symbol_ids[owner as usize], to, evidence, ("syntax", Millionths::ONE));
            }
            Owner::Extension(extension) => {
                edges.add(&edges::STRUCTURE, "defines", file, to, evidence, ("syntax", Millionths::ONE));
                for target in graph.linked.extended.get(extension as usize).into_iter().flatten() {
                    edges.add(&edges::STRUCTURE, "contains", target, to, evidence, ("extension", Rule::LocalScope.confidence()));
                }
            }
        }
    }
}

/// What the file makes visible: its own exported top level, and what it re-exports.
fn exports(edges: &mut Edges<'_>, graph: &GraphInput<'_>, evidence: &[String], file: &str, site_evidence: &[String]) {
    for (index, symbol) in graph.loaded.facts.symbols.iter().enumerate() {
        if symbol.owner == Owner::File && symbol.flags.has(Flags::EXPORTED) {
            let start = graph.body.places[index].name.start;
            edges.add(&edges::EXPORT, "export", file, &graph.linked.symbol_ids[index], (&evidence[index], start), ("syntax", Millionths::ONE));
        }
    }
    for (import, to) in &graph.linked.exports {
        let site = graph.body.sites.iter().position(|site| site.import == Some(*import));
        let span = graph.body.import_spans[*import as usize];
        let statement;
        let (id, start) = if let Some(site) = site {
            (site_evidence[site].as_str(), graph.body.sites[site].span.start)
        } else {
            statement = evidence_id("span", edges.input.path, span.start, span.end, &edges.input.hash);
            (statement.as_str(), span.start)
        };
        edges.add(&edges::EXPORT, "export", file, to, (id, start), (Rule::ReExport.word(), Rule::ReExport.confidence()));
    }
}
