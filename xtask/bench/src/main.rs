//! `cargo xtask bench`: cold build, no-op and two edits of one tree, as ratios of CPU seconds to what no index can do without.

mod corpus;
mod floors;
mod generated;
mod measure;
mod program;
mod queries;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask bench [corpus|generated ...] [--mib N] [--files N] [--rounds N] [--max-memory SIZE]... [--only PART]...
       cargo xtask bench queries --index ROOT --data FILE [--rounds N]

trees:  corpus       crate sources of cargo's registry (`--mib N`: at most so much, default 96)
        generated    Rust, Python and TypeScript modules that import and call each other (`--files N`, default 100000)
parts:  floors  cold  noop  edits  memory

Both trees and all parts are measured unless some are named. Trees and results stay in target/bench/.
`queries` measures the tasks of a data set (as of `smalti eval retrieval`) against an index: warm in one process, and in a fresh one.
`--max-memory SIZE` adds a cold build within that memory, whose bytes must equal the others' (default 512M).";

/// What to measure.
pub struct Plan {
    pub corpus: bool,
    pub generated: bool,
    pub mib: u64,
    pub files: usize,
    /// Repetitions of the short builds.
    pub rounds: u32,
    pub budgets: Vec<String>,
    /// Empty for all.
    pub parts: Vec<String>,
    /// An index and a data set; then no tree is measured.
    pub queries: Option<(PathBuf, PathBuf)>,
}

impl Plan {
    /// Whether a part is to be measured.
    pub fn has(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|it| it == part)
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = plan(&words) else {
        let _ = writeln!(io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    };
    // The package lies in `xtask/bench` of the repository, wherever the command was typed.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    match run(&root.join("target/bench"), &plan) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(cause) => {
            let _ = writeln!(io::stderr(), "error: `bench` could not run: {cause}");
            ExitCode::from(70)
        }
    }
}

fn plan(words: &[String]) -> Option<Plan> {
    let mut plan =
        Plan { corpus: false, generated: false, mib: 96, files: 100_000, rounds: 3, budgets: Vec::new(), parts: Vec::new(), queries: None };
    let (mut index, mut data, mut queries) = (None, None, false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "corpus" => plan.corpus = true,
            "generated" => plan.generated = true,
            "queries" => queries = true,
            "--index" => index = Some(PathBuf::from(words.next()?)),
            "--data" => data = Some(PathBuf::from(words.next()?)),
            "--mib" => plan.mib = words.next()?.parse().ok()?,
            "--files" => plan.files = words.next()?.parse().ok()?,
            "--rounds" => plan.rounds = words.next()?.parse().ok().filter(|rounds| *rounds > 0)?,
            "--max-memory" => plan.budgets.push(words.next()?.clone()),
            "--only" => plan.parts.push(words.next()?.clone()),
            _ => return None,
        }
    }
    if queries {
        plan.queries = Some((index?, data?));
    } else if !plan.corpus && !plan.generated {
        (plan.corpus, plan.generated) = (true, true);
    }
    if plan.budgets.is_empty() {
        plan.budgets.push("512M".to_owned());
    }
    Some(plan)
}

/// Measures the trees of the plan. False if two builds that must agree did not.
fn run(folder: &Path, plan: &Plan) -> io::Result<bool> {
    let mut agreed = true;
    if let Some((index, data)) = &plan.queries {
        writeln!(io::stdout(), "{:#}", queries::measure(index, data, plan.rounds)?)?;
    }
    if plan.corpus {
        let tree = corpus::assemble(&folder.join("corpus"), plan.mib << 20)?;
        agreed &= one(folder, "corpus", &tree, plan)?;
    }
    if plan.generated {
        let tree = generated::write(&folder.join("generated"), plan.files)?;
        agreed &= one(folder, "generated", &tree, plan)?;
    }
    Ok(agreed)
}

/// A tree on disk, with the file that is edited.
pub struct Tree {
    pub root: PathBuf,
    /// What it was made of, for the record.
    pub source: serde_json::Value,
    pub edited: PathBuf,
    /// The text of the edited file: as it is, with other bodies, with another exported name. The number makes every edit a new one.
    pub edit: fn(text: &str, edit: Edit, number: u32) -> String,
}

/// What an edit changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// A body, and nothing that others can see.
    Body,
    /// The name of a definition that others use.
    Name,
}

fn one(folder: &Path, name: &str, tree: &Tree, plan: &Plan) -> io::Result<bool> {
    let (result, agreed) = measure::measure(tree, folder, plan)?;
    let path = folder.join(format!("{name}.json"));
    let mut text = serde_json::to_string_pretty(&result).map_err(io::Error::other)?;
    text.push('\n');
    std::fs::write(&path, &text)?;
    writeln!(io::stdout(), "{name}: {text}")?;
    Ok(agreed)
}
