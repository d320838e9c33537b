//! A sentence encoder of a few thousand weights, written by hand: random, but a real BERT in the files that real ones come in.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

/// A model folder before it is written.
pub struct TinyModel {
    pub config: Value,
    pub tokenizer: Value,
    /// Type, shape and values by name.
    pub tensors: BTreeMap<String, (&'static str, Vec<usize>, Vec<f32>)>,
}

const HIDDEN: usize = 16;
const WIDE: usize = 24;
const LAYERS: usize = 2;
const POSITIONS: usize = 40;

impl TinyModel {
    pub fn new(seed: u64) -> Self {
        let words = words();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut tensors = BTreeMap::new();
        let mut add = |name: String, shape: Vec<usize>, middle: f32, spread: f32| {
            let values = (0..shape.iter().product()).map(|_| middle + spread * (random.f32() - 0.5)).collect();
            tensors.insert(name, ("F32", shape, values));
        };
        add("embeddings.word_embeddings.weight".to_owned(), vec![words.len(), HIDDEN], 0.0, 2.0);
        add("embeddings.position_embeddings.weight".to_owned(), vec![POSITIONS, HIDDEN], 0.0, 0.2);
        add("embeddings.token_type_embeddings.weight".to_owned(), vec![2, HIDDEN], 0.0, 0.2);
        let norms = |layer: String| [format!("{layer}attention.output.LayerNorm"), format!("{layer}output.LayerNorm")];
        let layers = (0..LAYERS).map(|number| format!("encoder.layer.{number}."));
        for norm in layers.clone().flat_map(norms).chain(["embeddings.LayerNorm".to_owned()]) {
            add(format!("{norm}.weight"), vec![HIDDEN], 1.0, 0.2);
            add(format!("{norm}.bias"), vec![HIDDEN], 0.0, 0.2);
        }
        for layer in layers {
            for (part, outputs, inputs) in [
                ("attention.self.query", HIDDEN, HIDDEN),
                ("attention.self.key", HIDDEN, HIDDEN),
                ("attention.self.value", HIDDEN, HIDDEN),
                ("attention.output.dense", HIDDEN, HIDDEN),
                ("intermediate.dense", WIDE, HIDDEN),
                ("output.dense", HIDDEN, WIDE),
            ] {
                add(format!("{layer}{part}.weight"), vec![outputs, inputs], 0.0, 0.6);
                add(format!("{layer}{part}.bias"), vec![outputs], 0.0, 0.2);
            }
        }
        Self { config: config(words.len()), tokenizer: tokenizer(&words), tensors }
    }

    /// Writes the folder.
    pub fn write(&self, folder: &Path) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("config.json"), self.config.to_string()).unwrap();
        std::fs::write(folder.join("tokenizer.json"), self.tokenizer.to_string()).unwrap();
        std::fs::write(folder.join("model.safetensors"), self.weights()).unwrap();
    }

    /// The container: length of the head, head, values (the safetensors format, version 0.3).
    fn weights(&self) -> Vec<u8> {
        let (mut head, mut values) = (serde_json::Map::new(), Vec::new());
        for (name, (kind, shape, numbers)) in &self.tensors {
            let start = values.len();
            numbers.iter().for_each(|number| values.extend_from_slice(&number.to_le_bytes()));
            head.insert(name.clone(), json!({ "dtype": kind, "shape": shape, "data_offsets": [start, values.len()] }));
        }
        let head = Value::Object(head).to_string();
        [&(head.len() as u64).to_le_bytes()[..], head.as_bytes(), &values].concat()
    }
}

fn config(words: usize) -> Value {
    json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": HIDDEN, "intermediate_size": WIDE, "num_hidden_layers": LAYERS,
        "num_attention_heads": 4, "max_position_embeddings": POSITIONS, "type_vocab_size": 2, "vocab_size": words, "layer_norm_eps": 1e-12,
    })
}

/// Marks, words of the tests, and every letter alone and inside a word.
fn words() -> Vec<String> {
    let marks =
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "parse", "text", "load", "file", "words", "return", "(", ")", ":", "=", ".", "_", "\"", "{", "}"];
    let letters = ('a'..='z').chain('0'..='9');
    marks.into_iter().map(str::to_owned).chain(letters.flat_map(|it| [it.to_string(), format!("##{it}")])).collect()
}

fn tokenizer(words: &[String]) -> Value {
    let vocabulary: serde_json::Map<String, Value> = words.iter().enumerate().map(|(id, word)| (word.clone(), json!(id))).collect();
    let mark = |id: usize| json!({ "id": id, "content": words[id], "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true });
    let special = |name: &str, id: usize| json!({ "id": name, "ids": [id], "tokens": [name] });
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [mark(0), mark(1), mark(2), mark(3)],
        "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{ "SpecialToken": { "id": "[CLS]", "type_id": 0 } }, { "Sequence": { "id": "A", "type_id": 0 } }, { "SpecialToken": { "id": "[SEP]", "type_id": 0 } }],
            "pair": [{ "Sequence": { "id": "A", "type_id": 0 } }, { "Sequence": { "id": "B", "type_id": 1 } }],
            "special_tokens": { "[CLS]": special("[CLS]", 2), "[SEP]": special("[SEP]", 3) },
        },
        "decoder": null,
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocabulary },
    })
}
