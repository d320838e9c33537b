//! The measurement of one tree: floors, then builds, each as CPU seconds; ratios and bytes of both.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::program::{self, Run};
use crate::{Edit, Plan, Tree, floors};

/// Measures a tree. The flag says whether all builds that must give the same bytes gave them.
///
/// # Errors
/// What the disk refuses, or when the program fails.
pub fn measure(tree: &Tree, folder: &Path, plan: &Plan) -> io::Result<(Value, bool)> {
    let mut result = Map::new();
    remove(&folder.join(ASIDE))?;
    result.insert("source".to_owned(), tree.source.clone());
    let out = folder.join("index");
    let mut floor = None;
    if plan.has("floors") {
        say("floors");
        let measured = floors::measure(&tree.root, plan.rounds)?;
        result.insert("floors".to_owned(), floor_json(&measured));
        floor = Some(measured);
    }
    let mut agreed = true;
    let mut cold = None;
    if plan.has("cold") || plan.has("memory") || !out.exists() {
        say("cold build");
        let run = fresh(tree, &out, &[])?;
        result.insert("cold".to_owned(), run_json(&run));
        result.insert("peak_rss_bytes".to_owned(), json!(run.number("/peakMemory")));
        result.insert("index_bytes".to_owned(), json!(run.number("/work/bytesWritten")));
        cold = Some(run);
    }
    // What was too young to be trusted when the tree had just been written is settled here.
    program::build(&tree.root, &out, &[])?;
    if plan.has("noop") || plan.has("edits") {
        say("no-op");
        let noop = mean(plan.rounds, |_| program::build(&tree.root, &out, &[]))?;
        result.insert("noop".to_owned(), run_json(&noop));
        if let Some(floor) = &floor {
            ratio(&mut result, "noop_over_walk_stat", noop.seconds, floor.walk_stat);
        }
        if plan.has("edits") {
            edits(tree, &out, plan, noop.seconds, &mut result)?;
        }
    }
    if let (Some(cold), Some(floor)) = (&cold, &floor) {
        ratio(&mut result, "cold_over_parse", cold.seconds, floor.parse);
        ratio(&mut result, "cold_over_hash", cold.seconds, floor.hash);
        ratio(&mut result, "index_over_source_bytes", as_float(cold.number("/work/bytesWritten")), as_float(floor.bytes));
    }
    if let (Some(cold), true) = (&cold, plan.has("memory")) {
        agreed &= memory(tree, folder, plan, cold, &mut result)?;
    }
    remove(&folder.join(ASIDE))?;
    Ok((Value::Object(result), agreed))
}

/// Body edits and edits of an exported name. The way back from each is not measured, so that every one of them takes a name away that others use.
fn edits(tree: &Tree, out: &Path, plan: &Plan, noop: f64, result: &mut Map<String, Value>) -> io::Result<()> {
    let text = std::fs::read_to_string(&tree.edited)?;
    for (key, edit) in [("body", Edit::Body), ("api", Edit::Name)] {
        say(if edit == Edit::Body { "body edits" } else { "exported-name edits" });
        let run = mean(plan.rounds, |round| {
            std::fs::write(&tree.edited, (tree.edit)(&text, edit, round))?;
            let run = program::build(&tree.root, out, &[])?;
            std::fs::write(&tree.edited, &text)?;
            program::build(&tree.root, out, &[])?;
            Ok(run)
        })?;
        result.insert(key.to_owned(), run_json(&run));
        ratio(result, &format!("{key}_over_noop"), run.seconds, noop);
    }
    Ok(())
}

/// Cold builds within less memory: what they took, and whether they gave the same index.
fn memory(tree: &Tree, folder: &Path, plan: &Plan, cold: &Run, result: &mut Map<String, Value>) -> io::Result<bool> {
    let mut agreed = true;
    for budget in &plan.budgets {
        say(&format!("cold build within {budget}"));
        let run = fresh(tree, &folder.join("index-bounded"), &["--max-memory", budget])?;
        let same = run.signature() == cold.signature();
        agreed &= same;
        let mut value = run_json(&run);
        value["same_bytes"] = json!(same);
        value["spilled_bytes"] = json!(run.number("/work/spilledBytes"));
        result.insert(format!("within_{budget}"), value);
    }
    Ok(agreed)
}

/// Where old indexes wait for the end.
const ASIDE: &str = "aside";

/// A build where no index is. The one that was there is only put aside: a file system that has just removed thousands of files looks for a long time
/// before it makes others, and that would be measured.
fn fresh(tree: &Tree, out: &Path, more: &[&str]) -> io::Result<Run> {
    if let (true, Some(folder), Some(name)) = (out.exists(), out.parent(), out.file_name()) {
        std::fs::create_dir_all(folder.join(ASIDE))?;
        std::fs::rename(out, folder.join(ASIDE).join(name))?;
    }
    program::build(&tree.root, out, more)
}

fn remove(folder: &Path) -> io::Result<()> {
    if folder.exists() { std::fs::remove_dir_all(folder) } else { Ok(()) }
}

/// The last of several runs, with the mean of their seconds.
fn mean(rounds: u32, mut run: impl FnMut(u32) -> io::Result<Run>) -> io::Result<Run> {
    let mut total = 0.0;
    for round in 1..rounds {
        total += run(round)?.seconds;
    }
    let last = run(rounds)?;
    Ok(Run { seconds: (total + last.seconds) / f64::from(rounds), ..last })
}

fn floor_json(floors: &floors::Floors) -> Value {
    json!({
        "bytes": floors.bytes,
        "files": floors.files,
        "hash_seconds": floors.hash,
        "parse_seconds": floors.parse,
        "parsed_bytes": floors.parsed_bytes,
        "parsed_files": floors.parsed_files,
        "walk_stat_seconds": floors.walk_stat,
    })
}

fn run_json(run: &Run) -> Value {
    let member = |name: &str| run.answer.get(name).cloned().unwrap_or_default();
    json!({
        "peak_rss_bytes": run.number("/peakMemory"),
        "seconds": run.seconds,
        "stages_ms": member("stagesMs"),
        "work": member("work"),
    })
}

fn ratio(result: &mut Map<String, Value>, key: &str, part: f64, whole: f64) {
    if whole > 0.0 {
        result.insert(key.to_owned(), json!((part / whole * 100.0).round() / 100.0));
    }
}

#[expect(clippy::cast_precision_loss, reason = "a ratio is shown with two digits")]
fn as_float(number: u64) -> f64 {
    number as f64
}

fn say(what: &str) {
    // Nobody is left to tell when stderr is closed; the result goes to a file.
    let _ = writeln!(io::stderr(), "{what}");
}
