//! Options as one JSON object: fields that nobody knows and values of a wrong type are refused by name.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::failure::Failure;
use super::nearest::nearest;
use crate::base::codes;

/// The options of `what` out of a JSON object; null is an empty one. Names may be written in the manner of rows and packs, `packId` for `pack_id`.
///
/// # Errors
/// [`Failure`] that names the field at fault.
pub fn read<T: DeserializeOwned + JsonSchema>(what: &str, options: Value) -> Result<T, Failure> {
    let mut fields = match options {
        Value::Null => Map::new(),
        Value::Object(fields) => fields,
        _ => return Err(Failure::new(&codes::USAGE, format!("the options of `{what}` are no object"))),
    };
    let known = names::<T>();
    for name in known.iter().filter(|name| name.contains('_')) {
        if let Some(value) = fields.remove(&camel(name)) {
            if fields.contains_key(name) {
                return Err(Failure::new(&codes::USAGE, format!("`{what}` has `{name}` twice")).only_hint("give it once"));
            }
            fields.insert(name.clone(), value);
        }
    }
    if let Some(strange) = fields.keys().find(|field| !known.contains(field)) {
        let has = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let failure = Failure::new(&codes::USAGE, format!("`{what}` has no option `{strange}`")).only_hint(format!("it has {has}"));
        return Err(match nearest(strange, known.iter().map(String::as_str)) {
            Some(meant) => failure.hint(format!("did you mean `{meant}`?")),
            None => failure,
        });
    }
    serde_json::from_value(Value::Object(fields.clone())).map_err(|cause| at_fault::<T>(what, &fields, &cause))
}

/// `pack_id` as `packId`.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &part[..part.len().min(1)].to_uppercase() + &part[part.len().min(1)..])
}

/// The fields of options, sorted.
pub fn names<T: JsonSchema>() -> Vec<String> {
    let schema = schemars::schema_for!(T);
    let properties = schema.as_value().get("properties").and_then(Value::as_object);
    let mut names: Vec<String> = properties.into_iter().flat_map(Map::keys).cloned().collect();
    names.sort_unstable();
    names
}

/// The failure of the first field that cannot be read by itself.
fn at_fault<T: DeserializeOwned>(what: &str, fields: &Map<String, Value>, cause: &serde_json::Error) -> Failure {
    for (name, value) in fields {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        if let Err(own) = serde_json::from_value::<T>(Value::Object(alone)) {
            return Failure::new(&codes::USAGE, format!("the option `{name}` of `{what}` is of the wrong form: {}", in_words(&own)))
                .only_hint("see its schema");
        }
    }
    Failure::new(&codes::USAGE, format!("the options of `{what}` are of the wrong form: {cause}")).only_hint("see their schema")
}

/// What a value should have been, without the names of types of this program.
fn in_words(cause: &serde_json::Error) -> String {
    let text = cause.to_string();
    let of_type = |text: String, name: &&str| text.replace(&format!("expected {name}"), "expected a whole number of 0 or more");
    ["usize", "u64", "u32"].iter().fold(text, of_type)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::asking::Asking;
    use serde_json::json;

    #[test]
    fn a_strange_field_and_a_wrong_value_are_named() {
        let asking: Asking = read("pack", json!({"query": "a", "max_chars": 7, "trace": true})).unwrap();
        assert_eq!((asking.query.as_deref(), asking.max_chars, asking.taste.trace), (Some("a"), Some(7), true));
        assert_eq!(read::<Asking>("pack", Value::Null).unwrap(), Asking::default());
        let failure = read::<Asking>("pack", json!({"querry": "a"})).unwrap_err();
        assert_eq!((failure.message.as_str(), failure.hints[0].as_str()), ("`pack` has no option `querry`", "did you mean `query`?"));
        let failure = read::<Asking>("pack", json!({"query": "a", "max_chars": "many"})).unwrap_err();
        assert!(failure.message.starts_with("the option `max_chars` of `pack` is of the wrong form: "), "{}", failure.message);
        let failure = read::<Asking>("pack", json!({"query": "a", "max_chars": -1})).unwrap_err();
        assert!(failure.message.ends_with("expected a whole number of 0 or more"), "{}", failure.message);
        assert!(read::<Asking>("pack", json!(["a"])).is_err());
        let asking: Asking = read("pack", json!({"maxChars": 7, "includePaths": ["a"]})).unwrap();
        assert_eq!((asking.max_chars, asking.include_paths), (Some(7), vec!["a".to_owned()]));
        assert!(read::<Asking>("pack", json!({"maxChars": 7, "max_chars": 8})).is_err());
    }
}
