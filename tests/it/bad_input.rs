//! Bad input costs itself: a problem row, and every other file as if it were not there.

use std::process::Command;

use crate::support::{Repo, build};

const GOOD: (&str, &str) = ("good.py", "def f():\n    return g()\n\n\ndef g():\n    return 1\n");

/// Rows of the good file with nothing beside it.
fn good_rows(repo: &Repo) -> Vec<String> {
    let text = repo.index_text();
    text.values().flat_map(|rows| rows.lines()).filter(|row| row.contains("\"path\":\"good.py\"")).map(str::to_owned).collect()
}

/// Builds the repository and checks that the good file lost nothing and that a problem of this code was noted.
fn check(repo: &Repo, code: Option<&str>) {
    repo.write(GOOD.0, GOOD.1);
    repo.build();
    let alone = Repo::built(&[GOOD]);
    assert_eq!(good_rows(repo), good_rows(&alone));
    let problems = repo.index_text()["problems"].clone();
    if let Some(code) = code {
        assert!(problems.contains(code), "no {code} in: {problems}");
    }
}

#[test]
fn text_that_is_not_utf8_is_read_as_latin1_and_said() {
    let repo = Repo::new();
    repo.write("latin.py", b"# caf\xe9\ndef f(): pass\n");
    check(&repo, Some("SMALTI_P_LATIN1"));
    assert!(repo.index_text()["symbols"].contains("latin.py"));
}

#[test]
fn broken_utf16_is_read_with_replacements_and_said() {
    let repo = Repo::new();
    repo.write("wide.py", b"\xff\xfed\0e\0f\0 \0f\0(\0)\0:\0 \0p\0a\0s\0s\0 \0#\0\x00\xd8a\0\n\0");
    check(&repo, Some("SMALTI_P_UTF16"));
    assert!(repo.index_text()["symbols"].contains("wide.py"));
}

#[test]
fn a_line_of_fifty_megabytes_is_not_looked_into() {
    let repo = Repo::new();
    repo.write("long.js", "x".repeat(50 << 20));
    check(&repo, Some("SMALTI_P_TOO_LARGE"));
    assert!(!repo.index_text()["symbols"].contains("long.js"));
}

#[test]
fn source_with_a_line_too_long_to_be_written_by_hand_is_said_and_data_with_one_is_not() {
    let repo = Repo::new();
    repo.write("icon.py", format!("ICON = \"{}\"\ndef real(): pass\n", "A".repeat(21_000)));
    repo.write("data.json", format!("{{\"a\": \"{}\"}}\n", "A".repeat(21_000)));
    check(&repo, Some("SMALTI_P_LONG_LINE"));
    assert!(!repo.index_text()["problems"].contains("data.json"));
}

#[test]
fn source_with_a_nul_byte_is_said_and_data_with_one_is_not() {
    let repo = Repo::new();
    repo.write("cut.py", "def f(): pass\n# \0\n");
    repo.write("data.json", "{\"a\": \"\0\"}\n");
    check(&repo, Some("SMALTI_P_BINARY"));
    assert!(!repo.index_text()["problems"].contains("data.json"));
}

#[test]
fn a_megabyte_of_garbage_ends() {
    let repo = Repo::new();
    let mut rng = fastrand::Rng::with_seed(3);
    let garbage: String = (0..1 << 20).map(|_| char::from(rng.u8(32..127))).map(|c| if c == '~' { '\n' } else { c }).collect();
    repo.write("garbage.rs", garbage);
    check(&repo, Some("SMALTI_P_"));
}

#[test]
fn twenty_thousand_open_parentheses_end_in_every_language() {
    let repo = Repo::new();
    for extension in ["rs", "py", "ts", "tsx", "js", "go", "java", "c", "cpp"] {
        repo.write(&format!("open.{extension}"), "(".repeat(20_000));
        repo.write(&format!("nested.{extension}"), format!("x = {}1{};\n", "(".repeat(9_000), ")".repeat(9_000)));
    }
    check(&repo, Some("SMALTI_P_SYNTAX"));
}

#[test]
fn a_table_of_a_million_references_is_bounded() {
    let repo = Repo::new();
    let rows: Vec<String> = (0..100_000).map(|row| format!("    (a{row}, b{row}),\n")).collect();
    let rows = rows.concat();
    repo.write("table.py", format!("TABLE = [\n{}]\n", &rows[..1_900_000]));
    repo.write("large.py", format!("TABLE = [\n{rows}{rows}]\n"));
    check(&repo, Some("SMALTI_P_TOO_LARGE"));
    let text = repo.index_text();
    assert!(text["problems"].contains("SMALTI_P_LIMIT"));
    assert!(text["sites"].lines().count() <= smalti::base::caps::MAX_SITES + 10);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_pipes_are_not_read() {
    let repo = Repo::of(&[("inside/a.py", "def a(): pass\n")]);
    let outside = repo.beside("outside.py");
    std::fs::write(&outside, "def outside(): pass\n").unwrap();
    std::os::unix::fs::symlink(&outside, repo.root().join("leaves.py")).unwrap();
    std::os::unix::fs::symlink(repo.root(), repo.root().join("inside/loop")).unwrap();
    let made = Command::new("mkfifo").arg(repo.root().join("pipe.py")).status().is_ok_and(|status| status.success());
    check(&repo, Some("SMALTI_P_SYMLINK"));
    let text = repo.index_text();
    assert!(!text["symbols"].contains("outside"));
    if made {
        assert!(text["problems"].contains("SMALTI_P_SPECIAL"));
    } else {
        println!("skipped: no `mkfifo` here");
    }
}

#[cfg(unix)]
#[test]
fn odd_paths_are_kept_apart_and_found_again() {
    use std::os::unix::ffi::OsStrExt;
    let repo = Repo::new();
    repo.write("line\nbreak.py", "def a(): pass\n");
    repo.write("back\\slash.py", "def b(): pass\n");
    let raw = repo.root().join(std::ffi::OsStr::from_bytes(b"raw\xff.py"));
    std::fs::write(raw, "def c(): pass\n").unwrap();
    check(&repo, None);
    let files = repo.index_text()["files"].clone();
    assert_eq!(files.lines().count(), 4);
    for path in ["line\\nbreak.py", "back\\\\\\\\slash.py", "raw\\\\xff.py"] {
        assert!(files.contains(path), "{path} in {files}");
    }
    for condition in ["path=line\nbreak.py", "parameters=[]"] {
        let arguments = ["index", "show", "symbols", "--where", "name=a", "--where", condition];
        let ran = crate::program::run_in(&repo.root(), arguments);
        assert!(ran.exit == Some(0) && ran.out.lines().count() == 1 && ran.out.contains("\"name\":\"a\""), "{ran:?}");
    }
}

#[test]
fn encodings_line_ends_and_empty_files_are_read() {
    let repo = Repo::new();
    repo.write("bom.py", "\u{feff}def bom(): pass\n");
    repo.write("crlf.py", "def one():\r\n    pass\r\n\r\ndef two():\r\n    one()\r\n");
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain("def wide(): pass\n".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    repo.write("wide.py", wide);
    repo.write("empty.py", "");
    check(&repo, None);
    let symbols = repo.index_text()["symbols"].clone();
    for name in ["\"bom\"", "\"one\"", "\"two\"", "\"wide\""] {
        assert!(symbols.contains(name), "{name}");
    }
}

#[test]
fn a_bare_repository_is_refused_and_nothing_is_written_into_it() {
    let repo = Repo::of(&[
        ("HEAD", "ref: refs/heads/main\n"),
        ("config", "[core]\n\tbare = true\n"),
        ("refs/heads/main", "0\n"),
        ("objects/info/packs", ""),
    ]);
    let refused = build(&repo.options()).unwrap_err();
    assert_eq!((refused.code().name, refused.code().exit), ("SMALTI_E_ROOT_INSIDE_OF_GIT", 2));
    assert!(refused.code().hint.contains("git worktree add") && !repo.index_root().exists());
    // A work tree may have files of such names.
    repo.write(".git/HEAD", "ref: refs/heads/main\n");
    repo.write(".git/objects/none", "");
    repo.write(".git/refs/none", "");
    check(&repo, None);
}

#[test]
fn a_missing_root_a_foreign_folder_and_a_newer_index_are_refused_with_their_codes() {
    let repo = Repo::of(&[GOOD]);
    let mut options = repo.options();
    options.root = repo.beside("nowhere");
    assert_eq!(build(&options).unwrap_err().code().name, "SMALTI_E_ROOT_MISSING");
    let foreign = repo.beside("foreign");
    std::fs::create_dir_all(&foreign).unwrap();
    std::fs::write(foreign.join("precious.txt"), "x").unwrap();
    let mut options = repo.options();
    options.out.clone_from(&foreign);
    assert_eq!(build(&options).unwrap_err().code().name, "SMALTI_E_OUT_FOREIGN");
    assert_eq!(std::fs::read_dir(&foreign).unwrap().count(), 1);
    // A manifest of something else, where an index would have its own.
    std::fs::remove_file(foreign.join("precious.txt")).unwrap();
    std::fs::create_dir(foreign.join("pieces")).unwrap();
    let theirs = foreign.join("pieces/manifest.json");
    std::fs::write(&theirs, "{\"name\":\"an app\",\"icons\":[]}").unwrap();
    assert_eq!(build(&options).unwrap_err().code().name, "SMALTI_E_OUT_FOREIGN");
    assert_eq!(std::fs::read_to_string(&theirs).unwrap(), "{\"name\":\"an app\",\"icons\":[]}");
    assert_eq!((std::fs::read_dir(&foreign).unwrap().count(), std::fs::read_dir(foreign.join("pieces")).unwrap().count()), (1, 1));
    repo.build();
    let manifest = repo.root().join(".smalti/pieces/manifest.json");
    let newer = std::fs::read_to_string(&manifest).unwrap().replace("\"formatVersion\":1", "\"formatVersion\":2");
    std::fs::write(&manifest, &newer).unwrap();
    assert_eq!(build(&repo.options()).unwrap_err().code().name, "POC_E_CONTRACT_VERSION");
    assert_eq!(std::fs::read_to_string(&manifest).unwrap(), newer);
}
