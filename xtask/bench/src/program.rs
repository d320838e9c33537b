//! The measured program: one run of the real binary in a process of its own, and what it cost.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// One run of `index build`.
pub struct Run {
    /// User and system time of the process, its end included.
    pub seconds: f64,
    /// The program's own answer.
    pub answer: Value,
}

impl Run {
    /// A whole number of the answer; 0 where it is absent.
    pub fn number(&self, pointer: &str) -> u64 {
        self.answer.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
    }

    /// The signature of the index that was written.
    pub fn signature(&self) -> &str {
        self.answer.get("indexSignature").and_then(Value::as_str).unwrap_or_default()
    }
}

/// Builds the index of `root` into `out`.
///
/// # Errors
/// When the program is not there or fails.
pub fn build(root: &Path, out: &Path, more: &[&str]) -> io::Result<Run> {
    let before = children_seconds()?;
    let mut command = Command::new(binary()?);
    command.args(["index", "build", "--json", "--quiet", "--out"]).arg(out).args(more).arg(root).stderr(Stdio::inherit());
    let output = command.output()?;
    let seconds = children_seconds()? - before;
    if !output.status.success() {
        return Err(io::Error::other(format!("`smalti index build` ended with {}", output.status)));
    }
    let answer = serde_json::from_slice(&output.stdout).map_err(io::Error::other)?;
    Ok(Run { seconds, answer })
}

/// The release binary that was built beside this one.
fn binary() -> io::Result<PathBuf> {
    let name = format!("smalti{}", std::env::consts::EXE_SUFFIX);
    Ok(std::env::current_exe()?.with_file_name(name))
}

/// CPU seconds of this process so far.
///
/// # Errors
/// Where the system does not tell: only Linux does.
pub fn own_seconds() -> io::Result<f64> {
    seconds_at(11)
}

/// CPU seconds of all children that have ended.
///
/// # Errors
/// Where the system does not tell: only Linux does.
pub fn children_seconds() -> io::Result<f64> {
    seconds_at(13)
}

/// CPU seconds of this thread so far, as of the last tick of the system's clock.
///
/// # Errors
/// Where the system does not tell: only Linux does.
pub fn thread_seconds() -> io::Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    Ok(nanoseconds / 1e9)
}

/// Runs a verb that reads a root, and throws its answer away.
///
/// # Errors
/// When the program is not there or fails.
pub fn read(root: &Path, words: &[&str]) -> io::Result<()> {
    let status = Command::new(binary()?).args(words).arg("--index").arg(root).stdout(Stdio::null()).stderr(Stdio::inherit()).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("`smalti {}` ended with {status}", words.join(" ")))) }
}

/// Two fields of `/proc/self/stat` behind the name, which are hundredths of seconds.
fn seconds_at(field: usize) -> io::Result<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: f64 = fields.split_whitespace().skip(field).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    Ok(ticks / 100.0)
}
