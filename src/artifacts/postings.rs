//! `postings`: the terms of each chunk, by field. The inverted form is the reader's.

use schemars::JsonSchema;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "postings", schema_version: "1.0.0", sort_key: &["path", "chunkUid"], modulus: 24, schema: || schemars::schema_for!(Postings) };

/// The terms of one chunk: lower-case identifiers and their parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Postings {
    /// Of the chunk's text.
    pub body: Frequencies,
    pub chunk_uid: String,
    /// Of the doc text of the definition it shows.
    pub doc: Frequencies,
    /// Of the qualified name.
    pub name: Frequencies,
    pub path: String,
    /// Of the path.
    pub path_terms: Frequencies,
    /// Of the head of the definition it shows.
    pub signature: Frequencies,
}

/// Term to number of occurrences, in the order of canonical JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frequencies(Vec<(String, u32)>);

impl Frequencies {
    /// The frequencies of the terms of `text`.
    pub fn of(text: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        crate::base::terms::terms(text, &mut |term| words.push(term.to_owned()));
        if words.iter().all(|word| word.is_ascii()) {
            words.sort_unstable();
        } else {
            words.sort_unstable_by(|lhs, rhs| lhs.encode_utf16().cmp(rhs.encode_utf16()));
        }
        let mut counted: Vec<(String, u32)> = Vec::new();
        for word in words {
            match counted.last_mut() {
                Some((last, count)) if *last == word => *count += 1,
                _ => counted.push((word, 1)),
            }
        }
        Self(counted)
    }

    /// Terms with their number of occurrences.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(term, count)| (term.as_str(), *count))
    }
}

impl Serialize for Frequencies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (term, count) in &self.0 {
            map.serialize_entry(term, count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Frequencies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Frequencies;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of terms and counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frequencies, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Frequencies(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

impl JsonSchema for Frequencies {
    fn schema_name() -> std::borrow::Cow<'static, str> {
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
