//! Code owners as they are read.

use super::LANGUAGE;
use crate::languages::extract::extract;

fn check(text: &str, rules: &[&str], problems: &[&str]) {
    let shard = extract(&LANGUAGE, text);
    let config = shard.facts.config.as_ref().expect("it is a configuration");
    let found: Vec<String> = config.owners.iter().map(|rule| format!("{}: {}", rule.pattern, rule.owners.join(" "))).collect();
    assert_eq!(found, rules, "{text}");
    let found: Vec<&str> = shard.body.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(found, problems, "{text}");
}

#[test]
fn rules_stand_in_their_order() {
    check(
        "# all\n*  @org/all dev@example.org # who else\n\n/docs/ @writer\r\n*.lock\n",
        &["*: @org/all dev@example.org", "/docs/: @writer", "*.lock: "],
        &[],
    );
}

#[test]
fn blanks_and_marks_can_be_part_of_a_path() {
    check("/my\\ docs/ @a\n\\#x @b", &["/my docs/: @a", "#x: @b"], &[]);
}

#[test]
fn sections_have_owners_of_their_own() {
    check("[Data base][2] @dba\nmodel/\n/x @y\n^[Docs]\n*.md\n", &["model/: @dba", "/x: @y", "*.md: "], &[]);
}

#[test]
fn lines_that_no_host_reads_are_problems() {
    check("!/a @b\n/c d\n/e @f\n", &["/e: @f"], &["`!/a`: patterns cannot be negated here", "`d` is neither `@name` nor an address"]);
}
