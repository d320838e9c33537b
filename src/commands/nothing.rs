//! What a search says that found nothing: what it looked through, which words are nowhere, which names are near.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::nearest::nearest;
use crate::manifest::error::IndexError;
use crate::pack::absence;
use crate::pack::context::Absence;
use crate::reader::index::Index;
use crate::retrieve::provider::Provider;
use crate::retrieve::query::Query;

/// Words of the query that are looked up one by one.
const MAX_WORDS: usize = 8;

/// Why there are no hits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Nothing {
    pub certificate: Absence,
    /// The first words of the query that occur in no chunk and no path.
    pub missing_words: Vec<String>,
    /// Names of definitions that may have been meant.
    pub nearest: Vec<String>,
    pub provider: &'static str,
}

impl Nothing {
    /// What is said of a query without hits.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of(index: &Index, query: &Query, provider: Provider) -> Result<Self, IndexError> {
        let mut missing_words = Vec::new();
        for word in query.groups.iter().flat_map(|group| &group.exact).take(MAX_WORDS) {
            let is_there = index.postings(word)?.next().is_some() || index.terms()?.path_files(word).next().is_some();
            if !is_there {
                missing_words.push(word.clone());
            }
        }
        let written: BTreeSet<&str> =
            query.names.iter().filter_map(|name| name.last()).chain(&query.words).map(String::as_str).take(MAX_WORDS).collect();
        let near: BTreeSet<&str> = written.iter().filter_map(|word| nearest(word, index.symbols().names())).collect();
        let options = &index.manifest().options;
        let mut statement = format!(
            "nothing found: none of {} chunks, {} files and {} definitions matches (provider {})",
            index.chunk_count(),
            index.file_count(),
            index.symbol_count(),
            provider.word()
        );
        if !options.include.is_empty() || !options.exclude.is_empty() {
            statement.push_str(&format!("; the index was built with include {:?} and exclude {:?}", options.include, options.exclude));
        }
        let names = written.iter().map(|word| (*word).to_owned()).collect();
        Ok(Self {
            certificate: absence::of_search(index, &names, statement)?,
            missing_words,
            nearest: near.into_iter().map(str::to_owned).collect(),
            provider: provider.word(),
        })
    }

    /// The same in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let quoted = |words: &[String]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let mut lines = vec![self.certificate.statement.clone()];
        if !self.missing_words.is_empty() {
            lines.push(format!("in no chunk and no path: {}", quoted(&self.missing_words)));
        }
        let doubtful: u64 = self.certificate.doubtful_sites.counts.values().sum();
        if doubtful > 0 {
            let listed = self.certificate.doubtful_sites.listed.join(", ");
            lines.push(format!("{doubtful} sites use these words and could not be resolved: {listed}"));
        }
        let external = &self.certificate.external_sites;
        let outward = external.builtin + external.packages;
        if outward > 0 {
            lines.push(format!("{outward} sites use these words for what is not of this tree: {}", external.listed.join(", ")));
        }
        let unparsed = &self.certificate.unparsed_files;
        if unparsed.count > 0 {
            lines.push(format!("{} files could not be read or parsed in full: {}", unparsed.count, unparsed.listed.join(", ")));
        }
        if !self.nearest.is_empty() {
            lines.push(format!("nearest names: {}", quoted(&self.nearest)));
        }
        lines
    }
}
