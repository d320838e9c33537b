//! The bounded walk over edges: level by level from all seeds at once, each node by its best shortest path.

use std::collections::{BTreeSet, HashMap};

use super::steps::{Row, Steps};
use super::{Dropped, Link, Rule, score};
use crate::artifacts::symbols::HOLDS_MODULE;
use crate::base::key::KeyMap;
use crate::base::path;
use crate::manifest::error::IndexError;
use crate::pack::request::{Budgets, Direction as Asked, EdgeType, Expansion};
use crate::pack::seeds::{Seed, meant};
use crate::reader::dispatch;
use crate::reader::edges::{Step, Table};
use crate::reader::ids::{Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::sites::{Glimpse, Wanted};

/// Edges that are read of one node, table and direction; the rest is counted as `fanOut`.
const FAN_OUT: usize = 256;
/// Behind a seed, a node with more edges than this is a hub that connects everything with everything: it is kept, but the walk ends there.
const HUB: usize = 64;

/// Few walks reach more, and who knows that moves nothing: room that is not used costs nothing.
const USUAL: usize = 1_024;

/// Definitions of an imported file that are looked through for one that a seed names.
const MAX_NAMED: usize = 2_000;

/// The caps of one walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    pub nodes: u64,
    pub edges: u64,
}

impl Caps {
    /// Those of a request.
    pub fn of(budgets: &Budgets) -> Self {
        let (filled, of) = (budgets.filled(), |value: Option<u64>| value.unwrap_or(u64::MAX));
        Self { nodes: of(filled.max_nodes_visited), edges: of(filled.max_edges_read) }
    }
}

/// A node that was reached.
#[derive(Clone, Debug)]
pub struct Visit<'a> {
    pub node: Node<'a>,
    /// Position of the seed it comes from.
    pub seed: usize,
    pub hop: u32,
    /// How all its steps lead; `None` at a seed.
    pub rule: Option<Rule>,
    /// The best score of a seed that leads here by as many steps.
    pub lent: u32,
    /// Product of confidences so far, in millionths.
    pub confidence: u32,
    /// A visit of fewer hops.
    parent: Option<usize>,
    /// What leads from there to the last edge; `None` unless one step is of several edges.
    before: Option<Box<[Row]>>,
    edge: Option<Row>,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Walk<'a> {
    visits: Vec<Visit<'a>>,
    /// An edge leads from one seed to another.
    pub joins_seeds: bool,
    pub edges_read: u64,
    pub nodes_visited: u64,
    /// What the chunks of seeds name, by position of the seed, where their files import anything.
    named: HashMap<usize, BTreeSet<&'a str>>,
    /// The names of what the chunks of seeds show, by position of the seed, where other files import theirs.
    shown: HashMap<usize, BTreeSet<&'a str>>,
}

impl<'a> Walk<'a> {
    /// Every node but the seeds' own, nearest first.
    pub fn reached(&self) -> impl Iterator<Item = (usize, &Visit<'a>)> {
        self.visits.iter().enumerate().filter(|(_, visit)| visit.hop > 0)
    }

    /// Whether the seed of a visit names a definition, as what is imported is named.
    pub fn names(&self, index: &Index, visit: &Visit<'a>, definition: SymbolId) -> bool {
        self.named.get(&visit.seed).is_some_and(|names| is_bound(index, names, definition))
    }

    /// The edges from the seed to a visit.
    pub fn path(&self, index: &'a Index, position: usize) -> Steps<'a> {
        let mut rows = Vec::new();
        let mut at = Some(position);
        while let Some(visit) = at.and_then(|at| self.visits.get(at)) {
            rows.extend(visit.edge);
            rows.extend(visit.before.iter().flatten().rev());
            at = visit.parent;
        }
        rows.reverse();
        Steps::new(index, rows)
    }
}

/// One kind of step.
#[derive(Clone, Copy)]
struct Way {
    table: Table,
    direction: Direction,
    link: Link,
}

/// Walks from seeds, which are sorted by score. Stops where a cap is met and counts it.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn walk<'a>(index: &'a Index, seeds: &[Seed], expansion: &Expansion, caps: Caps, dropped: &mut Dropped) -> Result<Walk<'a>, IndexError> {
    let ways = ways(expansion);
    let found = Walk { visits: Vec::with_capacity(USUAL), ..Walk::default() };
    let mut walker = Walker { index, seeds, caps, walk: found, known: KeyMap::default() };
    walker.start(&ways, dropped)?;
    let mut level = 0..walker.walk.visits.len();
    for hop in 1..=expansion.max_hops {
        let start = walker.walk.visits.len();
        let mut frontier: Vec<usize> = level.collect();
        // Caps cut what matters least: the best are walked first.
        frontier.sort_by_cached_key(|at| (std::cmp::Reverse(value(&walker.walk.visits[*at])), *at));
        for at in frontier {
            for way in &ways {
                if !walker.step(at, hop, *way, dropped)? {
                    return Ok(walker.walk);
                }
            }
        }
        level = start..walker.walk.visits.len();
    }
    Ok(walker.walk)
}

fn ways(expansion: &Expansion) -> Vec<Way> {
    let mut ways = Vec::new();
    let mut add = |table: Table, out: (Direction, Link), back: (Direction, Link)| {
        for ((direction, link), other) in [(out, Asked::In), (back, Asked::Out)] {
            ways.extend((expansion.direction != other).then_some(Way { table, direction, link }));
        }
    };
    for edge_type in &expansion.edge_types {
        let (table, out, back) = match edge_type {
            EdgeType::Call => (Table::Call, Link::Callee, Link::Caller),
            EdgeType::Usage => (Table::Usage, Link::Uses, Link::UsedBy),
            EdgeType::Import => (Table::Import, Link::Imports, Link::ImportedBy),
            EdgeType::Export => (Table::Export, Link::Exports, Link::ExportedBy),
            EdgeType::Dataflow => (Table::Dataflow, Link::FlowsTo, Link::FlowsFrom),
        };
        // A call of a method may run what takes its place.
        if *edge_type == EdgeType::Call {
            add(Table::Structure, (Direction::In, Link::Implementer), (Direction::Out, Link::Replaced));
        }
        add(table, (Direction::Out, out), (Direction::In, back));
    }
    ways
}

struct Walker<'a, 'b> {
    index: &'a Index,
    seeds: &'b [Seed],
    caps: Caps,
    walk: Walk<'a>,
    /// Positions of visits by the node.
    known: KeyMap<u64, usize>,
}

/// A number of a node that no other one has; `None` outside of the index.
fn number(node: Node<'_>) -> Option<u64> {
    match node {
        Node::File(id) => Some(u64::from(id.0) << 1),
        Node::Symbol(id) => Some(u64::from(id.0) << 1 | 1),
        Node::Module(_) => None,
    }
}

impl<'a> Walker<'a, '_> {
    /// Enters the definitions that seeds are reached by, and their files where edges of files are asked for.
    fn start(&mut self, ways: &[Way], dropped: &mut Dropped) -> Result<(), IndexError> {
        let of_files = ways.iter().any(|way| is_of_files(way.table));
        for (position, seed) in self.seeds.iter().enumerate() {
            let file = self.index.file_of(seed.chunk);
            let mut nodes: Vec<Node<'a>> = seed.reached_by(self.index)?.into_iter().map(Node::Symbol).collect();
            nodes.extend(of_files.then_some(Node::File(file)));
            for node in nodes {
                let (lent, before) = (seed.score, None);
                let visit = Visit { node, seed: position, hop: 0, rule: None, lent, confidence: score::ONE, parent: None, before, edge: None };
                self.enter(visit, dropped);
            }
        }
        Ok(())
    }

    /// The seed that an edge of its file concerns: of all seeds in the file the best whose chunk names what the edge leads to. That a file imports something
    /// for another of its definitions says nothing of this one.
    fn concerned(&mut self, file: FileId, other: Node<'a>, way: Way) -> Result<Option<usize>, IndexError> {
        for (position, seed) in self.seeds.iter().enumerate().filter(|(_, seed)| self.index.file_of(seed.chunk) == file) {
            let concerns = match way.direction {
                Direction::Out => {
                    if !self.walk.named.contains_key(&position) {
                        self.walk.named.insert(position, named(self.index, seed)?);
                    }
                    self.walk.named.get(&position).is_some_and(|names| names_one(self.index, names, other))
                }
                Direction::In => self.is_wanted(position, other)?,
            };
            if concerns {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Whether what imports the file of a seed as a whole concerns the seed: the file is what the request names, or the seed is no definition, or it is named
    /// there.
    fn is_wanted(&mut self, position: usize, other: Node<'_>) -> Result<bool, IndexError> {
        let (index, seed) = (self.index, &self.seeds[position]);
        if seed.rule == Rule::File {
            return Ok(true);
        }
        // A header shows thousands of names and is imported hundreds of times.
        let names = self.walk.shown.entry(position).or_insert_with(|| seed.shows(index).map(|id| index.symbols().simple_name(id)).collect());
        if names.is_empty() {
            return Ok(true);
        }
        let (Rule::Focus, Node::File(file)) = (seed.rule, other) else { return Ok(false) };
        Ok(!index.wanted_sites(file, Wanted::Uses(names))?.is_empty())
    }

    /// Reads the edges of one kind of a visit. False where the cap on edges ends the walk.
    fn step(&mut self, at: usize, hop: u32, way: Way, dropped: &mut Dropped) -> Result<bool, IndexError> {
        let from = &self.walk.visits[at];
        if !applies(from, way) || lists(self.index, from, way) {
            return Ok(true);
        }
        let node = from.node;
        let holder = self.seeds.get(from.seed).filter(|_| from.hop == 0).and_then(|seed| seed.symbol);
        if let (Node::Symbol(method), Link::Implementer | Link::Replaced) = (node, way.link) {
            return self.dispatch(at, hop, (method, way), dropped);
        }
        // Behind an import the walk goes on to what defines a name of the seed, if what is imported only hands it on.
        let goes_on = hop > 1 && way.link == Link::Imports;
        if goes_on && self.defines(at, node) {
            return Ok(true);
        }
        let edges = self.index.edges(way.table)?;
        let mut nodes = vec![node];
        if let (Node::Symbol(ty), Link::Caller, 1) = (node, way.link, hop) {
            nodes.extend(meant::constructors(self.index, ty)?.into_iter().map(Node::Symbol));
        }
        let degree = nodes.iter().map(|it| edges.degree(self.index, *it, way.direction)).sum::<usize>();
        if hop > 1 && degree > HUB {
            dropped.add("hub", 1);
            return Ok(true);
        }
        dropped.add("fanOut", degree.saturating_sub(FAN_OUT) as u64);
        // A chunk that shows a type shows its fields too.
        let own = Own::of(self.index, &[node, holder.map_or(node, Node::Symbol)], way.table);
        for step in nodes.iter().flat_map(|it| edges.steps(self.index, *it, way.direction)).take(FAN_OUT) {
            if !self.read(dropped) {
                return Ok(false);
            }
            if let Node::Module(_) = step.other {
                // What lies outside the index has no text to show.
                dropped.add("unsupported", 1);
                continue;
            }
            if goes_on && !self.defines(at, step.other) {
                continue;
            }
            if own.has(self.index, step.other) {
                continue;
            }
            // Inward too an import goes on only to what has to do with the seed.
            if hop > 1 && way.link == Link::ImportedBy && !self.is_wanted(self.walk.visits[at].seed, step.other)? {
                continue;
            }
            let mut visit = self.next(at, hop, way, step);
            if let (Node::File(file), 1) = (node, hop) {
                let Some(seed) = self.concerned(file, step.other, way)? else { continue };
                (visit.seed, visit.lent) = (seed, self.seeds[seed].score);
            }
            self.enter(visit, dropped);
        }
        Ok(true)
    }

    /// Whether a node is, or as a file holds, a definition that the seed of a visit names.
    fn defines(&self, at: usize, node: Node<'_>) -> bool {
        let is_named = |id: SymbolId| self.walk.names(self.index, &self.walk.visits[at], id);
        match node {
            Node::Symbol(id) => is_named(id),
            Node::File(file) => self.index.symbols().shown_in(file).take(MAX_NAMED).any(|(_, id)| is_named(id)),
            Node::Module(_) => false,
        }
    }

    /// Counts an edge that is to be read. False where the cap on edges ends the walk.
    fn read(&mut self, dropped: &mut Dropped) -> bool {
        if self.walk.edges_read >= self.caps.edges {
            dropped.add("edgesRead", 1);
            return false;
        }
        self.walk.edges_read += 1;
        true
    }

    /// The visit that an edge leads to from another one.
    fn next(&self, at: usize, hop: u32, way: Way, step: Step<'a>) -> Visit<'a> {
        let from = &self.walk.visits[at];
        Visit {
            node: step.other,
            seed: from.seed,
            hop,
            rule: Some(onward(from.rule, way.link)),
            lent: from.lent,
            confidence: score::product(from.confidence, step.confidence.0),
            parent: Some(at),
            before: None,
            edge: Some((way.table, step.row)),
        }
    }

    /// Enters the methods on the other side of `overrides` edges, all as one step: which of them a call runs is open, so they share its confidence.
    fn dispatch(&mut self, at: usize, hop: u32, (method, way): (SymbolId, Way), dropped: &mut Dropped) -> Result<bool, IndexError> {
        let found = dispatch::methods(self.index, method, way.direction)?;
        dropped.add("dispatch", found.left);
        let all = found.edges.len() as u64 + found.left;
        let mut ways: HashMap<Node<'a>, Vec<Row>> = HashMap::new();
        for edge in found.edges {
            if !self.read(dropped) {
                return Ok(false);
            }
            let step = Step { row: edge.row, other: edge.other(way.direction), confidence: edge.confidence };
            let mut visit = self.next(at, hop, way, step);
            if way.link == Link::Implementer {
                visit.confidence = u32::try_from(u64::from(visit.confidence) / all).unwrap_or(score::ONE);
            }
            let nearer = if way.direction == Direction::In { edge.to } else { edge.from };
            let mut whole = ways.get(&nearer).cloned().unwrap_or_default();
            visit.before = (!whole.is_empty()).then(|| whole.as_slice().into());
            whole.push((edge.table, edge.row));
            ways.insert(visit.node, whole);
            self.enter(visit, dropped);
        }
        Ok(true)
    }

    /// Keeps the better of two paths of one length: that of the stronger relation, with the score of the better seed. The first of two equal ones stays.
    fn enter(&mut self, visit: Visit<'a>, dropped: &mut Dropped) {
        let Some(number) = number(visit.node) else { return };
        if let Some(at) = self.known.get(&number) {
            let known = &self.walk.visits[*at];
            self.walk.joins_seeds |= known.hop == 0 && visit.hop == 1 && known.seed != visit.seed;
            if known.hop == visit.hop {
                let key = |it: &Visit<'a>| (it.rule.map_or(0, Rule::strength), value(it));
                // Imports and paths that mix relations lend less of a score than others.
                let lends = |it: &Visit<'a>| it.rule.is_some_and(|rule| rule.strength() > 1);
                let lent = if lends(&visit) && lends(known) { visit.lent.max(known.lent) } else { 0 };
                let replaces = key(&visit) > key(known);
                let kept = &mut self.walk.visits[*at];
                if replaces {
                    *kept = visit;
                }
                kept.lent = kept.lent.max(lent);
            }
            return;
        }
        // The line that requires a module shows nothing of it.
        if visit.hop > 0 && matches!(visit.node, Node::Symbol(id) if self.index.symbols().has_flag(id, HOLDS_MODULE)) {
            return;
        }
        if self.walk.nodes_visited >= self.caps.nodes {
            dropped.add("nodesVisited", 1);
            return;
        }
        self.walk.nodes_visited += 1;
        self.known.insert(number, self.walk.visits.len());
        self.walk.visits.push(visit);
    }
}

/// What a visit is worth: its seed's score, worn off by steps and doubt.
fn value(visit: &Visit<'_>) -> u32 {
    let inherited = visit.rule.map_or(visit.lent, |rule| score::inherited(visit.lent, visit.hop, rule, 0));
    score::product(inherited, visit.confidence)
}

/// How a path leads that goes on by one more link.
fn onward(so_far: Option<Rule>, link: Link) -> Rule {
    match (so_far, link) {
        (None, link) => Rule::Neighbor(link),
        (Some(Rule::Neighbor(known)), link) if known == link => Rule::Neighbor(link),
        (Some(Rule::Neighbor(Link::Callee)), Link::Implementer) | (Some(Rule::Neighbor(Link::Implementer)), Link::Callee) => {
            Rule::Neighbor(Link::Implementer)
        }
        (Some(Rule::Neighbor(Link::Caller)), Link::Replaced) => Rule::Neighbor(Link::Replaced),
        (Some(Rule::Neighbor(Link::Replaced | Link::CalledThrough)), Link::Caller) => Rule::Neighbor(Link::CalledThrough),
        _ => Rule::Mixed,
    }
}

/// Whether a step makes sense from a node: files have edges of files only, and behind an import or export the walk goes straight on or ends. What a file
/// imports is called by others that have nothing to do with the seed, and what a seed calls is imported by others.
fn applies(from: &Visit<'_>, way: Way) -> bool {
    let goes_straight = from.rule.is_none_or(|rule| rule == Rule::Neighbor(way.link));
    let by_file = from.rule.is_some_and(|rule| rule.strength() == 1);
    match from.node {
        _ if (is_of_files(way.table) || by_file) && !goes_straight => false,
        Node::File(_) => is_of_files(way.table),
        Node::Symbol(_) => match way.link {
            Link::Implementer => matches!(from.rule, None | Some(Rule::Neighbor(Link::Callee | Link::Implementer))),
            Link::Replaced => matches!(from.rule, None | Some(Rule::Neighbor(Link::Caller))),
            _ => true,
        },
        Node::Module(_) => false,
    }
}

/// Whether what was reached only holds or lists what it uses, so that the walk does not go on to that: it does nothing with it.
fn lists(index: &Index, from: &Visit<'_>, way: Way) -> bool {
    const HOLDERS: [&str; 6] = ["constant", "enum", "field", "typeAlias", "variable", "variant"];
    let Node::Symbol(symbol) = from.node else { return false };
    from.hop > 0 && way.link == Link::Uses && HOLDERS.contains(&index.symbols().kind(symbol))
}

/// What the chunk of a seed names.
fn named<'a>(index: &'a Index, seed: &Seed) -> Result<BTreeSet<&'a str>, IndexError> {
    let within = index.wanted_sites(index.file_of(seed.chunk), Wanted::Within(seed.lines(index)))?;
    Ok(within.iter().map(Glimpse::name).collect())
}

/// Whether one of several names is that of a definition which an import can bind: a member comes with its type.
fn is_bound(index: &Index, names: &BTreeSet<&str>, id: SymbolId) -> bool {
    let is_member = || index.symbols().container(id).is_some_and(|of| meant::TYPES.contains(&index.symbols().kind(of)));
    names.contains(index.symbols().simple_name(id)) && !is_member()
}

/// Whether one of several names is that of a definition, or of a file or of a definition in it.
fn names_one(index: &Index, names: &BTreeSet<&str>, node: Node<'_>) -> bool {
    let is_named = |id: SymbolId| names.contains(index.symbols().simple_name(id));
    match node {
        Node::Symbol(id) => is_named(id),
        Node::File(file) => {
            names.contains(path::stem(index.path(file))) || index.symbols().shown_in(file).take(MAX_NAMED).any(|(_, id)| is_named(id))
        }
        Node::Module(_) => false,
    }
}

/// What a type and what belongs to it are to each other: an edge of usage between them tells nothing, as a method that takes its own type uses nothing.
struct Own {
    /// The definitions that edges lead from; none in tables of other edges.
    ones: Vec<SymbolId>,
    /// What they stand in.
    holders: Vec<SymbolId>,
}

impl Own {
    fn of(index: &Index, nodes: &[Node<'_>], table: Table) -> Self {
        let symbol = |node: &Node<'_>| if let (Table::Usage, Node::Symbol(id)) = (table, node) { Some(*id) } else { None };
        let mut ones: Vec<SymbolId> = nodes.iter().filter_map(symbol).collect();
        ones.dedup();
        Self { holders: ones.iter().flat_map(|it| index.containers(*it)).collect(), ones }
    }

    fn has(&self, index: &Index, other: Node<'_>) -> bool {
        let Node::Symbol(other) = other else { return false };
        !self.ones.is_empty() && (self.holders.contains(&other) || index.containers(other).any(|id| self.ones.contains(&id)))
    }
}

fn is_of_files(table: Table) -> bool {
    matches!(table, Table::Import | Table::Export)
}
