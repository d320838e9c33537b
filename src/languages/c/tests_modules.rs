//! Where includes lead, and what a compilation database says.

use std::sync::Arc;

use crate::base::{Name, path};
use crate::languages::extract::extract;
use crate::languages::semantics::{Config, Resolution, Semantics, Tree};
use crate::shard::config::ConfigFact;
use crate::shard::facts::{Import, Imported};

struct Files {
    files: &'static [&'static str],
    roots: &'static [&'static str],
}

impl Tree for Files {
    fn is_file(&mut self, path: &str) -> bool {
        self.files.contains(&path)
    }

    fn is_folder(&mut self, _: &str) -> bool {
        false
    }

    fn has_namespace(&mut self, _: &str) -> bool {
        false
    }

    fn files_named(&mut self, name: &str) -> Vec<Name> {
        self.files.iter().filter(|file| path::file_name(file) == name).map(|file| (*file).into()).collect()
    }

    fn config_above(&mut self, _: &str, manager: &str) -> Option<Arc<Config>> {
        assert_eq!(manager, "compdb");
        let fact = ConfigFact { manager: "compdb".into(), source_roots: self.roots.iter().map(|it| (*it).into()).collect(), ..ConfigFact::default() };
        Some(Arc::new(Config { path: "compile_commands.json".into(), fact }))
    }

    fn config_in(&mut self, _: &str, _: &str) -> Option<Arc<Config>> {
        None
    }

    fn packages_named(&mut self, _: &str, _: &str) -> Vec<Arc<Config>> {
        Vec::new()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "cases read better without a borrow each")]
fn check(from: &str, written: &str, expected: Resolution) {
    let files = &[
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
    let mut tree = Files { files, roots: &["third"] };
    let import = Import { reexport: true, ..Import::new(written, Imported::Wildcard, "") };
    assert_eq!(super::modules::C.module(&mut tree, from, &import), expected, "{written} from {from}");
}

#[test]
fn quoted_includes_start_at_the_includer() {
    check("src/a.c", "\"a.h\"", Resolution::file("src/a.h"));
    check("src/deep/e.c", "\"../a.h\"", Resolution::file("src/a.h"));
    check("src/a.c", "\"string.h\"", Resolution::file("src/string.h"));
    check("src/a.c", "\"gone.h\"", Resolution::Missing("no-such-header"));
}

#[test]
fn include_roots_come_from_the_database_then_from_custom() {
    check("src/a.c", "<x/c.h>", Resolution::file("third/x/c.h"));
    check("src/a.c", "<b.h>", Resolution::file("include/b.h"));
    check("lib/core/src/f.c", "\"d.h\"", Resolution::file("lib/core/include/d.h"));
    check("other/f.c", "\"a.h\"", Resolution::file("src/a.h"));
}

#[test]
fn a_header_that_no_root_leads_to_is_the_only_one_of_the_repository_that_fits() {
    check("app/f.c", "\"core/include/d.h\"", Resolution::file("lib/core/include/d.h"));
    check("app/f.c", "<core/include/d.h>", Resolution::file("lib/core/include/d.h"));
    check("app/f.c", "\"d.h\"", Resolution::file("lib/core/include/d.h"));
    check("app/f.c", "<d.h>", Resolution::External("d".into()));
    check("app/f.c", "\"ore/include/d.h\"", Resolution::Missing("no-such-header"));
    check("app/f.c", "\"twin/t.h\"", Resolution::Missing("no-such-header"));
    check("app/f.c", "\"one/twin/t.h\"", Resolution::file("one/twin/t.h"));
    check("app/f.c", "\"x.h\"", Resolution::file("lib/x.h"));
    check("app/f.c", "\"pub/x.h\"", Resolution::file("include/pub/x.h"));
    check("app/f.c", "\"../d.h\"", Resolution::Missing("no-such-header"));
}

#[test]
fn foreign_headers_name_their_library() {
    check("src/a.c", "<stdio.h>", Resolution::External("libc".into()));
    check("src/a.c", "<string.h>", Resolution::External("libc".into()));
    check("src/a.c", "<vector>", Resolution::External("libstdc++".into()));
    check("src/a.c", "<boost/asio.hpp>", Resolution::External("boost".into()));
    check("src/a.c", "::std", Resolution::Missing("namespace"));
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
    for list in [
        super::standard::C_NAMES,
        super::standard::CPP_NAMES,
        super::standard::SAME,
        super::standard::INNER,
        super::standard::TRANSPARENT,
        super::standard::WRAPPERS,
        super::lexer::KEYWORDS,
    ] {
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", list.windows(2).find(|pair| pair[0] >= pair[1]));
    }
    assert!(super::standard::COLLECTIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
}
