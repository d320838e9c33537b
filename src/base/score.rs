//! Scores as integers in millionths, printed as decimals with at most six digits.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One millionth is the unit; `1_000_000` prints as `1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(pub u32);

impl Millionths {
    /// Certainty.
    pub const ONE: Self = Self(1_000_000);

    /// An equal share of this score among `count` candidates, rounded down to the hundredth part of a percent so that it prints short.
    pub fn shared(self, count: usize) -> Self {
        let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        Self((self.0 / count / 100 * 100).max(100))
    }
}

/// Millionths as percent with one digit.
pub fn percent(value: u64) -> String {
    let tenths = (value + 500) / 1000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl Serialize for Millionths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1_000_000) {
            serializer.serialize_u32(self.0 / 1_000_000)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 1e6)
        }
    }
}

impl<'de> Deserialize<'de> for Millionths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if !(0.0..=4000.0).contains(&value) {
            return Err(serde::de::Error::custom("a score lies between 0 and 4000"));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked above")]
        let units = (value * 1e6 + 0.5) as u32;
        Ok(Self(units))
    }
}

impl JsonSchema for Millionths {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "number", "minimum": 0, "description": "a decimal with at most six digits"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_print_short_and_read_back() {
        for (units, text) in [(1_000_000, "1"), (930_000, "0.93"), (100, "0.0001"), (0, "0")] {
            assert_eq!(serde_json::to_string(&Millionths(units)).unwrap(), text);
            assert_eq!(serde_json::from_str::<Millionths>(text).unwrap(), Millionths(units));
        }
    }
}
