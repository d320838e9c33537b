//! What of an index changed since a base revision: definitions, told apart by whether what others see of them changed.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::manifest::error::IndexError;
use crate::pack::excerpt::texts::{Shown, Texts};
use crate::pack::views::task::changes::{self, Changes};
use crate::pack::views::task::document::Status;
use crate::reader::ids::SymbolId;
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;

/// Lines from the start of a definition that its head may take.
const MAX_HEAD: usize = 200;

/// How a definition changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// Its whole file is new.
    Added,
    /// A line of its head changed.
    Interface,
    /// Lines below its head changed.
    Body,
}

impl Extent {
    /// What others see of it changed.
    pub fn is_interface(self) -> bool {
        self != Self::Body
    }
}

/// The changes of definitions since a base revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// The commit, in hexadecimal.
    pub commit: String,
    pub extents: BTreeMap<SymbolId, Extent>,
    /// Files that are no longer the indexed ones, so that nothing is known of their definitions.
    pub stale: Vec<String>,
}

/// Finds the definitions that changed.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn base(index: &Index, texts: &Texts<'_>, changes: &Changes) -> Result<Base, IndexError> {
    let differences = changes::differences(index, texts, changes)?;
    let mut base = Base { commit: changes.commit.clone(), ..Base::default() };
    for (path, change) in &changes.files {
        let Some(file) = index.find_file(path) else { continue };
        if change.stale {
            base.stale.push(path.clone());
            continue;
        }
        let touched = differences.get(path).map(|difference| &difference.touched);
        for symbol in index.symbols_of(file) {
            let extent = match change.status() {
                Status::Added => Some(Extent::Added),
                _ => touched.map(|touched| extent(index, texts, &symbol, touched)).transpose()?.flatten(),
            };
            if let Some(extent) = extent {
                let known = base.extents.entry(symbol.id).or_insert(extent);
                *known = extent.min(*known);
            }
        }
    }
    Ok(base)
}

fn extent(index: &Index, texts: &Texts<'_>, symbol: &Symbol<'_>, touched: &BTreeSet<u32>) -> Result<Option<Extent>, IndexError> {
    if touched.range(symbol.lines.start..=symbol.lines.end).next().is_none() {
        return Ok(None);
    }
    let shown = symbol.chunk.map(|chunk| texts.of(chunk)).transpose()?;
    let head = match (symbol.chunk, shown) {
        (Some(chunk), Some(Shown::Text(passage))) => head(passage.text(), index.chunk(chunk).lines.start, symbol),
        _ => None,
    };
    let (first, last) = head.unwrap_or((symbol.name_line, symbol.name_line));
    Ok(Some(if touched.range(first..=last).next().is_some() { Extent::Interface } else { Extent::Body }))
}

/// First and last line of a definition's head within a text that starts at the line `start`. Rows hold a head in one line, so it is found by
/// what of it is no blank.
fn head(text: &str, start: u32, symbol: &Symbol<'_>) -> Option<(u32, u32)> {
    let wanted: Vec<char> = symbol.signature.chars().filter(|it| !it.is_whitespace()).collect();
    let lines =
        (start..).zip(text.lines()).skip_while(|(number, _)| *number < symbol.lines.start).take_while(|(number, _)| *number <= symbol.lines.end);
    let inked = lines.take(MAX_HEAD).flat_map(|(number, line)| line.chars().filter(|it| !it.is_whitespace()).map(move |it| (number, it)));
    let text: Vec<(u32, char)> = inked.collect();
    let at = text.windows(wanted.len().max(1)).position(|part| part.iter().map(|(_, it)| *it).eq(wanted.iter().copied()))?;
    Some((text[at].0, text[at + wanted.len() - 1].0))
}
