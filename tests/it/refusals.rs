//! Files, folders and disks that refuse: a problem row or an error with its code, and nothing lost.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use smalti::host::{Host, HostError};
use smalti::manifest::layout::Layout;
use smalti::manifest::model::Manifest;
use smalti::manifest::{reading, verify};
use smalti::pipeline::error::BuildError;
use smalti::pipeline::options::BuildOptions;

use crate::hosts::{Meddling, refusal};
use crate::program::line;
use crate::support::{Repo, build, build_on, difference, host, index_text};

fn repository() -> Repo {
    Repo::of(&[("a.py", "from b import f\nf()\n"), ("b.py", "def f():\n    return 1\n"), ("secret.py", "def hidden(): pass\n")])
}

fn is_secret(path: &Path) -> bool {
    path.ends_with("secret.py")
}

fn rows(repo: &Repo, table: &str) -> String {
    repo.index_text()[table].clone()
}

/// Builds with a host that refuses one file, incrementally and from nothing; then with the disk as it is. Returns the problem rows on the way.
fn check_refused(refuse: impl Fn() -> Arc<dyn Host>) -> String {
    let repo = repository();
    repo.build();
    repo.write("secret.py", "def hidden():\n    return 2\n");
    build_on(refuse(), &repo.options()).unwrap();
    let clean = repo.beside("clean");
    build_on(refuse(), &BuildOptions { out: clean.clone(), ..repo.options() }).unwrap();
    assert_eq!(difference(&repo.index_root(), &clean), None, "while it is refused");
    assert!(!rows(&repo, "symbols").contains("hidden") && rows(&repo, "symbols").contains("\"f\""));
    assert!(!rows(&repo, "files").contains("secret.py"));
    let problems = rows(&repo, "problems");
    // The file has not changed since, and is read all the same.
    repo.build();
    repo.check_clean();
    assert!(rows(&repo, "symbols").contains("hidden") && rows(&repo, "problems").is_empty());
    problems
}

#[test]
fn a_file_that_cannot_be_read_is_a_problem_until_it_can() {
    let refuse = |path: &Path| if is_secret(path) { Err(refusal("read", path, ErrorKind::PermissionDenied)) } else { Ok(()) };
    let problems = check_refused(|| Meddling::at_source(refuse));
    assert!(
        problems.contains("\"SMALTI_P_UNREADABLE\"") && problems.contains("\"path\":\"secret.py\"") && problems.lines().count() == 1,
        "{problems}"
    );
    assert!(problems.contains("permission denied") && problems.contains("check its permissions"), "{problems}");
}

#[test]
fn a_file_that_keeps_changing_is_a_problem_until_it_rests() {
    let refuse = |path: &Path| if is_secret(path) { Err(HostError::Unstable { path: path.to_owned() }) } else { Ok(()) };
    let problems = check_refused(|| Meddling::at_source(refuse));
    assert!(problems.contains("\"SMALTI_P_UNSTABLE\"") && problems.contains("build again when it is at rest"), "{problems}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_never_as_long_as_it_says_is_unstable() {
    // The kernel says that it is empty, and gives more with every read.
    let read = host().read_source(Path::new("/proc/uptime"));
    assert!(matches!(read, Err(HostError::Unstable { .. })), "{read:?}");
}

#[test]
fn a_file_that_becomes_a_folder_between_walk_and_read_is_not_there() {
    let repo = repository();
    let meddle = |path: &Path| {
        if is_secret(path) && path.is_file() {
            std::fs::remove_file(path).unwrap();
        }
        Ok(())
    };
    build_on(Meddling::at_source(meddle), &repo.options()).unwrap();
    assert!(!rows(&repo, "files").contains("secret.py") && rows(&repo, "problems").is_empty());
    let repo = repository();
    let meddle = |path: &Path| {
        if is_secret(path) && path.is_file() {
            std::fs::remove_file(path).unwrap();
            std::fs::create_dir(path).unwrap();
        }
        Ok(())
    };
    build_on(Meddling::at_source(meddle), &repo.options()).unwrap();
    assert!(rows(&repo, "problems").contains("SMALTI_P_SPECIAL"));
    repo.build();
    assert!(rows(&repo, "problems").is_empty(), "an empty folder is nothing");
}

#[test]
fn a_file_that_changes_between_hashing_and_indexing_fails_the_build_and_leaves_the_index() {
    let repo = repository();
    let later = Meddling { ahead_ns: 3_600_000_000_000, ..Meddling::new() };
    build_on(Arc::new(later), &repo.options()).unwrap();
    let root = repo.index_root();
    let before = index_text(&root);
    repo.write("a.py", "def changed(): pass\n");
    // Without shards every file is read once more after its stat has proven it unchanged.
    std::fs::remove_file(root.join("cache/shards.idx")).unwrap();
    std::fs::remove_file(root.join("cache/links.bin")).unwrap();
    let meddle = |path: &Path| {
        if is_secret(path) {
            std::fs::write(path, "def other(): pass\n").unwrap();
        }
        Ok(())
    };
    let cause = build_on(Meddling::at_source(meddle), &repo.options()).unwrap_err();
    assert!(matches!(&cause, BuildError::Unstable(path) if path == "secret.py"), "{cause}");
    assert_eq!((cause.code().name, cause.code().exit), ("SMALTI_E_UNSTABLE", 3));
    assert_eq!(index_text(&root), before);
    repo.build();
    repo.check_clean();
    assert!(rows(&repo, "symbols").contains("other"));
}

/// The index at `root` is there and whole.
fn check_whole(root: &Path) {
    let layout = Layout::new(root);
    let opened = reading::open(host().as_ref(), &layout).unwrap();
    assert_eq!(verify::verify(host().as_ref(), &layout, &opened).unwrap().listed, Vec::<String>::new());
}

#[test]
fn a_root_that_is_deleted_while_it_is_indexed_fails_the_build_and_leaves_the_index() {
    let repo = repository();
    let out = repo.beside("index");
    let options = BuildOptions { out: out.clone(), ..repo.options() };
    build(&options).unwrap();
    let before = index_text(&out);
    repo.write("a.py", "def changed(): pass\n");
    let root = repo.root();
    let meddle = move |_: &Path| {
        let _ = std::fs::remove_dir_all(&root);
        Ok(())
    };
    let cause = build_on(Meddling::at_source(meddle), &options).unwrap_err();
    assert_eq!((cause.code().name, cause.code().exit), ("SMALTI_E_ROOT_GONE", 2), "{cause}");
    assert_eq!(index_text(&out), before);
    check_whole(&out);
    let cause = build(&options).unwrap_err();
    assert_eq!((cause.code().name, cause.code().exit), ("SMALTI_E_ROOT_MISSING", 2), "{cause}");
    assert_eq!(index_text(&out), before);
    let folder = repo.folder();
    let ran = line(&folder, "index build repo --out index");
    assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_MISSING)") && ran.err.contains("hint: check the path"), "{ran:?}");
}

#[test]
fn an_output_folder_that_cannot_be_written_is_refused_with_its_code_and_keeps_its_index() {
    let repo = repository();
    repo.build();
    let root = repo.index_root();
    let before = index_text(&root);
    repo.write("a.py", "def changed(): pass\n");
    for kind in [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem] {
        let host = Meddling::at_write(move |path| Err(refusal("write", path, kind)));
        let cause = build_on(host, &repo.options()).unwrap_err();
        assert_eq!((cause.code().name, cause.code().exit), ("SMALTI_E_OUT_READ_ONLY", 2), "{cause}");
        assert_eq!(index_text(&root), before);
    }
    check_whole(&root);
}

#[test]
fn an_output_folder_below_a_file_or_in_its_place_is_refused() {
    let repo = repository();
    let folder = repo.folder();
    for (out, blocking) in [("repo/a.py/new/index", "repo/a.py"), ("repo/a.py", "repo/a.py"), ("repo", "repo")] {
        let ran = line(&folder, &format!("index build repo --out {out}"));
        let told = format!("{blocking}` exists and is not an index (SMALTI_E_OUT_FOREIGN)");
        assert!(ran.exit == Some(2) && ran.err.contains(&told) && ran.err.contains("with `--out"), "{out}: {ran:?}");
    }
    assert_eq!(std::fs::read_to_string(repo.root().join("a.py")).unwrap(), "from b import f\nf()\n");
    assert_eq!(std::fs::read_dir(repo.root()).unwrap().count(), 3, "nothing was written beside the sources");
}

#[test]
fn a_file_to_write_that_cannot_be_one_is_refused_as_a_mistake_of_who_named_it() {
    let repo = repository();
    let folder = repo.folder();
    line(&folder, "index build repo");
    for (words, code) in [
        ("index export repo --scip gone/x.scip", "SMALTI_E_USAGE"),
        ("index export repo --sqlite repo/a.py/x", "SMALTI_E_USAGE"),
        ("index export repo --scip repo", "SMALTI_E_OUT_FOREIGN"),
        ("scip merge repo/a.py repo/a.py -o gone/x.scip", "SMALTI_E_USAGE"),
        ("scip merge repo/a.py repo/a.py -o repo", "SMALTI_E_OUT_FOREIGN"),
        ("index export repo --scip x.scip --project-root nonsense", "SMALTI_E_USAGE"),
    ] {
        let ran = line(&folder, words);
        assert!(ran.exit == Some(2) && ran.err.contains(&format!("({code})")), "{words}: {ran:?}");
    }
    assert_eq!(line(&folder, "index export repo --scip x.scip --project-root https://example.com/repo").exit, Some(0));
}

#[test]
fn a_cache_of_garbage_costs_time_and_is_said() {
    let repo = repository();
    let folder = repo.folder();
    line(&folder, "index build repo");
    let root = repo.index_root();
    let before = index_text(&root);
    for entry in std::fs::read_dir(root.join("cache")).unwrap() {
        std::fs::write(entry.unwrap().path(), [0xff; 500]).unwrap();
    }
    let json = line(&folder, "index build repo --json").json();
    assert_eq!(json["notices"], serde_json::json!(["the stat cache was not usable; every file is read again"]));
    assert_eq!(json["work"]["filesParsed"], 3);
    assert_eq!(index_text(&root), before);
    assert_eq!(line(&folder, "index build repo --json").json()["unchanged"], true);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;
    use crate::program::{as_nobody, run, smalti};

    fn mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    /// Lets everyone in, and everyone write beside the repository.
    fn open_up(repo: &Repo) -> std::path::PathBuf {
        let folder = repo.folder();
        mode(&folder, 0o777);
        folder
    }

    #[test]
    fn a_user_without_permission_loses_only_what_they_may_not_read() {
        let repo = repository();
        repo.write("closed/c.py", "def closed(): pass\n");
        let folder = open_up(&repo);
        mode(&repo.root().join("secret.py"), 0o600);
        mode(&repo.root().join("closed"), 0o700);
        let Some(mut command) = as_nobody(["index", "build", "repo", "--out", "theirs", "--quiet"]) else { return };
        let ran = run(command.current_dir(&folder));
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        let text = index_text(&folder.join("theirs"));
        let problems: Vec<serde_json::Value> = text["problems"].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let said: Vec<(&str, &str)> = problems.iter().map(|row| (row["path"].as_str().unwrap(), row["code"].as_str().unwrap())).collect();
        assert_eq!(said, [("closed", "SMALTI_P_UNREADABLE"), ("secret.py", "SMALTI_P_UNREADABLE")]);
        assert!(text["symbols"].contains("\"f\"") && !text["symbols"].contains("hidden"));
    }

    #[test]
    fn a_root_that_may_not_be_listed_is_refused_and_never_empty() {
        let repo = repository();
        let folder = open_up(&repo);
        // Closed; its names without a look at them; a look at them without their names.
        for bits in [0o700, 0o744, 0o711] {
            mode(&repo.root(), bits);
            let Some(mut command) = as_nobody(["index", "build", "repo", "--out", "theirs", "--quiet"]) else { return };
            let ran = run(command.current_dir(&folder));
            assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_UNREADABLE)"), "{bits:o} {ran:?}");
            assert!(!folder.join("theirs/pieces/manifest.json").exists());
        }
    }

    #[test]
    fn a_read_only_root_is_refused_to_writers_and_answers_readers_the_same() {
        let repo = repository();
        let folder = open_up(&repo);
        line(&folder, "index build repo");
        let verbs: [&[&str]; 4] = [
            &["index", "status", "repo"],
            &["index", "verify", "repo"],
            &["index", "show", "symbols", "repo"],
            &["index", "verify", "--clean", "repo"],
        ];
        let mine: Vec<String> = verbs.iter().map(|words| line(&folder, &words.join(" ")).shown(&folder)).collect();
        assert!(mine.iter().all(|shown| shown.starts_with("exit 0\n")), "{mine:#?}");
        for (words, mine) in verbs.iter().zip(mine) {
            let Some(mut command) = as_nobody(*words) else { return };
            // Their own temporary folder: the one of this process may be closed to them.
            assert_eq!(run(command.current_dir(&folder).env("TMPDIR", &folder)).shown(&folder), mine, "{words:?}");
        }
        repo.write("a.py", "def changed(): pass\n");
        let manifest = || Manifest::read(host().as_ref(), &repo.layout()).unwrap();
        let before = manifest();
        for words in [&["index", "build", "repo", "--quiet"][..], &["index", "gc", "repo"]] {
            let Some(mut command) = as_nobody(words) else { return };
            let ran = run(command.current_dir(&folder));
            assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_OUT_READ_ONLY)") && ran.err.contains("`--out DIR`"), "{words:?}: {ran:?}");
        }
        assert_eq!(manifest(), before);
        check_whole(&repo.index_root());
    }

    #[test]
    fn what_is_no_file_where_one_should_be_never_holds_a_reader() {
        let repo = repository();
        let folder = repo.folder();
        let pipe = |path: &str| std::process::Command::new("mkfifo").arg(folder.join(path)).status().is_ok_and(|status| status.success());
        if !pipe("pipe") {
            println!("skipped: no `mkfifo` here");
            return;
        }
        let ran = line(&folder, "index build repo --out pipe");
        assert!(ran.exit == Some(2) && ran.err.contains("SMALTI_E_OUT_FOREIGN"), "{ran:?}");
        assert!(pipe("repo/smalti.toml"));
        let ran = line(&folder, "index build repo");
        assert!(
            ran.exit == Some(2)
                && ran.err.contains("`smalti.toml`, line 1: it is not a regular file: take it away, or put one in its place (SMALTI_E_CONFIG)"),
            "{ran:?}"
        );
        repo.remove("smalti.toml");
        let ran = line(&folder, "index build repo --scip pipe --out new");
        assert!(ran.exit == Some(2) && ran.err.contains("it is a pipe or a device") && ran.err.contains("(SMALTI_E_SCIP_MALFORMED)"), "{ran:?}");
        assert!(!folder.join("new").exists());
        line(&folder, "index build repo");
        repo.remove(".smalti/lock");
        assert!(pipe("repo/.smalti/lock"));
        let ran = line(&folder, "index build repo");
        assert!(ran.exit == Some(2) && ran.err.contains("lock` exists and is not an index (SMALTI_E_OUT_FOREIGN)"), "{ran:?}");
        repo.remove(".smalti/lock");
        repo.remove(".smalti/pieces/manifest.json");
        assert!(pipe("repo/.smalti/pieces/manifest.json"));
        let ran = line(&folder, "index status repo");
        assert!(ran.exit == Some(4) && ran.err.contains("it is not a regular file (SMALTI_E_INDEX_CORRUPT)"), "{ran:?}");
    }

    #[test]
    fn a_folder_in_the_place_of_the_manifest_is_named_by_every_verb() {
        let repo = repository();
        let manifest = repo.root().join(".smalti/pieces/manifest.json");
        line(&repo.root(), "index build .");
        std::fs::remove_file(&manifest).unwrap();
        std::fs::create_dir(&manifest).unwrap();
        for words in ["index build .", "index status .", "index gc .", "search found"] {
            let ran = line(&repo.root(), words);
            assert!(ran.exit == Some(4) && ran.err.contains("(SMALTI_E_INDEX_BLOCKED)"), "{words}: {ran:?}");
        }
        std::fs::remove_dir(&manifest).unwrap();
        assert_eq!(line(&repo.root(), "index build .").exit, Some(0));
        for name in ["cache/stats.bin", "cache/links.bin", "lock"] {
            let path = repo.root().join(".smalti").join(name);
            std::fs::remove_file(&path).unwrap();
            std::fs::create_dir(&path).unwrap();
            repo.write("added.py", format!("# {name}\n"));
            let before = std::fs::read(&manifest).unwrap();
            let ran = line(&repo.root(), "index build .");
            assert!(std::fs::read(&manifest).unwrap() == before, "{name}: told before anything is written");
            assert!(ran.exit == Some(4) && ran.err.contains("(SMALTI_E_INDEX_BLOCKED)") && ran.err.contains(name), "{name}: {ran:?}");
            std::fs::remove_dir(&path).unwrap();
            assert_eq!(line(&repo.root(), "index build .").exit, Some(0), "{name}");
        }
    }

    #[test]
    fn folders_that_are_named_or_stood_in_and_cannot_be_used_are_told() {
        let repo = repository();
        let ran = line(&repo.root(), "index build . --scip .");
        assert!(ran.exit == Some(2) && ran.err.contains("it is a folder (SMALTI_E_SCIP_MALFORMED)"), "{ran:?}");
        // The shell deletes the folder it stands in, then runs the program.
        let program = smalti::<&str>([]).get_program().to_owned();
        let ran = std::process::Command::new("sh")
            .args(["-c", "mkdir gone && cd gone && rmdir ../gone && \"$0\" index build ."])
            .arg(program)
            .current_dir(repo.root())
            .output();
        let Ok(ran) = ran else { return println!("skipped: no `sh` here") };
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && err.contains("SMALTI_E_ROOT_MISSING"), "{err}");
    }

    #[test]
    fn a_build_that_compiler_data_fails_leaves_no_folder_behind() {
        let repo = repository();
        let folder = repo.folder();
        let ran = line(&folder, "index build repo --scip nowhere.scip --out new");
        assert!(ran.exit == Some(2) && ran.err.contains("no SCIP file at `nowhere.scip`"), "{ran:?}");
        assert!(!folder.join("new").exists());
    }

    #[test]
    fn what_the_walk_does_not_read_counts_as_nothing_hashed_and_an_index_of_another_repository_is_no_silent_loss() {
        let repo = repository();
        (0..10).for_each(|number| repo.write(&format!("old/{number}.py"), "x = 1\n"));
        symlink("a.py", repo.root().join("link.py")).unwrap();
        let built = line(&repo.folder(), "index build repo --out index");
        assert!(built.out.contains("work       13 hashed") && !built.out.contains("note: "), "{built:?}");
        let other = Repo::of(&[("c.py", "x = 1\n")]);
        let other = line(&repo.folder(), &format!("index build {} --out index", other.root().display()));
        assert!(other.out.contains("note: 14 of the 14 files that the index held are gone") && other.exit == Some(0), "{other:?}");
    }

    #[test]
    fn a_repository_named_by_a_link_is_the_repository_and_an_index_root_that_is_a_link_is_refused() {
        let repo = repository();
        let folder = repo.folder();
        symlink("repo", folder.join("link")).unwrap();
        line(&folder, "index build link");
        assert!(line(&folder, "index build repo").out.starts_with("nothing changed"));
        assert_eq!(line(&folder, "index build link --out repo/own").exit, Some(0));
        let ran = line(&folder, "index show files --where path=own/lock --index repo/own");
        assert_eq!((ran.exit, ran.out.as_str()), (Some(0), ""), "an index does not walk itself, however it is spelt");
        std::fs::create_dir(folder.join("outside")).unwrap();
        std::fs::remove_dir_all(repo.index_root()).unwrap();
        symlink("../outside", repo.index_root()).unwrap();
        let ran = line(&folder, "index build repo");
        assert!(ran.exit == Some(2) && ran.err.contains("SMALTI_E_OUT_FOREIGN"), "{ran:?}");
        assert_eq!(std::fs::read_dir(folder.join("outside")).unwrap().count(), 0);
    }
}
