//! `cargo xtask pieces`: writes the golden index and the schemas by the test that checks them.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::{Call, FEATURES, Finding, Report};

/// Runs the golden tests, to write or to check.
///
/// # Errors
/// When cargo cannot be started.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args([
        "test",
        "--quiet",
        "--release",
        "--package",
        "smalti",
        "--features",
        FEATURES,
        "--test",
        "it",
        "--",
        "golden::the_",
    ]);
    if !call.check {
        cargo.env("SMALTI_GOLDEN", "write");
    }
    let mut report = Report::default();
    if !cargo.status()?.success() {
        report.findings.push(Finding::new("pieces", 0, "the golden outputs are not what this program writes: run `cargo xtask pieces`"));
    }
    Ok(report)
}
