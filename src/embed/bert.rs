//! The encoder of BERT (Devlin, Chang, Lee and Toutanova, 2018): word pieces to one vector. One text at a time, so that no text is padded for another.

use super::arithmetic;
use super::linear::Linear;

/// How large an encoder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Components of a word piece's state.
    pub hidden: usize,
    pub heads: usize,
}

/// What brings a sum back to mean 0 and variance 1.
pub struct Norm {
    pub weight: Vec<f32>,
    pub bias: Vec<f32>,
    pub epsilon: f32,
}

/// States of word pieces before the first layer.
pub struct Embeddings {
    /// By word piece.
    pub words: Vec<f32>,
    /// By position, with what every piece of a first sentence gets besides.
    pub positions: Vec<f32>,
    pub norm: Norm,
}

/// One layer.
pub struct Layer {
    pub query: Linear,
    pub key: Linear,
    pub value: Linear,
    pub joined: Linear,
    pub joined_norm: Norm,
    pub wide: Linear,
    pub narrow: Linear,
    pub narrow_norm: Norm,
}

/// An encoder.
pub struct Bert {
    pub shape: Shape,
    pub embeddings: Embeddings,
    pub layers: Vec<Layer>,
}

impl Norm {
    fn apply(&self, states: &mut [f32]) {
        states.chunks_exact_mut(self.weight.len()).for_each(|state| arithmetic::normalize(state, &self.weight, &self.bias, self.epsilon));
    }
}

impl Bert {
    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.shape.hidden
    }

    /// The mean over word pieces of the last layer's states. Pieces that the vocabulary does not have count as nought, those behind the last position
    /// not at all.
    pub fn mean(&self, pieces: &[u32]) -> Vec<f32> {
        let hidden = self.shape.hidden;
        let mut states = self.embed(pieces);
        self.layers.iter().for_each(|layer| layer.apply(self.shape, &mut states));
        let mut mean = vec![0.0; hidden];
        for state in states.chunks_exact(hidden) {
            add(&mut mean, state);
        }
        #[expect(clippy::cast_precision_loss, reason = "there are at most 128 word pieces")]
        let count = (states.len() / hidden).max(1) as f32;
        mean.iter_mut().for_each(|value| *value /= count);
        mean
    }

    fn embed(&self, pieces: &[u32]) -> Vec<f32> {
        let hidden = self.shape.hidden;
        let mut states = Vec::with_capacity(pieces.len() * hidden);
        for (piece, position) in pieces.iter().zip(self.embeddings.positions.chunks_exact(hidden)) {
            let start = (*piece as usize).saturating_mul(hidden);
            let mut state = position.to_vec();
            add(&mut state, self.embeddings.words.get(start..start.saturating_add(hidden)).unwrap_or(&[]));
            states.extend(state);
        }
        self.embeddings.norm.apply(&mut states);
        states
    }
}

impl Layer {
    fn apply(&self, shape: Shape, states: &mut [f32]) {
        let seen = attend(shape, &self.query.apply(states), &self.key.apply(states), &self.value.apply(states));
        add(states, &self.joined.apply(&seen));
        self.joined_norm.apply(states);
        let mut wide = self.wide.apply(states);
        wide.iter_mut().for_each(|value| *value = arithmetic::gelu(*value));
        add(states, &self.narrow.apply(&wide));
        self.narrow_norm.apply(states);
    }
}

/// Scaled dot-product attention of every head (Vaswani and others, Attention Is All You Need, 2017, section 3.2).
fn attend(shape: Shape, query: &[f32], key: &[f32], value: &[f32]) -> Vec<f32> {
    let Shape { hidden, heads } = shape;
    let (width, count) = (hidden / heads, query.len() / hidden);
    #[expect(clippy::cast_precision_loss, reason = "the width of a head is a small number")]
    let scale = 1.0 / (width as f32).sqrt();
    let mut seen = vec![0.0; query.len()];
    let mut columns = vec![0.0; width * count];
    let mut shares = vec![0.0; count];
    for head in 0..heads {
        let part = |rows: &[f32], row: usize| row * hidden + head * width..(row * hidden + (head + 1) * width).min(rows.len());
        for row in 0..count {
            for (column, value) in key[part(key, row)].iter().enumerate() {
                columns[column * count + row] = *value;
            }
        }
        for row in 0..count {
            shares.fill(0.0);
            for (factor, column) in query[part(query, row)].iter().zip(columns.chunks_exact(count)) {
                add_times(&mut shares, column, factor * scale);
            }
            arithmetic::softmax(&mut shares);
            let seen = &mut seen[part(query, row)];
            for (other, share) in shares.iter().enumerate() {
                add_times(seen, &value[part(value, other)], *share);
            }
        }
    }
    seen
}

fn add(values: &mut [f32], more: &[f32]) {
    values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
}

fn add_times(values: &mut [f32], more: &[f32], factor: f32) {
    values.iter_mut().zip(more).for_each(|(value, more)| *value += more * factor);
}
