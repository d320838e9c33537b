//! `cargo xtask fit DIR …`: builds the fitting program in release and runs it with the words. With `--page` it writes `docs/retrieval.md`, scores anew.
//!
//! Fitting needs the library; it is a package of its own, so that the other verbs go on working where the code does not compile.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Call, Finding, Report, codegen, retrieval, tree};

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
    } else if call.words.iter().any(|word| word == "--page") {
        page(root, Command::new(&cargo).args(words).args(&call.words), &mut report)?;
    } else if !Command::new(&cargo).args(words).args(&call.words).current_dir(root).status()?.success() {
        report.findings.push(Finding::new("xtask/fit", 0, "nothing was fitted"));
    }
    Ok(report)
}

/// Writes the page with the scores that the program prints.
fn page(root: &Path, program: &mut Command, report: &mut Report) -> io::Result<()> {
    let output = program.current_dir(root).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        report.findings.push(Finding::new("xtask/fit", 0, "nothing was measured"));
        return Ok(());
    }
    match retrieval::page(&tree::files(root)?, Some(&String::from_utf8_lossy(&output.stdout))) {
        Ok(page) => {
            std::fs::write(root.join(retrieval::PATH), format!("{}{page}", codegen::HEAD))?;
            report.notes.push(format!("wrote {}", retrieval::PATH));
        }
        Err(finding) => report.findings.push(finding),
    }
    Ok(())
}
