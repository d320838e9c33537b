//! The rows of one file as what SCIP says of it.

use std::collections::BTreeMap;

use super::columns::{Definition, Link, Use};
use super::packages::Packages;
use crate::base::ids::{SourceHash, evidence_id};
use crate::base::score::Millionths;
use crate::base::span::{ByteSpan, LineMap};
use crate::scip::grammar;
use crate::scip::message::{About, Mark};
use crate::scip::vocabulary::{self, Roles};

/// Edges below this are guesses and are not written: the protocol has no word for doubt.
const CERTAIN: Millionths = Millionths(500_000);
/// Longest defining name that is looked for.
const MAX_NAME_BYTES: usize = 4096;

/// One file of the graph with its rows.
pub struct FileRows<'a> {
    pub path: &'a str,
    pub class: &'a str,
    pub hash: SourceHash,
    pub text: &'a str,
    pub symbols: Vec<Definition>,
    pub sites: Vec<Use>,
    /// Structure.
    pub structure: Vec<Link>,
    /// Calls, uses, imports.
    pub uses: Vec<Link>,
}

/// What a file says.
#[derive(Debug, Default)]
pub struct Said {
    pub marks: Vec<Mark>,
    pub symbols: Vec<About>,
    /// Symbols of other packages by symbol, with their names.
    pub external: BTreeMap<String, String>,
    pub definitions: u64,
    pub references: u64,
}

impl FileRows<'_> {
    /// Occurrences and symbols of the file.
    pub fn say(&self, packages: &Packages, map: &LineMap) -> Said {
        let mut said = Said::default();
        self.itself(packages, &mut said);
        self.define(map, &mut said);
        self.refer(packages, &mut said);
        said
    }

    /// Roles that everything in the file has.
    fn everywhere(&self) -> Roles {
        match self.class {
            "test" => Roles::TEST,
            "generated" => Roles::GENERATED,
            _ => Roles::default(),
        }
    }

    /// A file is a symbol that its start defines, so that imports have something to name.
    fn itself(&self, packages: &Packages, said: &mut Said) {
        let Some(symbol) = packages.symbol(self.path) else { return };
        said.marks.push(Mark {
            span: ByteSpan::default(),
            symbol: symbol.clone(),
            roles: Roles::DEFINITION.with(self.everywhere()),
            enclosing: Some(ByteSpan::new(0, self.text.len())),
        });
        said.symbols.push(About {
            symbol,
            kind: vocabulary::kind("file", false, false),
            name: crate::base::path::file_name(self.path).to_owned(),
            signature: String::new(),
            documentation: String::new(),
            enclosing: String::new(),
            implements: Vec::new(),
        });
    }

    fn define(&self, map: &LineMap, said: &mut Said) {
        let starts: BTreeMap<(&str, &str), u32> = self
            .structure
            .iter()
            .filter(|edge| matches!(edge.edge_type.as_str(), "defines" | "contains"))
            .map(|edge| ((edge.evidence_id.as_str(), edge.to.as_str()), edge.start))
            .collect();
        let mut supertypes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for edge in self.structure.iter().filter(|edge| matches!(edge.edge_type.as_str(), "extends" | "implements") && edge.confidence >= CERTAIN) {
            if let Some(to) = grammar::of_id(&edge.to) {
                supertypes.entry(&edge.from).or_default().push(to.to_owned());
            }
        }
        let is_declaration = |row: &Definition| row.has("declaration");
        let mut defined: BTreeMap<&str, bool> = BTreeMap::new();
        for row in &self.symbols {
            *defined.entry(&row.id).or_insert(false) |= !is_declaration(row);
        }
        // What is declared and defined in one file is told of where it is defined.
        let (declared, whole): (Vec<&Definition>, Vec<&Definition>) =
            self.symbols.iter().partition(|row| is_declaration(row) && defined.get(row.id.as_str()).copied().unwrap_or(false));
        for (rows, role) in [(whole, Roles::DEFINITION), (declared, Roles::FORWARD)] {
            for row in rows {
                let start = starts.get(&(row.evidence_id.as_str(), row.id.as_str()));
                let Some((symbol, start)) = grammar::of_id(&row.id).zip(start) else { continue };
                let mut roles = role.with(self.everywhere());
                if row.has("test") {
                    roles = roles.with(Roles::TEST);
                }
                let span = self.name_span(row, *start);
                let whole = map.span(row.range);
                said.marks.push(Mark { span, symbol: symbol.to_owned(), roles, enclosing: whole.covers(span).then_some(whole) });
                said.symbols.push(about(row, symbol, supertypes.get(row.id.as_str()).cloned().unwrap_or_default()));
                said.definitions += 1;
            }
        }
    }

    /// The span of a defining name. Rows keep where it starts, and an id made of both ends: the end is the one that gives the id.
    fn name_span(&self, row: &Definition, start: u32) -> ByteSpan {
        let from = start as usize;
        let fits = |end: &usize| {
            let end = u32::try_from(*end).unwrap_or(u32::MAX);
            evidence_id("span", self.path, start, end, &self.hash) == row.evidence_id
        };
        let usual = from + row.name.len();
        let rest = self.text.get(from..).unwrap_or("");
        let ends = std::iter::once(usual).chain((from..=self.text.len().min(from + MAX_NAME_BYTES)).filter(|end| *end != usual));
        let end = ends.filter(|end| rest.is_char_boundary(end - from)).find(fits);
        ByteSpan::new(from, end.unwrap_or(from))
    }

    fn refer(&self, packages: &Packages, said: &mut Said) {
        let mut targets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let structural = self.structure.iter().filter(|edge| matches!(edge.edge_type.as_str(), "extends" | "implements"));
        for edge in self.uses.iter().chain(structural).filter(|edge| edge.confidence >= CERTAIN) {
            targets.entry(&edge.evidence_id).or_default().push(&edge.to);
        }
        for site in &self.sites {
            let span = site.span;
            let roles = Roles::of_site(&site.role).with(self.everywhere());
            let targets = targets.get(site.evidence_id.as_str()).map_or(&[][..], Vec::as_slice);
            let mut symbols: Vec<String> = targets.iter().filter_map(|to| grammar::of_id(to)).map(str::to_owned).collect();
            if symbols.is_empty() {
                // An item's import names its module as well; a module's own import names nothing else.
                symbols = targets.iter().filter_map(|to| to.strip_prefix("file:")).filter_map(|path| packages.symbol(path)).collect();
            }
            if let ("external", Some(package)) = (site.outcome.as_str(), site.reason.as_deref().filter(|reason| *reason != "builtin")) {
                let symbol = grammar::external(packages.manager(self.path), package, &site.name);
                said.external.insert(symbol.clone(), site.name.clone());
                symbols.push(symbol);
            }
            symbols.sort();
            symbols.dedup();
            said.references += symbols.len() as u64;
            said.marks.extend(symbols.into_iter().map(|symbol| Mark { span, symbol, roles, enclosing: None }));
        }
    }
}

fn about(row: &Definition, symbol: &str, implements: Vec<String>) -> About {
    About {
        symbol: symbol.to_owned(),
        kind: vocabulary::kind(&row.kind, row.has("abstract"), row.has("static")),
        name: row.name.clone(),
        signature: row.signature.clone(),
        documentation: row.doc.clone(),
        enclosing: row.container.as_deref().and_then(grammar::of_id).unwrap_or_default().to_owned(),
        implements,
    }
}
