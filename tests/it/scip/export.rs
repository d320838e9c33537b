//! What `index export --scip` writes is a SCIP index by the format's rules, the same bytes from the same root.

use std::collections::BTreeSet;
use std::path::Path;

use protobuf::Message;
use scip::types::symbol_information::Kind;
use scip::types::{Index, SymbolInformation};
use smalti::export::error::ExportError;
use smalti::export::scip::{Counts, Request, export};
use smalti::manifest::layout::Layout;
use smalti::manifest::reading;
use smalti::pipeline::options::BuildOptions;

use super::rules::{self, Texts};
use crate::program;
use crate::support::{Repo, build, host};

/// Exports the index at `root`, whose work tree is `tree`.
pub fn export_of(root: &Path, tree: &Path, to: &Path, with_text: bool) -> Result<Counts, ExportError> {
    let host = host();
    let layout = Layout::new(root);
    let opened = reading::open(host.as_ref(), &layout).unwrap();
    export(host.as_ref(), &layout, &opened, &Request { tree, to, project_root: "file:///", with_text })
}

/// The index in a file.
pub fn read(path: &Path) -> Index {
    Index::parse_from_bytes(&std::fs::read(path).unwrap()).unwrap()
}

/// Texts of the documents.
pub fn texts(index: &Index, tree: &Path) -> Texts {
    let text = |path: &String| (path.clone(), smalti::source::decode::decode(std::fs::read(tree.join(path)).unwrap()).text);
    index.documents.iter().map(|document| text(&document.relative_path)).collect()
}

/// Builds and exports; the index, held to the rules.
fn check(repo: &Repo) -> Index {
    repo.build();
    let to = repo.beside("out.scip");
    export_of(&repo.index_root(), &repo.root(), &to, false).unwrap();
    let index = read(&to);
    assert_eq!(rules::broken(&index, &texts(&index, &repo.root())), Vec::<String>::new());
    index
}

fn symbol<'a>(index: &'a Index, name: &str) -> &'a SymbolInformation {
    index.documents.iter().flat_map(|it| &it.symbols).find(|it| it.display_name == name).unwrap()
}

fn small() -> Repo {
    Repo::of(&[
        ("package.json", "{\"name\": \"@a/b\", \"dependencies\": {\"lodash\": \"4\"}}\n"),
        (
            "src/a.ts",
            "import { pad } from 'lodash';\n/** Says é. */\nexport interface Loud { shout(): void }\nexport class Dog implements Loud {\n  shout() { pad('é', 1); }\n}\n",
        ),
        ("src/b.test.ts", "import { Dog } from './a';\nconst ü = 'é'; new Dog().shout();\n"),
        ("lib.h", "int f(int);\nint f(int x) { return x; }\n"),
    ])
}

#[test]
fn an_exported_index_keeps_every_rule_of_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let tree = program::here().join("fixtures/repos/atlas");
    let root = folder.path().join("index");
    build(&BuildOptions { out: root.clone(), jobs: 2, history: false, ..BuildOptions::new(tree.clone()) }).unwrap();
    let to = folder.path().join("atlas.scip");
    let counts = export_of(&root, &tree, &to, false).unwrap();
    let index = read(&to);
    assert_eq!(rules::broken(&index, &texts(&index, &tree)), Vec::<String>::new());
    assert!(counts.documents > 20 && counts.definitions > 100 && counts.references > 200, "{counts:?}");
    let references = index.documents.iter().flat_map(|it| &it.occurrences).filter(|it| it.symbol_roles & 0x41 == 0).count();
    assert!(references > 200, "{references}");
    assert_eq!(counts.external_symbols, index.external_symbols.len() as u64);
}

#[test]
fn what_rows_say_is_said_in_words_of_the_protocol() {
    let index = check(&small());
    let dog = symbol(&index, "Dog");
    assert_eq!(dog.symbol, "smalti npm @a/b . src/`a.ts`/Dog#");
    assert_eq!(dog.kind.enum_value(), Ok(Kind::Class));
    assert_eq!(dog.relationships.iter().map(|it| it.symbol.as_str()).collect::<Vec<_>>(), ["smalti npm @a/b . src/`a.ts`/Loud#"]);
    assert_eq!(symbol(&index, "Loud").documentation, ["Says é."]);
    assert_eq!(symbol(&index, "shout").enclosing_symbol, dog.symbol);
    let external: Vec<&str> = index.external_symbols.iter().map(|it| it.symbol.as_str()).collect();
    assert_eq!(external, ["smalti npm lodash . pad."]);
    let test = index.documents.iter().find(|it| it.relative_path == "src/b.test.ts").unwrap();
    assert_eq!(test.language, "TypeScript");
    let import = &test.occurrences.iter().find(|it| it.symbol_roles & 2 != 0).unwrap();
    assert_eq!((import.range.as_slice(), import.symbol_roles), (&[0, 9, 12][..], 2 | 32));
    let call = test.occurrences.iter().find(|it| it.symbol.ends_with("shout().")).unwrap();
    assert_eq!(call.range, [1, 27, 32], "columns count bytes, of which `ü` and `é` have two each");
    let header = index.documents.iter().find(|it| it.relative_path == "lib.h").unwrap();
    let roles: Vec<i32> = header.occurrences.iter().filter(|it| it.symbol.contains("f(")).map(|it| it.symbol_roles).collect();
    assert_eq!(roles.iter().collect::<BTreeSet<_>>(), [&1, &64].into_iter().collect(), "a prototype beside its definition is a forward definition");
}

#[test]
fn the_same_root_gives_the_same_bytes_wherever_its_tree_lies() {
    let repo = small();
    repo.build();
    let other = small();
    let (one, two) = (repo.beside("1.scip"), repo.beside("2.scip"));
    export_of(&repo.index_root(), &repo.root(), &one, true).unwrap();
    export_of(&repo.index_root(), &other.root(), &two, true).unwrap();
    assert_eq!(std::fs::read(one).unwrap(), std::fs::read(&two).unwrap());
    let index = read(&two);
    assert!(index.documents.iter().all(|it| !it.text.is_empty()));
}

#[test]
fn a_tree_that_differs_from_the_index_is_refused_by_name_and_nothing_is_written() {
    let repo = small();
    repo.build();
    repo.write("src/a.ts", "export class Cat {}\n");
    let to = repo.beside("out.scip");
    let refused = export_of(&repo.index_root(), &repo.root(), &to, false).unwrap_err();
    assert_eq!(refused.code().name, "SMALTI_E_SOURCE_DIFFERS");
    assert!(refused.to_string().contains("src/a.ts"), "{refused}");
    let left: Vec<_> = std::fs::read_dir(to.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["repo"]);
}

/// Breaks an index at a document, an occurrence of it, and another document.
type Break = fn(&mut Index, (usize, usize, usize));

#[test]
fn every_rule_refuses_an_index_that_breaks_it() {
    let repo = small();
    let index = check(&repo);
    let texts = texts(&index, &repo.root());
    let at = index.documents.iter().position(|it| it.relative_path == "src/b.test.ts").unwrap();
    let call = index.documents[at].occurrences.iter().position(|it| it.symbol.ends_with("shout().")).unwrap();
    let home = index.documents.iter().position(|it| it.relative_path == "src/a.ts").unwrap();
    let breaks: [(u32, Break); 14] = [
        (1, |index, _| index.metadata.as_mut().unwrap().tool_info.as_mut().unwrap().name.clear()),
        (1, |index, _| index.metadata.as_mut().unwrap().project_root = "/home".to_owned()),
        (2, |index, (at, ..)| index.documents.swap(at - 1, at)),
        (2, |index, (at, ..)| index.documents[at].relative_path = "./src/b.test.ts".to_owned()),
        (3, |index, (at, ..)| index.documents[at].language.clear()),
        (4, |index, (at, call, _)| index.documents[at].occurrences[call].symbol = "smalti npm a . b".to_owned()),
        (5, |index, (at, call, _)| index.documents[at].occurrences[call].range[2] = 900),
        (5, |index, (at, call, _)| index.documents[at].occurrences[call].typed_range = None),
        (6, |index, (at, call, _)| index.documents[at].occurrences.swap(call - 1, call)),
        (7, |index, (at, call, _)| index.documents[at].occurrences[call].symbol_roles = 65),
        (8, |index, (.., home)| drop(index.documents[home].symbols.pop())),
        (9, |index, (at, call, _)| index.documents[at].occurrences[call].symbol = "local 7".to_owned()),
        (10, |index, (.., home)| index.documents[home].occurrences.iter_mut().for_each(|it| it.enclosing_range = vec![5, 0, 1])),
        (11, |index, (.., home)| {
            for about in &mut index.documents[home].symbols {
                about.relationships.iter_mut().for_each(|it| it.symbol = "smalti npm a . `b`/".to_owned());
            }
        }),
    ];
    for (rule, break_it) in breaks {
        let mut broken = index.clone();
        break_it(&mut broken, (at, call, home));
        let wrong = rules::broken(&broken, &texts);
        assert!(wrong.iter().any(|it| it.starts_with(&format!("{rule} "))), "rule {rule} takes anything: {wrong:?}");
    }
    let mut broken = index;
    broken.documents[home].symbols.iter_mut().for_each(|it| it.display_name = "Nobody".to_owned());
    assert!(rules::broken(&broken, &texts).iter().any(|it| it.starts_with("12 ")));
}
