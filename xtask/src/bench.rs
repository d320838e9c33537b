//! `cargo xtask bench WORDS`: builds the program and the measuring one in release, and runs the latter with the words.
//!
//! Measuring needs the library; it is a package of its own, so that the other verbs go on working where the code does not compile.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::{Call, Finding, Report};

/// Runs the measurement. With `--check` it only says what it would run.
///
/// # Errors
/// When cargo cannot be started.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build: &[&str] = &["build", "--release", "--package", "smalti", "--bin", "smalti"];
    let measure: &[&str] = &["run", "--quiet", "--release", "--package", "bench", "--"];
    let mut report = Report::default();
    for (words, more) in [(build, &[][..]), (measure, &call.words[..])] {
        if call.check {
            report.notes.push(format!("would run: cargo {} {}", words.join(" "), more.join(" ")).trim_end().to_owned());
        } else if !Command::new(&cargo).args(words).args(more).current_dir(root).status()?.success() {
            report.findings.push(Finding::new("xtask/bench", 0, format!("`cargo {}` failed", words[0])));
            break;
        }
    }
    Ok(report)
}
