//! Walks of small trees.

use std::path::Path;

use super::*;
use crate::host::error::HostError;

/// A tree of empty files (and ignore files with text), and a walk over it.
struct Tree {
    folder: tempfile::TempDir,
    options: Options,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tree = Self { options: Options { include: Vec::new(), exclude: Vec::new(), out: folder.path().join(".smalti") }, folder };
        for (path, text) in files {
            tree.write(Path::new(path), text);
        }
        tree
    }

    fn root(&self) -> Root {
        Root::open(&DiskHost, self.folder.path()).unwrap()
    }

    fn write(&self, path: &Path, text: &str) {
        let absolute = self.root().path().join(path);
        DiskHost.create_dir_all(absolute.parent().unwrap()).unwrap();
        DiskHost.write_new(&absolute, text.as_bytes()).unwrap();
    }

    fn walk(&self) -> Walk {
        let one = walk(&self.root(), &self.options, 1).unwrap();
        let four = walk(&self.root(), &self.options, 4).unwrap();
        assert_eq!(one, four, "the number of threads shows");
        one
    }

    /// The paths found, apart from ignore files.
    fn check(&self, expected: &[&str]) {
        let found = self.walk();
        let paths: Vec<&str> = found.entries.iter().map(|entry| entry.path.as_str()).filter(|path| !path.ends_with("ignore")).collect();
        assert_eq!(paths, expected);
    }

    fn problems(&self) -> Vec<(String, &'static str)> {
        self.walk().problems.into_iter().map(|problem| (problem.path, problem.code.name)).collect()
    }
}

#[test]
fn files_come_sorted_with_their_stats_and_hidden_ones_too() {
    let tree = Tree::new(&[("b/c.rs", "12"), ("a.rs", ""), (".hidden/x.rs", ""), ("b.rs", "")]);
    tree.check(&[".hidden/x.rs", "a.rs", "b.rs", "b/c.rs"]);
    let entry = tree.walk().entries.pop().unwrap();
    assert_eq!(DiskHost.stat(&entry.absolute).unwrap(), entry.stat);
    assert_eq!(entry.stat.size, 2);
}

#[test]
fn ignore_files_nest_and_negate_without_a_git_folder() {
    Tree::new(&[
        (".gitignore", "*.log\nbuild/\n!keep.log\n"),
        ("a.log", ""),
        ("keep.log", ""),
        ("build/x.rs", ""),
        ("sub/.gitignore", "!b.log\n/only.rs\n"),
        ("sub/b.log", ""),
        ("sub/only.rs", ""),
        ("sub/deep/only.rs", ""),
        (".ignore", "data.json\n"),
        ("data.json", ""),
        ("sub/.smaltiignore", "secret.rs\n"),
        ("sub/secret.rs", ""),
        ("secret.rs", ""),
    ])
    .check(&["keep.log", "secret.rs", "sub/b.log", "sub/deep/only.rs"]);
}

#[test]
fn rules_from_outside_the_root_do_not_count() {
    let tree = Tree::new(&[(".gitignore", "*.rs\n"), ("inner/a.rs", ""), ("inner/.git/info/exclude", "*.rs\n")]);
    let inner = Root::open(&DiskHost, &tree.root().path().join("inner")).unwrap();
    let found = walk(&inner, &tree.options, 1).unwrap();
    assert_eq!(found.entries.len(), 1);
}

#[test]
fn version_control_and_index_folders_are_left_out_but_nested_repositories_are_not() {
    let mut tree = Tree::new(&[
        (".git/config", ""),
        (".hg/x", ""),
        (".smalti/pieces/manifest.json", ""),
        ("module/.git", "gitdir: elsewhere"),
        ("module/a.rs", ""),
        ("nested/.git/config", ""),
        ("nested/a.rs", ""),
        ("index/lock", ""),
    ]);
    tree.options.out = tree.root().path().join("index");
    tree.check(&["module/a.rs", "nested/a.rs"]);
}

#[test]
fn includes_narrow_excludes_win_and_neither_lifts_an_ignore_rule() {
    let mut tree =
        Tree::new(&[(".gitignore", "gen.rs\n"), ("src/a.rs", ""), ("src/gen.rs", ""), ("src/x/b.rs", ""), ("src/b.py", ""), ("docs/c.rs", "")]);
    tree.options.include = vec!["*.rs".into()];
    tree.options.exclude = vec!["docs".into()];
    tree.check(&["src/a.rs", "src/x/b.rs"]);
    tree.options.include = vec!["src/".into()];
    tree.options.exclude = vec!["src/x/b.rs".into()];
    tree.check(&["src/a.rs", "src/b.py"]);
    tree.options.include = vec!["{".into()];
    assert!(matches!(walk(&tree.root(), &tree.options, 1), Err(SourceError::Glob { .. })));
}

#[test]
fn a_bad_ignore_line_is_a_problem_of_its_file() {
    let tree = Tree::new(&[("sub/.gitignore", "*.log\n{a\n"), ("sub/a.log", ""), ("sub/a.rs", "")]);
    tree.check(&["sub/a.rs"]);
    assert_eq!(tree.problems(), [("sub/.gitignore".to_owned(), "SMALTI_P_CONFIG")]);
}

#[test]
fn a_root_that_is_gone_is_said() {
    let tree = Tree::new(&[]);
    let root = tree.root();
    DiskHost.remove_dir(root.path()).unwrap();
    let error = walk(&root, &tree.options, 1).unwrap_err();
    assert!(matches!(&error, SourceError::Host(HostError::Io { .. })));
    assert_eq!(error.code().name, "SMALTI_E_ROOT_GONE");
}

#[test]
fn names_that_differ_only_in_case_or_form_are_said_once() {
    let tree = Tree::new(&[("A.rs", ""), ("caf\u{e9}.rs", "")]);
    tree.write(Path::new("b/x.rs"), "");
    let entry = |path: &str| Entry { path: path.to_owned(), absolute: PathBuf::new(), stat: tree.walk().entries[0].stat };
    let entries: Vec<Entry> = ["A.rs", "B/x", "a.rs", "b/x", "b/y", "cafe\u{301}", "caf\u{e9}", "É", "é"].map(entry).into();
    let mut problems: Vec<String> = twins(&entries).into_iter().map(|problem| problem.path).collect();
    problems.sort();
    assert_eq!(problems, ["a.rs", "b/x", "caf\u{e9}", "é"]);
    assert_eq!(tree.problems(), []);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    /// Makes a pipe, or says that this machine cannot.
    fn pipe(path: &Path) -> bool {
        let made = Command::new("mkfifo").arg(path).status().is_ok_and(|status| status.success());
        if !made {
            println!("no `mkfifo` here: pipes are not tested");
        }
        made
    }

    #[test]
    fn links_are_problems_and_lead_nowhere() {
        let tree = Tree::new(&[("a/x.rs", "")]);
        for (link, target) in [("a/loop", ".."), ("file", "a/x.rs"), ("out", "/etc"), ("dangling", "nowhere")] {
            symlink(target, tree.root().path().join(link)).unwrap();
        }
        tree.check(&["a/x.rs"]);
        assert_eq!(tree.problems(), ["a/loop", "dangling", "file", "out"].map(|path| (path.to_owned(), "SMALTI_P_SYMLINK")));
    }

    #[test]
    fn pipes_are_problems_and_never_opened() {
        let tree = Tree::new(&[("a.rs", ""), ("sub/b.rs", "")]);
        if pipe(&tree.root().path().join("pipe.rs")) && pipe(&tree.root().path().join("sub/.gitignore")) {
            tree.check(&["a.rs"]);
            assert_eq!(tree.problems(), ["pipe.rs", "sub"].map(|path| (path.to_owned(), "SMALTI_P_SPECIAL")));
            assert!(pipe(&tree.root().path().join(".smaltiignore")));
            assert!(matches!(walk(&tree.root(), &tree.options, 1), Err(SourceError::IgnoreFile { name: ".smaltiignore", .. })));
        }
    }

    #[test]
    fn an_ignore_file_that_is_a_link_counts_only_inside_the_root() {
        let tree = Tree::new(&[("rules", "*.log\n"), ("a/x.log", ""), ("a/x.rs", ""), ("b/x.rs", "")]);
        symlink("../rules", tree.root().path().join("a/.gitignore")).unwrap();
        symlink("/dev/zero", tree.root().path().join("b/.gitignore")).unwrap();
        tree.check(&["a/x.rs", "rules"]);
        let expected = [("a/.gitignore".to_owned(), "SMALTI_P_SYMLINK"), ("b".to_owned(), "SMALTI_P_SPECIAL")];
        assert_eq!(tree.problems(), expected);
    }

    #[test]
    fn odd_names_are_files_like_others() {
        let tree = Tree::new(&[]);
        for name in [&b"line\nbreak.rs"[..], b"bad\xff.rs", b"back\\slash.rs", b" space .rs"] {
            tree.write(Path::new(std::ffi::OsStr::from_bytes(name)), "");
        }
        tree.check(&[" space .rs", "back\\\\slash.rs", "bad\\xff.rs", "line\nbreak.rs"]);
    }

    #[test]
    fn a_folder_that_cannot_be_read_costs_only_itself() {
        use std::os::unix::fs::PermissionsExt;
        let tree = Tree::new(&[("a.rs", ""), ("closed/b.rs", "")]);
        let closed = tree.root().path().join("closed");
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).unwrap();
        if DiskHost.read_dir(&closed).is_ok() {
            println!("this user reads everything: closed folders are not tested");
        } else {
            tree.check(&["a.rs"]);
            assert_eq!(tree.problems(), [("closed".to_owned(), "SMALTI_P_UNREADABLE")]);
        }
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o700)).unwrap();
    }
}
