//! The certificate of an empty answer: what was searched, what could not be read, which uses of the same names are in doubt.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Absence, DoubtfulSites, UnparsedFiles};
use super::identity;
use super::request::{Direction, EdgeType, PackRequest};
use super::sections::Section;
use super::seeds::Seed;
use crate::manifest::error::IndexError;
use crate::reader::census;
use crate::reader::edges::Table;
use crate::reader::index::Index;

/// Seeds whose names are looked for.
const MAX_NAMES: usize = 3;
/// Sites and files that are listed; all are counted.
const MAX_LISTED: usize = 10;

/// What an empty section rests on; `None` for sections whose emptiness says nothing.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn certificate(index: &Index, section: &Section, seeds: &[Seed], request: &PackRequest, known: u64) -> Result<Option<Absence>, IndexError> {
    let Some(statement) = section.absence else { return Ok(None) };
    let names = names(index, seeds);
    if !is_searched(section, request) {
        return Ok(Some(bare(index, section, format!("{}: not searched, `expansion` leaves it out", section.name))));
    }
    if known > 0 {
        return Ok(Some(bare(index, section, format!("{}: {known} are known, and none fits the budgets and filters", section.name))));
    }
    if names.is_empty() {
        return Ok(Some(bare(index, section, format!("{}: no seed is a definition that could have any", section.name))));
    }
    let mut absence = bare(index, section, format!("{statement} of {}", names.iter().cloned().collect::<Vec<_>>().join(", ")));
    absence.doubtful_sites = doubtful(index, &names)?;
    absence.unparsed_files = unparsed(index)?;
    absence.names = names.into_iter().collect();
    for table in section.tables {
        absence.searched.insert(table.artifact().name.to_owned(), index.edges(*table)?.len() as u64);
    }
    Ok(Some(absence))
}

fn bare(index: &Index, section: &Section, statement: String) -> Absence {
    let manifest = index.manifest();
    let lists = section.tables.iter().filter_map(|table| manifest.artifacts.get(table.artifact().name)).map(|table| table.list.as_str());
    let scope = identity::digest(std::iter::once(manifest.source_signature.as_str()).chain(lists));
    Absence {
        doubtful_sites: DoubtfulSites::default(),
        names: Vec::new(),
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
        _ => true,
    }
}

/// The simple names of the definitions that the best seeds show.
fn names(index: &Index, seeds: &[Seed]) -> BTreeSet<String> {
    seeds.iter().filter_map(|seed| seed.symbol).take(MAX_NAMES).map(|id| index.symbol(id).name.to_owned()).filter(|name| !name.is_empty()).collect()
}

fn doubtful(index: &Index, names: &BTreeSet<String>) -> Result<DoubtfulSites, IndexError> {
    let mut sites = DoubtfulSites::default();
    index.sites().each(index, |site| {
        if !matches!(site.outcome, "resolved" | "external") && names.contains(site.name) {
            *sites.counts.entry(site.outcome.to_owned()).or_insert(0) += 1;
            if sites.listed.len() < MAX_LISTED {
                sites.listed.push(format!("{}:{}", index.path(site.file), site.lines.start));
            }
        }
    })?;
    Ok(sites)
}

fn unparsed(index: &Index) -> Result<UnparsedFiles, IndexError> {
    let files = census::files_with_gaps(index)?;
    let listed = files.iter().take(MAX_LISTED).map(|file| index.path(*file).to_owned()).collect();
    Ok(UnparsedFiles { count: files.len() as u64, listed })
}
