//! The law: after any history of changes, an index equals that of a clean build, byte for byte.

mod commits;
mod compiler;
mod crates;
mod mutations;
mod others;
mod sources;
mod walk;

use commits::CommitHistory;
use smalti::base::key::Class;
use walk::{History, Mode};

/// Steps of random histories on generated repositories; `SMALTI_HISTORY_STEPS` asks for more.
fn steps(default: usize) -> usize {
    std::env::var("SMALTI_HISTORY_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn check(seed: u64, steps: usize, mode: Mode) {
    let mut history = History::new(seed, mode);
    for number in 1..=steps {
        let step = history.step();
        if let Some(difference) = history.difference() {
            panic!("seed {seed}, step {number} ({step}): {difference}");
        }
    }
}

#[test]
fn fresh_processes_keep_the_law_over_random_histories() {
    let each = steps(1400) / 14;
    (0..14).for_each(|seed| check(seed, each, Mode::Fresh));
}

#[test]
fn a_long_lived_session_keeps_the_law_and_agrees_with_the_query_graph() {
    let each = steps(700) / 7;
    (100..107).for_each(|seed| check(seed, each, Mode::LongLived));
}

#[cfg(feature = "embed")]
#[test]
fn vectors_keep_the_law_too() {
    for (seed, mode) in [(200, Mode::Fresh), (201, Mode::LongLived)] {
        let mut history = History::with_model(seed, mode);
        for number in 1..=steps(24) / 2 {
            let step = history.step();
            if let Some(difference) = history.difference() {
                panic!("seed {seed}, step {number} ({step}): {difference}");
            }
        }
    }
}

#[test]
fn commits_amends_resets_and_branches_keep_the_law() {
    for (seed, mode) in [(0, Mode::Fresh), (1, Mode::Fresh), (2, Mode::LongLived), (3, Mode::LongLived)] {
        let Some(mut history) = CommitHistory::new(seed, mode) else { return };
        let mut most = 0;
        for number in 1..=steps(160) / 4 {
            let step = history.step();
            if let Some(difference) = history.difference() {
                panic!("seed {seed}, step {number} ({step}): {difference}");
            }
            most = most.max(history.rows());
        }
        assert!(most > 8, "the history tells of {most} files only");
    }
}

#[test]
fn edits_that_change_the_meaning_of_other_files_alone_keep_the_law() {
    for (what, scenario) in mutations::subtle() {
        assert_eq!(mutations::difference(&scenario, None), None, "{what}");
    }
}

#[test]
fn dropping_any_class_of_read_keys_leaves_stale_rows() {
    for class in Class::ALL {
        let scenario = mutations::of(class);
        assert_eq!(mutations::difference(&scenario, None), None, "{class:?}: the scenario itself breaks the law");
        let stale = mutations::difference(&scenario, Some(class));
        assert!(stale.is_some(), "{class:?}: nothing goes stale without these keys, so they are useless or the scenario is");
    }
}
