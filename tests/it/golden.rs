//! Committed outputs: the index of `fixtures/repos/atlas`, its call graph, and the schemas of rows.
//!
//! With `SMALTI_GOLDEN=write` the tests write what they would compare: that is what `cargo xtask pieces` does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};
use smalti::artifacts::ARTIFACTS;
use smalti::commands::actions::ACTIONS;
use smalti::commands::batch::{BatchAnswer, BatchOptions};
use smalti::commands::context_pack::ViewAnswer;
use smalti::commands::envelope::CommandRequest;
use smalti::commands::failure::Refusal;
use smalti::commands::index_state::IndexState;
use smalti::commands::policy::Policy;
use smalti::commands::{COMMANDS, answer_schema, parser};
use smalti::governance::approvals::Approval;
use smalti::governance::ledger::Entry;
use smalti::host::disk::DiskHost;
use smalti::languages::{LANGUAGES, Tier};
use smalti::manifest::columns::Kind;
use smalti::manifest::layout::Layout;
use smalti::manifest::model::Manifest;
use smalti::manifest::pieces::{self, Piece};
use smalti::manifest::reading;
use smalti::pack::context::ContextPack;
use smalti::pack::engine::{Packer, pack};
use smalti::pack::excerpt::texts::Texts;
use smalti::pack::request::roles::Role;
use smalti::pack::request::{Budgets, PackRequest};
use smalti::pack::views::locate::Locations;
use smalti::pack::views::task::changes::{Change, Changes, Side};
use smalti::pack::views::task::compose;
use smalti::pack::views::task::compose::Asked;
use smalti::pack::views::task::document::TaskPack;
use smalti::pipeline::listing::Listing;
use smalti::pipeline::options::BuildOptions;
use smalti::pipeline::summary::Summary;
use smalti::reader::index::Index;

use crate::program;
use crate::support::{build, contents, host, index_text};

/// Builds the index of atlas outside of it.
fn atlas() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // Atlas lies in a repository whose commits are none of its rows.
    let options = BuildOptions {
        out: folder.path().join("index"),
        jobs: 2,
        history: false,
        source_date_epoch: Some(0),
        ..BuildOptions::new(program::here().join("fixtures/repos/atlas"))
    };
    build(&options).unwrap();
    folder
}

/// Compares a committed folder with what it should hold, or writes it.
fn check_folder(folder: &Path, expected: &BTreeMap<String, Vec<u8>>) {
    if std::env::var("SMALTI_GOLDEN").is_ok_and(|how| how == "write") {
        let _ = std::fs::remove_dir_all(folder);
        for (name, bytes) in expected {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        return;
    }
    let present = if folder.is_dir() { contents(folder) } else { BTreeMap::new() };
    let differing: BTreeSet<&String> = expected.keys().chain(present.keys()).filter(|name| expected.get(*name) != present.get(*name)).collect();
    assert!(differing.is_empty(), "{} is not what this program writes ({differing:?}); if that is meant, run `cargo xtask pieces`", folder.display());
}

#[test]
fn the_golden_index_is_what_this_program_writes() {
    let built = atlas();
    check_folder(&program::here().join("pieces"), &contents(&built.path().join("index/pieces")));
}

#[test]
fn the_call_graph_of_atlas_is_the_known_one() {
    let built = atlas();
    let text = index_text(&built.path().join("index"));
    let rows = |name: &str| text[name].lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    let word = |row: &Value, field: &str| row[field].as_str().unwrap_or("").to_owned();
    let names: BTreeMap<String, String> =
        rows("symbols").iter().map(|row| (word(row, "symbolId"), format!("{}:{}", word(row, "path"), word(row, "qualifiedName")))).collect();
    let name = |id: String| names.get(&id).cloned().unwrap_or(id);
    let edges = |table: &str| -> BTreeSet<String> {
        rows(table).iter().map(|row| format!("{} -> {}", name(word(row, "from")), name(word(row, "to")))).collect()
    };
    let (calls, uses) = (edges("edges_call"), edges("edges_usage"));
    let known = std::fs::read_to_string(program::here().join("fixtures/repos/atlas.calls.txt")).unwrap();
    let mut wrong = Vec::new();
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        if let Some(used) = line.strip_prefix("~ ") {
            if !uses.contains(used) {
                wrong.push(format!("missing use: {used}"));
            }
            continue;
        }
        match line.strip_prefix("! ") {
            Some(forbidden) if calls.contains(forbidden) => wrong.push(format!("must not be there: {forbidden}")),
            None if !calls.contains(line) => wrong.push(format!("missing: {line}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn pretty(schema: &schemars::Schema) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(schema).unwrap();
    text.push('\n');
    text.into_bytes()
}

#[test]
fn the_schemas_of_rows_are_committed() {
    let mut expected: BTreeMap<String, Vec<u8>> =
        ARTIFACTS.iter().map(|artifact| (format!("{}.schema.json", artifact.name), pretty(&(artifact.schema)()))).collect();
    expected.insert("manifest.schema.json".to_owned(), pretty(&schemars::schema_for!(Manifest)));
    expected.insert("piece.schema.json".to_owned(), pretty(&schemars::schema_for!(Piece)));
    check_folder(&program::here().join("contracts/artifacts"), &expected);
    let mut answers: BTreeMap<String, Vec<u8>> =
        COMMANDS.iter().map(|command| (format!("{}.schema.json", command.words.join("_")), pretty(&(command.answer)()))).collect();
    answers.insert("refusal.schema.json".to_owned(), pretty(&answer_schema::<Refusal>()));
    answers.insert("context_pack.schema.json".to_owned(), pretty(&answer_schema::<ViewAnswer>()));
    answers.insert("command_request.schema.json".to_owned(), pretty(&schemars::schema_for!(CommandRequest)));
    answers.insert("policy_options.schema.json".to_owned(), pretty(&schemars::schema_for!(Policy)));
    answers.insert("batch.schema.json".to_owned(), pretty(&answer_schema::<BatchAnswer>()));
    answers.insert("batch_options.schema.json".to_owned(), pretty(&schemars::schema_for!(BatchOptions)));
    answers.extend(ACTIONS.iter().map(|action| (format!("{}_options.schema.json", action.name), pretty(&(action.options)()))));
    answers.insert("index_state.schema.json".to_owned(), pretty(&answer_schema::<IndexState>()));
    check_folder(&program::here().join("contracts/command/v1"), &answers);
}

#[test]
fn the_schemas_of_packs_are_committed() {
    let expected = BTreeMap::from([
        ("context_pack.schema.json".to_owned(), pretty(&schemars::schema_for!(ContextPack))),
        ("context_packs.meta.schema.json".to_owned(), pretty(&schemars::schema_for!(Listing))),
        ("locations.schema.json".to_owned(), pretty(&schemars::schema_for!(Locations))),
        ("pack_request.schema.json".to_owned(), pretty(&schemars::schema_for!(PackRequest))),
        ("task_pack.schema.json".to_owned(), pretty(&schemars::schema_for!(TaskPack))),
    ]);
    check_folder(&program::here().join("contracts/packs"), &expected);
}

#[test]
fn the_schemas_of_governance_are_committed() {
    let expected = BTreeMap::from([
        ("approval.schema.json".to_owned(), pretty(&schemars::schema_for!(Approval))),
        ("ledger.schema.json".to_owned(), pretty(&schemars::schema_for!(Entry))),
    ]);
    check_folder(&program::here().join("contracts/governance"), &expected);
}

#[test]
fn the_golden_pack_is_what_this_program_makes() {
    let built = atlas();
    let index = Index::open(host(), &Layout::new(&built.path().join("index"))).unwrap();
    let made = pack(&index, &PackRequest { query: "how is a tile framed".to_owned(), ..PackRequest::default() }).unwrap();
    let value = serde_json::to_value(&made).unwrap();
    check_schema("a pack", &validator(&schemars::schema_for!(ContextPack)), &value);
    check_schema("a request", &validator(&schemars::schema_for!(PackRequest)), &value["request"]);
    let task = compose::compose(&Packer::new(&index, Texts::of_root(&index)), &asked()).unwrap();
    let task = serde_json::to_value(&task).unwrap();
    check_schema("a pack of a task", &validator(&schemars::schema_for!(TaskPack)), &task);
    let text = |value: &Value| (smalti::artifacts::jsonl::canonical(value) + "\n").into_bytes();
    let expected = BTreeMap::from([("context_pack_v1.json".to_owned(), text(&value)), ("task_pack_v1.json".to_owned(), text(&task))]);
    check_folder(&program::here().join("tests/golden"), &expected);
}

/// A task with little room, so that the golden pack has summaries, and a change that no work tree made.
fn asked() -> Asked {
    let side = |hash: &str, text: &str| Some(Side { hash: hash.to_owned(), text: Some(text.to_owned()) });
    let change = Change { before: side("blake3:0", "# Atlas\n"), after: side("blake3:1", "# The atlas\n"), stale: false };
    let changes = Changes { revision: "v1".to_owned(), commit: "0".repeat(40), files: BTreeMap::from([("README.md".to_owned(), change)]) };
    let budgets = Budgets { max_total_tokens: Some(500), ..Budgets::default() };
    let files = vec!["README.md".to_owned()];
    let request = PackRequest { query: "how is a tile framed".to_owned(), files, budgets, ..PackRequest::default() };
    Asked { request, role: Role::Coder, changes: Some(changes) }
}

#[test]
fn the_page_of_commands_is_committed() {
    let mut page = "<!-- @generated by `cargo xtask pieces`. Edit the doc comments of the arguments. -->\n\n# Commands\n".to_owned();
    for command in COMMANDS {
        let mut parser = parser::parser().term_width(100);
        parser.build();
        let words = command.words.iter().fold(&mut parser, |parser, word| parser.find_subcommand_mut(word).unwrap());
        let help: Vec<String> = words.render_long_help().to_string().lines().map(|line| line.trim_end().to_owned()).collect();
        page += &format!("\n## smalti {}\n\n```text\n{}\n```\n", command.words.join(" "), help.join("\n").trim_end());
    }
    let path = program::here().join("docs/reference/commands.md");
    if std::env::var("SMALTI_GOLDEN").is_ok_and(|how| how == "write") {
        std::fs::write(path, page).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), page, "the page is stale: run `cargo xtask pieces`");
    }
}

#[test]
fn the_page_of_stores_is_committed() {
    let mut page = include_str!("stores.md").to_owned();
    for artifact in ARTIFACTS {
        page += &format!("\n### {}\n\n| column | holds |\n|---|---|\n| `id` | integer: rows in order, from 1 |\n", artifact.name);
        for column in smalti::manifest::columns::columns(artifact) {
            let holds = match column.kind {
                Kind::Text => "text",
                Kind::Integer => "integer",
                Kind::Number => "number between 0 and 1",
                Kind::Bool => "0 or 1",
                Kind::Json => "JSON text",
            };
            page += &format!("| `{}` | {holds} |\n", column.name);
        }
    }
    let path = program::here().join("docs/reference/stores.md");
    if std::env::var("SMALTI_GOLDEN").is_ok_and(|how| how == "write") {
        std::fs::write(path, page).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), page, "the page is stale: run `cargo xtask pieces`");
    }
}

#[test]
fn the_readme_names_every_language_and_artifact() {
    let text = std::fs::read_to_string(program::here().join("README.md")).unwrap();
    let words: BTreeSet<&str> = text.split(|character: char| character.is_whitespace() || ",.:`".contains(character)).collect();
    let languages = LANGUAGES.iter().filter(|language| language.tier < Tier::C).map(|language| language.name);
    for name in languages.chain(ARTIFACTS.iter().map(|artifact| artifact.name)) {
        assert!(words.contains(name), "README.md does not name {name}");
    }
    assert!(text.lines().count() <= 90, "README.md is one page");
}

/// What fits a schema; with an unknown field, or a value of a wrong type in any one field, it must not.
fn check_schema(what: &str, validator: &jsonschema::Validator, row: &Value) {
    if let Some(error) = validator.iter_errors(row).next() {
        panic!("{what}: {error}: {row}");
    }
    let mut strange = row.clone();
    strange["unknownField"] = Value::Null;
    assert!(!validator.is_valid(&strange), "{what} takes fields that nobody knows");
    for field in row.as_object().unwrap().keys() {
        let mut wrong = row.clone();
        wrong[field] = json!({"": {"": {}}});
        assert!(!validator.is_valid(&wrong), "{what} takes anything as `{field}`");
    }
}

fn validator(schema: &schemars::Schema) -> jsonschema::Validator {
    jsonschema::validator_for(schema.as_value()).unwrap()
}

#[test]
fn every_line_of_a_real_index_fits_its_schema_and_nothing_else_does() {
    let built = atlas();
    let host = DiskHost::volatile();
    let layout = Layout::new(&built.path().join("index"));
    let opened = reading::open(&host, &layout).unwrap();
    let of_pieces = validator(&schemars::schema_for!(Piece));
    for (artifact, stream) in ARTIFACTS.iter().zip(&opened.streams) {
        let of_rows = validator(&(artifact.schema)());
        let list = layout.list(artifact.name, opened.manifest.artifacts[artifact.name].list_name());
        for line in std::fs::read_to_string(list).unwrap().lines() {
            check_schema("a piece list", &of_pieces, &serde_json::from_str(line).unwrap());
        }
        for piece in stream.pieces() {
            let rows = pieces::read_piece(&host, &layout, artifact.name, piece).unwrap();
            for line in String::from_utf8(rows).unwrap().lines() {
                check_schema(artifact.name, &of_rows, &serde_json::from_str(line).unwrap());
            }
        }
    }
    let manifest: Value = serde_json::from_slice(&std::fs::read(layout.manifest()).unwrap()).unwrap();
    check_schema("the manifest", &validator(&schemars::schema_for!(Manifest)), &manifest);
}

#[test]
fn the_summary_of_a_build_fits_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { out: folder.path().join("index"), jobs: 1, ..BuildOptions::new(program::here().join("fixtures/repos/atlas")) };
    let summary = serde_json::to_value(build(&options).unwrap()).unwrap();
    check_schema("a summary", &validator(&answer_schema::<Summary>()), &summary);
}
