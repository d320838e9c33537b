//! `context-pack` and `pack verify` as people and programs call them.

use std::process::Command;

use crate::program::{Ran, run, smalti};
use crate::support::Repo;

const FILES: &[(&str, &str)] =
    &[("core.py", "def load(name):\n    return open(name)\n"), ("app.py", "from core import load\n\n\ndef start():\n    return load(\"x\")\n")];

fn ask(repo: &Repo, words: &[&str]) -> Ran {
    run(smalti(words).args(["--repo", repo.root().to_str().unwrap()]))
}

#[test]
fn a_pack_is_printed_stored_read_and_verified() {
    let repo = Repo::built(FILES);
    let printed = ask(&repo, &["context-pack", "load", "--json"]);
    assert_eq!((printed.exit, printed.err.as_str()), (Some(0), ""));
    assert_eq!(ask(&repo, &["context-pack", "--query", "load", "--json"]).out, printed.out);
    let pack = printed.json();
    assert_eq!((pack["schema"].as_str(), pack["formatVersion"].as_u64()), (Some("ContextPack"), Some(1)));
    let written = ask(&repo, &["context-pack", "load", "--write"]);
    assert_eq!(written.out.trim_end(), pack["packId"].as_str().unwrap());
    let id = written.out.trim_end();
    assert_eq!(ask(&repo, &["context-pack", "--read", "--pack-id", id, "--json"]).out, printed.out);
    let verified = ask(&repo, &["pack", "verify"]);
    assert_eq!((verified.exit, verified.out.as_str()), (Some(0), "1 packs checked, 0 findings\n"));
    let stored = repo.root().join(format!(".smalti/packs/{}.json", id.strip_prefix("sha256:").unwrap()));
    let text = std::fs::read_to_string(&stored).unwrap();
    // Such as another version of the program could have written: whole, and not what is made now.
    let other = text.replace("return open(name)", "return None      ");
    std::fs::write(&stored, &other).unwrap();
    let seal = stored.with_extension("seal.json");
    let sealed = std::fs::read_to_string(&seal).unwrap();
    let digest = |text: &str| smalti::pack::context::identity::digest(std::iter::once(text.trim_end()));
    std::fs::write(&seal, sealed.replace(&digest(&text), &digest(&other))).unwrap();
    let changed = ask(&repo, &["pack", "verify", "--pack-id", id]);
    assert_eq!(changed.exit, Some(1));
    assert!(changed.out.contains("it differs at byte") && changed.out.contains("SMALTI_E_PACK_DIFFERS"), "{}", changed.out);
}

#[test]
fn a_stored_pack_that_is_not_as_it_was_written_is_refused() {
    let repo = Repo::built(FILES);
    let id = ask(&repo, &["context-pack", "load", "--write"]).out.trim_end().to_owned();
    let stored = repo.root().join(format!(".smalti/packs/{}.json", id.strip_prefix("sha256:").unwrap()));
    let seal = stored.with_extension("seal.json");
    let (text, sealed) = (std::fs::read_to_string(&stored).unwrap(), std::fs::read_to_string(&seal).unwrap());
    let refused = |what: &str| {
        let read = ask(&repo, &["context-pack", "--read", "--pack-id", &id]);
        assert_eq!((read.exit, read.out.as_str()), (Some(4), ""), "{what}");
        assert!(read.err.contains("SMALTI_E_PACK_DAMAGED") && read.err.contains("hint: "), "{what}: {}", read.err);
        let verified = ask(&repo, &["pack", "verify", "--json"]);
        let answer = verified.json();
        assert_eq!((verified.exit, answer["findings"][0]["code"].as_str()), (Some(4), Some("SMALTI_E_PACK_DAMAGED")), "{what}");
    };
    for (what, bytes) in [
        ("another text", text.replace("open", "evil")),
        ("another request", text.replace("\"query\":\"load\"", "\"query\":\"loud\"")),
        ("another index", text.replace("blake3:", "blake3:0")),
        ("half of it", text[..text.len() / 2].to_owned()),
        ("no line end", text.trim_end().to_owned()),
    ] {
        assert_ne!(bytes, text, "{what}");
        std::fs::write(&stored, &bytes).unwrap();
        refused(what);
        // Not even with a seal to match is one request another's pack.
        let digest = |text: &str| smalti::pack::context::identity::digest(std::iter::once(text.trim_end()));
        std::fs::write(&seal, sealed.replace(&digest(&text), &digest(&bytes))).unwrap();
        if what != "another text" {
            refused(what);
        }
        std::fs::write(&seal, &sealed).unwrap();
    }
    std::fs::write(&stored, &text).unwrap();
    assert_eq!(ask(&repo, &["context-pack", "--read", "--pack-id", &id]).exit, Some(0));
    std::fs::write(&seal, "{}").unwrap();
    refused("a seal that says nothing");
    std::fs::remove_file(&seal).unwrap();
    refused("no seal");
    for path in [&seal, &stored] {
        let _ = std::fs::remove_file(path);
        std::fs::create_dir(path).unwrap();
        refused("a folder in the place of a file");
    }
}

#[test]
fn a_pack_of_another_snapshot_is_found_out() {
    let repo = Repo::built(FILES);
    let id = ask(&repo, &["context-pack", "load", "--write"]).out;
    repo.write("core.py", "def load(name):\n    return name\n");
    repo.build();
    let verified = ask(&repo, &["pack", "verify", "--json"]);
    assert_eq!(verified.exit, Some(3));
    let answer = verified.json();
    assert_eq!((answer["checked"].as_u64(), answer["findings"][0]["packId"].as_str()), (Some(1), Some(id.trim_end())));
    assert!(answer["findings"][0]["finding"].as_str().unwrap().contains("is for index"));
    assert_eq!(answer["findings"][0]["code"], "SMALTI_E_SIGNATURE");
}

#[test]
fn refusals_have_a_code_and_say_what_to_do() {
    let repo = Repo::built(FILES);
    let refuse = |words: &[&str], exit: i32, code: &str| {
        let ran = ask(&repo, words);
        assert_eq!((ran.exit, ran.out.as_str()), (Some(exit), ""), "{words:?} {}", ran.err);
        assert!(ran.err.contains(code) && ran.err.contains("hint: "), "{words:?} {}", ran.err);
    };
    refuse(&["context-pack", "load", "--max-items", "251"], 2, "POC_E_BUDGET_EXCEEDED");
    refuse(&["context-pack", "load", "--max-hops", "5"], 2, "POC_E_BUDGET_EXCEEDED");
    refuse(&["context-pack", "load", "--time-budget", "21s"], 2, "POC_E_BUDGET_EXCEEDED");
    refuse(&["context-pack", ""], 2, "SMALTI_E_USAGE");
    refuse(&["context-pack"], 2, "SMALTI_E_USAGE");
    refuse(&["context-pack", "load", "--intent", "guess"], 2, "SMALTI_E_USAGE");
    refuse(&["context-pack", "load", "--view", "whole"], 2, "there are 000, v1, task and locate");
    refuse(&["context-pack", "load", "--seed-provider", "ann"], 2, "POC_E_NOT_SUPPORTED");
    refuse(&["context-pack", "load", "--pattern", "["], 2, "SMALTI_E_USAGE");
    refuse(&["context-pack", "load", "--view", "v1", "--pattern", "src/{a,b"], 2, "SMALTI_E_USAGE");
    refuse(&["context-pack", "--focus", "nothing"], 2, "SMALTI_E_FOCUS_UNKNOWN");
    refuse(&["context-pack", "--read", "--pack-id", "sha256:1"], 2, "SMALTI_E_PACK_UNKNOWN");
    refuse(&["pack", "verify", "--pack-id", "../../core.py"], 2, "SMALTI_E_PACK_UNKNOWN");
    repo.write("latin", b"caf\xe9");
    let file = repo.root().join("latin");
    refuse(&["context-pack", "--query-file", file.to_str().unwrap()], 2, "SMALTI_E_USAGE");
    repo.write("request.json", r#"{"query":"load","budget":{}}"#);
    let file = repo.root().join("request.json");
    refuse(&["context-pack", "--request", file.to_str().unwrap()], 2, "unknown field `budget`");
    let empty = Repo::of(FILES);
    let missing = ask(&empty, &["context-pack", "load"]);
    assert_eq!(missing.exit, Some(3));
    assert!(missing.err.contains("POC_E_INDEX_MISSING"), "{}", missing.err);
}

#[test]
fn filters_that_leave_everything_out_are_named_as_the_reason() {
    let repo = Repo::built(FILES);
    let reason = |words: &[&str], field: &str| {
        let ran = ask(&repo, &[&["context-pack", "--json"], words].concat());
        let pack = ran.json();
        pack[field].as_str().unwrap().to_owned()
    };
    for filter in [["--pattern", "*.nope"], ["--include", "nowhere"]] {
        let said = reason(&["load", filter[0], filter[1]], "fallbackReason");
        assert!(said.contains("filters") && said.contains("all 2 files"), "{said}");
        let said = reason(&["load", "--view", "v1", filter[0], filter[1]], "fallback_reason");
        assert!(said.contains("filters") && said.contains("all 2 files"), "{said}");
    }
    repo.write("notes.md", "# Weather\n\nRain.\n");
    repo.build();
    let said = reason(&["load", "--include", "notes.md"], "fallbackReason");
    assert!(said.contains("filters") && said.contains("chunks that match"), "{said}");
    assert_eq!(
        reason(&["zzzzqqq", "--include", "nowhere"], "fallbackReason"),
        "the query matches nothing in the index; no file was chosen by name, place or history"
    );
}

#[test]
fn a_request_file_and_flags_make_one_request() {
    let repo = Repo::built(FILES);
    repo.write("request.json", r#"{"query":"load","budgets":{"maxItems":7},"intent":"debug"}"#);
    let file = repo.root().join("request.json");
    let words = ["context-pack", "--request", file.to_str().unwrap(), "--max-tokens", "500", "--edge-types", "call", "--exclude", "core", "--json"];
    let ran = ask(&repo, &words);
    assert_eq!(ran.exit, Some(0), "{}", ran.err);
    let pack = ran.json();
    let request = &pack["request"];
    assert_eq!((request["budgets"]["maxItems"].as_u64(), request["budgets"]["maxTotalTokens"].as_u64()), (Some(7), Some(500)));
    assert_eq!((request["intent"].as_str(), request["expansion"]["edgeTypes"].to_string()), (Some("debug"), "[\"call\"]".to_owned()));
    assert_eq!(pack["budgets"]["clamped"][0]["to"].as_u64(), Some(7));
    assert!(!ran.out.contains("def load"));
    let time = ask(&repo, &["context-pack", "load", "--budget", "2s", "--json"]);
    let pack = time.json();
    assert_eq!(pack["budgets"]["maxEdgesRead"].as_u64(), Some(200_000));
}

#[test]
fn people_get_markdown_and_programs_places() {
    let repo = Repo::built(FILES);
    let document = ask(&repo, &["context-pack", "--focus", "core.load", "--explain"]);
    assert_eq!(document.exit, Some(0), "{}", document.err);
    assert!(document.out.contains("## callers") && document.out.contains("```python\ndef start():"), "{}", document.out);
    assert!(document.out.contains("- call: `scip:") && document.out.contains("callsite"), "{}", document.out);
    let summary = ask(&repo, &["context-pack", "load", "--summary"]);
    assert!(summary.out.contains("app.py:4-5") && !summary.out.contains("```"), "{}", summary.out);
    let places = ask(&repo, &["context-pack", "load", "--view", "locate", "--json"]);
    let places = places.json();
    assert_eq!(places["files"][0].as_str(), Some("core.py"));
    assert_eq!(places["items"][0].to_string(), r#"{"end":2,"file":"core.py","start":1}"#);
    let timed = ask(&repo, &["context-pack", "load", "--timings", "--json"]);
    let timings = &timed.json()["stats"]["timings"];
    let of = |stage: &str| timings[stage].as_u64().unwrap();
    let parts: u64 = ["opening", "retrieval", "traversal", "scoring", "allocation", "rendering"].map(of).iter().sum();
    assert!(parts <= of("pack") && of("pack") < parts + 6, "parts make up the whole: {timings}");
}

#[test]
fn a_saved_root_answers_without_its_repository() {
    let repo = Repo::built(FILES);
    let printed = ask(&repo, &["context-pack", "load", "--json"]).out;
    let away = tempfile::tempdir().unwrap();
    let copied = Command::new("cp").arg("-r").arg(repo.index_root()).arg(away.path().join("root")).status().unwrap();
    assert!(copied.success());
    drop(repo);
    std::fs::remove_dir_all(away.path().join("root/cache")).unwrap();
    let root = away.path().join("root");
    let answered = run(&mut smalti(["context-pack", "load", "--json", "--index", root.to_str().unwrap()]));
    assert_eq!(answered.out, printed);
}

#[test]
fn a_member_is_titled_with_what_holds_it() {
    let repo = Repo::built(&[(
        "pool.rs",
        "pub struct Pool;\n\nimpl Pool {\n    pub fn drain(&mut self, /* at once */ most: usize) {}\n}\n\npub fn drain_all(pool: Pool) {}\n",
    )]);
    let pack = ask(&repo, &["context-pack", "drain", "--json"]).json();
    let sections = pack["sections"].as_array().unwrap().iter().flat_map(|it| it["items"].as_array().unwrap());
    let titles: Vec<&str> = sections.map(|it| it["title"].as_str().unwrap()).collect();
    for title in ["Pool: pub fn drain(&mut self, most: usize)", "pub fn drain_all(pool: Pool)"] {
        assert!(titles.contains(&title), "{titles:?}");
    }
}
