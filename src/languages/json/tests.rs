//! JSON as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn chunks_are_named() {
    let text = r#"{
  "name": "x",
  "deep": {"a": 1}
}
"#;
    tests::chunks(&LANGUAGE, text, "");
}
