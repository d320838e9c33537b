//! The same bytes anywhere: locale, time zone, umask, home, root path, order of files, threads, memory and present folder leave no trace.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::git::Git;
use crate::program::{self, Ran, run, smalti};
use crate::support::contents;

/// Copies a tree, its entries in name order or the other way round.
fn copy(from: &Path, to: &Path, reversed: bool) {
    std::fs::create_dir_all(to).unwrap();
    let mut names: Vec<OsString> = std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    if reversed {
        names.reverse();
    }
    for name in names {
        let (source, target) = (from.join(&name), to.join(&name));
        if source.is_dir() {
            copy(&source, &target, reversed);
        } else {
            std::fs::write(target, std::fs::read(source).unwrap()).unwrap();
        }
    }
}

/// A tree with several languages, odd names, problems and, where git is there, two commits.
fn original(folder: &Path) -> PathBuf {
    let tree = folder.join("original");
    copy(&program::here().join("fixtures/repos/atlas"), &tree, false);
    for (path, bytes) in
        [("ıİ.py", &b"def dotless(): pass\n"[..]), ("latin.py", b"# caf\xe9\n"), ("broken.rs", b"fn ( {"), ("Z.go", b"package z\n"), ("z.go", b"")]
    {
        std::fs::write(tree.join(path), bytes).unwrap();
    }
    if let Some(git) = Git::init(&tree) {
        git.commit("first");
        std::fs::write(tree.join("late.py"), "def late(): pass\n").unwrap();
        git.commit("second");
    }
    tree
}

/// Builds with `command`'s surroundings and returns what is signed.
fn built(command: &mut Command, out: &Path) -> BTreeMap<String, Vec<u8>> {
    let ran: Ran = run(command);
    assert_eq!(ran.exit, Some(0), "{command:?}: {ran:?}");
    contents(&out.join("pieces"))
}

fn check_same(what: &str, expected: &BTreeMap<String, Vec<u8>>, found: &BTreeMap<String, Vec<u8>>) {
    let names: Vec<&String> = expected.keys().chain(found.keys()).filter(|name| expected.get(*name) != found.get(*name)).collect();
    assert!(names.is_empty(), "{what}: {names:?} differ");
}

#[test]
fn surroundings_leave_no_trace_in_the_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tree = original(folder);
    let mut plain = smalti(["index", "build", ".", "--jobs", "1", "--quiet"]);
    plain.current_dir(&tree).env("LC_ALL", "C").env("TZ", "UTC").env("HOME", folder);
    let expected = built(&mut plain, &tree.join(".smalti"));
    assert!(expected.len() > 20, "{}", expected.len());
    std::fs::remove_dir_all(tree.join(".smalti")).unwrap();

    // A home whose own ignore rules would leave files out, if they counted.
    let home = folder.join("home");
    std::fs::create_dir_all(home.join(".config/git")).unwrap();
    std::fs::write(home.join(".config/git/ignore"), "*.py\n").unwrap();
    std::fs::write(home.join(".gitconfig"), format!("[core]\n\texcludesFile = {}\n", home.join("excludes").display())).unwrap();
    std::fs::write(home.join("excludes"), "*.rs\n").unwrap();
    std::fs::write(folder.join(".gitignore"), "*.go\n").unwrap();
    let moved = folder.join("a much longer place/with spaces, ünicode and 'quotes'");
    copy(&tree, &moved, true);
    if moved.join(".git/info").is_dir() {
        std::fs::write(moved.join(".git/info/exclude"), "*.ts\n").unwrap();
    }
    for (locale, zone) in [("tr_TR.UTF-8", "Pacific/Kiritimati"), ("C.UTF-8", "America/St_Johns")] {
        let out = folder.join(format!("out {locale}"));
        let mut command = smalti(["index", "build", "..", "--jobs", "4", "--max-memory", "64M", "--out"]);
        let inner = moved.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        command
            .arg(&out)
            .current_dir(&inner)
            .env("LC_ALL", locale)
            .env("LANG", locale)
            .env("TZ", zone)
            .env("HOME", &home)
            .env("XDG_CONFIG_HOME", home.join(".config"));
        check_same(locale, &expected, &built(&mut command, &out));
        std::fs::remove_dir_all(&inner).unwrap();
    }
    for threads in ["0", "2", "7"] {
        let out = folder.join(format!("out {threads}"));
        let mut command = smalti(["index", "build", "--quiet", "--jobs", threads, "--max-memory", "64M", "--out"]);
        command.arg(&out).arg(&moved).current_dir("/");
        check_same(threads, &expected, &built(&mut command, &out));
    }
}

#[cfg(unix)]
#[test]
fn a_umask_leaves_no_trace_in_the_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let tree = original(folder.path());
    let mut seen = Vec::new();
    for umask in ["000", "022", "077"] {
        let out = folder.path().join(umask);
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("umask {umask}; exec \"$0\" index build --quiet --out \"$1\" \"$2\""));
        command.arg(env!("CARGO_BIN_EXE_smalti")).arg(&out).arg(&tree).env_remove("SOURCE_DATE_EPOCH");
        seen.push(built(&mut command, &out));
    }
    check_same("umask 022", &seen[0], &seen[1]);
    check_same("umask 077", &seen[0], &seen[2]);
}

#[test]
fn a_source_date_is_an_input_and_changes_nothing_but_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let tree = original(folder.path());
    let at = |epoch: &str| {
        let out = folder.path().join(epoch);
        built(smalti(["index", "build", "--quiet", "--out"]).arg(&out).arg(&tree).env("SOURCE_DATE_EPOCH", epoch), &out)
    };
    let (first, second) = (at("0"), at("86400"));
    let differing: Vec<&String> = first.keys().filter(|name| first.get(*name) != second.get(*name)).collect();
    assert_eq!(differing, ["manifest.json"]);
    let manifest: serde_json::Value = serde_json::from_slice(&second["manifest.json"]).unwrap();
    assert_eq!(manifest["sourceDate"], "1970-01-02T00:00:00Z");
}
