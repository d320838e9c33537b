//! Models: what of a folder is believed, and that a vector depends on nothing but its text and the model.

use smalti::base::codes;
use smalti::embed::error::EmbedError;
use smalti::embed::model::Model;

use crate::support::host;
use crate::tiny_model::TinyModel;

/// Opens a model as it is once `change` has had its way with the files.
fn open(change: impl FnOnce(&mut TinyModel, &std::path::Path)) -> Result<Model, EmbedError> {
    let folder = tempfile::tempdir().unwrap();
    let mut model = TinyModel::new(1);
    change(&mut model, folder.path());
    model.write(folder.path());
    Model::open(host().as_ref(), folder.path())
}

#[cfg(not(feature = "embed"))]
#[test]
fn a_program_without_the_feature_opens_no_model_and_says_what_to_build() {
    let cause = open(|_, _| {}).err().unwrap();
    assert_eq!(cause.code().name, codes::NOT_SUPPORTED.name);
    assert!(cause.hint().unwrap().contains("--features embed"));
}

#[cfg(feature = "embed")]
mod with_model {
    use std::path::Path;

    use rayon::prelude::*;
    use serde_json::json;
    use smalti::embed::model::MAX_PIECES;

    use super::*;

    const WEIGHT: &str = "encoder.layer.1.output.dense.weight";

    fn angle(lhs: &[i8], rhs: &[i8]) -> f64 {
        let dot = |lhs: &[i8], rhs: &[i8]| lhs.iter().zip(rhs).map(|(lhs, rhs)| f64::from(*lhs) * f64::from(*rhs)).sum::<f64>();
        dot(lhs, rhs) / (dot(lhs, lhs) * dot(rhs, rhs)).sqrt()
    }

    #[test]
    fn a_text_has_one_vector_alone_or_among_others_on_any_number_of_threads() {
        let model = open(|_, _| {}).unwrap();
        let texts: Vec<String> =
            (0..60).map(|number| format!("def load_{number}(file): return parse(file, \"{}\")", "words ".repeat(number))).collect();
        let alone: Vec<Vec<i8>> = texts.iter().map(|text| model.embed(text).unwrap()).collect();
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let together: Vec<Vec<i8>> = pool.install(|| texts.par_iter().rev().map(|text| model.embed(text).unwrap()).collect());
            assert!(together.iter().rev().eq(&alone), "{threads} threads");
        }
        assert!(alone.iter().all(|vector| vector.len() == model.dimensions() && vector.iter().any(|it| it.unsigned_abs() == 127)));
        assert_ne!(alone[0], alone[1]);
    }

    #[test]
    fn the_arithmetic_gives_the_bytes_that_it_has_always_given() {
        // Written down once: other bytes here mean other vectors everywhere, and need another digest of models.
        let vector = open(|_, _| {}).unwrap().embed("def parse(text): return words").unwrap();
        assert_eq!(vector, EXPECTED);
    }

    const EXPECTED: [i8; 16] = [127, 85, -115, 82, 14, -18, -8, -37, -17, -15, 36, -7, -70, 36, -91, -4];

    #[test]
    fn what_lies_behind_the_last_word_piece_does_not_count() {
        let model = open(|model, _| model.config["max_position_embeddings"] = json!(40)).unwrap();
        let words = |count: usize| vec!["words"; count].join(" ");
        // Two of the forty positions are marks around the text.
        let full = model.embed(&words(38)).unwrap();
        assert_ne!(model.embed(&words(37)).unwrap(), full);
        assert_eq!(model.embed(&words(39)).unwrap(), full);
        assert_eq!(model.embed(&format!("{}\u{1d11e}é", "words ".repeat(1 << 20))).unwrap(), full);
        assert_eq!(MAX_PIECES, 128);
    }

    #[test]
    fn texts_without_words_have_vectors_too() {
        let model = open(|_, _| {}).unwrap();
        for text in ["", " \n\t", "\u{1d11e}\u{0}\u{feff}", "𝄞".repeat(20_000).as_str()] {
            assert_eq!(model.embed(text).unwrap().len(), 16, "{text:?}");
        }
    }

    #[test]
    fn a_digest_is_of_the_files_and_of_nothing_else() {
        let digest = |change: fn(&mut TinyModel, &Path)| open(change).unwrap().digest().to_owned();
        let plain = digest(|_, _| {});
        assert_eq!(plain, digest(|_, folder| std::fs::write(folder.join("README.md"), "a model").unwrap()));
        assert_ne!(plain, digest(|model, _| model.config["note"] = json!(1)));
        assert_ne!(plain, digest(|model, _| model.tokenizer["normalizer"]["lowercase"] = json!(false)));
        assert_ne!(plain, digest(|model, _| model.tensors.get_mut(WEIGHT).unwrap().2[5] += 1.0));
    }

    #[test]
    fn weights_may_stand_below_a_name() {
        let named =
            open(|model, _| model.tensors = std::mem::take(&mut model.tensors).into_iter().map(|(name, it)| (format!("bert.{name}"), it)).collect());
        let (named, plain) = (named.unwrap(), open(|_, _| {}).unwrap());
        assert_eq!(named.embed("parse").unwrap(), plain.embed("parse").unwrap());
        assert!(angle(&plain.embed("parse text").unwrap(), &plain.embed("parse text").unwrap()) > 0.999);
    }

    #[test]
    fn a_folder_that_is_no_such_model_is_refused_with_what_is_wrong() {
        type Change = fn(&mut TinyModel, &Path);
        let cases: [(Change, &str); 14] = [
            (|model, _| model.config["model_type"] = json!("roberta"), "`roberta`"),
            (|model, _| model.config = json!({ "architectures": ["LlamaForCausalLM"], "model_type": "llama" }), "`llama`"),
            (|model, _| model.config = json!([]), "`model_type` is ``"),
            (|model, _| model.config["hidden_act"] = json!("relu"), "`relu`"),
            (|model, _| model.config["position_embedding_type"] = json!("relative_key"), "`relative_key`"),
            (|model, _| model.config["hidden_size"] = json!(32), "shape [2, 16]"),
            (|model, _| model.config["hidden_size"] = json!("many"), "invalid type"),
            (|model, _| model.config["num_attention_heads"] = json!(3), "heads"),
            (|model, _| model.config["num_hidden_layers"] = json!(0), "sizes"),
            (|model, _| model.config["num_hidden_layers"] = json!(3), "no tensor `encoder.layer.2."),
            (|model, _| model.config["vocab_size"] = json!(5), "word pieces"),
            (|model, _| model.tensors.get_mut(WEIGHT).unwrap().2[0] = f32::NAN, "no number"),
            (|model, _| model.tokenizer = json!({ "model": {} }), "tokenizer.json"),
            (
                |_, folder| {
                    std::fs::create_dir(folder.join("1_Pooling")).unwrap();
                    std::fs::write(folder.join("1_Pooling/config.json"), r#"{"pooling_mode_cls_token": true}"#).unwrap();
                },
                "no mean",
            ),
        ];
        for (change, words) in cases {
            let cause = open(change).err().unwrap();
            assert_eq!(cause.code().name, codes::MODEL.name, "{cause}");
            assert!(cause.to_string().contains(words), "{words}: {cause}");
        }
        let half = open(|model, _| model.tensors.get_mut(WEIGHT).unwrap().0 = "F16").err().unwrap();
        assert_eq!(half.code().name, codes::MODEL.name, "{half}");
    }

    #[test]
    fn missing_cut_and_foreign_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let refuse = |file: &str, words: &str| {
            let cause = Model::open(host().as_ref(), folder.path()).err().unwrap();
            assert_eq!(cause.code().name, codes::MODEL.name, "{cause}");
            assert!(cause.to_string().contains(file) && cause.to_string().contains(words), "{file} {words}: {cause}");
        };
        refuse("config.json", "has no file");
        let model = TinyModel::new(1);
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            let path = folder.path().join(file);
            model.write(folder.path());
            let whole = std::fs::read(&path).unwrap();
            for cut in [0, 7, whole.len() / 2, whole.len() - 1] {
                std::fs::write(&path, &whole[..cut]).unwrap();
                refuse(file, "cannot be used");
            }
            std::fs::remove_file(&path).unwrap();
            refuse(file, "has no file");
            std::fs::create_dir(&path).unwrap();
            refuse(file, "not a regular file");
            std::fs::remove_dir(&path).unwrap();
        }
        let nowhere = Model::open(host().as_ref(), &folder.path().join("nowhere")).err().unwrap();
        assert!(matches!(nowhere, EmbedError::Missing { .. }), "{nowhere}");
    }
}
