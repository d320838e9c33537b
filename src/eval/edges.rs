//! Precision, recall and F1 of an index's edges by what a compiler says of the same files.
//!
//! An edge is a pair of where it starts and what it leads to, counted once however many sites it has. What kind of edge a compiler's reference is, the
//! index tells by the role of its site: SCIP has no calls, types or base types, only symbols at places.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::Serialize;

use super::meeting::{End, Meant, Meeting};
use crate::base::score::Millionths;
use crate::reader::edges::{Edge, Table};
use crate::reader::error::ReadError;
use crate::reader::ids::{EvidenceId, FileId, Node};
use crate::reader::sites::Site;

/// Edges below this confidence are candidates and do not count.
const THRESHOLD: Millionths = Millionths(500_000);

/// Kinds of edges that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    Call,
    /// Any other use of a definition. One that is found as a call or a base type is found.
    Use,
    Inherit,
    /// From a file to a definition that it imports.
    Import,
    /// From a file to another file that it imports or imports from.
    ImportFile,
    /// Any edge but an import, whatever its kind.
    Reference,
}

/// How the edges of one kind are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scores {
    /// Edges of the compiler.
    pub expected: u64,
    /// Those of them that the index has.
    pub found: u64,
    /// Edges of the index that the compiler has.
    pub right: u64,
    /// Edges of the index that the compiler denies: at their sites it names something else.
    pub wrong: u64,
    /// Edges of the index at whose sites the compiler says nothing of where they lead, or of which both sides only disagree what kind they are.
    pub unjudged: u64,
    /// Of right and wrong ones the right share.
    pub precision: Option<Millionths>,
    /// Of expected ones the found share.
    pub recall: Option<Millionths>,
    pub f1: Option<Millionths>,
}

/// How the edges of one rule are, over all kinds but `reference` and `importFile`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuleScores {
    pub right: u64,
    pub wrong: u64,
    pub unjudged: u64,
    pub precision: Option<Millionths>,
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// By language, then by kind.
    pub languages: BTreeMap<String, BTreeMap<Kind, Scores>>,
    /// By language, then by rule.
    pub rules: BTreeMap<String, BTreeMap<String, RuleScores>>,
    /// References to definitions of the compiler's index.
    pub references: u64,
    /// Those of them at which the index has no site, so that no kind is known: they count as `reference` alone.
    pub untyped: u64,
    /// Edges of the index whose target the compiler does not define.
    pub unlisted: u64,
}

type Pair = (End, End);

/// One edge of the index.
#[derive(Clone, Copy, Debug)]
struct Claim<'a> {
    confidence: Millionths,
    rule: &'a str,
    /// The compiler names something at one of its sites.
    spoken: bool,
}

/// Both sides of one language.
#[derive(Default)]
struct Sides<'a> {
    expected: BTreeMap<Kind, BTreeSet<Pair>>,
    claimed: BTreeMap<Kind, BTreeMap<Pair, Claim<'a>>>,
}

/// Positions of sites that the compiler speaks of.
#[derive(Default)]
struct Spoken {
    all: BTreeSet<usize>,
    /// Where it names a file.
    files: BTreeSet<usize>,
}

/// Where an edge leads, how sure it is, and its rule.
type Target<'a> = (Node<'a>, Millionths, &'a str);

/// Measures an index.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn measure(meeting: &Meeting<'_>) -> Result<Measured, ReadError> {
    let mut measured = Measured::default();
    let mut sides: BTreeMap<String, Sides<'_>> = BTreeMap::new();
    let targets = targets(meeting)?;
    for file in meeting.files.keys().copied() {
        let language = meeting.index.files().language(file).unwrap_or("unknown").to_owned();
        let sides = sides.entry(language).or_default();
        let sites = meeting.index.sites_of(file, |_| true)?;
        let spoken = sides.expect(meeting, file, &sites, &mut measured);
        for (at, site) in sites.iter().enumerate() {
            for target in targets.get(&(file, site.evidence)).into_iter().flatten() {
                // A compiler that names what is imported does not deny the file that it is imported from.
                let spoken = if matches!(target.0, Node::File(_)) { &spoken.files } else { &spoken.all };
                measured.unlisted += u64::from(!sides.claim(meeting, site, *target, spoken.contains(&at)));
            }
        }
    }
    for (language, sides) in sides {
        let rules = measured.rules.entry(language.clone()).or_default();
        let scores = sides.scores(meeting, rules);
        measured.languages.insert(language, scores);
    }
    Ok(measured)
}

/// The targets of every site of the files that the compiler knows.
fn targets<'a>(meeting: &Meeting<'a>) -> Result<HashMap<(FileId, EvidenceId), Vec<Target<'a>>>, ReadError> {
    let mut targets: HashMap<(FileId, EvidenceId), Vec<Target<'a>>> = HashMap::new();
    let counts = |edge: &Edge<'_>| match edge.table {
        Table::Structure => matches!(edge.edge_type, "extends" | "implements"),
        _ => true,
    };
    // A clause that hands out a definition (`export { name }`) is an import to a compiler; one that is exported where it stands has no site.
    for table in [Table::Call, Table::Usage, Table::Import, Table::Export, Table::Structure] {
        let edges = meeting.index.edges(table)?.all(meeting.index).filter(counts);
        for edge in edges.filter(|it| it.confidence >= THRESHOLD && meeting.files.contains_key(&it.file)) {
            let known = targets.entry((edge.file, edge.evidence)).or_default();
            let target = (edge.to, edge.confidence, edge.rule);
            if !known.contains(&target) {
                known.push(target);
            }
        }
    }
    Ok(targets)
}

/// The kind of the edges of a site.
fn kind(site: &Site<'_>) -> Kind {
    match site.role {
        "call" if site.kind == "callsite" => Kind::Call,
        "import" => Kind::Import,
        "extends" | "implements" => Kind::Inherit,
        _ => Kind::Use,
    }
}

/// Where an edge of a line starts.
fn start(meeting: &Meeting<'_>, kind: Kind, file: FileId, line: u32) -> End {
    match kind {
        Kind::Import | Kind::ImportFile => End::File(file),
        Kind::Inherit => meeting.type_around(file, line),
        Kind::Call | Kind::Use | Kind::Reference => meeting.container(file, line),
    }
}

impl<'a> Sides<'a> {
    /// Notes what the compiler says of a file, and answers the sites that it speaks of.
    fn expect(&mut self, meeting: &Meeting<'_>, file: FileId, sites: &[Site<'_>], measured: &mut Measured) -> Spoken {
        let mut spoken = Spoken::default();
        for (mention, site) in meeting.uses(file, sites) {
            let meant = meeting.meant(&mention);
            spoken.all.extend(site.filter(|_| meant != Meant::Unsaid));
            let Meant::Target(target) = meant else { continue };
            if matches!(target, End::File(_)) {
                spoken.files.extend(site);
            }
            let kind = match site.and_then(|at| sites.get(at)) {
                Some(site) => Some(kind(site)),
                None if mention.imports => Some(Kind::Import),
                None => None,
            };
            measured.references += 1;
            measured.untyped += u64::from(kind.is_none());
            for kind in kind.into_iter().chain((kind != Some(Kind::Import)).then_some(Kind::Reference)) {
                self.expect_one(meeting, kind, file, mention.line, target);
            }
        }
        spoken
    }

    fn expect_one(&mut self, meeting: &Meeting<'_>, kind: Kind, file: FileId, line: u32, target: End) {
        let from = start(meeting, kind, file, line);
        if kind == Kind::Import
            && let Some(other) = meeting.file_of(target).filter(|it| *it != file)
        {
            self.expected.entry(Kind::ImportFile).or_default().insert((from, End::File(other)));
        }
        if !matches!(target, End::File(_)) {
            self.expected.entry(kind).or_default().insert((from, target));
        }
    }

    /// Notes an edge of the index; false where the compiler does not define its target.
    fn claim(&mut self, meeting: &Meeting<'_>, site: &Site<'_>, (to, confidence, rule): Target<'a>, spoken: bool) -> bool {
        let claim = Claim { confidence, rule, spoken };
        let kind = kind(site);
        let from = start(meeting, kind, site.file, site.lines.start);
        let target = match to {
            Node::File(other) => Some(End::File(other)),
            Node::Symbol(id) if meeting.is_listed(id) => meeting.target(id),
            Node::Symbol(_) => return false,
            Node::Module(_) => None,
        };
        let Some(target) = target else { return true };
        let other = meeting.file_of(target).filter(|it| meeting.files.contains_key(it));
        let Some(other) = other else { return false };
        if kind == Kind::Import && other != site.file {
            self.note(Kind::ImportFile, (from, End::File(other)), claim);
        }
        if matches!(target, End::File(_)) {
            return true;
        }
        self.note(kind, (from, target), claim);
        if kind != Kind::Import {
            self.note(Kind::Reference, (meeting.container(site.file, site.lines.start), target), claim);
        }
        true
    }

    fn note(&mut self, kind: Kind, pair: Pair, claim: Claim<'a>) {
        let claims = self.claimed.entry(kind).or_default();
        let known = claims.entry(pair).or_insert(claim);
        let spoken = known.spoken || claim.spoken;
        if claim.confidence > known.confidence {
            *known = claim;
        }
        known.spoken = spoken;
    }

    fn scores(&self, meeting: &Meeting<'_>, rules: &mut BTreeMap<String, RuleScores>) -> BTreeMap<Kind, Scores> {
        let (no_pairs, no_claims) = (BTreeSet::new(), BTreeMap::new());
        let expected = |kind: Kind| self.expected.get(&kind).unwrap_or(&no_pairs);
        let claimed = |kind: Kind| self.claimed.get(&kind).unwrap_or(&no_claims);
        let references = expected(Kind::Reference);
        let mut all = BTreeMap::new();
        for kind in [Kind::Call, Kind::Use, Kind::Inherit, Kind::Import, Kind::ImportFile, Kind::Reference] {
            let mut scores = Scores { expected: expected(kind).len() as u64, ..Scores::default() };
            let finds = claimed(if kind == Kind::Use { Kind::Reference } else { kind });
            scores.found = expected(kind).iter().filter(|pair| finds.contains_key(*pair)).count() as u64;
            let confirms = if kind == Kind::Use { references } else { expected(kind) };
            for (pair, claim) in claimed(kind) {
                let of_other_kind = references.contains(pair)
                    && match kind {
                        Kind::Call => meeting.is_type(pair.1),
                        Kind::Inherit => meeting.is_function(pair.0),
                        _ => false,
                    };
                let verdict = if confirms.contains(pair) {
                    Verdict::Right
                } else if of_other_kind || !claim.spoken {
                    Verdict::Unjudged
                } else {
                    Verdict::Wrong
                };
                verdict.count(&mut scores.right, &mut scores.wrong, &mut scores.unjudged);
                if !matches!(kind, Kind::Reference | Kind::ImportFile) {
                    let of_rule = rules.entry(claim.rule.to_owned()).or_default();
                    verdict.count(&mut of_rule.right, &mut of_rule.wrong, &mut of_rule.unjudged);
                }
            }
            all.insert(kind, scores.finished());
        }
        rules.values_mut().for_each(|it| it.precision = share(it.right, it.right + it.wrong));
        all
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
    Unjudged,
}

impl Verdict {
    fn count(self, right: &mut u64, wrong: &mut u64, unjudged: &mut u64) {
        *match self {
            Self::Right => right,
            Self::Wrong => wrong,
            Self::Unjudged => unjudged,
        } += 1;
    }
}

impl Scores {
    fn finished(mut self) -> Self {
        self.precision = share(self.right, self.right + self.wrong);
        self.recall = share(self.found, self.expected);
        self.f1 = self.precision.zip(self.recall).map(|(precision, recall)| {
            let (precision, recall) = (u64::from(precision.0), u64::from(recall.0));
            Millionths(u32::try_from((2 * precision * recall).checked_div(precision + recall).unwrap_or(0)).unwrap_or(0))
        });
        self
    }

    /// Both together, as over all edges of both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self {
            expected: self.expected + other.expected,
            found: self.found + other.found,
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            unjudged: self.unjudged + other.unjudged,
            ..Self::default()
        }
        .finished()
    }
}

/// A part of a whole; `None` of nothing.
fn share(part: u64, whole: u64) -> Option<Millionths> {
    (part * 1_000_000 + whole / 2).checked_div(whole).and_then(|it| u32::try_from(it).ok()).map(Millionths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_and_of_nothing_there_is_none() {
        assert_eq!(share(2, 3), Some(Millionths(666_667)));
        assert_eq!(share(0, 0), None);
        let some = Scores { expected: 4, found: 3, right: 3, wrong: 1, ..Scores::default() }.finished();
        assert_eq!((some.precision, some.recall, some.f1), (Some(Millionths(750_000)), Some(Millionths(750_000)), Some(Millionths(750_000))));
        let none = Scores { expected: 4, ..Scores::default() }.finished();
        assert_eq!((none.precision, none.recall, none.f1), (None, Some(Millionths(0)), None));
    }
}
