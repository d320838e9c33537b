//! Definitions of one name of which each build compiles one.

use crate::scoping::{CARGO, calls, sure};

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

#[test]
fn of_branches_by_platform_the_one_that_linux_takes_is_meant() {
    let header = "#ifdef _WIN32\n#include \"win.h\"\n#else\n#include \"unix.h\"\n#endif\n";
    let win = "typedef struct { int a; } buf_t;\nint win_only(void);\nint both(int);\n";
    let unix = "typedef struct { int a; } buf_t;\nint both(int);\n";
    let source = "#include \"api.h\"\n\n#if defined(_WIN32) && !defined(X)\nint twin(void) { return 1; }\n#else\nint twin(void) { return 2; }\n#endif\n\nint use(void) { return twin(); }\n\nint far_away(void) { \
                  return win_only(); }\n\nint near(void) { return both(1); }\n";
    let files = [("api.h", header), ("win.h", win), ("unix.h", unix), ("a.c", source)];
    let found = calls(&files, "/use(");
    assert_eq!(found.iter().filter(|(_, confidence)| *confidence >= 0.5).count(), 1, "{found:?}");
    sure(&files, "/far_away(", &["win.h`/win_only("]);
    sure(&files, "/near(", &["unix.h`/both("]);
    // From a file for Windows either may be meant.
    let files =
        [("api.h", header), ("win.h", win), ("unix.h", unix), ("src/win/b.c", "#include \"../../api.h\"\n\nint near(void) { return both(1); }\n")];
    assert!(calls(&files, "/near(").iter().all(|(to, confidence)| !to.contains("unix.h") || *confidence <= 0.5));
}

#[test]
fn of_definitions_by_system_the_file_for_linux_is_meant() {
    let files = [
        ("os.h", "int name(void);\n"),
        ("os-linux.c", "#include \"os.h\"\nint name(void) { return 1; }\n"),
        ("os-darwin.c", "#include \"os.h\"\nint name(void) { return 2; }\n"),
        ("use.c", "#include \"os.h\"\nint use(void) { return name(); }\n"),
    ];
    sure(&files, "/use(", &["os-linux.c`/name("]);
}

#[test]
fn of_items_by_cfg_those_of_a_linux_build_are_meant() {
    let lib = "#[cfg(windows)]\nmod windows;\n#[cfg(unix)]\nmod unix;\n#[cfg(windows)]\nuse windows::size;\n#[cfg(not(windows))]\nuse unix::size;\n\n#[cfg(windows)]\nfn twin() {}\n#[cfg(not(windows))]\nfn twin() \
               {}\n\nfn imported() { size(); }\n\nfn twins() { twin(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/windows.rs", "pub fn size() {}\n"), ("src/unix.rs", "pub fn size() {}\n")];
    sure(&files, "/imported(", &["unix.rs`/size("]);
    let twins = calls(&files, "/twins(");
    assert_eq!(twins.iter().filter(|(_, confidence)| *confidence >= 0.5).count(), 1, "{twins:?}");
}

#[test]
fn definitions_under_conditions_that_exclude_each_other_are_told_apart() {
    let lib = "pub struct S;\nimpl S {\n    #[cfg(feature = \"log\")]\n    fn own(&self) {}\n    #[cfg(not(feature = \"log\"))]\n    fn own(&self) {}\n    pub fn by_method(&self) { self.own(); \
               }\n}\n#[cfg(feature = \"log\")]\nimpl S { fn block(&self) {} }\n#[cfg(not(feature = \"log\"))]\nimpl S { fn block(&self) {} }\n#[cfg(feature = \"log\")]\nmacro_rules! told { () => { 1 } \
               }\n#[cfg(not(feature = \"log\"))]\nmacro_rules! told { () => { 2 } }\ncfg_if! { if #[cfg(feature = \"log\")] { fn chosen() {} } else { fn chosen() {} } }\n#[cfg(unix)]\nfn known() \
               {}\n#[cfg(not(unix))]\nfn known() {}\n#[cfg(feature = \"log\")]\nfn alone() {}\npub fn by_block(it: &S) { it.block(); }\npub fn by_macro() { told!(); }\npub fn by_choice() { chosen(); \
               }\npub fn by_platform() { known(); }\npub fn of_one() { alone(); }\npub fn by_local() {\n    \
               #[cfg(not(unix))]\n    fn inner() {}\n    #[cfg(unix)]\n    fn inner() {}\n    inner();\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    let both = |from: &str, first: &str, second: &str| {
        let found = calls(&files, from);
        let ends: Vec<&str> = found.iter().map(|(to, _)| to.rsplit(['/', '#']).next().unwrap()).collect();
        assert_eq!(ends, [first, second], "{from}");
        assert!(found.iter().all(|(_, confidence)| *confidence < 0.501), "{from}: {found:?}");
    };
    both("S#by_method(", "own().", "own(+1).");
    both("/by_block(", "block().", "block(+1).");
    both("/by_macro(", "told!", "told+1!");
    both("/by_choice(", "chosen().", "chosen(+1).");
    sure(&files, "/by_platform(", &["/known()."]);
    sure(&files, "/of_one(", &["/alone()."]);
    let local = calls(&files, "/by_local(");
    let likely: Vec<_> = local.iter().filter(|(_, confidence)| *confidence > 0.9).collect();
    assert!(local.len() == 2 && likely.len() == 1, "{local:?}");
}

#[test]
fn the_only_member_of_a_name_may_be_there_once_for_each_build() {
    let lib = "pub struct S;\nimpl S {\n    #[cfg(feature = \"log\")]\n    pub fn rarely(&self) {}\n    #[cfg(not(feature = \"log\"))]\n    pub fn rarely(&self) {}\n}\npub fn by_name() { let f = |it| \
               it.rarely(); }\n";
    let found = calls(&[CARGO, ("src/lib.rs", lib)], "/by_name(");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(_, confidence)| *confidence > 0.4), "{found:?}");
}

#[test]
fn what_stands_in_for_the_platform_elsewhere_is_not_meant_where_the_platform_has_it() {
    let source = "#include <stdio.h>\n#include <unistd.h>\n#ifdef _WIN32\n#define unlink _unlink\nFILE *fopen(const char *path, const char *mode) { return 0; }\nvoid other(void) { \
                  fopen(0, 0); }\n#endif\n\nvoid gone(void) { unlink(\"a\"); }\n\nvoid opened(void) { fopen(\"a\", \"r\"); }\n";
    let files = [("a.c", source)];
    sure(&files, "/gone(", &[]);
    sure(&files, "/opened(", &[]);
    sure(&files, "/other(", &["/fopen("]);
}

#[test]
fn a_variable_keeps_the_type_it_is_declared_with() {
    let source = "package q\n\ntype Doer interface { Do() }\n\ntype one struct{}\n\nfunc (one) Do() {}\n\nfunc make() *one { return nil }\n\nfunc run(next Doer) {\n\tcopied := next\n\tif \
                  next != nil {\n\t\tcopied = make()\n\t}\n\tcopied.Do()\n}\n";
    sure(&[MODULE, ("q.go", source)], "/run(", &["Doer#Do(", "/make("]);
}
