//! Secrets are nowhere in an index, and `risks` says what asks for care.

use serde_json::{Value, json};

use crate::program::line;
use crate::support::Repo;

/// A made-up token, in parts, so that no scanner takes it for a leak.
fn token(seed: &str) -> String {
    ["gh", "p_", seed, "7Zk2Vb9XwR4tN8sLc3Hm6Yp1Df5GjT0uE7"].concat()
}

fn secrets(repo: &Repo) -> Vec<(String, String, u64)> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or("").to_owned();
    let of = |row: &Value| (text(row, "path"), text(row, "name"), row["line"].as_u64().unwrap());
    repo.rows("risks").iter().filter(|row| row["kind"] == "secret").map(of).collect()
}

#[test]
fn a_secret_is_in_no_row_of_any_table_wherever_it_stands() {
    let hidden: Vec<String> = ["aa", "bb", "cc", "dd", "ee"].iter().map(|seed| token(seed)).collect();
    let repo = Repo::built(&[
        (
            "a.py",
            &format!(
                "\"\"\"Uses {}.\"\"\"\n\n\ndef connect(key=\"{}\"):\n    \"\"\"Give it {}.\"\"\"\n    return key\n",
                hidden[0], hidden[1], hidden[2]
            ),
        ),
        ("guide.md", &format!("# Log in\n\nType `{}` and wait.\n", hidden[3])),
        ("config.json", &format!("{{\"auth\": {{\"token\": \"{}\"}}}}\n", hidden[4])),
    ]);
    let everything = repo.index_text();
    for (table, text) in &everything {
        for secret in &hidden {
            assert!(!text.contains(secret.as_str()) && !text.to_lowercase().contains(&secret[8..20].to_lowercase()), "{table} holds {secret}");
        }
    }
    let found: Vec<(String, u64)> = secrets(&repo).into_iter().map(|(path, _, line)| (path, line)).collect();
    let expected = [("a.py", 1), ("a.py", 4), ("a.py", 5), ("config.json", 1), ("guide.md", 3)].map(|(path, line)| (path.to_owned(), line));
    assert_eq!(found, expected);
    let rows = repo.rows("risks");
    let row = rows.iter().find(|row| row["line"] == 4).unwrap();
    assert!(row["symbolId"].as_str().unwrap().contains("connect"), "{row}");
    let placeholder = format!("SECRET_{}", row["hash"].as_str().unwrap());
    assert!(everything["chunk_text"].contains(&placeholder) && everything["symbols"].contains(&placeholder), "{placeholder}");
}

#[test]
fn a_secret_is_told_of_in_every_text_that_is_read_whether_it_has_a_language_or_not() {
    let block = ["-----BEGIN ", "RSA PRIVATE KEY-----\n", &"q7Zk2Vb9XwR4tN8sLc3H\n".repeat(4), "-----END RSA PRIVATE KEY-----\n"].concat();
    let repo = Repo::of(&[
        (".env", &format!("A=1\n\nGITHUB={}\n", token("aa"))),
        ("k.pem", &block),
        ("vendor/lib/a.py", &format!("KEY = \"{}\"\n", token("bb"))),
        ("big.txt", &format!("{}{}\n", "plain text\n".repeat(200_000), token("cc"))),
        ("many.log", &(0..1_001).map(|at| token(&format!("{at:04}"))).collect::<Vec<_>>().join("\n")),
        ("image.bin", &format!("\0\0{}\0", token("dd"))),
        ("smalti.toml", "[[governance.labels]]\nlabel = \"security-sensitive\"\nsecrets = [\"private-key\"]\n"),
    ]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let found = secrets(&repo);
    let of = |path: &str| found.iter().filter(|it| it.0 == path).map(|it| (it.1.as_str(), it.2)).collect::<Vec<_>>();
    assert_eq!(of(".env"), [("github-token", 3)]);
    assert_eq!(of("k.pem"), [("private-key", 1)]);
    assert_eq!(of("vendor/lib/a.py"), [("github-token", 1)]);
    assert_eq!(of("big.txt"), [("github-token", 200_001)]);
    assert_eq!((of("many.log").len(), of("image.bin").len()), (1_000, 0), "as many as are kept, and nothing of what is no text");
    let problems = repo.rows("problems");
    assert!(problems.iter().any(|row| row["path"] == "many.log" && row["code"] == "SMALTI_P_LIMIT"), "{problems:?}");
    let rows = repo.rows("risks");
    assert!(rows.iter().any(|row| row["path"] == "k.pem" && row["kind"] == "label" && row["name"] == "security-sensitive"), "{rows:?}");
    let everything = repo.index_text();
    assert!(everything.values().all(|text| !text.contains(&token("aa")) && !text.contains("q7Zk2Vb9XwR4tN8sLc3H")));
    let verified = line(&folder, "index verify --clean repo");
    assert_eq!(verified.exit, Some(0), "{verified:?}");
    repo.write(".env", "A=1\n");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    assert!(!secrets(&repo).iter().any(|it| it.0 == ".env"));
    let verified = line(&folder, "index verify --clean repo");
    assert_eq!(verified.exit, Some(0), "{verified:?}");
}

#[test]
fn a_secret_that_comes_and_goes_leaves_the_index_of_a_clean_build() {
    let repo = Repo::built(&[("a.py", "def a():\n    return 1\n"), ("b.py", "from a import a\n\na()\n")]);
    for text in [
        format!("def a():\n    return \"{}\"\n", token("aa")),
        format!("def a():\n    return \"{}\"\n", token("bb")),
        "def a():\n    return 2\n".to_owned(),
    ] {
        repo.write("a.py", text);
        repo.build();
        repo.check_clean();
    }
    assert_eq!(secrets(&repo), []);
}

#[test]
fn a_repository_labels_its_files_by_path_and_by_secret() {
    let repo = Repo::of(&[
        ("src/auth/login.py", "def login(): pass\n"),
        ("src/other.py", &format!("KEY = \"{}\"\n", token("aa"))),
        ("gen.py", "# Code generated by a tool. DO NOT EDIT.\nX = 1\n"),
        ("raw.rs", "pub unsafe fn raw() {}\n\npub fn safe() {\n    unsafe { raw() }\n}\n"),
        ("smalti.toml", "[[governance.labels]]\nlabel = \"security-sensitive\"\npaths = [\"src/auth\"]\nsecrets = [\"github-token\"]\n"),
    ]);
    let folder = repo.folder();
    let built = line(&folder, "index build repo");
    assert_eq!(built.exit, Some(0), "{built:?}");
    let of = |row: &Value| format!("{} {} {} {}", row["path"], row["kind"], row["name"], row["reason"]).replace('"', "");
    let rows: Vec<String> = repo.rows("risks").iter().map(of).collect();
    for expected in [
        "src/auth/login.py label security-sensitive src/auth",
        "src/other.py label security-sensitive github-token",
        "src/other.py secret github-token a GitHub token",
        "raw.rs unsafe definition declared unsafe",
        "raw.rs unsafe block a block of unsafe code",
    ] {
        assert!(rows.iter().any(|row| row == expected), "{expected}: {rows:#?}");
    }
    assert!(rows.iter().any(|row| row.starts_with("gen.py generated file ")), "{rows:#?}");
    let verified = line(&folder, "index verify --clean repo");
    assert_eq!(verified.exit, Some(0), "{verified:?}");
    // Another rule makes other rows of files that did not change.
    repo.write("smalti.toml", "[[governance.labels]]\nlabel = \"old\"\npaths = [\"*.rs\"]\n");
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let labelled: Vec<Value> =
        repo.rows("risks").into_iter().filter(|row| row["kind"] == "label").map(|row| json!([row["path"], row["name"]])).collect();
    assert_eq!(labelled, [json!(["raw.rs", "old"])]);
    let verified = line(&folder, "index verify --clean repo");
    assert_eq!(verified.exit, Some(0), "{verified:?}");
}

#[test]
fn a_label_that_cannot_be_used_fails_the_build_with_its_line() {
    let repo = Repo::of(&[("a.py", "A = 1\n")]);
    let folder = repo.folder();
    for (text, words) in [
        ("[[governance.labels]]\nlabel = \"a\"\n", "names neither"),
        ("[[governance.labels]]\nlabel = \"a\"\npaths = [\"../x\"]\n", "below the root"),
        ("[[governance.labels]]\nlabel = \"a\"\nsecrets = [\"no-such-rule\"]\n", "no rule for secrets is called `no-such-rule`"),
        ("[[governance.labels]]\nlabel = \"a b\"\npaths = [\"x\"]\n", "is not made of"),
        ("[governance]\nlabel = []\n", "unknown field"),
    ] {
        repo.write("smalti.toml", format!("# Options\n{text}"));
        let ran = line(&folder, "index build repo --quiet");
        assert_eq!(ran.exit, Some(2), "{text}: {ran:?}");
        assert!(ran.err.contains("`smalti.toml`, line") && ran.err.contains(words), "{text}: {ran:?}");
    }
}

#[test]
fn a_path_of_which_no_file_is_known_gets_no_label() {
    let repo = Repo::of(&[("a.py", "x = 1\n"), ("smalti.toml", "[[governance.labels]]\npaths = [\"**\"]\nlabel = \"security-sensitive\"\n")]);
    if std::os::unix::fs::symlink("a.py", repo.root().join("link.py")).is_err() {
        return println!("skipped: no symbolic links here");
    }
    repo.build();
    let labelled: Vec<String> =
        repo.rows("risks").iter().filter(|row| row["kind"] == "label").map(|row| row["path"].as_str().unwrap().to_owned()).collect();
    assert_eq!(labelled, ["a.py", "smalti.toml"]);
    assert_eq!(line(&repo.folder(), "index verify repo").exit, Some(0));
}
