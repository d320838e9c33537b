//! Retrieval: which definition a qualified name means, and what commits speak for.

use crate::git::Git;
use crate::searching::seeds;
use crate::support::Repo;

#[test]
fn a_qualified_name_means_the_definition_that_has_most_of_its_parts() {
    let repo = Repo::built(&[
        ("src/store/search.py", "class Search:\n    def walk(self):\n        return 1\n\n\ndef fetch(name):\n    return name\n"),
        ("src/store/worker.py", "class SearchWorker:\n    def walk(self):\n        return 2\n\n\ndef fetch(name):\n    return walk(name)\n"),
        ("src/walk.py", "def walk(path):\n    # a walk walks and walks\n    return path\n"),
        ("cmd/tool.go", "package cmd\n\ntype Command struct{}\n\nfunc (c *Command) Execute() {}\n\nfunc Execute() {}\n\nfunc ExecuteC() {}\n"),
    ]);
    let index = repo.open();
    for (query, expected) in [
        ("outer.store::Search::walk", "src/store/search.py Search.walk"),
        ("org.example.SearchWorker.walk", "src/store/worker.py SearchWorker.walk"),
        ("store.worker.fetch", "src/store/worker.py fetch"),
        ("store.search.fetch", "src/store/search.py fetch"),
        ("(*Command).Execute", "cmd/tool.go Command.Execute"),
        ("example.org/tool/cmd.Command.Execute", "cmd/tool.go Command.Execute"),
    ] {
        let first = seeds(&index, query).chunks.first().map(|seed| index.chunk(seed.chunk)).map(|it| format!("{} {}", index.path(it.file), it.name));
        assert_eq!(first.as_deref(), Some(expected), "{query}");
    }
}

#[test]
fn what_commits_did_before_speaks_for_the_files_that_they_changed() {
    let text = |name: &str| format!("def {name}(gate):\n    \"\"\"Opens the gate.\"\"\"\n    return gate\n");
    let repo = Repo::of(&[("a.py", &text("first")), ("b.py", &text("second")), ("c.py", "x = 1\n")]);
    let Some(git) = Git::init(&repo.root()) else { return };
    git.commit("start");
    let order = |repo: &Repo| -> Vec<String> {
        repo.build();
        let index = repo.open();
        seeds(&index, "the gate squeaks when it opens").files.iter().map(|seed| index.path(seed.file).to_owned()).collect()
    };
    assert_eq!(order(&repo), ["a.py", "b.py"]);
    repo.write("b.py", format!("{}# 1\n", text("second")));
    git.commit("Oil what squeaks");
    repo.write("a.py", format!("{}# 1\n", text("first")));
    git.commit("Rename a variable");
    assert_eq!(order(&repo), ["b.py", "a.py"]);
}
