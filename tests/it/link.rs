//! Which definition a use means, across files: edges of small repositories.

use smalti::link::outcome::reasons::Reason;
use smalti::link::outcome::rules::Rule;

use crate::program;
use crate::support::Repo;

/// Builds a repository and says which edges of a table lead from one definition or file to another, by the tails of their ids.
fn check(files: &[(&str, &str)], table: &str, expected: &[(&str, &str)]) {
    let repo = Repo::built(files);
    let edges: Vec<(String, String)> = repo
        .rows(table)
        .iter()
        .filter(|row| !matches!(row["type"].as_str(), Some("contains" | "defines")))
        .map(|row| (row["from"].as_str().unwrap().to_owned(), row["to"].as_str().unwrap().to_owned()))
        .collect();
    let is_there = |(from, to): &(&str, &str)| edges.iter().any(|edge| edge.0.ends_with(from) && edge.1.ends_with(to));
    let missing: Vec<_> = expected.iter().filter(|edge| !is_there(edge)).collect();
    assert!(missing.is_empty() && edges.len() == expected.len(), "missing {missing:#?} in {edges:#?}");
}

#[test]
fn a_name_of_an_open_namespace_leads_to_its_definition_in_another_file() {
    let files = [
        ("a.h", "namespace store {\nint put(int key);\nclass Table { public: int get(int key); };\n}\n"),
        ("a.cc", "#include \"a.h\"\nnamespace store {\nint put(int key) { return key; }\nint Table::get(int key) { return key; }\n}\n"),
        ("b.cc", "#include \"a.h\"\nnamespace store {\nint both(Table* table) { return put(1) + table->get(2); }\n}\n"),
        // The same name in a file that nobody includes.
        ("c.cc", "namespace store {\nnamespace other {\nint put(int key) { return 0; }\n}\n}\n"),
    ];
    let edges = edges_from(&files, "`b.cc`/store/both(");
    assert_eq!(edges.len(), 2, "{edges:#?}");
    assert!(edges.iter().any(|to| to.contains("`a.cc`/store/put(")), "{edges:#?}");
    assert!(edges.iter().any(|to| to.contains("`a.cc`/") && to.contains("Table#get(")), "{edges:#?}");
}

/// Where the calls of a definition lead.
fn edges_from(files: &[(&str, &str)], from: &str) -> Vec<String> {
    let repo = Repo::built(files);
    let rows = repo.rows("edges_call");
    rows.iter().filter(|row| row["from"].as_str().unwrap().contains(from)).map(|row| row["to"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_overload_is_chosen_by_the_types_of_the_arguments() {
    let writer = "class Writer {\n    void value(Boolean it) {}\n    void value(String it) {}\n    void value(Number it) {}\n}\n";
    let repo = Repo::built(&[
        ("Writer.java", writer),
        ("Use.java", "class Use {\n    void all(Writer writer) {\n        writer.value(1);\n        writer.value(\"one\");\n    }\n}\n"),
    ]);
    let symbols = repo.rows("symbols");
    let line = |id: &serde_json::Value| symbols.iter().find(|row| row["symbolId"] == *id).unwrap()["nameLine"].as_u64().unwrap();
    let mut lines: Vec<u64> = repo.rows("edges_call").iter().map(|row| line(&row["to"])).collect();
    lines.sort_unstable();
    assert_eq!(lines, [3, 4]);
}

#[test]
fn a_field_and_a_method_of_one_name_are_told_apart_by_what_is_done() {
    let source = "pub struct Span {\n    end: usize,\n}\nimpl Span {\n    pub fn end(&self) -> usize {\n        self.end\n    }\n}\npub fn last(span: &Span) -> usize {\n    span.end()\n}\n";
    check(&[("lib.rs", source)], "edges_call", &[("last().", "Span#end().")]);
}

#[test]
fn calls_in_the_tokens_of_a_macro_are_uses() {
    let source = "fn one() -> u8 {\n    1\n}\nfn two() {\n    assert!(one() == 1);\n}\n";
    check(&[("lib.rs", source)], "edges_call", &[]);
    check(&[("lib.rs", source)], "edges_usage", &[("two().", "one().")]);
}

#[test]
fn a_macro_of_the_crate_is_found_without_an_import() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "#[macro_use]\nmod macros;\nmod b;\n"),
        ("src/macros.rs", "macro_rules! twice {\n    ($it:expr) => { $it };\n}\n"),
        ("src/b.rs", "fn run() {\n    twice!(1);\n}\n"),
    ];
    check(&files, "edges_call", &[("run().", "twice!")]);
}

#[test]
fn the_type_of_an_impl_block_implements_the_trait() {
    let source = "trait Shape {}\nstruct Circle;\nimpl Shape for Circle {}\n";
    check(&[("lib.rs", source)], "edges_structure", &[("Circle#", "Shape#")]);
}

#[test]
fn an_import_through_a_barrel_names_the_barrel_and_the_definition() {
    let files = [
        ("parts/one.ts", "export const one = () => 1\n"),
        ("parts/index.ts", "export { one } from './one'\n"),
        ("use.ts", "import { one } from './parts'\none()\n"),
    ];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_import");
    let to: Vec<&str> = rows.iter().filter(|row| row["path"] == "use.ts").map(|row| row["to"].as_str().unwrap()).collect();
    assert!(to.len() == 2 && to.contains(&"file:parts/index.ts") && to.iter().any(|to| to.ends_with("`one.ts`/one().")), "{to:?}");
}

#[test]
fn a_bare_name_is_not_taken_for_a_member_of_a_foreign_type_above() {
    let files = [
        ("Lexer.java", "class Lexer {\n    void close() {}\n}\n"),
        (
            "Parser.java",
            "import java.io.Closeable;\nclass Parser implements Closeable {\n    Lexer lexer;\n    public void close() {\n        lexer.close();\n    }\n}\n",
        ),
    ];
    let edges = edges_from(&files, "Parser#close(");
    assert!(edges.len() == 1 && edges[0].contains("Lexer#close("), "{edges:?}");
}

#[test]
fn a_script_inside_markup_calls_what_it_imports() {
    let script = "import { load } from './load';\nimport { keep } from '@/keep';\nfunction start() { load(1); keep(2); }\n";
    let vue = format!("<template><p>é</p></template>\n<script lang=\"ts\">\n{script}</script>\n");
    let svelte = format!("<script>\n{script}</script>\n<p>é</p>\n");
    let files = [
        ("tsconfig.json", "{\"compilerOptions\": {\"paths\": {\"@/*\": [\"./src/*\"]}}}"),
        ("src/App.vue", &vue),
        ("src/Page.svelte", &svelte),
        ("src/load.ts", "export function load(x: number) {}\n"),
        ("src/keep.ts", "export function keep(x: number) {}\n"),
    ];
    for from in ["App.vue`/start(", "Page.svelte`/start("] {
        let edges = edges_from(&files, from);
        assert_eq!(edges.len(), 2, "{from} {edges:#?}");
        assert!(edges.iter().any(|to| to.contains("load.ts`/load(")), "{from} {edges:#?}");
        assert!(edges.iter().any(|to| to.contains("keep.ts`/keep(")), "{from} {edges:#?}");
    }
}

#[test]
fn prose_mentions_the_only_definition_of_a_name() {
    let repo = Repo::built(&[
        ("guide.md", "# Guide\n\nSee `only_one`, `Box.open()`, `both`, `app`, `missing` and only_one.\n"),
        ("a.py", "def only_one(): pass\ndef both(): pass\nclass Box:\n    def open(self): pass\napp = only_one()\n"),
        ("b.py", "def both(): pass\n"),
    ]);
    let rows = repo.rows("edges_structure");
    let mut mentioned: Vec<&str> = rows.iter().filter(|row| row["type"] == "mentions").map(|row| row["to"].as_str().unwrap()).collect();
    mentioned.sort_unstable();
    assert_eq!(mentioned.len(), 2, "{mentioned:#?}");
    assert!(mentioned[0].ends_with("Box#open().") && mentioned[1].ends_with("only_one()."), "{mentioned:#?}");
}

/// The targets of the edges of one table that start in a file, by line of the target's name.
fn targets(repo: &Repo, table: &str, path: &str) -> Vec<(String, u64)> {
    let symbols = repo.rows("symbols");
    let place = |id: &serde_json::Value| {
        symbols.iter().find(|row| row["symbolId"] == *id).map(|row| (row["path"].as_str().unwrap().to_owned(), row["nameLine"].as_u64().unwrap()))
    };
    let mut found: Vec<(String, u64)> = repo.rows(table).iter().filter(|row| row["path"] == path).filter_map(|row| place(&row["to"])).collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn a_bare_name_in_c_means_the_typedef_and_a_tag_the_struct() {
    let files = [
        ("api.h", "typedef struct state state;\ntypedef struct pair {\n  int one;\n} pair;\nint go(state *it);\n"),
        ("state.c", "#include \"api.h\"\nstruct state {\n  int count;\n};\nint go(state *it) { return it->count; }\n"),
        ("bare.c", "#include \"api.h\"\nint bare(state *it, pair two) { return go(it); }\n"),
        ("tag.c", "#include \"api.h\"\nint tag(struct state *it) { return go(it); }\n"),
    ];
    let repo = Repo::built(&files);
    assert_eq!(targets(&repo, "edges_usage", "bare.c"), [("api.h".to_owned(), 1), ("api.h".to_owned(), 4)]);
    assert_eq!(targets(&repo, "edges_usage", "tag.c"), [("state.c".to_owned(), 2)]);
    let reads = targets(&repo, "edges_usage", "state.c");
    assert_eq!(reads, [("api.h".to_owned(), 1), ("state.c".to_owned(), 3)], "what is announced has the members of what is defined");
}

#[test]
fn a_tag_of_c_is_told_from_functions_and_variables_of_its_name() {
    let files = [
        ("api.h", "struct value {\n  int size;\n};\nextern char **value_of;\nstruct value *value(int it);\n"),
        (
            "value.c",
            "#include \"api.h\"\nstruct value *value(int it) { return 0; }\nint size(struct value *it) { return value(1)->size + it->size; }\n",
        ),
        ("only.c", "#include \"api.h\"\nstatic struct config { int on; } config;\nint on(struct value *it) { return config.on; }\n"),
    ];
    let repo = Repo::built(&files);
    assert_eq!(targets(&repo, "edges_call", "value.c"), [("value.c".to_owned(), 2)]);
    assert_eq!(targets(&repo, "edges_usage", "value.c"), [("api.h".to_owned(), 1), ("api.h".to_owned(), 2)]);
    let uses = targets(&repo, "edges_usage", "only.c");
    assert_eq!(uses.iter().filter(|(path, _)| path == "api.h").collect::<Vec<_>>(), [&("api.h".to_owned(), 1)]);
    let sites = repo.rows("sites");
    assert!(sites.iter().filter(|row| row["name"] == "config").all(|row| row["outcome"] == "resolved"), "{sites:#?}");
}

#[test]
fn a_chain_goes_on_with_the_overload_that_takes_as_many_arguments() {
    let files = [
        (
            "Tag.java",
            "class Tag {\n  String space() { return null; }\n  Tag space(String it) { return this; }\n  public boolean equals(Object it) { return true; }\n}\n",
        ),
        (
            "Use.java",
            "class Use {\n  boolean get(Tag tag) { return tag.space().equals(\"a\"); }\n  boolean set(Tag tag) { return tag.space(\"a\").equals(tag); }\n}\n",
        ),
    ];
    let get = edges_from(&files, "Use#get(");
    assert_eq!(get.len(), 1, "{get:#?}");
    let set = edges_from(&files, "Use#set(");
    assert!(set.len() == 2 && set.iter().any(|to| to.contains("Tag#equals(")), "{set:#?}");
}

#[test]
fn code_of_the_main_sources_is_met_though_it_is_called_like_a_test() {
    let files = [
        ("src/main/java/a/TestRule.java", "package a;\npublic class TestRule {\n  public void apply() {}\n}\n"),
        ("src/main/java/a/Use.java", "package a;\nclass Use {\n  void all(TestRule rule) { rule.apply(); }\n}\n"),
    ];
    assert_eq!(edges_from(&files, "Use#all(").len(), 1);
}

#[test]
fn an_import_of_a_member_names_the_types_it_goes_through() {
    let files = [
        ("a/Outer.java", "package a;\npublic class Outer {\n    public static class Inner {\n        public static void run() {}\n    }\n}\n"),
        ("b/Use.java", "package b;\nimport static a.Outer.Inner.run;\nclass Use {\n    void use() { run(); }\n}\n"),
    ];
    let repo = Repo::built(&files);
    let outer = |line| ("a/Outer.java".to_owned(), line);
    assert_eq!(targets(&repo, "edges_import", "b/Use.java"), [outer(2), outer(3), outer(4)]);
    assert_eq!(targets(&repo, "edges_call", "b/Use.java"), [outer(4)]);
}

#[test]
fn what_a_module_imports_and_hands_on_it_does_not_use() {
    let files = [
        ("one.ts", "export const one = () => 1\n"),
        ("barrel.ts", "import { one } from './one'\nconst own = 2\nexport { one, own }\n"),
        ("use.ts", "import { one } from './barrel'\none()\n"),
    ];
    let repo = Repo::built(&files);
    assert!(targets(&repo, "edges_usage", "barrel.ts").is_empty());
    assert_eq!(targets(&repo, "edges_import", "barrel.ts"), [("one.ts".to_owned(), 1)]);
    assert_eq!(targets(&repo, "edges_export", "barrel.ts"), [("barrel.ts".to_owned(), 2), ("one.ts".to_owned(), 1)]);
    assert_eq!(targets(&repo, "edges_call", "use.ts"), [("one.ts".to_owned(), 1)]);
}

#[test]
fn every_rule_and_reason_stands_in_the_reference() {
    let page = std::fs::read_to_string(program::here().join("docs/reference/sites.md")).unwrap();
    let words = Rule::ALL.iter().map(|rule| rule.word()).chain(Reason::ALL.iter().map(|reason| reason.word()));
    let missing: Vec<&str> = words.filter(|word| !page.contains(&format!("\n| `{word}` | "))).collect();
    assert!(missing.is_empty(), "{missing:?}: run `cargo xtask codegen`");
}

#[test]
fn an_import_of_a_name_that_its_module_lacks_leads_to_the_module_alone() {
    let repo = Repo::built(&[
        ("pkg/__init__.py", ""),
        ("pkg/m.py", "def here(): pass\n"),
        ("a.py", "from pkg.m import gone, here\n"),
        ("lib.ts", "export function here() {}\n"),
        ("a.ts", "import { gone, here } from './lib';\n"),
    ]);
    let sites: Vec<(String, String, String)> = (repo.rows("sites").iter())
        .map(|row| (row["path"].to_string(), row["name"].to_string(), format!("{}{}", row["rule"], row["reason"])))
        .collect();
    for path in ["a.py", "a.ts"] {
        let end = |name: &str| {
            let found = sites.iter().find(|it| it.0.contains(path) && it.1.contains(name));
            found.map_or_else(String::new, |it| it.2.clone())
        };
        assert_eq!((end("gone").as_str(), end("here").as_str()), ("null\"import-not-found\"", "\"module-member\"null"), "{path}");
        let imported: Vec<String> =
            (repo.rows("edges_import").iter()).filter(|row| row["path"] == path).map(|row| row["to"].as_str().unwrap().to_owned()).collect();
        assert_eq!(imported.len(), 3, "the file twice, and what is there: {imported:?}");
    }
}
