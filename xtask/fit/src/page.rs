//! The scores of `docs/retrieval.md`: per kind of query and repository, with what was not found.

use std::fmt::Write as _;

use smalti::base::date;
use smalti::eval::locate::{METRICS, means};
use smalti::host::Host;
use smalti::host::disk::DiskHost;
use smalti::retrieve::fitted;

use crate::data::{Asked, Repository, Sample};

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

/// The scores as Markdown. Samples are filled with rows of the weights as they stand.
pub fn page(repositories: &[Repository], asked: &[Asked<'_>], samples: &[Sample<'_>]) -> String {
    let day = date::rfc3339(DiskHost::volatile().now_ns() / 1_000_000_000);
    let mut page = format!(
        "Measured on {}, on the data that the weights were fitted to. Percent: all files among the first one and five, all functions among the first five, the share of\n\
         changed definitions that packs of 2 000 and 8 000 tokens show, and the share of the small pack that is in them.\n",
        day.get(..10).unwrap_or(&day)
    );
    let values: Vec<_> = samples.iter().map(|sample| sample.measure(asked, &fitted::WEIGHTS)).collect();
    for (set, words) in SETS {
        let of = |repository: Option<usize>| {
            let fits = move |sample: &Sample<'_>| sample.set == *set && repository.is_none_or(|it| it == sample.repository);
            samples.iter().zip(&values).filter(move |(sample, _)| fits(sample))
        };
        if of(None).next().is_none() {
            continue;
        }
        let _ = write!(page, "\n### {set}: {words}\n\n| repository | queries | {} |\n|---|--:|{}\n", SHOWN.join(" | "), "--:|".repeat(SHOWN.len()));
        for repository in (0..repositories.len()).map(Some).chain([None]) {
            let name = repository.map_or("all".to_owned(), |at| repositories[at].name.replace('+', "/"));
            let means = means(of(repository).map(|(_, values)| values));
            let cells: Vec<String> =
                METRICS.iter().zip(means).filter(|it| SHOWN.contains(it.0)).map(|it| it.1.map_or("-".to_owned(), percent)).collect();
            let _ = writeln!(page, "| {name} | {} | {} |", of(repository).count(), cells.join(" | "));
        }
        let missed: Vec<&str> = of(None).filter(|(_, values)| values[2] == Some(0)).map(|(sample, _)| sample.task.id.as_str()).collect();
        let _ = writeln!(
            page,
            "\nNot among the first five ({}): {}",
            missed.len(),
            if missed.is_empty() { "none.".to_owned() } else { wrapped(&missed) }
        );
    }
    page
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

/// Millionths as percent with one digit.
fn percent(value: u64) -> String {
    let tenths = (value + 500) / 1000;
    format!("{}.{}", tenths / 10, tenths % 10)
}
