//! Two indexes as one: the sum where they speak of different files, one document where they speak of the same.

use std::path::{Path, PathBuf};

use smalti::host::disk::DiskHost;
use smalti::pipeline::options::BuildOptions;
use smalti::scip::error::ScipError;
use smalti::scip::merge::{Counts, merge};

use super::export::{export_of, read, texts};
use super::rules;
use crate::support::{Repo, build};

fn repo() -> Repo {
    Repo::of(&[
        ("a/x.py", "import requests\ndef f(): return requests.get()\n"),
        ("b/y.py", "import requests\nclass C:\n    def g(self): requests.get()\n"),
    ])
}

/// The export of the part of a repository that matches a glob.
fn part(repo: &Repo, glob: &str, name: &str, with_text: bool) -> PathBuf {
    let out = repo.beside(&format!("{name}.index"));
    build(&BuildOptions { out: out.clone(), include: vec![glob.to_owned()], ..repo.options() }).unwrap();
    let to = repo.beside(&format!("{name}.scip"));
    export_of(&out, &repo.root(), &to, with_text).unwrap();
    to
}

fn merged(inputs: &[&Path], to: &Path) -> Result<Counts, ScipError> {
    let inputs: Vec<PathBuf> = inputs.iter().map(|it| (*it).to_owned()).collect();
    merge(&DiskHost::volatile(), &inputs, to)
}

#[test]
fn parts_of_a_tree_merge_into_the_bytes_of_the_whole_in_any_order() {
    let repo = repo();
    let (one, two, whole) = (part(&repo, "a/**", "a", false), part(&repo, "b/**", "b", false), part(&repo, "**", "whole", false));
    let to = repo.beside("merged.scip");
    for inputs in [[one.as_path(), &two], [&two, &one]] {
        let counts = merged(&inputs, &to).unwrap();
        assert_eq!(counts, Counts { documents: 2, shared: 0, external_symbols: 2 });
        assert_eq!(std::fs::read(&to).unwrap(), std::fs::read(&whole).unwrap());
    }
    let index = read(&to);
    assert_eq!(rules::broken(&index, &texts(&index, &repo.root())), Vec::<String>::new());
}

#[test]
fn an_index_merged_with_itself_is_itself() {
    let repo = repo();
    let whole = part(&repo, "**", "whole", true);
    let to = repo.beside("merged.scip");
    assert_eq!(merged(&[&whole, &whole], &to).unwrap().shared, 2);
    assert_eq!(std::fs::read(&to).unwrap(), std::fs::read(&whole).unwrap());
}

#[test]
fn two_texts_of_one_path_are_refused_by_name() {
    for (with_text, name) in [(true, "with"), (false, "without")] {
        let repo = repo();
        let one = part(&repo, "a/**", "one", with_text);
        repo.write("a/x.py", "def f(): pass\n");
        let two = part(&repo, "a/**", "two", with_text);
        let to = repo.beside("merged.scip");
        let refused = merged(&[&one, &two], &to).unwrap_err();
        assert_eq!(refused.code().name, "SMALTI_E_SCIP_CONFLICT", "{name}");
        assert!(refused.to_string().contains("a/x.py") && !to.exists(), "{name}: {refused}");
    }
}

#[test]
fn texts_that_differ_in_what_stands_around_definitions_are_two_whichever_is_named_first() {
    let repo = repo();
    let one = part(&repo, "a/**", "one", false);
    repo.write("a/x.py", "import requests\ndef f(): return requests.get()\n# more\n# and more\n");
    let two = part(&repo, "a/**", "two", false);
    let to = repo.beside("merged.scip");
    for inputs in [[one.as_path(), &two], [&two, &one]] {
        assert_eq!(merged(&inputs, &to).unwrap_err().code().name, "SMALTI_E_SCIP_CONFLICT");
    }
}

#[test]
fn what_is_no_index_is_refused_with_its_place() {
    let repo = repo();
    let good = part(&repo, "**", "good", false);
    let bytes = std::fs::read(&good).unwrap();
    let (bad, to) = (repo.beside("bad.scip"), repo.beside("merged.scip"));
    let cases: [(&str, Vec<u8>); 5] = [
        ("empty", Vec::new()),
        ("cut short", bytes[..bytes.len() - 1].to_vec()),
        ("text", b"{\"documents\": []}\n".to_vec()),
        ("a field of no number", vec![0x02, 0x01, 0x00]),
        ("a message of a terabyte", vec![0x12, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]),
    ];
    for (what, bytes) in cases {
        std::fs::write(&bad, bytes).unwrap();
        let refused = merged(&[&good, &bad], &to).unwrap_err();
        let code = if what.ends_with("terabyte") { "POC_E_BUDGET_EXCEEDED" } else { "SMALTI_E_SCIP_MALFORMED" };
        assert_eq!(refused.code().name, code, "{what}: {refused}");
        assert!(refused.to_string().contains("bad.scip") && !to.exists(), "{what}: {refused}");
    }
    std::fs::remove_file(&bad).unwrap();
    assert_eq!(merged(&[&good, &bad], &to).unwrap_err().code().name, "SMALTI_E_SCIP_MALFORMED");
}
