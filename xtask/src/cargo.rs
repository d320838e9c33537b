//! Tests of the workspace as a step of a verb.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::FEATURES;

/// Runs the tests of `target` (`--lib`, `--test NAME`) whose names start with `filter`, with `environment` set; whether all passed.
///
/// The whole workspace in release with the features that continuous integration tests with: another choice would build the package once more.
///
/// # Errors
/// When cargo cannot be started.
pub fn test(root: &Path, target: &[&str], filter: &str, environment: &[(&str, &str)]) -> io::Result<bool> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(["test", "--quiet", "--release", "--workspace", "--features", FEATURES]).args(target).args(["--", filter]);
    Ok(cargo.envs(environment.iter().copied()).status()?.success())
}
