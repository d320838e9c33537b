//! `postings`: the terms of each chunk, by field. The inverted form is the reader's.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Artifact;
use crate::base::key::TextMap;
use crate::base::terms;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "postings", schema_version: "1.0.0", sort_key: &["path", "chunkUid"], modulus: 24, schema: || schemars::schema_for!(Postings) };

/// The terms of one chunk: lower-case identifiers and their parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Postings<'a> {
    /// Of the chunk's text.
    pub body: Frequencies,
    #[serde(borrow)]
    pub chunk_uid: Cow<'a, str>,
    /// Of the doc text of the definition it shows.
    pub doc: Frequencies,
    /// Of the qualified name.
    pub name: Frequencies,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// Of the path.
    pub path_terms: Arc<Frequencies>,
    /// Of the head of the definition it shows.
    pub signature: Frequencies,
}

/// Term to number of occurrences, in the order of canonical JSON.
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    /// All terms, one behind the other in the order they were met.
    text: String,
    /// `(start, end, occurrences)` of each term, sorted.
    terms: Vec<(u32, u32, u32)>,
}

/// The order of terms in canonical JSON: by UTF-16 units.
pub fn order(lhs: &str, rhs: &str) -> Ordering {
    if lhs.is_ascii() && rhs.is_ascii() { lhs.cmp(rhs) } else { lhs.encode_utf16().cmp(rhs.encode_utf16()) }
}

impl Frequencies {
    /// The frequencies of the terms of `text`.
    pub fn of(text: &str) -> Self {
        // Code repeats its words: each is taken apart once.
        let mut words: TextMap<&str, u32> = TextMap::default();
        terms::words(text).for_each(|word| *words.entry(word).or_insert(0) += 1);
        let mut frequencies = Self::default();
        words.into_iter().for_each(|(word, count)| terms::terms_of(word, &mut |term| frequencies.push(term, count)));
        frequencies.settle();
        frequencies
    }

    /// Frequencies of distinct terms that stand in [`order`] already.
    pub fn of_sorted<'a>(counts: impl Iterator<Item = (&'a str, u32)>) -> Self {
        let mut frequencies = Self::default();
        frequencies.terms.reserve_exact(counts.size_hint().0);
        counts.for_each(|(term, count)| frequencies.push(term, count));
        frequencies
    }

    /// Frequencies that were counted elsewhere.
    pub fn of_counts<'a>(counts: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        let mut frequencies = Self::default();
        counts.into_iter().for_each(|(term, count)| frequencies.push(term, count));
        frequencies.settle();
        frequencies
    }

    fn push(&mut self, term: &str, count: u32) {
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.push_str(term);
        self.terms.push((start, u32::try_from(self.text.len()).unwrap_or(u32::MAX), count));
    }

    /// Sorts the terms and adds up equal ones.
    fn settle(&mut self) {
        let text = self.text.as_str();
        let term = |it: &(u32, u32, u32)| &text[it.0 as usize..it.1 as usize];
        self.terms.sort_unstable_by(|lhs, rhs| order(term(lhs), term(rhs)));
        self.terms.dedup_by(|later, first| {
            let equal = term(later) == term(first);
            first.2 += if equal { later.2 } else { 0 };
            equal
        });
    }

    /// Terms with their number of occurrences.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.terms.iter().map(|it| (&self.text[it.0 as usize..it.1 as usize], it.2))
    }
}

impl PartialEq for Frequencies {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Frequencies {}

impl Serialize for Frequencies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.terms.len()))?;
        for (term, count) in self.iter() {
            map.serialize_entry(term, &count)?;
        }
        map.end()
    }
}

/// A term as it stands in the text: without a copy where it needs no escape.
#[derive(Deserialize)]
struct Term<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for Frequencies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Frequencies;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of terms and counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frequencies, A::Error> {
                let mut frequencies = Frequencies::default();
                while let Some((term, count)) = map.next_entry::<Term<'_>, u32>()? {
                    frequencies.push(&term.0, count);
                }
                Ok(frequencies)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

impl JsonSchema for Frequencies {
    fn schema_name() -> Cow<'static, str> {
        "Frequencies".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": { "type": "integer", "minimum": 1 },
            "description": "term to number of occurrences"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_counted_and_written_in_canonical_order() {
        let frequencies = Frequencies::of("b a b aB \u{ff5a} \u{10400}");
        let text = serde_json::to_string(&frequencies).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(crate::artifacts::jsonl::canonical(&value), text);
        assert_eq!(frequencies.iter().find(|(term, _)| *term == "b").map(|(_, count)| count), Some(3));
        assert_eq!(serde_json::from_str::<Frequencies>(&text).unwrap(), frequencies);
    }
}
