//! Walks of small trees.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::walk::{WalkError, WalkOptions, Walked, walk};
use crate::base::caps;

/// A throw-away root and what narrows its walk.
struct Tree {
    folder: tempfile::TempDir,
    options: WalkOptions,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let options = WalkOptions { out: root.join(".smalti"), root, include: Vec::new(), exclude: Vec::new(), tracked: Vec::new() };
        let tree = Self { folder, options };
        for (path, text) in files {
            tree.write(Path::new(path), text);
        }
        tree
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.options.root.join(relative)
    }

    fn write(&self, path: &Path, text: &str) {
        let absolute = self.options.root.join(path);
        fs::create_dir_all(absolute.parent().unwrap()).unwrap();
        fs::write(absolute, text).unwrap();
    }

    fn walk(&self) -> Vec<Walked> {
        walk(&self.options).unwrap().files
    }

    /// The paths without a problem, apart from ignore files.
    fn check(&self, expected: &[&str]) {
        let found = self.walk();
        let paths: Vec<&str> = found.iter().filter(|walked| walked.problem.is_none()).map(|walked| walked.path.as_str()).collect();
        let paths: Vec<&str> = paths.into_iter().filter(|path| !path.ends_with("ignore")).collect();
        assert_eq!(paths, expected);
    }

    fn problems(&self) -> Vec<(String, String)> {
        self.walk().into_iter().filter_map(|walked| Some((walked.path, walked.problem?.code.to_string()))).collect()
    }
}

fn all(paths: &[&str], code: &str) -> Vec<(String, String)> {
    paths.iter().map(|path| ((*path).to_owned(), code.to_owned())).collect()
}

#[test]
fn a_large_ignore_file_counts_to_its_first_line_and_one_that_is_too_large_leaves_its_folder_out() {
    let long = format!("/{}\n", "x".repeat(3_000)).repeat(300);
    let large = format!("hidden.rs\n!kept.rs\n{long}");
    let tree = Tree::new(&[("hidden.rs", ""), ("kept.rs", ""), (".gitignore", &large)]);
    tree.check(&["kept.rs"]);
    let too_large = "#".repeat(caps::MAX_IGNORE_BYTES + 1);
    let tree = Tree::new(&[("a.rs", ""), ("sub/b.rs", ""), ("sub/.gitignore", &too_large)]);
    tree.check(&["a.rs"]);
    assert_eq!(tree.problems(), all(&["sub"], "SMALTI_P_SPECIAL"));
    tree.write(Path::new(".ignore"), &too_large);
    assert!(matches!(walk(&tree.options), Err(WalkError::IgnoreFile(_))));
}

#[test]
fn an_index_root_is_no_source_whether_it_is_ignored_or_not() {
    let ours = "{\"artifacts\":{},\"schema\":\"IndexManifest\"}\n";
    Tree::new(&[
        ("a.rs", ""),
        ("deep/.smalti/b.rs", ""),
        ("deep/saved/pieces/manifest.json", ours),
        ("deep/saved/packs/c.rs", ""),
        ("other/pieces/manifest.json", "{\"schema\":\"Other\"}"),
        ("other/d.rs", ""),
        (".smalti/e.rs", ""),
        ("saved/pieces/manifest.json", ours),
        ("saved/f.rs", ""),
    ])
    .check(&["a.rs", "deep/.smalti/b.rs", "other/d.rs", "other/pieces/manifest.json"]);
    // The root itself is what is to be indexed, whatever else it is.
    let mut tree = Tree::new(&[("pieces/manifest.json", ours), ("a.rs", ""), (".smalti/e.rs", "")]);
    tree.options.out = tree.path("elsewhere");
    tree.check(&["a.rs", "pieces/manifest.json"]);
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

/// What the walker of `ignore` finds by the same rules.
fn as_the_library_walks(root: &Path) -> BTreeSet<String> {
    let mut builder = WalkBuilder::new(root);
    builder.hidden(false).parents(false).git_global(false).git_exclude(false).require_git(false).add_custom_ignore_filename(".smaltiignore");
    let files = builder.build().filter_map(Result::ok).filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    files.map(|entry| entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn random_ignore_files_in_random_trees_keep_what_the_library_keeps() {
    const NAMES: [&str; 5] = ["a", "b", "c.rs", "d.log", "e"];
    const LINES: [&str; 18] =
        ["a", "b/", "*.log", "!d.log", "/a", "/b/", "a/b", "**/e", "e/**", "!e", "!/a/c.rs", "*", "!*/", "!*.rs", "[ab]", "\\!x", "# a", "{"];
    let mut kept = 0;
    for seed in 0..300 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let tree = Tree::new(&[]);
        for _ in 0..rng.usize(5..30) {
            let depth = rng.usize(0..4);
            let folder: PathBuf = (0..depth).map(|_| ["a", "b", "e"][rng.usize(..3)]).collect();
            let name = if rng.u8(..4) == 0 { [".gitignore", ".ignore", ".smaltiignore"][rng.usize(..3)] } else { NAMES[rng.usize(..5)] };
            let lines: Vec<&str> = (0..rng.usize(0..4)).map(|_| LINES[rng.usize(..LINES.len())]).collect();
            // A file may stand where a folder is wanted, and the other way round.
            let absolute = tree.options.root.join(&folder);
            if fs::create_dir_all(&absolute).is_ok() {
                fs::write(absolute.join(name), lines.join("\n")).ok();
            }
        }
        let ours: BTreeSet<String> = tree.walk().into_iter().map(|walked| walked.path).collect();
        kept += ours.len();
        assert_eq!(ours, as_the_library_walks(&tree.options.root), "seed {seed}");
    }
    assert!(kept > 1000, "{kept}");
}

#[test]
fn rules_from_outside_the_root_do_not_count() {
    let mut tree = Tree::new(&[(".gitignore", "*.rs\n"), ("inner/a.rs", ""), ("inner/.git/info/exclude", "*.rs\n")]);
    tree.options.root = tree.path("inner");
    tree.check(&["a.rs"]);
}

#[test]
fn version_control_and_index_folders_are_left_out_but_nested_repositories_are_not() {
    let files =
        [(".git/config", ""), (".hg/x", ""), ("module/.git", "gitdir: x"), ("module/a.rs", ""), ("nested/.git/config", ""), ("nested/a.rs", "")];
    let mut tree = Tree::new(&files);
    tree.write(Path::new("index/lock"), "");
    tree.options.out = tree.path("index");
    tree.check(&["module/a.rs", "nested/a.rs"]);
}

#[test]
fn an_ignore_file_in_another_encoding_loses_no_rule() {
    let rules = "caf\u{e9}.rs\nb.rs\r\n";
    let latin1: Vec<u8> = rules.chars().map(|char| char as u8).collect();
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(rules.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for bytes in [latin1, wide, format!("\u{feff}{rules}").into_bytes(), [b"\0\xff\n", rules.as_bytes()].concat()] {
        let tree = Tree::new(&[("a.rs", ""), ("b.rs", ""), ("caf\u{e9}.rs", ""), ("sub/b.rs", ""), ("sub/c.rs", "")]);
        for folder in ["", "sub/"] {
            fs::write(tree.path(&format!("{folder}.gitignore")), &bytes).unwrap();
        }
        tree.check(&["a.rs", "sub/c.rs"]);
    }
}

#[test]
fn includes_narrow_excludes_win_and_neither_lifts_an_ignore_rule() {
    let files = [(".gitignore", "gen.rs\n"), ("src/a.rs", ""), ("src/gen.rs", ""), ("src/x/b.rs", ""), ("src/b.py", ""), ("docs/c.rs", "")];
    let mut tree = Tree::new(&files);
    tree.options.include = vec!["*.rs".into()];
    tree.options.exclude = vec!["docs".into()];
    tree.check(&["src/a.rs", "src/x/b.rs"]);
    tree.options.include = vec!["src/".into()];
    tree.options.exclude = vec!["src/x/b.rs".into()];
    tree.check(&["src/a.rs", "src/b.py"]);
    for glob in ["{", ""] {
        tree.options.include = vec![glob.into()];
        assert!(matches!(walk(&tree.options), Err(WalkError::Pattern(_))));
    }
}

#[test]
fn a_root_that_cannot_be_seen_is_never_an_empty_one() {
    let tree = Tree::new(&[("a.rs", "")]);
    let mut options = tree.options.clone();
    options.root = tree.path("nowhere");
    assert!(matches!(walk(&options), Err(WalkError::RootMissing(_))));
    options.root = tree.path("a.rs");
    assert!(matches!(walk(&options), Err(WalkError::RootMissing(_))));
    drop(tree.folder);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
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
            symlink(target, tree.path(link)).unwrap();
        }
        tree.check(&["a/x.rs"]);
        assert_eq!(tree.problems(), all(&["a/loop", "dangling", "file", "out"], "SMALTI_P_SYMLINK"));
    }

    #[test]
    fn pipes_are_problems_and_never_opened() {
        let tree = Tree::new(&[("a.rs", ""), ("sub/b.rs", "")]);
        if pipe(&tree.path("pipe.rs")) && pipe(&tree.path("sub/.gitignore")) {
            tree.check(&["a.rs"]);
            assert_eq!(tree.problems(), all(&["pipe.rs", "sub"], "SMALTI_P_SPECIAL"));
            assert!(pipe(&tree.path(".smaltiignore")));
            assert!(matches!(walk(&tree.options), Err(WalkError::IgnoreFile(_))));
        }
    }

    #[test]
    fn an_ignore_file_that_is_a_link_counts_only_inside_the_root() {
        let tree = Tree::new(&[("rules", "*.log\n"), ("a/x.log", ""), ("a/x.rs", ""), ("b/x.rs", "")]);
        symlink("../rules", tree.path("a/.gitignore")).unwrap();
        symlink("/dev/zero", tree.path("b/.gitignore")).unwrap();
        tree.check(&["a/x.rs", "rules"]);
        let expected = [all(&["a/.gitignore"], "SMALTI_P_SYMLINK"), all(&["b"], "SMALTI_P_SPECIAL")].concat();
        assert_eq!(tree.problems(), expected);
    }

    #[test]
    fn odd_names_are_files_like_others() {
        let tree = Tree::new(&[]);
        for name in [&b"line\nbreak.rs"[..], b"bad\xff.rs", b"back\\slash.rs", b" space .rs"] {
            tree.write(Path::new(OsStr::from_bytes(name)), "");
        }
        tree.check(&[" space .rs", "back\\\\slash.rs", "bad\\xff.rs", "line\nbreak.rs"]);
    }

    #[test]
    fn names_that_differ_only_in_case_or_form_are_said() {
        let tree = Tree::new(&[("A.rs", ""), ("a.rs", ""), ("cafe\u{301}", ""), ("caf\u{e9}", ""), ("É", ""), ("é", "")]);
        if tree.walk().len() < 6 {
            println!("this disk folds names: twins are not tested");
        } else {
            assert_eq!(tree.problems(), all(&["a.rs", "caf\u{e9}", "é"], "SMALTI_P_CASE"));
        }
    }

    #[test]
    fn a_folder_that_cannot_be_read_costs_only_itself_unless_it_is_the_root() {
        let tree = Tree::new(&[("a.rs", ""), ("closed/b.rs", "")]);
        let mode = |path: &Path, mode: u32| fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
        let closed = tree.path("closed");
        mode(&closed, 0o000);
        let rules = tree.path("ruled/.gitignore");
        if fs::read_dir(&closed).is_ok() {
            println!("this user reads everything: closed folders are not tested");
        } else {
            tree.write(Path::new("ruled/.gitignore"), "c.rs");
            tree.write(Path::new("ruled/c.rs"), "");
            mode(&rules, 0o000);
            assert_eq!(tree.problems(), [all(&["closed"], "SMALTI_P_UNREADABLE"), all(&["ruled"], "SMALTI_P_SPECIAL")].concat());
            fs::remove_dir_all(tree.path("ruled")).unwrap();
            tree.check(&["a.rs"]);
            assert_eq!(tree.problems(), all(&["closed"], "SMALTI_P_UNREADABLE"));
            mode(&tree.options.root, 0o000);
            assert!(matches!(walk(&tree.options), Err(WalkError::Host(_))));
            mode(&tree.options.root, 0o700);
        }
        mode(&closed, 0o700);
    }
}
