//! `cargo xtask VERB [--check] [WORDS]`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use xtask::{Call, VERBS};

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let check = words.iter().any(|word| word == "--check");
    words.retain(|word| word != "--check");
    let Some(verb) = words.first().and_then(|word| VERBS.iter().find(|verb| verb.name == word)) else {
        let verbs: Vec<String> = VERBS.iter().map(|verb| format!("  {:8} {}", verb.name, verb.about)).collect();
        print(&mut io::stderr(), &["usage: cargo xtask VERB [--check]\n".to_owned(), verbs.join("\n")]);
        return ExitCode::from(2);
    };
    match (verb.run)(&repository(), &Call { check, words: words.split_off(1) }) {
        Ok(report) => {
            print(&mut io::stdout(), &report.notes);
            print(&mut io::stderr(), &report.findings);
            if report.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(cause) => {
            print(&mut io::stderr(), &[format!("error: `{}` could not run: {cause}", verb.name)]);
            ExitCode::from(70)
        }
    }
}

/// The repository that the command was typed in; typed elsewhere, the one this was built from, which may be another clone that shares the target.
fn repository() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let built_from = || Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned();
    here.ancestors().find(|folder| folder.join("xtask/Cargo.toml").is_file()).map_or_else(built_from, Path::to_owned)
}

/// One line each. A reader that closed the pipe has seen enough.
fn print(to: &mut dyn Write, lines: &[impl std::fmt::Display]) {
    for line in lines {
        if writeln!(to, "{line}").is_err() {
            return;
        }
    }
}
