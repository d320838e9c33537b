//! `vectors`: what a sentence encoder makes of the text of each chunk. Opt-in, with a signature of its own.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Artifact;
use crate::base::ids::{bytes_of_hex, hex};

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "vectors", schema_version: "1.0.0", sort_key: &["path", "chunkUid"], modulus: 24, schema: || schemars::schema_for!(Vector) };

/// The vector of one chunk. The model is named in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Vector<'a> {
    #[serde(borrow)]
    pub chunk_uid: Cow<'a, str>,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// `xxh64:<16 hex>` of the text that was encoded: that of the chunk, of which the model reads the first word pieces.
    #[serde(borrow)]
    pub text_hash: Cow<'a, str>,
    pub vector: Components,
}

/// Components of a vector, each a signed byte, as two hexadecimal digits of its two's complement. Its length says nothing; angles between vectors do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components(pub Vec<i8>);

impl Serialize for Components {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().map(|it| it.cast_unsigned()).collect();
        serializer.serialize_str(&hex(&bytes))
    }
}

impl<'de> Deserialize<'de> for Components {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let bytes = bytes_of_hex(&text).ok_or_else(|| D::Error::custom("components are pairs of lower-case hexadecimal digits"))?;
        Ok(Self(bytes.into_iter().map(u8::cast_signed).collect()))
    }
}

impl JsonSchema for Components {
    fn schema_name() -> Cow<'static, str> {
        "Components".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^([0-9a-f]{2})*$",
            "description": "one signed byte a component, as two hexadecimal digits of its two's complement"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_print_as_digits_and_read_back() {
        let components = Components(vec![0, 1, -1, 127, -128]);
        assert_eq!(serde_json::to_string(&components).unwrap(), "\"0001ff7f80\"");
        assert_eq!(serde_json::from_str::<Components>("\"0001ff7f80\"").unwrap(), components);
        for wrong in ["\"0\"", "\"0G\"", "\"FF\"", "\"é\"", "1"] {
            assert!(serde_json::from_str::<Components>(wrong).is_err(), "{wrong}");
        }
    }
}
