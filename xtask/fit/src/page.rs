//! The scores of `docs/retrieval.md`: per kind of query and repository, with what was not found.

use std::fmt::Write as _;
use std::io;

use smalti::base::date;
use smalti::base::score::percent;
use smalti::eval::locate::{METRICS, means};
use smalti::host::Host;
use smalti::host::disk::DiskHost;
use smalti::retrieve::features::Weights;

use crate::data::{Asked, Repository, Sample};
use crate::report::Measured;

/// Kinds of queries, in order, with their words.
const SETS: &[(&str, &str)] = &[
    ("full", "messages of changes, whole"),
    ("hard", "without paths and prefixes"),
    ("nl", "without anything that looks like code"),
    ("name", "names of definitions"),
    ("words", "names, spelled out"),
];
/// Metrics that the page shows.
const SHOWN: &[&str] = &["acc@1", "acc@5", "fnAcc@5", "symbols@2k", "symbols@8k", "precision@2k"];

/// What the page says of weights.
pub struct Scores<'a> {
    /// Fitted to everything.
    pub weights: Weights,
    /// What holds where a repository was left out of the fit.
    pub left_out: Vec<(usize, &'a str, Measured)>,
}

/// The scores as Markdown. Samples are filled with rows of the weights.
///
/// # Errors
/// When texts cannot be read.
pub fn page(repositories: &[Repository], asked: &[Asked<'_>], samples: &[Sample<'_>], scores: &Scores<'_>) -> io::Result<String> {
    let Scores { weights, left_out } = scores;
    let day = date::rfc3339(DiskHost::volatile().now_ns() / 1_000_000_000);
    let mut page = format!(
        "Measured on {}. Percent: all files among the first one and five, all functions among the first five, the share of changed definitions that packs of 2 000 and\n\
         8 000 tokens show, and the share of the small pack that is in them. Rows of repositories and *all, left out* are scores with weights that were fitted to the other\n\
         repositories; *all, fitted* has the weights above, on the data that they were fitted to. The lists name what is missed with the latter.\n",
        day.get(..10).unwrap_or(&day)
    );
    let values = samples.iter().map(|sample| sample.measure(asked, weights)).collect::<io::Result<Vec<_>>>()?;
    for (set, words) in SETS {
        let of = || samples.iter().zip(&values).filter(|(sample, _)| sample.set == *set);
        if of().next().is_none() {
            continue;
        }
        let _ = write!(page, "\n### {set}: {words}\n\n| repository | queries | {} |\n|---|--:|{}\n", SHOWN.join(" | "), "--:|".repeat(SHOWN.len()));
        let mut row = |name: &str, count: usize, means: [Option<u64>; METRICS.len()]| {
            let cells: Vec<String> =
                METRICS.iter().zip(means).filter(|it| SHOWN.contains(it.0)).map(|it| it.1.map_or("-".to_owned(), percent)).collect();
            let _ = writeln!(page, "| {name} | {count} | {} |", cells.join(" | "));
        };
        for (at, repository) in repositories.iter().enumerate() {
            let fold: Vec<&Measured> = left_out.iter().filter(|it| it.1 == *set && it.0 == at).map(|it| &it.2).collect();
            row(&repository.name.replace('+', "/"), fold.len(), means(fold.into_iter()));
        }
        row("all, left out", of().count(), means(left_out.iter().filter(|it| it.1 == *set).map(|it| &it.2)));
        row("all, fitted", of().count(), means(of().map(|(_, values)| values)));
        let missed: Vec<&str> = of().filter(|(_, values)| values[2] == Some(0)).map(|(sample, _)| sample.task.id.as_str()).collect();
        let _ = writeln!(
            page,
            "\nNot among the first five ({}): {}",
            missed.len(),
            if missed.is_empty() { "none.".to_owned() } else { wrapped(&missed) }
        );
    }
    Ok(page)
}

/// A list over several lines.
fn wrapped(words: &[&str]) -> String {
    let (mut text, mut width) = (String::new(), 40);
    for (at, word) in words.iter().enumerate() {
        if width + word.len() > 160 {
            text.push('\n');
            width = 0;
        } else if at > 0 {
            text.push(' ');
        }
        let _ = write!(text, "{word}{}", if at + 1 < words.len() { "," } else { "." });
        width += word.len() + 2;
    }
    text
}
