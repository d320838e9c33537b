//! With `--json` standard output is one object that fits the committed schema of its verb, whatever happens.

use serde_json::Value;
use smalti::commands::failure::Refusal;
use smalti::commands::{COMMANDS, answer_schema};

use super::repository;
use crate::program::{Ran, line};

/// A line for every verb that ends by itself.
const LINES: &[(&[&str], &str)] = &[
    (&["approve"], "approve --repo repo"),
    (&["codegraph-context"], "codegraph-context b.py-b-f --repo repo"),
    (&["completions"], "completions fish"),
    (&["context-pack"], "context-pack return --repo repo"),
    (&["critic"], "critic --diff one.diff --repo repo"),
    (&["eval", "edges"], "eval edges --scip first.scip --repo repo"),
    (&["eval", "retrieval"], "eval retrieval --data tasks.jsonl --repo repo"),
    (&["index", "build"], "index build repo"),
    (&["index", "export"], "index export repo --scip one.scip"),
    (&["index", "gc"], "index gc repo"),
    (&["index", "show"], "index show edges_call repo"),
    (&["index", "status"], "index status repo"),
    (&["index", "verify"], "index verify --clean repo"),
    (&["man"], "man pages"),
    (&["pack", "verify"], "pack verify --repo repo"),
    (&["scip", "merge"], "scip merge one.scip one.scip --output both.scip"),
    (&["search"], "search return --repo repo"),
];

fn check(what: &str, schema: &schemars::Schema, ran: &Ran) -> Value {
    let answer = ran.json();
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    if let Some(error) = validator.iter_errors(&answer).next() {
        panic!("{what}: {error}: {answer}");
    }
    let mut strange = answer.clone();
    strange["unknownField"] = Value::Null;
    assert!(!validator.is_valid(&strange), "{what} takes fields that nobody knows");
    for field in answer.as_object().unwrap().keys() {
        let mut short = answer.clone();
        short.as_object_mut().unwrap().remove(field);
        assert!(!validator.is_valid(&short), "{what} is valid without `{field}`");
    }
    answer
}

#[test]
fn every_verb_answers_one_object_that_fits_its_schema() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    line(&folder, "index export repo --scip first.scip");
    std::fs::write(folder.join("tasks.jsonl"), "{\"id\":\"a\",\"query\":\"return\",\"files\":[\"b.py\"]}\n").unwrap();
    std::fs::write(folder.join("one.diff"), "--- a/a.py\n+++ b/a.py\n@@ -1,1 +1,2 @@\n from b import f\n+f()\n").unwrap();
    repo.write("b.py", "def f():\n    return 2\n");
    // A watcher does not end, and a request comes on standard input.
    let apart = |words: &[&str]| matches!(words, ["index", "watch"] | ["command" | "mcp"]);
    for command in COMMANDS.iter().filter(|command| !apart(command.words)) {
        let (_, words) = LINES.iter().find(|(words, _)| *words == command.words).unwrap_or_else(|| panic!("no line for {:?}", command.words));
        let ran = line(&folder, &format!("{words} --json"));
        check(words, &(command.answer)(), &ran);
        assert!(ran.exit == Some(0) || *words == "index status repo", "{words}: {ran:?}");
        assert!(!ran.err.contains('{'), "{words} puts data on standard error: {}", ran.err);
    }
}

#[test]
fn answers_of_findings_fit_their_schemas_too() {
    let (repo, folder) = repository();
    line(&folder, "index build repo");
    repo.write("late.py", "");
    let schema = |verb: &str| (COMMANDS.iter().find(|command| command.words == ["index", verb]).unwrap().answer)();
    let ran = line(&folder, "index status repo --json");
    let answer = check("a stale status", &schema("status"), &ran);
    assert_eq!((ran.exit, &answer["state"]), (Some(3), &Value::from("stale")));
    let ran = line(&folder, "index verify repo --clean --json");
    let answer = check("a differing index", &schema("verify"), &ran);
    assert_eq!((ran.exit, &answer["clean"], &answer["stale"]), (Some(1), &Value::from(false), &Value::from(true)));
    let answer = check("a status without a repository", &schema("status"), &line(&folder, "index status --json --index repo/.smalti"));
    assert_eq!(answer["state"], "unknown");
}

#[test]
fn a_failure_is_one_object_too_and_stands_on_standard_error_in_words() {
    let (_repo, folder) = repository();
    for (words, exit, code) in [
        ("index status repo --json", 3, "POC_E_INDEX_MISSING"),
        ("index build nowhere --json", 2, "SMALTI_E_ROOT_MISSING"),
        ("index show symbls repo --json", 2, "SMALTI_E_USAGE"),
        ("index biuld --json", 2, "SMALTI_E_USAGE"),
        ("--json index build --jbos 3", 2, "SMALTI_E_USAGE"),
        ("--json index", 2, "SMALTI_E_USAGE"),
        ("man --json repo/a.py/pages", 2, "SMALTI_E_OUT_READ_ONLY"),
    ] {
        let ran = line(&folder, words);
        let answer = check(words, &answer_schema::<Refusal>(), &ran);
        assert_eq!((ran.exit, answer["error"]["code"].as_str()), (Some(exit), Some(code)), "{words}");
        assert!(!answer["error"]["hints"].as_array().unwrap().is_empty(), "{words} has no hint");
        assert!(ran.err.contains(&format!("error: {} ({code})", answer["error"]["message"].as_str().unwrap())), "{words}: {ran:?}");
    }
}
