//! Markdown's sections and mentions.

use super::LANGUAGE;
use crate::languages::extract::extract;

#[test]
fn sections_end_where_the_next_heading_starts() {
    let text = "Intro.\n\n# One `f`\n\nText.\n\n## Two ##\n\nMore.\n\nThree\n=====\n\n- item\n";
    let shard = extract(&LANGUAGE, text);
    let shown: Vec<(&str, &str)> = shard.body.chunks.iter().map(|it| (it.name.as_str(), it.span.text(text))).collect();
    let expected = [("", "Intro."), ("One f", "# One `f`\n\nText."), ("Two", "## Two ##\n\nMore."), ("Three", "Three\n=====\n\n- item")];
    assert_eq!(shown, expected);
}

#[test]
fn names_in_backticks_are_mentions_outside_code() {
    let text = "See `f()`, ``A.b``, `not a name` and `x::y`.\n\n```rust\nfn g() { `no` }\n```\n\n| a | `h` |\n|---|---|\n| b | `k` |\n";
    let shard = extract(&LANGUAGE, text);
    let shown: Vec<(&str, &str)> = shard.body.mentions.iter().map(|it| (it.name.as_str(), it.span.text(text))).collect();
    assert_eq!(shown, [("f", "f"), ("A.b", "A.b"), ("x::y", "x::y"), ("h", "h"), ("k", "k")]);
}

#[test]
fn what_the_grammar_cannot_read_keeps_its_headings() {
    let text = "# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n|   |   |\n\n## W\n\nx\n\n```\n# no\n```\n\n1. a\n\n    <details>\n\n    x\n\n## V\n\ny\n";
    let shard = extract(&LANGUAGE, text);
    let shown: Vec<&str> = shard.body.chunks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(shown, ["A", "W", "V"]);
    assert!(shard.body.problems.is_empty(), "{:?}", shard.body.problems);
}
