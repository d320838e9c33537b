//! Files that git tracks although a `.gitignore` names them are part of the index; what else is ignored is not.

use std::fs;

use crate::git::Git;
use crate::support::{Repo, build};
use smalti::pipeline::options::BuildOptions;

/// A repository whose `.gitignore` names all of `made/` and every `*.gen.rs`.
fn repository() -> Option<(Repo, Git)> {
    let repo = Repo::of(&[
        (".gitignore", "made/\n*.gen.rs\n"),
        ("a.rs", "mod b;\nfn main() { b::kept() }\n"),
        ("b.gen.rs", "fn other() {}\n"),
        ("made/c.rs", "pub fn kept() {}\n"),
        ("made/d.rs", ""),
        ("made/deep/e.rs", ""),
    ]);
    let git = Git::init(&repo.root())?;
    git.commit("what is not ignored");
    Some((repo, git))
}

/// Builds; the paths of the index, which is equal to one that is built from nothing.
#[track_caller]
fn paths(repo: &Repo) -> Vec<String> {
    repo.build();
    repo.check_clean();
    let rows = repo.rows("files");
    rows.iter().map(|row| row["path"].as_str().unwrap().to_owned()).filter(|path| path != ".gitignore").collect()
}

#[test]
fn an_ignored_file_enters_when_it_is_tracked_and_leaves_when_it_no_longer_is() {
    let Some((repo, git)) = repository() else { return };
    assert_eq!(paths(&repo), ["a.rs"]);
    git.run(&["add", "--force", "b.gen.rs", "made/deep/e.rs"]);
    assert_eq!(paths(&repo), ["a.rs", "b.gen.rs", "made/deep/e.rs"]);
    repo.remove("b.gen.rs");
    assert_eq!(paths(&repo), ["a.rs", "made/deep/e.rs"]);
    git.run(&["rm", "--quiet", "--cached", "made/deep/e.rs"]);
    assert_eq!(paths(&repo), ["a.rs"]);
}

#[test]
fn a_tracked_file_below_an_ignored_folder_is_seen_from_a_folder_of_the_work_tree() {
    let Some((repo, git)) = repository() else { return };
    repo.write("sub/.gitignore", "*.py\n");
    repo.write("sub/f.py", "");
    repo.write("sub/g.py", "");
    git.run(&["add", "--force", "sub/g.py", "made/c.rs"]);
    let options = BuildOptions { root: repo.root().join("sub"), out: repo.beside("out"), ..repo.options() };
    assert_eq!(build(&options).unwrap().rows["files"], 2, "the ignore file and g.py");
}

#[test]
fn what_a_submodule_tracks_is_source_whatever_its_own_ignore_file_says() {
    let Some((repo, git)) = repository() else { return };
    repo.write("third/.gitignore", "*.py\n");
    repo.write("third/s.py", "");
    repo.write("third/t.py", "");
    let Some(inner) = Git::init(&repo.root().join("third")) else { return };
    inner.run(&["add", "--force", "s.py", ".gitignore"]);
    inner.commit("third");
    git.run(&["add", "third"]);
    let seen = |repo: &Repo| paths(repo).into_iter().filter(|path| !path.ends_with("ignore")).collect::<Vec<_>>();
    assert_eq!(seen(&repo), ["a.rs", "third/s.py"]);
    inner.run(&["add", "--force", "t.py"]);
    inner.run(&["rm", "--quiet", "--cached", "s.py"]);
    assert_eq!(seen(&repo), ["a.rs", "third/t.py"]);
}

#[test]
fn files_for_programs_that_search_and_globs_of_the_caller_hold_for_tracked_files_too() {
    let Some((repo, git)) = repository() else { return };
    git.run(&["add", "--force", "--all", "made", "b.gen.rs"]);
    assert_eq!(paths(&repo), ["a.rs", "b.gen.rs", "made/c.rs", "made/d.rs", "made/deep/e.rs"]);
    repo.write(".smaltiignore", "b.gen.rs\n");
    repo.write("made/.ignore", "deep\n");
    let seen: Vec<String> = paths(&repo).into_iter().filter(|path| !path.ends_with("ignore")).collect();
    assert_eq!(seen, ["a.rs", "made/c.rs", "made/d.rs"]);
    let options = BuildOptions { exclude: vec!["made/c.rs".into(), ".*".into()], out: repo.beside("out"), ..repo.options() };
    assert_eq!(build(&options).unwrap().rows["files"], 2, "a.rs and made/d.rs");
}

#[test]
fn links_and_submodules_and_conflicts_in_the_list_are_met_as_a_walk_meets_them() {
    let Some((repo, git)) = repository() else { return };
    git.run(&["add", "--force", "made/c.rs", "made/deep/e.rs"]);
    git.commit("tracked");
    // The folder of a tracked file is now a link to somewhere else.
    fs::remove_dir_all(repo.root().join("made")).unwrap();
    fs::create_dir_all(repo.beside("else/deep")).unwrap();
    fs::write(repo.beside("else/c.rs"), "").unwrap();
    std::os::unix::fs::symlink(repo.beside("else"), repo.root().join("made")).unwrap();
    assert_eq!(paths(&repo), ["a.rs"]);
    fs::remove_file(repo.root().join("made")).unwrap();
    git.run(&["checkout", "--quiet", "-b", "one", "HEAD"]);
    repo.write("made/c.rs", "fn one() {}\n");
    git.commit("one");
    git.run(&["checkout", "--quiet", "main"]);
    repo.write("made/c.rs", "fn two() {}\n");
    git.commit("two");
    git.try_run(&["merge", "one"]).unwrap_err();
    assert_eq!(paths(&repo), ["a.rs", "made/c.rs"]);
}

#[test]
fn a_list_of_tracked_files_that_cannot_be_read_is_said_and_costs_only_what_it_would_have_added() {
    let Some((repo, git)) = repository() else { return };
    git.run(&["add", "--force", "made/c.rs"]);
    fs::write(repo.root().join(".git/index"), "DIRC and nothing else").unwrap();
    let summary = repo.build();
    assert_eq!(summary.rows["files"], 2);
    assert!(summary.notices.iter().any(|notice| notice.contains("tracked files cannot be read")), "{:?}", summary.notices);
}
