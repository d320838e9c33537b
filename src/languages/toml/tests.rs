//! TOML as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn chunks_are_named() {
    let text = r#"name = "x"

[a.b]
c = 1

[[d]]
e = 2
"#;
    tests::chunks(&LANGUAGE, text, "");
}
