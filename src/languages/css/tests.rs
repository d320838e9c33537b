//! CSS as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn chunks_are_named() {
    let text = ".a, #b { color: red; }
@keyframes spin { to { top: 0; } }
";
    tests::chunks(&LANGUAGE, text, "");
}
