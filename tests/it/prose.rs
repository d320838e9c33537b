//! Documents: what they say about code is found with the code.

use crate::program::line;
use crate::support::Repo;

fn repository() -> Repo {
    Repo::of(&[
        ("lib/door.py", "class Door:\n    def open(self, key):\n        return key\n"),
        ("docs/api.rst", "Doors\n=====\n\n.. autoclass:: lib.door.Door\n   :members:\n\nOpening\n-------\n\nUse :meth:`~Door.open` with a key.\n"),
        ("docs/guide.adoc", "= Guide\n\n== Keys\n\nA key opens a `Door`.\n"),
        ("README", "The door library\n================\n\nDoors with keys: `Door`.\n"),
        ("NOTES.txt", "Nothing here names code.\n"),
    ])
}

#[test]
fn documents_are_prose_with_sections_that_mention_definitions() {
    let repo = repository();
    repo.build();
    let folder = repo.folder();
    let rows = |words: &str| -> Vec<serde_json::Value> {
        let ran = line(&folder, words);
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let classes = rows("index show files --where class=prose repo");
    let paths: Vec<&str> = classes.iter().filter_map(|row| row["path"].as_str()).collect();
    assert_eq!(paths, ["NOTES.txt", "README", "docs/api.rst", "docs/guide.adoc"]);
    let edges = rows("index show edges_structure --where type=mentions repo");
    let mut said: Vec<(&str, bool)> = edges.iter().map(|row| (row["path"].as_str().unwrap(), row["to"].as_str().unwrap().contains("open"))).collect();
    said.sort_unstable();
    assert_eq!(said, [("README", false), ("docs/api.rst", false), ("docs/api.rst", true), ("docs/guide.adoc", false)]);
    let sections = rows("index show chunk_meta --where kind=section repo");
    let titles: Vec<&str> = sections.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(titles, ["", "The door library", "Doors", "Opening", "Guide", "Keys"]);
}

#[test]
fn a_pack_about_a_definition_holds_what_documents_say_of_it() {
    let repo = repository();
    repo.build();
    let folder = repo.folder();
    let ran = line(&folder, "context-pack --repo repo --focus Door.open --json");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let pack = ran.json();
    let docs = pack["sections"].as_array().unwrap().iter().find(|it| it["section"] == "docs").unwrap();
    let shown = docs["items"].to_string();
    assert!(shown.contains("docs/api.rst"), "{shown}");
}
