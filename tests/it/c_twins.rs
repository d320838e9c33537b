//! Definitions of one name in C of which not all can be meant: by the arms of conditionals, by directives that define a macro anew.

use crate::scoping::{calls, sure};
use crate::support::Repo;

/// What a definition may call, each as likely as the others.
fn alike(files: &crate::scoping::Files<'_>, from: &str, expected: &[&str]) {
    let found = calls(files, from);
    let ends: Vec<&str> = found.iter().map(|(to, _)| to.rsplit('/').next().unwrap()).collect();
    assert_eq!(ends, expected, "{from}");
    assert!(found.iter().all(|(_, confidence)| *confidence < 0.501), "{from}: {found:?}");
}

#[test]
fn either_arm_is_meant_where_nothing_tells_which_is_taken() {
    let header = "#ifdef PICK\n#define both(p) one(p)\ntypedef long number;\n#else\n#define both(p) two(p)\ntypedef int number;\n#endif\n";
    let source = "#include \"a.h\"\n#if SIZE > 2\nint twin(void) { return 1; }\n#else\nint twin(void) { return 2; }\n#endif\nvoid by_macro(void) { both(1); }\nvoid \
                  by_function(void) { twin(); }\nnumber typed(void) { return 1; }\n";
    let files = [("a.h", header), ("a.c", source)];
    alike(&files, "/by_macro(", &["both!", "both+1!"]);
    alike(&files, "/by_function(", &["twin().", "twin(+1)."]);
    let types = Repo::built(&files).rows("edges_usage");
    let of_type: Vec<f64> =
        types.iter().filter(|row| row["to"].as_str().unwrap().contains("number")).map(|row| row["confidence"].as_f64().unwrap()).collect();
    // The usual type is written first.
    assert_eq!(of_type, [0.55, 0.45]);
}

#[test]
fn the_arm_that_a_default_build_takes_is_meant() {
    let header = "#ifdef NDEBUG\n#define check(c) ((void)0)\n#else\n#define check(c) fail(c)\n#endif\n#ifndef NO_POOL\n#define release(p) give(p)\n#else\n#define \
                  release(p) free(p)\n#endif\n#ifndef WANT\n#define WANT 0\n#endif\n#if WANT\n#define pick(x) a(x)\n#else\n#define pick(x) b(x)\n#endif\n#if \
                  defined(__GNUC__) && (__GNUC__ >= 4)\n#define hint(x) c(x)\n#else\n#define hint(x) d(x)\n#endif\n#ifdef __cplusplus\n#define spell(x) \
                  e(x)\n#else\n#define spell(x) f(x)\n#endif\n";
    let source = "#include \"a.h\"\nvoid checked(void) { check(1); }\nvoid released(void) { release(0); }\nvoid picked(void) { pick(1); }\nvoid hinted(void) { \
                  hint(1); }\nvoid spelled(void) { spell(1); }\n";
    let files = [("a.h", header), ("a.c", source)];
    sure(&files, "/checked(", &["/check+1!"]);
    sure(&files, "/released(", &["/release!"]);
    sure(&files, "/picked(", &["/pick+1!"]);
    sure(&files, "/hinted(", &["/hint!"]);
    sure(&files, "/spelled(", &["/spell+1!"]);
}

#[test]
fn what_stands_in_one_arm_means_what_stands_beside_it() {
    let source = "#ifdef LARGE\nstatic int size(void) { return 1; }\nint first(void) { return size(); }\n#else\nstatic int size(void) { return 2; }\nint \
                  second(void) { return size(); }\n#endif\n#if !defined(LARGE)\nint third(void) { return size(); }\n#endif\nint fourth(void) { return size(); }\n";
    let files = [("a.c", source)];
    sure(&files, "/first(", &["/size()."]);
    sure(&files, "/second(", &["/size(+1)."]);
    sure(&files, "/third(", &["/size(+1)."]);
    alike(&files, "/fourth(", &["size().", "size(+1)."]);
}

#[test]
fn members_of_types_in_two_arms_are_those_of_each() {
    let source = "#ifdef LARGE\nstruct part { int at; };\n#else\nstruct part { int at; };\n#endif\n";
    let rows = Repo::built(&[("a.c", source)]).rows("symbols");
    let ids: Vec<&str> = rows.iter().map(|row| row["symbolId"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
    assert_eq!(ids, ["part#", "part#at.", "part+1#", "part+1#at."]);
}

#[test]
fn a_macro_that_is_defined_anew_means_the_definition_above() {
    let source = "#define CHECK(f) bad(f)\nvoid one(void) { CHECK(1); }\n#undef CHECK\n#define CHECK(f, n) worse(f, n)\nvoid two(void) { CHECK(1, 2); }\n#ifdef \
                  THIRD\n#undef CHECK\n#define CHECK(f, n) worst(f, n)\nvoid three(void) { CHECK(1, 2); }\n#endif\nvoid four(void) { CHECK(1, 2); }\n";
    let files = [("a.c", source)];
    sure(&files, "/one(", &["/CHECK!"]);
    sure(&files, "/two(", &["/CHECK+1!"]);
    sure(&files, "/three(", &["/CHECK+2!"]);
    alike(&files, "/four(", &["CHECK+1!", "CHECK+2!"]);
}

#[test]
fn a_macro_that_stands_where_a_type_has_no_member_is_meant() {
    let source = "struct cb { int flags; };\nstruct ev { struct cb evcallback; int fd; };\n#define ev_flags evcallback.flags\n#define with(x) x\nint look(struct ev \
                  *ev) { return ev->ev_flags + ev->with; }\n";
    let rows = Repo::built(&[("a.c", source)]).rows("edges_usage");
    let macros: Vec<(&str, f64)> =
        rows.iter().map(|row| (row["to"].as_str().unwrap(), row["confidence"].as_f64().unwrap())).filter(|(to, _)| to.ends_with('!')).collect();
    assert!(matches!(macros.as_slice(), [(to, confidence)] if to.ends_with("/ev_flags!") && *confidence > 0.9), "{macros:?}");
}

/// Where the uses of a name in a file may lead, each with how sure that is in percent.
fn shares(repo: &Repo, path: &str, name: &str) -> Vec<String> {
    let edges: Vec<_> = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table)).collect();
    let sites = repo.rows("sites").into_iter().filter(|row| row["path"] == path && row["name"] == name);
    let of_site = |row: serde_json::Value| {
        let own = edges.iter().filter(|edge| edge["evidenceId"] == row["evidenceId"]);
        let mut to: Vec<String> = own
            .map(|edge| {
                let percent = (edge["confidence"].as_f64().unwrap() * 100.0 + 0.001).floor();
                format!("{} {percent}", edge["to"].as_str().unwrap().rsplit('/').next().unwrap())
            })
            .collect();
        to.sort();
        to.join(", ")
    };
    sites.map(of_site).collect()
}

#[test]
fn a_macro_in_one_arm_and_a_type_in_the_other_are_both_meant() {
    let header = "#ifndef A_H\n#define A_H\n#ifdef HAVE_ITEM\n#define own_item item\n#else\nstruct own_item {\n  int kind;\n  struct own_item *next;\n};\n#endif\nint \
                  own(struct own_item *it);\n#endif\n";
    let source = "#include \"a.h\"\nint go(struct own_item *it) { return it->next->kind; }\n";
    let repo = Repo::built(&[("a.h", header), ("a.c", source)]);
    assert_eq!(shares(&repo, "a.c", "own_item"), ["own_item! 49, own_item# 49"]);
    // In the arm of the type only that is there.
    assert_eq!(shares(&repo, "a.h", "own_item"), ["own_item# 98", "own_item! 49, own_item# 49"]);
    assert_eq!(shares(&repo, "a.c", "kind"), ["own_item#kind. 49"]);
    assert_eq!(shares(&repo, "a.c", "next"), ["own_item#next. 49"]);
    // A macro with parameters takes no place of a tag, and one in the same arm stands beside the type.
    for edit in [("own_item item\n", "own_item(x) item\n"), ("own_item item\n#else", "other item\n#else")] {
        repo.write("a.h", header.replace(edit.0, edit.1));
        repo.build();
        repo.check_clean();
        assert_eq!(shares(&repo, "a.c", "own_item"), ["own_item# 99"]);
        assert_eq!(shares(&repo, "a.c", "kind"), ["own_item#kind. 99"]);
    }
    // By default there is no such platform.
    repo.write("a.h", header.replace("ifdef HAVE_ITEM", "ifndef _WIN32"));
    repo.build();
    repo.check_clean();
    assert_eq!(shares(&repo, "a.c", "own_item"), ["own_item! 95, own_item# 5"]);
    assert_eq!(shares(&repo, "a.c", "kind"), ["own_item#kind. 5"]);
    repo.write("a.h", header.replace("ifdef HAVE_ITEM", "ifdef _WIN32"));
    repo.build();
    repo.check_clean();
    assert_eq!(shares(&repo, "a.c", "own_item"), ["own_item# 99"]);
    assert_eq!(shares(&repo, "a.c", "kind"), ["own_item#kind. 99"]);
}

#[test]
fn a_macro_that_stands_for_a_field_of_another_arm_is_meant_by_its_name() {
    let source = "struct q {\n  int type;\n#ifdef __cplusplus\n  int own_class;\n#else\n  int class;\n#define own_class class\n#endif\n};\nint go(struct q *q) { \
                  return q->own_class; }\n";
    assert_eq!(shares(&Repo::built(&[("a.c", source)]), "a.c", "own_class"), ["own_class! 95, q#own_class. 5"]);
}

/// The ends of a name in a file, each with how sure it is, in thousandths.
pub fn weighed(repo: &Repo, path: &str, name: &str) -> Vec<String> {
    let edges: Vec<_> = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table)).collect();
    let sites = repo.rows("sites").into_iter().filter(|row| row["path"] == path && row["name"] == name);
    let end = |row: serde_json::Value| {
        let of_site = edges.iter().filter(|edge| edge["evidenceId"] == row["evidenceId"]);
        let weighed = |edge: &serde_json::Value| {
            let surely = edge["confidence"].as_f64().unwrap() >= 0.5;
            let to = edge["to"].as_str().unwrap().trim_end_matches('/').rsplit(['/', ' ']).next().unwrap();
            // What tells overloads apart does not matter here.
            let (name, rest) = to.split_once('(').unwrap_or((to, ""));
            let rest = rest.split_once(')').map_or(rest, |(_, rest)| rest);
            format!("{name}{}{rest}{}", if to.contains('(') { "()" } else { "" }, if surely { "" } else { "?" })
        };
        let mut to: Vec<String> = of_site.map(weighed).collect();
        to.sort();
        if to.is_empty() { format!("{} {}", row["outcome"].as_str().unwrap(), row["reason"].as_str().unwrap_or_default()) } else { to.join(" ") }
    };
    sites.map(end).collect()
}

#[test]
fn what_stands_in_one_arm_may_be_of_an_include_in_another() {
    let header = "#ifndef HEAD_H\n#define HEAD_H\n#ifdef HAVE_COPY\n#define zcopy memcpy\n#else\nvoid zcopy(char *d);\n#endif\n#ifndef SOLO\ntypedef struct gz \
                  *gzFile;\nint gzread(gzFile f);\n#endif\nint plain(void);\n#endif\n";
    let copy = "#include \"head.h\"\n#ifndef HAVE_COPY\nvoid zcopy(char *d) {}\n#endif\n";
    let lib = "#include \"head.h\"\nint gzread(gzFile f) { return 2; }\n";
    let source = "#include \"head.h\"\n#ifdef SOLO\ntypedef struct mine { int x; } *gzFile;\nint gzread(gzFile f) { return 1; }\nint inside(void) { return gzread(0); \
                  }\n#endif\n#ifdef WANT\nint plain(void) { return 3; }\n#endif\nvoid u(char *a, gzFile f) { zcopy(a); gzread(f); plain(); }\n#ifdef SOLO\nint behind(void) { \
                  return gzread(0); }\n#endif\n";
    let repo = Repo::built(&[("head.h", header), ("copy.c", copy), ("lib.c", lib), ("use.c", source)]);
    assert_eq!(weighed(&repo, "use.c", "zcopy"), ["zcopy!? zcopy().?"]);
    assert_eq!(weighed(&repo, "use.c", "gzread"), ["gzread().", "gzread().? gzread().?", "gzread()."]);
    assert_eq!(weighed(&repo, "use.c", "gzFile"), ["gzFile#", "gzFile#? gzFile#?"]);
    // What is only declared elsewhere is what the file defines.
    assert_eq!(weighed(&repo, "use.c", "plain"), ["plain()."]);
    repo.write("head.h", header.replace("typedef struct gz *gzFile;\n", ""));
    repo.build();
    repo.check_clean();
    assert_eq!(weighed(&repo, "use.c", "gzFile"), ["gzFile#", "gzFile#"]);
}

#[test]
fn what_stands_in_for_a_header_may_be_of_it() {
    let source = "#include <gtest/gtest.h>\n#include <stdio.h>\n#ifndef GTEST_SKIP\n#define GTEST_SKIP() return\n#endif\n#ifndef SEEK_SET\n#define SEEK_SET \
                  0\n#endif\n#ifndef OWN_LIMIT\n#define OWN_LIMIT 9\n#endif\nvoid f(void) { GTEST_SKIP(); seek(SEEK_SET, OWN_LIMIT); }\n";
    let repo = Repo::built(&[("a.c", source)]);
    assert_eq!(weighed(&repo, "a.c", "GTEST_SKIP"), ["GTEST_SKIP!?"]);
    assert_eq!(weighed(&repo, "a.c", "SEEK_SET"), ["SEEK_SET!?"]);
    assert_eq!(weighed(&repo, "a.c", "OWN_LIMIT"), ["OWN_LIMIT!"]);
    let header = "#include <string>\nnamespace b {\n#ifdef OLD\nint stoul(const char *s);\n#else\nusing std::stoul;\n#endif\n}\n";
    let source =
        "#include \"a.h\"\nnamespace b {\n#ifdef OLD\nint stoul(const char *s) { return 1; }\n#endif\nint use() { return stoul(\"1\"); }\n}\n";
    let other = "#include \"a.h\"\nint other() { return b::stoul(\"1\"); }\n";
    let repo = Repo::built(&[("a.h", header), ("a.cpp", source), ("b.cpp", other)]);
    assert_eq!(weighed(&repo, "a.cpp", "stoul"), ["stoul().?"]);
    assert_eq!(weighed(&repo, "b.cpp", "stoul"), ["stoul().?"]);
}

#[test]
fn an_include_behind_a_macro_may_define_it_anew() {
    let source = "#define vmcase(l) case l:\n#define WIDE 2\nint run(int op) {\n  switch (op) { vmcase(0) return 0; }\n#if JUMPS\n#include \"jump.h\"\n#endif\n  switch (op) { \
                  vmcase(1) return WIDE; }\n}\n";
    let jump = "#undef vmcase\n#define vmcase(l) L_##l:\n#ifndef WIDE\n#define WIDE 1\n#endif\n";
    let repo = Repo::built(&[("vm.c", source), ("jump.h", jump)]);
    assert_eq!(weighed(&repo, "vm.c", "vmcase"), ["vmcase!", "vmcase!? vmcase!?"]);
    assert_eq!(weighed(&repo, "vm.c", "WIDE"), ["WIDE!"]);
}

#[test]
fn a_variable_that_one_arm_declares_stands_beside_the_macro_of_another() {
    let source = "#ifdef MY_MAC\n#define environ (*get_environ())\n#else\nextern char **environ;\n#endif\nint f(void) { return environ[0] != 0; }\n";
    let found = |source: &str| {
        let repo = Repo::built(&[("a.c", source)]);
        let edges = repo.rows("edges_usage");
        let of_name = edges.iter().filter(|row| row["to"].as_str().unwrap().contains("environ"));
        let mut found: Vec<(String, f64)> =
            of_name.map(|row| (row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(), row["confidence"].as_f64().unwrap())).collect();
        found.sort_by(|one, other| one.0.cmp(&other.0));
        found
    };
    let open = found(source);
    assert!(
        matches!(open.as_slice(), [(one, low), (other, also)] if one == "environ!" && other == "environ." && *low < 0.5 && *also < 0.5),
        "{open:?}"
    );
    // A default build has not the macro of another platform.
    let told = found(&source.replace("MY_MAC", "__APPLE__"));
    assert!(
        matches!(told.as_slice(), [(one, low), (other, high)] if one == "environ!" && other == "environ." && *low < 0.5 && *high > 0.5),
        "{told:?}"
    );
}

#[test]
fn what_several_headers_declare_alike_is_one() {
    let first = "typedef struct table_ table;\nstruct table_ { int rows; };\nint count(table *t);\nextern int limit;\n";
    let again = "#include \"first.h\"\ntypedef struct table_ table;\nint count(table *t);\nextern int limit;\n";
    let source = "#include \"again.h\"\nint rows(table *t) { return t->rows + count(t) + limit; }\n";
    let repo = Repo::built(&[("first.h", first), ("again.h", again), ("a.c", source)]);
    let to_first = |repo: &Repo| {
        let edges: Vec<_> = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table)).collect();
        let of_source = edges.into_iter().filter(|row| row["path"] == "a.c" && row["confidence"].as_f64().unwrap() > 0.9);
        let mut ends: Vec<String> = of_source.map(|row| row["to"].as_str().unwrap().rsplit("`first.h`/").next().unwrap().to_owned()).collect();
        ends.sort();
        ends
    };
    assert_eq!(to_first(&repo), ["count().", "limit.", "table#", "table_#rows."]);
    // What is written otherwise is another type, of which the conditions of the includes may choose one.
    repo.write("again.h", again.replace("struct table_ table", "struct other table"));
    repo.build();
    repo.check_clean();
    assert_eq!(to_first(&repo), ["count().", "limit.", "table_#rows."]);
    repo.write("again.h", again);
    repo.build();
    repo.check_clean();
    assert_eq!(to_first(&repo), ["count().", "limit.", "table#", "table_#rows."]);
}

#[test]
fn words_in_the_names_of_macros_tell_the_system() {
    let header = "#ifdef LIB_WINDOWS\ntypedef int handle_t;\n#else\ntypedef long handle_t;\n#endif\n#if defined(SYS_LINUX)\nint wait_for(int a);\n#elif \
                  defined(SYS_MACOS)\nint wait_for(int a, int b);\n#endif\n#ifdef LIB_BIG\ntypedef int size;\n#else\ntypedef long size;\n#endif\n";
    let source = "#include \"a.h\"\nhandle_t one(void) { return wait_for(1); }\nsize two(void) { return 1; }\n";
    let repo = Repo::built(&[("a.h", header), ("a.c", source)]);
    let sure = |name: &str| {
        let edges = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table));
        let of_name = edges.filter(|row| row["path"] == "a.c" && row["to"].as_str().unwrap().contains(name));
        of_name
            .filter(|row| row["confidence"].as_f64().unwrap() > 0.8)
            .map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(sure("handle_t"), ["handle_t+1#"]);
    assert_eq!(sure("wait_for"), ["wait_for()."]);
    assert_eq!(sure("size"), Vec::<String>::new());
}

#[test]
fn what_only_old_versions_are_given_is_not_meant() {
    let header = "#if OWN_GCC && (OWN_GCC < 409)\ntypedef int plain;\n#else\ntypedef long plain;\n#endif\n#if OWN_GCC && OWN_GCC >= 409\ntypedef int other;\n#else\ntypedef long \
                  other;\n#endif\n";
    let source = "#include \"a.h\"\nplain one(void) { return 1; }\nother two(void) { return 1; }\n";
    let types = Repo::built(&[("a.h", header), ("a.c", source)]).rows("edges_usage");
    let of = |name: &str| -> Vec<(String, f64)> {
        let rows = types.iter().filter(|row| row["path"] == "a.c" && row["to"].as_str().unwrap().contains(name));
        rows.map(|row| (row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(), row["confidence"].as_f64().unwrap())).collect()
    };
    assert_eq!(of("plain"), [("plain#".to_owned(), 0.05), ("plain+1#".to_owned(), 0.95)]);
    assert_eq!(of("other"), [("other#".to_owned(), 0.55), ("other+1#".to_owned(), 0.45)]);
}
