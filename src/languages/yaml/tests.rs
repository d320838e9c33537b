//! YAML as the tags engine reads it.

use super::LANGUAGE;
use crate::base::codes;
use crate::languages::extract::extract;
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
    tests::chunks(
        &LANGUAGE,
        text,
        "
        name: name: x
        jobs: jobs:
        other: other: 1
    ",
    );
}

#[test]
fn deeper_blocks_than_the_grammar_can_hold_are_a_problem() {
    let refused = |text: &str| extract(&LANGUAGE, text).body.problems.iter().any(|it| it.code == codes::P_PARSE_BOUND.name);
    let row = |count: usize| "- ".repeat(count) + "a";
    assert!(!refused(&row(238)));
    assert!(refused(&row(239)));
    assert!(refused(&row(5_000)));
    let steps = |count: usize| (0..count).fold(String::new(), |text, at| text + &" ".repeat(at) + "a:\n");
    assert!(!refused(&steps(120)));
    assert!(refused(&steps(121)));
}
