//! `eval retrieval`: metrics of answers that are known, and data sets that are refused.

use serde_json::{Value, json};

use crate::program::{self, Ran};
use crate::support::Repo;

const STORE: &str = "def evict(limit):\n    \"\"\"Drops the oldest entries.\"\"\"\n    return limit\n";
const VIEWS: &str = "def show(request):\n    \"\"\"Shows a page of tickets.\"\"\"\n    return request\n";

fn repo() -> Repo {
    Repo::built(&[("src/cache.py", STORE), ("src/views.py", VIEWS)])
}

fn measure(repo: &Repo, data: &str) -> Ran {
    let file = repo.beside("tasks.jsonl");
    std::fs::write(&file, data).unwrap();
    program::run_in(&repo.root(), ["eval", "retrieval", "--json", "--data", &file.display().to_string()])
}

fn task(id: &str, query: &str, file: &str) -> Value {
    let place = |lines: [u32; 2]| json!({"file": file, "start": lines[0], "end": lines[1]});
    let mut symbol = place([1, 3]);
    symbol["function"] = json!(true);
    json!({"id": id, "query": query, "files": [file], "symbols": [symbol], "sites": [place([3, 3])]})
}

#[test]
fn an_answer_that_is_found_counts_whole_and_one_that_is_not_is_named() {
    let repo = repo();
    let found = task("found", "drops the oldest entries", "src/cache.py");
    let gone = task("gone", "drops the oldest entries", "src/gone.py");
    let one = measure(&repo, &format!("{found}\n")).json();
    for metric in ["acc@1", "acc@5", "mrr", "fnAcc@5", "symbols@2k", "sites@8k", "files@8k"] {
        assert_eq!(one["metrics"][metric], 1, "{metric}: {one}");
    }
    assert_eq!((&one["tasks"], &one["missed"]), (&json!(1), &json!([])));
    let ledger = std::fs::read_to_string(repo.root().join(".smalti/ledger.jsonl")).unwrap();
    let entry: Value = serde_json::from_str(ledger.trim_end()).unwrap();
    assert!(entry["verb"] == "eval retrieval" && entry["runId"].as_str().unwrap().starts_with("sha256:"), "{entry}");
    assert_eq!((&one["runId"], &one["metrics"]["fallback"]), (&entry["runId"], &json!(1)));
    let kept = repo.beside("metrics");
    let words = ["eval", "retrieval", "--json", "--data", "../tasks.jsonl", "--out", "../metrics"];
    let again = program::run_in(&repo.root(), words).json();
    let name = format!("{}.json", one["runId"].as_str().unwrap().trim_start_matches("sha256:"));
    assert_eq!((&again, serde_json::from_slice::<Value>(&std::fs::read(kept.join(name)).unwrap()).unwrap()), (&one, one.clone()));
    let both = measure(&repo, &format!("{found}\n\n{gone}\n")).json();
    assert_eq!((&both["metrics"]["acc@1"], &both["metrics"]["fnAcc@5"]), (&json!(0.5), &json!(0.5)), "{both}");
    assert_eq!((&both["tasks"], &both["missed"], &both["absent"]), (&json!(2), &json!(["gone"]), &json!(["gone"])));
    let elsewhere = measure(&repo, &format!("{gone}\n"));
    assert_eq!((elsewhere.exit, &elsewhere.json()["error"]["code"]), (Some(2), &json!("SMALTI_E_USAGE")), "{elsewhere:?}");
}

#[test]
fn packs_that_leave_candidates_out_are_told_apart_by_what_they_spend() {
    let repo = Repo::new();
    for number in 0..120 {
        let body = "    entry = limit + 1\n".repeat(20);
        repo.write(
            &format!("src/cache{number}.py"),
            format!("def evict{number}(limit):\n    \"\"\"Drops the oldest entries.\"\"\"\n{body}    return limit\n"),
        );
    }
    repo.build();
    let measured = measure(&repo, &format!("{}\n", task("many", "drops the oldest entries", "src/cache1.py"))).json();
    // At 8 000 tokens it is the items of a section that end the pack, and of a small index nothing is left over.
    assert_eq!((&measured["metrics"]["spent@2k"], measured["metrics"].get("spent@8k")), (&json!(1), None), "{measured}");
    let few = measure(&self::repo(), &format!("{}\n", task("few", "drops the oldest entries", "src/cache.py"))).json();
    assert!(few["metrics"].get("spent@32k").is_none(), "{few}");
}

#[test]
fn a_data_set_that_cannot_be_used_is_refused_with_its_line() {
    let repo = repo();
    for (data, says) in
        [("", "there is no task"), ("{\"id\": 7}\n", "line 1"), ("{\"id\":\"a\",\"query\":\"?!\",\"files\":[\"src/cache.py\"]}\n", "task `a`")]
    {
        let ran = measure(&repo, data);
        assert_eq!(ran.exit, Some(2), "{data}: {ran:?}");
        let refusal = ran.json();
        assert_eq!(refusal["error"]["code"], "SMALTI_E_USAGE", "{refusal}");
        assert!(refusal["error"]["message"].as_str().unwrap().contains(says), "{refusal}");
        assert!(!refusal["error"]["hints"].as_array().unwrap().is_empty(), "{refusal}");
    }
}
