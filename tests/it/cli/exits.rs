//! Exit codes, and what a failure says: what did not happen, then what to type next.

use smalti::base::codes::CODES;

use super::repository;
use crate::program::{line, run, run_in, smalti};
use crate::support::Repo;

/// Compares exit code and both outputs of one line.
#[track_caller]
fn check(repo: &Repo, words: &str, expected: &str) {
    let folder = repo.folder();
    let shown = line(&folder, words).shown(&folder);
    assert_eq!(shown.trim_end(), expected.trim(), "{words}\n{shown}");
}

#[test]
fn every_exit_code_is_one_of_the_table() {
    for code in CODES {
        assert!([0, 1, 2, 3, 4, 5, 70].contains(&code.exit), "{}", code.name);
    }
}

#[test]
fn a_good_line_exits_with_0() {
    let (_repo, folder) = repository();
    for words in [
        "index build repo",
        "index build repo --quiet",
        "index build repo --jobs 0",
        "index build repo --jobs 3 --max-memory 64M",
        "index status repo",
        "index verify repo",
        "index verify repo --clean",
        "index gc repo",
        "index gc repo --dry-run",
        "index show files repo",
        "index show files --limit 0 repo",
        "completions zsh",
        "man pages",
        "--help",
        "--version",
        "index --help",
        "index build --help",
        "help index show",
    ] {
        let ran = line(&folder, words);
        assert_eq!(ran.exit, Some(0), "{words}: {ran:?}");
        assert!(!ran.out.is_empty() || words.contains("--limit 0"), "{words} says nothing");
    }
}

#[test]
fn a_finding_exits_with_1() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    repo.write("late.py", "def late(): pass\n");
    let ran = line(&folder, "index verify --clean repo");
    assert_eq!(ran.exit, Some(1));
    assert!(ran.out.contains("differs from a clean build: chunk_meta: this index has ``, a clean build `{"), "{ran:?}");
    assert!(ran.out.contains("\"name\":\"late\"") || ran.out.contains("late.py"), "{ran:?}");
    assert!(ran.out.ends_with("type `smalti index build repo`, then verify again\n"), "{ran:?}");
}

#[test]
fn a_line_that_cannot_be_meant_exits_with_2() {
    let (repo, _) = repository();
    check(
        &repo,
        "index biuld repo",
        "exit 2\n--- out\n--- err\nerror: `smalti index` has no command `biuld` (SMALTI_E_USAGE)\n  hint: did you mean `smalti index build`?\n  hint: type `smalti index --help` to see what there is",
    );
    check(
        &repo,
        "index",
        "exit 2\n--- out\n--- err\nerror: `smalti index` needs a command (SMALTI_E_USAGE)\n  hint: there are `smalti index build`, `smalti index export`, `smalti index gc`, `smalti index show`, `smalti index status`, `smalti index verify`, `smalti index watch`\n  hint: type `smalti index --help` to see what there is",
    );
    check(
        &repo,
        "index build nowhere",
        "exit 2\n--- out\n--- err\nerror: the folder to index `ROOT/nowhere` does not exist or is not a folder (SMALTI_E_ROOT_MISSING)\n  hint: check the path",
    );
    check(
        &repo,
        "index build repo --include {",
        "exit 2\n--- out\n--- err\nerror: the glob `{` cannot be read: error parsing glob '{': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?) (SMALTI_E_USAGE)\n  hint: run the command with `--help`",
    );
}

#[test]
fn bad_sizes_and_numbers_of_threads_exit_with_2() {
    let (_repo, folder) = repository();
    for (flag, value) in [
        ("--max-memory", "0"),
        ("--max-memory", "1K"),
        ("--max-memory", "63M"),
        ("--max-memory", "3T"),
        ("--max-memory", "1.5G"),
        ("--max-memory", ""),
        ("--max-memory", "-1"),
        ("--max-memory", "99999999999999999999"),
        ("--max-memory", "17179869184G"),
        ("--jobs", "1025"),
        ("--jobs", "-1"),
        ("--jobs", "all"),
    ] {
        let ran = run_in(&folder, ["index", "build", "repo", &format!("{flag}={value}")]);
        assert_eq!(ran.exit, Some(2), "{flag} {value}: {ran:?}");
        assert!(ran.err.starts_with(&format!("error: invalid value `{value}` for `{flag}")) || value.is_empty(), "{ran:?}");
        assert!(ran.err.contains("(SMALTI_E_USAGE)") && ran.err.contains("hint: type `smalti index build --help`"), "{ran:?}");
    }
}

#[test]
fn a_source_date_that_is_no_number_is_refused() {
    let (_repo, folder) = repository();
    let ran = run(smalti(["index", "build", "repo"]).current_dir(&folder).env("SOURCE_DATE_EPOCH", "yesterday"));
    assert_eq!(ran.exit, Some(2));
    assert!(ran.err.contains("SOURCE_DATE_EPOCH is `yesterday`"), "{ran:?}");
    for (epoch, exit) in [("253402300799", 0), ("253402300800", 2), ("9223372036854775807", 2), ("-62167219201", 2)] {
        let ran = run(smalti(["index", "build", "repo"]).current_dir(&folder).env("SOURCE_DATE_EPOCH", epoch));
        assert_eq!(ran.exit, Some(exit), "{epoch}: {ran:?}");
        assert!(exit == 0 || ran.err.contains("outside of the years 0 to 9999"), "{ran:?}");
    }
}

#[test]
fn a_missing_or_stale_index_exits_with_3() {
    let (repo, folder) = repository();
    for verb in ["status", "verify", "verify --clean", "gc", "show files", "export --scip one.scip"] {
        let expected = "exit 3\n--- out\n--- err\nerror: no index at `repo/.smalti` (POC_E_INDEX_MISSING)\n  hint: type `smalti index build repo`";
        check(&repo, &format!("index {verb} repo"), expected);
        let ran = line(&folder, &format!("index {verb} --index nowhere"));
        assert_eq!(ran.exit, Some(3), "{ran:?}");
    }
    line(&folder, "index build repo");
    let ran = line(&folder, "index show files --index repo");
    assert_eq!(ran.exit, Some(3));
    assert!(ran.err.contains("its index is `--index repo/.smalti`"), "{ran:?}");
    repo.write("b.py", "def f():\n    return 2\n");
    repo.write("c.py", "");
    assert_eq!(line(&folder, "index status repo").exit, Some(3));
    line(&folder, "index build repo");
    assert_eq!(line(&folder, "index status repo").exit, Some(0));
}

#[test]
fn a_damaged_index_exits_with_4_and_names_the_piece() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    let files = repo.root().join(".smalti/pieces/files");
    let piece = std::fs::read_dir(&files).unwrap().next().unwrap().unwrap();
    let name = piece.file_name().to_string_lossy().into_owned();
    let whole = std::fs::read(piece.path()).unwrap();
    std::fs::write(piece.path(), &whole[1..]).unwrap();
    for verb in ["status", "verify", "show files", "show symbols"] {
        let ran = line(&folder, &format!("index {verb} repo"));
        assert_eq!(ran.exit, Some(4), "{verb}: {ran:?}");
        assert!(ran.err.contains(&name) && ran.err.contains("SMALTI_E_INDEX_CORRUPT") && ran.err.contains("hint: "), "{verb}: {ran:?}");
    }
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    std::fs::write(piece.path(), flipped).unwrap();
    let ran = line(&folder, "index verify repo");
    assert_eq!(ran.exit, Some(4));
    assert!(ran.out.contains("1 findings") && ran.out.contains(&name), "{ran:?}");
    assert!(ran.err.contains("SMALTI_E_INDEX_CORRUPT") && ran.err.contains("hint: "), "{ran:?}");
    assert_eq!(line(&folder, "index show files repo").exit, Some(4));
    std::fs::write(piece.path(), whole).unwrap();
    assert_eq!(line(&folder, "index verify repo").exit, Some(0));
}

#[test]
fn an_index_of_another_format_exits_with_4_and_is_left_alone() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    let manifest = repo.root().join(".smalti/pieces/manifest.json");
    let newer = std::fs::read_to_string(&manifest).unwrap().replace("\"formatVersion\":1", "\"formatVersion\":2");
    std::fs::write(&manifest, &newer).unwrap();
    for verb in ["build", "status", "verify", "gc", "show files"] {
        let ran = line(&folder, &format!("index {verb} repo"));
        assert_eq!(ran.exit, Some(4), "{verb}: {ran:?}");
        assert!(ran.err.contains("has format version 2, this program reads 1 (POC_E_CONTRACT_VERSION)"), "{verb}: {ran:?}");
        // To build again here would be refused again.
        assert!(ran.err.contains("hint: delete the index folder and run `smalti index build`"), "{verb}: {ran:?}");
    }
    assert_eq!(std::fs::read_to_string(&manifest).unwrap(), newer);
}

#[cfg(target_os = "linux")]
#[test]
fn a_refusal_of_the_system_exits_with_70() {
    let (_repo, folder) = repository();
    let ran = line(&folder, "index build repo --out /proc/self/smalti");
    assert_eq!(ran.exit, Some(70), "{ran:?}");
    assert!(ran.err.contains("(SMALTI_E_DISK)") && ran.err.contains("hint: see the cause"), "{ran:?}");
}

#[test]
fn show_names_the_nearest_artifact_field_and_value() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    let ran = line(&folder, "index show symbls repo");
    assert_eq!(ran.exit, Some(2));
    assert!(ran.err.contains("no artifact is called `symbls`") && ran.err.contains("did you mean `smalti index show symbols`?"), "{ran:?}");
    assert!(ran.err.contains("there are chunk_meta, chunk_text, commits, context_packs, edges_call,"), "{ran:?}");
    let ran = line(&folder, "index show sites --where outcom=resolved repo");
    assert_eq!(ran.exit, Some(2));
    assert!(ran.err.contains("rows of `sites` have no field `outcom`") && ran.err.contains("did you mean `--where outcome=resolved`?"), "{ran:?}");
    // A value that no row has is no fault of the form, but the nearest one that rows have is named; words may be written with `_`.
    repo.write("odd.py", "def f():\n    return nowhere()\n");
    repo.write("bad.py", "def g(:\n");
    line(&folder, "index build repo");
    let ran = line(&folder, "index show sites --where path=odd.py --where reason=unbound-nam repo");
    assert!(ran.exit == Some(0) && ran.err.contains("did you mean `--where reason=unbound-name`?"), "{ran:?}");
    let ran = line(&folder, "index show sites --where path=odd.py --where reason=unbound_name repo");
    assert!(ran.exit == Some(0) && ran.out.contains("nowhere"), "{ran:?}");
    let ran = line(&folder, "index show problems --where code=SMALTI_P_SCIP_STALE repo");
    assert!(ran.err.contains("none of the") && !ran.err.contains("did you mean"), "{ran:?}");
    // No row has this word, which the field may hold.
    let ran = line(&folder, "index show sites --where outcome=dynamic repo");
    assert!(ran.exit == Some(0) && ran.err.contains("none of the") && !ran.err.contains("did you mean"), "{ran:?}");
    let ran = line(&folder, "index show sites --where outcome repo");
    assert!(ran.exit == Some(2) && ran.err.contains("`outcome` is not of the form FIELD=VALUE"), "{ran:?}");
}
