//! Pipes, terminals, colors, quiet.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use smalti::artifacts;
use smalti::manifest::reading;

use super::repository;
use crate::program::{line, run, smalti};
use crate::support::{Repo, host};

#[test]
fn progress_is_plain_lines_where_there_is_no_terminal() {
    let (_repo, folder) = repository();
    let ran = line(&folder, "index build repo");
    assert_eq!(ran.err, "walk\nextract 2 files\nlink 2 files\n");
    assert!(ran.out.starts_with("files      2: Python 2\n"), "{ran:?}");
    let again = line(&folder, "index build repo");
    assert!(again.out.starts_with("nothing changed, nothing written\n"), "{again:?}");
    let sites = |text: &str| text.lines().find(|line| line.starts_with("sites ")).map(str::to_owned);
    assert_eq!(sites(&ran.out), sites(&again.out));
    assert!(sites(&again.out).is_some_and(|line| line.contains("resolved 2")), "{again:?}");
}

#[test]
fn quiet_says_nothing_but_the_answer() {
    let (_repo, folder) = repository();
    let ran = line(&folder, "index build repo --quiet");
    assert!(ran.err.is_empty() && ran.out.contains("symbols    1\n"), "{ran:?}");
    let ran = line(&folder, "--quiet index build nowhere");
    assert!(ran.err.starts_with("error: "), "{ran:?}");
}

#[test]
fn a_pipe_that_closed_is_no_failure() {
    let repo = Repo::new();
    let text: String = (0..4_000).fold(String::new(), |text, number| text + &format!("def function_{number}(): pass\n"));
    repo.write("many.py", text);
    let folder = repo.folder();
    line(&folder, "index build repo");
    for words in ["index show symbols repo", "index show symbols repo --json", "index build repo", "completions bash", "--help", "index verify repo"]
    {
        let mut child = smalti(words.split(' ')).current_dir(&folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{words}: {err}");
        assert!(!err.contains("error") && !err.contains("panic"), "{words}: {err}");
    }
    let mut child = smalti(["index", "show", "symbols", "repo"]).current_dir(&folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    drop(out);
    assert!(first.starts_with('{'));
    assert_eq!(child.wait().unwrap().code(), Some(0), "head took one line");
}

#[test]
fn rows_are_printed_piece_by_piece() {
    let repo = Repo::new();
    let text = (0..1_000).fold(String::new(), |text, number| text + &format!("def function_{number}(): return {number} * {number}\n\n\n"));
    for number in 0..40 {
        repo.write(&format!("file_{number}.py"), &text);
    }
    repo.build();
    let layout = repo.layout();
    let opened = reading::open(host().as_ref(), &layout).unwrap();
    let (at, _) = artifacts::find("symbols").unwrap();
    let [first @ .., last] = opened.streams[at].pieces() else { panic!("no pieces") };
    assert!(!first.is_empty());
    let place = layout.piece("symbols", &last.file);
    let mut bytes = std::fs::read(&place).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&place, bytes).unwrap();
    // What was whole had been printed before the damage was met.
    let ran = line(&repo.folder(), "index show symbols repo");
    assert!(ran.exit == Some(4) && ran.err.contains("(SMALTI_E_INDEX_CORRUPT)"), "{}", ran.err);
    assert_eq!(ran.out.lines().count() as u64, first.iter().map(|piece| piece.rows).sum::<u64>());
}

#[cfg(target_os = "linux")]
#[test]
fn rows_that_cannot_be_written_although_somebody_wants_them_are_a_failure() {
    let (_repo, folder) = repository();
    line(&folder, "index build repo");
    for words in ["index show symbols repo", "index show symbols repo --json", "index status repo"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ended = smalti(words.split(' ')).current_dir(&folder).stdout(full).output().unwrap();
        let told = String::from_utf8(ended.stderr).unwrap();
        assert!(
            ended.status.code() == Some(70) && told.contains("standard output cannot be written") && told.contains("SMALTI_E_DISK"),
            "{words}: {told}"
        );
    }
}

#[test]
fn a_closed_standard_error_is_no_failure() {
    let (_repo, folder) = repository();
    let mut child = smalti(["index", "build", "repo"]).current_dir(&folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(out.contains("symbols    1\n"), "{out}");
    let mut child = smalti(["index", "status", "nowhere"]).current_dir(&folder).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2), "the exit code says what nobody hears");
}

/// Runs a line on a terminal of its own and returns what it showed there; `None`, with the reason printed, where that cannot be had.
#[expect(clippy::print_stdout, reason = "who runs the tests should know what they did not show")]
fn on_a_terminal(folder: &std::path::Path, words: &str, no_color: bool) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_smalti");
    let mut command = Command::new("script");
    command.args(["-qec", &format!("'{program}' {words}"), "/dev/null"]).current_dir(folder).env("TERM", "xterm-256color").stdin(Stdio::null());
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    if no_color {
        command.env("NO_COLOR", "1");
    }
    match command.output() {
        Ok(output) if output.status.success() => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => {
            println!("skipped: no `script` here that gives a program a terminal");
            None
        }
    }
}

/// Control sequences that set colors end in `m`.
fn colors(text: &str) -> bool {
    text.split("\u{1b}[").skip(1).any(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').starts_with('m'))
}

#[test]
fn a_terminal_sees_a_bar_and_no_color_where_none_is_wanted() {
    let (_repo, folder) = repository();
    for words in ["index build repo --out one", "index --help"] {
        let Some(shown) = on_a_terminal(&folder, words, true) else { return };
        assert!(!colors(&shown), "{words}: {shown:?}");
    }
    let Some(shown) = on_a_terminal(&folder, "index build repo --out two", false) else { return };
    assert!(!shown.contains("walk\r\nextract 2 files\r\n"), "plain lines on a terminal: {shown:?}");
    let Some(shown) = on_a_terminal(&folder, "index build repo --out three --quiet", false) else { return };
    assert!(shown.starts_with("files      2"), "{shown:?}");
    assert!(colors("\u{1b}[31mred") && colors("\u{1b}[0;1mx") && !colors("\u{1b}[2K\u{1b}[1A"));
}

#[test]
fn no_color_changes_nothing_where_there_is_no_terminal() {
    let (_repo, folder) = repository();
    line(&folder, "index build repo");
    for words in ["index show symbols repo", "--help", "index verify repo"] {
        let plain = line(&folder, words).shown(&folder);
        let without = run(smalti(words.split(' ')).current_dir(&folder).env("NO_COLOR", "1")).shown(&folder);
        assert_eq!(plain, without);
        assert!(!plain.contains('\u{1b}'), "{plain:?}");
    }
}

#[test]
fn no_name_and_no_source_gives_commands_to_a_terminal() {
    let repo = Repo::of(&[
        ("a\u{1b}[31m.py", "def paint():\n    \"\"\"Paints \u{1b}]0;owned\u{7} and \u{9b}2J.\"\"\"\n    return 1\n"),
        ("b.md", "# Paint \u{1b}[5m\n\nBlinks.\n"),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    for arguments in [
        &["search", "paint"][..],
        &["context-pack", "paint"],
        &["context-pack", "paint", "--view", "v1"],
        &["context-pack", "paint", "--focus", "gone\u{1b}[31m"],
        &["index", "show", "chunk_text"],
    ] {
        let ran = run(smalti(arguments).args(["--repo", "repo"]).current_dir(&folder));
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("\\u001b") && !said.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{arguments:?}: {said:?}");
    }
}
