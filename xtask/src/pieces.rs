//! `cargo xtask pieces`: writes the golden index and the schemas by the test that checks them.

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
    if !cargo::test(root, &["--test", "it"], "golden::the_", environment)? {
        report.findings.push(Finding::new("pieces", 0, "the golden outputs are not what this program writes: run `cargo xtask pieces`"));
    }
    Ok(report)
}
