//! `index watch` as a user runs it.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStderr, ChildStdout, Stdio};

use serde_json::Value;
use smalti::commands::answer_schema;
use smalti::pipeline::summary::Summary;

use crate::program::smalti;
use crate::support::{Repo, check_fits};

/// A program that watches a repository; it ends with the test.
struct Watching {
    child: Child,
    out: Option<Lines<BufReader<ChildStdout>>>,
    err: Lines<BufReader<ChildStderr>>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watching {
    fn start(repo: &Repo) -> Self {
        let mut child =
            smalti(["index", "watch", "--quiet", "--json"]).arg(repo.root()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap()).lines();
        let err = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, out: Some(out), err }
    }

    /// The next build that changed something.
    fn next(&mut self) -> Value {
        let answer: Value = serde_json::from_str(&self.out.as_mut().unwrap().next().unwrap().unwrap()).unwrap();
        check_fits("a build", &answer_schema::<Summary>(), &answer);
        answer
    }

    /// The next failure that it goes on after, without its hints.
    fn failure(&mut self) -> String {
        self.err.by_ref().map(|line| line.unwrap()).find(|line| line.starts_with("error: ")).unwrap()
    }
}

fn repository() -> Repo {
    Repo::of(&[("a.py", "from b import f\nf()\n"), ("b.py", "def f(): pass\n")])
}

#[test]
fn a_watched_index_follows_edits_and_equals_a_clean_build() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    assert_eq!(watching.next()["rows"]["edges_call"], 1);
    repo.write("b.py", "def f(): g()\ndef g(): f()\n");
    assert_eq!(watching.next()["rows"]["edges_call"], 3);
    repo.remove("b.py");
    assert_eq!(watching.next()["rows"]["edges_call"], 0);
    repo.check_clean();
}

#[test]
fn a_watcher_repairs_a_damaged_index_with_the_edit_that_meets_the_damage() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    assert_eq!(watching.next()["rows"]["edges_call"], 1);
    std::fs::remove_dir_all(repo.root().join(".smalti/pieces")).unwrap();
    repo.write("b.py", "def f(): g()\ndef g(): f()\n");
    let repaired = watching.next();
    assert_eq!(repaired["rows"]["edges_call"], 3);
    assert!(repaired["notices"][0].as_str().unwrap().starts_with("the index was damaged and is built anew"), "{repaired}");
    repo.check_clean();
}

#[test]
fn a_watcher_survives_a_broken_configuration_and_follows_a_good_one() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    assert_eq!(watching.next()["rows"]["symbols"], 1);
    repo.write("smalti.toml", "[index]\nexlude = [\"b.py\"]\n");
    let failure = watching.failure();
    assert!(failure.starts_with("error: `smalti.toml`, line 2: unknown field `exlude`") && failure.ends_with("(SMALTI_E_CONFIG)"), "{failure}");
    repo.write("smalti.toml", "[index]\nexclude = [\"b.py\"]\ntext = false\n");
    let answer = watching.next();
    assert_eq!((&answer["rows"]["symbols"], &answer["rows"]["chunk_text"]), (&Value::from(0), &Value::from(0)));
    repo.check_clean();
}

#[test]
fn what_another_build_kept_a_watcher_from_is_done_without_another_edit() {
    use smalti::host::Host;
    use smalti::host::disk::DiskHost;
    let repo = repository();
    let mut watching = Watching::start(&repo);
    watching.next();
    let held = DiskHost::volatile().try_lock(&repo.root().join(".smalti/lock")).unwrap();
    assert!(held.is_some());
    repo.write("c.py", "def late(): pass\n");
    assert!(watching.failure().contains("(SMALTI_E_INDEX_LOCKED)"));
    drop(held);
    assert_eq!(watching.next()["rows"]["symbols"], 2);
    repo.check_clean();
}

#[test]
fn a_watcher_waits_for_a_root_that_is_renamed_away_and_follows_it_when_it_is_back() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    watching.next();
    let away = repo.beside("away");
    std::fs::rename(repo.root(), &away).unwrap();
    std::fs::write(away.join("c.py"), "def late(): pass\n").unwrap();
    assert!(watching.failure().contains("SMALTI_E_ROOT_"));
    std::fs::rename(&away, repo.root()).unwrap();
    assert_eq!(watching.next()["rows"]["symbols"], 2);
    repo.write("d.py", "def later(): pass\n");
    assert_eq!(watching.next()["rows"]["symbols"], 3);
    repo.check_clean();
}

#[test]
fn a_watcher_ends_when_its_root_is_gone_or_was_never_there() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    watching.next();
    std::fs::remove_dir_all(repo.root()).unwrap();
    assert!(watching.failure().contains("SMALTI_E_ROOT_"));
    assert_eq!(watching.child.wait().unwrap().code(), Some(2));
    let mut watching = Watching::start(&repo);
    assert!(watching.failure().contains("(SMALTI_E_ROOT_MISSING)"));
    assert_eq!(watching.child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_long_burst_is_one_build_and_a_repository_that_is_removed_stays_removed() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    watching.next();
    for at in 0..300 {
        repo.write(&format!("d{}/m{at}.py", at % 20), "def f(): pass\n");
    }
    assert_eq!(watching.next()["rows"]["files"], 302);
    std::fs::remove_dir_all(repo.root()).unwrap();
    assert!(watching.failure().contains("SMALTI_E_ROOT_"));
    assert_eq!(watching.child.wait().unwrap().code(), Some(2));
    assert!(!repo.root().exists());
}

#[test]
fn a_watcher_ends_well_when_nobody_reads_it_any_more() {
    let repo = repository();
    let mut watching = Watching::start(&repo);
    watching.next();
    watching.out = None;
    repo.write("c.py", "def late(): pass\n");
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
    repo.check_clean();
}

#[test]
fn a_watcher_of_a_linked_work_tree_and_of_a_folder_within_one_hears_commits() {
    let repo = Repo::of(&[("top.py", "def top(): pass\n"), ("part/a.py", "def f(): pass\n")]);
    let Some(git) = crate::git::Git::init(&repo.root()) else { return };
    git.commit("one");
    let linked = repo.beside("linked");
    git.run(&["worktree", "add", "-q", linked.to_str().unwrap()]);
    for (root, place) in [(linked.clone(), &linked), (repo.root().join("part"), &repo.root())] {
        let mut child = smalti(["index", "watch", "--quiet", "--json"]).arg(&root).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        crate::git::Git::at(place).run(&["commit", "-q", "--allow-empty", "-m", "two"]);
        let next: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        let _ = child.kill();
        let _ = child.wait();
        assert!(first["unchanged"] == false && next["unchanged"] == false, "{}", root.display());
    }
}
