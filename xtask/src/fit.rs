//! `cargo xtask fit DIR …`: builds the fitting program in release and runs it with the words.
//!
//! Fitting needs the library; it is a package of its own, so that the other verbs go on working where the code does not compile.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::{Call, Finding, Report};

/// Runs the fit. With `--check` it only says what it would run.
///
/// # Errors
/// When cargo cannot be started.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = ["run", "--quiet", "--release", "--package", "fit", "--"];
    let mut report = Report::default();
    if call.check {
        report.notes.push(format!("would run: cargo {} {}", words.join(" "), call.words.join(" ")).trim_end().to_owned());
    } else if !Command::new(&cargo).args(words).args(&call.words).current_dir(root).status()?.success() {
        report.findings.push(Finding::new("xtask/fit", 0, "nothing was fitted"));
    }
    Ok(report)
}
