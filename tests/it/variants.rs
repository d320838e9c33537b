//! Definitions of one name of which each build compiles one.

use crate::scoping::{calls, sure};

const MODULE: (&str, &str) = ("go.mod", "module example.com/q\n");
const LINUX: (&str, &str) = ("open_linux.go", "package q\n\nfunc open() {}\n");
const WINDOWS: (&str, &str) = ("open_windows.go", "package q\n\nfunc open() {}\n");

#[test]
fn what_a_default_build_compiles_is_likeliest_and_the_rest_stays_a_candidate() {
    let files = [MODULE, LINUX, WINDOWS, ("run.go", "package q\n\nfunc run() { open() }\n")];
    sure(&files, "/run(", &["open_linux.go`/open("]);
    assert_eq!(calls(&files, "/run(").len(), 2);
}

#[test]
fn a_file_that_only_some_builds_compile_may_mean_what_stands_beside_it() {
    let files = [MODULE, LINUX, WINDOWS, ("shut_windows.go", "package q\n\nfunc shut() { open() }\n")];
    sure(&files, "/shut(", &[]);
    assert_eq!(calls(&files, "/shut(").len(), 2);
}

#[test]
fn tags_of_a_file_tell_what_a_value_is() {
    let files = [
        MODULE,
        (
            "api.go",
            "//go:build !small\n\npackage q\n\ntype Api interface { Run() }\n\ntype whole struct{}\n\nfunc (whole) Run() {}\n\nvar Used Api = whole{}\n",
        ),
        ("small.go", "//go:build small\n\npackage q\n\ntype part struct{}\n\nfunc (part) Run() {}\n\nvar Used = part{}\n"),
        ("use.go", "package q\n\nfunc use() { Used.Run() }\n"),
    ];
    sure(&files, "/use(", &["api.go`/Api#Run("]);
}

#[test]
fn without_a_default_among_them_definitions_stay_candidates() {
    let files = [
        MODULE,
        ("a_darwin.go", "package q\n\nfunc open() {}\n"),
        ("a_windows.go", "package q\n\nfunc open() {}\n"),
        ("run.go", "package q\n\nfunc run() { open() }\n"),
    ];
    sure(&files, "/run(", &[]);
    assert_eq!(calls(&files, "/run(").len(), 2);
}

#[test]
fn a_function_with_one_type_argument_is_called() {
    let files = [
        MODULE,
        (
            "run.go",
            "package q\n\nfunc get[T any](key string) T { var it T; return it }\n\nvar all = []func(string){}\n\nfunc run() { get[int](\"a\") }\n\nfunc element(at int) { all[at](\"a\") }\n",
        ),
    ];
    sure(&files, "/run(", &["get("]);
    sure(&files, "/element(", &[]);
}
