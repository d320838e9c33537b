//! What `history` says of real repositories of git, and what it leaves out.

use serde_json::{Value, json};
use smalti::pipeline::options::BuildOptions;
use smalti::pipeline::summary::Summary;

use crate::git::Git;
use crate::support::{Repo, build, check_fits, index_text};

/// A repository with files of these names, not committed.
fn repository(files: &[&str]) -> Option<(Repo, Git)> {
    let repo = Repo::new();
    files.iter().for_each(|path| repo.write(path, "one\n"));
    let git = Git::init(&repo.root())?;
    Some((repo, git))
}

/// `path changes with=weight…` of every row.
fn said(rows: &[Value]) -> Vec<String> {
    let with = |row: &Value| {
        let with = row["coChanged"].as_array().unwrap().iter();
        with.map(|it| format!(" {}={}", it["path"].as_str().unwrap(), it["weight"])).collect::<Vec<_>>().concat()
    };
    rows.iter().map(|row| format!("{} {}{}", row["path"].as_str().unwrap(), row["changes"], with(row))).collect()
}

fn manifest(repo: &Repo) -> Value {
    serde_json::from_str(&repo.index_text()["manifest"]).unwrap()
}

fn has_notice(summary: &Summary, words: &str) -> bool {
    summary.notices.iter().any(|notice| notice.contains(words))
}

#[test]
fn a_row_counts_changes_and_the_files_that_changed_along() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs", "c.md"]) else { return };
    git.commit("all");
    repo.write("a.rs", "two\n");
    repo.write("c.md", "two\n");
    git.commit("two of them");
    repo.write("never.rs", "not committed\n");
    repo.build();
    assert_eq!(said(&repo.rows("history")), ["a.rs 2 c.md=2 b.rs=1", "b.rs 1 a.rs=1 c.md=1", "c.md 2 a.rs=2 b.rs=1"]);
    let time = git.run(&["log", "-1", "--format=%ct"]).parse().unwrap();
    let time = smalti::base::date::rfc3339(time);
    assert_eq!(repo.rows("history")[0]["lastChange"], json!(time));
    assert_eq!(repo.rows("history")[0]["shallow"], json!(false));
    assert_eq!(manifest(&repo)["sourceDate"], json!(time));
    assert!(manifest(&repo)["historySignature"].is_string());
    let schema = (smalti::artifacts::history::ARTIFACT.schema)();
    repo.rows("history").iter().for_each(|row| check_fits("a row", &schema, row));
}

#[test]
fn files_that_are_gone_are_not_named() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs"]) else { return };
    git.commit("both");
    repo.build();
    repo.remove("b.rs");
    repo.build();
    assert_eq!(said(&repo.rows("history")), ["a.rs 1"]);
}

#[test]
fn commits_of_more_than_fifty_files_are_left_out() {
    let names: Vec<String> = (0..51).map(|number| format!("f{number}.txt")).collect();
    for count in [49, 50, 51] {
        let names: Vec<&str> = names[..count].iter().map(String::as_str).collect();
        let Some((repo, git)) = repository(&names) else { return };
        git.commit("many");
        repo.build();
        let expected = if count > 50 { 0 } else { count };
        assert_eq!(repo.rows("history").len(), expected, "{count}");
        assert!(repo.rows("history").iter().all(|row| row["coChanged"].as_array().unwrap().len() == 10));
    }
}

#[test]
fn a_merge_counts_what_it_changed_against_its_first_parent() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs"]) else { return };
    git.commit("both");
    git.run(&["checkout", "--quiet", "-b", "side"]);
    repo.write("b.rs", "two\n");
    git.commit("side");
    git.run(&["checkout", "--quiet", "main"]);
    repo.write("a.rs", "two\n");
    git.commit("main");
    git.run(&["merge", "--quiet", "--no-ff", "--message", "merge", "side"]);
    repo.build();
    assert_eq!(said(&repo.rows("history")), ["a.rs 2 b.rs=1", "b.rs 3 a.rs=1"]);
}

#[test]
fn a_commit_that_changes_no_file_changes_only_history_and_date() {
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    git.commit("first");
    repo.build();
    let before = manifest(&repo);
    repo.write("a.rs", "two\n");
    repo.build();
    git.commit("second");
    let summary = repo.build();
    assert_eq!((summary.unchanged, summary.work.edges_executed, summary.work.pieces_written), (false, 0, 2));
    let after = manifest(&repo);
    assert_ne!(before["historySignature"], after["historySignature"]);
    git.run(&["commit", "--quiet", "--allow-empty", "--message", "nothing"]);
    let summary = repo.build();
    assert_eq!((summary.unchanged, summary.work.pieces_written), (false, 0));
    let last = manifest(&repo);
    assert_eq!((&last["indexSignature"], &last["historySignature"]), (&after["indexSignature"], &after["historySignature"]));
    assert_ne!(last["sourceDate"], after["sourceDate"]);
    assert!(repo.build().unchanged);
}

#[test]
fn without_history_the_table_is_empty_and_the_manifest_says_so() {
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    git.commit("first");
    repo.build();
    build(&BuildOptions { history: false, ..repo.options() }).unwrap();
    assert!(repo.rows("history").is_empty());
    let manifest = manifest(&repo);
    assert_eq!((&manifest["options"]["history"], &manifest["historySignature"]), (&json!(false), &Value::Null));
    assert_eq!(manifest["sourceDate"], json!("2023-11-14T22:16:20Z"));
    let dated = BuildOptions { source_date_epoch: Some(5), ..repo.options() };
    build(&dated).unwrap();
    assert_eq!(self::manifest(&repo)["sourceDate"], json!("1970-01-01T00:00:05Z"));
}

#[test]
fn no_repository_and_no_commit_are_no_problem() {
    let plain = Repo::of(&[("a.rs", "one\n")]);
    let summary = plain.build();
    assert!(summary.notices.is_empty() && plain.rows("history").is_empty());
    assert_eq!(manifest(&plain)["sourceDate"], json!("1970-01-01T00:00:00Z"));
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    let summary = repo.build();
    assert!(summary.notices.is_empty() && repo.rows("history").is_empty());
    git.commit("first");
    repo.build();
    assert_eq!(said(&repo.rows("history")), ["a.rs 1"]);
}

#[test]
fn a_shallow_clone_says_so_in_every_row_until_it_is_whole() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs"]) else { return };
    git.commit("both");
    for number in 0..3 {
        repo.write("a.rs", format!("{number}\n"));
        git.commit("one");
    }
    let clone = Repo::new();
    let url = format!("file://{}", repo.root().display());
    git.run(&["clone", "--quiet", "--depth", "2", &url, clone.root().to_str().unwrap()]);
    let summary = clone.build();
    assert!(has_notice(&summary, "shallow"), "{:?}", summary.notices);
    assert_eq!(said(&clone.rows("history")), ["a.rs 1", "b.rs 0"]);
    assert_eq!((&clone.rows("history")[1]["lastChange"], &clone.rows("history")[1]["shallow"]), (&Value::Null, &json!(true)));
    Git::at(&clone.root()).run(&["fetch", "--quiet", "--unshallow"]);
    let summary = clone.build();
    assert!(summary.notices.is_empty(), "{:?}", summary.notices);
    repo.build();
    assert_eq!(clone.rows("history"), repo.rows("history"));
}

#[test]
fn detached_heads_packed_refs_and_linked_work_trees_are_read_alike() {
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    git.commit("first");
    repo.build();
    let rows = repo.rows("history");
    git.run(&["pack-refs", "--all"]);
    git.run(&["gc", "--quiet", "--prune=now"]);
    assert!(repo.build().unchanged);
    git.run(&["checkout", "--quiet", "--detach"]);
    assert!(repo.build().unchanged);
    let linked = Repo::new();
    git.run(&["worktree", "add", "--quiet", linked.root().to_str().unwrap()]);
    linked.build();
    assert_eq!(linked.rows("history"), rows);
}

#[test]
fn replaced_objects_and_commit_graphs_change_nothing() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs"]) else { return };
    git.commit("first");
    repo.write("a.rs", "two\n");
    git.commit("second");
    repo.build();
    let rows = repo.rows("history");
    git.run(&["replace", "--graft", "HEAD"]);
    git.run(&["commit-graph", "write", "--reachable"]);
    assert!(repo.build().unchanged);
    repo.write("c.rs", "new\n");
    repo.build();
    assert_eq!(repo.rows("history"), rows);
}

#[test]
fn a_folder_of_a_repository_has_the_rows_below_it() {
    let Some((repo, git)) = repository(&["sub/a.rs", "sub/deep/b.rs", "other.rs", "subway/c.rs"]) else { return };
    git.commit("all");
    let options = |folder: &str| BuildOptions { jobs: 2, out: repo.beside(folder), ..BuildOptions::new(repo.root().join(folder)) };
    build(&options("sub")).unwrap();
    let text = index_text(&repo.beside("sub"));
    let rows: Vec<Value> = text["history"].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(said(&rows), ["a.rs 1 deep/b.rs=1", "deep/b.rs 1 a.rs=1"]);
    // A folder that the repository around it does not know is none of its business.
    repo.write("foreign/a.rs", "one\n");
    build(&options("foreign")).unwrap();
    let text = index_text(&repo.beside("foreign"));
    assert_eq!(text["history"], "");
    assert!(text["manifest"].contains("1970-01-01T00:00:00Z"));
}

#[test]
fn files_of_a_nested_repository_have_no_rows() {
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    git.commit("outer");
    let inner = Git::init(&repo.root().join("inner")).unwrap();
    repo.write("inner/b.rs", "one\n");
    inner.commit("inner");
    repo.build();
    assert_eq!(said(&repo.rows("history")), ["a.rs 1"]);
    assert!(inner.root().join(".git").is_dir());
}

#[test]
fn a_damaged_repository_costs_its_history_and_nothing_else() {
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    git.commit("first");
    repo.write("a.rs", "two\n");
    git.commit("second");
    repo.build();
    let rows = repo.rows("history");
    let tree = git.run(&["rev-parse", "HEAD~1^{tree}"]);
    let object = repo.root().join(".git/objects").join(&tree[..2]).join(&tree[2..]);
    let bytes = std::fs::read(&object).unwrap();
    std::fs::remove_file(&object).unwrap();
    // What was read of the commits before stays true without the object; a build from nothing has to do without.
    let clean = BuildOptions { out: repo.beside("clean"), ..repo.options() };
    let summary = build(&clean).unwrap();
    assert!(has_notice(&summary, "git history is left out"), "{:?}", summary.notices);
    assert_eq!(index_text(&clean.out)["history"], "");
    assert!(index_text(&clean.out)["files"].contains("a.rs"));
    assert!(build(&clean).unwrap().unchanged);
    std::fs::write(&object, bytes).unwrap();
    build(&clean).unwrap();
    let text = index_text(&clean.out);
    assert_eq!(text["history"].lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>(), rows);
}

#[test]
fn a_git_file_that_leads_nowhere_is_said_to_leave_the_history_out() {
    let Some((outer, git)) = repository(&["inner/a.rs"]) else { return };
    git.commit("first");
    outer.write("inner/.git", "gitdir: ../nowhere\n");
    let options = BuildOptions { root: outer.root().join("inner"), out: outer.beside("inner-index"), ..outer.options() };
    let summary = build(&options).unwrap();
    assert!(has_notice(&summary, "git history is left out: its `.git` leads to no repository"), "{:?}", summary.notices);
    assert_eq!(index_text(&options.out)["history"], "", "git, too, does not look past it");
    assert!(index_text(&options.out)["files"].contains("a.rs"));
}

#[test]
fn words_of_commit_messages_are_counted_by_file_without_common_words_and_sign_offs() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs"]) else { return };
    git.commit("Parse the header of a ticket");
    repo.write("a.rs", "two\n");
    git.commit("Tickets: parse again\n\nCo-authored-by: Somebody Else <else@example.org>");
    repo.build();
    let rows = repo.rows("history");
    assert_eq!(rows[0]["messageTerms"], json!({"again": 1, "header": 1, "parse": 2, "ticket": 1, "tickets": 1}));
    assert_eq!(rows[1]["messageTerms"], json!({"header": 1, "parse": 1, "ticket": 1}));
}

#[test]
fn each_commit_is_a_row_of_what_it_says_and_which_files_it_changed() {
    let Some((repo, git)) = repository(&["a.rs", "b.rs", "gone.rs"]) else { return };
    git.commit("Parse the header of a header");
    let first = git.run(&["rev-parse", "HEAD"]);
    repo.write("b.rs", "two\n");
    git.commit("Tickets: parse again\n\nReviewed-by: Somebody Else <else@example.org>");
    let second = git.run(&["rev-parse", "HEAD"]);
    repo.write("gone.rs", "two\n");
    git.commit("gone");
    repo.build();
    repo.remove("gone.rs");
    repo.build();
    let time = |id: &str| smalti::base::date::rfc3339(git.run(&["log", "-1", "--format=%ct", id]).parse().unwrap());
    let expected = [
        json!({"changed": 3, "commitId": first, "path": "a.rs", "paths": ["a.rs", "b.rs"], "terms": ["header", "parse"], "time": time(&first)}),
        json!({"changed": 1, "commitId": second, "path": "b.rs", "paths": ["b.rs"], "terms": ["again", "parse", "tickets"], "time": time(&second)}),
    ];
    assert_eq!(repo.rows("commits"), expected);
    let schema = (smalti::artifacts::commits::ARTIFACT.schema)();
    repo.rows("commits").iter().for_each(|row| check_fits("a row", &schema, row));
    // A file in front of all others takes the row over.
    repo.write("0.rs", "new\n");
    git.run(&["add", "0.rs"]);
    git.run(&["commit", "--quiet", "--amend", "--no-edit"]);
    repo.build();
    let paths: Vec<Value> = repo.rows("commits").iter().map(|row| row["path"].clone()).collect();
    assert_eq!(paths, ["0.rs", "a.rs", "b.rs"]);
    let clean = BuildOptions { out: repo.beside("clean"), ..repo.options() };
    build(&clean).unwrap();
    assert_eq!(index_text(&clean.out)["commits"], repo.index_text()["commits"]);
}

#[test]
fn the_newest_messages_and_the_most_frequent_words_are_kept() {
    use smalti::base::caps::{MAX_MESSAGE_BYTES, MAX_MESSAGE_TERMS, MAX_MESSAGES};
    let Some((repo, git)) = repository(&["a.rs"]) else { return };
    git.commit("oldest");
    for number in 0..MAX_MESSAGES {
        repo.write("a.rs", format!("{number}\n"));
        // One word more in the first than fits beside the word that all of them hold; what follows the byte limit is not looked at.
        let letters = || ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| ['q', first, second, ' ']));
        let words: String = letters().take(if number == 0 { MAX_MESSAGE_TERMS } else { 0 }).flatten().collect();
        git.commit(&format!("often {words}{}late", " ".repeat(MAX_MESSAGE_BYTES)));
    }
    repo.build();
    let terms = repo.rows("history")[0]["messageTerms"].clone();
    let terms = terms.as_object().unwrap();
    assert_eq!((terms.len(), &terms["often"]), (MAX_MESSAGE_TERMS, &json!(MAX_MESSAGES)));
    assert!(!terms.contains_key("oldest") && !terms.contains_key("late") && !terms.contains_key("qcl"), "{terms:?}");
    assert!(terms.contains_key("qck"));
}
