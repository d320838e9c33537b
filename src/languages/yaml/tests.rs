//! YAML as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn chunks_are_named() {
    let text = "name: x
jobs:
  build:
    - a
---
other: 1
";
    tests::chunks(&LANGUAGE, text, "");
}
