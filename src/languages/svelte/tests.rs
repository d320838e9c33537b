//! Svelte's scripts, at their place in the file.

use super::LANGUAGE;
use crate::languages::extract::extract;
use crate::languages::tags::tests;

const TEXT: &str = "<p>é</p>\n<script lang=\"ts\">\nimport { a } from './a';\nfunction f(x: T) { a(x); }\n</script>\n<style>p {}</style>\n";

#[test]
fn scripts_are_read_as_ecmascript() {
    tests::symbols(&LANGUAGE, TEXT, "function f");
}

#[test]
fn positions_are_those_of_the_whole_file() {
    let shard = extract(&LANGUAGE, TEXT);
    let names: Vec<&str> = shard.body.sites.iter().map(|site| &TEXT[site.span.start as usize..site.span.end as usize]).collect();
    assert_eq!(names, ["a", "T", "a", "x"]);
    assert_eq!(shard.body.text_bytes as usize, TEXT.len());
}
