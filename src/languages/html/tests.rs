//! HTML as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn chunks_are_named() {
    let text = "<html><head><style>a {}</style></head><body><main><p>x</p></main><script>f()</script></body></html>
";
    tests::chunks(&LANGUAGE, text, "");
}
