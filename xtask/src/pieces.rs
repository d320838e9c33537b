//! `cargo xtask pieces`: writes the golden index, the schemas and the carets of fixtures by the tests that check them.

use std::io;
use std::path::Path;

use crate::{Call, Finding, Report, cargo};

/// Runs the golden tests, to write or to check.
///
/// # Errors
/// When cargo cannot be started.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let environment: &[(&str, &str)] = if call.check { &[] } else { &[("SMALTI_GOLDEN", "write")] };
    let mut report = Report::default();
    let mut is_written = true;
    for tests in ["golden::the_", "carets::the_"] {
        is_written &= cargo::test(root, &["--test", "it"], tests, environment)?;
    }
    if !is_written {
        report.findings.push(Finding::new("pieces", 0, "the golden outputs are not what this program writes: run `cargo xtask pieces`"));
    }
    Ok(report)
}
