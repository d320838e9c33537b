//! What verbs ask of cargo: the tests of the workspace, the folder of its target.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::FEATURES;

/// Runs the tests of `target` (`--lib`, `--test NAME`) whose names start with `filter`, with `environment` set; whether all passed.
///
/// The whole workspace in release with the features that continuous integration tests with: another choice would build the package once more.
///
/// # Errors
/// When cargo cannot be started.
pub fn test(root: &Path, target: &[&str], filter: &str, environment: &[(&str, &str)]) -> io::Result<bool> {
    let mut cargo = command(root);
    cargo.args(["test", "--quiet", "--release", "--workspace", "--features", FEATURES]).args(target).args(["--", filter]);
    Ok(cargo.envs(environment.iter().copied()).status()?.success())
}

/// Where cargo builds the workspace at `root`: an environment variable or any of its configuration files may move the folder, so it is asked.
///
/// # Errors
/// When cargo cannot be started or does not know a workspace there.
pub fn target(root: &Path) -> io::Result<PathBuf> {
    let said = command(root).args(["metadata", "--no-deps", "--format-version", "1", "--offline"]).output()?;
    let known: Option<Value> = serde_json::from_slice(&said.stdout).ok();
    let folder = known.as_ref().and_then(|metadata| metadata["target_directory"].as_str());
    folder.map(PathBuf::from).ok_or_else(|| io::Error::other(String::from_utf8_lossy(&said.stderr).trim().to_owned()))
}

fn command(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}
