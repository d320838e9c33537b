//! Vectors in an index: made only when asked for, only of texts that are new, the same as in a clean build; and who answers by them.

use std::path::{Path, PathBuf};

use serde_json::Value;
use smalti::pipeline::options::BuildOptions;
#[cfg(feature = "embed")]
use smalti::pipeline::summary::Summary;

use crate::program::{Ran, run_in};
use crate::support::{Repo, build};
use crate::tiny_model::TinyModel;

const PARSE: &str =
    "def parse(text):\n    \"\"\"Words of a text.\"\"\"\n    return text.split()\n\n\ndef load(file):\n    return parse(file.read())\n";
const SAVE: &str = "def save(file, words):\n    file.write(words)\n";

fn repo() -> Repo {
    Repo::of(&[("parse.py", PARSE), ("store/save.py", SAVE), ("README.md", "# Words\n\nTexts and their words.\n")])
}

/// The folder of a model beside the repository.
fn model(repo: &Repo, seed: u64) -> PathBuf {
    let folder = repo.beside(&format!("model{seed}"));
    TinyModel::new(seed).write(&folder);
    folder
}

fn options(repo: &Repo, model: &Path) -> BuildOptions {
    BuildOptions { model: Some(model.to_owned()), ..repo.options() }
}

fn smalti(repo: &Repo, words: &[&str]) -> Ran {
    run_in(&repo.root(), words)
}

#[track_caller]
fn refuse(repo: &Repo, words: &[&str], code: &str, hint: &str) {
    let ran = smalti(repo, words);
    assert_eq!(ran.out, "", "{ran:?}");
    assert!(ran.exit != Some(0) && ran.err.contains(code) && ran.err.contains(hint), "{words:?}: {ran:?}");
}

#[test]
fn a_root_without_vectors_refuses_who_would_need_them() {
    let repo = repo();
    repo.build();
    for provider in ["ann", "hybrid"] {
        refuse(&repo, &["search", "--provider", provider, "words"], "POC_E_NOT_SUPPORTED", "--embed-model");
        refuse(&repo, &["context-pack", "--seed-provider", provider, "words"], "POC_E_NOT_SUPPORTED", "--embed-model");
    }
    refuse(&repo, &["search", "--provider", "fts", "words"], "POC_E_NOT_SUPPORTED", "--sqlite");
    refuse(&repo, &["context-pack", "--seed-provider", "fts", "words"], "POC_E_NOT_SUPPORTED", "--sqlite");
    assert!(repo.rows("vectors").is_empty());
    let manifest: Value = serde_json::from_slice(&std::fs::read(repo.root().join(".smalti/pieces/manifest.json")).unwrap()).unwrap();
    assert!(manifest.get("embedding").is_none() && manifest.get("vectorsSignature").is_none());
}

#[cfg(not(feature = "embed"))]
#[test]
fn a_program_without_the_feature_makes_no_vectors_and_says_what_to_build() {
    let repo = repo();
    let folder = model(&repo, 1);
    let cause = build(&options(&repo, &folder)).unwrap_err();
    assert!(matches!(cause, smalti::pipeline::error::BuildError::Embed(_)));
    refuse(&repo, &["index", "build", "--embed-model", folder.to_str().unwrap()], "POC_E_NOT_SUPPORTED", "--features embed");
    assert!(!repo.root().join(".smalti/pieces/manifest.json").exists(), "no index was made in its place");
}

#[cfg(feature = "embed")]
mod with_model {
    use smalti::manifest::model::Manifest;

    use super::*;
    use crate::support::host;

    fn embedded(summary: &Summary) -> u64 {
        summary.work.texts_embedded
    }

    fn manifest(repo: &Repo) -> Manifest {
        Manifest::read(host().as_ref(), &repo.layout()).unwrap()
    }

    #[test]
    fn every_chunk_has_a_vector_of_its_own_text() {
        let repo = repo();
        let options = options(&repo, &model(&repo, 1));
        let summary = build(&options).unwrap();
        let (chunks, vectors) = (repo.rows("chunk_meta"), repo.rows("vectors"));
        assert_eq!((vectors.len(), summary.rows["vectors"]), (chunks.len(), chunks.len() as u64));
        for chunk in &chunks {
            let vector = vectors.iter().find(|it| it["chunkUid"] == chunk["chunkUid"]).unwrap();
            assert_eq!((&vector["textHash"], &vector["path"]), (&chunk["textHash"], &chunk["path"]));
            assert_eq!(vector["vector"].as_str().unwrap().len(), 2 * 16);
        }
        let embedding = manifest(&repo).embedding.unwrap();
        assert_eq!(embedding.dimensions, 16);
        assert!(embedding.model.starts_with("blake3:") && manifest(&repo).vectors_signature.is_some());
    }

    #[test]
    fn only_texts_that_no_build_has_read_are_read() {
        let repo = repo();
        let options = options(&repo, &model(&repo, 1));
        let texts = |summary: Summary| embedded(&summary);
        let all = texts(build(&options).unwrap());
        assert!(all >= 4, "{all}");
        let again = build(&options).unwrap();
        assert!(again.unchanged && embedded(&again) == 0);
        repo.write("store/save.py", format!("{SAVE}\n\ndef drop(file):\n    file.close()\n"));
        let changed = texts(build(&options).unwrap());
        assert!((1..=2).contains(&changed), "the new function, and the module if it shows: {changed}");
        assert_eq!(repo.difference_to_clean(&options), None);
        repo.write("store/save.py", SAVE);
        assert_eq!(texts(build(&options).unwrap()), 0, "what comes back is known");
        repo.write("other/name.py", SAVE);
        repo.remove("store/save.py");
        assert_eq!(texts(build(&options).unwrap()), 0, "a move changes no text");
        assert_eq!(repo.difference_to_clean(&options), None);
        std::fs::remove_dir_all(repo.root().join(".smalti/cache")).unwrap();
        assert_eq!(texts(build(&options).unwrap()), 0, "what the index holds is known without a cache");
        assert_eq!(repo.difference_to_clean(&options), None);
        repo.remove("other/name.py");
        build(&options).unwrap();
        assert_eq!(repo.difference_to_clean(&options), None);
    }

    #[test]
    fn a_damaged_store_costs_time_and_no_row() {
        let repo = repo();
        let options = options(&repo, &model(&repo, 1));
        let all = embedded(&build(&options).unwrap());
        for (kind, cut) in [("values", 5), ("keys", 3), ("keys", 0)] {
            for entry in std::fs::read_dir(repo.root().join(".smalti/cache")).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|it| it == kind) {
                    let bytes = std::fs::read(&path).unwrap();
                    std::fs::write(&path, if cut == 0 { vec![7; bytes.len()] } else { bytes[..bytes.len() - cut].to_vec() }).unwrap();
                }
            }
            repo.write("new.py", format!("{PARSE}\n\ndef {kind}{cut}():\n    return \"{kind}{cut}\"\n"));
            assert!(embedded(&build(&options).unwrap()) <= all + 2);
            assert_eq!(repo.difference_to_clean(&options), None);
        }
    }

    #[test]
    fn vectors_have_a_signature_of_their_own() {
        let repo = repo();
        repo.build();
        let without = manifest(&repo);
        let first = options(&repo, &model(&repo, 1));
        build(&first).unwrap();
        let one = manifest(&repo);
        let second = options(&repo, &model(&repo, 2));
        assert!(embedded(&build(&second).unwrap()) >= 4, "another model reads every text");
        assert_eq!(repo.difference_to_clean(&second), None);
        let two = manifest(&repo);
        assert!(one.index_signature == without.index_signature && two.index_signature == without.index_signature);
        assert_ne!(one.vectors_signature, two.vectors_signature);
        assert_eq!(embedded(&build(&first).unwrap()), 0, "each model has a store");
        assert_eq!(manifest(&repo), one);
        repo.build();
        assert_eq!(manifest(&repo), without, "vectors go when nobody asks for them");
    }

    #[test]
    fn an_index_without_text_has_the_same_vectors() {
        let repo = repo();
        let with = options(&repo, &model(&repo, 1));
        build(&with).unwrap();
        let vectors = repo.rows("vectors");
        let without = BuildOptions { text: false, ..with };
        build(&without).unwrap();
        assert_eq!(repo.rows("vectors"), vectors);
        assert!(repo.rows("chunk_text").is_empty());
        assert_eq!(repo.difference_to_clean(&without), None);
    }

    #[test]
    fn a_repository_may_name_the_model_and_a_command_may_leave_it_out() {
        let repo = repo();
        let folder = model(&repo, 1);
        std::fs::rename(&folder, repo.root().join("encoder")).unwrap();
        repo.write("smalti.toml", "[embed]\nmodel = \"encoder\"\n[index]\nexclude = [\"encoder\"]\n");
        assert_eq!(smalti(&repo, &["index", "build", "--quiet"]).exit, Some(0));
        assert!(!repo.rows("vectors").is_empty());
        let hits = smalti(&repo, &["search", "--provider", "hybrid", "--json", "words of a text"]);
        assert_eq!(hits.exit, Some(0), "{hits:?}");
        assert_eq!(smalti(&repo, &["index", "verify", "--clean", "--quiet"]).exit, Some(0));
        let without = smalti(&repo, &["index", "build", "--quiet", "--no-embed"]);
        assert!(without.exit == Some(0) && !without.out.contains("held vectors"), "what is asked for is no news: {without:?}");
        assert!(repo.rows("vectors").is_empty());
        assert_eq!(smalti(&repo, &["index", "build", "--quiet"]).exit, Some(0));
        repo.write("smalti.toml", "[index]\nexclude = [\"encoder\"]\n");
        let lost = smalti(&repo, &["index", "build", "--quiet"]);
        assert!(lost.out.contains("the index held vectors") && lost.out.contains("--embed-model DIR"), "{lost:?}");
        repo.write("smalti.toml", "[embed]\n\nmodel = \" \"\n");
        refuse(&repo, &["index", "build"], "SMALTI_E_CONFIG", "line 3");
        repo.write("smalti.toml", "[embed]\nmodel = \"nowhere\"\n");
        refuse(&repo, &["index", "build"], "SMALTI_E_MODEL", "`config.json`");
    }

    #[test]
    fn reading_texts_is_a_stage_that_is_heard() {
        let repo = repo();
        let folder = model(&repo, 1);
        let words = ["index", "build", "--embed-model", folder.to_str().unwrap()];
        let (first, second) = (smalti(&repo, &words), smalti(&repo, &words));
        let texts = first.err.lines().find_map(|line| line.strip_prefix("embed ")?.strip_suffix(" texts")?.parse::<u64>().ok());
        assert!(texts.is_some_and(|count| count > 1), "{first:?}");
        assert!(!second.err.contains("embed"), "{second:?}");
    }

    #[test]
    fn providers_answer_by_vectors_and_tell_each_score() {
        let repo = repo();
        let folder = model(&repo, 1);
        build(&options(&repo, &folder)).unwrap();
        let folder = folder.to_str().unwrap();
        let ask = |provider: &str, query: &str| {
            let ran = smalti(&repo, &["search", "--provider", provider, "--embed-model", folder, "--json", query]);
            assert_eq!(ran.exit, Some(0), "{ran:?}");
            ran.json()
        };
        // What is asked in the words of a chunk is nearest to it.
        let nearest = ask("ann", SAVE.trim_end());
        assert_eq!(nearest["chunks"][0]["path"], "store/save.py");
        assert!(nearest["chunks"][0]["scores"]["ann"].is_number() && nearest["chunks"][0]["scores"].get("sparse").is_none());
        let both = ask("hybrid", "words of a text");
        let all = both["chunks"].as_array().unwrap();
        assert!(all.iter().all(|it| it["scores"]["hybrid"].is_number()), "{all:?}");
        assert!(all.iter().any(|it| it["scores"]["ann"].is_number() && it["scores"]["sparse"].is_number()), "{all:?}");
        // What is named outright wins, whatever a model of random weights thinks near.
        for provider in ["ann", "hybrid"] {
            assert_eq!(ask(provider, "parse.py:6")["chunks"][0]["name"], "load", "{provider}");
            assert_eq!(ask(provider, "load")["chunks"][0]["name"], "load", "{provider}");
        }
        let pack = smalti(&repo, &["context-pack", "--seed-provider", "hybrid", "--embed-model", folder, "--json", "words of a text"]).json();
        let seeds = pack["seeds"].as_array().unwrap();
        assert!(seeds.iter().any(|it| it["scores"].as_object().unwrap().len() == 3), "{seeds:?}");
        let flags = ["context-pack", "--view", "v1", "--seed-provider", "hybrid", "--embed-model", folder, "--json", "words of a text"];
        let manifest: Value = serde_json::from_str(&repo.index_text()["manifest"]).unwrap();
        assert_eq!(smalti(&repo, &flags).json()["model_id"], manifest["embedding"]["model"]);
        let written = smalti(&repo, &["context-pack", "--seed-provider", "hybrid", "--embed-model", folder, "--write", "words of a text"]);
        assert_eq!(written.exit, Some(0), "{written:?}");
        assert_eq!(smalti(&repo, &["pack", "verify", "--embed-model", folder]).exit, Some(0));
        let unread = smalti(&repo, &["pack", "verify", "--json"]);
        let finding = unread.json()["findings"][0].clone();
        assert_eq!((unread.exit, &finding["code"]), (Some(2), &"SMALTI_E_MODEL".into()), "that no model is named is no difference: {finding}");
        assert!(finding["finding"].as_str().unwrap().contains("--embed-model"), "{finding}");
    }

    #[test]
    fn a_query_needs_the_model_that_made_the_vectors() {
        let repo = repo();
        build(&options(&repo, &model(&repo, 1))).unwrap();
        model(&repo, 2);
        for words in [["search", "--provider"], ["context-pack", "--seed-provider"]] {
            let ask = |more: &[&'static str]| [&words[..], &["hybrid", "words"], more].concat();
            refuse(&repo, &ask(&[]), "SMALTI_E_MODEL", "--embed-model");
            refuse(&repo, &ask(&["--embed-model", "../model2"]), "SMALTI_E_MODEL_DIFFERS", "smalti index build");
            refuse(&repo, &ask(&["--embed-model", "nowhere"]), "SMALTI_E_MODEL", "has no file");
        }
        refuse(&repo, &["index", "verify", "--clean"], "SMALTI_E_USAGE", "--embed-model");
    }

    #[test]
    fn answers_are_the_same_out_of_pieces_and_out_of_the_read_form() {
        use smalti::embed::encoder::Encoder;
        use smalti::reader::index::Index;
        use smalti::retrieve::provider::Provider;
        use smalti::retrieve::query::Query;
        use smalti::retrieve::seeds::{Limits, Retriever};
        let repo = repo();
        let folder = model(&repo, 1);
        build(&options(&repo, &folder)).unwrap();
        let layout = repo.layout();
        let encoder = Encoder::new(host(), Ok(Some(folder.clone())), std::sync::Arc::default());
        let ask = |index: &Index| {
            let query = Query::parse("words of a file").unwrap();
            Retriever::new(index).unwrap().with_encoder(Some(&encoder)).seeds(Provider::Ann, &query, Limits { chunks: 20, files: 20 }).unwrap()
        };
        let form = Index::open(host(), &layout).unwrap();
        let pieces = Index::of_pieces(host(), &layout).unwrap();
        assert!(form.has_form() && !pieces.has_form());
        assert_eq!(ask(&form), ask(&pieces));
        repo.write("third.py", "def words(file):\n    return file\n");
        build(&options(&repo, &folder)).unwrap();
        let form = Index::open(host(), &layout).unwrap();
        assert_eq!(ask(&form), ask(&Index::of_pieces(host(), &layout).unwrap()), "after rows of an earlier form were taken over");
        assert!(ask(&form).chunks.len() > 4);
    }
}
