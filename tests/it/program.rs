//! The program itself, run in surroundings that a test chooses.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub struct Ran {
    pub exit: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { exit: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Exit code, standard output and standard error in one text, with `folder` as `ROOT`.
    pub fn shown(&self, folder: &Path) -> String {
        let scrub = |text: &str| text.replace(&folder.display().to_string(), "ROOT");
        let exit = self.exit.map_or_else(|| "none".to_owned(), |code| code.to_string());
        format!("exit {exit}\n--- out\n{}--- err\n{}", scrub(&self.out), scrub(&self.err))
    }

    /// Standard output as the one JSON object it must be.
    pub fn json(&self) -> serde_json::Value {
        let value: serde_json::Value = serde_json::from_str(&self.out).unwrap_or_else(|cause| panic!("{cause}: {self:?}"));
        assert!(value.is_object() && self.out.ends_with('\n') && self.out.lines().count() == 1, "{self:?}");
        value
    }
}

/// The folder of this package as cargo names it to what it runs: one that was compiled in is that of whichever clone built into this target first.
pub fn here() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into()))
}

/// The program with arguments and none of the variables that could change what it does.
pub fn smalti<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smalti"));
    command.args(arguments).env_remove("SOURCE_DATE_EPOCH").env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Ran {
    Ran::of(command.output().unwrap())
}

/// Runs the program with arguments in a folder.
pub fn run_in<I: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = I>) -> Ran {
    run(smalti(arguments).current_dir(folder))
}

/// Runs one line, split at spaces, in a folder.
pub fn line(folder: &Path, line: &str) -> Ran {
    run_in(folder, line.split(' '))
}

/// A command that another user runs, who may read what everyone may; `None`, with the reason printed, where this user cannot.
#[cfg(unix)]
#[expect(clippy::print_stdout, reason = "who runs the tests should know what they did not show")]
pub fn as_nobody<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> Option<Command> {
    use std::os::unix::process::CommandExt;
    let nobody = |command: &mut Command| {
        command.uid(65534).gid(65534);
    };
    let mut probe = smalti(["--version"]);
    nobody(&mut probe);
    if probe.output().is_ok_and(|output| output.status.success()) {
        let mut command = smalti(arguments);
        nobody(&mut command);
        return Some(command);
    }
    println!("skipped: this user cannot run the program as another one");
    None
}
