//! The definitions of one text that is in no index: what a file said before it changed.

use std::collections::BTreeMap;

use crate::languages::{detect, extract};

/// Definitions that files share, by qualified name, with their heads in one line. Locals of functions are left out; so is what no language is known of.
pub fn definitions(path: &str, text: &str) -> BTreeMap<String, String> {
    let Some(language) = detect(path, text) else { return BTreeMap::new() };
    let (shard, _) = extract::extract_hidden(language, text.to_owned());
    let mut found = BTreeMap::new();
    for (symbol, place) in shard.facts.symbols.iter().zip(&shard.body.places) {
        found.entry(symbol.qualified.to_string()).or_insert_with(|| place.signature.clone());
    }
    found
}
