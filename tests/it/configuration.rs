//! `smalti.toml` through the program: what it says is recorded, changes of it are seen, the command line wins.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::line;
use crate::support::Repo;

fn repository() -> (Repo, PathBuf) {
    let repo = Repo::of(&[("a.py", "def a(): pass\n"), ("gen/b.py", "def b(): pass\n"), ("docs/c.md", "# C\n")]);
    let folder = repo.folder();
    (repo, folder)
}

/// Builds and returns the options that the manifest records, and the paths of the index.
fn built(repo: &Repo, folder: &Path, flags: &str) -> (Value, Vec<String>) {
    let ran = line(folder, format!("index build repo {flags}").trim());
    assert_eq!(ran.exit, Some(0), "{flags}: {ran:?}");
    let verified = line(folder, "index verify --clean repo");
    assert_eq!(verified.exit, Some(0), "{flags}: {verified:?}");
    assert!(line(folder, format!("index build repo {flags}").trim()).out.contains("nothing changed"), "{flags}");
    let text = repo.index_text();
    let manifest: Value = serde_json::from_str(&text["manifest"]).unwrap();
    let path = |line: &str| serde_json::from_str::<Value>(line).unwrap()["path"].as_str().unwrap().to_owned();
    (manifest["options"].clone(), text["files"].lines().map(path).collect())
}

#[test]
fn what_the_file_says_is_recorded_and_every_change_of_it_is_seen() {
    let (repo, folder) = repository();
    let (options, paths) = built(&repo, &folder, "");
    assert_eq!(options, json!({ "exclude": [], "history": true, "include": [], "text": true }));
    assert_eq!(paths, ["a.py", "docs/c.md", "gen/b.py"]);
    repo.write("smalti.toml", "[index]\nexclude = [\"gen\"]\ntext = false\n");
    let (options, paths) = built(&repo, &folder, "");
    assert_eq!(options, json!({ "exclude": ["gen"], "history": true, "include": [], "text": false }));
    assert_eq!(paths, ["a.py", "docs/c.md", "smalti.toml"]);
    repo.write("smalti.toml", "[index]\ninclude = [\"*.py\"]\nhistory = false\n");
    let (options, paths) = built(&repo, &folder, "");
    assert_eq!(options, json!({ "exclude": [], "history": false, "include": ["*.py"], "text": true }));
    assert_eq!(paths, ["a.py", "gen/b.py"], "the file need not be part of what it chooses");
    repo.remove("smalti.toml");
    assert_eq!(built(&repo, &folder, "").1, ["a.py", "docs/c.md", "gen/b.py"]);
}

#[test]
fn what_was_put_together_is_in_the_graph_where_the_repository_says_so() {
    let (repo, folder) = repository();
    repo.write("gen/b.py", "# This file is an amalgamation of others.\ndef made():\n    pass\n");
    repo.write("a.py", "from gen.b import made\n\ndef a():\n    made()\n");
    let outcome = |flags: &str| {
        let options = built(&repo, &folder, flags).0;
        let row = &line(&folder, "index show files --repo repo --where path=gen/b.py --json").json()["rows"][0];
        assert_eq!(row["class"], "generated", "its class stays what it is");
        let site = &line(&folder, "index show sites --repo repo --where path=a.py --where role=call --json").json()["rows"][0];
        (options["graph"].clone(), row["inGraph"] == true, site["outcome"].as_str().unwrap().to_owned())
    };
    assert_eq!(outcome(""), (Value::Null, false, "unresolved".to_owned()), "what is left out is said to be");
    let admitted = (json!(["gen"]), true, "resolved".to_owned());
    assert_eq!(outcome("--graph gen"), admitted);
    repo.write("smalti.toml", "[index]\ngraph = [\"gen\"]\n");
    assert_eq!(outcome(""), admitted);
    repo.remove("smalti.toml");
    assert!(!outcome("").1);
    let refused = line(&folder, "index build repo --graph {");
    assert!(refused.exit != Some(0) && refused.err.contains("the glob `{`"), "{refused:?}");
}

#[test]
fn packages_name_who_answers_for_them() {
    let repo = Repo::of(&[
        ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
        ("b/package.json", "{\"name\": \"b\"}"),
        ("b/x.js", "export const x = 1;\n"),
        ("b/tsconfig.json", "{\"references\": [{\"path\": \"../c\"}]}"),
    ]);
    let folder = repo.root().parent().map(Path::to_owned).unwrap();
    let owners = || {
        built(&repo, &folder, "");
        let rows = line(&folder, "index show packages --repo repo --json").json()["rows"].clone();
        let said = |row: &Value| {
            let rules = row["owners"].as_array().unwrap().iter().map(|rule| format!("{} {}", rule["pattern"].as_str().unwrap(), rule["owners"]));
            format!("{}: {}", row["name"].as_str().unwrap(), rules.collect::<Vec<_>>().join(", "))
        };
        rows.as_array().unwrap().iter().map(said).collect::<Vec<_>>()
    };
    assert_eq!(owners(), ["a: ", "b: "]);
    repo.write("CODEOWNERS", "* @all\n/b/ @web x@example.org\n");
    assert_eq!(owners(), ["a: * [\"@all\"]", "b: * [\"@all\"], /b/ [\"@web\",\"x@example.org\"]"]);
    repo.write(".github/CODEOWNERS", "/a @rust\n/b/*.js\n");
    assert_eq!(owners(), ["a: /a [\"@rust\"]", "b: /b/*.js []"], "the first place that has one counts alone");
    repo.remove(".github/CODEOWNERS");
    repo.remove("CODEOWNERS");
    assert_eq!(owners(), ["a: ", "b: "]);
}

#[test]
fn a_repository_has_the_name_it_gives_itself_in_every_pack() {
    let (repo, folder) = repository();
    built(&repo, &folder, "");
    let pack = || line(&folder, "context-pack a --repo repo --json").json();
    let unnamed = pack();
    assert_eq!(unnamed["request"]["repoId"], "local");
    repo.write("smalti.toml", "repo_id = \"q\"\n\n[index]\nexclude = [\"smalti.toml\"]\n");
    let (options, _) = built(&repo, &folder, "");
    assert_eq!(options["repoId"], "q");
    let named = pack();
    assert_eq!(named["request"]["repoId"], "q");
    assert_ne!(named["packId"], unnamed["packId"]);
    std::fs::write(folder.join("request.json"), r#"{"query":"a","repoId":"other"}"#).unwrap();
    let ran = line(&folder, "context-pack --request request.json --repo repo --json");
    assert_eq!(ran.json()["request"]["repoId"], "other");
    assert_eq!(line(&folder, "context-pack a --repo repo --write").exit, Some(0));
    assert_eq!(line(&folder, "pack verify --repo repo").exit, Some(0));
}

#[test]
fn the_command_line_wins_over_the_file() {
    let (repo, folder) = repository();
    repo.write("smalti.toml", "[index]\nexclude = [\"gen\"]\n");
    assert_eq!(built(&repo, &folder, "--exclude docs").1, ["a.py", "gen/b.py", "smalti.toml"]);
    assert_eq!(built(&repo, &folder, "--include *.py").1, ["a.py"]);
    assert_eq!(built(&repo, &folder, "--no-config").1, ["a.py", "docs/c.md", "gen/b.py", "smalti.toml"]);
    assert_eq!(built(&repo, &folder, "--no-text").0, json!({ "exclude": ["gen"], "history": true, "include": [], "text": false }));
}

#[test]
fn a_word_that_is_not_known_fails_the_build_and_leaves_the_index() {
    let (repo, folder) = repository();
    built(&repo, &folder, "");
    let before = repo.index_text();
    repo.write("smalti.toml", "[index]\ntext = true\n\nincludes = []\n");
    let ran = line(&folder, "index build repo --quiet");
    let expected = "exit 2\n--- out\n--- err\nerror: `smalti.toml`, line 4: unknown field `includes`, expected one of `include`, `exclude`, `graph`, `text`, `history` (SMALTI_E_CONFIG)\n  hint: mend the line named in the message\n";
    assert_eq!(ran.shown(&folder), expected);
    assert_eq!(repo.index_text(), before);
    assert_eq!(line(&folder, "index status repo").exit, Some(3), "the file itself is a change");
}

#[test]
fn a_glob_is_that_below_the_root_however_it_is_written() {
    let (repo, folder) = repository();
    repo.write("gen/a.py", "x = 1\n");
    let absolute = format!("{}/gen", repo.root().display());
    for glob in ["gen", "./gen", "/gen/", &absolute] {
        let ran = line(&folder, &format!("index build repo --exclude {glob}"));
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        assert!(line(&folder, "index show files repo --where path=gen/a.py").out.is_empty(), "{glob}");
    }
    repo.write("smalti.toml", "[index]\nexclude = [\"./gen\"]\n");
    line(&folder, "index build repo");
    assert!(line(&folder, "index show files repo --where path=gen/a.py").out.is_empty());
    for (flags, words) in [("--exclude !a.py", "begins with `!`"), ("--include ../b", "leads out"), ("--exclude [", "the glob `[`")] {
        let ran = line(&folder, &format!("index build repo {flags}"));
        assert!(ran.exit == Some(2) && ran.err.contains(words) && ran.err.contains("(SMALTI_E_USAGE)"), "{ran:?}");
    }
    repo.write("smalti.toml", "[index]\n\nexclude = [\"!gen\"]\n");
    let ran = line(&folder, "index build repo");
    assert!(ran.err.contains("(SMALTI_E_CONFIG)") && ran.err.contains("line 3"), "{ran:?}");
}
