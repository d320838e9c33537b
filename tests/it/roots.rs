//! Index roots that were half made, half deleted, or left among the sources; and folders that are none.

use std::path::PathBuf;

use crate::program::line;
use crate::support::{Repo, difference};

fn repository() -> (Repo, PathBuf) {
    let repo = Repo::of(&[("a.py", "def f(): pass\n")]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    (repo, folder)
}

#[test]
fn a_root_without_its_ignore_file_gets_it_back_and_is_no_source_meanwhile() {
    let (repo, folder) = repository();
    let ignored = repo.root().join(".smalti/.gitignore");
    std::fs::remove_file(&ignored).unwrap();
    line(&folder, "context-pack f --repo repo --write");
    assert_eq!(line(&folder, "index build repo --out other").exit, Some(0));
    assert_eq!(difference(&repo.index_root(), &folder.join("other")), None);
    let ran = line(&folder, "index build repo");
    assert!(ran.out.contains("nothing changed"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&ignored).unwrap(), "*\n");
}

#[test]
fn gc_takes_what_a_build_left_that_never_committed() {
    let (repo, folder) = repository();
    let root = repo.index_root();
    std::fs::remove_file(root.join("pieces/manifest.json")).unwrap();
    std::fs::write(root.join("pieces/files/theirs.txt"), "theirs").unwrap();
    let told = line(&folder, "index gc --dry-run --json repo").json();
    let ran = line(&folder, "index gc --json repo");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(told["files"].as_u64().unwrap() > 5 && told["bytes"] == ran.json()["bytes"], "{told}");
    let left = |place: &str| std::fs::read_dir(root.join(place)).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count();
    assert_eq!((left("pieces"), left("pieces/symbols"), left("pieces/files")), (0, 0, 1), "what bears no name of a piece stays");
    // Nothing is left to take, and there is no index either.
    let ran = line(&folder, "index gc repo");
    assert!(ran.exit == Some(3) && ran.err.contains("POC_E_INDEX_MISSING"), "{ran:?}");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    assert_eq!(line(&folder, "index verify --clean repo").exit, Some(0));
}

#[test]
fn a_folder_that_is_not_there_is_no_repository_without_an_index() {
    let (_repo, folder) = repository();
    for words in ["index status nope", "index verify nope", "search f --repo nope", "context-pack f --repo repo/a.py"] {
        let ran = line(&folder, words);
        assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_MISSING)"), "{words} {ran:?}");
        assert!(!ran.err.contains("index build") && ran.err.contains("hint: check the path"), "{words} {ran:?}");
    }
    std::fs::create_dir(folder.join("bare")).unwrap();
    let ran = line(&folder, "index status bare");
    assert!(ran.exit == Some(3) && ran.err.contains("type `smalti index build bare`"), "{ran:?}");
    let ran = line(&folder, "search f --index bare");
    assert!(ran.exit == Some(3) && ran.err.contains("index build REPOSITORY --out bare"), "{ran:?}");
    // A build would refuse it, so nobody is told to build.
    std::fs::write(folder.join("bare/HEAD"), "ref: refs/heads/main\n").unwrap();
    ["objects", "refs"].iter().for_each(|name| std::fs::create_dir(folder.join("bare").join(name)).unwrap());
    for words in ["index status bare", "index verify bare", "search f --repo bare", "context-pack f --repo bare"] {
        let ran = line(&folder, words);
        assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_INSIDE_OF_GIT)") && ran.err.contains("git clone"), "{words} {ran:?}");
    }
    let ran = line(&folder, "index build bare/refs");
    assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_INSIDE_OF_GIT)"), "{ran:?}");
    // A work tree may lie anywhere.
    std::fs::create_dir_all(folder.join("bare/tree/.git")).unwrap();
    assert_eq!(line(&folder, "index build bare/tree").exit, Some(0));
}

#[test]
fn a_file_that_a_reader_was_told_to_read_and_cannot_is_a_fault_of_the_request() {
    let (_repo, folder) = repository();
    for words in ["search --query-file nope --repo repo", "context-pack --query-file nope --repo repo", "context-pack --request repo --repo repo"] {
        let ran = line(&folder, words);
        assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_USAGE)"), "{words} {ran:?}");
        assert!(!ran.err.contains("previous index") && ran.err.contains("hint: check the path"), "{words} {ran:?}");
    }
}

#[test]
fn an_export_to_nowhere_names_what_can_be_written() {
    let (_repo, folder) = repository();
    let ran = line(&folder, "index export repo");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    for target in ["--scip", "--sqlite", "--lmdb"] {
        assert!(ran.err.contains(target), "{ran:?}");
    }
}

#[test]
fn a_limit_of_memory_that_cannot_be_kept_is_told() {
    let (_repo, folder) = repository();
    let built = |limit: &str| line(&folder, &format!("index build repo --json --max-memory {limit}")).json();
    for limit in [64u64, 4096] {
        let summary = built(&format!("{limit}M"));
        let Some(peak) = summary["peakMemory"].as_u64() else { return println!("skipped: the system does not say how much memory was used") };
        let told = summary["notices"].as_array().unwrap().iter().any(|notice| notice.as_str().unwrap().contains("could not be kept"));
        assert_eq!(told, peak > limit << 20, "{summary}");
    }
}

#[test]
fn an_index_root_is_no_folder_to_index() {
    let (_repo, folder) = repository();
    for place in ["repo/.smalti", "repo/.smalti/pieces"] {
        let ran = line(&folder, &format!("index build {place}"));
        assert!(ran.exit == Some(2) && ran.err.contains("(SMALTI_E_ROOT_INSIDE_OF_INDEX)") && ran.err.contains("name the repository"), "{ran:?}");
    }
    assert!(line(&folder, "index build repo").out.contains("nothing changed"));
    // A repository may keep the pieces of an index among its sources.
    std::fs::create_dir_all(folder.join("kept/pieces")).unwrap();
    std::fs::copy(folder.join("repo/.smalti/pieces/manifest.json"), folder.join("kept/pieces/manifest.json")).unwrap();
    std::fs::write(folder.join("kept/b.py"), "def g(): pass\n").unwrap();
    assert_eq!(line(&folder, "index build kept").exit, Some(0));
}

#[test]
fn what_finds_nothing_says_so() {
    let (_repo, folder) = repository();
    std::fs::create_dir(folder.join("empty")).unwrap();
    let ran = line(&folder, "index build empty");
    assert!(ran.exit == Some(0) && ran.out.contains("is indexed: it holds none"), "{ran:?}");
    let ran = line(&folder, "index build repo --out other --include none/**");
    assert!(ran.exit == Some(0) && ran.out.contains("the globs of this build"), "{ran:?}");
    for (words, why) in [
        ("index show symbols --where name=g repo", "none of the 1 rows of `symbols` has `name=g`"),
        ("index show vectors repo", "`vectors` of this index has no rows"),
        ("index show symbols --limit 0 repo", "the limit leaves none of the 1 rows"),
    ] {
        let ran = line(&folder, words);
        assert!(ran.exit == Some(0) && ran.out.trim().is_empty(), "{ran:?}");
        assert!(ran.err.contains(why) && ran.err.contains("(SMALTI_P_NO_ROWS)"), "{ran:?}");
    }
}

#[test]
fn an_export_takes_the_place_of_nothing_else() {
    let repo = Repo::built(&[("a.py", "def found(): return 1\n")]);
    let text = "def kept(): pass\n";
    for target in ["--scip", "--sqlite", "--lmdb"] {
        repo.write("kept.py", text);
        let ran = line(&repo.root(), &format!("index export {target} kept.py"));
        assert!(ran.exit == Some(2), "{target}: {ran:?}");
        assert!(ran.err.contains("SMALTI_E_OUT_FOREIGN") || ran.err.contains("POC_E_NOT_SUPPORTED"), "{target}: {ran:?}");
        assert_eq!(std::fs::read_to_string(repo.root().join("kept.py")).unwrap(), text);
        repo.remove("kept.py");
        let again = |_| line(&repo.root(), &format!("index export {target} out.file")).exit;
        assert!(matches!([0, 1].map(again), [Some(0), Some(0)] | [Some(2), Some(2)]), "{target}");
        if repo.root().join("out.file").exists() {
            repo.remove("out.file");
        }
    }
}

#[test]
fn who_asks_in_a_folder_of_an_indexed_repository_is_told_where_the_index_is() {
    let (repo, folder) = repository();
    repo.write("deep/er/b.py", "def g(): pass\n");
    let ran = line(&folder, "search f --repo repo/deep/er");
    let above = smalti::host::real::real(&repo.root());
    assert!(ran.exit == Some(3) && ran.err.contains(&format!("has an index: name it with `--repo {}`", above.display())), "{ran:?}");
}

#[test]
fn a_root_that_lies_elsewhere_is_read_with_its_repository_where_that_is_named() {
    let (repo, folder) = repository();
    assert_eq!(line(&folder, "index build repo --no-text --out saved").exit, Some(0));
    let alone = line(&folder, "context-pack --focus f --index saved");
    assert!(alone.exit != Some(0) && alone.err.contains("name the repository with `--repo`"), "{alone:?}");
    let both = line(&folder, "context-pack --focus f --index saved --repo repo");
    assert!(both.exit == Some(0) && both.out.contains("def f(): pass"), "{both:?}");
    repo.write("b.py", "def g(): pass\n");
    let stale = line(&folder, "index status --index saved --repo repo");
    let wanted = "type `smalti index build repo --out saved --no-text`";
    assert!(stale.exit == Some(3) && stale.out.contains(wanted), "{stale:?}");
    let differs = line(&folder, "index verify --clean --index saved --repo repo");
    assert!(differs.exit != Some(0) && differs.out.contains(wanted), "{differs:?}");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_that_came_along_with_an_index_root() {
    use std::os::unix::fs::symlink;
    let (repo, folder) = repository();
    let root = repo.index_root();
    let (victim, elsewhere) = (folder.join("victim"), folder.join("elsewhere"));
    std::fs::write(&victim, "theirs").unwrap();
    std::fs::create_dir(&elsewhere).unwrap();
    let _ = std::fs::remove_file(root.join("ledger.jsonl"));
    symlink(&victim, root.join("ledger.jsonl")).unwrap();
    symlink(&elsewhere, root.join("packs")).unwrap();
    let ran = line(&folder, "search f --repo repo");
    assert!(ran.out.contains("a.py") && ran.err.contains("is a link"), "{ran:?}");
    for words in ["context-pack f --repo repo --write", "index build repo"] {
        let ran = line(&folder, words);
        assert!(ran.exit != Some(0) && ran.err.contains("is a link") && ran.err.contains("(SMALTI_E_OUT_FOREIGN)"), "{words} {ran:?}");
    }
    std::fs::remove_file(root.join("packs")).unwrap();
    std::fs::remove_file(root.join("lock")).unwrap();
    symlink(folder.join("new"), root.join("lock")).unwrap();
    let ran = line(&folder, "index build repo");
    assert!(ran.exit != Some(0) && ran.err.contains("(SMALTI_E_OUT_FOREIGN)"), "{ran:?}");
    assert!(!folder.join("new").exists() && std::fs::read_dir(&elsewhere).unwrap().next().is_none());
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "theirs");
}

#[test]
fn a_folder_in_the_place_of_a_file_of_the_root_is_told_before_anything_is_written() {
    let (repo, folder) = repository();
    let root = repo.index_root();
    let before = std::fs::read(root.join("pieces/manifest.json")).unwrap();
    std::fs::remove_file(root.join("state.json")).unwrap();
    std::fs::create_dir(root.join("state.json")).unwrap();
    repo.write("b.py", "def g(): pass\n");
    let ran = line(&folder, "index build repo");
    assert!(ran.exit == Some(4) && ran.err.contains("state.json") && ran.err.contains("(SMALTI_E_INDEX_BLOCKED)"), "{ran:?}");
    assert_eq!(std::fs::read(root.join("pieces/manifest.json")).unwrap(), before);
}
