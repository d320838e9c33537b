//! A model folder: which files it has, whether they are an encoder that can be run, and its digest.

use std::path::{Path, PathBuf};

use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use tokenizers::{Tokenizer, TruncationParams};

use super::bert::{Bert, Embeddings, Layer, Norm, Shape};
use super::error::EmbedError;
use super::linear::Linear;
use super::model::MAX_PIECES;
use crate::base::ids::hex;
use crate::host::real::real;
use crate::host::{Host, Kind, Stat};

const CONFIG: &str = "config.json";
const TOKENIZER: &str = "tokenizer.json";
const WEIGHTS: &str = "model.safetensors";
/// How sentence encoders of this kind say which states their vector is made of.
const POOLING: &str = "1_Pooling/config.json";
/// Raised when the same model gives other vectors.
const RULES: &str = "smalti-embed 1";
/// Largest file of a model, in bytes.
const MAX_BYTES: u64 = 2 << 30;
/// Most layers, heads, and components of a state.
const MAX_SIZE: usize = 16_384;

/// A model as it was read.
pub struct Opened {
    pub digest: String,
    pub tokenizer: Tokenizer,
    pub bert: Bert,
}

/// What `config.json` of a BERT encoder says.
#[derive(Deserialize)]
struct Config {
    model_type: String,
    hidden_act: String,
    #[serde(default = "absolute")]
    position_embedding_type: String,
    hidden_size: usize,
    intermediate_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    max_position_embeddings: usize,
    type_vocab_size: usize,
    vocab_size: usize,
    layer_norm_eps: f32,
}

#[derive(Deserialize)]
struct Pooling {
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
}

fn absolute() -> String {
    "absolute".to_owned()
}

/// A folder that is being read.
struct Folder<'a> {
    host: &'a dyn Host,
    path: PathBuf,
}

/// Reads a model and checks that all of it fits together.
///
/// # Errors
/// [`EmbedError`] naming the file at fault.
pub fn open(host: &dyn Host, path: &Path) -> Result<Opened, EmbedError> {
    let folder = Folder { host, path: real(path) };
    let config_bytes = folder.read(CONFIG)?;
    let tokenizer_bytes = folder.read(TOKENIZER)?;
    let config = folder.config(&config_bytes)?;
    folder.check_pooling()?;
    let tokenizer = folder.tokenizer(&tokenizer_bytes, &config)?;
    let weight_bytes = folder.read(WEIGHTS)?;
    let bert = folder.bert(&weight_bytes, &config)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{RULES} {MAX_PIECES}").as_bytes());
    for bytes in [&config_bytes, &tokenizer_bytes, &weight_bytes] {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    Ok(Opened { digest: format!("blake3:{}", hex(hasher.finalize().as_bytes())), tokenizer, bert })
}

/// What the files of a folder look like that its digest is over, and the one that may refuse it.
///
/// # Errors
/// [`EmbedError`] for a file that is missing or none.
pub fn files(host: &dyn Host, path: &Path) -> Result<Vec<Stat>, EmbedError> {
    let folder = Folder { host, path: real(path) };
    let mut stats = [CONFIG, TOKENIZER, WEIGHTS].into_iter().map(|file| folder.stat(file).map(|(_, stat)| stat)).collect::<Result<Vec<_>, _>>()?;
    match folder.stat(POOLING) {
        Ok((_, stat)) => stats.push(stat),
        Err(EmbedError::Missing { .. }) => {}
        Err(cause) => return Err(cause),
    }
    Ok(stats)
}

impl Folder<'_> {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn unusable(&self, file: &'static str, what: impl Into<String>) -> EmbedError {
        EmbedError::Unusable { folder: self.name(), file, what: what.into() }
    }

    fn foreign(&self, what: impl Into<String>) -> EmbedError {
        EmbedError::Foreign { folder: self.name(), what: what.into() }
    }

    /// Where a file is and how it looks. It may be a link: collections of models keep one copy of each file. A pipe would hold its reader for ever.
    fn stat(&self, file: &'static str) -> Result<(PathBuf, Stat), EmbedError> {
        let path = real(&self.path.join(file));
        match self.host.stat(&path) {
            Ok((Kind::File, stat)) if stat.size <= MAX_BYTES => Ok((path, stat)),
            Ok((Kind::File, stat)) => Err(self.unusable(file, format!("it has {} bytes, more than the {MAX_BYTES} that are read", stat.size))),
            Ok(_) => Err(self.unusable(file, "it is not a regular file")),
            Err(cause) if cause.not_found() => Err(EmbedError::Missing { folder: self.name(), file }),
            Err(cause) => Err(cause.into()),
        }
    }

    fn read(&self, file: &'static str) -> Result<Vec<u8>, EmbedError> {
        Ok(self.host.read_named(&self.stat(file)?.0)?)
    }

    fn config(&self, bytes: &[u8]) -> Result<Config, EmbedError> {
        // The architecture is looked at first: another one need not have the fields of this one.
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|cause| self.unusable(CONFIG, cause.to_string()))?;
        let kind = value.get("model_type").and_then(serde_json::Value::as_str).unwrap_or("");
        if kind != "bert" {
            return Err(self.foreign(format!("`model_type` is `{kind}`, and only `bert` is known")));
        }
        let config: Config = serde_json::from_value(value).map_err(|cause| self.unusable(CONFIG, cause.to_string()))?;
        for (field, found, known) in
            [("hidden_act", &config.hidden_act, "gelu"), ("position_embedding_type", &config.position_embedding_type, "absolute")]
        {
            if found != known {
                return Err(self.foreign(format!("`{field}` of `{}` is `{found}`, and only `{known}` is known", config.model_type)));
            }
        }
        let Config { hidden_size, intermediate_size, num_hidden_layers, num_attention_heads, max_position_embeddings, .. } = config;
        let sizes = [hidden_size, intermediate_size, num_hidden_layers, num_attention_heads, max_position_embeddings, config.type_vocab_size];
        if sizes.iter().any(|size| *size == 0 || *size > MAX_SIZE) || !hidden_size.is_multiple_of(num_attention_heads) {
            return Err(
                self.unusable(CONFIG, format!("its sizes are not 1 to {MAX_SIZE}, or its heads do not share {hidden_size} components evenly"))
            );
        }
        Ok(config)
    }

    /// A folder that says nothing of it holds an encoder alone; means over word pieces are what such are trained for.
    fn check_pooling(&self) -> Result<(), EmbedError> {
        let bytes = match self.read(POOLING) {
            Ok(bytes) => bytes,
            Err(EmbedError::Missing { .. }) => return Ok(()),
            Err(cause) => return Err(cause),
        };
        let pooling: Pooling = serde_json::from_slice(&bytes).map_err(|cause| self.unusable(POOLING, cause.to_string()))?;
        if pooling.pooling_mode_mean_tokens { Ok(()) } else { Err(self.foreign("its vector is no mean over word pieces")) }
    }

    fn tokenizer(&self, bytes: &[u8], config: &Config) -> Result<Tokenizer, EmbedError> {
        let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|cause| self.unusable(TOKENIZER, cause.to_string()))?;
        let words = tokenizer.get_vocab_size(true);
        if words > config.vocab_size {
            return Err(self.unusable(TOKENIZER, format!("it has {words} word pieces, and the model has {}", config.vocab_size)));
        }
        let max_length = MAX_PIECES.min(config.max_position_embeddings);
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(Some(TruncationParams { max_length, ..TruncationParams::default() }))
            .map_err(|cause| self.unusable(TOKENIZER, cause.to_string()))?;
        Ok(tokenizer)
    }

    fn bert(&self, bytes: &[u8], config: &Config) -> Result<Bert, EmbedError> {
        let found = SafeTensors::deserialize(bytes).map_err(|cause| self.unusable(WEIGHTS, cause.to_string()))?;
        // Models that were trained for more than their encoder keep it under a name.
        let prefix = if found.tensor("bert.embeddings.word_embeddings.weight").is_ok() { "bert." } else { "" };
        let tensors = Tensors { folder: self, found, prefix, config };
        let (hidden, positions) = (config.hidden_size, config.max_position_embeddings.min(MAX_PIECES));
        let first = tensors.values("embeddings.token_type_embeddings.weight", &[config.type_vocab_size, hidden])?;
        let mut places = tensors.values("embeddings.position_embeddings.weight", &[config.max_position_embeddings, hidden])?;
        places.truncate(positions * hidden);
        for place in places.chunks_exact_mut(hidden) {
            place.iter_mut().zip(&first).for_each(|(value, first)| *value += first);
        }
        let words = tensors.values("embeddings.word_embeddings.weight", &[config.vocab_size, hidden])?;
        let embeddings = Embeddings { words, positions: places, norm: tensors.norm("embeddings.LayerNorm")? };
        let layers = (0..config.num_hidden_layers).map(|number| tensors.layer(number)).collect::<Result<_, _>>()?;
        Ok(Bert { shape: Shape { hidden, heads: config.num_attention_heads }, embeddings, layers })
    }
}

/// The tensors of a model.
struct Tensors<'a> {
    folder: &'a Folder<'a>,
    found: SafeTensors<'a>,
    prefix: &'static str,
    config: &'a Config,
}

impl Tensors<'_> {
    fn layer(&self, number: usize) -> Result<Layer, EmbedError> {
        let (hidden, wide) = (self.config.hidden_size, self.config.intermediate_size);
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        Ok(Layer {
            query: self.linear(&name("attention.self.query"), hidden, hidden)?,
            key: self.linear(&name("attention.self.key"), hidden, hidden)?,
            value: self.linear(&name("attention.self.value"), hidden, hidden)?,
            joined: self.linear(&name("attention.output.dense"), hidden, hidden)?,
            joined_norm: self.norm(&name("attention.output.LayerNorm"))?,
            wide: self.linear(&name("intermediate.dense"), wide, hidden)?,
            narrow: self.linear(&name("output.dense"), hidden, wide)?,
            narrow_norm: self.norm(&name("output.LayerNorm"))?,
        })
    }

    fn linear(&self, name: &str, outputs: usize, inputs: usize) -> Result<Linear, EmbedError> {
        let weights = self.values(&format!("{name}.weight"), &[outputs, inputs])?;
        Ok(Linear::new(&weights, self.values(&format!("{name}.bias"), &[outputs])?))
    }

    fn norm(&self, name: &str) -> Result<Norm, EmbedError> {
        let values = |part: &str| self.values(&format!("{name}.{part}"), &[self.config.hidden_size]);
        Ok(Norm { weight: values("weight")?, bias: values("bias")?, epsilon: self.config.layer_norm_eps })
    }

    /// The values of a tensor that must have this shape.
    fn values(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EmbedError> {
        let unusable = |what: String| self.folder.unusable(WEIGHTS, what);
        let name = format!("{}{name}", self.prefix);
        let tensor = self.found.tensor(&name).map_err(|_| unusable(format!("it has no tensor `{name}`")))?;
        if tensor.dtype() != Dtype::F32 {
            return Err(unusable(format!("the tensor `{name}` is of type {:?}, and only F32 is known", tensor.dtype())));
        }
        if tensor.shape() != shape {
            return Err(unusable(format!("the tensor `{name}` has the shape {:?}, and `{CONFIG}` says {shape:?}", tensor.shape())));
        }
        let values: Vec<f32> = tensor.data().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if values.iter().all(|value| value.is_finite()) {
            Ok(values)
        } else {
            Err(unusable(format!("the tensor `{name}` holds a value that is no number")))
        }
    }
}
