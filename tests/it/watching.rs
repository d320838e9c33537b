//! `index watch` as a user runs it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::support::{Repo, build, difference};
use smalti::pipeline::options::BuildOptions;

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_watched_index_follows_edits_and_equals_a_clean_build() {
    let repo = Repo::of(&[("a.py", "from b import f\nf()\n"), ("b.py", "def f(): pass\n")]);
    let program = Command::new(env!("CARGO_BIN_EXE_smalti"))
        .args(["index", "watch", "--quiet", "--json"])
        .arg(repo.root())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut program = Running(program);
    let mut lines = BufReader::new(program.0.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<serde_json::Value>(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(next()["rows"]["edges_call"], 1);
    repo.write("b.py", "def f(): g()\ndef g(): f()\n");
    assert_eq!(next()["rows"]["edges_call"], 3);
    repo.remove("b.py");
    assert_eq!(next()["rows"]["edges_call"], 0);
    let clean = repo.beside("clean");
    build(&BuildOptions { out: clean.clone(), ..repo.options() }).unwrap();
    assert_eq!(difference(&repo.root().join(".smalti"), &clean), None);
}
