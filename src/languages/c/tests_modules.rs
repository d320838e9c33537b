//! Where includes lead, and what a compilation database says.

use crate::languages::extract::extract;
use crate::languages::semantics::Semantics;
use crate::languages::testing::tree::{Files, leads};
use crate::shard::facts::{Import, Imported};

/// Checks where an include leads, in a repository that is built with `-Ithird`.
fn check(from: &str, written: &str, expected: &str) {
    let paths = [
        "src/a.h",
        "src/a.c",
        "include/b.h",
        "third/x/c.h",
        "lib/core/include/d.h",
        "src/string.h",
        "one/twin/t.h",
        "two/twin/t.h",
        "lib/x.h",
        "include/pub/x.h",
    ];
    let database = r#"[{"directory": "/repo/build", "file": "../src/a.c", "command": "cc -I../third -c ../src/a.c"}]"#;
    let mut tree = Files::new(&paths, &[("compile_commands.json", database)]);
    let import = Import { reexport: true, ..Import::new(written, Imported::Wildcard, "") };
    assert_eq!(leads(super::modules::C.module(&mut tree, from, &import)), expected, "{written} from {from}");
}

#[test]
fn quoted_includes_start_at_the_includer() {
    check("src/a.c", "\"a.h\"", "src/a.h");
    check("src/deep/e.c", "\"../a.h\"", "src/a.h");
    check("src/a.c", "\"string.h\"", "src/string.h");
    check("src/a.c", "\"gone.h\"", "missing no-such-header");
}

#[test]
fn include_roots_come_from_the_database_then_from_custom() {
    check("src/a.c", "<x/c.h>", "third/x/c.h");
    check("src/a.c", "<b.h>", "include/b.h");
    check("lib/core/src/f.c", "\"d.h\"", "lib/core/include/d.h");
    check("other/f.c", "\"a.h\"", "src/a.h");
}

#[test]
fn a_header_that_no_root_leads_to_is_the_only_one_of_the_repository_that_fits() {
    check("app/f.c", "\"core/include/d.h\"", "lib/core/include/d.h");
    check("app/f.c", "<core/include/d.h>", "lib/core/include/d.h");
    check("app/f.c", "\"d.h\"", "lib/core/include/d.h");
    check("app/f.c", "<d.h>", "external d");
    check("app/f.c", "\"ore/include/d.h\"", "missing no-such-header");
    check("app/f.c", "\"twin/t.h\"", "missing no-such-header");
    check("app/f.c", "\"one/twin/t.h\"", "one/twin/t.h");
    check("app/f.c", "\"x.h\"", "lib/x.h");
    check("app/f.c", "\"pub/x.h\"", "include/pub/x.h");
    check("app/f.c", "\"../d.h\"", "missing no-such-header");
}

#[test]
fn foreign_headers_name_their_library() {
    check("src/a.c", "<stdio.h>", "external libc");
    check("src/a.c", "<string.h>", "external libc");
    check("src/a.c", "<vector>", "external libstdc++");
    check("src/a.c", "<boost/asio.hpp>", "external boost");
    check("src/a.c", "::std", "missing namespace");
}

#[test]
fn a_compilation_database_gives_include_folders_inside_the_repository() {
    let text = r#"[
      {"directory": "/home/me/repo/build", "file": "../src/a.c", "command": "cc -Iinc -I/home/me/repo/include -isystem /usr/include '-I/home/me/repo/odd dir' -c ../src/a.c"},
      {"directory": "/home/me/repo/build", "file": "/home/me/repo/tests/t.c", "arguments": ["cc", "-I", "../third", "-I../third"]}
    ]"#;
    let shard = extract(&super::COMPILE_COMMANDS, text);
    let config = shard.facts.config.expect("a config");
    assert_eq!(config.manager, "compdb");
    assert_eq!(config.source_roots, ["build/inc", "include", "odd dir", "third"]);
}

#[test]
fn a_broken_compilation_database_is_a_problem() {
    for text in ["", "[", "{}", "[1]", "[{\"file\": 3}]"] {
        let shard = extract(&super::COMPILE_COMMANDS, text);
        assert_eq!(shard.body.problems.len(), 1, "{text}");
        assert!(shard.facts.config.is_some());
    }
}

#[test]
fn lists_of_names_are_sorted_and_unique() {
    for list in [super::standard::SAME, super::standard::INNER, super::standard::TRANSPARENT, super::standard::WRAPPERS, super::lexer::KEYWORDS] {
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", list.windows(2).find(|pair| pair[0] >= pair[1]));
    }
    assert!(super::standard::COLLECTIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
}
